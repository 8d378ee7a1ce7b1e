"""What a game says on the shelf: its cover, a few facts, its lessons and its doors.

A game may bring drawings (see `session.about`) and, in its folder, `shelf.toml`:

    by = "Reiner Stockhausen"           all optional
    minutes = 30
    age = 10
    box.fr = "52 cartes"                what is in it, where nobody says how long it takes
    box.en = "52 cards"
    pitch.fr = "..."                    one sentence
    pitch.en = "..."
    sides = ["#c94d38", "#f3d9ab"]      the colours of its spine and of its top
    tiles = ["#e8664a", ...]            four colours, for the frame of its certificate
    order = 25                          its place: the house's games are 10, 20 and 30, others 100,
                                        and those of one number stand by their names

    [[crib]]                            the pictures of its crib, see `crib`
    section = "AWA"                     above the rules of which section
    step = "dolce-vita/ties#3"          which step of which lesson
    around = ["row:1/*"]                which places it has to show, if not all of the table

Whatever is missing, the house makes from the rules: no game needs a line of HTML.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from escale.engine import toml
from escale.engine.errors import quoted
from escale.engine.game import Game
from escale.engine.registry import game, game_names
from escale.engine.reloading import made_of_games
from escale.session.about import About, about
from escale.teach.languages import REQUIRED
from escale.teach.lesson_outline import Outline, outlines, quick_start
from escale.teach.overlays import in_all_languages

SIDES = ("#8a5a3c", "#c9a27a")  # of a box that has not chosen
#: the games of the house, in the order of the shelf
FIRST = ("dolce-vita", "dominos-florentins", "casanova")
PLACES = {name: 10 * number for number, name in enumerate(FIRST, start=1)}
LATER = 100  # the place of a game that does not say
SECONDS_A_STEP, SECONDS_AN_ANSWER = 20, 25
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
STEP = re.compile(r"[a-z0-9-]+/[a-z0-9-]+#[1-9]\d?")

log = logging.getLogger("escale.server")


def _words(value: object) -> bool:
    """A text in each language."""
    return isinstance(value, dict) and all(isinstance(value.get(lang), str) for lang in REQUIRED)


def _count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _colours(value: object, count: int = 2) -> bool:
    fit = [bool(COLOUR.fullmatch(str(c))) for c in value] if isinstance(value, list) else []
    return fit == [True] * count


def _pictures(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(entry, dict)
        and isinstance(entry.get("section"), str)
        and STEP.fullmatch(str(entry.get("step"))) is not None
        and isinstance(around := entry.get("around", []), list)
        and all(isinstance(place, str) for place in around)
        for entry in value
    )


#: what can stand in `shelf.toml`, and what it must look like
FIELDS: Mapping[str, Callable[[object], bool]] = {
    "by": lambda value: isinstance(value, str),
    "minutes": _count,
    "age": _count,
    "box": _words,
    "pitch": _words,
    "sides": _colours,
    "tiles": lambda value: _colours(value, 4),
    "crib": _pictures,
    "order": _count,
}


class CribPicture(NamedTuple):
    """A picture of a game's crib: a step of a lesson."""

    section: str
    lesson: str
    step: int
    around: tuple[str, ...] = ()


class LessonCard(NamedTuple):
    """A lesson as the shelf and the rulebook know it."""

    id: str
    title: Mapping[str, str]
    steps: int
    asked: tuple[int, ...]  #: the steps that ask a question, each worth a star
    optional: bool = False  #: in the last chapter, which nobody has to do
    alone: bool = False  #: played without help

    @property
    def minutes(self) -> int:
        """About how long it takes: to look at a step, and to think about a question."""
        seconds = SECONDS_A_STEP * self.steps + SECONDS_AN_ANSWER * len(self.asked)
        return max(1, round(seconds / 60))


class GameBox(NamedTuple):
    """A game on the shelf."""

    about: About
    by: str
    players: tuple[int, int]
    minutes: int | None
    age: int | None
    box: Mapping[str, str]
    pitch: Mapping[str, str]
    sides: tuple[str, str]
    prop: bool
    lessons: tuple[LessonCard, ...]  #: those of the last chapter last
    crib: tuple[CribPicture, ...]
    tiles: tuple[str, ...]  #: four colours
    quick_start: LessonCard | None = None  #: before the course, and not counted in it
    order: int = LATER  #: its place on the shelf

    @property
    def id(self) -> str:
        return self.about.id

    def title(self, lang: str) -> str:
        return self.about.title(lang)


@made_of_games
@cache
def shelf() -> tuple[GameBox, ...]:
    """Every game that is installed, in their order; a broken one is left out."""
    boxes = []
    for name in game_names():
        try:
            boxes.append(box(game(name)))
        except Exception as error:  # a game of somebody else's may do anything when it is loaded
            log.warning("%s is not on the shelf: %s", name, error)
    return tuple(sorted(boxes, key=lambda box: (box.order, box.id)))


def box(found: Game[Any, Any]) -> GameBox:
    """The box of one game; raises `BadFile` for a `shelf.toml` that its author has to mend."""
    document = toml.parse(_file(found, "shelf.toml") or "", "shelf.toml")
    said = in_all_languages(document.table, "games", found.id, "shelf.toml")
    for field, fits in FIELDS.items():
        if field in said and not fits(said[field]):
            raise document.wrong(f"{field} cannot be {quoted(said[field])}", field)
    return GameBox(
        about(found),
        str(said.get("by", "")),
        (found.seats[0], found.seats[-1]),
        said.get("minutes"),
        said.get("age"),
        said.get("box", {}),
        said.get("pitch", {}),
        tuple(said.get("sides", SIDES)),
        about(found).prop is not None,
        tuple(sorted(map(_card, outlines(found)), key=lambda card: card.optional)),
        tuple(map(_crib, said.get("crib", ()))),
        tuple(said.get("tiles", [*said.get("sides", SIDES)] * 2)),
        _card(quick) if (quick := quick_start(found)) else None,
        said.get("order", PLACES.get(found.id, LATER)),
    )


def _crib(entry: Mapping[str, Any]) -> CribPicture:
    lesson, _, step = entry["step"].partition("#")
    return CribPicture(entry["section"], lesson, int(step), tuple(entry.get("around", ())))


def _card(read: Outline) -> LessonCard:
    asked = (i for i, step in enumerate(read.steps, start=1) if step.asked is not None)
    return LessonCard(read.id, read.title, len(read.steps), tuple(asked), read.optional, read.alone)


def _file(found: Game[Any, Any], name: str) -> str | None:
    file = files(found.package).joinpath(name)
    return file.read_text("utf-8") if file.is_file() else None
