/**
 * Where things lie on the chart of a game's rules: hexagons, shores, the route and the boat. Numbers and paths
 * only; map.js draws them. A rule's `at` is a column and a half row (escale/teach/chart.py).
 */

/** @typedef {[number, number]} At */
/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {object} MapRule
 * @property {string} id
 * @property {string} section
 * @property {At} at
 * @property {string} label
 * @property {string} text
 * @property {boolean} ours  is it a decision of ours?
 * @property {boolean} practise  are there exercises?
 * @property {string[]} seen  "dolce-vita/ties#3", if a lesson shows it
 */

const COLUMN = 75;
const HALF = 43.3;
const LEFT = 66;
const TOP = 96;
export const WIDE = 95;
export const TALL = 82.3;
const TITLE = 48; // from the middle of an island's first row up to its title
const BELOW = 68;

/** @param {At} at @returns {Point} */
export const middle = ([column, half]) => ({ x: LEFT + COLUMN * column, y: TOP + HALF * half });

/** @param {Point} point @param {number} [wide] */
export function hexagon({ x, y }, wide = WIDE) {
  const [a, b, c] = [wide / 2, wide / 4, (wide * TALL) / WIDE / 2];
  const corners = [
    [x + a, y],
    [x + b, y + c],
    [x - b, y + c],
    [x - a, y],
    [x - b, y - c],
    [x + b, y - c],
  ];
  return `M${corners.map((corner) => corner.map(tenths).join(" ")).join("L")}Z`;
}

/** @param {number} value */
const tenths = (value) => Math.round(value * 10) / 10;

/** @param {MapRule[]} rules @returns {{width: number, height: number}} */
export function sizeOf(rules) {
  const last = (/** @type {0 | 1} */ axis) => Math.max(...rules.map(({ at }) => at[axis]));
  const { x, y } = middle([last(0), last(1)]);
  return { width: x + LEFT, height: y + BELOW };
}

/**
 * Where an island's title begins, and how wide it may be: up to the next island beside it.
 * @param {MapRule[]} island
 * @param {MapRule[]} others
 * @param {number} width  of the chart
 */
export function titleOf(island, others, width) {
  const column = Math.min(...island.map(({ at }) => at[0]));
  const top = Math.min(...island.map(({ at }) => at[1]));
  const beside = others.filter(({ at }) => at[0] > column && Math.abs(at[1] - top) <= 3).map(({ at }) => at[0]);
  const { x, y } = middle([column, top]);
  const left = x - WIDE / 2;
  const right = beside.length ? middle([Math.min(...beside), 0]).x - WIDE / 2 : width;
  return { x: left, y: y - TITLE - 30, wide: Math.max(WIDE, right - left - 8) };
}

/**
 * The dotted way from one island to the next, and its middle.
 * @param {MapRule[]} from
 * @param {MapRule[]} to
 * @returns {{path: string, middle: Point}}
 */
export function routeBetween(from, to) {
  const here = from.map(({ at }) => middle(at));
  const there = to.map(({ at }) => middle(at));
  const end = here.reduce((best, one) => (one.x + one.y / 100 > best.x + best.y / 100 ? one : best));
  const start = there.reduce((best, one) => (one.x - one.y / 100 < best.x - best.y / 100 ? one : best));
  const gap = start.x - end.x;
  if (gap > 0) {
    const [x1, x2] = [end.x + WIDE / 2 + 4, start.x - WIDE / 2 - 4];
    const [y1, y2] = [end.y + 22, start.y + 22];
    const low = Math.max(y1, y2) + 24;
    const path = `M${x1} ${tenths(y1)}C${x1 + 16} ${tenths(low)} ${x2 - 16} ${tenths(low)} ${x2} ${tenths(y2)}`;
    return { path, middle: { x: (x1 + x2) / 2, y: low - 10 } };
  }
  // Down to the next row of islands: below the lowest of this one, along the open water, to above the first.
  const low = here.reduce((best, one) => (one.y - one.x / 100 > best.y - best.x / 100 ? one : best));
  const first = there.reduce((best, one) => (one.y < best.y ? one : best));
  const [x1, y1] = [low.x - WIDE / 4, low.y + TALL / 2 + 4];
  const [x2, y2] = [first.x + WIDE, first.y - TALL / 2 - 34];
  const wave = (y1 + y2) / 2;
  const path = `M${tenths(x1)} ${tenths(y1)}C${tenths(x1 - 60)} ${tenths(wave + 10)} ${tenths(x2 + 90)} ${tenths(wave - 10)} ${tenths(x2)} ${tenths(y2)}`;
  return { path, middle: { x: (x1 + x2) / 2, y: wave } };
}

/**
 * Where the boat is: the course is on its way to the island of the next lesson, or has left the last one.
 * @param {{lessons: Record<string, {rules: string[]}>, rules: MapRule[], sections: [string, string][]}} game
 * @param {Record<string, unknown>} done  lessons that are completed
 * @returns {Point}
 */
export function boatAt({ lessons, rules, sections }, done) {
  const next = Object.keys(lessons).find((lesson) => !done[lesson]);
  const section = rules.find(({ id }) => next && lessons[next].rules.includes(id))?.section;
  const at = section ? sections.findIndex(([one]) => one === section) : sections.length;
  const island = (/** @type {number} */ index) => rules.filter((rule) => rule.section === sections[index][0]);
  if (at === 0) {
    const others = rules.filter((rule) => rule.section !== sections[0][0]);
    const title = titleOf(island(0), others, sizeOf(rules).width);
    const written = 9 * sections[0][1].length + 60; // about, with how many of it are known
    return { x: title.x + Math.min(written, title.wide - 24), y: title.y + 30 };
  }
  if (at < sections.length) return routeBetween(island(at - 1), island(at)).middle;
  const last = island(sections.length - 1).map((rule) => middle(rule.at));
  const lowest = last.reduce((low, one) => (one.y > low.y ? one : low));
  return { x: lowest.x + WIDE * 0.75, y: lowest.y + TALL * 0.85 };
}

/**
 * The tile that an arrow leads to: the nearest in that direction.
 * @param {MapRule[]} rules
 * @param {MapRule} from
 * @param {string} key  ArrowLeft …
 * @returns {MapRule | undefined}
 */
export function neighbour(rules, from, key) {
  const here = middle(from.at);
  /** @type {[number, MapRule | undefined]} */
  let best = [Number.POSITIVE_INFINITY, undefined];
  for (const rule of rules) {
    const there = middle(rule.at);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const [along, aside] = { ArrowRight: [dx, dy], ArrowLeft: [-dx, dy], ArrowDown: [dy, dx], ArrowUp: [-dy, dx] }[
      key
    ] ?? [0, 0];
    if (along < 1) continue;
    const far = along + 2.2 * Math.abs(aside);
    if (far < best[0]) best = [far, rule];
  }
  return best[1];
}

const DAY = 86_400_000; // ms

/**
 * The game that a map opens on: that of the asked rule, else of the latest day of practice (of two on that day,
 * where more was answered), else of most rules met.
 * @param {{id: string, rules: {id: string}[]}[]} games
 * @param {string} asked
 * @param {Record<string, {last: number}>} cards
 * @param {(rule: string) => boolean} met
 */
export function gameToOpen(games, asked, cards, met) {
  const weighed = games.map(({ id, rules }) => ({
    id,
    asked: rules.some((rule) => rule.id === asked) ? 1 : 0,
    day: Math.floor(Math.max(0, ...rules.map((rule) => cards[rule.id]?.last ?? 0)) / DAY),
    answered: rules.filter((rule) => cards[rule.id]).length,
    met: rules.filter((rule) => met(rule.id)).length,
  }));
  weighed.sort((a, b) => b.asked - a.asked || b.day - a.day || b.answered - a.answered || b.met - a.met);
  return weighed[0]?.id ?? "";
}
