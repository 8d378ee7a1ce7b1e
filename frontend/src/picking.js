/**
 * Picking: from the first touch to a complete move. It filters the legal moves by what is picked,
 * lights what may come next, turns a piece, and offers what does not lie on the board.
 *
 * @import { Board } from "./board.js"
 * @import { Path } from "./types"
 */

import { isTurn } from "./choices.js";
import { fitInto } from "./hand.js";
import { fillWith, hide, html, put, still } from "./html.js";
import { SOON } from "./timing.js";

export class Picking {
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
    const lit = open ? choices.lit(picks) : new Map();
    board.hand.light(lit, picks, choices.fits(lit, picks, state.lie));
    board.picture.lift(picks.map((key) => table.scene.targets[key]?.[0]));
    this.showTurner(Boolean(open && this.canTurn()));
    put(board.house.root, "data-picking", picks.length || null);
    const { chooser } = board.house.parts;
    hide(chooser);
    chooser.replaceChildren(); // what was offered cannot be picked any more
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
      board.closeup.open(key); // to look is no move
      return;
    }
    if (board.hand.visible(key)) board.hand.rove(key);
    const again = state.choices.ordered && state.choices.after(state.picks).has(key); // a way that comes back
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
    const spoken = left.some((key) => table.scene.targets[key]?.[2]); // what is written on a button is said
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
    setTimeout(() => state.pending && this.light(), SOON); // else the answer is the next picture
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
    const option = (/** @type {string} */ key) => {
      const lie = paths.find(({ keys }) => keys.includes(key))?.lie;
      const words = targets[key]?.[1] ?? (lie ? house.t("turn-by", { degrees: lie }) : house.t("turn-none"));
      const turn = (lie ?? 0) + (drawn?.piece[5] ?? 0);
      const drawing =
        lie != null && drawn && html`<span style="transform:rotate(${turn}deg)">${house.symbol(drawn.piece[1])}</span>`;
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
    const button = /** @type {HTMLElement | null} */ (element?.closest?.(".es-target[data-fit]") ?? null);
    const key = button?.dataset.key;
    const mover = this.mover();
    const paths = key ? state.choices.matching([...state.picks, key]) : [];
    const path = paths.find(({ lie }) => lie === state.lie) ?? paths[0];
    if (path && key && mover) board.picture.ghost(targets[mover][0], targets[key][0], path.lie ?? 0);
    else board.picture.ghost();
  }
}
