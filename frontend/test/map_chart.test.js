import assert from "node:assert/strict";
import { test } from "node:test";
import { boatAt, middle, neighbour, routeBetween, sizeOf, titleOf } from "../src/map_chart.js";

/** @param {string} id @param {number} column @param {number} half @returns {any} */
const rule = (id, column, half) => ({ id, section: id[0], at: [column, half] });
const A = [rule("A1", 1, 0), rule("A2", 0, 1), rule("A3", 1, 2), rule("A4", 2, 1)];
const B = [rule("B1", 4, 1), rule("B2", 5, 0)];
const C = [rule("C1", 0, 7)];
const ALL = [...A, ...B, ...C];

test("arrows go to the nearest tile that way, from island to island, and nowhere off the chart", () => {
  const to = (/** @type {any} */ from, /** @type {string} */ key) => neighbour(ALL, from, `Arrow${key}`)?.id;
  assert.equal(to(A[0], "Down"), "A3");
  assert.equal(to(A[2], "Up"), "A1");
  assert.equal(to(A[1], "Right"), "A4");
  assert.equal(to(A[3], "Right"), "B1");
  assert.equal(to(A[2], "Down"), "C1");
  assert.equal(to(A[1], "Left"), undefined);
  assert.equal(to(A[0], "Up"), undefined);
});

test("every tile can be reached by arrows from every other", () => {
  for (const from of ALL) {
    const reached = new Set([from]);
    for (const one of reached)
      for (const key of ["Left", "Right", "Up", "Down"]) {
        const next = neighbour(ALL, one, `Arrow${key}`);
        if (next) reached.add(next);
      }
    assert.equal(reached.size, ALL.length);
  }
});

test("all tiles and titles lie within the chart", () => {
  const { width, height } = sizeOf(ALL);
  for (const { at } of ALL) {
    const { x, y } = middle(at);
    assert.ok(x > 47 && x < width - 47 && y > 41 && y < height - 41);
  }
  for (const island of [A, B, C]) {
    const { x, y, wide } = titleOf(
      island,
      ALL.filter((one) => !island.includes(one)),
      width,
    );
    assert.ok(x >= 0 && y >= 0 && x + wide <= width);
  }
});

test("the route goes on to the right, and down to the next row of islands", () => {
  const [right, down] = [routeBetween(A, B), routeBetween(B, C)];
  assert.ok(right.middle.x > middle([2, 1]).x && right.middle.x < middle([4, 1]).x);
  assert.ok(down.middle.y > middle([4, 1]).y && down.middle.y < middle([0, 7]).y);
  assert.doesNotMatch(right.path + down.path, /NaN|undefined/);
});

test("the boat is before the first island, between two, or behind the last, as far as the course has come", () => {
  /** @type {Record<string, {rules: string[]}>} */
  const lessons = { one: { rules: ["A1", "A2"] }, two: { rules: ["B1"] }, three: { rules: ["C1"] } };
  /** @type {[string, string][]} */
  const sections = [
    ["A", "The box"],
    ["B", ""],
    ["C", ""],
  ];
  const game = { lessons, rules: ALL, sections };
  const title = titleOf(A, [...B, ...C], sizeOf(ALL).width);
  assert.ok(boatAt(game, {}).x > title.x + 100, "behind the title, not on it");
  sections[0][1] = "What is in the box, all of it, and why";
  assert.ok(boatAt(game, {}).x < title.x + title.wide);
  assert.ok(boatAt(game, {}).y < Math.min(...A.map(({ at }) => middle(at).y)));
  assert.deepEqual(boatAt(game, { one: 1 }), routeBetween(A, B).middle);
  assert.deepEqual(boatAt(game, { two: 1 }), boatAt(game, {}));
  assert.deepEqual(boatAt(game, { one: 1, two: 1 }), routeBetween(B, C).middle);
  assert.ok(boatAt(game, { one: 1, two: 1, three: 1 }).y > middle(C[0].at).y);
});
