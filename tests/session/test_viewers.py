"""Several pages at one session: each has its own seat, language, scene, log and version."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from pages import Page

from escale import CHANCE, SPECTATOR, IllegalMove, Match, game_names
from escale import game as find_game
from escale.session.frames import merged
from escale.session.perspective import Perspective
from escale.session.session import Session
from escale.session.viewer import Viewer


def pages(
    name: str, *viewers: tuple[int | None, str], seats: list[str] | None = None, seed: int = 3
) -> list[Page]:
    """A page for each (seat, language), all of one session."""
    count = find_game(name).seats[0] if seats is None else len(seats)
    match = Match(name, count, seed=seed, policy="fair")
    session = Session(match, seats=seats or ["person"] * count, seed=seed)
    found = [Page(Viewer(session, lambda _: None, lang=lang, seat=seat)) for seat, lang in viewers]
    session.start()
    return found


def as_sent(value: Any) -> Any:
    return json.loads(json.dumps(value))


class Screen:
    """What a page has put together out of what it was sent."""

    def __init__(self, page: Page) -> None:
        self.page, self.table = page, as_sent(page.viewer.whole())

    def catch_up(self) -> None:
        for message in self.page.sent:
            if message["kind"] != "frames":
                continue
            assert message["version"] == self.table["version"] + 1
            for frame in message["frames"]:
                scene = merged(self.table["scene"], frame.pop("scene"))
                log = self.table["log"][: frame.pop("keep", None)] + frame.pop("add", [])
                self.table = self.table | frame | {"scene": scene, "log": log}
            self.table["version"] = message["version"]
        self.page.sent.clear()


@pytest.mark.parametrize("name", game_names())
def test_each_page_puts_together_its_own_table_from_its_own_frames(name: str) -> None:
    found = pages(name, (0, "fr"), (1, "en"), (SPECTATOR, "en"))
    screens, rng, session = [Screen(page) for page in found], Random(1), found[0].session
    for _ in range(40):
        if session.match.over:
            break
        session.play(rng.choice(session.match.legal()))
        for screen in screens:
            screen.catch_up()
            assert screen.table == as_sent(screen.page.viewer.whole())
    assert len({json.dumps(screen.table["log"]) for screen in screens}) == 3
    assert [screen.table["seat"] for screen in screens] == [0, 1, SPECTATOR]
    assert [screen.table["curtain"] for screen in screens] == [None] * 3


def test_a_move_of_one_page_is_seen_by_the_other_in_its_language() -> None:
    mine, yours = pages("galets", (0, "fr"), (1, "en"))
    (answer,) = mine.move(*mine.path())
    (heard,) = yours.sent
    assert (answer["re"], heard["re"]) == ("x-1", None), "who has asked is answered"
    assert answer["frames"][-1]["add"] != heard["frames"][-1]["add"]
    assert not answer["frames"][-1]["scene"]["choices"]
    assert heard["frames"][-1]["scene"]["choices"], "and the other one is asked now"


def test_a_page_moves_for_its_own_seat_only() -> None:
    mine, yours, watching = pages("galets", (0, "en"), (1, "en"), (SPECTATOR, "en"))
    keys = mine.path()
    assert yours.move(*keys)[0]["text"] == "It is not your turn."
    assert "nobody plays here" in watching.move(*keys)[0]["text"]
    assert mine.match.ply == 0
    assert mine.move(*keys)[0]["kind"] == "frames"


@pytest.mark.parametrize("name", [name for name in game_names() if find_game(name).secrets])
def test_nothing_hidden_from_a_seat_is_in_what_its_page_gets(name: str) -> None:
    """Another deal of what a page may not know gives it the very same messages."""
    rng, tried = Random(7), 0
    match = Match(name, 2, seed=3, policy="fair")
    while not match.over and tried < 25:
        move = rng.choice(match.legal())
        twin = match.fork()
        twin._go(match.game.determinize(match.view(1), rng))
        if match.actor == 0 and twin.state != match.state and not twin.why_not(move):
            tried += 1
            told = [heard_by_the_second(one, move) for one in (match, twin)]
            if match.view(1).state == twin.view(1).state and same_events(match, twin, move):
                assert told[0] == told[1]
        match.play(move)
    assert tried > 3


def same_events(match: Match, twin: Match, move: Any) -> bool:
    """Does the move tell the second seat the same in both games? It may turn something up."""
    seen = []
    for one in (match, twin):
        worked = one.work_out(move)
        events = [event.seen_by(1) for event in worked.ply.events]
        seen.append((events, one.game.view(worked.ply.state, 1)))
    return seen[0] == seen[1]


def heard_by_the_second(match: Match, move: Any) -> list[Any]:
    session = Session(match.fork(), seats=["person", "person"])
    Viewer(session, lambda _: None, lang="en", seat=0)
    page = Page(Viewer(session, lambda _: None, lang="en", seat=1))
    first = [as_sent(page.viewer.whole()), page.viewer.svg()]
    session.make(move)
    return [*first, *page.sent]


def test_a_page_that_shows_the_wrong_seat_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test above can fail."""
    match, twin = (Match("casanova", 2, seed=3) for _ in range(2))
    for one, card in ((match, "c7"), (twin, "c5")):  # face down before the first player
        one.play("d2")
        one.play(card)
    move = match.legal()[0]
    assert heard_by_the_second(match, move) == heard_by_the_second(twin, move)
    monkeypatch.setattr(Perspective, "_next", lambda self, shown: 0)
    assert heard_by_the_second(match, move) != heard_by_the_second(twin, move)


def test_a_page_that_cannot_show_a_move_keeps_it_from_being_made_for_all() -> None:
    mine, yours = pages("galets", (0, "fr"), (1, "en"))
    before = [as_sent(page.viewer.whole()) for page in (mine, yours)]
    keys = mine.path()
    yours.viewer.lang = "??"
    assert mine.move(*keys)[0]["kind"] == "say"
    yours.viewer.lang = "en"
    assert not [message for message in (*mine.sent, *yours.sent) if message["kind"] == "frames"]
    assert [as_sent(page.viewer.whole()) for page in (mine, yours)] == before
    assert mine.match.ply == 0
    assert mine.move(*keys)[0]["kind"] == "frames"


def test_one_page_changes_its_language_and_the_other_hears_nothing() -> None:
    mine, yours = pages("galets", (0, "fr"), (1, "en"))
    (whole,) = mine.ask({"do": "lang", "lang": "en"})
    assert whole["table"]["lang"] == "en"
    assert yours.sent == []


def test_the_dice_wait_for_whoever_can_throw_them_and_the_others_wait_along() -> None:
    mine, yours = pages("casanova", (0, "en"), (1, "en"), seats=["person", "person"])
    for page, move in ((mine, ("dice:1",)), (mine, ("hand:7",)), (yours, ("hand:7",))):
        page.move(*move)
        assert page.sent[-1]["kind"] == "frames", page.sent
    assert mine.match.actor == CHANCE
    throwing = [page for page in (mine, yours) if page.viewer.shown.throws]
    assert throwing
    assert not any(page.viewer.whole()["more"] for page in (mine, yours))
    throwing[0].move("roll")
    assert mine.match.actor != CHANCE


def test_a_hint_is_for_whoever_asks_and_has_the_move() -> None:
    mine, yours = pages("galets", (0, "fr"), (1, "en"))
    assert yours.ask({"do": "hint", "ply": 0})[0]["kind"] == "say"
    yours.sent.clear()
    mine.ask({"do": "hint", "ply": 0, "id": "x-1"})
    assert mine.of("hint")["re"] == "x-1"
    assert yours.sent == [], "nobody else hears of it"


def test_a_new_game_comes_to_every_page_as_its_seat_may_see_it() -> None:
    mine, yours, third = pages("galets", (0, "fr"), (1, "en"), (SPECTATOR, "fr"))
    seats = [{"name": name, "level": "person"} for name in ("Ana", "Bob")]
    mine.ask({"do": "new", "seats": seats, "options": {}, "seed": 9, "id": "x-1"})
    for page, seat in ((mine, 0), (yours, 1), (third, SPECTATOR)):
        whole = page.of("whole")
        assert whole["table"]["seat"] == seat
        assert whole["table"]["names"] == ["Ana", "Bob"]
        assert whole["re"] == ("x-1" if page is mine else None)
    assert mine.session.match is yours.session.match


def test_who_leaves_hears_nothing_more() -> None:
    mine, yours = pages("galets", (0, "fr"), (1, "en"))
    yours.viewer.close()
    mine.move(*mine.path())
    assert yours.sent == []
    assert mine.session.viewers == [mine.viewer]


# --- Moves from elsewhere -------------------------------------------------------------------------


def test_moves_that_have_come_from_elsewhere_are_shown_to_every_page() -> None:
    mine, yours = pages("dolce-vita", (0, "fr"), (1, "en"), seats=["person"] * 3)
    screens = [Screen(page) for page in (mine, yours)]
    elsewhere = mine.match.fork()
    rng = Random(2)
    for _ in range(4):
        elsewhere.play(rng.choice(elsewhere.legal()))
    moves = [elsewhere.game.format(ply.move) for ply in elsewhere.plies]
    mine.session.follow(moves)
    assert mine.match.record() == elsewhere.record()
    for screen in screens:
        assert [message["frames"][-1]["ply"] for message in screen.page.sent] == [1, 2, 3, 4]
        screen.catch_up()
        assert screen.table == as_sent(screen.page.viewer.whole())


def test_a_move_from_elsewhere_that_is_none_changes_nothing() -> None:
    mine, _ = pages("galets", (0, "fr"), (1, "en"))
    with pytest.raises(IllegalMove):
        mine.session.follow(["99"])
    assert mine.match.ply == 0


# --- What a click costs ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_a_click_applies_its_move_once_and_asks_once_whether_it_is_legal(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (page,) = pages(name, (0, "fr"))
    kind, counted = type(page.match.game), {"apply": 0, "refusals": 0}
    for method in counted:
        real = getattr(kind, method)

        def counting(*args: Any, real: Any = real, method: str = method) -> Any:
            counted[method] += 1
            return real(*args)

        monkeypatch.setattr(kind, method, counting)
    keys = page.path()
    assert counted["apply"] == 0
    counted.update(apply=0, refusals=0)
    (answer,) = page.move(*keys)
    assert answer["kind"] == "frames"
    assert counted == {"apply": 1, "refusals": 1}
