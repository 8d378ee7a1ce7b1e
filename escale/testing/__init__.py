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
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from escale.engine.errors import BadRecord, EscaleError, UnknownGame
from escale.engine.game import Game, unanswered
from escale.engine.match import Match
from escale.engine.registry import game as find_game
from escale.players.knowledge import knowledge
from escale.players.levels import known
from escale.teach.lesson import lessons

from . import (
    box,
    finished,
    hiding,
    itself,
    moving,
    opponents,
    picking,
    pictures,
    practising,
    purity,
    source,
    strangers,
    teaching,
    telling,
    world,
)
from .findings import Findings
from .inspection import Asked, Inspection, Made, Problems, Spot, breakdown

__all__ = ["check_game"]

ENOUGH = 8  # games after which a text that nobody has heard is worth a word


def check_game(
    game: str | Game[Any, Any] | type[Game[Any, Any]],
    *,
    games: int = 8,
    seed: int = 0,
    positions: Sequence[Mapping[str, Any]] = (),
) -> None:
    """Play `games` random games with every number of players, and as many from each of these
    `positions` (as `to_position` writes them: where rare things are near). Raise one AssertionError
    that tells all that is missing or wrong; warn of what is only worth a look."""
    __tracebackhide__ = True
    found = _loaded(game)
    name = str(getattr(found, "id", type(found).__name__))
    problems = Findings()
    rules, speech = itself.rule_ids(found), itself.speech(found)
    inspection = Inspection(
        found, rules, speech, set(), Counter(), set(), set(), set(), set(), set(), [], {}
    )
    for check in ONCE:
        problems.run(check, name, inspection)
    if not unanswered(found):
        for players in getattr(found, "seats", ()):
            for number, options in enumerate(choices_of_options(found, games)):
                play(inspection, players, options, seed + number, problems)
        play_positions(inspection, positions, games, seed, problems)
    for check in AFTERWARDS:
        problems.run(check, name, inspection)
    if not problems.sentences:
        look_again(inspection, name, games, problems)
    if problems.sentences:
        raise AssertionError(str(problems))
    for remark in problems.remarks:
        warnings.warn(remark, stacklevel=2)


def _loaded(game: str | Game[Any, Any] | type[Game[Any, Any]]) -> Game[Any, Any]:
    """The game, however it was named; if it cannot even be loaded, that is what to do first."""
    try:
        return game() if isinstance(game, type) else find_game(game)
    except UnknownGame:
        raise
    except EscaleError as error:
        raise AssertionError(f"this is not a game yet: {error}") from None
    except Exception as error:
        raise AssertionError(
            f"this is not a game yet: {game} cannot be loaded: {breakdown(error)}"
        ) from error


def look_again(of: Inspection, name: str, games: int, problems: Findings) -> None:
    """What is no mistake, and yet may not be meant so."""
    game = of.game
    if not lessons(game):
        problems.remarks.append(f"{name} has no lessons yet: see docs/lessons.md")
    if game.seats[-1] > 2 and known(game) and not knowledge(game).tempers:
        missing = "has no TEMPERS in its knowledge.py: its computers of one level play alike"
        hint = "whoever wants them to differ finds how in docs/opponents.md"
        problems.remarks.append(f"{name} {missing}; {hint}")
    if games >= ENOUGH:
        problems.remark(name, source.texts_never_spoken, of, games)
        problems.remark(name, source.rules_that_nobody_cites, of)
    problems.remark(name, opponents.levels_that_say_nothing, of)
    problems.remark(name, telling.readers_called_by_name, of)
    problems.remark(name, world.names_that_nobody_knows, of)
    problems.remark(name, telling.texts_in_one_language, of)
    problems.remark(name, lambda inspection: iter(inspection.doubts), of)


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
    start: tuple[str, Mapping[str, Any]] | None = None,
) -> None:
    """Play one game to its end, from its set-up or from the position of this name."""
    game = inspection.game
    chosen = "".join(f", {name} {value}" for name, value in options.items())
    place = here = f"{game.id}, {players} players{chosen}, seed {seed}"
    rng = Random(f"{game.id} {players} {seed}")
    if start is None:
        problems.run(itself.set_ups_are_repeatable, place, game, players, options, seed)
        problems.run(strangers.set_ups_are_looked_at, place, inspection, players, options, seed)
    else:
        place = here = f"{place}, {start[0]}"
    try:
        position = None if start is None else start[1]
        match = Match(game, players, options=options, seed=seed, position=position)
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


def play_positions(
    of: Inspection,
    positions: Sequence[Mapping[str, Any]],
    games: int,
    seed: int,
    problems: Findings,
) -> None:
    """The same from these positions, each with the numbers of players that it is for."""
    for number, position in enumerate(positions):
        refused = ""
        for players in of.game.seats:
            try:
                Match(of.game, players, position=position)
            except BadRecord as error:
                refused = refused or str(error)
                continue
            for game in range(games):
                start = (f"position {number}", position)
                play(of, players, {}, seed + game, problems, start)
            break
        else:
            problems.note("positions", f"position {number} is refused: {refused}", of.game.id)


ONCE: list[Callable[[Inspection], Problems]] = [
    itself.questions_are_answered,
    itself.names_are_sound,
    itself.rulebook_is_complete,
    itself.texts_are_complete,
    source.rare_things_can_be_said,
    itself.options_are_sound,
    world.the_scene_can_be_imported,
    world.the_style_stays_in_its_world,
    world.symbols_are_whole,
    world.layouts_are_in_order,
    teaching.lessons_are_found,
    opponents.knowledge_can_be_read,
    opponents.tempers_are_complete,
    box.the_cover_can_be_seen,
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
    picking.moves_of_other_moments_get_an_answer,
    picking.paths_are_distinct,
    picking.incomplete_choices_agree,
    pictures.pictures_are_whole,
    hiding.nothing_is_lost,
    hiding.a_rule_governs,
    hiding.positions_round_trip,
    strangers.positions_are_looked_at,
    hiding.views_hide_what_they_should,
    opponents.opponents_play_by_the_rules,
    opponents.chances_are_shares,
    opponents.foresights_can_be_said,
]
MOVES: list[Callable[[Made], Problems]] = [
    telling.events_are_told,
    telling.a_move_is_one_move,
    telling.a_veil_hides_from_others_only,
]
ENDS: list[Callable[[Spot], Problems]] = [
    finished.records_round_trip,
    finished.matches_go_back_and_forth,
    finished.the_end_is_told,
    finished.finished_games_are_open,
]
AFTERWARDS: list[Callable[[Inspection], Problems]] = [
    hiding.secrets_are_hidden_at_all,
    teaching.lessons_hold,
    practising.practice_can_be_made,
    practising.pages_can_be_made,
    box.the_shelf_can_be_read,
]
