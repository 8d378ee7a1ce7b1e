/**
 * An exercise on the board: the table that it shows, and what is drawn over it. Besides rings that is a
 * veil over all that is not asked about, so that the position can still be read and the eye finds the place.
 *
 * @import { Marks } from "./marks.js"
 * @import { Practice } from "./practice.js"
 * @import { Table } from "./types"
 */

import { merge } from "./frames.js";
import { put, s } from "./html.js";
import { showWhere } from "./practice_markup.js";

const LARGE = 0.05; // of the board: around less than that, everything would be shaded
const ROUND = 8; // units: the corners of a hole

/** @param {number[]} rect */
function hole([x, y, w, h]) {
  const r = Math.min(ROUND, w / 2, h / 2);
  const corner = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const sides = [`h${w - 2 * r}`, corner(r, r), `v${h - 2 * r}`, corner(-r, r), `h${2 * r - w}`, corner(-r, -r)];
  return `M${x + r} ${y}${sides.join("")}v${2 * r - h}${corner(r, -r)}z`;
}

/** Without those that lie in another. @param {(number[] | undefined)[]} rects @returns {number[][]} */
function outer(rects) {
  const found = rects.filter((rect) => rect !== undefined);
  const inside = (/** @type {number[]} */ [x, y, w, h], /** @type {number[]} */ [a, b, c, d]) =>
    a <= x && b <= y && x + w <= a + c && y + h <= b + d;
  return found.filter((one) => !found.some((other) => other !== one && inside(one, other)));
}

/**
 * Shade the board around what is asked about, if that is a place on it and not only a piece.
 * @param {Marks} marks
 * @param {string[]} keys
 */
function veil(marks, keys) {
  const { scene } = marks.board.table;
  const { width = 0, height = 0 } = marks.board.state.layout ?? {};
  const rects = outer(keys.map((key) => /** @type {number[] | undefined} */ (marks.rectOf(key, scene))));
  const size = rects.reduce((sum, [, , w, h]) => sum + w * h, 0);
  if (!keys.some((key) => scene.targets[key]) || size < LARGE * width * height) return;
  marks.overlay.append(
    s("path", {
      class: "es-shade",
      "fill-rule": "evenodd",
      d: `M0 0h${width}v${height}h${-width}z${rects.map(hole).join("")}`,
    }),
  );
}

/** The next question has the focus, and its board is in sight: the last options lay below. @param {Practice} practice */
export function facing({ root, parts }) {
  if (root.getBoundingClientRect().top < 0) root.scrollIntoView();
  parts.asking.querySelector("h3")?.focus({ preventScroll: true });
}

/**
 * The board stands there. At the end it may do so once more, when a phone is turned: nothing is asked then.
 * @param {Practice} practice
 */
export function laidOut(practice) {
  if (practice.run.over) return;
  put(practice.root, "data-seat", practice.exercise.seat);
  if (practice.turn.state) practice.board.shut();
  showWhere(practice);
  practice.mark();
}

/** Rings and shade, when nothing moves. @param {Practice} practice */
export function draw({ marks, board, told, turn, exercise, chosen }) {
  marks.clear();
  if (board.state.running || (turn.state && !["what", "why"].includes(exercise.kind))) return;
  // what has moved is ringed as long as it is asked about; what comes of it may have moved it on
  const keys = turn.state ? told.mark.filter((key) => board.table.scene.targets[key]) : told.mark;
  veil(marks, keys);
  marks.ring(keys, "mark");
  for (const number of chosen) marks.ring(told.paths?.[number] ?? [], "look");
  marks.overlay.parentNode?.append(marks.overlay); // over all pieces
}

/** The table before the move that is asked about. @param {Practice} practice @returns {Table} */
function tableBefore({ told, exercise, lang }) {
  return {
    ...{ names: told.names, levels: [], options: {}, reader: null, over: false, more: false, redo: 0, log: [] },
    ...{ lang, hand: true, seat: exercise.seat, ply: 0, scene: told.scene },
  };
}

/** The table as it is after all that has been shown. @param {Practice} practice */
function tableNow(practice) {
  const { told, turn } = practice;
  const frames = [told.made ?? {}, ...(turn.state ? told.truth : [])].map((scene) => ({ scene }));
  const made = typeof turn.picked === "string" && told.moves?.[turn.picked];
  if (made) frames.push({ scene: made[0] });
  return frames.reduce(merge, tableBefore(practice));
}

/** The table that is to be seen when nothing moves; before that which is told, if somebody looks back. @param {Practice} practice @returns {Table} */
export function tableShown(practice) {
  const { turn, told } = practice;
  const now = turn.state ? tableNow(practice) : tableBefore(practice);
  return turn.earlier ? merge(now, { scene: told.before ?? {} }) : now;
}

/**
 * Scroll what is said into sight: all of it if there is room, on a phone in the place of the question.
 * @param {Element} reply
 * @param {Element} side
 * @param {boolean} small
 */
export function bringIntoSight(reply, side, small) {
  const [said, room] = [reply.getBoundingClientRect(), side.getBoundingClientRect()];
  const below = said.bottom - room.bottom;
  if (below > 0) side.scrollTop += small ? said.top - room.top : Math.min(below, said.top - room.top);
}
