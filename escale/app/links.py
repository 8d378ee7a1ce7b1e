"""`escale links`: where Binder and nbviewer show a repository that holds our notebooks."""

from __future__ import annotations

import re
from urllib.parse import quote

from escale.engine.errors import BadOption
from escale.engine.registry import game
from escale.teach.holes import fill
from escale.teach.languages import LANGUAGES

from . import shelf

BINDER = "https://mybinder.org/v2/gh"
NBVIEWER = "https://nbviewer.org/github"
WORDS = {
    "home": {"fr": "L’étagère, par Binder", "en": "The shelf, by Binder"},
    "learn": {"fr": "Apprendre {title}", "en": "Learn {title}"},
    "lab": {"fr": "Les notebooks dans JupyterLab", "en": "The notebooks in JupyterLab"},
    "read": {
        "fr": "Lire {title} sur nbviewer, sans noyau",
        "en": "Read {title} on nbviewer, no kernel",
    },
    "badges": {"fr": "Pour le README :", "en": "For the README:"},
    "badge": {"fr": "jouer maintenant", "en": "play now"},
}


def page(repository: str, ref: str, lang: str) -> str:
    """All links, a line each, then the badges as Markdown."""
    found = links(repository, ref, lang)
    width = max(map(len, found))
    lines = [f"{name:{width}}  {address}" for name, address in found.items()]
    return "\n".join([*lines, "", WORDS["badges"][lang], *badges(repository, ref, lang)])


def links(repository: str, ref: str, lang: str) -> dict[str, str]:
    """What there is to open, by name."""
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repository):
        raise BadOption("repository", f"must be OWNER/REPO, not {repository!r}")
    if not re.fullmatch(r"[\w./-]+", ref):
        raise BadOption("ref", f"must be a branch, a tag or a commit, not {ref!r}")
    found = {WORDS["home"][lang]: binder(repository, ref, f"escale/?lang={lang}")}
    titles = {name: shelf.title(game(name)) for name in shelf.FIRST}
    for name, title in titles.items():
        path = f"voila/render/notebooks/{lang}/{name}.ipynb"
        found[fill(WORDS["learn"][lang], {"title": title})] = binder(repository, ref, path)
    path = f"lab/tree/notebooks/{lang}/start.ipynb"
    found[WORDS["lab"][lang]] = binder(repository, ref, path)
    for name, title in titles.items():
        where = f"{NBVIEWER}/{repository}/blob/{ref}/notebooks/{lang}/{name}.ipynb"
        found[fill(WORDS["read"][lang], {"title": title})] = where
    return found


def binder(repository: str, ref: str, path: str) -> str:
    return f"{BINDER}/{repository}/{quote(ref, safe='')}?urlpath={quote(path, safe='')}"


def badges(repository: str, ref: str, lang: str) -> list[str]:
    """Markdown that leads from a README to the shelf, in each language."""
    first = sorted(LANGUAGES, key=lambda one: one != lang)
    return [
        f"[![{WORDS['badge'][one]}](https://mybinder.org/badge_logo.svg)]"
        f"({binder(repository, ref, f'escale/?lang={one}')})"
        for one in first
    ]
