"""A game's rulebook as data: every rule by its id, in both languages, in our own words.

It is read from `rulebook.toml` in the game's folder. A rule is the rulebook's, or our *ruling*
where the rulebook is silent; a ruling gives its reason.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from .texts import LANGUAGES

if TYPE_CHECKING:
    from escale.engine.game import Game


class Rule(NamedTuple):
    """One rule. Texts are {"fr": ..., "en": ...}."""

    id: str
    game: str
    section: str
    text: Mapping[str, str]
    short: Mapping[str, str]
    reason: Mapping[str, str] | None  #: of a ruling

    @property
    def ruling(self) -> bool:
        return self.reason is not None

    def to_json(self) -> dict[str, Any]:
        """As `escale rules --json` lists it."""
        return {
            "id": self.id,
            "game": self.game,
            "section": self.section,
            "ruling": self.ruling,
            "fr": self.text["fr"],
            "en": self.text["en"],
        }


class Rulebook(NamedTuple):
    """All rules of a game in the order of its rulebook."""

    game: str
    sections: Mapping[str, Mapping[str, str]]  #: "AWA" -> {"fr": "La distribution", ...}
    rules: Mapping[str, Rule]

    def __iter__(self) -> Iterator[Rule]:  # type: ignore[override]
        return iter(self.rules.values())


@cache
def rulebook(game: Game[Any, Any]) -> Rulebook:
    """The rulebook of a game, read and checked."""
    source = files(game.package).joinpath("rulebook.toml")
    return read(tomllib.loads(source.read_text("utf-8")), game)


def read(table: Mapping[str, Any], game: Game[Any, Any]) -> Rulebook:
    """A rulebook from its table; a ValueError says what its author has to mend."""
    sections = {section["id"]: section for section in table["section"]}
    rules: dict[str, Rule] = {}
    for entry in table["rule"]:
        rule_id = entry["id"]
        prefix, section, _ = rule_id.split("-")
        if prefix != game.prefix or section not in sections or rule_id in rules:
            raise ValueError(f"{rule_id}: not of this game, of no section, or there twice")
        reason = entry.get("reason")
        if bool(entry.get("ruling")) != (reason is not None):
            raise ValueError(f"{rule_id}: a ruling, and nothing else, gives its reason")
        for name, texts in (("text", entry), ("short", entry["short"]), ("reason", reason)):
            if texts is not None and not all(texts.get(lang) for lang in LANGUAGES):
                raise ValueError(f"{rule_id}: {name} is missing in one language")
        text = {lang: entry[lang] for lang in LANGUAGES}
        rules[rule_id] = Rule(rule_id, game.id, section, text, entry["short"], reason)
    return Rulebook(game.id, sections, rules)
