"""`escale prepare GAME`: which moments of random games practise which rule, kept in its folder.

A game without these files practises, too: a few positions are then looked for at every start.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from escale.engine.errors import EscaleError
from escale.engine.registry import game as find_game
from escale.teach import exercises
from escale.teach.exercises import probes, source
from escale.teach.exercises.model import subject


def prepared(name: str) -> str:
    """Look, write, and say what was found."""
    game = find_game(name)
    folder = Path(str(files(game.package)))
    try:
        subject(game)
    except ModuleNotFoundError as error:
        if error.name != f"{game.package}.exercises":
            raise
        raise EscaleError(f"{name} has no exercises.py: see docs/practice.md") from None
    found = exercises.sides(game)
    index = source.whole(found)
    try:
        (folder / source.FILE).write_text(source.written(index), "utf-8")
        source.index.cache_clear()
        (folder / probes.FILE).write_text(probes.written(exercises.scan_probes(game)), "utf-8")
    except OSError as error:
        raise EscaleError(f"{folder}: {error.strerror or error}") from None
    moments = [m for kinds in index.values() for both in kinds.values() for m in both]
    lines = [f"{name}: {len(index)} rules, {sum(map(len, moments))} positions in {folder}"]
    missing = exercises.without_exercises(game, found)
    lines += [f"{rule} has ideas, but no exercise: {why}" for rule, why in missing.items()]
    return "\n".join(lines)
