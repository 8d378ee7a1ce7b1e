"""The store of tables in a browser: what Python in a worker knows of the browser's database.

The database answers later and Python does not wait, so the rows that matter are here in memory. The
worker's script (`frontend/src/worker.js`) brings a row up to date before a message that asks for it
is heard (`refresh`), writes the rows that have changed (`keep`), and holds back what the page is
told until they are written. If that fails, Python hears of it (`fail`), and every try to save is
refused with that reason until the script has managed to write again (`mend`).

Who else has a table open, the browser knows exactly where it has locks; elsewhere a page counts as
closed when it has given no sign for a while.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from escale.engine.errors import NotKept
from escale.engine.store import CLOSED, Kept

Row = dict[str, Any]


class WorkerStore:
    """The tables of one browser, as far as this worker has asked for them."""

    def __init__(
        self, keep: Callable[[str, str], object], clock: Callable[[], float] = time.time
    ) -> None:
        self._keep = keep
        self._clock = clock
        self._rows: dict[str, Row] = {}
        self._numbers: list[str] = []  # the token of each number
        self._open: Collection[str] | None = None  # tokens of tables open elsewhere; None: unknown
        self._trouble: str | None = None
        self._lost: set[str] = set()  # tokens of which the last write has failed

    # --- what the worker's script tells -----------------------------------------------------------

    def refresh(self, rows: Mapping[str, str | None], elsewhere: Collection[str] | None) -> None:
        """How these rows are in the database now, and which tables other pages have open."""
        self._open = elsewhere
        for token, text in rows.items():
            row = None if text is None else _read(text)
            if row is None:
                self._rows.pop(token, None)
            else:
                self._rows[token] = row

    def fail(self, reason: str, tokens: Collection[str] = ()) -> None:
        """Nothing can be written, or read; these rows are not what they seem."""
        self._trouble = reason
        self._lost.update(tokens)

    def mend(self) -> None:
        """It can be written again."""
        self._trouble = None
        self._lost.clear()

    # --- what a table does ------------------------------------------------------------------------

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
        self._check()
        now = self._clock()
        known = self._rows.get(token)
        if known is not None and known["holder"] != holder and self._elsewhere(token, page):
            raise NotKept("elsewhere")
        head = {field: record[field] for field in record if field not in ("moves", "result")}
        row: Row = {"head": head, "seats": [*seats], "name": name, "holder": holder, "page": page}
        row |= {"moves": [*record["moves"]], "undone": [*undone], "result": record.get("result")}
        self._put(token, {**row, "used": now, "seen": now})

    def write(
        self,
        token: str,
        holder: str,
        keep: int,
        moves: Sequence[str],
        result: Mapping[str, Any] | None,
        undone: Sequence[str] = (),
    ) -> None:
        self._check()
        row = self._row(token)
        if row["holder"] != holder:
            raise NotKept("elsewhere")
        if keep > len(row["moves"]):
            raise NotKept("gone")
        now = self._clock()
        played = [*row["moves"][:keep], *moves]
        changes = {"moves": played, "undone": [*undone], "result": result and dict(result)}
        self._put(token, {**row, **changes, "used": now, "seen": now})

    def look(self, token: str, page: str = "") -> Kept:
        self._check()
        return self._kept(token, self._row(token), page)

    def record(self, number: int) -> dict[str, Any]:
        return _record(self._row(self._token(number)))

    def claim(self, token: str, holder: str, page: str, *, force: bool = False) -> dict[str, Any]:
        self._check()
        row = self._row(token)
        if not force and self._elsewhere(token, page):
            raise NotKept("elsewhere")
        now = self._clock()
        row = {**row, "holder": holder, "page": page, "used": now, "seen": now, "binned": None}
        self._put(token, row)
        return {
            "record": _record(row),
            "undone": row["undone"],
            "name": row["name"],
            "seats": row["seats"],
        }

    def sign(self, token: str, holder: str, page: str, *, leaving: bool = False) -> bool:
        if token in self._lost:
            raise NotKept("gone")
        self._check()
        row = self._row(token)
        if row["holder"] != holder:
            return False
        self._put(token, {**row, "page": "" if leaving else page, "seen": self._clock()})
        return True

    @property
    def meetings(self) -> None:
        """Nobody shares a table of one browser."""
        return None

    # --- what its owner does ----------------------------------------------------------------------

    def tables(self, *, binned: bool = False) -> list[Kept]:
        """Those that this worker knows, the last used first."""
        found = [self._kept(token, row, "") for token, row in self._rows.items()]
        wanted = [kept for kept in found if (kept.binned is not None) == binned]
        return sorted(wanted, key=lambda kept: -kept.used)

    def remove(self, number: int, *, for_good: bool = False) -> None:
        token = self._token(number)
        row = self._row(token)
        if for_good:
            del self._rows[token]
            self._keep(token, "")
        else:
            self._put(token, {**row, "binned": self._clock()})

    def restore(self, number: int) -> None:
        token = self._token(number)
        self._put(token, {**self._row(token), "binned": None})

    # --- rows -------------------------------------------------------------------------------------

    def _check(self) -> None:
        if self._trouble is not None:
            raise NotKept(self._trouble)

    def _row(self, token: str) -> Row:
        try:
            return self._rows[token]
        except KeyError:
            raise NotKept("gone") from None

    def _put(self, token: str, row: Row) -> None:
        self._rows[token] = row
        self._keep(token, json.dumps(row, ensure_ascii=False, separators=(",", ":")))

    def _elsewhere(self, token: str, page: str) -> bool:
        if self._open is not None:
            return token in self._open
        row = self._rows[token]
        recent = abs(self._clock() - row["seen"]) < CLOSED
        return row["page"] not in ("", page) and recent

    def _token(self, number: int) -> str:
        if not 1 <= number <= len(self._numbers):
            raise NotKept("gone")
        return self._numbers[number - 1]

    def _kept(self, token: str, row: Row, page: str) -> Kept:
        if token not in self._numbers:
            self._numbers.append(token)
        return Kept(
            self._numbers.index(token) + 1,
            row["name"],
            row["head"]["game"],
            row["head"]["players"],
            row["seats"],
            len(row["moves"]),
            row["result"] is not None,
            row["used"],
            self._elsewhere(token, page),
            row.get("binned"),
        )


FIELDS = ("head", "seats", "name", "holder", "page", "moves", "undone", "result", "used", "seen")


def _read(text: str) -> Row | None:
    """A row of the database; None where somebody else has written into it."""
    try:
        row = json.loads(text)
        whole = all(field in row for field in FIELDS) and {"game", "players"} <= {*row["head"]}
    except (ValueError, TypeError):
        return None
    return row if whole else None


def _record(row: Row) -> dict[str, Any]:
    """The whole record of a row."""
    result = {} if row["result"] is None else {"result": row["result"]}
    return {**row["head"], "moves": row["moves"], **result}
