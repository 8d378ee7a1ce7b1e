"""What lies on the square: cards, spaces, wires, gems, and what is open.

It is the same whoever looks at it, in whatever language.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from escale.draw.scene import Piece

from . import deck as decks
from .deck import LETTERS, NO_GEM, Deck
from .drawings import QUARTER, degrees, face_of
from .outlines import lines_of
from .spaces import AROUND, CELLS, EDGES, SIDES, Space, spaces


class Board(NamedTuple):
    """The pieces on the square, and the spaces that they show."""

    pieces: dict[str, Piece]
    spaces: tuple[Space, ...]


@lru_cache(maxsize=256)
def board_of(deck_name: str, placed: tuple[str, ...], black: tuple[str, ...]) -> Board:
    """Cards, spaces, wires, gems, and what is open."""
    deck = decks.find(deck_name)
    found = spaces(placed, black, deck)
    pieces: dict[str, Piece] = {}
    for cell, lie_ in enumerate(placed):
        if lie_:
            _lay_card(pieces, deck, placed, black, cell)
    for space in found:
        stone, wire = lines_of(space.triangles)
        first = space.triangles[0]
        pieces[space_key(space)] = Piece(
            "stones", path=stone, style=f"stone {LETTERS[space.colour]}"
        )
        if space.closed:
            pieces[f"setting:{first}"] = Piece("setting", path=wire, style="wired")
            pieces[f"wire:{first}"] = Piece("wire", path=wire, style="wire")
    return Board(pieces, found)


def space_key(space: Space) -> str:
    """A space only grows: its first triangle and its size tell it."""
    return f"space:{space.triangles[0]}.{len(space.triangles)}"


def _lay_card(
    pieces: dict[str, Piece],
    deck: Deck,
    placed: Sequence[str],
    black: Sequence[str],
    cell: int,
) -> None:
    lie_, name = placed[cell], CELLS[cell]
    card = deck.card[lie_]
    pieces[f"card:{card}"] = Piece(
        f"cell:{name}", f"df-{face_of(deck, card)}", turn=degrees(deck, lie_)
    )
    pieces[f"pins:{name}"] = Piece(f"top:{name}", "df-pins")
    for side, gem in enumerate(deck.gems[lie_]):
        if gem != NO_GEM:
            symbol = f"df-{SIDES[side].lower()}gem{gem}"
            pieces[f"gem:{name}{SIDES[side]}"] = Piece(f"top:{name}", symbol, style="fades")
        other = AROUND[cell][side]
        if other is None:
            edge = EDGE_AT[4 * cell + side]
            if edge not in black:
                pieces[f"ask:{edge}"] = Piece(f"rim:{edge}", f"df-ask{lie_[side]}", style="fades")
        elif not placed[other]:
            pieces[f"spill:{name}{SIDES[side]}"] = Piece(
                f"cell:{name}", f"df-spill{lie_[side]}", style="spill fades", turn=QUARTER * side
            )


EDGE_AT: Final = {triangle: edge for edge, triangle in EDGES.items()}
