"""The app in a real browser: how soon a board is seen, a lesson stepped, a move made; and crowds.

    python benchmarks/app.py               first paint, memory
    python benchmarks/app.py --crowd [19 100]   so many at once and a browser among them; so many
                                                who look in and leave

First paint is a ratio to that of a bare "hello world" label in stock Voilà with a warm kernel,
measured in turns with ours in one run, each visit in a browser without a cache; if a target is
missed it exits with 1. What is said of a crowd is for people to judge: it depends on the machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
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

from playwright.async_api import async_playwright
from playwright.sync_api import Browser, sync_playwright
from stage import MEASURE_STAGE, READY
from tornado.httpclient import AsyncHTTPClient
from tornado.websocket import websocket_connect

ROUNDS = 5
CULL = 20  # seconds
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
def running(command: list[str], folder: Path, ready: str) -> Iterator[str]:
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
        yield address
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
        running(hello(folder), folder, "/voila/static/voila.js") as stock,
        running(ours("--warm=8"), folder, "/healthz") as app,
    ):
        for _ in range(ROUNDS):  # no visit while the kernel of the last one is being replaced
            until_warm(app, 8)
            label = visit(browser, f"{stock}/voila/render/hello.ipynb", LABEL, ".widget-label")
            until_warm(app, 8)
            play = visit(browser, f"{app}/voila/render/en/play-dolce-vita.ipynb", PLAY, ".first")
            until_warm(app, 8)
            learn = visit(browser, f"{app}/voila/render/en/dolce-vita.ipynb", LEARN, ".first")
            for name, value in {
                "board": play["board"] / label["label"],
                "step": learn["step"] / label["label"],
                "move": play["move"] / label["label"],
                "memory": play["memory"] / label["memory"],
            }.items():
                found.setdefault(name, []).append(value)
    return {name: statistics.median(values) for name, values in found.items()}


# --- crowds -------------------------------------------------------------------------------------


class Client:
    """A visitor without a browser: has a page and a line to its kernel, and makes moves."""

    more, ply = False, 0

    async def open(self, address: str) -> None:
        page = f"{address}/voila/render/en/play-dolce-vita.ipynb"
        text = (await AsyncHTTPClient().fetch(page, request_timeout=120)).body.decode()
        config = re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', text, re.DOTALL)[1]
        self.kernel = json.loads(config)["kernelId"]
        self.comm = re.search(r'"model_id":\s*"(\w+)"', text)[1]
        channels = f"{address.replace('http', 'ws')}/api/kernels/{self.kernel}/channels"
        self.line = await websocket_connect(channels)

    async def tell(self, number: int, **message: Any) -> str:
        """Send a message to the table; returns the kind of its answer."""
        name = f"{self.kernel}-{number}"
        header = {
            "msg_id": name, "msg_type": "comm_msg", "username": "", "session": "s", "version": "5.3"
        }  # fmt: skip
        content = {"method": "custom", "content": message | {"id": name}}
        sent = {
            "header": header, "parent_header": {}, "metadata": {}, "channel": "shell",
            "buffers": [], "content": {"comm_id": self.comm, "data": content},
        }  # fmt: skip
        await self.line.write_message(json.dumps(sent))
        while True:
            told = await self.hear()
            if told.get("re") == name:
                return str(told["kind"])

    async def hear(self) -> dict[str, Any]:
        """The next thing that the table says; `more` is whether a computer has yet to move."""
        heard = json.loads(await asyncio.wait_for(self.line.read_message(), 30))
        told: dict[str, Any] = heard.get("content", {}).get("data", {}).get("content", {})
        for frame in told.get("frames", ()):
            self.more = frame.get("more", self.more)
            self.ply = frame.get("ply", self.ply)
        return told

    async def play(self) -> list[float]:
        """Five cards below five columns, a second between them; how long each took to be shown."""
        took = []
        await asyncio.sleep(random.random())  # people do not move in step
        for number in range(1, 6):
            await asyncio.sleep(1)
            began = time.perf_counter()
            keys = [f"hand:{number}", f"column:{number}"]
            kind = await self.tell(number, do="move", keys=keys, ply=self.ply)
            took.append(time.perf_counter() - began)
            assert kind == "frames", kind
            while self.more:  # until the computers have answered
                await self.hear()
        return took


async def all_there(address: str, start: asyncio.Barrier) -> None:
    """Until all pages are open, and the warm kernels that they took are replaced."""
    await start.wait()
    await asyncio.to_thread(until_warm, address, 2)


async def in_a_browser(address: str, start: asyncio.Barrier) -> list[float]:
    """One of the visitors has a real browser; how long each of its moves took to be shown."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=ARGS
        )
        page = await browser.new_page(reduced_motion="reduce")
        await page.goto(f"{address}/voila/render/en/play-dolce-vita.ipynb")
        await page.wait_for_selector(".first.live", state="attached", timeout=120_000)
        took = []
        await all_there(address, start)
        for ply in range(5):
            await page.wait_for_timeout(1000)
            await page.wait_for_selector(READY, timeout=60_000)
            took.append(await page.evaluate(MEASURE_STAGE) / 1000)
            shown = await page.get_attribute("[data-escale-stage]", "data-ply")
            assert int(shown or 0) > ply, "the move is not there"
        await browser.close()
        return took


def p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


def crowd(folder: Path, visitors: int, leavers: int) -> dict[str, float]:
    """Many at once against one, while pages open and afterwards; then those who only look in."""

    async def opened(address: str, count: int) -> list[Client]:
        clients = [Client() for _ in range(count)]
        await asyncio.gather(*(one.open(address) for one in clients))
        return clients

    async def playing(address: str, count: int, start: asyncio.Barrier) -> list[float]:
        clients = await opened(address, count)
        assert len({one.kernel for one in clients}) == count, "two visitors share a game"
        await all_there(address, start)
        every = await asyncio.gather(*(one.play() for one in clients))
        for one in clients:
            one.line.close()
        return [value for values in every for value in values]

    async def one_alone(address: str) -> list[float]:
        return await playing(address, 1, asyncio.Barrier(1))

    async def with_a_browser(address: str) -> tuple[list[float], list[float]]:
        start = asyncio.Barrier(2)
        return await asyncio.gather(playing(address, visitors, start), in_a_browser(address, start))

    async def while_opening(address: str) -> float:
        first = (await opened(address, 1))[0]
        moves = asyncio.ensure_future(first.play())
        for one in await opened(address, visitors - 1):
            one.line.close()
        slowest = max(await moves)
        first.line.close()
        return slowest

    async def leaving(address: str) -> None:
        for _ in range(0, leavers, 5):
            for one in await opened(address, 5):
                one.line.close()

    command = ours("--warm=2", "--most=200", f"--cull={CULL}")
    with running(command, folder, "/healthz") as address:
        until_warm(address, 2)
        alone = p95([value for _ in range(4) for value in asyncio.run(one_alone(address))])
        moves, seen = asyncio.run(with_a_browser(address))
        slowest = asyncio.run(while_opening(address))
        asyncio.run(leaving(address))
        began = time.monotonic()
        while json.load(urllib.request.urlopen(f"{address}/healthz"))["tables"]:
            time.sleep(1)
            if time.monotonic() - began > 4 * CULL:
                break
        return {
            f"p95 of a move, {visitors} visitors to one (at most 3)": p95(moves) / alone,
            "p95 of a move of one alone, ms": 1000 * alone,
            "median of a move of theirs, ms": 1000 * statistics.median(moves),
            "median of a move in a browser among them, s": statistics.median(seen),
            "slowest move while pages open, s (at most 2)": slowest,
            f"after {leavers} visits all ended within, s (culling: {CULL})": time.monotonic()
            - began,
        }


def main() -> int:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    missed = False
    os.environ.pop("ESCALE_PAGES", None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["ESCALE_TABLES"] = str(folder / "tables")
        if "--crowd" in sys.argv:
            counts = [int(text) for text in sys.argv[2:4]] or [19, 100]
            for name, value in crowd(folder, *counts).items():
                print(f"{name:60} {value:6.2f}")
            return 0
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
            for name, value in first_paint(browser, folder).items():
                missed |= value > TARGETS[name]
                print(f"{name:8} {value:5.2f} of hello world   (at most {TARGETS[name]})")
            browser.close()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
