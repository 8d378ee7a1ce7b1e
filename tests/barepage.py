"""A page with a stage in it and nothing else: no Jupyter, no kernel, no network."""

from __future__ import annotations

import base64
import json
from typing import Any

from playwright.sync_api import Browser, Page

from escale.session.box import box as make_box
from escale.session.frames import Json
from escale.session.viewer import Viewer
from escale.teach.lesson import lesson as read_lesson
from escale.widgets import bundle, lesson_frames


def bare_page(browser: Browser, **options: Any) -> Page:
    """A page in which `Stage` and `Player` wait in `window.escale`; it is not painted."""
    page = browser.new_context(**{"reduced_motion": "reduce"} | options).new_page()
    page.set_content(
        '<!doctype html><html lang="fr" style="opacity: 0"><meta charset="utf-8">'
        f"<title>escale</title><style>body {{ margin: 0 }} {bundle.style()}</style>"
        "<body><main></main>"
        f'<script type="module">import * as escale from "{module_address()}"; '
        "window.escale = escale;</script>"
    )
    page.wait_for_function("window.escale")
    return page


def module_address() -> str:
    """The bundle as something that a page can import."""
    return "data:text/javascript;base64," + base64.b64encode(bundle.script().encode()).decode()


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
