"""The store of tables: every move of every table, saved where the kernel runs.

One SQLite file, in a folder of its own that only its owner can read. A table is a row, a move is a
row: saving a move is one small insert, however long the game. Many kernels write at once
(write-ahead log); each holds its tables by a *holder's* name, and whoever is no longer the holder
of a table writes nothing into it. Whoever has a table's token may go on with it, nobody else.

A commit is handed to the system, not waited for on the disk (`synchronous = NORMAL`): a kernel
that is killed has lost nothing. After a power cut the last moves may be missing; the file is sound.

**What is forgotten, and when.** A table goes to the bin when nobody has touched it for 90 days by
the clock *and* the store has been in use on 90 different days since; from the bin it goes for good
after 30 more days, counted in both ways again. So a clock that jumps, in either direction, puts
nothing into the bin and nothing out of it: a jump is one day of use, however long.

**Another file in its place.** Deleted, moved away, restored from a backup: after every commit the
file in the folder is compared with the one that is open (device and inode, of the log too; neither
may have become shorter). If it is another one, whoever wrote is told `gone`, and stores the whole
game anew. What is copied *over* an open file cannot be told from SQLite's own writing.

This is the one module that knows SQLite; everybody else knows `engine/store.py`. What the page is
told of all this is said in `session/saving.py`.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from escale.engine.errors import BadOption, NotKept, quoted
from escale.engine.store import Kept

from .meetings import ADDED as ADDED_FOR_MEETINGS
from .meetings import SqliteMeetings

FILE = "tables.sqlite"
VERSION = 1  # of the file's own shape
DAY = 86_400.0
DAYS = 90  # after which a table that nobody touched goes to the bin
BIN_DAYS = 30  # after which it goes from there for good
BATCH = 100  # tables that are deleted in one transaction, at most: others wait for it
LEASE = 75.0  # seconds after which a page that gave no sign counts as closed
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
IN_BIN = "coalesce(binned >= used, 0)"
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


#: runs a statement
Do = Callable[..., sqlite3.Cursor]
#: device and inode
Identity = tuple[int, int] | None


class Store:
    """The tables in one folder. Opened when it is first needed; every trouble is a `NotKept`."""

    def __init__(
        self,
        folder: str | os.PathLike[str] | None = None,
        *,
        days: float | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.folder = Path(folder) if folder is not None else default_folder()
        self._path = os.path.join(self.folder, FILE)
        self._log = self._path + "-wal"
        self.days = default_days() if days is None else days
        self._clock = clock
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[Identity, Identity] = (None, None)  # the file that is open, its log
        self._sizes = (0, 0)  # of both
        self._files = 0  # how many have been lost so far
        self._held: dict[str, int] = {}  # how many had been when a table was last written
        self._day: tuple[int, int] | None = None  # today, and its number in the store
        self._patience = PATIENCE
        self._lock = threading.RLock()  # JupyterLab lets messages from pages come in other threads
        #: tables that several pages share
        self.meetings = SqliteMeetings(
            self._reading, self._writing, self._record, self._take_out, self._written, clock
        )

    # --- what a table does ----------------------------------------------------------------------

    def begin(
        self,
        token: str,
        holder: str,
        page: str,
        name: str,
        record: Mapping[str, Any],
        seats: Sequence[str],
        undone: Sequence[str] = (),
    ) -> None:
        """Store a table with all that has been played at it, and what was taken back.

        If there is one with this token, it is replaced, as long as nobody else plays at it: a store
        may have been restored from a backup in the middle of a game.
        """
        head = {field: record[field] for field in record if field not in ("moves", "result")}
        now = self._clock()
        with self._writing() as do:
            self._forget_old(do)
            number = self._replaced(do, token, holder, page, record["moves"])
            row = (number, token, name, record["game"], _json(head), _json(list(seats)))
            do(
                "INSERT INTO tables"
                " (id, token, name, game, head, seats, ply, used, holder, page, seen, day)"
                " VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)",
                (*row, now, holder, page, now, self._today(do)),
            )
            self._held[token] = self._files
            self._write(do, token, holder, 0, record["moves"], record.get("result"), undone)

    def _replaced(
        self, do: Do, token: str, holder: str, page: str, moves: Sequence[str]
    ) -> int | None:
        """Make room for a table that is there already; returns its number."""
        row = do(f"SELECT {FIELDS}, holder FROM tables WHERE token = ?", (token,)).fetchone()
        if row is None:
            return None
        number: int = row["id"]
        if row["holder"] != holder:  # an older holder's, from a backup; or somebody has gone on
            stored = self._record(do, number)[0]["moves"]
            if self._kept(row, page).elsewhere or list(moves[: len(stored)]) != stored:
                raise NotKept("elsewhere")
        do("DELETE FROM tables WHERE id = ?", (number,))
        return number

    def write(
        self,
        token: str,
        holder: str,
        keep: int,
        moves: Sequence[str],
        result: Mapping[str, Any] | None,
        undone: Sequence[str] = (),
    ) -> None:
        """Keep so many moves of a table, then add these, and those that were taken back.

        `gone` where the store does not have them: then `begin` stores the table anew.
        """
        with self._writing(quickly=True) as do:
            self._write(do, token, holder, keep, moves, result, undone)

    def _write(
        self,
        do: Do,
        token: str,
        holder: str,
        keep: int,
        moves: Sequence[str],
        result: Mapping[str, Any] | None,
        undone: Sequence[str] = (),
    ) -> None:
        row = do(
            "SELECT id, holder, ply, day, binned FROM tables WHERE token = ?", (token,)
        ).fetchone()
        if row is None or self._is_in_another_file(token):
            raise NotKept("gone")
        number, held_by, ply, day, binned = row
        if held_by != holder:
            raise NotKept("elsewhere")
        if ply < keep:
            raise NotKept("gone")
        do(
            "UPDATE tables SET ply = ?, result = ?, used = max(used, ?) WHERE id = ?",
            (keep + len(moves), result and _json(result), self._clock(), number),
        )
        if binned is not None or day != self._today(do):
            self._take_out(do, number)
        do("DELETE FROM moves WHERE id = ? AND ply >= ?", (number, keep))
        for ply, move in enumerate([*moves, *undone], start=keep):
            do("INSERT INTO moves VALUES (?, ?, ?)", (number, ply, move))

    def look(self, token: str, page: str = "") -> Kept:
        """What is known of the table with this token, as this page sees it."""
        with self._reading() as do:
            return self._found(do, token, page)

    def claim(self, token: str, holder: str, page: str, *, force: bool = False) -> dict[str, Any]:
        """Become the holder of a table; returns its record and `undone`, `seats`, `name`.

        Where it is open in another page, only by force: whoever held it then holds it no more.
        """
        with self._writing() as do:
            found = self._found(do, token, page)
            if found.elsewhere and not force:
                raise NotKept("elsewhere")
            now = self._clock()
            do(
                "UPDATE tables SET holder = ?, page = ?, used = max(used, ?), seen = ?"
                " WHERE id = ?",
                (holder, page, now, now, found.number),
            )
            self._take_out(do, found.number)
            self._held[token] = self._files
            record, undone = self._record(do, found.number)
        return {"record": record, "undone": undone, "seats": found.seats, "name": found.name}

    def sign(self, token: str, holder: str, page: str, *, leaving: bool = False) -> bool:
        """A page gives a sign that it is open, or leaves; is the table still its own?"""
        seen = 0.0 if leaving else self._clock()
        with self._writing() as do:
            row = do("SELECT id, holder FROM tables WHERE token = ?", (token,)).fetchone()
            if row is None or self._is_in_another_file(token):
                raise NotKept("gone")
            if row["holder"] != holder:
                return False
            do("UPDATE tables SET seen = ?, page = ? WHERE id = ?", (seen, page, row["id"]))
            return True

    def _is_in_another_file(self, token: str) -> bool:
        """Was this table last written into a file that is not the one in the folder any more?"""
        return self._held.get(token, self._files) != self._files

    # --- what the owner of the store does -------------------------------------------------------

    def tables(self, *, binned: bool = False) -> list[Kept]:
        """All tables, the last used first; or those in the bin, the last binned first."""
        if not self.file.exists():
            return []
        which, order = (IN_BIN, "binned") if binned else (f"NOT {IN_BIN}", "used")
        with self._reading() as do:
            rows = do(f"SELECT {FIELDS} FROM tables WHERE {which} ORDER BY {order} DESC, id DESC")
            return [self._kept(row, "", strictly=False) for row in rows]

    def record(self, number: int) -> dict[str, Any]:
        """The record of the table with this number in the list, or in the bin."""
        with self._of_the_owner(self._reading) as do:
            return self._record(do, number)[0]

    def remove(self, number: int, *, for_good: bool = False) -> None:
        """Put a table into the bin, or delete it for good, in the bin or not."""
        with self._of_the_owner(self._writing) as do:
            if for_good:
                changed = do("DELETE FROM tables WHERE id = ?", (number,))
            else:
                changed = do(
                    "UPDATE tables SET binned = max(used, ?), day = ? WHERE id = ?",
                    (self._clock(), self._today(do), number),
                )
            if not changed.rowcount:
                raise NotKept("gone")

    def restore(self, number: int) -> None:
        """Take a table out of the bin."""
        with self._of_the_owner(self._writing) as do:
            if not self._take_out(do, number):
                raise NotKept("gone")

    @contextmanager
    def _of_the_owner(self, access: Callable[[], AbstractContextManager[Do]]) -> Iterator[Do]:
        """Access to a store that is there: looking for a table by its number makes no file."""
        if not self.file.exists():
            raise NotKept("gone")
        with access() as do:
            yield do

    # --- rows -----------------------------------------------------------------------------------

    @property
    def file(self) -> Path:
        return self.folder / FILE

    def _found(self, do: Do, token: str, page: str) -> Kept:
        """In the bin too: whoever comes with the token wants the table back."""
        row = do(f"SELECT {FIELDS} FROM tables WHERE token = ?", (token,)).fetchone()
        if row is None:
            raise NotKept("gone")
        return self._kept(row, page)

    def _kept(self, row: sqlite3.Row, page: str, *, strictly: bool = True) -> Kept:
        """What a row says; if not strictly, also of one with something unreadable in it."""
        # Where the clock was moved back, a sign from the future says nothing.
        open_now = 0 <= self._clock() - row["seen"] < LEASE
        try:
            head, seats = _parsed(row["head"], dict), _parsed(row["seats"], list)
        except NotKept:
            if strictly:
                raise
            head, seats = {}, []
        return Kept(
            row["id"],
            row["name"],
            row["game"],
            list(head.get("players", [])),
            seats,
            row["ply"],
            row["result"] is not None,
            row["used"],
            open_now and row["page"] not in ("", page),
            row["binned"] if row["in_bin"] else None,
        )

    def _record(self, do: Do, number: int) -> tuple[dict[str, Any], list[str]]:
        """The record, and the moves that were taken back."""
        row = do("SELECT head, ply, result FROM tables WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise NotKept("gone")
        rows = do("SELECT ply, move FROM moves WHERE id = ? ORDER BY ply", (number,)).fetchall()
        if [ply for ply, _ in rows] != list(range(max(row["ply"], len(rows)))):
            raise NotKept("damaged")
        moves, ply = [move for _, move in rows], row["ply"]
        record: dict[str, Any] = _parsed(row["head"], dict) | {"moves": moves[:ply]}
        if row["result"] is not None:
            record["result"] = _parsed(row["result"], dict)
        return record, moves[ply:]

    def _take_out(self, do: Do, number: int) -> bool:
        """It is in use: not in the bin, and as of today."""
        row = (self._today(do), number)
        return do("UPDATE tables SET day = ?, binned = NULL WHERE id = ?", row).rowcount == 1

    def _today(self, do: Do) -> int:
        """The number of this day among those on which the store was in use. It never falls."""
        day = int(self._clock() // DAY)
        if self._day is None or self._day[0] != day:
            do("INSERT OR IGNORE INTO days (day) VALUES (?)", (day,))
            self._day = (day, do("SELECT max(number) FROM days").fetchone()[0])
        return self._day[1]

    def _forget_old(self, do: Do) -> None:
        """Into the bin what nobody has touched, and for good what has been there long enough."""
        now, today = self._clock(), self._today(do)
        bin_days = min(BIN_DAYS, self.days)
        do("UPDATE tables SET day = ? WHERE day IS NULL", (today,))
        do(
            f"DELETE FROM tables WHERE id IN (SELECT id FROM tables"
            f" WHERE day <= ? AND binned < ? AND {IN_BIN} LIMIT {BATCH})",
            (today - bin_days, now - bin_days * DAY),
        )
        do(
            f"UPDATE tables SET binned = ?, day = ? WHERE day <= ? AND used < ? AND NOT {IN_BIN}",
            (now, today, today - self.days, now - self.days * DAY),
        )

    # --- the file -------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Do]:
        with self._told():
            yield self._open().execute

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

    def _written(self) -> object:
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


FIELDS = f"id, name, game, head, seats, ply, result, used, page, seen, binned, {IN_BIN} AS in_bin"


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


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _parsed(text: str, kind: type) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, kind):
        raise NotKept("damaged")
    return value


# --- Where --------------------------------------------------------------------------------------


def default_folder() -> Path:
    """`ESCALE_TABLES`, or the place where a user's programs keep their data."""
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


def default_days() -> float:
    """`ESCALE_TABLES_DAYS`: after how many days a table that nobody touched is forgotten."""
    text = os.environ.get("ESCALE_TABLES_DAYS", "")
    if not text:
        return DAYS
    try:
        days = float(text)
    except ValueError:
        days = 0.0
    if not 0 < days < 100_000:
        raise BadOption("ESCALE_TABLES_DAYS", f"must be a number of days, not {quoted(text)}")
    return days


def opened(folder: str | os.PathLike[str] | None = None) -> Store:
    """The store in a folder, or in the place that is set now: all stores are made here."""
    return Store(folder)


@cache
def _shared(folder: Path) -> Store:
    return opened(folder)


def shared() -> Store:
    """The store of this process, in the place that is set now."""
    return _shared(default_folder())
