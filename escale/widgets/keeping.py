"""Tables that last: what a table does so that a game outlives its kernel and its page.

A table that `escale.play` lays has a *keeper*: it saves every move before the page hears of it,
and everything taken back. Where to is not its business: it gets a store (`engine/store.py`) and
touches no file itself. Trouble never stops a game: if a move cannot be saved, the page is told so
once, the game goes on, and saving is tried again at every move and every sign of the page.

The page keeps the table's *token*, which nobody can guess, and says hello with it when it is loaded
again. The token goes by message only: it is in no widget's state, so in no saved notebook.
"""

from __future__ import annotations

import base64
import json
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from secrets import token_hex, token_urlsafe
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from escale.engine import store as stores
from escale.engine.errors import BadOption, BadRecord, EscaleError, NotKept, quoted
from escale.engine.match import Match
from escale.engine.store import Store
from escale.session import luck
from escale.session.about import titles_of
from escale.teach.errors import said_error

from . import app_page

if TYPE_CHECKING:
    from escale.session.messages import Message

    from .table import Table

TRIES = 3  # to store a table anew that was lost at once
BEAT = 0.8  # seconds between two signs of a kernel that thinks
MOST_LINK = 8_000  # characters: what every browser, mail and chat lets through
MOST_UNPACKED = 500_000  # bytes out of a link: twenty times the longest game


def open_store() -> Store | None:
    """Where `play` keeps its tables; without a store nothing is kept."""
    return stores.open_store()


def check_name(name: str | None) -> str | None:
    """A table's name as `play(..., table=...)` was given it."""
    if name is None:
        return None
    if not isinstance(name, str) or not 0 < len(name.strip()) <= 60 or not name.isprintable():
        raise BadOption("table", f"a table's name is 1 to 60 characters, not {quoted(name)}")
    return name


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


#: of the tables of one visitor; whoever has a kernel of their own elsewhere fills their own disk
PACE = Pace(30, 60) if app_page.HERE else None


class Keeper:
    """Keeps one table: knows its token, what of it is saved, and what went wrong."""

    def __init__(self, store: Store, name: str | None = None, pace: Pace | None = None) -> None:
        self.store = store
        self.pace = pace  # of new tables
        self.given = name  # by whoever laid the table; else the page gives one
        self.name = name or ""
        self.page = ""  # the tab in which it is open
        self.greeted = False
        self._keep_apart()

    def _keep_apart(self) -> None:
        self.token = token_urlsafe(24)
        self.holder = token_hex(8)
        self.trouble: str | None = None
        self._saved: list[Any] | None = None  # the moves in the store; None before there are any

    def renewed(self) -> Keeper:
        """The keeper of another game at this table; this one stays, in case that cannot begin."""
        other = copy(self)
        other._keep_apart()
        return other

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
        def undone() -> list[str]:
            steps = reversed(match.undone)
            return [match.game.format(ply.move) for step in steps for ply in step]

        if self._saved is None:
            if self.pace is not None:
                self.pace.take()
            who = (self.token, self.holder, self.page, self.name)
            self.store.begin(*who, match.record(), seats, undone())
            return
        keep = _common(self._saved, moves)
        if keep < len(moves) or keep < len(self._saved):
            added = [match.game.format(move) for move in moves[keep:]]
            outcome = match.outcome
            result = outcome and {name: list(part) for name, part in outcome._asdict().items()}
            self.store.write(self.token, self.holder, keep, added, result, undone())

    def claim(self, token: str, force: bool) -> tuple[Keeper, Match, list[str]]:
        """Go on with a stored table: its keeper, the match, replayed and checked, and its seats.

        Raises `NotKept`, or `BadRecord` where what is stored is no game; then this table stays, and
        the other one stays its holder's.
        """
        kept, holder = self.store.look(token, self.page), token_hex(8)
        seats, record = kept.seats, self.store.record(kept.number)
        match = _replayed(record, seats)
        found = self.store.claim(token, holder, self.page, force=force)
        if found["record"] != record:  # its holder has played on meanwhile
            match = _replayed(found["record"], seats)
        match = _with_undone(match, found["undone"])
        other = copy(self)
        other.token, other.holder, other.trouble = token, holder, None
        other.name = found["name"]
        other._saved = [ply.move for ply in match.plies]
        return other, match, seats

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


def _replayed(record: dict[str, Any], seats: Sequence[str]) -> Match:
    persons = [seat for seat, who in enumerate(seats) if who == "person"]
    return Match.from_record(record, policy="fair", persons=persons)


def _with_undone(match: Match, moves: Sequence[str]) -> Match:
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


def _common(old: Sequence[Any], new: Sequence[Any]) -> int:
    """How many moves two games have in common at their start."""
    if new[: len(old)] == old:
        return len(old)
    return next(i for i, move in enumerate(old) if i >= len(new) or new[i] != move)


@contextmanager
def giving_signs(table: Table) -> Iterator[None]:
    """While a computer thinks, the page hears now and then that the kernel is not dead."""
    thought = Event()

    def beat() -> None:
        while not thought.wait(BEAT):
            table.send({"kind": "beat"})

    with suppress(RuntimeError):  # Python in a browser has no threads, nor a kernel to lose
        Thread(target=beat, daemon=True).start()
    try:
        yield
    finally:
        thought.set()


# --- What a page asks for -------------------------------------------------------------------------


def tell_kept(table: Table, *, aside: bool = False) -> None:
    """Give the page the token under which its table is found again; `aside` of the one it has."""
    if table._keeper is not None:
        table.send({"kind": "kept", "token": table._keeper.token, "aside": aside})


def tell_lost(table: Table, lost: NotKept, answer_to: str | int | None = None) -> None:
    """The table is now played at in another page: nothing was done here."""
    assert table._keeper is not None
    table.send({"kind": "lost", "re": answer_to, "token": table._keeper.token})


def on_hello(table: Table, message: Message) -> None:
    """A page has opened the table; maybe it was in the middle of another one."""
    keeper, fields, aside = table._keeper, message.fields, False
    if keeper is not None:
        token = fields["token"]
        keeper.greet(fields["page"], fields["name"])
        fresh = not any(ply.seat in table.match.persons for ply in table.match.plies)
        if token not in (None, keeper.token) and fresh:
            try:
                if _offered(table, token, fields["wanted"]):
                    return
            except NotKept as error:
                table._say(_sentence(table, error))
                aside = error.reason != "gone"  # it may be there again later
    _stay(table, aside=aside)
    table._advance_soon()  # what was to come may have died with another page's thread


def _stay(table: Table, *, aside: bool = False) -> None:
    """The page goes on with the game that is at this table."""
    table._keep(table.match)
    tell_kept(table, aside=aside)


def _offered(table: Table, token: str, wanted: bool) -> bool:
    """Offer to go on with a stored table, or do so at once if it is wanted; can one?"""
    keeper = table._keeper
    assert keeper is not None
    try:
        found = keeper.store.look(token, keeper.page)
        elsewhere = found.elsewhere
        if wanted and not elsewhere:
            return _go_on(table, token, None, force=False)
    except NotKept as error:
        if error.reason != "elsewhere":
            raise
        elsewhere = True  # another page has opened it just now
    if found.over and not wanted:
        return False
    offer = {"token": token, "game": found.game, "ply": found.ply, "at": found.used}
    offer["title"] = titles_of(found.game)
    table.send({"kind": "offer", **offer, "elsewhere": elsewhere})
    return True


def on_resume(table: Table, message: Message) -> None:
    """Go on with a stored table; by `force`, even if it is open elsewhere."""
    if table._keeper is None:
        return table._say(table._said("not-kept-gone"), message.id)
    token = message.fields["token"]
    try:
        if _go_on(table, token, message, force=message.fields["force"]):
            return None
    except NotKept as error:
        if error.reason == "elsewhere":
            raise
        table._say(_sentence(table, error), message.id)
        if error.reason != "gone":
            return None  # one can try again
    return _stay(table)


def _go_on(table: Table, token: str, message: Message | None, *, force: bool) -> bool:
    """Go on with a stored table, if what is stored is a game."""
    assert table._keeper is not None
    answer_to = message and message.id
    try:
        keeper, match, seats = table._keeper.claim(token, force)
    except (BadRecord, BadOption) as error:
        problem = said_error(error, table.lang)
        table._say(table._said("cannot-resume", problem=problem), answer_to)
        return False
    table._begin(match, seats, answer_to, keeper)
    table._say(table._said("resumed", plies=match.ply), tone="good")
    return True


def _sentence(table: Table, error: NotKept) -> str:
    """Why a saved game cannot be gone on with."""
    return table._said("not-kept-gone" if error.reason == "gone" else f"not-opened-{error.reason}")


def on_sign(table: Table, message: Message) -> None:
    """The page is still there, or leaves."""
    keeper = table._keeper
    if keeper is None:
        return
    if not keeper.sign(message.fields["leaving"]):
        tell_lost(table, NotKept("elsewhere"))
    elif not keeper.is_stored:  # the disk may have room again; or the store has been replaced
        table._keep(table.match)


def on_link(table: Table, message: Message) -> None:
    """A link to this game: the game itself, or where something is hidden, the table's token."""
    match, keeper = table.match, table._keeper
    if not table.game.secrets or match.over:
        text = packed(match)
        if text is not None:
            table.send({"kind": "link", "re": message.id, "game": text})
            return None
    elif keeper is not None and keeper.is_stored:
        table.send({"kind": "link", "re": message.id, "table": keeper.token})
        return None
    return table._say(table._said("no-link"), message.id)


def on_open(table: Table, message: Message) -> None:
    """The page came by a link that holds a game."""
    try:
        match = unpacked(message.fields["game"])
    except (BadRecord, BadOption) as error:
        problem = said_error(error, table.lang)
        return table._say(table._said("cannot-open-link", problem=problem), message.id)
    return table._open(match, message)


ANSWERS = {
    "hello": on_hello,
    "resume": on_resume,
    "sign": on_sign,
    "link": on_link,
    "open": on_open,
}

# --- A game in a link -----------------------------------------------------------------------------


def packed(match: Match) -> str | None:
    """A record as text for a link; None where it is too long for one."""
    text = json.dumps(luck.shared_record(match), ensure_ascii=False, separators=(",", ":"))
    link = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return link if len(link) <= MOST_LINK else None


def unpacked(text: str) -> Match:
    """The match out of a link; raises `BadRecord`."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        opener = zlib.decompressobj()
        record = opener.decompress(data, MOST_UNPACKED)
        if not opener.eof:
            raise BadRecord("link", "it is cut off, or longer than any game needs", kind="link")
    except (ValueError, zlib.error):
        raise BadRecord("link", "it is cut off or changed", kind="link") from None
    return Match.from_record(record, policy="fair")
