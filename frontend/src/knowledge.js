/**
 * What a learner knows, rule by rule, kept in this browser. No DOM, no clock: the time is handed in, in ms.
 * This half needs no FSRS and is small, so that tables and lessons may have it; what an answer changes, and
 * what to ask next, is in schedule.js, in the bundle of practice and map only.
 *
 * The current learner:
 *   met(rule), meet(rule or rules)  has this rule been met, in a lesson or a coached game? No grade in it.
 *   taught({lesson: rules})       counts as met what was completed in lessons before there was any of this
 *   cards()                       {rule: Card}: everything that was ever practised
 *   degree(rule)                  "new" (never practised), "shaky" or "known"
 *   due(rules, now)               those of them that are due, the most overdue first
 *   keep(rule, card)              for schedule.js
 * Several learners a browser, one is current:
 *   learners()                    [{id, name, current}]; who was never named has the name ""
 *   addLearner(name), useLearner(id), renameLearner(id, name)
 *   forget(id)                    all of it; gives back what `restore` takes while the page is open
 *   exported()                    the current learner as text for a file
 *   imported(text)                {name} or {problem: "not-a-file" | "not-ours" | "not-valid"}; adds, never takes away
 * keeping()                       false if the browser keeps nothing (full, or forbidden): then it lasts as
 *                                 long as the page, and a page should say so
 * watch(heard)                    when something has changed, here or in another tab; gives back how to stop
 */

import { completedLessons, readLearners, storeLearners } from "./storage.js";

/** @typedef {"good" | "hard" | "again"} Grade  right at once, right after help, wrong */
/**
 * @typedef {object} Card  what is known of one rule
 * @property {number} stability  in days: after so many, nine of ten are remembered
 * @property {number} difficulty  1 to 10
 * @property {number} last  when it was answered, in ms
 * @property {number} due  when it should be asked again, in ms
 * @property {Grade} grade  of the last answer
 * @property {number} right  how often
 * @property {number} wrong
 */
/** @typedef {{name: string, met: Record<string, 1>, cards: Record<string, Card>, lessons: string[]}} Learner */
/** @typedef {{format: string, current: string, learners: Record<string, Learner>}} Learners */
/** @typedef {"new" | "shaky" | "known"} Degree */

const FORMAT = "escale-learners/1";
const FILE = "escale-learner/1";
const FIRST = "1"; // the learner who was here before anybody had a name
const LONGEST_NAME = 40;
const LARGEST_FILE = 1_000_000;
const RULE = /^[A-Z0-9]{1,12}(-[A-Z0-9]{1,12}){1,3}$/;

/** Below this many days of stability a rule is shaky: one right answer is enough, if none was wrong. */
const FIRM = 2;

/** What could not be kept; it lasts as long as the page. @type {Learners | null} */
let unkept = null;
/** @type {Set<() => void>} */
const watchers = new Set();

// --- reading and writing

/** @returns {Learners} */
function all() {
  const found = unkept ?? readLearners(isLearners);
  if (found) return found;
  const me = { ...nobody(""), lessons: completedLessons() };
  return { format: FORMAT, current: FIRST, learners: { [FIRST]: me } };
}

/** @param {string} name @returns {Learner} */
const nobody = (name) => ({ name, met: {}, cards: {}, lessons: [] });

const me = () => {
  const { learners, current } = all();
  return learners[current];
};

/** @template T @param {(learners: Learners) => T} how @returns {T} */
function change(how) {
  const learners = all();
  const answer = how(learners);
  unkept = storeLearners(learners) ? null : learners;
  for (const heard of watchers) heard();
  return answer;
}

export const keeping = () => unkept === null;

/** @param {() => void} heard */
export function watch(heard) {
  const elsewhere = (/** @type {StorageEvent} */ { key }) =>
    void ((key === null || key === "escale/learners") && heard());
  watchers.add(heard);
  globalThis.addEventListener?.("storage", elsewhere);
  return () => {
    watchers.delete(heard);
    globalThis.removeEventListener?.("storage", elsewhere);
  };
}

// --- the current learner

/** @param {string} rule */
export const met = (rule) => Boolean(me().met[rule] ?? me().cards[rule]);

/** @param {string | string[]} rules  that have just been met */
export function meet(rules) {
  const unmet = [rules].flat().filter((rule) => RULE.test(rule) && !me().met[rule]);
  if (!unmet.length) return;
  change(({ learners, current }) => {
    for (const rule of unmet) learners[current].met[rule] = 1;
  });
}

/** @param {Record<string, string[]>} rules  what each lesson teaches */
export function taught(rules) {
  const known = me().lessons.filter((lesson) => rules[lesson]);
  if (!known.length) return;
  change(({ learners, current }) => {
    const mine = learners[current];
    for (const rule of known.flatMap((lesson) => rules[lesson])) mine.met[rule] = 1;
    mine.lessons = mine.lessons.filter((lesson) => !rules[lesson]);
  });
}

/** @returns {Record<string, Card>} */
export const cards = () => me().cards;

/** @param {Card | undefined} card @returns {Degree} */
export const degreeOf = (card) => (!card ? "new" : card.grade === "again" || card.stability < FIRM ? "shaky" : "known");

/** @param {string} rule */
export const degree = (rule) => degreeOf(cards()[rule]);

/** @param {string[]} rules @param {number} now */
export function due(rules, now) {
  const known = cards();
  return rules.filter((rule) => known[rule]?.due <= now).sort((a, b) => known[a].due - known[b].due);
}

/** @param {string} rule @param {Card} card */
export const keep = (rule, card) =>
  change(({ learners, current }) => {
    learners[current].met[rule] = 1;
    learners[current].cards[rule] = card;
  });

// --- several learners

export function learners() {
  const found = all();
  return Object.entries(found.learners).map(([id, { name }]) => ({ id, name, current: id === found.current }));
}

/** @param {string} name */
const tidy = (name) => name.replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME);

/** @param {Learners} found @param {string} name @returns {string | undefined} */
const called = (found, name) =>
  Object.keys(found.learners).find((id) => found.learners[id].name.toLowerCase() === name.toLowerCase());

/** Somebody new, who is current from now on; somebody of that name stays who they are. @param {string} name */
export const addLearner = (name) =>
  change((found) => {
    found.current = called(found, tidy(name)) ?? added(found, nobody(tidy(name)));
    return found.current;
  });

/** @param {Learners} found @param {Learner} learner */
function added(found, learner) {
  const id = String(1 + Math.max(0, ...Object.keys(found.learners).map(Number)));
  found.learners[id] = learner;
  return id;
}

/** @param {string} id */
export const useLearner = (id) =>
  change((found) => {
    if (found.learners[id]) found.current = id;
  });

/** @param {string} id @param {string} name @returns {boolean} false if somebody else has that name, or it is none */
export function renameLearner(id, name) {
  const found = all();
  const mine = called(found, tidy(name));
  if (!tidy(name) || !found.learners[id] || (mine && mine !== id)) return false;
  change(({ learners }) => void (learners[id].name = tidy(name)));
  return true;
}

/** One click. @param {string} id @returns {Learners} for `restore` */
export function forget(id) {
  const before = structuredClone(all());
  change((found) => {
    delete found.learners[id];
    const rest = Object.keys(found.learners);
    if (!rest.length) found.learners[FIRST] = nobody("");
    if (found.current === id) found.current = rest[0] ?? FIRST;
  });
  return before;
}

/** What was forgotten is there again. @param {Learners} before */
export const restore = (before) => change((found) => void Object.assign(found, structuredClone(before)));

// --- a file

export function exported() {
  const { name, met, cards } = me();
  return `${JSON.stringify({ format: FILE, name, met: Object.keys(met), cards }, null, 1)}\n`;
}

/**
 * A learner from a file, who is current from now on. Somebody of that name is here already: then, rule by rule,
 * the later answer counts.
 * @param {string} text
 * @returns {{name: string} | {problem: "not-a-file" | "not-ours" | "not-valid"}}
 */
export function imported(text) {
  const data = text.length > LARGEST_FILE ? undefined : parsed(text);
  if (data === undefined) return { problem: "not-a-file" };
  if (data?.format !== FILE) return { problem: "not-ours" };
  const { met } = data;
  if (!Array.isArray(met) || !met.every((rule) => typeof rule === "string")) return { problem: "not-valid" };
  const learner = {
    name: data.name,
    met: Object.fromEntries(met.map((rule) => [rule, 1])),
    cards: data.cards,
    lessons: [],
  };
  if (!isLearner(learner)) return { problem: "not-valid" };
  const name = tidy(learner.name);
  change((found) => {
    const id = called(found, name) ?? added(found, nobody(name));
    const mine = found.learners[id];
    Object.assign(mine.met, learner.met);
    for (const [rule, card] of Object.entries(learner.cards))
      if (!(mine.cards[rule]?.last >= card.last)) mine.cards[rule] = card;
    found.current = id;
  });
  return { name };
}

/** @param {string} text @returns {any} undefined if it is no JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {any} value */
const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** @param {any} value @param {number} least @param {number} most */
const between = (value, least, most) => typeof value === "number" && value >= least && value <= most;

/** @param {any} card @returns {card is Card} */
const isCard = (card) =>
  isTable(card) &&
  between(card.stability, 0.001, 36_500) &&
  between(card.difficulty, 1, 10) &&
  between(card.last, 0, 8.64e15) &&
  between(card.due, 0, 8.64e15) &&
  ["good", "hard", "again"].includes(card.grade) &&
  between(card.right, 0, 1e9) &&
  between(card.wrong, 0, 1e9);

/** @param {any} found @returns {found is Learner} */
const isLearner = (found) =>
  isTable(found) &&
  typeof found.name === "string" &&
  isTable(found.met) &&
  Object.keys(found.met).every((rule) => RULE.test(rule)) &&
  isTable(found.cards) &&
  Object.entries(found.cards).every(([rule, card]) => RULE.test(rule) && isCard(card)) &&
  Array.isArray(found.lessons) &&
  found.lessons.every((/** @type {any} */ lesson) => typeof lesson === "string");

/** @param {any} found @returns {found is Learners} */
const isLearners = (found) =>
  isTable(found) &&
  found.format === FORMAT &&
  isTable(found.learners) &&
  Object.hasOwn(found.learners, found.current) &&
  Object.values(found.learners).every(isLearner);
