"""The games can be played and drawn out of a zip, as a browser's Python loads them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import escale

HERE = Path(escale.__file__).parent
ROOMS = ("engine", "players", "teach", "draw", "games")
PLAYED = """
import sys
sys.path.insert(0, sys.argv[1])
import escale
assert escale.__file__.startswith(sys.argv[1]), escale.__file__
from random import Random
from escale.draw.scene import picture, scenes
from escale.draw.svg import draw_scene
from escale.players.levels import level
name = sys.argv[2]
match, rng = escale.Match(name, seed=1), Random(1)
for _ in range(12):
    if match.actor == -1:
        match.play_chance(rng)
    else:
        choose = level(match.game, "sensible")
        match.play(choose(match.game, match.view(match.actor), match.legal(), rng))
scene = picture(match.game, match.view(0), "fr", match.players)
layout = scenes(match.game).layouts(len(match.players))[0]
print(len(draw_scene(match.game, scene, layout)), *scene.words)
"""


@pytest.fixture(scope="module")
def zipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a game needs of escale, in one file."""
    made = tmp_path_factory.mktemp("zipped") / "escale.zip"
    inside = [path for room in ROOMS for path in (HERE / room).rglob("*") if path.is_file()]
    with ZipFile(made, "w") as file:
        for path in [*HERE.glob("*.py"), *inside]:
            if "__pycache__" not in path.parts:
                file.write(path, f"escale/{path.relative_to(HERE).as_posix()}")
    return made


@pytest.mark.parametrize("name", ["casanova", "dolce-vita", "dominos-florentins"])
def test_a_game_is_played_and_drawn_out_of_a_zip(zipped: Path, name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-c", PLAYED, str(zipped), name], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    size, *words = done.stdout.split()
    assert int(size) > 10_000
    assert words
