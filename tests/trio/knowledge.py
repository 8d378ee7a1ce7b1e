"""What the opponents of Trio know: where something happens, and that the middle is good."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from escale.engine.game import Event, View

from .rules import Move

WHERE = ("point",)
SAYS = {
    "sensible": {"fr": "Je prends le milieu si je peux.", "en": "I take the middle if I can."},
    "beginner": {"fr": "Je joue ce qui vient.", "en": "I play what comes first."},
}


def sensible(view: View, legal: Sequence[Move], rng: Random) -> Move:
    return next((move for move in legal if move.end == "b2"), legal[-1])


def beginner(view: View, legal: Sequence[Move], rng: Random) -> Move:
    return legal[0]


def foresee(view: View, move: Move) -> list[Event]:
    facts: dict[str, Any] = {"point": move.end}
    return [Event("TR-PLA-1", "hold", view.seat, facts)]
