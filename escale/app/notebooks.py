"""The notebooks: those that ship, and one to learn and one to play for every other game.

A server and JupyterLab get copies in a folder of their own: nobody works in the package.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from escale.engine.errors import EscaleError
from escale.teach.texts import LANGUAGES

from .shelf import GameBox, shelf

HERE = Path(__file__).parent

WORDS = {
    "learn": {"fr": "{}, pas à pas", "en": "{}, step by step"},
    "play": {"fr": "Jouer à {}", "en": "Play {}"},
}


class Written(NamedTuple):
    """What `write` has done."""

    new: list[str]
    kept: list[str]  #: were there already, and not what ships: somebody's own work


def shipped() -> Path:
    """Where the notebooks are: in the wheel, or beside the package in a clone."""
    for folder in (HERE / "notebooks", HERE.parents[1] / "notebooks"):
        if (folder / "fr").is_dir():
            return folder
    raise EscaleError("the notebooks are missing: install escale again")


def texts() -> dict[str, str]:
    """Every notebook there should be, "fr/casanova.ipynb", with its text."""
    made = {
        f"{lang}/{file.name}": file.read_text("utf-8")
        for lang in LANGUAGES
        for file in sorted(shipped().joinpath(lang).glob("*.ipynb"))
    }
    for box in shelf():
        for lang in LANGUAGES:
            for name, text in _made(box, lang):
                made.setdefault(f"{lang}/{name}", text)
    return made


def write(folder: Path) -> Written:
    """Put the notebooks into a folder; what somebody has changed there is left as it is."""
    new, kept = [], []
    for name, text in texts().items():
        file, shipped_as = folder / name, text.encode()
        if file.exists():
            if file.read_bytes() != shipped_as:
                kept.append(name)
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(shipped_as)
        new.append(name)
    return Written(new, kept)


def _made(box: GameBox, lang: str) -> list[tuple[str, str]]:
    """The notebooks of a game that has brought none."""
    import_cell = "import escale"
    found = []
    if box.lessons:
        cells = [import_cell]
        cells += [f'escale.lesson("{card.id}", lang="{lang}")' for card in box.lessons]
        found.append((f"{box.id}.ipynb", _notebook(box, "learn", lang, cells)))
    if _has_scene(box):
        cells = [f'{import_cell}\n\nescale.play("{box.id}", lang="{lang}")']
        found.append((f"play-{box.id}.ipynb", _notebook(box, "play", lang, cells)))
    return found


def _has_scene(box: GameBox) -> bool:
    from escale.engine.registry import game

    return find_spec(f"{game(box.id).package}.scene") is not None


def _notebook(box: GameBox, kind: str, lang: str, cells: list[str]) -> str:
    title = WORDS[kind][lang].format(box.title)
    heading: dict[str, Any] = {"cell_type": "markdown", "metadata": {}, "source": f"# {title}"}
    code: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "metadata": {},
            "source": cell,
            "outputs": [],
            "execution_count": None,
        }
        for cell in cells
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    page = {
        "cells": [
            cell | {"id": f"{kind}-{number}"} for number, cell in enumerate([heading, *code], 1)
        ],
        "metadata": {
            "kernelspec": kernel,
            "language_info": {"name": "python"},
            "lang": lang,
            "title": title,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(page, ensure_ascii=False, indent=1) + "\n"
