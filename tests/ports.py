"""A port for a server that is about to be started, by a test.

What the system offers for port 0 is of the range that it also takes for outgoing connections: while
a server starts, for seconds, a browser or a kernel beside it may be given that very number. These
are below that range, and whoever takes one at the same time has nearly always drawn another.
"""

from __future__ import annotations

import secrets
import socket

FIRST, LAST = 20_000, 32_000  # Linux takes 32768 and above, others begin later


def free_port() -> int:
    for _ in range(100):
        port = FIRST + secrets.randbelow(LAST - FIRST)
        with socket.socket() as door:
            try:
                door.bind(("127.0.0.1", port))
            except OSError:  # somebody has it
                continue
        return port
    raise AssertionError(f"no port between {FIRST} and {LAST} is free")
