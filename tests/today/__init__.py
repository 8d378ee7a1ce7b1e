"""What people had in their hands at commit aec17c0: a store, a browser's storage, links, files.

`make.py` tells how it was made; nothing here is ever made anew. `tests/app/test_today.py` and
`tests/browser/test_today.py` open it. Here is what both need.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import time
from pathlib import Path
from typing import Any

from escale import Match

HERE = Path(__file__).parent


def read(name: str) -> Any:
    """One of the JSON files of the fixture."""
    return json.loads((HERE / name).read_text("utf-8"))


def put_store(folder: Path) -> Path:
    """A copy of the store in this folder, as if everybody had left it an hour ago; whoever is
    still at an open table, a moment ago.

    Only the times are moved, in the shape that the file has: nothing grows old in a fixture.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = Path(shutil.copy(HERE / "tables.sqlite", folder / "tables.sqlite"))
    file.chmod(0o600)
    connection = sqlite3.connect(file)
    with connection:
        (last,) = connection.execute("SELECT max(used) FROM tables").fetchone()
        later = time.time() - 3600 - last
        connection.execute("UPDATE tables SET used = used + ?, seen = seen + ?", (later, later))
        for table in read("tables.json"):
            if table["open"]:
                now = (time.time(), table["token"])
                connection.execute("UPDATE tables SET seen = ? WHERE token = ?", now)
    connection.close()
    return folder


def legal_moves(match: Match) -> dict[str, Any]:
    """What tells a state by public means: who is to move, and all legal moves of every ply."""
    digest, game, now = hashlib.sha256(), match.game, []
    for ply in range(match.ply + 1):
        state = match.state_at(ply)
        actor = game.actor(state)
        now = [] if actor is None else sorted(map(game.format, game.legal(state, actor)))
        digest.update(f"{actor} {' '.join(now)}\n".encode())
    shown = now if len(now) <= 60 else [*now[:59], f"... {len(now)}"]
    return {"actor": match.actor, "legal": " ".join(shown), "all legal": digest.hexdigest()[:16]}
