"""A lesson that has been read, checked and played out by the engine, and its steps.

What a question is, is in `questions`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine.game import Moment
from escale.engine.match import Match

from .lesson_file import Words
from .questions import Question

if TYPE_CHECKING:
    from escale.engine.game import Game


class Step(NamedTuple):
    """One step of a lesson, played out."""

    title: Words
    text: Words
    rules: tuple[str, ...]
    moments: tuple[Moment, ...]  #: what has happened since the step before
    state: Any  #: the table at the end of the step
    ply: int  #: how many moves of the match are complete
    mark: tuple[str, ...]
    arrow: tuple[tuple[str, str], ...]
    question: Question | None
    hide: tuple[str, ...] = ()  #: keys that its picture leaves out; `*` ends a pattern


class Lesson(NamedTuple):
    """A lesson, read, checked and played out by the engine."""

    id: str
    game: Game[Any, Any]
    title: Words
    about: Words
    players: Mapping[str, Sequence[str]]
    seat: int
    start: Any
    steps: tuple[Step, ...]
    match: Match  #: all moves of the lesson; `try it from here` forks it
    plain: bool = False  #: nothing is worked out for the players
    chart: Words | None = None  #: a picture beside all steps, as SVG
    alone: bool = False  #: help is offered only after a wrong answer
