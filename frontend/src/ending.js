/**
 * The end of a lesson in a course: what to remember, the next lesson, and the way to the list. It comes
 * after the last step, in the place of its words.
 *
 * @import { Player } from "./player.js"
 */

import { fillWith, html, icon, put } from "./html.js";

export class Ending {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.shown = false;
    /** What comes after a lesson that is in no course, if anything does. @type {(() => void) | null} */
    this.onward = null;
  }

  /** On from the last step, or from the end; what plays by itself stops there. */
  pass() {
    const { transport } = this.player;
    const byItself = transport.playing;
    transport.stop();
    if (this.onward && !byItself) this.onward();
    else if (this.shown) this.goOn();
    else this.show();
  }

  /** Is there anything after the last step? A lesson in a cell of its own ends with it. */
  get exists() {
    return Boolean(this.player.around);
  }

  show() {
    const { player } = this;
    const { around } = player;
    if (!around) return;
    const { end } = player.parts;
    const { list, next, play, remember } = around;
    const link = (
      /** @type {string} */ to,
      /** @type {string} */ href,
      /** @type {string} */ words,
      kind = "",
      sign = "",
    ) =>
      html`<a class="es-button ${kind}" href="${href}" data-course-to="${to}"><span>${words}</span>${sign && icon(sign)}</a>`;
    const onward = next
      ? link(next.id, next.href, player.t("next-lesson", { title: next.title }), "es-main-button", "next")
      : play &&
        html`<a class="es-button es-main-button" href="${play.href}"><span>${play.title}</span>${icon("next")}</a>`;
    this.shown = true;
    put(player.root, "data-ended", true);
    fillWith(
      end,
      html`<h3 tabindex="-1">${icon("done")} ${player.t("completed")} <span class="es-stars" aria-hidden="true">${player.parts.stars.textContent}</span></h3>
      <div class="es-remember"></div>
      <p class="es-onward">${onward} ${list && link("", list, player.t("all-lessons"))}</p>`,
    );
    end.querySelector(".es-remember").append(...remember.map((node) => node.cloneNode(true)));
    end.hidden = false;
    end.querySelector("h3").focus({ preventScroll: true });
    player.house.voice.say(`${player.t("completed")}. ${end.querySelector(".es-remember").textContent}`);
    player.transport.show();
  }

  /** Back to the last step. */
  hide() {
    if (!this.shown) return;
    this.shown = false;
    put(this.player.root, "data-ended", false);
    this.player.parts.end.hidden = true;
  }

  /** Go on from here: to the next lesson, if there is one. */
  goOn() {
    const { next, play } = this.player.around ?? {};
    if (next) this.player.around?.go(next.id);
    else if (play) location.assign(play.href);
  }
}
