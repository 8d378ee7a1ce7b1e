"""Other games at the same session: a new one, one from a file or a link; and this one into them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from escale.engine.errors import BadOption, BadRecord
from escale.engine.match import Match
from escale.teach.errors import said_error

from . import coach, luck
from .about import about
from .links import packed, unpacked
from .seats import check_seats, persons, sit_down
from .session import Asked
from .sharing import Member

if TYPE_CHECKING:
    from .messages import Message
    from .viewer import Viewer


def on_new(viewer: Viewer, message: Message) -> None:
    fields, game = message.fields, viewer.session.game
    if not _may_begin(viewer):
        return viewer.say("meeting-host", message.id)
    seats = [seat["level"] for seat in fields["seats"]]
    try:
        match, _ = sit_down(
            game,
            [seat["name"] for seat in fields["seats"]],
            seats=seats,
            options=fields["options"],
            seed=fields["seed"],
            first=bool(fields.get("coach")),
        )
    except (BadRecord, BadOption) as error:
        return _refuse(viewer, "cannot-start", error, message)
    wish = coach.asked_for(seats) if fields.get("coach") else fields.get("coach")
    if viewer.session.is_shared:
        wish = False  # it would speak of what others at the table do not know yet
    return viewer.session.begin(match, seats, Asked(viewer, message.id), coach=wish)


def _may_begin(viewer: Viewer) -> bool:
    """Another game is begun by who leads, where several pages share the table."""
    keeper = viewer.session.keeper
    return not isinstance(keeper, Member) or keeper.leads


def on_load(viewer: Viewer, message: Message) -> None:
    try:
        match = Match.from_record(message.fields["text"], policy="fair")
    except (BadRecord, BadOption) as error:
        return _refuse(viewer, "cannot-load", error, message)
    return _open(viewer, match, message)


def on_open(viewer: Viewer, message: Message) -> None:
    """The page came by a link that holds a game."""
    try:
        match = unpacked(message.fields["game"])
    except (BadRecord, BadOption) as error:
        return _refuse(viewer, "cannot-open-link", error, message)
    return _open(viewer, match, message)


def _refuse(viewer: Viewer, name: str, error: BadRecord | BadOption, message: Message) -> None:
    viewer.say(name, message.id, facts={"problem": said_error(error, viewer.lang)})


def _open(viewer: Viewer, match: Match, message: Message) -> None:
    """Play on from a file or a link."""
    session = viewer.session
    if session.is_shared:
        return viewer.say("meeting-not-here", message.id)
    same = match.game is session.game and len(match.players) == len(session.seats)
    seats = session.seats if same else check_seats(match.game, len(match.players), None)
    match.persons = frozenset(persons(seats))
    session.begin(match, seats, Asked(viewer, message.id))
    facts = {"title": about(match.game).named(viewer.lang), "plies": match.ply}
    return viewer.say("loaded", tone="good", facts=facts)


def on_again(viewer: Viewer, message: Message) -> None:
    """Play on from a moment of the game that is over; that one stays as it was."""
    ply, session = message.fields["ply"], viewer.session
    match = session.match
    if not match.over or ply >= match.ply:
        return viewer.say("too-late", message.id)
    if not _may_begin(viewer):
        return viewer.say("meeting-host", message.id)
    other = match.fork(ply)
    other.seed = None  # it goes its own way: its dice and its computers decide anew
    return session.begin(other, session.seats, Asked(viewer, message.id))


def on_save(viewer: Viewer, message: Message) -> None:
    match = viewer.session.match
    if match.game.secrets and not match.over:
        return viewer.say("cannot-save", message.id)
    text = json.dumps(luck.shared_record(match), ensure_ascii=False)
    name = f"{match.game.id}.json"
    return viewer.send({"kind": "file", "re": message.id, "name": name, "text": text})


def on_link(viewer: Viewer, message: Message) -> None:
    """A link to this game: the game itself, or where something is hidden, the table's token."""
    match, keeper = viewer.session.match, viewer.session.keeper
    if not match.game.secrets or match.over:
        text = packed(match)
        if text is not None:
            return viewer.send({"kind": "link", "re": message.id, "game": text})
    elif keeper is not None and keeper.is_stored:
        kept = {"table": keeper.token, **({"here": True} if keeper.here else {})}
        return viewer.send({"kind": "link", "re": message.id, **kept})
    return viewer.say("no-link", message.id)
