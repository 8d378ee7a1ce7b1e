"""What a game is: pure functions over an immutable state.

A `Game` has no state of its own. A state is a NamedTuple of tuples, strings and numbers; a move
is a small NamedTuple with a written form (`"5>3"`). `Match` keeps the history, `record` the file.

A new game subclasses `Game` and answers the questions below in the order of its rulebook.
`escale.testing.check_game` then says what is missing.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from .errors import BadOption, NotWritten, one_line, quoted

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from fractions import Fraction
    from random import Random

S = TypeVar("S", bound=tuple[Any, ...])
M = TypeVar("M", bound=tuple[Any, ...])

#: Who moves when dice fall: a player like the others, whose moves are written in the record.
CHANCE: Final = -1
#: The seat of somebody who only watches: sees what lies open, and no hand.
SPECTATOR: Final = -2


#: `new(State, (...))` is State(...) with all its fields, at half the cost: for what is made at
#: every move.
new: Final = tuple.__new__


class Event(NamedTuple):
    """Something that happened, by which rule. `facts` are its values, for sentences and lessons.

    The facts named in `secret` are for the eyes of `seat` alone (the card that it drew).
    """

    rule: str
    kind: str
    seat: int | None
    facts: dict[str, Any]
    secret: tuple[str, ...] = ()

    def seen_by(self, seat: int) -> Event:
        """This event as `seat` may know it: secret facts of others are None."""
        if not self.secret or seat == self.seat:
            return self
        return self._replace(facts=self.facts | dict.fromkeys(self.secret))

    def to_json(self) -> dict[str, Any]:
        return {"rule": self.rule, "kind": self.kind, "seat": self.seat, **self.facts}


class Violation(NamedTuple):
    """Why a move is refused: the rule, what kind of offence, and the offending values."""

    rule: str
    kind: str
    facts: dict[str, Any]


class Outcome(NamedTuple):
    """How a game ended: several winners share the win, no winner is a draw."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def draw(self) -> bool:
        return not self.winners

    def shares(self) -> list[float]:
        """What each seat has of the win: a shared one is split, a draw between all."""
        seats = range(len(self.scores))
        sharing = self.winners or seats
        return [1 / len(sharing) if seat in sharing else 0.0 for seat in seats]


class Option(NamedTuple):
    """What may be chosen before a game: a whole number from `low` to `high`, or a name."""

    default: int | str
    rule: str
    low: int = 0
    high: int = 0
    names: Any = None  # for a named choice: a function that lists the names

    def complaint(self, value: object) -> str | None:
        """What is wrong with `value`, or None."""
        if self.names is None:
            if type(value) is int and self.low <= value <= self.high:
                return None
            return f"must be a whole number from {self.low} to {self.high}"
        names = self.names()
        return None if value in names else f"must be one of {', '.join(names)}"


class View(NamedTuple):
    """What one seat may know: a state of the game in which all that is hidden is masked."""

    game: str
    seat: int
    state: Any


class Moment(NamedTuple):
    """A moment within a move: what happened since the one before, and the table right after."""

    events: tuple[Event, ...]
    state: Any


class Unreadable(ValueError):
    """A text that is no move in a game's notation, whatever the position. See `Game.parse`."""


class Game(Generic[S, M]):
    """One game. Subclasses say who it is, then answer the questions.

    One in the making may leave some of them open (it is no ABC): whoever asks gets a `NotWritten`,
    and `escale.testing.check_game` lists them.
    """

    id: ClassVar[str]  #: as in records: "dolce-vita"
    prefix: ClassVar[str]  #: of its rule ids: "DV"
    seats: ClassVar[range]  #: how many can play
    options: ClassVar[Mapping[str, Option]] = {}
    secrets: ClassVar[bool] = False  #: is anything hidden from anybody?
    reveals: ClassVar[frozenset[str]] = frozenset()  #: kinds of events that show what was hidden
    draws: ClassVar[bool] = False  #: can a game end without a winner? Chances are then told so
    ordered: ClassVar[bool] = False  #: are the keys of a path picked in its order, and in no other?
    completes: ClassVar[bool] = True  #: does a sole move that is left play itself?

    # --- before the first move --------------------------------------------------------------

    def familiar(self, setup: Mapping[str, Any], seat: int) -> bool:
        """Is this seat dealt what the quick start has shown, such as a colour? A first coached game
        is dealt so."""
        return True

    @abstractmethod
    def deal(self, players: int, options: Mapping[str, Any], rng: Random) -> dict[str, Any]:
        """Shuffle: the set-up of a new game, as it stands in a record."""

    @abstractmethod
    def initial(self, players: int, options: Mapping[str, Any], setup: Mapping[str, Any]) -> S:
        """The first state from a set-up out of `deal` or out of a file: raises `BadRecord`."""

    @abstractmethod
    def from_position(
        self, players: int, options: Mapping[str, Any], position: Mapping[str, Any]
    ) -> S:
        """The state that a record's `position` describes: raises `BadRecord`."""

    @abstractmethod
    def to_position(self, state: S) -> dict[str, Any] | None:
        """The `position` that describes this state; None where the notation has none."""

    # --- the moves --------------------------------------------------------------------------

    @abstractmethod
    def actor(self, state: S) -> int | None:
        """Whose move it is: a seat, `CHANCE`, or None when the game is over."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> tuple[M, ...]:
        """All that `seat` may do now, sorted by the written form; empty out of turn."""

    @abstractmethod
    def refusals(self, state: S, seat: int, move: M) -> tuple[Violation, ...]:
        """Every rule that this move would break; () if it is legal. Any move, nonsense included."""

    @abstractmethod
    def apply(self, state: S, move: M, events: list[Event] | None = None) -> S:
        """The state after a legal move. What happened is appended to `events`, if wanted."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Scores and winners, or None while the game is on; no winners: a draw."""

    def chance(self, state: S) -> tuple[tuple[M, Fraction], ...]:
        """What may fall and how likely it is, where `actor` is CHANCE."""
        return ()

    def unfold(self, state: S, move: M) -> list[Moment]:
        """The same move told slowly: every moment that a spectator would want to see by itself.

        The events together and the last state are those of `apply`. A state in between is only
        looked at, never played from.
        """
        events: list[Event] = []
        after = self.apply(state, move, events)
        return self.moments(state, move, events, after)

    def moments(self, state: S, move: M, events: Sequence[Event], after: S) -> list[Moment]:
        """For `unfold`: the moments of a move with these events. One, unless the game says more."""
        return [Moment(tuple(events), after)]

    # --- who may know what ------------------------------------------------------------------

    def mask(self, state: S, seat: int) -> S:
        """The same state with everything that `seat` may not know blanked out."""
        return state

    def determinize(self, view: View, rng: Random) -> S:
        """A full state, drawn at random, that fits what the view shows."""
        state: S = view.state
        return state

    def open_to(self, state: S, seat: int, other: int) -> bool:
        """May `seat` know which moves are legal for `other`?"""
        return True

    def veil(self, move: M, mover: int, then: S, seat: int, now: S) -> str:
        """The text of a move made in `then`, as `seat` may know it now."""
        return self.format(move)

    # --- writing ----------------------------------------------------------------------------

    @abstractmethod
    def parse(self, text: str) -> M:
        """Read a move; raises `Unreadable`. Reads more than is legal: `99>12` is a move too."""

    @abstractmethod
    def format(self, move: M) -> str:
        """Write a move as in a record."""

    @abstractmethod
    def path(self, state: S, move: M) -> tuple[str, ...]:
        """The keys that a person picks on the table to make this move: see `keys`."""

    @abstractmethod
    def moves(self, state: S) -> Iterable[M]:
        """Every move that the table's keys can write here, legal or not."""

    def containing(self, state: S, keys: AbstractSet[str]) -> list[M]:
        """Those of them that contain these keys. A game with many moves may know a shorter way."""
        return [move for move in self.moves(state) if keys <= {*self.path(state, move)}]

    def beginning(self, state: S, keys: Sequence[str]) -> list[M]:
        """Those whose path begins with these keys, in this order."""
        wanted, count = tuple(keys), len(keys)
        return [m for m in self.containing(state, {*keys}) if self.path(state, m)[:count] == wanted]

    @abstractmethod
    def governing(self, state: S) -> str:
        """The id of the rule that says what is to be done now."""

    @abstractmethod
    def census(self, state: S) -> Mapping[str, Any]:
        """Everything in the box, counted: must never change in the course of a game."""

    # --- what all games share ---------------------------------------------------------------

    @property
    def package(self) -> str:
        """The package that holds the game's folder: texts, scene and lessons are beside it."""
        module = type(self).__module__
        return module.rpartition(".")[0] or module

    def view(self, state: S, seat: int) -> View:
        """What `seat` may know of this state."""
        return View(self.id, seat, self.mask(state, seat))

    def why_not(
        self, state: S, seat: int, move: M | str | AbstractSet[str] | list[str]
    ) -> tuple[Violation, ...]:
        """Why `seat` may not make this move now; () if it may.

        `move` is a move, its text, or an incomplete choice: a set of keys, which stands for all
        moves that contain them, or a list of keys as they are picked, for those whose path begins
        so; the answer is then what they have in common.
        """
        if isinstance(move, str):
            text = move
            try:
                move = self.parse(text)
            except Unreadable:
                return (Violation(self.governing(state), "unreadable", {"text": one_line(text)}),)
        elif isinstance(move, (set, frozenset)):
            return self.why_not_any(state, seat, move)
        elif isinstance(move, list):
            return self.why_not_picked(state, seat, move)
        return self.refusals(state, seat, move)  # type: ignore[arg-type]

    def why_not_any(self, state: S, seat: int, keys: AbstractSet[str]) -> tuple[Violation, ...]:
        """What speaks against every move that contains these keys; () if one of them is legal.

        Where the moves fail for different reasons, those of the moves that come closest count.
        """
        candidates = self.containing(state, keys)
        return self._common_reasons(state, seat, candidates, sorted(map(str, keys)))

    def why_not_picked(self, state: S, seat: int, keys: Sequence[str]) -> tuple[Violation, ...]:
        """The same of the moves whose path begins with these keys.

        Where none does, the last key is asked about as if it were picked first.
        """
        candidates = self.beginning(state, keys) or self.beginning(state, keys[-1:])
        return self._common_reasons(state, seat, candidates, [*map(str, keys)])

    def _common_reasons(
        self, state: S, seat: int, candidates: Sequence[M], keys: Sequence[str]
    ) -> tuple[Violation, ...]:
        if not candidates:
            facts = {"text": one_line(" + ".join(keys))}
            return (Violation(self.governing(state), "unreadable", facts),)
        reasons = [self.refusals(state, seat, m) for m in candidates]
        if () in reasons:
            return ()
        common = [v for v in reasons[0] if all(v in other for other in reasons)]
        if not common:
            fewest = min(map(len, reasons))
            closest = [r for r in reasons if len(r) == fewest]
            nearest = max(closest, key=closest.count)
            common = list(nearest)
        return tuple(common)


def _open(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """A question that nobody has answered yet."""

    @wraps(method)
    def asked(self: Game[Any, Any], *given: Any, **named: Any) -> Any:
        raise NotWritten(str(getattr(self, "id", type(self).__name__)), name)

    return asked


#: The questions that every game has to answer itself.
QUESTIONS: Final = tuple(
    name for name, method in vars(Game).items() if getattr(method, "__isabstractmethod__", False)
)
for _name in QUESTIONS:
    setattr(Game, _name, _open(_name, getattr(Game, _name)))


def unanswered(game: Game[Any, Any]) -> list[str]:
    """The questions that a game in the making leaves open, in the order of the contract."""
    return [name for name in QUESTIONS if getattr(type(game), name) is getattr(Game, name)]


def check_options(game: Game[Any, Any], given: Mapping[str, Any] | None) -> dict[str, Any]:
    """The options of a game with their defaults, checked at the door."""
    given = {} if given is None else given
    if not isinstance(given, Mapping):
        raise BadOption("options", f"must be a table of names and values, not {quoted(given)}")
    for name, value in given.items():
        option = game.options.get(name)
        if option is None:
            known = ", ".join(game.options) or "none"
            problem = f"{game.id} has no such option; it has: {known}"
            raise BadOption(f"options.{name}", problem, kind="unknown-option", value=name)
        complaint = option.complaint(value)
        if complaint:
            raise BadOption(
                f"options.{name}",
                f"{complaint}, not {quoted(value)}",
                option.rule,
                "not-from-to" if option.names is None else "not-one-of",
                low=option.low,
                high=option.high,
                names=option.names and [*option.names()],
                value=value,
            )
    return {name: given.get(name, option.default) for name, option in game.options.items()}


def check_players(game: Game[Any, Any], given: int | Sequence[str] | None) -> tuple[str, ...]:
    """The names of the players by seat; a number stands for so many nameless ones."""
    if given is None:
        given = game.seats[0]
    if isinstance(given, int) and not isinstance(given, bool):
        if given in game.seats:
            return tuple(f"Player {seat + 1}" for seat in range(given))
        count = given
    elif isinstance(given, Sequence) and not isinstance(given, (str, bytes)):
        for seat, name in enumerate(given):
            if not (isinstance(name, str) and name.strip() and len(name) <= 60):
                problem = f"a name is 1 to 60 characters, not {quoted(name)}"
                raise BadOption(f"players[{seat}]", problem, kind="no-name", value=name)
            # A joiner holds an emoji together; whatever else cannot be printed is no name.
            if not name.replace("\u200d", "").replace("\u00a0", "").isprintable():
                problem = f"a name is one line of printable text, not {quoted(name)}"
                raise BadOption(f"players[{seat}]", problem, kind="no-name", value=name)
        if len(given) in game.seats:
            return tuple(given)
        count = len(given)
    else:
        raise BadOption("players", f"must be a number or a list of names, not {quoted(given)}")
    few, many = game.seats[0], game.seats[-1]
    problem = f"{game.id} is for {few} to {many} players, not {quoted(count)}"
    raise BadOption("players", problem, kind="players", low=few, high=many, value=count)
