/** What goes over the wire, as Python makes it (session/frames.py, docs/protocol.md). */

export type Lang = string;

/** place, symbol, text, path, style, turn; empty values at the end are left out. */
export type Piece = [string, string?, string?, string?, string?, number?];
/** place, label, caption, note, name. */
export type Target = [string, string, string?, string?, string?];
/** name, badge, score, has the turn, is out, note. */
export type SeatRow = [string, string, string?, (number | boolean)?, (number | boolean)?, string?];
/** words, symbol, degrees, is it drawn instead of the words (or before them)? */
export type Drawn = [string, string, number, boolean];
/** text, rules, and in the log the seat, in a hint or a look back what is drawn. */
export type Line = [string, string[], (number | Drawn | null)?];
/** x, y, width, height, depth, turn. */
export type Rect = [number, number, number, number, number?, number?];

export interface Layout {
  name: string;
  least: number;
  width: number;
  height: number;
  places: Record<string, Rect>;
  scenery: string;
  cover: string;
  seats: boolean;
  /** Key of a target -> what it shows in a sheet, where it is no choice. */
  closeups?: Record<string, Layout>;
}

export interface ChoiceTable {
  keys?: string[];
  paths?: number[][];
  lies?: (number | null)[];
  names?: string[];
}

export interface Path {
  keys: string[];
  /** How the moved piece comes to lie, in degrees. */
  lie?: number | null;
  /** What the move is called, where the game names its moves. */
  name?: string;
}

export interface Scene {
  pieces: Record<string, Piece>;
  targets: Record<string, Target>;
  seats: SeatRow[];
  heading: string;
  status: string;
  words: string[];
  choices: ChoiceTable;
}

/** What changes in a scene; `order` says where new targets stand. */
export interface SceneChanges {
  pieces?: Record<string, Piece | null>;
  targets?: Record<string, Target | null>;
  seats?: Record<string, any>;
  words?: Record<string, any>;
  order?: string[][];
  heading?: string;
  status?: string;
  choices?: ChoiceTable;
}

export interface Frame {
  scene?: SceneChanges;
  /** So many lines of the log stay ... */
  keep?: number;
  /** ... and these come after them. */
  add?: Line[];
  ply?: number;
  /** The table after this frame, where somebody has put it together already. */
  after?: Table;
  [head: string]: any;
}

export interface Table {
  /** Of the messages (protocol.js); none before there were versions. */
  protocol?: number;
  version?: number;
  lang: Lang;
  /** Can one play here, or only look? */
  hand: boolean;
  /** The seat to which the log says "you". */
  reader: number | null;
  names: string[];
  levels: string[];
  /** Of what temper each seat is, "" for none; nobody where one only looks. */
  tempers?: string[];
  options: Record<string, any>;
  /** The name that was given to the table, if any. */
  name?: string | null;
  /** Do several pages share the table, or is it to be shared? */
  meeting?: boolean;
  ply: number;
  seat: number;
  over: boolean;
  /** Is a computer or the dice to move? */
  more: boolean;
  /** Why nothing can be taken back now; empty where it can. */
  no_undo?: string;
  /** How much can be brought back. */
  redo: number;
  curtain?: number | null;
  /** For whom the coach speaks (null: for whoever asks), and whether from the start; none if nobody has asked. */
  coach?: { seat: number | null; on: boolean } | null;
  scene: Scene;
  log: Line[];
  [other: string]: any;
}

export interface Rule {
  section: string;
  /** The step that teaches it, as `casanova/ties#2`. */
  step?: string;
  /** There are exercises about it. */
  practice?: boolean;
  /** When the coach speaks of it: at the start, at the first choice of this key, when it happens, when such a piece is seen; when it asks. Whether it ends a round, and what it points at. */
  coach?: {
    start?: boolean;
    choice?: string;
    first?: boolean;
    early?: boolean;
    ends?: boolean;
    sight?: string;
    at?: string[];
    before?: string;
  };
  /** text, short text, reason, what the coach says, what it asks: by language. */
  [lang: string]: any;
}

export interface Box {
  game: string;
  /** How the keys of pieces begin that are told when they are touched; "" where none is. */
  told: string;
  title: Record<Lang, string>;
  /** The symbol that stands for the game, or "". */
  mark: string;
  players: number;
  symbols: string;
  sizes: Record<string, [number, number]>;
  style: string;
  layouts: Layout[];
  /** Every language that can be chosen: the numbers that take the singular, and whether words are missing. */
  languages: Record<Lang, { singular: number[]; partial: boolean }>;
  /** The language of the words that another one does not have. */
  fallback: Lang;
  ui: Record<Lang, Record<string, string>>;
  /** `lessons`: the rules that each lesson names. */
  rules: {
    sections: Record<string, Record<Lang, string>>;
    rules: Record<string, Rule>;
    lessons?: Record<string, string[]>;
  };
  seats: [number, number];
  levels: string[];
  usual: string;
  says: Record<Lang, string[]>;
  /** Every temper: how it is called and what it says of itself, by language. */
  tempers: Record<string, Record<Lang, [string, string]>>;
  /** The levels that have a temper. */
  tempered: string[];
  names: string[];
  options: Option[];
  secrets: boolean;
  /** Are the keys of a path picked in its order? */
  ordered: boolean;
  /** Does a move play itself once no other is left? */
  completes: boolean;
  /** Does chance set the game up, so that a number of the deal says something? */
  deals: boolean;
}

export interface Option {
  name: string;
  label: Record<Lang, string>;
  names: string[] | null;
  low: number;
  high: number;
  default: any;
}

/** A question of a lesson: answered by an option, or by a move on the board. */
export interface Ask {
  kind: "choose" | "move";
  text: string;
  rules: string[];
  hint: string;
  /** Why the right answer is right. */
  because: string;
  look: string[];
  /** label, is it right, what is said if it is not. */
  options?: [string, boolean, string][];
  /** What a wrong "yes" would do, and the keys that it means. */
  made?: Record<string, Piece | null>;
  tried?: string[];
  /** Path of keys -> the pieces that it moves. */
  right: Record<string, Record<string, Piece | null>>;
  /** Path of keys -> what is said, then the moments of its failing. */
  wrong: Record<string, [string, ...Record<string, Piece | null>[]]>;
  /** Key or keys -> numbers of sentences. */
  why?: Record<string, number[]>;
  sentences: [string, string[]][];
}

export interface Step {
  title: string;
  text: string;
  rules: string[];
  ply: number;
  frames: Frame[];
  mark?: string[];
  arrow?: [string, string][];
  ask?: Ask;
}

export interface ToldLesson {
  title: string;
  names: string[];
  chart?: string;
  scene: Scene;
  steps: Step[];
}

export interface Lesson {
  id: string;
  /** The language that is there whole; the others say what differs. */
  first: Lang;
  seat: number;
  /** Its number in the course, 0 if it is in none, and how many there are. */
  number: number;
  count: number;
  /** Help is offered only after a wrong answer. */
  alone?: boolean;
  /** Composed for what this lesson is about, in the place of the box's narrow layout. */
  narrow?: Layout;
  [lang: string]: any;
}

/** The anywidget model, as far as it is used. */
export interface Model {
  get(name: string): any;
  set(name: string, value: any): void;
  set(values: Record<string, any>): void;
  save_changes(): void;
  send(message: any): void;
  on(name: string, listener: (...args: any[]) => void): void;
  off(name: string, listener: (...args: any[]) => void): void;
  widget_manager?: { kernel?: Kernel };
}

export interface Kernel {
  status: string;
  statusChanged: { connect(slot: any): void; disconnect(slot: any): void };
}

export type Message = Record<string, any>;
export type Send = (message: Message) => void;

/** An exercise in one language: widgets/practice_frames.py. */
export interface ToldExercise {
  names: string[];
  /** The table before the move that is asked about ... */
  scene: Scene;
  /** ... what it has done to it when the question comes ... */
  made?: SceneChanges;
  /** ... and what comes of it, once it is answered. */
  truth: SceneChanges[];
  question: string;
  /** What the question is about. */
  mark: string[];
  options?: string[];
  /** By option, what somebody believes who chooses it; "" if nothing in particular. */
  ideas?: string[];
  /** By option, the player whom it names. */
  who?: (number | null)[];
  /** What is true: sentences with their rules. */
  said: [string, string[]][];
  /** `may`: how an option is picked on the board (not: empty), and why it is refused (not: empty). */
  paths?: string[][];
  verdicts?: [string, string[]][][];
  /** `may`: by option that is allowed, the rule that allows it, if one does. */
  permits?: ([string, string[]] | null)[];
  /** `spot`: the table before that which is told. */
  before?: SceneChanges;
  real?: [string, string[]]; // of spot: what happened where a sentence was altered
  /** `reach`: by its path, what a move does on the board, and what is said of it. */
  moves?: Record<string, [SceneChanges, [string, string[]][]]>;
}

export interface Exercise {
  players: number;
  seat: number;
  rule: string;
  kind: "may" | "why" | "what" | "reach" | "spot";
  because: string[];
  /** Does the rule only nearly apply? */
  contrast: boolean;
  /** Of every option, the rule that somebody has wrong who answers so; "" if none in particular. */
  breaks: string[];
  /** The misconceptions with which it is answered wrongly. */
  offers: string[];
  /** In which way something is asked: alike, if one would say so. */
  form?: string;
  /** Composed for what this exercise is about, in the place of the box's narrow layout. */
  narrow?: Layout;
  /** Numbers of options, or paths of moves. */
  answer: (number | string)[];
  /** The language that is there whole; the others say what differs. */
  first: Lang;
  [lang: string]: any;
}

/** What practice starts with. */
export interface PracticeData {
  game: string;
  /** Every rule that can be practised, in the order of the rulebook. */
  rules: string[];
  /** By rule, the misconceptions about it that exercises can offer. */
  ideas: Record<string, string[]>;
  /** The rule that this is about, or "". */
  rule: string;
  /** The layouts of each number of players. */
  layouts: Record<string, Layout[]>;
  /** Exercises, column by column. */
  stock: Record<string, any[]>;
  /** The rules of "five minutes today" in this game, and where it goes on in the next one. */
  today?: string[];
  onward?: string;
  /** By rule, the lesson that teaches it: number, and address where there is one. */
  lessons?: Record<string, [number, string]>;
}
