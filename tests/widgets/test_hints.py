"""A hint on the stage: first what to look at, then a move, with marks on the board."""

from __future__ import annotations

import pytest
from pages import Page

from escale.widgets.table import play


@pytest.mark.parametrize("name", ["casanova", "dolce-vita", "dominos-florentins", "galets"])
def test_a_hint_comes_in_two_stages_and_changes_nothing(name: str) -> None:
    page = Page(play(name, lang="fr", seed=5))
    match = page.table.match
    page.ask({"do": "hint", "ply": 0, "id": "x-1"})
    first = page.of("hint")
    page.ask({"do": "hint", "ply": 0, "id": "x-2"})
    second = page.of("hint")
    assert first["re"] == "x-1"
    assert len(first["keys"]) < len(second["keys"])
    touched = {key for key in second["keys"] if not key.startswith("turn:")}
    assert touched <= set(page.table._scene.targets)
    assert len(first["lines"]) == 1
    assert second["lines"][0][0].startswith("Un bon coup : ")
    assert match.ply == 0
    page.move(*second["keys"])
    assert match.ply > 0


def test_who_does_not_have_the_move_gets_no_hint() -> None:
    page = Page(play("galets", lang="en", seed=5))
    (said,) = page.ask({"do": "hint", "ply": 3})
    assert said["kind"] == "say"
