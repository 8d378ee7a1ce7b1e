// Made from frontend/src by `make bundle`: change it there.

// src/storage.js
var STARS = "escale/stars";
var TABLES = "escale/tables";
var LANG = "escale/lang";
function attempt(act, otherwise) {
  try {
    return act() ?? otherwise;
  } catch {
    return otherwise;
  }
}
function read(name) {
  const found = attempt(() => JSON.parse(localStorage[name]));
  return found && typeof found === "object" && !Array.isArray(found) ? found : {};
}
var storedTables = () => read(TABLES);
var readStars = () => read(STARS);
var storedLanguage = () => attempt(() => localStorage.getItem(LANG), null);
var storeLanguage = (lang2) => attempt(() => localStorage.setItem(LANG, lang2));

// src/language.js
var YEAR = 31536e3;
function rememberLanguage(lang2) {
  document.cookie = `escale-lang=${lang2}; path=/; max-age=${YEAR}; samesite=lax`;
  storeLanguage(lang2);
}

// src/words.js
var HOLE = /\{(\w+)(?::(.*?)\|(.*?))?\}/g;
var isMany = (lang2, count) => new Intl.PluralRules(lang2).select(count) !== "one";
function fill(sentence, facts, lang2) {
  return sentence.replace(
    HOLE,
    (_, hole, one, many) => one === void 0 ? facts[hole] ?? "" : `${facts[hole]} ${isMany(lang2, facts[hole]) ? many : one}`
  );
}

// src/search.js
var plain = (text) => [...text].map((letter) => letter.normalize("NFD")[0].toLowerCase()).join("");
function hitsIn(text, words) {
  const searched = plain(text);
  const hits = [];
  for (const word of words) {
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + 1))
      hits.push([at, at + word.length]);
  }
  hits.sort(([one], [other]) => one - other);
  let end = 0;
  return hits.filter(([from, to]) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}
function emphasise(paragraph, words) {
  const text = paragraph.textContent ?? "";
  paragraph.textContent = "";
  let end = 0;
  for (const [from, to] of hitsIn(text, words)) {
    const mark = Object.assign(document.createElement("mark"), { textContent: text.slice(from, to) });
    paragraph.append(text.slice(end, from), mark);
    end = to;
  }
  paragraph.append(text.slice(end));
}
function searchRules(words) {
  const field = (
    /** @type {HTMLInputElement} */
    document.getElementById("q")
  );
  const only = (
    /** @type {HTMLInputElement} */
    document.getElementById("only")
  );
  const found = (
    /** @type {HTMLElement} */
    document.getElementById("found")
  );
  const asked = plain(field.value).split(/\s+/).filter((word) => word.length > 1);
  let count = 0;
  for (const section of document.querySelectorAll(".sections section")) {
    let any = false;
    for (const rule of section.querySelectorAll(".rule")) {
      const texts = [...rule.querySelectorAll(".rule-text, .reason")];
      const told = plain(`${rule.id} ${texts.map((text) => text.textContent).join(" ")}`);
      const fits = asked.every((word) => told.includes(word)) && (!only.checked || rule.hasAttribute("data-ruling"));
      rule.hidden = !fits;
      if (!fits) continue;
      for (const text of texts) emphasise(text, asked);
      any = true;
      count += 1;
    }
    section.hidden = !any;
  }
  const { found: several, "found-one": one, "found-none": none } = words;
  found.textContent = count === 0 ? none : count === 1 ? one : fill(several, { count }, document.documentElement.lang);
}

// src/site.js
var MOST_TABLES = 3;
var { lang } = document.documentElement;
function element(name, fields = {}, ...children) {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
}
function languages() {
  const here = new URL(location.href);
  const before = storedLanguage();
  const links = (
    /** @type {HTMLAnchorElement[]} */
    [...document.querySelectorAll("[data-lang]")]
  );
  const known = links.some((link) => link.dataset.lang === before);
  if (!here.searchParams.has("lang") && before && known && before !== lang) {
    rememberLanguage(before);
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
function showStars(card, { lessons, learn }, words, stars) {
  const drawn = card.querySelectorAll(".stars svg");
  const counts = lessons.map(([id, asked]) => [asked.filter((step) => stars[id]?.[step]).length, asked.length]);
  counts.forEach(([mine, all], i) => {
    drawn[i]?.setAttribute("class", mine && mine === all ? "on" : mine ? "some" : "");
  });
  const facts = { count: counts.filter(([mine, all]) => mine && mine === all).length, of: lessons.length };
  const line = (
    /** @type {Element} */
    card.querySelector(".stars")
  );
  line.querySelector("span").textContent = fill(words.stars, facts, lang);
  line.setAttribute("aria-label", fill(words["stars-said"], facts, lang));
  const next = counts.findIndex(([mine]) => !mine);
  const door = (
    /** @type {HTMLAnchorElement | null} */
    card.querySelector("[data-door=learn]")
  );
  if (!door || next <= 0) return;
  door.querySelector("small").textContent = fill(
    words["learn-next"],
    { number: next + 1 },
    lang
  );
  door.href = `${learn}?lesson=${encodeURIComponent(lessons[next][0])}`;
}
function ownPage(path) {
  if (typeof path !== "string" || !path.startsWith("/")) return null;
  try {
    const page = new URL(path, location.origin);
    return page.origin === location.origin ? page : null;
  } catch {
    return null;
  }
}
async function openTables({ games, check }) {
  const open = Object.values(storedTables()).filter(
    (table) => table && Object.hasOwn(games, table.game) && !table.over && typeof table.token === "string" && ownPage(table.page)
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
async function showTables(shelf) {
  const { games, words } = shelf;
  const list = (
    /** @type {HTMLElement} */
    document.querySelector(".resumes")
  );
  for (const { game, page, token, ply } of await openTables(shelf)) {
    const cover = (
      /** @type {HTMLImageElement} */
      document.querySelector(`[data-game="${game}"] .front`)
    );
    const said = fill(words["resume-ply"], { title: games[game].title, ply: ply ?? 0 }, lang);
    const text = element(
      "span",
      {},
      element("b", { textContent: words.resume }),
      element("small", { textContent: said })
    );
    const there = (
      /** @type {URL} */
      ownPage(page)
    );
    there.search = String(new URLSearchParams({ table: token }));
    const link = element("a", { className: "resume", href: `${there.pathname}${there.search}` });
    link.append(element("img", { src: cover.src, alt: "" }), text);
    list.append(link);
    list.hidden = false;
  }
}
function showShelf(shelf) {
  const stars = readStars();
  for (const [name, about] of Object.entries(shelf.games)) {
    const card = (
      /** @type {Element} */
      document.querySelector(`[data-game="${name}"]`)
    );
    if (about.lessons.length) showStars(card, about, shelf.words, stars);
  }
  return showTables(shelf);
}
function showBook(words) {
  const form = (
    /** @type {HTMLFormElement} */
    document.querySelector(".search")
  );
  const again = () => {
    searchRules(words);
    const here = new URL(location.href);
    here.searchParams.delete("q");
    if (form.q.value) here.searchParams.set("q", form.q.value);
    history.replaceState(null, "", here);
    languages();
  };
  form.addEventListener("input", again);
  form.addEventListener("submit", (event) => event.preventDefault());
  if (form.q.value) searchRules(words);
  const { asked = "" } = (
    /** @type {HTMLElement} */
    document.querySelector(".sections").dataset
  );
  const rule = document.getElementById(asked);
  if (!rule) return;
  rule.scrollIntoView({ block: "center" });
  rule.focus({ preventScroll: true });
}
languages();
var data = JSON.parse(document.getElementById("data")?.textContent ?? "null");
if (document.body.classList.contains("home")) showShelf(data);
if (document.body.classList.contains("rules")) showBook(data);
