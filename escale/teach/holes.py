"""Sentences with holes: the one formatter of the house.

A sentence from a file is written by somebody else, so a hole can do nothing but name a fact:

    {coins}               a fact by its name
    {win.coins}           a fact of a table of facts; of a list of tables, the first one's
    {take[1].object:le}   the second one's, in the form `le` (see `texts` for the forms)
    {{ and }}             the braces themselves

Names are looked up in tables, in the fields of a NamedTuple, and nowhere else; a number in
brackets counts in a list. There are no attributes, no calls, no conversions (`!r`), no widths and
no holes within holes: `str.format` has all of these, and through an attribute a sentence could
read whatever Python can reach. `tests/teach/test_holes.py` keeps it out of the house.

What is said for a value (names, articles, plurals) is left to `texts`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from escale.engine.errors import one_line, quoted

NAME = r"[^\W\d_][\w-]*"
HOLE = re.compile(rf"({NAME}(?:\.{NAME}|\[\d{{1,4}}\])*)(?::([^{{}}]*))?")
STEP = re.compile(rf"{NAME}|\d+")
PLAIN = (str, int, float)  # and bool, which is an int


class BadHole(ValueError):
    """A hole that cannot be filled; the message says which, and why."""


class NoFact(BadHole):
    """A hole for something that is not there; `name` is what it asked for."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(problem)
        self.name = name


class Speech(ABC):
    """A value that is said in several forms: a noun with its article, a number with its plural.

    Classes register here (a NamedTuple cannot inherit). Their `__format__` raises `BadHole` for a
    form that they do not have.
    """

    @abstractmethod
    def __format__(self, form: str) -> str: ...


class Hole(NamedTuple):
    """A place in a sentence where a fact is said."""

    path: tuple[str | int, ...]  #: ("take", 1, "object")
    form: str

    @property
    def name(self) -> str:
        """Its path as it is written."""
        steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return "".join(steps).removeprefix(".")

    def __str__(self) -> str:
        """As it may stand in a message."""
        return one_line(f"{{{self.name}{self.form and f':{self.form}'}}}")


@lru_cache(4096)
def parts(template: str) -> tuple[str | Hole, ...]:
    """A sentence taken apart into text and holes; raises `BadHole`."""
    found: list[str | Hole] = []
    for piece in re.split(r"(\{\{|\}\}|\{[^{}]*\})", template):
        if piece in ("{{", "}}"):
            found.append(piece[0])
        elif piece[:1] == "{" and piece[-1:] == "}":
            found.append(_hole(piece))
        elif "{" in piece or "}" in piece:
            raise BadHole(f"a brace is not closed, or not opened, in {quoted(template)}")
        elif piece:
            found.append(piece)
    return tuple(found)


def _hole(written: str) -> Hole:
    hole = HOLE.fullmatch(written[1:-1])
    if hole is None:
        raise BadHole(
            f"{quoted(written)} is no hole: it names a fact, as {{name}}, {{event.fact}} or "
            "{event[1].fact}, and after a colon its form"
        )
    path, form = hole.groups()
    steps = STEP.findall(path)
    return Hole(tuple(int(step) if step.isdecimal() else step for step in steps), form or "")


def names(template: str) -> set[str]:
    """The facts that a sentence asks for, as they are written: {"seat", "win.coins"}."""
    return {part.name for part in parts(template) if isinstance(part, Hole)}


def fill(
    template: str,
    facts: Mapping[str, Any],
    wrap: Callable[[Hole, Any], Any] = lambda hole, value: value,
) -> str:
    """The sentence with these facts in its holes; raises `BadHole`.

    `wrap` makes of a fact what is said for it in a language: text, a number or a `Speech`.
    """
    return "".join(
        part if isinstance(part, str) else spoken(wrap(part, look(part, facts)), part.form)
        for part in parts(template)
    )


def look(hole: Hole, facts: Any) -> Any:
    """The fact that a hole names."""
    value = facts
    for step in hole.path:
        if isinstance(step, int):
            if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
                raise BadHole(f"{hole} counts in what is no list")
            if step >= len(value):
                raise NoFact(hole.name, f"{hole} counts to [{step}], but there are {len(value)}")
            value = value[step]
            continue
        fields = getattr(type(value), "_fields", None)  # of a NamedTuple, by the type alone
        if fields is None and isinstance(value, (list, tuple)) and value:
            value = value[0]
        table = value if fields is None else dict(zip(fields, value, strict=True))
        if not isinstance(table, Mapping) or step not in table:
            known = ", ".join(map(str, table)) if isinstance(table, Mapping) else ""
            known = one_line(known or "nothing", 200)
            raise NoFact(step, f"{hole}: there is no {one_line(step)}; there is: {known}")
        value = table[step]
    if isinstance(value, Mapping) or (
        hasattr(type(value), "_fields") and not isinstance(value, Speech)
    ):
        raise BadHole(f"{hole} names several facts: which of them?")
    return value


def spoken(value: Any, form: str) -> str:
    """What is said for a value: text, a number, or a `Speech`."""
    if isinstance(value, Speech):
        return format(value, form)
    if not isinstance(value, PLAIN):
        raise BadHole(f"{quoted(value)} is no single fact")
    return plain(str(value), form)


def plain(text: str, form: str) -> str:
    """A text in a form: as it stands, or with a capital letter."""
    if form not in ("", "^"):
        raise BadHole(f"{quoted(text)} has no form {quoted(form)}")
    return capital(text) if form else text


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
