"""The languages of the house: the only place that names them. One class has the grammar of one.

    LANGUAGES          every language that can be asked for, by its code, with its grammar
    REQUIRED           those in which all words, games and lessons are there: what `check_game` asks
    FALLBACK           the one that is read where another has no words
    add(grammar, ..)   one more, whose words are files that lie over ours (see `words`)

A grammar knows articles, plurals, ranks, lists, numbers and typography, and nothing of any
sentence. The code of a language is that of HTML's `lang`, of addresses (`?lang=`), of folders
(`notebooks/fr`) and of the keys in all files of words.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, TypeGuard

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

NO_BREAK, NARROW = "\u00a0", "\u202f"
VOWELS = frozenset("aàâäeéèêëiîïoôöuùûüyœæ")
#: what a system says of its user's language, the most particular first (as gettext reads them)
LOCALE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Grammar(ABC):
    """What has to be known of a language to say a sentence in it."""

    code: ClassVar[str]
    you: ClassVar[str]  #: the reader, where a name could stand
    nameless: ClassVar[str]  #: a player whose name nobody has given, before the number
    conjunction: ClassVar[str]  #: before the last part of a list
    singular: ClassVar[tuple[int, ...]] = (1,)  #: the numbers that take it; the page gets them too
    thousands: ClassVar[str] = ","
    point: ClassVar[str] = "."
    percent: ClassVar[str] = "%"  #: as it follows a number
    you_in_company: ClassVar[bool] = True  #: can the reader be one of several, with the same verb?

    @abstractmethod
    def noun(self, word: str, form: str, gender: str, mute: bool) -> str | None:
        """A noun in a form that is not empty, with its article; None if there is no such form.

        Without a gender it is a name that has no article.
        """

    def person(self, name: str, form: str, reader: bool) -> str | None:
        """A name (the reader's is `you`) in a form that is not empty; None if there is none."""
        return None

    def conjugates(self, before: str, after: str) -> bool:
        """Would "you" between these two words want another verb than a name does? In doubt yes: a
        name is never wrong."""
        return not before

    def slip(self, sentence: str) -> str:
        """Words of a sentence that go together in no sentence of this language; "" if none do."""
        return ""

    def rank(self, number: int, form: str) -> str | None:
        """A number as a rank; None if that is no form of a rank."""
        return None

    def is_plural(self, number: int) -> bool:
        return abs(number) not in self.singular

    def joined(self, parts: Sequence[str]) -> str:
        """Several, with "and" before the last."""
        *most, last = parts or ("",)
        return f"{', '.join(most)} {self.conjunction} {last}" if most else last

    def amount(self, number: int) -> str:
        """A number with its thousands apart."""
        return f"{number:,}".replace(",", self.thousands)

    def share(self, part: float, digits: int = 0) -> str:
        """A part of one in hundredths."""
        return f"{100 * part:.{digits}f}".replace(".", self.point) + self.percent

    def typeset(self, text: str) -> str:
        """Text that was written with ordinary keys, with the language's spaces and apostrophes."""
        return text.replace("'", "’").replace("...", "…")


class French(Grammar):
    """`le`, `un`, `de`, `à`; `e` and `re` are ranks. Genders are m, f, mp, fp (plural only)."""

    code, you, nameless, conjunction = "fr", "vous", "Joueur", "et"
    #: words after which a name is no subject, and words that are no verb of one
    prepositions = frozenset({
        "à", "après", "avant", "avec", "chez", "contre", "de", "derrière", "devant",
        "entre", "par", "pour", "sans", "selon", "sous", "sur", "vers",
    })  # fmt: skip
    no_verbs = frozenset({
        "à", "au", "aussi", "aux", "avec", "avant", "après", "comme", "contre", "dans",
        "de", "des", "du", "en", "et", "la", "le", "les", "mais", "ni", "ou", "par", "pour",
        "puis", "que", "qui", "sans", "si", "sous", "sur", "un", "une",
    })  # fmt: skip
    singular = (0, 1)
    thousands, point, percent = NARROW, ",", f"{NO_BREAK}%"
    you_in_company = False  # "vous et Bob" would want another verb

    def noun(self, word: str, form: str, gender: str, mute: bool) -> str | None:
        if form not in ("le", "un", "de", "à"):
            return None
        if not gender:
            return self._name(word, form, mute)
        if gender.endswith("p"):
            article = {"le": "les ", "un": "des ", "de": "des ", "à": "aux "}[form]
        elif form != "un" and (mute or elides(word)):
            article = {"le": "l’", "de": "de l’", "à": "à l’"}[form]
        elif gender.startswith("f"):
            article = {"le": "la ", "un": "une ", "de": "de la ", "à": "à la "}[form]
        else:
            article = {"le": "le ", "un": "un ", "de": "du ", "à": "au "}[form]
        return article + word

    def person(self, name: str, form: str, reader: bool) -> str | None:
        return self._name(name, form, False) if form == "de" else None

    def conjugates(self, before: str, after: str) -> bool:
        return before not in self.prepositions and after not in self.no_verbs

    @staticmethod
    def _name(name: str, form: str, mute: bool) -> str | None:
        if form == "de":
            return f"d’{name}" if mute or elides(name) else f"de {name}"
        return {"le": name, "à": f"à {name}"}.get(form)

    def rank(self, number: int, form: str) -> str | None:
        if form not in ("e", "re"):
            return None
        return f"{number}{'e' if number != 1 else 'er' if form == 'e' else 're'}"

    def typeset(self, text: str) -> str:
        text = super().typeset(text)
        text = re.sub(r"«[ \u00a0]?", "«" + NO_BREAK, text)
        text = re.sub(r"[ \u00a0]?»", NO_BREAK + "»", text)
        text = re.sub(r" (?=[:%])", NO_BREAK, text)
        return re.sub(r" (?=[;!?])", NARROW, text)


class English(Grammar):
    """`the`, `a`; `'s` of a person; `th` is a rank."""

    code, you, nameless, conjunction = "en", "you", "Player", "and"
    prepositions = frozenset({
        "after", "against", "at", "before", "behind", "between", "by", "for", "from", "in",
        "of", "on", "over", "than", "to", "under", "with", "without",
    })  # fmt: skip
    no_verbs = frozenset({
        "across", "as", "besides", "his", "its", "minus", "plus", "this", "times",
        "towards", "unless",
    })  # fmt: skip

    def noun(self, word: str, form: str, gender: str, mute: bool) -> str | None:
        if not gender:
            return word if form == "the" else None
        if form == "a":
            form = "an" if word[0].lower() in "aeiou" else "a"
        return f"{form} {word}" if form in ("the", "a", "an") else None

    def person(self, name: str, form: str, reader: bool) -> str | None:
        if form != "'s":
            return None
        return "your" if reader else f"{name}’s"

    def conjugates(self, before: str, after: str) -> bool:
        verb = after.endswith("s") and after not in self.no_verbs  # takes, has; not would, to
        return verb and before not in self.prepositions

    def slip(self, sentence: str) -> str:
        found = re.search(r"\b[Yy]ou (has|is|was|does|takes|wins|loses|passes|plays)\b", sentence)
        return found[0] if found else ""

    def rank(self, number: int, form: str) -> str | None:
        if form != "th":
            return None
        teen = 10 <= number % 100 <= 20
        return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


LANGUAGES: dict[str, Grammar] = {one.code: one for one in (French(), English())}
REQUIRED = tuple(LANGUAGES)
FIRST, FALLBACK = REQUIRED
#: where the files of the other languages are, by code
FOLDERS: dict[str, Traversable] = {}


def add(grammar: Grammar, folder: Traversable) -> None:
    """One more language, whose words are files in a folder; before any word has been read.

    Whatever the files do not say is said in the fallback.
    """
    LANGUAGES[grammar.code] = grammar
    FOLDERS[grammar.code] = folder


def is_language(value: object) -> TypeGuard[str]:
    """Is this, which may come from a page or from a file, the code of a language?"""
    return isinstance(value, str) and value in LANGUAGES


def is_partial(lang: str) -> bool:
    """May parts of a page in this language be in the fallback? Then its reader is told so."""
    return lang not in REQUIRED


def each(name: str) -> str:
    """A field in all languages that have to be there, for a complaint: "title.xx and title.yy"."""
    return " and ".join(f"{name}.{lang}" if name else lang for lang in REQUIRED)


def environment_language() -> str:
    """The language of this machine if it is one of ours, else the fallback.

    What is empty says nothing.
    """
    said = next((os.environ[name] for name in LOCALE if os.environ.get(name)), "")
    return next((lang for lang in LANGUAGES if said.lower().startswith(lang)), FALLBACK)


def elides(word: str) -> bool:
    """Does "de" become "d’" before this word? ("d’Yves", but "de Yann")"""
    first, second = word[:1].lower(), word[1:2].lower()
    return first in VOWELS and not (first == "y" and second in VOWELS)
