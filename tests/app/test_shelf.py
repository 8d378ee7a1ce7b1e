"""No lesson is played out to show the shelf, a rulebook or the page of a game."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from escale.app import notebooks, shelf
from escale.app.server import first_paint as first
from escale.app.server import pages as site
from escale.app.server.pages import Place
from escale.engine.match import Match
from escale.engine.registry import game
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import lessons, read_file
from escale.teach.lesson_file import lesson_files
from escale.teach.lesson_outline import outlines
from escale.widgets import lesson_cache


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The games of which a match was begun: no lesson can be played out without one."""
    begun: list[str] = []
    begin = Match.__init__

    def counted(self: Match, game: Any, *args: Any, **kwargs: Any) -> None:
        begun.append(getattr(game, "id", game))
        begin(self, game, *args, **kwargs)

    monkeypatch.setattr(Match, "__init__", counted)
    for cached in (shelf.shelf, outlines):
        cached.cache_clear()
    yield begun
    name, file = next(iter(lesson_files(game("galets")).items()))
    begun.clear()
    read_file(game("galets"), name, file)
    assert begun == ["galets"], "a lesson that is played out is counted"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_lesson_is_played_to_show_the_shelf_the_rulebooks_or_an_error(
    played: list[str], tmp_path: Path, lang: str
) -> None:
    notebooks.write(tmp_path)
    place = Place("/", "/voila/render/", tmp_path)
    page = site.home_page(place, lang)
    for box in shelf.shelf():
        assert f'data-game="{box.id}"' in page
        assert f"?lesson={box.lessons[0].id}" in site.rules_page(place, box, lang)
        assert site.lesson_card(box.lessons[0].id) == box.lessons[0]
    site.error_page(place, lang, 503, "/")
    assert played == []


def test_no_lesson_is_played_to_show_the_page_of_a_game_whose_frames_are_kept(
    played: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = game("galets")
    folder = tmp_path / "galets"
    copytree(Path(str(files(found.package))), folder)
    (folder / "lessons" / lesson_cache.FRAMES).write_text(lesson_cache.course_file(found), "utf-8")
    played.clear()
    package = found.package
    monkeypatch.setattr(
        lesson_cache, "files", lambda name: folder if name == package else files(name)
    )
    lesson_cache._kept.cache_clear()
    try:
        shown = first.Shown(Place("/", "/", tmp_path))
        for name in lessons(found):
            about = {"lesson": name, "lang": "fr", "step": 0, "place": "p"}
            assert f'data-lesson="{name}"' in shown.place(about)
    finally:
        lesson_cache._kept.cache_clear()
    assert played == []


def test_the_shelf_is_made_once_and_anew_when_a_notebook_has_come(tmp_path: Path) -> None:
    notebooks.write(tmp_path)
    place = Place("/", "/voila/render/", tmp_path)
    page = site.home_page(place, "fr")
    assert site.home_page(place, "fr") is page
    (tmp_path / "fr" / "play-galets.ipynb").unlink()
    without = site.home_page(place, "fr")
    assert "fr/play-galets.ipynb" in page
    assert "fr/play-galets.ipynb" not in without
    assert "fr/play-galets.ipynb" in site.home_page(place, "en").replace("/en/", "/fr/")
