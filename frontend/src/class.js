/**
 * A class of a teacher's own: steps out of a file or out of the link itself, one at a time, projected or
 * handed out. The server is sent one step when it is to be shown and answers with its frames; a site without a server
 * has files for lessons. Nothing is kept anywhere, neither stars nor what a learner knows (the page says so:
 * `escale-keep` in its head).
 */

import { chosenText } from "./files.js";
import { unpack } from "./frames.js";
import { fill, pageSingular } from "./words.js";

const FORMAT = "escale-class/1";
const [MOST_STEPS, MOST_TITLE] = [60, 120]; // as escale/teach/class_file.py has them
const SMALL = "(max-width: 760px)"; // as in class.css
const MOST_ADDRESS = 400_000; // characters: every browser keeps so many behind a #

/** @typedef {Record<string, any>} Step */
/** @typedef {{format: string, title: string, steps: Step[]}} Class */
/** @typedef {{root: HTMLElement, dispose(): void}} Shown */

/** @param {string} name @returns {any} */
const part = (name) => document.querySelector(`[data-class-${name}]`);

/** @param {string} text  base64, as an address has it or as it is */
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** What lies in a file beside the page. @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * What is wrong with a class as a whole: the name of a sentence and its facts, or null. The server looks at each step.
 * @param {any} found  @returns {[string, Record<string, any>] | null}
 */
export function wrongWith(found) {
  if (found?.format !== FORMAT) return ["class-bad-file", {}];
  const { title, steps } = found;
  if (typeof title !== "string" || !title.trim() || [...title].length > MOST_TITLE)
    return ["class-bad-title", { most: MOST_TITLE }];
  if (!Array.isArray(steps)) return ["class-bad-steps", { most: MOST_STEPS }];
  return steps.length && steps.length <= MOST_STEPS
    ? null
    : ["class-too-many", { most: MOST_STEPS, count: steps.length }];
}

/** The class in a link, or null. @param {string} hash @returns {Promise<Class | null>} */
export async function classIn(hash) {
  try {
    const found = await unpack(bytes(new URLSearchParams(hash.slice(1)).get("class") ?? ""));
    return wrongWith(found) ? null : found;
  } catch {
    return null;
  }
}

/** A class as a link has it. @param {Class} found @returns {Promise<string>} */
export async function packed(found) {
  const stream = new Blob([JSON.stringify(found)]).stream().pipeThrough(new CompressionStream("deflate"));
  const data = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of data) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The step that an address asks for, from 0. @param {string} hash @param {number} steps */
export function stepIn(hash, steps) {
  const asked = Number(new URLSearchParams(hash.slice(1)).get("step"));
  return Number.isInteger(asked) && asked >= 1 && asked <= steps ? asked - 1 : 0;
}

class Room {
  /** @param {{step: string, lessons: Record<string, string[]> | null, scripts: Record<string, string>, words: Record<string, string>}} data */
  constructor(data) {
    this.data = data;
    /** @type {Class | null} */
    this.class = null;
    this.at = 0;
    /** The class as its address has it; "" if it is too long for one. */
    this.packed = "";
    /** @type {Shown | null} */
    this.shown = null;
  }

  /** @param {string} name @param {Record<string, any>} [facts] */
  t(name, facts = {}) {
    return fill(this.data.words[name], facts, pageSingular());
  }

  /** @param {string} text  "" for nothing */
  notice(text) {
    part("notice").textContent = text;
    part("notice").hidden = !text;
  }

  /** @param {Class} found @param {string} packed @param {number} at */
  open(found, packed, at = 0) {
    this.class = found;
    this.packed = packed;
    part("desk").hidden = true;
    part("room").hidden = false;
    part("title").textContent = found.title;
    document.title = `${found.title} · escale`;
    part("dots").replaceChildren(...found.steps.map((_, at) => this.dot(at)));
    this.go(at);
  }

  /** The address has the class and its step, so that both are there after a reload and in the other language. */
  keepAddress() {
    if (!this.packed) return;
    history.replaceState(null, "", `#class=${this.packed}${this.at ? `&step=${this.at + 1}` : ""}`);
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".seg a[data-lang]")))
      link.hash = location.hash;
  }

  /** @param {number} at */
  dot(at) {
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: String(at + 1) });
    button.setAttribute("aria-label", this.said(at));
    button.addEventListener("click", () => this.go(at));
    item.append(button);
    return item;
  }

  /** @param {number} at */
  said(at) {
    return this.t("class-at", { at: at + 1, of: this.class?.steps.length });
  }

  /** @param {number} at */
  async go(at) {
    const steps = this.class?.steps ?? [];
    if (at < 0 || at >= steps.length) return;
    this.at = at;
    this.keepAddress();
    for (const [number, button] of [...part("dots").querySelectorAll("button")].entries())
      if (number === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    document.querySelector('[data-class-do="back"]')?.toggleAttribute("disabled", at === 0);
    document.querySelector('[data-class-do="next"]')?.toggleAttribute("disabled", at === steps.length - 1);
    part("at").textContent = this.said(at);
    const told = await this.ask(steps[at]);
    if (this.at === at) await this.show(told);
  }

  /** On from within a step: on a phone the next one comes into the whole window. */
  async goOn() {
    await this.go(this.at + 1);
    this.shown?.root.focus({ preventScroll: true });
    if (matchMedia(SMALL).matches) part("step").scrollIntoView();
  }

  /** How a step is shown: the server says it, or in a site, for lessons, its files. @param {Step} step */
  async ask(step) {
    const { lessons } = this.data;
    try {
      if (!lessons) {
        const answer = await fetch(this.data.step, { method: "POST", body: JSON.stringify(step) });
        const told = await answer.json();
        if (told.error)
          return { error: this.t("class-wrong", { at: this.at + 1, of: this.class?.steps.length, what: told.error }) };
        return { ...told, box: bytes(told.box), data: bytes(told.data) };
      }
      const { lesson } = step;
      if (!Object.hasOwn(lessons, lesson ?? "")) return { error: `${this.said(this.at)} ${this.t("class-needs-app")}` };
      const [box, data] = await Promise.all(lessons[lesson].map(fetched));
      return { kind: "lesson", box, data };
    } catch {
      return { error: `${this.said(this.at)} ${this.t("class-no-answer")}` };
    }
  }

  /** @param {any} told */
  async show(told) {
    this.shown?.dispose();
    this.shown = null;
    const place = part("step");
    place.replaceChildren();
    this.notice(told.error ?? "");
    part("play").hidden = !told.play;
    if (told.play) part("play").href = told.play;
    if (told.error) return;
    const { lang } = document.documentElement;
    const onward = this.at + 1 === this.class?.steps.length ? null : () => void this.goOn();
    const [box, data] = await Promise.all([unpack(told.box), unpack(told.data)]);
    if (told.kind === "practice") {
      const { Practice } = await import(this.data.scripts.practice);
      const schedule = { pick: () => data.rules, answered() {} };
      const practice = new Practice(place, box, data, { lang, schedule });
      practice.run.comeBack = () => false; // there is but this one
      practice.run.onward = onward;
      this.shown = practice;
      return;
    }
    const { Player } = await import(this.data.scripts.escale);
    const player = new Player(place, box, data, { lang });
    player.ending.onward = onward;
    player.transport.show();
    this.shown = player;
  }

  /** @param {string} name */
  act(name) {
    if (name === "back") this.go(this.at - 1);
    else if (name === "next") this.go(this.at + 1);
    else this.project();
  }

  project() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  }

  async fromFile() {
    /** @type {any} */
    let found = null;
    try {
      found = JSON.parse((await chosenText(part("file"))) ?? "");
    } catch {} // said below: it is no class
    const wrong = wrongWith(found);
    this.notice(wrong ? this.t(...wrong) : "");
    if (wrong) return;
    const text = await packed(found);
    this.open(found, text.length <= MOST_ADDRESS ? text : "");
  }

  async fromLink() {
    const text = new URLSearchParams(location.hash.slice(1)).get("class");
    if (text === null) return;
    const found = await classIn(location.hash);
    if (found) this.open(found, text, stepIn(location.hash, found.steps.length));
    else this.notice(this.t("class-bad-link"));
  }
}

/** Begin, in a page that has a desk. */
function start() {
  const room = new Room(JSON.parse(document.getElementById("data")?.textContent ?? "{}"));
  for (const button of document.querySelectorAll("[data-class-do]"))
    button.addEventListener("click", () => room.act(/** @type {HTMLElement} */ (button).dataset.classDo ?? ""));
  part("file").addEventListener("change", () => room.fromFile());
  window.addEventListener("hashchange", () => room.fromLink());
  document.addEventListener("fullscreenchange", () => {
    const projected = Boolean(document.fullscreenElement);
    document.body.classList.toggle("projected", projected);
    document.querySelector('[data-class-do="project"]')?.setAttribute("aria-pressed", String(projected));
  });
  room.fromLink();
}

if (globalThis.document) start();
