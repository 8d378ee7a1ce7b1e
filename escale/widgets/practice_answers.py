"""What a page of practice is answered: one more exercise, or why there is none.

Needs the standard library only: a kernel answers so, and Python in a browser.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from escale.session import messages, words

from . import practice_cache

if TYPE_CHECKING:
    from escale.engine.game import Game
    from escale.session.frames import Json

log = logging.getLogger("escale")


def answers(game: Game[Any, Any], lang: str, content: object) -> Iterator[Json]:
    """What a message of the page is answered; nothing if no page of ours sends it."""
    try:
        message = messages.read(content, messages.ASKED_BY_PRACTICE)
    except messages.Malformed:
        return
    try:
        rule = practice_cache.check_rule(game, message.fields["rule"])
        wanted = message.fields.get("ideas", ())
        made = practice_cache.exercise(game, rule, message.fields["seed"], wanted)
    except Exception:
        log.exception("an exercise could not be made: %r", message.fields["rule"])
        text = words.said("no-more-exercises", lang)
        yield {"kind": "say", "re": message.id, "text": text, "tone": "warn"}
    else:
        yield {"kind": "exercise", "re": message.id, "exercise": made}
