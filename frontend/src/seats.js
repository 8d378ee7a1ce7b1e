/**
 * The status, and the players as a list beside it: names, scores, whose turn it is.
 *
 * @import { House } from "./house.js"
 * @import { SeatRow, Table } from "./types"
 */

import { fillWith, html, make, put } from "./html.js";

/** @typedef {HTMLElement & {badge?: string}} Badged */

/**
 * @param {House} house
 * @param {SeatRow[]} seats
 * @param {Table} table  who is "you", and of what temper the computers are
 * @param {(seat: number) => string} [absence]  who is not there, in a word
 */
export function showSeats(house, seats, { reader, tempers = [] }, absence = () => "") {
  const { seats: list, flag } = house.parts;
  const { children } = list;
  while (children.length > seats.length) list.lastChild.remove();
  seats.forEach((seat, i) => {
    const [name, badge, score = "", turn, out, note = ""] = seat;
    const shown = i === reader ? house.t("you") : name;
    const temper = temperOf(house, tempers[i]);
    const gone = absence(i);
    const words = [shown, gone, temper, score, note, turn && house.t("to-play"), out && house.t("out")].filter(Boolean);
    const item = itemFor(house, list, i, badge);
    put(
      item,
      "class",
      `es-seat ${turn ? "es-turn" : ""} ${out ? "es-out" : ""} ${gone ? "es-gone" : ""} ${score.length > 3 ? "es-long" : ""}`,
    );
    put(item, "title", [note || name, gone, temper].filter(Boolean).join(", "));
    [words.join(", "), shown, score].forEach((text, part) => {
      if (item.children[part].textContent !== text) item.children[part].textContent = text;
    });
  });
  // some boards show the players themselves, and none of those says who is not there
  const company = seats.map(([name], i) =>
    [temperOf(house, tempers[i]), absence(i)].filter(Boolean).map((word) => `${name}, ${word}`),
  );
  house.parts.company.textContent = company.flat().join(" · ");
  const badge = String(house.symbol(seats.find((seat) => seat[3])?.[1]));
  if (flag.badge !== badge) flag.innerHTML = flag.badge = badge;
}

/**
 * How a temper is called; "" where there is none.
 * @param {House} house
 * @param {string | undefined} temper
 */
const temperOf = (house, temper) => house.box.tempers?.[temper ?? ""]?.[house.lang][0] ?? "";

/**
 * A sentence for every computer: of what temper it is, and what it says of itself.
 * @param {House} house
 * @param {Table} table
 */
export function whoPlays(house, { names, tempers = [] }) {
  const said = (/** @type {string} */ temper, /** @type {number} */ seat) =>
    temper &&
    house.t("of-temper", {
      name: names[seat],
      temper: temperOf(house, temper),
      says: house.box.tempers[temper][house.lang][1],
    });
  return tempers.map(said).filter(Boolean);
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
