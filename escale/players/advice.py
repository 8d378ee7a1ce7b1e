"""Advice: the move that the search prefers, what one might be tempted to play, and how they differ.

What a move leads to is told by the game's knowledge (`foresee`), as events with their rules and
numbers; what they have in common is of no interest here, only where they part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine.game import CHANCE, Event

from .knowledge import Knowledge, knowledge
from .levels import known

if TYPE_CHECKING:
    from escale.engine.game import Game, View

    from .search import Thought

CLEAR = 0.02  # a smaller difference between two shares of the win says nothing
MOST = 2  # reasons for a move


class Advice(NamedTuple):
    """What to play, and why; what not to, and why not."""

    best: Any
    other: Any | None  #: None where nothing tempting is clearly worse
    shares: Mapping[Any, float]  #: of the win, as far as the search has looked
    reasons: tuple[Event, ...]  #: what the best move leads to, and the other does not
    against: tuple[Event, ...]  #: what the other leads to
    answer: tuple[Event, ...]  #: what the next player would then do, if one can know

    @property
    def loss(self) -> float:
        """What the other move costs, as a share of the win."""
        return 0.0 if self.other is None else self.shares[self.best] - self.shares[self.other]


def tempting(game: Game[Any, Any], view: View, legal: Sequence[Any], seed: int) -> list[Any]:
    """What weaker players would do here."""
    return [decide(view, legal, Random(seed)) for decide in known(game).values()]


def compared(game: Game[Any, Any], view: View, thought: Thought, others: Sequence[Any]) -> Advice:
    """What the search prefers, held against the first of the others that is clearly worse."""
    know, best, shares = knowledge(game), thought.best, thought.shares
    other = next(
        (m for m in others if m != best and shares.get(best, 0) - shares.get(m, 1) > CLEAR), None
    )
    if know.foresee is None:
        return Advice(best, other, shares, (), (), ())
    lead = tuple(know.foresee(view, best))
    against = () if other is None else tuple(know.foresee(view, other))
    reasons = tuple(event for event in lead if event not in against)[:MOST]
    against = tuple(event for event in against if event not in lead)[:MOST]
    answer = () if other is None else _answer(game, know, view, other)
    answer = tuple(event for event in answer if _meets(event, (*reasons, *against), know.where))
    return Advice(best, other, shares, reasons, against, answer)


def _meets(answer: Event, reasons: Sequence[Event], where: Sequence[str]) -> bool:
    """Does the answer happen where one of the moves does?"""
    happens = [reason.facts.get(name) for reason in reasons for name in where]
    return any(answer.facts.get(name) in happens for name in where if name in answer.facts)


def _answer(game: Game[Any, Any], know: Knowledge, view: View, move: Any) -> tuple[Event, ...]:
    """What a sensible next player makes of this move, where neither of us has to guess."""
    state, choose = game.determinize(view, Random(0)), known(game).get("sensible")
    if state != view.state or choose is None or know.foresee is None:
        return ()
    after = game.apply(state, move)
    actor = game.actor(after)
    if actor is None or actor in (CHANCE, view.seat):
        return ()
    theirs = game.view(after, actor)
    if theirs.state != after:
        return ()
    reply = choose(theirs, game.legal(after, actor), Random(0))
    return tuple(know.foresee(theirs, reply))[:1]
