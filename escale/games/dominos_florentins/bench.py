"""A layout of Dominos Florentins' table in the making, and what all layouts have in common.

`cell:d5` and `edge:N3` are what can be picked; `rim:N3` is an edge place as a black card lies in
it; `stones`, `setting` and `wire` are the whole square, in the order of their depth; `top:d5` is
above them. Open cards have sets of places for few and for many: `open:8/3`. `lay:3` is where a card
is discarded when three lie open, `turner` where the house has its button to turn one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from escale.draw.scene import Layout
from escale.draw.sketch import Sketch

from .drawings import CARD, FRAME, RIM, WHOLE, rim_of
from .spaces import CELLS, COLUMNS, EDGES, ROWS

FEW: Final = (5, 10, 14, 18, 47)  # open cards that wait
MANY: Final = (8, 18, 21, 30, 47)  # open cards that are played
LAID: Final = 5  # the place to discard is behind so many open cards at most
SOUTH: Final = 35.5  # of a plank, below the square; a card is 60
NAMES: Final = 12  # the size of letters on a plank, in units of the layout


class BenchSketch(Sketch):
    """A layout of the goldsmith's bench in the making."""

    def __init__(self, name: str, least: int, width: float, height: float) -> None:
        super().__init__(name, least, width)
        self.height = height

    def panel(self, x: float, y: float, w: float, h: float) -> None:
        self.paint(
            f'<rect x="{x + 0.5:g}" y="{y + 0.5:g}" width="{w - 1:g}" height="{h - 1:g}" rx="8" '
            'fill="var(--es-card)" stroke="var(--es-line)"/>'
        )

    def slot(self, x: float, y: float, size: float) -> None:
        self.paint(
            f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{size - 2:.1f}" height="{size - 2:.1f}" '
            'rx="4" fill="none" stroke="var(--es-line)" stroke-width="1.2" stroke-dasharray="3 3"/>'
        )

    def grid(
        self,
        name: str,
        sizes: Sequence[int],
        x: float,
        y: float,
        w: float,
        h: float,
        most: float,
        gap: float,
    ) -> None:
        """Sets of square places, each as large as that many allow."""
        for size in sizes:
            side = max(
                min((w + gap) / across - gap, (h + gap) / -(-size // across) - gap, most)
                for across in range(1, size + 1)
            )
            across = int((w + gap + 0.01) // (side + gap))
            for i in range(size):
                row, column = divmod(i, across)
                left, top = x + column * (side + gap), y + row * (side + gap)
                self.put(f"{name}:{size}/{i}", left, top, side, side, 45)

    def pile(self, x: float, y: float, size: float, step: float = 2.5) -> None:
        """The top three cards of the pile, and how many there are."""
        for i in range(3):
            self.put(f"pile:{i}", x + step * i, y - 0.8 * step * i + 4, size, size, 40 + i)
        disc = max(size * 0.46, 24)
        left, top = x + size - disc * 0.6, y + size - disc * 0.75
        self.put("pile:disc", left, top, disc, disc, 47)
        self.put("pile:count", left, top + disc * 0.13, disc, disc * 0.74, 48)

    def board(self, x: float, y: float, size: float) -> None:
        """The square in its frame, with the names of rows and columns in the places at its edge."""
        self.paint(
            f'<use href="#df-board" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'
        )
        scale = size / WHOLE
        self.square(x, y, scale, (FRAME * scale,) * 4)

    def plank(self, x: float, y: float, w: float, h: float, *, fair: bool = True) -> float:
        """The square in a plank, with the names beside the places at its edge; how wide a cell is.

        There is more wood above than below, where no names are; to the left than to the right only
        where the plank is not `fair`.
        """
        cell = (h - 4 - NAMES) / (7 + (SOUTH + RIM) / CARD)
        scale = cell / CARD
        wood = w / scale - 7 * CARD, h / scale - 7 * CARD  # on both sides
        east = wood[0] / 2 if fair else SOUTH
        west, north = wood[0] - east, wood[1] - SOUTH
        left, top = FRAME - west, FRAME - north  # the corner of the plank, the frame's being 0 0
        self.paint(
            f'<svg x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" '
            f'viewBox="{left:.1f} {top:.1f} {w / scale:.1f} {h / scale:.1f}">'
            '<use href="#df-plank"/><use href="#df-inside"/>'
            f'<g font-size="{NAMES / scale:.1f}" text-anchor="middle" dominant-baseline="central" '
            'fill="#f6dfa6" fill-opacity=".72" style="font-family:var(--es-serif)">'
        )
        slot = FRAME - RIM
        beside = max((left + slot) / 2, slot - NAMES / scale * 0.7)
        for i, (column, row) in enumerate(zip(COLUMNS, reversed(ROWS), strict=True)):
            along = FRAME + CARD * (i + 0.5)
            self.paint(f'<text x="{along:g}" y="{(top + slot) / 2:.1f}">{column}</text>')
            self.paint(f'<text x="{beside:.1f}" y="{along:g}">{row}</text>')
        self.paint("</g></svg>")
        rings = (north * scale, east * scale, SOUTH * scale, west * scale)
        self.square(x - left * scale, y - top * scale, scale, rings)
        return cell

    def square(
        self, x: float, y: float, scale: float, rings: tuple[float, float, float, float]
    ) -> None:
        """The places of the square and of its edge; a finger may touch all of the `rings`."""
        cell, deep = CARD * scale, RIM * scale
        left, top = x + FRAME * scale, y + FRAME * scale
        for place, z in (("stones", 20), ("setting", 29), ("wire", 30)):
            self.put(place, left, top, 7 * cell, 7 * cell, z)
        for i, name in enumerate(CELLS):
            column, row = divmod(i, 7)
            at = left + column * cell, top + (6 - row) * cell, cell, cell
            self.put(f"cell:{name}", *at, 10)
            self.put(f"top:{name}", *at, 36)
        for edge in EDGES:
            ex, ey, turn = rim_of(edge)
            mx, my = x + ex * scale, y + ey * scale
            self.put(f"rim:{edge}", mx - cell / 2, my - deep / 2, cell, deep, 32, turn)
            ring = rings["NESW".index(edge[0])]
            lip = (ring - deep) / 2  # what a finger may touch reaches to the end of the frame
            mx += {"W": -lip, "E": lip}.get(edge[0], 0)
            my += {"N": -lip, "S": lip}.get(edge[0], 0)
            w, h = (cell, ring) if edge[0] in "NS" else (ring, cell)
            self.put(f"edge:{edge}", mx - w / 2, my - h / 2, w, h)

    def lay(self, x: float, y: float, w: float, h: float, step: float = 0) -> None:
        """Where a card is discarded: behind the open ones, each of which takes a `step` of it."""
        for i in range(LAID + 1):
            self.put(f"lay:{i}", x + i * step, y, w - i * step, h)

    def finished(self) -> Layout:
        self.scenery = ["<g>", *self.scenery, "</g>"]
        return self.done(self.height, seats=False)  # they have their plates
