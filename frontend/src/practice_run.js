/**
 * A run of exercises: which one is asked, what was answered, and what that is worth. It knows no
 * screen and asks nobody: practice shows it one at a time, a check may reveal nothing until its end.
 *
 * @import { Exercise } from "./types"
 */

import { cards, meet } from "./knowledge.js";

export const LENGTH = 8; // exercises of a session

/** right: at once; helped: after help; wrong. @typedef {"" | "right" | "helped" | "wrong"} State */
/** Numbers of options, or the path of a move. @typedef {number[] | string} Picked */

/**
 * @typedef {object} Turn
 * @property {string} rule
 * @property {Exercise | null} exercise  null until it has come
 * @property {Picked | null} picked
 * @property {number} helps  how often help was asked for
 * @property {State} state
 * @property {boolean} [asked]  has somebody gone for the exercise?
 * @property {boolean} [earlier]  is the table seen before that which is told?
 * @property {boolean} [returns]  will the rule be asked once more?
 * @property {string[]} wrong  the rules that the answer got wrong, mostly the one that is practised
 */

/** What an answer is worth, for the schedule. @type {Record<State, "good" | "hard" | "again" | null>} */
const GRADES = { right: "good", helped: "hard", wrong: "again", "": null };

/**
 * @param {Exercise} exercise
 * @param {Picked} picked
 */
function isRight({ answer }, picked) {
  if (typeof picked === "string") return answer.includes(picked);
  return answer.length === picked.length && picked.every((one) => answer.includes(one));
}

/**
 * The rules that a wrong answer gets wrong: those of the misconceptions in it, else the one that is practised.
 * A sentence that was not found to be wrong is one that was believed. Whoever does not see what forbids a move
 * does not know the rule that does.
 * @param {Exercise} exercise
 * @param {Picked} picked
 * @returns {string[]}
 */
export function broken({ rule, kind, answer, because, breaks = [] }, picked) {
  if (kind === "why") return [because[0]];
  if (typeof picked === "string") return [rule];
  const astray = breaks.filter((_, at) =>
    kind === "spot" ? answer.includes(at) : answer.includes(at) !== picked.includes(at),
  );
  const rules = [...new Set(astray.filter(Boolean))];
  return rules.length ? rules : [rule];
}

/** @param {string} rule @param {Exercise | null} exercise @returns {Turn} */
const turnOf = (rule, exercise = null) => ({ rule, exercise, picked: null, helps: 0, state: "", wrong: [] });

/**
 * What an answer says of the learner, rule by rule. Right where the rule only nearly applies is no sign that
 * somebody knows it: of a rule that was never practised it says only that it was met.
 * @param {typeof import("./schedule.js").answered} answered
 * @param {Turn} turn
 * @param {"good" | "hard" | "again"} grade
 * @param {number} now
 */
export function judge(answered, { rule, exercise, wrong }, grade, now) {
  if (grade === "again") for (const one of wrong) answered(one, grade, now);
  else if (exercise?.contrast && !cards()[rule]) meet(rule);
  else answered(rule, grade, now);
}

export class Run {
  /** @param {(string | Exercise)[]} asked  exercises, or rules whose exercises come later (`fill`) */
  constructor(asked) {
    this.turns = asked.map((one) => (typeof one === "string" ? turnOf(one) : turnOf(one.rule, one)));
    this.at = 0;
    /** What comes after the last turn in the place of a summary; null for nothing. @type {(() => void) | null | undefined} */
    this.onward = undefined;
  }

  get last() {
    return this.at + 1 >= this.turns.length;
  }

  /** @returns {Turn | undefined} */
  get turn() {
    return this.turns[this.at];
  }

  get over() {
    return this.at >= this.turns.length;
  }

  /** The exercise of a rule has come. @param {number} at @param {Exercise} exercise */
  fill(at, exercise) {
    const turn = this.turns[at];
    if (turn && !turn.state) turn.exercise = exercise;
  }

  help() {
    if (this.turn && !this.turn.state) this.turn.helps += 1;
  }

  /**
   * An answer; the first one counts.
   * @param {Picked} picked
   * @returns {State}
   */
  answer(picked) {
    const { turn } = this;
    if (!turn?.exercise) return "";
    if (!turn.state) {
      turn.picked = picked;
      turn.state = !isRight(turn.exercise, picked) ? "wrong" : turn.helps ? "helped" : "right";
      turn.wrong = turn.state === "wrong" ? broken(turn.exercise, picked) : [];
    }
    return turn.state;
  }

  /** What the last answer is worth. */
  get grade() {
    return GRADES[this.turn?.state ?? ""];
  }

  /** A rule that was got wrong is asked once more before the end. @returns {boolean} will it come? */
  comeBack() {
    const again = this.turn?.wrong[0];
    if (!again) return false;
    if (this.turns.slice(this.at + 1).some(({ rule }) => rule === again)) return true;
    if (this.turns.filter(({ wrong }) => wrong.includes(again)).length > 1) return false;
    this.turns.push(turnOf(again));
    return true;
  }

  next() {
    this.at = Math.min(this.at + 1, this.turns.length);
  }

  /** How many were right, at once or after help. */
  get score() {
    return this.turns.filter(({ state }) => state === "right" || state === "helped").length;
  }

  /** The rules that were got wrong, each once. */
  get missed() {
    return [...new Set(this.turns.flatMap(({ wrong }) => wrong))];
  }
}

/**
 * What to ask when one rule is practised: it, and as many others at places that nobody can foresee, so
 * that the subject does not tell the answer.
 * @param {string} rule
 * @param {string[]} others  in the order in which they would be asked
 * @param {number} count
 * @param {() => number} [random]
 */
export function mixed(rule, others, count, random = Math.random) {
  const rest = others.filter((one) => one !== rule).slice(0, Math.floor(count / 2));
  const asked = [...rest, ...Array(count - rest.length).fill(rule)];
  for (let last = asked.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [asked[last], asked[other]] = [asked[other], asked[last]];
  }
  return asked;
}

/**
 * The same, begun with something that is there: nobody waits for the first exercise.
 * @param {string[]} asked
 * @param {string[]} there  the rules of which exercises are there
 */
export function readyFirst(asked, there) {
  const at = asked.findIndex((rule) => there.includes(rule));
  if (at < 0) return there.length ? [there[0], ...asked.slice(1)] : asked;
  return [asked[at], ...asked.slice(0, at), ...asked.slice(at + 1)];
}
