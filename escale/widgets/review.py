"""A look back as a widget.

escale.review(match)              # a match, or a record
escale.review(record, seat=1)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from escale.engine.match import Match
from escale.session.review import as_lesson, reviewed

from .lesson import LessonPlayer


def review(
    match: Match | Mapping[str, Any] | str,
    seat: int | None = None,
    *,
    lang: str | None = None,
) -> LessonPlayer:
    """A look back at a match or a record, from `seat`; by default from the first who lost."""
    found = match if isinstance(match, Match) else Match.from_record(match)
    return LessonPlayer(as_lesson(found, reviewed(found, seat)), lang=lang)
