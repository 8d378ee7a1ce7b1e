"""escale teaches tabletop games: an engine that says why, on a board that shows it.

    >>> import escale
    >>> match = escale.Match("casanova", ["Ana", "Bob"], seed=7)
    >>> [event.rule for event in match.play("d2")]
    ['CA-RND-1']

The engine (`Match`, `Game` and what they return) needs the standard library only. Pictures,
lessons and widgets are loaded when they are first asked for.
"""

from __future__ import annotations

from typing import Any as _Any

from .engine import errors as _errors
from .engine import store as _stores
from .engine.errors import (
    BadOption,
    BadRecord,
    CannotUndo,
    EscaleError,
    IllegalMove,
    NotInstalled,
    NotKept,
    UnknownGame,
)
from .engine.game import (
    CHANCE,
    SPECTATOR,
    Event,
    Game,
    Option,
    Outcome,
    Unreadable,
    View,
    Violation,
)
from .engine.match import Match, Ply
from .engine.registry import game, game_names

__version__ = "0.1.0"

__all__ = [
    "CHANCE", "SPECTATOR", "BadOption", "BadRecord", "CannotUndo", "EscaleError", "Event", "Game",
    "IllegalMove", "Match", "NotInstalled", "NotKept", "Option", "Outcome", "Ply", "UnknownGame",
    "Unreadable", "View", "Violation", "game", "game_names",
]  # fmt: skip


def _in_words(game: Game[_Any, _Any], violation: Violation) -> str:
    from .teach.languages import FALLBACK
    from .teach.texts import texts

    try:
        return texts(game).refusal(violation, FALLBACK)
    except (OSError, ImportError, LookupError, TypeError, ValueError):  # without texts, as yet
        return _errors.plainly(game, violation)


_errors.explain = _in_words


def _store() -> _Any:
    """The store of tables, for whoever touches no file themselves; opened when first needed."""
    try:
        from .app.store import shared
    except ImportError:  # a Python without SQLite, as in a browser
        return None
    return shared()


_stores.open_store = _store


# --- Pictures and widgets, loaded when they are first asked for ---------------------------------

_WIDGETS = {
    "KnowledgeMap": "knowledge", "LessonPlayer": "lesson", "Table": "table", "board": "table",
    "explore": "explore", "knowledge": "knowledge", "lesson": "lesson", "play": "table",
    "practice": "practice", "review": "review",
}  # fmt: skip
_NEEDED_BY_WIDGETS = {"anywidget", "ipywidgets", "traitlets"}  # the extra `widgets`


def __getattr__(name: str) -> _Any:
    if name in _WIDGETS:
        from importlib import import_module

        try:
            import_module(".widgets.lesson", __name__)  # `review` asks for it when it is called
            module = import_module(f".widgets.{_WIDGETS[name]}", __name__)
        except ModuleNotFoundError as missing:
            package = (missing.name or "").partition(".")[0]
            if package not in _NEEDED_BY_WIDGETS:
                raise
            from .install import advice

            raise NotInstalled(f"{__name__}.{name}", package, advice("widgets")) from None
        return getattr(module, name)
    if name == "lessons":
        from .teach.lesson import lessons

        return lessons
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_WIDGETS, "lessons"]


def _match_as_svg(match: Match) -> str | None:
    from .draw.scene import scenes_if_any
    from .draw.svg import draw
    from .teach.languages import FALLBACK

    if scenes_if_any(match.game) is None:
        return None
    return draw(match.game, match.view(SPECTATOR), lang=FALLBACK, names=match.players)


def _view_as_svg(view: View) -> str | None:
    """With nameless players: a view knows no names. None where a game cannot count them."""
    from .draw.scene import scenes_if_any
    from .draw.svg import draw
    from .engine.game import check_players
    from .teach.languages import FALLBACK

    found = game(view.game)
    players = getattr(scenes_if_any(found), "players", None)
    if players is None:
        return None
    return draw(found, view, lang=FALLBACK, names=check_players(found, players(view.state)))


# A match and a view show themselves as pictures in a notebook; the engine knows nothing of it.
Match._repr_svg_ = _match_as_svg  # type: ignore[attr-defined]
View._repr_svg_ = _view_as_svg  # type: ignore[attr-defined]
