import assert from "node:assert/strict";
import { test } from "node:test";
import { mapAddress } from "../src/around.js";

/** @param {string | null} shelf  where a page of the app has its way home */
function page(shelf) {
  const link = shelf === null ? null : { getAttribute: () => shelf };
  Object.assign(globalThis, {
    document: { querySelector: (/** @type {string} */ what) => (what.startsWith("meta") ? null : link) },
  });
}

test("the map is beside the shelf, in its language and at the game; without an app there is none", () => {
  page("/?lang=en");
  assert.equal(mapAddress("casanova"), "/knowledge?lang=en&game=casanova");
  page("/user/ana/escale/?lang=fr");
  assert.equal(mapAddress("dolce-vita"), "/user/ana/escale/knowledge?lang=fr&game=dolce-vita");
  page(null);
  assert.equal(mapAddress("casanova"), "");
});
