"""The site without a server, exported once for all tests of a run, and served from a folder."""

from __future__ import annotations

import fcntl
import functools
import http.server
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from escale.app.site import export

GAMES = ("casanova", "galets")  #: one of the house, and a stranger's


def exported(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Its folder, with Python in it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "some" / "folder"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        site = folder / "site"
        if not site.exists():
            wanted = export.wishes(GAMES, "https://games.example/escale", "")
            with ThreadPoolExecutor(1) as apart:  # Playwright's loop runs in this thread
                apart.submit(export.written, site, wanted).result()
    return site


class Quiet(http.server.SimpleHTTPRequestHandler):
    """`python -m http.server` without its lines."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of the site, below two folders of a host."""
    handler = functools.partial(Quiet, directory=str(site.parents[2]))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/some/folder/{site.name}/"
        server.shutdown()
