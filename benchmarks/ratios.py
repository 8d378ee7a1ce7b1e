"""What every benchmark here shares: measuring CPU per move, and judging ratios.

A number of moves a second says more about the machine than about the code, so nothing here is
judged alone: everything is measured back to back with its peers, and a goal is a ratio.

Back to back must mean it. On a shared machine a neighbour on the same core doubles the CPU time
of whatever runs, for a tenth of a second or for several, and then leaves. So the players, each a
process of its own that stays alive, take *turns* of some 20 ms of CPU, and a *round* is as many
turns as make a second of CPU each: the neighbour hits everybody alike. The ratio is taken in each
round, and of five rounds the median counts; the spread between them says how far to trust it.

- `clock` is the one stopwatch: it plays whole games and answers a `Sample` (moves and CPU).
- `serve` is the player's side of a process, `worker` ours; `peer` is the worker for a peer.
- `sized` picks the number of moves that makes a turn; `startup` measures an import (few turns).
- `interleave` runs everything round-robin, `table` judges, `compare` does both and prints.

A bench is then a list of rows, and a peer and a game of ours are measured in the same way:

    rows = {
        "casanova": sized(worker(sys.executable, __file__, "casanova", "--serve")),
        "python_kuhn_poker": sized(peer("python_kuhn_poker")),
    }
    sys.exit(not compare(rows, [Goal("casanova", "python_kuhn_poker", at_least=2)]))

What cannot be measured raises `Missing` with a reason. It stays in the table under that reason,
and a goal that needs it does not hold.
"""

# ruff: noqa: T201  (a bench prints)

import atexit
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
PEERS_PYTHON = HERE.parent / ".venv-peers" / "bin" / "python"

TURN = 0.02  # seconds of CPU
TURNS = 50  # in a round: a second of CPU for everybody
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Sample:
    """One measurement. A move is every action applied, those of chance included."""

    moves: int
    cpu: float


@dataclass(frozen=True, slots=True)
class Costs:
    """The CPU a move, in seconds, in each round."""

    rounds: tuple[float, ...]


class Missing(Exception):
    """Something could not be measured; the message says why, in a sentence."""


Playout = Callable[[random.Random], int]  # plays one whole game, answers how many moves it had
Sizable = Callable[[int], Sample]  # measures about that many moves
Measurement = Callable[[], Sample]


# The player's side


def clock(playout: Playout, seed: int = 1) -> Sizable:
    """A stopwatch: asked for some moves, it plays whole games until they are made.

    The same seed plays the same games, in every run of the bench.
    """
    random.seed(seed)  # for peers that shuffle with the global generator
    rng = random.Random(seed)

    def measure(moves: int) -> Sample:
        done = 0
        start = time.process_time()
        while done < moves:
            done += playout(rng)
        return Sample(done, time.process_time() - start)

    return measure


def serve(make: Callable[[], Playout]) -> None:
    """Answer each line of standard input, a number of moves, with a sample as a line of JSON.

    If the playout cannot be made, the reason is the first and only answer.
    """
    answers = sys.stdout

    def answer(**line: object) -> None:
        print(json.dumps(line), file=answers, flush=True)

    with redirect_stdout(sys.stderr):  # a library that chatters must not speak in our place
        try:
            measure = clock(make())
        except Exception as error:  # whatever a library raises when it cannot be had
            answer(missing=f"{type(error).__name__}: {error}")
            return
        for line in sys.stdin:
            sample = measure(int(line))
            answer(moves=sample.moves, cpu=sample.cpu)


# The bench's side


def worker(*argv: str | Path) -> Sizable:
    """A program that calls `serve`: started when first asked, it ends when we do."""
    process: subprocess.Popen[str] | None = None
    errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  (lives as long as the worker)

    def start() -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=os.environ | {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"},
            )
        except OSError as error:
            raise Missing(f"{argv[0]} cannot be run: {error.strerror}.") from error
        atexit.register(process.communicate)  # the end of its input is the end of it
        return process

    def ask(question: str, process: subprocess.Popen[str]) -> str:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(question)
            process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended; its last words are still to be read
        return process.stdout.readline()

    def measure(moves: int) -> Sample:
        nonlocal process
        process = process or start()
        answer = ask(f"{moves}\n", process)
        if not answer:
            process.wait()
            errors.seek(0)
            said = errors.read().strip().splitlines() or ["it said nothing"]
            raise Missing(f"{Path(argv[1]).name} ended with {process.returncode}: {said[-1]}")
        found = json.loads(answer)
        if "missing" in found:
            raise Missing(found["missing"])
        return Sample(found["moves"], found["cpu"])

    return measure


def peer(name: str) -> Sizable:
    """A peer of `peers.py`, played in the peers' own environment."""
    return worker(PEERS_PYTHON, HERE / "peers.py", name, "--serve")


def sized(measure: Sizable, seconds: float = TURN) -> Measurement:
    """`measure` with as many moves as take `seconds` of CPU, found out at the first call.

    Finding out takes a few turns, which are the warm-up as well.
    """
    moves = 0

    def measurement() -> Sample:
        nonlocal moves
        if not moves:
            probe = measure(50)
            while probe.cpu < 5 * seconds:
                probe = measure(4 * probe.moves)
            moves = max(1, round(probe.moves * seconds / probe.cpu))
        return measure(moves)

    return measurement


def startup(code: str, starts: int = 5, python: str = sys.executable) -> Measurement:
    """The CPU that `code` adds to an empty interpreter: a sample in which a move is a start.

    The new interpreter looks at its own clock before and after, since its start costs more than
    most imports. Every start does the same work and noise only adds: the best of a few counts.
    """
    timed = f"import time; start = time.process_time()\n{code}\nprint(time.process_time() - start)"

    def start() -> float:
        ran = subprocess.run([python, "-c", timed], stdout=subprocess.PIPE, text=True, check=True)
        return float(ran.stdout)

    return lambda: Sample(1, min(start() for _ in range(starts)))


def interleave(
    measurements: Mapping[str, Measurement], rounds: int = ROUNDS, turns: int = TURNS
) -> dict[str, Costs | Missing]:
    """Run everything round-robin, and answer what a move cost each of them in each round."""
    found: dict[str, list[list[Sample]]] = {name: [] for name in measurements}
    missing: dict[str, Missing] = {}

    def turn(name: str) -> None:
        try:
            found[name][-1].append(measurements[name]())
        except Missing as reason:
            missing[name] = reason

    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        for name in measurements:
            found[name].append([])
        for _ in range(turns):
            for name in measurements:
                if name not in missing:
                    turn(name)

    def cost(samples: Sequence[Sample]) -> float:
        return sum(sample.cpu for sample in samples) / sum(sample.moves for sample in samples)

    return {
        name: missing.get(name) or Costs(tuple(map(cost, samples)))
        for name, samples in found.items()
    }


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

    def ratios(self, costs: Mapping[str, Costs | Missing]) -> list[float]:
        """How many times as fast ours was in each round (for `at_most`, as costly)."""
        ours, peer = costs[self.ours], costs[self.peer]
        if isinstance(ours, Missing) or isinstance(peer, Missing):
            return []
        pairs = zip(ours.rounds, peer.rounds, strict=True)
        return [theirs / mine if self.at_most is None else mine / theirs for mine, theirs in pairs]

    def holds(self, costs: Mapping[str, Costs | Missing]) -> bool:
        """Whether what is asked is so; what could not be measured does not hold."""
        ratios = self.ratios(costs)
        if self.at_most is not None:
            return bool(ratios) and median(ratios) <= self.at_most
        if self.at_least is not None:
            return bool(ratios) and median(ratios) >= self.at_least
        return True


def table(costs: Mapping[str, Costs | Missing], goals: Sequence[Goal]) -> str:
    """The goals as text, grouped by what is ours, each with its ratio and the rounds' spread."""
    lines = [f"{'':34}{'µs CPU':>10}{'a second':>12}{'ratio':>8}{'spread':>8}{'goal':>8}  holds"]
    for ours, group in groupby(goals, key=lambda goal: goal.ours):
        lines.append(_cost(ours, costs[ours]))
        for goal in group:
            line = _cost("  " + goal.peer, costs[goal.peer]) + _ratio(goal.ratios(costs))
            if goal.at_most is not None:
                asked = f"≤ {goal.at_most:g}"
            else:
                asked = "" if goal.at_least is None else f"≥ {goal.at_least:g}"
            verdict = asked and ("yes" if goal.holds(costs) else "NO")
            lines.append(f"{line}{asked:>8}  {verdict}".rstrip())
    lines += [f"not measured: {name}: {c}" for name, c in costs.items() if isinstance(c, Missing)]
    return "\n".join(lines)


def _cost(name: str, costs: Costs | Missing) -> str:
    if isinstance(costs, Missing):
        return f"{name:34}{'not measured':>22}"
    middle = median(costs.rounds)
    return f"{name:34}{middle * 1e6:>10,.1f}{1 / middle:>12,.0f}"


def _ratio(ratios: Sequence[float]) -> str:
    if not ratios:
        return f"{'?':>8}{'':8}"
    middle = median(ratios)
    return f"{middle:>8.2f}{(max(ratios) - min(ratios)) / middle:>8.0%}"


def compare(
    measurements: Mapping[str, Measurement],
    goals: Sequence[Goal],
    rounds: int = ROUNDS,
    turns: int = TURNS,
) -> bool:
    """Measure, print the table, and answer whether every goal holds."""
    costs = interleave(measurements, rounds, turns)
    print(table(costs, goals))
    return all(goal.holds(costs) for goal in goals)
