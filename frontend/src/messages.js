/**
 * Checks what comes from a kernel by the table of messages (protocol.js), and whether page and kernel
 * are of one version. What does not fit is not shown: a page that then misses something asks for all.
 *
 * @import { Kinds } from "./protocol.js"
 * @import { Message } from "./types"
 */

import { FALLBACK, PROTOCOL, STALE, TOLD } from "./protocol.js";

/** Does a value look like this? @type {Record<string, (value: any) => boolean>} */
const SHAPES = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  flag: (value) => typeof value === "boolean",
  list: Array.isArray,
  table: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** @param {any} value @param {string} shape @returns {boolean} */
const fits = (value, shape) =>
  shape.endsWith("?") ? value === null || fits(value, shape.slice(0, -1)) : SHAPES[shape](value);

/**
 * What is wrong with a message: its kind, or the name of a field; null if nothing is. Fields that are
 * not known here may come along: they are a later version's.
 * @param {any} message
 * @param {Kinds} [kinds]
 * @returns {string | null}
 */
export function problem(message, kinds = TOLD) {
  const shapes = message && kinds[message.kind];
  if (!shapes) return "kind";
  for (const [entry, shape] of Object.entries(shapes)) {
    const name = entry.replace("?", "");
    const missing = message[name] === undefined;
    if (missing ? name === entry : !fits(message[name], shape)) return name;
  }
  return null;
}

/** @param {Message} message @param {Kinds} [kinds] */
export function isFit(message, kinds = TOLD) {
  const wrong = problem(message, kinds);
  if (wrong) console.warn(`escale: a message that this page does not understand (${wrong})`, message?.kind);
  return !wrong;
}

/**
 * What to say to the reader if the kernel speaks another version than this page; null if not.
 * @param {number | undefined} theirs  undefined: of before there were versions
 * @param {string} lang
 * @param {number} [mine]
 */
export function staleness(theirs = 0, lang = FALLBACK, mine = PROTOCOL) {
  if (theirs === mine) return null;
  return (STALE[lang] ?? STALE[FALLBACK])[theirs > mine ? "page-old" : "kernel-old"];
}
