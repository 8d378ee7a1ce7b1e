"""What the makers of exercises and a game's `exercises.py` tell each other.

A game knows what can be asked about a moment and what each misconception would answer; the kinds
of exercises (`what`, `spot`, ...) make questions of it. docs/practice.md is for authors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..languages import REQUIRED

if TYPE_CHECKING:
    from escale.engine.game import Event, Game
    from escale.engine.match import Match

#: Who sits at the table of an exercise. All names are as long as each other: length tells nothing.
NAMES = ("Ana", "Bob", "Léa", "Max", "Tom")


class Idea(NamedTuple):
    """A misconception: what it is called, and the rule that it gets wrong.

    `over`: it sees the rule at work where the rule only nearly applies.
    """

    id: str
    rule: str
    over: bool = False


class Answer(NamedTuple):
    """What may come of a move, as a program reads it and as it is said (`[answer.WORDS]`).

    The value is `{"event": kind, ...facts}` (such an event happens), `{"never": kind, ...facts}`
    (none does), `{"each": kind, "seats": [...], ...facts}` (exactly these seats have
    one) or `{"next": seat}` (whose turn it is then).
    """

    value: Mapping[str, Any]
    words: str
    facts: Mapping[str, Any]

    @property
    def never(self) -> bool:
        """Is it that nothing comes of it, or that nobody is meant?"""
        return self.words in ("nobody", "nothing")


class Case(NamedTuple):
    """Something to ask about what a move leads to; `[ask.ASK]` is the question."""

    ask: str
    facts: Mapping[str, Any]
    right: Answer
    because: tuple[str, ...]  #: the rules of the right answer, all of them cited by events
    wrong: tuple[tuple[Answer, Idea], ...]  #: what misconceptions would answer, where they differ
    agreed: frozenset[str]  #: the rules whose misconceptions give the right answer here
    others: tuple[Answer, ...]  #: other answers that make sense
    open: bool = False  #: all cards must be shown for it


def case(
    ask: str,
    facts: Mapping[str, Any],
    right: Answer,
    because: Iterable[str],
    beliefs: Iterable[tuple[Idea, Answer]],
    others: Iterable[Answer],
    *,
    open: bool = False,
) -> Case:
    """A case from what each misconception would answer, be it wrong or, here, right."""
    wrong, agreed = [], set()
    for idea, answer in beliefs:
        if answer.words == right.words and answer.facts == right.facts:
            agreed.add(idea.rule)
        else:
            wrong.append((answer, idea))
    alike, rules = frozenset(agreed), tuple(because)
    return Case(ask, facts, right, rules, tuple(wrong), alike, tuple(others), open)


class Altered(NamedTuple):
    """An event as a misconception would have it."""

    at: int  #: which of the move's events
    event: Event
    idea: Idea


class Tempting(NamedTuple):
    """A move about which one can be wrong, for the kind `may`."""

    move: Any
    rule: str  #: what decides about it, or nearly applies
    contrast: bool
    idea: Idea | None = None  #: the misconception that takes it for what it is not


class Goal(NamedTuple):
    """What to reach by one move, for the kind `reach`; `[goal.WORDS]` asks for it."""

    event: Mapping[str, Any]
    words: str
    facts: Mapping[str, Any]
    rules: Mapping[str, bool]  #: the rules that it practises: does the rule only nearly apply?
    because: tuple[str, ...]
    open: bool = False


class At:
    """A moment of a played game: before its move number `ply`."""

    def __init__(self, match: Match, ply: int) -> None:
        self.match, self.ply = match, ply
        self.game: Game[Any, Any] = match.game
        self.before = match.state_at(ply)
        self.seat, self.move, self.events, self.after = match.plies[ply]

    @property
    def players(self) -> int:
        return len(self.match.players)

    @cached_property
    def record(self) -> dict[str, Any]:
        """The game up to this moment."""
        return self.match.fork(self.ply).record()


class Subject(Protocol):
    """A game's `exercises.py`: any of these may yield nothing, or be left out (see `USUAL`)."""

    GAMES: int  #: random games of each number of players that are looked through for positions
    FORBIDDING: tuple[str, ...]  #: the rules that a move can break, for the kind `why`

    def ideas(self) -> Iterator[Idea]: ...
    def asked(self, at: At) -> Iterator[Case]: ...
    def altered(self, at: At) -> Iterator[Altered]: ...
    def tempting(self, at: At) -> Iterator[Tempting]: ...
    def refused(self, at: At) -> Iterator[Any]: ...
    def also_fair(self, at: At, move: Any) -> Iterator[str]: ...
    def goals(self, at: At) -> Iterator[Goal]: ...
    def since(self, at: At) -> int: ...
    def move_words(self, at: At, move: Any) -> tuple[str, Mapping[str, Any]]: ...


def _nothing(*at: Any) -> Iterator[Any]:
    yield from ()


def _by_name(at: At, move: Any) -> tuple[str, Mapping[str, Any]]:
    """A move as the scene names it, in each language: `[move.named]` of the house."""
    names = {lang: move_name(at.game, at.before, move, lang) for lang in REQUIRED}
    return "named", names


def move_name(game: Game[Any, Any], state: Any, move: Any, lang: str) -> str:
    """What a move is called, as the game's `named` says it; else as it is written."""
    try:
        module: Any = import_module(f"{game.package}.scene")
    except ModuleNotFoundError:
        module = None
    named = getattr(module, "named", None)
    return str(named(state, move, lang)) if named is not None else game.format(move)


#: What stands for that which an `exercises.py` leaves out.
USUAL: Mapping[str, Any] = {
    "GAMES": 60,
    "FORBIDDING": (),
    "asked": _nothing,
    "altered": _nothing,
    "tempting": _nothing,
    "refused": _nothing,
    "also_fair": _nothing,
    "goals": _nothing,
    "since": lambda at: 0,
    "move_words": _by_name,
}


def subject(game: Game[Any, Any]) -> Subject:
    """What a game knows of misconceptions; raises ModuleNotFoundError where it has none."""
    module: Any = import_module(f"{game.package}.exercises")
    for name, value in USUAL.items():
        if not hasattr(module, name):
            setattr(module, name, value)
    return module  # type: ignore[no-any-return]


def breaking(game: Game[Any, Any]) -> Mapping[str, str]:
    """By rule, the misconception that lets somebody break it by a move; a game may name none."""
    found: Mapping[str, str] = getattr(subject(game), "BREAKS", {})
    return found


def happens(value: Mapping[str, Any], events: Iterator[Event] | tuple[Event, ...]) -> bool:
    """Is an event of this kind with these facts among them? For `{"event": ...}`."""
    wanted = {name: part for name, part in value.items() if name not in ("event", "never")}
    kind = value.get("event", value.get("never"))
    return any(event.kind == kind and wanted.items() <= _facts(event).items() for event in events)


def _facts(event: Event) -> dict[str, Any]:
    return {"seat": event.seat, **event.facts}
