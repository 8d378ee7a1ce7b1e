"""What stands on the shelf: `shelf.toml`, the cover and what stands beside it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from importlib.resources import files

from escale.app.shelf import FIELDS, box
from escale.engine import toml
from escale.engine.toml import BadFile

from .findings import BOX, belongs_to
from .inspection import Inspection, Problems

#: The drawings of a box, and their size.
DRAWINGS = {"cover.svg": (240, 284), "prop.svg": (64, 90)}
AWAY = re.compile(r"(?:href|src)\s*=\s*[\"'](?!#|data:)|url\(\s*[\"']?(?!#|data:)|@import")


@belongs_to(BOX)
def the_shelf_can_be_read(of: Inspection) -> Problems:
    """A box with a mistake in `shelf.toml` would not stand on the shelf."""
    file = files(of.game.package).joinpath("shelf.toml")
    if file.is_file():
        try:
            document = toml.load(file)
        except BadFile as error:
            yield str(error)
            return
        for name in document.table:
            if name not in FIELDS:
                yield str(document.wrong(f"there is no {name}; there is {', '.join(FIELDS)}", name))
    if of.speech is None or of.rules is None:
        return
    try:
        box(of.game)
    except BadFile as error:
        if not error.file.startswith(tuple("0123456789")):  # a lesson: told by `lessons_hold`
            yield str(error)
    except Exception as error:
        yield f"its box cannot stand on the shelf: {type(error).__name__}: {error}"


@belongs_to(BOX)
def the_cover_can_be_seen(of: Inspection) -> Problems:
    for name, (width, height) in DRAWINGS.items():
        file = files(of.game.package).joinpath(name)
        if not file.is_file():
            continue
        try:
            source = file.read_text("utf-8")
            drawn = ElementTree.fromstring(source)
        except UnicodeDecodeError:
            yield f"{name} is not UTF-8"
            continue
        except ElementTree.ParseError as error:
            yield f"{name} is no drawing: {error}"
            continue
        if drawn.tag != "{http://www.w3.org/2000/svg}svg":
            yield f'{name} must begin with <svg xmlns="http://www.w3.org/2000/svg" …>'
        elif not _has_size(drawn.get("viewBox", ""), width, height):
            yield f'{name} is {width} by {height}: its viewBox must be "0 0 {width} {height}"'
        if any(part.tag.endswith(("}script", "}foreignObject")) for part in drawn.iter()):
            yield f"{name} has a script or a foreign object: a drawing only shows something"
        if AWAY.search(source):
            yield f"{name} asks for another file: all that a drawing shows is in it"


def _has_size(box: str, width: int, height: int) -> bool:
    try:
        left, top, wide, high = map(float, box.replace(",", " ").split())
    except ValueError:
        return False
    return (left, top) == (0, 0) and abs(wide * height - high * width) < 0.02 * wide * height
