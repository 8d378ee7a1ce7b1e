"""Python in a Web Worker as the host of tables, lessons and practice in a page without a server.

The page's worker (`frontend/src/worker.js`) makes one `Host` and speaks to it in JSON text and
numbers only: objects of JavaScript, its null above all, are not what they seem here, and functions
that were handed over are gone after the call. Every place of the page has an id; what stands there
is said once (`open`), after that the messages are those of `docs/protocol.md`.

    host = Host(post, wait, keep)
    host.receive("t1", '{"open": {"kind": "table", "game": "casanova", "lang": "fr", "deal": 2}}')
    host.receive("t1", '{"do": "move", "keys": ["card-5"], "ply": 0}')

`post(id, text)` tells the page something, `wait(seconds, number)` has `tick(number)` called later,
`keep(token, text)` writes a row of the database (`worker_store`). Nothing here knows a browser, so
that Node runs it as well. Needs the standard library only.

Somebody waits while this is imported, mostly for a table: what lessons and practice need is
imported by their places.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Protocol

from escale.engine.errors import EscaleError
from escale.engine.registry import game as find_game
from escale.session import coach, deals
from escale.session.saving import Keeper
from escale.session.seats import check_lang, sit_down
from escale.session.session import Session
from escale.session.viewer import Viewer

from .worker_store import WorkerStore

Json = dict[str, Any]
Send = Callable[[Json], None]


class Place(Protocol):
    """What stands at a place of the page."""

    def receive(self, content: object) -> None: ...


class TablePlace:
    """A table to play at."""

    def __init__(self, host: Host, about: Mapping[str, Any], send: Send) -> None:
        deal = about.get("deal")
        players = about.get("players")
        seed = None if deal is None else deals.seed(about["game"], deal, players)
        coached = bool(about.get("coach"))  # the address asks for a first game (`?coach`)
        match, seats = sit_down(
            about["game"],
            players,
            seats=None if coached else about.get("seats"),
            options=about.get("options"),
            seed=seed,
            others=coach.GENTLE if coached else None,
            first=coached,
        )
        keeper = Keeper(host.store, here=True)
        wish = coach.asked_for(seats) if coached else None
        # A deal that is in the page is known to everybody; what comes after it is not: no seed.
        self.session = Session(match, seats=seats, keeper=keeper, later=host.later, coach=wish)
        self.viewer = Viewer(self.session, send, lang=check_lang(about.get("lang")))

    @property
    def token(self) -> str:
        assert self.session.keeper is not None
        return self.session.keeper.token

    def receive(self, content: object) -> None:
        self.viewer.receive(content)


class LessonPlace:
    """A lesson, of which the page has everything but the table to try it at."""

    def __init__(self, host: Host, about: Mapping[str, Any], send: Send) -> None:
        from escale.session.trial import Trials
        from escale.teach.lesson import lesson

        self._trials = Trials(lambda: lesson(about["lesson"]), send, later=host.later)

    def receive(self, content: object) -> None:
        self._trials.receive(content)


class PracticePlace:
    """Exercises without end."""

    def __init__(self, host: Host, about: Mapping[str, Any], send: Send) -> None:
        self._game = find_game(about["game"])
        self._lang = check_lang(about.get("lang"))
        self._send = send

    def receive(self, content: object) -> None:
        from . import practice_answers

        for answer in practice_answers.answers(self._game, self._lang, content):
            self._send(answer)


KINDS: Mapping[str, Callable[[Host, Mapping[str, Any], Send], Place]] = {
    "table": TablePlace,
    "lesson": LessonPlace,
    "practice": PracticePlace,
}


class Host:
    """All places of one page."""

    def __init__(
        self,
        post: Callable[[str, str], object],
        wait: Callable[[float, int], object],
        keep: Callable[[str, str], object],
    ) -> None:
        self.store = WorkerStore(keep)
        self.places: dict[str, Place] = {}
        self._post, self._wait = post, wait
        self._timers: dict[int, Callable[[], None]] = {}
        self._numbers = count(1)

    # --- time -------------------------------------------------------------------------------------

    def later(self, seconds: float, act: Callable[[], None]) -> bool:
        number = next(self._numbers)
        self._timers[number] = act
        self._wait(seconds, number)
        return True

    def tick(self, number: int) -> None:
        """The time of this timer has come."""
        self._timers.pop(number)()

    # --- messages ---------------------------------------------------------------------------------

    def receive(self, id: str, text: str) -> None:
        """What the page says to one of its places."""
        content = json.loads(text)
        if isinstance(content, dict) and "open" in content:
            self._open(id, content["open"])
        elif id in self.places:
            self.places[id].receive(content)

    def _open(self, id: str, about: Mapping[str, Any]) -> None:
        if id in self.places:
            return

        def send(message: Json) -> None:
            self._post(id, json.dumps(message, ensure_ascii=False, separators=(",", ":")))

        try:
            self.places[id] = KINDS[about["kind"]](self, about, send)
        except EscaleError as error:
            send({"kind": "say", "text": str(error), "tone": "warn"})

    # --- the database -----------------------------------------------------------------------------

    @property
    def _tables(self) -> dict[str, TablePlace]:
        return {id: place for id, place in self.places.items() if isinstance(place, TablePlace)}

    def tokens(self) -> str:
        """The tables that are played at here, as a list of tokens."""
        return json.dumps([place.token for place in self._tables.values()])

    def refresh(self, text: str) -> None:
        """How rows are in the database now: `{rows: {token: row or null}, elsewhere: [token]}`."""
        told = json.loads(text)
        self.store.refresh(told["rows"], told["elsewhere"])

    def fail(self, reason: str, tokens: str) -> None:
        """These rows could not be written: whoever plays there is told, once."""
        lost = json.loads(tokens)
        self.store.fail(reason, lost)
        for place in self._tables.values():
            if place.token in lost:
                place.receive({"do": "sign", "leaving": False})

    def mend(self) -> None:
        """They can be written again."""
        self.store.mend()

    def taken(self, token: str, asked: str) -> None:
        """This table is played at in another page now. `asked` are the ids of messages, a list for
        each place, that nobody is going to answer."""
        ids = json.loads(asked)
        for id, place in self._tables.items():
            if place.token == token:
                place.session.wait_for_nobody()
                for answer_to in ids.get(id) or [None]:
                    place.viewer.send({"kind": "lost", "re": answer_to, "token": token})
