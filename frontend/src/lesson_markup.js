/**
 * The house around a lesson as HTML; whatever has a data-part is found by that name.
 *
 * @import { House } from "./house.js"
 * @import { Lesson, Step, ToldLesson } from "./types"
 */

import { html, icon } from "./html.js";

/**
 * @param {House} house
 * @param {Lesson} lesson
 * @param {ToldLesson} told
 * @param {string} [list]  where the other lessons are
 */
export function lessonMarkup(house, lesson, { title, steps }, list) {
  const t = (/** @type {string} */ name, facts = {}) => house.t(name, facts);
  const button = (/** @type {string} */ what, kind = "") =>
    html`<button class="es-button ${kind}" data-do="${what}" data-part="${what}Button" aria-label="${t(what)}" title="${t(what)}">${icon(what)}<span>${t(what)}</span></button>`;
  const dot = (/** @type {Step} */ { ask }, /** @type {number} */ i) =>
    html`<button class="es-dot" data-do="go" data-step="${i}">${ask ? "?" : ""}</button>`;
  return html`<section class="es-house" aria-label="${title}">
      <header class="es-head">
        ${list && html`<a class="es-button es-bare es-list" href="${list}" data-course-to="" aria-label="${t("all-lessons")}" title="${t("all-lessons")}">${icon("back")}</a>`}
        ${house.mark()}
        <div class="es-title"><h2>${title}</h2><span class="es-heading"><span class="es-game">${house.title}${lesson.number ? " · " : ""}</span>${lesson.number ? t("lesson-of", lesson) : ""}</span></div>
        <button class="es-button es-main-button" data-do="end-trial" data-part="endButton" hidden>${icon("back")}<span>${t("back-to-lesson")}</span></button>
        <span class="es-earned"><span class="es-done" data-part="done" hidden>${icon("done")}<span>${t("completed")}</span></span><span class="es-stars" data-part="stars" role="img"></span></span>
        ${button("rules")}
        ${document.fullscreenEnabled && button("full-screen", "es-bare")}
        <span class="es-menu" data-part="menu">
          <button class="es-button es-bare" data-do="menu" aria-label="${t("menu")}" aria-expanded="false">${icon("menu")}</button>
          <span class="es-menu-list" data-part="menuList" hidden>
            ${["words", "help"].map((what) => html`<button data-do="${what}">${t(what)}</button>`)}
          </span>
        </span>
        ${house.languages()}
      </header>
      <div class="es-main">
        ${house.partlyMarkup()} ${house.noticeMarkup()}
        ${house.boardMarkup()}
        <div class="es-trial" data-part="trial" hidden></div>
      </div>
      <aside class="es-side" data-part="side" aria-label="${t("step")}">
        <section class="es-panel es-words" data-part="words" aria-live="polite"></section>
        <section class="es-panel es-ask" data-part="question" aria-label="${t("question")}" hidden></section>
        <section class="es-panel es-end" data-part="end" aria-label="${t("remember")}" hidden></section>
        <section class="es-panel es-rulecard" data-part="card" aria-label="${t("rule")}"></section>
      </aside>
      <nav class="es-transport" aria-label="${t("steps")}">
        ${button("first", "es-bare")}${button("back", "es-bare")}${button("autoplay", "es-bare")}${button("next", "es-main-button")}${button("last", "es-bare")}
        <span class="es-dots" data-part="dots">${steps.map(dot)}</span>
        <input type="range" data-part="slider" min="1" max="${steps.length}" aria-label="${t("step")}">
        <button class="es-button" data-do="speed" data-part="speedButton"></button>
        ${button("try")}
      </nav>
      ${house.ending()}
    </section>`;
}

/**
 * Where the header and the bar have room for little, the menu takes in what is less often wanted; else it
 * goes back.
 * @param {House} house
 * @param {boolean} small
 */
export function foldLesson(house, small) {
  const { menu, menuList, speedButton, tryButton, "full-screenButton": full } = house.parts;
  const languages = /** @type {Element} */ (house.root.querySelector(".es-lang"));
  if (menuList.contains(speedButton) === small) return;
  const screen = full ? [full] : [];
  if (small) menuList.prepend(languages, speedButton, ...screen);
  else {
    menu.before(...screen);
    menu.after(languages);
    tryButton.before(speedButton);
  }
}
