"""What an opponent at Casanova knows.

EN: I reckon with the exact chances of the dice, and with others who lay any card that they still
hold: I announce the dice that favour my hand most, lay the card that wins more often than it will
in other rounds, and say Double or follow when the coins on the table are worth the risk.

FR : Je compte avec les chances exactes des dés et avec des adversaires qui posent n’importe quelle
carte de leur main : j’annonce les dés qui avantagent le plus ma main, je pose la carte qui gagne
plus souvent maintenant que dans d’autres manches, et je dis Double ou je suis quand les pièces sur
la table valent le risque.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

from .rules import ANNOUNCE, CALL, DICE, DOUBLE, FACES, FOLD, LAY, QUITTE, SAY, Hand, Move, State

if TYPE_CHECKING:
    from random import Random

    from escale.engine.game import View

SURE: Final = 0.6  #: the chance of winning from which a raise of one's own is worth it
LATER: Final = 0.7  #: what a card's chances in other rounds count against those in this one


def sensible(view: View, legal: Sequence[Move], rng: Random) -> Move:
    """Count the chances, and trust them."""
    if len(legal) == 1:
        return legal[0]
    state: State = view.state
    seat, step = view.seat, state.step
    if step == ANNOUNCE:
        return max(legal, key=lambda move: (advantage(state, seat, move.value), rng.random()))
    if step == LAY:
        hands = others(state, seat)
        return max(legal, key=lambda move: (merit(move.value, state.dice, hands), rng.random()))
    if step == SAY:
        return DOUBLE if worth_doubling(state, seat) else QUITTE
    return CALL if worth_following(state, seat) else FOLD


# --- Before the roll ----------------------------------------------------------------------------


def advantage(state: State, seat: int, dice: int) -> float:
    """By how much my best card with so many dice wins more often than the others' best."""
    best = {who: best_chance(state, who, dice) for who in state.playing}
    mine = best.pop(seat)
    return mine - sum(best.values()) / len(best)


def best_chance(state: State, seat: int, dice: int) -> float:
    hands = others(state, seat)
    return max([chance(card, dice, hands) for card in state.hands[seat]])


def merit(card: int, dice: int, hands: tuple[Hand, ...]) -> float:
    """How often a card wins now, less what it would be kept for."""
    later = sum([chance(card, other, hands) for other in DICE]) / len(DICE)
    return chance(card, dice, hands) - LATER * later


@lru_cache(4096)
def chance(card: int, dice: int, hands: tuple[Hand, ...]) -> float:
    """How often a card wins against one card out of each of these hands."""
    return sum([often * wins(card, massimo, hands) for massimo, often in massimos(dice).items()])


@cache
def massimos(dice: int) -> dict[int, float]:
    """Every sum of so many dice, and how likely it is."""
    counts = Counter(map(sum, product(FACES, repeat=dice)))
    return {massimo: count / counts.total() for massimo, count in counts.items()}


# --- After the roll -----------------------------------------------------------------------------


def worth_doubling(state: State, seat: int) -> bool:
    """Is my card good enough, or can nobody follow?"""
    if not any(state.coins[other] for other in state.playing if other != seat):
        return True  # they must all fold: CA-ELI-3
    return wins(state.laid[seat], sum(state.roll), others(state, seat)) >= SURE


def worth_following(state: State, seat: int) -> bool:
    """Does the coin come back on average? A last coin is for a good chance only."""
    massimo, hands = sum(state.roll), list(others(state, seat))
    # Who said Double has most likely a card that can win.
    doubler = [card for card in state.hands[state.active] if card <= massimo]
    if doubler:
        hands[rivals(state, seat).index(state.active)] = tuple(doubler)
    likely = wins(state.laid[seat], massimo, tuple(hands))
    needed = 1 / (state.table + 1) if state.coins[seat] > 1 else SURE
    return likely > needed


def wins(card: int, massimo: int, hands: tuple[Hand, ...]) -> float:
    """How likely a card wins at this massimo; an equal card takes half of it."""
    if card > massimo:
        return 0
    likely = 1.0
    for hand in hands:
        better = sum([card < other <= massimo for other in hand]) + (card in hand) / 2
        likely *= 1 - better / len(hand)
    return likely


# --- Who plays ----------------------------------------------------------------------------------


def rivals(state: State, seat: int) -> list[int]:
    """Who can still win this round, besides me."""
    return [who for who in state.playing if who != seat and who not in state.folded]


def others(state: State, seat: int) -> tuple[Hand, ...]:
    """Their hands: what has not been turned they still hold, or it lies face down."""
    return tuple([state.hands[who] for who in rivals(state, seat)])
