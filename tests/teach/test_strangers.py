"""Lessons of strangers: whatever stands in one, it is taught, or refused with file and line."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import escale
from escale.engine import toml
from escale.engine.toml import KeyPath
from escale.teach.lesson import ASK_FIELDS, FIELDS, STEP_FIELDS, BadLesson, lesson, lessons, read

HERE = Path(__file__).parents[2]
FILES = sorted(
    [*HERE.glob("escale/games/*/lessons/[0-9]*.toml"), *HERE.glob("examples/*/*/lessons/*.toml")]
)
GAMES = {"casanova": "casanova", "dolce_vita": "dolce-vita", "escale_galets": "galets"}
GAMES["dominos_florentins"] = "dominos-florentins"
GONE = object()
#: What may stand in a place instead of what does.
VALUES: list[Any] = [
    GONE, 0, -1, 7, 2**40, 1.5, True, "", "x", "nobody", "legal", "DV-AWA-2", "{x}", "{state}",
    "{player[9]}", "{", "<b>", [], [[]], [1], ["x"], [["x"]], [["x", "y"]], [{}], {}, {"x": 1},
    {"fr": 1, "en": 1}, {"fr": "x", "en": "x"}, {"fr": ["x"], "en": ["y"]}, {"event": 1},
    {"event": "take"}, {"event": "win", "seat": [1]}, {"legal": 1}, {"refused": []},
    {"refused": "x", "seat": 9}, {"refused": "x", "rule": []}, {"state": 1}, {"nowhere": {}},
    {"state": "__class__", "is": 1},
]  # fmt: skip


def pair(name: str, value: Any) -> str:
    bare = re.fullmatch(r"[A-Za-z0-9_-]+", name)
    return f"{name if bare else json.dumps(name)} = {inline(value)}"


def inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(pair(name, part) for name, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value)


def written(table: dict[str, Any]) -> str:
    """A lesson as TOML, a line a field."""
    lines = [pair(name, part) for name, part in table.items() if name != "step"]
    steps = table.get("step", GONE)
    if not (isinstance(steps, list) and steps and all(isinstance(step, dict) for step in steps)):
        lines += [] if steps is GONE else [f"step = {inline(steps)}"]
        return "\n".join(lines)
    for step in steps:
        lines.append("[[step]]")
        lines += [pair(name, part) for name, part in step.items() if name != "ask"]
        if isinstance(step.get("ask"), dict):
            lines.append("[step.ask]")
            lines += [pair(name, part) for name, part in step["ask"].items()]
        elif "ask" in step:
            lines.append(pair("ask", step["ask"]))
    return "\n".join(lines)


def places(value: Any, at: KeyPath = ()) -> Iterator[KeyPath]:
    if isinstance(value, (dict, list)):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*at, name)
            yield from places(part, (*at, name))


def changed(table: Any, place: KeyPath, value: Any) -> Any:
    """A copy of the table with another value at that place."""
    first, *rest = place
    copy = table.copy()
    if rest:
        copy[first] = changed(copy[first], tuple(rest), value)
    elif value is GONE:
        del copy[first]
    else:
        copy[first] = value
    return copy


def game_of(file: Path) -> Any:
    return escale.game(GAMES[file.parents[1].name])


def refused(file: Path, table: dict[str, Any]) -> BadLesson | None:
    """What is said about a lesson; None if it can be taught. Anything else would be raised."""
    source = written(table)
    try:
        read(game_of(file), "x/y", source, file.name)
        return None
    except BadLesson as error:
        found = error
    said = str(found)
    assert said.startswith(f"{file.name}, line {found.line}: ")
    assert 1 <= found.line <= source.count("\n") + 1
    assert said.isprintable()
    assert len(said) < 600
    return found


#: Where a wrong type is seen at once, wherever else it would make trouble.
AT_ONCE = {"title", "text", "rules", "mark", "hide", "arrow", "look", "hint", "proof", "fact"}


def try_mutants(file: Path, count: int, rng: Random) -> None:
    table = toml.load(file).table
    everywhere = sorted(places(table), key=str)
    assert refused(file, table) is None
    for _ in range(count):
        place, value = rng.choice(everywhere), rng.choice(VALUES)
        mutant = changed(table, place, value)
        error = refused(file, mutant)
        shallow = place[-1] in AT_ONCE and place[0] == "step"
        if error is not None and shallow and type(value) in (int, float, bool):
            line = toml.parse(written(mutant), "x").line(*place)
            assert (error.line, str(place[-1]) in str(error)) == (line, True), (place, value)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(8))
def test_a_lesson_with_another_value_somewhere_is_taught_or_refused(number: int) -> None:
    rng = Random(number)
    try_mutants(rng.choice(FILES), 50, rng)


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parents[1].name}/{file.stem}")
def test_every_lesson_with_other_values_is_taught_or_refused(file: Path) -> None:
    try_mutants(file, 100, Random(file.name))


TIES = next(file for file in FILES if file.name == "06-ties.toml")


@pytest.mark.slow
@pytest.mark.parametrize("share", [pytest.param(1, marks=pytest.mark.long), 10])
def test_every_field_of_the_format_may_hold_anything(share: int) -> None:
    """Also fields that this lesson does not use; one value in ten, and all of them in long."""
    table = toml.load(TIES).table
    asking = next(i for i, step in enumerate(table["step"]) if "ask" in step)
    inside: dict[KeyPath, set[str]] = {
        (): FIELDS, ("step", asking): STEP_FIELDS, ("step", asking, "ask"): ASK_FIELDS,
    }  # fmt: skip
    fields = [(*place, field) for place, names in inside.items() for field in sorted(names)]
    mutants = [(place, value) for place in fields for value in VALUES[1:]]
    for place, value in Random(1).sample(mutants, len(mutants) // share):
        refused(TIES, changed(table, place, value))


LESSON = TIES.read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('rules = ["DV-AWA-2"]', 'rules = [["x"]]'),
        ("mark = [", "mark = 1.5\nhide = ["),
        ("[step.ask]\n", "ask = 5\n[x]\n"),
        ('players.fr = ["', 'players.fr = 1\nx = ["'),
        ("players.fr", "players.de"),
        ("seat = 3", "seat = -1"),
        ("seat = 3", "seat = 3\nsaet = 3"),
        ("title.fr", "title.de"),
    ],
)
def test_the_attackers_mistakes_are_refused_at_their_line(old: str, new: str) -> None:
    assert old in LESSON
    source = LESSON.replace(old, new, 1)
    with pytest.raises(BadLesson) as caught:
        read(escale.game("dolce-vita"), "x/y", source, "06-ties.toml")
    at = source[: source.index(new)].count("\n") + 1
    assert at <= caught.value.line <= at + 1


def test_a_file_that_is_no_text_or_no_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that may lie in a folder of lessons under the name of one."""
    good = tmp_path / "01-good.toml"
    good.write_bytes(b"\xef\xbb\xbf" + LESSON.replace("\n", "\r\n").encode())  # by Windows
    (tmp_path / "02-latin.toml").write_bytes(LESSON.encode("latin-1", "replace"))
    (tmp_path / "03-folder.toml").mkdir()
    os.mkfifo(tmp_path / "04-pipe.toml")
    (tmp_path / "05-zero.toml").symlink_to("/dev/zero")
    (tmp_path / "06-nowhere.toml").symlink_to("/nowhere/at/all")
    (tmp_path / "07-huge.toml").write_bytes(b"#" * 1_000_000)
    (tmp_path / "08-null.toml").write_bytes(LESSON.encode() + b"\0")
    (tmp_path / "09-empty.toml").write_bytes(b"")
    (tmp_path / "10-deep.toml").write_text("title = " + "[" * 50_000)
    game = escale.game("dolce-vita")
    found = {f"dolce-vita/{file.stem[3:]}": file for file in sorted(tmp_path.iterdir())}
    monkeypatch.setattr("escale.teach.lesson.lesson_files", lambda game: found)
    assert lessons(game) == list(found)
    assert lesson("dolce-vita/good").steps
    for name in lessons(game)[1:]:
        with pytest.raises(BadLesson, match=rf"^{found[name].name}, line \d+: "):
            lesson(name)
