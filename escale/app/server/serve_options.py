"""What `escale serve` was asked for, and the port: checked before anything heavy is loaded."""

from __future__ import annotations

import errno
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tornado.netutil import bind_sockets

from escale.engine.errors import EscaleError
from escale.teach.languages import FALLBACK


class Wishes(NamedTuple):
    """What `escale serve` was asked for."""

    port: int = 8866
    host: str = "localhost"
    lang: str = FALLBACK
    browser: bool = True
    warm: int = 3
    most: int = 40
    cull: int = 120
    framed_by: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()  #: hosts under whose names the app is served, too
    base_url: str = "/"
    lan: tuple[str, ...] = ()  #: addresses that others can type, for `--lan`
    memory: int = 512  #: MB that a kernel may take
    name: str = ""  #: of this server among several, by which a proxy finds its kernels
    grace: int = 0  #: seconds for which open pages may go on after SIGTERM
    reload: bool = False  #: games are read again when their files change


def pools(names: Sequence[str], lang: str, warm: int) -> dict[str, int]:
    """How many kernels to keep warm for each page: `warm` in all.

    Tables and walkthroughs of the language in use come first, then those of the others, then all
    of them once more. `explore` never: it is seldom asked for.
    """
    pages = [name for name in names if not Path(name).name.startswith(("explore-", "start"))]

    def order(name: str) -> tuple[bool, bool, bool, str]:
        later = "practice-" in name  # its exercises are in the page
        return not name.startswith(f"{lang}/"), "play-" in name or later, later, name

    ordered = sorted(pages, key=order)
    found = dict.fromkeys(ordered, 0)
    for number in range(warm if ordered else 0):
        found[ordered[number % len(ordered)]] += 1
    return {name: size for name, size in found.items() if size}


def door(host: str, port: int) -> list[socket.socket]:
    """The sockets to listen on, or why not, in a sentence."""
    try:
        return bind_sockets(port, host)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            other = port + 11 if port < 65000 else port - 11
            raise EscaleError(f"port {port} is taken; choose another one: --port {other}") from None
        if error.errno == errno.EACCES:
            raise EscaleError(
                f"port {port} is not allowed to you; choose one above 1023: --port 8866"
            ) from None
        raise EscaleError(
            f"cannot listen at {host}: {error.strerror or error}; choose a name of this machine: "
            "--host localhost, or --host 0.0.0.0 for others too"
        ) from None


def shown_host(host: str) -> str:
    """As it stands in an address."""
    if host in ("", "0.0.0.0", "::", "127.0.0.1"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
