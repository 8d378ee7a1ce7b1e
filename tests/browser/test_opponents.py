"""Opponents on the stage, in a real browser: they think and can be hurried; hints; a look back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from . import driving
from .conftest import STAGE, Board, findings


@pytest.mark.long
def test_hints_and_strong_computers_show_that_they_think_and_can_be_interrupted(
    open_voila: Any,
) -> None:
    board: Board = open_voila("strong")
    board.page.set_viewport_size({"width": 1000, "height": 720})
    status = board.root.locator(".es-status")
    height = status.bounding_box()["height"]
    thinks = board.root.locator('[data-part="thinking"]')
    board.do("hint")
    thinks.wait_for()  # it would think for ten minutes, as would the computer
    assert not board.root.locator('[data-do="hurry"]').is_visible()
    board.key("dice:2").click()
    board.wait(1)
    thinks.wait_for(state="hidden")
    assert not board.root.locator(".es-notice").is_visible()
    board.key("hand:7").click()
    hurry = board.root.locator('[data-do="hurry"]')
    hurry.wait_for()
    assert status.bounding_box()["height"] == height, "the board below would move"
    assert board.state("busy") is not None
    assert board.ply == 2
    skip = board.root.locator('[data-do="skip"]')
    skip.evaluate("(one) => { one.hidden = false; }")  # while the card still flies
    for width in (390, 1000):
        board.page.set_viewport_size({"width": width, "height": 720})
        expect(skip).to_be_hidden()  # it has the picture of the other, and on a phone no words
    board.root.locator("[data-lang=en]").click()  # the kernel goes on answering
    board.page.wait_for_selector('[data-do="hurry"]:has-text("Play now")')
    hurry.click()
    board.wait(3)
    assert not hurry.is_visible()


def test_a_hint_in_two_stages_and_a_look_back_from_which_one_plays_on(open_table: Any) -> None:
    board: Board = open_table("galets")

    def look() -> None:
        assert not findings(board, None)

    driving.take_a_hint(board, look)
    driving.lose_and_look_back(board, look)
    ended = board.ply
    board.page.locator('[data-do="play-on"]').first.click()
    board.page.wait_for_selector(f"{STAGE}:not([data-over])")
    assert board.ply < ended
