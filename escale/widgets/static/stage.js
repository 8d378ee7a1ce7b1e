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
 *   Picture    pieces, and their motion    (as widgets: table.js, lesson.js)
 */

// --- Small things -----------------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";
const PATH_UNITS = 840; // as in draw/scene.py
const TEXT_SIZE = 0.72; // as in draw/svg.py
const EASE = "cubic-bezier(.3,.7,.2,1)";
const FAR = 70; // a piece that travels further than this flies above the others
const LOG_SHOWN = 60;

/** HTML with holes. What is put into them is text, unless it is HTML already. */
class Html extends String {}
const html = (parts, ...holes) => new Html(String.raw({ raw: parts }, ...holes.map(written)));
const written = (value) => {
  if (value instanceof Html) return value;
  if (Array.isArray(value)) return value.map(written).join("");
  if (value == null || value === false) return "";
  return String(value).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt()};`);
};

/** An element from HTML. */
function make(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content.firstElementChild;
}

/** An SVG element with attributes and children. */
function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
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

/** Hide or show, where that changes anything. */
function hide(element, hidden = true) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h9a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9h-9a6 6 0 0 0 0 12h3",
  rules: "M12 6.5C10 5 7 4.5 3.5 4.5v14c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-14C17 4.5 14 5 12 6.5Zm0 0v14",
  menu: "M5 7h14M5 12h14M5 17h14",
  close: "m6 6 12 12M18 6 6 18",
  no: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.7 5.7l12.6 12.6",
  turn: "M19 12a7 7 0 1 1-2-5l2.5 2.5M19.5 4.5v5h-5",
  skip: "m5 6 7 6-7 6ZM13 6l7 6-7 6Z",
  "new-game": "M12 5v14M5 12h14",
  review: "M3 12a9 9 0 1 0 3-6.7L3 8m0-5v5h5m4-1v5l3 3",
  hint: "M9 18h6M10 21h4M8 15a6 6 0 1 1 8 0Z",
  hurry: "m5 6 7 6-7 6ZM13 6l7 6-7 6Z",
};
const icon = (name) =>
  html`<svg class="es-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

// --- Frames -------------------------------------------------------------------------------------

/** The table after a frame. Takes apart what widgets/wire.py has put together. */
export function merge(table, frame) {
  const { scene: changes = {}, keep, add, ...head } = frame;
  const scene = { ...table.scene };
  for (const [name, value] of Object.entries(changes)) {
    if (name === "pieces" || name === "targets") scene[name] = mergeTable(scene[name], value, table.brief);
    else if (name === "seats" || name === "words") scene[name] = mergeList(scene[name], value, table.brief);
    else if (name !== "order") scene[name] = value;
  }
  if (changes.order) scene.targets = inOrder(scene.targets, changes.order);
  let log = keep == null ? table.log : table.log.slice(0, keep);
  if (add) log = log.concat(add);
  return { ...table, ...head, scene, log };
}

function mergeTable(old, changes, brief) {
  const merged = { ...old };
  for (const [stem, first, line] of changes[""] ?? []) {
    keysIn(line).forEach((key, i) => (changes[key] = [stem + (first + i)]));
  }
  delete changes[""];
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete merged[key];
    else merged[key] = mergeRow(old[key], value, brief);
  }
  return merged;
}

function mergeList(old, { length, ...changes }, brief) {
  const merged = old.slice(0, length ?? old.length);
  for (const [index, value] of Object.entries(changes)) merged[index] = mergeRow(old[index], value, brief);
  return merged;
}

/** At a brief table a row says what is new in the old one: null, and what is beyond its end, stays. */
function mergeRow(old, row, brief) {
  if (!brief || !old || !row.map) return row;
  const merged = [];
  for (let i = 0; i < old.length || i < row.length; i += 1) merged.push(row[i] ?? old[i] ?? "");
  return merged;
}

/** The keys in a line: `:2` after `column:1` is `column:2`. */
function keysIn(line) {
  let kind = "";
  return line.split(" ").map((word) => {
    if (word.startsWith(":")) return kind + word;
    [kind] = word.split(":");
    return word;
  });
}

/** A table with its keys in order: each run of keys stands after its first one. */
function inOrder(table, runs) {
  const moved = new Set(runs.flatMap((run) => run.slice(1)));
  const keys = ["", ...Object.keys(table).filter((key) => !moved.has(key))];
  for (const [after, ...run] of runs) keys.splice(keys.indexOf(after) + 1, 0, ...run);
  return Object.fromEntries(keys.slice(1).map((key) => [key, table[key]]));
}

// --- Choices --------------------------------------------------------------------------------------

/** The legal moves as paths over keys. Picking filters them, in any order. */
export class Choices {
  constructor({ keys: line = "", paths = [] } = {}) {
    const keys = keysIn(line);
    this.paths = paths.flatMap(([head, tails, lies]) =>
      tails.map((tail, i) => ({ keys: [...head, tail].map((n) => keys[n]), lie: lies?.at ? lies[i] : lies })),
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
  constructor(box, lang) {
    this.box = box;
    this.lang = lang;
    this.scenery = s("svg", { class: "es-scenery", "aria-hidden": "true" });
    this.floor = s("g");
    this.layers = new Map(); // depth -> the group on the floor with what lies there
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
    for (const entry of this.entries.values()) this.insert(entry);
  }

  /** Show what has changed; with `motion`, pieces travel to where they now are. */
  update(changes, motion) {
    const turned = [...this.turned.keys()].filter((key) => !(key in changes));
    const travellers = [];
    this.turned.clear(); // a person's turning ends with the move
    const heirs = this.heirs(changes);
    for (const [key, piece] of Object.entries(changes)) {
      const before = this.entries.get(key) ?? heirs.get(key);
      if (before && before.piece === piece) continue;
      const from = before && { at: before.at, symbol: before.piece[1], text: before.piece[2] };
      const entry = piece && this.lay(key, piece);
      if (entry) travellers.push({ entry, from });
      else this.leave(key, motion && ![...heirs.values()].includes(before));
    }
    travellers.sort((a, b) => a.entry.z - b.entry.z);
    for (const { entry } of travellers) this.insert(entry);
    for (const key of turned) this.redraw(key);
    if (motion) this.move(travellers);
  }

  /** Pieces that look like one that goes away take over from it: money is money. */
  heirs(changes) {
    const gone = Object.keys(changes).map((key) => !changes[key] && this.entries.get(key)).filter(Boolean);
    const heirs = new Map();
    for (const [key, piece] of Object.entries(changes)) {
      if (!piece?.[1] || this.entries.has(key)) continue;
      const found = gone.findIndex((entry) => entry.piece[1] === piece[1]);
      if (found >= 0) heirs.set(key, gone.splice(found, 1)[0]);
    }
    return heirs;
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
    entry.at = this.geometry(entry.piece, place, this.turned.get(entry.key));
    entry.g.setAttribute("transform", transformOf(entry.at, ""));
    const look = `${entry.piece.slice(1, 5)} ${entry.at.w} ${entry.at.h}`;
    if (entry.look !== look) this.drawLook(entry, place); // most pieces only go somewhere else
    entry.look = look;
  }

  drawLook(entry, place) {
    const [, symbol, text, path, style = ""] = entry.piece;
    const { g } = entry;
    const kind = symbol ? "symbol" : text ? "text" : "path";
    put(g, "class", `es-piece es-${kind} ${style}`);
    if (symbol) this.drawSymbol(entry, symbol);
    else if (text) this.drawText(g, text, style.split(" "), place);
    else this.child(g, "path").setAttribute("d", path ?? "");
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

  /** Put a group where its depth belongs: each depth has a layer. */
  insert({ g, z }) {
    const layer = this.layers.get(z) ?? this.addLayer(z);
    if (g.parentNode !== layer) layer.append(g);
  }

  addLayer(z) {
    const layer = s("g");
    const above = [...this.layers.keys()].filter((depth) => depth > z);
    this.floor.insertBefore(layer, this.layers.get(Math.min(...above)) ?? null);
    this.layers.set(z, layer);
    return layer;
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
  count({ g, piece }, { text = "" }, delay) {
    const [from, to] = [text, piece[2]].map((words) => parseInt(words.replace(/[^\d-]/g, ""), 10));
    if (Number.isNaN(from + to)) return;
    const element = g.firstChild;
    const animation = this.fly(g, [{ opacity: 1 }, { opacity: 1 }], { duration: 400, delay }, () => {
      element.textContent = piece[2];
    });
    const tick = () => {
      if (!this.flights.has(animation)) return;
      const part = Math.min(1, Math.max(0, (animation.currentTime - delay) / 400));
      const now = Math.round(from + (to - from) * part).toLocaleString(this.lang);
      element.textContent = piece[2].replace(/-?\d(.*\d)?/, now);
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
    for (const { g } of this.lifted ?? []) g.classList.remove("picked");
    this.lifted = places.flatMap((place) => this.on(place));
    for (const { g } of this.lifted) g.classList.add("picked");
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
    const keys = [...this.turned.keys()];
    this.turned.clear();
    keys.forEach((key) => this.redraw(key));
  }

  redraw(key) {
    const entry = this.entries.get(key);
    if (entry) this.draw(entry, this.layout.places[entry.piece[0]]);
  }

  /** Show a piece faintly where it would lie. */
  ghost(from, to, degrees) {
    if (this.ghosts.firstChild) this.ghosts.replaceChildren();
    const place = this.layout.places[to];
    if (!from || !place) return;
    for (const { piece } of this.on(from)) {
      if (!piece[1]) continue;
      const at = this.geometry(piece, place, degrees);
      const use = s("use", { href: `#${piece[1]}`, width: at.w, height: at.h });
      this.ghosts.append(s("g", { class: `es-piece ${piece[4] ?? ""}`, transform: transformOf(at, "") }, use));
    }
  }

  /** The picture as a file of its own; `plates` are targets that carry their own words. */
  portrait(theme, plates) {
    const { width, height, scenery, cover } = this.layout;
    const { game, style, symbols } = this.box;
    const pieces = new XMLSerializer().serializeToString(this.floor).replaceAll(" picked", "");
    const plate = ({ box: [x, y, w, tall], target: [, , caption] }) =>
      html`<g class="es-plate"><rect x="${x}" y="${y}" width="${w}" height="${tall}" rx="8"/><text class="serif bold" x="${x + w / 2}" y="${y + tall / 2}" font-size="${Math.min(20, tall * 0.42, w / (0.56 * caption.length))}" text-anchor="middle" dominant-baseline="central">${caption}</text></g>`;
    return `<svg xmlns="${SVG}" class="es-picture es-${game}" data-theme="${theme}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>${style}</style><defs>${symbols}</defs>${scenery}${pieces}${plates.map(plate).join("")}${cover}</svg>`;
  }
}

/** A geometry as a transform; `px` for CSS, nothing for the attribute. */
function transformOf({ x, y, scale, turn, w, h: tall }, unit) {
  const n = (value) => `${+value.toFixed(3)}${unit}`;
  const angle = unit ? `${turn}deg` : turn;
  return `translate(${n(x)},${n(y)}) rotate(${angle}) scale(${+scale.toFixed(5)}) translate(${n(-w / 2)},${n(-tall / 2)})`;
}

// --- The hand -----------------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SNAP = 28; // px: a tap this near to something lit means it

/** What can be picked or asked about: real buttons over the picture, one tab stop in all. */
class Hand {
  constructor(element) {
    this.element = element;
    this.entries = new Map(); // key -> { key, button, target, box }
    this.current = null; // the key that has the tab stop
  }

  show(targets, layout) {
    for (const [key, { button }] of this.entries) {
      if (targets[key]) continue;
      button.remove();
      this.entries.delete(key);
    }
    let next = this.element.firstChild;
    for (const [key, target] of Object.entries(targets)) {
      const entry = this.entries.get(key) ?? this.add(key);
      this.dress(entry, target, layout);
      if (next === entry.button) next = next.nextSibling;
      else this.element.insertBefore(entry.button, next);
    }
    if (!this.visible(this.current)) this.rove(this.first());
  }

  add(key) {
    const button = make(html`<button class="es-target" tabindex="-1" data-key="${key}"></button>`);
    const entry = { key, button };
    this.entries.set(key, entry);
    return entry;
  }

  dress(entry, target, layout) {
    const { button } = entry;
    const [place, label, caption, note] = target;
    if (entry.target !== target) {
      entry.target = target;
      put(button, "aria-label", note ? `${label}. ${note}` : label);
      put(button, "data-plate", Boolean(caption));
      button.innerHTML = caption ? html`<b>${caption}</b>${note && html`<small>${note}</small>`}` : "";
    }
    const box = layout.places[place];
    if (entry.box === box) return;
    entry.box = box;
    button.hidden = !box;
    if (!box) return;
    const part = (value, whole) => `${((100 * value) / whole).toFixed(3)}%`;
    const [x, y, w, tall] = box;
    const { width, height } = layout;
    Object.assign(button.style, { left: part(x, width), top: part(y, height), width: part(w, width), height: part(tall, height) });
  }

  /** Light what may be picked. `fits` says of a key how much the picked piece has to be turned for it. */
  light(lit, picks, fits) {
    for (const [key, entry] of this.entries) {
      const { button } = entry;
      const picked = picks.includes(key);
      const refused = !picked && !lit.has(key);
      const look = `${lit.get(key)} ${fits.get(key)} ${picked} ${"plate" in button.dataset}`;
      if (entry.look === look) continue;
      entry.look = look;
      put(button, "data-lit", lit.get(key));
      put(button, "data-fit", fits.get(key));
      put(button, "data-picked", picked);
      put(button, "aria-pressed", picked ? "true" : null);
      put(button, "data-refused", refused);
      put(button, "aria-disabled", refused && "plate" in button.dataset ? "true" : null);
    }
  }

  visible(key) {
    const entry = this.entries.get(key);
    return entry && !entry.button.hidden;
  }

  lit() {
    return [...this.entries.values()].filter(({ button }) => !button.hidden && button.dataset.lit);
  }

  first() {
    return (this.lit()[0] ?? [...this.entries.values()].find(({ button }) => !button.hidden))?.key ?? null;
  }

  /** Give the tab stop to a key, and the focus if wanted. */
  rove(key, focus = false) {
    const old = this.entries.get(this.current)?.button;
    const button = this.entries.get(key)?.button;
    if (old) put(old, "tabindex", -1);
    this.current = key;
    if (!button) return;
    put(button, "tabindex", 0);
    if (focus) button.focus();
  }

  /** The next button in the direction of an arrow, by where they lie. */
  beside(key, [dx, dy]) {
    const middle = ([x, y, w, tall]) => [x + w / 2, y + tall / 2];
    const [x, y] = middle(this.entries.get(key).box);
    let [best, least] = [key, Infinity];
    for (const other of this.entries.values()) {
      if (!other.box) continue;
      const [ox, oy] = middle(other.box);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along > 1 && along + 2.5 * aside < least) [best, least] = [other.key, along + 2.5 * aside];
    }
    return best;
  }

  /** Which key a click means: what was hit, or something lit close by. */
  meant(event) {
    const hit = event.target.closest(".es-target");
    const finger = event.pointerType === "touch" || event.pointerType === "pen";
    if (hit && (!finger || !("refused" in hit.dataset) || Math.min(hit.offsetWidth, hit.offsetHeight) >= 40)) {
      return hit.dataset.key;
    }
    let [best, least] = [hit?.dataset.key, hit ? SNAP / 2 : SNAP];
    for (const { key, button } of this.lit()) {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const dx = Math.max(left - event.clientX, 0, event.clientX - right);
      const dy = Math.max(top - event.clientY, 0, event.clientY - bottom);
      if (Math.hypot(dx, dy) < least) [best, least] = [key, Math.hypot(dx, dy)];
    }
    return best;
  }
}

// --- The stage ------------------------------------------------------------------------------------------

const LETTERS = { h: "hint", l: "moves", d: "words", u: "undo", r: "turn", w: "again", "?": "help" };
const KEYS = [
  ["← ↑ → ↓", "key-arrows"],
  ["home-end", "key-ends"],
  ["enter", "key-enter"],
  ["escape", "key-escape"],
  ...["H", "R", "L", "W", "D", "U", "?"].map((key) => [key, `key-${key}`]),
];
const PAUSE = 420; // ms: time to read what a computer did
const SOON = 90; // ms: an answer that comes within this time is worth waiting for
let stages = 0;

/**
 * The house around a scene: header, status, table, log, rules, dialogs.
 * `send(message)` carries what a person wants; the answers come back through `show`, `play`, `answer`.
 */
export class Stage {
  constructor(parent, box, { send = () => {}, theme = "auto", keeper } = {}) {
    Object.assign(this, { parent, send, keeper, forced: theme, asked: 0, queue: [], stale: new Set(), unlogged: [] });
    this.name = `s${++stages}-${Math.random().toString(36).slice(2, 8)}`;
    this.unfollow = this.followTheme();
    this.open(box);
  }

  /** Begin with a box; nothing of an earlier one stays. */
  open(box) {
    this.close?.();
    Object.assign(this, { box, table: null, picture: null, layout: null, picks: [], lie: 0, turned: false });
    this.root = make(
      html`<div class="es-stage es-picture es-${box.game}" data-escale-stage="${box.game}" data-theme="${this.theme}" data-lm-suppress-shortcuts="true"></div>`,
    );
    this.parent.append(this.root);
    const returnSheet = shareSheet(box, this.theme);
    const watcher = new ResizeObserver(() => this.fit());
    watcher.observe(this.root);
    for (const [type, listener] of Object.entries({
      click: this.onClick,
      keydown: this.onKey,
      focusin: this.onAttention,
      pointerover: this.onAttention,
      change: this.onChange,
      submit: this.onSubmit,
    })) {
      this.root.addEventListener(type, (event) => this.picture && listener.call(this, event));
    }
    this.close = () => {
      watcher.disconnect();
      this.root.remove();
      returnSheet();
    };
  }

  dispose() {
    this.queue.length = 0;
    this.picture?.finish();
    this.close();
    this.unfollow();
  }

  /** One of the house's sentences, in the table's language. */
  t(name, facts = {}) {
    const sentence = this.box.ui[this.table.lang][name] ?? name;
    const many = (count) => (this.table.lang === "fr" ? count >= 2 : count !== 1);
    return sentence.replace(/\{(\w+)(?::(.*?)\|(.*?))?\}/g, (_, hole, one, more) =>
      one ? `${facts[hole]} ${many(facts[hole]) ? more : one}` : facts[hole] ?? "",
    );
  }

  // --- what comes in

  /** Show a table as it is, at once. */
  show(table) {
    this.queue.length = 0;
    this.pending = null;
    this.skipping = false;
    const rebuilt = this.table?.lang !== table.lang || this.table.hand !== table.hand;
    const focus = rebuilt && this.table && this.focused();
    this.table = table;
    this.picks = [];
    this.happened = "";
    if (rebuilt) this.build();
    this.picture.turned.clear();
    this.picture.show(table.scene.pieces);
    this.furnish();
    if (focus) this.root.querySelector(focus)?.focus();
  }

  /** Show frames one after the other, with motion; the first one at once. */
  play(frames) {
    this.pending = null;
    this.queue.push(...frames);
    if (!this.running) this.run();
  }

  async run() {
    this.running = true;
    while (this.queue.length) {
      const moving = !this.skipping && !still();
      this.apply(this.queue.shift(), moving);
      if (moving) await this.settled();
    }
    this.running = false;
    if (!this.table.more) this.skipping = false;
    this.wake();
  }

  /** Until the motion is over and there was time to see it, or until somebody skips. */
  async settled() {
    const skipped = new Promise((done) => (this.onSkip = done));
    const seen = this.picture.quiet().then(() => (this.queue.length || this.table.more) && pause(PAUSE));
    await Promise.race([seen, skipped]);
  }

  /** Jump to the end of all motion. */
  skip() {
    if (!this.running) return;
    this.skipping = true;
    this.picture.finish();
    this.onSkip?.();
  }

  apply(frame, motion) {
    const { picture } = this;
    picture.finish();
    this.picks = [];
    this.table = frame.after ?? merge(this.table, frame);
    const { pieces } = this.table.scene;
    picture.update(Object.fromEntries(Object.keys(frame.scene?.pieces ?? {}).map((key) => [key, pieces[key] ?? null])), motion);
    if (frame.add?.length) this.happened = frame.add.map(([text]) => text).join(" ");
    this.furnish(frame);
    if (frame.add?.length) this.announce(this.happened);
  }

  /** An answer to something that was asked here: why, say, file, link. */
  answer({ kind, re, key, lines, text, tone, name, ...link }) {
    if (re != null && !String(re).startsWith(`${this.name}-`)) return;
    if (re != null && re === this.pending) {
      this.pending = null;
      this.setPicks([]);
      this.wake();
    }
    if (kind === "why") this.explain(key, lines);
    else if (kind === "words") this.openWords(lines);
    else if (kind === "hint") this.showHint(lines, link.keys);
    else if (kind === "review") this.showReview(text, link);
    else if (kind === "say") this.notify(text, tone);
    else if (kind === "file") this.download(name, new Blob([text], { type: "application/json" }), "saved");
    else if (kind === "link") this.showLink(link);
  }

  ask(what, fields) {
    const id = `${this.name}-${++this.asked}`;
    this.send({ do: what, id, ...fields });
    return id;
  }

  // --- the house

  /** All elements anew, in the language of the table. */
  build() {
    const { root, table } = this;
    root.lang = table.lang;
    root.innerHTML = this.house();
    for (const part of root.querySelectorAll("[data-part]")) this[part.dataset.part] = part;
    this.picture = new Picture(this.box, table.lang);
    this.board.prepend(...this.picture.elements);
    this.hand = new Hand(this.handElement);
    this.layout = this.veiled = null;
    this.showRule(null);
    this.fit();
  }

  /** The house as HTML; whatever has a data-part becomes a property of that name. */
  house() {
    const { table, name } = this;
    const t = (entry) => this.t(entry);
    const button = (what, kind = "") =>
      html`<button class="es-button ${kind}" data-do="${what}" data-part="${what}Button" aria-label="${t(what)}">${icon(what)}<span>${t(what)}</span></button>`;
    const language = (lang) =>
      html`<button data-do="lang" data-lang="${lang}" lang="${lang}" aria-pressed="${lang === table.lang}">${lang.toUpperCase()}</button>`;
    const menu = ["new", "save", "load", "link", "svg", "png", "moves", "words", "help"];
    const close = html`<button class="es-close" data-do="close" aria-label="${t("close")}">${icon("close")}</button>`;
    return html`<section class="es-house" aria-label="${this.box.title}">
      <header class="es-head">
        ${this.symbol(Object.keys(this.box.sizes).find((symbol) => symbol.endsWith("-mark")), "es-mark")}
        <div class="es-title"><h2>${this.box.title}</h2><span class="es-heading" data-part="heading"></span></div>
        ${table.hand && [button("hint"), button("undo"), button("redo", "es-bare")]} ${button("rules")}
        <span class="es-menu" data-part="menu">
          <button class="es-button es-bare" data-do="menu" aria-label="${t("menu")}" aria-expanded="false">${icon("menu")}</button>
          <span class="es-menu-list" data-part="menuList" hidden>
            ${menu.map((what) => html`<button data-do="${what}">${t(what)}</button>`)}
          </span>
        </span>
        <span class="es-lang" role="group" aria-label="${t("language")}">${language("fr")}${language("en")}</span>
      </header>
      <div class="es-main">
        <div class="es-notice" data-part="notice" hidden><p></p>${close}</div>
        <div class="es-status">
          <span class="es-flag" data-part="flag"></span>
          <p class="es-status-text" data-part="status" role="status"></p>
          <span class="es-quiet" data-part="thinking" hidden>${t("thinking")}</span>
          ${button("review", "es-act")} ${button("new-game", "es-act")} ${button("hurry", "es-act")} ${button("turn", "es-act")} ${button("skip", "es-act")}
          <ul class="es-seats" data-part="seats" aria-label="${t("players")}"></ul>
        </div>
        <div class="es-table" data-part="board">
          <div class="es-hand" data-part="handElement" role="group" aria-label="${t("choices")}"></div>
          <div class="es-chooser" data-part="chooser" role="group" aria-label="${t("choose")}" hidden></div>
          <div class="es-bubble" data-part="bubble" hidden>${icon("no")}<div></div>${close}</div>
          <div class="es-veil" data-part="veil" hidden></div>
        </div>
      </div>
      <aside class="es-side" aria-label="${t("log")}">
        <section class="es-panel es-logpanel"><h3>${t("log")}</h3><ol class="es-log" data-part="log" tabindex="0" aria-label="${t("log")}"></ol></section>
        <section class="es-panel es-rulecard" data-part="card" aria-label="${t("rule")}"></section>
      </aside>
      <div class="es-tip" data-part="tip" role="tooltip" id="${name}-tip" hidden></div>
      <div class="es-hidden" data-part="live" aria-live="assertive" aria-atomic="true"></div>
      <dialog class="es-dialog" data-part="dialog" aria-labelledby="${name}-title">
        <header><h2 id="${name}-title"></h2>${close}</header><div class="es-dialog-body" tabindex="-1"></div>
      </dialog>
      <input type="file" data-part="file" accept=".json,application/json" aria-label="${t("load")}" hidden>
    </section>`;
  }

  /** Choose the layout for the room that there is. */
  fit() {
    if (!this.picture) return;
    const width = this.root.clientWidth || 800; // not yet shown: a guess
    const { layouts } = this.box;
    const layout = layouts.filter(({ least }) => least <= width).at(-1) ?? layouts[0];
    if (layout === this.layout) return;
    const first = !this.layout;
    this.layout = layout;
    this.root.dataset.width = layout.name;
    this.seats.classList.toggle("es-hidden", !layout.seats);
    this.board.style.setProperty("--es-ratio", layout.width / layout.height);
    this.picture.setLayout(layout);
    if (!first) this.furnish();
  }

  /** Everything around the pieces, after a frame; without one, all of it. */
  furnish(frame) {
    const { table, root, stale } = this;
    const { scene } = table;
    const changed = (field) => !frame || field in frame || (frame.scene && field in frame.scene);
    put(root, "data-ply", table.ply);
    if (root.dataset.seat !== String(table.seat)) this.forget();
    put(root, "data-seat", table.seat);
    put(root, "data-over", table.over);
    this.showVeil();
    if (changed("choices")) this.choices = new Choices(scene.choices);
    if (changed("targets") || changed("order")) this.hand.show(scene.targets, this.layout);
    this.hideBubble();
    this.mark([]);
    this.light();
    this.wake();
    for (const part of ["heading", "status", "seats", "keep"]) if (changed(part)) stale.add(part);
    if (frame?.add) this.unlogged.push(...frame.add);
    if (frame) this.reading ??= setTimeout(() => this.refresh());
    else this.refresh();
  }

  /** Somebody else looks now: of what was told to the one before nothing stays, not even unseen. */
  forget() {
    this.dialog.close();
    for (const part of [this.dialog.lastElementChild, this.chooser, this.bubble.children[1]]) part.replaceChildren();
  }

  /** What is read, not played with: a moment after the board, once for all frames that came together. */
  refresh() {
    clearTimeout(this.reading);
    this.reading = null;
    const { table, stale } = this;
    if (!table) return; // another box is being opened
    const { heading, status, seats } = table.scene;
    if (stale.has("heading")) this.heading.textContent = heading;
    if (stale.has("status")) this.showStatus(status);
    if (stale.has("seats")) this.showSeats(seats);
    if (stale.has("keep")) this.showLog();
    else this.addToLog(this.unlogged);
    stale.clear();
    this.unlogged = [];
    if (!table.hand) return;
    if (this.hintButton) this.hintButton.disabled = Boolean(table.over);
    this.undoButton.disabled = !table.ply;
    this.redoButton.disabled = !table.redo;
  }

  /** Is anything under way? */
  wake() {
    const more = this.table.more && !this.keeper?.stalled;
    const busy = Boolean(this.running || more || this.pending);
    put(this.root, "data-busy", busy);
    hide(this.hurryButton, !(this.table.more && this.thinks));
    hide(this.reviewButton, !(this.table.hand && this.table.over && this.table.ply && !this.running));
    hide(this.skipButton, !(this.running && (this.queue.length || this.table.more)));
    if (busy || !this.refocus) return;
    this.refocus = false;
    if (this.veil?.hidden ?? true) this.hand.rove(this.hand.first(), true);
    else this.veil.querySelector("button")?.focus();
  }

  /** A card over the table: what its keeper has to say, or the curtain between two people. */
  showVeil() {
    if (!this.veil) return; // a lesson has none
    const { curtain, names } = this.table;
    const to = { name: names[curtain] };
    const pass = { title: this.t("pass-to", to), text: this.t("pass-words"), acts: { lift: this.t("lift", to) } };
    const card = this.keeper?.card(this) ?? (curtain == null ? null : pass);
    const content = card && html`<div class="es-panel"><h3>${card.title}</h3><p>${card.text}</p><p class="es-form-end">${Object.entries(card.acts).map(([act, words], i) => html`<button class="es-button ${!i && "es-main-button"}" data-do="${act}">${words}</button>`)}</p></div>`;
    put(this.root, "data-curtain", curtain);
    if (this.veiled === String(content)) return;
    this.veiled = String(content);
    const focus = this.board.contains(document.activeElement);
    this.handElement.inert = Boolean(card);
    this.veil.hidden = !card;
    this.veil.innerHTML = content ?? "";
    if (card) this.announce(`${card.title} ${card.text}`);
    if (focus) this.refocus = true;
  }

  showStatus(status) {
    const [, first, rest] = status.match(/^(.+?[.!?…])\s+(.*)$/s) ?? [null, status, ""];
    this.status.innerHTML = html`<b>${first}</b> ${rest}`;
  }

  symbol(name, kind = "") {
    if (!this.box.sizes[name]) return html``;
    const [w, tall] = this.box.sizes[name];
    return html`<svg class="es-badge ${kind}" viewBox="0 0 ${w} ${tall}" aria-hidden="true"><use href="#${name}" width="${w}" height="${tall}"/></svg>`;
  }

  showSeats(seats) {
    const { children } = this.seats;
    while (children.length > seats.length) this.seats.lastChild.remove();
    seats.forEach((seat, i) => {
      const [name, badge, score = "", turn, out, note = ""] = seat;
      const shown = i === this.table.reader ? this.t("you") : name;
      const words = [shown, score, note, turn && this.t("to-play"), out && this.t("out")].filter(Boolean);
      let item = children[i];
      if (item?.badge !== badge) {
        const hidden = html`<span class="es-hidden"></span><span class="es-seat-name" aria-hidden="true"></span><b aria-hidden="true"></b>`;
        item = make(html`<li>${hidden}${this.symbol(badge)}</li>`);
        item.badge = badge;
        if (children[i]) children[i].replaceWith(item);
        else this.seats.append(item);
      }
      put(item, "class", `es-seat ${turn ? "es-turn" : ""} ${out ? "es-out" : ""} ${score.length > 3 ? "es-long" : ""}`);
      put(item, "title", note || name);
      [words.join(", "), shown, score].forEach((text, part) => {
        if (item.children[part].textContent !== text) item.children[part].textContent = text;
      });
    });
    const badge = String(this.symbol(seats.find((seat) => seat[3])?.[1]));
    if (this.flag.badge !== badge) this.flag.innerHTML = this.flag.badge = badge;
  }

  // --- the log and the rules

  showLog(most = LOG_SHOWN) {
    const { log } = this.table;
    const from = Math.max(0, log.length - most);
    const more = from > 0 && html`<li><button class="es-link" data-do="log">${this.t("log-more")}</button></li>`;
    const none = !log.length && html`<li class="es-quiet">${this.t("log-empty")}</li>`;
    const lines = log.slice(from).map((line) => this.logLine(line)).reverse();
    this.log.innerHTML = html`${lines}${more}${none}`;
  }

  /** New lines come on top; the others stay as they are, unmeasured. */
  addToLog(lines) {
    if (!lines.length) return;
    if (this.table.log.length === lines.length) this.log.innerHTML = "";
    this.log.insertAdjacentHTML("afterbegin", html`${lines.map((line) => this.logLine(line)).reverse()}`);
  }

  logLine([text, rules, seat]) {
    const badge = this.symbol(this.table.scene.seats[seat]?.[1]);
    return html`<li><span class="es-badge">${badge}</span><span>${text} ${this.chips(rules)}</span></li>`;
  }

  chips(rules = []) {
    return rules.map((id) => html`<button class="es-chip" data-rule="${id}">${id}</button> `);
  }

  /** What a rule says, and whose rule it is. */
  ruleWords(id, brief) {
    const [text, short, reason] = this.box.rules.rules[id]?.[this.table.lang] ?? [id, id];
    const whose = reason
      ? html`<p class="es-ruling">${this.t("ruling")}</p><p class="es-quiet"><b>${this.t("because")}</b> ${reason}</p>`
      : html`<p class="es-quiet">${this.t("from-book")}</p>`;
    return html`<p>${brief ? short : text}</p>${whose}`;
  }

  showRule(id) {
    const hint = html`<p class="es-quiet">${this.t("rule-hint")}</p>`;
    const chip = id && html`<span class="es-chip">${id}</span>`;
    this.card.innerHTML = html`<h3>${this.t("rule")} ${chip}</h3>${id ? this.ruleWords(id) : hint}`;
  }

  showTip(chip, brief) {
    const { rule } = chip.dataset;
    this.tip.innerHTML = html`<b>${rule}</b>${this.ruleWords(rule, brief)}`;
    this.tip.hidden = false;
    put(chip, "aria-describedby", this.tip.id);
    this.place(this.tip, chip, this.root, 8);
  }

  /** Put a box near a thing: above it where there is room, else below, and inside its frame. */
  place(box, near, frame, gap) {
    const outer = frame.getBoundingClientRect();
    const at = near.getBoundingClientRect();
    box.style.maxWidth = `${Math.min(380, outer.width - 16)}px`;
    const { width, height } = box.getBoundingClientRect();
    const middle = at.left + at.width / 2 - outer.left;
    const left = Math.max(8, Math.min(middle - width / 2, outer.width - width - 8));
    const above = at.top - outer.top - height - gap;
    const below = Math.min(at.bottom - outer.top + gap, Math.max(at.bottom - outer.top - 24, outer.height - height));
    const side = above >= -gap ? "above" : "below";
    Object.assign(box.style, { left: `${left}px`, top: `${side === "above" ? above : below}px` });
    box.style.setProperty("--es-arrow", `${Math.max(16, Math.min(width - 16, middle - left))}px`);
    box.dataset.side = side;
  }

  // --- picking

  /** The key of the piece that is being moved: the first of a path. */
  mover() {
    return this.picks.find((key) => this.choices.role.get(key) === 0);
  }

  /** How the picked piece could lie, in degrees from how it does. */
  lies() {
    const mover = this.mover();
    const lies = mover ? this.choices.matching([mover]).map(({ lie }) => lie) : [];
    return [...new Set(lies.filter((lie) => lie != null))].sort((a, b) => a - b);
  }

  /** Light what may be picked now, lift what is picked. */
  light() {
    const { choices, picks, table } = this;
    const open = table.hand && !this.pending;
    const lit = open ? choices.lit(picks) : new Map();
    this.hand.light(lit, picks, this.fits(lit));
    this.picture.lift(picks.map((key) => table.scene.targets[key]?.[0]));
    hide(this.turnButton, !(open && this.lies().some((lie) => lie !== this.lie)));
    put(this.root, "data-picking", picks.length || null);
    hide(this.chooser);
    if (!picks.length) this.picture.ghost();
  }

  /** For each lit key, how much the picked piece must be turned for it: "0", "90" ... */
  fits(lit) {
    const fits = new Map();
    const paths = this.lies().length ? this.choices.matching(this.picks) : [];
    for (const key of lit.keys()) {
      const lies = paths.filter(({ keys }) => keys.includes(key)).map(({ lie }) => lie);
      const turns = lies.filter((lie) => lie != null).map((lie) => (lie - this.lie + 360) % 360);
      if (turns.length) fits.set(key, String(Math.min(...turns)));
    }
    return fits;
  }

  pick(key) {
    this.hideBubble();
    if (this.pending || this.running || this.table.more) return;
    if (this.hand.visible(key)) this.hand.rove(key);
    if (this.picks.includes(key)) {
      const other = this.lies().some((lie) => lie !== this.lie);
      if (key === this.mover() && other) this.turn();
      else this.unpick(key);
      return;
    }
    const picks = this.table.hand ? this.choices.with(this.picks, key) : null;
    if (!picks) {
      this.ask("why", { keys: [...this.picks, key], ply: this.table.ply });
      return;
    }
    const whole = this.completed(picks);
    if (whole) {
      this.complete(whole);
      return;
    }
    this.setPicks(picks);
    const paths = this.choices.matching(picks);
    if (!this.offer(paths)) {
      this.announce(this.t("picked-so-far", { what: this.labelOf(key), count: paths.length }));
    }
  }

  /** The only move that these picks leave, if there is nothing more to say about it. */
  completed(picks) {
    const paths = this.choices.matching(picks);
    const left = this.left(paths, picks);
    const spoken = left.some((key) => this.table.scene.targets[key]?.[2]); // what is written on a button is said
    if (paths.length === 1 && !spoken) return paths[0];
    const turned = this.turned && picks.includes(this.mover());
    const lying = turned ? paths.filter(({ lie }) => lie === this.lie) : [];
    return lying.length === 1 && left.every((key) => key.startsWith("turn:")) ? lying[0] : null;
  }

  setPicks(picks) {
    const mover = this.mover();
    this.picks = picks;
    if (this.mover() !== mover) {
      this.picture.unturn();
      this.lie = 0;
      this.turned = false; // has the person turned it?
    }
    this.light();
  }

  unpick(key) {
    this.setPicks(this.picks.filter((pick) => pick !== key));
    this.announce(this.t("unpicked", { what: this.labelOf(key) }));
  }

  /** What these moves have besides what is picked. */
  left(paths, picks = this.picks) {
    return [...new Set(paths.flatMap(({ keys }) => keys))].filter((key) => !picks.includes(key));
  }

  /** Turn the picked piece to the next way in which it fits somewhere. */
  turn() {
    const lies = this.lies();
    if (!lies.length || this.pending) return;
    this.lie = lies.find((lie) => lie > this.lie) ?? lies[0];
    this.turned = true;
    this.picture.finish();
    this.picture.turn(this.table.scene.targets[this.mover()][0], this.lie, !still());
    this.light();
    const paths = this.choices.matching(this.picks);
    const count = paths.filter(({ lie }) => lie === this.lie).length;
    this.announce(this.t("turned", { degrees: this.lie, count }));
    this.foresee(document.activeElement);
    this.offer(paths);
  }

  /** Where what is left to choose is not on the table, offer it beside the last pick. */
  offer(paths) {
    const left = this.left(paths);
    if (!left.length || left.some((key) => this.hand.visible(key))) return false;
    const { targets } = this.table.scene;
    const [piece] = this.picture.on(targets[this.mover()]?.[0]).map((entry) => entry.piece).filter((one) => one[1]);
    const option = (key) => {
      const { lie } = paths.find(({ keys }) => keys.includes(key));
      const words = targets[key]?.[1] ?? (lie ? this.t("turn-by", { degrees: lie }) : this.t("turn-none"));
      const turn = (lie ?? 0) + (piece?.[5] ?? 0);
      const drawing = lie != null && piece && html`<span style="transform:rotate(${turn}deg)">${this.symbol(piece[1])}</span>`;
      return html`<button class="es-option" data-key="${key}" data-lit="next" aria-label="${words}">${drawing || words}</button>`;
    };
    this.chooser.innerHTML = html`<span>${this.t("choose")}</span>${left.map(option)}`;
    this.chooser.hidden = false;
    this.place(this.chooser, this.hand.entries.get(this.picks.at(-1))?.button ?? this.board, this.board, 6);
    this.chooser.querySelector("button").focus({ preventScroll: true });
    return true;
  }

  /** Hovering or focusing a place shows the picked piece there, as it would lie. */
  foresee(element) {
    const key = element?.closest?.(".es-target[data-fit]")?.dataset.key;
    const paths = key ? this.choices.matching([...this.picks, key]) : [];
    const path = paths.find(({ lie }) => lie === this.lie) ?? paths[0];
    const { targets } = this.table.scene;
    if (path) this.picture.ghost(targets[this.mover()][0], targets[key][0], path.lie);
    else this.picture.ghost();
  }

  /** A move is complete: it goes out once, with the moment that it was made for. */
  complete({ keys }) {
    this.picks = keys;
    this.pending = this.ask("move", { keys, ply: this.table.ply });
    this.refocus = this.board.contains(document.activeElement);
    this.wake();
    setTimeout(() => this.pending && this.light(), SOON); // else the answer is the next picture
  }

  /** One step back: a tip, a bubble, a pick, a notice. */
  back() {
    if (!this.tip.hidden) this.tip.hidden = true;
    else if (!this.bubble.hidden) this.hideBubble();
    else if (this.picks.length && !this.pending) this.unpick(this.picks.at(-1));
    else this.notice.hidden = true;
  }

  labelOf(key) {
    return this.table.scene.targets[key]?.[1] ?? key;
  }

  // --- mouse, finger, keyboard

  onClick(event) {
    const { target } = event;
    const chip = target.closest("button.es-chip");
    const does = target.closest("[data-do]");
    const option = target.closest(".es-option");
    if (chip) {
      this.showRule(chip.dataset.rule);
      this.showTip(chip, false);
    } else if (does) this.act(does.dataset.do, does);
    else if (option) this.pick(option.dataset.key);
    else if (target === this.dialog) this.dialog.close();
    else if (this.board.contains(target) && !target.closest(".es-bubble, .es-chooser")) {
      const key = this.hand.meant(event);
      const lit = key && this.hand.entries.get(key).button.dataset.lit;
      const moving = this.running;
      this.skip();
      if (key && (lit || !moving)) Promise.resolve().then(() => this.pick(key));
      else this.hideBubble();
    }
  }

  /** What a button of the house does; some also have a key. */
  act(name, button) {
    if (this.menu.contains(button) && name !== "menu") this.toggleMenu(false);
    const acts = {
      menu: () => this.toggleMenu(this.menuList.hidden),
      lang: () => this.ask("lang", { lang: button.dataset.lang }),
      undo: () => this.step("undo"),
      redo: () => this.step("redo"),
      save: () => this.ask("save"),
      load: () => this.file.click(),
      svg: () => this.exportPicture("svg"),
      png: () => this.exportPicture("png"),
      skip: () => this.skip(),
      hurry: () => this.ask("hurry"),
      review: () => this.ask("review"),
      go: () => this.dialog.querySelector(`[data-point="${button.dataset.ply}"]`).scrollIntoView(),
      "play-on": () => (this.dialog.close(), this.ask("again", { ply: Number(button.dataset.ply) })),
      hint: () => this.hintButton && this.ask("hint", { ply: this.table.ply }),
      turn: () => this.turn(),
      again: () => this.announce(this.happened || this.t("nothing-yet")),
      new: () => this.openNew(),
      "new-game": () => this.openNew(),
      rules: () => this.openRules(),
      help: () => this.openHelp(),
      moves: () => this.openMoves(),
      words: () => this.openWords(),
      choose: () => this.chooseMove(button.dataset.move),
      log: () => this.showLog(Infinity),
      link: () => this.ask("link"),
      lift: () => this.lift(),
      close: () => this.closeAround(button),
    };
    if (acts[name]) acts[name]();
    else this.keeper.act(name, this);
  }

  lift() {
    this.refocus = true;
    this.pending = this.ask("lift", { seat: this.table.curtain });
    this.wake();
  }

  step(what) {
    this.skip();
    this.ask(what);
  }

  closeAround(button) {
    const { asking } = this;
    if (this.dialog.contains(button)) this.dialog.close();
    else if (this.bubble.contains(button)) {
      this.hideBubble();
      asking?.focus();
    } else this.notice.hidden = true;
  }

  toggleMenu(open, focus = true) {
    const button = this.menu.firstElementChild;
    this.menuList.hidden = !open;
    put(button, "aria-expanded", String(open));
    if (focus) (open ? this.menuList.firstElementChild : button).focus();
  }

  /** The pointer or the focus has come to something: rules explain themselves, pieces foresee. */
  onAttention({ target, type }) {
    const chip = target.closest("button.es-chip");
    if (chip) this.showTip(chip, true);
    else if (!this.tip.contains(target)) this.tip.hidden = true;
    this.foresee(target);
    if (type !== "focusin") return;
    put(target, "data-lm-suppress-shortcuts", "true"); // JupyterLab looks at what has the focus itself
    if (target.matches(".es-target")) this.hand.rove(target.dataset.key);
    if (!this.menu.contains(target)) this.toggleMenu(false, false);
  }

  onKey(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || this.dialog.open || target.matches("input, select")) return;
    const inHand = this.handElement.contains(target);
    const letter = LETTERS[key.toLowerCase()];
    const known = key === "Escape" || letter || (inHand && (ARROWS[key] || key === "Home" || key === "End"));
    if (!known) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.running && key === "Escape") this.skip();
    else if (letter) {
      this.skip();
      this.act(letter);
    } else if (key === "Escape") {
      if (this.chooser.contains(target)) this.hand.rove(this.hand.current, true);
      if (!this.menuList.hidden) this.toggleMenu(false);
      else this.back();
    } else if (ARROWS[key]) this.hand.rove(this.hand.beside(this.hand.current, ARROWS[key]), true);
    else this.hand.rove(this.hand.lit().at(key === "Home" ? 0 : -1)?.key ?? this.hand.current, true);
  }

  /** Say something now, even if it is what was said before. */
  announce(text) {
    this.live.textContent = "";
    clearTimeout(this.saying);
    this.saying = setTimeout(() => (this.live.textContent = text), 40);
  }

  /** A selector for what has the focus, to find it again in a rebuilt house. */
  focused() {
    const active = this.root.contains(document.activeElement) ? document.activeElement : null;
    const name = active && ["key", "lang", "do", "rule"].find((one) => active.dataset[one]);
    return name ? `[data-${name}="${CSS.escape(active.dataset[name])}"]` : null;
  }

  // --- bubbles and notices

  /** Why something cannot be picked, at its place. */
  explain(key, lines) {
    const near = this.hand.entries.get(key)?.button;
    if (!near) return;
    this.hideBubble();
    this.asking = near;
    put(near, "data-asked", true);
    this.bubble.children[1].innerHTML = html`${lines.map(([text, rules]) => html`<p>${text} ${this.chips(rules)}</p>`)}`;
    this.bubble.hidden = false;
    this.place(this.bubble, near, this.board, 12);
    this.announce(lines.map(([text]) => text).join(" "));
    if (lines[0]?.[1]?.[0]) this.showRule(lines[0][1][0]);
  }

  hideBubble() {
    hide(this.bubble);
    if (this.asking) put(this.asking, "data-asked", false);
    this.asking = null;
  }

  notify(text, tone = "warn") {
    this.notice.dataset.tone = tone;
    this.notice.firstElementChild.textContent = text;
    this.notice.hidden = false;
    this.hinting = false;
    this.announce(text);
  }

  showHint(lines, keys) {
    this.notify(lines.map(([text]) => text).join(" "), "good");
    const said = ([text, rules], i) => html`<span class="es-said" data-head="${!rules.length && i + 1 < lines.length}">${text} ${this.chips(rules)} </span>`;
    this.notice.firstElementChild.innerHTML = html`${lines.map(said)}`;
    this.mark(keys);
    this.hinting = true;
  }

  /** Ring what a hint speaks of; with the next move it is out of date. */
  mark(keys) {
    for (const [key, { button }] of this.hand.entries) put(button, "data-hint", keys.includes(key));
    if (!this.hinting) return;
    this.notice.hidden = true;
    this.notice.firstElementChild.replaceChildren();
    this.hinting = false;
  }

  /** The chances in the course of the game, and where it turned. */
  showReview(text, { chart, points }) {
    const point = ({ ply, title, lines }) =>
      html`<section data-point="${ply}"><h3>${title}</h3>${lines.map(([line, rules]) => html`<p>${line} ${this.chips(rules)}</p>`)}<p><button class="es-button" data-do="play-on" data-ply="${ply}">${this.t("again")}</button></p></section>`;
    this.openDialog(this.t("review"), html`${new Html(chart)}<p>${text}</p>${points.map(point)}`);
  }

  // --- dialogs

  openDialog(title, content) {
    this.dialog.querySelector("h2").textContent = title;
    const body = this.dialog.lastElementChild;
    body.innerHTML = content;
    if (!this.dialog.open) this.dialog.showModal();
    body.focus();
    body.scrollTop = 0;
  }

  openRules() {
    const { sections, rules } = this.box.rules;
    const { lang } = this.table;
    const one = (id) => {
      const [text, , reason] = rules[id][lang];
      const why = reason && html`<p class="es-ruling">${this.t("ruling")}</p><p class="es-quiet"><b>${this.t("because")}</b> ${reason}</p>`;
      return html`<div class="es-rule"><span class="es-chip">${id}</span><div><p>${text}</p>${why}</div></div>`;
    };
    const section = ([name, title]) =>
      html`<h3>${title[lang]}</h3>${Object.keys(rules).filter((id) => rules[id].section === name).map(one)}`;
    this.openDialog(`${this.box.title} · ${this.t("rules")}`, html`${Object.entries(sections).map(section)}`);
  }

  openHelp() {
    const row = ([key, words]) => html`<dt><kbd>${this.t(key)}</kbd></dt><dd>${this.t(words)}</dd>`;
    this.openDialog(this.t("help"), html`<dl class="es-keys">${KEYS.map(row)}</dl>`);
  }

  /** The position in sentences: asked for where the scene does not bring them. */
  openWords(words = this.table.scene.words) {
    if (!words.length) {
      this.ask("words");
      return;
    }
    const { heading, status } = this.table.scene;
    this.openDialog(this.t("words"), html`${[heading, status, ...words].map((line) => html`<p>${line}</p>`)}`);
  }

  openMoves() {
    this.listed = this.table.hand && !this.pending ? this.choices.matching(this.picks) : [];
    const said = ({ keys, lie }) => {
      const labels = keys.filter((key) => this.table.scene.targets[key]).map((key) => this.labelOf(key));
      return [...labels, ...(lie ? [this.t("turn-by", { degrees: lie })] : [])].join(" → ");
    };
    const item = (path, i) =>
      html`<li><button class="es-button" data-do="choose" data-move="${i}">${said(path)}</button></li>`;
    const list = html`<ol class="es-moves">${this.listed.map(item)}</ol>`;
    const none = html`<p>${this.t("no-choice")}</p>`;
    this.openDialog(`${this.t("moves")} (${this.listed.length})`, this.listed.length ? list : none);
  }

  chooseMove(number) {
    this.dialog.close();
    if (!this.pending && !this.running) this.complete(this.listed[number]);
  }

  openNew() {
    const { box, table } = this;
    const t = (name, facts) => this.t(name, facts);
    const [few, many] = box.seats;
    const choice = (value, words, chosen) => html`<option value="${value}" ${value === chosen && "selected"}>${words}</option>`;
    const counts = Array.from({ length: many - few + 1 }, (_, i) => choice(few + i, few + i, table.names.length));
    const seat = (_, i) => {
      const number = t("seat", { number: i + 1 });
      const level = table.levels[i] ?? box.usual;
      const levels = ["person", ...box.levels].map((one) => choice(one, one === "person" ? t(one) : t(`level-${one}`), level));
      return html`<fieldset ${i >= table.names.length && "hidden disabled"}><legend class="es-hidden">${number}</legend>
        <input name="name" value="${table.names[i] ?? box.names[i]}" maxlength="60" required aria-label="${number}, ${t("name")}">
        <select name="level" aria-label="${number}, ${t("who")}">${levels}</select></fieldset>`;
    };
    const option = ({ name, label, names, low, high, default: usual }) => {
      const value = table.options[name] ?? usual;
      const field = names
        ? html`<select name="option-${name}">${names.map((one) => choice(one, one, value))}</select>`
        : html`<input type="number" name="option-${name}" min="${low}" max="${high}" value="${value}" required>`;
      return html`<label><span>${label[table.lang]}</span>${field}</label>`;
    };
    this.openDialog(
      t("new-title"),
      html`<form class="es-form"><label><span>${t("how-many")}</span><select name="count">${counts}</select></label>
        <div class="es-form-seats">${Array.from({ length: many }, seat)}</div>
        <details><summary>${t("levels")}</summary>${box.levels.map((one, i) => html`<p><b>${t(`level-${one}`)}</b><br>${box.says[table.lang][i]}</p>`)}</details>${box.options.map(option)}
        ${box.deals && html`<label><span>${t("seed")}</span><input name="seed" inputmode="numeric" pattern="[0-9]{0,15}" placeholder="${t("seed-hint")}"></label>`}
        <p class="es-form-end"><button type="button" class="es-button" data-do="close">${t("cancel")}</button>
        <button type="submit" class="es-button es-main-button">${t("start")}</button></p></form>`,
    );
  }

  onChange({ target }) {
    if (target === this.file) this.load();
    else if (target.name === "count") {
      target.form.querySelectorAll("fieldset").forEach((seat, i) => {
        seat.hidden = seat.disabled = i >= Number(target.value);
      });
    }
  }

  onSubmit(event) {
    event.preventDefault();
    const data = new FormData(event.target);
    const levels = data.getAll("level");
    const chosen = ({ name, names }) => {
      const value = data.get(`option-${name}`);
      return [name, names ? value : Number(value)];
    };
    this.dialog.close();
    this.ask("new", {
      seats: data.getAll("name").map((name, i) => ({ name, level: levels[i] })),
      options: Object.fromEntries(this.box.options.map(chosen)),
      seed: data.get("seed") ? Number(data.get("seed")) : null,
    });
  }

  // --- files and links

  /** A link that holds a game, or the token of a table on this server. */
  showLink({ game, table }) {
    const link = new URL(location);
    link.hash = game ? `game=${game}` : "";
    if (table) link.searchParams.set("table", table);
    else link.searchParams.delete("table");
    this.openDialog(this.t("link"), html`<p>${this.t(game ? "link-game" : "link-table")}</p><input class="es-link-field" readonly aria-label="${this.t("link")}" value="${link.href}">`);
    const field = this.dialog.querySelector("input");
    field.select();
    navigator.clipboard?.writeText(link.href).catch(() => {});
  }

  async load() {
    const [file] = this.file.files;
    const text = await file?.text();
    this.file.value = "";
    if (text) this.ask("load", { text });
  }

  download(name, blob, sentence) {
    const href = URL.createObjectURL(blob);
    Object.assign(document.createElement("a"), { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
    this.notify(this.t(sentence, { file: name }), "good");
  }

  async exportPicture(kind) {
    this.skip();
    this.picture.finish();
    const name = `${this.box.game}-${this.table.ply}.${kind}`;
    const targets = [...this.hand.entries.values()].filter(({ box, target }) => box && target[2]);
    const type = "image/svg+xml";
    const svg = this.picture.portrait(this.theme, targets);
    if (kind === "svg") {
      this.download(name, new Blob([svg], { type }), "picture-saved");
      return;
    }
    const image = new Image();
    image.src = `data:${type};charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = this.layout.width * 2;
    canvas.height = this.layout.height * 2;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => this.download(name, blob, "picture-saved"));
  }

  // --- light and dark

  /** JupyterLab's and Voilà's theme, else the system's; or the one that was asked for. */
  followTheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const look = () => {
      const light = document.body.dataset.jpThemeLight ?? String(!dark.matches);
      this.theme = this.forced === "auto" ? (light === "false" ? "dark" : "light") : this.forced;
      if (!this.root) return;
      put(this.root, "data-theme", this.theme);
      put(document.getElementById(`es-sheet-${this.box.game}`), "data-theme", this.theme);
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    dark.addEventListener("change", look);
    look();
    return () => {
      watcher.disconnect();
      dark.removeEventListener("change", look);
    };
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
    sheet = make(html`<div id="${id}" class="es-picture es-sheet es-${box.game}" data-theme="${theme}" aria-hidden="true"></div>`);
    sheet.innerHTML = `<style>${box.style}</style><svg width="0" height="0"><defs>${box.symbols}</defs></svg><svg style="display:none"></svg>`;
    sheet.lastChild.append(...sheet.querySelectorAll("symbol:not(:has([id]))")); // only what paints has to be rendered
    sheet.users = 0;
    document.body.append(sheet);
  }
  sheet.users += 1;
  return () => {
    sheet.users -= 1;
    if (!sheet.users) sheet.remove();
  };
}
