"""JupyterLab beside the site, for those who want to change code: JupyterLite, without a server.

    write(DIR / "lab", boxes)

Its Python is the Pyodide of the site with packages of its own (`wheels`): nothing is fetched from
elsewhere, neither here but by pip and npm, nor by whoever opens it. `jupyter lite build` is told
so by the files of a folder that is made for it; what it makes is moved to where it belongs.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import metadata
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from escale.engine.errors import EscaleError, NotInstalled, one_line
from escale.install import advice
from escale.teach.languages import FIRST, LANGUAGES
from escale.teach.words import SITE

from .. import notebooks as shipped
from ..notebook_source import as_file
from ..shelf import GameBox
from . import pyodide as package
from . import wheels

FOLDER = "lab/"  #: of a site
START = "start"  #: the notebook that leads to the others
EXTRA = "lab-site"
APPS = ("lab", "notebooks", "tree")
#: the notebooks of a game that work there, by what comes before its id; pages to explore need more
DOORS = ("", "play-", "practice-")
NEEDED = ("jupyterlite_core", "jupyterlite_pyodide_kernel")
KERNEL = "@jupyterlite/pyodide-kernel-extension"
#: where a wheel has what JupyterLab needs to show widgets
EXTENSIONS = re.compile(r"[^/]+\.data/data/share/jupyter/labextensions/(.+)")
KERNELSPEC = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
LINK = re.compile(r"\[([^\]]*)\]\(([\w-]+)\.ipynb\)")  #: in a text, to the notebook beside it
BETWEEN = " · "  #: the links of a row
#: of the page of a single notebook, which looks for it elsewhere than where it is
ICONS = ("favicon-notebook", "favicon-busy-1", "favicon-busy-2", "favicon-busy-3")
PATIENCE = 900  # seconds for what takes ten
STEPS = 2  #: of which the bar is told, at least

say = SITE.part("code").say


class CannotBuild(EscaleError):
    """JupyterLite has not done what was asked of it."""


def check() -> None:
    """Is there what makes it? Raises `NotInstalled`."""
    for name in NEEDED:
        if find_spec(name) is None:
            raise NotInstalled("escale export site --lab", name.replace("_", "-"), advice(EXTRA))


def address(lang: str, name: str) -> str:
    """Where a notebook is opened, from the root of the site; the first, where it is not there."""
    shown = START if name.startswith("explore-") else name
    # By itself, which fits a small screen, too; it has a door to JupyterLab.
    return f"{FOLDER}notebooks/index.html?path={lang}/{shown}.ipynb"


def write(
    folder: Path,
    boxes: Sequence[GameBox],
    *,
    pyodide: Path | None = None,
    tick: Callable[[str], None] = lambda _: None,
) -> None:
    """Write all of it into `folder`; `tick` is told what is being done."""
    parts = package.parts(pyodide, tick)
    tick("wheels")
    others = wheels.fetched(tick)
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        extension = _kernel_extension()
        found = others | dict(wheels.ours([box.id for box in boxes])) | _of_the_kernel(extension)
        _python(work / "lite" / "static" / "pyodide", parts, found)
        _settings(work / "lite", found)
        for name, text in notebooks(boxes).items():
            file = work / "files" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        shutil.copytree(extension, work / "extensions" / KERNEL)
        for data in others.values():
            _unpack_extensions(data, work / "extensions")
        tick("jupyter lite build")
        _built(work)
        icon = (work / "out" / "lab" / "favicon.ico").read_bytes()
        for name in ICONS:
            file = work / "out" / "static" / "favicons" / f"{name}.ico"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(icon)
        for page in (work / "out").rglob("index.html"):
            page.write_text(_with_icon(page.read_text("utf-8"), page, work / "out"), "utf-8")
        shutil.move(work / "out", folder)


def _with_icon(text: str, page: Path, root: Path) -> str:
    """A page that names no icon has its browser ask for one at the root of the host."""
    if 'rel="icon"' in text:
        return text
    up = "../" * (len(page.relative_to(root).parts) - 1)
    return text.replace("<head>", f'<head>\n    <link rel="icon" href="{up}lab/favicon.ico">', 1)


# --- Python ---------------------------------------------------------------------------------------


def _kernel_extension() -> Path:
    """The folder of the extension that runs Python in JupyterLite, wherever pip has put it."""
    for file in metadata.files("jupyterlite-pyodide-kernel") or ():
        if file.as_posix().endswith(f"labextensions/{KERNEL}/package.json"):
            return Path(os.path.realpath(str(file.locate()))).parent
    raise NotInstalled("escale export site --lab", KERNEL, advice(EXTRA))


def _of_the_kernel(extension: Path) -> dict[str, bytes]:
    """The wheels that the extension brings: of two of one name, the newer."""
    newest = {file.name.split("-")[0]: file for file in sorted(extension.rglob("*.whl"))}
    return {file.name: file.read_bytes() for file in newest.values()}


def _python(folder: Path, parts: Mapping[str, bytes], found: Mapping[str, bytes]) -> None:
    folder.mkdir(parents=True)
    for name, data in {**parts, **found}.items():
        (folder / name).write_bytes(data)
    (folder / package.LOCK).write_bytes(wheels.lock(parts[package.LOCK], found))


def _settings(folder: Path, found: Mapping[str, bytes]) -> None:
    """Everything is loaded at the start, and nothing asked of a package index."""
    listed = json.loads(wheels.lock(b'{"packages": {}}', found))["packages"]
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": sorted(listed)}}
    settings = {"appName": "escale", "litePluginSettings": {f"{KERNEL}:kernel": kernel}}
    about = {"jupyter-lite-schema-version": 0, "jupyter-config-data": settings}
    (folder / "jupyter-lite.json").write_text(json.dumps(about), "utf-8")


def _unpack_extensions(data: bytes, folder: Path) -> None:
    with zipfile.ZipFile(BytesIO(data)) as wheel:
        for name in wheel.namelist():
            inside = EXTENSIONS.fullmatch(name)
            if inside and not name.endswith("/"):
                file = folder / inside[1]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(wheel.read(name))


# --- notebooks ------------------------------------------------------------------------------------


def notebooks(boxes: Sequence[GameBox]) -> dict[str, str]:
    """All that are there, "fr/casanova.ipynb", with their text."""
    texts = shipped.texts()
    there = {door + box.id for box in boxes for door in DOORS}
    there = {name for name in there if f"{FIRST}/{name}.ipynb" in texts} | {START}
    made = {f"{lang}/{START}.ipynb": _start(lang, boxes, there) for lang in LANGUAGES}
    for name, text in texts.items():
        if Path(name).stem in there:
            made.setdefault(name, text)
    return {name: _fitted(text, there) for name, text in sorted(made.items())}


def _fitted(text: str, there: set[str]) -> str:
    """For the one kernel that there is, and leading only to pages that are there."""
    notebook = json.loads(text)
    notebook["metadata"]["kernelspec"] = KERNELSPEC
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            lines = "".join(cell["source"]).splitlines(keepends=True)
            cell["source"] = [_linked(line, there) for line in lines]
    return json.dumps(notebook, indent=1, ensure_ascii=False)


def _linked(line: str, there: set[str]) -> str:
    """Of a link that leads nowhere the words are left; in a row of links nothing."""
    row = line.rstrip("\n").split(BETWEEN)
    kept = [one for one in row if {name for _, name in LINK.findall(one)} <= there]
    if len(row) > 1 and kept:
        return BETWEEN.join(kept) + "\n" * line.endswith("\n")
    return LINK.sub(lambda found: found[0] if found[2] in there else found[1], line)


def _start(lang: str, boxes: Sequence[GameBox], there: set[str]) -> str:
    """The page that leads to the others, and says what is kept where."""
    title = say("title", lang)
    text = [f"# {title}", say("how", lang), say("kept", lang), *_links(lang, boxes, there)]
    map_of_all = f'import escale\n\nescale.knowledge(lang="{lang}")'
    cells = [("markdown", "\n\n".join(text)), ("code", map_of_all)]
    return as_file(START, title, lang, cells)


def _links(lang: str, boxes: Sequence[GameBox], there: set[str]) -> Iterator[str]:
    kinds = {"": "learn", "play-": "play", "practice-": "practice"}
    for box in boxes:
        links = [
            f"[{shipped.say(kind, lang, title=box.about.named(lang))}]({door}{box.id}.ipynb)"
            for door, kind in kinds.items()
            if door + box.id in there
        ]
        yield "- " + BETWEEN.join(links)


# --- the build ------------------------------------------------------------------------------------


def _built(work: Path) -> None:
    """Let JupyterLite make `out` of what lies in this folder."""
    command = [sys.executable, "-P", "-m", "jupyterlite_core", "build", "--ignore-sys-prefix"]
    command += ["--no-sourcemaps", "--no-unused-shared-packages", "--no-libarchive"]
    command += ["--lite-dir", "lite", "--output-dir", "out", "--contents", str(work / "files")]
    command += ["--FederatedExtensionAddon.extra_labextensions_path", str(work / "extensions")]
    for app in APPS:
        command += ["--apps", app]
    # Settings that somebody has for JupyterLite elsewhere are for another site.
    around = {name: text for name, text in os.environ.items() if "JUPYTERLITE" not in name}
    try:
        done = subprocess.run(
            command,
            cwd=work,
            env={**around, "JUPYTER_NO_CONFIG": "1"},
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            text=True,
        )
        problem = "" if done.returncode == 0 else reason(done.stdout + done.stderr)
    except subprocess.TimeoutExpired:
        problem = f"it was not ready after {PATIENCE} seconds"
    except OSError as error:
        problem = one_line(error.strerror or str(error))
    settings = work / "out" / "jupyter-lite.json"
    if not problem and f"./static/pyodide/{package.PARTS[0]}" not in _text(settings):
        problem = "it does not know its Python"
    if problem:
        raise CannotBuild(f"JupyterLite could not be built: {problem}")


def _text(file: Path) -> str:
    return file.read_text("utf-8") if file.is_file() else ""


def reason(said: str) -> str:
    """Of what the build has written: its last line that names an error."""
    lines = [line.strip() for line in said.splitlines() if re.match(r"\S*(Error|error)\b", line)]
    return one_line(lines[-1] if lines else "it gives no reason", 200)
