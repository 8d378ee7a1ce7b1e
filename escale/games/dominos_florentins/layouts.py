"""Where everything is on Dominos Florentins' table, for narrow, middle and wide containers.

`cell:d5` and `edge:N3` are what can be picked; `rim:N3` is an edge place as a black card lies in
it; `stones`, `setting` and `wire` are the whole square, in the order of their depth; `top:d5` is
above them. Open cards have sets of places for few and for many: `open:8/3`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from escale.draw.scene import Layout
from escale.draw.sketch import Sketch

from .drawings import CARD, FRAME, RIM, WHOLE, rim_of
from .rules import HAND
from .spaces import CELLS, EDGES

FEW: Final = (5, 10, 18, 47)  # open cards that wait
MANY: Final = (8, 18, 30, 47)  # open cards that are played


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

    def finished(self) -> Layout:
        self.scenery = ["<g>", *self.scenery, "</g>"]
        return self.done(self.height, seats=False)  # they have their plates


@cache
def layouts(players: int) -> list[Layout]:
    """The three layouts for that many players, from the narrowest."""
    return [_narrow(players), _middle(players), _wide(players)]


def _narrow(players: int) -> Layout:
    """A phone: plates above the board, hand and stock below it."""
    sketch = BenchSketch("narrow", 0, 360, 566)
    width = (360 - 4 * (players - 1)) / players
    for seat in range(players):
        _small_plate(sketch, seat, seat * (width + 4), 0, width, 44)
    _board(sketch, 0, 48, 360)
    sketch.panel(0, 412, 360, 154)
    for i in range(HAND):
        sketch.put(f"hand:{i}", 7 + i * 67, 419, 62, 62, 45)
    sketch.put("open", 277, 419, 77, 62)
    sketch.put("pass", 277, 419, 77, 62)
    sketch.put("title:none", 14, 436, 254, 26, 45)
    _pile(sketch, 8, 496, 52)
    sketch.put("lock", 9, 551, 12, 12, 46)
    sketch.grid("open", FEW, 78, 491, 276, 68, 46, 3)
    sketch.grid("common", MANY, 7, 418, 262, 142, 62, 3)
    return sketch.finished()


def _middle(players: int) -> Layout:
    """A notebook's cell: all beside the board."""
    sketch = BenchSketch("middle", 640, 800, 520)
    _board(sketch, 0, 0, 520)
    x, w = 532.0, 268.0
    for seat in range(players):
        _plate(sketch, seat, x, seat * 48, w, 44, 16)
    _bench(sketch, Bench(x, players * 48, w, 520, 58, 5, 50, 21, 10, 50))
    return sketch.finished()


def _wide(players: int) -> Layout:
    """A wide page: the same with more room."""
    sketch = BenchSketch("wide", 1280, 1080, 704)
    _board(sketch, 0, 0, 704)
    x, w = 720.0, 360.0
    for seat in range(players):
        _plate(sketch, seat, x, seat * 65, w, 60, 18)
    _bench(sketch, Bench(x, players * 65, w, 704, 78, 8, 48, 26, 12, 60))
    return sketch.finished()


class Bench(NamedTuple):
    """Measures of the panel for hand, pile and open cards."""

    x: float
    y: float
    w: float
    bottom: float
    card: float  # in the hand
    gap: float  # between these
    button: float
    line: float  # of text
    pad: float
    pile: float


def _bench(sketch: BenchSketch, m: Bench) -> None:
    """The reader's cards, a button, the pile and what lies open.

    Once the pile is empty there are no hands: the common stock has all the room, above its button.
    """
    sketch.panel(m.x, m.y, m.w, m.bottom - m.y)
    lily = m.bottom - m.pad - m.button / 2  # where later the button covers it, and few cards do
    middle = f"translate({m.x + m.w / 2:g} {lily:g}) scale({m.button / 38:.2f})"
    sketch.paint(
        f'<g transform="{middle}" opacity=".3" style="--df-gilt:var(--es-gold)">'
        '<use href="#df-lily"/></g>'
    )
    left = m.x + (m.w - HAND * m.card - (HAND - 1) * m.gap) / 2
    inner = m.w - 2 * (left - m.x)
    sketch.put("title", left, m.y + 5, inner, m.line, 45)
    top = m.y + m.line + 8
    for i in range(HAND):
        sketch.put(f"hand:{i}", left + i * (m.card + m.gap), top, m.card, m.card, 45)
    sketch.put("open", left, top + m.card + m.gap + 2, inner, m.button)
    sketch.put("pass", left, m.bottom - m.pad - m.button, inner, m.button)
    room = m.bottom - m.pad - m.button - 10 - top
    sketch.grid("common", MANY, left, top, inner, room, m.card, 4)
    top += m.card + m.gap + m.button + 14
    sketch.put("stock:title", left, top, inner, m.line, 45)
    lock = m.line * 0.72
    if sketch.name == "wide":  # with the reason beside it
        top += m.line
        sketch.put("lock", left, top + 1, lock, lock, 46)
        sketch.put("stock:note", left + lock + 5, top - 1, inner - lock - 5, m.line * 0.82, 45)
    else:
        sketch.put("lock", left + inner - lock, top + 3, lock, lock, 46)
    top += m.line + 3
    _pile(sketch, left, top, m.pile)
    start = left + m.pile + 20
    room = m.bottom - m.pad - top
    sketch.grid("open", FEW, start, top, left + inner - start, room, m.pile, 4)


def _pile(sketch: BenchSketch, x: float, y: float, size: float) -> None:
    for i in range(3):
        sketch.put(f"pile:{i}", x + 2.5 * i, y - 2 * i + 4, size, size, 40 + i)
    disc = size * 0.46
    sketch.put("pile:disc", x + size - disc * 0.6, y + size - disc * 0.75, disc, disc, 47)
    sketch.put("pile:count", x + size - disc * 0.6, y + size - disc * 0.6, disc, disc * 0.74, 48)


def _plate(
    sketch: BenchSketch, seat: int, x: float, y: float, w: float, h: float, type_: float
) -> None:
    """A player: black card, name, colour and gem, hand, count."""
    sketch.panel(x, y, w, h)
    card = h - 10
    sketch.slot(x + 12, y + 5, card)
    sketch.put(f"black:{seat}", x + 12, y + 5, card, card, 45)
    sketch.put(f"turn:{seat}", x, y, h / 5, h, 44)
    sketch.put(
        f"winner:{seat}", x + 12 + card * 0.15, y + 5 + card * 0.22, card * 0.7, card * 0.7, 50
    )
    left = x + card + 21
    score = h * 0.62
    sketch.put(f"score:{seat}", x + w - 10 - score, y + (h - score) / 2, score, score, 45)
    gem = h * 0.46
    right = x + w - 14 - score - gem
    sketch.put(f"gem:{seat}", right, y + (h - gem) / 2, gem, gem, 45)
    held = h * 0.34
    hands = right - 8 - held * 2.2
    for i in range(HAND):
        sketch.put(f"held:{seat}/{i}", hands + i * held * 0.4, y + h * 0.54, held, held, 41 + i)
    line = type_ / 0.72
    sketch.put(
        f"name:{seat}@{sketch.name}", left, y + h * 0.3 - line / 2, right - left - 6, line, 45
    )
    small = max(13.5, type_ - 4) / 0.72
    sketch.put(f"kind:{seat}", left, y + h * 0.72 - small / 2, hands - left - 4, small, 45)


def _small_plate(sketch: BenchSketch, seat: int, x: float, y: float, w: float, h: float) -> None:
    """A player on a phone; where four are abreast, the name has a line of its own."""
    sketch.panel(x, y, w, h)
    four = w < 100
    card = 24.0 if four else h - 10
    top = y + h - card - 2 if four else y + 5
    line = top + card / 2 if four else y + 30  # of what is counted
    sketch.slot(x + 9, top, card)
    sketch.put(f"black:{seat}", x + 9, top, card, card, 45)
    sketch.put(f"turn:{seat}", x, y, 9, h, 44)
    sketch.put(
        f"winner:{seat}", x + 9 + card * 0.12, top + card * 0.2, card * 0.76, card * 0.76, 50
    )
    left = x + card + 12
    name = x + 10 if four else left
    sketch.put(f"name:{seat}@narrow", name, y + 2, x + w - 3 - name, 17, 45)
    gem = 15.0 if four else 18.0
    sketch.put(f"gem:{seat}", left - 1.5, line - gem / 2, gem, gem, 45)
    sketch.put(f"score:{seat}", left + gem + 0.5, line - 11.5, 17, 23, 45)
    held, step = (9.0, 1.7) if four else (12.0, 5.0)
    right = x + w - 4 - held - 3 * step
    for i in range(HAND):
        sketch.put(f"held:{seat}/{i}", right + i * step, line - held / 2, held, held, 41 + i)


def _board(sketch: BenchSketch, x: float, y: float, size: float) -> None:
    """The square in its frame."""
    sketch.paint(f'<use href="#df-board" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>')
    scale = size / WHOLE
    cell, ring, deep = CARD * scale, FRAME * scale, RIM * scale
    left, top = x + ring, y + ring
    for place, z in (("stones", 20), ("setting", 29), ("wire", 30)):
        sketch.put(place, left, top, 7 * cell, 7 * cell, z)
    for i, name in enumerate(CELLS):
        column, row = divmod(i, 7)
        at = left + column * cell, top + (6 - row) * cell, cell, cell
        sketch.put(f"cell:{name}", *at, 10)
        sketch.put(f"top:{name}", *at, 36)
    for edge in EDGES:
        ex, ey, turn = rim_of(edge)
        mx, my = x + ex * scale, y + ey * scale
        sketch.put(f"rim:{edge}", mx - cell / 2, my - deep / 2, cell, deep, 32, turn)
        lip = (ring - deep) / 2  # what a finger may touch reaches to the end of the frame
        mx += {"W": -lip, "E": lip}.get(edge[0], 0)
        my += {"N": -lip, "S": lip}.get(edge[0], 0)
        w, h = (cell, ring) if edge[0] in "NS" else (ring, cell)
        sketch.put(f"edge:{edge}", mx - w / 2, my - h / 2, w, h)
