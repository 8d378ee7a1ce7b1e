"""The messages between a page and a session: one table, an entry a kind, the only definition.

A message is a table of JSON. What a page sends has its kind in `do` and may have an `id`; what it
is sent has its kind in `kind`, and answers a message by its id in `re`. From the table here:

- `read` checks what comes from a page, all of it and strictly: nothing is trusted;
- `frontend/src/protocol.js` is made, by which the page checks what it hears;
- the tables in `docs/protocol.md` are made (both by `make protocol`; a test keeps them fresh).

Whoever changes what a message means, or what must be in it, adds one to `PROTOCOL`: then a page of
one version tells its reader so when it meets a kernel of another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from escale.engine.record import MOST_BYTES
from escale.teach.languages import is_language

PROTOCOL = 1

MOST_KEYS = 12
MOST_KEY = 80
MOST_TEXT = 100_000  # of a game in a link, which may have been made by a later version


# --- What a field can be --------------------------------------------------------------------------


class Type(NamedTuple):
    """What the value of a field looks like."""

    shape: str  #: as JSON: text, number, flag, list or table; "?" at its end: or null
    about: str
    fits: Callable[[Any], bool] = lambda value: True  #: asked of what comes from a page


def _clean(value: str) -> bool:
    """Can this be written into a file? A page can send half a character."""
    return value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value)


def _text(most: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and len(value) <= most and _clean(value)


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**31


def _keys(value: Any) -> bool:
    return (
        isinstance(value, list)
        and 0 < len(value) <= MOST_KEYS
        and all(isinstance(key, str) and 0 < len(key) <= MOST_KEY for key in value)
        and len(set(value)) == len(value)
    )


def _ideas(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= 100 and all(map(_text(40), value))


def _seats(value: Any) -> bool:
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


def _options(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(name, str) and len(name) <= 40 and type(chosen) in (int, str)
        for name, chosen in value.items()
    )


def _seed(value: Any) -> bool:
    return value is None or (type(value) is int and abs(value) < 2**53)


def _token_or_none(value: Any) -> bool:
    return value is None or _text(200)(value)


TYPES: Mapping[str, Type] = {
    "text": Type("text", "a text", _text(MOST_TEXT)),
    "short": Type("text", "a text of at most 40 characters", _text(40)),
    "name": Type("text", "a text of at most 300 characters", _text(300)),
    "token": Type("text", "the secret name of a saved game", _text(200)),
    "token?": Type("text?", "the same, or null", _token_or_none),
    "flag": Type("flag", "true or false", lambda value: isinstance(value, bool)),
    "count": Type("number", "a whole number from 0", _count),
    "share": Type("number", "a number from 0 to 1"),
    "time": Type("number", "seconds since 1970"),
    "seed": Type("number?", "the number of a deal, or null: at random", _seed),
    "lang": Type("text", "a language that escale speaks", is_language),
    "keys": Type("list", "keys of targets of the scene, each once", _keys),
    "path": Type("list", "keys of targets of the scene, maybe none"),
    "seats": Type("list", "for each seat a table with `name` and `level` (`strong:bold`)", _seats),
    "options": Type("table", "options of the game by name", _options),
    "record": Type(
        "text", "a record (`escale/1`) as JSON",
        lambda value: isinstance(value, str) and len(value) <= MOST_BYTES,
    ),
    "packed": Type("text", "a record, compressed: see `session/links.py`", _text(MOST_TEXT)),
    "lines": Type("list", "sentences, each with the list of its rules: `[text, rules]`"),
    "texts": Type("list", "sentences"),
    "points": Type("list", "turning points: tables with `ply`, `title` and `lines`"),
    "titles": Type("table", "the title of a game by language"),
    "svg": Type("text", "a picture"),
    "frames": Type("list", "frames: see below"),
    "table": Type("table", "all that is shown: see below"),
    "ideas": Type("list", "at most 100 names of misconceptions", _ideas),
    "box": Type("table", "what does not change in a game: see below"),
    "company?": Type(
        "table?",
        "`chairs` (of each seat `who`, `taken`, `here`, minutes `away`, `device`), the seat that "
        "is `mine` and that of the host (`lead`), how many are `watching`, what is `asked`; "
        "or null",
    ),
    "links": Type("list", "tables with `seat` (or null), `link` and `code` (its QR code, as SVG)"),
    "exercise": Type("table", "what is asked, in all languages, with its answer"),
    "message": Type("table", "a message of the table inside the lesson, as if it stood alone"),
}  # fmt: skip


# --- The kinds ------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """A kind of message."""

    about: str
    fields: Mapping[str, str] = {}  #: what must be there, by the name of its type
    may: Mapping[str, str] = {}  #: what may be there


#: What a page asks for. Every message is answered, except `sign`.
ASKED: Mapping[str, Kind] = {
    "hello": Kind(
        "A page has opened the table. `page` is its tab, `name` the place where it looks for its "
        "game; with a `token` it was in the middle of another game, which is offered, or gone on "
        "with at once if it is `wanted`.",
        {"page": "short", "name": "name", "token": "token?", "wanted": "flag"},
        {"protocol": "count"},
    ),
    "resume": Kind(
        "Go on with a saved game; by `force`, even if it is open elsewhere.",
        {"token": "token", "force": "flag"},
    ),
    "sign": Kind("The page is still there, or leaves.", {"leaving": "flag"}),
    "sync": Kind(
        "The page may have missed something and wants all of it, unless it has this `version`.",
        {},
        {"version": "count"},
    ),
    "move": Kind(
        "A move, by the keys that were picked, in any order; `ply` is the moment that it is for.",
        {"keys": "keys", "ply": "count"},
    ),
    "why": Kind(
        "Why can the last of these keys not be picked? `piece` was touched there: tell it.",
        {"keys": "keys", "ply": "count"},
        {"piece": "name"},
    ),
    "undo": Kind("Take back the last move, with the answers to it."),
    "redo": Kind("Bring back what was taken back."),
    "lift": Kind("The person of this seat has taken the screen.", {"seat": "count"}),
    "hint": Kind("What to look at; asked again, a move.", {"ply": "count"}),
    "hurry": Kind("Whoever thinks is to move now."),
    "words": Kind("The position in sentences."),
    "lang": Kind("Go on in another language.", {"lang": "lang"}),
    "new": Kind(
        "A new game of this kind; `coach` says whether its person is coached, without it all stays "
        "as it is.",
        {"seats": "seats", "options": "options", "seed": "seed"},
        {"coach": "flag"},
    ),
    "again": Kind("Play on from a moment of the game that is over.", {"ply": "count"}),
    "review": Kind("Look back at the game that is over."),
    "save": Kind("The game as a file."),
    "load": Kind("Play on from a file.", {"text": "record"}),
    "link": Kind("The game as a link."),
    "open": Kind("Play on from a link.", {"game": "packed"}),
    "invite": Kind(
        "Who can come to this table, and how. `address` is where the app's pages are, if any.",
        {"address": "name"},
    ),
    "sit": Kind(
        "Sit down by an invitation (`invited`), under a name; `device` is `phone` or empty.",
        {"token": "token", "name": "name", "device": "short"},
    ),
    "seat": Kind(
        "Free a seat (`who` is `person`), or give it to a computer: the host of the table does.",
        {"seat": "count", "who": "short"},
    ),
    "leave": Kind("Leave the table for good: the seat is free."),
    "vote": Kind("May the move be taken back that somebody asks for?", {"yes": "flag"}),
}

#: What a page is told.
TOLD: Mapping[str, Kind] = {
    "frames": Kind(
        "What has changed. A page that has not shown the version before asks for all (`sync`).",
        {"version": "count", "frames": "frames"},
    ),
    "whole": Kind("Everything anew; with a `box` if that is another.", {"table": "table"},
                  {"box": "box"}),
    "say": Kind(
        "A sentence. `at` is the button that it speaks of; `kept` says whether the game is saved "
        "again; `stuck`: a computer's move has failed and has to be asked for (`hurry`).",
        {"text": "text", "tone": "short"},
        {"at": "short", "kept": "flag", "stuck": "flag"},
    ),
    "why": Kind("Why this key cannot be picked; `piece` is told, too, and ringed.",
                {"key": "name", "lines": "lines"}, {"piece": "name"}),
    "words": Kind("The position in sentences.", {"lines": "texts"}),
    "hint": Kind("A hint, and what to ring on the board.", {"lines": "lines", "keys": "path"}),
    "review": Kind("A look back.", {"chart": "svg", "text": "text", "points": "points"}),
    "beat": Kind("Somebody thinks, and is `done` so far; or: nothing more to wait for.", {},
                 {"done": "share"}),
    "file": Kind("The game as a file.", {"name": "name", "text": "record"}),
    "link": Kind("The game as a link: all of it, or the token of the table, which only this "
                 "browser opens if it is kept `here`.", {},
                 {"game": "packed", "table": "token", "here": "flag"}),
    "kept": Kind(
        "The token by which the page finds its game again; `aside` of the one that it has.",
        {"token": "token", "aside": "flag"},
    ),
    "offer": Kind(
        "The page was in the middle of this game.",
        {"token": "token", "game": "short", "title": "titles", "ply": "count", "at": "time",
         "elsewhere": "flag"},
    ),
    "invited": Kind(
        "The page came by an invitation: whoever gives a name has this seat (`sit`).",
        {"token": "token", "game": "short", "title": "titles", "seat": "count"},
    ),
    "company": Kind(
        "Who is at a table that several pages share; null: this page has no seat there any more.",
        {"company": "company?"},
    ),
    "invitations": Kind(
        "The links to a shared table, each opens one seat, or (no `seat`) what anybody may see. "
        "`reach` is `lan`, `web`, `local` (this machine only), `hub` (each in their own server), "
        "`own` (nobody else can come) or `lab`; `table` its name there.",
        {"reach": "short", "links": "links"},
        {"table": "name"},
    ),
    "lost": Kind("The game is played in another page now; nothing was done.", {"token": "token"}),
}  # fmt: skip

#: The same between the page of a lesson and its widget: "try it from here" lays a table there.
ASKED_BY_LESSON: Mapping[str, Kind] = {
    "try": Kind("A table at the position of a step.", {"step": "count", "lang": "lang"}),
    "trial": Kind("A message to that table.", {"message": "message"}),
    "end": Kind("Back to the lesson."),
}
TOLD_TO_LESSON: Mapping[str, Kind] = {
    "try": Kind("The table is there.", {"box": "box", "table": "table"}),
    "trial": Kind("A message of that table.", {"message": "message"}),
    "say": TOLD["say"],
}

#: And between the page of practice and its widget, which makes exercises without end.
ASKED_BY_PRACTICE: Mapping[str, Kind] = {
    "more": Kind(
        "An exercise for this rule; `ideas` are the misconceptions that it should offer.",
        {"rule": "short", "seed": "count"},
        {"ideas": "ideas"},
    ),
}
TOLD_TO_PRACTICE: Mapping[str, Kind] = {
    "exercise": Kind("An exercise: see `widgets/practice_frames.py`.", {"exercise": "exercise"}),
    "say": TOLD["say"],
}


# --- The door for what comes from a page ----------------------------------------------------------


class Malformed(Exception):
    """A message that no page of ours sends: `field` is what is wrong with it."""

    def __init__(self, field: str, answer_to: str | int | None = None) -> None:
        super().__init__(field)
        self.field = field
        self.answer_to = answer_to


class Message(NamedTuple):
    """A message that has the right shape. Whether it makes sense now is for the session to say."""

    do: str
    id: str | int | None
    fields: Mapping[str, Any]


def read(content: object, kinds: Mapping[str, Kind] = ASKED) -> Message:
    """A message as it came; raises `Malformed`."""
    if not isinstance(content, dict):
        raise Malformed("message")
    answer_to = content.get("id")
    if type(answer_to) not in (int, str, type(None)) or not _text(60)(str(answer_to)):
        raise Malformed("id")
    do = content.get("do")
    if not isinstance(do, str) or do not in kinds:
        raise Malformed("do", answer_to)
    kind = kinds[do]
    for name in content:
        if name not in ("do", "id") and name not in kind.fields and name not in kind.may:
            raise Malformed(str(name)[:40], answer_to)
    fields = {**kind.fields, **{name: kind.may[name] for name in kind.may if name in content}}
    for name, type_ in fields.items():
        if name not in content or not TYPES[type_].fits(content[name]):
            raise Malformed(name, answer_to)
    return Message(do, answer_to, {name: content[name] for name in fields})
