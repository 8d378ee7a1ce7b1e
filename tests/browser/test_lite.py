"""JupyterLite beside a site: built for real, its notebooks run in the page, nobody else is asked.

Its Python is Pyodide with packages of its own, so what a notebook shows here has come through all
of them. The table is driven by the same code (`driving`) as in the app.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect
from static_site import GAMES, served

from escale.app.site import export
from escale.teach.languages import LANGUAGES

from . import driving
from .conftest import STAGE, Board, new_page

pytestmark = pytest.mark.long

PATIENCE = 180_000  # ms: JupyterLab and Python, on a busy machine


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("lite") / "some" / "folder" / "site"
    wanted = export.wishes(GAMES, "", "", live=False, with_lab=True)
    with ThreadPoolExecutor(1) as apart:  # Playwright's loop runs in this thread
        apart.submit(export.written, site, wanted).result()
    return site


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    with served(folder) as address:
        yield address


class Visit:
    """Somebody in JupyterLite; what they ask for is written down."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.site = site
        self.page = new_page(browser, viewport={"width": 1280, "height": 900})
        self.page.set_default_timeout(PATIENCE)
        self.board = Board(self.page)
        self.asked: list[str] = []
        self.lost: list[str] = []
        context = self.page.context
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("response", lambda one: one.status >= 400 and self.lost.append(one.url))

    def run(self, path: str) -> Page:
        """Open a notebook by its door and run all its cells."""
        self.page.goto(f"{self.site}{path}")
        self.page.locator(".foot [data-code]").click()
        return self.run_all()

    def run_all(self) -> Page:
        self.page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.locator('.lm-Menu-item[data-command="runmenu:run-all"]').click()
        return self.page


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    one = Visit(browser, site)
    yield one
    one.page.context.close()
    assert not one.board.errors
    assert one.lost == []
    hosts = {url.split("/")[2] for url in one.asked if url.startswith(("http", "ws"))}
    assert hosts == {site.split("/")[2]}
    assert any(url.endswith("pyodide.asm.wasm") for url in one.asked)


def test_every_page_names_its_icon(folder: Path) -> None:
    """Else a browser that has windows asks for one at the root of the host."""
    pages = list((folder / "lab").rglob("index.html"))
    assert pages
    for page in pages:
        (icon,) = re.findall(r'<link rel="icon" href="([^"]+)"', page.read_text())
        assert (page.parent / icon).is_file(), page


def test_what_a_person_does_at_a_table_they_do_here(visit: Visit, tmp_path: Path) -> None:
    """A stranger's game: its package is there, too. Nothing of it is misunderstood."""
    board = visit.board
    page = visit.run("fr/play-galets.html")
    page.wait_for_selector(f"{STAGE} [data-lit]")
    board.wait(0)
    expect(page.locator(".es-notice")).to_be_hidden()
    driving.take_a_hint(board)
    driving.lose_and_look_back(board)
    page.keyboard.press("Escape")
    driving.begin_anew(board)
    driving.undo_and_redo(board)
    driving.begin_anew(board)
    driving.to_a_file_and_back(board, tmp_path)


def test_a_game_with_secrets_and_dice_is_played_against_computers(visit: Visit) -> None:
    page = visit.run("en/play-casanova.html")
    page.wait_for_selector(f"{STAGE} [data-lit]")
    visit.board.play_out(Random(3), 4)
    assert visit.board.ply > 12
    page.get_by_text('escale.play("casanova"').wait_for()


def test_a_course_shows_its_lessons_and_a_position_is_played_on_from(visit: Visit) -> None:
    page = visit.run("en/casanova.html")
    page.wait_for_selector("[data-escale-practice]")  # its last cell: all of them have been run
    scroll_to_the_top(page)
    lesson = page.locator("[data-escale-lesson]").first
    before = lesson.inner_text()
    lesson.locator("[data-do=next]").click()
    expect(lesson).not_to_have_text(before)
    lesson.locator("[data-do=try]").click()
    page.wait_for_selector(f"[data-trying] {STAGE} [data-lit=next]")


def scroll_to_the_top(page: Page) -> None:
    """JupyterLab has only those cells in the page that are near the window."""
    page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTo(0, 0)")


def test_practice_asks_what_can_be_answered(visit: Visit) -> None:
    page = visit.run("fr/practice-casanova.html")
    root = page.locator("[data-escale-practice]")
    expect(root.locator("[data-do=hint]")).to_be_visible()
    expect(root.locator("[data-option], [data-lit]").first).to_be_visible()
    root.locator("[data-do=lang][data-lang=en]").click()
    expect(root.locator("[data-do=hint]")).to_have_text("Help me")


def test_the_first_notebook_shows_the_map_and_both_languages_are_listed(visit: Visit) -> None:
    page = visit.run("en/index.html")
    page.wait_for_selector("[data-escale-knowledge]")
    page.goto(f"{visit.site}lab/lab/index.html?path=en/start.ipynb")
    visit.run_all()
    page.wait_for_selector("[data-escale-knowledge]")
    files = page.locator(".jp-DirListing-item")
    expect(files.filter(has_text="play-casanova.ipynb")).to_have_count(1)
    page.locator(".jp-BreadCrumbs-home").click()
    for lang in LANGUAGES:
        expect(files.filter(has_text=lang)).to_have_count(1)
    scroll_to_the_top(page)
    page.get_by_role("link", name="Play Galets").first.click()
    page.get_by_role("tab", name="play-galets.ipynb").wait_for()
    page.get_by_text('escale.play("galets"').wait_for()


def test_code_that_was_changed_is_kept_in_this_browser(visit: Visit) -> None:
    """And what is said there of a game holds: with the page, it is gone."""
    page = visit.run("fr/play-galets.html")
    page.wait_for_selector(f"{STAGE} [data-lit]")
    visit.board.move(Random(1))
    cell = page.locator(".jp-CodeCell .cm-content").first
    cell.click()
    page.keyboard.press("Control+End")
    page.keyboard.type("  # by me")
    page.keyboard.press("Control+s")
    page.wait_for_function("!document.title.startsWith('*')")
    page.wait_for_timeout(500)
    page.reload()
    page.get_by_text("# by me").wait_for()
    visit.run_all()
    page.wait_for_selector(f"{STAGE}[data-ply='0'] [data-lit]")
