"""What happens now? A move is played; one of the options is what comes of it.

Of the options at most a third are misconceptions: if all wrong ones were, the right one would be
known as the one that is none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from .model import Answer, At, Case, Idea, subject
from .saying import say, shuffled, tells

FEW, MANY = 4, 6  #: options: with one misconception, with two
REDRAWS = 8  #: of what is hidden, until it is clear that a move does not depend on it
DRAWS = 3  #: of options for a case, until their lengths tell nothing


def practises(at: At) -> Iterator[tuple[str, bool]]:
    for case in subject(at.game).asked(at):
        if _others(case, FEW - 2):
            yield from _rules(at, case)


def _rules(at: At, case: Case) -> Iterator[tuple[str, bool]]:
    """The rules that a case practises, and whether they only nearly apply.

    A rule decides where the engine cites it. Whose turn it is, is told by no event.
    """
    cited = {event.rule for event in at.events} | {*case.because}
    by_ideas = {(idea.rule, idea.over) for _, idea in case.wrong}
    yield from (
        (rule, over)
        for rule, over in by_ideas
        if over or rule in cited or "next" in case.right.value
    )
    if case.wrong:
        yield from ((rule, True) for rule in case.agreed - {rule for rule, _ in by_ideas})


def make(
    at: At, rule: str, contrast: bool, rng: Random, wanted: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Exercises for that rule at that moment, each with what its looks tell: 0 is nothing.

    Those come first that offer most of the misconceptions that are `wanted`.
    """
    cases = [
        case
        for case in subject(at.game).asked(at)
        if (rule, contrast) in {*_rules(at, case)} and _others(case, FEW - 2)
    ]
    rng.shuffle(cases)
    if wanted:
        cases.sort(key=lambda case: -len({idea.id for _, idea in case.wrong} & {*wanted}))
    nobody, longest = rng.random() * FEW < 1, rng.random() * FEW < 1
    anybody = rng.randrange(at.players)
    knows = at.seat if at.seat >= 0 and not _is_open_to(at, anybody, rng) else anybody
    for case in [one for one in cases for _ in range(DRAWS)]:
        ideas = [pair for pair in case.wrong if (pair[1].rule, pair[1].over) == (rule, contrast)]
        seat = anybody if case.open else knows
        options = _options(case, ideas or [*case.wrong], rng, wanted)
        because = [*case.because]
        if not contrast and rule not in because:
            because.insert(0, rule)
        said = shuffled(
            [say(at, "answer", a.words, a.facts, seat) | value(a, idea) for a, idea in options],
            0,
            rng,
        )
        told = 2 * (case.right.never and not nobody) + tells(said.options, said.answer, longest)
        yield (
            told,
            {
                "seat": seat,
                "open": case.open,
                "record": at.record,
                "move": at.game.format(at.move),
                "then": [],
                "question": say(at, "ask", case.ask, case.facts, seat),
                "options": said.options,
                "answer": said.answer,
                "because": because,
            },
        )


def _is_open_to(at: At, seat: int, rng: Random) -> bool:
    """Could the move be made whatever this seat does not see?"""
    view = at.game.view(at.before, seat)
    redrawn = (at.game.determinize(view, rng) for _ in range(REDRAWS))
    return not any(at.game.refusals(state, at.seat, at.move) for state in redrawn)


def value(answer: Answer, idea: Idea | None) -> dict[str, Any]:
    return {"value": dict(answer.value), "misconception": idea and idea.id}


def _others(case: Case, least: int) -> list[Answer]:
    """Answers that are neither right nor a misconception's; none if there are too few."""
    taken = {_key(case.right), *(_key(answer) for answer, _ in case.wrong)}
    others = {_key(other): other for other in case.others if _key(other) not in taken}
    return [*others.values()] if len(others) >= least else []


def _key(answer: Answer) -> str:
    return json.dumps([answer.words, answer.facts], sort_keys=True)


def _options(
    case: Case, ideas: list[tuple[Answer, Idea]], rng: Random, wanted: Sequence[str]
) -> list[tuple[Answer, Idea | None]]:
    """The right answer first, then misconceptions, then other answers."""
    others = _others(case, FEW - 2)
    shared = [pair for pair in ideas if pair[1].id in wanted]
    first, idea = rng.choice(_wanted(case, ideas, wanted) or shared or ideas)
    wrong: list[tuple[Answer, Idea | None]] = [(first, idea)]
    second = [pair for pair in case.wrong if _key(pair[0]) != _key(first)]
    more_wanted = _wanted(case, second, wanted)
    many = bool(second) and len(others) >= MANY - 3 and (bool(more_wanted) or rng.random() < 0.5)
    if many:
        wrong.append(rng.choice(more_wanted or second))
    more = rng.sample(others, MANY - 3 if many else FEW - 2)
    nobody = [other for other in others if other.never]
    if nobody and nobody[0] not in more and rng.random() < 0.6:
        more[0] = nobody[0]  # seldom asked about, it would be right too often where it stands
    return [(case.right, None), *wrong, *((other, None) for other in more)]


def _wanted(
    case: Case, pairs: list[tuple[Answer, Idea]], wanted: Sequence[str]
) -> list[tuple[Answer, Idea]]:
    """Answers that show a misconception that is wanted, and none about another rule."""
    by_answer: dict[str, set[str]] = {}
    for answer, idea in case.wrong:
        by_answer.setdefault(_key(answer), set()).add(idea.rule)
    return [
        (answer, idea)
        for answer, idea in pairs
        if idea.id in wanted and len(by_answer[_key(answer)]) == 1
    ]


def offered(at: At, rule: str, contrast: bool, shared: bool = False) -> Iterator[str]:
    """The misconceptions that exercises for that rule at that moment can offer.

    `shared`: also where one about another rule gives the same answer.
    """
    for case in subject(at.game).asked(at):
        if (rule, contrast) in {*_rules(at, case)} and _others(case, FEW - 2):
            every = [*case.wrong]
            own = every if shared else _wanted(case, every, [idea.id for _, idea in every])
            yield from (idea.id for _, idea in own)
