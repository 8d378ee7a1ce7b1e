"""Tables in PostgreSQL, where it differs from SQLite: away and back, versions, words, passwords.

What every store does alike is in `test_store_conformance.py`. The server is real
(`tests/postgres.py`), and killed for real.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from commandline import Escale
from pages import Page, play
from postgres import Postgres

from escale import BadOption, Match, NotInstalled, NotKept
from escale.app import store as doors
from escale.app.stores import postgres as module
from escale.app.stores.postgres import MIGRATIONS, VERSION, PostgresStore, without_password
from escale.engine import store as stores

SEATS = ["person", "random"]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    made = Postgres()
    try:
        yield made.start()
    finally:
        made.remove()


@pytest.fixture
def store(server: Postgres) -> Iterator[PostgresStore]:
    opened = PostgresStore(server.database())
    yield opened
    opened.close()
    assert server.left_open() == 0, "whoever opens a store closes it"


def game(plies: int = 1) -> Match:
    match = Match("galets", ["Ana", "Bob"], seed=5)
    for _ in range(plies):
        match.play(match.legal()[0])
    return match


def begin(store: PostgresStore, match: Match, token: str = "t") -> None:
    store.begin(token, "h1", "tab-1", "kitchen", match.record(), SEATS)


def said(page: Page) -> list[str]:
    return [message["text"] for message in page.sent if message["kind"] == "say"]


# --- away, and back -----------------------------------------------------------------------------


def test_a_game_goes_on_while_the_database_is_away_and_is_saved_as_soon_as_it_is_back(
    server: Postgres, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "open_store", lambda: store)
    page = Page(play("galets", seats=SEATS, seed=5, lang="en"))
    page.hello("tab-1", None, name="/x#y")
    page.move(*page.path())
    assert said(page) == []
    server.kill()
    try:
        page.move(*page.path())
        assert [text for text in said(page) if "does not answer" in text]
        shown = page.match.ply
        page.move(*page.path())
        assert said(page) == [], "it is said once"
        assert page.match.ply > shown
    finally:
        server.start()
    page.ask({"do": "sign", "leaving": False})
    assert [text for text in said(page) if "saved again" in text]
    assert page.session.keeper is not None
    found = store.look(page.session.keeper.token)
    assert store.record(found.number) == page.match.record()


def test_a_restart_that_nobody_noticed_costs_nothing(
    server: Postgres, store: PostgresStore
) -> None:
    match = game()
    begin(store, match)
    server.stop()
    server.start()
    match.play(match.legal()[0])
    store.write("t", "h1", 1, match.record()["moves"][1:], None)
    assert store.look("t").ply == 2


def test_a_database_that_says_nothing_is_not_waited_for_at_every_move(
    server: Postgres, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.3)
    begin(store, game())
    server.freeze()
    try:
        for least, most in ((1.0, 6.0), (0.0, 0.5)):
            began = time.monotonic()
            with pytest.raises(NotKept) as trouble:
                store.look("t")
            assert trouble.value.reason == "away"
            assert least < time.monotonic() - began < most
    finally:
        server.thaw()
    monkeypatch.setattr(store, "_not_before", 0.0)
    assert store.look("t").ply == 1


# --- many at once -------------------------------------------------------------------------------


def test_of_two_who_begin_the_same_table_one_after_the_other_does(store: PostgresStore) -> None:
    """By way of a backup, say: neither meets an error of the database's."""
    address, match = store._address, game(2)

    def beginning(number: int) -> str:
        other = PostgresStore(address)
        try:
            other.begin("t", f"h{number}", f"tab-{number}", "k", match.record(), SEATS)
            return "begun"
        except NotKept as error:
            return error.reason
        finally:
            other.close()

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(beginning, range(12)))
    assert set(answers) == {"begun", "elsewhere"}
    assert answers.count("begun") == 1
    assert store.record(store.look("t").number) == match.record()


def test_newcomers_make_the_schema_once(server: Postgres) -> None:
    address = server.database()

    def coming(_: int) -> list[Any]:
        other = PostgresStore(address)
        try:
            return other.tables()
        finally:
            other.close()

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(coming, range(6))) == [[]] * 6


def test_a_change_is_told_within_a_moment_and_asks_for_nothing_until_then(
    server: Postgres, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(store, game(0), "ana")
    store.meetings.share("ana", "h1", 0)
    version = store.meetings.news("ana").version
    store.meetings.changed("ana", version)  # it listens from now on
    asked: list[object] = []
    statements = module._statements

    def counting(connection: Any) -> Any:
        asked.append(connection)
        return statements(connection)

    monkeypatch.setattr(module, "_statements", counting)
    assert not any(store.meetings.changed("ana", version) for _ in range(50))
    assert not asked
    monkeypatch.setattr(module, "_statements", statements)
    other = PostgresStore(store._address)
    threading.Timer(0.2, lambda: other.meetings.attend("ana", "tab-2")).start()
    began = time.monotonic()
    while not store.meetings.changed("ana", version):
        assert time.monotonic() - began < 10
        time.sleep(0.01)
    other.close()
    server.kill()
    try:
        with pytest.raises(NotKept) as trouble:
            store.meetings.changed("ana", version)
        assert trouble.value.reason == "away"
    finally:
        server.start()
    assert store.meetings.changed("ana", version), "what was told meanwhile was not heard"


# --- versions -----------------------------------------------------------------------------------


def test_a_store_of_before_is_brought_up_to_date_and_keeps_its_tables(store: PostgresStore) -> None:
    with psycopg.connect(store._address, autocommit=True) as admin:
        admin.execute("CREATE SCHEMA escale; SET search_path TO escale")
        admin.execute("CREATE TABLE version (version integer NOT NULL)")
        admin.execute("INSERT INTO version VALUES (1)")
        admin.execute(MIGRATIONS[0])
        admin.execute(
            "INSERT INTO tables (token, name, game, head, seats, ply, used, holder, page, seen)"
            " VALUES ('old', 'n', 'galets', '{}', '[]', 0, 1, '', '', 0)"
        )
    assert [table.name for table in store.tables()] == ["n"]
    begin(store, game())
    assert store.look("t").number == 2
    with psycopg.connect(store._address) as admin:
        assert admin.execute("SELECT version FROM escale.version").fetchall() == [(VERSION,)]


def test_a_store_of_a_later_version_is_refused_also_while_it_is_open(store: PostgresStore) -> None:
    begin(store, game())
    with psycopg.connect(store._address, autocommit=True) as admin:
        admin.execute("UPDATE escale.version SET version = 99")
    for _ in range(2):
        with pytest.raises(NotKept, match="later version") as trouble:
            begin(store, game(), "other")
        assert trouble.value.reason == "newer"
        store.close()


def test_what_is_not_ours_is_left_alone(store: PostgresStore) -> None:
    with psycopg.connect(store._address, autocommit=True) as admin:
        admin.execute("CREATE TABLE tables (theirs text)")
        begin(store, game())
        names = admin.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        assert names.fetchall() == [("tables",)]


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ana:s3cret@db/games",
        "postgres://ana@db:6/games?password=s3cret&sslmode=require",
    ],
)
def test_a_password_is_never_shown(address: str) -> None:
    shown = without_password(address)
    assert shown.startswith("postgresql://ana@db")
    assert shown.endswith("/games")
    assert "s3cret" not in shown + repr(PostgresStore(address))


def test_an_address_that_cannot_be_read_gets_a_sentence_without_it() -> None:
    with pytest.raises(BadOption, match="postgresql://user@host/database") as refused:
        PostgresStore("postgresql://ana:s3cret@db:port:port/%zz")
    assert "s3cret" not in str(refused.value)


def test_the_command_line_takes_an_address(
    server: Postgres, store: PostgresStore, escale: Escale, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(store, game(3))
    monkeypatch.setenv("ESCALE_TABLES", store._address)
    listed = escale("tables", "list", "--json")
    assert (listed.code, '"ply": 3' in listed.out) == (0, True)
    monkeypatch.setenv("ESCALE_TABLES", "/nowhere")
    assert escale("tables", "show", 1, "--store", store._address).code == 0
    assert escale("tables", "remove", 1, "--store", store._address).code == 0
    assert store.tables() == []
    monkeypatch.setenv("ESCALE_TABLES", store._address)
    fine = escale("doctor", "--lang", "en")
    assert "saved games  " in fine.out
    assert store.where in fine.out
    wrong = store._address.replace(f":{server.password}@", ":s3cret@")
    for command in (["doctor"], ["tables", "list"]):
        monkeypatch.setenv("ESCALE_TABLES", wrong)
        heard = escale(*command, "--lang", "en")
        text = heard.out + heard.err
        assert "does not let us in" in text
        assert "s3cret" not in text
        assert server.password not in text


def test_without_psycopg_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "escale.app.stores.postgres")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(NotInstalled, match=r"needs psycopg.*\[postgres\]"):
        doors.opened("postgresql://ana:s3cret@db/games")
