"""Where everything is on Casanova's table, for narrow, middle and wide containers.

Places count seats clockwise from the reader, who sits at the bottom as number 0 (whoever only
watches sits with seat 0): `rack:2/7` is slot 7 of the second player to the left.
"""

from __future__ import annotations

from functools import cache

from escale.draw.scene import Layout

from . import phone
from .night import NightSketch, choices, hand_slot, own_card, person, plate
from .rules import CARDS


@cache
def layouts(players: int) -> list[Layout]:
    """A phone, a notebook's cell, a wide sketch. All are drawn for the number of players."""
    return [phone.table(players), _middle(players - 1), _wide(players - 1)]


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
        plate(sketch, seat, x, y, 348, 92)
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
    plate(sketch, 0, 16, 410, 444, 110)
    sketch.rack(0, 32, 461, 412)
    own_card(sketch, 488, 402, 86)
    choices(sketch, 606, 418, 478, 84)
    for card in CARDS:
        hand_slot(sketch, card, 18 + 82.4 * (card - 1), 546, 75)
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
        person(sketch, seat, 20, y + 15, 32)
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
    sketch.put("pot", 494, top + 28, 44, 42)
    sketch.put("pot-word", 551, top + 31, 150, 19)
    sketch.put("pot-left", 551, top + 50, 150, 19)
    sketch.put("pot-only", 551, top + 40, 150, 19)
    plate(sketch, 0, 10, own, 332, 96)
    sketch.rack(0, 20, own + 53, 312)
    own_card(sketch, 358, own + 4, 62, 13)
    choices(sketch, 434, own + 14, 275, 70, 28)
    for card in CARDS:
        hand_slot(sketch, card, 11 + 53.8 * (card - 1), own + 110, 52)
    sketch.put("sleeve:0", 334, own + 110, 52, 72.8)
    return sketch.finished(height)
