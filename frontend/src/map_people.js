/**
 * Who is learning: the menu of learners at the map, and what is exported, imported and forgotten there. What
 * cannot be done is said in one sentence, and changes nothing.
 *
 * @import { Html } from "./html.js"
 * @import { Say } from "./map_markup.js"
 */

import { chosenText, download } from "./files.js";
import { fillWith, hide, html } from "./html.js";
import * as knowledge from "./knowledge.js";
import { keptMarkup, whoMarkup } from "./map_markup.js";

const FOCUSABLE = "a, button, input, summary";

/** Fill an element anew; the keyboard stays where it was. @param {HTMLElement} part @param {Html} markup */
export function refill(part, markup) {
  const at = [...part.querySelectorAll(FOCUSABLE)].indexOf(/** @type {Element} */ (document.activeElement));
  fillWith(part, markup);
  const there = /** @type {HTMLElement[]} */ ([...part.querySelectorAll(FOCUSABLE)]);
  if (at >= 0) there[Math.min(at, there.length - 1)]?.focus();
}

/** @param {string} name */
const fileName = (name) => `escale-${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}.json`;

export class People {
  /** @param {HTMLElement} root @param {Say} say */
  constructor(root, say) {
    this.root = root;
    this.say = say;
    root.addEventListener("change", (event) => this.onChange(event));
    root.addEventListener("submit", (event) => this.onSubmit(event));
  }

  /** @param {string} selector @returns {HTMLElement} */
  part(selector) {
    return /** @type {HTMLElement} */ (this.root.querySelector(selector));
  }

  open() {
    fillWith(this.part(".es-kept"), keptMarkup(this.say));
  }

  refresh() {
    refill(this.part(".es-who"), whoMarkup(knowledge.learners(), this.say));
    if (!knowledge.keeping()) this.tell(this.say("not-kept"), undefined, false);
  }

  /**
   * One sentence, and maybe a way back.
   * @param {string} text
   * @param {() => void} [undo]
   * @param {boolean} [seen]  is it brought in sight? On a phone, what was clicked is far below it
   */
  tell(text, undo, seen = true) {
    const said = this.part(".es-said");
    this.undo = undo;
    const back = undo && html` <button type="button" class="es-button" data-act="undo">${this.say("back")}</button>`;
    fillWith(said, html`<span>${text}</span>${back}`);
    hide(said, false);
    if (seen) said.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} name */
  act(name) {
    const { say } = this;
    const learner = knowledge.learners().find(({ current }) => current);
    if (!learner) return;
    if (name === "export") {
      download(fileName(learner.name || say("me")), new Blob([knowledge.exported()], { type: "application/json" }));
    } else if (name === "import") this.part(".es-kept input").click();
    else if (name === "forget") {
      const before = knowledge.forget(learner.id);
      this.tell(say("forgotten", { name: learner.name || say("me") }), () => knowledge.restore(before));
    } else if (name === "undo") {
      hide(this.part(".es-said"));
      this.undo?.();
      this.part(".es-kept [data-act=forget]").focus();
    } else if (name === "rename") {
      const { value } = this.field();
      if (!value.trim()) this.tell(say("name-needed"));
      else if (!knowledge.renameLearner(learner.id, value)) this.tell(say("name-taken"));
      else this.leave();
    }
  }

  /** @returns {HTMLInputElement} */
  field() {
    return /** @type {HTMLInputElement} */ (this.part(".es-who input[name=name]"));
  }

  /** The menu closes. */
  leave() {
    const menu = /** @type {HTMLDetailsElement} */ (this.part(".es-who"));
    if (!menu.open) return;
    menu.open = false;
    this.part(".es-who summary").focus();
    hide(this.part(".es-said"), knowledge.keeping());
  }

  /** @param {Event} event */
  async onChange({ target }) {
    const field = /** @type {HTMLInputElement} */ (target);
    if (field.name === "learner") knowledge.useLearner(field.value);
    if (field.type !== "file") return;
    const text = await chosenText(field).catch(() => "");
    if (text === undefined) return;
    const found = knowledge.imported(text);
    if ("problem" in found) this.tell(this.say(found.problem));
    else this.tell(this.say("imported", { name: found.name || this.say("me") }));
  }

  /** @param {Event} event */
  onSubmit(event) {
    event.preventDefault();
    const { value } = this.field();
    if (!value.trim()) {
      this.tell(this.say("name-needed"));
      return;
    }
    knowledge.addLearner(value);
    this.leave();
  }
}
