/**
 * The map as a page without a kernel, and as a widget: where its data comes from, and what the address says.
 *
 * @import { Model } from "./types"
 */

import { KnowledgeMap } from "./map.js";

/** @param {HTMLElement} script  with the page's data */
export function startMap(script) {
  const data = JSON.parse(script.textContent ?? "{}");
  const asked = new URLSearchParams(location.search);
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const { lang } = document.documentElement;
  const map = new KnowledgeMap(main, { ...data, game: asked.get("game"), rule: asked.get("rule") }, lang);
  map.onMove = ({ game, rule }) => {
    const here = new URL(location.href);
    here.searchParams.set("game", game);
    if (rule) here.searchParams.set("rule", rule);
    else here.searchParams.delete("rule");
    history.replaceState(null, "", here);
    for (const found of document.querySelectorAll(".top [data-lang]")) {
      const link = /** @type {HTMLAnchorElement} */ (found);
      const there = new URL(here);
      there.searchParams.set("lang", link.dataset.lang ?? "");
      link.href = there.href;
    }
  };
}

export const MAP_WIDGET = {
  initialize() {},
  /** @param {{model: Model, el: HTMLElement}} about */
  render({ model, el }) {
    const map = new KnowledgeMap(el, { ...model.get("data"), game: model.get("game") }, model.get("lang"));
    return () => map.dispose();
  },
};
