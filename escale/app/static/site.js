/**
 * What the pages without a kernel do in the browser: remember the language, put this visitor's stars
 * and open tables on the shelf, search a rulebook. Everything is there to be read without it.
 */

const LANG = "escale/lang";
const STARS = "escale/stars";
const TABLES = "escale/tables";
const MOST_TABLES = 3;
const YEAR = 31536000;

function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}

const fill = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, hole) => facts[hole] ?? "");

function element(name, fields = {}, ...children) {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
}

// --- the language ---------------------------------------------------------------------------------------

/** The server knows the choice by a cookie, the stages by the browser's storage. */
export function remember(lang) {
  document.cookie = `escale-lang=${lang}; path=/; max-age=${YEAR}; samesite=lax`;
  try {
    localStorage.setItem(LANG, lang);
  } catch {
    // a browser that keeps nothing
  }
}

function chosenBefore() {
  try {
    return localStorage.getItem(LANG);
  } catch {
    return null;
  }
}

function languages() {
  const here = new URL(location.href);
  const { lang } = document.documentElement;
  const before = chosenBefore();
  if (!here.searchParams.has("lang") && ["fr", "en"].includes(before) && before !== lang) {
    remember(before); // chosen at a table: the server has not heard of it
    here.searchParams.set("lang", before);
    location.replace(here);
    return;
  }
  for (const link of document.querySelectorAll("[data-lang]")) {
    const there = new URL(location.href);
    there.searchParams.set("lang", link.dataset.lang);
    link.href = there.href;
    link.addEventListener("click", () => remember(link.dataset.lang));
  }
}

// --- the shelf ------------------------------------------------------------------------------------------

/** One star a lesson: whole when every question was answered at once, pale when some were. */
function showStars(card, { lessons, learn }, words, stars) {
  const drawn = card.querySelectorAll(".stars svg");
  const counts = lessons.map(([id, asked]) => [asked.filter((step) => stars[id]?.[step]).length, asked.length]);
  counts.forEach(([mine, all], i) => drawn[i]?.setAttribute("class", mine && mine === all ? "on" : mine ? "some" : ""));
  const facts = { count: counts.filter(([mine, all]) => mine && mine === all).length, of: lessons.length };
  const line = card.querySelector(".stars");
  line.querySelector("span").textContent = fill(words.stars, facts);
  line.setAttribute("aria-label", fill(words["stars-said"], facts));
  const next = counts.findIndex(([mine]) => !mine);
  const door = card.querySelector("[data-door=learn]");
  if (!door || next <= 0) return;
  door.querySelector("small").textContent = fill(words["learn-next"], { number: next + 1 });
  door.href = `${learn}?lesson=${encodeURIComponent(lessons[next][0])}`;
}

/**
 * The address of a page of this server, or null. What is stored may have been written by anybody, and
 * "/\\host", "//host" and "/\t/host" all lead to another one: only the browser knows how it reads them.
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

/** The tables that this browser has left open, the last one first; only those the server still has. */
async function openTables(games, check) {
  const open = Object.values(kept(TABLES)).filter(
    (table) => table && Object.hasOwn(games, table.game) && !table.over && typeof table.token === "string" && ownPage(table.page),
  );
  open.sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  const shown = open.slice(0, MOST_TABLES);
  if (!shown.length) return [];
  try {
    const answer = await fetch(check, { method: "POST", body: JSON.stringify(shown.map(({ token }) => token)) });
    if (!answer.ok) return shown;
    const there = new Set(await answer.json());
    return shown.filter(({ token }) => there.has(token));
  } catch {
    return shown;
  }
}

async function showTables({ games, words, check }) {
  const list = document.querySelector(".resumes");
  for (const { game, page, token, ply } of await openTables(games, check)) {
    const cover = document.querySelector(`[data-game="${game}"] .front`);
    const said = fill(words["resume-ply"], { title: games[game].title, ply: ply ?? 0 });
    const text = element("span", {}, element("b", { textContent: words.resume }), element("small", { textContent: said }));
    const there = ownPage(page);
    there.search = new URLSearchParams({ table: token });
    const link = element("a", { className: "resume", href: there.href });
    link.append(element("img", { src: cover.src, alt: "" }), text);
    list.append(link);
    list.hidden = false;
  }
}

function showShelf(data) {
  const stars = kept(STARS);
  for (const [name, about] of Object.entries(data.games)) {
    const card = document.querySelector(`[data-game="${name}"]`);
    if (about.lessons.length) showStars(card, about, data.words, stars);
  }
  return showTables(data);
}

// --- a rulebook -----------------------------------------------------------------------------------------

/** Without case and accents, letter for letter. */
const plain = (text) => [...text].map((letter) => letter.normalize("NFD")[0].toLowerCase()).join("");

/** Show the places where one of the words stands. */
function emphasise(paragraph, words) {
  const text = paragraph.textContent;
  const searched = plain(text);
  const hits = [];
  for (const word of words) {
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + 1)) hits.push([at, at + word.length]);
  }
  hits.sort(([one], [other]) => one - other);
  paragraph.textContent = "";
  let end = 0;
  for (const [from, to] of hits) {
    if (from < end) continue;
    paragraph.append(text.slice(end, from), element("mark", { textContent: text.slice(from, to) }));
    end = to;
  }
  paragraph.append(text.slice(end));
}

function search(words) {
  const [field, only, found] = ["q", "only", "found"].map((id) => document.getElementById(id));
  const asked = plain(field.value).split(/\s+/).filter((word) => word.length > 1);
  let count = 0;
  for (const section of document.querySelectorAll(".sections section")) {
    let any = false;
    for (const rule of section.querySelectorAll(".rule")) {
      const told = plain(`${rule.id} ${[...rule.querySelectorAll(".rule-text, .reason")].map((p) => p.textContent).join(" ")}`);
      const fits = asked.every((word) => told.includes(word)) && (!only.checked || "ruling" in rule.dataset);
      rule.hidden = !fits;
      if (fits) for (const text of rule.querySelectorAll(".rule-text, .reason")) emphasise(text, asked);
      any ||= fits;
      count += fits;
    }
    section.hidden = !any;
  }
  found.textContent = count === 0 ? words["found-none"] : count === 1 ? words["found-one"] : fill(words.found, { count });
}

function showBook(words) {
  const form = document.querySelector(".search");
  const again = () => {
    search(words);
    const here = new URL(location.href);
    here.searchParams.delete("q");
    if (form.q.value) here.searchParams.set("q", form.q.value);
    history.replaceState(null, "", here);
    languages();
  };
  form.addEventListener("input", again);
  form.addEventListener("submit", (event) => event.preventDefault());
  if (form.q.value) search(words);
  const rule = document.getElementById(document.querySelector(".sections").dataset.asked);
  if (rule) {
    rule.scrollIntoView({ block: "center" });
    rule.focus({ preventScroll: true });
  }
}

// --- begin ----------------------------------------------------------------------------------------------

if (!document.body.classList.contains("notebook")) languages();
const data = JSON.parse(document.getElementById("data")?.textContent ?? "null");
if (document.body.classList.contains("home")) showShelf(data);
if (document.body.classList.contains("rules")) showBook(data);
