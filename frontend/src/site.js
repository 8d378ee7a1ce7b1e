/**
 * What the pages without a kernel do in the browser: remember the language, put this visitor's stars
 * and open tables on the shelf, search a rulebook. Everything is there to be read without it.
 *
 * @import { Card, Progress } from "./progress.js"
 * @import { StoredTable } from "./storage.js"
 * @import { Synonyms, Words } from "./search.js"
 */

import { cards, due } from "./knowledge.js";
import { rememberLanguage } from "./language.js";
import { inSite, keepOffline } from "./offline.js";
import { progressOf } from "./progress.js";
import { searchRules } from "./search.js";
import { readDone, readStars, storedLanguage, storedTables } from "./storage.js";
import { keptTables } from "./tables_db.js";
import { fill, pageSingular } from "./words.js";

const MOST_TABLES = 3;

/**
 * @typedef {object} Shelf
 * @property {Record<string, {title: string, learn: string, lessons: Card[], main: number, quick: string}>} games
 * @property {Record<string, string>} words
 * @property {string} check  where to ask which tables are still there
 * @property {string} knowledge  the map of what one knows
 * @property {Links} [links]  in a site without a server
 */

/** Where links lead that name no page. @typedef {{rules: Record<string, string>, play: Record<string, string>, words: Record<string, string>}} Links */

const { lang } = document.documentElement;
const singular = pageSingular();

/**
 * @param {string} name
 * @param {Record<string, any>} fields
 * @param {...(Node | string)} children
 */
function element(name, fields = {}, ...children) {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
}

// --- the language

function languages() {
  const here = new URL(location.href);
  const before = storedLanguage();
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("[data-lang]")]);
  const known = links.some((link) => link.dataset.lang === before);
  if (inSite()) {
    siteLanguages(here, links);
    return;
  }
  if (!here.searchParams.has("lang") && before && known && before !== lang) {
    rememberLanguage(before); // chosen at a table: the server has not heard of it
    here.searchParams.set("lang", before);
    location.replace(here);
    return;
  }
  for (const link of links) {
    const there = new URL(location.href);
    there.searchParams.set("lang", link.dataset.lang ?? "");
    link.href = there.href;
    link.addEventListener("click", () => rememberLanguage(link.dataset.lang ?? ""));
  }
}

/** Every page has a language there, and knows where it is in the others. @param {URL} here @param {HTMLAnchorElement[]} links */
function siteLanguages(here, links) {
  const asked = links.find((link) => link.dataset.lang === here.searchParams.get("lang"));
  here.searchParams.delete("lang");
  const tail = `${here.search}${here.hash}`;
  if (asked && asked.dataset.lang !== lang) {
    rememberLanguage(asked.dataset.lang ?? "");
    location.replace(new URL(tail, asked.href));
    return;
  }
  for (const link of links) {
    link.href = new URL(tail, link.href.replace(/[?#].*/, "")).href;
    link.addEventListener("click", () => rememberLanguage(link.dataset.lang ?? ""));
  }
}

// --- the shelf

/**
 * Links that name a rule, a lesson or a table but no page, which a server would follow.
 * @param {Shelf} shelf
 */
function followLink({ games, links }) {
  if (!links) return;
  const asked = new URLSearchParams(location.search);
  const [rule, lesson, table] = ["rule", "lesson", "table"].map((name) => asked.get(name) ?? "");
  const book = links.rules[rule.toUpperCase().split("-")[0]];
  const course = games[lesson.split("/")[0]]?.learn;
  const stored = Object.values(storedTables()).find(({ token }) => token === table);
  const play = stored && links.play[stored.game];
  const [wanted, there, words] = rule
    ? [rule, book && `${book}#${rule.toUpperCase()}`, "no-rule-home"]
    : lesson
      ? [lesson, course && `${course}?${asked}`, "no-lesson"]
      : [table, play && `${play}?${asked}`, "no-table"];
  if (!wanted) return;
  if (there) {
    location.replace(there);
    return;
  }
  const text = fill(links.words[words], { what: wanted.slice(0, 40) }, singular);
  const notice = element("p", { className: "notice", textContent: text });
  notice.setAttribute("role", "alert");
  document.querySelector("main")?.prepend(notice);
}

/**
 * One star a lesson: whole when every question was answered at once, pale when some were; underlined
 * when the lesson is completed. The door leads to the next lesson that is not.
 * @param {Element} card
 * @param {Shelf["games"][string]} game
 * @param {Record<string, string>} words
 * @param {Progress} progress
 */
function showProgress(card, { lessons, learn }, words, progress) {
  const drawn = card.querySelectorAll(".stars svg");
  for (const [i, { stars, done }] of progress.lessons.entries()) {
    drawn[i]?.setAttribute("class", stars);
    drawn[i]?.toggleAttribute("data-done", done);
  }
  const { count, done, next } = progress;
  const facts = { count, done, of: lessons.length };
  const line = /** @type {Element} */ (card.querySelector(".stars"));
  /** @type {Element} */ (line.querySelector("span")).textContent = fill(words.stars, facts, singular);
  line.setAttribute("aria-label", fill(words["stars-said"], facts, singular));
  const door = /** @type {HTMLAnchorElement | null} */ (card.querySelector("[data-door=learn]"));
  if (!door || next <= 0) return;
  /** @type {Element} */ (door.querySelector("small")).textContent = fill(
    words["learn-next"],
    { number: next + 1, of: lessons.length },
    singular,
  );
  door.href = `${learn}?lesson=${encodeURIComponent(lessons[next][0])}`;
}

/**
 * Somebody new is shown the quick start first. Whoever has done it, or any lesson, goes on with the
 * course: its door becomes the main one, and the quick start stands among the others.
 * @param {Element} card
 */
function welcomeBack(card) {
  const doors = /** @type {Element} */ (card.querySelector(".acts"));
  const [start, learn] = ["start", "learn"].map((kind) => doors.querySelector(`[data-door=${kind}]`));
  if (!start || !learn) return;
  start.classList.remove("pri");
  learn.classList.add("pri");
  /** @type {HTMLAnchorElement} */ (card.querySelector(".box")).href = /** @type {HTMLAnchorElement} */ (learn).href;
  doors.insertBefore(start, doors.querySelector("[data-door=explore], [data-door=rules]"));
}

/**
 * The address of a page of this server, or null. What is stored may have been written by anybody, and
 * "/\\host", "//host" and "/\t/host" all lead to another one: only the browser knows how it reads them.
 * @param {unknown} path
 */
function ownPage(path) {
  if (typeof path !== "string" || !path.startsWith("/")) return null;
  try {
    const page = new URL(path, location.origin);
    return page.origin === location.origin ? page : null;
  } catch {
    return null;
  }
}

/**
 * The tables that this browser has left open, the last one first; only those that the server, or this browser's
 * database in a site without one, still has.
 * @param {Shelf} shelf
 * @returns {Promise<StoredTable[]>}
 */
async function openTables({ games, check }) {
  const open = Object.values(storedTables()).filter(
    (table) =>
      table &&
      Object.hasOwn(games, table.game) &&
      !table.over &&
      typeof table.token === "string" &&
      ownPage(table.page),
  );
  open.sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  const shown = open.slice(0, MOST_TABLES);
  if (!shown.length) return shown;
  if (!check) {
    const there = await keptTables(shown.map(({ token }) => token));
    return shown.filter(({ token }) => there.includes(token));
  }
  try {
    const answer = await fetch(check, { method: "POST", body: JSON.stringify(shown.map(({ token }) => token)) });
    if (!answer.ok) return shown;
    const there = new Set(await answer.json());
    return shown.filter(({ token }) => there.has(token));
  } catch {
    return shown;
  }
}

/** What is due today, in any game, leads to the map. @param {Shelf} shelf */
function showToday({ words, knowledge }) {
  const count = due(Object.keys(cards()), Date.now()).length;
  if (!count) return;
  const list = /** @type {HTMLElement} */ (document.querySelector(".resumes"));
  const icon = /** @type {HTMLTemplateElement} */ (list.querySelector("template")).content.cloneNode(true);
  const said = element("small", { textContent: fill(words["today-due"], { count }, singular) });
  const text = element("span", {}, element("b", { textContent: words.today }), said);
  list.append(element("a", { className: "resume", href: knowledge }, icon, text));
  list.hidden = false;
}

/** @param {URL} page */
const fileOf = ({ pathname }) => pathname.slice(pathname.lastIndexOf("/") + 1);

/** @param {Shelf} shelf */
async function showTables(shelf) {
  const { games, words, links } = shelf;
  const list = /** @type {HTMLElement} */ (document.querySelector(".resumes"));
  for (const { game, page, token, ply } of await openTables(shelf)) {
    const cover = /** @type {HTMLImageElement} */ (document.querySelector(`[data-game="${game}"] .front`));
    const said = fill(words["resume-ply"], { title: games[game].title, ply: ply ?? 0 }, singular);
    const text = element(
      "span",
      {},
      element("b", { textContent: words.resume }),
      element("small", { textContent: said }),
    );
    const there = /** @type {URL} */ (ownPage(page));
    const mine = new URL(links?.play[game] ?? there, location.href); // the same page, in the shelf's language
    if (fileOf(mine) === fileOf(there)) there.pathname = mine.pathname;
    there.search = String(new URLSearchParams({ table: token }));
    const link = element("a", { className: "resume", href: `${there.pathname}${there.search}` });
    link.append(element("img", { src: cover.src, alt: "" }), text);
    list.append(link);
    list.hidden = false;
  }
}

/** @param {Shelf} shelf */
function showShelf(shelf) {
  const stars = readStars();
  const done = readDone();
  for (const [name, about] of Object.entries(shelf.games)) {
    const card = /** @type {Element} */ (document.querySelector(`[data-game="${name}"]`));
    if (!about.lessons.length) continue;
    const progress = progressOf(about.lessons, stars, done, about.main);
    showProgress(card, about, shelf.words, progress);
    if (progress.done || done[about.quick]) welcomeBack(card);
  }
  showToday(shelf);
  return showTables(shelf);
}

// --- a rulebook

/** @param {{words: Words, synonyms: Synonyms[]}} book */
function showBook({ words, synonyms }) {
  const form = /** @type {HTMLFormElement} */ (document.querySelector(".search"));
  const again = () => {
    searchRules(words, synonyms);
    const here = new URL(location.href);
    here.searchParams.delete("q");
    if (form.q.value) here.searchParams.set("q", form.q.value);
    history.replaceState(null, "", here);
    languages();
  };
  if (inSite()) form.q.value = new URLSearchParams(location.search).get("q") ?? "";
  form.addEventListener("input", again);
  form.addEventListener("submit", (event) => event.preventDefault());
  if (form.q.value) searchRules(words, synonyms);
  const { asked = "" } = /** @type {HTMLElement} */ (document.querySelector(".sections")).dataset;
  const rule = document.getElementById(asked || askedRule());
  if (!rule) return;
  rule.classList.add("marked");
  rule.scrollIntoView({ block: "center" });
  rule.focus({ preventScroll: true });
}

/** The rule that the address names, where no server has looked. */
function askedRule() {
  if (!inSite()) return "";
  const { searchParams, hash } = new URL(location.href);
  const found = (searchParams.get("rule") ?? decodeURIComponent(hash.slice(1))).toUpperCase();
  return /^[A-Z]{2}-[A-Z]{3}-\d+$/.test(found) ? found : "";
}

// --- a sheet to print

function showPrinting() {
  const button = /** @type {HTMLElement | null} */ (document.querySelector("[data-print]"));
  if (!button) return;
  button.hidden = false; // without scripts there is only the browser's own
  button.addEventListener("click", () => window.print());
}

// --- begin

languages();
const data = JSON.parse(document.getElementById("data")?.textContent ?? "null");
if (document.body.classList.contains("home")) {
  followLink(data);
  showShelf(data);
}
if (document.body.classList.contains("rules")) showBook(data);
showPrinting();
void keepOffline();
