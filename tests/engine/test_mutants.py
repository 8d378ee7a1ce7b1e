"""Sixty-odd games with one mistake each (`mutants.toml`): it is found, or the list says why not."""

from __future__ import annotations

import importlib
import re
import runpy
import shutil
import sys
import tomllib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import escale_galets
import pytest

from escale.app.commands.new_game import Wanted, make
from escale.teach import cited
from escale.testing import check_game

HERE = Path(__file__).parent
MUTANTS = tomllib.loads(HERE.joinpath("mutants.toml").read_text("utf-8"))["mutant"]
SWITCHES = {"plain": (), "board": ("board",), "secrets": ("secrets",)}
NAME, PREFIX = "stone-row", "SR"
FEWEST = 0.95  # of them are found: thirty-eight of forty


def spoilt(mutant: dict[str, Any], folder: Path) -> tuple[Path, str]:
    """The package with its mistake: where it is, and what its module is called."""
    if mutant["game"] == "galets":
        module, made = "escale_galets_spoilt", folder
        source = Path(escale_galets.__file__).parent
        shutil.copytree(source, made / module, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        this = Wanted(NAME, "Stone Row", PREFIX, frozenset(SWITCHES[mutant["game"]]))
        module, made = this.module, make(this, folder)
    file = made / module / mutant["file"]
    if "rename" in mutant:
        file.rename(made / module / mutant["rename"])
    else:
        source_text = file.read_text("utf-8")
        for change in (mutant, *mutant.get("also", ())):
            assert change["old"] in source_text, f"{mutant['name']}: {mutant['file']} has changed"
            source_text = source_text.replace(change["old"], change["new"])
        file.write_text(source_text, "utf-8")
    return made, module


@contextmanager
def importable(made: Path, module: str) -> Iterator[None]:
    sys.path.insert(0, str(made))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(made))
        for name in [name for name in sys.modules if name.partition(".")[0] == module]:
            del sys.modules[name]
        for kept in [kept for kept in vars(cited).values() if hasattr(kept, "cache_clear")]:
            kept.cache_clear()  # it knows packages by their names, and the next has the same


def near_the_end(made: Path) -> list[Any]:
    """The position that the tests of a new game begin from."""
    return [runpy.run_path(str(test))["LATE"] for test in made.glob("tests/test_*.py")]


def said_of(mutant: dict[str, Any], folder: Path) -> str:
    """All that `check_game` finds and remarks."""
    made, module = spoilt(mutant, folder)
    with importable(made, module), warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        try:
            check_game(importlib.import_module(module).game, positions=near_the_end(made))
        except AssertionError as found:
            return str(found)
    return "\n".join(str(remark.message) for remark in remarks)


def test_forty_mistakes_are_planted_and_one_in_twenty_at_most_is_not_found() -> None:
    assert len(MUTANTS) >= 40
    assert len({mutant["name"] for mutant in MUTANTS}) == len(MUTANTS)
    assert all(("finds" in mutant) != ("survives" in mutant) for mutant in MUTANTS)
    survivors = [mutant["name"] for mutant in MUTANTS if "survives" in mutant]
    assert 1 - len(survivors) / len(MUTANTS) >= FEWEST, survivors


@pytest.mark.long
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant["name"])
def test_a_planted_mistake_is_found(mutant: dict[str, Any], tmp_path: Path) -> None:
    said = said_of(mutant, tmp_path)
    if "survives" in mutant:
        assert said == "", f"it is found now, so say what is found in mutants.toml:\n{said}"
    else:
        assert re.search(mutant["finds"], said), said or "nothing is said"
