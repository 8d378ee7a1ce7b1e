"""A level is one entry of `LEVELS`: a fifth one is offered, named and played at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

import pytest
from pages import Page, play

from escale import BadOption, Game, View
from escale.players.levels import LEVELS, Level
from escale.players.search import search
from escale.session import words as house
from escale.session.box import box as make_box


@pytest.fixture
def words() -> Iterator[None]:
    """The words are read anew, and so checked against the levels that there are."""
    house.ui.cache_clear()
    yield
    house.ui.cache_clear()


def last(game: Game[Any, Any], view: View, legal: Sequence[Any], rng: Random) -> Any:
    return legal[-1]


def add(monkeypatch: pytest.MonkeyPatch, entry: Level) -> None:
    monkeypatch.setitem(LEVELS, entry.name, entry)


def test_a_fifth_level_is_one_entry(monkeypatch: pytest.MonkeyPatch, words: None) -> None:
    add(monkeypatch, Level("stubborn", words="random", plays=last))
    page = Page(play("galets", seats=["person", "stubborn"], lang="en", seed=3))
    match = page.match
    box = make_box(match.game, 2)
    assert box["levels"] == ["random", "beginner", "sensible", "strong", "stubborn"]
    assert box["ui"]["fr"]["level-stubborn"] == "ordinateur, au hasard"
    assert box["says"]["en"][-1] == "I make any move that is allowed."
    mine = match.legal()[0]
    before = match.fork()
    before.play(mine)
    page.move(*match.game.path(match.state, mine))
    assert match.plies[1].move == before.legal()[-1]


def test_a_fifth_level_that_thinks_does_so_in_slices(
    monkeypatch: pytest.MonkeyPatch, words: None
) -> None:
    add(monkeypatch, Level("hasty", words="strong", thinks=partial(search, playouts=20)))

    async def playing() -> None:
        page = Page(play("dolce-vita", seats=["person", "hasty", "random"], lang="fr", seed=5))
        page.move("hand:3", "column:2")
        assert page.match.ply == 1, "it thinks in the event loop"
        end = perf_counter() + 30
        while page.match.ply < 3:
            assert perf_counter() < end, "it never came"
            await asyncio.sleep(0.002)

    asyncio.run(playing())


def test_a_level_without_words_is_refused_where_a_table_opens(
    monkeypatch: pytest.MonkeyPatch, words: None
) -> None:
    add(monkeypatch, Level("stubborn", words="stubborn", plays=last))
    with pytest.raises(BadOption, match=r"^level stubborn: has no words \[level-stubborn\] in fr"):
        play("galets", seats=["person", "stubborn"])
