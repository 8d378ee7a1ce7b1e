"""docs/architecture.md names files and functions that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = " ".join((ROOT / "docs" / "architecture.md").read_text("utf-8").split())
PATH = r"(?:escale|frontend|tests|notebooks|examples|docs)/[\w./-]*|hatch_build\.py"
NAMED = re.compile(rf"`({PATH})`(?: `([A-Za-z_][\w.]*)`)?(?:, `(on_\w+)`)?")
FOUND = sorted(set(NAMED.findall(TEXT)))


@cache
def defined(file: Path) -> set[str]:
    """What a module defines at its top, and the methods of its classes."""
    names = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            inner = [
                one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
            ]
            names |= {
                node.name,
                *(f"{node.name}.{one.name}" for one in inner),
                *(one.name for one in inner),
            }
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def test_the_document_names_many_places() -> None:
    assert len(FOUND) > 50


@pytest.mark.parametrize(("file", "name", "other"), FOUND)
def test_what_is_named_is_there(file: str, name: str, other: str) -> None:
    path = ROOT / file
    assert path.exists(), file
    for one in filter(None, (name, other)):
        if path.suffix == ".py":
            assert one in defined(path), f"{file} has no {one}"
        else:
            text = path.read_text("utf-8")
            assert re.search(
                rf"^\s*(export )?(async )?(function |const |class )?{one}\b", text, re.M
            ), one
