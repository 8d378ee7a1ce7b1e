"""Several sessions at one table, as if each were in a kernel of its own: they meet in the store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from pages import Page

from escale import CHANCE
from escale.app.store import Store
from escale.session.saving import Keeper
from escale.session.seats import sit_down
from escale.session.session import Session
from escale.session.sharing import Member
from escale.session.viewer import Viewer


class Kernel:
    """A page with a session of its own, and a clockwork that a test turns."""

    def __init__(self, place: Path, game: str, seats: list[str], lang: str = "en") -> None:
        self.store = Store(place)
        self.waiting: list[tuple[float, Callable[[], None]]] = []
        self.dead = False
        match, sitting = sit_down(game, seats=seats)
        keeper = Keeper(self.store)
        self.session = Session(match, seats=sitting, keeper=keeper, later=self.later)
        self.page = Page(Viewer(self.session, lambda _: None, lang=lang))
        self.heard: list[dict[str, Any]] = []  #: all that its page was ever sent
        self.page.viewer.send = self._hear
        self.session.start()

    def _hear(self, message: dict[str, Any]) -> None:
        self.page.receive(message)
        self.heard.append(self.page.sent[-1])

    def later(self, seconds: float, act: Callable[[], None]) -> bool:
        self.waiting.append((seconds, act))
        return True

    def run(self, rounds: int = 1, longest: float = 0.1) -> None:
        """Do what is to be done soon, a few times."""
        for _ in range(rounds):
            due = [act for seconds, act in self.waiting if seconds <= longest]
            self.waiting = [one for one in self.waiting if one[0] > longest]
            if not self.dead:
                for act in due:
                    act()

    @property
    def member(self) -> Member:
        assert isinstance(self.session.keeper, Member)
        return self.session.keeper

    @property
    def log(self) -> list[Any]:
        return list(self.page.viewer.shown.lines)

    def look(self) -> None:
        assert self.member.following is not None
        self.member.following.look()

    def move(self, rng: Random | None = None) -> list[dict[str, Any]]:
        """The person of this page moves."""
        match = self.session.match
        if match.actor == CHANCE:
            return self.page.move("roll")
        move = (rng or Random(1)).choice(match.legal())
        return self.page.move(*match.game.path(match.state, move))

    def said(self) -> list[str]:
        return [one["text"] for one in self.page.sent if one["kind"] == "say"]


Opened = Callable[..., Kernel]


def invite(kernel: Kernel) -> dict[int | None, str]:
    """The invitations by seat, as the page of the host gets them; None is for watching."""
    address = "http://192.0.2.7:8866/"
    (told,) = [
        one for one in kernel.page.ask({"do": "invite", "address": address, "id": "i"})
        if one["kind"] == "invitations"
    ]  # fmt: skip
    return {one["seat"]: one["link"].rpartition("=")[2] for one in told["links"]}


def sit(kernel: Kernel, token: str, name: str, tab: str = "") -> None:
    kernel.page.hello(tab or f"tab-{name}", token, wanted=True)
    assert kernel.page.of("invited")["token"] == token
    kernel.page.ask({"do": "sit", "token": token, "name": name, "device": "", "id": "s"})
    assert kernel.session.is_shared, kernel.said()


def table_for(
    kernels: Opened, *names: str, game: str = "casanova", more: int = 0, lang: str = "en"
) -> list[Kernel]:
    """A host and their guests, each in a kernel of their own; `more` seats are computers'."""
    seats = ["person"] * (1 + len(names)) + ["random"] * more
    host = kernels(game, seats, lang)
    host.page.hello("tab-host")
    links = invite(host)
    guests = []
    for seat, name in enumerate(names, start=1):
        guests.append(kernels(game, lang=lang))
        sit(guests[-1], links[seat], name)
    for one in (host, *guests):
        one.look()
        one.page.sent.clear()
    return [host, *guests]


def settle(table: list[Kernel], rounds: int = 30) -> None:
    """Everybody looks, and computers move."""
    for _ in range(rounds):
        for one in table:
            if not one.dead:
                one.run()
                one.look()
        if len({one.session.match.ply for one in table if not one.dead}) == 1:
            if not table[0].session.moves_itself():
                return


def mover(table: list[Kernel]) -> Kernel | None:
    """Whose page has something to choose."""
    return next((one for one in table if one.page.viewer.shown.scene.choices), None)
