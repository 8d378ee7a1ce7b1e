"""Reading what comes from outside: the checks that set-ups and positions of all games need.

A door checks everything once. Each function takes the path of a value (`where`, as in
"position.hands[2]") and the value. It returns the value, or raises `BadRecord` with the path, one
sentence and, where a rule is broken, the rule's id. What a value means is left to the game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from .errors import BadRecord, one_line, quoted

MOST_NAME = 40  # letters of an unknown field's name that a message repeats


def read_fields(
    where: str, value: object, known: Sequence[str], needed: Sequence[str] | None = None
) -> Mapping[str, Any]:
    """A table with no other fields than those `known`, and with all that are `needed`: by default
    every one of them."""
    if not isinstance(value, Mapping):
        problem = f"must be a table, not {quoted(value)}"
        raise BadRecord(where, problem, kind="not-dict", value=value)
    for name in value:
        if name not in known:
            problem = f"there is no such field; there is {', '.join(known)}"
            path = f"{where}.{one_line(str(name), MOST_NAME)}"
            raise BadRecord(path, problem, kind="unknown-field", value=name)
    for name in known if needed is None else needed:
        if name not in value:
            raise BadRecord(f"{where}.{name}", "this field is missing", kind="missing")
    return value


def read_list(
    where: str, value: object, words: str, count: int | None = None, rule: str | None = None
) -> Sequence[Any]:
    """A list, of so many entries if `count` says so; `words` are what it is a list of."""
    if not isinstance(value, (list, tuple)):
        problem = f"must be a list of {words}, not {quoted(value)}"
        raise BadRecord(where, problem, rule, "not-list", value=value)
    if count is not None and len(value) != count:
        problem = f"must be {count} {words}, not {len(value)}"
        raise BadRecord(where, problem, rule, "wrong-count", wanted=count, count=len(value))
    return value


def read_whole(where: str, value: object, low: int, high: int, rule: str | None = None) -> int:
    """A whole number from `low` to `high`, both included; True and 3.0 are none."""
    if type(value) is not int or not low <= value <= high:
        problem = f"must be a whole number from {low} to {high}, not {quoted(value)}"
        raise BadRecord(where, problem, rule, "not-from-to", low=low, high=high, value=value)
    return value


def read_one_of(where: str, value: object, names: Collection[str], rule: str | None = None) -> str:
    """One of these names."""
    if not isinstance(value, str) or value not in names:
        problem = f"must be one of {', '.join(names)}, not {quoted(value)}"
        raise BadRecord(where, problem, rule, "not-one-of", names=[*names], value=value)
    return value
