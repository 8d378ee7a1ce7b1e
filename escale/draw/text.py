"""About how wide a text is, and how much of it fits: a picture is described without any font.

The widths are those of letters in common system fonts, rather too wide than too narrow. Which texts
there are is left to the games.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, east_asian_width

SLIM = frozenset("iljtfrI1.,:;'’!|()- \u00a0\u202f")
BROAD = frozenset("mwMWœæŒÆ@%&…—ЖМФШЩЫЮжмфшщыю")
REGULAR = 0.92  # how wide regular letters are, beside bold ones of the same size


def text_width(text: str, size: float = 1.0, *, bold: bool = True) -> float:
    """How wide a text is, in the unit of its size: that of the letters, not of its box."""
    return size * sum(map(_letter_width, text)) * (1.0 if bold else REGULAR)


def _letter_width(letter: str) -> float:
    if letter in SLIM:
        return 0.42
    if letter in BROAD:
        return 1.12
    if letter < "\u0300":  # before all that is combined, or as wide as it is high
        return 0.8 if letter.isupper() else 0.66
    if combining(letter):
        return 0.0
    return 1.0 if east_asian_width(letter) in "WF" else 0.8 if letter.isupper() else 0.66


@lru_cache(maxsize=2048)
def cut(text: str, width: float, size: float = 1.0, *, bold: bool = True) -> str:
    """A text that fits into a width; what does not is left out: "Maximil…"."""
    text = " ".join(text.split())
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(f"{text}…", size, bold=bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"
