"""The words of the house around a scene (`UI`), and data as text for a page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from escale.players.levels import LEVELS, check_levels
from escale.teach.languages import LANGUAGES
from escale.teach.words import UI

#: Who sits down where nobody has said their name; the first is the learner's.
NAMES = ("Alix", "Gina", "Otto", "Lise", "Nino", "Vera", "Remo", "Dora")


def names(count: int) -> list[str]:
    """So many names, all of them different."""
    rounds = [f" {n}" if n > 1 else "" for n in range(1, count // len(NAMES) + 2)]
    return [name + more for more in rounds for name in NAMES][:count]


def called(players: Sequence[str], reader: int | None, lang: str) -> list[str]:
    """The names of players; a reader who has given none is "You"."""
    found = [*players]
    if reader is not None and players[reader] == names(len(players))[reader]:
        found[reader] = ui()["you"][lang]
    return found


@cache
def ui() -> Mapping[str, Mapping[str, str]]:
    """The words of the house around the scene, in both languages; every level has its own."""
    table: Mapping[str, Mapping[str, str]] = UI.table
    check_levels(table, LANGUAGES)
    called = {f"level-{name}": table[f"level-{entry.words}"] for name, entry in LEVELS.items()}
    return {**table, **called}


said = UI.say


def written(data: Any) -> str:
    """Data as the text that goes to a page."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def in_script(data: Any) -> str:
    """The same inside a `<script>`, which no text in it can end."""
    return written(data).replace("<", "\\u003c")
