"""The page that shows a class: steps from a file or from a link, one at a time.

The page opens file or link by itself and sends one step when it is to be shown; the answer are the
frames of that step. A site without a server has files with the frames of lessons; of other steps
the page says that they need the app. Nothing of it is kept, here or in the browser: neither what a
class is about nor who has answered what.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from escale.engine.errors import BadRecord, EscaleError
from escale.engine.registry import game
from escale.session import links
from escale.teach import class_file
from escale.teach.errors import said_error
from escale.teach.exercises import Exercise
from escale.teach.words import SITE
from escale.widgets import practice_cache, practice_frames
from escale.widgets.class_frames import game_as_lesson
from escale.widgets.lesson_cache import Prepared, made, pack, packed_box, prepared

from . import pages
from .pages import Place

WORDS = (
    "class-at", "class-bad-file", "class-bad-title", "class-bad-steps", "class-too-many",
    "class-bad-link", "class-needs-app", "class-no-answer", "class-wrong",
)  # fmt: skip


def page(place: Place, lang: str) -> str:
    """The page, without any class in it: that comes from the link or from a file."""
    data = {
        "step": place.class_step(lang),
        "lessons": place.class_lessons(),
        "scripts": {name: place.static(f"{name}.js") for name in ("escale", "practice")},
        "words": {name: SITE.text(name, lang) for name in WORDS},
    }
    about = SITE.say("about.class", lang)
    return pages.render("class.html", place, lang, about=about, origin=pages.ORIGIN, data=data)


def shown(place: Place, lang: str, step: object) -> dict[str, Any]:
    """A step as the page shows it; raises `BadRecord` if it is not right."""
    found = class_file.check_step("step", step)
    if "lesson" in found:
        return _lesson(prepared(found["lesson"]))
    if "exercise" in found:
        return _exercise(found["exercise"])
    match = class_file.read_match("step.record", found["record"])
    play = f"play-{match.game.id}"
    link = links.packed(match) if not match.over and place.has(lang, play) else None
    told = _lesson(made(game_as_lesson(match)))
    return told | ({"play": f"{place.notebook(lang, play)}#game={link}"} if link else {})


def wrong(error: EscaleError, lang: str) -> str:
    """What is wrong with a step, in one sentence; which step it is, the page says."""
    if not isinstance(error, BadRecord):
        return str(error)
    where = error.where.removeprefix("step.")
    return said_error(BadRecord(where, error.problem, error.rule, error.kind, **error.facts), lang)


def _exercise(exercise: Exercise) -> dict[str, Any]:
    """As practice asks it: what its seat may know, and never the record."""
    found = game(exercise["game"])
    try:
        asked = practice_frames.page(exercise)
    except ModuleNotFoundError:
        problem = f"{found.id} has no exercises"
        raise BadRecord("exercise.game", problem, kind="no-exercises", value=found.id) from None
    except (AttributeError, KeyError, IndexError, TypeError, ValueError):
        # the fields are there, but what stands in them is not what `escale practice` writes
        problem = "its options or its answer do not fit its kind"
        raise BadRecord("exercise", problem, kind="not-fitting") from None
    data = practice_cache.data(found, [asked]) | {"rules": [exercise["rule"]]}
    packed = {"box": packed_box(found, found.seats[-1]), "data": pack(data)}
    text = {name: b64encode(value).decode("ascii") for name, value in packed.items()}
    return {"kind": "practice", **text}


def _lesson(packed: Prepared) -> dict[str, Any]:
    return {
        "kind": "lesson",
        "box": b64encode(packed.box).decode("ascii"),
        "data": b64encode(packed.frames).decode("ascii"),
    }
