"""A strong computer thinks in slices: the page is answered in between, and may say hurry."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any

import pytest
from pages import Page

from escale.widgets import thinking
from escale.widgets.table import play


async def until(done: Any, seconds: float = 30) -> None:
    end = perf_counter() + seconds
    while not done():
        assert perf_counter() < end, "it never came"
        await asyncio.sleep(0.002)


@pytest.fixture
def for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that would think for an hour."""
    monkeypatch.setattr(thinking, "PATIENCE", 3600.0)
    monkeypatch.setattr("escale.games.dolce_vita.knowledge.PLAYOUTS", 10**8)
    from escale.players.knowledge import _read

    _read.cache_clear()
    yield
    _read.cache_clear()


def table() -> Page:
    return Page(play("dolce-vita", seats=["person", "strong", "sensible"], lang="fr", seed=5))


def test_while_it_thinks_the_page_is_told_answered_and_can_hurry_it(for_ever: None) -> None:
    async def playing() -> None:
        page = table()
        match = page.table.match
        page.move("hand:3", "column:2")
        sent = page.sent
        await until(lambda: any(message["kind"] == "beat" for message in sent))
        assert match.ply == 1
        (answer,) = page.ask({"do": "why", "keys": ["hand:4"], "ply": 1})
        assert answer["kind"] == "why"
        assert page.table._thinking is not None
        (answer,) = page.ask({"do": "hurry", "id": "x-2"})
        assert answer == {"kind": "beat", "re": "x-2"}, "who asks is answered"
        await until(lambda: match.ply >= 3)
        assert match.actor == 0, "and the sensible one has answered too"

    asyncio.run(playing())


def test_a_thought_about_a_move_that_was_taken_back_is_dropped(for_ever: None) -> None:
    async def playing() -> None:
        page = table()
        page.move("hand:3", "column:2")
        await until(lambda: page.table._thinking)
        page.ask({"do": "undo"})
        assert page.table._thinking is None
        await asyncio.sleep(0.1)
        assert page.table.match.ply == 0
        page.ask({"do": "hurry"})  # a late click hurts nobody

    asyncio.run(playing())


def test_a_move_that_has_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing() -> None:
        page = Page(play("galets", seats=["person", "random"], lang="en", seed=5))
        with monkeypatch.context() as broken:
            broken.setattr("escale.widgets.table.level", lambda game, name: 1 / 0)
            page.move(*page.path())
            await until(lambda: page.sent[-1]["kind"] == "say")
        assert page.sent[-1]["stuck"]
        assert page.table.match.ply == 1
        page.ask({"do": "hurry"})
        await until(lambda: page.table.match.ply == 2)

    asyncio.run(playing())


def test_left_alone_it_moves_within_its_patience() -> None:
    async def playing() -> None:
        page = table()
        page.move("hand:3", "column:2")
        await until(lambda: page.table.match.ply >= 3)
        assert page.table._thinking is None

    asyncio.run(playing())
