"""Every finished game: records, going back and forth, and nothing hidden any more."""

from __future__ import annotations

import json

from escale.engine.errors import BadRecord
from escale.engine.match import Match

from .inspection import Problems, Spot, difference, who

DRAWN = "drawn"  # the kind of event for which the house has words


def records_round_trip(at: Spot) -> Problems:
    """At the end and at some plies before it."""
    match = at.match
    for ply in sorted({*at.some(range(match.ply), 4), match.ply}):
        part = match.fork(ply)
        record = part.record()
        try:
            read = Match.from_record(json.dumps(record), game=at.game)
        except BadRecord as error:
            yield f"the record after {ply} moves is refused ({error})"
            continue
        if read.state != part.state:
            yield f"a record does not bring back the state: {difference(part.state, read.state)}"
        elif [p[:3] for p in read.plies] != [p[:3] for p in part.plies]:
            yield "a replay tells other moves or events than the game did"
        elif read.record() != record:
            yield "a record changes when it is read and written again"


def matches_go_back_and_forth(at: Spot) -> Problems:
    match = at.match.fork()
    last = match.ply
    states = [match.state_at(ply) for ply in range(last + 1)]
    for ply in reversed(range(last)):
        match.undo()
        if match.state != states[ply]:
            yield f"undo does not bring back the state before move {ply}"
    for ply in range(1, last + 1):
        match.redo()
        if match.state != states[ply]:
            yield f"redo does not bring back the state after move {ply}"
    for ply in at.some(range(last + 1), 5):
        match.goto(ply)
        if match.state != states[ply]:
            yield f"goto does not lead to the state after {ply} moves"
    match.goto(last // 2)
    fork = match.fork()
    fork.play(fork.legal()[0])
    if match.ply != last // 2 or [p.state for p in at.match.plies] != states[1:]:
        yield "a move in a fork has changed the match that it came from"


def the_end_is_told(at: Spot) -> Problems:
    """By the last move's events, and as `outcome` has it."""
    outcome = at.game.outcome(at.state)
    if outcome is None or not at.match.plies:
        return
    *before, last = at.match.plies
    told = {event.kind for event in last.events}
    if DRAWN in told and outcome.winners:
        winners = " and ".join(who(seat) for seat in outcome.winners)
        yield f"an event {DRAWN!r} is told, but outcome says that {winners} won"
    if told <= {event.kind for ply in before for event in ply.events}:
        how = "in a draw" if outcome.draw else f"when {who(outcome.winners[0])} has won"
        at.of.doubt(f"tells nothing of the end {how}: its last move has no event of its own")


def finished_games_are_open(at: Spot) -> Problems:
    game, match = at.game, at.match
    for ply, (mover, move, _, _) in enumerate(match.plies):
        for seat in at.viewers:
            if game.veil(move, mover, match.state_at(ply), seat, at.state) != game.format(move):
                yield f"the game is over, but move {ply} is still hidden from {who(seat)}"
