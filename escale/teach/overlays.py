"""The files of a language that is not in every file: they lie over ours, in a folder of their own.

The folder has the same files under the same names, and in them the same tables with the words of
that language only; whatever is missing there is borrowed from the fallback:

    ui.toml, site.toml, terminal.toml, house.toml        as in escale/teach/words
    games/casanova/texts.toml, scene.toml, rulebook.toml as in the game's folder
    games/casanova/lessons/01-first-steps.toml

    [undo]                      in a list of tables, an `id` says which one is meant ([[rule]]);
    xx = "…"                    where they have none, their order ([[step]])

A borrowed sentence knows that it is one: it is filled by the grammar of the fallback.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any

from escale.engine import toml

from .languages import FALLBACK, FOLDERS

Table = dict[str, Any]


class Borrowed(str):
    """A text of the fallback in the place of one that is missing."""

    __slots__ = ()


def written_in(text: str, lang: str) -> str:
    """The language in which a text that stands for `lang` is written."""
    return FALLBACK if isinstance(text, Borrowed) else lang


def in_all_languages(table: Table, *path: str) -> Table:
    """A table of words with those of the languages that have files of their own, and none missing.

    `path` is the file's: "ui.toml", or "games", "casanova", "texts.toml".
    """
    for lang, folder in FOLDERS.items():
        table = _completed(_laid_over(table, _read(folder, path)), lang)
    return table


def in_scene(game: str, lang: str) -> str:
    """The language to ask a game's `scene.py` for: a game need not know one that has no words."""
    folder = FOLDERS.get(lang)
    there = folder is None or folder.joinpath("games", game, "scene.toml").is_file()
    return lang if there else FALLBACK


def _read(folder: Traversable, path: Sequence[str]) -> Table:
    file = folder.joinpath(*path)
    return toml.load(file).table if file.is_file() else {}


def _laid_over(under: Any, over: Any) -> Any:
    if isinstance(under, Mapping) and isinstance(over, Mapping):
        return {**under, **{name: _laid_over(under.get(name), over[name]) for name in over}}
    if _are_tables(under) and _are_tables(over):
        by_id = {entry["id"]: entry for entry in over if "id" in entry}
        by_place = dict(enumerate(over)) if not by_id else {}
        return [
            _laid_over(entry, by_id.get(entry.get("id"), by_place.get(at, {})))
            for at, entry in enumerate(under)
        ]
    return over


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, Mapping) for entry in value)


def _completed(value: Any, lang: str) -> Any:
    """With the fallback's text wherever this language has none beside it."""
    if isinstance(value, list):
        return [_completed(entry, lang) for entry in value]
    if not isinstance(value, Mapping):
        return value
    found = {name: _completed(entry, lang) for name, entry in value.items()}
    if FALLBACK in found and lang not in found:
        text = found[FALLBACK]
        found[lang] = Borrowed(text) if isinstance(text, str) else text
    return found
