"""`python benchmarks/tournaments.py`: the table of docs/opponents.md, on all cores.

Every level against the one below, and strong against random, for every game and number of players:

    python benchmarks/tournaments.py --game casanova --players 3 --players 4
    python benchmarks/tournaments.py --pair strong,sensible --games 40

Each cell is what `escale tournament GAME --players N --games K --levels PAIR --seed SEED` says.
"""

# ruff: noqa: T201  (a bench prints)

import argparse

from escale import game
from escale.app.commands.simulate import Pool, cores
from escale.app.commands.tournament import contest, result, shares

PAIRS = {  # how many games each takes: a search is slow, and wins clearly
    "beginner,random": 1000,
    "sensible,beginner": 1000,
    "strong,sensible": 40,
    "strong,random": 100,
}
GAMES = ("casanova", "dolce-vita", "dominos-florentins")


def cell(name, players, pair, games, seed, pool):
    """A share in per cent, with its interval."""
    wanted = contest(name, players, games, seed, pair)
    found = result(wanted, [one for batch in shares(wanted, pool, cores()) for one in batch])
    share, low, high = (100 * part for part in (found.share, found.low, found.high))
    return f"{share:.0f} ({low:.0f} to {high:.0f}), {found.games} games"


def main():
    parser = argparse.ArgumentParser(description="How strong the levels are: a table.")
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--players", action="append", type=int)
    parser.add_argument("--pair", action="append", metavar="LEVEL,LEVEL")
    parser.add_argument("--games", type=int, help="for each cell; else as many as it needs")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()

    pairs = asked.pair or PAIRS
    heads = [pair.replace(",", " against ") for pair in pairs]
    print(f"| game | players | equal share | {' | '.join(heads)} |")
    print(f"|---|---|---|{'---|' * len(heads)}")
    with Pool(cores()) as pool:
        for name in asked.game or GAMES:
            for players in game(name).seats:
                if asked.players and players not in asked.players:
                    continue
                print(f"| {name} | {players} | {100 / players:.0f} |", end="", flush=True)
                for pair in pairs:
                    games = asked.games or PAIRS.get(pair, 100)
                    print(
                        f" {cell(name, players, pair, games, asked.seed, pool)} |",
                        end="",
                        flush=True,
                    )
                print()


if __name__ == "__main__":
    main()
