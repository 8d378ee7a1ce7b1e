/**
 * What a coach's sentence speaks of: a gold ring around it on the board, and a dotted line from the note to it.
 *
 * The line lies under all pieces, so that it hides no value of a card, and goes where it meets few of them. What is
 * ringed is chosen when the sentence is said; whatever has changed since, or is gone, has no ring any more.
 *
 * @import { Drawn } from "./picture.js"
 * @import { Stage } from "./stage.js"
 * @import { Note } from "./coaching.js"
 * @import { Rect, Rule, Scene } from "./types"
 */

import { put, s } from "./html.js";

/** Whose doing something was, and which pieces have changed with it. @typedef {{seat: number | null, changed: Set<string>}} Doing */
/** @typedef {[number, number]} Point */

const FEW = 4; // things that have a ring each; more have one together
const CROWD = 14; // so many pieces are not pointed at: it would be the whole board
const PAD = 4; // units between a thing and its ring
const LEAST = 24; // units: a single letter has a ring, too
const STEP = 10; // units between two looks at what a line meets
const WORDS = 60; // a line had rather be so much longer, in units, than meet a number that it would not lie under ...
const PIECES = 6; // ... or a piece, which hides it ...
const PLACES = 10; // ... or what can be touched: there is something drawn
const BEND = 12; // units
const EDGE = 9; // units beside the board, or half of it within

/**
 * The pieces or targets that a rule speaks of, by their keys.
 * @param {Rule} rule
 * @param {Scene} scene
 * @param {number | null} learner  whose coach it is
 * @param {Doing | undefined} doing  when it has happened
 * @param {(key: string) => boolean} [placed]  has it a place in this layout?
 * @returns {string[]}
 */
export function spokenOf({ coach = {} }, { pieces, targets, choices }, learner, doing, placed = () => true) {
  const { at, sight, choice } = coach;
  if (!at && choice) return (choices.keys ?? []).filter((key) => key.startsWith(choice) && key in targets);
  for (const one of at ?? (sight ? [sight] : [])) {
    const key = one.replace("{seat}", String(doing?.seat ?? learner));
    if ((pieces[key] || targets[key]) && placed(key)) return [key];
    const alike = Object.keys(pieces).filter((piece) => piece.startsWith(key) && placed(piece));
    const changed = alike.filter((piece) => doing?.changed.has(piece));
    if (alike.length) return changed.length && changed.length < CROWD ? changed : alike.length < CROWD ? alike : [];
    const open = Object.keys(targets).filter((target) => target.startsWith(key));
    if (open.length) return open.length < CROWD ? open : [];
  }
  return [];
}

/** One box around all of them. @param {Rect[]} boxes @returns {Rect} */
function around(boxes) {
  const [x, y] = [Math.min(...boxes.map((box) => box[0])), Math.min(...boxes.map((box) => box[1]))];
  const right = Math.max(...boxes.map((box) => box[0] + box[2]));
  return [x, y, right - x, Math.max(...boxes.map((box) => box[1] + box[3])) - y];
}

/** The ring around a thing. @param {Rect} box @returns {Rect} */
export function ringOf([x, y, w, tall]) {
  const [wide, high] = [Math.max(w + 2 * PAD, LEAST), Math.max(tall + 2 * PAD, LEAST)];
  return [x + (w - wide) / 2, y + (tall - high) / 2, wide, high];
}

/**
 * The best way from above the board to one of these rings: straight down, or down and to the side.
 * @param {Rect[]} rings
 * @param {{width: number, height: number}} board
 * @param {number} top  where it begins
 * @param {{words: Rect[], pieces: Rect[], places: Rect[]}} others  what it might meet
 * @param {number} room  beside the board, to the left and to the right
 * @returns {Point[]}
 */
export function wayTo(rings, { width }, top, { words, pieces, places }, room = 0) {
  const edge = room > 2 * EDGE ? -EDGE : EDGE / 2;
  const downs = [edge, width - edge];
  for (let x = 2 * STEP; x < width; x += 2 * STEP) downs.push(x);
  /** @type {Point[][]} */
  const ways = [];
  for (const [x, y, w, tall] of rings) {
    for (const part of [0.5, 0.2, 0.8, 0.03, 0.97]) {
      ways.push([
        [x + w * part, top],
        [x + w * part, y],
      ]);
    }
    for (const part of [0.5, 0.2, 0.8]) {
      const across = y + tall * part;
      for (const down of downs) {
        if (down > x - 2 * STEP && down < x + w + 2 * STEP) continue;
        ways.push([
          [down, top],
          [down, across],
          [down < x ? x : x + w, across],
        ]);
      }
    }
  }
  const cost = (/** @type {Point[]} */ way) =>
    lengthOf(way) + WORDS * met(way, words) + PIECES * met(way, pieces) + PLACES * met(way, places);
  return ways.map((way) => ({ way, cost: cost(way) })).reduce((a, b) => (b.cost < a.cost ? b : a)).way;
}

/** @param {Point[]} way */
const lengthOf = (way) => legs(way).reduce((sum, [a, b]) => sum + Math.hypot(b[0] - a[0], b[1] - a[1]), 0);

/** @param {Point[]} way @returns {[Point, Point][]} */
const legs = (way) => way.slice(1).map((point, i) => [way[i], point]);

/** At how many of its points a way meets one of these. @param {Point[]} way @param {Rect[]} boxes */
function met(way, boxes) {
  let count = 0;
  for (const leg of legs(way)) {
    const steps = Math.floor(lengthOf(leg) / STEP);
    for (let i = 0; i < steps; i++) {
      const [x, y] = [0, 1].map((axis) => leg[0][axis] + ((leg[1][axis] - leg[0][axis]) * i) / steps);
      if (boxes.some((box) => x > box[0] && x < box[0] + box[2] && y > box[1] && y < box[1] + box[3])) count += 1;
    }
  }
  return count;
}

/** A way as a path, its corner rounded. @param {Point[]} way */
function pathOf([from, bend, end]) {
  if (!end) return `M${from}L${bend}`;
  const to = end[0] < bend[0] ? -1 : 1;
  return `M${from}L${bend[0]} ${bend[1] - BEND}Q${bend} ${bend[0] + to * BEND} ${bend[1]}L${end}`;
}

/** @param {Rect} a @param {Rect} b */
const holds = (a, b) => a[0] <= b[0] && a[1] <= b[1] && a[0] + a[2] >= b[0] + b[2] && a[1] + a[3] >= b[1] + b[3];

export class Pointing {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.line = s("svg", { class: "es-coach-line", "aria-hidden": "true" });
    this.rings = s("svg", { class: "es-coach-rings", "aria-hidden": "true" });
    /** What it points at for. @type {Note | null} */
    this.note = null;
    /** What that speaks of, and how it looked then. @type {Map<string, string>} */
    this.things = new Map();
    /** What is drawn. */
    this.drawn = "";
  }

  get picture() {
    return this.stage.board.picture;
  }

  /** Point at what this note speaks of; null: at nothing. @param {Note | null} note @param {() => string[]} keys */
  show(note, keys) {
    if (note !== this.note) {
      this.note = note;
      this.things = new Map(note ? keys().map((key) => [key, this.look(key)]) : []);
    }
    const left = [...this.things.keys()].filter((key) => this.look(key) === this.things.get(key));
    const boxes = left.map((key) => this.boxOf(key)).filter((box) => box !== undefined);
    this.draw(boxes.length > FEW ? [around(boxes)] : boxes, left);
  }

  /** What it is, wherever it lies. @param {string} key */
  look(key) {
    const { pieces, targets } = this.stage.table.scene;
    return pieces[key] ? pieces[key].slice(1, 4).join() : key in targets ? "target" : "gone";
  }

  /** Where it is in this layout, if anywhere. @param {string} key @returns {Rect | undefined} */
  boxOf(key) {
    const entry = this.picture.entries.get(key);
    if (entry) return this.boxOfPiece(entry);
    return this.picture.layout.places[this.stage.table.scene.targets[key]?.[0] ?? ""];
  }

  /** @param {Drawn} entry @returns {Rect} */
  boxOfPiece({ g, piece, at }) {
    const { x, y, scale, turn, w, h } = at;
    const box = piece[1] ? { x: 0, y: 0, width: w, height: h } : /** @type {SVGGraphicsElement} */ (g).getBBox();
    const [wide, high] = [box.width * scale, box.height * scale];
    const [left, top] = [x + (box.x - w / 2) * scale, y + (box.y - h / 2) * scale];
    if (turn % 180 === 0) return [left, top, wide, high];
    return [left + (wide - high) / 2, top + (high - wide) / 2, high, wide];
  }

  /** @param {Rect[]} boxes @param {string[]} keys */
  draw(boxes, keys) {
    const { scenery, cover, layout } = this.picture;
    if (this.line.previousSibling !== scenery) {
      scenery.after(this.line);
      cover.after(this.rings);
    }
    const rings = boxes.map(ringOf);
    const top = rings.length ? this.above() : 0;
    const now = JSON.stringify([rings, top, layout.width]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.line.replaceChildren();
    this.rings.replaceChildren();
    if (!rings.length) return;
    for (const svg of [this.line, this.rings]) put(svg, "viewBox", `0 0 ${layout.width} ${layout.height}`);
    const path = pathOf(wayTo(rings, layout, top, this.others(rings), this.room()));
    this.line.append(s("path", { d: path }), s("path", { d: path }));
    for (const [x, y, width, height] of rings) {
      const ring = { x, y, width, height, rx: Math.min(10, height / 3) };
      this.rings.append(s("rect", ring), s("rect", ring));
    }
    put(/** @type {Element} */ (this.rings.lastChild), "data-rings", keys.join(" "));
  }

  /** Where the note ends, above the board, in the board's units. */
  above() {
    const { coach, board } = this.stage.parts;
    const place = board.getBoundingClientRect();
    const gap = place.top - coach.getBoundingClientRect().bottom;
    return place.width ? -Math.max(0, gap) * (this.picture.layout.width / place.width) : 0;
  }

  /** How much is free on both sides of the board, in its units. */
  room() {
    const { coach, board } = this.stage.parts;
    const place = board.getBoundingClientRect();
    const free = place.left - coach.getBoundingClientRect().left;
    return place.width ? free * (this.picture.layout.width / place.width) : 0;
  }

  /** What a line to these rings might meet. @param {Rect[]} rings */
  others(rings) {
    const { entries, layout } = this.picture;
    /** @type {{words: Rect[], pieces: Rect[], places: Rect[]}} */
    const found = { words: [], pieces: [], places: [] };
    const add = (/** @type {Rect | undefined} */ box, /** @type {Rect[]} */ to) => {
      if (box && box[2] * box[3] < (layout.width * layout.height) / 8) to.push(box);
    };
    for (const entry of entries.values()) {
      if (entry.piece[1]) add(layout.places[entry.piece[0]], found.pieces);
      else if (entry.piece[2]) add(this.boxOfPiece(entry), found.words);
    }
    for (const [place] of Object.values(this.stage.table.scene.targets)) add(layout.places[place], found.places);
    const others = (/** @type {Rect[]} */ boxes) => boxes.filter((box) => !rings.some((ring) => holds(box, ring)));
    return { words: others(found.words), pieces: others(found.pieces), places: others(found.places) };
  }
}
