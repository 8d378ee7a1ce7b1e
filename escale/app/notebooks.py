"""The notebooks: those that ship, and pages to learn, play and practise for every other game.

A server and JupyterLab get copies in a folder of their own: nobody works in the package. Beside
them lies a note of what was put there, by which a later version of escale tells a notebook that it
may replace from one that somebody has worked in.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from escale.engine.errors import EscaleError
from escale.install import advice
from escale.teach.languages import FIRST, LANGUAGES
from escale.teach.words import SITE

from .files import written_whole
from .shelf import GameBox, shelf

HERE = Path(__file__).parent
NOTE = ".escale-notebooks.json"  #: the SHA-256 of each notebook as `write` has put it there

say = SITE.part("notebook").say


class Written(NamedTuple):
    """What `write` has done."""

    new: list[str]
    replaced: list[str]  #: nobody had touched them since an older version put them there
    kept: list[str]  #: were there already, and not as any version put them: somebody's own work


def shipped() -> Path:
    """Where the notebooks are: in the wheel, or beside the package in a clone."""
    for folder in (HERE / "notebooks", HERE.parents[1] / "notebooks"):
        if (folder / FIRST).is_dir():
            return folder
    raise EscaleError(f"the notebooks are missing: {advice()}")


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
    written = Written([], [], [])
    before = _noted(folder)
    after = dict(before)
    for name, text in texts().items():
        file, ours = folder / name, sha256(text.encode()).hexdigest()
        found = sha256(file.read_bytes()).hexdigest() if file.exists() else None
        if found not in (None, ours, before.get(name)):
            written.kept.append(name)
            continue
        if found != ours:
            (written.replaced if found else written.new).append(name)
            file.parent.mkdir(parents=True, exist_ok=True)
            with written_whole(str(file)) as new:
                new.write(text)
        after[name] = ours
    if after != before:
        with suppress(OSError), written_whole(str(folder / NOTE)) as note:
            json.dump(after, note, indent=1)  # without it all that differs counts as somebody's
    return written


def _noted(folder: Path) -> dict[str, str]:
    """What an earlier `write` put there, by its hash; nothing if the note is lost or unreadable."""
    try:
        note = json.loads((folder / NOTE).read_bytes())
        return {str(name): str(noted) for name, noted in note.items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}


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
    if _has_exercises(box):
        cells = [f'{import_cell}\n\nescale.practice("{box.id}", lang="{lang}")']
        found.append((f"practice-{box.id}.ipynb", _notebook(box, "practice", lang, cells)))
    return found


def _has_exercises(box: GameBox) -> bool:
    from escale.engine.registry import game
    from escale.teach.exercises import known

    return _has_scene(box) and bool(known(game(box.id)))


def _has_scene(box: GameBox) -> bool:
    from escale.engine.registry import game

    return find_spec(f"{game(box.id).package}.scene") is not None


def _notebook(box: GameBox, kind: str, lang: str, cells: list[str]) -> str:
    title = say(kind, lang, title=box.about.named(lang))
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
