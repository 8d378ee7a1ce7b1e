"""Many visitors, and a hostile one among them: who gets a kernel, and that nobody pays for it."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import jinja2
import pytest
from ports import free_port
from tornado import web
from tornado.httpclient import AsyncHTTPClient, HTTPResponse
from visitors import Manners, Visitor, arrive, lost_moves, share

from escale.app.server import capacity, kernels, packed
from escale.app.server.capacity import Machine
from escale.app.server.kernels import Full, Kernels, Turns, Visit
from escale.app.server.notebook_page import Compiled

TESTS = Path(__file__).resolve().parents[1]
WAITS = 10.0  # seconds that no honest visitor waits for a move, however busy this machine is
QUICK = Manners(0.8, 1.6)  # as much to hurt in less time


# --- what a machine holds -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cores", "memory", "most", "warm"),
    [(2, 24_000, 40, 3), (1, 512, 4, 1), (1, 2_000, 20, 2), (4, 2_000, 20, 2),
     (8, 32_000, 160, 9), (64, 500_000, 400, 12), (2, 0, 40, 3)],
)  # fmt: skip
def test_what_a_server_holds_by_default_follows_from_cores_and_memory(
    cores: int, memory: int, most: int, warm: int
) -> None:
    there = Machine(cores, memory)
    assert capacity.most_pages(there) == most
    assert capacity.kept_ready(there) == warm


def test_a_container_holds_what_it_was_given_and_not_what_the_machine_has(tmp_path: Path) -> None:
    whole = Machine(16, 64_000)
    assert capacity.contained(whole, tmp_path) == whole, "no limits are known"
    (tmp_path / "cpu.max").write_text("150000 100000\n")
    (tmp_path / "memory.max").write_text(f"{2**31}\n")
    assert capacity.contained(whole, tmp_path) == Machine(2, 2048)
    (tmp_path / "cpu.max").write_text("max 100000\n")
    (tmp_path / "memory.max").write_text("max\n")
    assert capacity.contained(whole, tmp_path) == whole


def test_half_of_the_cores_belong_to_those_who_play() -> None:
    assert [capacity.at_once(cores, playing=True) for cores in (1, 2, 8)] == [1, 1, 4]
    assert [capacity.at_once(cores, playing=False) for cores in (1, 2, 8)] == [1, 2, 8]


def test_asking_for_more_tables_than_fit_is_said_with_a_number_that_would() -> None:
    there = Machine(2, 2_000)
    assert not capacity.too_many(there, 20)
    assert capacity.too_many(there, 40).endswith("--most 20 would fit")
    assert capacity.said(there, 20) == "room for 20 pages at a time: about 80 MB a page, 2 cores"


# --- turns ----------------------------------------------------------------------------------------


def test_turns_are_taken_by_rank_and_then_in_the_order_of_coming() -> None:
    async def story() -> list[str]:
        turns, order = Turns(lambda: 1), []

        async def one(name: str, rank: int) -> None:
            await turns.take(rank)
            order.append(name)
            await asyncio.sleep(0)
            turns.give_back()

        await turns.take()
        coming = [("third page", 2), ("first", 0), ("second page", 1), ("another first", 0)]
        tasks = [asyncio.ensure_future(one(*who)) for who in coming]
        await asyncio.sleep(0)
        turns.give_back()
        await asyncio.gather(*tasks)
        assert turns.taken == 0
        return order

    assert asyncio.run(story()) == ["first", "another first", "second page", "third page"]


def test_a_turn_that_nobody_waits_for_any_more_goes_to_the_next() -> None:
    async def story() -> None:
        turns = Turns(lambda: 1)
        await turns.take()
        left, stays = (asyncio.ensure_future(turns.take()) for _ in range(2))
        await asyncio.sleep(0)
        turns.give_back()  # to the first of them, who leaves before hearing of it
        left.cancel()
        await asyncio.wait_for(stays, 60)
        assert turns.taken == 1
        assert not turns.awaited

    asyncio.run(story())


# --- who gets a kernel ----------------------------------------------------------------------------


class Renderer:
    stop_generator = False
    rendered_cache = ["<page>"]


class Kernel(str):
    """A kernel that is only a name, and no process."""

    provisioner = None


class Manager(dict[str, str]):
    """The part of Voilà's manager that is used, with kernels that are only names."""

    def __init__(self) -> None:
        super().__init__()
        self._pools: dict[str, list[Any]] = {}
        self._kernel_connections: dict[str, int] = {}
        self.begun = 0
        self.slow = asyncio.Event()
        self.slow.set()

    def get_pool_size(self, name: str) -> int:
        return len(self._pools.get(name, ()))

    async def _initialize(self, name: str, _kernel: None, **_more: Any) -> dict[str, Any]:
        self.begun += 1
        kernel = f"k{self.begun}"
        await self.slow.wait()
        self[kernel] = name

        async def rendered() -> tuple[list[str], Any]:
            return ["<page>", "</page>"], nothing()

        task = asyncio.ensure_future(rendered())
        return {"renderer": Renderer(), "task": task, "kernel_id": kernel}

    def get_kernel(self, kernel: str) -> Any:
        return Kernel(kernel)

    async def cull_kernel_if_idle(self, kernel: str) -> None:
        await self.shutdown_kernel(kernel)

    async def shutdown_kernel(self, kernel: str, now: bool = False) -> None:
        del self[kernel]


async def nothing() -> Any:
    for part in ():
        yield part


class Pages:
    """What is known of pages: when somebody last did something, and who was told of the end."""

    def __init__(self) -> None:
        self.last: dict[str, float] = {}
        self.told: list[str] = []

    def heard(self, kernel: str) -> float:
        return self.last.get(kernel, 0.0)

    def say_ended(self, kernel: str) -> None:
        self.told.append(kernel)


async def read(house: Kernels, client: str = "a", name: str = "en/x.ipynb") -> str:
    """Open a page and read all of it."""
    async with house.table(client) as opening:
        parts = [part async for part in house.opened(name, opening)]
    assert "".join(parts) == "<page></page>"
    assert opening.kernel is not None
    return opening.kernel


@contextmanager
def house(most: int = 16, **pools: int) -> Iterator[Kernels]:
    pages = {f"en/{name}.ipynb": n for name, n in pools.items()}
    made = Kernels(Manager(), most, pages, "/", Pages())
    made.begin()
    yield made
    made.close()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes seconds for people takes moments here; how long anybody waits stays as it is."""
    for name, value in {"LOOK": 0.01, "REFILL": 0.0}.items():
        monkeypatch.setattr(kernels, name, value)


def test_a_flood_of_pages_that_nobody_looks_at_takes_half_of_the_tables(
    hurried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "QUEUE", 0.1)

    async def story() -> None:
        with house(most=16) as there:
            flood = [asyncio.ensure_future(read(there, f"client {n}")) for n in range(40)]
            done = await asyncio.gather(*flood, return_exceptions=True)
            opened = [kernel for kernel in done if isinstance(kernel, str)]
            assert len(opened) == len(there.manager) == 8
            assert all(isinstance(other, Full) for other in done if other not in opened)
            assert there.room()

    asyncio.run(story())


def test_pages_that_never_come_make_room_for_those_who_wait(
    hurried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "ON_THE_WAY", 0.02)

    async def story() -> None:
        with house(most=16) as there:
            flood = [asyncio.ensure_future(read(there, f"client {n}")) for n in range(20)]
            assert len(set(await asyncio.gather(*flood))) == 20
            assert len(there.manager) <= 8

    asyncio.run(story())


def test_whoever_is_connected_is_not_on_the_way_and_is_never_sent_away(hurried: None) -> None:
    async def story() -> None:
        with house(most=8) as there:
            for n in range(8):
                kernel = await read(there, f"client {n}")
                there.manager._kernel_connections[kernel] = 1
            while there.openings:
                await asyncio.sleep(0.01)
            with pytest.raises(Full):
                await read(there, "one too many")
            assert len(there.present()) == 8
            assert not there.openings
            assert not there.clients

    asyncio.run(story())


def test_those_who_come_at_once_do_not_get_the_same_table(hurried: None) -> None:
    async def story() -> None:
        with house(most=4) as there:
            most = 0

            async def come(number: int) -> str | None:
                nonlocal most
                try:
                    kernel = await read(there, f"client {number}")
                except Full:
                    return None
                finally:
                    most = max(most, len(there.manager))
                there.manager._kernel_connections[kernel] = 1
                return kernel

            first = await asyncio.gather(*map(come, range(4)))
            for kernel, visit in there.visitors.items():  # they were left long ago
                visit.since = -1e9
                there.manager._kernel_connections[kernel] = 0
            there.manager.slow.clear()
            later = [asyncio.ensure_future(come(number)) for number in range(4, 12)]
            await asyncio.sleep(0)
            there.manager.slow.set()
            found = await asyncio.gather(*later)
            assert sum(kernel is not None for kernel in found) == 4, "the four that were left"
            assert not set(first) & set(there.present())
            assert most == 4

    asyncio.run(story())


@pytest.mark.parametrize(
    ("most", "on_the_way"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 4), (8, 4), (9, 4), (40, 20)]
)
def test_however_few_tables_there_are_a_flood_does_not_take_all(
    hurried: None, monkeypatch: pytest.MonkeyPatch, most: int, on_the_way: int
) -> None:
    monkeypatch.setattr(kernels, "QUEUE", 0.1)

    async def story() -> None:
        with house(most) as there:
            flood = [asyncio.ensure_future(read(there, "flood")) for _ in range(most + 4)]
            done = await asyncio.gather(*flood, return_exceptions=True)
            assert sum(isinstance(kernel, str) for kernel in done) == on_the_way

    asyncio.run(story())


async def full_house(there: Kernels, *clients: str) -> list[str]:
    """Each of them opens a page and is connected."""
    found = []
    for client in clients:
        found.append(await read(there, client))
        there.manager._kernel_connections[found[-1]] = 1
        while there.openings:
            await asyncio.sleep(0.01)
    return found


def be_silent(there: Kernels, seconds: float, *silent: str) -> None:
    for kernel in silent:
        there.visitors[kernel].since = time.monotonic() - 7200
        there.pages.last[kernel] = time.monotonic() - seconds  # type: ignore[attr-defined]


def test_a_script_that_only_keeps_its_websockets_open_makes_room_for_who_comes(
    hurried: None,
) -> None:
    async def story() -> None:
        with house(most=6) as there:
            script = await full_house(there, *["script"] * 4)
            one, other = await full_house(there, "reader", "thinker")
            be_silent(there, 700, *script)
            be_silent(there, 3000, one)  # has not touched the page for long, and has but one
            be_silent(there, 540, other)  # nine minutes
            assert there.room("newcomer")
            newcomers = await full_house(there, *(f"newcomer {n}" for n in range(3)))
            assert {one, other, script[-1], *newcomers} == set(there.present())
            assert there.pages.told == list(there.given) == script[:3]  # type: ignore[attr-defined]
            assert set(there.given).isdisjoint(there.manager)

    asyncio.run(story())


def test_who_thinks_for_nine_minutes_is_not_sent_away(hurried: None) -> None:
    async def story() -> None:
        with house(most=2) as there:
            be_silent(there, 540, *await full_house(there, "a", "a"))
            assert not there.room("b")
            with pytest.raises(Full):
                await read(there, "b")
            assert len(there.present()) == 2

    asyncio.run(story())


def test_nobody_takes_a_table_from_who_has_no_more_than_they(hurried: None) -> None:
    async def story() -> None:
        with house(most=4) as there:
            reader, *script = await full_house(there, "reader", "script", "script", "script")
            be_silent(there, 3000, reader)
            assert there.room("newcomer")
            assert not there.room("script"), "else one could take all of them, one by one"
            be_silent(there, 700, script[0])
            await full_house(there, "script")  # in the place of its own
            assert reader in there.present()

    asyncio.run(story())


def test_behind_a_proxy_the_page_that_was_silent_longest_makes_room(hurried: None) -> None:
    async def story() -> None:
        with house(most=3) as there:
            found = await full_house(there, "proxy", "proxy", "proxy")
            for kernel, silence in zip(found, (700, 900, 10), strict=True):
                be_silent(there, silence, kernel)
            await full_house(there, "proxy")
            assert there.pages.told == [found[1]]  # type: ignore[attr-defined]

    asyncio.run(story())


def test_a_kernel_is_ended_though_who_took_its_place_has_left_again(hurried: None) -> None:
    async def story() -> None:
        with house(most=1) as there:
            (old,) = await full_house(there, "a")
            be_silent(there, 700, old)
            shut_down, ending = there.manager.shutdown_kernel, asyncio.Event()

            async def slowly(kernel: str, now: bool = False) -> None:
                ending.set()
                await asyncio.sleep(0)
                await shut_down(kernel)

            there.manager.shutdown_kernel = slowly
            newcomer = asyncio.ensure_future(read(there, "a"))
            await ending.wait()
            newcomer.cancel()
            await asyncio.gather(newcomer, return_exceptions=True)
            async with asyncio.timeout(10):
                while there.manager:  # else it would be there, and not be counted
                    await asyncio.sleep(0.01)

    asyncio.run(story())


def test_who_has_one_page_goes_before_who_has_many(hurried: None) -> None:
    async def story() -> list[str]:
        order: list[str] = []

        async def opening(client: str) -> None:
            kernel = await read(there, client)
            order.append(client)
            there.manager._kernel_connections[kernel] = 1

        with house(most=40) as there:
            there.tables.most = lambda: 0  # nobody gets in yet
            greedy = [asyncio.ensure_future(opening("greedy")) for _ in range(5)]
            await asyncio.sleep(0)
            modest = asyncio.ensure_future(opening("modest"))
            await asyncio.sleep(0)
            there.tables.most = lambda: 1
            there.tables.look()
            await asyncio.gather(modest, *greedy)
        return order

    assert asyncio.run(story()).index("modest") == 1


def test_a_page_that_was_left_while_it_was_made_leaves_its_kernel_to_the_next(
    hurried: None,
) -> None:
    async def story() -> None:
        with house() as there:
            there.manager.slow.clear()
            left = [asyncio.ensure_future(read(there)) for _ in range(3)]
            while not there.manager.begun:
                await asyncio.sleep(0.01)
            for one in left:
                one.cancel()
            await asyncio.gather(*left, return_exceptions=True)
            there.manager.slow.set()
            begun = there.manager.begun
            assert await read(there) in there.manager
            assert there.manager.begun == begun, "no other kernel was started for it"
            assert begun <= (os.cpu_count() or 1), "who waited for a turn cost nothing"
            assert len(there.visitors) == 1

    asyncio.run(story())


def test_a_page_that_was_left_while_it_was_sent_takes_its_kernel_along(hurried: None) -> None:
    async def story() -> None:
        with house() as there:
            with suppress(ConnectionError):
                async with there.table("a") as opening:
                    async for _ in there.opened("en/x.ipynb", opening):
                        raise ConnectionError
            assert opening.kernel is not None
            assert opening.kernel not in there.manager, "somebody may know its name"
            assert not there.openings

    asyncio.run(story())


def test_no_kernel_is_culled_before_its_page_is_there(hurried: None) -> None:
    async def story() -> None:
        with house() as there:
            async with there.table("a") as opening:
                async for _ in there.opened("en/x.ipynb", opening):
                    assert opening.kernel is not None
                    await there.manager.cull_kernel_if_idle(opening.kernel)
                    assert opening.kernel in there.manager
            await there.manager.cull_kernel_if_idle(opening.kernel)
            assert opening.kernel not in there.manager, "from then on it may be"

    asyncio.run(story())


def test_pools_are_filled_and_filled_again(hurried: None) -> None:
    async def story() -> None:
        with house(x=2, y=1) as there:
            for _ in range(3000):
                await asyncio.sleep(0.01)
                if there.warm() == 3:
                    break
            assert there.warm() == 3
            await read(there)
            for _ in range(3000):
                await asyncio.sleep(0.01)
                if there.manager.begun == 4 and there.warm() == 3:
                    break
            assert (there.manager.begun, there.warm()) == (4, 3)

    asyncio.run(story())


@pytest.mark.skipif(
    not Path("/proc/self/autogroup").exists(), reason="the CPU is not shared by sessions here"
)
def test_a_kernel_comes_after_others_while_it_starts_and_before_them_again_when_it_is_played_at(
    hurried: None,
) -> None:
    kernel = subprocess.Popen(["sleep", "60"], start_new_session=True)
    group = Path(f"/proc/{kernel.pid}/autogroup")

    async def story() -> None:
        with house() as there:
            there.manager["k"] = "en/x.ipynb"
            there.manager.get_kernel = lambda _: SimpleNamespace(provisioner=kernel)
            for niceness in (capacity.NICE_AT_START, capacity.NICE):
                for _ in range(100):  # all sessions of a machine share what may be asked for
                    await there._be_nice("k", niceness)
                    if group.read_text().endswith(f"nice {niceness}\n"):
                        break
                assert group.read_text().endswith(f"nice {niceness}\n")

    try:
        asyncio.run(story())
    finally:
        kernel.kill()
        kernel.wait()


@pytest.mark.skipif(
    not Path("/proc/self/autogroup").exists(), reason="the CPU is not shared by sessions here"
)
def test_a_kernel_that_never_rests_comes_after_the_others_until_it_does(
    hurried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "WINDOW", 0.05)
    used = 0.0
    busy = True

    def cpu_seconds(_pid: int) -> float:
        nonlocal used
        used += kernels.WINDOW if busy else 0
        return used

    monkeypatch.setattr(kernels, "cpu_seconds", cpu_seconds)
    kernel = subprocess.Popen(["sleep", "60"], start_new_session=True)
    group = Path(f"/proc/{kernel.pid}/autogroup")

    async def until(niceness: int) -> None:
        for _ in range(500):
            if group.read_text().endswith(f"nice {niceness}\n"):
                return
            await asyncio.sleep(0.02)
        raise AssertionError(group.read_text())

    async def story() -> None:
        nonlocal busy
        with house() as there:
            there.manager["k"] = "en/x.ipynb"
            there.visitors["k"] = Visit("a", time.monotonic())
            there.manager.get_kernel = lambda _: SimpleNamespace(provisioner=kernel)
            await until(capacity.NICE_AT_START)
            busy = False
            await until(capacity.NICE)

    try:
        asyncio.run(story())
    finally:
        kernel.kill()
        kernel.wait()


# --- made once ------------------------------------------------------------------------------------


def test_a_file_is_compressed_once_however_many_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = b"let it = 1;\n" * 1000
    (tmp_path / "big.js").write_bytes(text)
    made: list[bytes] = []
    really = gzip.compress

    def compress(data: bytes, **options: Any) -> bytes:
        made.append(data)
        return really(data, **options)

    monkeypatch.setattr(packed.gzip, "compress", compress)
    handler = type("Files", (packed.Packed, web.StaticFileHandler), {})
    site = web.Application([(r"/(.*)", handler, {"path": str(tmp_path)})], compress_response=True)

    async def story() -> None:
        server = site.listen(0, "localhost")
        port = next(iter(server._sockets.values())).getsockname()[1]
        client = AsyncHTTPClient(force_instance=True)

        async def ask(name: str, method: str = "GET", **headers: str) -> HTTPResponse:
            address = f"http://localhost:{port}/{name}"
            options: Any = {"method": method, "headers": headers, "raise_error": False}
            return await client.fetch(address, decompress_response=False, **options)

        zipped = [await ask("big.js", **{"Accept-Encoding": "gzip"}) for _ in range(3)]
        for answer in zipped:
            assert gzip.decompress(answer.body) == text
            assert answer.headers["Content-Length"] == str(len(answer.body))
            assert answer.headers.get_list("Vary") == ["Accept-Encoding"]
        assert made == [text]
        tag = zipped[0].headers["ETag"]
        again = await ask("big.js", **{"Accept-Encoding": "gzip", "If-None-Match": tag})
        assert (again.code, again.body) == (304, b"")
        head = await ask("big.js", "HEAD", **{"Accept-Encoding": "gzip"})
        assert head.headers["Content-Length"] == zipped[0].headers["Content-Length"]
        part = await ask("big.js", **{"Accept-Encoding": "gzip", "Range": "bytes=4-5"})
        assert part.code == 206
        assert (await ask("big.js")).body == text, "not everybody can unpack it"
        (tmp_path / "big.js").write_bytes(text + text)
        os.utime(tmp_path / "big.js", (1, 1))
        changed = await ask("big.js", **{"Accept-Encoding": "gzip"})
        assert gzip.decompress(changed.body) == text + text
        client.close()
        server.stop()

    asyncio.run(story())


def test_a_template_is_compiled_once_though_each_page_has_an_environment_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled, count = Compiled(), 0
    generate = jinja2.Environment._generate

    def counting(*args: Any, **more: Any) -> str:
        nonlocal count
        count += 1
        return generate(*args, **more)

    monkeypatch.setattr(jinja2.Environment, "_generate", counting)
    texts = {"page": "Hello {{ name }}"}
    for name, source in [("Ana", None), ("Bob", None), ("Dino", "Ciao {{ name }}")]:
        texts["page"] = source or texts["page"]
        page = jinja2.Environment(loader=jinja2.DictLoader(texts))
        page.bytecode_cache = compiled
        said = page.get_template("page").render(name=name)
        assert said == texts["page"].replace("{{ name }}", name)
    assert count == 2, "anew only when it has changed"


# --- the real thing -------------------------------------------------------------------------------


@contextmanager
def served(folder: Path, *options: str, first: str = "pass") -> Iterator[str]:
    """A server of our own, before which this code is run; its log is shown if it fails."""
    environment = os.environ | {"ESCALE_TABLES": str(folder / "tables")}
    begin = (
        "from escale.app.__main__ import main\nfrom escale.app.server import kernels\n"
        f"{first}\nmain()"
    )
    command = [sys.executable, "-P", "-c", begin, "serve", "--no-browser", "--lang=en"]
    port = free_port()
    log = folder / "log"
    with log.open("w") as file:
        server = subprocess.Popen(
            [*command, f"--port={port}", *options], stdout=file, stderr=file, env=environment
        )
    address = f"http://localhost:{port}"
    try:
        for _ in range(240):
            if server.poll() is not None:
                raise AssertionError(log.read_text())
            try:
                urllib.request.urlopen(f"{address}/healthz", timeout=5).close()
                break
            except OSError:
                time.sleep(0.25)
        yield address
        assert server.poll() is None, log.read_text()[-2000:]
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)


async def among_enemies(
    address: str, folder: Path, seconds: float, visitors: int = 10
) -> tuple[Any, Any, Any]:
    """Honest visitors by themselves, then with a hostile one: their times, and what it did."""
    honest = [Visitor(address, seed=number, manners=QUICK) for number in range(visitors)]
    await arrive(honest, 5)
    assert [one.errors for one in honest] == [[]] * visitors
    length = seconds / 2
    await asyncio.gather(*(one.play(time.monotonic() + length) for one in honest))
    before = [value for one in honest for value in one.took]
    for one in honest:
        one.took.clear()
    script = [sys.executable, "-P", str(TESTS / "hostile.py"), address, str(seconds)]
    enemy = await asyncio.create_subprocess_exec(
        *script, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(TESTS)}
    )
    await asyncio.gather(*(one.play(time.monotonic() + seconds) for one in honest))
    done = json.loads((await enemy.communicate())[0])
    await asyncio.gather(*(one.settle() for one in honest))
    during = [value for one in honest for value in one.took]
    assert [one.errors for one in honest] == [[]] * visitors, done
    assert not lost_moves(honest, folder / "tables")
    for one in honest:
        await one.leave()
    return before, during, done


@pytest.mark.long
def test_a_page_whose_place_was_given_away_is_told_and_goes_on_when_it_is_loaded_again(
    tmp_path: Path,
) -> None:
    async def story(address: str) -> None:
        http = AsyncHTTPClient(force_instance=True)

        async def here(visitor: Visitor) -> int:
            sign = f"{address}/voila/api/here/{visitor.kernel}"
            return (await http.fetch(sign, method="POST", body=b"", raise_error=False)).code

        first = await Visitor(address, seed=1).open()
        await first.move()
        await first.settle()
        assert await here(first) == 204, "a page that is read says so"
        second = await Visitor(address, seed=2).open()  # there is one table
        await first.ended()
        assert await here(first) == 410
        assert await here(second) == 204
        for visitor in (first, second):
            await visitor.leave()
        assert not lost_moves([first], tmp_path / "tables")
        http.close()

    with served(tmp_path, "--most=1", "--warm=0", first="kernels.SILENT = 0") as address:
        asyncio.run(story(address))
    log = (tmp_path / "log").read_text()
    assert "full: a page that was silent for long made room" in log
    assert "Traceback" not in log
    assert "never awaited" not in log


@pytest.mark.long
def test_who_asks_for_pages_and_reads_nothing_gives_the_turns_back(tmp_path: Path) -> None:
    """Four turns of six tables; the system's buffers are made too small for a page."""
    soon = "from escale.app.server import server; server.UNREAD = 1.0"
    with served(tmp_path, "--most=6", "--warm=0", first=soon) as address, ExitStack() as opened:
        host, port = urlsplit(address).hostname, urlsplit(address).port
        for _ in range(4):
            line = opened.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
            line.connect((host, port))
            page = "GET /voila/render/en/play-casanova.ipynb HTTP/1.1"
            line.sendall(f"{page}\r\nHost: localhost:{port}\r\n\r\n".encode())
        with urllib.request.urlopen(
            f"{address}/voila/render/en/galets.ipynb", timeout=55
        ) as answer:
            assert answer.status == 200
            assert b"</html>" in answer.read()


@pytest.mark.long
def test_ctrl_c_while_pages_are_being_made_is_quiet(tmp_path: Path) -> None:
    pages = ("en/explore-casanova.ipynb", "en/casanova.ipynb", "fr/explore-dolce-vita.ipynb")
    with (
        ExitStack() as opened,
        ThreadPoolExecutor() as several,
        served(tmp_path, "--warm=3") as address,
    ):

        def ask(page: str) -> Any:
            return urllib.request.urlopen(f"{address}/voila/render/{page}", timeout=60)

        for answer in several.map(ask, pages):
            opened.enter_context(answer)  # its head has come, and the kernel runs
    log = (tmp_path / "log").read_text()
    assert log.partition("closing\n")[1:] == ("closing\n", ""), log


@pytest.mark.long
@pytest.mark.parametrize(("visitors", "seconds"), [(3, 6), (10, 20)])
def test_a_hostile_visitor_costs_honest_ones_no_move(
    tmp_path: Path, visitors: int, seconds: int
) -> None:
    with served(tmp_path, "--most=20", "--warm=2", "--cull=30") as address:
        _, during, done = asyncio.run(among_enemies(address, tmp_path, seconds, visitors))
    assert len(during) > 2 * visitors
    assert {"idle connection", "post deep 413"} <= done.keys(), "it tried"
    assert max(during) < WAITS, done
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert "never awaited" not in log


@pytest.mark.long
def test_a_hostile_visitor_for_minutes_at_most_doubles_the_p95_of_ten_honest_ones(
    tmp_path: Path,
) -> None:
    with served(tmp_path, "--most=20", "--warm=2", "--cull=30") as address:
        before, during, done = asyncio.run(among_enemies(address, tmp_path, 180))
    ratio = share(during, 0.95) / share(before, 0.95)
    sys.stderr.write(f"\np95 of a move beside a hostile client: {ratio:.2f} of without; {done}\n")
    assert ratio <= 2, done
