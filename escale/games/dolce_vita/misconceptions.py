"""What people get wrong about Dolce Vita, each as a small function with the rule that it breaks.

Most are about a column: such a function says who takes what if one believed it. What really
happens is never worked out here: it is read from the engine's events. The sentences ("the idea
is ...") and the questions are in `practice.toml`; docs/practice.md is for authors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from escale.engine.game import Event
from escale.teach.exercises.model import (
    Altered,
    Answer,
    At,
    Case,
    Goal,
    Idea,
    Tempting,
    case,
)

from .rules import CATEGORY, COLUMNS, HAND, MONEY, ROUNDS, VALUE, Cards, Lay, Objects, worth

Takes = dict[int, str | None]  #: by seat, in order of ranks; None for nothing


class Column(NamedTuple):
    """A column that is about to be awarded, as somebody sees it who works out what will happen."""

    number: int
    objects: Objects
    cards: Cards
    own: tuple[Objects, ...]  #: what everybody owns at that moment
    beside: Objects  #: the next column

    def laid(self) -> dict[int, list[int]]:
        """Everybody's number cards here, in the order in which people came."""
        found: dict[int, list[int]] = {}
        for seat, number in self.cards:
            found.setdefault(seat, []).append(number)
        return found

    def ranked(
        self,
        totals: Mapping[int, int] | None = None,
        tied: Callable[[list[int]], Sequence[int | None]] = lambda seats: (),
    ) -> list[int | None]:
        """Who takes, in order. `tied` says what becomes of those with the same total."""
        if totals is None:
            totals = {seat: sum(numbers) for seat, numbers in self.laid().items()}
        order: list[int | None] = []
        for total in sorted({*totals.values()}, reverse=True):
            seats = [seat for seat in totals if totals[seat] == total]
            order += seats if len(seats) == 1 else tied(seats)
        return order

    def ties(self) -> list[list[int]]:
        """The groups that are tied, the highest first."""
        groups: list[list[int]] = []

        def note(seats: list[int]) -> Sequence[int]:
            groups.append(seats)
            return ()

        self.ranked(tied=note)
        return groups

    def dealt(
        self, order: Iterable[int | None], *, later: bool = False, top: bool = False
    ) -> Takes:
        """What each gets in this order; None in it is an object that stays where it is.

        Exchanges are made at once, or `later`; objects come from the bottom, or from the `top`.
        """
        pile = [*reversed(self.objects)] if top else [*self.objects]
        takes: Takes = {}
        for seat in order:
            card = pile.pop(0) if pile else None
            if seat is None:
                continue
            takes[seat] = card
            old = self.replaced(seat, card)
            if old and not later:
                pile.append(old)
        return takes

    def replaced(self, seat: int, card: str | None) -> str | None:
        """The possession that has to go if this seat takes this card."""
        if card is None or CATEGORY[card] == MONEY:
            return None
        return next((old for old in self.own[seat] if CATEGORY[old] == CATEGORY[card]), None)

    def settled(self) -> Takes:
        """By the rules: used to follow what everybody owns, not to answer."""
        return self.dealt(self.ranked())


GAMES = 12  #: random games of each number of players that are looked through for positions
#: Too few rules can be broken by a move to ask which it is.
FORBIDDING: tuple[str, ...] = ()

# --- Who takes what: the misconceptions about a column --------------------------------------------

AboutColumn = Callable[[Column], Takes]
TAKING: list[tuple[Idea, AboutColumn]] = []


def taking(id_: str, rule: str, *, over: bool = False) -> Callable[[AboutColumn], AboutColumn]:
    """Name a misconception about who takes what from a column."""

    def named(function: AboutColumn) -> AboutColumn:
        TAKING.append((Idea(id_, rule, over), function))
        return function

    return named


@taking("high-card", "DV-AWA-2")
def only_the_highest_card_counts(column: Column) -> Takes:
    return column.dealt(column.ranked({s: max(n) for s, n in column.laid().items()}))


@taking("most-cards", "DV-AWA-2")
def the_most_cards_win(column: Column) -> Takes:
    return column.dealt(column.ranked({s: 100 * len(n) + sum(n) for s, n in column.laid().items()}))


@taking("from-the-top", "DV-AWA-3")
def the_first_takes_from_the_top(column: Column) -> Takes:
    return column.dealt(column.ranked(), top=True)


@taking("lowest-first", "DV-AWA-3")
def the_lowest_total_comes_first(column: Column) -> Takes:
    return column.dealt(reversed(column.ranked()))


@taking("winner-only", "DV-AWA-3")
def only_the_first_takes_something(column: Column) -> Takes:
    order = column.ranked()
    return column.dealt(order[:1]) | dict.fromkeys([s for s in order[1:] if s is not None])


@taking("idle-too", "DV-AWA-4")
def whoever_laid_nothing_comes_last(column: Column) -> Takes:
    idle = [seat for seat in range(len(column.own)) if seat not in column.laid()]
    return column.dealt([*column.ranked(), *idle])


@taking("tie-first", "DV-AWA-5")
def a_tie_is_won_by_whoever_laid_first(column: Column) -> Takes:
    return column.dealt(column.ranked(tied=lambda seats: seats[:1]))


@taking("tie-more", "DV-AWA-5")
def a_tie_is_won_by_more_cards(column: Column) -> Takes:
    laid = column.laid()
    return column.dealt(
        column.ranked(tied=lambda seats: [max(seats, key=lambda seat: len(laid[seat]))])
    )


@taking("tie-blocks", "DV-AWA-5")
def a_tie_blocks_the_object(column: Column) -> Takes:
    return column.dealt(column.ranked(tied=lambda seats: [None]))


@taking("same-number", "DV-AWA-5", over=True)
def the_same_number_twice_cancels_too(column: Column) -> Takes:
    laid = column.laid()
    every = [number for numbers in laid.values() for number in numbers]
    kept = {s: sum(n for n in numbers if every.count(n) == 1) for s, numbers in laid.items()}
    return column.dealt(column.ranked({seat: total for seat, total in kept.items() if total}))


@taking("only-two-cancel", "DV-AWA-6")
def of_three_that_are_tied_only_two_cancel(column: Column) -> Takes:
    return column.dealt(column.ranked(tied=lambda seats: seats[2:3]))


@taking("one-tie-a-column", "DV-AWA-6")
def only_the_highest_tie_cancels(column: Column) -> Takes:
    highest = column.ties()[:1]
    return column.dealt(column.ranked(tied=lambda seats: () if [seats] == highest else seats[:1]))


@taking("tie-empties", "DV-AWA-6", over=True)
def a_tie_cancels_everybody(column: Column) -> Takes:
    return {} if column.ties() else column.settled()


@taking("next-column", "DV-AWA-9")
def who_gets_nothing_takes_from_the_next_column(column: Column) -> Takes:
    spare = [*column.beside]
    takes = column.settled()
    return {s: card or (spare.pop(0) if spare else None) for s, card in takes.items()}


@taking("exchange-later", "DV-ONE-5")
def exchanges_wait_until_everybody_has_taken(column: Column) -> Takes:
    return column.dealt(column.ranked(), later=True)


# --- The others: what they would tell instead -----------------------------------------------------

TELLING = {
    idea.id: idea
    for idea in (
        Idea("never-rotates", "DV-AWA-7"),
        Idea("rotates-downwards", "DV-AWA-7"),
        Idea("cancelled-rotates", "DV-AWA-8"),
        Idea("right-to-left", "DV-AWA-1"),
        Idea("keeps-both", "DV-ONE-1"),
        Idea("back-to-the-bottom", "DV-ONE-2"),
        Idea("out-of-the-game", "DV-ONE-2"),
        Idea("keeps-the-better", "DV-ONE-3"),
        Idea("one-money-card", "DV-ONE-4"),
        Idea("begins-again", "DV-AWA-10"),
        Idea("richest-begins", "DV-AWA-10"),
        Idea("one-more-round", "DV-SET-3"),
        Idea("ends-early", "DV-SET-3", over=True),
        Idea("other-way-round", "DV-PLA-1"),
        Idea("all-six", "DV-PLA-2"),
        Idea("used-up", "DV-PLA-2"),
        Idea("not-on-empty", "DV-PLA-4"),
        Idea("one-a-column", "DV-PLA-3"),
        Idea("money-is-nothing", "DV-END-1"),
        Idea("most-objects", "DV-END-1"),
        Idea("earlier-seat", "DV-END-2"),
        Idea("wins-with-more-goods", "DV-END-2"),
    )
}


def ideas() -> Iterator[Idea]:
    yield from (idea for idea, _ in TAKING)
    yield from TELLING.values()


# --- The columns of a round -----------------------------------------------------------------------


def columns_of(at: At) -> Iterator[Column]:
    """The columns as they are awarded after this move, from left to right, if they are."""
    if not any(event.kind == "awarding" for event in at.events):
        return
    state = at.before
    own = [[*cards] for cards in state.own]
    for number in COLUMNS:
        cards = state.laid[number - 1]
        if number == at.move.column:
            cards = (*cards, (at.seat, at.move.number))
        beside = state.columns[number] if number < len(COLUMNS) else ()
        column = Column(number, state.columns[number - 1], cards, tuple(map(tuple, own)), beside)
        yield column
        for seat, card in column.settled().items() if cards else ():
            if card is not None:
                old = column.replaced(seat, card)
                if old:
                    own[seat].remove(old)
                own[seat].append(card)


def true_takes(at: At, column: int) -> Takes:
    """What the engine says that everybody takes from this column."""
    takes: Takes = {}
    for event in at.events:
        if event.facts.get("column") == column and event.kind in ("take", "nothing-left"):
            assert event.seat is not None
            takes[event.seat] = event.facts.get("object")
    return takes


def rules_of(at: At, column: int) -> list[str]:
    """The rules that the events of this column cite."""
    return [*dict.fromkeys(e.rule for e in at.events if e.facts.get("column") == column)]


def believed(column: Column) -> list[tuple[Idea, Takes]]:
    """What each misconception would have everybody take."""
    return [(idea, function(column)) for idea, function in TAKING]


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
    yield from _asked_who_wins(at)
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


def _asked_who_wins(at: At) -> Iterator[Case]:
    if at.after.turn is not None:
        return
    scores = [worth(own) for own in at.after.own]
    goods = [worth(card for card in own if CATEGORY[card] != MONEY) for own in at.after.own]
    counts = [len(own) for own in at.after.own]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]

    def wins(seats: Sequence[int]) -> Answer:
        if len(seats) == 1:
            return Answer({"event": "win", "seat": seats[0]}, "player", {"seat": seats[0]})
        return Answer({"event": "shared-win", "seats": [*seats]}, "players", {"seats": [*seats]})

    def most(numbers: Sequence[int]) -> list[int]:
        return [seat for seat, number in enumerate(numbers) if number == max(numbers)]

    among = {seat: goods[seat] for seat in best}
    beliefs = [
        (TELLING["money-is-nothing"], wins(most(goods))),
        (TELLING["most-objects"], wins(most(counts))),
        (TELLING["earlier-seat"], wins(best[:1])),
        (TELLING["wins-with-more-goods"], wins([max(among, key=lambda seat: among[seat])])),
    ]
    others = [wins([seat]) for seat in range(at.players)]
    others += [wins([s, t]) for t in range(at.players) for s in range(t)][:2]
    rule = "DV-END-1" if len(best) == 1 else "DV-END-2"
    yield case("wins", {}, wins(best), (rule,), beliefs, others)


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
    yield case("turn", {}, turn(at.after.turn), because, beliefs, others)


# --- Which sentence is wrong ----------------------------------------------------------------------


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
            swapped = facts | {"old": had[0]}
            yield "one-money-card", Event("DV-ONE-4", "money-exchange", seat, swapped)
    elif kind == "next-round":
        riches = [worth(own) for own in at.after.own]
        for id_, other in (
            ("begins-again", at.before.first), ("richest-begins", riches.index(max(riches))),
        ):  # fmt: skip
            if other != seat:
                yield id_, event._replace(seat=other)
        if facts["round"] > min(ROUNDS.values()):  # where it could be true with more or fewer
            ended = {"rounds": facts["round"] - 1}
            yield "ends-early", Event("DV-SET-3", "last-round-over", None, ended)
    elif kind == "last-round-over":
        for id_, rounds in (("one-more-round", 1), ("ends-early", -1)):
            if facts["rounds"] + rounds in ROUNDS.values():
                yield id_, event._replace(facts={"rounds": facts["rounds"] + rounds})
    elif kind == "score" and facts["money"]:
        yield "money-is-nothing", event._replace(facts=facts | {"score": facts["goods"]})
    elif kind in ("win", "shared-win"):
        yield from _other_winners(at, event)


def _other_winners(at: At, event: Event) -> Iterator[tuple[str, Event]]:
    for asked_ in _asked_who_wins(at):
        for answer, idea in asked_.wrong:
            if "seat" in answer.facts:
                facts = {"score": worth(at.after.own[answer.facts["seat"]])}
                yield idea.id, Event("DV-END-1", "win", answer.facts["seat"], facts)


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
