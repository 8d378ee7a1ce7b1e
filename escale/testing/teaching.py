"""Lessons: every one is played out by the engine, and what it points at is there."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from escale.draw.scene import SceneModule
from escale.engine.game import Game
from escale.engine.toml import BadFile
from escale.teach.languages import FALLBACK
from escale.teach.lesson import (
    LESSON,
    BadLesson,
    Lesson,
    Step,
    not_practised,
    read_file,
    with_quick_start,
)
from escale.teach.lesson_file import QUICK_START, quick_start_file

from .findings import TEACH, belongs_to
from .inspection import Inspection, Problems
from .pictures import places_of
from .world import scenes_of

#: What may stand beside the lessons of a course.
OTHER_FILES = (f"{QUICK_START}.toml", "coverage.toml")


@belongs_to(TEACH)
def lessons_hold(of: Inspection) -> Problems:
    """Every lesson is played out by the engine, and what it points at is there."""
    game = of.game
    for name in with_quick_start(game):
        file = lesson_file(game, name)
        try:
            lesson = read_file(game, name, file)
        except BadLesson as error:
            yield str(error)
            continue
        for step in lesson.steps:
            of.cited.update(step.rules, step.question.rules if step.question else ())
            for moment in step.moments:
                of.spoken.update(("event", event.kind) for event in moment.events)
        module = scenes_of(of)
        if module is not None:
            yield from lesson_points_at_what_is_there(lesson, module, file.name)
    try:
        silent = not_practised(game)
    except BadFile as error:
        yield f"lessons/{error}"
        return
    of.cited.update(silent)
    for rule in silent:
        if of.rules is not None and rule not in of.rules:
            yield f"lessons/coverage.toml: there is no rule {rule}"


@belongs_to(TEACH)
def lessons_are_found(of: Inspection) -> Problems:
    """A lesson's name gives its place in the course; a file with another one is not read."""
    folder = files(of.game.package).joinpath("lessons")
    numbers: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda f: f.name) if folder.is_dir() else ():
        match = LESSON.fullmatch(file.name)
        if match:
            if match[2] in numbers:
                yield f"lessons/{file.name} and {numbers[match[2]]} are both the lesson {match[2]}"
            numbers[match[2]] = file.name
        elif file.name.endswith(".toml") and file.name not in OTHER_FILES:
            yield (
                f"lessons/{file.name} is not read: a lesson's file is called by its place in the "
                "course and its name in small letters, 01-first-steps.toml"
            )


def lesson_file(game: Game[Any, Any], name: str) -> Traversable:
    short = name.partition("/")[2]
    found = {
        match[2]: file
        for file in files(game.package).joinpath("lessons").iterdir()
        if (match := LESSON.fullmatch(file.name))
    }
    return quick_start_file(game).get(name) or found[short]


def lesson_points_at_what_is_there(lesson: Lesson, module: SceneModule, file: str) -> Problems:
    players = lesson.players[FALLBACK]
    places = places_of(module.layouts(len(players)))
    seen: set[str] = set()  # before the step: an arrow may begin there
    for number, step in enumerate(lesson.steps, start=1):
        view = lesson.game.view(step.state, lesson.seat)
        scene = module.scene(view, FALLBACK, players)
        here = {*scene.pieces, *scene.targets, *places}
        for key in pointed_at(step):
            if key not in here:
                yield f"{file}, step {number}: {key!r} is not on the table"
        for start, _ in step.arrow:
            if start not in here | seen:
                yield f"{file}, step {number}: an arrow begins at {start!r}, which is not there"
        seen = here


def pointed_at(step: Step) -> tuple[str, ...]:
    look = step.question.look if step.question else ()
    return (*step.mark, *look, *(end for _, end in step.arrow))
