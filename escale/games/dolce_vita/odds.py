"""The odds of Dolce Vita, counted in games that computers have played.

    fates("beginner", 4)              what becomes of columns, in shares
    totals("beginner", 4)             for each total below a column: how often tied, which object

A total is what a player has below a column. All of it is prepared: `prepare` makes `odds.json`
(`make odds`). What a page shows of it is in `explore`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final, NamedTuple

from escale.engine.game import Event
from escale.engine.match import Match
from escale.players.lineup import lineup
from escale.players.play_out import play_out

from .misconceptions import Column
from .rules import COLUMNS, Cards, DolceVita, Lay, Objects, State

FILE: Final = "odds.json"
LEVELS_TRIED: Final = ("random", "beginner", "sensible")  # who thinks long is not asked so often
GAMES_PLAYED: Final = {"random": 400, "beginner": 400, "sensible": 150}  #: a number of players
MOST: Final = 13  #: totals from here on are counted together
PLACES: Final = (1, 2, 3)  #: of an object in its column, counted from the bottom
ALONE, CALM, TIE, NOTHING = FATES = ("alone", "calm", "tie", "nothing")

game = DolceVita()


class Total(NamedTuple):
    """What became of a total, in shares of one."""

    seen: int
    tied: float
    takes: Mapping[int, float]  #: the object of each place
    takes_if: Mapping[int, float]  #: the same if a tie were won by whoever laid first


def fates(who: str, players: int) -> Mapping[str, float]:
    """What becomes of a column: nobody played, no tie, a tie but somebody takes, all cancel."""
    counts = prepared()[who][str(players)]["fates"]
    return {fate: count / sum(counts) for fate, count in zip(FATES, counts, strict=True)}


def totals(who: str, players: int) -> Mapping[int, Total]:
    """By total; the last one stands for all from there on."""
    found = {}
    for total, counts in prepared()[who][str(players)]["totals"].items():
        seen, tied, *rest = counts
        takes, takes_if = (
            {place: count / seen for place, count in zip(PLACES, part, strict=True)}
            for part in (rest[:3], rest[3:])
        )
        found[int(total)] = Total(seen, tied / seen, takes, takes_if)
    return found


@cache
def prepared() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return found


# --- To prepare it --------------------------------------------------------------------------------


def prepare() -> dict[str, Any]:
    """All that is in the file: some minutes."""
    return {who: {str(n): count_games(who, n) for n in game.seats} for who in LEVELS_TRIED}


def count_games(who: str, players: int) -> dict[str, Any]:
    """Whole games of computers, counted column by column."""
    fate: Counter[str] = Counter()
    counts: dict[int, list[int]] = {}
    for number in range(GAMES_PLAYED[who]):
        match = Match(game, players, seed=number)
        play_out(match, lineup(game, who, players, number), Random(number))
        for settled in columns(match):
            fate[settled.fate] += 1
            for seat, total in settled.totals.items():
                if total:
                    _count(counts.setdefault(min(total, MOST), [0] * 8), settled, seat)
    return {
        "fates": [fate[name] for name in FATES],
        "totals": {str(total): counts[total] for total in sorted(counts)},
    }


def _count(counts: list[int], settled: Settled, seat: int) -> None:
    counts[0] += 1
    counts[1] += seat in settled.tied
    for start, takes in ((2, settled.takes), (5, settled.takes_if)):
        if takes.get(seat) in PLACES:
            counts[start + takes[seat] - 1] += 1


class Settled(NamedTuple):
    """What became of one column in one round."""

    fate: str
    totals: Mapping[int, int] = {}
    tied: frozenset[int] = frozenset()
    takes: Mapping[int, int] = {}  #: by seat, which object, counted from the bottom
    takes_if: Mapping[int, int] = {}  #: the same if a tie were won by whoever laid first


def columns(match: Match) -> Iterator[Settled]:
    """Every column of every round, as the engine tells it."""
    before = match.plies[0].state  # the first placement ends no round
    for ply in match.plies:
        if any(event.kind == "placing-over" for event in ply.events):
            yield from of_round(before, ply.move, ply.events)
        before = ply.state


def of_round(state: State, move: Lay, events: Iterable[Event]) -> Iterator[Settled]:
    """The columns of a round whose last placement is this one, from the left."""
    laid = [*map(list, state.laid)]
    laid[move.column - 1].append((state.turn or 0, move.number))
    told: dict[int, list[Event]] = {column: [] for column in COLUMNS}
    for event in events:
        if event.kind != "lay" and "column" in event.facts:
            told[event.facts["column"]].append(event)
    for column, cards in zip(COLUMNS, laid, strict=True):
        objects = state.columns[column - 1]
        yield _settled(told[column], objects, tuple(cards)) if cards else Settled(ALONE)


def _settled(events: Iterable[Event], objects: Objects, cards: Cards) -> Settled:
    by_kind: dict[str, list[Event]] = {}
    for event in events:
        by_kind.setdefault(event.kind, []).append(event)
    (scored,) = by_kind["totals"]
    tied = {seat for event in by_kind.get("tie", ()) for seat in event.facts["seats"]}
    takes = {event.seat or 0: event.facts["rank"] for event in by_kind.get("take", ())}
    fate = NOTHING if "all-cancelled" in by_kind else TIE if tied else CALM
    untied = Column(0, objects, cards, (), ()).ranked(tied=lambda seats: seats[:1])
    takes_if = {seat: at for at, seat in enumerate(untied, start=1) if seat is not None}
    return Settled(fate, dict(enumerate(scored.facts["totals"])), frozenset(tied), takes, takes_if)
