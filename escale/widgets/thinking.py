"""What takes its time is thought about in the event loop, slice by slice: in between, the kernel
answers. That is a strong computer's move, a hint (`hints`) and a look back (`review`).

The page hears of it at once, and again and again; whoever does not want to wait says `hurry`, and
gets what has been found so far. Another move, an undo or a new game drops it.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any

from escale.players.levels import thinks
from escale.session import luck

if TYPE_CHECKING:
    from escale.session.messages import Message

    from .table import Table

PATIENCE = 1.8  # s that a move may take, whatever the budget of playouts
SIGN = 0.5  # s between two signs to the page
LULL = 0.002  # s for the kernel between two slices


class Thinking:
    """Something being thought about. `step` thinks for a slice; at last there is an `end`."""

    thoughts: Iterator[Any]  #: each says in `done` how far it has come, from 0 to 1
    thought: Any  #: the last one

    def __init__(self, table: Table, *asked: str | int | None) -> None:
        self.table = table
        self.state = table.match.state  # what it is about
        self.asked = [*asked]  # the messages that wait for it
        self.hurry = False
        self.signed = 0.0

    def step(self) -> bool:
        """Think on; is that enough?"""
        self.thought = next(self.thoughts)
        if self.thought.done >= 1 or self.hurry:
            return True
        if monotonic() - self.signed > SIGN:
            self.signed = monotonic()
            self.table.send({"kind": "beat", "done": round(self.thought.done, 2)})
        return False

    def end(self) -> None:
        """Do what it was for."""
        raise NotImplementedError

    def drop(self) -> None:
        """It is over, or something else has come in between. Whoever still waits is answered: a
        page takes a kernel that owes something for dead."""
        for asked in self.asked:
            self.table.send({"kind": "beat", "re": asked})


class Choosing(Thinking):
    """The move of a computer whose level thinks."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        match, game = table.match, table.game
        actor = match.actor
        assert actor is not None
        think = thinks(table.seats[actor])
        assert think is not None
        view, legal = match.view(actor), game.legal(match.state, actor)
        self.thoughts = think(game, view, legal, luck.thoughts(table._rng), seconds=PATIENCE)

    def end(self) -> None:
        self.table._make(self.thought.best)


def think(table: Table, kind: type[Thinking], message: Message) -> None:
    """Think about what somebody asks for; if that has begun already, they wait along."""
    thinking = table._thinking
    if isinstance(thinking, kind) and thinking.state == table.match.state:
        thinking.asked.append(message.id)
    else:
        table._think(kind(table, message.id))


def on_hurry(table: Table, message: Message) -> None:
    """Somebody has waited enough. A computer whose move has failed tries again."""
    if table._thinking is not None:
        table._thinking.hurry = True
    else:
        table._advance_soon()
    table.send({"kind": "beat", "re": message.id})
