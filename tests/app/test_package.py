"""What is installed: the wheel, whole, light, and in agreement with itself."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from importlib import import_module, metadata
from pathlib import Path

import pytest

import escale

INSTALLED = Path(escale.__file__).parent
HOUSE = ("casanova", "dolce_vita", "dominos_florentins")
SOURCE = Path(__file__).parents[2] / "escale"

wheel = pytest.mark.skipif("ESCALE_WHEEL" not in os.environ, reason="only make test builds a wheel")


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@wheel
def test_what_is_tested_is_the_installed_wheel() -> None:
    assert "site-packages" in INSTALLED.parts
    assert INSTALLED != SOURCE


@wheel
def test_no_file_of_the_source_is_missing_from_the_wheel() -> None:
    source, installed = files(SOURCE), files(INSTALLED)
    for lang in ("fr", "en"):  # the wheel carries the notebooks along
        pages = files(SOURCE.parent / "notebooks" / lang)
        source |= {f"app/notebooks/{lang}/{name}": text for name, text in pages.items()}
    lessons = [f"games/{name}/lessons" for name in HOUSE]
    made = {f"{folder}/{name}.json" for folder in lessons for name in ("frames", "index")}
    made |= {f"games/{name}/practice-frames.json" for name in HOUSE}
    assert sorted({*source, *made}) == sorted(installed)
    assert [name for name in source if source[name] != installed[name]] == []


def test_the_base_install_needs_nothing() -> None:
    needed = metadata.requires("escale-games") or []
    assert [name for name in needed if "extra ==" not in name] == []


def test_the_version_is_the_same_everywhere() -> None:
    assert metadata.version("escale-games") == escale.__version__


def test_importing_escale_loads_no_game_and_nothing_from_elsewhere() -> None:
    code = (
        "import sys; before = set(sys.modules); import escale\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(new - sys.stdlib_module_names))\n"
        "print([name for name in sys.modules if name.startswith('escale.games.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['escale']\n[]\n"


@pytest.mark.slow
def test_the_server_hides_a_module_from_jupyter_only_while_it_is_imported() -> None:
    code = (
        "import sys, escale.app.server\n"
        "print('lark' in sys.modules, 'rfc3987_syntax' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


@pytest.mark.parametrize(
    "name",
    [
        ".".join(path.relative_to(INSTALLED.parent).with_suffix("").parts)
        for path in sorted(INSTALLED.rglob("*.py"))
        if ">>> " in path.read_text("utf-8")
    ],
)
def test_the_examples_in_the_code_are_true(name: str) -> None:
    result = doctest.testmod(import_module(name.removesuffix(".__init__")))
    assert result.attempted
    assert result.failed == 0
