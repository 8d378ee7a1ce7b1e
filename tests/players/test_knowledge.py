"""Opponents with knowledge: they keep the rules, know only what their seat may, beat the weaker."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from math import e, inf
from random import Random
from typing import Any

import pytest

from escale import Match, View, game
from escale.app.commands.tournament import contest, result, shares
from escale.engine.game import CHANCE
from escale.games.dominos_florentins.rules import BLACK
from escale.players.knowledge import knowledge, shares_by_lead
from escale.players.levels import LEVELS, known, level, levels
from escale.teach.rulebook import rulebook

GAMES = ["galets", "casanova", "dolce-vita", "dominos-florentins"]
TABLES = [(name, players) for name in GAMES for players in game(name).seats]

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
#: the smallest of each game; the others in the long run
some_tables = pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param(name, players, marks=[pytest.mark.long] * (players != min(game(name).seats)))
        for name, players in TABLES
    ],
)

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


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_four_levels_that_say_what_they_do(name: str) -> None:
    found = game(name)
    assert levels(found) == [*LEVELS]
    know, book = knowledge(found), {rule.id for rule in rulebook(found)}
    assert know.says.keys() == known(found).keys() == {"beginner", "sensible"}
    assert know.mistakes
    for said in (*know.says.values(), *know.mistakes.values()):
        assert said.keys() == {"fr", "en"}
        assert not {"he", "him", "his", "himself"} & {*re.findall(r"\w+", said["en"].lower())}
    for mistake in know.mistakes.values():  # a mistake is about a rule, and the same in both
        (rule,) = [rule for rule in book if f"({rule})" in mistake["fr"]]
        assert f"({rule})" in mistake["en"]


@pytest.mark.slow
@every_table
def test_whatever_the_position_the_move_is_legal(name: str, players: int) -> None:
    rng = Random(1)
    for match in positions(name, players):
        assert match.actor is not None
        for choose in ("beginner", "sensible"):
            chosen = known(match.game)[choose](match.view(match.actor), match.legal(), rng)
            assert chosen in match.legal()


@pytest.mark.slow
@every_table
def test_no_level_can_be_influenced_by_what_is_hidden(name: str, players: int) -> None:
    """The same view over two different deals: the same choice, of every level."""
    found, different = game(name), 0
    for number, match in enumerate(positions(name, players, games=1)):
        if number % 15:
            continue
        assert match.actor is not None
        view, legal = match.view(match.actor), match.legal()
        for seed in range(2):
            other = found.determinize(view, Random(seed))
            different += other != match.state
            for choose in ("random", "beginner", "sensible", "strong:20"):
                player = level(found, choose)
                chosen = player(found, view, legal, Random(number))
                assert player(found, found.view(other, view.seat), legal, Random(number)) == chosen
    assert bool(different) == found.secrets


@pytest.mark.slow
@every_table
def test_sensible_and_beginner_do_not_even_look_at_what_is_left_open(
    name: str, players: int
) -> None:
    """They are handed a state in which nothing is hidden, and still choose the same."""
    found = game(name)
    for number, match in enumerate(positions(name, players, games=1)):
        assert match.actor is not None
        view, legal = match.view(match.actor), match.legal()
        unmasked = view._replace(state=found.determinize(view, Random(number)))
        for choose in known(found).values():
            assert choose(unmasked, legal, Random(5)) == choose(view, legal, Random(5))


#: How many games it takes, at this seed, to see it: beginner, sensible, strong with few playouts.
STRENGTH = {
    "galets": (40, 1500, 500),
    "casanova": (240, 240, 20),
    "dolce-vita": (60, 12, 15),
    "dominos-florentins": (200, 60, 9),
}


#: where a strong player thinks for long
SLOW = ("dolce-vita", "dominos-florentins")


def check_strength(name: str, players: int, games: int, levels: str) -> None:
    """The interval is above the equal share. docs/opponents.md has the tables, with more games."""
    wanted = contest(name, players, games, 3, levels)
    found = result(wanted, [share for batch in shares(wanted) for share in batch])
    assert found.low > found.equal, found


@pytest.mark.slow
@some_tables
def test_a_beginner_beats_chance_and_a_sensible_player_a_beginner(name: str, players: int) -> None:
    check_strength(name, players, STRENGTH[name][0], "beginner,random")
    check_strength(name, players, STRENGTH[name][1], "sensible,beginner")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name in SLOW)) for name in GAMES]
)
def test_a_strong_player_beats_sensible_ones(name: str) -> None:
    check_strength(name, game(name).seats[0], STRENGTH[name][2], "strong:60,sensible")


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


# --- What the games' chances share ----------------------------------------------------------------


def test_shares_by_lead_are_one_in_all_and_a_lead_makes_a_win_e_times_as_likely() -> None:
    assert shares_by_lead([5, 5], 3) == [0.5, 0.5]
    ahead, behind = shares_by_lead([7, 4], 3)
    assert ahead + behind == pytest.approx(1)
    assert ahead / behind == pytest.approx(e)
    assert shares_by_lead([1000.0, -inf, 1000.0], 1) == [0.5, 0, 0.5]
