"""The stage in JupyterLab: beside other cells, seen twice, found again after a reload."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from .conftest import SEED, STAGE, Board, findings, save, shown
from .test_secrets import in_notebook, saved, seats_of


@pytest.mark.parametrize("most", [2, pytest.param(200, marks=pytest.mark.long)])
def test_a_game_in_a_notebook_that_is_saved(open_lab: Any, shared: Path, most: int) -> None:
    """It tells no secret, is played on at, lets no shortcut of the notebook's through but that of
    saving, and follows the theme: one notebook for all of it, since Lab takes its time."""
    board = open_lab("secret-dominos")
    rng = Random(7)
    board.move(rng)
    board.wait()
    no_secret_in_a_saved_notebook(board, shared / "notebooks")
    only_saving_fires_on(board)
    before = board.ply
    board.play_out(rng, most)
    assert board.over if most == 200 else board.ply > before
    assert not findings(board, STAGE)
    assert board.state("theme") == "light"
    board.page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    board.page.wait_for_selector(f'{STAGE}[data-theme="dark"]')


def only_saving_fires_on(board: Board) -> None:
    """Of the notebook's shortcuts, while the focus is on the board."""
    cells = board.page.locator(".jp-Cell").count()
    board.key(board.lit()[0]).focus()
    dialog = board.page.locator("dialog[open]")
    for key in ("b", "a", "x", "d", "d", "ArrowLeft"):
        board.page.keyboard.press(key)
        if key == "d":  # for us it describes the table; twice, for Lab, it deletes a cell
            dialog.wait_for()
            board.page.keyboard.press("Escape")
            dialog.wait_for(state="hidden")
    assert board.page.locator(".jp-Cell").count() == cells
    save(board.page, at=board.key(board.lit()[0]))
    board.page.keyboard.press("x")
    assert board.page.locator(".jp-Cell").count() == cells + 1, "letters are kept away again"


def no_secret_in_a_saved_notebook(board: Board, folder: Path) -> None:
    notebook, state = saved(board, folder), seats_of(board).state
    mine, theirs, *_ = state.hands
    (widgets,) = notebook["metadata"]["widgets"].values()
    tables = [one["state"]["table"] for one in widgets["state"].values() if "table" in one["state"]]
    assert [table["ply"] for table in tables] == [board.ply]
    assert all(f"hand:{card}" in json.dumps(tables) for card in mine)
    assert in_notebook(notebook, board) == []
    for leak in (theirs[0], state.pile[-1], str(SEED)):
        assert in_notebook(notebook | {"leak": leak}, board) == [leak]


def test_two_views_of_one_table_stay_the_same_also_after_a_reload(open_lab: Any) -> None:
    first = open_lab("twice")
    second = Board(first.page, 1)
    first.page.wait_for_function(f"document.querySelectorAll('{STAGE}').length === 2")
    first.move(Random(1))
    first.page.wait_for_function(
        f"[...document.querySelectorAll('{STAGE}')].every((s) => s.dataset.ply === '2')"
    )
    assert first.lit() == second.lit()
    save(first.page)
    first.page.reload()
    shown(first.page, f"{STAGE}:has([data-lit])", 2)
    assert first.ply == 2
    second.key(second.lit()[0]).click()
    first.page.wait_for_function(
        f"[...document.querySelectorAll('{STAGE}')].every((s) => s.dataset.ply === '4')"
    )
