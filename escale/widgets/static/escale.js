// Made from frontend/src by `make bundle`: change it there.

// src/lab.js
var MARK = "data-lm-suppress-shortcuts";
var watching = false;
var isLab = () => !("voila" in document.body.dataset) && Boolean(document.querySelector(".jp-LabShell"));
var inLab = (element) => Boolean(element.closest(".jp-NotebookPanel") || isLab() && element.closest(".jp-LabShell"));
function letSavingThrough() {
  if (watching) return;
  watching = true;
  window.addEventListener("keydown", onKey, true);
}
function onKey(event) {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (!(ctrlKey || metaKey) || altKey || key.toLowerCase() !== "s" || !(target instanceof Element)) return;
  const marked2 = [];
  for (let at = target.closest(`[${MARK}]`); at; at = at.parentElement?.closest(`[${MARK}]`) ?? null) marked2.push(at);
  for (const element of marked2) element.removeAttribute(MARK);
  setTimeout(() => {
    for (const element of marked2) element.setAttribute(MARK, "true");
  });
}

// src/offline.js
var CALM = 4e3;
var BUSY = 2e4;
var siteMeta = () => document.querySelector('meta[name="escale-site"]');
var inSite = () => siteMeta() !== null;
var siteRoot = () => new URL(siteMeta()?.dataset.root ?? "./", document.baseURI);
async function keepOffline(first) {
  const { serviceWorker } = navigator;
  if (!inSite() || !serviceWorker) return;
  const had = Boolean(serviceWorker.controller);
  let asked = false;
  const offer = (act) => {
    const notice = (
      /** @type {HTMLElement | null} */
      document.querySelector("[data-site-new]")
    );
    if (!notice?.hidden) return;
    notice.hidden = false;
    notice.querySelector("button")?.addEventListener("click", act);
  };
  const offerWaiting = ({ waiting }) => {
    if (!waiting || !serviceWorker.controller) return;
    offer(() => {
      asked = true;
      waiting.postMessage("skip");
    });
  };
  serviceWorker.addEventListener("controllerchange", () => void ((had || asked) && location.reload()));
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.version && data.version !== siteMeta()?.content) offer(() => location.reload());
  });
  if (!had) {
    const calm = new Promise((done) => setTimeout(done, first ? BUSY : CALM));
    await Promise.race([calm, ...first ? [first] : []]);
  }
  try {
    const found = await serviceWorker.register(new URL("sw.js", siteRoot()), { updateViaCache: "none" });
    offerWaiting(found);
    found.addEventListener("updatefound", () => {
      found.installing?.addEventListener("statechange", () => offerWaiting(found));
    });
    (await serviceWorker.ready).active?.postMessage("version");
  } catch {
  }
}

// src/around.js
var pageEnding = () => inSite() ? ".html" : ".ipynb";
var shelfAddress = () => document.querySelector(".notebook a.house")?.getAttribute("href") ?? null;
function pageSpeaks(lang) {
  const link = (
    /** @type {HTMLElement | null} */
    document.querySelector(`.notebook .seg [data-lang="${lang}"]`)
  );
  link?.click();
  return Boolean(link);
}
var asksForCoach = () => new URLSearchParams(location.search).has("coach");
var isAmongPages = (root, game) => shelfAddress() !== null || !inLab(root) && location.pathname.endsWith(`/play-${game}.ipynb`);
var lessonLink = (root, game, lesson, step) => isAmongPages(root, game) ? `${game}${pageEnding()}?lesson=${encodeURIComponent(lesson)}&step=${step}` : null;
var practiceLink = (root, game, rule) => isAmongPages(root, game) ? `practice-${game}${pageEnding()}?rule=${rule}` : null;
function fillScreen(root) {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen();
}
function measureAbove(root, board) {
  const above = board.getBoundingClientRect().top - root.getBoundingClientRect().top;
  if (above > 0) root.style.setProperty("--es-above", `${Math.round(above)}px`);
}

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

// src/progress.js
function progressOf(cards2, stars, done, line = cards2.length) {
  const lessons = cards2.map(([id, asked]) => {
    const mine = asked.filter((step) => stars[id]?.[step]).length;
    return { stars: mine && mine === asked.length ? "on" : mine ? "some" : "", done: Boolean(done[id]) };
  });
  return {
    lessons,
    count: lessons.filter((lesson) => lesson.stars === "on").length,
    done: lessons.filter((lesson) => lesson.done).length,
    next: lessons.slice(0, line).findIndex((lesson) => !lesson.done)
  };
}
var doneByStars = (stars) => Object.fromEntries(Object.keys(stars).flatMap((id) => Object.keys(stars[id] ?? {}).length ? [[id, 1]] : []));

// src/storage.js
var STARS = "escale/stars";
var DONE = "escale/done";
var LEARNERS = "escale/learners";
var COACH = "escale/coach";
var TABLES = "escale/tables";
var LANG = "escale/lang";
var PAGE = "escale/page";
var SEATS = "escale/seats";
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
var storedTables = () => read(TABLES);
var storeTable = (name, table) => write(TABLES, { ...storedTables(), [name]: table });
var tabSeats = () => attempt(() => JSON.parse(sessionStorage[SEATS]), {});
var besides = (name) => `${name} @`;
function storedSeat(name) {
  const tables = storedTables();
  const [own, seat] = [tables[name], tables[besides(name)]];
  const last = seat && !seat.over && !(own && !own.over && own.at > seat.at) ? seat.token : null;
  return tabSeats()[name] ?? last;
}
var seatAt = (page) => Object.entries(tabSeats()).find(([name]) => name.startsWith(`${page}#`))?.[1];
function storeSeat(name, table) {
  const { [name]: _, ...others } = tabSeats();
  const seats = table ? { ...others, [name]: table.token } : others;
  attempt(() => void (sessionStorage[SEATS] = JSON.stringify(seats)));
  const { [besides(name)]: __, ...tables } = storedTables();
  write(TABLES, table ? { ...tables, [besides(name)]: table } : tables);
}
var readStars = () => read(STARS);
function readDone() {
  if (attempt(() => localStorage.getItem(DONE), "")) return read(DONE);
  const done = doneByStars(readStars());
  write(DONE, done);
  return done;
}
var storeDone = (lesson) => write(DONE, { ...readDone(), [lesson]: 1 });
function storeStar(lesson, step) {
  readDone();
  const stars = readStars();
  stars[lesson] = { ...stars[lesson], [step]: 1 };
  write(STARS, stars);
  return stars[lesson];
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
var storedCoach = (table) => read(COACH)[table] ?? null;
var storeCoach = (table, on) => write(COACH, { ...read(COACH), [table]: on ?? void 0 });
var storeLanguage = (lang) => attempt(() => localStorage.setItem(LANG, lang));
var pageName = () => attempt(() => sessionStorage[PAGE] ??= Math.random().toString(36).slice(2), "");

// src/language.js
var YEAR = 31536e3;
function rememberLanguage(lang) {
  document.cookie = `escale-lang=${lang}; path=/; max-age=${YEAR}; samesite=lax`;
  storeLanguage(lang);
}

// src/words.js
var HOLE = /\{(\w+)(?::(.*?)\|(.*?))?\}/g;
var pageSingular = () => (document.body.dataset.singular ?? "1").split(" ").map(Number);
var isMany = (singular, count) => !singular.includes(Math.abs(count));
function fill(sentence, facts, singular) {
  return sentence.replace(
    HOLE,
    (_, hole, one, many) => one === void 0 ? facts[hole] ?? "" : `${facts[hole]} ${isMany(singular, facts[hole]) ? many : one}`
  );
}

// src/course.js
var Course = class {
  /**
   * @param {CourseData} data
   * @param {Record<string, string>} words
   * @param {LessonPlace[]} places
   * @param {Notice} notice
   */
  constructor({ lessons, main, quick, title, play }, words, places2, notice) {
    this.lessons = lessons.filter(([id]) => places2.some(({ lesson }) => lesson === id));
    this.main = main;
    this.quick = quick;
    this.title = title;
    this.play = play;
    this.words = words;
    this.notice = notice;
    this.places = new Map(places2.map((place) => [place.lesson, place]));
    this.listed = this.lessons.length > 1;
    this.at = "";
    for (const place of places2) place.around = this.around(place.lesson);
  }
  /** @param {string} name @param {Record<string, any>} [facts] */
  say(name, facts = {}) {
    return fill(this.words[name], facts, pageSingular());
  }
  /** @param {string} id @returns {Around} */
  around(id) {
    const first = id === this.quick?.[0];
    const number = this.lessons.findIndex(([lesson]) => lesson === id) + 1;
    const last = first || number === this.main || number === this.lessons.length;
    const [next, , title, href] = this.lessons[number] ?? [];
    const table = first ? { title: this.say("course-first-game"), href: `${this.play}?coach` } : { title: this.say("course-play"), href: this.play };
    return {
      list: this.listed ? location.pathname : "",
      next: next && !last ? { id: next, title: title ?? "", href: href ?? "" } : null,
      play: last && this.play ? table : null,
      remember: this.remember(id),
      onStep: (at) => {
        if (this.at === id) this.address(id, at, false);
      },
      speak: (lang) => this.speak(lang),
      go: (lesson) => this.go(lesson)
    };
  }
  /** What stands after a lesson in its notebook. @param {string} id */
  remember(id) {
    const parts = document.querySelectorAll(`.part-after[data-at="${CSS.escape(id)}"] .jp-RenderedMarkdown`);
    return [...parts].flatMap((part) => [...part.cloneNode(true).childNodes]);
  }
  // --- from one to the other
  /** Show what the address asks for, and follow it from now on. */
  async start() {
    addEventListener("popstate", () => void this.follow());
    document.addEventListener("click", (event) => this.onClick(event));
    for (
      const link of
      /** @type {NodeListOf<HTMLAnchorElement>} */
      document.querySelectorAll(".seg [data-lang]")
    ) {
      link.addEventListener("click", () => {
        rememberLanguage(link.dataset.lang ?? "");
        link.search = location.search;
      });
    }
    this.showProgress();
    await this.follow(true);
  }
  /** @param {boolean} [first]  the page has just come */
  async follow(first = false) {
    const { searchParams, hash } = new URL(location.href);
    const asked = searchParams.get("lesson");
    const anchor = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    const under = anchor ? (
      /** @type {HTMLElement | null} */
      anchor.closest("[data-at]")?.dataset.at
    ) : "";
    const only = this.listed ? under || "" : this.lessons[0][0];
    const id = asked && this.places.has(asked) ? asked : only;
    if (asked && !this.places.has(asked)) this.notice("no-lesson-here", { what: asked.slice(0, 40) });
    const place = this.places.get(id);
    const said2 = searchParams.get("step");
    const step = said2 === null ? 1 : Number(said2);
    const there = place && Number.isInteger(step) && step >= 1 && step <= place.steps;
    if (place && id === asked && !there)
      this.notice("no-step-here", { steps: place.steps, what: (said2 ?? "").slice(0, 20) });
    await this.show(id, asked && there ? step - 1 : 0, first && !asked);
  }
  /** To a lesson, or with "" to the list. @param {string} id */
  async go(id) {
    document.getElementById("link-notice")?.setAttribute("hidden", "");
    this.address(id, 0, true);
    await this.show(id, 0);
  }
  /**
   * @param {string} id
   * @param {number} step
   * @param {boolean} [quiet]  leaves the focus where it is
   */
  async show(id, step, quiet = false) {
    const before = this.places.get(this.at)?.player;
    if (this.at !== id) before?.leave();
    if (!id) document.querySelector(`.course-rare:has([data-row="${CSS.escape(this.at)}"])`)?.setAttribute("open", "");
    this.at = id;
    const root = document.documentElement;
    const style = document.getElementById("course-now");
    if (style) style.textContent = `.course-js [data-at="${CSS.escape(id)}"]:not([hidden]) { display: block; }`;
    root.dataset.course = id ? "lesson" : "list";
    const title = [this.quick, ...this.lessons].find((entry) => entry?.[0] === id)?.[2];
    document.title = [...title && this.listed ? [title] : [], this.title, "escale"].join(" · ");
    if (!quiet) scrollTo(0, 0);
    const place = this.places.get(id);
    if (!place) {
      this.showProgress();
      if (!quiet)
        document.querySelector(".course [data-next] a")?.focus({
          preventScroll: true
        });
      return;
    }
    const there = place.player;
    const player = await place.open(step);
    if (there) player.jump(step);
    player.fit();
    if (!quiet) player.root.focus({ preventScroll: true });
  }
  /** @param {string} id @param {number} step @param {boolean} push  a new entry of the history */
  address(id, step, push) {
    const here = new URL(location.href);
    here.hash = "";
    here.search = "";
    if (id) here.search = `?lesson=${encodeURI(id)}${step || !push ? `&step=${step + 1}` : ""}`;
    if (push) history.pushState(null, "", here);
    else if (here.href !== location.href) history.replaceState(null, "", here);
  }
  /** Links inside the course do not load the page again. @param {MouseEvent} event */
  onClick(event) {
    const link = (
      /** @type {HTMLElement} */
      event.target.closest("a[data-course-to]")
    );
    const held = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button;
    if (!link || held || event.defaultPrevented) return;
    event.preventDefault();
    void this.go(
      /** @type {HTMLElement} */
      link.dataset.courseTo ?? ""
    );
  }
  /** The same place of the course in another language. @param {string} lang */
  speak(lang) {
    const link = (
      /** @type {HTMLElement | null} */
      document.querySelector(`.seg [data-lang="${lang}"]`)
    );
    link?.click();
  }
  // --- how far one has come
  showProgress() {
    const stars = readStars();
    const { lessons, done, next } = progressOf(
      this.lessons.map(([id, asked]) => [id, asked]),
      stars,
      readDone(),
      this.main
    );
    const quick = document.querySelector(".course-quick .course-told");
    if (quick) quick.hidden = !readDone()[this.quick?.[0] ?? ""];
    let all2 = 0;
    for (const [i, [id, asked]] of this.lessons.entries()) {
      const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`);
      if (!row) return;
      const won = asked.filter((step) => stars[id]?.[step]);
      all2 += won.length;
      put(row, "data-done", lessons[i].done);
      put(row, "data-next", i === next);
      row.querySelector("[data-said]").hidden = !lessons[i].done;
      const drawn = (
        /** @type {Element} */
        row.querySelector(".course-stars")
      );
      put(drawn, "aria-label", this.say("stars-of", { won: won.length, of: asked.length }));
      for (const [n, star] of [...drawn.children].entries()) put(star, "class", n < won.length ? "on" : "");
      const go = (
        /** @type {HTMLElement} */
        row.querySelector(".course-go")
      );
      go.hidden = i !== next;
      if (done) go.firstElementChild.textContent = this.say("course-go-on");
    }
    const counts = { done: this.say("lessons-done", { done, of: this.lessons.length }), stars: "" };
    counts.stars = this.say("stars-won", { won: all2, of: this.lessons.flatMap(([, asked]) => asked).length });
    for (const [name, text] of Object.entries(counts)) {
      const element = document.querySelector(`[data-count=${name}]`);
      if (element) element.textContent = text;
    }
  }
};

// src/frames.js
function merge(table, frame) {
  const { scene: changes = {}, keep, add, after: _, ...head } = frame;
  let log = keep == null ? table.log : table.log.slice(0, keep);
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
  const next = Array.isArray(old) ? [...old] : { ...old };
  for (const [name, value] of Object.entries(change2["~"])) next[name] = translated(old[name], value);
  return next;
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

// src/explore.js
var numberOf = (sizes, chosen) => sizes.reduce((sum, size, i) => sum * size + chosen[i], 0);
var Experiment = class {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.name = form.dataset.explore ?? "";
    this.prepared = null;
    form.addEventListener("change", () => this.changed(null));
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const button of form.querySelectorAll("button")) button.addEventListener("click", () => this.changed(button));
    for (const kind of ["pointerenter", "focusin"])
      form.addEventListener(kind, () => void this.fetched(), { once: true });
  }
  /** @returns {Promise<Prepared>} */
  fetched() {
    const address2 = new URL(`static/explore/${document.documentElement.lang}/${this.name}.bin`, siteRoot());
    this.prepared ??= fetch(address2).then((answer2) => answer2.arrayBuffer()).then((body) => unpack(new Uint8Array(body)));
    this.prepared.catch(() => {
      this.prepared = null;
    });
    return this.prepared;
  }
  /** What was pressed, or null: whoever chooses anew starts to count anew. @param {HTMLButtonElement | null} pressed */
  async changed(pressed) {
    for (const button of this.form.querySelectorAll("button")) {
      const most = Number(button.dataset.most);
      button.value = String(pressed === button ? Math.min(Number(button.value) + 1, most) : 0);
    }
    const { sizes, texts, shown } = await this.fetched();
    const names = sizes.map((_, i) => `${this.name}-${i}`);
    const chosen = names.map((name) => Number(
      /** @type {any} */
      this.form.elements.namedItem(name).value
    ));
    const [says, plot, board] = shown[numberOf(sizes, chosen)].map((text) => texts[text]);
    this.show(says, plot, board);
  }
  /** @param {string} says @param {string} plot @param {string} board  markup of our own making */
  show(says, plot, board) {
    const figure = (
      /** @type {HTMLElement} */
      this.form.querySelector(".es-explore-figure")
    );
    figure.querySelector(".es-explore-says").textContent = says;
    const parts = { plot, board };
    for (const [name, markup] of Object.entries(parts)) {
      const part = figure.querySelector(`.es-explore-${name}`);
      if (part) part.innerHTML = markup;
    }
  }
};
function startExplore() {
  for (
    const form of
    /** @type {NodeListOf<HTMLFormElement>} */
    document.querySelectorAll("form[data-explore]")
  )
    new Experiment(form);
}

// src/line.js
var PAUSES = [250, 500, 1e3, 2e3, 4e3, 8e3];
var GIVEN_UP = 3;
function newName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
var Signal = class {
  constructor() {
    this.slots = /* @__PURE__ */ new Set();
  }
  /** @param {(...args: T) => void} slot */
  connect(slot) {
    this.slots.add(slot);
  }
  /** @param {(...args: T) => void} slot */
  disconnect(slot) {
    this.slots.delete(slot);
  }
  /** @param {T} args */
  emit(...args) {
    for (const slot of [...this.slots]) slot(...args);
  }
};
var Line = class {
  /**
   * @param {string} address  of the kernel's channels, http or https
   * @param {{open?: () => void, lost?: () => void}} [heard]  what the page says of it
   */
  constructor(address2, { open = () => {
  }, lost = () => {
  } } = {}) {
    this.session = newName();
    this.address = `${address2.replace(/^http/, "ws")}?session_id=${this.session}`;
    this.heard = { open, lost };
    this.models = /* @__PURE__ */ new Map();
    this.status = "unknown";
    this.statusChanged = new Signal();
    this.socket = null;
    this.waiting = [];
    this.unanswered = /* @__PURE__ */ new Map();
    this.failures = 0;
    this.again = void 0;
    this.left = false;
  }
  /** Until the page is left. */
  start() {
    this.connect();
    addEventListener("online", () => this.hurry());
    addEventListener("pagehide", ({ persisted }) => {
      this.left = !persisted;
    });
  }
  /** Somebody waits: do not sit out the pause. */
  hurry() {
    if (!this.socket && !this.left) this.connect();
  }
  connect() {
    clearTimeout(this.again);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      const again = [...this.unanswered.values()];
      this.failures = 0;
      this.heard.open();
      for (const model of this.models.values()) model.opened();
      for (const said2 of [...again, ...this.waiting.splice(0)]) this.pass(socket, said2);
    };
    socket.onmessage = ({ data }) => void (typeof data === "string" && this.hear(JSON.parse(data)));
    socket.onclose = () => {
      this.socket = null;
      if (this.left) return;
      const pause2 = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
      this.failures += 1;
      if (this.failures === GIVEN_UP) this.heard.lost();
      this.again = setTimeout(() => this.connect(), pause2);
    };
  }
  /** @param {string} comm  the id of a widget @param {Message} data */
  say(comm, data) {
    const header = { msg_id: newName(), msg_type: "comm_msg", session: this.session, username: "", version: "5.3" };
    const content = { comm_id: comm, data };
    const message = JSON.stringify({ channel: "shell", header, parent_header: {}, metadata: {}, content });
    const said2 = { message, id: data.content?.id };
    if (this.socket?.readyState === WebSocket.OPEN) this.pass(this.socket, said2);
    else {
      this.waiting.push(said2);
      this.hurry();
    }
  }
  /** @param {WebSocket} socket @param {Said} said */
  pass(socket, said2) {
    socket.send(said2.message);
    if (said2.id) this.unanswered.set(said2.id, said2);
  }
  /** @param {Message} message */
  hear({ channel, header, content }) {
    if (channel !== "iopub") return;
    if (header.msg_type === "status") {
      this.status = content.execution_state;
      this.statusChanged.emit(this, this.status);
    } else if (header.msg_type === "comm_msg" && content.data.method === "custom") {
      this.unanswered.delete(content.data.content.re);
      this.models.get(content.comm_id)?.emit("msg:custom", content.data.content);
    }
  }
};
var LineModel = class {
  /**
   * @param {Line} line
   * @param {string} id  of the widget
   * @param {Record<string, any>} state
   * @param {((state: Record<string, any>) => Message) | null} opening  what is sent whenever the line opens:
   *   something may have been missed
   */
  constructor(line, id, state, opening = null) {
    this.line = line;
    this.id = id;
    this.state = state;
    this.opening = opening;
    this.widget_manager = { kernel: line };
    this.signals = /* @__PURE__ */ new Map();
    this.changes = {};
    line.models.set(id, this);
  }
  opened() {
    if (this.opening) this.send(this.opening(this.state));
  }
  /** @param {string} name */
  get(name) {
    return this.state[name];
  }
  /** @param {string | Record<string, any>} name @param {any} [value] */
  set(name, value) {
    const values = typeof name === "string" ? { [name]: value } : name;
    Object.assign(this.state, values);
    Object.assign(this.changes, values);
    for (const changed2 of Object.keys(values)) this.emit(`change:${changed2}`);
  }
  save_changes() {
    this.line.say(this.id, { method: "update", state: this.changes });
    this.changes = {};
  }
  /** @param {Message} message */
  send(message) {
    this.line.say(this.id, { method: "custom", content: message });
  }
  /** @param {string} name @param {(...args: any[]) => void} listener */
  on(name, listener) {
    if (!this.signals.has(name)) this.signals.set(name, new Signal());
    this.signals.get(name)?.connect(listener);
  }
  /** @param {string} name @param {(...args: any[]) => void} listener */
  off(name, listener) {
    this.signals.get(name)?.disconnect(listener);
  }
  /** @param {string} name @param {any[]} args */
  emit(name, ...args) {
    this.signals.get(name)?.emit(...args);
  }
};

// src/company.js
var MOST_NAME = 20;
var Company = class {
  /** @param {Keeper} keeper */
  constructor(keeper) {
    this.keeper = keeper;
    this.told = null;
    this.invited = null;
  }
  /** Does this page only look on? */
  get watches() {
    return this.told !== null && this.told.mine === null;
  }
  /** Is it for this page's person to invite, to free seats, to begin games? */
  get leads() {
    return !this.told || this.told.mine === this.told.lead;
  }
  /** @param {Told | null} told */
  hear(told) {
    const before = this.told;
    this.told = told;
    if (told) this.invited = null;
    else storeSeat(this.keeper.name, null);
    for (const view of this.keeper.views) {
      if (before && told) this.announce(view, before, told);
      view.companyChanged();
    }
  }
  /** Who has come, and what became of a question. @param {Stage} view @param {Told} before @param {Told} told */
  announce(view, before, told) {
    const { names } = view.table;
    told.chairs.forEach((chair, seat) => {
      const was = before.chairs[seat];
      if (seat === told.mine || !chair.taken || chair.here === was?.here) return;
      if (chair.here) view.house.notices.mention(view.t("meeting-came", { name: names[seat] }));
      else if (was?.taken) view.house.notices.mention(view.t("meeting-went", { name: names[seat] }));
    });
    const { asked, mine } = told;
    if (asked?.no !== void 0 && before.asked?.no === void 0 && asked.seat === mine) {
      view.house.notices.mention(view.t("asked-refused", { name: names[asked.no] }));
    }
  }
  /** What lies over the board: the question for a name, or for a move to be taken back. @param {Stage} view @returns {Card | null} */
  card(view) {
    const t = (name, facts = {}) => view.t(name, facts);
    if (this.invited) {
      const { seat, title } = this.invited;
      const text = t("sit-words", { title: title[view.table.lang], number: seat + 1 });
      return { title: t("sit-title"), text, acts: { sit: t("sit") }, field: { label: t("sit-name"), most: MOST_NAME } };
    }
    const { asked, mine } = this.told ?? {};
    if (mine == null || !asked?.yes || asked.seat === mine || asked.yes.includes(mine)) return null;
    const acts2 = { "vote-yes": t("asked-yes"), "vote-no": t("asked-no") };
    return { title: t("asked-title", { name: view.table.names[asked.seat] }), text: t("asked-words"), acts: acts2 };
  }
  /** @param {string} name @param {Stage} view @returns {boolean} was it for the company? */
  act(name, view) {
    if (name === "sit") this.sit(view);
    else if (name === "vote-yes" || name === "vote-no") view.ask("vote", { yes: name === "vote-yes" });
    else return false;
    return true;
  }
  /** @param {Stage} view */
  sit(view) {
    const field = (
      /** @type {HTMLInputElement | null} */
      view.parts.veil.querySelector("input")
    );
    const phone = matchMedia("(pointer: coarse) and (max-width: 700px)").matches;
    view.ask("sit", { token: this.invited?.token, name: field?.value ?? "", device: phone ? "phone" : "" });
  }
  /** What the table waits for, in a line below what is to be done. @param {Stage} view */
  showWaiting(view) {
    const { presence } = view.parts;
    const words = this.waiting(view);
    presence.textContent = words;
    hide(presence, !words);
  }
  /** @param {Stage} view @returns {string} "" if it waits for nothing else than a move */
  waiting(view) {
    const { told } = this;
    if (!told || view.table.over) return "";
    if (told.asked?.yes && told.asked.seat === told.mine) return view.t("asked-waits");
    const seat = view.table.scene.seats.findIndex((row) => row[3]);
    const chair = told.chairs[seat];
    if (!chair || chair.here || view.table.levels[seat] !== "person") return "";
    const facts = { name: view.table.names[seat], number: seat + 1 };
    return view.t(chair.taken ? "waits-away" : "waits-free", facts);
  }
  /** How somebody is not there, in a word; "" for whoever is. @param {Stage} view @param {number} seat */
  absence(view, seat) {
    const chair = this.told?.chairs[seat];
    if (!chair || chair.here || view.table.levels[seat] !== "person") return "";
    return view.t(chair.taken ? "seat-away" : "seat-free");
  }
  /** Whoever only looks on has a page for a projector: the board, and the last move in one line. @param {Stage} view */
  markWatcher(view) {
    put(view.root, "data-watching", this.watches);
    hide(view.parts.last, !this.watches);
  }
};

// src/protocol.js
var PROTOCOL = 1;
var FALLBACK = "en";
var STALE = {
  fr: {
    "page-old": "Cette page est plus ancienne que le programme qui lui répond : rechargez-la.",
    "kernel-old": "Le programme qui répond à cette page est plus ancien qu’elle : rechargez la page."
  },
  en: {
    "page-old": "This page is older than the program that answers it: reload it.",
    "kernel-old": "The program that answers this page is older than the page: reload it."
  }
};
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
var TOLD_TO_LESSON = {
  try: { box: "table", table: "table" },
  trial: { message: "table" },
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
function staleness(theirs = 0, lang = FALLBACK, mine = PROTOCOL) {
  if (theirs === mine) return null;
  return (STALE[lang] ?? STALE[FALLBACK])[theirs > mine ? "page-old" : "kernel-old"];
}

// src/keeper.js
var SIGN = 1e4;
var TICK = 250;
var SLOW = 4;
var SILENT = 8;
var GENTLE = "beginner";
var GONE = ["dead", "terminating", "restarting", "autorestarting"];
var taken = () => {
  const page = (
    /** @type {any} */
    globalThis
  );
  page[/* @__PURE__ */ Symbol.for("escale/tables")] ??= /* @__PURE__ */ new Map();
  return page[/* @__PURE__ */ Symbol.for("escale/tables")];
};
function takeName(owner, given, game) {
  const names = taken();
  const first = given ?? `${location.pathname}#${game}${asksForCoach() ? " coach" : ""}`;
  let name = first;
  for (let n = 2; names.get(name)?.inUse(); n += 1) name = `${first} ${n}`;
  names.set(name, owner);
  return name;
}
var Keeper = class {
  /**
   * @param {Model} model
   * @param {string} [name]  if it has been taken already
   */
  constructor(model, name) {
    this.model = model;
    this.views = /* @__PURE__ */ new Set();
    this.frames = null;
    this.seen = false;
    this.waiting = /* @__PURE__ */ new Set();
    this.silent = 0;
    this.waited = 0;
    this.stuck = false;
    this.dead = false;
    this.lost = false;
    this.unsaved = false;
    this.token = null;
    this.offered = null;
    this.name = "";
    this.company = new Company(this);
    this.kept = null;
    this.stop = () => {
    };
    const { hand, name: given, meeting } = model.get("table");
    if (hand || meeting) this.begin(name ?? takeName(this, given, model.get("box").game));
  }
  /** @param {string} name */
  begin(name) {
    this.name = name;
    this.hello();
    const { kernel } = this;
    const changed2 = (_, status) => {
      if (GONE.includes(status)) this.giveUp();
    };
    attempt(() => kernel?.statusChanged.connect(changed2));
    const timers = [setInterval(() => this.tick(), TICK), setInterval(() => this.sign(false), SIGN)];
    const leave = () => this.sign(true);
    addEventListener("pagehide", leave);
    this.stop = () => {
      timers.forEach(clearInterval);
      removeEventListener("pagehide", leave);
      attempt(() => kernel?.statusChanged.disconnect(changed2));
      if (taken().get(this.name) === this) taken().delete(this.name);
    };
  }
  /** Is it seen, or about to be? A cell that is run again leaves a table that is neither. */
  inUse() {
    return !this.seen || this.views.size > 0;
  }
  /** @returns {Kernel | undefined} */
  get kernel() {
    return this.model.widget_manager?.kernel;
  }
  // --- what is sent
  /** Tell the kernel who is there, and in the middle of which game. */
  hello() {
    const { searchParams, hash } = new URL(location.href);
    const wanted = searchParams.get("table");
    const game = new URLSearchParams(hash.slice(1)).get("game");
    if (wanted || game) forgetLink();
    const known = storedTables()[this.name];
    this.kept = wanted || game ? null : storedSeat(this.name);
    const token = wanted ?? this.kept ?? (game || known?.over ? null : known?.token) ?? null;
    this.greet(token, Boolean(wanted));
    if (game) this.send({ do: "open", game });
    else if (!token) this.beginCoached();
  }
  /** The address asks for a coached first game: one person, and beginners (`?coach`). */
  beginCoached() {
    const { names, options } = this.model.get("table");
    const { levels, usual } = this.model.get("box");
    if (!asksForCoach()) return;
    const other = levels?.includes(GENTLE) ? GENTLE : usual;
    const seats = names.map((name, i) => ({
      name,
      level: i ? other : "person"
    }));
    this.send({ do: "new", seats, options, seed: null, coach: true });
  }
  /** @param {string | null} token @param {boolean} wanted */
  greet(token, wanted) {
    this.offered = null;
    const { protocol } = this.model.get("table");
    const mine = protocol === void 0 ? {} : { protocol: PROTOCOL };
    this.send({ do: "hello", page: pageName(), name: this.name, token, wanted, ...mine });
  }
  /** @param {Message} message */
  send(message) {
    if (message.id) this.waiting.add(message.id);
    if (message.do === "hurry") this.stuck = false;
    attempt(() => this.model.send(message));
  }
  /** @param {boolean} leaving */
  sign(leaving) {
    if (this.token && !this.dead) this.send({ do: "sign", leaving });
  }
  // --- what is heard
  /** Every message is a sign of life. @param {Message} message */
  hear({ kind, re, token, kept, aside, done, stuck, company, ...offer }) {
    this.silent = 0;
    if (stuck || kind === "frames" || kind === "whole") this.stuck = Boolean(stuck);
    this.showThoughts(done != null || this.stuck, done != null);
    if (kind !== "beat" && this.waited) {
      this.waited = 0;
      this.showThinking();
    }
    this.waiting.delete(re);
    if (kept !== void 0) this.unsaved = !kept;
    if (kind === "kept") {
      if (aside) this.name = takeName(this, this.name, "");
      Object.assign(this, { token, offered: null, lost: false });
      this.company.invited = null;
      if (this.kept && this.kept !== token && !aside) storeSeat(this.name, null);
      this.kept = null;
      this.note();
    } else if (kind === "company") {
      this.company.hear(company);
      this.note();
    } else if (kind === "invited") this.company.invited = { token, ...offer };
    else if (kind === "offer") this.offered = { token, ...offer };
    else if (kind === "lost") this.lost = true;
    else if (!this.dead) return;
    this.dead = false;
    this.refresh();
  }
  /**
   * @param {boolean} thinks  can it be told to hurry?
   * @param {boolean} slow  has it said so itself?
   */
  showThoughts(thinks, slow) {
    if (slow) this.waited = SLOW;
    for (const view of this.views) {
      if (view.thinks === thinks) continue;
      view.thinks = thinks;
      view.wake();
    }
    if (thinks) this.showThinking();
  }
  /** Write down where this page is in the middle of a game. */
  note() {
    const { ply, over: over2 } = this.model.get("table");
    const shared2 = this.company.told !== null;
    if (!this.token || this.offered || !(ply || shared2)) return;
    const { game } = this.model.get("box");
    const store = shared2 ? storeSeat : storeTable;
    store(this.name, { token: this.token, game, page: location.pathname, at: Date.now(), ply, over: over2 });
  }
  // --- a kernel that does not answer
  /** Silence is counted in looks, not in seconds: a lid that was closed is no silence. */
  tick() {
    const owed = this.waiting.size || this.model.get("table").more && !this.stalled;
    this.silent = owed ? this.silent + 1 : 0;
    this.waited = owed ? this.waited + 1 : 0;
    this.showThinking();
    if (this.silent >= SILENT && this.kernel?.status !== "busy") this.giveUp();
  }
  /** The computer does not move by itself: its move has failed, or the table is played at elsewhere. */
  get stalled() {
    return this.stuck || this.lost;
  }
  showThinking() {
    for (const view of this.views) view.parts.thinking.hidden = this.waited < SLOW || this.dead;
  }
  /** The kernel counts as dead, until it says something. */
  giveUp() {
    if (this.dead) return;
    Object.assign(this, { dead: true, lost: false });
    this.refresh();
  }
  /** Another version of escale answers: said once, where somebody looks. @param {Stage} view */
  tellVersion(view) {
    const { protocol, lang, hand } = this.model.get("table");
    const sentence = hand && staleness(protocol, lang);
    if (sentence) view.house.notices.notify(sentence);
  }
  // --- what it has to say, as a card over the table
  refresh() {
    for (const view of this.views) {
      if (this.dead) view.skip();
      view.showVeil();
      view.wake();
    }
  }
  /** @param {Stage} view @returns {Card | null} */
  card(view) {
    const t = (name, facts = {}) => view.t(name, facts);
    const { ply, lang } = view.table;
    if (this.lost) return { title: t("elsewhere"), text: t("elsewhere-words"), acts: { take: t("take") } };
    if (this.dead) {
      const saved = this.token && !this.unsaved && ply;
      const lab = inLab(view.root);
      const how = lab ? t("dead-lab") : t("dead-page");
      const text2 = `${t(saved ? "dead-saved" : "dead-unsaved", { ply })} ${how}`;
      return { title: t("dead"), text: text2, acts: lab ? {} : { reload: t("reload") } };
    }
    if (!this.offered) return this.company.card(view);
    const { at, elsewhere } = this.offered;
    const when = new Date(at * 1e3).toLocaleString(lang, { dateStyle: "long", timeStyle: "short" });
    const title = this.offered.title[lang];
    const text = `${t("offer-words", { title, ply: this.offered.ply, when })} ${elsewhere ? t("offer-elsewhere") : ""}`;
    const go = elsewhere ? { take: t("take") } : { resume: t("go-on") };
    return { title: t("offer"), text, acts: { ...go, fresh: t("new-game") } };
  }
  /** @param {string} name @param {Stage} view */
  act(name, view) {
    if (this.company.act(name, view)) return;
    if (name === "reload") {
      const link = new URL(location.href);
      if (this.token && !this.unsaved) link.searchParams.set("table", this.token);
      location.replace(link);
    } else if (name === "fresh") {
      this.greet(null, false);
      this.beginCoached();
    }
    if (name === "resume" || name === "take") {
      view.ask("resume", { token: this.offered?.token ?? this.token, force: name === "take" });
    }
  }
};
function forgetLink() {
  const link = new URL(location.href);
  link.searchParams.delete("table");
  link.hash = "";
  attempt(() => history.replaceState(history.state, "", link));
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
      const taken2 = new Set(picks.map((key) => this.role.get(key)));
      for (const [key, role] of this.role) if (taken2.has(role)) lit.set(key, "other");
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
    if (role === void 0 || !picks.some((pick) => this.role.get(pick) === role)) return null;
    const kept = [];
    for (const pick of picks) {
      if (this.role.get(pick) !== role && this.matching([...kept, pick, key]).length) kept.push(pick);
    }
    return [...kept, key];
  }
  /**
   * The picks without one; where the order counts, without what was picked after it, too.
   * @param {string[]} picks
   * @param {string} key
   */
  without(picks, key) {
    return this.ordered ? picks.slice(0, picks.lastIndexOf(key)) : picks.filter((pick) => pick !== key);
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
var isLab2 = () => Boolean(document.querySelector(".jp-LabShell"));
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
  if (isLab2()) return () => {
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
var middle = ([x, y, w, tall]) => [x + w / 2, y + tall / 2];
function beside(key, [dx, dy], rects, from) {
  const [x, y] = middle(from);
  let [best, least] = [key, Number.POSITIVE_INFINITY];
  for (const [other, rect] of rects) {
    if (!rect) continue;
    const [ox, oy] = middle(rect);
    const along2 = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along2 > 1 && along2 + 2.5 * aside < least) [best, least] = [other, along2 + 2.5 * aside];
  }
  return best;
}
function farFrom(x, y, { left, right, top, bottom }) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}
function placeNear(box, near2, frame, gap, clear = []) {
  const centre = near2.left + near2.width / 2 - frame.left;
  const left = Math.max(8, Math.min(centre - box.width / 2, frame.width - box.width - 8));
  const above = near2.top - frame.top - box.height - gap;
  const bottom = near2.bottom - frame.top;
  const below = Math.min(bottom + gap, Math.max(bottom - 24, frame.height - box.height));
  const arrow = Math.max(16, Math.min(box.width - 16, centre - left));
  const middleOf = near2.top + (near2.bottom - near2.top) / 2 - frame.top - box.height / 2;
  const top = Math.max(8, Math.min(middleOf, frame.height - box.height - 8));
  const over2 = { left, top: above, side: "above", arrow };
  const under = { left, top: below, side: "below", arrow };
  const usual = above >= -gap ? over2 : under;
  const higher = Math.min(above, ...clear.map((one) => one.top - frame.top - box.height - gap));
  const places2 = [
    usual,
    ...usual === over2 && bottom + gap + box.height <= frame.height ? [under] : [],
    ...higher >= -gap ? [{ left, top: higher, side: "beside", arrow }] : [],
    { left: near2.left - frame.left - box.width - gap, top, side: "beside", arrow },
    { left: near2.left + near2.width - frame.left + gap, top, side: "beside", arrow }
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
var READ = 46;
var travelTime = (way) => way > FAR ? Math.min(640, 300 + way * 0.42) : 220;
var stagger = (count) => Math.min(70, 400 / Math.max(1, count));
var readingTime = (text, speed) => (1500 + READ * text.length) / speed;

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
    const near2 = board.buttonOf(this.key ?? void 0)?.getBoundingClientRect() ?? frame;
    const scale = frame.width / /** @type {Layout} */
    board.state.layout.width;
    const wide = Math.min(layout.width * scale, frame.width, innerWidth);
    dialog.style.width = `${wide}px`;
    const tall = dialog.getBoundingClientRect().height;
    const bottom = Math.min(frame.bottom, innerHeight - MARGIN);
    const below = near2.bottom + MARGIN + tall <= bottom;
    const top = below ? near2.bottom + MARGIN : near2.top - MARGIN - tall;
    const left = near2.left + near2.width / 2 - wide / 2;
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
    let next = this.element.firstChild;
    for (const [key, target] of Object.entries(targets)) {
      const entry = this.entries.get(key) ?? this.add(key);
      dress(entry, target, layout);
      if (next === entry.button) next = next.nextSibling;
      else this.element.insertBefore(entry.button, next);
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
var State = class {
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
    this.state = new State(house.box);
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
    this.state = new State(this.house.box);
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
    const near2 = this.buttonOf(key);
    if (this.closeup.explain(key, lines)) return;
    if (!near2) return;
    const { notices } = this.house;
    notices.explain(near2, lines, more);
    if (!piece) return;
    put(near2, "data-asked", false);
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

// src/ending.js
var Ending = class {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.shown = false;
  }
  /** Is there anything after the last step? A lesson in a cell of its own ends with it. */
  get exists() {
    return Boolean(this.player.around);
  }
  show() {
    const { player } = this;
    const { around } = player;
    if (!around) return;
    const { end } = player.parts;
    const { list, next, play, remember } = around;
    const link = (to, href, words, kind = "", sign = "") => html`<a class="es-button ${kind}" href="${href}" data-course-to="${to}"><span>${words}</span>${sign && icon(sign)}</a>`;
    const onward = next ? link(next.id, next.href, player.t("next-lesson", { title: next.title }), "es-main-button", "next") : play && html`<a class="es-button es-main-button" href="${play.href}"><span>${play.title}</span>${icon("next")}</a>`;
    this.shown = true;
    put(player.root, "data-ended", true);
    fillWith(
      end,
      html`<h3 tabindex="-1">${icon("done")} ${player.t("completed")} <span class="es-stars" aria-hidden="true">${player.parts.stars.textContent}</span></h3>
      <div class="es-remember"></div>
      <p class="es-onward">${onward} ${list && link("", list, player.t("all-lessons"))}</p>`
    );
    end.querySelector(".es-remember").append(...remember.map((node) => node.cloneNode(true)));
    end.hidden = false;
    end.querySelector("h3").focus({ preventScroll: true });
    player.house.voice.say(`${player.t("completed")}. ${end.querySelector(".es-remember").textContent}`);
    player.transport.show();
  }
  /** Back to the last step. */
  hide() {
    if (!this.shown) return;
    this.shown = false;
    put(this.player.root, "data-ended", false);
    this.player.parts.end.hidden = true;
  }
  /** Go on from here: to the next lesson, if there is one. */
  goOn() {
    const { next, play } = this.player.around ?? {};
    if (next) this.player.around?.go(next.id);
    else if (play) location.assign(play.href);
  }
};

// src/faces.js
var FITS = [
  [false, 1],
  [true, 1],
  [true, 0.94],
  [true, 0.88],
  [true, 0.82]
];
var Faces = class {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.face = "caption";
  }
  /** Is there room for one face only? */
  get single() {
    return this.player.root.dataset.width === "narrow";
  }
  /** @param {Faces["face"]} face */
  show(face) {
    this.face = face;
    put(this.player.root, "data-face", face);
    this.fit();
  }
  /** From the caption to an open question; false if there is none to turn to. */
  turn() {
    if (!this.single || this.face !== "caption" || !this.player.questions.open) return false;
    this.show("ask");
    this.player.questions.announce();
    return true;
  }
  /** Back to the caption; false if it is seen. */
  turnBack() {
    if (!this.single || this.face === "caption") return false;
    this.show("caption");
    return true;
  }
  /** The largest words that are all in sight. */
  fit() {
    const { root, parts } = this.player;
    const { side } = parts;
    if (!side) return;
    for (const [tight, scale] of FITS) {
      put(root, "data-tight", tight);
      side.style.setProperty("--es-words", scale);
      if (side.scrollHeight <= side.clientHeight + 1) return;
    }
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
    const said2 = ({ keys, lie, name }) => {
      if (name) return name;
      const labels = keys.map(labelOf).filter((label) => label !== null);
      return [...labels, ...lie ? [house.t("turn-by", { degrees: lie })] : []].join(" → ");
    };
    const item = (path, i) => html`<li><button class="es-button" data-do="choose" data-move="${i}">${said2(path)}</button></li>`;
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
    const line = (said2) => html`<p>${house.told(said2)} ${house.rules.chips(said2[1])}</p>`;
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
  explain(near2, lines, more = html``) {
    const { house } = this;
    const { bubble, board } = house.parts;
    this.hideBubble();
    this.asking = near2;
    put(near2, "data-asked", true);
    fillWith(
      bubble.children[1],
      html`${lines.map(([text, rules]) => html`<p>${text} ${house.rules.chips(rules)}</p>`)}${more}`
    );
    bubble.hidden = false;
    house.place(bubble, near2, board, 12, [...board.querySelectorAll(".es-target[data-lit]")]);
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
    const { asking } = this;
    this.hideBubble();
    asking?.focus();
  }
  /**
   * @param {string} text
   * @param {string} [tone]
   * @param {Html} [marked]  the same with chips and such
   */
  notify(text, tone = "warn", marked2 = html`${text}`) {
    const { notice } = this.house.parts;
    notice.dataset.tone = tone;
    fillWith(
      /** @type {Element} */
      notice.firstElementChild,
      marked2
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
    const said2 = (line, i) => html`<span class="es-said" data-head="${!line[1].length && i + 1 < lines.length}">${this.house.told(line)} ${this.house.rules.chips(line[1])} </span>`;
    this.notify(lines.map(([text]) => text).join(" "), "good", html`${lines.map(said2)}`);
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
function sheetText(box) {
  const sheet = (
    /** @type {HTMLElement} */
    document.getElementById(sheetId(box))
  );
  const writer = new XMLSerializer();
  const symbols = [...sheet.querySelectorAll("svg > *")].map((child) => writer.serializeToString(child));
  return { style: sheet.querySelector("style")?.textContent ?? "", symbols: symbols.join("") };
}

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
  place(box, near2, frame, gap, clear = []) {
    const outer = frame.getBoundingClientRect();
    box.style.maxWidth = `${Math.min(SMALL_SCREEN, outer.width - 16)}px`;
    const { left, top, side, arrow } = placeNear(rectOf(box), rectOf(near2), outer, gap, clear.map(rectOf));
    Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
    box.style.setProperty("--es-arrow", `${arrow}px`);
    box.dataset.side = side;
  }
  /**
   * Put a tip above what it explains, be it over the header: below it are hints and answers.
   * @param {HTMLElement} tip
   * @param {Element} near
   */
  placeTip(tip, near2) {
    const { left: x, top: y, width, bottom } = this.root.getBoundingClientRect();
    const top = this.root.closest(".jp-Notebook") ? y : 0;
    tip.style.maxWidth = `${Math.min(SMALL_SCREEN, width - 16)}px`;
    const frame = new DOMRect(x, top, width, bottom - top);
    const place = placeNear(rectOf(tip), rectOf(near2), frame, 8);
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

// src/knowledge.js
var FORMAT = "escale-learners/1";
var FIRST = "1";
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
  const answer2 = how(learners2);
  unkept = storeLearners(learners2) ? null : learners2;
  for (const heard of watchers) heard();
  return answer2;
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
function learners() {
  const found = all();
  return Object.entries(found.learners).map(([id, { name }]) => ({ id, name, current: id === found.current }));
}
var isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
var between = (value, least, most) => typeof value === "number" && value >= least && value <= most;
var isCard = (card) => isTable(card) && between(card.stability, 1e-3, 36500) && between(card.difficulty, 1, 10) && between(card.last, 0, 864e13) && between(card.due, 0, 864e13) && ["good", "hard", "again"].includes(card.grade) && between(card.right, 0, 1e9) && between(card.wrong, 0, 1e9);
var isLearner = (found) => isTable(found) && typeof found.name === "string" && isTable(found.met) && Object.keys(found.met).every((rule) => RULE.test(rule)) && isTable(found.cards) && Object.entries(found.cards).every(([rule, card]) => RULE.test(rule) && isCard(card)) && Array.isArray(found.lessons) && found.lessons.every((lesson) => typeof lesson === "string");
var isLearners = (found) => isTable(found) && found.format === FORMAT && isTable(found.learners) && Object.hasOwn(found.learners, found.current) && Object.values(found.learners).every(isLearner);

// src/lesson_acts.js
function nameOfKey(player, pressed, target) {
  const key = pressed.length > 1 ? pressed : pressed.toLowerCase();
  const free = !player.parts.hand.contains(target) && !target.matches("input");
  const names = {
    ...{ ArrowRight: free && "next", ArrowLeft: free && "back", PageDown: "next", PageUp: "back" },
    ...{ Home: free && "first", End: free && "last", n: "next", p: "back" },
    ...{ h: player.step.ask && "hint", " ": free && !target.matches("button, a") && "autoplay" }
  };
  return names[key];
}
function actsOf(player) {
  const stopped = (go) => () => {
    player.transport.stop();
    go();
  };
  const { scene } = player.board.table;
  return {
    ...player.board.acts(),
    ...player.questions.acts(),
    next: stopped(() => player.forward()),
    back: () => player.backward(),
    first: stopped(() => player.jump(0)),
    last: stopped(() => player.jump(player.steps.length - 1)),
    go: (button) => stopped(() => player.jump(Number(button.dataset.step)))(),
    autoplay: () => player.transport.autoplay(),
    speed: () => player.transport.faster(),
    lang: ({ dataset }) => player.around ? player.around.speak(dataset.lang) : player.language(dataset.lang),
    menu: () => player.menu.toggle(),
    "full-screen": () => fillScreen(player.root),
    hint: () => player.questions.hint(),
    retry: () => player.questions.retry(),
    words: () => player.house.dialogs.words([scene.heading, scene.status, ...scene.words]),
    undo: () => player.backward(),
    redo: stopped(() => player.forward()),
    try: () => player.trial.ask(),
    "end-trial": () => player.trial.end(true)
  };
}

// src/lesson_markup.js
function lessonMarkup(house, lesson, { title, steps }, list) {
  const t = (name, facts = {}) => house.t(name, facts);
  const button = (what, kind = "") => html`<button class="es-button ${kind}" data-do="${what}" data-part="${what}Button" aria-label="${t(what)}" title="${t(what)}">${icon(what)}<span>${t(what)}</span></button>`;
  const dot = ({ ask }, i) => html`<button class="es-dot" data-do="go" data-step="${i}">${ask ? "?" : ""}</button>`;
  return html`<section class="es-house" aria-label="${title}">
      <header class="es-head">
        ${list && html`<a class="es-button es-bare es-list" href="${list}" data-course-to="" aria-label="${t("all-lessons")}" title="${t("all-lessons")}">${icon("back")}</a>`}
        ${house.mark()}
        <div class="es-title"><h2>${title}</h2><span class="es-heading"><span class="es-game">${house.title}${lesson.number ? " · " : ""}</span>${lesson.number ? t("lesson-of", lesson) : ""}</span></div>
        <button class="es-button es-main-button" data-do="end-trial" data-part="endButton" hidden>${icon("back")}<span>${t("back-to-lesson")}</span></button>
        <span class="es-done" data-part="done" hidden>${icon("done")}<span>${t("completed")}</span></span>
        <span class="es-stars" data-part="stars" role="img"></span>
        ${button("rules")}
        ${document.fullscreenEnabled && button("full-screen", "es-bare")}
        <span class="es-menu" data-part="menu">
          <button class="es-button es-bare" data-do="menu" aria-label="${t("menu")}" aria-expanded="false">${icon("menu")}</button>
          <span class="es-menu-list" data-part="menuList" hidden>
            ${["words", "help"].map((what) => html`<button data-do="${what}">${t(what)}</button>`)}
          </span>
        </span>
        ${house.languages()}
      </header>
      <div class="es-main">
        ${house.partlyMarkup()} ${house.noticeMarkup()}
        ${house.boardMarkup()}
        <div class="es-trial" data-part="trial" hidden></div>
      </div>
      <aside class="es-side" data-part="side" aria-label="${t("step")}">
        <section class="es-panel es-words" data-part="words" aria-live="polite"></section>
        <section class="es-panel es-ask" data-part="question" aria-label="${t("question")}" hidden></section>
        <section class="es-panel es-end" data-part="end" aria-label="${t("remember")}" hidden></section>
        <section class="es-panel es-rulecard" data-part="card" aria-label="${t("rule")}"></section>
      </aside>
      <nav class="es-transport" aria-label="${t("steps")}">
        ${button("first", "es-bare")}${button("back", "es-bare")}${button("autoplay", "es-bare")}${button("next", "es-main-button")}${button("last", "es-bare")}
        <span class="es-dots" data-part="dots">${steps.map(dot)}</span>
        <input type="range" data-part="slider" min="1" max="${steps.length}" aria-label="${t("step")}">
        <button class="es-button" data-do="speed" data-part="speedButton"></button>
        ${button("try")}
      </nav>
      ${house.ending()}
    </section>`;
}
function foldLesson(house, small) {
  const { menu, menuList, speedButton, tryButton, "full-screenButton": full } = house.parts;
  const languages = (
    /** @type {Element} */
    house.root.querySelector(".es-lang")
  );
  if (menuList.contains(speedButton) === small) return;
  const screen = full ? [full] : [];
  if (small) menuList.prepend(languages, speedButton, ...screen);
  else {
    menu.before(...screen);
    menu.after(languages);
    tryButton.before(speedButton);
  }
}

// src/routes.js
var NEAR = 44;
var STEP = 5;
var BESIDE = [1.5, 5];
var EDGE = 3;
var ROUND = 9;
function routeBetween(from, to, others = [], size = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]) {
  const [a, b] = [from, to].map((rect) => {
    const [x, y] = middle(rect);
    return { x, y };
  });
  const way = distance(a, b);
  if (way < NEAR) return null;
  const near2 = others.filter((rect) => !same(rect, from) && !same(rect, to));
  let best = null;
  for (const { d, points } of [...bends(a, b, way), ...corners(a, b, from, to)]) {
    if (points.some(({ x, y }) => x < 1 || y < 1 || x > size[0] - 1 || y > size[1] - 1)) continue;
    const { long, over: over2, touching } = look(points, from, to, near2);
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
    const found = from && to && routeBetween(from, to, this.lying(), [width, height]);
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

// src/question_choose.js
var choose = {
  show: (questions, ask) => {
    const { wrong, solved } = questions.given;
    const { player } = questions;
    const option = ([label, right], i) => {
      const state = solved && right ? "right" : wrong.includes(i) ? "wrong" : "";
      return html`<button class="es-button es-choice" data-do="choose-answer" data-answer="${i}" ${(solved || wrong.includes(i)) && "disabled"} data-state="${state}">${player.badgeOf(label)}<span>${label}</span></button>`;
    };
    return html`<p class="es-choices" ${(ask.options?.length ?? 0) > 4 && "data-many"}>${ask.options?.map(option)}</p>`;
  },
  solution: (_, ask) => ask.options?.find(([, right]) => right)?.[0] ?? "",
  acts: (questions) => ({
    "choose-answer": (button) => answer(questions, Number(button.dataset.answer))
  })
};
function answer(questions, number) {
  const { ask, given, player } = questions;
  const option = ask?.options?.[number];
  if (!ask || !option || given.solved || given.wrong.includes(number)) return;
  questions.takeBack(false);
  if (option[1]) {
    questions.succeed();
    return;
  }
  given.wrong.push(number);
  given.verdict = () => {
    const now = (
      /** @type {Ask} */
      questions.ask
    );
    const [label, , wrong] = now.options?.[number] ?? option;
    if (wrong && (now.made || now.tried)) return wrong;
    return `${player.t("wrong", { answer: label[0].toUpperCase() + label.slice(1).replace(/\.$/, "") })} ${wrong}`;
  };
  questions.show();
  if (ask.made) questions.fail([ask.made]);
  player.house.voice.say(given.verdict());
  player.drawMarks(ask.look, ask.tried);
  questions.shake();
}

// src/question_move.js
var BRIEF = /\s*[,:;.(]/;
var move = {
  show: ({ player }) => html`<p class="es-quiet es-on-board">${player.t("on-the-board")}</p>`,
  /** What is touched for the move, each by its name only: a label goes on to describe the thing. */
  solution: ({ board }, ask) => {
    const { targets } = board.table.scene;
    const names = Object.keys(ask.right)[0].split("|").filter((key) => targets[key]).map((key) => board.labelOf(key).split(BRIEF)[0]);
    return names.map((name) => name[0].toLowerCase() + name.slice(1)).join(", ");
  },
  complete: (questions, ask, { keys }) => {
    const { given, player, board } = questions;
    const path = keys.join("|");
    if (path in ask.right) {
      given.made = ask.right[path];
      questions.succeed();
      board.play([{ scene: { pieces: given.made } }]);
      return;
    }
    given.wrong.push(path);
    given.verdict = () => `${/** @type {Ask} */
    questions.ask.wrong[path][0]} ${player.t("not-the-goal")}`;
    questions.show();
    const [, ...moments] = ask.wrong[path];
    questions.fail(moments);
    player.house.voice.say(given.verdict());
    questions.shake();
  }
};

// src/questions.js
var FAILING = 2e3;
var KINDS = { choose, move };
var MARKS = { right: "done", wrong: "close", hint: "bulb" };
var kindOf = (ask) => KINDS[ask.kind];
var FEW = 3;
var Questions = class {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.answers = /* @__PURE__ */ new Map();
    this.failing = null;
    this.earned = {};
  }
  get board() {
    return this.player.board;
  }
  /** The question of this step. @returns {Ask | undefined} */
  get ask() {
    return this.player.step.ask;
  }
  /** @returns {Given} */
  get given() {
    const { at } = this.player;
    const fresh = { wrong: [], solved: false, hints: 0, verdict: () => "" };
    if (!this.answers.has(at)) this.answers.set(at, fresh);
    return (
      /** @type {Given} */
      this.answers.get(at)
    );
  }
  /** Is a question open? */
  get open() {
    return Boolean(this.ask && !this.given.solved);
  }
  /** Is there help? A lesson that is played alone has none until an answer was wrong. */
  get helps() {
    return !this.player.lesson.alone || this.given.wrong.length > 0;
  }
  // --- what is shown
  show() {
    const { ask, player } = this;
    const { question, nextButton } = player.parts;
    question.hidden = !ask;
    if (!ask) return;
    const { given } = this;
    const { solved, hints, verdict } = given;
    const said2 = verdict();
    const focused = question.contains(document.activeElement);
    const help = ["hint", "hint-more", "solution"][Math.min(hints, 2)];
    const tip = hints > 1 && ask.hint && !solved && html`<p class="es-hint">${icon("bulb")} ${ask.hint}</p>`;
    const told = said2 && html`<p class="es-verdict" data-state="${solved ? "right" : "wrong"}">${said2} ${player.house.rules.chips(ask.rules)}</p>`;
    const button = (what, sign, words) => html`<button class="es-button" data-do="${what}">${icon(sign)}<span>${player.t(words)}</span></button> `;
    const answered = said2 || tip;
    const state = solved ? "right" : given.wrong.length && said2 ? "wrong" : answered ? "hint" : "open";
    const more = !solved && html`<p class="es-helps">${answered && button("retry", "turn", "retry")}${this.helps && button("hint", "bulb", help)}</p>`;
    question.dataset.state = state;
    fillWith(
      question,
      html`<p class="es-quiet es-where"><span class="es-mark-ask">${MARKS[state] ? icon(MARKS[state]) : "?"}</span> ${player.where()} · ${player.t(`ask-${state === "open" ? ask.kind : state}`)}</p>
      <h3 class="es-asked"><span class="es-mark-ask">?</span> ${ask.text}</h3>${kindOf(ask).show(this, ask)} ${tip} ${told} ${more}`
    );
    player.faces.show(answered ? "said" : "ask");
    if (focused) (solved ? nextButton : question.querySelector("button:enabled"))?.focus({ preventScroll: true });
  }
  /** The question again, and the board as it was. */
  retry() {
    this.takeBack();
    this.player.faces.show("ask");
    this.player.parts.question.querySelector("button:enabled:not([data-do])")?.focus({ preventScroll: true });
  }
  /** Say the question to somebody who has come to it; the caption above it is a live region itself. */
  announce() {
    if (this.ask && this.open) this.player.house.voice.say(this.ask.text);
  }
  /** Where to look, once somebody has asked for help. */
  looks() {
    return this.ask && this.open && this.given.hints ? this.ask.look : [];
  }
  // --- help
  /** A hint in two stages: where to look, then what; after that the solution. */
  hint() {
    const { ask, given, player } = this;
    if (!ask || given.solved || !this.helps) return;
    this.takeBack();
    given.hints += 1;
    if (given.hints === 1 && (!ask.look.length || ask.look.length > FEW && ask.hint)) given.hints = 2;
    if (given.hints === 2 && !ask.hint) given.hints = 3;
    given.verdict = () => given.hints === 1 ? player.t("look-there") : "";
    if (given.hints > 2) {
      this.solve(() => {
        const now = (
          /** @type {Ask} */
          this.ask
        );
        return this.withReason(player.t("solution-is", { answer: kindOf(now).solution(this, now) }));
      });
      return;
    }
    this.show();
    player.house.voice.say(given.hints === 2 ? ask.hint : given.verdict());
    player.drawMarks();
  }
  // --- answers
  /**
   * The question is answered, by the learner or for them.
   * @param {() => string} verdict
   */
  solve(verdict) {
    const { given, player } = this;
    given.solved = true;
    given.verdict = verdict;
    this.board.shut();
    player.house.rules.show(player.rule);
    this.show();
    player.house.voice.say(verdict());
    player.drawMarks();
  }
  /** A right answer; a star if it is the first one, without a hint. */
  succeed() {
    const { wrong, hints } = this.given;
    const first = !wrong.length && !hints;
    if (first) this.addStar();
    this.solve(() => this.withReason(this.player.t(first ? "right-first" : "right")));
    this.player.parts.nextButton.focus({ preventScroll: true });
  }
  /** A verdict, and why the right answer is right. @param {string} verdict */
  withReason(verdict) {
    return [verdict, this.ask?.because].filter(Boolean).join(" ");
  }
  /** What the buttons of questions do. @returns {Record<string, (button: any) => void>} */
  acts() {
    return Object.assign({}, ...Object.values(KINDS).map((kind) => kind.acts?.(this)));
  }
  /** A move is made on the board. @param {Path} path */
  complete(path) {
    const { ask, given, board } = this;
    const complete = ask && !given.solved && kindOf(ask).complete;
    if (ask && complete) complete(this, ask, path);
    else board.picking.set([]);
  }
  /** Why something cannot be picked: the lesson has brought the reasons along. @param {string[]} keys */
  why(keys) {
    const { ask, board } = this;
    const key = (
      /** @type {string} */
      keys.at(-1)
    );
    const found = ask?.why?.[(board.state.choices.ordered ? keys : [...keys].sort()).join("|")] ?? ask?.why?.[key];
    if (ask && found) {
      board.explain(
        key,
        found.map((number) => ask.sentences[number])
      );
    } else this.player.house.voice.say(board.labelOf(key));
  }
  // --- a wrong move on the board
  /** Show what was not meant to happen, and take it back. @param {Record<string, Piece | null>[]} moments */
  fail(moments) {
    this.takeBack(false);
    this.board.play(moments.map((pieces) => ({ scene: { pieces } })));
    const timer = setTimeout(() => this.takeBack(), FAILING * moments.length);
    this.failing = { pieces: Object.assign({}, ...moments), timer };
  }
  /** A wrong move goes back to where it came from. @param {boolean} [moving] */
  takeBack(moving = true) {
    if (!this.failing) return;
    const { pieces } = this.failing;
    this.forgetFailing();
    this.board.skip();
    if (moving) this.board.play([this.undoOf(pieces)]);
    else this.board.apply(this.undoOf(pieces), false);
  }
  forgetFailing() {
    clearTimeout(this.failing?.timer);
    this.failing = null;
  }
  /**
   * The frame that puts these pieces back where the step has them.
   * @param {Record<string, Piece | null>} pieces
   * @returns {Frame & {scene: {pieces: Record<string, Piece | null>}}}
   */
  undoOf(pieces) {
    const { scene } = this.player.tableAfter(this.player.at);
    return {
      scene: { pieces: Object.fromEntries(Object.keys(pieces).map((key) => [key, scene.pieces[key] ?? null])) }
    };
  }
  shake() {
    if (still()) return;
    this.player.parts.board.animate(
      [0, -4, 4, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
      260
    );
  }
  // --- stars
  addStar() {
    const { player } = this;
    const step = player.at + 1;
    const kept = storeStar(player.lesson.id, step);
    this.earned = { ...this.earned, [step]: 1 };
    player.onStars({ ...kept, ...this.earned });
    player.showStars();
  }
};

// src/transport.js
var SPEEDS = [1, 1.5, 2, 0.5];
var Transport = class {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.playing = false;
    this.speed = SPEEDS[0];
    this.reached = 0;
    this.timer = void 0;
  }
  show() {
    const { at, steps, step, parts, root } = this.player;
    parts.firstButton.disabled = parts.backButton.disabled = at === 0;
    const { exists, shown } = this.player.ending;
    const last = at + 1 === steps.length;
    const { next, play } = this.player.around ?? {};
    parts.nextButton.disabled = last && !(exists && (!shown || next || play));
    parts.lastButton.disabled = last && !shown;
    const words = this.player.t("autoplay");
    fillWith(parts.autoplayButton, html`${icon(this.playing ? "pause" : "autoplay")}<span>${words}</span>`);
    put(parts.autoplayButton, "aria-pressed", String(this.playing));
    const speed = this.player.t("speed");
    fillWith(parts.speedButton, html`<span>${speed}</span> ${this.speed}×`);
    put(parts.speedButton, "aria-label", `${speed} ${this.speed}×`);
    parts.slider.value = at + 1;
    put(parts.slider, "aria-valuetext", `${at + 1} / ${steps.length}, ${step.title}`);
    this.reached = Math.max(this.reached, at);
    for (const [i, dot] of [...parts.dots.children].entries()) {
      const where = this.player.t("step-of", { step: i + 1, steps: steps.length });
      const told = i <= this.reached ? [steps[i].title] : [];
      put(dot, "aria-label", [where, ...told].join(", "));
      put(dot, "title", told[0] ?? where);
      put(dot, "aria-current", i === at ? "step" : null);
      put(dot, "data-past", i < at);
    }
    parts.tryButton.hidden = !this.player.kernel;
    const active = (
      /** @type {HTMLButtonElement | null} */
      document.activeElement
    );
    if (active?.disabled && root.contains(active)) root.focus({ preventScroll: true });
  }
  autoplay() {
    const { player } = this;
    if (this.playing) {
      this.stop();
      return;
    }
    if (player.at + 1 >= player.steps.length) player.jump(0);
    this.playing = true;
    this.show();
    this.wait();
  }
  /** Let a step be read, then go on; a question stops it. */
  wait() {
    const { player } = this;
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (player.questions.open) {
      this.stop();
      player.faces.turn();
      return;
    }
    const next = () => {
      player.forward();
      this.wait();
    };
    this.timer = setTimeout(next, readingTime(player.step.text, this.speed));
  }
  stop() {
    clearTimeout(this.timer);
    this.playing = false;
    this.show();
  }
  /** The next of the speeds. */
  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.show();
  }
};

// src/files.js
var TYPE = "image/svg+xml";
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
function give(stage, name, blob, sentence) {
  if (!blob) return;
  download(name, blob);
  stage.house.notices.notify(stage.t(sentence, { file: name }), "good");
}
async function givePicture(stage, kind) {
  const name = `${stage.box.game}-${stage.table.ply}.${kind}`;
  give(stage, name, await pictureOf(stage.board, kind), "picture-saved");
}
async function pictureOf(board, kind) {
  board.skip();
  board.picture.motion.finish();
  const svg = portrait(board);
  if (kind === "svg") return new Blob([svg], { type: TYPE });
  const { width, height } = (
    /** @type {Layout} */
    board.state.layout
  );
  const image = new Image();
  image.src = `data:${TYPE};charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done));
}
function portrait({ picture, hand, house }) {
  const { width, height, scenery, cover } = picture.layout;
  const { game } = house.box;
  const { style, symbols } = sheetText(house.box);
  const pieces = new XMLSerializer().serializeToString(picture.floor).replaceAll(" picked", "");
  const plates = [...hand.entries.values()].filter(({ box, target }) => box && target?.[2]).map(plate);
  return `<svg xmlns="${SVG}" class="es-picture es-${game}" data-theme="${house.theme}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>${style}</style><defs>${symbols}</defs>${scenery}${pieces}${plates.join("")}${cover}</svg>`;
}
function plate({ box, target }) {
  const [x, y, w, tall] = box ?? [0, 0, 0, 0];
  const caption = target?.[2] ?? "";
  const size = Math.min(20, tall * 0.42, w / (0.56 * caption.length));
  return html`<g class="es-plate"><rect x="${x}" y="${y}" width="${w}" height="${tall}" rx="8"/><text class="serif bold" x="${x + w / 2}" y="${y + tall / 2}" font-size="${size}" text-anchor="middle" dominant-baseline="central">${caption}</text></g>`;
}

// src/acts.js
function acts(stage) {
  const { dialogs } = stage.house;
  return {
    ...stage.board.acts(),
    menu: () => stage.menu.toggle(),
    lang: ({ dataset: { lang } }) => pageSpeaks(lang) || stage.ask("lang", { lang }),
    "show-log": () => dialogs.log(stage.table.log, stage.table.scene.seats, stage.log),
    "full-screen": () => fillScreen(stage.root),
    undo: () => stage.step("undo"),
    redo: () => stage.step("redo"),
    save: () => stage.ask("save"),
    load: () => stage.parts.file.click(),
    svg: () => givePicture(stage, "svg"),
    png: () => givePicture(stage, "png"),
    hurry: () => stage.ask("hurry"),
    review: () => stage.ask("review"),
    go: (button) => dialogs.goTo(button.dataset.ply),
    "play-on": (button) => {
      dialogs.dialog.close();
      stage.ask("again", { ply: Number(button.dataset.ply) });
    },
    hint: () => stage.table.hand && stage.ask("hint", { ply: stage.table.ply }),
    new: () => stage.openNew(),
    "new-game": () => stage.openNew(),
    words: () => stage.openWords(),
    log: () => stage.log.show(stage.table.log, stage.table.scene.seats, Number.POSITIVE_INFINITY),
    link: () => stage.ask("link"),
    invite: () => stage.invite.ask(),
    ...stage.invite.acts(),
    lift: () => stage.lift(),
    coach: () => stage.coach.toggle(),
    "coach-met": () => stage.coach.openMet(),
    "coach-answer": () => stage.coach.answer()
  };
}

// src/coaching.js
var MOST = 3;
var PATIENCE2 = 2;
var Coaching = class {
  /**
   * @param {Record<string, Rule>} rules
   * @param {Learner} learner
   */
  constructor(rules, learner) {
    this.rules = rules;
    this.learner = learner;
    this.begin([]);
  }
  /**
   * A game, from the start or from its middle: what is in its log already is no news.
   * @param {Line[]} log
   */
  begin(log) {
    this.came = /* @__PURE__ */ new Set();
    this.told = /* @__PURE__ */ new Set();
    this.news = [];
    this.waiting = [];
    this.asked = /* @__PURE__ */ new Set();
    this.choices = [];
    this.chosen = /* @__PURE__ */ new Set();
    this.refusals = /* @__PURE__ */ new Map();
    this.note = null;
    for (const [, rules] of log) for (const rule of rules) this.came.add(rule);
    this.waiting = [...this.came].filter((rule) => this.isNew(rule));
    if (!log.length) this.comes(Object.keys(this.rules).filter((rule) => this.rules[rule].coach?.start));
  }
  /** @param {string} rule */
  isNew(rule) {
    return rule in this.rules && !this.learner.met(rule);
  }
  /** @param {Line[]} lines  that have been added to the log */
  hear(lines) {
    this.comes(lines.flatMap(([, rules]) => rules));
  }
  /** @param {string[]} rules */
  comes(rules) {
    for (const rule of rules) {
      this.came.add(rule);
      const said2 = this.news.includes(rule) || this.note?.rule === rule;
      if (!said2 && this.isNew(rule)) this.news.push(rule);
    }
  }
  /** The learner does something: what was said of the moment before is out of date. */
  moves() {
    this.note = null;
    for (const key of this.choices) this.chosen.add(key);
    this.choices = [];
    const news = this.news.filter((rule) => !this.rules[rule].coach?.start);
    this.waiting = [...news, ...this.waiting.filter((rule) => !news.includes(rule))];
    this.news = [];
  }
  /**
   * It is quiet: is there anything to say? At most one thing until the learner moves.
   * @param {{over: boolean, choices: string[]}} now  the keys that can be chosen
   * @returns {Note | null}
   */
  speak({ over: over2, choices }) {
    this.choices = choices;
    if (over2) this.note = { kind: "end", rule: "" };
    this.note ??= this.newRule(choices) ?? this.question(choices);
    return this.note;
  }
  /** The aim of the game, then the choice that there is, then what has just happened. @param {string[]} choices @returns {Note | null} */
  newRule(choices) {
    const news = this.news.filter((rule2) => this.isNew(rule2));
    const isChoice = (rule2) => this.isNew(rule2) && has(choices, this.rules[rule2].coach?.choice);
    const rule = news.find((one) => this.rules[one].coach?.start) ?? Object.keys(this.rules).find(isChoice) ?? news.find((one) => this.rules[one].coach?.first) ?? news[0];
    if (!rule) return null;
    this.say([rule]);
    return { kind: "new", rule };
  }
  /** Only where the learner has had such a choice before. @param {string[]} choices @returns {Note | null} */
  question(choices) {
    const isAhead = (rule2) => {
      const before = this.rules[rule2].coach?.before;
      return !this.asked.has(rule2) && this.isNew(rule2) && has(choices, before) && has([...this.chosen], before);
    };
    const rule = Object.keys(this.rules).find(isAhead);
    if (!rule) return null;
    this.asked.add(rule);
    return { kind: "ask", rule };
  }
  /** The learner wants to know: the question becomes its answer, and that rule has been met. */
  answer() {
    if (this.note?.kind !== "ask") return;
    const { rule } = this.note;
    this.say([rule]);
    this.note = { kind: "answer", rule };
  }
  /** These have been said now: they are not new any more. @param {string[]} rules */
  say(rules) {
    const told = rules.filter((rule) => this.isNew(rule));
    for (const rule of told) {
      this.came.add(rule);
      this.told.add(rule);
    }
    this.learner.meet(told);
    this.news = this.news.filter((rule) => !rules.includes(rule));
    this.waiting = this.waiting.filter((rule) => !rules.includes(rule));
  }
  /**
   * A click was refused by these rules.
   * @param {string[]} rules
   * @returns {{fresh: string[], lesson: string | null}}  those that are said for the first time, and the rule whose lesson helps
   */
  refuse(rules) {
    const fresh = rules.filter((rule) => this.isNew(rule));
    this.say(fresh);
    for (const rule of rules) this.refusals.set(rule, (this.refusals.get(rule) ?? 0) + 1);
    const often = rules.find((rule) => (this.refusals.get(rule) ?? 0) >= PATIENCE2 && this.rules[rule]?.step);
    return { fresh, lesson: often ?? null };
  }
  /** What is worth practising: what was refused, then what was new. */
  advice() {
    const refused = [...this.refusals.keys()].sort(
      (a, b) => Number(this.refusals.get(b)) - Number(this.refusals.get(a))
    );
    const all2 = /* @__PURE__ */ new Set([...refused, ...this.told, ...this.waiting, ...this.news]);
    return [...all2].filter((rule) => rule in this.rules && !this.learner.known(rule)).slice(0, MOST);
  }
};
var has = (keys, kind) => Boolean(kind) && keys.some((key) => key.startsWith(String(kind)));

// src/coach.js
var LONG = 60;
var Coach = class {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.coaching = this.fresh();
    this.chosen = null;
    this.switched = null;
    this.written = {};
    this.ply = -1;
    this.moment = "";
    this.unheard = [];
    this.thinking = void 0;
  }
  get house() {
    return this.stage.house;
  }
  fresh() {
    const { rules, lessons } = this.stage.box.rules;
    taught(lessons ?? {});
    return new Coaching(rules, { met, meet, known: (rule) => degree(rule) === "known" });
  }
  /** @param {string} name @param {Record<string, any>} [facts] */
  t(name, facts) {
    return this.stage.t(name, facts);
  }
  // --- whether, and for whom
  /** By what name this browser remembers whether the coach is silent. */
  get place() {
    return this.stage.keeper?.name || this.stage.box.game;
  }
  /** For which seat; null where there is nobody to speak for. @returns {number | null} */
  get seat() {
    const { coach, reader, hand } = this.stage.table;
    return hand ? this.chosen ?? coach?.seat ?? reader : null;
  }
  /** Does somebody want it? null: nobody has said. @returns {boolean | null} */
  get wanted() {
    const { coach, reader } = this.stage.table;
    const asked = coach?.on || asksForCoach() && reader !== null || null;
    return this.switched ?? storedCoach(this.place) ?? asked;
  }
  /** Is there one at this table, be it silent? */
  get here() {
    const { coach, hand } = this.stage.table;
    return Boolean(hand && !this.isShared && (coach || this.wanted !== null));
  }
  /** Several pages share the table: the coach is for one. */
  get isShared() {
    return Boolean(this.stage.keeper?.company.told);
  }
  get on() {
    return Boolean(this.here && this.seat !== null && this.wanted);
  }
  /** Does the learner look at the table now? */
  get isSeen() {
    const { seat, curtain } = this.stage.table;
    return this.on && curtain == null && seat === this.seat;
  }
  /** Silence it, or bring it back: for whoever asks. */
  toggle() {
    const { seat, levels } = this.stage.table;
    if (!this.on && this.seat === null && levels[seat] === "person") this.chosen = seat;
    this.switched = !this.on;
    storeCoach(this.place, this.switched);
    this.show();
    this.stage.fit();
    this.stage.wake();
  }
  /** Another game is asked for, with a coach or without: what was clicked before counts no more. */
  forgetSwitch() {
    this.chosen = this.switched = null;
    storeCoach(this.place, null);
  }
  // --- what it hears
  /** All of a table: another game, or the same once more. @param {Table} table */
  open(table) {
    this.written = {};
    this.moment = "";
    this.unheard = [];
    if (table.ply === this.ply) this.coaching.hear(table.log);
    else {
      this.coaching = this.fresh();
      this.coaching.begin(table.log);
    }
    this.ply = table.ply;
    this.show();
  }
  /** Another box: another game. */
  reset() {
    this.ply = -1;
    this.written = {};
    this.unheard = [];
  }
  /** Thought about later: to read what a learner has met takes time that belongs to the board. @param {Line[]} lines */
  hear(lines) {
    this.unheard.push(...lines);
  }
  catchUp() {
    this.coaching.hear(this.unheard.splice(0));
  }
  /** The learner has done something. */
  moves() {
    this.catchUp();
    this.moment = "";
    this.coaching.moves();
    if (this.on && this.stage.ready()) this.house.rules.show(null);
    this.show();
  }
  /** What was asked is to be answered. */
  answer() {
    this.coaching.answer();
    this.show();
    const said2 = (
      /** @type {HTMLElement | null} */
      this.house.parts.coachNote.firstElementChild
    );
    put(said2, "tabindex", "-1");
    said2?.focus({ preventScroll: true });
  }
  /** Nothing moves at the table: once the board is shown, it is time to speak. */
  quiet() {
    this.thinking ??= setTimeout(() => {
      this.thinking = void 0;
      if (this.stage.ready() && !this.stage.running) this.think();
    });
  }
  think() {
    const { table, board } = this.stage;
    if (board.state.pending) return;
    this.catchUp();
    this.ply = table.ply;
    if (asksForCoach() && !table.coach && !table.ply) return;
    const now = [table.ply, table.seat, table.curtain, table.more, table.over, this.on].join();
    if (this.moment === now) return;
    this.moment = now;
    if (!this.isSeen) {
      this.coaching.note = null;
    } else if (!table.more || table.over) {
      this.coaching.speak({ over: table.over, choices: table.scene.choices.keys ?? [] });
    }
    this.show();
  }
  /**
   * A click was refused: what the coach adds to that.
   * @param {Line[]} lines
   */
  refused(lines) {
    if (!this.isSeen) return html``;
    this.catchUp();
    const { fresh, lesson } = this.coaching.refuse([...new Set(lines.flatMap(([, rules]) => rules))]);
    const says = fresh.map((rule) => html`<p class="es-coached">${this.label("coach-new")} ${this.says(rule)}</p>`);
    return html`${says}${lesson && html`<p class="es-coached">${this.lessonOf(lesson)}</p>`}`;
  }
  // --- what is shown
  /** @param {string} rule */
  says(rule) {
    const [, short, , coach] = this.stage.box.rules.rules[rule][this.house.lang];
    return coach || short;
  }
  /** @param {string} name */
  label(name) {
    return html`<span class="es-coach-label">${this.t(name)}</span>`;
  }
  /** A sentence, its rule, and whose rule it is. @param {string} rule */
  sentence(rule) {
    const [, , reason] = this.stage.box.rules.rules[rule][this.house.lang];
    const ours = reason && html`<span class="es-ruling">${this.t("ruling")}</span>`;
    return html`${this.says(rule)} ${this.house.rules.chips([rule])}${ours}`;
  }
  /** @param {string} rule */
  lessonOf(rule) {
    const [lesson, step] = String(this.stage.box.rules.rules[rule].step).split("#");
    const href = lessonLink(this.stage.root, this.stage.box.game, lesson, step);
    if (href) return html`<a class="es-link" href="${href}">${this.t("coach-lesson")}</a>`;
    return html`${this.t("coach-cell")} <code>escale.lesson("${lesson}", step=${step})</code>`;
  }
  /** @param {string} rule */
  practiceOf(rule) {
    const { root, box } = this.stage;
    const href = practiceLink(root, box.game, rule);
    if (href) return html`<a class="es-button es-main-button" href="${href}">${this.t("coach-practise")}</a>`;
    return html`<code>escale.practice("${box.game}", rule="${rule}")</code>`;
  }
  note() {
    const { note } = this.coaching;
    if (!this.isSeen || !note) return html``;
    if (note.kind === "end") return this.ending();
    if (note.kind !== "ask") {
      const label = this.label(note.kind === "new" ? "coach-new" : "coach-answer");
      return said(this.says(note.rule), html`${label} ${this.sentence(note.rule)}`);
    }
    const [, , , , ask] = this.stage.box.rules.rules[note.rule][this.house.lang];
    const see = html`<button class="es-button" data-do="coach-answer">${this.t("coach-see")}</button>`;
    return html`${said(ask, html`${this.label("coach-ask")} ${ask}`)}${see}`;
  }
  /** At the end: what was met, and what to practise; the rest is a click away. */
  ending() {
    const { came, told } = this.coaching;
    const advice = this.coaching.advice();
    const name = told.size ? "coach-end" : advice.length ? "coach-end-old" : "coach-end-known";
    const words = this.t(name, { rules: came.size, fresh: told.size });
    const worth = html`<span class="es-coach-worth">${this.t("coach-advice")} ${this.house.rules.chips(advice)}</span>`;
    const link = advice.length > 0 && practiceLink(this.stage.root, this.stage.box.game, advice[0]);
    return html`<p><button class="es-link" data-do="coach-met">${words}</button> ${advice.length > 0 && worth}</p>${link && this.practiceOf(advice[0])}`;
  }
  /** What stands there while it says nothing. */
  rest() {
    const { came } = this.coaching;
    if (!this.on)
      return html`${this.t("coach-off")} <button class="es-link" data-do="coach">${this.t("coach-back")}</button>`;
    if (!this.isSeen) return html``;
    if (!came.size) return html`${this.t("coach-none")}`;
    return html`<button class="es-link" data-do="coach-met">${this.t("coach-count", { rules: came.size })}</button>`;
  }
  /** A dot a rule: met in this game, just now, not yet said, still to come. */
  dots() {
    const { came, note, news, waiting } = this.coaching;
    const unsaid = /* @__PURE__ */ new Set([...news, ...waiting]);
    const state = (rule) => note?.rule === rule && note.kind !== "ask" ? "now" : unsaid.has(rule) ? "unsaid" : came.has(rule) ? "met" : "";
    return Object.keys(this.stage.box.rules.rules).map((rule) => html`<i data-met="${state(rule)}"></i>`);
  }
  panel() {
    if (!this.isSeen) return html``;
    const { came } = this.coaching;
    const counts = { rules: came.size, all: Object.keys(this.stage.box.rules.rules).length };
    const over2 = this.stage.table.over;
    const name = learners().find(({ current }) => current)?.name;
    return html`<h3>${this.t("coach-met")} ${name && html`<small class="es-quiet">${name}</small>`}</h3>
      <button class="es-coach-dots" data-do="coach-met" aria-label="${this.t("coach-rules", counts)}">${this.dots()}</button>
      <p class="es-quiet">${this.t("coach-rules", counts)}. ${!over2 && this.t("coach-ahead")}</p>`;
  }
  /** The rules of this game, each in its sentence: whoever reads them has met them. */
  openMet() {
    this.catchUp();
    const { came, waiting, news } = this.coaching;
    const ids = Object.keys(this.stage.box.rules.rules).filter((rule) => came.has(rule));
    const advice = this.stage.table.over ? this.coaching.advice() : [];
    const one = (rule) => html`<div class="es-rule"><span class="es-chip">${rule}</span><div><p>${this.says(rule)}</p>${advice.includes(rule) && html`<p>${this.practiceOf(rule)}</p>`}</div></div>`;
    this.house.dialogs.open(
      this.t("coach-met"),
      html`${ids.length ? ids.map(one) : html`<p>${this.t("coach-none")}</p>`}`
    );
    this.coaching.say([...waiting, ...news]);
    this.show();
  }
  /** @param {string} part @param {unknown} content */
  write(part, content) {
    const text = String(content);
    if (this.written[part] === text || !this.house.parts[part]) return;
    this.written[part] = text;
    fillWith(this.house.parts[part], text);
  }
  show() {
    const { parts, root } = this.house;
    if (!parts.coach) return;
    const { here, on } = this;
    put(root, "data-coach", here ? on ? "on" : "off" : null);
    hide(parts.coach, !here);
    hide(parts.coachPanel, !here || !this.isSeen);
    hide(parts.coachButton, !here);
    hide(parts.coachEntry, here || this.isShared);
    if (!here) return;
    const note = this.note();
    put(parts.coach, "data-note", this.coaching.note && String(note) ? this.coaching.note.kind : null);
    put(parts.coachButton, "aria-label", this.t(on ? "coach-on" : "coach-off"));
    put(parts.coachButton, "title", this.t(on ? "coach-silence" : "coach-back"));
    hide(parts.silenceButton, !on);
    this.write("coachSwitch", html`${this.t(on ? "coach-on" : "coach-off")}`);
    this.write("coachNote", note);
    this.write("coachRest", String(note) ? "" : this.rest());
    this.write("coachPanel", this.panel());
  }
  /** Somebody else looks: nothing of what was said to the one before stays. */
  forget() {
    this.coaching.note = null;
    for (const part of ["coachNote", "coachRest", "coachPanel"]) this.write(part, "");
  }
};
var said = (text, content) => html`<p data-long="${text.length > LONG}">${content}</p>`;
var coachMarkup = (house) => html`<div class="es-coach" data-part="coach" role="group" aria-label="${house.t("coach-name")}" hidden>
    ${coachMark()}
    <div class="es-coach-note" data-part="coachNote" role="status"></div>
    <div class="es-coach-rest es-quiet" data-part="coachRest"></div>
    <button class="es-coach-quiet" data-do="coach" data-part="silenceButton" aria-label="${house.t("coach-silence")}">${icon("silence")}<span>${house.t("coach-silence")}</span></button>
  </div>`;
var coachMark = () => html`<svg class="es-coach-mark" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="19"/><path d="M19 7v18H9.500C11 18 14 12 19 7zM21 10c4 4 7 9 8 15h-8z"/><path d="M7 29q3.300-3 6.500 0t6.500 0 6.500 0 6.500 0"/></svg>`;

// src/invite.js
var WATCH = "watch";
var SERVE = "escale serve --lan";
function address() {
  const shelf = shelfAddress();
  if (shelf === null) return "";
  const { origin, pathname } = new URL(shelf, location.href);
  return origin + pathname;
}
var Invite = class {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.told = { links: [] };
    this.chosen = null;
  }
  get isOpen() {
    const { dialog } = this.stage.house.dialogs;
    return dialog.open && dialog.querySelector(".es-invite") !== null;
  }
  /** What its buttons do. @returns {Record<string, (button: any) => void>} */
  acts() {
    return {
      "invite-row": (row) => this.choose(row),
      "invite-copy": (button) => this.copy(button),
      "invite-seat": ({ dataset: { seat, who } }) => this.stage.ask("seat", { seat: Number(seat), who }),
      "invite-leave": () => {
        this.stage.house.dialogs.dialog.close();
        this.stage.ask("leave");
      }
    };
  }
  ask() {
    this.stage.ask("invite", { address: address() });
  }
  /** Somebody has come or gone. */
  refresh() {
    if (this.isOpen) this.ask();
  }
  /** @param {Message} told */
  show(told) {
    const first = told.links.find((one) => one.seat !== null) ?? told.links[0];
    const known = told.links.some((one) => nameOf(one) === this.chosen) || this.isTaken(this.chosen);
    this.told = told;
    if (!known) this.chosen = first ? nameOf(first) : null;
    this.draw();
  }
  draw() {
    const { dialogs } = this.stage.house;
    const body = (
      /** @type {HTMLElement} */
      dialogs.dialog.lastElementChild
    );
    const at = this.isOpen ? body.scrollTop : 0;
    dialogs.open(this.stage.t("invite-title"), this.markup());
    body.scrollTop = at;
  }
  /** A row was chosen. @param {HTMLElement} row */
  choose({ dataset }) {
    this.chosen = dataset.row ?? null;
    this.draw();
    const { dialog } = this.stage.house.dialogs;
    dialog.querySelector(`[data-row="${this.chosen}"]`)?.focus();
    dialog.querySelector(".es-invite-open")?.scrollIntoView({ block: "nearest" });
  }
  /** @param {HTMLElement} button */
  async copy(button) {
    const { link } = this.told.links.find((one) => nameOf(one) === this.chosen) ?? {};
    if (!link) return;
    const field = button.parentElement?.querySelector("input");
    field?.select();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      document.execCommand("copy");
    }
    button.replaceChildren(this.stage.t("invite-copied"));
  }
  // --- what is in it
  /** @param {string | null} row */
  isTaken(row) {
    const seat = Number(row);
    return row !== null && row !== WATCH && Boolean(this.company.told?.chairs[seat]?.taken);
  }
  get company() {
    return (
      /** @type {import("./company.js").Company} */
      this.stage.keeper?.company
    );
  }
  /** @param {string} name @param {Record<string, any>} [facts] */
  t(name, facts) {
    return this.stage.t(name, facts);
  }
  markup() {
    const { chairs = [], mine = null, lead = 0 } = this.company.told ?? {};
    const { names } = this.stage.table;
    const people = chairs.map((chair, seat) => ({ ...chair, person: this.stage.table.levels[seat] === "person" }));
    const counts = {
      here: people.filter(({ here, taken: taken2 }) => taken2 && here).length,
      away: people.filter(({ here, taken: taken2 }) => taken2 && !here).length,
      free: people.filter(({ taken: taken2, person }) => !taken2 && person).length
    };
    const host = mine !== lead && html`<p class="es-quiet">${this.t("invite-host-only", { name: names[lead] })}</p>`;
    return html`<div class="es-invite">
      <p class="es-invite-words">${this.t("invite-words")}</p>
      <div class="es-invite-list">
        <h3>${this.t("invite-at-table")} <small>${this.t("invite-count", counts)}</small></h3>
        <ul>${chairs.map((_, seat) => html`<li>${this.row(seat)}</li>`)}</ul>
        <h3>${this.t("invite-watch-title")}</h3>${this.watchRow()} ${host} ${this.leaving(mine)}
      </div>
      <div class="es-invite-open">${this.panel()}</div>
      <p class="es-invite-reach">${icon("reach")}<span>${this.reach()}</span></p></div>`;
  }
  /** @param {number} seat */
  row(seat) {
    const { told } = this.company;
    const { table, house } = this.stage;
    const chair = (
      /** @type {import("./company.js").Chair} */
      told?.chairs[seat]
    );
    const level = table.levels[seat];
    const free = !chair.taken;
    const you = seat === told?.mine;
    const name = you ? this.t("you") : free && level === "person" ? this.t("seat", { number: seat + 1 }) : table.names[seat];
    const about = you || chair.taken ? this.about(seat, chair) : this.t(level === "person" ? "invite-free-words" : "invite-computer-words");
    const state = chair.taken ? chair.here ? "here" : "away" : level === "person" ? "free" : "computer";
    const words = {
      here: () => this.t("invite-here"),
      away: () => chair.away ? this.t("invite-away", { minutes: chair.away }) : this.t("invite-just-away"),
      free: () => this.t("invite-free"),
      computer: () => this.t(`level-${level}`)
    }[state]();
    const badge = house.symbol(table.scene.seats[seat]?.[1]);
    const inside2 = html`<span class="es-invite-badge">${badge}</span><span class="es-invite-name"><b>${name}</b><small>${about}</small></span><span class="es-invite-state" data-state="${state}">${words}</span>`;
    return this.wrapped(String(seat), inside2, !you && this.company.leads);
  }
  /** @param {number} seat @param {import("./company.js").Chair} chair */
  about(seat, chair) {
    const { told } = this.company;
    if (seat === told?.mine) return seat === told.lead ? this.t("invite-you-opened") : "";
    if (!chair.here) return this.t("invite-kept");
    return seat === told?.lead ? this.t("invite-leads") : chair.device ? this.t("invite-phone") : "";
  }
  watchRow() {
    const count = this.company.told?.watching ?? 0;
    const state = count > 0 && html`<span class="es-invite-state">${this.t("invite-watching", { count })}</span>`;
    const inside2 = html`<span class="es-invite-badge">${icon("watch")}</span><span class="es-invite-name"><b>${this.t("invite-watch")}</b><small>${this.t("invite-watch-words")}</small></span>${state}`;
    return this.wrapped(WATCH, inside2, this.company.leads);
  }
  /** A row that opens something is a link where there is one. @param {string} row @param {Html} inside @param {boolean} opens */
  wrapped(row, inside2, opens) {
    const link = this.told.links.find((one) => nameOf(one) === row)?.link;
    const chosen = opens && row === this.chosen;
    if (!opens) return html`<div class="es-invite-row">${inside2}</div>`;
    if (!link) {
      return html`<button class="es-invite-row" data-do="invite-row" data-row="${row}" aria-pressed="${chosen}">${inside2}${icon("next")}</button>`;
    }
    return html`<a class="es-invite-row" role="button" data-do="invite-row" data-row="${row}" data-invite="${row}" href="${link}" aria-pressed="${chosen}">${inside2}${icon("next")}</a>`;
  }
  /** What is chosen: its code and its link, and what can be done with the seat. */
  panel() {
    const row = this.chosen;
    if (row === null) return html``;
    const found = this.told.links.find((one) => nameOf(one) === row);
    const seat = row === WATCH ? null : Number(row);
    const title = seat === null ? this.t("invite-watch") : this.t("seat", { number: seat + 1 });
    const badge = seat !== null && this.stage.house.symbol(this.stage.table.scene.seats[seat]?.[1]);
    const link = found?.link && html`${found.code && html`<div class="es-invite-code" role="img" aria-label="${this.t("invite-code", { what: title })}">${new Html(found.code)}</div>`}
        <input class="es-invite-link" readonly value="${found.link}" aria-label="${this.t("link")}">
        <button class="es-button es-main-button" data-do="invite-copy">${this.t("invite-copy")}</button>
        <p class="es-quiet">${this.t(seat === null ? "invite-watch-link" : "invite-seat-words")}</p>`;
    return html`<h3>${badge} ${title}</h3>${link} ${seat !== null && this.seatActs(seat)}`;
  }
  /** @param {number} seat */
  seatActs(seat) {
    const number = seat + 1;
    const person = this.stage.table.levels[seat] === "person";
    const taken2 = this.isTaken(String(seat));
    const act = (who, words) => html`<button class="es-button" data-do="invite-seat" data-seat="${seat}" data-who="${who}">${this.t(words, { number })}</button>`;
    return html`<p class="es-invite-acts">${(taken2 || !person) && act("person", "invite-release")} ${person && act(this.stage.box.usual, "invite-give")}</p>`;
  }
  /** @param {number | null} mine */
  leaving(mine) {
    if (mine === null) return html``;
    return html`<details class="es-invite-leave"><summary>${this.t("invite-leave")}</summary><p>${this.t("invite-leave-sure")}</p>
      <button class="es-button" data-do="invite-leave">${this.t("invite-leave")}</button></details>`;
  }
  /** How the others get here. */
  reach() {
    const { reach, table } = this.told;
    if (reach !== "lab") return withCode(this.t(`invite-${reach}`), SERVE);
    const seat = this.told.links.find((one) => one.seat !== null)?.seat ?? 1;
    const name = table ?? "kitchen";
    const code = `escale.play("${this.stage.box.game}", table="${name}", seat=${seat})`;
    return withCode(this.t("invite-lab", { code }), code);
  }
};
var nameOf = ({ seat }) => seat === null ? WATCH : String(seat);
var withCode = (text, code) => html`${text.split(code).map((part, i) => html`${i > 0 && html`<code>${code}</code>`}${part}`)}`;

// src/log.js
var SHOWN = 60;
var Log = class {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
  }
  /**
   * @param {Line[]} lines
   * @param {SeatRow[]} seats
   * @param {number} [most]
   */
  show(lines, seats, most = SHOWN) {
    const { house } = this;
    const from = Math.max(0, lines.length - most);
    const more = from > 0 && html`<li><button class="es-link" data-do="log">${house.t("log-more")}</button></li>`;
    const none = !lines.length && html`<li class="es-quiet">${house.t("log-empty")}</li>`;
    fillWith(house.parts.log, html`${this.written(lines.slice(from), seats)}${more}${none}`);
  }
  /**
   * New lines come on top; the others stay as they are, unmeasured.
   * @param {Line[]} lines
   * @param {SeatRow[]} seats
   * @param {number} all  lines there are now
   */
  add(lines, seats, all2) {
    if (!lines.length) return;
    const { log } = this.house.parts;
    if (all2 === lines.length) log.replaceChildren();
    log.insertAdjacentHTML("afterbegin", String(html`${this.written(lines, seats)}`));
  }
  /**
   * @param {Line[]} lines
   * @param {SeatRow[]} seats
   */
  written(lines, seats) {
    const { house } = this;
    const one = ([text, rules, seat]) => {
      const badge = house.symbol(typeof seat === "number" ? seats[seat]?.[1] : void 0);
      return html`<li><span class="es-badge">${badge}</span><span>${text} ${house.rules.chips(rules)}</span></li>`;
    };
    return lines.map(one).reverse();
  }
};

// src/new_game.js
function newGameForm(house, table, coached) {
  const { box } = house;
  const t = (name, facts = {}) => house.t(name, facts);
  const [few, many] = box.seats;
  const choice = (value, words, chosen) => html`<option value="${value}" ${value === chosen && "selected"}>${words}</option>`;
  const counts = Array.from({ length: many - few + 1 }, (_, i) => choice(few + i, few + i, table.names.length));
  const seat = (_, i) => {
    const number = t("seat", { number: i + 1 });
    const level = table.levels[i] ?? box.usual;
    const tempers2 = Object.keys(box.tempers);
    const usual = tempers2[(i + tempers2.length - 1) % tempers2.length];
    const temper = tempers2.map((one) => choice(one, box.tempers[one][table.lang][0], table.tempers?.[i] || usual));
    const levels = ["person", ...box.levels].map(
      (one) => choice(one, one === "person" ? t(one) : t(`level-${one}`), level)
    );
    return html`<fieldset ${i >= table.names.length && "hidden disabled"}><legend class="es-hidden">${number}</legend>
        <input name="name" value="${table.names[i] ?? box.names[i]}" maxlength="60" required aria-label="${number}, ${t("name")}">
        <select name="level" aria-label="${number}, ${t("who")}">${levels}</select>
        ${temper.length > 0 && html`<select name="temper" aria-label="${number}, ${t("temper")}" ${!box.tempered.includes(level) && "hidden"}>${temper}</select>`}</fieldset>`;
  };
  const option = ({ name, label, names, low, high, default: usual }) => {
    const value = table.options[name] ?? usual;
    const field = names ? html`<select name="option-${name}">${names.map((one) => choice(one, one, value))}</select>` : html`<input type="number" name="option-${name}" min="${low}" max="${high}" value="${value}" required>`;
    return html`<label><span>${label[table.lang]}</span>${field}</label>`;
  };
  const explained = (level, i) => html`<p><b>${t(`level-${level}`)}</b><br>${box.says[table.lang][i]}</p>`;
  const likes = Object.values(box.tempers).map(
    (one) => html`<dt>${one[table.lang][0]}</dt><dd>${one[table.lang][1]}</dd>`
  );
  const tempers = likes.length > 0 && html`<p><b>${t("tempers")}</b></p><dl class="es-tempers">${likes}</dl>`;
  const seed = html`<label><span>${t("seed")}</span><input name="seed" inputmode="numeric" pattern="[0-9]{0,15}" placeholder="${t("seed-hint")}"></label>`;
  return html`<form class="es-form"><label><span>${t("how-many")}</span><select name="count">${counts}</select></label>
        <div class="es-form-seats">${Array.from({ length: many }, seat)}</div>
        <details><summary>${t("levels")}</summary>${box.levels.map(explained)}${tempers}</details>${box.options.map(option)}
        ${box.deals && seed}
        <label class="es-check"><input type="checkbox" name="coach" ${coached && "checked"}><span>${t("coach-wish")}</span></label>
        <p class="es-form-end"><button type="button" class="es-button" data-do="close">${t("cancel")}</button>
        <button type="submit" class="es-button es-main-button">${t("start")}</button></p></form>`;
}
function showSeats(field) {
  field.form?.querySelectorAll("fieldset").forEach((seat, i) => {
    seat.hidden = seat.disabled = i >= Number(field.value);
  });
}
function showTemper(field, tempered) {
  const temper = (
    /** @type {HTMLSelectElement | null} */
    field.parentElement?.querySelector("[name=temper]")
  );
  if (temper) temper.hidden = !tempered.includes(field.value);
}
function showCoach(form) {
  const coach = (
    /** @type {HTMLInputElement | undefined} */
    form?.elements.namedItem("coach") ?? void 0
  );
  const people = [...form?.querySelectorAll("fieldset:not([disabled]) [name=level]") ?? []].filter(
    (field) => (
      /** @type {HTMLSelectElement} */
      field.value === "person"
    )
  );
  if (coach && people.length > 1 && !coach.dataset.asked) coach.checked = false;
}
function changed(field, tempered) {
  if (field.name === "coach") field.dataset.asked = "true";
  if (field.name === "count") showSeats(field);
  if (field.name === "level") showTemper(field, tempered);
  if (field.name === "count" || field.name === "level") showCoach(field.form);
}
function chosenGame(form, options) {
  const data = new FormData(form);
  const tempers = data.getAll("temper");
  const tempered = [...form.querySelectorAll("[name=temper]")].map((field) => !/** @type {any} */
  field.hidden);
  const levels = data.getAll("level").map((level, i) => tempered[i] ? `${level}:${tempers[i]}` : level);
  const chosen = ({ name, names }) => {
    const value = data.get(`option-${name}`);
    return [name, names ? value : Number(value)];
  };
  return {
    seats: data.getAll("name").map((name, i) => ({ name, level: levels[i] })),
    options: Object.fromEntries(options.map(chosen)),
    coach: data.has("coach"),
    seed: data.get("seed") ? Number(data.get("seed")) : null
  };
}

// src/seats.js
function showSeats2(house, seats, { reader, tempers = [] }, absence = () => "") {
  const { seats: list, flag } = house.parts;
  const { children } = list;
  while (children.length > seats.length) list.lastChild.remove();
  seats.forEach((seat, i) => {
    const [name, badge2, score = "", turn, out, note = ""] = seat;
    const shown = i === reader ? house.t("you") : name;
    const temper = temperOf(house, tempers[i]);
    const gone = absence(i);
    const words = [shown, gone, temper, score, note, turn && house.t("to-play"), out && house.t("out")].filter(Boolean);
    const item = itemFor(house, list, i, badge2);
    put(
      item,
      "class",
      `es-seat ${turn ? "es-turn" : ""} ${out ? "es-out" : ""} ${gone ? "es-gone" : ""} ${score.length > 3 ? "es-long" : ""}`
    );
    put(item, "title", [note || name, gone, temper].filter(Boolean).join(", "));
    [words.join(", "), shown, score].forEach((text, part) => {
      if (item.children[part].textContent !== text) item.children[part].textContent = text;
    });
  });
  const company = seats.map(([name], i) => tempers[i] && `${name}, ${temperOf(house, tempers[i])}`);
  house.parts.company.textContent = company.filter(Boolean).join(" · ");
  const badge = String(house.symbol(seats.find((seat) => seat[3])?.[1]));
  if (flag.badge !== badge) flag.innerHTML = flag.badge = badge;
}
var temperOf = (house, temper) => house.box.tempers?.[temper ?? ""]?.[house.lang][0] ?? "";
function whoPlays(house, { names, tempers = [] }) {
  const said2 = (temper, seat) => temper && house.t("of-temper", {
    name: names[seat],
    temper: temperOf(house, temper),
    says: house.box.tempers[temper][house.lang][1]
  });
  return tempers.map(said2).filter(Boolean);
}
function itemFor(house, list, i, badge) {
  const old = (
    /** @type {Badged | undefined} */
    list.children[i]
  );
  if (old && old.badge === badge) return old;
  const parts = html`<span class="es-hidden"></span><span class="es-seat-name" aria-hidden="true"></span><b aria-hidden="true"></b>`;
  const item = (
    /** @type {Badged} */
    make(html`<li>${parts}${house.symbol(badge)}</li>`)
  );
  item.badge = badge;
  if (old) old.replaceWith(item);
  else list.append(item);
  return item;
}
function showStatus(element, status) {
  const [, first, rest] = status.match(/^(.+?[.!?…])\s+(.*)$/s) ?? [null, status, ""];
  fillWith(element, html`<b>${first}</b> ${rest}`);
}

// src/table_markup.js
var MENU = [
  "invite",
  "show-log",
  "full-screen",
  "new",
  "save",
  "load",
  "link",
  "svg",
  "png",
  "moves",
  "words",
  "help"
];
var isPossible = (what) => what !== "full-screen" || document.fullscreenEnabled;
function tableMarkup(house, hand, shelf) {
  const t = (name) => house.t(name);
  const acts2 = ["review", "new-game", "hurry", "skip"].map((what) => html`${house.button(what, "es-act")} `);
  return html`<section class="es-house" aria-label="${house.title}">
      <header class="es-head">
        ${shelf && html`<a class="es-button es-bare es-home" href="${shelf}" aria-label="${t("to-shelf")}">${icon("back")}</a>`}
        ${house.mark()}
        <div class="es-title"><h2>${house.title}</h2><span class="es-heading" data-part="heading"></span></div>
        ${hand && html`<button class="es-button" data-do="coach" data-part="coachButton" hidden>${icon("coach")}<span data-part="coachSwitch"></span></button>`}
        ${hand && [house.button("hint"), house.button("undo"), house.button("redo", "es-bare")]} ${house.button("rules")}
        <span class="es-menu" data-part="menu">
          <button class="es-button es-bare" data-do="menu" aria-label="${t("menu")}" aria-expanded="false">${icon("menu")}</button>
          <span class="es-menu-list" data-part="menuList" hidden>
            ${hand && html`<button data-do="coach" data-part="coachEntry">${t("coach")}</button>`}
            ${MENU.filter(isPossible).map((what) => html`<button data-do="${what}">${t(what)}</button>`)}
          </span>
        </span>
        ${house.languages()}
      </header>
      <div class="es-main">
        ${house.partlyMarkup()} ${house.noticeMarkup()}
        <div class="es-status">
          <span class="es-flag" data-part="flag"></span>
          <p class="es-status-text" data-part="status" role="status"></p>
          <span class="es-quiet es-presence" data-part="presence" hidden></span>
          <span class="es-quiet" data-part="thinking" hidden>${t("thinking")}</span>
          ${acts2}
          <ul class="es-seats" data-part="seats" aria-label="${t("players")}"></ul>
        </div>
        ${hand && coachMarkup(house)}
        <p class="es-last" data-part="last" hidden></p>
        ${house.boardMarkup(html`<div class="es-veil" data-part="veil" hidden></div>`)}
      </div>
      <aside class="es-side" aria-label="${t("log")}">
        <section class="es-panel es-logpanel"><h3>${t("log")}</h3><p class="es-quiet es-company" data-part="company"></p><ol class="es-log" data-part="log" tabindex="0" aria-label="${t("log")}"></ol></section>
        ${hand && html`<section class="es-panel es-coach-panel" data-part="coachPanel" aria-label="${t("coach-met")}" hidden></section>`}
        <section class="es-panel es-rulecard" data-part="card" aria-label="${t("rule")}"></section>
      </aside>
      ${house.ending()}
      <input type="file" data-part="file" accept=".json,application/json" aria-label="${t("load")}" hidden>
    </section>`;
}

// src/veil.js
var Veil = class {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
    this.written = null;
  }
  /** The elements are new. */
  lift() {
    this.written = null;
  }
  /**
   * @param {Table} table
   * @param {Card | null} kept  what the keeper has to say
   * @returns {boolean} had the board the focus, which is to come back to it?
   */
  show({ curtain, names }, kept) {
    const { house } = this;
    const { veil, hand, board } = house.parts;
    const card = kept ?? (curtain == null ? null : this.curtain(names[curtain]));
    const content = card ? cardMarkup(card) : html``;
    put(house.root, "data-curtain", curtain);
    if (this.written === String(content)) return false;
    this.written = String(content);
    const focused = board.contains(document.activeElement);
    hand.inert = Boolean(card);
    veil.hidden = !card;
    fillWith(veil, content);
    if (card) house.voice.say(`${card.title} ${card.text}`);
    return focused;
  }
  /**
   * The screen is passed on to somebody.
   * @param {string} name
   * @returns {Card}
   */
  curtain(name) {
    const { house } = this;
    return {
      title: house.t("pass-to", { name }),
      text: house.t("pass-words"),
      acts: { lift: house.t("lift", { name }) }
    };
  }
  /** The focus goes to the card, if there is one. */
  takeFocus() {
    const { veil } = this.house.parts;
    if (veil.hidden) return false;
    veil.querySelector("input, button")?.focus();
    return true;
  }
};
function cardMarkup({ title, text, acts: acts2, field }) {
  const button = ([act, words], i) => html`<button class="es-button ${!i && "es-main-button"}" data-do="${act}">${words}</button>`;
  if (field) {
    const [[, words]] = Object.entries(acts2);
    return html`<form class="es-panel es-form" data-form="sit"><h3>${title}</h3><p>${text}</p>
      <input name="name" maxlength="${field.most}" required autocomplete="nickname" aria-label="${field.label}" placeholder="${field.label}">
      <p class="es-form-end"><button type="submit" class="es-button es-main-button">${words}</button></p></form>`;
  }
  return html`<div class="es-panel"><h3>${title}</h3><p>${text}</p><p class="es-form-end">${Object.entries(acts2).map(button)}</p></div>`;
}

// src/stage.js
var Stage = class {
  /**
   * @param {HTMLElement} parent
   * @param {Box} box
   * @param {{send?: Send, theme?: string, keeper?: Keeper}} [options]
   */
  constructor(parent, box, { send = () => {
  }, theme = "auto", keeper } = {}) {
    this.send = send;
    this.keeper = keeper;
    this.thinks = false;
    this.stale = /* @__PURE__ */ new Set();
    this.unlogged = [];
    this.reading = void 0;
    this.house = new House(parent, box, this, { theme });
    this.board = new Board(this.house, this);
    this.log = new Log(this.house);
    this.menu = new Menu(this.house);
    this.veil = new Veil(this.house);
    this.coach = new Coach(this);
    this.invite = new Invite(this);
  }
  get root() {
    return this.house.root;
  }
  get box() {
    return this.house.box;
  }
  get table() {
    return this.board.table;
  }
  get running() {
    return this.board.state.running;
  }
  get parts() {
    return this.house.parts;
  }
  /**
   * One of the house's sentences, in the table's language.
   * @param {string} name
   * @param {Record<string, any>} [facts]
   */
  t(name, facts) {
    return this.house.t(name, facts);
  }
  ready() {
    return Boolean(this.board.state.shown);
  }
  /** Begin with another box; nothing of the earlier one stays. @param {Box} box */
  open(box) {
    this.board.dispose();
    this.house.open(box);
    this.coach.reset();
    this.board.reset();
  }
  dispose() {
    this.board.dispose();
    this.house.dispose();
  }
  // --- what comes in
  /** Show a table as it is, at once. @param {Table} table */
  show(table) {
    const before = this.board.state.shown;
    const rebuilt = before?.lang !== table.lang || before.hand !== table.hand;
    const focus = rebuilt && before ? this.house.focused() : null;
    this.board.show(table, rebuilt ? () => this.build() : void 0);
    this.house.focusOn(focus);
  }
  /** Show frames one after the other, with motion. @param {Frame[]} frames */
  play(frames) {
    this.board.play(frames);
  }
  skip() {
    this.board.skip();
  }
  /** An answer to something that was asked here: why, say, file, link ... @param {Message} message */
  answer({ kind, re, key, lines, text, tone, name, ...rest }) {
    const { state, picking } = this.board;
    if (re != null && !String(re).startsWith(`${this.house.name}-`)) return;
    if (re != null && re === state.pending) {
      state.pending = null;
      picking.set([]);
      this.board.settle();
    }
    const answers = {
      why: () => this.board.explain(key, lines, this.coach.refused(lines), rest.piece),
      words: () => this.openWords(lines),
      hint: () => this.showHint(lines, rest.keys),
      review: () => this.house.dialogs.review(
        text,
        /** @type {any} */
        rest
      ),
      say: () => this.house.notices.notify(text, tone),
      file: () => give(this, name, new Blob([text], { type: "application/json" }), "saved"),
      link: () => this.house.dialogs.link(rest),
      invitations: () => this.invite.show(rest)
    };
    answers[kind]?.();
  }
  /** @param {string} what @param {Message} [fields] */
  ask(what, fields = {}) {
    const id = this.house.newId();
    this.send({ do: what, id, ...fields });
    this.house.goOn(what);
    if (STEPS.has(what)) this.coach.moves();
    return id;
  }
  // --- the house
  /** All elements anew, in the language of the table. */
  build() {
    const { house, table } = this;
    house.lang = table.lang;
    house.build(tableMarkup(house, table.hand, shelfAddress()), table.lang);
    this.veil.lift();
    this.board.build();
  }
  fit() {
    if (!this.ready()) return;
    this.board.fit();
    measureAbove(this.root, this.parts.board);
  }
  /** @param {Layout} layout */
  fitted(layout) {
    this.parts.seats.classList.toggle("es-hidden", !layout.seats);
    this.menu.fold(layout.name === "narrow");
  }
  /** Everything around the board, after a frame. @param {Frame} [frame] */
  shown(frame) {
    const { table, root, stale } = this;
    const isNew = (field) => !frame || field in frame || frame.scene && field in frame.scene;
    put(root, "data-ply", table.ply);
    if (root.dataset.seat !== String(table.seat)) this.forget();
    put(root, "data-seat", table.seat);
    put(root, "data-over", table.over);
    this.showVeil();
    this.keeper?.company.markWatcher(this);
    for (const part of ["heading", "status", "seats", "keep"]) if (isNew(part)) stale.add(part);
    if (!frame) this.coach.open(table);
    if (frame?.add) {
      this.unlogged.push(...frame.add);
      this.coach.hear(frame.add);
    }
    if (frame) this.reading ??= setTimeout(() => this.refresh());
    else this.refresh();
  }
  /** Somebody else looks now: of what was told to the one before nothing stays, not even unseen. */
  forget() {
    this.house.dialogs.forget();
    this.house.notices.forget();
    this.house.voice.forget();
    this.parts.chooser.replaceChildren();
    this.coach.forget();
    this.board.listed = [];
  }
  /** What is read, not played with: a moment after the board, once for all frames that came together. */
  refresh() {
    clearTimeout(this.reading);
    this.reading = void 0;
    if (!this.ready()) return;
    const { table, stale, parts } = this;
    const { heading, status, seats } = table.scene;
    if (stale.has("heading")) parts.heading.textContent = heading;
    if (stale.has("status")) showStatus(parts.status, status);
    if (stale.has("seats")) {
      showSeats2(this.house, seats, table, (seat) => this.keeper?.company.absence(this, seat) ?? "");
    }
    this.keeper?.company.showWaiting(this);
    parts.last.textContent = table.log.at(-1)?.[0] ?? "";
    if (stale.has("keep")) this.log.show(table.log, seats);
    else this.log.add(this.unlogged, seats, table.log.length);
    stale.clear();
    this.unlogged = [];
    if (table.hand) this.menu.offer(table);
  }
  /** Somebody has come or gone, or the people are asked something. */
  companyChanged() {
    if (!this.ready()) return;
    this.showVeil();
    this.keeper?.company.markWatcher(this);
    this.coach.show();
    this.invite.refresh();
    this.stale.add("seats");
    this.refresh();
    this.wake();
  }
  stalled() {
    return Boolean(this.keeper?.stalled);
  }
  settled() {
    const { table, running, parts } = this;
    const { queue } = this.board.state;
    hide(parts.hurryButton, !(table.more && this.thinks));
    hide(parts.reviewButton, !(table.hand && table.over && table.ply && !running));
    hide(parts.skipButton, !(running && (queue.length || table.more)));
    if (!running) this.coach.quiet();
  }
  /** Something has changed that is not of the board: whether a computer thinks, what its keeper says. */
  wake() {
    this.board.settle();
  }
  /** A card over the board: what its keeper has to say, or the curtain between two people. */
  showVeil() {
    if (this.veil.show(this.table, this.keeper?.card(this) ?? null)) this.board.state.refocus = true;
  }
  takeFocus() {
    return this.veil.takeFocus();
  }
  // --- playing
  picking() {
  }
  /** @param {string[]} keys @param {string} [piece] */
  why(keys, piece) {
    this.ask("why", { keys, ply: this.table.ply, ...piece && { piece } });
  }
  /** A move is complete: it goes out once, with the moment that it was made for. @param {Path} path */
  complete({ keys }) {
    this.board.picking.sent(keys, this.ask("move", { keys, ply: this.table.ply }));
  }
  /** @param {[string, string[]][]} lines @param {string[]} keys */
  showHint(lines, keys) {
    this.house.notices.hint(lines);
    this.board.hand.ring(keys);
  }
  // --- what a button does; some also have a key
  /** @param {string} name @param {HTMLElement} [button] */
  act(name, button) {
    this.menu.chosen(button);
    const act = acts(this)[name];
    if (act) act(button);
    else this.keeper?.act(name, this);
  }
  lift() {
    this.board.state.refocus = true;
    this.board.state.pending = this.ask("lift", { seat: this.table.curtain });
    this.board.settle();
  }
  /** @param {string} what */
  step(what) {
    this.skip();
    this.ask(what);
  }
  /** The position in sentences: asked for where the scene does not bring them. @param {string[]} [words] */
  openWords(words = this.table.scene.words) {
    const { heading, status } = this.table.scene;
    if (words.length) this.house.dialogs.words([heading, status, ...words, ...whoPlays(this.house, this.table)]);
    else this.ask("words");
  }
  openNew() {
    this.house.dialogs.open(this.t("new-title"), newGameForm(this.house, this.table, this.coach.on));
  }
  // --- files
  async load() {
    const text = await chosenText(this.parts.file);
    if (text) this.ask("load", { text });
  }
  // --- mouse, finger, keyboard
  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (
      /** @type {HTMLElement} */
      event.target.matches("input")
    ) return;
    this.board.onKey(event);
  }
  escape() {
    return this.menu.escape();
  }
  /** @param {HTMLElement} target */
  onAttention(target) {
    this.board.onAttention(target);
    this.menu.left(target);
  }
  /** @param {Event} event */
  onChange({ target, type }) {
    const field = (
      /** @type {any} */
      target
    );
    if (field === this.parts.file) {
      if (type === "change") this.load();
    } else changed(field, this.box.tempered);
  }
  /** @param {SubmitEvent} event */
  onSubmit(event) {
    event.preventDefault();
    if (
      /** @type {HTMLElement} */
      event.target.dataset.form
    ) {
      this.act("sit");
      return;
    }
    this.house.dialogs.dialog.close();
    this.coach.forgetSwitch();
    this.ask("new", chosenGame(
      /** @type {HTMLFormElement} */
      event.target,
      this.box.options
    ));
  }
};

// src/starting.js
function markStarting(on) {
  if (on) document.documentElement.dataset.python = "starting";
  else delete document.documentElement.dataset.python;
}
var isStarting = () => document.documentElement.dataset.python === "starting";

// src/trial.js
var PATIENCE3 = 5e3;
var Trial = class {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.stage = null;
    this.wanted = null;
    this.waiting = void 0;
  }
  /** Ask for a table; if nobody answers, say so. */
  ask() {
    const { player } = this;
    const silence = () => {
      if (isStarting()) this.waiting = setTimeout(silence, PATIENCE3);
      else player.house.notices.notify(player.t("nobody-answers"));
    };
    clearTimeout(this.waiting);
    this.waiting = setTimeout(silence, PATIENCE3);
    this.wanted = player.house.newId();
    try {
      player.send({ do: "try", id: this.wanted, step: player.at, lang: player.lang });
    } catch {
      silence();
    }
  }
  /** @param {string | null} id */
  answered(id) {
    if (id === this.wanted) clearTimeout(this.waiting);
  }
  /** The table is there. @param {Message} message */
  start({ re, box, table }) {
    if (re !== this.wanted) return;
    const { player } = this;
    const { parts } = player;
    this.answered(re);
    player.transport.stop();
    this.stage?.dispose();
    parts.trial.hidden = parts.endButton.hidden = false;
    parts.board.hidden = true;
    put(player.root, "data-trying", true);
    const send = (message) => player.send({ do: "trial", message });
    this.stage = new Stage(parts.trial, box, { send, theme: player.house.forced });
    this.stage.show(table);
    parts.endButton.focus({ preventScroll: true });
    const { top, bottom } = player.root.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) player.root.scrollIntoView({ block: "start" });
  }
  /** What the kernel says to the table. @param {Message} message */
  hear(message) {
    const { kind, frames, table, box } = message;
    if (!this.stage || !isFit(message)) return;
    if (kind === "whole" && box) this.stage.open(box);
    if (kind === "whole") this.stage.show(table);
    else if (kind === "frames") this.stage.play(frames);
    else this.stage.answer(message);
  }
  /** Back to the lesson. @param {boolean} [focus] */
  end(focus = false) {
    if (!this.stage) return;
    const { player } = this;
    const { parts } = player;
    this.dispose();
    player.send({ do: "end" });
    parts.trial.hidden = parts.endButton.hidden = true;
    parts.board.hidden = false;
    put(player.root, "data-trying", false);
    player.fit();
    if (focus) parts.tryButton.focus({ preventScroll: true });
  }
  dispose() {
    this.stage?.dispose();
    this.stage = null;
  }
};

// src/player.js
var Player = class {
  /**
   * @param {HTMLElement} parent
   * @param {Box} box
   * @param {Lesson} lesson  as widgets/lesson_frames.py makes it
   * @param {object} [options]
   * @param {string} [options.lang]
   * @param {number} [options.step]
   * @param {boolean} [options.kernel]  can somebody answer a `try`?
   * @param {Send} [options.send]
   * @param {string} [options.theme]
   * @param {(stars: Record<string, number>) => void} [options.onStars]
   * @param {Around} [options.around]  the course that it is in, where it can be left for another lesson
   */
  constructor(parent, box, lesson, { lang = box.fallback, step = 0, kernel = false, send = () => {
  }, theme, onStars = () => {
  }, around } = {}) {
    this.lesson = lesson;
    this.kernel = kernel;
    this.send = send;
    this.onStars = onStars;
    this.around = around;
    this.told = {};
    for (const one of Object.keys(box.languages)) this.told[one] = translated(lesson[lesson.first], lesson[one]);
    this.lang = lang;
    this.at = 0;
    this.completed = false;
    this.tables = [];
    this.house = new House(parent, boxOfLesson(box, lesson), this, { theme });
    this.board = new Board(this.house, this);
    this.questions = new Questions(this);
    this.marks = new Marks(this.board);
    this.transport = new Transport(this);
    this.trial = new Trial(this);
    this.ending = new Ending(this);
    this.faces = new Faces(this);
    this.menu = new Menu(this.house);
    put(this.root, "data-escale-lesson", lesson.id);
    this.root.classList.add("es-lesson");
    this.root.tabIndex = -1;
    this.language(lang, step);
  }
  get root() {
    return this.house.root;
  }
  get parts() {
    return this.house.parts;
  }
  get running() {
    return this.board.state.running;
  }
  get steps() {
    return this.told[this.lang].steps;
  }
  /** @returns {Step} */
  get step() {
    return this.steps[this.at];
  }
  /** The rule that this step is about: the one that it asks for, if it asks. */
  get rule() {
    return this.step.ask?.rules[0] ?? this.step.rules[0];
  }
  /** Has this reader completed it, now or before? */
  get done() {
    return this.completed || Boolean(readDone()[this.lesson.id]);
  }
  /** The table as a step leaves it; -1 is before the first. @param {number} at */
  tableAfter(at) {
    return this.tables[at + 1];
  }
  ready() {
    return Boolean(this.board.state.shown);
  }
  /** @param {string} name @param {Record<string, any>} [facts] */
  t(name, facts) {
    return this.house.t(name, facts);
  }
  /** Somebody goes elsewhere, and may come back. */
  leave() {
    this.transport.stop();
    this.trial.end();
  }
  dispose() {
    this.transport.stop();
    this.trial.dispose();
    this.board.dispose();
    this.house.dispose();
  }
  // --- going through the steps
  /** @param {string} lang @param {number} [at] */
  language(lang, at = this.at) {
    const focus = this.ready() ? this.house.focused() : null;
    this.trial.end();
    this.lang = lang;
    const told = this.told[lang];
    const first = {
      ...{ names: told.names, levels: [], options: {}, reader: null, over: false, more: false, redo: 0, log: [] },
      ...{ lang, hand: true, seat: this.lesson.seat, ply: 0, scene: told.scene }
    };
    this.tables = [first];
    for (const { frames, ply } of told.steps) {
      this.tables.push(frames.reduce(merge, { ...this.tables[this.tables.length - 1], ply }));
    }
    this.at = Math.min(at, told.steps.length - 1);
    this.questions.forgetFailing();
    this.board.show(this.tableAfter(this.at), () => this.build());
    this.tell();
    this.house.focusOn(focus);
    this.transport.wait();
  }
  build() {
    const told = this.told[this.lang];
    this.house.lang = this.lang;
    this.house.build(lessonMarkup(this.house, this.lesson, told, this.around?.list), this.lang);
    if (told.chart) this.parts.words.before(make(`<figure class="es-panel">${told.chart}</figure>`));
    this.board.build();
    this.marks.build();
  }
  /** Show a step as it ends, at once. @param {number} at */
  jump(at) {
    this.questions.forgetFailing();
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    this.board.turnTo(this.tableAfter(this.at));
    this.tell();
    this.questions.announce();
  }
  /** One step on, with motion. */
  forward() {
    if (this.faces.turn()) return;
    if (this.at + 1 >= this.steps.length) {
      this.transport.stop();
      if (this.ending.shown) this.ending.goOn();
      else this.ending.show();
      return;
    }
    const { board, questions } = this;
    board.skip();
    questions.takeBack(false);
    const { made } = questions.given;
    const back = made ? questions.undoOf(made).scene.pieces : {};
    this.at += 1;
    if (this.at + 1 === this.steps.length) this.finish();
    const { ply, frames } = this.step;
    const [first, ...more] = frames.length ? frames : [
      /** @type {Frame} */
      { scene: {} }
    ];
    const pieces = { ...back, ...first.scene?.pieces };
    this.tell();
    this.questions.announce();
    this.marks.clear();
    board.play([{ ...first, scene: { ...first.scene, pieces } }, ...more].map((frame) => ({ ...frame, ply })));
  }
  /** The last step was reached by going on: the lesson is completed. */
  finish() {
    this.completed = true;
    storeDone(this.lesson.id);
    meet(this.steps.flatMap(({ rules, ask }) => [...rules, ...ask?.rules ?? []]));
  }
  backward() {
    this.transport.stop();
    if (this.ending.shown) this.jump(this.at);
    else if (!this.faces.turnBack()) this.jump(this.at - 1);
  }
  // --- what is shown
  where() {
    return this.t("step-of", { step: this.at + 1, steps: this.steps.length });
  }
  /** The words of the step, its question, and where one is. */
  tell() {
    const { step, at, steps, house, questions } = this;
    this.ending.hide();
    const ended = at + 1 === steps.length && this.done && html`<p class="es-quiet es-ended">${this.t("completed")}</p>`;
    put(this.root, "data-step", at + 1);
    put(this.root, "data-steps", steps.length);
    fillWith(
      this.parts.words,
      html`<p class="es-quiet">${this.where()}</p>
      <h3>${step.title}</h3><p class="es-text">${step.text}</p><p>${house.rules.chips(step.rules)}</p>${ended}`
    );
    house.voice.happened = [step.title, step.text, step.ask?.text ?? ""];
    house.rules.show(questions.open ? null : this.rule);
    questions.show();
    this.faces.show("caption");
    this.showStars();
    this.transport.show();
    this.around?.onStep(at);
  }
  showStars() {
    const asked = this.steps.map((step, i) => step.ask ? i + 1 : 0).filter(Boolean);
    const mine = { ...readStars()[this.lesson.id], ...this.questions.earned };
    const count = asked.filter((step) => mine[step]).length;
    this.parts.stars.textContent = asked.map((step) => mine[step] ? "★" : "☆").join("");
    put(this.parts.stars, "aria-label", this.t("stars", { count, of: asked.length }));
    this.parts.done.hidden = !this.done;
  }
  /** @param {string[]} [look] @param {string[]} [tried] */
  drawMarks(look2 = [], tried = []) {
    this.marks.draw(this.step, this.tableAfter(this.at - 1), [...this.questions.looks(), ...look2], tried);
  }
  /** A player among the answers is known by colour and letter too. @param {string} name */
  badgeOf(name) {
    const seat = this.told[this.lang].names.indexOf(name);
    return seat < 0 ? "" : this.house.symbol(this.board.table.scene.seats[seat]?.[1]);
  }
  // --- what the board asks of its host
  fit() {
    if (!this.ready()) return;
    this.board.fit();
    this.faces.fit();
  }
  /** @param {Layout} layout */
  fitted({ name, width, height }) {
    foldLesson(this.house, name === "narrow");
    this.root.style.setProperty("--es-ratio", String(width / height));
  }
  shown() {
    const { table } = this.board;
    put(this.root, "data-ply", table.ply);
    put(this.root, "data-seat", table.seat);
    put(this.root, "data-over", table.over);
    if (this.step.ask && this.questions.given.solved) this.board.shut();
    if (!this.running) this.drawMarks();
  }
  settled() {
    if (!this.running) this.drawMarks();
  }
  stalled() {
    return false;
  }
  takeFocus() {
    return false;
  }
  escape() {
    return this.menu.escape();
  }
  picking() {
    this.questions.takeBack(false);
  }
  /** @param {string[]} keys */
  why(keys) {
    this.questions.why(keys);
  }
  /** @param {Path} path */
  complete(path) {
    this.questions.complete(path);
  }
  /** An answer of the kernel. @param {Message} message */
  answer(message) {
    if (message.kind === "try") this.trial.start(message);
    else if (message.kind === "trial") this.trial.hear(message.message);
    else if (message.kind === "say") {
      this.trial.answered(message.re);
      this.house.notices.notify(message.text, message.tone);
    }
  }
  // --- mouse, finger, keyboard
  /** @param {string} name @param {HTMLElement} [button] */
  act(name, button) {
    this.menu.chosen(button);
    actsOf(this)[name]?.(button);
  }
  /** @param {HTMLElement} target */
  onAttention(target) {
    this.menu.left(target);
    this.board.onAttention(target);
  }
  /** Scrubbing shows at once. @param {Event} event */
  onChange({ target }) {
    const { slider } = this.parts;
    if (target !== slider) return;
    const at = Number(slider.value) - 1;
    this.transport.stop();
    this.jump(at);
  }
  onSubmit() {
  }
  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = (
      /** @type {HTMLElement} */
      event.target
    );
    if (this.trial.stage || this.house.covered || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = nameOfKey(this, event.key, target);
    if (!name) {
      this.board.onKey(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.act(name, target);
  }
};

// src/places.js
var LATE = 15e3;
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
  const answer2 = await fetch(src);
  if (!answer2.ok) throw new Error(`${src}: ${answer2.status}`);
  return unpack(new Uint8Array(await answer2.arrayBuffer()));
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
var TablePlace = class extends Place {
  /**
   * @param {HTMLElement} element
   * @param {(() => HTMLElement) | null} tellLate  says in the page that nobody has come; who is fetched says it by himself
   */
  constructor(element, tellLate) {
    super(element);
    this.tellLate = tellLate;
    this.stage = null;
    this.name = void 0;
    this.table = null;
    this.version = null;
    this.told = null;
    this.late = void 0;
  }
  async open() {
    const { element } = this;
    const table = JSON.parse(this.script.textContent ?? "");
    this.script.remove();
    if (table.hand) this.name = takeName(this, table.name, (element.dataset.box ?? "").replace(/-\d+$/, ""));
    this.table = table;
    this.version = table.version;
    this.stage = new Stage(element, await boxOf(element), { send: (message) => this.waiting.push(message) });
    this.stage.show(table);
    this.clear();
    this.stage.root.inert = this.expected();
    const { tellLate } = this;
    if (!tellLate) return;
    this.late = setTimeout(() => {
      this.told = tellLate();
    }, LATE);
  }
  get state() {
    return { ...super.state, table: this.table, box: this.stage?.box };
  }
  /** Is another game waiting for this visitor? Then this table is looked at, until the kernel has it. */
  expected() {
    const { searchParams, hash } = new URL(location.href);
    const known = this.name === void 0 ? void 0 : storedTables()[this.name];
    const linked = searchParams.has("table") || searchParams.has("coach") || new URLSearchParams(hash.slice(1)).has("game");
    return linked || Boolean(known && !known.over);
  }
  /** Another table of the page does not take its name. */
  inUse() {
    return true;
  }
  connect() {
    this.table = null;
    this.live();
    clearTimeout(this.late);
    if (this.told) this.told.hidden = true;
    if (!this.stage) return;
    this.stage.root.inert = false;
    for (const message of this.waiting.splice(0)) this.stage.send(message);
  }
};
var LessonPlace = class extends Place {
  /** @param {HTMLElement} element */
  constructor(element) {
    super(element);
    this.player = null;
    this.made = null;
    this.join = null;
    this.around = void 0;
  }
  get lesson() {
    return this.element.dataset.lesson ?? "";
  }
  get steps() {
    return Number(this.element.dataset.steps);
  }
  /** Make the player, once; it can be used from then on. @param {number} [step] */
  open(step = Number(this.element.dataset.step)) {
    this.made ??= this.make(step);
    return this.made;
  }
  /** @param {number} step */
  async make(step) {
    const { lang } = this.element.dataset;
    const [box, lesson] = await Promise.all([boxOf(this.element), unpacked(this.script)]);
    const send = (message) => void this.waiting.push(message);
    this.player = new Player(this.element, box, lesson, { lang, step, kernel: true, send, around: this.around });
    this.clear();
    this.join?.();
    return this.player;
  }
  /** @param {(player: Player) => void} tie  is called when there is a player */
  connect(tie3) {
    this.live();
    this.join = () => {
      const player = (
        /** @type {Player} */
        this.player
      );
      tie3(player);
      for (const message of this.waiting.splice(0)) player.send(message);
    };
    if (this.player) this.join();
  }
};

// src/widgets.js
var NEAR2 = "800px";
var PLACES = /* @__PURE__ */ Symbol.for("escale/places");
var shownEarlier = (model) => (
  /** @type {any} */
  globalThis[PLACES]?.get(model.get("place"))
);
var marked = /* @__PURE__ */ new Map();
function initializeTable({ model }) {
  const mark = Math.random();
  const early = (
    /** @type {TablePlace | undefined} */
    shownEarlier(model)
  );
  if (early?.stage) model.set("box", early.stage.box);
  const keeper = new Keeper(model, early?.name);
  model.set("mark", mark);
  marked.set(mark, keeper);
  model.on("msg:custom", (message) => {
    if (!isFit(message)) return;
    keeper.hear(message);
    keepUp(model, keeper, message);
    setTimeout(() => model.set({}));
  });
  model.on("change:table", () => setTimeout(() => keeper.note()));
  const leave = early?.stage && tie(model, keeper, early.stage, early.version);
  early?.connect();
  return () => {
    leave?.();
    keeper.stop();
    marked.delete(mark);
  };
}
function keepUp(model, keeper, { kind, version, frames, box, table }) {
  let known = model.get("table");
  if (kind === "whole") {
    const { game, players } = model.get("box");
    if (box && (box.game !== game || box.players !== players)) model.set("box", box);
    model.set("table", table);
  } else if (kind === "frames" && version === known.version + 1) {
    for (const frame of frames) known = frame.after = merge(known, frame);
    keeper.frames = frames;
    model.set("table", { ...known, version });
    keeper.frames = null;
  } else if (kind === "frames" && version > known.version) model.send({ do: "sync" });
}
function renderTable({ model, el }) {
  if (shownEarlier(model)) return null;
  const keeper = (
    /** @type {Keeper} */
    marked.get(model.get("mark"))
  );
  return tie(model, keeper, new Stage(el, model.get("box")), null);
}
function tie(model, keeper, stage, version) {
  stage.keeper = keeper;
  stage.send = (message) => keeper.send(message);
  let at = version;
  const changed2 = () => {
    const { frames } = keeper;
    const table = model.get("table");
    if (table.version === at) return;
    const next = frames && at !== null && table.version === at + 1 && model.get("box") === stage.box;
    at = table.version;
    if (next) {
      stage.play(frames);
      return;
    }
    if (model.get("box") !== stage.box) stage.open(model.get("box"));
    else if (stage.ready()) stage.forget();
    stage.show(table);
  };
  const answered = (message) => void (isFit(message) && stage.answer(message));
  model.on("change:table", changed2);
  model.on("msg:custom", answered);
  changed2();
  keeper.views.add(stage);
  keeper.seen = true;
  stage.showVeil();
  keeper.tellVersion(stage);
  return () => {
    keeper.views.delete(stage);
    model.off("change:table", changed2);
    model.off("msg:custom", answered);
    stage.dispose();
  };
}
var reporting = (model) => (stars) => {
  model.set("stars", stars);
  model.save_changes();
};
function tellStars(model, id) {
  const kept = readStars()[id];
  if (kept) reporting(model)(kept);
}
function connectLesson(player, model) {
  player.send = (message) => model.send(message);
  player.onStars = reporting(model);
  const answered = (message) => void (isFit(message, TOLD_TO_LESSON) && player.answer(message));
  model.on("msg:custom", answered);
  return () => {
    model.off("msg:custom", answered);
    player.dispose();
  };
}
function initializeLesson({ model }) {
  const early = (
    /** @type {LessonPlace | undefined} */
    shownEarlier(model)
  );
  if (!early) return;
  tellStars(model, early.lesson);
  early.connect((player) => connectLesson(player, model));
}
async function renderLesson({ model, el }) {
  if (shownEarlier(model)) return null;
  const lesson = await unpack(model.get("lesson"));
  tellStars(model, lesson.id);
  let leave = () => {
  };
  let gone = false;
  const open = async (step2) => {
    const box = await unpack(model.get("box"));
    if (gone) return;
    leave = connectLesson(new Player(el, box, lesson, { lang: model.get("lang"), step: step2, kernel: true }), model);
  };
  const step = stepInAddress(lesson);
  if (step === null) near(el).then(() => open(model.get("step")));
  else open(step).then(() => el.scrollIntoView());
  return () => {
    gone = true;
    leave();
  };
}
function stepInAddress(lesson) {
  const asked = new URLSearchParams(location.search);
  if (asked.get("lesson") !== lesson.id) return null;
  const step = Math.trunc(Number(asked.get("step"))) || 1;
  return Math.min(lesson[lesson.first].steps.length, Math.max(1, step)) - 1;
}
function near(el) {
  return (
    /** @type {Promise<void>} */
    new Promise((done) => {
      const options = (
        /** @type {IntersectionObserverInit} */
        { rootMargin: NEAR2, scrollMargin: NEAR2 }
      );
      const watcher = new IntersectionObserver((seen) => {
        if (!seen.some((entry) => entry.isIntersecting)) return;
        watcher.disconnect();
        el.style.minHeight = "";
        done();
      }, options);
      el.style.minHeight = "640px";
      watcher.observe(el);
    })
  );
}
var WIDGETS = {
  table: { initialize: initializeTable, render: renderTable },
  lesson: { initialize: initializeLesson, render: renderLesson }
};

// src/worker_line.js
var FETCHED = 0.9;
var SLOW2 = 2e3;
var PYODIDE = "pyodide-314.0.7";
var WANTED = ["pointerover", "pointerdown", "focusin"];
var WorkerLine = class {
  /**
   * @param {Answering} host
   * @param {{open?: () => void, lost?: () => void, slow?: (news: {phase: string, done: number}) => void}} [heard]  what the page says of it:
   *   it is there; it cannot be; so much of it has come, told from two seconds on
   */
  constructor({ runtime, version }, { open = () => {
  }, lost = () => {
  }, slow = () => {
  } } = {}) {
    const address2 = new URL(`${runtime}worker.js`, location.href);
    address2.search = String(new URLSearchParams({ v: version, pyodide: PYODIDE }));
    this.address = address2;
    this.heard = { open, lost, slow };
    this.models = /* @__PURE__ */ new Map();
    this.opened = /* @__PURE__ */ new Set();
    this.status = "unknown";
    this.statusChanged = new Signal();
    this.worker = null;
    this.ready = false;
    this.owed = 0;
    this.works = false;
    this.begun = 0;
    this.share = 0;
    this.telling = void 0;
  }
  /** Call the worker; more than once does nothing. */
  start() {
    if (this.worker) return;
    markStarting(true);
    this.begun = Date.now();
    this.telling = setInterval(() => this.tell(), 250);
    try {
      this.worker = new Worker(this.address, { type: "module" });
    } catch {
      this.fail();
      return;
    }
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = () => this.fail();
  }
  /** In a page that can do without for long: when a pointer or the focus comes to "try it". */
  startWhenWanted() {
    const look2 = ({ target }) => {
      if (target instanceof Element && target.closest("[data-act=try]")) this.start();
    };
    for (const event of WANTED) document.addEventListener(event, look2, { passive: true });
  }
  /** Somebody waits. */
  hurry() {
    this.start();
  }
  tell() {
    if (!this.ready && Date.now() - this.begun >= SLOW2)
      this.heard.slow({ phase: this.share < FETCHED ? "fetch" : "start", done: this.share });
  }
  /** It cannot be started, or has broken. */
  fail() {
    clearInterval(this.telling);
    markStarting(false);
    if (this.ready) this.tellStatus("dead");
    else this.heard.lost();
  }
  /** @param {Record<string, any>} news */
  hear({ to, text, ready, progress, done, works, failed }) {
    if (to !== void 0) this.models.get(to)?.emit("msg:custom", JSON.parse(text));
    else if (progress !== void 0) this.share = Math.max(this.share, progress);
    else if (done) this.owed -= done;
    else if (works !== void 0) this.works = works;
    else if (failed !== void 0) {
      console.error(failed);
      this.fail();
      return;
    } else if (ready) this.open();
    if (this.ready) this.tellStatus(this.owed || this.works ? "busy" : "idle");
  }
  /** @param {string} status */
  tellStatus(status) {
    if (status === this.status || this.status === "dead") return;
    this.status = status;
    this.statusChanged.emit(this, status);
  }
  open() {
    clearInterval(this.telling);
    markStarting(false);
    this.ready = true;
    this.heard.open();
    for (const model of this.models.values()) model.opened();
  }
  /** @param {string} id  of a widget @param {Message} data */
  say(id, { method, content }) {
    if (method !== "custom" || !this.ready) return;
    if (!this.opened.has(id)) {
      this.opened.add(id);
      const place = (
        /** @type {HTMLElement | null} */
        document.querySelector(`[data-widget="${CSS.escape(id)}"]`)
      );
      this.post(id, { open: JSON.parse(place?.dataset.open ?? "{}") });
    }
    this.post(id, content);
  }
  /** @param {string} to @param {Message} message */
  post(to, message) {
    this.owed += 1;
    this.tellStatus("busy");
    this.worker?.postMessage({ to, text: JSON.stringify(message) });
  }
};

// src/page.js
var HERE = 6e4;
var TOUCHES = ["pointerdown", "pointermove", "keydown", "scroll", "wheel", "focus"];
function startPage(script2) {
  const page = (
    /** @type {any} */
    globalThis
  );
  const data = JSON.parse(script2.textContent ?? "{}");
  const notice = noticing(data);
  const begun = begin(data, notice);
  page[/* @__PURE__ */ Symbol.for("escale/page")] = begun.then(() => WIDGETS);
  if (data.host) {
    followAskedLanguage();
    startExplore();
    begun.then(() => callWorker(
      /** @type {Host} */
      data.host,
      notice
    ));
    return;
  }
  const load = () => {
    if (onlyOurs()) begun.then(() => callKernel(notice));
    else loadVoila(script2.dataset.voila ?? "", notice);
  };
  const painted = () => Promise.race([new Promise(requestAnimationFrame), pause(1e3)]);
  const first = (
    /** @type {HTMLElement | null} */
    document.querySelector(".first")
  );
  if (first && first.dataset.kind !== "table") begun.finally(painted).finally(() => setTimeout(load));
  else load();
}
function noticing({ words }) {
  return (name, facts = {}) => {
    const element = (
      /** @type {HTMLElement} */
      document.getElementById("link-notice")
    );
    element.textContent = fill(words[name], facts, pageSingular());
    element.hidden = false;
    return element;
  };
}
async function begin({ course, words, practice = "", host }, notice) {
  for (const sheet of document.querySelectorAll(".es-sheet")) {
    sheet.users = 1;
    document.body.prepend(sheet);
  }
  const found = (kind) => (
    /** @type {HTMLElement[]} */
    [...document.querySelectorAll(`.first[data-kind=${kind}]`)]
  );
  const tables = found("table").map((element) => new TablePlace(element, host ? null : () => notice("late")));
  const lessons = found("lesson").map((element) => new LessonPlace(element));
  linkRules();
  const linked = new URL(location.href).searchParams;
  if (course && lessons.length) {
    await new Course(course, words, lessons, notice).start();
    await Promise.all(tables.map((place) => place.open()));
  } else {
    if (lessons.length && !linked.has("lesson")) {
      await lessons[0].open();
      await pause(0);
    }
    await Promise.all([...tables.map((place) => place.open()), followLink(lessons, linked, notice)]);
    openWhenNear(lessons);
    followLanguages(lessons);
  }
  await startPractice(found("practice"), practice, notice);
  if (host) return;
  sayGoodbye();
  sayHere(notice);
}
async function startPractice(elements, address2, notice) {
  if (!elements.length) return;
  const bundle = await import(new URL(address2, document.baseURI).href);
  Object.assign(WIDGETS, bundle.WIDGETS);
  await bundle.openPlaces(elements, notice);
}
function openWhenNear(lessons) {
  const byElement = new Map(lessons.map((place) => [
    /** @type {Element} */
    place.element,
    place
  ]));
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        byElement.get(target)?.open();
      }
    },
    { rootMargin: "50% 0px" }
  );
  for (const { element } of lessons) watcher.observe(element);
}
async function followLink(lessons, linked, notice) {
  const name = linked.get("lesson");
  if (!name) return;
  const place = lessons.find(({ lesson }) => lesson === name);
  if (!place) {
    notice("no-lesson-here", { what: name.slice(0, 40) });
    return;
  }
  const { steps } = place;
  const asked = linked.get("step") ?? "1";
  const step = Number(asked);
  const there = Number.isInteger(step) && step >= 1 && step <= steps;
  if (!there) notice("no-step-here", { steps, what: asked.slice(0, 20) });
  const player = await place.open(there ? step - 1 : 0);
  place.element.scrollIntoView({ block: "start" });
  player.root.focus({ preventScroll: true });
}
function whereIAm(lessons) {
  const here = new URLSearchParams();
  const open = Object.values(storedTables()).filter(({ page, over: over2 }) => page === location.pathname && !over2);
  const table = open.sort((a, b) => b.at - a.at)[0];
  const seat = seatAt(location.pathname);
  if (seat || table) here.set("table", seat ?? table.token);
  if (asksForCoach()) here.set("coach", "");
  const inView = ({ element }) => element.getBoundingClientRect().bottom > 120;
  const lesson = scrollY > 200 ? lessons.find((place) => place.player && inView(place)) : void 0;
  if (lesson?.player) {
    here.set("lesson", lesson.lesson);
    here.set("step", String(lesson.player.at + 1));
  }
  return here;
}
function followLanguages(lessons) {
  for (const found of document.querySelectorAll(".seg [data-lang]")) {
    const link = (
      /** @type {HTMLAnchorElement} */
      found
    );
    link.addEventListener("click", () => {
      rememberLanguage(link.dataset.lang ?? "");
      link.search = String(whereIAm(lessons));
    });
  }
}
function linkRules() {
  const book = (
    /** @type {HTMLAnchorElement | null} */
    document.querySelector(".doors a[data-to=rules]")?.href
  );
  for (const code of book ? document.querySelectorAll(".jp-RenderedMarkdown code") : []) {
    const rule = code.textContent ?? "";
    if (!book || !/^[A-Z]{2}-[A-Z]{3}-\d+$/.test(rule)) continue;
    const link = new URL(book);
    if (inSite()) link.hash = rule;
    else link.searchParams.set("rule", rule);
    const anchor = Object.assign(document.createElement("a"), { href: link.href });
    code.replaceWith(anchor);
    anchor.append(code);
  }
}
function followAskedLanguage() {
  const here = new URL(location.href);
  const asked = here.searchParams.get("lang");
  if (!asked || asked === document.documentElement.lang) return;
  const link = (
    /** @type {HTMLAnchorElement | null} */
    document.querySelector(`.seg [data-lang="${CSS.escape(asked)}"]`)
  );
  if (!link) return;
  here.searchParams.delete("lang");
  location.replace(new URL(`${here.search}${here.hash}`, link.href));
}
function callWorker(host, notice) {
  const hasTable = Boolean(document.querySelector(".first[data-kind=table]"));
  if (host.kind !== "worker") {
    if (hasTable) notice("nobody");
    void keepOffline();
    return;
  }
  let told = null;
  let opened2 = () => {
  };
  const open = new Promise((done) => {
    opened2 = done;
  });
  const line = new WorkerLine(host, {
    open: () => {
      if (told) told.hidden = true;
      for (const place of places.values()) if (!line.models.has(place.widget)) tie2(line, place);
      opened2();
    },
    lost: () => {
      told = notice("no-python");
      opened2();
    },
    slow: ({ done }) => {
      told = notice("starting", { percent: Math.round(100 * done) });
    }
  });
  if (hasTable) line.start();
  else line.startWhenWanted();
  void keepOffline(hasTable ? open : void 0);
}
var kernelConfig = () => JSON.parse(document.getElementById("jupyter-config-data")?.textContent ?? "{}");
function aboutKernel(what) {
  const { kernelId, baseUrl } = kernelConfig();
  return `${baseUrl}voila/api/${what}/${kernelId}`;
}
function onlyOurs() {
  const widgets = document.querySelectorAll("script[type='application/vnd.voila.cell-output+json']");
  const kinds = [.../** @type {NodeListOf<HTMLElement>} */
  document.querySelectorAll(".first[data-widget]")];
  return kinds.length >= widgets.length && kinds.every(({ dataset }) => (dataset.kind ?? "") in WIDGETS);
}
var inSync = ({ table }) => ({ do: "sync", version: table.version });
function callKernel(notice) {
  const { kernelId, baseUrl } = kernelConfig();
  const address2 = new URL(`${baseUrl}api/kernels/${kernelId}/channels`, location.href);
  let told = null;
  const line = new Line(address2.href, {
    open: () => {
      if (told) told.hidden = true;
      for (const place of places.values()) if (!line.models.has(place.widget)) tie2(line, place);
    },
    // Lessons do without; whoever is at a table would wait for ever.
    lost: () => {
      if (document.querySelector(".first[data-kind=table]")) told = notice("unreachable");
    }
  });
  line.start();
}
function tie2(line, { state, widget }) {
  const opening = state.widget === "table" ? inSync : null;
  WIDGETS[state.widget].initialize({ model: new LineModel(line, widget, state, opening) });
}
function sayGoodbye() {
  const goodbye = aboutKernel("shutdown");
  addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) navigator.sendBeacon(goodbye);
  });
}
function sayHere(notice) {
  const here = aboutKernel("here");
  let said2 = Date.now();
  const say = async () => {
    if (document.hidden || Math.abs(Date.now() - said2) < HERE) return;
    said2 = Date.now();
    const answer2 = await fetch(here, { method: "POST" }).catch(() => null);
    if (answer2?.status === 410) notice("given-away");
  };
  for (const touch of TOUCHES) addEventListener(touch, say, { capture: true, passive: true });
}
function loadVoila(source, notice) {
  const listen = window.addEventListener;
  window.addEventListener = (type, listener, ...rest) => {
    if (type === "load" && document.readyState === "complete") {
      window.addEventListener = listen;
      setTimeout(listener);
    } else listen.call(window, type, listener, ...rest);
  };
  const script2 = Object.assign(document.createElement("script"), { src: source });
  script2.onerror = () => {
    if (document.querySelector(".first[data-kind=table]")) notice("unreachable");
  };
  document.body.append(script2);
}

// src/main.js
function startLesson(script2) {
  const { box, lesson } = JSON.parse(script2.textContent ?? "{}");
  const main = (
    /** @type {HTMLElement} */
    document.querySelector("main")
  );
  const player = new Player(main, box, lesson, { lang: document.documentElement.lang });
  globalThis[/* @__PURE__ */ Symbol.for("escale/lesson")] = player;
  document.addEventListener("keydown", (event) => {
    if (event.target === document.body) player.onKey(event);
  });
}
var script = (
  /** @type {HTMLElement | null} */
  document.querySelector("script[data-escale-start]")
);
if (script?.dataset.escaleStart === "page") startPage(script);
if (script?.dataset.escaleStart === "lesson") startLesson(script);
var kindOf2 = ({ model }) => WIDGETS[model.get("widget")];
var main_default = {
  initialize: (about) => kindOf2(about).initialize(about),
  render: (about) => kindOf2(about).render(about)
};
export {
  Choices,
  Player,
  Stage,
  main_default as default,
  fill,
  merge
};
