/**
 * The coach at a table: the note above the board, its switch, and what has been met in this game. When it
 * speaks, and of what, says coaching.js; what the learner has met is kept in the browser (knowledge.js).
 *
 * It speaks for one seat. Whoever else looks, or whoever passes the screen on, sees none of it; nothing
 * waits for it, and it takes no focus. Its height is kept free as long as there is a coach, so that the
 * board never jumps.
 *
 * @import { Html } from "./html.js"
 * @import { Stage } from "./stage.js"
 * @import { Line, Table } from "./types"
 */

import { asksForCoach, lessonLink, practiceLink } from "./around.js";
import { Coaching, READ } from "./coaching.js";
import { fillWith, hide, html, put } from "./html.js";
import { degree, learners, meet, met, taught } from "./knowledge.js";
import { storeCoach, storedCoach } from "./storage.js";

const LONG = 60; // letters: more do not fit beside a chip into two lines of a phone

export class Coach {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.coaching = this.fresh();
    /** The seat that it was brought in for, where nobody else has said. @type {number | null} */
    this.chosen = null;
    /** Was it silenced or called here? @type {boolean | null} */
    this.switched = null;
    /** What is shown, as text: it is written only where that changes. @type {Record<string, string>} */
    this.written = {};
    this.ply = -1;
    /** The moment that it has thought about. */
    this.moment = "";
    /** What has been said in the log and not thought about. @type {Line[]} */
    this.unheard = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.thinking = undefined;
    /** It thinks once more, when what was said has been read. @type {ReturnType<typeof setTimeout> | undefined} */
    this.again = undefined;
  }

  get house() {
    return this.stage.house;
  }

  fresh() {
    const { rules, lessons } = this.stage.box.rules;
    taught(lessons ?? {}); // what was completed before anything was kept of its rules
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
    return hand ? (this.chosen ?? coach?.seat ?? reader) : null;
  }

  /** Does somebody want it? null: nobody has said. @returns {boolean | null} */
  get wanted() {
    const { coach, reader } = this.stage.table;
    const asked = coach?.on || (asksForCoach() && reader !== null) || null;
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
    this.unheard = []; // it is in the log
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
    if (this.stage.running) setTimeout(() => this.witness(lines));
  }

  /** It happens before the learner's eyes: the time to say why. @param {Line[]} lines */
  witness(lines) {
    const { stage } = this;
    if (!stage.ready() || !stage.running || stage.board.state.skipping || !this.isSeen) return;
    this.catchUp();
    const rules = lines.flatMap(([, cited]) => cited);
    if (this.coaching.happens(rules, Date.now())) this.show();
  }

  catchUp() {
    this.coaching.hear(this.unheard.splice(0));
  }

  /** The learner has done something. */
  moves() {
    this.catchUp();
    this.moment = "";
    clearTimeout(this.again);
    this.coaching.moves();
    if (this.on && this.stage.ready()) this.house.rules.show(null); // of a moment that is over
    this.show();
  }

  /** What was asked is to be answered. */
  answer() {
    this.coaching.answer();
    this.show();
    const said = /** @type {HTMLElement | null} */ (this.house.parts.coachNote.firstElementChild);
    put(said, "tabindex", "-1"); // the button that had the focus is gone
    said?.focus({ preventScroll: true });
  }

  /** Nothing moves at the table: once the board is shown, it is time to speak. */
  quiet() {
    this.thinking ??= setTimeout(() => {
      this.thinking = undefined;
      if (this.stage.ready() && !this.stage.running) this.think();
    });
  }

  think() {
    const { table, board } = this.stage;
    if (board.state.pending) return; // the learner has moved: what comes of it is on its way
    this.catchUp();
    this.ply = table.ply;
    if (asksForCoach() && !table.coach && !table.ply) return; // another game is about to come
    const now = [table.ply, table.seat, table.curtain, table.more, table.over, this.on].join();
    if (this.moment === now) return; // it is asked after every touch, and has thought about this one
    this.moment = now;
    if (!this.isSeen) {
      this.coaching.note = null; // gone at the curtain; whatever is new waits for its seat
    } else if (!table.more || table.over) {
      const { choices, pieces } = table.scene;
      this.coaching.speak({
        over: table.over,
        choices: choices.keys ?? [],
        pieces: Object.keys(pieces),
        now: Date.now(),
      });
      if (this.coaching.until !== null && !table.over) this.thinkAgain();
    }
    this.show();
  }

  /** What was said while others moved is still being read: the rest after that. */
  thinkAgain() {
    clearTimeout(this.again);
    this.again = setTimeout(() => {
      this.moment = "";
      this.quiet();
    }, READ);
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
      const label = this.label(`coach-${note.kind}`);
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
    const unsaid = new Set([...news, ...waiting]);
    const state = (/** @type {string} */ rule) =>
      note?.rule === rule && note.kind !== "ask" ? "now" : unsaid.has(rule) ? "unsaid" : came.has(rule) ? "met" : "";
    return Object.keys(this.stage.box.rules.rules).map((rule) => html`<i data-met="${state(rule)}"></i>`);
  }

  panel() {
    if (!this.isSeen) return html``;
    const { came } = this.coaching;
    const counts = { rules: came.size, all: Object.keys(this.stage.box.rules.rules).length };
    const over = this.stage.table.over;
    const name = learners().find(({ current }) => current)?.name;
    return html`<h3>${this.t("coach-met")} ${name && html`<small class="es-quiet">${name}</small>`}</h3>
      <button class="es-coach-dots" data-do="coach-met" aria-label="${this.t("coach-rules", counts)}">${this.dots()}</button>
      <p class="es-quiet">${this.t("coach-rules", counts)}. ${!over && this.t("coach-ahead")}</p>`;
  }

  /** The rules of this game, each in its sentence: whoever reads them has met them. */
  openMet() {
    this.catchUp();
    const { came, waiting, news } = this.coaching;
    const ids = Object.keys(this.stage.box.rules.rules).filter((rule) => came.has(rule));
    const advice = this.stage.table.over ? this.coaching.advice() : [];
    const one = (/** @type {string} */ rule) =>
      html`<div class="es-rule"><span class="es-chip">${rule}</span><div><p>${this.says(rule)}</p>${advice.includes(rule) && html`<p>${this.practiceOf(rule)}</p>`}</div></div>`;
    this.house.dialogs.open(
      this.t("coach-met"),
      html`${ids.length ? ids.map(one) : html`<p>${this.t("coach-none")}</p>`}`,
    );
    this.coaching.say([...waiting, ...news]);
    this.show();
  }

  /** @param {string} part @param {unknown} content */
  write(part, content) {
    const text = String(content);
    if (this.written[part] === text || !this.house.parts[part]) return; // where one only looks there is no coach
    this.written[part] = text;
    fillWith(this.house.parts[part], text);
  }

  show() {
    const { parts, root } = this.house;
    if (!parts.coach) return;
    const { here, on } = this;
    put(root, "data-coach", here ? (on ? "on" : "off") : null);
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
}

/** A paragraph; a long one is set smaller where there is little room. @param {string} text @param {Html} content */
const said = (text, content) => html`<p data-long="${text.length > LONG}">${content}</p>`;
