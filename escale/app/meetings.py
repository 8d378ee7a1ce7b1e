"""Meetings in SQLite: the tables that several pages share. What each method is for says the
protocol, `escale/engine/meetings.py`.

Four tables beside those of `store`: a meeting, its chairs, the pages that attend it. The game is a
row of `tables` like any other, with a token that nobody knows. Added to a file that is there
already, in the same version of its shape: an escale from before there were meetings still reads and
writes all other tables in it.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from secrets import token_urlsafe
from typing import Any

from escale.engine.errors import NotKept
from escale.engine.meetings import (
    AWAY,
    LEAD_AWAY,
    LEASE,
    MOST_PAGES,
    PERSON,
    Chair,
    Door,
    News,
)

ADDED = (
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
WATCHES = -1
TRUST = (
    1.0  # s after which the file is read although nobody seems to have written: clocks are coarse
)

#: runs a statement
Do = Callable[..., sqlite3.Cursor]
Access = Callable[[], AbstractContextManager[Do]]


class SqliteMeetings:
    """The meetings in the file of a store, which lends its access, its clock and its rows."""

    def __init__(
        self,
        reading: Access,
        writing: Access,
        record: Callable[[Do, int], tuple[dict[str, Any], list[str]]],
        take_out: Callable[[Do, int], bool],
        written: Callable[[], object],
        clock: Callable[[], float],
    ) -> None:
        self._reading, self._writing = reading, writing
        self._record, self._take_out = record, take_out
        self._written, self._clock = written, clock
        self._looked: dict[str, tuple[object, int, float]] = {}  # by token: what, version, when

    # --- coming ---------------------------------------------------------------------------------

    def share(self, token: str, holder: str, seat: int, *, name: str | None = None) -> None:
        with self._writing() as do:
            row = do("SELECT id, holder, seats FROM tables WHERE token = ?", (token,)).fetchone()
            if row is None:
                raise NotKept("gone")
            if row["holder"] != holder:
                raise NotKept("elsewhere")
            if name is not None and do("SELECT 1 FROM meetings WHERE name = ?", (name,)).fetchone():
                raise NotKept("taken")
            number = row["id"]
            _close_to_others(do, number)
            meeting = do(
                "INSERT INTO meetings"
                " (name, played, watch, version, turn, lead, asked, mover, until)"
                " VALUES (?, ?, ?, 1, 1, ?, NULL, '', 0)",
                (name, number, token_urlsafe(24), seat),
            ).lastrowid
            for each in range(len(json.loads(row["seats"]))):
                own = each == seat
                _add_chair(do, meeting, each, token if own else None, self._clock() if own else 0)

    def find(self, name: str) -> int | None:
        with self._reading() as do:
            row = do("SELECT played FROM meetings WHERE name = ?", (name,)).fetchone()
            return None if row is None else row["played"]

    def door(self, token: str) -> Door | None:
        with self._reading() as do:
            return _door(do, token)

    def sit(self, invitation: str, player: str, page: str, device: str = "") -> str:
        with self._writing() as do:
            found = do(
                "SELECT meeting, seat FROM chairs WHERE invitation = ?", (invitation,)
            ).fetchone()
            if found is None:
                raise NotKept("no-seat")
            number = _played(do, found["meeting"])
            head = json.loads(do("SELECT head FROM tables WHERE id = ?", (number,)).fetchone()[0])
            names = head["players"]
            if any(one == player for i, one in enumerate(names) if i != found["seat"]):
                raise NotKept("same-name")
            names[found["seat"]] = player
            do("UPDATE tables SET head = ? WHERE id = ?", (_json(head), number))
            return self._seated(do, found["meeting"], found["seat"], page, device)

    def take(self, name: str, seat: int, page: str) -> str:
        with self._writing() as do:
            meeting = do("SELECT id FROM meetings WHERE name = ?", (name,)).fetchone()
            if meeting is None:
                raise NotKept("gone")
            chair = _chair(do, meeting["id"], seat)
            if chair["token"] is not None:
                raise NotKept("taken")
            return self._seated(do, meeting["id"], seat, page, "")

    def _seated(self, do: Do, meeting: int, seat: int, page: str, device: str) -> str:
        token, now = token_urlsafe(24), self._clock()
        do(
            "UPDATE chairs SET token = ?, invitation = NULL, seen = ?, device = ?"
            " WHERE meeting = ? AND seat = ?",
            (token, now, device, meeting, seat),
        )
        _set_who(do, meeting, seat, PERSON)
        _come(do, meeting, page, seat, now)
        _changed(do, meeting)
        return token

    def free(self, token: str, seat: int, who: str = PERSON) -> None:
        with self._writing() as do:
            meeting, mine = _by(do, token)
            chair = _chair(do, meeting["id"], seat)
            if mine != meeting["lead"] and mine != seat:
                raise NotKept("no-seat")
            do(
                "UPDATE chairs SET token = NULL, invitation = ?, device = ''"
                " WHERE meeting = ? AND seat = ?",
                (chair["invitation"] or token_urlsafe(24), meeting["id"], seat),
            )
            do("DELETE FROM attendance WHERE meeting = ? AND seat = ?", (meeting["id"], seat))
            _set_who(do, meeting["id"], seat, who)
            if seat == meeting["lead"]:
                self._pass_on(do, meeting["id"], seat, only_here=False)
            _changed(do, meeting["id"])

    # --- being there ----------------------------------------------------------------------------

    def attend(self, token: str, page: str, *, leaving: bool = False, device: str = "") -> bool:
        now = self._clock()
        with self._writing() as do:
            meeting, mine = _by(do, token)
            id = meeting["id"]
            seat = WATCHES if mine is None else mine
            row = do(
                "SELECT seen FROM attendance WHERE meeting = ? AND page = ?", (id, page)
            ).fetchone()
            was = row is not None and self._lately(row["seen"])
            if leaving:
                do("DELETE FROM attendance WHERE meeting = ? AND page = ?", (id, page))
            else:
                _come(do, id, page, seat, now)
            if mine is not None:
                do(
                    "UPDATE chairs SET seen = ?, device = CASE ? WHEN '' THEN device ELSE ? END"
                    " WHERE meeting = ? AND seat = ?",
                    (now, device, device, id, mine),
                )
            if self._passed_on(do, meeting) or was is leaving:
                self._take_out(do, meeting["played"])
                _changed(do, id)
            others = do(
                "SELECT count(*) FROM attendance WHERE meeting = ? AND page != ? AND seen > ?",
                (id, page, now - AWAY),
            ).fetchone()
            return bool(others[0])

    def _lately(self, seen: float) -> bool:
        """Where the clock was moved back, a sign from the future says nothing."""
        return 0 <= self._clock() - seen < AWAY

    def _passed_on(self, do: Do, meeting: sqlite3.Row) -> bool:
        """Has who leads been away for long, and does somebody else lead now?"""
        chair = _chair(do, meeting["id"], meeting["lead"])
        if chair["token"] is not None and self._clock() - chair["seen"] < LEAD_AWAY:
            return False
        return self._pass_on(do, meeting["id"], meeting["lead"], only_here=True)

    def _pass_on(self, do: Do, meeting: int, lead: int, *, only_here: bool) -> bool:
        """Let the next person lead, clockwise: one who is here, else (maybe) one with a seat."""
        chairs = do(
            "SELECT seat, seen FROM chairs WHERE meeting = ? AND token IS NOT NULL AND seat != ?",
            (meeting, lead),
        ).fetchall()
        here = self._here(do, meeting)
        pool = [row["seat"] for row in chairs if row["seat"] in here]
        if not pool and not only_here:
            pool = [row["seat"] for row in chairs]
        if not pool:
            return False
        after = min(pool, key=lambda seat: (seat < lead, seat))
        do("UPDATE meetings SET lead = ? WHERE id = ?", (after, meeting))
        return True

    def _here(self, do: Do, meeting: int) -> list[int]:
        """The seat of every page that is there, `WATCHES` for one that watches."""
        rows = do("SELECT seat, seen FROM attendance WHERE meeting = ?", (meeting,)).fetchall()
        return [row["seat"] for row in rows if self._lately(row["seen"])]

    # --- reading --------------------------------------------------------------------------------

    def news(self, token: str) -> News:
        signature = self._written()
        with self._reading() as do:
            do("BEGIN")  # one moment of the file, though it is read by several statements
            try:
                news = self._news(do, token)
            finally:
                with suppress(sqlite3.OperationalError):  # if it has ended by a mistake already
                    do("ROLLBACK")
        self._looked[token] = (signature, news.version, time.monotonic())
        return news

    def _news(self, do: Do, token: str) -> News:
        meeting, mine = _by(do, token)
        id, number = meeting["id"], meeting["played"]
        record, undone = self._record(do, number)
        who = json.loads(do("SELECT seats FROM tables WHERE id = ?", (number,)).fetchone()[0])
        here = self._here(do, id)
        leads = mine == meeting["lead"]
        rows = do("SELECT * FROM chairs WHERE meeting = ? ORDER BY seat", (id,)).fetchall()
        chairs = [
            Chair(
                row["seat"],
                who[row["seat"]],
                row["token"] is not None,
                row["seat"] in here,
                row["seen"],
                row["device"],
                (leads and row["invitation"]) or "",
            )
            for row in rows
            if row["seat"] < len(who)
        ]
        asked = meeting["asked"]
        return News(
            meeting["version"],
            meeting["turn"],
            number,
            record,
            undone,
            chairs,
            meeting["lead"],
            mine,
            here.count(WATCHES),
            None if asked is None else json.loads(asked),
            meeting["watch"] if leads else "",
            meeting["name"],
        )

    def changed(self, token: str, version: int) -> bool:
        signature, now = self._written(), time.monotonic()
        looked = self._looked.get(token)
        if looked is not None and looked[:2] == (signature, version) and now - looked[2] < TRUST:
            return False
        with self._reading() as do:
            try:
                found: int = _by(do, token)[0]["version"]
            except NotKept:
                self._looked.pop(token, None)
                return True
        self._looked[token] = (signature, found, now)
        return found != version

    # --- writing --------------------------------------------------------------------------------

    def write(
        self,
        token: str,
        turn: int,
        keep: int,
        moves: Sequence[str],
        result: Mapping[str, Any] | None,
        undone: Sequence[str] = (),
    ) -> int:
        with self._writing() as do:
            meeting = _writable(do, token, turn)
            number = meeting["played"]
            do("DELETE FROM moves WHERE id = ? AND ply >= ?", (number, keep))
            _add_moves(do, number, keep, [*moves, *undone])
            do(
                "UPDATE tables SET ply = ?, result = ?, used = max(used, ?) WHERE id = ?",
                (keep + len(moves), result and _json(result), self._clock(), number),
            )
            self._take_out(do, number)
            return _turned(do, meeting)

    def renew(self, token: str, turn: int, record: Mapping[str, Any], seats: Sequence[str]) -> int:
        with self._writing() as do:
            meeting = _writable(do, token, turn)
            id, lead = meeting["id"], _by(do, token)[1]
            if lead != meeting["lead"]:
                raise NotKept("no-seat")
            rows = do("SELECT seat, token FROM chairs WHERE meeting = ?", (id,)).fetchall()
            for row in rows:
                lost = row["seat"] >= len(seats) or seats[row["seat"]] != PERSON
                if row["token"] is not None and lost:
                    raise NotKept("taken")
            head = {field: record[field] for field in record if field not in ("moves", "result")}
            now = self._clock()
            number = do(
                "INSERT INTO tables"
                " (token, name, game, head, seats, ply, result, used, holder, page, seen)"
                " SELECT ?, name, ?, ?, ?, ?, ?, ?, '', '', 0 FROM tables WHERE id = ?",
                (
                    token_urlsafe(24), record["game"], _json(head), _json(list(seats)),
                    len(record["moves"]), _json(record["result"]) if "result" in record else None,
                    now, meeting["played"],
                ),
            ).lastrowid  # fmt: skip
            assert number is not None
            _add_moves(do, number, 0, record["moves"])
            self._take_out(do, number)
            do("UPDATE meetings SET played = ? WHERE id = ?", (number, id))
            do("DELETE FROM chairs WHERE meeting = ? AND seat >= ?", (id, len(seats)))
            for seat in range(len(rows), len(seats)):
                _add_chair(do, id, seat, None, 0)
            return _turned(do, meeting)

    def ask(self, token: str, version: int, asked: Mapping[str, Any] | None) -> None:
        with self._writing() as do:
            meeting, mine = _by(do, token)
            if mine is None:
                raise NotKept("no-seat")
            if meeting["version"] != version:
                raise NotKept("late")
            text = None if asked is None else _json(asked)
            do("UPDATE meetings SET asked = ? WHERE id = ?", (text, meeting["id"]))
            _changed(do, meeting["id"])

    def lease(self, token: str, holder: str, *, give_up: bool = False) -> bool:
        now = self._clock()
        with self._writing() as do:
            meeting, mine = _by(do, token)
            if mine is None:
                raise NotKept("no-seat")
            # a lease of a clock that was moved back is no lease
            held = meeting["mover"] not in ("", holder) and 0 < meeting["until"] - now <= LEASE
            if held:
                return False
            mover, until = ("", 0.0) if give_up else (holder, now + LEASE)
            do(
                "UPDATE meetings SET mover = ?, until = ? WHERE id = ?",
                (mover, until, meeting["id"]),
            )
            return not give_up


# --- rows ---------------------------------------------------------------------------------------


def _by(do: Do, token: str) -> tuple[sqlite3.Row, int | None]:
    """The meeting that this token opens, and the seat; raises `no-seat`."""
    row = do(
        "SELECT m.*, c.seat AS mine FROM chairs c JOIN meetings m ON m.id = c.meeting"
        " WHERE c.token = ?"
        " UNION ALL SELECT *, NULL FROM meetings WHERE watch = ?",
        (token, token),
    ).fetchone()
    if row is None:
        raise NotKept("no-seat")
    return row, row["mine"]


def _door(do: Do, token: str) -> Door | None:
    row = do(
        "SELECT meeting, seat, 'seat' AS kind FROM chairs WHERE token = ?"
        " UNION ALL SELECT meeting, seat, 'invitation' FROM chairs WHERE invitation = ?"
        " UNION ALL SELECT id, NULL, 'watch' FROM meetings WHERE watch = ?",
        (token, token, token),
    ).fetchone()
    if row is None:
        return None
    number = _played(do, row["meeting"])
    game = do("SELECT game FROM tables WHERE id = ?", (number,)).fetchone()["game"]
    return Door(number, game, row["kind"], row["seat"])


def _played(do: Do, meeting: int) -> int:
    number: int = do("SELECT played FROM meetings WHERE id = ?", (meeting,)).fetchone()["played"]
    return number


def _chair(do: Do, meeting: int, seat: int) -> sqlite3.Row:
    row = do("SELECT * FROM chairs WHERE meeting = ? AND seat = ?", (meeting, seat)).fetchone()
    if row is None:
        raise NotKept("no-seat")
    found: sqlite3.Row = row
    return found


def _writable(do: Do, token: str, turn: int) -> sqlite3.Row:
    meeting, mine = _by(do, token)
    if mine is None:
        raise NotKept("no-seat")
    if meeting["turn"] != turn:
        raise NotKept("late")
    return meeting


def _turned(do: Do, meeting: sqlite3.Row) -> int:
    do("UPDATE meetings SET turn = turn + 1, asked = NULL WHERE id = ?", (meeting["id"],))
    _changed(do, meeting["id"])
    turn: int = meeting["turn"]
    return turn + 1


def _changed(do: Do, meeting: int) -> None:
    do("UPDATE meetings SET version = version + 1 WHERE id = ?", (meeting,))


def _close_to_others(do: Do, number: int) -> None:
    """From now on the table is opened by the tokens of its meeting only."""
    do(
        "UPDATE tables SET token = ?, holder = '', page = '', seen = 0 WHERE id = ?",
        (token_urlsafe(24), number),
    )


def _add_chair(do: Do, meeting: int | None, seat: int, token: str | None, seen: float) -> None:
    invitation = None if token else token_urlsafe(24)
    do("INSERT INTO chairs VALUES (?, ?, ?, ?, ?, '')", (meeting, seat, token, invitation, seen))


def _set_who(do: Do, meeting: int, seat: int, who: str) -> None:
    number = _played(do, meeting)
    seats = json.loads(do("SELECT seats FROM tables WHERE id = ?", (number,)).fetchone()[0])
    seats[seat] = who
    do("UPDATE tables SET seats = ? WHERE id = ?", (_json(seats), number))


def _come(do: Do, meeting: int, page: str, seat: int, now: float) -> None:
    do("DELETE FROM attendance WHERE meeting = ? AND seen < ?", (meeting, now - 20 * AWAY))
    count = do("SELECT count(*) FROM attendance WHERE meeting = ?", (meeting,)).fetchone()[0]
    if count >= MOST_PAGES:
        raise NotKept("often")
    do("INSERT OR REPLACE INTO attendance VALUES (?, ?, ?, ?)", (meeting, page, seat, now))


def _add_moves(do: Do, number: int, start: int, moves: Sequence[str]) -> None:
    for ply, move in enumerate(moves, start=start):
        do("INSERT INTO moves VALUES (?, ?, ?)", (number, ply, move))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
