"""Works out anew what the pages to explore have prepared, a file `odds.json` a game: `make odds`.

To be run after a change of rules or of the levels of computers. With names, only those games.
"""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from pathlib import Path

from escale.app.commands.rule_coverage import house_games

ROOT = Path(__file__).parents[1]


def written(found: object) -> str:
    """JSON with a list a line: small, and a change can be read."""
    text = json.dumps(found, indent=1)
    return re.sub(r"\[[^\[\]{}]*\]", lambda one: re.sub(r"\s+", "", one[0]), text) + "\n"


def main(names: list[str]) -> None:
    for game in house_games():
        folder = ROOT.joinpath(*game.package.split("."))
        if (folder / "odds.py").exists() and (not names or game.id in names):
            odds = import_module(f"{game.package}.odds")
            (folder / odds.FILE).write_text(written(odds.prepare()), "utf-8")
            print(f"{game.id}: {(folder / odds.FILE).stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
