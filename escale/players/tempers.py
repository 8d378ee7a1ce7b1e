"""Tempers: how a computer likes to play, beside how well. Each game has its own table of them.

    TEMPERS = {"bold": {"fr": "téméraire", "en": "bold",       # how it is called beside a name
                        "says": {"fr": .., "en": ..}}}          # what it says of itself
    def likes(view, move, temper) -> float                      # how a move looks to it

both in the game's `knowledge.py`; a game without the table has no tempers, and plays as it always
did. French words are the same for a woman and a man, since nobody knows who a computer is.

A level that the game's knowledge plays is told the temper: `def sensible(view, legal, rng,
temper=None)`. A level that searches is not: among moves that its search takes for equally good it
makes the one that the temper likes best. So a temper never costs a strong player anything.

The temper of a computer follows from its seat, unless somebody has chosen one: `sensible:bold`.
Nothing is drawn for it: the same table opened again has the same people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from escale.engine.errors import BadOption

from .knowledge import knowledge

if TYPE_CHECKING:
    from random import Random

    from escale.engine.game import Game, View

    from .search import Thought

T = TypeVar("T")

EQUAL = 0.01  # a smaller difference between two shares of the win is none to whoever searches
SAYS = "says"


class Temper(NamedTuple):
    """One entry of a game's table, by language."""

    called: Mapping[str, str]
    says: Mapping[str, str]


def tempers(game: Game[Any, Any]) -> dict[str, Temper]:
    """The tempers that there are at a game, by name."""
    return {
        name: Temper(
            {lang: text for lang, text in entry.items() if lang != SAYS}, entry.get(SAYS, {})
        )
        for name, entry in knowledge(game).tempers.items()
    }


def problems(game: Game[Any, Any], languages: Iterable[str]) -> list[str]:
    """What is missing in a game's table of tempers, a sentence each."""
    found, know = [], knowledge(game)
    languages = [*languages]
    for name, entry in know.tempers.items():
        if not isinstance(name, str) or not name.isascii() or not name.isalpha():
            found.append(f"TEMPERS: {name!r} is no name for a temper: letters only")
        for lang in languages:
            if not entry.get(lang):
                found.append(f"TEMPERS[{name!r}] has no word in {lang}")
            if not entry.get(SAYS, {}).get(lang):
                found.append(f"TEMPERS[{name!r}] does not say what it does in {lang}")
    if know.tempers and know.likes is None:
        found.append("TEMPERS needs a function likes(view, move, temper) beside it")
    return found


def check_tempers(game: Game[Any, Any], languages: Iterable[str]) -> None:
    """Refuse a table of tempers that is not complete: `BadOption` says what is missing."""
    for problem in problems(game, languages):
        raise BadOption(game.id, problem)


def by_seat(game: Game[Any, Any], count: int, turn: int = 0) -> list[str]:
    """The temper of each of so many seats: all different, as far as there are enough of them.

    The second seat has the first one: the first seat is a person's, most of the time. `turn` moves
    everybody on by so many, for a series of games in which every temper is to sit everywhere.
    """
    names = [*knowledge(game).tempers]
    return [names[(seat - 1 + turn) % len(names)] if names else "" for seat in range(count)]


def settled(game: Game[Any, Any], view: View, thought: Thought, temper: str, rng: Random) -> Any:
    """The move that a search has found, or one as good that this temper likes better."""
    likes = knowledge(game).likes
    if not temper or likes is None:
        return thought.best
    enough = thought.shares.get(thought.best, 0) - EQUAL
    equal = [move for move, share in thought.shares.items() if share >= enough]
    return near_best(equal or [thought.best], lambda move: likes(view, move, temper), 0, rng)


def near_best(moves: Sequence[T], worth: Callable[[T], float], near: float, rng: Random) -> T:
    """Any of the moves that are worth at most `near` less than the best of them."""
    worths = [worth(move) for move in moves]
    enough = max(worths) - near
    good = [move for move, one in zip(moves, worths, strict=True) if one >= enough]
    return good[0] if len(good) == 1 else rng.choice(good)
