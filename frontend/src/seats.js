/**
 * The status, and the players as a list beside it: names, scores, whose turn it is.
 *
 * @import { House } from "./house.js"
 * @import { SeatRow } from "./types"
 */

import { fillWith, html, make, put } from "./html.js";

/** @typedef {HTMLElement & {badge?: string}} Badged */

/**
 * @param {House} house
 * @param {SeatRow[]} seats
 * @param {number | null} reader  who is "you"
 */
export function showSeats(house, seats, reader) {
  const { seats: list, flag } = house.parts;
  const { children } = list;
  while (children.length > seats.length) list.lastChild.remove();
  seats.forEach((seat, i) => {
    const [name, badge, score = "", turn, out, note = ""] = seat;
    const shown = i === reader ? house.t("you") : name;
    const words = [shown, score, note, turn && house.t("to-play"), out && house.t("out")].filter(Boolean);
    const item = itemFor(house, list, i, badge);
    put(item, "class", `es-seat ${turn ? "es-turn" : ""} ${out ? "es-out" : ""} ${score.length > 3 ? "es-long" : ""}`);
    put(item, "title", note || name);
    [words.join(", "), shown, score].forEach((text, part) => {
      if (item.children[part].textContent !== text) item.children[part].textContent = text;
    });
  });
  const badge = String(house.symbol(seats.find((seat) => seat[3])?.[1]));
  if (flag.badge !== badge) flag.innerHTML = flag.badge = badge;
}

/**
 * The item of a seat; a new one where it has another badge.
 * @param {House} house
 * @param {HTMLElement} list
 * @param {number} i
 * @param {string} badge
 * @returns {Badged}
 */
function itemFor(house, list, i, badge) {
  const old = /** @type {Badged | undefined} */ (list.children[i]);
  if (old && old.badge === badge) return old;
  const parts = html`<span class="es-hidden"></span><span class="es-seat-name" aria-hidden="true"></span><b aria-hidden="true"></b>`;
  const item = /** @type {Badged} */ (make(html`<li>${parts}${house.symbol(badge)}</li>`));
  item.badge = badge;
  if (old) old.replaceWith(item);
  else list.append(item);
  return item;
}

/**
 * What is to be done now; its first sentence counts most.
 * @param {Element} element
 * @param {string} status
 */
export function showStatus(element, status) {
  const [, first, rest] = status.match(/^(.+?[.!?…])\s+(.*)$/s) ?? [null, status, ""];
  fillWith(element, html`<b>${first}</b> ${rest}`);
}
