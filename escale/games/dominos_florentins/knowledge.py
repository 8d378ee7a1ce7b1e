"""What an opponent at Dominos Florentins knows.

EN: A gem counts in full in a closed space, less for each side that is still open, and for nothing
where more than one side faces the outside; I play what gains most for my colour and least for the
others', and if every place is a loss I lay open the card with the fewest gems of mine.

FR : Une gemme compte en entier dans un espace fermé, moins pour chaque côté encore ouvert, et pas
du tout si plus d’un côté donne vers l’extérieur ; je joue ce qui rapporte le plus à ma couleur et
le moins aux autres et, si toute place est une perte, je découvre la carte où j’ai le moins de
gemmes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from . import deck as decks
from .deck import LETTERS, Deck
from .rules import Black, Lay, Move, Place, State
from .spaces import ACROSS, CELL, EDGES, INWARD, reach, walled

if TYPE_CHECKING:
    from random import Random

    from escale.engine.game import View

OPEN: Final = 0.7  #: what is left of a gem's worth for each side of its space that is open
OTHERS: Final = 1.0  #: what the others' gems, together, count against mine
LOST: Final = 0.2  #: what a gem of mine is worth on a card that everybody may place later


def sensible(view: View, legal: Sequence[Move], rng: Random) -> Move:
    """The move that changes the worth of the layout most in my favour."""
    state: State = view.state
    deck, weights = decks.find(state.deck), stakes(state, view.seat)
    return max(legal, key=lambda move: (merit(state, move, deck, weights), rng.random()))


def stakes(state: State, seat: int) -> Mapping[str, float]:
    """What a gem of each colour is to me; those of unused colours are nothing (DF-SCO-4)."""
    each = OTHERS / (len(state.colours) - 1)
    return {
        LETTERS[colour]: 1 if who == seat else -each for who, colour in enumerate(state.colours)
    }


def merit(state: State, move: Move, deck: Deck, weights: Mapping[str, float]) -> float:
    if isinstance(move, Place):
        return gain(state, move, deck, weights)
    if isinstance(move, Lay):
        card = move.card
        mine = [side for side in deck.counted[card] if weights.get(card[side], 0) > 0]
        return -LOST * len(mine)
    return closing(state, move, deck)


def gain(state: State, move: Place, deck: Deck, weights: Mapping[str, float]) -> float:
    """What a placement changes: the spaces that the card has a part in, before and after."""
    cell = CELL[move.cell]
    before = [4 * other + facing for _, other, facing in INWARD[cell]]
    after = [4 * cell + side for side in range(4)]
    layout = list(state.placed)
    layout[cell] = move.lie
    return worth(layout, after, deck, weights) - worth(state.placed, before, deck, weights)


def worth(
    placed: Sequence[str], starts: Iterable[int], deck: Deck, weights: Mapping[str, float]
) -> float:
    """The spaces that hold these triangles: what their gems are to me, as far as they close."""
    seen: set[int] = set()
    total = 0.0
    for start in starts:
        if start in seen:
            continue
        weight = weights.get(placed[start >> 2][start & 3], 0)
        if weight:
            members, free = reach(placed, (), deck, start)
            seen.update(members)
            gems = len([t for t in members if t & 3 in deck.counted[placed[t >> 2]]])
            total += weight * gems * hope(free)
    return total


def hope(free: Sequence[int]) -> float:
    """How likely a space with these open sides will be closed in the end, roughly."""
    outside = len([triangle for triangle in free if ACROSS[triangle] is None])
    return 0 if outside > 1 else OPEN ** len(free)  # there is one black card of each colour


def closing(state: State, move: Move, deck: Deck) -> float:
    """The gems that a black card closes; to keep it is better than to waste it."""
    if not isinstance(move, Black):
        return 0.5
    members, free = reach(state.placed, walled((*state.black, move.edge)), deck, EDGES[move.edge])
    return 0 if free else len([t for t in members if t & 3 in deck.counted[state.placed[t >> 2]]])
