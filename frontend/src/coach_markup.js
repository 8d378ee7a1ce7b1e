/**
 * The place of the coach above the board, and its sign. What it says is written into it by coach.js.
 */

import { html, icon } from "./html.js";

/** Its place above the board. @param {import("./house.js").House} house */
export const coachMarkup = (
  house,
) => html`<div class="es-coach" data-part="coach" role="group" aria-label="${house.t("coach-name")}" hidden>
    ${coachMark()}
    <div class="es-coach-note" data-part="coachNote" role="status"></div>
    <div class="es-coach-rest es-quiet" data-part="coachRest"></div>
    <button class="es-coach-quiet" data-do="coach" data-part="silenceButton" aria-label="${house.t("coach-silence")}">${icon("silence")}<span>${house.t("coach-silence")}</span></button>
  </div>`;

/** A small boat: the coach's own sign. */
const coachMark = () =>
  html`<svg class="es-coach-mark" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="19"/><path d="M19 7v18H9.500C11 18 14 12 19 7zM21 10c4 4 7 9 8 15h-8z"/><path d="M7 29q3.300-3 6.500 0t6.500 0 6.500 0 6.500 0"/></svg>`;
