/**
 * The one bundle of widgets and pages. As a module it is what anywidget wants (`initialize`,
 * `render`); in a page that carries its data along it starts by itself.
 *
 * @import { Model } from "./types"
 */

import { startPage } from "./page.js";
import { Player } from "./player.js";
import { WIDGETS } from "./widgets.js";

export { Choices } from "./choices.js";
export { merge } from "./frames.js";
export { Stage } from "./stage.js";
export { fill } from "./words.js";
export { Player };

/** A lesson as a page of its own, with all its data. @param {HTMLElement} script */
function startLesson(script) {
  const { box, lesson } = JSON.parse(script.textContent ?? "{}");
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const player = new Player(main, box, lesson, { lang: document.documentElement.lang });
  /** @type {any} */ (globalThis)[Symbol.for("escale/lesson")] = player;
  document.addEventListener("keydown", (event) => {
    if (event.target === document.body) player.onKey(event);
  });
}

const script = /** @type {HTMLElement | null} */ (document.querySelector("script[data-escale-start]"));
if (script?.dataset.escaleStart === "page") startPage(script);
if (script?.dataset.escaleStart === "lesson") startLesson(script);

/** @param {{model: Model}} about */
const kindOf = ({ model }) => WIDGETS[model.get("widget")];

export default {
  initialize: (/** @type {any} */ about) => kindOf(about).initialize(about),
  render: (/** @type {any} */ about) => kindOf(about).render(about),
};
