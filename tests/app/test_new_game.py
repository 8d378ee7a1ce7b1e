"""`escale new`: what it makes is a game at once; what it cannot make it refuses in a sentence."""

from __future__ import annotations

import importlib
import os
import re
import runpy
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from commandline import Escale

from escale.app.commands.new_game import Wanted, make, rendered, wanted
from escale.engine.errors import EscaleError
from escale.testing import check_game

KINDS = [(), ("board",), ("secrets",), ("board", "secrets")]


@pytest.mark.parametrize(
    "switches",
    [*KINDS[:-1], pytest.param(KINDS[-1], marks=pytest.mark.slow)],
    ids=lambda kinds: "-".join(kinds) or "plain",
)
def test_what_is_made_is_a_game_without_a_remark(
    switches: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    this = wanted("-".join(("made", *switches)), "Le jeu d’Ève", frozenset(switches))
    folder = make(this, tmp_path)
    monkeypatch.syspath_prepend(str(folder))
    game = importlib.import_module(this.module).game
    (test,) = (folder / "tests").glob("test_*.py")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_game(game, positions=[runpy.run_path(str(test))["LATE"]])


@pytest.mark.parametrize("switches", KINDS, ids=lambda kinds: "-".join(kinds) or "plain")
def test_nothing_of_the_template_is_left_in_it(switches: tuple[str, ...]) -> None:
    texts = dict(rendered(Wanted("three-in-a-row", "Three", "TIAR", frozenset(switches))))
    assert "escale_three_in_a_row/rules.py" in texts
    assert "tests/test_three_in_a_row.py" in texts
    for place, text in texts.items():
        assert "#%" not in text, place
        assert "@" not in text.replace("@media", ""), place
        assert max(map(len, text.splitlines())) <= 100 or not place.endswith(".py"), place


@pytest.mark.parametrize("name", ["three-in-a-row", "a-row"])
def test_imports_are_in_order_whatever_the_game_is_called(name: str) -> None:
    for kinds in KINDS:
        texts = dict(rendered(Wanted(name, "Three", "TIAR", frozenset(kinds))))
        for place, text in texts.items():
            for line in re.findall(r"^from \.rules import (.+)$", text, re.MULTILINE):
                names = line.split(", ")
                kind = [0 if one.isupper() else 1 if one[0].isupper() else 2 for one in names]
                pairs = list(zip(kind, names, strict=True))
                assert pairs == sorted(pairs), place


@pytest.mark.long
def test_a_package_is_installed_found_and_passes_its_own_tests(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "escale.app", "new", "windy-hill", "--into", tmp_path, "--board"]
    subprocess.run(run, check=True, capture_output=True)
    folder, site = tmp_path / "escale-windy-hill", tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "--quiet", "install", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", site, folder], check=True)
    env = {**os.environ, "PYTHONPATH": str(site)}
    env.pop("PYTHONSAFEPATH", None)
    test = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(test, cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    replayed = [sys.executable, "-m", "escale.app", "simulate", "windy-hill", "--games", "3"]
    played = subprocess.run(replayed, env=env, capture_output=True, text=True, check=True)
    assert played.stdout.count('"game": "windy-hill"') == 3


def test_the_command_says_where_and_what_next(escale: Escale, tmp_path: Path) -> None:
    said = escale("new", "windy-hill", "--into", str(tmp_path))
    folder = tmp_path / "escale-windy-hill"
    assert said.code == 0
    assert f"pip install -e {folder}" in said.out
    assert (folder / "escale_windy_hill" / "cover.svg").is_file()
    again = escale("new", "windy-hill", "--into", str(tmp_path))
    assert again.code != 0
    assert "is there already" in again.err


@pytest.mark.parametrize(
    ("name", "title", "why"),
    [
        ("Trio", None, "small letters"),
        ("a--b", None, "small letters"),
        ("../up", None, "small letters"),
        ("x" * 41, None, "small letters"),
        ("casanova", None, "taken"),
        ("galets", None, "taken"),
        ("games", None, "taken"),
        ("fine", 'a "quoted" title', "a title is"),
        ("fine", "two\nlines", "a title is"),
        ("fine", " ", "a title is"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, title: str | None, why: str) -> None:
    with pytest.raises(EscaleError, match=why):
        wanted(name, title)


@pytest.mark.parametrize(
    ("name", "prefix"), [("trio", "TR"), ("three-in-a-row", "TIAR"), ("cards", "CAR"), ("a", "AX")]
)
def test_a_prefix_is_one_that_nobody_has(name: str, prefix: str) -> None:
    assert wanted(name, None).prefix == prefix


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(EscaleError, match="escale-fine"):
        make(wanted("fine", None), tmp_path / "file")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
