"""A game's rulebook as data: every rule by its id, in both languages, in our own words.

It is read from `rulebook.toml` in the game's folder. A rule is the rulebook's, or our *ruling*
where the rulebook is silent; a ruling gives its reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from .languages import LANGUAGES, REQUIRED, each
from .texts import game_file

if TYPE_CHECKING:
    from escale.engine.game import Game


_COACHED = {"start", "choice", "first", "early", "ends", "sight", "at", "before", "ask"}


class Coached(NamedTuple):
    """How the coach of a table speaks of a rule; all of it may be left out.

    [[rule]]
    coach.fr = "…"             instead of the short text, where that does not do at a table
    coach.start = true         it is met when the game begins: no event cites it
    coach.choice = "double"    it is said to who can choose this for the first time
    coach.first = true         it is said while it happens, before others of the same turn
    coach.early = true         it is said early in a game, when there is nothing else to say
    coach.ends = true          with it a round is over: what was new in it is said as of that round
    coach.sight = "equal:"     it is said to who sees such a piece on the board for the first time
    coach.at = ["coins:{seat}"]  what is ringed on the table while it is said; {seat}: whose doing
    coach.before = "double"    who can choose this once more is asked what will come of it ...
    coach.ask.fr = "…"         ... with these words
    """

    says: Mapping[str, str] | None
    start: bool
    first: bool
    before: str  #: a key of the board, or the beginning of one
    ask: Mapping[str, str] | None
    choice: str  #: as `before`
    sight: str = ""  #: a piece of the board, or the beginning of one
    ends: bool = False
    early: bool = False
    at: tuple[str, ...] = ()  #: pieces or keys of the board, or the beginnings of such


class Rule(NamedTuple):
    """One rule. Texts are {"fr": ..., "en": ...}."""

    id: str
    game: str
    section: str
    text: Mapping[str, str]
    short: Mapping[str, str]
    reason: Mapping[str, str] | None  #: of a ruling
    coach: Coached | None = None  #: what the coach needs beyond the short text

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
            **{lang: self.text[lang] for lang in REQUIRED},
        }


class Rulebook:
    """All rules of a game in the order of its rulebook."""

    def __init__(
        self, game: str, sections: Mapping[str, Mapping[str, str]], rules: Mapping[str, Rule]
    ) -> None:
        self.game = game
        self.sections = sections  #: "AWA" -> {"fr": "La distribution", ...}
        self.rules = rules  #: by id

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)


@cache
def rulebook(game: Game[Any, Any]) -> Rulebook:
    """The rulebook of a game, read and checked."""
    return read(game_file(game, "rulebook.toml").table, game)


def read(table: Mapping[str, Any], game: Game[Any, Any]) -> Rulebook:
    """A rulebook from its table; a ValueError says what its author has to mend."""
    wrong = list(problems(table, game))
    if wrong:
        raise ValueError("; ".join(wrong))
    rules = {}
    for entry in table["rule"]:
        rule_id: str = entry["id"]
        text = {lang: entry[lang] for lang in LANGUAGES}
        section = rule_id.split("-")[1]
        reason, coach = entry.get("reason"), _coached(entry.get("coach", {}))
        rules[rule_id] = Rule(rule_id, game.id, section, text, entry["short"], reason, coach)
    return Rulebook(game.id, {section["id"]: section for section in table["section"]}, rules)


def problems(table: Mapping[str, Any], game: Game[Any, Any]) -> Iterator[str]:
    """What is missing or wrong in a rulebook's table, a sentence each."""
    sections, rules = table.get("section"), table.get("rule")
    if not _tables(sections) or not _tables(rules):
        yield "a rulebook has [[section]] and [[rule]] tables"
        return
    for section in sections:
        if not isinstance(section.get("id"), str) or not section["id"] or not _both(section):
            yield f"section {section.get('id', '?')}: needs an id, {each('')}"
    known = [section.get("id") for section in sections]
    seen: set[str] = set()
    for entry in rules:
        rule_id = str(entry.get("id", "?"))
        prefix, _, rest = rule_id.partition("-")
        section_id, _, number = rest.partition("-")
        if prefix != game.prefix or section_id not in known or not number.isdecimal():
            yield f"{rule_id}: an id is {game.prefix}, a section and a number: {game.prefix}-SET-1"
        if rule_id in seen:
            yield f"{rule_id}: stands there twice"
        seen.add(rule_id)
        if bool(entry.get("ruling")) != ("reason" in entry):
            yield f"{rule_id}: a ruling, and nothing else, gives its reason"
        for name, texts in (("text", entry), ("short", entry.get("short"))):
            if not _both(texts):
                yield f"{rule_id}: its {name} is missing in one language"
        if "reason" in entry and not _both(entry["reason"]):
            yield f"{rule_id}: its reason is missing in one language"
        coach = entry.get("coach", {})
        if not isinstance(coach, Mapping) or not coach.keys() <= _COACHED | LANGUAGES.keys():
            yield f"{rule_id}: what the coach needs is {', '.join(sorted(_COACHED))} and words"
        elif not _both(coach) and any(lang in coach for lang in LANGUAGES):
            yield f"{rule_id}: what the coach says is missing in one language"
        elif _both(coach.get("ask")) != bool(coach.get("before")):
            yield f"{rule_id}: the coach asks in both languages, before something"
        elif not _texts(coach.get("at", [])):
            yield f"{rule_id}: what the coach points at is a list of pieces or keys"


def _coached(entry: Mapping[str, Any]) -> Coached | None:
    if not entry:
        return None
    says = entry if _both(entry) else None
    start, first = bool(entry.get("start")), bool(entry.get("first"))
    before, choice = entry.get("before", ""), entry.get("choice", "")
    ask, sight, ends = entry.get("ask"), entry.get("sight", ""), bool(entry.get("ends"))
    early, at = bool(entry.get("early")), tuple(entry.get("at", ()))
    return Coached(says, start, first, before, ask, choice, sight, ends, early, at)


def _tables(value: Any) -> TypeGuard[list[dict[str, Any]]]:
    """Is it a list of tables, at least one?"""
    return (
        isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)
    )


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


def _both(texts: Any) -> bool:
    """Is it there in both languages?"""
    return isinstance(texts, Mapping) and all(
        isinstance(texts.get(lang), str) and texts[lang].strip() for lang in REQUIRED
    )
