/**
 * Which page has a table open: by the browser's own locks, which end with their page, however it ends. Where there are
 * none (plain http), nobody knows, and signs of life have to do (escale/widgets/worker_store.py).
 */

const PREFIX = "escale/table/";

export class TableLocks {
  /** @param {(token: string) => void} lost  another page has taken a table over */
  constructor(lost) {
    this.lost = lost;
    /** How to let go of those that are held here. @type {Map<string, () => void>} */
    this.held = new Map();
  }

  /** The tables that other pages have open; null where nobody knows. @returns {Promise<string[] | null>} */
  async elsewhere() {
    if (!navigator.locks) return null;
    const { held = [] } = await navigator.locks.query();
    const tokens = held.map(({ name = "" }) => name).filter((name) => name.startsWith(PREFIX));
    return tokens.map((name) => name.slice(PREFIX.length)).filter((token) => !this.held.has(token));
  }

  /** These are the ones that are played at here: what is written is ours, so its lock is, too. @param {string[]} tokens */
  hold(tokens) {
    if (!navigator.locks) return;
    for (const [token, release] of this.held) if (!tokens.includes(token)) release();
    for (const token of tokens) if (!this.held.has(token)) this.take(token);
  }

  /** @param {string} token */
  take(token) {
    const until = /** @type {Promise<void>} */ (
      new Promise((done) => {
        this.held.set(token, () => {
          this.held.delete(token);
          done();
        });
      })
    );
    navigator.locks
      .request(PREFIX + token, { steal: true }, () => until)
      .catch(() => {
        if (this.held.delete(token)) this.lost(token);
      });
  }
}
