"""The start of Python in a page's worker: the host, and the way to the second archive.

The archive that Pyodide starts with has the modules that escale and its games are known to need.
The names of all others are in `rest.json`, beside this file there; when one of them is imported the
archive that has them is fetched, once.

Two things would cost a table's first moment a good part of its time. Texts in TOML lie in the
archive as they were written and as what was read of them (`escale/app/site/compiling.py` puts it
there); and the list of the archive's files is read once, not once a file.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.readers import ZipReader
from importlib.resources import files
from pkgutil import get_data
from types import ModuleType
from typing import Any

from escale.engine import toml

from .worker import Host

ARCHIVE = "/rest.zip"


def start(page: Any) -> Host:
    """The host of a page; `page` is an object of JavaScript, with functions as its fields."""
    sys.meta_path.append(Rest(page.rest))
    toml.reader = read
    ZipReader.files = _files  # type: ignore[method-assign]
    return Host(page.post, page.wait, page.keep)


_listed = cache(zipfile.Path)


def _files(self: ZipReader) -> zipfile.Path:
    return _listed(self.archive).joinpath(self.prefix)


def prepared(text: str) -> str:
    """Where what was read of a text in TOML lies, beside this file."""
    return f"toml/{hashlib.sha256(text.encode()).hexdigest()[:20]}"


def read(text: str) -> dict[str, Any]:
    """A text in TOML, as it was read when the archive was made; any other is read now."""
    try:
        kept = get_data("escale.widgets", prepared(text))
    except OSError:
        kept = None
    return tomllib.loads(text) if kept is None else json.loads(kept)


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
