"""The start of Python in a page's worker: the host, and the way to the second archive.

The archive that Pyodide starts with has the modules that escale and its games are known to need.
The names of all others are in `rest.json`, beside this file there; when one of them is imported the
archive that has them is fetched, once.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.resources import files
from types import ModuleType
from typing import Any

from .worker import Host

ARCHIVE = "/rest.zip"


def start(page: Any) -> Host:
    """The host of a page; `page` is an object of JavaScript, with functions as its fields."""
    sys.meta_path.append(Rest(page.rest))
    return Host(page.post, page.wait, page.keep)


class Rest:
    """Finds the modules of the second archive."""

    def __init__(self, fetch: Callable[[], Any]) -> None:
        self._fetch = fetch

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in _names():
            return None
        if ARCHIVE not in sys.path:
            with open(ARCHIVE, "wb") as file:
                file.write(self._fetch().to_bytes())
            sys.path.append(ARCHIVE)
        if path is not None:
            path = [*path, "/".join([ARCHIVE, *name.split(".")[:-1]])]
        return PathFinder.find_spec(name, path, target)


@cache
def _names() -> frozenset[str]:
    text = files("escale.widgets").joinpath("rest.json").read_text("utf-8")
    return frozenset(json.loads(text))
