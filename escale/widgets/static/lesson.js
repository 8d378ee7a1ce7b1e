/**
 * The player of a lesson: a stage whose frames are all in the page. It stands behind stage.js in one
 * module and needs nobody to answer: stepping, scrubbing, autoplay and questions work without a
 * kernel, after it has died, and in an exported page. Only "try it from here" asks for one.
 *
 *   unpack    what has been sent compressed
 *   whole     a lesson in one language, from what is the same in all
 *   Player    the stage, with words beside it, questions and a transport bar
 */

const STARS = "escale/stars";
const READ = 46; // ms a letter: how long autoplay leaves a step
const SPEEDS = [1, 1.5, 2, 0.5];
const FAILING = 2000; // ms that each moment of a wrong move stays on the table
const PATIENCE = 5000; // ms without an answer to "try it from here"
const MOST_ROUTES = 2;
const BRIEF = /\s*[,:;.(]/; // where the name of a thing ends and its description begins
const MARKERS = ["turn", "now"]; // they say where the game is, and leave no line when they go on
Object.assign(ICONS, {
  first: "M6 5v14M18 6l-8 6 8 6Z",
  back: "m15 5-7 7 7 7",
  next: "m9 5 7 7-7 7",
  last: "M18 5v14M6 6l8 6-8 6Z",
  autoplay: "M8 5v14l11-7Z",
  pause: "M8 5v14M16 5v14",
  try: "M8 11V5a2 2 0 0 1 4 0v6m0-2a2 2 0 0 1 4 0v2a2 2 0 0 1 4 0v3c0 4-3 7-7 7-3 0-5-1-6-4l-3-5a2 2 0 0 1 3-2l1 1",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.7.6 1 1.300 1 2.100h5c0-.8.3-1.500 1-2.100A6 6 0 0 0 12 3Z",
});

/** JSON that widgets/lesson.py has packed. */
function unpack(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** What `course.changes` has taken apart, put together again. */
export function whole(old, change) {
  if (!change || typeof change !== "object" || !("~" in change)) return change;
  const next = Array.isArray(old) ? [...old] : { ...old };
  for (const [name, value] of Object.entries(change["~"])) next[name] = whole(old[name], value);
  return next;
}

/** The stars of this browser: { lesson: { step: 1 } }. */
function readStars() {
  try {
    return JSON.parse(localStorage.getItem(STARS)) ?? {};
  } catch {
    return {};
  }
}

export class Player extends Stage {
  /** `lesson` comes from widgets/course.py; `kernel` says whether somebody can answer a `try`. */
  constructor(parent, box, lesson, { lang = "en", step = 0, kernel = false, onStars = () => {}, ...rest } = {}) {
    super(parent, box, rest);
    this.told = { fr: lesson.fr, en: whole(lesson.fr, lesson.en) };
    Object.assign(this, { lesson, kernel, onStars, at: 0, answers: new Map(), speed: 1 });
    put(this.root, "data-escale-lesson", lesson.id);
    this.root.classList.add("es-lesson");
    this.root.tabIndex = -1; // so that the keys work wherever one has clicked
    this.root.addEventListener("input", (event) => this.onChange(event)); // scrubbing shows at once
    this.language(lang, step);
  }

  get steps() {
    return this.told[this.lang].steps;
  }

  get step() {
    return this.steps[this.at];
  }

  /** What has been answered at this step; `verdict` is what to say about it, in any language. */
  get given() {
    if (!this.answers.has(this.at)) this.answers.set(this.at, { wrong: [], solved: false, hints: 0, verdict: () => "" });
    return this.answers.get(this.at);
  }

  // --- going through the steps

  language(lang, at = this.at) {
    const playing = this.table && this.playing;
    if (this.trial) this.endTrial();
    this.lang = lang;
    const told = this.told[lang];
    const table = { names: told.names, levels: [], options: {}, reader: null, over: false, more: false, redo: 0, log: [] };
    this.tables = [{ ...table, lang, hand: true, seat: this.lesson.seat, ply: 0, scene: told.scene }];
    for (const { frames, ply } of told.steps) this.tables.push(frames.reduce(merge, { ...this.tables.at(-1), ply }));
    const focus = this.table && this.focused();
    this.table = null; // everything anew
    this.jump(Math.min(at, told.steps.length - 1));
    if (focus) this.root.querySelector(focus)?.focus();
    if (playing) this.wait();
  }

  /** Show a step as it ends, at once. */
  jump(at) {
    clearTimeout(this.failing?.timer);
    this.failing = null;
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    if (this.table) this.turnTo(this.tables[this.at + 1]);
    else this.show(this.tables[this.at + 1]);
    this.tell();
  }

  /** Another table at once: what is the same stays as it is. */
  turnTo(table) {
    this.queue.length = 0;
    this.skip();
    this.picture.finish();
    const [old, scene] = [this.table.scene, table.scene];
    const names = Object.keys(scene).filter((name) => old[name] !== scene[name]);
    const pieces = {};
    for (const key of Object.keys({ ...old.pieces, ...scene.pieces })) {
      if (old.pieces[key] !== scene.pieces[key]) pieces[key] = scene.pieces[key] ?? null;
    }
    this.table = table;
    this.picks = [];
    this.picture.update(pieces, false);
    this.furnish({ scene: Object.fromEntries([...names, "choices"].map((name) => [name, scene[name]])) });
  }

  /** One step on, with motion. */
  forward() {
    if (this.at + 1 >= this.steps.length) return this.stop();
    this.skip();
    this.takeBack(false);
    const made = this.given.made ? this.undoOf(this.given.made) : null;
    this.at += 1;
    const { ply } = this.step;
    const [first = { scene: {} }, ...more] = this.step.frames;
    const pieces = { ...made?.scene.pieces, ...first.scene.pieces }; // a move made here goes back, or on
    this.tell();
    this.overlay.replaceChildren();
    this.play([{ ...first, scene: { ...first.scene, pieces } }, ...more].map((frame) => ({ ...frame, ply })));
  }

  backward() {
    this.stop();
    this.jump(this.at - 1);
  }

  autoplay() {
    if (this.playing) return this.stop();
    if (this.at + 1 >= this.steps.length) this.jump(0);
    this.playing = true;
    this.showTransport();
    return this.wait();
  }

  /** Let a step be read, then go on; a question stops it. */
  wait() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.step.ask && !this.given.solved) {
      this.stop();
      return;
    }
    const time = (1500 + READ * this.step.text.length) / this.speed;
    this.timer = setTimeout(() => {
      this.forward();
      this.wait();
    }, time);
  }

  stop() {
    clearTimeout(this.timer);
    this.playing = false;
    this.showTransport();
  }

  dispose() {
    this.stop();
    this.trial?.dispose();
    super.dispose();
  }

  // --- the house

  house() {
    const { name } = this;
    const told = this.told[this.lang];
    const t = (entry, facts) => this.t(entry, facts);
    const close = html`<button class="es-close" data-do="close" aria-label="${t("close")}">${icon("close")}</button>`;
    const button = (what, kind = "") =>
      html`<button class="es-button ${kind}" data-do="${what}" data-part="${what}Button" aria-label="${t(what)}" title="${t(what)}">${icon(what)}<span>${t(what)}</span></button>`;
    const language = (lang) =>
      html`<button data-do="lang" data-lang="${lang}" lang="${lang}" aria-pressed="${lang === this.lang}">${lang.toUpperCase()}</button>`;
    const dot = (step, i) =>
      html`<button class="es-dot" data-do="go" data-step="${i}" aria-label="${t("step-of", { step: i + 1, steps: this.steps.length })}, ${step.title}" title="${step.title}">${step.ask ? "?" : ""}</button>`;
    const where = this.lesson.number ? t("lesson-of", this.lesson) : "";
    return html`<section class="es-house" aria-label="${told.title}">
      <header class="es-head">
        ${this.symbol(Object.keys(this.box.sizes).find((symbol) => symbol.endsWith("-mark")), "es-mark")}
        <div class="es-title"><h2>${told.title}</h2><span class="es-heading">${this.box.title}${where && ` · ${where}`}</span></div>
        <button class="es-button es-main-button" data-do="end-trial" data-part="endButton" hidden>${icon("back")}<span>${t("back-to-lesson")}</span></button>
        <span class="es-stars" data-part="stars" role="img"></span>
        ${button("rules")}
        <span class="es-lang" role="group" aria-label="${t("language")}">${language("fr")}${language("en")}</span>
        <span hidden data-part="heading"></span><span hidden data-part="flag"></span><p hidden data-part="status"></p>
        <span hidden data-part="menu"><button></button><span data-part="menuList" hidden></span></span>
        <ul hidden data-part="seats"></ul><ol hidden data-part="log"></ol><input hidden type="file" data-part="file" aria-label="${t("load")}">
        <span hidden>${button("review")}${button("hurry")}${button("skip")}${button("undo")}${button("redo")}</span>
      </header>
      <div class="es-main">
        <div class="es-notice" data-part="notice" hidden><p></p>${close}</div>
        <div class="es-table" data-part="board">
          <div class="es-hand" data-part="handElement" role="group" aria-label="${t("choices")}"></div>
          <div class="es-chooser" data-part="chooser" role="group" aria-label="${t("choose")}" hidden></div>
          <div class="es-bubble" data-part="bubble" hidden>${icon("no")}<div></div>${close}</div>
          ${button("turn", "es-act")}
        </div>
        <div class="es-trial" data-part="trialElement" hidden></div>
      </div>
      <aside class="es-side" aria-label="${t("step")}">
        <section class="es-panel es-words" data-part="words" aria-live="polite"></section>
        <section class="es-panel es-ask" data-part="question" aria-label="${t("question")}" hidden></section>
        <section class="es-panel es-rulecard" data-part="card" aria-label="${t("rule")}"></section>
      </aside>
      <nav class="es-transport" aria-label="${t("steps")}">
        ${button("first", "es-bare")}${button("back", "es-bare")}${button("autoplay", "es-bare")}${button("next", "es-main-button")}${button("last", "es-bare")}
        <span class="es-dots" data-part="dots">${this.steps.map(dot)}</span>
        <input type="range" data-part="slider" min="1" max="${this.steps.length}" aria-label="${t("step")}">
        <button class="es-button" data-do="speed" data-part="speedButton" aria-label="${t("speed")}"></button>
        ${button("try")}
      </nav>
      <div class="es-tip" data-part="tip" role="tooltip" id="${name}-tip" hidden></div>
      <div class="es-hidden" data-part="live" aria-live="assertive" aria-atomic="true"></div>
      <dialog class="es-dialog" data-part="dialog" aria-labelledby="${name}-title">
        <header><h2 id="${name}-title"></h2>${close}</header><div class="es-dialog-body" tabindex="-1"></div>
      </dialog>
    </section>`;
  }

  build() {
    super.build();
    const { chart } = this.told[this.lang];
    if (chart) this.words.before(make(`<figure class="es-panel">${chart}</figure>`));
    this.overlay = s("g", { class: "es-marks" });
    this.picture.svg.append(this.overlay);
  }

  furnish(frame) {
    super.furnish(frame);
    if (this.step.ask && this.given.solved) this.shut();
    if (!this.running) this.drawMarks();
  }

  /** Nothing more to pick at this step. */
  shut() {
    this.choices = new Choices();
    this.setPicks([]);
  }

  wake() {
    super.wake();
    if (!this.running && this.overlay) this.drawMarks();
  }

  /** The words of the step, its question, and where one is. */
  tell() {
    const { step, at, steps } = this;
    put(this.root, "data-step", at + 1);
    put(this.root, "data-steps", steps.length);
    this.words.innerHTML = html`<p class="es-quiet">${this.t("step-of", { step: at + 1, steps: steps.length })}</p>
      <h3>${step.title}</h3><p class="es-text">${step.text}</p><p>${this.chips(step.rules)}</p>`;
    this.showRule(step.ask && !this.given.solved ? null : step.rules[0]); // it may say the answer
    this.showQuestion();
    this.showStars();
    this.showTransport();
  }

  showTransport() {
    const { at, steps } = this;
    this.firstButton.disabled = this.backButton.disabled = at === 0;
    this.nextButton.disabled = this.lastButton.disabled = at + 1 === steps.length;
    this.autoplayButton.innerHTML = html`${icon(this.playing ? "pause" : "autoplay")}<span>${this.t("autoplay")}</span>`;
    put(this.autoplayButton, "aria-pressed", String(Boolean(this.playing)));
    this.speedButton.textContent = `${this.speed}×`;
    this.slider.value = at + 1;
    put(this.slider, "aria-valuetext", `${at + 1} / ${steps.length}, ${this.step.title}`);
    [...this.dots.children].forEach((dot, i) => put(dot, "aria-current", i === at ? "step" : null));
    [...this.dots.children].forEach((dot, i) => put(dot, "data-past", i < at));
    this.tryButton.hidden = !this.kernel;
    if (this.root.contains(document.activeElement) && document.activeElement.disabled) this.root.focus({ preventScroll: true });
  }

  // --- marks and routes

  /** The box of a key: of a piece, of a target, or of a place itself. */
  boxOf(key, scene = this.table.scene) {
    const place = scene.pieces[key]?.[0] ?? scene.targets[key]?.[0] ?? key;
    return this.layout.places[place];
  }

  drawMarks(look = [], tried = []) {
    const { step, overlay } = this;
    overlay.replaceChildren();
    const asked = step.ask && !this.given.solved && this.given.hints ? step.ask.look : [];
    for (const [keys, kind] of [[step.mark ?? [], "mark"], [[...asked, ...look], "look"], [tried, "fail"]]) {
      for (const key of keys) {
        const box = this.boxOf(key);
        if (!box) continue;
        const [x, y, w, tall] = box;
        const small = Math.min(w, tall);
        const off = Math.min(3, small / 8); // around a tiny card a wide ring would hide its neighbours
        overlay.append(s("rect", { class: `es-${kind}`, x: x - off, y: y - off, width: w + 2 * off, height: tall + 2 * off, rx: Math.min(8, small / 4 + off), "stroke-width": Math.min(3, small / 6) }));
      }
    }
    if (tried.length) this.drawRoute(this.boxOf(tried[0]), this.boxOf(tried.at(-1)), "es-route es-fail");
    for (const [from, to] of [...(step.arrow ?? []), ...this.routes()]) this.drawRoute(this.boxOf(from, this.tables[this.at].scene) ?? this.boxOf(from), this.boxOf(to));
  }

  /** What has travelled in this step: a thing or two, or what the step points at; more is a tangle. */
  routes() {
    const [before, after] = [this.tables[this.at].scene.pieces, this.table.scene.pieces];
    const room = (place) => place.split(":")[0]; // a card that moves up in a hand has not travelled
    const moved = Object.keys(after).filter((key) => {
      const [place, symbol, , , style = ""] = after[key];
      return symbol && before[key] && room(before[key][0]) !== room(place) && !MARKERS.includes(key) && !style.includes("fades");
    });
    const few = moved.length > MOST_ROUTES ? moved.filter((key) => this.step.mark?.includes(key)) : moved;
    return few.length > MOST_ROUTES ? [] : few.map((key) => [key, key]);
  }

  /** A dotted line, so that a still picture tells the move too. */
  drawRoute(from, to, kind = "es-route") {
    if (!from || !to) return;
    const [ax, ay] = [from[0] + from[2] / 2, from[1] + from[3] / 2];
    const [bx, by] = [to[0] + to[2] / 2, to[1] + to[3] / 2];
    if (Math.hypot(bx - ax, by - ay) < 44) return;
    const bend = Math.min(60, Math.hypot(bx - ax, by - ay) / 5);
    const d = `M${ax} ${ay}Q${(ax + bx) / 2 + bend} ${(ay + by) / 2 - bend} ${bx} ${by}`;
    this.overlay.append(s("path", { class: "es-route-under", d }), s("path", { class: kind, d }), s("circle", { class: "es-route-end", cx: bx, cy: by, r: 4 }));
  }

  // --- questions

  showQuestion() {
    const { ask } = this.step;
    this.question.hidden = !ask;
    if (!ask) return;
    const { wrong, solved, hints, verdict } = this.given;
    const said = verdict();
    const asked = this.question.contains(document.activeElement);
    const option = ([label, right], i) =>
      html`<button class="es-button es-choice" data-do="choose-answer" data-answer="${i}" ${(solved || wrong.includes(i)) && "disabled"} data-state="${solved && right ? "right" : wrong.includes(i) ? "wrong" : ""}">${this.badgeOf(label)}<span>${label}</span></button>`;
    const options = ask.options ? html`<p class="es-choices">${ask.options.map(option)}</p>` : html`<p class="es-quiet">${this.t("on-the-board")}</p>`;
    const tone = solved ? "right" : "wrong";
    const help = ["hint", "hint-more", "solution"][Math.min(hints, 2)];
    this.question.innerHTML = html`<h3><span class="es-mark-ask">?</span> ${ask.text}</h3>${options}
      ${hints > 1 && ask.hint && !solved ? html`<p class="es-hint">${icon("hint")} ${ask.hint}</p>` : ""}
      ${said ? html`<p class="es-verdict" data-state="${tone}" role="status">${said} ${this.chips(ask.rules)}</p>` : ""}
      ${solved ? "" : html`<p><button class="es-button" data-do="hint">${icon("hint")}<span>${this.t(help)}</span></button></p>`}`;
    if (asked) (solved ? this.nextButton : this.question.querySelector("button:enabled"))?.focus({ preventScroll: true });
  }

  /** A player among the answers is known by colour and letter too. */
  badgeOf(name) {
    const seat = this.told[this.lang].names.indexOf(name);
    return seat < 0 ? "" : this.symbol(this.table.scene.seats[seat]?.[1]);
  }

  /** A hint in two stages: where to look, then what; after that the solution. */
  hint() {
    const answer = this.given;
    const { ask } = this.step;
    if (answer.solved) return;
    this.takeBack();
    answer.hints += 1;
    if (answer.hints === 1 && !ask.look.length) answer.hints = 2;
    if (answer.hints === 2 && !ask.hint) answer.hints = 3;
    answer.verdict = () => (answer.hints === 1 ? this.t("look-there") : "");
    if (answer.hints > 2) {
      const right = () => this.step.ask.options?.find(([, good]) => good)[0] ?? this.saidPath(Object.keys(ask.right)[0]);
      this.solve(() => this.t("solution-is", { answer: right() }));
      return;
    }
    this.showQuestion();
    this.announce(answer.hints === 2 ? ask.hint : answer.verdict());
    this.drawMarks();
  }

  /** What is touched for a move, each by its name only: a label goes on to describe the thing. */
  saidPath(path) {
    const names = path.split("|").filter((key) => this.table.scene.targets[key]).map((key) => this.labelOf(key).split(BRIEF)[0]);
    return names.map((name) => name[0].toLowerCase() + name.slice(1)).join(", ");
  }

  /** The question is answered, by the learner or for them. */
  solve(verdict) {
    const answer = this.given;
    answer.solved = true;
    answer.verdict = verdict;
    this.shut();
    this.showRule(this.step.rules[0]);
    this.showQuestion();
    this.announce(verdict());
    this.drawMarks();
  }

  /** A right answer; a star if it is the first one, without a hint. */
  succeed() {
    const { wrong, hints } = this.given;
    const first = !wrong.length && !hints;
    if (first) this.addStar();
    this.solve(() => this.t(first ? "right-first" : "right"));
    this.nextButton.focus({ preventScroll: true });
  }

  choose(number) {
    const answer = this.given;
    if (answer.solved || answer.wrong.includes(number)) return;
    this.takeBack(false);
    if (this.step.ask.options[number][1]) {
      this.succeed();
      return;
    }
    answer.wrong.push(number);
    const { look, made, tried } = this.step.ask;
    answer.verdict = () => {
      const [label, , wrong] = this.step.ask.options[number];
      if (wrong && (made || tried)) return wrong; // to a yes or no
      return `${this.t("wrong", { answer: label[0].toUpperCase() + label.slice(1) })} ${wrong}`;
    };
    this.showQuestion();
    if (made) this.fail([made]);
    this.announce(answer.verdict());
    this.drawMarks(look, tried);
    this.shake();
  }

  /** Show what was not meant to happen, and take it back. */
  fail(frames) {
    this.takeBack(false);
    this.play(frames.map((pieces) => ({ scene: { pieces } })));
    this.failing = { pieces: Object.assign({}, ...frames), timer: setTimeout(() => this.takeBack(), FAILING * frames.length) };
  }

  /** A move made on the board: right, or shown failing and then taken back. */
  complete({ keys }) {
    const { ask } = this.step;
    const answer = this.given;
    const path = keys.join("|");
    if (answer.solved) {
      this.setPicks([]);
      return;
    }
    if (path in ask.right) {
      answer.made = ask.right[path];
      this.succeed();
      this.play([{ scene: { pieces: answer.made } }]);
      return;
    }
    answer.wrong.push(path);
    answer.verdict = () => `${this.step.ask.wrong[path][0]} ${this.t("not-the-goal")}`;
    this.showQuestion();
    this.fail(ask.wrong[path].slice(1));
    this.announce(answer.verdict());
    this.shake();
  }

  /** A wrong move goes back to where it came from. */
  takeBack(motion = true) {
    if (!this.failing) return;
    const { pieces, timer } = this.failing;
    clearTimeout(timer);
    this.failing = null;
    this.skip();
    if (motion) this.play([this.undoOf(pieces)]);
    else this.apply(this.undoOf(pieces), false);
  }

  pick(key) {
    this.takeBack(false);
    super.pick(key);
  }

  /** The frame that puts these pieces back where the step has them. */
  undoOf(pieces) {
    const { scene } = this.tables[this.at + 1];
    return { scene: { pieces: Object.fromEntries(Object.keys(pieces).map((key) => [key, scene.pieces[key] ?? null])) } };
  }

  shake() {
    if (!still()) this.board.animate([0, -4, 4, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })), 260);
  }

  /** Why something cannot be picked: the lesson has brought the reasons along. */
  ask(what, fields = {}) {
    if (what !== "why") return super.ask(what, fields);
    const { ask } = this.step;
    const key = fields.keys.at(-1);
    const found = ask?.why?.[[...fields.keys].sort().join("|")] ?? ask?.why?.[key];
    if (found) this.explain(key, found.map((number) => ask.sentences[number]));
    else this.announce(this.labelOf(key));
    return null;
  }

  // --- stars

  addStar() {
    const stars = readStars();
    stars[this.lesson.id] = { ...stars[this.lesson.id], [this.at + 1]: 1 };
    try {
      localStorage.setItem(STARS, JSON.stringify(stars));
    } catch {
      // a browser that keeps nothing: the stars last as long as the page
    }
    this.earned = { ...this.earned, [this.at + 1]: 1 };
    this.onStars({ ...stars[this.lesson.id], ...this.earned });
    this.showStars();
  }

  showStars() {
    const asked = this.steps.map((step, i) => step.ask && i + 1).filter(Boolean);
    const mine = { ...readStars()[this.lesson.id], ...this.earned };
    const count = asked.filter((step) => mine[step]).length;
    this.stars.textContent = asked.map((step) => (mine[step] ? "★" : "☆")).join("");
    put(this.stars, "aria-label", this.t("stars", { count, of: asked.length }));
  }

  // --- try it from here

  startTrial({ re, box, table }) {
    if (re !== this.wanted) return; // another view of this lesson has asked
    clearTimeout(this.waiting);
    this.stop();
    this.trial?.dispose();
    this.trialElement.hidden = this.endButton.hidden = false;
    this.board.hidden = true;
    put(this.root, "data-trying", true);
    this.trial = new Stage(this.trialElement, box, { send: (message) => this.send({ do: "trial", message }), theme: this.forced });
    this.trial.show(table);
    this.endButton.focus();
  }

  onTrial(message) {
    const { kind, frames, table, box } = message;
    if (!this.trial) return;
    if (kind === "whole" && box) this.trial.open(box);
    if (kind === "whole") this.trial.show(table);
    else if (kind === "frames") this.trial.play(frames);
    else this.trial.answer(message);
  }

  /** Ask for a table; if nobody answers, say so. */
  tryIt() {
    const silence = () => this.notify(this.t("nobody-answers"));
    clearTimeout(this.waiting);
    this.waiting = setTimeout(silence, PATIENCE);
    try {
      this.wanted = super.ask("try", { step: this.at, lang: this.lang });
    } catch {
      silence(); // the way to the kernel is closed
    }
  }

  answer(message) {
    if (message.re === this.wanted) clearTimeout(this.waiting);
    super.answer(message);
  }

  endTrial() {
    this.trial?.dispose();
    this.trial = null;
    this.send({ do: "end" });
    this.trialElement.hidden = this.endButton.hidden = true;
    this.board.hidden = false;
    put(this.root, "data-trying", false);
    this.fit();
    this.tryButton.focus();
  }

  // --- mouse, finger, keyboard

  act(name, button) {
    const acts = {
      next: () => (this.stop(), this.forward()),
      back: () => this.backward(),
      first: () => (this.stop(), this.jump(0)),
      last: () => (this.stop(), this.jump(this.steps.length - 1)),
      go: () => (this.stop(), this.jump(Number(button.dataset.step))),
      autoplay: () => this.autoplay(),
      speed: () => {
        this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
        this.showTransport();
      },
      lang: () => this.language(button.dataset.lang),
      hint: () => this.hint(),
      "choose-answer": () => this.choose(Number(button.dataset.answer)),
      try: () => this.tryIt(),
      undo: () => this.backward(),
      redo: () => (this.stop(), this.forward()),
      "end-trial": () => this.endTrial(),
    };
    if (acts[name]) acts[name]();
    else super.act(name, button);
  }

  /** The table of a trial looks after itself. */
  elsewhere({ target }) {
    return this.trial?.root.contains(target);
  }

  onClick(event) {
    if (!this.elsewhere(event)) super.onClick(event);
  }

  onAttention(event) {
    if (!this.elsewhere(event)) super.onAttention(event);
  }

  onSubmit(event) {
    if (!this.elsewhere(event)) super.onSubmit(event);
  }

  onChange({ target }) {
    if (target !== this.slider) return;
    const at = Number(target.value) - 1;
    this.stop();
    this.jump(at);
  }

  onKey(event) {
    const { target } = event;
    const key = event.key.length > 1 ? event.key : event.key.toLowerCase();
    if (this.trial || this.dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
    const free = !this.handElement.contains(target) && !target.matches("input");
    const name = { ArrowRight: free && "next", ArrowLeft: free && "back", PageDown: "next", PageUp: "back", Home: free && "first", End: free && "last", n: "next", p: "back", h: this.step.ask && "hint" }[key];
    const space = key === " " && free && !target.matches("button") && "autoplay";
    if (name || space) {
      event.preventDefault();
      event.stopPropagation();
      this.act(name || space, target);
    } else super.onKey(event);
  }
}

// --- As a widget in Jupyter -----------------------------------------------------------------------------

const NEAR = "800px"; // a page may hold a whole course: a board is set up shortly before it is seen

/** The step that the address asks for (?lesson=dolce-vita/ties&step=2), or null. */
function wanted(lesson) {
  const asked = new URLSearchParams(location.search);
  if (asked.get("lesson") !== lesson.id) return null;
  return Math.min(lesson.fr.steps.length, Math.max(1, Math.trunc(asked.get("step")) || 1)) - 1;
}

/** Until an element is about to be seen; meanwhile it holds the place of a lesson. */
function near(el) {
  return new Promise((done) => {
    const watcher = new IntersectionObserver((seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      el.style.minHeight = "";
      done();
    }, { rootMargin: NEAR, scrollMargin: NEAR });
    el.style.minHeight = "640px";
    watcher.observe(el);
  });
}

const reporting = (model) => (stars) => {
  model.set("stars", stars);
  model.save_changes();
};

/** From now on somebody answers. */
function connectLesson(player, model) {
  Object.assign(player, { send: (message) => model.send(message), onStars: reporting(model) });
  const answered = ({ kind, ...message }) => {
    if (kind === "try") player.startTrial(message);
    else if (kind === "trial") player.onTrial(message.message);
    else player.answer({ kind, ...message });
  };
  model.on("msg:custom", answered);
  return () => {
    model.off("msg:custom", answered);
    player.dispose();
  };
}

/** The player that one of the app's pages has made before there was a widget (app/static/page.js). */
const playedEarlier = (model) => globalThis[Symbol.for("escale/places")]?.get(model.get("place"));

function tellStars(model, id) {
  const kept = readStars()[id];
  if (kept) reporting(model)(kept);
}

function initializeLesson({ model }) {
  const early = playedEarlier(model);
  if (!early) return;
  tellStars(model, early.lesson);
  early.connect((player) => connectLesson(player, model));
}

async function renderLesson({ model, el }) {
  if (playedEarlier(model)) return null;
  const lesson = await unpack(model.get("lesson"));
  tellStars(model, lesson.id);
  let [leave, gone] = [() => {}, false];
  const open = async (step) => {
    const box = await unpack(model.get("box"));
    if (gone) return;
    leave = connectLesson(new Player(el, box, lesson, { lang: model.get("lang"), step, kernel: true }), model);
  };
  const step = wanted(lesson);
  if (step === null) near(el).then(() => open(model.get("step")));
  else open(step).then(() => el.scrollIntoView());
  return () => {
    gone = true;
    leave();
  };
}

export default { render: renderLesson };
