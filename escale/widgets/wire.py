"""What goes to the page: a box once (symbols, layouts, rules), then scenes, then what changed.

Everything is plain JSON. A scene is a table of fields; a *frame* is the difference between two
moments, so that an ordinary move costs less than the protocol's own headers. `stage.js` puts
frames together again (`merge`), field by field as they are taken apart here.
"""

from __future__ import annotations

import base64
import re
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from escale.draw.scene import Layout, Piece, Scene, Seat, Target, scenes
from escale.draw.svg import house_style, symbol_sizes
from escale.players.levels import levels
from escale.teach.rulebook import rulebook
from escale.teach.texts import LANGUAGES, texts

if TYPE_CHECKING:
    from escale.engine.game import Game, Option

Json = dict[str, Any]

#: Who sits down where nobody has said their name; the first is the learner's.
NAMES = ("Alix", "Gina", "Otto", "Lise", "Nino", "Vera", "Remo", "Dora")


# --- Once a table -------------------------------------------------------------------------------


@cache
def ui() -> Mapping[str, Mapping[str, str]]:
    """The words of the house around the scene, in both languages."""
    table: Mapping[str, Mapping[str, str]] = tomllib.loads(
        files("escale.widgets").joinpath("ui.toml").read_text("utf-8")
    )
    return table


def said(name: str, lang: str, **facts: Any) -> str:
    """One of the house's sentences."""
    return ui()[name][lang].format_map(facts)


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
        "names": NAMES,
        "options": [_option(game, name, option) for name, option in game.options.items()],
        "secrets": game.secrets,
    }


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


def whole(scene: Scene) -> Json:
    """A scene in full."""
    return {name: _encoded(name, value) for name, value in _fields(scene).items()}


def _fields(scene: Scene) -> Json:
    """What the page gets of a scene, as it is before it is encoded."""
    return {
        "pieces": scene.pieces,
        "targets": scene.targets,
        "seats": scene.seats,
        "heading": scene.heading,
        "status": scene.status,
        "words": scene.words,
        "choices": (scene.choices, scene.lies),
    }


def _encoded(name: str, value: Any) -> Any:
    if name in ("pieces", "targets"):
        return {key: _row(name, entry) for key, entry in value.items()}
    if name in ("seats", "words"):
        return [_row(name, entry) for entry in value]
    return choices(*value) if name == "choices" else value


def _row(name: str, entry: Any) -> Any:
    """A piece, a target or a seat as a list without the empty values at its end."""
    if name == "words" or entry is None:
        return entry
    return _trimmed([int(value) if isinstance(value, bool) else value for value in entry])


def _trimmed(values: list[Any], least: int = 0) -> list[Any]:
    """Without the empty values at its end."""
    end = len(values)
    while end > least and not values[end - 1]:
        end -= 1
    return values[:end]


def choices(paths: Sequence[tuple[str, ...]], lies: Sequence[int | None] = ()) -> Json:
    """Paths as a table of keys and, for each beginning, its possible ends: numbers in that table.

    {"keys": ["hand:5", "column:1", "column:2"], "paths": [[[0], [1, 2]]]}
    """
    number: dict[str, int] = {}
    groups: dict[tuple[int, ...], tuple[list[int], list[int | None]]] = {}
    for i, path in enumerate(paths):
        *head, tail = [number.setdefault(key, len(number)) for key in path]
        tails, turns = groups.setdefault(tuple(head), ([], []))
        tails.append(tail)
        if lies:
            turns.append(lies[i])
    return {
        "keys": list(number),
        "paths": [
            [list(head), tails, turns] if lies else [list(head), tails]
            for head, (tails, turns) in groups.items()
        ],
    }


# --- The difference between two scenes ----------------------------------------------------------


def difference(old: Scene, new: Scene) -> Json:
    """What has to be sent to make the new scene of the old one. Only what changed is encoded."""
    found: Json = {}
    before = _fields(old)
    for name, value in _fields(new).items():
        was = before[name]
        if value == was:
            if name == "targets" and list(value) != list(was):
                found["order"] = list(value)
        elif name in ("pieces", "targets"):
            found[name] = _table_difference(name, was, value)
            if name == "targets" and _order_after(was, value) != list(value):
                found["order"] = list(value)
        elif name in ("seats", "words"):
            found[name] = _list_difference(name, was, value)
        else:
            found[name] = _encoded(name, value)
    return found


def _table_difference(name: str, old: Json, new: Json) -> Json:
    gone = {key: None for key in old if key not in new}
    return gone | {key: _row(name, value) for key, value in new.items() if old.get(key) != value}


def _order_after(old: Json, new: Json) -> list[str]:
    """The order in which the page would have the keys: those that stay, then the new ones."""
    return [key for key in old if key in new] + [key for key in new if key not in old]


def _list_difference(name: str, old: list[Any], new: list[Any]) -> Json:
    changed = [i for i, entry in enumerate(new) if i >= len(old) or old[i] != entry]
    found: Json = {str(i): _row(name, new[i]) for i in changed}
    if len(old) != len(new):
        found["length"] = len(new)
    return found


# --- Put together again, as the page does it ----------------------------------------------------


def merged(scene: Json, frame: Json) -> Json:
    """A scene in full and what has changed in it: the new scene in full, but for `order`."""
    new = dict(scene)
    for name, change in frame.items():
        if name in ("pieces", "targets"):
            table = scene[name] | change
            new[name] = {key: row for key, row in table.items() if row is not None}
        elif name in ("seats", "words"):
            length = change.get("length", len(scene[name]))
            old = dict(enumerate(scene[name]))
            new[name] = [change.get(str(i), old.get(i)) for i in range(length)]
        else:
            new[name] = change
    return new


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


# --- The page's own files -----------------------------------------------------------------------


def compact(source: str) -> str:
    """A module or a style sheet as it travels with every page: without indents and comments.

    Nothing is parsed: a comment has lines to itself, or ends one and has no quotes in it.
    """
    without = re.sub(r"^\s*(//[^\n]*|/\*.*?\*/)$", "", source, flags=re.MULTILINE | re.DOTALL)
    lines = [line.strip() for line in without.splitlines()]
    lines = [re.sub(r"\s+// [^'\"`]*$", "", line) if " // " in line else line for line in lines]
    return "\n".join(line for line in lines if line)


def compact_module(source: str) -> str:
    """A module of ours, in which no text has a spaced sign of comparison or assignment."""
    made = compact(source)
    for sign in ";,{([":
        made = made.replace(f"{sign}\n", sign)
    for sign in ("=>", "=", "==", "===", "!==", "&&", "||", "??"):
        made = made.replace(f" {sign} ", sign)
    return made


def packed_module(source: str) -> str:
    """A module that unpacks itself: it goes to every page anew, over a wire that packs nothing."""
    text = base64.b64encode(zlib.compress(source.encode(), 9)).decode()
    return (
        f'const packed = Uint8Array.from(atob("{text}"), (sign) => sign.charCodeAt());\n'
        'const opener = new DecompressionStream("deflate");\n'
        "const stream = new Blob([packed]).stream().pipeThrough(opener);\n"
        "const source = await new Response(stream).text();\n"
        'const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));\n'
        "const { default: widget } = await import(url);\n"
        "URL.revokeObjectURL(url);\n"
        "export default widget;"
    )


def compact_style(source: str) -> str:
    return re.sub(r"([:;,{}])\s+|\s+(?=[{}])", r"\1", compact(source))
