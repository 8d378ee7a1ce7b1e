/**
 * The dialog from which others are invited to a table: everybody at it, a link and a code for each seat
 * that can be had, and one for watching.
 *
 * @import { Html } from "./html.js"
 * @import { Stage } from "./stage.js"
 * @import { Message } from "./types"
 */

import { shelfAddress } from "./around.js";
import { html, icon, Html as Markup } from "./html.js";

/** @typedef {{seat: number | null, link: string, code: string}} Link */

const WATCH = "watch";
const SERVE = "escale serve --lan";

/** Where the app's pages are; "" without an app, as in JupyterLab. */
function address() {
  const shelf = shelfAddress();
  if (shelf === null) return "";
  const { origin, pathname } = new URL(shelf, location.href);
  return origin + pathname;
}

export class Invite {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** What the kernel has told of it. @type {Message} */
    this.told = { links: [] };
    /** The seat that is looked at, or "watch". @type {string | null} */
    this.chosen = null;
  }

  get isOpen() {
    const { dialog } = this.stage.house.dialogs;
    return dialog.open && dialog.querySelector(".es-invite") !== null;
  }

  /** What its buttons do. @returns {Record<string, (button: any) => void>} */
  acts() {
    return {
      "invite-row": (row) => this.choose(row),
      "invite-copy": (button) => this.copy(button),
      "invite-seat": ({ dataset: { seat, who } }) => this.stage.ask("seat", { seat: Number(seat), who }),
      "invite-leave": () => {
        this.stage.house.dialogs.dialog.close();
        this.stage.ask("leave");
      },
    };
  }

  ask() {
    this.stage.ask("invite", { address: address() });
  }

  /** Somebody has come or gone. */
  refresh() {
    if (this.isOpen) this.ask();
  }

  /** @param {Message} told */
  show(told) {
    const first = told.links.find((/** @type {Link} */ one) => one.seat !== null) ?? told.links[0];
    const opens = (/** @type {Message} */ { links }) =>
      links.some((/** @type {Link} */ one) => nameOf(one) === this.chosen);
    // Whoever shows one code after the other goes on to the next; and no button that frees the seat
    // of somebody who has just come takes the place of the one that is about to be pressed.
    const used = opens(this.told) && !opens(told);
    const known = opens(told) || (this.isTaken(this.chosen) && !used);
    this.told = told;
    if (!known) this.chosen = first ? nameOf(first) : null;
    this.draw();
  }

  draw() {
    const { dialogs } = this.stage.house;
    const body = /** @type {HTMLElement} */ (dialogs.dialog.lastElementChild);
    const at = this.isOpen ? body.scrollTop : 0; // somebody who comes meanwhile moves nothing
    dialogs.open(this.stage.t("invite-title"), this.markup());
    body.scrollTop = at;
  }

  /** A row was chosen. @param {HTMLElement} row */
  choose({ dataset }) {
    this.chosen = dataset.row ?? null;
    this.draw();
    const { dialog } = this.stage.house.dialogs;
    /** @type {HTMLElement | null} */ (dialog.querySelector(`[data-row="${this.chosen}"]`))?.focus();
    dialog.querySelector(".es-invite-open")?.scrollIntoView({ block: "nearest" }); // on a phone it is below
  }

  /** @param {HTMLElement} button */
  async copy(button) {
    const { link } = this.told.links.find((/** @type {Link} */ one) => nameOf(one) === this.chosen) ?? {};
    if (!link) return;
    const field = button.parentElement?.querySelector("input");
    field?.select();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      document.execCommand("copy"); // over plain http there is no clipboard, but for this
    }
    button.replaceChildren(this.stage.t("invite-copied"));
  }

  // --- what is in it

  /** @param {string | null} row */
  isTaken(row) {
    const seat = Number(row);
    return row !== null && row !== WATCH && Boolean(this.company.told?.chairs[seat]?.taken);
  }

  get company() {
    return /** @type {import("./company.js").Company} */ (this.stage.keeper?.company);
  }

  /** @param {string} name @param {Record<string, any>} [facts] */
  t(name, facts) {
    return this.stage.t(name, facts);
  }

  markup() {
    const { chairs = [], mine = null, lead = 0 } = this.company.told ?? {};
    const { names } = this.stage.table;
    const people = chairs.map((chair, seat) => ({ ...chair, person: this.stage.table.levels[seat] === "person" }));
    const counts = {
      here: people.filter(({ here, taken }) => taken && here).length,
      away: people.filter(({ here, taken }) => taken && !here).length,
      free: people.filter(({ taken, person }) => !taken && person).length,
    };
    const host = mine !== lead && html`<p class="es-quiet">${this.t("invite-host-only", { name: names[lead] })}</p>`;
    return html`<div class="es-invite">
      <p class="es-invite-words">${this.t("invite-words")}</p>
      <div class="es-invite-list">
        <h3>${this.t("invite-at-table")} <small>${this.t("invite-count", counts)}</small></h3>
        <ul>${chairs.map((_, seat) => html`<li>${this.row(seat)}</li>`)}</ul>
        ${this.watchRow()} ${host} ${this.leaving(mine)}
      </div>
      <div class="es-invite-open">${this.panel()}</div>
      <p class="es-invite-reach">${icon("reach")}<span>${this.reach()}</span></p></div>`;
  }

  /** @param {number} seat */
  row(seat) {
    const { told } = this.company;
    const { table, house } = this.stage;
    const chair = /** @type {import("./company.js").Chair} */ (told?.chairs[seat]);
    const level = table.levels[seat];
    const free = !chair.taken;
    const you = seat === told?.mine;
    const name = you
      ? this.t("you")
      : free && level === "person"
        ? this.t("seat", { number: seat + 1 })
        : table.names[seat];
    const about =
      you || chair.taken
        ? this.about(seat, chair)
        : this.t(level === "person" ? "invite-free-words" : "invite-computer-words");
    const state = chair.taken ? (chair.here ? "here" : "away") : level === "person" ? "free" : "computer";
    const words = {
      here: () => this.t("invite-here"),
      away: () => (chair.away ? this.t("invite-away", { minutes: chair.away }) : this.t("invite-just-away")),
      free: () => this.t("invite-free"),
      computer: () => this.t(`level-${level}`),
    }[state]();
    const badge = house.symbol(table.scene.seats[seat]?.[1]);
    const inside = html`<span class="es-invite-badge">${badge}</span><span class="es-invite-name"><b>${name}</b><small>${about}</small></span><span class="es-invite-state" data-state="${state}">${words}</span>`;
    return this.wrapped(String(seat), inside, !you && this.company.leads);
  }

  /** @param {number} seat @param {import("./company.js").Chair} chair */
  about(seat, chair) {
    const { told } = this.company;
    if (seat === told?.mine) return seat === told.lead ? this.t("invite-you-opened") : "";
    if (!chair.here) return this.t("invite-kept");
    return seat === told?.lead ? this.t("invite-leads") : chair.device ? this.t("invite-phone") : "";
  }

  /** Who invites where there are no links, as in JupyterLab, has nothing to give to those who would watch. */
  watchRow() {
    const watched = this.told.links.find((/** @type {Link} */ one) => one.seat === null);
    if (this.company.leads && !watched?.link) return html``;
    const count = this.company.told?.watching ?? 0;
    const state = count > 0 && html`<span class="es-invite-state">${this.t("invite-watching", { count })}</span>`;
    const inside = html`<span class="es-invite-badge">${icon("watch")}</span><span class="es-invite-name"><b>${this.t("invite-watch")}</b><small>${this.t("invite-watch-words")}</small></span>${state}`;
    return html`<h3>${this.t("invite-watch-title")}</h3>${this.wrapped(WATCH, inside, this.company.leads)}`;
  }

  /** A row that opens something is a link where there is one. @param {string} row @param {Html} inside @param {boolean} opens */
  wrapped(row, inside, opens) {
    const link = this.told.links.find((/** @type {Link} */ one) => nameOf(one) === row)?.link;
    const chosen = opens && row === this.chosen;
    if (!opens) return html`<div class="es-invite-row">${inside}</div>`;
    if (!link) {
      return html`<button class="es-invite-row" data-do="invite-row" data-row="${row}" aria-pressed="${chosen}">${inside}${icon("next")}</button>`;
    }
    return html`<a class="es-invite-row" role="button" data-do="invite-row" data-row="${row}" data-invite="${row}" href="${link}" aria-pressed="${chosen}">${inside}${icon("next")}</a>`;
  }

  /** What is chosen: its code and its link, and what can be done with the seat. */
  panel() {
    const row = this.chosen;
    if (row === null) return html``;
    const found = this.told.links.find((/** @type {Link} */ one) => nameOf(one) === row);
    const seat = row === WATCH ? null : Number(row);
    const title =
      seat === null
        ? this.t("invite-watch")
        : this.isTaken(row)
          ? this.stage.table.names[seat]
          : this.t("seat", { number: seat + 1 });
    const badge = seat !== null && this.stage.house.symbol(this.stage.table.scene.seats[seat]?.[1]);
    const link =
      found?.link &&
      html`${found.code && html`<div class="es-invite-code" role="img" aria-label="${this.t("invite-code", { what: title })}">${new Markup(found.code)}</div>`}
        <input class="es-invite-link" readonly value="${found.link}" aria-label="${this.t("link")}">
        <button class="es-button es-main-button" data-do="invite-copy">${this.t("invite-copy")}</button>
        <p class="es-quiet">${this.t(seat === null ? "invite-watch-link" : "invite-seat-words")}</p>`;
    return html`<h3>${badge} ${title}</h3>${link} ${seat !== null && this.seatActs(seat)}`;
  }

  /** @param {number} seat */
  seatActs(seat) {
    const number = seat + 1;
    const person = this.stage.table.levels[seat] === "person";
    const taken = this.isTaken(String(seat));
    const act = (/** @type {string} */ who, /** @type {string} */ words) =>
      html`<button class="es-button" data-do="invite-seat" data-seat="${seat}" data-who="${who}">${this.t(words, { number })}</button>`;
    const after = taken && html`<p class="es-quiet">${this.t("invite-release-words")}</p>`;
    return html`${after}<p class="es-invite-acts">${(taken || !person) && act("person", "invite-release")} ${person && act(this.stage.box.usual, "invite-give")}</p>`;
  }

  /** @param {number | null} mine */
  leaving(mine) {
    if (mine === null) return html``;
    return html`<details class="es-invite-leave"><summary>${this.t("invite-leave")}</summary><p>${this.t("invite-leave-sure")}</p>
      <button class="es-button" data-do="invite-leave">${this.t("invite-leave")}</button></details>`;
  }

  /** How the others get here. */
  reach() {
    const { reach, table } = this.told;
    if (reach !== "lab") return withCode(this.t(`invite-${reach}`), SERVE);
    const seat = this.told.links.find((/** @type {Link} */ one) => one.seat !== null)?.seat ?? 1;
    const name = table ?? "kitchen";
    const code = `escale.play("${this.stage.box.game}", table="${name}", seat=${seat})`;
    return withCode(this.t("invite-lab", { code }), code);
  }
}

/** @param {Link} link */
const nameOf = ({ seat }) => (seat === null ? WATCH : String(seat));

/** A sentence in which something is to be typed as it stands. @param {string} text @param {string} code */
const withCode = (text, code) =>
  html`${text.split(code).map((part, i) => html`${i > 0 && html`<code>${code}</code>`}${part}`)}`;
