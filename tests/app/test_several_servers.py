"""Two servers, one PostgreSQL, and nginx with the file of docs/serving: all real, and killed.

Visitors come through nginx, without a browser (`tests/visitors.py`), each at a table of their own
or several at one (`tests/people.py`). What several servers need of
the store alone is in `test_store_conformance.py` and `test_postgres.py`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from people import Circle, Person, unexplained
from postgres import Postgres
from servers import Farm, Server, farm
from visitors import TROUBLE, Manners, Refused, Visitor, arrive, lost_moves

from escale import Match
from escale.app.store import opened
from escale.teach.narrate import narrate

pytestmark = pytest.mark.long

FAULTS, SHARED_FAULTS = 50, 25
OPTIONS = ("--warm=1", "--most=12", "--cull=30")


@pytest.fixture
def database() -> Iterator[Postgres]:
    made = Postgres()
    try:
        yield made.start()
    finally:
        made.remove()


def there(visitor: Visitor, house: Farm) -> Server:
    """At which server somebody is."""
    return house.of(visitor.kernel)


async def several(house: Farm, count: int) -> list[Visitor]:
    people = [Visitor(house.address, seed=number) for number in range(count)]
    await arrive(people, 2)
    assert [one.errors for one in people] == [[]] * count
    assert {there(one, house).name for one in people} == {"one", "two"}
    return people


async def move(visitor: Visitor) -> None:
    """Whatever may be laid: after a fault nobody knows which of the cards is still in the hand."""
    for _ in range(6):
        try:
            return await visitor.move()
        except Refused as error:
            if "answered by" not in str(error):
                raise
            visitor._moves += 1
    raise AssertionError("no card could be laid")


async def in_the_middle(visitor: Visitor, fault: Coroutine[Any, Any, None]) -> bool:
    """A move, and a fault while it is on its way; has the page to be loaded again?"""
    moving = asyncio.ensure_future(move(visitor))
    await asyncio.sleep(0.02)
    await fault
    try:
        await asyncio.wait_for(moving, 8)
        await asyncio.wait_for(visitor._quiet.wait(), 8)
    except TROUBLE:
        return True
    return visitor._line is None


async def back(visitor: Visitor) -> None:
    """The page is loaded again, and shows at least what it had shown."""
    shown, over = visitor.ply, visitor.over
    await visitor.come_back()
    assert over or visitor.ply >= shown, f"{shown} moves were shown, {visitor.ply} came back"


def test_a_server_that_is_killed_loses_no_move_and_its_pages_go_on_at_the_other(
    tmp_path: Path, database: Postgres
) -> None:
    tables = database.database()

    async def story(house: Farm) -> None:
        people = await several(house, 4)
        for one in people:
            await move(one)
        victim = there(people[0], house)
        theirs = [one for one in people if there(one, house) is victim]
        others = [one for one in people if one not in theirs]
        moving = [asyncio.ensure_future(move(one)) for one in theirs]
        victim.kill()
        for one in others:
            await move(one)
        await asyncio.gather(*moving, return_exceptions=True)
        for one in theirs:
            await back(one)
            assert there(one, house) is not victim
            await move(one)
        assert not lost_moves(people, tables)
        victim.start()
        await asyncio.sleep(6)  # nginx has not asked it for so long
        new = [await Visitor(house.address).open() for _ in range(3)]
        assert victim in [there(one, house) for one in new]
        for one in (*people, *new):
            await one.settle()
            await one.leave()
        assert not lost_moves(people, tables)

    with farm(tmp_path, tables, *OPTIONS) as house:
        asyncio.run(story(house))
        assert all("Traceback" not in server.log for server in house.servers)


def test_a_server_that_is_to_end_lets_open_pages_finish_and_new_ones_go_to_the_other(
    tmp_path: Path, database: Postgres
) -> None:
    tables = database.database()

    async def story(house: Farm) -> None:
        people = await several(house, 4)
        leaver = there(people[0], house)
        theirs = [one for one in people if there(one, house) is leaver]
        leaver.send(signal.SIGTERM)
        await asyncio.sleep(1)
        for _ in range(4):
            visitor = await Visitor(house.address).open()
            assert there(visitor, house) is not leaver
            await visitor.leave()
        for one in people:
            await move(one)
        assert leaver.process is not None
        assert leaver.process.poll() is None, "somebody is still there"
        for one in theirs:
            await one.settle()
            await one.leave()
        assert await asyncio.to_thread(leaver.wait, 20) == 0
        assert "may go on for 60 s" in leaver.log
        for one in people:
            if one not in theirs:
                await move(one)
                await one.leave()
        assert not lost_moves(people, tables)

    with farm(tmp_path, tables, *OPTIONS, "--grace=60") as house:
        asyncio.run(story(house))


def test_when_no_server_answers_people_read_a_sentence(tmp_path: Path, database: Postgres) -> None:
    with farm(tmp_path, database.database(), *OPTIONS, "--warm=0") as house:
        for server in house.servers:
            server.kill()
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{house.address}/", timeout=10)
        with refused.value as answer:
            text = answer.read().decode()
            assert answer.code == 503
            assert answer.headers["Retry-After"] == "5"
        assert "Le serveur ne répond pas" in text
        assert "tries again every five seconds" in text
        for server in house.servers:
            server.start()
        with urllib.request.urlopen(f"{house.address}/", timeout=10) as answer:
            assert answer.status == 200


def test_fifty_faults_in_the_middle_of_moves_lose_nothing(
    tmp_path: Path, database: Postgres
) -> None:
    """Kernels, servers, the database, nginx and pages, one after the other, each killed while
    somebody moves. Whoever is hit loads the page again and finds what was shown."""
    tables, rng = database.database(), Random(15)
    told: dict[str, int] = {}

    async def story(house: Farm) -> None:
        people = await several(house, 4)

        async def kernel(visitor: Visitor) -> None:
            server = there(visitor, house)
            pids = server.kernels()
            assert pids
            for pid in pids:  # of all who are there
                os.kill(pid, signal.SIGKILL)

        async def server(visitor: Visitor) -> None:
            there(visitor, house).kill()

        async def proxy(visitor: Visitor) -> None:
            house.front.kill()
            await asyncio.to_thread(house.front.start)

        async def postgres(visitor: Visitor) -> None:
            database.kill()
            await asyncio.sleep(rng.choice((0.0, 0.3)))
            await asyncio.to_thread(database.start)

        async def page(visitor: Visitor) -> None:
            await visitor.vanish()

        faults = [kernel, server, proxy, postgres, page]
        for number in range(FAULTS):
            fault, visitor = faults[number % 5], rng.choice(people)
            for one in people:
                one.manners = Manners(0, 0)
            others = [asyncio.ensure_future(move(one)) for one in people if one is not visitor]
            await in_the_middle(visitor, fault(visitor))
            await asyncio.gather(*others, return_exceptions=True)
            for each in house.servers:
                if each.process is None or each.process.poll() is not None:
                    await asyncio.to_thread(each.start)
            for one in people:  # whoever hears nothing loads the page again
                try:
                    await asyncio.wait_for(move(one), 8)
                    await asyncio.wait_for(one._quiet.wait(), 8)
                except (*TROUBLE, AssertionError):
                    await back(one)
                    await move(one)
                    await one.settle()
            lost = lost_moves([one for one in people if not one.over], tables)
            assert not lost, (number, fault.__name__, lost)
            told[fault.__name__] = told.get(fault.__name__, 0) + 1
        for one in people:
            await one.leave()

    with farm(tmp_path, tables, *OPTIONS) as house:
        asyncio.run(story(house))
    sys.stderr.write(f"\nfaults in the middle of moves, nothing lost: {told}\n")
    assert sum(told.values()) == FAULTS


# --- several people at one table ------------------------------------------------------------------


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


async def all_back(circle: Circle) -> list[str]:
    """Whoever gets no answer loads the page again, and sees at least what it had shown."""
    again = []
    for one in circle.people:
        try:
            await asyncio.wait_for(one.ask(do="words", ply=one.ply), 8)
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


def test_faults_at_one_shared_table_lose_nothing_and_no_two_pages_disagree(
    tmp_path: Path, database: Postgres
) -> None:
    tables, told = database.database(), dict[str, int]()
    counted = {"moves": 0, "games": 1, "reloads": 0}

    async def story(house: Farm) -> None:
        circle = Circle(house.address, "casanova", ["Host", "Bea", "Carl"], 4, seed=15)
        await circle.gather()
        levels = ["person"] * 3 + ["random"]
        for one in circle.people:  # what was told while people came is not looked at
            one.sent.clear()
            await one.come_back()
        for _ in range(20):  # the last of them is at another server than the host
            if house.of(circle.people[2].kernel) is not house.of(circle.host.kernel):
                break
            await circle.people[2].come_back()
        assert {house.of(one.kernel).name for one in circle.people} == {"one", "two"}

        async def kernel(victim: Person) -> None:
            pids = house.of(victim.kernel).kernels()
            assert pids
            for pid in pids:
                os.kill(pid, signal.SIGKILL)

        async def server(victim: Person) -> None:
            house.of(victim.kernel).kill()

        async def proxy(victim: Person) -> None:
            house.front.kill()
            await asyncio.to_thread(house.front.start)

        async def postgres(victim: Person) -> None:
            database.kill()
            await asyncio.to_thread(database.start)

        async def page(victim: Person) -> None:
            await victim.vanish()

        faults = [kernel, server, proxy, postgres, page]
        for number in range(SHARED_FAULTS):
            fault, victim = faults[number % 5], circle.rng.choice(circle.people)
            mover = await circle.mover()
            assert mover is not None, "somebody can move"
            before = max(one.ply for one in circle.people)
            moving = asyncio.ensure_future(mover.try_to_move(circle.rng))
            await asyncio.sleep(circle.rng.choice((0.0, 0.02, 0.05)))
            await fault(victim)
            with suppress(*TROUBLE):
                await asyncio.wait_for(moving, 8)
            for each in house.servers:
                if each.process is None or each.process.poll() is not None:
                    await asyncio.to_thread(each.start)
            counted["reloads"] += len(await all_back(circle))
            match = await at_rest(circle, tables)
            assert match.ply >= before, "a move that was shown is stored"
            for one in circle.people:
                assert one.seat is not None
                lines = [line[0] for line in one.lines]
                assert lines == told_to(match, one.seat), (number, fault.__name__, one.name)
            told[fault.__name__] = told.get(fault.__name__, 0) + 1
            if match.over:
                for one in circle.people:
                    assert unexplained(one, match, levels) == []
                counted["moves"] += match.ply
                counted["games"] += 1
                await circle.again()
                await at_rest(circle, tables)
        match = await at_rest(circle, tables)
        counted["moves"] += match.ply
        for one in circle.people:
            assert unexplained(one, match, levels) == []
        circle.host.seat = 1
        assert unexplained(circle.host, match, levels), "the search finds what is there"
        await circle.leave()

    with farm(tmp_path, tables, *OPTIONS) as house:
        asyncio.run(story(house))
    sys.stderr.write(f"\nfaults at a shared table, nothing lost: {told}, {counted}\n")
    assert sum(told.values()) == SHARED_FAULTS
