"""Venice by night, and what every layout of Casanova puts on it: racks, purses, dice, cards.

Which of them lie where is said in `layouts` and, for a phone, in `phone`.
"""

from __future__ import annotations

from collections.abc import Sequence

from escale.draw.scene import Layout
from escale.draw.sketch import Sketch

from .drawings import PILE, SLOT
from .rules import CARDS, COINS, DICE

HIGHEST = CARDS[-1]
PILES = -(-COINS // PILE)


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
        return self.done(height, seats=self.name != "narrow")  # a phone does not name them twice


def _heap() -> list[tuple[float, float]]:
    """Where coins lie in the pot, in coins from its middle: the first in the middle."""
    rows = [(column + row % 2 / 2, row) for row in range(-2, 3) for column in range(-3, 4)]
    spots = [(x * 0.9, y * 0.64) for x, y in rows]
    return sorted(spots, key=lambda spot: (round(spot[0] ** 2 + 2.2 * spot[1] ** 2, 3), spot))[:24]


HEAP = _heap()


def plate(sketch: NightSketch, seat: int, x: float, y: float, w: float, h: float) -> None:
    """A player's plate with its head; the rack goes below it."""
    sketch.rect("ca-panel" if seat else "ca-panel ca-mine", x, y, w, h)
    size = 30.0
    right = x + w - 12 - (24 if seat else 0)  # another player's sleeve is at the end
    person(sketch, seat, x + 12, y + 9, size)
    sketch.put(f"name:{seat}", x + 54, y + 14, right - x - 54 - 124, 20)
    sketch.put(f"coins:{seat}", right - 34, y + 9, 34, 29)
    sketch.purse(seat, right - 40, y + 15, 15, -1)
    sketch.put(f"out:{seat}", right - 122, y + 15, 80, 20)


def person(sketch: NightSketch, seat: int, x: float, y: float, size: float) -> None:
    sketch.put(f"token:{seat}", x, y, size, size)
    sketch.put(f"letter:{seat}", x, y + size * 0.14, size, size * 0.74, 11)
    ring = size * 44 / 35
    sketch.put(f"turn:{seat}", x + (size - ring) / 2, y + (size - ring) / 2, ring, ring, 12)
    sketch.put(f"active:{seat}", x + size * 0.62, y + size * 0.58, size * 0.54, size * 0.54, 13)
    sketch.put(f"crown:{seat}", x + size * 0.05, y - size * 0.42, size * 0.9, size * 0.66, 13)


def own_card(
    sketch: NightSketch, x: float, y: float, w: float, beside: float = 16, tall: float = 21
) -> None:
    sketch.rect("ca-ghost", x, y, w, w * 1.4, w * 0.1)
    sketch.put("laid:0", x, y, w, w * 1.4, 20)
    sketch.put("fold:0", x, y + 8, w, w * 1.4, 20)
    sketch.put("answer:0", x - beside, y + w * 1.4 - tall, w + 2 * beside, tall, 41)
    sketch.put("tag", x - w * 0.12, y - w * 0.1, w * 0.34, w * 0.48, 40, -8)


def choices(sketch: NightSketch, x: float, y: float, w: float, h: float, size: float = 38) -> None:
    """Where one says what one does: three dice, or two words, or what is going on."""
    third, half, gap = (w - 16) / 3, (w - 10) / 2, 10
    for dice in DICE:
        sketch.put(f"dice:{dice}", x + (third + 8) * (dice - 1), y, third, h, 30)
    for word, column in (("quitte", 0), ("double", 1), ("call", 0), ("fold", 1)):
        sketch.put(f"say:{word}", x + (half + gap) * column, y, half, h, 30)
    sketch.put("hint:1", x, y + h / 2 - 0.93 * size, w, size)
    sketch.put("hint:2", x, y + h / 2 + 0.2 * size, w, 0.68 * size)


def hand_slot(sketch: NightSketch, card: int, x: float, y: float, w: float) -> None:
    sketch.rect("ca-ghost", x + 0.5, y + 0.5, w - 1, w * 1.4 - 1, w * 0.1)
    sketch.put(f"hand:{card}", x, y, w, w * 1.4, 16)
