"""Opponents: what a level is, and that a player sees its own view only."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Any

import pytest

from escale import BadOption, Game, Match, View, game
from escale.players.levels import (
    LEVELS,
    Level,
    at_random,
    check_levels,
    level,
    levels,
    usual,
)
from escale.players.play_out import play_out


@pytest.fixture
def knowledge(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A knowledge module of Casanova, as a game's folder would have it."""
    name = "escale.games.casanova.knowledge"
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    return module


def test_every_game_has_the_level_random() -> None:
    assert levels(game("casanova"))[0] == "random"
    assert level(game("casanova"), "random") is at_random


def test_a_level_that_a_game_does_not_have_is_refused_with_those_it_has() -> None:
    for name in ("genius", "strong:", "strong:0", "strong:x", "sensible:5"):
        with pytest.raises(BadOption, match=r"^level: casanova has no level .*; it has: random"):
            level(game("casanova"), name)


def test_a_level_is_what_the_games_knowledge_says(knowledge: ModuleType) -> None:
    def sensible(view: View, legal: Sequence[Any], rng: Random) -> Any:
        return legal[-1]

    knowledge.sensible = sensible  # type: ignore[attr-defined]
    casanova = game("casanova")
    assert levels(casanova) == ["random", "sensible", "strong"]
    assert usual(casanova) == "sensible"
    match = Match("casanova", 2)
    chosen = level(casanova, "sensible")(casanova, match.view(0), match.legal(), Random(0))
    assert chosen == match.legal()[-1]


def test_a_game_that_knows_nothing_still_has_random_and_strong(knowledge: ModuleType) -> None:
    casanova = game("casanova")
    assert levels(casanova) == ["random", "strong"]
    assert usual(casanova) == "random"
    match = Match("casanova", 2, seed=1)
    players = [level(casanova, "strong:30"), at_random]
    play_out(match, players, Random(1))
    assert match.over


def test_players_are_given_their_own_view_and_their_own_legal_moves() -> None:
    match = Match("casanova", 3, seed=1)

    def watch(game: Game[Any, Any], view: View, legal: Sequence[Any], rng: Random) -> Any:
        assert view == match.view(match.actor or 0)
        assert view.seat == match.actor
        assert tuple(legal) == match.legal()
        return rng.choice(legal)

    play_out(match, [watch] * 3, Random(1))
    assert match.over


# --- The table of levels --------------------------------------------------------------------------


WORDS = {
    f"{kind}-{name}": {"fr": "mots", "en": "words"} for kind in ("level", "says") for name in LEVELS
}


def last(game: Game[Any, Any], view: View, legal: Sequence[Any], rng: Random) -> Any:
    return legal[-1]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (Level("fifth", words="fifth", plays=last), "has no words [level-fifth] in fr, en"),
        (Level("fifth", words="strong", plays=last, known=True), "must have one of plays"),
        (Level("fifth", words="strong"), "must have one of plays, known and thinks"),
        (Level("another", words="strong", plays=last), "is no name for the level 'another'"),
    ],
)
def test_a_level_that_is_not_complete_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, entry: Level, problem: str
) -> None:
    check_levels(WORDS, ("fr", "en"))
    monkeypatch.setitem(LEVELS, "fifth", entry)
    with pytest.raises(BadOption, match=rf"^level fifth: {re.escape(problem)}[^.]*$"):
        check_levels(WORDS, ("fr", "en"))


def test_the_words_of_a_level_are_wanted_in_every_language() -> None:
    with pytest.raises(BadOption, match=r"^level random: has no words \[level-random\] in de$"):
        check_levels(WORDS, ("en", "de"))


def test_a_level_that_games_are_to_know_is_one_that_no_game_has_until_it_knows_it(
    monkeypatch: pytest.MonkeyPatch, knowledge: ModuleType
) -> None:
    casanova = game("casanova")
    monkeypatch.setitem(LEVELS, "cautious", Level("cautious", words="cautious", known=True))
    assert levels(casanova) == ["random", "strong"]
    knowledge.cautious = lambda view, legal, rng: legal[0]  # type: ignore[attr-defined]
    assert levels(casanova) == ["random", "strong", "cautious"]
    assert usual(casanova) == "cautious"
    match = Match("casanova", 2)
    chosen = level(casanova, "cautious")(casanova, match.view(0), match.legal(), Random(0))
    assert chosen == match.legal()[0]
