"""What takes its time is thought about in slices: the page is answered in between, and may say
hurry. First a strong computer's move, then hints."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any

import pytest
from pages import Page, play

from escale.session import hints, thinking


async def until(done: Any, seconds: float = 30) -> None:
    end = perf_counter() + seconds
    while not done():
        assert perf_counter() < end, "it never came"
        await asyncio.sleep(0.002)


@pytest.fixture
def for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that would think for an hour."""
    monkeypatch.setattr(thinking, "PATIENCE", 3600.0)
    monkeypatch.setattr(hints, "THOUGHT", 3600.0)
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
        match = page.match
        page.move("hand:3", "column:2")
        sent = page.sent
        await until(lambda: any(message["kind"] == "beat" for message in sent))
        assert match.ply == 1
        (answer,) = page.ask({"do": "why", "keys": ["hand:4"], "ply": 1})
        assert answer["kind"] == "why"
        assert page.session.thinking is not None
        (answer,) = page.ask({"do": "hurry", "id": "x-2"})
        assert answer == {"kind": "beat", "re": "x-2"}, "who asks is answered"
        await until(lambda: match.ply >= 3)
        assert match.actor == 0, "and the sensible one has answered too"

    asyncio.run(playing())


def test_a_thought_about_a_move_that_was_taken_back_is_dropped(for_ever: None) -> None:
    async def playing() -> None:
        page = table()
        page.move("hand:3", "column:2")
        await until(lambda: page.session.thinking)
        page.ask({"do": "undo"})
        assert page.session.thinking is None
        await asyncio.sleep(0.1)
        assert page.match.ply == 0
        page.ask({"do": "hurry"})  # a late click hurts nobody

    asyncio.run(playing())


def test_a_move_that_has_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing() -> None:
        page = Page(play("galets", seats=["person", "random"], lang="en", seed=5))
        with monkeypatch.context() as broken:
            broken.setattr("escale.session.session.level", lambda game, name: 1 / 0)
            page.move(*page.path())
            await until(lambda: page.sent[-1]["kind"] == "say")
        assert page.sent[-1]["stuck"]
        assert page.match.ply == 1
        page.ask({"do": "hurry"})
        await until(lambda: page.match.ply == 2)

    asyncio.run(playing())


def test_left_alone_it_moves_within_its_patience() -> None:
    async def playing() -> None:
        page = table()
        page.move("hand:3", "column:2")
        await until(lambda: page.match.ply >= 3)
        assert page.session.thinking is None

    asyncio.run(playing())


# --- Hints --------------------------------------------------------------------------------------

HINT = {"do": "hint", "ply": 0}
NEW = {"do": "new", "seats": [{"name": name, "level": "person"} for name in "ABC"]}


def alone() -> Page:
    return Page(play("dolce-vita", seats=["person", "sensible", "sensible"], lang="fr", seed=5))


def kinds(page: Page) -> list[str]:
    return [message["kind"] for message in page.sent]


def test_while_a_hint_is_thought_about_the_page_is_told_and_answered(for_ever: None) -> None:
    async def asking() -> None:
        page = alone()
        assert page.ask(HINT | {"id": "x-1"}) == [], "the kernel is free at once"
        await until(lambda: "beat" in kinds(page))
        assert 0 <= page.of("beat")["done"] < 1
        (answer,) = page.ask({"do": "words", "id": "x-2"})
        assert answer["kind"] == "words"
        page.ask({"do": "lang", "lang": "en"})
        page.ask({"do": "hurry"})
        await until(lambda: "hint" in kinds(page))
        assert page.of("hint")["re"] == "x-1"
        assert page.session.thinking is None

    asyncio.run(asking())


def test_asking_twice_thinks_once_and_answers_both(for_ever: None) -> None:
    async def asking() -> None:
        page = alone()
        page.ask(HINT | {"id": "x-1"})
        await until(lambda: "beat" in kinds(page))
        begun = page.session.thinking
        page.ask(HINT | {"id": "y-1"})
        assert page.session.thinking is begun
        page.ask({"do": "hurry"})
        await until(lambda: "hint" in kinds(page))
        first, second = (message for message in page.sent if message["kind"] == "hint")
        assert [first.pop("re"), second.pop("re")] == ["x-1", "y-1"]
        assert first == second, "two clicks do not pass over the first stage"
        (more,) = page.ask(HINT | {"id": "x-2"})
        assert len(more["keys"]) > len(first["keys"])

    asyncio.run(asking())


@pytest.mark.parametrize(
    "what",
    [
        {"do": "move", "keys": ["hand:3", "column:2"], "ply": 0},
        NEW | {"options": {}, "seed": 5},  # the very same game again
        NEW | {"options": {}, "seed": 6},
    ],
    ids=["a move", "the same game", "another game"],
)
def test_whatever_comes_in_between_drops_the_hint(for_ever: None, what: dict[str, Any]) -> None:
    async def asking() -> None:
        page = alone()
        page.ask(HINT | {"id": "x-1"})
        await until(lambda: "beat" in kinds(page))
        sent = page.ask(what)
        assert {"kind": "beat", "re": "x-1"} in sent, "nobody waits for it any more"
        await until(lambda: page.match.actor == 0)
        page.ask({"do": "hurry"})
        await asyncio.sleep(0.1)
        assert "hint" not in kinds(page)
        assert page.session.thinking is None
        page.ask({"do": "hint", "ply": page.match.ply, "id": "x-2"})
        page.ask({"do": "hurry"})
        await until(lambda: "hint" in kinds(page))
        assert page.of("hint")["re"] == "x-2"

    asyncio.run(asking())


def test_an_undo_drops_the_hint(for_ever: None) -> None:
    async def asking() -> None:
        page = alone()
        page.session.play("3>2")
        page.ask({"do": "hint", "ply": page.match.ply, "id": "x-1"})
        await until(lambda: "beat" in kinds(page))
        assert {"kind": "beat", "re": "x-1"} in page.ask({"do": "undo"})
        page.ask({"do": "hurry"})
        await asyncio.sleep(0.1)
        assert "hint" not in kinds(page)

    asyncio.run(asking())


def test_a_match_that_was_changed_from_outside_gets_no_stale_hint(for_ever: None) -> None:
    async def asking() -> None:
        page = alone()
        page.ask(HINT | {"id": "x-1"})
        await until(lambda: "beat" in kinds(page))
        page.match.play("3>2")
        page.ask({"do": "hurry"})
        await until(lambda: page.session.thinking is None)
        assert {"kind": "beat", "re": "x-1"} in page.sent
        assert "hint" not in kinds(page)

    asyncio.run(asking())


@pytest.mark.parametrize("what", ["compared", "look"])
def test_a_hint_that_fails_says_so_and_can_be_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    async def asking() -> None:
        page = Page(play("galets", seats=["person", "random"], lang="en", seed=5))
        with monkeypatch.context() as broken:
            broken.setattr(hints, what, lambda *_: 1 / 0)
            page.ask(HINT | {"id": "x-1"})
            await until(lambda: "say" in kinds(page))
        assert {"kind": "beat", "re": "x-1"} in page.sent
        assert not page.of("say")["stuck"], "it is the person's move, as before"
        page.ask(HINT | {"id": "x-2"})
        await until(lambda: "hint" in kinds(page))
        first = page.of("hint")
        (second,) = page.ask(HINT)
        assert len(second["keys"]) > len(first["keys"]), "the first stage comes first"

    asyncio.run(asking())
