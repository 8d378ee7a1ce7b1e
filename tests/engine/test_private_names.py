"""No file reaches into another's private names: who needs something asks for it by a public one."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from sources import nodes

import escale

HERE = Path(escale.__file__).parent
FILES = sorted(path for path in HERE.rglob("*.py") if "__pycache__" not in path.parts)

#: Public in spite of their names: of a NamedTuple, and of the operating system.
PUBLIC = {"_asdict", "_fields", "_make", "_replace", "os._exit"}
#: What Jupyter calls on whatever it displays.
HOOKS = {"_repr_svg_", "_repr_mimebundle_"}
#: Private names of other libraries; pyproject.toml lists them with the bounds that they need.
FOREIGN = {
    "app/server/channels.py": {"_open_sessions"},
    "app/server/kernels.py": {"_initialize", "_kernel_connections", "_pools"},
    "app/server/notebook_page.py": {"_notebook_renderer_factory"},
}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def own(tree: Sequence[ast.AST]) -> set[str]:
    """The private names that a module defines: functions, classes, constants, attributes."""
    found = set()
    for node in tree:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
                found.add(node.attr)
    return found


def reached(tree: Sequence[ast.AST]) -> Iterator[str]:
    """Private names of others that some code uses."""
    mine = own(tree)
    for node in tree:
        if isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names if is_private(alias.name))
        elif isinstance(node, ast.Attribute) and is_private(node.attr):
            holder = ast.unparse(node.value)
            ours = holder in ("self", "cls", "super()") or node.attr in mine
            if not ours and not {node.attr, f"{holder}.{node.attr}"} & (PUBLIC | HOOKS):
                yield node.attr


def test_a_file_uses_no_private_name_of_another() -> None:
    wrong = []
    for path in FILES:
        allowed = {
            name for file, names in FOREIGN.items() if file.endswith(path.name) for name in names
        }
        found = set(reached(nodes(path))) - allowed
        wrong += [f"{path.relative_to(HERE)}: {name}" for name in sorted(found)]
    assert wrong == []


@pytest.mark.parametrize(
    "code",
    [
        "def f(table): table._say('x')",
        "from .table import _hidden",
        "import table\ntable._hidden = 1",
        "class A:\n    def f(self): self.keeper._saved = None",
    ],
)
def test_a_private_name_of_another_is_found(code: str) -> None:
    assert list(reached([*ast.walk(ast.parse(code))]))


@pytest.mark.parametrize(
    "code",
    [
        "class A:\n    def f(self): return self._x",
        "class A:\n    def __init__(self): self._x = 1\n    def g(self, other): return other._x",
        "def f(row): return row._replace(a=1)",
    ],
)
def test_ones_own_names_are_ones_own(code: str) -> None:
    assert not list(reached([*ast.walk(ast.parse(code))]))
