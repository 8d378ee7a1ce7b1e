"""A hostile visitor: everything at once that one client can do to a server from outside.

    python tests/hostile.py ADDRESS SECONDS [NAME ...]

It says at the end, as JSON, how often each was done and what was answered. It runs in a process of
its own, and politely to this machine: what it takes here, on the web its own machine would.
Everything it does is bounded by the seconds it is given.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect
from visitors import CONFIG, PAGE, PROTOCOL, TABLE, TROUBLE, packed

PAGES = (PAGE, "voila/render/fr/casanova.ipynb", "voila/render/en/explore-dolce-vita.ipynb")

IMAGE = {"Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}


class Hostile:
    """One client; `done` counts what it did, by kind and answer."""

    def __init__(self, address: str, seconds: float) -> None:
        self.address = address.rstrip("/")
        parts = urlsplit(self.address)
        self.host, self.port = parts.hostname or "localhost", parts.port or 80
        self.until = time.monotonic() + seconds
        self.done: Counter[str] = Counter()
        self.http = AsyncHTTPClient(force_instance=True, max_clients=200)

    def going(self) -> bool:
        return time.monotonic() < self.until

    @property
    def left(self) -> float:
        return max(0.1, self.until - time.monotonic())

    async def ask(self, name: str, path: str, method: str = "GET", **more: object) -> bytes:
        request = HTTPRequest(
            f"{self.address}/{path}", method=method, request_timeout=min(30.0, self.left),
            connect_timeout=5, allow_nonstandard_methods=True, follow_redirects=False,
            **more,  # type: ignore[arg-type]
        )  # fmt: skip
        try:
            answer = await self.http.fetch(request, raise_error=False)
        except TROUBLE as error:
            self.done[f"{name} {type(error).__name__}"] += 1
            return b""
        self.done[f"{name} {answer.code}"] += 1
        return answer.body or b""

    # --- by plain requests ----------------------------------------------------------------------

    async def posts(self) -> None:
        """Big bodies and deep ones."""
        big = b"[" + b"[]," * 3_000_000 + b"[]]"
        while self.going():
            await self.ask("post big", "tables", "POST", body=big)
            await self.ask("post deep", "tables", "POST", body=b"[" * 100_000)
            await asyncio.sleep(0.2)

    async def oddities(self) -> None:
        """Methods and hosts that no page sends."""
        while self.going():
            for method in ("HEAD", "OPTIONS", "PUT", "TRACE"):
                await self.ask(method, "", method)
            await self.ask("host", "", headers={"Host": "evil.example"})
            await self.ask("image", PAGE, headers=IMAGE)
            await self.ask("long", "rules/casanova?q=" + "x" * 6000)
            await asyncio.sleep(0.05)

    async def idle(self) -> None:
        """Connections on which nothing is said, and some on which it is said very slowly."""
        lines: list[asyncio.StreamWriter] = []
        head = (
            f"POST /tables HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Length: 60000\r\n"
        )
        sent = [b"", b"GET / HTTP/1.1\r\nHost: ", f"{head}\r\n[".encode()]
        for number in range(300):
            if not self.going():
                break
            with suppress(OSError, TimeoutError):
                _, writer = await asyncio.wait_for(asyncio.open_connection(self.host, self.port), 5)
                writer.write(sent[number % 3])
                lines.append(writer)
                self.done["idle connection"] += 1
        while self.going():
            for number, writer in enumerate(lines):
                with suppress(OSError):
                    if number % 3 and not writer.is_closing():
                        writer.write(b"1")
            await asyncio.sleep(1)
        for writer in lines:
            writer.close()

    # --- by pages and kernels -------------------------------------------------------------------

    async def page(self, name: str, path: str = PAGE) -> tuple[str, str] | None:
        """A page of its own: the kernel and its table."""
        text = (await self.ask(name, path)).decode("utf-8", "replace")
        config, table = CONFIG.search(text), TABLE.search(text)
        if not (config and table):
            return None
        return json.loads(config[1])["kernelId"], table[1]

    async def line(self, kernel: str) -> WebSocketClientConnection:
        address = self.address.replace("http", "ws", 1)
        return await asyncio.wait_for(
            websocket_connect(
                f"{address}/api/kernels/{kernel}/channels?session_id={uuid4()}",
                subprotocols=[PROTOCOL],
            ),
            20,
        )

    async def sockets(self) -> None:
        """As many websockets to one kernel as it lets in."""
        found = await self.page("page for sockets")
        lines = []
        while self.going():
            if found is not None and len(lines) < 150:
                try:
                    lines.append(await self.line(found[0]))
                    self.done["socket"] += 1
                except TROUBLE as error:
                    self.done[f"socket {type(error).__name__}"] += 1
                    await asyncio.sleep(0.5)
            else:
                await asyncio.sleep(0.2)
        for line in lines:
            line.close()

    async def messages(self) -> None:
        """Floods to a kernel of its own: questions, nonsense, large objects."""
        while self.going():
            found = await self.page("page for messages")
            if found is None:
                await asyncio.sleep(1)
                continue
            with suppress(*TROUBLE):
                line = await self.line(found[0])
                await self.flood(line, found[1])
            self.done["flood ended"] += 1
            await asyncio.sleep(0.2)

    async def flood(self, line: WebSocketClientConnection, table: str) -> None:
        hearing = asyncio.ensure_future(self.hear(line))
        asks = [
            {"do": "why", "id": "x", "keys": ["hand:1", "column:9"], "ply": 0},
            {"do": "hint", "id": "x", "ply": 0},
            {"do": "sync"},
            {"do": "load", "text": "[" * 200_000},
            {"do": "move", "keys": ["hand:1"] * 10, "ply": -1},
        ]
        kinds = [("comm_msg", {"comm_id": table, "data": {"method": "custom", "content": ask}})
                 for ask in asks]  # fmt: skip
        kinds += [
            ("kernel_info_request", {}),
            ("execute_request", {"code": "while True: pass"}),
            ("comm_open", {"comm_id": "x", "target_name": "y", "data": {"z": "." * 4_000_000}}),
        ]
        made = [message(kind, content) for kind, content in kinds]
        number = 0
        while self.going() and not hearing.done():
            number += 1
            part = made[number % len(made)]
            if len(part) > 100_000 and number % 200:
                continue
            await line.write_message(part.replace(b"-" * 36, str(uuid4()).encode(), 1), binary=True)
            self.done["message"] += 1
            if not number % 50:
                await asyncio.sleep(0.01)
        hearing.cancel()
        line.close()

    async def hear(self, line: WebSocketClientConnection) -> None:
        while await line.read_message() is not None:
            self.done["answer"] += 1

    async def pages(self) -> None:
        """New pages without end; some are read, some are left at once, none says goodbye."""
        number = 0
        while self.going():
            number += 1
            path = PAGES[number % len(PAGES)]
            if number % 2:
                await self.ask("page", path)
            else:
                with suppress(OSError, TimeoutError):
                    _, writer = await asyncio.wait_for(
                        asyncio.open_connection(self.host, self.port), 5
                    )
                    writer.write(
                        f"GET /{path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n\r\n".encode()
                    )
                    await writer.drain()
                    await asyncio.sleep(0.05)
                    writer.transport.abort()
                    self.done["page left at once"] += 1
            await asyncio.sleep(0.02)

    # --- all of it ------------------------------------------------------------------------------

    WAYS = {
        "posts": 2, "oddities": 1, "idle": 1, "sockets": 1, "messages": 2, "pages": 8,
    }  # fmt: skip

    async def attack(self, names: list[str]) -> None:
        ways: list[Callable[[], Awaitable[None]]] = [
            getattr(self, name) for name in names for _ in range(self.WAYS[name])
        ]
        tasks = [asyncio.ensure_future(way()) for way in ways]
        _, late = await asyncio.wait(tasks, timeout=self.left + 10)
        for task in late:
            task.cancel()
        for task in tasks:
            if task.done() and not task.cancelled() and task.exception():
                self.done[f"gave up: {task.exception()!r}"[:80]] += 1


def message(kind: str, content: object) -> bytes:
    """For a flood: the id is filled in when it is sent."""
    header = {"msg_id": "-" * 36, "msg_type": kind, "session": "h", "username": "",
              "version": "5.2", "date": "2026-01-01T00:00:00Z"}  # fmt: skip
    parts = [b"shell", json.dumps(header).encode(), b"{}", b"{}", json.dumps(content).encode()]
    return packed(parts)


def be_last() -> None:
    """On the web it has a machine of its own; here it takes what the others leave, and a little."""
    os.nice(19)
    with suppress(OSError):
        os.setsid()
        Path("/proc/self/autogroup").write_text("7")  # where Linux shares the CPU by sessions


def main() -> None:
    be_last()
    address, seconds, *names = sys.argv[1:]
    if not re.match(r"http://(localhost|127\.0\.0\.1):", address):
        sys.exit("only against this machine")
    hostile = Hostile(address, float(seconds))
    asyncio.run(hostile.attack(names or list(Hostile.WAYS)))
    sys.stdout.write(json.dumps(dict(sorted(hostile.done.items()))) + "\n")


if __name__ == "__main__":
    main()
