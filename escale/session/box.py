"""The box of a game: all that does not change while it is played by so many. A page gets it once.

Symbols, layouts, rules and words; `frames` has what changes.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from escale.draw.scene import Box, Layout, scenes
from escale.draw.svg import house_style, symbol_sizes
from escale.engine.game import check_options
from escale.players.knowledge import knowledge
from escale.players.levels import LEVELS, has_temper, levels, usual
from escale.players.tempers import tempers
from escale.teach.languages import FALLBACK, LANGUAGES, is_partial
from escale.teach.overlays import written_in
from escale.teach.rulebook import rulebook
from escale.teach.texts import texts

from .about import about
from .frames import Json, trimmed
from .words import names, ui

if TYPE_CHECKING:
    from escale.engine.game import Game, Option


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
    """Every rule by its id: section, then text, short text and reason in each language."""
    book = rulebook(game)
    return {
        "sections": {
            name: {lang: section[lang] for lang in LANGUAGES}
            for name, section in book.sections.items()
        },
        "rules": {
            rule.id: {
                "section": rule.section,
                **{
                    lang: trimmed(
                        [
                            rule.text[lang],
                            rule.short[lang],
                            rule.reason[lang] if rule.reason else "",
                        ]
                    )
                    for lang in LANGUAGES
                },
            }
            for rule in book.rules.values()
        },
    }


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
