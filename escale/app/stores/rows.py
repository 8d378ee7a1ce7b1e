"""What every store of tables that speaks SQL has in common: its rows, and what is done with them.

A table is a row, a move is a row: saving a move is one small insert, however long the game. Each
kernel holds its tables by a *holder's* name, and whoever is no longer the holder of a table writes
nothing into it. Whoever has a table's token may go on with it, nobody else.

**What is forgotten, and when.** A table goes to the bin when nobody has touched it for 90 days by
the clock *and* the store has been in use on 90 different days since; from the bin it goes for good
after 30 more days, counted in both ways again. So a clock that jumps, in either direction, puts
nothing into the bin and nothing out of it: a jump is one day of use, however long.

How a database is opened, what a transaction is there and what its troubles mean is left to
`sqlite.py` and `postgres.py`. Statements are written with `?`, in the SQL that both understand;
where they do not, a store fills in its own words (`GREATEST`, `LOCK`, `SKIP`).
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from escale.engine.errors import BadOption, NotKept, quoted
from escale.engine.store import CLOSED, Kept

DAY = 86_400.0
DAYS = 90  # after which a table that nobody touched goes to the bin
BIN_DAYS = 30  # after which it goes from there for good
BATCH = 100  # tables that are deleted in one transaction, at most: others wait for it
ROWS = 250  # that are inserted by one statement: SQLite had a limit of 999 values

IN_BIN = "(binned IS NOT NULL AND binned >= used)"
FIELDS = f"id, name, game, head, seats, ply, result, used, page, seen, binned, {IN_BIN} AS in_bin"


class Row(Protocol):
    """A row of an answer: its values in order, and by name."""

    def __getitem__(self, at: Any, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...


class Answer(Protocol):
    """What a statement answers."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


#: runs a statement
Do = Callable[..., Answer]


class SqlStore(ABC):
    """The protocol of `engine/store.py` in SQL. Every trouble is a `NotKept`."""

    GREATEST = "max"  # of two values
    LOCK = ""  # at the end of a question whose row is changed in the same transaction
    SKIP = ""  # the same for many rows: without those that others are changing

    def __init__(self, where: str, days: float | None, clock: Callable[[], float]) -> None:
        self.where = where  # it is, as people are told it
        self.days = default_days() if days is None else days
        self._clock = clock
        self._day: tuple[int, int] | None = None  # today, and its number in the store

    # --- what each database does in its own way -------------------------------------------------

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Do]:
        """Questions about one moment."""

    @abstractmethod
    def _writing(self, *, quickly: bool = False) -> AbstractContextManager[Do]:
        """One transaction: all of it, or nothing. Quickly: for every move."""

    @abstractmethod
    def close(self) -> None: ...

    def check(self) -> None:
        """Raises what is wrong with the store, if anything is; makes none."""
        if self._is_there():
            with self._reading():
                pass

    def _is_there(self) -> bool:
        """Has anything ever been stored? Looking for a table makes no store."""
        return True

    def _is_lost(self, token: str) -> bool:
        """Was this table last written into a database that is not the present one any more?"""
        return False

    @abstractmethod
    def _has_written(self, token: str) -> None:
        """A table was written as a whole, or is taken over."""

    @abstractmethod
    def _reserve(self, do: Do, token: str) -> None:
        """Nobody else begins a table with this token until the end of the transaction."""

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
        now = self._clock()
        with self._writing() as do:
            self._forget_old(do)
            self._reserve(do, token)
            number = self._replaced(do, token, holder, page, record["moves"])
            row = {
                "token": token, "name": name, "game": record["game"],
                "head": as_json(head_of(record)), "seats": as_json(list(seats)), "ply": 0,
                "used": now, "holder": holder, "page": page, "seen": now, "day": self._today(do),
            } | ({} if number is None else {"id": number})  # fmt: skip
            places = ", ".join("?" * len(row))
            do(f"INSERT INTO tables ({', '.join(row)}) VALUES ({places})", tuple(row.values()))
            self._has_written(token)
            self._write(do, token, holder, 0, record["moves"], record.get("result"), undone)

    def _replaced(
        self, do: Do, token: str, holder: str, page: str, moves: Sequence[str]
    ) -> int | None:
        """Make room for a table that is there already; returns its number."""
        asked = f"SELECT {FIELDS}, holder FROM tables WHERE token = ?{self.LOCK}"
        row = do(asked, (token,)).fetchone()
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
        asked = f"SELECT id, holder, ply, day, binned FROM tables WHERE token = ?{self.LOCK}"
        row = do(asked, (token,)).fetchone()
        if row is None or self._is_lost(token):
            raise NotKept("gone")
        number, held_by, ply, day, binned = row
        if held_by != holder:
            raise NotKept("elsewhere")
        if ply < keep:
            raise NotKept("gone")
        do(
            f"UPDATE tables SET ply = ?, result = ?, used = {self.GREATEST}(used, ?) WHERE id = ?",
            (keep + len(moves), result and as_json(result), self._clock(), number),
        )
        if binned is not None or day != self._today(do):
            self._take_out(do, number)
        do("DELETE FROM moves WHERE id = ? AND ply >= ?", (number, keep))
        add_moves(do, number, keep, [*moves, *undone])

    def look(self, token: str, page: str = "") -> Kept:
        """What is known of the table with this token, as this page sees it."""
        with self._reading() as do:
            return self._found(do, token, page)

    def claim(self, token: str, holder: str, page: str, *, force: bool = False) -> dict[str, Any]:
        """Become the holder of a table; returns its record and `undone`, `seats`, `name`.

        Where it is open in another page, only by force: whoever held it then holds it no more.
        """
        with self._writing() as do:
            found = self._found(do, token, page, self.LOCK)
            if found.elsewhere and not force:
                raise NotKept("elsewhere")
            now = self._clock()
            do(
                f"UPDATE tables SET holder = ?, page = ?, used = {self.GREATEST}(used, ?), seen = ?"
                " WHERE id = ?",
                (holder, page, now, now, found.number),
            )
            self._take_out(do, found.number)
            self._has_written(token)
            record, undone = self._record(do, found.number)
        return {"record": record, "undone": undone, "seats": found.seats, "name": found.name}

    def sign(self, token: str, holder: str, page: str, *, leaving: bool = False) -> bool:
        """A page gives a sign that it is open, or leaves; is the table still its own?"""
        seen = 0.0 if leaving else self._clock()
        with self._writing() as do:
            asked = f"SELECT id, holder FROM tables WHERE token = ?{self.LOCK}"
            row = do(asked, (token,)).fetchone()
            if row is None or self._is_lost(token):
                raise NotKept("gone")
            if row["holder"] != holder:
                return False
            do("UPDATE tables SET seen = ?, page = ? WHERE id = ?", (seen, page, row["id"]))
            return True

    # --- what the owner of the store does -------------------------------------------------------

    def tables(self, *, binned: bool = False) -> list[Kept]:
        """All tables, the last used first; or those in the bin, the last binned first."""
        if not self._is_there():
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
                    f"UPDATE tables SET binned = {self.GREATEST}(used, ?), day = ? WHERE id = ?",
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
        """Access to a store that is there: looking for a table by its number makes none."""
        if not self._is_there():
            raise NotKept("gone")
        with access() as do:
            yield do

    # --- rows -----------------------------------------------------------------------------------

    def _found(self, do: Do, token: str, page: str, lock: str = "") -> Kept:
        """In the bin too: whoever comes with the token wants the table back."""
        row = do(f"SELECT {FIELDS} FROM tables WHERE token = ?{lock}", (token,)).fetchone()
        if row is None:
            raise NotKept("gone")
        return self._kept(row, page)

    def _kept(self, row: Row, page: str, *, strictly: bool = True) -> Kept:
        """What a row says; if not strictly, also of one with something unreadable in it."""
        # Where the clock was moved back, a sign from the future says nothing.
        open_now = 0 <= self._clock() - row["seen"] < CLOSED
        try:
            head, seats = parsed(row["head"], dict), parsed(row["seats"], list)
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
        record: dict[str, Any] = parsed(row["head"], dict) | {"moves": moves[:ply]}
        if row["result"] is not None:
            record["result"] = parsed(row["result"], dict)
        return record, moves[ply:]

    def _take_out(self, do: Do, number: int) -> bool:
        """It is in use: not in the bin, and as of today."""
        row = (self._today(do), number)
        return do("UPDATE tables SET day = ?, binned = NULL WHERE id = ?", row).rowcount == 1

    def _today(self, do: Do) -> int:
        """The number of this day among those on which the store was in use. It never falls."""
        day = int(self._clock() // DAY)
        if self._day is None or self._day[0] != day:
            do(
                "INSERT INTO days (number, day) SELECT coalesce(max(number), 0) + 1, ? FROM days"
                " WHERE true ON CONFLICT DO NOTHING",
                (day,),
            )
            self._day = (day, do("SELECT max(number) FROM days").fetchone()[0])
        return self._day[1]

    def _forget_old(self, do: Do) -> None:
        """Into the bin what nobody has touched, and for good what has been there long enough."""
        now, today = self._clock(), self._today(do)
        bin_days = min(BIN_DAYS, self.days)

        def some(which: str, most: str = "") -> str:
            return f"WHERE id IN (SELECT id FROM tables WHERE {which}{most}{self.SKIP})"

        unknown = some("day IS NULL")
        forgotten = some(f"day <= ? AND binned < ? AND {IN_BIN}", f" LIMIT {BATCH}")
        untouched = some(f"day <= ? AND used < ? AND NOT {IN_BIN}")
        do(f"UPDATE tables SET day = ? {unknown}", (today,))
        do(f"DELETE FROM tables {forgotten}", (today - bin_days, now - bin_days * DAY))
        do(
            f"UPDATE tables SET binned = ?, day = ? {untouched}",
            (now, today, today - self.days, now - self.days * DAY),
        )


def add_moves(do: Do, number: int, start: int, moves: Sequence[str]) -> None:
    rows = [(number, ply, move) for ply, move in enumerate(moves, start=start)]
    for first in range(0, len(rows), ROWS):
        some = rows[first : first + ROWS]
        places = ", ".join(["(?, ?, ?)"] * len(some))
        values = tuple(value for row in some for value in row)
        do(f"INSERT INTO moves (id, ply, move) VALUES {places}", values)


def head_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without what changes from move to move."""
    return {field: record[field] for field in record if field not in ("moves", "result")}


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def parsed(text: str, kind: type) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, kind):
        raise NotKept("damaged")
    return value


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
