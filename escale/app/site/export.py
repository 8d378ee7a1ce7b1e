"""The site as files: `written(DIR, ...)` makes them beside DIR and puts them there when all are.

Every page is made by the functions that make the server's; here it is decided which there are,
what lies beside them, and which version all of it is. A site that was there is replaced; a folder
that is something else is left alone.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from hashlib import sha256
from importlib import import_module
from importlib.resources import files as files_of
from pathlib import Path
from typing import NamedTuple

from escale.engine.errors import BadOption, EscaleError, quoted
from escale.engine.registry import game as find_game
from escale.session import words
from escale.teach.experiments import experiments
from escale.teach.languages import FALLBACK, FIRST, LANGUAGES
from escale.teach.lesson import with_quick_start
from escale.widgets import practice_cache
from escale.widgets.lesson_cache import pack, prepared

from .. import notebooks as shipped
from ..server import check, class_page, crib, pages
from ..server.handlers import Static
from ..shelf import GameBox, shelf
from . import explore, lab, old_addresses
from .notebooks import Notebooks
from .place import RUNTIME, VERSION, SitePlace, box_name

MARK = "files.json"  #: what a site has, and nothing else
BASE = re.compile(r"https?://[^\s/?#]+(/[^\s?#]*)?")
Tick = Callable[[str], None]


class Wishes(NamedTuple):
    """What somebody wants of a site, checked."""

    games: tuple[str, ...]
    base: str = ""
    pyodide: Path | None = None
    live: bool = True  #: with Python in it
    lab: bool = False  #: with JupyterLite beside it


def wishes(
    games: Sequence[str], base: str, pyodide: str, *, live: bool = True, with_lab: bool = False
) -> Wishes:
    """What the options say; raises `BadOption`, or `NotInstalled` for what is not at hand."""
    there = [box.id for box in shelf()]
    asked = [find_game(name).id for name in games]
    for name in asked:
        if name not in there:
            raise BadOption("games", f"{name} is not on the shelf")
    if base and not BASE.fullmatch(base):
        raise BadOption("base-url", f"must be like https://example.org/games/, not {quoted(base)}")
    file = Path(pyodide) if pyodide else None
    if file is not None and not file.is_file():
        raise BadOption("pyodide", f"there is no file {quoted(pyodide)}")
    if with_lab:
        lab.check()
    chosen = tuple(name for name in there if name in asked) if asked else tuple(there)
    return Wishes(chosen, base and base.rstrip("/") + "/", file, live, with_lab)


def steps(wanted: Wishes) -> int:
    """About how many things there are to make: so long is the bar."""
    more = (3 if wanted.live else 0) + (lab.STEPS if wanted.lab else 0)
    return len(list(_plan(_place(wanted), wanted))) + more + 1


def written(folder: Path, wanted: Wishes, tick: Tick = lambda _: None) -> int:
    """Write the site; how many files it has. `tick` is called before each thing that is made."""
    with _beside(folder) as made:
        site = _place(wanted)
        for name, work in _plan(site, wanted):
            tick(name)
            for path, data in work():
                _put(made, path, data)
        if wanted.live:
            runtime(made / RUNTIME, wanted, tick)
        if wanted.lab:
            lab.write(made / lab.FOLDER, site.boxes(), pyodide=wanted.pyodide, tick=tick)
        tick(MARK)
        return _sealed(made)


def runtime(folder: Path, wanted: Wishes, tick: Tick) -> None:
    """Python for a browser, which alone may need the network and Node."""
    try:
        module = import_module("escale.app.site.runtime")
    except ModuleNotFoundError:
        raise EscaleError("this escale has no Python for browsers: --no-python") from None
    module.write(folder, games=wanted.games, pyodide=wanted.pyodide, tick=tick)


# --- what there is --------------------------------------------------------------------------------

File = tuple[str, str | bytes]
Work = tuple[str, Callable[[], list[File]]]


def _place(wanted: Wishes) -> SitePlace:
    """As the page of a language sees it."""
    there = {
        Path(name).stem
        for name in shipped.texts()
        if any(
            start + one == Path(name).stem
            for start in pages.NOTEBOOKS.values()
            for one in wanted.games
        )
    }
    return SitePlace(
        "../",
        "../",
        Path(),
        names=wanted.games,
        there=frozenset(there),
        base=wanted.base,
        live=wanted.live,
        lab=wanted.lab,
    )


def _plan(site: SitePlace, wanted: Wishes) -> Iterator[Work]:
    """All that is made, with what it is called."""
    texts, made = shipped.texts(), Notebooks()
    boxes = site.boxes()

    def page(lang: str, name: str, make: Callable[..., str], *args: object) -> Work:
        path = f"{lang}/{name}{site.ending}"
        return path, lambda: [(path, make(site.at(name), *args))]

    for lang in LANGUAGES:
        yield page(lang, "index", pages.home_page, lang)
        yield page(lang, "knowledge", pages.knowledge_page, lang)
        yield page(lang, "class", class_page.page, lang)
        for box in boxes:
            yield page(lang, f"rules-{box.id}", pages.rules_page, box, lang)
            yield page(lang, f"crib-{box.id}", crib.page, box, lang)
            if check.can_be_checked(box):
                yield page(lang, f"check-{box.id}", check.page, box, lang)
                yield page(lang, f"certificate-{box.id}", check.certificate, box, lang)
        for name in sorted(site.there):
            if text := texts.get(f"{lang}/{name}.ipynb"):
                yield page(lang, name, made.page, name, text)
    for box in boxes:
        yield f"static/lessons/{box.id}", partial(_lessons, box)
        if check.can_be_checked(box):
            yield f"static/check/{box.id}", partial(_checks, box)
        for what in experiments(find_game(box.id)):
            for lang in LANGUAGES:
                name = f"{box.id}/{what}"
                yield f"static/explore/{lang}/{name}", partial(_tried, name, lang)
    yield "static", lambda: list(_static(site))
    yield "index.html", lambda: _first(site)
    yield "redirects", lambda: list(old_addresses.pages(site))


def _first(site: SitePlace) -> list[File]:
    """What lies at the root: the shelf, and what machines ask for."""
    root = replace(site, root="", pages="", page="")
    known = {lang: root.home(lang) for lang in LANGUAGES}
    chooser = old_addresses.chooser(known, FALLBACK)
    home = pages.home_page(root, FIRST).replace("<head>", f"<head>\n{chooser}", 1)
    found: list[File] = [("index.html", home)]
    for lang in LANGUAGES:
        text = json.dumps(pages.manifest(root, lang), ensure_ascii=False)
        found.append((f"manifest-{lang}.webmanifest", text))
    found.append(("robots.txt", "User-agent: *\nAllow: /\n"))
    found.append((".nojekyll", ""))  # GitHub's pages leave nothing out then
    return found


def _lessons(box: GameBox) -> list[File]:
    found: list[File] = []
    game = find_game(box.id)
    for name in with_quick_start(game):
        lesson = prepared(name)
        found.append((f"static/lessons/{name}.bin", lesson.frames))
        found.append((f"static/box/{box_name(lesson)}.bin", lesson.box))
    if practice_cache.rules(game):
        found.append((f"static/practice/{box.id}.bin", practice_cache.prepared(game).data))
    return found


def _checks(box: GameBox) -> list[File]:
    return [
        (f"static/check/{box.id}-{number}.json", json.dumps(check.exercises(box.id, number)))
        for number in range(check.SETS)
    ]


def _tried(name: str, lang: str) -> list[File]:
    return [(f"static/explore/{lang}/{name}.bin", pack(explore.prepared(name, lang)))]


def _static(site: SitePlace) -> Iterator[File]:
    names = [file.name for file in pages.STATIC.iterdir() if file.is_file()]
    names += [name for name in pages.made_files() if name != "page.js"]  # of the first version
    for box in site.boxes():
        if box.about.has_cover:
            names.append(f"cover/{box.id}.svg")
        else:
            names += [f"cover/{lang}/{box.id}.svg" for lang in LANGUAGES]
        if box.prop:
            names.append(f"prop/{box.id}.svg")
        for lang in LANGUAGES:
            shown = crib.pictures(box.id, lang)
            names += [f"crib/{lang}/{box.id}/{one.number}.svg" for _, one in shown]
    for name in sorted(names):
        body = Static.body(name)
        if body is not None:
            yield f"static/{name}", body


# --- on the disk ----------------------------------------------------------------------------------


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """A folder to write to, which takes the place of this one when all is done."""
    target = Path(os.path.realpath(folder))
    try:
        if target.exists() and not target.is_dir():
            raise EscaleError(f"{folder} is not a folder")
        if target.is_dir() and any(target.iterdir()) and not (target / MARK).is_file():
            raise EscaleError(f"{folder} has other things in it: name a new or an empty folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent))
    except OSError as error:
        raise EscaleError(f"{folder} cannot be written: {error.strerror}") from None
    try:
        yield made
        made.chmod(0o755)
        old = made.with_suffix(".old")
        if target.exists():
            target.rename(old)
        made.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise EscaleError(f"{folder} cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _put(made: Path, path: str, data: str | bytes) -> None:
    file = made / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data.encode() if isinstance(data, str) else data)


def _sealed(made: Path) -> int:
    """The version of all files goes into the pages, their list beside the service worker.

    JupyterLite is not in it: nobody is to fetch 40 MB in the background who never opens it.
    """
    there = sorted(file for file in made.rglob("*") if file.is_file())
    files = [file for file in there if not file.is_relative_to(made / lab.FOLDER)]
    whole = sha256()
    for file in files:
        whole.update(f"{file.relative_to(made).as_posix()}\n".encode())
        whole.update(file.read_bytes())
    version = whole.hexdigest()[:12]
    listed = {}
    for file in files:
        data = file.read_bytes()
        if file.suffix == ".html":
            data = data.replace(VERSION.encode(), version.encode())
            file.write_bytes(data)
        listed[file.relative_to(made).as_posix()] = [len(data), sha256(data).hexdigest()]
    _put(made, MARK, words.written({"version": version, "files": listed}))
    worker = files_of("escale.app").joinpath("site", "sw.js").read_text("utf-8")
    _put(made, "sw.js", worker.replace(VERSION, version))
    return len(there) + 2
