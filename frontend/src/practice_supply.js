/**
 * Where exercises come from: those that came with the page, and a kernel that makes more, if there is
 * one. Each is asked once; when there are no others, the one that was asked longest ago comes again.
 *
 * A misconception is found out only where an exercise offers it. So the supply knows which ones were
 * offered, and takes, or has made, exercises that offer others: those about the rule that is asked for,
 * else any. When all were offered it begins anew. Of what was lately asked in the same way it takes less: a session
 * of nothing but "whose turn is it?" would be dull.
 *
 * @import { Exercise, Send } from "./types"
 */

/**
 * The exercises of a table that came column by column.
 * @param {Record<string, any[]>} columns
 * @returns {Exercise[]}
 */
export function rowsOf(columns) {
  const names = Object.keys(columns).filter((name) => columns[name].length);
  const row = (/** @type {number} */ i) =>
    Object.fromEntries(names.map((name) => [name, columns[name][i] ?? undefined]));
  return /** @type {any} */ ((columns.rule ?? []).map((_, i) => row(i)));
}

const LATELY = 8; // exercises: a session

/** How often something is among others. @param {string | undefined} form @param {string[]} forms */
const times = (form, forms) => (form ? forms.slice(-LATELY).filter((one) => one === form).length : 0);

export class Supply {
  /**
   * @param {Exercise[]} stock  what has come with the page
   * @param {Record<string, string[]>} [ideas]  by rule, the misconceptions about it
   */
  constructor(stock, ideas = {}) {
    this.ideas = ideas;
    /** The misconceptions that were offered. @type {Set<string>} */
    this.offered = new Set();
    /** By rule, what has not been asked. @type {Map<string, Exercise[]>} */
    this.fresh = new Map();
    /** By rule, what has been, the oldest first. @type {Map<string, Exercise[]>} */
    this.used = new Map();
    /** Those who wait for an exercise, by its rule. @type {Map<string, ((exercise: Exercise) => void)[]>} */
    this.waiting = new Map();
    /** @type {Send | null} */
    this.send = null;
    /** By how many the kernel was asked. */
    this.asked = 0;
    /** In which ways something was asked. @type {string[]} */
    this.forms = [];
    for (const exercise of stock) this.put(exercise);
  }

  /** @param {Map<string, any[]>} table @param {string} rule @returns {any[]} */
  static row(table, rule) {
    if (!table.has(rule)) table.set(rule, []);
    return /** @type {any[]} */ (table.get(rule));
  }

  /** The rules of which there is an exercise that was not asked. */
  get there() {
    return [...this.fresh].flatMap(([rule, exercises]) => (exercises.length ? [rule] : []));
  }

  /** @param {Exercise} exercise */
  put(exercise) {
    const take = Supply.row(this.waiting, exercise.rule).shift();
    if (take) this.hand(exercise, take);
    else Supply.row(this.fresh, exercise.rule).push(exercise);
  }

  /** @param {Exercise} exercise @param {(exercise: Exercise) => void} take */
  hand(exercise, take) {
    Supply.row(this.used, exercise.rule).push(exercise);
    if (exercise.form) this.forms.push(exercise.form);
    for (const idea of exercise.offers ?? []) this.offered.add(idea);
    take(exercise);
  }

  /** The misconceptions that were not offered yet. */
  get open() {
    const every = Object.values(this.ideas).flat();
    const open = every.filter((idea) => !this.offered.has(idea));
    if (open.length) return open;
    this.offered.clear();
    return every;
  }

  /** Those that an exercise of this rule should offer: its own, else any. @param {string} rule */
  wanted(rule) {
    const { open } = this;
    const own = open.filter((idea) => this.ideas[rule]?.includes(idea));
    return own.length ? own : open;
  }

  /**
   * Whoever is wrong in this one may believe more of what it offers than was seen.
   * @param {Exercise} exercise
   * @param {string[]} [seen]  the rules that the answer got wrong
   */
  doubt({ kind, offers = [] }, seen = []) {
    const shown = seen.flatMap((rule) => this.ideas[rule] ?? []);
    if (kind === "what") for (const idea of offers) if (!shown.includes(idea)) this.offered.delete(idea);
  }

  /** How many of these an exercise offers. @param {Exercise} exercise @param {string[]} wanted */
  static worth({ offers = [] }, wanted) {
    return offers.filter((idea) => wanted.includes(idea)).length;
  }

  /**
   * Where that is which offers most of these, less how often its like was asked; -1 if there is none.
   * @param {Exercise[]} exercises
   * @param {string[]} wanted
   * @param {string[]} forms
   */
  static best(exercises, wanted, forms) {
    const worth = exercises.map((one) => Supply.worth(one, wanted) - times(one.form, forms));
    return worth.indexOf(Math.max(...worth));
  }

  /**
   * These rules in the order in which their exercises offer most of what was not offered yet. Of a rule whose
   * exercises are still to be made, one misconception about it counts.
   * @param {string[]} rules
   */
  telling(rules) {
    let { open } = this;
    const [left, forms] = [[...rules], [...this.forms]];
    /** @type {string[]} */
    const order = [];
    while (left.length) {
      const best = left.map((rule) => {
        const fresh = Supply.row(this.fresh, rule);
        const made = { offers: (this.ideas[rule] ?? []).filter((idea) => open.includes(idea)).slice(0, 1) };
        return /** @type {Exercise} */ (fresh[Supply.best(fresh, open, forms)] ?? made);
      });
      const at = Supply.best(best, open, forms);
      const { offers = [], form } = best[at];
      open = open.filter((idea) => !offers.includes(idea));
      if (form) forms.push(form);
      order.push(...left.splice(at, 1));
    }
    return order;
  }

  /**
   * An exercise for a rule: at once if there is one, else when the kernel has made it.
   * @param {string} rule
   * @param {(exercise: Exercise) => void} take
   */
  get(rule, take) {
    const [fresh, used] = [Supply.row(this.fresh, rule), Supply.row(this.used, rule)];
    const [best] = fresh.length ? fresh.splice(Supply.best(fresh, this.wanted(rule), this.forms), 1) : [];
    const one = best ?? (this.send ? undefined : used.shift());
    if (one) this.hand(one, take);
    else Supply.row(this.waiting, rule).push(take);
    if (!fresh.length) this.ask(rule);
  }

  /** @param {string} rule */
  ask(rule) {
    this.asked += 1;
    this.send?.({ do: "more", rule, seed: Math.floor(Math.random() * 2 ** 31), ideas: this.wanted(rule) });
  }

  /** Somebody makes exercises from now on. @param {Send} send */
  connect(send) {
    this.send = send;
    for (const [rule, waiting] of this.waiting) for (const _ of waiting) this.ask(rule);
  }
}
