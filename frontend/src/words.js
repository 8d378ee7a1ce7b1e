/**
 * Sentences with holes: the one formatter of the page, as escale/teach has one for Python.
 *
 *   "{name} plays"             the fact of that name, or nothing
 *   "{count:move|moves}"       a number with its noun in the right form
 */

const HOLE = /\{(\w+)(?::(.*?)\|(.*?))?\}/g;

/**
 * Does this number take the plural? In French zero and one do not.
 * @param {string} lang
 * @param {number} count
 */
export const isMany = (lang, count) => new Intl.PluralRules(lang).select(count) !== "one";

/**
 * @param {string} sentence
 * @param {Record<string, any>} facts
 * @param {string} lang
 */
export function fill(sentence, facts, lang) {
  return sentence.replace(HOLE, (_, hole, one, many) =>
    one === undefined ? (facts[hole] ?? "") : `${facts[hole]} ${isMany(lang, facts[hole]) ? many : one}`,
  );
}
