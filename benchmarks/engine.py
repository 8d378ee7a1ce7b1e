"""`make bench`: the engine against its peers, and against itself.

Random playouts through the public door: `Match.legal`, a choice, `Match.play`, which checks every
move and answers with events. The peers play in an environment of their own, back to back with us.
OpenSpiel's Python games are there twice: as they come, and with their own legality check, which is
what ours always does; the goals are held against the checked rows, like against like, and the
other ratios stand beside them.
"""

# ruff: noqa: T201  (a bench prints)

import random
import sys

from peers import PEERS
from ratios import Goal, Measurement, Playout, Sample, compare, peer, serve, sized, startup, worker

OURS = {"casanova": 4, "dolce-vita": 4, "dominos-florentins": 3}  # with so many players
GOALS = {
    ("casanova", "python_kuhn_poker-checked"): 2.0,
    ("dolce-vita", "python_kuhn_poker-checked"): 2.0,
    ("dominos-florentins", "python_block_dominoes-checked"): 1.5,
    ("dominos-florentins", "python-chess-checked"): 2.0,
}


def playout(name: str) -> Playout:
    """One whole game of ours, checked, with events."""
    from escale import Match

    def play(rng: random.Random) -> int:
        match = Match(name, OURS[name], seed=rng.randrange(2**32))
        while legal := match.legal():
            match.play(rng.choice(legal))
        return match.ply

    return play


def moves_at(first: int, last: int) -> Measurement:
    """A move between these plies of a Dolce Vita game of five: 125 moves in all."""
    from time import process_time

    from escale import Match

    def measurement() -> Sample:
        moves, cpu = 0, 0.0
        for seed in range(20):
            match, rng = Match("dolce-vita", 5, seed=seed), random.Random(seed)
            while match.ply < first:
                match.play(rng.choice(match.legal()))
            start = process_time()
            while match.ply < last:
                match.play(rng.choice(match.legal()))
            cpu += process_time() - start
            moves += last - first
        return Sample(moves, cpu)

    return measurement


def forks() -> Measurement:
    """A fork of a match of 124 moves."""
    from time import process_time

    from escale import Match

    match, rng = Match("dolce-vita", 5, seed=1), random.Random(1)
    while match.ply < 124:
        match.play(rng.choice(match.legal()))

    def measurement() -> Sample:
        start = process_time()
        for _ in range(5000):
            match.fork()
        return Sample(5000, process_time() - start)

    return measurement


def main() -> bool:
    """All tables; whether every goal holds."""
    ours = {name: sized(worker(sys.executable, __file__, name, "--serve")) for name in OURS}
    theirs = {name: sized(peer(name)) for name in PEERS}
    print("Checked moves with events, random playouts (ratio: our speed to theirs)")
    goals = [Goal(a, b, at_least=GOALS.get((a, b))) for a in OURS for b in PEERS]
    holds = compare(ours | theirs, goals)
    print("\nimport escale, CPU above an empty interpreter (ratio: our cost to theirs)")
    imports = {
        "import escale": startup("import escale"),
        "stdlib": startup("import dataclasses, json, random"),
    }
    holds &= compare(imports, [Goal("import escale", "stdlib", at_most=2)], turns=5)
    print("\nPlacing in the last round of a game against its first, and a fork against a move")
    # Without the award that ends a round: there is more to exchange in the last one.
    inside = {"moves 100-124": moves_at(100, 124), "moves 0-24": moves_at(0, 24), "fork": forks()}
    goals = [
        Goal("moves 100-124", "moves 0-24", at_most=1.2),
        Goal("fork", "moves 0-24", at_most=1),
    ]
    return compare(inside, goals, turns=5) and holds


if __name__ == "__main__":
    if "--serve" in sys.argv:
        serve(lambda: playout(sys.argv[1]))
    else:
        sys.exit(not main())
