import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOfLesson, inOrder, merge, together, translated } from "../src/frames.js";

const scene = {
  pieces: { a: ["hand/1", "card-1"], b: ["hand/2", "card-2"] },
  targets: { x: ["hand/1", "the 1"], y: ["hand/2", "the 2"] },
  seats: [
    ["Ana", "red", "1"],
    ["Bob", "blue", "2"],
  ],
  heading: "Round 1",
  status: "Ana plays.",
  words: ["one", "two"],
  choices: {},
};
const table = { ply: 3, seat: 0, lang: "en", scene, log: [["first", []]] };

test("a row that comes stands for the old one, and null takes it away", () => {
  const after = merge(table, { scene: { pieces: { a: ["table/1", "card-1"], b: null, c: ["hand/2"] } } });
  assert.deepEqual(after.scene.pieces, { a: ["table/1", "card-1"], c: ["hand/2"] });
});

test("what a frame does not speak of stays the very same", () => {
  const after = merge(table, { ply: 4, scene: { status: "Bob plays." } });
  assert.equal(after.ply, 4);
  assert.equal(after.scene.status, "Bob plays.");
  assert.equal(after.scene.pieces, scene.pieces);
  assert.equal(after.log, table.log);
});

test("the old table is left as it was", () => {
  const before = structuredClone(table);
  merge(table, { scene: { pieces: { a: null }, seats: { 0: ["Ana", "red", "9"] } }, add: [["second", []]] });
  assert.deepEqual(table, before);
});

test("frames that are shown at once lead where they lead one by one, and say all that has changed", () => {
  const frames = [
    {
      scene: { pieces: { a: ["table/1", "card-1"], c: ["air"] }, status: "Bob plays." },
      add: [["second", []]],
      ply: 4,
    },
    { scene: { pieces: { b: null, c: null }, targets: { x: null } } },
    { scene: { seats: { 0: ["Ana", "red", "9"] } }, add: [["third", []]], seat: 0 },
  ];
  const { after, ...once } = together(table, frames);
  assert.deepEqual(after, frames.reduce(merge, table));
  assert.deepEqual(Object.keys(once.scene.pieces), ["a", "c", "b"]);
  assert.deepEqual(Object.keys(once.scene).sort(), ["pieces", "seats", "status", "targets"]);
  assert.deepEqual(once.add, [
    ["second", []],
    ["third", []],
  ]);
  assert.equal(once.seat, 0);
  assert.equal(together(table, frames.slice(0, 1)), frames[0]);
});

test("the log keeps so many lines and then goes on", () => {
  const after = merge(table, { keep: 0, add: [["again", ["R-1"]]] });
  assert.deepEqual(after.log, [["again", ["R-1"]]]);
});

test("a list changes by numbers and gets shorter or longer", () => {
  assert.deepEqual(merge(table, { scene: { words: { length: 1 } } }).scene.words, ["one"]);
  const longer = merge(table, { scene: { words: { 1: "TWO", 2: "three", length: 3 } } });
  assert.deepEqual(longer.scene.words, ["one", "TWO", "three"]);
});

test("new targets stand where the order says", () => {
  const after = merge(table, { scene: { targets: { z: ["hand/0", "the 0"] }, order: [["", "z"]] } });
  assert.deepEqual(Object.keys(after.scene.targets), ["z", "x", "y"]);
  assert.deepEqual(Object.keys(inOrder({ a: 1, b: 2, c: 3 }, [["a", "c"]])), ["a", "c", "b"]);
});

test("another language says only what differs", () => {
  const fr = { title: "Le but", steps: [{ text: "un" }, { text: "deux" }] };
  const en = translated(fr, { "~": { title: "The goal", steps: { "~": { 1: { "~": { text: "two" } } } } } });
  assert.deepEqual(en, { title: "The goal", steps: [{ text: "un" }, { text: "two" }] });
  assert.equal(translated(fr, fr), fr);
});

test("a lesson's own narrow layout stands in the place of the game's, the others stay", () => {
  const box = {
    layouts: [
      { name: "narrow", least: 0, height: 580 },
      { name: "wide", least: 960, height: 640 },
    ],
  };
  assert.equal(boxOfLesson(box, {}), box);
  const { layouts } = boxOfLesson(box, { narrow: { name: "narrow", least: 300, height: 364 } });
  assert.deepEqual(layouts, [{ name: "narrow", least: 0, height: 364 }, box.layouts[1]]);
});
