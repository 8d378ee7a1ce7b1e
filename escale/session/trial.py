"""“Try it from here”: a table inside a lesson, at the position of one of its steps.

    trials = Trials(read, send, later=later)
    trials.receive({"do": "try", "step": 3, "lang": "fr"})

The learner keeps the lesson's seat, computers take the others. `send` takes what the lesson's page
is told, `receive` what it asks, and never raises; which messages there are says `messages`. The
lesson is read when somebody first wants to try it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import TYPE_CHECKING

from escale.players.levels import PERSON, usual
from escale.teach.languages import FALLBACK

from . import messages, words
from .box import box as make_box
from .session import Later, Session, never
from .viewer import MakeBox, Send, Viewer

if TYPE_CHECKING:
    from escale.engine.match import Match
    from escale.teach.lesson import Lesson, Step

    from .frames import Json
    from .messages import Message

log = logging.getLogger("escale")


class Trials:
    """The tables that are laid inside one lesson, one at a time."""

    def __init__(
        self,
        read: Callable[[], Lesson],
        send: Send,
        *,
        later: Later = never,
        busy: Callable[[], AbstractContextManager[None]] = nullcontext,
        box: MakeBox = make_box,
    ) -> None:
        self._read, self._send, self._later, self._busy, self._box = read, send, later, busy, box
        self.viewer: Viewer | None = None  #: of the table that is laid
        self._lang = FALLBACK  # of whoever has asked last

    @cached_property
    def _lesson(self) -> Lesson:
        return self._read()

    def receive(self, content: object) -> None:
        """Answer a message of the lesson's page."""
        try:
            message = messages.read(content, messages.ASKED_BY_LESSON)
        except messages.Malformed:
            return
        try:
            if message.do == "try":
                self._try(message)
            elif message.do == "trial" and self.viewer is not None:
                self.viewer.receive(message.fields["message"])
            elif message.do == "end":
                self.end()
        except Exception:
            log.exception("a message from the page could not be answered: %r", message.do)
            self._say("trouble", message)

    def tell(self, message: Json) -> None:
        """What the table inside the lesson says to its page."""
        self._send({"kind": "trial", "message": message})

    def end(self) -> None:
        """Nobody tries anything any more."""
        if self.viewer is not None:
            self.viewer.session.close()
            self.viewer = None

    def _say(self, name: str, asked: Message) -> None:
        """One of the house's sentences."""
        text = words.said(name, self._lang)
        self._send({"kind": "say", "re": asked.id, "text": text, "tone": "warn"})

    def _try(self, message: Message) -> None:
        number, self._lang = message.fields["step"], message.fields["lang"]
        lesson, lang = self._lesson, self._lang
        if number >= len(lesson.steps):
            return
        match = position(lesson, lesson.steps[number], lang)
        if match.over:
            self._say("cannot-try", message)
            return
        seats = [usual(match.game)] * len(match.players)
        seats[max(0, lesson.seat)] = PERSON
        self.end()
        self.viewer = viewer = self._lay(match, seats, lang)
        whole = {"box": viewer.box(), "table": viewer.whole()}
        self._send({"kind": "try", "re": message.id, **whole})

    def _lay(self, match: Match, seats: list[str], lang: str) -> Viewer:
        session = Session(match, seats=seats, later=self._later, busy=self._busy)
        viewer = Viewer(session, self.tell, lang=lang, box=self._box)
        session.start()
        return viewer


def position(lesson: Lesson, step: Step, lang: str) -> Match:
    """The match as it was before the move that a step is in the middle of, or after it."""
    whole, ply = lesson.match, step.ply
    if step.moments and whole.state_at(ply) != step.state:
        ply -= 1
    match = whole.fork(ply)
    match.players = tuple(lesson.players[lang])
    match.seed = None  # where the lesson came from; the trial goes its own way
    return match
