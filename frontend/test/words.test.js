import assert from "node:assert/strict";
import { test } from "node:test";
import { readingTime, stagger, travelTime } from "../src/timing.js";
import { fill } from "../src/words.js";

test("a hole takes the fact of its name, or nothing", () => {
  assert.equal(fill("{name} plays{more}.", { name: "Ana" }, [1]), "Ana plays.");
});

test("a number takes its noun along, as the language counts", () => {
  const said = (singular, n) => fill("{n:coup|coups}", { n }, singular);
  assert.deepEqual([said([0, 1], 0), said([0, 1], 1), said([0, 1], 2)], ["0 coup", "1 coup", "2 coups"]);
  assert.deepEqual([said([1], 0), said([1], 1), said([1], 2)], ["0 coups", "1 coup", "2 coups"]);
});

test("a fact is text, and not a sentence with holes", () => {
  assert.equal(fill("{name}", { name: "{seat}", seat: 1 }, [1]), "{seat}");
});

test("a long way takes longer, but never long", () => {
  assert.ok(travelTime(10) < travelTime(200));
  assert.equal(travelTime(5000), 640);
  assert.ok(stagger(40) * 40 <= 400);
});

test("autoplay leaves time to read, less at a higher speed", () => {
  assert.ok(readingTime("a long sentence", 1) > readingTime("short", 1));
  assert.equal(readingTime("same", 2), readingTime("same", 1) / 2);
});
