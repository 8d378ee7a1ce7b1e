"""TOML files of strangers: read within bounds, and every value has its line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from escale.engine.toml import MOST_BYTES, BadFile, KeyPath, _Scan, load, parse

ROOT = Path(__file__).parents[2]
SHIPPED = sorted([*ROOT.glob("escale/**/*.toml"), *ROOT.glob("examples/**/*.toml")])

TRICKY = (
    '''# a comment with = and [brackets]
a.b = 1 # another "one
a."c d" = "# no comment \\" = ["
a.'e.f' = \'\'\'
several
[[lines]]
\'\'\'
list = [
  1, 2.5,   # one
  [ "x", """
"quoted\\""""" ],
  {k = {m = 1}, n.o = 2},
]
when.even = [{a=1},{a=2}]
[x]
y = -1e5
[[step]]
title = "one"
[step.ask]
text.fr = "?"
[[step]]
[[step.part]]
n = 1
[[step.part]]
n = 2
[step.part.deep]
er = [[], [[]]]
["quoted key".z]
q = 'it'''
    + "'\n"
)


def places(value: Any, at: KeyPath = ()) -> Iterator[KeyPath]:
    yield at
    if isinstance(value, (dict, list)):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*at, name))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_value_of_a_shipped_file_has_a_line(file: Path) -> None:
    document = load(file)
    assert set(document._lines) == set(places(document.table))


def test_every_value_of_a_tricky_file_has_its_own_line() -> None:
    document = parse(TRICKY, "tricky.toml")
    assert set(document._lines) == set(places(document.table))
    lines = TRICKY.split("\n")
    assert lines[document.line("a", "e.f") - 1] == "a.'e.f' = '''"
    assert lines[document.line("list", 3, "n", "o") - 1].strip() == "{k = {m = 1}, n.o = 2},"
    assert lines[document.line("step", 1, "part", 1, "n") - 1] == "n = 2"
    assert document.line("step", 1, "part", 1, "n") > document.line("step", 1, "part", 0, "n")
    assert lines[document.line("step", 0, "ask", "text") - 1] == 'text.fr = "?"'
    assert lines[document.line("quoted key", "z", "q") - 1].startswith("q = ")


def test_what_is_missing_is_complained_about_where_it_belongs() -> None:
    document = parse(TRICKY, "tricky.toml")
    assert document.line("step", 0, "text", "fr") == document.line("step", 0)
    assert document.line("nothing") == 1
    assert document.line("list", 99) == document.line("list")


@pytest.mark.parametrize(
    ("source", "line", "says"),
    [
        (b"a = 1\nb = 'caf\xe9'", 2, "not UTF-8 (byte 0xe9)"),
        (b"\xff\xfea\x00", 1, "not UTF-8"),
        ("a = 1\nb = = 2\n", 2, "not TOML"),
        ("a = 1\n\nb = [1,\n2", 4, "not TOML"),
        ("a = 1\na = 2", 2, "not TOML"),
        ("a = 1\x00", 1, "not TOML"),
        ('a = 1\nb = "\\u0000"', 2, "cannot be printed"),
        ("a = 1\nb = " + "[" * 5000, 2, "too deep"),
        ("a = 1\nb = " + "[" * 60 + "]" * 60, 2, "too deep"),
        ("a = 1\nb = " + "{b = " * 3000, 2, "too deep"),
        ("a = 1\n" + "b." * 30_000 + "b = 1", 2, "too many parts"),
        ("a = 1\n" + '"b" . ' * 30_000 + "b = 1", 2, "too many parts"),
        ("a = 1\nb = " + "9" * 5000, 2, "too long"),
        ("a = 1\nb = 0x" + "f" * 5000, 2, "too large"),
        ("a = [\n1,\n1e999]", 3, "no number"),
        ("a = 1\nb.c = nan", 2, "no number"),
        ("a = 1\nb = 1979-05-27", 2, "a date"),
        ("a = 1\nb = 07:32:00", 2, "a date"),
        ("a" * (MOST_BYTES + 1), 1, "longer than"),
    ],
    ids=str,
)
def test_a_mistake_is_one_sentence_with_file_and_line(
    source: str | bytes, line: int, says: str
) -> None:
    with pytest.raises(BadFile) as caught:
        parse(source, "x.toml")
    assert str(caught.value).startswith(f"x.toml, line {line}: ")
    assert says in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500


def test_windows_writes_a_mark_and_two_characters_at_the_end_of_a_line() -> None:
    document = parse(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n", "x.toml")
    assert document.table == {"a": 1, "b": 2}
    assert document.line("b") == 2


def test_only_ordinary_files_are_opened(tmp_path: Path) -> None:
    pipe, folder, gone = tmp_path / "pipe.toml", tmp_path / "folder.toml", tmp_path / "gone.toml"
    os.mkfifo(pipe)
    folder.mkdir()
    loop = tmp_path / "loop.toml"
    loop.symlink_to(loop)
    for file in (pipe, folder, gone, loop, Path("/dev/zero"), tmp_path / ("x" * 300)):
        with pytest.raises(BadFile, match="line 1"):
            load(file)


def test_an_endless_text_of_brackets_is_read_in_no_time() -> None:
    """The patterns do not fall over what is nearly right."""
    for source in ("a" * 200_000, '"' * 200_000, "'" * 200_000, "a." * 39 + '"' * 200_000):
        with pytest.raises(BadFile):
            parse(source, "x.toml")
    _Scan('a = "' + "\\\\" * 100_000 + '"').lines()
