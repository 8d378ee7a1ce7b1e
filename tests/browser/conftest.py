"""A real browser, one Voilà and one JupyterLab for the whole test run (all workers share them).

Chromium is the system's: playwright's own cannot be had everywhere. Without it these tests fail.
Its headless shell is the same engine without windows and takes two thirds of the CPU; where it is
not to be had, the whole browser does.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from barepage import PATIENCE
from hosted import ADDRESS, Host
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from ports import free_port as _free_port
from today import put_store

CULL = ["--MappingKernelManager.cull_idle_timeout=90", "--MappingKernelManager.cull_interval=15"]
# The last such option counts, so Playwright's own are repeated. The two of the address bar are
# pages of the browser's own, made anew for every window: they took longer than most of ours.
WITHOUT = (
    "AimEnabled,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,"
    "NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "ThirdPartyStoragePartitioning,WebUIOmniboxAimPopup,WebUIOmniboxPopup"
)
ARGS = [
    f"--disable-features={WITHOUT}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A search of the heap must see all of a text; Python is compiled for a few moves only.
    "--js-flags=--heap-snapshot-string-limit=1000000 --liftoff-only",
]
#: Nobody looks at a page here, and painting a board took a quarter of a test's time. All is laid
#: out, visible and can be clicked all the same; for axe, which looks at colours, it is painted.
UNPAINTED = """addEventListener("DOMContentLoaded", () => {
    document.documentElement.style.opacity = 0;
});"""
STAGE = "[data-escale-stage]"
expect.set_options(timeout=PATIENCE)

GAMES = ("galets", "dolce-vita", "casanova", "dominos-florentins")
#: name -> the cells of a notebook
NOTEBOOKS = {
    name: ["import escale", f"table = escale.play({name!r}, lang='fr', seed=5)\ntable"]
    for name in GAMES
}
NOTEBOOKS["twice"] = [*NOTEBOOKS["galets"], "table"]
SEED = 8_123_456_789_012_345  # long enough to be found wherever it should not be
SECRETS = {
    "secret-casanova": "'casanova'",
    "secret-dominos": "'dominos-florentins'",
    "people": "'dominos-florentins', seats=['person', 'person', 'random']",
    "two-casanova": "'casanova', seats=['person', 'person']",
}
NOTEBOOKS |= {
    name: ["import escale", f"escale.play({what}, lang='fr', seed={SEED})"]
    for name, what in SECRETS.items()
}
LEAKY = """
import escale
from escale.session.perspective import Perspective
head = Perspective.head
Perspective.head = lambda view, *how: head(view, *how) | {"debug": view.match.record()}
"""
NOTEBOOKS["leaky"] = [LEAKY, *NOTEBOOKS["secret-dominos"][1:]]
NOTEBOOKS["leaky-casanova"] = [LEAKY, *NOTEBOOKS["secret-casanova"][1:]]
NOTEBOOKS["mortal"] = ["import escale, os\nprint('pid', os.getpid())", *NOTEBOOKS["galets"][1:]]
SLOW = """
import escale, time
from escale.session import session as tables
def slow(*who, find=tables.level):
    def choose(*what):
        end = time.monotonic() + 4
        while time.monotonic() < end:
            pass
        return find(*who)(*what)
    return choose
tables.level = slow
"""
STRONG = """
import escale
from escale.session import hints, thinking
hints.THOUGHT = thinking.PATIENCE = 600
from escale.games.casanova import knowledge
knowledge.PLAYOUTS = 10**7
"""
NOTEBOOKS["strong"] = [
    STRONG,
    "escale.play('casanova', 2, seats=['person', 'strong'], lang='fr', seed=5)",
]
STUBBORN = """
import escale
from escale.games.dolce_vita import knowledge
from escale.session import session as tables, thinking
thinking.PATIENCE, knowledge.PLAYOUTS = 3600, 10**8
left = [ZeroDivisionError]
def failing_once(*who, find=tables.level):
    if left:
        raise left.pop()
    return find(*who)
tables.level = failing_once
"""
SEATS = "['person', 'strong', 'sensible']"
NOTEBOOKS["stubborn"] = [
    STUBBORN,
    f"escale.play('dolce-vita', seats={SEATS}, lang='fr', seed=5)",
]
NOTEBOOKS["slow"] = [SLOW, *NOTEBOOKS["galets"][1:]]


def chromium() -> str:
    """The whole browser."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "the browser tests need Chromium: apt-get install chromium"
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or chromium()
        browser = playwright.chromium.launch(executable_path=program, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that is the same for all workers of this run, with the notebooks in it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "browser"
    with _locked(folder / "lock"):
        notebooks = folder / "notebooks"
        if not notebooks.exists():
            notebooks.mkdir()
            for name, cells in NOTEBOOKS.items():
                write_notebook(notebooks / f"{name}.ipynb", cells)
            config = folder / "config" / "labconfig"
            config.mkdir(parents=True)
            news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
            (config / "page_config.json").write_text(json.dumps(news))
            put_store(folder / "tables")
    return folder


def write_notebook(path: Path, cells: list[str]) -> None:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells], metadata={"kernelspec": kernel}
    )
    nbformat.write(notebook, path)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def ending() -> Iterator[list[int]]:
    """Servers that have been told to stop: all are waited for together, at the very end."""
    told: list[int] = []
    yield told
    for pid in told:
        _wait_until_gone(pid)


@contextmanager
def _served(
    folder: Path, name: str, command: list[str], ready: str, ending: list[int]
) -> Iterator[str]:
    """The address of a server that the first worker starts and the last one stops."""
    note, lock = folder / f"{name}.json", folder / f"{name}.lock"
    with _locked(lock):
        if note.exists():
            server = json.loads(note.read_text())
        else:
            server = {"port": _free_port(), "users": 0}
            server["pid"] = _start(folder, name, [*command, f"--port={server['port']}"])
            _wait_for(f"http://localhost:{server['port']}{ready}", folder / f"{name}.log")
        server["users"] += 1
        note.write_text(json.dumps(server))
    yield f"http://localhost:{server['port']}"
    with _locked(lock):
        server = json.loads(note.read_text())
        server["users"] -= 1
        note.write_text(json.dumps(server))
        if not server["users"]:
            note.unlink()
            os.killpg(server["pid"], signal.SIGINT)
            ending.append(server["pid"])


def _start(folder: Path, name: str, command: list[str]) -> int:
    own = {
        f"{variable}": str(folder / place)
        for variable, place in {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "IPYTHONDIR": "ipython",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        }.items()
    }
    with (folder / f"{name}.log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", *command],
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=folder / "notebooks",
            env=os.environ | own,
            start_new_session=True,
        )
    server.returncode = 0  # it is stopped by its number, maybe by another worker
    return server.pid


def _wait_for(address: str, log: Path) -> None:
    for _ in range(240):
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.25)
    raise AssertionError(f"{address} does not answer: {log.read_text()[-2000:]}")


def _stop(pid: int) -> None:
    """A server shuts its kernels down on SIGINT (Lab asks twice)."""
    os.killpg(pid, signal.SIGINT)
    _wait_until_gone(pid)


def _wait_until_gone(pid: int) -> None:
    """Whoever has been told to stop is told again, and more sharply, every two seconds."""
    for number in (0, signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(pid, number)  # 0: only whether it is there
        except ProcessLookupError:
            return
        for _ in range(20):
            try:
                if os.waitpid(pid, os.WNOHANG)[0]:
                    return
            except ChildProcessError:
                try:
                    os.kill(pid, 0)
                except ProcessLookupError:
                    return
            time.sleep(0.1)


@pytest.fixture(scope="session")
def voila(shared: Path, ending: list[int]) -> Iterator[str]:
    command = ["voila", str(shared / "notebooks"), "--no-browser", "--show_tracebacks=True", *CULL]
    with _served(shared, "voila", command, "/", ending) as address:
        yield address


@pytest.fixture(scope="session")
def app(shared: Path, ending: list[int]) -> Iterator[str]:
    """The app, as `escale serve` runs it; with tables of an earlier version in its store."""
    command = ["escale.app", "serve", "--no-browser", "--lang=fr", "--warm=3", "--cull=90"]
    command.append(f"--tables={shared / 'tables'}")
    with _served(shared, "app", command, "/healthz", ending) as address:
        yield address


@pytest.fixture(scope="session")
def lab(shared: Path, ending: list[int]) -> Iterator[str]:
    command = [
        "jupyterlab", "--no-browser", "--allow-root", "--IdentityProvider.token=",
        "--ServerApp.password=", f"--ServerApp.root_dir={shared / 'notebooks'}",
        "--LabApp.news_url=", *CULL,
    ]  # fmt: skip
    with _served(shared, "lab", command, "/api", ending) as address:
        yield address


class Board:
    """A stage in a page, as a person uses it."""

    def __init__(self, page: Page, nth: int = 0) -> None:
        self.page = page
        self.nth = nth
        self.root = page.locator(STAGE).nth(nth)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def state(self, name: str) -> str | None:
        return self.root.get_attribute(f"data-{name}")

    @property
    def ply(self) -> int:
        return int(self.state("ply") or 0)

    @property
    def over(self) -> bool:
        return self.state("over") is not None

    def wait(self, ply: int | None = None) -> None:
        """Until nothing moves and nobody thinks, and (if given) so many moves have been played."""
        self.page.wait_for_function(
            """([stages, nth, ply]) => {
                const root = document.querySelectorAll(stages)[nth];
                const there = ply === null || Number(root?.dataset.ply) === ply;
                return root && there && !("busy" in root.dataset);
            }""",
            arg=[STAGE, self.nth, ply],
        )
        self.settle()

    def settle(self) -> None:
        """What is read, not played with, is written a moment after the board: log, storage."""
        self.page.evaluate("new Promise((done) => setTimeout(done, 20))")

    def key(self, key: str) -> Locator:
        return self.root.locator(f'[data-key="{key}"]')

    def lit(self, how: str = "next") -> list[str]:
        keys: list[str] = self.root.evaluate(
            "(root, how) => [...root.querySelectorAll(`[data-key][data-lit=${how}]`)]"
            ".filter((one) => one.offsetParent).map((one) => one.dataset.key)",
            how,
        )
        return keys

    def do(self, name: str) -> None:
        if not self.root.locator(f'[data-do="{name}"]').first.is_visible():
            self.root.locator('[data-do="menu"]').click()
        self.root.locator(f'[data-do="{name}"]').first.click()

    def move(self, rng: Random) -> None:
        """Make any move, with the mouse."""
        before = self.ply
        for _ in range(12):
            self.wait()
            if self.over or self.ply > before:
                return
            self.root.locator("[data-lit=next]").first.wait_for()
            self.key(rng.choice(self.lit())).first.click()
        raise AssertionError(f"no move after twelve picks, at ply {before}: {self.lit()}")

    def play_out(self, rng: Random, most: int = 200) -> None:
        """To the end of the game, with the mouse, or for so many moves of one's own."""
        for _ in range(most):
            if self.over:
                break
            self.move(rng)
            self.wait()

    def play_out_by_keyboard(self) -> None:
        """To the end of the game, without the mouse from the first key on."""
        keys = self.page.keyboard
        self.page.evaluate("document.activeElement.blur()")
        for _ in range(12):  # one tab stop, somewhere after the header's buttons
            keys.press("Tab")
            if self.page.evaluate("document.activeElement.classList.contains('es-target')"):
                break
        for turn in range(300):
            self.wait()
            if self.over:
                break
            focused = self.page.evaluate("document.activeElement.dataset.key ?? ''")
            assert focused, "the focus stays on the board"
            keys.press("Home" if turn % 3 else "End")  # the first or last thing that can be picked
            keys.press("Enter")


def new_page(browser: Browser, **options: Any) -> Page:
    """A page in a context of its own, without motion, that is laid out but not painted."""
    wide = {"viewport": {"width": 1300, "height": 950}, "reduced_motion": "reduce"}
    context = browser.new_context(**wide | options)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(UNPAINTED)
    return context.new_page()


def violations(page: Page, context: str | None = None) -> list[Any]:
    """All that axe finds. It is not asked what is as it should be: to tell that takes its time."""
    before = page.evaluate(
        """() => {
            const { style } = document.documentElement;
            const { opacity } = style;
            style.opacity = "";
            return opacity;
        }"""
    )
    found = Axe().run(page, context=context, options={"resultTypes": ["violations"]})
    page.evaluate("(opacity) => (document.documentElement.style.opacity = opacity)", before)
    return list(found.response["violations"])


def findings(board: Board, context: str | None) -> list[tuple[str, list[str]]]:
    """What axe finds serious or critical, with the elements."""
    ours = "region", "landmark-one-main", "page-has-heading-one", "html-has-lang", "document-title"
    return [
        (
            found["id"],
            [node["html"][:200] + str(node["any"][:1])[:300] for node in found["nodes"][:3]],
        )
        for found in violations(board.page, context)
        if found["impact"] in ("serious", "critical") and found["id"] not in ours
    ]


def shown(page: Page, what: str, times: int = 1) -> None:
    """Wait for this in a page of JupyterLab's or of stock Voilà, so many times.

    Their widget manager looks for a model for two seconds and gives up, for good, on one that comes
    in the last of its rests (`renderModel` of ipywidgets: `restoredStatus` is true by then, so that
    nothing draws it again). A person loads the page again, and so do we.
    """
    given_up = page.get_by_text("Error displaying widget: model not found")
    for _ in range(3):
        page.locator(what).nth(times - 1).or_(given_up.first).first.wait_for()
        if not given_up.count():
            return
        page.reload()
    raise AssertionError("the widget manager has given up three times")


@pytest.fixture
def open_voila(browser: Browser, voila: str) -> Iterator[Any]:
    """Opens a notebook as a web page; fails if something in it goes wrong."""
    opened: list[Board] = []

    def opening(
        name: str, prepare: Callable[[Page], Any] = lambda page: None, **options: Any
    ) -> Board:
        page = new_page(browser, **options)
        board = Board(page)
        opened.append(board)
        prepare(page)
        page.goto(f"{voila}/voila/render/{name}.ipynb")
        shown(page, f"{STAGE} [data-lit], {STAGE}[data-curtain]")
        return board

    yield opening
    for board in opened:
        board.page.context.close()
        assert not board.errors


@pytest.fixture
def open_table(browser: Browser) -> Iterator[Any]:
    """Opens a session of this process in a page; fails if something in it goes wrong."""
    opened: list[Board] = []

    def opening(game: str, link: str = "", play: Any = None, **options: Any) -> Board:
        page = new_page(browser, **options)
        board = Board(page)
        opened.append(board)
        Host(page, game, **{"seed": 5} | (play or {}))
        page.goto(f"{ADDRESS}/{game}{link}")
        page.wait_for_selector(f"{STAGE} [data-lit], {STAGE}[data-curtain]")
        return board

    yield opening
    for board in opened:
        board.page.context.close()
        assert not board.errors


def run_all(page: Page) -> None:
    """Run a notebook in JupyterLab, by its menu, once its kernel is there."""
    page.wait_for_function("document.body.innerText.includes('| Idle')", timeout=90_000)
    page.wait_for_selector(".jp-NotebookPanel .jp-CodeCell")
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.locator('.lm-Menu-item[data-command="runmenu:run-all"]').click()


def save(page: Page, *, at: Locator | None = None) -> None:
    """Save a notebook in JupyterLab, by its button, or by the key while the focus is on something.

    It saves nothing unchanged, so a cell is added.
    """
    page.locator('[data-command="notebook:insert-cell-below"]').first.click()
    with page.expect_response(
        lambda answer: answer.request.method == "PUT" and "/api/contents/" in answer.url
    ) as answered:
        if at is None:
            page.locator('[data-command="docmanager:save"]').first.click()
        else:
            at.focus()
            page.keyboard.press("Control+s")
    answered.value.finished()


@pytest.fixture
def open_lab(browser: Browser, lab: str, shared: Path) -> Iterator[Any]:
    """Opens a notebook of its own in JupyterLab and runs all of it."""
    opened: list[Board] = []

    def opening(name: str, **options: Any) -> Board:
        own = f"{name}-{token_hex(4)}"  # Lab would find the kernel of another run by the name
        shutil.copy(shared / "notebooks" / f"{name}.ipynb", shared / "notebooks" / f"{own}.ipynb")
        page = new_page(browser, **{"viewport": {"width": 1500, "height": 1000}} | options)
        board = Board(page)
        opened.append(board)
        page.goto(f"{lab}/lab/workspaces/{own}/tree/{own}.ipynb")
        run_all(page)
        page.wait_for_selector(f"{STAGE} [data-lit]")
        return board

    yield opening
    for board in opened:
        board.page.context.close()
        assert not board.errors
