"""Who may import whom: one way only, app -> widgets -> session -> games -> teach, draw, players
-> engine.

Read from the source of what is installed, so that an import inside a function counts too.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from sources import nodes

import escale

HERE = Path(escale.__file__).parent
FILES = sorted(path for path in HERE.rglob("*.py") if "__pycache__" not in path.parts)

ROOMS = ("engine", "players", "teach", "draw", "games", "session", "widgets", "app")

#: The rooms that a room may import from, besides itself.
MAY_IMPORT = {
    "engine": set(),
    "players": {"engine"},
    "teach": {"engine"},
    "draw": {"engine"},
    "games": {"engine", "players", "teach", "draw"},
    "session": {"engine", "players", "teach", "draw", "games"},
    "widgets": {"engine", "players", "teach", "draw", "games", "session"},
    "app": {"engine", "players", "teach", "draw", "games", "session", "widgets", "install"},
    "__init__": {
        *ROOMS,
        "install",
    },  # the front door: what it does not load at once is tested below
    "testing": {"engine", "players", "teach", "draw", "session", "app"},
    "install": set(),
}

#: What a room may import from other packages; everything else needs the standard library only.
OTHERS = {
    "widgets": {"anywidget", "ipywidgets", "IPython", "segno", "traitlets"},
    "app": {
        "IPython", "distributed", "ipykernel", "jinja2", "jupyter_client", "jupyter_core",
        "jupyter_server", "jupyterlab", "markupsafe", "nbclient", "nbconvert", "nbformat", "psutil",
        "psycopg", "rich", "segno", "tornado", "traitlets", "typer", "voila",
    },
}  # fmt: skip

#: What a browser's Python cannot do, or what the design rules out.
NEVER = {
    "engine": {"asyncio", "copy", "multiprocessing", "socket", "subprocess", "threading"},
    "players": {"asyncio", "copy", "multiprocessing", "socket", "subprocess", "threading"},
    "games": {"asyncio", "copy", "multiprocessing", "socket", "subprocess", "threading"},
    "teach": {"asyncio", "multiprocessing", "socket", "subprocess", "threading"},
    "draw": {"asyncio", "multiprocessing", "socket", "subprocess", "threading"},
    "session": {
        "asyncio",
        "multiprocessing",
        "os",
        "pathlib",
        "socket",
        "sqlite3",
        "subprocess",
        "threading",
    },
    "widgets": {"multiprocessing", "socket", "subprocess"},
}


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Every module that a file imports, by its full name (`escale.engine.game`)."""
    return tuple(found_in(path))


def found_in(path: Path) -> Iterator[str]:
    package = ("escale", *path.relative_to(HERE).parent.parts)
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                above = package[: len(package) - node.level + 1]
                base = ".".join([*above, *(node.module or "").split(".")]).rstrip(".")
            else:
                base = node.module or ""
            names = [alias.name for alias in node.names]
            yield from (f"{base}.{name}" for name in names)


def room_of(module: str) -> str | None:
    """The room of a module of escale; None for `escale` itself and for other packages."""
    parts = module.split(".")
    if parts[0] != "escale" or len(parts) == 1:
        return None
    return parts[1] if parts[1] in (*ROOMS, "testing", "install") else None


def room(path: Path) -> str:
    first = path.relative_to(HERE).parts[0]
    return first.removesuffix(".py")


def name(path: Path) -> str:
    return path.relative_to(HERE).as_posix()


def test_there_is_something_to_look_at() -> None:
    assert {"engine", "teach", "games"} <= {room(path) for path in FILES}
    assert "escale.engine.errors.BadRecord" in set(imports(HERE / "engine" / "record.py"))
    assert room_of("escale.engine.errors.BadRecord") == "engine"


def test_every_file_stands_in_a_known_room() -> None:
    assert [name(path) for path in FILES if room(path) not in MAY_IMPORT] == []


def test_imports_go_one_way() -> None:
    wrong = [
        (name(path), module)
        for path in FILES
        for module in imports(path)
        if room_of(module) not in (None, room(path), *MAY_IMPORT[room(path)])
    ]
    assert wrong == []


def test_a_game_knows_no_other_game() -> None:
    wrong = []
    for path in FILES:
        parts = path.relative_to(HERE).parts
        mine = f"escale.games.{parts[1]}" if len(parts) > 2 else "escale.games"
        wrong += [
            (name(path), module)
            for module in imports(path)
            if room(path) == room_of(module) == "games" and not module.startswith(mine)
        ]
    assert wrong == []


RULES = [path for path in FILES if path.name == "rules.py"]


@pytest.mark.parametrize("path", RULES, ids=name)
def test_rules_need_the_engine_only(path: Path) -> None:
    mine = f"escale.games.{path.parent.name}."
    wrong = {
        module
        for module in imports(path)
        if room_of(module) not in (None, "engine") and not module.startswith(mine)
    }
    assert not wrong


def packages(path: Path) -> set[str]:
    return {module.split(".")[0] for module in imports(path)}


def test_most_rooms_need_the_standard_library_only() -> None:
    ours = {"escale", *sys.stdlib_module_names}
    others = {name(path): packages(path) - ours - {*OTHERS.get(room(path), ())} for path in FILES}
    assert {file: found for file, found in others.items() if found} == {}


def test_what_a_browser_cannot_run_is_not_used() -> None:
    used = {name(path): packages(path) & NEVER.get(room(path), set()) for path in FILES}
    assert {file: found for file, found in used.items() if found} == {}


# --- What `import escale` loads -----------------------------------------------------------------


def loaded_by(code: str) -> set[str]:
    """The modules that this code loads in a fresh interpreter."""
    script = f"import sys; before = set(sys.modules)\n{code}\nloaded = set(sys.modules) - before\n"
    script += "import json; print(json.dumps(sorted(loaded)))"
    out = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return set(json.loads(out.stdout))


HEAVY = {
    "IPython", "anywidget", "copy", "dataclasses", "fractions", "importlib.metadata",
    "importlib.resources", "inspect", "ipywidgets", "json", "numpy", "pathlib", "random", "rich",
    "tomllib", "traitlets", "typer", "voila",
}  # fmt: skip


def test_import_escale_loads_the_engine_and_nothing_heavy() -> None:
    loaded = loaded_by("import escale")
    assert not loaded & HEAVY
    rooms = {room_of(module) for module in loaded} - {None}
    assert rooms == {"engine"}


def test_a_game_is_played_without_widgets_or_entry_points() -> None:
    loaded = loaded_by("import escale; escale.Match('casanova', seed=1).play('d1')")
    assert not loaded & {"importlib.metadata", "ipywidgets", "anywidget", "numpy", "typer"}
    assert {room_of(module) for module in loaded} - {None} == {"engine", "games"}


def test_a_refused_move_is_explained_without_widgets() -> None:
    loaded = loaded_by("import escale\ntry: escale.Match('casanova', seed=1).play('d9')\n"
                       "except escale.IllegalMove as error: str(error)")  # fmt: skip
    assert "escale.teach.texts" in loaded
    assert not loaded & {"ipywidgets", "anywidget", "numpy", "typer"}


def test_one_module_knows_each_database_and_few_know_that_there_are_any() -> None:
    """Whoever wants another kind of store writes one class, and names it in one place."""
    found = {name(path): set(imports(path)) for path in FILES}

    def knowing(*modules: str) -> list[str]:
        return [one for one in found if any(two.startswith(modules) for two in found[one])]

    assert knowing("sqlite3") == ["app/stores/sqlite.py"]
    assert knowing("psycopg") == ["app/stores/postgres.py"]
    assert knowing("escale.app.stores.sqlite", "escale.app.stores.postgres") == ["app/store.py"]
    known = knowing("escale.app.store.")
    assert known == ["__init__.py", "app/commands/cli.py", "app/commands/doctor.py"]
