"""`play_out`: computers play a match to its end, each from its own view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from escale.engine.game import CHANCE

if TYPE_CHECKING:
    from random import Random

    from escale.engine.match import Match

    from .levels import Choose


def play_out(match: Match, players: Sequence[Choose], rng: Random) -> None:
    """Play a match to its end, a player a seat. Every move is checked."""
    game = match.game
    while (actor := match.actor) is not None:
        if actor == CHANCE:
            match.play_chance(rng)
        else:
            legal = game.legal(match.state, actor)
            match.play(players[actor](game, match.view(actor), legal, rng))
