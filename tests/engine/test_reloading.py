"""A game whose author is at work is read again when its files have changed, and no other is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import escale
from escale.app import shelf
from escale.app.commands.new_game import Wanted, make
from escale.draw.scene import picture
from escale.engine import registry, reloading
from escale.teach.lesson import lesson
from escale.teach.texts import texts

NAME = "reload-me"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A stranger's game as if it were installed with `pip install -e`."""
    this = Wanted(NAME, "Reload Me", "RM", frozenset())
    made = make(this, tmp_path)
    known = made / f"{this.module}-0.1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Name: escale-reload-me\nVersion: 0.1\n")
    (known / "entry_points.txt").write_text(f"[escale.games]\n{NAME} = {this.module}:game\n")
    monkeypatch.syspath_prepend(str(made))
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(reloading, "_sources", {})
    names = [one for one in vars(registry).values() if hasattr(one, "cache_clear")]
    for one in names:
        one.cache_clear()
    yield made / this.module
    for one in names:
        one.cache_clear()
    monkeypatch.undo()
    for module in [name for name in sys.modules if name.startswith(this.module)]:
        del sys.modules[module]


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_a_text_a_scene_a_lesson_and_a_box_are_read_again(folder: Path) -> None:
    before = escale.game(NAME)
    assert picture(before, escale.Match(before).view(0), "en", ["A", "B"]).heading
    assert shelf.box(before).minutes == 5
    assert registry.refresh() == {}
    edit(folder / "scene.py", "The board is empty", "Nothing lies here!")
    edit(folder / "texts.toml", "places a stone on", "puts a stone on")
    edit(
        folder / "lessons" / "01-first-steps.toml", 'title.en = "Nine points"', 'title.en = "Nine"'
    )
    edit(folder / "shelf.toml", "minutes = 5", "minutes = 6")
    changed = registry.refresh()
    assert {*changed[NAME]} == {"scene.py", "texts.toml", "01-first-steps.toml", "shelf.toml"}
    after = escale.game(NAME)
    assert after is not before
    heading = picture(after, escale.Match(after).view(0), "en", ["A", "B"]).heading
    assert heading == "Nothing lies here!"
    assert texts(after).table["event"]["place"]["en"].startswith("{seat} puts")
    assert lesson(f"{NAME}/first-steps").steps[0].title["en"] == "Nine"
    assert shelf.box(after).minutes == 6
    assert registry.refresh() == {}


def test_two_changes_of_a_program_in_one_second_are_both_seen(folder: Path) -> None:
    game = escale.game(NAME)
    for words in ("The table is bare.", "The table is full."):  # as long as each other
        edit(folder / "scene.py", escale_heading(game), words)
        registry.refresh()
        game = escale.game(NAME)
        assert escale_heading(game) == words


def escale_heading(game: Any) -> str:
    return picture(game, escale.Match(game).view(0), "en", ["A", "B"]).heading


def test_a_game_that_was_broken_for_a_moment_comes_back(folder: Path) -> None:
    escale.game(NAME)
    edit(folder / "rules.py", "import annotations", "import annotation")
    assert NAME in registry.refresh()
    with pytest.raises(SyntaxError):
        escale.game(NAME)
    edit(folder / "rules.py", "import annotation", "import annotations")
    assert NAME in registry.refresh()
    assert escale.Match(NAME).legal()


def test_what_is_being_played_goes_on(folder: Path) -> None:
    match = escale.Match(NAME, seed=1)
    match.play("b2")
    edit(folder / "scene.py", "The board is empty", "Nothing lies here!")
    registry.refresh()
    match.play("a1")
    assert match.ply == 2


def test_a_notebook_looks_before_every_cell(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: dict[str, Any] = {}
    events = SimpleNamespace(register=heard.__setitem__)
    shell = SimpleNamespace(events=events)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setattr(registry, "_shells", [])
    before = escale.game(NAME)
    edit(folder / "scene.py", "The board is empty", "Nothing lies here!")
    heard["pre_run_cell"](None)
    assert escale.game(NAME) is not before


def test_what_lies_in_site_packages_is_not_looked_at() -> None:
    assert not reloading.note("ghost", "no_such_module_at_all")
    assert not reloading.note("installed", "pytest")
