/**
 * Elements from text: HTML whose holes are escaped, SVG, and the icons of the house.
 */

export const SVG = "http://www.w3.org/2000/svg";

/** HTML, so that it is not escaped a second time. */
export class Html extends String {}

/**
 * HTML with holes. What is put into them is text, unless it is HTML already.
 * @param {TemplateStringsArray} parts
 * @param {...unknown} holes
 */
export const html = (parts, ...holes) => new Html(String.raw({ raw: parts }, ...holes.map(written)));

/**
 * @param {unknown} value
 * @returns {string}
 */
function written(value) {
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(written).join("");
  if (value == null || value === false) return "";
  return String(value).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * The first element of some HTML.
 * @param {Html | string} markup
 * @returns {HTMLElement}
 */
export function make(markup) {
  const template = document.createElement("template");
  template.innerHTML = String(markup);
  return /** @type {HTMLElement} */ (template.content.firstElementChild);
}

/**
 * Fill an element with HTML.
 * @param {Element} element
 * @param {Html | string} markup
 */
export function fillWith(element, markup) {
  element.innerHTML = String(markup);
}

/**
 * An SVG element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Set an attribute only where it changes: untouched elements cost nothing.
 * @param {Element | null} element
 * @param {string} name
 * @param {unknown} value  null or false removes it, true leaves it empty
 */
export function put(element, name, value) {
  if (!element) return;
  if (value == null || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * Hide or show, where that changes anything.
 * @param {HTMLElement | undefined} element
 * @param {boolean} [hidden]
 */
export function hide(element, hidden = true) {
  if (element && element.hidden !== hidden) element.hidden = hidden;
}

/** Asked once: to make it anew takes as long as to draw a card. @type {MediaQueryList | undefined} */
let calm;

/** Should nothing move? */
export function still() {
  calm ??= matchMedia("(prefers-reduced-motion: reduce)");
  return calm.matches || document.hidden;
}

/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** @type {Record<string, string>} */
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h9a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9h-9a6 6 0 0 0 0 12h3",
  rules: "M12 6.5C10 5 7 4.5 3.5 4.5v14c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-14C17 4.5 14 5 12 6.5Zm0 0v14",
  menu: "M5 7h14M5 12h14M5 17h14",
  close: "m6 6 12 12M18 6 6 18",
  no: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.7 5.7l12.6 12.6",
  turn: "M19 12a7 7 0 1 1-2-5l2.5 2.5M19.5 4.5v5h-5",
  skip: "m5 6 7 6-7 6ZM13 6l7 6-7 6Z",
  "new-game": "M12 5v14M5 12h14",
  review: "M3 12a9 9 0 1 0 3-6.7L3 8m0-5v5h5m4-1v5l3 3",
  coach:
    "M11 3v13H4.500C6 11 8 6.500 11 3ZM13.500 6c3 2.500 5 6 5.500 10h-5.500ZM3 20q2.300-2 4.500 0t4.500 0 4.500 0 4.500 0",
  silence: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM15.500 9.500l5 5M20.500 9.500l-5 5",
  hint: "M9 18h6M10 21h4M8 15a6 6 0 1 1 8 0Z",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.7.6 1 1.300 1 2.100h5c0-.8.3-1.500 1-2.100A6 6 0 0 0 12 3Z",
  hurry: "m5 6 7 6-7 6ZM13 6l7 6-7 6Z",
  first: "M6 5v14M18 6l-8 6 8 6Z",
  back: "m15 5-7 7 7 7",
  next: "m9 5 7 7-7 7",
  last: "M18 5v14M6 6l8 6-8 6Z",
  autoplay: "M8 5v14l11-7Z",
  pause: "M8 5v14M16 5v14",
  "full-screen": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  done: "m5 12.500 4.500 4.500L19 7.500",
  said: "M4 5h16v11H10l-4 4v-4H4Z",
  watch: "M2 12s3.600-6.500 10-6.500S22 12 22 12s-3.600 6.500-10 6.500S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  reach: "M4.500 10a11 11 0 0 1 15 0M7.500 13.500a6.500 6.500 0 0 1 9 0M10.500 17a2 2 0 0 1 3 0M12 19.500v.1",
  lesson: "M12 4 2 9l10 5 10-5ZM6 11.500V16c3 2.500 9 2.500 12 0v-4.500M22 9v6",
  try: "M8 11V5a2 2 0 0 1 4 0v6m0-2a2 2 0 0 1 4 0v2a2 2 0 0 1 4 0v3c0 4-3 7-7 7-3 0-5-1-6-4l-3-5a2 2 0 0 1 3-2l1 1",
};

/** In a row that may be too wide for its place, what is current comes into sight. @param {Element} row */
export function bringInSight(row) {
  const here = row.querySelector('[aria-current="true"]');
  if (here) row.scrollLeft += here.getBoundingClientRect().left - row.getBoundingClientRect().left;
}

/** @param {string} name */
export const icon = (name) =>
  html`<svg class="es-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
