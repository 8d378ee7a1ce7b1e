/**
 * The map of what one knows as HTML and SVG: what map.js puts into the page. Degrees are told by form first
 * (tick, wave, dashes), then by colour; what a tile is now is in its data attributes, and CSS shows it.
 *
 * @import { MapRule } from "./map_chart.js"
 * @import { MapGame } from "./map.js"
 */

import { html } from "./html.js";
import { hexagon, middle, routeBetween, sizeOf, TALL, WIDE } from "./map_chart.js";

/** @typedef {(name: string, facts?: Record<string, any>) => string} Say */

const HEX = hexagon({ x: WIDE / 2, y: TALL / 2 }, WIDE - 2);
const INNER = hexagon({ x: WIDE / 2, y: TALL / 2 }, WIDE - 9);
const OUTER = hexagon({ x: WIDE / 2, y: TALL / 2 }, WIDE + 7);
const BOX = `0 0 ${WIDE} ${TALL}`;

/** @param {string} path @param {string} [more] */
const icon = (path, more = "") =>
  html`<svg class="es-icon ${more}" viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg>`;

const NEXT = icon("m7.5 4 6 6-6 6");
const PEOPLE = icon(
  "M7.5 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 16.500c0-3 2.500-5 5.500-5s5.500 2 5.500 5M13 3.800a3 3 0 0 1 0 5.400M15 12c2 .6 3.200 2.300 3.200 4.500",
);
const PRACTISE = icon("M3 10a7 7 0 1 1 2 4.900M3 15v-3.500h3.500M10 6.500V10l2.500 1.500");
const LESSON = icon("m10 4 8.500 4L10 12 1.500 8zM5 10v4c2.500 2.300 7.500 2.300 10 0v-4M18.500 8v5");
const CLOSE = icon("m5 5 10 10M15 5 5 15");

/** What a tile is drawn of; a legend has some of it. */
const hexSvg = html`<svg class="es-hex" viewBox="${BOX}" aria-hidden="true"><path class="es-hex-fill" d="${HEX}"/><path class="es-hex-ring" d="${INNER}"/><path class="es-hex-focus" d="${OUTER}"/></svg>`;

/** @param {MapRule} rule */
const tile = ({ id, label, ours }) => html`<div class="es-tile" role="option" data-rule="${id}" tabindex="-1">${hexSvg}
<svg class="es-sign" viewBox="0 0 24 12" aria-hidden="true"><path class="es-tick" d="m7 6 3.500 3.500L17 2"/><path class="es-wave" d="M4 7q4-6 8 0t8 0"/></svg>
<span class="es-label">${label}</span>
${ours && html`<svg class="es-ours" viewBox="0 0 12 12" aria-hidden="true"><path d="M6 1.500 10.500 6 6 10.500 1.500 6z"/></svg>`}
<svg class="es-clock" viewBox="0 0 28 28" aria-hidden="true"><circle cx="14" cy="14" r="12"/><path d="M14 8.500V14l3.500 2.200"/></svg></div>`;

/** @param {MapGame} game @param {Say} say */
export function chartMarkup(game, say) {
  const islands = game.sections.map(([section, title]) => ({
    title,
    section,
    rules: game.rules.filter((rule) => rule.section === section),
  }));
  return html`<div class="es-sea" role="listbox" aria-describedby="es-map-keys-${game.id}" aria-label="${game.title}">
${seaMarkup(islands.map(({ rules }) => rules))}
${islands.map(
  ({ section, title, rules }) =>
    html`<div class="es-island" role="group" data-section="${section}"><p class="es-island-title" aria-hidden="true"><b>${title}</b> <small></small></p><div class="es-tiles" role="presentation">${rules.map(tile)}</div></div>`,
)}
</div><p class="es-hidden" id="es-map-keys-${game.id}">${say("keys")}</p>`;
}

/** The water below the tiles: shores, the route, the boat, a compass. @param {MapRule[][]} islands */
function seaMarkup(islands) {
  const { width, height } = sizeOf(islands.flat());
  const shores = islands.map((rules) => rules.map(({ at }) => hexagon(middle(at))).join(""));
  const shore = (/** @type {number} */ depth) =>
    shores.map((path) => html`<path class="es-shore-${depth}" d="${path}"/>`);
  const routes = islands.slice(1).map((to, before) => routeBetween(islands[before], to));
  const lines = [];
  for (let x = 176; x < width; x += 176) lines.push(`M${x} 0V${height}`);
  for (let y = 174; y < height; y += 174) lines.push(`M0 ${y}H${width}`);
  return html`<svg class="es-water" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path class="es-lines" d="${lines.join("")}"/>
${compass(islands.flat(), width, height)}${shore(3)}${shore(2)}${shore(1)}
${routes.map(({ path }) => html`<path class="es-route" d="${path}"/>`)}
<g class="es-boat"><path class="es-sail" d="M-2-26V-4h-12q7-8 12-22z"/><path class="es-jib" d="M2-21q7 7 10 17H2z"/><path class="es-hull" d="M-17 0h34q-2 9-9 10H-8q-7-1-9-10z"/></g></svg>`;
}

/** In a corner with open water, or nowhere. @param {MapRule[]} rules @param {number} width @param {number} height */
function compass(rules, width, height) {
  const corners = [
    { x: width - 72, y: height - 76 },
    { x: 72, y: height - 76 },
    { x: width / 2, y: height - 76 },
  ];
  const free = corners.find((at) =>
    rules.every((rule) => Math.hypot(middle(rule.at).x - at.x, middle(rule.at).y - at.y) > 118),
  );
  return (
    free &&
    html`<g class="es-compass" transform="translate(${free.x} ${free.y})"><circle r="32"/><circle r="37"/><path d="M0-40 5-5 40 0 5 5 0 40-5 5-40 0-5-5z"/></g>`
  );
}

/** @param {{id: string, title: string, known: number, of: number}[]} games @param {string} current @param {Say} say */
export const tabsMarkup = (games, current, say) =>
  games.map(
    ({ id, title, known, of }) =>
      html`<button type="button" data-act="game" data-game="${id}" aria-current="${id === current ? "true" : "false"}"><span>${title}</span> <small>${say("count", { known, of })}</small></button>`,
  );

/**
 * @param {{title: string, text: string, label: string, href: string, code: string}} five  `label` is the button's
 * @param {Say} say
 */
export const fiveMarkup = (
  { title, text, label, href, code },
  say,
) => html`<p class="es-head" role="heading" aria-level="2">${title}</p><p>${text}</p>
${label && href && html`<a class="es-button es-main" data-act="five" href="${href}"><span>${label}</span>${NEXT}</a>`}
${label && !href && code && html`<p>${say("by-code")}</p><code>${code}</code>`}`;

/** @param {{known: number, shaky: number, new: number, due: number}} counts @param {Say} say */
export function legendMarkup(counts, say) {
  const entry = (/** @type {"known" | "shaky" | "new"} */ name) =>
    html`<li><span class="es-tile" data-degree="${name}">${hexSvg}</span>${say(name)}<b>${counts[name]}</b></li>`;
  return html`<div class="es-bar" role="img" aria-label="${say("legend-said", counts)}"><i data-degree="known"></i><i data-degree="shaky"></i></div>
<ul>${entry("known")}${entry("shaky")}${entry("new")}<li><span class="es-tile" data-degree="new" data-due>${hexSvg}</span>${say("due")}<b>${counts.due}</b></li></ul>
<p class="es-note"><svg class="es-ours" viewBox="0 0 12 12" aria-hidden="true"><path d="M6 1.500 10.500 6 6 10.500 1.500 6z"/></svg>${say("ours")}</p>`;
}

/**
 * One rule: what it says, how it stands, and where to go.
 * @param {MapRule} rule
 * @param {{section: string, state: string, book: string, practice: string, lesson: string, title: string, code: string}} about
 * @param {Say} say
 */
export const ruleMarkup = (
  rule,
  about,
  say,
) => html`<button type="button" class="es-close" data-act="close" aria-label="${say("close")}">${CLOSE}</button>
<p class="es-of">${about.book ? html`<a class="es-chip" href="${about.book}">${rule.id}</a>` : html`<span class="es-chip">${rule.id}</span>`} <span>${about.section}</span>${rule.ours && html` <span class="es-decided">${say("ours-short")}</span>`}</p>
<p class="es-head" role="heading" aria-level="2">${rule.label}</p><p>${rule.text}</p><p class="es-state">${about.state}</p>
<p class="es-ways">${about.practice && html`<a class="es-button" data-act="practise" href="${about.practice}">${PRACTISE}<span>${say("practise")}</span></a>`}
${about.lesson && html`<a class="es-button" data-act="lesson" href="${about.lesson}">${LESSON}<span>${say("lesson", { title: about.title })}</span></a>`}</p>
${about.code && html`<p class="es-state">${say("by-code")}</p><code>${about.code}</code>`}`;

/** @param {{id: string, name: string, current: boolean}[]} learners @param {Say} say */
export function whoMarkup(learners, say) {
  const called = (/** @type {string} */ name) => name || say("me");
  const current = called(learners.find((learner) => learner.current)?.name ?? "");
  return html`<summary aria-label="${say("who-is", { name: current })}">${PEOPLE}<span>${current}</span>${icon("m5 8 5 5 5-5")}</summary>
<form class="es-people"><fieldset><legend>${say("who")}</legend>${learners.map(
    ({ id, name, current }) =>
      html`<label><input type="radio" name="learner" value="${id}" ${current && html`checked`}> <span>${called(name)}</span></label>`,
  )}</fieldset>
<label class="es-name"><span>${say("name")}</span><input name="name" maxlength="40" autocomplete="off"></label>
<p><button type="submit" class="es-button">${say("add")}</button><button type="button" class="es-button" data-act="rename">${say("rename")}</button></p></form>`;
}

/** @param {Say} say */
export const keptMarkup = (say) =>
  html`<span>${say("kept-here")}</span><span><button type="button" data-act="export">${say("export")}</button> · <button type="button" data-act="import">${say("import")}</button> · <button type="button" data-act="forget">${say("forget")}</button></span><input type="file" accept=".json,application/json" hidden>`;

/**
 * @param {{lang: string, langs: string[], isPage: boolean}} about  a page has languages in its header
 * @param {Say} say
 */
export const frameMarkup = ({ lang, langs, isPage }, say) => html`<div class="es-map-body"><header class="es-map-top">
${isPage ? html`<h1>${say("title")}</h1>` : html`<h2>${say("title")}</h2>`}
<nav class="es-tabs" aria-label="${say("games")}"></nav>
<details class="es-who"></details>
${
  !isPage &&
  langs.length > 1 &&
  html`<span class="es-langs" role="group" aria-label="${say("language")}">${langs.map((one) => html`<button type="button" data-act="lang" data-lang="${one}" lang="${one}" aria-pressed="${one === lang ? "true" : "false"}">${one.toUpperCase()}</button>`)}</span>`
}
</header>
<p class="es-said" role="status" hidden></p>
<section class="es-five" aria-label="${say("five")}"></section>
<div class="es-chart"></div>
<section class="es-legend" aria-label="${say("legend")}"></section>
<section class="es-one" aria-live="polite" hidden></section>
<footer class="es-kept"></footer></div>`;
