/**
 * A page's line to Python in a Web Worker: what `Line` (line.js) is to a kernel, where a page has no server. The worker
 * is started when somebody needs it; until it is there the page keeps what was said (places.js).
 *
 * @import { LineModel } from "./line.js"
 * @import { Message } from "./types"
 */

import { Signal } from "./line.js";
import { markStarting } from "./starting.js";

const FETCHED = 0.9; // of all that there is to wait for
const SLOW = 2000; // ms after which it is said what one waits for
/** A worker that the page has called before its scripts came, and what was heard of it: notebook-head.html. */
const EARLY = Symbol.for("escale/worker");
const WANTED = ["pointerover", "pointerdown", "focusin"];

/** Who answers a page, and where it is. @typedef {{kind: string, worker: string}} Answering */

export class WorkerLine {
  /**
   * @param {Answering} host
   * @param {{open?: () => void, lost?: () => void, slow?: (news: {phase: string, done: number}) => void}} [heard]  what the page says of it:
   *   it is there; it cannot be; so much of it has come, told from two seconds on
   */
  constructor({ worker }, { open = () => {}, lost = () => {}, slow = () => {} } = {}) {
    this.address = new URL(worker, location.href);
    this.heard = { open, lost, slow };
    /** By the id of their widget. @type {Map<string, LineModel>} */
    this.models = new Map();
    /** The widgets that the worker has been told of. @type {Set<string>} */
    this.opened = new Set();
    /** What Python does, as Jupyter calls it for a kernel. */
    this.status = "unknown";
    /** @type {Signal<[WorkerLine, string]>} */
    this.statusChanged = new Signal();
    /** @type {Worker | null} */
    this.worker = null;
    this.ready = false;
    /** Messages that it has not dealt with. */
    this.owed = 0;
    this.works = false;
    this.begun = 0;
    this.share = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.telling = undefined;
  }

  /** Call the worker; more than once does nothing. */
  start() {
    if (this.worker) return;
    markStarting(true);
    this.begun = Date.now();
    this.telling = setInterval(() => this.tell(), 250);
    const page = /** @type {any} */ (globalThis);
    /** @type {{worker: Worker, heard: any[]} | undefined} */
    const early = page[EARLY];
    delete page[EARLY];
    try {
      this.worker = early?.worker ?? new Worker(this.address, { type: "module" });
    } catch {
      this.fail();
      return;
    }
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = () => this.fail();
    for (const data of early?.heard ?? []) this.hear(data);
  }

  /** In a page that can do without for long: when a pointer or the focus comes to "try it" (lesson_markup.js). */
  startWhenWanted() {
    const look = (/** @type {Event} */ { target }) => {
      if (target instanceof Element && target.closest("[data-do=try]")) this.start();
    };
    for (const event of WANTED) document.addEventListener(event, look, { passive: true });
  }

  /** Somebody waits. */
  hurry() {
    this.start();
  }

  tell() {
    if (!this.ready && Date.now() - this.begun >= SLOW)
      this.heard.slow({ phase: this.share < FETCHED ? "fetch" : "start", done: this.share });
  }

  /** It cannot be started, or has broken. */
  fail() {
    clearInterval(this.telling);
    markStarting(false);
    if (this.ready) this.tellStatus("dead");
    else this.heard.lost();
  }

  /** @param {Record<string, any>} news */
  hear({ to, text, ready, progress, done, works, failed }) {
    if (to !== undefined) this.models.get(to)?.emit("msg:custom", JSON.parse(text));
    else if (progress !== undefined) this.share = Math.max(this.share, progress);
    else if (done) this.owed -= done;
    else if (works !== undefined) this.works = works;
    else if (failed !== undefined) {
      console.error(failed);
      this.fail();
      return;
    } else if (ready) this.open();
    if (this.ready) this.tellStatus(this.owed || this.works ? "busy" : "idle");
  }

  /** @param {string} status */
  tellStatus(status) {
    if (status === this.status || this.status === "dead") return;
    this.status = status;
    this.statusChanged.emit(this, status);
  }

  open() {
    clearInterval(this.telling);
    markStarting(false);
    this.ready = true;
    this.heard.open();
    for (const model of this.models.values()) model.opened();
  }

  /** @param {string} id  of a widget @param {Message} data */
  say(id, { method, content }) {
    if (method !== "custom" || !this.ready) return; // what a widget would keep is kept by nobody here
    if (!this.opened.has(id)) {
      this.opened.add(id);
      const place = /** @type {HTMLElement | null} */ (document.querySelector(`[data-widget="${CSS.escape(id)}"]`));
      this.post(id, { open: JSON.parse(place?.dataset.open ?? "{}") });
    }
    this.post(id, content);
  }

  /** @param {string} to @param {Message} message */
  post(to, message) {
    this.owed += 1;
    this.tellStatus("busy");
    this.worker?.postMessage({ to, text: JSON.stringify(message) });
  }
}
