/**
 * Questions that are answered by an option.
 *
 * @import { Kind, Questions } from "./questions.js"
 * @import { Ask } from "./types"
 */

import { html } from "./html.js";

/** @type {Kind} */
export const choose = {
  show: (questions, ask) => {
    const { wrong, solved } = questions.given;
    const { player } = questions;
    const option = (/** @type {[string, boolean, string]} */ [label, right], /** @type {number} */ i) => {
      const state = solved && right ? "right" : wrong.includes(i) ? "wrong" : "";
      return html`<button class="es-button es-choice" data-do="choose-answer" data-answer="${i}" ${(solved || wrong.includes(i)) && "disabled"} data-state="${state}">${player.badgeOf(label)}<span>${label}</span></button>`;
    };
    return html`<p class="es-choices" ${(ask.options?.length ?? 0) > 4 && "data-many"}>${ask.options?.map(option)}</p>`;
  },
  solution: (_, ask) => ask.options?.find(([, right]) => right)?.[0] ?? "",
  acts: (questions) => ({
    "choose-answer": (button) => answer(questions, Number(button.dataset.answer)),
  }),
};

/** An option is chosen. @param {Questions} questions @param {number} number */
function answer(questions, number) {
  const { ask, given, player } = questions;
  const option = ask?.options?.[number];
  if (!ask || !option || given.solved || given.wrong.includes(number)) return;
  questions.takeBack(false);
  if (option[1]) {
    questions.succeed();
    return;
  }
  given.wrong.push(number);
  given.verdict = () => {
    const now = /** @type {Ask} */ (questions.ask);
    const [label, , wrong] = now.options?.[number] ?? option;
    if (wrong && (now.made || now.tried)) return wrong; // to a yes or no
    return `${player.t("wrong", { answer: label[0].toUpperCase() + label.slice(1).replace(/\.$/, "") })} ${wrong}`;
  };
  questions.show();
  if (ask.made) questions.fail([ask.made]);
  player.house.voice.say(given.verdict());
  player.drawMarks(ask.look, ask.tried);
  questions.shake();
}
