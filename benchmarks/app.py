"""The app in a real browser: how soon a board is seen, a lesson stepped, a move made.

    python benchmarks/app.py


First paint is a ratio to that of a bare "hello world" label in stock Voilà with a warm kernel,
measured in turns with ours in one run, each visit in a browser without a cache; if a target is
missed it exits with 1. Crowds are in crowd.py.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

# A script that starts us with `&` has it ignored: what we start would not hear it, and never end.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROUNDS = 5
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
TARGETS = {"board": 0.3, "step": 0.3, "move": 1.15, "memory": 1.15}
HELLO = 'import ipywidgets\nipywidgets.Label("hello world")'

#: notes the moment at which a thing is first seen
WATCH = """(() => {
    window.seen = {};
    const look = () => {
        const now = performance.now();
        for (const [name, wanted] of Object.entries(WANTED)) {
            const found = name in seen ? [] : [...document.querySelectorAll(wanted)];
            if (found.some((element) => element.getBoundingClientRect().height)) seen[name] = now;
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})()"""
LABEL = {"label": ".widget-label"}
PLAY = {"board": "[data-skeleton] svg, [data-escale-stage] svg", "stage": "[data-escale-stage]"}
LEARN = {"step": "[data-escale-lesson] [data-do=next]:enabled"}


# --- servers ------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("localhost", 0))
        port: int = door.getsockname()[1]
        return port


@contextmanager
def running(command: list[str], folder: Path, ready: str) -> Iterator[tuple[str, int]]:
    """A server: its address, and its process."""
    address = f"http://localhost:{free_port()}"
    port = address.rpartition(":")[2]
    with (folder / "log").open("a") as log:
        server = subprocess.Popen([*command, f"--port={port}"], stdout=log, stderr=log, cwd=folder)
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(address + ready, timeout=5)
                break
            except OSError:
                time.sleep(0.25)
        yield address, server.pid
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


def hello(folder: Path) -> list[str]:
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "source": HELLO}
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {
        "cells": [cell | {"execution_count": None}], "metadata": {"kernelspec": kernel},
        "nbformat": 4, "nbformat_minor": 5,
    }  # fmt: skip
    (folder / "hello.ipynb").write_text(json.dumps(notebook))
    options = ["--no-browser", "--preheat_kernel=True", "--pool_size=2"]
    return [sys.executable, "-m", "voila", str(folder), *options]


def ours(*options: str) -> list[str]:
    return [sys.executable, "-m", "escale.app", "serve", "--no-browser", "--lang=en", *options]


def memory(kernel: str) -> float:
    """MiB that the process of a kernel holds."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if kernel in (folder / "cmdline").read_text():
                return int(re.search(r"VmRSS:\s+(\d+)", (folder / "status").read_text())[1]) / 1024
        except OSError:
            continue
    raise LookupError(kernel)


# --- first paint --------------------------------------------------------------------------------


def visit(browser: Browser, address: str, wanted: dict[str, str], last: str) -> dict[str, float]:
    """Open a page without a cache; returns when each thing was seen, and the kernel's memory."""
    context = browser.new_context(viewport={"width": 1300, "height": 950}, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(WATCH.replace("WANTED", json.dumps(wanted)))
    page.goto(address, wait_until="commit")
    page.wait_for_selector(last, state="attached", timeout=60_000)
    page.wait_for_function(f"Object.keys(seen).length === {len(wanted)}", timeout=60_000)
    found: dict[str, float] = page.evaluate("seen")
    if "stage" in wanted:
        found["move"] = first_move(page)
    kernel = page.evaluate(
        "JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"
    )
    found["memory"] = memory(kernel)
    context.close()
    return found


def first_move(page: Any) -> float:
    """When a widget has taken over: from then on a move is answered at once."""
    when: float = page.evaluate(
        """new Promise((done) => {
            const look = () => document.querySelector(".first.live")
                ? done(performance.now()) : requestAnimationFrame(look);
            look();
        })"""
    )
    return when


def until_warm(address: str, count: int) -> None:
    """Until the pools are full again; stock Voilà's, which are smaller, are then as well."""
    for _ in range(120):
        if json.load(urllib.request.urlopen(f"{address}/healthz"))["warm"] >= count:
            break
        time.sleep(0.5)
    time.sleep(3)


def first_paint(browser: Browser, folder: Path) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    with (
        running(hello(folder), folder, "/voila/static/voila.js") as (stock, _),
        running(ours("--warm=8"), folder, "/healthz") as (app, _),
    ):
        for _ in range(ROUNDS):  # no visit while the kernel of the last one is being replaced
            until_warm(app, 8)
            label = visit(browser, f"{stock}/voila/render/hello.ipynb", LABEL, ".widget-label")
            until_warm(app, 8)
            play = visit(browser, f"{app}/voila/render/en/play-dolce-vita.ipynb", PLAY, ".first")
            until_warm(app, 8)
            lesson = f"{app}/voila/render/en/dolce-vita.ipynb?lesson=dolce-vita/ties"
            learn = visit(browser, lesson, LEARN, ".first")
            for name, value in {
                "board": play["board"] / label["label"],
                "step": learn["step"] / label["label"],
                "move": play["move"] / label["label"],
                "memory": play["memory"] / label["memory"],
            }.items():
                found.setdefault(name, []).append(value)
    return {name: statistics.median(values) for name, values in found.items()}


def main() -> int:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    missed = False
    os.environ.pop("ESCALE_PAGES", None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["ESCALE_TABLES"] = str(folder / "tables")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
            for name, value in first_paint(browser, folder).items():
                over = value > TARGETS[name]
                missed |= over
                said = f"at most {TARGETS[name]}{': MISSED' if over else ''}"
                print(f"{name:8} {value:5.2f} of hello world   ({said})")
            browser.close()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
