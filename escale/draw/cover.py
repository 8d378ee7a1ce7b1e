"""The front of a box for a game that has brought no drawing of its own."""

from __future__ import annotations

from html import escape


def plain_cover(name: str) -> str:
    """A linen box with a label, for a game that has brought no drawing."""
    size = min(34.0, 300 / max(1, len(name)))
    pebbles = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}"/>'
        f'<ellipse cx="{x - rx / 3:g}" cy="{y - ry / 3:g}" rx="{rx / 3:g}" ry="{ry / 4:g}" '
        f'fill="#fff" opacity=".35"/>'
        for x, y, rx, ry, fill in (
            (84, 214, 30, 20, "#7d8a86"),
            (148, 220, 36, 22, "#b9a58a"),
            (118, 184, 26, 17, "#d9cbb2"),
            (112, 158, 17, 11, "#8f6f55"),
        )
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 284"><defs>'
        '<pattern id="linen" width="4" height="4" patternUnits="userSpaceOnUse">'
        '<path d="M0 0h4v4H0z" fill="#a9744f"/><path d="M0 1h4M1 0v4" stroke="#fff" '
        'stroke-width=".5" opacity=".16"/></pattern></defs>'
        '<path d="M0 0h240v284H0z" fill="url(#linen)"/>'
        '<path d="M24 34h192v84H24z" fill="#fdf6e6"/>'
        '<path d="M30 40h180v72H30z" fill="none" stroke="#a9744f" stroke-width="1.5"/>'
        f'<text x="120" y="{76 + size * 0.34:g}" text-anchor="middle" font-size="{size:g}" '
        'font-family=\'"Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif\' '
        f'font-weight="700" fill="#5b3a22">{escape(name)}</text>{pebbles}'
        '<path d="M40 246h160" stroke="#000" stroke-width="6" stroke-linecap="round" '
        'opacity=".12"/></svg>'
    )
