"""Which store of tables there is, and where: a folder, or a database.

`ESCALE_TABLES` (and `--tables`, `--store`) is a folder, in which SQLite keeps one file, or an
address `postgresql://...`. All stores are made here; everybody else knows the protocol,
`engine/store.py`.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from pathlib import Path

from escale.engine.errors import NotInstalled

from .stores.rows import SqlStore
from .stores.sqlite import Store as Store  # in a folder: what tests and tools open by themselves

DATABASE = re.compile(r"postgres(ql)?://", re.IGNORECASE)


def is_database(place: str) -> bool:
    return DATABASE.match(place) is not None


def default_place() -> str:
    """`ESCALE_TABLES`, or the place where a user's programs keep their data."""
    chosen = os.environ.get("ESCALE_TABLES", "")
    return chosen if is_database(chosen) else str(default_folder())


def default_folder() -> Path:
    chosen = os.environ.get("ESCALE_TABLES")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "escale"


def absolute(place: str) -> str:
    """The same place for processes that run in other folders."""
    return place if is_database(place) else os.path.abspath(place)


def opened(place: str | os.PathLike[str] | None = None) -> SqlStore:
    """The store in a place, or in the one that is set now."""
    chosen = default_place() if place is None else os.fspath(place)
    if not is_database(chosen):
        return Store(chosen)
    try:
        from .stores.postgres import PostgresStore
    except ImportError as missing:
        from escale.install import advice

        package = (missing.name or "psycopg").partition(".")[0]
        raise NotInstalled("postgresql://", package, advice("postgres")) from None
    return PostgresStore(chosen)


@cache
def _shared(place: str) -> SqlStore:
    return opened(place)


def shared() -> SqlStore:
    """The store of this process, in the place that is set now."""
    return _shared(default_place())
