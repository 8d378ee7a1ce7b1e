/**
 * What the house says about what was just done: a bubble at the thing that cannot be picked, and a
 * notice above the board.
 *
 * @import { Html } from "./html.js"
 * @import { House } from "./house.js"
 * @import { Line } from "./types"
 */

import { fillWith, hide, html, put } from "./html.js";

const MOMENT = 8_000; // ms for which something is mentioned

export class Notices {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
    /** The button that the bubble speaks of. @type {HTMLElement | null} */
    this.asking = null;
    /** What else ends with the bubble. */
    this.gone = () => {};
    /** Is the notice a hint? Then it is out of date with the next move. */
    this.hinting = false;
    /** When the notice goes by itself. @type {ReturnType<typeof setTimeout> | undefined} */
    this.passing = undefined;
  }

  /**
   * Why something cannot be picked, at its place.
   * @param {HTMLElement} near
   * @param {[string, string[]][]} lines
   * @param {Html} [more]  what else helps
   */
  explain(near, lines, more = html``) {
    const { house } = this;
    const { bubble, board } = house.parts;
    this.hideBubble();
    this.asking = near;
    put(near, "data-asked", true);
    fillWith(
      bubble.children[1],
      html`${lines.map(([text, rules]) => html`<p>${text} ${house.rules.chips(rules)}</p>`)}${more}`,
    );
    bubble.hidden = false;
    house.place(bubble, near, board, 12, [...board.querySelectorAll(".es-target[data-lit]")]);
    // on a phone it stands in the status band, or at the window's edge if that is scrolled away
    bubble.style.setProperty("--es-over", `${Math.max(-40, -board.getBoundingClientRect().top)}px`);
    house.voice.say(lines.map(([text]) => text).join(" "));
    const rule = lines[0]?.[1]?.[0];
    if (rule) house.rules.show(rule);
  }

  hideBubble() {
    hide(this.house.parts.bubble);
    if (this.asking) put(this.asking, "data-asked", false);
    this.asking = null;
    this.gone();
    this.gone = () => {};
  }

  /** Close the bubble, and go back to what it spoke of. */
  leaveBubble() {
    const { asking } = this;
    this.hideBubble();
    asking?.focus();
  }

  /**
   * @param {string} text
   * @param {string} [tone]
   * @param {Html} [marked]  the same with chips and such
   */
  notify(text, tone = "warn", marked = html`${text}`) {
    const { notice } = this.house.parts;
    notice.dataset.tone = tone;
    fillWith(/** @type {Element} */ (notice.firstElementChild), marked);
    notice.hidden = false;
    this.hinting = false;
    this.house.voice.say(text);
  }

  /** Something that is of interest for a moment only. @param {string} text */
  mention(text) {
    this.notify(text, "good");
    clearTimeout(this.passing);
    this.passing = setTimeout(() => {
      if (this.house.parts.notice.firstElementChild?.textContent === text) this.drop();
    }, MOMENT);
  }

  /** @param {Line[]} lines */
  hint(lines) {
    const said = (/** @type {Line} */ line, /** @type {number} */ i) =>
      html`<span class="es-said" data-head="${!line[1].length && i + 1 < lines.length}">${this.house.told(line)} ${this.house.rules.chips(line[1])} </span>`;
    this.notify(lines.map(([text]) => text).join(" "), "good", html`${lines.map(said)}`);
    this.hinting = true;
  }

  /** A hint is out of date. */
  dropHint() {
    if (this.hinting) this.drop();
  }

  /** The notice is out of date: whoever read it has gone on. */
  drop() {
    const { notice } = this.house.parts;
    hide(notice);
    notice.firstElementChild?.replaceChildren();
    this.hinting = false;
  }

  /** Nothing of what was said here stays, not even unseen. */
  forget() {
    this.hideBubble();
    this.house.parts.bubble.children[1].replaceChildren();
  }
}
