"""Everything that can be refused, as a small tree.

    EscaleError
    ├── IllegalMove      a move that the rules do not allow now (`violations`)
    ├── CannotUndo       a move that may not be taken back in a game against others (`reason`)
    ├── NotKept          a table that cannot be stored, or not be found again (`reason`)
    ├── BadRecord        a record, set-up or position that is not valid (`where`, `rule`)
    ├── BadOption        an option, a player's name or a number of players that does not exist
    ├── NotWritten       a game in the making does not answer this yet (`question`)
    ├── NotInstalled     packages that this part needs are missing; also an ImportError (`name`)
    └── UnknownGame      no game of that name is installed

A message is one sentence: the value that was wrong, where it stands, and the rule's id.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game, Violation


def plainly(game: Game[Any, Any], violation: Violation) -> str:
    """A violation without its sentence, for an engine that is used without the texts."""
    values = ", ".join(f"{name} {quoted(value)}" for name, value in violation.facts.items())
    return f"{violation.kind} ({values})" if values else violation.kind


# Sentences live with the games' texts, one room above: `escale/__init__.py` sets this hook.
explain: Callable[[Game[Any, Any], Violation], str] = plainly


class EscaleError(Exception):
    """The root: catch this one to catch everything that escale refuses."""


class NotWritten(EscaleError, NotImplementedError):
    """A game in the making does not answer a question yet: `question` is the method to write."""

    def __init__(self, game: str, question: str) -> None:
        super().__init__(
            f"{game} has no {question} yet; escale.testing.check_game lists what there is to write"
        )
        self.question = question


class IllegalMove(EscaleError):
    """A move that the rules do not allow now. `violations` says why, one rule each."""

    def __init__(
        self, game: Game[Any, Any], move: str, violations: Sequence[Violation], ply: int
    ) -> None:
        super().__init__(game, move, violations, ply)
        self.game = game
        self.move = move
        self.violations = tuple(violations)
        self.ply = ply

    def __str__(self) -> str:
        reasons = " ".join(f"{explain(self.game, v)} [{v.rule}]" for v in self.violations)
        return f"move {self.ply + 1}, {quoted(self.move)}: {reasons}"


class CannotUndo(EscaleError):
    """A move that may not be taken back; `reason` is one of the names below."""

    SENTENCES = {
        "nothing": "there is nothing to take back",
        "roll": "the dice have been rolled: nothing before a roll can be taken back",
        "shown": "something hidden has been shown: what was seen cannot be unseen",
        "other": "another player has moved since",
        "jump": "in a game against others moves are taken back one at a time",
    }

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.SENTENCES[self.reason]


class NotKept(EscaleError):
    """A table that cannot be stored, or not be found again; `reason` is one of the names below."""

    SENTENCES = {
        "full": "there is no room left where the tables are kept",
        "disk": "the place where the tables are kept cannot be read or written",
        "damaged": "this is not a store of tables, or it is damaged",
        "newer": "this store was made by a later version of escale",
        "locked": "another program does not let go of the store",
        "gone": "there is no such table, or not any more",
        "elsewhere": "this table is open elsewhere",
        "often": "too many games were begun here in a short time",
        "away": "the database of tables does not answer, or does not let us in",
        "late": "somebody else at this table was first",
        "taken": "somebody has that seat",
        "no-seat": "this opens no seat at the table, or not any more",
        "same-name": "somebody at the table has that name",
        "browser": "this browser lets the page keep nothing, as in a private window",
        "quota": "this browser has no room left for the page",
    }

    def __init__(self, reason: str, where: object = "") -> None:
        super().__init__(reason, where)
        self.reason = reason
        self.where = one_line(str(where), 200)

    def __str__(self) -> str:
        sentence = self.SENTENCES[self.reason]
        return f"{self.where}: {sentence}" if self.where else sentence


class _Misplaced(EscaleError):
    """Something wrong from outside: `where` it stands, the `problem`, the `rule` that it breaks.

    The `kind` of problem and its `facts` are for whoever says it in another language
    (`teach/errors.py`); `value`, among them, is what was given.
    """

    def __init__(
        self, where: str, problem: str, rule: str | None = None, kind: str = "", **facts: Any
    ) -> None:
        super().__init__(where, problem, rule)
        self.where = one_line(where, 120)
        self.problem = problem
        self.rule = rule
        self.kind = kind
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}" + (f" [{self.rule}]" if self.rule else "")


class BadRecord(_Misplaced):
    """A record, set-up or position that is not valid; nothing of it has been loaded.

    `where` is the place as a path (`position.columns[2]`, `moves[7]`), `rule` the rule that it
    breaks, where there is one.
    """


class BadOption(_Misplaced):
    """An option, a name or a number of players that this game does not have."""


class NotInstalled(EscaleError, ModuleNotFoundError):
    """A part of escale needs the package `name`, which is missing; `command` brings it."""

    def __init__(self, part: str, name: str, command: str) -> None:
        super().__init__(part, name, command)
        self.part = part
        self.name = name
        self.command = command

    def __str__(self) -> str:
        return f"{self.part} needs {self.name}: {self.command}"


class UnknownGame(EscaleError):
    """No game of that name is installed."""

    def __init__(self, name: object, known: Sequence[str]) -> None:
        super().__init__(name, known)
        self.name = name
        self.known = tuple(known)

    def __str__(self) -> str:
        known = ", ".join(self.known) or "none"
        return f"there is no game {quoted(self.name)}; there are: {known}"


def quoted(value: object, most: int = 60) -> str:
    """A value from outside as it may stand in a message: quoted, on one line, cut."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # lists in lists without end, some thousand digits
        text = f"{type(value).__name__}(…)"
    return one_line(text, most)


def one_line(text: str, most: int = 60) -> str:
    """A text from outside as it may stand in a message: printable, on one line, cut."""
    text = text if len(text) <= most else text[: most - 1] + "…"
    return text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)
