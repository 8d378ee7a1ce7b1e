"""docs/glossary.md: what it points at is there, and each noun stands in it once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]
GLOSSARY = HERE / "docs" / "glossary.md"

pytestmark = pytest.mark.skipif(not GLOSSARY.exists(), reason="not beside the sources")


def rows() -> list[list[str]]:
    lines = GLOSSARY.read_text("utf-8").splitlines()
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if line.startswith("|") and not line.startswith(("|---", "| noun", "| word"))
    ]


def test_every_file_that_it_names_is_there() -> None:
    named = re.findall(r"`(escale/[\w/.]+)`", GLOSSARY.read_text("utf-8"))
    assert len(named) > 30
    assert [name for name in named if not (HERE / name).exists()] == []


def test_every_name_beside_a_file_is_in_it() -> None:
    missing = []
    for noun, *_, where in rows():
        pointed = re.fullmatch(r"`(\w+)`(?:,| in) `(escale/[\w/]+\.py)`", where)
        if pointed and not re.search(
            rf"^(class |def |)({pointed[1]})\b", (HERE / pointed[2]).read_text("utf-8"), re.M
        ):
            missing.append((noun, where))
    assert missing == []


def test_a_noun_has_one_entry() -> None:
    nouns = Counter(cells[0] for cells in rows()[: -len(again())])
    assert [noun for noun, count in nouns.items() if count > 1] == []


def again() -> list[list[str]]:
    """The rows of the last table, which takes up words that stand above."""
    last = GLOSSARY.read_text("utf-8").rpartition("| word |")[2]
    return [row for row in rows() if f"| {row[0]} | {row[1]} |" in last]
