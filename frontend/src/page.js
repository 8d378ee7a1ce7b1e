/**
 * A notebook as a page of the app: makes what can be seen, follows links (page_links.js), calls the kernel, says
 * goodbye. Where a notebook has widgets that are not ours, Jupyter's scripts come when there is something to see.
 *
 * @import { Place } from "./places.js"
 */

import { Course } from "./course.js";
import { groupRadios, startExplore } from "./explore.js";
import { pause } from "./html.js";
import { Line, LineModel } from "./line.js";
import { keepOffline } from "./offline.js";
import { followAskedLanguage, followLanguages, followLink, linkRules } from "./page_links.js";
import { LessonPlace, places, TablePlace } from "./places.js";
import { WIDGETS } from "./widgets.js";
import { fill, pageSingular } from "./words.js";
import { WorkerLine } from "./worker_line.js";

const HERE = 60_000; // ms between two signs that somebody is here
const TOUCHES = ["pointerdown", "pointermove", "keydown", "scroll", "wheel", "focus"];

/**
 * What the server says to this page.
 * @typedef {{words: Record<string, string>, course?: import("./course.js").CourseData, practice?: string, host?: Host}} Data
 */

/** Who answers in a site without a server: a worker, or nobody. @typedef {{kind: string, worker: string}} Host */

/** @param {HTMLElement} script  with the page's data */
export function startPage(script) {
  const page = /** @type {any} */ (globalThis);
  /** @type {Data} */
  const data = JSON.parse(script.textContent ?? "{}");
  const notice = noticing(data);
  const begun = begin(data, notice);
  page[Symbol.for("escale/page")] = begun.then(() => WIDGETS);
  // The link of a game, put into the address of a page that is open: browsers load nothing anew for what follows #.
  addEventListener("hashchange", () => {
    if (new URLSearchParams(location.hash.slice(1)).has("game")) location.reload();
  });
  if (data.host) {
    followAskedLanguage();
    startExplore();
    begun.then(() => callWorker(/** @type {Host} */ (data.host), notice));
    return;
  }
  const load = () => {
    if (onlyOurs()) begun.then(() => callKernel(notice));
    else loadVoila(script.dataset.voila ?? "", notice);
  };
  // A table needs its kernel; a lesson can do without for a while, and is painted first. In a tab that
  // nobody looks at nothing is ever painted, and its kernel must not be left alone for that.
  const painted = () => Promise.race([new Promise(requestAnimationFrame), pause(1000)]);
  const first = /** @type {HTMLElement | null} */ (document.querySelector(".first"));
  if (first && first.dataset.kind !== "table") begun.finally(painted).finally(() => setTimeout(load));
  else load();
}

/** @typedef {(name: string, facts?: Record<string, any>) => HTMLElement} Notice */

/** @param {Data} data @returns {Notice} */
function noticing({ words }) {
  return (name, facts = {}) => {
    const element = /** @type {HTMLElement} */ (document.getElementById("link-notice"));
    element.textContent = fill(words[name], facts, pageSingular());
    element.classList.toggle("passing", name.startsWith("starting")); // it goes by itself, and must not push the board away
    element.hidden = false;
    return element;
  };
}

/** Make what can be seen; the rest when it is wanted. @param {Data} data @param {Notice} notice */
async function begin({ course, words, practice = "", host }, notice) {
  for (const sheet of document.querySelectorAll(".es-sheet")) {
    /** @type {any} */ (sheet).users = 1; // the page itself keeps it
    document.body.prepend(sheet); // in a part of a course that is hidden its colours would be, too
  }
  const found = (/** @type {string} */ kind) =>
    /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`.first[data-kind=${kind}]`)]);
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
      await pause(0); // it can be used before a table below it is made
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

/**
 * What practises has a bundle of its own, for the pages that have any of it.
 * @param {HTMLElement[]} elements
 * @param {string} address
 * @param {Notice} notice
 */
async function startPractice(elements, address, notice) {
  if (!elements.length) return;
  const bundle = await import(new URL(address, document.baseURI).href);
  Object.assign(WIDGETS, bundle.WIDGETS);
  await bundle.openPlaces(elements, notice);
}

/** @param {LessonPlace[]} lessons */
function openWhenNear(lessons) {
  const byElement = new Map(lessons.map((place) => [/** @type {Element} */ (place.element), place]));
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        watcher.unobserve(target);
        byElement.get(target)?.open();
      }
    },
    { rootMargin: "50% 0px" },
  );
  for (const { element } of lessons) watcher.observe(element);
}

// --- a worker

/** Python in this browser answers, when it is there. @param {Host} host @param {Notice} notice */
function callWorker(host, notice) {
  const hasTable = Boolean(document.querySelector(".first[data-kind=table]"));
  if (host.kind !== "worker") {
    if (hasTable) notice("nobody");
    void keepOffline();
    return;
  }
  /** @type {HTMLElement | null} */
  let told = null;
  /** @type {(value?: unknown) => void} */
  let opened = () => {};
  const open = new Promise((done) => {
    opened = done;
  });
  // Another game than the shown one is on its way: nobody plays at this one.
  const returns = [...places.values()].some((place) => place instanceof TablePlace && place.stage?.root.inert);
  const line = new WorkerLine(host, {
    open: () => {
      if (told) told.hidden = true;
      for (const place of places.values()) if (!line.models.has(place.widget)) tie(line, place);
      opened();
    },
    lost: () => {
      told = notice("no-python");
      opened();
    },
    slow: (/** @type {{phase: string, done: number}} */ { done }) => {
      told = notice(returns ? "starting-back" : "starting", { percent: Math.round(100 * done) });
    },
  });
  if (hasTable) line.start();
  else {
    for (const place of places.values()) place.call = () => line.start();
    line.startWhenWanted();
  }
  void keepOffline(hasTable ? open : undefined);
}

// --- the kernel

/** What Voilà says of this page's kernel. @returns {{kernelId: string, baseUrl: string}} */
const kernelConfig = () => JSON.parse(document.getElementById("jupyter-config-data")?.textContent ?? "{}");

/** Where something is said about this page's kernel. @param {string} what */
function aboutKernel(what) {
  const { kernelId, baseUrl } = kernelConfig();
  return `${baseUrl}voila/api/${what}/${kernelId}`;
}

/** Are there no widgets in this page but those that stand at a place? Then nobody needs Jupyter's scripts. */
function onlyOurs() {
  const widgets = document.querySelectorAll("script[type='application/vnd.voila.cell-output+json']");
  const kinds = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".first[data-widget]"))];
  return kinds.length >= widgets.length && kinds.every(({ dataset }) => (dataset.kind ?? "") in WIDGETS);
}

/** @param {Record<string, any>} state */
const inSync = ({ table }) => ({ do: "sync", version: table.version });

/** A line of our own to the kernel, for all widgets of the page. @param {Notice} notice */
function callKernel(notice) {
  const { kernelId, baseUrl } = kernelConfig();
  const address = new URL(`${baseUrl}api/kernels/${kernelId}/channels`, location.href);
  /** @type {HTMLElement | null} */
  let told = null;
  const line = new Line(address.href, {
    open: () => {
      if (told) told.hidden = true;
      for (const place of places.values()) if (!line.models.has(place.widget)) tie(line, place);
    },
    // Lessons do without; whoever is at a table would wait for ever.
    lost: () => {
      if (document.querySelector(".first[data-kind=table]")) told = notice("unreachable");
    },
  });
  line.start();
}

/** Somebody is there for what stands at this place. @param {any} line @param {Place} place */
function tie(line, { state, widget }) {
  const opening = state.widget === "table" ? inSync : null;
  WIDGETS[state.widget].initialize({ model: new LineModel(line, widget, state, opening) });
}

/** Whoever leaves needs no kernel any more; a page that may come back from the browser's memory does. */
function sayGoodbye() {
  const goodbye = aboutKernel("shutdown");
  addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) navigator.sendBeacon(goodbye);
  });
}

/**
 * Whoever reads a lesson says nothing to the kernel. When a server is full it gives the place of a page
 * that was silent for long to somebody else: so a page that is touched says so, once a minute at most.
 * @param {Notice} notice
 */
function sayHere(notice) {
  const here = aboutKernel("here");
  let said = Date.now();
  const say = async () => {
    if (document.hidden || Math.abs(Date.now() - said) < HERE) return;
    said = Date.now();
    const answer = await fetch(here, { method: "POST" }).catch(() => null);
    if (answer?.status === 410) notice("given-away");
  };
  for (const touch of TOUCHES) addEventListener(touch, say, { capture: true, passive: true });
}

/**
 * Jupyter's scripts begin when a page has loaded; here they may come later than that, so a listener
 * for `load` that is added too late is called at once, until they have come.
 * @param {string} source
 * @param {Notice} notice
 */
function loadVoila(source, notice) {
  const listen = window.addEventListener;
  window.addEventListener = (/** @type {string} */ type, /** @type {any} */ listener, /** @type {any[]} */ ...rest) => {
    if (type === "load" && document.readyState === "complete") {
      window.addEventListener = listen; // it was for this one
      setTimeout(listener);
    } else listen.call(window, type, listener, ...rest);
  };
  const script = Object.assign(document.createElement("script"), { src: source });
  // Lessons do without; whoever is at a table would wait for ever.
  script.onerror = () => {
    if (document.querySelector(".first[data-kind=table]")) notice("unreachable");
  };
  document.body.append(script);
  new MutationObserver(groupRadios).observe(document.body, { childList: true, subtree: true });
}
