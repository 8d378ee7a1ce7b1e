/**
 * Tables and lessons as widgets in Jupyter: what anywidget calls, and how a model is tied to what is
 * shown. One model, any number of views.
 *
 * In the app's pages something stands at the widget's place already (places.js): then nothing is
 * drawn, and what is there is tied to the model.
 *
 * @import { Place, LessonPlace, TablePlace } from "./places.js"
 * @import { Lesson, Message, Model } from "./types"
 */

import { merge, unpack } from "./frames.js";
import { Keeper } from "./keeper.js";
import { isFit } from "./messages.js";
import { Player } from "./player.js";
import { TOLD_TO_LESSON } from "./protocol.js";
import { Stage } from "./stage.js";
import { readStars } from "./storage.js";

const NEAR = "800px"; // a page may hold a whole course: a board is set up shortly before it is seen
const PLACES = Symbol.for("escale/places");

/** What a page of the app has shown at this place before there was a widget. @param {Model} model @returns {Place | undefined} */
const shownEarlier = (model) => /** @type {any} */ (globalThis)[PLACES]?.get(model.get("place"));

// --- a table

/**
 * The keeper of a model, by a mark: what is set in a model may be saved with a notebook, a token not.
 * @type {Map<number, Keeper>}
 */
const marked = new Map();

/** @param {{model: Model}} about */
function initializeTable({ model }) {
  const mark = Math.random();
  const early = /** @type {TablePlace | undefined} */ (shownEarlier(model));
  if (early?.stage) model.set("box", early.stage.box);
  const keeper = new Keeper(model, early?.name);
  model.set("mark", mark);
  marked.set(mark, keeper);
  model.on("msg:custom", (message) => {
    if (!isFit(message)) return;
    keeper.hear(message);
    keepUp(model, keeper, message);
    setTimeout(() => model.set({})); // it also keeps what it had before its last change: the hand of somebody else
  });
  model.on("change:table", () => setTimeout(() => keeper.note())); // the board comes first
  // Without waiting for a view: Voilà gives one up that it misses by a moment.
  const leave = early?.stage && tie(model, keeper, early.stage, early.version);
  early?.connect();
  return () => {
    leave?.();
    keeper.stop();
    marked.delete(mark);
  };
}

/**
 * The model keeps the table whole; a page that has missed something asks for all of it.
 * @param {Model} model
 * @param {Keeper} keeper
 * @param {Message} message
 */
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

/** @param {{model: Model, el: HTMLElement}} about */
function renderTable({ model, el }) {
  if (shownEarlier(model)) return null; // and is tied already
  const keeper = /** @type {Keeper} */ (marked.get(model.get("mark")));
  return tie(model, keeper, new Stage(el, model.get("box")), null);
}

/**
 * From now on a stage, which shows the table of this version, shows what comes from the kernel.
 * @param {Model} model
 * @param {Keeper} keeper
 * @param {Stage} stage
 * @param {number | null} version
 */
function tie(model, keeper, stage, version) {
  stage.keeper = keeper;
  stage.send = (message) => keeper.send(message);
  let at = version;
  const changed = () => {
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
    else if (stage.ready()) stage.forget(); // another game, maybe of somebody else
    stage.show(table);
  };
  const answered = (/** @type {Message} */ message) => void (isFit(message) && stage.answer(message));
  model.on("change:table", changed);
  model.on("msg:custom", answered);
  changed();
  keeper.views.add(stage);
  keeper.seen = true;
  stage.showVeil();
  keeper.tellVersion(stage);
  return () => {
    keeper.views.delete(stage);
    model.off("change:table", changed);
    model.off("msg:custom", answered);
    stage.dispose();
  };
}

// --- a lesson

/** @param {Model} model */
const reporting = (model) => (/** @type {Record<string, number>} */ stars) => {
  model.set("stars", stars);
  model.save_changes();
};

/** Python hears of the stars that this browser has kept. @param {Model} model @param {string} id */
function tellStars(model, id) {
  const kept = readStars()[id];
  if (kept) reporting(model)(kept);
}

/** From now on somebody answers. @param {Player} player @param {Model} model */
function connectLesson(player, model) {
  player.send = (message) => model.send(message);
  player.onStars = reporting(model);
  const answered = (/** @type {Message} */ message) => void (isFit(message, TOLD_TO_LESSON) && player.answer(message));
  model.on("msg:custom", answered);
  return () => {
    model.off("msg:custom", answered);
    player.dispose();
  };
}

/** @param {{model: Model}} about */
function initializeLesson({ model }) {
  const early = /** @type {LessonPlace | undefined} */ (shownEarlier(model));
  if (!early) return;
  tellStars(model, early.lesson);
  early.connect((player) => connectLesson(player, model));
}

/** @param {{model: Model, el: HTMLElement}} about */
async function renderLesson({ model, el }) {
  if (shownEarlier(model)) return null;
  const lesson = await unpack(model.get("lesson"));
  tellStars(model, lesson.id);
  let leave = () => {};
  let gone = false;
  const open = async (/** @type {number} */ step) => {
    const box = await unpack(model.get("box"));
    if (gone) return;
    leave = connectLesson(new Player(el, box, lesson, { lang: model.get("lang"), step, kernel: true }), model);
  };
  const step = stepInAddress(lesson);
  if (step === null) near(el).then(() => open(model.get("step")));
  else open(step).then(() => el.scrollIntoView());
  return () => {
    gone = true;
    leave();
  };
}

/** The step that the address asks for (?lesson=dolce-vita/ties&step=2), or null. @param {Lesson} lesson */
function stepInAddress(lesson) {
  const asked = new URLSearchParams(location.search);
  if (asked.get("lesson") !== lesson.id) return null;
  const step = Math.trunc(Number(asked.get("step"))) || 1;
  return Math.min(lesson[lesson.first].steps.length, Math.max(1, step)) - 1;
}

/** Until an element is about to be seen; meanwhile it holds the place of a lesson. @param {HTMLElement} el */
function near(el) {
  return /** @type {Promise<void>} */ (
    new Promise((done) => {
      const options = /** @type {IntersectionObserverInit} */ ({ rootMargin: NEAR, scrollMargin: NEAR });
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

/** By the kind that Python's widget says it is. @type {Record<string, {initialize: any, render: any}>} */
export const WIDGETS = {
  table: { initialize: initializeTable, render: renderTable },
  lesson: { initialize: initializeLesson, render: renderLesson },
};
