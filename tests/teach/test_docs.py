"""What docs/lessons.md shows works: its example is read, played and made into a page."""

from __future__ import annotations

import re
from pathlib import Path

import escale
from escale.teach.lesson import ASK_FIELDS, FIELDS, STEP_FIELDS, read
from escale.widgets import lesson_frames

DOCS = Path(__file__).parents[2] / "docs" / "lessons.md"


def test_the_example_is_a_lesson() -> None:
    text = DOCS.read_text("utf-8")
    [example] = re.findall(r"```toml\n(.*?)```", text, flags=re.DOTALL)
    lesson = read(escale.game("casanova"), "casanova/example", example)
    assert lesson.steps[2].title == {"fr": "Ana prend 2 pièces", "en": "Ana takes 2 coins"}
    question = lesson.steps[1].question
    assert question is not None
    assert [choice.label["en"] for choice in question.choices if choice.right] == ["Ana"]
    told = lesson_frames.page(lesson)
    assert len(told["fr"]["steps"]) == 3


def test_every_field_of_the_format_is_described() -> None:
    text = DOCS.read_text("utf-8")
    for field in (FIELDS | STEP_FIELDS | ASK_FIELDS) - {"options"}:
        assert re.search(rf"(`|\n|\[|\.){field}\b", text), field
