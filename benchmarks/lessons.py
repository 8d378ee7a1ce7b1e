"""The walkthroughs: what it costs to run one, how much goes to the page, and how fast it steps.

    python benchmarks/lessons.py [--rounds 7]

A walkthrough is executed by nbclient, kernel and all, in turns with a notebook of one ipywidgets
label; what counts is the ratio within a round, and of the rounds the median. The steps are timed in
Chromium on the exported page of the largest lesson, every one forward and back. Kernels run in an
empty folder, so that they find the wheel that is installed and not the folder beside them: only a
wheel brings the frames along. Where there is none, the rows say so and count for nothing.
"""

# ruff: noqa: T201  (a bench prints)

from __future__ import annotations

import argparse
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import nbformat
from nbclient import NotebookClient
from playwright.sync_api import CDPSession, sync_playwright

import escale
from escale.teach.lesson import lesson as read_lesson
from escale.widgets.lesson import page as exported
from escale.widgets.lesson_cache import prepared

GAMES = ("casanova", "dolce-vita", "dominos-florentins")
NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks" / "fr"
LABEL = 'import ipywidgets\nipywidgets.Label("x")'
BROUGHT = f"""
import escale
from escale.widgets.lesson_cache import from_wheel
print(*[name for name in {GAMES} if from_wheel(escale.game(name))])
"""
MOST_TIMES = 1.5  # a label's notebook
MOST_BYTES = 300_000  # a course's frames
FRAME = 16.7  # ms
# Press a button and wait until everything has moved.
PRESS = """(name) => new Promise((done) => {
  const player = window[Symbol.for("escale/lesson")];
  const look = () => (player.running ? setTimeout(look, 5) : done());
  setTimeout(() => {
    player.act(name);
    player.board.skip();
    look();
  });
})"""


def notebook(name: str) -> nbformat.NotebookNode:
    if name == "label":
        return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(LABEL)])
    return nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)


def executed(name: str, folder: str) -> tuple[float, float]:
    """Seconds on the wall, and of CPU in the kernel."""
    page = notebook(name)
    resources = {"metadata": {"path": folder}}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    NotebookClient(page, timeout=300, resources=resources).execute()
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def walkthroughs(rounds: int) -> bool:
    """Each against the label's notebook of the same round."""
    names = ("label", *GAMES)
    with tempfile.TemporaryDirectory() as folder:
        brought = in_a_kernel(folder)
        executed("label", folder)  # warms up the disk
        found = [{name: executed(name, folder) for name in names} for _ in range(rounds)]
    good = True
    for name in GAMES:
        wall, cpu = (median(r[name][i] / r["label"][i] for r in found) for i in (0, 1))
        seconds = median(r[name][0] for r in found)
        held = max(wall, cpu) <= MOST_TIMES
        if name not in brought:
            verdict = "not counted: its frames were made now, since no wheel brings them"
        else:
            verdict = f"at most {MOST_TIMES}" + ("" if held else ": MISSED")
            good &= held
        print(f"{name:20} wall {wall:.2f} cpu {cpu:.2f} times a label ({verdict}); {seconds:.2f} s")
    return good


def in_a_kernel(folder: str) -> list[str]:
    """The games whose frames a kernel in this folder has from the wheel."""
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(BROUGHT)])
    NotebookClient(page, timeout=300, resources={"metadata": {"path": folder}}).execute()
    found: list[str] = page.cells[0].outputs[0]["text"].split()
    return found


def sizes() -> bool:
    good = True
    for name in GAMES:
        total = sum(len(prepared(lesson).frames) for lesson in escale.lessons(name))
        held = total <= MOST_BYTES
        good &= held
        most = f"{MOST_BYTES / 1000:.0f}{'' if held else ': MISSED'}"
        print(f"{name:20} frames {total / 1000:.0f} KB of at most {most}")
    return good


def script(cdp: CDPSession) -> float:
    """Milliseconds of script that the page has run until now."""
    metrics = cdp.send("Performance.getMetrics")["metrics"]
    return 1000 * next(m["value"] for m in metrics if m["name"] == "ScriptDuration")


def steps() -> bool:
    """The largest lesson: all script of a step, those of all its moments together."""
    names = [name for game in GAMES for name in escale.lessons(game)]
    largest = max(names, key=lambda name: len(prepared(name).frames))
    count = prepared(largest).steps
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "lesson.html"
        text = exported(read_lesson(largest), "fr")
        file.write_text(text, "utf-8")
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        tab = browser.new_page(viewport={"width": 1280, "height": 900})
        tab.goto(file.as_uri())
        tab.wait_for_selector("[data-step]")
        cdp = tab.context.new_cdp_session(tab)
        cdp.send("Performance.enable", {"timeDomain": "threadTicks"})  # CPU, whoever else is busy

        def press(name: str) -> float:
            before = script(cdp)
            tab.evaluate(PRESS, name)
            return script(cdp) - before

        ways = [way for way in ("next", "back") for _ in range(count - 1)] * 5
        found: dict[str, list[float]] = {"next": [], "back": []}
        for way in ways:
            found[way].append(press(way))
        browser.close()
    good = True
    for way, times in found.items():
        middle, high = median(times), quantiles(times, n=20)[-1]
        held = high <= FRAME
        good &= held
        most = f"at most {FRAME}{'' if held else ': MISSED'}"
        print(f"{largest:20} {way}: {middle:.1f} ms, p95 {high:.1f} ({most})")
    return good


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    rounds = options.parse_args().rounds
    good = [walkthroughs(rounds), sizes(), steps()]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
