/**
 * What a lesson draws over the board: rings around what a step speaks of, dotted lines for what has
 * travelled, so that a still picture tells the move too.
 *
 * @import { Board } from "./board.js"
 * @import { Rect, Scene, Step, Table } from "./types"
 */

import { rings } from "./geometry.js";
import { s } from "./html.js";
import { routeBetween } from "./routes.js";

const MOST_ROUTES = 2;
const MARKERS = ["turn", "now"]; // they say where the game is, and leave no line when they go on

const LEAST = 36; // units: what somebody is asked to look at is never a sliver

export class Marks {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.overlay = s("g", { class: "es-marks" });
  }

  /** The picture is new. */
  build() {
    this.overlay = s("g", { class: "es-marks" });
    this.board.picture.svg.append(this.overlay);
  }

  clear() {
    this.overlay.replaceChildren();
  }

  /**
   * @param {Step} step
   * @param {Table} before  the table before this step
   * @param {string[]} look  where a hint or an answer points at
   * @param {string[]} tried  what a wrong answer meant
   */
  draw(step, before, look, tried) {
    const { scene } = this.board.table;
    this.clear();
    this.ring(step.mark?.filter((key) => !look.includes(key)) ?? [], "mark");
    this.ring(look, "look");
    this.ring(tried, "fail");
    if (tried.length) this.route(this.rectOf(tried[0], scene), this.rectOf(tried.at(-1), scene), "es-route es-fail");
    for (const [from, to] of [...(step.arrow ?? []), ...this.travelled(step, before)]) {
      this.route(this.rectOf(from, before.scene) ?? this.rectOf(from, scene), this.rectOf(to, scene));
    }
  }

  /**
   * Where a key is: that of a piece, of a target, or of a place itself.
   * @param {string | undefined} key
   * @param {Scene} scene
   * @returns {Rect | undefined}
   */
  rectOf(key, scene) {
    if (key === undefined) return undefined;
    const place = scene.pieces[key]?.[0] ?? scene.targets[key]?.[0] ?? key;
    return this.board.state.layout?.places[place];
  }

  /** @param {string[]} keys @param {string} kind */
  ring(keys, kind) {
    const rects = keys.map((key) => this.rectOf(key, this.board.table.scene)).filter((rect) => rect !== undefined);
    for (const { box, round, line } of rings(rects, kind === "look" ? LEAST : 0)) {
      const [x, y, width, height] = box;
      this.overlay.append(s("rect", { class: `es-${kind}`, x, y, width, height, rx: round, "stroke-width": line }));
    }
  }

  /**
   * What has travelled in a step: a thing or two, or what the step points at; more is a tangle.
   * @param {Step} step
   * @param {Table} before
   * @returns {[string, string][]}
   */
  travelled(step, { scene: { pieces: before } }) {
    const { pieces: after } = this.board.table.scene;
    const room = (/** @type {string} */ place) => place.split(":")[0]; // moving up in a hand is no travel
    const moved = Object.keys(after).filter((key) => {
      const [place, symbol, , , style = ""] = after[key];
      const left = symbol && before[key] && room(before[key][0]) !== room(place);
      return left && !MARKERS.includes(key) && !style.includes("fades");
    });
    const few = moved.length > MOST_ROUTES ? moved.filter((key) => step.mark?.includes(key)) : moved;
    return few.length > MOST_ROUTES ? [] : few.map((key) => [key, key]);
  }

  /** Where things lie that a line had better not cross. @returns {Rect[]} */
  lying() {
    const drawn = [...this.board.picture.entries.values()].filter(({ piece }) => piece[1] || piece[2]);
    return drawn.map(({ at: { x, y, w, h, scale } }) => [
      x - (w * scale) / 2,
      y - (h * scale) / 2,
      w * scale,
      h * scale,
    ]);
  }

  /**
   * A dotted line.
   * @param {Rect | undefined} from
   * @param {Rect | undefined} to
   * @param {string} [kind]
   */
  route(from, to, kind = "es-route") {
    const { width = 0, height = 0 } = this.board.state.layout ?? {};
    const found = from && to && routeBetween(from, to, this.lying(), [width, height]);
    if (!found) return;
    const [cx, cy] = found.end;
    this.overlay.append(
      s("path", { class: "es-route-under", d: found.d }),
      s("path", { class: kind, d: found.d }),
      s("circle", { class: "es-route-end", cx, cy, r: 4 }),
    );
  }
}
