/**
 * The worker in which Python answers a page that has no server: starts Pyodide with our archive, hands messages to the
 * host (escale/widgets/worker.py), writes what it keeps into the browser's database, and tells the page nothing that is
 * not written yet. All in JSON text: what Pyodide makes of JavaScript's null is no None.
 *
 * The page sends `{to, text}`; it is told `{to, text}` and of the worker itself `{ready}`, `{progress}`, `{done}`,
 * `{works}`, `{failed}` (worker_line.js).
 */

import { TableLocks } from "./table_locks.js";
import { TablesDb, Taken } from "./tables_db.js";

/** What takes its time, and its bytes on the way, where nobody says how many there are. */
const COMPILED = "pyodide.asm.wasm";
const FETCHED = { [COMPILED]: 9.6e6, "library.zip": 2.6e6 };
/** What is compiled while it comes is handed on as it is where that is not for long: a copy to count by costs half a second. */
const QUICK = 400; // ms from the worker's begin to the first answer about it
const WIDE = 10; // Mbit/s, where the browser says how many there are
/** Messages before which a table's rows are read anew: another page may have written. */
const LOOKS = ["hello", "resume", "sign"];
const PRIVATE = "browser"; // reasons why nothing is kept: escale/engine/errors.py, NotKept
const FULL = "quota";

/** @typedef {{told: {to: string, text: string}[], rows: Map<string, string>}} Batch */

const options = new URL(self.location.href).searchParams;
const version = options.get("v") ?? "";
const folder = options.get("pyodide") ?? "";

/** @param {Record<string, any>} news */
const tell = (news) => self.postMessage(news);

const db = new TablesDb();
const locks = new TableLocks((token) => void turn(() => host.taken(token, "{}")));
/** Python's host. @type {any} */
let host = null;
/** What Python says and keeps in one turn. @type {Batch} */
let batch = { told: [], rows: new Map() };
/** The deliveries before this one. @type {Promise<void>} */
let delivered = Promise.resolve();
/** Rows that could not be written. @type {Map<string, string>} */
const unwritten = new Map();
let broken = false;

// --- turns: Python does something, then it is written, then it is told

/** @param {() => void} act  calls Python */
function turn(act) {
  const mine = { told: [], rows: new Map() };
  batch = mine;
  try {
    act();
  } catch (error) {
    tell({ failed: String(error) }); // Python itself: the host raises nothing
    return Promise.resolve();
  }
  delivered = delivered.then(() => deliver(mine));
  return delivered;
}

/** @param {Batch} batch */
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
      // After this delivery, which goes on: trouble never stops a game.
      queueMicrotask(() => turn(() => host.fail(reason(error), JSON.stringify([...rows.keys()]))));
    }
  }
  for (const message of told) tell(message);
  if (rows.size && !broken) locks.hold(JSON.parse(host.tokens()));
}

/** @param {unknown} error */
const reason = (error) => (error instanceof DOMException && error.name === "QuotaExceededError" ? FULL : PRIVATE);

/**
 * Another page plays at this table now: what was done here was not.
 * @param {string} token
 * @param {Batch["told"]} told
 */
async function refuse(token, told) {
  /** @type {Record<string, any[]>} */
  const asked = {};
  for (const { to, text } of told) {
    const { re } = JSON.parse(text);
    asked[to] ??= [];
    if (re != null) asked[to].push(re);
  }
  queueMicrotask(() => turn(() => host.taken(token, JSON.stringify(asked))));
}

// --- what comes from the page

/** @type {{to: string, text: string}[]} */
const waiting = [];
let hearing = false;

self.onmessage = ({ data }) => {
  waiting.push(data);
  hear();
};

/** One message after the other, since some have to wait for the database. */
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

/** Let Python know how the database is before it asks. @param {Record<string, any>} message */
async function prepare({ do: what, token }) {
  if (!LOOKS.includes(what) && !broken) return;
  try {
    if (broken) {
      await db.write(unwritten);
      unwritten.clear();
      broken = false;
      host.mend();
    }
    const tokens = [...new Set([...JSON.parse(host.tokens()), ...(typeof token === "string" ? [token] : [])])];
    const [rows, elsewhere] = await Promise.all([db.read(tokens), locks.elsewhere()]);
    host.refresh(JSON.stringify({ rows, elsewhere }));
  } catch (error) {
    if (error instanceof Taken) unwritten.delete(error.token);
    broken = true;
    host.fail(reason(error), "[]");
  }
}

// --- what Python asks for

const page = {
  post: (/** @type {string} */ to, /** @type {string} */ text) => void batch.told.push({ to, text }),
  keep: (/** @type {string} */ token, /** @type {string} */ row) => void batch.rows.set(token, row),
  wait: (/** @type {number} */ seconds, /** @type {number} */ number) => {
    setTimeout(() => {
      tell({ works: true });
      turn(() => host.tick(number));
      tell({ works: false });
    }, seconds * 1000);
  },
  /** The second archive, when something of it is imported: now, since an import does not wait. */
  rest: () => {
    const request = new XMLHttpRequest();
    request.open("GET", `rest.zip?v=${version}`, false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`rest.zip: ${request.status}`);
    return new Uint8Array(request.response);
  },
};

// --- the start

const isQuick = () => {
  const { downlink = WIDE } = /** @type {any} */ (navigator).connection ?? {};
  return performance.now() < QUICK && downlink >= WIDE;
};

/** Tell how much has come, whoever fetches it. */
function countFetched() {
  const fetched = self.fetch.bind(self);
  /** @type {Record<string, number>} */
  const counted = { ...FETCHED };
  const sum = () => Object.values(counted).reduce((all, size) => all + size, 0);
  let come = 0;
  self.fetch = async (address, init) => {
    const response = await fetched(address, init);
    if (response.url.includes(COMPILED) && isQuick()) delete counted[COMPILED];
    if (!Object.keys(counted).some((name) => response.url.includes(name))) return response;
    count(response.clone(), (bytes) => {
      come += bytes;
      tell({ progress: 0.9 * Math.min(1, come / sum()) });
    });
    return response;
  };
}

/** @param {Response} response @param {(bytes: number) => void} heard */
async function count({ body }, heard) {
  const reader = body?.getReader();
  for (;;) {
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
    env: { HOME: "/home/web_user", TZ: "UTC" },
  });
  tell({ progress: 0.95 });
  host = pyodide.pyimport("escale.widgets.worker_start").start(page);
  tell({ ready: true });
  hear();
}

start().catch((error) => tell({ failed: String(error) }));
