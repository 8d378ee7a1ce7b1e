"""The notebooks: those that ship, and pages to learn, play, practise and explore for every other
game: its own (`notebooks/NAME.md` in its folder, see `notebook_source`), or plain ones.

A server and JupyterLab get copies in a folder of their own: nobody works in the package. Beside
them lies a note of what was put there, by which a later version of escale tells a notebook that it
may replace from one that somebody has worked in.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from escale.engine.errors import EscaleError
from escale.engine.game import Game
from escale.engine.registry import game
from escale.install import advice
from escale.teach.exercises import known
from escale.teach.experiments import ExploreWords, experiments
from escale.teach.languages import FIRST, LANGUAGES, REQUIRED
from escale.teach.words import SITE

from .files import written_whole
from .notebook_source import BadSource, as_file, notebook
from .shelf import GameBox, shelf

HERE = Path(__file__).parent
FOLDER = "notebooks"  #: of a game's folder, for those that it brings
#: what comes before a game's id in the names of its notebooks
DOORS = ("", "play-", "practice-", "explore-")
NOTE = ".escale-notebooks.json"  #: the SHA-256 of each notebook as `write` has put it there

say = SITE.part("notebook").say
log = logging.getLogger("escale.server")


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
        try:
            own = brought(game(box.id))
        except EscaleError as error:
            log.warning("%s: %s", box.id, error)
            own = {}
        for name, text in own.items():
            made.setdefault(name, text)
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


def brought(found: Game[Any, Any]) -> dict[str, str]:
    """The notebooks that a game of another package has written itself, "fr/NAME.ipynb", with their
    text; raises `EscaleError` for what cannot be one."""
    folder = files(found.package).joinpath(FOLDER)
    made: dict[str, str] = {}
    sources = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    for file in sources:
        name, _, ending = file.name.rpartition(".")
        if ending != "md":
            continue  # what its cells share
        if name not in {door + found.id for door in DOORS}:
            names = ", ".join(f"{door}{found.id}.md" for door in DOORS)
            raise EscaleError(f"{FOLDER}/{file.name} is no page of the game; there is {names}")
        for lang in REQUIRED:
            try:
                text = notebook(name, file.read_text("utf-8"), lang, folder)
            except (BadSource, OSError, UnicodeDecodeError) as error:
                raise EscaleError(f"{FOLDER}/{file.name}: {error}") from None
            made[f"{lang}/{name}.ipynb"] = text
    return made


def _made(box: GameBox, lang: str) -> list[tuple[str, str]]:
    """Plain notebooks of a game, for those that it has not brought."""
    found, there = game(box.id), []
    if box.lessons:
        cells = ["import escale"]
        shown = [box.quick_start, *box.lessons] if box.quick_start else box.lessons
        cells += [f'escale.lesson("{card.id}", lang="{lang}")' for card in shown]
        there.append((box.id, _notebook(box, "learn", lang, cells)))
    if has_scene(found):
        cells = [f'import escale\n\nescale.play("{box.id}", lang="{lang}")']
        there.append((f"play-{box.id}", _notebook(box, "play", lang, cells)))
        if known(found):
            cells = [f'import escale\n\nescale.practice("{box.id}", lang="{lang}")']
            there.append((f"practice-{box.id}", _notebook(box, "practice", lang, cells)))
    if experiments(found):
        there.append((f"explore-{box.id}", _explored(box, found, lang)))
    return [(f"{name}.ipynb", text) for name, text in there]


def has_scene(found: Game[Any, Any]) -> bool:
    return find_spec(f"{found.package}.scene") is not None


def _notebook(box: GameBox, kind: str, lang: str, code: list[str]) -> str:
    title = say(kind, lang, title=box.about.named(lang))
    cells = [("markdown", f"# {title}"), *(("code", cell) for cell in code)]
    return as_file(kind, title, lang, cells)


def _explored(box: GameBox, found: Game[Any, Any], lang: str) -> str:
    """Every experiment of a game, below its title if `explore.toml` has one."""
    title = say("explore", lang, title=box.about.named(lang))
    words = ExploreWords(found, lang)
    cells = [("markdown", f"# {title}"), ("code", "import escale")]
    for name in experiments(found):
        with suppress(KeyError):
            cells.append(("markdown", "## " + words.of(f"{name}.title")))
        cells.append(("code", f'escale.explore("{box.id}/{name}", lang="{lang}")'))
    return as_file("explore", title, lang, cells)
