/**
 * The picture: pieces as SVG groups, kept by key, so that a piece visibly travels. Drawn as
 * draw/svg.py does. How they move is in motion.js.
 *
 * @import { Box, Layout, Piece, Rect } from "./types"
 * @import { Geometry } from "./geometry.js"
 */

import { geometry, transformOf } from "./geometry.js";
import { put, s } from "./html.js";
import { Motion } from "./motion.js";

const TEXT_SIZE = 0.72; // as in draw/svg.py

/**
 * A piece as it is drawn.
 * @typedef {object} Drawn
 * @property {string} key
 * @property {Element} g
 * @property {Piece} piece
 * @property {number} z  the depth at which it lies
 * @property {Geometry} at
 * @property {string} [look]  all that its drawing depends on
 */

export class Picture {
  /**
   * @param {Box} box
   * @param {string} lang
   */
  constructor(box, lang) {
    this.box = box;
    this.scenery = s("svg", { class: "es-scenery", "aria-hidden": "true" });
    this.floor = s("g");
    /** @type {Map<number, Element>} depth -> the group on the floor with what lies there */
    this.layers = new Map();
    this.air = s("g"); // for what flies
    this.ghosts = s("g", { class: "es-ghost" });
    this.rings = s("g", { class: "es-ringed" });
    this.svg = s("svg", { class: "es-board", "aria-hidden": "true" }, this.floor, this.rings, this.ghosts, this.air);
    this.cover = s("svg", { class: "es-cover", "aria-hidden": "true" });
    /** @type {Map<string, Drawn>} */
    this.entries = new Map();
    /** Pieces for which this layout has no place. @type {Record<string, Piece>} */
    this.unplaced = {};
    /** @type {Map<string, number>} key -> degrees that a person has turned it by */
    this.turned = new Map();
    /** @type {Drawn[]} what is picked */
    this.lifted = [];
    this.motion = new Motion(this, lang);
    /** @type {Layout} */
    this.layout = box.layouts[0];
  }

  get elements() {
    return [this.scenery, this.svg, this.cover];
  }

  /**
   * Lay everything out anew, without motion.
   * @param {Layout} layout
   */
  setLayout(layout) {
    this.motion.finish();
    this.layout = layout;
    for (const svg of this.elements) svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    this.scenery.innerHTML = layout.scenery;
    this.cover.innerHTML = layout.cover;
    const pieces = [...this.entries].map(([key, entry]) => [key, entry.piece]);
    this.show({ ...Object.fromEntries(pieces), ...this.unplaced });
  }

  /**
   * Show exactly these pieces.
   * @param {Record<string, Piece>} pieces
   */
  show(pieces) {
    this.motion.finish();
    for (const { g } of this.entries.values()) g.remove();
    this.ring("");
    this.entries.clear();
    this.unplaced = {};
    for (const [key, piece] of Object.entries(pieces)) this.lay(key, piece);
    for (const entry of this.entries.values()) this.insert(entry);
  }

  /**
   * Show what has changed; with `moving`, pieces travel to where they now are.
   * @param {Record<string, Piece | null>} changes
   * @param {boolean} moving
   */
  update(changes, moving) {
    const turned = [...this.turned.keys()].filter((key) => !(key in changes));
    const travellers = [];
    this.turned.clear(); // a person's turning ends with the move
    const heirs = this.heirs(changes);
    const inherited = new Set(heirs.values());
    for (const [key, piece] of Object.entries(changes)) {
      const before = this.entries.get(key) ?? heirs.get(key);
      if (before && before.piece === piece) continue;
      const from = before && { at: before.at, symbol: before.piece[1], text: before.piece[2] };
      const entry = piece && this.lay(key, piece);
      if (entry) travellers.push({ entry, from });
      else this.leave(key, moving && !(before && inherited.has(before)));
      if (piece && !entry) this.unplaced[key] = piece; // another layout may have a place for it
    }
    travellers.sort((a, b) => a.entry.z - b.entry.z);
    for (const { entry } of travellers) this.insert(entry);
    for (const key of turned) this.redraw(key);
    if (moving) this.motion.move(travellers);
  }

  /**
   * Pieces that look like one that goes away take over from it: money is money.
   * @param {Record<string, Piece | null>} changes
   * @returns {Map<string, Drawn>}
   */
  heirs(changes) {
    const gone = Object.keys(changes).flatMap((key) => {
      const entry = changes[key] ? undefined : this.entries.get(key);
      return entry ? [entry] : [];
    });
    const heirs = new Map();
    for (const [key, piece] of Object.entries(changes)) {
      if (!piece?.[1] || this.entries.has(key)) continue;
      const found = gone.findIndex((entry) => entry.piece[1] === piece[1]);
      if (found >= 0) heirs.set(key, gone.splice(found, 1)[0]);
    }
    return heirs;
  }

  // --- a piece

  /**
   * Make or renew the group of a piece; null where this layout has no place for it.
   * @param {string} key
   * @param {Piece} piece
   */
  lay(key, piece) {
    const place = this.layout.places[piece[0]];
    delete this.unplaced[key];
    if (!place) {
      this.unplaced[key] = piece;
      return null;
    }
    const at = geometry(piece, place, this.box.sizes, this.turned.get(key));
    const entry = this.entries.get(key) ?? { key, g: s("g", { "data-piece": key }), piece, z: 0, at };
    this.entries.set(key, entry);
    entry.piece = piece;
    entry.z = place[4] ?? 0;
    this.draw(entry, place, at);
    return entry;
  }

  /**
   * @param {Drawn} entry
   * @param {Rect} place
   */
  draw(entry, place, at = geometry(entry.piece, place, this.box.sizes, this.turned.get(entry.key))) {
    entry.at = at;
    put(entry.g, "transform", transformOf(entry.at, ""));
    const look = `${entry.piece.slice(1, 5)} ${entry.at.w} ${entry.at.h}`;
    if (entry.look !== look) this.drawLook(entry, place); // most pieces only go somewhere else
    entry.look = look;
  }

  /**
   * @param {Drawn} entry
   * @param {Rect} place
   */
  drawLook({ g, at, piece }, place) {
    const [, symbol, text, path, style = ""] = piece;
    const kind = symbol ? "symbol" : text ? "text" : "path";
    put(g, "class", `es-piece es-${kind} ${style}`);
    if (symbol) {
      const use = onlyChild(g, "use");
      put(use, "href", `#${symbol}`);
      put(use, "width", at.w);
      put(use, "height", at.h);
    } else if (text) drawText(onlyChild(g, "text"), text, style.split(" "), place);
    else onlyChild(g, "path").setAttribute("d", path ?? "");
  }

  /**
   * Put a group where its depth belongs: each depth has a layer.
   * @param {Drawn} entry
   */
  insert({ g, z }) {
    const layer = this.layers.get(z) ?? this.addLayer(z);
    if (g.parentNode !== layer) layer.append(g);
  }

  /** @param {number} z */
  addLayer(z) {
    const layer = s("g");
    const above = [...this.layers.keys()].filter((depth) => depth > z);
    this.floor.insertBefore(layer, this.layers.get(Math.min(...above)) ?? null);
    this.layers.set(z, layer);
    return layer;
  }

  /**
   * @param {string} key
   * @param {boolean} fading
   */
  leave(key, fading) {
    const entry = this.entries.get(key);
    delete this.unplaced[key];
    if (!entry) return;
    this.entries.delete(key);
    if (fading) this.motion.fadeOut(entry.g);
    else entry.g.remove();
  }

  // --- what a person does to pieces before a move is made

  /**
   * The pieces that lie on a place.
   * @param {string | undefined} place
   */
  on(place) {
    return [...this.entries.values()].filter(({ piece }) => piece[0] === place);
  }

  /**
   * Mark what is picked: the pieces on these places are lifted.
   * @param {(string | undefined)[]} places
   */
  lift(places) {
    for (const { g } of this.lifted) g.classList.remove("picked");
    this.lifted = places.flatMap((place) => this.on(place));
    for (const { g } of this.lifted) g.classList.add("picked");
  }

  /**
   * The key of the piece at this point that can be told, if there is one.
   * @param {{clientX: number, clientY: number}} point
   */
  telling({ clientX, clientY }) {
    const { told } = this.box;
    if (!told) return undefined;
    for (const { key, g } of this.entries.values()) {
      const path = key.startsWith(told) ? g.querySelector("path") : null;
      const at = path?.getScreenCTM();
      if (path && at && path.isPointInFill(new DOMPoint(clientX, clientY).matrixTransform(at.inverse()))) return key;
    }
    return undefined;
  }

  /** Ring a piece that is a path, and no other; "" rings none. @param {string} key */
  ring(key) {
    const outline = /** @type {Element | undefined} */ (this.entries.get(key)?.g.cloneNode(true));
    if (outline) for (const name of ["class", "data-piece"]) outline.removeAttribute(name); // only its line: it is not the piece again
    this.rings.replaceChildren(...(outline ? [outline.cloneNode(true), outline] : []));
  }

  /**
   * Turn the pieces on a place by so many degrees, until further notice.
   * @param {string} place
   * @param {number} degrees
   * @param {boolean} moving
   */
  turn(place, degrees, moving) {
    for (const entry of this.on(place)) {
      if ((this.turned.get(entry.key) ?? 0) === degrees) continue;
      const from = { at: entry.at };
      this.turned.set(entry.key, degrees);
      this.draw(entry, this.layout.places[place]);
      if (moving) this.motion.travel(entry, from, 0);
    }
  }

  unturn() {
    const keys = [...this.turned.keys()];
    this.turned.clear();
    for (const key of keys) this.redraw(key);
  }

  /** @param {string} key */
  redraw(key) {
    const entry = this.entries.get(key);
    if (entry) this.draw(entry, this.layout.places[entry.piece[0]]);
  }

  /**
   * Show a piece faintly where it would lie; without arguments, nothing.
   * @param {string} [from]
   * @param {string} [to]
   * @param {number} [degrees]
   */
  ghost(from, to, degrees) {
    if (this.ghosts.firstChild) this.ghosts.replaceChildren();
    const place = to && this.layout.places[to];
    if (!from || !place) return;
    for (const { piece } of this.on(from)) {
      if (!piece[1]) continue;
      const at = geometry(piece, place, this.box.sizes, degrees);
      const use = s("use", { href: `#${piece[1]}`, width: at.w, height: at.h });
      this.ghosts.append(s("g", { class: `es-piece ${piece[4] ?? ""}`, transform: transformOf(at, "") }, use));
    }
  }
}

/**
 * @param {Element} element
 * @param {string} text
 * @param {string[]} styles
 * @param {Rect} place
 */
function drawText(element, text, styles, [, , w, height]) {
  const anchor = styles.includes("start") ? "start" : styles.includes("end") ? "end" : "middle";
  put(element, "x", { start: 0, middle: w / 2, end: w }[anchor]);
  put(element, "y", height / 2);
  put(element, "font-size", (height * TEXT_SIZE).toFixed(2));
  put(element, "text-anchor", anchor);
  put(element, "dominant-baseline", "central");
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The only child of a group; made anew if it is of another kind.
 * @param {Element} g
 * @param {string} tag
 */
function onlyChild(g, tag) {
  if (g.firstChild?.nodeName !== tag) g.replaceChildren(s(tag));
  return /** @type {Element} */ (g.firstChild);
}
