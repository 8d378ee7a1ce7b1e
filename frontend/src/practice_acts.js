/**
 * What the buttons of practice do, and its keys beside those of the board.
 *
 * @import { Practice } from "./practice.js"
 */

import { put } from "./html.js";
import { tableShown } from "./practice_board.js";

/**
 * By the data-do of a button.
 * @param {Practice} practice
 * @returns {Record<string, (button: any) => void>}
 */
export function actsOf(practice) {
  const { board, house, menu } = practice;
  return {
    ...board.acts(),
    option: ({ dataset }) => practice.choose(Number(dataset.option)),
    check: () => practice.chosen.length && practice.answer(practice.chosen),
    hint: () => practice.help(),
    "look-back": () => lookBack(practice),
    next: () => (practice.run.last && practice.run.onward !== undefined ? practice.run.onward?.() : practice.next()),
    "another-session": () => practice.again(),
    lang: ({ dataset }) => practice.language(dataset.lang),
    menu: () => menu.toggle(),
    words: () => {
      const { heading, status, words } = board.table.scene;
      house.dialogs.words([heading, status, ...words].filter(Boolean));
    },
    "practice-keys": () => house.dialogs.words([practice.t("practice-keys-are")]),
    leave: () => practice.leave && location.assign(practice.leave),
  };
}

/** The table before that which is told, or again as it is now. @param {Practice} practice */
function lookBack(practice) {
  const { board, parts, house, turn } = practice;
  turn.earlier = !turn.earlier;
  board.turnTo(tableShown(practice));
  const had = /** @type {HTMLElement} */ (document.activeElement)?.dataset.do === "look-back";
  practice.tell();
  if (had) parts.side.querySelector("[data-do=look-back]").focus({ preventScroll: true });
  practice.mark();
  house.voice.say(practice.t(turn.earlier ? "table-before" : "table-now"));
}

/**
 * The keys of some options: numbers, or letters where an option is a number itself.
 * @param {string[]} options
 */
export function keysOf(options) {
  const signs = options.some((text) => /^\d/.test(text)) ? "abcdef" : "123456";
  return [...signs].slice(0, options.length);
}

/**
 * What a key does, if anything: 1 to 6 or a to f answer, H helps, Enter goes on, Escape leaves.
 * @param {Practice} practice
 * @param {string} key
 * @param {HTMLElement} target
 * @returns {string | undefined} the number of an option, or the name of an act
 */
export function nameOfKey(practice, key, target) {
  const { run, board, menu, parts } = practice;
  if (run.over || !run.turn?.exercise) return undefined;
  const { state, exercise } = run.turn;
  const pressing = target.matches("button, a, summary");
  const option = state ? -1 : keysOf(practice.told.options ?? []).indexOf(key.toLowerCase());
  if (option >= 0) return String(option);
  if (key === "Enter" && !pressing) return state ? "next" : exercise.kind === "may" ? "check" : undefined;
  if (key.toLowerCase() === "h") return "hint";
  const free = !board.state.picks.length && !menu.isOpen && parts.tip.hidden && parts.bubble.hidden;
  return key === "Escape" && free && practice.leave ? "leave" : undefined;
}

const HELD = 350; // ms

/** No option takes a click for a moment: the second of a double click on "next" would answer. @param {HTMLElement} root */
export function holdClicks(root) {
  put(root, "data-held", true);
  setTimeout(() => put(root, "data-held", null), HELD);
}
