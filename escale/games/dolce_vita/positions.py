"""Set-ups and positions of Dolce Vita as they stand in a record, read and written.

What comes from outside is checked here, once: `BadRecord` says where it is wrong, by which rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any

from escale.engine.errors import BadRecord, quoted
from escale.engine.reading import read_fields, read_list, read_whole

from .rules import (
    CATEGORY,
    COLUMNS,
    GOODS,
    HAND,
    HEIGHT,
    MONEY,
    NOTHING_LAID,
    NUMBERS,
    PLACEMENTS,
    ROUNDS,
    SETTLING,
    VALUE,
    Cards,
    Objects,
    State,
    supply,
)

FIELDS = ("columns", "own", "round", "hands", "laid", "first", "turn")
NEEDED = FIELDS[:3]


def read_setup(options: Mapping[str, Any], setup: Mapping[str, Any]) -> tuple[Objects, ...]:
    """The columns of a set-up `{"grid": [[9 objects, bottom first], ... 7 columns]}`."""
    read_fields("setup", setup, ("grid",))
    grid = read_list("setup.grid", setup["grid"], "columns", len(COLUMNS), "DV-SET-1")
    columns = []
    for i, pile in enumerate(grid):
        where = f"setup.grid[{i}]"
        objects = read_list(where, pile, "objects", HEIGHT, "DV-SET-1")
        columns.append(read_objects(where, objects))
    check_supply(options, {f"setup.grid[{i}]": pile for i, pile in enumerate(columns)})
    return tuple(columns)


def read_position(players: int, options: Mapping[str, Any], position: Mapping[str, Any]) -> State:
    """The state that a position describes: `columns`, `own` and `round`, and what is left out.

    Without `laid`, nothing has been laid. Without `hands`, a hand is what is not laid. Without
    `first`, the round was begun by the seat whose turn it is to begin it: seat 0 the first, seat 1
    the second, and so on. Without `turn`, it follows from `first` and the number of cards laid. So
    a position of the three needed fields is the start of a round. What is given must agree. The
    order of hands and of what a seat owns does not matter; nor does the order below a column.
    """
    read_fields("position", position, FIELDS, NEEDED)
    columns = read_columns(position["columns"])
    own = read_own(players, position["own"])
    piles = {f"position.columns[{i}]": pile for i, pile in enumerate(columns)}
    piles |= {f"position.own[{seat}]": cards for seat, cards in enumerate(own)}
    check_supply(options, piles)
    everything, in_game = sum(map(len, piles.values())), HEIGHT * len(COLUMNS)
    if everything > in_game:
        problem = f"{everything} objects, but only {in_game} are in the game"
        raise BadRecord("position", problem, "DV-SET-1")

    round_ = read_whole("position.round", position["round"], 1, ROUNDS[players], "DV-SET-3")
    first = (round_ - 1) % players  # DV-SET-4 and DV-AWA-10
    if "first" in position:
        first = read_whole("position.first", position["first"], 0, players - 1, "DV-SET-4")
    laid = read_laid(players, position["laid"]) if "laid" in position else NOTHING_LAID
    check_turns(players, first, laid)
    hands = tuple(
        tuple(n for n in HAND if not any((seat, n) in cards for cards in laid))
        for seat in range(players)
    )
    if "hands" in position:
        check_hands(players, position["hands"], hands)
    count = sum(map(len, laid))
    turn = (first + count) % players  # DV-PLA-1
    if "turn" in position:
        given = read_whole("position.turn", position["turn"], 0, players - 1, "DV-PLA-1")
        if given != turn:
            problem = f"seat {first} began, {count} cards are laid: it is the turn of seat {turn}"
            raise BadRecord("position.turn", f"{problem}, not of seat {given}", "DV-PLA-1")
    own = tuple(tuple(sorted(cards)) for cards in own)
    return State(columns, own, hands, laid, round_, first, turn)


def write_position(state: State) -> dict[str, Any] | None:
    """The position of a state before a placement; None for any other."""
    if state.turn is None or state.turn == SETTLING:
        return None
    return {
        "columns": [list(objects) for objects in state.columns],
        "own": [list(objects) for objects in state.own],
        "hands": [list(hand) for hand in state.hands],
        "laid": [[list(card) for card in cards] for cards in state.laid],
        "round": state.round,
        "first": state.first,
        "turn": state.turn,
    }


def read_columns(value: object) -> tuple[Objects, ...]:
    where = "position.columns"
    columns = []
    for i, pile in enumerate(read_list(where, value, "columns", len(COLUMNS), "DV-SET-1")):
        objects = read_objects(f"{where}[{i}]", pile)
        if len(objects) > HEIGHT:  # an exchange puts back one for one, so no column ever grows
            problem = f"{len(objects)} objects in a column that never has more than {HEIGHT}"
            raise BadRecord(f"{where}[{i}]", problem, "DV-SET-1")
        columns.append(objects)
    return tuple(columns)


def read_own(players: int, value: object) -> tuple[Objects, ...]:
    where = "position.own"
    own = []
    for seat, cards in enumerate(read_list(where, value, "seats", players, "DV-MAT-1")):
        objects = read_objects(f"{where}[{seat}]", cards)
        for category, count in Counter(CATEGORY[card] for card in objects).items():
            if count > 1 and category != MONEY:  # DV-ONE-4
                problem = f"seat {seat} owns {count} goods of the category {category}"
                raise BadRecord(f"{where}[{seat}]", problem, "DV-ONE-1")
        own.append(objects)
    return tuple(own)


def read_laid(players: int, value: object) -> tuple[Cards, ...]:
    laid = []
    seen: dict[tuple[int, int], int] = {}
    columns = read_list("position.laid", value, "columns", len(COLUMNS), "DV-SET-1")
    for i, below in enumerate(columns):
        cards = []
        below = read_list(f"position.laid[{i}]", below, "cards", None, "DV-PLA-1")
        for k, item in enumerate(below):
            where = f"position.laid[{i}][{k}]"
            pair = read_list(where, item, "numbers (seat and card)", 2, "DV-PLA-1")
            seat = read_whole(f"{where}[0]", pair[0], 0, players - 1, "DV-PLA-1")
            number = read_whole(f"{where}[1]", pair[1], NUMBERS[0], NUMBERS[-1], "DV-MAT-5")
            card = (seat, number)
            if card in seen:
                problem = f"the {number} of seat {seat} lies below column {seen[card]} already"
                raise BadRecord(where, problem, "DV-SET-2")
            seen[card] = COLUMNS[i]
            cards.append(card)
        laid.append(tuple(cards))
    return tuple(laid)


def check_turns(players: int, first: int, laid: tuple[Cards, ...]) -> None:
    """Has everybody laid as many cards as turns have come to that seat?"""
    counts = Counter(seat for cards in laid for seat, _ in cards)
    total = counts.total()
    if total >= PLACEMENTS * players:
        problem = f"{total} cards are laid, but a position comes before the last of its placing"
        raise BadRecord("position.laid", problem, "DV-PLA-2")
    for seat in range(players):
        turns = (total - (seat - first) % players + players - 1) // players
        if counts[seat] != turns:
            problem = f"seat {first} began, {total} cards are laid: {turns} of them by seat {seat}"
            raise BadRecord("position.laid", f"{problem}, not {counts[seat]}", "DV-PLA-1")


def check_hands(players: int, value: object, hands: tuple[tuple[int, ...], ...]) -> None:
    for seat, cards in enumerate(read_list("position.hands", value, "seats", players, "DV-SET-2")):
        where = f"position.hands[{seat}]"
        hand = [
            read_whole(f"{where}[{k}]", number, NUMBERS[0], NUMBERS[-1], "DV-MAT-5")
            for k, number in enumerate(read_list(where, cards, "numbers", None, "DV-SET-2"))
        ]
        if sorted(hand) != list(hands[seat]):
            problem = f"must be what seat {seat} has not laid, {list(hands[seat])}"
            raise BadRecord(where, f"{problem}, not {quoted(hand)}", "DV-SET-2")


def check_supply(options: Mapping[str, Any], piles: Mapping[str, Objects]) -> None:
    """None appears more often than it exists."""
    exist = supply(options["money_100"])
    seen = Counter(chain.from_iterable(piles.values()))
    for card, count in seen.items():
        if count > exist[card]:
            spots = [
                f"{where}[{k}]" for where in piles for k, c in enumerate(piles[where]) if c == card
            ]
            if CATEGORY[card] == MONEY:
                problem = f"{count} cards {card}, but the game has {exist[card]} of them"
                spot = spots[exist[card]]
                raise BadRecord(spot, problem, "DV-MAT-4", "card-twice", value=card)
            problem = f"{card} is at {spots[0]} already"
            raise BadRecord(spots[1], problem, "DV-MAT-2", "card-twice", value=card)


def read_objects(where: str, value: object) -> Objects:
    objects = tuple(read_list(where, value, "objects", None, "DV-MAT-1"))
    for k, card in enumerate(objects):
        if type(card) is not str or card not in VALUE:
            category = card.partition("-")[0] if isinstance(card, str) else None
            if category == MONEY:
                problem, rule = "money is argent-100 or argent-200", "DV-MAT-3"
            elif category in GOODS:
                problem, rule = f"goods are {category}-100 to {category}-700", "DV-MAT-2"
            else:
                problem, rule = "an object is written maison-700 or argent-100", "DV-MAT-1"
            problem += f", not {quoted(card)}"
            raise BadRecord(f"{where}[{k}]", problem, rule, "no-card", value=card)
    return objects
