"""The search: reproducible with playouts, bounded in time, interruptible, exact where it can be."""

from __future__ import annotations

from random import Random
from time import perf_counter

import pytest

from escale import Match, game
from escale.players.knowledge import Knowledge, knowledge
from escale.players.search import SMALL, playout, search, shares

NOTHING = Knowledge({}, {}, {}, None, None, None, None, None, None, 100)


def opened(name: str, seed: int = 3) -> Match:
    """A game in which a few moves have been made, with a choice to come."""
    match, rng = Match(name, game(name).seats[0], seed=seed), Random(seed)
    while match.ply < 5 or match.actor is None or match.actor < 0 or len(match.legal()) < 2:
        match.play(rng.choice(match.legal()))
    return match


@pytest.mark.parametrize("name", ["casanova", "dolce-vita", "dominos-florentins"])
def test_the_same_random_numbers_and_playouts_give_the_same_thoughts(name: str) -> None:
    match = opened(name)
    assert match.actor is not None
    view, legal = match.view(match.actor), match.legal()
    first = [*search(match.game, view, legal, Random(1), playouts=40)][-1]
    again = [*search(match.game, view, legal, Random(1), playouts=40)][-1]
    assert first == again
    assert first.best in legal
    assert first.done == 1


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
    assert perf_counter() - start < 5  # 0.3 s, on a machine that does much else


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
