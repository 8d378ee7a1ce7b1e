/**
 * The questions of a lesson: what has been answered, help in two stages and then the solution, and
 * stars. A wrong move is shown failing and taken back.
 *
 * Each way of answering is a module and an entry of KINDS; which kinds of questions are answered in
 * which way is said by escale/teach/questions.
 *
 * @import { Html } from "./html.js"
 * @import { Player } from "./player.js"
 * @import { Ask, Frame, Path, Piece } from "./types"
 */

import { fillWith, html, icon, still } from "./html.js";
import { choose } from "./question_choose.js";
import { move } from "./question_move.js";
import { storeStar } from "./storage.js";

const FAILING = 2000; // ms that each moment of a wrong move stays on the table

/**
 * What has been answered at a step.
 * @typedef {object} Given
 * @property {(number | string)[]} wrong  options, or paths of keys
 * @property {boolean} solved
 * @property {number} hints  how many stages of help were taken
 * @property {() => string} verdict  what to say about it, in the language of the moment
 * @property {Record<string, Piece | null>} [made]  what the right move has changed on the board
 */

/**
 * A way to answer.
 * @typedef {object} Kind
 * @property {(questions: Questions, ask: Ask) => Html} show  what stands below the question
 * @property {(questions: Questions, ask: Ask) => string} solution  what its answer is called
 * @property {(questions: Questions) => Record<string, (button: any) => void>} [acts]  what its buttons do
 * @property {(questions: Questions, ask: Ask, path: Path) => void} [complete]  a move is made on the board
 */

/** By the way in which a question is answered. @type {Record<Ask["kind"], Kind>} */
const KINDS = { choose, move };

/** By what has come of a question, the icon of its face. @type {Record<string, string>} */
const MARKS = { right: "done", wrong: "close", hint: "bulb" };

/** @param {Ask} ask */
const kindOf = (ask) => KINDS[ask.kind];

const FEW = 3; // things that can be looked at together

export class Questions {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {Map<number, Given>} by the number of the step */
    this.answers = new Map();
    /** A wrong move on the board, to be taken back. @type {{pieces: Record<string, Piece | null>, timer: number} | null} */
    this.failing = null;
    /** Stars of this page, where the browser keeps none. @type {Record<string, number>} */
    this.earned = {};
  }

  get board() {
    return this.player.board;
  }

  /** The question of this step. @returns {Ask | undefined} */
  get ask() {
    return this.player.step.ask;
  }

  /** @returns {Given} */
  get given() {
    const { at } = this.player;
    const fresh = { wrong: [], solved: false, hints: 0, verdict: () => "" };
    if (!this.answers.has(at)) this.answers.set(at, fresh);
    return /** @type {Given} */ (this.answers.get(at));
  }

  /** Is a question open? */
  get open() {
    return Boolean(this.ask && !this.given.solved);
  }

  /** Is there help? A lesson that is played alone has none until an answer was wrong. */
  get helps() {
    return !this.player.lesson.alone || this.given.wrong.length > 0;
  }

  // --- what is shown

  show() {
    const { ask, player } = this;
    const { question, nextButton } = player.parts;
    question.hidden = !ask;
    if (!ask) return;
    const { given } = this;
    const { solved, hints, verdict } = given;
    const said = verdict();
    const focused = question.contains(document.activeElement);
    const help = ["hint", "hint-more", "solution"][Math.min(hints, 2)];
    const tip = hints > 1 && ask.hint && !solved && html`<p class="es-hint">${icon("bulb")} ${ask.hint}</p>`;
    const told =
      said &&
      html`<p class="es-verdict" data-state="${solved ? "right" : "wrong"}">${said} ${player.house.rules.chips(ask.rules)}</p>`;
    const button = (/** @type {string} */ what, /** @type {string} */ sign, /** @type {string} */ words) =>
      html`<button class="es-button" data-do="${what}">${icon(sign)}<span>${player.t(words)}</span></button> `;
    const answered = said || tip;
    const state = solved ? "right" : given.wrong.length && said ? "wrong" : answered ? "hint" : "open";
    const more =
      !solved &&
      html`<p class="es-helps">${answered && button("retry", "turn", "retry")}${this.helps && button("hint", "bulb", help)}</p>`;
    question.dataset.state = state;
    fillWith(
      question,
      html`<p class="es-quiet es-where"><span class="es-mark-ask">${MARKS[state] ? icon(MARKS[state]) : "?"}</span> ${player.where()} · ${player.t(`ask-${state === "open" ? ask.kind : state}`)}</p>
      <h3 class="es-asked"><span class="es-mark-ask">?</span> ${ask.text}</h3>${kindOf(ask).show(this, ask)} ${tip} ${told} ${more}`,
    );
    player.faces.show(answered ? "said" : "ask");
    if (focused) (solved ? nextButton : question.querySelector("button:enabled"))?.focus({ preventScroll: true });
  }

  /** The question again, and the board as it was. */
  retry() {
    this.takeBack();
    this.player.faces.show("ask");
    this.player.parts.question.querySelector("button:enabled:not([data-do])")?.focus({ preventScroll: true });
  }

  /** Say the question to somebody who has come to it; the caption above it is a live region itself. */
  announce() {
    if (this.ask && this.open) this.player.house.voice.say(this.ask.text);
  }

  /** Where to look, once somebody has asked for help. */
  looks() {
    return this.ask && this.open && this.given.hints ? this.ask.look : [];
  }

  // --- help

  /** A hint in two stages: where to look, then what; after that the solution. */
  hint() {
    const { ask, given, player } = this;
    if (!ask || given.solved || !this.helps) return;
    this.takeBack();
    given.hints += 1;
    // where half of the board would be framed, the words come with the frames
    if (given.hints === 1 && (!ask.look.length || (ask.look.length > FEW && ask.hint))) given.hints = 2;
    if (given.hints === 2 && !ask.hint) given.hints = 3;
    given.verdict = () => (given.hints === 1 ? player.t("look-there") : "");
    if (given.hints > 2) {
      this.solve(() => {
        const now = /** @type {Ask} */ (this.ask); // in the language of the moment
        return this.withReason(player.t("solution-is", { answer: kindOf(now).solution(this, now) }));
      });
      return;
    }
    this.show();
    player.house.voice.say(given.hints === 2 ? ask.hint : given.verdict());
    player.drawMarks();
  }

  // --- answers

  /**
   * The question is answered, by the learner or for them.
   * @param {() => string} verdict
   */
  solve(verdict) {
    const { given, player } = this;
    given.solved = true;
    given.verdict = verdict;
    this.board.shut();
    player.house.rules.show(player.rule);
    this.show();
    player.house.voice.say(verdict());
    player.drawMarks();
  }

  /** A right answer; a star if it is the first one, without a hint. */
  succeed() {
    const { wrong, hints } = this.given;
    const first = !wrong.length && !hints;
    if (first) this.addStar();
    this.solve(() => this.withReason(this.player.t(first ? "right-first" : "right")));
    this.player.parts.nextButton.focus({ preventScroll: true });
  }

  /** A verdict, and why the right answer is right. @param {string} verdict */
  withReason(verdict) {
    return [verdict, this.ask?.because].filter(Boolean).join(" ");
  }

  /** What the buttons of questions do. @returns {Record<string, (button: any) => void>} */
  acts() {
    return Object.assign({}, ...Object.values(KINDS).map((kind) => kind.acts?.(this)));
  }

  /** A move is made on the board. @param {Path} path */
  complete(path) {
    const { ask, given, board } = this;
    const complete = ask && !given.solved && kindOf(ask).complete;
    if (ask && complete) complete(this, ask, path);
    else board.picking.set([]);
  }

  /** Why something cannot be picked: the lesson has brought the reasons along. @param {string[]} keys */
  why(keys) {
    const { ask, board } = this;
    const key = /** @type {string} */ (keys.at(-1));
    const found = ask?.why?.[(board.state.choices.ordered ? keys : [...keys].sort()).join("|")] ?? ask?.why?.[key];
    if (ask && found) {
      board.explain(
        key,
        found.map((number) => ask.sentences[number]),
      );
    } else this.player.house.voice.say(board.labelOf(key));
  }

  // --- a wrong move on the board

  /** Show what was not meant to happen, and take it back. @param {Record<string, Piece | null>[]} moments */
  fail(moments) {
    this.takeBack(false);
    this.board.play(moments.map((pieces) => ({ scene: { pieces } })));
    const timer = setTimeout(() => this.takeBack(), FAILING * moments.length);
    this.failing = { pieces: Object.assign({}, ...moments), timer };
  }

  /** A wrong move goes back to where it came from. @param {boolean} [moving] */
  takeBack(moving = true) {
    if (!this.failing) return;
    const { pieces } = this.failing;
    this.forgetFailing();
    this.board.skip();
    if (moving) this.board.play([this.undoOf(pieces)]);
    else this.board.apply(this.undoOf(pieces), false);
  }

  forgetFailing() {
    clearTimeout(this.failing?.timer);
    this.failing = null;
  }

  /**
   * The frame that puts these pieces back where the step has them.
   * @param {Record<string, Piece | null>} pieces
   * @returns {Frame & {scene: {pieces: Record<string, Piece | null>}}}
   */
  undoOf(pieces) {
    const { scene } = this.player.tableAfter(this.player.at);
    return {
      scene: { pieces: Object.fromEntries(Object.keys(pieces).map((key) => [key, scene.pieces[key] ?? null])) },
    };
  }

  shake() {
    if (still()) return;
    this.player.parts.board.animate(
      [0, -4, 4, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
      260,
    );
  }

  // --- stars

  addStar() {
    const { player } = this;
    const step = player.at + 1;
    const kept = storeStar(player.lesson.id, step);
    this.earned = { ...this.earned, [step]: 1 };
    player.onStars({ ...kept, ...this.earned });
    player.showStars();
  }
}
