import assert from "node:assert/strict";
import { test } from "node:test";
import { Choices } from "../src/choices.js";

const keys = ["hand:5", "hand:6", "column:1", "column:2"];
const cards = new Choices({
  keys,
  paths: [
    [0, 2],
    [0, 3],
    [1, 3],
  ],
});
const dominos = new Choices({
  keys: ["hand:BBOR", "cell:d5", "cell:d3", "turn:ORBB"],
  paths: [
    [0, 1],
    [0, 2, 3],
  ],
  lies: [90, 180],
});

test("without a pick every key of a legal move is lit", () => {
  assert.deepEqual([...cards.lit([]).keys()].sort(), [...keys].sort());
});

test("a pick leaves what goes with it, and offers its alternatives", () => {
  const lit = cards.lit(["hand:6"]);
  assert.equal(lit.get("column:2"), "next");
  assert.equal(lit.get("hand:5"), "other");
  assert.equal(lit.has("column:1"), false);
});

test("keys are picked in any order", () => {
  assert.deepEqual(cards.with(["column:2"], "hand:6"), ["column:2", "hand:6"]);
});

test("another key of the same role replaces the pick", () => {
  assert.deepEqual(cards.with(["hand:5"], "hand:6"), ["hand:6"]);
  assert.deepEqual(cards.with(["hand:5", "column:1"], "hand:6"), ["hand:6"], "the column does not go with it");
});

test("what is in no move cannot be picked", () => {
  assert.equal(cards.with([], "column:7"), null);
});

test("the first key of a path is what moves", () => {
  assert.equal(cards.mover(["column:2", "hand:6"]), "hand:6");
  assert.equal(cards.mover([]), undefined);
});

test("a piece can lie in the ways of its moves, and each place says how far to turn", () => {
  assert.deepEqual(dominos.lies(["hand:BBOR"]), [90, 180]);
  const fits = dominos.fits(dominos.lit(["hand:BBOR"]), ["hand:BBOR"], 90);
  assert.equal(fits.get("cell:d5"), "0");
  assert.equal(fits.get("cell:d3"), "90");
});

test("what is left to choose is what the moves have besides the picks", () => {
  const picks = ["hand:BBOR", "cell:d3"];
  assert.deepEqual(dominos.left(dominos.matching(picks), picks), ["turn:ORBB"]);
});

// Stones on points: a1 may go to a2 or b1, b2 to b1 only; and a1 may jump over a2 and come back.
const stones = {
  keys: ["a1", "b2", "a2", "b1", "a3"],
  paths: [
    [0, 3],
    [1, 3],
    [0, 2, 4],
    [0, 2, 0],
  ],
};
const board = new Choices({ ...stones, names: ["one", "two", "three", "four"] }, { ordered: true, completes: false });

test("where the order counts the first keys are lit first, then what follows them", () => {
  assert.deepEqual([...board.lit([]).keys()].sort(), ["a1", "b2"]);
  const lit = board.lit(["a1"]);
  assert.deepEqual([...lit].sort(), [
    ["a2", "next"],
    ["b1", "next"],
    ["b2", "other"],
  ]);
});

test("where the order counts a destination cannot be picked first, and another piece takes the place of the first", () => {
  assert.equal(board.with([], "b1"), null);
  assert.deepEqual(board.with(["a1"], "b2"), ["b2"]);
  assert.deepEqual(board.with(["a1", "a2"], "b1"), ["a1", "b1"]);
  assert.equal(board.with(["b2"], "a2"), null);
});

test("nothing plays by itself in a game that wants every key picked", () => {
  assert.equal(board.sole(["b2"]), null);
  assert.equal(board.sole(["b2", "b1"])?.name, "two");
  assert.equal(new Choices(stones, { ordered: true }).sole(["b2"])?.keys.join(), "b2,b1");
});

test("a way may come back to where it began; what is put back takes along what came after it", () => {
  assert.ok(board.after(["a1", "a2"]).has("a1"));
  assert.equal(board.sole(["a1", "a2", "a1"])?.name, "four");
  assert.deepEqual(board.without(["a1", "a2"], "a1"), []);
  assert.deepEqual(board.left(board.matching(["a1"]), ["a1"]).sort(), ["a2", "b1"]);
});

test("picks in any order need not be complete either", () => {
  const free = new Choices(stones, { completes: false });
  assert.equal(free.sole(["b2"]), null);
  assert.equal(free.sole(["b1", "b2"])?.keys.join(), "b2,b1");
});
