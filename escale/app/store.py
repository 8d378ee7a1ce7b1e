"""The store of tables: every move of every table, saved where the kernel runs.

One SQLite file, in a folder of its own that only its owner can read. A table is a row, a move is a
row: saving a move is one small insert, however long the game. Many kernels write at once
(write-ahead log); each holds its tables by a *holder's* name, and whoever is no longer the holder
of a table writes nothing into it. Whoever has a table's token may go on with it, nobody else.

A commit is handed to the system, not waited for on the disk (`synchronous = NORMAL`): a kernel
that is killed has lost nothing. After a power cut the last moves may be missing; the file is sound.

Needs the standard library only. What the page is told of all this is said in `widgets/keeping.py`.
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
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from escale.engine.errors import BadOption, NotKept, quoted

FILE = "tables.sqlite"
VERSION = 1  # of the file's own shape
DAY = 86_400.0
DAYS = 90  # after which a table that nobody touched is forgotten
LEASE = 75.0  # seconds after which a page that gave no sign counts as closed
PATIENCE, HURRY = 5.0, 0.2  # seconds to wait for a locked file: as a rule, and after having waited

SHAPE = f"""
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
);
CREATE TABLE IF NOT EXISTS moves (
    id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE,
    ply INTEGER NOT NULL,  -- from the table's own on: taken back, and can be brought back
    move TEXT NOT NULL,
    PRIMARY KEY (id, ply)
) WITHOUT ROWID;
PRAGMA user_version = {VERSION};
"""
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


class Kept(NamedTuple):
    """What the store knows of a table without replaying it."""

    number: int
    name: str
    game: str
    players: list[str]
    seats: list[str]
    ply: int
    over: bool
    used: float  # seconds since 1970
    elsewhere: bool  # open in another page, as far as one can tell

    def to_json(self) -> dict[str, Any]:
        return self._asdict()


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
        self.days = default_days() if days is None else days
        self._clock = clock
        self._connection: sqlite3.Connection | None = None
        self._patience = PATIENCE
        self._lock = threading.RLock()  # JupyterLab lets messages from pages come in other threads

    # --- what a table does ----------------------------------------------------------------------

    def begin(
        self,
        token: str,
        holder: str,
        page: str,
        name: str,
        record: Mapping[str, Any],
        seats: Sequence[str],
    ) -> None:
        """Store a new table with all that has been played at it."""
        head = {field: record[field] for field in record if field not in ("moves", "result")}
        now = self._clock()
        row = (token, name, record["game"], _json(head), _json(list(seats)), now, holder, page, now)
        with self._writing() as do:
            self._forget_old(do)
            do(
                "INSERT INTO tables (token, name, game, head, seats, ply, used, holder, page, seen)"
                " VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?)",
                row,
            )
            self._write(do, token, holder, 0, record["moves"], record.get("result"))

    def write(
        self,
        token: str,
        holder: str,
        keep: int,
        moves: Sequence[str],
        result: Mapping[str, Any] | None,
        undone: Sequence[str] = (),
    ) -> None:
        """Keep so many moves of a table, then add these, and those that were taken back."""
        with self._writing() as do:
            self._write(do, token, holder, keep, moves, result, undone)

    def _write(
        self,
        do: Callable[..., sqlite3.Cursor],
        token: str,
        holder: str,
        keep: int,
        moves: Sequence[str],
        result: Mapping[str, Any] | None,
        undone: Sequence[str] = (),
    ) -> None:
        row = do("SELECT id, holder, ply FROM tables WHERE token = ?", (token,)).fetchone()
        if row is None:
            raise NotKept("gone")
        number, held_by, ply = row
        if held_by != holder:
            raise NotKept("elsewhere")
        if ply < keep:
            raise NotKept("damaged")
        do(
            "UPDATE tables SET ply = ?, result = ?, used = ? WHERE id = ?",
            (keep + len(moves), result and _json(result), self._clock(), number),
        )
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
                "UPDATE tables SET holder = ?, page = ?, used = ?, seen = ? WHERE id = ?",
                (holder, page, now, now, found.number),
            )
            record, undone = self._record(do, found.number)
        return {"record": record, "undone": undone, "seats": found.seats, "name": found.name}

    def sign(self, token: str, holder: str, page: str, *, leaving: bool = False) -> bool:
        """A page gives a sign that it is open, or leaves; is the table still its own?"""
        seen = 0.0 if leaving else self._clock()
        with self._writing() as do:
            changed = do(
                "UPDATE tables SET seen = ?, page = ? WHERE token = ? AND holder = ?",
                (seen, page, token, holder),
            )
            return changed.rowcount == 1

    # --- what the owner of the store does -------------------------------------------------------

    def tables(self) -> list[Kept]:
        """All tables, the last used first."""
        if not self.file.exists():
            return []
        with self._reading() as do:
            rows = do(f"SELECT {FIELDS} FROM tables ORDER BY used DESC, id DESC")
            return [self._kept(row, "") for row in rows if not self._is_old(row["used"])]

    def record(self, number: int) -> dict[str, Any]:
        """The record of the table with this number in the list."""
        if not self.file.exists():
            raise NotKept("gone")
        with self._reading() as do:
            return self._record(do, number)[0]

    def remove(self, number: int) -> None:
        if not self.file.exists():
            raise NotKept("gone")
        with self._writing() as do:
            if not do("DELETE FROM tables WHERE id = ?", (number,)).rowcount:
                raise NotKept("gone")

    # --- rows -----------------------------------------------------------------------------------

    @property
    def file(self) -> Path:
        return self.folder / FILE

    def _found(self, do: Callable[..., sqlite3.Cursor], token: str, page: str) -> Kept:
        row = do(f"SELECT {FIELDS} FROM tables WHERE token = ?", (token,)).fetchone()
        if row is None or self._is_old(row["used"]):
            raise NotKept("gone")
        return self._kept(row, page)

    def _kept(self, row: sqlite3.Row, page: str) -> Kept:
        # Where the clock was moved back, a sign from the future says nothing.
        open_now = 0 <= self._clock() - row["seen"] < LEASE
        head = _parsed(row["head"], dict)
        return Kept(
            row["id"],
            row["name"],
            row["game"],
            list(head.get("players", [])),
            _parsed(row["seats"], list),
            row["ply"],
            row["result"] is not None,
            row["used"],
            open_now and row["page"] not in ("", page),
        )

    def _record(
        self, do: Callable[..., sqlite3.Cursor], number: int
    ) -> tuple[dict[str, Any], list[str]]:
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

    def _is_old(self, used: float) -> bool:
        """Has nobody touched it for too long? A clock that was moved back makes nothing old."""
        return self._clock() - used > self.days * DAY

    def _forget_old(self, do: Callable[..., sqlite3.Cursor]) -> None:
        now = self._clock()
        do("DELETE FROM tables WHERE used < ?", (now - self.days * DAY,))
        do(
            "UPDATE tables SET used = ? WHERE used > ?", (now, now + DAY)
        )  # once the clock was wrong

    # --- the file -------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        with self._told():
            yield self._open().execute

    @contextmanager
    def _writing(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        """One transaction: all of it, or nothing."""
        with self._told():
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection.execute
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever goes wrong with the file, as a `NotKept`; one thread at a time."""
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                reason = REASONS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "damaged")
                if reason == "locked":
                    self._wait(HURRY)  # who has waited once does not wait at every move
                else:
                    self.close()
                raise NotKept(reason, self.file) from error
            except OSError as error:
                full = error.errno in (errno.ENOSPC, errno.EDQUOT)
                raise NotKept("full" if full else "disk", self.file) from error
            self._wait(PATIENCE)

    def _wait(self, seconds: float) -> None:
        if seconds != self._patience and self._connection is not None:
            self._connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
            self._patience = seconds

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._make_private()
            connection = sqlite3.connect(
                self.file, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                _prepare(connection)
            except BaseException:
                connection.close()
                raise
            self._connection, self._patience = connection, PATIENCE
        return self._connection

    def _make_private(self) -> None:
        """The folder and the file, readable by their owner only; SQLite's other files follow."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if os.name == "posix" and os.fstat(handle).st_mode & 0o077:
                os.fchmod(handle, 0o600)
        finally:
            os.close(handle)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                connection, self._connection = self._connection, None
                connection.close()


FIELDS = "id, name, game, head, seats, ply, result, used, page, seen"


def _prepare(connection: sqlite3.Connection) -> None:
    connection.row_factory = sqlite3.Row
    for pragma in ("foreign_keys = ON", "synchronous = NORMAL"):
        connection.execute(f"PRAGMA {pragma}")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise NotKept("newer")
    if version == VERSION:
        return
    deadline = time.monotonic() + PATIENCE
    while True:  # SQLite does not wait for its lock here, so several newcomers have to take turns
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if REASONS.get(error.sqlite_errorcode & 0xFF) != "locked":
                raise
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
    connection.executescript(f"BEGIN IMMEDIATE; {SHAPE} COMMIT;")


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


@cache
def _shared(folder: Path) -> Store:
    return Store(folder)


def shared() -> Store:
    """The store of this process, in the place that is set now."""
    return _shared(default_folder())
