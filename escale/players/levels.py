"""Levels: how well an opponent plays.

A player is a function of the game and of what one seat may know, never of the whole state:

    choose(game, view, legal, rng) -> one of `legal`

`random` and `strong` need no knowledge of a game (`strong` plays better with some, see `search`).
What the others know is the game's own: see `knowledge`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from escale.engine.errors import BadOption, quoted

from .knowledge import knowledge
from .search import search

if TYPE_CHECKING:
    from random import Random

    from escale.engine.game import Game, View

Choose = Callable[["Game[Any, Any]", "View", Sequence[Any], "Random"], Any]

BUDGET = re.compile("[1-9][0-9]{0,6}")
#: all the levels that there can be, weakest first; a game has the middle ones if it knows how
LEVELS = ("random", "beginner", "sensible", "strong")


def at_random(game: Game[Any, Any], view: View, legal: Sequence[Any], rng: Random) -> Any:
    """The level `random`: any legal move, all equally likely."""
    return rng.choice(legal)


def strong(playouts: int | None = None) -> Choose:
    """The level `strong`: the search thought to its end, with a budget of playouts."""

    def choose(game: Game[Any, Any], view: View, legal: Sequence[Any], rng: Random) -> Any:
        for thought in search(game, view, legal, rng, playouts):
            best = thought.best
        return best

    return choose


def levels(game: Game[Any, Any]) -> list[str]:
    """The levels that there are for a game, weakest first."""
    known = knowledge(game).players
    return [name for name in LEVELS if name in ("random", "strong") or name in known]


def usual(game: Game[Any, Any]) -> str:
    """The level of an opponent about whom nothing is said: sensible, or what comes closest."""
    return [name for name in levels(game) if name != "strong"][-1]


def level(game: Game[Any, Any], name: str) -> Choose:
    """The player of that level; `BadOption` says which levels the game has.

    `strong:200` is a strong player with another budget than the usual, in playouts.
    """
    if name == "random":
        return at_random
    kind, colon, playouts = name.partition(":")
    if kind == "strong" and (not colon or BUDGET.fullmatch(playouts)):
        return strong(int(playouts) if colon else None)
    decide = knowledge(game).players.get(name)
    if decide is None:
        raise BadOption(
            "level", f"{game.id} has no level {quoted(name)}; it has: {', '.join(levels(game))}"
        )

    def choose(game: Game[Any, Any], view: View, legal: Sequence[Any], rng: Random) -> Any:
        return decide(view, legal, rng)

    return choose
