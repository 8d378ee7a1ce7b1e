"""Dominos Florentins on a phone: the table, what a tap enlarges, and the boards of lessons.

A table is 390 wide and 580 high, hands included: players in a line, the board from edge to edge,
one's own cards, pile and open cards. A lesson's board is 364 high at most: it leaves out what none
of its steps touches, and so is composed for each. A unit is a pixel of a phone that is 390 wide.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from escale.draw.scene import PATH_UNITS, Layout

from .bench import FEW, LAID, MANY, BenchSketch
from .rules import HAND

WIDTH: Final = 390
HEIGHT: Final = 580
PLATES: Final = 43
BOARD: Final = 373  # cells of 44
PLATE: Final = 40  # the height of one
GAP: Final = 3
NAME: Final = 55, 17.4  # the room for a name beside the board of a lesson


def plate_size(players: int) -> tuple[float, float]:
    """How large a player's plate is."""
    return (WIDTH - 6 - GAP * (players - 1)) / players, PLATE


@cache
def rim_of_plate(players: int) -> str:
    """The rim of a plate as a path, for the one whose turn it is."""
    w, h = plate_size(players)
    by = PATH_UNITS / w
    r, across, down = 8 * by, (w - 17) * by, (h - 17) * by
    arc = f"a{r:.0f} {r:.0f} 0 0 1 "
    sides = [
        f"h{across:.0f}{arc}{r:.0f} {r:.0f}",
        f"v{down:.0f}{arc}{-r:.0f} {r:.0f}",
        f"h{-across:.0f}{arc}{-r:.0f} {-r:.0f}",
        f"v{-down:.0f}{arc}{r:.0f} {-r:.0f}",
    ]
    return f"M{r + by / 2:.0f} {by / 2:.0f}{''.join(sides)}z"


def phone(players: int) -> Layout:
    """The table."""
    sketch = BenchSketch("narrow", 0, WIDTH, HEIGHT)
    _band(sketch, 0, PLATES, "var(--es-paper)")
    _plates(sketch, players, 1.5)
    top = PLATES + BOARD
    _band(sketch, top, HEIGHT - top, "var(--es-card)")
    sketch.plank(0, PLATES, WIDTH, BOARD)
    for i in range(HAND):
        sketch.put(f"hand:{i}", 12 + i * 75, top + 9, 66, 66, 45)
    for place in ("turner:hand", "turner:common", "keep"):
        sketch.put(place, 318, top + 9, 60, 66, 45)
    sketch.put("pass", 318, top + 88, 60, 66)
    sketch.put("title:none", 14, top + 26, 362, 30, 45)
    sketch.grid("common", MANY, 12, top + 6, 302, 154, 66, 3)
    sketch.grid("left", MANY, 12, top + 110, 366, 48, 43, 3)
    _results(sketch, players, top)
    top += 84
    sketch.pile(12, top + 14, 46)
    sketch.put("lock@phone", 84, top + 5, 12, 12, 46)
    sketch.put("note@phone", 100, top + 2, 278, 17, 45)
    sketch.grid("open", FEW[:1], 84, top + 26, 216, 40, 40, 4)
    sketch.grid("open", FEW[1:], 84, top + 21, 212, 56, 40, 3)
    sketch.lay(84, top + 25, 294, 42, 44)
    for i in range(1, LAID + 1):
        sketch.put(f"seen:{i}", 84, top + 22, 44 * i - 4, 54)
    for seat in range(players):
        sketch.closeups[f"player:{seat}"] = _player(seat)
    sketch.closeups["stock"] = _stock()
    return sketch.finished()


def result_name(players: int) -> tuple[float, float]:
    """The room for a player's name in the result of a game."""
    return WIDTH / players - 12, 19


def _results(sketch: BenchSketch, players: int, top: float) -> None:
    """At the end of a game: gem and count of everybody, a laurel for who has won."""
    wide, high = result_name(players)
    for seat in range(players):
        middle = WIDTH / players * (seat + 0.5)
        sketch.put(f"end:laurel/{seat}", middle - 14, top + 5, 28, 28, 45)
        sketch.put(f"end:gem/{seat}", middle - 34, top + 39, 30, 30, 45)
        sketch.put(f"end:score/{seat}", middle + 2, top + 33, 40, 42, 45)
        sketch.put(f"end:name/{seat}", middle - wide / 2, top + 77, wide, high, 45)


def _band(sketch: BenchSketch, y: float, h: float, colour: str) -> None:
    sketch.paint(f'<path d="M0 {y:g}h{WIDTH}v{h:g}H0z" fill="{colour}"/>')


def _plates(sketch: BenchSketch, players: int, y: float) -> None:
    w, h = plate_size(players)
    for seat in range(players):
        at = GAP + seat * (w + GAP)
        _plate(sketch, seat, at, y, w, "narrow")
        sketch.put(f"player:{seat}", at, y, w, h)
        sketch.put(f"now:{seat}", at, y, w, h, 44)


def _plate(sketch: BenchSketch, seat: int, x: float, y: float, w: float, at: str) -> None:
    """A player: black card, name, gem and count. The cards in hand are below the black one."""
    high = BESIDE_PLATE if at == "lesson" else PLATE
    sketch.panel(x, y, w, high)
    card = 30.0 if at == "lesson" else 32.0
    top = y + (high - card) / 2
    sketch.slot(x + 4, top, card)
    sketch.put(f"black:{seat}", x + 4, top, card, card, 45)
    sketch.put(
        f"winner:{seat}", x + 4 + card * 0.12, y + 4 + card * 0.2, card * 0.76, card * 0.76, 50
    )
    left = x + card + (6 if at == "lesson" else 9)
    if at == "lesson":
        sketch.put(f"turn:{seat}", x, y, 7, high, 44)
        sketch.put(f"name:{seat}@lesson", left, y + 1, *NAME, 45)
    else:
        sketch.put(f"name:{seat}@{at}", left, y + 2, x + w - 3 - left, NAME[1], 45)
    sketch.put(f"gem:{seat}", left - 1, y + high - 20, 18, 18, 45)
    sketch.put(f"score:{seat}", left + 18, y + high - 22, 22, 23, 45)
    if w > 150:  # two players
        sketch.put(f"kind:{seat}", left + 50, y + 20, x + w - 4 - left - 50, 17, 45)
    for i in range(HAND):
        sketch.put(f"held:{seat}/{i}", x + 6, y + 6, card - 4, card - 4, 41)


# --- What a tap enlarges --------------------------------------------------------------------------


def _player(seat: int) -> Layout:
    """A player: the black card, colour and gem, what is counted, the cards in hand."""
    sketch = BenchSketch("narrow", 0, 320, 116)
    sketch.slot(10, 10, 96)
    sketch.put(f"black:{seat}", 10, 10, 96, 96, 45)
    sketch.put(f"winner:{seat}", 22, 30, 72, 72, 50)
    sketch.put(f"name:{seat}@wide", 122, 6, 190, 25, 45)
    sketch.put(f"kind:{seat}", 122, 34, 190, 22, 45)
    sketch.put(f"gem:{seat}", 120, 66, 38, 38, 45)
    sketch.put(f"score:{seat}", 160, 62, 44, 46, 45)
    for i in range(HAND):
        sketch.put(f"held:{seat}/{i}", 222 + 16 * i, 70, 34, 34, 41 + i)
    return sketch.finished()


def _stock() -> Layout:
    """The open cards that wait."""
    sketch = BenchSketch("narrow", 0, 376, 156)
    sketch.grid("open", FEW[:1], 8, 42, 360, 72, 72, 6)
    sketch.grid("open", FEW[1:], 8, 6, 360, 144, 72, 6)
    return sketch.finished()


# --- Lessons --------------------------------------------------------------------------------------

LESSON: Final = 364
UNDER: Final = 76  # of a lesson's board, for the cards
BESIDE_PLATE: Final = 36  # of a player beside a lesson's board
LINE: Final = 27  # the same where there is less room
#: What lies below a lesson's board and what beside it, by the kinds of their places.
BELOW: Final = frozenset(("hand", "common", "left", "turner"))
BESIDE: Final = frozenset(("pile", "open", "asked", "lay", "pass"))
BUTTONS: Final = frozenset(("lay", "pass", "keep"))
PEOPLE: Final = frozenset(("black", "gem", "held", "name", "score", "winner"))


def phone_lesson(players: int, touched: Iterable[str]) -> Layout:
    """The board of a lesson whose steps touch these places, and what of the rest they touch."""
    kinds = frozenset(place.split(":")[0] for place in touched)
    sketch = BenchSketch("narrow", 0, WIDTH, LESSON)
    _band(sketch, 0, LESSON, "var(--es-paper)")
    if kinds & (BELOW | BESIDE):
        _with_cards(sketch, players, kinds)
        return sketch.finished()
    top = PLATES if kinds & PEOPLE else 0
    if top:
        _plates(sketch, players, 1.5)
    high = LESSON - top
    if "keep" not in kinds:
        sketch.plank(0, top, WIDTH, high)
    else:
        sketch.plank(0, top, high, high, fair=False)
        sketch.put("keep", high + 4, top + high / 2 - 33, WIDTH - high - 8, 66)
    return sketch.finished()


def _with_cards(sketch: BenchSketch, players: int, kinds: frozenset[str]) -> None:
    """Cards below the board as at a table; players, pile and open cards beside it."""
    high = LESSON - UNDER
    _band(sketch, high, UNDER, "var(--es-card)")
    beside = bool(kinds & (BESIDE | PEOPLE)) or "common" in kinds
    sketch.plank(0, 0, high if beside else WIDTH, high, fair=not beside)
    if "hand" in kinds:
        for i in range(HAND):
            sketch.put(f"hand:{i}", 12 + i * 74, high + 7, 62, 62, 45)
    sketch.put("turner:hand", 318, high + 7, 62, 62, 45)
    for name in ("common", "left"):
        if name in kinds:
            sketch.grid(name, MANY[:1], 12, high + 16, 366, 44, 62, 3)
            sketch.grid(name, MANY[1:], 12, high + 4, 366, 68, 62, 3)
    if beside:
        _column(sketch, players, kinds, high + 4, high)


def _column(
    sketch: BenchSketch, players: int, kinds: frozenset[str], x: float, high: float
) -> None:
    """Beside the board: players, then pile, open cards and buttons as far as they are touched."""
    w, y, foot = WIDTH - x - 4, 2.0, high - 2
    if kinds & BUTTONS:
        foot -= 43
        sketch.lay(x, foot, w, 41)
        for place in ("pass", "keep"):  # never at the same time as that
            sketch.put(place, x, foot, w, 41)
    row = 45 * bool(kinds & {"pile", "common"})
    cards = row + 60 * ("open" in kinds)
    if kinds & PEOPLE:
        roomy = "black" in kinds or y + players * (BESIDE_PLATE + 2) + cards <= foot
        for seat in range(players):
            (_plate if roomy else _line)(sketch, seat, x, y, w, "lesson")
            y += (BESIDE_PLATE if roomy else LINE) + 2
    if "pile" in kinds:
        sketch.pile(x + 2, y + 2, 36)
    if "common" in kinds:  # there is no pile any more
        sketch.put("turner:common", x, y + 3, w, 41, 45)
    y += row
    for name in ("open", "asked"):
        if name in kinds:
            sketch.grid(name, FEW, x, y, w, foot - y, 46, 2)


def _line(sketch: BenchSketch, seat: int, x: float, y: float, w: float, at: str) -> None:
    """A player in less room: gem, name and count. The cards in hand are below the gem."""
    sketch.panel(x, y, w, LINE)
    middle = y + LINE / 2
    sketch.put(f"turn:{seat}", x, y, 5, LINE, 44)
    sketch.put(f"gem:{seat}", x + 6, middle - 8.5, 17, 17, 45)
    sketch.put(f"winner:{seat}", x + 4, middle - 10, 20, 20, 50)
    for i in range(HAND):
        sketch.put(f"held:{seat}/{i}", x + 9, middle - 6, 12, 12, 41)
    sketch.put(f"name:{seat}@{at}", x + 25, middle - 8.7, *NAME, 45)
    sketch.put(f"score:{seat}", x + w - 20, middle - 11.5, 20, 23, 45)
