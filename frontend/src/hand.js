/**
 * The hand: what can be picked or asked about, as real buttons over the picture, one tab stop in all.
 *
 * @import { Layout, Rect, Target } from "./types"
 */

import { beside, farFrom } from "./geometry.js";
import { fillWith, hide, html, make, put } from "./html.js";

const SNAP = 28; // px: a tap this near to something lit means it
const FINGER = 40; // px: a target of this size is hit on purpose

/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {object} Entry
 * @property {string} key
 * @property {HTMLButtonElement} button
 * @property {Target} [target]
 * @property {Rect} [box]  where it lies in this layout, if anywhere
 * @property {string} [look]  how it is lit
 * @property {string} [name]  its words
 * @property {boolean} [plate]  are words written on it?
 */

export class Hand {
  /**
   * @param {HTMLElement} element
   * @param {string} playable  the word for what can be picked now, to whoever does not see it lit
   */
  constructor(element, playable) {
    this.element = element;
    this.playable = playable;
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
    /** The key that has the tab stop. @type {string | null} */
    this.current = null;
    /** What a hint speaks of. @type {string[]} */
    this.ringed = [];
  }

  /**
   * @param {Record<string, Target>} targets
   * @param {Layout} layout
   */
  show(targets, layout) {
    for (const [key, { button }] of this.entries) {
      if (targets[key]) continue;
      button.remove();
      this.entries.delete(key);
    }
    let next = this.element.firstChild;
    for (const [key, target] of Object.entries(targets)) {
      const entry = this.entries.get(key) ?? this.add(key);
      updateButton(entry, target, layout);
      if (next === entry.button) next = next.nextSibling;
      else this.element.insertBefore(entry.button, next);
    }
    if (!this.visible(this.current)) this.rove(this.first());
  }

  /** @param {string} key */
  add(key) {
    const made = make(html`<button class="es-target" tabindex="-1" data-key="${key}"></button>`);
    /** @type {Entry} */
    const entry = { key, button: /** @type {HTMLButtonElement} */ (made) };
    this.entries.set(key, entry);
    return entry;
  }

  /**
   * Light what may be picked.
   * @param {Map<string, string>} lit
   * @param {string[]} picks
   * @param {Map<string, string>} fits  how much the picked piece has to be turned for a key
   */
  light(lit, picks, fits) {
    for (const [key, entry] of this.entries) {
      const { button } = entry;
      const picked = picks.includes(key);
      const refused = !picked && !lit.has(key);
      const look = `${lit.get(key)} ${fits.get(key)} ${picked} ${entry.plate}`;
      if (entry.look === look) continue;
      entry.look = look;
      put(button, "aria-label", lit.has(key) ? withMore(entry.name ?? "", this.playable) : entry.name);
      put(button, "data-lit", lit.get(key));
      put(button, "data-fit", fits.get(key));
      put(button, "data-picked", picked);
      put(button, "aria-pressed", picked ? "true" : null);
      put(button, "data-refused", refused);
      put(button, "aria-disabled", refused && entry.plate ? "true" : null);
    }
    // Whoever comes by Tab comes to a choice; whoever is here already stays.
    const now = this.current == null ? undefined : this.entries.get(this.current)?.button;
    const away = !this.element.contains(document.activeElement);
    if (away && (!now || "refused" in now.dataset) && this.lit().length) this.rove(this.first());
  }

  /**
   * Ring what a hint speaks of.
   * @param {string[]} keys
   */
  ring(keys) {
    for (const key of this.ringed) put(this.entries.get(key)?.button ?? null, "data-hint", false);
    for (const key of keys) put(this.entries.get(key)?.button ?? null, "data-hint", true);
    this.ringed = keys;
  }

  /** @param {string | null | undefined} key */
  visible(key) {
    const entry = key == null ? undefined : this.entries.get(key);
    return Boolean(entry && !entry.button.hidden);
  }

  lit() {
    return [...this.entries.values()].filter(({ button }) => !button.hidden && button.dataset.lit);
  }

  /** @returns {string | null} */
  first() {
    return (this.lit()[0] ?? [...this.entries.values()].find(({ button }) => !button.hidden))?.key ?? null;
  }

  /**
   * Give the tab stop to a key, and the focus if wanted.
   * @param {string | null} key
   * @param {boolean} [focus]
   */
  rove(key, focus = false) {
    const old = this.current == null ? undefined : this.entries.get(this.current)?.button;
    const button = key == null ? undefined : this.entries.get(key)?.button;
    if (old) put(old, "tabindex", -1);
    this.current = key;
    if (!button) return;
    put(button, "tabindex", 0);
    if (focus) button.focus();
  }

  /**
   * The focus goes to the next button in the direction of an arrow.
   * @param {[number, number]} direction
   */
  step(direction) {
    const from = this.current == null ? undefined : this.entries.get(this.current);
    if (!from?.box) return;
    const rects = [...this.entries.values()].map(
      ({ key, box }) => /** @type {[string, Rect | undefined]} */ ([key, box]),
    );
    this.rove(beside(from.key, direction, rects, from.box), true);
  }

  /**
   * Which key a click means: what was hit, or something lit close by.
   * @param {PointerEvent} event
   */
  meant(event) {
    const target = /** @type {Element} */ (event.target);
    const hit = /** @type {HTMLElement | null} */ (target.closest(".es-target"));
    const finger = event.pointerType === "touch" || event.pointerType === "pen";
    if (hit && (!finger || !("refused" in hit.dataset) || Math.min(hit.offsetWidth, hit.offsetHeight) >= FINGER)) {
      return hit.dataset.key;
    }
    let [best, least] = [hit?.dataset.key, hit ? SNAP / 2 : SNAP];
    for (const { key, button } of this.lit()) {
      const far = farFrom(event.clientX, event.clientY, button.getBoundingClientRect());
      if (far < least) [best, least] = [key, far];
    }
    return best;
  }
}

/** Words with one more: "Your card 4, playable", "Column 1, empty. Playable." @param {string} words @param {string} more */
function withMore(words, more) {
  return words.endsWith(".") ? `${words} ${more[0].toUpperCase()}${more.slice(1)}.` : `${words}, ${more}`;
}

/**
 * @param {Entry} entry
 * @param {Target} target
 * @param {Layout} layout
 */
function updateButton(entry, target, layout) {
  const { button } = entry;
  const [place, label, caption, note] = target;
  if (entry.target !== target) {
    entry.target = target;
    entry.name = note ? `${label}. ${note}` : label;
    entry.look = undefined;
    entry.plate = Boolean(caption);
    put(button, "data-plate", entry.plate);
    fillWith(button, caption ? html`<b>${caption}</b>${note && html` <small>${note}</small>`}` : "");
  }
  put(button, "aria-haspopup", layout.closeups?.[entry.key] ? "dialog" : null);
  const box = layout.places[place];
  hide(button, !box);
  if (entry.box === box) return;
  entry.box = box;
  if (box) fitInto(button, box, layout);
}

/**
 * Put an element over a place, whatever the size of the board.
 * @param {HTMLElement} element
 * @param {Rect} box
 * @param {Layout} layout
 */
export function fitInto(element, [x, y, w, tall], { width, height }) {
  const part = (/** @type {number} */ value, /** @type {number} */ whole) => `${((100 * value) / whole).toFixed(3)}%`;
  Object.assign(element.style, {
    left: part(x, width),
    top: part(y, height),
    width: part(w, width),
    height: part(tall, height),
  });
}
