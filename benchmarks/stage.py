"""The stage in a real browser, against a bare echo widget in the same run.

    python benchmarks/stage.py [--lab]

A click's way: from the event in the page, through the kernel and the engine, to the changed DOM, on
the fullest board (Dolce Vita, five players). What counts is the ratio. Needs Chromium.

Where a click's time goes, in ms (lower quartile of sixty, in turns, on a busy machine):

    click to send 0.4 (echo 0.2), send to kernel 2.1 (2.1), kernel 2.3 (1.1),
    back to the page 4.2 (4.0), from the message to the DOM 2.0 (0.5)

So the way there and back is the same for both, and what a table does besides is three parts.
The kernel: move, scene, frame and store take 0.5 warm and 1.1 after a rest of 200 ms, as here.
The page: 0.15 to put the new table together, 0.45 to draw a dozen pieces, 0.2 for what may be
picked, 0.3 for the rest, all by code that has rested too. And 0.2 to find what the click means.
Nothing waits for a frame of the screen; Python's garbage is collected in a fifth of the clicks,
which takes 0.1.

A click that ends a round, one in 25, is told in 24 to 33 frames. That takes the kernel 15 to 40
and the page, which draws them at once where nothing moves, 11: with several of these among forty
clicks, the 90th percentile is theirs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import nbformat
from playwright.sync_api import Page, Playwright, sync_playwright

# A script that starts us with `&` has it ignored: what we start would not hear it, and never end.
signal.signal(signal.SIGINT, signal.default_int_handler)

ECHO = '''
import anywidget, traitlets
class Echo(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
      const button = document.createElement("button");
      button.id = "echo";
      button.textContent = "0";
      button.onclick = () => model.send({ n: 1 });
      model.on("change:count", () => { button.textContent = model.get("count"); });
      el.append(button);
    } }
    """
    count = traitlets.Int(0).tag(sync=True)
    def __init__(self):
        super().__init__()
        self.on_msg(self.add)
    def add(self, widget, content, buffers):
        self.count += 1
Echo()
'''
TABLE = """
import escale
table = escale.play("dolce-vita", 5, lang="fr", seed=5)
table
"""
# Each gives the milliseconds from a click to the first change that it makes, for so many clicks.
MEASURE_ECHO = """() => new Promise((done) => {
  const button = document.querySelector("#echo");
  setTimeout(() => {
    const watcher = new MutationObserver(() => {
      watcher.disconnect();
      done(performance.now() - start);
    });
    watcher.observe(button, { childList: true, characterData: true, subtree: true });
    const start = performance.now();
    button.click();
  }, 250); // the same rest as below: what has slept wakes up more slowly
})"""
MEASURE_STAGE = """() => new Promise((done) => {
  const root = document.querySelector("[data-escale-stage]");
  const lit = (start) => root.querySelectorAll(`[data-key^="${start}"][data-lit=next]`);
  lit("hand:")[0].click();
  setTimeout(() => {
    const watcher = new MutationObserver(() => {
      watcher.disconnect();
      done(performance.now() - start);
    });
    watcher.observe(root, { attributeFilter: ["data-ply"] });
    const columns = lit("column:");
    const column = columns[Math.floor(Math.random() * columns.length)];
    const start = performance.now();
    column.click();
  }, 250); // a person looks before the second click
})"""
STAGE = "[data-escale-stage]"
READY = "[data-escale-stage]:not([data-busy]) [data-key^='hand:'][data-lit]"
MOST_TIMES = 1.25  # an echo's median
OVER = "[data-escale-stage][data-over]"


def measured(page: Page, script: str) -> float:
    """One click, after a while in which nothing is under way."""
    page.wait_for_timeout(60)
    took: float = page.evaluate(script)
    return took


def begin_again(page: Page) -> None:
    page.locator("[data-do=menu]").click()
    page.locator("[data-do=new]").click()
    page.locator(".es-dialog [type=submit]").click()
    page.wait_for_selector("[data-escale-stage][data-ply='0']")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lab", action="store_true", help="in JupyterLab instead of Voilà")
    parser.add_argument("--times", type=int, default=40, help="how many clicks of each")
    parser.add_argument("--port", type=int, default=8899)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(ECHO), nbformat.v4.new_code_cell(TABLE)],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        )
        nbformat.write(notebook, Path(folder) / "bench.ipynb")
        command = [sys.executable, "-m", *(("jupyterlab",) if options.lab else ("voila", folder))]
        command += ["--no-browser", f"--port={options.port}"]
        if options.lab:
            command += [
                "--allow-root",
                "--IdentityProvider.token=",
                f"--ServerApp.root_dir={folder}",
            ]
        server = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,  # where the wheel is found, not the folder beside us
            env=os.environ | {"ESCALE_TABLES": folder},
        )
        try:
            held = report(options)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()
    return 0 if held else 1


def wait_for(address: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(address)
            return
        except OSError:
            time.sleep(0.3)


def still_page(playwright: Playwright) -> Page:
    """A wide page in a new browser, in which nothing moves."""
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
    )
    return browser.new_context(
        viewport={"width": 1400, "height": 950}, reduced_motion="reduce"
    ).new_page()


def report(options: argparse.Namespace) -> bool:
    address = f"http://localhost:{options.port}"
    wait_for(f"{address}/{'api' if options.lab else ''}")
    with sync_playwright() as playwright:
        page = still_page(playwright)
        if options.lab:
            page.goto(f"{address}/lab/workspaces/bench/tree/bench.ipynb")
            page.wait_for_function("document.body.innerText.includes('| Idle')", timeout=90_000)
            page.wait_for_timeout(1000)
            page.get_by_role("menuitem", name="Run", exact=True).click()
            page.locator('.lm-Menu-item[data-command="runmenu:run-all"]').click()
        else:
            page.goto(f"{address}/voila/render/bench.ipynb")
        for _ in range(3):  # on a busy machine Voilà gives a widget up, for good
            lit, given_up = page.locator(f"{STAGE} [data-lit]"), page.get_by_text("model not found")
            lit.or_(given_up).first.wait_for(timeout=60_000)
            if lit.count():
                break
            page.reload()
        page.wait_for_timeout(1500)
        for _ in range(5):
            measured(page, MEASURE_ECHO)
        echo: list[float] = []
        stage: list[float] = []
        while len(stage) < options.times:  # in turns, so that both meet the same noise
            page.wait_for_selector(f"{READY}, {OVER}")
            if page.locator(OVER).count():
                begin_again(page)
                continue
            echo.append(measured(page, MEASURE_ECHO))
            stage.append(measured(page, MEASURE_STAGE))
    bare, full = statistics.median(echo), statistics.median(stage)
    slow_bare, slow_full = (statistics.quantiles(times, n=10)[-1] for times in (echo, stage))
    held = full / bare <= MOST_TIMES
    where = "JupyterLab" if options.lab else "Voilà"
    sys.stdout.write(
        f"{where}: echo {bare:.1f} ms, stage {full:.1f} ms (median of {len(stage)}): "
        f"ratio {full / bare:.2f}, at most {MOST_TIMES}{'' if held else ': MISSED'}; "
        f"90th percentile {slow_bare:.1f} and {slow_full:.1f} ms: {slow_full / slow_bare:.2f}\n"
    )
    return held


if __name__ == "__main__":
    sys.exit(main())
