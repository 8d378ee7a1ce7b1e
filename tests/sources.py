"""Our own source files, parsed once a process: many tests look for what must not stand in them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file's syntax tree, as `ast.walk` gives them."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))
