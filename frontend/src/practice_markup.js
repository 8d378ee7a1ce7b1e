/**
 * The house around an exercise as HTML; whatever has a data-part is found by that name.
 *
 * @import { Practice } from "./practice.js"
 */

import { fillWith, html, icon, put } from "./html.js";
import { keysOf } from "./practice_acts.js";

const LONG = 40; // characters of an option that wants more than a line

/** @param {Practice} practice */
export function practiceMarkup({ house, leave }) {
  const t = (/** @type {string} */ name) => house.t(name);
  const bare = (/** @type {string} */ what, /** @type {string} */ sign) =>
    html`<button class="es-button es-bare" data-do="${what}" aria-label="${t(what)}" title="${t(what)}">${icon(sign)}<span>${t(what)}</span></button>`;
  return html`<section class="es-house" aria-label="${t("practice")}">
      <header class="es-head">
        ${house.mark()}
        <div class="es-title"><h2>${t("practice")}</h2><span class="es-heading">${house.title}</span></div>
        <span class="es-run" data-part="dots" role="img"></span>
        <span class="es-count es-quiet" data-part="count"></span>
        ${house.button("rules", "es-book")}
        <span class="es-menu" data-part="menu">
          <button class="es-button es-bare" data-do="menu" aria-label="${t("menu")}" aria-expanded="false">${icon("menu")}</button>
          <span class="es-menu-list" data-part="menuList" hidden>
            ${["words", "practice-keys"].map((what) => html`<button data-do="${what}">${t(what)}</button>`)}
          </span>
        </span>
        ${house.languages()}
        ${leave && bare("leave", "close")}
      </header>
      <div class="es-main">
        ${house.partlyMarkup()} ${house.noticeMarkup()}
        ${house.boardMarkup()}
      </div>
      <aside class="es-side" data-part="side" aria-label="${t("question")}">
        <section class="es-panel es-asking" data-part="asking"></section>
        <section class="es-panel es-reply" data-part="reply" hidden></section>
        <section class="es-panel es-context" data-part="context"></section>
        <section class="es-panel es-summary" data-part="summary" hidden></section>
      </aside>
      <div data-part="card" hidden></div>
      ${house.ending()}
    </section>`;
}

/**
 * Where one is in the session. Its signs: full right at once, half after help, slashed wrong, hollow to come.
 * @param {Practice} practice
 */
export function showRun(practice) {
  const { run, parts, house } = practice;
  showWhere(practice);
  const at = Math.min(run.at + 1, run.turns.length);
  const signs = run.turns.map(
    ({ state }, i) => html`<i class="es-spot" data-state="${state}" ${i === run.at && "data-now"}></i>`,
  );
  fillWith(parts.dots, html`${signs}`);
  parts.count.textContent = house.t("of-many", { at, of: run.turns.length });
  const done = run.turns.filter(({ state }) => state).length;
  put(parts.dots, "aria-label", house.t("run-so-far", { right: run.score, done, of: run.turns.length }));
}

/** What the board says of itself, as it is now. @param {Practice} practice */
export function showWhere({ turn, parts, board }) {
  if (!turn) return;
  const heading = board.table.scene.heading;
  fillWith(parts.context, html`<p class="es-quiet">${heading}</p>`);
  parts.context.hidden = Boolean(turn.state || turn.helps) || !heading;
}

/**
 * What stands beside an option once it is answered: the name of the words, or "".
 * @param {string} kind
 * @param {boolean} right
 * @param {boolean} wrong
 * @param {boolean} mine  was it chosen?
 */
function noteOf(kind, right, wrong, mine) {
  if (kind === "may")
    return right ? (mine ? "allowed-chosen" : "allowed-missed") : wrong ? "forbidden-chosen" : "forbidden";
  if (right) return kind === "spot" ? "false-one" : "right-answer";
  return wrong ? "your-answer" : "";
}

/**
 * Ask, or show what was answered. Whatever has the focus in it keeps it while it is asked: without, keys get lost.
 * @param {Practice} practice
 */
export function ask(practice) {
  const { parts, turn } = practice;
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const had = parts.asking.contains(active);
  const { do: what, option } = active?.dataset ?? {};
  fillWith(parts.asking, asking(practice));
  if (!had || turn.state) return;
  const same = option ? `[data-option="${option}"]` : `[data-do="${what}"]`;
  (parts.asking.querySelector(`${same}:not(:disabled)`) ?? parts.asking.querySelector("h3")).focus({
    preventScroll: true,
  });
}

/**
 * What is asked, and the ways to answer it.
 * @param {Practice} practice
 */
function asking({ house, told, exercise, turn, chosen }) {
  const { kind, answer } = exercise;
  const t = (/** @type {string} */ name, facts = {}) => house.t(name, facts);
  const mine = Array.isArray(turn.picked) ? turn.picked : chosen;
  const keys = keysOf(told.options ?? []);
  const option = (/** @type {string} */ text, /** @type {number} */ i) => {
    const right = Boolean(turn.state) && answer.includes(i);
    const wrong = Boolean(turn.state) && mine.includes(i) && !right;
    const state = right ? "right" : wrong ? "wrong" : turn.state ? "rest" : "";
    const named = turn.state && noteOf(kind, right, wrong, mine.includes(i));
    const note = named && t(named);
    const picked = kind === "may" && !turn.state && html`aria-pressed="${String(mine.includes(i))}"`;
    const who = told.who?.[i];
    const badge = who == null ? "" : house.symbol(told.scene.seats[who]?.[1]);
    const missed = right && kind === "may" && !mine.includes(i);
    const key = html`<kbd aria-hidden="true">${keys[i]}</kbd>`;
    const sign = right && !missed ? icon("done") : wrong ? icon("close") : key;
    return html`<li><button class="es-option-row" data-do="option" data-option="${i}" data-state="${state}" ${missed && "data-missed"} ${turn.state && "disabled"} ${picked}>${badge}<span class="es-option-text">${text}${note && html` <span class="es-option-note">${note}</span>`}</span>${sign}</button></li>`;
  };
  const long = told.options?.some((text) => text.length > LONG);
  const options =
    told.options &&
    html`<ol class="es-options" ${told.options.length > 4 && "data-many"} ${long && "data-long"}>${told.options.map(option)}</ol>`;
  const onBoard = kind === "reach" && !turn.state && html`<p class="es-quiet">${t("on-the-board")}</p>`;
  const check =
    kind === "may" &&
    html`<button class="es-button es-main-button" data-do="check" ${!chosen.length && "disabled"}>${t("check")}</button>`;
  const how =
    told.options &&
    !turn.state &&
    html`<p class="es-quiet es-how">${kind === "may" && t("several-right")} <span class="es-keys">${t("keys-from-to", { first: keys[0], last: keys.at(-1) })}</span></p>`;
  const back =
    told.before &&
    !turn.state &&
    html`<button class="es-button" data-do="look-back">${icon("review")}<span>${t(turn.earlier ? "look-now" : "look-back")}</span></button>`;
  const hint = html`<button class="es-button" data-do="hint">${icon("bulb")}<span>${t("help-me")}</span></button>`;
  const helps = !turn.state && html`<p class="es-helps">${check}${hint}${back}</p>`;
  return html`<p class="es-quiet es-ask-kind">${t(`asks-${kind}`)}</p>
    <h3 class="es-asked" tabindex="-1">${told.question}</h3>${how} ${options} ${onBoard} ${helps}`;
}
