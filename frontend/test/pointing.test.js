import assert from "node:assert/strict";
import { test } from "node:test";
import { ringOf, spokenOf, wayTo } from "../src/pointing.js";

const pieces = { "coins:0": ["c", "", "9"], "coins:1": ["c", "", "0"], "equal:1": ["e"], "equal:2": ["e"] };
const targets = { "hand:1": ["h", "one"], "hand:2": ["h", "two"], "row:1": ["r", "row"] };
const choices = { keys: ["hand:1", "say:pass"], paths: [[0], [1]] };
/** @type {any} */
const scene = { pieces, targets, choices };
const of = (/** @type {any} */ coach, /** @type {any} */ doing) => spokenOf({ section: "", coach }, scene, 0, doing);

test("a rule speaks of what it names: whose doing it was, what is seen, what can be chosen", () => {
  assert.deepEqual(of({ at: ["coins:{seat}"] }), ["coins:0"], "the learner's, where nobody has done anything");
  assert.deepEqual(of({ at: ["coins:{seat}"] }, { seat: 1, changed: new Set() }), ["coins:1"]);
  assert.deepEqual(of({ sight: "equal:" }), ["equal:1", "equal:2"]);
  assert.deepEqual(of({ sight: "equal:" }, { seat: 1, changed: new Set(["equal:2"]) }), ["equal:2"]);
  assert.deepEqual(of({ choice: "hand:" }), ["hand:1"], "not what is on the table and cannot be chosen");
  assert.deepEqual(of({ at: ["nothing:", "row:1"] }), ["row:1"]);
  assert.deepEqual(of(undefined), []);
});

test("a line goes where it meets no number, beside the board where there is room", () => {
  const board = { width: 400, height: 300 };
  const words = [/** @type {[number, number, number, number]} */ ([0, 50, 400, 100])];
  const none = { words: [], pieces: [], places: [] };
  const ring = ringOf([180, 200, 40, 40]);
  assert.deepEqual(ring, [176, 196, 48, 48]);
  assert.deepEqual(wayTo([ring], board, -5, none), [
    [200, -5],
    [200, 196],
  ]);
  const [from, bend, end] = wayTo([ring], board, -5, { ...none, words }, 40);
  assert.ok(from[0] < 0 || from[0] > 400, "beside the board");
  assert.equal(bend[1], end[1]);
  const within = wayTo([ring], board, 0, { ...none, words: [[21, 50, 358, 100]] })[0][0];
  assert.ok(within > 0 && (within < 21 || within > 379), "or at its edge");
});
