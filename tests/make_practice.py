"""Looks anew for the positions of exercises and writes each game's index: `make practice`.

To be run after a change of rules, of misconceptions or of a kind of exercise.
"""

from __future__ import annotations

import sys
from pathlib import Path

from escale.app.commands.rule_coverage import house_games
from escale.teach import exercises
from escale.teach.exercises import probes, source

ROOT = Path(__file__).parents[1]


def main(names: list[str]) -> None:
    for game in house_games():
        folder = ROOT.joinpath(*game.package.split("."))
        if (folder / "exercises.py").exists() and (not names or game.id in names):
            index = exercises.scan(game)
            (folder / source.FILE).write_text(source.written(index), "utf-8")
            source.index.cache_clear()
            found = exercises.scan_probes(game)
            (folder / probes.FILE).write_text(probes.written(found), "utf-8")
            count = sum(len(moments) for kinds in index.values() for both in kinds.values()
                        for moments in both)  # fmt: skip
            print(f"{game.id}: {len(index)} rules, {count} positions")


if __name__ == "__main__":
    main(sys.argv[1:])
