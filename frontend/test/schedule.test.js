import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { meet } from "../src/knowledge.js";
import { answered, next, pick, today } from "../src/schedule.js";
import { useStorage } from "./browser_storage.js";

const NOW = Date.UTC(2026, 10, 18, 9);
const DAY = 86_400_000;
const RULES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `DV-AWA-${number}`);

/** Numbers that look random and are the same every time. */
function numbers(seed = 1) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

beforeEach(() => {
  useStorage();
});

test("what was wrong comes tomorrow, what was right later and later", () => {
  assert.equal(next(undefined, "again", NOW).due, NOW + DAY);
  let card = next(undefined, "good", NOW);
  for (let time = 0; time < 5; time++) {
    const after = next(card, "good", card.due);
    assert.ok(after.due - after.last > card.due - card.last);
    card = after;
  }
  assert.deepEqual([card.right, card.wrong, card.grade], [6, 0, "good"]);
});

test("a clock that was put back is no day of minus one", () => {
  const card = next(undefined, "good", NOW);
  assert.equal(next(card, "good", NOW - 5 * DAY).stability, next(card, "good", NOW).stability);
});

test("a session asks what is due, then what is shaky, then what was met, then what is new, then the rest", () => {
  answered("DV-AWA-8", "good", NOW - 9 * DAY); // due
  answered("DV-AWA-7", "again", NOW - 2 * DAY); // due
  answered("DV-AWA-6", "hard", NOW); // shaky
  answered("DV-AWA-1", "good", NOW); // known
  meet("DV-AWA-5");
  const asked = (/** @type {number} */ many) => pick(RULES, NOW, many, numbers()).sort();
  assert.deepEqual(asked(2), ["DV-AWA-7", "DV-AWA-8"]);
  assert.deepEqual(asked(3), ["DV-AWA-6", "DV-AWA-7", "DV-AWA-8"]);
  assert.deepEqual(asked(4), ["DV-AWA-5", "DV-AWA-6", "DV-AWA-7", "DV-AWA-8"]);
  assert.deepEqual(asked(5), ["DV-AWA-2", "DV-AWA-5", "DV-AWA-6", "DV-AWA-7", "DV-AWA-8"]);
  assert.deepEqual(asked(8), [...RULES].sort());
});

test("it is mixed, no rule comes twice in a row, and none again before all were there", () => {
  const orders = new Set();
  for (let seed = 1; seed <= 50; seed++) {
    const asked = pick(RULES.slice(0, 3), NOW, 9, numbers(seed));
    assert.equal(asked.length, 9);
    for (let at = 1; at < 9; at++) assert.notEqual(asked[at], asked[at - 1]);
    for (let at = 0; at < 9; at += 3) assert.equal(new Set(asked.slice(at, at + 3)).size, 3);
    orders.add(asked.join());
  }
  assert.ok(orders.size > 20);
});

test("a session about one rule asks nothing else, and one about none asks nothing", () => {
  assert.deepEqual(pick(["DV-AWA-5"], NOW, 3), ["DV-AWA-5", "DV-AWA-5", "DV-AWA-5"]);
  assert.deepEqual(pick([], NOW, 3), []);
});

test("five minutes today are what is due in any game; with nothing due they are new rules", () => {
  const rules = [...RULES, "CA-RND-1", "CA-RND-2"];
  meet("CA-RND-2");
  assert.deepEqual(today(rules, NOW).slice(0, 2), ["CA-RND-2", "DV-AWA-1"]);
  assert.equal(today(RULES, NOW).length, 8);
  answered("DV-AWA-3", "again", NOW - 3 * DAY);
  answered("CA-RND-1", "again", NOW - 4 * DAY);
  answered("DV-AWA-4", "good", NOW);
  assert.deepEqual(today(rules, NOW), ["CA-RND-1", "DV-AWA-3"]);
});
