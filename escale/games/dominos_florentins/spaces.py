"""The square, and the spaces of one colour in it.

The square has 49 cells; `placed` gives for each, in the order of CELLS, the card as it lies there
("ORBB": north, east, south, west), or "" where none lies. A triangle is written cell and side
("d5N"), and counted as 4 * cell + side. Outside the square are the 28 places of black cards, along
its four sides; each is told by the one triangle that it touches ("N3" touches c7N).

Nothing here knows players or turns. Rules, lessons and pictures all ask `spaces`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from .deck import COLOURS, Deck

# --- The square (DF-SQU-1) ----------------------------------------------------------------------

COLUMNS: Final = "abcdefg"  # west to east
ROWS: Final = "1234567"  # south to north
SIDES: Final = "NESW"  # clockwise, as a card is written

CELLS: Final = tuple(column + row for column in COLUMNS for row in ROWS)
CELL: Final = {name: cell for cell, name in enumerate(CELLS)}
MIDDLE: Final = CELL["d4"]
EMPTY: Final = ("",) * len(CELLS)

_STEP: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))  # columns and rows to the N, E, S, W


def _beside(cell: int, side: int) -> int | None:
    column, row = divmod(cell, 7)
    column, row = column + _STEP[side][0], row + _STEP[side][1]
    return column * 7 + row if column in range(7) and row in range(7) else None


def _distance(cell: int) -> int:
    column, row = divmod(cell, 7)
    return abs(column - 3) + abs(row - 3)


#: For each cell the four around it, N, E, S, W; None outside the square.
AROUND: Final = tuple(tuple(_beside(cell, side) for side in range(4)) for cell in range(49))

#: For each cell its neighbours in the square: (its side, the neighbour, the neighbour's side).
BESIDE: Final = tuple(
    tuple((side, other, (side + 2) % 4) for side, other in enumerate(around) if other is not None)
    for around in AROUND
)
#: Those of them towards the middle: none for the middle, one on an arm, two between the arms.
INWARD: Final = tuple(
    tuple(beside for beside in BESIDE[cell] if _distance(beside[1]) < _distance(cell))
    for cell in range(49)
)
#: The middle and the four arms of three (DF-CRO-1).
CROSS: Final = frozenset(cell for cell in range(49) if len(INWARD[cell]) < 2)
#: The cells that a card on each cell may open: away from the middle, on an arm along the arm.
ONWARD: Final = tuple(
    tuple(
        other
        for _, other, _ in BESIDE[cell]
        if _distance(other) > _distance(cell) and (cell not in CROSS or other in CROSS)
    )
    for cell in range(49)
)

TRIANGLES: Final = tuple(cell + side for cell in CELLS for side in SIDES)
#: The triangle on the other side of a triangle's outer side; None outside the square.
ACROSS: Final = tuple(
    None if other is None else 4 * other + (side + 2) % 4
    for around in AROUND
    for side, other in enumerate(around)
)
#: For each cell and some of its sides: those triangles, each with the one across.
FACING: Final = tuple(
    {
        sides: tuple((4 * cell + side, ACROSS[4 * cell + side]) for side in sides)
        for count in range(1, 5)
        for sides in combinations(range(4), count)
    }
    for cell in range(49)
)

#: For each cell the triangles that touch another card once one lies there and none beyond it.
TOUCHING: Final = tuple(tuple(4 * cell + side for side, _, _ in INWARD[cell]) for cell in range(49))


def _edges() -> dict[str, int]:
    row, column = {"N": "7", "S": "1"}, {"E": "g", "W": "a"}
    return {
        f"{side}{number}": 4 * CELL[column.get(side, name) + row.get(side, name)]
        + SIDES.index(side)
        for side in "ENSW"
        for number, name in enumerate(COLUMNS if side in "NS" else ROWS, start=1)
    }


#: The places of black cards (DF-BLA-2), sorted, each with the triangle that it touches.
EDGES: Final = _edges()

# --- Spaces -------------------------------------------------------------------------------------


class Space(NamedTuple):
    """Triangles of one colour that are connected to each other (DF-SCO-1)."""

    colour: str  #: "rouge"
    triangles: tuple[str, ...]  #: "d5N", in the order of TRIANGLES
    free: tuple[str, ...]  #: those of them with a free side
    gems: tuple[str, ...]  #: those of them with a gem of the colour's own kind (DF-MAT-4)

    @property
    def closed(self) -> bool:
        return not self.free  # DF-SCO-2


def spaces(placed: Sequence[str], black: Iterable[str], deck: Deck) -> tuple[Space, ...]:
    """All spaces of a layout, open and closed. `black`: the edge places with a black card."""
    walls, counted = walled(black), deck.counted
    seen: set[int] = set()
    found = []
    for start in range(len(TRIANGLES)):
        if placed[start >> 2] and start not in seen:
            members, free = reach(placed, walls, deck, start)
            seen.update(members)
            found.append(
                Space(
                    COLOURS[placed[start >> 2][start & 3]],
                    tuple([TRIANGLES[t] for t in sorted(members)]),
                    tuple([TRIANGLES[t] for t in sorted(free)]),
                    tuple(
                        [TRIANGLES[t] for t in sorted(members) if t & 3 in counted[placed[t >> 2]]]
                    ),
                )
            )
    return tuple(found)


def closed_at(
    placed: Sequence[str], walls: Collection[int], deck: Deck, starts: Iterable[int]
) -> list[list[int]]:
    """The closed ones among the spaces that hold these triangles; each as its triangles."""
    found: list[list[int]] = []
    for start in starts:
        for members in found:
            if start in members:
                break
        else:
            members, free = reach(placed, walls, deck, start, closed_only=True)
            if not free:
                found.append(members)
    return found


def reach(
    placed: Sequence[str], walls: Collection[int], deck: Deck, start: int, closed_only: bool = False
) -> tuple[list[int], list[int]]:
    """The triangles of the space that holds `start` (DF-SCO-1), and those with a free side.

    With `closed_only` the walk ends at the first free side: the space is not closed (DF-SCO-2).
    """
    joined = deck.joined
    members: list[int] = []
    free: list[int] = []
    doors = [start]
    for door in doors:  # grows while we walk
        if door in members:
            continue
        cell = door >> 2
        for triangle, across in FACING[cell][joined[placed[cell]][door & 3]]:
            members.append(triangle)
            if across is not None and placed[across >> 2]:
                if across not in members:
                    doors.append(across)  # of the same colour: DF-PLA-3
            elif across is not None or triangle not in walls:
                free.append(triangle)
                if closed_only:
                    return members, free
    return members, free


def walled(black: Iterable[str]) -> frozenset[int]:
    """The triangles whose outer side is closed by a black card."""
    return frozenset([EDGES[edge] for edge in black if edge])
