/**
 * The coach at a table: its switch, what it hears, and when its note above the board is written anew. When it
 * speaks, and of what, says coaching.js, in which words coach_markup.js; what the learner has met is kept in the
 * browser (knowledge.js).
 *
 * It speaks for one seat. Whoever else looks, or whoever passes the screen on, sees none of it; nothing
 * waits for it, and it takes no focus. Its height is kept free as long as there is a coach, so that the
 * board never jumps.
 *
 * @import { Stage } from "./stage.js"
 * @import { Line, Table } from "./types"
 */

import { asksForCoach } from "./around.js";
import { metRules, noteOf, panel, refusal, rest } from "./coach_markup.js";
import { Coaching, READ } from "./coaching.js";
import { fillWith, hide, html, put } from "./html.js";
import { degree, meet, met, taught } from "./knowledge.js";
import { Pointing, spokenOf } from "./pointing.js";
import { storeCoach, storedCoach } from "./storage.js";
import { LINGER } from "./timing.js";

export class Coach {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.coaching = this.fresh();
    this.pointing = new Pointing(stage);
    /** By which doing each rule has come up last. @type {Map<string, import("./pointing.js").Doing>} */
    this.doings = new Map();
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
    this.stage.busyChanged();
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
    this.doings.clear();
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

  /**
   * Thought about later: to read what a learner has met takes time that belongs to the board.
   * @param {Line[]} lines
   * @param {Record<string, unknown>} [pieces]  that have changed with it
   */
  hear(lines, pieces = {}) {
    this.unheard.push(...lines);
    const changed = new Set(Object.keys(pieces));
    for (const [, rules, seat] of lines)
      for (const rule of rules) this.doings.set(rule, { seat: /** @type {number | null} */ (seat), changed });
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

  /** How long what is shown now is to be seen, in ms more than usual: it has just been spoken of. */
  linger() {
    const { lingers } = this.coaching;
    this.coaching.lingers = false;
    return lingers ? LINGER : 0;
  }

  catchUp() {
    this.coaching.hear(this.unheard.splice(0));
  }

  /** The learner has done something. @param {string} what */
  moves(what) {
    this.catchUp();
    this.moment = "";
    clearTimeout(this.again);
    const reads = what === "move" && this.isSeen && this.stage.table.reader !== null; // else a curtain may come
    this.coaching.moves(reads ? Date.now() : null);
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
      if (this.coaching.until !== null) this.thinkAgain();
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
    return refusal(this, fresh, lesson);
  }

  // --- what is shown

  /** The rules of this game, each in its sentence: whoever reads them has met them. */
  openMet() {
    this.catchUp();
    const { waiting, news } = this.coaching;
    this.house.dialogs.open(this.t("coach-met"), metRules(this));
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
    const note = noteOf(this);
    put(parts.coach, "data-note", this.coaching.note && String(note) ? this.coaching.note.kind : null);
    put(parts.coachButton, "aria-label", this.t(on ? "coach-on" : "coach-off"));
    put(parts.coachButton, "title", this.t(on ? "coach-silence" : "coach-back"));
    hide(parts.silenceButton, !on);
    this.write("coachSwitch", html`${this.t(on ? "coach-on" : "coach-off")}`);
    this.write("coachNote", note);
    this.write("coachRest", String(note) ? "" : rest(this));
    this.write("coachPanel", panel(this));
    this.point();
  }

  /** At what it speaks of, while it speaks. */
  point() {
    const { note } = this.coaching;
    const { rules } = this.stage.box.rules;
    const happened = note && this.doings.has(note.rule);
    const told = note && (note.kind === "answer" ? happened : note.kind === "new" || note.kind === "again");
    const shown = this.isSeen && told && !note.past ? note : null;
    if (!shown && !this.pointing.note) return;
    const placed = (/** @type {string} */ key) => this.pointing.boxOf(key) !== undefined;
    this.pointing.show(shown, () => {
      const rule = String(note?.rule);
      return spokenOf(rules[rule], this.stage.table.scene, this.seat, this.doings.get(rule), placed);
    });
  }

  /** Somebody else looks: nothing of what was said to the one before stays. */
  forget() {
    this.coaching.note = null;
    for (const part of ["coachNote", "coachRest", "coachPanel"]) this.write(part, "");
    if (this.pointing.note) this.pointing.show(null, () => []);
  }
}
