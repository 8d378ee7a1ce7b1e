/**
 * A page's own line to its kernel: one websocket, on which the widgets of this page are spoken to in
 * Jupyter's messages. A page of the app has everything else already, so Jupyter's scripts, which weigh
 * ten times as much as ours, are loaded only where a notebook has widgets that are not ours (page.js).
 *
 * What may pass is decided by the server (escale/app/server/channels.py).
 *
 * @import { Message, Model } from "./types"
 */

const PAUSES = [250, 500, 1000, 2000, 4000, 8000]; // ms before it is tried again, the last one for ever
const GIVEN_UP = 3; // failures in a row after which somebody is told

/** A name that nobody else has; `randomUUID` is not there without https. */
function newName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What can be listened to. @template {any[]} T */
export class Signal {
  constructor() {
    /** @type {Set<(...args: T) => void>} */
    this.slots = new Set();
  }

  /** @param {(...args: T) => void} slot */
  connect(slot) {
    this.slots.add(slot);
  }

  /** @param {(...args: T) => void} slot */
  disconnect(slot) {
    this.slots.delete(slot);
  }

  /** @param {T} args */
  emit(...args) {
    for (const slot of [...this.slots]) slot(...args);
  }
}

/** A message as it goes out, and the id by which it is answered. @typedef {{message: string, id?: string}} Said */

export class Line {
  /**
   * @param {string} address  of the kernel's channels, http or https
   * @param {{open?: () => void, lost?: () => void}} [heard]  what the page says of it
   */
  constructor(address, { open = () => {}, lost = () => {} } = {}) {
    this.session = newName();
    this.address = `${address.replace(/^http/, "ws")}?session_id=${this.session}`;
    this.heard = { open, lost };
    /** By the id of their widget. @type {Map<string, LineModel>} */
    this.models = new Map();
    /** What the kernel does, as Jupyter calls it. */
    this.status = "unknown";
    /** @type {Signal<[Line, string]>} */
    this.statusChanged = new Signal();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** What was said while nobody could hear it. @type {Said[]} */
    this.waiting = [];
    /**
     * What was said and wants an answer, by its id: if the line breaks, nobody knows whether it was heard, and it is
     * said again. A table does it once.
     * @type {Map<string, Said>}
     */
    this.unanswered = new Map();
    this.failures = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.again = undefined;
    this.left = false;
  }

  /** Until the page is left. */
  start() {
    this.connect();
    addEventListener("online", () => this.hurry());
    addEventListener("pagehide", ({ persisted }) => {
      this.left = !persisted;
    });
  }

  /** Somebody waits: do not sit out the pause. */
  hurry() {
    if (!this.socket && !this.left) this.connect();
  }

  connect() {
    clearTimeout(this.again);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      const again = [...this.unanswered.values()];
      this.failures = 0;
      this.heard.open();
      for (const model of this.models.values()) model.opened();
      for (const said of [...again, ...this.waiting.splice(0)]) this.pass(socket, said);
    };
    socket.onmessage = ({ data }) => void (typeof data === "string" && this.hear(JSON.parse(data)));
    socket.onclose = () => {
      this.socket = null;
      if (this.left) return;
      const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
      this.failures += 1;
      if (this.failures === GIVEN_UP) this.heard.lost();
      this.again = setTimeout(() => this.connect(), pause);
    };
  }

  /** @param {string} comm  the id of a widget @param {Message} data */
  say(comm, data) {
    const header = { msg_id: newName(), msg_type: "comm_msg", session: this.session, username: "", version: "5.3" };
    const content = { comm_id: comm, data };
    const message = JSON.stringify({ channel: "shell", header, parent_header: {}, metadata: {}, content });
    const said = { message, id: data.content?.id };
    if (this.socket?.readyState === WebSocket.OPEN) this.pass(this.socket, said);
    else {
      this.waiting.push(said);
      this.hurry();
    }
  }

  /** @param {WebSocket} socket @param {Said} said */
  pass(socket, said) {
    socket.send(said.message);
    if (said.id) this.unanswered.set(said.id, said);
  }

  /** @param {Message} message */
  hear({ channel, header, content }) {
    if (channel !== "iopub") return;
    if (header.msg_type === "status") {
      this.status = content.execution_state;
      this.statusChanged.emit(this, this.status);
    } else if (header.msg_type === "comm_msg" && content.data.method === "custom") {
      this.unanswered.delete(content.data.content.re);
      this.models.get(content.comm_id)?.emit("msg:custom", content.data.content);
    }
  }
}

/** A widget's model, as far as ours use one. @implements {Model} */
export class LineModel {
  /**
   * @param {Line} line
   * @param {string} id  of the widget
   * @param {Record<string, any>} state
   * @param {((state: Record<string, any>) => Message) | null} opening  what is sent whenever the line opens:
   *   something may have been missed
   */
  constructor(line, id, state, opening = null) {
    this.line = line;
    this.id = id;
    this.state = state;
    this.opening = opening;
    this.widget_manager = { kernel: line };
    /** @type {Map<string, Signal<any[]>>} */
    this.signals = new Map();
    /** What was set and is not saved yet. @type {Record<string, any>} */
    this.changes = {};
    line.models.set(id, this);
  }

  opened() {
    if (this.opening) this.send(this.opening(this.state));
  }

  /** @param {string} name */
  get(name) {
    return this.state[name];
  }

  /** @param {string | Record<string, any>} name @param {any} [value] */
  set(name, value) {
    const values = typeof name === "string" ? { [name]: value } : name;
    Object.assign(this.state, values);
    Object.assign(this.changes, values);
    for (const changed of Object.keys(values)) this.emit(`change:${changed}`);
  }

  save_changes() {
    this.line.say(this.id, { method: "update", state: this.changes });
    this.changes = {};
  }

  /** @param {Message} message */
  send(message) {
    this.line.say(this.id, { method: "custom", content: message });
  }

  /** @param {string} name @param {(...args: any[]) => void} listener */
  on(name, listener) {
    if (!this.signals.has(name)) this.signals.set(name, new Signal());
    this.signals.get(name)?.connect(listener);
  }

  /** @param {string} name @param {(...args: any[]) => void} listener */
  off(name, listener) {
    this.signals.get(name)?.disconnect(listener);
  }

  /** @param {string} name @param {any[]} args */
  emit(name, ...args) {
    this.signals.get(name)?.emit(...args);
  }
}
