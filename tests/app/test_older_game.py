"""A game of another package as it was written for aec17c0 (`tests/today/game`) still works.

It knows nothing of draws, ordered paths, names of moves, `Target.name` or practice. What changes
for authors may warn; it breaks nothing.
"""

from __future__ import annotations

import importlib
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from escale import Match
from escale.app.shelf import box
from escale.draw.scene import picture
from escale.teach.exercises import known
from escale.teach.lesson import lessons
from escale.testing import check_game
from escale.widgets import map_data
from escale.widgets.lesson import page

HERE = Path(__file__).parents[1] / "today" / "game"
MODULE = "escale_galets"


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """That package in the place of today's example, for one test."""
    mine = {name: module for name, module in sys.modules.items() if name.startswith(MODULE)}
    for name in mine:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(HERE))
    yield importlib.import_module(MODULE).game
    for name in [name for name in sys.modules if name.startswith(MODULE)]:
        del sys.modules[name]
    sys.modules.update(mine)


def test_it_passes_check_game(older: Any) -> None:
    assert not hasattr(older, "Target")
    assert Path(sys.modules[MODULE].__file__ or "").is_relative_to(HERE)
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        check_game(older)
    assert all("galets" in str(remark.message) for remark in remarks)


def test_it_can_be_seen_played_and_taught(older: Any) -> None:
    match = Match(older, ["Ana", "Bob"], seed=3)
    while not match.over:
        scene = picture(older, match.view(match.actor or 0), "fr", match.players)
        assert len(scene.choices) == len(match.legal())
        match.play(match.legal()[0])
    assert match.outcome is not None
    assert match.outcome.winners
    assert not older.ordered
    assert older.completes
    assert box(older).lessons[0].id == lessons(older)[0]
    assert known(older) == {}
    assert map_data.game_map(older, "en")


def test_its_lesson_is_a_page(older: Any) -> None:
    from escale.teach.lesson import read_file
    from escale.teach.lesson_file import lesson_files

    ((name, file),) = lesson_files(older).items()
    made = page(read_file(older, name, file), "en")
    assert re.search(r"First steps on the beach", made)
