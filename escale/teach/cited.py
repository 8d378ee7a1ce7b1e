"""What a game's source says: the events and refusals that it can tell, rare ones included.

Random games reach what is common. The kinds that stand in the source as they are said,
`Event("GA-TUR-3", "pass", …)`, are known without playing; those that are put together are not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine.reloading import made_of_games

if TYPE_CHECKING:
    from escale.engine.game import Game

#: Modules whose events are what a move would lead to, said as [foresight.KIND] ...
FORESIGHT = ("knowledge", "tempers")
#: ... and those whose events are of exercises and experiments, with words of their own.
ELSEWHERE = ("exercises", "explore", "misconceptions", "odds", "retold")

MADE = {"Event": "event", "Violation": "refusal"}


class Told(NamedTuple):
    """A place in the source that tells an event, a refusal or a foresight."""

    group: str  #: of texts.toml
    kind: str
    rule: str  #: "" where the source puts it together
    place: str  #: "rules.py, line 12"


def told(game: Game[Any, Any]) -> tuple[Told, ...]:
    """All that the modules of a game's folder say that they tell."""
    return _told(game.package)


@made_of_games
@cache
def _told(package: str) -> tuple[Told, ...]:
    return tuple(found for name, tree in _modules(package) for found in _of_module(name, tree))


@made_of_games
@cache
def words_of(package: str) -> frozenset[str]:
    """Every text that stands in the source of a game, for the ids of rules among them."""
    return frozenset(
        node.value
        for _, tree in _modules(package)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@made_of_games
@cache
def _modules(package: str) -> tuple[tuple[str, ast.Module], ...]:
    found = []
    for file in sorted(files(package).iterdir(), key=lambda file: file.name):
        name, _, ending = file.name.partition(".")
        if ending == "py" and name not in ELSEWHERE and not name.startswith("test"):
            try:
                found.append((name, ast.parse(file.read_text("utf-8"))))
            except (SyntaxError, UnicodeDecodeError):
                continue  # told by whoever imports it
    return tuple(found)


def _of_module(name: str, tree: ast.Module) -> Iterator[Told]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if called not in MADE:
            continue
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        given = dict(zip(("rule", "kind"), node.args, strict=False)) | named
        kind, rule = (_text(given.get(field)) for field in ("kind", "rule"))
        if kind:
            foresight = called == "Event" and name in FORESIGHT
            group = "foresight" if foresight else MADE[called]
            yield Told(group, kind, rule, f"{name}.py, line {node.lineno}")


def _text(node: Any) -> str:
    value = getattr(node, "value", "") if isinstance(node, ast.Constant) else ""
    return value if isinstance(value, str) else ""
