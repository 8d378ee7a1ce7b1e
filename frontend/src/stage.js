/**
 * A table: a board and the house around it, with header, status, players, log, rules, dialogs.
 *
 * It is handed a box (symbols, layouts, rules: once), a table (the scene as one seat sees it, the
 * log), and then frames, each the difference to the moment before. What a person picks goes out
 * through `send`, once, when a move is complete. Who answers is not its business: a kernel, or
 * Python in the browser. The answers come back through `show`, `play` and `answer`.
 *
 * @import { Keeper } from "./keeper.js"
 * @import { Box, Frame, Layout, Line, Message, Path, Send, Table } from "./types"
 */

import { acts } from "./acts.js";
import { measureAbove, shelfAddress } from "./around.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { chosenText, give } from "./files.js";
import { House, STEPS } from "./house.js";
import { hide, put } from "./html.js";
import { Invite } from "./invite.js";
import { Log } from "./log.js";
import { Menu } from "./menu.js";
import { changed, chosenGame, newGameForm } from "./new_game.js";
import { showSeats, showStatus, whoPlays } from "./seats.js";
import { tableMarkup } from "./table_markup.js";
import { Veil } from "./veil.js";

export class Stage {
  /**
   * @param {HTMLElement} parent
   * @param {Box} box
   * @param {{send?: Send, theme?: string, keeper?: Keeper}} [options]
   */
  constructor(parent, box, { send = () => {}, theme = "auto", keeper } = {}) {
    this.send = send;
    /** Who makes the table last, if anybody. */
    this.keeper = keeper;
    /** Does a computer think about its move? */
    this.thinks = false;
    /** Parts of the house that are out of date. @type {Set<string>} */
    this.stale = new Set();
    /** Lines that are not in the log yet. @type {Line[]} */
    this.unlogged = [];
    /** @type {number | undefined} */
    this.reading = undefined;
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
    this.board.show(table, rebuilt ? () => this.build() : undefined);
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
    /** @type {Record<string, () => void>} */
    const answers = {
      why: () => this.board.explain(key, lines, this.coach.refused(lines), rest.piece),
      words: () => this.openWords(lines),
      hint: () => this.showHint(lines, rest.keys),
      review: () => this.house.dialogs.review(text, /** @type {any} */ (rest)),
      say: () => (tone === "good" ? this.house.notices.mention(text) : this.house.notices.notify(text, tone)),
      file: () => give(this, name, new Blob([text], { type: "application/json" }), "saved"),
      link: () => this.house.dialogs.link(rest),
      invitations: () => this.invite.show(rest),
    };
    answers[kind]?.();
  }

  /** @param {string} what @param {Message} [fields] */
  ask(what, fields = {}) {
    const id = this.house.newId();
    this.send({ do: what, id, ...fields }); // first: the rest can be done while somebody answers
    this.house.goOn(what);
    if (STEPS.has(what)) this.coach.moves(what);
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
    this.coach.point();
  }

  /** @param {Layout} layout */
  fitted(layout) {
    this.parts.seats.classList.toggle("es-hidden", !layout.seats);
    this.menu.fold(layout.name === "narrow");
  }

  /** Everything around the board, after a frame. @param {Frame} [frame] */
  shown(frame) {
    const { table, root, stale } = this;
    const isNew = (/** @type {string} */ field) => !frame || field in frame || (frame.scene && field in frame.scene);
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
      this.coach.hear(frame.add, frame.scene?.pieces);
    }
    if (frame) this.coach.point();
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
    this.reading = undefined;
    if (!this.ready()) return; // another box is being opened
    const { table, stale, parts } = this;
    const { heading, status, seats } = table.scene;
    if (stale.has("heading")) parts.heading.textContent = heading;
    if (stale.has("status")) showStatus(parts.status, status);
    if (stale.has("seats")) {
      showSeats(this.house, seats, table, (seat) => this.keeper?.company.absence(this, seat) ?? "");
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
    this.busyChanged();
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
  busyChanged() {
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

  picking() {}

  linger() {
    return this.coach.linger();
  }

  /** @param {string[]} keys @param {string} [piece] */
  why(keys, piece) {
    this.ask("why", { keys, ply: this.table.ply, ...(piece && { piece }) });
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
    const coached = this.keeper?.company.told ? null : this.coach.on; // it is for a table of one page
    this.house.dialogs.open(this.t("new-title"), newGameForm(this.house, this.table, coached));
  }

  // --- files

  async load() {
    const text = await chosenText(this.parts.file);
    if (text) this.ask("load", { text });
  }

  // --- mouse, finger, keyboard

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (/** @type {HTMLElement} */ (event.target).matches("input")) return; // somebody writes
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
    const field = /** @type {any} */ (target);
    if (field === this.parts.file) {
      if (type === "change") this.load();
    } else changed(field, this.box.tempered);
  }

  /** @param {SubmitEvent} event */
  onSubmit(event) {
    event.preventDefault();
    if (/** @type {HTMLElement} */ (event.target).dataset.form) {
      this.act("sit");
      return;
    }
    this.house.dialogs.dialog.close();
    this.coach.forgetSwitch();
    this.ask("new", chosenGame(/** @type {HTMLFormElement} */ (event.target), this.box.options));
  }
}
