"""Coming to a table that several pages share, and leaving it: invitations, seats, watchers.

A table is one page's until that page invites somebody. From then on it is kept by a meeting
(`engine/meetings.py`), and everybody who comes brings a token: an invitation, with which they sit
down, the token of their seat, or that of a watcher.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from escale.engine.errors import BadOption, NotKept
from escale.engine.game import SPECTATOR, check_players
from escale.players.levels import PERSON

from .about import titles_of
from .saving import Keeper
from .seats import check_seats
from .session import NOBODY, Asked, Outside
from .sharing import Member, catch_up, follow, lose_seat, tell_company

if TYPE_CHECKING:
    from .messages import Message
    from .session import Session
    from .viewer import Viewer

MOST_NAME = 20  # letters of a name that somebody gives who sits down
HERE = ("localhost", "127.0.0.1", "::1", "0.0.0.0")  # names of a machine that only itself can use


# --- coming ---------------------------------------------------------------------------------------


def knock(viewer: Viewer, token: str) -> bool:
    """A page comes with a token: does it open something of a meeting? Then it is opened."""
    keeper = viewer.session.keeper
    meetings = keeper and keeper.store.meetings
    door = meetings.door(token) if meetings else None
    if door is None:
        return False
    if door.kind == "invitation":
        told = {"token": token, "game": door.game, "seat": door.seat}
        viewer.send({"kind": "invited", **told, "title": titles_of(door.game)})
    else:
        join(viewer, token)
    return True


def join(viewer: Viewer, token: str, asked: Asked = NOBODY, device: str = "") -> None:
    """Show the meeting that this token opens, and follow it; raises `NotKept`."""
    session = viewer.session
    keeper = session.keeper
    assert keeper is not None
    member = Member(keeper.store, token, keeper.page, keeper.given)
    member.name = keeper.name
    member.attend(device=device)
    news, match = member.read(), member.match()
    member.caught_up(match)
    before, live = viewer.own, session.live
    viewer.own = SPECTATOR if news.mine is None else news.mine
    session.live, session.expects = True, None
    try:
        session.begin(match, news.seats, asked, keeper=member, coach=False)
    except Exception:
        viewer.own, session.live = before, live
        raise
    arrived(session)


def arrived(session: Session) -> None:
    """The page hears who is there, and follows."""
    member = session.keeper
    assert isinstance(member, Member)
    tell_company(session, again=True)
    follow(session, member)


def on_sit(viewer: Viewer, message: Message) -> None:
    """Sit down by an invitation, under the name that somebody gives."""
    session, fields = viewer.session, message.fields
    keeper = session.keeper
    meetings = keeper and keeper.store.meetings
    name = " ".join(fields["name"].split())
    if not meetings or not keeper:
        return viewer.say("meeting-no-seat", message.id)
    if not 0 < len(name) <= MOST_NAME or not _is_name(session, name):
        return viewer.say("sit-no-name", message.id)
    device = "phone" if fields["device"] == "phone" else ""
    try:
        token = meetings.sit(fields["token"], name, keeper.page, device)
    except NotKept as error:
        known = error.reason in ("no-seat", "same-name")
        return viewer.say(f"meeting-{error.reason}" if known else "meeting-trouble", message.id)
    return join(viewer, token, Asked(viewer, message.id), device)


def _is_name(session: Session, name: str) -> bool:
    """Can a player have this name?"""
    others = [f"{name} {number}" for number in range(1, session.game.seats[0])]
    try:
        check_players(session.game, [name, *others])
    except BadOption:
        return False
    return True


# --- inviting -------------------------------------------------------------------------------------


def on_invite(viewer: Viewer, message: Message) -> None:
    """The invitations to this table; the first time it becomes one that can be shared."""
    session = viewer.session
    keeper = session.keeper
    if keeper is None or keeper.store.meetings is None:
        return viewer.say("invite-none", message.id, tone="good")
    if not viewer.perspective().hand:
        return viewer.say("only-looking", message.id)
    if isinstance(keeper, Keeper) and not _share(viewer, keeper):
        return viewer.say("invite-not-saved", message.id)
    member = session.keeper
    assert isinstance(member, Member)
    catch_up(session, member)
    return viewer.send(
        {**_invitations(viewer, member, message.fields["address"]), "re": message.id}
    )


def _share(viewer: Viewer, keeper: Keeper) -> bool:
    """Make the table one that can be shared; it has to be stored for that."""
    session = viewer.session
    people, facing = session.persons, viewer.shown.facing  # whoever invites has taken the screen
    own = facing if facing in people else people[0]
    try:
        keeper.store_now(session.match, session.seats)
        share(session, keeper, own)
    except NotKept as error:
        if error.reason == "elsewhere":
            raise
        return False
    arrived(session)
    return True


def share(session: Session, keeper: Keeper, seat: int, name: str | None = None) -> None:
    """From now on this page has one seat, and others may come; the table is stored already."""
    assert keeper.store.meetings is not None
    keeper.store.meetings.share(keeper.token, keeper.holder, seat, name=name)
    member = Member(keeper.store, keeper.token, keeper.page, keeper.given)
    member.name = keeper.name
    member.attend()
    member.caught_up(session.match)
    member.read()
    session.keeper, session.coach = member, None
    for viewer in session.viewers:
        viewer.own = seat
    session.take_in(session.match, session.seats)
    session.advance_soon()


def _invitations(viewer: Viewer, member: Member, page: str) -> dict[str, Any]:
    """The links that only who leads gets; each opens one seat, or what anybody may see."""
    outside, news = viewer.session.outside, member.news
    address, reach = _reached(page, outside)
    told: dict[str, Any] = {"kind": "invitations", "reach": reach, "links": []}
    if not member.leads:
        return told
    free = [(chair.seat, chair.invitation) for chair in news.chairs if chair.invitation]
    for seat, token in [*free, (None, news.watch)]:
        link = f"{address}?table={token}" if address else ""
        told["links"].append({"seat": seat, "link": link, "code": link and outside.code(link)})
    if news.name is not None:
        told["table"] = news.name
    return told


def _reached(page: str, outside: Outside) -> tuple[str, str]:
    """The address that others can use, and how far it reaches; "" where there is none."""
    from urllib.parse import urlsplit  # imported here: nobody at a table waits for it

    try:
        parts = urlsplit(page)
        usable = parts.scheme in ("http", "https") and parts.hostname
    except ValueError:
        usable = None
    if not usable:
        return "", "lab"
    origin, other = f"{parts.scheme}://{parts.netloc}", outside.address
    if outside.own is not None:
        mine, theirs = outside.own
        if not theirs or not parts.path.startswith(mine):
            return "", "own"
        return f"{origin}{theirs}{parts.path.removeprefix(mine)}", "hub"
    address = f"{origin}{parts.path}"
    if parts.hostname in HERE:
        return (other, "lan") if other else (address, "local")
    return address, "lan" if other else "web"


# --- seats ----------------------------------------------------------------------------------------


def on_seat(viewer: Viewer, message: Message) -> None:
    """Who leads frees a seat, or gives it to a computer."""
    session, member = viewer.session, viewer.session.keeper
    seat, who = message.fields["seat"], message.fields["who"]
    if not isinstance(member, Member) or seat >= len(session.seats):
        return viewer.say("meeting-not-here", message.id)
    try:
        seats = [*session.seats]
        seats[seat] = who
        check_seats(session.game, len(seats), seats)
    except BadOption:
        return viewer.say("malformed", message.id, facts={"field": "who"})
    if not member.leads or seat == member.news.mine:
        return viewer.say("meeting-host", message.id)
    member.meetings.free(member.token, seat, who)
    catch_up(session, member)
    return viewer.send({"kind": "beat", "re": message.id})


def on_leave(viewer: Viewer, message: Message) -> None:
    """The person of this page leaves for good: the seat is free."""
    member = viewer.session.keeper
    if not isinstance(member, Member) or member.news.mine is None:
        return viewer.say("meeting-not-here", message.id)
    member.meetings.free(member.token, member.news.mine, PERSON)
    return lose_seat(viewer.session, Asked(viewer, message.id))
