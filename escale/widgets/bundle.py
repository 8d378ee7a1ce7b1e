"""The page's side of the widgets as it is sent: one script for all of them, and their styles.

The script is bundled from `frontend/src` (`make bundle`) and committed, so that nobody who installs
escale needs Node; a test holds the two together. Needs the standard library only.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

SCRIPT = "escale.js"
PRACTICE = "practice.js"
MAP = "map.css"
COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
STYLES = ("stage.css", "lesson.css", "phone.css", "practice.css", "invite.css")


@cache
def script() -> str:
    """The module of tables and lessons, of a notebook's page and of an exported lesson."""
    return _read(SCRIPT)


@cache
def practice_script() -> str:
    """The module of practice and of the map of what one knows; it alone has the schedule."""
    return _read(PRACTICE)


@cache
def map_style() -> str:
    """The style of that map."""
    return _read(MAP)


@cache
def style() -> str:
    """The style of all of them, without what is said there to whoever works on it."""
    return COMMENT.sub("", "".join(map(_read, STYLES)))


@cache
def explore_style() -> str:
    """The style of what can be tried; its widgets are ipywidgets' own, and need no script."""
    return _read("explore.css")


def _read(name: str) -> str:
    return files("escale.widgets").joinpath("static", name).read_text("utf-8")
