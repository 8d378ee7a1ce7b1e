"""Still pictures of lessons' steps: for the strip and for the crib, which are printed.

What a page shows by motion is drawn: what to look at is framed, and what has moved leaves a dotted
line. A picture may show a part of the table only.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from escale.draw.scene import Box, Layout, Scene, scenes
from escale.draw.svg import (
    draw_captions,
    draw_pieces,
    escape,
    house_style,
    layout_for,
    needed_symbols,
)
from escale.engine.errors import EscaleError, quoted
from escale.teach.languages import FALLBACK
from escale.teach.lesson import Lesson, Step
from escale.widgets import lesson_frames

NEAR = 44  # a piece that moved less than this needs no line
MOST_ROUTES = 8
MARGIN = 5  # around what a picture shows a part of
WIDTH = 700  # of the container whose layout a picture in a column has, in pixels
MARKS = (
    ".es-marks rect{fill:none;stroke:#0b6e75;stroke-width:3}"
    ".es-marks path{fill:none;stroke:#b8862b;stroke-width:3.2;stroke-dasharray:.1 7;"
    "stroke-linecap:round}.es-marks circle{fill:#b8862b}"
)


def still(lesson: Lesson, number: int, lang: str, around: Sequence[str] = ()) -> str:
    """A step of a lesson as one self-contained SVG, in daylight; `around` are the places (`*` for
    any ending) that have to be seen, if not all of the table is shown."""
    if number > len(lesson.steps):
        raise EscaleError(f"{lesson.id}: there is no step {number}")
    game, step = lesson.game, lesson.steps[number - 1]
    layout = layout_for(game, len(lesson.players[FALLBACK]), WIDTH)
    scene = lesson_frames.picture_of(lesson, step, lang)
    before = lesson_frames.picture_of(lesson, lesson.steps[max(0, number - 2)], lang)
    box = _part(layout, around, lesson.id) if around else Box(0, 0, layout.width, layout.height)
    seen = {key: piece for key, piece in scene.pieces.items() if _in(box, layout, piece.place)}
    shown = (
        layout.scenery
        + draw_pieces(game, scene._replace(pieces=seen), layout)
        + draw_captions(scene, layout)
        + layout.cover
        + f'<g class="es-marks">{marks(step, scene, before, layout)}</g>'
    )
    style = house_style() + scenes(game).style() + MARKS
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" data-theme="light" '
        f'class="es-picture es-{game.id}" viewBox="{box.x:g} {box.y:g} {box.w:g} {box.h:g}" '
        f'width="{box.w:g}" height="{box.h:g}"><title>{escape(step.title[lang])}</title>'
        f"<style>{style}</style><defs>{needed_symbols(scenes(game).symbols(), style + shown)}"
        f"</defs>{shown}</svg>"
    )


def _part(layout: Layout, around: Sequence[str], lesson: str) -> Box:
    """The part of a table in which these places are."""
    found = []
    for pattern in around:
        there = [box for name, box in layout.places.items() if fnmatchcase(name, pattern)]
        if not there:
            raise EscaleError(f"{lesson}: the table has no place {quoted(pattern)}")
        found += there
    left = max(0.0, min(box.x for box in found) - MARGIN)
    top = max(0.0, min(box.y for box in found) - MARGIN)
    right = min(layout.width, max(box.x + box.w for box in found) + MARGIN)
    bottom = min(layout.height, max(box.y + box.h for box in found) + MARGIN)
    return Box(left, top, right - left, bottom - top)


def _in(part: Box, layout: Layout, place: str) -> bool:
    """Is anything of a place to be seen?"""
    box = layout.places.get(place)
    return box is not None and (
        box.x < part.x + part.w
        and part.x < box.x + box.w
        and box.y < part.y + part.h
        and part.y < box.y + box.h
    )


def marks(step: Step, scene: Scene, before: Scene, layout: Layout) -> str:
    """What to look at is framed, and what has moved leaves a dotted line, as on the stage."""

    def box(key: str, where: Scene) -> Box | None:
        held = where.pieces.get(key) or where.targets.get(key)
        return layout.places.get(held.place if held else key)

    framed = (box(key, scene) for key in step.mark)
    parts = [
        f'<rect x="{b.x - 3:g}" y="{b.y - 3:g}" width="{b.w + 6:g}" height="{b.h + 6:g}" rx="8"/>'
        for b in framed
        if b
    ]
    moved = [
        (key, key)
        for key, piece in scene.pieces.items()
        if piece.symbol
        and key in before.pieces
        and before.pieces[key].place != piece.place
        and "fades" not in piece.style.split()
    ]
    for start, end in (*step.arrow, *(moved if len(moved) <= MOST_ROUTES else ())):
        one, other = box(start, before) or box(start, scene), box(end, scene)
        if one and other:
            parts.append(_route(one, other))
    return "".join(parts)


def _route(one: Box, other: Box) -> str:
    ax, ay, bx, by = (
        one.x + one.w / 2,
        one.y + one.h / 2,
        other.x + other.w / 2,
        other.y + other.h / 2,
    )
    way = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    if way < NEAR:
        return ""
    bend = min(60, way / 5)
    by_way_of = f"{(ax + bx) / 2 + bend:g} {(ay + by) / 2 - bend:g}"
    return (
        f'<path d="M{ax:g} {ay:g}Q{by_way_of} {bx:g} {by:g}"/>'
        f'<circle cx="{bx:g}" cy="{by:g}" r="4"/>'
    )
