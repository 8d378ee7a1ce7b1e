"""The drawings of Casanova: `symbols.svg` has the art, `scene.css` the colours."""

from __future__ import annotations

from escale.draw.sheets import drawings_of, style_of

PACKAGE = "escale.games.casanova"
SLOT = 24  # from slot to slot in the drawing of a rack, which is 13 of them wide and 32 high
PILE = 5  # coins


def symbols() -> str:
    """The drawings of symbols.svg."""
    return drawings_of(PACKAGE)


def style() -> str:
    """The colours of scene.css; in the dark theme the night is deeper."""
    return style_of(PACKAGE, "casanova")
