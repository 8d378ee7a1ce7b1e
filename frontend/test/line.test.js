import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Line, LineModel } from "../src/line.js";

/** @type {Socket[]} */
let sockets = [];

class Socket {
  static OPEN = 1;
  readyState = 0;
  /** @type {string[]} */
  sent = [];

  constructor() {
    sockets.push(this);
  }

  /** @param {string} text */
  send(text) {
    const { content } = JSON.parse(text).content.data;
    this.sent.push(content.id ?? content.do);
  }

  open() {
    this.readyState = 1;
    /** @type {any} */ (this).onopen();
  }

  break() {
    this.readyState = 3;
    /** @type {any} */ (this).onclose();
  }

  /** @param {Record<string, any>} content */
  tell(content) {
    const told = { comm_id: "w", data: { method: "custom", content } };
    /** @type {any} */ (this).onmessage({
      data: JSON.stringify({ channel: "iopub", header: { msg_type: "comm_msg" }, content: told }),
    });
  }
}

/** A table's model on a line that is open. */
function opened() {
  const line = new Line("http://here/channels");
  const model = new LineModel(line, "w", {}, () => ({ do: "sync" }));
  line.connect();
  sockets[0].open();
  return { line, model };
}

beforeEach(() => {
  sockets = [];
  /** @type {any} */ (globalThis).WebSocket = Socket;
});

test("what has no answer when the line breaks is said again, what has one is not", () => {
  const { line, model } = opened();
  model.send({ do: "move", id: "a" });
  sockets[0].tell({ kind: "frames", re: "a" });
  model.send({ do: "move", id: "b" });
  sockets[0].break();
  model.send({ do: "hint", id: "c" }); // somebody waits: the line is opened again at once
  sockets[1].open();
  assert.deepEqual(sockets[1].sent, ["sync", "b", "c"]);
  sockets[1].tell({ kind: "beat", re: "b" });
  sockets[1].break();
  clearTimeout(line.again);
  line.connect();
  sockets[2].open();
  assert.deepEqual(sockets[2].sent, ["sync", "c"]);
});

test("what wants no answer is said once", () => {
  const { line, model } = opened();
  model.send({ do: "sign" });
  sockets[0].break();
  clearTimeout(line.again);
  line.connect();
  sockets[1].open();
  assert.deepEqual(sockets[1].sent, ["sync"]);
});
