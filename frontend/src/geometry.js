/**
 * Where things lie, in numbers only: nothing here touches the page.
 *
 * @import { Piece, Rect } from "./types"
 */

const PATH_UNITS = 840; // as in draw/scene.py

/**
 * Where a piece lies: its middle, scale and turn, and its natural size.
 * @typedef {{x: number, y: number, scale: number, turn: number, w: number, h: number}} Geometry
 */

/**
 * @param {Piece} piece
 * @param {Rect} place
 * @param {Record<string, [number, number]>} sizes  of symbols
 * @param {number} [more]  degrees by which a person has turned it
 * @returns {Geometry}
 */
export function geometry([, symbol, text, , , turn = 0], [x, y, w, height, , placeTurn = 0], sizes, more = 0) {
  const [width, tall] = symbol
    ? (sizes[symbol] ?? [w, height])
    : text
      ? [w, height]
      : [PATH_UNITS, (PATH_UNITS * height) / w];
  const scale = text ? 1 : Math.min(w / width, height / tall);
  return { x: x + w / 2, y: y + height / 2, scale, turn: turn + placeTurn + more, w: width, h: tall };
}

/**
 * A geometry as a transform.
 * @param {Geometry} at
 * @param {"" | "px"} unit  "px" for CSS, nothing for the attribute
 */
export function transformOf({ x, y, scale, turn, w, h }, unit) {
  const n = (/** @type {number} */ value) => `${+value.toFixed(3)}${unit}`;
  const angle = unit ? `${turn}deg` : turn;
  return `translate(${n(x)},${n(y)}) rotate(${angle}) scale(${+scale.toFixed(5)}) translate(${n(-w / 2)},${n(-h / 2)})`;
}

/**
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 */
export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * From which angle to start so that a piece turns the short way round.
 * @param {number} from
 * @param {number} to
 */
export const shortWay = (from, to) => to - ((((to - from) % 360) + 540) % 360) + 180;

/** @param {Rect} rect @returns {[number, number]} */
export const middle = ([x, y, w, tall]) => [x + w / 2, y + tall / 2];

/**
 * The next key in the direction of an arrow, by where things lie; the same one if there is none.
 * @param {string} key
 * @param {[number, number]} direction
 * @param {Iterable<[string, Rect | undefined]>} rects
 * @param {Rect} from
 */
export function beside(key, [dx, dy], rects, from) {
  const [x, y] = middle(from);
  let [best, least] = [key, Number.POSITIVE_INFINITY];
  for (const [other, rect] of rects) {
    if (!rect) continue;
    const [ox, oy] = middle(rect);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 1 && along + 2.5 * aside < least) [best, least] = [other, along + 2.5 * aside];
  }
  return best;
}

/**
 * How far a point is from a rectangle of the screen; 0 inside it.
 * @param {number} x
 * @param {number} y
 * @param {{left: number, right: number, top: number, bottom: number}} rect
 */
export function farFrom(x, y, { left, right, top, bottom }) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/**
 * Where a box goes near a thing, inside its frame: above it where there is room, else below. Where that
 * covers what is to be seen, it goes where it covers least: above, below, further up, or beside it.
 * @param {{width: number, height: number}} box
 * @param {DOMRect} near
 * @param {DOMRect} frame
 * @param {number} gap
 * @param {DOMRect[]} [clear]  what it should not cover
 */
export function placeNear(box, near, frame, gap, clear = []) {
  const centre = near.left + near.width / 2 - frame.left;
  const left = Math.max(8, Math.min(centre - box.width / 2, frame.width - box.width - 8));
  const above = near.top - frame.top - box.height - gap;
  const bottom = near.bottom - frame.top;
  const below = Math.min(bottom + gap, Math.max(bottom - 24, frame.height - box.height));
  const arrow = Math.max(16, Math.min(box.width - 16, centre - left));
  const middleOf = near.top + (near.bottom - near.top) / 2 - frame.top - box.height / 2;
  const top = Math.max(8, Math.min(middleOf, frame.height - box.height - 8));
  const over = { left, top: above, side: "above", arrow };
  const under = { left, top: below, side: "below", arrow };
  const usual = above >= -gap ? over : under;
  const higher = Math.min(above, ...clear.map((one) => one.top - frame.top - box.height - gap));
  const places = [
    usual,
    ...(usual === over && bottom + gap + box.height <= frame.height ? [under] : []),
    ...(higher >= -gap ? [{ left, top: higher, side: "beside", arrow }] : []),
    { left: near.left - frame.left - box.width - gap, top, side: "beside", arrow },
    { left: near.left + near.width - frame.left + gap, top, side: "beside", arrow },
  ].filter((place) => place === usual || (place.left >= 0 && place.left + box.width <= frame.width));
  const covered = (/** @type {typeof usual} */ place) => {
    const [x, y] = [place.left + frame.left, place.top + frame.top];
    const shared = (/** @type {DOMRect} */ one) =>
      Math.max(0, Math.min(x + box.width, one.left + one.width) - Math.max(x, one.left)) *
      Math.max(0, Math.min(y + box.height, one.bottom) - Math.max(y, one.top));
    return clear.reduce((sum, one) => sum + shared(one), 0);
  };
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

const FAR = 3; // a ring's distance from a thing
const THICK = 3; // its line
const CORNER = 8;
const SLACK = 1.25; // a common ring is not much larger than what is in it

/**
 * Rings around things. Those of neighbours would cross each other, and what is written there: they are
 * one ring, if it holds little else; if not, they are as small as can be.
 * @param {Rect[]} rects
 * @param {number} least  what somebody is asked to look at is never a sliver
 * @returns {{box: Box, round: number, line: number}[]}
 */
export function rings(rects, least) {
  /** @type {{box: Box, around: Box[], round: number, line: number}[]} */
  const found = [];
  for (const [x, y, w, tall] of rects) {
    const small = Math.min(Math.max(w, least), Math.max(tall, least));
    const off = Math.min(FAR, small / 8); // around a tiny card a wide ring would hide its neighbours
    let around = [grown([x, y, w, tall], off)];
    const [round, line] = [Math.min(CORNER, small / 4 + off), Math.min(THICK, small / 6)];
    for (let next = 0; next >= 0; ) {
      const box = atLeast(union(around), least);
      next = found.findIndex((one) => meet(one.box, box, line) && isFilled([...one.around, ...around]));
      if (next >= 0) around = around.concat(...found.splice(next, 1).map((one) => one.around));
      else found.push({ box, around, round, line });
    }
  }
  return found.map((one) => {
    const crossed = found.some((other) => other !== one && meet(one.box, other.box, one.line));
    return crossed ? { ...one, box: union(one.around) } : one;
  });
}

/** @typedef {[number, number, number, number]} Box */

/** @param {Box} box @param {number} off @returns {Box} */
const grown = ([x, y, w, tall], off) => [x - off, y - off, w + 2 * off, tall + 2 * off];

/** @param {Box} box */
const area = ([, , w, tall]) => w * tall;

/** Do they fill most of a box around all of them? @param {Box[]} boxes */
const isFilled = (boxes) => area(union(boxes)) <= SLACK * boxes.reduce((sum, box) => sum + area(box), 0);

/** A box around the same middle that is not smaller than that. @param {Box} box @param {number} least */
function atLeast([x, y, w, tall], least) {
  const [wide, high] = [Math.max(w, least), Math.max(tall, least)];
  return /** @type {Box} */ ([x - (wide - w) / 2, y - (high - tall) / 2, wide, high]);
}

/** @param {Box} one @param {Box} other @param {number} off */
const meet = ([x, y, w, tall], [left, top, wide, high], off) =>
  x < left + wide + off && left < x + w + off && y < top + high + off && top < y + tall + off;

/** @param {Box[]} boxes @returns {Box} */
function union(boxes) {
  const [x, y] = [0, 1].map((n) => Math.min(...boxes.map((box) => box[n])));
  const [right, low] = [0, 1].map((n) => Math.max(...boxes.map((box) => box[n] + box[n + 2])));
  return [x, y, right - x, low - y];
}
