/**
 * Something to try in a page without Python: controls that are a browser's own, and what each combination of
 * them shows, prepared in one file (escale/app/site/explore.py), which is fetched when a control is touched.
 */

import { unpack } from "./frames.js";
import { siteRoot } from "./offline.js";

/** @typedef {{sizes: number[], texts: string[], shown: [number, number, number][]}} Prepared */

/** Which of the prepared ones is chosen: the last control changes first. @param {number[]} sizes @param {number[]} chosen */
const numberOf = (sizes, chosen) => sizes.reduce((sum, size, i) => sum * size + chosen[i], 0);

class Experiment {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.name = form.dataset.explore ?? "";
    /** @type {Promise<Prepared> | null} */
    this.prepared = null;
    form.addEventListener("change", () => this.changed(null));
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const button of form.querySelectorAll("button")) button.addEventListener("click", () => this.changed(button));
    for (const kind of ["pointerenter", "focusin"])
      form.addEventListener(kind, () => void this.fetched(), { once: true });
  }

  /** @returns {Promise<Prepared>} */
  fetched() {
    const address = new URL(`static/explore/${document.documentElement.lang}/${this.name}.bin`, siteRoot());
    this.prepared ??= fetch(address)
      .then((answer) => answer.arrayBuffer())
      .then((body) => unpack(new Uint8Array(body)));
    this.prepared.catch(() => {
      this.prepared = null; // the next touch tries again
    });
    return this.prepared;
  }

  /** What was pressed, or null: whoever chooses anew starts to count anew. @param {HTMLButtonElement | null} pressed */
  async changed(pressed) {
    for (const button of this.form.querySelectorAll("button")) {
      const most = Number(button.dataset.most);
      button.value = String(pressed === button ? Math.min(Number(button.value) + 1, most) : 0);
    }
    const { sizes, texts, shown } = await this.fetched();
    const names = sizes.map((_, i) => `${this.name}-${i}`);
    const chosen = names.map((name) => Number(/** @type {any} */ (this.form.elements.namedItem(name)).value));
    const [says, plot, board] = shown[numberOf(sizes, chosen)].map((text) => texts[text]);
    this.show(says, plot, board);
  }

  /** @param {string} says @param {string} plot @param {string} board  markup of our own making */
  show(says, plot, board) {
    const figure = /** @type {HTMLElement} */ (this.form.querySelector(".es-explore-figure"));
    /** @type {HTMLElement} */ (figure.querySelector(".es-explore-says")).textContent = says;
    const parts = { plot, board };
    for (const [name, markup] of Object.entries(parts)) {
      const part = figure.querySelector(`.es-explore-${name}`);
      if (part) part.innerHTML = markup;
    }
  }
}

/**
 * Jupyter's radio buttons have no name in common, so that to a keyboard and a screen reader each is a question of
 * its own: Tab stops at all of them, and an arrow leads from one question into the next.
 */
export function groupRadios() {
  for (const [at, box] of [...document.querySelectorAll(".es-explore .widget-radio-box")].entries()) {
    if (box.getAttribute("role")) continue;
    box.setAttribute("role", "radiogroup");
    box.setAttribute("aria-label", box.parentElement?.querySelector(".widget-label")?.textContent ?? "");
    for (const radio of box.querySelectorAll("input")) radio.name = `es-explore-${at}`;
  }
}

/** Begin, wherever there is something to try. */
export function startExplore() {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-explore]")))
    new Experiment(form);
}
