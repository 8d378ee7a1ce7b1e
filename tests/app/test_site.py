"""The pages that cost no kernel, the shelf, the copies of the notebooks, links and the doctor."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import psutil
import pytest
from jupyter_server.base.websocket import WebSocketMixin
from nbclient.exceptions import CellExecutionError
from ports import free_port

from escale import EscaleError, game, game_names
from escale.app import notebooks, shelf
from escale.app.commands import binder_links as links
from escale.app.commands import doctor
from escale.app.server import handlers as web
from escale.app.server import logs, server
from escale.app.server import pages as site
from escale.app.server.pages import Place
from escale.app.server.serve_options import pools
from escale.session.about import about
from escale.teach.lesson import lessons
from escale.teach.rulebook import rulebook

LANGUAGES = ("fr", "en")
ESCALE = [sys.executable, "-m", "escale.app"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("pages")
    notebooks.write(folder)
    return Place("/", "/voila/render/", folder)


class Links(HTMLParser):
    """Every address that a page names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("href", "src", "action")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_is_on_the_shelf_with_its_doors(place: Place, lang: str) -> None:
    page = site.home_page(place, lang)
    assert f'<html lang="{lang}">' in page
    for name in game_names():
        assert f'data-game="{name}"' in page
        assert f"/voila/render/{lang}/play-{name}.ipynb" in page
        assert f"/rules/{name}?lang={lang}" in page
    assert page.count('data-door="learn"') == len(game_names())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_door_is_the_quick_start_and_without_one_the_course(
    place: Place, lang: str
) -> None:
    page = site.home_page(place, lang)
    for box in shelf.shelf():
        card = page.partition(f'data-game="{box.id}"')[2].partition("</article>")[0]
        main = re.findall(r'class="btn pri" data-door="(\w+)" href="([^"]+)"', card)
        there = [door.kind for door in site.doors(box, place, lang)]
        assert there == [kind for kind in site.DOORS if kind in there], "in their order"
        assert main == [(kind, href) for kind, _, href in site.doors(box, place, lang)[:1]]
        if box.quick_start:
            at = f"/voila/render/{lang}/{box.id}.ipynb?lesson={box.id}/quick-start"
            assert main == [("start", at)]
            assert site.lesson_card(box.quick_start.id) == box.quick_start
        else:
            assert main[0][0] == "learn"
        rules = site.rules_page(place, box, lang)
        assert "?lesson=" not in rules.partition("</header>")[0], "it is in the door to learn"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_name_no_other_host_and_only_notebooks_that_exist(
    place: Place, lang: str
) -> None:
    pages = [site.home_page(place, lang), site.error_page(place, lang, 503, "/x")]
    pages += [site.rules_page(place, box, lang) for box in shelf.shelf()]
    for address in {address for page in pages for address in Links(page).found}:
        assert not re.match(r"[a-z]+:|//", address), address
        if ".ipynb" in address:
            file = address.removeprefix("/voila/render/").partition("?")[0]
            assert (place.folder / file).is_file(), address


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_a_rulebook_page_tells_every_rule_and_where_it_is_shown(
    place: Place, name: str, lang: str
) -> None:
    box = next(box for box in shelf.shelf() if box.id == name)
    page = site.rules_page(place, box, lang, next(iter(rulebook(game(name)))).id)
    for rule in rulebook(game(name)):
        assert f'id="{rule.id}"' in page
    reasons = [rule for rule in rulebook(game(name)) if rule.ruling]
    assert page.count('class="reason"') == len(reasons) == page.count("data-ruling")
    assert page.count("rule marked") == 1
    steps = re.findall(rf"{name}\.ipynb\?lesson={name}/([\w-]+)&amp;step=(\d+)", page)
    assert {f"{name}/{lesson}" for lesson, _ in steps} == set(lessons(name))


def test_a_rule_that_is_not_there_gets_a_sentence_and_nothing_of_it_is_run(place: Place) -> None:
    box = shelf.shelf()[0]
    page = site.rules_page(place, box, "en", "<script>alert(1)</script>")
    assert 'role="alert"' in page
    assert "<script>alert" not in page


# --- what machines read -------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_says_in_a_sentence_what_it_is_and_has_a_picture_for_messengers(
    place: Place, lang: str
) -> None:
    told = [
        site.home_page(place, lang),
        *(site.rules_page(place, box, lang) for box in shelf.shelf()),
    ]
    sentences = [re.search(r'name="description" content="([^"]+)"', page) for page in told]
    assert all(sentences)
    assert len({found[1] for found in sentences if found}) == len(told)
    for page in told:
        assert f'property="og:image" content="{site.ORIGIN}/static/preview.png' in page
        assert 'rel="apple-touch-icon"' in page
        assert place.manifest(lang) in page


def test_a_phone_finds_every_icon_that_the_manifest_names(place: Place) -> None:
    for lang in LANGUAGES:
        manifest = site.manifest(place, lang)
        assert manifest["lang"] == lang
        assert manifest["start_url"] == place.root
        for icon in manifest["icons"]:
            name = icon["src"].removeprefix("/static/").partition("?")[0]
            body = web.Static.body(name)
            assert body
            if icon["type"] == "image/png":
                width, height = (int.from_bytes(bytes(body)[at : at + 4]) for at in (16, 20))
                assert icon["sizes"] == f"{width}x{height}"


def test_search_engines_open_no_page_that_starts_a_kernel(place: Place) -> None:
    robots = RobotFileParser()
    robots.parse(site.robots(place).splitlines())
    for path in ("/", "/rules/casanova?lang=fr", "/static/preview.png"):
        assert robots.can_fetch("anybot", path)
    for path in (place.notebook("fr", "casanova"), "/voila/static/voila.js", "/tables"):
        assert not robots.can_fetch("anybot", path)


# --- the shelf ----------------------------------------------------------------------------------


def test_drawings_are_whole_and_need_nothing_from_elsewhere() -> None:
    for name in game_names():
        for drawing in (about(game(name)).cover("fr"), about(game(name)).prop):
            if drawing is not None:
                ElementTree.fromstring(drawing)
                assert "http" not in drawing.replace("http://www.w3.org/2000/svg", "")
    assert about(game("galets")).prop is None  # a game that has brought no drawing
    assert ">Galets<" in about(game("galets")).cover("fr")


def test_a_broken_game_of_somebody_else_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> Any:
        if name == "broken":
            raise EscaleError("no such thing")
        return game(name)

    monkeypatch.setattr(shelf, "game_names", lambda: ["broken", "casanova"])
    monkeypatch.setattr(shelf, "game", find)
    shelf.shelf.cache_clear()
    try:
        assert [box.id for box in shelf.shelf()] == ["casanova"]
    finally:
        shelf.shelf.cache_clear()


@pytest.mark.parametrize("line", ["sides = 5", 'pitch = "x"', "minutes = true", 'sides = ["red"]'])
def test_a_game_whose_box_is_badly_written_is_left_out_and_named(
    line: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    read = shelf._file

    def file(found: Any, name: str) -> str | None:
        bad = name == "shelf.toml" and found.id == "casanova"
        return line if bad else read(found, name)

    monkeypatch.setattr(shelf, "_file", file)
    shelf.shelf.cache_clear()
    try:
        assert "casanova" not in [box.id for box in shelf.shelf()]
        assert "dolce-vita" in [box.id for box in shelf.shelf()]
    finally:
        shelf.shelf.cache_clear()
    assert "casanova is not on the shelf" in caplog.text
    assert f"shelf.toml, line 1: {line.split()[0]}" in caplog.text


def test_a_name_from_outside_opens_no_file(place: Place) -> None:
    assert place.has("fr", "casanova")
    for name in ("x" * 300, "../en/casanova", "..\\en\\casanova", "casanova\0"):
        assert not place.has("fr", name)


def test_what_cannot_be_a_token_is_not_looked_up() -> None:
    assert web.is_token("dGhpcyBpcyBhIHRva2Vu-_")
    for value in ("", "\ud800", "a b", "x" * 201, "é", None, 5):
        assert not web.is_token(value)


def test_a_page_is_not_cut_off_between_two_signs_of_life() -> None:
    class Page(WebSocketMixin):
        settings = server.KEEP_ALIVE

    page = Page()
    assert page.ping_timeout >= 2 * page.ping_interval


# --- the notebooks ------------------------------------------------------------------------------


def test_a_copy_of_the_notebooks_keeps_what_somebody_has_changed(tmp_path: Path) -> None:
    first = notebooks.write(tmp_path)
    assert len(first.new) == len(notebooks.texts())
    assert not first.kept
    mine = tmp_path / "fr" / "casanova.ipynb"
    mine.write_text("{}")
    (tmp_path / "en" / "casanova.ipynb").unlink()
    second = notebooks.write(tmp_path)
    assert second == notebooks.Written(["en/casanova.ipynb"], [], ["fr/casanova.ipynb"])
    assert mine.read_text() == "{}"


def test_after_an_upgrade_only_notebooks_that_nobody_has_changed_are_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = {"fr/a.ipynb": "old", "fr/mine.ipynb": "old", "fr/same.ipynb": "same"}
    monkeypatch.setattr(notebooks, "texts", lambda: versions)
    notebooks.write(tmp_path)
    (tmp_path / "fr" / "mine.ipynb").write_text("my own")
    versions |= {"fr/a.ipynb": "new", "fr/mine.ipynb": "new", "en/b.ipynb": "new"}
    upgraded = notebooks.write(tmp_path)
    assert upgraded == notebooks.Written(["en/b.ipynb"], ["fr/a.ipynb"], ["fr/mine.ipynb"])
    assert (tmp_path / "fr" / "a.ipynb").read_text() == "new"
    assert (tmp_path / "fr" / "mine.ipynb").read_text() == "my own"
    assert notebooks.write(tmp_path) == notebooks.Written([], [], ["fr/mine.ipynb"])
    versions["fr/a.ipynb"] = "newer"  # what was replaced once can be replaced again
    assert notebooks.write(tmp_path).replaced == ["fr/a.ipynb"]


@pytest.mark.parametrize("note", [None, b"", b"\xff", b"[1]", b'{"fr/a.ipynb": 1}', b"[" * 100_000])
def test_without_a_note_that_can_be_read_nothing_is_taken_from_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, note: bytes | None
) -> None:
    versions = {"fr/a.ipynb": "old", "fr/same.ipynb": "same"}
    monkeypatch.setattr(notebooks, "texts", lambda: versions)
    notebooks.write(tmp_path)
    (tmp_path / notebooks.NOTE).unlink()
    if note is not None:
        (tmp_path / notebooks.NOTE).write_bytes(note)
    versions["fr/a.ipynb"] = "new"
    assert notebooks.write(tmp_path) == notebooks.Written([], [], ["fr/a.ipynb"])
    versions["fr/same.ipynb"] = "new too"  # which the second visit has noted again
    assert notebooks.write(tmp_path).replaced == ["fr/same.ipynb"]


def test_a_game_without_notebooks_gets_one_to_learn_and_one_to_play() -> None:
    made = notebooks.texts()
    learn = json.loads(made["fr/galets.ipynb"])
    assert learn["metadata"]["lang"] == "fr"
    assert any("galets/first-steps" in "".join(cell["source"]) for cell in learn["cells"])
    assert "play-galets" in str(sorted(made))
    assert "explore-galets" not in str(sorted(made))


@pytest.mark.slow
def test_lab_in_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = subprocess.run(
        [*ESCALE, "lab", str(tmp_path / "file"), "--no-browser", "--port", str(free_port())],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "choose a folder that can be written to" in done.stderr


@pytest.mark.long
def test_lab_for_real_one_ctrl_c_ends_it_and_its_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as an_older_version:
        names = ("en/casanova.ipynb", "en/dolce-vita.ipynb")
        an_older_version.setattr(notebooks, "texts", lambda: dict.fromkeys(names, "old"))
        notebooks.write(tmp_path)
    mine = tmp_path / "en" / "casanova.ipynb"
    mine.write_bytes(b"\xff mine")
    terminal, log, port = os.openpty(), tmp_path / "log", free_port()
    with (
        log.open("wb") as file,
        subprocess.Popen(
            [*ESCALE, "lab", str(tmp_path), "--no-browser", "--port", str(port), "--lang=en"],
            stdin=terminal[1], stdout=file, stderr=file, start_new_session=True,
            env=os.environ | {"HOME": str(tmp_path)},
        ) as running,
    ):  # fmt: skip
        try:
            token = None
            while not token and running.poll() is None:
                time.sleep(0.1)
                token = re.search(r"/lab/tree/en/start\.ipynb\?token=(\w+)\s", log.read_text())
            assert token, log.read_text()
            asked = urllib.request.Request(
                f"http://localhost:{port}/api/kernels",
                method="POST",
                headers={"Authorization": f"token {token[1]}"},
            )
            with urllib.request.urlopen(asked, timeout=60):
                started = psutil.Process(running.pid).children(recursive=True)
            assert any("ipykernel" in " ".join(one.cmdline()) for one in started)
            os.killpg(running.pid, signal.SIGINT)  # as a terminal does on Ctrl-C
            assert running.wait(60) == 0
        finally:
            if running.poll() is None:  # else a failure would wait for it, for ever
                os.killpg(running.pid, signal.SIGKILL)
    for end in terminal:
        os.close(end)
    assert not psutil.wait_procs(started, timeout=60)[1]
    assert "escale: left as you have changed them: en/casanova.ipynb (" in log.read_text()
    assert "escale: brought up to date: en/dolce-vita.ipynb\n" in log.read_text()
    assert mine.read_bytes() == b"\xff mine"


# --- the server, before it is one ---------------------------------------------------------------


@pytest.mark.slow
def test_a_taken_port_is_told_in_a_sentence() -> None:
    with socket.create_server(("localhost", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*ESCALE, "serve", "--no-browser", "--port", str(port)], capture_output=True, text=True
        )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"port {port} is taken; choose another one" in done.stderr


@pytest.mark.slow
def test_a_host_that_is_not_this_machine_is_told_in_a_sentence() -> None:
    command = [*ESCALE, "serve", "--no-browser", "--host", "203.0.113.1"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "cannot listen at 203.0.113.1" in done.stderr
    assert "--host localhost" in done.stderr


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (None, "it is late"),
        (ValueError("why\nand where"), "it is late: ValueError: why"),
        (
            CellExecutionError("the\ntraceback", "ValueError", "why\nand where"),
            f"{logs.CELL_FAILED}: ValueError: why",
        ),
    ],
)
def test_whatever_happens_is_one_line_of_the_log(error: Exception | None, said: str) -> None:
    about = (type(error), error, None) if error else None
    record = logging.LogRecord("any", 40, "file", 1, "it is %s\nhere", ("late",), about)
    assert logs.OneLine(logs.FORMAT, "then").format(record) == f"then  {said}"


def test_warm_kernels_are_a_total() -> None:
    names = sorted(
        f"{lang}/{name}.ipynb"
        for lang in LANGUAGES
        for name in ("a", "b", "play-a", "play-b", "explore-a", "start")
    )
    assert pools(names, "fr", 0) == pools([], "fr", 4) == {}
    assert set(pools(names, "fr", 3)) == {"fr/a.ipynb", "fr/b.ipynb", "fr/play-a.ipynb"}
    six, nine = pools(names, "en", 6), pools(names, "fr", 9)
    english = {"en/a.ipynb", "en/b.ipynb", "en/play-a.ipynb", "en/play-b.ipynb"}
    assert english < set(six)
    assert sum(six.values()) == 6
    assert sum(nine.values()) == 9
    assert nine["fr/a.ipynb"] == 2
    assert not any("explore" in name or "start" in name for name in nine)


def test_the_language_of_a_request() -> None:
    code = (
        "import sys; from escale.app.server.handlers import preferred; "
        "print([preferred(header) for header in sys.argv[1:]])"
    )
    headers = ["fr-CH, en;q=0.5", "de, en;q=0.4, fr;q=0.3", "de", "", "en;q=x, fr;q=0", ";;,,=;q"]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *headers],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == str(["fr", "en", None, None, None, None])


# --- links and the doctor -----------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_links_lead_to_what_the_repository_has(lang: str) -> None:
    page = links.page("octocat/games", "v1/x", lang)
    for name in re.findall(r"notebooks(?:/|%2F)((?:fr|en)(?:/|%2F)[\w-]+\.ipynb)", page):
        assert (notebooks.shipped() / name.replace("%2F", "/")).is_file()
    assert page.count("https://mybinder.org/v2/gh/octocat/games/v1%2Fx?urlpath=") == 7
    assert page.count("https://nbviewer.org/github/octocat/games/blob/v1/x/notebooks/") == 3
    assert page.count("[![") == 2
    # the site first, in the list and among the badges
    assert f"https://octocat.github.io/games/{lang}/" in page.splitlines()[0]
    assert page.count("](https://octocat.github.io/games/") == 2
    assert links.site("Octocat/octocat.github.io", lang) == f"https://octocat.github.io/{lang}/"
    for box in shelf.shelf()[:3]:
        assert page.count(f" {box.about.named(lang):{'le' if lang == 'fr' else ''}} ") == 2


@pytest.mark.parametrize("repository", ["", "octocat", "a/b/c", "https://x/y", "a b/c", "a/b?x"])
def test_links_for_what_is_no_repository_are_refused(repository: str) -> None:
    with pytest.raises(EscaleError, match="OWNER/REPO"):
        links.links(repository, "main", "en")


def test_the_doctor_says_what_is_missing_and_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = doctor.metadata.version

    def version(package: str) -> str:
        if package == "voila":
            raise doctor.metadata.PackageNotFoundError(package)
        return real(package)

    assert all(finding.good for finding in doctor.examine() if finding.needed)
    fake = SimpleNamespace(
        version=version, PackageNotFoundError=doctor.metadata.PackageNotFoundError
    )
    monkeypatch.setattr(doctor, "metadata", fake)
    findings = doctor.examine()
    assert [finding.name for finding in findings if not finding.good and finding.needed] == ["app"]
    doctor.tell(findings, "fr")
    said = capsys.readouterr().out
    assert "[app]'" in said
    assert "manque\u00a0: voila" in said


def test_a_long_box_on_the_shelf_may_break() -> None:
    found = site.box_of("casanova")
    assert found is not None
    assert "13\u00a0cards\u00a0each" in site.facts(found, "en")
    long = found._replace(box={"en": "A river, six otters and fifteen cards"})
    assert site.facts(long, "en").endswith("A river, six otters and fifteen cards")
