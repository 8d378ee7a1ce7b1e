"""A page with a stage in it and nothing else: no Jupyter, no kernel, no network."""

from __future__ import annotations

import base64
import json
from typing import Any

from playwright.sync_api import Browser, Page

from escale.engine.registry import game as find_game
from escale.session.box import box as make_box
from escale.session.frames import Json
from escale.session.viewer import Viewer
from escale.teach.lesson import lesson as read_lesson
from escale.widgets import bundle, lesson_frames, practice_cache, practice_frames

PATIENCE = 60_000  # ms; a busy machine is no finding


def bare_page(browser: Browser, script: str | None = None, **options: Any) -> Page:
    """A page in which `Stage` and `Player` wait in `window.escale`, or what another bundle has; it
    is not painted."""
    page = browser.new_context(**{"reduced_motion": "reduce"} | options).new_page()
    page.set_default_timeout(PATIENCE)
    page.set_content(
        '<!doctype html><html lang="fr" style="opacity: 0"><meta charset="utf-8">'
        f"<title>escale</title><style>body {{ margin: 0 }} {bundle.style()}</style>"
        "<body><main></main>"
        f'<script type="module">import * as escale from "{module_address(script)}"; '
        "window.escale = escale;</script>"
    )
    page.wait_for_function("window.escale")
    return page


def module_address(script: str | None = None) -> str:
    """The bundle as something that a page can import."""
    code = base64.b64encode((script or bundle.script()).encode()).decode()
    return f"data:text/javascript;base64,{code}"


def show_table(page: Page, viewer: Viewer) -> None:
    """Set the table in the page; the stage is `window.stage`."""
    _show(
        page,
        {"box": viewer.box(), "table": viewer.whole()},
        "window.stage = new escale.Stage(main, box); stage.show(table);",
    )


def show_lesson(page: Page, name: str, step: int, lang: str) -> None:
    lesson = read_lesson(name)
    box = make_box(lesson.game, len(lesson.players[lang]))
    _show(
        page,
        {"box": box, "lesson": lesson_frames.page(lesson), "options": {"lang": lang, "step": step}},
        "window.stage = new escale.Player(main, box, lesson, options);",
    )


def show_practice(page: Page, exercises: list[Json], lang: str) -> None:
    """Practise these, one after the other; practice is `window.stage`, and what it tells the
    schedule is in `window.graded`."""
    game = find_game(exercises[0]["game"])
    data = practice_cache.data(game, [practice_frames.page(one) for one in exercises])
    rules = [one["rule"] for one in exercises]
    data["lessons"] = {rule: [10, "#"] for rule in rules}  # in the app each leads to its lesson
    _show(
        page,
        {"box": make_box(game, game.seats[-1]), "data": data, "rules": rules, "lang": lang},
        """window.graded = [];
        const answered = (rule, grade) => window.graded.push([rule, grade]);
        const schedule = { pick: () => rules, answered };
        window.stage = new escale.Practice(main, box, data, { schedule, lang });""",
    )


def _show(page: Page, data: Json, script: str) -> None:
    page.evaluate(
        f"""(text) => {{
            const {{ {", ".join(data)} }} = JSON.parse(text);
            const main = document.querySelector("main");
            window.stage?.dispose();
            {script}
        }}""",
        json.dumps(data),
    )
