"""A class of a teacher's own: lessons, exercises and games in a row, as a file or in a link.

    {"format": "escale-class/1", "title": "Les égalités",
     "steps": [{"lesson": "dolce-vita/ties"}, {"exercise": {...}}, {"record": {...}}]}

An exercise is one of `escale practice`, a record one of `escale/1`. Nothing is kept on a server: a
link carries the whole file, compressed, behind its `#`, which browsers do not send. What is read
comes from outside, so all of it is checked here, once; what is wrong is said in one sentence with
its place (`steps[2].exercise.answer`). How a step is shown is left to others.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine import record as records
from escale.engine.errors import BadRecord, EscaleError, quoted
from escale.engine.match import Match
from escale.engine.reading import read_fields, read_list, read_one_of, read_whole

from .exercises import FORMAT as EXERCISE
from .exercises import KINDS
from .languages import REQUIRED
from .lesson import lessons
from .rulebook import rulebook

if TYPE_CHECKING:
    from escale.engine.game import Game

FORMAT = "escale-class/1"
MOST_STEPS = 60
MOST_TITLE = 120  #: letters
MOST_LINK = 8_000  #: characters: what every browser, mail and chat lets through

#: fields of every exercise, and of some kinds
FIELDS = (
    "format", "game", "players", "seat", "rule", "kind", "contrast", "open", "record", "question",
    "answer", "because",
)  # fmt: skip
OF_KIND: Mapping[str, tuple[str, ...]] = {
    "may": ("options",),
    "why": ("move", "options"),
    "what": ("move", "then", "options"),
    "reach": ("goal",),
    "spot": ("told", "misconception"),
}

Json = dict[str, Any]


class Class(NamedTuple):
    """A class file that has been checked."""

    title: str
    steps: Sequence[Mapping[str, Any]]

    def document(self) -> Json:
        return {"format": FORMAT, "title": self.title, "steps": list(self.steps)}


def read(source: Mapping[str, Any] | str | bytes) -> Class:
    """A class, checked step by step; raises `BadRecord` with the place."""
    found = records.decode(source) if isinstance(source, (str, bytes)) else source
    table = read_fields("class", found, ("format", "title", "steps"))
    if table["format"] != FORMAT:
        raise BadRecord("format", f"must be {FORMAT!r}, not {quoted(table['format'])}")
    title = table["title"]
    if not isinstance(title, str) or not title.strip() or len(title) > MOST_TITLE:
        raise BadRecord("title", f"must be a title of at most {MOST_TITLE} letters")
    steps = read_list("steps", table["steps"], "lessons, exercises and records")
    if not 1 <= len(steps) <= MOST_STEPS:
        raise BadRecord("steps", f"must be 1 to {MOST_STEPS} steps, not {len(steps)}")
    for number, step in enumerate(steps):
        check_step(f"steps[{number}]", step)
    return Class(title.strip(), steps)


def check_step(where: str, step: object) -> Mapping[str, Any]:
    """One step, by itself."""
    table = read_fields(where, step, ("lesson", "exercise", "record"), ())
    if len(table) != 1:
        raise BadRecord(where, "must be one lesson, one exercise or one record", kind="one-step")
    ((kind, value),) = table.items()
    if kind == "lesson":
        _check_lesson(f"{where}.lesson", value)
    elif kind == "exercise":
        check_exercise(f"{where}.exercise", value)
    else:
        read_match(f"{where}.record", value)
    return table


def _check_lesson(where: str, name: object) -> None:
    try:
        there = isinstance(name, str) and name in lessons(name.partition("/")[0])
    except EscaleError:
        there = False
    if not there:
        raise BadRecord(where, f"there is no lesson {quoted(name)}", kind="no-lesson", value=name)


def read_match(where: str, record: object) -> Match:
    """The match of a record inside a class; what is wrong is said with the place of both."""
    if not isinstance(record, Mapping):
        problem = f"must be a record, not {quoted(record)}"
        raise BadRecord(where, problem, kind="not-dict", value=record)
    try:
        return Match.from_record(dict(record))
    except BadRecord as error:
        place = f"{where}.{error.where}"
        raise BadRecord(place, error.problem, error.rule, error.kind, **error.facts) from None


def check_exercise(where: str, exercise: object) -> None:
    """An exercise as `escale practice` writes it: its fields, its position, its move, its answer.

    Whether the answer is the right one is the author's affair, as it is on paper.
    """
    if not isinstance(exercise, Mapping):
        problem = f"must be an exercise, not {quoted(exercise)}"
        raise BadRecord(where, problem, kind="not-dict", value=exercise)
    if exercise.get("format") != EXERCISE:
        facts = {"wanted": EXERCISE, "value": exercise.get("format")}
        raise BadRecord(f"{where}.format", f"must be {EXERCISE!r}", kind="format", **facts)
    kind = read_one_of(f"{where}.kind", exercise.get("kind"), tuple(KINDS))
    known = (*FIELDS, *OF_KIND[kind])
    table = read_fields(where, exercise, known)
    match = read_match(f"{where}.record", table["record"])
    game = match.game
    if table["game"] != game.id:
        facts = {"names": [game.id], "value": table["game"]}
        problem = f"its record is of {game.id}"
        raise BadRecord(f"{where}.game", problem, kind="not-one-of", **facts)
    read_whole(f"{where}.players", table["players"], len(match.players), len(match.players))
    read_whole(f"{where}.seat", table["seat"], 0, len(match.players) - 1)
    for name in ("contrast", "open"):
        if type(table[name]) is not bool:
            facts = {"names": ["true", "false"], "value": table[name]}
            problem = f"must be true or false, not {quoted(table[name])}"
            raise BadRecord(f"{where}.{name}", problem, kind="not-one-of", **facts)
    _check_rules(where, table, game)
    _check_words(f"{where}.question", table["question"])
    _check_moves(where, table, match)
    _check_answer(where, kind, table, game)


def _check_rules(where: str, table: Mapping[str, Any], game: Game[Any, Any]) -> None:
    rules = rulebook(game).rules
    named = read_list(f"{where}.because", table["because"], "rules")
    for place, rule in [("rule", table["rule"]), *(("because", rule) for rule in named)]:
        if not isinstance(rule, str) or rule not in rules:
            problem = f"{game.id} has no rule {quoted(rule)}"
            raise BadRecord(f"{where}.{place}", problem, kind="no-rule", value=rule)


def _check_words(where: str, words: object) -> None:
    if not isinstance(words, Mapping) or not all(
        isinstance(words.get(lang), str) and words[lang].strip() for lang in REQUIRED
    ):
        problem = f"must be a text in each of {', '.join(REQUIRED)}"
        raise BadRecord(where, problem, kind="no-text", names=[*REQUIRED])


def _check_moves(where: str, table: Mapping[str, Any], match: Match) -> None:
    """What is played, or would be, is a move of this game; of `what` it is legal here."""
    if "move" not in table:
        return
    if table["kind"] == "why":
        if _is_legal(match, table["move"]):
            problem = f"{quoted(table['move'])} is legal here: nothing forbids it"
            raise BadRecord(f"{where}.move", problem, kind="allowed-here", value=table["move"])
        return
    after = match.fork()
    then = read_list(f"{where}.then", table["then"], "moves")
    named = [("move", table["move"]), *((f"then[{at}]", move) for at, move in enumerate(then))]
    for place, move in named:
        if not _is_legal(after, move):
            raise _not_here(f"{where}.{place}", move)
        after.play(move)


def _is_legal(match: Match, move: object) -> bool:
    return isinstance(move, str) and move in map(match.game.format, match.legal())


def _not_here(where: str, move: object) -> BadRecord:
    return BadRecord(where, f"{quoted(move)} is not legal here", kind="not-here", value=move)


def _check_answer(where: str, kind: str, table: Mapping[str, Any], game: Game[Any, Any]) -> None:
    if kind == "reach":
        if not isinstance(table["goal"], Mapping):
            problem = "must be an event with its facts"
            raise BadRecord(f"{where}.goal", problem, kind="not-dict", value=table["goal"])
        answer = read_list(f"{where}.answer", table["answer"], "moves")
        match = read_match(f"{where}.record", table["record"])
        for at, move in enumerate(answer):
            if not _is_legal(match, move):
                raise _not_here(f"{where}.answer[{at}]", move)
    else:
        name = "told" if kind == "spot" else "options"
        options = read_list(f"{where}.{name}", table[name], "sentences")
        for at, option in enumerate(options):
            _check_words(f"{where}.{name}[{at}]", option)
        answer = read_list(f"{where}.answer", table["answer"], "numbers")
        for at, number in enumerate(answer):
            read_whole(f"{where}.answer[{at}]", number, 0, len(options) - 1)
    if not answer and kind != "may":
        raise BadRecord(f"{where}.answer", "there must be one", kind="missing")


# --- In a link ------------------------------------------------------------------------------------


def packed(found: Class) -> str | None:
    """A class as text for a link; None where it is too long for one."""
    text = json.dumps(found.document(), ensure_ascii=False, separators=(",", ":"))
    link = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return link if len(link) <= MOST_LINK else None
