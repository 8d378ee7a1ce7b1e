"""A strong computer thinks in the event loop, slice by slice: in between, the kernel answers.

The page hears of it at once, and again and again; whoever does not want to wait says `hurry`, and
the computer makes the best move that it has found so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any

from escale.players.search import Thought, search

if TYPE_CHECKING:
    from .messages import Message
    from .table import Table

PATIENCE = 1.8  # s that a move may take, whatever the budget of playouts
SIGN = 0.5  # s between two signs to the page
LULL = 0.002  # s for the kernel between two slices


class Thinking:
    """One move being thought about. `step` thinks for a slice; then there may be a `move`."""

    def __init__(self, table: Table) -> None:
        match, game = table.match, table.game
        actor = match.actor
        assert actor is not None
        view, legal = match.view(actor), game.legal(match.state, actor)
        self.table = table
        self.thoughts: Iterator[Thought] = search(game, view, legal, table._rng, seconds=PATIENCE)
        self.hurry = False
        self.signed = 0.0
        self.move: Any = None

    def step(self) -> bool:
        """Think on; is there a move now?"""
        thought = next(self.thoughts)
        if thought.done >= 1 or self.hurry:
            self.move = thought.best
            return True
        if monotonic() - self.signed > SIGN:
            self.signed = monotonic()
            self.table.send({"kind": "beat", "done": round(thought.done, 2)})
        return False


def on_hurry(table: Table, message: Message) -> None:
    """Somebody has waited enough. A computer whose move has failed tries again."""
    if table._thinking is not None:
        table._thinking.hurry = True
    else:
        table._advance_soon()
    table.send({"kind": "beat", "re": message.id})
