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
const LIBRARY = "library.zip";
const SIZES = { [COMPILED]: 9.6e6, [LIBRARY]: 2.6e6 };
const WANTED = SIZES[COMPILED] + SIZES[LIBRARY];
const FETCHED = 0.9; // of all that there is to wait for
/** Where an answer begins that soon nobody waits for long: what is compiled while it comes is not copied to be counted. */
const QUICK = 100; // ms
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

let come = 0;

/** Fetch something large, and tell how much of it has come. @param {string} address */
async function fetchCounted(address) {
  const asked = performance.now();
  const response = await fetch(address);
  const quick = performance.now() - asked < QUICK;
  if (!quick || !address.endsWith(COMPILED)) void count(response.clone());
  return response;
}

/** @param {Response} copy */
async function count({ body }) {
  const reader = body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return;
    come += piece.value.length;
    tell({ progress: FETCHED * Math.min(1, come / WANTED) });
  }
}

/** @param {Response} response @returns {Promise<WebAssembly.Module>} */
async function compile(response) {
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer()); // a server that does not know such files
}

async function start() {
  const home = new URL(`${folder}/`, self.location.href).href;
  const library = new URL(`${LIBRARY}?v=${version}`, self.location.href).href;
  // Pyodide would ask for one after the other, and compile when it has read all of its script.
  const early = new Map([`${home}${COMPILED}`, library].map((address) => [address, fetchCounted(address)]));
  const fetched = self.fetch.bind(self);
  self.fetch = (address, init) => early.get(String(address)) ?? fetched(address, init);
  const compiled = /** @type {Promise<Response>} */ (early.get(`${home}${COMPILED}`)).then(compile);
  compiled.then(() => tell({ progress: FETCHED }), fail); // Pyodide would only say it in the console
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(`${home}pyodide.js`),
    import(`${home}pyodide.asm.js`),
  ]);
  const pyodide = await loadPyodide({
    createPyodideModule,
    indexURL: home,
    stdLibURL: library,
    env: { HOME: "/home/web_user", TZ: "UTC" },
  });
  tell({ progress: 0.95 });
  host = pyodide.pyimport("escale.widgets.worker_start").start(page);
  tell({ ready: true });
  hear();
}

/** @param {unknown} error */
const fail = (error) => tell({ failed: String(error) });

start().catch(fail);
