"""A hint on the stage: first what to look at, then a move, with marks on the board."""

from __future__ import annotations

from typing import Any

import pytest
from pages import Page, board, play

from escale import Match


@pytest.mark.parametrize("name", ["casanova", "dolce-vita", "dominos-florentins", "galets"])
def test_a_hint_comes_in_two_stages_and_changes_nothing(name: str) -> None:
    page = Page(play(name, lang="fr", seed=5))
    match = page.match
    page.ask({"do": "hint", "ply": 0, "id": "x-1"})
    first = page.of("hint")
    page.ask({"do": "hint", "ply": 0, "id": "x-2"})
    second = page.of("hint")
    assert first["re"] == "x-1"
    assert len(first["keys"]) < len(second["keys"])
    touched = {key for key in second["keys"] if not key.startswith("turn:")}
    assert touched <= set(page.viewer.shown.scene.targets)
    assert len(first["lines"]) == 1
    assert second["lines"][0][0].startswith("Un bon coup\u00a0: ")
    assert match.ply == 0
    page.move(*second["keys"])
    assert match.ply > 0


def test_who_does_not_have_the_move_gets_no_hint() -> None:
    page = Page(play("galets", lang="en", seed=5))
    (said,) = page.ask({"do": "hint", "ply": 3})
    assert said["kind"] == "say"


def test_a_hint_is_for_this_state_and_not_for_another_with_as_many_moves() -> None:
    """Advice to play a card; a step back, and that very card is played: it is no longer there."""
    page = Page(play("dolce-vita", 3, lang="en", seed=0))
    match, hint = page.match, {"do": "hint", "id": "x-1"}
    page.session.play("1>1")
    ply = match.ply
    page.ask(hint | {"ply": ply})
    page.ask(hint | {"ply": ply})
    named = page.of("hint")["keys"]
    page.ask({"do": "undo"})
    assert match.ply == 0
    page.session.play(next(move for move in match.legal() if {*path(match, move)} & {*named}))
    assert match.ply == ply
    page.ask(hint | {"ply": ply})
    assert len(page.of("hint")["lines"]) == 1
    page.ask(hint | {"ply": ply})
    assert page.of("hint")["keys"] in [path(match, move) for move in match.legal()]


def path(match: Match, move: Any) -> list[str]:
    return list(match.game.path(match.state, move))


def test_a_table_that_is_only_looked_at_gives_no_hints() -> None:
    page = Page(board(Match("dolce-vita", 3, seed=0), seat=0, lang="en"))
    (said,) = page.ask({"do": "hint", "ply": 0, "id": "x-1"})
    assert said["kind"] == "say"
    assert said["text"] == "This table is for looking at; nobody plays here."
