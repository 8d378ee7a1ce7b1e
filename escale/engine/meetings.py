"""A table in several places: what a store does for pages that share one.

A *meeting* is the people around a table that is shared, from game to game: who has which seat, by
which token, who has come and who is away, who *leads* (people call them the host: they invite, free
seats and begin games). The game itself is a table of the store
like any other (`store.Store`), which belongs to the meeting as long as it is played there; another
game at the same meeting is another table.

Every page has a kernel and a session of its own; they meet in the store only. A page knows one
token. There are three kinds, each with 192 random bits:

- an *invitation* opens nothing but the right to sit down on one free seat (or in the place of a
  computer), once: `sit` answers with
- the *seat's* token, which opens that seat and nothing else, until the seat is freed;
- the *watcher's* token, one a meeting, which opens what anybody may see.

**Versions.** `version` is one more after every change that a page has to hear of: a move, a step
back, a new game, somebody who sits down, comes, leaves, is asked. `turn` is one more after every
change to the moves, in whichever game: it never falls, so whoever writes says the turn that they
have seen, and of two who write at once exactly one is right. The other is told `late`, and has
changed nothing.

**Time** is the store's: the clock of the machine for a file, the database's for a database.

A `NotKept` says what is wrong. `late`: somebody else was first. `taken`: the seat has its person.
`no-seat`: the token opens nothing any more, or not this. `same-name`: another player has that name.
Everything else as in `store`: `gone`, `locked`, `disk`, `away` ...
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

PERSON = "person"  # who sits on a seat where no computer does, as in `players.levels`

AWAY = 25.0  # s without a sign after which a person counts as away: pages give one every ten
LEAD_AWAY = 600.0  # s after which the next person leads
LEASE = 4.0  # s for which a page may move computers and dice, unless it renews that
MOST_PAGES = 200  # of one seat, or of those who watch, that may be at one meeting


class Door(NamedTuple):
    """What a token opens."""

    number: int  #: of the table that is played at now
    game: str
    kind: str  #: "seat", "watch" or "invitation"
    seat: int | None  #: None for a watcher


class Chair(NamedTuple):
    """A seat of a meeting."""

    seat: int
    who: str  #: "person", or the level of a computer
    taken: bool  #: does a person have its token?
    here: bool  #: has one of their pages given a sign within `AWAY`?
    seen: float  #: when the last one did, in seconds since 1970; 0 if none ever has
    device: str = ""  #: what they sit at, as their page says: "phone" or ""
    invitation: str = ""  #: told to who leads only, while the seat can be had


class News(NamedTuple):
    """A meeting as it stands, as far as whoever holds a token may know it.

    The record has everything, hidden cards too: it is for a kernel, never for a page.
    """

    version: int
    turn: int
    number: int  #: of the table: another number is another game
    record: dict[str, Any]
    undone: list[str]
    chairs: list[Chair]
    lead: int  #: the seat of the person who leads
    mine: int | None  #: the seat that the token opens; None: it only watches
    watching: int  #: pages that watch and have given a sign lately
    asked: dict[str, Any] | None  #: what the people are asked, as `ask` was given it
    watch: str = ""  #: the watcher's token, told to who leads only
    name: str | None = None  #: by which kernels find it, if it has a name

    @property
    def seats(self) -> list[str]:
        """Who sits where, as `store.Kept.seats` has it."""
        return [chair.who for chair in self.chairs]


class Meetings(Protocol):
    """The meetings of a store. Every method is one transaction: all of it, or nothing."""

    def share(self, token: str, holder: str, seat: int, *, name: str | None = None) -> None:
        """Let others come to a table: whoever holds it keeps its token, as that of `seat`.

        They lead. Every other seat gets an invitation; people who shared a screen with them are
        thereby expected at their own. `token` and `holder` are those of `Store.begin`, and no
        longer open the table as such. With a `name` kernels of the same owner find it (`find`);
        `taken` if there is a meeting of that name.
        """

    def find(self, name: str) -> int | None:
        """The number of the table that the meeting of this name plays at, if there is one."""

    def door(self, token: str) -> Door | None:
        """What this token opens; None if nothing of a meeting. Changes nothing."""

    def sit(self, invitation: str, player: str, page: str, device: str = "") -> str:
        """Sit down by an invitation, under this name; returns the seat's token.

        The invitation is used up. `no-seat` if it was before, `same-name` if another seat has it.
        """

    def take(self, name: str, seat: int, page: str) -> str:
        """The same for a kernel of the store's owner, by the meeting's name; the player's name
        stays. `gone` without such a meeting, `taken` where somebody has the seat."""

    def free(self, token: str, seat: int, who: str = PERSON) -> None:
        """Take a seat from whoever has it, and leave it free or give it to a computer (`who`).

        By who leads, or by the person of that seat, who leaves; else `no-seat`. The seat's token
        opens nothing from now on, and there is a new invitation. If who leads leaves, the
        next person who is here leads, else the next who has a seat.
        """

    def news(self, token: str) -> News:
        """All that there is to know with a seat's token or a watcher's. Else `no-seat`."""

    def changed(self, token: str, version: int) -> bool:
        """May there be news since this version? True when in doubt.

        Asked up to a dozen times a second while a page shares a table: it must cost next to
        nothing. A file is looked at and read only if it was written; a database tells by itself.
        """

    def attend(self, token: str, page: str, *, leaving: bool = False, device: str = "") -> bool:
        """A page is there, or leaves; is anybody else there?

        Coming and leaving are news; the signs in between are not. If who leads has been away for
        `LEAD_AWAY`, the next person who is here leads from the second sign of any page on: a
        machine that has slept, or whose clock was put right, passes nothing on. `often` from a page
        too many: those who watch can keep nobody from their seat.
        """

    def write(
        self,
        token: str,
        turn: int,
        keep: int,
        moves: Sequence[str],
        result: Mapping[str, Any] | None,
        undone: Sequence[str] = (),
    ) -> int:
        """Keep so many moves, then add these, and those that were taken back; returns the turn.

        `late` if the store is not at this `turn` any more: somebody has moved, taken back or begun
        another game. What was asked (`ask`) is over. A watcher cannot write: `no-seat`.
        """

    def renew(self, token: str, turn: int, record: Mapping[str, Any], seats: Sequence[str]) -> int:
        """Another game at this meeting; returns the turn. People keep their seats and tokens.

        By who leads only (`no-seat`). `late` as in `write`; `taken` if somebody would lose their
        seat: a person's seat stays a person's. A table of its own is begun for it; that of the
        game before stays in the store as it is.
        """

    def ask(self, token: str, version: int, asked: Mapping[str, Any] | None) -> None:
        """Put a question to the people, an answer to it, or (None) take it away.

        `late` if the meeting is not at this `version` any more. What is asked is for the session
        to say (`session/asking.py`).
        """

    def lease(self, token: str, holder: str, *, give_up: bool = False) -> bool:
        """Take or renew the right to move computers and dice, for `LEASE` seconds; is it ours?

        One holder at a time; when it is not renewed, whoever asks next has it. Not news.
        """
