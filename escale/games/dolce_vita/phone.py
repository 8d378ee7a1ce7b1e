"""Where everything is on a phone: Dolce Vita's table at a width of 390.

The others are folded to a cell each above the beach: badge, name, total, and eight bars, as high
as what they have of a kind is worth, in the order of one's own collection below. Below a column
lies a row a player, badge and total: the towels are under the badge, come out of it and go into it.
A tap on a fan or on a player opens them enlarged, in a close-up: there a column has its rows beside
it, each at the object of its rank, with all towels; a player's cards are those that are left.
"""

from __future__ import annotations

from typing import NamedTuple

from escale.draw.scene import Layout

from .beach import BeachSketch, awning, collection_slot, lane, panel, view
from .drawings import BAR, CARD, CELLS, PLATE, TOWEL
from .rules import COLUMNS, GOODS, HEIGHT, MONEY, NUMBERS, PLACEMENTS

WIDTH, HIGH = 390.0, 580.0
KINDS = (*GOODS, MONEY)
AWNING = 20.0
GAP = 3.0  # between columns, between cells
MINE = 132.0  # one's own collection, cards and total
ROWS = {3: 23.0, 4: 22.0, 5: 20.8}  # the pitch of rows on the sand, by how many play
WET = 11.0  # between the shoreline and the first row


class Column(NamedTuple):
    """Where a column is, from its awning to the end of its sand."""

    left: float
    width: float
    top: float
    shore: float
    bottom: float
    pitch: float  # of the rows


def table(players: int) -> Layout:
    """The whole table; every number of players takes the same height."""
    sketch = BeachSketch("narrow", 0, WIDTH)
    top = _others(sketch, players)
    low = HIGH - MINE
    shore = low - (WET + players * ROWS[players] + 5)
    view(sketch, top, WIDTH, shore, low)
    width = (WIDTH - len(COLUMNS) * GAP) / len(COLUMNS)
    for i, column in enumerate(COLUMNS):
        left = GAP / 2 + i * (width + GAP)
        at = Column(left, width, top, shore, low, ROWS[players])
        _column(sketch, column, players, at)
        sketch.put(f"fan:{column}", left - GAP / 2, top, width + GAP, shore - top)
        sketch.put(f"column:{column}", left - GAP / 2, shore, width + GAP, low - shore)
    _mine(sketch, low)
    for column in COLUMNS:
        sketch.closeups[f"fan:{column}"] = _column_closeup(column, players)
    for chair in range(players):
        sketch.closeups[f"player:{chair}"] = _player_closeup(chair)
    return sketch.finished(HIGH)


# --- The others ---------------------------------------------------------------------------------


def _others(sketch: BeachSketch, players: int) -> float:
    """A cell for everybody else; returns where the beach begins."""
    wide, high = CELLS[players]
    abreast = 3 if players == 4 else 2
    for chair in range(1, players):
        x = GAP + (chair - 1) % abreast * (wide + GAP)
        y = GAP + (chair - 1) // abreast * (high + GAP)
        panel(sketch, x, y, wide, high)
        sketch.put(f"player:{chair}", x, y, wide, high)
        sketch.put(f"rim:{chair}", x, y, wide, high, 9)
        if abreast == 3:
            bars(sketch, chair, x + 4, y + 27, wide - 8, high - 30)
            person(sketch, chair, x + 3, y + 2.5, wide - 6, one_line=True)
        else:
            bars(sketch, chair, x + 96, y + 4, wide - 99, high - 8)
            person(sketch, chair, x + 4, y + (high - 36) / 2, 90)
    return GAP + -(-(players - 1) // abreast) * (high + GAP)


def person(
    sketch: BeachSketch, chair: int, x: float, y: float, w: float, *, one_line: bool = False
) -> None:
    """Badge, name, total; the total beside the name, or below it."""
    badge = 24.0
    at = y if one_line else y + 6
    sketch.put(f"seat:{chair}", x, at, badge, badge, 12)
    sketch.put(f"crown:{chair}", x + 12, max(1, at - 6), 16, 16, 14)
    sketch.put(f"first:{chair}", x + badge - 8, at + badge - 11, 14, 14, 13)
    for number in NUMBERS:  # under the badge: what is laid comes out of it
        sketch.put(f"held:{chair}/{number}", *under(x, at, badge), 11)
    start, total = x + badge + 4, 40.0
    if one_line:
        sketch.put(f"name:{chair}@narrow", start, y + 3, w - badge - total - 4, 17.5, 10)
        sketch.put(f"score:{chair}", x + w - total, y + 1.5, total, 21, 10)
    else:
        sketch.put(f"name:{chair}@narrow", start, y, w - badge - 4, 17.5, 10)
        sketch.put(f"score:{chair}", start, y + 16, 42, 22, 10)


def under(x: float, y: float, badge: float) -> tuple[float, float, float, float]:
    """The box of a towel that lies under a badge, and is hidden by it."""
    high = badge * 0.72
    wide = high * TOWEL[0] / TOWEL[1]
    return x + (badge - wide) / 2, y + (badge - high) / 2, wide, high


def bars(sketch: BeachSketch, chair: int, x: float, y: float, w: float, h: float) -> None:
    """What somebody has, as bars; a card that comes or goes is under its bar."""
    wide = min(h * BAR[0] / BAR[1], w / len(KINDS) - 1.5)
    high = wide * BAR[1] / BAR[0]
    y += (h - high) / 2
    pitch = (w - wide) / (len(KINDS) - 1)
    empty = ""
    sketch.paint('<g fill="var(--es-line)">')
    for i, kind in enumerate(KINDS):
        left = x + i * pitch
        empty += f"M{left + 0.5:.1f} {y + 0.5:.1f}h{wide - 1:.1f}v{high - 1:.1f}h{1 - wide:.1f}z"
        glyph = wide - 1.6
        sketch.show(f"g-{kind}", left + 0.8, y + high - glyph - 2, glyph, glyph)
        sketch.put(f"bar:{chair}/{kind}", left, y, wide, high, 14)
        size = wide * CARD[1] / CARD[0]
        places = (1, 2, 3) if kind == MONEY else ("", 2)
        for place in places:
            name = f"own:{chair}/{kind}/{place}".rstrip("/")
            sketch.put(name, left, y + high - size, wide, size, 10)
    sketch.paint(
        f'<path d="{empty}" fill="none" stroke="var(--es-line)" stroke-dasharray="2 1.6"/></g>'
    )


# --- The beach ----------------------------------------------------------------------------------


def roof(sketch: BeachSketch, column: int, left: float, width: float, top: float) -> None:
    """The awning of a column with its number; the outer ones reach to the edges."""
    start, end = left - GAP / 2, left + width + GAP / 2
    first, last = left < GAP, left + width > WIDTH - GAP
    awning(sketch, column, 0 if first else start, WIDTH if last else end, top, AWNING)
    sketch.put(f"now:{column}", left + width / 2 - AWNING / 2, top, AWNING, AWNING, 2)
    sketch.put(f"number:{column}", left, top - 0.5, width, AWNING, 3)


def _column(sketch: BeachSketch, column: int, players: int, at: Column) -> None:
    """A column and the sand below it."""
    left, width, top, shore, bottom, pitch = at
    roof(sketch, column, left, width, top)
    high = width * CARD[1] / CARD[0]
    strip = min(width * 42 / CARD[0], (shore - top - AWNING - 2 - high) / (HEIGHT - 1))
    for k in range(1, HEIGHT + 1):
        y = shore - high - (k - 1) * strip
        sketch.put(f"column:{column}/{k}", left, y, width, high, 20 - k)
    lane(sketch, left, shore + 6, width, bottom - shore - 9)
    for place in range(players):
        _row(sketch, f"{column}/{place + 1}", left, shore + WET + place * pitch, width, pitch)


def _row(sketch: BeachSketch, row: str, x: float, y: float, w: float, h: float) -> None:
    """A player's row below a column: badge, whether it is cancelled, total."""
    plate = w * PLATE[1] / PLATE[0]
    sketch.put(f"plate:{row}", x, y + (h - plate) / 2, w, plate, 20)
    badge = 20.0
    at = y + (h - badge) / 2
    sketch.put(f"row:{row}", x, at, badge, badge, 24)
    for name, most in (("laid", 3), ("many", PLACEMENTS)):
        for i in range(most):
            sketch.put(f"{name}:{row}/{i + 1}", *under(x, at, badge), 21)
    sketch.put(f"equal:{row}", x + badge + 0.5, y + h / 2 - 6, 12, 12, 25)
    sketch.put(f"total:{row}", x + badge + 10, y + h / 2 - 10.5, w - badge - 15, 21, 22)


# --- What is one's own --------------------------------------------------------------------------


def _mine(sketch: BeachSketch, y: float) -> None:
    """One's own collection, cards and total, from here to the lower edge."""
    band(sketch, y, HIGH)
    pitch = (WIDTH - 5) / len(KINDS)
    for i, kind in enumerate(KINDS):
        collection_slot(sketch, 0, kind, 2.5 + i * pitch, y + 4, pitch - 2)
    sketch.put("player:0", 1, y + 2, WIDTH - 2, 52)
    low = y + 58
    for i, number in enumerate(NUMBERS):
        card(sketch, number, 3 + i * 52.5, low, 52.5, 68)
    me(sketch, 322, low)


def band(sketch: BeachSketch, y: float, bottom: float) -> None:
    """The ground of what is one's own."""
    sketch.paint(
        f'<path fill="var(--dv-s)" d="M0 {y - 2:g}H{WIDTH:g}v4H0z"/>'
        f'<path fill="var(--es-card)" d="M0 {y:g}H{WIDTH:g}V{bottom:g}H0z"/>'
    )


def me(sketch: BeachSketch, x: float, y: float) -> None:
    """The reader: badge, name, total."""
    sketch.put("seat:0", x, y + 1, 25, 25, 12)
    sketch.put("crown:0", x + 24, y + 2, 22, 22, 13)
    sketch.put("first:0", x + 46, y + 4, 18, 18, 13)
    sketch.put("name:0@narrow", x, y + 26, 65, 17.5, 10)
    sketch.put("score:0", x, y + 41, 62, 28, 10)


def card(sketch: BeachSketch, number: int, x: float, y: float, w: float, h: float) -> None:
    """A slot of the hand; if it is empty it shows its number."""
    wide = h * TOWEL[0] / TOWEL[1]
    left = x + (w - wide) / 2
    sketch.show(f"no-{number}", left, y, wide, h)
    # Whoever watches has nobody's hand: the first player's cards are shown there.
    for place in (f"hand:{number}", f"held:0/{number}"):
        sketch.put(place, left, y, wide, h, 10)
    sketch.put(f"pick:{number}", left - 0.5, y - 1, wide + 1, h + 2)


# --- Close-ups ----------------------------------------------------------------------------------


def _column_closeup(column: int, players: int) -> Layout:
    """A column enlarged: whoever is first has their row beside the bottom object, and so on."""
    sketch = BeachSketch("narrow", 0, 370)
    width, roof = 116.0, 24.0
    left, high, strip = 10.0, width * CARD[1] / CARD[0], width * 42 / CARD[0]
    shore = roof + 4 + (HEIGHT - 1) * strip + high
    view(sketch, 0, sketch.width, shore, shore + 12)
    awning(sketch, column, left - 4, left + width + 4, 0, roof)
    sketch.put(f"now:{column}", left + width / 2 - roof / 2, 0, roof, roof, 2)
    sketch.put(f"number:{column}", left, -0.5, width, roof, 3)
    start, room, size = left + width + 6, 228.0, width / CARD[0]
    sand = shore - high - (players - 1) * strip - 3
    sketch.paint(
        f'<rect x="{start - 4:g}" y="{sand:.1f}" width="{room + 8:g}" '
        f'height="{shore - sand + 2:.1f}" rx="10" fill="var(--dv-sand)"/>'
    )
    for k in range(1, HEIGHT + 1):
        y = shore - high - (k - 1) * strip
        sketch.put(f"column:{column}/{k}", left, y, width, high, 20 - k)
        if k > players:
            continue
        sketch.put(
            f"claim:{column}/{k}", left + 35 * size, y + 9.5 * size, 22 * size, 22 * size, 30
        )
        _long_row(sketch, f"{column}/{k}", start, y, room, strip)
    return sketch.finished(shore + 12)


def _long_row(sketch: BeachSketch, row: str, x: float, y: float, w: float, h: float) -> None:
    """A row with room for all towels."""
    lane(sketch, x, y + 1.5, w, h - 3)
    badge, high = 30.0, h - 6
    sketch.put(f"row:{row}", x + 5, y + (h - badge) / 2, badge, badge, 24)
    sketch.put(f"equal:{row}", x + 26, y + 3, 16, 16, 25)
    wide = high * TOWEL[0] / TOWEL[1]
    for name, most, pitch in (("laid", 3, wide + 4), ("many", PLACEMENTS, wide + 1)):
        for i in range(most):
            left = x + badge + 14 + i * pitch
            sketch.put(f"{name}:{row}/{i + 1}", left, y + 3, wide, high, 21)
    sketch.put(f"total:{row}", x + w - 46, y + 4, 38, h - 8, 22)


def _player_closeup(chair: int) -> Layout:
    """A player's collection, large, and the cards that are left."""
    sketch = BeachSketch("narrow", 0, 370)
    wide, gap, abreast = 86.0, 5.0, 4
    high = wide * CARD[1] / CARD[0]
    for i, kind in enumerate(KINDS):
        x, y = 5.5 + i % abreast * (wide + gap), 6 + i // abreast * (high + gap)
        collection_slot(sketch, chair, kind, x, y, wide, 10 + 3 * (i // abreast))
    low = 6 + 2 * (high + gap) + 4
    towel, pitch = 58.0, 44.0
    for i, number in enumerate(NUMBERS):
        left, size = 8 + i * pitch, (towel * TOWEL[0] / TOWEL[1], towel)
        sketch.show(f"no-{number}", left, low, *size)
        sketch.put(f"held:{chair}/{number}", left, low, *size, 10)
        if not chair:
            sketch.put(f"hand:{number}", left, low, *size, 10)
    sketch.put(f"seat:{chair}", 280, low, 28, 28, 10)
    sketch.put(f"first:{chair}", 310, low + 5, 18, 18, 11)
    sketch.put(f"crown:{chair}", 332, low + 3, 22, 22, 11)
    sketch.put(f"score:{chair}", 276, low + 28, 86, 32, 10)
    return sketch.finished(low + towel + 8)
