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
    because.fr = "…"                          # why the right answer is right; unless told, the
    because.en = "…"                          #   engine's: what happens, or what forbids it

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
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine import toml
from escale.engine.errors import BadOption, BadRecord, IllegalMove, quoted
from escale.engine.game import CHANCE, SPECTATOR, Event, Moment, Violation, check_players
from escale.engine.match import Match
from escale.engine.registry import game as find_game
from escale.engine.toml import Document, Place

from . import lesson_file
from .holes import BadHole, Hole, fill, spoken
from .languages import LANGUAGES
from .lesson_file import LESSON, BadLesson, LessonFile, Words, lesson_files
from .lesson_outline import StepOutline, outlines
from .texts import texts

if TYPE_CHECKING:
    from escale.engine.game import Game

__all__ = [
    "LESSON", "BadLesson", "Choice", "Lesson", "Question", "Step", "Words", "lesson", "lessons",
    "not_practised", "practised", "read", "read_file", "taught",
]  # fmt: skip

NOBODY = "nobody"
FIELDS = {
    "title", "about", "players", "seat", "plain", "options", "position", "setup", "seed", "step",
}  # fmt: skip
STEP_FIELDS = {"title", "text", "rules", "play", "show", "mark", "arrow", "hide", "ask"}
ASK_FIELDS = {
    "text", "event", "fact", "options", "look", "hint", "wrong", "goal", "allowed", "right",
    "proof", "rules", "because",
}  # fmt: skip

#: A proof of a chosen sentence, and what else may stand in it; with an event, its facts.
PROOFS = {
    "legal": ("legal",),
    "refused": ("refused", "seat", "rule"),
    "event": (),
    "state": ("state", "is"),
    "nowhere": ("nowhere",),
}


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
    because: Words | None = None  #: why the right answer is right


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
    return list(lesson_files(find_game(game)))


def lesson(name: str) -> Lesson:
    """The lesson of that id ("dolce-vita/ties")."""
    game_id = str(name).partition("/")[0]
    game = find_game(game_id)
    known = lesson_files(game)
    if name not in known:
        raise BadOption("lesson", f"there is no lesson {quoted(name)}; {game_id} has: "
                        + (", ".join(known) or "none"))  # fmt: skip
    return _lesson(game, name)


@cache
def _lesson(game: Game[Any, Any], name: str) -> Lesson:
    return read_file(game, name, lesson_files(game)[name])


def taught(game: Game[Any, Any]) -> dict[str, list[str]]:
    """For every rule that a lesson names, the steps that teach it: `dolce-vita/ties#3`."""
    return _by_rule(game, lambda step: step.rules)


def practised(game: Game[Any, Any]) -> dict[str, list[str]]:
    """For every rule that a question is about, the steps that ask it."""
    return _by_rule(game, lambda step: step.asked or ())


def not_practised(game: Game[Any, Any]) -> dict[str, str]:
    """The rules that a learner cannot get wrong, each with the reason."""
    source = files(game.package).joinpath("lessons", "coverage.toml")
    if not source.is_file():
        return {}
    document = toml.load(source)
    found = document.table.get("not-practised")
    if not isinstance(found, dict) or not all(isinstance(why, str) for why in found.values()):
        raise document.wrong("[not-practised] is a table of rules and reasons", "not-practised")
    return found


def _by_rule(
    game: Game[Any, Any], rules: Callable[[StepOutline], Sequence[str]]
) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for outline in outlines(game):
        for number, step in enumerate(outline.steps, start=1):
            for rule in rules(step):
                found.setdefault(rule, []).append(f"{outline.id}#{number}")
    return found


def read(game: Game[Any, Any], name: str, source: str | bytes, file: str = "lesson.toml") -> Lesson:
    """Read, check and play out a lesson; raises `BadLesson` with file and line."""
    return _Reader(game, name, lesson_file.parse(source, file)).lesson()


def read_file(game: Game[Any, Any], name: str, file: Traversable) -> Lesson:
    """The same for a lesson in a file."""
    return read(game, name, lesson_file.read(file), file.name)


class _Reader(LessonFile):
    """Plays out one file and checks every claim of it against the engine."""

    def __init__(self, game: Game[Any, Any], name: str, document: Document) -> None:
        super().__init__(game, name, document)
        self.speech = texts(game)

    # --- the lesson -------------------------------------------------------------------------

    def lesson(self) -> Lesson:
        table = self.table
        self.known(table, FIELDS, "a lesson")
        title, about = (self.words(table.get(name), name) for name in ("title", "about"))
        self.players = self.names(table.get("players"))
        self.seat = seat = table.get("seat", 0)
        seats = (*range(len(self.players["en"])), SPECTATOR)
        if type(seat) is not int or seat not in seats:
            raise self.wrong(f"there is no seat {quoted(seat)}", "seat")
        plain = table.get("plain", False)
        if type(plain) is not bool:
            raise self.wrong("plain is true or false", "plain")
        try:
            self.match = Match(
                self.game,
                self.players["en"],
                options=table.get("options"),
                setup=table.get("setup"),
                position=table.get("position"),
                seed=table.get("seed", 0),
            )
        except (BadRecord, BadOption) as error:
            raise self.wrong(str(error), *_place(error.where)) from None
        start = self.state = self.match.state
        self.pending: list[Moment] = []
        played = []
        for number, entry in enumerate(self.steps()):
            self.at = ("step", number)
            self.known(entry, STEP_FIELDS, "a step")
            played.append((entry, *self.advance(entry)))
        steps = []
        for number, (entry, moments, state, ply) in enumerate(played):
            self.at = ("step", number)
            later = [e for _, ms, _, _ in played[number + 1 :] for m in ms for e in m.events]
            steps.append(self.step(entry, moments, state, ply, later))
        return Lesson(
            self.name, self.game, title, about, self.players, seat, start, tuple(steps),
            self.match, plain,
        )  # fmt: skip

    def names(self, players: Any) -> Mapping[str, Sequence[str]]:
        """The names of the players in each language."""
        self.known(players, LANGUAGES, "players (players.fr and players.en)", "players")
        for lang in LANGUAGES:
            if not isinstance(players.get(lang), list):
                raise self.wrong("players.fr and players.en are lists of names", "players", lang)
            try:
                check_players(self.game, players[lang])
            except BadOption as error:
                place = ("players", lang, *_place(error.where)[1:])
                raise self.wrong(f"players.{lang}: {error.problem}", *place) from None
        if len({len(names) for names in players.values()}) != 1:
            raise self.wrong("players.fr and players.en name the same seats", "players")
        return {lang: list(players[lang]) for lang in LANGUAGES}

    def advance(self, entry: Mapping[str, Any]) -> tuple[tuple[Moment, ...], Any, int]:
        """Play the moves of a step and go on to the moment that it shows."""
        moments: list[Moment] = []
        play = entry.get("play", [])
        moves = [play] if isinstance(play, str) else play
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise self.wrong("play is a move or a list of moves", "play")
        for number, text in enumerate(moves):
            moments += self.pending
            before = self.match.state
            try:
                self.match.play(text)
            except IllegalMove as error:
                place = ("play",) if isinstance(play, str) else ("play", number)
                raise self.wrong(str(error), *place) from None
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
        self.check_event(show, "show")
        for index, moment in enumerate(self.pending):
            if any(_is_event(event, show) for event in moment.events):
                passed, self.pending = self.pending[: index + 1], self.pending[index + 1 :]
                return passed
        there = sorted({event.kind for moment in self.pending for event in moment.events})
        raise self.wrong(
            f"no moment left with {quoted(show)}; there are: {', '.join(there) or 'none'}", "show"
        )

    def check_event(self, wanted: Any, name: str) -> None:
        """An event's kind, or a table with the kind and facts: what `_is_event` looks for."""
        kind = wanted.get("event") if isinstance(wanted, Mapping) else wanted
        if not isinstance(kind, str):
            raise self.wrong(f"{name} is an event's kind, or a table with `event`", name)

    def step(
        self,
        entry: Mapping[str, Any],
        moments: tuple[Moment, ...],
        state: Any,
        ply: int,
        later: list[Event],
    ) -> Step:
        events = [event for moment in moments for event in moment.events]
        title, text = (self.words(entry.get(name), name) for name in ("title", "text"))
        rules = self.rule_ids(entry.get("rules"))
        arrows = entry.get("arrow", [])
        if not isinstance(arrows, list) or not all(
            isinstance(arrow, list) and [type(key) for key in arrow] == [str, str]
            for arrow in arrows
        ):
            raise self.wrong("arrow is a list of arrows, each a list of two keys", "arrow")
        mark, hide = self.keys(entry, "mark"), self.keys(entry, "hide")
        title = self.filled(title, events, state, later, "title")
        text = self.filled(text, events, state, later, "text")
        question = None
        if "ask" in entry:
            ask, step = entry["ask"], self.at
            self.known(ask, ASK_FIELDS, "a question (ask)", "ask")
            self.at = (*step, "ask")
            question = self.question(ask, rules, state, events, later)
            self.at = step
        return Step(
            title, text, rules, moments, state, ply, mark, tuple((a, b) for a, b in arrows),
            question, hide,
        )  # fmt: skip

    def filled(
        self,
        words: Words,
        events: Sequence[Event],
        state: Any,
        later: Sequence[Event],
        *place: str | int,
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
                name = ".".join(map(str, (*place, lang)))
                raise self.wrong(
                    f"{name}: a hole cannot be filled ({error}); this step has: {happened}",
                    *place,
                    lang,
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
        events: list[Event],
        later: list[Event],
    ) -> Question:

        def said(value: Any, *place: str | int) -> Words:
            return self.filled(self.words(value, *place), events, state, later, *place)

        text = said(ask.get("text"), "text")
        hint = said(ask["hint"], "hint") if "hint" in ask else None
        replies = ask.get("wrong", {})
        if not isinstance(replies, Mapping):
            raise self.wrong("wrong is a table: an answer, and what to say to it", "wrong")
        wrong = {answer: said(reply, "wrong", answer) for answer, reply in replies.items()}
        because = said(ask["because"], "because") if "because" in ask else None
        rules = self.rule_ids(ask["rules"]) if "rules" in ask else rules
        look = self.keys(ask, "look")
        kinds = [name for name in ("event", "goal", "allowed", "right") if name in ask]
        if len(kinds) != 1:
            raise self.wrong("a question has one of event, goal, allowed, right")
        if kinds[0] == "goal":
            moves = tuple(self.goal(ask["goal"], state))
            misses = {self.game.format(move) for move, right in moves if not right}
            for move in wrong:
                if move not in misses | {"other"}:
                    problem = f"wrong: {quoted(move)} is no move that misses the goal"
                    raise self.wrong(problem, "wrong", move)
            goal = ask["goal"] if isinstance(ask["goal"], Mapping) else {}
            return Question(
                "move", text, rules, look, hint, (), moves, MappingProxyType(wrong), goal,
                because=because,
            )  # fmt: skip
        options = ask.get("options", [])
        if not isinstance(options, list):
            raise self.wrong("options is a list of answers", "options")
        if kinds[0] == "event":
            answers = self.of_event(ask["event"], ask.get("fact"), options, later)
        elif kinds[0] == "allowed":
            answers = self.of_allowed(ask["allowed"], state)
        else:
            labels = [said(option, "options", i) for i, option in enumerate(options)]
            answers = self.of_right(ask["right"], labels, ask.get("proof"), state, later)
        found = list(answers)
        for answer in wrong:
            if answer not in (name for name, _ in found):
                problem = f"wrong: {quoted(answer)} is none of the answers"
                raise self.wrong(problem, "wrong", answer)
        choices = tuple(
            choice if choice.right else choice._replace(wrong=wrong.get(name, choice.wrong))
            for name, choice in found
        )
        if sum(choice.right for choice in choices) != 1 or len(choices) < 2:
            raise self.wrong("exactly one of two or more answers must be right", "options")
        return Question(
            "choose", text, rules, look, hint, choices,
            tried=ask.get("allowed", ""),
            because=because or self.because(kinds[0], ask, state, later),
        )  # fmt: skip

    def because(
        self, kind: str, ask: Mapping[str, Any], state: Any, later: list[Event]
    ) -> Words | None:
        """Why the answer is right, if the engine has a sentence for it: what happens, or what
        forbids a move."""
        asked = ask[kind] if kind != "right" else ask["proof"]
        if kind == "event" or (kind == "right" and "event" in asked):
            event = next((e for e in later if _is_event(e, asked)), None)
            if event is None:
                return None
            seen = event.seen_by(self.seat)
            why = {
                lang: self.speech.event(seen, lang, self.players[lang], self.seat)
                for lang in LANGUAGES
            }
            return why if all(why.values()) else None
        if kind == "allowed":
            refusals = self.refusals(asked, state, None, "allowed")
        elif "refused" in asked:
            found = self.refusals(asked["refused"], state, asked.get("seat"), "proof", "refused")
            refusals = tuple(v for v in found if v.rule == asked.get("rule", v.rule))
        else:
            return None
        if not refusals:
            return None
        return {
            lang: self.speech.refusal(refusals[0], lang, self.players[lang]) for lang in LANGUAGES
        }

    # The answers of a question, each with its name in the table `wrong`.

    def of_event(
        self, wanted: Any, fact: Any, options: list[Any], later: list[Event]
    ) -> Iterator[tuple[str, Choice]]:
        fact = self.text(fact, "a question about an event names one of its facts", "fact")
        if not options:
            raise self.wrong("a question about an event needs options", "event")
        self.check_event(wanted, "event")
        event = next((e for e in later if _is_event(e, wanted)), None)
        answer = NOBODY if event is None else {"seat": event.seat, **event.facts}.get(fact)
        if event is None and NOBODY not in options:
            raise self.wrong(f"{quoted(wanted)} does not happen in this lesson", "event")
        if answer not in options:
            problem = f"the answer is {quoted(answer)}, which is not among the options"
            raise self.wrong(problem, "options")
        for i, option in enumerate(options):
            yield str(option), Choice(self.labels(fact, option, i), option == answer)

    def labels(self, fact: str, option: Any, number: int) -> Words:
        """An answer to a question about a fact, in words."""
        if option == NOBODY:
            return {lang: self.speech.label("nobody", lang) for lang in LANGUAGES}
        try:
            return {
                lang: spoken(self.speech.wrap(fact, option, lang, self.players[lang], None), "")
                for lang in LANGUAGES
            }
        except BadHole as error:
            problem = f"{quoted(option)} is no answer about {fact} ({error})"
            raise self.wrong(problem, "options", number) from None

    def of_allowed(self, move: Any, state: Any) -> Iterator[tuple[str, Choice]]:
        refusals = self.refusals(move, state, None, "allowed")
        for name, right in (("yes", not refusals), ("no", bool(refusals))):
            label = {lang: self.speech.label(name, lang) for lang in LANGUAGES}
            why = None
            if refusals and not right:
                why = {
                    lang: self.speech.refusal(refusals[0], lang, self.players[lang])
                    for lang in LANGUAGES
                }
            yield name, Choice(label, right, why)

    def of_right(
        self, right: Any, labels: list[Words], proof: Any, state: Any, later: list[Event]
    ) -> Iterator[tuple[str, Choice]]:
        if type(right) is not int or not 0 <= right < len(labels):
            raise self.wrong("right is the number of an option; the first is 0", "right")
        self.prove(proof, state, later)
        for index, label in enumerate(labels):
            yield str(index), Choice(label, index == right)

    def refusals(
        self, move: Any, state: Any, seat: Any, *place: str | int
    ) -> tuple[Violation, ...]:
        """Why a move that the lesson names may not be made; () if it may."""
        move = self.text(move, "a move is text, as in a record", *place)
        actor = self.game.actor(state)
        if seat is None:
            seat = CHANCE if actor is None else actor
        return self.game.why_not(state, seat, move)

    def prove(self, proof: Any, state: Any, later: list[Event]) -> None:
        """A chosen sentence is right because the engine says so."""
        if not isinstance(proof, Mapping):
            raise self.wrong("a chosen sentence needs a proof by the engine", "proof")
        kinds = [kind for kind in PROOFS if kind in proof]
        if len(kinds) != 1:
            raise self.wrong(f"a proof has one of {', '.join(PROOFS)}", "proof")
        kind = kinds[0]
        if kind != "event":
            self.known(proof, PROOFS[kind], f"a proof by {kind}", "proof")
        if kind == "legal":
            holds = not self.refusals(proof["legal"], state, None, "proof", "legal")
        elif kind == "refused":
            seat = proof.get("seat")
            seats = range(len(self.match.players))
            if seat is not None and (type(seat) is not int or seat not in seats):
                raise self.wrong(f"there is no seat {quoted(seat)}", "proof", "seat")
            if "rule" in proof and proof["rule"] not in [*self.rules]:
                problem = f"{self.game.id} has no rule {quoted(proof['rule'])}"
                raise self.wrong(problem, "proof", "rule")
            found = self.refusals(proof["refused"], state, seat, "proof", "refused")
            holds = any(v.rule == proof.get("rule", v.rule) for v in found)
        elif kind == "event":
            self.check_event(proof, "proof")
            holds = any(_is_event(event, proof) for event in later)
        elif kind == "state":
            fields = state._asdict()
            if not isinstance(proof["state"], str) or proof["state"] not in fields:
                problem = f"a state has no {quoted(proof['state'])}; it has {', '.join(fields)}"
                raise self.wrong(problem, "proof", "state")
            holds = fields[proof["state"]] == _frozen(proof.get("is"))
        else:
            holds = not _holds(state, proof["nowhere"])
        if not holds:
            raise self.wrong(f"the engine does not confirm {quoted(dict(proof))}", "proof")

    def goal(self, goal: Any, state: Any) -> Iterator[tuple[Any, bool]]:
        """Every legal move of the position, and whether it reaches the goal."""
        actor = self.game.actor(state)
        if actor is None or actor == CHANCE:
            raise self.wrong("nobody has a move to make here", "goal")
        if actor != self.seat:
            raise self.wrong(f"seat {actor} has the move, but the learner is {self.seat}", "goal")
        if isinstance(goal, list):
            for i, text in enumerate(goal):
                if self.refusals(text, state, actor, "goal", i):
                    raise self.wrong(f"{quoted(text)} is not legal here", "goal", i)
        else:
            self.check_event(goal, "goal")
        reached = False
        for move in self.game.legal(state, actor):
            if goal == "legal":
                right = True
            elif isinstance(goal, list):
                right = self.game.format(move) in goal
            else:
                happened: list[Event] = []
                self.game.apply(state, move, happened)
                right = any(_is_event(event, goal) for event in happened)
            reached |= right
            yield move, right
        if not reached:
            raise self.wrong(f"no legal move reaches {quoted(goal)}", "goal")


def _is_event(event: Event, wanted: str | Mapping[str, Any]) -> bool:
    """Is it of that kind, with these facts?"""
    if isinstance(wanted, str):
        return event.kind == wanted
    facts = {"event": event.kind, "seat": event.seat, **event.facts}
    return all(facts.get(name) == value for name, value in wanted.items())


def _place(where: str) -> Place:
    """The place in a record that an error names: `position.hands[0]`."""
    return tuple(
        int(step) if step.isdecimal() else step for step in re.findall(r"[^.\[\]]+", where)
    )


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
