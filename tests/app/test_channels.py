"""The websockets of a real `escale serve`, spoken to as a page does and as no page would."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlsplit

import pytest
from ports import free_port
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import (
    WebSocketClientConnection,
    WebSocketClosedError,
    websocket_connect,
)

from escale.app.server import capacity, channels, kernel
from escale.app.server.channels import MOST_COMMS, MOST_SOCKETS, SMALL, V1
from escale.engine.match import Match
from escale.engine.record import MOST_BYTES

MEMORY = 320  # MB a kernel
PLAY, LEARN = "en/play-galets.ipynb", "en/dolce-vita.ipynb"
#: a kernel in which `words` takes 40 MB for good
HOG = """
import escale
from escale.session.answers import ANSWERS
hoard = []
ANSWERS["words"] = lambda viewer, message: hoard.append(bytearray(40 * 2**20))
"""


class Server(NamedTuple):
    address: str
    process: int
    log: Path
    folder: Path

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            text: str = answer.read().decode()
            return text

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process}/fd"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("channels")
    port = free_port()
    command = [
        sys.executable, "-m", "escale.app", "serve", "--no-browser", f"--port={port}", "--lang=en",
        "--warm=0", "--most=12", "--cull=600", f"--memory={MEMORY}", f"--tables={folder}/t",
    ]  # fmt: skip
    log = folder / "log"
    environment = os.environ | {"TMPDIR": str(folder)}
    environment.pop("ESCALE_DEBUG", None)
    with log.open("w") as file:
        process = subprocess.Popen(command, stderr=file, stdout=file, env=environment)
    found = Server(f"http://localhost:{port}", process.pid, log, folder)
    try:
        for _ in range(240):
            with suppress(OSError):
                found.get("/healthz")
                break
            assert process.poll() is None, log.read_text()
            time.sleep(0.25)
        yield found
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0, log.read_text()
    assert "Traceback" not in log.read_text()


class Page:
    """A page without a browser: a kernel, and what is in it."""

    def __init__(self, server: Server, path: str = PLAY) -> None:
        self.server = server
        text = server.get(f"/voila/render/{path}")
        config = re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', text, re.DOTALL)
        assert config, text
        self.kernel = json.loads(config[1])["kernelId"]
        self.widgets = re.findall(r'"model_id":\s*"(\w+)"', text)
        self.sockets = f"{server.address.replace('http', 'ws')}/api/kernels/{self.kernel}/channels"

    async def knock(self) -> tuple[bytes, asyncio.StreamReader, asyncio.StreamWriter]:
        """Ask for a websocket, on which frames can be written one by one; the answer's head."""
        parts = urlsplit(self.sockets)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(
            f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nAccept-Language: en\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        return await reader.readuntil(b"\r\n\r\n"), reader, writer

    async def connect(self, subprotocol: str | None = None, session: str = "") -> Line:
        address = self.sockets + (f"?session_id={session}" if session else "")
        request = HTTPRequest(address, headers={"Accept-Language": "en"}, request_timeout=60)
        wanted = [subprotocol] if subprotocol else None
        return Line(self, await websocket_connect(request, subprotocols=wanted), subprotocol)

    @property
    def process(self) -> Path:
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if self.kernel in (folder / "cmdline").read_text():
                    return folder
        raise AssertionError(f"no process of kernel {self.kernel}")

    def memory(self) -> int:
        """MB that the kernel holds."""
        found = re.search(r"VmRSS:\s+(\d+)", (self.process / "status").read_text())
        assert found
        return int(found[1]) // 1024


class Line:
    """A websocket to a page's kernel, in either protocol."""

    number = 0
    opened: ClassVar[list[WebSocketClientConnection]] = []

    def __init__(self, page: Page, line: WebSocketClientConnection, protocol: str | None) -> None:
        self.page, self.line, self.protocol = page, line, protocol
        Line.opened.append(line)

    async def send(self, kind: str, content: object, channel: str = "shell", **more: Any) -> str:
        Line.number += 1
        name = f"m{Line.number}"
        header = {
            "msg_id": name, "msg_type": kind, "username": "", "session": "s", "version": "5.2"
        }  # fmt: skip
        parts = {"header": header, "parent_header": {}, "metadata": {}, "content": content} | more
        if self.protocol == V1:
            await self.raw(packed(channel, *(json.dumps(part).encode() for part in parts.values())))
        else:
            await self.raw(json.dumps({**parts, "channel": channel, "buffers": []}))
        return name

    async def raw(self, message: str | bytes) -> None:
        await self.line.write_message(message, binary=isinstance(message, bytes))

    async def hear(self) -> dict[str, Any]:
        """The next message; an empty one if the line is closed."""
        raw = await asyncio.wait_for(self.line.read_message(), 60)
        if raw is None:
            Line.opened.remove(self.line)
            self.line.close()  # or it warns
            return {}
        if isinstance(raw, str):
            found: dict[str, Any] = json.loads(raw)
            return found
        count = int.from_bytes(raw[:8], "little")
        ends = [int.from_bytes(raw[8 * i : 8 * i + 8], "little") for i in range(1, count + 1)]
        parts = [raw[start:end] for start, end in pairwise(ends)]
        names = ("header", "parent_header", "metadata", "content")
        return {name: json.loads(part) for name, part in zip(names, parts[1:5], strict=True)}

    async def until(self, fits: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        """All that is heard, up to what is waited for or the end."""
        heard = []
        while True:
            heard.append(await self.hear())
            if not heard[-1] or fits(heard[-1]):
                return heard

    async def answered(self) -> list[dict[str, Any]]:
        """What is heard until the kernel has answered to everything that was sent."""
        name = await self.send("kernel_info_request", {})
        ends = {"kernel_info_reply", "idle"}  # one on each channel, in no order

        def ends_it(told: dict[str, Any]) -> bool:
            if told["parent_header"].get("msg_id") == name:
                ends.discard(told["header"]["msg_type"])
                ends.discard(told["content"].get("execution_state", ""))
            return not ends

        heard = await self.until(ends_it)
        assert heard[-1], f"closed: {self.line.close_code} {self.line.close_reason}"
        return heard

    async def ask(self, widget: str, **content: Any) -> None:
        data = {"method": "custom", "content": content}
        await self.send("comm_msg", {"comm_id": widget, "data": data})

    async def tell(self, widget: str, **content: Any) -> dict[str, Any]:
        """Ask a table something; returns its answer."""
        Line.number += 1
        name = f"t{Line.number}"
        await self.ask(widget, **content, id=name)
        told = (await self.until(lambda told: said(told).get("re") == name))[-1]
        assert told, f"closed: {self.line.close_code} {self.line.close_reason}"
        return said(told)

    async def closed(self) -> tuple[int | None, str | None]:
        while await self.hear():
            pass
        return self.line.close_code, self.line.close_reason


def said(message: dict[str, Any]) -> dict[str, Any]:
    """What a widget says in a message."""
    found = message.get("content", {}).get("data", {}).get("content", {})
    return found if isinstance(found, dict) else {}


def packed(channel: str, *parts: bytes) -> bytes:
    """A message of the subprotocol v1."""
    every = [channel.encode(), *parts]
    ends = [8 * (len(every) + 2)]
    for part in every:
        ends.append(ends[-1] + len(part))
    return b"".join(number.to_bytes(8, "little") for number in (len(ends), *ends)) + b"".join(every)


def run(story: Awaitable[None]) -> None:
    async def telling() -> None:
        try:
            await asyncio.wait_for(story, 120)
        finally:
            for line in Line.opened:
                line.close()
            while Line.opened:
                line = Line.opened.pop()
                with suppress(TimeoutError):
                    while await asyncio.wait_for(line.read_message(), 10) is not None:
                        pass

    asyncio.run(telling())


@pytest.fixture(scope="module")
def page(server: Server) -> Page:
    """For tests that leave it as it was."""
    return Page(server)


@pytest.fixture(scope="module")
def other(server: Server) -> Page:
    """Of somebody who notices nothing of all this."""
    return Page(server)


@pytest.fixture(scope="module")
def course(server: Server) -> Page:
    return Page(server, LEARN)


@pytest.fixture(scope="module")
def hostile(server: Server) -> Page:
    """For tests that use up what one visitor may use."""
    return Page(server)


async def plays(page: Page, protocol: str | None = V1) -> None:
    """An honest visitor asks, and is answered."""
    line = await page.connect(protocol)
    answer = await line.tell(page.widgets[-1], do="words")
    assert answer["kind"] == "words"
    line.line.close()


# --- websockets ---------------------------------------------------------------------------------


@pytest.mark.long
def test_of_130_idle_websockets_to_a_kernel_a_few_stay_and_the_server_goes_on(
    server: Server, page: Page, other: Page
) -> None:
    async def story() -> None:
        before = server.descriptors()
        first = await page.connect()
        opened = await asyncio.gather(*(page.connect() for _ in range(129)), return_exceptions=True)
        lines = [first, *(line for line in opened if isinstance(line, Line))]
        for error in (line for line in opened if not isinstance(line, Line)):
            assert isinstance(error, HTTPClientError)
            assert error.code == 429
        refused = [line for line in lines if line.line.close_code or not await still_open(line)]
        assert len(lines) - len(refused) <= MOST_SOCKETS
        told = {(line.line.close_code, line.line.close_reason) for line in refused}
        assert told == {
            (1013, "This page has too many connections already; try again in a moment.")
        }
        assert server.descriptors() - before <= MOST_SOCKETS * 10
        await plays(other)
        for line in lines:
            line.line.close()

    async def still_open(line: Line) -> bool:
        try:
            await asyncio.wait_for(line.answered(), 60)
        except AssertionError:
            return False
        return True

    run(story())


def test_who_is_refused_a_websocket_cannot_keep_the_connection(hostile: Page) -> None:
    async def story() -> None:
        answers = await asyncio.gather(*(hostile.knock() for _ in range(60)))
        refused = [reader for head, reader, _ in answers if head.startswith(b"HTTP/1.1 429 ")]
        assert refused
        for reader in refused:
            said = await asyncio.wait_for(reader.read(), 60)  # to the end
            assert b"too many connections" in said
        for _, _, writer in answers:
            writer.close()

    run(story())


def test_a_page_whose_connection_was_lost_comes_back(page: Page) -> None:
    async def story() -> None:
        for _ in range(3):
            line = await page.connect(V1, "one-session")
            assert (await line.tell(page.widgets[-1], do="words"))["kind"] == "words"
            assert line.line.stream  # type: ignore[attr-defined]
            line.line.stream.close()  # type: ignore[attr-defined]  # no word of goodbye

    run(story())


@pytest.mark.parametrize(
    ("kernel", "query", "status"),
    [
        ("00000000-0000-0000-0000-000000000000", "", 404),
        ("", "?session_id=" + "x" * 300, 400),
        ("", "?session_id=a%20b", 400),
    ],
)
def test_a_websocket_to_nowhere_is_refused_before_it_is_one(
    page: Page, kernel: str, query: str, status: int
) -> None:
    async def story() -> None:
        address = page.sockets.replace(page.kernel, kernel or page.kernel)
        with pytest.raises(HTTPClientError) as refused:
            await websocket_connect(address + query)
        assert refused.value.code == status
        await plays(page)

    run(story())


def test_all_kernels_share_what_they_need_besides_their_first_websocket() -> None:
    class Kernel:
        pass

    sockets, kernels = channels.Sockets(most=4), [Kernel() for _ in range(4)]
    accounts = [sockets.account(kernel) for kernel in kernels]
    given = 0
    for account in accounts[:3]:
        while sockets.admit(account):
            account.sockets.add(object())  # type: ignore[arg-type]
            given += 1
    assert given == 3 + 4 // 2 + MOST_SOCKETS
    assert sockets.admit(accounts[3]), "the first one of a kernel is never refused for others"
    del account, accounts, kernels
    assert not len(sockets.accounts), "a kernel that is gone is forgotten"


# --- messages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", [None, V1])
def test_a_page_plays_and_loads_the_largest_file_in_either_protocol(
    page: Page, protocol: str | None
) -> None:
    async def story() -> None:
        line = await page.connect(protocol)
        (table,) = page.widgets[-1:]
        await plays(page, protocol)
        text = json.dumps(Match("galets", 2, seed=5).record())
        padded = text + " " * (MOST_BYTES - len(text))
        assert (await line.tell(table, do="load", text=padded))["kind"] == "whole"
        answer = await line.tell(table, do="new", seats=[{"name": "\ud83c", "level": "x"}])
        assert answer["kind"] == "say"  # half a character is the table's to refuse

    run(story())


@pytest.mark.parametrize("protocol", [None, V1])
def test_a_comm_of_4_mb_is_not_opened_and_no_other_long_message_passes(
    course: Page, other: Page, protocol: str | None
) -> None:
    async def story() -> None:
        before = course.memory()
        for size, data in ((3_900_000, {}), (SMALL, {"method": "update", "state": {"stars": {}}})):
            line = await course.connect(protocol)
            content = {"comm_id": course.widgets[0], "target_name": channels.CONTROL, "data": data}
            data["x"] = "x" * size
            with suppress(WebSocketClosedError):  # it is closed while we are sending
                await line.send("comm_msg" if "state" in data else "comm_open", content)
            assert await line.closed() == (
                1009,
                "This message is longer than anything that our pages send.",
            )
        assert course.memory() < before + 4
        await plays(other)

    run(story())


@pytest.mark.parametrize("protocol", [None, V1])
def test_a_page_opens_no_widgets_and_only_a_few_comms(page: Page, protocol: str | None) -> None:
    async def story() -> None:
        line = await page.connect(protocol)
        state = {
            "_model_module": "@jupyter-widgets/base", "_model_module_version": "2.0.0",
            "_model_name": "LayoutModel", "_view_module": "@jupyter-widgets/base",
            "_view_module_version": "2.0.0", "_view_name": "LayoutView",
        }  # fmt: skip
        version = {"metadata": {"version": "2.1.0"}}
        content = {"comm_id": "w1", "target_name": "jupyter.widget", "data": {"state": state}}
        await line.send("comm_open", content, **version)
        version = {"metadata": {"version": "1.0.0"}}
        for number in range(4 * MOST_COMMS):
            content = {"comm_id": f"c{number}", "target_name": channels.CONTROL, "data": {}}
            await line.send("comm_open", content, **version)
        last = {"comm_id": f"c{MOST_COMMS - 1}", "data": {"method": "request_states"}}
        await line.send("comm_msg", last)
        heard = await line.answered()
        (states,) = (
            message["content"]["data"]["states"]
            for message in heard
            if message.get("content", {}).get("data", {}).get("method") == "update_states"
        )
        assert page.widgets[-1] in states
        assert "w1" not in states
        await line.send("comm_info_request", {"target_name": "x"})
        heard = await line.until(lambda told: told["header"]["msg_type"] == "comm_info_reply")
        assert set(heard[-1]["content"]["comms"]) == set(states)

    run(story())


NEEDLESS = (
    ("execute_request", "shell"), ("shutdown_request", "shell"), ("shutdown_request", "control"),
    ("interrupt_request", "control"), ("debug_request", "control"), ("input_reply", "stdin"),
    ("kernel_info_request", "iopub"), ("kernel_info_request", "nowhere"),
    ("create_subshell_request", "control"),
)  # fmt: skip


@pytest.mark.parametrize("protocol", [None, V1])
def test_what_no_page_needs_is_not_passed_on(page: Page, protocol: str | None) -> None:
    async def story() -> None:
        line = await page.connect(protocol)
        for kind, channel in NEEDLESS:
            content = {"code": "1/0", "silent": False, "restart": False, "value": "x"}
            name = await line.send(kind, content, channel)
            heard = await line.answered()
            answers = [told for told in heard if told["parent_header"].get("msg_id") == name]
            assert not answers, kind

    run(story())


def malformed(widget: str) -> Iterator[dict[str, Any]]:
    """Messages that can be read, and that no page of ours sends."""
    for data in (
        None, [], "x", {}, {"method": "x"}, {"method": []}, {"method": "update"},
        {"method": "update", "state": []}, {"method": "update", "state": {"x": []}},
        {"method": "update", "state": {"stars": 5, "step": "x", "lang": [], "layout": "x"}},
        {"method": "update", "state": {"x": 1}, "buffer_paths": [["x"]]},
        {"method": "update", "state": {}, "buffer_paths": 5}, {"method": "custom"},
        {"method": "custom", "content": []}, {"method": "custom", "content": {"do": {}}},
        {"method": "request_states"},
    ):  # fmt: skip
        yield {"comm_id": widget, "data": data}
        yield {"comm_id": "nobody", "data": data}
    yield {"data": {}}
    yield {"comm_id": [], "data": {}}
    yield {"comm_id": "x" * 1000, "data": {}}


@pytest.mark.parametrize("protocol", [None, V1])
def test_malformed_comm_messages_send_nothing_of_the_server_back(
    course: Page, protocol: str | None
) -> None:
    async def story() -> None:
        line = await course.connect(protocol)
        for content in malformed(course.widgets[0]):
            await line.send("comm_msg", content)
        for kind in ("comm_open", "comm_close"):
            for content in ({}, {"comm_id": "x", "target_name": []}, {"comm_id": 5}):
                await line.send(kind, content)
        await line.send("comm_open", {"comm_id": "x", "target_name": channels.CONTROL})
        await line.send("comm_msg", {"comm_id": "x", "data": {"method": "request_state"}})
        heard = await line.answered()
        assert {told["header"]["msg_type"] for told in heard} <= channels.HEARD
        everything = json.dumps(heard)
        for word in ("Traceback", "site-packages", "escale/", "File ", str(Path.home())):
            assert word not in everything

    run(story())


DEEP = "[" * 50_000
TREE = '{"header":{},"content":' + "[" + "[]," * 300_000 + "0]}"


UNREADABLE = (
    "", "{", "[]", "null", '"x"', "{}", '{"header": 5, "content": {}}', DEEP, TREE,
    '{"header": {}, "content": {"x": NaN}}', '{"header": {}, "content": []}',
    '{"header": {}, "content": {"x": ' + "9" * 9999 + "}}",
    b"", b"\x00" * 8, b"\xff" * 8, b"\x00\x00\x00\x02" * 40, b"\x7f\xff\xff\xff" + b"\x00" * 9,
    '{"header": {"msg_type": "comm_msg"}, "content": {}, "x": "' + "x" * SMALL,
)  # fmt: skip


def unreadable() -> Iterator[bytes]:
    """In the binary protocol."""
    header = json.dumps({"msg_type": "kernel_info_request", "msg_id": "x"}).encode()
    good = packed("shell", header, b"{}", b"{}", b"{}")
    yield b""
    yield good[:20]
    yield good[:-1]
    yield (5_000_000).to_bytes(8, "little") + good[8:]  # offsets
    yield good[:8] + good[16:24] + good[8:16] + good[24:]
    yield good[:16] + (2**62).to_bytes(8, "little") + good[24:]
    yield packed("shell", header, b"{}", b"{}", b"{}", b"buffer")
    yield packed("shell", b"[]", b"{}", b"{}", b"{}")
    yield packed("shell", b"\xff", b"{}", b"{}", b"{}")
    yield packed("shell", b'{"x":"' + b"x" * SMALL + b'"}', b"{}", b"{}", b"{}")
    yield packed("shell", header, b"{}", b"{}", b"[" + b"[]," * 300_000 + b"0]")
    yield packed("shell", header, b"{}", b"{}", DEEP.encode())


@pytest.mark.parametrize("protocol", [None, V1])
def test_what_cannot_be_read_closes_the_connection_with_a_sentence(
    page: Page, hostile: Page, protocol: str | None
) -> None:
    async def story() -> None:
        honest = await page.connect(protocol)
        for raw in UNREADABLE if protocol is None else unreadable():
            line = await hostile.connect(protocol)
            with suppress(WebSocketClosedError):  # it is closed while we are sending
                await line.raw(raw)
            closed = await line.closed()
            assert closed in (
                (1007, "This is not a message that our pages send."),
                (1009, "This message is longer than anything that our pages send."),
            ), raw[:80]
            await honest.answered()

    run(story())


def test_a_bucket_gives_so_much_at_once_and_then_so_much_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr(channels, "monotonic", lambda: now)
    bucket = channels.Bucket(rate=16, burst=100)
    assert [bucket.take() for _ in range(102)][99:] == [0, 1 / 16, 2 / 16]
    now += 2 / 16 + 1
    assert [bucket.has_one() for _ in range(17)] == [True] * 16 + [False]
    now += 3600
    assert bucket.take(100) == 0
    assert bucket.take(8) == 0.5


def test_a_websocket_does_not_wait_without_end_for_what_its_page_has_asked_for() -> None:
    account = channels.Account()
    assert account.pause(100) == 0
    account.answers.take(10**9)  # hours of it
    assert account.pause(100) == channels.LONGEST


def test_a_page_that_is_just_connecting_can_lose_its_place() -> None:
    class Kernel:
        pass

    kernel, sockets = Kernel(), channels.Sockets(most=1)
    sockets.account(kernel).sockets.add(channels.Socket.__new__(channels.Socket))
    sockets.say_ended(kernel)  # it has nobody to tell yet


def test_who_says_too_much_is_slowed_down_and_nothing_is_lost(hostile: Page) -> None:
    """The time is a lower bound: however slow the machine is, it cannot be less."""

    async def story() -> None:
        line = await hostile.connect(V1)
        began = time.monotonic()
        names = [await line.send("kernel_info_request", {}) for _ in range(220)]
        heard: list[str] = []
        while len(heard) < len(names):
            told = await line.hear()
            if told["header"]["msg_type"] == "kernel_info_reply":
                heard.append(told["parent_header"]["msg_id"])
        assert heard == names
        assert time.monotonic() - began > 4.9  # 120 at once, 20 a second

    run(story())


PING, PONG, EMPTY, CONTINUED = b"\x89", b"\x8a", b"\x02", b"\x00"  # a frame's first byte


@pytest.mark.parametrize(
    "flood", [[PING], [PONG], [EMPTY, CONTINUED]], ids=["ping", "pong", "part"]
)
def test_a_flood_of_frames_that_are_no_messages_closes_the_connection(
    server: Server, other: Page, flood: list[bytes]
) -> None:
    page = Page(server)  # it uses up what it may use

    async def story() -> None:
        _, reader, writer = await page.knock()
        first, *rest = (frame + b"\x80" + bytes(4) for frame in flood)
        writer.write(first + (rest or [first])[0] * 50)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(
                until_closed(reader), 1
            )  # as many as no page sends, and it stays
        with suppress(ConnectionError):
            writer.write((rest or [first])[0] * 50_000)
            await writer.drain()
            await asyncio.wait_for(until_closed(reader), 60)
        writer.close()
        await plays(other)

    async def until_closed(reader: asyncio.StreamReader) -> None:
        while await reader.read(2**16):
            pass

    run(story())


def test_who_has_a_whole_table_sent_again_and_again_waits_for_it(server: Server) -> None:
    """A few bytes ask for 200 KB. The time is a lower bound, as above."""
    course = Page(server, LEARN)  # it uses up what it may use

    async def story() -> None:
        line, lesson = await course.connect(V1), course.widgets[0]
        assert (await line.tell(lesson, do="try", step=1, lang="en"))["kind"] == "try"
        began, heard = time.monotonic(), 0
        while heard < channels.MOST_ANSWERS + 3 * 2**18:
            await line.ask(lesson, do="trial", message={"do": "sync"})
            answers = await line.until(lambda told: said(told).get("kind") == "trial")
            heard += len(json.dumps(answers[-1]))
        assert time.monotonic() - began > 1.5

    run(story())


def test_who_does_not_read_is_cut_off(course: Page) -> None:
    """What a kernel says goes to all of its websockets; one of them reads, the other does not."""

    async def story() -> None:
        idle, line = await course.connect(V1), await course.connect(V1)
        buffers = idle.line.stream.socket  # type: ignore[attr-defined]
        buffers.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # the system's hold megabytes
        lesson = course.widgets[0]
        assert (await line.tell(lesson, do="try", step=1, lang="en"))["kind"] == "try"
        for _ in range(30):  # 200 KB each
            await line.ask(lesson, do="trial", message={"do": "sync"})
        heard = await line.answered()
        assert sum(said(told).get("kind") == "trial" for told in heard) == 30
        buffers.setsockopt(
            socket.SOL_SOCKET, socket.SO_RCVBUF, 2**20
        )  # or it takes minutes to read
        code, _ = await idle.closed()
        assert code in (1013, None)  # as much of it as was still read
        await line.answered()

    run(story())


# --- kernels ------------------------------------------------------------------------------------


def test_a_kernel_out_of_memory_ends_and_the_others_notice_nothing(
    server: Server, other: Page
) -> None:
    (file,) = server.folder.glob("escale-pages-*/en/play-galets.ipynb")
    before = file.read_text("utf-8")
    notebook = json.loads(before)
    cell = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    cell["source"] = HOG + "".join(cell["source"])
    file.write_text(json.dumps(notebook), "utf-8")
    try:
        page = Page(server)
    finally:
        file.write_text(before, "utf-8")

    async def story() -> None:
        line = await page.connect(V1)
        for _ in range(20):
            data = {"method": "custom", "content": {"do": "words"}}
            await line.send("comm_msg", {"comm_id": page.widgets[-1], "data": data})
        heard = await line.until(lambda told: told["content"].get("execution_state") == "dead")
        assert heard[-1], "the page is told that its kernel is dead"
        await plays(other)

    run(story())
    with pytest.raises(AssertionError, match="no process"):
        _ = page.process
    assert "a kernel is out of memory, and ends (--memory)" in server.log.read_text()


def test_a_kernel_is_bounded_before_it_starts(page: Page) -> None:
    limits = (page.process / "limits").read_text()
    assert re.search(rf"Max data size\s+{MEMORY * 2**20}\s+{MEMORY * 2**20}", limits)
    assert re.search(r"Max core file size\s+0\s+0", limits)
    nice = (page.process / "stat").read_text().rpartition(")")[2].split()[16]
    assert int(nice) == min(19, os.nice(0) + capacity.NICE)


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "99999999999", "²", "20"])
def test_a_niceness_that_is_none_is_none(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("ESCALE_NICE", text)
    assert kernel.number("ESCALE_NICE", 1, 19) is None
