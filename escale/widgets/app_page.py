"""Widgets in the app's own pages, which have nearly everything already.

There the server puts scripts, styles, boxes and frames into the page itself, where a browser can
keep them, and the page shows tables and lessons before any widget is there
(`frontend/src/places.js`). So a widget sends none of that, only the name of its *place* in the
page, and takes over what stands there. The server says so by `ESCALE_PAGES` in the environment of
a page's kernel.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from secrets import token_hex
from typing import Any

#: what a widget says about itself, for whoever makes the page
MIME = "application/vnd.escale+json"

#: a notebook in JupyterLab may have a kernel of the same server: Voilà's know its address
HERE = "ESCALE_PAGES" in os.environ and "VOILA_BASE_URL" in os.environ


def script(name: str) -> str:
    """The module of a widget whose script the page has."""
    page = 'await globalThis[Symbol.for("escale/page")]'
    return f"const page = {page};\nexport default page.{name};"


def new_place() -> str:
    return token_hex(8) if HERE else ""


def beside(bundle: Any, about: Callable[[], Mapping[str, Any]], picture: Callable[[], str]) -> Any:
    """A widget in a notebook, and beside it its picture; in a page of the app, what it is about."""
    if bundle is None:
        return None
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
    more = {MIME: about()} if HERE else {"image/svg+xml": picture()}
    return {**data, **more}, metadata
