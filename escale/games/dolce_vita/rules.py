"""The rules of Dolce Vita, in the order of the rulebook; ids stand where a rule is enforced.

An object is its name in a record, "maison-700" or "argent-100". A column is a tuple of objects,
bottom first. Seats count from 0, clockwise; columns count from 1, left to right.

What a record may say of a set-up or a position is in `positions`, which is loaded on first use.
Two rules need no line here. Any spread of cards is allowed (DV-PLA-3): nothing looks at it.
Nothing is hidden (DV-END-3): the engine's own `mask` shows the whole state to every seat.
"""

from __future__ import annotations

import re
from bisect import insort
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from escale.engine.game import (
    CHANCE,
    Event,
    Game,
    Moment,
    Option,
    Outcome,
    Unreadable,
    Violation,
    new,
)

if TYPE_CHECKING:
    from random import Random

# --- Material -----------------------------------------------------------------------------------

GOODS = ("maison", "voiture", "bateau", "cheval", "bijou", "montre", "vacances")  # DV-MAT-2
GOOD_VALUES = range(100, 701, 100)  # DV-MAT-2, in thousands
MONEY = "argent"
MONEY_VALUES = (100, 200)  # DV-MAT-3
MONEY_CARDS = 17  # DV-MAT-3
NUMBERS = range(1, 7)  # DV-MAT-5

#: Every face of an object card (DV-MAT-1), with its category and its value.
CATEGORY = {f"{good}-{value}": good for good in GOODS for value in GOOD_VALUES}
CATEGORY |= {f"{MONEY}-{value}": MONEY for value in MONEY_VALUES}
VALUE = {face: int(face.partition("-")[2]) for face in CATEGORY}
#: By face, all faces of the same category.
ALIKE = {face: frozenset([f for f in CATEGORY if CATEGORY[f] == CATEGORY[face]]) for face in VALUE}
ALL_MONEY = ALIKE["argent-100"]


@cache
def supply(money_100: int) -> Counter[str]:
    """How often each object exists: 66 cards in all (DV-MAT-1)."""
    counts = Counter(CATEGORY.keys())
    counts["argent-100"] = money_100  # DV-MAT-4
    counts["argent-200"] = MONEY_CARDS - money_100
    return counts


def worth(objects: Iterable[str]) -> int:
    """The sum of their values, in thousands."""
    return sum([VALUE[card] for card in objects])


def money_of(objects: Iterable[str]) -> int:
    """The part of it that is money."""
    return sum([VALUE[card] for card in objects if card in ALL_MONEY])


# --- Set-up -------------------------------------------------------------------------------------

COLUMNS = range(1, 8)  # DV-SET-1
HEIGHT = 9  # DV-SET-1: 63 of the 66 objects are in the game
HAND = tuple(NUMBERS)  # DV-SET-2
ROUNDS = {3: 6, 4: 4, 5: 5}  # DV-SET-3: by the number of players
PLACEMENTS = len(HAND) - 1  # DV-PLA-2: each player keeps one card

Objects = tuple[str, ...]
Cards = tuple[tuple[int, int], ...]  #: number cards below a column: (seat, number)
SETTLING: Final = CHANCE  #: no seat's turn: the columns are being settled
NOTHING_LAID: tuple[Cards, ...] = ((),) * len(COLUMNS)


class Lay(NamedTuple):
    """The only move there is: `5>3` lays the number 5 below column 3."""

    number: int
    column: int


class State(NamedTuple):
    """What lies on the table before a placement, or at the end."""

    columns: tuple[Objects, ...]  #: the objects of each column, bottom first
    own: tuple[Objects, ...]  #: the objects of each seat, sorted by name
    hands: tuple[tuple[int, ...], ...]  #: the number cards in each hand, sorted
    laid: tuple[Cards, ...]  #: (seat, number) below each column, in order
    round: int  #: from 1
    first: int  #: who began this round
    turn: int | None  #: whose placement it is; SETTLING in `unfold` only; None at the end
    settling: tuple[int, ...] = ()  #: in `unfold` only: a column, and the seats it has served


#: What may be laid out of each hand that there can be, sorted by the written form.
LEGAL = {
    hand: tuple(Lay(number, column) for number in hand for column in COLUMNS)
    for size in range(len(HAND) + 1)
    for hand in combinations(HAND, size)
}
ALL_MOVES = LEGAL[HAND]
#: What is left of a hand, by the number that was laid.
KEPT = {hand: {number: tuple(n for n in hand if n != number) for number in hand} for hand in LEGAL}
# What is told again and again is told with the same event: nobody may change its facts.
#: By seat, each card laid.
LAYING = [
    {move: Event("DV-PLA-1", "lay", seat, move._asdict()) for move in ALL_MOVES}
    for seat in range(max(ROUNDS))
]
AWARDING = Event("DV-AWA-1", "awarding", None, {"columns": [*COLUMNS]})

#: Any two numbers can be written, also those that no card and no column has; each in one way.
WRITTEN = re.compile(r"(0|[1-9][0-9]{0,2})>(0|[1-9][0-9]{0,2})")


class DolceVita(Game[State, Lay]):
    """Dolce Vita, for 3 to 5 players."""

    id = "dolce-vita"
    prefix = "DV"
    seats = range(3, 6)
    options: ClassVar[Mapping[str, Option]] = {
        "money_100": Option(9, "DV-MAT-4", low=2, high=16),
    }

    def deal(self, players: int, options: Mapping[str, Any], rng: Random) -> dict[str, Any]:
        """DV-SET-1: seven columns of nine; the three objects left over are out of the game."""
        objects = [*supply(options["money_100"]).elements()]
        rng.shuffle(objects)
        return {"grid": [objects[HEIGHT * i : HEIGHT * (i + 1)] for i in range(len(COLUMNS))]}

    def initial(self, players: int, options: Mapping[str, Any], setup: Mapping[str, Any]) -> State:
        from .positions import read_setup

        columns = read_setup(options, setup)
        nothing = ((),) * players
        hands = (HAND,) * players  # DV-SET-2
        return State(columns, nothing, hands, NOTHING_LAID, 1, 0, 0)  # DV-SET-4: seat 0 begins

    # --- A round: placing -----------------------------------------------------------------------

    def actor(self, state: State) -> int | None:
        return state.turn

    def legal(self, state: State, seat: int) -> tuple[Lay, ...]:
        return LEGAL[state.hands[seat]] if seat == state.turn != SETTLING else ()

    def refusals(self, state: State, seat: int, move: Lay) -> tuple[Violation, ...]:
        number, column = move
        if seat == state.turn != SETTLING and number in state.hands[seat] and column in COLUMNS:
            return ()
        return tuple(self._complaints(state, seat, number, column))

    def _complaints(self, state: State, seat: int, number: int, column: int) -> Iterable[Violation]:
        turn, hands = state.turn, state.hands
        if turn is None:
            yield Violation("DV-END-1", "over", {})
        elif turn == SETTLING:
            yield Violation("DV-PLA-2", "placing-over", {})
        elif seat != turn:
            yield Violation("DV-PLA-1", "not-your-turn", {"seat": seat, "other": turn})
        if number not in NUMBERS:
            yield Violation("DV-SET-2", "no-such-number", {"number": number})
        elif 0 <= seat < len(hands) and number not in hands[seat]:
            # What is laid stays laid until placing is over.
            (there,) = [c for c in COLUMNS if (seat, number) in state.laid[c - 1]]
            yield Violation("DV-PLA-2", "already-laid", {"number": number, "column": there})
        if column not in COLUMNS:
            yield Violation("DV-PLA-1", "no-such-column", {"column": column})

    def apply(self, state: State, move: Lay, events: list[Event] | None = None) -> State:
        columns, own, hands, laid, round_, first, seat, _ = state
        assert seat is not None
        number, column = move
        hand = KEPT[hands[seat]][number]
        in_hand, below = [*hands], [*laid]
        in_hand[seat] = hand
        below[column - 1] += ((seat, number),)
        hands, laid = tuple(in_hand), tuple(below)
        if events is not None:
            events.append(LAYING[seat][move])
            if not columns[column - 1]:
                events.append(Event("DV-PLA-4", "lay-for-nothing", seat, {"column": column}))
        turn = (seat + 1) % len(hands)  # DV-PLA-1: clockwise
        if turn != first or len(hand) > 1:
            return new(State, (columns, own, hands, laid, round_, first, turn, ()))
        if events is not None:  # DV-PLA-2: everybody has exactly one card left
            kept = [number for (number,) in hands]
            events.append(Event("DV-PLA-2", "placing-over", None, {"kept": kept}))
        return self._award(columns, own, laid, round_, first, events)

    # --- A round: awarding ----------------------------------------------------------------------

    def _award(
        self,
        columns: tuple[Objects, ...],
        own: tuple[Objects, ...],
        laid: tuple[Cards, ...],
        round_: int,
        first: int,
        events: list[Event] | None,
    ) -> State:
        """Settle all columns; then comes the next round or the end."""
        players = len(own)
        owned = [*map(list, own)]
        settled = []
        if events is not None:
            events.append(AWARDING)
        for column, objects, cards in zip(COLUMNS, columns, laid, strict=True):  # DV-AWA-1
            if cards:
                settled.append(self._settle(column, objects, cards, owned, events))
            else:
                settled.append(self._rotate(column, objects, events))
        columns, own = tuple(settled), tuple(map(tuple, owned))
        hands = (HAND,) * players  # DV-AWA-10
        if round_ == ROUNDS[players]:  # DV-SET-3
            if events is not None:
                events += self._ending(own, round_)
            return State(columns, own, hands, NOTHING_LAID, round_, first, None)
        round_ += 1
        first = (first + 1) % players  # DV-AWA-10
        if events is not None:
            events.append(Event("DV-AWA-10", "next-round", first, {"round": round_}))
        return State(columns, own, hands, NOTHING_LAID, round_, first, first)

    def _rotate(self, column: int, objects: Objects, events: list[Event] | None) -> Objects:
        """A column without number cards."""
        if not objects:  # DV-AWA-9
            if events is not None:
                events.append(Event("DV-AWA-9", "stays-empty", None, {"column": column}))
            return objects
        if events is not None:
            facts = {"column": column, "object": objects[0]}
            events.append(Event("DV-AWA-7", "rotate", None, facts))
        return objects[1:] + objects[:1]  # DV-AWA-7

    def _settle(
        self,
        column: int,
        objects: Objects,
        cards: Cards,
        owned: list[list[str]],
        events: list[Event] | None,
    ) -> Objects:
        """A column with number cards: what is left of it. What is taken goes into `owned`."""
        totals = [0] * len(owned)
        for seat, number in cards:  # DV-AWA-2
            totals[seat] += number
        ranking, away, ties = standing(tuple(totals))
        if events is not None:
            scored: dict[str, Any] = {"column": column, "totals": totals}
            events.append(new(Event, ("DV-AWA-2", "totals", None, scored, ())))
            if away:
                events.append(no_part(column, away))
            if ties:
                self._tell_ties(column, cards, ties, events)
            if not ranking:  # DV-AWA-8: the column stays as it is
                events.append(Event("DV-AWA-8", "all-cancelled", None, {"column": column}))

        pile = [*objects]
        put_back: dict[str, int] = {}  # the cards of this column's exchanges, and whose they were
        for rank, seat in enumerate(ranking, start=1):
            if not pile:  # DV-AWA-9
                if events is not None:
                    facts = {"column": column, "rank": rank, "total": totals[seat]}
                    events.append(Event("DV-AWA-9", "nothing-left", seat, facts))
                continue
            # Those before took theirs, so the lowest that is left is the rank-th: DV-AWA-3. Their
            # exchanges are done too, so it may be a card that they have just put back: DV-ONE-5.
            card = pile.pop(0)
            if events is not None:
                took = {"object": card, "rank": rank, "column": column, "total": totals[seat]}
                events.append(new(Event, ("DV-AWA-3", "take", seat, took, ())))
                if card in put_back:
                    took = {"object": card, "column": column, "other": put_back[card]}
                    events.append(Event("DV-ONE-5", "just-put-back", seat, took))
            old = self._receive(seat, card, owned[seat], column, events)
            if old is not None:
                pile.append(old)  # DV-ONE-2
                put_back[old] = seat
        return tuple(pile)

    def _tell_ties(self, column: int, cards: Cards, ties: Ties, events: list[Event]) -> None:
        for total, seats in ties:
            numbers = [[number for seat, number in cards if seat == tied] for tied in seats]
            facts: dict[str, Any] = {"column": column, "seats": [*seats], "total": total}
            events.append(Event("DV-AWA-5", "tie", None, facts | {"numbers": numbers}))
            if len(seats) > 2:
                events.append(Event("DV-AWA-6", "many-tied", None, facts))
        if len(ties) > 1:
            facts = {"column": column, "ties": [total for total, _ in ties]}
            events.append(Event("DV-AWA-6", "two-ties", None, facts))

    # --- One of each kind -----------------------------------------------------------------------

    def _receive(
        self, seat: int, card: str, mine: list[str], column: int, events: list[Event] | None
    ) -> str | None:
        """Put a card among those of a seat; returns the one that has to go, if any."""
        same = ALIKE[card].intersection(mine)
        if not same or card in ALL_MONEY:  # DV-ONE-4
            insort(mine, card)
            if same and events is not None:
                facts: dict[str, Any] = {"object": card, "money": money_of(mine)}
                events.append(Event("DV-ONE-4", "more-money", seat, facts))
            return None
        (old,) = same
        mine[mine.index(old)] = card  # DV-ONE-1; nobody is asked: DV-ONE-3
        if events is not None:
            facts = {"object": card, "old": old, "column": column}
            events.append(new(Event, ("DV-ONE-1", "exchange", seat, facts, ())))
            facts = {"object": old, "column": column}
            events.append(new(Event, ("DV-ONE-2", "back-on-top", seat, facts, ())))
            loss = VALUE[old] - VALUE[card]
            if loss > 0:
                facts = {"object": card, "old": old, "loss": loss}
                events.append(new(Event, ("DV-ONE-3", "poor-exchange", seat, facts, ())))
        return old

    # --- End ------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        return self._result(state.own) if state.turn is None else None

    def _result(self, own: tuple[Objects, ...]) -> Outcome:
        scores = tuple(map(worth, own))  # DV-END-1: goods and money
        best = max(scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score == best)  # DV-END-2
        return Outcome(scores, winners)

    def _ending(self, own: tuple[Objects, ...], rounds: int) -> Iterable[Event]:
        yield Event("DV-SET-3", "last-round-over", None, {"rounds": rounds})
        scores, winners = self._result(own)
        for seat, score in enumerate(scores):
            money = money_of(own[seat])
            facts: dict[str, Any] = {"goods": score - money, "money": money, "score": score}
            yield Event("DV-END-1", "score", seat, facts)
        if len(winners) == 1:
            yield Event("DV-END-1", "win", winners[0], {"score": max(scores)})
        else:
            facts = {"seats": list(winners), "score": max(scores)}
            yield Event("DV-END-2", "shared-win", None, facts)

    # --- The same, told slowly ------------------------------------------------------------------

    def moments(
        self, state: State, move: Lay, events: Sequence[Event], after: State
    ) -> list[Moment]:
        from .moments import moments

        return moments(state, move, events, after)

    # --- Writing --------------------------------------------------------------------------------

    def parse(self, text: str) -> Lay:
        found = WRITTEN.fullmatch(text)
        if not found:
            raise Unreadable(text)
        return Lay(int(found[1]), int(found[2]))

    def format(self, move: Lay) -> str:
        return f"{move.number}>{move.column}"

    def path(self, state: State, move: Lay) -> Objects:
        return (f"hand:{move.number}", f"column:{move.column}")

    def moves(self, state: State) -> Iterable[Lay]:
        return ALL_MOVES

    def governing(self, state: State) -> str:
        if state.turn == SETTLING:
            return "DV-AWA-1"
        return "DV-END-1" if state.turn is None else "DV-PLA-1"

    def census(self, state: State) -> Mapping[str, Any]:
        numbers = [
            sorted([*hand, *(n for cards in state.laid for owner, n in cards if owner == seat)])
            for seat, hand in enumerate(state.hands)
        ]
        objects = Counter(card for pile in (*state.columns, *state.own) for card in pile)
        return {"objects": dict(sorted(objects.items())), "numbers": numbers}

    def from_position(
        self, players: int, options: Mapping[str, Any], position: Mapping[str, Any]
    ) -> State:
        from .positions import read_position

        return read_position(players, options, position)

    def to_position(self, state: State) -> dict[str, Any] | None:
        from .positions import write_position

        return write_position(state)


@cache
def no_part(column: int, seats: tuple[int, ...]) -> Event:
    """DV-AWA-4, told of these seats."""
    return Event("DV-AWA-4", "no-part", None, {"column": column, "seats": [*seats]})


Ties = tuple[tuple[int, tuple[int, ...]], ...]  #: the totals that cancel, and whose they are


@lru_cache(4096)  # a game meets some hundred of them, most of them again and again
def standing(totals: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...], Ties]:
    """Who takes from a column, in order; who has no part in it; who cancel each other."""
    ranking: tuple[int, ...] = ()
    ties: Ties = ()
    for total in sorted({*totals} - {0}, reverse=True):  # DV-AWA-3: highest first
        seats = tuple([seat for seat, sum_ in enumerate(totals) if sum_ == total])
        if len(seats) == 1:
            ranking += seats
        else:
            ties += ((total, seats),)  # DV-AWA-5; any number of them, any number of times: DV-AWA-6
    away = tuple([seat for seat, total in enumerate(totals) if not total])  # DV-AWA-4
    return ranking, away, ties
