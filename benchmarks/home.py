"""The shelf: what `GET /` costs the server, and what the first one of a process costs.

    python benchmarks/home.py

`GET /` is measured on a running `escale serve`, in turns with a bare Tornado handler that answers
with the very same text, held in memory; both compress it for each visitor. The CPU is that of the
server's process, so whoever asks costs nothing here. The first shelf of a process is a ratio to
loading the games that stand on it: when lessons were played out for it, it was 2.4 times that, and
`GET /` was 3.9 times the bare handler.
"""

from __future__ import annotations

import http.client
import sys
import tempfile
from pathlib import Path

import psutil
from app import running
from ratios import Goal, Measurement, Sample, compare, startup

REQUESTS = 40  # in a turn
TURNS = 5
STARTS = 3

BARE = """
import asyncio, sys
from tornado import web

class Home(web.RequestHandler):
    def get(self):
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(TEXT)

async def main():
    port = int(sys.argv[-1].partition("=")[2])
    web.Application([("/", Home)], compress_response=True).listen(port, "localhost")
    await asyncio.Event().wait()

TEXT = open("home.html", encoding="utf-8").read()
asyncio.run(main())
"""

GAMES = """
from escale.app.server import pages as site
from escale.engine.registry import game, game_names
for name in game_names():
    game(name)
"""
SHELF = """
from pathlib import Path
from escale.app import notebooks
from escale.app.server import pages as site
site.home_page(site.Place("/", "/voila/render/", notebooks.shipped()), "fr")
"""


def ask(connection: http.client.HTTPConnection) -> bytes:
    connection.request("GET", "/?lang=fr", headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    assert answer.status == 200, answer.status
    return answer.read()


def served(address: str, process: int) -> Measurement:
    """The CPU of a server's process for a turn of requests on one connection."""
    connection = http.client.HTTPConnection(address.removeprefix("http://"))
    clock = psutil.Process(process).cpu_times

    def measure() -> Sample:
        before = clock()
        for _ in range(REQUESTS):
            ask(connection)
        after = clock()
        return Sample(REQUESTS, sum(after[:2]) - sum(before[:2]))

    return measure


def main() -> bool:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = [sys.executable, "-m", "escale.app", "serve", "--warm=0", "--no-browser"]
        with running(ours, folder, "/healthz") as (address, pid):
            connection = http.client.HTTPConnection(address.removeprefix("http://"))
            connection.request("GET", "/?lang=fr")
            (folder / "home.html").write_bytes(connection.getresponse().read())
            (folder / "bare.py").write_text(BARE)
            with running([sys.executable, "bare.py"], folder, "/") as (bare, bare_pid):
                held = compare(
                    {"GET /": served(address, pid), "the same text": served(bare, bare_pid)},
                    [Goal("GET /", "the same text", at_most=2)],
                    turns=TURNS,
                )
    rows = {"first shelf": startup(SHELF, STARTS), "its games": startup(GAMES, STARTS)}
    return compare(rows, [Goal("first shelf", "its games", at_most=1.5)], turns=1) and held


if __name__ == "__main__":
    sys.exit(not main())
