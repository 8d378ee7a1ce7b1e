/**
 * What a coach shows: its place above the board, the note there, what has been met in this game. Written into the page
 * by coach.js.
 *
 * @import { Coach } from "./coach.js"
 * @import { Html } from "./html.js"
 */

import { lessonLink, practiceLink } from "./around.js";
import { html, icon } from "./html.js";
import { learners } from "./knowledge.js";

const LONG = 60; // letters: more do not fit beside a chip into two lines of a phone

/** Its place above the board. @param {import("./house.js").House} house */
export const coachMarkup = (
  house,
) => html`<div class="es-coach" data-part="coach" role="group" aria-label="${house.t("coach-name")}" hidden>
    ${coachMark()}
    <div class="es-coach-note" data-part="coachNote" role="status"></div>
    <div class="es-coach-rest es-quiet" data-part="coachRest"></div>
    <button class="es-coach-quiet" data-do="coach" data-part="silenceButton" aria-label="${house.t("coach-silence")}">${icon("silence")}<span>${house.t("coach-silence")}</span></button>
  </div>`;

/** A small boat: the coach's own sign. */
const coachMark = () =>
  html`<svg class="es-coach-mark" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="19"/><path d="M19 7v18H9.500C11 18 14 12 19 7zM21 10c4 4 7 9 8 15h-8z"/><path d="M7 29q3.300-3 6.500 0t6.500 0 6.500 0 6.500 0"/></svg>`;

// --- words

/** The rules of this game, by id. @param {Coach} coach */
const rulesOf = (coach) => coach.stage.box.rules.rules;

/** What the coach says of a rule. @param {Coach} coach @param {string} rule */
function says(coach, rule) {
  const [, short, , own] = rulesOf(coach)[rule][coach.house.lang];
  return own || short;
}

/** @param {Coach} coach @param {string} name @param {boolean} [needed]  also where there is little room */
const label = (coach, name, needed = false) =>
  html`<span class="es-coach-label" data-needed="${needed}">${coach.t(name)}</span>`;

/** A sentence, its rule, and whose rule it is. @param {Coach} coach @param {string} rule */
function sentence(coach, rule) {
  const [, , reason] = rulesOf(coach)[rule][coach.house.lang];
  const ours = reason && html`<span class="es-ruling">${coach.t("ruling")}</span>`;
  return html`${says(coach, rule)} ${coach.house.rules.chips([rule])}${ours}`;
}

/** A paragraph; a long one is set smaller where there is little room. @param {string} text @param {Html} content */
const said = (text, content) => html`<p data-long="${text.length > LONG}">${content}</p>`;

// --- ways on: links in a page, code in a notebook

/** @param {Coach} coach @param {string} rule */
function lessonOf(coach, rule) {
  const { root, box } = coach.stage;
  const [lesson, step] = String(rulesOf(coach)[rule].step).split("#");
  const href = lessonLink(root, box.game, lesson, step);
  if (href) return html`<a class="es-link" href="${href}">${coach.t("coach-lesson")}</a>`;
  return html`${coach.t("coach-cell")} <code>escale.lesson("${lesson}", step=${step})</code>`;
}

/** @param {Coach} coach @param {string} rule @param {boolean} [main]  is it what comes next? */
function practiceOf(coach, rule, main = true) {
  const { root, box } = coach.stage;
  const href = practiceLink(root, box.game, rule);
  const look = main ? "es-button es-main-button" : "es-link";
  if (href) return html`<a class="${look}" href="${href}">${coach.t("coach-practise")}</a>`;
  return html`<code>escale.practice("${box.game}", rule="${rule}")</code>`;
}

// --- the note

/** What is said now; empty if nothing is. @param {Coach} coach */
export function noteOf(coach) {
  const { note } = coach.coaching;
  if (!coach.isSeen || !note) return html``;
  if (note.kind === "end") return ending(coach);
  if (note.kind !== "ask") {
    const name = note.past ? "coach-past" : `coach-${note.kind}`;
    const needed = note.past || note.kind === "answer";
    return said(says(coach, note.rule), html`${label(coach, name, needed)} ${sentence(coach, note.rule)}`);
  }
  const [, , , , ask] = rulesOf(coach)[note.rule][coach.house.lang];
  const see = html`<button class="es-button" data-do="coach-answer">${coach.t("coach-see")}</button>`;
  return html`${said(ask, html`${label(coach, "coach-ask")} ${ask}`)}${see}`;
}

/** At the end: what was met for the first time, and what to practise; how, is a click away. @param {Coach} coach */
function ending(coach) {
  const firsts = coach.coaching.firsts();
  const advice = coach.coaching.advice();
  const name = firsts.size ? "coach-end" : advice.length ? "coach-end-old" : "coach-end-known";
  const words = coach.t(name, { rules: firsts.size });
  const worth = html`<span class="es-coach-worth">${coach.t("coach-advice")} ${coach.house.rules.chips(advice)}</span>`;
  const link = advice.length > 0 && practiceLink(coach.stage.root, coach.stage.box.game, advice[0]);
  return html`<p><button class="es-link" data-do="coach-met">${words}</button> ${advice.length > 0 && worth}</p>${link && practiceOf(coach, advice[0])}`;
}

/** What stands there while it says nothing. @param {Coach} coach */
export function rest(coach) {
  const { came } = coach.coaching;
  if (!coach.on)
    return html`${coach.t("coach-off")} <button class="es-link" data-do="coach">${coach.t("coach-back")}</button>`;
  if (!coach.isSeen) return html``;
  // Whoever comes from the quick start has met the aim there: nothing has been said, so it says what it is for.
  if (!came.size || !coach.stage.table.ply) return html`${coach.t("coach-none")}`;
  return html`<button class="es-link" data-do="coach-met">${coach.t("coach-count", { rules: came.size })}</button>`;
}

/**
 * What is added to a refused click: rules that are new, and the lesson of one that has refused before.
 * @param {Coach} coach
 * @param {string[]} fresh
 * @param {string | null | undefined} lesson
 */
export function refusal(coach, fresh, lesson) {
  const news = fresh.map((rule) => html`<p class="es-coached">${label(coach, "coach-new")} ${says(coach, rule)}</p>`);
  return html`${news}${lesson && html`<p class="es-coached">${lessonOf(coach, lesson)}</p>`}`;
}

// --- what has been met in this game

/** A dot a rule: met in this game, just now, not yet said, still to come. @param {Coach} coach */
function dots(coach) {
  const { came, note, news, waiting } = coach.coaching;
  const unsaid = new Set([...news, ...waiting]);
  const state = (/** @type {string} */ rule) =>
    note?.rule === rule && note.kind !== "ask" ? "now" : unsaid.has(rule) ? "unsaid" : came.has(rule) ? "met" : "";
  return Object.keys(rulesOf(coach)).map((rule) => html`<i data-met="${state(rule)}"></i>`);
}

/** Beside the board. @param {Coach} coach */
export function panel(coach) {
  if (!coach.isSeen) return html``;
  const { came } = coach.coaching;
  const counts = { rules: came.size, all: Object.keys(rulesOf(coach)).length };
  const over = coach.stage.table.over;
  const name = learners().find(({ current }) => current)?.name;
  return html`<h3>${coach.t("coach-met")} ${name && html`<small class="es-quiet">${name}</small>`}</h3>
      <button class="es-coach-dots" data-do="coach-met" aria-label="${coach.t("coach-rules", counts)}">${dots(coach)}</button>
      <p class="es-quiet">${coach.t("coach-rules", counts)}. ${!over && coach.t("coach-ahead")}</p>`;
}

/**
 * The rules of this game, each in its sentence, with its practice and its lesson: at the end first those that are worth
 * practising, then those that were met for the first time.
 * @param {Coach} coach
 */
export function metRules(coach) {
  const rules = rulesOf(coach);
  const { came } = coach.coaching;
  const firsts = coach.coaching.firsts();
  const advice = coach.stage.table.over ? coach.coaching.advice() : [];
  const ids = Object.keys(rules).filter((rule) => came.has(rule) && !advice.includes(rule));
  const one = (/** @type {string} */ rule) =>
    html`<div class="es-rule"><span class="es-chip">${rule}</span><div><p>${says(coach, rule)}</p><p class="es-ways">${rules[rule].practice && practiceOf(coach, rule, advice.includes(rule))} ${rules[rule].step && lessonOf(coach, rule)}</p></div></div>`;
  const part = (/** @type {string} */ name, /** @type {string[]} */ some) =>
    some.length > 0 && html`<h3>${coach.t(name)}</h3>${some.map(one)}`;
  if (!came.size) return html`<p>${coach.t("coach-none")}</p>`;
  const fresh = ids.filter((rule) => firsts.has(rule));
  const others = ids.filter((rule) => !firsts.has(rule));
  return html`${part("coach-worth", advice)}${part("coach-fresh", fresh)}${part("coach-others", others)}`;
}
