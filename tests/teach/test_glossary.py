"""One term a thing: no text of a game uses a word that the glossary has ruled out.

Lessons, rulebook, table, log, shelf, what the opponents say of themselves, and the notebooks of a
game; for the house the pages' and the widgets' own words. Holes are taken out first, but the nouns
in them stay: `{coins:coin|coins}` says "coin" and "coins".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import escale
from escale.app.commands.rule_coverage import house_games
from escale.engine.toml import load

ROOT = Path(__file__).parents[2]
GLOSSARY: dict[str, list[dict[str, Any]]] = load(Path(__file__).with_name("glossary.toml")).table
GAMES = [game.id for game in house_games()]
HOLE = re.compile(r"\{([^{}]*)\}")


def spoken(text: str) -> str:
    """A text without its holes, but with the nouns that they say: once for one, once for many."""

    def filled(form: int) -> str:
        def noun(hole: re.Match[str]) -> str:
            forms = hole[1].partition(":")[2].removeprefix("~").split("|")
            return forms[form] if len(forms) > 1 else "X"

        return HOLE.sub(noun, text)

    return "\n".join(dict.fromkeys([filled(0), filled(-1)])).replace("'", "’")


def in_table(value: Any, lang: str, inside: bool = False) -> Iterator[str]:
    """Whatever stands under the key of a language."""
    if isinstance(value, str):
        yield from [value] * inside
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from in_table(part, lang, inside or name == lang)
    elif isinstance(value, list):
        for part in value:
            yield from in_table(part, lang, inside)


def in_notebook(source: Path, lang: str) -> Iterator[str]:
    """The cells of prose, and the texts in a cell of code: {{français || English}}."""
    for cell in re.split(r"(?m)^%% ", source.read_text("utf-8")):
        kind, _, body = cell.partition("\n")
        if kind.strip() == lang:
            yield re.sub(r"`[^`]*`", "", body)
        elif kind.strip() in ("code", "title"):
            for french, english in re.findall(r"\{\{(.*?) \|\| (.*?)\}\}", body):
                yield french if lang == "fr" else english


def told(name: str, lang: str) -> Iterator[tuple[str, str]]:
    """Every text of a game: where it stands, and what it says."""
    package = escale.game(name).package
    folder = Path(str(files(package)))
    for file in sorted(folder.rglob("*.toml")):
        if file.name != "coverage.toml":
            for text in in_table(load(file).table, lang):
                yield f"{name}/{file.name}", text
    knowledge: Any = import_module(f"{package}.knowledge")
    for text in in_table([knowledge.SAYS, knowledge.MISTAKES], lang):
        yield f"{name}/knowledge.py", text
    for file in sorted((ROOT / "notebooks" / "source").glob(f"*{name}.md")):
        for text in in_notebook(file, lang):
            yield file.name, text


def house(lang: str) -> Iterator[tuple[str, str]]:
    for file in (ROOT / "escale/teach/words/ui.toml", ROOT / "escale/teach/words/site.toml"):
        for text in in_table(load(file).table, lang):
            yield file.name, text


def forbidden(section: str, lang: str, texts: Iterator[tuple[str, str]]) -> list[str]:
    never = [
        (re.compile(word, re.IGNORECASE), entry[lang]["term"])
        for entry in GLOSSARY[section]
        for word in entry[lang]["never"]
    ]
    return [
        f"{where}: {hit[0]!r} for {term!r} in: {text}"
        for where, text in texts
        for word, term in never
        if (hit := word.search(spoken(text)))
    ]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_calls_a_thing_by_one_name(game: str, lang: str) -> None:
    texts = list(told(game, lang))
    assert len(texts) > 300
    found = forbidden(game, lang, iter(texts)) + forbidden("house", lang, iter(texts))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_house_calls_a_thing_by_one_name(lang: str) -> None:
    found = forbidden("house", lang, house(lang))
    assert not found, "\n".join(found)


def test_the_glossary_is_whole_and_a_forbidden_word_is_seen() -> None:
    assert set(GLOSSARY) == {*GAMES, "house"}
    for entries in GLOSSARY.values():
        for entry in entries:
            assert set(entry) == {"thing", "fr", "en"}, entry
            for lang in ("fr", "en"):
                assert set(entry[lang]) == {"term", "never"}, entry["thing"]
    seen = forbidden("casanova", "en", iter([("x", "{seat} calls {dice:die|dice}.")]))
    assert seen == ["x: 'calls' for 'announce' in: {seat} calls {dice:die|dice}."]
    assert not forbidden("casanova", "en", iter([("x", "{call.seat} matches it.")]))
    assert forbidden("dominos-florentins", "en", iter([("x", "{gems:amber|ambers} for you")]))
