"""A question as it stands in a lesson's file, and what its kind needs in order to read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from escale.engine.game import CHANCE, Event, Violation

from ..languages import LANGUAGES
from ..lesson_file import BadLesson, Words

if TYPE_CHECKING:
    from ..lesson_reader import LessonReader


class Asked:
    """A table `[step.ask]`, and the lesson at the moment in which it asks.

    The fields that all kinds have are read here; `table` holds those of the kind.
    """

    def __init__(
        self,
        reader: LessonReader,
        table: Mapping[str, Any],
        rules: tuple[str, ...],
        state: Any,
        events: Sequence[Event],
        later: Sequence[Event],
    ) -> None:
        self.reader, self.table, self.state = reader, table, state
        self.events, self.later = events, later  #: of this step; of those after it
        self.game, self.seat, self.players = reader.game, reader.seat, reader.players
        self.speech = reader.speech
        self.text = self.said(table.get("text"), "text")
        self.hint = self.said(table["hint"], "hint") if "hint" in table else None
        replies = table.get("wrong", {})
        if not isinstance(replies, Mapping):
            raise self.wrong("wrong is a table: an answer, and what to say to it", "wrong")
        #: what to say to an answer, by its name
        self.replies = {name: self.said(reply, "wrong", name) for name, reply in replies.items()}
        self.because = self.said(table["because"], "because") if "because" in table else None
        self.rules = reader.rule_ids(table["rules"]) if "rules" in table else rules
        self.look = reader.keys(table, "look")

    def common(self) -> dict[str, Any]:
        """What every question has."""
        names = ("text", "rules", "look", "hint", "because")
        return {name: getattr(self, name) for name in names}

    def wrong(self, problem: str, *place: str | int) -> BadLesson:
        """A complaint about what stands at `place` in the question's table."""
        return self.reader.wrong(problem, *place)

    def said(self, value: Any, *place: str | int) -> Words:
        """A text in each language, with its holes filled."""
        words = self.reader.words(value, *place)
        return self.reader.filled(words, self.events, self.state, self.later, *place)

    def label(self, name: str) -> Words:
        """A word of the house: yes, no, nobody."""
        return {lang: self.speech.label(name, lang) for lang in LANGUAGES}

    # --- what the engine knows

    def first(self, wanted: str | Mapping[str, Any]) -> Event | None:
        """The first event after this step that is what was asked for."""
        return next((event for event in self.later if is_event(event, wanted)), None)

    def refusals(self, move: Any, seat: Any, *place: str | int) -> tuple[Violation, ...]:
        """Why a move that the lesson names may not be made; () if it may."""
        move = self.reader.text(move, "a move is text, as in a record", *place)
        actor = self.game.actor(self.state)
        if seat is None:
            seat = CHANCE if actor is None else actor
        return self.game.why_not(self.state, seat, move)

    # --- the engine's own words for it

    def told(self, event: Event | None) -> Words | None:
        """What happens, as the learner sees it."""
        if event is None:
            return None
        seen = event.seen_by(self.seat)
        why = {
            lang: self.speech.event(seen, lang, self.players[lang], self.seat) for lang in LANGUAGES
        }
        return why if all(why.values()) else None

    def forbidden(self, refusals: Sequence[Violation]) -> Words | None:
        """What forbids a move, if anything does."""
        if not refusals:
            return None
        return {
            lang: self.speech.refusal(refusals[0], lang, self.players[lang]) for lang in LANGUAGES
        }


def is_event(event: Event, wanted: str | Mapping[str, Any]) -> bool:
    """Is it of that kind, with these facts?"""
    if isinstance(wanted, str):
        return event.kind == wanted
    facts = {"event": event.kind, "seat": event.seat, **event.facts}
    return all(facts.get(name) == value for name, value in wanted.items())
