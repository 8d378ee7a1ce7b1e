"""The moves of Dominos Florentins: what they are, how they are written, and all that there can be.

Whether a move is allowed is left to `rules`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from . import deck as decks
from .deck import COLOURS
from .spaces import CELL, CELLS, EDGES, INWARD


class Placement(NamedTuple):
    """`ORBB@d5`: place the card BBOR on d5, the way it is written (DF-PLA-4)."""

    lie: str
    cell: str


class Lay(NamedTuple):
    """`-BBOR`: lay this card open instead."""

    card: str


class Black(NamedTuple):
    """`*N3`: the black card at the northern edge, third column from the west."""

    edge: str


class Pass(NamedTuple):
    """`pass`: keep the black card."""

    word: str = "pass"


Move: TypeAlias = Placement | Lay | Black | Pass
PASS: Final = Pass()

# --- How they are written -------------------------------------------------------------------------

NOTATION: Final = re.compile(
    r"([BORV]{4}(?:\.[1-9][0-9]?)?)@([a-z][0-9]{1,2})"
    r"|-([BORV]{4}(?:\.[1-9][0-9]?)?)"
    r"|\*([NESW][0-9]{1,2})"
)


def written(move: Move) -> str:
    """A move as it stands in a record."""
    if isinstance(move, Placement):
        return f"{move.lie}@{move.cell}"
    if isinstance(move, Lay):
        return f"-{move.card}"
    return f"*{move.edge}" if isinstance(move, Black) else move.word


def card_of(move: Move) -> str:
    """The card that is played; "" for a black one."""
    if isinstance(move, Placement):
        return decks.name_of(move.lie)
    return move.card if isinstance(move, Lay) else ""


# --- All that there can be ------------------------------------------------------------------------

NOWHERE: Final = ("", "")


#: What fits in an opening: the cards, and for each of them the moves that place it there.
Fitting: TypeAlias = tuple[frozenset[str], Mapping[str, tuple[int, ...]]]


class Choices(NamedTuple):
    """Everything that can be written with a deck, prepared once. Moves go by their number."""

    every: tuple[Move, ...]  #: all moves, in the order of their written forms
    place: Mapping[str, Fitting]  #: for each opening that there can be
    lay: Mapping[str, int]  #: card -> the move that lays it open
    played: Mapping[Move, tuple[str, str]]  #: a move that places -> the opening it needs, its card


@cache
def choices_of(deck_name: str) -> Choices:
    deck = decks.find(deck_name)
    cards: list[Move] = [Placement(lie, cell) for lie in deck.card for cell in CELLS]
    rest: list[Move] = [*map(Lay, deck.cards), *map(Black, EDGES), PASS]
    every = sorted(cards + rest, key=written)
    ways: dict[str, dict[str, tuple[int, ...]]] = {
        name + "".join(asked): {}
        for cell, name in enumerate(CELLS)
        for asked in product(COLOURS, repeat=len(INWARD[cell]))
    }
    lay: dict[str, int] = {}
    played: dict[Move, tuple[str, str]] = {}
    for number, move in enumerate(every):
        if isinstance(move, Lay):
            lay[move.card] = number
        elif isinstance(move, Placement):
            shown = [move.lie[side] for side, _, _ in INWARD[CELL[move.cell]]]
            opening, card = move.cell + "".join(shown), deck.card[move.lie]
            played[move] = opening, card
            ways[opening][card] = (*ways[opening].get(card, ()), number)
    place = {asked: (frozenset(fitting), fitting) for asked, fitting in ways.items()}
    return Choices(tuple(every), place, lay, played)


def numbered(numbers: Sequence[int], every: Sequence[Move]) -> tuple[Move, ...]:
    """The moves with these numbers; from two on `itemgetter` answers a tuple, and is quickest."""
    if len(numbers) > 1:
        chosen: tuple[Move, ...] = itemgetter(*numbers)(every)
        return chosen
    return tuple([every[number] for number in numbers])


@cache
def moves_with(deck_name: str) -> Mapping[str, Sequence[Move]]:
    """For each key on the table the moves that it may be a part of."""
    found: dict[str, list[Move]] = {}
    for move in choices_of(deck_name).every:
        card = card_of(move)
        if isinstance(move, Placement):
            keys = [f"cell:{move.cell}", f"turn:{move.lie}", f"hand:{card}", f"stock:{card}"]
        elif isinstance(move, Lay):
            keys = ["open", f"hand:{card}", f"stock:{card}"]
        else:
            keys = [f"edge:{move.edge}" if isinstance(move, Black) else f"say:{move.word}"]
        for key in keys:
            found.setdefault(key, []).append(move)
    return found
