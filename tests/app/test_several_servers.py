"""Two servers, one PostgreSQL, and nginx with the file of docs/serving: all real, and killed.

Visitors come through nginx, without a browser (`tests/visitors.py`), each at a table of their own
or several at one (`tests/people.py`, `tests/faults.py`). What several servers need of
the store alone is in `test_store_conformance.py` and `test_postgres.py`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from faults import kernel_of, page, server_of, survive
from people import Circle, Person
from postgres import Postgres
from servers import Farm, Server, farm
from visitors import TROUBLE, Manners, Refused, Visitor, arrive, lost_moves

pytestmark = pytest.mark.long

FAULTS, ALONE_FAULTS = 50, 25  # at a shared table; at tables of one page each
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


def test_faults_in_the_middle_of_moves_lose_nothing(tmp_path: Path, database: Postgres) -> None:
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
        for number in range(ALONE_FAULTS):
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
    assert sum(told.values()) == ALONE_FAULTS


# --- several people at one table ------------------------------------------------------------------


def test_fifty_faults_at_a_shared_table_lose_nothing_and_no_two_pages_disagree(
    tmp_path: Path, database: Postgres
) -> None:
    tables, told = database.database(), dict[str, int]()

    async def story(house: Farm) -> None:
        circle = Circle(house.address, "casanova", ["Host", "Bea", "Carl"], 4, seed=15)
        await circle.gather()
        for one in circle.people:  # what was told while people came is not looked at
            one.sent.clear()
            await one.come_back()
        for _ in range(20):  # the last of them is at another server than the host
            if house.of(circle.people[2].kernel) is not house.of(circle.host.kernel):
                break
            await circle.people[2].come_back()
        assert {house.of(one.kernel).name for one in circle.people} == {"one", "two"}

        async def proxy(victim: Person) -> None:
            house.front.kill()
            await asyncio.to_thread(house.front.start)

        async def postgres(victim: Person) -> None:
            database.kill()
            await asyncio.to_thread(database.start)

        faults = [kernel_of(house), server_of(house), proxy, postgres, page]
        told.update(await survive(circle, house.servers, tables, faults, FAULTS))
        await circle.leave()

    with farm(tmp_path, tables, *OPTIONS) as house:
        asyncio.run(story(house))
    sys.stderr.write(f"\nfaults at a shared table, nothing lost: {told}\n")
    assert sum(told[name] for name in ("kernel", "server", "proxy", "postgres", "page")) == FAULTS
