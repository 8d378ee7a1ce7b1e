"""A walkthrough as a course: which part of its notebook belongs to which lesson."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest

import escale
from escale.app import notebooks
from escale.app.server import pages
from escale.app.server.course import AFTER, BEFORE, CODE, END, FRONT, PLAYER, Course, course
from escale.app.server.notebook_page import Page
from escale.app.shelf import LessonCard
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import with_quick_start

GAMES = ("dolce-vita", "casanova", "dominos-florentins")


def read(name: str, lang: str) -> Any:
    return nbformat.read(notebooks.shipped() / lang / f"{name}.ipynb", as_version=4)


def course_of(name: str, lang: str) -> Course:
    found = course(read(name, lang).cells, pages.box_of(name), lang)
    assert found is not None
    return found


def page(folder: Path) -> Page:
    return Page(pages.Place("/", "/voila/render/", folder))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_lesson_has_its_player_and_says_what_to_remember(name: str, lang: str) -> None:
    found = course_of(name, lang)
    parts = [part for cell in found.parts for part in cell]
    players = [part.at for part in parts if part.slot == PLAYER]
    assert players == with_quick_start(name) == found.ids
    assert [row.card.id for row in found.rows] == escale.lessons(name)
    told = {part.at for part in parts if part.slot == AFTER}
    silent = [lesson for lesson in players if lesson not in told]
    assert silent == []
    for part in parts:
        if part.slot == AFTER:
            assert "## " not in part.source
        elif part.slot == BEFORE:
            assert part.source.startswith("## ")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_for_readers_of_code_stays_with_the_code(name: str) -> None:
    parts = [part for cell in course_of(name, "en").parts for part in cell]
    code = [part for part in parts if part.slot == CODE]
    assert code[0].source.startswith("## For those who read code")
    assert {part.at for part in code} == {""}
    assert parts.index(code[0]) > max(i for i, part in enumerate(parts) if part.slot == PLAYER)
    [last] = [part for part in parts if part.slot == END]
    assert f"play-{name}.ipynb" in last.source
    front = [part.source for part in parts if part.slot == FRONT and part.source]
    assert len(front) == 1
    assert not front[0].startswith("#"), "the title is the list's"


def test_a_text_between_two_lessons_is_of_the_first_and_a_heading_of_the_second() -> None:
    def cell(kind: str, source: str) -> Any:
        return SimpleNamespace(cell_type=kind, source=source)

    cells = [
        cell("markdown", "# Galets\n\nHello."),
        cell("code", "import escale"),
        cell("code", 'escale.lesson("galets/first-steps", lang="en")'),
        cell("markdown", "**Remember:** take.\n\n## More\n\nNow the rest."),
        cell("raw", "nothing"),
        cell("code", "escale.lesson('galets/second')"),
        cell("markdown", "## What next?\n\n[Play](x)"),
    ]
    box = pages.box_of("galets")
    found = course(cells, box, "en")
    assert found is not None
    assert [[(part.at, part.slot, part.source) for part in parts] for parts in found.parts] == [
        [("", FRONT, "Hello.")],
        [("", FRONT, "")],
        [("galets/first-steps", PLAYER, "")],
        [
            ("galets/first-steps", AFTER, "**Remember:** take."),
            ("galets/second", BEFORE, "## More\n\nNow the rest."),
        ],
        [],
        [("galets/second", PLAYER, "")],
        [("", END, "## What next?\n\n[Play](x)")],
    ]
    assert [row.card.id for row in found.rows] == ["galets/first-steps"], "those that there are"
    assert course(cells, None, "en") is None
    assert course(cells[:2], box, "en") is None, "a notebook without lessons is no course"


def test_the_list_has_a_row_a_lesson_and_one_of_them_a_button(tmp_path: Path) -> None:
    notebook = read("dolce-vita", "fr")
    made = page(tmp_path)
    found = made.course(notebook, "dolce-vita")
    assert found is not None
    text = str(made.course_list(notebook, found))
    rows = re.findall(r'data-course-to="([\w/-]+)"', text)
    assert rows == with_quick_start("dolce-vita")
    assert re.findall(r'data-row="([\w/-]+)"', text) == escale.lessons("dolce-vita"), "counted"
    assert len(re.findall(r'class="course-go btn pri" aria-hidden="true">', text)) == 1
    assert text.count("data-next") == 1
    assert "Commencer" in text
    assert f"?lesson={rows[4]}#lesson-placing" in text, "for a page without scripts"
    assert "posez la dernière carte d’une partie, et gagnez-la.</small>" in text
    assert "Règle" not in text
    assert made.course(notebook, "play-dolce-vita") is None


def test_a_lesson_takes_a_few_minutes() -> None:
    short = LessonCard("a/b", {}, 1, ())
    assert short.minutes == 1
    for name in GAMES:
        box = pages.box_of(name)
        assert box is not None
        assert all(1 <= card.minutes <= 6 for card in box.lessons)
        assert 30 <= sum(card.minutes for card in box.lessons) <= 60
