"""Taking back at a table that several pages share: the others are asked first.

What is asked stands in the meeting (`News.asked`), so that every page knows it:

    {"seat": 2, "turn": 17, "yes": [0]}      seat 2 would like to take back; seat 0 agrees
    {"seat": 2, "turn": 17, "no": 1}         seat 1 would rather not: it is over

People who are away are not asked. Whoever agrees last takes it back, for the one who has asked; by
the same rules as ever (`Match.undo`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from escale.engine.errors import CannotUndo, NotKept
from escale.engine.match import Match

from .session import Asked
from .sharing import Member, catch_up

if TYPE_CHECKING:
    from .messages import Message
    from .viewer import Viewer

TRIES = 5  # to put a question while others change something


def take_back(viewer: Viewer, asked: Asked) -> None:
    """Ask the others whether the last move of this seat may be taken back; raises `CannotUndo`."""
    session, member = viewer.session, viewer.session.keeper
    assert isinstance(member, Member)
    seat = member.news.mine
    if seat is None:
        raise CannotUndo("nothing")
    reason = session.match.why_no_undo(seat)
    if reason:
        raise CannotUndo(reason)
    if not _others(member, seat):
        session.step(lambda match: match.undo(seat), asked)
        return
    _put(viewer, member, {"seat": seat, "turn": member.news.turn, "yes": []})
    viewer.send({"kind": "beat", "re": asked.id})  # the page knows what is asked


def _others(member: Member, seat: int) -> set[int]:
    """The people who are asked: whoever else is here."""
    return {one.seat for one in member.news.chairs if one.taken and one.here and one.seat != seat}


def on_vote(viewer: Viewer, message: Message) -> None:
    """Somebody agrees, or would rather not."""
    session, member = viewer.session, viewer.session.keeper
    if not isinstance(member, Member) or member.news.mine is None:
        return viewer.say("meeting-not-here", message.id)
    catch_up(session, member)
    mine, asked = member.news.mine, member.news.asked
    if not asked or "yes" not in asked or asked["seat"] == mine:
        return viewer.say("too-late", message.id)
    seat: int = asked["seat"]
    if not message.fields["yes"]:
        _put(viewer, member, {"seat": seat, "turn": asked["turn"], "no": mine})
        return viewer.send({"kind": "beat", "re": message.id})
    yes = sorted({*asked["yes"], mine})
    if _others(member, seat) <= set(yes):
        try:
            return session.step(lambda match: match.undo(seat), Asked(viewer, message.id))
        except CannotUndo:
            return viewer.say("too-late", message.id)
    _put(viewer, member, asked | {"yes": yes})
    return viewer.send({"kind": "beat", "re": message.id})


def _put(viewer: Viewer, member: Member, question: dict[str, Any]) -> None:
    """Others may come or go meanwhile; if somebody moves, the question is over."""
    session = viewer.session
    for _ in range(TRIES):
        try:
            member.meetings.ask(member.token, member.news.version, question)
            return catch_up(session, member)
        except NotKept as error:
            if error.reason != "late":
                raise
            catch_up(session, member)
            if member.news.turn != question["turn"]:
                raise
    raise NotKept("late")


def bring_back(viewer: Viewer, asked: Asked) -> bool:
    """Bring back what this seat has taken back; is there anything?"""
    view = viewer.perspective()
    undone = view.match.undone
    if not undone or view.taker is None or undone[-1][0].seat != view.taker:
        return False
    viewer.session.step(Match.redo, asked)
    return True
