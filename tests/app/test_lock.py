"""requirements.lock: exact versions with hashes, for servers that anybody may reach.

`make lock` writes it. Here it is read as pip reads it, for every Python and platform that we name;
nothing is fetched.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

REPOSITORY = Path(__file__).parents[2]
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
TEXT = (REPOSITORY / "requirements.lock").read_text("utf-8")

Environment = dict[str, str]

SYSTEMS: dict[str, Environment] = {
    "linux": {"sys_platform": "linux", "os_name": "posix", "platform_system": "Linux"},
    "macos": {"sys_platform": "darwin", "os_name": "posix", "platform_system": "Darwin"},
    "windows": {"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows"},
}
PYTHONS = ("3.11.0", "3.11.9", "3.12.3", "3.13.1", "3.14.0")


ENVIRONMENTS = [
    system
    | {
        "python_full_version": version,
        "python_version": version.rpartition(".")[0],
        "extra": "",
    }
    for version in PYTHONS
    for system in SYSTEMS.values()
]


def lines() -> list[str]:
    """Requirements and options, each on one line, without comments."""
    joined = TEXT.replace("\\\n", " ")
    return [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]


def requirement(line: str) -> Requirement:
    return Requirement(re.split(r"\s--hash=", line)[0])


PINS = [requirement(line) for line in lines() if not line.startswith("-")]


def locked(environment: Environment) -> dict[str, str]:
    """What is installed there: name and version; once each."""
    here = [pin for pin in PINS if not pin.marker or pin.marker.evaluate(dict(environment))]
    names = [canonicalize_name(pin.name) for pin in here]
    assert sorted(set(names)) == sorted(names)
    return {
        name: str(pin.specifier).removeprefix("==") for name, pin in zip(names, here, strict=True)
    }


def wanted(*extras: str) -> Iterator[Requirement]:
    """What these extras ask for; our own extras are followed."""
    for need in (Requirement(need) for extra in extras for need in EXTRAS[extra]):
        if need.name == PROJECT["project"]["name"]:
            yield from wanted(*need.extras)
        else:
            yield need


def test_every_line_is_one_version_with_the_hashes_of_its_files() -> None:
    assert len(PINS) > 80
    for line in lines():
        if line == "--only-binary :all:":
            continue
        pin, *hashes = re.split(r"\s+--hash=", line.rstrip())
        assert re.fullmatch(r"[a-z0-9-]+==[\w.+!]+( ; .+)?", pin), pin
        assert hashes, pin
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", found) for found in hashes), pin


def test_it_names_no_index_and_no_other_address() -> None:
    assert "://" not in TEXT
    assert [line for line in lines() if line.startswith("-")] == ["--only-binary :all:"]
    assert not [pin for pin in PINS if pin.url]


@pytest.mark.parametrize(
    "environment", ENVIRONMENTS, ids=lambda e: f"{e['python_full_version']}-{e['sys_platform']}"
)
def test_it_has_all_that_the_app_asks_for_within_our_bounds(
    environment: Environment,
) -> None:
    versions = locked(environment)
    build = PROJECT["build-system"]["requires"]
    needs = [*wanted("app", "postgres"), *map(Requirement, build)]
    assert {"voila", "ipywidgets", "typer", "hatchling"} <= {need.name for need in needs}
    for need in needs:
        name = canonicalize_name(need.name)
        assert name in versions, "run `make lock`"
        assert need.specifier.contains(versions[name]), f"{need}: run `make lock`"


def test_it_has_what_its_packages_need_in_turn() -> None:
    """As far as what is installed here is what is locked: others may need other things."""
    here = {
        canonicalize_name(pin.name): str(pin.specifier).removeprefix("==")
        for pin in PINS
        if not pin.marker or pin.marker.evaluate()
    }
    missing, compared = set(), 0
    for name, version in here.items():
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        if found.version != version:
            continue
        compared += 1
        for need in map(Requirement, found.requires or ()):
            if not need.marker or need.marker.evaluate({"extra": ""}):
                other = canonicalize_name(need.name)
                if other not in here or not need.specifier.contains(here[other], prereleases=True):
                    missing.add((name, str(need)))
    assert not missing
    assert compared


def test_neither_our_own_package_nor_a_strangers_is_in_it() -> None:
    assert not [pin.name for pin in PINS if pin.name.startswith("escale")]


def test_binder_installs_the_lock_and_then_our_package_alone() -> None:
    asked = (REPOSITORY / "binder" / "requirements.txt").read_text("utf-8")
    steps = [line for line in asked.splitlines() if not line.startswith("#")]
    assert steps == ["-r ../requirements.lock"]
    built = (REPOSITORY / "binder" / "postBuild").read_text("utf-8")
    (ours,) = [line for line in built.splitlines() if "pip install" in line]
    assert {"--no-index", "--no-deps", "--no-build-isolation"} <= set(ours.split())
