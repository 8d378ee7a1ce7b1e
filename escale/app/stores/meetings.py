"""Meetings in SQL: the tables that several pages share. What each method is for says the protocol,
`escale/engine/meetings.py`; the statements are in `meeting_rows.py`.

A store lends its access, its clock, its rows (`Lent`). What differs between databases is how a page
hears of changes: `Lent.heard` is something that is another whenever a meeting may have changed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from secrets import token_urlsafe
from typing import Any, NamedTuple

from escale.engine.errors import NotKept
from escale.engine.meetings import AWAY, LEAD_AWAY, LEASE, PERSON, Chair, Door, News

from . import meeting_rows as rows
from .meeting_rows import WATCHES
from .rows import Do, Row, add_moves, as_json, head_of

Access = Callable[[], AbstractContextManager[Do]]


class Lent(NamedTuple):
    """What a store lends to its meetings."""

    reading: Access
    writing: Access
    record: Callable[[Do, int], tuple[dict[str, Any], list[str]]]
    take_out: Callable[[Do, int], bool]
    reserve: Callable[[Do, str], None]  # nobody else begins something of this name
    tell: Callable[[Do, int], None]  # everybody at this meeting that it has changed
    heard: Callable[[int | None], object]  # of this meeting so far; it must cost next to nothing
    trust: float  # seconds after which one looks although nothing was heard
    clock: Callable[[], float]
    greatest: str
    lock: str


class SqlMeetings:
    """The meetings of a store."""

    def __init__(self, lent: Lent) -> None:
        self._lent = lent
        self._clock = lent.clock
        self._meeting: dict[str, int] = {}  # by token
        self._looked: dict[str, tuple[object, int, float]] = {}  # by token: what, version, when

    # --- coming ---------------------------------------------------------------------------------

    def share(self, token: str, holder: str, seat: int, *, name: str | None = None) -> None:
        with self._lent.writing() as do:
            asked = f"SELECT id, holder FROM tables WHERE token = ?{self._lent.lock}"
            row = do(asked, (token,)).fetchone()
            if row is None:
                raise NotKept("gone")
            if row["holder"] != holder:
                raise NotKept("elsewhere")
            if name is not None:
                self._lent.reserve(do, name)
                if do("SELECT 1 FROM meetings WHERE name = ?", (name,)).fetchone():
                    raise NotKept("taken")
            number = row["id"]
            rows.close_to_others(do, number)
            meeting = rows.add_meeting(do, name, number, seat)
            for each in range(len(rows.seats(do, number))):
                own = each == seat
                seen = self._clock() if own else 0.0
                rows.add_chair(do, meeting, each, token if own else None, seen)

    def find(self, name: str) -> int | None:
        with self._lent.reading() as do:
            row = do("SELECT played FROM meetings WHERE name = ?", (name,)).fetchone()
            return None if row is None else row["played"]

    def door(self, token: str) -> Door | None:
        with self._lent.reading() as do:
            return rows.door(do, token)

    def sit(self, invitation: str, player: str, page: str, device: str = "") -> str:
        with self._lent.writing() as do:
            meeting, seat = rows.by_invitation(do, invitation, self._lent.lock)
            rows.set_name(do, meeting, seat, player)
            return self._seated(do, meeting, seat, page, device)

    def take(self, name: str, seat: int, page: str) -> str:
        with self._lent.writing() as do:
            asked = f"SELECT id FROM meetings WHERE name = ?{self._lent.lock}"
            meeting = do(asked, (name,)).fetchone()
            if meeting is None:
                raise NotKept("gone")
            if rows.chair(do, meeting["id"], seat)["token"] is not None:
                raise NotKept("taken")
            return self._seated(do, meeting["id"], seat, page, "")

    def _seated(self, do: Do, meeting: int, seat: int, page: str, device: str) -> str:
        token, now = token_urlsafe(24), self._clock()
        do(
            "UPDATE chairs SET token = ?, invitation = NULL, seen = ?, device = ?"
            " WHERE meeting = ? AND seat = ?",
            (token, now, device, meeting, seat),
        )
        rows.set_who(do, meeting, seat, PERSON)
        rows.come(do, meeting, page, seat, now)
        self._changed(do, meeting)
        return token

    def free(self, token: str, seat: int, who: str = PERSON) -> None:
        with self._lent.writing() as do:
            meeting, mine = rows.by_token(do, token, self._lent.lock)
            chair = rows.chair(do, meeting["id"], seat)
            if mine != meeting["lead"] and mine != seat:
                raise NotKept("no-seat")
            do(
                "UPDATE chairs SET token = NULL, invitation = ?, device = ''"
                " WHERE meeting = ? AND seat = ?",
                (chair["invitation"] or token_urlsafe(24), meeting["id"], seat),
            )
            do("DELETE FROM attendance WHERE meeting = ? AND seat = ?", (meeting["id"], seat))
            rows.set_who(do, meeting["id"], seat, who)
            if seat == meeting["lead"]:
                self._pass_on(do, meeting["id"], seat, only_here=False)
            self._changed(do, meeting["id"])

    # --- being there ----------------------------------------------------------------------------

    def attend(self, token: str, page: str, *, leaving: bool = False, device: str = "") -> bool:
        now = self._clock()
        with self._lent.writing() as do:
            meeting, mine = rows.by_token(do, token, self._lent.lock)
            id = meeting["id"]
            asked = "SELECT seen FROM attendance WHERE meeting = ? AND page = ?"
            row = do(asked, (id, page)).fetchone()
            was = row is not None and self._lately(row["seen"])
            if leaving:
                do("DELETE FROM attendance WHERE meeting = ? AND page = ?", (id, page))
            else:
                rows.come(do, id, page, WATCHES if mine is None else mine, now)
            if mine is not None:
                do(
                    "UPDATE chairs SET seen = ?, device = CASE ? WHEN '' THEN device ELSE ? END"
                    " WHERE meeting = ? AND seat = ?",
                    (now, device, device, id, mine),
                )
            if self._passed_on(do, meeting, was) or was is leaving:
                self._changed(do, id)
            others = do(
                "SELECT count(*) FROM attendance"
                " WHERE meeting = ? AND page != ? AND seen > ? AND seen <= ?",
                (id, page, now - AWAY, now),
            ).fetchone()
            return bool(others[0])

    def _lately(self, seen: float) -> bool:
        """Where the clock was moved back, a sign from the future says nothing."""
        return 0 <= self._clock() - seen < AWAY

    def _passed_on(self, do: Do, meeting: Row, stays: bool) -> bool:
        """Has who leads been away for long, and does somebody else lead now?

        Only a page that was there a moment ago (`stays`) can say so: after a lid was closed or a
        clock was put forward everybody seems to have been away, and who leads comes back too.
        """
        chair = rows.chair(do, meeting["id"], meeting["lead"])
        if chair["token"] is not None:
            away = self._clock() - chair["seen"]
            if not stays or 0 <= away < LEAD_AWAY:
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
        found = do("SELECT seat, seen FROM attendance WHERE meeting = ?", (meeting,)).fetchall()
        return [row["seat"] for row in found if self._lately(row["seen"])]

    # --- reading --------------------------------------------------------------------------------

    def news(self, token: str) -> News:
        heard = self._lent.heard(self._meeting.get(token))
        with self._lent.reading() as do:
            meeting, mine = rows.by_token(do, token)
            news = self._news(do, meeting, mine)
        self._meeting[token] = meeting["id"]
        self._looked[token] = (heard, news.version, time.monotonic())
        return news

    def _news(self, do: Do, meeting: Row, mine: int | None) -> News:
        id, number = meeting["id"], meeting["played"]
        record, undone = self._lent.record(do, number)
        who = rows.seats(do, number)
        here = self._here(do, id)
        leads = mine == meeting["lead"]
        found = do("SELECT * FROM chairs WHERE meeting = ? ORDER BY seat", (id,)).fetchall()
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
            for row in found
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
        heard, now = self._lent.heard(self._meeting.get(token)), time.monotonic()
        looked = self._looked.get(token)
        if looked is not None and looked[:2] == (heard, version):
            if now - looked[2] < self._lent.trust:
                return False
        with self._lent.reading() as do:
            try:
                meeting = rows.by_token(do, token)[0]
            except NotKept:
                self._looked.pop(token, None)
                return True
        self._meeting[token] = meeting["id"]
        found: int = meeting["version"]
        self._looked[token] = (heard, found, now)
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
        with self._lent.writing() as do:
            meeting, _ = rows.to_write(do, token, turn, self._lent.lock)
            number = meeting["played"]
            do("DELETE FROM moves WHERE id = ? AND ply >= ?", (number, keep))
            add_moves(do, number, keep, [*moves, *undone])
            do(
                f"UPDATE tables SET ply = ?, result = ?, used = {self._lent.greatest}(used, ?)"
                " WHERE id = ?",
                (keep + len(moves), result and as_json(result), self._clock(), number),
            )
            self._lent.take_out(do, number)
            return self._turned(do, meeting)

    def renew(self, token: str, turn: int, record: Mapping[str, Any], seats: Sequence[str]) -> int:
        with self._lent.writing() as do:
            meeting, mine = rows.to_write(do, token, turn, self._lent.lock)
            id = meeting["id"]
            if mine != meeting["lead"]:
                raise NotKept("no-seat")
            chairs = do("SELECT seat, token FROM chairs WHERE meeting = ?", (id,)).fetchall()
            for row in chairs:
                lost = row["seat"] >= len(seats) or seats[row["seat"]] != PERSON
                if row["token"] is not None and lost:
                    raise NotKept("taken")
            result = as_json(record["result"]) if "result" in record else None
            what = (record["game"], as_json(head_of(record)), seats, record["moves"], result)
            number = rows.another_game(do, meeting["played"], *what, self._clock())
            self._lent.take_out(do, number)
            do("UPDATE meetings SET played = ? WHERE id = ?", (number, id))
            do("DELETE FROM chairs WHERE meeting = ? AND seat >= ?", (id, len(seats)))
            for seat in range(len(chairs), len(seats)):
                rows.add_chair(do, id, seat, None, 0.0)
            return self._turned(do, meeting)

    def ask(self, token: str, version: int, asked: Mapping[str, Any] | None) -> None:
        with self._lent.writing() as do:
            meeting, mine = rows.by_token(do, token, self._lent.lock)
            if mine is None:
                raise NotKept("no-seat")
            if meeting["version"] != version:
                raise NotKept("late")
            text = None if asked is None else as_json(asked)
            do("UPDATE meetings SET asked = ? WHERE id = ?", (text, meeting["id"]))
            self._changed(do, meeting["id"])

    def lease(self, token: str, holder: str, *, give_up: bool = False) -> bool:
        now = self._clock()
        with self._lent.writing() as do:
            meeting, mine = rows.by_token(do, token, self._lent.lock)
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

    def _turned(self, do: Do, meeting: Row) -> int:
        do("UPDATE meetings SET turn = turn + 1, asked = NULL WHERE id = ?", (meeting["id"],))
        self._changed(do, meeting["id"])
        turn: int = meeting["turn"]
        return turn + 1

    def _changed(self, do: Do, meeting: int) -> None:
        do("UPDATE meetings SET version = version + 1 WHERE id = ?", (meeting,))
        self._lent.tell(do, meeting)
