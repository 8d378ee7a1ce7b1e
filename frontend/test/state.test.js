import assert from "node:assert/strict";
import { test } from "node:test";
import { State } from "../src/state.js";

const TABLE = { seat: 0, log: [], scene: { pieces: {}, targets: {}, seats: [], words: [] } };
const said = (text, head = {}) => ({ add: [[text, []]], ...head });

/** What is heard at once, time after time, until nothing is left to be shown. */
function heard(frames) {
  const state = Object.assign(new State({}), { shown: TABLE, queue: [...frames] });
  const times = [];
  while (state.queue.length) {
    const frame = state.unseen();
    state.shown = frame.after ?? { ...state.shown, ...frame };
    times.push(frame.add.map(([text]) => text).join(" "));
  }
  return times;
}

test("frames that nobody looks at are shown at once, also those of several moves", () => {
  assert.deepEqual(heard([said("one"), said("two", { seat: 0 }), said("three"), said("four", { seat: 0 })]), [
    "one two three four",
  ]);
});

test("what was said to one person is not said again when the next one looks", () => {
  const frames = [said("mine", { seat: 0 }), said("mine too"), said("yours", { seat: 1 }), said("and", { seat: 1 })];
  assert.deepEqual(heard(frames), ["mine mine too", "yours", "and"]);
});
