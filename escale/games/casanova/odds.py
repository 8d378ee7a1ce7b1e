"""The odds of Casanova, worked out by the engine: exact where that can be done, else by playing.

    win_chance(card, dice, hands)         exact: to win alone against any card of each hand
    told(state, seat)                     what a lesson says of it, in holes as {odds.alone[5]}
    mean_coins("sensible", 4, 1)          what Quitte and Double bring with each card, on average

What takes long is prepared: `prepare` makes the file `odds.json` (`make odds`), and a test compares
it with the engine. What a page shows of it is in `explore`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import prod
from random import Random
from typing import Any, Final

from escale.players.lineup import lineup

from .rules import CARDS, DICE, DOUBLE, FACES, PURSE, QUITTE, Casanova, Move, State

FILE: Final = "odds.json"
LEVELS_TRIED: Final = ("random", "beginner", "sensible")  # who thinks long is not asked so often
ROUNDS_PLAYED: Final = 2000  #: for each level, number of players and number of dice
SAID: Final = (QUITTE.kind, DOUBLE.kind)

game = Casanova()


# --- Exact ----------------------------------------------------------------------------------------


@cache
def massimos(dice: int) -> Mapping[int, Fraction]:
    """How likely each massimo is (CA-RND-4)."""
    odds: Counter[int] = Counter()
    for roll, chance in game.chance(laid(dice, (1, 1))):
        odds[sum(roll.value)] += chance  # type: ignore[assignment]
    return odds  # type: ignore[return-value]


def within(card: int, dice: int) -> Fraction:
    """The chance that a card does not exceed the massimo."""
    return sum((odds for massimo, odds in massimos(dice).items() if massimo >= card), Fraction(0))


def win_chance(card: int, dice: int, hands: Sequence[Sequence[int]]) -> Fraction:
    """The chance that a card wins alone against any card of each of these hands (CA-WIN-1)."""
    total = Fraction(0)
    for massimo, odds in massimos(dice).items():
        beaten = beats()[massimo][card]
        total += odds * prod(Fraction(len(beaten & {*hand}), len(hand)) for hand in hands)
    return total


@cache
def beats() -> Mapping[int, Mapping[int, frozenset[int]]]:
    """Which cards a card beats, at each massimo."""
    return {
        int(massimo): {
            card: frozenset(other for other, wins in zip(CARDS, row, strict=True) if wins == "1")
            for card, row in zip(CARDS, rows, strict=True)
        }
        for massimo, rows in prepared()["beats"].items()
    }


def told(state: State, seat: int | None) -> Mapping[str, Any]:
    """What a caption says of chances once the dice are announced, by the card: how often in a
    hundred it wins alone against any cards of the others' hands, and in how many of all the rolls
    (`rolls`) it is within the massimo, or above; nothing before they are."""
    if not state.dice:
        return {}
    others = [hand for other, hand in enumerate(state.hands) if other != seat and hand]
    rolls = len(FACES) ** state.dice
    inside = [0, *(int(within(card, state.dice) * rolls) for card in CARDS)]
    return {
        "alone": [0, *(round(100 * win_chance(card, state.dice, others)) for card in CARDS)],
        "within": inside,
        "above": [rolls - count for count in inside],
        "rolls": rolls,
    }


# --- By playing -----------------------------------------------------------------------------------


def mean_coins(who: str, players: int, dice: int) -> Mapping[str, Sequence[float]]:
    """What a first round brings the active player on average, by what they say, card by card."""
    found = prepared()["coins"][who][str(players)][str(dice)]
    return {said: [thousandths / 1000 for thousandths in found[said]] for said in SAID}


@cache
def prepared() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return found


# --- To prepare it --------------------------------------------------------------------------------


def prepare() -> dict[str, Any]:
    """All that is in the file: some minutes."""
    coins = {
        who: {str(n): {str(dice): play_rounds(who, n, dice) for dice in DICE} for n in game.seats}
        for who in LEVELS_TRIED
    }
    return {"beats": all_rounds(), "rounds": ROUNDS_PLAYED, "coins": coins}


def all_rounds() -> dict[str, list[str]]:
    """For each massimo, card against card: does the first take the coins alone?"""
    found = {}
    for dice in DICE:
        for massimo in massimos(dice):
            roll = next(roll for roll, _ in game.chance(laid(dice, (1, 1)))
                        if sum(roll.value) == massimo)  # fmt: skip
            found[str(massimo)] = [
                "".join(str(int(_wins(dice, mine, other, roll))) for other in CARDS)
                for mine in CARDS
            ]
    return found


def _wins(dice: int, mine: int, other: int, roll: Move) -> bool:
    """Somebody who has both stakes in the end has won alone."""
    after = game.apply(game.apply(laid(dice, (mine, other)), roll), QUITTE)
    return after.coins[0] > PURSE


def laid(dice: int, cards: Sequence[int]) -> State:
    """A first round in which these cards lie face down."""
    state = game.apply(game.initial(len(cards), {}, {}), Move("d", dice))
    for card in cards:
        state = game.apply(state, Move("c", card))
    return state


def play_rounds(who: str, players: int, dice: int, rounds: int = ROUNDS_PLAYED) -> dict[str, Any]:
    """First rounds against others of a level, whose tempers differ as at a table. They cannot see
    the active player's card, so the same round is looked at with every one of them."""
    rng = Random(f"{who} {players} {dice}")
    total = {said: [0] * len(CARDS) for said in SAID}
    for number in range(rounds):
        cards, roll, answers = one_round(who, players, dice, number, rng)
        for place, card in enumerate(CARDS):
            state = game.apply(laid(dice, (card, *cards)), roll)
            quitte, double = game.apply(state, QUITTE), game.apply(state, DOUBLE)
            for answer in answers:
                double = game.apply(double, answer)
            total[QUITTE.kind][place] += quitte.coins[0] - PURSE
            total[DOUBLE.kind][place] += double.coins[0] - PURSE
    return {said: [round(1000 * sum_ / rounds) for sum_ in sums] for said, sums in total.items()}


def one_round(
    who: str, players: int, dice: int, number: int, rng: Random
) -> tuple[list[int], Move, list[Move]]:
    """What the others lay, what is rolled, and what they answer to a Double."""
    minds = lineup(game, who, players, number)

    def others_move(state: State) -> tuple[State, list[Move]]:
        """All moves of the others that come now."""
        moves: list[Move] = []
        while state.round == 1 and state.turn is not None and state.turn > 0:
            seat = state.turn
            moves.append(minds[seat](game, game.view(state, seat), game.legal(state, seat), rng))
            state = game.apply(state, moves[-1])
        return state, moves

    state = game.apply(game.initial(players, {}, {}), Move("d", dice))
    state, lays = others_move(game.apply(state, Move("c", CARDS[-1])))
    rolls, weights = zip(*game.chance(state), strict=True)
    roll = rng.choices(rolls, [float(weight) for weight in weights])[0]
    _, answers = others_move(game.apply(game.apply(state, roll), DOUBLE))
    return [move.value for move in lays], roll, answers
