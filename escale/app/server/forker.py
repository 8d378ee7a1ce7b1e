"""The process that visitors' kernels are forked from: it has imported what every one of them needs.

    python -m escale.app.server.forker DESCRIPTOR ROOM

A kernel that starts from nothing spends a second of a core on imports; one that is forked here is
there in a quarter of it, and shares its memory with the others. Who asks is `provisioner`, over the
socket of that descriptor: a line of JSON for each kernel, answered with the number of its process.
When the socket is closed the server has ended, and so does this. `ROOM` is as long as the command
of a kernel can be: it writes its own there, so that lists of processes tell one from another.

Nothing is done here but importing: no thread, no event loop, no random number, no open file that a
kernel would share with another one.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import socket
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from . import kernel

MOST = 2**20  # bytes of a request: an environment, mostly


def prepare() -> None:
    """Import what a kernel and its notebook are going to, and make what all visitors share."""
    import ipykernel.ipkernel
    import ipykernel.kernelapp
    import ipykernel.zmqshell  # noqa: F401

    import escale.app.store
    import escale.widgets.explore
    import escale.widgets.lesson
    import escale.widgets.table  # noqa: F401
    from escale.draw.scene import scenes
    from escale.engine.errors import EscaleError
    from escale.engine.registry import game, game_names
    from escale.widgets import lesson_cache

    for name in game_names():
        try:
            found = game(name)
            for players in (found.seats[0], found.seats[-1]):
                scenes(found).layouts(players)
                lesson_cache.box(found, players)
        except EscaleError:  # whoever opens its page is told
            continue
    gc.collect()
    gc.freeze()  # what is here already need not be looked through, and so stays shared


def asked(line: socket.socket) -> dict[str, Any] | None:
    """The next request; None if nobody is there any more."""
    told = b""
    while not told.endswith(b"\n"):
        more = line.recv(65536)
        if not more or len(told) > MOST:
            return None
        told += more
    found: dict[str, Any] = json.loads(told)
    return found


def become(request: dict[str, Any]) -> None:
    """In the new process: be a kernel, as if it had been started by this command."""
    os.setsid()  # each is a session of its own, as Jupyter starts them
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    sys.argv = ["kernel", *request["arguments"]]
    with suppress(OSError, ValueError, IndexError):  # only how it is called
        be_called(request["command"])
    kernel.main()


def be_called(command: list[str]) -> None:
    """Let `ps` show this command: it is read from where the system has put the arguments."""
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    start, end = int(fields[45]), int(fields[46])
    title = "\0".join(command).encode()[: end - start - 1]
    ctypes.memmove(start, title.ljust(end - start, b"\0"), end - start)


def main() -> None:
    line = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system buries the dead
    if sys.path[0] in ("", os.getcwd()):
        del sys.path[0]
    os.environ["JPY_PARENT_PID"] = str(os.getpid())  # read by ipykernel when it is imported
    prepare()
    if threading.active_count() > 1:
        sys.exit("a thread runs in the process that kernels are forked from")
    with suppress(ConnectionError):  # the server may end before it has read our last answer
        serve(line)


def serve(line: socket.socket) -> None:
    """Fork a kernel for every request, until nobody is there any more."""
    line.sendall(b'{"ready": true}\n')
    while (request := asked(line)) is not None:
        child = os.fork()
        if child == 0:
            line.close()
            try:
                become(request)
            except Exception:
                traceback.print_exc()
            finally:  # never back into the loop, which is its parent's
                os._exit(0)
        line.sendall(json.dumps({"pid": child}).encode() + b"\n")


if __name__ == "__main__":
    main()
