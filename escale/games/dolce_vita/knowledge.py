"""What an opponent at Dolce Vita knows.

EN: For each number and column I ask how rich everybody would be if the round ended with this card,
exchanges and ties included; I want to gain on the others, and I lay no higher number than I need.

FR : Pour chaque nombre et chaque colonne, je me demande ce que chacun posséderait si la manche
s’arrêtait à cette carte, échanges et égalités compris ; je veux gagner plus que les autres, sans
poser un nombre plus haut qu’il ne faut.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .rules import NUMBERS, DolceVita, Lay, State, worth

if TYPE_CHECKING:
    from random import Random

    from escale.engine.game import View

GAME: Final = DolceVita()
OTHERS: Final = 0.5  #: what the others' gain on average counts against mine
HIGH: Final = 10  #: what one more on the card has to gain, in thousands


def sensible(view: View, legal: Sequence[Lay], rng: Random) -> Lay:
    """The best end of the round that one card can make now."""
    state: State = view.state
    return max(legal, key=lambda move: (merit(state, view.seat, move), rng.random()))


def merit(state: State, seat: int, move: Lay) -> float:
    """How far I would be ahead, in thousands, if this card were the last of the round."""
    own = [*map(worth, if_last(state, seat, move).own)]
    mine = own.pop(seat)
    return mine - OTHERS * sum(own) / len(own) - HIGH * move.number


def if_last(state: State, seat: int, move: Lay) -> State:
    """The table after the awards, as if nobody laid another card."""
    spare = next(number for number in NUMBERS if number != move.number)
    hands = list(state.hands)
    hands[seat] = tuple(sorted((move.number, spare)))  # all but this one and the one that is kept
    after_me = (seat + 1) % len(hands)
    return GAME.apply(state._replace(hands=tuple(hands), first=after_me), move)
