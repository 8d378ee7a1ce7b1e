"""Kinds of questions: one class each, in one table; a new one needs nothing else in Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import escale
from escale.app.commands import print_strip as strip
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import BadLesson, read
from escale.teach.questions import KINDS, Asked, Choice, Choose, Goal, checked
from escale.teach.questions.question import WAYS
from escale.widgets import lesson_frames

PAGE = Path(__file__).parents[2] / "frontend" / "src" / "questions.js"

LESSON = """
title = {fr = "T", en = "T"}
about = {fr = "A", en = "A"}
players.fr = ["Ana", "Bea"]
players.en = ["Ana", "Bea"]
[[step]]
title = {fr = "T", en = "T"}
text = {fr = "X", en = "X"}
rules = ["GA-MAT-1"]
[step.ask]
text = {fr = "Combien de galets ?", en = "How many pebbles?"}
number = "row"
options = [7, 9]
wrong.7 = {fr = "Recomptez.", en = "Count again."}
"""


@dataclass(frozen=True, kw_only=True)
class Number(Choose):
    """`number`: how long is a list of the state?"""

    field_name = "number"
    more_fields = ("options",)

    @classmethod
    def answers(cls, asked: Asked, options: list[Any]) -> Iterator[tuple[str, Choice]]:
        counted = asked.state._asdict().get(asked.table["number"])
        if not isinstance(counted, tuple):
            raise asked.wrong("number names what is counted", "number")
        for option in options:
            yield str(option), Choice(dict.fromkeys(LANGUAGES, str(option)), option == len(counted))


@pytest.fixture
def number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "number", Number)


@pytest.mark.usefixtures("number")
def test_a_new_kind_is_read_checked_asked_and_printed() -> None:
    game = escale.game("galets")
    lesson = read(game, "galets/toy", LESSON)
    question = lesson.steps[0].question
    assert isinstance(question, Number)
    assert [choice.right for choice in question.choices] == [False, True]
    asked = lesson_frames.page(lesson)["fr"]["steps"][0]["ask"]
    assert asked["kind"] == "choose"
    assert asked["options"] == [["7", False, "Recomptez."], ["9", True, ""]]
    assert "B: 9" in strip.page(lesson, "fr")
    for old, new, complaint in (
        ('number = "row"', 'number = "sea"', "line 12: number names what is counted"),
        ("[7, 9]", "[7, 8]", "line 13: exactly one of two or more answers must be right"),
        ("wrong.7", "wrong.8", "line 14: wrong: '8' is none of the answers"),
        ('number = "row"', 'number = "row"\nallowed = "1"', "line 10: a question has one of"),
    ):
        with pytest.raises(BadLesson, match=complaint):
            read(game, "galets/toy", LESSON.replace(old, new))


def test_without_its_entry_there_is_no_such_kind() -> None:
    with pytest.raises(BadLesson, match=r"line 12: .* has no 'number'; it has allowed, because"):
        read(escale.game("galets"), "galets/toy", LESSON)


def test_the_table_of_kinds_is_checked_when_it_is_made() -> None:
    assert checked(*KINDS.values()) == KINDS
    with pytest.raises(TypeError, match="Sung: a page lets nobody answer by 'sing'"):
        checked(type("Sung", (Number,), {"kind": "sing"}))
    with pytest.raises(TypeError, match="Again: the field 'goal' means something else"):
        checked(Goal, type("Again", (Number,), {"field_name": "goal"}))
    with pytest.raises(TypeError, match="Again: the field 'hint' means something else"):
        checked(type("Again", (Number,), {"field_name": "hint"}))


def test_the_page_has_a_module_for_every_way_to_answer() -> None:
    table = re.search(r"const KINDS = \{ (.*?) \};", PAGE.read_text("utf-8"))
    assert table is not None
    assert tuple(re.findall(r"\w+", table[1])) == WAYS
