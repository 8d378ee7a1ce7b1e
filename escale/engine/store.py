"""What a store of tables does, and the one door to it.

A table (`session/saving.py`), the home page and the command line know a store by this protocol
only. Which store there is, and where, is decided in `escale/__init__.py`, whichever door somebody
came in by; they are made in `escale/app/store.py` (SQLite, PostgreSQL). This module opens no file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from .meetings import Meetings

CLOSED = 75.0  # s without a sign after which a page counts as closed: pages give one every ten


class Kept(NamedTuple):
    """What a store knows of a table without replaying it."""

    number: int
    name: str
    game: str
    players: list[str]
    seats: list[str]
    ply: int
    over: bool
    used: float  # seconds since 1970
    elsewhere: bool  # open in another page, as far as one can tell
    binned: float | None = None  # since when it has been in the bin

    def to_json(self) -> dict[str, Any]:
        return self._asdict()


class Store(Protocol):
    """Where tables are kept. Whatever goes wrong is a `NotKept`.

    A table has a token, which opens it, and a holder, who may write. Whoever writes is told `gone`
    where the store does not have what it should have, and begins the table anew, with all of it.
    """

    def begin(
        self,
        token: str,
        holder: str,
        page: str,
        name: str,
        record: Mapping[str, Any],
        seats: Sequence[str],
        undone: Sequence[str] = (),
    ) -> None: ...

    def write(
        self,
        token: str,
        holder: str,
        keep: int,
        moves: Sequence[str],
        result: Mapping[str, Any] | None,
        undone: Sequence[str] = (),
    ) -> None: ...

    def look(self, token: str, page: str = "") -> Kept: ...

    def record(self, number: int) -> dict[str, Any]: ...

    def claim(
        self, token: str, holder: str, page: str, *, force: bool = False
    ) -> dict[str, Any]: ...

    def sign(self, token: str, holder: str, page: str, *, leaving: bool = False) -> bool: ...

    @property
    def meetings(self) -> Meetings | None:
        """The tables that several pages share; None where tables are one browser's."""

    # What its owner does, by the number of a table.

    def tables(self, *, binned: bool = False) -> list[Kept]: ...

    def remove(self, number: int, *, for_good: bool = False) -> None: ...

    def restore(self, number: int) -> None: ...


#: The store of this process, in the place that is set now; None where none can be kept.
#: `escale/__init__.py` sets this hook.
open_store: Callable[[], Store | None] = lambda: None  # noqa: E731
