"""Why is this forbidden? A move is not legal here; one of these rules forbids it.

The rule that is practised is always among the options and forbids the move in a third of the
exercises: more often, and knowing what is practised would be knowing the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ..languages import REQUIRED
from ..rulebook import rulebook
from .model import At, breaking, subject
from .saying import say, shuffled, tells

OPTIONS = 4


def practises(at: At) -> Iterator[tuple[str, bool]]:
    if at.seat < 0:
        return
    for move, rule in _refused(at):
        others = _others(at, move, rule)
        if others:
            yield rule, False
            yield from ((near, True) for near in others)


def make(
    at: At, rule: str, contrast: bool, rng: Random, wanted: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, Any]]]:
    moves = [*_practising(at, rule, contrast)]
    rng.shuffle(moves)
    # One move a rule, so that the rules that forbid most do not crowd out the others.
    by_rule = {why: (move, why) for move, why in moves}
    longest = rng.random() * OPTIONS < 1
    book = rulebook(at.game).rules
    drawn = rng.sample([*by_rule.values()], len(by_rule))
    drawn.sort(key=lambda one: breaking(at.game).get(one[1]) not in wanted)
    for move, why in drawn:
        for _ in range(4):
            more = [r for r in _others(at, move, why) if r != rule]
            fixed = [why] if why == rule else [why, rule]
            rules = [*fixed, *rng.sample(more, OPTIONS - len(fixed))]
            said = shuffled(
                [
                    {lang: book[r].short[lang] for lang in REQUIRED}
                    | {"value": r, "misconception": None}
                    for r in rules
                ],
                0,
                rng,
            )
            words, facts = subject(at.game).move_words(at, move)
            tried = say(at, "move", words, facts, at.seat)
            question = {
                lang: say(at, "ask", "why", {"move": _small(tried[lang])}, at.seat)[lang]
                for lang in REQUIRED
            }
            yield (
                int(tells(said.options, said.answer, longest)),
                {
                    "seat": at.seat,
                    "open": False,
                    "record": at.record,
                    "move": at.game.format(move),
                    "question": question,
                    "options": said.options,
                    "answer": said.answer,
                    "because": [why],
                },
            )


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _others(at: At, move: Any, why: str) -> list[str]:
    """The rules that can stand beside the one that forbids a move; none if there are too few.

    One that somebody could name with good reason is none of them.
    """
    fair = {why, *subject(at.game).also_fair(at, move)}
    others = [rule for rule in subject(at.game).FORBIDDING if rule not in fair]
    return others if len(others) >= OPTIONS - 1 else []


def _practising(at: At, rule: str, contrast: bool) -> Iterator[tuple[Any, str]]:
    """Moves that the rule forbids, or moves that another one forbids and that it stands beside."""
    for move, why in _refused(at):
        if (why != rule) == contrast:
            others = _others(at, move, why)
            if rule in others if contrast else others:
                yield move, why


def _refused(at: At) -> list[tuple[Any, str]]:
    """Moves that exactly one rule forbids."""
    found = []
    for move in subject(at.game).refused(at):
        rules = {violation.rule for violation in at.game.refusals(at.before, at.seat, move)}
        if len(rules) == 1:
            found.append((move, *rules))
    return found


def offered(at: At, rule: str, contrast: bool, shared: bool = False) -> Iterator[str]:
    """The misconceptions by which somebody does not see what forbids a move."""
    breaks = breaking(at.game)
    forbidding = {why for _, why in _practising(at, rule, contrast)}
    yield from (breaks[why] for why in forbidding if why in breaks)
