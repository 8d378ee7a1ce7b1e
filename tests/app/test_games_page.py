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
BLOCKS = re.findall(r"```(toml|python)\n(.*?)```", PAGE, re.S)
AFTERWARDS = """
from escale.app.shelf import box
from escale.teach.lesson import lessons

assert box(match.game).by == "Lou Martin"
assert lessons(match.game)[1] == "windy-hill/choose"
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
    for kind, block in BLOCKS:
        if kind == "toml":
            name = block.splitlines()[0].removeprefix("# ")
            file = made / this.module / name
            before = "" if name == "shelf.toml" or not file.exists() else file.read_text("utf-8")
            file.write_text(before + "\n" + block, "utf-8")
    program = "\n".join(block for kind, block in BLOCKS if kind == "python") + AFTERWARDS
    env = {**os.environ, "PYTHONPATH": str(made)}
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_page_names_every_question_and_every_word_for_looks() -> None:
    for name in (*QUESTIONS, *LOOKS, *SIGNS, *TELLING, TURNER, *WIDTHS):
        assert re.search(rf"`{name}\b", PAGE), name
