/**
 * The search in a rulebook: the rules that have all the words, or others that mean the same, with the
 * places where they stand. A word that stands nowhere is taken for the nearest one that does.
 */

import { fill, pageSingular } from "./words.js";

/**
 * Words that mean the same: those that somebody may type, in any language, and those of this page.
 * @typedef {{typed: string[], used: string[]}} Synonyms
 */

/** @typedef {Record<"found" | "found-one" | "found-none" | "found-near", string>} Words */

const LETTER = /[\p{L}\p{N}]/u;
const SHORT = 3; // letters: such a word is found whole only, since it begins many others

/** Without case and accents, letter for letter. @param {string} text */
export const plain = (text) => [...text].map((letter) => letter.normalize("NFD")[0].toLowerCase()).join("");

/** One apostrophe for all, and no capitals, letter for letter. @param {string} text */
const lower = (text) => [...text].map((letter) => (letter === "'" ? "’" : letter.toLowerCase()[0])).join("");

/**
 * What counts as having a word: the word itself, wherever it stands and without its accents, or one
 * that means the same, at the beginning of a word and with its accents ("dé" is not "de").
 * @typedef {{word: string, others: string[]}} Wanted
 */

/**
 * @param {string} text
 * @param {string} searched
 * @param {(at: number) => boolean} fits
 * @returns {[number, number][]}
 */
function everywhere(text, searched, fits) {
  /** @type {[number, number][]} */
  const found = [];
  for (let at = text.indexOf(searched); at >= 0; at = text.indexOf(searched, at + 1)) {
    if (fits(at)) found.push([at, at + searched.length]);
  }
  return found;
}

/**
 * Where something that is wanted stands in a text.
 * @param {string} text
 * @param {Wanted} wanted
 */
export function places(text, { word, others }) {
  const [bare, small] = [plain(text), lower(text)];
  const found = everywhere(bare, word, () => true);
  for (const other of others) {
    found.push(
      ...everywhere(small, other, (at) => {
        const [before, after] = [small[at - 1] ?? " ", small[at + other.length] ?? " "];
        return !LETTER.test(before) && (other.length > SHORT || !LETTER.test(after));
      }),
    );
  }
  return found;
}

/**
 * The same for several, from left to right; those that overlap count once.
 * @param {string} text
 * @param {Wanted[]} wanted
 * @returns {[number, number][]}
 */
export function hitsIn(text, wanted) {
  const hits = wanted.flatMap((one) => places(text, one));
  hits.sort(([one, least], [other, most]) => one - other || most - least);
  let end = 0;
  return hits.filter(([from, to]) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

/**
 * How many letters are to be changed, added, left out or swapped to make one word of another.
 * @param {string} one
 * @param {string} other
 */
export function mistakes(one, other) {
  let [before, row] = [/** @type {number[]} */ ([]), Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}

/**
 * The nearest word of these, if it is near enough: a short word leaves no room for a mistake.
 * @param {string} word
 * @param {Iterable<string>} words
 */
export function nearest(word, words) {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  let [best, least] = [/** @type {string | null} */ (null), most + 1];
  for (const one of words) {
    if (Math.abs(one.length - word.length) > most) continue;
    const count = mistakes(word, one);
    if (count < least) [best, least] = [one, count];
  }
  return best;
}

/**
 * What somebody who types this word may mean.
 * @param {string} word  plain
 * @param {Synonyms[]} groups
 * @returns {Wanted}
 */
export function meant(word, groups) {
  const means = (/** @type {string} */ one) => {
    const [known, typed] = [plain(one), word.replace(/(s|x|ing|ed)$/, "")];
    return (
      known === word || (typed.length >= SHORT && (known === typed || (word.length > 4 && known.startsWith(word))))
    );
  };
  const others = groups.filter(({ typed }) => typed.some(means)).flatMap(({ used }) => used.map(lower));
  return { word, others: [...new Set(others)].filter((other) => plain(other) !== word) };
}

/**
 * What was typed, word by word; words that mean something together stay together ("ex aequo").
 * @param {string} text
 * @param {Synonyms[]} groups
 */
export function wordsOf(text, groups) {
  const phrases = groups.flatMap(({ typed }) => typed.map(plain).filter((one) => /\s/.test(one)));
  let rest = ` ${plain(text).replace(/\s+/g, " ")} `;
  /** @type {string[]} */
  const found = [];
  for (const phrase of [...new Set(phrases)].sort((one, other) => other.length - one.length)) {
    if (!rest.includes(` ${phrase} `)) continue;
    rest = rest.replaceAll(` ${phrase} `, " ");
    found.push(phrase);
  }
  return [...found, ...rest.split(" ").filter((word) => word.length > 1)];
}

/** @param {Element} paragraph @param {Wanted[]} wanted */
function emphasise(paragraph, wanted) {
  const text = paragraph.textContent ?? "";
  paragraph.textContent = "";
  let end = 0;
  for (const [from, to] of hitsIn(text, wanted)) {
    const mark = Object.assign(document.createElement("mark"), { textContent: text.slice(from, to) });
    paragraph.append(text.slice(end, from), mark);
    end = to;
  }
  paragraph.append(text.slice(end));
}

/**
 * Hide the rules that do not fit, and say how many do.
 * @param {Words} words
 * @param {Synonyms[]} groups
 */
export function searchRules(words, groups) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById("q"));
  const only = /** @type {HTMLInputElement} */ (document.getElementById("only"));
  const found = /** @type {HTMLElement} */ (document.getElementById("found"));
  const rules = [...document.querySelectorAll(".sections .rule")].map((rule) => {
    const texts = [...rule.querySelectorAll(".rule-text, .reason")];
    return { rule, texts, told: `${rule.id} ${texts.map((text) => text.textContent).join(" ")}` };
  });
  /** Words that stand nowhere, with those that they were taken for. @type {[string, string][]} */
  const taken = [];
  const wanted = wordsOf(field.value, groups).map((word) => {
    const asked = meant(word, groups);
    if (rules.some(({ told }) => places(told, asked).length)) return asked;
    const known = rules.flatMap(({ told }) => plain(told).match(/[\p{L}\p{N}]+/gu) ?? []);
    const near = nearest(word, new Set([...known, ...groups.flatMap(({ typed }) => typed).map(plain)]));
    if (!near) return asked;
    taken.push([word, near]);
    return meant(near, groups);
  });
  let count = 0;
  for (const { rule, texts, told } of rules) {
    const fits = wanted.every((one) => places(told, one).length) && (!only.checked || rule.hasAttribute("data-ruling"));
    /** @type {HTMLElement} */ (rule).hidden = !fits;
    if (!fits) continue;
    for (const text of texts) emphasise(text, wanted);
    count += 1;
  }
  for (const section of document.querySelectorAll(".sections section")) {
    /** @type {HTMLElement} */ (section).hidden = !section.querySelector(".rule:not([hidden])");
  }
  const singular = pageSingular();
  const { found: several, "found-one": one, "found-none": none, "found-near": near } = words;
  const sentences = count ? taken.map(([word, used]) => fill(near, { word, used }, singular)) : [];
  sentences.push(count === 0 ? none : count === 1 ? one : fill(several, { count }, singular));
  found.textContent = sentences.join(" ");
}
