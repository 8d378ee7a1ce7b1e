"""What the page to explore Dominos Florentins says in numbers is what its games are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from escale.games.dominos_florentins import odds
from escale.games.dominos_florentins.deck import find
from escale.games.dominos_florentins.rules import result
from escale.games.dominos_florentins.spaces import CELLS, spaces

TEXT = (
    Path(__file__)
    .parents[2]
    .joinpath("notebooks/source/explore-dominos-florentins.md")
    .read_text("utf-8")
)
ALL = [(who, players) for who in odds.LEVELS_TRIED for players in odds.game.seats]


@pytest.mark.parametrize(
    ("who", "players"),
    [pytest.param(*one, marks=[pytest.mark.long] * (one != ("random", 4))) for one in ALL],
)
def test_what_is_prepared_is_what_the_levels_play_today(who: str, players: int) -> None:
    """If a level plays otherwise now: make odds."""
    assert odds.count_games(who, players) == odds.prepared()[who][str(players)]


def test_a_closed_space_of_an_odd_number_of_triangles_has_a_black_card_and_no_other() -> None:
    """DF-PLA-3: where two cards touch, triangles of one colour meet two by two."""
    closed = 0
    for who, seed in (("random", 1), ("beginner", 2), ("beginner", 3), ("sensible", 4)):
        end = odds.play_game(who, 4, seed).end
        without = {
            space.triangles for space in spaces(end.placed, (), find(end.deck)) if space.closed
        }
        for space in odds.game.spaces(end):
            if space.closed:
                closed += 1
                assert len(space.triangles) % 2 == (space.triangles not in without)
    assert closed > 100


def test_who_would_have_won_without_black_cards_is_counted_by_the_engine() -> None:
    changed = 0
    for seed in range(12):
        ended = odds.play_game("beginner", 4, seed)
        assert not any(ended.before.black)
        assert ended.before.placed == ended.end.placed
        assert ended.winners == result(ended.end.colours, ended.end.gems).winners
        gems = [ended.before.gems, ended.end.gems]
        assert all(one <= two for one, two in zip(*gems, strict=True))
        changed += {*ended.winners} != {*ended.winners_before}
    assert 0 < changed < 12


def test_what_the_page_says_of_cells_is_true() -> None:
    def mean(shares: list[float]) -> float:
        return sum(shares) / len(shares)

    found = odds.cells("beginner", 4)
    border = [n for n, name in enumerate(CELLS) if name[0] in "ag" or name[1] in "17"]
    corners = [CELLS.index(name) for name in ("a1", "a7", "g1", "g7")]
    inside = [n for n in range(49) if n not in border]
    assert 0.45 < mean([found.counts[n] for n in border]) < 0.55
    assert mean([found.filled[n] for n in border]) > 0.75
    assert (
        mean([found.counts[n] for n in corners])
        < 0.4
        < 0.9
        < mean([found.counts[n] for n in inside])
    )


def test_what_the_page_says_of_spaces_and_black_cards_is_true() -> None:
    for who, players in ALL:
        found = odds.sizes(who, players)
        assert all(share > 0.9 for size, share in found.items() if not size % 2)
        assert all(share < 0.8 for size, share in found.items() if size % 2)
        assert found[1] < 0.2
    assert "plus d'une partie sur trois" in TEXT
    black = odds.black("sensible", 4)
    assert 1 / 3 < black.changed < 1 / 2
    assert 1 < black.gems - black.before < 2
    assert re.findall(r"escale\.explore\(\"dominos-florentins/(\w+)", TEXT) == [
        "cells",
        "space",
        "black",
    ]
