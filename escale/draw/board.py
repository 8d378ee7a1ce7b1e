"""A position as markup in a page that has the game's drawings already, in every layout at once.

    sheet(game)                      the drawings and colours of a game, once a page
    board(game, view, lang, names)   a position: a style shows the layout that fits its place

Beside a picture that is whole in itself (`escale/draw/svg.py`) this is small, so that a page can
show another position at every click.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from .scene import Layout, Scene, scenes
from .svg import draw_captions, draw_pieces, house_style, sheet_markup

if TYPE_CHECKING:
    from escale.engine.game import Game, View

MOST = 2  #: of the layouts: beside a plot there is no room for the widest


@cache
def sheet(game: Game[Any, Any]) -> str:
    """The symbols and the style of a game, unseen."""
    module = scenes(game)
    return (
        f'<div class="es-picture es-{game.id}" data-theme="auto" aria-hidden="true">'
        f"<style>{house_style()}{module.style()}</style>{sheet_markup(module.symbols())}</div>"
    )


def board(game: Game[Any, Any], view: View, lang: str, names: Sequence[str]) -> str:
    """What a seat may see."""
    module = scenes(game)
    scene = module.scene(view, lang, names)
    layouts = module.layouts(len(names))[:MOST]
    words = escape(" ".join([scene.heading, *scene.words]))
    pictures = "".join(_picture(game, scene, layout) for layout in layouts)
    return (
        f'<div class="es-picture es-{game.id} es-still" data-theme="auto" role="img" '
        f'aria-label="{words}"><style>{_widths(layouts)}</style>{pictures}</div>'
    )


def _picture(game: Game[Any, Any], scene: Scene, layout: Layout) -> str:
    pieces = draw_pieces(game, scene, layout) + draw_captions(scene, layout)
    box = f"0 0 {layout.width:g} {layout.height:g}"
    return (
        f'<svg class="lay-{layout.name}" aria-hidden="true" viewBox="{box}">'
        f"{layout.scenery}{pieces}{layout.cover}</svg>"
    )


def _widths(layouts: Sequence[Layout]) -> str:
    """Of all layouts the one for this width is shown."""
    rules = ".es-still>svg{display:none}"
    for number, layout in enumerate(layouts):
        shown = f".es-still>.lay-{layout.name}{{display:block}}"
        if number:
            hidden = f".es-still>.lay-{layouts[number - 1].name}{{display:none}}"
            rules += f"@container (min-width:{layout.least}px){{{shown}{hidden}}}"
        else:
            rules += shown
    return rules
