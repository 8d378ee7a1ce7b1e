"""Events become sentences: what a person at the table would say, each with its rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .texts import texts

if TYPE_CHECKING:
    from escale.engine.game import Event, Game


class Line(NamedTuple):
    """One sentence of the log."""

    text: str
    rules: tuple[str, ...]
    seat: int | None
    kind: str


def narrate(
    game: Game[Any, Any],
    events: Iterable[Event],
    lang: str,
    players: Sequence[str],
    reader: int | None = None,
) -> list[Line]:
    """What happened, in sentences. A silent event lends its rule to the sentence before it."""
    speech = texts(game)
    lines: list[Line] = []
    for event in events:
        text = speech.event(event, lang, players, reader)
        if text:
            lines.append(Line(text, (event.rule,), event.seat, event.kind))
        elif lines and event.rule not in lines[-1].rules:
            last = lines[-1]
            lines[-1] = last._replace(rules=(*last.rules, event.rule))
    return lines
