/**
 * The legal moves as paths over keys. Picking filters them, in any order.
 *
 * @import { ChoiceTable, Path } from "./types"
 */

export class Choices {
  /** @param {ChoiceTable} [table] */
  constructor({ keys = [], paths = [], lies = [] } = {}) {
    /** @type {Path[]} */
    this.paths = paths.map((path, i) => ({ keys: path.map((number) => keys[number]), lie: lies[i] }));
    /** Where in a path a key stands: keys of one role are alternatives. @type {Map<string, number>} */
    this.role = new Map();
    for (const path of this.paths) {
      for (const [role, key] of path.keys.entries()) this.role.set(key, role);
    }
  }

  /**
   * The moves that contain all that is picked.
   * @param {string[]} picks
   */
  matching(picks) {
    return this.paths.filter((path) => picks.every((key) => path.keys.includes(key)));
  }

  /**
   * What may be picked now: "next", or "other" where it would replace a pick.
   * @param {string[]} picks
   */
  lit(picks) {
    /** @type {Map<string, "next" | "other">} */
    const lit = new Map();
    if (picks.length) {
      const taken = new Set(picks.map((key) => this.role.get(key)));
      for (const [key, role] of this.role) if (taken.has(role)) lit.set(key, "other");
    }
    for (const path of this.matching(picks)) for (const key of path.keys) lit.set(key, "next");
    for (const key of picks) lit.delete(key);
    return lit;
  }

  /**
   * The picks with one more; null if that key cannot be picked.
   * @param {string[]} picks
   * @param {string} key
   */
  with(picks, key) {
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
   * The key of the piece that is being moved: the first of a path.
   * @param {string[]} picks
   */
  mover(picks) {
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
    return [...new Set(paths.flatMap(({ keys }) => keys))].filter((key) => !picks.includes(key));
  }
}
