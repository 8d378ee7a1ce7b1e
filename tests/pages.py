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
