"""What the tests of lessons share: a course as it is written and as it is played out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

import escale
from escale.teach.lesson import Lesson, Step, lesson, lessons, with_quick_start
from escale.teach.lesson_outline import outlines

#: Where a case of the rulebook is: the lesson, the English title of the step, and either what
#: happens in it, or the right answer of its question.
Case = tuple[str, str, Mapping[str, Any] | str]


def tables(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The quick start and each lesson of a course: its id, and the table in its file."""
    folder = files(escale.game(game).package).joinpath("lessons")
    quick = [file for file in folder.iterdir() if file.name == "quick-start.toml"]
    written = sorted((f for f in folder.iterdir() if f.name[:2].isdigit()), key=lambda f: f.name)
    for name, file in zip(with_quick_start(game), [*quick, *written], strict=True):
        assert file.name.removesuffix(".toml").lstrip("0123456789-") == name.partition("/")[2]
        yield name, tomllib.loads(file.read_text("utf-8"))


def steps(game: str) -> Iterator[Step]:
    for name in lessons(game):
        yield from lesson(name).steps


def last_of_line(game: str) -> str:
    """The lesson that ends a course; after it come rare cases for whoever wants them."""
    return [outline.id for outline in outlines(escale.game(game)) if not outline.optional][-1]


def step_called(name: str, title: str) -> Step:
    """The step of a lesson with that English title."""
    (step,) = [step for step in lesson(name).steps if step.title["en"] == title]
    return step


def happens(step: Step, wanted: Mapping[str, Any]) -> bool:
    """Is there an event with these facts in a step?"""
    happened = [
        {"event": event.kind, "seat": event.seat, **event.facts}
        for moment in step.moments
        for event in moment.events
    ]
    return any(wanted.items() <= facts.items() for facts in happened)


def is_a_step(game: str, case: Case) -> bool:
    """Is that case of the rulebook shown there?"""
    name, title, wanted = case
    step = step_called(f"{game}/{name}", title)
    if isinstance(wanted, str):
        choices = step.question.choices if step.question else ()
        return [choice.label["en"] for choice in choices if choice.right] == [wanted]
    return happens(step, wanted)


def said(one: Lesson, lang: str) -> Iterator[str]:
    """Everything that a learner can read in a lesson."""
    yield from (one.title[lang], one.about[lang])
    for step in one.steps:
        yield from (step.title[lang], step.text[lang])
        question = step.question
        if question is None:
            continue
        yield question.text[lang]
        for words in (question.hint, question.because):
            if words:
                yield words[lang]
        for choice in question.choices:
            yield choice.label[lang]
            if choice.wrong:
                yield choice.wrong[lang]
        for reply in question.replies.values():
            yield reply[lang]
