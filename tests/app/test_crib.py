"""A game's crib: every rule in its short words on one sheet, with pictures of its lessons."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from escale import game, game_names
from escale.app import notebooks
from escale.app.commands.cli import run
from escale.app.server import crib
from escale.app.server import handlers as web
from escale.app.server import pages as site
from escale.app.server.pages import Place
from escale.app.shelf import CribPicture, shelf
from escale.teach.rulebook import rulebook

LANGUAGES = ("fr", "en")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("pages")
    notebooks.write(folder)
    return Place("/", "/voila/render/", folder)


def box_of(name: str) -> site.GameBox:
    found = site.box_of(name)
    assert found
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_a_crib_says_every_rule_once_and_marks_our_decisions(
    place: Place, name: str, lang: str
) -> None:
    page = crib.page(place, box_of(name), lang)
    book = rulebook(game(name))
    for rule in book:
        assert page.count(f'aria-label="{rule.id}"') == 1
        assert rule.short[lang].replace("'", "&#39;") in page
    assert page.count("data-ruling") == sum(rule.ruling for rule in book)
    assert " style=" not in page, "the page's policy would not let it through"


@pytest.mark.parametrize("name", game_names())
def test_its_pictures_are_steps_of_lessons_drawn_whole_in_the_readers_language(
    place: Place, name: str
) -> None:
    found = {lang: crib.pictures(name, lang) for lang in LANGUAGES}
    wanted = box_of(name).crib
    assert len(found["fr"]) == len(found["en"]) == (len(wanted) or min(3, len(found["fr"]))) > 0
    assert {section for section, _ in found["fr"]} <= set(rulebook(game(name)).sections)
    assert [picture.title for _, picture in found["fr"]] != [
        picture.title for _, picture in found["en"]
    ]
    for lang, pictures in found.items():
        page = crib.page(place, box_of(name), lang)
        for _, picture in pictures:
            ElementTree.fromstring(picture.svg)
            assert "<use" in picture.svg
            address = re.search(rf"/static/(crib/{lang}/{name}/{picture.number}\.svg)\?v=", page)
            assert address
            assert web.Static.body(address[1]) == picture.svg
    assert web.Static.body(f"crib/fr/{name}/9.svg") is None


def test_rulebook_and_course_lead_to_the_crib_and_the_crib_to_every_rule(place: Place) -> None:
    box = box_of("casanova")
    assert 'href="/crib/casanova?lang=en"' in site.rules_page(place, box, "en")
    page = crib.page(place, box, "en")
    assert 'href="/rules/casanova?lang=en&amp;rule=CA-WIN-2"' in page


def test_what_names_no_step_or_no_place_is_left_out_with_a_line_for_the_author(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = (
        CribPicture("RND", "casanova/nowhere", 1),
        CribPicture("RND", "casanova/ties", 99),
        CribPicture("RND", "casanova/ties", 1, ("moon:*",)),
        CribPicture("RND", "casanova/ties", 1),
    )
    box = box_of("casanova")._replace(crib=wrong)
    monkeypatch.setattr(site, "box_of", lambda name: box)
    crib.pictures.cache_clear()
    try:
        assert [section for section, _ in crib.pictures("casanova", "fr")] == ["RND"]
    finally:
        crib.pictures.cache_clear()
    assert [word in caplog.text for word in ("nowhere", "step 99", "moon:*")] == [True] * 3


def test_more_rules_are_set_in_smaller_type() -> None:
    sizes = {box.id: crib.size(crib.sections(box, "fr"), "fr") for box in shelf()}
    assert sizes["galets"] > sizes["casanova"] > sizes["dominos-florentins"]
    sheet = (site.STATIC / "crib.css").read_text("utf-8")
    for points in crib.POINTS:
        assert f'[data-size="{points:g}"] {{ font-size: {points:g}pt' in sheet


def test_the_command_writes_one_page_that_needs_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["export", "crib", "galets", "--lang", "fr"]) == 0
    assert capsys.readouterr().out == "galets-crib.html\n"
    text = Path("galets-crib.html").read_text("utf-8")
    assert '<html lang="fr">' in text
    assert not re.search(r'(src|href)="(?!data:)', text)
    assert "http" not in text.replace("http://www.w3.org/", "")
    assert run(["export", "crib", "chess"]) == 1
    assert "chess" in capsys.readouterr().err
