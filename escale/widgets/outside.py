"""What a table in a kernel knows of the world around it, for invitations: where others reach this
server (it says so by `ESCALE_REACH` in the environment of its kernels), and how to draw a QR code.
"""

from __future__ import annotations

import os

from escale.session.session import Outside

INK = "#14163c"  # on white, whatever the theme: a camera has to read it
QUIET_ZONE = 2  # modules of white around a code


def qr_code(text: str) -> str:
    """A text as a QR code, in SVG; "" where the package is missing that makes them."""
    try:
        import segno
    except ImportError:
        return ""
    code = segno.make(text, micro=False, error="m")
    return code.svg_inline(
        omitsize=True, border=QUIET_ZONE, dark=INK, svgclass=None, lineclass=None
    )


def outside() -> Outside:
    return Outside(os.environ.get("ESCALE_REACH", ""), qr_code)
