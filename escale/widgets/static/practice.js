// Made from frontend/src by `make bundle`: change it there.
var __defProp = Object.defineProperty;
var __export = (target, all2) => {
  for (var name in all2)
    __defProp(target, name, { get: all2[name], enumerable: true });
};

// src/html.js
var SVG = "http://www.w3.org/2000/svg";
var Html = class extends String {
};
var html = (parts, ...holes) => new Html(String.raw({ raw: parts }, ...holes.map(written)));
function written(value) {
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(written).join("");
  if (value == null || value === false) return "";
  return String(value).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
function make(markup) {
  const template = document.createElement("template");
  template.innerHTML = String(markup);
  return (
    /** @type {HTMLElement} */
    template.content.firstElementChild
  );
}
function fillWith(element, markup) {
  element.innerHTML = String(markup);
}
function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
function put(element, name, value) {
  if (!element) return;
  if (value == null || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}
function hide(element, hidden = true) {
  if (element && element.hidden !== hidden) element.hidden = hidden;
}
var still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
var pause = (ms) => new Promise((done) => setTimeout(done, ms));
var ICONS = {
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
  coach: "M11 3v13H4.500C6 11 8 6.500 11 3ZM13.500 6c3 2.500 5 6 5.500 10h-5.500ZM3 20q2.300-2 4.500 0t4.500 0 4.500 0 4.500 0",
  silence: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM15.500 9.500l5 5M20.500 9.500l-5 5",
  hint: "M9 18h6M10 21h4M8 15a6 6 0 1 1 8 0Z",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.7.6 1 1.300 1 2.100h5c0-.8.3-1.500 1-2.100A6 6 0 0 0 12 3Z",
  hurry: "m5 6 7 6-7 6ZM13 6l7 6-7 6Z",
  first: "M6 5v14M18 6l-8 6 8 6Z",
  back: "m15 5-7 7 7 7",
  next: "m9 5 7 7-7 7",
  last: "M18 5v14M6 6l8 6-8 6Z",
  autoplay: "M8 5v14l11-7Z",
  pause: "M8 5v14M16 5v14",
  "full-screen": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  done: "m5 12.500 4.500 4.500L19 7.500",
  said: "M4 5h16v11H10l-4 4v-4H4Z",
  watch: "M2 12s3.600-6.500 10-6.500S22 12 22 12s-3.600 6.500-10 6.500S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  reach: "M4.500 10a11 11 0 0 1 15 0M7.500 13.500a6.500 6.500 0 0 1 9 0M10.500 17a2 2 0 0 1 3 0M12 19.500v.1",
  lesson: "M12 4 2 9l10 5 10-5ZM6 11.500V16c3 2.500 9 2.500 12 0v-4.500M22 9v6",
  try: "M8 11V5a2 2 0 0 1 4 0v6m0-2a2 2 0 0 1 4 0v2a2 2 0 0 1 4 0v3c0 4-3 7-7 7-3 0-5-1-6-4l-3-5a2 2 0 0 1 3-2l1 1"
};
var icon = (name) => html`<svg class="es-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

// src/knowledge.js
var knowledge_exports = {};
__export(knowledge_exports, {
  addLearner: () => addLearner,
  cards: () => cards,
  degree: () => degree,
  degreeOf: () => degreeOf,
  due: () => due,
  exported: () => exported,
  forget: () => forget,
  imported: () => imported,
  keep: () => keep,
  keeping: () => keeping,
  learners: () => learners,
  meet: () => meet,
  met: () => met,
  renameLearner: () => renameLearner,
  restore: () => restore,
  taught: () => taught,
  useLearner: () => useLearner,
  watch: () => watch
});

// src/progress.js
var doneByStars = (stars) => Object.fromEntries(Object.keys(stars).flatMap((id) => Object.keys(stars[id] ?? {}).length ? [[id, 1]] : []));

// src/storage.js
var STARS = "escale/stars";
var DONE = "escale/done";
var LEARNERS = "escale/learners";
function attempt(act, otherwise) {
  try {
    return act() ?? otherwise;
  } catch {
    return otherwise;
  }
}
var keeps = () => !attempt(() => document.head.querySelector('meta[name="escale-keep"][content="nothing"]'), null);
function read(name) {
  const found = keeps() && attempt(() => JSON.parse(localStorage[name]));
  return found && typeof found === "object" && !Array.isArray(found) ? found : {};
}
var write = (name, value) => keeps() && attempt(() => void (localStorage[name] = JSON.stringify(value)));
var readStars = () => read(STARS);
function readDone() {
  if (attempt(() => localStorage.getItem(DONE), "")) return read(DONE);
  const done = doneByStars(readStars());
  write(DONE, done);
  return done;
}
var completedLessons = () => Object.keys(attempt(() => localStorage.getItem(DONE), "") ? read(DONE) : doneByStars(readStars()));
function readLearners(isFit2) {
  const text = keeps() && attempt(() => localStorage.getItem(LEARNERS), null);
  if (!text) return null;
  const found = attempt(() => JSON.parse(text));
  if (isFit2(found)) return found;
  attempt(() => localStorage.setItem(`${LEARNERS}-unreadable`, text));
  return null;
}
var storeLearners = (learners2) => keeps() && attempt(() => {
  localStorage.setItem(LEARNERS, JSON.stringify(learners2));
  return true;
}, false);

// src/knowledge.js
var FORMAT = "escale-learners/1";
var FILE = "escale-learner/1";
var FIRST = "1";
var LONGEST_NAME = 40;
var LARGEST_FILE = 1e6;
var RULE = /^[A-Z0-9]{1,12}(-[A-Z0-9]{1,12}){1,3}$/;
var FIRM = 2;
var unkept = null;
var watchers = /* @__PURE__ */ new Set();
function all() {
  const found = unkept ?? readLearners(isLearners);
  if (found) return found;
  const me2 = { ...nobody(""), lessons: completedLessons() };
  return { format: FORMAT, current: FIRST, learners: { [FIRST]: me2 } };
}
var nobody = (name) => ({ name, met: {}, cards: {}, lessons: [] });
var me = () => {
  const { learners: learners2, current } = all();
  return learners2[current];
};
function change(how) {
  const learners2 = all();
  const answer = how(learners2);
  unkept = storeLearners(learners2) ? null : learners2;
  for (const heard of watchers) heard();
  return answer;
}
var keeping = () => unkept === null;
function watch(heard) {
  const elsewhere = ({ key }) => void ((key === null || key === "escale/learners") && heard());
  watchers.add(heard);
  globalThis.addEventListener?.("storage", elsewhere);
  return () => {
    watchers.delete(heard);
    globalThis.removeEventListener?.("storage", elsewhere);
  };
}
var met = (rule) => Boolean(me().met[rule] ?? me().cards[rule]);
function meet(rules) {
  const unmet = [rules].flat().filter((rule) => RULE.test(rule) && !me().met[rule]);
  if (!unmet.length) return;
  change(({ learners: learners2, current }) => {
    for (const rule of unmet) learners2[current].met[rule] = 1;
  });
}
function taught(rules) {
  const known = me().lessons.filter((lesson) => rules[lesson]);
  if (!known.length) return;
  change(({ learners: learners2, current }) => {
    const mine = learners2[current];
    for (const rule of known.flatMap((lesson) => rules[lesson])) mine.met[rule] = 1;
    mine.lessons = mine.lessons.filter((lesson) => !rules[lesson]);
  });
}
var cards = () => me().cards;
var degreeOf = (card) => !card ? "new" : card.grade === "again" || card.stability < FIRM ? "shaky" : "known";
var degree = (rule) => degreeOf(cards()[rule]);
function due(rules, now) {
  const known = cards();
  return rules.filter((rule) => known[rule]?.due <= now).sort((a, b) => known[a].due - known[b].due);
}
var keep = (rule, card) => change(({ learners: learners2, current }) => {
  learners2[current].met[rule] = 1;
  learners2[current].cards[rule] = card;
});
function learners() {
  const found = all();
  return Object.entries(found.learners).map(([id, { name }]) => ({ id, name, current: id === found.current }));
}
var tidy = (name) => name.replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME);
var called = (found, name) => Object.keys(found.learners).find((id) => found.learners[id].name.toLowerCase() === name.toLowerCase());
var addLearner = (name) => change((found) => {
  found.current = called(found, tidy(name)) ?? added(found, nobody(tidy(name)));
  return found.current;
});
function added(found, learner) {
  const id = String(1 + Math.max(0, ...Object.keys(found.learners).map(Number)));
  found.learners[id] = learner;
  return id;
}
var useLearner = (id) => change((found) => {
  if (found.learners[id]) found.current = id;
});
function renameLearner(id, name) {
  const found = all();
  const mine = called(found, tidy(name));
  if (!tidy(name) || !found.learners[id] || mine && mine !== id) return false;
  change(({ learners: learners2 }) => void (learners2[id].name = tidy(name)));
  return true;
}
function forget(id) {
  const before = structuredClone(all());
  change((found) => {
    delete found.learners[id];
    const rest = Object.keys(found.learners);
    if (!rest.length) found.learners[FIRST] = nobody("");
    if (found.current === id) found.current = rest[0] ?? FIRST;
  });
  return before;
}
var restore = (before) => change((found) => void Object.assign(found, structuredClone(before)));
function exported() {
  const { name, met: met2, cards: cards2 } = me();
  return `${JSON.stringify({ format: FILE, name, met: Object.keys(met2), cards: cards2 }, null, 1)}
`;
}
function imported(text) {
  const data = text.length > LARGEST_FILE ? void 0 : parsed(text);
  if (data === void 0) return { problem: "not-a-file" };
  if (data?.format !== FILE) return { problem: "not-ours" };
  const { met: met2 } = data;
  if (!Array.isArray(met2) || !met2.every((rule) => typeof rule === "string")) return { problem: "not-valid" };
  const learner = {
    name: data.name,
    met: Object.fromEntries(met2.map((rule) => [rule, 1])),
    cards: data.cards,
    lessons: []
  };
  if (!isLearner(learner)) return { problem: "not-valid" };
  const name = tidy(learner.name);
  change((found) => {
    const id = called(found, name) ?? added(found, nobody(name));
    const mine = found.learners[id];
    Object.assign(mine.met, learner.met);
    for (const [rule, card] of Object.entries(learner.cards))
      if (!(mine.cards[rule]?.last >= card.last)) mine.cards[rule] = card;
    found.current = id;
  });
  return { name };
}
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}
var isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
var between = (value, least, most) => typeof value === "number" && value >= least && value <= most;
var isCard = (card) => isTable(card) && between(card.stability, 1e-3, 36500) && between(card.difficulty, 1, 10) && between(card.last, 0, 864e13) && between(card.due, 0, 864e13) && ["good", "hard", "again"].includes(card.grade) && between(card.right, 0, 1e9) && between(card.wrong, 0, 1e9);
var isLearner = (found) => isTable(found) && typeof found.name === "string" && isTable(found.met) && Object.keys(found.met).every((rule) => RULE.test(rule)) && isTable(found.cards) && Object.entries(found.cards).every(([rule, card]) => RULE.test(rule) && isCard(card)) && Array.isArray(found.lessons) && found.lessons.every((lesson) => typeof lesson === "string");
var isLearners = (found) => isTable(found) && found.format === FORMAT && isTable(found.learners) && Object.hasOwn(found.learners, found.current) && Object.values(found.learners).every(isLearner);

// src/map_chart.js
var COLUMN = 75;
var HALF = 43.3;
var LEFT = 66;
var TOP = 118.6;
var WIDE = 95;
var TALL = 82.3;
var TITLE = 48;
var BELOW = 96;
var middle = ([column, half]) => ({ x: LEFT + COLUMN * column, y: TOP + HALF * half });
function hexagon({ x, y }, wide = WIDE) {
  const [a, b, c] = [wide / 2, wide / 4, wide * TALL / WIDE / 2];
  const corners2 = [
    [x + a, y],
    [x + b, y + c],
    [x - b, y + c],
    [x - a, y],
    [x - b, y - c],
    [x + b, y - c]
  ];
  return `M${corners2.map((corner) => corner.map(tenths).join(" ")).join("L")}Z`;
}
var tenths = (value) => Math.round(value * 10) / 10;
function sizeOf(rules) {
  const last = (axis) => Math.max(...rules.map(({ at }) => at[axis]));
  const { x, y } = middle([last(0), last(1)]);
  return { width: x + LEFT, height: y + BELOW };
}
function titleOf(island, others, width) {
  const column = Math.min(...island.map(({ at }) => at[0]));
  const top = Math.min(...island.map(({ at }) => at[1]));
  const beside2 = others.filter(({ at }) => at[0] > column && Math.abs(at[1] - top) <= 3).map(({ at }) => at[0]);
  const { x, y } = middle([column, top]);
  const left = x - WIDE / 2;
  const right = beside2.length ? middle([Math.min(...beside2), 0]).x - WIDE / 2 : width;
  return { x: left, y: y - TITLE - 30, wide: Math.max(WIDE, right - left - 8) };
}
function routeBetween(from, to) {
  const here = from.map(({ at }) => middle(at));
  const there = to.map(({ at }) => middle(at));
  const end = here.reduce((best, one) => one.x + one.y / 100 > best.x + best.y / 100 ? one : best);
  const start = there.reduce((best, one) => one.x - one.y / 100 < best.x - best.y / 100 ? one : best);
  const gap = start.x - end.x;
  if (gap > 0) {
    const [x12, x22] = [end.x + WIDE / 2 + 4, start.x - WIDE / 2 - 4];
    const [y12, y22] = [end.y + 22, start.y + 22];
    const low2 = Math.max(y12, y22) + 24;
    const path2 = `M${x12} ${tenths(y12)}C${x12 + 16} ${tenths(low2)} ${x22 - 16} ${tenths(low2)} ${x22} ${tenths(y22)}`;
    return { path: path2, middle: { x: (x12 + x22) / 2, y: low2 - 10 } };
  }
  const low = here.reduce((best, one) => one.y - one.x / 100 > best.y - best.x / 100 ? one : best);
  const first = there.reduce((best, one) => one.y < best.y ? one : best);
  const [x1, y1] = [low.x - WIDE / 4, low.y + TALL / 2 + 4];
  const [x2, y2] = [first.x + WIDE, first.y - TALL / 2 - 34];
  const wave = (y1 + y2) / 2;
  const path = `M${tenths(x1)} ${tenths(y1)}C${tenths(x1 - 60)} ${tenths(wave + 10)} ${tenths(x2 + 90)} ${tenths(wave - 10)} ${tenths(x2)} ${tenths(y2)}`;
  return { path, middle: { x: (x1 + x2) / 2, y: wave } };
}
function neighbour(rules, from, key) {
  const here = middle(from.at);
  let best = [Number.POSITIVE_INFINITY, void 0];
  for (const rule of rules) {
    const there = middle(rule.at);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const [along2, aside] = { ArrowRight: [dx, dy], ArrowLeft: [-dx, dy], ArrowDown: [dy, dx], ArrowUp: [-dy, dx] }[key] ?? [0, 0];
    if (along2 < 1) continue;
    const far = along2 + 2.2 * Math.abs(aside);
    if (far < best[0]) best = [far, rule];
  }
  return best[1];
}
var DAY = 864e5;
function gameToOpen(games, asked, cards2, met2) {
  const weighed = games.map(({ id, rules }) => ({
    id,
    asked: rules.some((rule) => rule.id === asked) ? 1 : 0,
    day: Math.floor(Math.max(0, ...rules.map((rule) => cards2[rule.id]?.last ?? 0)) / DAY),
    answered: rules.filter((rule) => cards2[rule.id]).length,
    met: rules.filter((rule) => met2(rule.id)).length
  }));
  weighed.sort((a, b) => b.asked - a.asked || b.day - a.day || b.answered - a.answered || b.met - a.met);
  return weighed[0]?.id ?? "";
}

// src/map_markup.js
var HEX = hexagon({ x: WIDE / 2, y: TALL / 2 }, WIDE - 2);
var INNER = hexagon({ x: WIDE / 2, y: TALL / 2 }, WIDE - 9);
var OUTER = hexagon({ x: WIDE / 2, y: TALL / 2 }, WIDE + 7);
var BOX = `0 0 ${WIDE} ${TALL}`;
var icon2 = (path, more = "") => html`<svg class="es-icon ${more}" viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg>`;
var NEXT = icon2("m7.5 4 6 6-6 6");
var PEOPLE = icon2(
  "M7.5 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 16.500c0-3 2.500-5 5.500-5s5.500 2 5.500 5M13 3.800a3 3 0 0 1 0 5.400M15 12c2 .6 3.200 2.300 3.200 4.500"
);
var PRACTISE = icon2("M3 10a7 7 0 1 1 2 4.900M3 15v-3.500h3.500M10 6.500V10l2.500 1.500");
var LESSON = icon2("m10 4 8.500 4L10 12 1.500 8zM5 10v4c2.500 2.300 7.500 2.300 10 0v-4M18.500 8v5");
var CLOSE = icon2("m5 5 10 10M15 5 5 15");
var hexSvg = html`<svg class="es-hex" viewBox="${BOX}" aria-hidden="true"><path class="es-hex-fill" d="${HEX}"/><path class="es-hex-ring" d="${INNER}"/><path class="es-hex-focus" d="${OUTER}"/></svg>`;
var tile = ({ id, label, ours }) => html`<div class="es-tile" role="option" data-rule="${id}" tabindex="-1">${hexSvg}
<svg class="es-sign" viewBox="0 0 24 12" aria-hidden="true"><path class="es-tick" d="m7 6 3.500 3.500L17 2"/><path class="es-wave" d="M4 7q4-6 8 0t8 0"/></svg>
<span class="es-label">${label}</span>
${ours && html`<svg class="es-ours" viewBox="0 0 12 12" aria-hidden="true"><path d="M6 1.500 10.500 6 6 10.500 1.500 6z"/></svg>`}
<svg class="es-clock" viewBox="0 0 28 28" aria-hidden="true"><circle cx="14" cy="14" r="12"/><path d="M14 8.500V14l3.500 2.200"/></svg></div>`;
function chartMarkup(game, say) {
  const islands = game.sections.map(([section, title]) => ({
    title,
    section,
    rules: game.rules.filter((rule) => rule.section === section)
  }));
  return html`<div class="es-sea" role="listbox" aria-describedby="es-map-keys-${game.id}" aria-label="${game.title}">
${seaMarkup(islands.map(({ rules }) => rules))}
${islands.map(
    ({ section, title, rules }) => html`<div class="es-island" role="group" data-section="${section}"><p class="es-island-title" aria-hidden="true"><b>${title}</b> <small></small></p><div class="es-tiles" role="presentation">${rules.map(tile)}</div></div>`
  )}
</div><p class="es-hidden" id="es-map-keys-${game.id}">${say("keys")}</p>`;
}
function seaMarkup(islands) {
  const { width, height } = sizeOf(islands.flat());
  const shores = islands.map((rules) => rules.map(({ at }) => hexagon(middle(at))).join(""));
  const shore = (depth) => shores.map((path) => html`<path class="es-shore-${depth}" d="${path}"/>`);
  const routes = islands.slice(1).map((to, before) => routeBetween(islands[before], to));
  const lines = [];
  for (let x = 176; x < width; x += 176) lines.push(`M${x} 0V${height}`);
  for (let y = 174; y < height; y += 174) lines.push(`M0 ${y}H${width}`);
  return html`<svg class="es-water" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path class="es-lines" d="${lines.join("")}"/>
${compass(islands.flat(), width, height)}${shore(3)}${shore(2)}${shore(1)}
${routes.map(({ path }) => html`<path class="es-route" d="${path}"/>`)}
<g class="es-boat"><path class="es-sail" d="M-2-26V-4h-12q7-8 12-22z"/><path class="es-jib" d="M2-21q7 7 10 17H2z"/><path class="es-hull" d="M-17 0h34q-2 9-9 10H-8q-7-1-9-10z"/></g></svg>`;
}
function compass(rules, width, height) {
  const corners2 = [
    { x: width - 72, y: height - 76 },
    { x: 72, y: height - 76 },
    { x: width / 2, y: height - 76 }
  ];
  const free = corners2.find(
    (at) => rules.every((rule) => Math.hypot(middle(rule.at).x - at.x, middle(rule.at).y - at.y) > 118)
  );
  return free && html`<g class="es-compass" transform="translate(${free.x} ${free.y})"><circle r="32"/><circle r="37"/><path d="M0-40 5-5 40 0 5 5 0 40-5 5-40 0-5-5z"/></g>`;
}
var tabsMarkup = (games, current, say) => games.map(
  ({ id, title, known, of }) => html`<button type="button" data-act="game" data-game="${id}" aria-current="${id === current ? "true" : "false"}"><span>${title}</span> <small>${say("count", { known, of })}</small></button>`
);
var fiveMarkup = ({ title, text, label, href, code }, say) => html`<p class="es-head" role="heading" aria-level="2">${title}</p><p>${text}</p>
${label && href && html`<a class="es-button es-main" data-act="five" href="${href}"><span>${label}</span>${NEXT}</a>`}
${label && !href && code && html`<p>${say("by-code")}</p><code>${code}</code>`}`;
function legendMarkup(counts, say) {
  const entry = (name) => html`<li><span class="es-tile" data-degree="${name}">${hexSvg}</span>${say(name)}<b>${counts[name]}</b></li>`;
  return html`<div class="es-bar" role="img" aria-label="${say("legend-said", counts)}"><i data-degree="known"></i><i data-degree="shaky"></i></div>
<ul>${entry("known")}${entry("shaky")}${entry("new")}<li><span class="es-tile" data-degree="new" data-due>${hexSvg}</span>${say("due")}<b>${counts.due}</b></li></ul>
<p class="es-note"><svg class="es-ours" viewBox="0 0 12 12" aria-hidden="true"><path d="M6 1.500 10.500 6 6 10.500 1.500 6z"/></svg>${say("ours")}</p>`;
}
var ruleMarkup = (rule, about, say) => html`<button type="button" class="es-close" data-act="close" aria-label="${say("close")}">${CLOSE}</button>
<p class="es-of">${about.book ? html`<a class="es-chip" href="${about.book}">${rule.id}</a>` : html`<span class="es-chip">${rule.id}</span>`} <span>${about.section}</span>${rule.ours && html` <span class="es-decided">${say("ours-short")}</span>`}</p>
<p class="es-head" role="heading" aria-level="2">${rule.label}</p><p>${rule.text}</p><p class="es-state">${about.state}</p>
<p class="es-ways">${about.practice && html`<a class="es-button" data-act="practise" href="${about.practice}">${PRACTISE}<span>${say("practise")}</span></a>`}
${about.lesson && html`<a class="es-button" data-act="lesson" href="${about.lesson}">${LESSON}<span>${say("lesson", { title: about.title })}</span></a>`}</p>
${about.code && html`<p class="es-state">${say("by-code")}</p><code>${about.code}</code>`}`;
function whoMarkup(learners2, say) {
  const called2 = (name) => name || say("me");
  const current = called2(learners2.find((learner) => learner.current)?.name ?? "");
  return html`<summary aria-label="${say("who-is", { name: current })}">${PEOPLE}<span>${current}</span>${icon2("m5 8 5 5 5-5")}</summary>
<form class="es-people"><fieldset><legend>${say("who")}</legend>${learners2.map(
    ({ id, name, current: current2 }) => html`<label><input type="radio" name="learner" value="${id}" ${current2 && html`checked`}> <span>${called2(name)}</span></label>`
  )}</fieldset>
<label class="es-name"><span>${say("name")}</span><input name="name" maxlength="40" autocomplete="off"></label>
<p><button type="submit" class="es-button">${say("add")}</button><button type="button" class="es-button" data-act="rename">${say("rename")}</button></p></form>`;
}
var keptMarkup = (say) => html`<span>${say("kept-here")}</span><span><button type="button" data-act="export">${say("export")}</button> · <button type="button" data-act="import">${say("import")}</button> · <button type="button" data-act="forget">${say("forget")}</button></span><input type="file" accept=".json,application/json" hidden>`;
var frameMarkup = ({ lang, langs, isPage }, say) => html`<div class="es-map-body"><header class="es-map-top">
${isPage ? html`<h1>${say("title")}</h1>` : html`<h2>${say("title")}</h2>`}
<nav class="es-tabs" aria-label="${say("games")}"></nav>
<details class="es-who"></details>
${!isPage && langs.length > 1 && html`<span class="es-langs" role="group" aria-label="${say("language")}">${langs.map((one) => html`<button type="button" data-act="lang" data-lang="${one}" lang="${one}" aria-pressed="${one === lang ? "true" : "false"}">${one.toUpperCase()}</button>`)}</span>`}
</header>
<p class="es-said" role="status" hidden></p>
<section class="es-five" aria-label="${say("five")}"></section>
<div class="es-chart"></div>
<section class="es-legend" aria-label="${say("legend")}"></section>
<section class="es-one" aria-live="polite" hidden></section>
<footer class="es-kept"></footer></div>`;

// src/theme.js
var sheetId = (box) => `es-sheet-${box.game}`;
function followTheme(forced, changed2) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const look2 = () => {
    const light = document.body.dataset.jpThemeLight ?? String(!dark.matches);
    changed2(forced === "auto" ? light === "false" ? "dark" : "light" : forced);
  };
  const watcher = new MutationObserver(look2);
  watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  dark.addEventListener("change", look2);
  look2();
  return () => {
    watcher.disconnect();
    dark.removeEventListener("change", look2);
  };
}
function shareSheet(box, theme) {
  const id = sheetId(box);
  let sheet = (
    /** @type {Sheet | null} */
    document.getElementById(id)
  );
  if (!sheet) {
    const classes = `es-picture es-sheet es-${box.game}`;
    sheet = /** @type {Sheet} */
    make(html`<div id="${id}" class="${classes}" data-theme="${theme}" aria-hidden="true"></div>`);
    fillWith(
      sheet,
      `<style>${box.style}</style><svg width="0" height="0"><defs>${box.symbols}</defs></svg><svg style="display:none"></svg>`
    );
    sheet.lastElementChild.append(...sheet.querySelectorAll("symbol:not(:has([id]))"));
    sheet.users = 0;
    document.body.append(sheet);
  }
  const shared2 = sheet;
  shared2.users = (shared2.users ?? 0) + 1;
  return () => {
    shared2.users -= 1;
    if (!shared2.users) shared2.remove();
  };
}
var themeSheet = (box, theme) => put(document.getElementById(sheetId(box)), "data-theme", theme);

// src/files.js
function download(name, blob) {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1e4);
}
async function chosenText(field) {
  const text = await field.files?.[0]?.text();
  field.value = "";
  return text;
}

// src/map_people.js
var FOCUSABLE = "a, button, input, summary";
function refill(part, markup) {
  const at = [...part.querySelectorAll(FOCUSABLE)].indexOf(
    /** @type {Element} */
    document.activeElement
  );
  fillWith(part, markup);
  const there = (
    /** @type {HTMLElement[]} */
    [...part.querySelectorAll(FOCUSABLE)]
  );
  if (at >= 0) there[Math.min(at, there.length - 1)]?.focus();
}
var fileName = (name) => `escale-${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-") || "me"}.json`;
var People = class {
  /** @param {HTMLElement} root @param {Say} say */
  constructor(root, say) {
    this.root = root;
    this.say = say;
    root.addEventListener("change", (event) => this.onChange(event));
    root.addEventListener("submit", (event) => this.onSubmit(event));
  }
  /** @param {string} selector @returns {HTMLElement} */
  part(selector) {
    return (
      /** @type {HTMLElement} */
      this.root.querySelector(selector)
    );
  }
  open() {
    fillWith(this.part(".es-kept"), keptMarkup(this.say));
  }
  refresh() {
    refill(this.part(".es-who"), whoMarkup(learners(), this.say));
    if (!keeping()) this.tell(this.say("not-kept"));
  }
  /** One sentence, and maybe a way back. @param {string} text @param {() => void} [undo] */
  tell(text, undo) {
    const said = this.part(".es-said");
    this.undo = undo;
    const back = undo && html` <button type="button" class="es-button" data-act="undo">${this.say("back")}</button>`;
    fillWith(said, html`<span>${text}</span>${back}`);
    hide(said, false);
  }
  /** @param {string} name */
  act(name) {
    const { say } = this;
    const learner = learners().find(({ current }) => current);
    if (!learner) return;
    if (name === "export") {
      download(fileName(learner.name), new Blob([exported()], { type: "application/json" }));
    } else if (name === "import") this.part(".es-kept input").click();
    else if (name === "forget") {
      const before = forget(learner.id);
      this.tell(say("forgotten", { name: learner.name || say("me") }), () => restore(before));
    } else if (name === "undo") {
      hide(this.part(".es-said"));
      this.undo?.();
      this.part(".es-kept [data-act=forget]").focus();
    } else if (name === "rename") {
      const { value } = this.field();
      if (!value.trim()) this.tell(say("name-needed"));
      else if (!renameLearner(learner.id, value)) this.tell(say("name-taken"));
      else this.leave();
    }
  }
  /** @returns {HTMLInputElement} */
  field() {
    return (
      /** @type {HTMLInputElement} */
      this.part(".es-who input[name=name]")
    );
  }
  /** The menu closes. */
  leave() {
    const menu = (
      /** @type {HTMLDetailsElement} */
      this.part(".es-who")
    );
    if (!menu.open) return;
    menu.open = false;
    this.part(".es-who summary").focus();
    hide(this.part(".es-said"), keeping());
  }
  /** @param {Event} event */
  async onChange({ target }) {
    const field = (
      /** @type {HTMLInputElement} */
      target
    );
    if (field.name === "learner") useLearner(field.value);
    if (field.type !== "file") return;
    const text = await chosenText(field).catch(() => "");
    if (text === void 0) return;
    const found = imported(text);
    if ("problem" in found) this.tell(this.say(found.problem));
    else this.tell(this.say("imported", { name: found.name || this.say("me") }));
  }
  /** @param {Event} event */
  onSubmit(event) {
    event.preventDefault();
    const { value } = this.field();
    if (!value.trim()) {
      this.tell(this.say("name-needed"));
      return;
    }
    addLearner(value);
    this.leave();
  }
};

// src/schedule.js
var schedule_exports = {};
__export(schedule_exports, {
  answered: () => answered,
  next: () => next,
  pick: () => pick,
  today: () => today
});

// ../../loop/frontend/node_modules/ts-fsrs/dist/index.mjs
var FSRSError = class _FSRSError extends Error {
  constructor(message = "FSRS Error") {
    super(message);
    this.name = "FSRSError";
    Error.captureStackTrace?.(this, _FSRSError);
  }
};
var FSRSValidationError = class _FSRSValidationError extends FSRSError {
  constructor(message) {
    super(message);
    this.name = "FSRSValidationError";
    Error.captureStackTrace?.(this, _FSRSValidationError);
  }
};
var State = /* @__PURE__ */ ((State22) => {
  State22[State22["New"] = 0] = "New";
  State22[State22["Learning"] = 1] = "Learning";
  State22[State22["Review"] = 2] = "Review";
  State22[State22["Relearning"] = 3] = "Relearning";
  return State22;
})(State || {});
var Rating = /* @__PURE__ */ ((Rating2) => {
  Rating2[Rating2["Manual"] = 0] = "Manual";
  Rating2[Rating2["Again"] = 1] = "Again";
  Rating2[Rating2["Hard"] = 2] = "Hard";
  Rating2[Rating2["Good"] = 3] = "Good";
  Rating2[Rating2["Easy"] = 4] = "Easy";
  return Rating2;
})(Rating || {});
var TypeConvert = class _TypeConvert {
  static card(card) {
    return {
      ...card,
      state: _TypeConvert.state(card.state),
      due: _TypeConvert.time(card.due),
      last_review: card.last_review ? _TypeConvert.time(card.last_review) : void 0
    };
  }
  static rating(value) {
    if (typeof value === "string") {
      const firstLetter = value.charAt(0).toUpperCase();
      const restOfString = value.slice(1).toLowerCase();
      const ret = Rating[`${firstLetter}${restOfString}`];
      if (ret === void 0) {
        throw new FSRSValidationError(`Invalid rating:[${value}]`);
      }
      return ret;
    } else if (typeof value === "number") {
      return value;
    }
    throw new FSRSValidationError(`Invalid rating:[${value}]`);
  }
  static state(value) {
    if (typeof value === "string") {
      const firstLetter = value.charAt(0).toUpperCase();
      const restOfString = value.slice(1).toLowerCase();
      const ret = State[`${firstLetter}${restOfString}`];
      if (ret === void 0) {
        throw new FSRSValidationError(`Invalid state:[${value}]`);
      }
      return ret;
    } else if (typeof value === "number") {
      return value;
    }
    throw new FSRSValidationError(`Invalid state:[${value}]`);
  }
  static time(value) {
    if (value instanceof Date) {
      return value;
    }
    const date = new Date(value);
    if (typeof value === "object" && value !== null && !Number.isNaN(Date.parse(value) || +date)) {
      return date;
    } else if (typeof value === "string") {
      const timestamp = Date.parse(value);
      if (!Number.isNaN(timestamp)) {
        return new Date(timestamp);
      } else {
        throw new FSRSValidationError(`Invalid date:[${value}]`);
      }
    } else if (typeof value === "number") {
      return new Date(value);
    }
    throw new FSRSValidationError(`Invalid date:[${value}]`);
  }
  static review_log(log) {
    return {
      ...log,
      due: _TypeConvert.time(log.due),
      rating: _TypeConvert.rating(log.rating),
      state: _TypeConvert.state(log.state),
      review: _TypeConvert.time(log.review)
    };
  }
};
Date.prototype.scheduler = function(t, isDay) {
  return date_scheduler(this, t, isDay);
};
Date.prototype.diff = function(pre, unit) {
  return date_diff(this, pre, unit);
};
Date.prototype.format = function() {
  return formatDate(this);
};
Date.prototype.dueFormat = function(last_review, unit, timeUnit) {
  return show_diff_message(this, last_review, unit, timeUnit);
};
function date_scheduler(now, t, isDay) {
  return new Date(
    isDay ? TypeConvert.time(now).getTime() + t * 24 * 60 * 60 * 1e3 : TypeConvert.time(now).getTime() + t * 60 * 1e3
  );
}
function date_diff(now, pre, unit) {
  if (!now || !pre) {
    throw new FSRSValidationError("Invalid date");
  }
  const diff = TypeConvert.time(now).getTime() - TypeConvert.time(pre).getTime();
  let r = 0;
  switch (unit) {
    case "days":
      r = Math.floor(diff / (24 * 60 * 60 * 1e3));
      break;
    case "minutes":
      r = Math.floor(diff / (60 * 1e3));
      break;
  }
  return r;
}
function formatDate(dateInput) {
  const date = TypeConvert.time(dateInput);
  const year = date.getFullYear();
  const month = date.getMonth() + 1;
  const day = date.getDate();
  const hours = date.getHours();
  const minutes = date.getMinutes();
  const seconds = date.getSeconds();
  return `${year}-${padZero(month)}-${padZero(day)} ${padZero(hours)}:${padZero(
    minutes
  )}:${padZero(seconds)}`;
}
function padZero(num) {
  return num < 10 ? `0${num}` : `${num}`;
}
var TIMEUNIT = [60, 60, 24, 31, 12];
var TIMEUNITFORMAT = ["second", "min", "hour", "day", "month", "year"];
function show_diff_message(due2, last_review, unit, timeUnit = TIMEUNITFORMAT) {
  due2 = TypeConvert.time(due2);
  last_review = TypeConvert.time(last_review);
  if (timeUnit.length !== TIMEUNITFORMAT.length) {
    timeUnit = TIMEUNITFORMAT;
  }
  let diff = due2.getTime() - last_review.getTime();
  let i = 0;
  diff /= 1e3;
  for (i = 0; i < TIMEUNIT.length; i++) {
    if (diff < TIMEUNIT[i]) {
      break;
    } else {
      diff /= TIMEUNIT[i];
    }
  }
  return `${Math.floor(diff)}${unit ? timeUnit[i] : ""}`;
}
var Grades = Object.freeze([
  Rating.Again,
  Rating.Hard,
  Rating.Good,
  Rating.Easy
]);
var FUZZ_RANGES = [
  {
    start: 2.5,
    end: 7,
    factor: 0.15
  },
  {
    start: 7,
    end: 20,
    factor: 0.1
  },
  {
    start: 20,
    end: Infinity,
    factor: 0.05
  }
];
function get_fuzz_range(interval, elapsed_days, maximum_interval) {
  let delta = 1;
  for (const range of FUZZ_RANGES) {
    delta += range.factor * Math.max(Math.min(interval, range.end) - range.start, 0);
  }
  interval = Math.min(interval, maximum_interval);
  let min_ivl = Math.max(2, Math.round(interval - delta));
  const max_ivl = Math.min(Math.round(interval + delta), maximum_interval);
  if (interval > elapsed_days) {
    min_ivl = Math.max(min_ivl, elapsed_days + 1);
  }
  min_ivl = Math.min(min_ivl, max_ivl);
  return { min_ivl, max_ivl };
}
function clamp(value, min, max) {
  return Math.min(Math.max(value, min), max);
}
function roundTo(num, decimals) {
  const factor = 10 ** decimals;
  return Math.round(num * factor) / factor;
}
var Alea = class {
  c;
  s0;
  s1;
  s2;
  constructor(seed) {
    const mash = Mash();
    this.c = 1;
    this.s0 = mash(" ");
    this.s1 = mash(" ");
    this.s2 = mash(" ");
    if (seed == null) seed = Date.now();
    this.s0 -= mash(seed);
    if (this.s0 < 0) this.s0 += 1;
    this.s1 -= mash(seed);
    if (this.s1 < 0) this.s1 += 1;
    this.s2 -= mash(seed);
    if (this.s2 < 0) this.s2 += 1;
  }
  next() {
    const t = 2091639 * this.s0 + this.c * 23283064365386963e-26;
    this.s0 = this.s1;
    this.s1 = this.s2;
    this.c = t | 0;
    this.s2 = t - this.c;
    return this.s2;
  }
  set state(state) {
    this.c = state.c;
    this.s0 = state.s0;
    this.s1 = state.s1;
    this.s2 = state.s2;
  }
  get state() {
    return {
      c: this.c,
      s0: this.s0,
      s1: this.s1,
      s2: this.s2
    };
  }
};
function Mash() {
  let n = 4022871197;
  return function mash(data) {
    data = String(data);
    for (let i = 0; i < data.length; i++) {
      n += data.charCodeAt(i);
      let h = 0.02519603282416938 * n;
      n = h >>> 0;
      h -= n;
      h *= n;
      n = h >>> 0;
      h -= n;
      n += h * 4294967296;
    }
    return (n >>> 0) * 23283064365386963e-26;
  };
}
function alea(seed) {
  const xg = new Alea(seed);
  const prng = () => xg.next();
  prng.int32 = () => xg.next() * 4294967296 | 0;
  prng.double = () => prng() + (prng() * 2097152 | 0) * 11102230246251565e-32;
  prng.state = () => xg.state;
  prng.importState = (state) => {
    xg.state = state;
    return prng;
  };
  return prng;
}
var version = "5.4.2";
var default_request_retention = 0.9;
var default_maximum_interval = 36500;
var default_enable_fuzz = false;
var default_enable_short_term = true;
var default_learning_steps = Object.freeze([
  "1m",
  "10m"
]);
var default_relearning_steps = Object.freeze([
  "10m"
]);
var FSRSVersion = `v${version} using FSRS-6.0`;
var S_MIN = 1e-3;
var INIT_S_MAX = 100;
var FSRS5_DEFAULT_DECAY = 0.5;
var FSRS6_DEFAULT_DECAY = 0.1542;
var default_w = Object.freeze([
  0.212,
  1.2931,
  2.3065,
  8.2956,
  6.4133,
  0.8334,
  3.0194,
  1e-3,
  1.8722,
  0.1666,
  0.796,
  1.4835,
  0.0614,
  0.2629,
  1.6483,
  0.6014,
  1.8729,
  0.5425,
  0.0912,
  0.0658,
  FSRS6_DEFAULT_DECAY
]);
var W17_W18_Ceiling = 2;
var CLAMP_PARAMETERS = (w17_w18_ceiling, enable_short_term = default_enable_short_term) => [
  [S_MIN, INIT_S_MAX],
  [S_MIN, INIT_S_MAX],
  [S_MIN, INIT_S_MAX],
  [S_MIN, INIT_S_MAX],
  [1, 10],
  [1e-3, 4],
  [1e-3, 4],
  [1e-3, 0.75],
  [0, 4.5],
  [0, 0.8],
  [1e-3, 3.5],
  [1e-3, 5],
  [1e-3, 0.25],
  [1e-3, 0.9],
  [0, 4],
  [0, 1],
  [1, 6],
  [0, w17_w18_ceiling],
  [0, w17_w18_ceiling],
  [
    enable_short_term ? 0.01 : 0,
    0.8
  ],
  [0.1, 0.8]
];
var clipParameters = (parameters, numRelearningSteps, enableShortTerm = default_enable_short_term) => {
  const clip = CLAMP_PARAMETERS(W17_W18_Ceiling, enableShortTerm).slice(
    0,
    parameters.length
  );
  if (Math.max(0, numRelearningSteps) > 1) {
    const w11 = clamp(parameters[11] || 0, clip[11][0], clip[11][1]);
    const w13 = clamp(parameters[13] || 0, clip[13][0], clip[13][1]);
    const w14 = clamp(parameters[14] || 0, clip[14][0], clip[14][1]);
    const value = -(Math.log(w11) + Math.log(Math.pow(2, w13) - 1) + w14 * 0.3) / numRelearningSteps;
    const w17_w18_ceiling = clamp(
      roundTo(Math.sqrt(Math.max(value, 0)), 8),
      0.01,
      W17_W18_Ceiling
    );
    if (clip[17]) clip[17] = [clip[17][0], w17_w18_ceiling];
    if (clip[18]) clip[18] = [clip[18][0], w17_w18_ceiling];
  }
  return clip.map(
    ([min, max], index) => clamp(parameters[index] || 0, min, max)
  );
};
var migrateParameters = (parameters, numRelearningSteps = 0, enableShortTerm = default_enable_short_term) => {
  if (parameters === void 0) {
    return [...default_w];
  }
  switch (parameters.length) {
    case 21:
      return clipParameters(
        Array.from(parameters),
        numRelearningSteps,
        enableShortTerm
      );
    case 19:
      console.debug("[FSRS-6]auto fill w from 19 to 21 length");
      return clipParameters(
        Array.from(parameters),
        numRelearningSteps,
        enableShortTerm
      ).concat([0, FSRS5_DEFAULT_DECAY]);
    case 17: {
      const w = clipParameters(
        Array.from(parameters),
        numRelearningSteps,
        enableShortTerm
      );
      w[4] = +(w[5] * 2 + w[4]).toFixed(8);
      w[5] = +(Math.log(w[5] * 3 + 1) / 3).toFixed(8);
      w[6] = +(w[6] + 0.5).toFixed(8);
      console.debug("[FSRS-6]auto fill w from 17 to 21 length");
      return w.concat([0, 0, 0, FSRS5_DEFAULT_DECAY]);
    }
    default:
      console.warn("[FSRS]Invalid parameters length, using default parameters");
      return [...default_w];
  }
};
var generatorParameters = (props) => {
  const learning_steps = Array.isArray(props?.learning_steps) ? props.learning_steps : default_learning_steps;
  const relearning_steps = Array.isArray(props?.relearning_steps) ? props.relearning_steps : default_relearning_steps;
  const enable_short_term = props?.enable_short_term ?? default_enable_short_term;
  const w = migrateParameters(
    props?.w,
    relearning_steps.length,
    enable_short_term
  );
  return {
    request_retention: props?.request_retention || default_request_retention,
    maximum_interval: props?.maximum_interval || default_maximum_interval,
    w,
    enable_fuzz: props?.enable_fuzz ?? default_enable_fuzz,
    enable_short_term,
    learning_steps,
    relearning_steps
  };
};
var computeDecayFactor = (decayOrParams) => {
  const decay = typeof decayOrParams === "number" ? -decayOrParams : -decayOrParams[20];
  const factor = Math.exp(Math.pow(decay, -1) * Math.log(0.9)) - 1;
  return { decay, factor: roundTo(factor, 8) };
};
function forgetting_curve(decayOrParams, elapsed_days, stability) {
  const { decay, factor } = computeDecayFactor(decayOrParams);
  return roundTo(Math.pow(1 + factor * elapsed_days / stability, decay), 8);
}
var FSRSAlgorithm = class {
  param;
  intervalModifier;
  _seed;
  constructor(params) {
    this.param = new Proxy(
      this.prepare_parameters(params),
      this.params_handler_proxy()
    );
    this.intervalModifier = this.calculate_interval_modifier(
      this.param.request_retention
    );
    this.forgetting_curve = forgetting_curve.bind(this, this.param.w);
  }
  get interval_modifier() {
    return this.intervalModifier;
  }
  set seed(seed) {
    this._seed = seed;
  }
  /**
   * @see https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm#fsrs-5
   *
   * The formula used is: $$I(r,s) = (r^{\frac{1}{DECAY}} - 1) / FACTOR \times s$$
   * @param request_retention 0<request_retention<=1,Requested retention rate
   * @throws {Error} Requested retention rate should be in the range (0,1]
   */
  calculate_interval_modifier(request_retention) {
    if (request_retention <= 0 || request_retention > 1) {
      throw new FSRSValidationError(
        "Requested retention rate should be in the range (0,1]"
      );
    }
    const { decay, factor } = computeDecayFactor(this.param.w);
    return roundTo((Math.pow(request_retention, 1 / decay) - 1) / factor, 8);
  }
  /**
   * Get the parameters of the algorithm.
   */
  get parameters() {
    return this.param;
  }
  /**
   * Set the parameters of the algorithm.
   * @param params Partial<FSRSParameters>
   */
  set parameters(params) {
    this.update_parameters(params);
  }
  params_handler_proxy() {
    const _this = this;
    return {
      set: function(target, prop, value) {
        if (prop === "request_retention" && Number.isFinite(value)) {
          _this.intervalModifier = _this.calculate_interval_modifier(
            Number(value)
          );
        } else if (prop === "w") {
          value = migrateParameters(
            value,
            target.relearning_steps.length,
            target.enable_short_term
          );
          value = clipParameters(
            Array.from(value),
            target.relearning_steps.length,
            target.enable_short_term
          );
          _this.forgetting_curve = forgetting_curve.bind(this, value);
          _this.intervalModifier = _this.calculate_interval_modifier(
            Number(target.request_retention)
          );
        }
        Reflect.set(target, prop, value);
        return true;
      }
    };
  }
  update_parameters(params) {
    const _params = this.prepare_parameters(params);
    for (const key in _params) {
      const paramKey = key;
      this.param[paramKey] = _params[paramKey];
    }
  }
  prepare_parameters = (params) => {
    const generated = generatorParameters(params);
    generated.w = clipParameters(
      Array.from(generated.w),
      generated.relearning_steps.length,
      generated.enable_short_term
    );
    return generated;
  };
  /**
     * The formula used is :
     * $$ S_0(G) = w_{G-1}$$
     * $$S_0 = \max \lbrace S_0,0.1\rbrace $$
  
     * @param g Grade (rating at Anki) [1.again,2.hard,3.good,4.easy]
     * @return Stability (interval when R=90%)
     */
  init_stability(g) {
    return Math.max(this.param.w[g - 1], 0.1);
  }
  /**
   * The formula used is :
   * $$D_0(G) = w_4 - e^{(G-1) \cdot w_5} + 1 $$
   * $$D_0 = \min \lbrace \max \lbrace D_0(G),1 \rbrace,10 \rbrace$$
   * where the $$D_0(1)=w_4$$ when the first rating is good.
   *
   * @param {Grade} g Grade (rating at Anki) [1.again,2.hard,3.good,4.easy]
   * @return {number} Difficulty $$D \in [1,10]$$
   */
  init_difficulty(g) {
    const w = this.param.w;
    const d = w[4] - Math.exp((g - 1) * w[5]) + 1;
    return roundTo(d, 8);
  }
  /**
   * If fuzzing is disabled or ivl is less than 2.5, it returns the original interval.
   * @param {number} ivl - The interval to be fuzzed.
   * @param {number} elapsed_days t days since the last review
   * @return {number} - The fuzzed interval.
   **/
  apply_fuzz(ivl, elapsed_days) {
    if (!this.param.enable_fuzz || ivl < 2.5) return Math.round(ivl);
    const generator = alea(this._seed);
    const fuzz_factor = generator();
    const { min_ivl, max_ivl } = get_fuzz_range(
      ivl,
      elapsed_days,
      this.param.maximum_interval
    );
    return Math.floor(fuzz_factor * (max_ivl - min_ivl + 1) + min_ivl);
  }
  /**
   *   @see The formula used is : {@link FSRSAlgorithm.calculate_interval_modifier}
   *   @param {number} s - Stability (interval when R=90%)
   *   @param {number} elapsed_days t days since the last review
   */
  next_interval(s2, elapsed_days) {
    const newInterval = Math.min(
      Math.max(1, Math.round(s2 * this.intervalModifier)),
      this.param.maximum_interval
    );
    return this.apply_fuzz(newInterval, elapsed_days);
  }
  /**
   * @see https://github.com/open-spaced-repetition/fsrs4anki/issues/697
   */
  linear_damping(delta_d, old_d) {
    return roundTo(delta_d * (10 - old_d) / 9, 8);
  }
  /**
   * The formula used is :
   * $$\text{delta}_d = -w_6 \cdot (g - 3)$$
   * $$\text{next}_d = D + \text{linear damping}(\text{delta}_d , D)$$
   * $$D^\prime(D,R) = w_7 \cdot D_0(4) +(1 - w_7) \cdot \text{next}_d$$
   * @param {number} d Difficulty $$D \in [1,10]$$
   * @param {Grade} g Grade (rating at Anki) [1.again,2.hard,3.good,4.easy]
   * @return {number} $$\text{next}_D$$
   */
  next_difficulty(d, g) {
    const delta_d = -this.param.w[6] * (g - 3);
    const next_d = d + this.linear_damping(delta_d, d);
    return clamp(
      this.mean_reversion(this.init_difficulty(Rating.Easy), next_d),
      1,
      10
    );
  }
  /**
   * The formula used is :
   * $$w_7 \cdot \text{init} +(1 - w_7) \cdot \text{current}$$
   * @param {number} init $$w_2 : D_0(3) = w_2 + (R-2) \cdot w_3= w_2$$
   * @param {number} current $$D - w_6 \cdot (R - 2)$$
   * @return {number} difficulty
   */
  mean_reversion(init, current) {
    const w = this.param.w;
    return roundTo(w[7] * init + (1 - w[7]) * current, 8);
  }
  /**
   * The formula used is :
   * $$S^\prime_r(D,S,R,G) = S\cdot(e^{w_8}\cdot (11-D)\cdot S^{-w_9}\cdot(e^{w_{10}\cdot(1-R)}-1)\cdot w_{15}(\text{if} G=2) \cdot w_{16}(\text{if} G=4)+1)$$
   * @param {number} d Difficulty D \in [1,10]
   * @param {number} s Stability (interval when R=90%)
   * @param {number} r Retrievability (probability of recall)
   * @param {Grade} g Grade (Rating[0.again,1.hard,2.good,3.easy])
   * @return {number} S^\prime_r new stability after recall
   */
  next_recall_stability(d, s2, r, g) {
    const w = this.param.w;
    const hard_penalty = Rating.Hard === g ? w[15] : 1;
    const easy_bound = Rating.Easy === g ? w[16] : 1;
    return roundTo(
      clamp(
        s2 * (1 + Math.exp(w[8]) * (11 - d) * Math.pow(s2, -w[9]) * (Math.exp((1 - r) * w[10]) - 1) * hard_penalty * easy_bound),
        S_MIN,
        36500
      ),
      8
    );
  }
  /**
   * The formula used is :
   * $$S^\prime_f(D,S,R) = w_{11}\cdot D^{-w_{12}}\cdot ((S+1)^{w_{13}}-1) \cdot e^{w_{14}\cdot(1-R)}$$
   * enable_short_term = true : $$S^\prime_f \in \min \lbrace \max \lbrace S^\prime_f,0.01\rbrace, \frac{S}{e^{w_{17} \cdot w_{18}}} \rbrace$$
   * enable_short_term = false : $$S^\prime_f \in \min \lbrace \max \lbrace S^\prime_f,0.01\rbrace, S \rbrace$$
   * @param {number} d Difficulty D \in [1,10]
   * @param {number} s Stability (interval when R=90%)
   * @param {number} r Retrievability (probability of recall)
   * @return {number} S^\prime_f new stability after forgetting
   */
  next_forget_stability(d, s2, r) {
    const w = this.param.w;
    return roundTo(
      clamp(
        w[11] * Math.pow(d, -w[12]) * (Math.pow(s2 + 1, w[13]) - 1) * Math.exp((1 - r) * w[14]),
        S_MIN,
        36500
      ),
      8
    );
  }
  /**
   * The formula used is :
   * $$S^\prime_s(S,G) = S \cdot e^{w_{17} \cdot (G-3+w_{18})}$$
   * @param {number} s Stability (interval when R=90%)
   * @param {Grade} g Grade (Rating[0.again,1.hard,2.good,3.easy])
   */
  next_short_term_stability(s2, g) {
    const w = this.param.w;
    const sinc = Math.pow(s2, -w[19]) * Math.exp(w[17] * (g - 3 + w[18]));
    const maskedSinc = g >= Rating.Hard ? Math.max(sinc, 1) : sinc;
    return roundTo(clamp(s2 * maskedSinc, S_MIN, 36500), 8);
  }
  /**
   * The formula used is :
   * $$R(t,S) = (1 + \text{FACTOR} \times \frac{t}{9 \cdot S})^{\text{DECAY}}$$
   * @param {number} elapsed_days t days since the last review
   * @param {number} stability Stability (interval when R=90%)
   * @return {number} r Retrievability (probability of recall)
   */
  forgetting_curve;
  /**
   * Calculates the next state of memory based on the current state, time elapsed, and grade.
   *
   * @param memory_state - The current state of memory, which can be null.
   * @param t - The time elapsed since the last review.
   * @param {Rating} g Grade (Rating[0.Manual,1.Again,2.Hard,3.Good,4.Easy])
   * @param r - Optional retrievability value. If not provided, it will be calculated.
   * @returns The next state of memory with updated difficulty and stability.
   */
  next_state(memory_state, t, g, r) {
    const { difficulty: d, stability: s2 } = memory_state ?? {
      difficulty: 0,
      stability: 0
    };
    if (t < 0) {
      throw new FSRSValidationError(`Invalid delta_t "${t}"`);
    }
    if (g < 0 || g > 4) {
      throw new FSRSValidationError(`Invalid grade "${g}"`);
    }
    if (d === 0 && s2 === 0) {
      return {
        difficulty: clamp(this.init_difficulty(g), 1, 10),
        stability: this.init_stability(g)
      };
    }
    if (g === 0) {
      return {
        difficulty: d,
        stability: s2
      };
    }
    if (d < 1 || s2 < S_MIN) {
      throw new FSRSValidationError(
        `Invalid memory state { difficulty: ${d}, stability: ${s2} }`
      );
    }
    const w = this.param.w;
    r = typeof r === "number" ? r : this.forgetting_curve(t, s2);
    let new_s;
    if (t === 0 && this.param.enable_short_term) {
      new_s = this.next_short_term_stability(s2, g);
    } else if (g === 1) {
      const s_after_fail = this.next_forget_stability(d, s2, r);
      let [w_17, w_18] = [0, 0];
      if (this.param.enable_short_term) {
        w_17 = w[17];
        w_18 = w[18];
      }
      const next_s_min = s2 / Math.exp(w_17 * w_18);
      new_s = clamp(roundTo(next_s_min, 8), S_MIN, s_after_fail);
    } else {
      new_s = this.next_recall_stability(d, s2, r, g);
    }
    const new_d = this.next_difficulty(d, g);
    return { difficulty: new_d, stability: new_s };
  }
};

// src/schedule.js
var DAY2 = 864e5;
var RATINGS = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good };
var FIVE_MINUTES = 10;
var fsrs = new FSRSAlgorithm({ enable_fuzz: false });
function next(card, grade, now) {
  const days = card ? Math.max(0, Math.floor((now - card.last) / DAY2)) : 0;
  const { stability, difficulty } = fsrs.next_state(card ?? null, days, RATINGS[grade]);
  const wrong = grade === "again";
  return {
    stability,
    difficulty,
    last: now,
    due: now + fsrs.next_interval(stability, days) * DAY2,
    grade,
    right: (card?.right ?? 0) + (wrong ? 0 : 1),
    wrong: (card?.wrong ?? 0) + (wrong ? 1 : 0)
  };
}
function answered(rule, grade, now) {
  const card = next(cards()[rule], grade, now);
  keep(rule, card);
  return card;
}
function pick(rules, now, howMany, random = Math.random) {
  if (!rules.length) return [];
  const known = cards();
  const isDue = due(rules, now);
  const others = rules.filter((rule) => !isDue.includes(rule));
  const of = (degree2) => others.filter((rule) => degreeOf(known[rule]) === degree2);
  const fresh = of("new");
  const order = [
    ...isDue,
    ...of("shaky"),
    ...fresh.filter(met),
    ...fresh.filter((rule) => !met(rule)),
    ...of("known").sort((a, b) => known[a].due - known[b].due)
  ];
  const asked = [];
  while (asked.length < howMany) {
    const turn = shuffled(order.slice(0, howMany - asked.length), random);
    if (turn.length > 1 && turn[0] === asked.at(-1)) turn.push(
      /** @type {string} */
      turn.shift()
    );
    asked.push(...turn);
  }
  return asked;
}
function today(rules, now) {
  const isDue = due(rules, now).slice(0, FIVE_MINUTES);
  const fresh = rules.filter((rule) => !cards()[rule]);
  return isDue.length ? isDue : [...fresh.filter(met), ...fresh.filter((rule) => !met(rule))].slice(0, FIVE_MINUTES);
}
function shuffled(things, random) {
  const left = [...things];
  for (let last = left.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [left[last], left[other]] = [left[other], left[last]];
  }
  return left;
}

// src/words.js
var HOLE = /\{(\w+)(?::(.*?)\|(.*?))?\}/g;
var isMany = (singular, count) => !singular.includes(Math.abs(count));
function fill(sentence, facts, singular) {
  return sentence.replace(
    HOLE,
    (_, hole2, one, many) => one === void 0 ? facts[hole2] ?? "" : `${facts[hole2]} ${isMany(singular, facts[hole2]) ? many : one}`
  );
}

// src/map.js
var DAY3 = 864e5;
var KnowledgeMap = class {
  /**
   * @param {HTMLElement} element
   * @param {MapData} data
   * @param {string} lang
   * @param {() => number} [clock]
   */
  constructor(element, data, lang, clock = Date.now) {
    this.data = data;
    this.clock = clock;
    this.lang = lang;
    this.current = data.game || "";
    this.chosen = data.rule ?? "";
    this.root = make(html`<section class="es-map" data-escale-knowledge data-lm-suppress-shortcuts></section>`);
    element.append(this.root);
    for (const { lessons } of this.games)
      taught(Object.fromEntries(Object.entries(lessons).map(([id, { rules }]) => [id, rules])));
    this.current ||= gameToOpen(this.games, this.chosen, cards(), met);
    this.say = this.say.bind(this);
    this.root.addEventListener("click", (event) => this.onClick(event));
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.people = new People(this.root, this.say);
    const leaves = [
      watch(() => this.refresh()),
      followTheme("auto", (theme) => put(this.root, "data-theme", theme))
    ];
    this.dispose = () => {
      for (const leave of leaves) leave();
      this.root.remove();
    };
    this.open();
  }
  get games() {
    return this.data.langs[this.lang].games;
  }
  get game() {
    return this.games.find(({ id }) => id === this.current) ?? this.games[0];
  }
  /** @param {string} name @param {Record<string, any>} [facts] */
  say(name, facts = {}) {
    const { words, singular } = this.data.langs[this.lang];
    return fill(words[name], facts, singular);
  }
  /** @param {string} selector @returns {HTMLElement} */
  part(selector) {
    return (
      /** @type {HTMLElement} */
      this.root.querySelector(selector)
    );
  }
  /** @param {string} rule @returns {HTMLElement} */
  tile(rule) {
    return this.part(`.es-sea [data-rule="${rule}"]`);
  }
  // --- what is shown
  open() {
    const { lang } = this;
    fillWith(
      this.root,
      frameMarkup({ lang, langs: Object.keys(this.data.langs), isPage: Boolean(this.data.page) }, this.say)
    );
    this.people.open();
    this.draw();
  }
  /** The chart of another game. */
  draw() {
    const { game } = this;
    if (!game) return;
    put(this.root, "data-game", game.id);
    const chart = this.part(".es-chart");
    fillWith(chart, chartMarkup(game, this.say));
    const { width, height } = sizeOf(game.rules);
    const sea = this.part(".es-sea");
    sea.style.setProperty("--w", String(width));
    sea.style.setProperty("--h", String(height));
    for (const rule of game.rules) {
      const { x, y } = middle(rule.at);
      this.tile(rule.id).style.setProperty("--x", String(x - WIDE / 2));
      this.tile(rule.id).style.setProperty("--y", String(y - TALL / 2));
    }
    for (const [section] of game.sections) {
      const island = game.rules.filter((rule) => rule.section === section);
      const others = game.rules.filter((rule) => rule.section !== section);
      const { x, y, wide } = titleOf(island, others, width);
      const title = this.part(`[data-section="${section}"] .es-island-title`);
      title.style.setProperty("--x", String(x));
      title.style.setProperty("--y", String(y));
      title.style.setProperty("--wide", String(wide));
    }
    this.placeBoat();
    if (!game.rules.some(({ id }) => id === this.chosen)) this.chosen = "";
    this.opened = Boolean(this.chosen);
    this.refresh();
  }
  /** The boat stands where the course is: on its way to the island of the next lesson. */
  placeBoat() {
    const { lessons, rules, sections } = this.game;
    const done = readDone();
    const next2 = Object.keys(lessons).find((lesson) => !done[lesson]);
    const first = rules.find(({ id }) => next2 && lessons[next2].rules.includes(id))?.section;
    const at = first ? sections.findIndex(([section]) => section === first) : sections.length;
    const island = (index) => rules.filter(({ section }) => section === sections[index][0]);
    const begin = titleOf(
      island(0),
      rules.filter(({ section }) => section !== sections[0][0]),
      sizeOf(rules).width
    );
    const last = island(sections.length - 1).map((rule) => middle(rule.at));
    const lowest = last.reduce((low, one) => one.y > low.y ? one : low);
    const { x, y } = at === 0 ? { x: begin.x + 24, y: Math.max(28, begin.y - 12) } : at < sections.length ? routeBetween(island(at - 1), island(at)).middle : { x: lowest.x + WIDE * 0.75, y: lowest.y + TALL * 0.85 };
    put(this.root.querySelector(".es-boat"), "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  }
  /** What one knows of a rule: where nothing can be asked, to have met it is to know it. @param {MapRule} rule */
  degree(rule) {
    return rule.practise ? degree(rule.id) : met(rule.id) ? "known" : "new";
  }
  /** @param {MapGame} game @param {string} [section] */
  count(game, section) {
    const counts = { known: 0, shaky: 0, new: 0, due: 0, of: 0 };
    for (const rule of game.rules) {
      if (section && rule.section !== section) continue;
      counts[this.degree(rule)] += 1;
      counts.of += 1;
    }
    counts.due = this.due(game).length;
    return counts;
  }
  /** @param {MapGame} game */
  asked(game) {
    return game.rules.filter(({ practise }) => practise).map(({ id }) => id);
  }
  /** @param {MapGame} game */
  due(game) {
    return due(this.asked(game), this.clock());
  }
  /** What has changed, and nothing moves that has not. */
  refresh() {
    const { game, say } = this;
    if (!game) return;
    const due2 = new Set(this.due(game));
    for (const rule of game.rules) {
      const degree2 = this.degree(rule);
      const tile2 = this.tile(rule.id);
      put(tile2, "data-changed", tile2.dataset.degree !== void 0 && tile2.dataset.degree !== degree2);
      put(tile2, "data-degree", degree2);
      put(tile2, "data-due", due2.has(rule.id));
      const said = [rule.label, say(degree2), due2.has(rule.id) && say("due"), rule.ours && say("ours-short")];
      put(tile2, "aria-label", said.filter(Boolean).join(", "));
    }
    for (const [section, title] of game.sections) {
      const { known, of } = this.count(game, section);
      const island = this.part(`[data-section="${section}"]`);
      put(island, "aria-label", `${title}, ${say("count-said", { known, of })}`);
      island.querySelector("small").textContent = say("count", { known, of });
    }
    const tabs = this.games.map((one) => ({ ...this.count(one), id: one.id, title: one.title }));
    refill(this.part(".es-tabs"), html`${tabsMarkup(tabs, game.id, say)}`);
    hide(this.part(".es-tabs"), tabs.length < 2);
    refill(this.part(".es-five"), fiveMarkup(this.five(), say));
    const counts = this.count(game);
    refill(this.part(".es-legend"), legendMarkup(counts, say));
    for (const bar of this.root.querySelectorAll(".es-bar i")) {
      const { style, dataset } = (
        /** @type {HTMLElement} */
        bar
      );
      style.width = `${100 * counts[
        /** @type {"known" | "shaky"} */
        dataset.degree
      ] / counts.of}%`;
    }
    this.people.refresh();
    this.choose(this.chosen || [...due2][0] || game.rules[0].id);
  }
  /** What is due in any game; else what is new in this one. */
  five() {
    const { say, game } = this;
    const counts = this.games.map((one) => ({ game: one, count: this.due(one).length })).filter(({ count }) => count);
    counts.sort((a, b) => b.count - a.count);
    const [first, ...rest] = counts;
    if (first) {
      const games = counts.map(({ game: { title }, count: count2 }) => say("due-one", { title, count: count2 })).join(", ");
      const count = counts.reduce((sum, one) => sum + one.count, 0);
      return {
        title: say("five"),
        text: say("due-here", { count, games }),
        label: say("begin"),
        href: this.practice(first.game, `today=${rest.map((one) => one.game.id).join(",")}`),
        code: `escale.practice("${first.game.id}")`
      };
    }
    const fresh = today(this.asked(game), this.clock()).length ? game.rules.filter((rule) => rule.practise && this.degree(rule) === "new").length : 0;
    return {
      title: say("nothing-due"),
      text: say(fresh ? "some-new" : "nothing-new", { count: fresh }),
      label: fresh ? say("begin-new") : "",
      href: this.practice(game, "today="),
      code: `escale.practice("${game.id}")`
    };
  }
  /** @param {MapGame} game @param {string} query */
  practice({ links }, query) {
    return links?.practice ? `${links.practice}?${query}` : "";
  }
  /** A rule is shown beside the chart. @param {string} id */
  choose(id) {
    const { game, say } = this;
    const rule = game.rules.find((one) => one.id === id) ?? game.rules[0];
    for (const tile2 of this.root.querySelectorAll(".es-sea .es-tile")) {
      const mine = (
        /** @type {HTMLElement} */
        tile2.dataset.rule === rule.id
      );
      put(tile2, "aria-selected", mine ? "true" : "false");
      put(tile2, "tabindex", mine ? "0" : "-1");
    }
    const [lesson, step] = (rule.seen[0] ?? "").split("#");
    const { links = {} } = game;
    const code = links.practice || links.learn ? "" : rule.practise ? `escale.practice("${game.id}", rule="${rule.id}")` : "";
    refill(
      this.part(".es-one"),
      ruleMarkup(
        rule,
        {
          section: game.sections.find(([section]) => section === rule.section)?.[1] ?? "",
          state: this.state(rule),
          book: links.rules ? `${links.rules}&rule=${rule.id}` : "",
          practice: rule.practise ? this.practice(game, `rule=${rule.id}`) : "",
          lesson: links.learn && lesson ? `${links.learn}?lesson=${encodeURIComponent(lesson)}&step=${step}` : "",
          title: game.lessons[lesson]?.title ?? "",
          code
        },
        say
      )
    );
    hide(this.part(".es-one"), false);
    put(this.part(".es-one"), "data-opened", this.opened);
  }
  /** @param {MapRule} rule */
  state(rule) {
    const card = cards()[rule.id];
    if (!rule.practise) return this.say("nothing-to-ask");
    if (!card) return this.say(met(rule.id) ? "met-said" : "new-said");
    const days = Math.ceil((card.due - this.clock()) / DAY3);
    const when = days > 0 ? this.say("due-in", { days }) : this.say("due-now");
    return `${this.say(`${degreeOf(card)}-said`, card)} ${when}`;
  }
  // --- mouse, finger, keyboard
  /** @param {MouseEvent} event */
  onClick(event) {
    const target = (
      /** @type {HTMLElement} */
      event.target
    );
    const rule = target.closest(".es-sea .es-tile");
    if (rule) this.select(
      /** @type {HTMLElement} */
      rule.dataset.rule ?? ""
    );
    const button = (
      /** @type {HTMLElement | null} */
      target.closest("[data-act]")
    );
    if (button) this.act(button.dataset.act ?? "", button);
  }
  /** @param {string} rule */
  select(rule) {
    this.chosen = rule;
    this.opened = true;
    this.choose(rule);
    this.tile(rule).focus();
    this.moved();
  }
  /** The address follows, in a page. */
  moved() {
    this.onMove?.({ game: this.game.id, rule: this.chosen });
  }
  /** @type {((at: {game: string, rule: string}) => void) | undefined} */
  onMove;
  /** @param {string} name @param {HTMLElement} button */
  act(name, button) {
    if (name === "game") {
      this.current = button.dataset.game ?? "";
      this.chosen = "";
      this.draw();
      this.moved();
    } else if (name === "lang") {
      this.lang = button.dataset.lang ?? this.lang;
      this.open();
      this.part(`[data-lang="${this.lang}"]`).focus();
    } else if (name === "close") {
      this.opened = false;
      this.choose(this.chosen);
    } else this.people.act(name);
  }
  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.people.leave();
    const target = (
      /** @type {HTMLElement} */
      event.target
    );
    if (!target.matches(".es-sea .es-tile")) return;
    const { rules } = this.game;
    const rule = (
      /** @type {MapRule} */
      rules.find(({ id }) => id === target.dataset.rule)
    );
    const island = rules.filter(({ section }) => section === rule.section);
    const next2 = { Home: island[0], End: island.at(-1), " ": rule }[event.key] ?? this.neighbour(rule, event.key);
    const way = { Enter: "practise", l: "lesson", L: "lesson" }[event.key];
    if (!next2 && !way) return;
    event.preventDefault();
    event.stopPropagation();
    if (next2) this.select(next2.id);
    else this.part(`.es-one [data-act=${way}]`)?.click();
  }
  /** On the chart the nearest that way; in rows of tiles the one before or after. @param {MapRule} rule @param {string} key */
  neighbour(rule, key) {
    if (!key.startsWith("Arrow")) return void 0;
    const { rules } = this.game;
    if (getComputedStyle(this.part(".es-water")).display !== "none") return neighbour(rules, rule, key);
    const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
    const order = [...this.root.querySelectorAll(".es-sea .es-tile")].map(
      (tile2) => (
        /** @type {HTMLElement} */
        tile2.dataset.rule
      )
    );
    return rules.find(({ id }) => id === order[order.indexOf(rule.id) + step]);
  }
};

// src/map_page.js
function startMap(script2) {
  const data = JSON.parse(script2.textContent ?? "{}");
  const asked = new URLSearchParams(location.search);
  const main = (
    /** @type {HTMLElement} */
    document.querySelector("main")
  );
  const { lang } = document.documentElement;
  const map = new KnowledgeMap(main, { ...data, game: asked.get("game"), rule: asked.get("rule") }, lang);
  map.onMove = ({ game, rule }) => {
    const here = new URL(location.href);
    here.searchParams.set("game", game);
    if (rule) here.searchParams.set("rule", rule);
    else here.searchParams.delete("rule");
    history.replaceState(null, "", here);
    for (const found of document.querySelectorAll(".top [data-lang]")) {
      const link = (
        /** @type {HTMLAnchorElement} */
        found
      );
      const there = new URL(here);
      there.searchParams.set("lang", link.dataset.lang ?? "");
      link.href = there.href;
    }
  };
}
var MAP_WIDGET = {
  initialize() {
  },
  /** @param {{model: Model, el: HTMLElement}} about */
  render({ model, el }) {
    const map = new KnowledgeMap(el, { ...model.get("data"), game: model.get("game") }, model.get("lang"));
    return () => map.dispose();
  }
};

// src/lab.js
var MARK = "data-lm-suppress-shortcuts";
var watching = false;
function letSavingThrough() {
  if (watching) return;
  watching = true;
  window.addEventListener("keydown", onKey, true);
}
function onKey(event) {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (!(ctrlKey || metaKey) || altKey || key.toLowerCase() !== "s" || !(target instanceof Element)) return;
  const marked = [];
  for (let at = target.closest(`[${MARK}]`); at; at = at.parentElement?.closest(`[${MARK}]`) ?? null) marked.push(at);
  for (const element of marked) element.removeAttribute(MARK);
  setTimeout(() => {
    for (const element of marked) element.setAttribute(MARK, "true");
  });
}

// src/offline.js
var siteMeta = () => document.querySelector('meta[name="escale-site"]');
var inSite = () => siteMeta() !== null;

// src/around.js
var pageEnding = () => inSite() ? ".html" : ".ipynb";
var shelfAddress = () => document.querySelector(".notebook a.house")?.getAttribute("href") ?? null;
function mapAddress(game) {
  const shelf = shelfAddress();
  if (shelf === null) return "";
  if (inSite()) return `knowledge.html?game=${encodeURIComponent(game)}`;
  const [folder, query = ""] = shelf.split("?");
  const asked = new URLSearchParams(query);
  asked.set("game", game);
  return `${folder}knowledge?${asked}`;
}
function pageSpeaks(lang) {
  const link = (
    /** @type {HTMLElement | null} */
    document.querySelector(`.notebook .seg [data-lang="${lang}"]`)
  );
  link?.click();
  return Boolean(link);
}

// src/frames.js
function merge(table, frame) {
  const { scene: changes = {}, keep: keep2, add, after: _, ...head } = frame;
  let log = keep2 == null ? table.log : table.log.slice(0, keep2);
  if (add) log = log.concat(add);
  return { ...table, ...head, scene: mergeScene(table.scene, changes), log };
}
function mergeScene(scene, { pieces, targets, seats, words, order, ...rest }) {
  const merged = { ...scene, ...rest };
  if (pieces) merged.pieces = mergeRows(scene.pieces, pieces);
  if (targets) merged.targets = mergeRows(scene.targets, targets);
  if (order) merged.targets = inOrder(merged.targets, order);
  if (seats) merged.seats = mergeList(scene.seats, seats);
  if (words) merged.words = mergeList(scene.words, words);
  return merged;
}
function mergeRows(old, changes) {
  const merged = { ...old };
  for (const [key, row] of Object.entries(changes)) {
    if (row === null) delete merged[key];
    else merged[key] = row;
  }
  return merged;
}
function mergeList(old, { length, ...changes }) {
  const merged = old.slice(0, length ?? old.length);
  for (const [index, row] of Object.entries(changes)) merged[Number(index)] = row;
  return merged;
}
function inOrder(table, runs) {
  const moved = new Set(runs.flatMap((run) => run.slice(1)));
  const keys = ["", ...Object.keys(table).filter((key) => !moved.has(key))];
  for (const [after, ...run] of runs) keys.splice(keys.indexOf(after) + 1, 0, ...run);
  return Object.fromEntries(keys.slice(1).map((key) => [key, table[key]]));
}
function translated(old, change2) {
  if (!change2 || typeof change2 !== "object" || !("~" in change2)) return change2;
  const next2 = Array.isArray(old) ? [...old] : { ...old };
  for (const [name, value] of Object.entries(change2["~"])) next2[name] = translated(old[name], value);
  return next2;
}
function unpack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}
function boxOfLesson(box, { narrow }) {
  if (!narrow) return box;
  const own = (layout) => layout.name === narrow.name ? { ...narrow, least: layout.least } : layout;
  return { ...box, layouts: box.layouts.map(own) };
}

// src/protocol.js
var TOLD = {
  frames: { version: "number", frames: "list" },
  whole: { table: "table", "box?": "table" },
  say: { text: "text", tone: "text", "at?": "text", "kept?": "flag", "stuck?": "flag" },
  why: { key: "text", lines: "list", "piece?": "text" },
  words: { lines: "list" },
  hint: { lines: "list", keys: "list" },
  review: { chart: "text", text: "text", points: "list" },
  beat: { "done?": "number" },
  file: { name: "text", text: "text" },
  link: { "game?": "text", "table?": "text", "here?": "flag" },
  kept: { token: "text", aside: "flag" },
  offer: { token: "text", game: "text", title: "table", ply: "number", at: "number", elsewhere: "flag" },
  invited: { token: "text", game: "text", title: "table", seat: "number" },
  company: { company: "table?" },
  invitations: { reach: "text", links: "list", "table?": "text" },
  lost: { token: "text" }
};
var TOLD_TO_PRACTICE = {
  exercise: { exercise: "table" },
  say: { text: "text", tone: "text", "at?": "text", "kept?": "flag", "stuck?": "flag" }
};

// src/messages.js
var SHAPES = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  flag: (value) => typeof value === "boolean",
  list: Array.isArray,
  table: (value) => typeof value === "object" && value !== null && !Array.isArray(value)
};
var fits = (value, shape) => shape.endsWith("?") ? value === null || fits(value, shape.slice(0, -1)) : SHAPES[shape](value);
function problem(message, kinds = TOLD) {
  const shapes = message && kinds[message.kind];
  if (!shapes) return "kind";
  for (const [entry, shape] of Object.entries(shapes)) {
    const name = entry.replace("?", "");
    const missing = message[name] === void 0;
    if (missing ? name === entry : !fits(message[name], shape)) return name;
  }
  return null;
}
function isFit(message, kinds = TOLD) {
  const wrong = problem(message, kinds);
  if (wrong) console.warn(`escale: a message that this page does not understand (${wrong})`, message?.kind);
  return !wrong;
}

// src/choices.js
var TURN = "turn:";
var isTurn = (key) => key.startsWith(TURN);
var Choices = class {
  /**
   * @param {ChoiceTable} [table]
   * @param {{ordered?: boolean, completes?: boolean}} [ways]  how the game wants to be picked: see Game in engine/game.py
   */
  constructor({ keys = [], paths = [], lies = [], names = [] } = {}, { ordered = false, completes = true } = {}) {
    this.ordered = ordered;
    this.completes = completes;
    this.paths = paths.map((path, i) => ({ keys: path.map((number) => keys[number]), lie: lies[i], name: names[i] }));
    this.role = /* @__PURE__ */ new Map();
    for (const path of this.paths) {
      for (const [role, key] of path.keys.entries()) this.role.set(key, role);
    }
  }
  /**
   * The moves that contain all that is picked; where the order counts, those that begin so.
   * @param {string[]} picks
   */
  matching(picks) {
    if (this.ordered) return this.paths.filter(({ keys }) => picks.every((key, at) => keys[at] === key));
    return this.paths.filter((path) => picks.every((key) => path.keys.includes(key)));
  }
  /**
   * The move that plays itself: the only one that these picks leave, unless the game wants every key picked.
   * @param {string[]} picks
   */
  sole(picks) {
    const paths = this.matching(picks);
    const [path] = paths;
    return paths.length === 1 && (this.completes || path.keys.length === picks.length) ? path : null;
  }
  /**
   * What may be picked now: "next", or "other" where it would replace a pick.
   * @param {string[]} picks
   */
  lit(picks) {
    const lit = /* @__PURE__ */ new Map();
    if (this.ordered) {
      for (const at of picks.keys()) for (const key of this.after(picks.slice(0, at))) lit.set(key, "other");
      for (const key of picks) lit.delete(key);
      for (const key of this.after(picks)) lit.set(key, "next");
      return lit;
    }
    if (picks.length) {
      const taken = new Set(picks.map((key) => this.role.get(key)));
      for (const [key, role] of this.role) if (taken.has(role)) lit.set(key, "other");
    }
    for (const path of this.matching(picks)) for (const key of path.keys) lit.set(key, "next");
    for (const key of picks) lit.delete(key);
    return lit;
  }
  /**
   * What may come right after these picks, where the order counts.
   * @param {string[]} picks
   */
  after(picks) {
    return new Set(this.matching(picks).flatMap(({ keys }) => keys.slice(picks.length, picks.length + 1)));
  }
  /**
   * The picks with one more; null if that key cannot be picked.
   * @param {string[]} picks
   * @param {string} key
   * @returns {string[] | null}
   */
  with(picks, key) {
    if (this.ordered) {
      if (this.after(picks).has(key)) return [...picks, key];
      return picks.length ? this.with(picks.slice(0, -1), key) : null;
    }
    if (this.matching([...picks, key]).length) return [...picks, key];
    const role = this.role.get(key);
    if (role === void 0 || !picks.some((pick2) => this.role.get(pick2) === role)) return null;
    const kept = [];
    for (const pick2 of picks) {
      if (this.role.get(pick2) !== role && this.matching([...kept, pick2, key]).length) kept.push(pick2);
    }
    return [...kept, key];
  }
  /**
   * The picks without one; where the order counts, without what was picked after it, too.
   * @param {string[]} picks
   * @param {string} key
   */
  without(picks, key) {
    return this.ordered ? picks.slice(0, picks.lastIndexOf(key)) : picks.filter((pick2) => pick2 !== key);
  }
  /**
   * The key of the piece that is being moved: the first of a path.
   * @param {string[]} picks
   * @returns {string | undefined}
   */
  mover(picks) {
    if (this.ordered) return picks[0];
    return picks.find((key) => this.role.get(key) === 0);
  }
  /**
   * How the picked piece could lie, in degrees from how it does.
   * @param {string[]} picks
   */
  lies(picks) {
    const mover = this.mover(picks);
    const lies = mover ? this.matching([mover]).map(({ lie }) => lie) : [];
    return [...new Set(lies.filter((lie) => lie != null))].sort((a, b) => a - b);
  }
  /**
   * For each lit key, how much the picked piece must be turned for it: "0", "90" ...
   * @param {Map<string, unknown>} lit
   * @param {string[]} picks
   * @param {number} now  how it lies
   */
  fits(lit, picks, now) {
    const fits2 = /* @__PURE__ */ new Map();
    const paths = this.lies(picks).length ? this.matching(picks) : [];
    for (const key of lit.keys()) {
      const lies = paths.filter(({ keys }) => keys.includes(key)).map(({ lie }) => lie);
      const turns = lies.filter((lie) => lie != null).map((lie) => (lie - now + 360) % 360);
      if (turns.length) fits2.set(key, String(Math.min(...turns)));
    }
    return fits2;
  }
  /**
   * What these moves have besides what is picked.
   * @param {Path[]} paths
   * @param {string[]} picks
   */
  left(paths, picks) {
    if (this.ordered) return [...new Set(paths.flatMap(({ keys }) => keys.slice(picks.length, picks.length + 1)))];
    return [...new Set(paths.flatMap(({ keys }) => keys))].filter((key) => !picks.includes(key));
  }
};

// src/back.js
var NAME = /* @__PURE__ */ Symbol.for("escale/over");
function over() {
  const page = (
    /** @type {any} */
    globalThis
  );
  if (!page[NAME]) {
    page[NAME] = { closers: [], entries: Number(history.state?.escale) || 0, returning: false };
    addEventListener("popstate", onBack);
  }
  return page[NAME];
}
var isLab = () => Boolean(document.querySelector(".jp-LabShell"));
function settle() {
  const now = over();
  if (now.returning) return;
  const less = now.closers.length - now.entries;
  if (less < 0) {
    now.returning = true;
    history.go(less);
  }
  for (let i = 0; i < less; i++) history.pushState({ ...history.state, escale: ++now.entries }, "");
}
function onBack(event) {
  const now = over();
  const left = Number(event.state?.escale) || 0;
  if (!now.returning && left >= now.entries) return;
  event.stopImmediatePropagation();
  now.entries = left;
  if (!now.returning) for (const close of now.closers.splice(left).reverse()) close();
  now.returning = false;
  settle();
}
function opened(close) {
  if (isLab()) return () => {
  };
  const { closers } = over();
  closers.push(close);
  settle();
  return () => {
    const at = closers.indexOf(close);
    if (at >= 0) closers.splice(at, 1);
    settle();
  };
}

// src/geometry.js
var PATH_UNITS = 840;
function geometry([, symbol, text, , , turn = 0], [x, y, w, height, , placeTurn = 0], sizes, more = 0) {
  const [width, tall] = symbol ? sizes[symbol] ?? [w, height] : text ? [w, height] : [PATH_UNITS, PATH_UNITS * height / w];
  const scale = text ? 1 : Math.min(w / width, height / tall);
  return { x: x + w / 2, y: y + height / 2, scale, turn: turn + placeTurn + more, w: width, h: tall };
}
function transformOf({ x, y, scale, turn, w, h }, unit) {
  const n = (value) => `${+value.toFixed(3)}${unit}`;
  const angle = unit ? `${turn}deg` : turn;
  return `translate(${n(x)},${n(y)}) rotate(${angle}) scale(${+scale.toFixed(5)}) translate(${n(-w / 2)},${n(-h / 2)})`;
}
var distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
var shortWay = (from, to) => to - ((to - from) % 360 + 540) % 360 + 180;
var middle2 = ([x, y, w, tall]) => [x + w / 2, y + tall / 2];
function beside(key, [dx, dy], rects, from) {
  const [x, y] = middle2(from);
  let [best, least] = [key, Number.POSITIVE_INFINITY];
  for (const [other, rect] of rects) {
    if (!rect) continue;
    const [ox, oy] = middle2(rect);
    const along2 = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along2 > 1 && along2 + 2.5 * aside < least) [best, least] = [other, along2 + 2.5 * aside];
  }
  return best;
}
function farFrom(x, y, { left, right, top, bottom }) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}
function placeNear(box, near, frame, gap, clear = []) {
  const centre = near.left + near.width / 2 - frame.left;
  const left = Math.max(8, Math.min(centre - box.width / 2, frame.width - box.width - 8));
  const above = near.top - frame.top - box.height - gap;
  const bottom = near.bottom - frame.top;
  const below = Math.min(bottom + gap, Math.max(bottom - 24, frame.height - box.height));
  const arrow = Math.max(16, Math.min(box.width - 16, centre - left));
  const middleOf = near.top + (near.bottom - near.top) / 2 - frame.top - box.height / 2;
  const top = Math.max(8, Math.min(middleOf, frame.height - box.height - 8));
  const over2 = { left, top: above, side: "above", arrow };
  const under = { left, top: below, side: "below", arrow };
  const usual = above >= -gap ? over2 : under;
  const higher = Math.min(above, ...clear.map((one) => one.top - frame.top - box.height - gap));
  const places2 = [
    usual,
    ...usual === over2 && bottom + gap + box.height <= frame.height ? [under] : [],
    ...higher >= -gap ? [{ left, top: higher, side: "beside", arrow }] : [],
    { left: near.left - frame.left - box.width - gap, top, side: "beside", arrow },
    { left: near.left + near.width - frame.left + gap, top, side: "beside", arrow }
  ].filter((place) => place === usual || place.left >= 0 && place.left + box.width <= frame.width);
  const covered = (place) => {
    const [x, y] = [place.left + frame.left, place.top + frame.top];
    const shared2 = (one) => Math.max(0, Math.min(x + box.width, one.left + one.width) - Math.max(x, one.left)) * Math.max(0, Math.min(y + box.height, one.bottom) - Math.max(y, one.top));
    return clear.reduce((sum, one) => sum + shared2(one), 0);
  };
  return places2.reduce((best, place) => covered(place) < covered(best) ? place : best);
}

// src/timing.js
var PAUSE = 420;
var SOON = 90;
var PATIENCE = 2e3;
var FAR = 70;
var EASE = "cubic-bezier(.3,.7,.2,1)";
var travelTime = (way) => way > FAR ? Math.min(640, 300 + way * 0.42) : 220;
var stagger = (count) => Math.min(70, 400 / Math.max(1, count));

// src/motion.js
var Motion = class {
  /**
   * @param {Picture} picture
   * @param {string} lang
   */
  constructor(picture, lang) {
    this.picture = picture;
    this.lang = lang;
    this.flights = /* @__PURE__ */ new Map();
    this.rest = null;
  }
  /** @param {{entry: Drawn, from?: Before}[]} travellers */
  move(travellers) {
    const far = new Set(
      travellers.filter(({ entry, from }) => from && distance(from.at, entry.at) > FAR).map(({ entry }) => entry)
    );
    const step = stagger(far.size);
    let wait = 0;
    for (const { entry, from } of travellers) {
      const styles = (entry.piece[4] ?? "").split(" ");
      if (!from || styles.includes("fades") && distance(from.at, entry.at)) {
        this.fly(entry.g, [{ opacity: 0 }, { opacity: 1 }], { duration: 260, delay: wait });
        continue;
      }
      this.travel(entry, from, wait);
      if (styles.includes("flips") && from.symbol !== entry.piece[1]) this.flip(entry, from, wait);
      if (styles.includes("rolls")) this.roll(entry, wait);
      if (styles.includes("counts") && from.text !== entry.piece[2]) this.count(entry, from, wait);
      if (far.has(entry)) wait += step;
    }
  }
  /**
   * From where it was to where it is; far ones above all others.
   * @param {Drawn} entry
   * @param {Before} from
   * @param {number} delay
   */
  travel(entry, { at: from }, delay) {
    const { at, g } = entry;
    const { picture } = this;
    const way = distance(from, at);
    const size = from.scale * from.w / at.w || at.scale;
    const start = { ...at, x: from.x, y: from.y, scale: entry.piece[1] ? size : at.scale };
    start.turn = shortWay(from.turn, at.turn);
    if (way < 0.5 && start.turn === at.turn && Math.abs(start.scale - at.scale) < 1e-3) return;
    const flies = way > FAR;
    const land = () => {
      if (picture.entries.get(entry.key) === entry) picture.insert(entry);
    };
    if (flies) picture.air.append(g);
    const frames = [{ transform: transformOf(start, "px") }, { transform: transformOf(at, "px") }];
    this.fly(g, frames, { duration: travelTime(way), delay, easing: EASE }, flies ? land : null);
  }
  /**
   * A card that turns over about its upright axis.
   * @param {Drawn} entry
   * @param {Before} from
   * @param {number} delay
   */
  flip({ g, at, piece }, { symbol }, delay) {
    const use = (
      /** @type {Element} */
      g.firstChild
    );
    const edge = (x) => ({
      transform: `translate(${at.w / 2}px) scaleX(${x}) translate(${-at.w / 2}px)`
    });
    put(use, "href", `#${symbol}`);
    this.fly(use, [edge(1), edge(0.02)], { duration: 180, delay, easing: "ease-in" }, (jumped) => {
      put(use, "href", `#${piece[1]}`);
      if (!jumped) this.fly(use, [edge(0.02), edge(1)], { duration: 180, easing: "ease-out" });
    });
  }
  /**
   * A die: it turns once and shows a few other faces on its way.
   * @param {Drawn} entry
   * @param {number} delay
   */
  roll({ g, at, piece }, delay) {
    const use = (
      /** @type {Element} */
      g.firstChild
    );
    const stem = String(piece[1]).replace(/\d+$/, "");
    const faces = Object.keys(this.picture.box.sizes).filter((name) => name.startsWith(stem) && /\d$/.test(name));
    const [there, back] = [1, -1].map((sign) => `translate(${sign * at.w / 2}px, ${sign * at.h / 2}px)`);
    const angle = (degrees) => ({ transform: `${there} rotate(${degrees}deg) ${back}` });
    let shown = 0;
    const timer = setInterval(() => {
      shown += 2;
      put(use, "href", `#${faces[shown % faces.length]}`);
    }, 130);
    this.fly(use, [angle(-320), angle(0)], { duration: 620, delay, easing: EASE }, () => {
      clearInterval(timer);
      put(use, "href", `#${piece[1]}`);
    });
  }
  /**
   * A number that counts up or down to its value.
   * @param {Drawn} entry
   * @param {Before} from
   * @param {number} delay
   */
  count({ g, piece }, { text = "" }, delay) {
    const words = String(piece[2]);
    const [from, to] = [text, words].map((one) => Number.parseInt(one.replace(/[^\d-]/g, ""), 10));
    if (Number.isNaN(from + to)) return;
    const element = (
      /** @type {Element} */
      g.firstChild
    );
    const animation = this.fly(g, [{ opacity: 1 }, { opacity: 1 }], { duration: 400, delay }, () => {
      element.textContent = words;
    });
    const tick = () => {
      if (!this.flights.has(animation)) return;
      const part = Math.min(1, Math.max(0, (Number(animation.currentTime) - delay) / 400));
      const now = Math.round(from + (to - from) * part).toLocaleString(this.lang);
      element.textContent = words.replace(/-?\d(.*\d)?/, now);
      requestAnimationFrame(tick);
    };
    tick();
  }
  /** @param {Element} g */
  fadeOut(g) {
    this.fly(g, [{ opacity: 1 }, { opacity: 0 }], { duration: 220 }, () => g.remove());
  }
  /**
   * Run an animation; `done(jumped)` comes at its end, however that is reached.
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} timing
   * @param {((jumped: boolean) => void) | null} [done]
   */
  fly(element, frames, timing, done = null) {
    const animation = element.animate(frames, { fill: "backwards", ...timing });
    this.flights.set(animation, done);
    animation.finished.then(
      () => this.land(animation, false),
      () => {
      }
    );
    return animation;
  }
  /**
   * @param {Animation} animation
   * @param {boolean} jumped
   */
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
  /** When nothing moves any more. @returns {Promise<void>} */
  quiet() {
    if (!this.flights.size) return Promise.resolve();
    return new Promise((done) => {
      this.rest = done;
    });
  }
};

// src/picture.js
var TEXT_SIZE = 0.72;
var Picture = class {
  /**
   * @param {Box} box
   * @param {string} lang
   */
  constructor(box, lang) {
    this.box = box;
    this.scenery = s("svg", { class: "es-scenery", "aria-hidden": "true" });
    this.floor = s("g");
    this.layers = /* @__PURE__ */ new Map();
    this.air = s("g");
    this.ghosts = s("g", { class: "es-ghost" });
    this.rings = s("g", { class: "es-ringed" });
    this.svg = s("svg", { class: "es-board", "aria-hidden": "true" }, this.floor, this.rings, this.ghosts, this.air);
    this.cover = s("svg", { class: "es-cover", "aria-hidden": "true" });
    this.entries = /* @__PURE__ */ new Map();
    this.unplaced = {};
    this.turned = /* @__PURE__ */ new Map();
    this.lifted = [];
    this.motion = new Motion(this, lang);
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
    this.turned.clear();
    const heirs = this.heirs(changes);
    const inherited = new Set(heirs.values());
    for (const [key, piece] of Object.entries(changes)) {
      const before = this.entries.get(key) ?? heirs.get(key);
      if (before && before.piece === piece) continue;
      const from = before && { at: before.at, symbol: before.piece[1], text: before.piece[2] };
      const entry = piece && this.lay(key, piece);
      if (entry) travellers.push({ entry, from });
      else this.leave(key, moving && !(before && inherited.has(before)));
      if (piece && !entry) this.unplaced[key] = piece;
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
      const entry = changes[key] ? void 0 : this.entries.get(key);
      return entry ? [entry] : [];
    });
    const heirs = /* @__PURE__ */ new Map();
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
    const look2 = `${entry.piece.slice(1, 5)} ${entry.at.w} ${entry.at.h}`;
    if (entry.look !== look2) this.drawLook(entry, place);
    entry.look = look2;
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
  lift(places2) {
    for (const { g } of this.lifted) g.classList.remove("picked");
    this.lifted = places2.flatMap((place) => this.on(place));
    for (const { g } of this.lifted) g.classList.add("picked");
  }
  /**
   * The key of the piece at this point that can be told, if there is one.
   * @param {{clientX: number, clientY: number}} point
   */
  telling({ clientX, clientY }) {
    const { told } = this.box;
    if (!told) return void 0;
    for (const { key, g } of this.entries.values()) {
      const path = key.startsWith(told) ? g.querySelector("path") : null;
      const at = path?.getScreenCTM();
      if (path && at && path.isPointInFill(new DOMPoint(clientX, clientY).matrixTransform(at.inverse()))) return key;
    }
    return void 0;
  }
  /** Ring a piece that is a path, and no other; "" rings none. @param {string} key */
  ring(key) {
    const outline = this.entries.get(key)?.g.cloneNode(true);
    const halo = outline?.cloneNode(true);
    this.rings.replaceChildren(...halo && outline ? [halo, outline] : []);
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
};
function drawText(element, text, styles, [, , w, height]) {
  const anchor = styles.includes("start") ? "start" : styles.includes("end") ? "end" : "middle";
  put(element, "x", { start: 0, middle: w / 2, end: w }[anchor]);
  put(element, "y", height / 2);
  put(element, "font-size", (height * TEXT_SIZE).toFixed(2));
  put(element, "text-anchor", anchor);
  put(element, "dominant-baseline", "central");
  if (element.textContent !== text) element.textContent = text;
}
function onlyChild(g, tag) {
  if (g.firstChild?.nodeName !== tag) g.replaceChildren(s(tag));
  return (
    /** @type {Element} */
    g.firstChild
  );
}

// src/closeup.js
var MARGIN = 8;
var closeupMarkup = (close, name) => html`<dialog class="es-closeup" data-part="closeup" aria-labelledby="${name}-closeup">
        <header><h2 id="${name}-closeup"></h2>${close}</header><div class="es-closeup-picture"></div><div class="es-closeup-says" role="status"></div>
      </dialog>`;
var Closeup = class {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.key = null;
    this.picture = null;
    this.gone = () => {
    };
  }
  get dialog() {
    return (
      /** @type {HTMLDialogElement} */
      this.board.house.parts.closeup
    );
  }
  /** @param {string | null | undefined} key @returns {Layout | undefined} */
  layoutOf(key) {
    return key == null ? void 0 : this.board.state.layout?.closeups?.[key];
  }
  /** @param {string} key @returns {boolean} does it have a close-up? */
  open(key) {
    const layout = this.layoutOf(key);
    if (!layout) return false;
    const { board, dialog } = this;
    const { box, lang } = board.house;
    this.close();
    this.key = key;
    this.picture = new Picture(box, lang);
    const room = (
      /** @type {HTMLElement} */
      dialog.querySelector(".es-closeup-picture")
    );
    room.replaceChildren(...this.picture.elements);
    room.style.setProperty("--es-ratio", String(layout.width / layout.height));
    this.picture.setLayout(layout);
    this.say([]);
    this.show();
    dialog.addEventListener("close", () => this.closed(), { once: true });
    dialog.showModal();
    this.place(layout);
    this.gone = opened(() => this.close());
    return true;
  }
  /** What lies there now: others may move while somebody looks. */
  show() {
    if (this.key === null || !this.picture) return;
    const { scene } = this.board.table;
    if (!scene.targets[this.key] || !this.layoutOf(this.key)) {
      this.close();
      return;
    }
    this.dialog.querySelector("h2").textContent = this.board.labelOf(this.key);
    this.picture.show(scene.pieces);
  }
  /** Below what was touched if there is room on the board, else above it, else where it fits. @param {Layout} layout */
  place(layout) {
    const { dialog, board } = this;
    const frame = board.house.parts.board.getBoundingClientRect();
    const near = board.buttonOf(this.key ?? void 0)?.getBoundingClientRect() ?? frame;
    const scale = frame.width / /** @type {Layout} */
    board.state.layout.width;
    const wide = Math.min(layout.width * scale, frame.width, innerWidth);
    dialog.style.width = `${wide}px`;
    const tall = dialog.getBoundingClientRect().height;
    const bottom = Math.min(frame.bottom, innerHeight - MARGIN);
    const below = near.bottom + MARGIN + tall <= bottom;
    const top = below ? near.bottom + MARGIN : near.top - MARGIN - tall;
    const left = near.left + near.width / 2 - wide / 2;
    const within = (at, least, most) => Math.max(least, Math.min(at, most));
    dialog.style.top = `${within(top, MARGIN, Math.max(MARGIN, bottom - tall))}px`;
    dialog.style.left = `${within(left, Math.max(0, frame.left), Math.min(frame.right, innerWidth) - wide)}px`;
  }
  /**
   * Why it cannot be picked. Is it about what is shown here?
   * @param {string} key
   * @param {[string, string[]][]} lines
   */
  explain(key, lines) {
    if (this.key === null || key !== this.key) return false;
    this.say(lines);
    return true;
  }
  /** @param {[string, string[]][]} lines */
  say(lines) {
    const chip = (rule2) => html` <span class="es-chip">${rule2}</span>`;
    const line = ([text, rules]) => html`<p>${text}${rules.map(chip)}</p>`;
    fillWith(
      /** @type {Element} */
      this.dialog.querySelector(".es-closeup-says"),
      html`${lines.map(line)}`
    );
    const rule = lines[0]?.[1]?.[0];
    if (rule) this.board.house.rules.show(rule);
  }
  close() {
    if (this.key !== null) this.dialog.close();
    this.closed();
  }
  /** It is shut: nothing of what it showed stays, and the focus is where it was. */
  closed() {
    const { key } = this;
    if (key === null) return;
    this.key = null;
    this.picture = null;
    this.dialog.querySelector(".es-closeup-picture")?.replaceChildren();
    this.gone();
    if (this.board.hand.visible(key)) this.board.hand.rove(key, true);
  }
};

// src/hand.js
var SNAP = 28;
var FINGER = 40;
var ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
var Hand = class {
  /**
   * @param {HTMLElement} element
   * @param {string} playable  the word for what can be picked now, to whoever does not see it lit
   */
  constructor(element, playable) {
    this.element = element;
    this.playable = playable;
    this.entries = /* @__PURE__ */ new Map();
    this.current = null;
    this.ringed = [];
  }
  /**
   * @param {Record<string, Target>} targets
   * @param {Layout} layout
   */
  show(targets, layout) {
    for (const [key, { button }] of this.entries) {
      if (targets[key]) continue;
      button.remove();
      this.entries.delete(key);
    }
    let next2 = this.element.firstChild;
    for (const [key, target] of Object.entries(targets)) {
      const entry = this.entries.get(key) ?? this.add(key);
      dress(entry, target, layout);
      if (next2 === entry.button) next2 = next2.nextSibling;
      else this.element.insertBefore(entry.button, next2);
    }
    if (!this.visible(this.current)) this.rove(this.first());
  }
  /** @param {string} key */
  add(key) {
    const made = make(html`<button class="es-target" tabindex="-1" data-key="${key}"></button>`);
    const entry = { key, button: (
      /** @type {HTMLButtonElement} */
      made
    ) };
    this.entries.set(key, entry);
    return entry;
  }
  /**
   * Light what may be picked.
   * @param {Map<string, string>} lit
   * @param {string[]} picks
   * @param {Map<string, string>} fits  how much the picked piece has to be turned for a key
   */
  light(lit, picks, fits2) {
    for (const [key, entry] of this.entries) {
      const { button } = entry;
      const picked = picks.includes(key);
      const refused = !picked && !lit.has(key);
      const look2 = `${lit.get(key)} ${fits2.get(key)} ${picked} ${entry.plate}`;
      if (entry.look === look2) continue;
      entry.look = look2;
      put(button, "aria-label", lit.has(key) ? withMore(entry.name ?? "", this.playable) : entry.name);
      put(button, "data-lit", lit.get(key));
      put(button, "data-fit", fits2.get(key));
      put(button, "data-picked", picked);
      put(button, "aria-pressed", picked ? "true" : null);
      put(button, "data-refused", refused);
      put(button, "aria-disabled", refused && entry.plate ? "true" : null);
    }
    const now = this.current == null ? void 0 : this.entries.get(this.current)?.button;
    const away = !this.element.contains(document.activeElement);
    if (away && (!now || "refused" in now.dataset) && this.lit().length) this.rove(this.first());
  }
  /**
   * Ring what a hint speaks of.
   * @param {string[]} keys
   */
  ring(keys) {
    for (const key of this.ringed) put(this.entries.get(key)?.button ?? null, "data-hint", false);
    for (const key of keys) put(this.entries.get(key)?.button ?? null, "data-hint", true);
    this.ringed = keys;
  }
  /** @param {string | null | undefined} key */
  visible(key) {
    const entry = key == null ? void 0 : this.entries.get(key);
    return Boolean(entry && !entry.button.hidden);
  }
  lit() {
    return [...this.entries.values()].filter(({ button }) => !button.hidden && button.dataset.lit);
  }
  /** @returns {string | null} */
  first() {
    return (this.lit()[0] ?? [...this.entries.values()].find(({ button }) => !button.hidden))?.key ?? null;
  }
  /**
   * Give the tab stop to a key, and the focus if wanted.
   * @param {string | null} key
   * @param {boolean} [focus]
   */
  rove(key, focus = false) {
    const old = this.current == null ? void 0 : this.entries.get(this.current)?.button;
    const button = key == null ? void 0 : this.entries.get(key)?.button;
    if (old) put(old, "tabindex", -1);
    this.current = key;
    if (!button) return;
    put(button, "tabindex", 0);
    if (focus) button.focus();
  }
  /**
   * The focus goes to the next button in the direction of an arrow.
   * @param {[number, number]} direction
   */
  step(direction) {
    const from = this.current == null ? void 0 : this.entries.get(this.current);
    if (!from?.box) return;
    const rects = [...this.entries.values()].map(
      ({ key, box }) => (
        /** @type {[string, Rect | undefined]} */
        [key, box]
      )
    );
    this.rove(beside(from.key, direction, rects, from.box), true);
  }
  /**
   * Which key a click means: what was hit, or something lit close by.
   * @param {PointerEvent} event
   */
  meant(event) {
    const target = (
      /** @type {Element} */
      event.target
    );
    const hit = (
      /** @type {HTMLElement | null} */
      target.closest(".es-target")
    );
    const finger = event.pointerType === "touch" || event.pointerType === "pen";
    if (hit && (!finger || !("refused" in hit.dataset) || Math.min(hit.offsetWidth, hit.offsetHeight) >= FINGER)) {
      return hit.dataset.key;
    }
    let [best, least] = [hit?.dataset.key, hit ? SNAP / 2 : SNAP];
    for (const { key, button } of this.lit()) {
      const far = farFrom(event.clientX, event.clientY, button.getBoundingClientRect());
      if (far < least) [best, least] = [key, far];
    }
    return best;
  }
};
function withMore(words, more) {
  return words.endsWith(".") ? `${words} ${more[0].toUpperCase()}${more.slice(1)}.` : `${words}, ${more}`;
}
function dress(entry, target, layout) {
  const { button } = entry;
  const [place, label, caption, note] = target;
  if (entry.target !== target) {
    entry.target = target;
    entry.name = note ? `${label}. ${note}` : label;
    entry.look = void 0;
    entry.plate = Boolean(caption);
    put(button, "data-plate", entry.plate);
    fillWith(button, caption ? html`<b>${caption}</b>${note && html` <small>${note}</small>`}` : "");
  }
  put(button, "aria-haspopup", layout.closeups?.[entry.key] ? "dialog" : null);
  const box = layout.places[place];
  hide(button, !box);
  if (entry.box === box) return;
  entry.box = box;
  if (box) fitInto(button, box, layout);
}
function fitInto(element, [x, y, w, tall], { width, height }) {
  const part = (value, whole) => `${(100 * value / whole).toFixed(3)}%`;
  Object.assign(element.style, {
    left: part(x, width),
    top: part(y, height),
    width: part(w, width),
    height: part(tall, height)
  });
}

// src/nudge.js
var DICE = "roll";
var Nudge = class {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.timer = void 0;
  }
  /** Something has begun or ended on the board. @param {boolean} busy */
  settled(busy) {
    clearTimeout(this.timer);
    hide(this.board.house.parts.nudge);
    if (!busy && this.waits()) this.timer = setTimeout(() => this.say(), PATIENCE);
  }
  /** Do only the dice go on from here? */
  waits() {
    const { table, choices, picks } = this.board.state;
    const left = choices.left(choices.matching(picks), picks);
    return table.hand && table.curtain == null && left.length === 1 && left[0] === DICE;
  }
  say() {
    const { house } = this.board;
    const dice = this.board.buttonOf(DICE);
    if (!dice || dice.hidden || !this.waits()) return;
    const { nudge, board } = house.parts;
    nudge.textContent = house.t("tap-the-dice");
    nudge.hidden = false;
    house.place(nudge, dice, board, 6);
    house.voice.say(nudge.textContent ?? "");
  }
};

// src/picking.js
var Picking = class {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }
  get state() {
    return this.board.state;
  }
  /** Light what may be picked now, lift what is picked. */
  light() {
    const { board, state } = this;
    const { choices, picks, table } = state;
    const open = table.hand && !state.pending;
    const lit = open ? choices.lit(picks) : /* @__PURE__ */ new Map();
    board.hand.light(lit, picks, choices.fits(lit, picks, state.lie));
    board.picture.lift(picks.map((key) => table.scene.targets[key]?.[0]));
    this.showTurner(Boolean(open && this.canTurn()));
    put(board.house.root, "data-picking", picks.length || null);
    hide(board.house.parts.chooser);
    if (!picks.length) board.picture.ghost();
  }
  /**
   * The button that turns what is picked, over the piece that keeps its place.
   * @param {boolean} wanted
   */
  showTurner(wanted) {
    const { turnButton } = this.board.house.parts;
    const { layout, table } = this.state;
    const box = layout?.places[table.scene.pieces.turner?.[0] ?? ""];
    hide(turnButton, !wanted);
    if (!wanted) return;
    turnButton.removeAttribute("style");
    if (layout && box) fitInto(turnButton, box, layout);
  }
  /** Does the picked piece fit in another way than it lies? */
  canTurn() {
    const { choices, picks, lie: now } = this.state;
    return choices.lies(picks).some((lie) => lie !== now);
  }
  mover() {
    return this.state.choices.mover(this.state.picks);
  }
  /** @param {string} key @param {string} [piece]  what was touched there, if it can be told */
  pick(key, piece) {
    const { board, state } = this;
    board.house.notices.hideBubble();
    board.host.picking();
    const busy = state.pending || state.running || state.table.more;
    if (busy) {
      board.closeup.open(key);
      return;
    }
    if (board.hand.visible(key)) board.hand.rove(key);
    const again = state.choices.ordered && state.choices.after(state.picks).has(key);
    if (state.picks.includes(key) && !again) {
      if (key === this.mover() && this.canTurn()) this.turn();
      else this.unpick(key);
      return;
    }
    const picks = state.table.hand ? state.choices.with(state.picks, key) : null;
    if (!picks) {
      board.closeup.open(key);
      board.host.why([...this.besides(key), key], piece);
      return;
    }
    const whole = this.completed(picks);
    if (whole) {
      board.host.complete(whole);
      return;
    }
    this.set(picks);
    const paths = state.choices.matching(picks);
    if (this.offer(paths)) return;
    board.house.voice.say(board.house.t("picked-so-far", { what: board.labelOf(key), count: paths.length }));
  }
  /** What is picked without what this key would take the place of: a card, where it is a card. @param {string} key */
  besides(key) {
    const { choices, picks } = this.state;
    const kind = key.split(":")[0];
    return choices.ordered ? picks : picks.filter((one) => one.split(":")[0] !== kind);
  }
  /**
   * The only move that these picks leave, if there is nothing more to say about it.
   * @param {string[]} picks
   * @returns {Path | null}
   */
  completed(picks) {
    const { choices, table, lie: now, turned } = this.state;
    const paths = choices.matching(picks);
    const left = choices.left(paths, picks);
    const spoken = left.some((key) => table.scene.targets[key]?.[2]);
    const sole = choices.sole(picks);
    if (sole && !spoken) return sole;
    const mover = this.mover();
    const lying = turned && mover && picks.includes(mover) ? paths.filter(({ lie }) => lie === now) : [];
    return lying.length === 1 && left.every(isTurn) ? lying[0] : null;
  }
  /** @param {string[]} picks */
  set(picks) {
    const { state, board } = this;
    const mover = this.mover();
    state.picks = picks;
    if (this.mover() !== mover) {
      board.picture.unturn();
      state.lie = 0;
      state.turned = false;
    }
    this.light();
  }
  /** @param {string} key */
  unpick(key) {
    const { house } = this.board;
    this.set(this.state.choices.without(this.state.picks, key));
    house.voice.say(house.t("unpicked", { what: this.board.labelOf(key) }));
  }
  /** The move goes out: until it is answered nothing can be picked. @param {string[]} keys @param {string} id */
  sent(keys, id) {
    const { state, board } = this;
    state.picks = keys;
    state.pending = id;
    state.refocus = board.house.parts.board.contains(document.activeElement);
    board.settle();
    setTimeout(() => state.pending && this.light(), SOON);
  }
  /** Turn the picked piece to the next way in which it fits somewhere. */
  turn() {
    const { board, state } = this;
    const lies = state.choices.lies(state.picks);
    const mover = this.mover();
    if (!lies.length || !mover || state.pending) return;
    state.lie = lies.find((lie) => lie > state.lie) ?? lies[0];
    state.turned = true;
    board.picture.motion.finish();
    board.picture.turn(state.table.scene.targets[mover][0], state.lie, !still());
    this.light();
    const paths = state.choices.matching(state.picks);
    const count = paths.filter(({ lie }) => lie === state.lie).length;
    board.house.voice.say(board.house.t("turned", { degrees: state.lie, count }));
    this.foresee(document.activeElement);
    this.offer(paths);
  }
  /**
   * Where what is left to choose is not on the board, offer it beside the last pick.
   * @param {Path[]} paths
   * @returns {boolean} is anything offered?
   */
  offer(paths) {
    const { board, state } = this;
    const { house, hand } = board;
    const { chooser } = house.parts;
    const left = state.choices.left(paths, state.picks);
    if (!left.length || left.some((key) => hand.visible(key))) return false;
    const { targets } = state.table.scene;
    const mover = this.mover();
    const drawn = board.picture.on(mover && targets[mover]?.[0]).find(({ piece }) => piece[1]);
    const option = (key) => {
      const lie = paths.find(({ keys }) => keys.includes(key))?.lie;
      const words = targets[key]?.[1] ?? (lie ? house.t("turn-by", { degrees: lie }) : house.t("turn-none"));
      const turn = (lie ?? 0) + (drawn?.piece[5] ?? 0);
      const drawing = lie != null && drawn && html`<span style="transform:rotate(${turn}deg)">${house.symbol(drawn.piece[1])}</span>`;
      return html`<button class="es-option" data-key="${key}" data-lit="next" aria-label="${words}">${drawing || words}</button>`;
    };
    fillWith(chooser, html`<span>${house.t("choose")}</span>${left.map(option)}`);
    chooser.hidden = false;
    house.place(chooser, board.buttonOf(state.picks.at(-1)) ?? house.parts.board, house.parts.board, 6);
    chooser.querySelector("button").focus({ preventScroll: true });
    return true;
  }
  /**
   * Hovering or focusing a place shows the picked piece there, as it would lie.
   * @param {Element | null} element
   */
  foresee(element) {
    const { state, board } = this;
    const { targets } = state.table.scene;
    const button = (
      /** @type {HTMLElement | null} */
      element?.closest?.(".es-target[data-fit]") ?? null
    );
    const key = button?.dataset.key;
    const mover = this.mover();
    const paths = key ? state.choices.matching([...state.picks, key]) : [];
    const path = paths.find(({ lie }) => lie === state.lie) ?? paths[0];
    if (path && key && mover) board.picture.ghost(targets[mover][0], targets[key][0], path.lie ?? 0);
    else board.picture.ghost();
  }
};

// src/state.js
var State2 = class {
  /** @param {Box} box */
  constructor(box) {
    this.box = box;
    this.shown = null;
    this.layout = null;
    this.choices = new Choices();
    this.picks = [];
    this.lie = 0;
    this.turned = false;
    this.pending = null;
    this.queue = [];
    this.running = false;
    this.skipping = false;
    this.refocus = false;
  }
  /** What is shown; asked for only once there is something. */
  get table() {
    return (
      /** @type {Table} */
      this.shown
    );
  }
};

// src/board.js
var LETTERS = { h: "hint", l: "moves", d: "words", u: "undo", r: "turn", w: "again", "?": "help" };
var GUESS = 800;
var Board = class {
  /**
   * @param {House} house
   * @param {BoardHost} host
   */
  constructor(house, host) {
    this.house = house;
    this.host = host;
    this.state = new State2(house.box);
    this.picture = new Picture(house.box, house.lang);
    this.hand = new Hand(document.createElement("div"), "");
    this.picking = new Picking(this);
    this.closeup = new Closeup(this);
    this.nudge = new Nudge(this);
    this.onSkip = () => {
    };
    this.ran = Promise.resolve();
    this.listed = [];
  }
  get table() {
    return this.state.table;
  }
  /** Another game: nothing of the one before stays, nor does what was still to be shown of it. */
  reset() {
    this.state.queue.length = 0;
    this.skip();
    this.state = new State2(this.house.box);
  }
  dispose() {
    this.state.queue.length = 0;
    this.picture.motion.finish();
    this.closeup.close();
  }
  /** The elements are new: a new picture and a new hand in them. */
  build() {
    const { parts, box, lang } = this.house;
    this.picture = new Picture(box, lang);
    parts.board.prepend(...this.picture.elements);
    this.hand = new Hand(parts.hand, this.house.t("playable"));
    this.state.layout = null;
    this.fit();
  }
  /** Choose the layout for the room that there is. */
  fit() {
    const { state, house } = this;
    if (!state.shown) return;
    const width = house.root.clientWidth || GUESS;
    const { layouts } = house.box;
    const layout = layouts.filter(({ least }) => least <= width).at(-1) ?? layouts[0];
    if (layout === state.layout) return;
    const first = !state.layout;
    state.layout = layout;
    house.root.dataset.width = layout.name;
    house.parts.board.style.setProperty("--es-ratio", layout.width / layout.height);
    this.picture.setLayout(layout);
    this.closeup.close();
    this.host.fitted(layout);
    if (!first) this.furnish();
  }
  // --- what comes in
  /**
   * Show a table as it is, at once.
   * @param {Table} table
   * @param {() => void} [rebuild]  makes the house anew, where it is not the right one
   */
  show(table, rebuild) {
    const { state } = this;
    Object.assign(state, { shown: table, pending: null, skipping: false, picks: [] });
    state.queue.length = 0;
    this.house.voice.begin();
    rebuild?.();
    this.picture.turned.clear();
    this.picture.show(table.scene.pieces);
    this.furnish();
  }
  /**
   * Another table at once: what is the same stays as it is.
   * @param {Table} table
   */
  turnTo(table) {
    this.state.queue.length = 0;
    this.skip();
    this.picture.motion.finish();
    const [old, scene] = [this.table.scene, table.scene];
    const names = (
      /** @type {(keyof typeof scene)[]} */
      Object.keys(scene).filter(
        (name) => old[name] !== scene[name]
      )
    );
    const pieces = {};
    for (const key of Object.keys({ ...old.pieces, ...scene.pieces })) {
      if (old.pieces[key] !== scene.pieces[key]) pieces[key] = scene.pieces[key] ?? null;
    }
    this.state.shown = table;
    this.state.picks = [];
    this.picture.update(pieces, false);
    this.furnish({ scene: Object.fromEntries([...names, "choices"].map((name) => [name, true])) });
  }
  /**
   * Show frames one after the other, with motion; the first one at once.
   * @param {Frame[]} frames
   */
  play(frames) {
    this.state.pending = null;
    this.state.queue.push(...frames);
    if (!this.state.running) this.ran = this.run();
  }
  async run() {
    const { state } = this;
    state.running = true;
    for (let frame = state.queue.shift(); frame; frame = state.queue.shift()) {
      const moving = !state.skipping && !still();
      this.apply(frame, moving);
      if (moving) await this.seen();
    }
    state.running = false;
    if (!state.table.more) state.skipping = false;
    if (state === this.state) this.settle();
  }
  /** Until the motion is over and there was time to see it, or until somebody skips. */
  async seen() {
    const skipped = new Promise((done) => {
      this.onSkip = done;
    });
    const quiet = this.picture.motion.quiet().then(() => {
      return this.state.queue.length || this.table.more ? pause(PAUSE) : null;
    });
    await Promise.race([quiet, skipped]);
  }
  /** Jump to the end of all motion. */
  skip() {
    if (!this.state.running) return;
    this.state.skipping = true;
    this.picture.motion.finish();
    this.onSkip();
  }
  /**
   * @param {Frame} frame
   * @param {boolean} moving
   */
  apply(frame, moving) {
    const { state, picture, house } = this;
    picture.motion.finish();
    state.picks = [];
    state.shown = frame.after ?? merge(state.table, frame);
    const { pieces } = state.table.scene;
    const changed2 = Object.keys(frame.scene?.pieces ?? {}).map((key) => [key, pieces[key] ?? null]);
    picture.update(Object.fromEntries(changed2), moving);
    this.furnish(frame);
    for (const [text] of frame.add ?? []) house.voice.tell(text);
  }
  // --- what is around the pieces
  /**
   * What can be picked, after a frame; without one, all of it.
   * @param {Frame | {scene: Record<string, unknown>}} [frame]
   */
  furnish(frame) {
    const { state, hand, house } = this;
    const { scene } = state.table;
    const changed2 = (name) => !frame || Boolean(frame.scene && name in frame.scene);
    if (changed2("choices")) state.choices = new Choices(scene.choices, house.box);
    if (changed2("targets") || changed2("order")) hand.show(
      scene.targets,
      /** @type {Layout} */
      state.layout
    );
    house.notices.hideBubble();
    hand.ring([]);
    house.notices.dropHint();
    this.host.shown(
      /** @type {Frame} */
      frame
    );
    this.picking.light();
    this.closeup.show();
    this.settle();
  }
  /** Is anything under way? Said in the page, and the focus comes back when nothing is. */
  settle() {
    const { state, host } = this;
    const more = state.table.more && !host.stalled();
    const busy = Boolean(state.running || more || state.pending);
    put(this.house.root, "data-busy", busy);
    host.settled(busy);
    this.nudge.settled(busy);
    if (busy || !state.refocus) return;
    state.refocus = false;
    if (!host.takeFocus()) this.hand.rove(this.hand.first(), true);
  }
  /** Nothing more to pick. */
  shut() {
    this.state.choices = new Choices();
    this.picking.set([]);
  }
  /** @param {string} key */
  labelOf(key) {
    const [, label, , , name] = this.table.scene.targets[key] ?? [];
    return name || (label ?? key);
  }
  /** The button of a key, if it is on the board. @param {string | undefined} key */
  buttonOf(key) {
    return key === void 0 ? void 0 : this.hand.entries.get(key)?.button;
  }
  /**
   * Explain at its place why a key cannot be picked.
   * @param {string} key
   * @param {[string, string[]][]} lines
   * @param {Html} [more]
   * @param {string} [piece]  that the first line speaks of
   */
  explain(key, lines, more = html``, piece = "") {
    const near = this.buttonOf(key);
    if (this.closeup.explain(key, lines)) return;
    if (!near) return;
    const { notices } = this.house;
    notices.explain(near, lines, more);
    if (!piece) return;
    put(near, "data-asked", false);
    this.picture.ring(piece);
    notices.gone = () => this.picture.ring("");
  }
  /** What any board can be asked for, by button or by key. @returns {Record<string, (button: any) => void>} */
  acts() {
    const { house, picking } = this;
    return {
      skip: () => this.skip(),
      turn: () => picking.turn(),
      again: () => house.voice.repeat(house.t("nothing-yet")),
      rules: () => house.dialogs.rules(),
      help: () => house.dialogs.help(),
      moves: () => this.listMoves(),
      choose: (button) => this.chooseMove(Number(button.dataset.move)),
      close: (button) => house.closeAround(button)
    };
  }
  listMoves() {
    const { state } = this;
    const { targets } = state.table.scene;
    this.listed = state.table.hand && !state.pending ? state.choices.matching(state.picks) : [];
    this.house.dialogs.moves(this.listed, (key) => targets[key] ? this.labelOf(key) : null);
  }
  /** @param {number} number */
  chooseMove(number) {
    this.house.dialogs.dialog.close();
    if (!this.state.pending && !this.state.running) this.host.complete(this.listed[number]);
  }
  // --- mouse, finger, keyboard
  /** @param {PointerEvent} event */
  onClick(event) {
    const { state } = this;
    const key = this.hand.meant(event);
    const mine = !state.running || !state.queue.length && !state.table.more && this.buttonOf(key)?.dataset.lit;
    this.skip();
    if (key && mine) this.ran.then(() => this.picking.pick(key, this.picture.telling(event)));
    else if (key && this.closeup.layoutOf(key)) this.ran.then(() => this.closeup.open(key));
    else this.house.notices.hideBubble();
  }
  /** @param {HTMLElement} target */
  onAttention(target) {
    this.picking.foresee(target);
    if (target === document.activeElement && target.matches(".es-target")) this.hand.rove(target.dataset.key ?? null);
  }
  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { house, hand } = this;
    const { key } = event;
    const target = (
      /** @type {HTMLElement} */
      event.target
    );
    const held = event.ctrlKey || event.metaKey || event.altKey;
    if (held || house.covered || target.matches("input, select")) return;
    const letter = LETTERS[key.toLowerCase()];
    const inHand = house.parts.hand.contains(target);
    const onBoard = inHand && (ARROWS[key] || key === "Home" || key === "End");
    if (key !== "Escape" && !letter && !onBoard) return;
    event.preventDefault();
    event.stopPropagation();
    if (letter) {
      this.skip();
      this.host.act(letter);
    } else if (key === "Escape") this.escape(target);
    else if (ARROWS[key]) hand.step(ARROWS[key]);
    else hand.rove(hand.lit().at(key === "Home" ? 0 : -1)?.key ?? hand.current, true);
  }
  /** One step back: motion, a tip, a bubble, a pick, a notice. @param {HTMLElement} target */
  escape(target) {
    const { state, house, picking } = this;
    const { chooser, tip, bubble, notice } = house.parts;
    if (state.running) {
      this.skip();
      return;
    }
    if (chooser.contains(target)) this.hand.rove(this.hand.current, true);
    if (this.host.escape()) return;
    if (!tip.hidden) tip.hidden = true;
    else if (!bubble.hidden) house.notices.hideBubble();
    else if (state.picks.length && !state.pending) picking.unpick(
      /** @type {string} */
      state.picks.at(-1)
    );
    else notice.hidden = true;
  }
};

// src/dialogs.js
var KEYS = [
  ["← ↑ → ↓", "key-arrows"],
  ["home-end", "key-ends"],
  ["enter", "key-enter"],
  ["escape", "key-escape"],
  ...["H", "R", "L", "W", "D", "U", "?"].map((key) => [key, `key-${key}`])
];
var Dialogs = class {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
  }
  get dialog() {
    return (
      /** @type {HTMLDialogElement} */
      this.house.parts.dialog
    );
  }
  /**
   * @param {string} title
   * @param {Html} content
   */
  open(title, content) {
    const { dialog } = this;
    const body = (
      /** @type {HTMLElement} */
      dialog.lastElementChild
    );
    dialog.querySelector("h2").textContent = title;
    fillWith(body, content);
    if (!dialog.open) {
      dialog.showModal();
      dialog.addEventListener(
        "close",
        opened(() => dialog.close()),
        { once: true }
      );
    }
    body.focus();
    body.scrollTop = 0;
  }
  /** Nothing of what was told here stays, not even unseen. */
  forget() {
    this.dialog.close();
    this.dialog.lastElementChild?.replaceChildren();
  }
  rules() {
    const { house } = this;
    this.open(`${house.title} · ${house.t("rules")}`, html`${house.rules.book()}`);
  }
  /** One rule, where there is no room for its card. @param {string} id */
  rule(id) {
    this.open(`${this.house.t("rule")} ${id}`, this.house.rules.words(id));
  }
  /**
   * What has happened, where there is no room for it beside the board.
   * @param {Line[]} lines
   * @param {SeatRow[]} seats
   * @param {Log} log
   */
  log(lines, seats, log) {
    const { house } = this;
    const none = !lines.length && html`<li class="es-quiet">${house.t("log-empty")}</li>`;
    this.open(house.t("log"), html`<ol class="es-log">${log.written(lines, seats)}${none}</ol>`);
  }
  help() {
    const { house } = this;
    const row = ([key, words]) => html`<dt><kbd>${house.t(key)}</kbd></dt><dd>${house.t(words)}</dd>`;
    this.open(house.t("help"), html`<dl class="es-keys">${KEYS.map(row)}</dl>`);
  }
  /** The position in sentences. @param {string[]} lines */
  words(lines) {
    this.open(this.house.t("words"), html`${lines.map((line) => html`<p>${line}</p>`)}`);
  }
  /**
   * The legal moves, each as a button.
   * @param {Path[]} paths
   * @param {(key: string) => string | null} labelOf
   */
  moves(paths, labelOf) {
    const { house } = this;
    const said = ({ keys, lie, name }) => {
      if (name) return name;
      const labels = keys.map(labelOf).filter((label) => label !== null);
      return [...labels, ...lie ? [house.t("turn-by", { degrees: lie })] : []].join(" → ");
    };
    const item = (path, i) => html`<li><button class="es-button" data-do="choose" data-move="${i}">${said(path)}</button></li>`;
    const list = paths.length ? html`<ol class="es-moves">${paths.map(item)}</ol>` : html`<p>${house.t("no-choice")}</p>`;
    this.open(`${house.t("moves")} (${paths.length})`, list);
  }
  /**
   * The chances in the course of the game, and where it turned.
   * @param {string} text
   * @param {{chart: string, points: Point[]}} found
   */
  review(text, { chart, points }) {
    const { house } = this;
    const line = (said) => html`<p>${house.told(said)} ${house.rules.chips(said[1])}</p>`;
    const point = ({ ply, title, lines }) => html`<section data-point="${ply}"><h3>${title}</h3>${lines.map(line)}<p><button class="es-button" data-do="play-on" data-ply="${ply}">${house.t("again")}</button></p></section>`;
    this.open(house.t("review"), html`${new Html(chart)}<p>${text}</p>${points.map(point)}`);
  }
  /** To a turning point of the look back. @param {string} ply */
  goTo(ply) {
    this.dialog.querySelector(`[data-point="${ply}"]`)?.scrollIntoView();
  }
  /**
   * A link that holds a game, or the token of a table on this server, or kept here, in this browser.
   * @param {{game?: string, table?: string, here?: boolean}} found
   */
  link({ game, table, here }) {
    const { house } = this;
    const link = new URL(location.href);
    link.hash = game ? `game=${game}` : "";
    if (table) link.searchParams.set("table", table);
    else link.searchParams.delete("table");
    const words = house.t(game ? "link-game" : here ? "link-here" : "link-table");
    this.open(
      house.t("link"),
      html`<p>${words}</p><input class="es-link-field" readonly aria-label="${house.t("link")}" value="${link.href}">`
    );
    this.dialog.querySelector("input").select();
    navigator.clipboard?.writeText(link.href).catch(() => {
    });
  }
};

// src/notices.js
var MOMENT = 8e3;
var Notices = class {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
    this.asking = null;
    this.gone = () => {
    };
    this.hinting = false;
    this.passing = void 0;
  }
  /**
   * Why something cannot be picked, at its place.
   * @param {HTMLElement} near
   * @param {[string, string[]][]} lines
   * @param {Html} [more]  what else helps
   */
  explain(near, lines, more = html``) {
    const { house } = this;
    const { bubble, board } = house.parts;
    this.hideBubble();
    this.asking = near;
    put(near, "data-asked", true);
    fillWith(
      bubble.children[1],
      html`${lines.map(([text, rules]) => html`<p>${text} ${house.rules.chips(rules)}</p>`)}${more}`
    );
    bubble.hidden = false;
    house.place(bubble, near, board, 12, [...board.querySelectorAll(".es-target[data-lit]")]);
    bubble.style.setProperty("--es-over", `${Math.max(-40, -board.getBoundingClientRect().top)}px`);
    house.voice.say(lines.map(([text]) => text).join(" "));
    const rule = lines[0]?.[1]?.[0];
    if (rule) house.rules.show(rule);
  }
  hideBubble() {
    hide(this.house.parts.bubble);
    if (this.asking) put(this.asking, "data-asked", false);
    this.asking = null;
    this.gone();
    this.gone = () => {
    };
  }
  /** Close the bubble, and go back to what it spoke of. */
  leaveBubble() {
    const { asking: asking2 } = this;
    this.hideBubble();
    asking2?.focus();
  }
  /**
   * @param {string} text
   * @param {string} [tone]
   * @param {Html} [marked]  the same with chips and such
   */
  notify(text, tone = "warn", marked = html`${text}`) {
    const { notice } = this.house.parts;
    notice.dataset.tone = tone;
    fillWith(
      /** @type {Element} */
      notice.firstElementChild,
      marked
    );
    notice.hidden = false;
    this.hinting = false;
    this.house.voice.say(text);
  }
  /** Something that is of interest for a moment only. @param {string} text */
  mention(text) {
    this.notify(text, "good");
    clearTimeout(this.passing);
    this.passing = setTimeout(() => {
      if (this.house.parts.notice.firstElementChild?.textContent === text) this.drop();
    }, MOMENT);
  }
  /** @param {Line[]} lines */
  hint(lines) {
    const said = (line, i) => html`<span class="es-said" data-head="${!line[1].length && i + 1 < lines.length}">${this.house.told(line)} ${this.house.rules.chips(line[1])} </span>`;
    this.notify(lines.map(([text]) => text).join(" "), "good", html`${lines.map(said)}`);
    this.hinting = true;
  }
  /** A hint is out of date. */
  dropHint() {
    if (this.hinting) this.drop();
  }
  /** The notice is out of date: whoever read it has gone on. */
  drop() {
    const { notice } = this.house.parts;
    hide(notice);
    notice.firstElementChild?.replaceChildren();
    this.hinting = false;
  }
  /** Nothing of what was said here stays, not even unseen. */
  forget() {
    this.hideBubble();
    this.house.parts.bubble.children[1].replaceChildren();
  }
};

// src/rules.js
var Rules = class {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
  }
  /** Each with a mark where it is our decision; styles say how much of it there is room for. @param {string[]} [ids] */
  chips(ids = []) {
    const { house } = this;
    const ours = (id) => house.box.rules.rules[id]?.[house.lang][2] ? html` data-ruling="${house.t("ruling")}"` : "";
    return ids.map((id) => html`<button class="es-chip" data-rule="${id}"${ours(id)}>${id}</button> `);
  }
  /**
   * What a rule says, and whose rule it is.
   * @param {string} id
   * @param {boolean} [brief]
   */
  words(id, brief = false) {
    const { house } = this;
    const [text, short, reason] = house.box.rules.rules[id]?.[house.lang] ?? [id, id];
    return html`<p>${brief ? short : text}</p>${this.whose(reason) ?? html`<p class="es-quiet">${house.t("from-book")}</p>`}`;
  }
  /**
   * Our decision, and why; null for a rule of the rulebook.
   * @param {string} [reason]
   */
  whose(reason) {
    const { house } = this;
    if (!reason) return null;
    return html`<p class="es-ruling">${house.t("ruling")}</p><p class="es-quiet"><b>${house.t("because")}</b> ${reason}</p>`;
  }
  /**
   * Put a rule on the card; null takes it away.
   * @param {string | null} id
   */
  show(id) {
    const { house } = this;
    const hint = html`<p class="es-quiet">${house.t("rule-hint")}</p>`;
    const chip = id && html`<span class="es-chip">${id}</span>`;
    fillWith(house.parts.card, html`<h3>${house.t("rule")} ${chip}</h3>${id ? this.words(id) : hint}`);
  }
  /**
   * @param {HTMLElement} chip
   * @param {boolean} brief
   */
  showTip(chip, brief) {
    const { house } = this;
    const { tip } = house.parts;
    const rule = chip.dataset.rule ?? "";
    fillWith(tip, html`<b>${rule}</b>${this.words(rule, brief)}`);
    tip.hidden = false;
    put(chip, "aria-describedby", tip.id);
    house.placeTip(tip, chip);
  }
  /** The whole book, section by section. */
  book() {
    const { house } = this;
    const { sections, rules } = house.box.rules;
    const one = (id) => {
      const [text, , reason] = rules[id][house.lang];
      return html`<div class="es-rule"><span class="es-chip">${id}</span><div><p>${text}</p>${this.whose(reason)}</div></div>`;
    };
    return Object.entries(sections).map(([name, title]) => {
      const ids = Object.keys(rules).filter((id) => rules[id].section === name);
      return html`<h3>${title[house.lang]}</h3>${ids.map(one)}`;
    });
  }
};

// src/voice.js
var KEPT = 40;
var Voice = class {
  constructor() {
    this.region = null;
    this.happened = [];
  }
  /** Nothing of what was said stays, not even unread. */
  forget() {
    this.region?.replaceChildren();
  }
  /** Something is said in answer to what the person does. @param {string} text */
  say(text) {
    const { region } = this;
    if (!region || !text) return;
    const sentence = document.createElement("p");
    sentence.textContent = text;
    region.append(sentence);
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  }
  /** Something has happened on the board. @param {string} text */
  tell(text) {
    this.happened.push(text);
    this.say(text);
  }
  /** The person moves: what happens from now on is news. */
  begin() {
    this.happened = [];
  }
  /** All the news once more. @param {string} nothing  what to say if there is none */
  repeat(nothing) {
    this.say(this.happened.join(" ") || nothing);
  }
};

// src/house.js
var rectOf = (one) => one.getBoundingClientRect();
var SMALL_SCREEN = 380;
var STEPS = /* @__PURE__ */ new Set(["move", "undo", "redo", "new", "load", "again"]);
var houses = 0;
var House = class {
  /**
   * @param {HTMLElement} parent
   * @param {Box} box
   * @param {Host} host
   * @param {{theme?: string}} [options]
   */
  constructor(parent, box, host, { theme: forced = "auto" } = {}) {
    this.parent = parent;
    this.host = host;
    this.forced = forced;
    this.box = box;
    this.lang = box.fallback;
    this.name = `s${++houses}-${Math.random().toString(36).slice(2, 8)}`;
    this.asked = 0;
    this.theme = "light";
    this.root = document.createElement("div");
    this.parts = {};
    this.voice = new Voice();
    this.rules = new Rules(this);
    this.notices = new Notices(this);
    this.dialogs = new Dialogs(this);
    this.close = () => {
    };
    this.unfollow = followTheme(forced, (theme) => this.dress(theme));
    this.open(box);
  }
  /**
   * Begin with a box; nothing of an earlier one stays.
   * @param {Box} box
   */
  open(box) {
    this.close();
    this.box = box;
    this.parts = {};
    this.root = make(
      html`<div class="es-stage es-picture es-${box.game}" data-escale-stage="${box.game}" data-theme="${this.theme}" data-lm-suppress-shortcuts="true"></div>`
    );
    this.parent.append(this.root);
    const returnSheet = shareSheet(box, this.theme);
    const watcher = new ResizeObserver(() => this.host.fit());
    watcher.observe(this.root);
    this.listen();
    letSavingThrough();
    this.close = () => {
      watcher.disconnect();
      this.root.remove();
      returnSheet();
    };
  }
  dispose() {
    this.close();
    this.unfollow();
  }
  /** @param {string} theme */
  dress(theme) {
    this.theme = theme;
    put(this.root, "data-theme", theme);
    themeSheet(this.box, theme);
  }
  /**
   * All elements anew.
   * @param {Html} markup
   * @param {Lang} lang
   */
  build(markup, lang) {
    this.lang = lang;
    this.root.lang = lang;
    fillWith(this.root, markup);
    this.parts = {};
    for (const part of this.root.querySelectorAll("[data-part]")) {
      this.parts[
        /** @type {HTMLElement} */
        part.dataset.part ?? ""
      ] = part;
    }
    this.voice.region = this.parts.live;
    this.rules.show(null);
  }
  // --- words and small markup
  /**
   * One of the house's sentences.
   * @param {string} name
   * @param {Record<string, any>} [facts]
   */
  t(name, facts = {}) {
    const { ui, languages, fallback } = this.box;
    const lang = name in ui[this.lang] ? this.lang : fallback;
    return fill(ui[lang][name] ?? name, facts, languages[lang].singular);
  }
  /** @param {string | undefined} name @param {string} [kind] */
  symbol(name, kind = "") {
    const size = name && this.box.sizes[name];
    if (!size) return html``;
    const [w, tall] = size;
    return html`<svg class="es-badge ${kind}" viewBox="0 0 ${w} ${tall}" aria-hidden="true"><use href="#${name}" width="${w}" height="${tall}"/></svg>`;
  }
  /**
   * A sentence in which a piece is drawn, for the words that name it or before them.
   * @param {Line} line
   */
  told([text, , drawn]) {
    if (!drawn || typeof drawn !== "object") return html`${text}`;
    const [words, name, turn, instead] = drawn;
    const at = text.indexOf(words);
    const size = this.box.sizes[name];
    if (at < 0 || !size) return html`${text}`;
    const [w, tall] = size;
    const heard = instead ? html`role="img" aria-label="${words}"` : html`aria-hidden="true"`;
    const use = html`<use href="#${name}" width="${w}" height="${tall}" transform="rotate(${turn} ${w / 2} ${tall / 2})"/>`;
    const picture = html`<svg class="es-inline" viewBox="0 0 ${w} ${tall}" ${heard}>${use}</svg>`;
    return html`${text.slice(0, at)}${picture}${instead ? "" : html` ${words}`}${text.slice(at + words.length)}`;
  }
  /** The game's own sign. */
  mark() {
    return this.symbol(this.box.mark, "es-mark");
  }
  /** What the game is called. */
  get title() {
    return this.box.title[this.lang];
  }
  /** @param {string} what @param {string} [kind] */
  button(what, kind = "") {
    return html`<button class="es-button ${kind}" data-do="${what}" data-part="${what}Button" aria-label="${this.t(what)}">${icon(what)}<span>${this.t(what)}</span></button>`;
  }
  languages() {
    const one = (lang) => html`<button data-do="lang" data-lang="${lang}" lang="${lang}" aria-pressed="${lang === this.lang}">${lang.toUpperCase()}</button>`;
    return html`<span class="es-lang" role="group" aria-label="${this.t("language")}">${Object.keys(this.box.languages).map(one)}</span>`;
  }
  /** To readers of a language that has not all the words: once a document. */
  partlyMarkup() {
    const told = [...document.querySelectorAll(".partly")].some((note) => !this.root.contains(note));
    const partial = this.box.languages[this.lang].partial && !told;
    return partial ? html`<p class="partly es-partly" role="note">${this.t("partly")}</p>` : html``;
  }
  closeButton() {
    return html`<button class="es-close" data-do="close" aria-label="${this.t("close")}">${icon("close")}</button>`;
  }
  /** What every house ends with: tip, live region, dialog, close-up. */
  ending() {
    return html`<div class="es-tip" data-part="tip" role="tooltip" id="${this.name}-tip" hidden></div>
      <div class="es-hidden" data-part="live" aria-live="polite" aria-relevant="additions"></div>
      <dialog class="es-dialog" data-part="dialog" aria-labelledby="${this.name}-title">
        <header><h2 id="${this.name}-title"></h2>${this.closeButton()}</header><div class="es-dialog-body" tabindex="0" role="region" aria-labelledby="${this.name}-title"></div>
      </dialog>${closeupMarkup(this.closeButton(), this.name)}`;
  }
  /** Does a dialog lie over the house? It has the keys then. */
  get covered() {
    return Boolean(this.parts.dialog?.open || this.parts.closeup?.open);
  }
  /** Is it as narrow as a phone? The layout says so. */
  get small() {
    return this.root.dataset.width === "narrow";
  }
  /** The board's own elements. @param {Html} [more] */
  boardMarkup(more = html``) {
    return html`<div class="es-table" data-part="board">
          <div class="es-hand" data-part="hand" role="group" aria-label="${this.t("choices")}"></div>
          ${this.button("turn", "es-turner")}
          <div class="es-chooser" data-part="chooser" role="group" aria-label="${this.t("choose")}" hidden></div>
          <div class="es-nudge" data-part="nudge" hidden></div>
          <div class="es-bubble" data-part="bubble" hidden>${icon("no")}<div></div>${this.closeButton()}</div>
          ${more}
        </div>`;
  }
  noticeMarkup() {
    return html`<div class="es-notice" data-part="notice" hidden><p></p>${this.closeButton()}</div>`;
  }
  /**
   * Put a box near a thing, inside its frame.
   * @param {HTMLElement} box
   * @param {Element} near
   * @param {Element} frame
   * @param {number} gap
   * @param {Element[]} [clear]  what it should not cover
   */
  place(box, near, frame, gap, clear = []) {
    const outer2 = frame.getBoundingClientRect();
    box.style.maxWidth = `${Math.min(SMALL_SCREEN, outer2.width - 16)}px`;
    const { left, top, side, arrow } = placeNear(rectOf(box), rectOf(near), outer2, gap, clear.map(rectOf));
    Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
    box.style.setProperty("--es-arrow", `${arrow}px`);
    box.dataset.side = side;
  }
  /**
   * Put a tip above what it explains, be it over the header: below it are hints and answers.
   * @param {HTMLElement} tip
   * @param {Element} near
   */
  placeTip(tip, near) {
    const { left: x, top: y, width, bottom } = this.root.getBoundingClientRect();
    const top = this.root.closest(".jp-Notebook") ? y : 0;
    tip.style.maxWidth = `${Math.min(SMALL_SCREEN, width - 16)}px`;
    const frame = new DOMRect(x, top, width, bottom - top);
    const place = placeNear(rectOf(tip), rectOf(near), frame, 8);
    Object.assign(tip.style, { left: `${place.left}px`, top: `${place.top + top - y}px` });
  }
  /** A selector for what has the focus, to find it again in a rebuilt house. @returns {string | null} */
  focused() {
    const active = (
      /** @type {HTMLElement | null} */
      document.activeElement
    );
    if (!active || !this.root.contains(active)) return null;
    const name = ["key", "lang", "do", "rule"].find((one) => active.dataset[one]);
    return name ? `[data-${name}="${CSS.escape(active.dataset[name] ?? "")}"]` : null;
  }
  /** @param {string | null} selector */
  focusOn(selector) {
    if (selector) this.root.querySelector(selector)?.focus();
  }
  /** What was said of the moment before is out of date. @param {string} what  is asked for */
  goOn(what) {
    if (!STEPS.has(what)) return;
    this.notices.drop();
    this.voice.begin();
  }
  newId() {
    return `${this.name}-${++this.asked}`;
  }
  // --- mouse, finger, keyboard
  /** A house inside this one (a trial in a lesson) looks after itself. @param {Event} event */
  isMine({ target }) {
    return (
      /** @type {Element} */
      target.closest("[data-escale-stage]") === this.root
    );
  }
  listen() {
    const listeners = {
      click: (event) => this.onClick(event),
      keydown: (event) => this.onKey(event),
      focusin: (event) => this.onAttention(event),
      pointerover: (event) => this.onAttention(event),
      change: (event) => this.host.onChange(event),
      input: (event) => this.host.onChange(event),
      submit: (event) => this.host.onSubmit(event)
    };
    for (const [type, listener] of Object.entries(listeners)) {
      this.root.addEventListener(type, (event) => {
        if (this.host.ready() && this.isMine(event)) listener(event);
      });
    }
  }
  /** Space presses what stands for a button, too. @param {KeyboardEvent} event */
  onKey(event) {
    const target = (
      /** @type {HTMLElement} */
      event.target
    );
    if (event.key === " " && target.matches("a[role=button]")) {
      event.preventDefault();
      event.stopPropagation();
      this.host.act(target.dataset.do ?? "", target);
    } else this.host.onKey(event);
  }
  /** @param {PointerEvent} event */
  onClick(event) {
    const target = (
      /** @type {HTMLElement} */
      event.target
    );
    const { dialog, board, closeup } = this.parts;
    const find = (selector) => (
      /** @type {HTMLElement | null} */
      target.closest(selector)
    );
    const [chip, does, option] = [find("button.es-chip"), find("[data-do]"), find(".es-option")];
    if (closeup.contains(target)) this.host.board.closeup.close();
    else if (chip) {
      this.rules.show(chip.dataset.rule ?? null);
      if (this.small || dialog.contains(chip)) this.dialogs.rule(chip.dataset.rule ?? "");
      else this.rules.showTip(chip, false);
    } else if (does) {
      if (does.matches("a")) event.preventDefault();
      this.host.act(does.dataset.do ?? "", does);
    } else if (option) this.host.board.picking.pick(option.dataset.key ?? "");
    else if (target === dialog) dialog.close();
    else if (board.contains(target) && !find(".es-bubble, .es-chooser")) this.host.board.onClick(event);
  }
  /** The pointer or the focus has come to something: rules explain themselves. @param {Event} event */
  onAttention({ target: found, type }) {
    const target = (
      /** @type {HTMLElement} */
      found
    );
    const chip = (
      /** @type {HTMLElement | null} */
      target.closest("button.es-chip")
    );
    if (chip) this.rules.showTip(chip, true);
    else if (!this.parts.tip.contains(target)) this.parts.tip.hidden = true;
    if (type === "focusin") put(target, "data-lm-suppress-shortcuts", "true");
    this.host.onAttention(target);
  }
  /** Close what this button closes. @param {HTMLElement} button */
  closeAround(button) {
    const { dialog, bubble, notice } = this.parts;
    if (dialog.contains(button)) dialog.close();
    else if (bubble.contains(button)) this.notices.leaveBubble();
    else notice.hidden = true;
  }
};

// src/routes.js
var NEAR = 44;
var STEP = 5;
var BESIDE = [1.5, 5];
var EDGE = 3;
var ROUND = 9;
function routeBetween2(from, to, others = [], size = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]) {
  const [a, b] = [from, to].map((rect) => {
    const [x, y] = middle2(rect);
    return { x, y };
  });
  const way = distance(a, b);
  if (way < NEAR) return null;
  const near = others.filter((rect) => !same(rect, from) && !same(rect, to));
  let best = null;
  for (const { d, points } of [...bends(a, b, way), ...corners(a, b, from, to)]) {
    if (points.some(({ x, y }) => x < 1 || y < 1 || x > size[0] - 1 || y > size[1] - 1)) continue;
    const { long, over: over2, touching } = look(points, from, to, near);
    const cost = over2 + 0.3 * touching + 0.15 * long;
    if (!best || cost < best.cost) best = { d, over: over2, cost };
  }
  return best && { d: best.d, end: [b.x, b.y], over: best.over };
}
var same = ([x, y, w, tall], [left, top, wide, high]) => Math.abs(x - left) + Math.abs(y - top) + Math.abs(w - wide) + Math.abs(tall - high) < 1;
var inside = ({ x, y }, [left, top, w, tall], off = 0) => x > left - off && x < left + w + off && y > top - off && y < top + tall + off;
function look(points, from, to, others) {
  let [long, over2, touching] = [0, 0, 0];
  for (const [i, point] of points.entries()) {
    const part = i ? distance(points[i - 1], point) : 0;
    long += part;
    if (inside(point, from) || inside(point, to)) continue;
    if (others.some((rect) => inside(point, rect))) over2 += part;
    else if (others.some((rect) => inside(point, rect, EDGE))) touching += part;
  }
  return { long, over: over2, touching };
}
function bends(a, b, way) {
  const bend = Math.min(60, way / 5);
  return [bend, -bend].map((off) => {
    const via = { x: (a.x + b.x) / 2 + off, y: (a.y + b.y) / 2 - off };
    const count = Math.ceil(way / STEP);
    const points = Array.from({ length: count + 1 }, (_, i) => {
      const t = i / count;
      const at = (n) => (1 - t) ** 2 * a[n] + 2 * t * (1 - t) * via[n] + t ** 2 * b[n];
      return { x: at("x"), y: at("y") };
    });
    return { d: `M${a.x} ${a.y}Q${via.x} ${via.y} ${b.x} ${b.y}`, points };
  });
}
function corners(a, b, from, to) {
  const xs = [];
  const ys = [];
  for (const [left, top, w, tall] of [from, to]) {
    for (const off of BESIDE) {
      xs.push(left - off, left + w + off);
      ys.push(top - off, top + tall + off);
    }
  }
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
function along(way) {
  return way.slice(1).flatMap((to, i) => {
    const from = way[i];
    const count = Math.max(1, Math.ceil(distance(from, to) / STEP));
    const at = (t) => ({ x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) });
    return Array.from({ length: count }, (_, n) => at((n + 1) / count));
  });
}
function rounded(way) {
  const toward = (from, to) => {
    const far = distance(from, to);
    const part = far ? Math.min(ROUND, far / 2) / far : 0;
    return `${+(from.x + part * (to.x - from.x)).toFixed(1)} ${+(from.y + part * (to.y - from.y)).toFixed(1)}`;
  };
  const [start, ...rest] = way;
  const end = (
    /** @type {Point} */
    rest.pop()
  );
  const turns = rest.map((corner, i) => {
    const after = rest[i + 1] ?? end;
    return `L${toward(corner, way[i])}Q${corner.x} ${corner.y} ${toward(corner, after)}`;
  });
  return `M${start.x} ${start.y}${turns.join("")}L${end.x} ${end.y}`;
}

// src/marks.js
var MOST_ROUTES = 2;
var MARKERS = ["turn", "now"];
var LEAST = 36;
function atLeast([x, y, w, tall], least) {
  const [wide, high] = [Math.max(w, least), Math.max(tall, least)];
  return [x - (wide - w) / 2, y - (high - tall) / 2, wide, high];
}
var Marks = class {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.overlay = s("g", { class: "es-marks" });
  }
  /** The picture is new. */
  build() {
    this.overlay = s("g", { class: "es-marks" });
    this.board.picture.svg.append(this.overlay);
  }
  clear() {
    this.overlay.replaceChildren();
  }
  /**
   * @param {Step} step
   * @param {Table} before  the table before this step
   * @param {string[]} look  where a hint or an answer points at
   * @param {string[]} tried  what a wrong answer meant
   */
  draw(step, before, look2, tried) {
    const { scene } = this.board.table;
    this.clear();
    this.ring(step.mark ?? [], "mark");
    this.ring(look2, "look");
    this.ring(tried, "fail");
    if (tried.length) this.route(this.rectOf(tried[0], scene), this.rectOf(tried.at(-1), scene), "es-route es-fail");
    for (const [from, to] of [...step.arrow ?? [], ...this.travelled(step, before)]) {
      this.route(this.rectOf(from, before.scene) ?? this.rectOf(from, scene), this.rectOf(to, scene));
    }
  }
  /**
   * Where a key is: that of a piece, of a target, or of a place itself.
   * @param {string | undefined} key
   * @param {Scene} scene
   * @returns {Rect | undefined}
   */
  rectOf(key, scene) {
    if (key === void 0) return void 0;
    const place = scene.pieces[key]?.[0] ?? scene.targets[key]?.[0] ?? key;
    return this.board.state.layout?.places[place];
  }
  /** @param {string[]} keys @param {string} kind */
  ring(keys, kind) {
    for (const key of keys) {
      const rect = this.rectOf(key, this.board.table.scene);
      if (!rect) continue;
      const [x, y, w, tall] = kind === "look" ? atLeast(rect, LEAST) : rect;
      const small = Math.min(w, tall);
      const off = Math.min(3, small / 8);
      const size = { x: x - off, y: y - off, width: w + 2 * off, height: tall + 2 * off };
      const look2 = { rx: Math.min(8, small / 4 + off), "stroke-width": Math.min(3, small / 6) };
      this.overlay.append(s("rect", { class: `es-${kind}`, ...size, ...look2 }));
    }
  }
  /**
   * What has travelled in a step: a thing or two, or what the step points at; more is a tangle.
   * @param {Step} step
   * @param {Table} before
   * @returns {[string, string][]}
   */
  travelled(step, { scene: { pieces: before } }) {
    const { pieces: after } = this.board.table.scene;
    const room = (place) => place.split(":")[0];
    const moved = Object.keys(after).filter((key) => {
      const [place, symbol, , , style = ""] = after[key];
      const left = symbol && before[key] && room(before[key][0]) !== room(place);
      return left && !MARKERS.includes(key) && !style.includes("fades");
    });
    const few = moved.length > MOST_ROUTES ? moved.filter((key) => step.mark?.includes(key)) : moved;
    return few.length > MOST_ROUTES ? [] : few.map((key) => [key, key]);
  }
  /** Where things lie that a line had better not cross. @returns {Rect[]} */
  lying() {
    const drawn = [...this.board.picture.entries.values()].filter(({ piece }) => piece[1] || piece[2]);
    return drawn.map(({ at: { x, y, w, h, scale } }) => [
      x - w * scale / 2,
      y - h * scale / 2,
      w * scale,
      h * scale
    ]);
  }
  /**
   * A dotted line.
   * @param {Rect | undefined} from
   * @param {Rect | undefined} to
   * @param {string} [kind]
   */
  route(from, to, kind = "es-route") {
    const { width = 0, height = 0 } = this.board.state.layout ?? {};
    const found = from && to && routeBetween2(from, to, this.lying(), [width, height]);
    if (!found) return;
    const [cx, cy] = found.end;
    this.overlay.append(
      s("path", { class: "es-route-under", d: found.d }),
      s("path", { class: kind, d: found.d }),
      s("circle", { class: "es-route-end", cx, cy, r: 4 })
    );
  }
};

// src/menu.js
var Menu = class {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
  }
  get isOpen() {
    return !this.house.parts.menuList.hidden;
  }
  /** @param {boolean} open @param {boolean} [focus] */
  toggle(open = !this.isOpen, focus = true) {
    const { menu, menuList } = this.house.parts;
    const button = menu.firstElementChild;
    menuList.hidden = !open;
    put(button, "aria-expanded", String(open));
    if (focus) (open ? this.first() : button)?.focus();
  }
  /** @returns {HTMLElement | undefined} */
  first() {
    return [...this.house.parts.menuList.querySelectorAll("button")].find((one) => one.offsetParent);
  }
  /**
   * Where the header has room for little, the menu takes in what is less often wanted; else it goes back.
   * @param {boolean} small
   */
  fold(small) {
    const { menu, menuList, rulesButton, redoButton, coachButton, hintButton } = this.house.parts;
    const languages = this.house.root.querySelector(".es-lang");
    if (menuList.contains(rulesButton) === small) return;
    if (small) {
      menuList.prepend(rulesButton);
      menuList.querySelector("[data-do=new]").before(languages);
      if (redoButton) menuList.append(redoButton);
      if (coachButton) menuList.prepend(coachButton);
    } else {
      menu.before(...redoButton ? [redoButton] : [], rulesButton);
      menu.after(languages);
      if (coachButton) hintButton.before(coachButton);
    }
  }
  /** What is asked for most stands in the header: can it be had now? @param {Table} table */
  offer({ over: over2, redo, no_undo }) {
    const { hintButton, undoButton, redoButton } = this.house.parts;
    hintButton.disabled = Boolean(over2);
    redoButton.disabled = !redo;
    put(undoButton, "aria-disabled", no_undo ? "true" : null);
    put(undoButton, "title", no_undo || null);
  }
  /** Something in it has been chosen, or not. @param {HTMLElement} [button] */
  chosen(button) {
    if (button && this.house.parts.menuList.contains(button)) this.toggle(false);
  }
  /** The focus has gone elsewhere. @param {HTMLElement} target */
  left(target) {
    if (target === document.activeElement && !this.house.parts.menu.contains(target)) this.toggle(false, false);
  }
  /** Escape closes it; was it open? */
  escape() {
    if (!this.isOpen) return false;
    this.toggle(false);
    return true;
  }
};

// src/places.js
function shared(name) {
  const page = (
    /** @type {any} */
    globalThis
  );
  page[Symbol.for(name)] ??= /* @__PURE__ */ new Map();
  return page[Symbol.for(name)];
}
var places = shared("escale/places");
async function unpacked(script2) {
  const { src } = (
    /** @type {HTMLElement} */
    script2.dataset
  );
  if (!src) return unpack(Uint8Array.from(atob(script2.textContent ?? ""), (sign) => sign.charCodeAt(0)));
  const answer = await fetch(src);
  if (!answer.ok) throw new Error(`${src}: ${answer.status}`);
  return unpack(new Uint8Array(await answer.arrayBuffer()));
}
var boxes = /* @__PURE__ */ new Map();
function boxOf({ dataset }) {
  const name = dataset.box ?? "";
  const script2 = (
    /** @type {Element} */
    document.getElementById(`box-${name}`)
  );
  if (!boxes.has(name)) boxes.set(name, unpacked(script2));
  return (
    /** @type {Promise<Box>} */
    boxes.get(name)
  );
}
var Place = class {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.waiting = [];
    places.set(element.dataset.place ?? "", this);
  }
  get script() {
    return (
      /** @type {Element} */
      this.element.querySelector(":scope > script")
    );
  }
  /** What its widget is called in Jupyter. */
  get widget() {
    return this.element.dataset.widget ?? "";
  }
  /** What a model of it knows. @returns {Record<string, any>} */
  get state() {
    const { place, kind } = this.element.dataset;
    return { place, widget: kind };
  }
  /** The picture has done its work. */
  clear() {
    this.element.querySelector("[data-skeleton]")?.remove();
    this.element.classList.add("made");
  }
  /** Somebody is there to answer. */
  live() {
    this.element.classList.add("live");
  }
};

// src/practice_acts.js
function actsOf2(practice2) {
  const { board, house, menu } = practice2;
  return {
    ...board.acts(),
    option: ({ dataset }) => practice2.choose(Number(dataset.option)),
    check: () => practice2.chosen.length && practice2.answer(practice2.chosen),
    hint: () => practice2.help(),
    next: () => practice2.next(),
    "another-session": () => practice2.again(),
    lang: ({ dataset }) => practice2.language(dataset.lang),
    menu: () => menu.toggle(),
    words: () => {
      const { heading, status, words } = board.table.scene;
      house.dialogs.words([heading, status, ...words].filter(Boolean));
    },
    "practice-keys": () => house.dialogs.words([practice2.t("practice-keys-are")]),
    leave: () => practice2.leave && location.assign(practice2.leave)
  };
}
function keysOf(options) {
  const signs = options.some((text) => /^\d/.test(text)) ? "abcdef" : "123456";
  return [...signs].slice(0, options.length);
}
function nameOfKey2(practice2, key, target) {
  const { run, board, menu, parts } = practice2;
  if (run.over || !run.turn?.exercise) return void 0;
  const { state, exercise } = run.turn;
  const pressing = target.matches("button, a, summary");
  const option = state ? -1 : keysOf(practice2.told.options ?? []).indexOf(key.toLowerCase());
  if (option >= 0) return String(option);
  if (key === "Enter" && !pressing) return state ? "next" : exercise.kind === "may" ? "check" : void 0;
  if (key.toLowerCase() === "h") return "hint";
  const free = !board.state.picks.length && !menu.isOpen && parts.tip.hidden && parts.bubble.hidden;
  return key === "Escape" && free && practice2.leave ? "leave" : void 0;
}
var HELD = 350;
function holdClicks(root) {
  put(root, "data-held", true);
  setTimeout(() => put(root, "data-held", null), HELD);
}

// src/practice_board.js
var LARGE = 0.05;
var ROUND2 = 8;
function hole([x, y, w, h]) {
  const r = Math.min(ROUND2, w / 2, h / 2);
  const corner = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const sides = [`h${w - 2 * r}`, corner(r, r), `v${h - 2 * r}`, corner(-r, r), `h${2 * r - w}`, corner(-r, -r)];
  return `M${x + r} ${y}${sides.join("")}v${2 * r - h}${corner(r, -r)}z`;
}
function outer(rects) {
  const found = rects.filter((rect) => rect !== void 0);
  const inside2 = ([x, y, w, h], [a, b, c, d]) => a <= x && b <= y && x + w <= a + c && y + h <= b + d;
  return found.filter((one) => !found.some((other) => other !== one && inside2(one, other)));
}
function veil(marks, keys) {
  const { scene } = marks.board.table;
  const { width = 0, height = 0 } = marks.board.state.layout ?? {};
  const rects = outer(keys.map((key) => (
    /** @type {number[] | undefined} */
    marks.rectOf(key, scene)
  )));
  const size = rects.reduce((sum, [, , w, h]) => sum + w * h, 0);
  if (!keys.some((key) => scene.targets[key]) || size < LARGE * width * height) return;
  marks.overlay.append(
    s("path", {
      class: "es-shade",
      "fill-rule": "evenodd",
      d: `M0 0h${width}v${height}h${-width}z${rects.map(hole).join("")}`
    })
  );
}
function draw({ marks, board, told, turn, exercise, chosen }) {
  marks.clear();
  if (board.state.running || turn.state && !["what", "why"].includes(exercise.kind)) return;
  const keys = turn.state ? told.mark.filter((key) => board.table.scene.targets[key]) : told.mark;
  veil(marks, keys);
  marks.ring(keys, "mark");
  for (const number of chosen) marks.ring(told.paths?.[number] ?? [], "look");
  marks.overlay.parentNode?.append(marks.overlay);
}
function tableBefore({ told, exercise, lang }) {
  return {
    ...{ names: told.names, levels: [], options: {}, reader: null, over: false, more: false, redo: 0, log: [] },
    ...{ lang, hand: true, seat: exercise.seat, ply: 0, scene: told.scene }
  };
}
function tableNow(practice2) {
  const { told, turn } = practice2;
  const frames = [told.made ?? {}, ...turn.state ? told.truth : []].map((scene) => ({ scene }));
  const made = typeof turn.picked === "string" && told.moves?.[turn.picked];
  if (made) frames.push({ scene: made[0] });
  return frames.reduce(merge, tableBefore(practice2));
}
function bringIntoSight(reply2, side, small) {
  const [said, room] = [reply2.getBoundingClientRect(), side.getBoundingClientRect()];
  const below = said.bottom - room.bottom;
  if (below > 0) side.scrollTop += small ? said.top - room.top : Math.min(below, said.top - room.top);
}

// src/practice_markup.js
var LONG = 40;
function practiceMarkup({ house, leave }) {
  const t = (name) => house.t(name);
  const bare = (what, sign) => html`<button class="es-button es-bare" data-do="${what}" aria-label="${t(what)}" title="${t(what)}">${icon(sign)}<span>${t(what)}</span></button>`;
  return html`<section class="es-house" aria-label="${t("practice")}">
      <header class="es-head">
        ${house.mark()}
        <div class="es-title"><h2>${t("practice")}</h2><span class="es-heading">${house.title}</span></div>
        <span class="es-run" data-part="dots" role="img"></span>
        <span class="es-count es-quiet" data-part="count"></span>
        ${house.button("rules", "es-book")}
        <span class="es-menu" data-part="menu">
          <button class="es-button es-bare" data-do="menu" aria-label="${t("menu")}" aria-expanded="false">${icon("menu")}</button>
          <span class="es-menu-list" data-part="menuList" hidden>
            ${["words", "practice-keys"].map((what) => html`<button data-do="${what}">${t(what)}</button>`)}
          </span>
        </span>
        ${house.languages()}
        ${leave && bare("leave", "close")}
      </header>
      <div class="es-main">
        ${house.partlyMarkup()} ${house.noticeMarkup()}
        ${house.boardMarkup()}
      </div>
      <aside class="es-side" data-part="side" aria-label="${t("question")}">
        <section class="es-panel es-asking" data-part="asking"></section>
        <section class="es-panel es-reply" data-part="reply" hidden></section>
        <section class="es-panel es-context" data-part="context"></section>
        <section class="es-panel es-summary" data-part="summary" hidden></section>
      </aside>
      <div data-part="card" hidden></div>
      ${house.ending()}
    </section>`;
}
function showRun({ run, parts, house }) {
  const at = Math.min(run.at + 1, run.turns.length);
  const signs = run.turns.map(
    ({ state }, i) => html`<i class="es-spot" data-state="${state}" ${i === run.at && "data-now"}></i>`
  );
  fillWith(parts.dots, html`${signs}`);
  parts.count.textContent = house.t("of-many", { at, of: run.turns.length });
  const done = run.turns.filter(({ state }) => state).length;
  put(parts.dots, "aria-label", house.t("run-so-far", { right: run.score, done, of: run.turns.length }));
}
function noteOf(kind, right, wrong, mine) {
  if (kind === "may")
    return right ? mine ? "allowed-chosen" : "allowed-missed" : wrong ? "forbidden-chosen" : "forbidden";
  if (right) return kind === "spot" ? "false-one" : "right-answer";
  return wrong ? "your-answer" : "";
}
function ask(practice2) {
  const { parts, turn } = practice2;
  const active = (
    /** @type {HTMLElement} */
    document.activeElement
  );
  const had = parts.asking.contains(active);
  const { do: what, option } = active?.dataset ?? {};
  fillWith(parts.asking, asking(practice2));
  if (!had || turn.state) return;
  const same2 = option ? `[data-option="${option}"]` : `[data-do="${what}"]`;
  (parts.asking.querySelector(`${same2}:not(:disabled)`) ?? parts.asking.querySelector("h3")).focus({
    preventScroll: true
  });
}
function asking({ house, told, exercise, turn, chosen }) {
  const { kind, answer } = exercise;
  const t = (name, facts = {}) => house.t(name, facts);
  const mine = Array.isArray(turn.picked) ? turn.picked : chosen;
  const keys = keysOf(told.options ?? []);
  const option = (text, i) => {
    const right = Boolean(turn.state) && answer.includes(i);
    const wrong = Boolean(turn.state) && mine.includes(i) && !right;
    const state = right ? "right" : wrong ? "wrong" : turn.state ? "rest" : "";
    const named = turn.state && noteOf(kind, right, wrong, mine.includes(i));
    const note = named && t(named);
    const picked = kind === "may" && !turn.state && html`aria-pressed="${String(mine.includes(i))}"`;
    const who = told.who?.[i];
    const badge = who == null ? "" : house.symbol(told.scene.seats[who]?.[1]);
    const missed = right && kind === "may" && !mine.includes(i);
    const key = html`<kbd aria-hidden="true">${keys[i]}</kbd>`;
    const sign = right && !missed ? icon("done") : wrong ? icon("close") : key;
    return html`<li><button class="es-option-row" data-do="option" data-option="${i}" data-state="${state}" ${missed && "data-missed"} ${turn.state && "disabled"} ${picked}>${badge}<span class="es-option-text">${text}${note && html` <span class="es-option-note">${note}</span>`}</span>${sign}</button></li>`;
  };
  const long = told.options?.some((text) => text.length > LONG);
  const options = told.options && html`<ol class="es-options" ${told.options.length > 4 && "data-many"} ${long && "data-long"}>${told.options.map(option)}</ol>`;
  const onBoard = kind === "reach" && !turn.state && html`<p class="es-quiet">${t("on-the-board")}</p>`;
  const check = kind === "may" && html`<button class="es-button es-main-button" data-do="check" ${!chosen.length && "disabled"}>${t("check")}</button>`;
  const how = told.options && !turn.state && html`<p class="es-quiet es-how">${kind === "may" && t("several-right")} <span class="es-keys">${t("keys-from-to", { first: keys[0], last: keys.at(-1) })}</span></p>`;
  const helps = !turn.state && html`<p class="es-helps">${check}<button class="es-button" data-do="hint">${icon("bulb")}<span>${t("help-me")}</span></button></p>`;
  return html`<p class="es-quiet es-ask-kind">${t(`asks-${kind}`)}</p>
    <h3 class="es-asked" tabindex="-1">${told.question}</h3>${how} ${options} ${onBoard} ${helps}`;
}

// src/practice_reply.js
function reply(practice2) {
  return practice2.turn.state ? answered2(practice2) : helped(practice2);
}
function answered2(practice2) {
  const { house, turn, exercise, data } = practice2;
  const t = (name, facts = {}) => house.t(name, facts);
  const wrong = turn.state === "wrong";
  const { idea, said } = verdict(practice2);
  const quoted = wrong && idea && html`<p class="es-idea">${icon("said")}<span><b>${t("the-idea")}</b><i>${t("quoted", { idea })}</i></span></p>`;
  const rules = [.../* @__PURE__ */ new Set([...said.flatMap(([, ids]) => ids), ...exercise.because])].slice(0, 3);
  const [number, href] = data.lessons?.[exercise.because[0]] ?? data.lessons?.[exercise.rule] ?? [0, ""];
  const lesson = href && html`<a class="es-button" href="${href}">${icon("lesson")}<span>${t("lesson-number", { number })}</span></a>`;
  const back = wrong && turn.returns && html`<p class="es-quiet es-returns">${icon("review")} ${t("rule-returns")}</p>`;
  const last = practice2.run.at + 1 >= practice2.run.turns.length;
  return html`<div class="es-said-first" tabindex="-1" role="status">
      <p class="es-outcome" data-state="${turn.state}">${icon(wrong ? "close" : "done")} ${t(wrong ? "not-right" : turn.state === "helped" ? "right-helped" : "right-now")}</p>
      ${quoted}<div class="es-told">${said.map(([text]) => html`<p>${text}</p>`)}</div>
    </div>
    <p class="es-chips">${house.rules.chips(rules)}</p>
    <p class="es-onwards"><button class="es-button es-main-button" data-do="next"><span>${t(last ? "to-the-end" : "next-exercise")}</span>${icon("next")}</button>${lesson}</p>${back}`;
}
function verdict(practice2) {
  const { told, turn, exercise } = practice2;
  const { picked } = turn;
  const ideas = told.ideas ?? [];
  if (typeof picked === "string") {
    const done = told.moves?.[picked]?.[1] ?? [];
    return { idea: "", said: turn.state === "wrong" ? [...done, ...told.said.slice(0, 1)] : done };
  }
  const mine = picked ?? [];
  if (exercise.kind === "spot") return { idea: "", said: whatHappened(practice2) };
  if (exercise.kind !== "may") return { idea: ideas[Number(mine[0])] ?? "", said: told.said };
  const verdicts = told.verdicts ?? [];
  const misjudged = verdicts.flatMap((refused, i) => mine.includes(i) === Boolean(refused.length) ? [i] : []);
  const asked = misjudged.length ? misjudged : verdicts.map((_, i) => i);
  const allowed = (i) => practice2.t("is-allowed", { move: told.options?.[i] ?? "" });
  const said = asked.flatMap(
    (i) => verdicts[i].length ? verdicts[i].slice(0, 1) : [
      /** @type {Said} */
      [allowed(i), []]
    ]
  );
  return { idea: ideas[misjudged.find((i) => ideas[i]) ?? -1] ?? "", said: said.slice(0, 3) };
}
function whatHappened({ told, turn, exercise, house }) {
  const altered = told.options?.[Number(exercise.answer[0])] ?? "";
  const first = turn.state === "wrong" ? [[house.t("altered-one", { text: altered }), []]] : [];
  const { real } = told;
  return real ? [...first, [house.t("really", { text: real[0] }), real[1]], ...told.said] : [...first, ...told.said];
}
function helped({ house, told, exercise }) {
  const { kind, answer, because, rule } = exercise;
  const count = answer.length;
  const says = {
    may: () => house.t("help-may", { count }),
    reach: () => house.t("help-reach", { count }),
    why: () => house.t("help-either", { one: pair(answer, told.options ?? [])[0], other: pair(answer, told.options ?? [])[1] }),
    spot: () => house.t("help-either", { one: pair(answer, told.options ?? [])[0], other: pair(answer, told.options ?? [])[1] }),
    what: () => house.box.rules.rules[because[0] ?? rule]?.[house.lang]?.[1] ?? ""
  };
  return html`<p class="es-hint">${icon("bulb")}<span>${says[kind]()}</span></p>`;
}
function pair(answer, options) {
  const right = Number(answer[0]);
  const other = (right + (right % 2 ? 1 : 3)) % options.length;
  return [right, other].sort().map((i) => keysOf(options)[i]);
}
function summary({ house, run, data, map }) {
  const t = (name, facts = {}) => house.t(name, facts);
  const { missed, score, turns } = run;
  const lessons = missed.map((rule) => {
    const [number, href] = data.lessons?.[rule] ?? [0, ""];
    const short = house.box.rules.rules[rule]?.[house.lang]?.[1] ?? "";
    const link = href && html` <a href="${href}">${t("lesson-number", { number })}</a>`;
    return html`<li><p>${short} ${house.rules.chips([rule])}${link}</p></li>`;
  });
  const again = missed.length > 0 && html`<p class="es-quiet">${t("to-look-at")}</p><ul class="es-missed">${lessons}</ul>`;
  const onward = data.onward && html`<a class="es-button es-main-button" href="${data.onward}"><span>${t("next-game")}</span>${icon("next")}</a>`;
  const kind = onward ? "" : "es-main-button";
  return html`<h3 tabindex="-1">${t("session-over")}</h3>
    <p class="es-scored">${t("session-score", { score, of: turns.length })}</p>${again}
    <p class="es-onwards">${onward}<button class="es-button ${kind}" data-do="another-session"><span>${t("another-session")}</span>${icon("next")}</button></p>
    ${map && html`<p><a data-to="map" href="${map}">${t("to-the-map")}</a></p>`}`;
}

// src/practice_run.js
var LENGTH = 8;
var GRADES = { right: "good", helped: "hard", wrong: "again", "": null };
function isRight({ answer }, picked) {
  if (typeof picked === "string") return answer.includes(picked);
  return answer.length === picked.length && picked.every((one) => answer.includes(one));
}
function broken({ rule, kind, answer, because, breaks = [] }, picked) {
  if (kind === "why") return [because[0]];
  if (typeof picked === "string") return [rule];
  const astray = breaks.filter(
    (_, at) => kind === "spot" ? answer.includes(at) : answer.includes(at) !== picked.includes(at)
  );
  const rules = [...new Set(astray.filter(Boolean))];
  return rules.length ? rules : [rule];
}
var turnOf = (rule, exercise = null) => ({ rule, exercise, picked: null, helps: 0, state: "", wrong: [] });
function judge(answered3, { rule, exercise, wrong }, grade, now) {
  if (grade === "again") for (const one of wrong) answered3(one, grade, now);
  else if (exercise?.contrast && !cards()[rule]) meet(rule);
  else answered3(rule, grade, now);
}
var Run = class {
  /** @param {(string | Exercise)[]} asked  exercises, or rules whose exercises come later (`fill`) */
  constructor(asked) {
    this.turns = asked.map((one) => typeof one === "string" ? turnOf(one) : turnOf(one.rule, one));
    this.at = 0;
  }
  /** @returns {Turn | undefined} */
  get turn() {
    return this.turns[this.at];
  }
  get over() {
    return this.at >= this.turns.length;
  }
  /** The exercise of a rule has come. @param {number} at @param {Exercise} exercise */
  fill(at, exercise) {
    const turn = this.turns[at];
    if (turn && !turn.state) turn.exercise = exercise;
  }
  help() {
    if (this.turn && !this.turn.state) this.turn.helps += 1;
  }
  /**
   * An answer; the first one counts.
   * @param {Picked} picked
   * @returns {State}
   */
  answer(picked) {
    const { turn } = this;
    if (!turn?.exercise) return "";
    if (!turn.state) {
      turn.picked = picked;
      turn.state = !isRight(turn.exercise, picked) ? "wrong" : turn.helps ? "helped" : "right";
      turn.wrong = turn.state === "wrong" ? broken(turn.exercise, picked) : [];
    }
    return turn.state;
  }
  /** What the last answer is worth. */
  get grade() {
    return GRADES[this.turn?.state ?? ""];
  }
  /** A rule that was got wrong is asked once more before the end. @returns {boolean} will it come? */
  comeBack() {
    const again = this.turn?.wrong[0];
    if (!again) return false;
    if (this.turns.slice(this.at + 1).some(({ rule }) => rule === again)) return true;
    if (this.turns.filter(({ wrong }) => wrong.includes(again)).length > 1) return false;
    this.turns.push(turnOf(again));
    return true;
  }
  next() {
    this.at = Math.min(this.at + 1, this.turns.length);
  }
  /** How many were right, at once or after help. */
  get score() {
    return this.turns.filter(({ state }) => state === "right" || state === "helped").length;
  }
  /** The rules that were got wrong, each once. */
  get missed() {
    return [...new Set(this.turns.flatMap(({ wrong }) => wrong))];
  }
};
function mixed(rule, others, count, random = Math.random) {
  const rest = others.filter((one) => one !== rule).slice(0, Math.floor(count / 2));
  const asked = [...rest, ...Array(count - rest.length).fill(rule)];
  for (let last = asked.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [asked[last], asked[other]] = [asked[other], asked[last]];
  }
  return asked;
}
function readyFirst(asked, there) {
  const at = asked.findIndex((rule) => there.includes(rule));
  if (at < 0) return there.length ? [there[0], ...asked.slice(1)] : asked;
  return [asked[at], ...asked.slice(0, at), ...asked.slice(at + 1)];
}

// src/practice_supply.js
function rowsOf(columns) {
  const names = Object.keys(columns).filter((name) => columns[name].length);
  const row = (i) => Object.fromEntries(names.map((name) => [name, columns[name][i] ?? void 0]));
  return (
    /** @type {any} */
    (columns.rule ?? []).map((_, i) => row(i))
  );
}
var Supply = class _Supply {
  /**
   * @param {Exercise[]} stock  what has come with the page
   * @param {Record<string, string[]>} [ideas]  by rule, the misconceptions about it
   */
  constructor(stock, ideas = {}) {
    this.ideas = ideas;
    this.offered = /* @__PURE__ */ new Set();
    this.fresh = /* @__PURE__ */ new Map();
    this.used = /* @__PURE__ */ new Map();
    this.waiting = /* @__PURE__ */ new Map();
    this.send = null;
    this.asked = 0;
    for (const exercise of stock) this.put(exercise);
  }
  /** @param {Map<string, any[]>} table @param {string} rule @returns {any[]} */
  static row(table, rule) {
    if (!table.has(rule)) table.set(rule, []);
    return (
      /** @type {any[]} */
      table.get(rule)
    );
  }
  /** The rules of which there is an exercise that was not asked. */
  get there() {
    return [...this.fresh].flatMap(([rule, exercises]) => exercises.length ? [rule] : []);
  }
  /** @param {Exercise} exercise */
  put(exercise) {
    const take = _Supply.row(this.waiting, exercise.rule).shift();
    if (take) this.hand(exercise, take);
    else _Supply.row(this.fresh, exercise.rule).push(exercise);
  }
  /** @param {Exercise} exercise @param {(exercise: Exercise) => void} take */
  hand(exercise, take) {
    _Supply.row(this.used, exercise.rule).push(exercise);
    for (const idea of exercise.offers ?? []) this.offered.add(idea);
    take(exercise);
  }
  /** The misconceptions that an exercise of this rule should offer. @param {string} rule */
  wanted(rule) {
    const open = (ideas) => ideas.filter((idea) => !this.offered.has(idea));
    const every = Object.values(this.ideas).flat();
    if (!open(every).length) this.offered.clear();
    const own = open(this.ideas[rule] ?? []);
    return own.length ? own : open(every);
  }
  /** Whoever is wrong in this one may believe more of what it offers than was seen. @param {Exercise} exercise */
  doubt({ kind, offers = [] }) {
    if (kind === "what") for (const idea of offers) this.offered.delete(idea);
  }
  /** Takes out what offers most of these. @param {Exercise[]} exercises @param {string[]} wanted */
  static best(exercises, wanted) {
    const worth = ({ offers = [] }) => offers.filter((idea) => wanted.includes(idea)).length;
    const most = Math.max(...exercises.map(worth));
    const at = exercises.findIndex((one) => worth(one) === most);
    return at < 0 ? void 0 : exercises.splice(at, 1)[0];
  }
  /**
   * An exercise for a rule: at once if there is one, else when the kernel has made it.
   * @param {string} rule
   * @param {(exercise: Exercise) => void} take
   */
  get(rule, take) {
    const [fresh, used] = [_Supply.row(this.fresh, rule), _Supply.row(this.used, rule)];
    const one = _Supply.best(fresh, this.wanted(rule)) ?? (this.send ? void 0 : used.shift());
    if (one) this.hand(one, take);
    else _Supply.row(this.waiting, rule).push(take);
    if (!fresh.length) this.ask(rule);
  }
  /** @param {string} rule */
  ask(rule) {
    this.asked += 1;
    this.send?.({ do: "more", rule, seed: Math.floor(Math.random() * 2 ** 31), ideas: this.wanted(rule) });
  }
  /** Somebody makes exercises from now on. @param {Send} send */
  connect(send) {
    this.send = send;
    for (const [rule, waiting] of this.waiting) for (const _ of waiting) this.ask(rule);
  }
};

// src/practice.js
var Practice = class {
  /**
   * @param {HTMLElement} parent
   * @param {Box} box
   * @param {PracticeData} data
   * @param {object} [options]
   * @param {Schedule} [options.schedule]
   * @param {string} [options.lang]
   * @param {string} [options.theme]
   * @param {string} [options.leave]  where one goes from here, if anywhere
   * @param {string} [options.map]  where the map of what one knows is, if anywhere
   * @param {boolean} [options.focus]  may it take the focus at once?
   */
  constructor(parent, box, data, { schedule = { pick, answered }, lang = box.fallback, theme, leave = "", map = "", focus = false } = {}) {
    this.data = data;
    this.schedule = schedule;
    this.leave = leave;
    this.map = map;
    this.lang = lang;
    this.supply = new Supply(rowsOf(data.stock), data.ideas);
    this.run = new Run([]);
    this.chosen = [];
    this.focusing = focus;
    this.house = new House(parent, box, this, { theme });
    this.board = new Board(this.house, this);
    this.marks = new Marks(this.board);
    this.menu = new Menu(this.house);
    put(this.root, "data-escale-practice", data.game);
    this.root.classList.add("es-lesson", "es-practice");
    this.root.tabIndex = -1;
    this.house.lang = lang;
    this.begin();
  }
  get root() {
    return this.house.root;
  }
  get parts() {
    return this.house.parts;
  }
  /** @returns {Turn} */
  get turn() {
    return (
      /** @type {Turn} */
      this.run.turn
    );
  }
  /** @returns {Exercise} */
  get exercise() {
    return (
      /** @type {Exercise} */
      this.turn.exercise
    );
  }
  /** The exercise in the language of the moment. @returns {ToldExercise} */
  get told() {
    const { exercise, lang } = this;
    return lang === exercise.first ? exercise[lang] : translated(exercise[exercise.first], exercise[lang]);
  }
  ready() {
    return Boolean(this.board.state.shown);
  }
  /** @param {string} name @param {Record<string, any>} [facts] */
  t(name, facts) {
    return this.house.t(name, facts);
  }
  dispose() {
    this.board.dispose();
    this.house.dispose();
  }
  // --- a session
  /** Begin with the rules that are due, or with the one that this is about and others between. */
  begin() {
    const { rules, rule, today: today3 } = this.data;
    const picked = this.schedule.pick(today3?.length ? today3 : rules, Date.now(), today3?.length || LENGTH);
    this.data.today = [];
    this.run = new Run(readyFirst(rule ? mixed(rule, picked, LENGTH) : picked, this.supply.there));
    this.fetch(0);
    this.fetch(1);
  }
  /** The exercise of that turn is wanted, now or soon. @param {number} at */
  fetch(at) {
    const { run } = this;
    const turn = run.turns[at];
    if (!turn || turn.exercise || turn.asked) return;
    turn.asked = true;
    this.supply.get(turn.rule, (exercise) => {
      run.fill(at, exercise);
      if (run === this.run && at === run.at) this.show();
    });
  }
  /** The kernel has made an exercise, or says why not. @param {import("./types").Message} message */
  hear(message) {
    if (message.kind === "exercise") this.supply.put(message.exercise);
    else this.house.notices.notify(message.text, message.tone);
  }
  next() {
    const { run } = this;
    if (!this.turn?.state) return;
    this.focusing = true;
    this.chosen = [];
    holdClicks(this.root);
    run.next();
    this.fetch(run.at + 1);
    if (run.over) this.finish();
    else if (this.turn.exercise) this.show();
    else this.fetch(run.at);
  }
  finish() {
    const { summary: panel, asking: ask2, reply: said, context, side } = this.parts;
    for (const part of [ask2, said, context]) part.hidden = true;
    for (const name of ["rule", "kind", "answered"]) put(this.root, `data-${name}`, null);
    put(this.root, "data-finished", true);
    fillWith(panel, summary(this));
    panel.hidden = false;
    side.scrollTop = 0;
    showRun(this);
    panel.querySelector("h3").focus({ preventScroll: true });
  }
  /** Another session of the same. */
  again() {
    this.focusing = true;
    put(this.root, "data-finished", null);
    this.begin();
  }
  // --- an exercise
  /** Ask: first the board as it was, then the move, then the question about it. */
  show() {
    const { told, exercise, house } = this;
    const layouts = this.data.layouts[exercise.players];
    house.box = boxOfLesson({ ...house.box, players: exercise.players, layouts }, exercise);
    this.board.reset();
    this.board.show(this.turn.state ? tableNow(this) : tableBefore(this), () => this.build());
    put(this.root, "data-rule", exercise.rule);
    put(this.root, "data-kind", exercise.kind);
    this.tell();
    if (!this.turn.state && told.made) this.board.play([{ scene: told.made }]);
    if (this.turn.state) return;
    house.voice.happened = [told.question, ...told.options ?? []];
    if (this.focusing) this.parts.asking.querySelector("h3").focus({ preventScroll: true });
    else house.voice.say(told.question);
  }
  build() {
    this.house.build(practiceMarkup(this), this.lang);
    this.board.build();
    this.marks.build();
  }
  /** The words beside the board, as they are now. */
  tell() {
    const { turn, parts, board } = this;
    put(this.root, "data-answered", turn.state ? turn.state === "wrong" ? "wrong" : "right" : null);
    ask(this);
    parts.reply.hidden = !turn.state && !turn.helps;
    if (!parts.reply.hidden) fillWith(parts.reply, reply(this));
    put(parts.reply, "data-state", turn.state || "help");
    const heading = board.table.scene.heading;
    fillWith(parts.context, html`<p class="es-quiet">${heading}</p>`);
    parts.context.hidden = Boolean(turn.state || turn.helps) || !heading;
    showRun(this);
  }
  // --- answers
  /** An option is chosen: of `may` any number of them, then it is checked. @param {number} number */
  choose(number) {
    const { chosen, turn, exercise, told } = this;
    if (turn.state || !told.options || number >= told.options.length) return;
    if (exercise.kind !== "may") {
      this.answer([number]);
      return;
    }
    this.chosen = chosen.includes(number) ? chosen.filter((one) => one !== number) : [...chosen, number];
    this.tell();
    this.mark();
  }
  /** @param {Picked} picked */
  answer(picked) {
    const { run, board, turn } = this;
    if (turn.state || !turn.exercise) return;
    board.skip();
    if (run.answer(picked) === "wrong") this.supply.doubt(turn.exercise);
    turn.returns = run.comeBack();
    this.fetch(run.at + 1);
    if (run.grade) judge(this.schedule.answered, turn, run.grade, Date.now());
    this.reveal();
  }
  /** The truth on the board, then the reply. */
  async reveal() {
    const { board, turn, told, parts, house } = this;
    this.focusing = true;
    board.shut();
    this.tell();
    const made = typeof turn.picked === "string" && told.moves?.[turn.picked];
    const frames = made ? [{ scene: made[0] }] : told.truth.map((scene) => ({ scene }));
    parts.reply.classList.add("es-waits");
    if (frames.length) board.play(frames);
    await board.ran;
    if (this.turn !== turn) return;
    parts.reply.classList.remove("es-waits");
    bringIntoSight(parts.reply, parts.side, house.small);
    this.mark();
    parts.reply.querySelector(".es-said-first")?.focus({ preventScroll: true });
    house.voice.say(parts.reply.querySelector(".es-told")?.textContent ?? "");
  }
  /** Help: what the rule says, or fewer options; from then on a right answer is one after help. */
  help() {
    const { run, turn, parts } = this;
    if (turn.state) return;
    run.help();
    this.tell();
    this.mark();
    this.house.voice.say(parts.reply.textContent ?? "");
  }
  mark() {
    draw(this);
  }
  // --- what the board asks of its host
  fit() {
    if (this.ready()) this.board.fit();
  }
  /** @param {Layout} layout */
  fitted({ width, height }) {
    this.root.style.setProperty("--es-ratio", String(width / height));
  }
  shown() {
    put(this.root, "data-seat", this.exercise.seat);
    if (this.turn.state) this.board.shut();
    this.mark();
  }
  settled() {
    this.mark();
  }
  stalled() {
    return false;
  }
  takeFocus() {
    return true;
  }
  escape() {
    return this.menu.escape();
  }
  picking() {
  }
  /** Something that cannot be picked: it says what it is. @param {string[]} keys */
  why(keys) {
    this.house.voice.say(this.board.labelOf(keys.at(-1) ?? ""));
  }
  /** A move is made on the board. @param {Path} path */
  complete({ keys }) {
    const { told, exercise, board } = this;
    const path = keys.join("|");
    board.picking.set([]);
    if (exercise.kind === "reach") {
      if (told.moves?.[path]) this.answer(path);
    } else {
      const number = (told.paths ?? []).findIndex((one) => one.join("|") === path);
      if (number >= 0) this.choose(number);
    }
  }
  // --- language, mouse, finger, keyboard
  /** @param {string} lang */
  language(lang) {
    if (pageSpeaks(lang)) return;
    this.lang = lang;
    this.house.lang = lang;
    if (this.run.over) {
      this.build();
      this.finish();
    } else if (this.turn.exercise) this.show();
  }
  /** @param {string} name @param {HTMLElement} [button] */
  act(name, button) {
    this.menu.chosen(button);
    actsOf2(this)[name]?.(button);
  }
  /** @param {HTMLElement} target */
  onAttention(target) {
    this.menu.left(target);
    this.board.onAttention(target);
  }
  onChange() {
  }
  onSubmit() {
  }
  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = (
      /** @type {HTMLElement} */
      event.target
    );
    if (this.house.covered || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = nameOfKey2(this, event.key, target);
    if (!name) {
      this.board.onKey(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (/^\d$/.test(name)) this.choose(Number(name));
    else this.act(name);
  }
};

// src/practice_widget.js
var PLACES = /* @__PURE__ */ Symbol.for("escale/places");
var shownEarlier = (model) => (
  /** @type {any} */
  globalThis[PLACES]?.get(model.get("place"))
);
function connect(made, model) {
  const heard = (message) => {
    if (isFit(message, TOLD_TO_PRACTICE)) made.hear(message);
  };
  model.on("msg:custom", heard);
  made.supply.connect((message) => model.send(message));
  return () => {
    model.off("msg:custom", heard);
    made.dispose();
  };
}
function initialize({ model }) {
  const early = shownEarlier(model);
  early?.made?.then((made) => {
    early.live();
    connect(made, model);
  });
}
async function render({ model, el }) {
  if (shownEarlier(model)) return null;
  const [box, data] = await Promise.all([unpack(model.get("box")), unpack(model.get("practice"))]);
  const about = { ...data, rule: model.get("rule") };
  return connect(new Practice(el, box, about, { lang: model.get("lang") }), model);
}
function fiveMinutes({ rules }, now) {
  const asked = new URL(location.href).searchParams.get("today");
  if (asked === null) return {};
  const [next2, ...rest] = asked.split(",").filter((game) => /^[a-z][a-z0-9-]*$/.test(game));
  return { today: today(rules, now), onward: next2 ? `practice-${next2}${pageEnding()}?today=${rest.join(",")}` : "" };
}
var PracticePlace = class extends Place {
  /** @param {HTMLElement} element */
  constructor(element) {
    super(element);
    this.made = null;
  }
  /** @param {(name: string, facts?: Record<string, any>) => HTMLElement} notice */
  open(notice) {
    this.made ??= this.make(notice);
    return this.made;
  }
  /** @param {(name: string, facts?: Record<string, any>) => HTMLElement} notice */
  async make(notice) {
    const { lang } = this.element.dataset;
    const [box, data] = await Promise.all([boxOf(this.element), unpacked(this.script)]);
    const asked = new URL(location.href).searchParams.get("rule");
    data.rule = this.element.dataset.rule ?? "";
    if (asked && data.rules.includes(asked)) data.rule = asked;
    else if (asked) notice(asked in box.rules.rules ? "no-practice-of" : "no-rule-here", { what: asked.slice(0, 40) });
    Object.assign(data, fiveMinutes(data, Date.now()));
    data.lessons = JSON.parse(this.element.dataset.lessons ?? "{}");
    const leave = shelfAddress() ?? "";
    const map = mapAddress(data.game);
    const focus = document.activeElement === document.body;
    const made = new Practice(this.element, box, data, { lang, leave, map, focus });
    this.clear();
    if (map) this.element.after(make(html`<p class="to-map"><a href="${map}">${made.t("to-the-map")}</a></p>`));
    return made;
  }
};
var openPlaces = (elements, notice) => Promise.all(elements.map((element) => new PracticePlace(element).open(notice)));
var practice = { initialize, render };

// src/check.js
var PASS = 10;
var Check = class extends Practice {
  begin() {
    this.run = new Run(rowsOf(this.data.stock));
    this.run.comeBack = () => false;
    this.root.classList.add("es-check");
    put(this.root, "data-escale-check", this.data.game);
    this.show();
  }
  build() {
    super.build();
    const title = (
      /** @type {HTMLElement} */
      this.root.querySelector(".es-title h2")
    );
    title.textContent = this.t("check-title");
  }
  /** There is none here. */
  help() {
  }
  finish() {
    const { summary: summary2, asking: asking2, reply: reply2, context } = this.parts;
    for (const part of [asking2, reply2, context]) part.hidden = true;
    for (const name of ["rule", "kind", "answered"]) put(this.root, `data-${name}`, null);
    put(this.root, "data-ended", true);
    put(this.root, "data-passed", this.run.score >= PASS);
    fillWith(summary2, result(this));
    summary2.hidden = false;
    showRun(this);
    summary2.querySelector("h3")?.focus({ preventScroll: true });
  }
  /** Twelve others. */
  again() {
    location.reload();
  }
};
function today2() {
  const now = /* @__PURE__ */ new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
function result({ run, data, house }) {
  const t = (name, facts = {}) => house.t(name, facts);
  const { score, missed, turns } = run;
  const passed = score >= PASS;
  const short = (rule) => house.box.rules.rules[rule]?.[house.lang]?.[1] ?? "";
  const rows = missed.map((rule) => html`<li><p>${short(rule)} ${house.rules.chips([rule])}</p></li>`);
  const { certificate = "", practice: practice2 = "" } = (
    /** @type {any} */
    data
  );
  const link = (href, kind, name) => href && html`<a class="es-button ${kind}" data-check-to="${name}" href="${href}"><span>${t(`check-to-${name}`)}</span>${icon("next")}</a>`;
  const address = certificate && passed && `${certificate}#right=${score}&of=${turns.length}&on=${today2()}`;
  return html`<h3 tabindex="-1">${t(passed ? "check-passed" : "check-failed")}</h3>
    <p class="es-scored">${t("session-score", { score, of: turns.length })} ${t("check-pass-with")}</p>
    ${missed.length > 0 && html`<p class="es-quiet">${t("check-missed")}</p><ul class="es-missed">${rows}</ul>`}
    <p class="es-onwards">${link(address, "es-main-button", "certificate")}${link(missed.length ? practice2 : "", passed ? "" : "es-main-button", "practice")}
      <button class="es-button" data-do="another-session"><span>${t("check-again")}</span></button></p>`;
}

// src/practice_main.js
var WIDGETS = { knowledge: MAP_WIDGET, practice };
var script = (
  /** @type {HTMLElement | null} */
  globalThis.document?.querySelector("script[data-escale-start=map]")
);
if (script) startMap(script);
var kindOf = ({ model }) => WIDGETS[model.get("widget")];
var practice_main_default = {
  initialize: (about) => kindOf(about).initialize(about),
  render: (about) => kindOf(about).render(about)
};
export {
  Check,
  Practice,
  WIDGETS,
  practice_main_default as default,
  knowledge_exports as knowledge,
  openPlaces,
  schedule_exports as schedule
};
