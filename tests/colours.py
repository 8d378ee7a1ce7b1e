"""Colours as people see them: contrast, likeness, and the three ways of not telling them apart.

A palette is the table of CSS variables of a game's `style()`; see `palette`. The simulation is
that of Machado, Oliveira and Fernandes (2009) at full severity, on linear RGB; the difference is
the distance in CIELAB (about 2 is just noticeable, 10 is seen at a glance).
"""

from __future__ import annotations

import re
from itertools import combinations
from math import dist

Colour = tuple[float, float, float]  # sRGB, 0 to 1

DEFICIENCIES = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def palette(css: str, selector: str) -> dict[str, str]:
    """The variables that a rule of a style sheet sets, such as {"--es-ink": "#22262e"}."""
    found: dict[str, str] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", css)):
        if selector in [one.strip() for one in selectors.split(",")]:
            found |= re.findall(r"(--[\w-]+)\s*:\s*([^;]+?)\s*(?:;|$)", body)
    return found


def parse(text: str, ground: str = "#fff") -> Colour:
    """A colour as CSS writes it (#rgb, #rrggbb, #rrggbbaa), seen over `ground`."""
    digits = text.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    parts = [int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2)]
    if len(parts) == 4:
        *parts, opacity = parts
        below = parse(ground)
        parts = [opacity * p + (1 - opacity) * b for p, b in zip(parts, below, strict=True)]
    red, green, blue = parts
    return (red, green, blue)


def linear(colour: Colour) -> Colour:
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    ]
    return (red, green, blue)


def gamma(colour: Colour) -> Colour:
    clipped = [min(1.0, max(0.0, part)) for part in colour]
    red, green, blue = [
        12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in clipped
    ]
    return (red, green, blue)


def seen(colour: Colour, deficiency: str) -> Colour:
    """A colour as somebody with that deficiency sees it."""
    light = linear(colour)
    red, green, blue = [
        sum(weight * part for weight, part in zip(row, light, strict=True))
        for row in DEFICIENCIES[deficiency]
    ]
    return gamma((red, green, blue))


def luminance(colour: Colour) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of WCAG, 1 to 21; text needs 4.5."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: Colour) -> Colour:
    red, green, blue = linear(colour)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = [t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z)]
    return (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))


def difference(one: Colour, other: Colour) -> float:
    return dist(lab(one), lab(other))


def alike(colours: dict[str, Colour], least: float = 10) -> dict[str, set[tuple[str, str]]]:
    """The pairs that cannot be told apart at a glance, for each deficiency and for `all` eyes."""
    pairs = {"all": set[tuple[str, str]](), **{name: set() for name in DEFICIENCIES}}
    for (name, one), (other_name, other) in combinations(colours.items(), 2):
        for eyes, found in pairs.items():
            a, b = (one, other) if eyes == "all" else (seen(one, eyes), seen(other, eyes))
            if difference(a, b) < least:
                found.add((name, other_name))
    return pairs
