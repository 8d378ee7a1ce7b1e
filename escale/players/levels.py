"""Levels: how well an opponent plays.

A player is a function of the game and of what one seat may know, never of the whole state:

    choose(game, view, legal, rng) -> one of `legal`

`random` needs no knowledge of a game. What the other levels know is the game's own: a module
`knowledge.py` in its folder, loaded on first use, with a function for each level that it has:

    def sensible(view: View, legal: Sequence[Move], rng: Random) -> Move: ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from escale.engine.errors import BadOption, quoted

if TYPE_CHECKING:
    from random import Random
    from types import ModuleType

    from escale.engine.game import Game, View

Choose = Callable[["Game[Any, Any]", "View", Sequence[Any], "Random"], Any]

#: the levels that ask a game's knowledge, weakest first
KNOWING = ("sensible",)


def at_random(game: Game[Any, Any], view: View, legal: Sequence[Any], rng: Random) -> Any:
    """The level `random`: any legal move, all equally likely."""
    return rng.choice(legal)


def levels(game: Game[Any, Any]) -> list[str]:
    """The levels that there are for a game, weakest first."""
    knowledge = _knowledge(game)
    return ["random", *(name for name in KNOWING if hasattr(knowledge, name))]


def level(game: Game[Any, Any], name: str) -> Choose:
    """The player of that level; `BadOption` says which levels the game has."""
    if name == "random":
        return at_random
    if name not in levels(game):
        raise BadOption(
            "level", f"{game.id} has no level {quoted(name)}; it has: {', '.join(levels(game))}"
        )
    decide = getattr(_knowledge(game), name)

    def choose(game: Game[Any, Any], view: View, legal: Sequence[Any], rng: Random) -> Any:
        return decide(view, legal, rng)

    return choose


def _knowledge(game: Game[Any, Any]) -> ModuleType | None:
    """What the game's opponents know; None for a game that has not written it down."""
    name = f"{game.package}.knowledge"
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return None
