import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Company } from "../src/company.js";
import { Invite } from "../src/invite.js";
import { Keeper } from "../src/keeper.js";
import { useStorage } from "./browser_storage.js";

const NAME = "page#casanova";
const OWN = { token: "own", game: "casanova", page: "/", at: 1, ply: 4, over: false };
const chair = { who: "person", taken: true, here: true, away: 0, device: "" };
const told = { mine: 1, lead: 0, watching: 0, chairs: [chair, chair], asked: null };

/** A page at a shared table, without what it is drawn with. */
function keeperAt() {
  const keeper = Object.create(Keeper.prototype);
  const get = (/** @type {string} */ name) => (name === "box" ? { game: "casanova" } : { ply: 9, over: false });
  Object.assign(keeper, { name: NAME, token: "seat", offered: null, views: new Set(), waiting: new Set() });
  Object.assign(keeper, { model: { get }, company: new Company(keeper) });
  return keeper;
}

const stored = () => JSON.parse(localStorage["escale/tables"]);

beforeEach(() => {
  useStorage({ "escale/tables": JSON.stringify({ [NAME]: OWN }) });
  const head = { querySelector: () => null };
  Object.assign(globalThis, {
    sessionStorage: { "escale/seats": "{}" },
    location: { pathname: "/" },
    document: { head },
  });
});

test("whoever loses a seat still has their own game, and the seat's token is forgotten", () => {
  const keeper = keeperAt();
  keeper.hear({ kind: "company", company: told });
  assert.equal(stored()[`${NAME} @`].token, "seat");
  keeper.hear({ kind: "company", company: null });
  keeper.note(); // as after every move
  assert.deepEqual(stored(), { [NAME]: OWN });
  assert.ok(!JSON.stringify([{ ...sessionStorage }]).includes('"seat"'));
});

test("whoever invites goes on to the next seat when somebody has come to the one that was shown", () => {
  const link = (/** @type {number | null} */ seat) => ({ seat, link: `http://x/?table=${seat}`, code: "" });
  const company = { told: { ...told, chairs: [chair, chair, chair] } };
  const invite = new Invite(/** @type {any} */ ({ keeper: { company } }));
  invite.draw = () => {};
  invite.show({ links: [link(1), link(2), link(null)] });
  assert.equal(invite.chosen, "1");
  invite.show({ links: [link(2), link(null)] });
  assert.equal(invite.chosen, "2", "and not at a button that frees the seat");
  invite.show({ links: [link(null)] });
  assert.equal(invite.chosen, "watch");
  invite.chosen = "1"; // pressed
  invite.show({ links: [link(null)] });
  assert.equal(invite.chosen, "1", "whoever is looked at stays so");
});

test("nobody is offered a way to watch that is none, as in JupyterLab", () => {
  const house = { symbol: () => "" };
  const t = (/** @type {string} */ name) => name;
  const table = { names: ["Ada", "Bea"], levels: ["person", "person"], scene: { seats: [] } };
  const company = { told, leads: true };
  const invite = new Invite(
    /** @type {any} */ ({ keeper: { company }, house, table, t, box: { usual: "", game: "g" } }),
  );
  const shown = (/** @type {string} */ link) => {
    invite.told = { reach: link ? "web" : "lab", links: [{ seat: null, link, code: "" }] };
    return String(invite.markup()).includes("invite-watch-title");
  };
  assert.ok(shown("http://x/?table=w"));
  assert.ok(!shown(""));
  company.leads = false; // who does not invite has no links, and sees how many watch
  assert.ok(shown(""));
});
