/**
 * The tables in this browser's database: a row a table, by its token. Used by the worker, which plays at them, and by
 * the shelf, which asks which are there. A row has a version, so that of two pages that write the second one notices.
 */

const DATABASE = "escale";
const ROWS = "tables";

/** @typedef {{token: string, version: number, row: string}} Row */

/** Somebody else has written a row in between. */
export class Taken extends Error {
  /** @param {string} token */
  constructor(token) {
    super(token);
    this.token = token;
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

/** When it is on the disk, as far as a browser says so. @param {IDBTransaction} transaction @returns {Promise<void>} */
const committed = (transaction) =>
  new Promise((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error);
  });

export class TablesDb {
  constructor() {
    /** @type {Promise<IDBDatabase> | null} */
    this.opening = null;
    /** The version of each row that this page has read or written last. @type {Map<string, number>} */
    this.known = new Map();
  }

  /** @returns {Promise<IDBDatabase>} */
  open() {
    this.opening ??= this.opened().catch((error) => {
      this.opening = null; // it may be there later
      throw error;
    });
    return this.opening;
  }

  async opened() {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(ROWS, { keyPath: "token" });
    const database = await result(request);
    const forget = () => {
      this.opening = null;
    };
    database.onclose = forget; // cleared by its owner
    database.onversionchange = () => {
      database.close();
      forget();
    };
    return database;
  }

  /** A transaction; a database that has been closed meanwhile is opened again. @param {IDBTransactionMode} mode */
  async begin(mode) {
    try {
      return (await this.open()).transaction(ROWS, mode);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
      this.opening = null;
      return (await this.open()).transaction(ROWS, mode);
    }
  }

  /**
   * These rows as they are now; null for those that are not there.
   * @param {string[]} tokens
   * @returns {Promise<Record<string, string | null>>}
   */
  async read(tokens) {
    const rows = (await this.begin("readonly")).objectStore(ROWS);
    /** @type {(Row | undefined)[]} */
    const found = await Promise.all(tokens.map((token) => result(rows.get(token))));
    for (const row of found) if (row) this.known.set(row.token, row.version);
    return Object.fromEntries(tokens.map((token, i) => [token, found[i]?.row ?? null]));
  }

  /**
   * Write these rows, all or none ("" deletes one); raises `Taken`, or what the browser says.
   * @param {Map<string, string>} rows
   */
  async write(rows) {
    const transaction = await this.begin("readwrite");
    const done = committed(transaction);
    done.catch(() => {}); // looked at below
    const store = transaction.objectStore(ROWS);
    const versions = new Map();
    for (const [token, row] of rows) {
      /** @type {Row | undefined} */
      const there = await result(store.get(token));
      if (there && there.version !== this.known.get(token)) {
        transaction.abort();
        throw new Taken(token);
      }
      const version = (there?.version ?? this.known.get(token) ?? 0) + 1;
      if (row) store.put({ token, version, row });
      else store.delete(token);
      versions.set(token, version);
    }
    await done;
    for (const [token, version] of versions) this.known.set(token, version);
  }
}

/** Which of these tables are in this browser's database. @param {string[]} tokens @returns {Promise<string[]>} */
export async function keptTables(tokens) {
  try {
    const rows = await new TablesDb().read(tokens);
    return tokens.filter((token) => rows[token] !== null);
  } catch {
    return [];
  }
}
