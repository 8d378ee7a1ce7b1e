"""A notebook's source: cells with prose, every language side by side, in one Markdown file.

The house's are `notebooks/source/NAME.md`; a game of somebody else's has its own in its folder,
`notebooks/NAME.md`. A source is cells, each after a line that begins with `%%`:

    %% title                    the page's title in both languages, with `||` between them
    Le titre || The title

    %% fr                       a Markdown cell: first in French,
    Bonjour !

    %% en                       then the same in English
    Hello!

    %% lesson dolce-vita/ties   a code cell that shows this lesson

    %% practice dolce-vita      a code cell to practise that game in

    %% explore casanova/card    a code cell with this experiment

    %% code                     a code cell; what differs stands as {{fr || en}},
    name = "{{Rouge || Red}}"   and {{lang}} is the language
    escale.play("casanova", lang="{{lang}}")

    %% code shared.py           a code cell that several notebooks share, from a file beside them

French no-break spaces and both languages' apostrophes are set here, so that a source is written
with ordinary keys.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any

from escale.teach.languages import LANGUAGES, REQUIRED

CHOICE = re.compile(r"\{\{(.+?)\}\}", re.DOTALL)
CODE_SPAN = re.compile(r"(`[^`]*`|\]\([^)]*\))")  # and the target of a link
#: cells that are one call
CALLS = ("lesson", "practice", "explore")


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


def notebook(name: str, source: str, lang: str, beside: Traversable | None = None) -> str:
    """One notebook of one language, as it is written to its file; what it shares lies `beside`."""
    title, cells, told = "", [], 0  # `told`: in so many languages the last text is there
    for kind, argument, text in blocks(source):
        if (told and kind != REQUIRED[told]) or (not told and kind in REQUIRED[1:]):
            raise BadSource(f"a text stands in {', then in '.join(REQUIRED)}; here comes {kind!r}")
        if kind in REQUIRED:
            told = (told + 1) % len(REQUIRED)
            if kind == lang:
                cells.append(("markdown", typeset(text, lang)))
        elif kind == "title":
            title = chosen("{{" + text + "}}", lang)
        elif kind in CALLS:
            cells.append(("code", f'escale.{kind}("{argument}", lang="{lang}")'))
        elif kind == "code":
            if argument and beside is not None:
                text = beside.joinpath(argument).read_text("utf-8")
            cells.append(("code", chosen(text.strip("\n"), lang)))
        else:
            raise BadSource(f"there are no cells of the kind {kind!r}")
    if not title or told:
        raise BadSource(f"a source has a %% title, and each text in {' and '.join(REQUIRED)}")
    return as_file(name, title, lang, cells)


def as_file(name: str, title: str, lang: str, cells: list[tuple[str, str]]) -> str:
    """A notebook of these cells (kind and text) as a file has it."""
    page = {
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
    return json.dumps(page, ensure_ascii=False, indent=1) + "\n"


def _cell(name: str, kind: str, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": {}}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell | {"source": text.splitlines(keepends=True)}
