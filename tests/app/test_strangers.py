"""Texts and files of strangers: what is made of them is text, and reading them ends."""

from __future__ import annotations

import ast
import json
import os
import threading
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from sources import nodes

import escale
from escale import Match
from escale.app.commands import print_strip as strip
from escale.app.commands.cli import run
from escale.session.review import as_lesson, reviewed
from escale.teach.lesson import Lesson, read
from escale.widgets.lesson import page

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / "docs" / "lessons.md").read_text("utf-8").split("```toml\n")[1].split("```")[0]
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&\"']]>--><svg onload=x>"
NAME = "</script><b onclick=x>\"'&amp;"


class Skeleton(HTMLParser):
    """The elements of a page with the names of their attributes, without any text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, ...]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, *sorted(name for name, _ in attrs)))


def example(text: str, name: str) -> Lesson:
    """The lesson of the docs, in which everything that can be text is this text."""
    source = EXAMPLE.replace('["Ana", "Bob"]', f'[{json.dumps(name)}, "Bob"]')
    for word in ("Le plus haut qui passe", "The highest that gets through", "Les dés tombent"):
        source = source.replace(f'"{word}"', json.dumps(text))
    source = source.replace("Deux cartes, deux dés", json.dumps(text)[1:-1])
    source = source.replace("Two cards, two dice", json.dumps(text)[1:-1])
    source = source.replace("Une fois les cartes", json.dumps(text)[1:-1])
    source = source.replace("When the cards are turned", json.dumps(text)[1:-1])
    source = source.replace("No card above it", json.dumps(text)[1:-1])
    source = source.replace("Le 5 passe", json.dumps(text)[1:-1])
    source = source.replace('"massimo"', json.dumps(text))
    return read(escale.game("casanova"), "casanova/x", source)


@pytest.mark.parametrize("make", [page, strip.page], ids=["page", "strip"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_texts_in_an_exported_lesson_are_texts(make: Callable[..., str], lang: str) -> None:
    plain, hostile = (make(example(*words), lang) for words in (("x", "Ana"), (HOSTILE, NAME)))
    assert "alert(1)" in hostile, "the text is there"
    assert Skeleton(hostile).found == Skeleton(plain).found
    assert "<script>alert" not in hostile
    assert "<img" not in hostile


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_texts_in_an_exported_picture_are_texts(lang: str) -> None:
    plain, hostile = (
        ElementTree.fromstring(strip.picture(example(*words), lang))
        for words in (("x", "Ana"), (HOSTILE, NAME))
    )
    tags = {element.tag for element in plain.iter()}
    assert {element.tag for element in hostile.iter()} <= tags
    assert not [name for e in hostile.iter() for name in e.attrib if name.startswith("on")]


@pytest.mark.slow
def test_names_in_a_review_are_texts() -> None:
    def made(name: str) -> str:
        record = Match("casanova", [name, "Bob"], seed=3).record()
        match = Match.from_record(record)
        while not match.over:
            match.play(match.legal()[0])
        return page(as_lesson(match, reviewed(match, 0)), "fr")

    plain, hostile = made("Ana"), made(NAME)
    assert Skeleton(hostile).found == Skeleton(plain).found


# --- Reading ends -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '{"seed": 1e999}', '{"seed": NaN}', '{"seed": -Infinity}', '{"seed": ' + "9" * 5000 + "}",
        '{"seed": 1, "seed": 2}', '{"players": ["\\ud800"]}', "\ufeff", "", "\0", "null", "[]",
        "[" * 100_000, '{"a":' * 50_000, '"' + "\\u0000" * 9 + '"', "{" + '"a":1,' * 90_000 + "}",
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_a_hostile_record_is_one_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, "utf-8")
    assert run(["replay", str(file), "--json"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"escale: {file}: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs /dev/zero")
def test_an_endless_file_is_read_up_to_a_bound(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "/dev/zero"]) == 1
    assert "longer than any game" in capsys.readouterr().err


def test_an_endless_pipe_is_read_up_to_a_bound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def pour() -> None:
        try:
            with pipe.open("wb", buffering=0) as out:
                while True:
                    out.write(b" " * 65_536)
        except BrokenPipeError:
            pass

    pouring = threading.Thread(target=pour, daemon=True)
    pouring.start()
    assert run(["replay", str(pipe)]) == 1
    assert "longer than any game" in capsys.readouterr().err
    pouring.join(10)
    assert not pouring.is_alive()


# --- Nothing but read ---------------------------------------------------------------------------

#: What would make code of data. `import_module` is there for the packages of installed games.
FORBIDDEN = {"eval", "exec", "compile", "__import__"}
#: It runs in Node while a site is built, and compiles what is installed here already.
COMPILER = "escale/app/site/compiling.py"
MODULES = {"pickle", "marshal", "shelve", "yaml", "dill", "cloudpickle", "joblib", "runpy"}


@pytest.mark.slow
def test_nothing_in_a_file_becomes_code() -> None:
    found = []
    for file in sorted({*ROOT.glob("escale/**/*.py")} - {ROOT / COMPILER}):
        for node in nodes(file):
            names: list[Any] = []
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                names = [node.func.id] if node.func.id in FORBIDDEN else []
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names if alias.name.split(".")[0] in MODULES]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module] if str(node.module).split(".")[0] in MODULES else []
            found += [f"{file.relative_to(ROOT)}:{node.lineno}: {name}" for name in names]
    assert found == []
