"""What is known of a lesson without playing it out: its title, and what its steps are about.

The shelf, the rulebooks and `escale coverage` need no more than this. It stands in the lesson's
file; since reading all those files takes longer than all else that a shelf needs, a wheel brings
the outlines of a course along in `lessons/index.json`, each with a digest of the file that it was
made from. Where the index is missing or a digest does not fit (an editable install, a lesson
changed in place), the file is read.

An outline checks the fields that it has; whether the engine confirms the lesson is left to
`lesson`, for whoever opens it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from . import lesson_file
from .languages import LANGUAGES
from .lesson_file import LessonFile, Words, lesson_files, quick_start_file

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from escale.engine.game import Game
    from escale.engine.toml import Document

INDEX = "index.json"


class StepOutline(NamedTuple):
    """What a step is about."""

    rules: tuple[str, ...]
    asked: tuple[str, ...] | None  #: the rules that its question is about; None: it asks nothing


class Outline(NamedTuple):
    """A lesson that has not been played."""

    id: str
    title: Words
    steps: tuple[StepOutline, ...]
    optional: bool = False  #: in the course's last chapter, which nobody has to do
    alone: bool = False  #: played without help


@cache
def outlines(game: Game[Any, Any]) -> tuple[Outline, ...]:
    """All lessons of a game in the order of its course; raises `BadLesson`."""
    return _outlines(game, lesson_files(game))


@cache
def quick_start(game: Game[Any, Any]) -> Outline | None:
    """The lesson for somebody new, if there is one; raises `BadLesson`."""
    return next(iter(_outlines(game, quick_start_file(game))), None)


def _outlines(game: Game[Any, Any], named: Mapping[str, Traversable]) -> tuple[Outline, ...]:
    index = _index(game)
    found = []
    for name, file in named.items():
        source = lesson_file.read(file)
        entry = index.get(name)
        if (
            entry
            and entry["digest"] == _digest(source)
            and entry["title"].keys() >= LANGUAGES.keys()
        ):
            steps = (
                StepOutline(tuple(rules), None if asked is None else tuple(asked))
                for rules, asked in entry["steps"]
            )
            flags = (entry["optional"], entry["alone"])
            found.append(Outline(name, entry["title"], tuple(steps), *flags))
        else:
            found.append(outline(game, name, lesson_file.parse(source, file.name)))
    return tuple(found)


def outline(game: Game[Any, Any], name: str, document: Document) -> Outline:
    """The outline of one lesson, out of its document; raises `BadLesson`."""
    fields = LessonFile(game, name, document)
    title = fields.words(fields.table.get("title"), "title")
    steps = []
    for number, entry in enumerate(fields.steps()):
        fields.at = ("step", number)
        if not isinstance(entry, Mapping):
            raise fields.wrong("a step is a table, under [[step]]")
        rules, asked = fields.rule_ids(entry.get("rules")), None
        if "ask" in entry:
            fields.at, ask = ("step", number, "ask"), entry["ask"]
            asked = rules
            if isinstance(ask, Mapping) and "rules" in ask:
                asked = fields.rule_ids(ask["rules"])
        steps.append(StepOutline(rules, asked))
    fields.at = ()
    return Outline(name, title, tuple(steps), fields.flag("optional"), fields.flag("alone"))


def index_file(game: Game[Any, Any]) -> str:
    """The outlines of a course, as `lessons/index.json` keeps them."""
    named = quick_start_file(game) | lesson_files(game)
    index = {
        one.id: {
            "digest": _digest(lesson_file.read(named[one.id])),
            "title": one.title,
            "steps": one.steps,
            "optional": one.optional,
            "alone": one.alone,
        }
        for one in _outlines(game, named)
    }
    return json.dumps(index, ensure_ascii=False, separators=(",", ":"))


def _index(game: Game[Any, Any]) -> Mapping[str, Any]:
    try:
        found: Mapping[str, Any] = json.loads(
            files(game.package).joinpath("lessons", INDEX).read_text("utf-8")
        )
    except (OSError, ValueError):
        return {}
    return found


def _digest(source: bytes) -> str:
    return blake2b(source, digest_size=16).hexdigest()
