"""Makes the notebooks: `source/NAME.md`, both languages side by side, becomes `fr/` and `en/`.

    python notebooks/build.py            write the notebooks
    python notebooks/build.py --check    say which of them are not what their source says

A source is cells, each after a line that begins with `%%`:

    %% title                    the page's title in both languages, with `||` between them
    Le titre || The title

    %% fr                       a Markdown cell: first in French,
    Bonjour !

    %% en                       then the same in English
    Hello!

    %% lesson dolce-vita/ties   a code cell that shows this lesson

    %% practice dolce-vita      a code cell to practise that game in

    %% code                     a code cell; what differs stands as {{fr || en}},
    name = "{{Rouge || Red}}"   and {{lang}} is the language
    escale.play("casanova", lang="{{lang}}")

    %% code shared.py           a code cell that several notebooks share, from `source/shared.py`

French no-break spaces and both languages' apostrophes are set here, so that a source is written
with ordinary keys. Needs escale and the standard library only.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from escale.teach.languages import LANGUAGES, REQUIRED

HERE = Path(__file__).parent
CHOICE = re.compile(r"\{\{(.+?)\}\}", re.DOTALL)
CODE_SPAN = re.compile(r"(`[^`]*`|\]\([^)]*\))")  # and the target of a link


class BadSource(Exception):
    """A source that its author has to mend."""


def typeset(text: str, lang: str) -> str:
    """Prose with its language's spaces and apostrophes; code and links stay as they are."""
    parts = CODE_SPAN.split(text)
    parts[::2] = [LANGUAGES[lang].typeset(part) for part in parts[::2]]
    return "".join(parts)


def chosen(text: str, lang: str) -> str:
    """The words of one language out of `{{fr || en}}`."""

    def choice(found: re.Match[str]) -> str:
        if found[1] == "lang":
            return lang
        words = [word.strip() for word in found[1].split("||")]
        if len(words) != len(REQUIRED):
            raise BadSource(f"{found[0]} should be {{{{{' || '.join(REQUIRED)}}}}}")
        return typeset(words[REQUIRED.index(lang)], lang)

    return CHOICE.sub(choice, text)


def blocks(source: str) -> Iterator[tuple[str, str, str]]:
    """What a source consists of: the kind, its argument, the text."""
    head, *parts = re.split(r"^%% *", source, flags=re.MULTILINE)
    if head.strip():
        raise BadSource(f"text before the first %%: {head.strip()[:40]!r}")
    for part in parts:
        line, _, text = part.partition("\n")
        kind, _, argument = line.strip().partition(" ")
        yield kind, argument, text.strip("\n")


def notebook(name: str, source: str, lang: str) -> dict[str, Any]:
    """One notebook of one language, as it is written to its file."""
    title, cells, told = "", [], 0  # `told`: in so many languages the last text is there
    for kind, argument, text in blocks(source):
        if told and kind != REQUIRED[told] or not told and kind in REQUIRED[1:]:
            raise BadSource(f"a text stands in {', then in '.join(REQUIRED)}; here comes {kind!r}")
        if kind in REQUIRED:
            told = (told + 1) % len(REQUIRED)
            if kind == lang:
                cells.append(("markdown", typeset(text, lang)))
        elif kind == "title":
            title = chosen("{{" + text + "}}", lang)
        elif kind == "lesson":
            cells.append(("code", f'escale.lesson("{argument}", lang="{lang}")'))
        elif kind == "practice":
            cells.append(("code", f'escale.practice("{argument}", lang="{lang}")'))
        elif kind == "code":
            shared = HERE.joinpath("source", argument).read_text("utf-8") if argument else text
            cells.append(("code", chosen(shared.strip("\n"), lang)))
        else:
            raise BadSource(f"there are no cells of the kind {kind!r}")
    if not title or told:
        raise BadSource(f"a source has a %% title, and each text in {' and '.join(REQUIRED)}")
    return {
        "cells": [_cell(f"{name}-{number}", *cell) for number, cell in enumerate(cells, start=1)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "lang": lang,
            "title": title,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cell(name: str, kind: str, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": {}}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell | {"source": text.splitlines(keepends=True)}


def build() -> dict[Path, str]:
    """Every notebook that there should be, with its text."""
    made = {}
    for file in sorted(HERE.joinpath("source").glob("*.md")):
        for lang in REQUIRED:
            try:
                page = notebook(file.stem, file.read_text("utf-8"), lang)
            except BadSource as error:
                raise BadSource(f"{file.name}: {error}") from None
            text = json.dumps(page, ensure_ascii=False, indent=1) + "\n"
            made[HERE / lang / f"{file.stem}.ipynb"] = text
    return made


def stale() -> list[Path]:
    """The notebooks that are not what their source says, and those without one."""
    made = build()
    there = {file for lang in REQUIRED for file in HERE.joinpath(lang).glob("*.ipynb")}
    changed = {
        file
        for file, text in made.items()
        if not file.is_file() or file.read_text("utf-8") != text
    }
    return sorted(changed | (there - made.keys()))


def main() -> int:
    if "--check" in sys.argv[1:]:
        found = stale()
        for file in found:
            print(f"{file.relative_to(HERE)} is not what its source says: run build.py")
        return bool(found)
    for file, text in build().items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
