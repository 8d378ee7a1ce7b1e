/**
 * The search in a rulebook: the rules that have all the words, with the places where they stand.
 */

import { fill } from "./words.js";

/** @typedef {Record<"found" | "found-one" | "found-none", string>} Words */

/** Without case and accents, letter for letter. @param {string} text */
export const plain = (text) => [...text].map((letter) => letter.normalize("NFD")[0].toLowerCase()).join("");

/**
 * Where the words stand in a text, from left to right; those that overlap count once.
 * @param {string} text
 * @param {string[]} words
 * @returns {[number, number][]}
 */
export function hitsIn(text, words) {
  const searched = plain(text);
  /** @type {[number, number][]} */
  const hits = [];
  for (const word of words) {
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + 1))
      hits.push([at, at + word.length]);
  }
  hits.sort(([one], [other]) => one - other);
  let end = 0;
  return hits.filter(([from, to]) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

/** @param {Element} paragraph @param {string[]} words */
function emphasise(paragraph, words) {
  const text = paragraph.textContent ?? "";
  paragraph.textContent = "";
  let end = 0;
  for (const [from, to] of hitsIn(text, words)) {
    const mark = Object.assign(document.createElement("mark"), { textContent: text.slice(from, to) });
    paragraph.append(text.slice(end, from), mark);
    end = to;
  }
  paragraph.append(text.slice(end));
}

/** Hide the rules that do not fit, and say how many do. @param {Words} words */
export function searchRules(words) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById("q"));
  const only = /** @type {HTMLInputElement} */ (document.getElementById("only"));
  const found = /** @type {HTMLElement} */ (document.getElementById("found"));
  const asked = plain(field.value)
    .split(/\s+/)
    .filter((word) => word.length > 1);
  let count = 0;
  for (const section of document.querySelectorAll(".sections section")) {
    let any = false;
    for (const rule of section.querySelectorAll(".rule")) {
      const texts = [...rule.querySelectorAll(".rule-text, .reason")];
      const told = plain(`${rule.id} ${texts.map((text) => text.textContent).join(" ")}`);
      const fits = asked.every((word) => told.includes(word)) && (!only.checked || rule.hasAttribute("data-ruling"));
      /** @type {HTMLElement} */ (rule).hidden = !fits;
      if (!fits) continue;
      for (const text of texts) emphasise(text, asked);
      any = true;
      count += 1;
    }
    /** @type {HTMLElement} */ (section).hidden = !any;
  }
  const { found: several, "found-one": one, "found-none": none } = words;
  found.textContent = count === 0 ? none : count === 1 ? one : fill(several, { count }, document.documentElement.lang);
}
