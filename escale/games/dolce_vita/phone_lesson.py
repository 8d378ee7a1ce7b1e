"""A lesson of Dolce Vita on a phone: the table without what none of its steps is about.

Composed once for all steps of a lesson, from the places that they touch. The others are there if
anything of theirs is touched, with bars if they take anything; of one's own things and cards those
that are touched, side by side if they fit; all columns, or larger those few that are spoken of. A
fan shows as many objects as there is room for; the rest lies under its top card, and comes down.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from escale.draw.scene import Layout

from .beach import BeachSketch, collection_slot, lane, panel, view
from .drawings import CARD, PLATE, TOWEL
from .phone import AWNING, GAP, KINDS, WIDTH, band, bars, card, me, person, roof
from .rules import COLUMNS, HEIGHT, NUMBERS, PLACEMENTS

HIGH = 364.0
FEW = 4  # columns: so many can be shown alone
SLIDING = 2  # objects: what is seen at least of a column that slides down
WIDEST = 84.0  # of a column; as wide as a slot of the table at least
LEAST = (WIDTH - len(COLUMNS) * GAP) / len(COLUMNS)
ROW = 20.8  # the pitch of rows on the sand, below columns of the least width
SLOT, CARDS, ME = 43.5, 48.0, 68.0  # least widths: a slot of the collection, a card, the reader


class Spoken(NamedTuple):
    """What the steps of a lesson are about."""

    columns: tuple[int, ...]
    deep: int  # how many objects from the bottom have to be seen
    rows: bool
    others: bool
    taking: bool  # do the others take anything, or is it counted?
    mine: tuple[str, ...]  # kinds of goods
    cards: tuple[int, ...]
    me: bool


def phone_lesson(players: int, touched: frozenset[str]) -> Layout:
    """The narrow layout of a lesson that touches these places."""
    spoken = _spoken(touched)
    sketch = BeachSketch("narrow", 0, WIDTH)
    bottom = _bottom(spoken)
    top = _others(sketch, players, spoken, alone=spoken.me and not bottom)
    low = HIGH - bottom
    _beach(sketch, players if spoken.rows else 0, spoken, top, low)
    if bottom:
        band(sketch, low, HIGH)
        _mine(sketch, spoken, low)
    return sketch.finished(HIGH)


def _spoken(touched: frozenset[str]) -> Spoken:
    found: dict[str, list[str]] = {}
    for place in touched:
        what, _, rest = place.partition(":")
        found.setdefault(what, []).append(rest)

    def rests(*names: str) -> Iterable[str]:
        return (rest for name in names for rest in found.get(name, ()))

    sand = ("row", "total", "laid", "many", "equal")
    columns = sorted({int(rest[0]) for rest in rests("column", "number", *sand)})
    objects = [rest.split("/") for rest in rests("column") if "/" in rest]
    depths = [_deep({int(k) for c, k in objects if int(c) == column}) for column in columns]
    people = [rest[0] for rest in rests("seat", "score", "first", "crown", "held", "own", "bar")]
    kinds = {rest.split("/")[1] for rest in rests("own") if rest[0] == "0"}
    cards = {int(rest) for rest in rests("pick", "hand") if rest.isdecimal()}
    return Spoken(
        tuple(columns if 0 < len(columns) <= FEW else COLUMNS),
        max(depths, default=1),
        any(rests(*sand)),
        any(chair != "0" for chair in people),
        any(rest[0] != "0" for rest in rests("own", "score", "bar")),
        tuple(kind for kind in KINDS if kind in kinds),
        tuple(number for number in NUMBERS if number in cards),
        any(rest[0] == "0" for rest in rests("seat", "score", "first", "crown")),
    )


def _deep(objects: set[int]) -> int:
    """How many objects have to be seen: a whole column that slides down does not."""
    slides = objects == set(range(1, HEIGHT + 1))
    return SLIDING if slides else max(objects, default=1)


# --- The others ---------------------------------------------------------------------------------


def _others(sketch: BeachSketch, players: int, spoken: Spoken, *, alone: bool) -> float:
    """A cell for everybody else, and for the reader if nothing of theirs is shown below; returns
    where the beach begins."""
    if not spoken.others and not alone:
        return 0
    chairs = [*range(1, players)] if spoken.others else []
    if alone:
        chairs.append(0)
    abreast = 2 if spoken.taking and len(chairs) in (2, 4) else len(chairs)
    high = {2: 41.0 if players < 5 else 37.5}.get(abreast, 54.0) if spoken.taking else 27.0
    wide = (WIDTH - GAP) / abreast - GAP
    for i, chair in enumerate(chairs):
        x = GAP + i % abreast * (wide + GAP)
        y = 2 + i // abreast * (high + 2)
        panel(sketch, x, y, wide, high)
        if not spoken.taking:
            person(sketch, chair, x + 3, y + 1.5, wide + 34, one_line=True)
            del sketch.places[f"score:{chair}"]  # nothing is counted: the name has its room
        elif abreast == 2:
            bars(sketch, chair, x + 96, y + 3, wide - 99, high - 6)
            person(sketch, chair, x + 4, y + (high - 37) / 2, 90)
        else:
            bars(sketch, chair, x + 4, y + 27, wide - 8, high - 30)
            person(sketch, chair, x + 3, y + 1.5, wide - 6, one_line=True)
        badge = sketch.places[f"seat:{chair}"]
        sketch.put(f"turn:{chair}", badge.x - 3, badge.y - 3, 13, 13, 14)
    return 2 + -(-len(chairs) // abreast) * (high + 2)


# --- The beach ----------------------------------------------------------------------------------


def _beach(sketch: BeachSketch, rows: int, spoken: Spoken, top: float, low: float) -> None:
    columns = spoken.columns

    def sand(width: float) -> float:
        return 9 + rows * ROW * width / LEAST + 4 if rows else 14

    def fits(width: float) -> bool:
        high = width * (CARD[1] + 42 * (spoken.deep - 1)) / CARD[0]
        return top + AWNING + 2 + high + sand(width) <= low

    widest = min(WIDEST, (WIDTH - len(columns) * GAP) / len(columns))
    width = next((w for w in _down(widest) if fits(w)), LEAST)
    shore = low - sand(width)
    view(sketch, top, WIDTH, shore, low)
    pitch = WIDTH / len(columns)
    for i, column in enumerate(columns):
        left = i * pitch + (pitch - width) / 2
        roof(sketch, column, left, width, top)
        sketch.put(f"column:{column}", left - GAP / 2, top, width + GAP, low - top)
        _fan(sketch, column, left, width, top + AWNING + 2, shore, spoken.deep)
        lane(sketch, left, shore + 6, width, low - shore - 9)
        high = ROW * width / LEAST
        for row in range(rows):
            _row(sketch, f"{column}/{row + 1}", left, shore + 9 + row * high, width)


def _down(widest: float) -> Iterable[float]:
    """Widths to try."""
    while widest > LEAST:
        yield widest
        widest -= 2


def _fan(
    sketch: BeachSketch, column: int, x: float, w: float, top: float, shore: float, deep: int
) -> None:
    """As many objects as there is room for, but `deep` of them; the rest as a pile at the top."""
    high, strip = w * CARD[1] / CARD[0], w * 42 / CARD[0]
    room = shore - high - top
    seen = min(HEIGHT, max(deep, 1 + int(room / strip)))
    strip = min(strip, room / max(1, seen - 1))
    over = min(2.0, (room - (seen - 1) * strip) / max(1, HEIGHT - seen))
    for k in range(1, HEIGHT + 1):
        lift = (min(k, seen) - 1) * strip + max(0, k - seen) * over
        sketch.put(f"column:{column}/{k}", x, shore - high - lift, w, high, 20 - k)


def _row(sketch: BeachSketch, row: str, x: float, y: float, w: float) -> None:
    """A player's row: badge, towels, total. The towels are seen here: steps speak of them."""
    unit = w / PLATE[0]
    plate, badge, towel = PLATE[1] * unit, 19.5 * unit, 14.5 * unit
    sketch.put(f"plate:{row}", x, y, w, plate, 20)
    sketch.put(f"row:{row}", x, y + (plate - badge) / 2, badge, badge, 24)
    high = towel * TOWEL[1] / TOWEL[0]
    for name, most in (("laid", 3), ("many", PLACEMENTS)):
        for i in range(most):
            shift = badge + i * 1.6 * unit / (1 if most == 3 else 2)
            sketch.put(
                f"{name}:{row}/{i + 1}", x + shift, y + (plate - high) / 2, towel, high, 23 - i
            )
    sketch.put(f"equal:{row}", x + badge * 0.62, y - 2, badge * 0.62, badge * 0.62, 25)
    sketch.put(f"total:{row}", x + w - 18 * unit, y - unit, 15.5 * unit, plate + 2 * unit, 24)


# --- What is one's own --------------------------------------------------------------------------


def _together(spoken: Spoken) -> bool:
    """Do one's own things and cards fit side by side?"""
    wide = len(spoken.mine) * SLOT + len(spoken.cards) * CARDS + spoken.me * ME
    return wide <= WIDTH - 6


def _bottom(spoken: Spoken) -> float:
    """How high the band of one's own things is."""
    if not spoken.mine and not spoken.cards:
        return 0
    if not _together(spoken):
        return 52 + 69
    return 69 if spoken.cards or spoken.me else 53


def _mine(sketch: BeachSketch, spoken: Spoken, y: float) -> None:
    if not _together(spoken):
        pitch = (WIDTH - 5) / len(KINDS)
        for i, kind in enumerate(KINDS):
            collection_slot(sketch, 0, kind, 2.5 + i * pitch, y + 3, pitch - 2)
        for i, number in enumerate(NUMBERS):
            card(sketch, number, 3 + i * 52, y + 53, 52, 66)
        me(sketch, 322, y + 52)
        return
    right = WIDTH - 3 - spoken.me * ME
    least = len(spoken.mine) * SLOT + len(spoken.cards) * CARDS
    more = min(1.12, (right - 3) / least)
    x = 3.0
    for kind in spoken.mine:
        wide = SLOT * more
        size = min(wide - 2, 50)
        collection_slot(sketch, 0, kind, x, y + 4 + (60 - size) / 2 * bool(spoken.cards), size)
        x += wide
    x = right - len(spoken.cards) * CARDS * more
    for number in spoken.cards:
        card(sketch, number, x, y + 2, CARDS * more, 65.5)
        x += CARDS * more
    if spoken.me:
        me(sketch, right + 2, y)
