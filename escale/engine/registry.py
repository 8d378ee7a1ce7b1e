"""Which games are installed. Found by entry point (`escale.games`), loaded on first use.

The folders of `escale.games` are found by their name, since reading the entry points of a whole
environment costs more than loading a game.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import reloading
from .errors import EscaleError, UnknownGame
from .game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "escale.games"
PACKAGE = "escale.games"

_loaded: dict[str, Game[Any, Any]] = {}
_shells: list[Any] = []  # that tell us before a cell is run


@cache
def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def game(name: str | Game[Any, Any]) -> Game[Any, Any]:
    """The game of that name ("dolce-vita")."""
    if isinstance(name, Game):
        return name
    if isinstance(name, str) and name in _loaded:
        return _loaded[name]
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise UnknownGame(name, game_names())
    found = _loaded[name] = _load(name)
    return found


def game_names() -> list[str]:
    """The names of all games that are installed, in alphabetical order."""
    return sorted(_entry_points())


def refresh() -> dict[str, list[str]]:
    """Games whose author has changed their files are loaded anew when they are next asked for:
    which, and which files. What is being played goes on as it was."""
    changed = reloading.changed()
    for name in changed:
        _loaded.pop(name, None)
    return changed


def refresh_before_cells(shell: Any) -> None:
    """In a notebook (this IPython shell) the next cell sees what has changed."""
    shell.events.register("pre_run_cell", lambda *_: refresh())


def _note(name: str, module: str) -> None:
    """Whoever writes a game in a notebook need not restart its kernel."""
    if reloading.note(name, module) and not _shells:
        shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
        if shell is not None:
            _shells.append(shell)
            refresh_before_cells(shell)


def _load(name: str) -> Game[Any, Any]:
    module_name = f"{PACKAGE}.{name.replace('-', '_')}"
    try:
        _note(name, module_name)
        module = import_module(module_name)
    except ModuleNotFoundError as missing:
        if missing.name != module_name:
            raise
        entry = _entry_points().get(name)
        if entry is None:
            raise UnknownGame(name, game_names()) from None
        _note(name, entry.module)
        try:
            found = entry.load()
        except (ImportError, AttributeError) as error:
            problem = f"the entry point {name!r} of {GROUP} cannot be loaded: {error}"
            raise EscaleError(problem) from error
    else:
        found = module.game
    if not isinstance(found, Game) or found.id != name:
        raise EscaleError(f"the entry point {name!r} of {GROUP} does not lead to that game")
    return found
