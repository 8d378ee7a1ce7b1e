"""What a page shows of a match: whose view, the scene of it, the log, all in one language.

Everything here is a value: a `Perspective` is what a page needs to know, a `Shown` what it shows,
and the next `Shown` is made beside the last one, with the frames that lead there. So whatever
cannot be shown has changed nothing. `viewer` keeps the last one and sends the frames.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from escale.draw.scene import Scene, addressed, picture, scenes
from escale.engine.game import CHANCE, SPECTATOR, Event, Game, Moment
from escale.engine.keys import ROLL
from escale.players.levels import PERSON
from escale.teach.narrate import narrate
from escale.teach.overlays import in_scene
from escale.teach.texts import house_texts

from .ending import ended
from .frames import Json, difference, whole
from .seats import level_of, tempers_of
from .words import called

if TYPE_CHECKING:
    from escale.engine.match import Match

THROW = (ROLL,)  # the path of whoever throws the dice


class Line(NamedTuple):
    """A sentence of the log as a page gets it."""

    text: str
    rules: tuple[str, ...]
    seat: int | None


class Shown(NamedTuple):
    """What a page shows."""

    seat: int  #: whose view it is
    facing: int  #: whose view it is to be, once the curtain is lifted
    lifted: int | None  #: who has lifted it; None while it is down
    scene: Scene
    lines: list[Line]

    @property
    def curtain(self) -> int | None:
        """The person to whom the screen is to be passed, before anything of theirs is in it."""
        return self.facing if self.lifted is None else None

    @property
    def throws(self) -> bool:
        """Can the dice be thrown here?"""
        return self.scene.choices == (THROW,)


class Perspective(NamedTuple):
    """A match, who sits where, and who looks."""

    match: Match
    seats: tuple[str, ...]
    live: bool  #: is it played, or only looked at?
    lang: str
    own: int | None  #: the seat that this page keeps; None: whoever of its people has the move

    @property
    def game(self) -> Game[Any, Any]:
        return self.match.game

    @property
    def persons(self) -> list[int]:
        """The people who look at this page."""
        people = [seat for seat, who in enumerate(self.seats) if who == PERSON]
        return people if self.own is None else [seat for seat in people if seat == self.own]

    @property
    def hand(self) -> bool:
        """Can one play here, or only look?"""
        return self.live and (self.own is None or bool(self.persons))

    @property
    def reader(self) -> int | None:
        """To whom the log says "you": one log is not for two people."""
        if not self.live:
            return self.own
        return self.persons[0] if len(self.persons) == 1 else None

    # --- all of it --------------------------------------------------------------------------

    def anew(self, before: Shown | None = None) -> Shown:
        """All that there is to show, for whoever has the move; else for whoever looked before."""
        turned = self._turned(before)
        return Shown(*turned, self._scene(turned[0]), self._lines())

    def again(self, before: Shown) -> Shown:
        """The same to the same person: in another language, or after the curtain was lifted."""
        return before._replace(scene=self._scene(before.seat), lines=self._lines())

    def _turned(self, before: Shown | None) -> tuple[int, int, int | None]:
        """Whose view comes next: where people hide something from each other, behind a curtain."""
        facing = self._next(SPECTATOR if before is None else before.facing)
        state = self.match.state
        hides = self.game.secrets and self.game.mask(state, SPECTATOR) != state
        lifted = None if before is None else before.lifted
        if hides and len(self.persons) > 1 and self.hand and facing != lifted:
            return SPECTATOR, facing, None
        return facing, facing, facing

    def _next(self, shown: int) -> int:
        if not self.live or self.own is not None:
            return SPECTATOR if self.own is None else self.own
        persons, actor = self.persons, self.match.actor
        if actor is not None and actor in persons:
            return actor
        return shown if shown in persons or not persons else persons[0]

    def _scene(self, seat: int) -> Scene:
        """What is shown now, with the choices of whoever is asked."""
        game, players, state = self.game, self.match.players, self.match.state
        view = game.view(state, seat)
        actor = game.actor(state)
        if self.hand and actor == seat:
            return self._named(picture(game, view, in_scene(game.id, self.lang), players))
        scene = self._named(scenes(game).scene(view, in_scene(game.id, self.lang), players))
        if actor is None and not scene.status:  # the game leaves it to the house
            return scene._replace(status=ended(self.match, self.lang, self.reader))
        if actor == CHANCE and ROLL in scene.targets and self._throws(scene):
            return scene._replace(choices=(THROW,))
        return scene

    def _throws(self, scene: Scene) -> bool:
        """Are the dice for somebody here to throw? A computer's fall by themselves."""
        whose = {seat for seat, row in enumerate(scene.seats) if row.turn}
        return self.hand and (not whose or not whose.isdisjoint(self.persons))

    def is_thrown(self) -> bool:
        """Are the dice for somebody at the table to throw, at whichever page?"""
        people = self._replace(own=None).persons
        views = ((self._replace(own=seat), seat) for seat in people)
        return any(view._scene(seat).choices == (THROW,) for view, seat in views)

    def _lines(self) -> list[Line]:
        return [line for ply in self.match.plies for line, _ in self._narrated(ply.events)]

    def _narrated(self, events: Sequence[Event]) -> Iterator[tuple[Line, int]]:
        """The lines for these events, each with the number of its own."""
        reader = self.reader
        seen = [event.seen_by(SPECTATOR if reader is None else reader) for event in events]
        for line in narrate(self.game, seen, self.lang, self.match.players, reader):
            yield Line(line.text, line.rules, line.seat), line.at

    # --- what changes -----------------------------------------------------------------------

    def moved(self, shown: Shown, moments: Sequence[Moment]) -> tuple[Shown, list[Json]]:
        """After a move, which the match has already: the frames, moment by moment."""
        frames: list[Json] = []
        told = self._told(moments)
        for moment, lines in zip(moments[:-1], told, strict=False):
            frames.append(_frame(shown.scene, passing := self._passing(moment, shown.seat), lines))
            shown = shown._replace(scene=passing)
        turned = self._turned(shown)
        lines = told[-1]
        if turned[0] != shown.seat:  # first what its maker sees, then the next person's view
            frames.append(
                _frame(shown.scene, passing := self._passing(moments[-1], shown.seat), lines)
            )
            shown, lines = shown._replace(scene=passing), []
        scene = self._scene(turned[0])
        frames.append(_frame(shown.scene, scene, lines))
        added = [line for one in told for line in one]
        frames[0]["ply"] = self.match.ply
        return Shown(*turned, scene, [*shown.lines, *added]), frames

    def stepped(self, shown: Shown) -> tuple[Shown, list[Json]]:
        """After a step back or forth, which the match has already taken."""
        after = self.anew(shown)
        pairs = enumerate(zip(shown.lines, after.lines, strict=False))
        shorter = min(len(shown.lines), len(after.lines))
        keep = next((i for i, (a, b) in pairs if a != b), shorter)
        frame = _frame(shown.scene, after.scene, ())
        return after, [frame | {"keep": keep, "add": after.lines[keep:]}]

    def lifted(self, shown: Shown) -> tuple[Shown, list[Json]]:
        """After the curtain was lifted by the person for whom it was down."""
        scene = self._scene(shown.facing)
        frame = _frame(shown.scene, scene, ())
        return shown._replace(seat=shown.facing, lifted=shown.facing, scene=scene), [frame]

    def _told(self, moments: Sequence[Moment]) -> list[list[Line]]:
        """What is said at each moment of a move. They are told together, as they are later: what
        is silent lends its rule to the line before it, also to one of an earlier moment."""
        ends = [*accumulate(len(moment.events) for moment in moments)]
        told: list[list[Line]] = [[] for _ in moments]
        for line, at in self._narrated([event for moment in moments for event in moment.events]):
            told[bisect(ends, at)].append(line)
        return told

    def _passing(self, moment: Moment, seat: int) -> Scene:
        """A moment that is only looked at: without choices."""
        view = self.game.view(moment.state, seat)
        lang = in_scene(self.game.id, self.lang)
        return self._named(scenes(self.game).scene(view, lang, self.match.players))

    def _named(self, scene: Scene) -> Scene:
        """A single reader who has given no name is "You" on the table, as in the log."""
        players, reader = self.match.players, self.reader
        if reader is None or (you := called(players, reader, self.lang)[reader]) == players[reader]:
            return scene
        return addressed(scene, you)

    # --- as a page gets it ------------------------------------------------------------------

    def head(self, shown: Shown, more: bool) -> Json:
        """What every message that shows something ends with; `more`: somebody moves by itself."""
        return {
            "ply": self.match.ply,
            "seat": shown.seat,
            "over": self.match.over,
            "more": more,
            "no_undo": self._no_undo(),
            "redo": self._redo(),
            "curtain": shown.curtain,
        }

    def _no_undo(self) -> str:
        """Why nothing can be taken back now; "" where undo works."""
        reason = self.match.why_no_undo(self.taker)
        return house_texts()["undo"][reason][self.lang] if reason else ""

    def _redo(self) -> int:
        """How much can be brought back here: by whoever took it back, where each has a page."""
        undone = self.match.undone
        if undone and self.taker is not None and undone[-1][0].seat != self.taker:
            return 0
        return len(undone)

    @property
    def taker(self) -> int | None:
        """Whose moves are taken back here; None: the last person's."""
        return self.own if self.own in self.persons else None

    def company(self) -> Json:
        """Who sits where."""
        return {
            "hand": self.hand,
            "reader": self.reader,
            "names": list(self.match.players),
            "levels": [level_of(who) for who in self.seats],
            "tempers": tempers_of(self.game, self.seats) if self.live else [],
        }

    def whole(self, shown: Shown, more: bool) -> Json:
        return {
            "lang": self.lang,
            **self.company(),
            "options": self.match.options,
            **self.head(shown, more),
            "scene": whole(shown.scene, asked=True),
            "log": shown.lines,
        }


def _frame(before: Scene, after: Scene, added: Sequence[Line]) -> Json:
    """A frame that leads from one scene to another."""
    frame: Json = {"scene": difference(before, after, asked=True)}
    return frame | {"add": added} if added else frame
