"""`escale tournament`: shares with intervals, the same on any executor, also if a worker dies."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from math import inf
from subprocess import Popen
from time import monotonic, sleep
from typing import Any

import pytest
from commandline import Escale

from escale import Match
from escale.app.commands.dask_cluster import cluster
from escale.app.commands.simulate import Plan, plan, play, series
from escale.app.commands.tournament import contest, interval, result, share, shares

CONTEST = ["tournament", "casanova", "--players", 3, "--games", 60, "--levels", "sensible,random"]


def played(games: int, executor: Executor | None = None, workers: int = 1) -> list[float]:
    wanted = contest("casanova", 3, games, 5, "sensible,random")
    return [one for batch in shares(wanted, executor, workers) for one in batch]


@pytest.mark.slow
def test_it_prints_what_the_contract_says(escale: Escale) -> None:
    said = escale(*CONTEST, "--seed", 5, "--workers", 1, "--json")
    assert (said.code, said.err) == (0, "")
    wanted = contest("casanova", 3, 60, 5, "sensible,random")
    assert said.json == result(wanted, played(60))._asdict()
    assert list(said.json) == ["games", "share", "low", "high", "equal", "drawn"]
    assert said.json["games"] == 60
    assert said.json["equal"] == pytest.approx(1 / 3, abs=1e-4)
    assert 0 < said.json["low"] < said.json["share"] < said.json["high"] < 1


def test_it_says_the_same_to_people_in_their_language(escale: Escale) -> None:
    few = [*CONTEST[:4], "--games", 3, *CONTEST[6:]]
    said = escale(*few, "--lang", "en").out
    assert "3 games" in said
    assert "33.3%" in said
    said = escale(*few, "--lang", "fr").out
    assert "3 parties" in said
    assert "33,3\u00a0%" in said


@pytest.mark.slow
def test_workers_change_nothing_and_neither_does_the_kind_of_executor(escale: Escale) -> None:
    one = escale(*CONTEST, "--seed", 5, "--workers", 1, "--json").out
    assert escale(*CONTEST, "--seed", 5, "--workers", 2, "--json").out == one
    with ThreadPoolExecutor(2) as threads:
        assert played(60, threads, 2) == played(60)
        few = plan("casanova", 2, 30, 1)
        assert [*series(few, threads, 2)] == [*series(few)]


@pytest.mark.parametrize(("name", "games"), [("galets", 20), ("casanova", 3)])
def test_a_search_that_has_to_share_its_time_makes_the_same_moves(
    name: str, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thought through at a stretch, or interrupted all the time and in three threads."""
    strong = plan(name, 2, games, 1, "strong:4")
    wanted = contest(name, 2, games, 1, "strong:4,random")
    monkeypatch.setattr("escale.players.search.SLICE", inf)
    here, won = [*series(strong)], [*shares(wanted)]
    monkeypatch.setattr("escale.players.search.SLICE", 0)
    with ThreadPoolExecutor(3) as threads:
        assert [*series(strong, threads, 3)] == here
        assert [*shares(wanted, threads, 3)] == won


def test_seats_are_rotated(monkeypatch: pytest.MonkeyPatch) -> None:
    sat: list[tuple[str, ...]] = []

    def watched(plan: Plan, number: int) -> Match:
        match = play(plan, number)
        sat.append(tuple(name.split()[0] for name in match.players))
        return match

    monkeypatch.setattr("escale.app.commands.tournament.play", watched)
    played(4)
    one, other = "sensible", "random"
    assert sat[:3] == [(one, other, other), (other, one, other), (other, other, one)]
    assert sat[3] == sat[0]


def test_a_shared_win_is_split() -> None:
    wanted = contest("dominos-florentins", 2, 40, 1, "random,random")
    assert {share(wanted, number) for number in range(40)} == {0.0, 0.5, 1.0}


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),  # from the textbook formula, by hand
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_the_interval_is_wilsons(won: float, games: int, low: float, high: float) -> None:
    assert interval(won, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (["--levels", "sensible"], "must be two"),
        (["--levels", "a,b,c"], "must be two"),
        (["--levels", "sensible,genius"], "'genius'"),
        (["--levels", "strong:0,random"], "strong:0"),
        (["--games", 0], "at least 1"),
        (["--players", 9], "2 to 4 players, not 9"),
        pytest.param(["--dask", "nowhere"], "--dask nowhere", marks=pytest.mark.slow),
        (["--option", "x=1"], "no such option"),
    ],
)
def test_what_is_wrong_is_one_sentence(escale: Escale, more: list[Any], problem: str) -> None:
    said = escale(*CONTEST, *more)
    assert said.code != 0
    assert said.out == ""
    assert said.err.startswith("escale: ")
    assert said.err.count("\n") == 1
    assert problem in said.err


class Losing:
    """An executor on a cluster that kills a worker while it holds a few of the batches.

    The worker is stopped before it gets any, so that it cannot have finished them; and it is
    killed only when the scheduler has given it some.
    """

    def __init__(self, executor: Executor, scheduler: Any, victim: Popen[bytes]) -> None:
        self.executor, self.scheduler, self.victim = executor, scheduler, victim
        (self.address,) = [
            worker.address for worker in scheduler.workers.values() if worker.name == "victim"
        ]
        self.submitted, self.lost = 0, 0
        victim.send_signal(signal.SIGSTOP)

    def submit(self, work: Callable[..., Any], *args: Any) -> Future[Any]:
        future = self.executor.submit(work, *args)
        self.submitted += 1
        if self.submitted == 4:
            worker, late = self.scheduler.workers[self.address], monotonic() + 60
            while not worker.processing and monotonic() < late:
                sleep(0.01)
            self.lost = len(worker.processing)
            self.victim.kill()
        return future


@pytest.mark.long  # its event loop has ten seconds to start, and three workers share two cores
@pytest.mark.filterwarnings("ignore")  # the cluster complains, rightly, about its dead worker
def test_a_dask_cluster_that_loses_a_worker_gives_the_same_result(escale: Escale) -> None:
    """A real scheduler, a worker here, and one in a process of its own, which is killed."""
    from distributed import Client, LocalCluster

    options: Any = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    local: Any = {"processes": False, "protocol": "tcp", "host": "127.0.0.1"}
    alone = contest("casanova", 2, 8, 7, "strong:4,random")
    with LocalCluster(**options, **local) as workers:
        address = workers.scheduler_address
        command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-nanny"]
        victim = Popen([*command, "--name", "victim", "--nthreads", "1", "--no-dashboard"])
        try:
            connect: Any = Client
            with connect(address, set_as_default=False) as client:
                client.wait_for_workers(2, timeout=120)
            with cluster(address) as (pool, count):
                assert count == 2
                losing: Any = Losing(pool, workers.scheduler, victim)
                found = [one for batch in shares(alone, losing, count) for one in batch]
        finally:
            victim.kill()
            assert victim.wait() == -signal.SIGKILL
        assert losing.lost
        assert found == [one for batch in shares(alone) for one in batch]
        few = [*CONTEST, "--games", 6, "--seed", 5, "--json"]
        assert escale(*few, "--dask", address).json == escale(*few, "--workers", 1).json


def test_what_the_documentation_names_stays_where_it_was() -> None:
    from escale.app import simulate, tournament

    assert simulate.series is series
    assert tournament.shares is shares
