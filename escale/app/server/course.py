"""A walkthrough as a course: a list of lessons, and one lesson at a time.

The page is still its notebook, cell by cell. Here it is worked out which part of which cell belongs
to which lesson, from heading to heading: what stands before a lesson introduces it, what stands
after it (up to the next heading or lesson) is what to remember. `course.css` shows the parts of
one lesson, or those of the list; `frontend/src/course.js` goes from one to the other. Without
scripts all parts are there, one below the other.

Nothing is played or executed for it: the cells' sources and the outlines of the lessons say enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

from ..shelf import GameBox, LessonCard

LESSON = re.compile(r"""^\s*escale\.lesson\(\s*["']([\w-]+/[\w-]+)["']""", re.MULTILINE)
HEADING = re.compile(r"^(?=## )", re.MULTILINE)
MARKS = re.compile(r"[*`]|\\(?=\*)")  # of emphasis and code
TITLE = re.compile(r"# [^\n]*\n*")  # of the notebook: the list has it

#: the slots of a lesson, in the order in which they stand in the page
BEFORE, PLAYER, AFTER = "before", "player", "after"
#: and of what stands around the lessons; what is for readers of code is not in a page without any
FRONT, END, CODE = "front", "end", "code"


class Part(NamedTuple):
    """A piece of a cell, and where it belongs."""

    at: str  #: the id of a lesson; "" for what the list shows
    slot: str
    source: str  #: Markdown; "" for a code cell


class Row(NamedTuple):
    """A lesson in the list."""

    number: int
    card: LessonCard
    title: str
    href: str
    lead: str  #: what leads to it, in a sentence or two; most have none

    @property
    def anchor(self) -> str:
        return anchor(self.card.id)

    def entry(self) -> list[Any]:
        """As the page's script has it."""
        return [self.card.id, list(self.card.asked), self.title, self.href]


def anchor(lesson: str) -> str:
    """Where a lesson begins, for a page without scripts."""
    return f"lesson-{lesson.partition('/')[2]}"


class Course:
    """The parts of a walkthrough."""

    def __init__(self, cells: Iterable[Any], box: GameBox, lang: str) -> None:
        self.box, self.lang = box, lang
        self.parts = _placed(cells)
        if self.parts and self.parts[0] and self.parts[0][0].slot == FRONT:
            front = self.parts[0][0]
            self.parts[0][0] = front._replace(source=TITLE.sub("", front.source, count=1))
        there = {part.at for parts in self.parts for part in parts}
        leads = {
            part.at: _lead(part.source)
            for parts in self.parts
            for part in parts
            if part.slot == BEFORE
        }

        def row(number: int, card: LessonCard) -> Row:
            href = f"?lesson={quote(card.id)}"
            return Row(number, card, card.title[lang], href, leads.get(card.id, ""))

        counted = enumerate(box.lessons, start=1)
        self.rows = [row(number, card) for number, card in counted if card.id in there]
        quick = box.quick_start
        self.quick = row(0, quick) if quick and quick.id in there else None
        self.line = [row for row in self.rows if not row.card.optional]
        self.optional = [row for row in self.rows if row.card.optional]

    def of(self, cell: int) -> list[Part]:
        """The parts of a cell, by its number."""
        return self.parts[cell] if cell < len(self.parts) else []

    @property
    def listed(self) -> bool:
        """Is there anything to choose from?"""
        return len(self.ids) > 1

    @property
    def optional_minutes(self) -> int:
        return sum(row.card.minutes for row in self.optional)

    @property
    def ids(self) -> list[str]:
        """Of all that can be shown alone."""
        return [row.card.id for row in (self.quick, *self.rows) if row]

    @property
    def stars(self) -> int:
        return sum(len(row.card.asked) for row in self.rows)

    def data(self) -> dict[str, Any]:
        """What the page's script needs."""
        return {
            "lessons": [row.entry() for row in self.rows],
            "main": len(self.line),
            "quick": self.quick.entry() if self.quick else None,
        }


def course(cells: Iterable[Any], box: GameBox | None, lang: str) -> Course | None:
    """The course that a notebook is, if it shows lessons of this game."""
    found = Course(cells, box, lang) if box else None
    return found if found and found.rows else None


def _placed(cells: Iterable[Any]) -> list[list[Part]]:
    """The parts of every cell, each in its place."""
    pieces = [list(_pieces(cell)) for cell in cells]
    flat = [piece for cell in pieces for piece in cell]
    placed: Iterator[Part] = iter(_places(flat))
    return [[next(placed) for _ in cell] for cell in pieces]


def _lead(source: str) -> str:
    """The first paragraph below a heading, without its marks."""
    paragraphs = [text for text in source.split("\n\n")[1:] if text.strip()]
    return MARKS.sub("", paragraphs[0]) if paragraphs else ""


class _Piece(NamedTuple):
    source: str
    lesson: str = ""
    code: bool = False

    @property
    def heads(self) -> bool:
        return self.source.startswith("## ")


def _pieces(cell: Any) -> Iterator[_Piece]:
    if cell.cell_type == "markdown":
        yield from (_Piece(text.strip()) for text in HEADING.split(cell.source) if text.strip())
    elif cell.cell_type == "code":
        found = LESSON.search(cell.source)
        yield _Piece("", found[1] if found else "", True)


def _places(pieces: list[_Piece]) -> list[Part]:
    """A heading belongs to what it leads to; all else to what has come before."""
    found: list[Part] = []
    at, slot = "", FRONT
    for number, piece in enumerate(pieces):
        if piece.lesson:
            at, slot = piece.lesson, PLAYER
        elif slot in (PLAYER, AFTER) and not piece.heads:
            slot = AFTER
        elif piece.heads:
            leads = next((one for one in pieces[number + 1 :] if one.heads or one.code), None)
            if leads and leads.lesson:
                at, slot = leads.lesson, BEFORE
            else:
                at, slot = "", CODE if leads and leads.code else END
        found.append(Part(at, slot, piece.source))
    return found
