"""One way to a game's title and mark: a game with a title of its own goes by it everywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from escale import Match, game
from escale.app import notebooks, shelf
from escale.app.commands import print_strip as strip
from escale.app.commands import terminal as tell
from escale.app.server import first_paint as first
from escale.app.server import pages as site
from escale.app.server.notebook_page import Page
from escale.app.server.pages import Place
from escale.session.about import about, titles_of
from escale.session.box import box
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import lesson
from escale.teach.texts import texts
from escale.widgets.lesson import page as lesson_page
from escale.widgets.table import board

TITLE = {"fr": "Cailloux & Cie", "en": "Stones & Co", "gender": "mp"}
PLAY = {"fr": "Jouer aux Cailloux & Cie", "en": "Play Stones & Co"}
GALETS = game("galets")


@pytest.fixture(autouse=True)
def another_title(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Galets under a title that nobody can guess from its id."""
    monkeypatch.setitem(texts(GALETS).table["label"], "title", TITLE)
    kept = (about, shelf.shelf)
    for cached in kept:
        cached.cache_clear()
    yield
    monkeypatch.undo()
    for cached in kept:
        cached.cache_clear()


def shown(page: str) -> str:
    """What a page says, without its addresses and its data."""
    return re.sub(r"<script.*?</script>|<style.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_goes_by_its_title_on_every_page(lang: str, tmp_path: Path) -> None:
    notebooks.write(tmp_path)
    place, found = Place("/", "/voila/render/", tmp_path), site.box_of("galets")
    assert found is not None
    title = escape(TITLE[lang])
    home, rules = site.home_page(place, lang), site.rules_page(place, found, lang, asked="XX")
    assert re.search(rf'<h2 id="name-galets">{title}</h2>', home)
    data = json.loads(re.findall(r'id="data">(.*?)</script>', home, re.DOTALL)[0])
    assert data["games"]["galets"]["title"] == TITLE[lang]
    assert f"<title>{title}" in rules
    assert re.search(rf"<h1>{title}", rules)
    of = {"fr": f"celles des {title}", "en": f"rules of {title}"}[lang]
    assert of in rules
    assert title in site.error_page(place, lang, 503)
    for page in (home, rules, site.error_page(place, lang, 503)):
        assert "Galets" not in shown(page)
        assert "Galets" not in " ".join(re.findall(r'(?:aria-label|alt|title)="(.*?)"', page))
    play = json.loads((tmp_path / lang / "play-galets.ipynb").read_text("utf-8"))
    assert play["metadata"]["title"] == PLAY[lang]
    notebook: Any = SimpleNamespace(metadata=play["metadata"])
    assert f"<title>{escape(PLAY[lang])}" in Page(place).head(notebook, "play-galets")
    assert f"<b>{title}</b>" in Page(place).header(notebook, "play-galets")
    drawn = about(GALETS).cover(lang)
    assert f">{title}<" in drawn
    assert f"cover/{lang}/galets.svg" in home


@pytest.mark.parametrize("lang", LANGUAGES)
def test_and_in_widgets_in_print_and_on_the_terminal(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match(GALETS, ["Ana", "Bob"], seed=1)
    made = box(GALETS, 2)
    assert made["title"] == {"fr": TITLE["fr"], "en": TITLE["en"]} == titles_of("galets")
    said = {"place": "p", "game": "galets", "players": 2}
    table = board(match, lang=lang)._about()["table"]
    skeleton = first.Shown(Place("/", "/", Path())).place({**said, "table": table})
    assert f"<h2>{escape(TITLE[lang])}</h2>" in skeleton
    taught = lesson("galets/first-steps")
    assert escape(TITLE[lang]) in strip.page(taught, lang)
    assert json.dumps(TITLE[lang]) in lesson_page(taught, lang)
    tell.tell_match(match, lang)
    tell.tell_rules([(GALETS, about(GALETS).rules)], lang)
    printed = capsys.readouterr().out
    assert printed.count(TITLE[lang]) == 2
    assert "Galets" not in printed


def test_its_mark_is_the_symbol_that_it_has_drawn_for_that() -> None:
    assert about(GALETS).mark == box(GALETS, 2)["mark"] == "ga-mark"
    marks = {name: about(game(name)).mark for name in ("casanova", "dolce-vita")}
    assert marks == {"casanova": "ca-mark", "dolce-vita": "dv-mark"}


def test_a_game_that_is_gone_goes_by_its_id() -> None:
    assert titles_of("gone-fishing") == {"fr": "gone-fishing", "en": "gone-fishing"}
