"""A table without a browser: what its page would send, and what it would get."""

from __future__ import annotations

import json
from typing import Any

from escale.widgets.table import Table


class Page:
    """A table and what it has sent."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sent: list[dict[str, Any]] = []
        table.send = self.receive  # type: ignore[method-assign]

    def receive(self, message: dict[str, Any], buffers: object = None) -> None:
        self.sent.append(json.loads(json.dumps(message)))

    def ask(self, content: Any) -> list[dict[str, Any]]:
        """What comes back for a message."""
        self.sent.clear()
        self.table._receive(self.table, content, None)
        return list(self.sent)

    def move(self, *keys: str, ply: int | None = None) -> list[dict[str, Any]]:
        at = self.table.match.ply if ply is None else ply
        return self.ask({"do": "move", "keys": list(keys), "ply": at, "id": "x-1"})

    def path(self) -> list[str]:
        """The keys of a legal move."""
        match = self.table.match
        return list(match.game.path(match.state, match.legal()[0]))

    def of(self, kind: str) -> dict[str, Any]:
        """The last message of this kind."""
        return next(message for message in reversed(self.sent) if message["kind"] == kind)


def merged(old: dict[str, Any], changes: dict[str, Any], brief: bool) -> dict[str, Any]:
    """What `merge` in stage.js does to a scene."""
    new = dict(old)
    for name, value in changes.items():
        if name in ("pieces", "targets"):
            for stem, first, line in value.pop("", ()):
                value |= {key: [f"{stem}{first + i}"] for i, key in enumerate(keys_in(line))}
            table = {key: v for key, v in old[name].items() if value.get(key, v) is not None}
            for key, entry in value.items():
                if entry is not None:
                    table[key] = row(old[name].get(key), entry, brief)
            new[name] = table
        elif name in ("seats", "words"):
            length = value.get("length", len(old[name]))
            entries = old[name][:length] + [None] * (length - len(old[name]))
            for index, entry in value.items():
                if index != "length":
                    entries[int(index)] = row(entries[int(index)], entry, brief)
            new[name] = entries
        elif name != "order":
            new[name] = value
    keys = [""]
    moved = {key for run in changes.get("order", ()) for key in run[1:]}
    keys += [key for key in new["targets"] if key not in moved]
    for after, *run in changes.get("order", ()):
        keys[keys.index(after) + 1 : keys.index(after) + 1] = run
    new["targets"] = {key: new["targets"][key] for key in keys[1:]}
    return new


def row(old: Any, new: Any, brief: bool) -> Any:
    if not brief or old is None or isinstance(new, str):
        return new
    size = max(len(old), len(new))
    was, now = (entry + [None] * (size - len(entry)) for entry in (old, new))
    whole = [a if b is None else b for a, b in zip(was, now, strict=True)]
    while not whole[-1]:
        whole.pop()
    return ["" if value is None else value for value in whole]


def keys_in(line: str) -> list[str]:
    keys: list[str] = []
    for word in line.split(" "):
        keys.append(keys[-1].split(":")[0] + word if word.startswith(":") else word)
    return keys
