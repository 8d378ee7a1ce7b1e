"""One term a thing: no text of a game uses a word that the glossary has ruled out.

Lessons, rulebook, table, log, practice, shelf, what the opponents say of themselves, and the
notebooks of a game; for the house the pages' and the widgets' own words. Holes are taken out first,
but the nouns in them stay: `{coins:coin|coins}` says "coin" and "coins".
"""

from __future__ import annotations

import re
import shutil
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
NOTEBOOKS = ROOT / "notebooks" / "source"
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


def folder_of(name: str) -> Path:
    return Path(str(files(escale.game(name).package)))


def written(name: str, lang: str, folder: Path, notebooks: Path) -> Iterator[tuple[str, str]]:
    """Every text in the files of a game and in its notebooks: where it stands, and what it says."""
    for file in sorted(folder.rglob("*.toml")):
        if file.name != "coverage.toml":
            for text in in_table(load(file).table, lang):
                yield f"{name}/{file.name}", text
    for file in sorted(notebooks.glob(f"*{name}.md")):
        for text in in_notebook(file, lang):
            yield file.name, text


def told(name: str, lang: str) -> Iterator[tuple[str, str]]:
    """Every text of a game."""
    yield from written(name, lang, folder_of(name), NOTEBOOKS)
    package = escale.game(name).package
    for module, tables in (("knowledge", ("SAYS", "MISTAKES")), ("tempers", ("TEMPERS",))):
        found: Any = import_module(f"{package}.{module}")
        for table in tables:
            for text in in_table(getattr(found, table), lang):
                yield f"{name}/{module}.py", text


def house(lang: str) -> Iterator[tuple[str, str]]:
    for file in sorted((ROOT / "escale" / "teach" / "words").glob("*.toml")):
        if file.name != "synonyms.toml":  # what somebody may type who does not know our words
            for text in in_table(load(file).table, lang):
                yield file.name, text
    for text in in_notebook(NOTEBOOKS / "start.md", lang):
        yield "start.md", text


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


@pytest.mark.parametrize("section", GLOSSARY)
def test_every_word_that_is_ruled_out_is_found(section: str) -> None:
    for entry in GLOSSARY[section]:
        assert set(entry) == {"thing", "fr", "en"}, entry
        for lang in ("fr", "en"):
            assert set(entry[lang]) == {"term", "never", "wrong"}, entry["thing"]
            hits = [
                forbidden(section, lang, iter([("x", wrong)])) for wrong in entry[lang]["wrong"]
            ]
            assert all(hits), (entry["thing"], hits)
            for never in entry[lang]["never"]:
                found = [re.search(never, spoken(w), re.IGNORECASE) for w in entry[lang]["wrong"]]
                assert any(found), f"no sentence has {never!r}"


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_word_is_found_in_every_kind_of_text(game: str, lang: str, tmp_path: Path) -> None:
    """Planted in the place of a text that is there: in each lesson, in the rulebook, in what the
    log and the table say, in practice, in a notebook."""
    folder, notebooks = tmp_path / "game", tmp_path / "notebooks"
    notebooks.mkdir()
    wrongs = [wrong for entry in GLOSSARY[game] for wrong in entry[lang]["wrong"]]
    shutil.copytree(folder_of(game), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    planted = []
    for file in sorted(folder.rglob("*.toml")):
        texts = [t for t in in_table(load(file).table, lang) if t.strip()]
        if file.name in ("coverage.toml", "escale.toml") or not texts:
            continue
        wrong = wrongs[len(planted) % len(wrongs)]
        source = file.read_text("utf-8")
        where = source.rindex(f'"{texts[-1]}"')
        source = source[:where] + f'"{wrong}"' + source[where:].partition(f'"{texts[-1]}"')[2]
        file.write_text(source, "utf-8")
        planted.append((f"{game}/{file.name}", wrong))
    assert {"rulebook.toml", "texts.toml", "scene.toml", "practice.toml", "explore.toml"} <= {
        where.partition("/")[2] for where, _ in planted
    }
    for file in sorted(NOTEBOOKS.glob(f"*{game}.md")):
        wrong = wrongs[len(planted) % len(wrongs)]
        (notebooks / file.name).write_text(
            f"{file.read_text('utf-8')}\n%% {lang}\n{wrong}\n", "utf-8"
        )
        planted.append((file.name, wrong))
    found = forbidden(game, lang, written(game, lang, folder, notebooks))
    for where, wrong in planted:
        assert any(hit.startswith(f"{where}: ") and wrong in hit for hit in found), (where, wrong)


def test_the_glossary_is_whole_and_the_nouns_in_holes_are_read() -> None:
    assert set(GLOSSARY) == {*GAMES, "house"}
    seen = forbidden("casanova", "en", iter([("x", "{seat} calls {dice:die|dice}.")]))
    assert seen == ["x: 'calls' for 'announce' in: {seat} calls {dice:die|dice}."]
    assert not forbidden("casanova", "en", iter([("x", "{call.seat} matches it.")]))
    assert forbidden("dominos-florentins", "en", iter([("x", "{gems:amber|ambers} for you")]))
