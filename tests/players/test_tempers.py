"""Tempers: computers of one level differ from each other, as people do, and play no worse."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random
from types import ModuleType

import pytest

from escale import BadOption, Match, game
from escale.engine.game import CHANCE
from escale.players.levels import known, level, wish
from escale.players.search import Thought
from escale.players.tempers import by_seat, check_tempers, near_best, problems, settled, tempers

pytestmark = pytest.mark.slow

GAMES = ["casanova", "dolce-vita", "dominos-florentins"]
LEVELS = ["beginner", "sensible"]


def opening(name: str, players: int, kind: str, seed: int, plies: int) -> Match:
    """The first moves of a table with computers of one level only."""
    match, rng = Match(name, players, seed=seed), Random(f"{seed}/play")
    table = by_seat(match.game, players, turn=seed)
    sitting = [level(match.game, kind, temper) for temper in table]
    while match.ply < plies:
        if (actor := match.actor) == CHANCE:
            match.play_chance(rng)
        else:
            assert actor is not None
            match.play(sitting[actor](match.game, match.view(actor), match.legal(), rng))
    return match


def share(of: Sequence[bool]) -> float:
    return sum(of) / len(of)


# --- Three of one level do not mirror each other --------------------------------------------------


@pytest.mark.parametrize("kind", LEVELS)
def test_those_who_follow_at_casanova_seldom_lay_the_same_card(kind: str) -> None:
    """It was the same card of all three in every game of sensible players, before tempers."""
    games = [opening("casanova", 4, kind, seed, 5) for seed in range(48)]
    laid = [[ply.move.value for ply in match.plies[2:]] for match in games]
    assert share([len({*cards}) == 1 for cards in laid]) < 0.1
    assert share([a == b for cards in laid for a, b in combinations(cards, 2)]) < 0.25


@pytest.mark.parametrize("kind", LEVELS)
def test_two_players_of_dolce_vita_seldom_share_four_of_their_first_five_placements(
    kind: str,
) -> None:
    """Half of all pairs of beginners did, before tempers."""
    pairs: list[int] = []
    for seed in range(24):
        match = opening("dolce-vita", 4, kind, seed, 20)
        laid = [{ply.move for ply in match.plies if ply.seat == seat} for seat in range(4)]
        pairs += [len(a & b) for a, b in combinations(laid, 2)]
    assert share([common >= 4 for common in pairs]) < 0.1
    assert sum(pairs) / len(pairs) < 1.5


def moments(name: str, players: int) -> Iterator[Match]:
    """Every fourth moment of a random game in which somebody has a choice."""
    match, rng = Match(name, players, seed=4), Random(4)
    while (actor := match.actor) is not None:
        if actor != CHANCE and len(match.legal()) > 1 and match.ply % 4 == 0:
            yield match
        match.play(rng.choice(match.legal()))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", LEVELS)
def test_in_one_and_the_same_place_tempers_do_different_things(name: str, kind: str) -> None:
    different = []
    for match in moments(name, 3):
        assert match.actor is not None
        view, legal = match.view(match.actor), match.legal()
        chosen = set()
        for number, temper in enumerate(tempers(match.game)):
            found = known(match.game)[kind](view, legal, Random(number), temper)
            assert found in legal
            chosen.add(found)
        different.append(len(chosen) > 1)
    assert share(different) > 0.5


@pytest.mark.parametrize("name", GAMES)
def test_a_temper_knows_what_its_seat_knows_and_chooses_the_same_again(name: str) -> None:
    found = game(name)
    for number, match in enumerate(moments(name, 3)):
        if number % 4:
            continue
        assert match.actor is not None
        view, legal = match.view(match.actor), match.legal()
        hidden = found.view(found.determinize(view, Random(number)), view.seat)
        for temper in tempers(found):
            for kind in (*LEVELS, "strong:6"):
                choose = level(found, f"{kind}:{temper}")
                chosen = choose(found, view, legal, Random(number))
                assert chosen == choose(found, hidden, legal, Random(number))


# --- Who has which --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_at_one_table_all_tempers_are_different_and_follow_from_the_seat(name: str) -> None:
    found = game(name)
    for players in found.seats:
        table = by_seat(found, players)
        assert len({*table}) == players, "there are too few for so many"
        assert table[1] == next(iter(tempers(found)))
        assert by_seat(found, players, turn=len(tempers(found))) == table
    assert by_seat(game("galets"), 2) == ["", ""]
    assert problems(game("galets"), ("fr", "en")) == []


def test_a_level_can_be_asked_for_with_a_temper() -> None:
    found = game("casanova")
    assert wish(found, "sensible:bold") == ("sensible", None, "bold")
    assert wish(found, "strong:200:bold") == ("strong", 200, "bold")
    for name in ("sensible:greedy", "random:bold", "strong:bold:200", "sensible:"):
        with pytest.raises(BadOption, match=r"^level: casanova has no level"):
            wish(found, name)
    with pytest.raises(BadOption, match=r"; tempers: bold, timid, thrifty, fickle$"):
        wish(found, "sensible:greedy")


# --- Who searches ---------------------------------------------------------------------------------


def test_a_strong_player_makes_what_its_temper_likes_among_equals_only() -> None:
    match = Match("casanova", 2, seed=1)
    match.play("d2")
    cards = {move.value: move for move in match.legal()}
    shares = {cards[4]: 0.508, cards[5]: 0.512, cards[6]: 0.508, cards[7]: 0.50, cards[3]: 0.50}
    thought, view = Thought(cards[5], shares, 1), match.view(0)

    def chosen(temper: str) -> int:
        return int(settled(match.game, view, thought, temper, Random(1)).value)

    assert chosen("") == 5
    assert chosen("bold") == 6  # and not 7, which it likes as well
    assert chosen("timid") == 4  # and not 3, which it likes better


def test_any_of_the_moves_that_are_nearly_as_good() -> None:
    worth: Callable[[int], float] = {1: 0.0, 2: 0.9, 3: 1.0}.__getitem__
    assert {near_best([1, 2, 3], worth, 0.1, Random(seed)) for seed in range(20)} == {2, 3}
    assert {near_best([1, 2, 3], worth, 0, Random(seed)) for seed in range(20)} == {3}


# --- The table of a game --------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_temper_is_said_in_both_languages(name: str) -> None:
    found = game(name)
    check_tempers(found, ("fr", "en"))
    for temper in tempers(found).values():
        assert temper.called.keys() == temper.says.keys() == {"fr", "en"}
    words = [temper.called[lang] for temper in tempers(found).values() for lang in ("fr", "en")]
    assert len({*words}) == len(words)


def test_a_table_that_is_not_complete_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, module = game("casanova"), ModuleType("escale.games.casanova.knowledge")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    module.TEMPERS = {"wild one": {"fr": "fou", "says": {"en": "I play."}}}  # type: ignore
    assert problems(found, ("fr", "en")) == [
        "TEMPERS: 'wild one' is no name for a temper: letters only",
        "TEMPERS['wild one'] does not say what it does in fr",
        "TEMPERS['wild one'] has no word in en",
        "TEMPERS needs a function likes(view, move, temper) beside it",
    ]
    with pytest.raises(BadOption, match=r"^casanova: TEMPERS: 'wild one' is no name"):
        check_tempers(found, ("fr", "en"))
