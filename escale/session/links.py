"""A game in a link: its record, compressed, as text that an address can hold."""

from __future__ import annotations

import base64
import json
import zlib

from escale.engine.errors import BadRecord
from escale.engine.match import Match

from . import luck

MOST_LINK = 8_000  # characters: what every browser, mail and chat lets through
MOST_UNPACKED = 500_000  # bytes out of a link: twenty times the longest game


def packed(match: Match) -> str | None:
    """A record as text for a link; None where it is too long for one."""
    text = json.dumps(luck.shared_record(match), ensure_ascii=False, separators=(",", ":"))
    link = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return link if len(link) <= MOST_LINK else None


def unpacked(text: str) -> Match:
    """The match out of a link; raises `BadRecord`."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        opener = zlib.decompressobj()
        record = opener.decompress(data, MOST_UNPACKED)
        if not opener.eof:
            raise BadRecord("link", "it is cut off, or longer than any game needs", kind="link")
    except (ValueError, zlib.error):
        raise BadRecord("link", "it is cut off or changed", kind="link") from None
    return Match.from_record(record, policy="fair")
