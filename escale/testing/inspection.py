"""What the checks share: the game that is looked at, moments of it, and how they are spoken of."""

from __future__ import annotations

import json
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from escale.engine.errors import quoted
from escale.engine.game import CHANCE, SPECTATOR, Event, Game, Violation
from escale.engine.match import Match
from escale.teach.texts import Texts

T = TypeVar("T")


SAMPLE = 48  # moves looked at in one moment, where there are more


class Inspection(NamedTuple):
    """The game that is looked at, and what its checks share."""

    game: Game[Any, Any]
    rules: frozenset[str] | None  #: the ids of its rulebook; None if that cannot be read
    speech: Texts | None
    said: set[str]  #: what has been said aloud already
    refused: Counter[str]  #: how often, for each kind of refusal
    noted: set[str]  #: what has been seen at least once
    spoken: set[tuple[str, str]]  #: the texts that have been said: ("event", "take")
    cited: set[str]  #: the rules that something has named
    looks: set[str]  #: the words for how pieces look
    by_name: set[str]  #: texts that call their reader by name, where a verb follows
    elsewhere: list[str]  #: moves that were legal at some moment, as they are written
    doubts: dict[str, None]  #: what may not be meant so, each once, in its order

    def doubt(self, what: str) -> None:
        self.doubts[what] = None


class Spot(NamedTuple):
    """One state of a random game."""

    of: Inspection
    match: Match
    state: Any
    actor: int | None
    legal: tuple[Any, ...]
    moves: list[Any]  #: all that can be written here
    rng: Random

    @property
    def game(self) -> Game[Any, Any]:
        return self.match.game

    @property
    def seats(self) -> range:
        return range(len(self.match.players))

    @property
    def viewers(self) -> tuple[int, ...]:
        return (*self.seats, SPECTATOR)

    def some(self, of: Iterable[T], most: int = SAMPLE) -> list[T]:
        """All of them, or, where there are many, some of them."""
        everything = list(of)
        return everything if len(everything) <= most else self.rng.sample(everything, most)


class Made(NamedTuple):
    """A move that has been made, and what came of it."""

    before: Spot
    move: Any
    events: tuple[Event, ...]
    state: Any


class Asked(NamedTuple):
    """Questions about a moment, with the answers that were given at the time."""

    at: Spot
    move: Any
    answers: dict[str, Any]


Problems = Iterator[str]


def breakdown(error: Exception) -> str:
    """An error that a game should not have made, with the place in its code."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    message = " ".join(str(error).split())[:200]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno} ({message})"


def rule_is_known(of: Inspection, rule: str, whose: str) -> Problems:
    of.cited.add(rule)
    if of.rules is not None and rule not in of.rules:
        yield f"{whose} cites {rule}, which is not in rulebook.toml"


def two(one: Any, other: Any) -> str:
    return f"{quoted(one)} and {quoted(other)}"


def who(seat: int | None) -> str:
    return {CHANCE: "chance", SPECTATOR: "the spectator", None: "nobody"}.get(seat, f"seat {seat}")


def named(violations: Sequence[Violation]) -> str:
    return ", ".join(f"{v.rule} {v.kind}" for v in violations)


def keys_said(keys: Iterable[str]) -> str:
    return " + ".join(sorted(keys))


def difference(one: Any, other: Any) -> str:
    """The first field in which two states differ."""
    for name in getattr(one, "_fields", ()):
        mine, yours = getattr(one, name), getattr(other, name, None)
        if mine != yours:
            return f"{name} is {quoted(yours)}, not {quoted(mine)}"
    return f"{quoted(other)}, not {quoted(one)}"


def is_plain(facts: object) -> bool:
    try:
        return bool(json.loads(json.dumps(facts)) == facts)
    except (TypeError, ValueError):
        return False
