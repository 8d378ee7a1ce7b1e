/**
 * A course in a page of the app: a list of lessons, and one lesson at a time. The address says which, and
 * at which step; the server has put all of it into the page (escale/app/server/course.py), and a style
 * shows what belongs together.
 *
 * @import { LessonPlace } from "./places.js"
 * @import { Notice } from "./page.js"
 */

import { put } from "./html.js";
import { rememberLanguage } from "./language.js";
import { progressOf } from "./progress.js";
import { readDone, readStars } from "./storage.js";
import { fill, pageSingular } from "./words.js";

/** A lesson: its id, the steps that ask, its title, its address. @typedef {[string, number[], string, string]} Entry */

/**
 * What the server says of the course.
 * @typedef {object} CourseData
 * @property {Entry[]} lessons  those of the last chapter, which is optional, last
 * @property {number} main  so many are before that chapter
 * @property {Entry | null} quick  the quick start, which is not counted
 * @property {string} title  of the page
 * @property {string} play  where the game is played; "" if nowhere
 */

/**
 * What a lesson knows of the course around it.
 * @typedef {object} Around
 * @property {string} list  the address of the list; "" if there is none
 * @property {{id: string, title: string, href: string} | null} next  the lesson after it
 * @property {{title: string, href: string} | null} play  the way to a table, where no lesson comes next
 * @property {Node[]} remember  what its notebook says after it
 * @property {(at: number) => void} onStep
 * @property {(lang: string) => void} speak  the page in another language
 * @property {(id: string) => void} go  to that lesson
 */

export class Course {
  /**
   * @param {CourseData} data
   * @param {Record<string, string>} words
   * @param {LessonPlace[]} places
   * @param {Notice} notice
   */
  constructor({ lessons, main, quick, title, play }, words, places, notice) {
    this.lessons = lessons.filter(([id]) => places.some(({ lesson }) => lesson === id));
    this.main = main;
    this.quick = quick;
    this.title = title;
    this.play = play;
    this.words = words;
    this.notice = notice;
    this.places = new Map(places.map((place) => [place.lesson, place]));
    /** Is there anything to choose from? */
    this.listed = this.lessons.length > 1;
    /** The lesson that is shown; "" is the list. */
    this.at = "";
    for (const place of places) place.around = this.around(place.lesson);
  }

  /** @param {string} name @param {Record<string, any>} [facts] */
  say(name, facts = {}) {
    return fill(this.words[name], facts, pageSingular());
  }

  /** @param {string} id @returns {Around} */
  around(id) {
    const first = id === this.quick?.[0];
    const number = this.lessons.findIndex(([lesson]) => lesson === id) + 1;
    const last = first || number === this.main || number === this.lessons.length;
    const [next, , title, href] = this.lessons[number] ?? [];
    const table = first
      ? { title: this.say("course-first-game"), href: `${this.play}?coach` }
      : { title: this.say("course-play"), href: this.play };
    return {
      list: this.listed ? location.pathname : "",
      next: next && !last ? { id: next, title: title ?? "", href: href ?? "" } : null,
      play: last && this.play ? table : null,
      remember: this.remember(id),
      onStep: (at) => {
        if (this.at === id) this.address(id, at, false);
      },
      speak: (lang) => this.speak(lang),
      go: (lesson) => this.go(lesson),
    };
  }

  /** What stands after a lesson in its notebook. @param {string} id */
  remember(id) {
    const parts = document.querySelectorAll(`.part-after[data-at="${CSS.escape(id)}"] .jp-RenderedMarkdown`);
    return [...parts].flatMap((part) => [...part.cloneNode(true).childNodes]);
  }

  // --- from one to the other

  /** Show what the address asks for, and follow it from now on. */
  async start() {
    addEventListener("popstate", () => void this.follow());
    document.addEventListener("click", (event) => this.onClick(event));
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".seg [data-lang]"))) {
      link.addEventListener("click", () => {
        rememberLanguage(link.dataset.lang ?? "");
        link.search = location.search;
      });
    }
    this.showProgress();
    await this.follow(true);
  }

  /** @param {boolean} [first]  the page has just come */
  async follow(first = false) {
    const { searchParams, hash } = new URL(location.href);
    const asked = searchParams.get("lesson");
    const anchor = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    const under = anchor ? /** @type {HTMLElement | null} */ (anchor.closest("[data-at]"))?.dataset.at : "";
    const only = this.listed ? under || "" : this.lessons[0][0];
    const id = asked && this.places.has(asked) ? asked : only;
    if (asked && !this.places.has(asked)) this.notice("no-lesson-here", { what: asked.slice(0, 40) });
    const place = this.places.get(id);
    const said = searchParams.get("step");
    const step = said === null ? 1 : Number(said);
    const there = place && Number.isInteger(step) && step >= 1 && step <= place.steps;
    if (place && id === asked && !there)
      this.notice("no-step-here", { steps: place.steps, what: (said ?? "").slice(0, 20) });
    await this.show(id, asked && there ? step - 1 : 0, first && !asked);
  }

  /** To a lesson, or with "" to the list. @param {string} id */
  async go(id) {
    document.getElementById("link-notice")?.setAttribute("hidden", "");
    this.address(id, 0, true);
    await this.show(id, 0);
  }

  /**
   * @param {string} id
   * @param {number} step
   * @param {boolean} [quiet]  leaves the focus where it is
   */
  async show(id, step, quiet = false) {
    const before = this.places.get(this.at)?.player;
    if (this.at !== id) before?.leave();
    if (!id) document.querySelector(`.course-rare:has([data-row="${CSS.escape(this.at)}"])`)?.setAttribute("open", "");
    this.at = id;
    const root = document.documentElement;
    const style = document.getElementById("course-now");
    if (style) style.textContent = `.course-js [data-at="${CSS.escape(id)}"]:not([hidden]) { display: block; }`;
    root.dataset.course = id ? "lesson" : "list";
    const title = [this.quick, ...this.lessons].find((entry) => entry?.[0] === id)?.[2];
    document.title = [...(title && this.listed ? [title] : []), this.title, "escale"].join(" · ");
    if (!quiet) scrollTo(0, 0);
    const place = this.places.get(id);
    if (!place) {
      this.showProgress();
      if (!quiet)
        /** @type {HTMLElement | null} */ (document.querySelector(".course [data-next] a"))?.focus({
          preventScroll: true,
        });
      return;
    }
    const there = place.player;
    const player = await place.open(step);
    if (there) player.jump(step);
    player.fit();
    if (!quiet) player.root.focus({ preventScroll: true });
  }

  /** @param {string} id @param {number} step @param {boolean} push  a new entry of the history */
  address(id, step, push) {
    const here = new URL(location.href);
    here.hash = "";
    here.search = "";
    if (id) here.search = `?lesson=${encodeURI(id)}${step || !push ? `&step=${step + 1}` : ""}`;
    if (push) history.pushState(null, "", here);
    else if (here.href !== location.href) history.replaceState(null, "", here);
  }

  /** Links inside the course do not load the page again. @param {MouseEvent} event */
  onClick(event) {
    const link = /** @type {HTMLElement} */ (event.target).closest("a[data-course-to]");
    const held = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button;
    if (!link || held || event.defaultPrevented) return;
    event.preventDefault();
    void this.go(/** @type {HTMLElement} */ (link).dataset.courseTo ?? "");
  }

  /** The same place of the course in another language. @param {string} lang */
  speak(lang) {
    const link = /** @type {HTMLElement | null} */ (document.querySelector(`.seg [data-lang="${lang}"]`));
    link?.click();
  }

  // --- how far one has come

  showProgress() {
    const stars = readStars();
    const { lessons, done, next } = progressOf(
      this.lessons.map(([id, asked]) => [id, asked]),
      stars,
      readDone(),
      this.main,
    );
    const quick = document.querySelector(".course-quick .course-told");
    if (quick) /** @type {HTMLElement} */ (quick).hidden = !readDone()[this.quick?.[0] ?? ""];
    let all = 0;
    for (const [i, [id, asked]] of this.lessons.entries()) {
      const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`);
      if (!row) return;
      const won = asked.filter((step) => stars[id]?.[step]);
      all += won.length;
      put(row, "data-done", lessons[i].done);
      put(row, "data-next", i === next);
      /** @type {HTMLElement} */ (row.querySelector("[data-said]")).hidden = !lessons[i].done;
      const drawn = /** @type {Element} */ (row.querySelector(".course-stars"));
      put(drawn, "aria-label", this.say("stars-of", { won: won.length, of: asked.length }));
      for (const [n, star] of [...drawn.children].entries()) put(star, "class", n < won.length ? "on" : "");
      const go = /** @type {HTMLElement} */ (row.querySelector(".course-go"));
      go.hidden = i !== next;
      if (done) /** @type {Element} */ (go.firstElementChild).textContent = this.say("course-go-on");
    }
    const counts = { done: this.say("lessons-done", { done, of: this.lessons.length }), stars: "" };
    counts.stars = this.say("stars-won", { won: all, of: this.lessons.flatMap(([, asked]) => asked).length });
    for (const [name, text] of Object.entries(counts)) {
      const element = document.querySelector(`[data-count=${name}]`);
      if (element) element.textContent = text;
    }
  }
}
