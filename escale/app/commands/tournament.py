"""`escale tournament`: one player of a level against the others of another, seats rotated.

Each game has random numbers of its own, so the result is the same whatever the number of workers,
here or on a cluster. A shared win is split, a draw between all seats. The interval is Wilson's, of
95 %, over the games' shares: it never leaves 0 to 1, and with split wins it is on the wide side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from math import sqrt
from typing import Any, NamedTuple

from escale.engine.errors import BadOption, quoted

from .simulate import Plan, in_order, plan, play

NORMAL = 1.959964  # 95 % of a normal distribution lie within so many deviations


class Contest(NamedTuple):
    """What is to be played. Small and plain, since it goes to the workers."""

    game: str
    players: int
    levels: tuple[str, ...]  #: of the one, of the others
    games: int
    seed: int
    options: Mapping[str, Any]


class Result(NamedTuple):
    """What came of it: the share of the wins, between which bounds, and what equals would have."""

    games: int
    share: float
    low: float
    high: float
    equal: float
    drawn: int = 0  #: games whose win was split between all: draws, where the game has any


def contest(
    game: str,
    players: int | None,
    games: int,
    seed: int,
    levels: str,
    options: Mapping[str, Any] | None = None,
) -> Contest:
    """A contest from outside, checked; `levels` is two of them, "strong,sensible"."""
    pair = tuple(name.strip() for name in levels.split(","))
    if len(pair) != 2:
        problem = (
            f"must be two, of the one and of the others, as in strong,random; not {quoted(levels)}"
        )
        raise BadOption("levels", problem)
    found = plan(game, players, games, seed, options=options)
    for name in pair:
        plan(game, players, games, seed, name)
    return Contest(found.game, len(found.levels), pair, games, seed, found.options)


def share(contest: Contest, number: int) -> float:
    """What the one got of the win in game `number`."""
    one, others = contest.levels
    seat = number % contest.players
    levels = [others] * contest.players
    levels[seat] = one
    match = play(
        Plan(contest.game, tuple(levels), contest.games, contest.seed, contest.options, False),
        number,
    )
    assert match.outcome is not None
    return match.outcome.shares()[seat]


def shares(
    contest: Contest, executor: Executor | None = None, workers: int = 1
) -> Iterator[list[float]]:
    """The share of every game in order, batch by batch, on any executor or right here."""
    return in_order(share, contest, executor, workers)


def result(contest: Contest, shares: Sequence[float]) -> Result:
    low, high = interval(sum(shares), len(shares))
    mean = sum(shares) / len(shares)
    equal = 1 / contest.players
    drawn = shares.count(equal)
    return Result(
        len(shares), round(mean, 4), round(low, 4), round(high, 4), round(equal, 4), drawn
    )


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 %."""
    mean, z2 = won / games, NORMAL * NORMAL
    middle = (mean + z2 / (2 * games)) / (1 + z2 / games)
    half = sqrt(mean * (1 - mean) / games + z2 / (4 * games * games)) * NORMAL / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)
