"""A move of Dolce Vita told slowly: where columns are settled, moment by moment."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from escale.engine.game import Event, Moment

from .rules import NOTHING_LAID, SETTLING, Lay, State

#: Events that belong to the moment of the one before.
JOINING = {
    "lay-for-nothing", "awarding", "no-part", "many-tied", "two-ties", "just-put-back",
    "more-money", "back-on-top", "poor-exchange",
}  # fmt: skip


def moments(state: State, move: Lay, events: Sequence[Event], after: State) -> list[Moment]:
    """Where the last card is laid, a moment for every column, tie, taking and exchange."""
    if after.laid != NOTHING_LAID:
        return [Moment(tuple(events), after)]
    number, column = move
    seat = state.turn
    assert seat is not None
    columns, own = [*map(list, state.columns)], [*map(list, state.own)]
    hands, laid = [*map(list, state.hands)], [*map(list, state.laid)]
    hands[seat].remove(number)
    laid[column - 1].append((seat, number))
    found: list[Moment] = []
    settling: tuple[int, ...] = ()
    for event in events:
        kind, seat, facts = event.kind, event.seat, event.facts
        if kind in ("next-round", "last-round-over"):
            break
        if kind in ("totals", "rotate", "stays-empty"):
            settling = (facts["column"],)
        elif kind in ("take", "nothing-left") and seat is not None:
            settling += (seat,)
        if kind == "tie":
            below = laid[facts["column"] - 1]
            for card in [card for card in below if card[0] in facts["seats"]]:
                below.remove(card)
                insort(hands[card[0]], card[1])
        elif kind == "rotate":
            pile = columns[facts["column"] - 1]
            pile.append(pile.pop(0))
        elif kind == "take" and seat is not None:
            insort(own[seat], columns[facts["column"] - 1].pop(0))
        elif kind == "exchange" and seat is not None:
            own[seat].remove(facts["old"])
            columns[facts["column"] - 1].append(facts["old"])
        table = State(
            tuple(map(tuple, columns)),
            tuple(map(tuple, own)),
            tuple(map(tuple, hands)),
            tuple(map(tuple, laid)),
            state.round,
            state.first,
            SETTLING,
            settling,
        )
        before = found.pop().events if kind in JOINING else ()
        found.append(Moment((*before, event), table))
    count = sum(len(moment.events) for moment in found)
    return [*found, Moment(tuple(events[count:]), after)]
