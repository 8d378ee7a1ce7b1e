"""`python benchmarks/players.py`: what the search costs, in ratios, and how long it thinks.

Flat sampling (the search without knowledge of a game) is held against bare random playouts of the
same engine from the same position, in turns. Then strong's moves at the usual budget: how long a
move takes, and the longest slice in which nobody else has a turn. All in CPU time, so that other
work on the machine does not count.

`python benchmarks/players.py ceiling [GAMES]` plays Casanova against random players, once with the
strong level and once with a search that knows that they play at random and has four times the
budget, on all cores: what luck leaves to anybody.
"""

# ruff: noqa: T201  (a bench prints)

import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import inf
from statistics import median
from time import process_time

from escale import Match
from escale.engine.game import CHANCE
from escale.players.knowledge import Knowledge
from escale.players.search import Clock, _sample, rolled, search

OURS = {"casanova": 4, "dolce-vita": 4, "dominos-florentins": 3}  # with so many players
NOTHING = Knowledge({}, {}, None, None, None, None, None, None, None, 1)
PLAYOUTS, TURNS = 300, 7
BEST, SEED = 4, 2
GOAL, MOVE, LONGEST = 0.6, 2.0, 0.1


def bare(match, rng):
    """Random playouts from here, and nothing else."""
    game = match.game
    for _ in range(PLAYOUTS):
        state = match.state
        while (actor := game.actor(state)) is not None:
            if actor == CHANCE:
                state = game.apply(state, rolled(game, state, rng))
            else:
                state = game.apply(state, rng.choice(game.legal(state, actor)))


def flat(match, rng):
    """The same number, by the search."""
    view, legal = match.view(match.actor), match.legal()
    for _ in _sample(match.game, NOTHING, view, legal, rng, PLAYOUTS, Clock(inf)):
        pass


def spent(work, match, seed):
    start = process_time()
    work(match, random.Random(seed))
    return process_time() - start


def ratio(name):
    """Bare CPU time over the search's: 1 would be for nothing."""
    match = Match(name, OURS[name], seed=1)
    ratios = [spent(bare, match, turn) / spent(flat, match, turn) for turn in range(TURNS)]
    return median(ratios)


def thinking(name):
    """The slowest move and the longest slice, over a game of strong players."""
    match, rng = Match(name, OURS[name], seed=2), random.Random(2)
    moves, slices = [], []
    while match.actor is not None and len(moves) < 24:
        if match.actor == CHANCE:
            match.play_chance(rng)
            continue
        start = last = process_time()
        for thought in search(match.game, match.view(match.actor), match.legal(), rng):
            slices.append(process_time() - last)
            best, last = thought.best, process_time()
        moves.append(process_time() - start)
        match.play(best)
    return max(moves), max(slices)


def expect(trust):
    """From now on Casanova's search takes the others for sensible so often, in this process."""
    from escale.games.casanova import knowledge

    knowledge.TRUST = trust


def ceiling(games):
    """The share of the wins against random players: of strong, and of the best reply to them."""
    from escale.app.commands.simulate import cores
    from escale.app.commands.tournament import contest, result, share
    from escale.games.casanova import knowledge

    budget = BEST * knowledge.PLAYOUTS
    for players in (2, 3, 4):
        for level, trust in ((f"strong:{budget}", 0.0), ("strong", knowledge.TRUST)):
            wanted = contest("casanova", players, games, SEED, f"{level},random")
            with ProcessPoolExecutor(cores(), initializer=expect, initargs=(trust,)) as pool:
                found = result(wanted, [*pool.map(partial(share, wanted), range(games))])
            print(f"casanova, {players} players, {level}, trust {trust}: {found}", flush=True)


def main():
    if sys.argv[1:2] == ["ceiling"]:
        return ceiling(int(sys.argv[2]) if len(sys.argv) > 2 else 100)
    missed = 0
    for name in OURS:
        found, (move, longest) = ratio(name), thinking(name)
        fine = found >= GOAL and move <= MOVE and longest <= LONGEST
        missed += not fine
        print(
            f"{name}: flat sampling {found:.2f} of bare playouts (goal {GOAL}); "
            f"slowest move {move:.2f} s (goal {MOVE}), longest slice {1000 * longest:.0f} ms "
            f"(goal {1000 * LONGEST:.0f}){'' if fine else '  MISSED'}"
        )
    return missed


if __name__ == "__main__":
    sys.exit(main())
