/**
 * A close-up: a few places of the board, drawn larger in a sheet over it, with what lies there now.
 *
 * A layout says which targets have one (`closeups`, see draw/scene.py). It opens by a touch on such a
 * target where that is no choice; a touch anywhere, Escape and the browser's back button close it.
 * It draws the scene's own pieces, so nothing is seen in it that this seat may not know. Why the
 * target cannot be picked is said below the picture.
 *
 * @import { Board } from "./board.js"
 * @import { Layout } from "./types"
 */

import { opened } from "./back.js";
import { fillWith, html } from "./html.js";
import { Picture } from "./picture.js";

const MARGIN = 8; // px between the sheet and the edge of the window

/** The sheet; it is part of every house. @param {import("./html.js").Html} close  its button @param {string} name  of the house */
export const closeupMarkup = (
  close,
  name,
) => html`<dialog class="es-closeup" data-part="closeup" aria-labelledby="${name}-closeup">
        <header><h2 id="${name}-closeup"></h2>${close}</header><div class="es-closeup-picture"></div><div class="es-closeup-says" role="status"></div>
      </dialog>`;

export class Closeup {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The key whose close-up is open. @type {string | null} */
    this.key = null;
    /** @type {Picture | null} */
    this.picture = null;
    this.gone = () => {};
  }

  get dialog() {
    return /** @type {HTMLDialogElement} */ (this.board.house.parts.closeup);
  }

  /** @param {string | null | undefined} key @returns {Layout | undefined} */
  layoutOf(key) {
    return key == null ? undefined : this.board.state.layout?.closeups?.[key];
  }

  /** @param {string} key @returns {boolean} does it have a close-up? */
  open(key) {
    const layout = this.layoutOf(key);
    if (!layout) return false;
    const { board, dialog } = this;
    const { box, lang } = board.house;
    this.close();
    this.key = key;
    this.picture = new Picture(box, lang);
    const room = /** @type {HTMLElement} */ (dialog.querySelector(".es-closeup-picture"));
    room.replaceChildren(...this.picture.elements);
    room.style.setProperty("--es-ratio", String(layout.width / layout.height));
    this.picture.setLayout(layout);
    this.say([]);
    this.show();
    dialog.addEventListener("close", () => this.closed(), { once: true });
    dialog.showModal();
    this.place(layout);
    this.gone = opened(() => this.close());
    return true;
  }

  /** What lies there now: others may move while somebody looks. */
  show() {
    if (this.key === null || !this.picture) return;
    const { scene } = this.board.table;
    if (!scene.targets[this.key] || !this.layoutOf(this.key)) {
      this.close();
      return;
    }
    /** @type {Element} */ (this.dialog.querySelector("h2")).textContent = this.board.labelOf(this.key);
    this.picture.show(scene.pieces);
  }

  /** Below what was touched if there is room on the board, else above it, else where it fits. @param {Layout} layout */
  place(layout) {
    const { dialog, board } = this;
    const frame = board.house.parts.board.getBoundingClientRect();
    const near = board.buttonOf(this.key ?? undefined)?.getBoundingClientRect() ?? frame;
    const scale = frame.width / /** @type {Layout} */ (board.state.layout).width;
    const wide = Math.min(layout.width * scale, frame.width, innerWidth);
    dialog.style.width = `${wide}px`;
    const tall = dialog.getBoundingClientRect().height;
    const bottom = Math.min(frame.bottom, innerHeight - MARGIN);
    const below = near.bottom + MARGIN + tall <= bottom;
    const top = below ? near.bottom + MARGIN : near.top - MARGIN - tall;
    const left = near.left + near.width / 2 - wide / 2;
    const within = (/** @type {number} */ at, /** @type {number} */ least, /** @type {number} */ most) =>
      Math.max(least, Math.min(at, most));
    dialog.style.top = `${within(top, MARGIN, Math.max(MARGIN, bottom - tall))}px`;
    dialog.style.left = `${within(left, Math.max(0, frame.left), Math.min(frame.right, innerWidth) - wide)}px`;
  }

  /**
   * Why it cannot be picked. Is it about what is shown here?
   * @param {string} key
   * @param {[string, string[]][]} lines
   */
  explain(key, lines) {
    if (this.key === null || key !== this.key) return false;
    this.say(lines);
    return true;
  }

  /** @param {[string, string[]][]} lines */
  say(lines) {
    const chip = (/** @type {string} */ rule) => html` <span class="es-chip">${rule}</span>`;
    const line = (/** @type {[string, string[]]} */ [text, rules]) => html`<p>${text}${rules.map(chip)}</p>`;
    fillWith(/** @type {Element} */ (this.dialog.querySelector(".es-closeup-says")), html`${lines.map(line)}`);
    const rule = lines[0]?.[1]?.[0];
    if (rule) this.board.house.rules.show(rule);
  }

  close() {
    if (this.key !== null) this.dialog.close();
    this.closed(); // its event comes later
  }

  /** It is shut: nothing of what it showed stays, and the focus is where it was. */
  closed() {
    const { key } = this;
    if (key === null) return;
    this.key = null;
    this.picture = null;
    this.dialog.querySelector(".es-closeup-picture")?.replaceChildren();
    this.gone();
    if (this.board.hand.visible(key)) this.board.hand.rove(key, true);
  }
}
