"""The table of Dominos Florentins: a goldsmith's bench, stones inlaid in a frame of wood and brass.

A card that has been placed is no longer seen as a card: it lies, with a key of its own, below the
*spaces*, one path each, that cover it with one stone across all cards of that colour. A space that
is open spills into the cells beside it, one that is closed is set in gold. See `Board`.

Keys. `card:BBOR` is a card wherever the reader knows it: in the hand, open, on the square. It
shows its name's rotation, and `turn` the way it lies. What the reader may not know has no name:
`held:SEAT/I` is the I-th card in somebody's hand. Two more only travel, in the moments of `unfold`:

- `play:SEAT`, the last card in a hand, is the one that its owner plays: it goes where the card
  goes and turns over; then `card:BBOR` comes to lie exactly on it.
- `pile:N`, the top of a pile of N, goes to whoever draws; then what is drawn comes to lie on it.

The stage lets a new piece begin where one with the same drawing is gone.

Places. `cell:d5` and `edge:N3` are what can be picked; `rim:N3` is an edge place as a black card
lies in it; `stones`, `setting` and `wire` are the whole square, in the order of their depth;
`top:d5` is above them. Open cards have sets of places for few and for many: `open:8/3`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from escale.draw.scene import PATH_UNITS, Box, Later, Layout, Piece, Scene, Seat, Target
from escale.engine.errors import BadOption
from escale.teach.texts import Several, Texts, house_texts, texts

from . import deck as decks
from . import game
from .deck import COLOURS, GEMS, HOUSE, LETTERS, NO_GEM, Deck
from .moves import Move, Place
from .openings import cross_complete
from .rules import BLACK, DRAWN, HAND, HANDS, OVER, PLAYED, STOCK, State
from .spaces import (
    AROUND,
    CELL,
    CELLS,
    COLUMNS,
    CROSS,
    EDGES,
    INWARD,
    MIDDLE,
    ROWS,
    SIDES,
    TRIANGLES,
    Space,
    spaces,
)

if TYPE_CHECKING:
    from escale.engine.game import View

# --- The drawings -------------------------------------------------------------------------------

CARD: Final = 60  # the side of a card in the drawings
GEM: Final = 18.5
#: The corners of a card, clockwise from the north-west, and its four triangles with the middle.
CORNERS: Final = ("0 0", "60 0", "60 60", "0 60")
SEATS_OF_GEMS: Final = ((30, 11.5), (48.5, 30), (30, 48.5), (11.5, 30))  # N, E, S, W
FRAME: Final = 37.2  # around the square
WHOLE: Final = 7 * CARD + 2 * FRAME
RIM: Final = 31.2  # what shows of a black card at the edge
EDGE_TURNS: Final = {"S": 0, "W": 90, "N": 180, "E": 270}  # the coloured triangle faces the square
QUARTER: Final = 90


@lru_cache(maxsize=4)
def _symbols(known: tuple[str, ...]) -> str:
    sheet = _file("symbols.svg")
    drawings = sheet[sheet.index("-->") + 3 : sheet.rindex("</svg>")].strip()
    return "".join([drawings, _board_drawing(), *_stones(), *_faces(known)])


def symbols() -> str:
    """The drawings of symbols.svg, and the cards of all decks that are known, made of them."""
    return _symbols(tuple(_playable()))


def _playable() -> Iterator[str]:
    """The decks without those whose file is not in order, as yet: nobody plays with them."""
    for name in decks.names():
        try:
            yield decks.find(name).name
        except BadOption:
            continue


@cache
def style() -> str:
    """The colours of scene.css; those of the dark also where the reader's system is dark."""
    css = _file("scene.css")
    start = css.index(".es-dominos-florentins[data-theme=dark]")
    night = css[start : css.index("}", start) + 1].replace("=dark]", "=auto]")
    return f"{css}@media (prefers-color-scheme:dark){{{night}}}"


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _board_drawing() -> str:
    """The empty board: the frame, its corners, and the 28 named places of black cards."""
    parts = ['<use href="#df-bench"/>']
    for i, (x, y) in enumerate(((0, 0), (WHOLE, 0), (WHOLE, WHOLE), (0, WHOLE))):
        parts.append(
            f'<use href="#df-corner" transform="translate({x:g} {y:g}) rotate({90 * i})"/>'
        )
    parts.append(
        '<g font-size="13" text-anchor="middle" dominant-baseline="central" fill="#f6dfa6" '
        'fill-opacity=".6" style="font-family:var(--es-serif)">'
    )
    for edge in EDGES:
        x, y, turn = _rim(edge)
        name = COLUMNS[int(edge[1]) - 1] if edge[0] in "NS" else edge[1]
        parts.append(
            f'<use href="#df-slot" transform="translate({x:g} {y:g}) rotate({turn}) '
            f'translate(-30 {-RIM / 2})"/><text x="{x:g}" y="{y:g}">{name}</text>'
        )
    board = f'<symbol id="df-board" viewBox="0 0 {WHOLE:g} {WHOLE:g}">'
    return f"{board}{''.join(parts)}</g></symbol>"


def _rim(edge: str) -> tuple[float, float, int]:
    """Where a black card lies at the edge: the middle of what shows of it, and its turn."""
    along = FRAME + CARD * (int(edge[1]) - 0.5)
    near, far = FRAME - RIM / 2, WHOLE - FRAME + RIM / 2
    x, y = {
        "N": (along, near),
        "S": (along, far),
        "W": (near, WHOLE - along),
        "E": (far, WHOLE - along),
    }[edge[0]]
    return x, y, EDGE_TURNS[edge[0]]


def _stones() -> Iterator[str]:
    """For each colour: its triangle and its gem on each side, and what is made of them."""
    for letter in COLOURS:
        stone = f'fill="url(#df-p{letter})"'
        for side, name in enumerate(SIDES.lower()):
            one, other = CORNERS[side], CORNERS[(side + 1) % 4]
            yield f'<path id="df-{name}{letter}" d="M{one}L{other} 30 30z" {stone}/>'
            x, y = SEATS_OF_GEMS[side]
            upright = f"transform-origin:{x}px {y}px;transform:rotate(var(--df-up,0deg))"
            yield (
                f'<use id="df-g{name}{letter}" href="#df-gem{letter}" x="{x - GEM / 2:g}" '
                f'y="{y - GEM / 2:g}" width="{GEM}" height="{GEM}" style="{upright}"/>'
            )
            yield _symbol(f"{name}gem{letter}", f'<use href="#df-g{name}{letter}"/>')
        spill = f'<path d="M0 0H60L50-10H10z" {stone}/>'
        yield _symbol(f"spill{letter}", spill).replace(">", ' overflow="visible">', 1)
        slate = f'<use href="#df-black"/><use href="#df-n{letter}"/>'
        gilt = '<path d="M0 0 30 30 60 0" fill="none" stroke="var(--df-wire)" stroke-width="1.8"/>'
        yield _symbol(f"black{letter}", f'{slate}{gilt}<use href="#df-rim"/>')
        yield _symbol(f"rim{letter}", f'{slate}<use href="#df-slid"/>', RIM)
        asked = f'<path d="M10 3.5H50L30 23.5z" {stone} stroke="var(--df-wire)" stroke-width="1.3" '
        yield _symbol(
            f"ask{letter}", f'<use href="#df-asked"/>{asked}stroke-dasharray="3 2"/>', RIM
        )
        gem = f'<use href="#df-gem{letter}" x="9" y="9" width="42" height="42"/>'
        yield _symbol(f"badge{letter}", f'<use href="#df-tile" {stone}/>{gem}')


def _faces(known: Iterable[str]) -> Iterator[str]:
    made = set()
    for name in known:
        deck = decks.find(name)
        for card in deck.cards:
            if (face := face_of(deck, card)) not in made:
                made.add(face)
                yield _symbol(face, _face(card, deck.gems[card]))


def _face(card: str, gems: str) -> str:
    parts = [f'<use href="#df-{name}{card[side]}"/>' for side, name in enumerate(SIDES.lower())]
    joints = "".join(f"M{CORNERS[side]}L30 30" for side in range(4) if card[side] != card[side - 1])
    parts.append(f'<path d="{joints}M0 0h60v60H0z" fill="none" stroke="var(--df-joint)"/>')
    parts += [
        f'<use href="#df-g{name}{gems[side]}"/>'
        for side, name in enumerate(SIDES.lower())
        if gems[side] != NO_GEM
    ]
    return "".join(parts)


def face_of(deck: Deck, card: str) -> str:
    """The name of the drawing of a card, without its prefix: cards that look alike share one."""
    gems = deck.gems[card]
    ours = decks.find(HOUSE)
    if deck is ours or ours.gems.get(card[:4]) == gems:
        return card[:4]
    return f"{card[:4]}-{gems.replace(NO_GEM, '_')}"


def _symbol(name: str, inside: str, height: float = CARD) -> str:
    return f'<symbol id="df-{name}" viewBox="0 0 {CARD} {height:g}">{inside}</symbol>'


def degrees(deck: Deck, lie: str) -> int:
    """How a card must be turned, clockwise, to lie this way."""
    return -QUARTER * deck.turns[deck.card[lie]].index(lie) % 360


def lie(state: State, move: Move) -> int | None:
    """How a move turns the card that it plays; None where nothing is turned."""
    return degrees(decks.find(state.deck), move.lie) if isinstance(move, Place) else None


# --- The layouts --------------------------------------------------------------------------------

FEW: Final = (5, 10, 18, 47)  # open cards that wait
MANY: Final = (8, 18, 30, 47)  # open cards that are played


class Drawing:
    """A layout in the making: its places and its scenery."""

    def __init__(self, name: str, least: int, width: float, height: float) -> None:
        self.name = name
        self.least = least
        self.width = width
        self.height = height
        self.places: dict[str, Box] = {}
        self.scenery: list[str] = []

    def put(
        self, place: str, x: float, y: float, w: float, h: float, z: int = 0, turn: int = 0
    ) -> None:
        self.places[place] = Box(round(x, 2), round(y, 2), round(w, 2), round(h, 2), z, turn)

    def paint(self, svg: str) -> None:
        self.scenery.append(svg)

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

    def done(self) -> Layout:
        return Layout(
            self.name,
            self.least,
            self.width,
            self.height,
            self.places,
            f"<g>{''.join(self.scenery)}</g>",
            seats=False,  # they have their plates
        )


@cache
def layouts(players: int) -> list[Layout]:
    """The three layouts for that many players, from the narrowest."""
    return [_narrow(players), _middle(players), _wide(players)]


def _narrow(players: int) -> Layout:
    """A phone: plates above the board, hand and stock below it."""
    page = Drawing("narrow", 0, 360, 566)
    width = (360 - 4 * (players - 1)) / players
    for seat in range(players):
        _small_plate(page, seat, seat * (width + 4), 0, width, 44)
    _board(page, 0, 48, 360)
    page.panel(0, 412, 360, 154)
    for i in range(HAND):
        page.put(f"hand:{i}", 7 + i * 67, 419, 62, 62, 45)
    page.put("open", 277, 419, 77, 62)
    page.put("pass", 277, 419, 77, 62)
    page.put("title:none", 14, 436, 254, 26, 45)
    _pile(page, 8, 496, 52)
    page.put("lock", 9, 551, 12, 12, 46)
    page.grid("open", FEW, 78, 491, 276, 68, 46, 3)
    page.grid("common", MANY, 7, 418, 262, 142, 62, 3)
    return page.done()


def _middle(players: int) -> Layout:
    """A notebook's cell: all beside the board."""
    page = Drawing("middle", 640, 800, 520)
    _board(page, 0, 0, 520)
    x, w = 532.0, 268.0
    for seat in range(players):
        _plate(page, seat, x, seat * 48, w, 44, 16)
    _bench(page, Bench(x, players * 48, w, 520, 58, 5, 50, 21, 10, 50))
    return page.done()


def _wide(players: int) -> Layout:
    """A wide page: the same with more room."""
    page = Drawing("wide", 1280, 1080, 704)
    _board(page, 0, 0, 704)
    x, w = 720.0, 360.0
    for seat in range(players):
        _plate(page, seat, x, seat * 65, w, 60, 18)
    _bench(page, Bench(x, players * 65, w, 704, 78, 8, 48, 26, 12, 60))
    return page.done()


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


def _bench(page: Drawing, m: Bench) -> None:
    """The reader's cards, a button, the pile and what lies open.

    Once the pile is empty there are no hands: the common stock has all the room, above its button.
    """
    page.panel(m.x, m.y, m.w, m.bottom - m.y)
    lily = m.bottom - m.pad - m.button / 2  # where later the button covers it, and few cards do
    middle = f"translate({m.x + m.w / 2:g} {lily:g}) scale({m.button / 38:.2f})"
    page.paint(
        f'<g transform="{middle}" opacity=".3" style="--df-gilt:var(--es-gold)">'
        '<use href="#df-lily"/></g>'
    )
    left = m.x + (m.w - HAND * m.card - (HAND - 1) * m.gap) / 2
    inner = m.w - 2 * (left - m.x)
    page.put("title", left, m.y + 5, inner, m.line, 45)
    top = m.y + m.line + 8
    for i in range(HAND):
        page.put(f"hand:{i}", left + i * (m.card + m.gap), top, m.card, m.card, 45)
    page.put("open", left, top + m.card + m.gap + 2, inner, m.button)
    page.put("pass", left, m.bottom - m.pad - m.button, inner, m.button)
    room = m.bottom - m.pad - m.button - 10 - top
    page.grid("common", MANY, left, top, inner, room, m.card, 4)
    top += m.card + m.gap + m.button + 14
    page.put("stock:title", left, top, inner, m.line, 45)
    lock = m.line * 0.72
    if page.name == "wide":  # with the reason beside it
        top += m.line
        page.put("lock", left, top + 1, lock, lock, 46)
        page.put("stock:note", left + lock + 5, top - 1, inner - lock - 5, m.line * 0.82, 45)
    else:
        page.put("lock", left + inner - lock, top + 3, lock, lock, 46)
    top += m.line + 3
    _pile(page, left, top, m.pile)
    start = left + m.pile + 20
    room = m.bottom - m.pad - top
    page.grid("open", FEW, start, top, left + inner - start, room, m.pile, 4)


def _pile(page: Drawing, x: float, y: float, size: float) -> None:
    for i in range(3):
        page.put(f"pile:{i}", x + 2.5 * i, y - 2 * i + 4, size, size, 40 + i)
    disc = size * 0.46
    page.put("pile:disc", x + size - disc * 0.6, y + size - disc * 0.75, disc, disc, 47)
    page.put("pile:count", x + size - disc * 0.6, y + size - disc * 0.6, disc, disc * 0.74, 48)


def _plate(page: Drawing, seat: int, x: float, y: float, w: float, h: float, type_: float) -> None:
    """A player: black card, name, colour and gem, hand, count."""
    page.panel(x, y, w, h)
    card = h - 10
    page.slot(x + 12, y + 5, card)
    page.put(f"black:{seat}", x + 12, y + 5, card, card, 45)
    page.put(f"turn:{seat}", x, y, h / 5, h, 44)
    page.put(
        f"winner:{seat}", x + 12 + card * 0.15, y + 5 + card * 0.22, card * 0.7, card * 0.7, 50
    )
    left = x + card + 21
    score = h * 0.62
    page.put(f"score:{seat}", x + w - 10 - score, y + (h - score) / 2, score, score, 45)
    gem = h * 0.46
    right = x + w - 14 - score - gem
    page.put(f"gem:{seat}", right, y + (h - gem) / 2, gem, gem, 45)
    held = h * 0.34
    hands = right - 8 - held * 2.2
    for i in range(HAND):
        page.put(f"held:{seat}/{i}", hands + i * held * 0.4, y + h * 0.54, held, held, 41 + i)
    line = type_ / 0.72
    page.put(f"name:{seat}@{page.name}", left, y + h * 0.3 - line / 2, right - left - 6, line, 45)
    small = max(13.5, type_ - 4) / 0.72
    page.put(f"kind:{seat}", left, y + h * 0.72 - small / 2, hands - left - 4, small, 45)


def _small_plate(page: Drawing, seat: int, x: float, y: float, w: float, h: float) -> None:
    """A player on a phone; where four are abreast, the name has a line of its own."""
    page.panel(x, y, w, h)
    four = w < 100
    card = 24.0 if four else h - 10
    top = y + h - card - 2 if four else y + 5
    line = top + card / 2 if four else y + 30  # of what is counted
    page.slot(x + 9, top, card)
    page.put(f"black:{seat}", x + 9, top, card, card, 45)
    page.put(f"turn:{seat}", x, y, 9, h, 44)
    page.put(f"winner:{seat}", x + 9 + card * 0.12, top + card * 0.2, card * 0.76, card * 0.76, 50)
    left = x + card + 12
    name = x + 10 if four else left
    page.put(f"name:{seat}@narrow", name, y + 2, x + w - 3 - name, 17, 45)
    gem = 15.0 if four else 18.0
    page.put(f"gem:{seat}", left - 1.5, line - gem / 2, gem, gem, 45)
    page.put(f"score:{seat}", left + gem + 0.5, line - 11.5, 17, 23, 45)
    held, step = (9.0, 1.7) if four else (12.0, 5.0)
    right = x + w - 4 - held - 3 * step
    for i in range(HAND):
        page.put(f"held:{seat}/{i}", right + i * step, line - held / 2, held, held, 41 + i)


def _board(page: Drawing, x: float, y: float, size: float) -> None:
    """The square in its frame."""
    page.paint(f'<use href="#df-board" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>')
    scale = size / WHOLE
    cell, ring, deep = CARD * scale, FRAME * scale, RIM * scale
    left, top = x + ring, y + ring
    for place, z in (("stones", 20), ("setting", 29), ("wire", 30)):
        page.put(place, left, top, 7 * cell, 7 * cell, z)
    for i, name in enumerate(CELLS):
        column, row = divmod(i, 7)
        at = left + column * cell, top + (6 - row) * cell, cell, cell
        page.put(f"cell:{name}", *at, 10)
        page.put(f"top:{name}", *at, 36)
    for edge in EDGES:
        ex, ey, turn = _rim(edge)
        mx, my = x + ex * scale, y + ey * scale
        page.put(f"rim:{edge}", mx - cell / 2, my - deep / 2, cell, deep, 32, turn)
        lip = (ring - deep) / 2  # what a finger may touch reaches to the end of the frame
        mx += {"W": -lip, "E": lip}.get(edge[0], 0)
        my += {"N": -lip, "S": lip}.get(edge[0], 0)
        w, h = (cell, ring) if edge[0] in "NS" else (ring, cell)
        page.put(f"edge:{edge}", mx - w / 2, my - h / 2, w, h)


# --- Spaces as paths ----------------------------------------------------------------------------

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


# --- The square ---------------------------------------------------------------------------------

TRIANGLE: Final = {name: number for number, name in enumerate(TRIANGLES)}


@lru_cache(maxsize=4096)
def lines_of(triangles: tuple[str, ...]) -> tuple[str, str]:
    """The outline of a space, and the wire inside it."""
    outline = loops(TRIANGLE[name] for name in triangles)
    return path_of(outline), wire_of(outline)


class Board(NamedTuple):
    """What lies on the square, whoever looks at it in whatever language."""

    pieces: dict[str, Piece]
    spaces: tuple[Space, ...]


@lru_cache(maxsize=256)
def board_of(deck_name: str, placed: tuple[str, ...], black: tuple[str, ...]) -> Board:
    """Cards, spaces, wires, gems, and what is open."""
    deck = decks.find(deck_name)
    found = spaces(placed, black, deck)
    pieces: dict[str, Piece] = {}
    for cell, lie_ in enumerate(placed):
        if lie_:
            _lay_card(pieces, deck, placed, black, cell)
    for space in found:
        stone, wire = lines_of(space.triangles)
        first = space.triangles[0]
        # A space only grows: its first triangle and its size tell it.
        pieces[f"space:{first}.{len(space.triangles)}"] = Piece(
            "stones", path=stone, style=f"stone {LETTERS[space.colour]}"
        )
        if space.closed:
            pieces[f"setting:{first}"] = Piece("setting", path=wire, style="wired")
            pieces[f"wire:{first}"] = Piece("wire", path=wire, style="wire")
    return Board(pieces, found)


def _lay_card(
    pieces: dict[str, Piece],
    deck: Deck,
    placed: Sequence[str],
    black: Sequence[str],
    cell: int,
) -> None:
    lie_, name = placed[cell], CELLS[cell]
    card = deck.card[lie_]
    pieces[f"card:{card}"] = Piece(
        f"cell:{name}", f"df-{face_of(deck, card)}", turn=degrees(deck, lie_)
    )
    pieces[f"pins:{name}"] = Piece(f"top:{name}", "df-pins")
    for side, gem in enumerate(deck.gems[lie_]):
        if gem != NO_GEM:
            symbol = f"df-{SIDES[side].lower()}gem{gem}"
            pieces[f"gem:{name}{SIDES[side]}"] = Piece(f"top:{name}", symbol, style="fades")
        other = AROUND[cell][side]
        if other is None:
            edge = EDGE_AT[4 * cell + side]
            if edge not in black:
                pieces[f"ask:{edge}"] = Piece(f"rim:{edge}", f"df-ask{lie_[side]}", style="fades")
        elif not placed[other]:
            pieces[f"spill:{name}{SIDES[side]}"] = Piece(
                f"cell:{name}", f"df-spill{lie_[side]}", style="spill fades", turn=QUARTER * side
            )


EDGE_AT: Final = {triangle: edge for edge, triangle in EDGES.items()}

# --- The words ----------------------------------------------------------------------------------


@cache
def words() -> Texts:
    """The sentences of scene.toml with the nouns of the game."""
    labels = tomllib.loads(_file("scene.toml"))["label"]
    return Texts({**texts(game).table, "label": labels}, house_texts())


@lru_cache(maxsize=4096)
def said(label: str, lang: str, *facts: tuple[str, str | int]) -> str:
    return words().label(label, lang, **dict(facts))


@lru_cache(maxsize=1024)
def card_words(deck_name: str, lie_: str, lang: str) -> str:
    """A card as it lies, side by side."""
    gems = decks.find(deck_name).gems[lie_]
    sides = []
    for side, name in enumerate(SIDES):
        words_ = said(f"side-{name}", lang, ("colour", COLOURS[lie_[side]]))
        if gems[side] != NO_GEM:
            words_ = said("with-gem", lang, ("side", words_), ("gem", GEMS[gems[side]]))
        sides.append(words_)
    return ", ".join(sides)


@lru_cache(maxsize=4096)
def cell_words(deck_name: str, name: str, lie_: str, asked: str | None, lang: str) -> str:
    """A cell: the card on it, or the colours that it asks for, or nothing."""
    cell = ("cell", name)
    if lie_:
        return said("cell-card", lang, cell, ("card", card_words(deck_name, lie_, lang)))
    if asked is None:
        return said("cell-empty", lang, cell)
    if not asked:
        return said("cell-middle", lang, cell)
    return said("cell-free", lang, cell, ("sides", asked_words(name, asked, lang)))


def asked_words(name: str, asked: str, lang: str) -> str:
    sides = [
        said(f"at-{SIDES[side]}", lang, ("colour", COLOURS[letter]))
        for (side, _, _), letter in zip(INWARD[CELL[name]], asked, strict=True)
    ]
    return format(Several(tuple(sides), lang))


#: How wide letters are, in parts of the height of the type; a cautious mean of system fonts.
BOLD: Final = 0.78
THIN, BROAD = "iljtfrI.,'’|!:;()1 ", "mwMWOQ@%—"


def text_width(text: str, size: float) -> float:
    """About how wide a text is."""
    widths = (
        0.36
        if c in THIN
        else 0.95
        if c in BROAD or ord(c) > 0x2E80
        else 0.72
        if c.isupper()
        else 0.61
        for c in text
    )
    return size * sum(widths)


@lru_cache(maxsize=512)
def cut(text: str, width: float, size: float) -> str:
    """A text that fits, cut with … where it must."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


# --- The scene ----------------------------------------------------------------------------------

READING: Final = tuple(column + row for row in reversed(ROWS) for column in COLUMNS)


class Table:
    """A scene in the making."""

    def __init__(self, view: View, lang: str, names: Sequence[str]) -> None:
        self.state: State = view.state
        self.deck = decks.find(self.state.deck)
        self.reader = view.seat if 0 <= view.seat < len(names) else None
        self.lang = lang
        self.names = names
        self.pieces: dict[str, Piece] = {}
        #: Has placing come to its end? Then it is all about the black cards.
        self.ending = self.state.phase in (BLACK, OVER) or any(self.state.black)
        #: Is there a pile, or has everybody still to lay a hand open?
        self.waits = bool(self.state.pile) or any(self.state.hands)
        self.fresh = self._on_its_way()
        self.board = self._board()

    def say(self, label: str, /, **facts: str | int) -> str:
        return said(label, self.lang, *facts.items())

    def about(self, seat: int, label: str, **facts: str | int) -> str:
        """A sentence about a player; it has another form for the reader."""
        if seat == self.reader:
            return self.say(f"{label}-you", **facts)
        return self.say(label, player=self.names[seat], **facts)

    # --- what lies on the table

    def _on_its_way(self) -> int | None:
        """In the middle of a move: the cell of the card that is on its way to it."""
        placed = self.state.placed
        cells = (CELL[opening[:2]] for opening in self.state.openings)
        return next((cell for cell in cells if placed[cell]), None)

    def _board(self) -> Board:
        """The square; a card on its way to it is not yet part of its stones."""
        state = self.state
        placed, black = state.placed, state.black
        if self.fresh is not None:
            placed = (*placed[: self.fresh], "", *placed[self.fresh + 1 :])
        elif state.phase == PLAYED:
            black = (*black[: state.turn], "", *black[state.turn + 1 :])
        return board_of(state.deck, placed, black)

    def lay_board(self) -> None:
        state = self.state
        self.pieces.update(self.board.pieces)
        for seat, (colour, edge) in enumerate(zip(state.colours, state.black, strict=True)):
            letter = LETTERS[colour]
            if edge:
                self.pieces[f"black:{colour}"] = Piece(f"rim:{edge}", f"df-rim{letter}")
                continue
            kept = self.ending and self.has_decided(seat)
            self.pieces[f"black:{colour}"] = Piece(
                f"black:{seat}", f"df-black{letter}", style="dim" if kept else ""
            )

    def has_decided(self, seat: int) -> bool:
        state = self.state
        return (seat - state.turn) % len(self.names) >= state.undecided

    def face(self, card: str) -> str:
        return f"df-{face_of(self.deck, card)}"

    def lay_hands(self) -> None:
        state = self.state
        moving = state.phase in (PLAYED, DRAWN)
        for seat, hand in enumerate(state.hands):
            mine, moves = seat == self.reader, moving and seat == state.turn
            for i, card in enumerate(hand[:HAND]):
                place = f"hand:{i}" if mine else f"held:{seat}/{i}"
                last = i == len(hand) - 1
                if last and moves and state.phase == DRAWN:
                    key = f"pile:{len(state.pile) + 1}"
                elif mine and card:
                    key = f"card:{card}"
                else:
                    key = f"play:{seat}" if last and not moves else f"held:{seat}/{i}"
                symbol = self.face(card) if card else "df-back"
                look = "" if key.startswith("card:") else "flips"
                self.pieces[key] = Piece(place, symbol, style=look)
        if moving:
            self.lay_moving()

    def lay_moving(self) -> None:
        """What is being played. Somebody else's card comes out of the hand and turns over."""
        state = self.state
        theirs = state.turn != self.reader and state.hands[state.turn]
        if self.fresh is not None:
            lie_ = state.placed[self.fresh]
            card = self.deck.card[lie_]
            self.pieces[f"play:{state.turn}" if theirs else f"card:{card}"] = Piece(
                f"cell:{CELLS[self.fresh]}",
                self.face(card),
                style="flips",
                turn=degrees(self.deck, lie_),
            )
        elif theirs and state.phase == PLAYED and state.stock:
            laid = self.pieces.pop(f"card:{state.stock[-1]}")
            self.pieces[f"play:{state.turn}"] = laid._replace(style=f"{laid.style} flips")

    def lay_stock(self) -> None:
        state = self.state
        self.lay_pile()
        sizes = FEW if self.waits else MANY
        size = next(size for size in sizes if len(state.stock) <= size)
        self.stock_place = f"{'open' if self.waits else 'common'}:{size}/"
        look = "locked" if self.waits else "dim" if self.ending else ""
        for i, card in enumerate(state.stock):
            place = f"{self.stock_place}{i}"
            self.pieces[f"card:{card}"] = Piece(place, self.face(card), style=look)

    def lay_pile(self) -> None:
        """The top three, each known by how many lie below it."""
        left = len(self.state.pile)
        for i in range(min(left, 3)):
            self.pieces[f"pile:{left - i}"] = Piece(f"pile:{2 - i}", "df-back", style="flips")
        if left:
            self.pieces["pile:disc"] = Piece("pile:disc", "df-disc")
            self.pieces["pile:count"] = Piece(
                "pile:count", text=str(left), style="bold count counts"
            )

    def lay_plates(self) -> None:
        state = self.state
        for seat, colour in enumerate(state.colours):
            letter = LETTERS[colour]
            for layout in layouts(len(self.names)):
                place = f"name:{seat}@{layout.name}"
                box = layout.places[place]
                name = cut(self.names[seat], box.w, box.h * BOLD)
                look = "bold start you" if seat == self.reader else "bold start"
                self.pieces[place] = Piece(place, text=name, style=look)
            self.pieces[f"kind:{seat}"] = Piece(
                f"kind:{seat}", text=self.kind(seat), style="soft start"
            )
            self.pieces[f"gem:{seat}"] = Piece(f"gem:{seat}", f"df-gem{letter}")
            self.pieces[f"score:{seat}"] = Piece(
                f"score:{seat}", text=str(self.count(seat)), style="serif bold counts"
            )
        outcome = game.outcome(state)
        if outcome is None:
            self.pieces["turn"] = Piece(f"turn:{state.turn}", "df-turn")
        else:
            for seat in outcome.winners:
                self.pieces[f"winner:{seat}"] = Piece(f"winner:{seat}", "df-laurel")

    def lay_titles(self) -> None:
        state = self.state

        def title(place: str, label: str, style: str = "serif bold start") -> None:
            self.pieces[place] = Piece(place, text=self.say(label), style=style)

        if self.waits:
            title("title", "watching" if self.reader is None else "your-hand")
            title("stock:title", "pile-title")
            title("stock:note", "locked", "soft start")
            self.pieces["lock"] = Piece("lock", "df-lock")
            if self.reader is None:
                title("title:none", "watching", "serif bold")
        elif not self.ending:
            title("title", "stock-title")
        elif state.stock:
            title("title", "left-title")

    # --- what a person can pick

    def targets(self) -> dict[str, Target]:
        """Cells and edges first: what comes and goes stands at the end."""
        state, lang = self.state, self.lang
        asked = {opening[:2]: opening[2:] for opening in state.openings}
        found = {}
        for name in READING:
            lie_ = state.placed[CELL[name]]
            label = cell_words(state.deck, name, lie_, asked.get(name), lang)
            found[f"cell:{name}"] = Target(f"cell:{name}", label)
        for edge in EDGES:
            found[f"edge:{edge}"] = Target(f"edge:{edge}", self.edge_words(edge))
        if self.reader is not None:
            self.add_button(found)
        label = "locked-card" if self.waits else "stock-card"
        for i, card in enumerate(state.stock):
            card_said = card_words(state.deck, card, lang)
            found[f"stock:{card}"] = Target(
                f"{self.stock_place}{i}", self.say(label, card=card_said)
            )
        if self.reader is not None:
            for i, held in enumerate(state.hands[self.reader]):
                if held:
                    card_said = card_words(state.deck, held, lang)
                    found[f"hand:{held}"] = Target(
                        f"hand:{i}", self.say("hand-card", card=card_said)
                    )
        return found

    def add_button(self, found: dict[str, Target]) -> None:
        phase = self.state.phase
        if self.waits:
            found["open"] = Target("open", self.say("lay-open-words"), self.say("lay-open"))
        elif self.ending and phase != OVER:
            found["say:pass"] = Target("pass", self.say("keep-black-words"), self.say("keep-black"))
        elif phase != OVER:
            found["say:pass"] = Target("pass", self.say("pass-words"), self.say("pass"))

    def edge_words(self, edge: str) -> str:
        triangle = EDGES[edge]
        lie_, name = self.state.placed[triangle >> 2], CELLS[triangle >> 2]
        if edge in self.state.black:
            colour = self.state.colours[self.state.black.index(edge)]
            return self.say("edge-black", edge=edge, cell=name, colour=colour)
        if lie_:
            return self.say("edge-open", edge=edge, cell=name, colour=COLOURS[lie_[triangle & 3]])
        return self.say("edge-empty", edge=edge, cell=name)

    # --- what is said

    def count(self, seat: int) -> int:
        return self.state.gems[list(LETTERS).index(self.state.colours[seat])]

    def gems(self, colour: str, count: int) -> str:
        return self.say(f"gems-{GEMS[LETTERS[colour]]}", count=count)

    def kind(self, seat: int) -> str:
        return self.say(f"kind-{self.state.colours[seat]}")

    def join(self, parts: Sequence[str]) -> str:
        return format(Several(tuple(parts), self.lang))

    def heading(self) -> str:
        state = self.state
        if state.phase == OVER:
            return self.say("over")
        if self.ending:
            return self.say("black-cards")
        if not cross_complete(state.placed):
            return self.say("cross", count=sum(1 for cell in CROSS if state.placed[cell]))
        return self.say("square" if self.waits else "common-stock")

    def status(self) -> str:
        state, turn = self.state, self.state.turn
        if state.phase == HANDS:
            return self.about(turn, "place" if state.placed[MIDDLE] else "first")
        if state.phase == STOCK:
            return self.about(turn, "take")
        if state.phase == BLACK:
            return self.about(turn, "decide" if len(game.legal(state, turn)) > 1 else "keep")
        outcome = game.outcome(state)
        if outcome is None:
            return self.about(turn, "moving")
        most = max(outcome.scores)
        if len(outcome.winners) > 1:
            players = [
                self.say("you") if seat == self.reader else self.names[seat]
                for seat in outcome.winners
            ]
            shared = self.say("share", players=self.join(players), count=most)
            return shared[:1].upper() + shared[1:]
        seat = outcome.winners[0]
        return self.about(seat, "wins", gems=self.gems(state.colours[seat], most))

    def sentences(self) -> list[str]:
        """The position, for somebody who does not see it; the rest is said by cells and cards."""
        state = self.state
        lines = []
        for seat, colour in enumerate(state.colours):
            gems = self.gems(colour, self.count(seat))
            line = self.about(seat, "plays", colour=colour, gems=gems)
            if state.black[seat]:
                line += " " + self.say("black-at", edge=state.black[seat])
            lines.append(line)
        if state.pile:
            lines.append(self.say("pile-count", count=len(state.pile)))
        common = "stock-count" if self.waits else "stock-count-common"
        lines.append(self.say(common, count=len(state.stock)))
        lines += self.spaces_words()
        return lines

    def spaces_words(self) -> Iterator[str]:
        closed: Counter[str] = Counter()
        opened: Counter[str] = Counter()
        inside: Counter[str] = Counter()
        outside: Counter[str] = Counter()
        mine = None if self.reader is None else self.state.colours[self.reader]
        waiting = []
        for space in self.board.spaces:
            (closed if space.closed else opened)[space.colour] += 1
            (inside if space.closed else outside)[space.colour] += len(space.gems)
            if space.colour == mine and space.gems and not space.closed:
                waiting.append(self.waiting_words(space))
        for colour in LETTERS:
            if closed[colour] or opened[colour]:
                yield self.say(
                    "spaces", colour=colour, closed=closed[colour], inside=inside[colour],
                    open=opened[colour], outside=outside[colour],
                )  # fmt: skip
        if waiting:
            yield self.say("waiting", spaces=reduce(self.listed, waiting))

    def listed(self, first: str, second: str) -> str:
        return self.say("waiting-next", first=first, second=second)

    def waiting_words(self, space: Space) -> str:
        cells = dict.fromkeys(name[:2] for name in space.triangles)
        count = len(space.gems)
        free = ", ".join(space.free)
        return self.say("waiting-space", count=count, cells=" ".join(cells), free=free)

    def seats(self) -> list[Seat]:
        over = self.state.phase == OVER
        return [
            Seat(
                self.names[seat],
                f"df-badge{LETTERS[colour]}",
                str(self.count(seat)),
                turn=not over and self.state.turn == seat,
                note=self.kind(seat),
            )
            for seat, colour in enumerate(self.state.colours)
        ]


def players(state: State) -> int:
    return len(state.colours)


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """What lies on the table, as this seat sees it."""
    table = Table(view, lang, names)
    table.lay_board()
    table.lay_stock()
    table.lay_hands()
    table.lay_plates()
    table.lay_titles()
    return Scene(
        table.pieces,
        table.targets(),
        table.seats(),
        table.heading(),
        table.status(),
        Later(table.sentences),
    )
