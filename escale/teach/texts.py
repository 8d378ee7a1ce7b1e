"""Sentences in every language: one table a game (`texts.toml`), and one for the house.

A sentence is written by a person and has holes for facts (`holes` fills them):

    [event.take]                       # an event's kind
    fr = "{seat} prend {object:le}."
    en = "{seat} takes {object:the}."
    you.fr = "Vous prenez {object:le}."   # optional: when the reader is the event's `seat`
    you.en = "You take {object:the}."

    [event.back-on-top]                # says nothing itself: its rule joins the sentence before it
    silent = true

    [refusal.no-such-column]           # a violation's kind, the same way
    ...

    [foresight.take]                   # what a move would lead to: for hints, see `knowledge`
    fr = "{seat} prendrait {object:le}."
    en = "{seat} would take {object:the}."
    look.fr = "Regardez {object:le}."     # before the move is named
    look.en = "Look at {object:the}."

    [label.hand]                       # any other text of the game, without a `kind`
    fr = "Votre main"
    en = "Your hand"

What a hole's value is, is said once:

    [facts]
    seat = "player"                    # a seat's number, said as its name ("vous" to that reader)
    seats = "players"                  # several: "Rouge, Jaune et Vert"
    object = "noun"                    # "bijou", or with a value, "bijou-200"
    objects = "nouns"

    [hidden.card]                      # what is said for a fact that the reader may not know
    fr = "une carte"                   # for {card}; {card:un} and {card:a} need a noun:
    en = "a card"                      # fr = "carte", gender = "f", en = "card"

    [noun.maison]                      # gender: m, f, mp, fp (plural only)
    fr = "maison"
    gender = "f"
    en = "house"
    genders.it = "f"                   # where a language that also has genders has another one

    [noun.huile]                       # h = "muet" elides: "l’huile"
    fr = "huile"
    gender = "f"
    h = "muet"
    en = "oil"

    [valued]                           # how a noun and its value go together
    fr = "{noun} à {value}"
    en = "{noun} worth {value}"

Everything else is said as it stands; lists are joined ("5 et 4"). After a colon stands the form:

    {object:le} la maison      {object:un} une maison     {object:de} de la maison
    {object:à}  à la maison    {object}    maison         {object:the} the house  {object:a} a house
    {seat:de}   de Rouge, d’Otto                          {seat:'s}    Rouge’s
    {coins:pièce|pièces}       "1 pièce", "3 pièces"
    {coins:~est|sont}          the word without the number
    {n:e}       1er, 2e        {n:re}      1re, 2e        {n:th}       1st, 2nd, 3rd
    {seat:^}, {object:le^}     with a capital letter
    {other} {other:~has|have}  the verb of a name, and the verb of "you"

A reader may sit in any hole: "Rouge takes 3 from you". Where a verb follows ("{other} has 6 left")
it would be wrong with "you", so the reader is called by name there, unless the sentence says both
verbs: "{other} {other:~has|have} 6 left". For `seat` there is `you.fr` and `you.en`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from escale.engine import toml
from escale.engine.errors import quoted
from escale.engine.toml import Document

from .holes import BadHole, Hole, fill, names
from .languages import FIRST, LANGUAGES, REQUIRED, each
from .overlays import in_all_languages, written_in
from .speech import Noun, Person, number, subjects
from .speech import Several as Several
from .words import HOUSE

if TYPE_CHECKING:
    from escale.engine.game import Event, Game, Violation

GENDERS = ("m", "f", "mp", "fp")
KINDS = ("player", "players", "noun", "nouns")
VERB = re.compile(r"\{seat(:\^)?\} [^\W\d_]")  # "{seat} prend", but not "{seat} : 3 gemmes"


class NotWritten(KeyError):
    """A text that lacks a language."""

    def __init__(self, place: str, file: str) -> None:
        super().__init__(f"{place} needs both {each('')}", file)

    def __str__(self) -> str:
        return f"{self.args[1]}: {self.args[0]}"


class Texts:
    """The sentences of one game (and of the house), ready to be said."""

    def __init__(
        self, table: Mapping[str, Any], house: Mapping[str, Any], file: str = "texts.toml"
    ) -> None:
        self.table = table
        self.house = house
        self.file = file  #: where its author looks for what is missing

    # --- saying -----------------------------------------------------------------------------

    def event(
        self, event: Event, lang: str, players: Sequence[str], reader: int | None = None
    ) -> str:
        """What happened, as a sentence; "" for an event that says nothing itself."""
        facts = {"seat": event.seat, **event.facts}
        you = reader is not None and event.seat == reader
        return self._say("event", event.kind, facts, lang, players, reader, you)

    def foresight(
        self,
        event: Event,
        lang: str,
        players: Sequence[str],
        reader: int | None = None,
        look: bool = False,
    ) -> str:
        """What would happen, as a sentence; with `look`, only where to look for it."""
        facts = {"seat": event.seat, **event.facts}
        if look:
            pair = self.entry("foresight", event.kind)["look"]
            return self._filled(pair[lang], facts, lang, players, reader)
        you = reader is not None and event.seat == reader
        return self._say("foresight", event.kind, facts, lang, players, reader, you)

    def refusal(
        self,
        violation: Violation,
        lang: str,
        players: Sequence[str] = (),
        reader: int | None = None,
    ) -> str:
        """Why a move is refused, as a sentence."""
        return self._say("refusal", violation.kind, violation.facts, lang, players, reader, False)

    def label(self, name: str, lang: str, **facts: Any) -> str:
        """Any other text of the game or of the house."""
        return self._say("label", name, facts, lang, (), None, False)

    def words(
        self,
        group: str,
        name: str,
        facts: Mapping[str, Any],
        lang: str,
        players: Sequence[str] = (),
        reader: int | None = None,
    ) -> str:
        """A text of any group about these players, for one of them."""
        you = reader is not None and reader in (facts.get("seat"), *facts.get("seats", ()))
        return self._say(group, name, facts, lang, players, reader, you)

    def error(self, kind: str, facts: Mapping[str, Any], lang: str) -> str:
        """What is wrong with something from outside: see `errors.said_error`."""
        return self._say("error", kind, facts, lang, (), None, False)

    def noun(self, value: str, lang: str, form: str = "") -> str:
        """A thing by its name (`bijou`, `bijou-200`), with its article if asked for."""
        return format(self.named(value, lang), form)

    def is_noun(self, value: str) -> bool:
        return value.partition("-")[0] in self.table.get("noun", {})

    def entry(self, group: str, name: str) -> Mapping[str, Any]:
        """The entry of a text: the game's own, or the house's."""
        found = self.table.get(group, {}).get(name) or self.house.get(group, {}).get(name)
        if found is None:
            raise KeyError(f"[{group}.{name}] is missing in {self.file}")
        entry: Mapping[str, Any] = found
        return entry

    def _say(
        self,
        group: str,
        name: str,
        facts: Mapping[str, Any],
        lang: str,
        players: Sequence[str],
        reader: int | None,
        you: bool,
    ) -> str:
        entry = self.entry(group, name)
        if entry.get("silent"):
            return ""
        own = you and "you" in entry
        try:
            template = entry["you"][lang] if own else entry[lang]
        except KeyError:
            raise NotWritten(f"[{group}.{name}]{' you' if own else ''}", self.file) from None
        return self._filled(template, facts, lang, players, reader)

    def _filled(
        self,
        template: str,
        facts: Mapping[str, Any],
        lang: str,
        players: Sequence[str],
        reader: int | None,
    ) -> str:
        spoken = written_in(template, lang)
        named = subjects(template, spoken)

        def said(hole: Hole, value: Any) -> Any:
            if value is None and hole.form.rstrip("^"):
                return self._hidden_noun(str(hole.path[0]), hole.form, spoken)
            with_verb = isinstance(value, int) or not LANGUAGES[lang].you_in_company
            by_name = hole in named and with_verb
            reads = None if by_name else reader
            return self.wrap(str(hole.path[0]), value, spoken, players, reads)

        return fill(template, facts, said)

    def is_person(self, fact: str) -> bool:
        """Is this fact said as a player's name?"""
        kind = self.table.get("facts", {}).get(fact) or self.house["facts"].get(fact)
        return kind in ("player", "players")

    def wrap(
        self, fact: str, value: Any, lang: str, players: Sequence[str], reader: int | None
    ) -> Any:
        kind = self.table.get("facts", {}).get(fact) or self.house["facts"].get(fact)
        if value is None:
            hidden = self.table.get("hidden", {}).get(fact)
            return hidden.get(lang, "–") if isinstance(hidden, Mapping) else "–"
        if isinstance(value, (list, tuple)):
            parts = tuple(self.wrap(fact, part, lang, players, reader) for part in value)
            return Several(parts, lang)
        if kind in ("player", "players"):
            if type(value) is not int:
                raise BadHole(f"{quoted(value)} is no seat")
            nameless = f"{LANGUAGES[lang].nameless} {value + 1}"
            name = players[value] if 0 <= value < len(players) else nameless
            return Person(name, lang, reader == value)
        if kind in ("noun", "nouns"):
            if not isinstance(value, str) or not self.is_noun(value):
                raise BadHole(f"{quoted(value)} is no noun")
            return self.named(value, lang)
        if isinstance(value, int) and not isinstance(value, bool):
            return number(value, lang)
        return value

    def _hidden_noun(self, fact: str, form: str, lang: str) -> Noun:
        """What is said for a fact that the reader may not know, where it wants an article."""
        entry = self.table.get("hidden", {}).get(fact)
        if not isinstance(entry, Mapping) or "gender" not in entry or lang not in entry:
            raise BadHole(
                f"{{{fact}:{form}}} is hidden from some: [hidden.{fact}] takes no article unless "
                "it is a noun with its `gender`, as those of [noun.…] are"
            )
        return self._noun(entry, lang, "{noun}")

    def named(self, value: str, lang: str) -> Noun:
        """A thing by its name, as a hole says it."""
        name, _, worth = value.partition("-")
        entry = self.entry("noun", name)
        tail = self.table["valued"][lang].replace("{value}", worth) if worth else "{noun}"
        return self._noun(entry, lang, tail)

    def _noun(self, entry: Mapping[str, Any], lang: str, tail: str) -> Noun:
        mute = entry.get("h") == "muet"
        gender = entry.get("genders", {}).get(lang) or entry.get("gender", "m")
        return Noun(entry[lang], gender, lang, tail, mute)

    # --- checking ---------------------------------------------------------------------------

    def problems(self) -> Iterator[str]:
        """What is missing or does not match between the languages."""
        groups = ("event", "refusal", "foresight", "label", "undo", "error", "hidden", "noun")
        for group in (*groups, "facts", "valued"):
            if not isinstance(self.table.get(group, {}), Mapping):
                yield f"[{group}] is no table"
                return
        for group in groups:
            for name, entry in self.table.get(group, {}).items():
                if not isinstance(entry, Mapping):
                    yield f"[{group}] {name} is no table with {each('')}"
                elif not entry.get("silent"):
                    yield from self._pair_problems(f"[{group}.{name}]", entry)
                    if "you" in entry:
                        yield from self._pair_problems(f"[{group}.{name}] you", entry["you"])
                    if group == "foresight":
                        yield from self._pair_problems(f"[{group}.{name}] look", entry.get("look"))
        for name, entry in self.table.get("event", {}).items():
            if (
                isinstance(entry, Mapping)
                and "you" not in entry
                and VERB.search(f"{entry.get(FIRST)}")
            ):
                you = LANGUAGES[FIRST].you
                yield f"[event.{name}] needs {each('you')}: “{you}” wants another verb"
        if "valued" in self.table:
            yield from self._pair_problems("[valued]", self.table["valued"])
        for group in ("noun", "hidden"):
            for name, entry in self.table.get(group, {}).items():
                if isinstance(entry, Mapping) and entry.get("gender", "m") not in GENDERS:
                    yield f"[{group}.{name}]: gender is one of {', '.join(GENDERS)}"
        for fact, kind in self.table.get("facts", {}).items():
            if kind not in [*KINDS]:
                yield f"[facts] {fact}: a fact is one of {', '.join(KINDS)}, or not listed"

    def _pair_problems(self, place: str, pair: Any) -> Iterator[str]:
        """What is wrong with a text in all required languages.

        A language may leave out what the other says (a number, a place), as long as everybody hears
        who and what it is about: players and nouns stand in each. Where each has a hole that the
        other has not, one of them is taken for a slip of the pen.
        """
        found = [pair.get(lang) if isinstance(pair, Mapping) else None for lang in REQUIRED]
        texts = [text for text in found if text and isinstance(text, str)]
        if len(texts) < len(REQUIRED):
            yield f"{place} needs both {each('')}"
            return
        try:
            holes = [{*names(text)} for text in texts]
        except BadHole as error:
            yield f"{place} cannot be read: {error}"
            return
        every = set().union(*holes)
        left_out = every - set(holes[0]).intersection(*holes)
        if every not in holes:
            yield f"{place}: {each('')} have different holes"
        elif clear := sorted(name for name in left_out if self._is_about(name)):
            yield f"{place}: {{{clear[0]}}} stands in one language only: who or what is it about?"

    def _is_about(self, hole: str) -> bool:
        """Does this hole say who or what a sentence is about?"""
        fact = re.split(r"[.\[]", hole)[0]
        return bool(self.table.get("facts", {}).get(fact) or self.house["facts"].get(fact))


def house_texts() -> Mapping[str, Any]:
    return HOUSE.table


@cache
def texts(game: Game[Any, Any]) -> Texts:
    """The sentences of a game."""
    return Texts(game_file(game, "texts.toml").table, house_texts())


@cache
def scene_texts(game: Game[Any, Any]) -> Texts:
    """What is said on a game's table: the sentences of `scene.toml`, with the nouns of the game."""
    table = {**texts(game).table, **game_file(game, "scene.toml").table}
    return Texts(table, house_texts())


@cache
def practice_texts(game: Game[Any, Any]) -> Texts:
    """What exercises say: `practice.toml`, over the sentences of the game.

    Its `[event.…]` are what only a misconception would tell.
    """
    own, file = texts(game).table, "practice.toml"
    added = game_file(game, file).table
    both = {group: {**own.get(group, {}), **added.get(group, {})} for group in ("event", "facts")}
    merged = {**own, **added, **both}
    return Texts(merged, house_texts(), file)


def game_file(game: Game[Any, Any], name: str) -> Document:
    """A file of words beside a game's rules, in all languages.

    Raises `BadFile` with its line, or FileNotFoundError.
    """
    source = files(game.package).joinpath(name)
    if not source.is_file():
        raise FileNotFoundError(f"{game.id} has no {name}")
    document = toml.load(source)
    document.table = in_all_languages(document.table, "games", game.id, name)
    return document
