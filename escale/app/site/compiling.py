"""Run by Pyodide in Node (`compile.mjs`): compiles the library, and parts it in what is used and
the rest.

What is used is found by using it: a little of every game is played (`rehearsal`). The files are
written with hashes that nobody checks, since they are never changed, and with one date, so that the
same sources give the same bytes. What depends on the order in which Python had read things before
would not: each file is compiled from its text, after everything else was done. Texts in TOML that
every table needs are read here, too: lessons are not among them.
"""

import io
import json
import marshal
import sys
import tomllib
import zipfile
from importlib import import_module
from importlib.util import MAGIC_NUMBER

STOCK = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
STAMP = (1980, 1, 1, 0, 0, 0)
UNCHECKED = (1).to_bytes(4, "little")  # a hash follows, and is not compared
NAMES = "escale/widgets/rest.json"  # the modules of the second archive
BESIDE = "escale/widgets/"  # worker_start, which looks for what is prepared
#: imported by Pyodide itself when it is used in another way than here, or when something is printed
ALWAYS = {"encodings.idna", "traceback", "linecache", "tokenize", "token", "textwrap", "warnings"}


def main(games: str) -> None:
    sys.path.insert(1, "/sources.zip")
    import_module("rehearsal").everything(json.loads(games))
    start = import_module("escale.widgets.worker_start")
    used = {*sys.modules} | ALWAYS
    library: dict[str, bytes] = {}
    rest: dict[str, bytes] = {}
    for name, data in [*_files(STOCK), *_files("/sources.zip")]:
        if not name.endswith(".py"):
            ours = name.startswith(("escale", *_strangers()))
            if ours:
                library[name] = data
            if ours and name.endswith(".toml") and "/lessons/" not in name:
                text = data.decode()
                library[BESIDE + start.prepared(text)] = json.dumps(tomllib.loads(text)).encode()
            continue
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        place = library if module in used else rest
        place[f"{name}c"] = _compiled(name, data)
    library[NAMES] = json.dumps(sorted(_module(name) for name in rest)).encode()
    _write("/library.zip", library)
    _write("/rest.zip", rest)


def _module(name: str) -> str:
    return name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")


def _strangers() -> set[str]:
    """The folders that are in our archive."""
    with zipfile.ZipFile("/sources.zip") as archive:
        return {name.partition("/")[0] + "/" for name in archive.namelist()}


def _files(archive: str) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(archive) as opened:
        names = [name for name in opened.namelist() if not name.endswith("/")]
        return [(name, opened.read(name)) for name in sorted(names)]


def _compiled(name: str, source: bytes) -> bytes:
    level = (
        1 if name.startswith(("_pyodide/", "pyodide/")) else 2
    )  # those read their own docstrings
    code = compile(source, name, "exec", dont_inherit=True, optimize=level)
    return MAGIC_NUMBER + UNCHECKED + bytes(8) + marshal.dumps(code)


def _write(path: str, files: dict[str, bytes]) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, STAMP)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, files[name])
    with open(path, "wb") as file:
        file.write(data.getvalue())
