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

from escale import Match
from escale.app.store import shared
from escale.draw.scene import picture, scenes
from escale.engine.game import SPECTATOR
from escale.engine.registry import game as find_game
from escale.session.frames import merged, whole
from escale.teach.exercises import practice
from escale.teach.narrate import narrate
from escale.teach.texts import house_texts
from escale.widgets import practice_frames

from .conftest import STAGE, Board, save

Json = dict[str, Any]
KEEP_WIDGETS = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"

NO_UNDO = {"", *(reason["fr"] for reason in house_texts()["undo"].values())}
KINDS = {"frames", "kept", "why", "say", "beat"}
FIELDS = {"kind", "re", "version", "frames", "token", "text", "tone", "key", "lines", "aside"}
FRAME = {"scene", "add", "ply", "seat", "over", "more", "no_undo", "redo", "curtain"}
WHOLE = {"protocol", "version", "lang", "hand", "reader", "names", "levels", "options", "name"}
WHOLE |= {"tempers", "log", "coach", "meeting"}


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


# --- Everything is explained ----------------------------------------------------------------------


class Witness:
    """What a page may have been sent, move by move, made from views alone."""

    def __init__(self, record: Json, levels: list[str]) -> None:
        self.match = Match.from_record(record)
        self.persons = [seat for seat, who in enumerate(levels) if who == "person"]
        self.reader = self.persons[0] if len(self.persons) == 1 else None

    def pictures(self, ply: int, seat: int) -> list[Json]:
        """Every picture that this seat may see in the course of the move that leads there."""
        game, players = self.match.game, self.match.players
        states = [self.match.state_at(ply)]
        if ply:
            move = self.match.plies[ply - 1].move
            states += [one.state for one in game.unfold(self.match.state_at(ply - 1), move)]
        found = []
        for state in states:
            view = game.view(state, seat)
            bare = scenes(game).scene(view, "fr", players)
            rolls = bare._replace(choices=(("roll",),))
            found += [bare, rolls]
            if seat != SPECTATOR and game.actor(state) == seat:
                found.append(picture(game, view, "fr", players))
        return [json.loads(json.dumps(whole(scene, asked=True))) for scene in found]

    def hides(self, ply: int) -> bool:
        state = self.match.state_at(ply)
        return bool(self.match.game.mask(state, SPECTATOR) != state)

    def lines(self, ply: int) -> list[str]:
        """The log up to there, as the page's reader may hear it."""
        ear = SPECTATOR if self.reader is None else self.reader
        events = [e.seen_by(ear) for one in self.match.plies[:ply] for e in one.events]
        told = narrate(self.match.game, events, "fr", self.match.players, self.reader)
        return [line.text for line in told]

    def unexplained(self, messages: list[Json]) -> list[str]:
        """All that cannot be explained by what the seat at the screen may know."""
        problems: list[str] = []
        scene: Json = {}
        log: list[str] = []
        ply = seat = 0
        for message in messages:
            if message["kind"] == "state":
                table = message["table"]
                extra = set(table) - WHOLE - FRAME
                scene, log = table["scene"], [line[0] for line in table["log"]]
                ply, seat = table["ply"], table["seat"]
                frames: list[Json] = [{}]
            else:
                extra = {*message} - FIELDS | ({message["kind"]} - KINDS)
                frames = message.get("frames", [])
            for i, frame in enumerate(frames):
                extra |= set(frame) - FRAME
                if frame.get("no_undo", "") not in NO_UNDO:
                    problems.append(f"ply {ply}: why nothing can be taken back")
                ply = frame.get("ply", ply)
                before, seat = seat, frame.get("seat", seat)
                scene = merged(scene, frame.get("scene", {}))
                log += [line[0] for line in frame.get("add", [])]
                seen = {before if i < len(frames) - 1 else seat, seat}
                if not any(scene in self.pictures(ply, who) for who in seen):
                    problems.append(f"ply {ply}: a picture that seat {seat} cannot see")
                if seat != before and SPECTATOR not in (seat, before) and self.hides(ply):
                    problems.append(f"ply {ply}: no curtain before seat {seat}")
            if frames and log != self.lines(ply)[: len(log)]:
                problems.append(f"ply {ply}: words that are not for the reader: {log[-1]}")
            problems += [f"ply {ply}: {name}" for name in extra]
        return problems


# --- Nothing hidden is found ----------------------------------------------------------------------


def secrets(match: Match, ply: int, seats: list[int]) -> list[bytes]:
    """Words that would give away what none of these seats may know after so many moves."""
    game = match.game
    state = match.state_at(ply)
    words = [str(match.seed).encode()] if match.seed is not None else []
    if game.id == "dominos-florentins":
        views = [game.view(state, seat).state for seat in seats]
        shown = {card for view in views for hand in view.hands for card in hand if card}
        hidden = [card for hand in state.hands for card in hand] if state.pile else []
        hidden += state.pile
        words += [card.encode() for card in hidden if card not in shown]
    return words


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
        ("people", 4),
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


@pytest.mark.parametrize("name", ["leaky", pytest.param("leaky-casanova", marks=pytest.mark.long)])
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
EXERCISE |= {"contrast", "narrow", "fr", "en"}
TOLD_EXERCISE = {"names", "scene", "made", "truth", "question", "mark", "options", "ideas", "who"}
TOLD_EXERCISE |= {"said", "real", "paths", "verdicts", "moves"}


@pytest.mark.parametrize("game", ["casanova", "dominos-florentins"])
def test_an_exercise_shows_nothing_that_its_seat_may_not_know(game: str) -> None:
    """All that a widget sends for it is known here, and the board is one of the seat's pictures."""
    found = find_game(game)
    for exercise in islice(practice(found, seed=7), 24):
        page = practice_frames.page(exercise)
        assert page.keys() <= EXERCISE
        told = page["fr"]
        assert told.keys() <= TOLD_EXERCISE
        if exercise["open"] or exercise["kind"] == "spot":
            continue
        match = Match.from_record(exercise["record"])
        drawn = told["scene"]["pieces"]
        view = match.view(exercise["seat"])
        seen = whole(scenes(found).scene(view, "fr", match.players))["pieces"]
        assert {key: row for key, row in drawn.items() if seen.get(key) != row} == {}
