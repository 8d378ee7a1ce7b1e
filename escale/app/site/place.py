"""Where things are in a folder of files: every address is relative, and a page has its language.

index.html                       the shelf, which sends readers to that of their language
fr/index.html, fr/casanova.html, fr/play-casanova.html, fr/rules-casanova.html, ...
static/...                       styles, scripts, drawings, lessons
runtime/...                      Python for a browser, if the site has it
lab/...                          JupyterLite, if the site has it
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from escale.engine.registry import game as find_game
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import with_quick_start
from escale.widgets.lesson_cache import Prepared, prepared

from ..server.pages import Place, version
from ..shelf import GameBox, shelf
from . import lab
from .pyodide import FOLDER

#: Where the version of the site stands until all its files are known (`export`).
VERSION = "escale-site-version"
RUNTIME = "runtime/"


def box_name(lesson: Prepared) -> str:
    """Lessons that have the same box share its file."""
    return f"{lesson.game.id}-{sha256(lesson.box).hexdigest()[:10]}"


@dataclass(frozen=True)
class SitePlace(Place):
    """As a page of the site sees it."""

    names: tuple[str, ...] = ()  #: the games
    there: frozenset[str] = frozenset()  #: the notebooks that are pages
    page: str = ""  #: this page, "casanova"; "" for one without languages
    base: str = ""  #: where the site is going to be, with a slash at its end; may be unknown
    live: bool = False  #: does a worker answer?
    lab: bool = False  #: is there JupyterLite beside it?

    site = VERSION
    ending = ".html"

    def at(self, page: str) -> SitePlace:
        """As that page sees it."""
        return replace(self, page=page)

    def boxes(self) -> tuple[GameBox, ...]:
        return tuple(box for box in shelf() if box.id in self.names)

    def switch(self) -> dict[str, str]:
        return {lang: self._to(lang, self.page or "index") for lang in LANGUAGES}

    def _to(self, lang: str, page: str) -> str:
        return f"{self.root}{lang}/{page}{self.ending}"

    def notebook(self, lang: str, name: str) -> str:
        return self._to(lang, name)

    def notebooks(self, lang: str) -> frozenset[str]:
        return self.there

    def home(self, lang: str) -> str:
        return self._to(lang, "index")

    def code(self, lang: str, name: str) -> str:
        return self.root + lab.address(lang, name) if self.lab else ""

    def rules(self, name: str, lang: str, rule: str = "") -> str:
        return self._to(lang, f"rules-{name}") + (f"#{rule}" if rule else "")

    def crib(self, name: str, lang: str) -> str:
        return self._to(lang, f"crib-{name}")

    def knowledge(self, lang: str) -> str:
        return self._to(lang, "knowledge")

    def check(self, name: str, lang: str) -> str:
        return self._to(lang, f"check-{name}")

    def certificate(self, name: str, lang: str) -> str:
        return self._to(lang, f"certificate-{name}")

    def classes(self, lang: str) -> str:
        return self._to(lang, "class")

    def class_step(self, lang: str) -> str:
        return ""

    def class_lessons(self) -> Mapping[str, Sequence[str]]:
        found = {}
        for box in self.boxes():
            for name in with_quick_start(find_game(box.id)):
                lesson = prepared(name)
                boxed = self.packed(f"box/{box_name(lesson)}", lesson.box)
                found[name] = [boxed, self.packed(f"lessons/{name}", lesson.frames)]
        return found

    def check_set(self, name: str) -> str:
        return self.static(f"check/{name}-{{set}}.json")

    def crib_picture(self, name: str, lang: str, number: int, digest: str) -> str:
        return f"{self.root}static/crib/{lang}/{name}/{number}.svg?v={digest}"

    def open_tables(self) -> str:
        return ""

    def manifest(self, lang: str) -> str:
        return f"{self.root}manifest-{lang}.webmanifest"

    def packed(self, name: str, data: bytes) -> str:
        return f"{self.root}static/{name}.bin?v={sha256(data).hexdigest()[:10]}"

    def preview(self) -> str:
        return self.base and f"{self.base}static/preview.png?v={version()}"

    def canonical(self, lang: str) -> str:
        name = "" if self.page == "index" else f"{self.page}{self.ending}"
        return self.base and self.base + (f"{lang}/{name}" if self.page else "")

    def host(self) -> Mapping[str, Any]:
        kind = "worker" if self.live else "nobody"
        return {
            "kind": kind,
            "worker": f"{self.root}{RUNTIME}worker.js?v={VERSION}&pyodide={FOLDER}",
        }
