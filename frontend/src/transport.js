/**
 * The bar below a lesson: where one is, and going on by itself.
 *
 * @import { Player } from "./player.js"
 */

import { fillWith, html, icon, put } from "./html.js";
import { readingTime } from "./timing.js";

const SPEEDS = [1, 1.5, 2, 0.5];

export class Transport {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** Does it go on by itself? */
    this.playing = false;
    this.speed = SPEEDS[0];
    /** The furthest step that was seen. */
    this.reached = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  show() {
    const { at, steps, step, parts, root } = this.player;
    parts.firstButton.disabled = parts.backButton.disabled = at === 0;
    const { exists, shown, onward } = this.player.ending;
    const last = at + 1 === steps.length;
    const { next, play } = this.player.around ?? {};
    parts.nextButton.disabled = last && !onward && !(exists && (!shown || next || play));
    parts.lastButton.disabled = last && !shown;
    const words = this.player.t("autoplay");
    fillWith(parts.autoplayButton, html`${icon(this.playing ? "pause" : "autoplay")}<span>${words}</span>`);
    put(parts.autoplayButton, "aria-pressed", String(this.playing));
    const speed = this.player.t("speed");
    fillWith(parts.speedButton, html`<span>${speed}</span> ${this.speed}×`);
    put(parts.speedButton, "aria-label", `${speed} ${this.speed}×`);
    parts.slider.value = at + 1;
    put(parts.slider, "aria-valuetext", `${at + 1} / ${steps.length}, ${step.title}`);
    this.reached = Math.max(this.reached, at);
    for (const [i, dot] of [...parts.dots.children].entries()) {
      const where = this.player.t("step-of", { step: i + 1, steps: steps.length });
      const told = i <= this.reached ? [steps[i].title] : []; // a title may be the answer to a question before
      put(dot, "aria-label", [where, ...told].join(", "));
      put(dot, "title", told[0] ?? where);
      put(dot, "aria-current", i === at ? "step" : null);
      put(dot, "data-past", i < at);
    }
    parts.tryButton.hidden = !this.player.kernel;
    const active = /** @type {HTMLButtonElement | null} */ (document.activeElement);
    if (active?.disabled && root.contains(active)) root.focus({ preventScroll: true });
  }

  autoplay() {
    const { player } = this;
    if (this.playing) {
      this.stop();
      return;
    }
    if (player.at + 1 >= player.steps.length) player.jump(0);
    this.playing = true;
    this.show();
    this.wait();
  }

  /** Let a step be read, then go on; a question stops it. */
  wait() {
    const { player } = this;
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (player.questions.open) {
      this.stop();
      player.faces.turn();
      return;
    }
    const next = () => {
      player.forward();
      this.wait();
    };
    this.timer = setTimeout(next, readingTime(player.step.text, this.speed));
  }

  stop() {
    clearTimeout(this.timer);
    this.playing = false;
    this.show();
  }

  /** The next of the speeds. */
  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.show();
  }
}
