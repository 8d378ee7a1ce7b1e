"""The site without a server against the app as it was before there was one, in one run.

    python benchmarks/site.py [--rounds 5] [--site DIR]

The app is that of commit aec17c0, which asked a kernel for everything: a clone has it, and it is
installed here, once, into an environment of its own (.venv-before). Both are visited in turns, by a
person who clicks as soon as something can be clicked: cold in a browser that has never been there,
warm in one that was there a moment ago. The site is served compressed, as any web space does.

Ratios are taken in each round, and their median counts. What was downloaded is counted by whoever
serves it. If a target is missed it exits with 1. Needs Chromium, and Node as a wheel.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import http.server
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app import ARGS, running, until_warm
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from ratios import Costs, Sample, interleave
from stage import ECHO, MEASURE_ECHO, MEASURE_STAGE, OVER, READY, begin_again, measured

BEFORE = "aec17c0"
HOME = Path(__file__).resolve().parents[1]
ENVIRONMENT = HOME / ".venv-before"
GAMES = ("casanova", "dolce-vita")
WARM = 3  # kernels that the app has ready
CLICKS = 8  # in a round
PATIENCE = 180_000  # ms
SMALL = 16_000  # moves of a playout's turn, at the most

AT_MOST = {
    "board at first paint, cold": 0.6,
    "first move answered, cold": 0.7,
    "first move answered, warm": 0.9,
    "click to DOM, of an echo widget": 1.0,
    "MB until the first move": 7.0,
    "KB for a lesson": 250.0,
    "files of a return visit": 0.0,
}
AT_LEAST = {"playouts, of native": 0.5}

#: Notes when a board was seen, and a first move answered: clicks on whatever is offered, as soon as
#: it is, and again when nothing came of it.
PERSON = """(() => {
    window.seen = {};
    let before = "";
    let clicked = 0;
    const visible = (one) => one.getBoundingClientRect().height > 0;
    const look = () => {
        const now = performance.now();
        const boards = document.querySelectorAll("[data-skeleton] svg, [data-escale-stage] svg");
        if ([...boards].some(visible)) seen.board ??= now;
        const root = document.querySelector("[data-escale-stage]");
        if (Number(root?.dataset.ply) > 0) seen.move ??= now;
        else if (root && !("busy" in root.dataset)) {
            const lit = [...root.querySelectorAll("[data-key][data-lit=next]")].filter(visible);
            const keys = lit.map((one) => one.dataset.key).join();
            if (lit.length && (keys !== before || now - clicked > 1000)) {
                [before, clicked] = [keys, now];
                lit[0].click();
            }
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})()"""

#: A worker that has Python as the site's own has, and does what it is told with it.
PYTHON = """
const { loadPyodide } = await import(new URL("PYODIDE/pyodide.js", HERE).href);
const { default: createPyodideModule } = await import(new URL("PYODIDE/pyodide.asm.js", HERE).href);
const python = await loadPyodide({
    createPyodideModule,
    indexURL: new URL("PYODIDE/", HERE).href,
    stdLibURL: new URL("library.zip", HERE).href,
});
self.onmessage = ({ data }) => self.postMessage(python.runPython(data));
self.postMessage("");
"""
ASK_PYTHON = """(code) => new Promise((done) => {
    window.python.onmessage = ({ data }) => done(data);
    window.python.postMessage(code);
})"""
START_PYTHON = """(script) => new Promise((done, fail) => {
    const text = new Blob([script], { type: "text/javascript" });
    window.python = new Worker(URL.createObjectURL(text), { type: "module" });
    window.python.onmessage = done;
    window.python.onerror = ({ message }) => fail(new Error(message));
})"""
PLAYOUTS = """
import random, time
from escale import Match

def played(moves, rng=random.Random(1)):
    done, start = 0, time.perf_counter()
    while done < moves:
        match = Match("casanova", 4, seed=rng.randrange(2**32))
        while legal := match.legal():
            match.play(rng.choice(legal))
        done += match.ply
    return done, time.perf_counter() - start
"""


# --- the two sides --------------------------------------------------------------------------------


def before() -> Path:
    """Python with the app of before; what is installed beside it is as new as ours."""
    python, done = ENVIRONMENT / "bin" / "python", ENVIRONMENT / f".done-{BEFORE}"
    if not done.exists():
        print(f"installing the app of {BEFORE}, once", file=sys.stderr)
        subprocess.run(["sh", HOME / ".ci" / "venv", ENVIRONMENT], check=True)
        with tempfile.TemporaryDirectory() as name:
            archive = subprocess.run(
                ["git", "-C", HOME, "archive", BEFORE], check=True, stdout=subprocess.PIPE
            )
            subprocess.run(["tar", "-x", "-C", name], input=archive.stdout, check=True)
            pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, f"{name}[app]", "voila<0.6", "jupyterlab<5"], check=True)
        done.touch()
    return python


class Web(http.server.BaseHTTPRequestHandler):
    """A web space: compresses, says what has not changed, counts what it sends."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *args: Any, site: Path, sent: list[tuple[str, int]]) -> None:
        self.site, self.sent = site, sent
        super().__init__(*args)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0].lstrip("/")
        file = self.site / (path + "index.html" if path.endswith("/") or not path else path)
        if not file.is_file():
            self.send_error(404)
            return
        known = f'"{file.stat().st_mtime_ns}"'
        if self.headers.get("if-none-match") == known:
            self.sent.append((path, 0))
            self.send_response(304)
            self.end_headers()
            return
        body = packed(file)
        self.sent.append((path, len(body)))
        self.send_response(200)
        self.send_header("content-type", self.kind(file))
        self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "max-age=600")  # as GitHub's pages have it
        self.send_header("etag", known)
        self.end_headers()
        self.wfile.write(body)

    def kind(self, file: Path) -> str:
        known = http.server.SimpleHTTPRequestHandler.extensions_map
        more = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
        more |= {".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml"}
        return (known | more).get(file.suffix, "application/octet-stream")

    def log_message(self, format: str, *args: object) -> None:
        pass


@functools.cache
def packed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), 6)


@contextmanager
def served(site: Path, sent: list[tuple[str, int]]) -> Iterator[str]:
    for file in site.rglob("*"):
        if file.is_file():
            packed(file)
    handler = functools.partial(Web, site=site, sent=sent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def made(folder: Path) -> Path:
    """The site, as `escale export site` writes it."""
    command = [sys.executable, "-m", "escale.app", "export", "site", str(folder / "site")]
    subprocess.run([*command, "--games", ",".join(GAMES)], check=True, cwd=folder)
    return folder / "site"


# --- visits ---------------------------------------------------------------------------------------


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    size = {"width": 1300, "height": 950}
    return browser.new_context(viewport=size, reduced_motion="reduce", **options)


def first_move(context: BrowserContext, address: str) -> tuple[Page, dict[str, float]]:
    """When somebody who comes here has seen a board, and the answer to a move; in ms."""
    page = context.new_page()
    page.add_init_script(PERSON)
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => window.seen?.move", timeout=PATIENCE)
    return page, page.evaluate("seen")


def come_and_come_back(
    browser: Browser, address: str, rest: Callable[[Page], object]
) -> dict[str, float]:
    """The first visit of a browser and its second, with a game of their own each."""
    context = new_context(browser)
    page, cold = first_move(context, address)
    rest(page)
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.close()
    page, warm = first_move(context, address)
    context.close()
    return {"board": cold["board"], "cold": cold["move"], "warm": warm["move"]}


def kept_offline(page: Page) -> None:
    """Until the service worker has every file."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def visits(browser: Browser, site: str, app: str, rounds: int) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for number in range(rounds):
        print(f"visits, round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        until_warm(app, WARM)
        ours = come_and_come_back(browser, f"{site}en/play-casanova.html", kept_offline)
        until_warm(app, WARM)
        theirs = come_and_come_back(
            browser,
            f"{app}/voila/render/en/play-casanova.ipynb",
            lambda _page: until_warm(app, WARM),
        )
        print(f"  ms: site {rounded(ours)}, app {rounded(theirs)}", file=sys.stderr)
        for name, key in {
            "board at first paint, cold": "board",
            "first move answered, cold": "cold",
            "first move answered, warm": "warm",
        }.items():
            found.setdefault(name, []).append(ours[key] / theirs[key])
    return {name: statistics.median(values) for name, values in found.items()}


def rounded(times: dict[str, float]) -> dict[str, int]:
    return {name: round(value) for name, value in times.items()}


def downloads(browser: Browser, site: str, sent: list[tuple[str, int]]) -> dict[str, float]:
    """What goes over the wire for a first move, for a lesson, and when somebody comes back."""
    play, lesson = f"{site}en/play-casanova.html", f"{site}en/casanova.html?lesson=casanova/ties"
    found = {}
    with new_context(browser, service_workers="block") as context:
        sent.clear()
        first_move(context, play)
        found["MB until the first move"] = sum(size for _, size in sent) / 1e6
    with new_context(browser, service_workers="block") as context:
        sent.clear()
        page = context.new_page()
        page.goto(lesson)
        page.wait_for_selector("[data-escale-lesson] [data-do=next]:enabled", timeout=PATIENCE)
        page.wait_for_load_state("networkidle")
        found["KB for a lesson"] = sum(size for _, size in sent) / 1e3
    with new_context(browser) as context:
        page, _ = first_move(context, play)
        kept_offline(page)
        page.close()
        sent.clear()
        first_move(context, play)[0].wait_for_load_state("networkidle")
        asked = [path for path, _ in sent if path not in ("sw.js", "files.json")]
        found["files of a return visit"] = len(asked)
    return found


# --- a click, and thinking ------------------------------------------------------------------------


def click(browser: Browser, site: str, folder: Path, rounds: int) -> dict[str, float]:
    """From a click to the changed DOM: a move at a table of the site, an echo in stock Voilà."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "source": ECHO}
    notebook = {
        "cells": [cell | {"execution_count": None}], "metadata": {"kernelspec": kernel},
        "nbformat": 4, "nbformat_minor": 5,
    }  # fmt: skip
    (folder / "echo.ipynb").write_text(json.dumps(notebook))
    voila = [sys.executable, "-m", "voila", str(folder), "--no-browser"]
    with (
        running(voila, folder, "/voila/static/voila.js") as (stock, _),
        new_context(browser) as one,
        new_context(browser) as other,
    ):
        bare, table = one.new_page(), other.new_page()
        bare.goto(f"{stock}/voila/render/echo.ipynb")
        bare.wait_for_selector("#echo", timeout=PATIENCE)
        table.goto(f"{site}en/play-dolce-vita.html")
        table.wait_for_selector(READY, timeout=PATIENCE)
        kept_offline(table)
        ratios = []
        for number in range(rounds + 1):
            print(f"clicks, round {number} of {rounds}", file=sys.stderr, flush=True)
            echo: list[float] = []
            move: list[float] = []
            while len(move) < CLICKS:
                table.wait_for_selector(f"{READY}, {OVER}", timeout=PATIENCE)
                if table.locator(OVER).count():
                    begin_again(table)
                    continue
                bare.bring_to_front()
                echo.append(measured(bare, MEASURE_ECHO))
                table.bring_to_front()
                move.append(measured(table, MEASURE_STAGE))
            if number:  # the first round warms up
                ratios.append(statistics.median(move) / statistics.median(echo))
    return {"click to DOM, of an echo widget": statistics.median(ratios)}


def playouts(browser: Browser, site: str, runtime: Path, rounds: int) -> dict[str, float]:
    """Random games, by the same Python code: in a worker of a page, and in this process."""
    (pyodide,) = (folder.name for folder in runtime.iterdir() if folder.is_dir())
    script = f"const HERE = {json.dumps(site + 'runtime/')};" + PYTHON.replace("PYODIDE", pyodide)
    own: dict[str, Any] = {}
    exec(PLAYOUTS, own)
    with new_context(browser, service_workers="block") as context:
        page = context.new_page()
        page.goto(f"{site}en/index.html")
        page.evaluate(START_PYTHON, script)
        page.evaluate(ASK_PYTHON, PLAYOUTS)

        def in_page(moves: int) -> Sample:
            code = f"import json; json.dumps(played({moves}))"
            return Sample(*json.loads(page.evaluate(ASK_PYTHON, code)))

        def native(moves: int) -> Sample:
            return Sample(*own["played"](moves))

        for measure in (in_page, native):
            measure(SMALL)
        rows = {"worker": lambda: in_page(2000), "native": lambda: native(2000)}
        costs = interleave(rows, rounds=rounds, turns=25)
    worker, here = costs["worker"], costs["native"]
    assert isinstance(worker, Costs)
    assert isinstance(here, Costs)
    ratios = [one / other for one, other in zip(here.rounds, worker.rounds, strict=True)]
    return {"playouts, of native": statistics.median(ratios)}


# --- all of it ------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--site", type=Path, help="a site with both games, instead of a new one")
    options = parser.parse_args()
    rounds, python = options.rounds, before()
    random.seed(1)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    sent: list[tuple[str, int]] = []
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["ESCALE_TABLES"] = str(folder / "tables")
        old = [str(python), "-m", "escale.app", "serve", "--no-browser", "--lang=en"]
        site = options.site or made(folder)
        with sync_playwright() as playwright, served(site, sent) as here:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
            found |= downloads(browser, here, sent)
            with running([*old, f"--warm={WARM}"], folder, "/healthz") as (app, _):
                found |= visits(browser, here, app, rounds)
            found |= click(browser, here, folder, rounds)
            found |= playouts(browser, here, site / "runtime", rounds)
            browser.close()
    held = True
    for what, value in found.items():
        least, most = AT_LEAST.get(what), AT_MOST.get(what)
        holds = value >= least if least is not None else value <= most
        held &= holds
        target = f"at least {least}" if least is not None else f"at most {most}"
        print(f"{what:32} {value:7.2f}   ({target}{'' if holds else ': MISSED'})")
    print(f"load {Path('/proc/loadavg').read_text().strip()}, {time.strftime('%F')}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
