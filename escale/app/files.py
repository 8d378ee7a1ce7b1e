"""Files from outside and to outside: read within bounds, written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from escale.engine.errors import BadOption, BadRecord
from escale.engine.record import MOST_BYTES


def read_bytes(name: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; no more than a record may have."""
    if name == "-":
        if sys.stdin is None:
            raise BadOption("standard input", "is closed")
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with open(_spoken(name), "rb") as file:
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadRecord("record", f"is longer than any game needs ({MOST_BYTES:,} bytes)")
    return data


def _spoken(name: str) -> str:
    if not name or "\0" in name:
        raise BadOption("file", f"{name!r} is no name of a file")
    return name


def standard_output() -> TextIO:
    """Standard output for programs: JSON is UTF-8, whatever the terminal speaks."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    return sys.stdout


@contextmanager
def written_whole(name: str) -> Iterator[TextIO]:
    """A text file to write to, which takes its place only when everything has been written.

    Standard output (`-`) and what is no ordinary file (a pipe, /dev/null) is written as it comes.
    """
    if name == "-":
        yield standard_output()
        return
    target = Path(os.path.realpath(_spoken(name)))  # behind a link: the link stays
    if target.exists() and not target.is_file() and not target.is_dir():
        with target.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            yield file
        if target.exists():
            shutil.copymode(target, part)
        os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
