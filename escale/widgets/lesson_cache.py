"""Lessons packed for the page, made beforehand where that is possible.

To make the frames of a course, every lesson is played out and every moment of it drawn in both
languages, which takes longer than starting a kernel. So a wheel brings them along: `hatch_build.py`
writes `lessons/frames.json` into the folder of each game, with a stamp of all that they are made
from. Where the file is missing or its stamp does not fit (an editable install, a lesson changed in
place, a game built against another escale), the frames are made when they are asked for.

Like `lesson_frames` it needs the standard library only: it also runs where a wheel is built.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.draw.scene import scenes
from escale.draw.svg import draw_scene, layout_for
from escale.engine.registry import game as find_game
from escale.session import words
from escale.session.box import box as make_box
from escale.session.frames import Json
from escale.teach.languages import FALLBACK, LANGUAGES
from escale.teach.lesson import Lesson, with_quick_start
from escale.teach.lesson import lesson as read_lesson
from escale.teach.lesson_outline import INDEX, outlines, quick_start

from . import bundle, lesson_frames

if TYPE_CHECKING:
    from escale.engine.game import Game

FRAMES = "frames.json"
PRACTICE = "practice-frames.json"  #: beside the lessons' folder; see `practice_cache`
WIDTH = 900  # of the container that a picture is made for
NOT_SOURCES = (FRAMES, INDEX, PRACTICE, bundle.SCRIPT, bundle.PRACTICE, bundle.MAP)
SOURCES = (".css", ".json", ".py", ".svg", ".toml")
#: the rooms that frames come through, besides the game's own folder
ROOMS = ("engine", "players", "teach", "draw", "session", "widgets")


class Prepared(NamedTuple):
    """A lesson as it goes to the page."""

    id: str
    game: Game[Any, Any]
    steps: int
    box: bytes
    frames: bytes
    pictures: Mapping[str, bytes]  #: the first step as a packed SVG, by language

    def picture(self, step: int, lang: str) -> str:
        """A step as a still picture; the first is often asked for, and may be at hand."""
        if step == 0:
            return zlib.decompress(self.pictures[lang]).decode()
        return _picture(self.game, unpack(self.frames), step, lang)


def prepared(name: str) -> Prepared:
    """The lesson of that id, from the wheel or made now."""
    game = find_game(str(name).partition("/")[0])
    kept = _kept(game)
    if kept is None or name not in kept["lessons"]:
        return made(read_lesson(name))
    steps, players, frames, pictures = kept["lessons"][name]
    pictures = {lang: b64decode(picture) for lang, picture in pictures.items()}
    return Prepared(name, game, steps, _kept_box(game, players), b64decode(frames), pictures)


def named(name: str) -> Prepared:
    """A lesson of which somebody else has boxes and frames: all that is known is how long it is."""
    game = find_game(str(name).partition("/")[0])
    known = filter(None, (quick_start(game), *outlines(game)))
    steps = {outline.id: len(outline.steps) for outline in known}
    return Prepared(name, game, steps[name], b"", b"", {}) if name in steps else prepared(name)


def made(lesson: Lesson) -> Prepared:
    """A lesson, packed now."""
    game, page = lesson.game, lesson_frames.page(lesson)
    box = packed_box(game, len(lesson.players[FALLBACK]))
    pictures = {lang: zlib.compress(_picture(game, page, 0, lang).encode()) for lang in LANGUAGES}
    return Prepared(lesson.id, game, len(lesson.steps), box, pack(page), pictures)


def _picture(game: Game[Any, Any], page: Json, step: int, lang: str) -> str:
    scene = lesson_frames.still(page, step, lang)
    return draw_scene(game, scene, layout_for(game, len(scene.seats), WIDTH))


def packed_box(game: Game[Any, Any], players: int) -> bytes:
    return _packed_box(game, players, scenes(game).symbols())


@cache
def _packed_box(game: Game[Any, Any], players: int, _symbols: str) -> bytes:
    """By the symbols too: they grow when somebody registers a deck of their own."""
    return pack(make_box(game, players))


def box(game: Game[Any, Any], players: int) -> Json:
    """The box of a table; the wheel's, unless somebody has registered a deck of their own."""
    kept = _kept(game)
    if kept is not None and str(players) in kept["boxes"]:
        found = unpack(_kept_box(game, players))
        if found["symbols"] == scenes(game).symbols():
            return found
    return make_box(game, players)


def pack(data: Json) -> bytes:
    """Compressed JSON: a lesson says much twice, and a page may hold a whole course."""
    return zlib.compress(words.written(data).encode(), 9)


def unpack(data: bytes) -> Json:
    found: Json = json.loads(zlib.decompress(data))
    return found


# --- The file of a course -----------------------------------------------------------------------


def course_file(game: Game[Any, Any]) -> str:
    """All lessons of a game, as `lessons/frames.json` keeps them."""
    boxes, entries = {}, {}
    for name in with_quick_start(game):
        lesson = read_lesson(name)
        players = len(lesson.players[FALLBACK])
        packed = made(lesson)
        boxes[str(players)] = _as_text(packed.box)
        pictures = {lang: _as_text(picture) for lang, picture in packed.pictures.items()}
        entries[name] = [packed.steps, players, _as_text(packed.frames), pictures]
    return words.written({"stamp": stamp(game), "boxes": boxes, "lessons": entries})


def _as_text(data: bytes) -> str:
    return b64encode(data).decode("ascii")


def from_wheel(game: Game[Any, Any]) -> bool:
    """Whether the lessons of a game need not be made."""
    return _kept(game) is not None


@cache
def _kept(game: Game[Any, Any]) -> Json | None:
    """The file of a course, if it is there and nothing has changed since it was written."""
    file = files(game.package).joinpath("lessons", FRAMES)
    try:
        kept: Json = json.loads(file.read_text("utf-8"))
    except OSError:
        return None
    return kept if kept["stamp"] == stamp(game) else None


@cache
def _kept_box(game: Game[Any, Any], players: int) -> bytes:
    kept = _kept(game)
    return packed_box(game, players) if kept is None else b64decode(kept["boxes"][str(players)])


def stamp(game: Game[Any, Any]) -> str:
    """A number for everything that the frames of a game are made from."""
    found = blake2b(" ".join(LANGUAGES).encode(), digest_size=16)
    folders = [files(game.package), *(files("escale").joinpath(room) for room in ROOMS)]
    for folder in folders:
        for name, data in _sources(folder):
            found.update(f"{name} {len(data)}\n".encode())
            found.update(data)
    return found.hexdigest()


def _sources(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith(SOURCES) and entry.name not in NOT_SOURCES:
            yield entry.name, entry.read_bytes()
