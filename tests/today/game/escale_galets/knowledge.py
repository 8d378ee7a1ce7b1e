"""What opponents at Galets know. The search needs nothing from here: it looks at every line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .rules import Galets, Move, State

if TYPE_CHECKING:
    from random import Random

    from escale.engine.game import View

SAYS = {
    "beginner": {
        "en": "I take the higher of the two pebbles.",
        "fr": "Je prends le plus gros des deux galets.",
    },
    "sensible": {
        "en": "I take the pebble that is worth most to me after the best that the other can take "
        "next.",
        "fr": "Je prends le galet qui me rapporte le plus, une fois déduit le meilleur que l’autre "
        "peut prendre ensuite.",
    },
}
MISTAKES = {
    "what-comes-next": {
        "en": "Does not look at the pebble that comes to lie at the end (GA-TUR-1).",
        "fr": "Ne regarde pas le galet qui se retrouve au bout (GA-TUR-1).",
    },
}


def beginner(view: View, legal: Sequence[Move], rng: Random) -> Move:
    return max(legal)


def sensible(view: View, legal: Sequence[Move], rng: Random) -> Move:
    return max(legal, key=lambda move: (move.pebble - best_reply(view.state, move), rng.random()))


def best_reply(state: State, move: Move) -> int:
    game, after = Galets(), Galets().apply(state, move)
    return 0 if after.turn is None else max(game.legal(after, after.turn)).pebble
