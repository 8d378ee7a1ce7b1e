"""Where a card may go now, and the colours that are asked for there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .spaces import CELL, CELLS, CROSS, INWARD, ONWARD

ENDS: Final = tuple(CELL[name] for name in ("a4", "d1", "d7", "g4"))


def cross_complete(placed: Sequence[str]) -> bool:
    """Arms grow outwards (DF-CRO-1): the cross is complete when all four have their ends."""
    a4, d1, d7, g4 = ENDS
    return bool(placed[a4] and placed[d1] and placed[d7] and placed[g4])


def openings(placed: Sequence[str]) -> list[str]:
    """The cells that may be filled now, each with the colours that it asks for, sorted.

    First only those of the cross (DF-CRO-1), then those between its arms (DF-CRO-2).
    """
    crossed = cross_complete(placed)
    cells = [c for c in range(49) if not placed[c] and (crossed or c in CROSS)]
    return [found for cell in cells if (found := opening(placed, cell))]


def opening(placed: Sequence[str], cell: int) -> str:
    """What a cell asks for (DF-PLA-3): "d5R" on an arm, "c5RB" between the arms.

    That is the colours of its neighbours towards the middle, in the order N, E, S, W; on its other
    sides it is free. An arm cell needs one such neighbour (DF-CRO-1), any other cell two
    (DF-SQU-2); "" if one is missing.
    """
    asked = CELLS[cell]
    for _, other, facing in INWARD[cell]:
        neighbour = placed[other]
        if not neighbour:
            return ""
        asked += neighbour[facing]
    return asked


def openings_after(
    before: tuple[str, ...], placed: Sequence[str], cell: int, filled: str
) -> tuple[str, ...]:
    """`openings(placed)` once a card lies on `cell`, from what they were before."""
    if cell in CROSS and cross_complete(placed):
        return tuple(openings(placed))
    found = list(before)
    found.remove(filled)
    for other in ONWARD[cell]:
        asked = opening(placed, other)
        if asked:
            found.append(asked)
    found.sort()
    return tuple(found)
