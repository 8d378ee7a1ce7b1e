/**
 * The language that a visitor has chosen: the server knows it by a cookie, the stages by the
 * browser's storage.
 */

import { storeLanguage } from "./storage.js";

const YEAR = 31536000; // seconds

/** @param {string} lang */
export function rememberLanguage(lang) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `escale-lang=${lang}; path=/; max-age=${YEAR}; samesite=lax`;
  storeLanguage(lang);
}
