"""What a game's opponents know: a module `knowledge.py` in the game's folder, loaded on first use.

Everything in it is optional. For each level that `levels.LEVELS` leaves to the games, a function of
its name:

    def beginner(view, legal, rng) -> Move      # plausible, with the mistakes it names
    def sensible(view, legal, rng) -> Move      # a heuristic that a person could state
    SAYS = {"sensible": {"fr": .., "en": ..}}   # what each of them would say of itself
    MISTAKES = {"ties": {"fr": .., "en": ..}}   # the beginner's, by name

and for the search (see `search`), over full states:

    def order(view, legal) -> Sequence[Move]    # the promising moves, best first
    def guess(view, rng) -> State               # a likely full state; else `Game.determinize`
    def quick(state, seat, legal, rng) -> Move  # what that seat may well do; else any legal move
    def keen(state, seat, legal, rng) -> Move   # what the one who thinks will do; else `quick`
    def rest(start, state) -> bool              # may a playout from `start` stop here?
    def chances(state) -> Sequence[float]       # ... where each seat has this share of the win
    PLAYOUTS = 600                              # the search's budget, if not the usual one

and for hints (see `advice`), said in the words of [foresight.KIND] in texts.toml:

    def foresee(view, move) -> Sequence[Event]  # what a move leads to, the most telling first
    WHERE = ("column", "cell")                  # the facts of these that say where it happens: an
                                                # answer is told where it happens there, too

and for computers that differ from each other (see `tempers`); levels then take a fourth argument:

    TEMPERS = {"bold": {"fr": .., "en": .., "says": {"fr": .., "en": ..}}}
    def likes(view, move, temper) -> float      # how a move looks to that temper, or to None
    def sensible(view, legal, rng, temper=None) -> Move
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from random import Random
    from types import ModuleType

    from escale.engine.game import Event, Game, View

PLAYOUTS = 1000

#: The facts of events that say where something happens, in a game that does not name its own.
WHERE = ("column", "cell")

#: A level of a game: view, legal moves, random numbers, and where the game has tempers, one.
Decide = Callable[..., Any]


class Knowledge(NamedTuple):
    """A game's knowledge, as the house reads it."""

    says: Mapping[str, Mapping[str, str]]  #: by level, then by language
    mistakes: Mapping[str, Mapping[str, str]]
    order: Callable[[View, Sequence[Any]], Sequence[Any]] | None
    guess: Callable[[View, Random], Any] | None
    quick: Callable[[Any, int, Sequence[Any], Random], Any] | None
    keen: Callable[[Any, int, Sequence[Any], Random], Any] | None
    rest: Callable[[Any, Any], bool] | None
    chances: Callable[[Any], Sequence[float]] | None
    foresee: Callable[[View, Any], Sequence[Event]] | None
    playouts: int
    tempers: Mapping[str, Mapping[str, Any]] = {}
    likes: Callable[[View, Any, str], float] | None = None
    where: Sequence[str] = WHERE


def shares_by_lead(worth: Sequence[float], lead: float) -> list[float]:
    """The shares of the win by what everybody is worth (softmax), for a game's `chances`: a `lead`
    of that much makes a win 2.7 times (e) as likely. Who is out of the game is worth -inf."""
    most = max(worth)
    weights = [exp((mine - most) / lead) for mine in worth]
    total = sum(weights)
    return [weight / total for weight in weights]


def knowledge(game: Game[Any, Any]) -> Knowledge:
    """What the game's opponents know; nothing for a game that has not written it down."""
    return _read(_module(f"{game.package}.knowledge"))


def functions(game: Game[Any, Any]) -> Mapping[str, Decide]:
    """All that the game's knowledge defines, by name: `levels` knows which of it plays."""
    module = _module(f"{game.package}.knowledge")
    return {} if module is None else vars(module)


@cache
def _read(module: ModuleType | None) -> Knowledge:
    return Knowledge(
        says=getattr(module, "SAYS", {}),
        mistakes=getattr(module, "MISTAKES", {}),
        order=getattr(module, "order", None),
        guess=getattr(module, "guess", None),
        quick=getattr(module, "quick", None),
        keen=getattr(module, "keen", None),
        rest=getattr(module, "rest", None),
        chances=getattr(module, "chances", None),
        foresee=getattr(module, "foresee", None),
        playouts=getattr(module, "PLAYOUTS", PLAYOUTS),
        tempers=getattr(module, "TEMPERS", {}),
        likes=getattr(module, "likes", None),
        where=getattr(module, "WHERE", WHERE),
    )


def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return None
