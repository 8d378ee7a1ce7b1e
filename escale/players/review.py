"""A look back at a game: everybody's chances at every moment, and where one of them lost some.

The chances are means of playouts from the true state: the game is over, nothing is hidden any more.
What was better is judged from what the seat could know then (see `advice`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine.game import CHANCE

from .advice import Advice, compared
from .knowledge import knowledge
from .search import playout, search, shares

if TYPE_CHECKING:
    from escale.engine.match import Match

PLAYOUTS = 40  # for the chances before one move
SUSPECTS = 10  # moves that are searched
CLOSELY = 5  # the cost of such a search, in that of the chances before one move: for the progress
TURNS = 0.05  # of the win: a move that costs less has not turned the game
MOST = 4  # turning points that are shown


class Turn(NamedTuple):
    """A turning point: the seat could have played better."""

    ply: int  #: how many moves came before it
    move: Any
    advice: Advice


class Review(NamedTuple):
    """What a look back has found so far."""

    seat: int  #: whose moves were looked at
    curve: tuple[tuple[float, ...], ...]  #: the chances of each seat before every move, and at last
    turns: tuple[Turn, ...]  #: in the order of the game
    done: float  #: how far it has come, from 0 to 1


def learner(match: Match) -> int:
    """Whose moves to look at if nobody says: the first person who has not won, or the first."""
    winners = () if match.outcome is None else match.outcome.winners
    persons = sorted(match.persons) or range(len(match.players))
    return next((seat for seat in persons if seat not in winners), persons[0])


def review(match: Match, seat: int, seed: int = 0) -> Iterator[Review]:
    """Look back; the last that is yielded is the whole of it."""
    game, plies = match.game, len(match.plies)
    work = plies + 1 + SUSPECTS * CLOSELY
    curve: list[tuple[float, ...]] = []
    turns: list[Turn] = []

    def found(done: float) -> Review:
        worst = sorted(turns, key=lambda turn: -turn.advice.loss)[:MOST]
        return Review(seat, tuple(curve), tuple(sorted(worst, key=lambda turn: turn.ply)), done)

    for ply in range(plies + 1):
        curve.append(chances(match, ply, seed))
        yield found(ply / work)
    for number, ply in enumerate(_suspects(match, seat, curve)):
        state, move = match.state_at(ply), match.plies[ply].move
        view, legal = game.view(state, seat), game.legal(state, seat)
        for thought in search(game, view, legal, Random(seed), always=[move]):
            yield found((plies + 1 + CLOSELY * (number + thought.done)) / (work + 1))
        advice = compared(game, view, thought, [move])
        if advice.other is not None and advice.loss >= TURNS:
            turns.append(Turn(ply, move, advice))
    yield found(1)


def chances(match: Match, ply: int, seed: int) -> tuple[float, ...]:
    """Everybody's share of the win before move number `ply`."""
    game, state = match.game, match.state_at(ply)
    if game.actor(state) is None:
        return tuple(shares(game, state))
    know, rng = knowledge(game), Random(f"{seed}/{ply}")
    found = [playout(game, know, state, rng) for _ in range(PLAYOUTS)]
    return tuple(sum(one) / PLAYOUTS for one in zip(*found, strict=True))


def _suspects(match: Match, seat: int, curve: Sequence[Sequence[float]]) -> list[int]:
    """The plies at which this seat had a choice and its chances fell most."""
    falls = {
        ply: curve[ply][seat] - curve[ply + 1][seat]
        for ply, one in enumerate(match.plies)
        if one.seat == seat != CHANCE and len(match.game.legal(match.state_at(ply), seat)) > 1
    }
    return sorted(falls, key=lambda ply: -falls[ply])[:SUSPECTS]
