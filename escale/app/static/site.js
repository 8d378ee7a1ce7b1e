// Made from frontend/src by `make bundle`: change it there.

// src/progress.js
function progressOf(cards2, stars, done, line = cards2.length) {
  const lessons = cards2.map(([id, asked]) => {
    const mine = asked.filter((step) => stars[id]?.[step]).length;
    return { stars: mine && mine === asked.length ? "on" : mine ? "some" : "", done: Boolean(done[id]) };
  });
  return {
    lessons,
    count: lessons.filter((lesson) => lesson.stars === "on").length,
    done: lessons.filter((lesson) => lesson.done).length,
    next: lessons.slice(0, line).findIndex((lesson) => !lesson.done)
  };
}
var doneByStars = (stars) => Object.fromEntries(Object.keys(stars).flatMap((id) => Object.keys(stars[id] ?? {}).length ? [[id, 1]] : []));

// src/storage.js
var STARS = "escale/stars";
var DONE = "escale/done";
var LEARNERS = "escale/learners";
var TABLES = "escale/tables";
var LANG = "escale/lang";
function attempt(act, otherwise) {
  try {
    return act() ?? otherwise;
  } catch {
    return otherwise;
  }
}
var keeps = () => !attempt(() => document.head.querySelector('meta[name="escale-keep"][content="nothing"]'), null);
function read(name) {
  const found = keeps() && attempt(() => JSON.parse(localStorage[name]));
  return found && typeof found === "object" && !Array.isArray(found) ? found : {};
}
var write = (name, value) => keeps() && attempt(() => void (localStorage[name] = JSON.stringify(value)));
var storedTables = () => read(TABLES);
var readStars = () => read(STARS);
function readDone() {
  if (attempt(() => localStorage.getItem(DONE), "")) return read(DONE);
  const done = doneByStars(readStars());
  write(DONE, done);
  return done;
}
var completedLessons = () => Object.keys(attempt(() => localStorage.getItem(DONE), "") ? read(DONE) : doneByStars(readStars()));
function readLearners(isFit) {
  const text = keeps() && attempt(() => localStorage.getItem(LEARNERS), null);
  if (!text) return null;
  const found = attempt(() => JSON.parse(text));
  if (isFit(found)) return found;
  attempt(() => localStorage.setItem(`${LEARNERS}-unreadable`, text));
  return null;
}
var storedLanguage = () => attempt(() => localStorage.getItem(LANG), null);
var storeLanguage = (lang2) => attempt(() => localStorage.setItem(LANG, lang2));

// src/knowledge.js
var FORMAT = "escale-learners/1";
var FIRST = "1";
var RULE = /^[A-Z0-9]{1,12}(-[A-Z0-9]{1,12}){1,3}$/;
var unkept = null;
function all() {
  const found = unkept ?? readLearners(isLearners);
  if (found) return found;
  const me2 = { ...nobody(""), lessons: completedLessons() };
  return { format: FORMAT, current: FIRST, learners: { [FIRST]: me2 } };
}
var nobody = (name) => ({ name, met: {}, cards: {}, lessons: [] });
var me = () => {
  const { learners, current } = all();
  return learners[current];
};
var cards = () => me().cards;
function due(rules, now) {
  const known = cards();
  return rules.filter((rule) => known[rule]?.due <= now).sort((a, b) => known[a].due - known[b].due);
}
var isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
var between = (value, least, most) => typeof value === "number" && value >= least && value <= most;
var isCard = (card) => isTable(card) && between(card.stability, 1e-3, 36500) && between(card.difficulty, 1, 10) && between(card.last, 0, 864e13) && between(card.due, 0, 864e13) && ["good", "hard", "again"].includes(card.grade) && between(card.right, 0, 1e9) && between(card.wrong, 0, 1e9);
var isLearner = (found) => isTable(found) && typeof found.name === "string" && isTable(found.met) && Object.keys(found.met).every((rule) => RULE.test(rule)) && isTable(found.cards) && Object.entries(found.cards).every(([rule, card]) => RULE.test(rule) && isCard(card)) && Array.isArray(found.lessons) && found.lessons.every((lesson) => typeof lesson === "string");
var isLearners = (found) => isTable(found) && found.format === FORMAT && isTable(found.learners) && Object.hasOwn(found.learners, found.current) && Object.values(found.learners).every(isLearner);

// src/language.js
var YEAR = 31536e3;
function rememberLanguage(lang2) {
  document.cookie = `escale-lang=${lang2}; path=/; max-age=${YEAR}; samesite=lax`;
  storeLanguage(lang2);
}

// src/offline.js
var CALM = 4e3;
var BUSY = 2e4;
var siteMeta = () => document.querySelector('meta[name="escale-site"]');
var inSite = () => siteMeta() !== null;
var siteRoot = () => new URL(siteMeta()?.dataset.root ?? "./", document.baseURI);
async function keepOffline(first) {
  const { serviceWorker } = navigator;
  if (!inSite() || !serviceWorker) return;
  const had = Boolean(serviceWorker.controller);
  let asked = false;
  const offer = (act) => {
    const notice = (
      /** @type {HTMLElement | null} */
      document.querySelector("[data-site-new]")
    );
    if (!notice?.hidden) return;
    notice.hidden = false;
    notice.querySelector("button")?.addEventListener("click", act);
  };
  const offerWaiting = ({ waiting }) => {
    if (!waiting || !serviceWorker.controller) return;
    offer(() => {
      asked = true;
      waiting.postMessage("skip");
    });
  };
  serviceWorker.addEventListener("controllerchange", () => void ((had || asked) && location.reload()));
  serviceWorker.addEventListener("message", ({ data: data2 }) => {
    if (data2?.version && data2.version !== siteMeta()?.content) offer(() => location.reload());
  });
  if (!had) {
    const calm = new Promise((done) => setTimeout(done, first ? BUSY : CALM));
    await Promise.race([calm, ...first ? [first] : []]);
  }
  try {
    const found = await serviceWorker.register(new URL("sw.js", siteRoot()), { updateViaCache: "none" });
    offerWaiting(found);
    found.addEventListener("updatefound", () => {
      found.installing?.addEventListener("statechange", () => offerWaiting(found));
    });
    (await serviceWorker.ready).active?.postMessage("version");
  } catch {
  }
}

// src/words.js
var HOLE = /\{(\w+)(?::(.*?)\|(.*?))?\}/g;
var pageSingular = () => (document.body.dataset.singular ?? "1").split(" ").map(Number);
var isMany = (singular2, count) => !singular2.includes(Math.abs(count));
function fill(sentence, facts, singular2) {
  return sentence.replace(
    HOLE,
    (_, hole, one, many) => one === void 0 ? facts[hole] ?? "" : `${facts[hole]} ${isMany(singular2, facts[hole]) ? many : one}`
  );
}

// src/search.js
var LETTER = /[\p{L}\p{N}]/u;
var SHORT = 3;
var plain = (text) => [...text].map((letter) => letter.normalize("NFD")[0].toLowerCase()).join("");
var lower = (text) => [...text].map((letter) => letter === "'" ? "’" : letter.toLowerCase()[0]).join("");
function everywhere(text, searched, fits) {
  const found = [];
  for (let at = text.indexOf(searched); at >= 0; at = text.indexOf(searched, at + 1)) {
    if (fits(at)) found.push([at, at + searched.length]);
  }
  return found;
}
function places(text, { word, others }) {
  const [bare, small] = [plain(text), lower(text)];
  const found = everywhere(bare, word, () => true);
  for (const other of others) {
    found.push(
      ...everywhere(small, other, (at) => {
        const [before, after] = [small[at - 1] ?? " ", small[at + other.length] ?? " "];
        return !LETTER.test(before) && (other.length > SHORT || !LETTER.test(after));
      })
    );
  }
  return found;
}
function hitsIn(text, wanted) {
  const hits = wanted.flatMap((one) => places(text, one));
  hits.sort(([one, least], [other, most]) => one - other || most - least);
  let end = 0;
  return hits.filter(([from, to]) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}
function mistakes(one, other) {
  let [before, row] = [
    /** @type {number[]} */
    [],
    Array.from({ length: other.length + 1 }, (_, j) => j)
  ];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}
function nearest(word, words) {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  let [best, least] = [
    /** @type {string | null} */
    null,
    most + 1
  ];
  for (const one of words) {
    if (Math.abs(one.length - word.length) > most) continue;
    const count = mistakes(word, one);
    if (count < least) [best, least] = [one, count];
  }
  return best;
}
function meant(word, groups) {
  const means = (one) => {
    const [known, typed] = [plain(one), word.replace(/(s|x|ing|ed)$/, "")];
    return known === word || typed.length >= SHORT && (known === typed || word.length > 4 && known.startsWith(word));
  };
  const others = groups.filter(({ typed }) => typed.some(means)).flatMap(({ used }) => used.map(lower));
  return { word, others: [...new Set(others)].filter((other) => plain(other) !== word) };
}
function emphasise(paragraph, wanted) {
  const text = paragraph.textContent ?? "";
  paragraph.textContent = "";
  let end = 0;
  for (const [from, to] of hitsIn(text, wanted)) {
    const mark = Object.assign(document.createElement("mark"), { textContent: text.slice(from, to) });
    paragraph.append(text.slice(end, from), mark);
    end = to;
  }
  paragraph.append(text.slice(end));
}
function searchRules(words, groups) {
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
  const rules = [...document.querySelectorAll(".sections .rule")].map((rule) => {
    const texts = [...rule.querySelectorAll(".rule-text, .reason")];
    return { rule, texts, told: `${rule.id} ${texts.map((text) => text.textContent).join(" ")}` };
  });
  const typed = plain(field.value).split(/\s+/).filter((word) => word.length > 1);
  const taken = [];
  const wanted = typed.map((word) => {
    const asked = meant(word, groups);
    if (rules.some(({ told }) => places(told, asked).length)) return asked;
    const known = rules.flatMap(({ told }) => plain(told).match(/[\p{L}\p{N}]+/gu) ?? []);
    const near2 = nearest(word, /* @__PURE__ */ new Set([...known, ...groups.flatMap(({ typed: typed2 }) => typed2).map(plain)]));
    if (!near2) return asked;
    taken.push([word, near2]);
    return meant(near2, groups);
  });
  let count = 0;
  for (const { rule, texts, told } of rules) {
    const fits = wanted.every((one2) => places(told, one2).length) && (!only.checked || rule.hasAttribute("data-ruling"));
    rule.hidden = !fits;
    if (!fits) continue;
    for (const text of texts) emphasise(text, wanted);
    count += 1;
  }
  for (const section of document.querySelectorAll(".sections section")) {
    section.hidden = !section.querySelector(".rule:not([hidden])");
  }
  const singular2 = pageSingular();
  const { found: several, "found-one": one, "found-none": none, "found-near": near } = words;
  const sentences = count ? taken.map(([word, used]) => fill(near, { word, used }, singular2)) : [];
  sentences.push(count === 0 ? none : count === 1 ? one : fill(several, { count }, singular2));
  found.textContent = sentences.join(" ");
}

// src/site.js
var MOST_TABLES = 3;
var { lang } = document.documentElement;
var singular = pageSingular();
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
  if (inSite()) {
    siteLanguages(here, links);
    return;
  }
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
function followLink({ games, links }) {
  if (!links) return;
  const asked = new URLSearchParams(location.search);
  const [rule, lesson, table] = ["rule", "lesson", "table"].map((name) => asked.get(name) ?? "");
  const book = links.rules[rule.toUpperCase().split("-")[0]];
  const course = games[lesson.split("/")[0]]?.learn;
  const stored = Object.values(storedTables()).find(({ token }) => token === table);
  const play = stored && links.play[stored.game];
  const [wanted, there, words] = rule ? [rule, book && `${book}#${rule.toUpperCase()}`, "no-rule-home"] : lesson ? [lesson, course && `${course}?${asked}`, "no-lesson"] : [table, play && `${play}?${asked}`, "no-table"];
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
function showProgress(card, { lessons, learn }, words, progress) {
  const drawn = card.querySelectorAll(".stars svg");
  for (const [i, { stars, done: done2 }] of progress.lessons.entries()) {
    drawn[i]?.setAttribute("class", stars);
    drawn[i]?.toggleAttribute("data-done", done2);
  }
  const { count, done, next } = progress;
  const facts = { count, done, of: lessons.length };
  const line = (
    /** @type {Element} */
    card.querySelector(".stars")
  );
  line.querySelector("span").textContent = fill(words.stars, facts, singular);
  line.setAttribute("aria-label", fill(words["stars-said"], facts, singular));
  const door = (
    /** @type {HTMLAnchorElement | null} */
    card.querySelector("[data-door=learn]")
  );
  if (!door || next <= 0) return;
  door.querySelector("small").textContent = fill(
    words["learn-next"],
    { number: next + 1, of: lessons.length },
    singular
  );
  door.href = `${learn}?lesson=${encodeURIComponent(lessons[next][0])}`;
}
function welcomeBack(card) {
  const doors = (
    /** @type {Element} */
    card.querySelector(".acts")
  );
  const [start, learn] = ["start", "learn"].map((kind) => doors.querySelector(`[data-door=${kind}]`));
  if (!start || !learn) return;
  start.classList.remove("pri");
  learn.classList.add("pri");
  card.querySelector(".box").href = /** @type {HTMLAnchorElement} */
  learn.href;
  doors.insertBefore(start, doors.querySelector("[data-door=explore], [data-door=rules]"));
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
  if (!shown.length || !check) return shown;
  try {
    const answer = await fetch(check, { method: "POST", body: JSON.stringify(shown.map(({ token }) => token)) });
    if (!answer.ok) return shown;
    const there = new Set(await answer.json());
    return shown.filter(({ token }) => there.has(token));
  } catch {
    return shown;
  }
}
function showToday({ words, knowledge }) {
  const count = due(Object.keys(cards()), Date.now()).length;
  if (!count) return;
  const list = (
    /** @type {HTMLElement} */
    document.querySelector(".resumes")
  );
  const icon = (
    /** @type {HTMLTemplateElement} */
    list.querySelector("template").content.cloneNode(true)
  );
  const said = element("small", { textContent: fill(words["today-due"], { count }, singular) });
  const text = element("span", {}, element("b", { textContent: words.today }), said);
  list.append(element("a", { className: "resume", href: knowledge }, icon, text));
  list.hidden = false;
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
    const said = fill(words["resume-ply"], { title: games[game].title, ply: ply ?? 0 }, singular);
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
  const done = readDone();
  for (const [name, about] of Object.entries(shelf.games)) {
    const card = (
      /** @type {Element} */
      document.querySelector(`[data-game="${name}"]`)
    );
    if (!about.lessons.length) continue;
    const progress = progressOf(about.lessons, stars, done, about.main);
    showProgress(card, about, shelf.words, progress);
    if (progress.done || done[about.quick]) welcomeBack(card);
  }
  showToday(shelf);
  return showTables(shelf);
}
function showBook({ words, synonyms }) {
  const form = (
    /** @type {HTMLFormElement} */
    document.querySelector(".search")
  );
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
  const { asked = "" } = (
    /** @type {HTMLElement} */
    document.querySelector(".sections").dataset
  );
  const rule = document.getElementById(asked || askedRule());
  if (!rule) return;
  rule.classList.add("marked");
  rule.scrollIntoView({ block: "center" });
  rule.focus({ preventScroll: true });
}
function askedRule() {
  if (!inSite()) return "";
  const { searchParams, hash } = new URL(location.href);
  const found = (searchParams.get("rule") ?? decodeURIComponent(hash.slice(1))).toUpperCase();
  return /^[A-Z]{2}-[A-Z]{3}-\d+$/.test(found) ? found : "";
}
function showPrinting() {
  const button = (
    /** @type {HTMLElement | null} */
    document.querySelector("[data-print]")
  );
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
languages();
var data = JSON.parse(document.getElementById("data")?.textContent ?? "null");
if (document.body.classList.contains("home")) {
  followLink(data);
  showShelf(data);
}
if (document.body.classList.contains("rules")) showBook(data);
showPrinting();
void keepOffline();
