"""The wheels that Python in JupyterLite finds beside Pyodide, and the list by which it finds them.

Those of others are listed in `lab.txt`, with versions and hashes; `pip download` brings them, from
wherever this user's pip settings say, once, and then they lie in the user's cache. Those of our own
and of the games are made of the files that are installed. Nothing else can be imported there, but
for the standard library: Pyodide's own list names packages that lie elsewhere, so it gets another.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from escale.engine.errors import EscaleError, one_line
from escale.engine.registry import GROUP
from escale.install import DISTRIBUTION

from . import pyodide as package

LIST = "lab.txt"
FOLDER = "wheels"  #: of the cache
#: what pip is told: pure wheels for the Python of this Pyodide, whatever Python runs pip
PURE = (
    *("--only-binary", ":all:", "--python-version", "3.14"),
    *("--implementation", "py", "--abi", "none", "--platform", "any"),
)
PINNED = re.compile(r"([\w.-]+)==(\S+) --hash=sha256:([0-9a-f]{64})")
PATIENCE = 600  # seconds for a download of 4 MB
STAMP = (1980, 1, 1, 0, 0, 0)  # of every file in a wheel: the same files, the same bytes
#: of our own: what a notebook uses; not the app, which is a server's
ROOMS = ("draw", "engine", "games", "players", "session", "teach", "testing", "widgets")
TAG = "py3-none-any.whl"
#: IPython completes code without it, but JupyterLite's kernel wants something of that name: with a
#: distribution that has no module, IPython finds that there is none.
STAND_IN = "jedi"


class NoWheels(EscaleError):
    """The packages that JupyterLite needs cannot be had."""


# --- of others ------------------------------------------------------------------------------------


def pinned() -> dict[str, str]:
    """The sha256 of each wheel that we know, by "name==version"."""
    text = files("escale.app.site").joinpath(LIST).read_text("utf-8")
    return {f"{name}=={version}": digest for name, version, digest in PINNED.findall(text)}


def fetched(tick: Callable[[str], None] = lambda _: None) -> dict[str, bytes]:
    """All that are listed, by file name: out of the cache, or brought by pip."""
    wanted = pinned()
    known = _cached(set(wanted.values()))
    missing = {name: digest for name, digest in wanted.items() if digest not in known}
    if missing:
        tick("pip download")
        known |= _downloaded(missing)
    return dict(known[digest] for digest in wanted.values())


Wheel = tuple[str, bytes]


def _cached(digests: set[str]) -> dict[str, Wheel]:
    """Those of these that the cache has, by their sha256."""
    try:
        there = sorted((package.folder() / FOLDER).glob("*.whl"))
        return {digest: wheel for digest, wheel in map(_read, there) if digest in digests}
    except OSError:
        return {}


def _read(file: Path) -> tuple[str, Wheel]:
    data = file.read_bytes()
    return hashlib.sha256(data).hexdigest(), (file.name, data)


def _downloaded(missing: Mapping[str, str]) -> dict[str, Wheel]:
    if find_spec("pip") is None:
        raise NoWheels("JupyterLite's packages are fetched by pip, which this Python does not have")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        lines = [f"{name} --hash=sha256:{digest}\n" for name, digest in missing.items()]
        (work / "list.txt").write_text("".join(lines), "utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps"]
        command += ["--require-hashes", *PURE, "--dest", "wheels", "--requirement", "list.txt"]
        try:
            done = subprocess.run(
                command, cwd=work, capture_output=True, timeout=PATIENCE, check=False
            )
            problem = "" if done.returncode == 0 else _reason(done.stderr)
        except subprocess.TimeoutExpired:
            problem = f"nothing came for {PATIENCE} seconds"
        except OSError as error:
            problem = one_line(error.strerror or str(error))
        found = dict(map(_read, sorted((work / "wheels").glob("*.whl"))))
    lost = sorted(name for name, digest in missing.items() if digest not in found)
    if problem or lost:
        raise NoWheels(
            f"pip could not fetch JupyterLite's packages ({problem or ', '.join(lost)}); check "
            "pip's settings and the network"
        )
    for name, data in found.values():
        package.keep(f"{FOLDER}/{name}", data)
    return found


def _reason(errors: bytes) -> str:
    """What pip gives as its reason, in its first line that says something."""
    lines = errors.decode("utf-8", "replace").splitlines()
    said = [line.removeprefix("ERROR:").strip() for line in lines if line.startswith("ERROR:")]
    return one_line(next((line for line in said if line), "it gives no reason"), 160)


# --- our own --------------------------------------------------------------------------------------


def ours(games: Sequence[str]) -> Iterator[Wheel]:
    """A wheel of escale with these games, one of each other package that brings some of them, and
    the stand-in."""
    yield wheel(STAND_IN, "0", {})
    of_package: dict[str, list[metadata.EntryPoint]] = {DISTRIBUTION: []}
    for point in metadata.entry_points(group=GROUP):
        if point.name in games and point.dist is not None:
            of_package.setdefault(point.dist.name, []).append(point)
    for name, points in of_package.items():
        tops = {point.module.partition(".")[0] for point in points}
        made: dict[str, bytes] = {}
        for top in sorted(tops | {"escale"} if name == DISTRIBUTION else tops):
            made |= dict(_escale(games) if top == "escale" else _tree(files(top), top))
        yield wheel(name, metadata.version(name), made, points)


def _escale(games: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    here = files("escale")
    for name in ("__init__.py", "install.py", "py.typed"):
        yield f"escale/{name}", here.joinpath(name).read_bytes()
    for room in ROOMS:
        for name, data in _tree(here.joinpath(room), f"escale/{room}"):
            parts = name.split("/")
            if room != "games" or len(parts) < 4 or parts[2].replace("_", "-") in games:
                yield name, data


def _tree(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _tree(entry, f"{name}/{entry.name}")
        elif not entry.name.endswith(".pyc"):
            yield f"{name}/{entry.name}", entry.read_bytes()


def wheel(
    name: str, version: str, inside: Mapping[str, bytes], points: Iterable[metadata.EntryPoint] = ()
) -> Wheel:
    """A wheel of these files."""
    stem = f"{re.sub('[-_.]+', '_', name)}-{version}"
    about = f"{stem}.dist-info"
    all_files = dict(inside)
    all_files[f"{about}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()
    )
    all_files[f"{about}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: escale\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    lines = sorted(f"{point.name} = {point.value}" for point in points)
    if lines:
        text = "\n".join([f"[{GROUP}]", *lines, ""])
        all_files[f"{about}/entry_points.txt"] = text.encode()
    listed = [f"{file},{_digest(data)},{len(data)}\n" for file, data in sorted(all_files.items())]
    all_files[f"{about}/RECORD"] = "".join([*listed, f"{about}/RECORD,,\n"]).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in sorted(all_files.items()):
            archive.writestr(zipfile.ZipInfo(file, STAMP), data, zipfile.ZIP_DEFLATED)
    return f"{stem}-{TAG}", packed.getvalue()


def _digest(data: bytes) -> str:
    found = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return f"sha256={found.rstrip(b'=').decode()}"


# --- the list -------------------------------------------------------------------------------------


def lock(empty: bytes, wheels: Mapping[str, bytes]) -> bytes:
    """Pyodide's list of packages (`empty` has none) with these wheels, which lie beside it.

    They name no dependencies: all of them are loaded when a notebook's Python starts.
    """
    known = json.loads(empty)
    for file, data in sorted(wheels.items()):
        stem, version, *_ = file.split("-")
        name = re.sub("[-_.]+", "-", stem).lower()
        known["packages"][name] = {
            "name": name,
            "version": version,
            "file_name": file,
            "install_dir": "site",
            "sha256": hashlib.sha256(data).hexdigest(),
            "package_type": "package",
            "imports": [],
            "depends": [],
            "unvendored_tests": False,
        }
    return json.dumps(known, indent=1, sort_keys=True).encode()
