/**
 * What is said to somebody who listens instead of looking: a polite live region of the page.
 *
 * Sentences are added below each other and none replaces another, so a screen reader queues them
 * itself: each is read whole and in order, however fast they came.
 */

const KEPT = 40; // sentences: what is older has been read, and taking it away is not announced

export class Voice {
  constructor() {
    /** @type {HTMLElement | null} */
    this.region = null;
    /** What has happened since the person last moved, to be said again. @type {string[]} */
    this.happened = [];
  }

  /** Nothing of what was said stays, not even unread. */
  forget() {
    this.region?.replaceChildren();
  }

  /** Something is said in answer to what the person does. @param {string} text */
  say(text) {
    const { region } = this;
    if (!region || !text) return;
    const sentence = document.createElement("p");
    sentence.textContent = text;
    region.append(sentence);
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  }

  /** Something has happened on the board. @param {string} text */
  tell(text) {
    this.happened.push(text);
    this.say(text);
  }

  /** The person moves: what happens from now on is news. */
  begin() {
    this.happened = [];
  }

  /** All the news once more. @param {string} nothing  what to say if there is none */
  repeat(nothing) {
    this.say(this.happened.join(" ") || nothing);
  }
}
