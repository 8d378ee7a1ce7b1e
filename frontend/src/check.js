/**
 * The check at the end of a course: twelve positions of different rules, without help. What is answered
 * goes to the learner's schedule as in practice, so what was missed is due again; nothing comes back
 * within the check, and ten right answers pass it.
 */

import { fillWith, html, icon, put } from "./html.js";
import { Practice } from "./practice.js";
import { showRun } from "./practice_markup.js";
import { Run } from "./practice_run.js";
import { rowsOf } from "./practice_supply.js";

const PASS = 10;

export class Check extends Practice {
  begin() {
    this.run = new Run(rowsOf(this.data.stock));
    this.run.comeBack = () => false;
    this.root.classList.add("es-check");
    put(this.root, "data-escale-check", this.data.game);
    this.show();
  }

  build() {
    super.build();
    const title = /** @type {HTMLElement} */ (this.root.querySelector(".es-title h2"));
    title.textContent = this.t("check-title");
  }

  /** There is none here. */
  help() {}

  finish() {
    const { summary, asking, reply, context } = this.parts;
    for (const part of [asking, reply, context]) part.hidden = true;
    for (const name of ["rule", "kind", "answered"]) put(this.root, `data-${name}`, null);
    put(this.root, "data-ended", true);
    put(this.root, "data-passed", this.run.score >= PASS);
    fillWith(summary, result(this));
    summary.hidden = false;
    showRun(this);
    summary.querySelector("h3")?.focus({ preventScroll: true });
  }

  /** Twelve others. */
  again() {
    location.reload();
  }
}

/** As an address has it, where the learner is. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** What came of it, what to practise, and the way to the certificate. @param {Check} check */
function result({ run, data, house }) {
  const t = (/** @type {string} */ name, facts = {}) => house.t(name, facts);
  const { score, missed, turns } = run;
  const passed = score >= PASS;
  const short = (/** @type {string} */ rule) => house.box.rules.rules[rule]?.[house.lang]?.[1] ?? "";
  const rows = missed.map((rule) => html`<li><p>${short(rule)} ${house.rules.chips([rule])}</p></li>`);
  const { certificate = "", practice = "" } = /** @type {any} */ (data);
  const link = (/** @type {string} */ href, /** @type {string} */ kind, /** @type {string} */ name) =>
    href &&
    html`<a class="es-button ${kind}" data-check-to="${name}" href="${href}"><span>${t(`check-to-${name}`)}</span>${icon("next")}</a>`;
  const address = certificate && passed && `${certificate}#right=${score}&of=${turns.length}&on=${today()}`;
  return html`<h3 tabindex="-1">${t(passed ? "check-passed" : "check-failed")}</h3>
    <p class="es-scored">${t("session-score", { score, of: turns.length })} ${t("check-pass-with")}</p>
    ${missed.length > 0 && html`<p class="es-quiet">${t("check-missed")}</p><ul class="es-missed">${rows}</ul>`}
    <p class="es-onwards">${link(address, "es-main-button", "certificate")}${link(missed.length ? practice : "", passed ? "" : "es-main-button", "practice")}
      <button class="es-button" data-do="another-session"><span>${t("check-again")}</span></button></p>`;
}
