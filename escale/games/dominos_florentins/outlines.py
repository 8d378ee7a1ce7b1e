"""The outlines of spaces as SVG paths: the stone of a space, and the wire inside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from escale.draw.scene import PATH_UNITS

from .spaces import TRIANGLES

Point = tuple[int, int]  # in half cells, from the north-west corner of the square
HALF: Final = PATH_UNITS // 14
INSET: Final = 4.2  # of the wire, in units of a path
DIRECTION: Final = {
    (1, 0): 0, (1, 1): 1, (0, 1): 2, (-1, 1): 3, (-1, 0): 4, (-1, -1): 5, (0, -1): 6, (1, -1): 7,
}  # fmt: skip


def _outline(triangle: int) -> tuple[Point, Point, Point]:
    """The corners of a triangle, clockwise: the inside is on the right of its sides."""
    cell, side = divmod(triangle, 4)
    column, row = divmod(cell, 7)
    x, y = 2 * column, 2 * (6 - row)
    around = ((x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2))
    return around[side], around[(side + 1) % 4], (x + 1, y + 1)


OUTLINES: Final = tuple(_outline(triangle) for triangle in range(len(TRIANGLES)))


def loops(triangles: Iterable[int]) -> list[list[Point]]:
    """The outline of some triangles: closed lines with the inside on their right.

    Sides that two of them share cancel each other, the rest is chained. Where corners only touch,
    the sharpest turn to the right is taken, so that they stay apart.
    """
    sides: set[tuple[Point, Point]] = set()
    for triangle in triangles:
        a, b, c = OUTLINES[triangle]
        for side in ((a, b), (b, c), (c, a)):
            back = side[1], side[0]
            if back in sides:
                sides.remove(back)
            else:
                sides.add(side)
    leaving: dict[Point, list[Point]] = {}
    for start, end in sorted(sides):
        leaving.setdefault(start, []).append(end)
    found = []
    while leaving:
        start = next(iter(leaving))
        loop = [start, leaving[start].pop(0)]
        _forget(leaving, start)
        while True:
            here = loop[-1]
            ends = leaving.get(here)
            if not ends or (
                here == start
                and _turn(loop[-2], here, loop[1])
                >= max(_turn(loop[-2], here, end) for end in ends)
            ):
                break
            end = max(ends, key=lambda end: _turn(loop[-2], here, end))
            ends.remove(end)
            _forget(leaving, here)
            loop.append(end)
        found.append(_without_straights(loop[:-1]))
    return found


def _forget(leaving: dict[Point, list[Point]], point: Point) -> None:
    if not leaving[point]:
        del leaving[point]


def _direction(a: Point, b: Point) -> int:
    x, y = b[0] - a[0], b[1] - a[1]
    return DIRECTION[(x > 0) - (x < 0), (y > 0) - (y < 0)]


def _turn(a: Point, b: Point, c: Point) -> int:
    """How sharply the way turns to the right at b: 7 most, 4 straight on, 1 least."""
    return (_direction(b, c) - _direction(a, b) + 4) % 8


def _without_straights(loop: list[Point]) -> list[Point]:
    return [
        point
        for i, point in enumerate(loop)
        if _turn(loop[i - 1], point, loop[(i + 1) % len(loop)]) != 4
    ]


def path_of(outline: Iterable[Sequence[Point]]) -> str:
    """Closed lines as an SVG path, in units of 1/PATH_UNITS of the square."""
    return "".join(_closed([(x * HALF, y * HALF) for x, y in loop]) for loop in outline)


def _closed(points: Sequence[Point]) -> str:
    (x, y), *rest = points
    parts = [f"M{x} {y}"]
    for nx, ny in rest:
        dx, dy = nx - x, ny - y
        parts.append(
            f"h{dx}" if not dy else f"v{dy}" if not dx else f"l{dx} {dy}".replace(" -", "-")
        )
        x, y = nx, ny
    return f"{''.join(parts)}z".replace(",-", "-")


NORMALS: Final = tuple(
    (-y / (x * x + y * y) ** 0.5, x / (x * x + y * y) ** 0.5) for x, y in DIRECTION
)


def wire_of(outline: Iterable[Sequence[Point]]) -> str:
    """The same lines a little further inside."""
    parts = []
    for loop in outline:
        points = []
        for i, (x, y) in enumerate(loop):
            one = NORMALS[_direction(loop[i - 1], (x, y))]
            two = NORMALS[_direction((x, y), loop[(i + 1) % len(loop)])]
            by = INSET / (1 + one[0] * two[0] + one[1] * two[1])
            dx, dy = round(by * (one[0] + two[0])), round(by * (one[1] + two[1]))
            points.append((x * HALF + dx, y * HALF + dy))
        parts.append(_closed(points))
    return "".join(parts)


TRIANGLE: Final = {name: number for number, name in enumerate(TRIANGLES)}


@lru_cache(maxsize=4096)
def lines_of(triangles: tuple[str, ...]) -> tuple[str, str]:
    """The outline of a space, and the wire inside it."""
    outline = loops(TRIANGLE[name] for name in triangles)
    return path_of(outline), wire_of(outline)
