"""Pictures to be looked at, one by one: `make screenshots` fills the ignored folder `screenshots/`.

Every game in mid-play and at its end, and one lesson of each course, at three widths, light and
dark, French and English. The live stage runs in a plain page (`barepage.py`), without a kernel.
Names of games on the command line choose among them.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from barepage import bare_page, show_lesson, show_table
from playwright.sync_api import Page, sync_playwright

import escale
from escale.widgets.table import Table, play

FOLDER = Path(__file__).parent.parent / "screenshots"
WIDTHS = {360: 780, 800: 1000, 1600: 1000}
THEMES = ("light", "dark")
LANGUAGES = ("fr", "en")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


class Game(NamedTuple):
    """How a game is shown: the players, a person's moves until it is looked at, a lesson's step."""

    players: int
    moves: int
    seed: int
    lesson: str = ""
    step: int = 0


GAMES = {
    "dolce-vita": Game(5, 8, 5, lesson="dolce-vita/ties", step=2),
    "casanova": Game(4, 3, 5, lesson="casanova/a-round", step=3),
    "dominos-florentins": Game(4, 12, 5, lesson="dominos-florentins/closing", step=3),
    "galets": Game(2, 3, 5),
}


# --- What is shown --------------------------------------------------------------------------------


def tables(name: str, lang: str) -> Iterator[tuple[str, Table]]:
    """A game in mid-play, a person to move, and the same at its end."""
    shown = GAMES[name]
    table = play(name, shown.players, lang=lang, seed=shown.seed)
    rng = Random(shown.seed)
    for _ in range(shown.moves):
        one_move(table, rng)
    yield "play", table
    while not table.match.over:
        one_move(table, rng)
    yield "end", table


def one_move(table: Table, rng: Random) -> None:
    """Any move of whoever has it: a person, or the dice that a person throws."""
    match = table.match
    if match.actor == escale.CHANCE:
        table.play(table.session.chosen())
    else:
        table.play(rng.choice(match.legal()))


def pick(page: Page) -> None:
    """Pick the first thing that can be, where that does not complete a move."""
    page.evaluate(
        """() => {
            const key = stage.board.hand.lit().map(({ key }) => key)
                .find((key) => stage.board.state.choices.matching([key]).length > 1);
            if (key) stage.board.picking.pick(key);
        }"""
    )


def take(page: Page, name: str, width: int, *, whole: bool = True) -> None:
    """The page in both themes; not `whole`: what a window shows of it, with what sticks to it."""
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")
        paper = page.evaluate("getComputedStyle(stage.root).backgroundColor")
        page.evaluate("(paper) => { document.body.style.background = paper }", paper)
        page.screenshot(path=FOLDER / f"{name}-{width}-{theme}.png", full_page=whole)


def main(wanted: list[str]) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        page = bare_page(browser)
        page.evaluate("document.documentElement.style.opacity = 1")  # here somebody looks
        page.on("pageerror", lambda error: sys.exit(f"in the page: {error}"))
        for name in wanted or GAMES:
            for lang in LANGUAGES:
                for moment, table in tables(name, lang):
                    show_table(page, table.viewer)
                    pick(page)
                    for width in WIDTHS:
                        take(page, f"{name}-{moment}-{lang}", width)
                if lesson := GAMES[name].lesson:
                    show_lesson(page, lesson, GAMES[name].step, lang)
                    for width in WIDTHS:
                        take(page, f"{name}-lesson-{lang}", width, whole=False)
        browser.close()
    sys.stdout.write(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
