"""Where everything is on Casanova's table, for narrow, middle and wide containers.

Places count seats clockwise from the reader, who sits at the bottom as number 0 (whoever only
watches sits with seat 0): `rack:2/7` is slot 7 of the second player to the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from escale.draw.scene import Layout
from escale.draw.sketch import Sketch

from .drawings import PILE, SLOT
from .rules import CARDS, COINS, DICE

HIGHEST = CARDS[-1]
PILES = -(-COINS // PILE)


@cache
def layouts(players: int) -> list[Layout]:
    """A phone, a notebook's cell, a wide sketch. All are drawn for the number of players."""
    return [_narrow(players - 1), _middle(players - 1), _wide(players - 1)]


class NightSketch(Sketch):
    """A layout in the making, with Venice below it."""

    depth = 10

    def use(self, symbol: str, x: float, y: float, w: float, h: float, more: str = "") -> None:
        at = f'x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"'
        self.paint(f'<use href="#ca-{symbol}" {at}{more}/>')

    def rect(self, style: str, x: float, y: float, w: float, h: float, r: float = 8) -> None:
        at = f'x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"'
        self.paint(f'<rect class="{style}" {at} rx="{r:g}"/>')

    def night(
        self, height: float, water: float, grand: float, stars: Sequence[int] = (), moon: float = 0
    ) -> None:
        """The sky down to the water, the town between them, and the lagoon."""
        w, tall, wide = self.width, 118 * grand, 820 * grand
        left, lagoon = (w - wide) / 2, height - water
        top = f"M0 {water:g}V12Q0 0 12 0H{w - 12:g}Q{w:g} 0 {w:g} 12V{water:g}Z"
        self.paint(f'<path d="{top}" fill="url(#ca-sky)"/>')
        if stars:
            dots = "".join(f"M{x} {150 + x * 37 % 50}h0" for x in stars)
            self.paint(f'<path class="ca-star" d="{dots}"/>')
        if moon:
            self.use("moon", moon - 100, water - 168, 200, 200)
        self.use("skyline", left, water - tall, wide, tall)
        foot = f"M0 {water:g}v{lagoon - 12:g}q0 12 12 12H{w - 12:g}q12 0 12-12V{water:g}Z"
        self.scenery += [
            f'<path d="{foot}" fill="url(#ca-water)"/>',
            f'<g transform="translate(0 {1.6 * water:g}) scale(1 -.6)" opacity=".25">',
        ]
        self.use("skyline", left, water - tall, wide, tall)
        waves = "".join(
            f"M{i * 173 % int(w - 60)} {water + 60 + i * 47:g}q20-7 40 0t40 0"
            for i in range(int((lagoon - 80) / 47))
        )
        self.scenery += ["</g>", f'<path class="ca-wave" d="{waves}"/>']

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

    def finished(self, height: float) -> Layout:
        # A phone has no room to name the players twice.
        return self.done(height, seats=self.name != "narrow")


def _heap() -> list[tuple[float, float]]:
    """Where coins lie in the pot, in coins from its middle: the first in the middle."""
    rows = [(column + row % 2 / 2, row) for row in range(-2, 3) for column in range(-3, 4)]
    spots = [(x * 0.9, y * 0.64) for x, y in rows]
    return sorted(spots, key=lambda spot: (round(spot[0] ** 2 + 2.2 * spot[1] ** 2, 3), spot))[:24]


HEAP = _heap()


def _wide(opponents: int) -> Layout:
    sketch = NightSketch("wide", 1040, 1100)
    height = 664.0
    sketch.night(
        height, 262, 1100 / 820, (60, 118, 262, 330, 420, 452, 628, 800, 850, 872, 1042), 742
    )
    sketch.use("gondola", 34, 286, 150, 87)
    sketch.use("pole", 968, 168, 124, 229)
    sketch.dusk(height)
    for step in range(1, 6):
        left = 20 + 214 * (step - 1)
        sketch.put(f"lamp:{step}", left, 10, 22, 28.6)
        sketch.put(f"step:{step}", left + 28, 13, 180, 22)
    room = (1100 - 32 + 12) / opponents
    for seat in range(1, opponents + 1):
        x, y = 16 + room * (seat - 0.5) - 6 - 174, 50.0
        _plate(sketch, seat, x, y, 348, 92)
        sketch.rack(seat, x + 12, y + 49, 324)
        sketch.put(f"laid:{seat}", x + 142, 152, 64, 89.6, 20)
        sketch.put(f"fold:{seat}", x + 142, 144, 64, 89.6, 20)
        sketch.put(f"answer:{seat}", x + 214, 184, 120, 24, 20)
        sketch.put(f"sleeve:{seat}", x + 318, y + 12, 18, 25.2)
    sketch.dice(222, 290, 60, 12)
    sketch.put("dice-note", 198, 362, 252, 22)
    sketch.paint('<text class="ca-sign" x="454" y="330" font-size="30">=</text>')
    sketch.put("plaque", 484, 258, 132, 126.7, 12)
    sketch.put("massimo", 500, 292, 100, 62, 13)
    sketch.pot(718, 318, 34)
    sketch.put("pot", 796, 290, 44, 46)
    sketch.put("pot-word", 848, 294, 150, 20)
    sketch.put("pot-left", 848, 314, 150, 20)
    sketch.put("pot-only", 848, 303, 150, 20)
    _plate(sketch, 0, 16, 410, 444, 110)
    sketch.rack(0, 32, 461, 412)
    _own_card(sketch, 488, 402, 86)
    _choices(sketch, 606, 418, 478, 84)
    for card in CARDS:
        _hand_slot(sketch, card, 18 + 82.4 * (card - 1), 546, 75)
    sketch.put("sleeve:0", 513, 546, 75, 105)
    return sketch.finished(height)


def _middle(opponents: int) -> Layout:
    sketch = NightSketch("middle", 600, 720)
    top = 62 + 68 * opponents
    own = top + 130
    height = own + 192.0
    sketch.night(height, top - 2, 720 / 820)
    sketch.dusk(height)
    for step in range(1, 6):
        left = 12 + (0, 116, 204, 280, 448)[step - 1] * 1.06
        sketch.put(f"lamp:{step}", left, 8, 20, 26)
        sketch.put(f"step:{step}", left + 24, 11, 150, 19)
    for seat in range(1, opponents + 1):
        y = 42 + 68 * (seat - 1)
        sketch.rect("ca-panel", 10, y, 700, 62)
        _person(sketch, seat, 20, y + 15, 32)
        sketch.put(f"name:{seat}", 64, y + 6, 132, 20)
        sketch.put(f"coins:{seat}", 62, y + 31, 34, 25)
        sketch.purse(seat, 102, y + 34, 15, 1)
        sketch.put(f"out:{seat}", 122, y + 35, 100, 19)
        sketch.put(f"answer:{seat}", 198, y + 6, 92, 19)
        sketch.rack(seat, 292, y + 14, 330)
        sketch.put(f"laid:{seat}", 662, y + 4, 38.6, 54, 20)
        sketch.put(f"fold:{seat}", 650, y + 4, 38.6, 54, 20)
        sketch.put(f"sleeve:{seat}", 674, y + 20, 16, 22.4)
    sketch.dice(20, top + 18, 54, 10)
    sketch.put("dice-note", 16, top + 84, 190, 20)
    sketch.paint(f'<text class="ca-sign" x="217" y="{top + 53}" font-size="24">=</text>')
    sketch.put("plaque", 234, top + 2, 116, 111.4, 12)
    sketch.put("massimo", 248, top + 32, 88, 54, 13)
    sketch.pot(432, top + 50, 28)
    sketch.put("pot", 500, top + 28, 44, 42)
    sketch.put("pot-word", 551, top + 31, 150, 19)
    sketch.put("pot-left", 551, top + 50, 150, 19)
    sketch.put("pot-only", 551, top + 40, 150, 19)
    _plate(sketch, 0, 10, own, 332, 96)
    sketch.rack(0, 20, own + 53, 312)
    _own_card(sketch, 358, own + 4, 62, 13)
    _choices(sketch, 434, own + 14, 275, 70)
    for card in CARDS:
        _hand_slot(sketch, card, 11 + 53.8 * (card - 1), own + 110, 52)
    sketch.put("sleeve:0", 334, own + 110, 52, 72.8)
    return sketch.finished(height)


def _narrow(opponents: int) -> Layout:
    sketch = NightSketch("narrow", 0, 360)
    top = 56 + 84 * opponents
    own = top + 174
    height = own + 232.0
    sketch.night(height, top - 4, 0.72)
    sketch.dusk(height)
    for step in range(1, 6):
        sketch.put(f"lamp:{step}", 12 + 25 * (step - 1), 6, 20, 26)
    sketch.put("step", 144, 9, 208, 21)
    for seat in range(1, opponents + 1):
        y = 38.0 + 84 * (seat - 1)
        sketch.rect("ca-panel", 8, y, 344, 78)
        _person(sketch, seat, 16, y + 5, 27)
        sketch.put(f"name:{seat}", 52, y + 8, 152, 21)
        sketch.put(f"coins:{seat}", 284, y + 5, 30, 26)
        sketch.purse(seat, 282, y + 11, 13, -1)
        sketch.put(f"out:{seat}", 214, y + 10, 66, 18)
        sketch.rack(seat, 16, y + 39, 328)
        sketch.put(f"laid:{seat}", 319, y + 0.5, 23.6, 33, 20)
        sketch.put(f"fold:{seat}", 319, y - 3, 23.6, 33, 20)
        sketch.put(f"sleeve:{seat}", 324, y + 10, 14, 19.6)
    sketch.dice(12, top + 14, 40, 5)
    sketch.put("dice-note", 6, top + 68, 144, 18)
    sketch.paint(f'<text class="ca-sign" x="153" y="{top + 40}" font-size="16">=</text>')
    sketch.put("plaque", 164, top + 2, 84, 80.6, 12)
    sketch.put("massimo", 174, top + 23, 64, 41, 13)
    sketch.pot(308, top + 36, 18)
    sketch.put("pot", 242, top + 22, 28, 28)
    sketch.put("pot-line", 244, top + 68, 112, 17)
    _own_card(sketch, 12, top + 96, 48, 10, 16)
    _choices(sketch, 74, top + 98, 278, 62)
    sketch.rect("ca-panel ca-mine", 8, own, 344, 80)
    _person(sketch, 0, 16, own + 6, 27)
    sketch.put("name:0", 52, own + 9, 180, 21)
    sketch.put("coins:0", 314, own + 6, 30, 26)
    sketch.purse(0, 312, own + 12, 13, -1)
    sketch.put("out:0", 232, own + 11, 76, 18)
    sketch.rack(0, 16, own + 40, 328)
    for card in CARDS:
        row, column = divmod(card - 1, 7)
        _hand_slot(sketch, card, 8 + 49.4 * column + 24.7 * row, own + 90 + 70 * row, 46.6)
    sketch.put("sleeve:0", 156, own + 124, 46.6, 65.2)
    return sketch.finished(height)


def _plate(sketch: NightSketch, seat: int, x: float, y: float, w: float, h: float) -> None:
    """A player's plate with its head; the rack goes below it."""
    sketch.rect("ca-panel" if seat else "ca-panel ca-mine", x, y, w, h)
    size = 30.0
    right = x + w - 12 - (24 if seat else 0)  # another player's sleeve is at the end
    _person(sketch, seat, x + 12, y + 9, size)
    sketch.put(f"name:{seat}", x + 54, y + 14, right - x - 54 - 124, 20)
    sketch.put(f"coins:{seat}", right - 34, y + 9, 34, 29)
    sketch.purse(seat, right - 40, y + 15, 15, -1)
    sketch.put(f"out:{seat}", right - 122, y + 15, 80, 20)


def _person(sketch: NightSketch, seat: int, x: float, y: float, size: float) -> None:
    sketch.put(f"token:{seat}", x, y, size, size)
    sketch.put(f"letter:{seat}", x, y + size * 0.14, size, size * 0.74, 11)
    ring = size * 44 / 35
    sketch.put(f"turn:{seat}", x + (size - ring) / 2, y + (size - ring) / 2, ring, ring, 12)
    sketch.put(f"active:{seat}", x + size * 0.62, y + size * 0.58, size * 0.54, size * 0.54, 13)
    sketch.put(f"crown:{seat}", x + size * 0.05, y - size * 0.42, size * 0.9, size * 0.66, 13)


def _own_card(
    sketch: NightSketch, x: float, y: float, w: float, beside: float = 16, tall: float = 21
) -> None:
    sketch.rect("ca-ghost", x, y, w, w * 1.4, w * 0.1)
    sketch.put("laid:0", x, y, w, w * 1.4, 20)
    sketch.put("fold:0", x, y + 8, w, w * 1.4, 20)
    sketch.put("answer:0", x - beside, y + w * 1.4 - tall, w + 2 * beside, tall, 41)
    sketch.put("tag", x - w * 0.12, y - w * 0.1, w * 0.34, w * 0.48, 40, -8)


def _choices(sketch: NightSketch, x: float, y: float, w: float, h: float) -> None:
    """Where one says what one does: three dice, or two words, or what is going on."""
    third, half, gap = (w - 16) / 3, (w - 10) / 2, 10
    for dice in DICE:
        sketch.put(f"dice:{dice}", x + (third + 8) * (dice - 1), y, third, h, 30)
    for word, column in (("quitte", 0), ("double", 1), ("call", 0), ("fold", 1)):
        sketch.put(f"say:{word}", x + (half + gap) * column, y, half, h, 30)
    size = 28 if w < 300 else 38
    sketch.put("hint:1", x, y + h / 2 - 0.93 * size, w, size)
    sketch.put("hint:2", x, y + h / 2 + 0.2 * size, w, 0.68 * size)


def _hand_slot(sketch: NightSketch, card: int, x: float, y: float, w: float) -> None:
    sketch.rect("ca-ghost", x + 0.5, y + 0.5, w - 1, w * 1.4 - 1, w * 0.1)
    sketch.put(f"hand:{card}", x, y, w, w * 1.4, 16)
