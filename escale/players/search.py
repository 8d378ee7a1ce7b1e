"""Strong: one search for all games, over `Game`, `View` and `determinize`.

Playouts: what the view does not show is dealt at random, a candidate is played, and the game is
played on to its end, or to where the game's knowledge can say how it stands. Each candidate's mean
share of the win is compared, in rounds; after each round the worse half is dropped (sequential
halving). Where little is left to play and nobody has to decide without seeing everything, nothing
is sampled: every line is looked at, and everybody plays for their own share.

A search is a generator: between two slices of a few hundredths of a second it yields what it
thinks so far, and whoever runs it may do something else, or stop there. With a budget of playouts
the same random numbers give the same choice: what is looked at is counted, never timed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from math import inf
from operator import add
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine.game import CHANCE

from .knowledge import Knowledge, knowledge

if TYPE_CHECKING:
    from escale.engine.game import Game, View

SLICE = 0.03  # seconds between two yields
WIDTH = 16  # candidates for sampling, where the game's knowledge orders the moves
SMALL = 3000  # positions in a game tree that is searched exhaustively
LOOKING = 0.2  # the share of the progress shown that an exhaustive search which is given up takes


class Thought(NamedTuple):
    """Where a search stands: the move it would make now, and why."""

    best: Any
    shares: Mapping[Any, float]  #: of the win, for each candidate
    done: float  #: how much of the budget is spent, from 0 to 1


def search(
    game: Game[Any, Any],
    view: View,
    legal: Sequence[Any],
    rng: Random,
    playouts: int | None = None,
    seconds: float = inf,
    always: Sequence[Any] = (),
) -> Iterator[Thought]:
    """Think about a move; the last thought is the answer. At least one is yielded.

    The budget is a number of playouts (by default what the game's knowledge says), a time, or
    both: whichever is spent first. The moves in `always` are candidates in any case.
    """
    know = knowledge(game)
    if len(legal) == 1:
        yield Thought(legal[0], {legal[0]: 1.0}, 1)
        return
    clock = Clock(seconds)
    state, done = game.determinize(view, rng), 0.0
    if state == view.state and _is_small(game, know, state, rng):
        done = yield from _look_at_all(game, know, state, view.seat, legal, clock)
        if done == 1:
            return
    order = know.order(view, legal)[:WIDTH] if know.order else legal
    order = [*dict.fromkeys([*order, *always])]
    yield from _sample(game, know, view, order, rng, playouts or know.playouts, clock, done)


class Clock:
    """Measures the slices between two yields, and the search's time limit."""

    def __init__(self, seconds: float) -> None:
        self.slice = perf_counter() + SLICE
        self.end = perf_counter() + seconds

    def slice_over(self) -> bool:
        now = perf_counter()
        if now < self.slice:
            return False
        self.slice = now + SLICE
        return True

    @property
    def over(self) -> bool:
        return perf_counter() >= self.end

    def restart(self) -> None:
        """Begin a slice after a yield: the time in between was the caller's."""
        self.slice = perf_counter() + SLICE


# --- Sampling -----------------------------------------------------------------------------------


def _sample(
    game: Game[Any, Any],
    know: Knowledge,
    view: View,
    candidates: Sequence[Any],
    rng: Random,
    budget: int,
    clock: Clock,
    before: float = 0.0,
) -> Iterator[Thought]:
    """Sequential halving: all candidates meet the same deals; then the worse half is dropped.

    The random numbers after a deal are the same for all too, so that a move does not look better
    for better dice. `before` is the progress, from 0 to 1, that has been shown already.
    """
    seat, spent = view.seat, 0
    sums, counts = dict.fromkeys(candidates, 0.0), dict.fromkeys(candidates, 0)

    def mean(move: Any) -> float:
        return sums[move] / counts[move] if counts[move] else 0.0

    def thought(done: float) -> Thought:
        best = max(alive, key=mean)
        return Thought(best, {move: mean(move) for move in candidates if counts[move]}, done)

    alive = list(candidates)
    rounds = max(1, (len(alive) - 1).bit_length())
    deal, fate = know.guess or game.determinize, Random()
    for _ in range(rounds):
        for _ in range(max(1, budget // (rounds * len(alive)))):
            state, luck = deal(view, rng), rng.getrandbits(32)
            for move in alive:
                fate.seed(luck)
                sums[move] += playout(game, know, game.apply(state, move), fate, seat, state)[seat]
                counts[move] += 1
                spent += 1
                if clock.slice_over():
                    if clock.over:
                        yield thought(1)
                        return
                    yield thought(min(before + (1 - before) * spent / budget, 0.99))
                    clock.restart()
        alive.sort(key=mean, reverse=True)
        del alive[max(1, (len(alive) + 1) // 2) :]
    yield thought(1)


def playout(
    game: Game[Any, Any],
    know: Knowledge,
    state: Any,
    rng: Random,
    me: int | None = None,
    start: Any = None,
) -> Sequence[float]:
    """Play on, quickly, to the end or to a moment of rest; the share of the win of each seat.

    `me` is who thinks, and `start` where: whatever is tried there has to rest at the same moment,
    and that seat may be taken to play on better than the others.
    """
    actor_of, legal_of, apply = game.actor, game.legal, game.apply
    quick, keen, rest = know.quick, know.keen, know.rest
    choice, start = rng.choice, start or state
    while (actor := actor_of(state)) is not None:
        if rest is not None and rest(start, state):
            assert know.chances is not None
            return know.chances(state)
        if actor == CHANCE:
            state = apply(state, rolled(game, state, rng))
        elif actor == me and keen is not None:
            state = apply(state, keen(state, actor, legal_of(state, actor), rng))
        elif quick is None:
            state = apply(state, choice(legal_of(state, actor)))
        else:
            state = apply(state, quick(state, actor, legal_of(state, actor), rng))
    return shares(game, state)


def rolled(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """What the dice show."""
    moves, odds = zip(*game.chance(state), strict=True)
    if odds.count(odds[0]) == len(odds):
        return rng.choice(moves)
    return rng.choices(moves, [p.numerator / p.denominator for p in odds])[0]


def shares(game: Game[Any, Any], state: Any) -> Sequence[float]:
    """What each seat has of the win at the end; a shared win is split, a draw between all."""
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.shares()


# --- Looking at everything ----------------------------------------------------------------------


class Unclear(Exception):
    """No exhaustive search here: the tree is too large, or somebody does not see everything."""


def open_moves(game: Game[Any, Any], state: Any, actor: int) -> Sequence[Any]:
    """What may be done here, if whoever decides sees everything; else `Unclear`.

    That nothing is hidden now is not enough: a card may be laid face down a move later, and
    whoever answers it must not be taken to know it.
    """
    if game.secrets and actor != CHANCE and game.view(state, actor).state != state:
        raise Unclear
    return game.legal(state, actor)


def _is_small(game: Game[Any, Any], know: Knowledge, state: Any, rng: Random) -> bool:
    """Is the game tree down to a moment of rest small? An estimate, from one random line."""
    start, size = state, 1
    while (actor := game.actor(state)) is not None:
        if state is not start and know.rest is not None and know.rest(start, state):
            break
        try:
            moves = open_moves(game, state, actor)
        except Unclear:
            return False
        size *= len(moves)
        if size > SMALL:
            return False
        state = game.apply(state, rng.choice(moves))
    return True


def _look_at_all(
    game: Game[Any, Any],
    know: Knowledge,
    state: Any,
    seat: int,
    legal: Sequence[Any],
    clock: Clock,
) -> Generator[Thought, None, float]:
    """Exhaustive search; returns 1, or the progress shown so far if it had to be given up."""
    found: dict[Any, float] = {}
    seen = [0]
    for move in legal:
        line = _outlook(game, know, state, game.apply(state, move), seen, clock)
        while True:
            try:
                next(line)
            except StopIteration as end:
                found[move] = end.value[seat]
                break
            except Unclear:
                return LOOKING * seen[0] / SMALL
            if clock.over:
                return LOOKING
            best = max(found, key=found.__getitem__, default=legal[0])
            yield Thought(best, found.copy(), LOOKING * seen[0] / SMALL)
            clock.restart()
    yield Thought(max(found, key=found.__getitem__), found, 1)
    return 1


def _outlook(
    game: Game[Any, Any],
    know: Knowledge,
    start: Any,
    state: Any,
    seen: list[int],
    clock: Clock,
) -> Generator[None, None, Sequence[float]]:
    """The share of each seat if everybody maximises their own; counts positions in `seen`."""
    if seen[0] == SMALL:
        raise Unclear
    seen[0] += 1
    if clock.slice_over():
        yield
    actor = game.actor(state)
    if actor is None:
        return shares(game, state)
    if know.rest is not None and know.rest(start, state):
        assert know.chances is not None
        return know.chances(state)
    if actor == CHANCE:
        mean: list[float] = []
        for move, odds in game.chance(state):
            line = yield from _outlook(game, know, start, game.apply(state, move), seen, clock)
            part = [float(odds) * share for share in line]
            mean = [*map(add, mean, part)] if mean else part
        return mean
    best: Sequence[float] = ()
    for move in open_moves(game, state, actor):
        line = yield from _outlook(game, know, start, game.apply(state, move), seen, clock)
        if not best or line[actor] > best[actor]:
            best = line
    return best
