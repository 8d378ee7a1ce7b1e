"""`escale export site --lab`: what JupyterLite is given, and what is said where it fails."""

from __future__ import annotations

import ast
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from commandline import Escale

from escale.app.server import pages
from escale.app.shelf import shelf
from escale.app.site import export, lab, pyodide, wheels
from escale.app.site.place import SitePlace
from escale.engine.errors import NotInstalled
from escale.teach.languages import LANGUAGES

GAMES = ("casanova", "galets")


def boxes() -> list[Any]:
    return [box for box in shelf() if box.id in GAMES]


@pytest.fixture
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(pyodide, "folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


# --- wheels ---------------------------------------------------------------------------------------


def test_every_wheel_of_others_has_one_version_and_one_hash() -> None:
    text = Path(wheels.__file__).with_name(wheels.LIST).read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(wheels.pinned()) == len(lines) == len({line.partition("==")[0] for line in lines})
    assert {name.partition("==")[0] for name in wheels.pinned()} >= {
        "anywidget", "comm", "ipython", "ipywidgets", "micropip", "segno", "traitlets",
    }  # fmt: skip
    assert not re.search(r"https?:|/", text.partition("\n")[2])


def test_our_own_wheels_hold_what_notebooks_use_and_nothing_of_the_app() -> None:
    made = dict(wheels.ours(GAMES))
    assert made == dict(wheels.ours(GAMES))  # the same files, the same bytes
    version = metadata.version("escale-games")
    names = {name.partition("-")[0]: name for name in made}
    assert names["escale_games"] == f"escale_games-{version}-py3-none-any.whl"
    assert set(names) == {"escale_games", "escale_galets", "jedi"}
    with zipfile.ZipFile(io.BytesIO(made[names["escale_games"]])) as archive:
        inside = set(archive.namelist())
        points = archive.read(f"escale_games-{version}.dist-info/entry_points.txt").decode()
    assert {"escale/__init__.py", "escale/widgets/static/escale.js"} <= inside
    assert "escale/games/casanova/lessons/frames.json" in inside
    assert not [name for name in inside if name.startswith(("escale/app/", "escale/games/dolce"))]
    assert points.splitlines() == ["[escale.games]", "casanova = escale.games.casanova:game"]
    with zipfile.ZipFile(io.BytesIO(made[names["jedi"]])) as archive:
        assert all(".dist-info/" in name for name in archive.namelist())


@pytest.mark.slow
def test_a_wheel_of_ours_can_be_installed_by_pip_and_plays(tmp_path: Path) -> None:
    for name, data in wheels.ours(GAMES):
        (tmp_path / name).write_bytes(data)
    files = [str(file) for file in tmp_path.glob("escale_*.whl")]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(tmp_path / "there"), *files], check=True)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import escale; print(escale.__file__);"
        "print(escale.game_names()); print(escale.play('galets', seed=1).match.ply)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, str(tmp_path / "there")],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    where, _, ply = done.stdout.splitlines()
    assert where.startswith(str(tmp_path))
    assert ply == "0"


def test_pyodides_list_names_only_wheels_that_lie_beside_it() -> None:
    empty = json.dumps({"info": {"version": "1"}, "packages": {}}).encode()
    given = {"some_thing-1.2-py3-none-any.whl": b"data"}
    listed = json.loads(wheels.lock(empty, given))
    assert listed["info"] == {"version": "1"}
    (one,) = listed["packages"].items()
    assert one[0] == one[1]["name"] == "some-thing"
    assert (one[1]["version"], one[1]["file_name"]) == ("1.2", *given)
    assert one[1]["sha256"] == hashlib.sha256(b"data").hexdigest()
    assert one[1]["depends"] == []


def test_pip_is_asked_once_and_only_for_what_is_missing(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By hashes, by way of this user's own settings, of which it is told nothing."""
    known = {f"{name}-1-py3-none-any.whl": name.encode() for name in ("one", "two")}
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in known.items()}
    listed = {f"{name[:3]}==1": digest for name, digest in digests.items()}
    monkeypatch.setattr(wheels, "pinned", lambda: listed)
    asked: list[list[str]] = []

    def pip(command: list[str], *, cwd: Path, **_: Any) -> Any:
        asked.append(command)
        (cwd / "wheels").mkdir()
        for line in (cwd / "list.txt").read_text().splitlines():
            name = f"{line[:3]}-1-py3-none-any.whl"
            assert line == f"{line[:3]}==1 --hash=sha256:{digests[name]}"
            (cwd / "wheels" / name).write_bytes(known[name])
        return subprocess.CompletedProcess(command, 0, b"", b"")

    monkeypatch.setattr(wheels.subprocess, "run", pip)
    assert wheels.fetched() == known
    assert wheels.fetched() == known
    (own_cache / "wheels" / "one-1-py3-none-any.whl").write_bytes(b"something else")
    assert wheels.fetched() == known
    assert len(asked) == 2
    assert "--require-hashes" in asked[0]
    assert "--no-deps" in asked[0]
    assert not [word for word in asked[0] if "://" in word or "index" in word or "find" in word]


@pytest.mark.parametrize(
    ("errors", "said"),
    [
        (b"WARNING: x\nERROR: Could not find a version of anywidget\nERROR: more\n", "find a ver"),
        (b"", "it gives no reason"),
    ],
)
def test_what_pip_could_not_do_is_one_sentence(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch, errors: bytes, said: str
) -> None:
    def pip(command: list[str], **_: Any) -> Any:
        return subprocess.CompletedProcess(command, 1, b"", errors)

    monkeypatch.setattr(wheels.subprocess, "run", pip)
    with pytest.raises(wheels.NoWheels, match=said) as caught:
        wheels.fetched()
    assert "\n" not in str(caught.value)
    assert not own_cache.exists()


def test_of_a_wheel_for_which_there_is_no_room_nothing_stays_in_the_cache(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: Path, data: bytes) -> int:
        with file.open("wb") as some:
            some.write(data[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    pyodide.keep(f"{wheels.FOLDER}/one-1-py3-none-any.whl", b"one")
    assert [*(own_cache / wheels.FOLDER).iterdir()] == []


def test_a_python_without_pip_says_so(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheels, "find_spec", lambda _: None)
    with pytest.raises(wheels.NoWheels, match="by pip, which this Python does not have"):
        wheels.fetched()


# --- notebooks ------------------------------------------------------------------------------------


def test_courses_games_and_practice_are_there_in_both_languages_and_lead_to_each_other() -> None:
    found = lab.notebooks(boxes())
    kinds = ("casanova", "play-casanova", "practice-casanova", "galets", "play-galets", "start")
    assert set(found) == {f"{lang}/{name}.ipynb" for lang in LANGUAGES for name in kinds}
    links = 0
    for name, text in found.items():
        notebook = json.loads(text)
        assert notebook["metadata"]["kernelspec"]["name"] == "python"
        assert notebook["metadata"]["lang"] == name[:2]
        for cell in notebook["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] == "code":
                ast.parse(source)
                continue
            assert "explore-" not in source
            assert not re.search(r"^ *·|· *$", source, re.MULTILINE)
            for link in re.findall(r"\]\(([^)]*)\.ipynb\)", source):
                assert f"{name[:2]}/{link}.ipynb" in found
                links += 1
    assert links > 20
    for lang in LANGUAGES:
        start = "".join(json.loads(found[f"{lang}/start.ipynb"])["cells"][0]["source"])
        assert start.count(".ipynb)") == 5
        assert lab.say("kept", lang) in start


def test_links_to_what_is_not_there_leave_their_words_or_nothing() -> None:
    text = [
        "One\n",
        "[A](a.ipynb) · [B](explore-b.ipynb): how many? · [C](c.ipynb)\n",
        "[A](a.ipynb) · [B](explore-b.ipynb)\n",
        "See [D](explore-d.ipynb), and [A](a.ipynb).",
    ]
    cells = [{"cell_type": "markdown", "source": text}]
    fitted = lab._fitted(json.dumps({"cells": cells, "metadata": {}}), {"a", "c"})
    (cell,) = json.loads(fitted)["cells"]
    assert cell["source"] == [
        "One\n",
        "[A](a.ipynb) · [C](c.ipynb)\n",
        "[A](a.ipynb)\n",
        "See D, and [A](a.ipynb).",
    ]


# --- the site -------------------------------------------------------------------------------------


def place(**more: Any) -> SitePlace:
    games = tuple(GAMES)
    return SitePlace("../", "../", Path(), names=games, page="index", live=True, **more)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_a_site_that_has_it_leads_there(lang: str) -> None:
    door = f'href="../lab/notebooks/index.html?path={lang}/start.ipynb"'
    assert door in pages.home_page(place(lab=True), lang)
    assert "data-code" not in pages.home_page(place(), lang)
    there = place(lab=True)
    course = f"../lab/notebooks/index.html?path={lang}/casanova.ipynb"
    assert there.code(lang, "casanova") == course
    assert there.code(lang, "explore-casanova") == there.code(lang, "start")
    assert pages.Place("/", "/", Path()).code(lang, "casanova") == ""


def test_what_is_missing_is_said_before_anything_is_made(
    escale: Escale, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda _: None)
    said = escale("export", "site", str(tmp_path / "site"), "--no-python", "--lab")
    assert said.code != 0
    assert len(said.err.strip().splitlines()) == 1
    assert "jupyterlite-core" in said.err
    assert "[lab-site]" in said.err
    assert [*tmp_path.iterdir()] == []
    with pytest.raises(NotInstalled):
        export.wishes((), "", "", with_lab=True)


def written(folder: Path, monkeypatch: pytest.MonkeyPatch, work: Any) -> None:
    monkeypatch.setattr(lab, "write", work)
    export.written(folder, export.Wishes(("galets",), live=False, lab=True))


def test_nobody_fetches_it_in_the_background(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(folder: Path, found: Any, **_: Any) -> None:
        assert [box.id for box in found] == ["galets"]
        (folder / "lab").mkdir(parents=True)
        (folder / "lab" / "index.html").write_text("lab")

    written(tmp_path / "site", monkeypatch, work)
    assert (tmp_path / "site" / "lab" / "lab" / "index.html").is_file()
    listed = json.loads((tmp_path / "site" / export.MARK).read_text("utf-8"))["files"]
    assert "fr/index.html" in listed
    assert not [name for name in listed if name.startswith("lab/")]
    footer = (tmp_path / "site" / "en" / "play-galets.html").read_text("utf-8")
    assert "../lab/notebooks/index.html?path=en/play-galets.ipynb" in footer


def test_a_failure_leaves_the_site_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export.written(tmp_path / "site", export.Wishes(("galets",), live=False))
    before = (tmp_path / "site" / export.MARK).read_bytes()

    def work(*_: Any, **__: Any) -> None:
        raise lab.CannotBuild("JupyterLite could not be built: it gives no reason")

    with pytest.raises(lab.CannotBuild):
        written(tmp_path / "site", monkeypatch, work)
    assert [file.name for file in tmp_path.iterdir()] == ["site"]
    assert (tmp_path / "site" / export.MARK).read_bytes() == before


def test_of_what_the_build_says_the_error_is_told() -> None:
    said = (
        ".  build:x\nTraceback (most recent call last):\n  File\nOSError: [Errno 28] No room\n.\n"
    )
    assert lab.reason(said) == "OSError: [Errno 28] No room"
    assert lab.reason("") == "it gives no reason"
