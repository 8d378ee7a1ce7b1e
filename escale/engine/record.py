"""Records: a whole game as one JSON document, replayed without a random number.

The decoder is small and strict. It checks everything at the door and says where something is
wrong (`moves[7]`, `setup.grid[2]`) in one sentence; nothing is loaded halfway. The shape is also
written down in `record.schema.json`, for other programs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import errors
from .errors import BadOption, BadRecord, IllegalMove, UnknownGame, one_line, quoted

if TYPE_CHECKING:
    from .game import Game
    from .match import Match

FORMAT = "escale/1"
MOST_BYTES = 4_000_000
MOST_MOVES = 10_000
MOST_NESTED = 40
TOO_DEEP = "brackets are nested far too deep"

#: field -> its type in words and in Python
FIELDS: dict[str, tuple[str, type]] = {
    "format": ("text", str),
    "game": ("text", str),
    "players": ("a list of names", list),
    "options": ("a table", dict),
    "seed": ("a whole number", int),
    "setup": ("a table", dict),
    "position": ("a table", dict),
    "moves": ("a list of moves", list),
    "result": ("a table with scores and winners", dict),
    "legal": ("a list of lists of moves", list),
}
REQUIRED = ("format", "game", "players", "moves")


def write(match: Match) -> dict[str, Any]:
    """The record of a match, as it stands now."""
    from .match import copied

    game = match.game
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": game.id,
        "players": list(match.players),
        "options": {
            name: value
            for name, value in match.options.items()
            if value != game.options[name].default
        },
    }
    if match.seed is not None:
        record["seed"] = match.seed
    kind, value = match.origin
    record[kind] = copied(value)
    record["moves"] = [game.format(ply.move) for ply in match.plies]
    outcome = match.outcome
    if outcome:
        record["result"] = {"scores": list(outcome.scores), "winners": list(outcome.winners)}
    return record


def read(
    source: Mapping[str, Any] | str | bytes, game: Game[Any, Any] | None = None, **kwargs: Any
) -> Match:
    """Replay a record, of any game or of this one. `kwargs` go to the match (policy, persons)."""
    from .match import Match

    record = decode(source) if isinstance(source, (str, bytes)) else source
    check_shape(record)
    if game is not None and record["game"] != game.id:
        raise BadRecord("game", f"must be {game.id!r} here, not {quoted(record['game'])}")
    try:
        match = Match(
            game or record["game"],
            record["players"],
            options=record.get("options"),
            seed=record.get("seed"),
            setup=record.get("setup"),
            position=record.get("position"),
            **kwargs,
        )
    except UnknownGame as error:
        raise BadRecord(
            "game", str(error), kind="unknown-game", value=error.name, known=error.known
        ) from None
    except BadOption as error:
        raise BadRecord(error.where, error.problem, error.rule, error.kind, **error.facts) from None
    legal = record.get("legal")
    for ply, text in enumerate(record["moves"]):
        if legal is not None and legal[ply] != sorted(map(match.game.format, match.legal())):
            raise BadRecord(f"legal[{ply}]", "these are not the moves that are legal here")
        try:
            match.play(text)
        except IllegalMove as error:
            why = error.violations[0]
            problem = f"{quoted(text)}: {errors.explain(match.game, why)}"
            facts = {"value": text, "ply": ply + 1, "why": why}
            facts |= {"game": match.game, "players": match.players}
            raise BadRecord(f"moves[{ply}]", problem, why.rule, "illegal", **facts) from None
    _check_result(match, record)
    return match


def decode(source: str | bytes) -> dict[str, Any]:
    """Text to record, with the place of anything that is not clean JSON."""
    if len(source) > MOST_BYTES:
        unit = "bytes" if isinstance(source, bytes) else "characters"
        problem = f"{len(source):,} {unit} are more than any game needs ({MOST_BYTES:,})"
        raise BadRecord("record", problem, kind="too-long")
    try:
        text = source.decode() if isinstance(source, bytes) else source
        record = json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_no_repeats,
            parse_constant=_NoNumber,
            parse_int=_short_int,
        )
    except UnicodeDecodeError as error:
        problem, byte = f"byte {error.start} is not UTF-8", error.start
        raise BadRecord("record", problem, kind="not-utf8", byte=byte) from None
    except json.JSONDecodeError as error:
        line, column, problem = error.lineno, error.colno, f"this is not JSON ({error.msg.lower()})"
        raise BadRecord(
            f"line {line}, column {column}", problem, kind="not-json", line=line, column=column
        ) from None
    except RecursionError:
        raise BadRecord("record", TOO_DEEP, kind="too-deep") from None
    if not isinstance(record, dict):
        raise _no_record(record)
    return record


def _no_record(value: object) -> BadRecord:
    problem = f"must be one JSON object, not {quoted(value)}"
    return BadRecord("record", problem, kind="no-record", value=value)


class _NoNumber(str):
    """What stands where a number should, until its place is known: `NaN`, or a hundred digits."""


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for name, value in pairs:
        if name in table:
            raise BadRecord(name or "record", "stands twice in the same object", kind="twice")
        table[name] = value
    return table


def _short_int(text: str) -> int | _NoNumber:
    return int(text) if len(text) <= 17 else _NoNumber(text)


def check_shape(record: Mapping[str, Any]) -> None:
    """The fields of a record and their types, before any game is asked."""
    if not isinstance(record, Mapping):
        raise _no_record(record)
    for name in record:
        if name not in FIELDS:
            problem = f"a record has no such field; it has {', '.join(FIELDS)}"
            raise BadRecord(str(name) or "record", problem, kind="unknown-field", value=name)
    for name in REQUIRED:
        if name not in record:
            raise BadRecord(name, "this field is missing", kind="missing")
    for name, value in record.items():
        words, kind = FIELDS[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            problem = f"must be {words}, not {quoted(value)}"
            raise BadRecord(name, problem, kind=f"not-{kind.__name__}", value=value)
    if record["format"] != FORMAT:
        problem = f"must be {FORMAT!r}, not {quoted(record['format'])}"
        raise BadRecord("format", problem, kind="format", wanted=FORMAT, value=record["format"])
    if ("setup" in record) == ("position" in record):
        raise BadRecord("setup", "a record has either a setup or a position", kind="either")
    moves = record["moves"]
    if len(moves) > MOST_MOVES:
        problem = f"{len(moves):,} moves are more than any game has"
        raise BadRecord("moves", problem, kind="too-long")
    legal = record.get("legal")
    if legal is not None and len(legal) != len(moves):  # before all of them are looked at
        raise BadRecord("legal", f"{len(legal)} lists for {len(moves)} moves")
    flaw = _flaw(record)
    if flaw:
        raise BadRecord(flaw[0].removeprefix("."), *flaw[1:])
    for ply, text in enumerate(moves):
        if not isinstance(text, str):
            problem = f"a move is text, not {quoted(text)}"
            raise BadRecord(f"moves[{ply}]", problem, kind="not-str", value=text)


def _flaw(value: Any, room: int = MOST_NESTED) -> tuple[str, str, None, str] | None:
    """What no record may hold, wherever it stands: the start of a `BadRecord`, or None."""
    if value is None or isinstance(value, (int, float)):
        return None
    if isinstance(value, str):
        if isinstance(value, _NoNumber):
            problem = f"{one_line(value, 20)} is not a number that a record can hold"
            return "", problem, None, "no-number"
        if not value.isascii() and _halved(value):
            return "", f"{quoted(value)} holds half a character", None, ""
    elif isinstance(value, (Mapping, list, tuple)):
        if not room:
            return "", TOO_DEEP, None, "too-deep"
        table = isinstance(value, Mapping)
        for name, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            found = (table and _flaw(name)) or _flaw(part, room - 1)
            if found:
                step = f".{one_line(str(name), 40)}" if table else f"[{name}]"
                return step + found[0], *found[1:]
    return None


def _halved(text: str) -> bool:
    """Has this text a lone surrogate, which no file can hold?"""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _check_result(match: Match, record: Mapping[str, Any]) -> None:
    outcome, result = match.outcome, record.get("result")
    if outcome is None:
        if result is not None:
            problem = f"the game is not over after {match.ply} moves, so there is none yet"
            raise BadRecord("result", problem, kind="no-result-yet", plies=match.ply)
        return
    expected = {"scores": list(outcome.scores), "winners": list(outcome.winners)}
    if result is None:
        problem = f"the game is over, so its result must be given: {expected}"
        raise BadRecord("result", problem, kind="result-missing", expected=expected)
    as_whole = result == expected and all(type(n) is int for part in result.values() for n in part)
    if not as_whole:  # no 1.0 and no true where a 1 should stand
        problem = f"the moves lead to {expected}, not to {quoted(result)}"
        raise BadRecord("result", problem, kind="wrong-result", expected=expected, value=result)
