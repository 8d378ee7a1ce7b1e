"""The file of a lesson before anything is played: where it lies, and the types of its fields.

`LessonFile` reads single fields (words, keys, rule ids) and complains with file and line; what the
fields mean is left to `lesson` and `lesson_outline`. A file may come from a stranger: nothing of it
is used before its type is known.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from escale.engine import toml
from escale.engine.errors import quoted
from escale.engine.toml import BadFile, Document, KeyPath

from .languages import LANGUAGES, each
from .overlays import in_all_languages
from .rulebook import Rule, rulebook

if TYPE_CHECKING:
    from escale.engine.game import Game

Words = Mapping[str, str]  # by language

LESSON = re.compile(r"(\d\d)-([a-z0-9]+(?:-[a-z0-9]+)*)\.toml")
QUICK_START = "quick-start"  #: three minutes before a first game; it has no number in the course
COVERAGE = "coverage.toml"  #: not a lesson: why no question is about a rule


class BadLesson(BadFile):
    """A lesson that its author has to mend: which file, which line, what."""


@cache
def lesson_files(game: Game[Any, Any]) -> dict[str, Traversable]:
    """The files of a game's lessons by id, in the order of its course."""
    folder = files(game.package).joinpath("lessons")
    if not folder.is_dir():
        return {}
    for name in ignored_files(game):
        message = f"{game.id}: lessons/{name} is left out: a lesson is named like 01-ties.toml"
        warnings.warn(message, stacklevel=2)
    found = sorted((f for f in folder.iterdir() if LESSON.fullmatch(f.name)), key=lambda f: f.name)
    return {f"{game.id}/{LESSON.fullmatch(f.name)[2]}": f for f in found}  # type: ignore[index]


def ignored_files(game: Game[Any, Any]) -> list[str]:
    """The files among a game's lessons that are none by their name, though they look like one."""
    folder = files(game.package).joinpath("lessons")
    if not folder.is_dir():
        return []
    known = (f"{QUICK_START}.toml", COVERAGE)
    return sorted(
        file.name
        for file in folder.iterdir()
        if file.name.lower().endswith((".toml", ".toml.txt"))
        and file.name not in known
        and not LESSON.fullmatch(file.name)
    )


@cache
def quick_start_file(game: Game[Any, Any]) -> dict[str, Traversable]:
    """The file of a game's quick start by its id, if it has one."""
    file = files(game.package).joinpath("lessons", f"{QUICK_START}.toml")
    return {f"{game.id}/{QUICK_START}": file} if file.is_file() else {}


def parse(source: str | bytes, file: str) -> Document:
    """The document in a lesson's text; raises `BadLesson`."""
    try:
        return toml.parse(source, file)
    except BadFile as error:
        raise _of_lesson(error) from None


def read(file: Traversable) -> bytes:
    """The text of a lesson's file; raises `BadLesson`."""
    try:
        return toml.read(file)
    except BadFile as error:
        raise _of_lesson(error) from None


def _of_lesson(error: BadFile) -> BadLesson:
    return BadLesson(error.file, error.line, error.problem)


class LessonFile:
    """The fields of one file. Every complaint goes through `wrong`, which finds the line."""

    def __init__(self, game: Game[Any, Any], name: str, document: Document) -> None:
        self.game, self.name, self.document = game, name, document
        self.table = in_all_languages(document.table, "games", game.id, "lessons", document.file)
        self.at: KeyPath = ()  # the table that is being read: ("step", 2, "ask")

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The rules that a lesson may name."""
        return rulebook(self.game).rules

    def wrong(self, problem: str, *place: str | int) -> BadLesson:
        """A complaint about what stands at `place` in the table that is being read."""
        line = self.document.line(*self.at, *place)
        return BadLesson(self.document.file, line, problem)

    def known(self, table: Any, fields: Iterable[str], what: str, *place: str | int) -> None:
        """Is this a table with these fields and no other?"""
        if not isinstance(table, Mapping):
            raise self.wrong(f"{what} is a table, not {quoted(table)}", *place)
        for name in table:
            if name not in fields:
                has = ", ".join(sorted(fields))
                raise self.wrong(f"{what} has no {quoted(name)}; it has {has}", *place, name)

    def words(self, value: Any, *place: str | int) -> Words:
        """A text in each language."""
        name = ".".join(map(str, place))
        if not isinstance(value, Mapping) or any(
            not isinstance(value.get(lang), str) or not value[lang].strip() for lang in LANGUAGES
        ):
            raise self.wrong(f"{each(name)} are both needed, as text", *place)
        self.known(value, LANGUAGES, name, *place)
        return {lang: value[lang] for lang in LANGUAGES}

    def text(self, value: Any, what: str, *place: str | int) -> str:
        if not isinstance(value, str):
            raise self.wrong(f"{what}, not {quoted(value)}", *place)
        return value

    def flag(self, name: str) -> bool:
        """Something that a lesson says of itself, or else is not so."""
        value = self.table.get(name, False)
        if type(value) is not bool:
            raise self.wrong(f"{name} is true or false", name)
        return value

    def keys(self, table: Mapping[str, Any], name: str) -> tuple[str, ...]:
        """A list of keys, of pieces or of targets."""
        value = table.get(name, [])
        if not isinstance(value, list) or not all(isinstance(key, str) for key in value):
            raise self.wrong(f'{name} is a list of keys, like ["hand:2"]', name)
        return tuple(value)

    def rule_ids(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not value:
            raise self.wrong("rules is a list of rule ids, at least one", "rules")
        for i, rule in enumerate(value):
            if not isinstance(rule, str) or rule not in self.rules:
                raise self.wrong(f"{self.game.id} has no rule {quoted(rule)}", "rules", i)
        return tuple(value)

    def steps(self) -> list[Any]:
        """The tables of its steps, whatever they hold."""
        steps = self.table.get("step")
        if not isinstance(steps, list) or not steps:
            raise self.wrong("a lesson has steps, each under [[step]]", "step")
        return steps

    def check_event(self, wanted: Any, name: str) -> None:
        """An event's kind, or a table with the kind and facts."""
        kind = wanted.get("event") if isinstance(wanted, Mapping) else wanted
        if not isinstance(kind, str):
            raise self.wrong(f"{name} is an event's kind, or a table with `event`", name)
