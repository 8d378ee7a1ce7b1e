"""What the code imports is declared, in the extra that brings it; private names have a bound."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from sources import nodes

import escale

HERE = Path(escale.__file__).parent
REPOSITORY = Path(__file__).parents[2]
PYPROJECT = (REPOSITORY / "pyproject.toml").read_text("utf-8")
PROJECT = tomllib.loads(PYPROJECT)
EXTRAS = PROJECT["project"]["optional-dependencies"]

#: modules of the app that work where only the command line is installed
ON_THE_COMMAND_LINE = {"__main__", "commands/cli", "commands/doctor", "commands/terminal"}


def sources(*folders: Path) -> list[Path]:
    return sorted(
        path
        for folder in folders
        for path in folder.rglob("*.py")
        if "__pycache__" not in path.parts
    )


@cache
def brought_by() -> Mapping[str, list[str]]:
    """The distributions that a module comes from."""
    return metadata.packages_distributions()


def imported(tree: Iterable[ast.AST]) -> Iterator[str]:
    """The packages of others that some code imports, also inside functions."""
    for node in tree:
        names: Iterable[str] = ()
        if isinstance(node, ast.Import):
            names = (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = (str(node.module),)
        for name in names:
            top = name.partition(".")[0]
            if top not in sys.stdlib_module_names and top != "escale":
                yield top


def named(requirements: Iterable[str]) -> set[str]:
    """The distributions of some requirements; our own extras are followed."""
    found = set()
    for text in requirements:
        requirement = Requirement(text)
        name = canonicalize_name(requirement.name)
        if name == "escale-games":
            found |= named(need for extra in requirement.extras for need in EXTRAS[extra])
        else:
            found.add(name)
    return found


def undeclared(modules: Iterable[str], declared: set[str]) -> set[str]:
    return {
        module
        for module in modules
        if not {canonicalize_name(name) for name in brought_by().get(module, [module])} & declared
    }


def declared_for(path: Path) -> set[str]:
    """What may be imported by a file of ours."""
    room, *rest = path.relative_to(HERE).parts
    if room == "widgets":
        return named(EXTRAS["widgets"])
    if room != "app":
        return set()
    module = "/".join(rest).removesuffix(".py")
    if module == "commands/dask_cluster":
        return named(EXTRAS["dask"])
    if module == "stores/postgres":
        return named(EXTRAS["postgres"])
    return named(EXTRAS["cli" if module in ON_THE_COMMAND_LINE else "app"])


def test_everything_that_is_imported_is_declared_in_the_extra_that_brings_it() -> None:
    found = {path: undeclared(imported(nodes(path)), declared_for(path)) for path in sources(HERE)}
    assert {str(path): names for path, names in found.items() if names} == {}


def test_everything_that_the_notebooks_import_comes_with_the_app() -> None:
    found: set[str] = set()
    for path in sorted((REPOSITORY / "notebooks").glob("*/*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                code = re.sub(r"^%.*", "", "".join(cell["source"]), flags=re.MULTILINE)
                found |= set(imported(ast.walk(ast.parse(code))))
    assert "IPython" in found
    assert not undeclared(found, named(EXTRAS["app"]))


@pytest.mark.slow
def test_everything_that_the_tests_import_is_in_their_group() -> None:
    declared = named((*PROJECT["dependency-groups"]["test"], *EXTRAS["cli"], *EXTRAS["widgets"]))
    folders = REPOSITORY / "tests", REPOSITORY / "benchmarks"
    ours = {path.stem for folder in folders for path in folder.iterdir()} | {"escale_galets"}
    missing = {
        (path.name, module)
        for path in sources(*folders)
        if path.name != "peers.py"  # other libraries, in an environment of their own
        for module in undeclared(imported(nodes(path)), declared) - ours
    }
    assert not missing


def test_a_package_has_the_same_bounds_wherever_it_is_named() -> None:
    bounds: dict[str, set[str]] = {}
    for needs in (*EXTRAS.values(), PROJECT["dependency-groups"]["test"]):
        for need in map(Requirement, needs):
            bounds.setdefault(canonicalize_name(need.name), set()).add(str(need.specifier))
    assert not {name: found for name, found in bounds.items() if len(found) > 1}


# --- Private names of others --------------------------------------------------------------------

DOCUMENTED = {"_asdict", "_exit", "_fields", "_fmt", "_replace"}  # of the standard library


def private_names() -> dict[str, set[str]]:
    """The private names that we use and nowhere define: somebody else's, and where. What we
    define once and take from above (`super()._x`) replaces somebody else's."""
    defined, used = Counter[str](), dict[str, set[str]]()
    above: set[str] = set()
    for path in sources(HERE):
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                defined[node.name] += 1
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                defined[node.id] += 1
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                defined[node.attr] += 1
            elif isinstance(node, ast.Attribute) and re.fullmatch(r"_[a-z]\w*", node.attr):
                used.setdefault(node.attr, set()).add(path.relative_to(HERE).as_posix())
                owner = node.value.func if isinstance(node.value, ast.Call) else None
                if isinstance(owner, ast.Name) and owner.id == "super":
                    above.add(node.attr)
    ours = {name for name, times in defined.items() if times > 1 or name not in above}
    return {name: files for name, files in used.items() if name not in ours | DOCUMENTED}


def listed() -> dict[str, tuple[str, set[str]]]:
    """The list in pyproject.toml: each private name, with its distribution and our files."""
    found: dict[str, tuple[str, set[str]]] = {}
    for owner, names, files in re.findall(r"^#   (\S+) +(_\S.*?) {2,}(\S.*)$", PYPROJECT, re.M):
        for name in names.split(", "):
            found[name] = owner, set(files.split(", "))
    return found


def test_every_private_name_of_another_package_is_listed_beside_its_bound() -> None:
    assert {name: files for name, (_, files) in listed().items()} == private_names()


def test_a_package_whose_private_names_are_used_has_an_upper_bound() -> None:
    needs = [Requirement(need) for extra in EXTRAS.values() for need in extra]
    bounded = {
        canonicalize_name(need.name)
        for need in needs
        if any(bound.operator in ("<", "<=", "==", "~=") for bound in need.specifier)
    }
    assert {"typer", *(owner for owner, _ in listed().values())} <= bounded
    assert {"voila", "jupyter-server"} <= {owner for owner, _ in listed().values()}
