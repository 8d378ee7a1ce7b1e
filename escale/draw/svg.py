"""A scene as a static SVG: for saved notebooks, exports, print, and the first paint of a page.

The live stage draws the same scene in the same way (`frontend/src/picture.js`): a piece is a group
moved and scaled into the box of its place, pieces lie above each other by depth.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from .scene import PATH_UNITS, Box, Layout, Piece, Scene, scenes

if TYPE_CHECKING:
    from escale.engine.game import Game, View

TEXT_SIZE = 0.72  # of the height of its box
ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
REFERENCE = re.compile(r"#([\w-]+)")
SYMBOL = re.compile(r'<symbol[^>]*\bid="([^"]+)"[^>]*\bviewBox="0 0 ([\d.]+) ([\d.]+)"')


def escape(text: str) -> str:
    """Text for SVG. (The standard library's own, in `xml.sax`, loads a web client on its way.)"""
    return text.translate(ESCAPES)


def symbol_sizes(game: Game[Any, Any]) -> dict[str, tuple[float, float]]:
    """The natural size of every symbol of a game."""
    return _sizes(scenes(game).symbols())


@lru_cache(maxsize=32)  # by the sheet itself: it grows when somebody registers a deck of their own
def _sizes(sheet: str) -> dict[str, tuple[float, float]]:
    return {name: (float(w), float(h)) for name, w, h in SYMBOL.findall(sheet)}


@cache
def house_style() -> str:
    """The house's tokens and the looks of pieces, shared with the stage."""
    return files("escale.draw").joinpath("scene.css").read_text("utf-8")


def layout_for(game: Game[Any, Any], players: int, width: float) -> Layout:
    """The layout of a game for a container of that many pixels."""
    layouts = scenes(game).layouts(players)
    return [layout for layout in layouts if layout.least <= width or not layout.least][-1]


def fitted(box: Box, width: float, height: float, turn: int = 0) -> str:
    """The transform that fits a thing of that size into a box, in the middle."""
    scale = min(box.w / width, box.h / height)
    x = box.x + (box.w - width * scale) / 2
    y = box.y + (box.h - height * scale) / 2
    turn += box.turn
    turned = f" rotate({turn} {width / 2:g} {height / 2:g})" if turn else ""
    return f"translate({x:.2f} {y:.2f}) scale({scale:.4f}){turned}"


def draw_piece(game: Game[Any, Any], key: str, piece: Piece, box: Box) -> str:
    """One piece as an SVG group."""
    kind = "symbol" if piece.symbol else "text" if piece.text else "path"
    head = f'<g class="es-piece es-{kind} {escape(piece.style)}" data-piece="{escape(key)}"'
    if piece.symbol:
        width, height = symbol_sizes(game)[piece.symbol]
        return (
            f'{head} transform="{fitted(box, width, height, piece.turn)}">'
            f'<use href="#{piece.symbol}" width="{width:g}" height="{height:g}"/></g>'
        )
    if piece.text:
        styles = piece.style.split()
        anchor = "start" if "start" in styles else "end" if "end" in styles else "middle"
        x = {"start": 0.0, "middle": box.w / 2, "end": box.w}[anchor]
        turn = f" rotate({box.turn} {box.w / 2:g} {box.h / 2:g})" if box.turn else ""
        return (
            f'{head} transform="translate({box.x:g} {box.y:g}){turn}">'
            f'<text x="{x:g}" y="{box.h / 2:g}" font-size="{box.h * TEXT_SIZE:.2f}" '
            f'text-anchor="{anchor}" dominant-baseline="central">{escape(piece.text)}</text></g>'
        )
    scale = box.w / PATH_UNITS
    return (
        f'{head} transform="translate({box.x:g} {box.y:g}) scale({scale:.5f})">'
        f'<path d="{piece.path}"/></g>'
    )


def draw_pieces(game: Game[Any, Any], scene: Scene, layout: Layout) -> str:
    """All pieces that have a place in this layout, from the lowest to the highest."""
    placed = [
        (box, key, piece)
        for key, piece in scene.pieces.items()
        if (box := layout.places.get(piece.place)) is not None
    ]
    placed.sort(key=lambda entry: entry[0].z)
    return "".join(draw_piece(game, key, piece, box) for box, key, piece in placed)


def draw_captions(scene: Scene, layout: Layout) -> str:
    """Targets that carry their own words, such as Quitte: on a still picture, a plate with text."""
    parts = []
    for key, target in scene.targets.items():
        box = layout.places.get(target.place)
        if box is None or not target.caption:
            continue
        middle = box.y + box.h * (0.38 if target.note else 0.5)
        size = min(20.0, box.h * 0.42, box.w / (0.56 * len(target.caption)))
        small = min(size * 0.65, box.w / (0.52 * max(1, len(target.note))))
        parts.append(
            f'<g class="es-plate" data-plate="{escape(key)}"><rect x="{box.x:g}" y="{box.y:g}" '
            f'width="{box.w:g}" height="{box.h:g}" rx="8"/>'
            f'<text class="serif bold" x="{box.x + box.w / 2:g}" y="{middle:g}" '
            f'font-size="{size:.3g}" text-anchor="middle" dominant-baseline="central">'
            f"{escape(target.caption)}</text>"
        )
        if target.note:
            parts.append(
                f'<text x="{box.x + box.w / 2:g}" y="{box.y + box.h * 0.74:g}" '
                f'font-size="{small:.3g}" text-anchor="middle" dominant-baseline="central">'
                f"{escape(target.note)}</text>"
            )
        parts.append("</g>")
    return "".join(parts)


def draw_scene(game: Game[Any, Any], scene: Scene, layout: Layout, *, theme: str = "auto") -> str:
    """The whole picture as one self-contained SVG. `theme` is light, dark or auto."""
    module = scenes(game)
    words = escape(" ".join([scene.heading, scene.status, *scene.words]))
    style = house_style() + module.style()
    shown = (
        layout.scenery + draw_pieces(game, scene, layout) + draw_captions(scene, layout)
    ) + layout.cover
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" data-theme="{theme}" '
        f'class="es-picture es-{game.id}" viewBox="0 0 {layout.width:g} {layout.height:g}" '
        f'width="{layout.width:g}" height="{layout.height:g}"><title>{words}</title>'
        f"<style>{style}</style><defs>{needed_symbols(module.symbols(), style + shown)}</defs>"
        f"{shown}</svg>"
    )


def needed_symbols(sheet: str, shown: str) -> str:
    """A sheet without the symbols that are not shown, by themselves or inside others."""
    rest, symbols = _symbols(sheet)
    needed: set[str] = set()
    found = REFERENCE.findall(rest + shown)
    while found:
        name = found.pop()
        if name in symbols and name not in needed:
            needed.add(name)
            found += REFERENCE.findall(symbols[name])
    return rest + "".join(symbols[name] for name in symbols if name in needed)


def sheet_markup(sheet: str) -> str:
    """A sheet for a page whose pictures refer to it, itself unseen.

    Symbols there are not rendered: hundreds of them would have to be styled before the first paint.
    Gradients and the like are, and symbols that bring their own: without that some browsers paint
    nothing with them.
    """
    rest, symbols = _symbols(sheet)
    copied = [symbol for symbol in symbols.values() if symbol.count(" id=") == 1]
    painted = [symbol for symbol in symbols.values() if symbol.count(" id=") > 1]
    return (
        f'<svg width="0" height="0"><defs>{rest}{"".join(painted)}</defs></svg>'
        f'<svg style="display:none">{"".join(copied)}</svg>'
    )


@lru_cache(maxsize=32)
def _symbols(sheet: str) -> tuple[str, dict[str, str]]:
    """A sheet taken apart: what is no symbol, and the symbols by their ids."""
    parts = re.split(r"(<symbol\b.*?</symbol>)", sheet, flags=re.DOTALL)
    symbols = {name[1]: part for part in parts[1::2] if (name := SYMBOL.search(part))}
    return "".join(part.strip() for part in parts[::2]), symbols


def draw(
    game: Game[Any, Any],
    view: View,
    *,
    lang: str = "en",  # as this door has always said; no other room names a language
    names: Sequence[str],
    width: float = 900,
    theme: str = "auto",
) -> str:
    """What a seat may see, as a static SVG for a container of that width."""
    scene = scenes(game).scene(view, lang, names)  # no legal move is looked for: none is shown
    return draw_scene(game, scene, layout_for(game, len(names), width), theme=theme)
