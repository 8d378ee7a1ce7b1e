"""The odds of Dominos Florentins, counted in games that computers have played.

    cells("beginner", 4)      for each cell: how often it is filled, how often a gem on it counts
    sizes("beginner", 4)      for each number of triangles: how often such a space is closed
    black("beginner", 4)      what the black cards change at the end

All of it is prepared: `prepare` makes `odds.json` (`make odds`). What a page shows of it is in
`explore`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from random import Random
from typing import Any, Final, NamedTuple

from escale.engine.match import Match
from escale.players.lineup import lineup
from escale.players.play_out import play_out

from .rules import DominosFlorentins, State, result
from .spaces import CELL, CELLS

FILE: Final = "odds.json"
LEVELS_TRIED: Final = ("random", "beginner", "sensible")  # who thinks long is not asked so often
GAMES_PLAYED: Final = {"random": 300, "beginner": 300, "sensible": 200}  #: a number of players
SIZES: Final = tuple(range(1, 11))  #: of spaces, in triangles; there are hardly any larger ones
OFTEN: Final = 20  #: how many spaces of a size were seen of which something is said

game = DominosFlorentins()


class Cells(NamedTuple):
    """Shares of one, for each cell in the order of CELLS."""

    filled: Sequence[float]
    counts: Sequence[float]  #: of the gems on it


class Blacks(NamedTuple):
    """What the black cards do, over some games."""

    games: int
    changed: float  #: the share of games that others win, or not all of the same
    gems: float  #: that a player has in the end ...
    before: float  #: ... and would have without them


def cells(who: str, players: int) -> Cells:
    found = _of(who, players)
    filled = [count / found["games"] for count in found["filled"]]
    pairs = zip(found["counted"], found["gems"], strict=True)
    return Cells(filled, [counted / gems if gems else 0.0 for counted, gems in pairs])


def sizes(who: str, players: int) -> Mapping[int, float]:
    """The share of closed ones, for the sizes that were seen often enough."""
    counts = zip(SIZES, _of(who, players)["sizes"], strict=True)
    return {size: closed / seen for size, (seen, closed) in counts if seen >= OFTEN}


def black(who: str, players: int) -> Blacks:
    found = _of(who, players)
    games, (changed, gems, before) = found["games"], found["black"]
    return Blacks(games, changed / games, gems / games / players, before / games / players)


def _of(who: str, players: int) -> Mapping[str, Any]:
    found: Mapping[str, Any] = prepared()[who][str(players)]
    return found


@cache
def prepared() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return found


# --- Games ----------------------------------------------------------------------------------------


class Ended(NamedTuple):
    """A game at its end, and before anybody decided about a black card."""

    end: State
    before: State

    @property
    def winners(self) -> tuple[int, ...]:
        return result(self.end.colours, self.end.gems).winners

    @property
    def winners_before(self) -> tuple[int, ...]:
        """Who would have won without black cards (DF-SCO-3)."""
        return result(self.before.colours, self.before.gems).winners


@lru_cache(64)
def play_game(who: str, players: int, seed: int) -> Ended:
    """A whole game of computers of one level."""
    match = Match(game, players, seed=seed)
    play_out(match, lineup(game, who, players, seed), Random(seed))
    before = next(
        ply.state for ply in match.plies if any(event.kind == "black-cards" for event in ply.events)
    )
    return Ended(match.state, before)


# --- To prepare it --------------------------------------------------------------------------------


def prepare() -> dict[str, Any]:
    """All that is in the file: some minutes."""
    return {who: {str(n): count_games(who, n) for n in game.seats} for who in LEVELS_TRIED}


def count_games(who: str, players: int) -> dict[str, Any]:
    filled, gems, counted = Counter[int](), Counter[int](), Counter[int]()
    seen, closed = Counter[int](), Counter[int]()
    changed = in_the_end = before = 0
    for seed in range(GAMES_PLAYED[who]):
        ended = play_game(who, players, seed)
        filled.update(cell for cell, card in enumerate(ended.end.placed) if card)
        for space in game.spaces(ended.end):
            size = len(space.triangles)
            seen[size] += 1
            closed[size] += space.closed
            lying = [CELL[triangle[:2]] for triangle in space.gems]
            gems.update(lying)
            counted.update(lying if space.closed else ())
        changed += {*ended.winners} != {*ended.winners_before}
        in_the_end += sum(result(ended.end.colours, ended.end.gems).scores)
        before += sum(result(ended.before.colours, ended.before.gems).scores)
    places = range(len(CELLS))
    return {
        "games": GAMES_PLAYED[who],
        "filled": [filled[cell] for cell in places],
        "gems": [gems[cell] for cell in places],
        "counted": [counted[cell] for cell in places],
        "sizes": [[seen[size], closed[size]] for size in SIZES],
        "black": [changed, in_the_end, before],
    }
