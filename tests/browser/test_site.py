"""The site without a server: Python in the page plays, reloads are survived, and so is no network.

The board is driven by the same `Board` and the same code (`driving`) as in the app.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from static_site import exported, served

from escale.teach import class_file
from escale.teach.exercises import practice

from . import driving
from .conftest import STAGE, Board, new_page

PATIENCE = 120_000  # ms: Python's start on a busy machine


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[str]:
    with served(exported(tmp_path_factory, worker_id)) as address:
        yield address


class Visit:
    """Somebody in the site; what they ask for is written down."""

    def __init__(self, browser: Browser, site: str, **options: Any) -> None:
        self.site = site
        self.page = new_page(browser, **options)
        self.page.set_default_timeout(PATIENCE)
        self.asked: list[str] = []
        self.page.context.on("request", lambda request: self.asked.append(request.url))
        self.board = Board(self.page)

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.site}{path}")
        return self.page

    def table(self, path: str) -> Board:
        self.go(path).wait_for_selector(f"{STAGE} [data-lit], {STAGE}[data-curtain]")
        return self.board

    def kept_offline(self) -> None:
        """Until the service worker has every file."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Any]:
    made: list[Visit] = []

    def opening(**options: Any) -> Visit:
        made.append(Visit(browser, site, **options))
        return made[-1]

    yield opening
    for one in made:
        one.page.context.close()
        assert not one.board.errors
        host = site.split("/")[2]
        assert {url.split("/")[2] for url in one.asked if url.startswith("http")} == {host}


#: beside the table that is played at, one whose row is gone
ANOTHER = """() => {
  const tables = JSON.parse(localStorage["escale/tables"]);
  const [one] = Object.values(tables);
  localStorage["escale/tables"] = JSON.stringify({ ...tables, gone: { ...one, token: "gone" } });
}"""
PHONE = {"viewport": {"width": 390, "height": 664}}


@pytest.mark.parametrize("more", [2, pytest.param(200, marks=pytest.mark.long)])
def test_a_first_game_goes_on_after_a_reload_and_without_a_network(visit: Any, more: int) -> None:
    """For so many moves more, or to its end. Its first click is made before Python is there."""
    here, rng = visit(**PHONE), Random(3)
    board = here.table("fr/play-casanova.html?coach")
    assert here.page.evaluate("document.documentElement.dataset.python") == "starting"
    board.move(rng)
    assert len(here.page.workers) == 1
    while board.ply < 6:
        board.move(rng)
        board.wait()
    here.kept_offline()
    here.page.context.set_offline(True)
    here.page.reload()
    here.page.get_by_role("button", name="Reprendre la partie").click()
    here.page.wait_for_function(
        "([stage]) => Number(document.querySelector(stage)?.dataset.ply) >= 6", arg=[STAGE]
    )
    before = board.ply
    board.play_out(rng, more)
    assert board.ply > before
    assert board.over or more < 200
    if not board.over:
        here.page.evaluate(ANOTHER)
        here.go("fr/index.html").wait_for_selector(".resume")
        assert here.page.locator(".resume").count() == 1
        here.go("en/index.html").wait_for_selector(".resume[href*='/en/play-casanova.html?table=']")
    here.go("en/casanova.html?lesson=casanova/first-rounds")
    here.page.wait_for_selector("[data-escale-lesson]")


def test_until_it_is_known_which_game_goes_on_no_other_one_looks_like_it(visit: Any) -> None:
    here = visit(service_workers="block")
    worker = re.compile(r"/runtime/worker\.js")
    here.page.route(worker, lambda route: route.abort())
    page = here.go("en/play-casanova.html?table=gone")
    page.get_by_text("Python could not be started").wait_for()
    expect(page.locator(f"{STAGE}[inert] .es-status-text")).to_be_hidden()
    page.unroute(worker)
    page.reload()
    expect(page.locator(".es-status-text")).to_be_visible()
    here.board.move(Random(1))


def test_what_a_person_does_at_a_table_of_the_app_they_do_here(visit: Any, tmp_path: Path) -> None:
    """A stranger's game, too; Python is started once for all of it, and once for a link."""
    here = visit()
    board = here.table("fr/play-galets.html")
    driving.take_a_hint(board)
    driving.lose_and_look_back(board)
    here.page.keyboard.press("Escape")
    driving.begin_anew(board)
    driving.undo_and_redo(board)
    driving.begin_anew(board)
    driving.to_a_file_and_back(board, tmp_path)
    driving.begin_anew(board)
    link = driving.link_to(board)
    here.page.keyboard.press("Escape")
    board.do("undo")
    board.wait(0)
    here.page.goto(link)  # to the page that is open: only what follows # is another
    here.page.wait_for_selector(f'{STAGE}[data-escale-stage="galets"][data-ply="2"]')
    assert "game=" not in here.page.url
    board.play_out(Random(5))
    assert board.over


def another_version(site: Path) -> None:
    """What `escale export site` writes after a change of the pages' words."""
    listed = json.loads((site / "files.json").read_text())
    new = "0123456789ab"
    for file in [*site.rglob("*.html"), site / "sw.js"]:
        text = file.read_text().replace(listed["version"], new)
        file.write_text(text.replace("</title>", " (new)</title>"))
    for name in listed["files"]:
        data = (site / name).read_bytes()
        listed["files"][name] = [len(data), sha256(data).hexdigest()]
    (site / "files.json").write_text(json.dumps({**listed, "version": new}))


@pytest.mark.long
def test_a_new_version_is_offered_in_the_middle_of_a_game_and_pushes_nothing_away(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, worker_id: str, tmp_path: Path
) -> None:
    folder = tmp_path / "some" / "folder" / "site"
    shutil.copytree(exported(tmp_path_factory, worker_id), folder)
    with served(folder) as address:
        here = Visit(browser, address, **PHONE)
        here.table("fr/play-galets.html").move(Random(1))
        here.board.wait()
        here.kept_offline()
        another_version(folder)
        page = here.page
        page.reload()
        page.get_by_role("button", name="Reprendre la partie").click()
        top = here.board.root.bounding_box()
        offer = page.locator("[data-site-new]")
        offer.wait_for()
        assert here.board.root.bounding_box() == top
        box = offer.bounding_box()
        assert box
        assert 0 <= box["x"] <= 390 - box["width"]
        assert "(new)" not in page.title()
        offer.get_by_role("button", name="Plus tard").click()
        here.go("fr/index.html").wait_for_selector(".resume")
        page.wait_for_timeout(500)
        expect(offer).to_be_hidden()  # asked once in this tab
        other = page.context.new_page()
        other.goto(f"{address}fr/rules-casanova.html")
        assert "(new)" not in other.title()
        other.locator("[data-site-new] [data-take]").click()
        for one in (other, page):
            expect(one).to_have_title(re.compile(r"\(new\)$"))
        page.locator(".resume").click()
        page.wait_for_selector(f"{STAGE}[data-ply='2']")
        page.context.close()


def test_a_class_shows_its_lessons_and_says_which_steps_need_the_app(visit: Any) -> None:
    exercise = next(practice("casanova", kind="what", seed=1))
    steps = [{"lesson": "casanova/goal"}, {"exercise": exercise}]
    found = class_file.read({"format": class_file.FORMAT, "title": "Goal", "steps": steps})
    page = visit().go(f"en/class.html#class={class_file.packed(found)}")
    page.wait_for_selector('[data-escale-lesson="casanova/goal"] [data-do=next]')
    page.locator('[data-class-do="next"]').click()
    expect(page.locator("[data-class-notice]")).to_contain_text("in the app (escale serve)")
    expect(page.locator("[data-escale-lesson]")).to_have_count(0)


def test_a_lesson_asks_for_python_only_to_be_tried_out(visit: Any) -> None:
    """By mouse or by keyboard: a key presses the button without a pointer near it."""
    here = visit()
    page = here.go("fr/casanova.html?lesson=casanova/first-rounds")
    page.wait_for_selector("[data-escale-lesson] [data-do=next]")
    assert not [url for url in here.asked if "/runtime/" in url]
    page.locator("[data-escale-lesson] [data-do=try]").dispatch_event("click")
    page.wait_for_selector(f"[data-trying] {STAGE} [data-lit=next]")
