/**
 * The people at a table that several pages share: who has come, who is away, what they are asked. It
 * belongs to a table's keeper; the invitations themselves are in invite.js.
 *
 * @import { Keeper } from "./keeper.js"
 * @import { Stage } from "./stage.js"
 * @import { Card } from "./veil.js"
 * @import { Message } from "./types"
 */

import { hide, put } from "./html.js";
import { storeSeat } from "./storage.js";

/** @typedef {{who: string, taken: boolean, here: boolean, away: number, device: string}} Chair */
/** @typedef {{mine: number | null, lead: number, watching: number, chairs: Chair[], asked: any}} Told */

const MOST_NAME = 20; // letters

export class Company {
  /** @param {Keeper} keeper */
  constructor(keeper) {
    this.keeper = keeper;
    /** Who is there; null at a table of one page. @type {Told | null} */
    this.told = null;
    /** An invitation by which this page has come. @type {Message | null} */
    this.invited = null;
  }

  /** Does this page only look on? */
  get watches() {
    return this.told !== null && this.told.mine === null;
  }

  /** Is it for this page's person to invite, to free seats, to begin games? */
  get leads() {
    return !this.told || this.told.mine === this.told.lead;
  }

  /** @param {Told | null} told */
  hear(told) {
    const before = this.told;
    this.told = told;
    if (told) this.sitDown();
    else this.loseSeat();
    for (const view of this.keeper.views) {
      if (before && told) this.announce(view, before, told);
      view.companyChanged();
    }
  }

  /** What was said of a name that could not be is over. */
  sitDown() {
    if (this.invited) for (const { house } of this.keeper.views) house.notices.drop();
    this.invited = null;
  }

  /** The seat is another's now. Its token opens nothing, and must not take the place of this browser's own game. */
  loseSeat() {
    this.keeper.token = null;
    storeSeat(this.keeper.name, null);
  }

  /** Who has come, and what became of a question. @param {Stage} view @param {Told} before @param {Told} told */
  announce(view, before, told) {
    const { names } = view.table;
    told.chairs.forEach((chair, seat) => {
      const was = before.chairs[seat];
      if (seat === told.mine || !chair.taken || chair.here === was?.here) return;
      if (chair.here) view.house.notices.mention(view.t("meeting-came", { name: names[seat] }));
      else if (was?.taken) view.house.notices.mention(view.t("meeting-went", { name: names[seat] }));
    });
    const { asked, mine } = told;
    if (asked?.no !== undefined && before.asked?.no === undefined && asked.seat === mine) {
      view.house.notices.mention(view.t("asked-refused", { name: names[asked.no] }));
    }
  }

  /** What lies over the board: the question for a name, or for a move to be taken back. @param {Stage} view @returns {Card | null} */
  card(view) {
    const t = (/** @type {string} */ name, facts = {}) => view.t(name, facts);
    if (this.invited) {
      const { seat, title } = this.invited;
      const text = t("sit-words", { title: title[view.table.lang], number: seat + 1 });
      return { title: t("sit-title"), text, acts: { sit: t("sit") }, field: { label: t("sit-name"), most: MOST_NAME } };
    }
    const { asked, mine } = this.told ?? {};
    if (mine == null || !asked?.yes || asked.seat === mine || asked.yes.includes(mine)) return null;
    const acts = { "vote-yes": t("asked-yes"), "vote-no": t("asked-no") };
    return { title: t("asked-title", { name: view.table.names[asked.seat] }), text: t("asked-words"), acts };
  }

  /** @param {string} name @param {Stage} view @returns {boolean} was it for the company? */
  act(name, view) {
    if (name === "sit") this.sit(view);
    else if (name === "vote-yes" || name === "vote-no") view.ask("vote", { yes: name === "vote-yes" });
    else return false;
    return true;
  }

  /** @param {Stage} view */
  sit(view) {
    const field = /** @type {HTMLInputElement | null} */ (view.parts.veil.querySelector("input"));
    const phone = matchMedia("(pointer: coarse) and (max-width: 700px)").matches;
    view.ask("sit", { token: this.invited?.token, name: field?.value ?? "", device: phone ? "phone" : "" });
  }

  /** What the table waits for, in a line below what is to be done. @param {Stage} view */
  showWaiting(view) {
    const { presence } = view.parts;
    const words = this.waiting(view);
    presence.textContent = words;
    hide(presence, !words);
  }

  /** @param {Stage} view @returns {string} "" if it waits for nothing else than a move */
  waiting(view) {
    const { told } = this;
    if (!told || view.table.over) return "";
    if (told.asked?.yes && told.asked.seat === told.mine) return view.t("asked-waits");
    const seat = view.table.scene.seats.findIndex((row) => row[3]);
    const chair = told.chairs[seat];
    if (!chair || chair.here || view.table.levels[seat] !== "person") return "";
    const facts = { name: view.table.names[seat], number: seat + 1 };
    return view.t(chair.taken ? "waits-away" : "waits-free", facts);
  }

  /** How somebody is not there, in a word; "" for whoever is. @param {Stage} view @param {number} seat */
  absence(view, seat) {
    const chair = this.told?.chairs[seat];
    if (!chair || chair.here || view.table.levels[seat] !== "person") return "";
    return view.t(chair.taken ? "seat-away" : "seat-free");
  }

  /** Whoever is to sit down reads nothing yet of the game that this page would have laid. @param {Stage} view */
  markInvited(view) {
    put(view.root, "data-invited", this.invited !== null);
  }

  /** Whoever only looks on has a page for a projector: the board, and the last move in one line. @param {Stage} view */
  markWatcher(view) {
    put(view.root, "data-watching", this.watches);
    hide(view.parts.last, !this.watches);
  }
}
