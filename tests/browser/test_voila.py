"""The stage in a page of stock Voilà, with a kernel: games go through, and Voilà leaves us room.

Games by mouse are played there in `test_secrets`, which reads along.
"""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import STAGE, findings


@pytest.mark.long
def test_a_whole_game_by_keyboard_on_a_phone_and_it_follows_the_theme(open_voila: Any) -> None:
    board = open_voila("galets", viewport={"width": 350, "height": 900})
    assert board.root.evaluate("(root) => root.scrollWidth <= root.clientWidth + 1")
    board.play_out_by_keyboard()
    assert board.over
    for scheme in ("light", "dark"):
        light = str(scheme == "light").lower()
        board.page.evaluate("(light) => (document.body.dataset.jpThemeLight = light)", light)
        board.page.wait_for_selector(f"{STAGE}[data-theme={scheme}]")
    assert not findings(board, None)
