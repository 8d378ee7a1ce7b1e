/**
 * What opens over everything else: rules, keys, the position in words, legal moves, the look back,
 * a link. The form of a new game is in new_game.js.
 *
 * @import { House } from "./house.js"
 * @import { Log } from "./log.js"
 * @import { Line, Path, SeatRow } from "./types"
 */

import { opened } from "./back.js";
import { fillWith, Html, html } from "./html.js";

const KEYS = [
  ["← ↑ → ↓", "key-arrows"],
  ["home-end", "key-ends"],
  ["enter", "key-enter"],
  ["escape", "key-escape"],
  ...["H", "R", "L", "W", "D", "U", "?"].map((key) => [key, `key-${key}`]),
];

/** A turning point of a game. @typedef {{ply: number, title: string, lines: Line[]}} Point */

export class Dialogs {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
  }

  get dialog() {
    return /** @type {HTMLDialogElement} */ (this.house.parts.dialog);
  }

  /**
   * @param {string} title
   * @param {Html} content
   */
  open(title, content) {
    const { dialog } = this;
    const body = /** @type {HTMLElement} */ (dialog.lastElementChild);
    /** @type {Element} */ (dialog.querySelector("h2")).textContent = title;
    fillWith(body, content);
    if (!dialog.open) {
      dialog.showModal();
      dialog.addEventListener(
        "close",
        opened(() => dialog.close()),
        { once: true },
      );
    }
    body.focus();
    body.scrollTop = 0;
  }

  /** Nothing of what was told here stays, not even unseen. */
  forget() {
    this.dialog.close();
    this.dialog.lastElementChild?.replaceChildren();
  }

  rules() {
    const { house } = this;
    this.open(`${house.title} · ${house.t("rules")}`, html`${house.rules.book()}`);
  }

  /** One rule, where there is no room for its card. @param {string} id */
  rule(id) {
    this.open(`${this.house.t("rule")} ${id}`, this.house.rules.words(id));
  }

  /**
   * What has happened, where there is no room for it beside the board.
   * @param {Line[]} lines
   * @param {SeatRow[]} seats
   * @param {Log} log
   */
  log(lines, seats, log) {
    const { house } = this;
    const none = !lines.length && html`<li class="es-quiet">${house.t("log-empty")}</li>`;
    this.open(house.t("log"), html`<ol class="es-log">${log.written(lines, seats)}${none}</ol>`);
  }

  help() {
    const { house } = this;
    const row = (/** @type {string[]} */ [key, words]) =>
      html`<dt><kbd>${house.t(key)}</kbd></dt><dd>${house.t(words)}</dd>`;
    this.open(house.t("help"), html`<dl class="es-keys">${KEYS.map(row)}</dl>`);
  }

  /** The position in sentences. @param {string[]} lines */
  words(lines) {
    this.open(this.house.t("words"), html`${lines.map((line) => html`<p>${line}</p>`)}`);
  }

  /**
   * The legal moves, each as a button.
   * @param {Path[]} paths
   * @param {(key: string) => string | null} labelOf
   */
  moves(paths, labelOf) {
    const { house } = this;
    const said = (/** @type {Path} */ { keys, lie, name }) => {
      if (name) return name;
      const labels = keys.map(labelOf).filter((label) => label !== null);
      return [...labels, ...(lie ? [house.t("turn-by", { degrees: lie })] : [])].join(" → ");
    };
    const item = (/** @type {Path} */ path, /** @type {number} */ i) =>
      html`<li><button class="es-button" data-do="choose" data-move="${i}">${said(path)}</button></li>`;
    const list = paths.length
      ? html`<ol class="es-moves">${paths.map(item)}</ol>`
      : html`<p>${house.t("no-choice")}</p>`;
    this.open(`${house.t("moves")} (${paths.length})`, list);
  }

  /**
   * The chances in the course of the game, and where it turned.
   * @param {string} text
   * @param {{chart: string, points: Point[]}} found
   */
  review(text, { chart, points }) {
    const { house } = this;
    const line = (/** @type {Line} */ said) => html`<p>${house.told(said)} ${house.rules.chips(said[1])}</p>`;
    const point = (/** @type {Point} */ { ply, title, lines }) =>
      html`<section data-point="${ply}"><h3>${title}</h3>${lines.map(line)}<p><button class="es-button" data-do="play-on" data-ply="${ply}">${house.t("again")}</button></p></section>`;
    this.open(house.t("review"), html`${new Html(chart)}<p>${text}</p>${points.map(point)}`);
  }

  /** To a turning point of the look back. @param {string} ply */
  goTo(ply) {
    this.dialog.querySelector(`[data-point="${ply}"]`)?.scrollIntoView();
  }

  /**
   * A link that holds a game, or the token of a table on this server, or kept here, in this browser.
   * @param {{game?: string, table?: string, here?: boolean}} found
   */
  link({ game, table, here }) {
    const { house } = this;
    const link = new URL(location.href);
    link.hash = game ? `game=${game}` : "";
    if (table) link.searchParams.set("table", table);
    else link.searchParams.delete("table");
    const words = house.t(game ? "link-game" : here ? "link-here" : "link-table");
    this.open(
      house.t("link"),
      html`<p>${words}</p><input class="es-link-field" readonly aria-label="${house.t("link")}" value="${link.href}">`,
    );
    /** @type {HTMLInputElement} */ (this.dialog.querySelector("input")).select();
    navigator.clipboard?.writeText(link.href).catch(() => {});
  }
}
