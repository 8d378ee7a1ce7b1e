/**
 * The log: what has happened, the newest on top, each line with its rules.
 *
 * @import { House } from "./house.js"
 * @import { Line, SeatRow } from "./types"
 */

import { fillWith, html } from "./html.js";

const SHOWN = 60; // lines; the rest on demand

export class Log {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
  }

  /**
   * @param {Line[]} lines
   * @param {SeatRow[]} seats
   * @param {number} [most]
   */
  show(lines, seats, most = SHOWN) {
    const { house } = this;
    const from = Math.max(0, lines.length - most);
    const more = from > 0 && html`<li><button class="es-link" data-do="log">${house.t("log-more")}</button></li>`;
    const none = !lines.length && html`<li class="es-quiet">${house.t("log-empty")}</li>`;
    fillWith(house.parts.log, html`${this.written(lines.slice(from), seats)}${more}${none}`);
  }

  /**
   * New lines come on top; the others stay as they are, unmeasured.
   * @param {Line[]} lines
   * @param {SeatRow[]} seats
   * @param {number} all  lines there are now
   */
  add(lines, seats, all) {
    if (!lines.length) return;
    const { log } = this.house.parts;
    if (all === lines.length) log.replaceChildren();
    log.insertAdjacentHTML("afterbegin", String(html`${this.written(lines, seats)}`));
  }

  /**
   * @param {Line[]} lines
   * @param {SeatRow[]} seats
   */
  written(lines, seats) {
    const { house } = this;
    const one = (/** @type {Line} */ [text, rules, seat]) => {
      const badge = house.symbol(typeof seat === "number" ? seats[seat]?.[1] : undefined);
      return html`<li><span class="es-badge">${badge}</span><span>${text} ${house.rules.chips(rules)}</span></li>`;
    };
    return lines.map(one).reverse();
  }
}
