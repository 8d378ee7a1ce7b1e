"""The chart of a look back: the chances of everybody as lines, with doors to the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from escale.draw.scene import scenes_if_any
from escale.engine.match import Match
from escale.players.review import Review
from escale.teach.languages import LANGUAGES

from . import words

WIDTH, HEIGHT = 340, 176  # of the chart, which a phone shows a little smaller
LEFT, RIGHT, TOP, BOTTOM = 47, 92, 11, 26  # its margins
LETTERS = 13  # the size of its words: still legible on a phone
#: In the order of the house's players; a game in which one draws a colour says who has which.
COLOURS = {
    "red": "#d0453a",
    "ochre": "#b87a1e",
    "green": "#2e9e55",
    "blue": "#3f7fe0",
    "violet": "#9a63cf",
}
#: Colours never speak alone: each line has its own dashes, and its name at its end, with a piece of
#: the line, as several names may end at one height.
DASHES = ("", "9 3 2 3", "2 3", "7 3", "1 4")


def chart(match: Match, found: Review, lang: str) -> str:
    """The chances of everybody as lines; the turning points are doors to their steps."""
    plies, sign = len(found.curve) - 1, LANGUAGES[lang].percent
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(ply: int) -> float:
        return round(LEFT + wide * ply / max(plies, 1), 1)

    def y(share: float) -> float:
        return round(TOP + tall * (1 - share), 1)

    parts = [
        f'<path d="M{LEFT} {y(at)}H{WIDTH - RIGHT}" stroke="currentColor" opacity=".2"/>'
        f'<text x="{LEFT - 5}" y="{y(at) + 4.5}" text-anchor="end">{round(100 * at)}{sign}</text>'
        for at in (0, 0.5, 1)
    ]
    parts.append(
        f'<text x="{LEFT}" y="{HEIGHT - 6}">0</text><text x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" '
        f'text-anchor="end">{escape(words.said("review-plies", lang, count=plies))}</text>'
    )
    lines = _lines(match)
    heights = _apart([y(share) for share in found.curve[-1]])
    for seat, name in enumerate(words.called(match.players, found.seat, lang)):
        colour, dashes = lines[seat]
        points = " ".join(f"{x(ply)},{y(now[seat])}" for ply, now in enumerate(found.curve))
        bold = 2.5 if seat == found.seat else 1.5
        key = f"M{WIDTH - RIGHT + 5} {heights[seat]}h14"
        parts.append(
            f'<g fill="none" stroke="{colour}" stroke-width="{bold}" stroke-dasharray="{dashes}" '
            f'stroke-linejoin="round"><polyline points="{points}"/><path d="{key}"/></g>'
            f'<text x="{WIDTH - RIGHT + 23}" y="{heights[seat] + 4.5}">'
            f"{escape(name[:9])}</text>"
        )
    mine = lines[found.seat][0]
    for number, turn in enumerate(found.turns, start=1):
        at, share = x(turn.ply), y(found.curve[turn.ply][found.seat])
        label = escape(words.said("review-turn", lang, number=number, ply=turn.ply + 1))
        parts.append(
            f'<a href="#" role="button" data-do="go" data-step="{2 * number - 1}" '
            f'data-ply="{turn.ply}" aria-label="{label}"><title>{label}</title>'
            f'<circle cx="{at}" cy="{share}" r="9.5" fill="#fff" stroke="{mine}" '
            f'stroke-width="2"/><text x="{at}" y="{share + 4.5}" text-anchor="middle" fill="#111">'
            f"{number}</text></a>"
        )
    label = escape(words.said("review-chart", lang))
    return (
        f'<svg class="es-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{label}" '
        f'font-size="{LETTERS}" fill="currentColor">{"".join(parts)}</svg>'
    )


def _lines(match: Match) -> list[tuple[str, str]]:
    """The colour and the dashes of each player."""
    colours = getattr(scenes_if_any(match.game), "colours", None)
    names = colours(match.state_at(0)) if colours else [*COLOURS]
    count = range(len(match.players))
    return [(COLOURS[names[seat % len(names)]], DASHES[seat % len(DASHES)]) for seat in count]


def _apart(heights: Sequence[float], least: float = 1.1 * LETTERS) -> list[float]:
    """The heights of names, moved so that none lies on another, nor below the chart."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed, last = list(heights), -least
    for seat in order:
        last = placed[seat] = max(placed[seat], last + least)
    last = HEIGHT - BOTTOM + least
    for seat in reversed(order):
        last = placed[seat] = min(placed[seat], last - least)
    return placed
