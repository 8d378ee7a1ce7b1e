"""The questions of exercises about Dolce Vita: what happens now, what may be done, what to reach.

They come from a moment of a game. What people get wrong is in `misconceptions`, sentences that are
told wrongly are in `retold`, the words in `practice.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from escale.engine.game import Event
from escale.teach.exercises.model import (
    Answer,
    At,
    Case,
    Goal,
    Idea,
    Tempting,
    case,
)

from .misconceptions import (
    BREAKS,
    FORBIDDING,
    GAMES,
    TELLING,
    Column,
    Takes,
    asked_who_wins,
    believed,
    columns_of,
    ideas,
    rules_of,
    true_takes,
)
from .retold import altered
from .rules import CATEGORY, COLUMNS, HAND, MONEY, VALUE, Lay, worth

__all__ = [
    "BREAKS",
    "FORBIDDING",
    "GAMES",
    "altered",
    "asked",
    "goals",
    "ideas",
    "move_words",
    "refused",
    "tempting",
]


# --- What happens now -----------------------------------------------------------------------------


def asked(at: At) -> Iterator[Case]:
    for column in columns_of(at):
        if not column.cards:
            yield from _asked_of_fate(at, column)
            continue
        truth = true_takes(at, column.number)
        beliefs = believed(column)
        because = tuple(rules_of(at, column.number))
        yield from _asked_what(column, truth, beliefs, because)
        yield from _asked_who(at, column, truth, beliefs, because)
        yield from _asked_takers(column, truth, beliefs, because)
        if not truth:
            yield from _asked_of_fate(at, column)
    yield from _asked_of_exchanges(at)
    yield from _asked_who_begins(at)
    yield from asked_who_wins(at)
    yield from _asked_whose_turn(at)


def object_or_nothing(seat: int, column: int, card: str | None) -> Answer:
    if card is None:
        return Answer({"never": "take", "seat": seat, "column": column}, "nothing", {})
    value = {"event": "take", "seat": seat, "column": column, "object": card}
    return Answer(value, "object", {"object": card})


def player_or_nobody(seat: int | None, column: int, card: str) -> Answer:
    if seat is None:
        return Answer({"never": "take", "object": card, "column": column}, "nobody", {})
    value = {"event": "take", "seat": seat, "column": column, "object": card}
    return Answer(value, "player", {"seat": seat})


def _asked_what(
    column: Column, truth: Takes, beliefs: list[tuple[Idea, Takes]], because: tuple[str, ...]
) -> Iterator[Case]:
    """What does this player take from the column?"""
    number = column.number
    for seat in range(len(column.own)):
        answers = [
            (idea, object_or_nothing(seat, number, takes.get(seat))) for idea, takes in beliefs
        ]
        right = object_or_nothing(seat, number, truth.get(seat))
        if any(answer != right for _, answer in answers):
            cards: list[str | None] = [None, *column.objects[:5], *column.objects[-1:]]
            others = [object_or_nothing(seat, number, card) for card in cards]
            yield case("what", {"seat": seat, "column": number}, right, because, answers, others)


def _asked_who(
    at: At,
    column: Column,
    truth: Takes,
    beliefs: list[tuple[Idea, Takes]],
    because: tuple[str, ...],
) -> Iterator[Case]:
    """Who takes this object?"""
    number = column.number
    for card in dict.fromkeys(column.objects[:3]):
        if column.objects.count(card) > 1:
            continue  # two money cards of one value: which is meant?

        def taker(takes: Takes, card: str = card) -> Answer:
            seats = [seat for seat, taken in takes.items() if taken == card]
            return player_or_nobody(seats[0] if seats else None, number, card)

        answers = [(idea, taker(takes)) for idea, takes in beliefs]
        right = taker(truth)
        if any(answer != right for _, answer in answers):
            others = [player_or_nobody(s, number, card) for s in (None, *range(at.players))]
            yield case("who", {"object": card, "column": number}, right, because, answers, others)


def _asked_of_fate(at: At, column: Column) -> Iterator[Case]:
    """Which object will lie at the bottom of a column from which nobody takes anything?"""
    number, objects = column.number, column.objects
    if len({*objects[:4], objects[-1:]}) < 5:
        return

    def bottom(value: dict[str, Any], card: str) -> Answer:
        return Answer({**value, "column": number}, "object", {"object": card})

    stays = bottom({"never": "rotate"}, objects[0])
    once, twice, thrice = (
        bottom({"event": "rotate", "object": objects[k]}, objects[k + 1]) for k in range(3)
    )
    down = bottom({"event": "rotate-down", "object": objects[-1]}, objects[-1])
    if column.cards:
        right, beliefs = stays, [("cancelled-rotates", once), ("never-rotates", stays)]
    else:
        right = once
        beliefs = [
            ("never-rotates", stays), ("rotates-downwards", down), ("cancelled-rotates", once),
        ]  # fmt: skip
    told = [(TELLING[id_], answer) for id_, answer in beliefs]
    others = (twice, thrice, down)
    yield case("fate", {"column": number}, right, rules_of(at, number), told, others)


def _asked_takers(
    column: Column, truth: Takes, beliefs: list[tuple[Idea, Takes]], because: tuple[str, ...]
) -> Iterator[Case]:
    """Who takes anything from the column?"""

    def takers(seats: Iterable[int]) -> Answer:
        value = {"each": "take", "column": column.number, "seats": sorted(seats)}
        words = "players" if value["seats"] else "nobody"
        return Answer(value, words, {"seats": value["seats"]} if value["seats"] else {})

    def served(takes: Takes) -> set[int]:
        return {seat for seat, card in takes.items() if card is not None}

    right = served(truth)
    others = [takers(right ^ {seat}) for seat in range(len(column.own))]
    others += [takers(right ^ {s, t}) for t in range(len(column.own)) for s in range(t)]
    answers = [(idea, takers(served(takes))) for idea, takes in beliefs]
    yield case("takers", {"column": column.number}, takers(right), because, answers, others)


def _asked_of_exchanges(at: At) -> Iterator[Case]:
    for event in at.events:
        if event.kind == "exchange":
            yield from _asked_of_exchange(at, event)
        elif event.kind == "more-money":
            yield from _asked_of_money(at, event)


def _asked_of_exchange(at: At, event: Event) -> Iterator[Case]:
    seat, new, old, number = event.seat, *(event.facts[k] for k in ("object", "old", "column"))
    assert seat is not None
    poor = VALUE[new] < VALUE[old]
    swapped = {"seat": seat, "object": new, "old": old, "column": number}
    right = Answer({"event": "exchange", **swapped}, "keeps", {"object": new})
    both = Answer({"never": "exchange", **swapped, "kept": "both"}, "keeps-both", {})
    better = Answer({"never": "exchange", **swapped, "kept": "old"}, "keeps", {"object": old})
    none = Answer({"never": "exchange", **swapped, "kept": "none"}, "keeps-none", {})
    choice = Answer({"never": "exchange", **swapped, "kept": "choice"}, "keeps-choice", {})
    earlier = [e for e in at.events if e.kind == "take" and e.seat == seat]
    taken = [e.facts["column"] for e in earlier if e.facts["object"] == old]
    lately = bool(taken) and taken[0] < number
    beliefs = [
        (TELLING["keeps-both"], both),
        (TELLING["keeps-the-better"], better if poor else right),
        (TELLING["right-to-left"], better if lately else right),
        (TELLING["one-money-card"], right),
    ]
    facts = {"seat": seat, "object": new, "old": old, "column": number}
    because = ["DV-ONE-1", *(["DV-ONE-3"] if poor else []), *(["DV-AWA-1"] if lately else [])]
    others = (none, choice, *([] if poor or lately else [better]))
    if lately:  # said in the order of their worth, so that the question does not tell the order
        goods = sorted([(VALUE[new], new, number), (VALUE[old], old, taken[0])])
        (_, low, there), (_, high, here) = goods
        named = {"seat": seat, "object": low, "old": high, "from": here, "column": there}
        yield case("two", named, right, because, beliefs, others)
    else:
        yield case("keeps", facts, right, because, beliefs, others)

    def laid(kind: str, where: int) -> dict[str, Any]:
        return {"event": kind, "seat": seat, "object": old, "column": where}

    top = Answer(laid("back-on-top", number), "top", {"column": number})
    bottom = Answer(laid("back-to-the-bottom", number), "bottom", {"column": number})
    out = Answer({"event": "out-of-the-game", "object": old}, "out", {})
    elsewhere = [
        Answer(laid("back-on-top", c), "top", {"column": c}) for c in COLUMNS if c != number
    ]
    beliefs = [(TELLING["back-to-the-bottom"], bottom), (TELLING["out-of-the-game"], out)]
    near = [a for a in elsewhere if abs(a.facts["column"] - number) < 3]
    lower = Answer(laid("back-to-the-bottom", near[0].facts["column"]), "bottom", near[0].facts)
    yield case("back", facts, top, ("DV-ONE-2",), beliefs, (*near, lower))


def _asked_of_money(at: At, event: Event) -> Iterator[Case]:
    """A second money card: it is kept, which is what an exchange would not do."""
    seat, card = event.seat, event.facts["object"]
    assert seat is not None
    taken = [
        e.facts["column"] for e in at.events
        if e.kind == "take" and e.seat == seat and CATEGORY[e.facts["object"]] == MONEY
    ]  # fmt: skip
    if len(taken) > 1:
        return
    (number,) = taken
    had = event.facts["money"] - VALUE[card]
    kept = {"event": "more-money", "seat": seat, "object": card, "money": event.facts["money"]}
    right = Answer(kept, "money", {"money": event.facts["money"]})
    swapped = Answer({**kept, "money": VALUE[card]}, "money", {"money": VALUE[card]})
    others = [
        Answer({**kept, "money": money}, "money", {"money": money})
        for money in (had, had + 300 - VALUE[card], had + 300, had + 400, had + 500)
    ]
    facts = {"seat": seat, "object": card, "column": number}
    beliefs = [
        (TELLING["one-money-card"], swapped),
        # What is true of possessions is not asked of money: nothing goes back.
        (TELLING["keeps-both"], right),
        (TELLING["back-to-the-bottom"], right),
    ]
    yield case("money", facts, right, ("DV-ONE-4",), beliefs, others)


def _asked_who_begins(at: At) -> Iterator[Case]:
    for event in at.events:
        if event.kind != "next-round":
            continue
        seat, number, players = event.seat, event.facts["round"], at.players

        def begins(seat: int | None, number: int = number) -> Answer:
            value = {"event": "next-round", "seat": seat, "round": number}
            return Answer(value, "player", {"seat": seat})

        riches = [worth(own) for own in at.after.own]
        richest = riches.index(max(riches))
        beliefs = [
            (TELLING["begins-again"], begins(at.before.first)),
            (TELLING["richest-begins"], begins(richest)),
            (TELLING["other-way-round"], begins((at.before.first - 1) % players)),
        ]
        others = [begins(seat) for seat in range(players)]
        yield case("begins", {"round": number}, begins(seat), ("DV-AWA-10",), beliefs, others)


def _asked_whose_turn(at: At) -> Iterator[Case]:
    """Rare on purpose: every card laid would do."""
    state, players = at.before, at.players
    if len(state.hands[at.seat]) not in (2, 4) or at.after.turn is None:
        return
    settled = at.after.round != state.round
    clockwise, back = (at.seat + 1) % players, (at.seat - 1) % players

    def turn(seat: int) -> Answer:
        return Answer({"next": seat}, "player", {"seat": seat})

    beliefs = [
        (TELLING["other-way-round"], turn(at.after.turn if settled else back)),
        (TELLING["all-six"], turn(clockwise)),
        (TELLING["begins-again"], turn(state.first if settled else clockwise)),
    ]
    others = [turn(seat) for seat in range(players)]
    because = ("DV-AWA-10",) if settled else ("DV-PLA-1",)
    facts = {"seat": at.seat, **at.move._asdict()}
    yield case("turn", facts, turn(at.after.turn), because, beliefs, others)


# --- What may be done -----------------------------------------------------------------------------


def tempting(at: At) -> Iterator[Tempting]:
    state, seat = at.before, at.seat
    if len(state.hands[seat]) == len(HAND):
        return
    mine = {c: [n for s, n in state.laid[c - 1] if s == seat] for c in COLUMNS}
    empty = [c for c in COLUMNS if not state.columns[c - 1]]
    gone = [number for number in HAND if number not in state.hands[seat]]
    for number in gone:
        yield Tempting(Lay(number, 1 + (number * 3) % 7), "DV-PLA-2", False, TELLING["used-up"])
    for number in state.hands[seat]:
        for column in COLUMNS:
            if column in empty:
                yield Tempting(Lay(number, column), "DV-PLA-4", False, TELLING["not-on-empty"])
            elif mine[column]:
                yield Tempting(Lay(number, column), "DV-PLA-3", False, TELLING["one-a-column"])
            else:
                for rule in ("DV-PLA-2", "DV-PLA-3", *(["DV-PLA-4"] if empty else [])):
                    yield Tempting(Lay(number, column), rule, True)
    for number in gone:
        for rule in ("DV-PLA-3", *(["DV-PLA-4"] if empty else [])):
            yield Tempting(Lay(number, 1 + (number * 2) % 7), rule, True)


def refused(at: At) -> Iterator[Lay]:
    yield from ()


def move_words(at: At, move: Lay) -> tuple[str, Mapping[str, Any]]:
    return "lay", move._asdict()


# --- What to reach --------------------------------------------------------------------------------


def goals(at: At) -> Iterator[Goal]:
    """At the last placement of a round: take something, make a tie, leave a column to rotate."""
    if not any(event.kind == "awarding" for event in at.events):
        return
    seen = set()
    for move in at.game.legal(at.before, at.seat):
        told: list[Event] = []
        at.game.apply(at.before, move, told)
        for event in told:
            if event.kind == "take" and event.seat == at.seat:
                column, card = event.facts["column"], event.facts["object"]
                goal = {"event": "take", "seat": at.seat, "object": card}
                rules = {"DV-AWA-3": False}
                if any(e.kind == "tie" and e.facts["column"] == column for e in told):
                    rules = {"DV-AWA-5": False, "DV-AWA-3": True}
                if ("take", card) not in seen:
                    seen.add(("take", card))
                    yield Goal(goal, "take", {"object": card}, rules, ("DV-AWA-3",))
            elif event.kind == "tie" and at.seat in event.facts["seats"]:
                column = event.facts["column"]
                if column == move.column and ("tie", column) not in seen:
                    seen.add(("tie", column))
                    goal = {"event": "tie", "column": column}
                    facts = {"column": column}
                    yield Goal(goal, "tie", facts, {"DV-AWA-5": False}, ("DV-AWA-5",))
