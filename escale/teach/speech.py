"""Values that are said in several forms: a noun with its article, a number with its plural.

How a form is made is left to the grammar of the language (`languages`), which forms a sentence may
ask for is described in `texts`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from escale.engine.errors import quoted

from .holes import BadHole, Hole, Speech, capital, parts, plain, spoken
from .languages import FIRST, LANGUAGES


def in_form(text: str, form: str, inflected: str | None) -> str:
    """A word in a form: as it stands, or as its grammar has inflected it."""
    return plain(text, form) if inflected is None else inflected


@Speech.register
class Noun(NamedTuple):
    """A thing with its gender, and its value where it has one."""

    word: str
    gender: str
    lang: str
    tail: str = "{noun}"
    mute: bool = False  #: it begins with an h that is not heard

    def __format__(self, form: str) -> str:
        if form.endswith("^"):
            return capital(format(self, form[:-1]))
        return self.tail.replace("{noun}", self._with_article(form))

    def _with_article(self, form: str) -> str:
        if not form:
            return self.word
        found = LANGUAGES[self.lang].noun(self.word, form, self.gender, self.mute)
        if found is None:
            raise BadHole(f"{quoted(self.word)} has no form {quoted(form)} in {self.lang}")
        return found


@Speech.register
class Person(NamedTuple):
    """A player: a name, or the reader."""

    name: str
    lang: str
    reader: bool = False

    def __format__(self, form: str) -> str:
        if form.endswith("^"):
            return capital(format(self, form[:-1]))
        if form.startswith("~"):
            others, bar, yours = form[1:].partition("|")
            if not bar or "|" in yours:
                raise BadHole(f"{quoted(form)} must be two verbs: of others, and of the reader")
            return yours if self.reader else others
        grammar = LANGUAGES[self.lang]
        name = grammar.you if self.reader else self.name
        return in_form(name, form, grammar.person(name, form, self.reader) if form else name)


@Speech.register
class Number(int):
    """A number that knows its plural and its rank."""

    lang = FIRST

    def __format__(self, form: str) -> str:
        grammar = LANGUAGES[self.lang]
        if "|" in form:
            bare = form.startswith("~")
            one, _, many = form.removeprefix("~").partition("|")
            if "|" in many:
                raise BadHole(f"{quoted(form)} is one word too many: a plural has two forms")
            word = many if grammar.is_plural(self) else one
            return word if bare else f"{self} {word}"
        value = int(self)
        return in_form(grammar.amount(value), form, grammar.rank(value, form) if form else None)


def number(value: int, lang: str) -> Number:
    found = Number(value)
    found.lang = lang
    return found


@Speech.register
class Several:
    """A list, said with "and" before its last part."""

    def __init__(self, parts: Sequence[Any], lang: str) -> None:
        self.parts, self.lang = parts, lang

    def __format__(self, form: str) -> str:
        capitalised = form.endswith("^")
        form = form.removesuffix("^")
        text = LANGUAGES[self.lang].joined([spoken(part, form) for part in self.parts])
        return capital(text) if capitalised else text


FOLLOWS = re.compile(r" ([^\W\d_]+)")  # the word right after a hole
PRECEDES = re.compile(r"([^\W\d_]+) $")  # the word right before it


@lru_cache(4096)
def subjects(template: str, lang: str) -> frozenset[Hole]:
    """The holes of a sentence after which there stands a verb, where "you" would want another."""
    found, all_parts = set(), parts(template)
    for i, hole in enumerate(all_parts):
        if not isinstance(hole, Hole) or hole.form not in ("", "^"):
            continue
        after = all_parts[i + 1] if i + 1 < len(all_parts) else ""
        before = all_parts[i - 1] if i else ""
        verb = FOLLOWS.match(after) if isinstance(after, str) else None
        word = PRECEDES.search(before) if isinstance(before, str) else None
        if verb and LANGUAGES[lang].conjugates(word[1].lower() if word else "", verb[1].lower()):
            found.add(hole)
    return frozenset(found)
