"""The map of what somebody knows, as a widget: `frontend/src/map.js` with the rules of the games.

    escale.knowledge()                  all games
    escale.knowledge("dolce-vita")      one of them

What a learner knows stays in their browser; the kernel never hears of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets

from escale.engine.game import Game
from escale.engine.registry import game as find_game
from escale.engine.registry import game_names
from escale.session.seats import check_lang
from escale.teach.languages import LANGUAGES

from . import bundle
from .map_data import game_map, game_maps, words
from .widget import Widget


class KnowledgeMap(Widget):
    """The map. Nothing comes back from the page."""

    _esm = bundle.practice_script()
    _css = bundle.map_style()
    widget = traitlets.Unicode("knowledge").tag(sync=True)  # what the script is to make of it
    data = traitlets.Dict().tag(sync=True)
    game = traitlets.Unicode("").tag(sync=True)
    lang = traitlets.Enum(LANGUAGES).tag(sync=True)  # type: ignore[call-overload]

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """A page has nothing to say."""


def knowledge(game: str | Game[Any, Any] | None = None, *, lang: str | None = None) -> KnowledgeMap:
    """What the learner at this browser knows, of one game or of all that are installed."""
    if game is not None:
        one = find_game(game)
        games = {lang: [game_map(one, lang)] for lang in LANGUAGES}
    else:
        games = {lang: [*game_maps(game_names(), lang)] for lang in LANGUAGES}
    langs = {lang: {**words(lang), "games": found} for lang, found in games.items()}
    first = games[check_lang(lang)][0]["id"]
    return KnowledgeMap(data={"langs": langs}, game=first, lang=check_lang(lang))
