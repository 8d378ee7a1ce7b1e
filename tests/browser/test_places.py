"""One table in several browsers, as `escale serve` lays it: invited, seated, watching, gone, back.

Every message, the DOM and the storage of each browser are searched for cards that its seat may not
know. Four browsers that play whole games through two servers are in `test_four_browsers.py`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import dropwhile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from witness import Json, Witness, secrets

from escale import SPECTATOR, Match
from escale.app.store import Store

from .conftest import STAGE, Board, findings, new_page
from .test_secrets import Received

INVITE = ".es-invite"
FORM = ".es-veil form"
PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}


class Place(Board):
    """A page at a shared table, with all that its websockets have brought."""

    def __init__(self, page: Page, seat: int) -> None:
        super().__init__(page)
        self.own = seat
        self.raw: list[bytes] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, data: str | bytes) -> None:
        self.raw.append(data.encode() if isinstance(data, str) else data)

    def heard(self) -> list[Json]:
        """All that it was sent since it first got the whole of the shared table."""
        sent = [message | {"box": None} for message in Received(self.raw).messages()]
        return list(dropwhile(lambda message: message["kind"] != "whole", sent))

    def at(self, ply: int) -> None:
        """Wait until this page shows so many moves, or more."""
        self.page.wait_for_function(
            "([stage, ply]) => Number(document.querySelector(stage)?.dataset.ply) >= ply",
            arg=[STAGE, ply],
        )

    def sit(self, link: str, name: str) -> None:
        self.page.goto(link)
        self.page.locator(f"{FORM} input").fill(name)
        expect(self.root.locator(".es-status")).to_be_hidden()  # of a game that is not theirs
        self.page.keyboard.press("Enter")
        self.seated()

    def seated(self) -> None:
        self.page.wait_for_selector(f'{STAGE}[data-seat="{self.own}"]:has(.es-seat)')
        self.page.wait_for_selector(".es-veil", state="hidden")

    def holds(self) -> str:
        """All that the page has: storage, address, and the stage as it is."""
        text: str = self.page.evaluate(
            f"""() => JSON.stringify([{{ ...localStorage }}, {{ ...sessionStorage }}, location.href,
                document.querySelector('{STAGE}').outerHTML])"""
        )
        return text

    def token(self) -> str:
        seats = self.page.evaluate("sessionStorage['escale/seats']")
        (token,) = json.loads(seats).values()
        return str(token)


def open_invitations(host: Board) -> dict[str, str]:
    """The links of the invitation, by what they open."""
    host.do("invite")
    host.page.wait_for_selector(INVITE)
    links = host.page.locator("[data-invite]")
    return {
        str(one.get_attribute("data-invite")): str(one.get_attribute("href")) for one in links.all()
    }


def leaks(place: Place, match: Match, levels: list[str]) -> list[str]:
    """What is in a page, or in what it was ever sent of this table, and not for its seat."""
    kept, sent = place.holds(), place.heard()
    hidden = (word.decode() for word in secrets(match, place.ply, [place.own]))
    found = [f"in the page: {word}" for word in hidden if word in kept]
    wholes = [i for i, one in enumerate(sent) if one["kind"] == "whole" and not one["table"]["ply"]]
    since = [one for one in sent[wholes[-1] :] if one["kind"] != "invitations"]  # all have come
    found += Witness(match.record(), levels, own=place.own).unexplained(since)
    ply = 0
    for message in sent:
        frames = [message.get("table", {}), *message.get("frames", [])]
        ply = max([ply, *(frame["ply"] for frame in frames if "ply" in frame)])
        text = json.dumps(message, ensure_ascii=False)
        words = (word.decode() for word in secrets(match, ply, [place.own]))
        found += [f"{message['kind']} at {ply}: {word}" for word in words if word in text]
    return found


def to_move(places: list[Place]) -> Place | None:
    """Whoever has something to choose, once nothing moves any more."""
    for _ in range(200):
        for one in places:
            one.wait()
            if one.over:
                return None
            if one.lit():
                return one
        time.sleep(0.05)
    raise AssertionError(f"nobody can move: {[one.ply for one in places]}")


@pytest.fixture
def come(browser: Browser) -> Iterator[Callable[..., Place]]:
    opened: list[Place] = []

    def coming(seat: int, **options: Any) -> Place:
        opened.append(Place(new_page(browser, **{"locale": "fr"} | options), seat))
        return opened[-1]

    yield coming
    for one in opened:
        one.page.context.close()
        assert not one.errors


def test_two_play_and_one_watches_each_in_a_browser_of_their_own(
    come: Callable[..., Place], app: str, shared: Path
) -> None:
    host = come(0)
    host.page.goto(f"{app}/voila/render/fr/play-dominos-florentins.ipynb")
    host.page.wait_for_selector(f"{STAGE} [data-lit]")
    links = open_invitations(host)
    assert {"1", "watch"} <= set(links)
    assert host.page.locator(f"{INVITE} .es-invite-code svg").count() == 1
    expect(host.page.locator(f"{INVITE} .es-invite-reach")).to_contain_text("escale serve --lan")
    assert not findings(host, ".es-dialog")

    guest = come(1, **PHONE)
    guest.sit(links["1"], "Zanetta")
    assert links["1"].rpartition("=")[2] not in guest.page.url, "what is in the address is shown"
    watcher = come(SPECTATOR)
    watcher.page.goto(links["watch"])
    watcher.page.wait_for_selector(f"{STAGE}[data-watching]")
    expect(host.page.locator(f'{INVITE} [data-state="here"]')).to_have_count(2)
    host.page.reload()
    host.seated()

    late = come(1)  # the invitation is used up
    late.page.goto(links["1"])
    late.page.wait_for_selector("[data-game]")
    assert late.page.locator(STAGE).count() == 0
    late.page.context.close()

    rng, people = Random(3), [host, guest]
    for _ in range(3):
        one = to_move(people)
        assert one is not None
        ply = one.ply
        one.move(rng)
        for other in (host, guest, watcher):
            other.at(ply + 1)
    to_move(people)
    assert watcher.lit() == []
    assert watcher.page.locator(".es-last").inner_text()
    assert watcher.page.locator(".top").is_hidden()
    watcher.page.set_viewport_size({"width": 1920, "height": 1080})  # a projector's
    assert not watcher.page.evaluate(
        """document.documentElement.scrollHeight > innerHeight
        || [...document.querySelectorAll('.jp-MarkdownCell')].some((cell) => cell.offsetParent)"""
    )

    ply = guest.ply
    guest.page.reload()
    guest.seated()
    guest.at(ply)
    with closing(Store(shared / "tables")) as store:
        tokens = {one.token() for one in people}
        assert len(tokens) == 2
        news = store.meetings.news(host.token())
        match = Match.from_record(news.record)
        stranger = store.meetings.door(links["1"].rpartition("=")[2])
    assert stranger is None
    for place in (host, guest, watcher):
        assert leaks(place, match, news.seats) == []
        assert sum(sent["kind"] == "frames" for sent in place.heard()) >= 3
    hidden = secrets(match, match.ply, [1])[0].decode()
    guest.page.evaluate("(card) => (sessionStorage.x = card)", hidden)
    assert leaks(guest, match, news.seats), "the search finds what is there"

    guest.page.context.close()
    expect(host.page.locator(".es-seat.es-gone")).to_have_count(1)
    expect(host.page.locator(".es-company")).to_contain_text("Zanetta, hors ligne")
