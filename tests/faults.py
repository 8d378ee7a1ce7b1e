"""What is killed in the middle of moves at a shared table, and what has to hold after it: every
move that any page has shown is stored, all pages tell the same game, and none was sent what its
seat may not know. People are those of `people.py`, servers those of `servers.py`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Protocol

from people import Circle, Person, unexplained
from servers import Server
from visitors import TROUBLE

from escale import Match
from escale.app.store import opened
from escale.teach.narrate import narrate

Fault = Callable[[Person], Awaitable[None]]


class House(Protocol):
    def of(self, kernel: str) -> Server: ...


def kernel_of(house: House) -> Fault:
    async def kernel(victim: Person) -> None:
        pids = house.of(victim.kernel).kernels()
        assert pids
        for pid in pids:  # of all who are there
            os.kill(pid, signal.SIGKILL)

    return kernel


def server_of(house: House) -> Fault:
    async def server(victim: Person) -> None:
        house.of(victim.kernel).kill()

    return server


async def page(victim: Person) -> None:
    await victim.vanish()


def stored(tables: str, circle: Circle) -> Match:
    """The game as the database has it."""
    store = opened(tables)
    try:
        assert store.meetings is not None
        return Match.from_record(store.meetings.news(circle.host.token).record)
    finally:
        store.close()


def told_to(match: Match, seat: int) -> list[str]:
    events = [event.seen_by(seat) for ply in match.plies for event in ply.events]
    return [line.text for line in narrate(match.game, events, "fr", match.players, seat)]


async def all_back(circle: Circle, patience: float) -> list[str]:
    """Whoever gets no answer loads the page again, and sees at least what it had shown."""
    again = []
    for one in circle.people:
        try:
            await asyncio.wait_for(one.ask(do="words", ply=one.ply), patience)
            continue
        except TROUBLE:
            shown = one.ply
        for attempt in range(4):
            try:
                await one.come_back()
                break
            except TROUBLE:
                if attempt == 3:
                    raise
                await asyncio.sleep(1)
        assert one.ply >= shown, f"{shown} moves were shown to {one.name}, {one.ply} came back"
        again.append(one.name)
    return again


async def at_rest(circle: Circle, tables: str) -> Match:
    """Until all pages show what is stored, and somebody can move or the game is over."""
    end = time.monotonic() + 60
    while True:
        match = stored(tables, circle)
        same = [one.ply == match.ply for one in circle.people]
        if all(same) and (match.over or any(one.paths for one in circle.people)):
            return match
        assert time.monotonic() < end, (match.ply, [(one.name, one.ply) for one in circle.people])
        await asyncio.sleep(0.1)


async def survive(
    circle: Circle,
    servers: Sequence[Server],
    tables: str,
    faults: Sequence[Fault],
    count: int,
    patience: float = 8.0,
) -> Counter[str]:
    """So many faults, each while somebody moves; what happened how often.

    Whoever has no answer for so long (`patience`, in seconds) loads the page again: that costs time
    only.
    """
    told = Counter(games=1)
    levels = ["person"] * len(circle.people)
    levels += ["random"] * (circle.seats - len(levels))

    def look(match: Match) -> None:
        told["moves"] += match.ply
        for one in circle.people:
            assert unexplained(one, match, levels) == []

    for number in range(count):
        fault, victim = faults[number % len(faults)], circle.rng.choice(circle.people)
        mover = await circle.mover()
        assert mover is not None, "somebody can move"
        moving = asyncio.ensure_future(mover.try_to_move(circle.rng))
        await asyncio.sleep(circle.rng.choice((0.0, 0.02, 0.05)))
        await fault(victim)
        with suppress(*TROUBLE):
            await asyncio.wait_for(moving, patience)
        shown = max(one.ply for one in circle.people)
        for each in servers:
            if each.process is None or each.process.poll() is not None:
                await asyncio.to_thread(each.start)
        told["reloads"] += len(await all_back(circle, patience))
        match = await at_rest(circle, tables)
        assert match.ply >= shown, "a move that was shown is stored"
        for one in circle.people:
            assert one.seat is not None
            lines = [line[0] for line in one.lines]
            assert lines == told_to(match, one.seat), (number, told, one.name)
        told[getattr(fault, "__name__", "fault")] += 1
        if match.over:
            look(match)
            told["games"] += 1
            await circle.again()
            await at_rest(circle, tables)
    match = await at_rest(circle, tables)
    look(match)
    circle.host.seat = 1
    assert unexplained(circle.host, match, levels), "the search finds what is there"
    return told
