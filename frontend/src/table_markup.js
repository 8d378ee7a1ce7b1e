/**
 * The house around a table as HTML; whatever has a data-part is found by that name.
 *
 * @import { House } from "./house.js"
 */

import { coachMarkup } from "./coach_markup.js";
import { html, icon } from "./html.js";

const MENU = [
  "invite",
  "show-log",
  "full-screen",
  "new",
  "save",
  "load",
  "link",
  "svg",
  "png",
  "moves",
  "words",
  "help",
];

/** Not every browser can fill the screen. @param {string} what */
const isPossible = (what) => what !== "full-screen" || document.fullscreenEnabled;

/**
 * @param {House} house
 * @param {boolean} hand  can one play here?
 * @param {string | null} shelf  the address of the shelf, in a page that has one
 */
export function tableMarkup(house, hand, shelf) {
  const t = (/** @type {string} */ name) => house.t(name);
  const acts = ["review", "new-game", "hurry", "skip"].map((what) => html`${house.button(what, "es-act")} `);
  return html`<section class="es-house" aria-label="${house.title}">
      <header class="es-head">
        ${shelf && html`<a class="es-button es-bare es-home" href="${shelf}" aria-label="${t("to-shelf")}">${icon("back")}</a>`}
        ${house.mark()}
        <div class="es-title"><h2>${house.title}</h2><span class="es-heading" data-part="heading"></span></div>
        ${hand && html`<button class="es-button" data-do="coach" data-part="coachButton" hidden>${icon("coach")}<span data-part="coachSwitch"></span></button>`}
        ${hand && [house.button("hint"), house.button("undo"), house.button("redo", "es-bare")]} ${house.button("rules")}
        <span class="es-menu" data-part="menu">
          <button class="es-button es-bare" data-do="menu" aria-label="${t("menu")}" aria-expanded="false">${icon("menu")}</button>
          <span class="es-menu-list" data-part="menuList" hidden>
            ${hand && html`<button data-do="coach" data-part="coachEntry">${t("coach")}</button>`}
            ${MENU.filter(isPossible).map((what) => html`<button data-do="${what}">${t(what)}</button>`)}
          </span>
        </span>
        ${house.languages()}
      </header>
      <div class="es-main">
        ${house.partlyMarkup()} ${house.noticeMarkup()}
        <div class="es-status">
          <span class="es-flag" data-part="flag"></span>
          <p class="es-status-text" data-part="status" role="status"></p>
          <span class="es-quiet es-presence" data-part="presence" hidden></span>
          <span class="es-quiet" data-part="thinking" hidden>${t("thinking")}</span>
          ${acts}
          <ul class="es-seats" data-part="seats" aria-label="${t("players")}"></ul>
        </div>
        ${hand && coachMarkup(house)}
        <p class="es-last" data-part="last" hidden></p>
        ${house.boardMarkup(html`<div class="es-veil" data-part="veil" hidden></div>`)}
      </div>
      <aside class="es-side" aria-label="${t("log")}">
        <section class="es-panel es-logpanel"><h3>${t("log")}</h3><p class="es-quiet es-company" data-part="company"></p><ol class="es-log" data-part="log" tabindex="0" aria-label="${t("log")}"></ol></section>
        ${hand && html`<section class="es-panel es-coach-panel" data-part="coachPanel" aria-label="${t("coach-met")}" hidden></section>`}
        <section class="es-panel es-rulecard" data-part="card" aria-label="${t("rule")}"></section>
      </aside>
      ${house.ending()}
      <input type="file" data-part="file" accept=".json,application/json" aria-label="${t("load")}" hidden>
    </section>`;
}
