"""Languages are named in one place: `escale/teach/languages.py`, and in files of words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from sources import nodes

import escale
from escale.teach.languages import REQUIRED

HERE = Path(escale.__file__).parent
ROOT = HERE.parent
#: who may: the place itself, what is made from it for the page (`make protocol`), and what a game's
#: opponents say of themselves (SAYS and TEMPERS, by contract)
#: and the default of a public door in a room that may not import ours: `draw(lang=...)`
MAY = {"escale/teach/languages.py", "frontend/src/protocol.js", "escale/draw/svg.py"}
MAY_NAMES = ("knowledge.py", "tempers.py")

CODES = "|".join(REQUIRED)
#: a code by itself, a field of that name ("title.xx"), or the language's name
NAMED = re.compile(rf"^({CODES})$|\.({CODES})\b|\b({CODES})/|\b{REQUIRED[0]}\b|French|English")
IN_SCRIPT = re.compile(rf"""(["'`])({CODES})\1|[\w\])]\.({CODES})\b|French|English""")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def docstrings(tree: Sequence[ast.AST]) -> set[int]:
    """The strings that stand for themselves: they are for people who read the source."""
    return {
        id(node.value)
        for node in tree
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def in_python(tree: Sequence[ast.AST]) -> Iterator[int]:
    """The lines on which a language is named."""
    told = docstrings(tree)
    for node in tree:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            if NAMED.search(node.value):
                yield node.lineno


def in_script(source: str) -> Iterator[int]:
    code = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source)
    for number, line in enumerate(code.split("\n"), start=1):
        if IN_SCRIPT.search(line):
            yield number


def named() -> Iterator[str]:
    sources = [*HERE.rglob("*.py"), ROOT / "notebooks" / "build.py"]
    for file in sorted(file for file in sources if file.is_file()):
        name = file.relative_to(ROOT).as_posix()
        if name not in MAY and file.name not in MAY_NAMES:
            yield from (f"{name}:{line}" for line in in_python(nodes(file)))
    for file in sorted((ROOT / "frontend" / "src").glob("**/*.[jt]s")):
        name = file.relative_to(ROOT).as_posix()
        if name in MAY:
            continue
        yield from (f"{name}:{line}" for line in in_script(file.read_text("utf-8")))


def test_no_source_names_a_language() -> None:
    assert list(named()) == []


@pytest.mark.parametrize(
    "source",
    ['x = "fr"', 'if lang == "en": pass', 'say(f"{name}.fr")', 'x = "needs fr too"', 'x = "fr/"'],
)
def test_a_language_in_python_is_seen(source: str) -> None:
    tree = ast.parse(f'"""fr and en."""\n{source}')
    assert list(in_python([*ast.walk(tree)])) == [2]


@pytest.mark.parametrize("source", ['x = "fr";', "lesson.fr.steps", "t['en']", "a[0].en"])
def test_a_language_in_a_script_is_seen(source: str) -> None:
    assert list(in_script(f"/** In French\n * \"fr\". */\n{source} // 'en'")) == [3]
    assert list(in_script("const { entries } = frames.enter; // fr")) == []
