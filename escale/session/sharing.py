"""A session at a table that several pages share: it writes into the meeting, and follows it.

Each page has a session of its own, maybe on another machine; they meet in the store
(`engine/meetings.py`). A `Member` takes the place of the session's `Keeper`: a move is written
there first, and made only if this page was the first to write. `Following` looks for what others
have written, `catch_up` shows it. A computer's move is made by whichever page has the lease.

Coming and going is in `joining`, what people are asked in `asking`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from copy import copy
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from escale.engine.errors import NotKept
from escale.engine.meetings import LEASE, News
from escale.engine.store import Store

from .saving import common, replayed, undone_moves, with_undone
from .session import NOBODY, Asked

if TYPE_CHECKING:
    from escale.engine.match import Match

    from .frames import Json
    from .session import Session

PACE = 0.08  # s between two looks at a meeting while others are there
ALONE = 1.0  # s between them while nobody else is, or the store is in trouble
SILENCE = 60.0  # s without a sign of the page after which nobody looks any more
BEAT = 0.7  # s between two signs to a page that waits for somebody else's computer
RENEW = LEASE / 3  # s after which a lease is renewed

log = logging.getLogger("escale")


class Member:
    """One page at a meeting: what it knows of it, by the one token that it has."""

    shared = True
    here = False  # the store is a server's
    trouble: str | None = None  #: why the store could not be reached, the last time

    def __init__(self, store: Store, token: str, page: str, given: str | None = None) -> None:
        assert store.meetings is not None
        self.store, self.meetings, self.token = store, store.meetings, token
        self.page, self.given, self.name = page, given, given or ""
        self.greeted = bool(page)
        self.holder = token_hex(8)  # by which it has the lease
        self.signed = time.monotonic()  # when its page gave a sign
        self.accompanied = False  # is any other page there?
        self.told: Json | None = None  # what its page knows of the company
        self.following: Following | None = None
        self._leased = float("-inf")
        self._saved: list[Any] = []
        self._renewing = False
        self.news: News = self.read()

    def read(self) -> News:
        """The meeting as it stands."""
        self.news = self.meetings.news(self.token)
        return self.news

    def match(self) -> Match:
        """The game as the store has it; replayed and checked."""
        match = replayed(self.news.record, self.news.seats)
        return with_undone(match, self.news.undone)

    @property
    def leads(self) -> bool:
        return self.news.mine == self.news.lead

    # --- what a session asks of its keeper ------------------------------------------------------

    @property
    def is_stored(self) -> bool:
        return True

    def greet(self, page: str, name: str) -> None:
        """A page has opened the table."""
        self.page, self.greeted, self.name = page, True, self.given or name
        self.attend()

    def save(self, match: Match, seats: Sequence[str]) -> None:
        """Write what is new. Nothing is made that this page was not the first to write."""
        if self._renewing:
            self.meetings.renew(self.token, self.news.turn, match.record(), seats)
            self._renewing = False
            self.caught_up(match)
            self.read()
            return
        moves = [ply.move for ply in match.plies]
        keep = common(self._saved, moves)
        if keep == len(moves) == len(self._saved):
            return
        added = [match.game.format(move) for move in moves[keep:]]
        outcome = match.outcome
        result = outcome and {name: list(part) for name, part in outcome._asdict().items()}
        turn = self.meetings.write(
            self.token, self.news.turn, keep, added, result, undone_moves(match)
        )
        self.news = self.news._replace(turn=turn)  # the version is read with the next news
        self._saved = moves

    def caught_up(self, match: Match) -> None:
        """The store has these moves already: they were saved elsewhere."""
        self._saved = [ply.move for ply in match.plies]

    def renewed(self) -> Member:
        """For another game at this meeting; this one stays, in case that cannot begin."""
        other = copy(self)
        other._renewing = True
        return other

    def holds(self) -> bool:
        """May this page move computers and dice now?"""
        if self.news.mine is None:
            return False
        now = time.monotonic()
        if now - self._leased < RENEW:
            return True
        held = self.meetings.lease(self.token, self.holder)
        self._leased = now if held else float("-inf")
        return held

    def sign(self, leaving: bool = False) -> bool:
        """The page is still there, or leaves. Its seat stays its own."""
        self.attend(leaving=leaving)
        return True

    def attend(self, *, leaving: bool = False, device: str = "") -> None:
        self.signed = float("-inf") if leaving else time.monotonic()
        others = self.meetings.attend(self.token, self.page, leaving=leaving, device=device)
        self.accompanied = others
        if leaving and self.news.mine is not None:
            self.meetings.lease(self.token, self.holder, give_up=True)
            self._leased = float("-inf")

    @property
    def is_attended(self) -> bool:
        return time.monotonic() - self.signed < SILENCE


class Following:
    """Looks for what others have done, again and again, as long as its page is there."""

    def __init__(self, session: Session, member: Member) -> None:
        self.session, self.member = session, member
        self._runs = False
        self._beaten = time.monotonic()

    def go_on(self) -> None:
        """From now on; where nothing can be waited for, whoever waits calls `look`."""
        if not self._runs and self.is_wanted:
            self._runs = self.session.later(PACE, self._tick)

    @property
    def is_wanted(self) -> bool:
        session, member = self.session, self.member
        here = session.keeper is not None and session.keeper.token == member.token
        return here and not session.closed and self._now.is_attended

    @property
    def _now(self) -> Member:
        """Its member; another one after a new game."""
        keeper = self.session.keeper
        return keeper if isinstance(keeper, Member) else self.member

    def _tick(self) -> None:
        self._runs = False
        if not self.is_wanted:
            return
        self.look()
        member = self._now
        calm = member.trouble or not (member.accompanied or self.session.moves_itself())
        if self.is_wanted:
            self._runs = self.session.later(ALONE if calm else PACE, self._tick)

    def look(self) -> None:
        """Is there anything new? Then it is shown."""
        session, member = self.session, self._now
        try:
            if member.meetings.changed(member.token, member.news.version):
                catch_up(session, member)
            if member.trouble:
                member.trouble = None
                session.say_to_all("meeting-back", tone="good")
                session.advance_soon()
        except NotKept as error:
            refused(session, error)
        except Exception:
            log.exception("what others have done at a table could not be shown")
        now = time.monotonic()
        if now - self._beaten > BEAT and session.moves_itself():
            self._beaten = now
            for viewer in session.viewers:
                viewer.send({"kind": "beat"})


def follow(session: Session, member: Member) -> None:
    """Follow the meeting from now on."""
    if member.following is None or member.following.session is not session:
        member.following = Following(session, member)
    member.following.go_on()


def catch_up(session: Session, member: Member) -> None:
    """Show what others have done since: moves, steps back, a new game, who sits where."""
    before, news = member.news, member.read()
    member.accompanied = member.accompanied or _is_accompanied(news)
    same = (before.number, before.seats, before.record["players"]) == (
        news.number, news.seats, news.record["players"],
    )  # fmt: skip
    match, moves = session.match, news.record["moves"]
    mine = [match.game.format(ply.move) for ply in match.plies]
    if news.number != before.number:
        match = member.match()
        member.caught_up(match)
        session.begin_elsewhere(match, news.seats)
    elif same and moves[: len(mine)] == mine:
        if len(moves) > len(mine):
            session.follow(moves[len(mine) :])
            session.advance_soon()
    else:
        session.take_in(member.match(), news.seats)
        session.advance_soon()
    member.caught_up(session.match)
    tell_company(session)


def _is_accompanied(news: News) -> bool:
    others = [chair for chair in news.chairs if chair.here and chair.seat != news.mine]
    return bool(others) or news.watching > (news.mine is None)


def refused(session: Session, error: NotKept, asked: Asked = NOBODY) -> None:
    """What was wanted could not be written, or nothing be read: nothing has been done."""
    member, reason = session.keeper, error.reason
    assert isinstance(member, Member)
    viewer, id = asked
    try:
        if reason == "late":
            catch_up(session, member)
        if reason in ("no-seat", "gone"):
            member.read()  # is it the token, or what it was used for?
    except NotKept as worse:
        if worse.reason in ("no-seat", "gone"):
            return lose_seat(session, asked)
        reason = worse.reason
    if reason in ("late", "taken", "same-name"):
        if viewer is not None:
            viewer.say(f"meeting-{reason}", id)
    elif reason in ("no-seat", "gone"):
        if viewer is not None:
            viewer.say("meeting-host", id)
    else:
        if not member.trouble or viewer is not None:
            session.say_to_all("meeting-trouble", asked)
        member.trouble = reason
    return None


def lose_seat(session: Session, asked: Asked = NOBODY) -> None:
    """The seat is another's now: this page sees what anybody may see, and follows no more."""
    session.wait_for_nobody()
    session.keeper, session.live, session.coach = None, False, None
    for viewer in session.viewers:
        viewer.become_watcher(asked.of(viewer))
        viewer.send({"kind": "company", "company": None})
        viewer.say("seat-lost")


# --- who is there ---------------------------------------------------------------------------------


def tell_company(session: Session, *, again: bool = False) -> None:
    """Tell the page who is there, if that has changed; or `again`, since it has just come."""
    member = session.keeper
    if not isinstance(member, Member):
        return
    told = company(member)
    if told != member.told or again:
        if member.told and told["lead"] == told["mine"] != member.told["lead"]:
            session.say_to_all("meeting-lead", tone="good")
        member.told = told
        for viewer in session.viewers:
            viewer.send({"kind": "company", "company": told})


def company(member: Member) -> Json:
    """Who is there, as a page is told; nothing of it opens anything."""
    news, now = member.news, time.time()
    return {
        "mine": news.mine,
        "lead": news.lead,
        "watching": news.watching,
        "chairs": [
            {
                "who": chair.who,
                "taken": chair.taken,
                "here": chair.here,
                "away": 0 if chair.here else max(0, int((now - chair.seen) // 60)),
                "device": chair.device,
            }
            for chair in news.chairs
        ],
        "asked": news.asked,
    }
