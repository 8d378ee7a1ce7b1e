import assert from "node:assert/strict";
import { test } from "node:test";
import { beside, farFrom, geometry, placeNear, rings, shortWay, transformOf } from "../src/geometry.js";

test("a symbol fits into its place and keeps its shape", () => {
  const at = geometry(["a", "card"], [10, 20, 50, 40, 0, 15], { card: [100, 50] });
  assert.deepEqual(at, { x: 35, y: 40, scale: 0.5, turn: 15, w: 100, h: 50 });
});

test("a person's turning comes on top of the piece's and the place's", () => {
  const at = geometry(["a", "card", "", "", "", 90], [0, 0, 10, 10, 0, 5], { card: [10, 10] }, 180);
  assert.equal(at.turn, 275);
});

test("a text is as large as its place", () => {
  assert.equal(geometry(["a", "", "12"], [0, 0, 30, 10], {}).scale, 1);
});

test("a transform has no needless digits", () => {
  const text = transformOf({ x: 1 / 3, y: 2, scale: 1, turn: 0, w: 4, h: 6 }, "");
  assert.equal(text, "translate(0.333,2) rotate(0) scale(1) translate(-2,-3)");
});

test("a piece turns the short way round", () => {
  assert.equal(shortWay(350, 0), -10);
  assert.equal(shortWay(10, 350), 370);
  assert.equal(shortWay(0, 0), 0);
});

test("an arrow goes to what lies in its direction, not to what is merely near", () => {
  const rects = [
    ["here", [0, 0, 10, 10]],
    ["right", [40, 0, 10, 10]],
    ["below", [0, 12, 10, 10]],
    ["nowhere", undefined],
  ];
  assert.equal(beside("here", [1, 0], rects, [0, 0, 10, 10]), "right");
  assert.equal(beside("here", [0, 1], rects, [0, 0, 10, 10]), "below");
  assert.equal(beside("here", [-1, 0], rects, [0, 0, 10, 10]), "here");
});

test("a tap is so far from a button", () => {
  const rect = { left: 10, right: 20, top: 10, bottom: 20 };
  assert.equal(farFrom(15, 15, rect), 0);
  assert.equal(farFrom(23, 24, rect), 5);
});

const frame = { left: 0, top: 0, width: 300, height: 200 };

test("a bubble stands above a thing where there is room, else below", () => {
  const low = { left: 100, top: 150, bottom: 170, width: 20 };
  const high = { left: 100, top: 10, bottom: 30, width: 20 };
  assert.equal(placeNear({ width: 80, height: 40 }, low, frame, 8).side, "above");
  const { side, top } = placeNear({ width: 80, height: 40 }, high, frame, 8);
  assert.deepEqual([side, top], ["below", 38]);
});

test("a bubble stays inside its frame, and its arrow points at the thing", () => {
  const edge = { left: 290, top: 150, bottom: 170, width: 10 };
  const { left, arrow } = placeNear({ width: 100, height: 40 }, edge, frame, 8);
  assert.equal(left, 192);
  assert.equal(arrow, 84);
});

test("a bubble goes below, or beside, where it would cover what is to be seen", () => {
  const box = { width: 80, height: 40 };
  const thing = { left: 100, top: 80, bottom: 100, width: 20 };
  const above = { left: 60, top: 20, bottom: 70, width: 100 };
  const below = { left: 60, top: 110, bottom: 190, width: 100 };
  const right = { left: 130, top: 70, bottom: 110, width: 100 };
  const side = (...clear) => placeNear(box, thing, frame, 8, clear).side;
  assert.equal(side(), "above");
  assert.equal(side(above), "below");
  assert.equal(side(above, below), "beside");
  const low = { left: 100, top: 150, bottom: 195, width: 20 };
  assert.equal(placeNear(box, low, frame, 8, [{ left: 0, top: 90, bottom: 145, width: 300 }]).top, 42, "further up");
  assert.equal(placeNear(box, thing, frame, 8, [above, below, right]).left, 12, "on the free side");
});

test("things that lie side by side have one ring, so that no line runs through their numbers", () => {
  const totals = [205, 226, 247, 268].map((y) => [34, y, 19, 20]);
  assert.deepEqual(
    rings(totals, 36).map(({ box }) => box),
    [[25.5, 202, 36, 89]],
  );
});

test("things that are far from each other, or around a corner, have rings of their own", () => {
  assert.equal(
    rings(
      [
        [0, 0, 20, 20],
        [60, 0, 20, 20],
      ],
      0,
    ).length,
    2,
  );
  assert.equal(
    rings(
      [
        [0, 0, 100, 20],
        [0, 22, 20, 100],
      ],
      0,
    ).length,
    2,
  );
});

test("a ring is around its thing, never a sliver where somebody is to look", () => {
  assert.deepEqual(rings([[10, 10, 40, 80]], 0)[0].box, [7, 7, 46, 86]);
  assert.deepEqual(rings([[10, 10, 4, 36]], 36)[0].box, [-6, 7, 36, 42]);
});

test("what is looked at is never a sliver, but rings that are not joined do not strike each other through", () => {
  const mark = (/** @type {number} */ y) => /** @type {[number, number, number, number]} */ ([10, y, 16, 16]);
  const boxes = (/** @type {number[]} */ ...tops) => rings(tops.map(mark), 36).map(({ box }) => box);
  assert.deepEqual(boxes(40), [[0, 30, 36, 36]]);
  assert.deepEqual(boxes(40, 200).length, 2);
  assert.deepEqual(boxes(40, 74), [
    [7, 37, 22, 22],
    [7, 71, 22, 22],
  ]);
});
