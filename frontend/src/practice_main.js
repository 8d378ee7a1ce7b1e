/**
 * The bundle of practice and of the map of what one knows: the only one with FSRS. As a module it is what
 * anywidget wants; a page of the app that has any practice in it loads it beside its own (page.js).
 *
 * @import { Model } from "./types"
 */

import { MAP_WIDGET, startMap } from "./map_page.js";
import { practice } from "./practice_widget.js";

export { Check } from "./check.js";
export * as knowledge from "./knowledge.js";
export { Practice } from "./practice.js";
export { openPlaces } from "./practice_widget.js";
export * as schedule from "./schedule.js";

/** By the kind that Python's widget says it is. @type {Record<string, {initialize: any, render: any}>} */
export const WIDGETS = { knowledge: MAP_WIDGET, practice };

const script = /** @type {HTMLElement | null} */ (globalThis.document?.querySelector("script[data-escale-start=map]"));
if (script) startMap(script);

/** @param {{model: Model}} about */
const kindOf = ({ model }) => WIDGETS[model.get("widget")];

export default {
  initialize: (/** @type {any} */ about) => kindOf(about).initialize(about),
  render: (/** @type {any} */ about) => kindOf(about).render(about),
};
