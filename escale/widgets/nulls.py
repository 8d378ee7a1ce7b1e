"""JavaScript's null, where Python runs in a browser: there it is no None, but an object of its own.

JupyterLite hands converted objects to Python and takes them back, no JSON. None goes out as
undefined and null comes in as `jsnull`, so a page and a table would misunderstand each other. The
two functions here are the door; elsewhere than in a browser they hand on what they are given. (A
site's own worker speaks JSON and needs none of it.)
"""

from __future__ import annotations

import sys
from typing import Any

PYODIDE = "pyodide.ffi"  # imported there before anything of ours


def _null() -> Any:
    return getattr(sys.modules.get(PYODIDE), "jsnull", None)


def heard(content: Any) -> Any:
    """What a page says, with None for null."""
    null = _null()
    return content if null is None else _exchanged(content, null, None)


def told(content: Any) -> Any:
    """What a page is told, with null for None."""
    null = _null()
    return content if null is None else _exchanged(content, None, null)


def _exchanged(content: Any, old: Any, new: Any) -> Any:
    if content is old:
        return new
    if isinstance(content, dict):
        return {name: _exchanged(value, old, new) for name, value in content.items()}
    if isinstance(content, list | tuple):
        return [_exchanged(value, old, new) for value in content]
    return content
