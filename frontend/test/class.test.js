import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { classIn, isClass } from "../src/class.js";

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

test("a file is a class if it says so, has a title and steps", () => {
  assert.ok(isClass(CLASS));
  for (const other of [null, 3, {}, { ...CLASS, format: "escale/1" }, { ...CLASS, title: 3 }, { ...CLASS, steps: {} }])
    assert.ok(!isClass(other));
});
