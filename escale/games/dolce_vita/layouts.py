"""Where everything is on Dolce Vita's table, for middle and wide containers; see also `phone`.

`column:C/K` is the K-th object from the bottom, `row:C/R` the R-th row on the sand (its badge;
`laid:` and `many:` its towels, `total:` and `equal:` the rest), `claim:C/K` a badge on an object,
`own:S/maison` a slot of a collection, `hand:N` a slot of the reader's hand, `held:S/N` one of
another player's; S is 0 for the reader, 1 for whoever sits to their left, and so on. The sand has
room for all players below every column: nothing ever jumps.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from escale.draw.scene import Layout

from . import phone
from .beach import BeachSketch, awning, collection_slot, frame, lane, panel, view
from .drawings import CARD, TOWEL
from .rules import COLUMNS, GOODS, HEIGHT, MONEY, NUMBERS, PLACEMENTS


class Beach(NamedTuple):
    """Measures of the board in one layout."""

    width: float
    pad: float  # left and right of the columns
    gap: float  # between columns
    awning: float
    air: float  # between the awning and a full column
    strip: float  # what shows of a card that another one covers
    wet: float  # between the shoreline and the first row
    row: float
    badge: float
    towel: float  # height of a towel in its row
    total: float  # width of the total at the end of the row


BEACHES = {
    "middle": Beach(800, 12, 8, 27, 7, 34, 12, 29, 24, 26.5, 24),
    "wide": Beach(868, 13, 9, 29, 9, 38, 14, 31, 23, 28, 27),
}


@cache
def layouts(players: int) -> list[Layout]:
    """The three layouts for that many players, from the narrowest."""
    return [phone.table(players), _middle(players), _wide(players)]


def _middle(players: int) -> Layout:
    """A notebook's cell: hand and collections below the board, two abreast."""
    sketch = BeachSketch("middle", 600, 800)
    top = _beach(sketch, players, 0) + 10
    width, height, gap = 395.0, 92.0, 10.0
    first, more = 1, 0.0  # the cell of the first player
    if players % 2:
        more = 24.0  # the first row of cells is higher: the hand's title
        _hand_words(sketch, 16, top + 1, 110, 250)
        top += more
        panel(sketch, 0, top - more, width, height + more)
        _hand(sketch, 6, top + 5, width - 12, 81)
    else:
        first = 2
        panel(sketch, 0, top, 800, height)
        _hand_words(sketch, 16, top + 21, 172)
        _hand(sketch, 196, top + 6, 516, 80)
    for seat in range(players):
        across, down = (first + seat) % 2, (first + seat) // 2
        x, y = across * (width + gap), top + down * (height + gap)
        up = 0 if down else more
        _seat_box(sketch, seat, x, y - up, width, height + up, 8)
    return sketch.finished(top + (first + players) // 2 * (height + gap) - gap)


def _wide(players: int) -> Layout:
    """A wide page: the collections on the right."""
    sketch = BeachSketch("wide", 960, 1200)
    bottom = _beach(sketch, players, 0)
    top = bottom + 10
    panel(sketch, 0, top, 868, 112)
    _hand_words(sketch, 22, top + 30, 180)
    _hand(sketch, 214, top + 8, 564, 96)
    left, width, gap = 884.0, 316.0, 10.0
    whole = top + 112
    height = (whole - gap * (players - 1)) / players
    for seat in range(players):
        _seat_box(sketch, seat, left, seat * (height + gap), width, height, 4)
    return sketch.finished(whole)


def _beach(sketch: BeachSketch, players: int, y: float) -> float:
    """The board; returns its lower edge."""
    m = BEACHES[sketch.name]
    width = (m.width - 2 * m.pad - (len(COLUMNS) - 1) * m.gap) / len(COLUMNS)
    height = width * CARD[1] / CARD[0]
    shore = y + m.awning + m.air + (HEIGHT - 1) * m.strip + height
    bottom = shore + m.wet + players * m.row + m.wet / 2
    view(sketch, y, m.width, shore, bottom)
    frame(sketch, y, m.width, bottom)
    for column in COLUMNS:
        left = m.pad + (column - 1) * (width + m.gap)
        start = left - m.gap / 2 if column > COLUMNS[0] else 0
        end = left + width + m.gap / 2 if column < COLUMNS[-1] else m.width
        awning(sketch, column, start, end, y, m.awning)
        sketch.put(f"column:{column}", left - m.gap / 2, y, width + m.gap, bottom - y)
        sketch.put(f"now:{column}", left + width / 2 - m.awning / 2, y, m.awning, m.awning, 2)
        sketch.put(f"number:{column}", left, y, width, m.awning * 0.96, 3)
        size = width / CARD[0]
        for k in range(1, HEIGHT + 1):
            top = shore - height - (k - 1) * m.strip
            sketch.put(f"column:{column}/{k}", left, top, width, height, 20 - k)
            if k <= players:
                claim = 25.6 * size
                sketch.put(
                    f"claim:{column}/{k}", left + 33 * size, top + 8 * size, claim, claim, 30
                )
        lane(sketch, left, shore + m.wet / 2, width, bottom - shore - m.wet)
        for row in range(players):
            _sand_row(sketch, f"{column}/{row + 1}", left, shore + m.wet + row * m.row, width, m)
    return bottom


def _sand_row(sketch: BeachSketch, row: str, x: float, y: float, w: float, m: Beach) -> None:
    """A player's row below a column: badge, towels, total."""
    sketch.put(f"row:{row}", x + 1, y + (m.row - m.badge) / 2, m.badge, m.badge, 24)
    towel = m.towel * TOWEL[0] / TOWEL[1]
    start = x + m.badge + 2
    room = w - m.badge - m.total - 3
    # Up to three towels lie side by side, more of them in a pile.
    for most, name in ((3, "laid"), (PLACEMENTS, "many")):
        wide = min(towel, room / most)
        if wide < 9:
            wide = towel
        pitch = min(wide, max(0.5, (room - wide) / (most - 1)))
        high = wide * TOWEL[1] / TOWEL[0]
        top = y + (m.row - high) / 2
        for i in range(most):
            sketch.put(f"{name}:{row}/{i + 1}", start + i * pitch, top, wide, high, 21)
    high = min(m.row * 0.92, m.total * 1.15)
    sketch.put(f"total:{row}", x + w - m.total - 2.5, y + (m.row - high) / 2, m.total, high, 22)
    mark = m.badge * 0.66
    sketch.put(
        f"equal:{row}", x + m.badge - mark * 0.55, y + m.row / 2 - mark * 1.05, mark, mark, 25
    )


def _hand(sketch: BeachSketch, x: float, y: float, w: float, h: float) -> None:
    """Six slots; one that is empty shows its number."""
    pitch = w / len(NUMBERS)
    towel = min(h * TOWEL[0] / TOWEL[1], pitch - 6)
    high = towel * TOWEL[1] / TOWEL[0]
    for i, number in enumerate(NUMBERS):
        left = x + i * pitch
        sketch.put(
            f"hand:{number}", left + (pitch - towel) / 2, y + (h - high) / 2, towel, high, 10
        )
        sketch.put(f"pick:{number}", left + 1, y - 2, pitch - 2, h + 4)
        sketch.show(f"no-{number}", left + (pitch - towel) / 2, y + (h - high) / 2, towel, high)


def _hand_words(sketch: BeachSketch, x: float, y: float, w: float, beside: float = 0) -> None:
    """What stands by the hand: its title, and a note below it or beside it."""
    sketch.put("hand:title", x, y, w, 26)
    if beside:
        sketch.put("hand:note", x + w, y + 4, beside, 20.5)
    else:
        sketch.put("hand:note", x, y + 26, w, 20.5)


def _seat_box(
    sketch: BeachSketch, seat: int, x: float, y: float, w: float, h: float, abreast: int
) -> None:
    """A player: badge, name, hand, score, and below them the collection."""
    panel(sketch, x, y, w, h)
    head = 36.0
    line = abreast == len(GOODS) + 1  # the collection takes the whole width
    sketch.put(f"spine:{seat}@{sketch.name}", x + 1, y + 7, 5, head - 8 if line else h - 14, 5)
    sketch.put(f"turn:{seat}", x + 8, y + 12.5, 13, 13, 12)
    sketch.put(f"crown:{seat}", x + 4, y + 8, 22, 22, 12)
    sketch.put(f"seat:{seat}", x + 22, y + 5, 28, 28, 10)
    sketch.put(f"first:{seat}", x + 42, y + 19, 16, 16, 11)
    sketch.put(f"score:{seat}", x + w - 72, y + 4, 62, 31, 10)
    towel = 18.0 if line else 16.6
    towels = x + w - 72 - len(NUMBERS) * (towel + 0.6) - 2
    sketch.put(f"name:{seat}@{sketch.name}", x + 60, y + 8, towels - x - 63, 22, 10)
    sketch.put(f"note:{seat}", towels, y + 9, 88, 20.5, 10)
    for number in NUMBERS:
        left, high = towels + (number - 1) * (towel + 0.6), towel * TOWEL[1] / TOWEL[0]
        sketch.put(f"held:{seat}/{number}", left, y + 19.5 - high / 2, towel, high, 10)
    rows = (len(GOODS) + 1) // abreast
    start, gap = (3.4, 0.2) if line else (18.0, 5.0)
    inner = w - start - (3.4 if line else 10)
    high = (h - head - (3 if line else 8) - gap * (rows - 1)) / rows
    wide = min((inner - gap * (abreast - 1)) / abreast, high * CARD[0] / CARD[1])
    high = wide * CARD[1] / CARD[0]
    pitch = (inner - wide) / (abreast - 1)
    top = y + head + (h - head - (2 if line else 6) - rows * high - (rows - 1) * gap) / 2
    for i, kind in enumerate((*GOODS, MONEY)):
        row, left = i // abreast, x + start + i % abreast * pitch
        collection_slot(sketch, seat, kind, left, top + row * (high + gap), wide, 10 + 2 * row)
