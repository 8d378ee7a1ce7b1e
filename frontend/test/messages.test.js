import assert from "node:assert/strict";
import { test } from "node:test";
import { problem, staleness } from "../src/messages.js";
import { PROTOCOL, TOLD_TO_LESSON } from "../src/protocol.js";

const frames = { kind: "frames", version: 3, re: null, frames: [] };

test("a message of the table is understood", () => {
  assert.equal(problem(frames), null);
  assert.equal(problem({ kind: "beat" }), null);
  assert.equal(problem({ kind: "beat", done: 0.5 }), null);
  assert.equal(problem({ kind: "try", box: {}, table: {} }, TOLD_TO_LESSON), null);
});

test("an unknown kind, a missing field and a wrong value are found", () => {
  assert.equal(problem({ kind: "dance" }), "kind");
  assert.equal(problem(null), "kind");
  assert.equal(problem({ kind: "frames", version: 3 }), "frames");
  assert.equal(problem({ ...frames, version: "3" }), "version");
  assert.equal(problem({ ...frames, frames: {} }), "frames");
  assert.equal(problem({ kind: "beat", done: "half" }), "done");
});

test("a field of a later version may come along", () => {
  assert.equal(problem({ ...frames, colour: "red" }), null);
});

test("page and kernel of one version say nothing", () => {
  assert.equal(staleness(PROTOCOL, "fr"), null);
});

test("a page that is older than its kernel says so, in its language, and asks to be reloaded", () => {
  assert.match(staleness(PROTOCOL + 1, "en"), /^This page is older .* reload/);
  assert.match(staleness(PROTOCOL + 1, "fr"), /^Cette page est plus ancienne .* recharge/);
});

test("a kernel that is older than its page is told of too, also one from before there were versions", () => {
  assert.match(staleness(PROTOCOL - 1, "en"), /answers .* older .* reload/);
  assert.equal(staleness(undefined, "fr"), staleness(PROTOCOL - 1, "fr"));
});
