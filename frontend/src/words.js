/**
 * Sentences with holes: the one formatter of the page, as escale/teach has one for Python.
 *
 *   "{name} plays"             the fact of that name, or nothing
 *   "{count:move|moves}"       a number with its noun in the right form
 */

const HOLE = /\{(\w+)(?::(.*?)\|(.*?))?\}/g;

/** The numbers that take the singular in a language: Python's grammar says which. @typedef {readonly number[]} Singular */

/** Of the language of this page. @returns {Singular} */
export const pageSingular = () => (document.body.dataset.singular ?? "1").split(" ").map(Number);

/**
 * Does this number take the plural?
 * @param {Singular} singular
 * @param {number} count
 */
const isMany = (singular, count) => !singular.includes(Math.abs(count));

/**
 * @param {string} sentence
 * @param {Record<string, any>} facts
 * @param {Singular} singular  of the language in which the sentence is written
 */
export function fill(sentence, facts, singular) {
  return sentence.replace(HOLE, (_, hole, one, many) =>
    one === undefined ? (facts[hole] ?? "") : `${facts[hole]} ${isMany(singular, facts[hole]) ? many : one}`,
  );
}
