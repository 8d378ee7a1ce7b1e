"""Moments of Dominos Florentins told wrongly, by somebody with a misconception."""

from __future__ import annotations

from collections.abc import Iterator

from escale.engine.game import Event
from escale.teach.exercises.model import (
    Altered,
    At,
)

from .misconceptions import CLOSING, OTHERS, asked_who_wins, gems_of


def altered(at: At) -> Iterator[Altered]:
    for index, event in enumerate(at.events):
        if event.kind in ("close", "score"):
            yield from _altered_gems(at, index, event)
        elif event.kind == "unused" and event.facts["gems"]:
            winner = next((e for e in at.events if e.kind == "win"), None)
            if winner:
                at_, facts = at.events.index(winner), winner.facts
                more = {"gems": facts["gems"] + event.facts["gems"]}
                yield Altered(at_, winner._replace(facts=more), OTHERS["unused-colours-count"])
        elif event.kind in ("win", "shared-win"):
            for asked_ in asked_who_wins(at):
                for answer, idea in asked_.wrong:
                    if answer.words == "player":
                        score = {"gems": _score(at, answer.facts["seat"])}
                        told = Event("DF-SCO-3", "win", answer.facts["seat"], score)
                        yield Altered(index, told, idea)
        elif event.kind == "black-cards" and event.seat:
            yield Altered(index, event._replace(seat=0), OTHERS["youngest-decides-first"])


def _score(at: At, seat: int) -> int:
    return next(int(e.facts["gems"]) for e in at.events if e.kind == "score" and e.seat == seat)


def _altered_gems(at: At, index: int, event: Event) -> Iterator[Altered]:
    colour, count = event.facts["colour"], event.facts["gems"]
    for idea, closed in CLOSING:
        believed = gems_of(at.after, colour, closed)
        if event.kind == "close":
            believed -= gems_of(at.before, colour, closed)
        if believed > 0 and believed != count:
            yield Altered(index, event._replace(facts=event.facts | {"gems": believed}), idea)
