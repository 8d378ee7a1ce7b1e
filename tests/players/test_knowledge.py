"""Sensible opponents: they keep the rules, know only what their seat may, and beat chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from random import Random
from typing import Any

import pytest

from escale import Match, View, game
from escale.engine.game import CHANCE
from escale.games.dominos_florentins.rules import BLACK
from escale.players.levels import Choose, at_random, level, levels
from escale.players.table import play_out

#: How many games are played against random players: a second or so of each.
GAMES = {"galets": 60, "casanova": 30, "dolce-vita": 12, "dominos-florentins": 40}
TABLES = [(name, players) for name in GAMES for players in game(name).seats]

every_table = pytest.mark.parametrize(("name", "players"), TABLES)

Sensible = Callable[[View, Sequence[Any], Random], Any]


def sensible(name: str) -> Sensible:
    found: Sensible = import_module(f"{game(name).package}.knowledge").sensible
    return found


def positions(name: str, players: int, games: int = 2) -> Iterator[Match]:
    """Every position of a few random games in which somebody has a choice."""
    for seed in range(games):
        match, rng = Match(name, players, seed=seed), Random(seed)
        while (actor := match.actor) is not None:
            if actor == CHANCE:
                match.play_chance(rng)
                continue
            if len(match.legal()) > 1:
                yield match
            match.play(rng.choice(match.legal()))


def share(name: str, players: int, games: int) -> float:
    """How many games one sensible player wins against random ones; a shared win counts in part."""
    won = 0.0
    for seed in range(games):
        match, seat = Match(name, players, seed=seed), seed % players
        table: list[Choose] = [at_random] * players
        table[seat] = level(match.game, "sensible")
        play_out(match, table, Random(seed))
        assert match.outcome is not None
        winners = match.outcome.winners
        won += (seat in winners) / len(winners)
    return won / games


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_sensible_opponent_that_says_what_it_does(name: str) -> None:
    assert levels(game(name)) == ["random", "sensible"]
    said = import_module(f"{game(name).package}.knowledge").__doc__ or ""
    assert "\nEN: " in said
    assert "\nFR : " in said


@every_table
def test_whatever_the_position_the_move_is_legal(name: str, players: int) -> None:
    choose, rng = sensible(name), Random(1)
    for match in positions(name, players):
        assert match.actor is not None
        assert choose(match.view(match.actor), match.legal(), rng) in match.legal()


@every_table
def test_it_reads_only_what_its_seat_may_know(name: str, players: int) -> None:
    """What is hidden is dealt anew: nothing changes, not even if it is left open."""
    choose, found = sensible(name), game(name)
    for number, match in enumerate(positions(name, players, games=1)):
        assert match.actor is not None
        view, legal = match.view(match.actor), match.legal()
        chosen = choose(view, legal, Random(number))
        for seed in range(2):
            other = found.determinize(view, Random(seed))
            masked, unmasked = found.view(other, view.seat), view._replace(state=other)
            assert choose(masked, legal, Random(number)) == chosen
            assert choose(unmasked, legal, Random(number)) == chosen


@every_table
def test_it_clearly_beats_random_players(name: str, players: int) -> None:
    equal = 1 / players
    assert share(name, players, GAMES[name]) > equal + (1 - equal) / 4


# --- Single decisions -----------------------------------------------------------------------------


def test_casanova_doubles_where_nobody_can_follow() -> None:
    """Even with a card that is over the massimo."""
    position = {"coins": [5, 1], "hands": [[12, 13], [1, 2]], "table": 0, "round": 12, "active": 0}
    match = Match("casanova", 2, position=position)
    for move in ("d1", "c13", "c1", "r4"):
        match.play(move)
    chosen = sensible("casanova")(match.view(0), match.legal(), Random(0))
    assert match.game.format(chosen) == "double"


def test_casanova_folds_a_card_over_the_massimo() -> None:
    hands = [[1, 2, 3], [11, 12, 13]]
    position = {"coins": [5, 5], "hands": hands, "table": 9, "round": 11, "active": 0}
    match = Match("casanova", 2, position=position)
    for move in ("d1", "c3", "c11", "r4", "double"):
        match.play(move)
    chosen = sensible("casanova")(match.view(1), match.legal(), Random(0))
    assert match.game.format(chosen) == "fold"


def test_dominos_closes_the_most_gems_with_the_black_card_or_keeps_it() -> None:
    choose, used = sensible("dominos-florentins"), set()
    for match in positions("dominos-florentins", 4, games=6):
        if match.state.phase == BLACK:
            seat = match.state.turn
            gems = {move: sum(match.game.apply(match.state, move).gems) for move in match.legal()}
            chosen = choose(match.view(seat), match.legal(), Random(0))
            assert gems[chosen] == max(gems.values())
            keeps = match.game.format(chosen) == "pass"
            assert keeps == (gems[chosen] == sum(match.state.gems))
            used.add(keeps)
    assert used == {True, False}
