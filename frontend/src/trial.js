/**
 * "Try it from here": a table inside a lesson, in the place of its board. It speaks through the
 * lesson's own way to the kernel.
 *
 * @import { Player } from "./player.js"
 * @import { Message } from "./types"
 */

import { put } from "./html.js";
import { isFit } from "./messages.js";
import { Stage } from "./stage.js";
import { isStarting } from "./starting.js";

const PATIENCE = 5000; // ms without an answer

export class Trial {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {Stage | null} */
    this.stage = null;
    /** The id of the question that was sent last. @type {string | null} */
    this.wanted = null;
    /** @type {number | undefined} */
    this.waiting = undefined;
  }

  /** Ask for a table; if nobody answers, say so. */
  ask() {
    const { player } = this;
    const silence = () => {
      if (isStarting()) this.waiting = setTimeout(silence, PATIENCE);
      else player.house.notices.notify(player.t("nobody-answers"));
    };
    clearTimeout(this.waiting);
    this.waiting = setTimeout(silence, PATIENCE);
    this.wanted = player.house.newId();
    try {
      player.send({ do: "try", id: this.wanted, step: player.at, lang: player.lang });
    } catch {
      silence(); // the way to the kernel is closed
    }
  }

  /** @param {string | null} id */
  answered(id) {
    if (id === this.wanted) clearTimeout(this.waiting);
  }

  /** The table is there. @param {Message} message */
  start({ re, box, table }) {
    if (re !== this.wanted) return; // another view of this lesson has asked
    const { player } = this;
    const { parts } = player;
    this.answered(re);
    player.transport.stop();
    this.stage?.dispose();
    parts.trial.hidden = parts.endButton.hidden = false;
    parts.board.hidden = true;
    put(player.root, "data-trying", true);
    const send = (/** @type {Message} */ message) => player.send({ do: "trial", message });
    this.stage = new Stage(parts.trial, box, { send, theme: player.house.forced });
    this.stage.show(table);
    parts.endButton.focus({ preventScroll: true });
    const { top, bottom } = player.root.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) player.root.scrollIntoView({ block: "start" }); // hand and all
  }

  /** What the kernel says to the table. @param {Message} message */
  hear(message) {
    const { kind, frames, table, box } = message;
    if (!this.stage || !isFit(message)) return;
    if (kind === "whole" && box) this.stage.open(box);
    if (kind === "whole") this.stage.show(table);
    else if (kind === "frames") this.stage.play(frames);
    else this.stage.answer(message);
  }

  /** Back to the lesson. @param {boolean} [focus] */
  end(focus = false) {
    if (!this.stage) return;
    const { player } = this;
    const { parts } = player;
    this.dispose();
    player.send({ do: "end" });
    parts.trial.hidden = parts.endButton.hidden = true;
    parts.board.hidden = false;
    put(player.root, "data-trying", false);
    player.fit();
    if (focus) parts.tryButton.focus({ preventScroll: true });
  }

  dispose() {
    this.stage?.dispose();
    this.stage = null;
  }
}
