"""The app's pages beside any Jupyter server, which is what Binder and hubs run.

    {"ServerApp": {"jpserver_extensions": {"escale.app.extension": true}}}

The shelf is then at `escale/`, and Voilà (`voila/render/`) makes pages as `escale serve` does.
Such a server belongs to one person, who may run any code in it: it needs no limits of ours.
Nothing is enabled by installing escale: whoever runs a server decides. docs/serving.md has the
lines for a JupyterHub.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.utils import url_path_join
from tornado import web
from traitlets.config import Config
from voila.configuration import VoilaConfiguration
from voila.paths import collect_template_paths
from voila.server_extension import load_config_file
from voila.static_file_handler import AllowListFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from escale.teach.languages import FIRST

from . import notebooks
from .commands.terminal import language
from .server.handlers import KERNEL, Here, Leave, Lost, PlainPage, Sorry, routes
from .server.notebook_page import Page, find_template, voila_settings
from .server.pages import Place

COPY = "escale-notebooks"  #: as `escale lab` calls it


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "escale.app.extension"}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Extensions are loaded by name, so this comes before Voilà's, which reads the settings."""
    settings = server.web_app.settings
    base = settings["base_url"]
    folder = notebooks_in(Path(server.root_dir))
    inside = folder.relative_to(server.root_dir).as_posix()
    pages = url_path_join(base, "voila/render/", "" if inside == "." else f"{inside}/")
    place = Place(url_path_join(base, "escale/"), pages, folder)
    settings |= {"escale_place": place, "escale_lang": language(None), "escale_framed_by": ()}
    find_template()
    os.environ["ESCALE_PAGES"] = "1"
    server.config.VoilaConfiguration.update(voila_settings(Page(place)))
    wanted = VoilaConfiguration(parent=server)
    wanted.update_config(load_config_file() or Config())
    server.web_app.add_handlers(
        ".*$",
        [
            *routes(place),
            (rf"{re.escape(pages)}([a-z]+)/start\.ipynb", ToShelf),
            (rf"{re.escape(base)}voila/api/here/{KERNEL}", Here),
            (rf"{re.escape(base)}voila/api/shutdown/{KERNEL}", Leave),
            (rf"{re.escape(base)}voila/render/(.*)", NotebookPage, for_pages(server, wanted)),
            (rf"{re.escape(base)}voila/files/(.*)", File, for_files(server, wanted)),
            (rf"{re.escape(place.root)}.*", Lost),
        ],
    )


def for_pages(server: Any, wanted: VoilaConfiguration) -> dict[str, Any]:
    """What Voilà gives its handler of pages when it is loaded beside others."""
    return {
        "config": server.config,
        "template_paths": collect_template_paths(["voila", "nbconvert"], wanted.template),
        "voila_configuration": wanted,
    }


def for_files(server: Any, wanted: VoilaConfiguration) -> dict[str, Any]:
    """What Voilà gives its handler of files."""
    return {
        "allowlist": wanted.file_allowlist,
        "denylist": wanted.file_denylist,
        "path": os.path.expanduser(server.root_dir),
    }


class NotebookPage(Sorry, TornadoVoilaHandler):
    """Voilà's page of a notebook; what is missing or fails is told in our words, not Jupyter's."""

    @web.authenticated
    async def get(self, path: str) -> None:
        if not await ensure_async(self.contents_manager.file_exists(path)):  # half a link, perhaps
            raise web.HTTPError(404)
        await super().get(path)


class File(Sorry, AllowListFileHandler):
    """A file beside the notebooks, to which Voilà sends whoever asks for no notebook."""


class ToShelf(PlainPage):
    """The notebook `start` is for JupyterLab; as a page it is the shelf."""

    def get(self, lang: str) -> None:
        self.redirect(self.place.home(lang))


def notebooks_in(root: Path) -> Path:
    """Where the notebooks are: in a clone of the repository, or in a copy by `escale lab`. Where
    there are none, as in somebody's home on a hub, a copy is made, and kept up to date."""
    for found in (root / "notebooks", root):
        if (found / FIRST).is_dir():
            return found
    own = root / COPY
    with suppress(OSError):  # a folder that cannot be written to: the shelf has no doors then
        notebooks.write(own)
    return own if own.is_dir() else root
