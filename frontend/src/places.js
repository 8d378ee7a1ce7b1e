/**
 * The places in a page of the app where a widget is going to be. The server has put every table and
 * every lesson into the page, as a picture and as data; here they become stages and players at once,
 * long before Jupyter's scripts have made widgets of them. When those come they take over what is
 * there (`connect`), and what somebody has done meanwhile is sent on.
 *
 * @import { Around } from "./course.js"
 * @import { Box, Message } from "./types"
 */

import { asksForCoach } from "./around.js";
import { unpack } from "./frames.js";
import { firstGame, takeName } from "./keeper.js";
import { Player } from "./player.js";
import { Stage } from "./stage.js";
import { storedTables } from "./storage.js";

const LATE = 15_000; // ms after which a table that nobody has taken over says so

/** One map for all scripts of a page. @param {string} name @returns {Map<string, any>} */
function shared(name) {
  const page = /** @type {any} */ (globalThis);
  page[Symbol.for(name)] ??= new Map();
  return page[Symbol.for(name)];
}

/** By their names; the page's two bundles share them. @type {Map<string, Place>} */
export const places = shared("escale/places");

/** What is packed in the page, or in a file beside it. @param {Element} script */
export async function unpacked(script) {
  const { src } = /** @type {HTMLElement} */ (script).dataset;
  if (!src) return unpack(Uint8Array.from(atob(script.textContent ?? ""), (sign) => sign.charCodeAt(0)));
  const answer = await fetch(src);
  if (!answer.ok) throw new Error(`${src}: ${answer.status}`);
  return unpack(new Uint8Array(await answer.arrayBuffer()));
}

/** @type {Map<string, Promise<Box>>} */
const boxes = new Map();

/** The box of a place; several may have the same. @param {HTMLElement} element @returns {Promise<Box>} */
export function boxOf({ dataset }) {
  const name = dataset.box ?? "";
  const script = /** @type {Element} */ (document.getElementById(`box-${name}`));
  if (!boxes.has(name)) boxes.set(name, unpacked(script));
  return /** @type {Promise<Box>} */ (boxes.get(name));
}

export class Place {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** What has been said before anybody could hear it. @type {Message[]} */
    this.waiting = [];
    /** Calls whoever answers, where he comes only when he is called. */
    this.call = () => {};
    places.set(element.dataset.place ?? "", this);
  }

  get script() {
    return /** @type {Element} */ (this.element.querySelector(":scope > script"));
  }

  /** What its widget is called in Jupyter. */
  get widget() {
    return this.element.dataset.widget ?? "";
  }

  /** What a model of it knows. @returns {Record<string, any>} */
  get state() {
    const { place, kind } = this.element.dataset;
    return { place, widget: kind };
  }

  /** The picture has done its work. */
  clear() {
    this.element.querySelector("[data-skeleton]")?.remove();
    this.element.classList.add("made");
  }

  /** Somebody is there to answer. */
  live() {
    this.element.classList.add("live");
  }
}

export class TablePlace extends Place {
  /**
   * @param {HTMLElement} element
   * @param {(() => HTMLElement) | null} tellLate  says in the page that nobody has come; who is fetched says it by himself
   */
  constructor(element, tellLate) {
    super(element);
    this.tellLate = tellLate;
    /** @type {Stage | null} */
    this.stage = null;
    /** The name by which the table is found again. @type {string | undefined} */
    this.name = undefined;
    /** What is shown, until a widget has taken it over. @type {any} */
    this.table = null;
    /** @type {number | null} */
    this.version = null;
    /** @type {HTMLElement | null} */
    this.told = null;
    /** @type {number | undefined} */
    this.late = undefined;
  }

  async open() {
    const { element } = this;
    const table = JSON.parse(this.script.textContent ?? "");
    this.script.remove(); // it holds a hand, and somebody else may sit down here later
    if (table.hand) this.name = takeName(this, table.name, (element.dataset.box ?? "").replace(/-\d+$/, ""));
    this.table = table;
    this.version = table.version;
    const box = await boxOf(element);
    if (asksForCoach() && element.dataset.open && !this.expected()) this.coachHere(box);
    this.stage = new Stage(element, box, { send: (message) => this.waiting.push(message) });
    this.stage.show(table);
    this.clear();
    this.stage.root.inert = this.expected();
    const { tellLate } = this;
    if (!tellLate) return;
    this.late = setTimeout(() => {
      this.told = tellLate();
    }, LATE);
  }

  get state() {
    return { ...super.state, table: this.table, box: this.stage?.box };
  }

  /**
   * Whoever is going to make this table makes it the coached one that is asked for, so it can be played at now:
   * what is shown is what he would show (escale/widgets/worker.py).
   * @param {Box} box
   */
  coachHere({ levels, usual }) {
    const { dataset } = this.element;
    const { table } = this;
    dataset.open = JSON.stringify({ ...JSON.parse(dataset.open ?? "{}"), coach: true });
    const coach = { seat: 0, on: true };
    Object.assign(table, { coach, levels: firstGame(table.names, levels, usual) });
  }

  /** Is another game waiting for this visitor? Then this table is looked at, until the kernel has it. */
  expected() {
    const { searchParams, hash } = new URL(location.href);
    const known = this.name === undefined ? undefined : storedTables()[this.name];
    const linked = searchParams.has("table") || new URLSearchParams(hash.slice(1)).has("game");
    const coached = asksForCoach() && !this.element.dataset.open; // a kernel has made another
    return linked || coached || Boolean(known && !known.over);
  }

  /** Another table of the page does not take its name. */
  inUse() {
    return true;
  }

  connect() {
    const told = Boolean(this.table?.hand); // which game it is: the keeper asks, and what is shown waits for it
    this.table = null;
    this.live();
    clearTimeout(this.late);
    if (this.told) this.told.hidden = true;
    if (!this.stage) return;
    if (!told) this.stage.root.inert = false;
    for (const message of this.waiting.splice(0)) this.stage.send(message);
  }
}

export class LessonPlace extends Place {
  /** @param {HTMLElement} element */
  constructor(element) {
    super(element);
    /** @type {Player | null} */
    this.player = null;
    /** @type {Promise<Player> | null} */
    this.made = null;
    /** Ties who answers to the player. @type {(() => void) | null} */
    this.join = null;
    /** The course around it. @type {Around | undefined} */
    this.around = undefined;
  }

  get lesson() {
    return this.element.dataset.lesson ?? "";
  }

  get steps() {
    return Number(this.element.dataset.steps);
  }

  /** Make the player, once; it can be used from then on. @param {number} [step] */
  open(step = Number(this.element.dataset.step)) {
    this.made ??= this.make(step);
    return this.made;
  }

  /** @param {number} step */
  async make(step) {
    const { lang } = this.element.dataset;
    const [box, lesson] = await Promise.all([boxOf(this.element), unpacked(this.script)]);
    const send = (/** @type {Message} */ message) => {
      this.waiting.push(message);
      this.call();
    };
    this.player = new Player(this.element, box, lesson, { lang, step, kernel: true, send, around: this.around });
    this.clear();
    this.join?.();
    return this.player;
  }

  /** @param {(player: Player) => void} tie  is called when there is a player */
  connect(tie) {
    this.live();
    this.join = () => {
      const player = /** @type {Player} */ (this.player);
      tie(player);
      for (const message of this.waiting.splice(0)) player.send(message);
    };
    if (this.player) this.join();
  }
}
