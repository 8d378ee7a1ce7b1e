import assert from "node:assert/strict";
import { test } from "node:test";
import { passedIn } from "../src/check_page.js";

test("a certificate says what its address says", () => {
  const passed = passedIn("#right=11&of=12&on=2026-11-18");
  assert.equal(passed?.right, 11);
  assert.equal(passed?.on.getDate(), 18);
});

test("there is none for a check that was not passed, or for no check at all", () => {
  const none = ["", "#right=9&of=12&on=2026-11-18", "#right=13&of=12&on=2026-11-18", "#right=11&of=12", "#right=x"];
  for (const hash of [...none, "#right=11&of=11&on=2026-11-18", "#right=10.5&of=12&on=2026-11-18"])
    assert.equal(passedIn(hash), null);
});
