"""French spaces, in every French text there is: no line breaks inside « », nor before : ; ? ! %.

A broad one (no-break space) goes with : « » and %, a narrow one with ; ? and !. French is whatever
stands under the key `fr`, in a table of texts or in a program.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from sources import nodes

import escale

PACKAGES = ["escale", *{escale.game(name).package.split(".")[0] for name in escale.game_names()}]
SOURCES = sorted(
    {
        path
        for package in PACKAGES
        for ending in ("toml", "py")
        for path in Path(str(files(package))).rglob(f"*.{ending}")
    }
)
HARD, NARROW = "\u00a0", "\u202f"
WRONG = re.compile(
    rf"(?<!{HARD})[:»]|«(?!{HARD})|(?<=\s)(?<!{HARD})%|(?<!{NARROW})[;!?]|[{HARD}{NARROW}](?=\s)"
)
HOLE = re.compile(r"\{[^{}]*\}")


@cache
def french(path: Path) -> tuple[str, ...]:
    return tuple(found_in(path))


def found_in(path: Path) -> Iterator[str]:
    if path.suffix == ".toml":
        yield from in_data(tomllib.loads(path.read_text("utf-8")))
        return
    for node in nodes(path):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "fr":
                    yield from in_program(value)


def in_data(value: Any, is_french: bool = False) -> Iterator[str]:
    if isinstance(value, str):
        yield from [value] * is_french
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from in_data(part, is_french or key == "fr")
    elif isinstance(value, list):
        for part in value:
            yield from in_data(part, is_french)


def in_program(value: ast.expr) -> Iterator[str]:
    """The texts, but not the names in a table of them."""
    if isinstance(value, ast.Dict):
        for part in value.values:
            yield from in_program(part)
    else:
        for node in ast.walk(value):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def wrong(text: str) -> bool:
    return bool(WRONG.search(HOLE.sub("x", text)))


def test_french_spaces() -> None:
    assert [(str(path), text) for path in SOURCES for text in french(path) if wrong(text)] == []


def test_the_texts_are_found_and_a_wrong_space_is_seen() -> None:
    with_french = {path.name for path in SOURCES if french(path)}
    assert with_french >= {
        *("house.toml", "ui.toml", "site.toml", "texts.toml", "rulebook.toml", "scene.toml"),
        *("shelf.toml", "01-goal.toml", "terminal.toml", "knowledge.py", "scene.py"),
    }
    right = f"«{HARD}{{a:le|la}}{HARD}»{HARD}: oui{NARROW}; {{n}}{HARD}%, non{NARROW}!"
    assert not wrong(right)
    for place, sign in enumerate(right):
        if sign in (HARD, NARROW):
            for other in {" ", HARD, NARROW} - {sign}:
                assert wrong(right[:place] + other + right[place + 1 :])
