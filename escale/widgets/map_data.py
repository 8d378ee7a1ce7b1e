"""What a page needs to draw the map of what somebody knows: rules, their places, their lessons.

Nothing about a learner: that is in their browser (`frontend/src/knowledge.js`). Needs the standard
library only.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from escale.engine.errors import EscaleError
from escale.engine.registry import game as find_game
from escale.session.about import about
from escale.teach.chart import chart
from escale.teach.exercises import known
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import taught
from escale.teach.lesson_outline import outlines
from escale.teach.rulebook import rulebook
from escale.teach.words import KNOWLEDGE

if TYPE_CHECKING:
    from escale.engine.game import Game

Json = dict[str, Any]

log = logging.getLogger("escale")


@cache
def game_map(game: Game[Any, Any], lang: str) -> Json:
    """A game on the map, in one language."""
    drawn, steps = chart(game), taught(game)
    exercises = known(game)
    return {
        "id": game.id,
        "title": about(game).title(lang),
        "sections": [[name, title[lang]] for name, title in drawn.titles.items()],
        "rules": [
            {
                "id": rule.id,
                "section": rule.section,
                "at": drawn.tiles[rule.id].at,
                "label": drawn.tiles[rule.id].label[lang],
                "text": rule.short[lang],
                "ours": rule.ruling,
                "practise": rule.id in exercises,
                "seen": steps.get(rule.id, [])[:1],  # the step of a lesson that shows it first
            }
            for rule in rulebook(game)
        ],
        "lessons": {
            outline.id: {
                "title": outline.title[lang],
                "rules": sorted({rule for step in outline.steps for rule in step.rules}),
            }
            for outline in outlines(game)
        },
    }


def game_maps(names: Iterable[str], lang: str) -> Iterator[Json]:
    """These games on the map; one of somebody else's that cannot be read is left out."""
    for name in names:
        try:
            yield game_map(find_game(name), lang)
        except (EscaleError, OSError, LookupError, ValueError) as error:
            log.warning("%s is not on the map: %s", name, error)


def words(lang: str) -> Json:
    """What the map says, with its holes, and the numbers that take the singular."""
    said = {name: entry[lang] for name, entry in KNOWLEDGE.table.items()}
    return {"words": said, "singular": list(LANGUAGES[lang].singular)}
