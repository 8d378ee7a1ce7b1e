"""The one store of the house's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import escale
from escale.teach.holes import names
from escale.teach.languages import LANGUAGES, REQUIRED
from escale.teach.words import HOUSE, SITE, TERMINAL, UI, Words

HERE = Path(escale.__file__).parent
STORES = [HOUSE, UI, SITE, TERMINAL]


def entries(table: Mapping[str, Any], *place: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Every text, by its name."""
    if any(lang in table for lang in REQUIRED):
        yield ".".join(place), {lang: table.get(lang, "") for lang in REQUIRED}
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from entries(value, *place, name)


@pytest.mark.parametrize("store", STORES, ids=lambda store: store.file)
def test_every_text_of_the_house_is_there_in_each_language_with_the_same_holes(
    store: Words,
) -> None:
    found = dict(entries(store.table))
    assert len(found) > 20
    assert [name for name, texts in found.items() if not all(texts.values())] == []
    holes = {name: [names(text) for text in texts.values()] for name, texts in found.items()}
    assert [name for name, (first, *others) in holes.items() if others != [first]] == []


def test_a_sentence_counts_and_writes_numbers_as_its_language_does() -> None:
    said = [SITE.say("today-due", "en", count=n) for n in (0, 1, 2)]
    assert said == ["0 rules to review", "1 rule to review", "2 rules to review"]
    said = [SITE.say("today-due", "fr", count=n) for n in (0, 1, 2)]
    assert said == ["0 règle à revoir", "1 règle à revoir", "2 règles à revoir"]
    assert SITE.say("found", "fr", count=1200) == "1\u202f200 règles"
    assert LANGUAGES["fr"].share(0.125, 1) == "12,5\u00a0%"
    assert LANGUAGES["en"].share(0.125, 1) == "12.5%"


def test_a_word_within_tables_is_found_by_its_path() -> None:
    assert SITE.say("error.404.title", "en") == "This box is not on the shelf"
    with pytest.raises(KeyError):
        SITE.say("error.404.nothing", "en")


def test_nobody_else_reads_a_file_of_words() -> None:
    """Nor keeps a table of sentences in the source: `knowledge.py` is a game's own."""
    reads = re.compile(r"tomllib\.|(?m:^WORDS\b.*= \{$)")
    found = {
        str(file.relative_to(HERE))
        for file in HERE.rglob("*.py")
        if "games" not in file.parts and reads.search(file.read_text("utf-8"))
    }
    beforehand = {"app/site/compiling.py", "widgets/worker_start.py"}  # for Python in a page
    assert found == {"engine/toml.py", *beforehand}
