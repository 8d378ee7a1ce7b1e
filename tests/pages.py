"""A session without a browser: what its page would send, and what it would get."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from escale.engine import store as stores
from escale.engine.match import Match
from escale.session.messages import PROTOCOL, TOLD, TYPES, Kind
from escale.session.saving import Keeper, check_name
from escale.session.seats import check_lang, check_seats, sit_down
from escale.session.session import Session
from escale.session.viewer import Viewer


def later(seconds: float, act: Callable[[], None]) -> bool:
    """The event loop of a test, where it runs one."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return False
    loop.call_later(seconds, act)
    return True


def lay(
    match: Match,
    *,
    seats: Sequence[str] | None = None,
    seat: int | None = None,
    lang: str | None = None,
    hand: bool = True,
    keeper: Keeper | None = None,
    seed: int | None = None,
) -> Viewer:
    """The one page of a session, like a table that `escale.play` lays, without Jupyter."""
    sitting = check_seats(match.game, len(match.players), seats)
    session = Session(match, seats=sitting, live=hand, keeper=keeper, seed=seed, later=later)
    viewer = Viewer(session, lambda message: None, lang=check_lang(lang), seat=seat)
    session.start()
    return viewer


def play(
    game: str, players: Any = None, *, lang: str | None = None, table: str | None = None, **how: Any
) -> Viewer:
    """The same with a new game, saved in the store that there is."""
    match, sitting = sit_down(game, players, **how)
    name, store = check_name(table), stores.open_store()
    keeper = None if store is None else Keeper(store, name)
    return lay(match, seats=sitting, lang=lang, keeper=keeper, seed=how.get("seed"))


def board(match: Match, seat: int | None = None, lang: str | None = None) -> Viewer:
    return lay(match, seat=seat, lang=lang, hand=False)


SHAPES = {"text": str, "number": (int, float), "flag": bool, "list": list, "table": dict}


def unfit(told: dict[str, Any], kinds: Mapping[str, Kind] = TOLD) -> list[str]:
    """What in a message to a page is not as the table of messages says."""
    kind = kinds[told["kind"]]
    allowed = {**kind.fields, **kind.may}
    found = [name for name in told if name not in ("kind", "re") and name not in allowed]
    for name, type_ in allowed.items():
        shape = TYPES[type_].shape
        if name not in told:
            found += [name] if name in kind.fields else []
        elif told[name] is None:
            found += [] if shape.endswith("?") else [name]
        elif not isinstance(told[name], SHAPES[shape.removesuffix("?")]):
            found.append(name)
    return found


class Page:
    """What a viewer has sent: each message as the table of messages says."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer, self.session = viewer, viewer.session
        self.sent: list[dict[str, Any]] = []
        viewer.send = self.receive

    @property
    def match(self) -> Match:
        return self.session.match

    def receive(self, message: dict[str, Any]) -> None:
        told = json.loads(json.dumps(message))
        assert not unfit(told), (unfit(told), told)
        self.sent.append(told)

    def ask(self, content: Any) -> list[dict[str, Any]]:
        """What comes back for a message; here all may have the same id."""
        self.sent.clear()
        self.viewer.heard.clear()
        self.viewer.receive(content)
        return list(self.sent)

    def hello(
        self, tab: str = "t", token: str | None = None, *, name: str = "n", wanted: bool = False
    ) -> list[dict[str, Any]]:
        """The page has opened the table."""
        who = {"page": tab, "name": name, "token": token, "wanted": wanted}
        return self.ask({"do": "hello", **who, "protocol": PROTOCOL})

    def move(self, *keys: str, ply: int | None = None) -> list[dict[str, Any]]:
        at = self.match.ply if ply is None else ply
        return self.ask({"do": "move", "keys": list(keys), "ply": at, "id": "x-1"})

    def path(self) -> list[str]:
        """The keys of a legal move."""
        match = self.match
        return list(match.game.path(match.state, match.legal()[0]))

    def of(self, kind: str) -> dict[str, Any]:
        """The last message of this kind."""
        return next(message for message in reversed(self.sent) if message["kind"] == kind)
