"""A match: the only thing here that changes. It keeps the history of one game.

    match = Match("casanova", ["Ana", "Bob"], seed=7)
    match.play("d2")          # checked, always; returns what happened
    match.undo()

A match starts from a set-up (given, or shuffled: from `seed`, else by numbers of the operating
system, which nobody can work out from the cards they see) or from a position in the middle of a
game. Every move is checked by the game's `why_not`, every outcome of chance is a move like any
other. Undo is a list of old states.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .errors import BadOption, BadRecord, CannotUndo, IllegalMove, quoted
from .game import (
    CHANCE,
    Event,
    Game,
    Moment,
    Outcome,
    Unreadable,
    View,
    Violation,
    check_options,
    check_players,
    new,
)
from .registry import game as find_game

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from random import Random

#: What may be taken back: everything (a lesson), or what `persons` play fairly for.
Policy = Literal["free", "fair"]


class Ply(NamedTuple):
    """One move of a match: who, what, what it led to."""

    seat: int
    move: Any
    events: tuple[Event, ...]
    state: Any


class Worked(NamedTuple):
    """A move that has been worked out and not made: `Match.commit` makes it."""

    before: Any  #: the state that it was worked out in
    ply: Ply
    moments: tuple[Moment, ...]  #: the same, told slowly: see `Game.unfold`


class Match:
    """One game being played. See the module's text for an example."""

    __slots__ = (
        "_actor", "_plies", "_start", "_state", "_undone", "game", "options", "origin", "persons",
        "players", "policy", "seed",
    )  # fmt: skip

    def __init__(
        self,
        game: str | Game[Any, Any],
        players: int | Sequence[str] | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        setup: Mapping[str, Any] | None = None,
        position: Mapping[str, Any] | None = None,
        policy: Policy = "free",
        persons: Collection[int] | None = None,
    ) -> None:
        self.game = found = find_game(game)
        self.players = check_players(found, players)
        self.options = check_options(found, options)
        self.seed = None if seed is None else check_seed(seed)
        if policy not in ("free", "fair"):
            raise BadOption("policy", f"must be 'free' or 'fair', not {quoted(policy)}")
        self.policy: Policy = policy
        count = len(self.players)
        #: the seats of people; the other seats are computers' (matters to the policy only)
        self.persons = frozenset(range(count) if persons is None else persons)
        if not self.persons <= set(range(count)):
            raise BadOption(
                "persons", f"must be seats from 0 to {count - 1}, not {quoted(persons)}"
            )
        if setup is not None and position is not None:
            raise BadRecord("setup", "a match starts from a set-up or from a position, not both")
        if position is not None:
            #: what the match started from: ("setup" | "position", the value in the record)
            position = _own(position, "position")
            self.origin: tuple[str, Mapping[str, Any]] = ("position", position)
            self._start = found.from_position(count, self.options, position)
        else:
            if setup is not None:
                setup = _own(setup, "setup")
            else:
                setup = found.deal(count, self.options, _rng(self.seed))
            self.origin = ("setup", setup)
            self._start = found.initial(count, self.options, setup)
        self._state: Any = self._start
        self._actor = found.actor(self._start)  # whose move it is in that state
        self._plies: list[Ply] = []
        self._undone: list[list[Ply]] = []

    # --- looking ----------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The whole state, secrets included. Whoever shows it to a player takes `view`."""
        return self._state

    @property
    def plies(self) -> Sequence[Ply]:
        """The moves played so far, each with its events and the state after it."""
        return self._plies

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._plies)

    @property
    def undone(self) -> Sequence[Sequence[Ply]]:
        """What `redo` would bring back, step by step; the next step is the last."""
        return self._undone

    @property
    def actor(self) -> int | None:
        """Whose move it is: a seat, `CHANCE`, or None when the game is over."""
        return self._actor

    @property
    def over(self) -> bool:
        return self._actor is None

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self._state)

    def state_at(self, ply: int) -> Any:
        """The state before move number `ply` (counted from 0)."""
        return self._plies[ply - 1].state if ply else self._start

    def legal(self) -> tuple[Any, ...]:
        """All that may be played now, by whoever has the move."""
        actor = self._actor
        return () if actor is None else self.game.legal(self._state, actor)

    def why_not(
        self, move: Any | str | AbstractSet[str], seat: int | None = None
    ) -> tuple[Violation, ...]:
        """Why this may not be played now: see `Game.why_not`."""
        return self.game.why_not(self._state, self._mover() if seat is None else seat, move)

    def view(self, seat: int) -> View:
        """What `seat` may know now."""
        return self.game.view(self._state, seat)

    def events(self, seat: int | None = None) -> tuple[Event, ...]:
        """All that has happened so far, as `seat` may know it; without a seat, everything."""
        events = (event for ply in self._plies for event in ply.events)
        return tuple(events if seat is None else (event.seen_by(seat) for event in events))

    # --- playing ----------------------------------------------------------------------------

    def play(self, move: Any | str, seat: int | None = None) -> tuple[Event, ...]:
        """Make a move, given as text or as a move of the game; returns what happened.

        `seat` is who makes it, by default whoever has the move. Raises `IllegalMove` with all the
        rules that the move breaks; the match is then as it was.
        """
        game, state = self.game, self._state
        mover = (CHANCE if self._actor is None else self._actor) if seat is None else seat
        parsed = self._parsed(move, mover) if isinstance(move, str) else move
        violations = game.refusals(state, mover, parsed)
        if violations:
            raise self._illegal(move, violations)
        happened: list[Event] = []
        self._state = state = game.apply(state, parsed, happened)
        self._actor = game.actor(state)
        events = tuple(happened)
        self._plies.append(new(Ply, (mover, parsed, events, state)))
        if self._undone:
            self._undone.clear()
        return events

    def work_out(self, move: Any | str, seat: int | None = None) -> Worked:
        """All that a move would lead to, without making it; raises like `play`.

        For whoever shows or saves a move before it is made: `commit` makes it then.
        """
        mover = self._mover() if seat is None else seat
        parsed = self._parsed(move, mover) if isinstance(move, str) else move
        violations = self.game.refusals(self._state, mover, parsed)
        if violations:
            raise self._illegal(move, violations)
        moments = tuple(self.game.unfold(self._state, parsed))
        events = tuple(event for moment in moments for event in moment.events)
        return Worked(self._state, Ply(mover, parsed, events, moments[-1].state), moments)

    def commit(self, worked: Worked) -> None:
        """Make a move that was worked out here, in this very state, or in a fork of it."""
        if worked.before is not self._state:
            raise BadOption("ply", "it was worked out in another state")
        self._plies.append(worked.ply)
        self._undone.clear()
        self._go(worked.ply.state)

    def _parsed(self, text: str, mover: int) -> Any:
        try:
            return self.game.parse(text)
        except Unreadable:
            violations = self.game.why_not(self._state, mover, text)
            raise IllegalMove(self.game, text, violations, len(self._plies)) from None

    def _illegal(self, move: Any | str, violations: Sequence[Violation]) -> IllegalMove:
        text = move if isinstance(move, str) else _written(self.game, move)
        return IllegalMove(self.game, text, violations, len(self._plies))

    def play_chance(self, rng: Random) -> tuple[Event, ...]:
        """Let the dice fall: draw one of the outcomes and play it."""
        outcomes = self.game.chance(self._state)
        weights = [p.numerator / p.denominator for _, p in outcomes]
        [(move, _)] = rng.choices(outcomes, weights)
        return self.play(move)

    def _mover(self) -> int:
        return CHANCE if self._actor is None else self._actor

    def _go(self, state: Any) -> None:
        """Be in that state, and know whose move it is there."""
        self._state = state
        self._actor = self.game.actor(state)

    # --- taking back ------------------------------------------------------------------------

    def undo(self, seat: int | None = None) -> int:
        """Take back one step; returns how many moves that were.

        With the policy "free" a step is one move. With "fair" it is the last move of `seat` (by
        default of the person who moved last) with the computers' answers to it; it is refused,
        with the reason, past a roll, past something hidden that was shown to that person, and
        past another person's move.
        """
        self._take_back(self._step_back(seat))
        return len(self._undone[-1])

    def why_no_undo(self, seat: int | None = None) -> str:
        """The reason for which `undo` would be refused now; "" where it would work."""
        try:
            self._step_back(seat)
        except CannotUndo as refused:
            return refused.reason
        return ""

    def redo(self) -> int:
        """Play again what the last undo took back; returns how many moves that were."""
        if not self._undone:
            return 0
        plies = self._undone.pop()
        self._plies += plies
        self._go(plies[-1].state)
        return len(plies)

    def goto(self, ply: int) -> None:
        """Go to the moment before move number `ply` (0 is the start), back or forth."""
        if self.policy != "free":
            raise CannotUndo("jump")
        last = len(self._plies) + sum(map(len, self._undone))
        if type(ply) is not int or not 0 <= ply <= last:
            raise BadOption("ply", f"must be a whole number from 0 to {last}, not {quoted(ply)}")
        while len(self._plies) < ply:
            self.redo()
        while len(self._plies) > ply:  # move by move, so that redo goes move by move too
            self._take_back(1)

    def fork(self, ply: int | None = None) -> Match:
        """A match of its own that starts as a copy of this one, or of its first `ply` moves.

        What has been taken back is copied with the whole only: a part knows of nothing later.
        """
        if ply is not None and (type(ply) is not int or not 0 <= ply <= len(self._plies)):
            most = len(self._plies)
            raise BadOption("ply", f"must be a whole number from 0 to {most}, not {quoted(ply)}")
        twin = object.__new__(Match)
        for name in ("game", "players", "options", "seed", "origin", "policy", "persons"):
            setattr(twin, name, getattr(self, name))
        twin._start, twin._state, twin._actor = self._start, self._state, self._actor
        twin._plies, twin._undone = self._plies.copy(), self._undone.copy()
        if ply is not None:
            del twin._plies[ply:]
            twin._undone = []
            twin._go(self.state_at(ply))
        return twin

    def _take_back(self, count: int) -> None:
        keep = len(self._plies) - count
        self._undone.append(self._plies[keep:])
        del self._plies[keep:]
        self._go(self._plies[-1].state if self._plies else self._start)

    def _step_back(self, seat: int | None) -> int:
        """How many moves a step back takes."""
        if not self._plies:
            raise CannotUndo("nothing")
        return 1 if self.policy == "free" else self._fair_step(seat)

    def _fair_step(self, seat: int | None) -> int:
        for back, ply in enumerate(reversed(self._plies), start=1):
            if ply.seat == CHANCE:
                raise CannotUndo("roll")
            if seat is None and ply.seat in self.persons:
                seat = ply.seat
            shown_to = self.persons if seat is None else {seat}
            for event in ply.events:
                if event.kind in self.game.reveals:
                    if not event.secret or event.seat in shown_to:
                        raise CannotUndo("shown")
            if ply.seat == seat:
                return back
            if ply.seat in self.persons:
                raise CannotUndo("other")
        raise CannotUndo("nothing")

    # --- records ----------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """The whole match as a record: see `escale.engine.record`."""
        from .record import write

        return write(self)

    @classmethod
    def from_record(cls, record: Mapping[str, Any] | str | bytes, **kwargs: Any) -> Match:
        """Replay a record, every move checked; raises `BadRecord`. See `record.read`."""
        from .record import read

        return read(record, **kwargs)


def _written(game: Game[Any, Any], move: Any) -> str:
    """A refused move, as text; what is no move at all has no text in the game's notation."""
    try:
        return game.format(move)
    except (TypeError, ValueError, AttributeError, LookupError):
        return quoted(move)


def check_seed(seed: object) -> int:
    if type(seed) is not int or abs(seed) >= 2**53:
        problem = f"must be a whole number below 2^53, not {quoted(seed)}"
        raise BadOption("seed", problem, kind="no-number")
    return seed


def _own(value: object, where: str) -> dict[str, Any]:
    """A set-up or position of the match's own, so that nobody changes it from outside."""
    if not isinstance(value, Mapping):
        raise BadRecord(
            where, f"must be a table, not {quoted(value)}", kind="not-dict", value=value
        )
    try:
        table: dict[str, Any] = copied(value)
    except RecursionError:
        raise BadRecord(where, "lists are nested far too deep", kind="too-deep") from None
    return table


def copied(value: Any) -> Any:
    """A copy of a JSON value."""
    if isinstance(value, Mapping):
        return {name: copied(part) for name, part in value.items()}
    return [copied(part) for part in value] if isinstance(value, (list, tuple)) else value


def _rng(seed: int | None) -> Random:
    """The numbers for a deal. A seed that we drew ourselves could be searched for: we draw none."""
    from random import Random, SystemRandom

    return SystemRandom() if seed is None else Random(seed)
