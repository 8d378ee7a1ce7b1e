"""Close-ups: what is folded on a small board opens in a sheet over it, and closes again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from escale.draw.scene import Layout, scenes
from escale.draw.sketch import Sketch
from escale.engine.registry import game as find_game

from .conftest import Board


@pytest.fixture(autouse=True)
def looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Casanova with two close-ups: the neighbour's rack behind the 3, my hand behind the 5."""
    module: Any = scenes(find_game("casanova"))
    given = module.layouts

    def layouts(players: int) -> list[Layout]:
        rack = Sketch("narrow", 0, 300)
        rack.paint('<rect width="300" height="60" fill="#123"/>')
        for card in range(1, 14):
            rack.put(f"rack:1/{card}", 23 * (card - 1), 10, 20, 28)
        rack.put("name:1", 10, 40, 200, 16)
        cards = Sketch("narrow", 0, 300)
        for card in range(1, 14):
            cards.put(f"hand:{card}", 23 * (card - 1), 10, 20, 28)
        own = {"hand:3": rack.done(60), "hand:5": cards.done(60)}
        return [layout._replace(closeups=own) for layout in given(players)]

    monkeypatch.setattr(module, "layouts", layouts)


@pytest.fixture
def table(open_table: Any) -> Board:
    board: Board = open_table("casanova", viewport={"width": 390, "height": 844}, has_touch=True)
    return board


def sheet(board: Board) -> Any:
    return board.root.locator(".es-closeup")


def test_a_tap_on_what_is_no_choice_shows_it_enlarged_with_the_reason_below(table: Board) -> None:
    table.key("hand:3").tap()
    expect(sheet(table)).to_be_visible()
    expect(sheet(table).locator("h2")).to_have_text(table.key("hand:3").get_attribute("aria-label"))
    expect(sheet(table).locator("[data-piece='name:1']")).to_be_visible()
    expect(sheet(table).locator("[role=status]")).to_contain_text("CA-RND-")
    assert not table.root.locator(".es-bubble").is_visible()
    assert not sheet(table).locator("[data-piece^='card:1/']").count(), "nothing is played yet"


def test_a_tap_anywhere_escape_and_the_back_button_close_it_and_the_focus_returns(
    table: Board,
) -> None:
    page = table.page
    before = page.evaluate("history.length")
    for close in (
        lambda: sheet(table).locator(".es-closeup-picture").click(),
        lambda: page.mouse.click(200, 830),  # outside of it
        lambda: page.keyboard.press("Escape"),
        lambda: page.keyboard.press("Enter"),  # on its button
        page.go_back,
    ):
        table.key("hand:5").focus()
        page.keyboard.press("Space")
        expect(sheet(table)).to_be_visible()
        close()
        expect(sheet(table)).to_be_hidden()
        assert page.evaluate("document.activeElement.dataset.key") == "hand:5"
    assert page.evaluate("history.length") <= before + 1, "entries are given back"
    assert page.url.endswith("/casanova")


def test_open_one_after_the_other_each_has_its_step_back(table: Board) -> None:
    page = table.page
    table.key("hand:3").click()
    page.keyboard.press("Escape")
    table.key("hand:5").click()  # while the step back of the first is under way
    page.wait_for_function("history.state?.escale === 1")
    expect(sheet(table)).to_be_visible()
    page.go_back()
    expect(sheet(table)).to_be_hidden()
    page.wait_for_function("!history.state?.escale")


def test_what_is_a_choice_is_picked_and_not_looked_at(table: Board) -> None:
    expect(table.key("hand:3")).to_have_attribute("aria-haspopup", "dialog")
    for _ in range(8):
        table.wait()
        if "hand:3" in table.lit():
            break
        table.key(table.lit()[0]).click()
    table.key("hand:3").click()
    table.wait()
    assert not sheet(table).is_visible()
    assert re.search(r"\b3\b", table.key("hand:3").get_attribute("aria-label") or "")
    assert "hand:3" not in table.lit()


def test_what_it_shows_follows_the_game_and_the_language(table: Board) -> None:
    page = table.page
    table.key("hand:5").click()
    assert sheet(table).locator("[data-piece='card:0/7']").count() == 1
    french = sheet(table).locator("h2").inner_text()
    page.keyboard.press("Escape")
    table.root.locator("[data-do=menu]").click()
    table.root.locator("[data-do=lang][data-lang=en]").click()
    expect(table.root).to_have_attribute("lang", "en")
    table.key("hand:5").click()
    expect(sheet(table)).to_be_visible()
    assert sheet(table).locator("h2").inner_text() != french
