"""The words of the house: one store for all of them, each file read once, here.

    HOUSE      house.toml       what is said in every game; in the format of `texts`
    UI         ui.toml          around a table and a lesson; the page gets them too
    SITE       site.toml        the pages around the games
    TERMINAL   terminal.toml    what commands print, and print for paper
    KNOWLEDGE  knowledge.toml   the map of what one knows
    SYNONYMS   synonyms.toml    what a search in a rulebook takes for the same

    UI.say("resumed", lang, plies=3)     a sentence, its holes filled
    UI.text("resumed", lang)             the same with its holes, for the page to fill

The games' own words are in their folders: see `texts`.
"""

from __future__ import annotations

from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from escale.engine import toml
from escale.teach.holes import Hole, fill
from escale.teach.overlays import Table, in_all_languages, written_in
from escale.teach.speech import number


class Words:
    """The words of one file, by name: `undo`, or `error.404.title` in a table within tables."""

    def __init__(self, file: str, inside: str = "") -> None:
        self.file, self.inside = file, inside

    def part(self, name: str) -> Words:
        """A table within the file as a store of its own."""
        return Words(self.file, name)

    @cached_property
    def table(self) -> Table:
        table = _read(self.file)
        return table[self.inside] if self.inside else table

    def entry(self, name: str) -> Table:
        """A text in every language."""
        found: Any = self.table
        for part in [name] if name in found else name.split("."):
            found = found[part]
        entry: Table = found
        return entry

    def text(self, name: str, lang: str) -> str:
        """As it is written, with its holes."""
        text: str = self.entry(name)[lang]
        return text

    def say(self, name: str, lang: str, /, **facts: Any) -> str:
        """With its holes filled; numbers know their plural."""
        text = self.text(name, lang)
        spoken = written_in(text, lang)

        def wrap(_hole: Hole, value: Any) -> Any:
            return number(value, spoken) if type(value) is int else value

        return fill(text, facts, wrap)


@cache
def _read(file: str) -> Table:
    source = files("escale.teach.words").joinpath(file).read_text("utf-8")
    return in_all_languages(toml.reader(source), file)


HOUSE, UI, SITE, TERMINAL, KNOWLEDGE, SYNONYMS = (
    Words(f"{name}.toml") for name in ("house", "ui", "site", "terminal", "knowledge", "synonyms")
)
