"""Files that are compressed once, not for everybody who asks.

Voilà's scripts are some ninety files and four megabytes a page. Compressed anew for each visitor
they kept the server busy, and everybody waiting, for a fifth of a second.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tornado.web import StaticFileHandler

    Handler = StaticFileHandler
else:
    Handler = object

KINDS = (".css", ".js", ".json", ".map", ".svg", ".txt")
LEAST = 1024  # bytes: less gains nothing
MOST_FILES = 500  # that are held in memory, packed


@lru_cache(MOST_FILES)
def packed(path: str, _modified: object) -> bytes:
    """A file, compressed; made anew when it has changed."""
    with open(path, "rb") as file:
        return gzip.compress(file.read(), mtime=0)


class Packed(Handler):
    """For a handler of static files: whoever takes compressed ones gets them from memory."""

    def set_headers(self) -> None:
        super().set_headers()
        path, asked = self.absolute_path, self.request.headers
        assert path is not None
        if (
            path.endswith(KINDS)
            and "gzip" in asked.get("Accept-Encoding", "")
            and "Range" not in asked
            and self.get_content_size() >= LEAST
        ):
            body = packed(path, self.modified)
            self.set_header("Content-Encoding", "gzip")
            # For this request only: the class goes on to read the file for its tag.
            vars(self).update(get_content=lambda *_: body, get_content_size=lambda: len(body))
