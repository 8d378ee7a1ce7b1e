"""The server's log: a line for each thing that happens, whatever strangers send, and never a flood.

A kind of message is the place in the code that logs it (and the type of the error, if it is one).
Of each kind `MOST_A_MINUTE` are shown; the others are counted, and their number is said.
"""

from __future__ import annotations

import logging
import os
import re
import time
from typing import NamedTuple

from nbclient.exceptions import CellExecutionError

from escale.engine.errors import one_line

CELL_FAILED = "a page is not whole, because a cell of its notebook failed"
FORMAT = "%(asctime)s  %(message)s"
MOST_A_MINUTE = 30
MINUTE = 60.0
MOST_LETTERS = 500  # of a line
# A kernel's name opens it to whoever knows it, and a log is read by others than its visitor.
KERNEL = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
NAMELESS = "a kernel's name"
MORE = "and %s more like it: %s"

Kind = tuple[str, int, str]


class Count(NamedTuple):
    """How often something was logged since a moment."""

    since: float
    shown: int
    left_out: int
    record: logging.LogRecord


class OneLine(logging.Formatter):
    """A line for each thing that happens, errors included; all of them with `ESCALE_DEBUG` set."""

    def format(self, record: logging.LogRecord) -> str:
        if "ESCALE_DEBUG" in os.environ:
            return super().format(record)
        return f"{self.formatTime(record, self.datefmt)}  {told(record)}"


def told(record: logging.LogRecord) -> str:
    """What a record says, in one line in which nothing commands a terminal."""
    error = record.exc_info[1] if record.exc_info else None
    said = [record.getMessage()]
    if isinstance(error, CellExecutionError):
        said = [CELL_FAILED, error.ename, error.evalue]
    elif error is not None:
        said += [type(error).__name__, str(error)]
    line = one_line(": ".join(part.partition("\n")[0] for part in said), MOST_LETTERS)
    return KERNEL.sub(NAMELESS, line)


class Bounded(logging.StreamHandler):  # type: ignore[type-arg]
    """A log on standard error that cannot be flooded. `tell_rest` is to be called now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(OneLine(FORMAT, "%H:%M:%S"))
        self.counts: dict[Kind, Count] = {}

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[0] if record.exc_info else None
        kind = (record.pathname, record.lineno, error.__name__ if error else "")
        now = time.monotonic()
        count = self.counts.get(kind)
        if count is None or now - count.since >= MINUTE:
            if count is not None:
                self._tell(count)
            count = Count(now, 0, 0, record)
        if count.shown < MOST_A_MINUTE:
            self.counts[kind] = count._replace(shown=count.shown + 1)
            super().emit(record)
        else:
            self.counts[kind] = count._replace(left_out=count.left_out + 1, record=record)

    def tell_rest(self, whole: bool = False) -> None:
        """Say how many were left out, of the kinds whose minute is over; of all, if `whole`."""
        self.acquire()
        try:
            now = time.monotonic()
            for kind, count in list(self.counts.items()):
                if whole or now - count.since >= MINUTE:
                    del self.counts[kind]
                    self._tell(count)
        finally:
            self.release()

    def _tell(self, count: Count) -> None:
        if count.left_out:
            like = told(count.record)
            record = logging.makeLogRecord(
                {"msg": MORE, "args": (f"{count.left_out:,}", like), "levelno": logging.INFO}
            )
            super().emit(record)
