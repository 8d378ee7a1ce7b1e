"""The store of tables: nothing lost, nothing doubled, nothing for other eyes."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from escale import BadOption, Match, NotKept
from escale.app.commands.cli import run
from escale.app.store import Store, default_folder
from escale.app.stores import rows, sqlite
from escale.app.stores.rows import DAY
from escale.app.stores.sqlite import HURRY
from escale.engine.store import CLOSED

SEATS = ["person", "random"]


def game(plies: int = 0, seed: int = 5) -> Match:
    match = Match("galets", ["Ana", "Bob"], seed=seed)
    for _ in range(plies):
        match.play(match.legal()[0])
    return match


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    opened = Store(tmp_path / "tables", clock=clock)
    yield opened
    opened.close()


def begin(store: Store, match: Match, token: str = "t", page: str = "tab-1") -> None:
    store.begin(token, "h1", page, "kitchen", match.record(), SEATS)


def add(store: Store, match: Match, token: str = "t", holder: str = "h1") -> None:
    """Play a move and save it."""
    move = match.legal()[0]
    match.play(move)
    record = match.record()
    store.write(token, holder, match.ply - 1, [record["moves"][-1]], record.get("result"))


# --- Saving and going on ------------------------------------------------------------------------


def test_a_table_comes_back_as_it_was(store: Store, tmp_path: Path) -> None:
    match = game(2)
    begin(store, match)
    while not match.over:
        add(store, match)
    store.close()
    again = Store(tmp_path / "tables", clock=store._clock)
    found = again.claim("t", "h2", "tab-1")
    again.close()
    assert found == {"record": match.record(), "undone": [], "seats": SEATS, "name": "kitchen"}
    assert Match.from_record(found["record"]).state == match.state


def test_what_is_taken_back_is_taken_back_in_the_store(store: Store) -> None:
    match = game(4)
    begin(store, match)
    match.undo()
    match.undo()
    undone = [match.game.format(ply.move) for [ply] in reversed(match.undone)]
    store.write("t", "h1", 2, [], None, undone)
    assert store.look("t").ply == 2
    found = store.claim("t", "h1", "tab-1")
    assert (found["record"], found["undone"]) == (match.record(), undone)
    assert store.record(store.look("t").number) == match.record()
    add(store, match)
    found = store.claim("t", "h2", "tab-1")
    assert (found["record"], found["undone"]) == (match.record(), [])


def test_saving_a_move_does_not_write_the_game_anew(store: Store) -> None:
    match = game(5)
    begin(store, match)
    said: list[str] = []
    assert store._connection is not None
    store._connection.set_trace_callback(said.append)
    add(store, match)
    store._connection.set_trace_callback(None)
    assert sum("INSERT" in statement for statement in said) == 1
    assert len("".join(said)) < 600


def test_an_unknown_token_finds_nothing(store: Store) -> None:
    begin(store, game(1))
    for token in ("", "T", "t' OR '1'='1", "x" * 5000):
        with pytest.raises(NotKept, match="no such table"):
            store.look(token)
        with pytest.raises(NotKept, match="no such table"):
            store.claim(token, "h2", "tab-1")
    assert store.look("t").ply == 1


# --- Two pages, one table -----------------------------------------------------------------------


def test_a_later_page_is_told_that_the_table_is_open_elsewhere(store: Store, clock: Clock) -> None:
    match = game(2)
    begin(store, match)
    assert store.look("t", "tab-2").elsewhere
    assert not store.look("t", "tab-1").elsewhere, "the same tab, loaded again"
    with pytest.raises(NotKept) as refused:
        store.claim("t", "h2", "tab-2")
    assert refused.value.reason == "elsewhere"
    add(store, match)
    store.claim("t", "h2", "tab-2", force=True)
    with pytest.raises(NotKept) as refused:
        add(store, match)
    assert refused.value.reason == "elsewhere"
    assert not store.sign("t", "h1", "tab-1"), "a sign tells it too"
    assert store.look("t").ply == 3, "nothing was overwritten"


def test_a_page_that_has_left_or_fallen_silent_does_not_count(store: Store, clock: Clock) -> None:
    begin(store, game(2))
    store.sign("t", "h1", "tab-1", leaving=True)
    assert not store.look("t", "tab-2").elsewhere
    store.sign("t", "h1", "tab-1")
    assert store.look("t", "tab-2").elsewhere
    clock.now += CLOSED + 1
    assert not store.look("t", "tab-2").elsewhere


def test_two_holders_that_race_write_one_game(store: Store, tmp_path: Path, clock: Clock) -> None:
    """Whoever claims last wins; of the other's moves none comes after."""
    begin(store, game(1))
    other = Store(tmp_path / "tables", clock=clock)
    twins = [(store, "h1"), (other, "h2")]
    lost = 0
    for turn in range(12):
        mine, holder = twins[turn % 2]
        theirs, loser = twins[1 - turn % 2]
        record = mine.claim("t", holder, holder, force=True)["record"]
        match = Match.from_record(record)
        if match.over:
            break
        add(mine, match, holder=holder)
        late = Match.from_record(record)
        with pytest.raises(NotKept):
            add(theirs, late, holder=loser)
        lost += 1
        assert mine.claim("t", holder, holder, force=True)["record"] == match.record()
    other.close()
    assert lost >= 5


# --- Time ---------------------------------------------------------------------------------------


def days_of_use(store: Store, clock: Clock, days: int) -> None:
    """Every day somebody begins a game."""
    for _ in range(days):
        clock.now += DAY
        begin(store, game(1), f"at {clock.now}")


def numbers(store: Store, *, binned: bool = False) -> set[int]:
    return {table.number for table in store.tables(binned=binned)}


def test_what_nobody_touches_goes_to_the_bin_and_for_good_only_from_there(
    store: Store, clock: Clock
) -> None:
    begin(store, game(1), "old")
    days_of_use(store, clock, 90)
    assert 1 in numbers(store)
    days_of_use(store, clock, 1)
    assert numbers(store, binned=True) == {1}
    assert 1 not in numbers(store)
    assert store.record(1) == game(1).record(), "its owner can look at it there"
    assert store.tables(binned=True)[0].binned == clock.now
    days_of_use(store, clock, 30)
    assert 1 in numbers(store, binned=True)
    days_of_use(store, clock, 1)
    assert 1 not in numbers(store, binned=True)
    with pytest.raises(NotKept, match="not any more"):
        store.look("old")
    assert store._open().execute("SELECT count(*) FROM moves WHERE id = 1").fetchone()[0] == 0


def test_what_is_played_at_does_not_grow_old(store: Store, clock: Clock) -> None:
    match = game(1)
    begin(store, match)
    days_of_use(store, clock, 60)
    add(store, match)
    days_of_use(store, clock, 60)
    store.claim("t", "h2", "tab-1")
    days_of_use(store, clock, 60)
    assert 1 in numbers(store)
    days_of_use(store, clock, 31)
    assert 1 in numbers(store, binned=True)


@pytest.mark.parametrize("how", ["claimed", "played at", "restored"])
def test_a_table_comes_out_of_the_bin_again(store: Store, clock: Clock, how: str) -> None:
    match = game(2)
    begin(store, match)
    store.remove(1)
    assert (numbers(store), numbers(store, binned=True)) == (set(), {1})
    clock.now -= 400 * DAY  # whatever the clock says by then
    if how == "claimed":
        assert store.look("t").ply == 2, "whoever has the token finds it"
        assert store.claim("t", "h2", "tab-1")["record"] == match.record()
    elif how == "played at":
        add(store, match)
    else:
        store.restore(1)
    assert (numbers(store), numbers(store, binned=True)) == ({1}, set())
    days_of_use(store, clock, 80)
    assert 1 in numbers(store), "and its time begins anew"


@pytest.mark.parametrize(
    "jumps",
    [
        pytest.param([91], id="ahead"),
        pytest.param([3650], id="ten years ahead"),
        pytest.param([-91], id="back"),
        pytest.param([-20_000, 20_000], id="to 1970 and right again"),
        pytest.param([400, -400] * 50, id="of two machines that disagree"),
        pytest.param([1, 1, 200, 1, 1, -202, 1], id="wrong for some days"),
    ],
)
def test_a_clock_that_jumps_forgets_nothing(store: Store, clock: Clock, jumps: list[int]) -> None:
    match = game(2)
    begin(store, match)
    used = store.look("t").used
    store.sign("t", "h1", "tab-1", leaving=True)
    store.remove(1)
    begin(store, match, "other")
    for number, jump in enumerate(jumps):
        clock.now += jump * DAY
        begin(store, game(1), f"begun {number}")
    assert numbers(store, binned=True) == {1}
    assert len(numbers(store)) == 1 + len(jumps)
    assert store.look("t").used >= used
    assert store.claim("t", "h2", "tab-1")["record"] == match.record()


def test_a_store_that_was_not_in_use_for_a_year_forgets_nothing(
    store: Store, clock: Clock, tmp_path: Path
) -> None:
    begin(store, game(2))
    store.close()
    clock.now += 365 * DAY
    again = Store(tmp_path / "tables", clock=clock)
    begin(again, game(1), "new")
    assert numbers(again) == {1, 2}
    again.close()


def test_when_it_was_used_is_never_set_back(store: Store, clock: Clock) -> None:
    match = game(2)
    begin(store, match)
    used = clock.now
    clock.now -= 3 * DAY
    add(store, match)
    begin(store, game(1), "other")
    store.claim("t", "h2", "tab-1")
    assert store.look("t").used == used


def test_many_old_tables_do_not_hold_a_new_one_up(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is deleted for good goes some at a time: everybody else waits meanwhile."""
    monkeypatch.setattr(rows, "BATCH", 4)
    for number in range(10):
        begin(store, game(1), f"old {number}")
    days_of_use(store, clock, 91)
    assert len(numbers(store, binned=True)) == 10
    days_of_use(store, clock, 31)
    left = [len(numbers(store, binned=True) & set(range(1, 11)))]
    while left[-1]:
        begin(store, game(1), f"new {len(left)}")
        left.append(len(numbers(store, binned=True) & set(range(1, 11))))
    assert left == [6, 2, 0]


def test_a_clock_that_is_moved_back_loses_nothing(store: Store, clock: Clock) -> None:
    match = game(2)
    begin(store, match)
    clock.now -= 400 * DAY
    assert store.look("t").ply == 2
    assert len(store.tables()) == 1
    add(store, match)
    begin(store, game(3), "other")
    assert store.look("t", "tab-2").ply == 3
    assert store.claim("t", "h2", "tab-1")["record"] == match.record()


def test_a_sign_from_the_future_does_not_lock_anybody_out(store: Store, clock: Clock) -> None:
    begin(store, game(2))
    clock.now -= 3600
    assert not store.look("t", "tab-2").elsewhere


# --- Trouble with the file ----------------------------------------------------------------------


def test_folder_and_file_are_for_their_owner_only(store: Store) -> None:
    begin(store, game(1))
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in store.folder.iterdir()}
    assert set(modes.values()) == {"0o600"}
    assert len(modes) == 3, "the file, its log and its index"
    assert oct(store.folder.stat().st_mode & 0o777) == "0o700"
    store.close()
    store.file.chmod(0o644)
    store.look("t")
    assert oct(store.file.stat().st_mode & 0o777) == "0o600"


def many(store: Store) -> None:
    for number in range(60):  # a full disk has some room left
        begin(store, game(9), f"n{number}")


def damaged(store: Store) -> None:
    store.folder.mkdir()
    store.file.write_bytes(b"no store at all" * 400)


def corrupted(store: Store) -> None:
    for number in range(80):
        begin(store, game(9), f"t{number}")
    store.close()
    size = store.file.stat().st_size
    with store.file.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))


def no_folder(store: Store) -> None:
    store.folder.write_text("a file stands in its place")


def full(store: Store) -> None:
    store._open().execute("PRAGMA max_page_count = 1")


def later(store: Store) -> None:
    store._open().execute("PRAGMA user_version = 99")
    store.close()


@pytest.mark.parametrize(
    ("harm", "reason"),
    [(damaged, "damaged"), (corrupted, "damaged"), (no_folder, "disk"), (full, "full"),
     (later, "newer")],
)  # fmt: skip
def test_every_trouble_has_one_sentence(
    store: Store, harm: Callable[[Store], None], reason: str
) -> None:
    harm(store)
    for _ in range(2):
        with pytest.raises(NotKept) as trouble:
            many(store)
        assert trouble.value.reason == reason
        assert "\n" not in str(trouble.value)
        if reason == "full":
            break  # opened anew, it has room


def test_a_full_disk_leaves_the_game_as_it_was_and_room_lets_it_go_on(store: Store) -> None:
    match = game(1)
    begin(store, match)
    connection = store._open()
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    long = "x" * 20_000
    with pytest.raises(NotKept) as trouble:
        store.write("t", "h1", 1, [long], None)
    assert trouble.value.reason == "full"
    assert store.claim("t", "h1", "tab-1")["record"] == match.record()
    add(store, match)
    assert store.claim("t", "h1", "tab-1")["record"] == match.record()


def waits(store: Store) -> float:
    """For how many seconds a locked file is waited for now."""
    milliseconds: int = store._open().execute("PRAGMA busy_timeout").fetchone()[0]
    return milliseconds / 1000


@pytest.mark.parametrize("seconds", [1.2, 60.0])
def test_a_locked_store_is_waited_for_but_not_for_ever(
    store: Store, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 3.0 if seconds < 3 else 0.4)
    match = game(1)
    begin(store, match)
    other = sqlite3.connect(store.file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    release = threading.Timer(seconds, other.rollback)
    release.start()
    if seconds < 3:
        add(store, match)
    else:
        with pytest.raises(NotKept) as trouble:
            add(store, match)
        assert trouble.value.reason == "locked"
        with pytest.raises(NotKept):
            store.write("t", "h1", 1, ["x"], None)
        assert waits(store) == HURRY, "who has waited once does not wait so long again"
        release.cancel()
        other.rollback()
        store.write("t", "h1", 1, match.record()["moves"][1:], None)
        assert waits(store) == 0.4
    release.join()
    other.close()
    assert store.claim("t", "h1", "tab-1")["record"] == match.record()


def test_a_file_is_closed_by_one_thread_while_the_others_wait(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = game(1)
    begin(store, match)
    plies: list[int] = []
    other = threading.Thread(target=lambda: plies.append(store.look("t").ply))
    close = store.close

    def closing() -> None:
        other.start()
        other.join(0.2)
        assert not plies, "it would be at work in what is closed now"
        close()

    monkeypatch.setattr(store, "close", closing)
    with pytest.raises(NotKept), store._writing() as do:
        do("nonsense")
    other.join()
    assert plies == [1]
    monkeypatch.undo()


def test_saving_needs_no_newer_sqlite(store: Store) -> None:
    """RETURNING came with SQLite 3.35; a system's Python may well have an older one."""
    asked: list[str] = []
    store._open().set_trace_callback(asked.append)
    match = game(1)
    begin(store, match)
    add(store, match)
    assert any(text.startswith("UPDATE tables") for text in asked)
    assert not any("RETURNING" in text for text in asked)


def test_a_table_with_a_missing_move_is_not_opened_halfway(store: Store) -> None:
    begin(store, game(4))
    store._open().execute("DELETE FROM moves WHERE ply = 1")
    with pytest.raises(NotKept) as trouble:
        store.claim("t", "h2", "tab-1")
    assert trouble.value.reason == "damaged"


# --- Many at once -------------------------------------------------------------------------------

CROWD = """
import sys
from escale import Match
from escale.app.store import Store
who, folder = sys.argv[1:]
store = Store(folder)
matches = [Match("galets", ["Ana", "Bob"], seed=n) for n in range(25)]
for n, match in enumerate(matches):
    store.begin(f"{who}-{n}", who, who, "crowd", match.record(), ["person", "random"])
while matches:
    for match in matches:
        match.play(match.legal()[0])
        record = match.record()
        token = f"{who}-{match.seed}"
        store.write(token, who, match.ply - 1, record["moves"][-1:], record.get("result"))
    matches = [match for match in matches if not match.over]
"""


@pytest.mark.slow
def test_200_tables_by_8_processes_at_once(tmp_path: Path) -> None:
    crowd = [
        subprocess.Popen([sys.executable, "-c", CROWD, str(who), str(tmp_path)]) for who in range(8)
    ]
    assert [one.wait(60) for one in crowd] == [0] * 8
    store = Store(tmp_path)
    tables = store.tables()
    assert len(tables) == 200
    assert all(table.over for table in tables)
    for table in tables:
        record = store.record(table.number)
        assert record == _played_out(record["seed"])
    store.close()


def _played_out(seed: int) -> dict[str, Any]:
    match = game(seed=seed)
    while not match.over:
        match.play(match.legal()[0])
    return match.record()


# --- Where it is, and the command line ----------------------------------------------------------


def test_the_place_is_set_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESCALE_TABLES", "/somewhere/else")
    assert default_folder() == Path("/somewhere/else")
    monkeypatch.delenv("ESCALE_TABLES")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_folder() == Path("/data/escale")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_folder() == Path.home() / ".local/share/escale"
    monkeypatch.setenv("ESCALE_TABLES_DAYS", "7")
    assert Store("x").days == 7
    monkeypatch.setenv("ESCALE_TABLES_DAYS", "soon")
    with pytest.raises(BadOption, match="number of days"):
        Store("x")


@pytest.fixture
def call(
    store: Store, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    monkeypatch.setenv("ESCALE_TABLES", str(store.folder))
    monkeypatch.setenv("LC_ALL", "en")

    def calling(*arguments: object) -> tuple[int, str, str]:
        code = run(["tables", *map(str, arguments)])
        return code, *capsys.readouterr()

    return calling


def test_tables_are_listed_shown_exported_and_removed(
    store: Store, clock: Clock, call: Any, tmp_path: Path
) -> None:
    clock.now = time.time()
    match = Match("casanova", ["Ana", "Bob"], seed=7)
    for move in ("d2", "c7"):
        match.play(move)
    store.begin("secret-token", "h", "p", "kitchen", match.record(), SEATS)
    begin(store, game(3))
    _, out, _ = call("list")
    assert "casanova" in out
    assert "kitchen" in out
    assert "secret-token" not in out
    [last, first] = json.loads(call("list", "--json")[1])
    assert (first["number"], first["game"], first["ply"]) == (1, "casanova", 2)
    assert last["game"] == "galets"
    assert "token" not in first
    assert "Bob to move" in call("show", 1)[1]
    assert "you to move" in call("show", 1, "--seat", 1)[1]
    file = tmp_path / "game.json"
    assert call("export", 1, "-o", file)[0] == 0
    assert Match.from_record(file.read_bytes()).record() == match.record()
    assert call("bin")[1] == "The bin is empty.\n"
    assert call("remove", 1)[0] == 0
    assert "casanova" not in call("list")[1]
    assert "casanova" in call("bin")[1]
    assert json.loads(call("bin", "--json")[1])[0]["number"] == 1
    assert "Bob to move" in call("show", 1)[1]
    assert call("restore", 1)[0] == 0
    assert "casanova" in call("list")[1]
    assert call("bin", "--lang", "fr")[1] == "La corbeille est vide.\n"
    assert call("remove", 1, "--for-good")[0] == 0
    code, out, error = call("show", 1)
    assert (code, out) == (1, "")
    assert error == "escale: there is no such table, or not any more\n"
    assert "finie" not in call("list", "--lang", "fr")[1]
    assert call("remove", 2, 9)[2].startswith("escale: table 9: ")
    assert call("restore", 9)[2].startswith("escale: table 9: ")
    assert call("list")[1] == "No game is saved.\n"


def test_a_list_stands_in_columns_and_commands_no_terminal(store: Store, call: Any) -> None:
    begin(store, game(1))
    match = Match("galets", ["漢字", "x" * 60], seed=1)
    match.play(match.legal()[0])
    store.begin("u", "h", "p", "the \x1b[2J very last", match.record(), SEATS)
    while not match.over:
        match.play(match.legal()[0])
    store.begin("v", "h", "p", "parlour", match.record(), SEATS)
    head, *lines = call("list")[1].splitlines()
    assert [line.split()[0] for line in lines] == ["3", "2", "1"]
    assert head.split() == ["N", "game", "players", "moves", "on", "table"]
    assert head.index("game") == lines[2].index("galets")
    assert head.index("table") == lines[2].index("kitchen")
    assert f"{match.ply}, over" in lines[0]
    assert not any("\x1b" in line for line in lines)


def test_a_list_costs_little_a_table(store: Store, call: Any) -> None:
    """Counted in calls of functions, since a clock says something else every time."""

    def calls_for(tables: int) -> int:
        for number in range(len(store.tables()), tables):
            begin(store, game(1), f"t{number}")
        count = 0

        def calling(_frame: object, event: str, _what: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(calling)
        try:
            call("list")
        finally:
            sys.setprofile(None)
        return count

    calls_for(1)  # what is imported once
    few, many = calls_for(20), calls_for(60)
    assert (many - few) / 40 < 150


def test_one_unreadable_table_does_not_hide_the_others(store: Store, call: Any) -> None:
    begin(store, game(1))
    begin(store, game(1), "u")
    store._open().execute("UPDATE tables SET head = '{' WHERE id = 1")
    assert len(call("list")[1].splitlines()) == 3
    assert "damaged" in call("show", 1)[2]
    assert call("show", 2)[0] == 0


def test_a_store_that_is_none_is_refused_in_one_sentence(store: Store, call: Any) -> None:
    damaged(store)
    code, _, error = call("list")
    assert code == 1
    assert error.count("\n") == 1
    assert "damaged" in error


def test_listing_makes_no_file(tmp_path: Path, call: Any) -> None:
    nowhere = tmp_path / "nowhere"
    assert call("list", "--store", nowhere) == (0, "No game is saved.\n", "")
    assert not nowhere.exists()
