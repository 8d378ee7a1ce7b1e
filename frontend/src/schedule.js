/**
 * When a rule is asked again: FSRS-6 by ts-fsrs, with its own weights. A card is a rule. Only the bundle of
 * practice and map has this; what is known already can be read without it (knowledge.js).
 *
 *   answered(rule, grade, now)           the current learner has answered; gives back the new card
 *   next(card, grade, now)               the same for one card, and nothing is kept
 *   pick(rules, now, howMany, random, telling)   what a practice session asks, in its order
 *   today(rules, now)                    of all games' rules, in theirs: what "five minutes today" asks
 *
 * Days are whole days of 24 hours since the last answer, wherever midnight is. There are no steps of minutes:
 * what was wrong comes again tomorrow, and in this session by `pick`.
 */

import { FSRSAlgorithm, Rating } from "ts-fsrs";
import { cards, degreeOf, due, keep, met } from "./knowledge.js";

/** @import { Card, Grade } from "./knowledge.js" */

const DAY = 86_400_000;
/** @type {Record<Grade, 1 | 2 | 3>} */
const RATINGS = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good };
const FIVE_MINUTES = 10; // exercises

const fsrs = new FSRSAlgorithm({ enable_fuzz: false });

/** @param {Card | undefined} card @param {Grade} grade @param {number} now @returns {Card} */
export function next(card, grade, now) {
  const days = card ? Math.max(0, Math.floor((now - card.last) / DAY)) : 0;
  const { stability, difficulty } = fsrs.next_state(card ?? null, days, RATINGS[grade]);
  const wrong = grade === "again";
  return {
    stability,
    difficulty,
    last: now,
    due: now + fsrs.next_interval(stability, days) * DAY,
    grade,
    right: (card?.right ?? 0) + (wrong ? 0 : 1),
    wrong: (card?.wrong ?? 0) + (wrong ? 1 : 0),
  };
}

/** @param {string} rule @param {Grade} grade @param {number} now */
export function answered(rule, grade, now) {
  const card = next(cards()[rule], grade, now);
  keep(rule, card);
  return card;
}

/**
 * What is due comes in first, the most overdue of it; then what is shaky; then what is new, first of it what has
 * been met, and of that what tells most about the learner; then what is known, nearest to being due. From these so many, each once before any comes twice, and
 * mixed, so that what is asked does not give away what is practised.
 * @param {string[]} rules  in the order of the course
 * @param {number} now
 * @param {number} howMany
 * @param {() => number} random
 * @param {(rules: string[]) => string[]} telling  puts those first whose exercises tell most
 * @returns {string[]}
 */
export function pick(rules, now, howMany, random = Math.random, telling = (fresh) => fresh) {
  if (!rules.length) return [];
  const known = cards();
  const isDue = due(rules, now);
  const others = rules.filter((rule) => !isDue.includes(rule));
  const of = (/** @type {string} */ degree) => others.filter((rule) => degreeOf(known[rule]) === degree);
  const fresh = of("new");
  const order = [
    ...isDue,
    ...of("shaky"),
    ...telling(fresh.filter(met)),
    ...telling(fresh.filter((rule) => !met(rule))),
    ...of("known").sort((a, b) => known[a].due - known[b].due),
  ];
  /** @type {string[]} */
  const asked = [];
  while (asked.length < howMany) {
    const turn = shuffled(order.slice(0, howMany - asked.length), random);
    if (turn.length > 1 && turn[0] === asked.at(-1)) turn.push(/** @type {string} */ (turn.shift()));
    asked.push(...turn);
  }
  return asked;
}

/** What is due in any game; if nothing is, what is new. @param {string[]} rules @param {number} now */
export function today(rules, now) {
  const isDue = due(rules, now).slice(0, FIVE_MINUTES);
  const fresh = rules.filter((rule) => !cards()[rule]);
  return isDue.length ? isDue : [...fresh.filter(met), ...fresh.filter((rule) => !met(rule))].slice(0, FIVE_MINUTES);
}

/** @template T @param {T[]} things @param {() => number} random */
function shuffled(things, random) {
  const left = [...things];
  for (let last = left.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [left[last], left[other]] = [left[other], left[last]];
  }
  return left;
}
