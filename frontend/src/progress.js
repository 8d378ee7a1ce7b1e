/**
 * How far somebody has come in a course. Completion and stars are two things: a lesson is completed
 * when it has been gone through to its last step; a star is for a question answered at once.
 */

/** A lesson of a course: its id, and the steps that ask. @typedef {[string, number[]]} Card */

/**
 * @typedef {object} Progress
 * @property {{stars: "" | "some" | "on", done: boolean}[]} lessons  whole with all its stars
 * @property {number} count  lessons with all their stars
 * @property {number} done  lessons that are completed
 * @property {number} next  the first lesson of the line that is not, from 0; -1 if there is none
 */

/**
 * @param {Card[]} cards
 * @param {Record<string, any>} stars  { lesson: { step: 1 } }
 * @param {Record<string, any>} done  { lesson: 1 }
 * @param {number} [line]  so many of them are the course's line; the others are optional
 * @returns {Progress}
 */
export function progressOf(cards, stars, done, line = cards.length) {
  /** @type {Progress["lessons"]} */
  const lessons = cards.map(([id, asked]) => {
    const mine = asked.filter((step) => stars[id]?.[step]).length;
    return { stars: mine && mine === asked.length ? "on" : mine ? "some" : "", done: Boolean(done[id]) };
  });
  return {
    lessons,
    count: lessons.filter((lesson) => lesson.stars === "on").length,
    done: lessons.filter((lesson) => lesson.done).length,
    next: lessons.slice(0, line).findIndex((lesson) => !lesson.done),
  };
}

/**
 * What counts as completed for somebody who was here when only stars were kept: the shelf sent them
 * on from every lesson with a star.
 * @param {Record<string, any>} stars
 * @returns {Record<string, 1>}
 */
export const doneByStars = (stars) =>
  Object.fromEntries(Object.keys(stars).flatMap((id) => (Object.keys(stars[id] ?? {}).length ? [[id, 1]] : [])));
