/**
 * How pieces move: they travel, turn over, roll, count, fade. Any of it can be ended at once.
 *
 * @import { Drawn, Picture } from "./picture.js"
 * @import { Geometry } from "./geometry.js"
 */

import { distance, shortWay, transformOf } from "./geometry.js";
import { put } from "./html.js";
import { EASE, FAR, stagger, travelTime } from "./timing.js";

/** What a piece was before it changed. @typedef {{at: Geometry, symbol?: string, text?: string}} Before */

export class Motion {
  /**
   * @param {Picture} picture
   * @param {string} lang
   */
  constructor(picture, lang) {
    this.picture = picture;
    this.lang = lang;
    /** What is under way, and what to do at its end. @type {Map<Animation, ((jumped: boolean) => void) | null>} */
    this.flights = new Map();
    /** @type {(() => void) | null} called when nothing moves any more */
    this.rest = null;
  }

  /** @param {{entry: Drawn, from?: Before}[]} travellers */
  move(travellers) {
    const far = new Set(
      travellers.filter(({ entry, from }) => from && distance(from.at, entry.at) > FAR).map(({ entry }) => entry),
    );
    const step = stagger(far.size);
    let wait = 0;
    for (const { entry, from } of travellers) {
      const styles = (entry.piece[4] ?? "").split(" ");
      if (!from || (styles.includes("fades") && distance(from.at, entry.at))) {
        this.fly(entry.g, [{ opacity: 0 }, { opacity: 1 }], { duration: 260, delay: wait });
        continue;
      }
      this.travel(entry, from, wait);
      if (styles.includes("flips") && from.symbol !== entry.piece[1]) this.flip(entry, from, wait);
      if (styles.includes("rolls")) this.roll(entry, wait);
      if (styles.includes("counts") && from.text !== entry.piece[2]) this.count(entry, from, wait);
      if (far.has(entry)) wait += step;
    }
  }

  /**
   * From where it was to where it is; far ones above all others.
   * @param {Drawn} entry
   * @param {Before} from
   * @param {number} delay
   */
  travel(entry, { at: from }, delay) {
    const { at, g } = entry;
    const { picture } = this;
    const way = distance(from, at);
    const size = (from.scale * from.w) / at.w || at.scale; // as large as it was, whatever it shows
    const start = { ...at, x: from.x, y: from.y, scale: entry.piece[1] ? size : at.scale };
    start.turn = shortWay(from.turn, at.turn);
    if (way < 0.5 && start.turn === at.turn && Math.abs(start.scale - at.scale) < 0.001) return;
    const flies = way > FAR;
    const land = () => {
      if (picture.entries.get(entry.key) === entry) picture.insert(entry);
    };
    if (flies) picture.air.append(g);
    const frames = [{ transform: transformOf(start, "px") }, { transform: transformOf(at, "px") }];
    this.fly(g, frames, { duration: travelTime(way), delay, easing: EASE }, flies ? land : null);
  }

  /**
   * A card that turns over about its upright axis.
   * @param {Drawn} entry
   * @param {Before} from
   * @param {number} delay
   */
  flip({ g, at, piece }, { symbol }, delay) {
    const use = /** @type {Element} */ (g.firstChild);
    const edge = (/** @type {number} */ x) => ({
      transform: `translate(${at.w / 2}px) scaleX(${x}) translate(${-at.w / 2}px)`,
    });
    put(use, "href", `#${symbol}`);
    this.fly(use, [edge(1), edge(0.02)], { duration: 180, delay, easing: "ease-in" }, (jumped) => {
      put(use, "href", `#${piece[1]}`);
      if (!jumped) this.fly(use, [edge(0.02), edge(1)], { duration: 180, easing: "ease-out" });
    });
  }

  /**
   * A die: it turns once and shows a few other faces on its way.
   * @param {Drawn} entry
   * @param {number} delay
   */
  roll({ g, at, piece }, delay) {
    const use = /** @type {Element} */ (g.firstChild);
    const stem = String(piece[1]).replace(/\d+$/, "");
    const faces = Object.keys(this.picture.box.sizes).filter((name) => name.startsWith(stem) && /\d$/.test(name));
    const [there, back] = [1, -1].map((sign) => `translate(${(sign * at.w) / 2}px, ${(sign * at.h) / 2}px)`);
    const angle = (/** @type {number} */ degrees) => ({ transform: `${there} rotate(${degrees}deg) ${back}` });
    let shown = 0;
    const timer = setInterval(() => {
      shown += 2;
      put(use, "href", `#${faces[shown % faces.length]}`);
    }, 130);
    this.fly(use, [angle(-320), angle(0)], { duration: 620, delay, easing: EASE }, () => {
      clearInterval(timer);
      put(use, "href", `#${piece[1]}`);
    });
  }

  /**
   * A number that counts up or down to its value.
   * @param {Drawn} entry
   * @param {Before} from
   * @param {number} delay
   */
  count({ g, piece }, { text = "" }, delay) {
    const words = String(piece[2]);
    const [from, to] = [text, words].map((one) => Number.parseInt(one.replace(/[^\d-]/g, ""), 10));
    if (Number.isNaN(from + to)) return;
    const element = /** @type {Element} */ (g.firstChild);
    const animation = this.fly(g, [{ opacity: 1 }, { opacity: 1 }], { duration: 400, delay }, () => {
      element.textContent = words;
    });
    const tick = () => {
      if (!this.flights.has(animation)) return;
      const part = Math.min(1, Math.max(0, (Number(animation.currentTime) - delay) / 400));
      const now = Math.round(from + (to - from) * part).toLocaleString(this.lang);
      element.textContent = words.replace(/-?\d(.*\d)?/, now);
      requestAnimationFrame(tick);
    };
    tick();
  }

  /** @param {Element} g */
  fadeOut(g) {
    this.fly(g, [{ opacity: 1 }, { opacity: 0 }], { duration: 220 }, () => g.remove());
  }

  /**
   * Run an animation; `done(jumped)` comes at its end, however that is reached.
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} timing
   * @param {((jumped: boolean) => void) | null} [done]
   */
  fly(element, frames, timing, done = null) {
    const animation = element.animate(frames, { fill: "backwards", ...timing });
    this.flights.set(animation, done);
    animation.finished.then(
      () => this.land(animation, false),
      () => {},
    );
    return animation;
  }

  /**
   * @param {Animation} animation
   * @param {boolean} jumped
   */
  land(animation, jumped) {
    if (!this.flights.has(animation)) return;
    const done = this.flights.get(animation);
    this.flights.delete(animation);
    animation.cancel();
    done?.(jumped);
    if (!this.flights.size) this.rest?.();
  }

  /** Jump to the end of all motion. */
  finish() {
    for (const animation of [...this.flights.keys()]) this.land(animation, true);
  }

  /** When nothing moves any more. @returns {Promise<void>} */
  quiet() {
    if (!this.flights.size) return Promise.resolve();
    return new Promise((done) => {
      this.rest = done;
    });
  }
}
