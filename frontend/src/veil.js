/**
 * A card over the board: what the table's keeper has to say, or the curtain between two people.
 *
 * @import { House } from "./house.js"
 * @import { Table } from "./types"
 */

import { fillWith, html, put } from "./html.js";

/**
 * What a card says, what can be done ({ act: words }), and maybe what is to be written.
 * @typedef {{title: string, text: string, acts: Record<string, string>, field?: {label: string, most: number}}} Card
 */

export class Veil {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
    /** What it shows, as text: it is written only where that changes. @type {string | null} */
    this.written = null;
  }

  /** The elements are new. */
  lift() {
    this.written = null;
  }

  /**
   * @param {Table} table
   * @param {Card | null} kept  what the keeper has to say
   * @returns {boolean} had the board the focus, which is to come back to it?
   */
  show({ curtain, names }, kept) {
    const { house } = this;
    const { veil, hand, board } = house.parts;
    const card = kept ?? (curtain == null ? null : this.curtain(names[curtain]));
    const content = card ? cardMarkup(card) : html``;
    put(house.root, "data-curtain", curtain);
    if (this.written === String(content)) return false;
    this.written = String(content);
    const focused = board.contains(document.activeElement);
    hand.inert = Boolean(card);
    veil.hidden = !card;
    fillWith(veil, content);
    if (card) house.voice.say(`${card.title} ${card.text}`);
    return focused;
  }

  /**
   * The screen is passed on to somebody.
   * @param {string} name
   * @returns {Card}
   */
  curtain(name) {
    const { house } = this;
    return {
      title: house.t("pass-to", { name }),
      text: house.t("pass-words"),
      acts: { lift: house.t("lift", { name }) },
    };
  }

  /** The focus goes to the card, if there is one. */
  takeFocus() {
    const { veil } = this.house.parts;
    if (veil.hidden) return false;
    veil.querySelector("input, button")?.focus();
    return true;
  }
}

/** @param {Card} card */
function cardMarkup({ title, text, acts, field }) {
  const button = (/** @type {[string, string]} */ [act, words], /** @type {number} */ i) =>
    html`<button class="es-button ${!i && "es-main-button"}" data-do="${act}">${words}</button>`;
  if (field) {
    const [[, words]] = Object.entries(acts);
    return html`<form class="es-panel es-form" data-form="sit"><h3>${title}</h3><p>${text}</p>
      <input name="name" maxlength="${field.most}" required autocomplete="nickname" aria-label="${field.label}" placeholder="${field.label}">
      <p class="es-form-end"><button type="submit" class="es-button es-main-button">${words}</button></p></form>`;
  }
  return html`<div class="es-panel"><h3>${title}</h3><p>${text}</p><p class="es-form-end">${Object.entries(acts).map(button)}</p></div>`;
}
