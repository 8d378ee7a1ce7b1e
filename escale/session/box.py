"""The box of a game: all that does not change while it is played by so many. A page gets it once.

Symbols, layouts, rules and words; `frames` has what changes.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

from escale.draw.scene import Box, Layout, scenes
from escale.draw.svg import house_style, symbol_sizes
from escale.engine.game import check_options
from escale.players.knowledge import knowledge
from escale.players.levels import LEVELS, has_temper, levels, usual
from escale.players.tempers import tempers
from escale.teach.languages import FALLBACK, LANGUAGES, is_partial
from escale.teach.lesson_file import BadLesson
from escale.teach.lesson_outline import outlines, quick_start
from escale.teach.overlays import written_in
from escale.teach.rulebook import rulebook
from escale.teach.texts import texts

from .about import about
from .frames import Json, trimmed
from .words import names, ui

if TYPE_CHECKING:
    from escale.engine.game import Game, Option
    from escale.teach.rulebook import Rule


def box(game: Game[Any, Any], players: int) -> Json:
    """What does not change while a game is played by so many."""
    module, known = scenes(game), about(game)
    return {
        "game": game.id,
        "title": known.titles(),
        "mark": known.mark,
        "players": players,
        "symbols": module.symbols(),
        "sizes": {name: list(size) for name, size in symbol_sizes(game).items()},
        "style": house_style() + module.style(),
        "layouts": [layout_entry(layout) for layout in module.layouts(players)],
        "languages": {lang: _language(lang) for lang in LANGUAGES},
        "fallback": FALLBACK,
        "ui": {lang: _own_words(lang) for lang in LANGUAGES},
        "rules": _rules(game),
        "seats": [game.seats[0], game.seats[-1]],
        "levels": levels(game),
        "usual": usual(game),
        "says": {lang: [_says(game, name, lang) for name in levels(game)] for lang in LANGUAGES},
        "tempers": _tempers(game),
        "tempered": [name for name in levels(game) if has_temper(name)],
        "names": names(game.seats[-1]),
        "options": [_option(game, name, option) for name, option in game.options.items()],
        "secrets": game.secrets,
        "ordered": game.ordered,
        "completes": game.completes,
        "told": getattr(module, "TOLD", ""),
        "deals": _deals(game, players),
    }


def _language(lang: str) -> Json:
    """What a page has to know of a language."""
    return {"singular": LANGUAGES[lang].singular, "partial": is_partial(lang)}


def _own_words(lang: str) -> Json:
    """The words of the house; a page takes those that are not here from the fallback."""
    own = {name: entry[lang] for name, entry in ui().items()}
    return {name: text for name, text in own.items() if written_in(text, lang) == lang}


def _deals(game: Game[Any, Any], players: int) -> bool:
    """Is anything dealt? Where everybody starts alike, the number of a deal means nothing."""
    return bool(game.deal(players, check_options(game, None), Random(0)))


def _says(game: Game[Any, Any], level: str, lang: str) -> str:
    """What a computer of that level says of itself; "" if the game has not written it down."""
    entry = LEVELS[level]
    said = knowledge(game).says.get(level, {})
    own = said.get(lang) or said.get(FALLBACK, "")
    return own if entry.known else ui()[f"says-{entry.words}"][lang]


def _tempers(game: Game[Any, Any]) -> Json:
    """Every temper by name: in each language how it is called and what it says of itself."""
    return {
        name: {lang: [words.get(lang) or words[FALLBACK] for words in temper] for lang in LANGUAGES}
        for name, temper in tempers(game).items()
    }


def layout_entry(layout: Layout) -> Json:
    """A layout as the page gets it."""
    places = {
        name: trimmed([n if type(n) is int else _short(n) for n in box], least=4)
        for name, box in layout.places.items()
    }
    closeups = {key: layout_entry(closeup) for key, closeup in layout.closeups.items()}
    return layout._asdict() | {"places": places, "closeups": closeups}


def layout_of(entry: Json) -> Layout:
    """The layout out of what the page gets."""
    places = {name: Box(*box) for name, box in entry["places"].items()}
    closeups = {key: layout_of(closeup) for key, closeup in entry["closeups"].items()}
    return Layout(**entry | {"places": places, "closeups": closeups})


def _short(number: float) -> float:
    """A measure without needless digits."""
    rounded = round(number, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def _rules(game: Game[Any, Any]) -> Json:
    """Every rule by its id: section, lesson, what the coach needs, whether it can be practised;
    then in each language text, short text, reason, what the coach says instead, and what it asks.
    Then the rules that each lesson names: who has completed it has met them."""
    book, steps = rulebook(game), _steps(game)
    return {
        "sections": {
            name: {lang: section[lang] for lang in LANGUAGES}
            for name, section in book.sections.items()
        },
        "rules": {
            rule.id: {
                "section": rule.section,
                **_coached(rule, steps.get(rule.id)),
                **_exercised(game, rule),
                **{
                    lang: trimmed(
                        [
                            rule.text[lang],
                            rule.short[lang],
                            rule.reason[lang] if rule.reason else "",
                            rule.coach.says[lang] if rule.coach and rule.coach.says else "",
                            rule.coach.ask[lang] if rule.coach and rule.coach.ask else "",
                        ]
                    )
                    for lang in LANGUAGES
                },
            }
            for rule in book.rules.values()
        },
        "lessons": _lessons(game),
    }


def _coached(rule: Rule, step: str | None) -> Json:
    """When the coach speaks of a rule, and the step of a lesson that is about it."""
    coach = rule.coach
    fields = {} if coach is None else coach._asdict()
    names = ("start", "choice", "first", "early", "ends", "sight", "at", "before")
    found = {name: fields[name] for name in names if fields.get(name)}
    return ({"step": step} if step else {}) | ({"coach": found} if found else {})


def _exercised(game: Game[Any, Any], rule: Rule) -> Json:
    """Whether a coach may send somebody to practise it."""
    return {"practice": True} if rule.id in _prepared(game) else {}


@cache
def _prepared(game: Game[Any, Any]) -> frozenset[str]:
    """The rules with exercises that are prepared: a table does not need what makes more of them."""
    source = files(game.package).joinpath("practice.json")
    return frozenset(json.loads(source.read_text("utf-8"))) if source.is_file() else frozenset()


def _lessons(game: Game[Any, Any]) -> Json:
    try:
        first = quick_start(game)
        return {
            lesson.id: sorted(
                {r for step in lesson.steps for r in (*step.rules, *(step.asked or ()))}
            )
            for lesson in (*([first] if first else []), *outlines(game))
        }
    except BadLesson:
        return {}


def _steps(game: Game[Any, Any]) -> dict[str, str]:
    """The step that teaches each rule, as `casanova/ties#2`: best in a lesson that asks about it,
    and not in a quick start, which only names it."""
    try:
        course = sorted(outlines(game), key=lambda lesson: lesson.id.endswith("/quick-start"))
    except BadLesson:
        return {}  # whoever opens the lesson is told; one can play all the same
    first: dict[str, str] = {}
    asked: dict[str, str] = {}
    for lesson in course:
        own: dict[str, str] = {}
        for number, step in enumerate(lesson.steps, start=1):
            for rule in step.rules:
                own.setdefault(rule, f"{lesson.id}#{number}")
        first = own | first
        asks = {rule for step in lesson.steps for rule in step.asked or () if rule in own}
        asked = {rule: own[rule] for rule in asks} | asked
    return first | asked


def _option(game: Game[Any, Any], name: str, option: Option) -> Json:
    labels = {}
    for lang in LANGUAGES:
        try:
            labels[lang] = texts(game).label(f"option-{name}", lang)
        except LookupError:
            labels[lang] = name.replace("_", " ").replace("-", " ")
    return {
        "name": name,
        "label": labels,
        "rule": option.rule,
        "default": option.default,
        "low": option.low,
        "high": option.high,
        "names": list(option.names()) if option.names else None,
    }
