"""What opponents at Dolce Vita know. The parts, and what each is for: escale/players/knowledge.py.

The beginner and the sensible player look at the table as it is now. The search plays rounds out:
a round is where one can stop and count, and in its last placements it looks at every line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from escale.engine.game import Event
from escale.players.knowledge import shares_by_lead
from escale.players.tempers import near_best

from .rules import CATEGORY, MONEY, NUMBERS, ROUNDS, VALUE, DolceVita, Lay, Objects, State, worth
from .tempers import HIGH, LEANINGS, NO_TEMPER, OTHERS
from .tempers import TEMPERS as TEMPERS  # the house reads it here

if TYPE_CHECKING:
    from random import Random

    from escale.engine.game import View

GAME: Final = DolceVita()

SAYS: Final = {
    "beginner": {
        "en": "I go for the bottom object that is worth most, and lay my high cards there.",
        "fr": "Je vise l’objet le plus cher en bas d’une colonne, et j’y mets mes grandes cartes.",
    },
    "sensible": {
        "en": "For each card and column I ask how rich everybody would be if the round ended "
        "with it, exchanges and ties included; I want to gain on the others, and I lay no higher "
        "card than I need.",
        "fr": "Pour chaque carte et chaque colonne, je me demande ce que chacun posséderait si la "
        "manche s’arrêtait là, échanges et égalités compris ; je veux gagner plus que "
        "les autres, sans poser une carte plus haute qu’il ne faut.",
    },
}
MISTAKES: Final = {
    "face-value": {
        "en": "Counts a possession at its face value, although a better one of its category must "
        "be given back for it (DV-ONE-1).",
        "fr": "Compte un bien à sa valeur, alors qu’il faudra rendre pour lui un meilleur de la "
        "même catégorie (DV-ONE-1).",
    },
    "ties": {
        "en": "Does not look at the others’ totals, and ends up with nothing in ties (DV-AWA-5).",
        "fr": "Ne regarde pas les totaux des autres et s’annule dans des égalités (DV-AWA-5).",
    },
    "first-only": {
        "en": "Wants to be first everywhere, and sees no worth in the second rank, which a low "
        "card would win (DV-AWA-3).",
        "fr": "Veut être premier partout : le deuxième rang pour une petite carte ne vaut rien à "
        "ses yeux (DV-AWA-3).",
    },
}

# --- Levels and tempers ---------------------------------------------------------------------------

NEAR_BEST: Final = 30  #: how much less a move may gain that is made all the same
DEAR: Final = 1000  #: more than any object is worth
FACE: Final = 100  #: how much cheaper an object may be that a beginner goes for all the same


def beginner(view: View, legal: Sequence[Lay], rng: Random, temper: str | None = None) -> Lay:
    """The highest card below the dearest bottom card where I have none yet; or as I like it."""
    state, me = view.state, view.seat
    mine = [[seat for seat, _ in cards].count(me) for cards in state.laid]
    crowd = [len({seat for seat, _ in cards} - {me}) for cards in state.laid]

    def wanted(column: int) -> float:
        pile, index = state.columns[column - 1], column - 1
        face = VALUE[pile[0]] if pile else 0
        if temper == "stubborn":  # two cards each, in half as many columns
            return face + (0, DEAR, -DEAR)[min(mine[index], 2)]
        if temper == "loner":
            face -= FACE * crowd[index]
        elif temper == "spoiler":
            face += FACE * min(crowd[index], 1)
        return face - DEAR * bool(mine[index])

    columns = sorted({move.column for move in legal})
    column = near_best(columns, wanted, FACE if temper else 0, rng)
    numbers = [move.number for move in legal if move.column == column]
    near = 1 if temper else 0
    low = temper == "thrifty"
    number = near_best(numbers, lambda number: -number if low else number, near, rng)
    return Lay(number, column)


def sensible(view: View, legal: Sequence[Lay], rng: Random, temper: str | None = None) -> Lay:
    """The best end of the round that one card can make now."""
    near = NEAR_BEST if temper else 0
    return near_best(legal, lambda move: likes(view, move, temper), near, rng)


def likes(view: View, move: Lay, temper: str | None = None) -> float:
    """How far I would be ahead, in thousands, if this card were the last of the round; and what a
    temper likes beside that."""
    state, me = view.state, view.seat
    leaning = LEANINGS.get(temper or "", NO_TEMPER)
    own = [*map(worth, if_last(state, me, move).own)]
    mine = own.pop(me)
    ahead = mine - leaning.others * sum(own) / len(own) - leaning.high * move.number
    objects, laid = state.columns[move.column - 1], state.laid[move.column - 1]
    seats = {seat for seat, _ in laid}
    face = leaning.face * VALUE[objects[0]] if objects else 0.0
    return ahead + face + leaning.alone * (not seats - {me}) + leaning.again * (me in seats)


def if_last(state: State, seat: int, move: Lay) -> State:
    """The table after the awards, as if nobody laid another card."""
    spare = next(number for number in NUMBERS if number != move.number)
    hands = list(state.hands)
    hands[seat] = tuple(sorted((move.number, spare)))  # all but this one and the one that is kept
    after_me = (seat + 1) % len(hands)
    return GAME.apply(state._replace(hands=tuple(hands), first=after_me), move)


# --- For the search -----------------------------------------------------------------------------

PLAYOUTS: Final = 300
TRIES: Final = 4  #: how many moves a quick player weighs
NEAR: Final = 130  #: a lead, in thousands, that makes a win 2.7 times as likely as no lead


def order(view: View, legal: Sequence[Lay]) -> Sequence[Lay]:
    """As the sensible player likes them."""
    return sorted(legal, key=lambda move: -likes(view, move))


def quick(state: State, seat: int, legal: Sequence[Lay], rng: Random) -> Lay:
    """The best of a few, by what its own column would bring."""
    choice = rng.choice
    best, most = legal[0], -1e9
    for _ in range(TRIES):
        move = choice(legal)
        gained = local_gain(state, seat, move)
        if gained > most:
            best, most = move, gained
    return best


def local_gain(state: State, seat: int, move: Lay) -> float:
    """What a card changes in its column, for me and against the others, were it the last one."""
    number, column = move
    objects = state.columns[column - 1]
    if not objects:
        return -HIGH * number
    own = state.own
    totals = [0] * len(own)
    for who, laid in state.laid[column - 1]:
        totals[who] += laid
    before = takings(objects, totals, own) if any(totals) else totals
    totals[seat] += number
    after = takings(objects, totals, own)
    gain = 0.0
    each = OTHERS / (len(own) - 1)
    for who, (was, now) in enumerate(zip(before, after, strict=True)):
        gain += (now - was) if who == seat else each * (was - now)
    return gain - HIGH * number


def takings(objects: Objects, totals: Sequence[int], own: Sequence[Objects]) -> list[int]:
    """What each seat gains in a column with these totals; cards that come back are left out."""
    gains = [0] * len(totals)
    rank = 0
    for total in sorted(totals, reverse=True):
        if total and totals.count(total) == 1 and rank < len(objects):
            seat = totals.index(total)
            new = objects[rank]
            gains[seat] = VALUE[new] - holdings(own[seat]).get(CATEGORY[new], 0)
            rank += 1
    return gains


@lru_cache(4096)
def holdings(objects: Objects) -> Mapping[str, int]:
    """The value of the good of each kind that somebody has; money never stands in the way."""
    return {CATEGORY[card]: VALUE[card] for card in objects if CATEGORY[card] != MONEY}


def rest(start: State, state: State) -> bool:
    return state.round != start.round


def chances(state: State) -> Sequence[float]:
    """From what everybody owns; a lead counts for more with fewer rounds to come."""
    own = [*map(worth, state.own)]
    left = ROUNDS[len(own)] - state.round + 1
    return shares_by_lead(own, NEAR * left)


# --- For hints ----------------------------------------------------------------------------------


def foresee(view: View, move: Lay) -> list[Event]:
    """What a card does to its column, were it the last one there."""
    state: State = view.state
    number, column = move
    seat, own, objects = view.seat, state.own, state.columns[column - 1]
    at: dict[str, Any] = {"number": number, "column": column}
    if not objects:
        return [Event("DV-PLA-4", "nothing", seat, at)]
    totals = [0] * len(own)
    for who, laid in state.laid[column - 1]:
        totals[who] += laid
    before = takings(objects, totals, own)
    totals[seat] += number
    after = takings(objects, totals, own)
    at["total"] = totals[seat]
    found = [fate(state, seat, column, totals, at)]
    losses = {who: before[who] - after[who] for who in range(len(own)) if who != seat}
    other = max(losses, key=losses.__getitem__)
    if losses[other] > 0:
        facts = {"other": other, "column": column, "loss": losses[other]}
        found.append(Event("DV-AWA-3", "spoil", seat, facts))
    return found


def fate(
    state: State, seat: int, column: int, totals: Sequence[int], at: Mapping[str, Any]
) -> Event:
    """What a seat gets out of a column with these totals."""
    mine, objects = totals[seat], state.columns[column - 1]
    tied = [who for who, total in enumerate(totals) if total == mine and who != seat]
    if tied:
        return Event("DV-AWA-5", "tie", seat, {**at, "seats": tied})
    rank = len([total for total in totals if total > mine and totals.count(total) == 1])
    if rank >= len(objects):
        return Event("DV-AWA-9", "nothing-left", seat, {**at, "rank": rank + 1})
    new = objects[rank]
    gain = VALUE[new] - holdings(state.own[seat]).get(CATEGORY[new], 0)
    facts = {**at, "rank": rank + 1, "object": new}
    if gain < 0:
        return Event("DV-ONE-3", "poor", seat, {**facts, "loss": -gain})
    return Event("DV-AWA-3", "take", seat, {**facts, "gain": gain})
