"""The stage in a page of stock Voilà, with a kernel: games go through, and Voilà leaves us room."""

from __future__ import annotations

from random import Random
from typing import Any

from .conftest import STAGE, findings


def test_a_whole_game_by_mouse(open_voila: Any) -> None:
    board = open_voila("casanova")
    rng = Random(4)
    for _ in range(200):
        if board.over:
            break
        board.move(rng)
        board.wait()
    assert board.over
    assert not board.lit()
    assert not findings(board, None)


def test_a_whole_game_by_keyboard_alone(open_voila: Any) -> None:
    board = open_voila("galets")
    keys = board.page.keyboard
    board.page.evaluate("document.activeElement.blur()")
    for _ in range(12):  # one tab stop, somewhere after the header's buttons
        keys.press("Tab")
        if board.page.evaluate("document.activeElement.classList.contains('es-target')"):
            break
    for turn in range(300):
        board.wait()
        if board.over:
            break
        focused = board.page.evaluate("document.activeElement.dataset.key ?? ''")
        assert focused, "the focus stays on the board"
        keys.press("Home" if turn % 3 else "End")  # the first or the last thing that can be picked
        keys.press("Enter")
    assert board.over


def test_a_phone_has_room_for_it_and_it_follows_the_theme(open_voila: Any) -> None:
    board = open_voila("dolce-vita", viewport={"width": 350, "height": 900})
    assert board.root.evaluate("(root) => root.scrollWidth <= root.clientWidth + 1")
    for scheme in ("light", "dark"):
        light = str(scheme == "light").lower()
        board.page.evaluate("(light) => (document.body.dataset.jpThemeLight = light)", light)
        board.page.wait_for_selector(f"{STAGE}[data-theme={scheme}]")
        assert not findings(board, None), scheme
