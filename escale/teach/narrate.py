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
    at: int = 0  #: the number of the event that it tells


def narrate(
    game: Game[Any, Any],
    events: Iterable[Event],
    lang: str,
    players: Sequence[str],
    reader: int | None = None,
) -> list[Line]:
    """What happened, in sentences.

    A silent event lends its rule to the sentence before it, or, if it is the first, after it.
    """
    speech = texts(game)
    lines: list[Line] = []
    early: list[str] = []  # the rules of silent events before the first sentence
    for at, event in enumerate(events):
        text = speech.event(event, lang, players, reader)
        if text:
            rules = tuple(dict.fromkeys([event.rule, *early]))
            lines.append(Line(text, rules, event.seat, event.kind, at))
            early.clear()
        elif not lines:
            early.append(event.rule)
        elif event.rule not in lines[-1].rules:
            last = lines[-1]
            lines[-1] = last._replace(rules=(*last.rules, event.rule))
    return lines
