/**
 * The player of a lesson: a board whose frames are all in the page, words beside it, questions and a
 * bar to step with. It needs nobody to answer: stepping, scrubbing, autoplay and questions work
 * without a kernel, after it has died, and in an exported page. Only "try it from here" asks for one.
 *
 * @import { Around } from "./course.js"
 * @import { Box, Frame, Layout, Lesson, Message, Path, Send, Step, Table, ToldLesson } from "./types"
 */

import { Board } from "./board.js";
import { Ending } from "./ending.js";
import { Faces } from "./faces.js";
import { boxOfLesson, merge, translated } from "./frames.js";
import { House } from "./house.js";
import { fillWith, html, make, put } from "./html.js";
import { meet } from "./knowledge.js";
import { actsOf, nameOfKey } from "./lesson_acts.js";
import { foldLesson, lessonMarkup } from "./lesson_markup.js";
import { Marks } from "./marks.js";
import { Menu } from "./menu.js";
import { Questions } from "./questions.js";
import { readDone, readStars, storeDone } from "./storage.js";
import { Transport } from "./transport.js";
import { Trial } from "./trial.js";

export class Player {
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
  constructor(
    parent,
    box,
    lesson,
    { lang = box.fallback, step = 0, kernel = false, send = () => {}, theme, onStars = () => {}, around } = {},
  ) {
    this.lesson = lesson;
    this.kernel = kernel;
    this.send = send;
    this.onStars = onStars;
    this.around = around;
    /** The lesson by language; the first is whole, the others say what differs. @type {Record<string, ToldLesson>} */
    this.told = {};
    for (const one of Object.keys(box.languages)) this.told[one] = translated(lesson[lesson.first], lesson[one]);
    this.lang = lang;
    /** The step that is shown, from 0. */
    this.at = 0;
    /** Was it gone through to its end, on this page? */
    this.completed = false;
    /** The table before the first step, and after each. @type {Table[]} */
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
    this.root.tabIndex = -1; // so that the keys work wherever one has clicked
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
    /** @type {Table} */
    const first = {
      ...{ names: told.names, levels: [], options: {}, reader: null, over: false, more: false, redo: 0, log: [] },
      ...{ lang, hand: true, seat: this.lesson.seat, ply: 0, scene: told.scene },
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
      this.ending.pass();
      return;
    }
    const { board, questions } = this;
    board.skip();
    questions.takeBack(false);
    const { made } = questions.given;
    const back = made ? questions.undoOf(made).scene.pieces : {}; // a move made here goes back, or on
    this.at += 1;
    if (this.at + 1 === this.steps.length) {
      put(this.root, "data-finishing", !this.done); // it is said when all of it has been shown
      this.finish();
    }
    const { ply, frames } = this.step;
    const [first, ...more] = frames.length ? frames : [/** @type {Frame} */ ({ scene: {} })];
    const pieces = { ...back, ...first.scene?.pieces };
    this.tell();
    this.questions.announce();
    this.marks.clear();
    board.play([{ ...first, scene: { ...first.scene, pieces } }, ...more].map((frame) => ({ ...frame, ply })));
  }

  /** The last step was reached by going on: the lesson is completed. */
  finish() {
    this.completed = true; // here, if the browser keeps nothing
    storeDone(this.lesson.id);
    meet(this.steps.flatMap(({ rules, ask }) => [...rules, ...(ask?.rules ?? [])]));
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
      <h3>${step.title}</h3><p class="es-text">${step.text}</p><p>${house.rules.chips(step.rules)}</p>${ended}`,
    );
    house.voice.happened = [step.title, step.text, step.ask?.text ?? ""];
    house.rules.show(questions.open ? null : this.rule); // it may say the answer
    questions.show();
    this.faces.show("caption");
    this.showStars();
    this.transport.show();
    this.around?.onStep(at);
  }

  showStars() {
    const asked = this.steps.map((step, i) => (step.ask ? i + 1 : 0)).filter(Boolean);
    const mine = { ...readStars()[this.lesson.id], ...this.questions.earned };
    const count = asked.filter((step) => mine[step]).length;
    this.parts.stars.textContent = asked.map((step) => (mine[step] ? "★" : "☆")).join("");
    put(this.parts.stars, "aria-label", this.t("stars", { count, of: asked.length }));
    this.parts.done.hidden = !this.done;
  }

  /** @param {string[]} [look] @param {string[]} [tried] */
  drawMarks(look = [], tried = []) {
    this.marks.draw(this.step, this.tableAfter(this.at - 1), [...this.questions.looks(), ...look], tried);
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
    if (this.running) return;
    put(this.root, "data-finishing", null);
    this.drawMarks();
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
    const at = Number(slider.value) - 1; // before the bar is shown anew, and the slider with it
    this.transport.stop();
    this.jump(at);
  }

  onSubmit() {}

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
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
}
