/**
 * How long things take, in ms: what a person sees moving, and what they need to read.
 */

export const PAUSE = 420; // after a computer's move, to see what it did
export const LINGER = 2000; // and so long more, if a sentence has just been said about it
export const SOON = 90; // an answer that comes within this time is worth waiting for
export const PATIENCE = 2000; // somebody who has not touched the dice by then may not know that they are theirs
export const FAR = 70; // units: a piece that travels further flies above the others
export const EASE = "cubic-bezier(.3,.7,.2,1)";
const READ = 46; // a letter

/** @param {number} way  units of the board */
export const travelTime = (way) => (way > FAR ? Math.min(640, 300 + way * 0.42) : 220);

/** How long each of so many pieces waits for the one before it. @param {number} count */
export const stagger = (count) => Math.min(70, 400 / Math.max(1, count));

/**
 * How long autoplay leaves a step.
 * @param {string} text
 * @param {number} speed
 */
export const readingTime = (text, speed) => (1500 + READ * text.length) / speed;
