"""A move of Casanova told slowly: where a round is settled, moment by moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from escale.engine.game import CHANCE, Event, Moment

from .rules import AWAY, OVER, PAID, SETTLE, Casanova, Move, State, put

#: The events that pay, and those that belong to the moment of the one before.
PAYING: Final = ("win", "win-alone", "split", "nobody")
JOINING: Final = ("win-above", "remainder", "carried", "would-have-won")


def moments(state: State, move: Move, events: Sequence[Event], after: State) -> list[Moment]:
    """Where a round is settled: the last word, the cards turned, paid, put away; the rest."""
    if state.round == after.round and after.step != OVER:
        return [Moment(tuple(events), after)]
    found: list[Moment] = []
    now = state._replace(step=SETTLE, turn=CHANCE)
    for event in events:
        kind, seat = event.kind, event.seat
        if kind == "call" and seat is not None:
            coins = put(now.coins, seat, now.coins[seat] - 1)
            now = now._replace(coins=coins, table=now.table + 1)
        elif kind in ("fold", "must-fold") and seat is not None:
            now = now._replace(folded=(*now.folded, seat))
        elif kind in Casanova.reveals:
            hands = now.hands
            for who in event.facts["seats"]:
                hands = put(hands, who, after.hands[who])
            now = now._replace(hands=hands)
        elif kind in PAYING:
            winners = event.facts.get("seats", () if seat is None else (seat,))
            now = now._replace(
                step=PAID, coins=after.coins, table=after.table, winners=tuple(winners)
            )
        elif kind in JOINING:
            found[-1] = Moment((*found[-1].events, event), now)
            continue
        elif kind == "put-away":
            now = now._replace(step=AWAY)
        elif kind != "quitte":
            break
        found.append(Moment((event,), now))
    count = sum(len(moment.events) for moment in found)
    return [*found, Moment(tuple(events[count:]), after)]
