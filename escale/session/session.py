"""A game being played at: who sits where, whose move it is, when computers move, what is saved.

    session = Session(match, seats=["person", "sensible"], later=later)
    viewer = Viewer(session, send, lang="fr")        # one a page: see `viewer`
    session.start()

It knows no page, only its viewers, whom it tells what has changed: each shows it in its own way.
Nothing is made before every viewer can show it and the keeper has saved it. Time is handed in:
`later(seconds, act)` calls `act` after a while, or answers False where nothing can be waited for;
`busy()` is entered while a computer thinks and nobody is answered.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.engine.errors import BadOption, IllegalMove, NotKept, quoted
from escale.engine.game import CHANCE, Game
from escale.engine.match import Match
from escale.players.levels import PERSON, level, thinks

from . import coach, luck
from .perspective import Shown
from .seats import check_seats, level_of, persons, tempers_of
from .thinking import LULL, Choosing, Thinking

if TYPE_CHECKING:
    from random import Random

    from .frames import Json
    from .saving import Keeper
    from .sharing import Member
    from .viewer import Viewer

TRY = 0.4  # s after which a page asks again whether it may move computers, where another one does
BREATH = 0.03  # s between two moves of computers: the last one is on its way before the next begins

log = logging.getLogger("escale")

Later = Callable[[float, Callable[[], None]], bool]


class Asked(NamedTuple):
    """Who waits for an answer, and to which message."""

    viewer: Viewer | None = None
    id: str | int | None = None

    def of(self, viewer: Viewer) -> str | int | None:
        """What this viewer is answered, if it has asked."""
        return self.id if viewer is self.viewer else None


NOBODY = Asked()


class Change(NamedTuple):
    """What a viewer is going to show, and the frames that lead there."""

    viewer: Viewer
    shown: Shown
    frames: list[Json]


class Outside(NamedTuple):
    """What a session has to be told of the world around it, for invitations."""

    #: where others reach this server, if not at the address that its page has ("" : nowhere else)
    address: str = ""
    #: a text as a QR code, in SVG; "" where none can be made
    code: Callable[[str], str] = lambda text: ""
    #: where every page is one person's own server: the path of this one's, and the path that leads
    #: everybody to their own ("": nobody else has these tables)
    own: tuple[str, str] | None = None


def never(seconds: float, act: Callable[[], None]) -> bool:
    """Where there is nothing that could call later."""
    return False


class Session:
    """One game being played at, or (`live=False`) a position that is only looked at."""

    def __init__(
        self,
        match: Match,
        *,
        seats: Sequence[str] | None = None,
        live: bool = True,
        keeper: Keeper | Member | None = None,
        coach: coach.Wish = None,
        seed: int | None = None,
        later: Later = never,
        busy: Callable[[], AbstractContextManager[None]] = nullcontext,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.match = match
        #: who sits where; what comes from outside is checked there (`seats.check_seats`)
        self.seats = tuple(seats or check_seats(match.game, len(match.players), None))
        self.live = live
        self.keeper = keeper
        self.coach = coach  #: whom the coach speaks for, if anybody has asked
        self.numbers: Random = luck.dice(seed)  #: for the dice and for what computers choose
        self.clock = clock
        self.viewers: list[Viewer] = []
        #: what takes its time: the move of a computer that thinks, a hint, a look back
        self.thinking: Thinking | None = None
        self.closed = False
        #: a seat of a meeting that the page is to show the token of: only then it is shown
        self.expects: int | None = None
        self.outside = Outside()
        self.later, self._busy = later, busy
        self._awaited = 0  # the number of the timer that is waited for: an earlier one does nothing

    @property
    def game(self) -> Game[Any, Any]:
        return self.match.game

    @property
    def persons(self) -> list[int]:
        """The seats of people."""
        return persons(self.seats)

    @property
    def tempers(self) -> list[str]:
        """How each computer likes to play; "" where nobody says."""
        return tempers_of(self.game, self.seats)

    def start(self) -> None:
        """Let computers move until a person is asked; apart from the constructor, since whoever
        looks must be there first."""
        if self.live:
            self.advance()

    def close(self) -> None:
        """Nobody plays here any more: nothing moves by itself from now on."""
        self.wait_for_nobody()
        if self.keeper is not None and self.keeper.shared:
            with suppress(NotKept):
                self.keeper.sign(leaving=True)
        self.live, self.closed = False, True

    # --- moves --------------------------------------------------------------------------------

    def play(self, move: Any | str) -> None:
        """Make a move for whoever has it, from code; it is shown, and computers answer."""
        self.advance()  # if a person's move is still to be answered
        try:
            self.make(move)
        except IllegalMove as refused:
            if isinstance(move, str):
                raise
            rule = refused.violations[0].rule
            raise BadOption("move", f"{quoted(move)} breaks {rule}") from None
        self.advance()

    def make(self, move: Any | str, asked: Asked = NOBODY, *, save: bool = True) -> None:
        """Play a legal move: work it out, show and save it, make it, tell it."""
        match = self.match
        worked = match.work_out(move)
        after = match.fork()
        after.commit(worked)
        changes = [
            Change(viewer, *viewer.perspective(after).moved(viewer.shown, worked.moments))
            for viewer in self.viewers
        ]
        self._finish(after, changes)
        if save:
            self.keep(after)
        match.commit(worked)
        self.tell(changes, asked)

    def follow(self, moves: Sequence[str]) -> None:
        """Moves that have come from elsewhere, where they are saved: they are only shown here."""
        self.wait_for_nobody()
        for move in moves:
            self.make(move, save=False)
        if self.keeper is not None:
            self.keeper.caught_up(self.match)

    def step(self, go: Callable[[Match], int], asked: Asked) -> None:
        """Take something back, or bring it back; raises `CannotUndo`."""
        after = self.match.fork()
        go(after)
        changes = [
            Change(viewer, *viewer.perspective(after).stepped(viewer.shown))
            for viewer in self.viewers
        ]
        self._finish(after, changes)
        self.keep(after)
        go(self.match)
        self.tell(changes, asked)
        self.advance_soon()

    def refresh(self) -> None:
        """Show the match as it is now, if it was changed from outside."""
        news = [(viewer, viewer.perspective().anew(viewer.shown)) for viewer in self.viewers]
        self.keep(self.match)
        for viewer, shown in news:
            viewer.shown = shown
        for viewer in self.viewers:
            viewer.show_anew()
        self.start()

    def begin(
        self,
        match: Match,
        seats: Sequence[str],
        asked: Asked,
        *,
        keeper: Keeper | Member | None = None,
        coach: coach.Wish = None,
    ) -> None:
        """Another game here: a new one, or one that was saved, with its keeper. Whoever was coached
        still is, unless this says otherwise."""
        other = Session(match, seats=seats, later=self.later, busy=self._busy, clock=self.clock)
        other.coach = self.coach if coach is None else coach
        other.keeper = keeper or (self.keeper and self.keeper.renewed())
        same_box = match.game is self.game and len(seats) == len(self.seats)
        twins = [viewer.twin(other) for viewer in self.viewers]
        messages = [
            twin.everything(not same_box, asked.of(viewer))
            for twin, viewer in zip(twins, self.viewers, strict=True)
        ]
        self.keep(match, other)
        self.match, self.seats, self.live = match, other.seats, True
        self.keeper, self.numbers, self.coach = other.keeper, other.numbers, other.coach
        for viewer, twin, message in zip(self.viewers, twins, messages, strict=True):
            viewer.take_over(twin)
            viewer.send(message)
        self.tell_kept()
        self.advance_soon()

    def take_in(self, match: Match, seats: Sequence[str]) -> None:
        """The same game as it stands elsewhere: something was taken back, somebody has sat down."""
        self.wait_for_nobody()
        self.match, self.seats = match, tuple(seats)
        changes = []
        for viewer in self.viewers:
            view = viewer.perspective()
            shown, frames = view.stepped(viewer.shown)
            frames[-1] |= view.company()
            changes.append(Change(viewer, shown, frames))
        self._finish(match, changes)
        self.tell(changes)

    def begin_elsewhere(self, match: Match, seats: Sequence[str]) -> None:
        """Another game has been begun at the meeting, in another page."""
        self.begin(match, seats, NOBODY, keeper=self.keeper)

    def _finish(self, after: Match, changes: Sequence[Change]) -> None:
        """The last frame of a change says how the game stands then."""
        more = self.moves_itself(after, [change.shown for change in changes])
        for viewer, shown, frames in changes:
            frames[-1] |= viewer.perspective(after).head(shown, more)

    def tell(self, changes: Sequence[Change], asked: Asked = NOBODY) -> None:
        for viewer, shown, frames in changes:
            viewer.show(shown, frames, asked.of(viewer))

    # --- saving -------------------------------------------------------------------------------

    def keep(self, match: Match, other: Session | None = None) -> None:
        """Save the match before anybody sees it; `NotKept` if it is now played elsewhere."""
        session = other or self
        said = session.keeper and session.keeper.save(match, session.seats)
        if said:
            kept = said == "kept-again"
            for viewer in self.viewers:
                viewer.say(said, tone="good" if kept else "warn", kept=kept)

    def tell_kept(self, *, aside: bool = False) -> None:
        """Give the pages the token under which the game is found again; `aside` of the one that
        they have."""
        if self.keeper is not None:
            for viewer in self.viewers:
                viewer.send({"kind": "kept", "token": self.keeper.token, "aside": aside})

    def tell_lost(self, asked: Asked = NOBODY) -> None:
        """The game is now played in another page: nothing was done here."""
        assert self.keeper is not None
        for viewer in self.viewers:
            viewer.send({"kind": "lost", "re": asked.of(viewer), "token": self.keeper.token})

    def refused(self, error: NotKept, asked: Asked = NOBODY) -> None:
        """Something was not done, since it could not be saved."""
        from . import sharing

        if self.is_shared:
            sharing.refused(self, error, asked)
        else:
            self.tell_lost(asked)

    @property
    def is_shared(self) -> bool:
        """Do several pages share the table, each with a session of its own?"""
        return self.keeper is not None and self.keeper.shared

    def say_to_all(self, name: str, asked: Asked = NOBODY, tone: str = "warn") -> None:
        for viewer in self.viewers:
            viewer.say(name, asked.of(viewer), tone)

    # --- whoever moves by itself --------------------------------------------------------------

    def moves_itself(
        self, match: Match | None = None, shown: Sequence[Shown] | None = None
    ) -> bool:
        """Is the next move a computer's, or the dice'? These fall by themselves unless somebody
        can throw them."""
        actor = (match or self.match).actor
        if actor is None or not self.live:
            return False
        if actor == CHANCE:
            if self.is_shared:  # somebody may throw them at another page
                return not any(viewer.perspective(match).is_thrown() for viewer in self.viewers[:1])
            views = [viewer.shown for viewer in self.viewers] if shown is None else shown
            return not any(view.throws for view in views)
        return self.seats[actor] != PERSON

    def advance(self) -> None:
        """Let computers and dice move at once, until a person is asked: for code that waits."""
        self.wait_for_nobody()
        while self.moves_itself() and (self.keeper is None or self.keeper.holds()):
            self.make(self.chosen())

    def advance_soon(self) -> None:
        """Let them move one at a time: in between pages are answered, and show them."""
        self.wait_for_nobody()
        if self.moves_itself() and not self._soon(BREATH):
            self.advance()

    def chosen(self) -> Any:
        """What the dice or the computer whose move it is have chosen."""
        match, game = self.match, self.game
        actor = match.actor
        assert actor is not None
        if actor == CHANCE:
            moves, odds = zip(*game.chance(match.state), strict=True)
            return self.numbers.choices(moves, [p.numerator / p.denominator for p in odds])[0]
        legal = game.legal(match.state, actor)
        with self._busy():
            choose = level(game, level_of(self.seats[actor]), self.tempers[actor])
            return choose(game, match.view(actor), legal, luck.thoughts(self.numbers))

    def think(self, thinking: Thinking) -> None:
        """Think about this, and then do it, unless something else comes in between."""
        self.wait_for_nobody()
        self.thinking = thinking
        if not self._soon(LULL):
            self._go_on(self._awaited)

    def hurry(self) -> None:
        """Somebody has waited enough. A computer whose move has failed tries again."""
        if self.thinking is not None:
            self.thinking.hurry = True
        else:
            self.advance_soon()

    def wait_for_nobody(self) -> None:
        """Whatever was to come does not come: a timer of another thread cannot be cancelled."""
        if self.thinking is not None:
            self.thinking.drop()
        self.thinking = None
        self._awaited += 1

    def _soon(self, seconds: float) -> bool:
        """Go on a little later; can that be waited for?"""
        number = self._awaited
        return self.later(seconds, lambda: self._go_on(number))

    def _go_on(self, number: int) -> None:
        if number != self._awaited:
            return
        try:
            if self.keeper is not None and self.moves_itself() and not self.keeper.holds():
                self._soon(TRY)  # another page moves them; if it dies, this one does
                return
            while self._thinks_on():
                if self._soon(LULL):
                    return
            if self.thinking is None:
                self.make(self.chosen())
            else:
                self.thinking.end()
        except NotKept as error:
            self.wait_for_nobody()
            self.refused(error)
        except Exception:
            log.exception("what %r waited for could not be done", self.match.actor)
            self.wait_for_nobody()  # whoever tries again thinks anew
            for viewer in self.viewers:
                viewer.say("trouble", stuck=self.moves_itself())
        else:
            self.advance_soon()

    def _thinks_on(self) -> bool:
        """Is there something to think about, and is that still so after another slice?"""
        if self.thinking is None:
            actor = self.match.actor
            if actor is None or actor == CHANCE or not thinks(self.seats[actor]):
                return False
            self.thinking = Choosing(self)
        return not self.thinking.step()
