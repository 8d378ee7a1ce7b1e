"""The check at the end of a course, and its certificate: pages without a kernel."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from escale import game
from escale.app.server import check, class_page
from escale.app.server import pages as site
from escale.app.server.pages import Place
from escale.app.shelf import shelf
from escale.teach.exercises import practice
from escale.teach.rulebook import rulebook

pytestmark = pytest.mark.slow

GAMES = ("casanova", "dolce-vita", "dominos-florentins")
HERE = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("pages")
    for lang in ("fr", "en"):
        (folder / lang).mkdir()
        (folder / lang / "practice-casanova.ipynb").touch()
    return Place("/", "/voila/render/", folder)


def box_of(name: str) -> site.GameBox:
    found = site.box_of(name)
    assert found
    return found


def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(text)))


@pytest.mark.parametrize("name", GAMES)
def test_a_check_asks_about_twelve_different_rules_and_every_set_is_another(name: str) -> None:
    one, other = check.twelve(name, 0), check.twelve(name, 1)
    for asked in (one, other):
        assert len({exercise["rule"] for exercise in asked}) == len(asked) == check.COUNT
        assert len({exercise["kind"] for exercise in asked}) > 1
    assert one == check.twelve(name, 0), "a set is always the same one"
    assert [exercise["record"] for exercise in one] != [exercise["record"] for exercise in other]


def test_a_page_gets_what_a_seat_may_know_and_never_a_record() -> None:
    told = check.exercises("casanova", 0)
    data = unpacked(told["data"])
    assert data["stock"]["rule"] == [one["rule"] for one in check.twelve("casanova", 0)]
    assert "record" not in data["stock"]
    assert unpacked(told["box"])["game"] == "casanova"
    assert check.exercises("casanova", check.SETS) == told, "there are but so many sets"


def test_a_game_with_few_rules_has_no_check() -> None:
    assert [box.id for box in shelf() if check.can_be_checked(box)] == [
        box.id for box in shelf() if box.id in GAMES
    ]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_check_leads_to_practice_and_certificate(place: Place, lang: str) -> None:
    page = check.page(place, box_of("casanova"), lang)
    data = json.loads(re.findall(r'id="data">(.*?)</script>', page)[0])
    assert data["certificate"] == f"/certificate/casanova?lang={lang}"
    assert data["practice"] == f"/voila/render/{lang}/practice-casanova.ipynb"
    assert data["exercises"] == "/check/casanova/exercises?set={set}"


@pytest.mark.parametrize("name", GAMES)
def test_a_certificate_has_the_games_drawing_its_sections_and_nobodys_name(
    place: Place, name: str
) -> None:
    box = box_of(name)
    page = check.certificate(place, box, "fr")
    assert page.count(place.cover(box, "fr")) == 1
    assert page.count('class="tile ') == len(check.frame()) == 2 * (24 + 16)
    assert (
        rulebook(game(name)).sections["END" if name != "dominos-florentins" else "SCO"]["fr"]
        in page
    )
    assert all(f"--tile-{number}:" in site.box_style() for number in range(4))
    assert " style=" not in page


def test_page_and_script_agree_on_how_many_there_are_and_how_many_pass() -> None:
    asks = (HERE / "frontend/src/check_page.js").read_text("utf-8")
    judges = (HERE / "frontend/src/check.js").read_text("utf-8")
    assert f"const SETS = {check.SETS};" in asks
    assert f"of === {check.COUNT} && right >= {check.PASS}" in asks
    assert f"const PASS = {check.PASS};" in judges


# --- an exercise in a class -----------------------------------------------------------------------


def test_an_exercise_of_a_class_is_asked_as_practice_asks_it(place: Place) -> None:
    exercise = next(practice("dominos-florentins", seed=8))
    told = class_page.shown(place, "fr", {"exercise": exercise})
    data = unpacked(told["data"])
    assert told["kind"] == "practice"
    assert data["rules"] == [exercise["rule"]]
    assert data["stock"]["rule"] == [exercise["rule"]]
    assert "record" not in data["stock"]


def test_an_exercise_whose_options_say_nothing_to_the_engine_is_refused(place: Place) -> None:
    exercise = next(practice("casanova", kind="what", seed=8))
    options = [{"fr": "x", "en": "x"} for _ in exercise["options"]]
    with pytest.raises(class_page.BadRecord, match="do not fit its kind"):
        class_page.shown(place, "fr", {"exercise": exercise | {"options": options}})
