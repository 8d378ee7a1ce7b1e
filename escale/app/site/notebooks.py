"""A notebook as a page of the site: Voilà's exporter and our template, without Voilà's server.

The template is the one of the app (`escale/app/share`). Nothing is executed: `cells` says what the
widgets show at first.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import nbformat
from voila.exporter import VoilaExporter
from voila.paths import collect_template_paths

from ..server.notebook_page import TEMPLATE, Compiled, Page, find_template
from . import cells
from .place import SitePlace

LINK = re.compile(r"\]\(([\w-]+)\.ipynb(?=[)?#])")  #: in a text, to the page beside it


class NoFiles:
    """What Voilà asks for pictures that a text names: in ours they are drawn."""

    def file_exists(self, _path: str) -> bool:
        return False


class Notebooks:
    """Makes pages of notebooks."""

    def __init__(self) -> None:
        find_template()
        paths = collect_template_paths(["voila", "nbconvert"], TEMPLATE)
        self._exporter = VoilaExporter(
            template_paths=paths, template_name=TEMPLATE, contents_manager=NoFiles(), base_url="/"
        )
        self._exporter.exclude_input = True
        self._exporter.exclude_output_prompt = True
        self._exporter.exclude_input_prompt = True
        self._exporter.environment.bytecode_cache = Compiled()

    def page(self, place: SitePlace, name: str, text: str) -> str:
        """The page of a notebook, as the app would show it before a kernel has answered."""
        notebook: Any = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
        cells.fill_in(notebook)
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = LINK.sub(
                    partial(_link, place, notebook.metadata["lang"]), cell.source
                )
        return asyncio.run(
            self._made(notebook, {"escale": Page(place), "metadata": {"name": name}})
        )

    async def _made(self, notebook: Any, resources: dict[str, Any]) -> str:
        async def kernel(_notebook: Any, *_: Any) -> str:
            return ""

        async def each(copy: Any, *_: Any) -> AsyncIterator[Any]:
            for cell in copy.cells:
                yield cell

        context = {
            "kernel_start": kernel,
            "cell_generator": each,
            "main_js": "",
            "frontend": "escale",
            "nb_title": "",
        }
        parts = self._exporter.generate_from_notebook_node(
            notebook,
            resources={**resources, "base_url": "/", "theme": "light"},
            extra_context=context,
            page_config={"fullStaticUrl": ""},
        )
        return "".join([part async for part, _ in parts])


def _link(place: SitePlace, lang: str, found: re.Match[str]) -> str:
    """Where a notebook leads to another; the one that leads to all is the shelf here."""
    there = found[1] in place.there
    return f"]({place.notebook(lang, found[1]) if there else place.home(lang)}"
