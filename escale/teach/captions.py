"""The captions of a lesson: sentences whose holes are filled from the engine's events.

`{tie.total}` is a fact of an event of the step, `{later.take.total}` of one that comes after it,
`{player[2]}` a player, `{state.round}` a value of the state, `{odds.alone[5]}` a chance, from the
game's `odds.py`. The grammar of holes is in `holes`, what is said for a value in `texts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from escale.engine.game import Event

from .holes import Hole, fill
from .overlays import written_in
from .texts import Texts

if TYPE_CHECKING:
    from escale.engine.game import Game


class Captions:
    """Fills the sentences of one lesson, whose players have other names in each language."""

    def __init__(self, speech: Texts, players: Mapping[str, Sequence[str]]) -> None:
        self.speech, self.players = speech, players

    def facts(self, events: Sequence[Event], state: Any, later: Sequence[Event]) -> dict[str, Any]:
        """What the holes of a step can name."""
        seats = range(max(map(len, self.players.values())))
        named = {"player": seats, "state": state, "later": by_kind(later)}
        return {**by_kind(events), **named}

    def fill(self, template: str, facts: Mapping[str, Any], lang: str) -> str:
        """A sentence in a language; raises `BadHole`."""
        return fill(template, facts, partial(self._spoken, written_in(template, lang)))

    def _spoken(self, lang: str, hole: Hole, value: Any) -> Any:
        """What a caption says for a fact: names, nouns with articles, numbers with plurals."""
        first, names = hole.path[0], [step for step in hole.path if isinstance(step, str)]
        if first == "state" and isinstance(value, str) and self.speech.is_noun(value):
            return self.speech.named(value, lang)
        fact = "seat" if first == "player" else names[-1]
        return self.speech.wrap(fact, value, lang, self.players[lang], None)


def by_kind(events: Sequence[Event]) -> dict[str, list[dict[str, Any]]]:
    """The facts of events, for holes: `{tie.total}` is of the first tie, `{tie[1].total}` of the
    second."""
    found: dict[str, list[dict[str, Any]]] = {}
    for event in sorted(events, key=lambda event: event.kind):
        found.setdefault(event.kind, []).append({"seat": event.seat, **event.facts})
    return found


def odds(game: Game[Any, Any], state: Any, seat: int | None) -> Mapping[str, Any]:
    """What the game's `odds.py` says about chances at a moment, by its function `told`; nothing
    where there is none."""
    try:
        module: Any = import_module(f"{game.package}.odds")
    except ModuleNotFoundError as error:
        if error.name == f"{game.package}.odds":
            return {}
        raise
    found: Mapping[str, Any] = module.told(state, seat) if hasattr(module, "told") else {}
    return found
