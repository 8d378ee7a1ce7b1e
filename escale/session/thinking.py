"""What takes its time is thought about slice by slice: in between, pages are answered.

That is the move of a computer whose level thinks, a hint (`hints`) and a look back (`review`). The
pages hear of it at once, and again and again; whoever does not want to wait says `hurry`, and gets
what has been found so far. Another move, an undo or a new game drops it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from escale.players.levels import thinks
from escale.players.tempers import settled

from . import luck

if TYPE_CHECKING:
    from .session import Asked, Session

PATIENCE = 1.8  # s that a move may take, whatever the budget of playouts
SIGN = 0.5  # s between two signs to the page
LULL = 0.002  # s for the host between two slices


class Thinking:
    """Something being thought about. `step` thinks for a slice; at last there is an `end`."""

    thoughts: Iterator[Any]  #: each says in `done` how far it has come, from 0 to 1
    thought: Any  #: the last one

    def __init__(self, session: Session, *asked: Asked) -> None:
        self.session = session
        self.state = session.match.state  # what it is about
        self.asked = [*asked]  # who waits for it
        self.hurry = False
        self.signed = float("-inf")

    def step(self) -> bool:
        """Think on; is that enough?"""
        self.thought = next(self.thoughts)
        if self.thought.done >= 1 or self.hurry:
            return True
        now = self.session.clock()
        if now - self.signed > SIGN:
            self.signed = now
            waiting = [asked.viewer for asked in self.asked] or self.session.viewers
            for viewer in dict.fromkeys(waiting):
                if viewer is not None:
                    viewer.send({"kind": "beat", "done": round(self.thought.done, 2)})
        return False

    def end(self) -> None:
        """Do what it was for."""
        raise NotImplementedError

    def drop(self) -> None:
        """It is over, or something else has come in between. Whoever still waits is answered: a
        page takes a host that owes something for dead."""
        for viewer, id in self.asked:
            if viewer is not None:
                viewer.send({"kind": "beat", "re": id})


class Choosing(Thinking):
    """The move of a computer whose level thinks."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        match, game = session.match, session.game
        actor = match.actor
        assert actor is not None
        think = thinks(session.seats[actor])
        assert think is not None
        self.view, legal = match.view(actor), game.legal(match.state, actor)
        self.numbers = luck.thoughts(session.numbers)
        self.thoughts = think(game, self.view, legal, self.numbers, seconds=PATIENCE)

    def end(self) -> None:
        session, view = self.session, self.view
        temper = session.tempers[view.seat]
        session.make(settled(session.game, view, self.thought, temper, self.numbers))


def think(session: Session, kind: type[Thinking], asked: Asked) -> None:
    """Think about what somebody asks for; if that has begun already, they wait along."""
    thinking = session.thinking
    if isinstance(thinking, kind) and thinking.state == session.match.state:
        thinking.asked.append(asked)
    else:
        session.think(kind(session, asked))
