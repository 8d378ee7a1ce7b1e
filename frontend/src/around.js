/**
 * What is around a table's house: the app's page, if there is one, and the screen.
 */

/** Where a page of the app has its way home. */
export const shelfAddress = () => document.querySelector(".notebook a.house")?.getAttribute("href") ?? null;

/** A page with a switch of its own goes into the other language as a whole. @param {string} lang @returns {boolean} has it one? */
export function pageSpeaks(lang) {
  const link = /** @type {HTMLElement | null} */ (document.querySelector(`.notebook .seg [data-lang="${lang}"]`));
  link?.click();
  return Boolean(link);
}

/** A house alone on the whole screen, or back. @param {HTMLElement} root */
export function fillScreen(root) {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen();
}

/** A board is as large as leaves it whole in the window, below what stands above it. @param {HTMLElement} root @param {HTMLElement} board */
export function measureAbove(root, board) {
  const above = board.getBoundingClientRect().top - root.getBoundingClientRect().top;
  if (above > 0) root.style.setProperty("--es-above", `${Math.round(above)}px`);
}
