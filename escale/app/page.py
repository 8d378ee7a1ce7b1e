"""What the template of a notebook's page asks of the house: head, header, first paint, sorry.

Voilà hands one such object to its template as `resources.escale`.
"""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from escale.teach.texts import LANGUAGES

from . import first, site
from .shelf import GameBox, shelf
from .site import NOTEBOOKS, Place

WIDGET = "application/vnd.jupyter.widget-view+json"


class Page:
    """The house, for templates."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def __deepcopy__(self, _memo: object) -> Page:
        return self  # nbconvert copies everything that it hands to a template

    def lang(self, notebook: Any) -> str:
        found = notebook.metadata.get("lang")
        return found if found in LANGUAGES else LANGUAGES[0]

    def _part(self, name: str, notebook: Any, **more: Any) -> Markup:
        return Markup(site.render(name, self.place, self.lang(notebook), **more))

    def head(self, notebook: Any) -> Markup:
        return self._part("notebook-head.html", notebook, title=notebook.metadata.get("title", ""))

    def header(self, notebook: Any, name: str) -> Markup:
        lang = self.lang(notebook)
        kind, box = kind_of(name)
        doors = site.doors(box, self.place, lang) if box else []
        switch = {one: self.place.notebook(one, name) for one in LANGUAGES}
        title = box.title if box else ""
        return self._part(
            "notebook-header.html", notebook, doors=doors, current=kind, title=title, switch=switch
        )

    def footer(self, notebook: Any) -> Markup:
        return self._part("notebook-footer.html", notebook)

    def scripts(self, notebook: Any, voila: str) -> Markup:
        """The page's own script, which loads Voilà's when there is something to see."""
        words = {name: site.words()[name][self.lang(notebook)] for name in LINK_WORDS}
        return self._part("notebook-scripts.html", notebook, data={"words": words}, voila=voila)

    def sorry(self, notebook: Any) -> Markup:
        """In the place of a traceback."""
        return self._part("notebook-sorry.html", notebook)

    def new(self) -> first.Shown:
        """For one page: what it has shown."""
        return first.Shown()

    def first_paint(self, shown: first.Shown, output: Any) -> Markup:
        """What a widget shows before it is one."""
        about = first.said_by(output)
        return shown.place(about) if about else Markup("")

    def widget_only(self, output: Any) -> Any:
        """The output without what the page has already."""
        return output | {"data": {WIDGET: output["data"][WIDGET]}}


LINK_WORDS = ("no-lesson-here", "no-step-here")


def kind_of(name: str) -> tuple[str, GameBox | None]:
    """Which door of which game a notebook is: play-casanova is the door play."""
    for kind, pattern in NOTEBOOKS.items():
        for box in shelf():
            if pattern.format(box.id) == name:
                return kind, box
    return "", None
