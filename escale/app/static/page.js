/**
 * A notebook as a page of the app. It stands behind stage.js, table.js and lesson.js in one module.
 *
 * The server has put every table and every lesson into the page, as a picture and as data. Here they
 * become stages and players at once, long before Jupyter's scripts have made widgets of them. When
 * those come they do not draw anything: they take over what is there (`connect`), and what somebody
 * has done meanwhile is sent on.
 */

const LATE = 15_000; // ms after which a table that nobody has taken over says so

const places = (globalThis[Symbol.for("escale/places")] = new Map());
const linked = new URL(location.href).searchParams;
const pageWords = JSON.parse(document.getElementById("data").textContent).words;

const unpacked = (script) => unpack(Uint8Array.from(atob(script.textContent), (sign) => sign.charCodeAt()));
const boxes = new Map();

/** The box of a place; several may have the same. */
function boxOf({ dataset }) {
  const name = dataset.box;
  if (!boxes.has(name)) boxes.set(name, unpacked(document.getElementById(`box-${name}`)));
  return boxes.get(name);
}

/** A place in the page where a widget is going to be. */
class Place {
  constructor(element) {
    this.element = element;
    this.waiting = []; // what has been said before anybody could hear it
    places.set(element.dataset.place, this);
  }

  get script() {
    return this.element.querySelector(":scope > script");
  }

  /** The picture has done its work. */
  clear() {
    this.element.querySelector("[data-skeleton]")?.remove();
    this.element.classList.add("made");
  }

  /** Somebody is there to answer. */
  connect() {
    this.element.classList.add("live");
  }
}

class TablePlace extends Place {
  async open() {
    const table = JSON.parse(this.script.textContent);
    if (table.hand) this.name = takeName(this, table.name, this.element.dataset.box.replace(/-\d+$/, ""));
    this.version = table.version;
    this.stage = new Stage(this.element, await boxOf(this.element), { send: (message) => this.waiting.push(message) });
    this.stage.show(table);
    this.clear();
    this.stage.root.inert = this.expected();
    this.late = setTimeout(() => (this.told = notice("late")), LATE);
  }

  /** Is another game waiting for this visitor? Then this table is looked at, until the kernel has it. */
  expected() {
    const known = storedTables()[this.name];
    return linked.has("table") || new URLSearchParams(location.hash.slice(1)).has("game") || Boolean(known && !known.over);
  }

  /** Another table of the page does not take its name. */
  inUse() {
    return true;
  }

  connect() {
    super.connect();
    clearTimeout(this.late);
    if (this.told) this.told.hidden = true;
    this.stage.root.inert = false;
    for (const message of this.waiting.splice(0)) this.stage.send(message);
  }
}

class LessonPlace extends Place {
  get lesson() {
    return this.element.dataset.lesson;
  }

  /** Make the player, once; it can be used from then on. */
  open(step = Number(this.element.dataset.step)) {
    this.made ??= this.make(step);
    return this.made;
  }

  async make(step) {
    const { lang } = this.element.dataset;
    const [box, lesson] = await Promise.all([boxOf(this.element), unpacked(this.script)]);
    this.player = new Player(this.element, box, lesson, { lang, step, kernel: true, send: (message) => this.waiting.push(message) });
    this.clear();
    this.join?.();
    return this.player;
  }

  /** `join` ties who answers to the player, when there is one. */
  connect(join) {
    super.connect();
    this.join = () => {
      join(this.player);
      for (const message of this.waiting.splice(0)) this.player.send(message);
    };
    if (this.player) this.join();
  }
}

// --- links ----------------------------------------------------------------------------------------------

function notice(name, facts = {}) {
  const element = document.getElementById("link-notice");
  element.textContent = pageWords[name].replace(/\{(\w+)\}/g, (_, hole) => facts[hole] ?? "");
  element.hidden = false;
  return element;
}

/** `?lesson=dolce-vita/ties&step=4`: the lesson in its place, open at that step. */
async function followLink(lessons) {
  const name = linked.get("lesson");
  if (!name) return;
  const place = lessons.find(({ element }) => element.dataset.lesson === name);
  if (!place) {
    notice("no-lesson-here", { what: name.slice(0, 40) });
    return;
  }
  const { steps } = place.element.dataset;
  const step = Number(linked.get("step") ?? 1);
  const there = Number.isInteger(step) && step >= 1 && step <= Number(steps);
  if (!there) notice("no-step-here", { steps, what: linked.get("step").slice(0, 20) });
  const player = await place.open(there ? step - 1 : 0);
  place.element.scrollIntoView({ block: "start" });
  player.root.focus({ preventScroll: true });
}

/** The same page in the other language: at the same lesson, at the same table. */
function whereIAm(lessons) {
  const here = new URLSearchParams();
  const table = Object.values(storedTables()).find(({ page, over }) => page === location.pathname && !over);
  if (table) here.set("table", table.token);
  const inView = ({ element }) => element.getBoundingClientRect().bottom > 120;
  const lesson = scrollY > 200 && lessons.find((place) => place.player && inView(place));
  if (lesson) {
    here.set("lesson", lesson.element.dataset.lesson);
    here.set("step", lesson.player.at + 1);
  }
  return here;
}

async function followLanguages(lessons) {
  const { remember } = await import("./site.js");
  for (const link of document.querySelectorAll(".seg [data-lang]")) {
    link.addEventListener("click", () => {
      remember(link.dataset.lang);
      link.search = whereIAm(lessons);
    });
  }
}

/** The numbers of rules in the text lead to the rulebook. */
function linkRules() {
  const book = document.querySelector(".doors a[href*='/rules/']")?.href;
  for (const code of book ? document.querySelectorAll(".jp-RenderedMarkdown code") : []) {
    if (!/^[A-Z]{2}-[A-Z]{3}-\d+$/.test(code.textContent)) continue;
    const link = new URL(book);
    link.searchParams.set("rule", code.textContent);
    const anchor = Object.assign(document.createElement("a"), { href: link });
    code.replaceWith(anchor);
    anchor.append(code);
  }
}

/** Whoever leaves needs no kernel any more; a page that may come back from the browser's memory does. */
function sayGoodbye() {
  const { kernelId, baseUrl } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) navigator.sendBeacon(`${baseUrl}voila/api/shutdown/${kernelId}`);
  });
}

// --- begin ----------------------------------------------------------------------------------------------

/** Make what can be seen; the rest when it is scrolled to. */
async function begin() {
  for (const sheet of document.querySelectorAll(".es-sheet")) sheet.users = 1; // the page itself keeps it
  const found = (kind) => [...document.querySelectorAll(`.first[data-kind=${kind}]`)];
  const tables = found("table").map((element) => new TablePlace(element));
  const lessons = found("lesson").map((element) => new LessonPlace(element));
  if (lessons.length && !linked.has("lesson")) {
    await lessons[0].open();
    await new Promise((done) => setTimeout(done)); // it can be used before a table below it is made
  }
  await Promise.all([...tables.map((place) => place.open()), followLink(lessons)]);
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        places.get(target.dataset.place).open();
      }
    },
    { rootMargin: "50% 0px" },
  );
  for (const { element } of lessons) watcher.observe(element);
  followLanguages(lessons);
  linkRules();
  sayGoodbye();
  return { table: { initialize, render }, lesson: { initialize: initializeLesson, render: renderLesson } };
}

/** Jupyter's scripts begin when a page has loaded; here they may come later than that. */
function loadVoila() {
  const listen = window.addEventListener;
  window.addEventListener = (type, listener, ...rest) => {
    if (type === "load" && document.readyState === "complete") setTimeout(listener);
    else listen.call(window, type, listener, ...rest);
  };
  const { voila } = document.getElementById("data").dataset;
  const script = Object.assign(document.createElement("script"), { src: voila });
  // Lessons do without; whoever is at a table would wait for ever.
  script.onerror = () => document.querySelector(".first[data-kind=table]") && notice("unreachable");
  document.body.append(script);
}

const begun = (globalThis[Symbol.for("escale/page")] = begin());
// A table needs its kernel; a lesson can do without for a while, and is painted first. In a tab that
// nobody looks at nothing is ever painted, and its kernel must not be left alone for that.
const painted = () => Promise.race([new Promise(requestAnimationFrame), pause(1000)]);
if (document.querySelector(".first")?.dataset.kind === "lesson") begun.finally(painted).finally(() => setTimeout(loadVoila));
else loadVoila();
