"""The search: reproducible with playouts, bounded in time, interruptible, exact where it can be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import inf
from random import Random
from time import perf_counter
from typing import Any

import pytest

from escale import Match, game
from escale.engine.game import CHANCE
from escale.games.casanova.rules import QUITTE, Move
from escale.players.knowledge import Knowledge, knowledge
from escale.players.search import SMALL, Thought, _look_at_all, playout, search, shares

NOTHING = Knowledge({}, {}, None, None, None, None, None, None, None, 100)


def opened(name: str, seed: int = 3) -> Match:
    """A game in which a few moves have been made, with a choice to come."""
    match, rng = Match(name, game(name).seats[0], seed=seed), Random(seed)
    while match.ply < 5 or match.actor is None or match.actor < 0 or len(match.legal()) < 2:
        match.play(rng.choice(match.legal()))
    return match


class Slicing:
    """Thinks in slices of a given length, from none at all to everything in one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def __call__(self, match: Match, slice_: float, seed: int = 1) -> list[Thought]:
        assert match.actor is not None
        self.monkeypatch.setattr("escale.players.search.SLICE", slice_)
        view, legal = match.view(match.actor), match.legal()
        return [*search(match.game, view, legal, Random(seed), playouts=20)]


@pytest.fixture
def think(monkeypatch: pytest.MonkeyPatch) -> Slicing:
    return Slicing(monkeypatch)


def choices(name: str, games: int) -> Iterator[Match]:
    """Every choice of a few random games."""
    for seed in range(games):
        match, rng = Match(name, game(name).seats[0], seed=seed), Random(seed)
        while not match.over:
            if len(match.legal()) > 1 and match.actor != CHANCE:
                yield match
            match.play(rng.choice(match.legal()))


@pytest.mark.parametrize("name", ["casanova", "dolce-vita", "dominos-florentins"])
def test_the_same_random_numbers_and_playouts_give_the_same_thoughts(
    name: str, think: Slicing
) -> None:
    match = opened(name)
    (first,) = think(match, inf)
    *between, last = think(match, 0)
    assert between
    assert first == last
    assert first.best in match.legal()
    assert first.done == 1


@pytest.mark.parametrize(("name", "small", "games"), [("galets", 10, 8), ("casanova", 3000, 1)])
def test_slices_do_not_decide_whether_every_line_is_looked_at(
    name: str, small: int, games: int, think: Slicing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that turn out to be too many are given up after so many, however it is sliced."""
    monkeypatch.setattr("escale.players.search.SMALL", small)
    for number, match in enumerate(choices(name, games)):
        if name == "casanova" and number % 4:
            continue
        for seed in range(2):
            (whole,) = think(match, inf, seed)
            sliced = think(match, 0, seed)
            assert sliced[-1] == whole
            done = [thought.done for thought in sliced]
            assert done == sorted(done), "it seems to go backwards"


@pytest.mark.parametrize("name", ["casanova", "dolce-vita", "dominos-florentins"])
def test_a_budget_in_time_is_kept_and_can_be_stopped_between_slices(name: str) -> None:
    match = opened(name)
    assert match.actor is not None
    thoughts = search(match.game, match.view(match.actor), match.legal(), Random(1), 10**6, 0.3)
    start = perf_counter()
    first = next(thoughts)
    assert first.best in match.legal()
    assert first.done < 1
    *_, last = thoughts
    assert last.done == 1
    assert perf_counter() - start < 60  # 0.3 s; a million playouts would take an hour


def test_where_everything_is_open_and_little_is_left_every_line_is_looked_at() -> None:
    """Galets has at most 2^9 lines; the search finds what a plain minimax finds."""
    found = game("galets")

    def outlook(state: object) -> float:
        actor = found.actor(state)
        if actor is None:
            return shares(found, state)[0]
        lines = [outlook(found.apply(state, move)) for move in found.legal(state, actor)]
        return max(lines) if actor == 0 else min(lines)

    different = 0
    for seed in range(8):
        match = Match("galets", 2, seed=seed)
        *_, thought = search(found, match.view(0), match.legal(), Random(0))
        for move, share in thought.shares.items():
            assert share == outlook(found.apply(match.state, move))
        different += len(set(thought.shares.values())) > 1
        assert thought.shares[thought.best] == max(thought.shares.values())
    assert different, "in none of these games does the first move matter"


def test_the_last_card_of_a_dolce_vita_round_is_the_best_of_all() -> None:
    match, rng = Match("dolce-vita", 3, seed=5), Random(5)
    while match.ply < 14:
        match.play(rng.choice(match.legal()))
    know, state, legal = knowledge(match.game), match.state, match.legal()
    assert len(legal) <= SMALL
    assert know.chances is not None
    chances = {move: know.chances(match.game.apply(state, move))[2] for move in legal}
    *_, thought = search(match.game, match.view(2), legal, Random(0), playouts=1)
    assert thought.shares == chances
    assert chances[thought.best] == max(chances.values())


def test_nobody_answers_a_card_that_will_lie_face_down() -> None:
    """The last coins, two cards each, two dice; nobody can raise, so a pair of cards has its odds.

    If the other saw my card, 7 would answer 2 and 1 would answer 8: 42 % each. But they choose
    without seeing it, and then one of my cards is worth 57 % at least, whatever they do.
    """
    position = {"coins": [1, 1], "hands": [[2, 8], [1, 7]], "table": 0, "round": 12, "active": 0}
    match = Match("casanova", 2, position=position)
    match.play("d2")
    found, odds = match.game, dict[tuple[int, int], float]()
    for mine, theirs in product((2, 8), (1, 7)):
        after = found.apply(found.apply(match.state, Move("c", mine)), Move("c", theirs))
        fallen = [(found.apply(after, roll), often) for roll, often in found.chance(after)]
        for state, _ in fallen:
            if found.actor(state) is not None:
                assert found.legal(state, 0) == (QUITTE,)
        over = [
            (state if found.actor(state) is None else found.apply(state, QUITTE), often)
            for state, often in fallen
        ]
        odds[mine, theirs] = sum(float(often) * shares(found, state)[0] for state, often in over)
    seen = max(min(odds[mine, theirs] for theirs in (1, 7)) for mine in (2, 8))
    a, b, c, d = odds[2, 1], odds[2, 7], odds[8, 1], odds[8, 7]
    unseen = (a * d - b * c) / (a + d - b - c)  # the value of two choices made at the same time
    assert seen == pytest.approx(15 / 36)
    assert unseen == pytest.approx(0.570, abs=1e-3)
    for seed in range(5):
        *_, thought = search(found, match.view(0), match.legal(), Random(seed))
        assert thought.shares[thought.best] > unseen - 0.05


@pytest.mark.slow
@pytest.mark.parametrize("name", ["casanova", "dominos-florentins"])
def test_every_line_is_looked_at_only_where_everybody_sees_everything(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []

    def noted(game: Any, know: Any, state: Any, *more: Any) -> Any:
        looked.append(state)
        return _look_at_all(game, know, state, *more)

    monkeypatch.setattr("escale.players.search._look_at_all", noted)
    for match in choices(name, 2):
        assert match.actor is not None
        *_, thought = search(match.game, match.view(match.actor), match.legal(), Random(0), 1)
        assert thought.best in match.legal()
    if name == "casanova":
        assert not looked
    else:  # the last turns are played with open hands
        assert looked
        assert all(not state.pile for state in looked)


def test_a_lone_choice_needs_no_thought() -> None:
    match = Match("casanova", 2, seed=1)
    [thought] = search(match.game, match.view(0), match.legal()[:1], Random(0))
    assert (thought.best, thought.done) == (match.legal()[0], 1)


@pytest.mark.parametrize("name", ["galets", "casanova", "dolce-vita", "dominos-florentins"])
def test_a_playout_shares_out_one_win(name: str) -> None:
    match, know = opened(name), knowledge(game(name))
    for seed in range(5):
        for knows in (know, NOTHING):
            got = playout(match.game, knows, match.state, Random(seed))
            assert len(got) == len(match.players)
            assert sum(got) == pytest.approx(1)
            assert min(got) >= 0
