/**
 * Practice: one exercise after the other on a board that does not tell. An answer is judged here; then
 * the truth happens on the board, and the reply says which idea it was and what is true.
 *
 * What is asked comes from a supply, in which order says a schedule, and what was answered is kept by
 * a run: this is the screen around them.
 *
 * @import { Picked, Turn } from "./practice_run.js"
 * @import { Box, Exercise, Frame, Layout, Path, PracticeData, ToldExercise } from "./types"
 */

import { pageSpeaks } from "./around.js";
import { Board } from "./board.js";
import { boxOfLesson, translated } from "./frames.js";
import { House } from "./house.js";
import { fillWith, put } from "./html.js";
import { Marks } from "./marks.js";
import { Menu } from "./menu.js";
import { actsOf, holdClicks, nameOfKey } from "./practice_acts.js";
import { bringIntoSight, draw, facing, laidOut, tableShown } from "./practice_board.js";
import { ask, practiceMarkup, showRun } from "./practice_markup.js";
import { reply, summary } from "./practice_reply.js";
import { judge, LENGTH, mixed, Run, readyFirst } from "./practice_run.js";
import { rowsOf, Supply } from "./practice_supply.js";
import { answered, pick } from "./schedule.js";

/** What decides what is asked, and hears how it went. @typedef {{pick: typeof pick, answered: typeof answered}} Schedule */

export class Practice {
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
  constructor(
    parent,
    box,
    data,
    { schedule = { pick, answered }, lang = box.fallback, theme, leave = "", map = "", focus = false } = {},
  ) {
    this.data = data;
    this.schedule = schedule;
    this.leave = leave;
    this.map = map;
    this.lang = lang;
    this.supply = new Supply(rowsOf(data.stock), data.ideas);
    this.run = new Run([]);
    /** The options of `may` that are chosen so far. @type {number[]} */
    this.chosen = [];
    /** Takes the focus from now on. */
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

  get lit() {
    return this.turn?.exercise?.kind === "may" ? "choosable" : "playable"; // of those some are not allowed
  }

  /** @returns {Turn} */
  get turn() {
    return /** @type {Turn} */ (this.run.turn);
  }

  /** @returns {Exercise} */
  get exercise() {
    return /** @type {Exercise} */ (this.turn.exercise);
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
    const { rules, rule, today } = this.data;
    const telling = (/** @type {string[]} */ fresh) => this.supply.telling(fresh);
    const [about, count] = today?.length ? [today, today.length] : [rules, LENGTH];
    const picked = this.schedule.pick(about, Date.now(), count, Math.random, telling);
    this.data.today = []; // once; what comes after it is practice as ever
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
    const { summary: panel, asking: ask, reply: said, context, side } = this.parts;
    for (const part of [ask, said, context]) part.hidden = true;
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
    this.board.show(tableShown(this), () => this.build());
    put(this.root, "data-rule", exercise.rule);
    put(this.root, "data-kind", exercise.kind);
    this.tell();
    if (!this.turn.state && told.made) this.board.play([{ scene: told.made }]);
    if (this.turn.state) return;
    house.voice.happened = [told.question, ...(told.options ?? [])];
    if (this.focusing) facing(this);
    else house.voice.say(told.question);
  }

  build() {
    this.house.build(practiceMarkup(this), this.lang);
    this.board.build();
    this.marks.build();
  }

  /** The words beside the board, as they are now. */
  tell() {
    const { turn, parts } = this;
    put(this.root, "data-answered", turn.state ? (turn.state === "wrong" ? "wrong" : "right") : null);
    ask(this);
    parts.reply.hidden = !turn.state && !turn.helps;
    if (!parts.reply.hidden) fillWith(parts.reply, reply(this));
    put(parts.reply, "data-state", turn.state || "help");
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
    if (run.answer(picked) === "wrong") this.supply.doubt(turn.exercise, turn.wrong);
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
    /** @type {Frame[]} */
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
    if (!this.run.over) draw(this);
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
    laidOut(this);
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

  picking() {}

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
      if (number >= 0 && !this.chosen.includes(number)) this.choose(number); // one key may do: the other takes nothing back
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
    actsOf(this)[name]?.(button);
  }

  /** @param {HTMLElement} target */
  onAttention(target) {
    this.menu.left(target);
    this.board.onAttention(target);
  }

  onChange() {}

  onSubmit() {}

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (this.house.covered || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = nameOfKey(this, event.key, target);
    if (!name) {
      this.board.onKey(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (/^\d$/.test(name)) this.choose(Number(name));
    else this.act(name);
  }
}
