"""What people get wrong about Dominos Florentins, each with the rule that it breaks.

Where a card may go is asked of the engine, move by move. What a space is and when it is closed is
where people differ: `closing` has them count by another rule. The sentences and the questions are
in `practice.toml`; docs/practice.md is for authors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from escale.teach.exercises.model import (
    Answer,
    At,
    Case,
    Idea,
    case,
)

from . import deck as decks
from .rules import State
from .spaces import AROUND, CELL, SIDES, Space, spaces

GAMES = 20  #: random games of each number of players that are looked through for positions
#: The rules that a move can break.
FORBIDDING = (
    "DF-SET-3", "DF-PLA-1", "DF-PLA-3", "DF-PLA-5", "DF-PLA-6", "DF-PLA-7", "DF-CRO-1", "DF-CRO-2",
    "DF-SQU-2", "DF-OPE-3", "DF-OPE-4", "DF-BLA-1", "DF-BLA-2",
)  # fmt: skip

# --- When a space is closed -----------------------------------------------------------------------

Closed = Callable[[Space], bool]
CLOSING: list[tuple[Idea, Closed]] = []


def closing(id_: str, rule: str, *, over: bool = False) -> Callable[[Closed], Closed]:
    """Name a misconception about when a space is closed."""

    def named(function: Closed) -> Closed:
        CLOSING.append((Idea(id_, rule, over), function))
        return function

    return named


@closing("the-edge-closes", "DF-SCO-2")
def the_edge_of_the_square_closes_a_space(space: Space) -> bool:
    return all(AROUND[CELL[t[:2]]][SIDES.index(t[2])] is None for t in space.free)


@closing("one-side-is-nothing", "DF-SCO-2")
def one_free_side_does_not_matter(space: Space) -> bool:
    return len(space.free) < 2


@closing("open-spaces-count", "DF-SCO-3")
def gems_in_open_spaces_count_too(space: Space) -> bool:
    return True


@closing("small-spaces-do-not-count", "DF-SCO-1", over=True)
def a_space_needs_at_least_two_cards(space: Space) -> bool:
    return not space.free and len({triangle[:2] for triangle in space.triangles}) > 2


OTHERS = {
    idea.id: idea
    for idea in (
        Idea("most-spaces", "DF-SCO-3"),
        Idea("earlier-seat", "DF-SCO-5"),
        Idea("unused-colours-count", "DF-SCO-4"),
        Idea("other-way-round", "DF-SET-5"),
        Idea("plays-again", "DF-PLA-5"),
        Idea("youngest-decides-first", "DF-BLA-3"),
        Idea("anywhere-first", "DF-PLA-1"),
        Idea("colours-do-not-matter", "DF-PLA-3"),
        Idea("no-turning", "DF-PLA-4"),
        Idea("only-when-stuck", "DF-PLA-5"),
        Idea("discarded-are-free", "DF-PLA-6"),
        Idea("face-up-are-free", "DF-SET-3"),
        Idea("first-may-discard", "DF-PLA-7"),
        Idea("arms-may-jump", "DF-CRO-1"),
        Idea("between-at-once", "DF-CRO-2"),
        Idea("one-side-is-enough", "DF-SQU-2"),
        Idea("only-own-cards", "DF-OPE-2"),
        Idea("goes-on", "DF-OPE-3"),
        Idea("may-pass", "DF-OPE-4"),
        Idea("black-at-any-time", "DF-BLA-1"),
        Idea("black-anywhere", "DF-BLA-2"),
    )
}

#: The misconception by which somebody would make a move that this rule refuses.
BREAKS = {
    "DF-PLA-1": "anywhere-first", "DF-PLA-3": "colours-do-not-matter",
    "DF-PLA-6": "discarded-are-free", "DF-SET-3": "face-up-are-free",
    "DF-PLA-7": "first-may-discard", "DF-CRO-1": "arms-may-jump",
    "DF-CRO-2": "between-at-once", "DF-SQU-2": "one-side-is-enough", "DF-OPE-3": "goes-on",
    "DF-OPE-4": "may-pass", "DF-BLA-1": "black-at-any-time", "DF-BLA-2": "black-anywhere",
}  # fmt: skip


def ideas() -> Iterator[Idea]:
    yield from (idea for idea, _ in CLOSING)
    yield from OTHERS.values()


@lru_cache(maxsize=64)
def spaces_of(state: State) -> tuple[Space, ...]:
    return spaces(state.placed, state.black, decks.find(state.deck))


def gems_of(state: State, colour: str, closed: Closed) -> int:
    """The gems of a colour, if spaces were closed as somebody believes."""
    return sum(len(s.gems) for s in spaces_of(state) if s.colour == colour and closed(s))


# --- Asked, and also retold ----------------------------------------------------------------------


def asked_who_wins(at: At) -> Iterator[Case]:
    outcome = at.game.outcome(at.after)
    assert outcome is not None
    players = range(at.players)

    def wins(seats: Sequence[int]) -> Answer:
        if len(seats) == 1:
            return Answer({"event": "win", "seat": seats[0]}, "player", {"seat": seats[0]})
        return Answer({"event": "shared-win", "winners": [*seats]}, "players", {"seats": [*seats]})

    colours = at.after.colours
    counts = [sum(not s.free and s.colour == c for s in spaces_of(at.after)) for c in colours]
    most = [seat for seat in players if counts[seat] == max(counts)]
    totals = [gems_of(at.after, c, gems_in_open_spaces_count_too) for c in colours]
    every = [seat for seat in players if totals[seat] == max(totals)]
    beliefs = [
        (OTHERS["most-spaces"], wins(most)),
        (CLOSING[2][0], wins(every)),
        (OTHERS["earlier-seat"], wins(outcome.winners[:1])),
    ]
    others = [wins([seat]) for seat in players]
    others += [wins([s, t]) for t in players for s in range(t)]
    rule = "DF-SCO-3" if len(outcome.winners) == 1 else "DF-SCO-5"
    yield case("wins", {}, wins(outcome.winners), (rule,), beliefs, others)
