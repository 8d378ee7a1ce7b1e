import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, degree, met } from "../src/knowledge.js";
import { gameToOpen } from "../src/map_chart.js";
import { keysOf } from "../src/practice_acts.js";
import { broken, judge, mixed, Run, readyFirst } from "../src/practice_run.js";
import { rowsOf, Supply } from "../src/practice_supply.js";
import { answered } from "../src/schedule.js";
import { useStorage } from "./browser_storage.js";

/** @returns {any} */
const exercise = (rule, answer = [1], kind = "what") => ({ rule, answer, kind });

test("an answer is right at once, right after help, or wrong; the first one counts", () => {
  const run = new Run([exercise("A"), exercise("B"), exercise("C")]);
  assert.equal(run.answer([1]), "right");
  assert.equal(run.answer([0]), "right");
  assert.equal(run.grade, "good");
  run.next();
  run.help();
  assert.equal(run.answer([1]), "helped");
  assert.equal(run.grade, "hard");
  run.next();
  assert.equal(run.answer([0]), "wrong");
  assert.equal(run.grade, "again");
  assert.deepEqual([run.score, run.missed], [2, ["C"]]);
});

test("of several that may be done all count, and no other", () => {
  const some = exercise("A", [0, 2], "may");
  for (const [picked, state] of [
    [[2, 0], "right"],
    [[0], "wrong"],
    [[0, 1, 2], "wrong"],
  ]) {
    assert.equal(new Run([some]).answer(picked), state);
  }
  assert.equal(
    new Run([exercise("A", ["hand:1|column:2", "hand:1|column:3"], "reach")]).answer("hand:1|column:3"),
    "right",
  );
});

test("a session varies how it asks: of what offers as much, what was not asked in that way lately", () => {
  const made = (rule, form, offers = [rule]) => ({ ...exercise(rule), form, offers });
  const stock = ["A", "B", "C", "D"].flatMap((rule) => [made(rule, "turn"), made(rule, "why", [])]);
  const ideas = Object.fromEntries(["A", "B", "C", "D"].map((rule) => [rule, [rule]]));
  const supply = new Supply([...stock, made("E", "spot"), made("F", "spot")], { ...ideas, E: ["E"], F: ["F"] });
  /** @type {string[]} */
  const asked = [];
  for (const rule of supply.telling(["A", "B", "C", "D", "E", "F"]).slice(0, 4))
    supply.get(rule, ({ form = "" }) => asked.push(form));
  assert.ok(asked.filter((form) => form === "turn").length <= 2, String(asked));
});

test("a rule that was got wrong comes back once before the end", () => {
  const run = new Run([exercise("A"), exercise("B")]);
  run.answer([0]);
  assert.equal(run.comeBack(), true);
  assert.deepEqual(
    run.turns.map(({ rule }) => rule),
    ["A", "B", "A"],
  );
  run.next();
  run.answer([1]);
  assert.equal(run.comeBack(), false);
  run.next();
  run.fill(2, exercise("A"));
  run.answer([0]);
  assert.equal(run.comeBack(), false);
  run.next();
  assert.equal(run.over, true);
});

test("one rule is practised among as many others", () => {
  const asked = mixed("A", ["B", "A", "C", "D", "E", "F"], 8, () => 0.5);
  assert.equal(asked.filter((rule) => rule === "A").length, 4);
  assert.equal(new Set(asked).size, 5);
  assert.deepEqual(mixed("A", [], 3), ["A", "A", "A"]);
});

test("a session begins with what is there", () => {
  assert.deepEqual(readyFirst(["A", "B", "C"], ["C"]), ["C", "A", "B"]);
  assert.deepEqual(readyFirst(["A", "B"], ["X"]), ["X", "B"]);
  assert.deepEqual(readyFirst(["A", "B"], []), ["A", "B"]);
});

test("exercises that came column by column are there again, without what they do not have", () => {
  const found = rowsOf({ rule: ["A", "B"], narrow: [null, { name: "narrow" }] });
  assert.deepEqual(found, [
    { rule: "A", narrow: undefined },
    { rule: "B", narrow: { name: "narrow" } },
  ]);
  assert.deepEqual(rowsOf({}), []);
});

test("without a kernel exercises come again, with one more are asked for", () => {
  const alone = new Supply([exercise("A")]);
  const got = [];
  for (let i = 0; i < 3; i++) alone.get("A", (one) => got.push(one.rule));
  assert.deepEqual(got, ["A", "A", "A"]);
  alone.get("B", (one) => got.push(one.rule));
  /** @type {any[]} */
  const sent = [];
  alone.connect((message) => sent.push(message));
  assert.deepEqual(
    sent.map(({ do: what, rule }) => [what, rule]),
    [["more", "B"]],
  );
  alone.put(exercise("B"));
  assert.deepEqual(got, ["A", "A", "A", "B"]);
});

test("what offers a misconception that was not offered yet comes first, and the kernel is asked for such", () => {
  const offering = (/** @type {string[]} */ ...offers) => ({ ...exercise("A"), offers });
  const supply = new Supply([offering("one"), offering("one"), offering("two", "three")], {
    A: ["one", "two", "three"],
    B: ["four"],
  });
  /** @type {any[]} */
  const sent = [];
  supply.connect((message) => sent.push(message.ideas));
  /** @type {any[]} */
  const got = [];
  for (let i = 0; i < 3; i++) supply.get("A", (one) => got.push(one));
  assert.deepEqual(
    got.map(({ offers }) => offers),
    [["two", "three"], ["one"], ["one"]],
  );
  assert.deepEqual(sent, [["four"]]); // nothing about A is left
  supply.doubt(got[0]); // it was answered wrongly: the other one may be believed as well
  supply.get("A", () => {});
  assert.deepEqual(sent.at(-1), ["two", "three"]);
});

test("what an answer has shown is not offered again, only what it may have hidden", () => {
  const supply = new Supply([], { A: ["one"], B: ["two"] });
  const both = { ...exercise("A"), kind: "what", offers: ["one", "two"] };
  supply.put(both);
  supply.get("A", () => {});
  supply.doubt(both, ["A"]); // the answer was that of "one"
  assert.deepEqual(supply.open, ["two"]);
});

test("rules come in the order in which their exercises offer most of what is left", () => {
  const offering = (/** @type {string} */ rule, /** @type {string[]} */ ...offers) => ({ ...exercise(rule), offers });
  const stock = [offering("A", "one"), offering("B", "one", "two"), offering("C", "two"), offering("D", "three")];
  const supply = new Supply(stock, { A: ["one"], B: ["two"], D: ["three"], E: ["four"] });
  assert.deepEqual(supply.telling(["A", "B", "C", "D", "E"]), ["B", "D", "E", "A", "C"]);
  supply.get("B", () => {});
  assert.deepEqual(supply.telling(["A", "C", "D"]), ["D", "A", "C"]);
});

test("a wrong answer counts against the rule that its misconception breaks, else against the one practised", () => {
  /** @type {any} */
  const what = { rule: "R-A-1", kind: "what", answer: [1], breaks: ["R-A-2", "", ""] };
  assert.deepEqual(broken(what, [0]), ["R-A-2"]);
  assert.deepEqual(broken(what, [2]), ["R-A-1"]);
  /** @type {any} */
  const may = { rule: "R-A-1", kind: "may", answer: [0, 2], breaks: ["R-A-3", "R-A-2", "R-A-4"] };
  assert.deepEqual(broken(may, [1, 2]), ["R-A-3", "R-A-2"]); // one left out, one too many
  /** @type {any} */
  const spot = { rule: "R-A-1", kind: "spot", answer: [2], breaks: ["", "", "R-A-2"] };
  assert.deepEqual(broken(spot, [0]), ["R-A-2"]); // the sentence that was believed
  assert.deepEqual(broken(/** @type {any} */ ({ rule: "R-A-1", kind: "reach", answer: ["a"] }), "b"), ["R-A-1"]);
});

test("that rule is the one that comes back and is named at the end", () => {
  /** @type {any} */
  const exercise = { rule: "R-A-1", kind: "what", answer: [1], breaks: ["R-A-2", ""] };
  const run = new Run([exercise]);
  run.answer([0]);
  assert.equal(run.comeBack(), true);
  assert.deepEqual([run.missed, run.turns[1].rule], [["R-A-2"], "R-A-2"]);
});

test("right where a rule only nearly applies is no sign that it is known", () => {
  useStorage();
  /** @type {any} */
  const turn = { rule: "R-A-1", exercise: { contrast: true }, wrong: [] };
  judge(answered, turn, "good", 1e12);
  assert.deepEqual([met("R-A-1"), degree("R-A-1")], [true, "new"]);
  judge(answered, { ...turn, exercise: { contrast: false } }, "good", 1e12);
  assert.equal(degree("R-A-1"), "known");
  judge(answered, turn, "good", 2e12);
  assert.equal(cards()["R-A-1"].right, 2);
  judge(answered, { ...turn, wrong: ["R-A-2", "R-A-3"] }, "again", 2e12);
  assert.deepEqual(["R-A-1", "R-A-2", "R-A-3"].map(degree), ["known", "shaky", "shaky"]);
});

test("where an answer is a number, letters are the keys", () => {
  assert.deepEqual(keysOf(["Ana", "Bob", "nobody, 2 coins stay"]), ["1", "2", "3"]);
  assert.deepEqual(keysOf(["3", "4", "2", "1"]), ["a", "b", "c", "d"]);
  assert.deepEqual(keysOf(["no coin", "2 coins"]), ["a", "b"]);
});

test("the map opens on the rule that is asked for, else the latest practice, else the most rules met", () => {
  const games = [
    { id: "one", rules: [{ id: "O-A-1" }, { id: "O-A-2" }] },
    { id: "two", rules: [{ id: "T-A-1" }, { id: "T-A-2" }] },
  ];
  const met = (/** @type {string} */ rule) => rule.startsWith("T");
  assert.equal(
    gameToOpen(games, "", {}, () => false),
    "one",
  );
  assert.equal(gameToOpen(games, "", {}, met), "two");
  const day = 86_400_000;
  const both = { "O-A-2": { last: 5 * day }, "T-A-1": { last: 4 * day }, "T-A-2": { last: 4 * day } };
  assert.equal(gameToOpen(games, "", both, met), "one");
  assert.equal(gameToOpen(games, "", { ...both, "T-A-1": { last: 5 * day } }, met), "two");
  assert.equal(gameToOpen(games, "T-A-2", { "O-A-2": { last: 5 } }, met), "two");
});
