"""The page's own files as a widget sends them: compact, and the scripts packed.

Making them takes longer than importing everything else in this room, so a wheel brings them along
(`static/made.json`, written by `hatch_build.py`) with a stamp of what they are made from. Needs the
standard library only.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from pathlib import Path

from . import wire

STATIC = Path(__file__).parent / "static"
MADE = "made.json"
SCRIPTS = {"table": ("stage.js", "table.js"), "lesson": ("stage.js", "lesson.js")}
STYLES = {"table": ("stage.css",), "lesson": ("stage.css", "lesson.css")}


def read(*names: str) -> str:
    return "".join((STATIC / name).read_text("utf-8") for name in names)


def module(widget: str) -> str:
    """The page's side of a widget as one ES module."""
    return wire.compact_module(read(*SCRIPTS[widget]))


def esm(widget: str) -> str:
    """The same as it is sent."""
    return _texts()[f"{widget}.js"]


def css(widget: str) -> str:
    """The style of a widget."""
    return _texts()[f"{widget}.css"]


@cache
def _texts() -> dict[str, str]:
    """What the wheel has brought if nothing has changed since, or else made now."""
    try:
        kept: dict[str, str] = json.loads(read(MADE))
    except OSError:
        return made()
    return kept if kept["stamp"] == stamp() else made()


def made() -> dict[str, str]:
    """Everything as it is sent, and a stamp: what `static/made.json` keeps."""
    scripts = {f"{widget}.js": wire.packed_module(module(widget)) for widget in SCRIPTS}
    styles = {
        f"{widget}.css": "".join(wire.compact_style(read(name)) for name in names)
        for widget, names in STYLES.items()
    }
    return {"stamp": stamp(), **scripts, **styles}


def stamp() -> str:
    """A number for all that they are made from."""
    names = {name for files in (*SCRIPTS.values(), *STYLES.values()) for name in files}
    source = read(*sorted(names)) + Path(wire.__file__).read_text("utf-8")
    return blake2b(source.encode(), digest_size=16).hexdigest()
