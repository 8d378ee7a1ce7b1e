"""Who gets a kernel, and when: a start costs a core a second, and those who play come first.

- Kernels start in turns (`Turns`), half of the cores at most while somebody is at a table; one that
  somebody waits for goes before one that is to be kept ready.
- A page that was opened and is not connected yet is *on its way*. Only so many are, half of
  `--most`; the next one waits for a while, and then is asked to come back. So a flood of pages
  that nobody looks at takes half of the tables and never all. Whoever has many pages on their way
  waits behind whoever has few: behind a proxy all look alike, and then it is first come, first
  served.
- When all tables are taken, somebody new gets the place of a page that was closed, or else of one
  that has been silent for ten minutes, though it is connected: that of the address that has the
  most silent ones, and of those the most silent. No address takes one from another that has as
  few as itself.
- A kernel that keeps a core busy all the time (a flood of questions, say) comes after the others
  until it is calm again.
- A page that is left while it waits costs nothing; the kernel that was to be its own is kept ready
  for the next one, unless anything of it has been sent: then somebody may know its name.

`server` asks for all this; what a page may send to its kernel is decided elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from jupyter_core.utils import ensure_async

from .capacity import NICE, NICE_AT_START, at_once

log = logging.getLogger("escale.server")

REFILL = 4.0  # seconds after which a warm kernel is replaced: whoever took it is there by then
WARMED_UP = 30.0  # seconds after which a start that still runs no longer holds up the next one
PATIENCE = 60.0  # seconds after which a page that nobody is connected to may make room
ON_THE_WAY = 30.0  # seconds after which one that was never connected may, if somebody waits
SILENT = 600.0  # seconds without a word, after which the page may make room though it is connected
QUEUE = 60.0  # seconds that somebody waits for a table: a class of thirty comes at once
LOOK = 0.25  # seconds between two looks whether those on their way have come
WINDOW = 4.0  # seconds over which the CPU that a kernel takes is counted
GREEDY = 0.7  # of a core: people who play take a twentieth
STUBBORN = 5  # windows in a row, after which its niceness is raised though it may stay so
FEWEST = 4  # pages that may be on their way, where there are more tables than that
MOST_GIVEN = 1000  # pages whose place was given away that are remembered, to tell them so


class Full(Exception):
    """There is no table: all are taken, or too many are just being opened."""


class Turns:
    """So many at a time; the others wait, in the order of their rank and then of their coming."""

    def __init__(self, most: Callable[[], int]) -> None:
        self.most = most
        self.taken = 0
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @property
    def awaited(self) -> bool:
        """Does anybody wait?"""
        return any(not turn.done() for _, _, turn in self._waiting)

    async def take(self, rank: int = 0) -> None:
        """Until it is this one's turn; `give_back` ends it."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (rank, next(self._numbers), turn))
        self.look()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it came just now, and nobody wants it
                self.give_back()
            raise

    def give_back(self) -> None:
        self.taken -= 1
        self.look()

    def look(self) -> None:
        """Whose turn is it? To be asked whenever `most` may have changed."""
        while self._waiting and (self._waiting[0][2].done() or self.taken < self.most()):
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                self.taken += 1
                turn.set_result(None)


def cpu_seconds(pid: int) -> float | None:
    """That a process has used; None where a system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return None


class Pages(Protocol):
    """What is known of the pages of kernels by their websockets: see `channels.Sockets`."""

    def heard(self, kernel: Any) -> float:
        """When somebody at the page last did something, on the monotonic clock."""

    def say_ended(self, kernel: Any) -> None:
        """Tell the page that its kernel is not there any more."""


class Visit:
    """Somebody's kernel: since when, and for which address."""

    def __init__(self, client: str, since: float) -> None:
        self.client = client
        self.since = since


class Opening:
    """A page that is being opened: its kernel, once it has one, and whether it is there whole."""

    def __init__(self, client: str) -> None:
        self.client = client
        self.task = asyncio.current_task()  # by which it is made
        self.kernel: str | None = None  # from then on somebody may know its name
        self.whole = False
        self.since = time.monotonic()


class Kernels:
    """The kernels of a server: kept ready, being opened, and at the tables."""

    def __init__(
        self, manager: Any, most: int, pools: Mapping[str, int], base_url: str, pages: Pages
    ) -> None:
        self.manager = manager
        self.pages = pages
        self.most = most
        self.pools = pools
        self.base_url = base_url
        self.visitors: dict[str, Visit] = {}  # kernels that somebody has opened
        self.given: dict[str, None] = {}  # those whose place was given away, the latest last
        self.openings: list[Opening] = []  # pages that are not connected yet
        self.clients: Counter[str] = Counter()  # how many of them each address has, or waits for
        self.starts = Turns(self._at_once)
        self.refills = Turns(lambda: self._at_once() - self.starts.taken)  # nobody waits for them
        self.tables = Turns(self._on_the_way)
        self._refilling: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self._shut = False  # nobody is let in any more
        self._endings: set[asyncio.Task[None]] = set()
        self._made: set[asyncio.Task[dict[str, Any]]] = set()  # kernels that are started, or were

    # --- how many -------------------------------------------------------------------------------

    def present(self) -> dict[str, Visit]:
        """The kernels that visitors have."""
        visitors = self.visitors
        self.visitors = {one: visitors[one] for one in visitors if one in self.manager}
        return self.visitors

    def warm(self) -> int:
        """How many pages stand ready."""
        made = (task for pool in self.manager._pools.values() for task in pool)
        ready = (task for task in made if task.done() and not task.exception())
        return sum(task.result()["task"].done() for task in ready)

    def connected(self, kernel: str) -> bool:
        return bool(self.manager._kernel_connections.get(kernel))

    def somebody_plays(self) -> bool:
        return any(map(self.connected, self.visitors))

    def room(self, client: str = "") -> bool:
        """Is there a table for this address, or one that can make room?"""
        if self._shut:
            return False
        return self._taken() < self.most or self._spared(client) is not None

    def empty(self) -> bool:
        """Has everybody left?"""
        return not self.present() and not self.openings

    def _taken(self) -> int:
        without = sum(opening.kernel is None for opening in self.openings)
        return len(self.present()) + without

    def _at_once(self) -> int:
        return at_once(os.cpu_count() or 1, playing=self.somebody_plays())

    def _on_the_way(self) -> int:
        """Never all tables, unless there is only one: somebody else may come."""
        return max(1, min(self.most - 1, max(FEWEST, self.most // 2)))

    def _spared(self, client: str) -> str | None:
        """The kernel that makes room for this address."""
        return self._left() or self._silent(client)

    def _left(self) -> str | None:
        """The oldest kernel whose page has been closed, or never came."""
        now = time.monotonic()
        for kernel, visit in sorted(self.visitors.items(), key=lambda entry: entry[1].since):
            if now - visit.since > PATIENCE and not self.connected(kernel):
                return kernel
        return None

    def _silent(self, client: str) -> str | None:
        """Of those that are silent, the longest of the address that has the most of them."""
        visits, now = self.present(), time.monotonic()
        held = Counter(visit.client for visit in visits.values())
        silence = {
            kernel: now - max(visit.since, self.pages.heard(self.manager.get_kernel(kernel)))
            for kernel, visit in visits.items()
            if visit.client == client or held[visit.client] > held[client]
        }
        silent = {kernel: long for kernel, long in silence.items() if long > SILENT}
        theirs = Counter(visits[kernel].client for kernel in silent)
        return max(
            silent, key=lambda kernel: (theirs[visits[kernel].client], silent[kernel]), default=None
        )

    # --- starting -------------------------------------------------------------------------------

    def begin(self) -> None:
        """Fill the pools, and look after the pages that are being opened."""
        self.manager.cull_kernel_if_idle = self._culled(self.manager.cull_kernel_if_idle)
        self._soon(self._watch())
        self._soon(self._watch_the_greedy())
        for name, size in self.pools.items():
            for _ in range(size):
                self._refill(name, 0)

    def _culled(self, cull: Callable[[str], Awaitable[None]]) -> Callable[[str], Awaitable[None]]:
        """Kernels that nobody uses are ended, but not before their page is there: on a machine
        that is very busy a start can take longer than a page that was left is kept."""

        async def cull_others(kernel: str) -> None:
            if all(kernel != one.kernel or one.whole for one in self.openings):
                await cull(kernel)

        return cull_others

    def shut(self) -> None:
        """Nobody is let in any more, and those who are there may stay."""
        self._shut = True

    def close(self) -> None:
        """Nothing is started any more, no page is made, and no notebook is run to its end: neither
        those that run now, nor those whose kernel is only coming up."""
        self._closing = True
        for task in (*self._tasks, *(opening.task for opening in self.openings)):
            if task is not None:
                task.cancel()
        for made in [*self._made]:
            if made.done():
                self._started(made)

    def _soon(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)  # or it might be collected before it is done
        task.add_done_callback(self._tasks.discard)

    def _refill(self, name: str, delay: float) -> None:
        """Start a kernel for this page, unless enough are ready or on their way to be."""
        if not self._shut and self._pool(name) + self._refilling[name] < self.pools.get(name, 0):
            self._refilling[name] += 1
            self._soon(self._filled(name, delay))

    async def _filled(self, name: str, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            await self.refills.take()
            self._start(name, self.refills)
        finally:
            self._refilling[name] -= 1

    def _pool(self, name: str) -> int:
        return int(self.manager.get_pool_size(name))

    def _start(self, name: str, turns: Turns) -> None:
        """Put a kernel into the pool of this page; the turn it takes is given back when it runs."""
        environment = os.environ | {"VOILA_BASE_URL": self.base_url}
        made = self.manager._initialize(name, None, path=str(Path(name).parent), env=environment)
        task = asyncio.ensure_future(made)
        self._made.add(task)
        task.add_done_callback(self._started)
        self.manager._pools.setdefault(name, []).append(task)
        self._soon(self._warmed_up(task, turns))

    def _started(self, made: asyncio.Task[dict[str, Any]]) -> None:
        """The kernel runs, and the notebook in it; or it has failed, of which its page is told."""
        if made.cancelled() or made.exception():
            self._made.discard(made)
        elif self._closing:
            made.result()["renderer"].stop_generator = True
            made.result()["task"].cancel()
        else:
            made.result()["task"].add_done_callback(lambda _: self._made.discard(made))

    async def _warmed_up(self, started: asyncio.Task[dict[str, Any]], turns: Turns) -> None:
        """Until the notebook has run in it; what nobody waits for comes last."""
        try:
            with suppress(Exception):  # whoever opens the page is told
                async with asyncio.timeout(WARMED_UP):
                    content = await asyncio.shield(started)
                    niceness = NICE if turns is self.starts else NICE_AT_START
                    if niceness == NICE and self.somebody_plays():
                        niceness = (NICE + NICE_AT_START) // 2
                    await self._be_nice(content["kernel_id"], niceness)
                    await asyncio.shield(content["task"])
        finally:
            turns.give_back()

    async def _be_nice(self, kernel: str, niceness: int) -> None:
        """Let a kernel come after others, or before them again.

        A process may not take back its own niceness, but where Linux shares the CPU by sessions
        (sched_autogroup), as most desktops and servers do, its owner may that of a session; and
        there nothing else counts, since every kernel is a session of its own.
        """
        for _ in range(6):  # the system takes ten such wishes a second, from all of us
            pid = self._process(kernel)
            try:
                if pid is not None and os.getsid(pid) == pid:
                    Path(f"/proc/{pid}/autogroup").write_text(str(niceness))
                return
            except BlockingIOError:
                await asyncio.sleep(0.15)
            except OSError:  # it is not shared that way, or the kernel has ended
                return

    def _process(self, kernel: str) -> int | None:
        if kernel not in self.manager or not hasattr(os, "getsid"):
            return None
        pid: int | None = getattr(self.manager.get_kernel(kernel).provisioner, "pid", None)
        return pid

    # --- opening --------------------------------------------------------------------------------

    @asynccontextmanager
    async def table(self, client: str) -> AsyncIterator[Opening]:
        """A table for a page that is being opened, for this address; raises `Full`.

        If all are taken, it is one that was left, or one at which nothing has been done for long.
        """
        if self._shut:
            raise Full
        rank = self.clients[client]
        self.clients[client] += 1
        try:
            async with asyncio.timeout(QUEUE):
                await self.tables.take(rank)
        except TimeoutError:
            self._forget(client)
            raise Full from None
        except BaseException:
            self._forget(client)
            raise
        opening = Opening(client)
        self.openings.append(opening)
        try:
            if self._shut:
                raise Full
            if self._taken() > self.most:
                spared = self._spared(client)
                if spared is None:
                    raise Full
                await self._give_away(spared)
            yield opening
        except BaseException:
            await self._drop(opening)
            raise

    def _forget(self, client: str) -> None:
        self.clients[client] -= 1
        if not self.clients[client]:
            del self.clients[client]

    async def _drop(self, opening: Opening) -> None:
        """This page does not come: it was left, or it could not be made."""
        self._arrived(opening)
        if opening.kernel is not None:
            await self.end(opening.kernel)

    def _arrived(self, opening: Opening) -> None:
        """It is not on its way any more."""
        if opening in self.openings:
            self.openings.remove(opening)
            self._forget(opening.client)
            self.tables.give_back()

    async def _watch(self) -> None:
        """Pages that are connected have come; those that are gone, or stay out, never will."""
        while True:
            await asyncio.sleep(LOOK)
            now = time.monotonic()
            for opening in [*self.openings]:
                kernel = opening.kernel
                if kernel is None or not opening.whole:
                    continue
                if self.connected(kernel) or kernel not in self.manager:
                    self._arrived(opening)
                elif now - opening.since > ON_THE_WAY and self.tables.awaited:
                    self._soon(self._drop(opening))
                    self._arrived(opening)
                elif now - opening.since > 2 * PATIENCE:
                    self._arrived(opening)  # it is not awaited any longer; culling ends it
            self.starts.look()  # somebody may have come or gone
            self.refills.look()

    async def _watch_the_greedy(self) -> None:
        """A kernel that keeps a core busy all the time comes after those of people who play."""
        used: dict[str, float] = {}
        greedy: Counter[str] = Counter()
        while True:
            await asyncio.sleep(WINDOW)
            before, used = used, {}
            for kernel in self.present():
                pid = self._process(kernel)
                if pid is None or (seconds := cpu_seconds(pid)) is None:
                    continue
                used[kernel] = seconds
                if seconds - before.get(kernel, seconds) > GREEDY * WINDOW:
                    greedy[kernel] += 1
                    await self._be_nice(kernel, NICE_AT_START)
                    if greedy[kernel] == STUBBORN:
                        with suppress(OSError):
                            os.setpriority(os.PRIO_PROCESS, pid, NICE_AT_START)
                elif greedy.pop(kernel, 0):
                    await self._be_nice(kernel, NICE)
            greedy = Counter({kernel: greedy[kernel] for kernel in greedy if kernel in used})

    async def _give_away(self, kernel: str) -> None:
        """End it for somebody else. What was played at it is saved; its page is told."""
        self.given[kernel] = None
        if len(self.given) > MOST_GIVEN:
            del self.given[next(iter(self.given))]
        if self.connected(kernel):
            log.info("full: a page that was silent for long made room")
            self.pages.say_ended(self.manager.get_kernel(kernel))
        await self.end(kernel)

    async def end(self, kernel: str) -> None:
        """Whoever waits for this may be cancelled; the kernel is ended nevertheless."""
        self.visitors.pop(kernel, None)
        if kernel in self.manager:
            ending = asyncio.ensure_future(self._shut_down(kernel))
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)
            await asyncio.shield(ending)

    async def _shut_down(self, kernel: str) -> None:
        with suppress(KeyError):  # it has ended by itself meanwhile
            await ensure_async(self.manager.shutdown_kernel(kernel, now=True))

    async def opened(self, name: str, opening: Opening) -> AsyncIterator[str]:
        """A notebook as a page, part by part; from a warm kernel if there is one."""
        if not self._pool(name):
            await self.starts.take()
            if self._pool(name):
                self.starts.give_back()  # one has become ready meanwhile
            else:
                self._start(name, self.starts)
        pool = self.manager._pools[name]
        made = pool.pop(0)
        try:
            content = await asyncio.shield(made)
        except asyncio.CancelledError:
            self._keep(name, made)
            raise
        self._refill(name, REFILL)
        renderer, task = content["renderer"], content["task"]
        opening.kernel = content["kernel_id"]
        self.visitors[opening.kernel] = Visit(opening.client, time.monotonic())
        self._soon(self._be_nice(opening.kernel, NICE))
        renderer.stop_generator = True
        parts = list(renderer.rendered_cache)
        if parts:
            yield "".join(parts)
        rendered, rest = await asyncio.shield(task)
        if len(rendered) > len(parts):
            yield "".join(rendered[len(parts) :])
        async for part, _ in rest:
            yield part
        opening.whole, opening.since, opening.task = True, time.monotonic(), None

    def _keep(self, name: str, made: asyncio.Task[dict[str, Any]]) -> None:
        """A kernel that was started for somebody who has left: for the next one, or not at all."""
        if self._pool(name) < max(1, self.pools.get(name, 0)):
            self.manager._pools[name].insert(0, made)
        else:
            self._soon(self._ended(made))

    async def _ended(self, made: asyncio.Task[dict[str, Any]]) -> None:
        with suppress(Exception):  # one that never came up is no more
            await self.end((await made)["kernel_id"])
