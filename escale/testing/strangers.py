"""What comes from a stranger's file: a set-up or a position in which one thing is not what it is.

A game may refuse it (`BadRecord`, with the place) and nothing else. What is found is a warning: it
hurts only whoever opens such a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from escale.engine.errors import BadRecord, quoted
from escale.engine.game import Game

from .inspection import Inspection, Problems, Spot, breakdown

OFTEN = 0.05  # of the moments whose position is spoilt, besides the first
PLACES = 8  # that are spoilt in one document

Path = tuple[Any, ...]


def set_ups_are_looked_at(
    of: Inspection, players: int, options: Mapping[str, Any], seed: int
) -> Problems:
    game = of.game
    chosen = _chosen(game, options)
    setup = game.deal(players, chosen, Random(seed))
    _spoilt(of, "initial", "setup", lambda d: game.initial(players, chosen, d), setup, Random(seed))
    yield from ()


def positions_are_looked_at(at: Spot) -> Problems:
    rng = Random(f"{at.match.ply} {at.match.seed}")  # the games stay the same
    if at.match.ply and rng.random() > OFTEN:
        return
    game, position = at.game, at.game.to_position(at.state)
    if position is not None:
        players, chosen = len(at.match.players), _chosen(game, at.match.options)
        door = "from_position"
        _spoilt(
            at.of, door, "position", lambda d: game.from_position(players, chosen, d), position, rng
        )
    yield from ()


def _chosen(game: Game[Any, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: option.default for name, option in game.options.items()} | dict(options)


def _spoilt(
    of: Inspection,
    door: str,
    name: str,
    enter: Callable[[Any], Any],
    document: Any,
    rng: Random,
) -> None:
    everywhere = [*_places(document, ())]
    for path in rng.sample(everywhere, min(PLACES, len(everywhere))):
        wrong = _without(document, path)
        where = name + "".join(f"[{key}]" if type(key) is int else f".{key}" for key in path)
        try:
            enter(_put(document, path, wrong))
        except BadRecord:
            continue
        except Exception as error:
            of.doubt(
                f"{door} breaks down where {where} is {quoted(wrong)}: {breakdown(error)}. What "
                "comes from a file is checked, and refused with BadRecord"
            )
        else:
            of.doubt(
                f"{door} takes {quoted(wrong)} for {where}: what comes from a file is checked, "
                "and refused with BadRecord"
            )


def _places(value: Any, path: Path) -> Iterator[Path]:
    """Where something stands in a document, whole tables and lists included."""
    if path:
        yield path
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _places(part, (*path, key))
    elif isinstance(value, (list, tuple)):
        for number, part in enumerate(value[:3]):
            yield from _places(part, (*path, number))


def _without(document: Any, path: Path) -> Any:
    """Something of another kind than what stands there."""
    for key in path:
        document = document[key]
    return 7 if isinstance(document, (str, list, tuple, dict)) else "x"


def _put(document: Any, path: Path, value: Any) -> Any:
    copy = json.loads(json.dumps(document))
    part = copy
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return copy
