/**
 * What is around a table's house: the app's page, if there is one, and the screen.
 */

import { inLab } from "./lab.js";
import { inSite } from "./offline.js";

/** How the address of a page ends that is a notebook in the app. */
export const pageEnding = () => (inSite() ? ".html" : ".ipynb");

/** Where a page of the app has its way home. */
export const shelfAddress = () => document.querySelector(".notebook a.house")?.getAttribute("href") ?? null;

/** Where a page of the app has the map of what one knows: beside the shelf. @param {string} game @returns {string} "" without an app */
export function mapAddress(game) {
  const shelf = shelfAddress();
  if (shelf === null) return "";
  if (inSite()) return `knowledge.html?game=${encodeURIComponent(game)}`;
  const [folder, query = ""] = shelf.split("?");
  const asked = new URLSearchParams(query);
  asked.set("game", game);
  return `${folder}knowledge?${asked}`;
}

/** A page with a switch of its own goes into the other language as a whole. @param {string} lang @returns {boolean} has it one? */
export function pageSpeaks(lang) {
  const link = /** @type {HTMLElement | null} */ (document.querySelector(`.notebook .seg [data-lang="${lang}"]`));
  link?.click();
  return Boolean(link);
}

/** Does the address ask for a coached game? */
export const asksForCoach = () => new URLSearchParams(location.search).has("coach");

/** Are the pages of the app beside this one, in the same folder? @param {Element} root @param {string} game */
const isAmongPages = (root, game) =>
  shelfAddress() !== null || (!inLab(root) && location.pathname.endsWith(`/play-${game}.ipynb`));

/** The step of a lesson as a page, where there are pages. @param {Element} root @param {string} game @param {string} lesson @param {string} step */
export const lessonLink = (root, game, lesson, step) =>
  isAmongPages(root, game) ? `${game}${pageEnding()}?lesson=${encodeURIComponent(lesson)}&step=${step}` : null;

/** Where a rule is practised, where there are pages. @param {Element} root @param {string} game @param {string} rule */
export const practiceLink = (root, game, rule) =>
  isAmongPages(root, game) ? `practice-${game}${pageEnding()}?rule=${rule}` : null;

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
