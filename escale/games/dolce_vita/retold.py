"""Moments of Dolce Vita told wrongly, by somebody with a misconception."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from escale.engine.game import Event
from escale.teach.exercises.model import (
    Altered,
    At,
)

from .misconceptions import TELLING, Column, Takes, asked_who_wins, believed, columns_of, true_takes
from .rules import CATEGORY, MONEY, ROUNDS, VALUE, worth


def altered(at: At) -> Iterator[Altered]:
    columns = {column.number: column for column in columns_of(at)}
    for number, column in columns.items():
        if column.cards:
            yield from _altered_takes(at, column, true_takes(at, number))
    for index, event in enumerate(at.events):
        yield from (
            Altered(index, changed, TELLING[id_]) for id_, changed in _retold(at, event, columns)
        )


def _altered_takes(at: At, column: Column, truth: Takes) -> Iterator[Altered]:
    totals = {seat: sum(numbers) for seat, numbers in column.laid().items()}
    for idea, takes in believed(column):
        if takes == truth:
            continue
        for index, event in enumerate(at.events):
            if event.facts.get("column") != column.number or event.seat not in truth:
                continue
            if event.kind == "take":
                seat, card = event.seat, event.facts["object"]
                rivals = [
                    s for s, taken in takes.items()
                    if taken == card and truth.get(s) != card and s in totals
                ]  # fmt: skip
                if rivals and takes.get(seat) != card:
                    facts = event.facts | {"total": totals[rivals[0]]}
                    yield Altered(index, event._replace(seat=rivals[0], facts=facts), idea)
                elif seat in takes and takes[seat] not in (card, None):
                    facts = event.facts | {"object": takes[seat]}
                    yield Altered(index, event._replace(facts=facts), idea)
            elif event.kind == "nothing-left" and takes.get(event.seat):
                facts = event.facts | {"object": takes[event.seat]}
                yield Altered(index, Event("DV-AWA-3", "take", event.seat, facts), idea)


def _retold(at: At, event: Event, columns: Mapping[int, Column]) -> Iterator[tuple[str, Event]]:
    """An event as the other misconceptions would tell it."""
    kind, seat, facts = event.kind, event.seat, event.facts
    if kind == "rotate":
        objects = columns[facts["column"]].objects
        yield "never-rotates", Event("DV-AWA-7", "stays", None, facts)
        if len(objects) > 1:
            fallen = facts | {"object": objects[-1]}
            yield "rotates-downwards", Event("DV-AWA-7", "rotate-down", None, fallen)
    elif kind == "all-cancelled" and columns[facts["column"]].objects:
        turned = facts | {"object": columns[facts["column"]].objects[0]}
        yield "cancelled-rotates", Event("DV-AWA-8", "cancelled-rotates", None, turned)
    elif kind == "exchange":
        yield "keeps-both", Event("DV-ONE-1", "keeps-both", seat, facts)
        yield "back-to-the-bottom", Event("DV-ONE-2", "exchange-bottom", seat, facts)
        yield "out-of-the-game", Event("DV-ONE-2", "exchange-out", seat, facts)
        if VALUE[facts["object"]] < VALUE[facts["old"]]:
            kept = facts | {"object": facts["old"], "old": facts["object"]}
            yield "keeps-the-better", event._replace(facts=kept)
        earlier = [
            e for e in at.events
            if e.kind == "take" and e.seat == seat and e.facts["object"] == facts["old"]
        ]  # fmt: skip
        if earlier:  # both were taken in this round: the left one first
            kept = facts | {
                "object": facts["old"], "old": facts["object"],
                "column": earlier[0].facts["column"],
            }  # fmt: skip
            yield "right-to-left", event._replace(facts=kept)
    elif kind == "take" and CATEGORY[facts["object"]] == MONEY:
        had = [c for c in columns[facts["column"]].own[seat or 0] if CATEGORY[c] == MONEY]
        if had:
            swapped = {"object": facts["object"], "old": had[0], "column": facts["column"]}
            yield "one-money-card", Event("DV-ONE-1", "exchange", seat, swapped)
    elif kind == "next-round":
        riches = [worth(own) for own in at.after.own]
        for id_, other in (
            ("begins-again", at.before.first), ("richest-begins", riches.index(max(riches))),
        ):  # fmt: skip
            if other != seat:
                yield id_, event._replace(seat=other)
        over = facts["round"] - 1
        if over in ROUNDS.values():  # it would be so with more or fewer players
            yield "ends-early", Event("DV-SET-3", "last-round-over", None, {"rounds": over})
    elif kind == "last-round-over":
        true = facts["rounds"]
        for rounds in sorted({*ROUNDS.values()} - {true}):
            id_ = "one-more-round" if rounds > true else "ends-early"
            yield id_, event._replace(facts={"rounds": rounds})
        if true != max(ROUNDS.values()):
            first = (at.before.first + 1) % at.players
            later = Event("DV-AWA-10", "next-round", first, {"round": true + 1})
            yield "one-more-round", later
    elif kind == "score" and facts["money"]:
        yield "money-is-nothing", event._replace(facts=facts | {"score": facts["goods"]})
    elif kind in ("win", "shared-win"):
        yield from _other_winners(at, event)


def _other_winners(at: At, event: Event) -> Iterator[tuple[str, Event]]:
    for asked_ in asked_who_wins(at):
        for answer, idea in asked_.wrong:
            if "seat" in answer.facts:
                facts = {"score": worth(at.after.own[answer.facts["seat"]])}
                yield idea.id, Event("DV-END-1", "win", answer.facts["seat"], facts)
