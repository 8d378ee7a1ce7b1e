"""A page comes, goes on with a game that was saved, gives a sign, leaves. The `Keeper` saves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from escale.engine.errors import BadOption, BadRecord, NotKept
from escale.teach.errors import said_error

from . import joining
from .about import titles_of
from .messages import PROTOCOL
from .saving import Keeper
from .session import Asked
from .sharing import Member, catch_up, follow

if TYPE_CHECKING:
    from .messages import Message
    from .session import Session
    from .viewer import Viewer


def on_hello(viewer: Viewer, message: Message) -> None:
    """A page has opened the table; maybe it was in the middle of another one."""
    session, fields, aside = viewer.session, message.fields, False
    theirs = fields.get("protocol", 0)  # a page from before there were versions says nothing
    if theirs != PROTOCOL:
        viewer.say("page-old" if theirs < PROTOCOL else "kernel-old")
    keeper, match = session.keeper, session.match
    token = fields["token"]
    if keeper is not None and keeper.shared:
        return _attend(viewer, fields["page"], fields["name"])
    if keeper is not None:
        keeper.greet(fields["page"], fields["name"])
        fresh = not any(ply.seat in match.persons for ply in match.plies)
        if token not in (None, keeper.token) and fresh:
            try:
                if joining.knock(viewer, token) or _offered(viewer, token, fields["wanted"]):
                    return None
            except NotKept as error:
                linked = keeper.here and fields["wanted"] and error.reason == "gone"
                viewer.say("not-kept-link" if linked else _sentence(error))
                aside = error.reason != "gone"  # it may be there again later
    if session.expects is not None:  # a seat that somebody else has, as far as this page can say
        return viewer.say("meeting-taken")
    _stay(viewer, aside=aside)
    return session.advance_soon()  # what was to come may have died with another page's thread


def _attend(viewer: Viewer, page: str, name: str) -> None:
    """A page has opened the table of its seat, in a kernel that has it already."""
    session = viewer.session
    try:
        assert session.keeper is not None
        session.keeper.greet(page, name)
    except NotKept as error:
        return session.refused(error)
    session.tell_kept()
    joining.arrived(session)
    return session.advance_soon()


def _stay(viewer: Viewer, *, aside: bool = False) -> None:
    """The page goes on with the game that is at this table."""
    viewer.session.keep(viewer.session.match)
    viewer.session.tell_kept(aside=aside)


def _offered(viewer: Viewer, token: str, wanted: bool) -> bool:
    """Offer to go on with a stored table, or do so at once if it is wanted; can one?"""
    keeper = viewer.session.keeper
    assert keeper is not None
    try:
        found = keeper.store.look(token, keeper.page)
        elsewhere = found.elsewhere
        if wanted and not elsewhere:
            return _go_on(viewer, token, None, force=False)
    except NotKept as error:
        if error.reason != "elsewhere":
            raise
        elsewhere = True  # another page has opened it just now
    if found.over and not wanted:
        return False
    offer = {"token": token, "game": found.game, "ply": found.ply, "at": found.used}
    offer["title"] = titles_of(found.game)
    viewer.send({"kind": "offer", **offer, "elsewhere": elsewhere})
    return True


def on_resume(viewer: Viewer, message: Message) -> None:
    """Go on with a stored table; by `force`, even if it is open elsewhere."""
    if viewer.session.keeper is None:
        return viewer.say("not-kept-gone", message.id)
    token = message.fields["token"]
    if viewer.session.keeper.shared:
        return viewer.say("meeting-not-here", message.id)
    try:
        if joining.knock(viewer, token):
            return None
        if _go_on(viewer, token, message, force=message.fields["force"]):
            return None
    except NotKept as error:
        if error.reason == "elsewhere":
            raise
        viewer.say(_sentence(error), message.id)
        if error.reason != "gone":
            return None  # one can try again
    return _stay(viewer)


def _go_on(viewer: Viewer, token: str, message: Message | None, *, force: bool) -> bool:
    """Go on with a stored table, if what is stored is a game."""
    session = viewer.session
    assert isinstance(session.keeper, Keeper)
    answer_to = message and message.id
    try:
        keeper, match, seats = session.keeper.claim(token, force)
    except (BadRecord, BadOption) as error:
        problem = said_error(error, viewer.lang)
        viewer.say("cannot-resume", answer_to, facts={"problem": problem})
        return False
    session.begin(match, seats, Asked(viewer, answer_to), keeper=keeper)
    viewer.say("resumed", tone="good", facts={"plies": match.ply})
    return True


def _sentence(error: NotKept) -> str:
    """Why a saved game cannot be gone on with, by name."""
    gone = error.reason in ("gone", "no-seat")  # a seat that is freed at this very moment
    return "not-kept-gone" if gone else f"not-opened-{error.reason}"


def on_sign(viewer: Viewer, message: Message) -> None:
    """The page is still there, or leaves."""
    session = viewer.session
    keeper = session.keeper
    if keeper is None:
        return
    if isinstance(keeper, Member):
        _sign(session, keeper, message.fields["leaving"])
    elif not keeper.sign(message.fields["leaving"]):
        session.tell_lost()
    elif not keeper.is_stored:  # the disk may have room again; or the store has been replaced
        session.keep(session.match)


def _sign(session: Session, member: Member, leaving: bool) -> None:
    """The others hear of it; and the page, who of them is away by now."""
    try:
        member.sign(leaving)
        if not leaving:
            catch_up(session, member)
            follow(session, member)
    except NotKept as error:
        session.refused(error)
