"""The app's server: Voilà for the pages with a kernel, plain pages beside it, and an eye on both.

`escale serve` runs it. It is a Voilà application in this process, with safe defaults that cannot be
talked out of it by a stray configuration file: no code from the browser is run, kernels of people
who have left are ended, tracebacks stay in the log, and only the pages' own files are served.
"""

from __future__ import annotations

import sys

# Jupyter's schema checker would build a grammar of web addresses at its import: seconds, for what
# nobody asks it to check. It does without where the module is not to be had: it is hidden until
# Jupyter has been imported.
GRAMMAR = "rfc3987_syntax"
hidden = GRAMMAR not in sys.modules
if hidden:
    sys.modules[GRAMMAR] = None  # type: ignore[assignment]

# ruff: noqa: E402
import asyncio
import logging
import os
import re
import signal
import socket
import tempfile
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_core.utils import ensure_async
from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.base.handlers import JupyterHandler
from tornado import web
from tornado.iostream import StreamClosedError
from traitlets import List, Unicode
from traitlets.config import Config
from voila.app import Voila
from voila.configuration import VoilaConfiguration
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

if hidden:
    del sys.modules[GRAMMAR]

from escale.engine import registry, reloading
from escale.engine.errors import one_line
from escale.session.words import ui
from escale.teach.languages import LANGUAGES, is_language

from .. import notebooks
from . import capacity, channels, doors, folders, listener, pages, provisioner
from .handlers import KERNEL, Friendly, Guarded, Here, Leave, Lost, PlainPage, Refused, routes
from .kernels import Full, Kernels
from .logs import MINUTE, Bounded
from .notebook_page import Page, compile_once, find_template, voila_settings
from .packed import Packed
from .pages import Place
from .serve_options import Wishes, pools, shown_host

log = logging.getLogger("escale.server")

HOUR = 3600  # seconds that browsers keep what is not ours: an update of Voilà is seen then
LOOK, WAIT = 0.3, 20.0  # seconds between two looks at games' files; and until a page asks anew
MOST_PATH = 120  # letters of a path in the log
MOST_FOLDER = 36  # letters: the system allows only so many in the name of a kernel's socket
LAUNCHER = "ipykernel_launcher"
HANDLERS = ("/api/kernels/", "/voila/templates/", "/voila/static/", "/voila/labextensions/")
# In ms: how often a page is asked whether it is there, and for how long it may not answer. The
# second must be longer than the first, or every page is cut off before it was ever asked.
KEEP_ALIVE = {"ws_ping_interval": 15_000, "ws_ping_timeout": 45_000}


class Server(Voila):
    """Voilà with the house's handlers; `wishes` is set before it is started."""

    name = "voila"  # its settings are looked up by that name
    wishes = Wishes()
    record: Bounded
    leaving: asyncio.Task[None] | None = None  # after SIGTERM
    looking: asyncio.Task[None] | None = None  # with --reload
    changes = 0  #: how often a game's files had changed, when everything was last read

    # --- setting up -----------------------------------------------------------------------------

    def prepare(self, wishes: Wishes, sockets: list[socket.socket]) -> None:
        """Everything that can be refused, before anything is started."""
        self.wishes = wishes
        self.sockets = sockets
        folders.sweep()
        self.own_folder = folders.Folder("escale-pages-")
        self.folder = self.own_folder.path
        notebooks.write(self.folder)
        names = sorted(file.relative_to(self.folder).as_posix() for file in self.pages())
        self.root_dir = str(self.folder)
        self.ip, self.port, self.base_url = wishes.host, wishes.port, wishes.base_url
        self.log_level = logging.ERROR
        self.log.handlers.clear()  # it says what it has to say as all others do: see OneLine
        self.log.propagate = True
        self.log.setLevel(logging.ERROR)
        self.place = Place(
            self.base_url, f"{self.base_url}voila/render/", self.folder, wishes.reload
        )
        self.pools = pools(names, wishes.lang, wishes.warm)
        self.update_config(configuration(wishes, Page(self.place)))
        find_template()
        os.environ["ESCALE_PAGES"] = "1"  # for the kernels: see widgets/app_page.py
        os.environ["ESCALE_NICE"] = str(capacity.NICE)  # see kernel.py
        os.environ["ESCALE_MEMORY"] = str(wishes.memory)
        os.environ.pop("ESCALE_RELOAD", None)
        if wishes.reload:  # see kernel.py
            os.environ["ESCALE_RELOAD"] = "1"
        os.environ.pop("ESCALE_REACH", None)
        if wishes.lan:  # where an invitation leads: see widgets/outside.py
            os.environ["ESCALE_REACH"] = self._others()[0]
        self._init_asyncio_patch()
        self.voila_configuration = VoilaConfiguration(parent=self)
        self.setup_template_dirs()

    def pages(self) -> list[Path]:
        return [file for lang in LANGUAGES for file in (self.folder / lang).glob("*.ipynb")]

    def init_settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = super().init_settings()
        compile_once(self.kernel_manager)
        if self.wishes.name:  # so that a proxy knows whose it is
            self.kernel_manager.new_kernel_id = lambda **_: f"{self.wishes.name}_{uuid4()}"
        self.pages_open = channels.Sockets(self.wishes.most)
        self.kernels = Kernels(
            self.kernel_manager, self.wishes.most, self.pools, self.base_url, self.pages_open
        )
        return settings | {
            "escale_place": self.place,
            "escale_lang": self.wishes.lang,
            "escale_framed_by": self.wishes.framed_by,
            "escale_server": self,
            "escale_entry": doors.entry_for(
                self.wishes.host, self.wishes.allowed, self.wishes.framed_by
            ),
            "escale_sockets": self.pages_open,
            "websocket_max_message_size": channels.MOST_MESSAGE,
            "allow_remote_access": True,
            "compress_response": True,
            "default_handler_class": Lost,
            "log_function": log_request,
            **KEEP_ALIVE,
        }

    def init_handlers(self) -> list[Any]:
        """Ours, and those of Voilà's that its pages need: no tree, no contents, no login."""
        needed = [
            (pattern, friendly(handler), *rest)
            for pattern, handler, *rest in super().init_handlers()
            if any(part in pattern for part in HANDLERS)
        ]
        base = re.escape(self.base_url)
        return [
            *routes(self.place),
            (rf"{base}healthz", Health),
            *([(rf"{base}changes", Changes)] if self.wishes.reload else []),
            (rf"{base}voila/render/(.*)", NotebookPage),
            (rf"{base}voila/api/here/{KERNEL}", Here),
            (rf"{base}voila/api/shutdown/{KERNEL}", Leave),
            *needed,
        ]

    def noticed(self, kernel: str) -> bool:
        """Somebody has touched the page of this kernel; False if it is not there any more."""
        there = kernel in self.kernels.present()
        if there:
            self.pages_open.note(self.kernel_manager.get_kernel(kernel))
        return there

    # --- running --------------------------------------------------------------------------------

    def start(self) -> None:
        """Serve until somebody says stop; then stop everything that was started."""
        try:
            asyncio.run(self._serve())
        finally:
            self.own_folder.remove()

    async def _serve(self) -> None:
        kernels = folders.Folder()
        self.connection_dir = str(kernels.path)
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        if sys.platform != "win32":
            loop.add_signal_handler(signal.SIGINT, stopped.set)
            loop.add_signal_handler(signal.SIGTERM, lambda: self._leave(stopped))
        self.app = Guarded(**self.init_settings())
        self.app.add_handlers(".*$", self.init_handlers())
        server = listener.Listener(self.app, most=listener.most_connections(self.wishes.most))
        server.add_sockets(self.sockets)
        forker = provisioner.Forker()
        provisioner.use(forker)
        try:
            # While nobody waits; and whoever closes the server need not wait for it either.
            Thread(target=pages.make_homes, args=(self.place,), daemon=True).start()
            self._welcome()
            forker.start(os.environ | {"VOILA_BASE_URL": self.base_url})
            self.kernels.begin()
            if self.wishes.reload:
                self.looking = asyncio.ensure_future(self._look_for_changes())
            while not stopped.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(stopped.wait(), MINUTE)
                self.record.tell_rest()
            log.info("closing")
        finally:
            if self.looking is not None:
                self.looking.cancel()
            server.stop()
            self.kernels.close()
            with suppress(Exception):  # a kernel that never came up cannot be ended
                await ensure_async(self.kernel_manager.shutdown_all(now=True))
            forker.close()
            kernels.remove()
            self.record.tell_rest(whole=True)

    async def _look_for_changes(self) -> None:
        """Games whose files have changed are read again, and open pages hear of it."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK)
            changed = await loop.run_in_executor(None, registry.refresh)
            if not changed:
                continue
            for name, files in changed.items():
                log.info("%s: read again (%s)", name, ", ".join(files))
            try:
                await loop.run_in_executor(None, notebooks.write, self.folder)
            except Exception as error:  # half a file may be there; the next change mends it
                log.warning("a game cannot be read: %s", error)
            self.changes = reloading.times()

    def _leave(self, stopped: asyncio.Event) -> None:
        """Let nobody in any more, and stop when all have left or their time is over. Who asks twice
        does not want to wait."""
        if not self.wishes.grace or self.leaving is not None:
            stopped.set()
            return
        log.info(
            "closing to new pages; %d are open, and may go on for %d s",
            len(self.kernels.present()), self.wishes.grace,
        )  # fmt: skip
        self.kernels.shut()
        self.leaving = asyncio.ensure_future(self._left(stopped))

    async def _left(self, stopped: asyncio.Event) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self.wishes.grace):
                while not self.kernels.empty():
                    await asyncio.sleep(0.5)
        stopped.set()

    def _welcome(self) -> None:
        wishes = self.wishes
        machine, most = capacity.machine(), wishes.most
        log.info("%s", capacity.too_many(machine, most) or capacity.said(machine, most))
        needed = listener.descriptors_needed(wishes.most, wishes.warm)
        there = listener.raise_descriptors(needed)
        if there < needed:
            log.info(
                "--most %d needs %d open files at a time and the system allows %d: "
                "raise `ulimit -n`, or ask for fewer tables",
                wishes.most, needed, there,
            )  # fmt: skip
        address = f"http://{shown_host(wishes.host)}:{wishes.port}{self.base_url}"
        if wishes.lan:
            others = self._others()
            self._show_code(others[0])
            log.info("for others in your network: %s", " or ".join(others))
        log.info("escale is open: %s   (Ctrl-C closes it)", address)
        if wishes.browser:
            page = f"{address}?lang={self.wishes.lang}"
            Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    def _others(self) -> list[str]:
        """The addresses at which others in the network reach this server."""
        wishes = self.wishes
        return [f"http://{host}:{wishes.port}{self.base_url}" for host in wishes.lan]

    def _show_code(self, address: str) -> None:
        with suppress(
            ImportError, UnicodeError, OSError
        ):  # where it cannot be drawn, the text does
            from .lan import qr_code

            sys.stderr.write(qr_code(address, sys.stderr.isatty()) + "\n")


UNREAD = 30.0  # s in which a browser takes a part of its page, also over a slow connection


class NotebookPage(Friendly, JupyterHandler):
    """A notebook as a page."""

    opening: asyncio.Task[Any] | None = None  # as long as it is being made

    async def get(self, name: str) -> None:
        server: Server = self.settings["escale_server"]
        if not self.is_there(name):
            return
        if not doors.is_visit(self.request.headers):
            raise web.HTTPError(403)
        began, warm = time.monotonic(), server.kernel_manager.get_pool_size(name)
        self.opening = asyncio.current_task()
        try:
            async with server.kernels.table(self.client) as opening:
                async for part in server.kernels.opened(name, opening):
                    self.write(part)
                    async with asyncio.timeout(UNREAD):
                        await self.flush()
        except Full:
            raise web.HTTPError(503) from None
        except TimeoutError:  # whoever does not read what they asked for must not hold a turn
            stream = self.detach()
            stream.close()
            return
        except (asyncio.CancelledError, StreamClosedError):
            return  # whoever asked for it has left
        finally:
            self.opening = None
        took = time.monotonic() - began
        kind, count = "warm" if warm else "cold", len(server.kernels.present())
        log.info("opened %s (%s, %.1f s), %d at the tables", name, kind, took, count)

    @property
    def client(self) -> str:
        """The address that asks; behind a proxy it is the proxy's."""
        return doors.household(self.request.remote_ip or "")

    def on_connection_close(self) -> None:
        """A page that was left need not be made."""
        super().on_connection_close()
        if self.opening is not None:
            self.opening.cancel()

    async def head(self, name: str) -> None:
        """What there is to say about a page before anybody has opened it: it costs no kernel."""
        server: Server = self.settings["escale_server"]
        if self.is_there(name):
            if not server.kernels.room(self.client):
                raise web.HTTPError(503)
            await self.flush()  # how long the page is nobody knows yet

    def is_there(self, name: str) -> bool:
        """With its headers; what is elsewhere is answered for."""
        found = pages.NOTEBOOK_PATH.fullmatch(f"/{name}")
        if (
            found is None
            or not is_language(found[1])
            or not self.place.has(found[1], found[2].removesuffix(".ipynb"))
        ):
            raise web.HTTPError(404)
        if found[2] == "start.ipynb":
            self.redirect(self.place.home(found[1]))
            return False
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Content-Language", found[1])
        self.set_header("Cache-Control", "no-store")
        return True


class Health(PlainPage):
    """200 as long as a page can be opened."""

    async def get(self) -> None:
        server: Server = self.settings["escale_server"]
        kernels = server.kernels
        free = kernels.room()  # asking changes nothing
        self.set_status(200 if free else 503)
        self.set_header("Cache-Control", "no-store")
        taken, most = len(kernels.present()), server.wishes.most
        self.finish({"open": free, "tables": taken, "most": most, "warm": kernels.warm()})


class Changes(PlainPage):
    """With `--reload`: has a game changed since a page was made? Answered when it has."""

    left = False  # the page that asked

    def on_connection_close(self) -> None:
        super().on_connection_close()
        self.left = True

    async def get(self) -> None:
        server: Server = self.settings["escale_server"]
        seen, until = self.get_argument("seen", ""), time.monotonic() + WAIT
        while str(server.changes) == seen and time.monotonic() < until and not self.left:
            try:
                await asyncio.sleep(LOOK / 2)
            except asyncio.CancelledError:  # the server closes
                return
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish("same" if str(server.changes) == seen else "changed")


# --- what a server is made of -------------------------------------------------------------------


class ThisPython(KernelSpecManager):
    """The kernel of this Python, whatever else is installed for the user."""

    kernel_dirs = List(Unicode(), [])

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Jupyter's, started by our module `kernel`, which bounds what it may use."""
        spec = super().get_kernel_spec(kernel_name)
        spec.argv = [provisioner.KERNEL_MODULE if part == LAUNCHER else part for part in spec.argv]
        spec.metadata = {**spec.metadata, **provisioner.SPEC}
        return spec


class Anybody(IdentityProvider):
    """Visitors have no account, and no cookie says who they are."""

    def get_user(self, handler: web.RequestHandler) -> User:
        return User("visitor")


def configuration(wishes: Wishes, page: Page) -> Config:
    """Voilà's settings; no file of the user's adds to them."""
    config = Config()
    config.VoilaConfiguration.update(voila_settings(page))
    config.VoilaConfiguration.preheat_kernel = True  # also for `--warm 0`: one way for all pages
    config.VoilaKernelManager.kernel_pools_config = {"default": {"pool_size": 0}}  # see `kernels`
    config.MappingKernelManager.cull_idle_timeout = wishes.cull
    config.MappingKernelManager.cull_interval = max(1, min(30, wishes.cull // 3))
    config.MappingKernelManager.cull_connected = False
    config.KernelRestarter.restart_limit = 0  # a new kernel would know nothing of the page
    config.KernelRestarter.time_to_dead = 1.0
    config.VoilaConfiguration.kernel_spec_manager_class = ThisPython
    config.Voila.identity_provider_class = Anybody
    longest = MOST_FOLDER - len(wishes.name and f"{wishes.name}_")
    if sys.platform != "win32" and len(tempfile.gettempdir()) <= longest:
        config.KernelManager.transport = "ipc"  # nothing of a kernel can be reached by the network
    return config


class Kept(Packed):
    """A file of Voilà's or of a widget's. Their names carry no version: kept for an hour only."""

    def set_extra_headers(self, path: str) -> None:
        super().set_extra_headers(path)
        self.set_header("Cache-Control", f"max-age={HOUR}")


class Template(Friendly, Kept, TemplateStaticFileHandler):
    """A file of a template; Voilà's handler fails for addresses that cannot be one."""

    def parse_url_path(self, url_path: str) -> str:
        parts = url_path.split("/")
        odd = "\0" in url_path or not set(parts).isdisjoint(("", ".", ".."))
        if odd or len(parts) < 3 or parts[1] != "static":
            raise web.HTTPError(404)
        try:
            return str(super().parse_url_path(url_path))
        except ValueError:  # there is no such template
            raise web.HTTPError(404) from None


def friendly(handler: type[web.RequestHandler]) -> type[web.RequestHandler]:
    """A handler of Voilà's with our errors and headers."""
    if handler is TemplateStaticFileHandler:
        return Template
    if handler is VoilaKernelWebsocketHandler:
        return channels.Socket
    kinds = (Friendly, Kept) if issubclass(handler, web.StaticFileHandler) else (Friendly,)
    return type(f"Friendly{handler.__name__}", (*kinds, handler), {})


def log_request(handler: web.RequestHandler) -> None:
    """Only what went wrong: pages that are opened say so themselves."""
    status, request = handler.get_status(), handler.request
    path = one_line(request.path, MOST_PATH)
    if isinstance(handler, Refused):
        why = one_line(handler.refusal.why, MOST_PATH)
        log.info("%s %s was refused (%d): %s", request.method, path, status, why)
    elif status == 503:
        if isinstance(handler, NotebookPage):
            log.info("full: %s was turned away", path.rpartition("voila/render/")[2])
    elif status >= 500:
        log.error("%s %s failed (%d)", request.method, path, status)
    elif status in (400, 403, 404, 413) and "favicon" not in path:
        log.info("%s %s was refused (%d)", request.method, path, status)


def serve(wishes: Wishes, sockets: list[socket.socket]) -> None:
    """Run the app until Ctrl-C. What is wrong with the house's words or levels is said first."""
    ui()
    record = Bounded()
    logging.basicConfig(handlers=[record], level=logging.ERROR)
    log.setLevel(logging.INFO)
    server = Server()
    server.record = record
    server.prepare(wishes, sockets)
    server.start()
