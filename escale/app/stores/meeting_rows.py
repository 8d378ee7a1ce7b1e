"""The rows of meetings: a meeting, its chairs, the pages that attend it; what `meetings.py` asks.

The game is a row of `tables` like any other, with a token that nobody knows. Whoever changes
anything of a meeting locks its row first (`lock`, where the database needs that), and looks only
then.
"""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_urlsafe

from escale.engine.errors import NotKept
from escale.engine.meetings import AWAY, MOST_PAGES, Door

from .rows import Do, Row, add_moves, as_json, parsed

WATCHES = -1  # in the place of a seat


def by_token(do: Do, token: str, lock: str = "") -> tuple[Row, int | None]:
    """The meeting that this token opens, and the seat; raises `no-seat`."""
    row = do(
        "SELECT m.*, c.seat AS mine FROM meetings m JOIN chairs c ON m.id = c.meeting"
        f" WHERE c.token = ?{lock and lock + ' OF m'}",
        (token,),
    ).fetchone()
    if row is None:
        asked = f"SELECT m.*, NULL AS mine FROM meetings m WHERE watch = ?{lock}"
        row = do(asked, (token,)).fetchone()
    elif lock:  # it may have been waited for: is the seat still theirs?
        row = row if do("SELECT 1 FROM chairs WHERE token = ?", (token,)).fetchone() else None
    if row is None:
        raise NotKept("no-seat")
    return row, row["mine"]


def by_invitation(do: Do, invitation: str, lock: str) -> tuple[int, int]:
    """The meeting to which this invites, and the seat; raises `no-seat`."""
    asked = "SELECT meeting, seat FROM chairs WHERE invitation = ?"
    row = do(asked, (invitation,)).fetchone()
    if row is not None and lock:
        do(f"SELECT 1 FROM meetings WHERE id = ?{lock}", (row["meeting"],))
        row = do(asked, (invitation,)).fetchone()
    if row is None:
        raise NotKept("no-seat")
    return row["meeting"], row["seat"]


def to_write(do: Do, token: str, turn: int, lock: str) -> tuple[Row, int]:
    """The same for somebody with a seat who has seen this turn; else `late`."""
    meeting, mine = by_token(do, token, lock)
    if mine is None:
        raise NotKept("no-seat")
    if meeting["turn"] != turn:
        raise NotKept("late")
    return meeting, mine


def door(do: Do, token: str) -> Door | None:
    row = do(
        "SELECT meeting, seat, 'seat' AS kind FROM chairs WHERE token = ?"
        " UNION ALL SELECT meeting, seat, 'invitation' FROM chairs WHERE invitation = ?"
        " UNION ALL SELECT id, NULL, 'watch' FROM meetings WHERE watch = ?",
        (token, token, token),
    ).fetchone()
    if row is None:
        return None
    number = played(do, row["meeting"])
    game = do("SELECT game FROM tables WHERE id = ?", (number,)).fetchone()["game"]
    return Door(number, game, row["kind"], row["seat"])


def played(do: Do, meeting: int) -> int:
    number: int = do("SELECT played FROM meetings WHERE id = ?", (meeting,)).fetchone()["played"]
    return number


def chair(do: Do, meeting: int, seat: int) -> Row:
    row = do("SELECT * FROM chairs WHERE meeting = ? AND seat = ?", (meeting, seat)).fetchone()
    if row is None:
        raise NotKept("no-seat")
    found: Row = row
    return found


def seats(do: Do, number: int) -> list[str]:
    """Who sits where at a table."""
    row = do("SELECT seats FROM tables WHERE id = ?", (number,)).fetchone()
    found: list[str] = parsed(row["seats"], list)
    return found


def set_who(do: Do, meeting: int, seat: int, who: str) -> None:
    number = played(do, meeting)
    now = seats(do, number)
    now[seat] = who
    do("UPDATE tables SET seats = ? WHERE id = ?", (as_json(now), number))


def set_name(do: Do, meeting: int, seat: int, player: str) -> None:
    """Under which name somebody plays; raises `same-name`."""
    number = played(do, meeting)
    head = parsed(do("SELECT head FROM tables WHERE id = ?", (number,)).fetchone()["head"], dict)
    names = head["players"]
    if any(one == player for each, one in enumerate(names) if each != seat):
        raise NotKept("same-name")
    names[seat] = player
    do("UPDATE tables SET head = ? WHERE id = ?", (as_json(head), number))


def close_to_others(do: Do, number: int) -> None:
    """From now on the table is opened by the tokens of its meeting only."""
    do(
        "UPDATE tables SET token = ?, holder = '', page = '', seen = 0 WHERE id = ?",
        (token_urlsafe(24), number),
    )


def add_meeting(do: Do, name: str | None, number: int, lead: int) -> int:
    watch = token_urlsafe(24)
    do(
        "INSERT INTO meetings (name, played, watch, version, turn, lead, asked, mover, until)"
        " VALUES (?, ?, ?, 1, 1, ?, NULL, '', 0)",
        (name, number, watch, lead),
    )
    meeting: int = do("SELECT id FROM meetings WHERE watch = ?", (watch,)).fetchone()["id"]
    return meeting


def add_chair(do: Do, meeting: int, seat: int, token: str | None, seen: float) -> None:
    invitation = None if token else token_urlsafe(24)
    do(
        "INSERT INTO chairs (meeting, seat, token, invitation, seen, device)"
        " VALUES (?, ?, ?, ?, ?, '')",
        (meeting, seat, token, invitation, seen),
    )


def come(do: Do, meeting: int, page: str, seat: int, now: float) -> None:
    do("DELETE FROM attendance WHERE meeting = ? AND seen < ?", (meeting, now - 20 * AWAY))
    others = "SELECT count(*) FROM attendance WHERE meeting = ? AND seat = ? AND page != ?"
    if do(others, (meeting, seat, page)).fetchone()[0] >= MOST_PAGES:
        raise NotKept("often")
    do(
        "INSERT INTO attendance (meeting, page, seat, seen) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (meeting, page) DO UPDATE SET seat = excluded.seat, seen = excluded.seen",
        (meeting, page, seat, now),
    )


def another_game(
    do: Do, before: int, game: str, head: str, who: Sequence[str], moves: Sequence[str],
    result: str | None, now: float,
) -> int:  # fmt: skip
    """A table for the next game, under the name of the one before; returns its number."""
    token = token_urlsafe(24)
    do(
        "INSERT INTO tables"
        " (token, name, game, head, seats, ply, result, used, holder, page, seen)"
        " SELECT ?, name, ?, ?, ?, ?, ?, ?, '', '', 0 FROM tables WHERE id = ?",
        (token, game, head, as_json(list(who)), len(moves), result, now, before),
    )
    number: int = do("SELECT id FROM tables WHERE token = ?", (token,)).fetchone()["id"]
    add_moves(do, number, 0, moves)
    return number
