/**
 * A word at the dice for whoever waits for them: they are the person's own, and fall when touched.
 *
 * @import { Board } from "./board.js"
 */

import { hide } from "./html.js";
import { PATIENCE } from "./timing.js";

const DICE = "roll"; // the key of dice that a person throws

export class Nudge {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Something has begun or ended on the board. @param {boolean} busy */
  settled(busy) {
    clearTimeout(this.timer);
    hide(this.board.house.parts.nudge);
    if (!busy && this.waits()) this.timer = setTimeout(() => this.say(), PATIENCE);
  }

  /** Do only the dice go on from here? */
  waits() {
    const { table, choices, picks } = this.board.state;
    const left = choices.left(choices.matching(picks), picks);
    return table.hand && table.curtain == null && left.length === 1 && left[0] === DICE;
  }

  say() {
    const { house } = this.board;
    const dice = this.board.buttonOf(DICE);
    if (!dice || dice.hidden || !this.waits()) return;
    const { nudge, board } = house.parts;
    nudge.textContent = house.t("tap-the-dice");
    nudge.hidden = false;
    house.place(nudge, dice, board, 6);
    house.voice.say(nudge.textContent ?? "");
  }
}
