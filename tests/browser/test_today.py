# ruff: noqa: F401, F811  (a fixture of test_app)
"""A browser that was last here at aec17c0: its stars, its tables and its links are still good.

What it kept and what the server kept are in `tests/today/`; see `tests/app/test_today.py` for all
that needs no browser.
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect
from today import read

from .conftest import STAGE, Board
from .test_app import Visit, visit

STORAGE = read("storage.json")
LINKS = {link["note"]: link for link in read("links.json")}
TABLES = {table["token"]: table for table in read("tables.json")}


def returned(visit: Visit) -> Page:
    """The shelf, in a browser with what the other version has left in it."""
    page = visit("/static/icon.svg")
    page.evaluate(
        """([local, session, cookies]) => {
            Object.assign(localStorage, local);
            Object.assign(sessionStorage, session);
            for (const [name, value] of Object.entries(cookies))
                document.cookie = `${name}=${value}; path=/`;
        }""",
        [STORAGE["localStorage"], STORAGE["sessionStorage"], STORAGE["cookies"]],
    )
    return visit("/", page=page)


def stars(page: Page) -> dict[str, str]:
    shown: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("[data-game]")].map((card) => [
            card.dataset.game,
            [...card.querySelectorAll(".stars svg")]
                .map((star) => star.getAttribute("class") || "-").join(" "),
        ]))"""
    )
    return shown


def opened(page: Page, **state: Any) -> Board:
    """The table of a page, once it is in this state."""
    marks = "".join(f'[data-{name}="{value}"]' for name, value in state.items())
    page.wait_for_selector(f"{STAGE}{marks}")
    return Board(page)


def test_the_shelf_knows_stars_language_and_tables_and_a_table_goes_on(visit: Visit) -> None:
    page = returned(visit)
    assert page.locator("html").get_attribute("lang") == "fr"
    page.wait_for_selector(".resume")
    cards = page.locator(".resume").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    assert cards == STORAGE["resumes"]
    assert stars(page) == STORAGE["stars"]
    doors = page.locator("[data-door=learn] small").all_inner_texts()
    next_ones = ((2, 15), (2, 16), (2, 16), (1, 1))  # as the stars sent them on
    assert doors == [f"leçon {number} sur {of}" for number, of in next_ones]

    token = cards[0].partition("table=")[2]
    then = TABLES[token]
    played, undone = then["moves"].split(), then["undone"].split()
    page.locator(".resume").first.click()
    board = opened(page, ply=len(played))
    board.wait(len(played))
    assert undone
    board.do("redo")
    board.wait(len(played) + len(undone))
    kept = json.loads(page.evaluate("localStorage['escale/tables']"))
    mine = kept["/voila/render/fr/play-dolce-vita.ipynb#dolce-vita"]
    assert (mine["token"], mine["ply"]) == (token, board.ply)


def test_a_link_to_a_table_with_two_people_opens_behind_its_curtain(visit: Visit) -> None:
    link = LINKS["casanova, two people with hidden hands"]
    page = visit(link["link"])
    board = opened(page, ply=link["ply"])
    page.wait_for_selector(f"{STAGE}[data-curtain]")
    board.do("lift")
    page.wait_for_selector(f"{STAGE}:not([data-curtain]) [data-lit]")


def test_a_link_with_a_finished_game_opens_it(visit: Visit) -> None:
    link = LINKS["dominos-florentins, 3 players, end"]
    page = visit(link["link"])
    board = opened(page, ply=link["ply"])
    assert board.over
    assert "Anaïs" in board.root.inner_text()


def test_a_lesson_address_opens_at_its_step_with_the_stars_of_then(visit: Visit) -> None:
    page = returned(visit)
    visit("/?lesson=dolce-vita/ties&step=4", page=page)
    lesson = page.locator('[data-escale-lesson="dolce-vita/ties"]')
    expect(lesson).to_have_attribute("data-step", "4")
    expect(lesson.locator(".es-stars")).to_contain_text("★")
