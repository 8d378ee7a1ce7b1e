// Made from frontend/src by `make bundle`: change it there.

// src/table_locks.js
var PREFIX = "escale/table/";
var TableLocks = class {
  /** @param {(token: string) => void} lost  another page has taken a table over */
  constructor(lost) {
    this.lost = lost;
    this.held = /* @__PURE__ */ new Map();
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
    const until = (
      /** @type {Promise<void>} */
      new Promise((done) => {
        this.held.set(token, () => {
          this.held.delete(token);
          done();
        });
      })
    );
    navigator.locks.request(PREFIX + token, { steal: true }, () => until).catch(() => {
      if (this.held.delete(token)) this.lost(token);
    });
  }
};

// src/tables_db.js
var DATABASE = "escale";
var ROWS = "tables";
var Taken = class extends Error {
  /** @param {string} token */
  constructor(token) {
    super(token);
    this.token = token;
  }
};
var result = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});
var committed = (transaction) => new Promise((done, fail) => {
  transaction.oncomplete = () => done();
  transaction.onabort = () => fail(transaction.error);
});
var TablesDb = class {
  constructor() {
    this.opening = null;
    this.known = /* @__PURE__ */ new Map();
  }
  /** @returns {Promise<IDBDatabase>} */
  open() {
    this.opening ??= this.opened().catch((error) => {
      this.opening = null;
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
    database.onclose = forget;
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
    done.catch(() => {
    });
    const store = transaction.objectStore(ROWS);
    const versions = /* @__PURE__ */ new Map();
    for (const [token, row] of rows) {
      const there = await result(store.get(token));
      if (there && there.version !== this.known.get(token)) {
        transaction.abort();
        throw new Taken(token);
      }
      const version2 = (there?.version ?? this.known.get(token) ?? 0) + 1;
      if (row) store.put({ token, version: version2, row });
      else store.delete(token);
      versions.set(token, version2);
    }
    await done;
    for (const [token, version2] of versions) this.known.set(token, version2);
  }
};

// src/worker.js
var FETCHED = { "pyodide.asm.wasm": 96e5, "library.zip": 26e5 };
var LOOKS = ["hello", "resume", "sign"];
var PRIVATE = "browser";
var FULL = "quota";
var options = new URL(self.location.href).searchParams;
var version = options.get("v") ?? "";
var folder = options.get("pyodide") ?? "";
var tell = (news) => self.postMessage(news);
var db = new TablesDb();
var locks = new TableLocks((token) => void turn(() => host.taken(token, "{}")));
var host = null;
var batch = { told: [], rows: /* @__PURE__ */ new Map() };
var delivered = Promise.resolve();
var unwritten = /* @__PURE__ */ new Map();
var broken = false;
function turn(act) {
  const mine = { told: [], rows: /* @__PURE__ */ new Map() };
  batch = mine;
  try {
    act();
  } catch (error) {
    tell({ failed: String(error) });
    return Promise.resolve();
  }
  delivered = delivered.then(() => deliver(mine));
  return delivered;
}
async function deliver({ told, rows }) {
  if (rows.size) {
    try {
      await db.write(rows);
    } catch (error) {
      if (error instanceof Taken) {
        await refuse(error.token, told);
        return;
      }
      for (const [token, row] of rows) unwritten.set(token, row);
      broken = true;
      queueMicrotask(() => turn(() => host.fail(reason(error), JSON.stringify([...rows.keys()]))));
    }
  }
  for (const message of told) tell(message);
  if (rows.size && !broken) locks.hold(JSON.parse(host.tokens()));
}
var reason = (error) => error instanceof DOMException && error.name === "QuotaExceededError" ? FULL : PRIVATE;
async function refuse(token, told) {
  const asked = {};
  for (const { to, text } of told) {
    const { re } = JSON.parse(text);
    asked[to] ??= [];
    if (re != null) asked[to].push(re);
  }
  queueMicrotask(() => turn(() => host.taken(token, JSON.stringify(asked))));
}
var waiting = [];
var hearing = false;
self.onmessage = ({ data }) => {
  waiting.push(data);
  hear();
};
async function hear() {
  if (hearing || !host) return;
  hearing = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { to, text } = next;
    await prepare(JSON.parse(text));
    await turn(() => host.receive(to, text));
    tell({ done: 1 });
  }
  hearing = false;
}
async function prepare({ do: what, token }) {
  if (!LOOKS.includes(what) && !broken) return;
  try {
    if (broken) {
      await db.write(unwritten);
      unwritten.clear();
      broken = false;
      host.mend();
    }
    const tokens = [.../* @__PURE__ */ new Set([...JSON.parse(host.tokens()), ...typeof token === "string" ? [token] : []])];
    const [rows, elsewhere] = await Promise.all([db.read(tokens), locks.elsewhere()]);
    host.refresh(JSON.stringify({ rows, elsewhere }));
  } catch (error) {
    if (error instanceof Taken) unwritten.delete(error.token);
    broken = true;
    host.fail(reason(error), "[]");
  }
}
var page = {
  post: (to, text) => void batch.told.push({ to, text }),
  keep: (token, row) => void batch.rows.set(token, row),
  wait: (seconds, number) => {
    setTimeout(() => {
      tell({ works: true });
      turn(() => host.tick(number));
      tell({ works: false });
    }, seconds * 1e3);
  },
  /** The second archive, when something of it is imported: now, since an import does not wait. */
  rest: () => {
    const request = new XMLHttpRequest();
    request.open("GET", `rest.zip?v=${version}`, false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`rest.zip: ${request.status}`);
    return new Uint8Array(request.response);
  }
};
function countFetched() {
  const fetched = self.fetch.bind(self);
  const all = Object.values(FETCHED).reduce((sum, size) => sum + size, 0);
  let come = 0;
  self.fetch = async (address, init) => {
    const response = await fetched(address, init);
    if (!Object.keys(FETCHED).some((name) => response.url.includes(name))) return response;
    count(response.clone(), (bytes) => {
      come += bytes;
      tell({ progress: 0.9 * Math.min(1, come / all) });
    });
    return response;
  };
}
async function count({ body }, heard) {
  const reader = body?.getReader();
  for (; ; ) {
    const piece = await reader?.read();
    if (!piece || piece.done) return;
    heard(piece.value.length);
  }
}
async function start() {
  countFetched();
  const home = new URL(`${folder}/`, self.location.href).href;
  const { loadPyodide } = await import(`${home}pyodide.mjs`);
  const pyodide = await loadPyodide({
    indexURL: home,
    stdLibURL: new URL(`library.zip?v=${version}`, self.location.href).href,
    env: { HOME: "/home/web_user", TZ: "UTC" }
  });
  tell({ progress: 0.95 });
  host = pyodide.pyimport("escale.widgets.worker_start").start(page);
  tell({ ready: true });
  hear();
}
start().catch((error) => tell({ failed: String(error) }));
