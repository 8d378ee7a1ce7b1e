"""What the page to explore Dolce Vita says in numbers is what its games are."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from random import Random

import pytest

from escale.engine.match import Match
from escale.games.dolce_vita import explore, odds
from escale.games.dolce_vita.rules import PLACEMENTS
from escale.players.lineup import lineup
from escale.players.play_out import play_out

TEXT = (
    Path(__file__).parents[2].joinpath("notebooks/source/explore-dolce-vita.md").read_text("utf-8")
)
AGREE = [(who, players) for who in odds.LEVELS_TRIED for players in odds.game.seats]


@pytest.mark.parametrize(
    ("who", "players"),
    [
        pytest.param(*one, marks=[pytest.mark.long] * (one[0] == "sensible" or one != AGREE[0]))
        for one in AGREE
    ],
)
def test_what_is_prepared_is_what_the_levels_play_today(who: str, players: int) -> None:
    """If a level plays otherwise now: make odds."""
    assert odds.count_games(who, players) == odds.prepared()[who][str(players)]


def test_columns_are_counted_as_the_engine_tells_them() -> None:
    match = Match(odds.game, 5, seed=3)
    play_out(match, lineup(odds.game, "beginner", 5), Random(3))
    settled = [*odds.columns(match)]
    events = match.events()
    assert len(settled) == 7 * 5  # DV-SET-3
    assert sum(one.fate == odds.NOTHING for one in settled) == sum(
        e.kind == "all-cancelled" for e in events
    )
    tied = sum(len(event.facts["seats"]) for event in events if event.kind == "tie")
    assert sum(len(one.tied) for one in settled) == tied > 0
    for one in settled:
        assert not one.tied & one.takes.keys()  # DV-AWA-5
        if not one.tied:
            assert one.takes_if == one.takes or len(one.takes_if) > len(one.takes)  # DV-AWA-9
        else:  # one of each group would take something, were it not for the rule
            assert len(one.takes_if) > len(one.takes) or len(one.takes) == 0


def test_shares_make_a_whole() -> None:
    for who, players in AGREE:
        assert sum(odds.fates(who, players).values()) == pytest.approx(1)
        for total in odds.totals(who, players).values():
            assert total.tied + sum(total.takes.values()) <= 1 + 1e-9
            assert sum(total.takes_if.values()) <= 1 + 1e-9


def test_a_round_is_played_with_the_cards_that_were_chosen() -> None:
    for number in range(1, 4):
        played = explore.play_round(7, "random", 3, (1, 6), number)
        assert played.mine.totals[0] == 7
        assert {state.settling[0] for _, state in played.told} == set(range(1, 8))
    assert explore.play_round(7, "random", 3, (1, 6), 1) is explore.play_round(
        7, "random", 3, (1, 6), 1
    )


def test_who_lays_no_card_or_all_of_them_is_told_so() -> None:
    from escale.teach.experiments import ExploreWords

    words = ExploreWords(odds.game, "en")
    experiment = explore.EXPERIMENTS["total"]
    for cards in ((), (1, 2, 3, 4, 5, 6)):
        shown = experiment.show(experiment.checked({"cards": cards}), words)
        assert (
            shown.says
            == f"Lay one to {PLACEMENTS} cards below the column: the sixth stays in hand."
        )
        assert not shown.plot


def test_what_the_page_says_is_true() -> None:
    def tied(who: str, players: int) -> float:
        found = odds.fates(who, players)
        return found[odds.TIE] + found[odds.NOTHING]

    for players in odds.game.seats:
        assert (
            tied("beginner", players) > tied("random", players) > 5 * tied("sensible", players) / 3
        )
        assert tied("sensible", players) < 0.06
    for who in ("random", "beginner"):  # the more players, the more toes
        shares = [tied(who, players) for players in odds.game.seats]
        assert shares == sorted(shares)
    five = odds.totals("beginner", 5)
    assert "cinq débutants, le 6 est à égalité une fois sur deux" in TEXT
    assert 0.45 < five[6].tied < 0.55
    assert five[7].tied < 0.01
    four = odds.totals("beginner", 4)
    assert "quatre débutants" in TEXT
    often = {total: one for total, one in four.items() if one.seen >= explore.OFTEN}
    assert max(often, key=lambda total: often[total].takes[2]) == 1
    assert four[1].takes[2] > 1 / 3 > 1 / 4 > four[6].takes[2]
    assert four[6].takes_if[2] > four[1].takes_if[2]
    assert re.findall(r"escale\.explore\(\"dolce-vita/(\w+)", TEXT) == ["ties", "total", "untied"]


def test_all_combinations_of_level_and_players_have_something_to_say() -> None:
    for who, players in product(odds.LEVELS_TRIED, odds.game.seats):
        assert sum(one.seen >= explore.OFTEN for one in odds.totals(who, players).values()) >= 8
