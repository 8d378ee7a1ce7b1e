"""`escale simulate`: many games, on all cores, the same whatever the number of workers.

Every game has its own random numbers, derived from the seed and the game's number; what a worker
does before or beside it changes nothing. Games are played in batches and come out in order, a few
batches ahead of the reader, so that memory stays flat however many there are.
"""

from __future__ import annotations

import json
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from multiprocessing import get_context, parent_process
from random import Random
from threading import Thread
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from escale.engine.errors import BadOption
from escale.engine.game import check_options, check_players
from escale.engine.match import Match
from escale.engine.registry import game as find_game
from escale.players.levels import level, thinks
from escale.players.play_out import play_out
from escale.players.tempers import by_seat

from .replay import with_legal

P = ParamSpec("P")
T = TypeVar("T")

BATCH = 25  # games; well under a second of work
AHEAD = 3  # batches a worker may be ahead of the reader
MOST_WORKERS = 64  # on a machine with fewer cores


class Plan(NamedTuple):
    """What is to be played. Small and plain, since it goes to the workers."""

    game: str
    levels: tuple[str, ...]  #: one a seat
    games: int
    seed: int
    options: Mapping[str, Any]
    legal: bool  #: with the legal moves of every ply


def plan(
    game: str,
    players: int | None,
    games: int,
    seed: int,
    levels: str = "random",
    options: Mapping[str, Any] | None = None,
    legal: bool = False,
) -> Plan:
    """A plan from outside, checked; `levels` is one for all, or one a seat with commas between."""
    found = find_game(game)
    seats = len(check_players(found, players))
    if games < 1:
        raise BadOption("games", f"must be at least 1, not {games}")
    names = tuple(name.strip() for name in levels.split(","))
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise BadOption("players-are", f"{len(names)} levels for {seats} players")
    for name in names:
        level(found, name)
    check_options(found, options)
    return Plan(found.id, names, games, seed, dict(options or {}), legal)


def seed_of(seed: int, number: int) -> int:
    """The seed of game `number` of a series: 53 bits, which any JSON reader keeps."""
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()[:8]) >> 11


def play(plan: Plan, number: int, names: Sequence[str] = ()) -> Match:
    """Game `number` of a plan, played to its end; players without a name are called by level."""
    seed = seed_of(plan.seed, number)
    called = [f"{name} {seat}" for seat, name in enumerate(plan.levels, start=1)]
    players = [*names, *called[len(names) :]][: len(called)]
    match = Match(plan.game, players, options=plan.options, seed=seed)
    whims = by_seat(match.game, len(called), turn=seed)
    opponents = [level(match.game, *who) for who in zip(plan.levels, whims, strict=True)]
    # The set-up is shuffled from the seed itself; dice and choices must not follow the shuffle.
    play_out(match, opponents, Random(f"{seed}/play"))
    return match


def line(plan: Plan, number: int) -> str:
    """Game `number` of a plan as a line of a file."""
    match = play(plan, number)
    record = with_legal(match) if plan.legal else match.record()
    return json.dumps(record, ensure_ascii=False) + "\n"


def series(plan: Plan, executor: Executor | None = None, workers: int = 1) -> Iterator[list[str]]:
    """All games of a plan in order, batch by batch, on any executor or right here."""
    return in_order(line, plan, executor, workers)


# --- batches ------------------------------------------------------------------------------------


class Work(Protocol):
    """So many games between players of these levels."""

    @property
    def levels(self) -> tuple[str, ...]: ...

    @property
    def games(self) -> int: ...


W = TypeVar("W", bound=Work)


def in_order(
    one: Callable[[W, int], T], work: W, executor: Executor | None = None, workers: int = 1
) -> Iterator[list[T]]:
    """What `one` says of every game, by number, batch by batch, on any executor or right here.

    `workers` is how many batches the executor can work on at a time.
    """
    batches = [
        range(first, min(first + size_of(work), work.games))
        for first in range(0, work.games, size_of(work))
    ]
    if executor is None:
        for numbers in batches:
            yield several(one, work, numbers)
        return
    waiting: deque[Future[list[T]]] = deque()
    for numbers in batches:
        waiting.append(executor.submit(several, one, work, numbers))
        if len(waiting) > AHEAD * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def several(one: Callable[[W, int], T], work: W, numbers: range) -> list[T]:
    return [one(work, number) for number in numbers]


def size_of(work: Work) -> int:
    """How many games are a batch: where somebody searches, a game is work enough."""
    return 1 if any(map(thinks, work.levels)) else BATCH


# --- workers ------------------------------------------------------------------------------------


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers_for(work: Work, wanted: int) -> int:
    """How many workers there is work for; 0 asks for one a core."""
    if wanted < 0:
        raise BadOption("workers", f"must be 0 (one a core) or more, not {wanted}")
    batches = -(-work.games // size_of(work))
    return min(wanted or cores(), batches, max(cores(), MOST_WORKERS))


class Pool(ProcessPoolExecutor):
    """Worker processes that leave Ctrl-C to us, and that end when we do."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, get_context("spawn"), _settle_in)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with _interrupts_wait():  # a worker that is just starting inherits this
            return super().submit(fn, *args, **kwargs)

    def __exit__(self, *problem: Any) -> None:
        self.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle_in() -> None:
    """The first thing a worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for its next batch for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
