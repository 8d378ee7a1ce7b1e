/**
 * What may come from a kernel, and the version of it. Made from escale/session/messages.py by
 * `make protocol`: change it there. messages.js checks by it.
 */

/** @typedef {Record<string, Record<string, string>>} Kinds  the shapes of a kind's fields */

export const PROTOCOL = 1;

/** The language of what another one does not have. */
export const FALLBACK = "en";

/** @type {Record<string, Record<string, string>>} */
export const STALE = {
  fr: {
    "page-old": "Cette page est plus ancienne que le programme qui lui répond : rechargez-la.",
    "kernel-old": "Le programme qui répond à cette page est plus ancien qu’elle : rechargez la page.",
  },
  en: {
    "page-old": "This page is older than the program that answers it: reload it.",
    "kernel-old": "The program that answers this page is older than the page: reload it.",
  },
};

/** @type {Kinds} */
export const TOLD = {
  frames: { version: "number", frames: "list" },
  whole: { table: "table", "box?": "table" },
  say: { text: "text", tone: "text", "at?": "text", "kept?": "flag", "stuck?": "flag" },
  why: { key: "text", lines: "list", "piece?": "text" },
  words: { lines: "list" },
  hint: { lines: "list", keys: "list" },
  review: { chart: "text", text: "text", points: "list" },
  beat: { "done?": "number" },
  file: { name: "text", text: "text" },
  link: { "game?": "text", "table?": "text", "here?": "flag" },
  kept: { token: "text", aside: "flag" },
  offer: { token: "text", game: "text", title: "table", ply: "number", at: "number", elsewhere: "flag" },
  invited: { token: "text", game: "text", title: "table", seat: "number" },
  company: { company: "table?" },
  invitations: { reach: "text", links: "list", "table?": "text" },
  lost: { token: "text" },
};

/** @type {Kinds} */
export const TOLD_TO_LESSON = {
  try: { box: "table", table: "table" },
  trial: { message: "table" },
  say: { text: "text", tone: "text", "at?": "text", "kept?": "flag", "stuck?": "flag" },
};

/** @type {Kinds} */
export const TOLD_TO_PRACTICE = {
  exercise: { exercise: "table" },
  say: { text: "text", tone: "text", "at?": "text", "kept?": "flag", "stuck?": "flag" },
};
