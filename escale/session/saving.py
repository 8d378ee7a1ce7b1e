"""Games that last: what a session does so that a game outlives its host and its page.

A session that `escale.play` begins has a *keeper*: it saves every move before a page hears of it,
and everything taken back. Where to is not its business: it gets a store (`engine/store.py`) and
touches no file itself. Trouble never stops a game: if a move cannot be saved, the page is told so
once, the game goes on, and saving is tried again at every move and every sign of the page.

The page keeps the game's *token*, which nobody can guess, and says hello with it when it is loaded
again (`greeting`). The token goes by message only: it is in no widget's state, so in no saved
notebook.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from copy import copy
from hashlib import blake2b
from secrets import token_hex, token_urlsafe
from typing import Any

from escale.engine.errors import BadOption, EscaleError, NotKept, quoted
from escale.engine.game import SPECTATOR
from escale.engine.match import Match
from escale.engine.store import Store

from .seats import persons

TRIES = 3  # to store a table anew that was lost at once


def check_name(name: str | None) -> str | None:
    """A table's name as `play(..., table=...)` was given it."""
    if name is None:
        return None
    if not isinstance(name, str) or not 0 < len(name.strip()) <= 60 or not name.isprintable():
        raise BadOption("table", f"a table's name is 1 to 60 characters, not {quoted(name)}")
    return name


def named_after(match: Match) -> str:
    """A table's name that stands for where its game starts, as far as anybody may know it."""
    known = repr(match.game.mask(match.state_at(0), SPECTATOR))
    return f"position-{blake2b(known.encode(), digest_size=6).hexdigest()}"


class Pace:
    """So many new tables at once, then one in so many seconds: a page cannot fill the store."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._left, self._at = float(most), clock()

    def take(self) -> None:
        """One more; raises `NotKept` where that is too many."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) / self._seconds)
        self._at = now
        if self._left < 1:
            raise NotKept("often")
        self._left -= 1


class Keeper:
    """Keeps one table: knows its token, what of it is saved, and what went wrong."""

    shared = False  # a `sharing.Member` keeps one that several pages share

    def __init__(
        self,
        store: Store,
        name: str | None = None,
        pace: Pace | None = None,
        *,
        here: bool = False,
    ) -> None:
        self.store = store
        self.here = here  # the store is the browser's own: nobody else can open what is in it
        self.pace = pace  # of new tables
        self.given = name  # by whoever laid the table; else the page gives one
        self.name = name or ""
        self.page = ""  # the tab in which it is open
        self.greeted = False
        self.token = token_urlsafe(24)
        self.holder = token_hex(8)
        self.trouble: str | None = None
        self._saved: list[Any] | None = None  # the moves in the store; None before there are any

    def renewed(self) -> Keeper:
        """The keeper of another game at this table; this one stays, in case that cannot begin."""
        other = copy(self)
        other.token, other.holder = token_urlsafe(24), token_hex(8)
        other.trouble = other._saved = None
        return other

    def caught_up(self, match: Match) -> None:
        """The store has these moves already: they were saved elsewhere."""
        self._saved = [ply.move for ply in match.plies]

    def greet(self, page: str, name: str) -> None:
        """A page has opened the table."""
        self.page, self.greeted = page, True
        self.name = self.given or name

    def save(self, match: Match, seats: Sequence[str]) -> str | None:
        """Bring the store up to date; returns what is to be said about it, by name.

        Raises `NotKept` where the table is no longer this one's to play at. What happened before
        any person moved is kept only for a page: a server lays tables that nobody may ever see.
        """
        if not self.greeted and not any(ply.seat in match.persons for ply in match.plies):
            return None
        try:
            self._write(match, seats)
        except NotKept as error:
            if error.reason == "elsewhere":
                raise
            known, self.trouble = self.trouble, error.reason
            return None if known else f"not-kept-{error.reason}"
        recovered, self.trouble = self.trouble, None
        return "kept-again" if recovered else None

    def _write(self, match: Match, seats: Sequence[str]) -> None:
        """Add what is not in the store yet; if it has lost the table, store all of it anew.

        It may be lost again at once, where somebody is just replacing the file.
        """
        moves = [ply.move for ply in match.plies]
        if self._saved is None and not moves:
            return
        for _ in range(TRIES):
            try:
                self._bring(match, moves, seats)
            except NotKept as error:
                if error.reason != "gone":
                    raise
                self._saved = None
            else:
                self._saved = moves
                return
        raise NotKept("disk")

    def _bring(self, match: Match, moves: Sequence[Any], seats: Sequence[str]) -> None:
        if self._saved is None:
            if self.pace is not None:
                self.pace.take()
            who = (self.token, self.holder, self.page, self.name)
            self.store.begin(*who, match.record(), seats, undone_moves(match))
            return
        keep = common(self._saved, moves)
        if keep < len(moves) or keep < len(self._saved):
            added = [match.game.format(move) for move in moves[keep:]]
            outcome = match.outcome
            result = outcome and {name: list(part) for name, part in outcome._asdict().items()}
            self.store.write(self.token, self.holder, keep, added, result, undone_moves(match))

    def claim(self, token: str, force: bool) -> tuple[Keeper, Match, list[str]]:
        """Go on with a stored table: its keeper, the match, replayed and checked, and its seats.

        Raises `NotKept`, or `BadRecord` where what is stored is no game; then this table stays, and
        the other one stays its holder's.
        """
        kept, holder = self.store.look(token, self.page), token_hex(8)
        seats, record = kept.seats, self.store.record(kept.number)
        match = replayed(record, seats)
        found = self.store.claim(token, holder, self.page, force=force)
        if found["record"] != record:  # its holder has played on meanwhile
            match = replayed(found["record"], seats)
        match = with_undone(match, found["undone"])
        other = copy(self)
        other.token, other.holder, other.trouble = token, holder, None
        other.name = found["name"]
        other._saved = [ply.move for ply in match.plies]
        return other, match, seats

    def store_now(self, match: Match, seats: Sequence[str]) -> None:
        """Store the table, even one at which nobody has moved yet; raises `NotKept`."""
        self.greeted = True
        if self._saved is None:
            self._bring(match, [], seats)
            self._saved = [ply.move for ply in match.plies]
        else:
            self._write(match, seats)
        self.trouble = None

    def holds(self) -> bool:
        """May this page move computers and dice? It is alone at its table."""
        return True

    @property
    def is_stored(self) -> bool:
        return self._saved is not None and not self.trouble

    def sign(self, leaving: bool = False) -> bool:
        """The page is still there, or leaves. Is the table still this one's?"""
        if not self.is_stored:
            return True
        try:
            return self.store.sign(self.token, self.holder, self.page, leaving=leaving)
        except NotKept as error:
            if error.reason not in ("locked", "full"):  # what was saved may be gone
                self._saved = None
            return True


def undone_moves(match: Match) -> list[str]:
    """What was taken back, as it is stored: the next to be brought back comes first."""
    return [match.game.format(ply.move) for step in reversed(match.undone) for ply in step]


def replayed(record: dict[str, Any], seats: Sequence[str]) -> Match:
    return Match.from_record(record, policy="fair", persons=persons(seats))


def with_undone(match: Match, moves: Sequence[str]) -> Match:
    """The match with what had been taken back, to be brought back; without it if it does not fit.

    Where one step ends and the next begins is not stored: taking them back tells it again.
    """
    ahead = match.fork()
    try:
        for move in moves:
            ahead.play(move)
        while ahead.ply > match.ply:
            ahead.undo()
    except EscaleError:
        return match
    return ahead if ahead.ply == match.ply else match


def common(old: Sequence[Any], new: Sequence[Any]) -> int:
    """How many moves two games have in common at their start."""
    if new[: len(old)] == old:
        return len(old)
    return next(i for i, move in enumerate(old) if i >= len(new) or new[i] != move)
