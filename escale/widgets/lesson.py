"""A lesson as a widget: the player of `frontend/src/player.js` with all its frames.

    escale.lesson("dolce-vita/ties")
    escale.lessons("dolce-vita")            # the ids of a course

Only "try it from here" needs the kernel: it sets up a table at the position of the step.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cached_property
from html import escape
from typing import Any

import traitlets

from escale.engine.errors import BadOption, quoted
from escale.session import words
from escale.session.box import box as make_box
from escale.session.seats import check_lang
from escale.session.trial import Trials
from escale.teach.languages import FALLBACK, LANGUAGES, is_language
from escale.teach.lesson import Lesson
from escale.teach.lesson import lesson as read_lesson

from . import app_page, bundle, lesson_frames, nulls
from .host import Host
from .lesson_cache import Prepared, box, made, named, prepared
from .widget import Widget

log = logging.getLogger("escale")

ROOM = "body{margin:0;background:#fbf7ef;--es-room:100dvh}"  # a lesson has the whole window
PAPER = f"{ROOM}@media (prefers-color-scheme:dark){{body{{background:#16181d}}}}"


class LessonPlayer(Widget):
    """One lesson. `stars` are the steps whose question was answered at the first try."""

    _esm = app_page.script("lesson") if app_page.HERE else bundle.script()
    _css = "" if app_page.HERE else bundle.style()
    widget = traitlets.Unicode("lesson").tag(sync=True)  # what the script is to make of it

    box = traitlets.Bytes().tag(sync=True)
    lesson = traitlets.Bytes().tag(sync=True)
    lang = traitlets.Enum(LANGUAGES).tag(sync=True)  # type: ignore[call-overload]
    step = traitlets.Int(0).tag(sync=True)
    stars = traitlets.Dict().tag(sync=True)
    place = traitlets.Unicode("").tag(sync=True)  # in one of the app's pages

    def __init__(
        self, lesson: Lesson | Prepared, *, lang: str | None = None, step: int = 1
    ) -> None:
        packed = made(lesson) if isinstance(lesson, Lesson) else lesson
        if type(step) is not int or not 1 <= step <= packed.steps:
            raise BadOption(
                "step", f"this lesson has steps 1 to {packed.steps}, not {quoted(step)}"
            )
        if isinstance(lesson, Lesson):
            self._lesson = lesson
        self._prepared = packed
        self._host = Host(lambda message: self._trials.tell(message))
        self._trials = Trials(
            lambda: self._lesson,
            lambda message: self.send(message),
            later=self._host.later,
            busy=self._host.busy,
            box=box,
        )
        sent = {} if app_page.HERE else {"box": packed.box, "lesson": packed.frames}
        place = app_page.new_place()
        super().__init__(lang=check_lang(lang), step=step - 1, place=place, **sent)
        self.on_msg(self._receive)

    @cached_property
    def _lesson(self) -> Lesson:
        """Read when somebody wants to play on from it; all else is in the frames."""
        return read_lesson(self._prepared.id)

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """A page says where its reader is, and which stars they have; nothing else is taken."""
        steps = self._prepared.steps
        taken: dict[str, Any] = {}
        lang, step, stars = (sync_data.get(name) for name in ("lang", "step", "stars"))
        if is_language(lang):
            taken["lang"] = lang
        if type(step) is int and 0 <= step < steps:
            taken["step"] = step
        if isinstance(stars, dict):
            there = map(str, range(1, steps + 1))
            taken["stars"] = {number: 1 for number in there if stars.get(number) == 1}
        super().set_state(taken)

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        with self._host.lock:
            self._trials.receive(nulls.heard(content))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The player, and beside it a picture of the lesson's first step."""
        bundle = super()._repr_mimebundle_(**kwargs)
        return app_page.beside(bundle, self._about, self._picture)

    def _about(self) -> dict[str, Any]:
        what = {"place": self.place, "lesson": self._prepared.id}
        return what | {"step": self.step, "lang": self.lang}

    def _repr_svg_(self) -> str | None:
        return None if app_page.HERE else self._picture()

    def _picture(self) -> str:
        return self._prepared.picture(self.step, self.lang)


def lesson(name: str, *, lang: str | None = None, step: int = 1) -> LessonPlayer:
    """The lesson of that id ("dolce-vita/ties"), ready to be stepped through."""
    found = named(name) if app_page.HERE else prepared(name)
    return LessonPlayer(found, lang=lang, step=step)


def page(lesson: Lesson, lang: str = FALLBACK) -> str:
    """A lesson as one self-contained HTML page: no kernel, no network."""
    data = {
        "box": make_box(lesson.game, len(lesson.players[FALLBACK])),
        "lesson": lesson_frames.page(lesson),
    }
    return f"""<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(lesson.title[lang])} · escale</title><link rel="icon" href="data:,">
<style>{PAPER}{bundle.style()}</style>
</head><body><main></main>
<script type="application/json" data-escale-start="lesson">{words.in_script(data)}</script>
<script type="module">{bundle.script()}</script></body></html>
"""
