"""Nothing reaches a page that its seat may not know: whole games, every frame on the wire read.

Two proofs. What a table sends is *explained*: put together again, it is at every moment exactly the
picture of that seat's view and the log as that seat may hear it, and there is no field besides. And
all bytes of the wire, the page's storage and its DOM are searched for what is hidden at that time,
and (in `test_lab`) so is a notebook that JupyterLab has saved with its widgets. Both are tried on a
table that leaks on purpose.
"""

from __future__ import annotations

import json
import struct
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from witness import Json, Witness, secrets

from escale import Match
from escale.app.store import shared
from escale.draw.scene import addressed, scenes
from escale.engine.game import View
from escale.engine.registry import game as find_game
from escale.session.frames import merged, whole
from escale.teach.exercises import practice
from escale.widgets import practice_frames

from .conftest import STAGE, Board, save

KEEP_WIDGETS = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"


class Received(NamedTuple):
    """Everything that a websocket has brought, in order."""

    raw: list[bytes]

    def messages(self) -> list[Json]:
        """What the table's widget has sent: its state when it was opened, then its messages."""
        found = []
        for data in self.raw:
            _, content = parts(data)
            for state in states(content):
                if "table" in state:
                    found.append({"kind": "state", "table": state["table"]})
            if "kind" in custom(content):
                found.append(custom(content))
        return found


def states(content: Json) -> list[Json]:
    """The states of widgets in a message, however they come."""
    data = content.get("data", {})
    several = [one["state"] for one in data.get("states", {}).values()]
    return [data["state"], *several] if "state" in data else several


def custom(content: Json) -> Json:
    data = content.get("data", {})
    found: Json = data["content"] if data.get("method") == "custom" else {}
    return found


def parts(data: bytes) -> tuple[Json, Json]:
    """Header and content of a Jupyter message, in either of its two dresses."""
    if data[:1] == b"{":
        message = json.loads(data)
        return message["header"], message["content"]
    (count,) = struct.unpack("<Q", data[:8])
    marks = struct.unpack(f"<{count}Q", data[8 : 8 + 8 * count])
    fields = [data[a:b] for a, b in pairwise(marks)]
    return json.loads(fields[1]), json.loads(fields[4])


def listened(open_voila: Any, name: str) -> tuple[Board, Received]:
    """A page, and everything that its websockets bring."""
    heard = Received([])

    def frame(data: str | bytes) -> None:
        heard.raw.append(data.encode() if isinstance(data, str) else data)

    def prepare(page: Page) -> None:
        page.on("websocket", lambda socket: socket.on("framereceived", frame))

    return open_voila(name, prepare), heard


# --- Nothing hidden is found ----------------------------------------------------------------------


def whispered(heard: Received, witness: Witness) -> list[str]:
    """Where the wire had a secret in it; the box with all drawings is no secret."""
    problems, ply = [], 0
    for data in heard.raw:
        header, content = parts(data)
        for state in states(content):
            state.pop("box", None)
            state.pop("_esm", None)
        frames = custom(content).get("frames", [])
        ply = max([ply, *(frame["ply"] for frame in frames if "ply" in frame)])
        text = json.dumps(content, ensure_ascii=False).encode()
        for word in secrets(witness.match, ply, witness.persons):
            if word in text:
                problems.append(f"{header.get('msg_type')} at ply {ply}: {word.decode()}")
    return problems


def looked_at(board: Board) -> str:
    """All that the page holds outside of the wire: storage, and the stage as it is."""
    text: str = board.page.evaluate(
        f"""() => JSON.stringify([{{ ...localStorage }}, {{ ...sessionStorage }}, location.href,
            document.querySelector('{STAGE}').outerHTML])"""
    )
    return text


def seats_of(board: Board) -> Match:
    ((_, kept),) = json.loads(board.page.evaluate("localStorage['escale/tables']")).items()
    store = shared()
    return Match.from_record(store.record(store.look(kept["token"]).number))


def saved(board: Board, folder: Path) -> Json:
    """The notebook as JupyterLab saves it with the state of its widgets; without its code."""
    page, file = board.page, folder / Path(urlsplit(board.page.url).path).name
    keep_widgets(board)
    for _ in range(100):  # the setting takes its time
        save(page)
        found: Json = json.loads(file.read_text("utf-8"))
        if "widgets" in found["metadata"]:
            break
        board.settle()
    keep_widgets(board)  # no longer: the setting is the server's
    for cell in found["cells"]:
        del cell["source"]  # which names the seed
    (widgets,) = found["metadata"]["widgets"].values()
    for one in widgets["state"].values():
        one["state"].pop("box", None)
        one["state"].pop("_esm", None)
    return found


def keep_widgets(board: Board) -> None:
    """Switch JupyterLab's setting to save widgets with their notebook."""
    board.page.get_by_role("menuitem", name="Settings", exact=True).click()
    board.page.locator(f'.lm-Menu-item[data-command="{KEEP_WIDGETS}"]').click()


def in_notebook(notebook: Json, board: Board) -> list[str]:
    """What stands in a saved notebook and is hidden from the person who plays in it."""
    text = json.dumps(notebook, ensure_ascii=False).encode()
    return [one.decode() for one in secrets(seats_of(board), board.ply, [0]) if one in text]


LEVELS = {"people": ["person", "person", "random"]}


def play_through(board: Board, rng: Random, most: int = 200) -> list[str]:
    """Play, and look at the page after every move; what was found in it that should not be."""
    found = []
    for _ in range(most):
        board.wait()
        if board.over:
            break
        if board.state("curtain") is not None:
            found += in_page(board, [])
            board.root.locator('[data-do="lift"]').click()
            board.page.wait_for_selector(f"{STAGE}:not([data-curtain]) [data-lit]")
        board.move(rng)
    return found + in_page(board, [int(board.state("seat") or 0)])


def in_page(board: Board, seats: list[int]) -> list[str]:
    if not board.ply:
        return []
    text = looked_at(board)
    return [
        f"in the page at ply {board.ply}: {word.decode()}"
        for word in secrets(seats_of(board), board.ply, seats)
        if word.decode() in text
    ]


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("secret-casanova", 8),
        pytest.param("secret-dominos", 4, marks=pytest.mark.long),
        pytest.param("secret-casanova", 200, marks=pytest.mark.long),
        pytest.param("secret-dominos", 200, marks=pytest.mark.long),
        pytest.param("people", 10, marks=pytest.mark.long),
    ],
)
def test_in_games_by_mouse_there_is_not_one_secret_on_the_wire(
    open_voila: Any, name: str, most: int
) -> None:
    board, heard = listened(open_voila, name)
    found = play_through(board, Random(4), most)
    match = seats_of(board)
    assert board.over == match.over == (most == 200)
    levels = LEVELS.get(name, ["person", *["computer"] * (len(match.players) - 1)])
    witness = Witness(match.record(), levels)
    messages = heard.messages()
    assert sum(message["kind"] == "frames" for message in messages) >= match.ply
    assert witness.unexplained(messages) == []
    assert whispered(heard, witness) == []
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("name", ["leaky", "leaky-casanova"])
def test_a_table_that_leaks_is_found_out(open_voila: Any, name: str) -> None:
    """And without its leak it tells nothing."""
    board, heard = listened(open_voila, name)
    play_through(board, Random(4), most=2)
    match = seats_of(board)
    witness = Witness(match.record(), ["person", *["computer"] * (len(match.players) - 1)])
    assert any("debug" in problem for problem in witness.unexplained(heard.messages()))
    assert whispered(heard, witness)
    messages = heard.messages()
    for message in messages:
        for frame in [message.get("table", {}), *message.get("frames", [])]:
            frame.pop("debug", None)
    assert witness.unexplained(messages) == []
    hidden = next(iter(match.state.hands[1])) if name == "leaky" else None
    if hidden:  # one card of another hand, in a picture, in a sentence, in the storage
        messages[-1]["frames"][-1].setdefault("add", []).append([f"{hidden}", [], None])
        assert witness.unexplained(messages)
        board.page.evaluate("(card) => (localStorage.x = card)", hidden)
        assert in_page(board, [0])


# --- Exercises ------------------------------------------------------------------------------------

EXERCISE = {"players", "seat", "rule", "kind", "because", "breaks", "answer", "first"}
EXERCISE |= {"contrast", "narrow", "offers", "form", "fr", "en"}
TOLD_EXERCISE = {"names", "scene", "made", "truth", "question", "mark", "options", "ideas", "who"}
TOLD_EXERCISE |= {"said", "real", "paths", "verdicts", "permits", "moves", "before"}


def before_is_known(found: Any, match: Match, seat: int, told: dict[str, Any]) -> bool:
    """Is the board before that which is told the same, whatever this seat could not see then?"""
    ply, before = match.plies[-1], match.state_at(match.ply - 1)
    first, *more = found.unfold(before, ply.move)
    shown = first.state if more else before
    pieces = merged(told["scene"], told["before"])["pieces"]
    other = found.determinize(found.view(shown, seat), Random(match.ply))
    drawn = scenes(found).asked(View(found.id, seat, found.mask(other, seat)), "fr", match.players)
    return bool(whole(addressed(drawn, "Vous"))["pieces"] == pieces)


@pytest.mark.parametrize("game", ["casanova", "dominos-florentins"])
def test_an_exercise_shows_nothing_that_its_seat_may_not_know(game: str) -> None:
    """All that a widget sends for it is known here, and the board is one of the seat's pictures."""
    found = find_game(game)
    for exercise in islice(practice(found, seed=7), 24):
        page = practice_frames.page(exercise)
        assert page.keys() <= EXERCISE
        told = page["fr"]
        assert told.keys() <= TOLD_EXERCISE
        match = Match.from_record(exercise["record"])
        if exercise["kind"] == "spot":
            assert before_is_known(found, match, exercise["seat"], told)
        if exercise["open"] or exercise["kind"] == "spot":
            continue
        drawn = told["scene"]["pieces"]
        view = match.view(exercise["seat"])
        seen = whole(addressed(scenes(found).scene(view, "fr", match.players), "Vous"))["pieces"]
        assert {key: row for key, row in drawn.items() if seen.get(key) != row} == {}
