"""Random numbers at a table: for the dice, and for the computers' choices.

They come from the operating system, unless whoever laid the table in Python gave a seed; then the
same seed gives the same game. Never do they follow from a match's own `seed`: that may come from a
file, a link or a page, and says of a game at most how it was dealt (`engine/match.py`).
"""

from __future__ import annotations

from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from escale.engine.match import Match


def dice(seed: int | None = None) -> Random:
    """The numbers of one game."""
    return SystemRandom() if seed is None else Random(f"{seed}/0")


def thoughts(numbers: Random) -> Random:
    """Numbers for one decision of a computer, which may need very many of them.

    The system's are slow, so they start a generator that is used once: from the moves of a
    computer nothing follows about its next one.
    """
    return Random() if isinstance(numbers, SystemRandom) else numbers


def shared_record(match: Match) -> dict[str, Any]:
    """The record of a match as it may leave its table: while it goes on, without the seed."""
    record = match.record()
    if not match.over:
        record.pop("seed", None)
    return record
