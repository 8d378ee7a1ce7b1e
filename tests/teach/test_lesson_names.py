"""A file among the lessons that is none by its name is not passed over in silence."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import escale
from escale.teach.lesson_file import ignored_files, lesson_files

EXAMPLE = Path(__file__).parents[2] / "examples" / "galets" / "escale_galets"


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Galets as another package, whose lesson has lost its number."""
    folder = tmp_path / "galets_without_a_number"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "lessons" / "01-first-steps.toml").rename(folder / "lessons" / "first-steps.toml")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield __import__(folder.name).game
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]


def test_a_lesson_without_a_number_is_named_in_a_warning(copied: Any) -> None:
    assert ignored_files(copied) == ["first-steps.toml"]
    with pytest.warns(UserWarning, match=r"lessons/first-steps\.toml is left out: .*01-"):
        assert not lesson_files(copied)


@pytest.mark.parametrize("name", escale.game_names())
def test_no_game_here_has_such_a_file(name: str) -> None:
    assert not ignored_files(escale.game(name))
