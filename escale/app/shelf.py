"""What a game says on the shelf: its cover, a few facts, its lessons and its doors.

A game may bring, in its folder, `cover.svg` (the front of its box, 240 by 284), `prop.svg` (what
stands beside it, 64 by 90) and `shelf.toml`:

    by = "Reiner Stockhausen"           all optional
    minutes = 30
    age = 10
    box.fr = "52 cartes"                what is in it, where nobody says how long it takes
    box.en = "52 cards"
    pitch.fr = "..."                    one sentence
    pitch.en = "..."
    sides = ["#c94d38", "#f3d9ab"]      the colours of its spine and of its top

Whatever is missing, the house makes from the rules: no game needs a line of HTML.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from escale.engine import toml
from escale.engine.errors import quoted
from escale.engine.game import Game
from escale.engine.registry import game, game_names
from escale.teach.languages import LANGUAGES
from escale.teach.lesson_outline import Outline, outlines
from escale.teach.texts import texts

SIDES = ("#8a5a3c", "#c9a27a")  # of a box that has not chosen
FIRST = ("dolce-vita", "dominos-florentins", "casanova")  # the order of the house on the shelf
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

log = logging.getLogger("escale.server")


def _words(value: object) -> bool:
    """A text in each language."""
    return isinstance(value, dict) and all(isinstance(value.get(lang), str) for lang in LANGUAGES)


def _count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _colours(value: object) -> bool:
    return isinstance(value, list) and [bool(COLOUR.fullmatch(str(c))) for c in value] == [True] * 2


#: what can stand in `shelf.toml`, and what it must look like
FIELDS: Mapping[str, Callable[[object], bool]] = {
    "by": lambda value: isinstance(value, str),
    "minutes": _count,
    "age": _count,
    "box": _words,
    "pitch": _words,
    "sides": _colours,
}


class LessonCard(NamedTuple):
    """A lesson as the shelf and the rulebook know it."""

    id: str
    title: Mapping[str, str]
    steps: int
    asked: tuple[int, ...]  #: the steps that ask a question, each worth a star


class GameBox(NamedTuple):
    """A game on the shelf."""

    id: str
    title: str
    by: str
    players: tuple[int, int]
    minutes: int | None
    age: int | None
    box: Mapping[str, str]
    pitch: Mapping[str, str]
    sides: tuple[str, str]
    prop: bool
    lessons: tuple[LessonCard, ...]


@cache
def shelf() -> tuple[GameBox, ...]:
    """Every game that is installed, those of the house first; a broken one is left out."""
    boxes = []
    for name in sorted(game_names(), key=lambda name: (name not in FIRST, _place(name), name)):
        try:
            boxes.append(_box(game(name)))
        except Exception as error:  # a game of somebody else's may do anything when it is loaded
            log.warning("%s is not on the shelf: %s", name, error)
    return tuple(boxes)


def _place(name: str) -> int:
    return FIRST.index(name) if name in FIRST else 0


def _box(found: Game[Any, Any]) -> GameBox:
    document = toml.parse(_file(found, "shelf.toml") or "", "shelf.toml")
    said = document.table
    for field, fits in FIELDS.items():
        if field in said and not fits(said[field]):
            raise document.wrong(f"{field} cannot be {quoted(said[field])}", field)
    return GameBox(
        found.id,
        title(found),
        str(said.get("by", "")),
        (found.seats[0], found.seats[-1]),
        said.get("minutes"),
        said.get("age"),
        said.get("box", {}),
        said.get("pitch", {}),
        tuple(said.get("sides", SIDES)),
        _file(found, "prop.svg") is not None,
        tuple(map(_card, outlines(found))),
    )


def _card(read: Outline) -> LessonCard:
    asked = (i for i, step in enumerate(read.steps, start=1) if step.asked is not None)
    return LessonCard(read.id, read.title, len(read.steps), tuple(asked))


def _file(found: Game[Any, Any], name: str) -> str | None:
    file = files(found.package).joinpath(name)
    return file.read_text("utf-8") if file.is_file() else None


def title(found: Game[Any, Any]) -> str:
    """The game's name as its box has it."""
    try:
        return texts(found).label("title", "fr")
    except (FileNotFoundError, KeyError):
        return found.id.replace("-", " ").title()


# --- drawings -----------------------------------------------------------------------------------


@cache
def cover(name: str) -> str:
    """The front of a game's box."""
    found = game(name)
    return _file(found, "cover.svg") or _plain_cover(title(found))


@cache
def prop(name: str) -> str | None:
    """What stands beside a game's box."""
    return _file(game(name), "prop.svg")


def _plain_cover(name: str) -> str:
    """A linen box with a label, for a game that has brought no drawing."""
    size = min(34.0, 300 / max(1, len(name)))
    pebbles = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}"/>'
        f'<ellipse cx="{x - rx / 3:g}" cy="{y - ry / 3:g}" rx="{rx / 3:g}" ry="{ry / 4:g}" '
        f'fill="#fff" opacity=".35"/>'
        for x, y, rx, ry, fill in (
            (84, 214, 30, 20, "#7d8a86"),
            (148, 220, 36, 22, "#b9a58a"),
            (118, 184, 26, 17, "#d9cbb2"),
            (112, 158, 17, 11, "#8f6f55"),
        )
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 284"><defs>'
        '<pattern id="linen" width="4" height="4" patternUnits="userSpaceOnUse">'
        '<path d="M0 0h4v4H0z" fill="#a9744f"/><path d="M0 1h4M1 0v4" stroke="#fff" '
        'stroke-width=".5" opacity=".16"/></pattern></defs>'
        '<path d="M0 0h240v284H0z" fill="url(#linen)"/>'
        '<path d="M24 34h192v84H24z" fill="#fdf6e6"/>'
        '<path d="M30 40h180v72H30z" fill="none" stroke="#a9744f" stroke-width="1.5"/>'
        f'<text x="120" y="{76 + size * 0.34:g}" text-anchor="middle" font-size="{size:g}" '
        'font-family=\'"Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif\' '
        f'font-weight="700" fill="#5b3a22">{escape(name)}</text>{pebbles}'
        '<path d="M40 246h160" stroke="#000" stroke-width="6" stroke-linecap="round" '
        'opacity=".12"/></svg>'
    )
