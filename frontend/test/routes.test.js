import assert from "node:assert/strict";
import { test } from "node:test";
import { routeBetween } from "../src/routes.js";

test("what has hardly moved gets no line", () => {
  assert.equal(routeBetween([0, 0, 10, 10], [20, 0, 10, 10]), null);
  assert.deepEqual(routeBetween([0, 0, 10, 10], [100, 0, 10, 10]).end, [105, 5]);
});

test("where nothing is in the way a line is a gentle bend", () => {
  const { d, over } = routeBetween([0, 200, 20, 20], [300, 0, 20, 20]);
  assert.match(d, /^M10 210Q[\d.]+ [\d.]+ 310 10$/);
  assert.equal(over, 0);
});

test("a line goes in the gutter between columns and not over their numbers", () => {
  const column = (left) => Array.from({ length: 9 }, (_, i) => [left, 60 + 20 * i, 52, 20]);
  const columns = [2, 57, 112, 167, 222, 277, 332].flatMap(column);
  const [from, to] = [
    [2, 220, 52, 20],
    [300, 10, 60, 20],
  ];
  const straight = routeBetween(from, to);
  const found = routeBetween(from, to, columns, [390, 364]);
  assert.equal(found.over, 0);
  assert.notEqual(found.d, straight.d);
});

test("a line stays inside the picture", () => {
  const wall = [[40, 20, 20, 80]];
  const { d, over } = routeBetween([10, 40, 20, 20], [80, 40, 20, 20], wall, [110, 120]);
  const numbers = d.match(/-?[\d.]+/g).map(Number);
  assert.ok(
    numbers.every((n) => n >= 0 && n <= 120),
    d,
  );
  assert.ok(over <= 20, "and goes around what it can");
});
