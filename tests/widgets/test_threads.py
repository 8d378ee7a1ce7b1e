"""Tables, lessons and several threads: JupyterLab lets messages from pages come beside a cell."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Event, Thread
from typing import Any

import pytest
from pages import Page

from escale import BadOption
from escale.session.session import Session
from escale.session.trial import Trials
from escale.session.viewer import Viewer
from escale.widgets import lesson
from escale.widgets.table import play


def together(*acts: Callable[[], object]) -> None:
    threads = [Thread(target=act) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("how", ["two messages", "a message and a cell"])
def test_two_moves_at_once_are_not_both_made(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    table = play("galets", seats=["person", "person"], lang="en", seed=5)
    page = Page(table.viewer)
    move = table.match.legal()[0]
    meeting, make = Barrier(2, timeout=0.3), Session.make

    def slow(*args: Any) -> None:
        with suppress(BrokenBarrierError):
            meeting.wait()  # here, both would have found their move legal before either is made
        make(*args)

    monkeypatch.setattr(Session, "make", slow)
    content = {"do": "move", "keys": page.path(), "ply": 0}

    def ask() -> None:
        table._receive(table, content, None)

    def cell() -> None:
        try:
            table.play(move)
        except BadOption as error:
            refused.append(str(error))

    refused: list[str] = []
    together(ask, ask if how == "two messages" else cell)
    refused += [message["text"] for message in page.sent if message["kind"] == "say"]
    assert [m["frames"][-1]["ply"] for m in page.sent if m["kind"] == "frames"] == [1]
    assert table.match.ply == 1
    assert len(refused) == 1
    assert re.search("comes too late|breaks GA-TUR-1", refused[0]), "it was looked at afterwards"


def test_a_timer_that_comes_too_late_does_nothing() -> None:
    """A cell lets the computer move while the timer of a page's thread waits for its turn."""
    table = play("galets", seats=["person", "random"], lang="en", seed=5)
    page, moved, done = Page(table.viewer), Event(), Event()
    content = {"do": "move", "keys": page.path(), "ply": 0}

    async def a_page() -> None:
        table._receive(table, content, None)
        moved.set()
        while not done.is_set():
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)

    thread = Thread(target=lambda: asyncio.run(a_page()))
    with table._host.lock:
        thread.start()
        time.sleep(0.05)
    assert moved.wait(60)
    with table._host.lock:
        time.sleep(0.1)
        table.refresh()
        assert page.match.ply == 2
    done.set()
    thread.join()
    assert page.match.ply == 2
    assert "say" not in [message["kind"] for message in page.sent]


def test_computers_whose_timer_has_died_go_on_when_a_page_says_hello() -> None:
    """A page that is closed takes its thread with it."""
    page = Page(play("galets", seats=["person", "random"], lang="en", seed=5).viewer)

    async def leaving() -> None:
        page.move(*page.path())

    async def coming() -> None:
        page.hello("tab-2")
        for _ in range(200):
            if page.match.ply == 2:
                return
            await asyncio.sleep(0.01)

    asyncio.run(leaving())
    assert page.match.ply == 1
    asyncio.run(coming())
    assert page.match.ply == 2


def test_two_pages_that_try_the_same_lesson_at_once_lay_one_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = lesson.lesson("dolce-vita/ties")
    meeting, lay, laid = Barrier(2, timeout=0.3), Trials._lay, list[Viewer]()

    def slow(*args: Any) -> Viewer:
        with suppress(BrokenBarrierError):
            meeting.wait()  # here, neither would have seen the table of the other
        laid.append(lay(*args))
        return laid[-1]

    monkeypatch.setattr(Trials, "_lay", slow)

    def ask() -> None:
        player._receive(player, {"do": "try", "step": 1, "lang": "en"}, None)

    together(ask, ask)
    assert len(laid) == 2
    assert [trial for trial in laid if not trial.session.closed] == [player._trials.viewer]
