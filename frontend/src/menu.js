/**
 * The menu of a table: what is seldom wanted, behind one button.
 *
 * @import { House } from "./house.js"
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
    if (focus) (open ? menuList.firstElementChild : button).focus();
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
