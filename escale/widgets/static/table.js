/**
 * A table as a widget in Jupyter: one model, any number of views. The model keeps the table whole, the
 * views show it move; its keeper makes it last: it keeps the token in the browser's storage, offers
 * to go on after a reload, and notices when the kernel has died.
 */

const TABLES = "escale/tables";
const SIGN = 10_000; // ms between two signs that the page is still open
const TICK = 250; // ms between two looks at a kernel that owes an answer
const SLOW = 4; // ticks after which it is said to be thinking
const SILENT = 8; // ticks without a word after which a kernel that is not busy counts as dead
const GONE = ["dead", "terminating", "restarting", "autorestarting"];

/** Browsers may refuse their storage; then nothing is found again, and nothing breaks. */
function attempt(act, otherwise) {
  try {
    return act() ?? otherwise;
  } catch {
    return otherwise;
  }
}

const storedTables = () => attempt(() => JSON.parse(localStorage[TABLES]), {});
const pageName = () => attempt(() => (sessionStorage["escale/page"] ??= Math.random().toString(36).slice(2)), "");

/** All keepers of the page: two tables must not take the same name. */
const keepers = (globalThis[Symbol.for(TABLES)] ??= new Map());

/** The name by which `owner` finds its table again: the one given to it, or that of the page and the game. */
function takeName(owner, given, game) {
  const first = given ?? `${location.pathname}#${game}`;
  let name = first;
  for (let n = 2; keepers.get(name)?.inUse(); n += 1) name = `${first} ${n}`;
  keepers.set(name, owner);
  return name;
}

class Keeper {
  constructor(model, early) {
    Object.assign(this, { model, views: new Set(), waiting: new Set(), silent: 0, waited: 0, stuck: false });
    const { hand, name } = model.get("table");
    if (!hand) return;
    this.name = early?.name ?? takeName(this, name, model.get("box").game);
    this.hello();
    const changed = (_, status) => GONE.includes(status) && this.mourn();
    attempt(() => this.kernel.statusChanged.connect(changed));
    const timers = [setInterval(() => this.tick(), TICK), setInterval(() => this.sign(false), SIGN)];
    const leave = () => this.sign(true);
    addEventListener("pagehide", leave);
    this.stop = () => {
      timers.forEach(clearInterval);
      removeEventListener("pagehide", leave);
      attempt(() => this.kernel.statusChanged.disconnect(changed));
      if (keepers.get(this.name) === this) keepers.delete(this.name);
    };
  }

  /** Is it seen, or about to be? A cell that is run again leaves a table that is neither. */
  inUse() {
    return !this.seen || this.views.size > 0;
  }

  /** Tell the kernel who is there, and in the middle of which game. */
  hello() {
    const { searchParams, hash } = new URL(location);
    const wanted = searchParams.get("table");
    const game = new URLSearchParams(hash.slice(1)).get("game");
    if (wanted || game) this.forgetLink();
    const known = storedTables()[this.name];
    const token = wanted ?? (game || known?.over ? null : known?.token) ?? null;
    this.greet(token, Boolean(wanted));
    if (game) this.send({ do: "open", game });
  }

  greet(token, wanted) {
    this.offered = null;
    this.send({ do: "hello", page: pageName(), name: this.name, token, wanted });
  }

  /** What a link asked for is asked for once; from then on the storage knows. */
  forgetLink() {
    const link = new URL(location);
    link.searchParams.delete("table");
    link.hash = "";
    attempt(() => history.replaceState(history.state, "", link));
  }

  send(message) {
    if (message.id) this.waiting.add(message.id);
    if (message.do === "hurry") this.stuck = false;
    attempt(() => this.model.send(message));
  }

  sign(leaving) {
    if (this.token && !this.dead) this.send({ do: "sign", leaving });
  }

  /** Every message is a sign of life. */
  hear({ kind, re, token, kept, aside, done, stuck, ...offer }) {
    this.silent = 0;
    if (stuck || kind === "frames" || kind === "whole") this.stuck = Boolean(stuck);
    const thinks = done != null || this.stuck;
    if (done != null) this.waited = SLOW;
    for (const view of this.views) {
      if (view.thinks === thinks) continue;
      view.thinks = thinks;
      view.wake();
    }
    if (thinks) this.showThinking();
    if (kind !== "beat" && this.waited) {
      this.waited = 0;
      this.showThinking();
    }
    this.waiting.delete(re);
    if (kept !== undefined) this.unsaved = !kept;
    if (kind === "kept") {
      // The game that this page was in the middle of cannot be opened now: it keeps its name.
      if (aside) this.name = takeName(this, this.name);
      Object.assign(this, { token, offered: null, lost: false });
      this.note();
    }
    else if (kind === "offer") this.offered = { token, ...offer };
    else if (kind === "lost") this.lost = true;
    else if (!this.dead) return;
    this.dead = false;
    this.refresh();
  }

  /** Write down where this page is in the middle of a game. */
  note() {
    const { ply, over } = this.model.get("table");
    if (!this.token || this.offered || !ply) return;
    const { game } = this.model.get("box");
    const mine = { token: this.token, game, page: location.pathname, at: Date.now(), ply, over };
    attempt(() => (localStorage[TABLES] = JSON.stringify({ ...storedTables(), [this.name]: mine })));
  }

  // --- a kernel that does not answer

  /** Silence is counted in looks, not in seconds: a lid that was closed is no silence. */
  tick() {
    const owed = this.waiting.size || (this.model.get("table").more && !this.stalled);
    this.silent = owed ? this.silent + 1 : 0;
    this.waited = owed ? this.waited + 1 : 0;
    this.showThinking();
    if (this.silent >= SILENT && this.kernel?.status !== "busy") this.mourn();
  }

  /** The computer does not move by itself: its move has failed, or the table is played at elsewhere. */
  get stalled() {
    return this.stuck || this.lost;
  }

  showThinking() {
    for (const view of this.views) view.thinking.hidden = this.waited < SLOW || this.dead;
  }

  get kernel() {
    return this.model.widget_manager?.kernel;
  }

  mourn() {
    if (this.dead) return;
    Object.assign(this, { dead: true, lost: false });
    this.refresh();
  }

  // --- what it has to say, as a card over the table

  refresh() {
    for (const view of this.views) {
      if (this.dead) view.skip();
      view.showVeil();
      view.wake();
    }
  }

  card(view) {
    const t = (name, facts) => view.t(name, facts);
    const { ply, lang } = view.table;
    if (this.lost) return { title: t("elsewhere"), text: t("elsewhere-words"), acts: { take: t("take") } };
    if (this.dead) {
      const saved = this.token && !this.unsaved && ply;
      const inLab = view.root.closest(".jp-NotebookPanel");
      const how = inLab ? t("dead-lab") : t("dead-page");
      return { title: t("dead"), text: `${t(saved ? "dead-saved" : "dead-unsaved", { ply })} ${how}`, acts: inLab ? {} : { reload: t("reload") } };
    }
    if (!this.offered) return null;
    const { game, at, elsewhere } = this.offered;
    const when = new Date(at * 1000).toLocaleString(lang, { dateStyle: "long", timeStyle: "short" });
    const title = game.replace(/-/g, " ").replace(/\b\w/g, (sign) => sign.toUpperCase());
    const text = `${t("offer-words", { title, ply: this.offered.ply, when })} ${elsewhere ? t("offer-elsewhere") : ""}`;
    const go = elsewhere ? { take: t("take") } : { resume: t("go-on") };
    return { title: t("offer"), text, acts: { ...go, fresh: t("new-game") } };
  }

  act(name, view) {
    if (name === "reload") {
      const link = new URL(location);
      if (this.token && !this.unsaved) link.searchParams.set("table", this.token);
      location.replace(link);
    } else if (name === "fresh") {
      this.greet(null, false);
    } else {
      view.ask("resume", { token: this.offered?.token ?? this.token, force: name === "take" });
    }
  }
}

// --- The widget -----------------------------------------------------------------------------------

/** The keeper of a model, by a mark: what is set in a model may be saved with a notebook, a token not. */
const marked = new Map();

/** What one of the app's pages has shown at this place before there was a widget. */
const shownEarlier = (model) => globalThis[Symbol.for("escale/places")]?.get(model.get("place"));

function initialize({ model }) {
  const mark = Math.random();
  const early = shownEarlier(model);
  if (early) model.set("box", early.stage.box);
  const keeper = new Keeper(model, early);
  model.set("mark", mark);
  marked.set(mark, keeper);
  model.on("msg:custom", (message) => {
    const { kind, version, frames, box, table } = message;
    let { frames: _, ...known } = model.get("table");
    keeper.hear(message);
    if (kind === "whole") {
      if (box) model.set("box", box);
      model.set("table", table);
    } else if (kind === "frames" && version === known.version + 1) {
      for (const frame of frames) known = frame.after = merge(known, frame);
      model.set("table", { ...known, version, frames });
    } else if (kind === "frames" && version > known.version) model.send({ do: "sync" });
  });
  model.on("change:table", () => setTimeout(() => keeper.note())); // the board comes first
  // Without waiting for a view: Voilà gives one up that it misses by a moment.
  const leave = early && tie(model, keeper, early.stage, early.version);
  early?.connect();
  return () => {
    leave?.();
    keeper.stop?.();
    marked.delete(mark);
  };
}

function render({ model, el }) {
  if (shownEarlier(model)) return null; // and is tied already
  return tie(model, marked.get(model.get("mark")), new Stage(el, model.get("box")), null);
}

/** From now on a stage, which shows the table of this version, shows what comes from the kernel. */
function tie(model, keeper, stage, version) {
  Object.assign(stage, { keeper, send: (message) => keeper.send(message) });
  const changed = () => {
    const { frames, ...table } = model.get("table");
    const next = frames && table.version === version + 1 && model.get("box") === stage.box;
    if (table.version === version) return;
    version = table.version;
    if (next) {
      stage.play(frames);
      return;
    }
    if (model.get("box") !== stage.box) stage.open(model.get("box"));
    stage.show(table);
  };
  const answered = (message) => stage.answer(message);
  model.on("change:table", changed);
  model.on("msg:custom", answered);
  changed();
  keeper.views.add(stage);
  keeper.seen = true;
  stage.showVeil();
  return () => {
    keeper.views.delete(stage);
    model.off("change:table", changed);
    model.off("msg:custom", answered);
    stage.dispose();
  };
}

export default { initialize, render };
