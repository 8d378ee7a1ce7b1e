"""Lessons are data: a position, moves, and steps with captions and questions, written in TOML.

A teacher who does not program can write one. `lessons/04-ties.toml` in a game's folder is the
lesson `dolce-vita/ties`, the fourth of its course:

    title.fr = "À égalité, personne ne prend"
    title.en = "A tie takes nothing"
    about.fr = "…"                            # one line for the list of lessons
    about.en = "…"
    players.fr = ["Rouge", "Jaune", "Vert"]
    players.en = ["Red", "Yellow", "Green"]
    seat = 0                                  # whose eyes the learner has (0 unless told)
    plain = true                              # without what the table works out for its players
                                              #   (ties struck, who would take what): false unless
                                              #   told, and not every game works something out

    [position]                                # as in a record; or [setup], or `seed = 7`
    …

    [[step]]
    title.fr = "3 contre 3"                   # a step: what happened, why, and the rule
    title.en = "3 against 3"
    text.fr = "{tie.seats:^} ont chacun {tie.total} : leurs cartes reviennent en main."
    text.en = "…"
    rules = ["DV-AWA-5"]
    play = "5>3"                              # a move, or a list of moves, made before the picture
    show = "tie"                              # stop at the moment of that event; or
    show = {event = "take", column = 1}       #   ... of the event with these facts
    mark = ["column:1"]                       # what to look at: keys of pieces or targets
    arrow = [["hand:2", "column:1"]]          # drawn from one to the other
    hide = ["score:*"]                        # pieces and things to pick that would give the answer
                                              #   away: left out of this step's picture (`*` stands
                                              #   for any ending)

A hole names an event of this step and one of its facts: `{tie.total}`, `{take.object:le}`; the
second event of a kind is `{take[1].object:le}`. `{player[2]}` is a player, `{state.round}` a value
of the state, `{state.columns[0][2]:le}` a thing in it, `{later.take.total}` a fact of what happens
after this step in the lesson. A fact that does not happen is an error: a lesson cannot claim what
the engine does not do. A hole names facts and nothing else (see `holes`).

A question is asked before the answer is shown, and the engine knows the answer:

    [step.ask]
    text.fr = "Qui prend la maison ?"
    text.en = "Who takes the house?"
    event = {event = "take", object = "maison-300"}   # what will happen later in this lesson ...
    fact = "seat"                                      # ... and what is asked about it
    options = [0, 1, 2, "nobody"]
    look = ["column:1"]                       # first hint: where to look
    hint.fr = "…"                             # second hint: what to see there
    hint.en = "…"
    wrong.0.fr = "…"                          # what to say to that answer (optional)
    wrong.0.en = "…"

    [step.ask]                                # or: make a move
    goal = "legal"                            # any legal one; or
    goal = {event = "take", seat = 0}         # one that makes this happen; or
    goal = ["5>3"]                            # one of these
    wrong."6>3".fr = "…"                      # what to say to that move (optional); and
    wrong.other.fr = "…"                      #   to every other that misses the goal

    [step.ask]                                # or: may this be played?
    allowed = "9>3"                           # the answer is yes or no

    [step.ask]                                # or: choose a sentence, with a proof by the engine
    options = [{fr = "…", en = "…"}, {fr = "…", en = "…"}]
    right = 0
    proof = {refused = "9>3", rule = "DV-SET-2"}      # or {legal = "5>3"}, {event = …}, {state = …}
    proof = {nowhere = "maison-300"}          # or: nowhere on the table
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine.errors import BadOption, BadRecord, EscaleError, IllegalMove, quoted
from escale.engine.game import CHANCE, Event, Moment
from escale.engine.match import Match
from escale.engine.registry import game as find_game

from .holes import BadHole, Hole, fill, spoken
from .rulebook import rulebook
from .texts import LANGUAGES, texts

if TYPE_CHECKING:
    from escale.engine.game import Game

NOBODY = "nobody"
LESSON = re.compile(r"(\d\d)-([a-z0-9]+(?:-[a-z0-9]+)*)\.toml")
FIELDS = {
    "title", "about", "players", "seat", "plain", "options", "position", "setup", "seed", "step",
}  # fmt: skip
STEP_FIELDS = {"title", "text", "rules", "play", "show", "mark", "arrow", "hide", "ask"}
ASK_FIELDS = {
    "text", "event", "fact", "options", "look", "hint", "wrong", "goal", "allowed", "right",
    "proof", "rules",
}  # fmt: skip

Words = Mapping[str, str]  # {"fr": ..., "en": ...}


class BadLesson(EscaleError):
    """A lesson that its author has to mend: which file, which line, what."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}, line {line}: {problem}")
        self.file, self.line, self.problem = file, line, problem


class Choice(NamedTuple):
    """One answer of a question: what it says, whether it is right, what to say if it is not."""

    label: Words
    right: bool
    wrong: Words | None = None


class Question(NamedTuple):
    """A question and all that the engine knows about its answers."""

    kind: str  #: "choose" one of `choices`, or "move" on the board
    text: Words
    rules: tuple[str, ...]
    look: tuple[str, ...]
    hint: Words | None
    choices: tuple[Choice, ...] = ()
    moves: tuple[tuple[Any, bool], ...] = ()  #: every legal move, and whether it reaches the goal
    replies: Mapping[str, Words] = MappingProxyType({})  #: to a move's text, or to "other"
    goal: Mapping[str, Any] = MappingProxyType({})  #: the event that a move should bring about
    tried: str = ""  #: the move that may or may not be allowed


class Step(NamedTuple):
    """One step of a lesson, played out."""

    title: Words
    text: Words
    rules: tuple[str, ...]
    moments: tuple[Moment, ...]  #: what has happened since the step before
    state: Any  #: the table at the end of the step
    ply: int  #: how many moves of the match are complete
    mark: tuple[str, ...]
    arrow: tuple[tuple[str, str], ...]
    question: Question | None
    hide: tuple[str, ...] = ()  #: keys that its picture leaves out; `*` ends a pattern


class Lesson(NamedTuple):
    """A lesson, read, checked and played out by the engine."""

    id: str
    game: Game[Any, Any]
    title: Words
    about: Words
    players: Mapping[str, Sequence[str]]
    seat: int
    start: Any
    steps: tuple[Step, ...]
    match: Match  #: all moves of the lesson; `try it from here` forks it
    plain: bool = False  #: nothing is worked out for the players
    chart: Words | None = None  #: a picture beside all steps, as SVG


def lessons(game: str | Game[Any, Any]) -> list[str]:
    """The ids of a game's lessons in the order of its course."""
    return list(_files(find_game(game)))


def lesson(name: str) -> Lesson:
    """The lesson of that id ("dolce-vita/ties")."""
    game_id = str(name).partition("/")[0]
    game = find_game(game_id)
    known = _files(game)
    if name not in known:
        raise BadOption("lesson", f"there is no lesson {quoted(name)}; {game_id} has: "
                        + (", ".join(known) or "none"))  # fmt: skip
    return _lesson(game, name)


@cache
def _lesson(game: Game[Any, Any], name: str) -> Lesson:
    file = _files(game)[name]
    return read(game, name, file.read_text("utf-8"), file.name)


@cache
def _files(game: Game[Any, Any]) -> dict[str, Traversable]:
    folder = files(game.package).joinpath("lessons")
    if not folder.is_dir():
        return {}
    found = sorted((f for f in folder.iterdir() if LESSON.fullmatch(f.name)), key=lambda f: f.name)
    return {f"{game.id}/{LESSON.fullmatch(f.name)[2]}": f for f in found}  # type: ignore[index]


def taught(game: Game[Any, Any]) -> dict[str, list[str]]:
    """For every rule that a lesson names, the steps that teach it: `dolce-vita/ties#3`."""
    return _by_rule(game, lambda step: step.rules)


def practised(game: Game[Any, Any]) -> dict[str, list[str]]:
    """For every rule that a question is about, the steps that ask it."""
    return _by_rule(game, lambda step: step.question.rules if step.question else ())


def not_practised(game: Game[Any, Any]) -> dict[str, str]:
    """The rules that a learner cannot get wrong, each with the reason."""
    source = files(game.package).joinpath("lessons", "coverage.toml")
    if not source.is_file():
        return {}
    table: dict[str, str] = tomllib.loads(source.read_text("utf-8"))["not-practised"]
    return table


def _by_rule(game: Game[Any, Any], rules: Callable[[Step], Sequence[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in lessons(game):
        for number, step in enumerate(lesson(name).steps, start=1):
            for rule in rules(step):
                found.setdefault(rule, []).append(f"{name}#{number}")
    return found


def read(game: Game[Any, Any], name: str, source: str, file: str = "lesson.toml") -> Lesson:
    """Read, check and play out a lesson; raises `BadLesson` with file and line."""
    return _Reader(game, name, source, file).lesson()


class _Reader:
    """Reads one file. Every complaint goes through `wrong`, which finds the line."""

    def __init__(self, game: Game[Any, Any], name: str, source: str, file: str) -> None:
        self.game, self.name, self.source, self.file = game, name, source, file
        self.speech = texts(game)
        self.rules = rulebook(game).rules
        self.at: int | None = None  # the step that is being read
        try:
            self.table = tomllib.loads(source)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            raise BadLesson(file, int(line[1]) if line else 1, f"not TOML: {error}") from None

    # --- complaints -------------------------------------------------------------------------

    def wrong(self, problem: str, word: str = "") -> BadLesson:
        """A complaint at the line where `word` stands, within the step that is being read."""
        lines = self.source.splitlines()
        heads = [i for i, line in enumerate(lines) if line.strip() == "[[step]]"]
        start = heads[self.at] if self.at is not None and self.at < len(heads) else 0
        inside = self.at is not None and self.at + 1 < len(heads)
        end = heads[self.at + 1] if inside and self.at is not None else len(lines)
        hits = (i for i in range(start, end) if word and word in lines[i])
        return BadLesson(self.file, next(hits, start) + 1, problem)

    def words(self, table: Mapping[str, Any], name: str) -> Words:
        value = table.get(name)
        if not isinstance(value, Mapping) or any(
            not isinstance(value.get(lang), str) or not value[lang].strip() for lang in LANGUAGES
        ):
            raise self.wrong(f"{name}.fr and {name}.en are both needed", name)
        return {lang: value[lang] for lang in LANGUAGES}

    def known(self, table: Mapping[str, Any], fields: set[str], what: str) -> None:
        for name in table:
            if name not in fields:
                raise self.wrong(
                    f"{what} has no {name!r}; it has {', '.join(sorted(fields))}", name
                )

    def rule_ids(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not value:
            raise self.wrong("rules is a list of rule ids, at least one", "rules")
        for rule in value:
            if rule not in self.rules:
                raise self.wrong(f"{self.game.id} has no rule {quoted(rule)}", str(rule))
        return tuple(value)

    # --- the lesson -------------------------------------------------------------------------

    def lesson(self) -> Lesson:
        table = self.table
        self.known(table, FIELDS, "a lesson")
        title, about = self.words(table, "title"), self.words(table, "about")
        players = table.get("players")
        if not isinstance(players, Mapping) or {*map(len, players.values())} == set():
            raise self.wrong("players.fr and players.en are lists of names", "players")
        if set(players) != set(LANGUAGES) or len({len(names) for names in players.values()}) != 1:
            raise self.wrong("players.fr and players.en name the same seats", "players")
        self.players: Mapping[str, Sequence[str]] = players
        self.seat = seat = table.get("seat", 0)
        if type(seat) is not int or not -2 <= seat < len(players["en"]):
            raise self.wrong(f"there is no seat {quoted(seat)}", "seat")
        plain = table.get("plain", False)
        if type(plain) is not bool:
            raise self.wrong("plain is true or false", "plain")
        try:
            self.match = Match(
                self.game,
                players["en"],
                options=table.get("options"),
                setup=table.get("setup"),
                position=table.get("position"),
                seed=table.get("seed", 0),
            )
        except (BadRecord, BadOption) as error:
            raise self.wrong(str(error), error.where.split(".")[0].split("[")[0]) from None
        start = self.state = self.match.state
        self.pending: list[Moment] = []
        steps_table = table.get("step")
        if not isinstance(steps_table, list) or not steps_table:
            raise self.wrong("a lesson has steps, each under [[step]]")
        played = []
        for self.at, entry in enumerate(steps_table):
            self.known(entry, STEP_FIELDS, "a step")
            played.append((entry, *self.advance(entry)))
        steps = []
        for self.at, (entry, moments, state, ply) in enumerate(played):
            later = [e for _, ms, _, _ in played[self.at + 1 :] for m in ms for e in m.events]
            steps.append(self.step(entry, moments, state, ply, later))
        return Lesson(
            self.name, self.game, title, about, players, seat, start, tuple(steps), self.match,
            plain,
        )  # fmt: skip

    def advance(self, entry: Mapping[str, Any]) -> tuple[tuple[Moment, ...], Any, int]:
        """Play the moves of a step and go on to the moment that it shows."""
        moments: list[Moment] = []
        play = entry.get("play", [])
        moves = [play] if isinstance(play, str) else play
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise self.wrong("play is a move or a list of moves", "play")
        for text in moves:
            moments += self.pending
            before = self.match.state
            try:
                self.match.play(text)
            except IllegalMove as error:
                raise self.wrong(str(error), text) from None
            self.pending = self.game.unfold(before, self.match.plies[-1].move)
        if "show" in entry:
            moments += self.until(entry["show"])
        elif moves:
            moments += self.pending
            self.pending = []
        if moments:
            self.state = moments[-1].state
        return tuple(moments), self.state, self.match.ply

    def until(self, show: Any) -> list[Moment]:
        for index, moment in enumerate(self.pending):
            if any(self.is_event(event, show, "show") for event in moment.events):
                passed, self.pending = self.pending[: index + 1], self.pending[index + 1 :]
                return passed
        there = sorted({event.kind for moment in self.pending for event in moment.events})
        raise self.wrong(
            f"no moment left with {quoted(show)}; there are: {', '.join(there) or 'none'}", "show"
        )

    def is_event(self, event: Event, wanted: Any, word: str) -> bool:
        if isinstance(wanted, str):
            return event.kind == wanted
        if not isinstance(wanted, Mapping) or "event" not in wanted:
            raise self.wrong(f"{word} is an event's kind, or a table with `event`", word)
        facts = {"event": event.kind, "seat": event.seat, **event.facts}
        return all(facts.get(name) == value for name, value in wanted.items())

    def step(
        self,
        entry: Mapping[str, Any],
        moments: tuple[Moment, ...],
        state: Any,
        ply: int,
        later: list[Event],
    ) -> Step:
        events = [event for moment in moments for event in moment.events]
        title, text = self.words(entry, "title"), self.words(entry, "text")
        rules = self.rule_ids(entry.get("rules"))
        ask = entry.get("ask")
        question = None
        if ask is not None:
            self.known(ask, ASK_FIELDS, "a question")
            question = self.question(ask, rules, state, ply, events, later)
        arrows = entry.get("arrow", [])
        if not all(isinstance(arrow, list) and len(arrow) == 2 for arrow in arrows):
            raise self.wrong("an arrow is a list of two keys", "arrow")
        return Step(
            self.filled(title, events, state, "title", later),
            self.filled(text, events, state, "text", later),
            rules,
            moments,
            state,
            ply,
            tuple(entry.get("mark", ())),
            tuple((a, b) for a, b in arrows),
            question,
            tuple(entry.get("hide", ())),
        )

    def filled(
        self,
        words: Words,
        events: Sequence[Event],
        state: Any,
        name: str,
        later: Sequence[Event],
    ) -> Words:
        """The caption in both languages with its holes filled from the engine's events."""
        facts: dict[str, Any] = {
            **_by_kind(events),
            "player": range(len(self.match.players)),
            "state": state,
            "later": _by_kind(later),
        }
        result = {}
        for lang, template in words.items():
            try:
                result[lang] = fill(template, facts, partial(self.spoken, lang))
            except BadHole as error:
                happened = ", ".join(_by_kind(events)) or "nothing"
                raise self.wrong(
                    f"{name}.{lang}: a hole cannot be filled ({error}); this step has: {happened}",
                    template[:20],
                ) from None
        return result

    def spoken(self, lang: str, hole: Hole, value: Any) -> Any:
        """What a caption says for a fact: names, nouns with articles, numbers with plurals."""
        first, names = hole.path[0], [step for step in hole.path if isinstance(step, str)]
        if first == "state" and isinstance(value, str) and self.speech.is_noun(value):
            return self.speech.named(value, lang)
        fact = "seat" if first == "player" else names[-1]
        return self.speech.wrap(fact, value, lang, self.players[lang], None)

    # --- questions --------------------------------------------------------------------------

    def question(
        self,
        ask: Mapping[str, Any],
        rules: tuple[str, ...],
        state: Any,
        ply: int,
        events: list[Event],
        later: list[Event],
    ) -> Question:

        def said(table: Mapping[str, Any], name: str) -> Words:
            return self.filled(self.words(table, name), events, state, f"ask.{name}", later)

        text = said(ask, "text")
        hint = said(ask, "hint") if "hint" in ask else None
        replies = ask.get("wrong", {})
        if not isinstance(replies, Mapping):
            raise self.wrong("wrong is a table: an answer, and what to say to it", "wrong")
        wrong = {answer: said({"wrong": reply}, "wrong") for answer, reply in replies.items()}
        rules = self.rule_ids(ask["rules"]) if "rules" in ask else rules
        look = tuple(ask.get("look", ()))
        kinds = [name for name in ("event", "goal", "allowed", "right") if name in ask]
        if len(kinds) != 1:
            raise self.wrong("a question has one of event, goal, allowed, right", "ask")
        if kinds[0] == "goal":
            moves = tuple(self.goal(ask["goal"], state))
            misses = {self.game.format(move) for move, right in moves if not right}
            for move in wrong:
                if move not in misses | {"other"}:
                    raise self.wrong(f"wrong: {move!r} is no move that misses the goal", move)
            goal = ask["goal"] if isinstance(ask["goal"], Mapping) else {}
            replies = MappingProxyType(wrong)
            return Question("move", text, rules, look, hint, (), moves, replies, goal)
        if kinds[0] == "right":
            if not isinstance(ask.get("options"), list):
                raise self.wrong("options are the sentences to choose from", "right")
            ask = {**ask, "options": [said({"options": o}, "options") for o in ask["options"]]}
        choices = {"event": self.of_event, "allowed": self.of_allowed, "right": self.of_right}
        found = tuple(choices[kinds[0]]({**ask, "wrong": wrong}, state, later))
        if sum(choice.right for choice in found) != 1 or len(found) < 2:
            raise self.wrong("exactly one of two or more answers must be right", "options")
        return Question("choose", text, rules, look, hint, found, tried=ask.get("allowed", ""))

    def of_event(self, ask: Mapping[str, Any], state: Any, later: list[Event]) -> Iterator[Choice]:
        fact, options = ask.get("fact"), ask.get("options")
        if not isinstance(fact, str) or not isinstance(options, list):
            raise self.wrong("a question about an event needs `fact` and `options`", "event")
        event = next((e for e in later if self.is_event(e, ask["event"], "event")), None)
        answer = NOBODY if event is None else {"seat": event.seat, **event.facts}.get(fact)
        if event is None and NOBODY not in options:
            raise self.wrong(f"{quoted(ask['event'])} does not happen in this lesson", "event")
        if answer not in options:
            raise self.wrong(f"the answer is {answer!r}, which is not among the options", "options")
        for option in options:
            label = {
                lang: self.speech.label("nobody", lang)
                if option == NOBODY
                else spoken(self.speech.wrap(fact, option, lang, self.players[lang], None), "")
                for lang in LANGUAGES
            }
            yield Choice(label, option == answer, ask["wrong"].get(str(option)))

    def of_allowed(
        self, ask: Mapping[str, Any], state: Any, later: list[Event]
    ) -> Iterator[Choice]:
        actor = self.game.actor(state)
        refusals = self.game.why_not(state, CHANCE if actor is None else actor, ask["allowed"])
        for name, right in (("yes", not refusals), ("no", bool(refusals))):
            label = {lang: self.speech.label(name, lang) for lang in LANGUAGES}
            wrong = ask["wrong"].get(name)
            if wrong is None and refusals:
                wrong = {
                    lang: self.speech.refusal(refusals[0], lang, self.players[lang])
                    for lang in LANGUAGES
                }
            yield Choice(label, right, None if right else wrong)

    def of_right(self, ask: Mapping[str, Any], state: Any, later: list[Event]) -> Iterator[Choice]:
        self.prove(ask.get("proof"), state, later)
        for index, option in enumerate(ask["options"]):
            yield Choice(option, index == ask["right"], ask["wrong"].get(str(index)))

    def prove(self, proof: Any, state: Any, later: list[Event]) -> None:
        """A chosen sentence is right because the engine says so."""
        if not isinstance(proof, Mapping):
            raise self.wrong("a chosen sentence needs a proof by the engine", "right")
        actor = self.game.actor(state)
        seat = CHANCE if actor is None else actor
        if "legal" in proof:
            holds = not self.game.why_not(state, seat, proof["legal"])
        elif "refused" in proof:
            found = self.game.why_not(state, proof.get("seat", seat), proof["refused"])
            holds = any(v.rule == proof.get("rule", v.rule) for v in found)
        elif "event" in proof:
            holds = any(self.is_event(event, proof, "proof") for event in later)
        elif "state" in proof:
            holds = getattr(state, proof["state"], None) == _frozen(proof.get("is"))
        elif "nowhere" in proof:
            holds = not _holds(state, proof["nowhere"])
        else:
            raise self.wrong("a proof has one of legal, refused, event, state, nowhere", "proof")
        if not holds:
            raise self.wrong(f"the engine does not confirm {quoted(dict(proof))}", "proof")

    def goal(self, goal: Any, state: Any) -> Iterator[tuple[Any, bool]]:
        """Every legal move of the position, and whether it reaches the goal."""
        actor = self.game.actor(state)
        if actor is None or actor == CHANCE:
            raise self.wrong("nobody has a move to make here", "goal")
        if actor != self.seat:
            raise self.wrong(f"seat {actor} has the move, but the learner is {self.seat}", "goal")
        moves = self.game.legal(state, actor)
        if isinstance(goal, list):
            for text in goal:
                if self.game.why_not(state, actor, text):
                    raise self.wrong(f"{text!r} is not legal here", "goal")
        reached = False
        for move in moves:
            if goal == "legal":
                right = True
            elif isinstance(goal, list):
                right = self.game.format(move) in goal
            else:
                happened: list[Event] = []
                self.game.apply(state, move, happened)
                right = any(self.is_event(event, goal, "goal") for event in happened)
            reached |= right
            yield move, right
        if not reached:
            raise self.wrong(f"no legal move reaches {quoted(goal)}", "goal")


def _by_kind(events: Sequence[Event]) -> dict[str, list[dict[str, Any]]]:
    """The facts of events, for holes: `{tie.total}` is of the first tie, `{tie[1].total}` of the
    second."""
    found: dict[str, list[dict[str, Any]]] = {}
    for event in sorted(events, key=lambda event: event.kind):
        found.setdefault(event.kind, []).append({"seat": event.seat, **event.facts})
    return found


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _holds(state: Any, value: Any) -> bool:
    """Is this value anywhere in a state?"""
    if isinstance(state, (tuple, list)):
        return any(_holds(part, value) for part in state)
    return bool(state == value)
