"""What opponents at Dominos Florentins know. The parts: escale/players/knowledge.py.

A layout is worth its gems: in full where the space is closed, less for each side still open. The
sensible player looks at what one card changes; the search plays a few turns on and looks again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from escale.engine.game import Event
from escale.players.knowledge import shares_by_lead
from escale.players.tempers import near_best

from . import deck as decks
from .deck import LETTERS, Deck
from .moves import Black, Lay, Move, Placement
from .rules import BLACK, PILE, DominosFlorentins, State
from .spaces import ACROSS, CELL, EDGES, INWARD, reach, walled
from .tempers import LEANINGS, NO_TEMPER, OPEN, OTHERS
from .tempers import TEMPERS as TEMPERS  # the house reads it here

if TYPE_CHECKING:
    from random import Random

    from escale.engine.game import View

GAME: Final = DominosFlorentins()

SAYS: Final = {
    "beginner": {
        "en": "I always place a card if I can: the one with most gems of my colour, where it does "
        "most for me. What it gives the others I do not look at.",
        "fr": "Je pose toujours une carte si je peux : celle qui a le plus de gemmes de ma "
        "couleur, là où elle me sert le plus. Ce qu’elle donne aux autres, je ne le regarde pas.",
    },
    "sensible": {
        "en": "A gem counts in full in a closed space, less for each side that is still open, and "
        "for nothing where more than one side faces the outside; I play what gains most for my "
        "colour and least for the others’, and if every place is a loss I discard the card with "
        "the fewest gems of mine.",
        "fr": "Une gemme compte en entier dans un espace fermé, moins pour chaque côté encore "
        "ouvert, et pas du tout si plus d’un côté donne vers l’extérieur ; je joue ce qui rapporte "
        "le plus à ma couleur et le moins aux autres et, si toute place est une perte, j’écarte la "
        "carte où j’ai le moins de gemmes.",
    },
}
MISTAKES: Final = {
    "never-waits": {
        "en": "Places a card although every place helps the others, instead of discarding one "
        "(DF-PLA-5).",
        "fr": "Pose une carte alors que chaque place aide les autres, au lieu d’en écarter une "
        "(DF-PLA-5).",
    },
    "others": {
        "en": "In closing a space, closes those of others too, and does not notice (DF-SCO-3).",
        "fr": "Ferme les espaces des autres avec les siens, sans s’en apercevoir (DF-SCO-3).",
    },
    "black-card": {
        "en": "Places the black card at the first place that fits, whether it closes anything or "
        "not (DF-BLA-1).",
        "fr": "Pose sa carte noire à la première place venue, qu’elle ferme quelque chose ou non "
        "(DF-BLA-1).",
    },
}

# --- Levels and tempers ---------------------------------------------------------------------------

LOST: Final = 0.2  #: what a gem of mine is worth on a card that everybody may place later
MANY: Final = 100  #: more gems than a space ever has
NEAR_BEST: Final = 0.15  #: how many gems less a move may gain that is made all the same


def beginner(view: View, legal: Sequence[Move], rng: Random, temper: str | None = None) -> Move:
    """Most gems of mine on the table, and those where they do best for me alone."""
    state: State = view.state
    deck, letter = decks.find(state.deck), LETTERS[state.colours[view.seat]]
    leaning = LEANINGS.get(temper or "", NO_TEMPER)
    weights = {letter: 1.0}
    if temper == "spoiler":
        weights = {**weighed(state.colours, view.seat, leaning.others), letter: 1.0}

    def appeal(move: Move) -> float:
        if isinstance(move, Black):
            return 0.0
        if not isinstance(move, Placement):
            return -MANY
        mine = [side for side in deck.counted[move.lie] if move.lie[side] == letter]
        return MANY * len(mine) + gain(state, move, deck, weights, leaning.open)

    return near_best(legal, appeal, NEAR_BEST if temper else 0, rng)


def sensible(view: View, legal: Sequence[Move], rng: Random, temper: str | None = None) -> Move:
    """The move that changes the worth of the layout most in my favour."""
    near = NEAR_BEST if temper else 0
    return near_best(legal, lambda move: likes(view, move, temper), near, rng)


def likes(view: View, move: Move, temper: str | None = None) -> float:
    """What a move is worth to me, in gems, as a temper counts them."""
    state: State = view.state
    leaning = LEANINGS.get(temper or "", NO_TEMPER)
    weights = weighed(state.colours, view.seat, leaning.others)
    return merit(state, move, decks.find(state.deck), weights, leaning.open)


def stakes(state: State, seat: int) -> Mapping[str, float]:
    """What a gem of each colour is to me; those of unused colours are nothing (DF-SCO-4)."""
    return weighed(state.colours, seat)


@cache
def weighed(colours: tuple[str, ...], seat: int, others: float = OTHERS) -> Mapping[str, float]:
    each = others / (len(colours) - 1)
    return {LETTERS[colour]: 1 if who == seat else -each for who, colour in enumerate(colours)}


def merit(
    state: State, move: Move, deck: Deck, weights: Mapping[str, float], left: float = OPEN
) -> float:
    if isinstance(move, Placement):
        return gain(state, move, deck, weights, left)
    if isinstance(move, Lay):
        card = move.card
        mine = [side for side in deck.counted[card] if weights.get(card[side], 0) > 0]
        return -LOST * len(mine)
    return closing(state, move, deck)


def gain(
    state: State, move: Placement, deck: Deck, weights: Mapping[str, float], left: float = OPEN
) -> float:
    """What a placement changes: the spaces that the card has a part in, before and after."""
    cell = CELL[move.cell]
    before = [4 * other + facing for _, other, facing in INWARD[cell]]
    after = [4 * cell + side for side in range(4)]
    layout = list(state.placed)
    layout[cell] = move.lie
    then = worth(layout, after, deck, weights, left)
    return then - worth(state.placed, before, deck, weights, left)


def worth(
    placed: Sequence[str],
    starts: Iterable[int],
    deck: Deck,
    weights: Mapping[str, float],
    left: float = OPEN,
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
            total += weight * gems * hope(free, left)
    return total


def hope(free: Sequence[int], left: float = OPEN) -> float:
    """How likely a space with these open sides will be closed in the end, roughly."""
    outside = len([triangle for triangle in free if ACROSS[triangle] is None])
    return 0 if outside > 1 else left ** len(free)  # there is one black card of each colour


def closing(state: State, move: Move, deck: Deck) -> float:
    """The gems that a black card closes; to keep it is better than to waste it."""
    if not isinstance(move, Black):
        return 0.5
    members, free = reach(state.placed, walled((*state.black, move.edge)), deck, EDGES[move.edge])
    return 0 if free else len([t for t in members if t & 3 in deck.counted[state.placed[t >> 2]]])


# --- For the search -----------------------------------------------------------------------------

PLAYOUTS: Final = 200
TRIES: Final = 4  #: how many moves a quick player weighs
TURNS: Final = 2  #: of each player, then a playout stops
NEAR: Final = 2.5  #: a lead, in gems, that makes a win 2.7 times as likely as no lead


def order(view: View, legal: Sequence[Move]) -> Sequence[Move]:
    """As the sensible player likes them."""
    state: State = view.state
    deck, weights = decks.find(state.deck), stakes(state, view.seat)
    return sorted(legal, key=lambda move: -merit(state, move, deck, weights))


def quick(state: State, seat: int, legal: Sequence[Move], rng: Random) -> Move:
    """The best of a few."""
    if len(legal) > TRIES:
        legal = rng.sample(legal, TRIES)
    deck, weights = decks.find(state.deck), stakes(state, seat)
    return max(legal, key=lambda move: merit(state, move, deck, weights))


def rest(start: State, state: State) -> bool:
    """After this turn and a few more; the end, with its black cards, is played out."""
    if state.phase == BLACK:
        return False
    drawn = len(start.pile) - len(state.pile)
    placed = start.placed.count("") - state.placed.count("")
    return max(drawn, placed) > TURNS * len(state.colours)


def chances(state: State) -> Sequence[float]:
    """From the gems in closed spaces, and those of open ones as far as they may close."""
    deck = decks.find(state.deck)
    hopes = [hoped(state, deck, LETTERS[colour]) for colour in state.colours]
    left = 1 + len(state.pile) / PILE
    return shares_by_lead(hopes, NEAR * left)


def hoped(state: State, deck: Deck, letter: str) -> float:
    """The gems of one colour, each as likely as its space is to be closed in the end."""
    starts = [
        4 * cell + side
        for cell, lie in enumerate(state.placed)
        if lie
        for side in deck.counted[lie]
        if lie[side] == letter
    ]
    return worth(state.placed, starts, deck, {letter: 1.0})


# --- For hints ----------------------------------------------------------------------------------


def foresee(view: View, move: Move) -> list[Event]:
    """What closes, for whom; what of mine stays open; what everybody may have later."""
    state: State = view.state
    seat, deck = view.seat, decks.find(state.deck)
    letter = LETTERS[state.colours[seat]]
    happened: list[Event] = []
    GAME.apply(state, move, happened)
    found: list[Event] = []
    for event in happened:
        if event.kind == "close" and event.seat is not None:
            facts = {"gems": event.facts["gems"], "colour": event.facts["colour"]}
            if event.seat == seat:
                found.insert(0, Event(event.rule, "close", seat, facts))
            else:
                facts["other"] = event.seat
                found.append(Event(event.rule, "gift", seat, facts))
    if isinstance(move, Placement):
        found += still_open(state, move, deck, letter, seat)
    elif isinstance(move, Lay):
        card = move.card
        gems = len([side for side in deck.counted[card] if card[side] == letter])
        found.append(Event("DF-PLA-6", "lay", seat, {"card": card, "gems": gems}))
    elif not found:
        kind = "waste" if isinstance(move, Black) else "pass"
        found.append(Event("DF-BLA-1", kind, seat, {}))
    return found


def still_open(state: State, move: Placement, deck: Deck, letter: str, seat: int) -> list[Event]:
    """My gems in the open spaces that the card has a part in."""
    cell = CELL[move.cell]
    layout = list(state.placed)
    layout[cell] = move.lie
    seen: set[int] = set()
    found = []
    for side in range(4):
        start = 4 * cell + side
        if move.lie[side] != letter or start in seen:
            continue
        members, free = reach(layout, (), deck, start)
        seen.update(members)
        gems = len([t for t in members if t & 3 in deck.counted[layout[t >> 2]]])
        facts = {"cell": move.cell, "gems": gems, "sides": len(free)}
        if gems and not hope(free):
            found.append(Event("DF-SCO-2", "outside", seat, facts))
        elif gems and free:
            found.append(Event("DF-SCO-2", "open", seat, facts))
    return found
