import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as knowledge from "../src/knowledge.js";
import { answered } from "../src/schedule.js";
import { forbidStorage, useStorage } from "./browser_storage.js";

const NOW = Date.UTC(2026, 10, 18, 9);
const DAY = 86_400_000;
const KEY = "escale/learners";

/** @type {any} */
let storage;
beforeEach(() => {
  storage = useStorage();
});

test("a rule is new until it was practised, and meeting it gives no grade", () => {
  knowledge.meet("DV-AWA-5");
  assert.equal(knowledge.met("DV-AWA-5"), true);
  assert.equal(knowledge.met("DV-AWA-6"), false);
  assert.equal(knowledge.degree("DV-AWA-5"), "new");
  assert.deepEqual(knowledge.cards(), {});
});

test("right at once is known; after help or wrong it is shaky", () => {
  answered("DV-AWA-1", "good", NOW);
  answered("DV-AWA-2", "hard", NOW);
  answered("DV-AWA-3", "again", NOW);
  assert.deepEqual(["DV-AWA-1", "DV-AWA-2", "DV-AWA-3"].map(knowledge.degree), ["known", "shaky", "shaky"]);
});

test("what was wrong stays shaky for the day, however often it is right then", () => {
  answered("DV-AWA-1", "again", NOW);
  for (let time = 1; time <= 3; time++) answered("DV-AWA-1", "good", NOW + time);
  assert.equal(knowledge.degree("DV-AWA-1"), "shaky");
  answered("DV-AWA-1", "good", NOW + DAY + 4);
  answered("DV-AWA-1", "good", NOW + 3 * DAY + 5);
  assert.equal(knowledge.degree("DV-AWA-1"), "known");
});

test("what was known for long is shaky after one wrong answer", () => {
  let now = NOW;
  for (let time = 0; time < 6; time++) now = answered("DV-AWA-1", "good", now).due;
  assert.equal(knowledge.degree("DV-AWA-1"), "known");
  answered("DV-AWA-1", "again", now);
  assert.equal(knowledge.degree("DV-AWA-1"), "shaky");
});

test("due is what should be asked by now, the most overdue first", () => {
  answered("CA-RND-1", "good", NOW); // in two days
  answered("CA-RND-2", "again", NOW); // tomorrow
  const rules = ["CA-RND-1", "CA-RND-2", "CA-RND-3"];
  assert.deepEqual(knowledge.due(rules, NOW), []);
  assert.deepEqual(knowledge.due(rules, NOW + DAY), ["CA-RND-2"]);
  assert.deepEqual(knowledge.due(rules, NOW + 9 * DAY), ["CA-RND-2", "CA-RND-1"]);
  assert.deepEqual(knowledge.due(["CA-RND-3"], NOW + 9 * DAY), []);
});

test("two learners of one browser know different things", () => {
  answered("DV-AWA-5", "again", NOW);
  const alix = knowledge.addLearner("  Alix  ");
  assert.equal(knowledge.degree("DV-AWA-5"), "new");
  answered("DV-AWA-5", "good", NOW);
  assert.deepEqual(knowledge.learners(), [
    { id: "1", name: "", current: false },
    { id: alix, name: "Alix", current: true },
  ]);
  knowledge.useLearner("1");
  assert.equal(knowledge.degree("DV-AWA-5"), "shaky");
  assert.equal(knowledge.addLearner("alix"), alix, "somebody of that name stays who they are");
  assert.equal(knowledge.renameLearner("1", "ALIX"), false);
  assert.equal(knowledge.renameLearner("1", " "), false);
  assert.equal(knowledge.renameLearner("1", "Bo"), true);
  assert.deepEqual(
    knowledge.learners().map(({ name }) => name),
    ["Bo", "Alix"],
  );
});

test("one click forgets a learner and nobody else, and can be taken back", () => {
  answered("DV-AWA-5", "good", NOW);
  const alix = knowledge.addLearner("Alix");
  answered("DV-AWA-6", "good", NOW);
  const before = knowledge.forget(alix);
  assert.deepEqual(Object.keys(knowledge.cards()), ["DV-AWA-5"]);
  assert.doesNotMatch(storage.getItem(KEY), /Alix|DV-AWA-6/);
  knowledge.restore(before);
  assert.deepEqual(Object.keys(knowledge.cards()), ["DV-AWA-6"]);
});

test("when the last learner is forgotten nothing is left, not even lessons of before", () => {
  storage.setItem("escale/done", '{"dolce-vita/ties":1}');
  answered("DV-AWA-5", "good", NOW);
  knowledge.forget("1");
  knowledge.taught({ "dolce-vita/ties": ["DV-AWA-5"] });
  assert.equal(knowledge.met("DV-AWA-5"), false);
  assert.deepEqual(knowledge.learners(), [{ id: "1", name: "", current: true }]);
  assert.equal(storage.getItem("escale/done"), '{"dolce-vita/ties":1}', "the course goes on where it was");
});

test("for somebody of before, completed lessons count as met, and stars and lessons stay as they were", () => {
  const stars = '{"dolce-vita/ties":{"2":1}}';
  storage = useStorage({ "escale/stars": stars });
  const rules = { "dolce-vita/ties": ["DV-AWA-5", "DV-AWA-8"], "dolce-vita/money": ["DV-ONE-4"] };
  knowledge.taught(rules);
  assert.deepEqual(["DV-AWA-5", "DV-AWA-8", "DV-ONE-4"].map(knowledge.met), [true, true, false]);
  assert.equal(knowledge.degree("DV-AWA-5"), "new");
  assert.equal(storage.getItem("escale/stars"), stars);
  assert.equal(storage.getItem("escale/done"), null);
  knowledge.addLearner("Alix");
  knowledge.taught(rules);
  assert.equal(knowledge.met("DV-AWA-5"), false, "somebody new has completed nothing");
});

test("a learner goes into a file and comes back elsewhere", () => {
  knowledge.addLearner("Alix");
  answered("DV-AWA-5", "again", NOW);
  knowledge.meet("DV-AWA-6");
  const [text, before] = [knowledge.exported(), knowledge.cards()];
  useStorage();
  answered("CA-RND-1", "good", NOW);
  assert.deepEqual(knowledge.imported(text), { name: "Alix" });
  assert.deepEqual(knowledge.cards(), before);
  assert.equal(knowledge.met("DV-AWA-6"), true);
  knowledge.useLearner("1");
  assert.deepEqual(Object.keys(knowledge.cards()), ["CA-RND-1"], "who was here keeps what they know");
});

test("a file of somebody who is here adds to what they know; the later answer counts", () => {
  knowledge.addLearner("Alix");
  answered("DV-AWA-5", "again", NOW);
  answered("DV-AWA-6", "good", NOW);
  const text = knowledge.exported();
  answered("DV-AWA-5", "good", NOW + DAY);
  const later = knowledge.cards()["DV-AWA-5"];
  knowledge.forget("1");
  knowledge.imported(text.replaceAll("DV-AWA-6", "DV-AWA-7"));
  assert.deepEqual(knowledge.cards()["DV-AWA-5"], later);
  assert.deepEqual(Object.keys(knowledge.cards()).sort(), ["DV-AWA-5", "DV-AWA-6", "DV-AWA-7"]);
  assert.equal(knowledge.learners().length, 1);
});

test("a file that is none of ours is told from a broken one, and changes nothing", () => {
  answered("DV-AWA-5", "good", NOW);
  const before = storage.getItem(KEY);
  const good = JSON.parse(knowledge.exported());
  const wrong = (/** @type {any} */ change) => JSON.stringify({ ...good, ...change });
  const card = good.cards["DV-AWA-5"];
  for (const [text, problem] of [
    ["", "not-a-file"],
    ["{", "not-a-file"],
    ["x".repeat(1_000_001), "not-a-file"],
    ["null", "not-ours"],
    ["[]", "not-ours"],
    ['"escale"', "not-ours"],
    ['{"format": "escale/1", "game": "dolce-vita"}', "not-ours"],
    [wrong({ name: 7 }), "not-valid"],
    [wrong({ met: null }), "not-valid"],
    [wrong({ met: [["DV-AWA-5"]] }), "not-valid"],
    [wrong({ met: ["<b>"] }), "not-valid"],
    [wrong({ cards: [] }), "not-valid"],
    [wrong({ cards: { "DV-AWA-5": { ...card, stability: 0 } } }), "not-valid"],
    [wrong({ cards: { "DV-AWA-5": { ...card, due: "soon" } } }), "not-valid"],
    [wrong({ cards: { "DV-AWA-5": { ...card, grade: "easy" } } }), "not-valid"],
    [
      `{"format": "escale-learner/1", "name": "", "met": [], "cards": {"__proto__": ${JSON.stringify(card)}}}`,
      "not-valid",
    ],
  ])
    assert.deepEqual(knowledge.imported(text), { problem }, text.slice(0, 60));
  assert.equal(storage.getItem(KEY), before);
});

test("a full storage loses nothing: the page goes on, says so, and keeps it when there is room", () => {
  answered("DV-AWA-5", "good", NOW);
  const before = storage.getItem(KEY);
  storage.full = true;
  answered("DV-AWA-6", "again", NOW);
  assert.equal(knowledge.keeping(), false);
  assert.deepEqual(["DV-AWA-5", "DV-AWA-6"].map(knowledge.degree), ["known", "shaky"]);
  assert.equal(storage.getItem(KEY), before);
  storage.full = false;
  knowledge.meet("DV-AWA-7");
  assert.equal(knowledge.keeping(), true);
  assert.deepEqual(Object.keys(JSON.parse(storage.getItem(KEY)).learners[1].cards), ["DV-AWA-5", "DV-AWA-6"]);
});

test("without a storage it lasts as long as the page", () => {
  forbidStorage();
  assert.equal(knowledge.met("DV-AWA-5"), false);
  answered("DV-AWA-5", "good", NOW);
  assert.equal(knowledge.degree("DV-AWA-5"), "known");
  assert.equal(knowledge.keeping(), false);
  useStorage();
  knowledge.forget("1"); // and the next test finds a page of its own
  assert.equal(knowledge.keeping(), true);
});

test("what is stored and cannot be read is put aside, not written over", () => {
  for (const text of ["{", '{"format": "escale-learners/9", "learners": {}}', "[]", '{"format":"escale-learners/1"}']) {
    storage = useStorage({ [KEY]: text });
    assert.deepEqual(knowledge.cards(), {});
    answered("DV-AWA-5", "good", NOW);
    assert.equal(storage.getItem(`${KEY}-unreadable`), text);
    assert.equal(knowledge.degree("DV-AWA-5"), "known");
  }
});

test("whoever watches hears of changes until they stop", () => {
  let heard = 0;
  const stop = knowledge.watch(() => heard++);
  knowledge.meet("DV-AWA-5");
  knowledge.meet("DV-AWA-5"); // is no change
  stop();
  knowledge.meet("DV-AWA-6");
  assert.equal(heard, 1);
});
