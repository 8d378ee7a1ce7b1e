"""What goes to the page: a box once (symbols, layouts, rules), then scenes, then what changed.

Everything is plain JSON. A scene is a table of fields; a *frame* is the difference between two
moments: of what has changed, every row whole. `frontend/src/frames.js` puts frames together again
(`merge`), field by field as they are taken apart here, and so does `merged` for Python.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

from escale.draw.scene import Layout, Piece, Scene, Seat, Target, scenes
from escale.draw.svg import house_style, symbol_sizes
from escale.engine.game import check_options
from escale.players.knowledge import knowledge
from escale.players.levels import LEVELS, check_levels, levels, usual
from escale.teach.holes import fill
from escale.teach.rulebook import rulebook
from escale.teach.texts import LANGUAGES, number, texts

if TYPE_CHECKING:
    from escale.engine.game import Game, Option

Json = dict[str, Any]

#: Who sits down where nobody has said their name; the first is the learner's.
NAMES = ("Alix", "Gina", "Otto", "Lise", "Nino", "Vera", "Remo", "Dora")


def names(count: int) -> list[str]:
    """So many names, all of them different."""
    rounds = [f" {n}" if n > 1 else "" for n in range(1, count // len(NAMES) + 2)]
    return [name + more for more in rounds for name in NAMES][:count]


def written(data: Any) -> str:
    """Data as the text that goes to a page."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def in_script(data: Any) -> str:
    """The same inside a `<script>`, which no text in it can end."""
    return written(data).replace("<", "\\u003c")


# --- Once a table -------------------------------------------------------------------------------


@cache
def ui() -> Mapping[str, Mapping[str, str]]:
    """The words of the house around the scene, in both languages; every level has its own."""
    table: Mapping[str, Mapping[str, str]] = tomllib.loads(
        files("escale.widgets").joinpath("ui.toml").read_text("utf-8")
    )
    check_levels(table, LANGUAGES)
    called = {f"level-{name}": table[f"level-{entry.words}"] for name, entry in LEVELS.items()}
    return {**table, **called}


def said(name: str, lang: str, **facts: Any) -> str:
    """One of the house's sentences."""
    told = {hole: number(fact, lang) if type(fact) is int else fact for hole, fact in facts.items()}
    return fill(ui()[name][lang], told)


def box(game: Game[Any, Any], players: int) -> Json:
    """What does not change while a game is played by so many."""
    module = scenes(game)
    return {
        "game": game.id,
        "title": title(game),
        "players": players,
        "symbols": module.symbols(),
        "sizes": {name: list(size) for name, size in symbol_sizes(game).items()},
        "style": house_style() + module.style(),
        "layouts": [_layout(layout) for layout in module.layouts(players)],
        "ui": {lang: {name: entry[lang] for name, entry in ui().items()} for lang in LANGUAGES},
        "rules": _rules(game),
        "seats": [game.seats[0], game.seats[-1]],
        "levels": levels(game),
        "usual": usual(game),
        "says": {lang: [_says(game, name, lang) for name in levels(game)] for lang in LANGUAGES},
        "names": names(game.seats[-1]),
        "options": [_option(game, name, option) for name, option in game.options.items()],
        "secrets": game.secrets,
        "deals": _deals(game, players),
    }


def _deals(game: Game[Any, Any], players: int) -> bool:
    """Is anything dealt? Where everybody starts alike, the number of a deal means nothing."""
    return bool(game.deal(players, check_options(game, None), Random(0)))


def _says(game: Game[Any, Any], level: str, lang: str) -> str:
    """What a computer of that level says of itself; "" if the game has not written it down."""
    entry = LEVELS[level]
    own = knowledge(game).says.get(level, {}).get(lang, "")
    return own if entry.known else ui()[f"says-{entry.words}"][lang]


def title(game: Game[Any, Any]) -> str:
    return game.id.replace("-", " ").title()


def _layout(layout: Layout) -> Json:
    places = {
        name: _trimmed([n if type(n) is int else _short(n) for n in box], least=4)
        for name, box in layout.places.items()
    }
    return layout._asdict() | {"places": places}


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
                    lang: _trimmed(
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


# --- A scene --------------------------------------------------------------------------------------


def whole(scene: Scene, *, asked: bool = False) -> Json:
    """A scene in full; `asked` leaves out what a page can ask for, where somebody answers."""
    return {name: _encoded(name, value) for name, value in _fields(scene, asked).items()}


def _fields(scene: Scene, asked: bool) -> Json:
    """What the page gets of a scene, as it is before it is encoded."""
    return {
        "pieces": scene.pieces,
        "targets": scene.targets,
        "seats": scene.seats,
        "heading": scene.heading,
        "status": scene.status,
        "words": [] if asked else scene.words,
        "choices": (_undecided(scene) if asked else scene.choices, scene.lies),
    }


def _undecided(scene: Scene) -> tuple[tuple[str, ...], ...]:
    """The legal moves without an end that lies nowhere on the table and that the rest decides."""
    ways = Counter(path[:-1] for path in scene.choices)
    return tuple(
        path[:-1] if ways[path[:-1]] == 1 < len(path) and path[-1] not in scene.targets else path
        for path in scene.choices
    )


def _encoded(name: str, value: Any) -> Any:
    if name in ("pieces", "targets"):
        return {key: _row(entry) for key, entry in value.items()}
    if name == "seats":
        return [_row(entry) for entry in value]
    if name == "words":
        return list(value)
    return choices(*value) if name == "choices" else value


def _row(entry: Sequence[Any]) -> list[Any]:
    """A piece, a target or a seat as a list without the empty values at its end."""
    return _trimmed([int(value) if isinstance(value, bool) else value for value in entry])


def _trimmed(values: list[Any], least: int = 0) -> list[Any]:
    """Without the empty values at its end."""
    end = len(values)
    while end > least and not values[end - 1]:
        end -= 1
    return values[:end]


def choices(paths: Sequence[tuple[str, ...]], lies: Sequence[int | None] = ()) -> Json:
    """Paths as numbers in a list of keys, and how the moved piece comes to lie in each.

    {"keys": ["hand:5", "column:1", "column:2"], "paths": [[0, 1], [0, 2]]}
    """
    if not paths:
        return {}
    keys = dict.fromkeys(key for path in paths for key in path)
    number = {key: n for n, key in enumerate(keys)}
    found: Json = {"keys": list(keys), "paths": [[number[key] for key in path] for path in paths]}
    return found | {"lies": list(lies)} if lies else found


# --- The difference between two scenes ----------------------------------------------------------


def difference(old: Scene, new: Scene, *, asked: bool = False) -> Json:
    """What has to be sent to make the new scene of the old one. Only what changed is encoded."""
    found: Json = {}
    before = _fields(old, asked)
    for name, value in _fields(new, asked).items():
        was = before[name]
        if name == "targets" and (moved := _order(was, value)):
            found["order"] = moved
        if value == was:
            continue
        if name in ("pieces", "targets"):
            found[name] = _table_difference(was, value)
        elif name in ("seats", "words"):
            found[name] = _list_difference(was, value)
        else:
            found[name] = _encoded(name, value)
    return found


def _table_difference(old: Json, new: Json) -> Json:
    """The rows that are new, and None for those that have gone."""
    found: Json = {key: None for key in old if key not in new}
    for key, value in new.items():
        was = old.get(key)
        if was is not value and was != value:
            found[key] = _row(value)
    return found


def _order(old: Json, new: Json) -> list[list[str]]:
    """Where keys go that would not stand right: each run of them after the key it follows.

    Those that stay are where they were, and new ones come last, unless it is said here.
    """
    keys, stay = list(new), [key for key in old if key in new]
    if keys == [*stay, *(key for key in new if key not in old)]:
        return []
    if stay != [key for key in new if key in old]:
        return [["", *keys]]
    runs: list[list[str]] = []
    for before, key in zip(["", *keys], keys, strict=False):
        if key in old:
            continue
        if runs and runs[-1][-1] == before:
            runs[-1].append(key)
        else:
            runs.append([before, key])
    return runs


def _list_difference(old: Sequence[Any], new: Sequence[Any]) -> Json:
    """The entries that are new, by their number, and the length where it changes."""
    found: Json = {
        str(i): entry if isinstance(entry, str) else _row(entry)
        for i, entry in enumerate(new)
        if i >= len(old) or old[i] != entry
    }
    if len(old) != len(new):
        found["length"] = len(new)
    return found


# --- Put together again, as the page does it ----------------------------------------------------


def merged(scene: Json, frame: Json) -> Json:
    """A scene in full and what has changed in it: the new scene in full."""
    new = dict(scene)
    for name, change in frame.items():
        if name in ("pieces", "targets"):
            table = scene[name] | change
            new[name] = {key: row for key, row in table.items() if row is not None}
        elif name in ("seats", "words"):
            length = change.get("length", len(scene[name]))
            old = dict(enumerate(scene[name]))
            new[name] = [change.get(str(i), old.get(i)) for i in range(length)]
        elif name != "order":
            new[name] = change
    if "order" in frame:
        new["targets"] = _in_order(new["targets"], frame["order"])
    return new


def _in_order(table: Json, runs: Sequence[Sequence[str]]) -> Json:
    """A table with its keys in order: each run stands after its first key, "" being the start."""
    moved = {key for run in runs for key in run[1:]}
    keys = ["", *(key for key in table if key not in moved)]
    for after, *run in runs:
        at = keys.index(after) + 1
        keys[at:at] = run
    return {key: table[key] for key in keys[1:]}


def scene_of(scene: Json) -> Scene:
    """A scene in full as a scene again, without its choices."""
    return Scene(
        {key: Piece(*row) for key, row in scene["pieces"].items()},
        {key: Target(*row) for key, row in scene["targets"].items()},
        [Seat(*row) for row in scene["seats"]],
        scene["heading"],
        scene["status"],
        scene["words"],
    )
