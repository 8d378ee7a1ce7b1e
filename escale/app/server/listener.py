"""The HTTP server below the application: how much a connection may send, how slowly, and how many.

Whatever a connection does, it holds one file descriptor and little memory. When there are too many
connections, the one that has waited longest goes, of the address that has the most of them: so
somebody who opens thousands and leaves them idle shuts out nobody else. Websockets are not counted
here once they are open; each belongs to a kernel.
"""

from __future__ import annotations

import logging
import time
from typing import Any, NamedTuple

from tornado.httpserver import HTTPServer
from tornado.httputil import (
    HTTPConnection,
    HTTPHeaders,
    HTTPMessageDelegate,
    RequestStartLine,
    ResponseStartLine,
)

from .doors import MOST_BODY

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

log = logging.getLogger("escale.server")

MOST_HEAD = 32 * 1024  # bytes: other applications on localhost leave long cookies
HEAD_TIMEOUT = 30  # seconds for a request's head; also how long an idle connection is kept
BODY_TIMEOUT = 15  # seconds for a request's body
PER_VISITOR = 8  # connections: browsers open up to six to a host
SPARE = 200  # connections for those who only read

# File descriptors, measured on Linux with kernels behind Unix sockets.
PER_KERNEL = 40
AT_START = 100
MOST_DESCRIPTORS = 65_536  # no more than this is asked for, though the system may allow millions


class Line(NamedTuple):
    """A connection: whose, since when it waits for a request or is busy with one."""

    address: str
    busy: bool
    since: float


class Listener(HTTPServer):
    """Tornado's HTTP server with limits."""

    def initialize(self, application: Any, most: int = 500) -> None:  # type: ignore[override]
        self.most = most
        self.lines: dict[Any, Line] = {}
        super().initialize(
            application,
            max_header_size=MOST_HEAD,
            max_body_size=MOST_BODY,
            idle_connection_timeout=HEAD_TIMEOUT,
            body_timeout=BODY_TIMEOUT,
        )

    def start_request(self, server_conn: Any, request_conn: HTTPConnection) -> HTTPMessageDelegate:
        """A connection waits for its next request; a new one may take the place of another."""
        if server_conn not in self.lines and len(self.lines) >= self.most:
            self._drop_one()
        self._note(server_conn, busy=False)
        return Watched(super().start_request(server_conn, request_conn), self, server_conn)

    def on_close(self, server_conn: Any) -> None:
        self.lines.pop(server_conn, None)
        super().on_close(server_conn)

    def _note(self, server_conn: Any, busy: bool) -> None:
        address = getattr(server_conn.context, "remote_ip", "")
        self.lines[server_conn] = Line(address, busy, time.monotonic())

    def _drop_one(self) -> None:
        counts: dict[str, int] = {}
        for line in self.lines.values():
            counts[line.address] = counts.get(line.address, 0) + 1
        busiest = max(counts, key=lambda address: counts[address])
        theirs = {conn: line for conn, line in self.lines.items() if line.address == busiest}
        victim = min(theirs, key=lambda conn: theirs[conn][1:])
        del self.lines[victim]
        victim.stream.close()
        log.info("too many connections: the one of %s that waited longest was closed", busiest)


class Watched(HTTPMessageDelegate):
    """A request on its way to the application: when its head is there, its connection is busy."""

    def __init__(self, inner: HTTPMessageDelegate, listener: Listener, connection: Any) -> None:
        self.inner, self.listener, self.connection = inner, listener, connection

    def headers_received(
        self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders
    ) -> Any:
        self.listener._note(self.connection, busy=True)
        return self.inner.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Any:
        return self.inner.data_received(chunk)

    def finish(self) -> None:
        self.inner.finish()

    def on_connection_close(self) -> None:
        self.inner.on_connection_close()


def most_connections(tables: int) -> int:
    """How many connections are kept for so many tables, websockets apart."""
    return SPARE + PER_VISITOR * tables


def descriptors_needed(tables: int, warm: int) -> int:
    return AT_START + PER_KERNEL * (tables + warm) + most_connections(tables)


def raise_descriptors(needed: int) -> int:
    """Ask the system for as many file descriptors as it gives; returns how many there are."""
    if resource is None:
        return needed
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = hard == resource.RLIM_INFINITY
    wanted = max(needed, MOST_DESCRIPTORS) if free else min(max(needed, MOST_DESCRIPTORS), hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # macOS has a second limit that it does not tell
            return soft
        return wanted
    return needed if soft == resource.RLIM_INFINITY else soft
