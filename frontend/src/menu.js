/**
 * The menu of a table: what is seldom wanted, behind one button; and the buttons beside it.
 *
 * @import { House } from "./house.js"
 * @import { Table } from "./types"
 */

import { put } from "./html.js";

export class Menu {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
  }

  get isOpen() {
    return !this.house.parts.menuList.hidden;
  }

  /** @param {boolean} open @param {boolean} [focus] */
  toggle(open = !this.isOpen, focus = true) {
    const { menu, menuList } = this.house.parts;
    const button = menu.firstElementChild;
    menuList.hidden = !open;
    put(button, "aria-expanded", String(open));
    if (focus) (open ? this.first() : button)?.focus();
  }

  /** @returns {HTMLElement | undefined} */
  first() {
    return [...this.house.parts.menuList.querySelectorAll("button")].find((one) => one.offsetParent);
  }

  /**
   * Where the header has room for little, the menu takes in what is less often wanted; else it goes back.
   * @param {boolean} small
   */
  fold(small) {
    const { menu, menuList, rulesButton, redoButton, coachButton, hintButton } = this.house.parts;
    const languages = this.house.root.querySelector(".es-lang");
    if (menuList.contains(rulesButton) === small) return;
    if (small) {
      menuList.prepend(rulesButton);
      menuList.querySelector("[data-do=new]").before(languages);
      if (redoButton) menuList.append(redoButton);
      if (coachButton) menuList.prepend(coachButton);
    } else {
      menu.before(...(redoButton ? [redoButton] : []), rulesButton);
      menu.after(languages);
      if (coachButton) hintButton.before(coachButton);
    }
  }

  /** What is asked for most stands in the header: can it be had now? @param {Table} table */
  offer({ over, redo, no_undo }) {
    const { hintButton, undoButton, redoButton } = this.house.parts;
    hintButton.disabled = Boolean(over);
    redoButton.disabled = !redo;
    // it can be pressed all the same: then it says why not
    put(undoButton, "aria-disabled", no_undo ? "true" : null);
    put(undoButton, "title", no_undo || null);
  }

  /** Something in it has been chosen, or not. @param {HTMLElement} [button] */
  chosen(button) {
    if (button && this.house.parts.menuList.contains(button)) this.toggle(false);
  }

  /** The focus has gone elsewhere. @param {HTMLElement} target */
  left(target) {
    if (target === document.activeElement && !this.house.parts.menu.contains(target)) this.toggle(false, false);
  }

  /** Escape closes it; was it open? */
  escape() {
    if (!this.isOpen) return false;
    this.toggle(false);
    return true;
  }
}
