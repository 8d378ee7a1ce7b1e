/**
 * The stage: one front end for all games. There is no game in it, and no Jupyter but at the end.
 *
 * It is handed a box (symbols, layouts, rules: once), a table (the scene as one seat sees it, the
 * log), and then frames, each the difference to the moment before. What a person picks goes out
 * through `send`, once, when a move is complete. Who answers is not its business: a kernel, a
 * lesson whose frames are all in the page, or Python in the browser.
 *
 *   merge      puts frames together        Hand    the buttons over it, and the keyboard
 *   Choices    paths over keys             Stage   the house around both: header, log, dialogs
 *   Picture    pieces, and their motion    default export: the same as an anywidget
 */

// --- Small things -----------------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";
const PATH_UNITS = 840; // as in draw/scene.py
const TEXT_SIZE = 0.72; // as in draw/svg.py
const EASE = "cubic-bezier(.3,.7,.2,1)";
const FAR = 70; // a piece that travels further than this flies above the others
const LOG_SHOWN = 60;

/** An element: attributes, listeners (`onclick`), children. */
function h(tag, props = {}, ...children) {
  return dress(document.createElement(tag), props, children);
}

function s(tag, props = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), props, children);
}

function dress(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

/** Set an attribute only where it changes: untouched elements cost nothing. */
function put(element, name, value) {
  if (value == null || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

const filled = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h9a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9h-9a6 6 0 0 0 0 12h3",
  rules: "M12 6.500C10 5 7 4.500 3.500 4.500v14c3.500 0 6.500.5 8.500 2 2-1.500 5-2 8.500-2v-14C17 4.500 14 5 12 6.500Zm0 0v14",
  menu: "M5 7h14M5 12h14M5 17h14",
  close: "m6 6 12 12M18 6 6 18",
  no: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.700 5.700l12.600 12.600",
  turn: "M19 12a7 7 0 1 1-2-5l2.500 2.500M19.500 4.500v5h-5",
  skip: "m5 6 7 6-7 6ZM13 6l7 6-7 6Z",
};
const icon = (name) =>
  s("svg", { viewBox: "0 0 24 24", class: "es-icon", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

// --- Frames -------------------------------------------------------------------------------------

/** The table after a frame. Takes apart what widgets/wire.py has put together. */
export function merge(table, frame) {
  const { scene: changes = {}, keep, add, ...head } = frame;
  const scene = { ...table.scene };
  for (const [name, value] of Object.entries(changes)) {
    if (name === "pieces" || name === "targets") scene[name] = mergeTable(scene[name], value);
    else if (name === "seats" || name === "words") scene[name] = mergeList(scene[name], value);
    else if (name !== "order") scene[name] = value;
  }
  if (changes.order) {
    scene.targets = Object.fromEntries(changes.order.map((key) => [key, scene.targets[key]]));
  }
  let log = keep == null ? table.log : table.log.slice(0, keep);
  if (add) log = log.concat(add);
  return { ...table, ...head, scene, log };
}

function mergeTable(old, changes) {
  const merged = { ...old };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  return merged;
}

function mergeList(old, { length, ...changes }) {
  const merged = old.slice(0, length ?? old.length);
  for (const [index, value] of Object.entries(changes)) merged[index] = value;
  return merged;
}

// --- Choices --------------------------------------------------------------------------------------

/** The legal moves as paths over keys. Picking filters them, in any order. */
export class Choices {
  constructor({ keys = [], paths = [] } = {}) {
    this.paths = paths.flatMap(([head, tails, lies]) =>
      tails.map((tail, i) => ({ keys: [...head, tail].map((n) => keys[n]), lie: lies?.[i] })),
    );
    this.role = new Map(); // where in a path a key stands: keys of one role are alternatives
    for (const path of this.paths) path.keys.forEach((key, i) => this.role.set(key, i));
  }

  /** The moves that contain all that is picked. */
  matching(picks) {
    return this.paths.filter((path) => picks.every((key) => path.keys.includes(key)));
  }

  /** What may be picked now: "next", or "other" where it would replace a pick. */
  lit(picks) {
    const lit = new Map();
    if (picks.length) {
      const taken = new Set(picks.map((key) => this.role.get(key)));
      for (const [key, role] of this.role) if (taken.has(role)) lit.set(key, "other");
    }
    for (const path of this.matching(picks)) for (const key of path.keys) lit.set(key, "next");
    for (const key of picks) lit.delete(key);
    return lit;
  }

  /** The picks with one more; null if that key cannot be picked. */
  with(picks, key) {
    if (this.matching([...picks, key]).length) return [...picks, key];
    const role = this.role.get(key);
    if (role === undefined || !picks.some((pick) => this.role.get(pick) === role)) return null;
    const kept = [];
    for (const pick of picks) {
      if (this.role.get(pick) !== role && this.matching([...kept, pick, key]).length) kept.push(pick);
    }
    return [...kept, key];
  }
}

// --- The picture ------------------------------------------------------------------------------------

/** Pieces as SVG groups, kept by key, so that a piece visibly travels. Drawn as draw/svg.py does. */
export class Picture {
  constructor(box) {
    this.box = box;
    this.scenery = s("svg", { class: "es-scenery", "aria-hidden": "true" });
    this.floor = s("g");
    this.air = s("g"); // for what flies
    this.ghosts = s("g", { class: "es-ghost" });
    this.svg = s("svg", { class: "es-board", "aria-hidden": "true" }, this.floor, this.ghosts, this.air);
    this.cover = s("svg", { class: "es-cover", "aria-hidden": "true" });
    this.entries = new Map(); // key -> { g, piece, z, at }
    this.flights = new Map(); // animation -> what to do at its end
    this.turned = new Map(); // key -> degrees that a person has turned it by
  }

  get elements() {
    return [this.scenery, this.svg, this.cover];
  }

  /** Lay everything out anew, without motion. */
  setLayout(layout) {
    this.finish();
    this.layout = layout;
    for (const [svg, text] of [[this.scenery, layout.scenery], [this.svg], [this.cover, layout.cover]]) {
      svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
      if (text !== undefined) svg.innerHTML = text;
    }
    const pieces = [...this.entries].map(([key, entry]) => [key, entry.piece]);
    this.show({ ...Object.fromEntries(pieces), ...this.unplaced });
  }

  /** Show exactly these pieces. */
  show(pieces) {
    this.finish();
    for (const { g } of this.entries.values()) g.remove();
    this.entries.clear();
    this.unplaced = {};
    for (const [key, piece] of Object.entries(pieces)) this.lay(key, piece);
    const sorted = [...this.entries.values()].sort((a, b) => a.z - b.z);
    this.floor.append(...sorted.map((entry) => entry.g));
  }

  /** Show what has changed; with `motion`, pieces travel to where they now are. */
  update(changes, motion) {
    const travellers = [];
    for (const [key, piece] of Object.entries(changes)) {
      const before = this.entries.get(key);
      if (before && before.piece.join() === piece?.join()) continue;
      const from = before && { at: before.at, symbol: before.piece[1], text: before.piece[2] };
      const entry = piece && this.lay(key, piece);
      if (!entry) this.leave(key, motion);
      else travellers.push({ entry, from });
    }
    travellers.sort((a, b) => a.entry.z - b.entry.z);
    for (const { entry } of travellers) this.insert(entry);
    if (motion) this.move(travellers);
  }

  /** Make or renew the group of a piece; null where this layout has no place for it. */
  lay(key, piece) {
    const place = this.layout.places[piece[0]];
    delete this.unplaced[key];
    if (!place) {
      this.unplaced[key] = piece;
      return null;
    }
    let entry = this.entries.get(key);
    if (!entry) {
      entry = { g: s("g", { "data-piece": key }) };
      this.entries.set(key, entry);
    }
    entry.piece = piece;
    entry.key = key;
    entry.z = place[4] ?? 0;
    this.draw(entry, place);
    return entry;
  }

  draw(entry, place) {
    const [, symbol, text, path, style = ""] = entry.piece;
    const { g } = entry;
    const kind = symbol ? "symbol" : text ? "text" : "path";
    put(g, "class", `es-piece es-${kind} ${style}`);
    entry.at = this.geometry(entry.piece, place, this.turned.get(entry.key));
    if (symbol) this.drawSymbol(entry, symbol);
    else if (text) this.drawText(g, text, style.split(" "), place);
    else this.child(g, "path").setAttribute("d", path ?? "");
    g.setAttribute("transform", transformOf(entry.at, ""));
  }

  drawSymbol({ g, at }, symbol) {
    const use = this.child(g, "use");
    put(use, "href", `#${symbol}`);
    put(use, "width", at.w);
    put(use, "height", at.h);
  }

  drawText(g, text, styles, [, , w, height]) {
    const element = this.child(g, "text");
    const anchor = styles.includes("start") ? "start" : styles.includes("end") ? "end" : "middle";
    put(element, "x", { start: 0, middle: w / 2, end: w }[anchor]);
    put(element, "y", height / 2);
    put(element, "font-size", (height * TEXT_SIZE).toFixed(2));
    put(element, "text-anchor", anchor);
    put(element, "dominant-baseline", "central");
    if (element.textContent !== text) element.textContent = text;
  }

  /** The only child of a group; made anew if it is of another kind. */
  child(g, tag) {
    if (g.firstChild?.nodeName !== tag) g.replaceChildren(s(tag));
    return g.firstChild;
  }

  /** Where a piece lies: middle, scale, turn, and its natural size. */
  geometry([, symbol, text, , , turn = 0], [x, y, w, height, , placeTurn = 0], more = 0) {
    const [width, tall] = symbol
      ? (this.box.sizes[symbol] ?? [w, height])
      : text
        ? [w, height]
        : [PATH_UNITS, (PATH_UNITS * height) / w];
    const scale = text ? 1 : Math.min(w / width, height / tall);
    return { x: x + w / 2, y: y + height / 2, scale, turn: turn + placeTurn + more, w: width, h: tall };
  }

  /** Put a group where its depth belongs. */
  insert(entry) {
    entry.g.depth = entry.z;
    const { g } = entry;
    let next = this.floor.firstChild;
    while (next && (next === g || (this.entries.get(next.dataset.piece)?.z ?? 0) <= entry.z)) {
      next = next.nextSibling;
    }
    if (g.parentNode !== this.floor || g.nextSibling !== next) this.floor.insertBefore(g, next);
  }

  leave(key, motion) {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    const away = () => entry.g.remove();
    if (!motion) away();
    else this.fly(entry.g, [{ opacity: 1 }, { opacity: 0 }], { duration: 220 }, away);
  }

  // --- motion

  move(travellers) {
    const far = travellers.filter(({ entry, from }) => from && this.distance(from.at, entry.at) > FAR);
    const step = Math.min(70, 400 / Math.max(1, far.length));
    let wait = 0;
    for (const { entry, from } of travellers) {
      const styles = (entry.piece[4] ?? "").split(" ");
      if (!from || (styles.includes("fades") && this.distance(from.at, entry.at))) {
        this.fly(entry.g, [{ opacity: 0 }, { opacity: 1 }], { duration: 260, delay: wait });
        continue;
      }
      this.travel(entry, from, wait);
      if (styles.includes("flips") && from.symbol !== entry.piece[1]) this.flip(entry, from, wait);
      if (styles.includes("rolls")) this.roll(entry, from, wait);
      if (styles.includes("counts") && from.text !== entry.piece[2]) this.count(entry, from, wait);
      if (far.some((other) => other.entry === entry)) wait += step;
    }
  }

  distance(a, b) {
    return Math.hypot(a.x - b.x, a.y - b.y);
  }

  travel(entry, { at: from }, delay) {
    const { at, g } = entry;
    const way = this.distance(from, at);
    const size = (from.scale * from.w) / at.w || at.scale; // as large as it was, whatever it shows
    const start = { ...at, x: from.x, y: from.y, scale: entry.piece[1] ? size : at.scale };
    start.turn = at.turn - ((((at.turn - from.turn) % 360) + 540) % 360) + 180; // the short way round
    if (way < 0.5 && start.turn === at.turn && Math.abs(start.scale - at.scale) < 0.001) return;
    const duration = way > FAR ? Math.min(640, 300 + way * 0.42) : 220;
    const back = way > FAR ? () => this.entries.get(entry.key) === entry && this.insert(entry) : null;
    if (way > FAR) this.air.append(g);
    const frames = [{ transform: transformOf(start, "px") }, { transform: transformOf(at, "px") }];
    this.fly(g, frames, { duration, delay, easing: EASE }, back);
  }

  /** A card that turns over about its upright axis. */
  flip({ g, at, piece }, { symbol }, delay) {
    const use = g.firstChild;
    const edge = (x) => ({ transform: `translate(${at.w / 2}px) scaleX(${x}) translate(${-at.w / 2}px)` });
    const face = () => put(use, "href", `#${piece[1]}`);
    put(use, "href", `#${symbol}`);
    this.fly(use, [edge(1), edge(0.02)], { duration: 180, delay, easing: "ease-in" }, (jumped) => {
      face();
      if (!jumped) this.fly(use, [edge(0.02), edge(1)], { duration: 180, easing: "ease-out" });
    });
  }

  /** A die: it turns once and shows a few other faces on its way. */
  roll({ g, at, piece }, from, delay) {
    const use = g.firstChild;
    const stem = piece[1].replace(/\d+$/, "");
    const faces = Object.keys(this.box.sizes).filter((name) => name.startsWith(stem) && /\d$/.test(name));
    const middle = `translate(${at.w / 2}px, ${at.h / 2}px)`;
    const back = `translate(${-at.w / 2}px, ${-at.h / 2}px)`;
    const angle = (degrees) => ({ transform: `${middle} rotate(${degrees}deg) ${back}` });
    let shown = 0;
    const change = () => put(use, "href", `#${faces[(shown += 2) % faces.length]}`);
    const timer = setInterval(change, 130);
    this.fly(use, [angle(-320), angle(0)], { duration: 620, delay, easing: EASE }, () => {
      clearInterval(timer);
      put(use, "href", `#${piece[1]}`);
    });
  }

  /** A number that counts up or down to its value. */
  count({ g, piece }, { text }, delay) {
    const number = (words) => Number(words.replace(/[^\d-]/g, ""));
    const [from, to] = [number(text ?? ""), number(piece[2])];
    const element = g.firstChild;
    if (!Number.isFinite(from) || !Number.isFinite(to) || from === to) return;
    const spoken = (n) => piece[2].replace(/-?\d[\d\s\u00a0\u202f]*\d|\d/, (found) => grouped(n, found));
    const animation = this.fly(g, [{ opacity: 1 }, { opacity: 1 }], { duration: 380, delay }, () => {
      element.textContent = piece[2];
    });
    const tick = () => {
      if (!this.flights.has(animation)) return;
      const part = Math.max(0, Math.min(1, ((animation.currentTime ?? 0) - delay) / 380));
      element.textContent = spoken(Math.round(from + (to - from) * part));
      requestAnimationFrame(tick);
    };
    tick();
  }

  /** Run an animation; `done(jumped)` comes at its end, however that is reached. */
  fly(element, frames, timing, done) {
    const animation = element.animate(frames, { fill: "backwards", ...timing });
    this.flights.set(animation, done);
    animation.finished.then(() => this.land(animation, false), () => {});
    return animation;
  }

  land(animation, jumped) {
    if (!this.flights.has(animation)) return;
    const done = this.flights.get(animation);
    this.flights.delete(animation);
    animation.cancel();
    done?.(jumped);
    if (!this.flights.size) this.rest?.();
  }

  /** Jump to the end of all motion. */
  finish() {
    for (const animation of [...this.flights.keys()]) this.land(animation, true);
  }

  /** When nothing moves any more. */
  quiet() {
    if (!this.flights.size) return Promise.resolve();
    return new Promise((done) => (this.rest = done));
  }

  // --- what a person does to pieces before a move is made

  /** The pieces that lie on a place. */
  on(place) {
    return [...this.entries.values()].filter(({ piece }) => piece[0] === place);
  }

  /** Mark what is picked: the pieces on these places are lifted. */
  lift(places) {
    for (const { g, piece } of this.entries.values()) {
      g.classList.toggle("picked", places.has(piece[0]));
    }
  }

  /** Turn the pieces on a place by so many degrees, until further notice. */
  turn(place, degrees, motion) {
    for (const entry of this.on(place)) {
      if ((this.turned.get(entry.key) ?? 0) === degrees) continue;
      const from = { at: entry.at };
      this.turned.set(entry.key, degrees);
      this.draw(entry, this.layout.places[place]);
      if (motion) this.travel(entry, from, 0);
    }
  }

  unturn() {
    for (const key of [...this.turned.keys()]) {
      this.turned.delete(key);
      const entry = this.entries.get(key);
      if (entry) this.draw(entry, this.layout.places[entry.piece[0]]);
    }
  }

  /** Show a piece faintly where it would lie. */
  ghost(from, to, degrees) {
    this.ghosts.replaceChildren();
    const place = this.layout.places[to];
    if (!from || !place) return;
    for (const { piece } of this.on(from)) {
      if (!piece[1]) continue;
      const at = this.geometry(piece, place, degrees);
      const use = s("use", { href: `#${piece[1]}`, width: at.w, height: at.h });
      this.ghosts.append(s("g", { class: `es-piece ${piece[4] ?? ""}`, transform: transformOf(at, "") }, use));
    }
  }

  /** The picture as a file of its own. */
  portrait(theme, plates) {
    const { width, height } = this.layout;
    const svg = s("svg", { xmlns: SVG, viewBox: `0 0 ${width} ${height}`, width, height });
    svg.setAttribute("class", `es-picture es-${this.box.game}`);
    svg.dataset.theme = theme;
    const clean = this.floor.cloneNode(true);
    for (const g of clean.children) g.classList.remove("picked");
    svg.innerHTML = `<style>${this.box.style}</style><defs>${this.box.symbols}</defs>${this.layout.scenery}`;
    svg.append(clean, ...plates);
    svg.insertAdjacentHTML("beforeend", this.layout.cover);
    return new XMLSerializer().serializeToString(svg);
  }
}

/** A geometry as a transform; `px` for CSS, nothing for the attribute. */
function transformOf({ x, y, scale, turn, w, h: tall }, unit) {
  const n = (value) => `${+value.toFixed(3)}${unit}`;
  const angle = unit ? `${turn}deg` : turn;
  return `translate(${n(x)},${n(y)}) rotate(${angle}) scale(${+scale.toFixed(5)}) translate(${n(-w / 2)},${n(-tall / 2)})`;
}

/** A number written like another one: with the same sign between the thousands. */
function grouped(number, like) {
  const gap = like.match(/[\s\u00a0\u202f]/)?.[0];
  return gap ? String(number).replace(/\B(?=(\d{3})+$)/g, gap) : String(number);
}

// --- The hand -----------------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SNAP = 28; // px: a tap this near to something lit means it

/** What can be picked or asked about: real buttons over the picture, one tab stop in all. */
class Hand {
  constructor(label) {
    this.element = h("div", { class: "es-hand", role: "group", "aria-label": label });
    this.buttons = new Map(); // key -> { button, target, box }
    this.current = null; // the key that has the tab stop
  }

  show(targets, layout) {
    for (const [key, { button }] of this.buttons) {
      if (!targets[key]) {
        button.remove();
        this.buttons.delete(key);
      }
    }
    let last = null;
    for (const [key, target] of Object.entries(targets)) {
      const entry = this.buttons.get(key) ?? this.make(key);
      this.dress(entry, target, layout);
      const next = last ? last.nextSibling : this.element.firstChild;
      if (next !== entry.button) this.element.insertBefore(entry.button, next);
      last = entry.button;
    }
    if (!this.visible(this.current)) this.rove(this.first());
  }

  make(key) {
    const button = h("button", { type: "button", class: "es-target", "data-key": key, tabindex: -1 });
    const entry = { key, button };
    this.buttons.set(key, entry);
    return entry;
  }

  dress(entry, target, layout) {
    const [place, label, caption = "", note = ""] = target;
    const box = layout.places[place];
    if (entry.target !== target) {
      put(entry.button, "aria-label", note ? `${label}. ${note}` : label);
      put(entry.button, "data-plate", Boolean(caption));
      const words = caption ? [h("b", {}, caption), note && h("small", {}, note)] : [];
      entry.button.replaceChildren(...words.filter(Boolean));
      entry.target = target;
    }
    if (entry.box !== box) {
      entry.button.hidden = !box;
      entry.box = box;
      if (box) {
        const percent = (part, all) => `${((100 * part) / all).toFixed(3)}%`;
        const [x, y, w, tall] = box;
        entry.button.style.cssText =
          `left:${percent(x, layout.width)};top:${percent(y, layout.height)};` +
          `width:${percent(w, layout.width)};height:${percent(tall, layout.height)}`;
      }
    }
  }

  /** Light what may be picked. `fits` says of a key how much a piece has to be turned for it. */
  light(lit, picks, fits) {
    for (const [key, { button }] of this.buttons) {
      const how = lit.get(key);
      put(button, "data-lit", how);
      put(button, "data-picked", picks.includes(key));
      put(button, "aria-pressed", picks.includes(key) ? "true" : null);
      put(button, "aria-disabled", how || picks.includes(key) ? null : "true");
      put(button, "data-fit", how && fits.get(key));
    }
  }

  visible(key) {
    const entry = this.buttons.get(key);
    return entry && !entry.button.hidden;
  }

  lit() {
    return [...this.buttons.values()].filter(({ button }) => !button.hidden && button.dataset.lit);
  }

  first() {
    const all = [...this.buttons.values()].filter(({ button }) => !button.hidden);
    return (this.lit()[0] ?? all[0])?.key ?? null;
  }

  /** Give the tab stop to a key, and the focus if wanted. */
  rove(key, focus = false) {
    const old = this.buttons.get(this.current);
    if (old) put(old.button, "tabindex", -1);
    this.current = key;
    const entry = this.buttons.get(key);
    if (!entry) return;
    put(entry.button, "tabindex", 0);
    if (focus) entry.button.focus({ preventScroll: false });
  }

  /** The next button in the direction of an arrow, by where they lie. */
  beside(key, [dx, dy]) {
    const from = this.buttons.get(key)?.box;
    if (!from) return this.first();
    const middle = ([x, y, w, tall]) => [x + w / 2, y + tall / 2];
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const entry of this.buttons.values()) {
      if (entry.button.hidden || entry.key === key) continue;
      const [ox, oy] = middle(entry.box);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const cost = along + 2.5 * aside;
      if (along > 1 && cost < least) [best, least] = [entry.key, cost];
    }
    return best ?? key;
  }

  /** Which key a click means: what was hit, or something lit close by. */
  meant(event) {
    const hit = event.target.closest?.(".es-target");
    const touch = event.pointerType === "touch" || event.pointerType === "pen";
    if (hit) {
      const { width, height } = hit.getBoundingClientRect();
      const roomy = Math.min(width, height) >= 40;
      if (hit.dataset.lit || hit.dataset.picked !== undefined || roomy || !touch) return hit.dataset.key;
    }
    let best = hit?.dataset.key ?? null;
    let least = hit ? SNAP / 2 : SNAP;
    for (const { key, button } of this.lit()) {
      const r = button.getBoundingClientRect();
      const dx = Math.max(r.left - event.clientX, 0, event.clientX - r.right);
      const dy = Math.max(r.top - event.clientY, 0, event.clientY - r.bottom);
      const away = Math.hypot(dx, dy);
      if (away < least) [best, least] = [key, away];
    }
    return best;
  }
}

// --- The stage ------------------------------------------------------------------------------------------

let stages = 0;

/**
 * The house around a scene: header, status, table, log, rules, dialogs.
 * `send(message)` carries what a person wants; the answers come back through `show`, `play`, `answer`.
 */
export class Stage {
  constructor(parent, box, { send = () => {}, theme = "auto" } = {}) {
    this.parent = parent;
    this.send = send;
    this.forced = theme;
    this.name = `s${++stages}-${Math.random().toString(36).slice(2, 8)}`;
    this.asked = 0;
    this.queue = [];
    this.cleanups = [];
    this.followTheme();
    this.open(box);
  }

  /** Begin with a box: nothing of an earlier one stays. */
  open(box) {
    this.closeBox?.();
    this.box = box;
    this.table = null;
    this.picks = [];
    this.lie = 0;
    this.chosenLie = false;
    this.root = h("div", {
      class: `es-stage es-picture es-${box.game}`,
      "data-escale-stage": box.game,
      "data-theme": this.theme,
      "data-lm-suppress-shortcuts": "true",
    });
    const closeSheet = shareSheet(box, this.theme);
    this.watcher = new ResizeObserver(() => this.fit());
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("click", (event) => this.onChip(event));
    this.root.addEventListener("pointerover", (event) => this.hint(event.target));
    this.root.addEventListener("focusin", (event) => this.hint(event.target));
    this.parent.append(this.root);
    this.watcher.observe(this.root);
    this.closeBox = () => {
      this.watcher.disconnect();
      this.root.remove();
      closeSheet();
    };
  }

  dispose() {
    this.queue.length = 0;
    this.picture?.finish();
    this.closeBox();
    for (const cleanup of this.cleanups) cleanup();
  }

  /** One of the house's sentences in the table's language. */
  t(name, facts = {}) {
    return filled(this.box.ui[this.table.lang][name] ?? name, facts);
  }

  // --- what comes in

  /** Show a table as it is, at once. */
  show(table) {
    this.queue.length = 0;
    this.skipping = false;
    this.pending = null;
    const rebuilt = this.table?.lang !== table.lang || !this.picture;
    const focus = rebuilt && this.focused();
    this.table = table;
    this.picks = [];
    if (rebuilt) this.build();
    this.picture.turned.clear();
    this.picture.show(table.scene.pieces);
    this.happened = "";
    this.furnish(true);
    if (focus) this.root.querySelector(focus)?.focus();
    this.wake();
  }

  /** Show frames one after the other, with motion. Comes at once to the first. */
  play(frames) {
    this.pending = null;
    this.queue.push(...frames);
    if (!this.running) this.run();
  }

  async run() {
    this.running = true;
    while (this.queue.length) {
      const frame = this.queue.shift();
      const moving = !this.skipping && !still();
      this.apply(frame, moving);
      if (moving) await this.settled(frame);
    }
    this.running = false;
    if (!this.table.more) this.skipping = false;
    this.wake();
  }

  /** Until a frame's motion is over and there was time to see it, or until somebody skips. */
  async settled(frame) {
    const skipped = new Promise((done) => (this.onSkip = done));
    const seen = async () => {
      await this.picture.quiet();
      if (this.queue.length || this.table.more) await pause(frame.add ? 420 : 80);
    };
    await Promise.race([seen(), skipped]);
    this.onSkip = null;
  }

  /** Jump to the end of all motion. */
  skip() {
    if (!this.running) return;
    this.skipping = true;
    this.picture.finish();
    this.onSkip?.();
  }

  apply(frame, motion) {
    this.picture.finish();
    this.picks = [];
    const turned = [...this.picture.turned.keys()];
    this.picture.turned.clear();
    this.table = merge(this.table, frame);
    const { pieces } = this.table.scene;
    const changes = { ...frame.scene?.pieces };
    this.picture.update(changes, motion);
    for (const key of turned) {
      if (!(key in changes) && pieces[key]) this.picture.lay(key, pieces[key]);
    }
    if (frame.add?.length) this.happened = frame.add.map(([text]) => text).join(" ");
    this.furnish(false, frame);
    if (frame.add?.length) this.announce(this.happened);
  }

  /** An answer to something that was asked: why, say, file. */
  answer(message) {
    const mine = String(message.re ?? "").startsWith(`${this.name}-`);
    if (message.re != null && !mine) return;
    if (message.re != null && message.re === this.pending) {
      this.pending = null;
      this.picks = [];
      this.light();
      this.wake();
    }
    if (message.kind === "why") this.explain(message.key, message.lines);
    else if (message.kind === "say") this.notify(message.text, message.tone);
    else if (message.kind === "file") this.download(message.name, message.text, "application/json", "saved");
  }

  ask(what, fields = {}) {
    const id = `${this.name}-${++this.asked}`;
    this.send({ do: what, id, ...fields });
    return id;
  }

  // --- the house

  build() {
    const { t } = { t: (name, facts) => this.t(name, facts) };
    const action = (name, symbol, extra = {}) =>
      h(
        "button",
        { type: "button", class: "es-button", "data-do": name, "aria-label": t(name), onclick: () => this.act(name), ...extra },
        icon(symbol),
        h("span", { class: "es-wide-only" }, t(name)),
      );
    this.picture?.finish();
    this.picture = new Picture(this.box);
    this.hand = new Hand(t("choices"));
    this.mark = this.symbol(`${this.box.symbols.match(/id="([a-z]+)-/)?.[1]}-mark`, "es-mark");
    this.heading = h("span", { class: "es-heading" });
    this.menu = this.buildMenu(t);
    this.status = h("p", { class: "es-status-text", role: "status" });
    this.flag = h("span", { class: "es-flag", "aria-hidden": "true" });
    this.seats = h("ul", { class: "es-seats", "aria-label": t("players") });
    this.skipButton = h(
      "button",
      { type: "button", class: "es-button es-skip", "data-do": "skip", hidden: true, onclick: () => this.skip() },
      icon("skip"),
      h("span", {}, t("skip")),
    );
    this.turnButton = h(
      "button",
      { type: "button", class: "es-button es-turn", "data-do": "turn", hidden: true, onclick: () => this.turn() },
      icon("turn"),
      h("span", {}, t("turn")),
    );
    this.bubble = h("div", { class: "es-bubble", hidden: true });
    this.chooser = h("div", { class: "es-chooser", role: "group", hidden: true });
    this.board = h(
      "div",
      { class: "es-table", onclick: (event) => this.onClick(event) },
      this.picture.elements,
      this.hand.element,
      this.chooser,
      this.bubble,
    );
    this.hand.element.addEventListener("pointerover", (event) => this.foresee(event.target));
    this.hand.element.addEventListener("pointerleave", () => this.foresee(null));
    this.hand.element.addEventListener("focusin", (event) => {
      const key = event.target.dataset?.key;
      if (key) this.hand.rove(key);
      this.foresee(event.target);
    });
    this.notice = h("div", { class: "es-notice", hidden: true });
    this.log = h("ol", { class: "es-log", "aria-label": t("log"), tabindex: 0 });
    this.card = h("section", { class: "es-panel es-rulecard", "aria-label": t("rule") });
    this.tip = h("div", { class: "es-tip", role: "tooltip", id: `${this.name}-tip`, hidden: true });
    this.live = h("div", { class: "es-hidden", "aria-live": "assertive", "aria-atomic": "true" });
    this.dialog = h("dialog", { class: "es-dialog", "aria-labelledby": `${this.name}-dialog` });
    this.file = h("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": t("load"), onchange: () => this.load() });
    const language = (lang) =>
      h(
        "button",
        {
          type: "button",
          "data-do": `lang-${lang}`,
          lang,
          "aria-pressed": String(lang === this.table.lang),
          onclick: () => lang !== this.table.lang && this.ask("lang", { lang }),
        },
        lang.toUpperCase(),
      );
    this.root.lang = this.table.lang;
    this.root.replaceChildren(
      h(
        "section",
        { class: "es-house", "aria-label": this.box.title },
        h(
          "header",
          { class: "es-head" },
          this.mark,
          h("h2", {}, this.box.title),
          this.heading,
          h("span", { class: "es-gap" }),
          this.table.hand && action("undo", "undo"),
          this.table.hand && action("redo", "redo", { class: "es-button es-icon-only" }),
          action("rules", "rules"),
          this.menu,
          h("span", { class: "es-lang", role: "group", "aria-label": t("language") }, language("fr"), language("en")),
        ),
        this.notice,
        h(
          "div",
          { class: "es-main" },
          h("div", { class: "es-status" }, this.flag, this.status, this.turnButton, this.skipButton, this.seats),
          this.board,
        ),
        h(
          "aside",
          { class: "es-side", "aria-label": t("log") },
          h("section", { class: "es-panel es-logpanel" }, h("h3", {}, t("log")), this.log),
          this.card,
        ),
        this.tip,
        this.live,
        this.dialog,
        this.file,
      ),
    );
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    this.showRule(null);
    this.width = 0;
    this.fit();
  }

  buildMenu(t) {
    const items = ["new", "save", "load", "svg", "png", "moves", "words", "help"];
    const offered = this.table.hand ? items : items.filter((name) => !["new", "moves"].includes(name));
    const list = h(
      "div",
      { class: "es-menu-list", hidden: true },
      offered.map((name) =>
        h("button", { type: "button", "data-do": name, onclick: () => this.act(name) }, t(name)),
      ),
    );
    const button = h(
      "button",
      {
        type: "button",
        class: "es-button es-icon-only",
        "data-do": "menu",
        "aria-label": t("menu"),
        "aria-expanded": "false",
        onclick: () => this.toggleMenu(),
      },
      icon("menu"),
    );
    const menu = h("span", { class: "es-menu" }, button, list);
    menu.addEventListener("focusout", (event) => {
      if (!menu.contains(event.relatedTarget)) this.toggleMenu(false);
    });
    return menu;
  }

  toggleMenu(open) {
    const [button, list] = this.menu.children;
    const shown = open ?? list.hidden;
    list.hidden = !shown;
    button.setAttribute("aria-expanded", String(shown));
    if (shown) list.firstChild.focus();
  }

  /** What a button of the house does; also by key. */
  act(name) {
    if (this.menu.contains(document.activeElement) && name !== "menu") {
      this.toggleMenu(false);
      this.menu.firstChild.focus();
    }
    if (name === "undo" || name === "redo") {
      this.skip();
      this.ask(name);
    } else if (name === "save") this.ask("save");
    else if (name === "load") this.file.click();
    else if (name === "svg" || name === "png") this.exportPicture(name);
    else if (name === "rules") this.openRules();
    else if (name === "new") this.openNew();
    else if (name === "help") this.openHelp();
    else if (name === "moves") this.openMoves();
    else if (name === "words") this.openWords();
  }

  /** Choose the layout for the room there is. */
  fit() {
    if (!this.picture) return;
    const width = this.root.clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    const layouts = this.box.layouts;
    const layout = layouts.filter((l) => l.least <= width).at(-1) ?? layouts[0];
    if (layout === this.layout && this.picture.layout === layout) return this.place();
    this.layout = layout;
    this.root.dataset.width = layout.name;
    this.board.style.setProperty("--es-ratio", layout.width / layout.height);
    this.picture.setLayout(layout);
    if (this.table && this.picture.entries.size) this.furnish(true);
    return undefined;
  }

  /** Everything around the pieces, after the table has changed. */
  furnish(all, frame = {}) {
    const { table, root } = this;
    const { scene } = table;
    const changed = frame.scene ?? {};
    put(root, "data-ply", table.ply);
    put(root, "data-seat", table.seat);
    put(root, "data-over", table.over);
    if (all || "choices" in changed) this.choices = new Choices(scene.choices);
    if (all || changed.targets || changed.order) this.hand.show(scene.targets, this.layout);
    if (all || "heading" in changed) this.heading.textContent = scene.heading;
    if (all || "status" in changed) this.showStatus();
    if (all || changed.seats) this.showSeats();
    if (all || frame.add || frame.keep != null) this.showLog();
    const redo = this.root.querySelector("[data-do=redo]");
    if (redo) redo.disabled = !table.redo;
    const undo = this.root.querySelector("[data-do=undo]");
    if (undo) undo.disabled = !table.ply;
    this.hideBubble();
    this.light();
    this.wake();
  }

  /** Is anything under way? */
  wake() {
    const { table } = this;
    const busy = Boolean(this.running || table.more || this.pending);
    put(this.root, "data-busy", busy);
    this.skipButton.hidden = !(busy && (this.queue.length > 1 || table.more));
    if (!busy && this.refocus) {
      this.refocus = false;
      this.hand.rove(this.hand.first(), true);
    }
  }

  showStatus() {
    const { status } = this.table.scene;
    const [, first, rest] = status.match(/^(.+?[.!?…])\s+(.*)$/s) ?? [null, status, ""];
    this.status.replaceChildren(h("b", {}, first), rest && ` ${rest}`);
  }

  symbol(name, extra = "") {
    const size = this.box.sizes[name];
    if (!size) return null;
    const [w, tall] = size;
    return s(
      "svg",
      { viewBox: `0 0 ${w} ${tall}`, class: `es-badge ${extra}`, "aria-hidden": "true" },
      s("use", { href: `#${name}`, width: w, height: tall }),
    );
  }

  showSeats() {
    const { scene, reader } = this.table;
    this.seats.replaceChildren(
      ...scene.seats.map(([name, badge, score = "", turn, out, note = ""], seat) => {
        const shown = seat === reader ? this.t("you") : name;
        const said = [shown, score, note, turn && this.t("to-play"), out && this.t("out")];
        return h(
          "li",
          { class: "es-seat", "data-turn": Boolean(turn), "data-out": Boolean(out), title: note || name },
          this.symbol(badge),
          h("span", { class: "es-hidden" }, said.filter(Boolean).join(", ")),
          h("span", { class: "es-seat-name", "aria-hidden": "true" }, shown),
          h("b", { "aria-hidden": "true" }, score),
        );
      }),
    );
    const turn = scene.seats.find((seat) => seat[3]);
    this.flag.replaceChildren(...[turn && this.symbol(turn[1])].filter(Boolean));
    this.flag.hidden = !this.flag.firstChild;
  }

  // --- the log and the rules

  showLog() {
    const { log, scene } = this.table;
    const from = this.wholeLog ? 0 : Math.max(0, log.length - LOG_SHOWN);
    const badge = (seat) => scene.seats[seat] && this.symbol(scene.seats[seat][1]);
    const lines = log.slice(from).map(([text, rules, seat]) =>
      h("li", {}, badge(seat) ?? h("span", { class: "es-badge" }), h("span", {}, text, " ", this.chips(rules))),
    );
    if (!log.length) lines.push(h("li", { class: "es-quiet" }, this.t("log-empty")));
    lines.at(-1).classList.add("es-now");
    if (from) {
      const more = () => {
        this.wholeLog = true;
        this.showLog();
      };
      lines.unshift(h("li", {}, h("button", { type: "button", class: "es-link", onclick: more }, this.t("log-more"))));
    }
    this.log.replaceChildren(...lines.reverse());
    this.log.scrollTop = 0;
  }

  chips(rules = []) {
    return rules.map((id) => h("button", { type: "button", class: "es-chip", "data-rule": id }, id));
  }

  /** What a rule says, as elements. */
  ruleWords(id, brief) {
    const rule = this.box.rules.rules[id];
    if (!rule) return [h("p", {}, id)];
    const [text, short, reason] = rule[this.table.lang];
    const words = [h("p", {}, brief ? short : text)];
    words.push(h("p", { class: reason ? "es-ruling" : "es-quiet" }, this.t(reason ? "ruling" : "from-book")));
    if (reason) words.push(h("p", { class: "es-quiet" }, h("b", {}, this.t("because")), " ", reason));
    return words;
  }

  showRule(id) {
    this.card.replaceChildren(
      h("h3", {}, this.t("rule"), " ", id && h("span", { class: "es-chip" }, id)),
      ...(id ? this.ruleWords(id) : [h("p", { class: "es-quiet" }, this.t("rule-hint"))]),
    );
  }

  onChip(event) {
    const chip = event.target.closest?.("button.es-chip");
    if (!chip) return;
    this.showRule(chip.dataset.rule);
    this.showTip(chip, false);
    event.stopPropagation();
  }

  /** Hovering or focusing a chip shows its rule; elsewhere the tip goes. */
  hint(element) {
    const chip = element.closest?.("button.es-chip");
    if (chip) this.showTip(chip, true);
    else if (!this.tip?.contains(element)) this.hideTip();
  }

  showTip(chip, brief) {
    const { rule } = chip.dataset;
    this.tip.replaceChildren(h("b", {}, rule), ...this.ruleWords(rule, brief));
    this.tip.hidden = false;
    chip.setAttribute("aria-describedby", this.tip.id);
    this.place(this.tip, chip, this.root, 8);
  }

  hideTip() {
    if (!this.tip || this.tip.hidden) return false;
    this.tip.hidden = true;
    return true;
  }

  /** Put a box near a thing: above it where there is room, inside its frame always. */
  place(box, near, frame, gap) {
    if (!box) return;
    const outer = frame.getBoundingClientRect();
    const at = near.getBoundingClientRect();
    box.style.maxWidth = `${Math.min(380, outer.width - 16)}px`;
    const { width, height } = box.getBoundingClientRect();
    const middle = at.left + at.width / 2 - outer.left;
    const left = Math.max(8, Math.min(middle - width / 2, outer.width - width - 8));
    const above = at.top - outer.top - height - gap;
    const below = above < 0 && at.bottom + height + gap < Math.max(outer.bottom, at.bottom + height);
    const top = above >= 0 ? above : below ? at.bottom - outer.top + gap : 4;
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
    box.style.setProperty("--es-arrow", `${Math.max(14, Math.min(width - 14, middle - left))}px`);
    box.dataset.side = above >= 0 ? "above" : "below";
  }

  // --- picking

  /** The target of the piece that is being moved: the first key of the remaining paths. */
  mover() {
    return this.picks.find((key) => this.choices.role.get(key) === 0);
  }

  /** How the picked piece could lie, in degrees. */
  lies() {
    const mover = this.mover();
    if (!mover) return [];
    const lies = this.choices.matching([mover]).map((path) => path.lie).filter((lie) => lie != null);
    return [...new Set(lies)].sort((a, b) => a - b);
  }

  /** Light what may be picked now, lift what is picked. */
  light() {
    const { choices, picks, table } = this;
    const open = table.hand && !this.pending && choices;
    const lit = open ? choices.lit(picks) : new Map();
    this.hand.light(lit, picks, this.fits(lit));
    const place = (key) => table.scene.targets[key]?.[0];
    this.picture.lift(new Set(picks.map(place)));
    this.turnButton.hidden = !(open && this.lies().some((lie) => lie !== this.lie));
    put(this.root, "data-picking", picks.length || null);
    if (!picks.length) this.picture.ghost(null);
    this.chooser.hidden = true;
  }

  /** For each lit key, how much the piece must be turned from how it lies now: "0", "90" ... */
  fits(lit) {
    const fits = new Map();
    if (!this.lies().length) return fits;
    const paths = this.choices.matching(this.picks);
    for (const key of lit.keys()) {
      const lies = paths.filter((path) => path.keys.includes(key)).map((path) => path.lie);
      const turns = lies.filter((lie) => lie != null).map((lie) => (lie - this.lie + 360) % 360);
      if (turns.length && !this.picks.includes(key)) fits.set(key, String(Math.min(...turns)));
    }
    return fits;
  }

  onClick(event) {
    if (event.target.closest(".es-bubble, .es-chooser")) return;
    const key = this.hand.meant(event);
    const lit = key && this.hand.buttons.get(key).button.dataset.lit;
    if (this.running) {
      this.skip();
      if (!lit) return;
    }
    if (key) this.pick(key);
    else this.hideBubble();
  }

  pick(key) {
    this.hideBubble();
    if (this.pending || this.running || this.table.more) return;
    this.hand.rove(key);
    if (this.picks.includes(key)) {
      if (key === this.mover() && this.lies().some((lie) => lie !== this.lie)) this.turn();
      else this.unpick(key);
      return;
    }
    const picks = this.table.hand ? this.choices.with(this.picks, key) : null;
    if (!picks) {
      this.ask("why", { keys: [...this.picks, key], ply: this.table.ply });
      return;
    }
    this.setPicks(picks);
    const paths = this.choices.matching(picks);
    const asked = this.lies().length && this.chosenLie;
    const lying = asked ? paths.filter((path) => path.lie === this.lie) : [];
    if (paths.length === 1) this.complete(paths[0]);
    else if (lying.length === 1 && this.onlyTurnsLeft(paths)) this.complete(lying[0]);
    else if (!this.offer(paths)) {
      this.announce(this.t("picked-so-far", { what: this.labelOf(key), count: paths.length }));
    }
  }

  setPicks(picks) {
    const mover = this.mover();
    this.picks = picks;
    if (this.mover() !== mover) {
      this.picture.unturn();
      this.lie = 0;
      this.chosenLie = false;
    }
    this.light();
  }

  unpick(key) {
    this.setPicks(this.picks.filter((pick) => pick !== key));
    this.announce(this.t("unpicked", { what: this.labelOf(key) }));
  }

  onlyTurnsLeft(paths) {
    const left = paths.map((path) => path.keys.filter((key) => !this.picks.includes(key)));
    return left.every((keys) => keys.every((key) => key.startsWith("turn:")));
  }

  /** Turn the picked piece to the next way in which it fits somewhere. */
  turn() {
    const lies = this.lies();
    if (!lies.length) return;
    this.lie = lies.find((lie) => lie > this.lie) ?? lies[0];
    this.chosenLie = true;
    this.picture.finish();
    this.picture.turn(this.table.scene.targets[this.mover()][0], this.lie, !still());
    this.light();
    const here = this.choices.matching(this.picks).filter((path) => path.lie === this.lie);
    this.announce(this.t("turned", { degrees: this.lie, count: here.length }));
    this.foresee(document.activeElement);
    this.offer(this.choices.matching(this.picks));
  }

  /** Where what is left to choose is not on the table, offer it beside the last pick. */
  offer(paths) {
    const left = [...new Set(paths.flatMap((path) => path.keys))].filter((key) => !this.picks.includes(key));
    const reachable = left.some((key) => this.hand.visible(key));
    if (!left.length || reachable) return false;
    const mover = this.table.scene.targets[this.mover()];
    const entry = mover && this.picture.on(mover[0]).find(({ piece }) => piece[1]);
    const button = (key) => {
      const path = paths.find((one) => one.keys.includes(key));
      const label = path.lie ? this.t("turn-by", { degrees: path.lie }) : this.t("turn-none");
      const known = this.table.scene.targets[key]?.[1];
      const drawing = path.lie != null && entry ? this.symbol(entry.piece[1]) : null;
      if (drawing) drawing.style.transform = `rotate(${path.lie + (entry.piece[5] ?? 0)}deg)`;
      return h(
        "button",
        { type: "button", class: "es-option", "data-key": key, "data-lit": "next", "aria-label": known ?? label, onclick: () => this.pick(key) },
        drawing ?? known ?? label,
      );
    };
    this.chooser.replaceChildren(h("span", {}, this.t("choose")), ...left.map(button));
    this.chooser.hidden = false;
    const near = this.hand.buttons.get(this.picks.at(-1))?.button ?? this.board;
    this.place(this.chooser, near, this.board, 6);
    this.chooser.querySelector("button").focus({ preventScroll: true });
    this.announce(this.t("choose"));
    return true;
  }

  /** Hovering or focusing a place shows the picked piece there, as it would lie. */
  foresee(element) {
    const key = element?.closest?.(".es-target[data-lit]")?.dataset.key;
    const mover = this.mover();
    if (!key || !mover || !this.lies().length) return this.picture.ghost(null);
    const paths = this.choices.matching([...this.picks, key]);
    const path = paths.find((one) => one.lie === this.lie) ?? paths[0];
    if (path?.lie == null) return this.picture.ghost(null);
    const { targets } = this.table.scene;
    const more = path.lie - (this.picture.turned.get(mover) ?? 0);
    return this.picture.ghost(targets[mover][0], targets[key][0], more);
  }

  /** A move is complete: it goes out once, with the moment it was made for. */
  complete(path) {
    this.picks = path.keys;
    this.refocus = this.hand.element.contains(document.activeElement) || this.chooser.contains(document.activeElement);
    this.pending = this.ask("move", { keys: path.keys, ply: this.table.ply });
    this.light();
    this.wake();
  }

  back() {
    if (this.hideTip()) return;
    if (!this.bubble.hidden) this.hideBubble();
    else if (this.picks.length && !this.pending) this.unpick(this.picks.at(-1));
    else this.notice.hidden = true;
  }

  labelOf(key) {
    return this.table.scene.targets[key]?.[1] ?? key;
  }

  // --- the keyboard

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.dialog?.open) return;
    if (event.target.closest("input, select, textarea")) return;
    const { key } = event;
    if (this.running && key !== "Tab" && key !== "Shift") {
      this.skip();
      if (key === "Escape") return;
    }
    const inHand = this.hand.element.contains(event.target);
    if (inHand && ARROWS[key]) {
      this.hand.rove(this.hand.beside(this.hand.current, ARROWS[key]), true);
    } else if (inHand && (key === "Home" || key === "End")) {
      const lit = this.hand.lit();
      this.hand.rove((key === "Home" ? lit[0] : lit.at(-1))?.key ?? this.hand.current, true);
    } else if (key === "Escape") {
      if (this.chooser.contains(event.target)) this.hand.rove(this.hand.current, true);
      if (this.menu.contains(event.target)) this.toggleMenu(false);
      this.back();
    } else {
      const act = { l: "moves", d: "words", u: "undo", "?": "help" }[key.toLowerCase()];
      if (key.toLowerCase() === "r") this.turn();
      else if (key.toLowerCase() === "w") this.announce(this.happened || this.t("nothing-yet"));
      else if (act) this.act(act);
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Say something now, even if it is the same as before. */
  announce(text) {
    this.live.textContent = "";
    clearTimeout(this.saying);
    this.saying = setTimeout(() => (this.live.textContent = text), 40);
  }

  /** A selector for what has the focus, to find it again in a rebuilt house. */
  focused() {
    const active = this.root.contains(document.activeElement) && document.activeElement;
    if (!active) return null;
    const name = ["key", "do", "rule"].find((one) => active.dataset[one]);
    return name ? `[data-${name}="${CSS.escape(active.dataset[name])}"]` : null;
  }

  // --- bubbles and notices

  /** Why something cannot be picked, at its place. */
  explain(key, lines) {
    const near = this.hand.buttons.get(key)?.button;
    if (!near) return;
    const close = h(
      "button",
      { type: "button", class: "es-close", "aria-label": this.t("close"), onclick: () => this.closeBubble(near) },
      icon("close"),
    );
    this.bubble.replaceChildren(
      icon("no"),
      h("div", {}, lines.map(([text, rules]) => h("p", {}, text, " ", this.chips(rules)))),
      close,
    );
    this.asking?.removeAttribute("data-asked");
    this.asking = near;
    near.setAttribute("data-asked", "");
    this.bubble.hidden = false;
    this.place(this.bubble, near, this.board, 12);
    this.announce(lines.map(([text]) => text).join(" "));
    if (lines[0]?.[1]?.[0]) this.showRule(lines[0][1][0]);
  }

  closeBubble(near) {
    this.hideBubble();
    near.focus();
  }

  hideBubble() {
    this.bubble.hidden = true;
    this.asking?.removeAttribute("data-asked");
    this.asking = null;
  }

  notify(text, tone = "warn") {
    const close = () => (this.notice.hidden = true);
    this.notice.replaceChildren(
      h("p", {}, text),
      h("button", { type: "button", class: "es-close", "aria-label": this.t("close"), onclick: close }, icon("close")),
    );
    this.notice.dataset.tone = tone;
    this.notice.hidden = false;
    this.announce(text);
  }

  // --- dialogs

  openDialog(title, ...content) {
    const close = h(
      "button",
      { type: "button", class: "es-close", "aria-label": this.t("close"), onclick: () => this.dialog.close() },
      icon("close"),
    );
    const head = h("header", {}, h("h2", { id: `${this.name}-dialog` }, title), close);
    this.dialog.replaceChildren(head, h("div", { class: "es-dialog-body", tabindex: -1 }, content));
    if (!this.dialog.open) this.dialog.showModal();
    this.dialog.querySelector("[autofocus], .es-dialog-body").focus();
  }

  openRules() {
    const { sections, rules } = this.box.rules;
    const { lang } = this.table;
    const ofSection = (name) => Object.entries(rules).filter(([, rule]) => rule.section === name);
    const one = ([id, rule]) => {
      const [text, , reason] = rule[lang];
      return h(
        "div",
        { class: "es-rule", id: `${this.name}-${id}` },
        h("span", { class: "es-chip" }, id),
        h(
          "div",
          {},
          h("p", {}, text),
          reason && h("p", { class: "es-ruling" }, this.t("ruling")),
          reason && h("p", { class: "es-quiet" }, h("b", {}, this.t("because")), " ", reason),
        ),
      );
    };
    const parts = Object.entries(sections).map(([name, title]) =>
      h("section", {}, h("h3", {}, title[lang]), ofSection(name).map(one)),
    );
    this.openDialog(`${this.box.title} · ${this.t("rules")}`, parts);
  }

  openHelp() {
    const keys = [
      ["← ↑ → ↓", "key-arrows"],
      [this.t("home-end"), "key-ends"],
      [`${this.t("enter")}, ${this.t("space")}`, "key-enter"],
      [this.t("escape"), "key-escape"],
      ["R", "key-r"],
      ["L", "key-l"],
      ["W", "key-w"],
      ["D", "key-d"],
      ["U", "key-u"],
      ["?", "key-help"],
    ];
    const rows = keys.flatMap(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, this.t(words))]);
    this.openDialog(this.t("help"), h("dl", { class: "es-keys" }, rows));
  }

  openWords() {
    const { heading, status, words } = this.table.scene;
    const lines = [heading, status, ...words].map((line) => h("p", {}, line));
    this.openDialog(this.t("words"), lines);
  }

  openMoves() {
    const paths = this.table.hand && this.choices ? this.choices.matching(this.picks) : [];
    if (!paths.length) {
      this.openDialog(this.t("moves"), h("p", {}, this.t("no-choice")));
      return;
    }
    const choose = (path) => {
      this.dialog.close();
      if (!this.pending && !this.running) this.complete(path);
    };
    const said = (path) =>
      path.keys
        .filter((key) => this.table.scene.targets[key])
        .map((key) => this.labelOf(key))
        .concat(path.lie ? [this.t("turn-by", { degrees: path.lie })] : [])
        .join(" → ");
    const items = paths.map((path) =>
      h("li", {}, h("button", { type: "button", class: "es-button", onclick: () => choose(path) }, said(path))),
    );
    this.openDialog(`${this.t("moves")} (${paths.length})`, h("ol", { class: "es-moves" }, items));
  }

  openNew() {
    const { box, table } = this;
    const t = (name, facts) => this.t(name, facts);
    const [few, many] = box.seats;
    const choose = (name, entries, chosen, extra = {}) =>
      h(
        "select",
        { name, ...extra },
        entries.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
      );
    const levels = [["person", t("person")], ...box.levels.map((name) => [name, t(`level-${name}`)])];
    const rows = h("div", { class: "es-form-seats" });
    const sit = (count) => {
      while (rows.children.length > count) rows.lastChild.remove();
      for (let seat = rows.children.length; seat < count; seat += 1) {
        const name = table.names[seat] ?? ["Alix", "Gina", "Otto", "Lise", "Nino", "Vera"][seat] ?? `${seat + 1}`;
        const level = table.levels[seat] ?? (seat ? box.levels.at(-1) : "person");
        const number = t("seat", { number: seat + 1 });
        rows.append(
          h(
            "fieldset",
            {},
            h("legend", { class: "es-hidden" }, number),
            h("input", { name: "name", value: name, maxlength: 60, required: true, "aria-label": `${number}, ${t("name")}` }),
            choose("level", levels, level, { "aria-label": `${number}, ${t("who")}` }),
          ),
        );
      }
    };
    const counts = Array.from({ length: many - few + 1 }, (_, i) => [String(few + i), String(few + i)]);
    const howMany = choose("count", counts, String(table.names.length), {
      onchange: (event) => sit(Number(event.target.value)),
    });
    sit(table.names.length);
    const option = ({ name, label, names, low, high, default: usual }) => {
      const value = table.options[name] ?? usual;
      const field = names
        ? choose(name, names.map((one) => [one, one]), value)
        : h("input", { type: "number", name, min: low, max: high, value, required: true });
      return h("label", {}, h("span", {}, label[table.lang]), field);
    };
    const seed = h("input", { type: "text", name: "seed", inputmode: "numeric", pattern: "[0-9]{0,15}", placeholder: t("seed-hint") });
    const form = h(
      "form",
      { class: "es-form" },
      h("label", {}, h("span", {}, t("how-many")), howMany),
      rows,
      box.options.map(option),
      h("label", {}, h("span", {}, t("seed")), seed),
      h(
        "div",
        { class: "es-form-end" },
        h("button", { type: "button", class: "es-button", onclick: () => this.dialog.close() }, t("cancel")),
        h("button", { type: "submit", class: "es-button es-main-button", "data-do": "start" }, t("start")),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const fields = form.elements;
      const all = (name) => [...form.querySelectorAll(`[name=${name}]`)].map((field) => field.value);
      const levelsChosen = all("level");
      const chosen = box.options.map(({ name, names }) => [name, names ? fields[name].value : Number(fields[name].value)]);
      this.dialog.close();
      this.ask("new", {
        seats: all("name").map((name, seat) => ({ name, level: levelsChosen[seat] })),
        options: Object.fromEntries(chosen),
        seed: seed.value ? Number(seed.value) : null,
      });
    });
    this.openDialog(t("new-title"), form);
  }

  // --- files

  async load() {
    const [file] = this.file.files;
    this.file.value = "";
    if (file) this.ask("load", { text: await file.text() });
  }

  download(name, content, type, sentence) {
    const url = URL.createObjectURL(new Blob([content], { type }));
    h("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    this.notify(this.t(sentence, { file: name }), "good");
  }

  /** The plates of a still picture: targets that carry their own words. */
  plates() {
    return [...this.hand.buttons.values()]
      .filter(({ box, target }) => box && target[2])
      .map(({ box: [x, y, w, tall], target: [, , caption] }) =>
        s(
          "g",
          { class: "es-plate" },
          s("rect", { x, y, width: w, height: tall, rx: 8 }),
          s(
            "text",
            { class: "serif bold", x: x + w / 2, y: y + tall / 2, "font-size": Math.min(20, tall * 0.42), "text-anchor": "middle", "dominant-baseline": "central" },
            caption,
          ),
        ),
      );
  }

  async exportPicture(kind) {
    this.skip();
    this.picture.finish();
    const name = `${this.box.game}-${this.table.ply}.${kind}`;
    const svg = this.picture.portrait(this.theme, this.plates());
    if (kind === "svg") {
      this.download(name, svg, "image/svg+xml", "picture-saved");
      return;
    }
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = h("canvas", { width: this.layout.width * 2, height: this.layout.height * 2 });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => this.download(name, blob, "image/png", "picture-saved"));
  }

  // --- light and dark

  /** JupyterLab's and Voilà's theme, else the system's; or the one that was asked for. */
  followTheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const look = () => {
      const lab = document.body.dataset.jpThemeLight;
      const found = lab ? (lab === "false" ? "dark" : "light") : dark.matches ? "dark" : "light";
      this.theme = this.forced === "auto" ? found : this.forced;
      if (this.root) {
        put(this.root, "data-theme", this.theme);
        put(document.getElementById(`es-sheet-${this.box.game}`), "data-theme", this.theme);
      }
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    dark.addEventListener("change", look);
    this.cleanups.push(() => watcher.disconnect(), () => dark.removeEventListener("change", look));
    look();
  }
}

/**
 * The symbols of a game, once a page: what lies in a hidden cell cannot paint another one, and
 * patterns take their colours from where they are, so the sheet stands apart and has the theme.
 */
function shareSheet(box, theme) {
  const id = `es-sheet-${box.game}`;
  let sheet = document.getElementById(id);
  if (!sheet) {
    sheet = h("div", { id, class: `es-picture es-sheet es-${box.game}`, "data-theme": theme, "aria-hidden": "true" });
    sheet.style.cssText = "position:absolute;width:0;height:0;overflow:hidden";
    sheet.innerHTML = `<style>${box.style}</style><svg width="0" height="0"><defs>${box.symbols}</defs></svg>`;
    sheet.users = 0;
    document.body.append(sheet);
  }
  sheet.users += 1;
  return () => {
    sheet.users -= 1;
    if (!sheet.users) sheet.remove();
  };
}

// --- As a widget in Jupyter ---------------------------------------------------------------------------

/** One model, any number of views: the model keeps the table whole, the views show it move. */
function initialize({ model }) {
  model.on("msg:custom", (message) => {
    if (message.kind === "frames") {
      const table = model.get("table");
      if (message.version !== table.version + 1) {
        if (message.version > table.version) model.send({ do: "sync" });
        return;
      }
      const whole = message.frames.reduce(merge, table);
      model.set("table", { ...whole, version: message.version, frames: message.frames });
    } else if (message.kind === "whole") {
      if (message.box) model.set("box", message.box);
      model.set("table", message.table);
    }
  });
}

function render({ model, el }) {
  const stage = new Stage(el, model.get("box"), { send: (message) => model.send(message) });
  let version = null;
  const changed = () => {
    const { frames, ...table } = model.get("table");
    if (model.get("box") !== stage.box) stage.open(model.get("box"));
    else if (frames && table.version === version + 1) {
      version = table.version;
      stage.play(frames);
      return;
    }
    version = table.version;
    stage.show(table);
  };
  const answered = (message) => stage.answer(message);
  model.on("change:table", changed);
  model.on("msg:custom", answered);
  changed();
  return () => {
    model.off("change:table", changed);
    model.off("msg:custom", answered);
    stage.dispose();
  };
}

export default { initialize, render };
