"""`escale class`: its steps out of lessons' ids and files, and the link that opens them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from escale.engine import record as records
from escale.engine.errors import BadOption, BadRecord, EscaleError, quoted
from escale.teach import class_file, exercises
from escale.teach.class_file import Class

from ..files import read_bytes

LESSON = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")
FORMATS = (exercises.FORMAT, records.FORMAT, class_file.FORMAT)


def collected(steps: Sequence[str], title: str | None) -> Class:
    """A class of these steps, checked; without a title it has that of the class it is made from."""
    found: list[dict[str, Any]] = []
    titles = [] if title is None else [title]
    for name in steps:
        if LESSON.fullmatch(name) and not Path(name).exists():
            found.append({"lesson": name})
            continue
        for where, document in _documents(name):
            kind = document.get("format")
            if kind == class_file.FORMAT:
                whole = _checked(where, document)
                titles.append(whole.title)
                found += [dict(step) for step in whole.steps]
            elif kind in FORMATS:
                step = {"exercise" if kind == exercises.FORMAT else "record": document}
                _checked(where, {"format": class_file.FORMAT, "title": "?", "steps": [step]})
                found.append(step)
            else:
                problem = f"format must be one of {', '.join(FORMATS)}, not {quoted(kind)}"
                raise EscaleError(f"{where}: {problem}")
    if not titles:
        raise BadOption("title", 'give the class one: --title "..."')
    return class_file.read({"format": class_file.FORMAT, "title": titles[0], "steps": found})


def _checked(where: str, document: dict[str, Any]) -> Class:
    try:
        return class_file.read(document)
    except BadRecord as error:
        said = str(error).removeprefix("steps[0].exercise.").removeprefix("steps[0].record.")
        raise EscaleError(f"{where}: {said}") from None


def _documents(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a file holds: one JSON document, or one a line; each with its place."""
    source = "standard input" if name == "-" else name
    try:
        text = read_bytes(name).decode().removeprefix("\ufeff")
    except BadRecord as error:
        raise EscaleError(f"{source}: {error.problem}") from None
    except OSError as error:
        if LESSON.fullmatch(name):
            raise EscaleError(f"there is no lesson and no file {name}") from None
        raise EscaleError(f"{name}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise EscaleError(f"{source}: byte {error.start} is not UTF-8") from None
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    whole = _is_json(text)
    if not lines:
        raise EscaleError(f"{source}: there is nothing in it")
    for number, part in [(0, text)] if whole else lines:
        where = f"{source}, line {number}" if number else source
        try:
            yield where, records.decode(part)
        except BadRecord as error:
            problem = error.problem if number else str(error)
            raise EscaleError(f"{where}: {problem}") from None


def _is_json(text: str) -> bool:
    """Is it one document, and not one a line?"""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return text.count("\n") == 0 or text.lstrip().startswith("{\n")
    return True


def link(found: Class, at: str, lang: str) -> str | None:
    """The address that opens a class, all of it behind the `#`; None if it is too long for one."""
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", at):
        raise BadOption("at", f"must be like https://school.example/, not {quoted(at)}")
    packed = class_file.packed(found)
    return None if packed is None else f"{at.rstrip('/')}/class?lang={lang}#class={packed}"
