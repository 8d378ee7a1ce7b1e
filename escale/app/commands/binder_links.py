"""`escale links`: where a repository with our files is shown: GitHub's pages, Binder, nbviewer.

The site without a server comes first: it is there at once and costs nobody a kernel.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

from escale.engine.errors import BadOption
from escale.engine.registry import game
from escale.session.about import about
from escale.teach.languages import LANGUAGES
from escale.teach.words import TERMINAL

from .. import shelf

BINDER = "https://mybinder.org/v2/gh"
NBVIEWER = "https://nbviewer.org/github"

say = TERMINAL.part("links").say


def page(repository: str, ref: str, lang: str, games: Sequence[str] = ()) -> str:
    """All links, a line each, then the badges as Markdown."""
    found = links(repository, ref, lang, games)
    width = max(map(len, found))
    lines = [f"{name:{width}}  {address}" for name, address in found.items()]
    return "\n".join([*lines, "", say("badges", lang), *badges(repository, ref, lang)])


def links(repository: str, ref: str, lang: str, games: Sequence[str] = ()) -> dict[str, str]:
    """What there is to open, by name: of these games, or of the house's."""
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repository):
        raise BadOption("repository", f"must be OWNER/REPO, not {repository!r}")
    if not re.fullmatch(r"[\w./-]+", ref):
        raise BadOption("ref", f"must be a branch, a tag or a commit, not {ref!r}")
    found = {say("site", lang): site(repository, lang)}
    found[say("home", lang)] = binder(repository, ref, f"escale/?lang={lang}")
    titles = {name: about(game(name)).named(lang) for name in games or shelf.FIRST}
    for name, title in titles.items():
        path = f"voila/render/notebooks/{lang}/{name}.ipynb"
        found[say("learn", lang, title=title)] = binder(repository, ref, path)
    path = f"lab/tree/notebooks/{lang}/start.ipynb"
    found[say("lab", lang)] = binder(repository, ref, path)
    for name, title in titles.items():
        where = f"{NBVIEWER}/{repository}/blob/{ref}/notebooks/{lang}/{name}.ipynb"
        found[say("read", lang, title=title)] = where
    return found


def site(repository: str, lang: str) -> str:
    """Where .github/workflows/site.yml publishes the site (docs/site.md)."""
    owner, _, name = repository.partition("/")
    host = f"{owner.lower()}.github.io"
    return f"https://{host}/{lang}/" if name.lower() == host else f"https://{host}/{name}/{lang}/"


def binder(repository: str, ref: str, path: str) -> str:
    return f"{BINDER}/{repository}/{quote(ref, safe='')}?urlpath={quote(path, safe='')}"


def badges(repository: str, ref: str, lang: str) -> list[str]:
    """Markdown that leads from a README to the site, then to Binder, in each language."""
    first = sorted(LANGUAGES, key=lambda one: one != lang)
    return [f"[{say('badge', one)}]({site(repository, one)})" for one in first] + [
        f"[![{say('badge-code', one)}](https://mybinder.org/badge_logo.svg)]"
        f"({binder(repository, ref, f'escale/?lang={one}')})"
        for one in first
    ]
