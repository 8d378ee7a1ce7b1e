"""What goes to the page: a box once (symbols, layouts, rules), then scenes, then what changed.

Everything is plain JSON. A scene is a table of fields; a *frame* is the difference between two
moments, so that an ordinary move costs less than the protocol's own headers. `stage.js` puts
frames together again (`merge`), field by field as they are taken apart here.
"""

from __future__ import annotations

import base64
import json
import re
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

from escale.draw.scene import Layout, Piece, Scene, Seat, Target, scenes
from escale.draw.svg import house_style, symbol_sizes
from escale.engine.game import check_options
from escale.players.knowledge import knowledge
from escale.players.levels import levels, usual
from escale.teach.holes import fill
from escale.teach.rulebook import rulebook
from escale.teach.texts import LANGUAGES, number, texts

if TYPE_CHECKING:
    from escale.engine.game import Game, Option

Json = dict[str, Any]

#: Who sits down where nobody has said their name; the first is the learner's.
NAMES = ("Alix", "Gina", "Otto", "Lise", "Nino", "Vera", "Remo", "Dora")


def written(data: Any) -> str:
    """Data as the text that goes to a page."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def in_script(data: Any) -> str:
    """The same inside a `<script>`, which no text in it can end."""
    return written(data).replace("<", "\\u003c")


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
        "names": NAMES,
        "options": [_option(game, name, option) for name, option in game.options.items()],
        "secrets": game.secrets,
        "deals": _deals(game, players),
    }


def _deals(game: Game[Any, Any], players: int) -> bool:
    """Is anything dealt? Where everybody starts alike, the number of a deal means nothing."""
    return bool(game.deal(players, check_options(game, None), Random(0)))


def _says(game: Game[Any, Any], level: str, lang: str) -> str:
    """What a computer of that level says of itself; "" if the game has not written it down."""
    own = knowledge(game).says.get(level, {}).get(lang, "")
    return ui()[f"says-{level}"][lang] if level in ("random", "strong") else own


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


def whole(scene: Scene, *, brief: bool = False) -> Json:
    """A scene in full; `brief` leaves out what a page can ask for, if somebody listens."""
    return {name: _encoded(name, value) for name, value in _fields(scene, brief).items()}


def _fields(scene: Scene, brief: bool) -> Json:
    """What the page gets of a scene, as it is before it is encoded."""
    return {
        "pieces": scene.pieces,
        "targets": scene.targets,
        "seats": scene.seats,
        "heading": scene.heading,
        "status": scene.status,
        "words": [] if brief else scene.words,
        "choices": (_undecided(scene) if brief else scene.choices, scene.lies),
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
        return {key: _row(name, entry) for key, entry in value.items()}
    if name in ("seats", "words"):
        return [_row(name, entry) for entry in value]
    return choices(*value) if name == "choices" else value


def _row(name: str, entry: Any) -> Any:
    """A piece, a target or a seat as a list without the empty values at its end."""
    if name == "words" or entry is None:
        return entry
    return _trimmed([int(value) if isinstance(value, bool) else value for value in entry])


def _patch(entry: Sequence[Any], was: Sequence[Any]) -> list[Any]:
    """What is new in a row: None stands for what stays, and nothing is said about the end."""
    row = [
        None if value == old and value else int(value) if isinstance(value, bool) else value
        for value, old in zip(entry, was, strict=True)
    ]
    while row[-1] is None or (not row[-1] and not was[len(row) - 1]):
        row.pop()
    return row


def _trimmed(values: list[Any], least: int = 0) -> list[Any]:
    """Without the empty values at its end."""
    end = len(values)
    while end > least and not values[end - 1]:
        end -= 1
    return values[:end]


def choices(paths: Sequence[tuple[str, ...]], lies: Sequence[int | None] = ()) -> Json:
    """Paths as a line of keys and, for each beginning, its possible ends: numbers in that line.

    A key that begins like the one before it says only how it ends. How the moved piece comes to
    lie stands beside the ends: a list, or what holds for all of them.

        {"keys": "hand:5 column:1 :2", "paths": [[[0], [1, 2]]]}
    """
    if not paths:
        return {}
    longest = max(map(len, paths))
    keys = dict.fromkeys(path[i] for i in range(longest) for path in paths if i < len(path))
    number = {key: n for n, key in enumerate(keys)}
    groups: dict[tuple[int, ...], tuple[list[int], list[int | None]]] = {}
    for i, path in enumerate(paths):
        *head, tail = [number[key] for key in path]
        tails, turns = groups.setdefault(tuple(head), ([], []))
        tails.append(tail)
        if lies:
            turns.append(lies[i])
    return {
        "keys": _line(keys),
        "paths": [
            [list(head), tails, turns[0] if len(set(turns)) == 1 else turns]
            if lies
            else [list(head), tails]
            for head, (tails, turns) in groups.items()
        ],
    }


def _line(keys: Iterable[str]) -> str:
    """Keys in a line; `:2` after `column:1` is `column:2`."""
    words, before = [], ""
    for key in keys:
        kind, colon, rest = key.partition(":")
        words.append(f":{rest}" if colon and kind == before else key)
        before = kind
    return " ".join(words)


# --- The difference between two scenes ----------------------------------------------------------


def difference(old: Scene, new: Scene, *, brief: bool = False) -> Json:
    """What has to be sent to make the new scene of the old one. Only what changed is encoded.

    In a `brief` one, for a table that says so, rows are patches of the old rows.
    """
    found: Json = {}
    before = _fields(old, brief)
    for name, value in _fields(new, brief).items():
        was = before[name]
        if name == "targets" and (moved := _order(was, value)):
            found["order"] = moved
        if value == was:
            continue
        if name in ("pieces", "targets"):
            found[name] = _table_difference(name, was, value, brief)
            if brief and (lines := _lines(found[name])):
                found[name] |= {"": lines}
        elif name in ("seats", "words"):
            found[name] = _list_difference(name, was, value, brief)
        else:
            found[name] = _encoded(name, value)
    return found


def _table_difference(name: str, old: Json, new: Json, brief: bool) -> Json:
    found: Json = {key: None for key in old if key not in new}
    for key, value in new.items():
        was = old.get(key)
        if was is not value and was != value:
            found[key] = _patch(value, was) if brief and was is not None else _row(name, value)
    return found


def _lines(changes: Json) -> list[list[Any]]:
    """Takes out what only moves, to places side by side, and says it in lines.

    {"card:A": ["row/4"], "card:B": ["row/5"]} is [["row/", 4, "card:A :B"]].
    """
    lines: list[tuple[str, int, list[str]]] = []
    for key, row in changes.items():
        stem, slash, number = row[0].rpartition("/") if row and len(row) == 1 else ("", "", "")
        if slash and number.isdigit():
            last, first, keys = lines[-1] if lines else ("", 0, [])
            if last == stem and first + len(keys) == int(number):
                keys.append(key)
            else:
                lines.append((stem, int(number), [key]))
    lines = [line for line in lines if len(line[2]) > 2]
    for _, _, keys in lines:
        for key in keys:
            del changes[key]
    return [[f"{stem}/", first, _line(keys)] for stem, first, keys in lines]


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


def _list_difference(name: str, old: Sequence[Any], new: Sequence[Any], brief: bool) -> Json:
    found: Json = {}
    for i, entry in enumerate(new):
        was = old[i] if i < len(old) else None
        if was != entry:
            patched = _patch(entry, was) if brief and was and name == "seats" else None
            found[str(i)] = patched or _row(name, entry)
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
    """A module of ours, whose texts mind no space around signs of arithmetic (but `/`) and of
    comparison, inside braces, or after a comma or a colon between two words."""
    made = compact(source)
    for sign in ";,{}([":
        made = made.replace(f"{sign}\n", sign)
    for sign in ("=>", "=", "==", "===", "!==", "&&", "||", "??"):
        made = made.replace(f" {sign} ", sign)
    for spaced in ("{ ", " }", ") {", "if (", "for (", "} else", "return ("):
        made = made.replace(spaced, spaced.replace(" ", ""))
    return re.sub(r"""(?<=[\w)\]}])([,:]) (?=[\w"'`({[.])| ([-+*<>?]) (?![-+])""", r"\1\2", made)


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
    return re.sub(r";\s*(?=})|([:;,{}])\s+|\s+(?=[{}])", r"\1", compact(source))
