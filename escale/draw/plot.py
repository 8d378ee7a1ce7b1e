"""Plots as SVG whose letters keep their size: what is shown stretches with the page, text does not.

Across, everything is in per cent of the width; down, in pixels. So a plot is as wide as its place,
on a phone too, without being drawn anew. Colours are classes (`es-a` to `es-c`, `es-lit`), given by
`escale/widgets/static/explore.css`, which follows light and dark. Whoever cannot see a plot gets
its `alt` and the numbers as a table. Which numbers, and all words, come from whoever calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

TOP, NAMES, TITLE = 22, 22, 20  #: pixels above the highest bar, of the names below, of their title
LEFT = 11.0  #: per cent of the width where lines have the numbers of their scale


class Bar(NamedTuple):
    """A bar of `bars`: its name below, its value, and what is written above it."""

    name: str
    value: float
    label: str
    behind: float = 0.0  #: a paler bar behind it, at least as high
    lit: bool = False


def bars(found: Sequence[Bar], *, alt: str, below: str, height: int = 230) -> str:
    """Upright bars, from zero."""
    most = max([bar.value for bar in found] + [bar.behind for bar in found]) or 1
    floor = height - NAMES - TITLE
    step = 100 / len(found)
    parts = []
    for number, bar in enumerate(found):
        middle = step * (number + 0.5)
        for value, style in ((bar.behind, "es-pale"), (bar.value, "es-lit" if bar.lit else "es-a")):
            high = (floor - TOP) * value / most
            if value:
                parts.append(
                    f'<rect class="{style}" x="{middle - 0.4 * step:.2f}%" y="{floor - high:.1f}" '
                    f'width="{step * 0.8:.2f}%" height="{high:.1f}" rx="3"/>'
                )
        above = floor - (floor - TOP) * bar.value / most
        parts.append(
            _text(middle, above - 6, bar.label, "es-value es-strong" * bar.lit or "es-value")
        )
        parts.append(_text(middle, floor + 16, bar.name, "es-strong" * bar.lit))
    parts.append(_line(0, floor, 100, floor, "es-axis"))
    parts.append(_text(50, height - 5, below, "es-soft"))
    rows = [(bar.name, bar.label) for bar in found]
    return _plot(parts, height, alt) + numbers(alt, rows)


def lines(
    names: Sequence[str],
    series: Mapping[str, Sequence[float | None]],
    ticks: Mapping[float, str],
    *,
    alt: str,
    below: str,
    labels: Mapping[str, Sequence[str]],
    lit: int | None = None,
    height: int = 260,
) -> str:
    """A line for each class of `series`, over the same names, with gaps where there is nothing to
    say; `ticks` are written at the left and give the range. One place may be lit."""
    low, high = min(ticks), max(ticks)
    floor = height - NAMES - TITLE
    step = (100 - LEFT) / len(names)

    def across(number: int) -> float:
        return LEFT + step * (number + 0.5)

    def down(value: float) -> float:
        return TOP / 2 + (floor - TOP / 2) * (high - value) / (high - low)

    parts = []
    if lit is not None:
        parts.append(
            f'<rect class="es-band" x="{across(lit) - step / 2:.2f}%" y="0" width="{step:.2f}%" '
            f'height="{floor}" rx="4"/>'
        )
    for value, name in ticks.items():
        parts.append(
            _line(LEFT, down(value), 100, down(value), "es-zero" if not value else "es-grid")
        )
        parts.append(_text(LEFT - 1.5, down(value) + 4, name, "es-soft", "end"))
    for style, values in series.items():
        for number, (one, two) in enumerate(pairwise(values)):
            if one is not None and two is not None:
                ends = (across(number), down(one), across(number + 1), down(two))
                parts.append(_line(*ends, f"es-curve {style}"))
        parts += [
            f'<circle class="{style}" cx="{across(n):.2f}%" cy="{down(value):.1f}" '
            f'r="{6 if n == lit else 3.5}"/>'
            for n, value in enumerate(values)
            if value is not None
        ]
    parts += [
        _text(across(n), floor + 16, name, "es-strong" * (n == lit)) for n, name in enumerate(names)
    ]
    parts.append(_text(50 + LEFT / 2, height - 5, below, "es-soft"))
    rows = [(name, *(said[n] for said in labels.values())) for n, name in enumerate(names)]
    return _plot(parts, height, alt) + numbers(alt, rows, ("", *labels))


class Part(NamedTuple):
    """A part of a row of `rows`."""

    share: float
    style: str
    label: str


def rows(
    found: Mapping[str, Sequence[Part]], *, alt: str, lit: str = "", least: float = 0.07
) -> str:
    """Lying bars, cut into parts that make a whole; a part that is too small has no words."""
    parts, high = [], 56
    for number, (name, row) in enumerate(found.items()):
        top, left = high * number, 0.0
        parts.append(_text(0, top + 14, name, "es-strong" * (name == lit), "start"))
        for part in row:
            width = 100 * part.share
            parts.append(
                f'<rect class="{part.style}" x="{left:.2f}%" y="{top + 20}" width="{width:.2f}%" '
                f'height="26" rx="2"/>'
            )
            if part.share >= least:
                middle = left + width / 2
                parts.append(_text(middle, top + 38, part.label, f"es-on {part.style}"))
            left += width
    table = [(name, *(part.label for part in row)) for name, row in found.items()]
    return _plot(parts, high * len(found), alt) + numbers(alt, table)


def grid(
    columns: str,
    rows_: str,
    shares: Sequence[Sequence[float]],
    labels: Sequence[Sequence[str]],
    *,
    alt: str,
) -> str:
    """A square of shares, the darker the larger, as a table: `shares` row by row, from the top."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(
            f'<td class="es-h{round(10 * share)}">{escape(label)}</td>'
            for share, label in zip(row, said, strict=True)
        )
        + "</tr>"
        for name, row, said in zip(rows_, shares, labels, strict=True)
    )
    return (
        f'<table class="es-heat"><caption class="es-unseen">{escape(alt)}</caption>'
        f"{body}<tr><td></td>{head}</tr></table>"
    )


def legend(names: Mapping[str, str]) -> str:
    """Which class means what."""
    items = "".join(
        f'<li><span class="es-swatch {style}"></span>{escape(name)}</li>'
        for style, name in names.items()
    )
    return f'<ul class="es-legend">{items}</ul>'


def numbers(title: str, found: Sequence[Sequence[str]], head: Sequence[str] = ()) -> str:
    """The same as a table that is not seen but read."""
    top = "".join(f"<th>{escape(name)}</th>" if name else "<td></td>" for name in head)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{escape(one)}</td>" for one in values)
        + "</tr>"
        for name, *values in found
    )
    return (
        f'<div class="es-unseen"><table><caption>{escape(title)}</caption>'
        f"{f'<tr>{top}</tr>' if head else ''}{body}</table></div>"
    )


def _plot(parts: Sequence[str], height: int, alt: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="es-plot" role="img" '
        f'aria-label="{escape(alt)}" width="100%" height="{height}">{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, text: str, style: str = "", anchor: str = "middle") -> str:
    return (
        f'<text class="{style}" x="{x:.2f}%" y="{y:.1f}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line class="{style}" x1="{x1:.2f}%" y1="{y1:.1f}" x2="{x2:.2f}%" y2="{y2:.1f}"/>'
