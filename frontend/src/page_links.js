/**
 * Links in the address of a notebook's page and in its text: to a lesson's step, to a rule, to the same page in another
 * language.
 *
 * @import { Notice } from "./page.js"
 * @import { LessonPlace } from "./places.js"
 */

import { asksForCoach } from "./around.js";
import { rememberLanguage } from "./language.js";
import { inSite } from "./offline.js";
import { seatAt, storedTables } from "./storage.js";

/**
 * `?lesson=dolce-vita/ties&step=4`: the lesson in its place, open at that step.
 * @param {LessonPlace[]} lessons
 * @param {URLSearchParams} linked
 * @param {Notice} notice
 */
export async function followLink(lessons, linked, notice) {
  const name = linked.get("lesson");
  if (!name) return;
  const place = lessons.find(({ lesson }) => lesson === name);
  if (!place) {
    notice("no-lesson-here", { what: name.slice(0, 40) });
    return;
  }
  const { steps } = place;
  const asked = linked.get("step") ?? "1";
  const step = Number(asked);
  const there = Number.isInteger(step) && step >= 1 && step <= steps;
  if (!there) notice("no-step-here", { steps, what: asked.slice(0, 20) });
  const player = await place.open(there ? step - 1 : 0);
  place.element.scrollIntoView({ block: "start" });
  player.root.focus({ preventScroll: true });
}

/** The same page in the other language: at the same lesson, at the same table. @param {LessonPlace[]} lessons */
function whereIAm(lessons) {
  const here = new URLSearchParams();
  const open = Object.values(storedTables()).filter(({ page, over }) => page === location.pathname && !over);
  const table = open.sort((a, b) => b.at - a.at)[0]; // a coached game may be beside another
  const seat = seatAt(location.pathname); // two tabs may have two seats at one table
  if (seat || table) here.set("table", seat ?? table.token);
  if (asksForCoach()) here.set("coach", "");
  const inView = (/** @type {LessonPlace} */ { element }) => element.getBoundingClientRect().bottom > 120;
  const lesson = scrollY > 200 ? lessons.find((place) => place.player && inView(place)) : undefined;
  if (lesson?.player) {
    here.set("lesson", lesson.lesson);
    here.set("step", String(lesson.player.at + 1));
  }
  return here;
}

/** @param {LessonPlace[]} lessons */
export function followLanguages(lessons) {
  for (const found of document.querySelectorAll(".seg [data-lang]")) {
    const link = /** @type {HTMLAnchorElement} */ (found);
    link.addEventListener("click", () => {
      rememberLanguage(link.dataset.lang ?? "");
      link.search = String(whereIAm(lessons));
    });
  }
}

/** The numbers of rules in the text lead to the rulebook. */
export function linkRules() {
  const book = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".doors a[data-to=rules]"))?.href;
  for (const code of book ? document.querySelectorAll(".jp-RenderedMarkdown code") : []) {
    const rule = code.textContent ?? "";
    if (!book || !/^[A-Z]{2}-[A-Z]{3}-\d+$/.test(rule)) continue;
    const link = new URL(book);
    if (inSite()) link.hash = rule;
    else link.searchParams.set("rule", rule);
    const anchor = Object.assign(document.createElement("a"), { href: link.href });
    code.replaceWith(anchor);
    anchor.append(code);
  }
}

/** `?lang=en` in an address of before: the same page in that language. */
export function followAskedLanguage() {
  const here = new URL(location.href);
  const asked = here.searchParams.get("lang");
  if (!asked || asked === document.documentElement.lang) return;
  const link = /** @type {HTMLAnchorElement | null} */ (
    document.querySelector(`.seg [data-lang="${CSS.escape(asked)}"]`)
  );
  if (!link) return;
  here.searchParams.delete("lang");
  location.replace(new URL(`${here.search}${here.hash}`, link.href));
}
