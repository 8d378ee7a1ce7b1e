/**
 * The form of a new game: how many, who sits where, options.
 *
 * @import { House } from "./house.js"
 * @import { Option, Table } from "./types"
 */

import { html } from "./html.js";

/**
 * @param {House} house
 * @param {Table} table  whose people and options are proposed
 * @param {boolean | null} coached  is there a coach who speaks? null: there can be none
 */
export function newGameForm(house, table, coached) {
  const { box } = house;
  const t = (/** @type {string} */ name, facts = {}) => house.t(name, facts);
  const [few, many] = box.seats;
  const choice = (/** @type {any} */ value, /** @type {any} */ words, /** @type {any} */ chosen) =>
    html`<option value="${value}" ${value === chosen && "selected"}>${words}</option>`;
  const counts = Array.from({ length: many - few + 1 }, (_, i) => choice(few + i, few + i, table.names.length));
  const seat = (/** @type {unknown} */ _, /** @type {number} */ i) => {
    const number = t("seat", { number: i + 1 });
    const level = table.levels[i] ?? box.usual;
    const tempers = Object.keys(box.tempers);
    const usual = tempers[(i + tempers.length - 1) % tempers.length]; // that of the seat, as Python has it
    const temper = tempers.map((one) => choice(one, box.tempers[one][table.lang][0], table.tempers?.[i] || usual));
    const levels = ["person", ...box.levels].map((one) =>
      choice(one, one === "person" ? t(one) : t(`level-${one}`), level),
    );
    return html`<fieldset ${i >= table.names.length && "hidden disabled"}><legend class="es-hidden">${number}</legend>
        <input name="name" value="${table.names[i] ?? box.names[i]}" maxlength="60" required aria-label="${number}, ${t("name")}">
        <select name="level" aria-label="${number}, ${t("who")}">${levels}</select>
        ${temper.length > 0 && html`<select name="temper" aria-label="${number}, ${t("temper")}" ${!box.tempered.includes(level) && "hidden"}>${temper}</select>`}</fieldset>`;
  };
  const option = (/** @type {Option} */ { name, label, names, low, high, default: usual }) => {
    const value = table.options[name] ?? usual;
    const field = names
      ? html`<select name="option-${name}">${names.map((one) => choice(one, one, value))}</select>`
      : html`<input type="number" name="option-${name}" min="${low}" max="${high}" value="${value}" required>`;
    return html`<label><span>${label[table.lang]}</span>${field}</label>`;
  };
  const explained = (/** @type {string} */ level, /** @type {number} */ i) =>
    html`<p><b>${t(`level-${level}`)}</b><br>${box.says[table.lang][i]}</p>`;
  const likes = Object.values(box.tempers).map(
    (one) => html`<dt>${one[table.lang][0]}</dt><dd>${one[table.lang][1]}</dd>`,
  );
  const tempers = likes.length > 0 && html`<p><b>${t("tempers")}</b></p><dl class="es-tempers">${likes}</dl>`;
  const seed = html`<label><span>${t("seed")}</span><input name="seed" inputmode="numeric" pattern="[0-9]{0,15}" placeholder="${t("seed-hint")}"></label>`;
  const coach =
    coached !== null &&
    html`<label class="es-check"><input type="checkbox" name="coach" ${coached && "checked"}><span>${t("coach-wish")}</span></label>`;
  return html`<form class="es-form"><label><span>${t("how-many")}</span><select name="count">${counts}</select></label>
        <div class="es-form-seats">${Array.from({ length: many }, seat)}</div>
        <details><summary>${t("levels")}</summary>${box.levels.map(explained)}${tempers}</details>${box.options.map(option)}
        ${box.deals && seed}
        ${coach}
        <p class="es-form-end"><button type="button" class="es-button" data-do="close">${t("cancel")}</button>
        <button type="submit" class="es-button es-main-button">${t("start")}</button></p></form>`;
}

/**
 * Another number of players: so many seats are shown.
 * @param {HTMLSelectElement} field
 */
function showSeats(field) {
  field.form?.querySelectorAll("fieldset").forEach((seat, i) => {
    seat.hidden = seat.disabled = i >= Number(field.value);
  });
}

/**
 * Another level at a seat: a person has no temper to choose, nor has whoever plays anything.
 * @param {HTMLSelectElement} field
 * @param {string[]} tempered  the levels that have one
 */
function showTemper(field, tempered) {
  const temper = /** @type {HTMLSelectElement | null} */ (field.parentElement?.querySelector("[name=temper]"));
  if (temper) temper.hidden = !tempered.includes(field.value);
}

/**
 * With more than one person there is a coach only if somebody asks for it.
 * @param {HTMLFormElement | null} form
 */
function showCoach(form) {
  const coach = /** @type {HTMLInputElement | undefined} */ (form?.elements.namedItem("coach") ?? undefined);
  const people = [...(form?.querySelectorAll("fieldset:not([disabled]) [name=level]") ?? [])].filter(
    (field) => /** @type {HTMLSelectElement} */ (field).value === "person",
  );
  if (coach && people.length > 1 && !coach.dataset.asked) coach.checked = false;
}

/**
 * A field of the form has been changed.
 * @param {any} field
 * @param {string[]} tempered  the levels that have a temper
 */
export function changed(field, tempered) {
  if (field.name === "coach") field.dataset.asked = "true";
  if (field.name === "count") showSeats(field);
  if (field.name === "level") showTemper(field, tempered);
  if (field.name === "count" || field.name === "level") showCoach(field.form);
}

/**
 * What was chosen, as the message `new` says it.
 * @param {HTMLFormElement} form
 * @param {Option[]} options
 */
export function chosenGame(form, options) {
  const data = new FormData(form);
  const tempers = data.getAll("temper");
  const tempered = [...form.querySelectorAll("[name=temper]")].map((field) => !(/** @type {any} */ (field).hidden));
  const levels = data.getAll("level").map((level, i) => (tempered[i] ? `${level}:${tempers[i]}` : level));
  const chosen = (/** @type {Option} */ { name, names }) => {
    const value = data.get(`option-${name}`);
    return [name, names ? value : Number(value)];
  };
  return {
    seats: data.getAll("name").map((name, i) => ({ name, level: levels[i] })),
    options: Object.fromEntries(options.map(chosen)),
    coach: data.has("coach"),
    seed: data.get("seed") ? Number(data.get("seed")) : null,
  };
}
