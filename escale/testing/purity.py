"""Every moment: nothing in it can change, and the same question has the same answer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from escale.engine.game import SPECTATOR, Event

from .inspection import Asked, Problems, Spot, two

#: What a state may be made of.
IMMUTABLE = (str, int, float, bool, bytes, frozenset, Fraction, type(None))


def states_are_immutable(at: Spot) -> Problems:
    try:
        hash(at.state)
    except TypeError as error:
        yield f"the state cannot be hashed ({error}): use tuples and numbers only"
        return
    stack = [at.state]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack += part
        elif not isinstance(part, IMMUTABLE):
            yield f"the state holds a {type(part).__name__}, which could change"


def answers_are_repeatable(at: Spot) -> Problems:
    before = repr(at.state)
    move = at.rng.choice(at.legal) if at.legal else None
    first, second = answers_to(at, move), answers_to(at, move)
    for name, answer in first.items():
        if second[name] != answer:
            yield f"{name} gives two answers to the same question: {two(answer, second[name])}"
    if repr(at.state) != before:
        yield "the state has been changed by a question"


def answers_to(at: Spot, move: Any) -> dict[str, Any]:
    """What the game says about this moment; nothing of it may ever change."""
    game, state = at.game, at.state
    answers: dict[str, Any] = {
        "actor": game.actor(state),
        "legal": None if at.actor is None else game.legal(state, at.actor),
        "outcome": game.outcome(state),
        "chance": game.chance(state),
        "moves": list(game.moves(state)),
        "governing": game.governing(state),
        "census": game.census(state),
        "to_position": game.to_position(state),
        "view": [game.view(state, seat) for seat in at.viewers],
    }
    if move is not None:
        events: list[Event] = []
        answers["apply"] = game.apply(state, move, events)
        answers["apply's list of events"] = events
        answers["refusals"] = game.refusals(state, SPECTATOR, move)
        answers["path"] = game.path(state, move)
    return answers


def answers_stay_the_same(asked: list[Asked]) -> Problems:
    for at, move, answers in asked:
        again = answers_to(at, move)
        for name, answer in answers.items():
            if again[name] != answer:
                yield (
                    f"{name} answers differently after other moves have been played: "
                    f"a game keeps no state of its own ({two(answer, again[name])})"
                )
