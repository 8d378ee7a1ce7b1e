"""A move of Dominos Florentins told slowly: a card on its way, and the spaces that it closes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from escale.engine.game import Event, Moment

from .deck import LETTERS
from .moves import Lay, Move, Pass, card_of
from .rules import DRAWN, HANDS, LANDED, PLAYED, RANK, State, without

#: Kinds of events after which nothing is as it was: the last moment.
ENDING: Final = frozenset(
    ("open-hands", "nothing-fits", "black-cards", "score", "unused", "win", "shared-win")
)


def moments(state: State, move: Move, events: Sequence[Event], after: State) -> list[Moment]:
    """A card on its way; the draw; the spaces that it closes, one by one; the rest.

    Until it has come to lie the openings are those before it, which tells it from the others.
    What closes without a gem goes along with what has closed before it.
    """
    if isinstance(move, Pass):
        return [Moment(tuple(events), after)]
    seat, hands, stock, card = state.turn, state.hands, state.stock, card_of(move)
    if state.phase == HANDS:
        hands = (*hands[:seat], without(hands[seat], card), *hands[seat + 1 :])
        stock = (*stock, card) if isinstance(move, Lay) else stock
    elif card:
        stock = without(stock, card)
    now = state._replace(
        phase=PLAYED, placed=after.placed, hands=hands, stock=stock, black=after.black
    )
    found = [Moment((), now)]
    for event in events:
        kind = event.kind
        if kind in ENDING:
            break
        if kind == "draw":
            hand = (*hands[seat], event.facts["card"])
            hands = (*hands[:seat], hand, *hands[seat + 1 :])
            now = now._replace(phase=DRAWN, hands=hands, pile=state.pile[1:])
            found.append(Moment((), now))
        elif kind == "close" or (kind == "close-without-gem" and now.phase != LANDED):
            rank = RANK[LETTERS[event.facts["colour"]]]
            gems = (
                *now.gems[:rank],
                now.gems[rank] + event.facts["gems"],
                *now.gems[rank + 1 :],
            )
            now = now._replace(phase=LANDED, openings=after.openings, gems=gems)
            found.append(Moment((), now))
        found[-1] = Moment((*found[-1].events, event), now)
    count = sum(len(moment.events) for moment in found)
    return [*found, Moment(tuple(events[count:]), after)]
