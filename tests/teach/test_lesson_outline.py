"""What is known of a lesson without playing it out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from shutil import copytree

import pytest

import escale
from escale.engine import toml
from escale.teach import lesson_file, lesson_outline
from escale.teach.lesson import BadLesson, lesson, lessons
from escale.teach.lesson_file import lesson_files
from escale.teach.lesson_outline import INDEX, index_file, outlines

COURSES = [game for game in escale.game_names() if escale.lessons(game)]


@pytest.mark.parametrize("game", COURSES)
def test_an_outline_says_what_the_lesson_says_when_it_is_played_out(game: str) -> None:
    found = outlines(escale.game(game))
    assert [one.id for one in found] == lessons(game)
    for one in found:
        played = lesson(one.id)
        assert one.title == played.title
        assert [step.rules for step in one.steps] == [step.rules for step in played.steps]
        questions = [step.question for step in played.steps]
        # which of them decides, and so comes first, the engine knows
        asked = [step.asked and sorted(step.asked) for step in one.steps]
        assert asked == [q and sorted(q.rules) for q in questions]


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The lessons of Casanova in a folder that may be changed."""
    package = escale.game("casanova").package
    folder = tmp_path / "casanova"
    copytree(Path(str(files(package))), folder)
    for module in (lesson_file, lesson_outline):
        monkeypatch.setattr(
            module, "files", lambda name: folder if name == package else files(name)
        )
    caches = (lesson_files, outlines)
    for cached in caches:
        cached.cache_clear()
    yield folder / "lessons"
    for cached in caches:
        cached.cache_clear()


def test_a_file_is_read_only_if_the_index_does_not_know_it(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = escale.game("casanova")
    (copied / INDEX).unlink(missing_ok=True)
    before = outlines(game)
    (copied / INDEX).write_text(index_file(game), "utf-8")
    parsed: list[str] = []

    def parse(source: str | bytes, file: str) -> toml.Document:
        parsed.append(file)
        return toml.parse(source, file)

    monkeypatch.setattr(lesson_file, "parse", parse)
    outlines.cache_clear()
    assert outlines(game) == before
    assert parsed == []
    changed = copied / "02-set-up.toml"
    text = changed.read_text("utf-8")
    changed.write_text(text.replace(before[1].title["en"], "Another title", 1), "utf-8")
    outlines.cache_clear()
    assert outlines(game)[1].title["en"] == "Another title"
    assert parsed == ["02-set-up.toml"]
    (copied / INDEX).write_text("{", "utf-8")  # a copy that was cut short
    outlines.cache_clear()
    assert len(outlines(game)) == len(before)


@pytest.mark.skipif("ESCALE_WHEEL" not in os.environ, reason="the index is in the wheel")
@pytest.mark.parametrize("game", [game for game in COURSES if game != "galets"])
def test_the_wheel_brings_the_index_of_its_lessons(game: str) -> None:
    found = escale.game(game)
    file = files(found.package).joinpath("lessons", INDEX)
    assert json.loads(file.read_text("utf-8")) == json.loads(index_file(found))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('title.fr = "x"\n', "line 1: title.fr and title.en are both needed"),
        ('title = {fr = "x", en = "x"}\n', "line 1: a lesson has steps"),
        ('title = {fr = "x", en = "x"}\nstep = [1]\n', "line 2: a step is a table"),
        ('title = {fr = "x", en = "x"}\n[[step]]\nrules = ["X-1"]', "line 3: casanova has no rule"),
        ("title = ", "line 1: not TOML"),
    ],
)
def test_what_an_outline_needs_is_checked_with_file_and_line(
    copied: Path, text: str, complaint: str
) -> None:
    (copied / "01-goal.toml").write_text(text, "utf-8")
    with pytest.raises(BadLesson, match=f"01-goal.toml, {complaint}"):
        outlines(escale.game("casanova"))
