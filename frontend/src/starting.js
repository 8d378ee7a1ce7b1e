/**
 * Is whoever answers this page on the way? Python in a worker takes a while, and nobody who waits for it is to be told
 * that nobody answers.
 */

/** @param {boolean} on */
export function markStarting(on) {
  if (on) document.documentElement.dataset.python = "starting";
  else delete document.documentElement.dataset.python;
}

export const isStarting = () => document.documentElement.dataset.python === "starting";
