"""Every moment: whose move it is, and which moves there are."""

from __future__ import annotations

from fractions import Fraction

from escale.engine.errors import quoted
from escale.engine.game import CHANCE, Outcome

from .inspection import SAMPLE, Problems, Spot, named, who
from .telling import violations_are_sound

LONGEST_GAME = 1_000  # plies


THOROUGH = 2_000  # the same, now and then


def somebody_can_move_until_the_end(at: Spot) -> Problems:
    if at.actor is None:
        return
    if at.actor != CHANCE and at.actor not in at.seats:
        yield f"actor is {at.actor!r}, which is no seat, not CHANCE and not None"
    if not at.legal:
        yield "the game is not over, but there is no legal move"
    if at.match.ply >= LONGEST_GAME:
        yield f"the game does not end within {LONGEST_GAME} plies"


def outcome_comes_at_the_end(at: Spot) -> Problems:
    outcome = at.game.outcome(at.state)
    if (outcome is None) != (at.actor is not None):
        yield f"actor is {at.actor!r} and outcome is {outcome!r}: one of them must be None"
    if outcome is None:
        return
    if not isinstance(outcome, Outcome) or len(outcome.scores) != len(at.seats):
        yield f"outcome is {quoted(outcome)}: it needs one score a seat ({len(at.seats)})"
    elif not all(type(score) is int for score in outcome.scores):
        yield f"scores must be whole numbers, not {quoted(outcome.scores)}"
    elif list(outcome.winners) != sorted(set(outcome.winners)):
        yield f"winners must be seats in order (none is a draw), not {quoted(outcome.winners)}"
    elif not set(outcome.winners) <= set(at.seats):
        yield f"winners must be seats, not {quoted(outcome.winners)}"
    elif not outcome.winners and not getattr(at.game, "draws", False):
        at.of.doubt(
            "a game ended without a winner, but the game says `draws = False`: with "
            "`draws = True` hints and opponents reckon with draws"
        )


def legal_moves_are_in_order(at: Spot) -> Problems:
    written = [at.game.format(move) for move in at.legal]
    if written != sorted(written):
        yield f"legal moves must be sorted by their text, not {quoted(written)}"
    if len(set(written)) < len(written):
        yield f"a legal move is listed twice: {quoted(written)}"


def legal_and_why_not_agree(at: Spot) -> Problems:
    game, state = at.game, at.state
    for move in at.some(at.legal, 5):
        if move not in at.moves:
            yield f"{game.format(move)} is legal, but not among moves()"
    legal = set(at.legal)
    mover = CHANCE if at.actor is None else at.actor
    most = SAMPLE if at.rng.random() > 0.01 else THOROUGH  # now and then
    for move in dict.fromkeys(at.some(at.legal) + at.some(at.moves, most)):
        violations = game.why_not(state, mover, move)
        text = game.format(move)
        if move in legal and violations:
            yield f"{text} is in legal, but why_not says {named(violations)}"
        elif move not in legal and not violations:
            yield f"{text} is not in legal, but why_not says nothing against it"
        if game.why_not(state, mover, text) != violations:
            yield f"why_not says one thing of the move {text} and another of its text"
        yield from violations_are_sound(at, violations)


def others_have_to_wait(at: Spot) -> Problems:
    game, state = at.game, at.state
    for seat in (*at.viewers, CHANCE):
        if seat == at.actor:
            continue
        if game.legal(state, seat):
            yield f"{who(seat)} has legal moves, but it is the turn of {who(at.actor)}"
        for move in at.some([*at.legal, *at.some(at.moves, 6)], 8):
            violations = game.why_not(state, seat, move)
            if not violations:
                yield f"why_not lets {who(seat)} play {game.format(move)} out of turn"
            yield from violations_are_sound(at, violations)


def chance_is_exact(at: Spot) -> Problems:
    outcomes = at.game.chance(at.state)
    if at.actor != CHANCE:
        if outcomes:
            yield "chance gives outcomes where chance has not the move"
        return
    odds = [odd for _, odd in outcomes]
    if not all(isinstance(odd, Fraction) and odd > 0 for odd in odds):
        yield f"chance must give Fractions above 0, not {quoted(odds)}"
    elif sum(odds) != 1:
        yield f"the probabilities of chance add up to {sum(odds)}, not to 1"
    if [move for move, _ in outcomes] != list(at.legal):
        yield "the outcomes of chance are not the legal moves, in their order"
