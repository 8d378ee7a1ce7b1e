/**
 * The browser's back button closes what lies over the page, the topmost first.
 *
 * Whatever opens has an entry in the history, and whatever is closed otherwise gives it back. The
 * bundle may be loaded twice in a page (as its script, and by a widget): both share one list. In
 * JupyterLab the history belongs to Lab, and a sheet has Escape and its own button there.
 */

/**
 * @typedef {object} Over
 * @property {(() => void)[]} closers  of what is open, the topmost last
 * @property {number} entries  of the history that stand for them
 * @property {boolean} returning  is a step back under way that we have asked for?
 */

const NAME = Symbol.for("escale/over");

/** @returns {Over} */
function over() {
  const page = /** @type {any} */ (globalThis);
  if (!page[NAME]) {
    // what a page left open that was loaded anew is given back
    page[NAME] = { closers: [], entries: Number(history.state?.escale) || 0, returning: false };
    addEventListener("popstate", onBack);
  }
  return page[NAME];
}

const isLab = () => Boolean(document.querySelector(".jp-LabShell"));

/** As many entries as there are things open; one change at a time, since going back takes a moment. */
function settle() {
  const now = over();
  if (now.returning) return;
  const less = now.closers.length - now.entries;
  if (less < 0) {
    now.returning = true;
    history.go(less);
  }
  for (let i = 0; i < less; i++) history.pushState({ ...history.state, escale: ++now.entries }, "");
}

/** @param {PopStateEvent} event */
function onBack(event) {
  const now = over();
  const left = Number(event.state?.escale) || 0;
  if (!now.returning && left >= now.entries) return; // somebody else's entry
  event.stopImmediatePropagation(); // the address is the same
  now.entries = left;
  if (!now.returning) for (const close of now.closers.splice(left).reverse()) close();
  now.returning = false;
  settle();
}

/**
 * Something is open from now on.
 * @param {() => void} close  is called when somebody goes back
 * @returns {() => void} to be called when it was closed in whichever way
 */
export function opened(close) {
  if (isLab()) return () => {};
  const { closers } = over();
  closers.push(close);
  settle();
  return () => {
    const at = closers.indexOf(close);
    if (at >= 0) closers.splice(at, 1);
    settle();
  };
}
