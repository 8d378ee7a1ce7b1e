"""What a table in a kernel knows of the world around it, for invitations: where others reach this
server (it says so by `ESCALE_REACH` in the environment of its kernels), and how to draw a QR code.

On a JupyterHub a server is one person's, and nobody else is let in. There the Hub leads whoever
opens a link to their own server, and they meet if all servers have the same tables, which somebody
has to have set up (`ESCALE_TABLES`): by itself each has its own, in its person's home.
"""

from __future__ import annotations

import os

from escale.session.session import Outside

INK = "#14163c"  # on white, whatever the theme: a camera has to read it
QUIET_ZONE = 4  # modules of white around a code, as cameras are promised


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


def own_server() -> tuple[str, str] | None:
    """The path of a person's own server on a Hub, and the one that leads everybody to theirs."""
    prefix = os.environ.get("JUPYTERHUB_SERVICE_PREFIX", "")
    if not (prefix and os.environ.get("JUPYTERHUB_USER")):  # a Hub's service has no user
        return None
    hub = os.environ.get("JUPYTERHUB_BASE_URL", "/")
    return prefix, f"{hub}hub/user-redirect/" if os.environ.get("ESCALE_TABLES") else ""


def outside() -> Outside:
    return Outside(os.environ.get("ESCALE_REACH", ""), qr_code, own_server())
