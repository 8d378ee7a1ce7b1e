"""The websocket between a page and its kernel: how many there are, and what may pass.

A page of ours opens one websocket to its kernel, on which the widget manager speaks Jupyter's
messages. But whoever has opened a page knows its kernel, and can open as many as they like and say
what they like. So every message is read here, and written anew with nothing in it but what our
pages send; what comes back is only what a page shows. Nothing here can make one kernel's visitor
cost the server, which all visitors share, more than a bounded share of it.

Which kernels there are is `server`'s to say; what a table makes of a message is for
`session.messages`; what a kernel may use of the machine is set in `kernel`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import struct
from contextlib import suppress
from itertools import pairwise
from json.decoder import scanstring  # type: ignore[attr-defined]
from socket import SO_SNDBUF, SOL_SOCKET
from time import monotonic
from typing import Any, ClassVar, NamedTuple
from weakref import WeakKeyDictionary

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado import web
from tornado.iostream import StreamClosedError
from tornado.websocket import WebSocketClosedError, WebSocketProtocol13
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from escale.engine.record import MOST_BYTES
from escale.teach.words import SITE

from .handlers import Friendly

log = logging.getLogger("escale.server")

V1 = "v1.kernel.websocket.jupyter.org"  # Jupyter's binary subprotocol; without it, JSON as text
CONTROL = "jupyter.widget.control"  # the one comm that a page opens: it asks for all states

#: how many websockets a kernel has at most: a page needs one, a second one while it reconnects
MOST_SOCKETS = 4
MOST_TURNED_AWAY = 8  # of one kernel that are being told so; those beyond get no websocket at all
MOST_COMMS = 8  # that a page has opened and not closed
MOST_MESSAGE = 2 * MOST_BYTES + 2**16  # a game file that is loaded, as JSON within JSON
SMALL = 2**16  # bytes of any other message
MOST_ANSWERS = 2**23  # bytes that a kernel says at once, before its page has to wait
LONGEST = 10.0  # seconds that the next message waits for them
SEND_BUFFER = 2**18  # bytes of it that the system holds
MOST_UNSENT = 2**22  # bytes that wait for a page which does not read them
#: what a message that holds a game file has besides the file: characters, strings and brackets
MOST_MARKS, MOST_STRINGS, MOST_BRACKETS = 2000, 200, 40
MOST_NAME = 100

SESSION = re.compile(r"[\w-]{1,64}", re.ASCII)
OPENING = re.compile(r"[\[{]")
#: what a page may hear of its kernel; no output, no error, which would name files of the server
HEARD = frozenset(
    ("status", "comm_open", "comm_msg", "comm_close", "kernel_info_reply", "comm_info_reply")
)

TOO_MANY, UNREADABLE, TOO_BIG, TOO_SLOW = "too-many", "unreadable", "too-big", "too-slow"
TOO_FAST = "too-fast"
CODES = {  # of RFC 6455
    TOO_MANY: 1013, UNREADABLE: 1007, TOO_BIG: 1009, TOO_SLOW: 1013, TOO_FAST: 1008,
}  # fmt: skip

Json = dict[str, Any]


class Refused(Exception):
    """A message that ends the connection: `why` is one of `CODES`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


# --- how much -----------------------------------------------------------------------------------


class Bucket:
    """A token bucket: so much a second, and so much at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, monotonic()

    def take(self, amount: float = 1) -> float:
        """Take it in any case; returns for how many seconds to wait before it is used."""
        self._fill()
        self.left -= amount
        return max(0.0, -self.left / self.rate)

    def debt(self) -> float:
        """For how many seconds to wait until what was taken has been paid for."""
        return self.take(0)

    def has_one(self) -> bool:
        """Take one if it is there."""
        self._fill()
        there = self.left >= 1
        self.left -= there
        return there

    def _fill(self) -> None:
        now = monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now


class Account:
    """What one kernel's visitor uses, over all of their websockets, one after the other too."""

    def __init__(self) -> None:
        self.sockets: set[Socket] = set()
        self.turned_away = 0
        self.openings = Bucket(1, 30)
        # A person clicks ten times a second at most; a page says five things when it is opened.
        self.messages = Bucket(20, 120)
        self.bytes = Bucket(2**18, MOST_MESSAGE)
        self.answers = Bucket(2**18, MOST_ANSWERS)  # bytes, to which a few bytes may lead
        # Of a message's frames Tornado tells us only the last; nothing else that browsers send is
        # as frequent.
        self.frames = Bucket(100, 200)
        self.comms: set[str] = set()
        self.noted = False
        self.heard = monotonic()  # when somebody last did something in the page

    def pause(self, size: int) -> float:
        """For how many seconds a message of this size has to wait. As long as one waits its
        websocket is not let go, though it was closed: so no answers are waited for without end."""
        return max(self.messages.take(), self.bytes.take(size), min(LONGEST, self.answers.debt()))


class Sockets:
    """All websockets of a server. The first one of a kernel is never refused on account of others;
    the second to fourth come out of a common store, so that descriptors are bounded by `--most`."""

    def __init__(self, most: int) -> None:
        self.spare = most // 2 + MOST_SOCKETS
        self.accounts: WeakKeyDictionary[Any, Account] = WeakKeyDictionary()  # by kernel

    def account(self, kernel: Any) -> Account:
        return self.accounts.setdefault(kernel, Account())

    def heard(self, kernel: Any) -> float:
        """When somebody at this kernel's page last did something; 0 if it was never connected."""
        account = self.accounts.get(kernel)
        return account.heard if account else 0.0

    def note(self, kernel: Any) -> None:
        """Somebody at this kernel's page has done something just now."""
        self.account(kernel).heard = monotonic()

    def say_ended(self, kernel: Any) -> None:
        """Tell this kernel's page that it has to be loaded again."""
        for socket in [*self.account(kernel).sockets]:
            socket.say_ended()

    def admit(self, account: Account) -> bool:
        """Is there room for another websocket of this kernel?"""
        used = sum(max(0, len(each.sockets) - 1) for each in self.accounts.values())
        if len(account.sockets) >= MOST_SOCKETS or (account.sockets and used >= self.spare):
            return False
        return account.openings.has_one()


# --- what a message is --------------------------------------------------------------------------


class Message(NamedTuple):
    """A message as it came, read but not yet judged."""

    channel: object
    header: Json
    metadata: object
    content: Json
    size: int


def read(raw: str | bytes, subprotocol: str | None) -> Message:
    """A message in either protocol; raises `Refused`. Our pages send no binary buffers."""
    if subprotocol == V1:
        channel, header, _, metadata, content = _parts(raw)
        found: Json = {"channel": channel.decode("ascii", "replace")}
        for name, part in {"header": header, "metadata": metadata}.items():
            if len(part) > SMALL:
                raise Refused(TOO_BIG)
            found[name] = parsed(part)
        found["content"] = parsed(content)
    elif isinstance(raw, str):
        found = parsed(raw)
    else:
        raise Refused(UNREADABLE)
    if not isinstance(found, dict):
        raise Refused(UNREADABLE)
    about, said = found.get("header"), found.get("content")
    if not isinstance(about, dict) or not isinstance(said, dict):
        raise Refused(UNREADABLE)
    return Message(found.get("channel"), about, found.get("metadata"), said, len(raw))


PARTS = struct.Struct("<7Q")  # how many offsets follow, where each of five parts begins, the end


def _parts(raw: str | bytes) -> list[bytes]:
    """The parts of a message of subprotocol v1, which says itself where they are."""
    if isinstance(raw, str) or len(raw) < PARTS.size:
        raise Refused(UNREADABLE)
    count, *ends = PARTS.unpack_from(raw)
    if count != len(ends) or ends != sorted(ends) or ends[0] < PARTS.size or ends[-1] > len(raw):
        raise Refused(UNREADABLE)
    return [raw[start:end] for start, end in pairwise(ends)]


def parsed(text: str | bytes) -> Any:
    """JSON, in a time that goes with its length: a long one may be long strings, but not millions
    of small things, which would hold everybody up."""
    try:
        text = text.decode() if isinstance(text, bytes) else text
        if len(text) > SMALL:
            _check_structure(text)
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Refused(UNREADABLE) from None


def _check_structure(text: str) -> None:
    """What is outside of strings must be short; strings are skipped, fast, however long."""
    marks = strings = brackets = position = 0
    while True:
        quote = text.find('"', position)
        end = len(text) if quote < 0 else quote
        marks += end - position
        if marks > MOST_MARKS or strings > MOST_STRINGS:
            raise Refused(TOO_BIG)
        brackets += len(OPENING.findall(text, position, end))
        if brackets > MOST_BRACKETS:
            raise Refused(TOO_BIG)
        if quote < 0:
            return
        _, position = scanstring(text, quote + 1)
        strings += 1


def _no_number(text: str) -> None:
    raise ValueError(text)  # NaN and Infinity are not JSON


# --- what may pass ------------------------------------------------------------------------------


def needed(message: Message, comms: set[str]) -> Json | None:
    """The content of a message with nothing in it but what our pages send; None if they send no
    such message. `comms` are those that the page has opened."""
    kind, content = message.header.get("msg_type"), message.content
    if message.channel != "shell":
        return None
    if kind == "kernel_info_request":
        return {}
    if kind == "comm_info_request":
        return {"target_name": "jupyter.widget"}
    comm: Any = content.get("comm_id")
    if not _is_name(comm):
        return None
    if kind == "comm_open":
        if content.get("target_name") != CONTROL or comm in comms or len(comms) >= MOST_COMMS:
            return None
        comms.add(comm)
        return {"comm_id": comm, "target_name": CONTROL, "data": {}}
    if kind == "comm_close":
        comms.discard(comm)
        return {"comm_id": comm, "data": {}}
    data = content.get("data")
    if kind == "comm_msg" and isinstance(data, dict):
        said = _said(data, to_all=comm in comms)
        return said and {"comm_id": comm, "data": said}
    return None


def _said(data: Json, to_all: bool) -> Json | None:
    """What is said to a widget, or to all of them."""
    method = data.get("method")
    if to_all or method == "request_state":
        wanted = "request_states" if to_all else "request_state"
        return {"method": method} if method == wanted else None
    if method == "update" and isinstance(data.get("state"), dict):
        return {"method": method, "state": data["state"]}
    if method == "custom" and isinstance(data.get("content"), dict):
        return {"method": method, "content": data["content"]}
    return None


def wanted(content: Json) -> object:
    """What a widget is asked to do (`do`); in a lesson the trial's table is asked."""
    said: Any = content
    for name in ("data", "content"):
        said = said.get(name) if isinstance(said, dict) else None
    if isinstance(said, dict) and said.get("do") == "trial":
        said = said.get("message")
    return said.get("do") if isinstance(said, dict) else None


def is_somebodys(kind: object, content: Json) -> bool:
    """Has somebody done something, or does the page only say that it is still open?"""
    method = content.get("data", {}).get("method")
    said = kind == "comm_msg" and method in ("update", "custom")
    return said and wanted(content) not in ("sign", "sync")


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MOST_NAME


def _packed(value: object) -> bytes:
    return json.dumps(value).encode()  # ASCII: a page can send half a character


# --- the websocket ------------------------------------------------------------------------------


class Channels(ZMQChannelsWebsocketConnection):
    """Jupyter's connection between a websocket and a kernel, with a look at every message."""

    websocket_handler: Socket

    def handle_incoming_message(self, incoming_msg: str | bytes) -> None:
        message = read(incoming_msg, self.subprotocol)
        if message.size > SMALL and wanted(message.content) != "load":  # a game file may be long
            raise Refused(TOO_BIG)
        account = self.websocket_handler.account
        content = needed(message, account.comms)
        if content is None or not self.channels:
            return
        if is_somebodys(message.header.get("msg_type"), content):
            account.heard = monotonic()
        header = self.session.msg_header(message.header["msg_type"])
        for name in ("msg_id", "session", "username"):
            if _is_name(message.header.get(name)):
                header[name] = message.header[name]
        header["date"] = header["date"].isoformat()
        version = isinstance(message.metadata, dict) and message.metadata.get("version")
        metadata = {"version": version} if _is_name(version) else {}
        parts = [_packed(part) for part in (header, {}, metadata, content)]
        self.session.send_raw(self.channels["shell"], parts)

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        _, parts = self.session.feed_identities(outgoing_msg)
        kind = self.session.unpack(parts[1])["msg_type"]
        if kind not in HEARD:
            if kind in ("stream", "error"):
                self._note(self.session.unpack(parts[4]))
            return
        if kind == "comm_close":
            self.websocket_handler.account.comms.discard(
                self.session.unpack(parts[4]).get("comm_id")
            )
        super().handle_outgoing_message(stream, outgoing_msg)

    def on_restart_failed(self) -> None:
        """The kernel has ended: Jupyter's own would put its name into the log."""
        self._send_status_message("dead")

    def _note(self, content: Json) -> None:
        """What a kernel says besides is for whoever runs the server: all of it to those who ask,
        else the first time, its last line."""
        account = self.websocket_handler.account
        text = content.get("text") or "\n".join(content.get("traceback", ()))
        if "ESCALE_DEBUG" in os.environ:
            log.info("a kernel says: %s", text)
        elif not account.noted:
            account.noted = True
            log.info("a kernel says: %s", text.strip().rpartition("\n")[2][:200])


class Frames(WebSocketProtocol13):
    """Tornado's reader of frames, which also counts those that are no message: pings and pongs,
    and the parts of a message, which may be empty and without end."""

    handler: Socket

    async def _receive_frame(self) -> None:
        await super()._receive_frame()
        if self.handler.account.frames.take() > 0:
            self.client_terminated = True  # its answer to our closing is not waited for
            self.handler.turn_away(TOO_FAST)


class Socket(Friendly, VoilaKernelWebsocketHandler):
    """A page's websocket."""

    account: Account
    refused = ""
    unsent = 0
    connected = False

    kernel_websocket_connection_class: ClassVar[type[Channels]] = Channels

    async def get(self, kernel_id: str) -> None:
        """All of the websocket's life: this ends when it is closed."""
        if kernel_id not in self.kernel_manager:
            raise web.HTTPError(404)
        session = self.get_argument("session_id", "")
        if session and not SESSION.fullmatch(session):
            raise web.HTTPError(400)
        sockets: Sockets = self.settings["escale_sockets"]
        self.account = account = sockets.account(self.kernel_manager.get_kernel(kernel_id))
        if sockets.admit(account):
            account.sockets.add(self)
            try:
                await super().get(kernel_id)
            finally:
                account.sockets.discard(self)
                self._unregister()
        elif account.turned_away < MOST_TURNED_AWAY:
            self.refused = TOO_MANY
            account.turned_away += 1
            try:
                await super().get(kernel_id)
            finally:
                account.turned_away -= 1
        else:
            await self._refuse(TOO_MANY)

    def get_websocket_protocol(self) -> WebSocketProtocol13 | None:
        made = super().get_websocket_protocol()
        return made and Frames(self, False, made.params)

    async def _refuse(self, why: str) -> None:
        """Without a websocket; and nothing more is read from that connection."""
        stream = getattr(self.request.connection, "stream", None)
        self.set_status(429)
        self.set_header("Connection", "close")
        with suppress(StreamClosedError):
            await self.finish(self._sentence(why))
        if stream is not None:
            stream.close()

    async def pre_get(self) -> None:
        if not self.refused:  # else nothing of the kernel's is opened
            await super().pre_get()

    def select_subprotocol(self, subprotocols: list[str]) -> str | None:
        if self.refused:
            return V1 if V1 in subprotocols else None
        return super().select_subprotocol(subprotocols)  # type: ignore[no-any-return]

    async def open(self, kernel_id: str) -> None:
        if self.refused:
            return self.turn_away(self.refused)
        self.connected = True
        with suppress(OSError, AttributeError):  # else the system holds megabytes besides
            self.ws_connection.stream.socket.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER)
        await super().open(kernel_id)
        return None

    async def on_message(self, ws_message: str | bytes) -> None:
        """While this waits nothing more is read: whoever says too much is slowed down."""
        if self.refused or self.connection is None:
            return
        pause = self.account.pause(len(ws_message))
        if pause > 0:
            with suppress(asyncio.CancelledError):  # the server is being closed
                await asyncio.sleep(pause)
        if self.connection is None:  # closed in the meantime
            return
        try:
            self.connection.handle_incoming_message(ws_message)
        except Refused as refused:
            self.turn_away(refused.why)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Also without a reader nothing piles up: who does not read is cut off."""
        if self.unsent > MOST_UNSENT:
            return self.turn_away(TOO_SLOW)
        try:
            sent = super().write_message(message, binary)
        except WebSocketClosedError:
            return None
        if sent is not None:
            size = len(message)
            # What a kernel says goes to all of its websockets, and counts once.
            self.account.answers.take(size / max(1, len(self.account.sockets)))
            self.unsent += size

            def done(future: asyncio.Future[None]) -> None:
                self.unsent -= size
                if not future.cancelled():
                    future.exception()  # it has been closed: that is told by `on_close`

            sent.add_done_callback(done)
        return sent

    def say_ended(self) -> None:
        """The kernel is about to be ended: the page shows it, and what to do."""
        if self.connected:  # else it is being opened, and will find that nobody is there
            self.connection.on_restart_failed()

    def turn_away(self, why: str) -> None:
        """Close, with a code and a sentence."""
        self.refused = why
        self.close(CODES[why], self._sentence(why))

    def _sentence(self, why: str) -> str:
        return SITE.say(f"socket.{why}", self.lang)

    def on_close(self) -> None:
        if self.connected:  # else Jupyter would count down what it never counted
            super().on_close()

    def _unregister(self) -> None:
        """A websocket that was given up before it was connected is still in Jupyter's register."""
        register = Channels._open_sessions
        for key in [key for key, socket in register.items() if socket is self]:
            with suppress(KeyError):
                del register[key]
