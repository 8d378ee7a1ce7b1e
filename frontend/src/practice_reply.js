/**
 * What is said to an answer, to somebody who asks for help, and at the end of a session.
 *
 * @import { Practice } from "./practice.js"
 * @import { Html } from "./html.js"
 */

import { html, icon } from "./html.js";
import { keysOf } from "./practice_acts.js";

/** A sentence with its rules. @typedef {[string, string[]]} Said */

/** @param {Practice} practice */
export function reply(practice) {
  return practice.turn.state ? answered(practice) : helped(practice);
}

/**
 * First the idea that was behind a wrong answer, then what is true, the rules, and one way on.
 * @param {Practice} practice
 */
function answered(practice) {
  const { house, turn, exercise, data } = practice;
  const t = (/** @type {string} */ name, facts = {}) => house.t(name, facts);
  const wrong = turn.state === "wrong";
  const { idea, said } = verdict(practice);
  const quoted =
    wrong &&
    idea &&
    html`<p class="es-idea">${icon("said")}<span><b>${t("the-idea")}</b><i>${t("quoted", { idea })}</i></span></p>`;
  const rules = [...new Set([...said.flatMap(([, ids]) => ids), ...exercise.because])].slice(0, 3);
  const [number, href] = data.lessons?.[exercise.because[0]] ?? data.lessons?.[exercise.rule] ?? [0, ""];
  const lesson =
    href &&
    html`<a class="es-button" href="${href}">${icon("lesson")}<span>${t("lesson-number", { number })}</span></a>`;
  const look = t(turn.earlier ? "look-now" : "look-back");
  const before =
    practice.told.before &&
    html`<button class="es-button" data-do="look-back" aria-label="${look}" title="${look}">${icon("review")}</button>`;
  const back = wrong && turn.returns && html`<p class="es-quiet es-returns">${icon("review")} ${t("rule-returns")}</p>`;
  const { last, onward } = practice.run;
  const words = t(!last ? "next-exercise" : onward ? "next" : "to-the-end");
  const next =
    !(last && onward === null) &&
    html`<button class="es-button es-main-button" data-do="next"><span>${words}</span>${icon("next")}</button>`;
  return html`<div class="es-said-first" tabindex="-1" role="status">
      <p class="es-outcome" data-state="${turn.state}">${icon(wrong ? "close" : "done")} ${t(wrong ? "not-right" : turn.state === "helped" ? "right-helped" : "right-now")}</p>
      ${quoted}<div class="es-told">${said.map(([text]) => html`<p>${text}</p>`)}</div>
    </div>
    <p class="es-chips">${house.rules.chips(rules)}</p>
    <p class="es-onwards">${next}${lesson}${before}</p>${back}`;
}

/**
 * The idea that an answer shows, and the sentences that say what is true.
 * @param {Practice} practice
 * @returns {{idea: string, said: Said[]}}
 */
function verdict(practice) {
  const { told, turn, exercise } = practice;
  const { picked } = turn;
  const ideas = told.ideas ?? [];
  if (typeof picked === "string") {
    const done = told.moves?.[picked]?.[1] ?? [];
    return { idea: "", said: turn.state === "wrong" ? [...done, ...told.said.slice(0, 1)] : done };
  }
  const mine = picked ?? [];
  if (exercise.kind === "spot") return { idea: "", said: whatHappened(practice) };
  if (exercise.kind !== "may") return { idea: ideas[Number(mine[0])] ?? "", said: told.said };
  // what was judged wrongly: chosen though it is refused, or left though it is allowed
  const verdicts = told.verdicts ?? [];
  const misjudged = verdicts.flatMap((refused, i) => (mine.includes(i) === Boolean(refused.length) ? [i] : []));
  const asked = misjudged.length ? misjudged : verdicts.map((_, i) => i);
  return { idea: ideas[misjudged.find((i) => ideas[i]) ?? -1] ?? "", said: reasons(practice, asked) };
}

/**
 * Why these options are refused or allowed: each reason once, beside all that it allows.
 * @param {Practice} practice
 * @param {number[]} asked
 * @returns {Said[]}
 */
function reasons({ told, house }, asked) {
  /** @type {Map<string, {said: Said | null, moves: string[]}>} */
  const found = new Map();
  for (const i of asked) {
    const [refused] = told.verdicts?.[i] ?? [];
    const said = refused ?? told.permits?.[i] ?? null;
    const key = `${Boolean(refused)} ${said?.[0]}`;
    const moves = refused ? [] : [house.t("quoted", { idea: told.options?.[i] ?? "" })];
    found.set(key, { said, moves: [...(found.get(key)?.moves ?? []), ...moves] });
  }
  return [...found.values()].map(({ said, moves }) => {
    const allowed = moves.length ? [house.t("is-allowed", { moves: moves.join(", ") })] : [];
    return [[...allowed, ...(said ? [said[0]] : [])].join(" "), said?.[1] ?? []];
  });
}

/**
 * Which sentence was altered, and how it really went. Whoever took another one for it shows no idea by that.
 * @param {Practice} practice
 * @returns {Said[]}
 */
function whatHappened({ told, turn, exercise, house }) {
  const altered = told.options?.[Number(exercise.answer[0])] ?? "";
  /** @type {Said[]} */
  const first = turn.state === "wrong" ? [[house.t("altered-one", { text: altered }), []]] : [];
  const { real } = told;
  return real ? [...first, [house.t("really", { text: real[0] }), real[1]], ...told.said] : [...first, ...told.said];
}

/** @param {Practice} practice @returns {Html} */
function helped({ house, told, exercise }) {
  const { kind, answer, because, rule } = exercise;
  const count = answer.length;
  /** @type {Record<string, () => unknown>} */
  const says = {
    may: () => house.t("help-may", { count }),
    reach: () => house.t("help-reach", { count }),
    why: () =>
      house.t("help-either", { one: pair(answer, told.options ?? [])[0], other: pair(answer, told.options ?? [])[1] }),
    spot: () =>
      house.t("help-either", { one: pair(answer, told.options ?? [])[0], other: pair(answer, told.options ?? [])[1] }),
    what: () => house.box.rules.rules[because[0] ?? rule]?.[house.lang]?.[1] ?? "",
  };
  return html`<p class="es-hint">${icon("bulb")}<span>${says[kind]()}</span></p>`;
}

/** The right option and one more, in their order. @param {(number | string)[]} answer @param {string[]} options */
function pair(answer, options) {
  const right = Number(answer[0]);
  const other = (right + (right % 2 ? 1 : 3)) % options.length;
  return [right, other].sort().map((i) => keysOf(options)[i]);
}

/** @param {Practice} practice */
export function summary({ house, run, data, map }) {
  const t = (/** @type {string} */ name, facts = {}) => house.t(name, facts);
  const { missed, score, turns } = run;
  const lessons = missed.map((rule) => {
    const [number, href] = data.lessons?.[rule] ?? [0, ""];
    const short = house.box.rules.rules[rule]?.[house.lang]?.[1] ?? "";
    const link = href && html` <a href="${href}">${t("lesson-number", { number })}</a>`;
    return html`<li><p>${short} ${house.rules.chips([rule])}${link}</p></li>`;
  });
  const again =
    missed.length > 0 && html`<p class="es-quiet">${t("to-look-at")}</p><ul class="es-missed">${lessons}</ul>`;
  const onward =
    data.onward &&
    html`<a class="es-button es-main-button" href="${data.onward}"><span>${t("next-game")}</span>${icon("next")}</a>`;
  const kind = onward ? "" : "es-main-button";
  return html`<h3 tabindex="-1">${t("session-over")}</h3>
    <p class="es-scored">${t("session-score", { score, of: turns.length })}</p>${again}
    <p class="es-onwards">${onward}<button class="es-button ${kind}" data-do="another-session"><span>${t("another-session")}</span>${icon("next")}</button></p>
    ${map && html`<p><a data-to="map" href="${map}">${t("to-the-map")}</a></p>`}`;
}
