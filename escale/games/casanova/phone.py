"""Casanova's table on a phone, 390 wide: one ruler through all racks.

Everybody has a row: token, name, coins, the rack, and the card that was laid. The numbers stand
once, above all of them, so that the massimo is one gold line through the whole table. A tap on
somebody's row opens it in a close-up, with every number and with coins as piles.
"""

from __future__ import annotations

from escale.draw.scene import Layout

from .drawings import SLOT
from .night import NightSketch, choices, hand_slot, own_card, person
from .rules import CARDS

WIDTH, HEIGHT = 390.0, 580.0
RULER = 20.0
RACK = 101.0  # where the first slot begins
PITCH = 18.0  # of the slots
ROW = {2: 52.0, 3: 48.0, 4: 44.0}  # how high a row is, by how many play
GAP = 3.0
CARD = 50.4  # of the hand, seven in a row
NAME = 4.6  # ems: the room for a name in a row
LESSON = 364.0  # the height of a lesson's board
OWN = 50.0  # of it for one's own card and the choice
LEAST = 72.0  # and for the dice
MOST = 9  # cards in one row of a lesson


def table(players: int) -> Layout:
    """The table: ruler and rows, the dice, the choice, the hand in two rows."""
    sketch = NightSketch("narrow", 0, WIDTH)
    row = ROW[players]
    rows = RULER + players * (row + GAP)
    hand = HEIGHT - 6 - 2 * 1.4 * CARD - 6
    choice = hand - 10 - 62
    band = choice - rows - 4
    _venice(sketch, HEIGHT, rows + band * 0.5)
    _ruler(sketch, players, rows)
    for seat in range(players):
        at = seat - 1 if seat else players - 1  # the others clockwise, then whoever reads
        y = RULER + at * (row + GAP)
        _row(sketch, seat, y, row)
        _laid(sketch, seat, y, row)
        if seat:
            sketch.closeups[f"row:{seat}"] = _closeup(seat)
    _steps(sketch, 9, 1, 17)
    _middle(sketch, rows + 2, band)
    _own(sketch, 15, choice, 44)
    choices(sketch, 76, choice + 3, 306, 56, 26)
    _hand(sketch, CARDS, hand, CARD, rows=2)
    return sketch.finished(HEIGHT)


def phone_lesson(players: int, touched: frozenset[str]) -> Layout:
    """A lesson's table: everybody's row, the dice, one's own card, and the cards it speaks of."""
    sketch = NightSketch("narrow", 0, WIDTH)
    cards = tuple(card for card in CARDS if f"hand:{card}" in touched)
    row = 36.0 if players > 3 else 38.0
    rows = RULER + players * (row + GAP)
    wide, tall = _lesson_hand(len(cards), LESSON - rows - OWN - LEAST - 8)
    hand = LESSON - tall - 4
    own = hand - OWN - 2
    _venice(sketch, LESSON, rows + (own - rows) * 0.5)
    _ruler(sketch, players, rows)
    for seat in range(players):
        y = RULER + (seat - 1 if seat else players - 1) * (row + GAP)
        _row(sketch, seat, y, row)
        _laid(sketch, seat, y, row)
        del sketch.places[f"row:{seat}"]  # nothing is folded away here
        if seat:  # what was answered is pointed at, and written out on the card
            sketch.put(f"answer:{seat}", 316, y + row / 2 + 3, 70, 17, 41)
            for coin in (1, 2):
                del sketch.places[f"stake:{seat}/{coin}"]
        # lessons point at names, and those of their players are short
        sketch.places[f"name:{seat}"] = sketch.places.pop(f"short:{seat}")
    _steps(sketch, 9, 1, 17)
    _middle(sketch, rows, own - rows)
    _own(sketch, 12, own, 34)
    choices(sketch, 70, own, 312, 46, 25)
    if len(cards) > MOST:
        _fan(sketch, cards, hand, wide)
    elif cards:
        _hand(sketch, cards, hand, wide, rows=1)
    return sketch.finished(LESSON)


def _lesson_hand(count: int, room: float) -> tuple[float, float]:
    """How wide the cards of a lesson's hand are, and how high all of it is."""
    if not count:
        return 0.0, 0.0
    if count > MOST:
        return 40.0, 40 + 56.0
    wide = min(CARD, room / 1.4, (WIDTH - 10) / count - 2)
    return max(40.0, wide), 1.4 * max(40.0, wide)


def _venice(sketch: NightSketch, height: float, water: float) -> None:
    sketch.night(height, water, 0.72)
    sketch.dusk(height)


def _ruler(sketch: NightSketch, players: int, end: float) -> None:
    """The numbers above all racks, and the line right of the massimo through all of them."""
    numbers = "".join(
        f'<text x="{RACK + PITCH * (card - 0.5):g}" y="{RULER - 5:g}">{card}</text>'
        for card in CARDS
    )
    sketch.paint(f'<g class="ca-ruler" font-size="12.5" text-anchor="middle">{numbers}</g>')
    for massimo in CARDS[:-1]:
        tall = end - 4
        wide = tall / 20
        sketch.put(f"line:{massimo}", RACK + PITCH * massimo - wide / 2, 4, wide, tall, 15)


def _row(sketch: NightSketch, seat: int, y: float, tall: float) -> None:
    """Who it is, what they have, and the rack; of the reader with a gold rim."""
    sketch.rect("ca-panel" if seat else "ca-panel ca-mine", 6, y, WIDTH - 12, tall)
    middle = y + tall / 2
    person(sketch, seat, 12, middle - 12.5, 25)
    sketch.put(f"short:{seat}", 42, middle - 19, 58, 17.6)
    sketch.use("coin", 40, middle + 1.5, 16, 16)
    sketch.put(f"coins:{seat}", 58, middle - 0.5, 20, 20)
    sketch.put(f"mouth:{seat}", 44.5, middle + 5, 9, 9, 30)
    slots(sketch, seat, RACK, middle - 12, PITCH * len(CARDS))
    sketch.put(f"out:{seat}", 333, middle - 8.5, 54, 17)
    sketch.put(f"row:{seat}", 6, y, WIDTH - 12, tall)


def slots(sketch: NightSketch, seat: int, x: float, y: float, width: float) -> None:
    """A rack without numbers: they stand on the ruler."""
    unit = width / (SLOT * len(CARDS))
    holes = "".join(
        f'<rect x="{x + unit * (SLOT * (card - 1) + 1.5):g}" y="{y + unit:g}" '
        f'width="{21 * unit:g}" height="{30 * unit:g}" rx="3"/>'
        for card in CARDS
    )
    sketch.paint(f'<g class="ca-holes">{holes}</g>')
    places = NightSketch("narrow", 0, WIDTH)  # its scenery has the numbers in every rack
    places.rack(seat, x, y, width)
    sketch.places |= places.places


def _laid(sketch: NightSketch, seat: int, y: float, tall: float) -> None:
    """The card that another player has laid, at the end of the row, with what is staked on it."""
    if not seat:
        return
    top = y + (tall - 39.2) / 2
    sketch.put(f"laid:{seat}", 342, top, 28, 39.2, 20)
    sketch.put(f"fold:{seat}", 348, top + 3, 25, 35, 20)
    sketch.put(f"sleeve:{seat}", 349, top + 10, 14, 19.6)
    sketch.put(f"stake:{seat}/1", 336, top + 24, 15, 15, 24)
    sketch.put(f"stake:{seat}/2", 344, top + 27, 15, 15, 25)
    chevron = f"M375 {y + tall / 2 - 2:g}l3.500 4 3.500-4"
    sketch.paint(f'<path class="ca-chevron" d="{chevron}"/>')


def _steps(sketch: NightSketch, x: float, y: float, pitch: float) -> None:
    """The five steps of a round, as lamps."""
    for step in range(1, 6):
        sketch.put(f"lamp:{step}", x + pitch * (step - 1), y, 14, 18.2)


def _middle(sketch: NightSketch, y: float, tall: float) -> None:
    """The dice, what they say, and the coins on the table."""
    wide = min(96.0, 86 + (tall - 100) * 0.4)
    high = wide * 96 / 100
    middle = y + tall / 2
    sketch.dice(14, middle - 33, 44, 6)
    sketch.put("dice-note", 6, middle + 18, 160, 17.6)
    sketch.paint(f'<text class="ca-sign" x="158" y="{middle - 4:g}" font-size="18">=</text>')
    sketch.put("plaque", 169, middle - high / 2, wide, high, 12)
    sketch.put("massimo", 169 + wide * 0.14, middle - high * 0.21, wide * 0.72, wide * 0.49, 13)
    left = 169 + wide
    sketch.pot((left + WIDTH) / 2, middle - 13, 18)
    sketch.put("pot", left + 4, middle + 13, 20, 25)  # before the words that say what is counted
    sketch.put("pot-line", left + 25, middle + 18, WIDTH - left - 26, 17)


def _own(sketch: NightSketch, x: float, y: float, wide: float) -> None:
    """The reader's own card, with its number on it while it lies face down, and the stake."""
    own_card(sketch, x, y, wide, (74 - wide) / 2, 17)
    answer = sketch.places["answer:0"]
    sketch.put("answer:0", max(0, answer.x), answer.y, 74, answer.h, answer.z)
    sketch.put("tag", x - 7, y - 6, 17, 24, 40, -8)
    for coin in (1, 2):
        sketch.put(f"stake:0/{coin}", x + wide - 10, y - 18 + 14 * coin, 18, 18, 41 + coin)


def _fan(sketch: NightSketch, cards: tuple[int, ...], y: float, wide: float) -> None:
    """Many cards in little room: the second row lies on the feet of the first."""
    first = (len(cards) + 1) // 2
    step = (WIDTH - 10 - wide) / (first - 1)
    for number, card in enumerate(cards):
        row, column = divmod(number, first)
        left = 5 + step * column + (step / 2 if row and len(cards) % 2 else 0)
        sketch.put(f"hand:{card}", left, y + 40 * row, wide, 1.4 * wide, 16 + row)
    _sleeve(sketch, cards)


def _hand(sketch: NightSketch, cards: tuple[int, ...], y: float, wide: float, *, rows: int) -> None:
    """The hand; the second row between the cards of the first."""
    first = -(-len(cards) // rows)
    step = min(wide + 8, (WIDTH - 10 - wide) / (first - 1) if first > 1 else 0)
    for number, card in enumerate(cards):
        row, column = divmod(number, first)
        count = first if row == 0 else len(cards) - first
        left = (WIDTH - wide - step * (count - 1)) / 2 + step * column
        hand_slot(sketch, card, left, y + row * (1.4 * wide + 6), wide)
    _sleeve(sketch, cards)


def _sleeve(sketch: NightSketch, cards: tuple[int, ...]) -> None:
    """What is yet to be laid waits under the card in the middle, which is the last to go."""
    sketch.places["sleeve:0"] = sketch.places[f"hand:{cards[len(cards) // 2]}"]


def _closeup(seat: int) -> Layout:
    """A player's row unfolded: every number, coins as piles, the card as large as in a hand."""
    sketch = NightSketch("narrow", 0, WIDTH - 12)
    width, height = sketch.width, 150.0
    sketch.rect("ca-unfolded", 0, 0, width, height, 0)
    person(sketch, seat, 14, 14, 36)
    sketch.put(f"name:{seat}", 62, 10, 150, 22)
    sketch.put(f"answer:{seat}", 62, 32, 150, 18)
    sketch.put(f"out:{seat}", 62, 32, 150, 18)
    sketch.put(f"coins:{seat}", 14, 58, 34, 30)
    sketch.purse(seat, 56, 62, 19, 1)
    sketch.put(f"laid:{seat}", 300, 8, 60, 84, 20)
    sketch.put(f"fold:{seat}", 308, 12, 56, 78.4, 20)
    sketch.put(f"stake:{seat}/1", 288, 68, 26, 26, 24)
    sketch.put(f"stake:{seat}/2", 304, 74, 26, 26, 25)
    sketch.rack(seat, 9, 104, width - 18)
    return sketch.done(height)
