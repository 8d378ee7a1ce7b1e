/**
 * The map of what somebody knows: each game's rules by section, read at a glance, each leading to its practice
 * and its lesson; and "five minutes today" across games. All that it shows of a learner is in this browser
 * (knowledge.js); it needs no kernel. How it is drawn is in map_markup.js, where things lie in map_chart.js.
 *
 * @import { MapRule } from "./map_chart.js"
 */

import { bringInSight, fillWith, hide, html, make, put } from "./html.js";
import * as knowledge from "./knowledge.js";
import { boatAt, gameToOpen, middle, neighbour, sizeOf, TALL, titleOf, WIDE } from "./map_chart.js";
import * as markup from "./map_markup.js";
import { People, refill } from "./map_people.js";
import { today } from "./schedule.js";
import { readDone } from "./storage.js";
import { followTheme } from "./theme.js";
import { fill } from "./words.js";

/**
 * @typedef {object} MapGame  one game in one language (escale/widgets/map_data.py)
 * @property {string} id
 * @property {string} title
 * @property {[string, string][]} sections
 * @property {MapRule[]} rules
 * @property {Record<string, {title: string, rules: string[]}>} lessons  in the order of the course
 * @property {{practice?: string, learn?: string, rules?: string}} [links]  addresses, where there are pages
 */
/** @typedef {{words: Record<string, string>, singular: number[], games: MapGame[]}} MapWords */
/** @typedef {{langs: Record<string, MapWords>, game?: string, rule?: string, page?: boolean}} MapData */

const DAY = 86_400_000;

export class KnowledgeMap {
  /**
   * @param {HTMLElement} element
   * @param {MapData} data
   * @param {string} lang
   * @param {() => number} [clock]
   */
  constructor(element, data, lang, clock = Date.now) {
    this.data = data;
    this.clock = clock;
    this.lang = lang;
    this.current = data.game || "";
    this.chosen = data.rule ?? "";
    this.root = make(html`<section class="es-map" data-escale-knowledge data-lm-suppress-shortcuts></section>`);
    element.append(this.root);
    for (const { lessons } of this.games)
      knowledge.taught(Object.fromEntries(Object.entries(lessons).map(([id, { rules }]) => [id, rules])));
    this.current ||= gameToOpen(this.games, this.chosen, knowledge.cards(), knowledge.met);
    this.say = this.say.bind(this);
    this.root.addEventListener("click", (event) => this.onClick(event));
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.people = new People(this.root, this.say);
    const leaves = [
      knowledge.watch(() => this.refresh()),
      followTheme("auto", (theme) => put(this.root, "data-theme", theme)),
    ];
    this.dispose = () => {
      for (const leave of leaves) leave();
      this.root.remove();
    };
    this.open();
  }

  get games() {
    return this.data.langs[this.lang].games;
  }

  get game() {
    return this.games.find(({ id }) => id === this.current) ?? this.games[0];
  }

  /** @param {string} name @param {Record<string, any>} [facts] */
  say(name, facts = {}) {
    const { words, singular } = this.data.langs[this.lang];
    return fill(words[name], facts, singular);
  }

  /** @param {string} selector @returns {HTMLElement} */
  part(selector) {
    return /** @type {HTMLElement} */ (this.root.querySelector(selector));
  }

  /** @param {string} rule @returns {HTMLElement} */
  tile(rule) {
    return this.part(`.es-sea [data-rule="${rule}"]`);
  }

  // --- what is shown

  open() {
    const { lang } = this;
    fillWith(
      this.root,
      markup.frameMarkup({ lang, langs: Object.keys(this.data.langs), isPage: Boolean(this.data.page) }, this.say),
    );
    this.people.open();
    this.draw();
  }

  /** The chart of another game. */
  draw() {
    const { game } = this;
    if (!game) return;
    put(this.root, "data-game", game.id);
    const chart = this.part(".es-chart");
    fillWith(chart, markup.chartMarkup(game, this.say));
    const { width, height } = sizeOf(game.rules);
    const sea = this.part(".es-sea");
    sea.style.setProperty("--w", String(width));
    sea.style.setProperty("--h", String(height));
    for (const rule of game.rules) {
      const { x, y } = middle(rule.at);
      this.tile(rule.id).style.setProperty("--x", String(x - WIDE / 2));
      this.tile(rule.id).style.setProperty("--y", String(y - TALL / 2));
    }
    for (const [section] of game.sections) {
      const island = game.rules.filter((rule) => rule.section === section);
      const others = game.rules.filter((rule) => rule.section !== section);
      const { x, y, wide } = titleOf(island, others, width);
      const title = this.part(`[data-section="${section}"] .es-island-title`);
      title.style.setProperty("--x", String(x));
      title.style.setProperty("--y", String(y));
      title.style.setProperty("--wide", String(wide));
    }
    this.placeBoat();
    if (!game.rules.some(({ id }) => id === this.chosen)) this.chosen = "";
    this.opened = Boolean(this.chosen);
    this.refresh();
  }

  placeBoat() {
    const { x, y } = boatAt(this.game, readDone());
    put(this.root.querySelector(".es-boat"), "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  }

  /** What one knows of a rule: where nothing can be asked, to have met it is to know it. @param {MapRule} rule */
  degree(rule) {
    return rule.practise ? knowledge.degree(rule.id) : knowledge.met(rule.id) ? "known" : "new";
  }

  /** @param {MapGame} game @param {string} [section] */
  count(game, section) {
    const counts = { known: 0, shaky: 0, new: 0, due: 0, of: 0 };
    for (const rule of game.rules) {
      if (section && rule.section !== section) continue;
      counts[this.degree(rule)] += 1;
      counts.of += 1;
    }
    counts.due = this.due(game).length;
    return counts;
  }

  /** @param {MapGame} game */
  asked(game) {
    return game.rules.filter(({ practise }) => practise).map(({ id }) => id);
  }

  /** @param {MapGame} game */
  due(game) {
    return knowledge.due(this.asked(game), this.clock());
  }

  /** What has changed, and nothing moves that has not. */
  refresh() {
    const { game, say } = this;
    if (!game) return;
    const due = new Set(this.due(game));
    for (const rule of game.rules) {
      const degree = this.degree(rule);
      const tile = this.tile(rule.id);
      put(tile, "data-changed", tile.dataset.degree !== undefined && tile.dataset.degree !== degree);
      put(tile, "data-degree", degree);
      put(tile, "data-due", due.has(rule.id));
      const said = [rule.label, say(degree), due.has(rule.id) && say("due"), rule.ours && say("ours-short")];
      put(tile, "aria-label", said.filter(Boolean).join(", "));
    }
    for (const [section, title] of game.sections) {
      const { known, of } = this.count(game, section);
      const island = this.part(`[data-section="${section}"]`);
      put(island, "aria-label", `${title}, ${say("count-said", { known, of })}`);
      /** @type {HTMLElement} */ (island.querySelector("small")).textContent = say("count", { known, of });
    }
    const tabs = this.games.map((one) => ({ ...this.count(one), id: one.id, title: one.title }));
    refill(this.part(".es-tabs"), html`${markup.tabsMarkup(tabs, game.id, say)}`);
    hide(this.part(".es-tabs"), tabs.length < 2);
    bringInSight(this.part(".es-tabs"));
    refill(this.part(".es-five"), markup.fiveMarkup(this.five(), say));
    const counts = this.count(game);
    refill(this.part(".es-legend"), markup.legendMarkup(counts, say));
    for (const bar of this.root.querySelectorAll(".es-bar i")) {
      const { style, dataset } = /** @type {HTMLElement} */ (bar);
      style.width = `${(100 * counts[/** @type {"known" | "shaky"} */ (dataset.degree)]) / counts.of}%`;
    }
    this.people.refresh();
    this.choose(this.chosen || [...due][0] || game.rules[0].id);
  }

  /** What is due in any game; else what is new in this one. */
  five() {
    const { say, game } = this;
    const counts = this.games.map((one) => ({ game: one, count: this.due(one).length })).filter(({ count }) => count);
    counts.sort((a, b) => b.count - a.count);
    const [first, ...rest] = counts;
    if (first) {
      const games = counts.map(({ game: { title }, count }) => say("due-one", { title, count })).join(", ");
      const count = counts.reduce((sum, one) => sum + one.count, 0);
      return {
        title: say("five"),
        text: say("due-here", { count, games }),
        label: say("begin"),
        href: this.practice(first.game, `today=${rest.map((one) => one.game.id).join(",")}`),
        code: `escale.practice("${first.game.id}")`,
      };
    }
    const fresh = today(this.asked(game), this.clock()).length
      ? game.rules.filter((rule) => rule.practise && this.degree(rule) === "new").length
      : 0;
    return {
      title: say("nothing-due"),
      text: say(fresh ? "some-new" : "nothing-new", { count: fresh }),
      label: fresh ? say("begin-new") : "",
      href: this.practice(game, "today="),
      code: `escale.practice("${game.id}")`,
    };
  }

  /** @param {MapGame} game @param {string} query */
  practice({ links }, query) {
    return links?.practice ? `${links.practice}?${query}` : "";
  }

  /** A rule is shown beside the chart. @param {string} id */
  choose(id) {
    const { game, say } = this;
    const rule = game.rules.find((one) => one.id === id) ?? game.rules[0];
    for (const tile of this.root.querySelectorAll(".es-sea .es-tile")) {
      const mine = /** @type {HTMLElement} */ (tile).dataset.rule === rule.id;
      put(tile, "aria-selected", mine ? "true" : "false");
      put(tile, "tabindex", mine ? "0" : "-1");
    }
    const [lesson, step] = (rule.seen[0] ?? "").split("#");
    const { links = {} } = game;
    const code =
      links.practice || links.learn ? "" : rule.practise ? `escale.practice("${game.id}", rule="${rule.id}")` : "";
    refill(
      this.part(".es-one"),
      markup.ruleMarkup(
        rule,
        {
          section: game.sections.find(([section]) => section === rule.section)?.[1] ?? "",
          state: this.state(rule),
          book: links.rules ? `${links.rules}&rule=${rule.id}` : "",
          practice: rule.practise ? this.practice(game, `rule=${rule.id}`) : "",
          lesson: links.learn && lesson ? `${links.learn}?lesson=${encodeURIComponent(lesson)}&step=${step}` : "",
          title: game.lessons[lesson]?.title ?? "",
          code,
        },
        say,
      ),
    );
    hide(this.part(".es-one"), false);
    put(this.part(".es-one"), "data-opened", this.opened);
  }

  /** @param {MapRule} rule */
  state(rule) {
    const card = knowledge.cards()[rule.id];
    if (!rule.practise) return this.say("nothing-to-ask");
    if (!card) return this.say(knowledge.met(rule.id) ? "met-said" : "new-said");
    const days = Math.ceil((card.due - this.clock()) / DAY);
    const when = days > 0 ? this.say("due-in", { days }) : this.say("due-now");
    return `${this.say(`${knowledge.degreeOf(card)}-said`, card)} ${when}`;
  }

  // --- mouse, finger, keyboard

  /** @param {MouseEvent} event */
  onClick(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const rule = target.closest(".es-sea .es-tile");
    if (rule) this.select(/** @type {HTMLElement} */ (rule).dataset.rule ?? "");
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-act]"));
    if (button) this.act(button.dataset.act ?? "", button);
  }

  /** @param {string} rule */
  select(rule) {
    this.chosen = rule;
    this.opened = true;
    this.choose(rule);
    this.tile(rule).focus();
    this.moved();
  }

  /** The address follows, in a page. */
  moved() {
    this.onMove?.({ game: this.game.id, rule: this.chosen });
  }

  /** @type {((at: {game: string, rule: string}) => void) | undefined} */
  onMove;

  /** @param {string} name @param {HTMLElement} button */
  act(name, button) {
    if (name === "game") {
      this.current = button.dataset.game ?? "";
      this.chosen = "";
      this.draw();
      this.moved();
    } else if (name === "lang") {
      this.lang = button.dataset.lang ?? this.lang;
      this.open();
      this.part(`[data-lang="${this.lang}"]`).focus();
    } else if (name === "close") {
      this.opened = false;
      this.choose(this.chosen);
    } else this.people.act(name);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.people.leave();
    const target = /** @type {HTMLElement} */ (event.target);
    if (!target.matches(".es-sea .es-tile")) return;
    const { rules } = this.game;
    const rule = /** @type {MapRule} */ (rules.find(({ id }) => id === target.dataset.rule));
    const island = rules.filter(({ section }) => section === rule.section);
    const next = { Home: island[0], End: island.at(-1), " ": rule }[event.key] ?? this.neighbour(rule, event.key);
    const way = { Enter: "practise", l: "lesson", L: "lesson" }[event.key];
    if (!next && !way) return;
    event.preventDefault();
    event.stopPropagation();
    if (next) this.select(next.id);
    else this.part(`.es-one [data-act=${way}]`)?.click();
  }

  /** On the chart the nearest that way; in rows of tiles the one before or after. @param {MapRule} rule @param {string} key */
  neighbour(rule, key) {
    if (!key.startsWith("Arrow")) return undefined;
    const { rules } = this.game;
    if (getComputedStyle(this.part(".es-water")).display !== "none") return neighbour(rules, rule, key);
    const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
    const order = [...this.root.querySelectorAll(".es-sea .es-tile")].map(
      (tile) => /** @type {HTMLElement} */ (tile).dataset.rule,
    );
    return rules.find(({ id }) => id === order[order.indexOf(rule.id) + step]);
  }
}
