"""Many visitors at once: how much longer a move takes than for one alone, and who uses the CPU.

    python benchmarks/crowd.py [--visitors 20] [--seconds 60] [--rounds 1] [--browser] [--hostile]
                               [--servers 1] [-- OPTIONS OF escale serve]

With `--servers 2` they come through the nginx of docs/serving, to two servers with one PostgreSQL,
all on this machine: it shows what the parts cost, not what a second machine brings.

The model of a crowd. One page is loaded in Chromium to learn which files a page asks for; the
visitors (`tests/visitors.py`) are light clients that send what that page sends. They arrive within
ten seconds, half of them with a browser that has the files already. Each thinks for 1 to 3
seconds, moves, and waits until the computers have moved. Meanwhile somebody looks in every few
seconds: opens a page, reads it for a while and leaves, half of them without a goodbye; so kernels
are started beside the games for as long as is measured. One visitor alone is measured before and
after, with the same manners and nobody looking in.

Times are from sending a move to its frames. What counts is the ratio of the two p95 in one run. The
CPU of each part is read from /proc, the client's own as well. It exits with 1 if somebody met
an error, a move that was shown is not stored, or the ratio is above its goal.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from app import ARGS, ours, running
from playwright.async_api import Page, async_playwright
from playwright.sync_api import sync_playwright
from stage import MEASURE_STAGE, READY
from tornado.httpclient import AsyncHTTPClient

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path.append(str(TESTS))

from postgres import Postgres  # noqa: E402
from servers import farm  # noqa: E402
from visitors import PAGE, TROUBLE, File, Visitor, arrive, lost_moves, share  # noqa: E402

GOAL = 8.0  # p95 of a move in a crowd, to that of one alone
ARRIVAL = 10.0  # seconds in which they come
LOOKS_IN = (2.0, 5.0)  # seconds between two who only look in
READS = 6.0  # seconds that they stay
TICK = os.sysconf("SC_CLK_TCK")
KERNEL = re.compile(r"kernel-(\w+-\w+-\w+-\w+-\w+)\.json")


class House(NamedTuple):
    """What is measured: the address that people type, and what answers there."""

    address: str
    addresses: list[str]  # of each server
    servers: list[int]  # their processes
    others: list[int]  # those of nginx and the database
    tables: str
    logs: list[Path]


def files(address: str) -> list[File]:
    """What a page loads besides itself, as Chromium asks for it."""
    found: dict[str, File] = {}
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        page = browser.new_page()
        answers: list[Any] = []
        page.on("response", lambda answer: answers.append(answer))
        page.goto(f"{address}/{PAGE}")
        page.wait_for_selector(".first.live", state="attached", timeout=120_000)
        for answer in answers:
            path = urlsplit(answer.url)
            name = f"{path.path}?{path.query}".strip("/?")
            if answer.url.startswith(address) and name != PAGE and not name.startswith("api/"):
                head = answer.headers
                again = "no-cache" in head.get("cache-control", "")
                found[name] = File(name, again, head.get("etag", ""))
        browser.close()
    return list(found.values())


# --- who uses the CPU -----------------------------------------------------------------------------


class Meter:
    """CPU seconds of the servers and of each kernel, looked at now and then: kernels end."""

    def __init__(self, servers: list[int], others: list[int]) -> None:
        self.servers, self.others = servers, others  # `others`: nginx, the database
        self.kernels: dict[str, tuple[float, float]] = {}  # at the first look, at the last one
        self.memory: dict[str, float] = {}  # MiB
        self.niceness: set[int] = set()
        self.began = (self._used(servers), time.process_time(), time.monotonic())
        self.before = self._used(family(others))

    @staticmethod
    def _used(pids: list[int]) -> float:
        return sum(seconds(pid)[0] for pid in pids if Path(f"/proc/{pid}").exists())

    def look(self) -> None:
        for kernel, pid in kernels(self.servers).items():
            with suppress(OSError):
                used, nice = seconds(pid)
                first = self.kernels.get(kernel, (used if not self.memory else 0.0,))[0]
                self.kernels[kernel] = (first, used)
                self.memory[kernel] = resident(pid)
                self.niceness.add(nice)

    async def watch(self) -> None:
        while True:
            self.look()
            await asyncio.sleep(1)

    def parts(self, players: set[str]) -> dict[str, float]:
        """Of one core, by part."""
        self.look()
        server, client, at = self.began
        passed = time.monotonic() - at
        used = {kernel: last - first for kernel, (first, last) in self.kernels.items()}
        beside = {"nginx and database": (self._used(family(self.others)) - self.before) / passed}
        return {
            "server": (self._used(self.servers) - server) / passed,
            **(beside if self.others else {}),
            "kernels that play": sum(used[one] for one in used if one in players) / passed,
            "kernels that start": sum(used[one] for one in used if one not in players) / passed,
            "client": (time.process_time() - client) / passed,
        }


def seconds(pid: int) -> tuple[float, int]:
    """CPU seconds of a process so far, and its niceness."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK, int(fields[16])


def resident(pid: int) -> float:
    return (
        int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    )


def family(pids: list[int]) -> list[int]:
    """These processes and all that they have started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if any(descends(int(folder.name), pid) for pid in pids):
                found.append(int(folder.name))
    return found


def kernels(servers: list[int]) -> dict[str, int]:
    """The kernels of these servers, with their processes."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            name = KERNEL.search((folder / "cmdline").read_text())
            if name and any(descends(int(folder.name), server) for server in servers):
                found[name[1]] = int(folder.name)
    return found


def descends(pid: int, server: int) -> bool:
    """Other servers of this machine have kernels as well."""
    while pid > 1 and pid != server:
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return pid == server


# --- phases ---------------------------------------------------------------------------------------


async def look_in(address: str, loaded: list[File], until: float, errors: list[str]) -> int:
    """People who open a page, read and leave, until then; how many came."""

    async def one(number: int) -> None:
        visitor = Visitor(address, seed=number, files=loaded, cached=number % 2 == 0)
        try:
            await visitor.open()
            await asyncio.sleep(READS)
        except TROUBLE as error:
            errors.append(f"looking in: {type(error).__name__}: {error}")
        await (visitor.leave() if number % 4 < 2 and visitor.token else visitor.vanish())

    coming: list[asyncio.Task[None]] = []
    rng = Visitor(address, seed=99).rng
    while (pause := rng.uniform(*LOOKS_IN)) + time.monotonic() < until:
        await asyncio.sleep(pause)
        coming.append(asyncio.ensure_future(one(len(coming))))
    await asyncio.gather(*coming)
    return len(coming)


async def alone(address: str, loaded: list[File], length: float, seed: int) -> list[Visitor]:
    visitor = await Visitor(address, seed=seed, files=loaded).open()
    await asyncio.sleep(8)  # the kernel that it took is replaced before anything is measured
    await visitor.play(time.monotonic() + length)
    await visitor.settle()
    await visitor.leave()
    return [visitor]


async def together(
    address: str, loaded: list[File], count: int, length: float, meter: Meter
) -> tuple[list[Visitor], dict[str, Any]]:
    crowd = [
        Visitor(address, seed=number, files=loaded, cached=number % 2 == 0)
        for number in range(count)
    ]
    watching = asyncio.ensure_future(meter.watch())
    await arrive(crowd, ARRIVAL)
    there = [one for one in crowd if not one.errors]
    until = time.monotonic() + length
    errors: list[str] = []
    looking, *_ = await asyncio.gather(
        look_in(address, loaded, until, errors), *(one.play(until) for one in there)
    )
    watching.cancel()
    told: dict[str, Any] = {"looked in": looking, "errors": errors}
    told["cpu"] = meter.parts({one.kernel for one in there})
    await asyncio.gather(*(one.settle() for one in there))
    return crowd, told


async def in_a_browser(page: Page, address: str, times: int) -> list[float]:
    """One of the visitors has a real browser: from a click to the changed DOM, in seconds."""
    await page.goto(f"{address}/{PAGE}")
    await page.wait_for_selector(".first.live", state="attached", timeout=120_000)
    took = []
    for _ in range(times):
        await page.wait_for_timeout(1000)
        await page.wait_for_selector(READY, timeout=60_000)
        took.append(await page.evaluate(MEASURE_STAGE) / 1000)
    return took


async def health(house: House, what: str) -> int:
    """A number that servers tell of themselves, of all of them together."""
    found = 0
    for address in house.addresses:
        answer = await AsyncHTTPClient().fetch(f"{address}/healthz", raise_error=False)
        found += json.loads(answer.body)[what]
    return found


async def until_warm(house: House) -> int:
    """Until as many kernels are warm as are kept; how many are they?"""
    warm, still = -1, 0
    while still < 12:
        await asyncio.sleep(0.5)
        now = await health(house, "warm")
        warm, still = now, still + 1 if now == warm else 0
    return warm


async def measure(house: House, wanted: argparse.Namespace) -> bool:
    address, tables = house.address, house.tables
    loaded = await asyncio.to_thread(files, address)
    print(f"a page loads {len(loaded)} files; {await until_warm(house)} kernels are warm")
    ratios, held = [], True
    for number in range(wanted.rounds):
        before = await alone(address, loaded, wanted.seconds, number)
        meter = Meter(house.servers, house.others)
        crowd, told = await together(address, loaded, wanted.visitors, wanted.seconds, meter)
        lost = lost_moves(crowd, tables)
        browser = ""
        if wanted.browser:
            async with async_playwright() as playwright:
                chromium = await playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=ARGS
                )
                page = await chromium.new_page(reduced_motion="reduce")
                playing = [one.play(time.monotonic() + 15) for one in crowd if not one.errors]
                clicks, *_ = await asyncio.gather(in_a_browser(page, address, 8), *playing)
                browser = f"; in a browser among them {1000 * share(clicks, 0.5):.0f} ms"
                await chromium.close()
        for one in crowd:
            with suppress(*TROUBLE):
                await one.leave()
        ended = await until_empty(house)
        attacked = ""
        if wanted.hostile:
            attacked, fine = await under_attack(address, wanted.seconds, tables)
            held &= fine
            await until_empty(house)
        after = await alone(address, loaded, wanted.seconds, number + 50)
        quiet = [value for one in before + after for value in one.took]
        busy = [value for one in crowd for value in one.took]
        ratios.append(share(busy, 0.95) / share(quiet, 0.95))
        errors = [error for one in crowd + before + after for error in one.errors]
        errors += told["errors"]
        held &= not errors and not lost
        memory = sorted(meter.memory.values())
        print(f"\nload {' '.join(f'{value:.1f}' for value in os.getloadavg())}")
        print(f"one alone   {told_of(quiet)}")
        print(f"{wanted.visitors:2} together {told_of(busy)}{browser}")
        print(f"p95 to p95  {ratios[-1]:.1f}   (at most {GOAL:g})")
        opened = [one.opened_in for one in crowd if one.opened_in]
        print(f"a page opens in {share(opened, 0.5):.1f} s, p95 {share(opened, 0.95):.1f} s")
        print(f"{told['looked in']} looked in; {len(errors)} errors; {len(lost)} lost moves")
        for problem in [*errors, *lost][:5]:
            print(f"   {problem}")
        parts = ", ".join(f"{name} {100 * part:.0f} %" for name, part in told["cpu"].items())
        print(f"CPU, of one core: {parts}; kernels' niceness {sorted(meter.niceness)}")
        print(f"memory of a kernel: {share(memory, 0.5):.0f} MiB, the largest {memory[-1]:.0f}")
        print(f"all kernels ended within {ended:.0f} s of the last goodbye")
        if attacked:
            print(attacked)
    ratio = share(ratios, 0.5)
    return held and ratio <= GOAL


async def under_attack(address: str, length: float, tables: Path | str) -> tuple[str, bool]:
    """Ten honest visitors, first among themselves and then with a hostile client."""
    honest = [Visitor(address, seed=number) for number in range(10)]
    await arrive(honest, ARRIVAL)
    await asyncio.gather(*(one.play(time.monotonic() + length) for one in honest))
    before = [value for one in honest for value in one.took]
    for one in honest:
        one.took.clear()
    script = [sys.executable, str(TESTS / "hostile.py"), address, str(length)]
    enemy = await asyncio.create_subprocess_exec(*script, stdout=subprocess.PIPE)
    await asyncio.gather(*(one.play(time.monotonic() + length) for one in honest))
    done = json.loads((await enemy.communicate())[0])
    await asyncio.gather(*(one.settle() for one in honest))
    during = [value for one in honest for value in one.took]
    errors = [error for one in honest for error in one.errors]
    lost = lost_moves(honest, tables)
    for one in honest:
        with suppress(*TROUBLE):
            await one.leave()
    ratio = share(during, 0.95) / share(before, 0.95)
    return (
        f"10 honest: {told_of(before)}\n  beside a hostile client {told_of(during)}\n"
        f"  p95 to p95 {ratio:.1f}   (at most 2); {len(errors)} errors; {len(lost)} lost moves\n"
        f"  it did: {done}"
    ), not errors and not lost and ratio <= 2


async def until_empty(house: House) -> float:
    """How long until nobody's kernel is left, those of people who left without a word included."""
    began = time.monotonic()
    while time.monotonic() - began < 300:
        if not await health(house, "tables"):
            break
        await asyncio.sleep(1)
    return time.monotonic() - began


def told_of(values: list[float]) -> str:
    p50, p95, p99 = (1000 * share(values, part) for part in (0.5, 0.95, 0.99))
    worst = 1000 * max(values)
    return (
        f"{len(values):4} moves, ms: p50 {p50:.0f}, p95 {p95:.0f}, p99 {p99:.0f}, worst {worst:.0f}"
    )


def main() -> int:
    asked = argparse.ArgumentParser(description="A crowd at the tables.")
    asked.add_argument("--visitors", type=int, default=20)
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--rounds", type=int, default=1)
    asked.add_argument("--browser", action="store_true", help="one of them has a real browser")
    asked.add_argument("--hostile", action="store_true", help="and then a hostile client comes")
    asked.add_argument("--servers", type=int, choices=(1, 2), default=1)
    asked.add_argument("serve", nargs="*", help="options of escale serve, after --")
    wanted = asked.parse_args()
    os.environ.pop("ESCALE_PAGES", None)
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        house = stack.enter_context(houses(folder, wanted))
        held = asyncio.run(measure(house, wanted))
        dull = ("opened", "was refused", "turned away")
        for file in house.logs:
            log = file.read_text().splitlines()
            print("\n".join(line for line in log if not any(word in line for word in dull))[:2000])
    return int(not held)


@contextmanager
def houses(folder: Path, wanted: argparse.Namespace) -> Iterator[House]:
    """One server with SQLite, or several behind nginx with PostgreSQL."""
    options = ("--cull=20", *wanted.serve)
    if wanted.servers == 1:
        tables = str(folder / "tables")
        os.environ["ESCALE_TABLES"] = tables
        with running(ours(*options), folder, "/healthz") as (address, server):
            yield House(address, [address], [server], [], tables, [folder / "log"])
        return
    database = Postgres().start()
    try:
        tables = database.database()
        with farm(folder / "farm", tables, *options) as made:
            processes = [one.process.pid for one in made.servers if one.process]
            beside = [made.front.process.pid] if made.front.process else []
            beside.append(database.pid)
            addresses = [one.address for one in made.servers]
            logs = [one.folder / "log" for one in made.servers]
            yield House(made.address, addresses, processes, beside, tables, logs)
    finally:
        database.remove()


if __name__ == "__main__":
    sys.exit(main())
