"""The quick starts: three minutes, one turn of the learner's own, and then a game.

What holds for every lesson (typography, hints, answers that the engine bears out) is held by
`test_courses.py`, which reads them, too.
"""

from __future__ import annotations

import pytest

import escale
from escale.app.commands.rule_coverage import house_games
from escale.app.shelf import shelf
from escale.teach.lesson import lesson, lessons

HOUSE = [game.id for game in house_games()]


@pytest.mark.parametrize("game", HOUSE)
def test_a_quick_start_takes_three_minutes_and_at_most_eight_screens(game: str) -> None:
    [card] = [box.quick_start for box in shelf() if box.id == game]
    assert card is not None
    assert card.id == f"{game}/quick-start"
    assert card.steps <= 8
    assert card.minutes == 3
    assert card.title["en"] == "Three minutes, then play"


@pytest.mark.parametrize("game", HOUSE)
def test_the_learner_makes_a_turn_and_any_move_that_reaches_the_goal_counts(game: str) -> None:
    moved = [
        step.question
        for step in lesson(f"{game}/quick-start").steps
        if step.question and step.question.kind == "move"
    ]
    assert moved
    for question in moved:
        assert sum(right for _, right in question.moves) > 1, "a goal, not a dictated move"
        assert not all(right for _, right in question.moves), "it can be missed"


@pytest.mark.parametrize("game", HOUSE)
def test_no_course_counts_its_quick_start(game: str) -> None:
    assert f"{game}/quick-start" not in lessons(game)
    assert escale.lessons(game) == lessons(game)


def test_a_game_without_a_quick_start_is_opened_by_its_course() -> None:
    [box] = [box for box in shelf() if box.id == "galets"]
    assert box.quick_start is None
    with pytest.raises(escale.BadOption, match="there is no lesson 'galets/quick-start'"):
        lesson("galets/quick-start")
