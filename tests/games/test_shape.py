"""The three games have the same files for the same things, and no function twice."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest
from sources import nodes

import escale
from escale import games
from escale.teach.rulebook import rulebook

HERE = Path(games.__file__).parent
FOLDERS = sorted(path.parent for path in HERE.glob("*/rules.py"))
FILES = {
    "rules",
    "positions",
    "moments",
    "knowledge",
    "tempers",
    "drawings",
    "layouts",
    "words",
    "scene",
}
LONGEST = 400  # lines; the rules of a game are one thing, and read in one go

folders = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def functions(file: Path) -> dict[str, ast.FunctionDef]:
    """The functions of a file, those of its classes too."""
    return {node.name: node for node in nodes(file) if isinstance(node, ast.FunctionDef)}


def test_there_are_three() -> None:
    assert [folder.name for folder in FOLDERS] == ["casanova", "dolce_vita", "dominos_florentins"]


@folders
def test_a_game_has_a_file_for_each_thing(folder: Path) -> None:
    assert {path.stem for path in folder.glob("*.py")} >= FILES


@folders
def test_what_is_in_them_is_in_all_of_them(folder: Path) -> None:
    doors = {"read_setup", "read_position", "write_position"}
    assert functions(folder / "positions.py").keys() >= doors
    assert not [name for name in functions(folder / "rules.py") if name.startswith("read_")]
    assert functions(folder / "drawings.py").keys() >= {"symbols", "style"}
    assert "layouts" in functions(folder / "layouts.py")
    assert "scene" in functions(folder / "scene.py")


@folders
def test_a_file_is_read_in_one_sitting(folder: Path) -> None:
    lines = {path.name: path.read_text("utf-8").count("\n") for path in folder.glob("*.py")}
    lines.pop("rules.py")
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}


@folders
def test_every_rule_is_named_in_the_code(folder: Path) -> None:
    """At the line that enforces it, or where it is said why there is none."""
    code = " ".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    ids = {rule.id for rule in rulebook(escale.game(folder.name.replace("_", "-")))}
    assert {one for one in ids if not re.search(rf"{one}\b", code)} == set()


def test_no_function_stands_in_two_games() -> None:
    seen = defaultdict(set)
    for folder in FOLDERS:
        for file in folder.glob("*.py"):
            for name, node in functions(file).items():
                body = ast.unparse(ast.Module(body=node.body, type_ignores=[]))
                if body.count("\n") >= 3:
                    seen[body].add(f"{folder.name}/{file.name}: {name}")
    twice = [sorted(places) for places in seen.values() if len(places) > 1]
    assert twice == []
