"""What people get wrong about Casanova, each as a small function with the rule that it breaks.

Most are about a round that is settled: such a function says who wins it if one believed it. What
really happens is read from the engine's events. The sentences and the questions are in
`practice.toml`; docs/practice.md is for authors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from escale.teach.exercises.model import (
    At,
    Idea,
)

from .rules import ANNOUNCE, ANSWER, GOVERNS, LAY, MOMENT, Move

GAMES = 250  #: random games of each number of players that are looked through for positions
#: The rules that a move can break.
FORBIDDING = (
    "CA-RND-1", "CA-RND-2", "CA-RND-3", "CA-RND-5", "CA-RND-7", "CA-RND-10", "CA-RND-13",
    "CA-ELI-3",
)  # fmt: skip
#: The misconception by which somebody would make a move that this rule refuses.
BREAKS = {
    "CA-RND-10": "card-again", "CA-RND-13": "raises-again", "CA-ELI-3": "doubles-on-credit",
}  # fmt: skip


def also_fair(at: At, move: Move) -> Iterator[str]:
    """Rules that forbid a move at the wrong moment as well as the one that the engine names."""
    state, (kind, value) = at.before, move
    if MOMENT[kind][0] == state.step:
        return
    yield GOVERNS[state.step]  # something else is to be done now
    if state.step == LAY and at.seat == state.active:
        yield "CA-RND-2"
    if kind == "c" and state.step != ANNOUNCE:  # a second card
        yield "CA-RND-2"
        if value == state.laid[at.seat]:
            yield "CA-RND-10"
    elif kind == "fold":  # without a Double, and out of the round
        yield from ("CA-RND-3", "CA-RND-7")
    elif kind == "double" and state.step == ANSWER:  # once more, and not by the active player
        yield "CA-RND-5"


class Round(NamedTuple):
    """A round that is about to be settled, as somebody sees it to whom all cards are shown."""

    cards: Mapping[int, int]  #: of those who are still in it
    folded: Mapping[int, int]
    massimo: int
    table: int
    carried: int
    active: int
    quitte: bool

    def best(self, cards: Mapping[int, int], limit: int) -> list[int]:
        """Who has the highest of these cards within a limit."""
        within = [card for card in cards.values() if card <= limit]
        return sorted(seat for seat, card in cards.items() if within and card == max(within))

    def winners(self) -> list[int]:
        """By the rules: what the others are varied from, not what answers."""
        return [*self.cards] if len(self.cards) == 1 else self.best(self.cards, self.massimo)


# --- Who wins a round -----------------------------------------------------------------------------

AboutRound = Callable[[Round], list[int]]
WINNING: list[tuple[Idea, AboutRound]] = []


def winning(id_: str, rule: str, *, over: bool = False) -> Callable[[AboutRound], AboutRound]:
    """Name a misconception about who wins a round."""

    def named(function: AboutRound) -> AboutRound:
        WINNING.append((Idea(id_, rule, over), function))
        return function

    return named


@winning("equal-is-too-much", "CA-WIN-1")
def a_card_equal_to_the_massimo_is_too_much(round_: Round) -> list[int]:
    if len(round_.cards) == 1:
        return round_.winners()
    return round_.best(round_.cards, round_.massimo - 1)


@winning("highest-card", "CA-WIN-1")
def the_highest_card_wins_whatever_the_massimo(round_: Round) -> list[int]:
    return round_.best(round_.cards, max(round_.cards.values()))


@winning("nearest-card", "CA-WIN-1")
def the_card_nearest_to_the_massimo_wins(round_: Round) -> list[int]:
    away = {seat: abs(card - round_.massimo) for seat, card in round_.cards.items()}
    return sorted(seat for seat in away if away[seat] == min(away.values()))


@winning("massimo-is-allowed-once-more", "CA-WIN-1")
def a_card_may_exceed_the_massimo_by_one(round_: Round) -> list[int]:
    if len(round_.cards) == 1:
        return round_.winners()
    return round_.best(round_.cards, round_.massimo + 1)


@winning("tie-to-the-active", "CA-WIN-2")
def the_active_player_wins_a_tie(round_: Round) -> list[int]:
    winners = round_.winners()
    return [round_.active] if round_.active in winners else winners[:1]


@winning("tie-cancels", "CA-WIN-2")
def equal_cards_cancel_each_other(round_: Round) -> list[int]:
    cards = [*round_.cards.values()]
    single = {seat: card for seat, card in round_.cards.items() if cards.count(card) == 1}
    return round_.best(single, round_.massimo) if len(cards) > 1 else round_.winners()


@winning("lowest-above", "CA-WIN-3")
def if_all_are_above_the_lowest_wins(round_: Round) -> list[int]:
    least = min(round_.cards.values())
    return round_.winners() or sorted(s for s, card in round_.cards.items() if card == least)


@winning("all-fold-for-nothing", "CA-RND-8")
def if_all_fold_nobody_wins(round_: Round) -> list[int]:
    return [] if len(round_.cards) == 1 else round_.winners()


@winning("above-cannot-win", "CA-RND-14")
def a_card_above_the_massimo_never_wins(round_: Round) -> list[int]:
    return round_.best(round_.cards, round_.massimo)


@winning("folded-still-wins", "CA-RND-9")
def a_folded_card_still_counts(round_: Round) -> list[int]:
    winners = round_.best(round_.cards, round_.massimo)
    least = round_.cards[winners[0]] if winners else 0
    better = {s: card for s, card in round_.folded.items() if least < card <= round_.massimo}
    return round_.best(better, round_.massimo) if better else round_.winners()


@winning("quitte-gives-up", "CA-RND-6")
def who_says_quitte_gives_the_round_up(round_: Round) -> list[int]:
    if not round_.quitte:
        return round_.winners()
    others = {seat: card for seat, card in round_.cards.items() if seat != round_.active}
    return round_.best(others, round_.massimo)


# --- The others: what they would answer or tell instead -------------------------------------------

OTHERS = {
    idea.id: idea
    for idea in (
        Idea("always-shared", "CA-WIN-1"),
        Idea("stakes-go-back", "CA-WIN-3"),
        Idea("highest-die", "CA-RND-4"),
        Idea("doubles-count-twice", "CA-RND-4", over=True),
        Idea("carried-stays", "CA-WIN-4"),
        Idea("carried-stays-alone", "CA-WIN-5"),
        Idea("rounds-up", "CA-WIN-2"),
        Idea("winner-leads", "CA-RND-11"),
        Idea("other-way-round", "CA-SET-2"),
        Idea("nobody-is-skipped", "CA-RND-16"),
        Idea("others-lay-first", "CA-RND-2"),
        Idea("youngest-lays-first", "CA-RND-12"),
        Idea("neighbour-speaks", "CA-RND-5"),
        Idea("one-answer-is-enough", "CA-RND-7"),
        Idea("on-credit", "CA-ELI-1"),
        Idea("one-coin-is-too-few", "CA-ELI-1", over=True),
        Idea("last-coin-lost", "CA-ELI-2"),
        Idea("doubles-on-credit", "CA-ELI-3"),
        Idea("card-again", "CA-RND-10"),
        Idea("raises-again", "CA-RND-13"),
        Idea("folded-stays-hidden", "CA-RND-15"),
        Idea("thirteen-rounds", "CA-END-1"),
        Idea("ends-early", "CA-END-1", over=True),
        Idea("last-round-decides", "CA-END-2"),
        Idea("earlier-seat", "CA-END-3"),
        Idea("winner-takes-the-table", "CA-END-3"),
        Idea("plays-on-alone", "CA-END-4"),
    )
}


def ideas() -> Iterator[Idea]:
    yield from (idea for idea, _ in WINNING)
    yield from OTHERS.values()


# --- A round that is settled ----------------------------------------------------------------------


def round_of(at: At) -> Round | None:
    """The round that this move settles, if it does."""
    if not any(event.kind == "put-away" for event in at.events):
        return None
    state, kind = at.before, at.move.kind
    folded = (*state.folded, at.seat) if kind == "fold" else state.folded
    return Round(
        {seat: state.laid[seat] for seat in state.playing if seat not in folded},
        {seat: state.laid[seat] for seat in folded},
        sum(state.roll),
        state.table + (kind == "call"),
        state.carried,
        state.active,
        kind == "quitte",
    )


def true_winners(at: At) -> list[int]:
    """Whom the engine says that the coins go to."""
    for event in at.events:
        if event.kind in ("win", "win-alone"):
            assert event.seat is not None
            return [event.seat]
        if event.kind == "split":
            return [*event.facts["seats"]]
    return []


def rules_of(at: At, *kinds: str) -> list[str]:
    return [*dict.fromkeys(event.rule for event in at.events if event.kind in kinds)]
