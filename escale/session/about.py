"""What a game is called and how it is known: its title, its mark, its rules, its cover.

The one way to them, for pages, widgets, notebooks and the terminal. A game says its title in
`texts.toml`, and without it goes by its id:

    [label.title]
    fr = "Dominos Florentins"
    en = "Dominos Florentins"
    gender = "mp"               optional: in French it then has its article ("aux Dominos")

Its mark is a symbol of its sheet (`escale/draw/scene.py` `mark_name` says which), its cover the
file `cover.svg` (240 by 284), what stands beside its box `prop.svg` (64 by 90); all of these are
optional.
"""

from __future__ import annotations

from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from escale.draw.scene import mark_name, scenes_if_any
from escale.draw.svg import symbol_sizes
from escale.engine.errors import UnknownGame
from escale.engine.registry import game as find_game
from escale.teach.languages import LANGUAGES
from escale.teach.overlays import written_in
from escale.teach.rulebook import Rulebook, rulebook
from escale.teach.speech import Noun
from escale.teach.texts import texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from escale.engine.game import Game


class About:
    """A game as people know it."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.id = game.id

    @cached_property
    def _title(self) -> Mapping[str, str]:
        try:
            return texts(self.game).entry("label", "title")
        except (FileNotFoundError, KeyError):
            return dict.fromkeys(LANGUAGES, self.id.replace("-", " ").title())

    def title(self, lang: str) -> str:
        """As its box has it."""
        return self._title[lang]

    def titles(self) -> dict[str, str]:
        """The same in every language, for a page."""
        return {lang: self.title(lang) for lang in LANGUAGES}

    def named(self, lang: str) -> Noun:
        """For the hole of a sentence: {title}, {title:le}, {title:de}, {title:à}."""
        title = self.title(lang)
        return Noun(title, self._title.get("gender", ""), written_in(title, lang))

    @cached_property
    def mark(self) -> str:
        """The symbol that stands for it; "" if it has none."""
        name = mark_name(self.game)
        there = scenes_if_any(self.game) is not None and name in symbol_sizes(self.game)
        return name if there else ""

    @property
    def rules(self) -> Rulebook:
        return rulebook(self.game)

    @cached_property
    def has_cover(self) -> bool:
        """Has it brought a drawing? Without one the house writes the title on a plain box."""
        return self._file("cover.svg") is not None

    def cover(self, lang: str) -> str:
        """The front of its box."""
        from escale.draw.cover import plain_cover  # imported here: nobody at a table waits for it

        return self._file("cover.svg") or plain_cover(self.title(lang))

    @cached_property
    def prop(self) -> str | None:
        """What stands beside its box."""
        return self._file("prop.svg")

    def _file(self, name: str) -> str | None:
        file = files(self.game.package).joinpath(name)
        return file.read_text("utf-8") if file.is_file() else None


@cache
def about(game: Game[Any, Any]) -> About:
    return About(game)


def titles_of(name: str) -> dict[str, str]:
    """The titles of a saved game's game, which may have been removed since."""
    try:
        return about(find_game(name)).titles()
    except UnknownGame:
        return dict.fromkeys(LANGUAGES, name)
