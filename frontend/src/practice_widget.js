/**
 * Practice as a widget in Jupyter, and in the places of the app's pages before there is a widget: the
 * exercises that came along are asked at once, and the kernel makes more when it is there.
 *
 * @import { Box, Message, Model, PracticeData } from "./types"
 */

import { mapAddress, pageEnding, shelfAddress } from "./around.js";
import { unpack } from "./frames.js";
import { html, make } from "./html.js";
import { isFit } from "./messages.js";
import { boxOf, Place, unpacked } from "./places.js";
import { Practice } from "./practice.js";
import { TOLD_TO_PRACTICE } from "./protocol.js";
import { today } from "./schedule.js";

const PLACES = Symbol.for("escale/places");

/** @param {Model} model @returns {PracticePlace | undefined} */
const shownEarlier = (model) => /** @type {any} */ (globalThis)[PLACES]?.get(model.get("place"));

/** From now on somebody makes exercises. @param {Practice} made @param {Model} model */
function connect(made, model) {
  const heard = (/** @type {Message} */ message) => {
    if (isFit(message, TOLD_TO_PRACTICE)) made.hear(message);
  };
  model.on("msg:custom", heard);
  made.supply.connect((message) => model.send(message));
  return () => {
    model.off("msg:custom", heard);
    made.dispose();
  };
}

/** @param {{model: Model}} about */
function initialize({ model }) {
  const early = shownEarlier(model);
  early?.made?.then((made) => {
    early.live();
    connect(made, model);
  });
}

/** @param {{model: Model, el: HTMLElement}} about */
async function render({ model, el }) {
  if (shownEarlier(model)) return null;
  const [box, data] = await Promise.all([unpack(model.get("box")), unpack(model.get("practice"))]);
  const about = { ...data, rule: model.get("rule") };
  return connect(new Practice(el, box, about, { lang: model.get("lang") }), model);
}

/**
 * `?today=casanova,dolce-vita`: what is due in this game, then in those.
 * @param {PracticeData} data
 * @param {number} now
 */
function fiveMinutes({ rules }, now) {
  const asked = new URL(location.href).searchParams.get("today");
  if (asked === null) return {};
  const [next, ...rest] = asked.split(",").filter((game) => /^[a-z][a-z0-9-]*$/.test(game));
  return { today: today(rules, now), onward: next ? `practice-${next}${pageEnding()}?today=${rest.join(",")}` : "" };
}

class PracticePlace extends Place {
  /** @param {HTMLElement} element */
  constructor(element) {
    super(element);
    /** @type {Promise<Practice> | null} */
    this.made = null;
  }

  /** @param {(name: string, facts?: Record<string, any>) => HTMLElement} notice */
  open(notice) {
    this.made ??= this.make(notice);
    return this.made;
  }

  /** @param {(name: string, facts?: Record<string, any>) => HTMLElement} notice */
  async make(notice) {
    const { lang } = this.element.dataset;
    /** @type {[Box, PracticeData]} */
    const [box, data] = await Promise.all([boxOf(this.element), unpacked(this.script)]);
    const asked = new URL(location.href).searchParams.get("rule");
    data.rule = this.element.dataset.rule ?? "";
    if (asked && data.rules.includes(asked)) data.rule = asked;
    else if (asked) notice(asked in box.rules.rules ? "no-practice-of" : "no-rule-here", { what: asked.slice(0, 40) });
    Object.assign(data, fiveMinutes(data, Date.now()));
    data.lessons = JSON.parse(this.element.dataset.lessons ?? "{}");
    const leave = shelfAddress() ?? "";
    const map = mapAddress(data.game);
    const focus = document.activeElement === document.body;
    const made = new Practice(this.element, box, data, { lang, leave, map, focus });
    this.clear();
    if (map) this.element.after(make(html`<p class="to-map"><a href="${map}">${made.t("to-the-map")}</a></p>`));
    return made;
  }
}

/**
 * The places of a page that practise.
 * @param {HTMLElement[]} elements
 * @param {(name: string, facts?: Record<string, any>) => HTMLElement} notice
 */
export const openPlaces = (elements, notice) =>
  Promise.all(elements.map((element) => new PracticePlace(element).open(notice)));

/** What anywidget calls. */
export const practice = { initialize, render };
