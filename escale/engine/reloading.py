"""Games whose author is at work: which files they are made of, and whether those have changed.

Only games that are installed from their source (`pip install -e`) are looked at; what lies in
site-packages does not change while somebody plays. Who asks is `registry.refresh`.
"""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress
from importlib.util import cache_from_source, find_spec
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from pathlib import Path  # loaded when it is needed: `import escale` is light

INSTALLED = ("site-packages", "dist-packages")

Stamp = frozenset[tuple[str, int, int]]  # of every file its path, its time and its size


class Cache(Protocol):
    """As `functools.cache` makes them."""

    def cache_clear(self) -> None: ...


Kept = TypeVar("Kept", bound=Cache)


class Source(NamedTuple):
    """Where a game's files are, and what they were when it was loaded."""

    package: str
    folder: Path
    stamp: Stamp


_sources: dict[str, Source] = {}
_caches: list[Cache] = []
_times = 0  # that something had changed


def note(name: str, module: str) -> bool:
    """This game is about to be loaded from that module; True if its files may change."""
    from pathlib import Path

    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return False
    if spec is None or spec.origin is None:
        return False
    folder = Path(spec.origin).parent
    if not folder.is_dir() or any(part in INSTALLED for part in folder.parts):
        return False
    package = module if spec.submodule_search_locations else module.rpartition(".")[0]
    _sources[name] = Source(package or module, folder, stamp(folder))
    return True


def stamp(folder: Path) -> Stamp:
    found = []
    for file in folder.rglob("*"):
        if "__pycache__" not in file.parts and not file.name.startswith(".") and file.is_file():
            with suppress(OSError):  # it has gone in this moment
                about = file.stat()
                found.append((str(file), about.st_mtime_ns, about.st_size))
    return frozenset(found)


def changed() -> dict[str, list[str]]:
    """The games whose files have changed since anybody asked, with the names of those files. Their
    modules are forgotten, and all that was made of games: they can be loaded anew."""
    global _times
    from pathlib import Path

    found: dict[str, list[str]] = {}
    for name, source in _sources.items():
        now = stamp(source.folder)
        if now != source.stamp:
            files = {path for path, _, _ in now ^ source.stamp}
            found[name] = sorted(Path(path).name for path in files)
            _sources[name] = source._replace(stamp=now)
            _forget(source.package, files)
    if found:
        _times += 1
        _clear()
    return found


def times() -> int:
    """How often something had changed."""
    return _times


def _forget(package: str, files: set[str]) -> None:
    from pathlib import Path

    for module in [*sys.modules]:
        if module == package or module.startswith(f"{package}."):
            del sys.modules[module]
    for file in files:  # what Python has compiled is told by whole seconds only
        if file.endswith(".py"):
            with suppress(OSError):
                Path(cache_from_source(file)).unlink()
    importlib.invalidate_caches()


def made_of_games(kept: Kept) -> Kept:
    """Around a cache that knows games by their names: it is cleared when their files change. One
    that is asked with the game itself needs nothing: what is loaded anew is another game."""
    _caches.append(kept)
    return kept


def _clear() -> None:
    for kept in _caches:
        kept.cache_clear()
