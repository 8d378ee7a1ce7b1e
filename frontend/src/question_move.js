/**
 * Questions that are answered by a move on the board; a wrong one is shown failing and taken back.
 *
 * @import { Kind } from "./questions.js"
 * @import { Ask } from "./types"
 */

import { html } from "./html.js";

const BRIEF = /\s*[,:;.(]/; // where the name of a thing ends and its description begins

/** @type {Kind} */
export const move = {
  show: ({ player }) => html`<p class="es-quiet es-on-board">${player.t("on-the-board")}</p>`,

  /** What is touched for the move, each by its name only: a label goes on to describe the thing. */
  solution: ({ board }, ask) => {
    const { targets } = board.table.scene;
    const names = Object.keys(ask.right)[0]
      .split("|")
      .filter((key) => targets[key])
      .map((key) => board.labelOf(key).split(BRIEF)[0]);
    return names.map((name) => name[0].toLowerCase() + name.slice(1)).join(", ");
  },

  complete: (questions, ask, { keys }) => {
    const { given, player, board } = questions;
    const path = keys.join("|");
    if (path in ask.right) {
      given.made = ask.right[path];
      questions.succeed();
      board.play([{ scene: { pieces: given.made } }]);
      return;
    }
    given.wrong.push(path);
    given.verdict = () => `${/** @type {Ask} */ (questions.ask).wrong[path][0]} ${player.t("not-the-goal")}`;
    questions.show();
    const [, ...moments] = ask.wrong[path];
    questions.fail(moments);
    player.house.voice.say(given.verdict());
    questions.shake();
  },
};
