/**
 * The keeper of a table: it makes it last. It keeps the table's token in the browser's storage, offers
 * to go on after a reload, gives the kernel a sign that the page is open, and notices when the kernel
 * does not answer any more.
 *
 * @import { Stage } from "./stage.js"
 * @import { Card } from "./veil.js"
 * @import { Frame, Kernel, Message, Model } from "./types"
 */

import { asksForCoach } from "./around.js";
import { Company } from "./company.js";
import { inLab } from "./lab.js";
import { staleness } from "./messages.js";
import { PROTOCOL } from "./protocol.js";
import { attempt, pageName, storedSeat, storedTables, storeSeat, storeTable } from "./storage.js";

const SIGN = 10_000; // ms between two signs that the page is still open
const TICK = 250; // ms between two looks at a kernel that owes an answer
const SLOW = 4; // ticks after which it is said to be thinking
const SILENT = 8; // ticks without a word after which a kernel that is not busy counts as dead
const GENTLE = "beginner"; // the opponents of a first game
const GONE = ["dead", "terminating", "restarting", "autorestarting"];

/** Whoever has taken a name. @typedef {{inUse(): boolean}} Owner */

/**
 * All names taken in this page, by all copies of this module: two tables must not take the same one.
 * @returns {Map<string, Owner>}
 */
const taken = () => {
  const page = /** @type {any} */ (globalThis);
  page[Symbol.for("escale/tables")] ??= new Map();
  return page[Symbol.for("escale/tables")];
};

/**
 * The name by which `owner` finds its table again: the one given to it, or that of the page and the game.
 * @param {Owner} owner
 * @param {string | null | undefined} given
 * @param {string} game
 */
export function takeName(owner, given, game) {
  const names = taken();
  const first = given ?? `${location.pathname}#${game}${asksForCoach() ? " coach" : ""}`;
  let name = first;
  for (let n = 2; names.get(name)?.inUse(); n += 1) name = `${first} ${n}`;
  names.set(name, owner);
  return name;
}

/**
 * Who sits where in a first game with a coach: one person, and beginners where the game has any.
 * @param {string[]} names @param {string[] | undefined} levels @param {string} usual
 */
export function firstGame(names, levels, usual) {
  const other = levels?.includes(GENTLE) ? GENTLE : usual;
  return names.map((_, i) => (i ? other : "person"));
}

export class Keeper {
  /**
   * @param {Model} model
   * @param {string} [name]  if it has been taken already
   */
  constructor(model, name) {
    this.model = model;
    /** The stages that show the table. @type {Set<Stage>} */
    this.views = new Set();
    /** The frames that have just come, while the views take them: a model would keep them. @type {Frame[] | null} */
    this.frames = null;
    /** Has there been one? */
    this.seen = false;
    /** Ids of messages that are not answered. @type {Set<string>} */
    this.waiting = new Set();
    /** Ticks without a word, and ticks since something is owed. */
    this.silent = 0;
    this.waited = 0;
    /** A computer's move has failed: it has to be asked for. */
    this.stuck = false;
    /** The kernel does not answer; the table is played at elsewhere; what was shown is not saved. */
    this.dead = false;
    this.lost = false;
    this.unsaved = false;
    /** @type {string | null} */
    this.token = null;
    /** Another game that this page was in the middle of. @type {Message | null} */
    this.offered = null;
    this.name = "";
    /** The people, where several pages share the table. */
    this.company = new Company(this);
    /** A seat that was asked for, out of what this browser keeps. @type {string | null} */
    this.kept = null;
    this.stop = () => {};
    const { hand, name: given, meeting } = model.get("table");
    if (hand || meeting) this.begin(name ?? takeName(this, given, model.get("box").game));
  }

  /** @param {string} name */
  begin(name) {
    this.name = name;
    this.hello();
    const { kernel } = this;
    const changed = (/** @type {unknown} */ _, /** @type {string} */ status) => {
      if (GONE.includes(status)) this.giveUp();
    };
    attempt(() => kernel?.statusChanged.connect(changed));
    const timers = [setInterval(() => this.tick(), TICK), setInterval(() => this.sign(false), SIGN)];
    const leave = () => this.sign(true);
    addEventListener("pagehide", leave);
    this.stop = () => {
      timers.forEach(clearInterval);
      removeEventListener("pagehide", leave);
      attempt(() => kernel?.statusChanged.disconnect(changed));
      if (taken().get(this.name) === this) taken().delete(this.name);
    };
  }

  /** Is it seen, or about to be? A cell that is run again leaves a table that is neither. */
  inUse() {
    return !this.seen || this.views.size > 0;
  }

  /** @returns {Kernel | undefined} */
  get kernel() {
    return this.model.widget_manager?.kernel;
  }

  // --- what is sent

  /** Tell the kernel who is there, and in the middle of which game. */
  hello() {
    const { searchParams, hash } = new URL(location.href);
    const wanted = searchParams.get("table");
    const game = new URLSearchParams(hash.slice(1)).get("game");
    if (wanted || game) forgetLink();
    const known = storedTables()[this.name];
    this.kept = wanted || game ? null : storedSeat(this.name);
    const token = wanted ?? this.kept ?? (game || known?.over ? null : known?.token) ?? null;
    this.greet(token, Boolean(wanted));
    if (game) this.send({ do: "open", game });
    else if (!token) this.beginCoached();
  }

  /** The address asks for a coached first game: one person, and beginners (`?coach`). */
  beginCoached() {
    const { names, options, coach } = this.model.get("table");
    const { levels, usual } = this.model.get("box");
    if (!asksForCoach() || coach?.on) return; // a worker makes the shown table such a game
    const sitting = firstGame(names, levels, usual);
    const seats = sitting.map((level, i) => ({ name: names[i], level }));
    this.send({ do: "new", seats, options, seed: null, coach: true });
  }

  /** @param {string | null} token @param {boolean} wanted */
  greet(token, wanted) {
    this.offered = null;
    const { protocol } = this.model.get("table"); // a kernel from before there were versions takes none
    const mine = protocol === undefined ? {} : { protocol: PROTOCOL };
    this.send({ do: "hello", page: pageName(), name: this.name, token, wanted, ...mine });
  }

  /** @param {Message} message */
  send(message) {
    if (message.id) this.waiting.add(message.id);
    if (message.do === "hurry") this.stuck = false;
    attempt(() => this.model.send(message));
  }

  /** @param {boolean} leaving */
  sign(leaving) {
    if (this.token && !this.dead) this.send({ do: "sign", leaving });
  }

  // --- what is heard

  /** Every message is a sign of life. @param {Message} message */
  hear({ kind, re, token, kept, aside, done, stuck, company, ...offer }) {
    this.silent = 0;
    if (stuck || kind === "frames" || kind === "whole") this.stuck = Boolean(stuck);
    this.showThoughts(done != null || this.stuck, done != null);
    this.wake();
    if (kind !== "beat" && this.waited) {
      this.waited = 0;
      this.showThinking();
    }
    this.waiting.delete(re);
    if (kept !== undefined) this.unsaved = !kept;
    if (kind === "kept") {
      // The game that this page was in the middle of cannot be opened now: it keeps its name.
      if (aside) this.name = takeName(this, this.name, "");
      Object.assign(this, { token, offered: null, lost: false });
      this.company.invited = null;
      if (this.kept && this.kept !== token && !aside) storeSeat(this.name, null); // it opens nothing any more
      this.kept = null;
      this.note();
    } else if (kind === "company") {
      this.company.hear(company);
      this.note();
    } else if (kind === "invited") this.company.invited = { token, ...offer };
    else if (kind === "offer") this.offered = { token, ...offer };
    else if (kind === "lost") this.lost = true;
    else if (!this.dead) return;
    this.dead = false;
    this.refresh();
  }

  /**
   * @param {boolean} thinks  can it be told to hurry?
   * @param {boolean} slow  has it said so itself?
   */
  showThoughts(thinks, slow) {
    if (slow) this.waited = SLOW;
    for (const view of this.views) {
      if (view.thinks === thinks) continue;
      view.thinks = thinks;
      view.busyChanged();
    }
    if (thinks) this.showThinking();
  }

  /** Write down where this page is in the middle of a game. */
  note() {
    const { ply, over } = this.model.get("table");
    const shared = this.company.told !== null;
    if (!this.token || this.offered || !(ply || shared)) return;
    const { game } = this.model.get("box");
    const store = shared ? storeSeat : storeTable;
    store(this.name, { token: this.token, game, page: location.pathname, at: Date.now(), ply, over });
  }

  // --- a kernel that does not answer

  /** Silence is counted in looks, not in seconds: a lid that was closed is no silence. */
  tick() {
    const owed = this.waiting.size || (this.model.get("table").more && !this.stalled);
    this.silent = owed ? this.silent + 1 : 0;
    this.waited = owed ? this.waited + 1 : 0;
    this.showThinking();
    if (this.silent >= SILENT && this.kernel?.status !== "busy") this.giveUp();
  }

  /** The computer does not move by itself: its move has failed, or the table is played at elsewhere. */
  get stalled() {
    return this.stuck || this.lost;
  }

  showThinking() {
    for (const view of this.views) view.parts.thinking.hidden = this.waited < SLOW || this.dead;
  }

  /** A table that was only looked at until it was known which game it is (places.js) can be played at. */
  wake() {
    for (const { root } of this.views) root.inert = false;
  }

  /** The kernel counts as dead, until it says something. */
  giveUp() {
    if (this.dead) return;
    this.wake();
    Object.assign(this, { dead: true, lost: false });
    this.refresh();
  }

  /** Another version of escale answers: said once, where somebody looks. @param {Stage} view */
  tellVersion(view) {
    const { protocol, lang, hand } = this.model.get("table");
    const sentence = hand && staleness(protocol, lang);
    if (sentence) view.house.notices.notify(sentence);
  }

  // --- what it has to say, as a card over the table

  refresh() {
    for (const view of this.views) {
      if (this.dead) view.skip();
      this.company.markInvited(view);
      view.showVeil();
      view.busyChanged();
    }
  }

  /** @param {Stage} view @returns {Card | null} */
  card(view) {
    const t = (/** @type {string} */ name, facts = {}) => view.t(name, facts);
    const { ply, lang } = view.table;
    if (this.lost) return { title: t("elsewhere"), text: t("elsewhere-words"), acts: { take: t("take") } };
    if (this.dead) {
      const saved = this.token && !this.unsaved && ply;
      const lab = inLab(view.root);
      const how = lab ? t("dead-lab") : t("dead-page");
      const text = `${t(saved ? "dead-saved" : "dead-unsaved", { ply })} ${how}`;
      return { title: t("dead"), text, acts: lab ? {} : { reload: t("reload") } };
    }
    if (!this.offered) return this.company.card(view);
    const { at, elsewhere } = this.offered;
    const when = new Date(at * 1000).toLocaleString(lang, { dateStyle: "long", timeStyle: "short" });
    const title = this.offered.title[lang];
    const text = `${t("offer-words", { title, ply: this.offered.ply, when })} ${elsewhere ? t("offer-elsewhere") : ""}`;
    /** @type {Record<string, string>} */
    const go = elsewhere ? { take: t("take") } : { resume: t("go-on") };
    return { title: t("offer"), text, acts: { ...go, fresh: t("new-game") } };
  }

  /** @param {string} name @param {Stage} view */
  act(name, view) {
    if (this.company.act(name, view)) return;
    if (name === "reload") {
      const link = new URL(location.href);
      if (this.token && !this.unsaved) link.searchParams.set("table", this.token);
      location.replace(link);
    } else if (name === "fresh") {
      this.greet(null, false);
      this.beginCoached();
    }
    if (name === "resume" || name === "take") {
      view.ask("resume", { token: this.offered?.token ?? this.token, force: name === "take" });
    }
  }
}

/** What a link asked for is asked for once; from then on the storage knows. */
function forgetLink() {
  const link = new URL(location.href);
  link.searchParams.delete("table");
  link.hash = "";
  attempt(() => history.replaceState(history.state, "", link));
}
