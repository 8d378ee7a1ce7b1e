/**
 * Rules by their numbers: the chips in the text, the card beside the board, the tip over a chip.
 *
 * @import { House } from "./house.js"
 */

import { fillWith, html, put } from "./html.js";

export class Rules {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
  }

  /** Each with a mark where it is our decision; styles say how much of it there is room for. @param {string[]} [ids] */
  chips(ids = []) {
    const { house } = this;
    const ours = (/** @type {string} */ id) =>
      house.box.rules.rules[id]?.[house.lang][2] ? html` data-ruling="${house.t("ruling")}"` : "";
    return ids.map((id) => html`<button class="es-chip" data-rule="${id}"${ours(id)}>${id}</button> `);
  }

  /**
   * What a rule says, and whose rule it is.
   * @param {string} id
   * @param {boolean} [brief]
   */
  words(id, brief = false) {
    const { house } = this;
    const [text, short, reason] = house.box.rules.rules[id]?.[house.lang] ?? [id, id];
    return html`<p>${brief ? short : text}</p>${this.whose(reason) ?? html`<p class="es-quiet">${house.t("from-book")}</p>`}`;
  }

  /**
   * Our decision, and why; null for a rule of the rulebook.
   * @param {string} [reason]
   */
  whose(reason) {
    const { house } = this;
    if (!reason) return null;
    return html`<p class="es-ruling">${house.t("ruling")}</p><p class="es-quiet"><b>${house.t("because")}</b> ${reason}</p>`;
  }

  /**
   * Put a rule on the card; null takes it away.
   * @param {string | null} id
   */
  show(id) {
    const { house } = this;
    const hint = html`<p class="es-quiet">${house.t("rule-hint")}</p>`;
    const chip = id && html`<span class="es-chip">${id}</span>`;
    fillWith(house.parts.card, html`<h3>${house.t("rule")} ${chip}</h3>${id ? this.words(id) : hint}`);
  }

  /**
   * @param {HTMLElement} chip
   * @param {boolean} brief
   */
  showTip(chip, brief) {
    const { house } = this;
    const { tip } = house.parts;
    const rule = chip.dataset.rule ?? "";
    fillWith(tip, html`<b>${rule}</b>${this.words(rule, brief)}`);
    tip.hidden = false;
    put(chip, "aria-describedby", tip.id);
    house.placeTip(tip, chip);
  }

  /** The whole book, section by section. */
  book() {
    const { house } = this;
    const { sections, rules } = house.box.rules;
    const one = (/** @type {string} */ id) => {
      const [text, , reason] = rules[id][house.lang];
      return html`<div class="es-rule"><span class="es-chip">${id}</span><div><p>${text}</p>${this.whose(reason)}</div></div>`;
    };
    return Object.entries(sections).map(([name, title]) => {
      const ids = Object.keys(rules).filter((id) => rules[id].section === name);
      return html`<h3>${title[house.lang]}</h3>${ids.map(one)}`;
    });
  }
}
