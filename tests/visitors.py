"""Visitors without a browser, for crowds: what a page of the app asks of its server, and no more.

A page in Chromium costs five seconds of CPU and would be measured itself. A `Visitor` sends what
was seen on the wire of such a page: the page, its files (see `files`), the kernel's websocket in
Jupyter's binary protocol with the widget manager's first questions, then the table's own messages:
hello, moves, a sign every ten seconds, and a goodbye. Of the answers it reads only what it must.

How people behave is in `Manners`: they think before each move, and move by themselves, not in step.
"""

from __future__ import annotations

import asyncio
import json
import re
import struct
import time
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

from tornado.httpclient import AsyncHTTPClient, HTTPError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

PAGE = "voila/render/en/play-dolce-vita.ipynb"
PROTOCOL = "v1.kernel.websocket.jupyter.org"
SIGN = 10.0  # seconds between two signs of a page, as in table.js
PATIENCE = 60.0  # seconds after which a move that was not answered is an error
CONNECTIONS = 6  # that a browser opens to one host
NEW_GAME = [{"name": name, "level": level} for name, level in
            zip("ABCD", ("person", *["sensible"] * 3), strict=True)]  # fmt: skip
TABLE = re.compile(r'"model_id":\s*"(\w+)"')
GAME = re.compile(r"/play-(.+)\.ipynb")
CONFIG = re.compile(r'id="jupyter-config-data"[^>]*>(.*?)</script>', re.DOTALL)


class Manners(NamedTuple):
    """How somebody plays: seconds of thought before a move, from and to."""

    least: float = 1.0
    most: float = 3.0


PEOPLE = Manners()


class File(NamedTuple):
    """What a page loads besides itself, as a browser was seen to: see `benchmarks/crowd.py`."""

    path: str
    asked_again: bool  # also by a browser that has it: "no-cache"
    tag: str = ""  # by which it then asks whether it has changed


class Refused(Exception):
    """The server did not do what a page may expect."""


TROUBLE = (Refused, TimeoutError, OSError, HTTPError)


class Visitor:
    """A page with a table of Dolce Vita."""

    def __init__(
        self,
        address: str,
        *,
        seed: int = 0,
        files: Iterable[File] = (),
        cached: bool = False,
        manners: Manners = PEOPLE,
        page: str = PAGE,
    ) -> None:
        self.address, self.page = address.rstrip("/"), page
        self.files, self.cached = tuple(files), cached
        self.manners = manners
        self.rng = Random(seed)
        self.took: list[float] = []  # by each move, from sent to answered, in seconds
        self.errors: list[str] = []
        self.kernel = self.table = ""
        self.token = ""  # under which the table is stored
        self.ply = 0  # of the last move that was shown
        self.over = self.more = False
        self.opened_in = 0.0
        self._name = uuid4().hex
        self._numbers = count()
        self._moves = 0
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._ended = asyncio.Event()  # the kernel is there no more
        self._quiet = asyncio.Event()  # no computer is about to move
        self._line: WebSocketClientConnection | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._http = AsyncHTTPClient(force_instance=True, max_clients=CONNECTIONS)

    # --- opening --------------------------------------------------------------------------------

    async def open(self) -> Visitor:
        """Until the table can be played at."""
        began = time.perf_counter()
        text = (await self._get(self.page)).decode()
        config = CONFIG.search(text)
        table = TABLE.search(text)
        if not (config and table):
            raise Refused("the page has no table")
        self.kernel, self.table = json.loads(config[1])["kernelId"], table[1]
        await asyncio.gather(*(self._load(file) for file in self.files))
        await self._get(f"api/kernels/{self.kernel}?{time.time():.0f}")
        address = self.address.replace("http", "ws", 1)
        line = f"{address}/api/kernels/{self.kernel}/channels?session_id={uuid4()}"
        request = HTTPRequest(line, connect_timeout=PATIENCE, request_timeout=PATIENCE)
        self._line = await websocket_connect(request, subprotocols=[PROTOCOL])
        self._tasks = [asyncio.ensure_future(self._hear()), asyncio.ensure_future(self._sign())]
        control = str(uuid4())
        self._send("kernel_info_request", {})
        self._send(
            "comm_open",
            {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}},
            version="1.0.0",
        )
        self._send("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})
        self._send("comm_close", {"comm_id": control, "data": {}})
        await self._greet()
        self._quiet.set()
        self.opened_in = time.perf_counter() - began
        return self

    async def _greet(self) -> None:
        kept = await self._answered("kept", **self._hello(self.token))
        self.token = kept["token"]

    def _hello(self, token: str) -> dict[str, Any]:
        who = {"page": self._name[:11], "name": f"/{self.page}#{GAME.findall(self.page)[0]}"}
        return {"do": "hello", **who, "token": token or None, "wanted": bool(token)}

    async def _get(self, path: str, **headers: str) -> bytes:
        request = HTTPRequest(
            f"{self.address}/{path}", headers=headers | {"Accept-Encoding": "gzip"},
            request_timeout=120, connect_timeout=60, decompress_response=path == self.page,
        )  # fmt: skip
        answer = await self._http.fetch(request, raise_error=False)
        if answer.code not in (200, 304):
            raise Refused(f"{path.partition('?')[0]}: {answer.code}")
        return answer.body

    async def _load(self, file: File) -> None:
        if not self.cached:
            await self._get(file.path)
        elif file.asked_again:
            await self._get(file.path, **{"If-None-Match": file.tag})

    # --- the line -------------------------------------------------------------------------------

    def _send(self, kind: str, content: dict[str, Any], **metadata: str) -> None:
        header = {
            "date": "2026-01-01T00:00:00.000Z", "msg_id": str(uuid4()), "msg_type": kind,
            "session": self._name, "username": "", "version": "5.2",
        }  # fmt: skip
        told = [json.dumps(part).encode() for part in (header, {}, metadata, content)]
        if self._line is None:
            raise Refused("the line is closed")
        self._line.write_message(packed([b"shell", *told]), binary=True)

    def tell(self, **message: Any) -> None:
        """What the page says to its table."""
        data = {"method": "custom", "content": message}
        self._send("comm_msg", {"comm_id": self.table, "data": data})

    async def _answered(self, to: str, **message: Any) -> dict[str, Any]:
        """The answer to a message: by its id, or of a kind."""
        self._waiting[to] = asyncio.get_running_loop().create_future()
        self.tell(**message)
        return await asyncio.wait_for(self._waiting[to], PATIENCE)

    async def _hear(self) -> None:
        line = self._line
        assert line is not None
        while (heard := await line.read_message()) is not None:
            if isinstance(heard, bytes) and b'"execution_state": "dead"' in heard[-100:]:
                self._ended.set()
            if not isinstance(heard, bytes) or b'"msg_type": "comm_msg"' not in heard[:400]:
                continue
            data = json.loads(content(heard)).get("data", {})
            told = data.get("content")
            if data.get("method") == "custom" and isinstance(told, dict):
                self._note(told)
        line.close()
        self._line = None
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(Refused("the server has closed the line"))

    def _note(self, told: dict[str, Any]) -> None:
        for frame in [*told.get("frames", ()), told.get("table", {})]:
            self.ply = frame.get("ply", self.ply)
            self.over = frame.get("over", self.over)
            self.more = frame.get("more", self.more)
        (self._quiet.clear if self.more else self._quiet.set)()
        if told.get("kind") == "kept":
            self.token = told["token"]
        for name in (told.get("re"), told.get("kind")):
            waiting = self._waiting.pop(name, None) if isinstance(name, str) else None
            if waiting is not None and not waiting.done():
                waiting.set_result(told)

    async def _sign(self) -> None:
        while True:
            await asyncio.sleep(SIGN)
            with suppress(Refused):
                self.tell(do="sign", leaving=False)

    # --- playing --------------------------------------------------------------------------------

    def _name_of(self, kind: str) -> str:
        """A name for a message, never the same twice: what has one again was only said again."""
        return f"{kind}{next(self._numbers)}"

    async def move(self) -> None:
        """A card below a column, when it is this one's turn; notes how long it took to be shown."""
        await asyncio.wait_for(self._quiet.wait(), PATIENCE)
        if self.over:
            name = self._name_of("n")
            await self._answered(name, do="new", id=name, seats=NEW_GAME, options={}, seed=None)
            self._moves = 0
            return
        name = self._name_of("m")
        # Five of the six cards are laid in a round, and all come back after it.
        keys = [f"hand:{self._moves % 5 + 1}", f"column:{self.rng.randint(1, 7)}"]
        self._quiet.clear()
        began = time.perf_counter()
        told = await self._answered(name, do="move", id=name, keys=keys, ply=self.ply)
        self.took.append(time.perf_counter() - began)
        self._moves += 1
        if told["kind"] != "frames":
            self._quiet.set()
            raise Refused(f"a move was answered by {told['kind']}: {told.get('text', '')}")

    async def play(self, until: float) -> None:
        """Think, move, and again, until that time of the monotonic clock."""
        try:
            while True:
                thought = self.rng.uniform(*self.manners)
                if time.monotonic() + thought > until:
                    break
                await asyncio.sleep(thought)
                await self.move()
        except TROUBLE as error:
            self.errors.append(f"{type(error).__name__}: {error}")

    async def settle(self) -> None:
        """Until the computers have answered the last move."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._quiet.wait(), PATIENCE)

    async def ended(self) -> None:
        """Until the page is told that its kernel has ended."""
        await asyncio.wait_for(self._ended.wait(), PATIENCE)

    # --- leaving --------------------------------------------------------------------------------

    async def leave(self) -> None:
        """As a page does that is closed: a last sign, and a goodbye that nobody waits for."""
        with suppress(Refused):
            self.tell(do="sign", leaving=True)
        await self.vanish()
        if not self.kernel:
            return
        goodbye = f"{self.address}/voila/api/shutdown/{self.kernel}"
        with suppress(OSError, HTTPError):
            await self._http.fetch(goodbye, method="POST", body=b"", raise_error=False)
        self._http.close()

    async def come_back(self) -> None:
        """The page is loaded again, in the middle of its game."""
        await self.vanish()
        self._waiting.clear()
        self._quiet.clear()
        self._ended.clear()
        self.ply = 0
        await self.open()

    async def vanish(self) -> None:
        """Without a word, as when a lid is closed."""
        for task in self._tasks:
            task.cancel()
        if self._line is not None:
            self._line.close()
            self._line = None


# --- Jupyter's binary protocol --------------------------------------------------------------------


def packed(parts: list[bytes]) -> bytes:
    """Numbers of the places where the parts begin and end, then the parts."""
    places = [8 * (len(parts) + 2)]
    for part in parts:
        places.append(places[-1] + len(part))
    return struct.pack(f"<{len(places) + 1}Q", len(places), *places) + b"".join(parts)


def content(message: bytes) -> bytes:
    """The fifth part: after the channel, the header, the parent's header and the metadata."""
    start, end = struct.unpack_from("<2Q", message, 8 * 5)
    return message[start:end]


# --- a crowd --------------------------------------------------------------------------------------


async def arrive(visitors: list[Visitor], over: float) -> None:
    """They open their pages one after the other, within so many seconds."""

    async def coming(number: int, visitor: Visitor) -> None:
        await asyncio.sleep(over * number / len(visitors))
        try:
            await visitor.open()
        except TROUBLE as error:
            visitor.errors.append(f"{type(error).__name__}: {error}")

    await asyncio.gather(*(coming(number, one) for number, one in enumerate(visitors)))


def lost_moves(visitors: list[Visitor], place: Path | str) -> list[str]:
    """What was shown to somebody and is not in the store; nothing, if all is well."""
    from escale.app.store import opened

    store, lost = opened(place), list[str]()
    for visitor in visitors:
        if visitor.ply:
            kept = store.look(visitor.token).ply
            if kept < visitor.ply:
                lost.append(f"{visitor.ply} moves were shown, {kept} are stored")
    store.close()
    return lost


def share(values: list[float], part: float) -> float:
    """The value that this part of all is not above: 0.95 for the p95."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]
