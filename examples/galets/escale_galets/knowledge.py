"""What an opponent at Galets knows.

EN: I take the pebble that is worth most to me after the best that the other can take next.
FR : Je prends le galet qui me rapporte le plus, une fois déduit le meilleur que l’autre peut
prendre ensuite.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .rules import Galets, Move, State

if TYPE_CHECKING:
    from random import Random

    from escale.engine.game import View


def sensible(view: View, legal: Sequence[Move], rng: Random) -> Move:
    return max(legal, key=lambda move: (move.pebble - best_reply(view.state, move), rng.random()))


def best_reply(state: State, move: Move) -> int:
    game, after = Galets(), Galets().apply(state, move)
    return 0 if after.turn is None else max(game.legal(after, after.turn)).pebble
