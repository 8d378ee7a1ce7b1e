"""Where the positions of exercises come from: random legal play, by a generator of its own.

A game is known by its number of players and its number: the same numbers give the same game,
whatever the levels of computers do. Which rules can be practised where is looked up once and kept
in `practice.json` in the game's folder (`make practice`; a test compares). It holds, for every
rule and kind, moments as [players, number of the game, ply]: first those where the rule decides,
then those where it nearly applies.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

from escale.engine.game import CHANCE
from escale.engine.match import Match

from .model import NAMES, At, subject

if TYPE_CHECKING:
    from escale.engine.game import Game

#: rule -> kind -> (where it decides, where it nearly applies)
Moment = tuple[int, int, int]
Index = dict[str, dict[str, tuple[list[Moment], list[Moment]]]]
#: What a kind of exercise can practise at a moment: rules, and whether each only nearly applies.
Practises = Callable[[At], Iterator[tuple[str, bool]]]
#: Can an exercise of that kind be made of it?
Makes = Callable[[str, At, str, bool], bool]

FILE = "practice.json"
FEW = 12  #: games that are looked through for a game without the file
MOST = 24  #: moments kept for a rule, a kind, a number of players, deciding or not


@lru_cache(maxsize=64)
def _begun(game: Game[Any, Any], players: int, number: int) -> tuple[Match, Random]:
    """The game of that number as far as it has been played, and the luck of the rest."""
    rng = Random(f"escale/practice/{game.id}/{players}/{number}")
    setup = game.deal(players, {name: option.default for name, option in game.options.items()}, rng)
    return Match(game, rng.sample(NAMES, players), setup=setup), rng


def played(game: Game[Any, Any], players: int, number: int, plies: int | None = None) -> Match:
    """The game of that number, played to its end, or so many moves of it at least."""
    match, rng = _begun(game, players, number)
    while (plies is None or match.ply < plies) and (actor := match.actor) is not None:
        if actor == CHANCE:
            match.play_chance(rng)
        else:
            match.play(rng.choice(match.legal()))
    return match


def moment(game: Game[Any, Any], found: Moment) -> At:
    """A moment of a game; the rest of the game is left alone, it takes its time."""
    players, number, ply = found
    return At(played(game, players, number, ply + 1), ply)


def sides(game: Game[Any, Any], kinds: Mapping[str, Practises], makes: Makes, games: int) -> Index:
    """Look through the first games of each number of players: what can be practised where?

    Of some rules only where they decide, or only where they nearly apply: see `whole`."""
    found: dict[tuple[str, str, bool, int], list[Moment]] = {}
    for number in range(games):
        for players in game.seats:
            match = played(game, players, number)
            for ply in range(match.ply):
                at = At(match, ply)
                for kind, practises in kinds.items():
                    for rule, contrast in set(practises(at)):
                        where = found.setdefault((rule, kind, contrast, players), [])
                        where.append((players, number, ply))
    index: Index = {}
    for (rule, kind, contrast, players), where in sorted(found.items()):
        rng = Random(f"escale/practice/{rule}/{kind}/{contrast}/{players}")
        both = index.setdefault(rule, {}).setdefault(kind, ([], []))
        kept = sorted(rng.sample(where, min(MOST, len(where))))
        both[contrast].extend([m for m in kept if makes(kind, moment(game, m), rule, contrast)])
    return index


def whole(found: Index) -> Index:
    """What can be practised both ways: anything else would tell its answer by being asked."""
    return {
        rule: kept
        for rule, by_kind in sorted(found.items())
        if (kept := {kind: both for kind, both in by_kind.items() if all(both)})
    }


def _look(game: Game[Any, Any], games: int) -> Index:
    raise NotImplementedError


#: Looks for moments in random games; set by the package, which knows the kinds.
look: Callable[[Game[Any, Any], int], Index] = _look


@cache
def index(game: Game[Any, Any]) -> Index:
    """The moments that are known for a game; none for a game without misconceptions.

    Where nobody has looked for them yet (`escale prepare`), a few are found now."""
    source = files(game.package).joinpath(FILE)
    if not source.is_file():
        try:
            subject(game)
        except ModuleNotFoundError as error:
            if error.name != f"{game.package}.exercises":
                raise
            return {}
        return look(game, FEW)
    found: Index = json.loads(source.read_text("utf-8"))
    return found


def written(found: Index) -> str:
    """An index as it is kept: a line a rule and kind."""
    rules = []
    for rule, by_kind in found.items():
        lines = [f'  "{kind}": {json.dumps(both, separators=(",", ":"))}'
                 for kind, both in by_kind.items()]  # fmt: skip
        rules.append(f' "{rule}": {{\n' + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(rules) + "\n}\n"
