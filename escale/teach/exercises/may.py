"""What may be done here? Some of the moves are legal, some are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ..languages import REQUIRED
from .model import At, Tempting, subject
from .saying import say, tells

OPTIONS = 4


def practises(at: At) -> Iterator[tuple[str, bool]]:
    found = [*subject(at.game).tempting(at)] if at.seat >= 0 else []
    if len({one.move for one in found}) < OPTIONS:
        return
    legal = {*at.game.legal(at.before, at.seat)}
    for rule in {one.rule for one in found}:
        decided = {one.move for one in found if one.rule == rule and not one.contrast}
        for contrast in (False, True):
            moves = {one.move for one in found if not contrast or one.move not in decided}
            if len(moves) >= OPTIONS and {move in legal for move in moves} == {True, False}:
                if any(one.rule == rule and one.contrast == contrast for one in found):
                    yield rule, contrast


def make(
    at: At, rule: str, contrast: bool, rng: Random, wanted: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, Any]]]:
    found = [*subject(at.game).tempting(at)]
    rng.shuffle(found)
    if wanted:
        found.sort(key=lambda one: not (one.idea and one.idea.id in wanted))
    legal = {*at.game.legal(at.before, at.seat)}
    decided = {one.move for one in found if one.rule == rule and not one.contrast}
    exact = [one for one in found if (one.rule, one.contrast) == (rule, contrast)]
    rest = [one for one in found if not contrast or one.move not in decided]
    if not wanted:
        shown = _as_many(at, exact, rest, legal)
        exact = [one for one in exact if one.move in shown]
        rest = [one for one in rest if one.move in shown]
    many = rng.randint(1, OPTIONS - 1)
    for first in exact:
        chosen = _chosen(first, rest, legal, many)
        if chosen is None:
            continue
        rng.shuffle(chosen)
        answer = [i for i, one in enumerate(chosen) if one.move in legal]
        labelled = _fair([bool(one.idea) for one in chosen], answer)
        options = [
            say(at, "move", *subject(at.game).move_words(at, one.move), at.seat)
            | {
                "value": at.game.format(one.move),
                "misconception": one.idea.id if labelled and one.idea else None,
            }
            for one in chosen
        ]
        if len({option[REQUIRED[0]] for option in options}) < OPTIONS:
            continue
        because = [
            violation.rule
            for one in chosen
            if one.move not in legal
            for violation in at.game.refusals(at.before, at.seat, one.move)
        ]
        told = tells(options, answer, rng.random() * OPTIONS < len(answer))
        yield (
            int(told),
            {
                "seat": at.seat,
                "open": False,
                "record": at.record,
                "question": say(at, "label", "may", {}, at.seat),
                "options": options,
                "answer": answer,
                "because": [*dict.fromkeys([*([] if contrast else [rule]), *because])],
            },
        )


def _as_many(at: At, exact: list[Tempting], rest: list[Tempting], legal: set[Any]) -> set[Any]:
    """The moves that are shown at this moment, as many legal ones as others, and always the same.

    Else each move of the smaller side would be seen more often, and its frequency would tell.
    """
    drawn = Random(f"{at.players}/{at.ply}")
    about = {one.move for one in exact}
    moves = sorted({one.move for one in (*exact, *rest)}, key=at.game.format)
    drawn.shuffle(moves)
    moves.sort(key=lambda move: move not in about)
    sides = [[m for m in moves if (m in legal) == is_legal] for is_legal in (True, False)]
    size = max(OPTIONS - 1, min(map(len, sides)))
    return {move for side in sides for move in side[:size]}


def _chosen(
    first: Tempting, rest: list[Tempting], legal: set[Any], many: int
) -> list[Tempting] | None:
    """The move that it is about, and others: as many legal ones as wanted, if there are."""
    by_move = {first.move: first}
    need = {True: many, False: OPTIONS - many}
    need[first.move in legal] -= 1
    for one in rest:
        kind = one.move in legal
        if one.move not in by_move and need[kind] > 0:
            by_move[one.move] = one
            need[kind] -= 1
    return [*by_move.values()] if not any(n > 0 for n in need.values()) else None


def _fair(labelled: list[bool], answer: list[int]) -> bool:
    """Would the options without a misconception be legal as often as the others?"""
    bare = [i for i, label in enumerate(labelled) if not label]
    if not bare:
        return True
    return abs(len({*bare} & {*answer}) / len(bare) - len(answer) / len(labelled)) < 0.1


def offered(at: At, rule: str, contrast: bool, shared: bool = False) -> Iterator[str]:
    """The misconceptions that an exercise for that rule at that moment can offer."""
    if any((one.rule, one.contrast) == (rule, contrast) for one in subject(at.game).tempting(at)):
        yield from (one.idea.id for one in subject(at.game).tempting(at) if one.idea)
