"""People at one shared table, without a browser: what their pages send, and all they are sent.

A `Person` is a visitor (`visitors.py`) with a seat. It puts the frames that come together as a page
does, and moves by what its page would light up. `Circle` is a table for several of them.
"""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Any

from visitors import Visitor
from witness import Witness

from escale import Match
from escale.session.frames import merged

Json = dict[str, Any]


class Person(Visitor):
    """A page at a shared table. An invitation is used up by the first opening."""

    def __init__(self, address: str, game: str, name: str, **options: Any) -> None:
        super().__init__(address, page=f"voila/render/fr/play-{game}.ipynb", **options)
        self.name, self.invitation = name, ""
        self.seat: int | None = None
        self.scene: Json = {}
        self.lines: list[list[Any]] = []
        self.sent: list[Json] = []  # all that this page was told at the shared table
        self.shown: dict[int, float] = {}  # by number of moves: when it was first seen
        self._asked = 0

    # --- what it hears --------------------------------------------------------------------------

    def _note(self, told: Json) -> None:
        now = time.perf_counter()
        before = self.ply
        super()._note(told)
        table = told.get("table")
        if table:
            self.scene, self.lines = table["scene"], list(table["log"])
            self.seat = table["seat"]
        for frame in told.get("frames", ()):
            self.scene = merged(self.scene, frame.get("scene", {}))
            self.lines += frame.get("add", [])
        if table or self.ply != before:
            for ply in range(min(before, self.ply) + 1, self.ply + 1):
                self.shown.setdefault(ply, now)
        self.sent.append({name: value for name, value in told.items() if name != "box"})

    async def _greet(self) -> None:
        if self.token or not self.invitation:
            return await super()._greet()
        self._asked += 1
        await self._answered("invited", **self._hello(self.invitation))
        sit = {"do": "sit", "id": f"s{self._asked}", "token": self.invitation, "name": self.name}
        kept = await self._answered("kept", **sit, device="")
        self.token, self.invitation = kept["token"], ""
        return None

    # --- what it does ---------------------------------------------------------------------------

    async def ask(self, **message: Any) -> Json:
        """The answer to a message."""
        self._asked += 1
        name = f"a{self._asked}"
        return await self._answered(name, id=name, **message)

    @property
    def paths(self) -> list[list[str]]:
        """The moves that are lit."""
        found = self.scene.get("choices") or {}
        keys = found.get("keys", [])
        return [[keys[number] for number in path] for path in found.get("paths", [])]

    async def try_to_move(self, rng: Random) -> Json:
        """Whatever comes back: frames, or why not."""
        return await self.ask(do="move", keys=rng.choice(self.paths), ply=self.ply)


class Circle:
    """People around one table, the first of them the host; the seats left over are computers'."""

    def __init__(self, address: str, game: str, names: list[str], seats: int, seed: int) -> None:
        self.game, self.seats, self.rng = game, seats, Random(seed)
        self.people = [Person(address, game, name, seed=n) for n, name in enumerate(names)]
        self.host = self.people[0]

    def new_game(self) -> Json:
        chairs = [{"name": one.name, "level": "person"} for one in self.people]
        for number in range(len(chairs), self.seats):
            chairs.append({"name": f"Computer {number}", "level": "random"})
        return {"do": "new", "seats": chairs, "options": {}, "seed": None}

    async def gather(self) -> None:
        """All sit down."""
        await self.host.open()
        await self.host.ask(**self.new_game())
        told = await self.host.ask(do="invite", address=f"{self.host.address}/")
        links = {one["seat"]: one["link"].rpartition("=")[2] for one in told["links"]}
        for seat, one in enumerate(self.people[1:], start=1):
            one.invitation = links[seat]
            await one.open()
            assert one.seat == seat

    async def mover(self, seconds: float = 30) -> Person | None:
        """Whoever has something to choose; None if nobody has for so long, or all is over."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for one in self.people:
                if one._line is not None and one.paths and not one.over:
                    return one
            if all(one.over for one in self.people):
                return None
            await asyncio.sleep(0.01)
        return None

    async def until_all_see(self, ply: int, seconds: float = 30) -> list[Person]:
        """Until everybody's page shows so many moves; whose does not?"""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if all(one.ply >= ply for one in self.people):
                return []
            await asyncio.sleep(0.01)
        return [one for one in self.people if one.ply < ply]

    async def again(self) -> None:
        """Another game at the same table, once all have seen the end of this one."""
        await self.host.ask(**self.new_game())
        end = time.monotonic() + 30
        while any(one.over for one in self.people) and time.monotonic() < end:
            await asyncio.sleep(0.05)
        for one in self.people:
            one.shown.clear()
            one.sent[:] = [one.sent[-1]]

    async def leave(self) -> None:
        for one in self.people:
            await one.leave()


def unexplained(one: Person, match: Match, levels: list[str]) -> list[str]:
    """All that this page was sent and that cannot be explained by what its seat may know."""
    sent = [told for told in one.sent if told["kind"] not in ("words", "invitations")]
    began = next(at for at, told in enumerate(sent) if told["kind"] == "whole")
    return Witness(match.record(), levels, own=one.seat).unexplained(sent[began:])
