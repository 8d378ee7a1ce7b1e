"""Reach this goal: any move that does counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from .model import At, Goal, happens, subject
from .saying import say

if TYPE_CHECKING:
    from escale.engine.game import Event

MOST = 0.5  #: of all legal moves: a goal that most of them reach is none


def practises(at: At) -> Iterator[tuple[str, bool]]:
    if at.seat >= 0:
        for goal in subject(at.game).goals(at):
            if reaching(at, goal):
                yield from goal.rules.items()


def make(
    at: At, rule: str, contrast: bool, rng: Random, wanted: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, Any]]]:
    goals = [g for g in subject(at.game).goals(at) if g.rules.get(rule) is contrast]
    rng.shuffle(goals)
    for goal in goals:
        answer = reaching(at, goal)
        if answer:
            yield (
                0,
                {
                    "seat": at.seat,
                    "open": goal.open,
                    "record": at.record,
                    "question": say(at, "goal", goal.words, goal.facts, at.seat),
                    "goal": dict(goal.event),
                    "answer": answer,
                    "because": [*goal.because],
                },
            )


def reaching(at: At, goal: Goal) -> list[str]:
    """Every move that reaches it at once; none if nearly all of them do."""
    legal, found = at.game.legal(at.before, at.seat), []
    for move in legal:
        told: list[Event] = []
        at.game.apply(at.before, move, told)
        if happens(goal.event, tuple(told)):
            found.append(at.game.format(move))
    return sorted(found) if found and len(found) <= MOST * len(legal) else []


def offered(at: At, rule: str, contrast: bool, shared: bool = False) -> Iterator[str]:
    """None: whoever fails to reach a goal may have any reason."""
    yield from ()
