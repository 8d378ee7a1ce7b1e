"""Where everything is on Dominos Florentins' table, for narrow, middle and wide containers.

What all have in common is in `bench`, the narrow one and those of lessons on a phone in `phone`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from escale.draw.scene import Layout

from .bench import FEW, MANY, BenchSketch
from .phone import phone
from .rules import HAND


@cache
def layouts(players: int) -> list[Layout]:
    """The three layouts for that many players, from the narrowest."""
    return [phone(players), _middle(players), _wide(players)]


def _middle(players: int) -> Layout:
    """A notebook's cell: all beside the board."""
    sketch = BenchSketch("middle", 640, 800, 520)
    sketch.board(0, 0, 520)
    x, w = 532.0, 268.0
    for seat in range(players):
        _plate(sketch, seat, x, seat * 48, w, 44, 16)
    _bench(sketch, Bench(x, players * 48, w, 520, 58, 5, 50, 21, 10, 50))
    return sketch.finished()


def _wide(players: int) -> Layout:
    """A wide page: the same with more room."""
    sketch = BenchSketch("wide", 1280, 1080, 704)
    sketch.board(0, 0, 704)
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
    """The reader's cards, the buttons, the pile and what lies open.

    Once the pile is empty there are no hands: the common stock has all the room, above its buttons.
    """
    sketch.panel(m.x, m.y, m.w, m.bottom - m.y)
    lily = m.bottom - m.pad - m.button / 2  # where later the button covers it whole
    middle = f"translate({m.x + m.w * 0.75:g} {lily:g}) scale({m.button / 44:.2f})"
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
    row, foot = top + m.card + m.gap + 2, m.bottom - m.pad - m.button
    half = (inner - m.gap) / 2
    sketch.put("turner:hand", left, row, half, m.button, 45)
    sketch.lay(left + half + m.gap, row, half, m.button)
    sketch.put("turner:common", left, foot, half, m.button, 45)
    sketch.put("pass", left + half + m.gap, foot, half, m.button)
    sketch.put("keep", left, foot, inner, m.button)
    room = m.bottom - m.pad - m.button - 10 - top
    for name in ("common", "left"):
        sketch.grid(name, MANY, left, top, inner, room, m.card, 4)
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
    sketch.pile(left, top, m.pile)
    start = left + m.pile + 20
    room = m.bottom - m.pad - top
    for name in ("open", "asked"):
        sketch.grid(name, FEW, start, top, left + inner - start, room, m.pile, 4)


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
