/**
 * The words of a step where there is not room for all of them: one place with three faces, the caption,
 * the question, and what is said to an answer. Elsewhere they stand together, and here it is only seen
 * to that they fit.
 *
 * @import { Player } from "./player.js"
 */

import { put } from "./html.js";

/** How words are made to fit, from the best: is the rule left out, and how large are they? @type {[boolean, number][]} */
const FITS = [
  [false, 1],
  [true, 1],
  [true, 0.94],
  [true, 0.88],
  [true, 0.82],
];

export class Faces {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {"caption" | "ask" | "said"} */
    this.face = "caption";
  }

  /** Is there room for one face only? */
  get single() {
    return this.player.root.dataset.width === "narrow";
  }

  /** @param {Faces["face"]} face */
  show(face) {
    this.face = face;
    put(this.player.root, "data-face", face);
    this.fit();
  }

  /** From the caption to an open question; false if there is none to turn to. */
  turn() {
    if (!this.single || this.face !== "caption" || !this.player.questions.open) return false;
    this.show("ask");
    this.player.questions.announce();
    return true;
  }

  /** Back to the caption; false if it is seen. */
  turnBack() {
    if (!this.single || this.face === "caption") return false;
    this.show("caption");
    return true;
  }

  /** The largest words that are all in sight. */
  fit() {
    const { root, parts } = this.player;
    const { side } = parts;
    if (!side) return;
    for (const [tight, scale] of FITS) {
      put(root, "data-tight", tight);
      side.style.setProperty("--es-words", scale);
      if (side.scrollHeight <= side.clientHeight + 1) return;
    }
  }
}
