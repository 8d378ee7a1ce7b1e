"""At the curtain the page's memory holds nothing that only the person before may know.

Three searches, after garbage has been collected. All texts of a heap snapshot: that is where a hand
is, or a card that lies face down, for as long as any script keeps a view of the table, be it in a
closure, in a library's cache or in a list of old messages. All arrays: what the page has sent is
made of keys that every page knows; only where they stand together do they say something. All
elements, also those that are no longer in the page. Each must find what is planted for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession

from .conftest import STAGE, Board, new_page

PLANTED = "planted"
PLANT = """(word) => {
    const parts = `${"- ".repeat(2000)}${word} in a long text`;
    const text = JSON.parse(JSON.stringify(parts)); // in one piece, as it comes with a message
    const keys = [word, "and nothing else"];
    const gone = document.createElement("p");
    gone.append(document.createElement("b"));
    gone.firstChild.title = `${word} in an element`;
    addEventListener("never", () => [text, keys, gone.firstChild]);
}"""

#: prototypes are among them, and are in no tree
TREES = """(all) => {
    const roots = new Set(all.filter((one) => Object.hasOwn(one, "constructor") === false)
        .map((one) => one.getRootNode()));
    return [...roots].map((root) => (root.documentElement ?? root).outerHTML ?? "").join(" ");
}"""


class Heap:
    """What the scripts of a page keep alive."""

    def __init__(self, board: Board) -> None:
        self.page = board.page
        self.session: CDPSession = board.page.context.new_cdp_session(board.page)
        self.session.send("HeapProfiler.enable")

    def texts(self) -> str:
        """All texts and all names of properties, one in each line."""
        parts: list[str] = []
        self.session.on("HeapProfiler.addHeapSnapshotChunk", lambda one: parts.append(one["chunk"]))
        self.session.send("HeapProfiler.collectGarbage")
        self.session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        whole = "".join(parts)
        strings: list[str] = json.loads(whole[whole.rindex('"strings":[') + 10 : whole.rindex("}")])
        return "\n".join(strings)

    def left(self, words: Iterable[str], sure: Iterable[str]) -> list[str]:
        """Which of these are in a text or in an element, when all that is `sure` to be there is.

        What is only about to go is given the time: Jupyter's widget manager has a timer of some
        seconds that keeps the table as it was when the page was opened.
        """
        found: list[str] = []
        for _ in range(8):
            everything = self.texts() + self.elements()
            assert [word for word in sure if word not in everything] == []
            found = [word for word in words if word in everything]
            if not found:
                break
            self.page.wait_for_timeout(1000)  # to look at everything is dear
        return found

    def arrays(self, word: str) -> list[list[str]]:
        """All arrays in which this stands first."""
        found: list[list[str]] = self.ask(
            "Array",
            "(all, word) => all.filter((one) => one[0] === word).map((one) => one.map(String))",
            word,
        )
        return found

    def elements(self) -> str:
        """All elements, each with the tree that it is in."""
        found: str = self.ask("Element", TREES)
        return unescape(found)

    def ask(self, prototype: str, question: str, *arguments: str) -> Any:
        """Ask a function about all objects of a kind, wherever they are kept."""
        kind = self.session.send("Runtime.evaluate", {"expression": f"{prototype}.prototype"})
        objects = self.session.send(
            "Runtime.queryObjects", {"prototypeObjectId": kind["result"]["objectId"]}
        )
        function = f"function (...rest) {{ return ({question})(this, ...rest) }}"
        answer = self.session.send(
            "Runtime.callFunctionOn",
            {
                "objectId": objects["objects"]["objectId"],
                "functionDeclaration": function,
                "arguments": [{"value": value} for value in arguments],
                "returnByValue": True,
            },
        )
        assert "value" in answer["result"], answer
        return answer["result"]["value"]


def lay_a_card(board: Board) -> list[str]:
    """Lay a card face down; what says which."""
    board.key("dice:2").click()
    board.wait(1)
    board.do("moves")
    board.page.keyboard.press("Escape")
    board.key("hand:7").click()
    return ["Votre carte 7, posée face cachée"]


def place_a_card(board: Board) -> list[str]:
    """Place one of four cards; what says which the others are."""
    board.root.locator('[data-do="lift"]').click()
    board.page.wait_for_selector(f"{STAGE}:not([data-curtain]) [data-lit]")
    first, *kept = [key for key in board.lit() if key.startswith("hand:")]
    heard = [board.key(key).get_attribute("aria-label") or "" for key in kept]
    labels = [label.removesuffix(", jouable") for label in heard]
    board.do("moves")
    board.page.keyboard.press("Escape")
    board.key(first).click()
    board.key("cell:d4").click()
    board.root.locator(".es-option").first.click()
    assert len({*kept, *labels}) == 6
    return [*kept, *labels]


@pytest.mark.long
@pytest.mark.parametrize(("name", "play"), [("two-casanova", lay_a_card), ("people", place_a_card)])
def test_at_the_curtain_nothing_of_the_person_before_is_in_the_pages_memory(
    open_voila: Any, name: str, play: Callable[[Board], list[str]]
) -> None:
    board: Board = open_voila(name)
    board.page.evaluate(PLANT, PLANTED)
    heap = Heap(board)
    hidden = play(board)
    board.page.wait_for_selector(f"{STAGE}[data-curtain='1']")
    board.wait()
    planted = [f"{PLANTED} in a long text", f"{PLANTED} in an element"]
    assert heap.left(hidden, sure=planted) == []
    assert heap.arrays(PLANTED) == [[PLANTED, "and nothing else"]]
    assert ["hand:7"] not in heap.arrays("hand:7"), "the move, as it was sent"


def test_who_begins_a_new_game_finds_nothing_of_the_hand_before(browser: Browser, app: str) -> None:
    """In a page of the app, which had the first hand in it before there was any script."""
    page = new_page(browser)
    board = Board(page)
    page.goto(f"{app}/voila/render/fr/play-dominos-florentins.ipynb")
    page.locator(".first.live").wait_for()
    board.wait()

    def hand() -> set[str]:
        """The cards in words. Names of properties would not do: the engine keeps them for reuse."""
        words: list[str] = board.root.evaluate(
            """(root) => [...root.querySelectorAll("[data-key^='hand:'][data-lit]")]
                .map((one) => one.ariaLabel)"""
        )
        return {*words}

    before = hand()
    assert len(before) == 4
    board.do("new")
    page.locator(".es-dialog [type=submit]").click()
    now = before
    for _ in range(2000):  # asked from here: the page is not told what to look for
        board.wait()
        now = hand()
        if not now <= before:
            break
    assert len(now) == 4
    assert Heap(board).left(before - now, sure=now) == []
    page.context.close()
