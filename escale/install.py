"""The name of our distribution, how this copy of it was installed, and the advice that follows.

The module and the command are called `escale`; the distribution is `escale-games`, since `escale`
is somebody else's on the package index. Every piece of printed advice comes from here, so that it
fits a clone, a wheel and an index alike and never installs a stranger's package.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

DISTRIBUTION = "escale-games"

#: what our own distribution was called before, in clones that are still used
FORMER_NAME = "escale"


def advice(extra: str = "") -> str:
    """The command that brings this extra; without one, the command that installs this copy anew."""
    again = [] if extra else ["--force-reinstall", "--no-deps"]
    return " ".join([_pip(), "install", *again, *_source(f"[{extra}]" if extra else "")])


def intruders() -> Iterator[metadata.Distribution]:
    """Other distributions that bring a module `escale`: a stranger's, or ours by its old name.

    Two that own the same files shadow each other, and removing either removes files of both. An
    editable install of the old name owns no file of the module and is known by its name.
    """
    for found in metadata.distributions():
        name = _normal(found.name)
        if name != DISTRIBUTION and (name == FORMER_NAME or _brings_the_module(found)):
            yield found


def is_ours(found: metadata.Distribution) -> bool:
    """Whether this is our own distribution, by whatever name: it brings the games of the house."""
    games = found.entry_points.select(group="escale.games")
    return any(entry.value.startswith("escale.games.") for entry in games)


def removal(found: metadata.Distribution) -> str:
    """The commands that take an intruder out, and put back what it shared with us."""
    return f"{_pip()} uninstall --yes {_normal(found.name)} && {advice()}"


def _brings_the_module(found: metadata.Distribution) -> bool:
    listed = found.read_text("RECORD")
    if listed is not None and "escale/" not in listed:  # most of them; to parse a list takes long
        return False
    return any(file.parts[0] == "escale" for file in found.files or ())


def _normal(name: str | None) -> str:
    return (name or "").lower().replace("_", "-").replace(".", "-")


def _source(extra: str) -> list[str]:
    """What pip is to install so that this very copy gets the extra; PEP 610 tells its origin."""
    origin = _direct_url()
    address = urlsplit(str(origin.get("url", "")))
    if address.scheme == "file":
        place = Path(url2pathname(address.path))
        if place.exists():
            options = ["--editable"] if origin.get("dir_info", {}).get("editable") else []
            return [*options, _quoted(_shown(place) + extra)]
    elif "vcs_info" in origin:
        version = origin["vcs_info"]
        place_of_commit = f"{version['vcs']}+{origin['url']}@{version['commit_id']}"
        return [_quoted(f"{DISTRIBUTION}{extra} @ {place_of_commit}")]
    return [_quoted(DISTRIBUTION + extra)]


def _direct_url() -> dict[str, Any]:
    """Where this copy was installed from; empty if it came by its name, from an index."""
    try:
        text = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
    except metadata.PackageNotFoundError:  # a folder on the path, not installed at all
        clone = Path(__file__).parents[1]
        return {"url": clone.as_uri()} if (clone / "pyproject.toml").exists() else {}
    try:
        origin = json.loads(text or "{}")
    except ValueError:
        return {}
    return origin if isinstance(origin, dict) else {}


def _pip() -> str:
    """The pip of this very Python, by its short name where that is the one a shell would find."""
    found, here = shutil.which("pip"), Path(sys.executable).parent
    if found and Path(found).parent == here:
        return "pip"
    return f"{_quoted(_shown(Path(sys.executable)))} -m pip"


def _shown(path: Path) -> str:
    """A path as it is typed from the folder that one is in."""
    try:
        inside = path.relative_to(Path.cwd())
    except (OSError, ValueError):  # elsewhere, or a working folder that was removed
        return str(path)
    return "." if inside == Path() else f"./{inside}"


def _quoted(text: str) -> str:
    return f'"{text}"' if os.name == "nt" else shlex.quote(text)
