"""Reads a lesson's file, plays it out, and checks every claim of it against the engine.

A move that cannot be made, an event that does not happen, a hole that cannot be filled, an answer
that is not right: each is a `BadLesson` with file and line. The fields are read by `lesson_file`,
the questions by their kinds in `questions`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from escale.engine.errors import BadOption, BadRecord, IllegalMove, quoted
from escale.engine.game import SPECTATOR, Event, Moment, check_players
from escale.engine.match import Match

from .captions import Captions, by_kind, odds
from .holes import BadHole
from .languages import FALLBACK, LANGUAGES, each
from .lesson_file import LessonFile, Words
from .lesson_types import Lesson, Step
from .questions import Asked, ask_fields, is_event, read_question
from .texts import texts

if TYPE_CHECKING:
    from escale.engine.game import Game
    from escale.engine.toml import Document, KeyPath

FIELDS = {
    "title", "about", "players", "seat", "plain", "optional", "alone", "options", "position",
    "setup", "seed", "step",
}  # fmt: skip
STEP_FIELDS = {"title", "text", "rules", "play", "show", "mark", "arrow", "hide", "ask"}


class LessonReader(LessonFile):
    """Plays out one file."""

    def __init__(self, game: Game[Any, Any], name: str, document: Document) -> None:
        super().__init__(game, name, document)
        self.speech = texts(game)

    def lesson(self) -> Lesson:
        table = self.table
        self.known(table, FIELDS, "a lesson")
        title, about = (self.words(table.get(name), name) for name in ("title", "about"))
        self.players = self.names(table.get("players"))
        self.seat = seat = table.get("seat", 0)
        seats = (*range(len(self.players[FALLBACK])), SPECTATOR)
        if type(seat) is not int or seat not in seats:
            raise self.wrong(f"there is no seat {quoted(seat)}", "seat")
        plain, alone = self.flag("plain"), self.flag("alone")
        try:
            self.match = Match(
                self.game,
                self.players[FALLBACK],
                options=table.get("options"),
                setup=table.get("setup"),
                position=table.get("position"),
                seed=table.get("seed", 0),
            )
        except (BadRecord, BadOption) as error:
            raise self.wrong(str(error), *_place(error.where)) from None
        start = self.state = self.match.state
        self.pending: list[Moment] = []
        played = []
        for number, entry in enumerate(self.steps()):
            self.at = ("step", number)
            self.known(entry, STEP_FIELDS, "a step")
            played.append((entry, *self.advance(entry)))
        steps = []
        for number, (entry, moments, state, ply) in enumerate(played):
            self.at = ("step", number)
            later = [e for _, ms, _, _ in played[number + 1 :] for m in ms for e in m.events]
            steps.append(self.step(entry, moments, state, ply, later))
        return Lesson(
            self.name, self.game, title, about, self.players, seat, start, tuple(steps),
            self.match, plain, alone=alone,
        )  # fmt: skip

    def names(self, players: Any) -> Mapping[str, Sequence[str]]:
        """The names of the players in each language."""
        self.known(players, LANGUAGES, f"players ({each('players')})", "players")
        for lang in LANGUAGES:
            if not isinstance(players.get(lang), list):
                raise self.wrong(f"{each('players')} are lists of names", "players", lang)
            try:
                check_players(self.game, players[lang])
            except BadOption as error:
                place = ("players", lang, *_place(error.where)[1:])
                raise self.wrong(f"players.{lang}: {error.problem}", *place) from None
        if len({len(names) for names in players.values()}) != 1:
            raise self.wrong(f"{each('players')} name the same seats", "players")
        return {lang: list(players[lang]) for lang in LANGUAGES}

    def advance(self, entry: Mapping[str, Any]) -> tuple[tuple[Moment, ...], Any, int]:
        """Play the moves of a step and go on to the moment that it shows."""
        moments: list[Moment] = []
        play = entry.get("play", [])
        moves = [play] if isinstance(play, str) else play
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise self.wrong("play is a move or a list of moves", "play")
        for number, text in enumerate(moves):
            moments += self.pending
            before = self.match.state
            try:
                self.match.play(text)
            except IllegalMove as error:
                place = ("play",) if isinstance(play, str) else ("play", number)
                raise self.wrong(str(error), *place) from None
            self.pending = self.game.unfold(before, self.match.plies[-1].move)
        if "show" in entry:
            moments += self.until(entry["show"])
        elif moves:
            moments += self.pending
            self.pending = []
        if moments:
            self.state = moments[-1].state
        return tuple(moments), self.state, self.match.ply

    def until(self, show: Any) -> list[Moment]:
        self.check_event(show, "show")
        for index, moment in enumerate(self.pending):
            if any(is_event(event, show) for event in moment.events):
                passed, self.pending = self.pending[: index + 1], self.pending[index + 1 :]
                return passed
        there = sorted({event.kind for moment in self.pending for event in moment.events})
        raise self.wrong(
            f"no moment left with {quoted(show)}; there are: {', '.join(there) or 'none'}", "show"
        )

    def step(
        self,
        entry: Mapping[str, Any],
        moments: tuple[Moment, ...],
        state: Any,
        ply: int,
        later: list[Event],
    ) -> Step:
        events = [event for moment in moments for event in moment.events]
        title, text = (self.words(entry.get(name), name) for name in ("title", "text"))
        rules = self.rule_ids(entry.get("rules"))
        arrows = entry.get("arrow", [])
        if not isinstance(arrows, list) or not all(
            isinstance(arrow, list) and [type(key) for key in arrow] == [str, str]
            for arrow in arrows
        ):
            raise self.wrong("arrow is a list of arrows, each a list of two keys", "arrow")
        mark, hide = self.keys(entry, "mark"), self.keys(entry, "hide")
        title = self.filled(title, events, state, later, "title")
        text = self.filled(text, events, state, later, "text")
        question = None
        if "ask" in entry:
            ask, step = entry["ask"], self.at
            self.known(ask, ask_fields(), "a question (ask)", "ask")
            self.at = (*step, "ask")
            question = read_question(Asked(self, ask, rules, state, events, later))
            self.at = step
        return Step(
            title, text, rules, moments, state, ply, mark, tuple((a, b) for a, b in arrows),
            question, hide,
        )  # fmt: skip

    def filled(
        self,
        words: Words,
        events: Sequence[Event],
        state: Any,
        later: Sequence[Event],
        *place: str | int,
    ) -> Words:
        """The caption in both languages with its holes filled from the engine's events."""
        captions = Captions(self.speech, self.players)
        facts = captions.facts(events, state, later)
        if any("{odds." in template for template in words.values()):  # worked out only if wanted
            facts["odds"] = odds(self.game, state, self.seat)
        result = {}
        for lang, template in words.items():
            try:
                result[lang] = captions.fill(template, facts, lang)
            except BadHole as error:
                happened = ", ".join(by_kind(events)) or "nothing"
                name = ".".join(map(str, (*place, lang)))
                raise self.wrong(
                    f"{name}: a hole cannot be filled ({error}); this step has: {happened}",
                    *place,
                    lang,
                ) from None
        return result


def _place(where: str) -> KeyPath:
    """The place in a record that an error names: `position.hands[0]`."""
    return tuple(
        int(step) if step.isdecimal() else step for step in re.findall(r"[^.\[\]]+", where)
    )
