"""What opponents at Casanova know. The parts, and what each is for: escale/players/knowledge.py.

The chances of the dice are exact. What the others have laid nobody knows, but everybody can see
which cards they still hold: the sensible player believes that they lay one of about the height
that the dice bring; the search takes them for sensible two times in five, and a sensible player
may lay any card that is about as good as the best one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, product
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, Final

from escale.engine.game import Event, View
from escale.players.knowledge import shares_by_lead
from escale.players.tempers import near_best

from .rules import (
    ANNOUNCE,
    ANSWER,
    CALL,
    CARDS,
    DICE,
    DOUBLE,
    FACES,
    FOLD,
    HIDDEN,
    LAY,
    QUITTE,
    ROUNDS,
    SAY,
    Hand,
    Move,
    State,
)
from .tempers import LATER, LEANINGS, NO_TEMPER
from .tempers import TEMPERS as TEMPERS  # the house reads it here

if TYPE_CHECKING:
    from random import Random

SAYS: Final = {
    "beginner": {
        "en": "I announce any dice, lay a card a little above what they bring on average, say "
        "Double when my card is just within the massimo, and like to see the others’ cards.",
        "fr": "J’annonce des dés au hasard, je pose une carte un peu au-dessus de ce qu’ils "
        "donnent en moyenne, je dis Double quand il s’en faut de peu que ma carte dépasse le "
        "massimo, et j’aime voir les cartes des autres.",
    },
    "sensible": {
        "en": "I reckon with the exact chances of the dice, and with others who lay cards about as "
        "high as the dice: I announce the dice that favour my hand most, lay the card that wins "
        "most often, a little less gladly if it would win in other rounds too, and say Double or "
        "match one when the coins on the table are worth the risk.",
        "fr": "Je compte avec les chances exactes des dés et avec des adversaires qui posent des "
        "cartes à la hauteur des dés : j’annonce les dés qui avantagent le plus ma main, je pose "
        "la carte qui gagne le plus souvent, un peu moins volontiers si elle gagnerait aussi dans "
        "d’autres manches, et je dis Double ou je suis quand les pièces sur la table valent le "
        "risque.",
    },
}
MISTAKES: Final = {
    "optimist": {
        "en": "Lays a card above the average of the dice, so that more than half the time it is "
        "over the massimo (CA-WIN-1).",
        "fr": "Pose une carte au-dessus de la moyenne des dés : plus d’une fois sur deux, elle "
        "dépasse le massimo (CA-WIN-1).",
    },
    "curious": {
        "en": "Matches a Double with a card that cannot win, to see (CA-RND-7).",
        "fr": "Suit un Double avec une carte qui ne peut pas gagner, pour voir (CA-RND-7).",
    },
    "honest": {
        "en": "Says Double with a very good card only, although the others might fold before a bad "
        "one (CA-RND-14).",
        "fr": "Ne dit Double qu’avec une très bonne carte, alors que les autres pourraient se "
        "coucher devant une mauvaise (CA-RND-14).",
    },
}

# --- Levels and tempers ---------------------------------------------------------------------------

HOPE: Final = 1.5  #: how far above the average of the dice a beginner aims
CURIOUS: Final = 0.6  #: how often a beginner follows with a card that cannot win
JUST: Final = 2  #: how close to the massimo a beginner's card must be for a Double
ABOUT: Final = 2  #: how far from what it aims at a beginner's card may be
SURE: Final = 0.6  #: the chance of winning that a last coin is worth
EVEN: Final = 0.5  #: the chance of winning from which a raise of one's own is worth it
ODD: Final = 0.003  #: how likely the others lay a card that the dice can never just reach


def beginner(view: View, legal: Sequence[Move], rng: Random, temper: str | None = None) -> Move:
    """Hope for high dice, and look."""
    state: State = view.state
    leaning = LEANINGS.get(temper or "", NO_TEMPER)
    if state.step == LAY:
        aim = 3.5 * state.dice + HOPE + leaning.aim
        near = ABOUT if temper else 0
        return near_best(legal, lambda move: -abs(move.value - aim), near, rng)
    below = sum(state.roll) - state.laid[view.seat]
    if state.step == SAY:
        return DOUBLE if 0 <= below <= JUST and DOUBLE in legal else QUITTE
    if state.step == ANSWER and CALL in legal:
        return CALL if below >= 0 or rng.random() < CURIOUS + leaning.nerve else FOLD
    return rng.choice(legal)


def sensible(view: View, legal: Sequence[Move], rng: Random, temper: str | None = None) -> Move:
    """Count the chances, and trust them."""
    if len(legal) == 1:
        return legal[0]
    step = view.state.step
    near = LEANINGS.get(temper or "", NO_TEMPER).near if step in (ANNOUNCE, LAY) else 0.0
    return near_best(legal, lambda move: likes(view, move, temper), near, rng)


def likes(view: View, move: Move, temper: str | None = None) -> float:
    """How much better a move is than another, in chances of winning, as a temper sees it."""
    state: State = view.state
    leaning, seat, value = LEANINGS.get(temper or "", NO_TEMPER), view.seat, int(move.value or 0)
    if state.step == ANNOUNCE:
        return advantage(state, seat, value) + 3.5 * leaning.high * value
    if state.step == LAY:
        worth = merit(value, state.dice, others(state, seat), leaning.later)
        return worth + leaning.high * value
    if move not in (DOUBLE, CALL):
        return 0.0
    nerve = leaning.nerve if state.laid[seat] <= sum(state.roll) else 0.0
    worth_it = worth_doubling if move == DOUBLE else worth_following
    return worth_it(state, seat) + nerve


# --- Before the roll ----------------------------------------------------------------------------


def advantage(state: State, seat: int, dice: int) -> float:
    """By how much my best card with so many dice wins more often than the others' best."""
    best = {who: best_chance(state, who, dice) for who in state.playing}
    mine = best.pop(seat)
    return mine - sum(best.values()) / len(best)


def best_chance(state: State, seat: int, dice: int) -> float:
    hands = others(state, seat)
    return max([chance(card, dice, hands) for card in state.hands[seat]])


def merit(card: int, dice: int, hands: tuple[Hand, ...], keeping: float = LATER) -> float:
    """How often a card wins now, less what it would be kept for."""
    later = sum([chance(card, other, hands) for other in DICE]) / len(DICE)
    return chance(card, dice, hands) - keeping * later


@lru_cache(16384)
def chance(card: int, dice: int, hands: tuple[Hand, ...]) -> float:
    """How often a card wins against one card out of each of these hands."""
    odds = massimos(dice).items()
    return sum([often * wins(card, massimo, hands, dice) for massimo, often in odds])


@cache
def massimos(dice: int) -> Mapping[int, float]:
    """Every sum of so many dice, and how likely it is."""
    counts = Counter(map(sum, product(FACES, repeat=dice)))
    return {massimo: count / counts.total() for massimo, count in counts.items()}


@lru_cache(16384)
def belief(hand: Hand, dice: int) -> Sequence[float]:
    """How likely somebody with this hand lays at most 0, 1, 2, ...: one the dice can just reach."""
    odds = massimos(dice)
    weights = [odds.get(card, 0) + ODD if card in hand else 0 for card in (0, *CARDS)]
    total = sum(weights)
    return [so_far / total for so_far in accumulate(weights)]


# --- After the roll -----------------------------------------------------------------------------


def worth_doubling(state: State, seat: int) -> float:
    """How far my card is above even; above all if nobody can follow."""
    if not any(state.coins[other] for other in state.playing if other != seat):
        return 1.0  # they must all fold: CA-ELI-3
    hands = others(state, seat)
    return wins(state.laid[seat], sum(state.roll), hands, state.dice) - EVEN


def worth_following(state: State, seat: int) -> float:
    """By how much my chance is better than what the coin needs to come back on average. A last
    coin is for a good chance only."""
    massimo, hands = sum(state.roll), list(others(state, seat))
    # Who said Double has most likely a card that can win.
    doubler = tuple([card for card in state.hands[state.active] if card <= massimo])
    if doubler:
        hands[rivals(state, seat).index(state.active)] = doubler
    likely = wins(state.laid[seat], massimo, tuple(hands), state.dice)
    needed = 1 / (state.table + 1) if state.coins[seat] > 1 else SURE
    return likely - needed


def wins(card: int, massimo: int, hands: tuple[Hand, ...], dice: int) -> float:
    """How likely a card wins at this massimo; an equal card takes half of it."""
    if card > massimo:
        return 0
    likely, highest = 1.0, min(massimo, CARDS[-1])
    for hand in hands:
        most = belief(hand, dice)
        likely *= 1 - most[highest] + (most[card] + most[card - 1]) / 2
    return likely


# --- Who plays ----------------------------------------------------------------------------------


def rivals(state: State, seat: int) -> list[int]:
    """Who can still win this round, besides me."""
    return [who for who in state.playing if who != seat and who not in state.folded]


def others(state: State, seat: int) -> tuple[Hand, ...]:
    """Their hands: what has not been turned they still hold, or it lies face down."""
    return tuple([state.hands[who] for who in rivals(state, seat)])


# --- For the search -----------------------------------------------------------------------------

PLAYOUTS: Final = 1000
ABOUT_AS_GOOD: Final = 0.08  #: how much less often a card may win that a sensible player lays
TRUST: Final = 0.4  #: how often the others are taken to play sensibly, and not anyhow
NEAR: Final = 2.0  #: a lead, in coins, that makes a win 2.7 times as likely in the last round
KEPT: Final = 1.0  #: what the chances of the cards still in hand are worth, in coins


def guess(view: View, rng: Random) -> State:
    """The cards that lie face down, as those who laid them may have chosen."""
    state: State = view.state
    laid = [
        likely_card(state, seat, rng) if card == HIDDEN else card
        for seat, card in enumerate(state.laid)
    ]
    return state._replace(laid=tuple(laid))


def likely_card(state: State, seat: int, rng: Random) -> int:
    hand = state.hands[seat]
    return rng.choice(hand if rng.random() >= TRUST else sensible_cards(state, seat))


def sensible_cards(state: State, seat: int) -> Sequence[int]:
    hands = tuple([state.hands[who] for who in state.playing if who != seat])
    return favourites(state.hands[seat], state.dice, hands)


@lru_cache(4096)
def favourites(hand: Hand, dice: int, hands: tuple[Hand, ...]) -> Sequence[int]:
    """The cards that a sensible player may lay out of this hand, the best first."""
    merits = {card: merit(card, dice, hands) for card in hand}
    order = sorted(hand, key=lambda card: -merits[card])
    return [card for card in order if merits[card] >= merits[order[0]] - ABOUT_AS_GOOD]


def quick(state: State, seat: int, legal: Sequence[Move], rng: Random) -> Move:
    """What the others do: sensible, or anyhow. Who laid any card does not answer sensibly."""
    if state.step in (ANNOUNCE, LAY):
        trusted = rng.random() < TRUST
    else:
        trusted = state.laid[seat] in sensible_cards(state, seat)
    if not trusted:
        return rng.choice(legal)
    if state.step == LAY:
        return Move("c", rng.choice(sensible_cards(state, seat)))
    return keen(state, seat, legal, rng)


def keen(state: State, seat: int, legal: Sequence[Move], rng: Random) -> Move:
    """What I do myself: sensible, all through the round."""
    if state.step == LAY:
        return Move("c", sensible_cards(state, seat)[0])
    return sensible(View("casanova", seat, state), legal, rng)


def rest(start: State, state: State) -> bool:
    return state.round != start.round


def chances(state: State) -> Sequence[float]:
    """From the coins, and a little from the cards still in hand.

    What the rounds to come may still change grows like the square root of their number.
    """
    playing = state.playing
    worth = [
        coins + KEPT * prospects(state, seat) if seat in playing else -inf
        for seat, coins in enumerate(state.coins)
    ]
    return shares_by_lead(worth, NEAR * sqrt(ROUNDS - state.round + 1))


def prospects(state: State, seat: int) -> float:
    """How many of the rounds to come this hand may win."""
    rivals = len(state.playing) - 1
    return promise(state.hands[seat], rivals) * (ROUNDS - state.round + 1)


@lru_cache(65536)
def promise(hand: Hand, rivals: int) -> float:
    """How often a card out of this hand wins, on average over cards and dice."""
    hands = (CARDS,) * rivals
    odds = [chance(card, dice, hands) for card in hand for dice in DICE]
    return sum(odds) / len(odds)


# --- For hints ----------------------------------------------------------------------------------


def foresee(view: View, move: Move) -> list[Event]:
    """The chances that speak for a move, in per cent."""
    state: State = view.state
    seat, hands = view.seat, others(view.state, view.seat)
    kind, value = move
    if kind == "d":
        best = {who: best_chance(state, who, value) for who in state.playing}
        mine = best.pop(seat)
        facts = {"dice": value, "mine": percent(mine), "theirs": percent(max(best.values()))}
        return [Event("CA-RND-1", "dice", seat, facts)]
    if kind == "c":
        within = sum([odds for massimo, odds in massimos(state.dice).items() if massimo >= value])
        wins_ = percent(chance(value, state.dice, hands))
        facts = {"card": value, "dice": state.dice, "within": percent(within), "wins": wins_}
        return [Event("CA-WIN-1", "card", seat, facts)]
    card, massimo = state.laid[seat], sum(state.roll)
    at: dict[str, Any] = {"card": card, "massimo": massimo, "coins": state.table}
    if kind == "double" and not any(state.coins[who] for who in state.playing if who != seat):
        return [Event("CA-ELI-3", "nobody-follows", seat, at)]
    if card > massimo:
        rule = {"double": "CA-RND-14", "fold": "CA-RND-9"}.get(kind, "CA-WIN-1")
        return [Event(rule, f"{kind}-above", seat, at)]
    at["wins"] = percent(wins(card, massimo, hands, state.dice))
    rule = {"quitte": "CA-RND-6", "fold": "CA-RND-9"}.get(kind, "CA-RND-7")
    return [Event(rule, kind, seat, at)]


def percent(share: float) -> int:
    return round(100 * share)
