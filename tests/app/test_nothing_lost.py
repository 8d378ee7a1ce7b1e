"""Shown means saved, or the page says that it is not: whatever becomes of the file meanwhile.

A table, its keeper and a real SQLite file; what is done to the file is done for real too. Where the
whole process is concerned (limits, rights, file systems) a process of its own does it.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pages import Page, play

from escale import NotKept
from escale.app.store import Store
from escale.engine import store as stores

TESTS = Path(__file__).parent.parent


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    opened = Store(tmp_path / "tables")
    monkeypatch.setattr(stores, "open_store", lambda: opened)
    yield opened
    opened.close()


def open_page(tab: str = "tab-1", token: str | None = None) -> Page:
    page = Page(play("galets", seats=["person", "random"], seed=5, lang="en"))
    page.hello(tab, token, name="/x#y")
    return page


def turn(page: Page) -> list[str]:
    """A person moves, a computer answers; returns what was said besides."""
    page.move(*page.path())
    return [message["text"] for message in page.sent if message["kind"] == "say"]


def sign(page: Page) -> list[str]:
    sent = page.ask({"do": "sign", "leaving": False})
    return [message.get("text", message["kind"]) for message in sent]


def token_of(page: Page) -> str:
    assert page.session.keeper is not None
    return page.session.keeper.token


def is_saved(page: Page, folder: Path) -> bool:
    """Would another kernel find what this page shows?"""
    with closing(Store(folder)) as other:
        try:
            number = other.look(token_of(page)).number
            return other.record(number) == page.match.record()
        except NotKept:
            return False


# --- The file is another one ----------------------------------------------------------------------


def unlinked(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()


def without_its_log(folder: Path) -> None:
    for name in ("tables.sqlite-wal", "tables.sqlite-shm"):
        (folder / name).unlink()


def emptied_by_another(folder: Path) -> None:
    unlinked(folder)
    with closing(Store(folder)) as fresh:
        fresh._open()


def moved(folder: Path) -> None:
    folder.rename(folder.with_name(f"elsewhere-{len(list(folder.parent.iterdir()))}"))


def removed(folder: Path) -> None:
    shutil.rmtree(folder)


REPLACED = [unlinked, without_its_log, emptied_by_another, moved, removed]


@pytest.mark.parametrize("harm", REPLACED)
def test_a_store_that_is_replaced_while_one_plays_is_written_anew(
    store: Store, harm: Callable[[Path], None]
) -> None:
    page = open_page()
    turn(page)
    for _ in range(3):  # it may happen again
        harm(store.folder)
        assert turn(page) == []
        assert is_saved(page, store.folder)
    assert page.match.ply == 8


@pytest.mark.parametrize("harm", REPLACED)
def test_it_is_written_anew_without_a_move_too(store: Store, harm: Callable[[Path], None]) -> None:
    """A game may be over, or its person may think: the page gives a sign every ten seconds."""
    page = open_page()
    while not page.match.over:
        turn(page)
    harm(store.folder)
    assert sign(page) == []
    assert is_saved(page, store.folder)


def test_a_store_that_vanishes_between_writing_and_showing_is_noticed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page()
    turn(page)
    write = Store._write
    harms = [unlinked, unlinked]

    def vanishing(self: Store, *args: Any) -> None:
        write(self, *args)
        if harms:
            harms.pop()(store.folder)

    monkeypatch.setattr(Store, "_write", vanishing)
    assert turn(page) == []
    assert not harms
    assert is_saved(page, store.folder)


def test_a_store_that_vanishes_at_every_write_is_said_to_be_unusable(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page()
    turn(page)
    write = Store._write

    def vanishing(self: Store, *args: Any) -> None:
        write(self, *args)
        unlinked(store.folder)

    with monkeypatch.context() as context:
        context.setattr(Store, "_write", vanishing)
        (said,) = turn(page)
        assert "not saved" in said
        assert turn(page) == [], "said once"
    assert turn(page) == ["The game is saved again."]
    assert is_saved(page, store.folder)


def backed_up(store: Store, name: str) -> Path:
    copy = store.folder.with_name(name)
    with closing(sqlite3.connect(store.file)) as file, closing(sqlite3.connect(copy)) as other:
        file.backup(other)
    return copy


def put_back(store: Store, backup: Path) -> None:
    unlinked(store.folder)
    shutil.copy(backup, store.file)


def test_a_backup_that_is_restored_while_one_plays_gets_the_moves_since_then(store: Store) -> None:
    page = open_page()
    turn(page)
    early = backed_up(store, "early")
    # The page is loaded again: another kernel holds the table, the backup names the former.
    again = Page(play("galets", seats=["person", "random"], seed=6, lang="en"))
    again.hello("tab-1", token_of(page), name="/x#y", wanted=True)
    turn(again)
    put_back(store, early)
    assert turn(again) == []
    assert again.match.ply == 6
    assert is_saved(again, store.folder)
    assert len(store.tables()) == 1
    put_back(store, early)
    assert sign(again) == []
    assert is_saved(again, store.folder)


def test_what_somebody_has_played_on_in_the_restored_store_is_not_overwritten(
    store: Store,
) -> None:
    page = open_page()
    turn(page)
    early = backed_up(store, "early")
    turn(page)
    put_back(store, early)
    with closing(Store(store.folder)) as other:
        record = other.claim(token_of(page), "another", "tab-2", force=True)["record"]
        other.write(token_of(page), "another", 2, ["pass"], None)
    assert sign(page) == ["lost"]
    assert page.move(*page.path())[0]["kind"] == "lost"
    with closing(Store(store.folder)) as other:
        assert other.record(1)["moves"] == [*record["moves"], "pass"]


LEAVING = """
import sys
from escale import Match
from escale.app.store import Store
store = Store(sys.argv[1])
match = Match("galets", ["Ana", "Bob"], seed=5)
store.begin("mine", "h", "p", "n", match.record(), ["person", "random"])
print("begun", flush=True)
input()
store.begin("again", "h", "p", "n", match.record(), ["person", "random"])
"""


def test_whoever_leaves_a_file_that_is_gone_takes_no_log_of_another_along(tmp_path: Path) -> None:
    """SQLite deletes a log by its name: it has to see that the name is another file's by now."""
    with subprocess.Popen(
        [sys.executable, "-c", LEAVING, tmp_path / "tables"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as leaving:
        assert leaving.stdout is not None
        assert leaving.stdout.readline() == "begun\n"
        unlinked(tmp_path / "tables")
        with closing(Store(tmp_path / "tables")) as store:
            store._open()
            leaving.communicate("\n")
            assert leaving.returncode == 0
            assert store._is_in_place()
            assert len(store.tables()) == 1


# --- Trouble in the middle of a game --------------------------------------------------------------


def overwritten(folder: Path) -> None:
    for file in folder.iterdir():
        with file.open("r+b") as opened:
            opened.write(b"no store at all " * (file.stat().st_size // 16))


def truncated(folder: Path) -> None:
    for file in folder.iterdir():
        if not file.name.endswith("-shm"):  # that one is mapped: SQLite itself would be killed
            os.truncate(file, 5000)


def from_a_later_version(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as other:
        other.executescript("ALTER TABLE moves RENAME TO plies; PRAGMA user_version = 2;")


def a_folder_in_its_place(folder: Path) -> None:
    unlinked(folder)
    (folder / "tables.sqlite").mkdir()


def a_file_in_place_of_the_folder(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("")


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (overwritten, "is damaged"),
        (truncated, "is damaged"),
        (from_a_later_version, "later version"),
        (a_folder_in_its_place, "cannot be written to"),
        (a_file_in_place_of_the_folder, "cannot be written to"),
    ],
)
@pytest.mark.parametrize("how", [turn, sign])
def test_trouble_in_the_middle_of_a_game_is_said_once_and_so_is_its_end(
    store: Store, harm: Callable[[Path], None], words: str, how: Callable[[Page], list[str]]
) -> None:
    page = open_page()
    turn(page)
    turn(page)
    harm(store.folder)
    (said,) = how(page)
    assert words in said
    assert "not saved" in said
    assert turn(page) == sign(page) == []
    if store.folder.is_dir():
        store.folder.rename(store.folder.with_name("away"))
    else:
        store.folder.unlink()
    assert how(page) == ["The game is saved again."]
    assert is_saved(page, store.folder)
    assert turn(page) == sign(page) == []


def test_a_page_that_is_loaded_while_the_store_is_out_of_reach_keeps_its_game(
    store: Store,
) -> None:
    page = open_page()
    turn(page)
    away = store.folder.with_name("away")
    store.folder.rename(away)
    store.folder.write_text("")
    meanwhile = open_page(token=token_of(page))
    said, kept = meanwhile.sent
    assert "cannot be opened now" in said["text"]
    assert kept["aside"], "the page gives the new game another name, and knows both"
    (said,) = turn(meanwhile)
    store.folder.unlink()
    away.rename(store.folder)
    assert turn(meanwhile) == ["The game is saved again."]
    again = open_page(token=token_of(page))
    assert again.of("offer")["ply"] == 2
    assert len(store.tables()) == 2


# --- A disk that is full, a place that is read-only -----------------------------------------------

PLAYING = """
import json, os, resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from pages import Page, play
from escale import NotKept
from escale.app.store import Store
from escale.engine import store as stores

folder = Path(sys.argv[2])
store = Store(folder / "tables")
stores.open_store = lambda: store
page = Page(play("galets", seats=["person", "random"], seed=5, lang="en"))
page.hello()

def turn():
    page.move(*page.path())
    return said()

def sign():
    page.ask({"do": "sign", "leaving": False})
    return said()

def said():
    return [message["text"] for message in page.sent if message["kind"] == "say"]

def is_saved():
    other = Store(folder / "tables")
    try:
        kept = other.look(page.session.keeper.token)
        return other.record(kept.number) == page.match.record()
    finally:
        other.close()
"""

LIMITED = """
room = 0
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]

def fill():
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))

def free():
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
"""

FILLED = """
def fill():
    with (folder / "filler").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            pass

def free():
    (folder / "filler").unlink()
"""

IN_A_GAME = """
turn()
fill()
first = turn()
second = turn()
after = sign()
free()
result = [first, second, after, sign(), is_saved(), turn(), is_saved()]
print(json.dumps(result))
"""

AT_A_CHECKPOINT = """
store._open().execute("PRAGMA wal_autocheckpoint = 2")
turn()
store._open().execute("PRAGMA wal_checkpoint(TRUNCATE)")
match = page.match
room = (folder / "tables/tables.sqlite").stat().st_size
fill()
troubles = []
for number in range(40):  # the log grows until the file itself has no room for what is in it
    try:
        store.begin(f"b{number}", "h", "p", "n", match.record(), ["person", "random"])
    except NotKept as error:
        troubles.append(number)
room = 0
fill()
shown = turn()
free()
again = sign()
tokens = [f"b{number}" for number in range(40) if number not in troubles]
result = [shown, again, is_saved(), len(troubles) > 0, all(store.look(token) for token in tokens)]
print(json.dumps(result))
"""


def run_apart(script: str, folder: Path, *before: str) -> Any:
    command = [*before, sys.executable, "-c", script, str(TESTS), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def small_disk(folder: Path) -> list[str]:
    """How to run a command with a file system of 300 KB there that nobody else sees."""
    become = [] if os.geteuid() == 0 else ["--map-root-user"]
    mount = f"mount -t tmpfs -o size=300k none '{folder}' && exec \"$@\""
    return ["unshare", "--mount", *become, "sh", "-c", mount, "sh"]


def has_small_disk(folder: Path) -> bool:
    if shutil.which("unshare") is None:
        return False
    tried = subprocess.run([*small_disk(folder), "true"], capture_output=True, check=False)
    return tried.returncode == 0


#: a limit of the process can be set anywhere; a file system of one's own not everywhere
DISKS = {"limit": LIMITED, "disk": FILLED}


@pytest.fixture(params=list(DISKS))
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, list[str]]:
    """How to fill a disk, and how to run a process that has it."""
    if request.param == "limit":
        return LIMITED, []
    if not has_small_disk(tmp_path):
        pytest.skip("no file system can be mounted here; the limit of a process is tested")
    return FILLED, small_disk(tmp_path)


@pytest.mark.slow
def test_a_disk_that_fills_in_the_middle_of_a_game_and_is_freed_loses_nothing(
    disk: tuple[str, list[str]], tmp_path: Path
) -> None:
    script, before = disk
    result = run_apart(PLAYING + script + IN_A_GAME, tmp_path, *before)
    (first,), *rest = result
    assert "not saved" in first
    assert ("disk is full" in first) == bool(before), "a limit of the process has another reason"
    assert rest == [[], [], ["The game is saved again."], True, [], True]


@pytest.mark.slow
def test_a_disk_that_fills_when_the_log_goes_into_the_file_loses_nothing(
    disk: tuple[str, list[str]], tmp_path: Path
) -> None:
    script, before = disk
    result = run_apart(PLAYING + script + AT_A_CHECKPOINT, tmp_path, *before)
    (shown,), *rest = result
    assert "not saved" in shown
    assert rest == [["The game is saved again."], True, True, True]


READ_ONLY = """
turn()
store.close()
if os.geteuid() == 0:  # whom no file is read-only for
    for path in (folder, folder / "tables", *(folder / "tables").iterdir()):
        os.chown(path, 65534, 65534)
    os.setegid(65534)
    os.seteuid(65534)
what = folder / WHAT
what.chmod(0o500 if what.is_dir() else 0o400)
first = turn()
second = turn()
what.chmod(0o700)
result = [first, second, sign(), is_saved(), turn(), is_saved()]
print(json.dumps(result))
"""


@pytest.fixture
def passable() -> Iterator[Path]:
    """A folder that can be given to somebody else: pytest's own let only their owner pass."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["tables", "tables/tables.sqlite"])
def test_a_folder_or_file_that_becomes_read_only_is_said_and_used_again_later(
    passable: Path, what: str
) -> None:
    """By an owner who is not root, also where the tests are run by root."""
    first, *rest = run_apart(PLAYING + READ_ONLY.replace("WHAT", repr(what)), passable)
    assert len(first) == 1
    assert "cannot be written to" in first[0]
    assert rest == [[], ["The game is saved again."], True, [], True]


def test_a_store_that_can_only_be_read_is_listed(passable: Path) -> None:
    script = PLAYING + READ_ONLY.partition("first =")[0].replace("WHAT", "'tables/tables.sqlite'")
    listing = "print(json.dumps([table.ply for table in Store(folder / 'tables').tables()]))"
    assert run_apart(script + listing, passable) == [2]


# --- Files of today -------------------------------------------------------------------------------

#: the shape of the first version, and the statements with which it writes
FIRST = """
PRAGMA journal_mode = WAL;
CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    game TEXT NOT NULL, head TEXT NOT NULL, seats TEXT NOT NULL, ply INTEGER NOT NULL, result TEXT,
    used REAL NOT NULL, holder TEXT NOT NULL, page TEXT NOT NULL, seen REAL NOT NULL
);
CREATE TABLE moves (
    id INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE, ply INTEGER NOT NULL,
    move TEXT NOT NULL, PRIMARY KEY (id, ply)
) WITHOUT ROWID;
PRAGMA user_version = 1;
"""
BEGIN = (
    "INSERT INTO tables (token, name, game, head, seats, ply, used, holder, page, seen)"
    " VALUES (?, 'n', ?, ?, '[\"person\",\"random\"]', 0, ?, 'h', 'p', 0)"
)
USE = "UPDATE tables SET ply = 1, result = NULL, used = ? WHERE id = ?"
MOVE = "INSERT INTO moves VALUES (?, 0, ?)"
DAY = 86_400.0


def first_version(folder: Path) -> sqlite3.Connection:
    folder.mkdir()
    connection = sqlite3.connect(folder / "tables.sqlite", isolation_level=None)
    connection.executescript(FIRST)
    return connection


def begun(old: sqlite3.Connection, token: str, used: float) -> int:
    """What the first version does for a table with one move."""
    record = {"format": "escale/1", "game": "galets", "players": ["Ana", "Bob"]}
    number = old.execute(BEGIN, (token, "galets", json.dumps(record), used)).lastrowid
    assert number is not None
    old.execute(USE, (used, number))
    old.execute(MOVE, (number, "1"))
    return number


def test_a_store_of_the_first_version_is_taken_over_with_all_that_is_in_it(tmp_path: Path) -> None:
    now = 1_800_000_000.0
    with closing(first_version(tmp_path / "tables")) as old:
        for number in range(5):
            begun(old, f"t{number}", now - 400 * DAY)
    with closing(Store(tmp_path / "tables", clock=lambda: now)) as store:
        assert len(store.tables()) == 5
        page = Page(play("galets", seats=["person", "random"], seed=5))
        store.begin("new", "h", "p", "n", page.match.record(), ["person", "random"])
        assert len(store.tables()) == 6, "their time begins with the upgrade"
        assert store.tables(binned=True) == []
        assert store.record(1)["moves"] == ["1"]


def test_an_older_version_that_is_still_running_goes_on_beside_a_newer_one(tmp_path: Path) -> None:
    now = [1_800_000_000.0]
    with (
        closing(first_version(tmp_path / "tables")) as old,
        closing(Store(tmp_path / "tables", clock=lambda: now[0])) as store,
    ):
        begun(old, "before", now[0])
        assert [table.number for table in store.tables()] == [1]
        begun(old, "after", now[0])
        record = store.record(2)
        for _ in range(100):
            now[0] += DAY
            old.execute(USE, (now[0], 2))
            store.begin(f"{now[0]}", "h", "p", "n", record, ["person", "random"])
        assert [table.number for table in store.tables(binned=True)][-1] == 1
        assert store.look("after").binned is None
        now[0] += 200 * DAY  # what the older one plays at stays, whatever the clock
        old.execute(USE, (now[0], 1))
        store.begin("last", "h", "p", "n", record, ["person", "random"])
        assert store.look("before").binned is None, "it is in use"


UPGRADE = """
import sys
from escale.app.store import Store
input()
print(len(Store(sys.argv[1]).tables()))
"""


@pytest.mark.slow
def test_many_who_come_at_once_upgrade_a_store_once(tmp_path: Path) -> None:
    with closing(first_version(tmp_path / "tables")) as old:
        begun(old, "t", 0.0)
    command = [sys.executable, "-c", UPGRADE, str(tmp_path / "tables")]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    crowd = [subprocess.Popen(command, **pipes) for _ in range(6)]
    for one in crowd:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    assert [one.communicate()[0] for one in crowd] == ["1\n"] * 6
