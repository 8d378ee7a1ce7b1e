"""Dolce Vita on a phone: what a tap does there, and what a wider window finds afterwards."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .conftest import Board

PHONE = {"width": 390, "height": 664}


def test_a_tap_on_a_fan_or_a_player_enlarges_it_and_a_tap_on_the_sand_lays(open_table: Any) -> None:
    board: Board = open_table("dolce-vita", viewport=PHONE, has_touch=True)
    sheet = board.root.locator(".es-closeup")
    board.key("hand:3").tap()
    board.key("fan:2").tap()
    expect(sheet.locator("[data-piece^='object:']")).to_have_count(9)
    expect(sheet.locator("[role=status]")).to_have_text("")
    board.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert board.key("hand:3").get_attribute("data-picked") is not None, "looking picks nothing"
    board.key("column:2").tap()
    board.wait()
    expect(board.root.locator("[data-piece='plate:2/0']")).to_be_visible()
    board.key("player:1").tap()
    expect(sheet.locator("[data-piece^='card:1/']").first).to_be_visible()
    expect(sheet.locator("[data-piece='score:1']")).to_have_text("0")


def test_what_a_phone_does_not_show_is_there_when_the_window_grows(open_table: Any) -> None:
    """Pieces that changed while there was no place for them are not forgotten."""
    board: Board = open_table("dolce-vita", viewport=PHONE)
    note = board.root.locator("[data-piece='hand:note']")
    board.key("hand:3").click()
    board.key("column:2").click()
    board.wait()
    assert not note.count()
    board.page.set_viewport_size({"width": 1280, "height": 900})
    expect(note).to_be_visible()
    expect(note).to_contain_text("4")
