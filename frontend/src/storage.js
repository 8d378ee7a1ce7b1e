/**
 * What this browser keeps: stars, completed lessons, what learners know, open tables and whether their
 * coach speaks, the language, the name of this tab.
 *
 * Browsers may refuse their storage; then nothing is found again, and nothing breaks.
 */

import { doneByStars } from "./progress.js";

const STARS = "escale/stars";
const DONE = "escale/done";
const LEARNERS = "escale/learners";
const COACH = "escale/coach";
const TABLES = "escale/tables";
const LANG = "escale/lang";
const PAGE = "escale/page";
const SEATS = "escale/seats";

/** @typedef {{token: string, game: string, page: string, at: number, ply: number, over: boolean}} StoredTable */

/**
 * @template T
 * @param {() => T} act
 * @param {T} [otherwise]
 * @returns {any}
 */
export function attempt(act, otherwise) {
  try {
    return act() ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Does this page keep anything? That of a class does not: it is about pupils. Asked at every read, and to look
 * through the whole document for what is not there takes longer than to draw a move: it is in the head.
 */
const keeps = () => !attempt(() => document.head.querySelector('meta[name="escale-keep"][content="nothing"]'), null);

/**
 * A table of JSON in the browser's storage; empty if there is none, or if it is not one.
 * @param {string} name
 * @returns {Record<string, any>}
 */
function read(name) {
  const found = keeps() && attempt(() => JSON.parse(localStorage[name]));
  return found && typeof found === "object" && !Array.isArray(found) ? found : {};
}

/**
 * @param {string} name
 * @param {unknown} value
 */
const write = (name, value) => keeps() && attempt(() => void (localStorage[name] = JSON.stringify(value)));

/** The tables that this browser has opened, by their names. @returns {Record<string, StoredTable>} */
export const storedTables = () => read(TABLES);

/**
 * @param {string} name
 * @param {StoredTable} table
 */
export const storeTable = (name, table) => write(TABLES, { ...storedTables(), [name]: table });

/** The seats of shared tables at which this tab is, by the names of their tables: a reload keeps them. @returns {Record<string, string>} */
const tabSeats = () => attempt(() => JSON.parse(sessionStorage[SEATS]), {});

/** Beside the table of this name there may be a seat at a shared one. @param {string} name */
const besides = (name) => `${name} @`;

/**
 * The seat at a shared table that this tab has, or that this browser had last.
 * @param {string} name
 * @returns {string | null}
 */
export function storedSeat(name) {
  const tables = storedTables();
  const [own, seat] = [tables[name], tables[besides(name)]];
  const last = seat && !seat.over && !(own && !own.over && own.at > seat.at) ? seat.token : null;
  return tabSeats()[name] ?? last;
}

/** The seat of this tab at this page, whatever its table is called. @param {string} page @returns {string | undefined} */
export const seatAt = (page) => Object.entries(tabSeats()).find(([name]) => name.startsWith(`${page}#`))?.[1];

/** @param {string} name @param {StoredTable | null} table  null: the seat is gone */
export function storeSeat(name, table) {
  const { [name]: _, ...others } = tabSeats();
  const seats = table ? { ...others, [name]: table.token } : others;
  attempt(() => void (sessionStorage[SEATS] = JSON.stringify(seats)));
  const { [besides(name)]: __, ...tables } = storedTables();
  write(TABLES, table ? { ...tables, [besides(name)]: table } : tables);
}

/** The questions answered at the first try: { lesson: { step: 1 } }. */
export const readStars = () => read(STARS);

/** The lessons that were gone through to their last step: { lesson: 1 }. @returns {Record<string, any>} */
export function readDone() {
  if (attempt(() => localStorage.getItem(DONE), "")) return read(DONE);
  const done = doneByStars(readStars());
  write(DONE, done); // once: from now on a star alone completes nothing
  return done;
}

/** @param {string} lesson */
export const storeDone = (lesson) => write(DONE, { ...readDone(), [lesson]: 1 });

/**
 * @param {string} lesson
 * @param {number} step
 * @returns {Record<string, number>} all stars of the lesson
 */
export function storeStar(lesson, step) {
  readDone(); // which may have to be made of the stars of before
  const stars = readStars();
  stars[lesson] = { ...stars[lesson], [step]: 1 };
  write(STARS, stars);
  return stars[lesson];
}

/** The lessons that are completed, and nothing is written for asking. */
export const completedLessons = () =>
  Object.keys(attempt(() => localStorage.getItem(DONE), "") ? read(DONE) : doneByStars(readStars()));

/**
 * What learners know (knowledge.js has the format), or null. What cannot be read is put aside, not written over.
 * @template T
 * @param {(found: any) => found is T} isFit
 * @returns {T | null}
 */
export function readLearners(isFit) {
  const text = keeps() && attempt(() => localStorage.getItem(LEARNERS), null);
  if (!text) return null;
  const found = attempt(() => JSON.parse(text));
  if (isFit(found)) return found;
  attempt(() => localStorage.setItem(`${LEARNERS}-unreadable`, text));
  return null;
}

/** @param {unknown} learners @returns {boolean} could it be kept? */
export const storeLearners = (learners) =>
  keeps() &&
  attempt(() => {
    localStorage.setItem(LEARNERS, JSON.stringify(learners));
    return true;
  }, false);

/** Whether the coach of a table speaks, if somebody has said so. @param {string} table @returns {boolean | null} */
export const storedCoach = (table) => read(COACH)[table] ?? null;

/** @param {string} table @param {boolean | null} on  null: nobody has said anything */
export const storeCoach = (table, on) => write(COACH, { ...read(COACH), [table]: on ?? undefined });

/** @returns {string | null} */
export const storedLanguage = () => attempt(() => localStorage.getItem(LANG), null);

/** @param {string} lang */
export const storeLanguage = (lang) => attempt(() => localStorage.setItem(LANG, lang));

/** The name of this tab: a reload keeps it. @returns {string} */
export const pageName = () => attempt(() => (sessionStorage[PAGE] ??= Math.random().toString(36).slice(2)), "");
