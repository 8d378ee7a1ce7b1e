import assert from "node:assert/strict";
import { test } from "node:test";
import { Coaching, READ } from "../src/coaching.js";

/** @type {Record<string, any>} */
const RULES = {
  SETUP: { coach: { start: true } },
  LAY: { practice: true, step: "x/one#1" },
  ROLL: { practice: true, step: "x/one#2" },
  WIN: { practice: true, coach: { first: true }, step: "x/two#3" },
  FOLD: { practice: true, coach: { before: "double" }, step: "x/two#4" },
  QUITTE: { practice: true, coach: { choice: "quitte" } },
  RARE: { practice: true },
  PLAIN: {},
  SHARE: { coach: { first: true } },
  NEXT: { coach: { ends: true } },
  TIE: { practice: true, coach: { first: true, sight: "equal:" } },
};

/** @param {string[]} known */
function coached(known = ["SETUP"]) {
  const met = new Set(known);
  const learner = {
    met: (/** @type {string} */ rule) => met.has(rule),
    meet: (/** @type {string[]} */ rules) => {
      for (const rule of rules) met.add(rule);
    },
    known: (/** @type {string} */ rule) => known.includes(rule),
  };
  return { coach: new Coaching(RULES, learner), met };
}

/** @param {...string} rules @returns {any[]} */
const lines = (...rules) => rules.map((rule) => ["", [rule], 0]);
const turn = { over: false, choices: ["lay:1"] };

/** @param {Coaching} coach @param {any} [now] */
const said = (coach, now = turn) => coach.speak(now)?.rule ?? null;

test("a rule that is new is said once, and from then on it has been met", () => {
  const { coach, met } = coached();
  coach.hear(lines("LAY"));
  assert.deepEqual(coach.speak(turn), { kind: "new", rule: "LAY" });
  assert.ok(met.has("LAY"));
  coach.moves();
  coach.hear(lines("LAY"));
  assert.equal(said(coach), null);
});

test("what the learner has met elsewhere is never said", () => {
  const { coach } = coached(["SETUP", "LAY", "ROLL"]);
  coach.hear(lines("LAY", "ROLL"));
  assert.equal(said(coach), null);
  assert.deepEqual([...coach.came], ["SETUP", "LAY", "ROLL"], "but it has come up in this game");
});

test("one note at a time: it stays until the learner moves, and the others are only counted", () => {
  const { coach, met } = coached();
  coach.hear(lines("LAY"));
  assert.equal(said(coach), "LAY");
  coach.hear(lines("ROLL"));
  assert.equal(said(coach), "LAY");
  assert.ok(!met.has("ROLL"), "what was not said has not been met");
  coach.moves();
  assert.equal(said(coach), null, "a moment later that would be stale");
  assert.ok(coach.came.has("ROLL"));
  assert.deepEqual(coach.waiting, ["ROLL"], "it can be read among the rules of this game");
  coach.hear(lines("ROLL"));
  assert.equal(said(coach), "ROLL", "and is said when it happens again");
});

test("of what has just happened the most telling rule is said, and nothing of the turns before", () => {
  const { coach } = coached();
  coach.hear(lines("LAY", "ROLL"));
  assert.equal(said(coach), "LAY");
  coach.moves();
  coach.hear(lines("RARE", "WIN"));
  assert.equal(said(coach), "WIN");
  coach.moves();
  assert.equal(said(coach), null);
});

test("the first choice of a kind is explained when it is there, whatever else has just happened", () => {
  const { coach } = coached();
  coach.hear(lines("WIN"));
  const choice = { over: false, choices: ["quitte", "double"] };
  assert.deepEqual(coach.speak(choice), { kind: "new", rule: "QUITTE" });
  coach.moves();
  coach.hear(lines("WIN"));
  assert.equal(said(coach, choice), "WIN", "only once");
  assert.equal(said(coached([]).coach, choice), "SETUP", "but a game begins with its aim");
});

test("a game begins with what no event tells of; later that would be stale, and does not wait", () => {
  assert.equal(said(coached([]).coach), "SETUP");
  const { coach } = coached([]);
  coach.moves();
  assert.equal(said(coach), null);
});

test("the log of a game that goes on after a reload is no news, but what is new in it can be read", () => {
  const { coach } = coached(["LAY"]);
  coach.begin(lines("LAY", "ROLL"));
  coach.hear(lines("WIN"));
  assert.equal(said(coach), "WIN");
  coach.moves();
  assert.equal(said(coach), null);
  assert.deepEqual(coach.waiting, ["ROLL"]);
});

test("before a choice whose end is new the coach asks, once, and the rule stays new until it happens", () => {
  const { coach, met } = coached(["SETUP", "QUITTE"]);
  const choice = { over: false, choices: ["quitte", "double"] };
  assert.equal(said(coach, choice), null, "not at the learner's first choice of that kind");
  coach.moves();
  assert.deepEqual(coach.speak(choice), { kind: "ask", rule: "FOLD" });
  assert.ok(!met.has("FOLD"));
  coach.moves();
  assert.equal(said(coach, choice), null);
  coach.hear(lines("FOLD"));
  assert.deepEqual(coach.speak(choice), { kind: "new", rule: "FOLD" });
});

test("while others move a telling rule is said in the moment it happens; the next one once that has been read", () => {
  const { coach, met } = coached();
  coach.hear(lines("LAY", "WIN", "TIE"));
  assert.equal(coach.happens(["LAY"], 0), null, "not every rule is worth looking up for");
  assert.deepEqual(coach.happens(["LAY", "WIN"], 0), { kind: "new", rule: "WIN" });
  assert.ok(met.has("WIN"));
  assert.equal(coach.happens(["TIE"], READ - 1), null, "nobody could have read it");
  assert.equal(coach.note?.rule, "WIN");
  assert.deepEqual(coach.happens(["TIE"], READ), { kind: "new", rule: "TIE" });
  assert.equal(coach.happens(["TIE", "WIN"], 9 * READ), null, "each of them once");
});

test("what was said while others moved stays as long as it takes to read, then comes what is left", () => {
  const { coach } = coached();
  coach.hear(lines("WIN", "TIE", "RARE"));
  coach.happens(["WIN"], 0);
  assert.equal(said(coach, { ...turn, now: READ - 1 }), "WIN");
  assert.equal(said(coach, { ...turn, now: READ }), "TIE");
  assert.equal(said(coach, { ...turn, now: 9 * READ }), "TIE", "one thing when it is quiet");
  coach.moves();
  coach.hear(lines("RARE"));
  assert.equal(said(coach), "RARE");
  assert.equal(coach.happens(["WIN"], 9 * READ), null, "that is not cut short");
});

test("what was met in a lesson is said again when it first happens at the table; what is known is not", () => {
  const { coach } = coached(["SETUP", "LAY"]);
  const known = coached(["SETUP", "WIN"]).coach;
  assert.equal(known.happens(["WIN"], 0), null);
  coach.learner.meet(["WIN"]);
  assert.deepEqual(coach.happens(["LAY", "WIN"], 0), { kind: "again", rule: "WIN" });
  coach.moves();
  assert.equal(coach.happens(["WIN"], READ), null, "once in a game");
  assert.ok(!coach.told.has("WIN"), "it was not new");
});

test("what the board shows before it happens is said when it is seen", () => {
  const { coach } = coached();
  const seen = { ...turn, pieces: ["card:1", "equal:4/0"] };
  assert.equal(said(coach), null);
  assert.deepEqual(coach.speak(seen), { kind: "new", rule: "TIE" });
  coach.moves();
  assert.equal(said(coach, seen), null, "once");
  const { coach: other } = coached();
  other.learner.meet(["TIE"]);
  assert.deepEqual(other.speak(seen), { kind: "again", rule: "TIE" });
});

test("a question can be answered: the note says its rule, which has been met then", () => {
  const { coach, met } = coached(["SETUP", "QUITTE"]);
  const choice = { over: false, choices: ["quitte", "double"] };
  coach.speak(choice);
  coach.answer();
  assert.equal(coach.note, null, "where nothing is asked there is nothing to answer");
  coach.moves();
  coach.speak(choice);
  coach.answer();
  assert.deepEqual(coach.speak(choice), { kind: "answer", rule: "FOLD" });
  assert.ok(met.has("FOLD") && coach.came.has("FOLD"));
});

test("it does not ask about what cannot be chosen, nor about what is known", () => {
  assert.equal(said(coached().coach), null);
  const { coach } = coached(["SETUP", "FOLD"]);
  for (const _ of [1, 2]) {
    assert.equal(said(coach, { over: false, choices: ["double"] }), null);
    coach.moves();
  }
});

test("a forbidden click says the rule if it is new; the second one by the same rule offers its lesson", () => {
  const { coach, met } = coached();
  assert.deepEqual(coach.refuse(["LAY"]), { fresh: ["LAY"], lesson: null });
  assert.ok(met.has("LAY"));
  assert.deepEqual(coach.refuse(["ROLL"]), { fresh: ["ROLL"], lesson: null });
  assert.deepEqual(coach.refuse(["LAY"]), { fresh: [], lesson: "LAY" });
});

test("a rule without a lesson offers none, and one that nobody knows is not said", () => {
  const { coach } = coached();
  coach.refuse(["RARE", "ELSEWHERE"]);
  assert.deepEqual(coach.refuse(["RARE", "ELSEWHERE"]), { fresh: [], lesson: null });
});

test("at the end it advises what was refused, then what was new, three at most and nothing that is known", () => {
  const { coach } = coached(["SETUP", "ROLL"]);
  coach.refuse(["RARE"]);
  coach.refuse(["ROLL"]);
  coach.hear(lines("LAY", "WIN", "FOLD"));
  assert.equal(said(coach), "WIN");
  assert.deepEqual(coach.speak({ over: true, choices: [] }), { kind: "end", rule: "" });
  assert.deepEqual(coach.advice(), ["RARE", "WIN", "LAY"]);
});

test("nobody is sent to practise what has no exercises", () => {
  const { coach } = coached();
  coach.hear(lines("PLAIN", "LAY"));
  coach.refuse(["PLAIN"]);
  coach.speak(turn);
  assert.ok(!coach.advice().includes("PLAIN"));
  assert.ok(coach.advice().includes("LAY"));
});

test("a question that nobody has answered is answered once the learner has moved, and not again when it happens", () => {
  const { coach, met } = coached(["SETUP", "QUITTE"]);
  const choice = { over: false, choices: ["quitte", "double"] };
  coach.speak(choice);
  coach.moves(0);
  coach.speak(choice);
  assert.equal(coach.note?.kind, "ask");
  coach.moves(0);
  assert.deepEqual(coach.note, { kind: "answer", rule: "FOLD" });
  assert.ok(met.has("FOLD"));
  coach.hear(lines("FOLD", "WIN"));
  assert.equal(coach.happens(["WIN"], READ - 1), null, "it is still being read");
  assert.equal(said(coach, { ...choice, now: READ - 1 }), "FOLD");
  assert.equal(said(coach, { ...choice, now: READ }), "WIN", "then comes what has happened");
  coach.moves(9 * READ);
  coach.hear(lines("FOLD"));
  assert.equal(said(coach, choice), null, "it is known now");
});

test("whoever has looked the answer up is not told it again", () => {
  const { coach } = coached(["SETUP", "QUITTE"]);
  const choice = { over: false, choices: ["quitte", "double"] };
  coach.speak(choice);
  coach.moves(0);
  coach.speak(choice);
  coach.answer();
  coach.moves(0);
  assert.equal(coach.note, null);
});

test("what is said when its round is over says so; what the next round begins with is of now", () => {
  const { coach } = coached();
  coach.hear(lines("LAY", "WIN", "NEXT", "ROLL"));
  assert.deepEqual(coach.speak(turn), { kind: "new", rule: "WIN", past: true });
  coach.moves();
  coach.hear(lines("LAY", "NEXT"));
  coach.hear(lines("LAY"));
  assert.deepEqual(coach.speak(turn), { kind: "new", rule: "LAY" }, "it has happened again");
});

test("what happens last is said before the game is summed up, for as long as it takes to read", () => {
  const { coach } = coached();
  coach.hear(lines("LAY", "SHARE"));
  const end = { over: true, choices: [] };
  assert.equal(said(coach, { ...end, now: 0 }), "SHARE");
  assert.equal(said(coach, { ...end, now: READ - 1 }), "SHARE");
  assert.deepEqual(coach.speak({ ...end, now: READ }), { kind: "end", rule: "" });
});

test("what holds from the start is said when there is nothing else to say, not before the first move", () => {
  const { coach } = coached();
  coach.rules = { ...RULES, ROUNDS: { section: "", coach: { early: true } } };
  assert.equal(said(coach), null);
  coach.moves();
  coach.hear(lines("LAY"));
  assert.equal(said(coach), "LAY");
  coach.moves();
  assert.equal(said(coach), "ROUNDS");
  coach.moves();
  assert.equal(said(coach), null);
});

test("how many rules were met for the first time does not change when they are read", () => {
  const { coach } = coached(["SETUP", "ROLL"]);
  coach.hear(lines("LAY", "ROLL", "RARE"));
  coach.speak(turn);
  coach.moves();
  assert.deepEqual([...coach.firsts()].sort(), ["LAY", "RARE"]);
  coach.say([...coach.waiting, ...coach.news]);
  assert.deepEqual([...coach.firsts()].sort(), ["LAY", "RARE"]);
});

test("what was said of the last thing that happened keeps nobody waiting after the learner's next move", () => {
  const { coach } = coached();
  coach.hear(lines("WIN"));
  coach.happens(["WIN"], 0);
  assert.ok(coach.lingers);
  coach.moves();
  assert.ok(!coach.lingers);
});
