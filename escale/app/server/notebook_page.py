"""What the template of a notebook's page asks of the house: head, header, first paint, sorry.

Voilà hands one such object to its template as `resources.escale`.
"""

from __future__ import annotations

import logging
import os
import re
from html import unescape
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from markupsafe import Markup

from escale.engine.errors import EscaleError
from escale.teach.languages import FIRST, LANGUAGES, is_language
from escale.teach.words import SITE

from ..shelf import GameBox, shelf
from . import check, first_paint, pages
from .course import PLAYER, Course, Part, anchor, course
from .pages import NOTEBOOKS, Place

log = logging.getLogger("escale.server")

TEMPLATE = "escale"
SHARE = Path(__file__).parents[1] / "share"
EXTENSIONS = [  # of JupyterLab; without the first two no widget is shown at all
    "@voila-dashboards/widgets-manager8",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
]
SVG = "image/svg+xml"
TITLE = re.compile("<title>(.*?)</title>", re.DOTALL)
WIDGET = "application/vnd.jupyter.widget-view+json"


class Page:
    """The house, for templates."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def __deepcopy__(self, _memo: object) -> Page:
        return self  # nbconvert copies everything that it hands to a template

    def lang(self, notebook: Any) -> str:
        found = notebook.metadata.get("lang")
        return found if is_language(found) else FIRST

    def kind(self, name: str) -> str:
        """Which door of a game the page is: that of a table makes room for it."""
        return kind_of(name)[0]

    def singular(self, notebook: Any) -> str:
        """The numbers that take no plural, for the page's script."""
        return " ".join(map(str, LANGUAGES[self.lang(notebook)].singular))

    def _part(self, name: str, notebook: Any, **more: Any) -> Markup:
        return Markup(pages.render(name, self.place, self.lang(notebook), **more))

    def head(self, notebook: Any, name: str) -> Markup:
        kind, box = kind_of(name)
        lang, title = self.lang(notebook), notebook.metadata.get("title", "")
        about = SITE.say(f"about.{kind}", lang, title=box.about.named(lang)) if box else ""
        host = self.place.host() if kind == "play" else None
        worker = host["worker"] if host and host["kind"] == "worker" else ""
        return self._part("notebook-head.html", notebook, title=title, about=about, worker=worker)

    def header(self, notebook: Any, name: str) -> Markup:
        lang = self.lang(notebook)
        kind, box = kind_of(name)
        doors = pages.doors(box, self.place, lang) if box else []
        switch = {one: self.place.notebook(one, name) for one in LANGUAGES}
        title = box.title(lang) if box else ""
        return self._part(
            "notebook-header.html", notebook, doors=doors, current=kind, title=title, switch=switch
        )

    def course(self, notebook: Any, name: str) -> Course | None:
        """The lessons of a walkthrough, if the notebook is one."""
        kind, box = kind_of(name)
        return course(notebook.cells, box if kind == "learn" else None, self.lang(notebook))

    def course_start(self, notebook: Any, found: Course) -> Markup:
        """Before anything is painted: which part of the course is shown."""
        return self._part("course-start.html", notebook, course=found)

    def course_list(self, notebook: Any, found: Course) -> Markup:
        lang, box = self.lang(notebook), found.box
        practice = self.place.notebook(lang, f"{pages.NOTEBOOKS['practice']}{box.id}")
        there = self.place.has(lang, f"{pages.NOTEBOOKS['practice']}{box.id}")
        more = {"pitch": box.pitch.get(lang, ""), "facts": pages.facts(box, lang)}
        more["practice"] = practice if there else ""
        more["check"] = self.place.check(box.id, lang) if check.can_be_checked(box) else ""
        return self._part("course-list.html", notebook, course=found, box=box, **more)

    def part(self, found: Course, part: Part) -> Markup:
        """The attributes by which a part of the course is shown; of a single lesson all is."""
        if not found.listed:
            return Markup("")
        id = f' id="{anchor(part.at)}"' if part.slot == PLAYER else ""
        return Markup(f' data-at="{part.at}"{id}')

    def footer(self, notebook: Any, name: str) -> Markup:
        code = self.place.code(self.lang(notebook), name)
        return self._part("notebook-footer.html", notebook, code=code)

    def scripts(self, notebook: Any, voila: str, found: Course | None) -> Markup:
        """The page's own script, which loads Voilà's when there is something to see."""
        lang = self.lang(notebook)
        data: dict[str, Any] = {"words": {name: SITE.text(name, lang) for name in LINK_WORDS}}
        data["practice"] = self.place.static("practice.js")
        if host := self.place.host():
            data["host"] = host
        if found:
            doors = pages.doors(found.box, self.place, lang)
            play = next((door.href for door in doors if door.kind == "play"), "")
            data["course"] = found.data() | {"title": notebook.metadata.get("title"), "play": play}
            data["words"] |= {name: SITE.text(name, lang) for name in COURSE_WORDS}
        return self._part("notebook-scripts.html", notebook, data=data, voila=voila)

    def sorry(self, notebook: Any) -> Markup:
        """In the place of a traceback."""
        return self._part("notebook-sorry.html", notebook)

    def new(self) -> first_paint.Shown:
        """For one page: what it has shown."""
        return first_paint.Shown(self.place)

    @property
    def kernel(self) -> bool:
        """Is there a kernel behind the page?"""
        return self.place.host() is None

    def first_paint(self, notebook: Any, shown: first_paint.Shown, output: Any) -> Markup:
        """What a widget shows before it is one; a lesson that is not right says so kindly."""
        about = first_paint.said_by(output)
        try:
            widget = output["data"].get(WIDGET, {}).get("model_id", "")
            return shown.place(about, widget) if about else Markup("")
        except EscaleError as error:
            log.warning("%s cannot be shown: %s", about, error)
            return self.sorry(notebook)

    def alt(self, output: Any) -> str:
        """What a picture shows, in words: as its cell says, or as the picture itself does."""
        title = TITLE.search(output["data"][SVG])
        return str(output.get("metadata", {}).get("alt") or (unescape(title[1]) if title else ""))

    def widget_only(self, output: Any) -> Any:
        """The output without what the page has already."""
        return output | {"data": {WIDGET: output["data"][WIDGET]}}


def voila_settings(page: Page) -> dict[str, Any]:
    """How Voilà makes our pages, whoever runs it."""
    return {
        "template": TEMPLATE,
        "resources": {"escale": page},
        "allow_template_override": "NO",
        "allow_theme_override": "NO",
        "show_tracebacks": False,
        "strip_sources": True,
        "extension_allowlist": EXTENSIONS,
        "page_config_hook": without_formulas,
    }


def without_formulas(config: dict[str, Any], **_about: Any) -> dict[str, Any]:
    """Our pages have none, and what would draw them comes from another host."""
    return config | {"fullMathjaxUrl": None, "mathjaxConfig": None}


def find_template() -> None:
    """Let Voilà, in this process, find our template; nothing is installed anywhere."""
    places = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if str(SHARE) not in places:
        os.environ["JUPYTER_PATH"] = os.pathsep.join([str(SHARE), *filter(None, places)])


class Compiled(BytecodeCache):
    """Templates are compiled once, not once a page: each page has an environment of its own."""

    def __init__(self) -> None:
        self.code: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.code[bucket.key, bucket.checksum] = bucket.code


def compile_once(manager: Any) -> None:
    """Let all pages that Voilà's manager of kernels makes share the compiled templates."""
    compiled, make = Compiled(), manager._notebook_renderer_factory

    def made(name: str) -> Any:
        renderer = make(name)
        initialize = renderer.initialize

        async def initialized(**options: Any) -> None:
            await initialize(**options)
            renderer.exporter.environment.bytecode_cache = compiled

        renderer.initialize = initialized
        return renderer

    manager._notebook_renderer_factory = made


COURSE_WORDS = (
    "course-go-on", "course-play", "course-first-game", "lessons-done", "stars-won", "stars-of",
)  # fmt: skip
LINK_WORDS = (
    "no-lesson-here", "no-step-here", "no-rule-here", "no-practice-of", "late", "unreachable",
    "given-away", "starting", "starting-back", "no-python", "nobody",
)  # fmt: skip


def kind_of(name: str) -> tuple[str, GameBox | None]:
    """Which door of which game a notebook is: play-casanova is the door play."""
    for kind, start in NOTEBOOKS.items():
        for box in shelf():
            if start + box.id == name:
                return kind, box
    return "", None
