"""What a page needs to run Python: Pyodide, the worker's script, and two archives.

    write(DIR / "runtime", games=["casanova"])

`library.zip` has escale, the games and as much of the standard library as they use; it stands in
the place of Pyodide's own library, which is three times as large and is compiled at every start.
`rest.zip` has the other modules, fetched when somebody imports one of them. Both are compiled by
the very Pyodide that reads them: Node runs it here (`compile.mjs`, `compiling.py`), plays a little
of every game (`rehearsal.py`) and sees what was imported.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from importlib import metadata
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path

from escale.engine.errors import EscaleError, one_line
from escale.engine.registry import GROUP
from escale.engine.registry import game as find_game

from . import pyodide as package
from .pyodide import FOLDER

PATIENCE = 900  # seconds for what takes half a minute
STAMP = (1980, 1, 1, 0, 0, 0)  # of every file in an archive: the same files, the same bytes
ROOMS = ("engine", "players", "teach", "draw", "games", "session", "widgets")
NOT_WANTED = (".js", ".css.map", ".pyc", ".ipynb", ".md")
#: made beforehand for pages that have them already
PREPARED = ("frames.json", "practice-frames.json", "index.json")
LIBRARY, REST = "library.zip", "rest.zip"
NODE_ERROR = re.compile(r"(?:Uncaught )?\w*Error\b")  # how a line of Node begins that says why
TOOLS = ("compile.mjs", "compiling.py", "rehearsal.py")
MOST_KEPT = 3  # pairs of archives in the cache


class CannotBuild(EscaleError):
    """Pyodide has not done what was asked of it."""


def write(
    folder: Path,
    *,
    games: Sequence[str],
    pyodide: Path | None = None,
    tick: Callable[[str], None] = lambda _: None,
) -> None:
    """Write all of it into `folder`; `tick` is told what is being done."""
    parts = package.parts(pyodide, tick)
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for name in parts:
        if name != package.LIBRARY:
            (folder / FOLDER / served_as(name)).write_bytes(parts[name])
    script = files("escale.app").joinpath("static", "worker.js").read_bytes()
    (folder / "worker.js").write_bytes(script)
    tick("library.zip")
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        for name in parts:
            (work / name).write_bytes(parts[name])
        _sources(work / "sources.zip", games)
        kept = _kept(work / "sources.zip")
        if not all((kept / name).is_file() for name in (LIBRARY, REST)):
            _compiled(work, games)
            kept = _keep(work, kept)
        for name in (LIBRARY, REST):
            (folder / name).write_bytes((kept / name).read_bytes())


def served_as(name: str) -> str:
    """Browsers run no script that comes as something else, and not every web space knows `.mjs`."""
    return re.sub(r"\.mjs$", ".js", name)


def _compiled(work: Path, games: Sequence[str]) -> None:
    """Let Pyodide make both archives of what lies in this folder."""
    program, _ = package.node()
    with as_file(files("escale.app.site")) as here:
        command = [str(program), str(here / "compile.mjs"), str(work), str(here), *games]
        try:
            done = subprocess.run(
                command, capture_output=True, timeout=PATIENCE, check=False, text=True
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise CannotBuild(f"Node could not be run: {one_line(str(error), 200)}") from None
    if done.returncode:
        said = one_line(reason(done.stderr), 300)
        raise CannotBuild(f"Pyodide could not compile the library: {said}")


def reason(errors: str) -> str:
    """Of what Node has written: the exception of Python, or Node's own where there is none."""
    lines = [line for line in errors.splitlines() if line.strip()]
    starts = [at for at, line in enumerate(lines) if "Traceback (most recent call last)" in line]
    after = lines[starts[-1] + 1 :] if starts else []
    said = next((line for line in after if not line.startswith(" ")), "")
    said = said or next((line for line in lines if NODE_ERROR.match(line)), "it gives no reason")
    return said.removeprefix("AssertionError: ")  # of `rehearsal`, which names the game


# --- what was compiled before ---------------------------------------------------------------------


def _kept(sources: Path) -> Path:
    """Where the archives made of these sources are kept, by Pyodide's and our own text."""
    read = [files("escale.app.site").joinpath(name).read_bytes() for name in TOOLS]
    mark = hashlib.sha256(b"".join([package.SHA256.encode(), *read, sources.read_bytes()]))
    return package.folder() / f"library-{mark.hexdigest()[:32]}"


def _keep(made: Path, place: Path) -> Path:
    """For the next time; where the archives are then, which is where they were without a cache."""
    try:
        package.folder().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=package.folder()) as work:
            beside = Path(work) / "made"
            beside.mkdir()
            for name in (LIBRARY, REST):
                shutil.copyfile(made / name, beside / name)
            beside.rename(place)
        others = sorted(package.folder().glob("library-*"), key=lambda one: one.stat().st_mtime)
        for old in others[:-MOST_KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:  # no room, or somebody else has just made the same
        return made
    return place


# --- what goes in ---------------------------------------------------------------------------------


def _sources(file: Path, games: Sequence[str]) -> None:
    """Our own files and those of the games, as they are installed."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted({**dict(_ours(games)), **dict(_strangers(games))}.items()):
            archive.writestr(zipfile.ZipInfo(name, STAMP), data)


def _ours(games: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    here = files("escale")
    yield "escale/__init__.py", here.joinpath("__init__.py").read_bytes()
    for room in ROOMS:
        for name, data in _tree(here.joinpath(room), f"escale/{room}"):
            if room != "games" or _is_wanted(name, games):
                yield name, data


def _is_wanted(name: str, games: Sequence[str]) -> bool:
    parts = name.split("/")
    return len(parts) < 4 or parts[2].replace("_", "-") in games


def _strangers(games: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The packages of games that are not ours, and the entry points by which they are found."""
    points = metadata.entry_points(group=GROUP)
    for entry in (point for point in points if point.name in games):
        package = find_game(entry.name).package
        top = package.partition(".")[0]
        if top != "escale":
            yield from _tree(files(top), top)
    wanted = [f"{point.name} = {point.value}" for point in points if point.name in games]
    about = "escale_site-0.dist-info"
    yield f"{about}/METADATA", b"Metadata-Version: 2.1\nName: escale-site\nVersion: 0\n"
    yield f"{about}/entry_points.txt", "\n".join([f"[{GROUP}]", *sorted(wanted), ""]).encode()


def _tree(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            if entry.name not in ("__pycache__", "static"):
                yield from _tree(entry, path)
        elif not entry.name.endswith(NOT_WANTED) and entry.name not in PREPARED:
            yield path, entry.read_bytes()


def modules(folder: Path) -> dict[str, list[str]]:
    """The modules in both archives, for whoever wants to know."""
    found = {}
    for name in (LIBRARY, REST):
        with zipfile.ZipFile(folder / name) as archive:
            found[name] = sorted(n for n in archive.namelist() if n.endswith(".pyc"))
    return found
