"""A game's world on a page: its CSS stays in it, its drawings are whole, its names are known.

Conventions that no type can say are looked at here: the prefix of ids, `PREFIX-mark`, `roll`,
`turn:`, the house's words for how a piece looks. They are listed in docs/games.md.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

from escale.draw.scene import WIDTHS, YOU, SceneModule, scenes_if_any
from escale.draw.svg import symbol_sizes
from escale.engine.errors import quoted

from .findings import SHOW, belongs_to
from .inspection import Inspection, Problems, breakdown

COMMENT = re.compile(r"/\*.*?\*/", re.S)
INSIDE = ("@media", "@supports", "@container", "@layer")  # rules within these are looked at, too
REFERENCE = re.compile(r"""(?:url\(|href=)\s*["']?#([\w-]+)""")

#: The house's words for how a piece looks: see `draw.scene.Piece`.
LOOKS = frozenset(
    ("last", "dim", "struck", "serif", "bold", "soft", "start", "end",
     "flips", "rolls", "fades", "counts", YOU)
)  # fmt: skip


def scenes_of(of: Inspection) -> SceneModule | None:
    """The game's `scene.py`, if it has one that can be imported."""
    try:
        return scenes_if_any(of.game)
    except Exception:  # told by `the_scene_can_be_imported`
        return None


@belongs_to(SHOW)
def the_scene_can_be_imported(of: Inspection) -> Problems:
    try:
        module = scenes_if_any(of.game)
    except Exception as error:
        yield f"scene.py cannot be imported: {breakdown(error)}"
        return
    if module is not None:
        for name in ("symbols", "style", "layouts", "scene"):
            if not callable(getattr(module, name, None)):
                yield f"scene.py: write {name}(); what it answers is in escale/draw/scene.py"


@belongs_to(SHOW)
def the_style_stays_in_its_world(of: Inspection) -> Problems:
    """Every rule of style() is below `.es-GAME`: a page has other games, and the house."""
    module = scenes_of(of)
    if module is None:
        return
    own, prefix = f".es-{of.game.id}", of.game.prefix.lower()
    css = COMMENT.sub("", module.style())
    if css.count("{") != css.count("}"):
        yield "style(): a brace is not closed, or not opened"
        return
    if "@import" in css or re.search(r"url\(\s*[\"']?(?!#|data:)", css):
        yield "style() asks for another file: a page asks nobody else for anything"
    mine = re.compile(rf"\S*{re.escape(own)}(?![\w-])")
    for selector, _ in _rules(css):
        if selector.startswith("@keyframes"):
            name = selector.split()[-1]
            if not name.startswith(f"{prefix}-"):
                yield f"style(): the name of {selector} must begin with {prefix}-"
        elif selector.startswith("@"):
            yield f"style(): {selector} reaches all of the page"
        else:
            for one in _selectors(selector):
                if not mine.match(one):
                    yield f"style(): the rule {quoted(one)} leaks: it must begin with {own}"


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """The rules of a sheet, selector and body; those in @media as if they stood alone."""
    start = depth = opened = 0
    for at, sign in enumerate(css):
        if sign == "{":
            depth += 1
            opened = at if depth == 1 else opened
        elif sign == "}":
            depth -= 1
            if depth == 0:
                selector, body = css[start:opened].strip(), css[opened + 1 : at]
                start = at + 1
                if selector.startswith(INSIDE):
                    yield from _rules(body)
                else:
                    yield selector, body
        elif sign == ";" and depth == 0:
            start = at + 1


def _selectors(text: str) -> list[str]:
    """A list of selectors, parted at its commas (not at those in brackets)."""
    found, depth, part = [], 0, ""
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            found.append(part.strip())
            part = ""
        else:
            part += sign
    return [*found, part.strip()]


@belongs_to(SHOW)
def symbols_are_whole(of: Inspection) -> Problems:
    """The sheet can be read, and whatever a drawing in it refers to is there."""
    module = scenes_of(of)
    if module is None:
        return
    sheet = module.symbols()
    try:
        ElementTree.fromstring(
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:xlink="http://www.w3.org/1999/xlink">{sheet}</svg>'
        )
    except ElementTree.ParseError as error:
        yield f"symbols() cannot be read as SVG: {error}"
        return
    ids = re.findall(r'\bid="([^"]+)"', sheet)
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield f"symbols(): the id {name} is there twice"
    for name in sorted({*REFERENCE.findall(sheet)} - {*ids}):
        yield f"symbols(): something refers to #{name}, which is not there"
    for name in re.findall(r'<symbol[^>]*\bid="([^"]+)"', sheet):
        if name not in symbol_sizes(of.game):
            yield f'symbols(): {name} needs a viewBox="0 0 WIDTH HEIGHT" after its id'


@belongs_to(SHOW)
def layouts_are_in_order(of: Inspection) -> Problems:
    """The smallest comes first and is for every width from 0."""
    module = scenes_of(of)
    if module is None:
        return
    for players in of.game.seats:
        layouts = module.layouts(players)
        names = [layout.name for layout in layouts]
        if not layouts or layouts[0].least != 0:
            yield "layouts(): the first is for the smallest screen, with least=0"
        if any(name not in WIDTHS for name in names):
            yield f"layouts(): a layout is {', '.join(WIDTHS)}, not {quoted(names)}"
        if [layout.least for layout in layouts] != sorted({layout.least for layout in layouts}):
            yield "layouts(): each must be for wider containers than the one before (`least`)"
        for layout in layouts:
            for place, box in layout.places.items():
                if box.w <= 0 or box.h <= 0:
                    yield f"layouts(): {place} is {box.w:g} by {box.h:g} in {layout.name}: no place"


def names_that_nobody_knows(of: Inspection) -> Problems:
    """What is probably meant as a convention and is not: told, not refused."""
    module = scenes_of(of)
    if module is None:
        return
    prefix, sheet = of.game.prefix.lower(), module.symbols()
    ids = re.findall(r'\bid="([^"]+)"', sheet)
    strange = [name for name in ids if not name.startswith(f"{prefix}-")]
    if strange:
        yield (
            f"has ids in symbols() that do not begin with {prefix}-: {', '.join(strange[:5])}. "
            "Another game on the page may have the same"
        )
    mark = f"{prefix}-mark"
    like = [name for name in ids if name.endswith("-mark") and name != mark]
    if like and mark not in ids and not hasattr(module, "MARK"):
        yield f"has a symbol {like[0]}, but its mark would be {mark}"
    unknown = sorted(name for name in of.looks - LOOKS if f".{name}" not in module.style())
    if unknown:
        yield (
            f"gives pieces a style that neither the house nor its style() knows: "
            f"{', '.join(unknown)}. The house knows {', '.join(sorted(LOOKS))}"
        )
