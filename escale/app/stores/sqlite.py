"""Tables in SQLite: one file, in a folder of its own that only its owner can read.

Many kernels write at once (write-ahead log), one at a time. What is stored, and what is forgotten,
says `rows.py`.

A commit is handed to the system, not waited for on the disk (`synchronous = NORMAL`): a kernel
that is killed has lost nothing. After a power cut the last moves may be missing; the file is sound.

**Another file in its place.** Deleted, moved away, restored from a backup: after every commit the
file in the folder is compared with the one that is open (device and inode, of the log too; neither
may have become shorter). If it is another one, whoever wrote is told `gone`, and stores the whole
game anew. What is copied *over* an open file cannot be told from SQLite's own writing.

This is the one module that knows SQLite; everybody else knows `engine/store.py`. What the page is
told of all this is said in `session/saving.py`.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from escale.engine.errors import NotKept

from .meetings import Lent, SqlMeetings
from .rows import Do, SqlStore

FILE = "tables.sqlite"
VERSION = 1  # of the file's own shape
PATIENCE, HURRY = 5.0, 0.2  # seconds to wait for a locked file: as a rule, and after having waited

SHAPE = (
    """
CREATE TABLE IF NOT EXISTS tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    head TEXT NOT NULL,    -- the record without its moves and its result, as JSON
    seats TEXT NOT NULL,   -- who sits where, as JSON
    ply INTEGER NOT NULL,
    result TEXT,           -- of a finished game, as JSON
    used REAL NOT NULL,    -- when it was last played at or opened
    holder TEXT NOT NULL,  -- who may write
    page TEXT NOT NULL,    -- in which tab of which browser it is open; empty if in none
    seen REAL NOT NULL     -- when that page gave its last sign
)
    """,
    """
CREATE TABLE IF NOT EXISTS moves (
    id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    ply INTEGER NOT NULL,  -- from the table's own on: taken back, and can be brought back
    move TEXT NOT NULL,
    PRIMARY KEY (id, ply)
) WITHOUT ROWID
    """,
    f"PRAGMA user_version = {VERSION}",
)
#: Added later, so that an older version still reads and writes the file (it sets none of these).
ADDED = (
    # the number of the day on which it was last used, or put into the bin; NULL: not known yet
    "ALTER TABLE tables ADD COLUMN day INTEGER",
    # when it was put into the bin; whatever is used later than that has left it
    "ALTER TABLE tables ADD COLUMN binned REAL",
    "CREATE INDEX tables_by_day ON tables (day)",
    # every day on which the store was in use, numbered as they came
    "CREATE TABLE days (number INTEGER PRIMARY KEY, day INTEGER NOT NULL UNIQUE)",
)
#: The same for meetings; the pages that attend one were added last.
ADDED_FOR_MEETINGS = (
    """
CREATE TABLE IF NOT EXISTS meetings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT UNIQUE,         -- by which kernels of the owner find it; NULL: by tokens only
    played INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,  -- the game of now
    watch TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    lead INTEGER NOT NULL,    -- a seat
    asked TEXT,               -- what the people are asked, as JSON
    mover TEXT NOT NULL,      -- who may move computers and dice
    until REAL NOT NULL       -- and until when
)
    """,
    "CREATE INDEX IF NOT EXISTS meetings_by_table ON meetings (played)",
    """
CREATE TABLE IF NOT EXISTS chairs (
    meeting INTEGER NOT NULL REFERENCES meetings ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    token TEXT UNIQUE,        -- of the person who has it
    invitation TEXT UNIQUE,   -- for somebody to come
    seen REAL NOT NULL,       -- when its person gave their last sign
    device TEXT NOT NULL,
    PRIMARY KEY (meeting, seat)
) WITHOUT ROWID
    """,
    """
CREATE TABLE IF NOT EXISTS attendance (
    meeting INTEGER NOT NULL REFERENCES meetings ON DELETE CASCADE,
    page TEXT NOT NULL,
    seat INTEGER NOT NULL,    -- -1: it watches
    seen REAL NOT NULL,
    PRIMARY KEY (meeting, page)
) WITHOUT ROWID
    """,
)
TRUST = (
    1.0  # s after which the file is read although nobody seems to have written: clocks are coarse
)
#: what SQLite's own codes mean to a person
REASONS = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "disk",
    sqlite3.SQLITE_CANTOPEN: "disk",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_PERM: "disk",
}


#: device and inode
Identity = tuple[int, int] | None


class Store(SqlStore):
    """The tables in one folder. Opened when it is first needed; every trouble is a `NotKept`."""

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        days: float | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.folder = Path(folder)
        super().__init__(str(self.file), days, clock)
        self._path = os.path.join(self.folder, FILE)
        self._log = self._path + "-wal"
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[Identity, Identity] = (None, None)  # the file that is open, its log
        self._sizes = (0, 0)  # of both
        self._files = 0  # how many have been lost so far
        self._held: dict[str, int] = {}  # how many had been when a table was last written
        self._patience = PATIENCE
        self._lock = threading.RLock()  # JupyterLab lets messages from pages come in other threads
        #: tables that several pages share
        self.meetings = SqlMeetings(
            Lent(
                self._reading,
                self._writing,
                self._record,
                self._take_out,
                self._reserve,
                lambda do, meeting: None,  # whoever wants to know looks at the file
                self._written,
                TRUST,
                clock,
                self.GREATEST,
                self.LOCK,
            )
        )

    @property
    def file(self) -> Path:
        return self.folder / FILE

    def _is_there(self) -> bool:
        return self.file.exists()

    def _is_lost(self, token: str) -> bool:
        """Was this table last written into a file that is not the one in the folder any more?"""
        return self._held.get(token, self._files) != self._files

    def _has_written(self, token: str) -> None:
        self._held[token] = self._files

    def _reserve(self, do: Do, token: str) -> None:
        """Whoever writes is alone."""

    # --- the file -------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Do]:
        with self._told():
            connection = self._open()
            connection.execute("BEGIN")
            try:
                yield connection.execute
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def _writing(self, *, quickly: bool = False) -> Iterator[Do]:
        """One transaction: all of it, or nothing. `gone` if it went into a file that is gone.

        Done quickly, for every move: before it, only the log is looked at. If that was cut off,
        SQLite would write on behind the hole.
        """
        with self._told():
            quickly = quickly and _stat(self._log)[1] >= self._sizes[1]
            connection = (quickly and self._connection) or self._open()
            connection.execute("BEGIN IMMEDIATE")
            try:
                if not quickly:
                    _check_version(connection, self.file)  # others may have brought it up to date
                yield connection.execute
                connection.execute("COMMIT")
            except BaseException:
                self._day = None  # it may have been numbered in what is rolled back
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            if not self._is_in_place():
                self._let_go()
                raise NotKept("gone")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever goes wrong with the file, as a `NotKept`; one thread at a time."""
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                reason = REASONS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "damaged")
                if reason == "damaged" and self._is_newer():
                    reason = "newer"
                if reason == "locked":
                    self._wait(HURRY)  # who has waited once does not wait at every move
                else:
                    self.close()
                raise NotKept(reason, self.file) from error
            except OSError as error:
                full = error.errno in (errno.ENOSPC, errno.EDQUOT)
                raise NotKept("full" if full else "disk", self.file) from error
            self._wait(PATIENCE)

    def _is_newer(self) -> bool:
        """Has another program brought the file up to date, while it was open here?"""
        try:
            return self._connection is not None and _version(self._connection) > VERSION
        except sqlite3.Error:
            return False

    def _wait(self, seconds: float) -> None:
        if seconds != self._patience and self._connection is not None:
            self._connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
            self._patience = seconds

    def _open(self) -> sqlite3.Connection:
        if self._connection is not None and not self._is_in_place():
            self._let_go()
        if self._connection is None:
            self._make_private()
            found, _ = _stat(self._path)
            if self._opened[0] not in (None, found):  # replaced while it was not open
                self._files += 1
            connection = sqlite3.connect(
                self.file, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                _prepare(connection, self.file)
            except BaseException:
                connection.close()
                raise
            self._connection, self._patience = connection, PATIENCE
            self._opened, self._sizes = (found, _stat(self._log)[0]), (0, 0)
        return self._connection

    def _let_go(self) -> None:
        """What is open is not what lies in the folder."""
        self._files += 1
        self._opened = (None, None)
        self.close()  # if only the log is gone, this brings what was in it into the file

    def _is_in_place(self) -> bool:
        """Is what is open still what lies in the folder? Others may replace it at any time."""
        (file, size), (log, length) = _stat(self._path), _stat(self._log)
        sizes, self._sizes = self._sizes, (size, length)
        return self._opened == (file, log) and size >= sizes[0] and length >= sizes[1]

    def _written(self, _: int | None = None) -> object:
        """What changes whenever anybody writes: looking at it asks SQLite for nothing."""
        return tuple(
            (found.st_ino, found.st_size, found.st_mtime_ns)
            for found in (_status(self._log), _status(self._path))
            if found is not None
        )

    def _make_private(self) -> None:
        """The folder and the file, readable by their owner only; SQLite's other files follow.

        A file that is there is not opened: closing it would undo SQLite's locks in this process.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            os.close(os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            if os.name != "posix":
                return
            rights = self.file.stat().st_mode & 0o700
            # While the file was read-only, the other two became so too.
            for path in (self._path, self._log, self._path + "-shm"):
                with suppress(FileNotFoundError):
                    if os.stat(path).st_mode & 0o777 != rights:
                        os.chmod(path, rights)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                connection, self._connection, self._day = self._connection, None, None
                connection.close()


def _status(file: str) -> os.stat_result | None:
    try:
        return os.stat(file)
    except OSError:
        return None


def _stat(file: str) -> tuple[Identity, int]:
    """Which file this is, whatever its name, and its size; None and 0 if there is none."""
    found = _status(file)
    return (None, 0) if found is None else ((found.st_dev, found.st_ino), found.st_size)


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _check_version(connection: sqlite3.Connection, file: Path) -> int:
    version = _version(connection)
    if version > VERSION:
        raise NotKept("newer", file)
    return version


def _prepare(connection: sqlite3.Connection, file: Path) -> None:
    connection.row_factory = sqlite3.Row
    for pragma in ("foreign_keys = ON", "synchronous = NORMAL"):
        connection.execute(f"PRAGMA {pragma}")
    version = _check_version(connection, file)
    if version == VERSION and _has_all(connection):
        return
    deadline = time.monotonic() + PATIENCE
    while version < VERSION:
        try:  # SQLite does not wait for its lock here: several newcomers have to take turns
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if REASONS.get(error.sqlite_errorcode & 0xFF) != "locked":
                raise
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
    connection.execute("BEGIN IMMEDIATE")  # whoever comes second finds it done
    for statement in SHAPE:
        connection.execute(statement)
    if not _has(connection, "days"):
        for statement in ADDED:
            connection.execute(statement)
    for statement in ADDED_FOR_MEETINGS:
        connection.execute(statement)
    connection.execute("COMMIT")


def _has_all(connection: sqlite3.Connection) -> bool:
    """Has it what was added to the first shape? The pages of meetings were added last."""
    return _has(connection, "attendance")


def _has(connection: sqlite3.Connection, table: str) -> bool:
    asked = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    return connection.execute(asked, (table,)).fetchone() is not None
