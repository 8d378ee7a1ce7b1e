/**
 * What a table and a lesson have in common around a board: the root element with its theme and its
 * events, the named parts of the markup, words, symbols, rules, notices, dialogs, the voice.
 *
 * A house knows no moves. Its host (a stage, a player) gives the markup and does what is asked for.
 *
 * @import { Board } from "./board.js"
 * @import { Html } from "./html.js"
 * @import { Box, Lang, Line } from "./types"
 */

import { closeupMarkup } from "./closeup.js";
import { Dialogs } from "./dialogs.js";
import { placeNear } from "./geometry.js";
import { fillWith, html, icon, make, put } from "./html.js";
import { letSavingThrough } from "./lab.js";
import { Notices } from "./notices.js";
import { Rules } from "./rules.js";
import { followTheme, shareSheet, themeSheet } from "./theme.js";
import { Voice } from "./voice.js";
import { fill } from "./words.js";

/**
 * @typedef {object} Host
 * @property {Board} board
 * @property {() => boolean} ready  is there anything to click at?
 * @property {(event: KeyboardEvent) => void} onKey
 * @property {(target: HTMLElement) => void} onAttention  the pointer or the focus has come to something
 * @property {(event: Event) => void} onChange  of a field
 * @property {(event: SubmitEvent) => void} onSubmit
 * @property {(name: string, button?: HTMLElement) => void} act  what a button with data-do wants
 * @property {() => void} fit  the width has changed
 */

const rectOf = (/** @type {Element} */ one) => one.getBoundingClientRect();
const SMALL_SCREEN = 380; // px: no bubble is wider
export const STEPS = new Set(["move", "undo", "redo", "new", "load", "again"]); // lead to another moment of the game
let houses = 0;

export class House {
  /**
   * @param {HTMLElement} parent
   * @param {Box} box
   * @param {Host} host
   * @param {{theme?: string}} [options]
   */
  constructor(parent, box, host, { theme: forced = "auto" } = {}) {
    this.parent = parent;
    this.host = host;
    this.forced = forced;
    this.box = box;
    /** @type {Lang} */
    this.lang = box.fallback;
    /** No other house of the page has this name: answers are found by it. */
    this.name = `s${++houses}-${Math.random().toString(36).slice(2, 8)}`;
    this.asked = 0;
    this.theme = "light";
    /** @type {HTMLElement} */
    this.root = document.createElement("div");
    /** The elements with data-part, by that name. @type {Record<string, any>} */
    this.parts = {};
    this.voice = new Voice();
    this.rules = new Rules(this);
    this.notices = new Notices(this);
    this.dialogs = new Dialogs(this);
    /** @type {() => void} */
    this.close = () => {};
    this.unfollow = followTheme(forced, (theme) => this.setTheme(theme));
    this.open(box);
  }

  /**
   * Begin with a box; nothing of an earlier one stays.
   * @param {Box} box
   */
  open(box) {
    this.close();
    this.box = box;
    this.parts = {};
    this.root = make(
      html`<div class="es-stage es-picture es-${box.game}" data-escale-stage="${box.game}" data-theme="${this.theme}" data-lm-suppress-shortcuts="true"></div>`,
    );
    this.parent.append(this.root);
    const returnSheet = shareSheet(box, this.theme);
    const watcher = new ResizeObserver(() => this.host.fit());
    watcher.observe(this.root);
    this.listen();
    letSavingThrough();
    this.close = () => {
      watcher.disconnect();
      this.root.remove();
      returnSheet();
    };
  }

  dispose() {
    this.close();
    this.unfollow();
  }

  /** @param {string} theme */
  setTheme(theme) {
    this.theme = theme;
    put(this.root, "data-theme", theme);
    themeSheet(this.box, theme);
  }

  /**
   * All elements anew.
   * @param {Html} markup
   * @param {Lang} lang
   */
  build(markup, lang) {
    this.lang = lang;
    this.root.lang = lang;
    fillWith(this.root, markup);
    this.parts = {};
    for (const part of this.root.querySelectorAll("[data-part]")) {
      this.parts[/** @type {HTMLElement} */ (part).dataset.part ?? ""] = part;
    }
    this.voice.region = this.parts.live;
    this.rules.show(null);
  }

  // --- words and small markup

  /**
   * One of the house's sentences.
   * @param {string} name
   * @param {Record<string, any>} [facts]
   */
  t(name, facts = {}) {
    const { ui, languages, fallback } = this.box;
    const lang = name in ui[this.lang] ? this.lang : fallback;
    return fill(ui[lang][name] ?? name, facts, languages[lang].singular);
  }

  /** @param {string | undefined} name @param {string} [kind] */
  symbol(name, kind = "") {
    const size = name && this.box.sizes[name];
    if (!size) return html``;
    const [w, tall] = size;
    return html`<svg class="es-badge ${kind}" viewBox="0 0 ${w} ${tall}" aria-hidden="true"><use href="#${name}" width="${w}" height="${tall}"/></svg>`;
  }

  /**
   * A sentence in which a piece is drawn, for the words that name it or before them.
   * @param {Line} line
   */
  told([text, , drawn]) {
    if (!drawn || typeof drawn !== "object") return html`${text}`;
    const [words, name, turn, instead] = drawn;
    const at = text.indexOf(words);
    const size = this.box.sizes[name];
    if (at < 0 || !size) return html`${text}`;
    const [w, tall] = size;
    const heard = instead ? html`role="img" aria-label="${words}"` : html`aria-hidden="true"`;
    const use = html`<use href="#${name}" width="${w}" height="${tall}" transform="rotate(${turn} ${w / 2} ${tall / 2})"/>`;
    const picture = html`<svg class="es-inline" viewBox="0 0 ${w} ${tall}" ${heard}>${use}</svg>`;
    return html`${text.slice(0, at)}${picture}${instead ? "" : html` ${words}`}${text.slice(at + words.length)}`;
  }

  /** The game's own sign. */
  mark() {
    return this.symbol(this.box.mark, "es-mark");
  }

  /** What the game is called. */
  get title() {
    return this.box.title[this.lang];
  }

  /** @param {string} what @param {string} [kind] */
  button(what, kind = "") {
    return html`<button class="es-button ${kind}" data-do="${what}" data-part="${what}Button" aria-label="${this.t(what)}">${icon(what)}<span>${this.t(what)}</span></button>`;
  }

  languages() {
    const one = (/** @type {string} */ lang) =>
      html`<button data-do="lang" data-lang="${lang}" lang="${lang}" aria-pressed="${lang === this.lang}">${lang.toUpperCase()}</button>`;
    return html`<span class="es-lang" role="group" aria-label="${this.t("language")}">${Object.keys(this.box.languages).map(one)}</span>`;
  }

  /** To readers of a language that has not all the words: once a document. */
  partlyMarkup() {
    const told = [...document.querySelectorAll(".partly")].some((note) => !this.root.contains(note));
    const partial = this.box.languages[this.lang].partial && !told;
    return partial ? html`<p class="partly es-partly" role="note">${this.t("partly")}</p>` : html``;
  }

  closeButton() {
    return html`<button class="es-close" data-do="close" aria-label="${this.t("close")}">${icon("close")}</button>`;
  }

  /** What every house ends with: tip, live region, dialog, close-up. */
  ending() {
    return html`<div class="es-tip" data-part="tip" role="tooltip" id="${this.name}-tip" hidden></div>
      <div class="es-hidden" data-part="live" aria-live="polite" aria-relevant="additions"></div>
      <dialog class="es-dialog" data-part="dialog" aria-labelledby="${this.name}-title">
        <header><h2 id="${this.name}-title"></h2>${this.closeButton()}</header><div class="es-dialog-body" tabindex="0" role="region" aria-labelledby="${this.name}-title"></div>
      </dialog>${closeupMarkup(this.closeButton(), this.name)}`;
  }

  /** Does a dialog lie over the house? It has the keys then. */
  get covered() {
    return Boolean(this.parts.dialog?.open || this.parts.closeup?.open);
  }

  /** Is it as narrow as a phone? The layout says so. */
  get small() {
    return this.root.dataset.width === "narrow";
  }

  /** The board's own elements. @param {Html} [more] */
  boardMarkup(more = html``) {
    return html`<div class="es-table" data-part="board">
          <div class="es-hand" data-part="hand" role="group" aria-label="${this.t("choices")}"></div>
          ${this.button("turn", "es-turner")}
          <div class="es-chooser" data-part="chooser" role="group" aria-label="${this.t("choose")}" hidden></div>
          <div class="es-nudge" data-part="nudge" hidden></div>
          <div class="es-bubble" data-part="bubble" hidden>${icon("no")}<div></div>${this.closeButton()}</div>
          ${more}
        </div>`;
  }

  noticeMarkup() {
    return html`<div class="es-notice" data-part="notice" hidden><p></p>${this.closeButton()}</div>`;
  }

  /**
   * Put a box near a thing, inside its frame.
   * @param {HTMLElement} box
   * @param {Element} near
   * @param {Element} frame
   * @param {number} gap
   * @param {Element[]} [clear]  what it should not cover
   */
  place(box, near, frame, gap, clear = []) {
    const outer = frame.getBoundingClientRect();
    box.style.maxWidth = `${Math.min(SMALL_SCREEN, outer.width - 16)}px`;
    const { left, top, side, arrow } = placeNear(rectOf(box), rectOf(near), outer, gap, clear.map(rectOf));
    Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
    box.style.setProperty("--es-arrow", `${arrow}px`);
    box.dataset.side = side;
  }

  /**
   * Put a tip above what it explains, be it over the header: below it are hints and answers.
   * @param {HTMLElement} tip
   * @param {Element} near
   */
  placeTip(tip, near) {
    const { left: x, top: y, width, bottom } = this.root.getBoundingClientRect();
    const top = this.root.closest(".jp-Notebook") ? y : 0; // Lab cuts an output off
    tip.style.maxWidth = `${Math.min(SMALL_SCREEN, width - 16)}px`;
    const frame = new DOMRect(x, top, width, bottom - top);
    const place = placeNear(rectOf(tip), rectOf(near), frame, 8);
    Object.assign(tip.style, { left: `${place.left}px`, top: `${place.top + top - y}px` });
  }

  /** A selector for what has the focus, to find it again in a rebuilt house. @returns {string | null} */
  focused() {
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!active || !this.root.contains(active)) return null;
    const name = ["key", "lang", "do", "rule"].find((one) => active.dataset[one]);
    return name ? `[data-${name}="${CSS.escape(active.dataset[name] ?? "")}"]` : null;
  }

  /** @param {string | null} selector */
  focusOn(selector) {
    if (selector) /** @type {HTMLElement | null} */ (this.root.querySelector(selector))?.focus();
  }

  /** What was said of the moment before is out of date. @param {string} what  is asked for */
  goOn(what) {
    if (!STEPS.has(what)) return;
    this.notices.drop();
    this.voice.begin();
  }

  newId() {
    return `${this.name}-${++this.asked}`;
  }

  // --- mouse, finger, keyboard

  /** A house inside this one (a trial in a lesson) looks after itself. @param {Event} event */
  isMine({ target }) {
    return /** @type {Element} */ (target).closest("[data-escale-stage]") === this.root;
  }

  listen() {
    /** @type {Record<string, (event: any) => void>} */
    const listeners = {
      click: (event) => this.onClick(event),
      keydown: (event) => this.onKey(event),
      focusin: (event) => this.onAttention(event),
      pointerover: (event) => this.onAttention(event),
      change: (event) => this.host.onChange(event),
      input: (event) => this.host.onChange(event),
      submit: (event) => this.host.onSubmit(event),
    };
    for (const [type, listener] of Object.entries(listeners)) {
      this.root.addEventListener(type, (event) => {
        if (this.host.ready() && this.isMine(event)) listener(event);
      });
    }
  }

  /** Space presses what stands for a button, too. @param {KeyboardEvent} event */
  onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === " " && target.matches("a[role=button]")) {
      event.preventDefault();
      event.stopPropagation();
      this.host.act(target.dataset.do ?? "", target);
    } else this.host.onKey(event);
  }

  /** @param {PointerEvent} event */
  onClick(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const { dialog, board, closeup } = this.parts;
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (target.closest(selector));
    const [chip, does, option] = [find("button.es-chip"), find("[data-do]"), find(".es-option")];
    if (closeup.contains(target)) this.host.board.closeup.close();
    else if (chip) {
      this.rules.show(chip.dataset.rule ?? null);
      // on a phone there is no card beside the board, and over a dialog no tip is seen
      if (this.small || dialog.contains(chip)) this.dialogs.rule(chip.dataset.rule ?? "");
      else this.rules.showTip(chip, false);
    } else if (does) {
      if (does.matches("a")) event.preventDefault(); // in a chart a link stands for a button
      this.host.act(does.dataset.do ?? "", does);
    } else if (option) this.host.board.picking.pick(option.dataset.key ?? "");
    else if (target === dialog) dialog.close();
    else if (board.contains(target) && !find(".es-bubble, .es-chooser")) this.host.board.onClick(event);
  }

  /** The pointer or the focus has come to something: rules explain themselves. @param {Event} event */
  onAttention({ target: found, type }) {
    const target = /** @type {HTMLElement} */ (found);
    const chip = /** @type {HTMLElement | null} */ (target.closest("button.es-chip"));
    if (chip) this.rules.showTip(chip, true);
    else if (!this.parts.tip.contains(target)) this.parts.tip.hidden = true;
    // JupyterLab looks at what has the focus itself
    if (type === "focusin") put(target, "data-lm-suppress-shortcuts", "true");
    this.host.onAttention(target);
  }

  /** Close what this button closes. @param {HTMLElement} button */
  closeAround(button) {
    const { dialog, bubble, notice } = this.parts;
    if (dialog.contains(button)) dialog.close();
    else if (bubble.contains(button)) this.notices.leaveBubble();
    else notice.hidden = true;
  }
}
