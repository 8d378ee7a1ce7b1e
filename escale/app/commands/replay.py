"""`escale replay`: a record as one document for programs, whole or as one seat may know it."""

from __future__ import annotations

from typing import Any

from escale.engine.errors import BadOption
from escale.engine.game import CHANCE
from escale.engine.match import Match


def document(match: Match, seat: int | None = None) -> dict[str, Any]:
    """What was legal, what was played and what happened, ply by ply.

    With a seat, only what that seat may know now: cards that still lie face down read `c?`, and
    the choices of others are None while their hands are closed. Nothing is in it that the events
    and the moves do not say: no seed, no set-up.
    """
    game, now = match.game, match.state
    plies = []
    for number, ply in enumerate(match.plies):
        then = match.state_at(number)
        if seat is None:
            text = game.format(ply.move)
            events = ply.events
        else:
            text = game.veil(ply.move, ply.seat, then, seat, now)
            events = tuple(event.seen_by(seat) for event in ply.events)
        plies.append(
            {
                **_choice(match, number, ply.seat, seat),
                "move": text,
                "events": [event.to_json() for event in events],
            }
        )
    outcome = match.outcome
    found: dict[str, Any] = {
        "game": game.id,
        "plies": plies,
        "over": outcome is not None,
        "scores": outcome and list(outcome.scores),
        "winners": outcome and list(outcome.winners),
    }
    actor = match.actor
    if actor is not None:
        found["next"] = _choice(match, match.ply, actor, seat)
    return found


def _choice(match: Match, number: int, mover: int, seat: int | None) -> dict[str, Any]:
    """Who moves at this ply, and among what; None if `seat` may not know that."""
    may_know = seat is None or match.game.open_to(match.state_at(number), seat, mover)
    return {
        "seat": "chance" if mover == CHANCE else mover,
        "legal": legal_texts(match, number) if may_know else None,
    }


def legal_texts(match: Match, number: int) -> list[str]:
    """All moves that were legal at this ply, written and sorted as text."""
    game, state = match.game, match.state_at(number)
    actor = game.actor(state)
    return [] if actor is None else sorted(map(game.format, game.legal(state, actor)))


def with_legal(match: Match) -> dict[str, Any]:
    """The record of a match, with the legal moves of every ply."""
    return match.record() | {"legal": [legal_texts(match, ply) for ply in range(match.ply)]}


def checked_seat(match: Match, seat: int | None) -> int | None:
    """A seat from outside, if this match has it."""
    last = len(match.players) - 1
    if seat is not None and not 0 <= seat <= last:
        raise BadOption("seat", f"this game has the seats 0 to {last}, not {seat}")
    return seat
