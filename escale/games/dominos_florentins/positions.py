"""Set-ups and positions of Dominos Florentins as they stand in a record, read and written.

What comes from outside is checked here, once: `BadRecord` says where it is wrong, by which rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from escale.engine.errors import BadRecord, quoted
from escale.engine.reading import read_fields, read_list, read_one_of, read_whole

from .deck import COLOURS, LETTERS, Deck
from .openings import cross_complete, openings
from .rules import (
    BLACK,
    HAND,
    HANDS,
    LAID_OPEN,
    OVER,
    PILE,
    State,
    count_gems,
    phase_without_pile,
)
from .spaces import CELL, CELLS, CROSS, EDGES, EMPTY, INWARD, MIDDLE, spaces

SETUP: Final = ("colours", "hands", "open", "pile")
POSITION: Final = ("colours", "placed", "hands", "open", "pile", "edge", "turn")


def read_setup(
    deck: Deck, players: int, setup: Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...], tuple[str, ...], tuple[str, ...]]:
    """Colours, hands, open cards and pile of a set-up; `open` may be left out for four players."""
    given = read_fields("setup", setup, SETUP, [name for name in SETUP if name != "open"])
    cards = CardReader(deck)
    colours = read_colours("setup.colours", given["colours"], players)
    hands = read_hands("setup.hands", given["hands"], players, cards)
    for seat, hand in enumerate(hands):
        read_list(f"setup.hands[{seat}]", hand, "cards", HAND, "DF-SET-2")
    stock = cards.read_cards("setup.open", given.get("open", []))
    read_list("setup.open", stock, "cards", LAID_OPEN[players], "DF-SET-3")
    pile = cards.read_cards("setup.pile", given["pile"])
    read_list("setup.pile", pile, "cards", PILE, "DF-SET-4")
    return colours, hands, stock, pile


def read_position(deck: Deck, players: int, position: Mapping[str, Any]) -> State:
    """The state that a position describes. Only `colours` must be given.

    What is left out is empty: nothing placed, no hands, nothing open, no pile, no black card at the
    edge; `turn` is then seat 0. Cards that appear nowhere are out of the game. What is to be done
    follows from the cards:

    - While there is a pile everybody has a hand, of 1 to 4 cards (a lesson may have few).
    - With no pile all cards lie open (DF-OPE-1): hands are empty, the stock is `open`. The first 8
      (two players) or 4 (three) cards of `open` count as those of the set-up.
    - When no card of the stock fits, black cards are decided about. The seats from `turn` on have
      still to decide, up to the first who has a black card at the edge: he began.
    """
    given = read_fields("position", position, POSITION, POSITION[:1])
    cards = CardReader(deck)
    colours = read_colours("position.colours", given["colours"], players)
    placed = read_layout(given.get("placed", {}), cards)
    hands = read_hands("position.hands", given.get("hands", [[]] * players), players, cards)
    stock = cards.read_cards("position.open", given.get("open", []))
    pile = cards.read_cards("position.pile", given.get("pile", []))
    for seat, hand in enumerate(hands):
        where = f"position.hands[{seat}]"
        if pile and not 1 <= len(hand) <= HAND:
            problem = f"while there is a pile a hand has 1 to {HAND} cards, not {len(hand)}"
            raise BadRecord(where, problem, "DF-PLA-2")
        if hand and not pile:
            problem = "there is no pile, so these cards lie open: write them under open"
            raise BadRecord(where, problem, "DF-OPE-1")
    turn = read_whole("position.turn", given.get("turn", 0), 0, players - 1, "DF-SET-5")
    free = tuple(openings(placed))
    phase = HANDS if pile else phase_without_pile(deck.name, free, stock)
    black = read_edge(given.get("edge", {}), colours, placed, phase)
    order = [black[(turn + later) % players] for later in range(players)]
    undecided = next((later for later, edge in enumerate(order) if edge), players)
    if not undecided:
        phase = OVER
    out = tuple(card for card in deck.cards if card not in cards.seen)
    return State(
        deck.name, colours, phase, turn, placed, free, hands, stock, pile, out,
        black, undecided, count_gems(spaces(placed, black, deck)),
    )  # fmt: skip


def write_position(state: State) -> dict[str, Any] | None:
    """The position of a state; None once the first to decide about a black card has kept it: no
    position says that (see `read_position`)."""
    players = len(state.colours)
    if state.undecided < players and not state.black[(state.turn + state.undecided) % players]:
        return None
    edge = {edge: colour for edge, colour in zip(state.black, state.colours, strict=True) if edge}
    return {
        "colours": list(state.colours),
        "placed": {CELLS[cell]: lie for cell, lie in enumerate(state.placed) if lie},
        "hands": [list(hand) for hand in state.hands],
        "open": list(state.stock),
        "pile": list(state.pile),
        "edge": edge,
        "turn": state.turn,
    }


def read_colours(where: str, value: object, players: int) -> tuple[str, ...]:
    """The players' colours, in the order in which they chose: by seat (DF-SET-6)."""
    chosen = read_list(where, value, "colours, one a seat", players, "DF-SET-6")
    for seat, colour in enumerate(chosen):
        read_one_of(f"{where}[{seat}]", colour, LETTERS, "DF-MAT-1")
        if colour in chosen[:seat]:
            problem = f"{colour} is taken by seat {chosen.index(colour)}: each has his own"
            raise BadRecord(f"{where}[{seat}]", problem, "DF-SET-1")
    return tuple(chosen)


class CardReader:
    """Reads names of cards, each card once."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.seen: dict[str, str] = {}  # card -> where it was

    def read_cards(self, where: str, value: object) -> tuple[str, ...]:
        """Cards by their names."""
        cards = read_list(where, value, "cards")
        known, seen = self.deck.turns, self.seen
        for i, card in enumerate(cards):
            if not isinstance(card, str) or card not in known or card in seen:
                raise self._complaint(card, f"{where}[{i}]")
            seen[card] = where
        return tuple(cards)

    def read_placed(self, where: str, value: object) -> str:
        """A card as it lies."""
        card = self.deck.card.get(value) if isinstance(value, str) else None
        if card is None or card in self.seen:
            raise self._complaint(value, where)
        self.seen[card] = where
        assert isinstance(value, str)
        return value

    def _complaint(self, value: object, where: str) -> BadRecord:
        card = self.deck.card.get(value) if isinstance(value, str) else None
        if card is None:
            problem, kind = f"{quoted(value)} is no card of the deck {self.deck.name}", "no-card"
        elif card in self.seen:
            problem = f"{card} is in {self.seen[card]} already: there is only one"
            kind = "card-twice"
        else:
            problem, kind = f"{quoted(value)} goes by the name of {card}", "no-card"
        return BadRecord(where, problem, "DF-MAT-5", kind, value=value)


def read_hands(
    where: str, value: object, players: int, cards: CardReader
) -> tuple[tuple[str, ...], ...]:
    hands = read_list(where, value, "lists of cards, one a seat", players, "DF-SET-2")
    return tuple(cards.read_cards(f"{where}[{seat}]", hand) for seat, hand in enumerate(hands))


def read_layout(value: object, cards: CardReader) -> tuple[str, ...]:
    """The placed cards: what can have come about by the rules of placing, in some order."""
    where = "position.placed"
    if not isinstance(value, Mapping):
        raise BadRecord(where, f"must be a table of cells and cards, not {quoted(value)}")
    placed = list(EMPTY)
    for name, lie in value.items():
        if name not in CELL:
            raise BadRecord(where, f"the cells are a1 to g7, not {quoted(name)}", "DF-SQU-1")
        placed[CELL[name]] = cards.read_placed(f"{where}[{name}]", lie)
    for name in value:
        cell, where = CELL[name], f"position.placed[{name}]"
        if not placed[MIDDLE]:
            raise BadRecord(where, "the first card goes to the middle, d4", "DF-PLA-1")
        if cell not in CROSS and not cross_complete(placed):
            raise BadRecord(where, "the cross must be complete first", "DF-CRO-2")
        for _, other, _ in INWARD[cell]:
            if not placed[other]:
                rule = "DF-CRO-1" if cell in CROSS else "DF-SQU-2"
                raise BadRecord(where, f"no card can lie here before {CELLS[other]}", rule)
        for side, other, facing in INWARD[cell]:
            mine, theirs = placed[cell][side], placed[other][facing]
            if mine != theirs:
                problem = f"{COLOURS[mine]} touches {COLOURS[theirs]} on {CELLS[other]}"
                raise BadRecord(where, problem, "DF-PLA-3")
    return tuple(placed)


def read_edge(
    value: object, colours: tuple[str, ...], placed: Sequence[str], phase: str
) -> tuple[str, ...]:
    """The edge place of each seat's black card."""
    where = "position.edge"
    if not isinstance(value, Mapping):
        raise BadRecord(where, f"must be a table of edge places and colours, not {quoted(value)}")
    black = [""] * len(colours)
    for edge, colour in value.items():
        if edge not in EDGES:
            problem = f"the places are N1 to N7, and so on for E, S, W, not {quoted(edge)}"
            raise BadRecord(where, problem, "DF-BLA-2")
        where, triangle = f"position.edge[{edge}]", EDGES[edge]
        read_one_of(where, colour, LETTERS, "DF-MAT-7")
        if colour not in colours:
            problem = f"nobody plays {colour}: its black card has left the game"
            raise BadRecord(where, problem, "DF-SET-3")
        if phase != BLACK:
            raise BadRecord(where, "cards can still be placed; black cards come last", "DF-BLA-1")
        seat = colours.index(colour)
        if black[seat]:
            raise BadRecord(where, f"there is only one black card with {colour}", "DF-MAT-1")
        lie, cell = placed[triangle >> 2], CELLS[triangle >> 2]
        if not lie:
            raise BadRecord(where, f"{cell} beside it is empty", "DF-BLA-2")
        touched = COLOURS[lie[triangle & 3]]
        if touched != colour:
            raise BadRecord(where, f"{colour} touches {touched} on {cell}", "DF-BLA-2")
        black[seat] = edge
    return tuple(black)
