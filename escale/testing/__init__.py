"""`check_game`: the contract of a game as a test, for our games and for yours.

    def test_galets_is_a_game():
        check_game("galets")

It plays random games with every number of players and looks at every moment of them. Whatever
is missing or wrong is told at once, in sentences that say where it happened, in the order in which
to mend it (`findings.STEPS`).

A check is a small generator of such sentences, in the module of what it looks at. Add yours to
`ONCE` (the game itself), `SPOTS` (every state of every game), `MOVES` (every move that is made),
`ENDS` (every finished game) or `AFTERWARDS` (what has been seen in all of them).
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from escale.engine.game import Game
from escale.engine.match import Match
from escale.engine.registry import game as find_game
from escale.players.knowledge import knowledge
from escale.players.levels import known
from escale.teach.lesson import lessons

from . import finished, hiding, itself, moving, picking, pictures, purity, teaching, telling
from .findings import Findings
from .inspection import Asked, Inspection, Made, Problems, Spot, breakdown

__all__ = ["check_game"]


def check_game(game: str | Game[Any, Any], *, games: int = 8, seed: int = 0) -> None:
    """Play `games` random games with every number of players; raise one AssertionError that
    tells all that is missing or wrong."""
    __tracebackhide__ = True
    found = find_game(game)
    name = str(getattr(found, "id", type(found).__name__))
    problems = Findings()
    rules, speech = itself.rule_ids(found), itself.speech(found)
    inspection = Inspection(found, rules, speech, set(), Counter(), set())
    for check in ONCE:
        problems.run(check, name, inspection)
    for players in getattr(found, "seats", ()):
        for number, options in enumerate(choices_of_options(found, games)):
            play(inspection, players, options, seed + number, problems)
    for check in AFTERWARDS:
        problems.run(check, name, inspection)
    if problems.sentences:
        raise AssertionError(str(problems))
    if not lessons(found):
        warnings.warn(f"{name} has no lessons yet: see docs/lessons.md", stacklevel=2)
    if found.seats[-1] > 2 and known(found) and not knowledge(found).tempers:
        missing = "has no TEMPERS in its knowledge.py: its computers of one level play alike"
        hint = "whoever wants them to differ finds how in docs/opponents.md"
        warnings.warn(f"{name} {missing}; {hint}", stacklevel=2)


def choices_of_options(game: Game[Any, Any], games: int) -> list[dict[str, Any]]:
    """The defaults, again and again, and each other choice once."""
    others: list[dict[str, Any]] = []
    for name, option in game.options.items():
        values = option.names() if option.names is not None else (option.low, option.high)
        others += [{name: value} for value in values if value != option.default]
    return [{}] * max(games - len(others), 1) + others


def play(
    inspection: Inspection,
    players: int,
    options: Mapping[str, Any],
    seed: int,
    problems: Findings,
) -> None:
    game = inspection.game
    chosen = "".join(f", {name} {value}" for name, value in options.items())
    place = here = f"{game.id}, {players} players{chosen}, seed {seed}"
    rng = Random(f"{game.id} {players} {seed}")
    problems.run(itself.set_ups_are_repeatable, place, game, players, options, seed)
    try:
        match = Match(game, players, options=options, seed=seed)
        asked: list[Asked] = []
        while True:
            here = f"{place}, ply {match.ply}"
            actor = game.actor(match.state)
            legal = () if actor is None else tuple(game.legal(match.state, actor))
            moves = list(game.moves(match.state))
            spot = Spot(inspection, match, match.state, actor, legal, moves, rng)
            for check in SPOTS:
                problems.run(check, here, spot)
            if not legal or match.ply >= moving.LONGEST_GAME:
                break
            move = rng.choice(legal)
            if not match.ply or rng.random() < 0.1:
                asked.append(Asked(spot, move, purity.answers_to(spot, move)))
            here += f" ({game.format(move)})"
            made = Made(spot, move, match.play(move), match.state)
            for check_move in MOVES:
                problems.run(check_move, here, made)
        for check in ENDS:
            problems.run(check, here, spot)
        problems.run(purity.answers_stay_the_same, place, asked)
    except Exception as error:  # the game cannot even be played
        problems.note("play", f"playing stops: {breakdown(error)}", here)


ONCE: list[Callable[[Inspection], Problems]] = [
    itself.names_are_sound,
    itself.rulebook_is_complete,
    itself.texts_are_complete,
    itself.options_are_sound,
    itself.tempers_are_complete,
]
SPOTS: list[Callable[[Spot], Problems]] = [
    purity.states_are_immutable,
    purity.answers_are_repeatable,
    moving.somebody_can_move_until_the_end,
    moving.outcome_comes_at_the_end,
    moving.legal_moves_are_in_order,
    moving.legal_and_why_not_agree,
    moving.others_have_to_wait,
    moving.chance_is_exact,
    picking.moves_can_be_written,
    picking.nonsense_is_refused,
    picking.paths_are_distinct,
    picking.incomplete_choices_agree,
    pictures.pictures_are_whole,
    hiding.nothing_is_lost,
    hiding.a_rule_governs,
    hiding.positions_round_trip,
    hiding.views_hide_what_they_should,
]
MOVES: list[Callable[[Made], Problems]] = [
    telling.events_are_told,
    telling.a_move_is_one_move,
    telling.a_veil_hides_from_others_only,
]
ENDS: list[Callable[[Spot], Problems]] = [
    finished.records_round_trip,
    finished.matches_go_back_and_forth,
    finished.finished_games_are_open,
]
AFTERWARDS: list[Callable[[Inspection], Problems]] = [
    hiding.secrets_are_hidden_at_all,
    teaching.lessons_hold,
]
