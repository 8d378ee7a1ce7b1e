"""The table of Dolce Vita: a beach on the Riviera.

The columns hang on the shoreline, aligned at the bottom, so that the k-th object from the bottom
reads straight across. Below each of them, on the sand, lies one row a player: badge, towels (the
number cards), total; the best first, next to the object that it takes; ties last, struck and marked.

Keys. A good is unique: `object:maison-300`. A number card is `card:SEAT/NUMBER`. Money cards look
alike, and a state does not say which is which, so each is named by what stays beside it: in a column
by the nearest good above it (else below it) and the distance, since cards leave from the bottom; a
seat's own by counting. So all keep their keys while a column slides down. One that is taken gets a
new key at its new place with the same symbol: the stage lets it start from the one that is gone.

Places. `column:C/K` is the K-th from the bottom, `row:C/R` the R-th row on the sand, `own:S/maison`
a slot of a collection, `hand:N` a slot of the reader's hand, `held:S/N` of another player's.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from escale.draw.scene import Box, Layout, Piece, Scene, Seat, Target
from escale.teach.texts import Several, Texts, house_texts, texts

from . import game
from .rules import (
    CATEGORY,
    COLUMNS,
    GOOD_VALUES,
    GOODS,
    HEIGHT,
    MONEY,
    MONEY_VALUES,
    NUMBERS,
    PLACEMENTS,
    ROUNDS,
    VALUE,
    State,
    worth,
)

if TYPE_CHECKING:
    from escale.engine.game import View

# --- The drawings -------------------------------------------------------------------------------

COLOURS = "rjvbm"  # by seat: rouge, jaune, vert, bleu, violet; also the names of their weaves
LETTERS = {"fr": "RJVBM", "en": "RYGBM"}  # M for violet (mauve): V is vert's
STEPS = {100: 1, 200: 1, 300: 2, 400: 2, 500: 2, 600: 3, 700: 3}  # how grand a good is drawn

CARD = (112, 116)  # an object card: a header, which is all that shows in a column, and a picture
TOWEL = (48, 68)  # a number card
SYMBOL = '<symbol id="dv-{}" viewBox="0 0 {} {}"{}>{}</symbol>'


@cache
def symbols() -> str:
    """The drawings of symbols.svg, and the faces of all cards put together from them."""
    sheet = _file("symbols.svg")
    drawings = sheet[sheet.index("-->") + 3 : sheet.rindex("</svg>")]
    return "".join([drawings.strip(), *_object_faces(), *_number_faces()])


@cache
def style() -> str:
    """The colours of scene.css; those of the night also where the reader's system is dark."""
    css = _file("scene.css")
    start = css.index(".es-dolce-vita[data-theme=dark]")
    night = css[start : css.index("}", start) + 1].replace("=dark]", "=auto]")
    return f"{css}@media (prefers-color-scheme:dark){{{night}}}"


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _symbol(name: str, size: tuple[int, int], inside: str, style: str = "") -> str:
    return SYMBOL.format(name, *size, style and f' style="{style}"', inside)


def _object_faces() -> Iterator[str]:
    for value in GOOD_VALUES:
        number = (
            '<text x="107" y="32" text-anchor="end" fill="currentColor" textLength="53" '
            'lengthAdjust="spacingAndGlyphs" style="font:700 36px var(--es-serif);'
            f'font-variant-numeric:lining-nums">{value}</text>'
        )
        yield _symbol(f"value-{value}", CARD, number)
    backs = [(good, f"{good}-{step}", step) for good in GOODS for step in (1, 2, 3)]
    backs += [(MONEY, f"{MONEY}-{value}", value // 100) for value in MONEY_VALUES]
    for kind, picture, step in backs:
        gold = '<rect x="2.2" y="2.2" width="107.6" height="111.6" rx="6" stroke="var(--dv-g)" stroke-width="2.6"/>'
        yield _symbol(
            f"back-{picture}",
            CARD,
            '<rect width="112" height="116" rx="8" fill="var(--dv-k)"/>'
            f'<use href="#dv-bg-{step}" x="4" y="42" width="104" height="70"/>'
            f'<use href="#dv-a-{picture}" x="4" y="42" width="104" height="70"/>'
            f'<use href="#dv-g-{kind}" x="4" y="6" width="30" height="30" fill="var(--dv-ki)"/>'
            '<g fill="none"><rect x=".6" y=".6" width="110.8" height="114.8" rx="7.4" '
            f'stroke="var(--dv-edge)" stroke-width="1.2"/>{gold if step == 3 else ""}</g>',
            "".join(f"--dv-k{part}:var(--dv-{kind}{part});" for part in ("", "2", "3", "i")),
        )
    for face, kind in CATEGORY.items():
        value = VALUE[face]
        picture = face if kind == MONEY else f"{kind}-{STEPS[value]}"
        yield _symbol(
            face,
            CARD,
            f'<use href="#dv-back-{picture}"/>'
            f'<use href="#dv-value-{value}" color="var(--dv-{kind}i)"/>',
        )


def _number_faces() -> Iterator[str]:
    for number in NUMBERS:
        digit = (
            '<text x="25.5" y="48" text-anchor="middle" fill="var(--dv-ink)" '
            'style="font:700 40px var(--es-serif);font-variant-numeric:lining-nums">'
            f"{number}</text>"
        )
        yield _symbol(f"number-{number}", TOWEL, digit)
    letters = {
        letter.lower(): weave
        for alphabet in LETTERS.values()
        for letter, weave in zip(alphabet, COLOURS, strict=True)
    }
    text = '<text x="{}" y="{}" font-size="{}" font-weight="700" text-anchor="middle" fill="var(--dv-ink)">{}</text>'
    for letter, weave in letters.items():
        big = text.format(12, 16.4, 12, letter.upper())
        small = text.format(12.8, 23.5, 10, letter.upper())
        yield _symbol(f"badge-{letter}", (24, 24), f'<use href="#dv-ring-{weave}"/>{big}')
        yield _symbol(f"towel-{letter}", TOWEL, f'<use href="#dv-cloth-{weave}"/>{small}')
        for number in NUMBERS:
            both = f'<use href="#dv-towel-{letter}"/><use href="#dv-number-{number}"/>'
            yield _symbol(f"{letter}-{number}", TOWEL, both)


# --- The layouts --------------------------------------------------------------------------------


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
    "narrow": Beach(360, 4, 3, 21, 4, 18, 9, 21.5, 15.5, 20, 16, False),
    "middle": Beach(800, 12, 8, 27, 8, 36, 13, 30, 22, 27, 26, True),
    "wide": Beach(868, 13, 9, 29, 9, 38, 14, 31, 23, 28, 27, True),
}


class Drawing:
    """A layout in the making: its places and its scenery."""

    def __init__(self, name: str, least: int, width: float) -> None:
        self.name = name
        self.least = least
        self.width = width
        self.places: dict[str, Box] = {}
        self.scenery: list[str] = []

    def put(self, place: str, x: float, y: float, w: float, h: float, z: int = 0) -> None:
        self.places[place] = Box(round(x, 1), round(y, 1), round(w, 1), round(h, 1), z)

    def paint(self, svg: str) -> None:
        self.scenery.append(svg)

    def done(self, height: float) -> Layout:
        scenery = "".join(self.scenery)
        return Layout(
            self.name, self.least, self.width, round(height, 1), self.places, f"<g>{scenery}</g>"
        )


@cache
def layouts(players: int) -> list[Layout]:
    """The three layouts for that many players, from the narrowest."""
    return [_narrow(players), _middle(players), _wide(players)]


def _narrow(players: int) -> Layout:
    """A phone: collections as rows above the board, the hand below it."""
    page = Drawing("narrow", 0, 360)
    row = 47.0
    for seat in range(players):
        _seat_row(page, seat, seat * row, row - 2)
    bottom = _beach(page, players, 0, players * row + 2)
    top = bottom + 5
    _panel(page, 0, top, 360, 76)
    _hand(page, 4, top + 6, 352, 64)
    return page.done(top + 76)


def _middle(players: int) -> Layout:
    """A notebook's cell: the collections below the hand, two abreast."""
    page = Drawing("middle", 600, 800)
    bottom = _beach(page, players, 0, 0)
    top = bottom + 10
    _panel(page, 0, top, 800, 100)
    _hand_words(page, 16, top + 24, 168)
    _hand(page, 196, top + 8, 516, 84)
    top += 110
    width, height = 395.0, 94.0
    for seat in range(players):
        _seat_box(page, seat, seat % 2 * (width + 10), top + seat // 2 * (height + 10), width, height, 8)
    rows = (players + 1) // 2
    if players % 2:
        _postcard(page, width + 10, top + (rows - 1) * (height + 10), width, height)
    return page.done(top + rows * (height + 10) - 10)


def _wide(players: int) -> Layout:
    """A wide page: the collections on the right."""
    page = Drawing("wide", 1060, 1200)
    bottom = _beach(page, players, 0, 0)
    top = bottom + 10
    _panel(page, 0, top, 868, 112)
    _hand_words(page, 22, top + 30, 180)
    _hand(page, 214, top + 8, 564, 96)
    left, width, gap = 884.0, 316.0, 10.0
    whole = top + 112
    height = min(214, (whole - gap * (players - 1)) / players)
    for seat in range(players):
        _seat_box(page, seat, left, seat * (height + gap), width, height, 4)
    rest = players * (height + gap)
    if whole - rest > 40:
        _postcard(page, left, rest, width, whole - rest)
    return page.done(whole)


def _beach(page: Drawing, players: int, x: float, y: float) -> float:
    """The board; returns its lower edge."""
    m = BEACHES[page.name]
    width = (m.width - 2 * m.pad - (len(COLUMNS) - 1) * m.gap) / len(COLUMNS)
    height = width * CARD[1] / CARD[0]
    shore = y + m.awning + m.air + (HEIGHT - 1) * m.strip + height
    bottom = shore + m.wet + players * m.row + m.wet / 2
    _view(page, x, y, m.width, shore, bottom)
    for column in COLUMNS:
        left = x + m.pad + (column - 1) * (width + m.gap)
        _awning(page, column, left - m.gap / 2, y, width + m.gap, x, m)
        page.put(f"column:{column}", left - m.gap / 2, y, width + m.gap, bottom - y)
        page.put(f"now:{column}", left + width / 2 - m.awning / 2, y, m.awning, m.awning, 2)
        size = width / CARD[0]
        for k in range(1, HEIGHT + 1):
            top = shore - height - (k - 1) * m.strip
            page.put(f"column:{column}/{k}", left, top, width, height, 20 - k)
            if m.claims and k <= players:
                claim = 21 * size
                page.put(f"claim:{column}/{k}", left + 33.5 * size, top + 10 * size, claim, claim, 30)
        _lane(page, left, shore + m.wet / 2, width, bottom - shore - m.wet)
        for row in range(players):
            _sand_row(page, f"{column}/{row + 1}", left, shore + m.wet + row * m.row, width, m)
    return bottom


def _sand_row(page: Drawing, row: str, x: float, y: float, w: float, m: Beach) -> None:
    """A player's row below a column: badge, towels, total."""
    page.put(f"row:{row}", x + 1, y + (m.row - m.badge) / 2, m.badge, m.badge, 24)
    towel = m.towel * TOWEL[0] / TOWEL[1]
    start = x + m.badge + 2
    room = w - m.badge - m.total - 3
    top = y + (m.row - m.towel) / 2
    # Up to three towels lie side by side where there is room for them; more of them overlap.
    for few, name in ((3, "laid"), (PLACEMENTS, "many")):
        pitch = min(towel, (room - towel) / (few - 1))
        for i in range(few):
            page.put(f"{name}:{row}/{i + 1}", start + i * pitch, top, towel, m.towel, 21)
    high = m.row * 0.92
    page.put(f"total:{row}", x + w - m.total - 1, y + (m.row - high) / 2, m.total, high, 22)
    mark = m.badge * 0.66
    page.put(f"equal:{row}", x + m.badge - mark * 0.55, y + m.row / 2 - mark * 1.05, mark, mark, 25)


def _hand(page: Drawing, x: float, y: float, w: float, h: float) -> None:
    """Six slots; one that is empty shows its number."""
    pitch = w / len(NUMBERS)
    towel = min(h * TOWEL[0] / TOWEL[1], pitch - 6)
    high = towel * TOWEL[1] / TOWEL[0]
    for i, number in enumerate(NUMBERS):
        left = x + i * pitch
        page.put(f"hand:{number}", left + (pitch - towel) / 2, y + (h - high) / 2, towel, high, 10)
        page.put(f"pick:{number}", left + 1, y - 2, pitch - 2, h + 4)
        _slot(page, left + (pitch - towel) / 2 + 3, y + (h - high) / 2 + 4, towel - 6, high - 8)
        page.paint(
            f'<text x="{left + pitch / 2:.1f}" y="{y + h / 2:.1f}" font-size="{high * 0.3:.1f}" '
            'text-anchor="middle" dominant-baseline="central" fill="var(--es-soft)" '
            f'style="font-family:var(--es-serif)">{number}</text>'
        )


def _hand_words(page: Drawing, x: float, y: float, w: float) -> None:
    page.put("hand:title", x, y, w, 28)
    page.put("hand:note", x, y + 27, w, 20)


def _seat_box(
    page: Drawing, seat: int, x: float, y: float, w: float, h: float, abreast: int
) -> None:
    """A player: badge, name, hand, score, and below them the collection."""
    _panel(page, x, y, w, h)
    _spine(page, seat, x, y, h)
    head = 36.0
    page.put(f"seat:{seat}", x + 15, y + 5, 28, 28, 10)
    page.put(f"turn:{seat}", x - 9, y + 7, 24, 24, 12)
    page.put(f"first:{seat}", x + 31, y + 17, 17, 17, 11)
    page.put(f"score:{seat}", x + w - 82, y + 3, 72, 34, 10)
    towels = x + w - 82 - 96
    page.put(f"name:{seat}@{page.name}", x + 50, y + 7, towels - x - 54, 24, 10)
    page.put(f"note:{seat}", towels, y + 9, 94, 20, 10)
    for number in NUMBERS:
        page.put(f"held:{seat}/{number}", towels + (number - 1) * 15.5, y + 9, 14.5, 20.5, 10)
    rows = (len(GOODS) + 1) // abreast
    inner, gap = w - 28, 6.0
    high = (h - head - 10 - gap * (rows - 1)) / rows
    wide = min((inner - gap * (abreast - 1)) / abreast, high * CARD[0] / CARD[1])
    high = wide * CARD[1] / CARD[0]
    pitch = (inner - wide) / (abreast - 1)
    for i, kind in enumerate((*GOODS, MONEY)):
        left = x + 18 + i % abreast * pitch
        _collection_slot(page, seat, kind, left, y + head + 2 + i // abreast * (high + gap), wide)


def _seat_row(page: Drawing, seat: int, y: float, h: float) -> None:
    """A player on a phone: all in one row."""
    _panel(page, 0, y, 360, h)
    _spine(page, seat, 0, y, h)
    page.put(f"name:{seat}@narrow", 10, y + 0.5, 55, 15.5, 10)
    page.put(f"seat:{seat}", 10, y + 15.5, 16.5, 16.5, 10)
    page.put(f"turn:{seat}", 1.5, y + 21, 13, 13, 12)
    page.put(f"first:{seat}", 20, y + 24, 10, 10, 11)
    page.put(f"score:{seat}", 27, y + 14.5, 38, 19, 10)
    page.put(f"note:{seat}", 10, y + 31.5, 55, 14, 10)
    for number in NUMBERS:
        page.put(f"held:{seat}/{number}", 10 + (number - 1) * 9.3, y + 33, 8.2, 11.6, 10)
    wide = 35.4
    for i, kind in enumerate((*GOODS, MONEY)):
        left = 67 + i * (wide + 1.2)
        _collection_slot(page, seat, kind, left, y + (h - wide * CARD[1] / CARD[0]) / 2, wide)


def _collection_slot(
    page: Drawing, seat: int, kind: str, x: float, y: float, w: float
) -> None:
    """Where a good of that kind lies; money lies there as a pile, with its sum on top."""
    h = w * CARD[1] / CARD[0]
    _slot(page, x + 0.5, y + 0.5, w - 1, h - 1)
    glyph = w * 0.46
    page.paint(
        f'<use href="#dv-g-{kind}" x="{x + (w - glyph) / 2:.1f}" y="{y + (h - glyph) / 2:.1f}" '
        f'width="{glyph:.1f}" height="{glyph:.1f}" fill="var(--es-line)"/>'
    )
    if kind != MONEY:
        page.put(f"own:{seat}/{kind}", x, y, w, h, 10)
        return
    step = max(1.0, w * 0.035)
    for i in range(3):  # a pile of three stands for all that are more
        page.put(f"own:{seat}/{kind}/{i + 1}", x - i * step, y - i * step, w, h, 10 + i)
    top = w * 42 / CARD[0]
    page.put(f"pile:{seat}", x - 2 * step, y - 2 * step, w, top, 13)
    page.put(f"sum:{seat}", x - 2 * step + w * 0.2, y - 2 * step, w * 0.77, top, 14)


# --- The scenery --------------------------------------------------------------------------------


def _view(page: Drawing, x: float, y: float, w: float, shore: float, bottom: float) -> None:
    """Sky, headland and sea; the shoreline; the sand."""
    page.paint(
        f'<use href="#dv-riviera" x="{x:g}" y="{y:g}" width="{w:g}" height="{shore - y:.1f}"/>'
    )

    def wave(level: float, swell: float, colour: str) -> str:
        lengths = round(w / 54) * 2
        crests = f"t{w / lengths:.2f} 0" * (lengths - 1)
        start = f"M{x:g} {level:.1f}q{w / lengths / 2:.2f}-{swell:g} {w / lengths:.2f} 0"
        return f'<path fill="var(--dv-{colour})" d="{start}{crests}V{bottom:.1f}H{x:g}z"/>'

    page.paint(wave(shore - 7, 7, "foam") + wave(shore - 2, 6, "sand2") + wave(shore + 2, 5, "sand"))
    low = bottom - 26
    for i, thing in enumerate(("star", "shell")):
        left = x + w * (0.31, 0.885)[i]
        page.paint(f'<use href="#dv-{thing}" x="{left:.0f}" y="{low:.0f}" width="15" height="15"/>')
    page.paint(
        f'<rect x="{x + 1.5:g}" y="{y + 1.5:g}" width="{w - 3:g}" height="{bottom - y - 3:.1f}" rx="5" '
        'fill="none" stroke="var(--dv-w)" stroke-width="3"/>'
    )


def _awning(
    page: Drawing, column: int, x: float, y: float, w: float, edge: float, m: Beach
) -> None:
    """A stripe of the awning over a column, with the column's number."""
    right = x + w
    if column == COLUMNS[0]:
        x = edge
    if column == COLUMNS[-1]:
        right = edge + m.width
    colour = 2 - column % 2
    round_ = m.awning * 0.52
    scallop = f"v{m.awning - round_:.1f}a{round_:.1f} {round_:.1f} 0 0 1-{round_:.1f} {round_:.1f}"
    scallop += f"H{x + round_:.1f}a{round_:.1f} {round_:.1f} 0 0 1-{round_:.1f}-{round_:.1f}V{y:g}z"
    page.paint(
        f'<path fill="var(--dv-s)" transform="translate(0 2.5)" d="M{x:.1f} {y:g}H{right:.1f}{scallop}"/>'
        f'<path fill="var(--dv-awn{colour})" d="M{x:.1f} {y:g}H{right:.1f}{scallop}"/>'
    )
    page.put(f"number:{column}", x, y, right - x, m.awning * 0.96, 3)


def _lane(page: Drawing, x: float, y: float, w: float, h: float) -> None:
    """Raked sand, where cards are laid below a column."""
    page.paint(
        f'<rect x="{x - 1:.1f}" y="{y:.1f}" width="{w + 2:.1f}" height="{h:.1f}" rx="7" '
        'fill="var(--dv-lane)"/>'
    )


def _panel(page: Drawing, x: float, y: float, w: float, h: float) -> None:
    page.paint(
        f'<rect x="{x + 0.5:g}" y="{y + 0.5:.1f}" width="{w - 1:g}" height="{h - 1:.1f}" rx="8" '
        'fill="var(--es-card)" stroke="var(--es-line)"/>'
    )


def _slot(page: Drawing, x: float, y: float, w: float, h: float) -> None:
    page.paint(
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{min(6, w * 0.1):.1f}" '
        'fill="none" stroke="var(--es-line)" stroke-width="1.2" stroke-dasharray="3 3"/>'
    )


def _spine(page: Drawing, seat: int, x: float, y: float, h: float) -> None:
    """The player's weave, at the left of a panel."""
    wide = 6
    cloth = "".join(
        f'<use href="#dv-weave-{COLOURS[seat]}" y="{58 * i}" width="44" height="58"/>'
        for i in range(int(h // 58) + 1)
    )
    page.paint(
        f'<svg x="{x + 1:g}" y="{y + 7:.1f}" width="{wide}" height="{h - 14:.1f}">{cloth}</svg>'
    )


def _postcard(page: Drawing, x: float, y: float, w: float, h: float) -> None:
    """Where no player sits: a view, and the name of the game."""
    page.paint(
        f'<svg x="{x:g}" y="{y:.1f}" width="{w:g}" height="{h:.1f}" preserveAspectRatio="xMidYMid slice" '
        'viewBox="190 40 560 240"><use href="#dv-riviera" width="864" height="430"/></svg>'
        f'<rect x="{x + 2:g}" y="{y + 2:.1f}" width="{w - 4:g}" height="{h - 4:.1f}" rx="6" fill="none" '
        'stroke="var(--dv-w)" stroke-width="4"/>'
    )


# --- The words ----------------------------------------------------------------------------------


@cache
def words() -> Texts:
    """The sentences of scene.toml with the nouns of the game."""
    labels = tomllib.loads(_file("scene.toml"))["label"]
    return Texts({**texts(game).table, "label": labels}, house_texts())


def amount(value: int, lang: str) -> str:
    """A sum of values as it is written: 1 200 or 1,200."""
    return f"{value:,}".replace(",", "\u202f" if lang == "fr" else ",")


#: How wide letters are, in parts of the height of the type; a cautious mean of system fonts.
NARROW, BROAD = "iljtfrI.,'’|!:;()1 ", "mwMWOQ@%—"


def text_width(text: str, size: float) -> float:
    """About how wide a text is."""
    widths = [0.38 if c in NARROW else 0.93 if c in BROAD else 0.74 if c.isupper() else 0.62 for c in text]
    return size * sum(widths)


def cut(text: str, width: float, size: float) -> str:
    """A text that fits, cut with … where it must."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


# --- The scene ----------------------------------------------------------------------------------


class Row(NamedTuple):
    """What a player has below a column."""

    seat: int
    total: int
    numbers: tuple[int, ...]
    tied: bool


def rows(state: State, column: int) -> list[Row]:
    """The rows below a column, by rank; ties last."""
    numbers: dict[int, list[int]] = {}
    for seat, number in state.laid[column - 1]:
        numbers.setdefault(seat, []).append(number)
    totals = Counter(sum(laid) for laid in numbers.values())
    found = [
        Row(seat, sum(laid), tuple(sorted(laid, reverse=True)), totals[sum(laid)] > 1)
        for seat, laid in numbers.items()
    ]
    return sorted(found, key=lambda row: (row.tied, -row.total, row.seat))


def column_keys(column: int, objects: Sequence[str]) -> list[str]:
    """The keys of the objects of a column, bottom first."""
    goods = [i for i, face in enumerate(objects) if CATEGORY[face] != MONEY]
    keys = []
    for i, face in enumerate(objects):
        if CATEGORY[face] != MONEY:
            keys.append(f"object:{face}")
            continue
        near = next((j for j in goods if j > i), goods[-1] if goods else None)
        beside = f"{column}" if near is None else objects[near]
        away = len(objects) - i if near is None else near - i
        keys.append(f"object:{face}@{beside}{away:+}")
    return keys


class Table:
    """A scene in the making."""

    def __init__(self, view: View, lang: str, names: Sequence[str]) -> None:
        self.state: State = view.state
        self.reader = view.seat if 0 <= view.seat < len(names) else None
        self.lang = lang
        self.names = names
        self.settling, *self.served = getattr(self.state, 'settling', ()) or (0,)
        self.pieces: dict[str, Piece] = {}

    def letter(self, seat: int) -> str:
        return LETTERS[self.lang][seat].lower()

    def say(self, label: str, /, **facts: object) -> str:
        return words().label(label, self.lang, **facts)

    def about(self, seat: int, label: str, **facts: object) -> str:
        """A sentence about a player; it has another form for the reader."""
        if seat == self.reader:
            return self.say(f"{label}-you", **facts)
        return self.say(label, player=self.names[seat], **facts)

    def amount(self, value: int) -> str:
        return amount(value, self.lang)

    # --- what lies on the table

    def lay_columns(self) -> None:
        for column in COLUMNS:
            self.pieces[f"number:{column}"] = Piece(
                f"number:{column}", text=str(column), style=f"serif bold awning{column % 2}"
            )
            objects = self.state.columns[column - 1]
            for k, (face, key) in enumerate(zip(objects, column_keys(column, objects), strict=True)):
                self.pieces[key] = Piece(f"column:{column}/{k + 1}", f"dv-{face}")
            self.lay_rows(column, len(objects))
        if self.settling:
            self.pieces["now"] = Piece(f"now:{self.settling}", "dv-now")

    def lay_rows(self, column: int, objects: int) -> None:
        waiting = count(1)
        for place, row in enumerate(rows(self.state, column), start=1):
            where, key = f"{column}/{place}", f"{column}/{row.seat}"
            dim = "dim" if row.tied else ""
            self.pieces[f"row:{key}"] = Piece(f"row:{where}", f"dv-badge-{self.letter(row.seat)}")
            lie = "laid" if len(row.numbers) <= 3 else "many"
            for i, number in enumerate(row.numbers, start=1):
                self.pieces[f"card:{row.seat}/{number}"] = Piece(
                    f"{lie}:{where}/{i}", f"dv-{self.letter(row.seat)}-{number}", style=dim
                )
            look = "serif bold end struck tie" if row.tied else "serif bold end"
            self.pieces[f"total:{key}"] = Piece(f"total:{where}", text=str(row.total), style=look)
            if row.tied:
                self.pieces[f"equal:{key}"] = Piece(f"equal:{where}", "dv-equal")
            elif self.expects(column, row.seat) and (k := next(waiting)) <= objects:
                # Who would take what, if the column were settled as it lies.
                self.pieces[f"claim:{key}"] = Piece(
                    f"claim:{column}/{k}", f"dv-badge-{self.letter(row.seat)}", style="claim"
                )

    def expects(self, column: int, seat: int) -> bool:
        """Is this player still to take something in this column?"""
        if self.settling:
            return column > self.settling or (
                column == self.settling and seat not in self.served
            )
        return True

    def lay_hands(self) -> None:
        for seat, hand in enumerate(self.state.hands):
            place = "hand:" if seat == self.reader else f"held:{seat}/"
            for number in hand:
                self.pieces[f"card:{seat}/{number}"] = Piece(
                    f"{place}{number}", f"dv-{self.letter(seat)}-{number}"
                )
        if self.reader is None:
            self.pieces["hand:title"] = Piece("hand:title", text=self.say("watching"), style="serif bold start")
            return
        left = len(self.state.hands[self.reader]) - 1
        note = self.say("to-lay", left=left) if left else self.say("all-laid")
        self.pieces["hand:title"] = Piece("hand:title", text=self.say("your-hand"), style="serif bold start")
        if self.state.turn is not None:
            self.pieces["hand:note"] = Piece("hand:note", text=note, style="soft start")

    def lay_collections(self) -> None:
        state = self.state
        for seat, own in enumerate(state.own):
            self.pieces[f"seat:{seat}"] = Piece(f"seat:{seat}", f"dv-badge-{self.letter(seat)}")
            for layout in layouts(len(self.names)):
                place = f"name:{seat}@{layout.name}"
                box = layout.places[place]
                name = cut(self.names[seat], box.w, box.h * 0.72)
                self.pieces[place] = Piece(place, text=name, style="bold start")
            self.pieces[f"score:{seat}"] = Piece(
                f"score:{seat}", text=self.amount(worth(own)), style="serif bold end counts"
            )
            if seat == self.reader:
                self.pieces[f"note:{seat}"] = Piece(f"note:{seat}", text=self.say("you"), style="soft start")
            self.lay_own(seat, own)
        if state.turn is not None:
            self.pieces["turn"] = Piece(f"turn:{state.turn}", "dv-ball")
        outcome = game.outcome(state)
        if outcome is None:
            self.pieces["first"] = Piece(f"first:{state.first}", "dv-parasol")
        else:
            for seat in outcome.winners:
                self.pieces[f"winner:{seat}"] = Piece(f"turn:{seat}", "dv-crown")

    def lay_own(self, seat: int, own: Sequence[str]) -> None:
        money = [face for face in own if CATEGORY[face] == MONEY]
        for face in own:
            if CATEGORY[face] != MONEY:
                self.pieces[f"object:{face}"] = Piece(f"own:{seat}/{CATEGORY[face]}", f"dv-{face}")
        seen: Counter[str] = Counter()
        for i, face in enumerate(money):
            seen[face] += 1
            place = f"own:{seat}/{MONEY}/{min(i, 2) + 1}"
            self.pieces[f"object:{face}@{seat}/{seen[face]}"] = Piece(place, f"dv-{face}")
        if len(money) > 1:
            self.pieces[f"pile:{seat}"] = Piece(f"pile:{seat}", "dv-sum")
            self.pieces[f"sum:{seat}"] = Piece(
                f"sum:{seat}", text=self.amount(worth(money)), style="serif bold end money counts"
            )

    # --- what a person can pick, and what is said

    def targets(self) -> dict[str, Target]:
        found = {
            f"column:{column}": Target(f"column:{column}", self.column_words(column))
            for column in COLUMNS
        }
        if self.reader is not None:
            for number in NUMBERS:
                found[f"hand:{number}"] = Target(f"pick:{number}", self.card_words(self.reader, number))
        return found

    def card_words(self, seat: int, number: int) -> str:
        for column in COLUMNS:
            if (seat, number) in self.state.laid[column - 1]:
                return self.say("card-laid", number=number, column=column)
        return self.say("card", number=number)

    def column_words(self, column: int) -> str:
        objects = self.state.columns[column - 1]
        if objects:
            things = ", ".join(words().noun(face, self.lang) for face in objects)
            said = self.say("column", column=column, count=len(objects), objects=things)
        else:
            said = self.say("column-empty", column=column)
        below = []
        tied: dict[int, list[int]] = {}
        for row in rows(self.state, column):
            if row.tied:
                tied.setdefault(row.total, []).append(row.seat)
            else:
                below.append(self.about(row.seat, "has", total=row.total))
        below += [
            self.say("tied", players=self.join([self.person(seat) for seat in seats]), total=total)
            for total, seats in tied.items()
        ]
        return f"{said} ; " if False else f"{said}. " + self.capital(", ".join(below) or self.say("nothing-below")) + "."

    def person(self, seat: int) -> str:
        return self.say("you") if seat == self.reader else self.names[seat]

    def join(self, parts: Sequence[str]) -> str:
        return format(Several(tuple(parts), self.lang))

    def capital(self, text: str) -> str:
        return text[:1].upper() + text[1:]

    def status(self) -> str:
        state = self.state
        if self.settling:
            return self.say("settling", column=self.settling)
        outcome = game.outcome(state)
        if outcome is not None:
            score = self.amount(max(outcome.scores))
            if len(outcome.winners) == 1:
                return self.about(outcome.winners[0], "wins", score=score)
            return self.capital(
                self.say("share", players=self.join([self.person(s) for s in outcome.winners]), score=score)
            )
        assert state.turn is not None
        if state.turn == self.reader:
            return self.say("your-turn")
        return self.say("their-turn", player=self.names[state.turn])

    def heading(self) -> str:
        state = self.state
        if game.outcome(state) is not None:
            return self.say("over")
        return self.say("round", round=state.round, rounds=ROUNDS[len(self.names)])

    def sentences(self) -> list[str]:
        """The whole position, for somebody who does not see it."""
        state = self.state
        said = [f"{self.heading()}.", self.status()]
        said += [self.column_words(column) for column in COLUMNS]
        for seat, own in enumerate(state.own):
            things = [words().noun(face, self.lang) for face in own if CATEGORY[face] != MONEY]
            money = worth(face for face in own if CATEGORY[face] == MONEY)
            if money:
                things.append(self.say("money", money=self.amount(money)))
            line = (
                self.about(seat, "owns", things=self.join(things), score=self.amount(worth(own)))
                if things
                else self.about(seat, "owns-nothing")
            )
            numbers = self.join([str(number) for number in state.hands[seat]])
            said.append(f"{line} {self.say('holds', numbers=numbers)}" if numbers else line)
        return said

    def seats(self) -> list[Seat]:
        return [
            Seat(
                self.names[seat],
                f"dv-badge-{self.letter(seat)}",
                self.amount(worth(own)),
                turn=self.state.turn == seat,
                note=self.say("you") if seat == self.reader else "",
            )
            for seat, own in enumerate(self.state.own)
        ]


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """What lies on the table, as this seat sees it."""
    table = Table(view, lang, names)
    table.lay_columns()
    table.lay_hands()
    table.lay_collections()
    return Scene(
        table.pieces,
        table.targets(),
        table.seats(),
        table.heading(),
        table.status(),
        table.sentences(),
    )
