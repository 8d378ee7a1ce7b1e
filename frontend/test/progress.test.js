import assert from "node:assert/strict";
import { test } from "node:test";
import { doneByStars, progressOf } from "../src/progress.js";

/** @type {[string, number[]][]} */
const CARDS = [
  ["x/one", [2, 3]],
  ["x/two", [2]],
  ["x/three", []],
];

test("a lesson with all its stars is not completed, and a completed one needs no star", () => {
  const found = progressOf(CARDS, { "x/one": { 2: 1, 3: 1 } }, { "x/two": 1 });
  assert.deepEqual(
    found.lessons.map(({ stars, done }) => [stars, done]),
    [
      ["on", false],
      ["", true],
      ["", false],
    ],
  );
  assert.deepEqual([found.count, found.done, found.next], [1, 1, 0]);
});

test("what comes next is the first lesson that is not completed, with or without questions", () => {
  assert.equal(progressOf(CARDS, {}, {}).next, 0);
  assert.equal(progressOf(CARDS, { "x/two": { 2: 1 } }, { "x/one": 1 }).next, 1);
  assert.equal(progressOf(CARDS, {}, { "x/one": 1, "x/two": 1 }).next, 2);
  assert.equal(progressOf(CARDS, {}, { "x/one": 1, "x/two": 1, "x/three": 1 }).next, -1);
});

test("what is optional is counted, and never comes next", () => {
  const { next, done } = progressOf(CARDS, {}, { "x/one": 1, "x/two": 1 }, 2);
  assert.deepEqual([next, done], [-1, 2]);
  assert.deepEqual(progressOf(CARDS, {}, { "x/one": 1, "x/three": 1 }, 2).next, 1);
});

test("a pale star is for some of the questions", () => {
  assert.equal(progressOf(CARDS, { "x/one": { 3: 1 } }, {}).lessons[0].stars, "some");
});

test("for somebody of before, a lesson with a star counts as completed", () => {
  assert.deepEqual(doneByStars({ "x/one": { 2: 1 }, "x/two": {}, "x/three": null }), { "x/one": 1 });
});
