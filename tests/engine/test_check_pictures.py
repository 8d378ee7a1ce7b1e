"""`check_game` looks at pictures and lessons, too: copies of Galets that lack one thing each."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import escale_galets
import pytest

from escale import Match
from escale.testing import check_game

GALETS = Path(escale_galets.__file__).parent
LESSON = "lessons/01-first-steps.toml"
Copy = Callable[..., Any]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copy]:
    """Another package with the game, changed in one place."""
    monkeypatch.syspath_prepend(tmp_path)
    name = f"galets_{tmp_path.name.replace('-', '_')}"
    folder = tmp_path / name
    shutil.copytree(GALETS, folder, ignore=shutil.ignore_patterns("__pycache__"))

    def changed(file: str = "", old: str = "", new: str = "") -> Any:
        if file:
            source = (folder / file).read_text("utf-8")
            assert source.count(old) >= 1
            (folder / file).write_text(source.replace(old, new, 1), "utf-8")
        return importlib.import_module(name).game

    changed.folder = folder  # type: ignore[attr-defined]
    yield changed
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]


def test_a_copy_without_a_change_passes(copy: Copy) -> None:
    check_game(copy(), games=1)


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (
            "scene.py",
            'symbol=f"ga-{pebble}"',
            'symbol=f"ga-{pebble}x"',
            r"ga-\dx, which symbols\(\)",
        ),
        ("scene.py", 'symbol=f"ga-{pebble}"', 'text="1", symbol="ga-1"', "one of them only"),
        ("scene.py", 'place = f"row/', 'place = f"line/', r"lies on line/\d+, which no layout has"),
        ("scene.py", 'places["pass"] =', 'places["skip"] =', "is at pass, which no layout has"),
        ("scene.py", '"pass": "Passer"', '"pass": " "', r"the target say:pass has no label \(fr\)"),
        ("scene.py", '"yours": "Your turn', '"yours": "" and "Your turn', r"no status \(en\)"),
        ("scene.py", 'targets[f"pebble:', 'targets[f"stone:', r"the key pebble:\d of the path"),
        ("scene.py", "len(state.taken)", "len(state.row)", "players says 9, where 2 play"),
        (
            "scene.py",
            'pieces[f"pebble:{pebble}"]',
            'pieces[f"pebble:{pebble}" + (lang == "en") * "!"]',
            "pieces that only one language has",
        ),
        (LESSON, 'play = "5"', 'play = "9"', "01-first-steps.toml, line .*: .*GA-TUR-1"),
        (LESSON, "{take.pebble}, à droite", "{take.stone}, à droite", "a hole cannot be filled"),
        (LESSON, '["pebble:4", "pebble:6"]', '["pebble:0"]', "step 2: 'pebble:0' is not on the"),
        (LESSON, 'look = ["say:pass"]', 'look = ["say:skip"]', "step 3: 'say:skip' is not on the"),
        (
            LESSON,
            'play = "5"',
            'play = "5"\narrow = [["pebble:10", "pebble:4"]]',
            "an arrow begins at 'pebble:10'",
        ),
    ],
)
def test_what_is_missing_is_told(copy: Copy, file: str, old: str, new: str, sentence: str) -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(copy(file, old, new), games=2)
    assert re.search(sentence, str(caught.value)), caught.value


def test_a_note_on_a_rule_that_does_not_exist(copy: Copy) -> None:
    game = copy()
    notes = '[not-practised]\nGA-XYZ-1 = "No such rule."\n'
    (copy.folder / "lessons" / "coverage.toml").write_text(notes, "utf-8")  # type: ignore[attr-defined]
    with pytest.raises(AssertionError, match="there is no rule GA-XYZ-1"):
        check_game(game, games=1)


def test_a_game_without_lessons_is_told_so_and_passes(copy: Copy) -> None:
    game = copy()
    shutil.rmtree(copy.folder / "lessons")  # type: ignore[attr-defined]
    with pytest.warns(UserWarning, match="galets has no lessons yet"):
        check_game(game, games=1)


TEMPERS = "TEMPERS = {'wild': {'fr': 'fou', 'en': 'wild', 'says': {'en': 'I play.'}}}"


def test_a_table_of_tempers_that_is_not_complete_is_told(copy: Copy) -> None:
    game = copy("knowledge.py", "MISTAKES = {", f"{TEMPERS}\nMISTAKES = {{")
    with pytest.raises(AssertionError) as caught:
        check_game(game, games=1)
    for sentence in (
        "knowledge.py: TEMPERS['wild'] does not say what it does in fr",
        "knowledge.py: TEMPERS needs a function likes",
        "knowledge.py: beginner must take a temper",
    ):
        assert sentence in str(caught.value)


def test_a_game_without_a_picture_can_be_played(copy: Copy) -> None:
    (copy.folder / "scene.py").unlink()  # type: ignore[attr-defined]
    game = copy()
    check_game(game, games=1)
    assert Match(game, 2)._repr_svg_() is None  # type: ignore[attr-defined]
