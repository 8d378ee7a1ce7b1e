"""Positions of Casanova as they stand in a record, read and written: the start of a round.

What comes from outside is checked here, once: `BadRecord` says where it is wrong, by which rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from escale.engine.errors import BadRecord, quoted
from escale.engine.reading import read_fields, read_list, read_whole

from .rules import ANNOUNCE, CARDS, COINS, ROUNDS, Hand, State, start_of_round

FIELDS: Final = ("coins", "hands", "table", "round", "active")
SEATS: Final = "entries, one a seat"


def read_setup(setup: Mapping[str, Any]) -> None:
    """Everybody starts alike: there is nothing to say of a set-up."""
    if setup != {}:
        raise BadRecord("setup", f"is always {{}} in casanova, not {quoted(setup)}")


def read_position(players: int, position: Mapping[str, Any]) -> State:
    """The start of a round: any from which the rules can go on, even if they do not lead to it.

    So coins may be missing, and anybody who has some may be active. But whoever plays has played
    a card in every round before this one.
    """
    read_fields("position", position, FIELDS)
    number = read_whole("position.round", position["round"], 1, ROUNDS, "CA-END-1")
    active = read_whole("position.active", position["active"], 0, players - 1)
    table = read_whole("position.table", position["table"], 0, COINS, "CA-MAT-1")
    purses = read_list("position.coins", position["coins"], SEATS, players)
    coins = tuple(
        read_whole(f"position.coins[{seat}]", purse, 0, COINS, "CA-MAT-1")
        for seat, purse in enumerate(purses)
    )
    playing = tuple([seat for seat, purse in enumerate(coins) if purse])
    if sum(coins) + table > COINS:
        problem = f"{sum(coins) + table} coins with the table’s, but there are only {COINS}"
        raise BadRecord("position.coins", problem, "CA-MAT-1")
    if number == 1 and 0 in coins:
        problem = "everybody has coins when the first round begins"
        raise BadRecord(f"position.coins[{coins.index(0)}]", problem, "CA-SET-1")
    if len(playing) < 2:
        problem = "fewer than two players have coins: that game is over"
        raise BadRecord("position.coins", problem, "CA-END-4")
    if active not in playing:
        problem = f"seat {active} has no coins, so it is out of the game"
        raise BadRecord("position.active", problem, "CA-ELI-1")
    held = read_list("position.hands", position["hands"], SEATS, players)
    hands = tuple(
        read_hand(f"position.hands[{seat}]", hand, number, seat in playing)
        for seat, hand in enumerate(held)
    )
    return start_of_round(coins, hands, table, number, active, playing)


def write_position(state: State) -> dict[str, Any] | None:
    """The position of a state at the start of a round; None for any other."""
    if state.step != ANNOUNCE:
        return None
    return {
        "coins": [*state.coins],
        "hands": [[*hand] for hand in state.hands],
        "table": state.table,
        "round": state.round,
        "active": state.active,
    }


def read_hand(where: str, value: object, number: int, plays: bool) -> Hand:
    """The cards of one seat, in any order. Of a seat that is out, nothing more is asked."""
    cards: list[int] = []
    for i, item in enumerate(read_list(where, value, "cards")):
        card = read_whole(f"{where}[{i}]", item, CARDS[0], CARDS[-1], "CA-SET-1")
        if card in cards:
            problem = f"card {card} is there twice"
            raise BadRecord(f"{where}[{i}]", problem, "CA-SET-1", "card-twice", value=card)
        cards.append(card)
    due = len(CARDS) + 1 - number  # CA-RND-3: a card has gone in every round
    if plays and len(cards) != due:
        problem = f"must be {due} cards in round {number}, not {len(cards)}"
        raise BadRecord(where, problem, "CA-RND-10", "wrong-count", wanted=due, count=len(cards))
    return tuple(sorted(cards))
