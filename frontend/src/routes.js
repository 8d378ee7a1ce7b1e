/**
 * The way of a dotted line between two places: past what lies there, where that can be, and not over
 * it: in the gutter between columns, above a row. Numbers only; nothing here touches the page.
 *
 * @import { Rect } from "./types"
 */

import { distance, middle } from "./geometry.js";

const NEAR = 44; // what has hardly moved gets no line
const STEP = 5; // between the points at which a line is looked at
const BESIDE = [1.5, 5]; // how far from a place's edge a line may run
const EDGE = 3; // a line so near to a thing touches it
const ROUND = 9; // of corners

/** @typedef {{x: number, y: number}} Point */

/**
 * A line from the middle of one place to that of another; null where they are too near.
 * @param {Rect} from
 * @param {Rect} to
 * @param {Rect[]} [others]  what it had better not cross
 * @param {[number, number]} [size]  of the whole picture
 * @returns {{d: string, end: number[], over: number} | null}  `over`: how much of it lies over others
 */
export function routeBetween(from, to, others = [], size = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]) {
  const [a, b] = [from, to].map((rect) => {
    const [x, y] = middle(rect);
    return { x, y };
  });
  const way = distance(a, b);
  if (way < NEAR) return null;
  const near = others.filter((rect) => !same(rect, from) && !same(rect, to));
  /** @type {{d: string, over: number, cost: number} | null} */
  let best = null;
  for (const { d, points } of [...bends(a, b, way), ...corners(a, b, from, to)]) {
    if (points.some(({ x, y }) => x < 1 || y < 1 || x > size[0] - 1 || y > size[1] - 1)) continue;
    const { long, over, touching } = look(points, from, to, near);
    const cost = over + 0.3 * touching + 0.15 * long;
    if (!best || cost < best.cost) best = { d, over, cost };
  }
  return best && { d: best.d, end: [b.x, b.y], over: best.over };
}

/** @param {Rect} one @param {Rect} other */
const same = ([x, y, w, tall], [left, top, wide, high]) =>
  Math.abs(x - left) + Math.abs(y - top) + Math.abs(w - wide) + Math.abs(tall - high) < 1;

/** @param {Point} point @param {Rect} rect @param {number} [off] */
const inside = ({ x, y }, [left, top, w, tall], off = 0) =>
  x > left - off && x < left + w + off && y > top - off && y < top + tall + off;

/**
 * How long a line is, and how much of it lies over others or touches them; at its ends it may.
 * @param {Point[]} points
 * @param {Rect} from
 * @param {Rect} to
 * @param {Rect[]} others
 */
function look(points, from, to, others) {
  let [long, over, touching] = [0, 0, 0];
  for (const [i, point] of points.entries()) {
    const part = i ? distance(points[i - 1], point) : 0;
    long += part;
    if (inside(point, from) || inside(point, to)) continue;
    if (others.some((rect) => inside(point, rect))) over += part;
    else if (others.some((rect) => inside(point, rect, EDGE))) touching += part;
  }
  return { long, over, touching };
}

/** A gentle bend to either side. @param {Point} a @param {Point} b @param {number} way */
function bends(a, b, way) {
  const bend = Math.min(60, way / 5);
  return [bend, -bend].map((off) => {
    const via = { x: (a.x + b.x) / 2 + off, y: (a.y + b.y) / 2 - off };
    const count = Math.ceil(way / STEP);
    const points = Array.from({ length: count + 1 }, (_, i) => {
      const t = i / count;
      const at = (/** @type {"x" | "y"} */ n) => (1 - t) ** 2 * a[n] + 2 * t * (1 - t) * via[n] + t ** 2 * b[n];
      return { x: at("x"), y: at("y") };
    });
    return { d: `M${a.x} ${a.y}Q${via.x} ${via.y} ${b.x} ${b.y}`, points };
  });
}

/**
 * Ways along the edges of the two places, with two to four corners.
 * @param {Point} a
 * @param {Point} b
 * @param {Rect} from
 * @param {Rect} to
 */
function corners(a, b, from, to) {
  /** @type {number[]} */
  const xs = [];
  /** @type {number[]} */
  const ys = [];
  for (const [left, top, w, tall] of [from, to]) {
    for (const off of BESIDE) {
      xs.push(left - off, left + w + off);
      ys.push(top - off, top + tall + off);
    }
  }
  /** @type {Point[][]} */
  const ways = [];
  for (const x of xs) ways.push([a, { x, y: a.y }, { x, y: b.y }, b]);
  for (const y of ys) ways.push([a, { x: a.x, y }, { x: b.x, y }, b]);
  for (const x of xs) {
    for (const y of ys) {
      ways.push([a, { x, y: a.y }, { x, y }, { x: b.x, y }, b], [a, { x: a.x, y }, { x, y }, { x, y: b.y }, b]);
    }
  }
  return ways.map((way) => ({ d: rounded(way), points: along(way) }));
}

/** The points of a line with corners. @param {Point[]} way */
function along(way) {
  return way.slice(1).flatMap((to, i) => {
    const from = way[i];
    const count = Math.max(1, Math.ceil(distance(from, to) / STEP));
    const at = (/** @type {number} */ t) => ({ x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) });
    return Array.from({ length: count }, (_, n) => at((n + 1) / count));
  });
}

/** @param {Point[]} way */
function rounded(way) {
  const toward = (/** @type {Point} */ from, /** @type {Point} */ to) => {
    const far = distance(from, to);
    const part = far ? Math.min(ROUND, far / 2) / far : 0;
    return `${+(from.x + part * (to.x - from.x)).toFixed(1)} ${+(from.y + part * (to.y - from.y)).toFixed(1)}`;
  };
  const [start, ...rest] = way;
  const end = /** @type {Point} */ (rest.pop());
  const turns = rest.map((corner, i) => {
    const after = rest[i + 1] ?? end;
    return `L${toward(corner, way[i])}Q${corner.x} ${corner.y} ${toward(corner, after)}`;
  });
  return `M${start.x} ${start.y}${turns.join("")}L${end.x} ${end.y}`;
}
