"""A shared table on one server with SQLite: its kernels, the server and a page are killed in the
middle of moves. Fifty faults, with a database and nginx too, are in `test_several_servers.py`; a
database that is killed is in `test_postgres.py`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from faults import kernel_of, page, server_of, survive
from people import Circle
from servers import Server

pytestmark = pytest.mark.slow


class Alone:
    """The one server that there is."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def of(self, _: str) -> Server:
        return self.server


def test_kills_at_a_shared_table_lose_nothing_and_no_two_pages_disagree(tmp_path: Path) -> None:
    tables = str(tmp_path / "tables")
    server = Server(tmp_path / "one", "one", tables, "--warm=0", "--most=6", "--cull=30")

    async def story() -> None:
        house = Alone(server)
        circle = Circle(server.address, "casanova", ["Host", "Bea"], 3, seed=15)
        await circle.gather()
        for one in circle.people:  # what was told while people came is not looked at
            one.sent.clear()
            await one.come_back()
        faults = [kernel_of(house), server_of(house), page]
        told = await survive(circle, [server], tables, faults, len(faults), patience=1.5)
        assert told["kernel"] == told["server"] == told["page"] == 1
        await circle.leave()

    try:
        server.start()
        asyncio.run(story())
    finally:
        server.stop()
