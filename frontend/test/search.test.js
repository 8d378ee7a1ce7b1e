import assert from "node:assert/strict";
import { test } from "node:test";
import { hitsIn, meant, mistakes, nearest, places, plain, wordsOf } from "../src/search.js";

const TIES = { typed: ["égalité", "ex æquo", "tie", "draw"], used: ["égalité", "même total"] };
const DICE = { typed: ["dé", "dés", "die", "dice"], used: ["dé", "dés"] };
const alone = (word) => ({ word, others: [] });

test("a search knows neither case nor accents", () => {
  assert.equal(plain("Égalité"), "egalite");
  assert.deepEqual(hitsIn("Une égalité, l’ÉGALITÉ", [alone("egalite")]), [
    [4, 11],
    [15, 22],
  ]);
});

test("words that overlap are marked once", () => {
  assert.deepEqual(hitsIn("massimo", [alone("mass"), alone("assim")]), [[0, 4]]);
});

test("a word finds those that mean the same, in the page's language", () => {
  const wanted = meant("tie", [TIES, DICE]);
  assert.deepEqual(wanted.others, ["égalité", "même total"]);
  assert.equal(places("Le Même total, deux fois", wanted).length, 1);
  assert.deepEqual(meant("ties", [TIES]).others, wanted.others);
  assert.deepEqual(meant("massimo", [TIES, DICE]).others, []);
});

test("words that mean something together are looked for together", () => {
  const groups = [{ typed: ["égalité", "ex aequo", "même total"], used: ["égalité"] }];
  assert.deepEqual(wordsOf("  Ex  aequo et cartes", groups), ["ex aequo", "et", "cartes"]);
  assert.deepEqual(meant(wordsOf("ex æquo", [TIES])[0], [TIES]).others, ["égalité", "même total"]);
});

test("a short synonym is a word of its own, with its accents", () => {
  const wanted = meant("dice", [DICE]);
  assert.equal(places("Le nombre de cartes des joueurs décide", wanted).length, 0);
  assert.equal(places("Les dés, un dé", wanted).length, 2);
});

test("letters that are wrong, missing, too many or swapped are mistakes", () => {
  assert.deepEqual(
    ["massimo", "masimo", "massiimo", "msasimo", "massima"].map((word) => mistakes(word, "massimo")),
    [0, 1, 1, 1, 1],
  );
});

test("the nearest word is near; short words leave no room", () => {
  const words = ["massimo", "manche", "dice"];
  assert.equal(nearest("masimo", words), "massimo");
  assert.equal(nearest("elimnatoin", ["elimination"]), "elimination");
  assert.equal(nearest("zzzz", words), null);
  assert.equal(nearest("dic", words), null);
});
