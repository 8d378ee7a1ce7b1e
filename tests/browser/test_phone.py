"""A table on a phone: two bands, the board from edge to edge, and everything else as sheets."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import GAMES, Board

PHONE = {"width": 390, "height": 664}
BOXES = """(root, parts) => Object.fromEntries(parts.map((part) => {
    const box = root.querySelector(part).getBoundingClientRect();
    return [part, [box.left, box.top, box.right, box.bottom].map(Math.round)];
}))"""


def boxes(board: Board, *parts: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = board.root.evaluate(BOXES, list(parts))
    return found


@pytest.fixture
def phone(open_table: Any) -> Any:
    def opening(game: str, **options: Any) -> Board:
        board: Board = open_table(game, viewport=PHONE, has_touch=True, **options)
        return board

    return opening


@pytest.mark.parametrize("name", GAMES)
def test_a_board_stands_below_two_bands_from_edge_to_edge(phone: Any, name: str) -> None:
    board = phone(name)
    found = boxes(board, ".es-head", ".es-status", ".es-table")
    assert found[".es-head"] == [0, 0, 390, 44]
    assert found[".es-status"] == [0, 44, 390, 84]
    left, top, right, bottom = found[".es-table"]
    assert (left, top, right) == (0, 84, 390)
    assert bottom <= 664, "board and hand are in sight"
    assert board.page.evaluate("document.documentElement.scrollHeight") == 664
    assert not board.root.locator(".es-side").is_visible()
    small = board.root.evaluate(
        """(root) => [...root.querySelectorAll(".es-head > *, .es-menu > button")]
            .filter((one) => one.matches("button, a") && one.offsetParent)
            .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 40)
            .map((one) => one.outerHTML)"""
    )
    assert not small


def test_the_menu_has_rules_log_screen_and_language_and_sheets_close_by_back(phone: Any) -> None:
    board = phone("casanova")
    page, dialog = board.page, board.root.locator(".es-dialog")
    address = page.url
    for what in ("rules", "show-log", "new"):
        board.root.locator("[data-do=menu]").tap()
        board.root.locator(f".es-menu-list [data-do={what}]").tap()
        expect(dialog).to_be_visible()
        left, top, right, bottom = boxes(board, ".es-dialog")[".es-dialog"]
        assert (left, right, bottom) == (0, 390, 664), what
        assert top >= 0.2 * 664 - 1, what
        if what == "new":
            page.keyboard.press("Escape")
        else:
            page.go_back()
        expect(dialog).to_be_hidden()
        assert page.url == address
    board.root.locator("[data-do=menu]").tap()
    expect(board.root.locator(".es-menu-list [data-do=full-screen]")).to_be_visible()
    board.root.locator(".es-menu-list [data-lang=en]").tap()
    expect(board.root).to_have_attribute("lang", "en")
    page.set_viewport_size({"width": 1300, "height": 900})
    expect(board.root.locator(".es-head > [data-do=rules]")).to_be_visible()
    expect(board.root.locator(".es-head > .es-lang")).to_be_visible()
    board.root.locator("[data-do=menu]").tap()
    expect(board.root.locator("[data-do=show-log]")).to_be_hidden()


def test_without_a_full_screen_there_is_no_button_for_it(open_table: Any, browser: Any) -> None:
    board = open_table("galets")
    assert board.root.locator("[data-do=full-screen]").count() == 1
    board.page.add_init_script(
        "Object.defineProperty(document, 'fullscreenEnabled', { value: false })"
    )
    board.page.reload()
    board.page.wait_for_selector("[data-escale-stage] [data-lit]")
    assert board.root.locator("[data-do=full-screen]").count() == 0


def test_the_table_alone_fills_the_screen_and_gives_it_back(phone: Any) -> None:
    board = phone("dolce-vita")
    for filled in (True, False):
        board.root.locator("[data-do=menu]").tap()
        board.root.locator("[data-do=full-screen]").tap()
        board.page.wait_for_function(
            "(filled) => Boolean(document.fullscreenElement) === filled", arg=filled
        )
        if filled:
            assert board.root.evaluate("(root) => root === document.fullscreenElement")


def test_what_is_said_takes_the_status_bands_place_and_leaves_the_hand_alone(phone: Any) -> None:
    board = phone("casanova")
    hand = boxes(board, '[data-key="hand:9"]')['[data-key="hand:9"]'][1]
    board.key("hand:9").tap()
    expect(board.root.locator(".es-bubble")).to_be_visible()
    found = boxes(board, ".es-bubble", ".es-status", ".es-table")
    assert found[".es-bubble"][0] == found[".es-table"][0]
    assert found[".es-bubble"][1] == max(0, found[".es-status"][1])
    assert found[".es-bubble"][3] < hand
    board.root.locator(".es-bubble .es-chip").first.tap()  # there is no card beside the board
    expect(board.root.locator(".es-dialog h2")).to_contain_text("CA-")
    board.page.keyboard.press("Escape")
    board.root.locator("[data-do=hint]").tap()
    expect(board.root.locator(".es-notice")).to_be_visible()
    assert boxes(board, ".es-notice")[".es-notice"][:3] == [0, 44, 390]
    assert boxes(board, ".es-notice")[".es-notice"][3] < hand
