/**
 * Learners who believe some misconceptions and are right in all else practise. The session is that of the page
 * (its run, its schedule, its supply); whoever started this is the kernel, line by line: what the supply asks for
 * goes out, an exercise comes in.
 *
 *   in:   {learners: [{believes: [misconception, …], seed}], rules, ideas: {rule: [misconception, …]}, count}
 *   out:  {do: "more", rule, seed, ideas}, each answered by an exercise; at the end of a learner
 *         {degrees: {rule: degree}, asked: [rule, …], wrong: number}
 */

import { createInterface } from "node:readline";
import { degree } from "../src/knowledge.js";
import { judge, LENGTH, Run } from "../src/practice_run.js";
import { Supply } from "../src/practice_supply.js";
import { answered, pick } from "../src/schedule.js";
import { useStorage } from "./browser_storage.js";

/** What somebody answers who believes these. @param {string[]} believes @param {any} exercise @returns {any} */
function picked(believes, { kind, options, told, offers, answer }) {
  const believed = (/** @type {any} */ option) => believes.includes(option.misconception);
  if (kind === "reach") return answer[0];
  if (kind === "spot" || kind === "why")
    return believes.includes(offers[0]) ? [(answer[0] + 1) % (told ?? options).length] : answer;
  if (kind === "may")
    return options.flatMap((/** @type {any} */ option, /** @type {number} */ at) =>
      answer.includes(at) !== believed(option) ? [at] : [],
    );
  const at = options.findIndex(believed);
  return at < 0 ? answer : [at];
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const heard = async () => JSON.parse((await lines.next()).value);
const say = (/** @type {any} */ what) => console.log(JSON.stringify(what));

/** @param {any} all @param {{believes: string[], seed: number}} learner */
async function practised({ rules, ideas, count }, { believes, seed }) {
  useStorage();
  let [state, wrong, now] = [seed, 0, Date.UTC(2026, 10, 18, 9)];
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  Math.random = random;
  const supply = new Supply([], ideas);
  let awaited = 0;
  supply.connect((message) => {
    awaited += 1;
    say(message);
  });
  /** @type {string[]} */
  const asked = [];
  while (asked.length < count) {
    const run = new Run(pick(rules, now, LENGTH, random, (fresh) => supply.telling(fresh)));
    for (; !run.over && asked.length < count; run.next()) {
      const turn = /** @type {any} */ (run.turn);
      supply.get(turn.rule, (exercise) => run.fill(run.at, exercise));
      for (; awaited; awaited--) supply.put(await heard());
      run.answer(picked(believes, turn.exercise));
      if (turn.state === "wrong") supply.doubt(turn.exercise, turn.wrong);
      wrong += run.grade === "again" ? 1 : 0;
      judge(answered, turn, /** @type {any} */ (run.grade), (now += 20_000));
      run.comeBack();
      asked.push(turn.rule);
    }
  }
  say({ degrees: Object.fromEntries(rules.map((/** @type {string} */ rule) => [rule, degree(rule)])), asked, wrong });
}

const all = await heard();
for (const learner of all.learners) await practised(all, learner);
process.exit(0);
