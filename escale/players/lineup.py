"""Computers of one level around a table, each with another temper: whom the odds are tried on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .levels import LEVELS, level
from .tempers import by_seat

if TYPE_CHECKING:
    from escale.engine.game import Game

    from .levels import Choose


def lineup(game: Game[Any, Any], who: str, players: int, turn: int = 0) -> list[Choose]:
    """A player a seat. In a series of games `turn` counts, so that every temper sits everywhere."""
    tempers = by_seat(game, players, turn) if LEVELS[who].known else [""] * players
    return [level(game, f"{who}:{temper}" if temper else who) for temper in tempers]
