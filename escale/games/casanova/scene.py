"""The table of Casanova: Venice by night, and one idea, the rack.

Every seat has 13 slots. A played card lies open in its own slot, a number that is still to come is
a dashed one; once the dice have fallen a gold line stands right of the massimo in every rack, and
what lies beyond it is hatched.

Places count seats clockwise from the reader, who sits at the bottom as number 0 (whoever only
watches sits with seat 0): `rack:2/7` is slot 7 of the second player to the left.

Keys are chosen so that things travel, and tell nothing that the reader may not know:

- `card:SEAT/7` is a card that the reader knows: in the hand, on the table, in its slot.
- `laid:SEAT` is the card that somebody else lays. It waits in the sleeve, lies face down, and is
  turned. When the coins have been paid, `card:SEAT/7` comes to lie exactly on it and goes to its
  slot, while `laid:SEAT` is back in the sleeve for the next round.
- `coin:N` is the N-th coin on the table. The one that comes next waits, unseen, in the purse of
  whoever may stake it; those that have been won go to the winner's purse and are counted there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from unicodedata import combining, east_asian_width

from escale.draw.scene import Box, Later, Layout, Piece, Scene, Seat, Target
from escale.teach.texts import Texts, house_texts

from .rules import (
    ANNOUNCE,
    ANSWER,
    AWAY,
    CARDS,
    COINS,
    DICE,
    HIDDEN,
    LAY,
    NONE,
    OVER,
    PAID,
    ROLL,
    ROUNDS,
    SAY,
    SETTLE,
    State,
)

if TYPE_CHECKING:
    from escale.engine.game import View

# --- The drawings -------------------------------------------------------------------------------

STEPS = {ANNOUNCE: 1, LAY: 2, ROLL: 3, SAY: 4, ANSWER: 4, SETTLE: 5, PAID: 5, AWAY: 5, OVER: 6}
HIGHEST = CARDS[-1]
SLOT = 24  # from slot to slot in the drawing of a rack, which is 13 of them wide and 32 high
PILE = 5  # coins
PILES = -(-COINS // PILE)


@cache
def symbols() -> str:
    """The drawings of symbols.svg."""
    sheet = _file("symbols.svg")
    return sheet[sheet.index("-->") + 3 : sheet.rindex("</svg>")].strip()


@cache
def style() -> str:
    """The colours of scene.css; the deeper night also where the reader's system is dark."""
    css = _file("scene.css")
    start = css.index(".es-casanova[data-theme=dark]")
    night = css[start : css.index("}", start) + 1].replace("=dark]", "=auto]")
    return f"{css}@media (prefers-color-scheme:dark){{{night}}}"


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


@cache
def _texts() -> Texts:
    return Texts(tomllib.loads(_file("scene.toml")), house_texts())


# --- Where everything is ------------------------------------------------------------------------


@cache
def layouts(players: int) -> list[Layout]:
    """A phone, a notebook's cell, a wide page. All are drawn for the number of players."""
    return [_narrow(players - 1), _middle(players - 1), _wide(players - 1)]


class Drawing:
    """A layout in the making: its places, and the scenery below them."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.places: dict[str, Box] = {}
        self.art: list[str] = []

    def put(
        self, name: str, x: float, y: float, w: float, h: float, z: int = 10, turn: int = 0
    ) -> None:
        self.places[name] = Box(round(x, 2), round(y, 2), round(w, 2), round(h, 2), z, turn)

    def use(self, symbol: str, x: float, y: float, w: float, h: float, more: str = "") -> None:
        box = f'x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"'
        self.art.append(f'<use href="#ca-{symbol}" {box}{more}/>')

    def rect(self, style: str, x: float, y: float, w: float, h: float, r: float = 8) -> None:
        box = f'x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"'
        self.art.append(f'<rect class="{style}" {box} rx="{r:g}"/>')

    def night(
        self, height: float, water: float, grand: float, stars: Sequence[int] = (), moon: float = 0
    ) -> None:
        """The sky down to the water, the town between them, and the lagoon."""
        w, tall, wide = self.width, 118 * grand, 820 * grand
        left, lagoon = (w - wide) / 2, height - water
        top = f"M0 {water:g}V12Q0 0 12 0H{w - 12:g}Q{w:g} 0 {w:g} 12V{water:g}Z"
        self.art.append(f'<path d="{top}" fill="url(#ca-sky)"/>')
        if stars:
            dots = "".join(f"M{x} {150 + x * 37 % 50}h0" for x in stars)
            self.art.append(f'<path class="ca-star" d="{dots}"/>')
        if moon:
            self.use("moon", moon - 100, water - 168, 200, 200)
        self.use("skyline", left, water - tall, wide, tall)
        foot = f"M0 {water:g}v{lagoon - 12:g}q0 12 12 12H{w - 12:g}q12 0 12-12V{water:g}Z"
        self.art += [
            f'<path d="{foot}" fill="url(#ca-water)"/>',
            f'<g transform="translate(0 {1.6 * water:g}) scale(1 -.6)" opacity=".25">',
        ]
        self.use("skyline", left, water - tall, wide, tall)
        waves = "".join(
            f"M{i * 173 % int(w - 60)} {water + 60 + i * 47:g}q20-7 40 0t40 0"
            for i in range(int((lagoon - 80) / 47))
        )
        self.art += ["</g>", f'<path class="ca-wave" d="{waves}"/>']

    def dusk(self, height: float) -> None:
        """What makes the night deeper in the dark theme. What is drawn later stays bright."""
        self.rect("ca-deeper", 0, 0, self.width, height, 12)

    def rack(self, seat: int, x: float, y: float, width: float) -> None:
        u = width / (SLOT * HIGHEST)
        self.use("rack", x, y, width, 32 * u)
        for card in CARDS:
            self.put(
                f"rack:{seat}/{card}", x + u * (SLOT * (card - 1) + 1), y + u / 2, 22 * u, 31 * u
            )
        for massimo in range(1, HIGHEST):
            left = x + u * (SLOT * massimo - 6)
            beyond = u * (SLOT * (HIGHEST - massimo) + 6)
            self.put(f"over:{seat}/{massimo}", left, y - 8 * u, beyond, 48 * u, 14)

    def purse(self, seat: int, x: float, y: float, size: float, way: int) -> None:
        """Piles from `x` to the right (1); or to the left (-1), five in front and five behind."""
        pitch, tall = size * 1.06, size * 22 / 16
        first = x if way > 0 else x - size
        for pile in range(PILES):
            back, column = divmod(pile, PILES if way > 0 else PILES // 2)
            left = first + way * pitch * column + back * size * 0.22
            self.put(f"purse:{seat}/{pile}", left, y - back * size * 0.9, size, tall, 11 - back)
        left = first + way * pitch if way < 0 else first
        self.put(f"mouth:{seat}", left + size / 2, y + tall - 10, 9, 9, 30)

    def dice(self, x: float, y: float, size: float, gap: float) -> None:
        for die in DICE:
            self.put(f"die:{die}", x + (die - 1) * (size + gap), y, size, size, 12)
        self.put("dice", x - 4, y - 4, 3 * size + 2 * gap + 8, size + 8)

    def pot(self, x: float, y: float, size: float) -> None:
        """A heap about its middle: the oldest coins at its foot, two dozen in a layer."""
        for coin in range(COINS):
            layer, slot = divmod(coin, len(HEAP))
            dx, dy = HEAP[slot]
            left, top = x + dx * size - size / 2, y + dy * size - size / 2 - layer * size * 0.2
            self.put(f"pot/{coin}", left, top, size, size, 26 + 5 * layer + round(dy / 0.64))

    def layout(self, name: str, least: int, height: float) -> Layout:
        seats = name != "narrow"  # a phone has no room to name the players twice
        return Layout(name, least, self.width, height, self.places, "".join(self.art), seats=seats)


def _heap() -> list[tuple[float, float]]:
    """Where coins lie in the pot, in coins from its middle: the first in the middle."""
    rows = [(column + row % 2 / 2, row) for row in range(-2, 3) for column in range(-3, 4)]
    spots = [(x * 0.9, y * 0.64) for x, y in rows]
    return sorted(spots, key=lambda spot: (round(spot[0] ** 2 + 2.2 * spot[1] ** 2, 3), spot))[:24]


HEAP = _heap()


def _wide(opponents: int) -> Layout:
    page = Drawing(1100)
    height = 664.0
    page.night(
        height, 262, 1100 / 820, (60, 118, 262, 330, 420, 452, 628, 800, 850, 872, 1042), 742
    )
    page.use("gondola", 34, 286, 150, 87)
    page.use("pole", 968, 168, 124, 229)
    page.dusk(height)
    for step in range(1, 6):
        left = 20 + 214 * (step - 1)
        page.put(f"lamp:{step}", left, 10, 22, 28.6)
        page.put(f"step:{step}", left + 28, 13, 180, 22)
    room = (1100 - 32 + 12) / opponents
    for seat in range(1, opponents + 1):
        x, y = 16 + room * (seat - 0.5) - 6 - 174, 50.0
        _plate(page, seat, x, y, 348, 92)
        page.rack(seat, x + 12, y + 49, 324)
        page.put(f"laid:{seat}", x + 142, 152, 64, 89.6, 20)
        page.put(f"fold:{seat}", x + 142, 144, 64, 89.6, 20)
        page.put(f"answer:{seat}", x + 214, 184, 120, 24, 20)
        page.put(f"sleeve:{seat}", x + 318, y + 12, 18, 25.2)
    page.dice(222, 290, 60, 12)
    page.put("dice-note", 198, 362, 252, 22)
    page.art.append('<text class="ca-sign" x="454" y="330" font-size="30">=</text>')
    page.put("plaque", 484, 258, 132, 126.7, 12)
    page.put("massimo", 500, 292, 100, 62, 13)
    page.pot(718, 318, 34)
    page.put("pot", 796, 290, 44, 46)
    page.put("pot-word", 848, 294, 150, 20)
    page.put("pot-left", 848, 314, 150, 20)
    page.put("pot-only", 848, 303, 150, 20)
    _plate(page, 0, 16, 410, 444, 110)
    page.rack(0, 32, 461, 412)
    _own_card(page, 488, 402, 86)
    _choices(page, 606, 418, 478, 84)
    for card in CARDS:
        _hand_slot(page, card, 18 + 82.4 * (card - 1), 546, 75)
    page.put("sleeve:0", 513, 546, 75, 105)
    return page.layout("wide", 1040, height)


def _middle(opponents: int) -> Layout:
    page = Drawing(720)
    top = 62 + 68 * opponents
    own = top + 130
    height = own + 192.0
    page.night(height, top - 2, 720 / 820)
    page.dusk(height)
    for step in range(1, 6):
        left = 12 + (0, 116, 204, 280, 448)[step - 1] * 1.06
        page.put(f"lamp:{step}", left, 8, 20, 26)
        page.put(f"step:{step}", left + 24, 11, 150, 19)
    for seat in range(1, opponents + 1):
        y = 42 + 68 * (seat - 1)
        page.rect("ca-panel", 10, y, 700, 62)
        _person(page, seat, 20, y + 15, 32)
        page.put(f"name:{seat}", 64, y + 6, 132, 20)
        page.put(f"coins:{seat}", 62, y + 31, 34, 25)
        page.purse(seat, 102, y + 34, 15, 1)
        page.put(f"out:{seat}", 122, y + 35, 100, 19)
        page.put(f"answer:{seat}", 198, y + 6, 92, 19)
        page.rack(seat, 292, y + 14, 330)
        page.put(f"laid:{seat}", 662, y + 4, 38.6, 54, 20)
        page.put(f"fold:{seat}", 650, y + 4, 38.6, 54, 20)
        page.put(f"sleeve:{seat}", 674, y + 20, 16, 22.4)
    page.dice(20, top + 18, 54, 10)
    page.put("dice-note", 16, top + 84, 190, 20)
    page.art.append(f'<text class="ca-sign" x="217" y="{top + 53}" font-size="24">=</text>')
    page.put("plaque", 234, top + 2, 116, 111.4, 12)
    page.put("massimo", 248, top + 32, 88, 54, 13)
    page.pot(432, top + 50, 28)
    page.put("pot", 500, top + 28, 44, 42)
    page.put("pot-word", 551, top + 31, 150, 19)
    page.put("pot-left", 551, top + 50, 150, 19)
    page.put("pot-only", 551, top + 40, 150, 19)
    _plate(page, 0, 10, own, 332, 96)
    page.rack(0, 20, own + 53, 312)
    _own_card(page, 358, own + 4, 62, 13)
    _choices(page, 434, own + 14, 275, 70)
    for card in CARDS:
        _hand_slot(page, card, 11 + 53.8 * (card - 1), own + 110, 52)
    page.put("sleeve:0", 334, own + 110, 52, 72.8)
    return page.layout("middle", 600, height)


def _narrow(opponents: int) -> Layout:
    page = Drawing(360)
    top = 56 + 84 * opponents
    own = top + 174
    height = own + 232.0
    page.night(height, top - 4, 0.72)
    page.dusk(height)
    for step in range(1, 6):
        page.put(f"lamp:{step}", 12 + 25 * (step - 1), 6, 20, 26)
    page.put("step", 144, 9, 208, 21)
    for seat in range(1, opponents + 1):
        y = 38.0 + 84 * (seat - 1)
        page.rect("ca-panel", 8, y, 344, 78)
        _person(page, seat, 16, y + 5, 27)
        page.put(f"name:{seat}", 52, y + 8, 152, 21)
        page.put(f"coins:{seat}", 284, y + 5, 30, 26)
        page.purse(seat, 282, y + 11, 13, -1)
        page.put(f"out:{seat}", 214, y + 10, 66, 18)
        page.rack(seat, 16, y + 39, 328)
        page.put(f"laid:{seat}", 319, y + 0.5, 23.6, 33, 20)
        page.put(f"fold:{seat}", 319, y - 3, 23.6, 33, 20)
        page.put(f"sleeve:{seat}", 324, y + 10, 14, 19.6)
    page.dice(12, top + 14, 40, 5)
    page.put("dice-note", 6, top + 68, 144, 18)
    page.art.append(f'<text class="ca-sign" x="153" y="{top + 40}" font-size="16">=</text>')
    page.put("plaque", 164, top + 2, 84, 80.6, 12)
    page.put("massimo", 174, top + 23, 64, 41, 13)
    page.pot(308, top + 36, 18)
    page.put("pot", 242, top + 22, 28, 28)
    page.put("pot-line", 244, top + 68, 112, 17)
    _own_card(page, 12, top + 96, 48, 10, 16)
    _choices(page, 74, top + 98, 278, 62)
    page.rect("ca-panel ca-mine", 8, own, 344, 80)
    _person(page, 0, 16, own + 6, 27)
    page.put("name:0", 52, own + 9, 180, 21)
    page.put("coins:0", 314, own + 6, 30, 26)
    page.purse(0, 312, own + 12, 13, -1)
    page.put("out:0", 232, own + 11, 76, 18)
    page.rack(0, 16, own + 40, 328)
    for card in CARDS:
        row, column = divmod(card - 1, 7)
        _hand_slot(page, card, 8 + 49.4 * column + 24.7 * row, own + 90 + 70 * row, 46.6)
    page.put("sleeve:0", 156, own + 124, 46.6, 65.2)
    return page.layout("narrow", 0, height)


def _plate(page: Drawing, seat: int, x: float, y: float, w: float, h: float) -> None:
    """A player's plate with its head; the rack goes below it."""
    page.rect("ca-panel" if seat else "ca-panel ca-mine", x, y, w, h)
    size = 30.0
    right = x + w - 12 - (24 if seat else 0)  # another player's sleeve is at the end
    _person(page, seat, x + 12, y + 9, size)
    page.put(f"name:{seat}", x + 54, y + 14, right - x - 54 - 124, 20)
    page.put(f"coins:{seat}", right - 34, y + 9, 34, 29)
    page.purse(seat, right - 40, y + 15, 15, -1)
    page.put(f"out:{seat}", right - 122, y + 15, 80, 20)


def _person(page: Drawing, seat: int, x: float, y: float, size: float) -> None:
    page.put(f"token:{seat}", x, y, size, size)
    page.put(f"letter:{seat}", x, y + size * 0.14, size, size * 0.74, 11)
    ring = size * 44 / 35
    page.put(f"turn:{seat}", x + (size - ring) / 2, y + (size - ring) / 2, ring, ring, 12)
    page.put(f"active:{seat}", x + size * 0.62, y + size * 0.58, size * 0.54, size * 0.54, 13)
    page.put(f"crown:{seat}", x + size * 0.05, y - size * 0.42, size * 0.9, size * 0.66, 13)


def _own_card(
    page: Drawing, x: float, y: float, w: float, beside: float = 16, tall: float = 21
) -> None:
    page.rect("ca-ghost", x, y, w, w * 1.4, w * 0.1)
    page.put("laid:0", x, y, w, w * 1.4, 20)
    page.put("fold:0", x, y + 8, w, w * 1.4, 20)
    page.put("answer:0", x - beside, y + w * 1.4 - tall, w + 2 * beside, tall, 41)
    page.put("tag", x - w * 0.12, y - w * 0.1, w * 0.34, w * 0.48, 40, -8)


def _choices(page: Drawing, x: float, y: float, w: float, h: float) -> None:
    """Where one says what one does: three dice, or two words, or what is going on."""
    third, half, gap = (w - 16) / 3, (w - 10) / 2, 10
    for dice in DICE:
        page.put(f"dice:{dice}", x + (third + 8) * (dice - 1), y, third, h, 30)
    for word, column in (("quitte", 0), ("double", 1), ("call", 0), ("fold", 1)):
        page.put(f"say:{word}", x + (half + gap) * column, y, half, h, 30)
    size = 28 if w < 300 else 38
    page.put("hint:1", x, y + h / 2 - 0.93 * size, w, size)
    page.put("hint:2", x, y + h / 2 + 0.2 * size, w, 0.68 * size)


def _hand_slot(page: Drawing, card: int, x: float, y: float, w: float) -> None:
    page.rect("ca-ghost", x + 0.5, y + 0.5, w - 1, w * 1.4 - 1, w * 0.1)
    page.put(f"hand:{card}", x, y, w, w * 1.4, 16)


# --- What lies there ----------------------------------------------------------------------------


def players(state: State) -> int:
    return len(state.coins)


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """The table as a seat sees it."""
    return Table(view, lang, names).scene()


class Table:
    """A moment of the table, from one seat."""

    def __init__(self, view: View, lang: str, names: Sequence[str]) -> None:
        self.state: State = view.state
        self.lang = lang
        self.names = names
        self.seats = range(len(self.state.coins))
        self.reader = view.seat if view.seat in self.seats else None
        self.bottom = self.reader or 0
        self.massimo = sum(self.state.roll)

    def scene(self) -> Scene:
        state = self.state
        pieces = dict(self.pieces())
        over = state.step == OVER
        heading = self.say("over") if over else self.say("round", round=state.round, rounds=ROUNDS)
        seats = [self.seat(seat) for seat in self.seats]
        return Scene(pieces, dict(self.targets()), seats, heading, self.status(), Later(self.words))

    # --- whom and what

    def at(self, seat: int) -> int:
        """Where a seat is on the table: clockwise from the reader."""
        return (seat - self.bottom) % len(self.seats)

    def say(self, name: str, **facts: Any) -> str:
        return _texts().label(name, self.lang, **facts)

    def say_of(self, seat: int | None, name: str, ems: float = 60, **facts: Any) -> str:
        """A sentence about a player, or to the reader, where there are words for it."""
        if seat == self.reader and seat is not None and f"{name}-you" in _texts().table["label"]:
            return self.say(f"{name}-you", **facts)
        known = "" if seat is None else cut(self.names[seat], ems)
        return self.say(name, player=known, **facts)

    def turned(self, seat: int) -> bool:
        """Does this seat's card lie open? Then it has left the hand."""
        card = self.state.laid[seat]
        return card not in (NONE, HIDDEN) and card not in self.state.hands[seat]

    def followers(self) -> list[int]:
        """Who has staked a second coin, the active player first."""
        state = self.state
        if state.step not in (ANSWER, SETTLE):
            return []
        first = sum(card != NONE for card in state.laid)
        still_in = sorted(
            set(state.playing) - set(state.folded),
            key=lambda seat: (seat - state.active) % len(self.seats),
        )
        return still_in[: state.table - state.carried - first]

    # --- pieces

    def pieces(self) -> Iterator[tuple[str, Piece]]:
        yield from self.steps()
        for seat in self.seats:
            yield from self.player(seat)
            yield from self.cards(seat)
        yield from self.marks()
        yield from self.middle()
        yield from self.coins()
        yield from self.hints()

    def steps(self) -> Iterator[tuple[str, Piece]]:
        now = STEPS[self.state.step]
        for step in range(1, 6):
            lamp = "done" if step < now else "now" if step == now else "next"
            yield f"lamp:{step}", Piece(f"lamp:{step}", f"ca-lamp-{lamp}")
            style = "start ca-rim " + ("ca-now" if step == now else "soft")
            yield f"step:{step}", Piece(f"step:{step}", text=self.say(f"step-{step}"), style=style)
        text = self.say(f"step-{now}" if now < 6 else "over")
        yield "step", Piece("step", text=text, style="start ca-now ca-rim")

    def player(self, seat: int) -> Iterator[tuple[str, Piece]]:
        at, state = self.at(seat), self.state
        dim = "" if seat in state.playing or seat in state.winners else " dim"
        purse = state.coins[seat]
        yield f"token:{seat}", Piece(f"token:{at}", f"ca-token-{seat}", style=dim[1:])
        letter = self.names[seat].strip()[:1].upper()
        style = f"serif bold ca-letter{dim}"
        yield f"letter:{seat}", Piece(f"letter:{at}", text=letter, style=style)
        name = cut(self.names[seat], NAME)
        yield f"name:{seat}", Piece(f"name:{at}", text=name, style=f"bold start{dim}")
        style = f"serif bold ca-gilt counts end{dim}"
        yield f"coins:{seat}", Piece(f"coins:{at}", text=str(purse), style=style)
        if seat not in state.playing:
            style = f"soft {'start' if at else 'end'}"
            yield f"out:{seat}", Piece(f"out:{at}", text=self.say("out"), style=style)
            return
        for pile in range(-(-purse // PILE) or 1):
            many = min(PILE, purse - PILE * pile)
            yield f"pile:{seat}/{pile}", Piece(f"purse:{at}/{pile}", f"ca-pile-{many}")

    def cards(self, seat: int) -> Iterator[tuple[str, Piece]]:
        """What a seat has played, what it has laid, and the reader's hand."""
        at, state = self.at(seat), self.state
        card, hand = state.laid[seat], state.hands[seat]
        out = seat not in state.playing
        dim = " ca-out" if out and seat not in state.winners else ""
        away = state.step == AWAY
        for played in CARDS:
            if played not in hand and (away or played != card):
                style = "ca-lies last" if played == card else "ca-lies" + dim
                place = f"rack:{at}/{played}"
                yield f"card:{seat}/{played}", Piece(place, f"ca-s{played}", style=style)
        lies = card != NONE and not away
        place = f"{'fold' if seat in state.folded else 'laid'}:{at}"
        style = "flips ca-lies" + (" ca-out" if seat in state.folded else "")
        if lies and state.step == PAID and seat in state.winners:
            style += " last"
        turned = self.turned(seat)
        if seat == self.reader:
            if lies:
                symbol = f"ca-{card}" if turned else "ca-back"
                yield f"card:{seat}/{card}", Piece(place, symbol, style=style)
            if lies and not turned:
                yield "tag", Piece("tag", f"ca-s{card}", style="ca-lies fades")
            for held in hand:
                if held != card:
                    yield (
                        f"card:{seat}/{held}",
                        Piece(f"hand:{held}", f"ca-{held}", style=f"flips ca-lies{dim}"),
                    )
        elif lies:
            yield f"laid:{seat}", Piece(place, f"ca-{card}" if turned else "ca-back", style=style)
            if turned and state.step == PAID:  # it lies on the other until both leave
                yield f"card:{seat}/{card}", Piece(place, f"ca-{card}", style=style)
        elif not out and state.step != OVER:
            yield f"laid:{seat}", Piece(f"sleeve:{at}", "ca-back", style="flips fades")
        if self.reader is None and not at:
            held = len(hand) - (lies and not turned)
            first = (HIGHEST - held) // 2 + 1
            for card in range(first, first + held):
                yield f"held:{card}", Piece(f"hand:{card}", "ca-back", style=f"ca-lies{dim}")
        if self.massimo and self.massimo < HIGHEST:
            symbol = f"ca-over-{HIGHEST - self.massimo}"
            yield f"over:{seat}", Piece(f"over:{at}/{self.massimo}", symbol, style="fades")

    def marks(self) -> Iterator[tuple[str, Piece]]:
        """Whose turn it is, who is active, what was answered, who has won."""
        state = self.state
        if state.step != OVER:
            yield "active", Piece(f"active:{self.at(state.active)}", "ca-active")
        if state.turn is not None and state.turn in self.seats:
            yield "turn", Piece(f"turn:{self.at(state.turn)}", "ca-turn")
        answers = dict.fromkeys(self.followers(), "followed")
        if state.active in answers:
            answers[state.active] = "doubled"
        answers |= dict.fromkeys(state.folded, "folded")
        if state.step != AWAY:
            for seat, answer in answers.items():
                style = "start bold" if self.at(seat) else "bold"
                style += " ca-rim " + ("soft" if answer == "folded" else "ca-gilt")
                place = f"answer:{self.at(seat)}"
                yield f"answer:{seat}", Piece(place, text=self.say(answer), style=style)
        for seat in state.winners:
            yield f"crown:{seat}", Piece(f"crown:{self.at(seat)}", "ca-crown", style="fades")

    def middle(self) -> Iterator[tuple[str, Piece]]:
        """The dice, and what they say."""
        state = self.state
        for die in DICE:
            face = "none" if die > state.dice else state.roll[die - 1] if state.roll else 0
            style = "rolls" if state.roll and die <= state.dice else ""
            yield f"die:{die}", Piece(f"die:{die}", f"ca-die-{face}", style=style)
        if state.step != OVER:
            text = self.say("dice-called", dice=state.dice) if state.dice else self.say("dice-none")
            yield "dice-note", Piece("dice-note", text=text, style="soft ca-rim")
        yield "plaque", Piece("plaque", "ca-plaque", style="ca-lit" if self.massimo else "ca-off")
        text = str(self.massimo) if self.massimo else "?"
        style = "serif bold ca-gilt" + (" counts" if self.massimo else " ca-off")
        yield "massimo", Piece("massimo", text=text, style=style)

    def coins(self) -> Iterator[tuple[str, Piece]]:
        """The pot: coins left from earlier rounds first, with a dashed ring."""
        state = self.state
        old = state.table if state.step == OVER else min(state.carried, state.table)
        for coin in range(state.table):
            symbol = "ca-coin-old" if coin < old else "ca-coin"
            yield f"coin:{coin}", Piece(f"pot/{coin}", symbol, style="ca-lies")
        if state.step == PAID and state.winners:
            # The state does not say how many there were; at their end all lie on the same spot.
            most = min(COINS, state.carried + 2 * len(state.playing))
            for coin in range(state.table, most):
                winner = state.winners[(coin - state.table) % len(state.winners)]
                place = f"mouth:{self.at(winner)}"
                yield f"coin:{coin}", Piece(place, "ca-coin")
        elif state.turn in self.seats and state.turn is not None and state.coins[state.turn]:
            place = f"mouth:{self.at(state.turn)}"
            yield f"coin:{state.table}", Piece(place, "ca-coin", style="ca-away fades")
        style = "serif bold ca-gilt ca-rim counts end"
        yield "pot", Piece("pot", text=str(state.table), style=style)
        known, left = self.say("on-table"), ""
        if old and state.step != OVER:
            left = self.say("left-over", coins=old)
            yield "pot-left", Piece("pot-left", text=left, style="start soft ca-rim")
        place = "pot-word" if left else "pot-only"
        yield "pot-word", Piece(place, text=known, style="start soft ca-rim")
        yield "pot-line", Piece("pot-line", text=left or known, style="soft ca-rim")

    def hints(self) -> Iterator[tuple[str, Piece]]:
        """What is going on, where there is nothing to choose."""
        if self.reader is not None and self.state.step in CHOICES:
            return
        first, second = self.hint()
        yield "hint:1", Piece("hint:1", text=first, style="serif bold ca-gilt ca-rim")
        if second:
            yield "hint:2", Piece("hint:2", text=second, style="ca-rim")

    def hint(self) -> tuple[str, str]:
        state, step = self.state, self.state.step
        if step == OVER:
            coins = state.coins[state.winners[0]]
            if len(state.winners) > 1:
                return self.say("hint-shared-win"), self.joined(state.winners)
            first = self.say_of(state.winners[0], "hint-wins", 7)
            return first, self.say("hint-wins-2", coins=coins)
        if step in (PAID, AWAY):
            if not state.winners:
                return self.say("hint-nobody"), self.say("hint-nobody-2")
            if len(state.winners) > 1:
                return self.say("hint-share"), self.joined(state.winners)
            return self.say_of(state.winners[0], "hint-takes", 7), self.say("hint-takes-2")
        if step == SETTLE:
            alone = len(state.folded) == len(state.playing) - 1
            second = "hint-alone-2" if alone else "hint-settle-2"
            return self.say("hint-settle"), self.say(second, massimo=self.massimo)
        who = state.active if step == ROLL else state.turn
        first = self.say_of(who, f"hint-{step}", 7)
        return first, self.say_of(who, f"hint-{step}-2", dice=state.dice)

    def joined(self, seats: Sequence[int]) -> str:
        ems = (24 - 3 * len(seats)) / len(seats)
        return format(
            _texts().wrap("", [cut(self.names[seat], ems) for seat in seats], self.lang, (), None)
        )

    # --- targets

    def targets(self) -> Iterator[tuple[str, Target]]:
        state = self.state
        if self.reader is None or state.step == OVER:
            return
        if state.step == ROLL:
            yield "roll", Target("dice", self.say("throw", dice=state.dice))
        if state.step == ANNOUNCE:
            for dice in DICE:
                label, caption = self.say("dice", dice=dice), self.say("dice-caption", dice=dice)
                note = self.say("dice-note", low=dice, high=6 * dice)
                yield f"dice:{dice}", Target(f"dice:{dice}", label, caption, note)
        for word in CHOICES.get(state.step, ()):
            label, caption, note = (self.say(word + part) for part in ("", "-caption", "-note"))
            yield f"say:{word}", Target(f"say:{word}", label, caption, note)
        hand, laid = state.hands[self.reader], state.laid[self.reader]
        for card in CARDS:
            known = "card" if card in hand else "card-played"
            if card == laid:
                known = "card-turned" if self.turned(self.reader) else "card-laid"
            yield f"hand:{card}", Target(f"hand:{card}", self.say(known, card=card))

    # --- words

    def seat(self, seat: int) -> Seat:
        state = self.state
        out = seat not in state.playing
        note = "out" if out else "folded" if seat in state.folded else ""
        if not note and seat == state.active and state.step != OVER:
            note = "active"
        return Seat(
            self.names[seat],
            f"ca-token-{seat}",
            str(state.coins[seat]),
            seat == state.turn,
            out,
            self.say(note) if note else "",
        )

    def status(self) -> str:
        state, step = self.state, self.state.step
        if step == OVER:
            coins = state.coins[state.winners[0]]
            if len(state.winners) == 1:
                return self.say_of(state.winners[0], "wins", coins=coins)
            return self.say(
                "shared-win", players=[self.names[s] for s in state.winners], coins=coins
            )
        if step in (PAID, AWAY):
            if len(state.winners) == 1:
                return self.say_of(state.winners[0], "takes")
            names = [self.names[seat] for seat in state.winners]
            return self.say("share", players=names) if names else self.say("nobody")
        who = state.active if step == ROLL else state.turn
        facts: dict[str, Any] = {"dice": state.dice, "active": self.names[state.active]}
        poor = (
            step in (SAY, ANSWER)
            and who == self.reader
            and who is not None
            and not state.coins[who]
        )
        return self.say_of(who, f"{step}-poor" if poor else step, **facts)

    def words(self) -> Iterator[str]:
        """The position in sentences."""
        state = self.state
        if state.roll:
            yield self.say("words-roll", faces=list(state.roll), massimo=self.massimo)
        elif state.dice:
            yield self.say("words-dice", dice=state.dice)
        if state.carried and state.step not in (PAID, AWAY, OVER):
            yield self.say("words-table-carried", coins=state.table, carried=state.carried)
        else:
            yield self.say("words-table", coins=state.table)
        for place in range(len(self.seats)):
            yield ", ".join(self.described((self.bottom + place) % len(self.seats))) + "."
        if self.reader is not None:
            card = state.laid[self.reader]
            hand = [held for held in state.hands[self.reader] if held != card]
            if card != NONE and not self.turned(self.reader):
                yield self.say("words-own-laid", card=card)
            if hand:
                yield self.say("words-hand", cards=hand)

    def described(self, seat: int) -> Iterator[str]:
        state = self.state
        name = "words-you" if seat == self.reader else "words-seat"
        yield self.say(name, player=self.names[seat], coins=state.coins[seat])
        if seat not in state.playing:
            yield self.say("out")
        elif seat == state.active and state.step != OVER:
            yield self.say("active")
        if seat in state.folded:
            yield self.say("folded")
        if state.step != AWAY and state.laid[seat] != NONE:
            turned = self.turned(seat)
            yield self.say("words-face-up" if turned else "words-face-down", card=state.laid[seat])
        played = [
            card
            for card in CARDS
            if card not in state.hands[seat] and (state.step == AWAY or card != state.laid[seat])
        ]
        name = "words-played" if played else "words-none-played"
        yield self.say(name, count=len(played), cards=played)


#: What can be said in a step, where the choices are words; in ANNOUNCE they are dice.
CHOICES: dict[str, tuple[str, ...]] = {
    ANNOUNCE: (),
    SAY: ("quitte", "double"),
    ANSWER: ("call", "fold"),
}

# --- How wide words are -------------------------------------------------------------------------

NAME = 9.0  # ems: what every layout has room for
SLIM = frozenset("iljtfrI.,:;'’!|() -")
BROAD = frozenset("mwMWœæŒÆ@%&…—")


def ems(text: str) -> float:
    """How wide a text is, about, in the size of its letters; rather too wide than too slim."""
    return sum(
        0.0
        if combining(letter)
        else 1.0
        if east_asian_width(letter) in "WF"
        else 0.42
        if letter in SLIM
        else 1.12
        if letter in BROAD
        else 0.8
        if letter.isupper()
        else 0.66
        for letter in text
    )


def cut(name: str, room: float) -> str:
    """A name that fits; what does not is left out: "Maximil…"."""
    name = " ".join(name.split())
    if ems(name) <= room:
        return name
    while name and ems(name) + 1.1 > room:
        name = name[:-1]
    return name.rstrip() + "…"
