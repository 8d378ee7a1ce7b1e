"""What it costs that tables last, in a real browser.

    python benchmarks/tables.py

On one page lie two tables with the fullest board (Dolce Vita, five players), one that is saved and
one that is not; clicks go to them in turns, from the event in the page to the changed DOM. Then the
page is loaded again and goes on with a saved game of 120 moves. What counts are the ratios. Needs
Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from playwright.sync_api import Page, sync_playwright
from stage import MEASURE_STAGE, still_page, wait_for

TABLES = """
import escale, time
from escale.widgets.table import Table
kept = escale.play("dolce-vita", 5, lang="fr", seed=5, table="kept")
bare = Table(escale.Match("dolce-vita", kept.match.players, seed=5, policy="fair", persons=[0]),
             seats=kept.seats, lang="fr")
def timed(*args, save=kept.session.keeper.save, clock=time.perf_counter):
    start = clock()
    save(*args)
    took = clock() - start
    with open("spent", "a") as file:
        file.write(f"{took}\\n")
kept.session.keeper.save = timed
display(kept, bare)
"""
LONG = """
import escale, random
long = escale.play("dolce-vita", 5, lang="fr", seed=6, table="long")
rng = random.Random(1)
while long.match.ply < 120:
    long.play(rng.choice(long.match.legal()))
open("token", "w").write(long.session.keeper.token)
"""
STAGE = 'document.querySelector("[data-escale-stage]")'
MEASURE_RESUME = f"""() => new Promise((done) => {{
  const root = {STAGE};
  const watcher = new MutationObserver(() => {{
    watcher.disconnect();
    done(performance.now() - start);
  }});
  watcher.observe(root, {{ attributeFilter: ["data-ply"] }});
  const start = performance.now();
  root.querySelector("[data-do=resume]").click();
}})"""


def click(page: Page, nth: int) -> float:
    """From a click on the n-th table to the changed DOM, once nothing is under way."""
    ready = f"{{const root = document.querySelectorAll('[data-escale-stage]')[{nth}];"
    page.wait_for_function(f"() => {ready} return !('busy' in root.dataset)}}")
    page.wait_for_timeout(60)
    stage = f'document.querySelectorAll("[data-escale-stage]")[{nth}]'
    took: float = page.evaluate(MEASURE_STAGE.replace(STAGE, stage))
    return took


def saving(page: Page, address: str, spent: Path, times: int) -> bool:
    page.goto(f"{address}/voila/render/tables.ipynb")
    page.wait_for_function(
        "document.querySelectorAll('[data-escale-stage]').length === 2", timeout=60_000
    )
    page.wait_for_timeout(1500)
    kept: list[float] = []
    bare: list[float] = []
    for turn in range(times + 2):
        first = turn % 2  # neither is always the first
        for nth in (first, 1 - first):
            (bare if nth else kept).append(click(page, nth))
    with_it, usual = statistics.median(kept[2:]), statistics.median(bare[2:])
    save = 1000 * statistics.median(map(float, spent.read_text().split()))
    held = save <= 0.1 * usual
    write(
        f"a click: {usual:.1f} ms, saved {with_it:.1f} ms (medians of {times}); saving alone "
        f"takes {save:.2f} ms of it, {save / usual:.1%}, at most 10%{said(held)}"
    )
    return held


def resuming(page: Page, address: str, token: str, times: int) -> bool:
    moves: list[float] = []
    resumes: list[float] = []
    entry = {"token": token, "game": "dolce-vita", "page": "", "at": 0, "ply": 120, "over": False}
    for _ in range(times):
        page.goto(f"{address}/voila/render/tables.ipynb")
        page.evaluate(f"localStorage['escale/tables'] = '{json.dumps({'kept': entry})}'")
        page.reload()
        page.wait_for_selector("[data-do=resume]", timeout=60_000)
        page.wait_for_timeout(1000)
        resumes.append(page.evaluate(MEASURE_RESUME))
        moves.append(click(page, 1))
    move, resume = statistics.median(moves), statistics.median(resumes)
    write(
        f"going on after 120 moves: {resume:.1f} ms, a move {move:.1f} ms (medians of {times}): "
        f"ratio {resume / move:.2f}, less than 5{said(resume < 5 * move)}"
    )
    return resume < 5 * move


def said(held: bool) -> str:
    return "" if held else ": MISSED"


def write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=18, help="how many clicks of each")
    parser.add_argument("--visits", type=int, default=5, help="how many saved games to go on with")
    parser.add_argument("--port", type=int, default=8898)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cell = nbformat.v4.new_code_cell(TABLES)
        kernel = {"name": "python3", "display_name": "Python 3"}
        notebook = nbformat.v4.new_notebook(cells=[cell], metadata={"kernelspec": kernel})
        nbformat.write(notebook, Path(folder) / "tables.ipynb")
        environment = os.environ | {"ESCALE_TABLES": f"{folder}/tables"}
        subprocess.run([sys.executable, "-c", LONG], check=True, cwd=folder, env=environment)
        command = [sys.executable, "-m", "voila", folder, "--no-browser", f"--port={options.port}"]
        server = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,  # where the wheel is found, not the folder beside us
            env=environment,
        )
        address = f"http://localhost:{options.port}"
        try:
            wait_for(address)
            with sync_playwright() as playwright:
                page = still_page(playwright)
                held = saving(page, address, Path(folder) / "spent", options.times)
                token = (Path(folder) / "token").read_text()
                held &= resuming(page, address, token, options.visits)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
