"""What every benchmark here shares: measuring CPU per move, and judging ratios.

A number of moves a second says more about the machine than about the code, so nothing here is
judged alone: everything is measured back to back with its peers, and a goal is a ratio.

- `clock` is the one stopwatch: it plays whole games and returns a `Sample` (moves and CPU).
  `peers.py` uses it in the peers' interpreter, `engine.py` in ours, so nobody has another loop.
- `command` runs a program that prints such a sample as one line of JSON; `peer` is the command
  for a peer; `startup` is the CPU that some code adds to an empty interpreter.
- `sized` picks the number of moves that keeps the CPU busy for about a second.
- `interleave` runs all measurements round-robin and takes medians, so that a noisy neighbour or a
  clock that slows down hits everybody alike.
- `compare` does it all and prints the table: ratio, goal, holds yes or no.

A bench is then a list of rows:

    rows = {"casanova": sized(casanova), "python_kuhn_poker": sized(peer("python_kuhn_poker"))}
    sys.exit(not compare(rows, [Goal("casanova", "python_kuhn_poker", at_least=2.0)]))

What cannot be measured raises `Missing` with a reason. It stays in the table under that reason,
and a goal that needs it does not hold.
"""

import gc
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
PEERS_PYTHON = HERE.parent / ".venv-peers" / "bin" / "python"

SECONDS = 1.0  # of CPU for one measurement
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Sample:
    """One measurement. A move is every action applied, those of chance included."""

    moves: int
    cpu: float


@dataclass(frozen=True, slots=True)
class Cost:
    """The median of several samples: seconds of CPU a move, and how far the samples were apart."""

    cpu: float
    spread: float


class Missing(Exception):
    """Something could not be measured; the message says why, in a sentence."""


Playout = Callable[[random.Random], int]  # plays one whole game, answers how many moves it had
Sizable = Callable[[int], Sample]  # measures about that many moves
Measurement = Callable[[], Sample]


# Measuring


def clock(playout: Playout, moves: int, seed: int = 1) -> Sample:
    """Play whole games until `moves` moves are made, after a short warm-up.

    The same seed plays the same games, so that two rounds differ by noise alone.
    """
    random.seed(seed)  # for peers that shuffle with the global generator
    rng = random.Random(seed)
    warm = 0
    while warm < moves // 20:
        warm += playout(rng)
    gc.collect()
    done = 0
    start = time.process_time()
    while done < moves:
        done += playout(rng)
    return Sample(done, time.process_time() - start)


def command(*argv: str | Path) -> Sample:
    """Run a program whose last line is `{"moves": .., "cpu": ..}` or `{"missing": "reason"}`."""
    env = os.environ | {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    try:
        ran = subprocess.run(argv, capture_output=True, text=True, env=env, check=False)
    except OSError as error:
        raise Missing(f"{argv[0]} cannot be run: {error.strerror}.") from error
    if ran.returncode:
        said = ran.stderr.strip().splitlines() or ["nothing on stderr"]
        raise Missing(f"{Path(argv[1]).name} ended with {ran.returncode}: {said[-1]}")
    answer = json.loads(ran.stdout.splitlines()[-1])
    if "missing" in answer:
        raise Missing(answer["missing"])
    return Sample(answer["moves"], answer["cpu"])


def peer(name: str) -> Sizable:
    """A peer of `peers.py`, played in the peers' own environment."""

    def measure(moves: int) -> Sample:
        if not PEERS_PYTHON.exists():
            raise Missing(f"There is no {PEERS_PYTHON}; see requirements-peers.txt.")
        return command(PEERS_PYTHON, HERE / "peers.py", name, "--moves", str(moves))

    return measure


def startup(code: str, runs: int = 20, python: str = sys.executable) -> Sample:
    """The CPU that `code` adds to an empty interpreter: a sample in which a move is a start."""

    def children() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    cpu = 0.0
    for _ in range(runs):
        before = children()
        subprocess.run([python, "-c", "pass"], check=True)
        empty = children()
        subprocess.run([python, "-c", code], check=True)
        cpu += (children() - empty) - (empty - before)
    return Sample(runs, cpu)


def sized(measure: Sizable, seconds: float = SECONDS) -> Measurement:
    """`measure` with as many moves as take `seconds` of CPU, found out at the first call."""
    moves = 0

    def measurement() -> Sample:
        nonlocal moves
        if not moves:
            probe = measure(1_000)
            while probe.cpu < seconds / 20:
                probe = measure(10 * probe.moves)
            moves = max(1, round(probe.moves * seconds / probe.cpu))
        return measure(moves)

    return measurement


def interleave(
    measurements: Mapping[str, Measurement], rounds: int = ROUNDS
) -> dict[str, Cost | Missing]:
    """Run everything round-robin `rounds` times; the median CPU a move of each, in their order."""
    costs: dict[str, list[float]] = {name: [] for name in measurements}
    missing: dict[str, Missing] = {}
    for number in range(1, rounds + 1):
        print(f"round {number} of {rounds}", file=sys.stderr, flush=True)
        for name, measurement in measurements.items():
            if name in missing:
                continue
            try:
                sample = measurement()
            except Missing as reason:
                missing[name] = reason
            else:
                costs[name].append(sample.cpu / sample.moves)
    return {name: missing.get(name) or _middle(costs[name]) for name in measurements}


def _middle(costs: Sequence[float]) -> Cost:
    middle = median(costs)
    return Cost(middle, (max(costs) - min(costs)) / middle)


# Judging


@dataclass(frozen=True, slots=True)
class Goal:
    """A line of the table: `ours` against `peer`.

    `at_least` asks for so many times the peer's speed, `at_most` for so many times its cost.
    With neither, the ratio of the speeds is printed and nothing is asked.
    """

    ours: str
    peer: str
    at_least: float | None = None
    at_most: float | None = None

    def __post_init__(self) -> None:
        if self.at_least is not None and self.at_most is not None:
            raise ValueError(f"{self.ours}: a goal is at_least or at_most, not both")

    def ratio(self, costs: Mapping[str, Cost | Missing]) -> float | None:
        """How many times as fast ours is (for `at_most`, as costly); None if not measured."""
        ours, peer = costs[self.ours], costs[self.peer]
        if isinstance(ours, Missing) or isinstance(peer, Missing):
            return None
        return peer.cpu / ours.cpu if self.at_most is None else ours.cpu / peer.cpu

    def holds(self, costs: Mapping[str, Cost | Missing]) -> bool:
        """Whether what is asked is so; what could not be measured does not hold."""
        ratio = self.ratio(costs)
        if self.at_most is not None:
            return ratio is not None and ratio <= self.at_most
        if self.at_least is not None:
            return ratio is not None and ratio >= self.at_least
        return True


def table(costs: Mapping[str, Cost | Missing], goals: Sequence[Goal]) -> str:
    """The goals as text, grouped by what is ours, each with its ratio."""
    lines = [f"{'':34}{'µs CPU':>10}{'a second':>12}{'spread':>8}{'ratio':>8}{'goal':>8}  holds"]
    for ours, group in groupby(goals, key=lambda goal: goal.ours):
        lines.append(_line(ours, costs[ours]))
        for goal in group:
            ratio = goal.ratio(costs)
            found = "?" if ratio is None else f"{ratio:.2f}"
            if goal.at_most is not None:
                asked = f"≤ {goal.at_most:g}"
            else:
                asked = "" if goal.at_least is None else f"≥ {goal.at_least:g}"
            verdict = asked and ("yes" if goal.holds(costs) else "NO")
            line = _line("  " + goal.peer, costs[goal.peer])
            lines.append(f"{line}{found:>8}{asked:>8}  {verdict}".rstrip())
    lines += [f"not measured: {name}: {c}" for name, c in costs.items() if isinstance(c, Missing)]
    return "\n".join(lines)


def _line(name: str, cost: Cost | Missing) -> str:
    if isinstance(cost, Missing):
        return f"{name:34}{'not measured':>30}"
    return f"{name:34}{cost.cpu * 1e6:>10,.1f}{1 / cost.cpu:>12,.0f}{cost.spread:>8.0%}"


def compare(
    measurements: Mapping[str, Measurement], goals: Sequence[Goal], rounds: int = ROUNDS
) -> bool:
    """Measure, print the table, and answer whether every goal holds."""
    costs = interleave(measurements, rounds)
    print(table(costs, goals))
    return all(goal.holds(costs) for goal in goals)
