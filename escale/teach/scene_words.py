"""The words on and about a game's table (`scene.toml`), said to one reader.

A game's `scene.py` says them through a `Reader`: who looks, in which language, among which players.
Most of a table stays as it is from one move to the next, and so do most sentences about it: each
is made once for what it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from .speech import Several, number
from .texts import scene_texts

if TYPE_CHECKING:
    from escale.engine.game import Game

Fact = str | int | tuple[str, ...] | tuple[int, ...]


@lru_cache(maxsize=8192)
def label(game: Game[Any, Any], name: str, lang: str, *facts: tuple[str, Fact]) -> str:
    """One of these labels with its facts."""
    return scene_texts(game).label(name, lang, **dict(facts))


@lru_cache(maxsize=1024)
def noun(game: Game[Any, Any], value: str, lang: str) -> str:
    """A thing of the game by its name, without an article."""
    return scene_texts(game).noun(value, lang)


class Reader(NamedTuple):
    """Who is spoken to."""

    game: Game[Any, Any]
    lang: str
    names: tuple[str, ...]  #: of the players
    seat: int | None  #: which of them it is; None for somebody who watches

    def say(self, name: str, /, **facts: Fact) -> str:
        return label(self.game, name, self.lang, *facts.items())

    def about(self, seat: int, name: str, /, **facts: Fact) -> str:
        """A sentence about a player; to the reader, `NAME-you` where there is one."""
        if seat == self.seat and f"{name}-you" in scene_texts(self.game).table["label"]:
            return self.say(f"{name}-you", **facts)
        return self.say(name, player=self.names[seat], **facts)

    def people(self, seats: Sequence[int]) -> str:
        """Several players; the reader is `you`."""
        return self.join([self.say("you") if s == self.seat else self.names[s] for s in seats])

    def amount(self, value: int) -> str:
        """A number as it is written: 1 200 or 1,200."""
        return format(number(value, self.lang))

    def join(self, parts: Sequence[str]) -> str:
        return format(Several(tuple(parts), self.lang))
