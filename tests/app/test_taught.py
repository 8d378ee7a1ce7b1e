"""Every rule of the house is taught by a lesson, and practised by a question or known not to be."""

from __future__ import annotations

import pytest

import escale
from escale.app.commands.rule_coverage import house_games, report
from escale.teach.lesson import lesson, not_practised

GAMES = ["casanova", "dolce-vita", "dominos-florentins"]


def test_the_house_has_three_courses() -> None:
    assert sorted(game.id for game in house_games()) == GAMES
    assert all(escale.lessons(game) for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_taught_and_practised_or_noted(game: str) -> None:
    prefix = escale.game(game).prefix
    rows = [row for row in report() if row["id"].startswith(f"{prefix}-")]
    assert rows
    assert [row["id"] for row in rows if not row["taught"]] == []
    assert [row["id"] for row in rows if not row["practised"] and not row["note"]] == []
    noted = [row["id"] for row in rows if row["practised"] and row["exercises"] and row["note"]]
    assert noted == [], "what is practised, in lessons and in exercises, needs no excuse"
    bare = [row["id"] for row in rows if not row["exercises"] and not row["note"]]
    assert bare == [], "a rule without exercises says why"


def test_all_hundred_of_them() -> None:
    rows = report()
    assert len(rows) == 100
    assert sum(bool(row["taught"]) for row in rows) == 100
    assert sum(bool(row["practised"] or row["note"]) for row in rows) == 100


def test_what_is_said_about_a_step_is_true() -> None:
    for row in report():
        for place in row["taught"]:
            name, number = place.split("#")
            assert row["id"] in lesson(name).steps[int(number) - 1].rules
        for place in row["practised"]:
            name, number = place.split("#")
            question = lesson(name).steps[int(number) - 1].question
            assert question is not None
            assert row["id"] in question.rules


@pytest.mark.parametrize("game", GAMES)
def test_a_note_is_a_reason(game: str) -> None:
    notes = not_practised(escale.game(game))
    assert all(len(note.split()) >= 6 for note in notes.values()), notes
