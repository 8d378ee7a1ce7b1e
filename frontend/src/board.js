/**
 * A board: shows a table, then frames one after the other with motion, and lets a person pick.
 *
 * There is no game in it and nobody who answers. Its host hears of a complete move and of a question
 * why something cannot be picked, and is told when a frame has been shown.
 *
 * @import { House } from "./house.js"
 * @import { Html } from "./html.js"
 * @import { Frame, Path, Piece, Table, Layout } from "./types"
 */

import { Choices } from "./choices.js";
import { Closeup } from "./closeup.js";
import { merge } from "./frames.js";
import { ARROWS, Hand } from "./hand.js";
import { html, pause, put, still } from "./html.js";
import { Nudge } from "./nudge.js";
import { Picking } from "./picking.js";
import { Picture } from "./picture.js";
import { State } from "./state.js";
import { PAUSE } from "./timing.js";

/**
 * @typedef {object} BoardHost
 * @property {(path: Path) => void} complete  a move has been picked
 * @property {(keys: string[], piece?: string) => void} why  the last of these keys cannot be picked; a piece that was touched there
 * @property {() => void} picking  somebody touches something
 * @property {(frame?: Frame) => void} shown  after a frame; without one, all is new
 * @property {(busy: boolean) => void} settled  something has begun or ended
 * @property {() => boolean} stalled  does whoever is to move not move by themselves?
 * @property {() => boolean} takeFocus  something else than the board wants the focus
 * @property {string} [lit]  the word for what can be picked now; "playable" if nothing else is said
 * @property {(layout: Layout) => void} fitted  another layout has been chosen
 * @property {() => number} [linger]  how long what is shown is to be seen, in ms more than usual
 * @property {() => boolean} escape  Escape closes something else first
 * @property {(name: string, button?: HTMLElement) => void} act
 */

/** @type {Record<string, string>} */
const LETTERS = { h: "hint", l: "moves", d: "words", u: "undo", r: "turn", w: "again", "?": "help" };
const GUESS = 800; // px: the width of a board that is not yet shown

export class Board {
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
    /** @type {(value?: unknown) => void} ends the pause after a frame */
    this.onSkip = () => {};
    /** Done when the frames that came are shown. @type {Promise<void>} */
    this.ran = Promise.resolve();
    /** The moves that the dialog lists. @type {Path[]} */
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
    this.hand = new Hand(parts.hand, this.house.t(this.host.lit ?? "playable"));
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
    if (first) return;
    this.updateControls();
    this.settle();
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
    this.updateControls();
    this.settle();
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
    const names = /** @type {(keyof typeof scene)[]} */ (Object.keys(scene)).filter(
      (name) => old[name] !== scene[name],
    );
    /** @type {Record<string, Piece | null>} */
    const pieces = {};
    for (const key of Object.keys({ ...old.pieces, ...scene.pieces })) {
      if (old.pieces[key] !== scene.pieces[key]) pieces[key] = scene.pieces[key] ?? null;
    }
    this.state.shown = table;
    this.state.picks = [];
    this.picture.update(pieces, false);
    this.updateControls({ scene: Object.fromEntries([...names, "choices"].map((name) => [name, true])) });
    this.settle();
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
    while (state.queue.length) {
      const moving = !state.skipping && !still();
      this.apply(moving ? /** @type {Frame} */ (state.queue.shift()) : state.unseen(), moving);
      if (!moving) continue;
      this.settle();
      await this.seen();
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
      return this.state.queue.length || this.table.more ? pause(PAUSE + (this.host.linger?.() ?? 0)) : null;
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
    const changed = Object.keys(frame.scene?.pieces ?? {}).map((key) => [key, pieces[key] ?? null]);
    picture.update(Object.fromEntries(changed), moving);
    this.updateControls(frame);
    for (const [text] of frame.add ?? []) house.voice.tell(text);
  }

  // --- what is around the pieces

  /**
   * What can be picked, after a frame; without one, all of it.
   * @param {Frame | {scene: Record<string, unknown>}} [frame]
   */
  updateControls(frame) {
    const { state, hand, house } = this;
    const { scene } = state.table;
    const changed = (/** @type {string} */ name) => !frame || Boolean(frame.scene && name in frame.scene);
    if (changed("choices")) state.choices = new Choices(scene.choices, house.box);
    if (changed("targets") || changed("order")) hand.show(scene.targets, /** @type {Layout} */ (state.layout));
    house.notices.hideBubble();
    hand.ring([]);
    house.notices.dropHint();
    this.host.shown(/** @type {Frame} */ (frame));
    this.picking.light();
    this.closeup.show();
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
    return key === undefined ? undefined : this.hand.entries.get(key)?.button;
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
    put(near, "data-asked", false); // not the key is spoken of first, but what was touched there
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
      close: (button) => house.closeAround(button),
    };
  }

  listMoves() {
    const { state } = this;
    const { targets } = state.table.scene;
    this.listed = state.table.hand && !state.pending ? state.choices.matching(state.picks) : [];
    this.house.dialogs.moves(this.listed, (key) => (targets[key] ? this.labelOf(key) : null));
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
    // While others move a click only skips: it must not become half of a later move.
    const mine = !state.running || (!state.queue.length && !state.table.more && this.buttonOf(key)?.dataset.lit);
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
    const target = /** @type {HTMLElement} */ (event.target);
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
    else if (state.picks.length && !state.pending) picking.unpick(/** @type {string} */ (state.picks.at(-1)));
    else notice.hidden = true;
  }
}
