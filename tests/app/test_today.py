"""Whoever used escale at aec17c0 goes on: their tables, links, files, addresses and notebooks.

`tests/today/` holds what that version wrote. A test that fails here says that somebody has lost
something: mend the product (what is renamed redirects), never the fixture. What a browser does with
its storage is in `tests/browser/test_today.py`.
"""

from __future__ import annotations

import ast
import hashlib
import http.client
import inspect
import json
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from commandline import Escale
from pages import Page, play
from ports import free_port
from today import HERE, legal_moves, put_store, read

import escale as product
from escale import Match
from escale.app import notebooks
from escale.app.server import handlers as web
from escale.app.store import Store, shared
from escale.engine.game import CHANCE
from escale.games.dominos_florentins import deck as decks
from escale.session.links import unpacked

pytestmark = pytest.mark.slow

TABLES = {table["note"] + f" #{number}": table for number, table in enumerate(read("tables.json"))}
INSTALLED = {name: table for name, table in TABLES.items() if table["game"] != "petanque"}
LINKS = read("links.json")
FILES = sorted(file.name for file in (HERE / "files").glob("*.json"))
ADDRESSES = read("addresses.json")
DOORS = read("doors.json")
TAB = "a-later-tab"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """The store of then, where tables are kept now."""
    monkeypatch.setenv("ESCALE_TABLES", str(put_store(tmp_path / "tables")))
    monkeypatch.setenv("ESCALE_DECKS", str(HERE / "decks"))
    monkeypatch.setattr(decks, "_decks", {})  # those that are read from there are gone afterwards
    yield shared()
    shared().close()


def laid(game: str) -> Page:
    """A new table, as a page of today finds it before it says hello."""
    return Page(play(game, lang="fr"))


def hello(page: Page, token: str | None, wanted: bool = True) -> list[dict[str, Any]]:
    return page.hello(TAB, token, wanted=wanted)


def moves(match: Match) -> str:
    return " ".join(match.game.format(ply.move) for ply in match.plies)


# --- The store ------------------------------------------------------------------------------------


def test_every_table_is_listed_as_it_was(store: Store, escale: Escale) -> None:
    listed = escale("tables", "list", "--store", store.folder, "--json").json
    found = {kept["number"]: kept for kept in listed}
    assert len(found) == len(TABLES)
    for table in TABLES.values():
        kept = store.look(table["token"], TAB)
        assert (kept.name, kept.game, kept.players, kept.seats, kept.ply, kept.over) == (
            table["name"],
            table["game"],
            table["players"],
            table["seats"],
            len(table["moves"].split()),
            table["result"] is not None,
        ), table["note"]
        assert kept.elsewhere == table["open"], table["note"]
        assert found[kept.number]["name"] == table["name"]


@pytest.mark.parametrize("name", INSTALLED)
def test_a_page_goes_on_with_its_table_where_it_was(store: Store, name: str) -> None:
    then = INSTALLED[name]
    page = laid(then["game"])
    answers = hello(page, then["token"])
    if then["open"]:
        assert [answer["elsewhere"] for answer in answers if answer["kind"] == "offer"] == [True]
        page.ask({"do": "resume", "token": then["token"], "force": True, "id": 1})
    table, match = page.viewer, page.match
    assert (match.game.id, list(match.players)) == (then["game"], then["players"])
    assert (list(page.session.seats), match.options) == (
        then["seats"],
        match.options | then["options"],
    )
    assert match.origin[0] == then["from"]
    went_on = match.ply > len(then["moves"].split())
    assert not went_on or then["actor"] == CHANCE, "only a computer's dice fall by themselves now"
    if went_on:
        match = match.fork(len(then["moves"].split()))
    assert moves(match) == then["moves"]
    state = {name: then[name] for name in ("actor", "legal", "all legal")}
    assert legal_moves(match) == state
    outcome = match.outcome
    assert (outcome and {"scores": [*outcome.scores], "winners": [*outcome.winners]}) == (
        then["result"]
    )
    people = [seat for seat, who in enumerate(then["seats"]) if who == "person"]
    if len(people) > 1:
        assert table.curtain == match.actor
        page.ask({"do": "lift", "seat": table.curtain, "id": 2})
    if then["undone"]:
        page.ask({"do": "redo", "id": 3})
        undone = then["undone"].split()
        assert moves(match).removeprefix(then["moves"]).split()[: len(undone)] == undone
        assert store.look(then["token"]).ply == match.ply, "and that is saved"


@pytest.mark.parametrize("name", [name for name in INSTALLED if "middle" in name])
def test_a_move_at_an_old_table_is_saved_there(store: Store, name: str) -> None:
    then = INSTALLED[name]
    page = laid(then["game"])
    hello(page, then["token"])
    page.move(*page.path())
    match = page.match
    assert match.ply > len(then["moves"].split())
    kept = store.look(then["token"])
    assert store.record(kept.number)["moves"] == moves(match).split()


def test_the_table_of_a_game_that_is_not_there_gets_a_sentence_and_stays(store: Store) -> None:
    (then,) = (table for table in TABLES.values() if table["game"] == "petanque")
    page = laid("galets")
    answers = hello(page, then["token"])
    assert "petanque" in " ".join(answer.get("text", "") for answer in answers)
    assert page.match.game.id == "galets"
    kept = store.look(then["token"], TAB)
    assert (kept.game, kept.ply, kept.elsewhere) == ("petanque", 4, False)
    assert store.record(kept.number)["moves"] == then["moves"].split()


def test_the_command_line_shows_and_exports_old_tables(
    store: Store, escale: Escale, tmp_path: Path
) -> None:
    then = TABLES[next(name for name in TABLES if name.startswith("casanova, 3 players, end"))]
    number = store.look(then["token"]).number
    folder = ("--store", store.folder)
    assert "François" in escale("tables", "show", number, *folder, "--lang=fr").out
    escale("tables", "export", number, *folder, "-o", tmp_path / "game.json")
    record = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert " ".join(record["moves"]) == then["moves"]


# --- What a browser keeps, links, files -----------------------------------------------------------


def test_the_tables_that_a_browser_has_left_open_are_found(store: Store) -> None:
    tables = json.loads(read("storage.json")["localStorage"]["escale/tables"])
    there = dict(web.still_open([table["token"] for table in tables.values()]))
    assert there == {
        table["token"]: table["game"] for table in tables.values() if not table["over"]
    }
    for table in tables.values():
        assert store.look(table["token"]).ply == table["ply"]


def test_there_are_ten_links_of_both_kinds() -> None:
    kinds = [("#game=" in link["link"], "?table=" in link["link"]) for link in LINKS]
    assert len(LINKS) == 10
    assert set(kinds) == {(True, False), (False, True)}


@pytest.mark.parametrize("link", LINKS, ids=lambda link: link["note"])
def test_a_link_opens_its_game(store: Store, link: dict[str, Any]) -> None:
    address = urlsplit(link["link"])
    assert address.path.removeprefix("/voila/render/") in notebooks.texts()
    page = laid(link["game"])
    if address.fragment:
        hello(page, None, wanted=False)
        page.ask({"do": "open", "game": address.fragment.removeprefix("game="), "id": 1})
        match = unpacked(address.fragment.removeprefix("game="))
        assert moves(page.match).startswith(moves(match))
    else:
        (token,) = parse_qs(address.query)["table"]
        hello(page, token)
        match = page.match
    assert (match.game.id, match.ply, match.over) == (link["game"], link["ply"], link["over"])
    assert page.match.game.id == link["game"]


@pytest.mark.parametrize("name", FILES)
def test_a_saved_game_opens_at_a_table_and_is_told(store: Store, escale: Escale, name: str) -> None:
    file = HERE / "files" / name
    record = json.loads(file.read_text("utf-8"))
    page = laid(record["game"])
    page.ask({"do": "load", "text": file.read_text("utf-8"), "id": 1})
    assert page.of("say")["tone"] == "good"
    assert moves(page.match).split()[: len(record["moves"])] == record["moves"]
    told = escale("replay", file, "--json").json
    assert [ply["move"] for ply in told["plies"]] == record["moves"]
    if "result" in record:
        assert (told["scores"], told["winners"]) == (
            record["result"]["scores"],
            record["result"]["winners"],
        )


def test_the_files_are_of_every_game_open_over_and_from_a_position() -> None:
    records = [json.loads((HERE / "files" / name).read_text("utf-8")) for name in FILES]
    assert {record["game"] for record in records} == set(product.game_names())
    assert {"result" in record for record in records} == {True, False}
    assert {"position" in record for record in records} == {True, False}


# --- Addresses ------------------------------------------------------------------------------------


class Answers:
    """A server, asked over one connection; redirects are followed by hand."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connection = http.client.HTTPConnection("localhost", port, timeout=60)

    def ask(self, address: str) -> tuple[int, str, str]:
        """Status, page, and where a redirect leads."""
        self.connection.request("GET", address)
        answer = self.connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        return answer.status, text, answer.headers.get("Location", "")

    def page(self, address: str) -> tuple[str, str]:
        """The page at an address, in the end, and its address; no notebook is opened for it."""
        for _ in range(5):
            if urlsplit(address).path.removeprefix("/voila/render/") in notebooks.texts():
                return address, ""
            status, text, to = self.ask(address)
            if status == 200:
                return address, text
            assert 300 <= status < 400, f"{address} answers {status}"
            assert to.startswith("/"), f"{address} leads to {to}"
            address = to
        raise AssertionError(f"{address} leads round in circles")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    """`escale serve` with the old store."""
    folder = tmp_path_factory.mktemp("today")
    port = free_port()
    command = [sys.executable, "-m", "escale.app", "serve", "--no-browser", f"--port={port}"]
    command += ["--warm=0", "--lang=fr", f"--tables={put_store(folder / 'tables')}"]
    with (folder / "log").open("w") as log:
        running = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    try:
        for _ in range(240):
            assert running.poll() is None, (folder / "log").read_text()
            try:
                urllib.request.urlopen(f"http://localhost:{port}/healthz", timeout=5).close()
                break
            except OSError:
                time.sleep(0.25)
        answers = Answers(port)
        yield answers
        answers.connection.close()
    finally:
        running.send_signal(signal.SIGINT)
        try:
            running.wait(20)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


def lessons_in(notebook: str) -> list[str]:
    """The lessons of a notebook, by its address."""
    text = notebooks.texts()[urlsplit(notebook).path.removeprefix("/voila/render/")]
    cells = json.loads(text)["cells"]
    return re.findall(r'escale\.lesson\("([^"]+)"', "".join("".join(c["source"]) for c in cells))


def lost_lesson(server: Answers, address: str) -> str | None:
    """What is wrong with an address of a lesson; nothing if it leads to that step."""
    at, _ = server.page(address)
    asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    found = {name: values[0] for name, values in parse_qs(urlsplit(at).query).items()}
    if not at.partition("?")[0].endswith(".ipynb"):
        return f"{address} leads to {at}"
    if found.get("lesson") not in lessons_in(at):
        return f"{address}: {found.get('lesson')} is not in {at}"
    step = int(found.get("step", 1))
    steps = len(product.teach.lesson.lesson(found["lesson"]).steps)
    if step != int(asked.get("step", 1)) or step > steps:
        return f"{address} leads to step {step} of {steps}"
    return None


def test_every_address_leads_to_what_it_named(server: Answers) -> None:
    """One test for all: they share a server."""
    wrong: list[str] = []
    for address in ADDRESSES["plain"]:
        _, text = server.page(address)
        if 'role="alert"' in text or not text:
            wrong.append(address)
    for number, (lesson, steps) in enumerate(ADDRESSES["lessons"].items()):
        lang = ("fr", "en")[number % 2]
        found = lost_lesson(server, f"/?lesson={lesson}&step={steps}&lang={lang}")
        wrong += [found] if found else []
    for address in ADDRESSES["lesson addresses"]:
        found = lost_lesson(server, address)
        wrong += [found] if found else []
    for game, rules in ADDRESSES["rules"].items():
        for number, rule in enumerate(rules):
            at, text = server.page(f"/?rule={rule}&lang={('fr', 'en')[number % 2]}")
            if not urlsplit(at).path.startswith("/rules/") or "rule marked" not in text:
                wrong.append(f"{game}: {rule}")
    for address in ADDRESSES["notebooks"]:
        at, _ = server.page(address)
        if not at.endswith(".ipynb") and "start" not in address:
            wrong.append(address)
    for table in TABLES.values():
        if table["result"] is None and table["game"] != "petanque":
            at, _ = server.page(f"/?table={table['token']}")
            if f"play-{table['game']}.ipynb?table={table['token']}" not in at:
                wrong.append(f"table {table['note']}")
    assert not wrong


def test_a_notebook_address_is_a_page_with_its_lessons(server: Answers) -> None:
    status, text, _ = server.ask("/voila/render/fr/galets.ipynb?lesson=galets/first-steps&step=2")
    assert status == 200
    assert 'data-lesson="galets/first-steps"' in text


def test_the_addresses_are_all_of_them() -> None:
    """As many as there were: a fixture that has shrunk shows nothing."""
    assert len(ADDRESSES["lessons"]) == 48
    assert sum(map(len, ADDRESSES["rules"].values())) == 108
    assert len(ADDRESSES["notebooks"]) == 24


def test_the_links_on_a_hub_lead_to_files_of_the_repository() -> None:
    repository = HERE.parents[1]
    for address in ADDRESSES["on a hub"]:
        file = re.search(r"notebooks/.*\.ipynb$", address)
        assert file is None or (repository / file[0]).is_file(), address
    shelves = [address for address in ADDRESSES["on a hub"] if "notebooks/" not in address]
    assert shelves == ["escale/?lang=en", "escale/?lang=fr"]  # opened in tests/browser/test_binder


# --- Notebooks of one's own -----------------------------------------------------------------------


def found(path: str) -> Any:
    """What a dotted name leads to."""
    module, _, rest = path.rpartition(".")
    try:
        return getattr(import_module(module), rest)
    except ModuleNotFoundError:
        return getattr(found(module), rest)


@pytest.mark.parametrize("path", DOORS["called"])
def test_a_door_of_python_can_be_called_as_before(path: str) -> None:
    now = {
        name: one
        for name, one in inspect.signature(found(path)).parameters.items()
        if name != "self"
    }
    kinds = inspect.Parameter
    anything = any(one.kind is kinds.VAR_KEYWORD for one in now.values())
    then = [re.fullmatch(r"(\**)(\w+)(=?)", one) for one in DOORS["called"][path]]
    named = {one[2]: one for one in then if one is not None and one[1] != "**"}
    places = [name for name, one in named.items() if not one[1]]
    if not anything:  # a door that hands its options on takes them all
        assert set(named) <= set(now)
    by_place = [name for name, one in now.items() if one.kind is kinds.POSITIONAL_OR_KEYWORD]
    assert anything or by_place[: len(places)] == places
    for name, one in now.items():
        needed = one.default is one.empty and one.kind not in (
            kinds.VAR_KEYWORD,
            kinds.VAR_POSITIONAL,
        )
        assert not needed or (name in named and not named[name][3]), f"{name} is needed now"


def test_every_public_name_is_there() -> None:
    assert [name for name in DOORS["names"] if not hasattr(product, name)] == []


CELLS = (HERE / "cells.py").read_text("utf-8").split("# %%\n")[1:]


def test_cells_of_a_notebook_of_ones_own_still_run(store: Store) -> None:
    names: dict[str, Any] = {}
    for cell in CELLS:
        *before, last = ast.parse(cell).body
        assert isinstance(last, ast.Expr), cell
        exec(compile(ast.Module(before, []), "cell", "exec"), names)
        shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        assert shown or shown == {}, cell
        picture = getattr(shown, "_repr_mimebundle_", None) or getattr(shown, "_repr_svg_", None)
        assert picture is None or picture(), cell


def test_a_folder_of_lab_keeps_what_its_owner_wrote_and_follows_with_the_rest(
    tmp_path: Path,
) -> None:
    folder = Path(shutil.copytree(HERE / "lab", tmp_path / "lab"))
    mine, theirs = (folder / "fr" / f"play-{name}.ipynb" for name in ("dolce-vita", "casanova"))
    written_by_me = mine.read_bytes()
    # As if that version had put another text there than this one does.
    old, note = theirs.read_bytes() + b"\n", folder / ".escale-notebooks.json"
    noted = json.loads(note.read_text())
    assert noted["fr/play-casanova.ipynb"] == hashlib.sha256(theirs.read_bytes()).hexdigest()
    note.write_text(json.dumps(noted | {"fr/play-casanova.ipynb": hashlib.sha256(old).hexdigest()}))
    theirs.write_bytes(old)
    written = notebooks.write(folder)
    assert (written.kept, written.replaced) == (
        ["fr/play-dolce-vita.ipynb"],
        ["fr/play-casanova.ipynb"],
    )
    assert mine.read_bytes() == written_by_me
    assert theirs.read_text("utf-8") == notebooks.texts()["fr/play-casanova.ipynb"]
