"""The door for what comes from a page. Everything is checked here, once; nothing is trusted.

A message is a table: `do` says what is wanted, `id` (optional) is given back with the answer, and
each `do` has its own fields. What is not exactly so is refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from escale.engine.record import MOST_BYTES
from escale.teach.texts import LANGUAGES

MOST_KEYS = 12
MOST_KEY = 80
MOST_TEXT = 100_000  # of a game in a link, which may have been made by a later version


class Malformed(Exception):
    """A message that no page of ours sends: `field` is what is wrong with it."""

    def __init__(self, field: str, answer_to: str | int | None = None) -> None:
        super().__init__(field)
        self.field = field
        self.answer_to = answer_to


class Message(NamedTuple):
    """A message that has the right shape. Whether it makes sense now is for the table to say."""

    do: str
    id: str | int | None
    fields: Mapping[str, Any]


def _whole(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**31


def _keys(value: object) -> bool:
    return (
        isinstance(value, list)
        and 0 < len(value) <= MOST_KEYS
        and all(isinstance(key, str) and 0 < len(key) <= MOST_KEY for key in value)
        and len(set(value)) == len(value)
    )


def _seats(value: object) -> bool:
    return (
        isinstance(value, list)
        and 0 < len(value) <= 12
        and all(
            isinstance(seat, dict)
            and set(seat) == {"name", "level"}
            and isinstance(seat["name"], str)
            and isinstance(seat["level"], str)
            and len(seat["name"]) <= 200
            and len(seat["level"]) <= 40
            for seat in value
        )
    )


def _options(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(name, str) and len(name) <= 40 and type(chosen) in (int, str)
        for name, chosen in value.items()
    )


def _seed(value: object) -> bool:
    return value is None or (type(value) is int and abs(value) < 2**53)


def _text(most: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and len(value) <= most and _clean(value)


def _clean(value: str) -> bool:
    """Can this be written into a file? A page can send half a character."""
    return value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value)


def _token(value: object) -> bool:
    return value is None or _text(200)(value)


def _yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


#: what can be asked for: its fields, and what each must look like
SHAPES: Mapping[str, Mapping[str, Callable[[object], bool]]] = {
    "move": {"keys": _keys, "ply": _whole},
    "why": {"keys": _keys, "ply": _whole},
    "undo": {},
    "redo": {},
    "lang": {"lang": lambda value: isinstance(value, str) and value in LANGUAGES},
    "new": {"seats": _seats, "options": _options, "seed": _seed},
    "save": {},
    "load": {"text": lambda value: isinstance(value, str) and len(value) <= MOST_BYTES},
    "words": {},
    "sync": {},
    "hurry": {},
    "hint": {"ply": _whole},
    "review": {},
    "again": {"ply": _whole},
    "lift": {"seat": _whole},
    "hello": {"page": _text(40), "name": _text(300), "token": _token, "wanted": _yes_or_no},
    "resume": {"token": _text(200), "force": _yes_or_no},
    "sign": {"leaving": _yes_or_no},
    "link": {},
    "open": {"game": _text(MOST_TEXT)},
}


def read(content: object) -> Message:
    """A message as it came; raises `Malformed`."""
    if not isinstance(content, dict):
        raise Malformed("message")
    answer_to = content.get("id")
    if type(answer_to) not in (int, str, type(None)) or not _text(60)(str(answer_to)):
        raise Malformed("id")
    do = content.get("do")
    if not isinstance(do, str) or do not in SHAPES:
        raise Malformed("do", answer_to)
    shape = SHAPES[do]
    for name in content:
        if name not in ("do", "id") and name not in shape:
            raise Malformed(str(name)[:40], answer_to)
    for name, fits in shape.items():
        if name not in content or not fits(content[name]):
            raise Malformed(name, answer_to)
    return Message(do, answer_to, {name: content[name] for name in shape})
