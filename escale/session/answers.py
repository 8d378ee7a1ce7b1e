"""Who answers which message of a page: one entry a kind, as `messages` has one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from .asking import on_vote
from .greeting import on_hello, on_resume, on_sign
from .hints import on_hint
from .joining import on_invite, on_leave, on_seat, on_sit
from .opening import on_again, on_link, on_load, on_new, on_open, on_save
from .playing import (
    on_hurry,
    on_lang,
    on_lift,
    on_move,
    on_redo,
    on_sync,
    on_undo,
    on_why,
    on_words,
)

if TYPE_CHECKING:
    from .messages import Message
    from .viewer import Viewer


def on_review(viewer: Viewer, message: Message) -> None:
    """A look back is a lesson: all that lessons need is imported by whoever wants one."""
    from . import review

    review.on_review(viewer, message)


ANSWERS: Mapping[str, Callable[[Viewer, Message], None]] = {
    "move": on_move,
    "why": on_why,
    "undo": on_undo,
    "redo": on_redo,
    "lang": on_lang,
    "new": on_new,
    "load": on_load,
    "save": on_save,
    "words": on_words,
    "sync": on_sync,
    "hurry": on_hurry,
    "hint": on_hint,
    "review": on_review,
    "again": on_again,
    "lift": on_lift,
    "hello": on_hello,
    "resume": on_resume,
    "sign": on_sign,
    "link": on_link,
    "open": on_open,
    "invite": on_invite,
    "sit": on_sit,
    "seat": on_seat,
    "leave": on_leave,
    "vote": on_vote,
}
