/**
 * When a coach speaks, and of which rule. No DOM: coach.js shows it.
 *
 * It hears the lines of the log as one seat reads them, and knows from the browser which rules its learner
 * has met. While others move it says a telling rule in the moment in which that happens, if there was time to
 * read what it said before; one that the learner has only heard of in a lesson, too, once in a game. When it is
 * quiet it speaks of one thing: at the first choice of a kind of that choice; else of what has just happened by
 * a rule that is new, or of what is to be seen on the board; else, where the learner has chosen such a thing
 * before, a question about what will come of it; once the learner has moved, that is answered. With the learner's
 * next move what was said is gone, and what could not be said is not said later: it can be read among the rules of
 * this game, and is new when it comes again. Where a round is over by the time there is quiet, it says so.
 *
 * @import { Line, Rule } from "./types"
 */

/** What is said: of a rule that is new, or is met again, a question, its answer, or the end. @typedef {{kind: "new" | "again" | "ask" | "answer" | "end", rule: string, past?: boolean}} Note  past: of a round that is over */
/** What the browser knows of the learner. @typedef {{met: (rule: string) => boolean, meet: (rules: string[]) => void, known: (rule: string) => boolean}} Learner */

const MOST = 3; // rules to practise at the end: more is a list, not advice
const PATIENCE = 2; // the second refusal by a rule offers its lesson

export const READ = 5_000; // ms that a sentence stands before another may take its place

export class Coaching {
  /**
   * @param {Record<string, Rule>} rules
   * @param {Learner} learner
   */
  constructor(rules, learner) {
    this.rules = rules;
    this.learner = learner;
    this.begin([]);
  }

  /**
   * A game, from the start or from its middle: what is in its log already is no news.
   * @param {Line[]} log
   */
  begin(log) {
    /** The rules that have come up in this game. @type {Set<string>} */
    this.came = new Set();
    /** Those that were new in it. @type {Set<string>} */
    this.told = new Set();
    /** What has happened since the learner's last move, and what was left over before; unsaid, to be read. @type {string[]} */
    this.news = [];
    /** @type {string[]} */
    this.waiting = [];
    /** Those that were said in it though they were not new. @type {Set<string>} */
    this.recalled = new Set();
    /** Until when what was said while others moved is left alone; null: nothing was. @type {number | null} */
    this.until = null;
    /** Has something just been said of what is happening? Then that is to be seen a little longer. */
    this.lingers = false;
    /** Of the news, what happened in a round that is over. @type {Set<string>} */
    this.past = new Set();
    /** The rules that were asked about. @type {Set<string>} */
    this.asked = new Set();
    /** What could be chosen now, and before. @type {string[]} */
    this.choices = [];
    /** @type {Set<string>} */
    this.chosen = new Set();
    /** How often each has refused a click. @type {Map<string, number>} */
    this.refusals = new Map();
    /** @type {Note | null} */
    this.note = null;
    for (const [, rules] of log) for (const rule of rules) this.came.add(rule);
    this.waiting = [...this.came].filter((rule) => this.isNew(rule));
    if (!log.length) this.comes(Object.keys(this.rules).filter((rule) => this.rules[rule].coach?.start));
  }

  /** @param {string} rule */
  isNew(rule) {
    return rule in this.rules && !this.learner.met(rule);
  }

  /** @param {Line[]} lines  that have been added to the log */
  hear(lines) {
    for (const [, rules] of lines) {
      if (rules.some((rule) => this.rules[rule]?.coach?.ends)) this.past = new Set(this.news);
      this.comes(rules);
    }
  }

  /** @param {string[]} rules */
  comes(rules) {
    for (const rule of rules) {
      this.came.add(rule);
      this.past.delete(rule);
      const said = this.news.includes(rule) || this.note?.rule === rule;
      if (!said && this.isNew(rule)) this.news.push(rule);
    }
  }

  /**
   * The learner does something: what was said of the moment before is out of date. A question is answered now.
   * @param {number | null} [now]  in ms; null: nobody is there to read an answer
   */
  moves(now = null) {
    const asked = now !== null && this.note?.kind === "ask";
    this.until = null;
    this.lingers = false; // nothing has come after it, so nobody was kept waiting
    if (asked) this.answer();
    else this.note = null;
    if (asked) this.until = now + READ;
    this.past.clear();
    for (const key of this.choices) this.chosen.add(key);
    this.choices = [];
    const news = this.news.filter((rule) => !this.rules[rule].coach?.start);
    this.waiting = [...news, ...this.waiting.filter((rule) => !news.includes(rule))];
    this.news = [];
  }

  /**
   * Others move, and this happens now: is a telling rule in it?
   * @param {string[]} rules
   * @param {number} now  in ms
   * @returns {Note | null}  what is said of it
   */
  happens(rules, now) {
    if (this.note && (this.until === null || now < this.until)) return null;
    const telling = rules.filter((rule) => this.rules[rule]?.coach?.first);
    const rule = telling.find((one) => this.isNew(one)) ?? telling.find((one) => this.isRecalled(one));
    if (!rule) return null;
    this.until = now + READ;
    this.lingers = true;
    this.note = this.tell(rule);
    return this.note;
  }

  /** Was it met, but not here, and is it not known yet? @param {string} rule */
  isRecalled(rule) {
    return !this.isNew(rule) && !this.told.has(rule) && !this.recalled.has(rule) && !this.learner.known(rule);
  }

  /** @param {string} rule @returns {Note} */
  tell(rule) {
    if (!this.isNew(rule)) {
      this.recalled.add(rule);
      return { kind: "again", rule };
    }
    const past = this.past.has(rule);
    this.say([rule]);
    return { kind: "new", rule, ...(past && { past }) };
  }

  /**
   * It is quiet: is there anything to say? At most one thing until the learner moves.
   * @param {{over: boolean, choices: string[], pieces?: string[], now?: number}} now  the keys that can be chosen,
   *   and those that are to be seen
   * @returns {Note | null}
   */
  speak({ over, choices, pieces = [], now = 0 }) {
    this.choices = choices;
    if (over) this.note = this.last(now);
    else if (this.note && this.until !== null && now >= this.until) {
      this.until = null;
      const rule = this.pressing(choices);
      if (rule) this.note = this.tell(rule);
      else if (this.note.kind === "answer") this.note = this.newRule(choices) ?? this.note;
    }
    this.note ??= this.newRule(choices) ?? this.seen(pieces) ?? this.early() ?? this.question(choices);
    return this.note;
  }

  /** At the end: what is being read, a telling rule that is new, then what was met in this game. @param {number} now @returns {Note} */
  last(now) {
    if (this.note && this.until !== null && now < this.until) return this.note;
    this.until = null;
    const rule = this.news.find((one) => this.isNew(one) && this.rules[one].coach?.first);
    if (!rule) return { kind: "end", rule: "" };
    this.until = now + READ;
    return this.tell(rule);
  }

  /** What holds from the start and has not been said, once the learner has played and there is nothing else. @returns {Note | null} */
  early() {
    const rule = Object.keys(this.rules).find((one) => this.rules[one].coach?.early && this.isNew(one));
    return rule && this.chosen.size ? this.tell(rule) : null;
  }

  /** The aim of the game, then the choice that there is, then what has just happened and tells most. @param {string[]} choices */
  pressing(choices) {
    const news = this.news.filter((rule) => this.isNew(rule));
    const isChoice = (/** @type {string} */ rule) => this.isNew(rule) && has(choices, this.rules[rule].coach?.choice);
    return (
      news.find((one) => this.rules[one].coach?.start) ??
      Object.keys(this.rules).find(isChoice) ??
      news.find((one) => this.rules[one].coach?.first)
    );
  }

  /** @param {string[]} choices @returns {Note | null} */
  newRule(choices) {
    const rule = this.pressing(choices) ?? this.news.find((one) => this.isNew(one));
    return rule ? this.tell(rule) : null;
  }

  /** What the board shows before it happens. @param {string[]} pieces @returns {Note | null} */
  seen(pieces) {
    const isSeen = (/** @type {string} */ rule) =>
      has(pieces, this.rules[rule].coach?.sight) && (this.isNew(rule) || this.isRecalled(rule));
    const rule = Object.keys(this.rules).find(isSeen);
    return rule ? this.tell(rule) : null;
  }

  /** Only where the learner has had such a choice before. @param {string[]} choices @returns {Note | null} */
  question(choices) {
    const isAhead = (/** @type {string} */ rule) => {
      const before = this.rules[rule].coach?.before;
      return !this.asked.has(rule) && this.isNew(rule) && has(choices, before) && has([...this.chosen], before);
    };
    const rule = Object.keys(this.rules).find(isAhead);
    if (!rule) return null;
    this.asked.add(rule);
    return { kind: "ask", rule };
  }

  /** The learner wants to know: the question becomes its answer, and that rule has been met. */
  answer() {
    if (this.note?.kind !== "ask") return;
    const { rule } = this.note;
    this.say([rule]);
    this.note = { kind: "answer", rule };
  }

  /** These have been said now: they are not new any more. @param {string[]} rules */
  say(rules) {
    const told = rules.filter((rule) => this.isNew(rule));
    for (const rule of told) {
      this.came.add(rule);
      this.told.add(rule);
    }
    this.learner.meet(told);
    this.news = this.news.filter((rule) => !rules.includes(rule));
    this.waiting = this.waiting.filter((rule) => !rules.includes(rule));
  }

  /**
   * A click was refused by these rules.
   * @param {string[]} rules
   * @returns {{fresh: string[], lesson: string | null}}  those that are said for the first time, and the rule whose lesson helps
   */
  refuse(rules) {
    const fresh = rules.filter((rule) => this.isNew(rule));
    this.say(fresh);
    for (const rule of rules) this.refusals.set(rule, (this.refusals.get(rule) ?? 0) + 1);
    const often = rules.find((rule) => (this.refusals.get(rule) ?? 0) >= PATIENCE && this.rules[rule]?.step);
    return { fresh, lesson: often ?? null };
  }

  /** What was met for the first time in this game, said or not. */
  firsts() {
    return new Set([...this.told, ...this.waiting, ...this.news]);
  }

  /** What is worth practising, of what can be: what was refused, then what was new. */
  advice() {
    const refused = [...this.refusals.keys()].sort(
      (a, b) => Number(this.refusals.get(b)) - Number(this.refusals.get(a)),
    );
    const all = new Set([...refused, ...this.firsts()]);
    return [...all].filter((rule) => this.rules[rule]?.practice && !this.learner.known(rule)).slice(0, MOST);
  }
}

/** Is there a choice of this kind? @param {string[]} keys @param {string} [kind]  a key, or the beginning of one */
const has = (keys, kind) => Boolean(kind) && keys.some((key) => key.startsWith(String(kind)));
