"""What a page shows before any widget is there: the board as a picture, and all that the page's
script (`frontend/src/page.js`) needs to make a table or a lesson of it at once.

The picture stands in the house's own markup, in every layout, and a style shows the one that fits:
so nothing jumps when the script, and later the widget, takes over.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from escale.draw.scene import Layout, Scene, scenes
from escale.draw.svg import draw_captions, draw_pieces, house_style, sheet_markup
from escale.engine.registry import game as find_game
from escale.engine.reloading import made_of_games
from escale.session import words
from escale.session.about import about as known
from escale.session.box import box as make_box
from escale.session.deals import FIRST
from escale.session.frames import scene_of
from escale.teach.languages import FALLBACK
from escale.teach.lesson_outline import outlines
from escale.teach.words import SITE
from escale.widgets import app_page, bundle, lesson_frames, practice_cache
from escale.widgets.lesson_cache import pack, prepared, unpack

from .pages import Place

#: what of a place is said to whoever makes its widget
OPENED = {
    "table": ("game", "players", "seats", "lang"),
    "lesson": ("lesson", "lang"),
    "practice": ("rule", "lang"),
}
#: of several deals one is shown, before anything is painted; of the first of them where the address
#: asks for a first game (`?coach`)
PICK = (
    "<script>{const place=document.currentScript.parentElement,"
    "deals=[...place.querySelectorAll('template')],"
    "first=new URLSearchParams(location.search).has('coach'),"
    f"at=Math.floor(Math.random()*(first?{FIRST}:deals.length));"
    "place.dataset.open=JSON.stringify({...JSON.parse(place.dataset.open),deal:at});place.replaceChildren(deals[at].content)}</script>"
)
IN_SHEET = ("symbols", "style")  # of a box: they are in the page as they are


class Shown:
    """What one page has shown already: a box and a sheet of symbols go into it once."""

    def __init__(self, host: Place) -> None:
        self.host = host
        self.boxes: set[tuple[str, int]] = set()
        self.games: set[str] = set()
        self.lessons = 0

    def place(self, about: Mapping[str, Any], widget: str = "") -> Markup:
        """The place of a widget that has said what it is; `widget` is the id by which the page can
        speak to it."""
        if "still" in about:
            return Markup(self._explore(about))
        kinds = {"lesson": self._lesson, "practice": self._practice}
        made = next((kinds[kind] for kind in kinds if kind in about), self._table)
        return Markup(made({**about, "widget": escape(widget)}))

    def _explore(self, about: Mapping[str, Any]) -> str:
        """How something to try looks at first; its widget takes the place when it comes."""
        shared = ""
        if about["game"] not in self.games:
            self.games.add(about["game"])
            shared = f"<style>{bundle.explore_style()}</style>{_sheet(about['game'])}"
        if "explore" in about:  # nobody takes its place
            return f"{shared}{about['still']}"
        return f'{shared}<div class="still">{about["still"]}</div>'

    def _table(self, about: Mapping[str, Any]) -> str:
        game, players, tables = about["game"], about["players"], about.get("deals")
        made = [self._first_sight(game, players, one) for one in tables or [about["table"]]]
        if tables is not None:
            no_script = SITE.say("class-script", about["lang"])
            baked = "".join(f"<template data-deal>{one}</template>" for one in made)
            made = [f"{baked}<noscript><p>{escape(no_script)}</p></noscript>{PICK}"]
        return (
            f"{self._shared(game, players)}"
            f'<div class="first" data-place="{about["place"]}" data-widget="{about["widget"]}" '
            f'data-box="{game}-{players}" data-kind="table"{self._open(about)}>{made[0]}</div>'
        )

    def _first_sight(self, game: str, players: int, table: Mapping[str, Any]) -> str:
        """A table as a picture and as data."""
        title = known(find_game(game)).title(table["lang"])
        layouts = scenes(find_game(game)).layouts(players)
        skeleton = _house(game, layouts, scene_of(table["scene"]), title)
        return f'{skeleton}<script type="application/json">{words.in_script(table)}</script>'

    def _open(self, about: Mapping[str, Any]) -> str:
        """Where no kernel has made the widget: what whoever answers has to make."""
        if self.host.host() is None:
            return ""
        kind = next((kind for kind in ("lesson", "practice") if kind in about), "table")
        named = {key: about[key] for key in OPENED[kind] if key in about}
        if kind == "practice":
            named["game"] = about["practice"]
        return f' data-open="{escape(words.written({"kind": kind, **named}))}"'

    def _packed(self, name: str, data: bytes) -> str:
        """Packed data, in the page or as a file beside it."""
        kind, address = "application/octet-stream", self.host.packed(name, data)
        if address:
            return f'<script type="{kind}" data-src="{address}"></script>'
        return f'<script type="{kind}">{b64encode(data).decode("ascii")}</script>'

    def _lesson(self, about: Mapping[str, Any]) -> str:
        name, lang, step = about["lesson"], about["lang"], about["step"]
        packed = prepared(name)
        players = _players(name)
        self.lessons += 1
        skeleton = ""
        if self.lessons == 1:  # the others are below: their turn comes when they are scrolled to
            page = unpack(packed.frames)
            told = lesson_frames.told(page, lang)
            scene = lesson_frames.still(page, step, lang)
            layouts = lesson_frames.layouts(page, packed.game, players)
            skeleton = _house(packed.game.id, layouts, scene, told["title"], lesson=True)
        return (
            f"{self._shared(packed.game.id, players)}"
            f'<div class="first" data-place="{about["place"]}" data-widget="{about["widget"]}" '
            f'data-box="{packed.game.id}-{players}" data-kind="lesson" data-lesson="{name}" '
            f'data-lang="{lang}" data-step="{step}" data-steps="{packed.steps}"{self._open(about)}>'
            f"{skeleton}{self._packed(f'lessons/{name}', packed.frames)}</div>"
        )

    def _practice(self, about: Mapping[str, Any]) -> str:
        """Which exercise comes first depends on who is here: there is no picture of it."""
        game, lang = find_game(about["practice"]), about["lang"]
        players = game.seats[-1]
        data = practice_cache.prepared(game, about["rule"]).data
        lessons = escape(words.written(_lessons(game.id, self.host.ending)))
        return (
            f"{self._shared(game.id, players)}"
            f'<div class="first" data-place="{about["place"]}" data-widget="{about["widget"]}" '
            f'data-box="{game.id}-{players}" data-kind="practice" data-rule="{about["rule"]}" '
            f'data-lang="{lang}" data-lessons="{lessons}"{self._open(about)}>'
            f"{self._packed(f'practice/{game.id}', data)}</div>"
        )

    def _shared(self, game: str, players: int) -> str:
        """What several places of a page have in common, the first time it is needed."""
        found = ""
        if game not in self.games:
            self.games.add(game)
            found += _sheet(game)
        if (game, players) not in self.boxes:
            self.boxes.add((game, players))
            kind = "application/octet-stream"
            found += (
                f'<script type="{kind}" id="box-{game}-{players}">{_box(game, players)}</script>'
            )
        return found


@made_of_games
@cache
def _players(name: str) -> int:
    page = unpack(prepared(name).frames)
    return len(lesson_frames.told(page, FALLBACK)["names"])


@made_of_games
@cache
def _lessons(game: str, ending: str) -> dict[str, tuple[int, str]]:
    """By rule, the lesson that asks about it or else tells of it: its number and its address."""
    told: dict[str, tuple[int, str]] = {}
    asked: dict[str, tuple[int, str]] = {}
    for number, outline in enumerate(outlines(find_game(game)), start=1):
        for at, step in enumerate(outline.steps, start=1):
            found = number, f"{game}{ending}?lesson={quote(outline.id)}&step={at}"
            for rule in step.rules:
                told.setdefault(rule, found)
            for rule in step.asked or ():
                asked.setdefault(rule, found)
    return told | asked


@made_of_games
@cache
def _box(game: str, players: int) -> str:
    """A box without what the sheet has, packed."""
    box = make_box(find_game(game), players)
    return b64encode(pack(box | dict.fromkeys(IN_SHEET, ""))).decode("ascii")


@made_of_games
@cache
def _sheet(game: str) -> str:
    """The symbols and the style of a game, under the name by which a stage looks for them."""
    module = scenes(find_game(game))
    return (
        f'<div id="es-sheet-{game}" class="es-picture es-sheet es-{game}" data-theme="auto" '
        f'aria-hidden="true"><style>{house_style()}{module.style()}</style>'
        f"{sheet_markup(module.symbols())}</div>"
    )


def _house(
    game: str, layouts: Sequence[Layout], scene: Scene, title: str, *, lesson: bool = False
) -> str:
    """A stage as it will stand, with a picture in the place of the board."""
    boards = "".join(_board(game, scene, layout) for layout in layouts)
    words = escape(" ".join([scene.heading, scene.status, *scene.words]))
    status = f'<div class="es-status"><p class="es-status-text">{escape(scene.status)}</p></div>'
    return (
        f'<div class="es-stage es-picture es-{game}{" es-lesson" if lesson else ""}" '
        f'data-theme="auto" data-skeleton><style>{_widths(layouts)}</style>'
        f'<div class="es-house" role="img" aria-label="{words}"><header class="es-head">'
        f'<div class="es-title"><h2>{escape(title)}</h2>'
        f'<span class="es-heading">{"" if lesson else escape(scene.heading)}</span></div></header>'
        f'<div class="es-main">{"" if lesson else status}{boards}</div>'
        f'<aside class="es-side"></aside></div></div>'
    )


def _board(game: str, scene: Scene, layout: Layout) -> str:
    box = f'viewBox="0 0 {layout.width:g} {layout.height:g}"'
    pieces = draw_pieces(find_game(game), scene, layout) + draw_captions(scene, layout)
    return (
        f'<div class="es-table lay-{layout.name}" '
        f'style="--es-ratio:{layout.width / layout.height:.5f}">'
        f'<svg class="es-scenery" {box}>{layout.scenery}</svg>'
        f'<svg class="es-board" {box}>{pieces}</svg>'
        f'<svg class="es-cover" {box}>{layout.cover}</svg></div>'
    )


def _widths(layouts: Any) -> str:
    """Of all layouts the one for this width is shown, as the stage will choose it."""
    rules = "[data-skeleton] [class*=lay-]{display:none}"
    for number, layout in enumerate(layouts):
        names = f"[data-skeleton] .lay-{layout.name}{{display:block}}"
        if number:
            before = layouts[number - 1].name
            names += f"[data-skeleton] .lay-{before}{{display:none}}"
            rules += f"@container (min-width:{layout.least}px){{{names}}}"
        else:
            rules += names
    return rules


def said_by(output: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What a widget of ours says about itself in a cell's output."""
    found: Mapping[str, Any] | None = output["data"].get(app_page.MIME)
    return found
