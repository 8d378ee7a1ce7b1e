"""The chart of a game's rules: where each lies on the map of what one knows, and its short name.

A game says so in `chart.toml` beside its rulebook, so that a learner's map never rearranges:

    [rule.DV-AWA-5]
    at = [3, 7]                 a column, and a half row: neighbours in the next column are one off
    fr = "totaux égaux"         what the rule is about, never its answer
    en = "equal totals"

    [section.ONE]               optional, where the rulebook's name is too long for an island
    fr = "Un de chaque"
    en = "One of each"

A game without the file gets islands in the order of its rulebook, and its rules go by their ids.
What a learner knows, and what is drawn, is left to the page (`frontend/src/map.js`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine.errors import quoted

from .languages import LANGUAGES, REQUIRED
from .rulebook import Rulebook, rulebook
from .texts import game_file

if TYPE_CHECKING:
    from escale.engine.game import Game

COLUMNS = 11  #: of a chart that the house lays out
APART = 4  #: half rows from an island down to the next
FURTHEST = 60

At = tuple[int, int]


class Tile(NamedTuple):
    """A rule on the chart."""

    at: At  #: column, half row
    label: Mapping[str, str]


class Chart(NamedTuple):
    """All rules of a game, by id, and its islands by section."""

    tiles: Mapping[str, Tile]
    titles: Mapping[str, Mapping[str, str]]


@cache
def chart(game: Game[Any, Any]) -> Chart:
    """The chart of a game; raises `BadFile` with the line of what its author has to mend."""
    book = rulebook(game)
    titles = {section: {lang: name[lang] for lang in LANGUAGES} for section, name in _named(book)}
    try:
        document = game_file(game, "chart.toml")
    except FileNotFoundError:
        return Chart(laid_out(book), titles)
    for place, problem in problems(document.table, book):
        raise document.wrong(problem, place)
    rules = document.table["rule"]
    tiles = {rule.id: Tile(tuple(rules[rule.id]["at"]), rules[rule.id]) for rule in book}
    return Chart(tiles, {**titles, **document.table.get("section", {})})


def _named(book: Rulebook) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The sections that have rules."""
    there = {rule.section for rule in book}
    return ((section, name) for section, name in book.sections.items() if section in there)


def problems(table: Mapping[str, Any], book: Rulebook) -> Iterator[tuple[str, str]]:
    """What is wrong in a chart's table: where, and a sentence."""
    rules, sections = table.get("rule", {}), table.get("section", {})
    taken: dict[At, str] = {}
    for rule in book:
        entry = rules.get(rule.id)
        if entry is None:
            yield "rule", f"{rule.id} is not on the chart"
        elif not _is_place(entry.get("at")):
            yield rule.id, f"{rule.id}: `at` is a column and a half row, from 0 to {FURTHEST}"
        elif not _in_both(entry):
            yield rule.id, f"{rule.id}: its label is missing in one language"
        elif (other := taken.setdefault(tuple(entry["at"]), rule.id)) != rule.id:
            yield rule.id, f"{rule.id} lies where {other} is"
    for name in rules.keys() - book.rules.keys():
        yield name, f"there is no rule {quoted(name)}"
    for name, entry in sections.items():
        if name not in book.sections or not _in_both(entry):
            yield name, f"section {quoted(name)}: the rulebook has none, or a language is missing"


def _is_place(at: object) -> bool:
    return (
        isinstance(at, list)
        and len(at) == 2
        and all(type(number) is int and 0 <= number <= FURTHEST for number in at)
    )


def _in_both(entry: object) -> bool:
    return isinstance(entry, Mapping) and all(isinstance(entry.get(lang), str) for lang in REQUIRED)


# --- a game without a chart ---------------------------------------------------------------------


def laid_out(book: Rulebook) -> dict[str, Tile]:
    """Islands from left to right, as many as fit, then below."""
    tiles = {}
    left = top = lowest = 0
    for section, _ in _named(book):
        rules = [rule.id for rule in book if rule.section == section]
        island = _island(len(rules))
        wide = max(2, 1 + max(column for column, _ in island))  # a title needs room
        if left and left + wide > COLUMNS:
            left, top = 0, lowest + APART
        for rule, (column, half) in zip(rules, island, strict=True):
            at = (left + column, top + half)
            lowest = max(lowest, at[1])
            tiles[rule] = Tile(at, dict.fromkeys(LANGUAGES, rule))
        left += wide + 1
    return tiles


def _island(count: int) -> Sequence[At]:
    """So many hexagons close together, column by column."""
    columns = max(1, min(COLUMNS, round(sqrt(count * 1.2))))
    tall = ceil(count / columns)
    return [(i // tall, 2 * (i % tall) + (i // tall) % 2) for i in range(count)]
