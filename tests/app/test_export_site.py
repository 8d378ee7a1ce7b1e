"""`escale export site`: all pages are there, every link leads to a file of ours."""

from __future__ import annotations

import json
import re
import zlib
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from commandline import Escale
from static_site import GAMES, exported

from escale.app.site import cells, explore, export, pyodide, runtime
from escale.engine.errors import BadOption, EscaleError
from escale.session import deals
from escale.teach.experiments import experiments
from escale.teach.languages import LANGUAGES
from escale.widgets.lesson_cache import unpack

BASE = "https://games.example/escale/"
DOORS = {"start", "learn", "play", "practice", "explore", "rules"}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    return exported(tmp_path_factory, worker_id)


class Addresses(HTMLParser):
    """All addresses in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.ids: set[str] = set()
        self.doors: dict[str, set[str]] = {}
        self.game = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        self.ids.add(about.get("id", ""))
        if "data-game" in about:
            self.game = about["data-game"]
        if "data-door" in about:
            self.doors.setdefault(self.game, set()).add(about["data-door"])
        for name in ("href", "src", "action", "data-src", "poster"):
            if name in about:
                self.found.append((tag, about[name]))


def pages_of(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_every_address_in_every_page_leads_to_a_file(site: Path) -> None:
    known = {page: Addresses(page.read_text("utf-8")) for page in pages_of(site)}
    lost, count = [], 0
    for page, addresses in known.items():
        for tag, address in addresses.found:
            parts = urlsplit(address)
            if parts.scheme:
                assert (tag == "link" and address.startswith(BASE)) or parts.scheme == "data"
                continue
            assert not address.startswith("/"), (page, address)
            count += 1
            file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if not file.is_file() or (parts.fragment and parts.fragment not in known[file].ids):
                lost.append((page.name, address))
    assert lost == []
    assert count > 1000


def test_every_page_of_the_app_is_there_in_every_language(site: Path) -> None:
    kinds = ("", "play-", "practice-", "explore-", "rules-", "crib-", "check-", "certificate-")
    for lang in LANGUAGES:
        names = {file.stem for file in (site / lang).iterdir()}
        assert names >= {f"{kind}casanova" for kind in kinds}
        assert names >= {"index", "knowledge", "class", "galets", "play-galets", "rules-galets"}
        for file in (site / lang).iterdir():
            assert f'<html lang="{lang}">' in file.read_text("utf-8"), file
        shelf = Addresses((site / lang / "index.html").read_text("utf-8"))
        assert shelf.doors["casanova"] == DOORS
        assert set(shelf.doors) == set(GAMES)


def test_addresses_of_the_app_lead_to_pages_of_the_site(site: Path) -> None:
    for old, new in {
        "rules/casanova": "../../fr/rules-casanova.html",
        "voila/render/fr/casanova.ipynb": "../../../../fr/casanova.html",
        "knowledge": "../fr/knowledge.html",
        "class": "../fr/class.html",
    }.items():
        assert f'href="{new}"' in (site / old / "index.html").read_text("utf-8")


def test_the_list_of_the_service_worker_has_every_file_with_its_hash(site: Path) -> None:
    listed = json.loads((site / export.MARK).read_text("utf-8"))
    there = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    assert there - set(listed["files"]) == {export.MARK, "sw.js"}
    for name, (size, digest) in listed["files"].items():
        data = (site / name).read_bytes()
        assert (len(data), sha256(data).hexdigest()) == (size, digest), name
    assert f'VERSION = "{listed["version"]}"' in (site / "sw.js").read_text("utf-8")
    assert f'content="{listed["version"]}"' in (site / "fr" / "index.html").read_text("utf-8")


def test_it_can_be_put_among_programs_wherever_it_is(site: Path) -> None:
    told = json.loads((site / "manifest-fr.webmanifest").read_text("utf-8"))
    assert (told["start_url"], told["scope"]) == ("index.html", "./")
    for icon in told["icons"]:
        assert (site / urlsplit(icon["src"]).path).is_file()


def test_a_class_has_a_box_and_frames_for_every_lesson(site: Path) -> None:
    text = (site / "en" / "class.html").read_text("utf-8")
    data = json.loads(re.findall(r'id="data">(.*?)</script>', text)[0])
    there = {
        f"{game}/{file.stem}"
        for game in GAMES
        for file in (site / "static/lessons" / game).iterdir()
    }
    assert {*data["lessons"]} == there
    for addresses in data["lessons"].values():
        box, frames = [(site / "en" / urlsplit(one).path).read_bytes() for one in addresses]
        assert "symbols" in unpack(box)
        assert "first" in unpack(frames)


def test_search_engines_and_previews_get_whole_addresses(site: Path) -> None:
    page = (site / "en" / "rules-casanova.html").read_text("utf-8")
    assert f'<link rel="canonical" href="{BASE}en/rules-casanova.html">' in page
    assert f'hreflang="fr" href="{BASE}fr/rules-casanova.html"' in page
    assert f'property="og:image" content="{BASE}static/preview.png' in page


def test_a_lesson_weighs_little(site: Path) -> None:
    """The page of a course, one lesson of it and what both need, as they go over the wire."""
    page = site / "fr" / "casanova.html"
    needed = {page, site / "static/lessons/casanova/ties.bin"}
    for tag, address in Addresses(page.read_text("utf-8")).found:
        if tag in ("link", "script", "img") and not urlsplit(address).scheme:
            file = (page.parent / urlsplit(address).path).resolve()
            if file.suffix != ".bin":
                needed.add(file)
    assert sum(len(zlib.compress(file.read_bytes())) for file in needed) < 250_000


def test_a_table_shows_several_deals_and_says_nothing_that_is_hidden(site: Path) -> None:
    page = (site / "fr" / "play-casanova.html").read_text("utf-8")
    assert page.count("<template data-deal>") == deals.DEALS
    assert f"(first?{deals.FIRST}:deals.length)" in page, "a first game is one of the first"
    for deal in range(deals.DEALS):
        assert str(deals.seed("casanova", deal)) not in page


def test_a_table_calls_python_first_of_all_and_no_other_page_does(site: Path) -> None:
    """Its worker is started in the page's head; whoever shows something else can do without."""
    calling = {page: page.read_text("utf-8").partition("</head>")[0] for page in pages_of(site)}
    calling = {page: head for page, head in calling.items() if "new Worker(" in head}
    assert {page.stem for page in calling} == {f"play-{game}" for game in GAMES}
    for page, head in calling.items():
        (told,) = re.findall(r'new Worker\("(.*?)"', head)
        address = urlsplit(told)
        script = (page.parent / address.path).resolve()
        assert script.is_file()
        assert (script.parent / parse_qs(address.query)["pyodide"][0] / "pyodide.js").is_file()


def test_no_script_has_a_name_that_some_web_spaces_do_not_know(site: Path) -> None:
    """Browsers run no module that comes as plain text, as `.mjs` does from many a server."""
    assert list((site / "runtime").rglob("pyodide.asm.js"))
    assert not list(site.rglob("*.mjs"))


def test_a_worker_would_lay_the_same_table() -> None:
    one, other = (deals.first_sight("galets", 2, "fr") for _ in range(2))
    assert one == other
    assert one["table"]["scene"] != deals.first_sight("galets", 3, "fr")["table"]["scene"]


def test_what_a_cell_shows_is_read_from_its_call() -> None:
    source = 'import escale\n\nescale.lesson("casanova/ties", lang="en", step=2)'
    assert cells.said(source, "fr") == {"lesson": "casanova/ties", "lang": "en", "step": 1}
    assert cells.said("import escale", "fr") is None
    assert cells.said('escale.board(match, lang="fr")', "fr") is None
    assert cells.said("", "fr") is None


@pytest.mark.parametrize("name", ["casanova/card", "casanova/hands", "casanova/double"])
def test_what_is_prepared_to_try_fits_what_is_offered(site: Path, name: str) -> None:
    packed = (site / f"static/explore/fr/{name}.bin").read_bytes()
    found = json.loads(zlib.decompress(packed))
    offered = explore.choices(name)
    assert found["sizes"] == [len(one.values) for one in offered]
    count = 1
    for size in found["sizes"]:
        count *= size
    assert len(found["shown"]) == count <= explore.MOST
    assert all(one.control.value in one.values or one.values[one.start] for one in offered)
    experiment = experiments(export.find_game("casanova"))[name.partition("/")[2]]
    assert [one.control for one in offered] == list(experiment.controls)


# --- bad options ----------------------------------------------------------------------------------


def test_bad_options_get_one_sentence_and_leave_nothing(escale: Escale, tmp_path: Path) -> None:
    for wrong in (
        ["--games", "chess"],
        ["--base-url", "games.example"],
        ["--pyodide", str(tmp_path / "none.tgz")],
    ):
        result = escale("export", "site", str(tmp_path / "out"), "--no-python", *wrong)
        assert result.code != 0
        assert len(result.err.strip().splitlines()) == 1, result.err
        assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(EscaleError, match="has other things in it"):
        export.written(tmp_path, export.Wishes(("galets",), live=False))
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
    (tmp_path / "file").write_text("")
    with pytest.raises(EscaleError, match="is not a folder"):
        export.written(tmp_path / "file", export.Wishes(("galets",), live=False))
    with pytest.raises(EscaleError, match="cannot be written"):
        export.written(tmp_path / "file" / "site", export.Wishes(("galets",), live=False))


def test_what_fails_in_the_middle_leaves_the_site_of_before(tmp_path: Path) -> None:
    wanted = export.Wishes(("galets",), live=False)
    export.written(tmp_path / "site", wanted)
    before = (tmp_path / "site" / export.MARK).read_bytes()

    def tick(name: str) -> None:
        if name == "static":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export.written(tmp_path / "site", wanted, tick)
    assert [file.name for file in tmp_path.iterdir()] == ["site"]
    assert (tmp_path / "site" / export.MARK).read_bytes() == before
    export.written(tmp_path / "site", wanted)  # which is made anew, and comes out the same
    assert (tmp_path / "site" / export.MARK).read_bytes() == before


def test_games_can_be_named_in_any_order() -> None:
    assert export.wishes(["galets", "casanova"], "", "").games == ("casanova", "galets")
    with pytest.raises(BadOption, match="base-url"):
        export.wishes([], "ftp://games.example", "")


def test_no_address_is_written_by_hand_in_the_pages_scripts(site: Path) -> None:
    """Whoever makes an address of a page asks `around.js` how it ends."""
    for name in ("escale.js", "practice.js"):
        text = (site / "static" / name).read_text("utf-8")
        assert re.findall(r"\.ipynb\?", text) == []


def test_what_pyodide_could_not_do_is_said_by_the_exception_of_python() -> None:
    told = """Traceback (most recent call last):
  File "/tools/rehearsal.py", line 80, in everything
    tried(game)
IndexError: list index out of range

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "<exec>", line 1, in <module>
AssertionError: otters: IndexError in rules.py:33 (list index out of range)
"""
    said = runtime.reason(told)
    assert said == "otters: IndexError in rules.py:33 (list index out of range)"
    told = "file:///x.mjs:1\nasync function f(){throw a}\n^\n\nTypeError: fetch failed\n    at f\n"
    assert runtime.reason(told) == "TypeError: fetch failed"
    assert runtime.reason("Killed\n") == "it gives no reason"


def test_without_node_the_advice_names_the_extra_of_a_site(
    monkeypatch: pytest.MonkeyPatch, escale: Escale, tmp_path: Path
) -> None:
    monkeypatch.setattr(pyodide, "find_spec", lambda _: None)
    monkeypatch.setattr(pyodide, "_cached", lambda: None)
    said = escale("export", "site", str(tmp_path / "site"), "--games", "casanova")
    assert said.code != 0
    assert "[site]" in said.err
    assert "[app]" not in said.err
