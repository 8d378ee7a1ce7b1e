"""What people get wrong about Dolce Vita, each as a small function with the rule that it breaks.

Most are about a column: such a function says who takes what if one believed it. What really
happens is never worked out here: it is read from the engine's events. The sentences ("the idea
is ...") and the questions are in `practice.toml`; docs/practice.md is for authors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from escale.teach.exercises.model import (
    Answer,
    At,
    Case,
    Idea,
    case,
)

from .rules import CATEGORY, COLUMNS, MONEY, Cards, Objects, worth

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
BREAKS: Mapping[str, str] = {}

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


# --- Asked, and also retold ----------------------------------------------------------------------


def asked_who_wins(at: At) -> Iterator[Case]:
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
