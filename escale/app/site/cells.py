"""What the cells of a notebook show, without a kernel: our own widgets, by what their calls say.

`escale.lesson("casanova/ties", lang="fr")` as the last line of a cell says all that a first paint
needs (`escale/app/server/first_paint.py`). Anything else is for readers of code, and not shown.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from escale.session import deals
from escale.widgets import app_page

from . import explore

if TYPE_CHECKING:
    from nbformat import NotebookNode

WIDGET = "application/vnd.jupyter.widget-view+json"


def fill_in(notebook: NotebookNode) -> None:
    """Give every code cell the output that its page shows."""
    lang = notebook.metadata["lang"]
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            about = said(cell.source, lang)
            cell.outputs = [] if about is None else [_output(about, f"w{number}")]
            cell.execution_count = None


def said(source: str, lang: str) -> dict[str, Any] | None:
    """What a cell shows, if that is one of ours."""
    last = [*ast.parse(source).body, None][-2:][0]
    call = last.value if isinstance(last, ast.Expr) else None
    if not (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "escale"
        and call.func.attr in SHOWN
    ):
        return None
    values = [ast.literal_eval(value) for value in call.args]
    named = {one.arg: ast.literal_eval(one.value) for one in call.keywords if one.arg}
    return SHOWN[call.func.attr](*values, **{"lang": lang, **named})


def _lesson(name: str, *, lang: str, step: int = 1) -> dict[str, Any]:
    return {"lesson": name, "lang": lang, "step": step - 1}


def _practice(game: str, rule: str | None = None, *, lang: str) -> dict[str, Any]:
    return {"practice": game, "rule": rule or "", "lang": lang}


def _play(game: str, players: int | None = None, *, lang: str, **more: Any) -> dict[str, Any]:
    seats = more.get("seats")
    baked = [deals.first_sight(game, deal, lang, players, seats) for deal in range(deals.DEALS)]
    return {**baked[0], "deals": [one["table"] for one in baked], "lang": lang}


def _explore(name: str, *, lang: str) -> dict[str, Any]:
    return {"game": name.partition("/")[0], "explore": name, "still": explore.page(name, lang)}


SHOWN: Mapping[str, Callable[..., dict[str, Any]]] = {
    "lesson": _lesson,
    "practice": _practice,
    "play": _play,
    "explore": _explore,
}


def _output(about: dict[str, Any], widget: str) -> dict[str, Any]:
    data = {WIDGET: {"model_id": widget}, app_page.MIME: {"place": widget, **about}}
    return {"output_type": "display_data", "metadata": {}, "data": data}
