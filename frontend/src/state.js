/**
 * All that a board knows, in one place. Every field says what it is and which room changes it.
 *
 * @import { Box, Frame, Layout, Table } from "./types"
 */

import { Choices } from "./choices.js";
import { together } from "./frames.js";

export class State {
  /** @param {Box} box */
  constructor(box) {
    /** What does not change while a game is played: symbols, layouts, rules, words. */
    this.box = box;
    /** What is shown, after the last frame; null until there is something. Board. @type {Table | null} */
    this.shown = null;
    /** Which of the box's layouts fits the room that there is. Board. @type {Layout | null} */
    this.layout = null;
    /** The legal moves. Board. */
    this.choices = new Choices();
    /** Keys that are picked, in the order of picking. Picking. @type {string[]} */
    this.picks = [];
    /** By how many degrees the picked piece is turned. Picking. */
    this.lie = 0;
    /** Has the person turned it? Then it lies as they want it. Picking. */
    this.turned = false;
    /** The id of the message with a move that has gone out and is not answered. @type {string | null} */
    this.pending = null;
    /** Frames still to be shown. Board. @type {Frame[]} */
    this.queue = [];
    /** Is a frame being shown? Board. */
    this.running = false;
    /** Has somebody asked to see no more motion until it is their turn? Board. */
    this.skipping = false;
    /** Give the focus back to the board as soon as nothing is under way. */
    this.refocus = false;
  }

  /** What is shown; asked for only once there is something. */
  get table() {
    return /** @type {Table} */ (this.shown);
  }

  /**
   * The next frames of the queue as a single one, where nobody looks at them one by one: up to where somebody else's
   * view comes, who is not to hear what was said before.
   */
  unseen() {
    const { queue, table } = this;
    const turn = queue.findIndex(({ seat }) => seat !== undefined && seat !== table.seat);
    return together(table, queue.splice(0, turn < 0 ? queue.length : turn || 1));
  }
}
