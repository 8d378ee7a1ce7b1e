"""Levels: how well an opponent plays. `LEVELS` is their table, one entry a level, weakest first.

A player is a function of the game and of what one seat may know, never of the whole state:

    choose(game, view, legal, rng) -> one of `legal`

An entry says which player a level is in one of three ways: the same function in every game
(`plays`), the function of that name in the game's `knowledge.py` (`known`; a game without it does
not have the level), or a search (`thinks`). A search takes its time: it is an iterator of thoughts,
so that a table can run it in slices; here it runs to its end. How well somebody plays is a level;
how they like to play is a temper (`tempers`).

To add a level, add an entry, and its words where `words` says. `check_levels` refuses a table with
an entry that is not complete.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine.errors import BadOption, quoted

from .knowledge import Decide, functions, knowledge
from .search import Thought, search
from .tempers import settled

if TYPE_CHECKING:
    from random import Random

    from escale.engine.game import Game, View

Choose = Callable[["Game[Any, Any]", "View", Sequence[Any], "Random"], Any]
#: A search: game, view, legal moves, random numbers; a budget in `playouts` or in `seconds`.
Think = Callable[..., Iterator[Thought]]

NAME = re.compile("[a-z]+(-[a-z]+)*")
BUDGET = re.compile("[1-9][0-9]{0,6}")
PERSON = "person"  # who sits at a seat that no computer plays


class Level(NamedTuple):
    """An entry of the table: exactly one of `plays`, `known` and `thinks` is given."""

    name: str  #: in options, messages and records
    words: str  #: `level-WORDS` in the house's words names it, `says-WORDS` says what it does
    plays: Choose | None = None  #: the player, whatever the game
    known: bool = False  #: the game's knowledge plays, and says what it does (`SAYS`)
    thinks: Think | None = None  #: the search; `NAME:200` is the level with so many playouts


def at_random(game: Game[Any, Any], view: View, legal: Sequence[Any], rng: Random) -> Any:
    """The level `random`: any legal move, all equally likely."""
    return rng.choice(legal)


LEVELS: dict[str, Level] = {
    entry.name: entry
    for entry in (
        Level("random", words="random", plays=at_random),
        Level("beginner", words="beginner", known=True),
        Level("sensible", words="sensible", known=True),
        Level("strong", words="strong", thinks=search),
    )
}


def check_levels(words: Mapping[str, Mapping[str, str]], languages: Iterable[str]) -> None:
    """Refuse a table of levels with an entry that is not complete: `BadOption` says which.

    `words` are the house's, by key and language: the rooms above have them.
    """
    for name, entry in LEVELS.items():
        where = f"level {name}"
        if entry.name != name or not NAME.fullmatch(name) or name == PERSON:
            problem = f"is no name for the level {quoted(entry.name)}: letters and hyphens, its own"
            raise BadOption(where, problem)
        if [entry.plays is not None, entry.known, entry.thinks is not None].count(True) != 1:
            raise BadOption(where, "must have one of plays, known and thinks")
        for key in (f"level-{entry.words}", *(() if entry.known else (f"says-{entry.words}",))):
            missing = [lang for lang in languages if not words.get(key, {}).get(lang)]
            if missing:
                raise BadOption(where, f"has no words [{key}] in {', '.join(missing)}")


def known(game: Game[Any, Any]) -> dict[str, Decide]:
    """What the game's own knowledge decides, by the level that decides so, weakest first."""
    found = functions(game)
    return {name: found[name] for name in LEVELS if LEVELS[name].known and name in found}


def levels(game: Game[Any, Any]) -> list[str]:
    """The levels that there are for a game, weakest first."""
    own = known(game)
    return [name for name, entry in LEVELS.items() if not entry.known or name in own]


def usual(game: Game[Any, Any]) -> str:
    """The level of an opponent about whom nothing is said: the best that does not think."""
    return [name for name in levels(game) if LEVELS[name].thinks is None][-1]


class Wish(NamedTuple):
    """A level as somebody writes it: `sensible`, `sensible:bold`, `strong:200:bold`."""

    level: str
    budget: int | None = None  #: in playouts, for a level that thinks
    temper: str = ""


def wish(game: Game[Any, Any], name: str) -> Wish:
    """Read a level that somebody wishes for; `BadOption` says which there are."""
    kind, *more = name.split(":")
    budget = int(more.pop(0)) if thinks(kind) and more and BUDGET.fullmatch(more[0]) else None
    tempers = [*knowledge(game).tempers] if has_temper(kind) else []
    if kind not in levels(game) or more not in ([], *([one] for one in tempers)):
        there = ", ".join(levels(game)) + ("; tempers: " if tempers else "") + ", ".join(tempers)
        raise BadOption("level", f"{game.id} has no level {quoted(name)}; it has: {there}")
    return Wish(kind, budget, *more)


def has_temper(name: str) -> bool:
    """Does a level have a temper, where its game has any? Whoever plays anything has none."""
    entry = LEVELS.get(name.partition(":")[0])
    return entry is not None and entry.plays is None


def thinks(name: str) -> Think | None:
    """The search of a level, also of one with a budget (`strong:200`); None if it has none."""
    entry = LEVELS.get(name.partition(":")[0])
    return None if entry is None else entry.thinks


def level(game: Game[Any, Any], name: str, temper: str = "") -> Choose:
    """The player of that level; `BadOption` says which levels the game has.

    `strong:200` is a strong player with another budget than the usual, in playouts; `sensible:bold`
    one of that temper, whichever is given beside it.
    """
    kind, budget, own = wish(game, name)
    entry, decide = LEVELS[kind], known(game).get(kind)
    if entry.plays is not None:
        return entry.plays
    if entry.thinks is not None:
        return _thought_out(entry.thinks, budget, own or temper)
    assert decide is not None
    return _decided(decide, own or temper)


def _thought_out(think: Think, playouts: int | None, temper: str) -> Choose:
    """A search that runs to its end."""

    def choose(game: Game[Any, Any], view: View, legal: Sequence[Any], rng: Random) -> Any:
        for thought in think(game, view, legal, rng, playouts=playouts):
            last = thought
        return settled(game, view, last, temper, rng)

    return choose


def _decided(decide: Decide, temper: str) -> Choose:
    def choose(game: Game[Any, Any], view: View, legal: Sequence[Any], rng: Random) -> Any:
        return decide(view, legal, rng, temper) if temper else decide(view, legal, rng)

    return choose
