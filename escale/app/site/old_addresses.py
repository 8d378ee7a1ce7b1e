"""Addresses of the app, as they stand in links: each is a small page that leads to the right one.

`rules/casanova?rule=CA-RND-3&lang=fr` and `voila/render/fr/casanova.ipynb?lesson=...` are folders
with an `index.html`, which any web space serves. What stands behind `?` and `#` goes along. In
which language: the one that the address names, the one that was chosen last, the browser's.
"""

from __future__ import annotations

from collections.abc import Iterator

from escale.teach.languages import FALLBACK, LANGUAGES

from ..server import check
from ..server.pages import environment
from .place import SitePlace


def pages(site: SitePlace) -> Iterator[tuple[str, str]]:
    """Where they are, and what they are."""
    plain = {"knowledge": "knowledge", "class": "class"}
    for box in site.boxes():
        plain[f"rules/{box.id}"] = f"rules-{box.id}"
        plain[f"crib/{box.id}"] = f"crib-{box.id}"
        if check.can_be_checked(box):
            plain[f"check/{box.id}"] = f"check-{box.id}"
            plain[f"certificate/{box.id}"] = f"certificate-{box.id}"
    for old, new in plain.items():
        root = "../" * (old.count("/") + 1)
        known = {lang: f"{root}{lang}/{new}{site.ending}" for lang in LANGUAGES}
        yield f"{old}/index.html", _leading(known, FALLBACK)
    for name in site.there:
        for lang in LANGUAGES:
            for folder in ("voila/render", "voila/render/notebooks"):
                path = f"{folder}/{lang}/{name}.ipynb"
                root = "../" * (path.count("/") + 1)
                known = {lang: f"{root}{lang}/{name}{site.ending}"}
                yield f"{path}/index.html", _leading(known, lang)


def _leading(known: dict[str, str], otherwise: str) -> str:
    template = environment().get_template("site-old-address.html")
    return template.render(known=known, otherwise=otherwise)


def chooser(known: dict[str, str], otherwise: str) -> str:
    """Leads to the page of the reader's language, for the head of one that has another."""
    template = environment().get_template("site-chooser.html")
    return template.render(known=known, otherwise=otherwise)
