"""What every store does alike: tables, and tables that several pages share.

One suite for all of them. A `Place` is where a store is; `place.open()` opens it once more, as
another kernel does; `place.wait(seconds)` lets time pass there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from postgres import Postgres

from escale import Match, NotKept
from escale.app.store import Store as SqliteStore
from escale.app.stores.postgres import PostgresStore
from escale.engine.meetings import AWAY, LEAD_AWAY, LEASE, Meetings
from escale.engine.store import Store

SEATS = ["person", "person", "random"]


class Place(Protocol):
    def open(self) -> Store: ...

    def wait(self, seconds: float) -> None: ...

    def close(self) -> None: ...


class Folder:
    """SQLite, by a clock of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now, self.opened = folder, 1_800_000_000.0, list[SqliteStore]()

    def open(self) -> Store:
        self.opened.append(SqliteStore(self.folder, clock=lambda: self.now))
        return self.opened[-1]

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def close(self) -> None:
        for store in self.opened:
            store.close()


class Database:
    """PostgreSQL, by its own clock and so many seconds."""

    def __init__(self, address: str) -> None:
        self.address, self.passed, self.opened = address, 0.0, list[PostgresStore]()

    def open(self) -> PostgresStore:
        store = PostgresStore(self.address, clock=lambda: time.time() + self.passed)
        self.opened.append(store)
        return store

    def wait(self, seconds: float) -> None:
        self.passed += seconds

    def close(self) -> None:
        for store in self.opened:
            store.close()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        yield server.start()
    finally:
        server.remove()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Whoever adds a store adds it here."""
    if request.param == "sqlite":
        made: Place = Folder(tmp_path / "tables")
        yield made
        made.close()
        return
    server: Postgres = request.getfixturevalue("postgres")
    made = Database(server.database())
    yield made
    made.close()
    assert server.left_open() == 0


@pytest.fixture
def store(place: Place) -> Store:
    return place.open()


def meetings(store: Store) -> Meetings:
    assert store.meetings is not None
    return store.meetings


def game(plies: int = 0, players: int = 3) -> Match:
    match = Match("casanova", ["Ana", "Bob", "Cleo", "Dora"][:players], seed=5)
    for _ in range(plies):
        match.play(match.legal()[0])
    return match


def shared(store: Store, match: Match | None = None, name: str | None = None) -> Match:
    """A table that is shared: Ana has the token "ana", and leads."""
    match = match or game()
    store.begin("ana", "h1", "tab-ana", "kitchen", match.record(), SEATS)
    meetings(store).share("ana", "h1", 0, name=name)
    meetings(store).attend("ana", "tab-ana")
    return match


def seated(store: Store, seat: int = 1, player: str = "Bob") -> str:
    invitation = meetings(store).news("ana").chairs[seat].invitation
    return meetings(store).sit(invitation, player, f"tab-{player}")


def play(store: Store, match: Match, token: str, turn: int) -> int:
    """The next move of a match."""
    move = match.game.format(match.legal()[0])
    match.play(move)
    return meetings(store).write(token, turn, match.ply - 1, [move], match.record().get("result"))


def hears(store: Store, token: str, version: int) -> bool:
    """Is a change heard of? A database that tells of it by itself does so a moment later."""
    end = time.monotonic() + 5
    while not (heard := meetings(store).changed(token, version)) and time.monotonic() < end:
        time.sleep(0.01)
    return heard


class fails:
    """Raises a `NotKept` with this reason."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def __enter__(self) -> None: ...

    def __exit__(self, kind: Any, error: Any, _: Any) -> bool:
        assert isinstance(error, NotKept), f"not refused: {self.reason}"
        assert error.reason == self.reason
        return True


# --- a table of one page ------------------------------------------------------------------------


def test_a_table_is_found_again_with_all_that_was_played(place: Place) -> None:
    match = game(2)
    place.open().begin("t", "h1", "tab", "kitchen", match.record(), SEATS)
    other = place.open()
    assert other.look("t").ply == 2
    claimed = other.claim("t", "h2", "tab")
    assert claimed["record"] == match.record()
    assert (claimed["seats"], claimed["name"]) == (SEATS, "kitchen")


def test_whoever_holds_a_table_no_more_writes_nothing(place: Place) -> None:
    store, other, match = place.open(), place.open(), game(1)
    store.begin("t", "h1", "tab", "kitchen", match.record(), SEATS)
    other.claim("t", "h2", "tab")
    with fails("elsewhere"):
        store.write("t", "h1", 1, ["1"], None)
    assert other.look("t").ply == 1
    with fails("gone"):
        store.look("nobody's")


# --- tokens -------------------------------------------------------------------------------------


def test_a_shared_table_is_opened_by_the_tokens_of_its_seats_only(store: Store) -> None:
    match = shared(store, game(2))
    for old_way in (lambda: store.look("ana"), lambda: store.claim("ana", "h2", "tab")):
        with fails("gone"):
            old_way()
    news = meetings(store).news("ana")
    assert (news.mine, news.lead, news.seats) == (0, 0, SEATS)
    assert news.record == match.record()
    assert [chair.taken for chair in news.chairs] == [True, False, False]
    assert [bool(chair.invitation) for chair in news.chairs] == [False, True, True]


def test_an_invitation_gives_one_person_one_seat_once(place: Place) -> None:
    store, other = place.open(), place.open()
    shared(store)
    invitation = meetings(store).news("ana").chairs[1].invitation
    door = meetings(other).door(invitation)
    assert door is not None
    assert (door.kind, door.seat, door.game) == ("invitation", 1, "casanova")
    with fails("no-seat"):
        meetings(other).news(invitation)  # it does not show anything
    token = meetings(other).sit(invitation, "Bea", "tab-2", "phone")
    with fails("no-seat"):
        meetings(other).sit(invitation, "Carl", "tab-3")
    news = meetings(store).news("ana")
    assert news.record["players"] == ["Ana", "Bea", "Cleo"]
    assert news.chairs[1].taken
    assert news.chairs[1].here
    assert news.chairs[1].device == "phone"
    theirs = meetings(other).news(token)
    assert (theirs.mine, theirs.lead, theirs.watch) == (1, 0, "")
    assert not any(chair.invitation for chair in theirs.chairs), "invitations are for who leads"


def test_two_people_at_a_table_have_two_names(store: Store) -> None:
    shared(store)
    with fails("same-name"):
        seated(store, 1, "Ana")
    assert meetings(store).news("ana").chairs[1].invitation, "it can be tried again"


def test_whoever_sits_in_a_computers_place_plays_there(store: Store) -> None:
    shared(store)
    seated(store, 2, "Carl")
    assert meetings(store).news("ana").seats == ["person", "person", "person"]


def test_a_watchers_token_shows_and_changes_nothing(store: Store) -> None:
    match = shared(store)
    watch = meetings(store).news("ana").watch
    meetings(store).attend(watch, "tab-w")
    news = meetings(store).news(watch)
    assert (news.mine, news.watch) == (None, "")
    assert meetings(store).news("ana").watching == 1
    for change in (
        lambda: meetings(store).write(watch, news.turn, 0, ["1"], None),
        lambda: meetings(store).free(watch, 1),
        lambda: meetings(store).ask(watch, news.version, {}),
        lambda: meetings(store).lease(watch, "w"),
        lambda: meetings(store).renew(watch, news.turn, match.record(), SEATS),
    ):
        with fails("no-seat"):
            change()


def test_kernels_of_one_owner_find_a_meeting_by_its_name(place: Place) -> None:
    store, other = place.open(), place.open()
    assert meetings(other).find("kitchen") is None
    shared(store, name="kitchen")
    number = meetings(other).find("kitchen")
    assert number is not None
    assert other.record(number)["game"] == "casanova"
    token = meetings(other).take("kitchen", 1, "tab-2")
    assert meetings(other).news(token).mine == 1
    with fails("taken"):
        meetings(place.open()).take("kitchen", 1, "tab-3")
    with fails("gone"):
        meetings(other).take("cellar", 1, "tab-3")
    other.begin("x", "h9", "tab-9", "kitchen", game().record(), SEATS)
    with fails("taken"):
        meetings(other).share("x", "h9", 0, name="kitchen")
    assert other.look("x").ply == 0, "that table stays as it was"


# --- a seat changes hands -----------------------------------------------------------------------


def test_who_leads_frees_a_seat_and_its_token_opens_nothing_any_more(store: Store) -> None:
    shared(store)
    before = meetings(store).news("ana").chairs[1].invitation
    token = seated(store)
    with fails("no-seat"):
        meetings(store).free(token, 0)  # another's
    meetings(store).free("ana", 1)
    with fails("no-seat"):
        meetings(store).news(token)
    assert meetings(store).changed(token, 1), "so that they hear of it"
    chair = meetings(store).news("ana").chairs[1]
    assert (chair.taken, chair.here, chair.who) == (False, False, "person")
    assert chair.invitation not in ("", before)
    meetings(store).free("ana", 1, "random")
    assert meetings(store).news("ana").seats == ["person", "random", "random"]


def test_whoever_leaves_frees_their_seat_and_the_next_person_leads(store: Store) -> None:
    shared(store)
    carl = seated(store, 2, "Carl")
    meetings(store).free("ana", 0)
    news = meetings(store).news(carl)
    assert news.lead == 2
    assert [bool(chair.invitation) for chair in news.chairs] == [True, True, False]


def test_after_ten_minutes_away_the_next_person_leads(place: Place) -> None:
    store = place.open()
    shared(store)
    bob = seated(store)
    place.wait(LEAD_AWAY - 5)
    meetings(store).attend(bob, "tab-Bob")
    assert meetings(store).news(bob).lead == 0
    place.wait(10)
    meetings(store).attend(bob, "tab-Bob")
    assert meetings(store).news(bob).lead == 1
    meetings(store).attend("ana", "tab-ana")
    assert meetings(store).news("ana").lead == 1, "whoever comes back has their seat, not the lead"


@pytest.mark.parametrize("seconds", [2 * LEAD_AWAY, -2 * LEAD_AWAY])
def test_a_machine_that_slept_or_whose_clock_was_put_right_passes_nothing_on(
    place: Place, seconds: float
) -> None:
    store = place.open()
    shared(store)
    bob = seated(store)
    meetings(store).attend(bob, "tab-Bob")
    place.wait(seconds)
    meetings(store).attend(bob, "tab-Bob")
    assert meetings(store).news(bob).lead == 0, "Ana has not had the time to give a sign"
    place.wait(5)
    assert meetings(store).attend("ana", "tab-ana"), "Bob is there"
    place.wait(5)
    meetings(store).attend(bob, "tab-Bob")
    assert meetings(store).news(bob).lead == 0


# --- who is there -------------------------------------------------------------------------------


def test_those_who_watch_keep_nobody_from_their_seat(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("escale.app.stores.meeting_rows.MOST_PAGES", 2)
    shared(store)
    watch = meetings(store).news("ana").watch
    for tab in ("w1", "w2"):
        meetings(store).attend(watch, tab)
    with fails("often"):
        meetings(store).attend(watch, "w3")
    meetings(store).attend(watch, "w1")  # whoever is there stays
    bob = seated(store)
    for token, tab in (("ana", "tab-ana"), (bob, "tab-Bob"), (bob, "phone")):
        meetings(store).attend(token, tab)


def test_coming_and_leaving_are_news_and_signs_are_not(place: Place) -> None:
    store = place.open()
    shared(store)
    bob = seated(store)
    assert meetings(store).attend("ana", "tab-ana")
    version = meetings(store).news("ana").version
    assert meetings(store).attend(bob, "tab-Bob")
    assert meetings(store).news("ana").version == version
    meetings(store).attend(bob, "tab-Bob", leaving=True)
    news = meetings(store).news("ana")
    assert news.version > version
    assert not news.chairs[1].here
    assert news.chairs[1].taken, "the seat is kept"
    assert not meetings(store).attend("ana", "tab-ana"), "nobody else is there"


def test_a_page_without_a_sign_is_away_and_a_second_device_is_not(place: Place) -> None:
    store = place.open()
    shared(store)
    bob = seated(store)
    place.wait(AWAY - 1)
    meetings(store).attend(bob, "tab-phone")
    place.wait(2)
    assert [chair.here for chair in meetings(store).news("ana").chairs] == [False, True, False]
    meetings(store).attend(bob, "tab-phone", leaving=True)
    assert not meetings(store).news("ana").chairs[1].here


# --- moves --------------------------------------------------------------------------------------


def test_a_move_is_news_to_the_others(place: Place) -> None:
    store, other = place.open(), place.open()
    match = shared(store)
    bob = seated(store)
    news = meetings(other).news(bob)
    assert not meetings(other).changed(bob, news.version)
    turn = play(store, match, "ana", news.turn)
    assert hears(other, bob, news.version)
    seen = meetings(other).news(bob)
    assert (seen.turn, seen.record) == (turn, match.record())


def test_of_two_who_move_at_once_one_is_told_and_has_changed_nothing(place: Place) -> None:
    store, other = place.open(), place.open()
    match = shared(store)
    bob = seated(store)
    turn = meetings(store).news("ana").turn
    twin = match.fork()
    play(store, match, "ana", turn)
    with fails("late"):
        play(other, twin, bob, turn)
    assert meetings(other).news(bob).record == match.record()


def test_many_who_write_at_once_write_one_after_the_other(place: Place) -> None:
    """Every turn has one writer, and nothing is lost between them."""
    shared(place.open())
    won: list[int] = []
    lost: list[str] = []

    def write(name: str) -> None:
        store = place.open()
        for _ in range(12):
            news = meetings(store).news("ana")
            ply = len(news.record["moves"])
            try:
                won.append(meetings(store).write("ana", news.turn, ply, [f"{name}{ply}"], None))
            except NotKept as error:
                lost.append(error.reason)

    threads = [threading.Thread(target=write, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    news = meetings(place.open()).news("ana")
    assert sorted(won) == [*range(2, news.turn + 1)]
    assert set(lost) <= {"late"}
    assert [move[1:] for move in news.record["moves"]] == [str(i) for i in range(len(won))]


def test_a_step_back_is_a_turn_of_its_own(store: Store) -> None:
    """The same number of moves is not the same game: it may have been taken back and replaced."""
    match = shared(store, game(3))
    bob = seated(store)
    before = meetings(store).news(bob)
    moves = before.record["moves"]
    turn = meetings(store).write("ana", before.turn, 2, [], None, moves[2:])
    assert meetings(store).news(bob).undone == moves[2:]
    meetings(store).write("ana", turn, 2, moves[2:], None)
    assert meetings(store).news(bob).record == match.record()
    with fails("late"):
        meetings(store).write(bob, before.turn, 3, ["1"], None)


def test_another_game_at_the_table_keeps_the_people(store: Store) -> None:
    first = shared(store, game(2))
    bob = seated(store)
    before = meetings(store).news(bob)
    other = game(0, players=4)
    seats = ["person", "person", "random", "person"]
    with fails("no-seat"):
        meetings(store).renew(bob, before.turn, other.record(), seats)
    with fails("taken"):
        meetings(store).renew("ana", before.turn, other.record(), ["person", *["random"] * 3])
    meetings(store).renew("ana", before.turn, other.record(), seats)
    news = meetings(store).news(bob)
    assert news.number != before.number
    assert (news.mine, news.seats, news.record) == (1, seats, other.record())
    assert meetings(store).news("ana").chairs[3].invitation
    assert store.record(before.number)["moves"] == first.record()["moves"], "that one is kept"
    with fails("late"):
        meetings(store).write(bob, before.turn, 2, ["1"], None)


# --- what people are asked, and who moves computers -----------------------------------------------


def test_a_question_goes_to_all_and_is_over_with_the_next_move(place: Place) -> None:
    store, other = place.open(), place.open()
    match = shared(store)
    bob = seated(store)
    version = meetings(store).news("ana").version
    meetings(store).ask("ana", version, {"seat": 0, "yes": []})
    seen = meetings(other).news(bob)
    assert seen.asked == {"seat": 0, "yes": []}
    with fails("late"):
        meetings(other).ask(bob, version, None)
    meetings(other).ask(bob, seen.version, {"seat": 0, "yes": [1]})
    news = meetings(store).news("ana")
    assert news.asked == {"seat": 0, "yes": [1]}
    play(store, match, "ana", news.turn)
    assert meetings(store).news("ana").asked is None


def test_one_page_moves_computers_until_it_gives_no_sign(place: Place) -> None:
    store, other = place.open(), place.open()
    shared(store)
    bob = seated(store)
    assert LEASE <= 5
    assert meetings(store).lease("ana", "k1")
    assert not meetings(other).lease(bob, "k2")
    place.wait(LEASE - 1)
    assert meetings(store).lease("ana", "k1"), "renewed"
    place.wait(LEASE - 1)
    assert not meetings(other).lease(bob, "k2")
    place.wait(2)
    assert meetings(other).lease(bob, "k2")
    assert not meetings(store).lease("ana", "k1")
    assert not meetings(other).lease(bob, "k2", give_up=True)
    assert meetings(store).lease("ana", "k1")


def test_a_table_that_is_removed_for_good_takes_its_meeting_along(store: Store) -> None:
    shared(store, name="kitchen")
    bob = seated(store)
    store.remove(meetings(store).news(bob).number, for_good=True)
    for token in ("ana", bob):
        with fails("no-seat"):
            meetings(store).news(token)
    assert meetings(store).find("kitchen") is None
