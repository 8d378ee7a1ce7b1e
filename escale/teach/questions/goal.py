"""Make a move on the board that reaches a goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from escale.engine.errors import quoted
from escale.engine.game import CHANCE, Event, Moment

from ..narrate import narrate
from .asked import is_event
from .question import Picture, Question, check_replies, first

if TYPE_CHECKING:
    from ..lesson_types import Lesson, Step
    from .asked import Asked

MOST_SHOWN = 40  #: right moves of one question that are seen on the board when they are made


@dataclass(frozen=True, kw_only=True)
class Goal(Question):
    """`goal`: any legal move, one that makes an event happen, or one of a list."""

    field_name = "goal"
    kind = "move"

    #: the event that a move should bring about
    goal: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, asked: Asked) -> Self:
        goal = asked.table["goal"]
        moves = tuple(reached(asked, goal))
        misses = [asked.game.format(move) for move, right in moves if not right]
        check_replies(asked, [*misses, "other"], "is no move that misses the goal")
        rules = (
            asked.rules if "rules" in asked.table else first(asked.rules, deciding(asked, moves))
        )
        return cls(
            **asked.common() | {"rules": rules},
            moves=moves,
            replies=asked.replies,
            goal=goal if isinstance(goal, Mapping) else {},
        )

    def page(self, picture: Picture) -> dict[str, Any]:
        """Of several right moves, the one with which the lesson goes on comes first: it is the
        answer that is shown."""
        told = super().page(picture)
        game, state = picture.lesson.game, picture.step.state
        told["right"], told["wrong"] = {}, {}
        many = sum(right for _, right in self.moves) > MOST_SHOWN
        for move, right in self.moves:
            path = "|".join(game.path(state, move))
            if right and many:
                told["right"][path] = {}
                continue
            moments = game.unfold(state, move)
            if right:
                [pieces] = picture.moved(moments[0])
                first = {path: pieces} if moments[0].state == picture.then else {}
                told["right"] = first | told["right"] | {path: pieces}
                continue
            end = self._failure(moments)
            shown = [moments[0]] if end is moments[0] else [moments[0], end]
            told["wrong"][path] = [self._reply(picture, move, moments), *picture.moved(*shown)]
        told["why"], told["sentences"] = picture.refused()
        return told

    def _reply(self, picture: Picture, move: Any, moments: Sequence[Moment]) -> str:
        """What is said to a move that misses the goal: the lesson's words, or what happens."""
        lesson, lang = picture.lesson, picture.lang
        reply = self.replies.get(lesson.game.format(move)) or self.replies.get("other")
        if reply:
            return reply[lang]
        seen = [event.seen_by(lesson.seat) for moment in moments for event in moment.events]
        lines = narrate(lesson.game, seen, lang, lesson.players[lang], lesson.seat)
        return " ".join(line.text for line in lines[:2])

    def _failure(self, moments: Sequence[Moment]) -> Moment:
        """The moment in which it is seen that a move misses its goal: somebody else gets it, or
        never. Where no event was asked for, the move itself says enough."""
        if not self.goal:
            return moments[0]
        wanted = {name: value for name, value in self.goal.items() if name not in ("event", "seat")}
        for moment in moments:
            for event in moment.events:
                if event.kind == self.goal["event"] and wanted.items() <= event.facts.items():
                    return moment
        return moments[-1]

    def solution(self, step: Step, lesson: Lesson, lang: str, labels: Mapping[str, str]) -> str:
        right = next(move for move, reaches in self.moves if reaches)
        path = lesson.game.path(step.state, right)
        return " → ".join(labels[key] for key in path if key in labels)


def reached(asked: Asked, goal: Any) -> Iterator[tuple[Any, bool]]:
    """Every legal move of the position, and whether it reaches the goal."""
    game, state = asked.game, asked.state
    actor = game.actor(state)
    if actor is None or actor == CHANCE:
        raise asked.wrong("nobody has a move to make here", "goal")
    if actor != asked.seat:
        raise asked.wrong(f"seat {actor} has the move, but the learner is {asked.seat}", "goal")
    if isinstance(goal, list):
        for i, text in enumerate(goal):
            if asked.refusals(text, actor, "goal", i):
                raise asked.wrong(f"{quoted(text)} is not legal here", "goal", i)
    else:
        asked.reader.check_event(goal, "goal")
    found = False
    for move in game.legal(state, actor):
        if goal == "legal":
            right = True
        elif isinstance(goal, list):
            right = game.format(move) in goal
        else:
            happened: list[Event] = []
            game.apply(state, move, happened)
            right = any(is_event(event, goal) for event in happened)
        found |= right
        yield move, right
    if not found:
        raise asked.wrong(f"no legal move reaches {quoted(goal)}", "goal")


def deciding(asked: Asked, moves: Sequence[tuple[Any, bool]]) -> list[str]:
    """The rules of the event that a right move brings about; a lesson that means others says so."""
    goal = asked.table["goal"]
    if not isinstance(goal, Mapping):
        return []
    happened: list[Event] = []
    asked.game.apply(asked.state, next(move for move, right in moves if right), happened)
    return [event.rule for event in happened if is_event(event, goal)]
