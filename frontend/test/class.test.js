import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { classIn, packed, stepIn, wrongWith } from "../src/class.js";

const CLASS = { format: "escale-class/1", title: "Les égalités", steps: [{ lesson: "dolce-vita/ties" }] };

/** @param {unknown} value */
const link = (value) => `#class=${deflateSync(JSON.stringify(value)).toString("base64url")}`;

test("a class comes out of its link as it went in", async () => {
  assert.deepEqual(await classIn(link(CLASS)), CLASS);
});

test("a link that is cut off, changed, or of something else opens nothing", async () => {
  for (const hash of ["", "#class=", "#class=%%", link(CLASS).slice(0, -9), link([1]), link({ ...CLASS, steps: [] })])
    assert.equal(await classIn(hash), null);
});

test("a class from a file goes into an address as it is, of any length", async () => {
  const long = { ...CLASS, title: "Zoé 🎲", steps: Array(60).fill({ lesson: "x".repeat(5000) }) };
  for (const one of [CLASS, long]) assert.deepEqual(await classIn(`#class=${await packed(one)}&step=2`), one);
});

test("an address says the step; one that is not there is the first", () => {
  assert.equal(stepIn("#class=x&step=3", 3), 2);
  for (const hash of ["#class=x", "#class=x&step=4", "#class=x&step=0", "#class=x&step=1.5", "#class=x&step=b"])
    assert.equal(stepIn(hash, 3), 0);
});

test("what is wrong with a whole class is said by its field", () => {
  assert.equal(wrongWith(CLASS), null);
  const said = (/** @type {any} */ other) => wrongWith(other)?.[0];
  for (const other of [null, 3, {}, [], { ...CLASS, format: "escale/1" }]) assert.equal(said(other), "class-bad-file");
  for (const title of [3, " ", "x".repeat(121)]) assert.equal(said({ ...CLASS, title }), "class-bad-title");
  assert.equal(said({ ...CLASS, steps: {} }), "class-bad-steps");
  for (const count of [0, 61, 900_000])
    assert.deepEqual(wrongWith({ ...CLASS, steps: Array(count).fill(0) }), ["class-too-many", { most: 60, count }]);
});
