"""Practice as a widget: exercises without end about the rules of a game.

    escale.practice("dolce-vita")
    escale.practice("dolce-vita", rule="DV-AWA-5")

The page asks, judges and replies (`frontend/src/practice.js`) and keeps what its reader knows; the
kernel only makes more exercises.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import traitlets

from escale.draw.svg import draw
from escale.engine.errors import EscaleError
from escale.engine.match import Match
from escale.engine.registry import game as find_game
from escale.session.seats import check_lang
from escale.teach.exercises import practice as exercises
from escale.teach.languages import LANGUAGES, is_language

from . import app_page, bundle, nulls, practice_answers, practice_cache
from .host import Host
from .widget import Widget

if TYPE_CHECKING:
    from escale.engine.game import Game

log = logging.getLogger("escale")


class PracticeWidget(Widget):
    """Practice of one game; `rule` is what it is about, "" for all of them."""

    _esm = app_page.script("practice") if app_page.HERE else bundle.practice_script()
    _css = "" if app_page.HERE else bundle.style()
    widget = traitlets.Unicode("practice").tag(sync=True)  # what the script is to make of it

    box = traitlets.Bytes().tag(sync=True)
    practice = traitlets.Bytes().tag(sync=True)
    rule = traitlets.Unicode("").tag(sync=True)
    lang = traitlets.Enum(LANGUAGES).tag(sync=True)  # type: ignore[call-overload]
    place = traitlets.Unicode("").tag(sync=True)  # in one of the app's pages

    def __init__(
        self, game: Game[Any, Any], *, rule: str | None = None, lang: str | None = None
    ) -> None:
        self.game = game
        about = practice_cache.check_rule(game, rule)
        sent = {}
        if not app_page.HERE:
            packed = practice_cache.prepared(game, about)
            sent = {"box": packed.box, "practice": packed.data}
        self._host = Host(lambda message: self.send(message))
        super().__init__(rule=about, lang=check_lang(lang), place=app_page.new_place(), **sent)
        self.on_msg(self._receive)
        self._host.later(0, self._warm_up)

    def _warm_up(self) -> None:
        """The first exercise takes longest: words and tables are read. Nobody waits for it now."""
        with suppress(EscaleError):
            practice_cache.exercise(self.game, self.rule or practice_cache.rules(self.game)[0], 0)

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """A page says in which language it goes on; nothing else is taken."""
        lang = sync_data.get("lang")
        super().set_state({"lang": lang} if is_language(lang) else {})

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        with self._host.lock:
            for answer in practice_answers.answers(self.game, self.lang, nulls.heard(content)):
                self.send(answer)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Practice, and beside it a picture of a position."""
        bundle = super()._repr_mimebundle_(**kwargs)
        return app_page.beside(bundle, self._about, self._picture)

    def _about(self) -> dict[str, Any]:
        what = {"place": self.place, "practice": self.game.id}
        return what | {"rule": self.rule, "lang": self.lang}

    def _picture(self) -> str:
        one = next(exercises(self.game, rule=self.rule or None))
        match = Match.from_record(one["record"])
        return draw(self.game, match.view(one["seat"]), lang=self.lang, names=match.players)


def practice(
    game: str | Game[Any, Any], rule: str | None = None, *, lang: str | None = None
) -> PracticeWidget:
    """Exercises about a game, or about one of its rules mixed with others."""
    return PracticeWidget(find_game(game), rule=rule, lang=lang)
