/**
 * Learners who believe some misconceptions and are right in all else practise: real exercises come on standard
 * input, a session is that of practice (its run and its schedule), and what the map would show goes out.
 *
 *   in:   {exercises: {rule: [exercise, …]}, count, learners: [{believes: [misconception, …], rules, seed}]}
 *   out:  [{degrees: {rule: degree}, asked: [rule, …], wrong: number}]
 */

import { readFileSync } from "node:fs";
import { degree } from "../src/knowledge.js";
import { judge, LENGTH, Run } from "../src/practice_run.js";
import { answered, pick } from "../src/schedule.js";
import { useStorage } from "./browser_storage.js";

/** What somebody answers who believes these. @param {string[]} believes @param {any} exercise @returns {any} */
function picked(believes, { kind, options, told, misconception, answer }) {
  const believed = (/** @type {any} */ option) => believes.includes(option.misconception);
  if (kind === "reach") return answer[0];
  if (kind === "spot") return believes.includes(misconception) ? [(answer[0] + 1) % told.length] : answer;
  if (kind === "may")
    return options.flatMap((/** @type {any} */ option, /** @type {number} */ at) =>
      answer.includes(at) !== believed(option) ? [at] : [],
    );
  const at = options.findIndex(believed);
  return at < 0 ? answer : [at];
}

/** @param {any} exercises @param {number} count @param {{believes: string[], rules: string[], seed: number}} learner */
function practised(exercises, count, { believes, rules, seed }) {
  useStorage();
  let [state, wrong, now] = [seed, 0, Date.UTC(2026, 10, 18, 9)];
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const left = Object.fromEntries(rules.map((rule) => [rule, [...exercises[rule]]]));
  /** @type {string[]} */
  const asked = [];
  while (asked.length < count) {
    const run = new Run(pick(rules, now, LENGTH, random));
    for (; !run.over && asked.length < count; run.next()) {
      const turn = /** @type {any} */ (run.turn);
      run.fill(run.at, left[turn.rule].shift());
      run.answer(picked(believes, turn.exercise));
      wrong += run.grade === "again" ? 1 : 0;
      judge(answered, turn, /** @type {any} */ (run.grade), (now += 20_000));
      run.comeBack();
      asked.push(turn.rule);
    }
  }
  return { degrees: Object.fromEntries(rules.map((rule) => [rule, degree(rule)])), asked, wrong };
}

const { exercises, count, learners } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(learners.map((/** @type {any} */ learner) => practised(exercises, count, learner))));
