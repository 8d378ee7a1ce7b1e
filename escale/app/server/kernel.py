"""A visitor's kernel as `escale serve` starts it: ipykernel, with bounds set before anything else.

    python -m escale.app.server.kernel -f CONNECTION_FILE

`ESCALE_MEMORY` says how many MB it may take, `ESCALE_NICE` (0 to 19) how readily it lets others go
first. What it logs goes to the server's log, a line each and not without end; nothing of it is sent
to the page. When its memory is used up it ends: the page says so, and the game is saved by then.
What a page may send to it is decided in `channels`.
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from time import strftime
from typing import Any

from escale.engine.errors import one_line

MOST_LINES, MOST_LETTERS = 10, 300  # that one kernel writes into the server's log
#: a thread for every core of a large machine would use up the memory, for nothing
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def number(name: str, least: int, most: int) -> int | None:
    """A whole number out of the environment, if there is one in these bounds."""
    text = os.environ.get(name, "")
    found = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
    return found if least <= found <= most else None


def bound() -> None:
    """Set the limits of this process; what a system does not know it does without."""
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    nice = number("ESCALE_NICE", 1, 19)
    if nice is not None and hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(nice)
    if sys.platform == "win32":
        return
    import resource

    limits = {resource.RLIMIT_CORE: 0}  # it would hold people's games, and fill the disk
    memory = number("ESCALE_MEMORY", 1, 10**8)
    if memory is not None and sys.platform == "linux":  # elsewhere it bounds something else
        limits[resource.RLIMIT_DATA] = memory * 2**20
    for limit, most in limits.items():
        with suppress(OSError, ValueError):  # a lower one has been set already
            resource.setrlimit(limit, (most, most))


class ToServer(logging.Handler):
    """Writes what goes wrong to the standard error that the server gave us.

    ipykernel takes descriptor 2 for what cells print, so this is a copy made before it does.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.door = os.dup(2)
        self.left = MOST_LINES
        self.everything = "ESCALE_DEBUG" in os.environ
        if self.everything:
            self.setFormatter(logging.Formatter("%(asctime)s  kernel: %(message)s", "%H:%M:%S"))

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, MemoryError):
            self.write(f"{strftime('%H:%M:%S')}  a kernel is out of memory, and ends (--memory)")
            os._exit(1)
        if self.everything:
            self.write(self.format(record))
        elif self.left > 0:
            self.left -= 1
            said = [record.getMessage()]
            if error is not None:
                said += [type(error).__name__, str(error)]
            line = one_line(": ".join(part.partition("\n")[0] for part in said), MOST_LETTERS)
            self.write(f"{strftime('%H:%M:%S')}  kernel: {line}")

    def write(self, line: str) -> None:
        with suppress(OSError):  # nobody reads it any more
            os.write(self.door, f"{line}\n".encode(errors="replace"))


def main() -> None:
    if sys.path[0] in ("", os.getcwd()):  # nothing is imported from beside the notebooks
        del sys.path[0]
    bound()
    logging.getLogger().addHandler(ToServer())
    from ipykernel.kernelapp import IPKernelApp

    app: Any = IPKernelApp.instance()
    app.initialize()
    app.log.handlers.clear()  # it would write past us
    app.log.propagate = True
    if "ipywidgets" in sys.modules:  # imported by the forker, when there was no shell to tell
        sys.modules["ipywidgets"].register_comm_target()
    if "ESCALE_RELOAD" in os.environ:
        from escale.engine.registry import refresh_before_cells

        refresh_before_cells(app.shell)
    app.start()


if __name__ == "__main__":
    main()
