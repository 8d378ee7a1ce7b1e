"""What the page to explore says in numbers is what the engine does, and its words are true."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from escale import Match
from escale.games.casanova import odds
from escale.games.casanova.rules import CARDS, DICE, PURSE, QUITTE

SOURCE = Path(__file__).parents[2] / "notebooks" / "source" / "explore-casanova.md"
TEXT = SOURCE.read_text("utf-8")


def by_playing(card: int, dice: int, others: int) -> Fraction:
    """The same as `win_chance` against full hands, by playing every round that there is."""
    won = Fraction(0)
    for cards in product(CARDS, repeat=others):
        state = odds.laid(dice, (card, *cards))
        for roll, chance in odds.game.chance(state):
            after = odds.game.apply(odds.game.apply(state, roll), QUITTE)
            won += (after.coins[0] > PURSE and sum(after.coins[1:]) < PURSE * others) * chance
    return won / len(CARDS) ** others


def test_what_is_prepared_of_single_rounds_is_what_the_engine_does() -> None:
    assert odds.all_rounds() == odds.prepared()["beats"]


@pytest.mark.parametrize(("dice", "others"), [(1, 1), (2, 1), (1, 2)])
def test_the_chance_to_win_is_that_of_all_rounds_played(dice: int, others: int) -> None:
    for card in (1, 4, 6, 7, 13):
        assert odds.win_chance(card, dice, [CARDS] * others) == by_playing(card, dice, others)


def test_before_the_dice_are_announced_no_chances_are_told() -> None:
    """So a lesson that asks for them there is told its place, as of any hole that is empty."""
    match = Match("casanova", players=3, seed=1)
    assert odds.told(match.state, 0) == {}
    match.play("d1")
    assert odds.told(match.state, 0)["rolls"] == 6


def test_the_chances_of_the_dice_make_a_whole_and_a_card_is_within_or_not() -> None:
    for dice in DICE:
        assert sum(odds.massimos(dice).values()) == 1
        assert odds.within(1, dice) == 1
    assert [odds.within(13, dice) for dice in (1, 2)] == [0, 0]


@pytest.mark.parametrize(
    ("who", "players", "dice"),
    [
        ("random", 2, 1),
        *(
            pytest.param(who, players, dice, marks=pytest.mark.long)
            for who, players, dice in product(odds.LEVELS_TRIED, odds.game.seats, DICE)
        ),
    ],
)
def test_the_coins_that_are_prepared_are_those_of_the_levels_today(
    who: str, players: int, dice: int
) -> None:
    """If a level plays otherwise now: make odds."""
    found = odds.prepared()["coins"][who][str(players)][str(dice)]
    assert odds.play_rounds(who, players, dice) == found


def test_with_quitte_the_coins_agree_with_the_exact_odds() -> None:
    """At random, for two: whoever wins alone has one more, else one less, or it is shared."""
    for dice in DICE:
        for card, coins in zip(CARDS, odds.mean_coins("random", 2, dice)["quitte"], strict=True):
            ties = odds.within(card, dice) / len(CARDS)  # the same card, within: each has one back
            exact = 2 * odds.win_chance(card, dice, [CARDS]) + ties - 1
            assert abs(coins - float(exact)) < 0.09


def test_what_the_page_says_of_single_cards_is_true() -> None:
    def ranked(dice: int, players: int) -> list[int]:
        hands = [CARDS] * (players - 1)
        return sorted(CARDS, key=lambda card: -odds.win_chance(card, dice, hands))

    assert [ranked(dice, 2)[0] for dice in (1, 2)] == [1, 4]
    assert {*ranked(3, 2)[:2]} == {7, 8}
    gap = odds.win_chance(8, 3, [CARDS]) - odds.win_chance(7, 3, [CARDS])
    assert abs(gap) < Fraction(1, 100)
    assert Fraction(7, 10) < odds.win_chance(1, 1, [CARDS]) < Fraction(3, 4)
    for dice in (2, 3):  # the more players, the higher; not with one die
        best = [ranked(dice, players)[0] for players in odds.game.seats]
        assert best == sorted(best)
        assert best[0] < best[-1]
    assert {ranked(1, players)[0] for players in odds.game.seats} == {1}


def test_what_the_page_says_of_two_hands_is_true() -> None:
    yours = (1, 4, 6, 9, 12)

    def best(theirs: tuple[int, ...]) -> tuple[int, int]:
        return max(product(DICE, yours), key=lambda one: odds.win_chance(one[1], one[0], [theirs]))

    assert best((2, 3, 7, 10, 13)) == (2, 4)
    assert best((2, 5, 7, 10, 13)) == (1, 1)
    assert "le 3 d'en face par un 5" in TEXT


def test_what_the_page_says_of_double_is_true() -> None:
    assert "trois joueurs réfléchis, avec trois dés" in TEXT
    double = odds.mean_coins("sensible", 4, 3)["double"]
    assert CARDS[double.index(max(double))] == 13
    assert max(double) > 1.2
    assert Fraction(7, 10) < 1 - odds.within(13, 3) < Fraction(4, 5)  # three times out of four
    assert odds.mean_coins("beginner", 4, 3)["double"][12] < -0.3
    for players in odds.game.seats:  # the better they play, the better a bluff works
        for dice in DICE:
            bluff = {
                who: odds.mean_coins(who, players, dice)["double"][12] for who in odds.LEVELS_TRIED
            }
            assert bluff["sensible"] > bluff["beginner"]
    assert re.findall(r"escale\.explore\(\"casanova/(\w+)", TEXT) == ["card", "hands", "double"]
