"""What a person does at a table, wherever it is: tests of the app and of the site call the same.

Each takes a table of Galets in French at which nothing has been played, with one computer.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import expect

import escale

from .conftest import STAGE, Board


def begin_anew(board: Board) -> None:
    board.do("new")
    board.page.locator(".es-dialog [type=submit]").click()
    board.wait(0)


def undo_and_redo(board: Board) -> None:
    board.move(Random(1))
    board.wait(2)
    board.do("undo")
    board.wait(0)
    assert "rien" in board.root.locator(".es-log").inner_text().lower()
    board.do("redo")
    board.wait(2)
    assert board.root.locator(".es-log li").count() == 2


def to_a_file_and_back(board: Board, folder: Path) -> None:
    board.move(Random(1))
    board.wait(2)
    with board.page.expect_download() as download:
        board.do("save")
    file = folder / "game.json"
    download.value.save_as(file)
    assert escale.Match.from_record(file.read_text()).ply == 2
    board.do("undo")
    board.wait(0)
    board.page.locator("input[type=file]").set_input_files(file)
    board.wait(2)
    broken = folder / "broken.json"
    broken.write_text(json.dumps({"format": "escale/1"}))
    board.page.locator("input[type=file]").set_input_files(broken)
    board.page.wait_for_selector(".es-notice[data-tone=warn]")
    assert board.ply == 2


def take_a_hint(board: Board, look: Callable[[], None] = lambda: None) -> None:
    """In two stages; `look` is called when all of it can be seen."""
    page = board.page
    board.root.locator("[data-lit=next]").first.focus()
    page.keyboard.press("h")
    notice = board.root.locator(".es-notice p")
    notice.wait_for()
    page.keyboard.press("h")
    expect(notice).to_contain_text("Un bon coup")
    expect(board.root.locator("[data-hint]")).to_have_count(1)
    drawn = board.root.locator(".es-notice .es-inline").first  # a pebble, in its sentence
    expect(drawn).to_have_css("display", "inline-block")
    look()
    board.root.locator("[data-hint]").click()
    board.wait(2)
    assert board.root.locator("[data-hint]").count() == 0


def lose_and_look_back(board: Board, look: Callable[[], None] = lambda: None) -> None:
    """To the end of the game, and back over it; `look` is called when the chart can be seen."""
    while not board.over:  # whoever always takes the lowest pebble will lose, mostly
        before = board.ply
        board.key(min(board.lit())).click()
        board.page.wait_for_function(
            "([stage, ply]) => Number(document.querySelector(stage).dataset.ply) > ply",
            arg=[STAGE, before],
        )
        board.wait()
    board.do("review")
    board.page.wait_for_selector(".es-dialog .es-chart")
    look()


def link_to(board: Board) -> str:
    """The link of a game without secrets, two moves into it: it holds the game."""
    board.move(Random(1))
    board.wait(2)
    board.do("link")
    link = board.page.locator(".es-link-field").input_value()
    assert "#game=" in link
    return link
