"""May this move be played?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from ..lesson_file import Words
from .question import Choice, Choose, Picture

if TYPE_CHECKING:
    from .asked import Asked


@dataclass(frozen=True, kw_only=True)
class Allowed(Choose):
    """`allowed`: yes or no, as the rules have it."""

    field_name = "allowed"

    tried: str = ""  #: the move that may or may not be allowed

    @classmethod
    def answers(cls, asked: Asked, options: list[Any]) -> Iterator[tuple[str, Choice]]:
        refusals = asked.refusals(asked.table["allowed"], None, "allowed")
        yield "yes", Choice(asked.label("yes"), not refusals, asked.forbidden(refusals))
        yield "no", Choice(asked.label("no"), bool(refusals))

    @classmethod
    def reason(cls, asked: Asked) -> Words | None:
        return asked.forbidden(asked.refusals(asked.table["allowed"], None, "allowed"))

    @classmethod
    def deciding(cls, asked: Asked) -> Sequence[str]:
        refusals = asked.refusals(asked.table["allowed"], None, "allowed")
        return [violation.rule for violation in refusals]

    @classmethod
    def read(cls, asked: Asked) -> Self:
        return replace(super().read(asked), tried=asked.table["allowed"])

    def page(self, picture: Picture) -> dict[str, Any]:
        return super().page(picture) | self._attempt(picture)

    def _attempt(self, picture: Picture) -> dict[str, Any]:
        """What the board shows to somebody who is wrong: how the move is made, or its way."""
        game, state = picture.lesson.game, picture.step.state
        move = game.parse(self.tried)
        actor = game.actor(state)
        if actor is not None and not game.why_not(state, actor, move):
            return {"made": picture.moved(game.unfold(state, move)[0])[0]}
        return {"tried": [key for key in game.path(state, move) if picture.shows(key)]}
