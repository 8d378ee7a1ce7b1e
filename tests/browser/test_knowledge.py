"""The map of what one knows, as its page is: no server, no kernel, what the browser has kept."""

from __future__ import annotations

import json
import mimetypes
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from barepage import bare_page
from playwright.sync_api import Browser, Page, Route, expect

import escale
from escale.app.server import pages
from escale.app.server.handlers import STRICT, Static
from escale.widgets import bundle

from .conftest import new_page, violations

ADDRESS = "http://escale.test"
DAY = 86_400_000
HOUSE = ("dolce-vita", "dominos-florentins", "casanova")


def card(*, stability: float = 9, days: float = 5, grade: str = "good") -> dict[str, Any]:
    now = time.time() * 1000
    known = {"stability": stability, "difficulty": 5, "grade": grade, "right": 2, "wrong": 1}
    return known | {"last": now - DAY, "due": now + days * DAY}


CARDS = {
    "DV-AWA-5": card(stability=0.3, days=-1, grade="again"),
    "DV-AWA-1": card(),
    "DV-AWA-2": card(days=-2),
    "CA-WIN-1": card(days=-3),
}
ALIX = {"name": "Alix", "met": {}, "cards": CARDS, "lessons": []}
LEARNERS = {"format": "escale-learners/1", "current": "1", "learners": {"1": ALIX}}


@pytest.fixture
def place(tmp_path: Path) -> pages.Place:
    for lang in ("fr", "en"):
        (tmp_path / lang).mkdir()
        for name in HOUSE:
            (tmp_path / lang / f"{name}.ipynb").touch()
            (tmp_path / lang / f"practice-{name}.ipynb").touch()
    return pages.Place("/", "/voila/render/", tmp_path)


@pytest.fixture
def page(browser: Browser, place: pages.Place) -> Iterator[Page]:
    page = new_page(browser)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)

    def answer(route: Route) -> None:
        there = urlsplit(route.request.url)
        lang = parse_qs(there.query).get("lang", ["fr"])[0]
        if there.path == "/knowledge":
            text = pages.knowledge_page(place, lang)
            policy = {"Content-Security-Policy": STRICT}
            route.fulfill(body=text, content_type="text/html; charset=utf-8", headers=policy)
        elif there.path == "/":
            route.fulfill(body=pages.home_page(place, lang), content_type="text/html")
        elif body := Static.body(there.path.removeprefix("/static/")):
            route.fulfill(body=body, content_type=mimetypes.guess_type(there.path)[0] or "")
        else:
            route.fulfill(body="", content_type="text/html")

    page.route("**/*", answer)
    page.goto(f"{ADDRESS}/knowledge")
    page.evaluate(f"localStorage['escale/learners'] = {json.dumps(json.dumps(LEARNERS))}")
    page.reload()
    yield page
    assert wrong == []
    page.context.close()


def tile(page: Page, rule: str) -> Any:
    return page.locator(f".es-sea [data-rule={rule}]")


def test_the_map_shows_what_is_known_and_leads_on(page: Page) -> None:
    expect(tile(page, "DV-AWA-5")).to_have_attribute("data-degree", "shaky")
    expect(tile(page, "DV-AWA-5")).to_have_attribute("data-due", "")
    expect(tile(page, "DV-AWA-1")).to_have_attribute("data-degree", "known")
    expect(tile(page, "DV-AWA-1")).not_to_have_attribute("data-due", "")
    expect(tile(page, "DV-AWA-3")).to_have_attribute("data-degree", "new")
    five = page.locator(".es-five")
    expect(five).to_contain_text("3 règles à revoir : Dolce Vita (2), Casanova (1).")
    practice = "/voila/render/fr/practice-dolce-vita.ipynb"
    expect(five.locator("a")).to_have_attribute("href", f"{practice}?today=casanova")

    tile(page, "DV-AWA-5").click()
    one = page.locator(".es-one")
    expect(one).to_contain_text("totaux égaux")
    expect(one).to_contain_text("Fragile : 2 réponses justes, 1 fausse. À revoir aujourd’hui.")
    expect(one.locator("[data-act=practise]")).to_have_attribute(
        "href", f"{practice}?rule=DV-AWA-5"
    )
    lesson = one.locator("[data-act=lesson]").get_attribute("href") or ""
    assert lesson.startswith("/voila/render/fr/dolce-vita.ipynb?lesson=dolce-vita%2F")

    page.keyboard.press("ArrowDown")  # one stop for Tab, then arrows
    expect(tile(page, "DV-AWA-7")).to_be_focused()
    page.keyboard.press("Home")
    expect(tile(page, "DV-AWA-1")).to_be_focused()
    assert page.locator(".es-sea [tabindex='0']").count() == 1
    assert "rule=DV-AWA-1" in page.url
    page.locator("[data-game=casanova]").click()
    expect(tile(page, "CA-WIN-1")).to_have_attribute("data-due", "")
    page.locator(".seg [data-lang=en]").click()
    expect(page.locator("h1")).to_have_text("What I know")
    expect(tile(page, "CA-WIN-1")).to_be_visible()  # the same game in the other language
    page.evaluate("document.querySelector('.es-sea [tabindex=\"0\"]').focus()")
    expect(tile(page, "CA-WIN-1")).to_be_focused()
    with page.expect_navigation(url="**/practice-casanova.ipynb?rule=CA-WIN-1"):
        page.keyboard.press("Enter")


def test_a_laptop_shows_all_of_a_games_chart_at_once(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    for game in HOUSE:
        page.goto(f"{ADDRESS}/knowledge?game={game}")
        chart = page.locator(".es-chart:visible")
        expect(chart.locator(".es-tile").first).to_be_visible()
        box = chart.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 720, game
        assert chart.evaluate(
            "(chart) => [...chart.querySelectorAll('.es-tile')].every((tile) => {"
            " const one = tile.getBoundingClientRect(), all = chart.getBoundingClientRect();"
            " return one.left >= all.left && one.right <= all.right && one.bottom <= all.bottom; })"
        ), game


def test_learners_are_added_exported_imported_and_forgotten(page: Page, tmp_path: Path) -> None:
    said = page.locator(".es-said")
    with page.expect_download() as got:
        page.locator("[data-act=export]").click()
    assert got.value.suggested_filename == "escale-alix.json"
    text = Path(got.value.path()).read_text("utf-8")
    assert json.loads(text)["cards"].keys() == CARDS.keys()

    wide = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 664})
    page.locator("[data-act=forget]").click()
    expect(tile(page, "DV-AWA-5")).to_have_attribute("data-degree", "new")
    expect(said).to_contain_text("tout ce qui était su est oublié")
    expect(page.locator("[data-act=undo]")).to_be_in_viewport()
    page.locator("[data-act=undo]").click()
    assert wide
    page.set_viewport_size(wide)
    expect(tile(page, "DV-AWA-5")).to_have_attribute("data-degree", "shaky")

    page.locator(".es-who summary").click()
    page.locator(".es-who [name=name]").fill("Bo")
    page.keyboard.press("Enter")
    expect(page.locator(".es-who summary")).to_have_text("Bo")
    expect(page.locator(".es-five")).to_contain_text("Rien à revoir aujourd’hui")
    before = page.evaluate("localStorage['escale/learners']")
    chosen = page.locator(".es-kept [type=file]")
    for name, wrong, sentence in (
        ("broken.json", text[:40], "Ce fichier ne se lit pas : rien n’a changé."),
        ("game.json", '{"format": "escale/1"}', "Ce fichier n’a pas été exporté d’ici"),
        ("odd.json", text.replace('"again"', '"perhaps"'), "Ce fichier est abîmé"),
    ):
        (tmp_path / name).write_text(wrong, "utf-8")
        chosen.set_input_files(tmp_path / name)
        expect(said).to_contain_text(sentence)
    assert page.evaluate("localStorage['escale/learners']") == before
    (tmp_path / "alix.json").write_text(text.replace('"Alix"', '"<b>Alix</b>"'), "utf-8")
    chosen.set_input_files(tmp_path / "alix.json")
    expect(said).to_contain_text("<b>Alix</b> : le contenu du fichier est là.")
    expect(tile(page, "DV-AWA-5")).to_have_attribute("data-degree", "shaky")

    page.evaluate("() => { Storage.prototype.setItem = () => { throw Error(); }; }")
    page.locator("[data-act=forget]").click()
    page.locator("[data-act=undo]").click()
    expect(said).to_contain_text("Votre navigateur ne garde rien")
    expect(tile(page, "DV-AWA-5")).to_have_attribute("data-degree", "shaky")


def test_as_a_widget_it_speaks_both_languages_and_says_what_to_type(browser: Browser) -> None:
    page = bare_page(browser, bundle.practice_script(), viewport={"width": 900, "height": 900})
    page.add_style_tag(content=bundle.map_style())
    widget = escale.knowledge("dolce-vita", lang="fr")
    page.evaluate(
        """(state) => {
            const model = { get: (name) => state[name] };
            window.leave = escale.default.render({ model, el: document.querySelector("main") });
        }""",
        {name: getattr(widget, name) for name in ("widget", "data", "game", "lang")},
    )
    expect(page.locator("[data-escale-knowledge] h2")).to_have_text("Ce que je sais")
    expect(page.locator(".es-tabs")).to_be_hidden()  # one game
    page.locator("[data-act=lang][data-lang=en]").click()
    expect(page.locator("h2")).to_have_text("What I know")
    tile(page, "DV-AWA-5").click()
    code = 'escale.practice("dolce-vita", rule="DV-AWA-5")'
    expect(page.locator(".es-one code")).to_have_text(code)
    found = [one["id"] for one in violations(page, "[data-escale-knowledge]")]
    assert found == []
    page.evaluate("window.leave()")
    expect(page.locator("[data-escale-knowledge]")).to_have_count(0)


def test_axe_finds_nothing_and_a_phone_has_rows_of_tiles(page: Page) -> None:
    assert violations(page) == []
    page.locator(".es-who summary").click()
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".es-water")).to_be_hidden()
    tile(page, "DV-SET-2").click()
    expect(page.locator(".es-one")).to_contain_text("une main")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(page) == []
    page.locator("[data-act=close]").click()
    expect(page.locator(".es-one")).to_be_hidden()
    page.goto(f"{ADDRESS}/?lang=fr")
    today = page.locator(".resume", has_text="Cinq minutes aujourd’hui")
    expect(today).to_contain_text("3 règles à revoir")
    today.click()
    expect(tile(page, "DV-AWA-5")).to_be_visible()
