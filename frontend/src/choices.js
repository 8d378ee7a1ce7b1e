/**
 * The legal moves as paths over keys. Picking filters them: in any order, or, in a game where the order
 * counts, key by key as a path has them (a piece, then where it goes).
 *
 * @import { ChoiceTable, Path } from "./types"
 */

const TURN = "turn:"; // how a key begins that says how a piece is to lie, as in engine/keys.py

/** @param {string} key */
export const isTurn = (key) => key.startsWith(TURN);

export class Choices {
  /**
   * @param {ChoiceTable} [table]
   * @param {{ordered?: boolean, completes?: boolean}} [ways]  how the game wants to be picked: see Game in engine/game.py
   */
  constructor({ keys = [], paths = [], lies = [], names = [] } = {}, { ordered = false, completes = true } = {}) {
    this.ordered = ordered;
    this.completes = completes;
    /** @type {Path[]} */
    this.paths = paths.map((path, i) => ({ keys: path.map((number) => keys[number]), lie: lies[i], name: names[i] }));
    /** Where in a path a key stands: keys of one role are alternatives. @type {Map<string, number>} */
    this.role = new Map();
    for (const path of this.paths) {
      for (const [role, key] of path.keys.entries()) this.role.set(key, role);
    }
  }

  /**
   * The moves that contain all that is picked; where the order counts, those that begin so.
   * @param {string[]} picks
   */
  matching(picks) {
    if (this.ordered) return this.paths.filter(({ keys }) => picks.every((key, at) => keys[at] === key));
    return this.paths.filter((path) => picks.every((key) => path.keys.includes(key)));
  }

  /**
   * The move that plays itself: the only one that these picks leave, unless the game wants every key picked.
   * @param {string[]} picks
   */
  sole(picks) {
    const paths = this.matching(picks);
    const [path] = paths;
    return paths.length === 1 && (this.completes || path.keys.length === picks.length) ? path : null;
  }

  /**
   * What may be picked now: "next", or "other" where it would replace a pick.
   * @param {string[]} picks
   */
  lit(picks) {
    /** @type {Map<string, "next" | "other">} */
    const lit = new Map();
    if (this.ordered) {
      for (const at of picks.keys()) for (const key of this.after(picks.slice(0, at))) lit.set(key, "other");
      for (const key of picks) lit.delete(key);
      for (const key of this.after(picks)) lit.set(key, "next");
      return lit;
    }
    if (picks.length) {
      const taken = new Set(picks.map((key) => this.role.get(key)));
      for (const [key, role] of this.role) if (taken.has(role)) lit.set(key, "other");
    }
    for (const path of this.matching(picks)) for (const key of path.keys) lit.set(key, "next");
    for (const key of picks) lit.delete(key);
    return lit;
  }

  /**
   * What may come right after these picks, where the order counts.
   * @param {string[]} picks
   */
  after(picks) {
    return new Set(this.matching(picks).flatMap(({ keys }) => keys.slice(picks.length, picks.length + 1)));
  }

  /**
   * The picks with one more; null if that key cannot be picked.
   * @param {string[]} picks
   * @param {string} key
   * @returns {string[] | null}
   */
  with(picks, key) {
    if (this.ordered) {
      if (this.after(picks).has(key)) return [...picks, key];
      return picks.length ? this.with(picks.slice(0, -1), key) : null; // in the place of an earlier one
    }
    if (this.matching([...picks, key]).length) return [...picks, key];
    const role = this.role.get(key);
    if (role === undefined || !picks.some((pick) => this.role.get(pick) === role)) return null;
    /** @type {string[]} */
    const kept = [];
    for (const pick of picks) {
      if (this.role.get(pick) !== role && this.matching([...kept, pick, key]).length) kept.push(pick);
    }
    return [...kept, key];
  }

  /**
   * The picks without one; where the order counts, without what was picked after it, too.
   * @param {string[]} picks
   * @param {string} key
   */
  without(picks, key) {
    return this.ordered ? picks.slice(0, picks.lastIndexOf(key)) : picks.filter((pick) => pick !== key);
  }

  /**
   * The key of the piece that is being moved: the first of a path.
   * @param {string[]} picks
   * @returns {string | undefined}
   */
  mover(picks) {
    if (this.ordered) return picks[0];
    return picks.find((key) => this.role.get(key) === 0);
  }

  /**
   * How the picked piece could lie, in degrees from how it does.
   * @param {string[]} picks
   */
  lies(picks) {
    const mover = this.mover(picks);
    const lies = mover ? this.matching([mover]).map(({ lie }) => lie) : [];
    return [...new Set(lies.filter((lie) => lie != null))].sort((a, b) => a - b);
  }

  /**
   * For each lit key, how much the picked piece must be turned for it: "0", "90" ...
   * @param {Map<string, unknown>} lit
   * @param {string[]} picks
   * @param {number} now  how it lies
   */
  fits(lit, picks, now) {
    /** @type {Map<string, string>} */
    const fits = new Map();
    const paths = this.lies(picks).length ? this.matching(picks) : [];
    for (const key of lit.keys()) {
      const lies = paths.filter(({ keys }) => keys.includes(key)).map(({ lie }) => lie);
      const turns = lies.filter((lie) => lie != null).map((lie) => (lie - now + 360) % 360);
      if (turns.length) fits.set(key, String(Math.min(...turns)));
    }
    return fits;
  }

  /**
   * What these moves have besides what is picked.
   * @param {Path[]} paths
   * @param {string[]} picks
   */
  left(paths, picks) {
    if (this.ordered) return [...new Set(paths.flatMap(({ keys }) => keys.slice(picks.length, picks.length + 1)))];
    return [...new Set(paths.flatMap(({ keys }) => keys))].filter((key) => !picks.includes(key));
  }
}
