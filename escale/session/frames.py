"""Scenes on their way to a page: one in full, then what changes in it.

Everything is plain JSON. A scene is a table of fields; a *frame* is the difference between two
moments: of what has changed, every row whole. `frontend/src/frames.js` puts frames together again
(`merge`), field by field as they are taken apart here, and so does `merged` for Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from escale.draw.scene import Piece, Scene, Seat, Target

Json = dict[str, Any]

# --- A scene --------------------------------------------------------------------------------------


def whole(scene: Scene, *, asked: bool = False) -> Json:
    """A scene in full; `asked` leaves out what a page can ask for, where somebody answers."""
    fields = {name: _encoded(name, value) for name, value in _fields(scene, asked).items()}
    return fields | {"choices": choices(*_choices(scene, asked))}


def _fields(scene: Scene, asked: bool) -> Json:
    """What the page gets of a scene but the choices, as it is before it is encoded."""
    return {
        "pieces": scene.pieces,
        "targets": scene.targets,
        "seats": scene.seats,
        "heading": scene.heading,
        "status": scene.status,
        "words": [] if asked else scene.words,
    }


def _choices(
    scene: Scene, asked: bool
) -> tuple[tuple[tuple[str, ...], ...], tuple[int | None, ...], tuple[str, ...]]:
    """The legal moves as the page gets them, how the moved piece comes to lie in each, and what
    each is called."""
    return (_undecided(scene) if asked else scene.choices), scene.lies, scene.names


def _undecided(scene: Scene) -> tuple[tuple[str, ...], ...]:
    """The legal moves without an end that lies nowhere on the table and that the rest decides."""
    ways = Counter(path[:-1] for path in scene.choices)
    return tuple(
        path[:-1] if ways[path[:-1]] == 1 < len(path) and path[-1] not in scene.targets else path
        for path in scene.choices
    )


def _encoded(name: str, value: Any) -> Any:
    if name in ("pieces", "targets"):
        return {key: _row(entry) for key, entry in value.items()}
    if name == "seats":
        return [_row(entry) for entry in value]
    return list(value) if name == "words" else value


def _row(entry: Sequence[Any]) -> list[Any]:
    """A piece, a target or a seat as a list without the empty values at its end."""
    return trimmed([int(value) if isinstance(value, bool) else value for value in entry])


def trimmed(values: list[Any], least: int = 0) -> list[Any]:
    """Without the empty values at its end."""
    end = len(values)
    while end > least and not values[end - 1]:
        end -= 1
    return values[:end]


def choices(
    paths: Sequence[tuple[str, ...]],
    lies: Sequence[int | None] = (),
    names: Sequence[str] = (),
) -> Json:
    """Paths as numbers in a list of keys, how the moved piece comes to lie in each, and its name.

    {"keys": ["hand:5", "column:1", "column:2"], "paths": [[0, 1], [0, 2]]}
    """
    if not paths:
        return {}
    keys = dict.fromkeys(key for path in paths for key in path)
    number = {key: n for n, key in enumerate(keys)}
    found: Json = {"keys": list(keys), "paths": [[number[key] for key in path] for path in paths]}
    if lies:
        found["lies"] = list(lies)
    return found | {"names": list(names)} if names else found


# --- The difference between two scenes ----------------------------------------------------------


def difference(old: Scene, new: Scene, *, asked: bool = False) -> Json:
    """What has to be sent to make the new scene of the old one. Only what changed is encoded."""
    found: Json = {}
    before = _fields(old, asked)
    for name, value in _fields(new, asked).items():
        was = before[name]
        if name == "targets" and (moved := _order(was, value)):
            found["order"] = moved
        if value == was:
            continue
        if name in ("pieces", "targets"):
            found[name] = _table_difference(was, value)
        elif name in ("seats", "words"):
            found[name] = _list_difference(was, value)
        else:
            found[name] = _encoded(name, value)
    if old.choices or new.choices:  # most often one of them has none
        after = _choices(new, asked)
        if not (old.choices and new.choices) or after != _choices(old, asked):
            found["choices"] = choices(*after)
    return found


def _table_difference(old: Json, new: Json) -> Json:
    """The rows that are new, and None for those that have gone."""
    found: Json = {key: None for key in old if key not in new}
    for key, value in new.items():
        was = old.get(key)
        if was is not value and was != value:
            found[key] = _row(value)
    return found


def _order(old: Json, new: Json) -> list[list[str]]:
    """Where keys go that would not stand right: each run of them after the key it follows.

    Those that stay are where they were, and new ones come last, unless it is said here.
    """
    keys = list(new)
    if keys == list(old):
        return []
    stay = [key for key in old if key in new]
    if keys == [*stay, *(key for key in new if key not in old)]:
        return []
    if stay != [key for key in new if key in old]:
        return [["", *keys]]
    runs: list[list[str]] = []
    for before, key in zip(["", *keys], keys, strict=False):
        if key in old:
            continue
        if runs and runs[-1][-1] == before:
            runs[-1].append(key)
        else:
            runs.append([before, key])
    return runs


def _list_difference(old: Sequence[Any], new: Sequence[Any]) -> Json:
    """The entries that are new, by their number, and the length where it changes."""
    found: Json = {
        str(i): entry if isinstance(entry, str) else _row(entry)
        for i, entry in enumerate(new)
        if i >= len(old) or old[i] != entry
    }
    if len(old) != len(new):
        found["length"] = len(new)
    return found


# --- Put together again, as the page does it ----------------------------------------------------


def merged(scene: Json, frame: Json) -> Json:
    """A scene in full and what has changed in it: the new scene in full."""
    new = dict(scene)
    for name, change in frame.items():
        if name in ("pieces", "targets"):
            table = scene[name] | change
            new[name] = {key: row for key, row in table.items() if row is not None}
        elif name in ("seats", "words"):
            length = change.get("length", len(scene[name]))
            old = dict(enumerate(scene[name]))
            new[name] = [change.get(str(i), old.get(i)) for i in range(length)]
        elif name != "order":
            new[name] = change
    if "order" in frame:
        new["targets"] = _in_order(new["targets"], frame["order"])
    return new


def _in_order(table: Json, runs: Sequence[Sequence[str]]) -> Json:
    """A table with its keys in order: each run stands after its first key, "" being the start."""
    moved = {key for run in runs for key in run[1:]}
    keys = ["", *(key for key in table if key not in moved)]
    for after, *run in runs:
        at = keys.index(after) + 1
        keys[at:at] = run
    return {key: table[key] for key in keys[1:]}


def scene_of(scene: Json) -> Scene:
    """A scene in full as a scene again, without its choices."""
    return Scene(
        {key: Piece(*row) for key, row in scene["pieces"].items()},
        {key: Target(*row) for key, row in scene["targets"].items()},
        [Seat(*row) for row in scene["seats"]],
        scene["heading"],
        scene["status"],
        scene["words"],
    )
