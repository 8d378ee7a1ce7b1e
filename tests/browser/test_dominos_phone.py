"""Dominos Florentins on a phone, in a page: turning, discarding, and what a tap enlarges."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .conftest import Board

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 900}


def opened(open_table: Any, viewport: dict[str, int]) -> Board:
    board: Board = open_table(
        "dominos-florentins", viewport=viewport, has_touch=True, play={"players": 3, "seed": 7}
    )
    return board


def ground(element: Locator) -> str:
    found: str = element.evaluate("(one) => getComputedStyle(one).backgroundColor")
    return found


def apart(board: Board, one: Locator, others: str) -> None:
    a = one.bounding_box()
    assert a
    for other in board.root.locator(others).all():
        b = other.bounding_box()
        assert b
        across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
        down = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
        assert across <= 1 or down <= 1, other.get_attribute("data-key")


@pytest.mark.parametrize("viewport", [PHONE, pytest.param(LAPTOP, marks=pytest.mark.long)])
def test_turning_is_the_loud_button_and_covers_nothing_discarding_is_quiet(
    open_table: Any, viewport: dict[str, int]
) -> None:
    board = opened(open_table, viewport)
    board.move(Random(1))  # the first card has to be placed
    board.wait()
    turn = board.root.locator("[data-do=turn]")
    expect(turn).to_be_hidden()
    for card in board.root.locator("[data-key^='hand:'][data-lit]").all():
        card.tap()
        if turn.is_visible():
            break
    expect(turn).to_be_visible()
    apart(board, turn, ".es-target:not([hidden])")
    discard = board.key("open")
    assert discard.get_attribute("data-lit") == "next"
    assert "0, 0, 0, 0" in ground(discard), "no ground of its own"
    assert "0, 0, 0, 0" not in ground(turn)


def test_a_plate_and_the_open_cards_are_enlarged_by_a_tap(open_table: Any) -> None:
    board = opened(open_table, PHONE)
    sheet = board.root.locator(".es-closeup")
    board.key("player:1").tap()
    expect(sheet).to_be_visible()
    expect(sheet.locator("h2")).to_contain_text("joue")
    expect(sheet.locator("[data-piece^='black:']")).to_have_count(1)
    expect(sheet.locator("[role=status]")).to_be_empty()
    board.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    board.key("stock").tap()
    expect(sheet.locator("[data-piece^='card:']")).to_have_count(4)


def test_a_tap_on_a_space_rings_it_and_says_what_it_counts(open_table: Any) -> None:
    board = opened(open_table, PHONE)
    board.move(Random(1))
    board.wait()
    card = board.root.locator('.es-target[data-key="cell:d4"]')
    box = card.bounding_box()
    assert box
    ring, bubble = board.root.locator(".es-ringed path"), board.root.locator(".es-bubble")
    expect(ring).to_have_count(0)
    found = set()
    for x, y in ((0.5, 0.15), (0.5, 0.85)):  # two sides of a card
        board.page.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])
        expect(bubble).to_contain_text("Espace en")
        expect(ring).to_have_count(2)  # with its halo
        assert {one.evaluate("one => getComputedStyle(one).fill") for one in ring.all()} == {"none"}
        found.add(ring.first.get_attribute("d"))
    assert len(found) == 2
    bubble.locator("[data-do=close]").click()
    expect(ring).to_have_count(0)


def test_another_cell_is_asked_about_instead_of_the_picked_one(open_table: Any) -> None:
    board = opened(open_table, LAPTOP)
    board.root.locator('.es-target[data-key^="hand:"]').first.click()
    board.key("cell:d4").click()
    if board.ply == 0:  # it can be turned: the card waits on its cell
        board.key("cell:a1").click()
        bubble = board.root.locator(".es-bubble")
        expect(bubble).to_contain_text("au milieu du carré, en d4")


def test_what_was_offered_is_gone_with_the_move(open_table: Any) -> None:
    """Nothing that cannot be picked any more stays lit, seen or not."""
    board = opened(open_table, LAPTOP)
    for card in board.lit():
        board.key(card).click()
        board.key("cell:d4").click()
        option = board.root.locator(".es-option[data-key^='turn:']")
        if option.count():
            break
        assert board.ply == 0, "no card can be turned here"
    option.first.click()
    board.wait()
    assert board.ply > 0
    expect(board.root.locator("[data-key^='turn:']")).to_have_count(0)
