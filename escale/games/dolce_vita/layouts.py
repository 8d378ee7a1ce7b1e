"""Where everything is on Dolce Vita's table, for narrow, middle and wide containers.

`column:C/K` is the K-th object from the bottom, `row:C/R` the R-th row on the sand (its badge;
`laid:` and `many:` its towels, `total:` and `equal:` the rest), `claim:C/K` a badge on an object,
`own:S/maison` a slot of a collection, `hand:N` a slot of the reader's hand, `held:S/N` one of
another player's. The sand has room for all players below every column: nothing ever jumps.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from escale.draw.scene import Layout
from escale.draw.sketch import Sketch

from .drawings import CARD, COLOURS, TOWEL
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
    claims: bool  # is there room for badges on the objects?


BEACHES = {
    "narrow": Beach(360, 4, 3, 21, 4, 18, 9, 21.5, 14, 19, 15, False),
    "middle": Beach(800, 12, 8, 27, 7, 34, 12, 29, 22, 26.5, 26, True),
    "wide": Beach(868, 13, 9, 29, 9, 38, 14, 31, 23, 28, 27, True),
}


class BeachSketch(Sketch):
    """A layout of the beach in the making."""

    digits = 1

    def show(self, symbol: str, x: float, y: float, w: float, h: float) -> None:
        """A drawing that never moves."""
        x, y, w, h = (round(n, 1) for n in (x, y, w, h))
        self.paint(f'<use href="#dv-{symbol}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"/>')

    def finished(self, height: float) -> Layout:
        self.scenery = ["<g>", *self.scenery, "</g>"]
        # A phone has no room to name the players twice.
        return self.done(round(height, 1), seats=self.name != "narrow")


@cache
def layouts(players: int) -> list[Layout]:
    """The three layouts for that many players, from the narrowest."""
    return [_narrow(players), _middle(players), _wide(players)]


def _narrow(players: int) -> Layout:
    """A phone: collections as rows above the board, the hand below it."""
    sketch = BeachSketch("narrow", 0, 360)
    row = 47.0
    for seat in range(players):
        _seat_row(sketch, seat, seat * row, row - 2)
    bottom = _beach(sketch, players, players * row + 2)
    top = bottom + 5
    _panel(sketch, 0, top, 360, 76)
    _hand(sketch, 4, top + 6, 352, 64)
    return sketch.finished(top + 76)


def _middle(players: int) -> Layout:
    """A notebook's cell: hand and collections below the board, two abreast."""
    sketch = BeachSketch("middle", 600, 800)
    top = _beach(sketch, players, 0) + 10
    width, height, gap = 395.0, 92.0, 10.0
    first = 1  # the cell of the first player
    if players % 2:
        _panel(sketch, 0, top, width, height)
        _hand_words(sketch, 16, top, 110, 250)
        _hand(sketch, 12, top + 28, width - 24, 61)
    else:
        first = 2
        _panel(sketch, 0, top, 800, height)
        _hand_words(sketch, 16, top + 21, 172)
        _hand(sketch, 196, top + 6, 516, 80)
    for seat in range(players):
        across, down = (first + seat) % 2, (first + seat) // 2
        _seat_box(
            sketch, seat, across * (width + gap), top + down * (height + gap), width, height, 8
        )
    return sketch.finished(top + (first + players) // 2 * (height + gap) - gap)


def _wide(players: int) -> Layout:
    """A wide page: the collections on the right."""
    sketch = BeachSketch("wide", 960, 1200)
    bottom = _beach(sketch, players, 0)
    top = bottom + 10
    _panel(sketch, 0, top, 868, 112)
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
    _view(sketch, y, m.width, shore, bottom)
    for column in COLUMNS:
        left = m.pad + (column - 1) * (width + m.gap)
        _awning(sketch, column, left - m.gap / 2, y, width + m.gap, m)
        sketch.put(f"column:{column}", left - m.gap / 2, y, width + m.gap, bottom - y)
        sketch.put(f"now:{column}", left + width / 2 - m.awning / 2, y, m.awning, m.awning, 2)
        sketch.put(f"number:{column}", left, y, width, m.awning * 0.96, 3)
        size = width / CARD[0]
        for k in range(1, HEIGHT + 1):
            top = shore - height - (k - 1) * m.strip
            sketch.put(f"column:{column}/{k}", left, top, width, height, 20 - k)
            if m.claims and k <= players:
                claim = 22 * size
                sketch.put(
                    f"claim:{column}/{k}", left + 35 * size, top + 9.5 * size, claim, claim, 30
                )
        _lane(sketch, left, shore + m.wet / 2, width, bottom - shore - m.wet)
        for row in range(players):
            _sand_row(sketch, f"{column}/{row + 1}", left, shore + m.wet + row * m.row, width, m)
    return bottom


def _sand_row(sketch: BeachSketch, row: str, x: float, y: float, w: float, m: Beach) -> None:
    """A player's row below a column: badge, towels, total."""
    sketch.put(f"row:{row}", x + 1, y + (m.row - m.badge) / 2, m.badge, m.badge, 24)
    towel = m.towel * TOWEL[0] / TOWEL[1]
    start = x + m.badge + 2
    room = w - m.badge - m.total - 3
    # Up to three towels lie side by side, more of them smaller; on a phone they lie in a pile.
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
        sketch.put("hand:note", x + w, y + 4, beside, 19)
    else:
        sketch.put("hand:note", x, y + 26, w, 20)


def _seat_box(
    sketch: BeachSketch, seat: int, x: float, y: float, w: float, h: float, abreast: int
) -> None:
    """A player: badge, name, hand, score, and below them the collection."""
    _panel(sketch, x, y, w, h)
    _spine(sketch, seat, x, y, h)
    head = 36.0
    sketch.put(f"turn:{seat}", x + 1, y + 8, 22, 22, 12)
    sketch.put(f"seat:{seat}", x + 19, y + 5, 28, 28, 10)
    sketch.put(f"first:{seat}", x + 39, y + 19, 16, 16, 11)
    sketch.put(f"score:{seat}", x + w - 72, y + 4, 62, 31, 10)
    towels = x + w - 72 - 94
    sketch.put(f"name:{seat}@{sketch.name}", x + 58, y + 8, towels - x - 64, 22, 10)
    sketch.put(f"note:{seat}", towels, y + 9, 88, 20, 10)
    for number in NUMBERS:
        sketch.put(f"held:{seat}/{number}", towels + (number - 1) * 15, y + 9, 14.5, 20.5, 10)
    rows = (len(GOODS) + 1) // abreast
    inner, gap = w - 28, 6.0
    high = (h - head - 10 - gap * (rows - 1)) / rows
    wide = min((inner - gap * (abreast - 1)) / abreast, high * CARD[0] / CARD[1])
    high = wide * CARD[1] / CARD[0]
    pitch = (inner - wide) / (abreast - 1)
    top = y + head + 1 + (h - head - 9 - rows * high - (rows - 1) * gap) / 2
    for i, kind in enumerate((*GOODS, MONEY)):
        row, left = i // abreast, x + 18 + i % abreast * pitch
        _collection_slot(sketch, seat, kind, left, top + row * (high + gap), wide, 10 + 2 * row)


def _seat_row(sketch: BeachSketch, seat: int, y: float, h: float) -> None:
    """A player on a phone: all in one row."""
    _panel(sketch, 0, y, 360, h)
    _spine(sketch, seat, 0, y, h)
    sketch.put(f"seat:{seat}", 8.5, y + 2, 15, 15, 10)
    sketch.put(f"name:{seat}@narrow", 25.5, y + 1.5, 47, 15.5, 10)
    sketch.put(f"turn:{seat}", 9, y + 18, 13.5, 13.5, 12)
    sketch.put(f"first:{seat}", 24, y + 17.5, 13.5, 13.5, 11)
    sketch.put(f"score:{seat}", 36, y + 16, 35.5, 17, 10)
    sketch.put(f"note:{seat}", 9, y + 31.5, 55, 13.5, 10)
    for number in NUMBERS:
        sketch.put(f"held:{seat}/{number}", 8.5 + (number - 1) * 10.8, y + 32, 9, 12.5, 10)
    wide = 35.2
    for i, kind in enumerate((*GOODS, MONEY)):
        left = 72.6 + i * (wide + 0.5)
        _collection_slot(sketch, seat, kind, left, y + (h - wide * CARD[1] / CARD[0]) / 2, wide)


def _collection_slot(
    sketch: BeachSketch, seat: int, kind: str, x: float, y: float, w: float, z: int = 10
) -> None:
    """Where a good of that kind lies; money lies there as a pile, with its sum on top."""
    h = w * CARD[1] / CARD[0]
    sketch.show(f"no-{kind}", x, y, w, h)
    if kind != MONEY:
        sketch.put(f"own:{seat}/{kind}", x, y, w, h, z)
        # A second one, until the first is given back: so that the headers of both can be read.
        shift, over = (0.3, 9) if sketch.name == "narrow" else (-0.3, -1)
        sketch.put(f"own:{seat}/{kind}/2", x, y + h * shift, w, h, z + over)
        return
    step = w * 0.03
    for i in range(3):  # from the top; a pile of three stands for all that are more
        sketch.put(f"own:{seat}/{kind}/{i + 1}", x + i * step, y + i * step, w, h, z + 2 - i)
    top = w * 42 / CARD[0]
    sketch.put(f"pile:{seat}", x, y, w, top, z + 3)
    sketch.put(f"sum:{seat}", x + w * 0.2, y, w * 0.77, top, z + 4)


# --- The scenery --------------------------------------------------------------------------------


def _view(sketch: BeachSketch, y: float, w: float, shore: float, bottom: float) -> None:
    """Sky, headland and sea; the shoreline; the sand."""
    sketch.show("riviera", 0, y, w, shore - y)

    def wave(level: float, swell: float, colour: str) -> str:
        lengths = round(w / 54) * 2
        crests = f"t{w / lengths:.2f} 0" * (lengths - 1)
        start = f"M0 {level:.1f}q{w / lengths / 2:.2f}-{swell:g} {w / lengths:.2f} 0"
        return f'<path fill="var(--dv-{colour})" d="{start}{crests}V{bottom:.1f}H0z"/>'

    sketch.paint(
        wave(shore - 7, 7, "foam") + wave(shore - 2, 6, "sand2") + wave(shore + 2, 5, "sand")
    )
    low = bottom - 26
    for i, thing in enumerate(("star", "shell")):
        sketch.show(thing, w * (0.31, 0.885)[i], low, 15, 15)
    sketch.paint(
        f'<rect x="1.5" y="{y + 1.5:g}" width="{w - 3:g}" height="{bottom - y - 3:.1f}" '
        'rx="5" fill="none" stroke="var(--dv-frame)" stroke-width="3"/>'
    )


def _awning(sketch: BeachSketch, column: int, x: float, y: float, w: float, m: Beach) -> None:
    """A stripe of the awning over a column."""
    right = x + w
    if column == COLUMNS[0]:
        x = 0
    if column == COLUMNS[-1]:
        right = m.width
    colour = 2 - column % 2
    round_ = m.awning * 0.52
    scallop = f"v{m.awning - round_:.1f}a{round_:.1f} {round_:.1f} 0 0 1-{round_:.1f} {round_:.1f}"
    scallop += f"H{x + round_:.1f}a{round_:.1f} {round_:.1f} 0 0 1-{round_:.1f}-{round_:.1f}z"
    sketch.paint(
        f'<path fill="var(--dv-s)" d="M{x:.1f} {y + 2.5:g}H{right:.1f}{scallop}"/>'
        f'<path fill="var(--dv-awn{colour})" stroke="var(--dv-awn2)" stroke-width="1.2" '
        f'd="M{x:.1f} {y:g}H{right:.1f}{scallop}"/>'
    )


def _lane(sketch: BeachSketch, x: float, y: float, w: float, h: float) -> None:
    """Raked sand, where cards are laid below a column."""
    sketch.paint(
        f'<rect x="{x - 1:.1f}" y="{y:.1f}" width="{w + 2:.1f}" height="{h:.1f}" rx="7" '
        'fill="var(--dv-lane)"/>'
    )


def _panel(sketch: BeachSketch, x: float, y: float, w: float, h: float) -> None:
    sketch.paint(
        f'<rect x="{x + 0.5:g}" y="{y + 0.5:.1f}" width="{w - 1:g}" height="{h - 1:.1f}" rx="8" '
        'fill="var(--es-card)" stroke="var(--es-line)"/>'
    )


def _spine(sketch: BeachSketch, seat: int, x: float, y: float, h: float) -> None:
    """The player's weave, at the left of a panel."""
    wide = 6
    cloth = "".join(
        f'<use href="#dv-weave-{COLOURS[seat]}" y="{58 * i}" width="44" height="58"/>'
        for i in range(int(h // 58) + 1)
    )
    sketch.paint(
        f'<svg x="{x + 1:g}" y="{y + 7:.1f}" width="{wide}" height="{h - 14:.1f}">{cloth}</svg>'
    )
