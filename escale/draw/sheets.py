"""The files of a game's pictures: `symbols.svg`, its drawings, and `scene.css`, its colours.

Both are read from the game's package. What is put together from them is left to its `drawings.py`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from escale.engine.reloading import made_of_games


def read_file(package: str, name: str) -> str:
    """A file beside a game's rules."""
    return files(package).joinpath(name).read_text("utf-8")


@made_of_games
@cache
def drawings_of(package: str) -> str:
    """What stands in symbols.svg, without its comment and the `<svg>` around it."""
    sheet = read_file(package, "symbols.svg")
    return sheet[sheet.index("-->") + 3 : sheet.rindex("</svg>")].strip()


@made_of_games
@cache
def style_of(package: str, game: str) -> str:
    """What stands in scene.css; the colours of the dark theme (`.es-GAME[data-theme=dark]`) hold
    also where the theme is `auto` and the reader's system is dark."""
    css = read_file(package, "scene.css")
    start = css.index(f".es-{game}[data-theme=dark]")
    dark = css[start : css.index("}", start) + 1].replace("=dark]", "=auto]")
    return f"{css}@media (prefers-color-scheme:dark){{{dark}}}"
