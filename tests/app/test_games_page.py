"""What docs/games.md shows works: a game is made as it says, and every block is put into it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from escale.app.commands.new_game import make, wanted
from escale.draw.scene import SIGNS, TELLING, TURNER, WIDTHS
from escale.engine.game import QUESTIONS
from escale.testing.world import LOOKS

PAGE = Path(__file__).parents[2].joinpath("docs", "games.md").read_text("utf-8")
BLOCKS = re.findall(r"```(toml|python|markdown)\n(.*?)```", PAGE, re.S)
#: a block that is a file of the game says so in its first line
FILE = re.compile(r"# ([\w/-]+\.(?:toml|py|md))\n")
NEW = ("shelf.toml",)  # written anew, not added to
AFTERWARDS = """
from escale.app.commands.cli import run
from escale.app.notebooks import texts
from escale.app.shelf import box, shelf
from escale.teach.chart import chart
from escale.teach.lesson import lessons

assert box(match.game).by == "Lou Martin"
assert box(match.game).order == 25
assert lessons(match.game)[1] == "windy-hill/choose"
assert chart(match.game).tiles["WH-TUR-2"].label["en"] == "moving"
made = texts()
assert "Three stones, nine points." in made["en/windy-hill.ipynb"]
assert "windy-hill/rows" in made["fr/explore-windy-hill.ipynb"]
assert "practice-windy-hill" in str([*made])
assert [one.id for one in shelf()].index("windy-hill") == 2  # between 20 and 30
assert run(["prepare", "windy-hill"]) == 0
assert run(["practice", "windy-hill", "--count", "3", "--jsonl", "-"]) == 0
assert run(["coverage", "--game", "windy-hill", "--json"]) == 0
assert run(["links", "lou/windy-hill", "--game", "windy-hill"]) == 0
"""


@pytest.mark.slow
def test_every_block_of_the_page_works(tmp_path: Path) -> None:
    assert 'escale new windy-hill --title "Windy Hill" --board --secrets' in PAGE
    this = wanted("windy-hill", "Windy Hill", frozenset({"board", "secrets"}))
    made = make(this, tmp_path)
    known = made / "escale_windy_hill-0.1.dist-info"  # as if it were installed
    known.mkdir()
    (known / "METADATA").write_text("Name: escale-windy-hill\nVersion: 0.1\n")
    (known / "entry_points.txt").write_text("[escale.games]\nwindy-hill = escale_windy_hill:game\n")
    program = ""
    for kind, block in BLOCKS:
        found = FILE.match(block)
        if found is None:
            assert kind == "python", block
            program += block
            continue
        file = made / this.module / found[1]
        file.parent.mkdir(exist_ok=True)
        before = file.read_text("utf-8") if file.exists() and found[1] not in NEW else ""
        file.write_text(before + block[found.end() :], "utf-8")
    program += AFTERWARDS
    env = {**os.environ, "PYTHONPATH": str(made)}
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert '"format": "escale-exercise/1"' in done.stdout
    assert '"id": "WH-TUR-1", "enforced": ["event:place", "refusal:taken"]' in done.stdout
    assert "notebooks%2Fen%2Fwindy-hill.ipynb" in done.stdout


def test_the_page_names_every_question_and_every_word_for_looks() -> None:
    for name in (*QUESTIONS, *LOOKS, *SIGNS, *TELLING, TURNER, *WIDTHS):
        assert re.search(rf"`{name}\b", PAGE), name
