"""A long game leaves nothing behind but its log: neither in the page nor in the kernel.

Dolce Vita with five players is the fullest board, and 125 moves are a whole game of it.
"""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from barepage import bare_page, module_address, show_table
from playwright.sync_api import Browser, CDPSession, Page

from escale import Match
from escale.session.session import Session
from escale.session.viewer import Viewer

EARLY, LATE = 25, 125


class Told(Viewer):
    """A table that keeps its last message instead of sending it."""

    said_last: Any = None

    def __init__(self, match: Match, seats: list[str], lang: str) -> None:
        super().__init__(Session(match, seats=seats), self.keep, lang=lang)

    def keep(self, message: Any) -> None:
        self.said_last = message

    @property
    def match(self) -> Match:
        return self.session.match


def new_table() -> Told:
    """Five people: each move is made from here, and the view goes from seat to seat."""
    return Told(Match("dolce-vita", 5, seed=5), seats=["person"] * 5, lang="fr")


def moves(table: Told) -> Iterator[int]:
    """Play a game, and stop after each move."""
    rng = Random(5)
    while not table.match.over:
        table.session.play(rng.choice(table.match.legal()))
        yield table.match.ply


# --- The page ---------------------------------------------------------------------------------

CELLS = """(text) => {
    const data = JSON.parse(text);
    const slots = new Set();
    const kernel = { status: "idle", statusChanged: {
        connect: (slot) => slots.add(slot), disconnect: (slot) => slots.delete(slot),
    } };
    const model = () => ({
        widget_manager: { kernel }, send() {}, on() {}, off() {},
        get: (name) => data[name], set: (name, value) => (data[name] = value),
    });
    window.listening = () => slots.size;
    window.run = () => {
        const about = { model: model(), el: document.createElement("div") };
        window.end = [widget.initialize, widget.render].map((begin) => begin(about));
        return new WeakRef(about.model);
    };
}"""


def test_a_cell_that_is_run_again_leaves_nothing_of_its_table_behind(browser: Browser) -> None:
    page = browser.new_page()
    start = f'import widget from "{module_address()}"; window.widget = widget;'
    page.set_content(f'<!doctype html><body><script type="module">{start}</script>')
    page.wait_for_function("window.widget")
    table = new_table()
    whole = {"box": table.box(), "table": table.whole(), "place": "", "widget": "table"}
    page.evaluate(CELLS, json.dumps(whole))
    page.evaluate("window.cells = []")
    for _ in range(3):
        page.evaluate("void cells.push(run())")
        assert page.evaluate("listening()") == 1
        page.evaluate("end.splice(0).forEach((end) => end())")
    assert page.evaluate("listening()") == 0
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.enable")
    heap(session)
    assert page.evaluate("cells.filter((cell) => cell.deref()).length") == 0
    page.close()


def heap(session: CDPSession) -> float:
    """The page's JavaScript heap in KB, when all that can go has gone."""
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    size: float = session.send("Runtime.getHeapUsage")["usedSize"]
    return size / 1024


def nodes(session: CDPSession) -> int:
    """All nodes that are kept alive, in the document or not."""
    count: int = session.send("Memory.getDOMCounters")["nodes"]
    return count


def measured(page: Page, session: CDPSession) -> tuple[int, int, float]:
    """Elements in the page, nodes anywhere, KB of heap: all without the log."""
    page.evaluate("stage.parts.log.replaceChildren()")
    page.evaluate("stage.board.state.shown = { ...stage.table, log: [] }")
    page.wait_for_timeout(100)  # what is to be announced has been
    kept = heap(session)
    elements = page.evaluate("document.querySelectorAll('*').length")
    return elements, nodes(session), kept


@pytest.mark.long
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_long_game_leaves_the_page_as_it_was(browser: Browser, motion: str) -> None:
    page = bare_page(browser, reduced_motion=motion, viewport={"width": 1300, "height": 900})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.enable")
    table = new_table()
    show_table(page, table)
    sizes = {}
    for ply in moves(table):
        page.evaluate(
            """async (text) => {
                stage.play(JSON.parse(text));
                while (stage.running) {
                    stage.skip();
                    await new Promise((done) => setTimeout(done));
                }
            }""",
            json.dumps(table.said_last["frames"]),
        )
        if ply in (EARLY, LATE):
            assert page.evaluate("stage.table.ply") == ply
            sizes[ply] = measured(page, session)
    page.context.close()
    assert not errors
    (elements, alive, kept), (elements_late, alive_late, kept_late) = sizes[EARLY], sizes[LATE]
    assert elements_late <= elements * 1.1, sizes
    assert alive_late <= alive * 1.2, sizes
    assert kept_late <= kept + 400, sizes


@pytest.mark.parametrize(
    ("name", "before", "move"),
    [("casanova", ["d2", "c7", "c5"], "double"), ("dominos-florentins", [], None)],
)
def test_what_one_person_was_told_is_out_of_the_page_when_another_is_asked(
    browser: Browser, name: str, before: list[str], move: str | None
) -> None:
    """Hints name the card that lies face down, the position in words and the moves the hand."""
    table = Told(Match(name, 2, seed=5), seats=["person"] * 2, lang="en")
    for one in before:
        table.session.play(one)
    table.receive({"do": "lift", "seat": 0})
    page = bare_page(browser)
    show_table(page, table)
    told: list[str] = []
    for asked in ({"do": "words"}, {"do": "hint", "ply": table.match.ply}):
        table.receive(asked)
        told += [line if isinstance(line, str) else line[0] for line in table.said_last["lines"]]
        page.evaluate("(message) => stage.answer(message)", table.said_last)
    page.evaluate("stage.act('moves')")
    told += page.evaluate(
        "[...stage.parts.dialog.querySelectorAll('li')].map((move) => move.innerText)"
    )
    page.evaluate("stage.parts.dialog.close()")
    assert told[-1] in page.evaluate("stage.root.textContent"), "a closed dialog keeps its words"
    table.session.play(move or table.match.legal()[0])
    assert table.curtain == 1
    page.evaluate("(frames) => stage.play(frames)", table.said_last["frames"])
    page.wait_for_selector('[data-curtain="1"]:not([data-busy])')
    left = page.evaluate("stage.root.textContent")
    secret = [line for line in told if line not in table.shown.scene.words]
    assert len(secret) > 2
    assert not [line for line in secret if line in left]
    page.context.close()


# --- The kernel -------------------------------------------------------------------------------


def traced() -> float:
    """KB of Python's memory in use."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 1024


def growth(table: Told) -> float:
    """By how many KB a table grows between an early and a late move."""
    early = 0.0
    for ply in moves(table):
        if ply == EARLY:
            early = traced()
    return traced() - early


def history(record: list[Any]) -> float:
    """By how many KB a bare match grows, playing the same moves."""
    match, early = Match("dolce-vita", 5, seed=5), 0.0
    for ply, move in enumerate(record, start=1):
        match.play(move)
        if ply == EARLY:
            early = traced()
    return traced() - early


@pytest.mark.long
def test_a_long_game_leaves_the_kernel_as_it_was() -> None:
    warm = new_table()
    assert max(moves(warm)) >= LATE  # and every cache is filled
    record = [ply.move for ply in warm.match.plies]
    tracemalloc.start()
    try:
        of_match = history(record)
        table = new_table()
        of_table = growth(table)
        lines = sum(len(line.text) + 250 for line in table.shown.lines) / 1024
    finally:
        tracemalloc.stop()
    assert of_table <= of_match + 2 * lines + 100, (of_table, of_match, lines)
