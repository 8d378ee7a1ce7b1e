/**
 * Light and dark, and the symbols of a game, which stand in the page once.
 *
 * @import { Box } from "./types"
 */

import { fillWith, html, make, put } from "./html.js";

/** @typedef {HTMLElement & {users: number}} Sheet */

/** @param {Box} box */
const sheetId = (box) => `es-sheet-${box.game}`;

/**
 * Follow JupyterLab's and Voilà's theme, else the system's; or the one that was asked for.
 * @param {string} forced  "auto", "light" or "dark"
 * @param {(theme: string) => void} changed
 * @returns {() => void} stop following
 */
export function followTheme(forced, changed) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const look = () => {
    const light = document.body.dataset.jpThemeLight ?? String(!dark.matches);
    changed(forced === "auto" ? (light === "false" ? "dark" : "light") : forced);
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  dark.addEventListener("change", look);
  look();
  return () => {
    watcher.disconnect();
    dark.removeEventListener("change", look);
  };
}

/**
 * The symbols of a game, once a page: what lies in a hidden cell cannot paint another one, and
 * patterns take their colours from where they are, so the sheet stands apart and has the theme.
 * @param {Box} box
 * @param {string} theme
 * @returns {() => void} give it back
 */
export function shareSheet(box, theme) {
  const id = sheetId(box);
  let sheet = /** @type {Sheet | null} */ (document.getElementById(id));
  if (!sheet) {
    const classes = `es-picture es-sheet es-${box.game}`;
    sheet = /** @type {Sheet} */ (
      make(html`<div id="${id}" class="${classes}" data-theme="${theme}" aria-hidden="true"></div>`)
    );
    fillWith(
      sheet,
      `<style>${box.style}</style><svg width="0" height="0"><defs>${box.symbols}</defs></svg><svg style="display:none"></svg>`,
    );
    // only what paints has to be rendered
    /** @type {Element} */ (sheet.lastElementChild).append(...sheet.querySelectorAll("symbol:not(:has([id]))"));
    sheet.users = 0;
    document.body.append(sheet);
  }
  const shared = sheet;
  shared.users = (shared.users ?? 0) + 1;
  return () => {
    shared.users -= 1;
    if (!shared.users) shared.remove();
  };
}

/**
 * @param {Box} box
 * @param {string} theme
 */
export const themeSheet = (box, theme) => put(document.getElementById(sheetId(box)), "data-theme", theme);

/**
 * The style and the symbols of a game as text, from the page's sheet: a page of the app has them there only.
 * @param {Box} box
 */
export function sheetText(box) {
  const sheet = /** @type {HTMLElement} */ (document.getElementById(sheetId(box)));
  const writer = new XMLSerializer();
  const symbols = [...sheet.querySelectorAll("svg > *")].map((child) => writer.serializeToString(child));
  return { style: sheet.querySelector("style")?.textContent ?? "", symbols: symbols.join("") };
}
