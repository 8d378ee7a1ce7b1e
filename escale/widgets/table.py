"""A table to play at: one widget for all games.

    table = escale.play("dolce-vita", seats=["person", "sensible", "random"])
    table.match                      # the match being played
    escale.board(match)              # a position to look at

The page shows the scene of one seat's view and nothing else; it sends a path of keys when a person
has made up their mind. The answer is a frame: what has changed. Several pages may look at one
table, and a page that comes later gets the whole of it (`get_state`).
"""

from __future__ import annotations

import asyncio
import json
import logging
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import accumulate
from threading import RLock
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

import anywidget
import traitlets

from escale.draw.scene import Scene, picture, scenes
from escale.draw.svg import draw
from escale.engine.errors import BadOption, BadRecord, CannotUndo, NotKept, quoted
from escale.engine.game import CHANCE, SPECTATOR, Event, Moment
from escale.engine.match import Match
from escale.engine.registry import game as find_game
from escale.players.levels import PERSON, level, levels, thinks, usual
from escale.session import luck, messages, words
from escale.session.about import about
from escale.session.frames import Json, difference, whole
from escale.session.messages import Message
from escale.teach.errors import said_error
from escale.teach.languages import LANGUAGES, environment_language, is_language
from escale.teach.narrate import narrate
from escale.teach.texts import house_texts, texts

from . import app_page, bundle, keeping, lesson_cache
from .hints import on_hint
from .keeping import Keeper
from .review import on_again, on_review
from .thinking import LULL, Choosing, Thinking, on_hurry

if TYPE_CHECKING:
    from escale.engine.game import Game
    from escale.players.advice import Advice

MOST_SHOWN = 4  # players at a table where nobody has said how many
BREATH = 0.03  # s between two moves of computers: the last one is on its way before the next begins

log = logging.getLogger("escale")
P = ParamSpec("P")
R = TypeVar("R")
L = TypeVar("L", bound="Locked")


class Line(NamedTuple):
    """A sentence of the log as the page gets it."""

    text: str
    rules: tuple[str, ...]
    seat: int | None


class Locked(Protocol):
    _lock: RLock


def alone(method: Callable[Concatenate[L, P], R]) -> Callable[Concatenate[L, P], R]:
    """One thread at a time: JupyterLab lets messages come beside a running cell, and beside
    those from another page of the same kernel."""

    @wraps(method)
    def locked(widget: L, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with widget._lock:
            return method(widget, *args, **kwargs)

    return locked


class Table(anywidget.AnyWidget):
    """A game being played, or (`hand=False`) looked at. `seats` says who sits where."""

    _esm = app_page.script("table") if app_page.HERE else bundle.script()
    _css = "" if app_page.HERE else bundle.style()
    widget = traitlets.Unicode("table").tag(sync=True)  # what the script is to make of it

    # Neither is ever set or synchronised: a newcomer gets them from `get_state`, as they are then,
    # and whoever is there already gets frames.
    box = traitlets.Dict().tag(
        sync=True, to_json=lambda _, table: {} if app_page.HERE else table._make_box()
    )
    table = traitlets.Dict().tag(sync=True, to_json=lambda _, table: table._whole())
    place = traitlets.Unicode("").tag(sync=True)  # in one of the app's pages

    _awaited = 0  # the number of the timer that is waited for: one that fires later does nothing
    _thinking: Thinking | None = None  # what takes its time: a strong move, a hint, a look back
    _advice: tuple[Any, Advice] | None = None  # the last hint, and the state that it was for

    def __init__(
        self,
        match: Match,
        *,
        seats: Sequence[str] | None = None,
        seat: int | None = None,
        lang: str | None = None,
        hand: bool = True,
        keeper: Keeper | None = None,
        seed: int | None = None,
    ) -> None:
        self._lock = RLock()
        self._lang = check_lang(lang)
        self._keeper = keeper
        self._version = 0
        self._hand = hand
        self._sit(match, check_seats(match.game, len(match.players), seats), seat, seed)
        super().__init__(place=app_page.new_place())
        self.on_msg(self._receive)
        if hand:
            self._advance()

    def _sit(
        self,
        match: Match,
        seats: Sequence[str],
        seat: int | None = None,
        seed: int | None = None,
    ) -> None:
        """Begin with this match, as it stands; a `seed` for its dice comes from Python alone."""
        self.match = match
        self.seats = tuple(seats)
        self._rng = luck.dice(seed)
        self._advice = None
        self._looking = seat
        self._facing = SPECTATOR
        self._lifted: int | None = None
        self._turn_to(self._seat_to_show(SPECTATOR))
        self._scene = self._scene_now()
        self._lines = self._all_lines()

    # --- what is shown --------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any]:
        return self.match.game

    @property
    def lang(self) -> str:
        return self._lang

    @property
    def persons(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, who in enumerate(self.seats) if who == PERSON]

    def _seat_to_show(self, shown: int) -> int:
        """Whose view it is: of the person who has the move, else of whoever looked last."""
        if not self._hand:
            return SPECTATOR if self._looking is None else self._looking
        persons, actor = self.persons, self.match.actor
        if actor is not None and actor in persons:
            return actor
        return shown if shown in persons or not persons else persons[0]

    def _turn_to(self, seat: int) -> None:
        """Show this seat's view; where people hide something from each other, behind a curtain."""
        self._facing = seat
        state = self.match.state
        hides = self.game.secrets and self.game.mask(state, SPECTATOR) != state
        if hides and len(self.persons) > 1 and self._hand and seat != self._lifted:
            self._lifted = None
            self.seat = SPECTATOR
        else:
            self._lifted = self.seat = seat

    @property
    def curtain(self) -> int | None:
        """The person to whom the screen is to be passed, before anything of theirs is in it."""
        return self._facing if self._lifted is None else None

    def _reader(self) -> int | None:
        """To whom the log says "you": one log is not for two people."""
        if not self._hand:
            return self._looking
        return self.persons[0] if len(self.persons) == 1 else None

    def _scene_now(self) -> Scene:
        """What is shown now, with the choices of whoever is asked."""
        game, seat, players = self.game, self.seat, self.match.players
        state = self.match.state
        view = game.view(state, seat)
        actor = game.actor(state)
        if self._hand and actor == seat:
            return picture(game, view, self._lang, players)
        scene = scenes(game).scene(view, self._lang, players)
        if self._hand and actor == CHANCE and "roll" in scene.targets:
            return scene._replace(choices=(("roll",),))  # the learner throws the dice
        return scene

    def _all_lines(self) -> list[Line]:
        plies = self.match.plies
        return [line for ply in plies for line, _ in self._narrated(ply.events)]

    def _narrated(self, events: Sequence[Event]) -> Iterator[tuple[Line, int]]:
        """The lines for these events, each with the number of its own."""
        reader = self._reader()
        seen = [event.seen_by(SPECTATOR if reader is None else reader) for event in events]
        for line in narrate(self.game, seen, self._lang, self.match.players, reader):
            yield Line(line.text, line.rules, line.seat), line.at

    def _told(self, moments: Sequence[Moment]) -> list[list[Line]]:
        """What is said at each moment of a move. They are told together, as they are later: what
        is silent lends its rule to the line before it, also to one of an earlier moment."""
        ends = [*accumulate(len(moment.events) for moment in moments)]
        told: list[list[Line]] = [[] for _ in moments]
        for line, at in self._narrated([event for moment in moments for event in moment.events]):
            told[bisect(ends, at)].append(line)
        return told

    # --- what is sent ---------------------------------------------------------------------------

    def _make_box(self) -> Json:
        return lesson_cache.box(self.game, len(self.match.players))

    def _head(self) -> Json:
        return {
            "ply": self.match.ply,
            "seat": self.seat,
            "over": self.match.over,
            "more": self._moves_itself(),
            "redo": len(self.match.undone),
            "curtain": self.curtain,
        }

    @alone
    def _whole(self) -> Json:
        return {
            "version": self._version,
            "lang": self._lang,
            "hand": self._hand,
            "reader": self._reader(),
            "names": list(self.match.players),
            "levels": list(self.seats),
            "options": self.match.options,
            "name": self._keeper and self._keeper.given,
            **self._head(),
            "scene": whole(self._scene, asked=True),
            "log": self._lines,
        }

    def _tell(self, frames: list[Json], answer_to: str | int | None = None) -> None:
        self._version += 1
        version = self._version
        self.send({"kind": "frames", "version": version, "re": answer_to, "frames": frames})

    def _everything(self, new_box: bool, answer_to: str | int | None = None) -> Json:
        """The message that shows the table anew."""
        self._version += 1
        message = {"kind": "whole", "re": answer_to, "table": self._whole()}
        return message | {"box": self._make_box()} if new_box else message

    def _say(
        self, text: str, answer_to: str | int | None = None, tone: str = "warn", **more: Any
    ) -> None:
        self.send({"kind": "say", "re": answer_to, "text": text, "tone": tone, **more})

    def _said(self, name: str, **facts: Any) -> str:
        return words.said(name, self._lang, **facts)

    def _frame(self, scene: Scene, added: Sequence[Line]) -> Json:
        """A frame that leads from what is shown to this scene."""
        frame: Json = {"scene": difference(self._scene, scene, asked=True)}
        self._scene = scene
        if added:
            frame["add"] = added
            self._lines = [*self._lines, *added]
        return frame

    # --- playing --------------------------------------------------------------------------------

    @alone
    def play(self, move: Any | str) -> None:
        """Make a move for whoever has it, from code; the table shows it, and computers answer."""
        self._advance()  # if a person's move is still to be answered
        if isinstance(move, str):
            self.match.fork().play(move)  # raises what is wrong, before anything has changed
            move = self.game.parse(move)
        elif (why := self.match.why_not(move)) != ():
            raise BadOption("move", f"{quoted(move)} breaks {why[0].rule}")
        self._make(move)
        self._advance()

    @alone
    def refresh(self) -> None:
        """Show the match as it is now, if it was changed from outside."""
        self._turn_to(self._seat_to_show(self._facing))
        self._scene, self._lines = self._scene_now(), self._all_lines()
        self._keep(self.match)
        self.send(self._everything(False))
        if self._hand:
            self._advance()

    def _moves_itself(self) -> bool:
        """Is the next move a computer's, or the dice'?"""
        actor = self.match.actor
        if actor is None or not self._hand:
            return False
        if actor == CHANCE:
            return not self._scene.choices
        return self.seats[actor] != PERSON

    def _advance(self) -> None:
        """Let computers and dice move at once, until a person is asked: for code that waits."""
        self._wait_for_nobody()
        while self._moves_itself():
            self._make(self._chosen())

    def _advance_soon(self) -> None:
        """Let them move one at a time: in between the kernel answers, and the page shows them."""
        self._wait_for_nobody()
        if self._moves_itself() and not self._soon(BREATH):
            self._advance()

    def _soon(self, seconds: float) -> bool:
        """Go on a little later; is there a loop? Without one there is nobody to wait for."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return False
        loop.call_later(seconds, self._advance_once, self._awaited)
        return True

    @alone
    def _advance_once(self, number: int) -> None:
        if number != self._awaited:
            return None
        try:
            while self._thinks_on():
                if self._soon(LULL):
                    return None
            if self._thinking is None:
                self._make(self._chosen())
            else:
                self._thinking.end()
        except NotKept as lost:
            self._wait_for_nobody()
            return keeping.tell_lost(self, lost)
        except Exception:
            log.exception("what %r waited for could not be done", self.match.actor)
            self._wait_for_nobody()  # whoever tries again thinks anew
            return self._say(self._said("trouble"), stuck=self._moves_itself())
        return self._advance_soon()

    def _think(self, thinking: Thinking) -> None:
        """Think about this, and then do it, unless something else comes in between."""
        self._wait_for_nobody()
        self._thinking = thinking
        if not self._soon(LULL):
            self._advance_once(self._awaited)

    def _thinks_on(self) -> bool:
        """Is there something to think about, and is that still so after another slice?"""
        if self._thinking is None:
            actor = self.match.actor
            if actor is None or actor == CHANCE or not thinks(self.seats[actor]):
                return False
            self._thinking = Choosing(self)
        return not self._thinking.step()

    def _wait_for_nobody(self) -> None:
        """Whatever was to come does not come: a timer of another thread cannot be cancelled."""
        if self._thinking is not None:
            self._thinking.drop()
        self._thinking = None
        self._awaited += 1

    @alone
    def close(self) -> None:
        self._wait_for_nobody()
        super().close()

    def _chosen(self) -> Any:
        """What the dice or the computer whose move it is have chosen."""
        match, game = self.match, self.game
        actor = match.actor
        assert actor is not None
        if actor == CHANCE:
            moves, odds = zip(*game.chance(match.state), strict=True)
            return self._rng.choices(moves, [p.numerator / p.denominator for p in odds])[0]
        legal = game.legal(match.state, actor)
        with keeping.giving_signs(self):
            return level(game, self.seats[actor])(
                game, match.view(actor), legal, luck.thoughts(self._rng)
            )

    def _make(self, move: Any, answer_to: str | int | None = None) -> None:
        """Play a legal move, save it, send it."""
        with self._tried():
            frames = self._moment_by_moment(move)
            self._keep(self.match)
        self.match.play(move)
        self._tell(frames, answer_to)

    @contextmanager
    def _tried(self) -> Iterator[None]:
        """Here the match is a copy; if it cannot be told or kept, everything is as it was."""
        match = self.match
        with self._or_as_before():
            self.match = match.fork()
            yield
        self.match = match

    @contextmanager
    def _or_as_before(self) -> Iterator[None]:
        """If what is done here fails, everything is as it was."""
        before = {name: getattr(self, name) for name in STATE}
        try:
            yield
        except BaseException:
            self.__dict__.update(before)
            raise

    def _moment_by_moment(self, move: Any) -> list[Json]:
        """Play a move and say what it changes."""
        match = self.match
        moments = self.game.unfold(match.state, move)
        match.play(move)
        *before, last = zip(moments, self._told(moments), strict=True)
        frames = [self._of_moment(*moment) for moment in before]
        shown = self.seat
        self._turn_to(self._seat_to_show(self._facing))
        if shown != self.seat:  # first what its maker sees, then the next person's view
            shown, self.seat = self.seat, shown
            frames.append(self._of_moment(*last))
            self.seat = shown
            frames.append(self._frame(self._scene_now(), ()))
        else:
            frames.append(self._frame(self._scene_now(), last[1]))
        frames[0]["ply"] = match.ply
        frames[-1] |= self._head()
        return frames

    def _of_moment(self, moment: Moment, lines: Sequence[Line]) -> Json:
        """A moment that is only looked at: without choices."""
        view = self.game.view(moment.state, self.seat)
        scene = scenes(self.game).scene(view, self._lang, self.match.players)
        return self._frame(scene, lines)

    # --- what the page asks for -----------------------------------------------------------------

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """A page cannot change anything by writing into it; it sends messages."""

    @alone
    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        try:
            message = messages.read(content)
        except messages.Malformed as wrong:
            self._say(self._said("malformed", field=wrong.field), wrong.answer_to)
            return
        try:
            ANSWERS[message.do](self, message)
        except NotKept as lost:
            keeping.tell_lost(self, lost, message.id)
        except Exception:
            log.exception("a message from the page could not be answered: %r", message.do)
            self._say(self._said("trouble"), message.id)

    def _on_move(self, message: Message) -> None:
        match, game = self.match, self.game
        keys = message.fields["keys"]
        if not self._hand:
            return self._say(self._said("only-looking"), message.id)
        if message.fields["ply"] != match.ply:
            return self._say(self._said("too-late"), message.id)
        if match.actor == CHANCE and keys == ["roll"] and not self._moves_itself():
            self._make(self._chosen(), message.id)
            return self._advance_soon()
        if match.actor != self.seat or self.seat not in self.persons:
            return self._say(self._said("not-your-hand"), message.id)
        wanted = set(keys)
        state = match.state
        paths = [(move, set(game.path(state, move))) for move in game.legal(state, self.seat)]
        meant = [move for move, path in paths if path == wanted]
        meant = meant or [move for move, path in paths if path > wanted]  # the rest is decided
        if len(meant) != 1:
            return self._say(self._said("no-such-move"), message.id)
        self._make(meant[0], message.id)
        return self._advance_soon()

    def _on_why(self, message: Message) -> None:
        keys = message.fields["keys"]
        view = self.game.view(self.match.state, self.seat)
        if message.fields["ply"] != self.match.ply:
            return self._say(self._said("too-late"), message.id)
        if not self._hand:
            return self._answer_why(message, [(self._said("only-looking"), ())])
        if self.curtain is not None:
            return self._answer_why(message, [(self._said("not-your-hand"), ())])
        violations = self.game.why_not(view.state, self.seat, set(keys))
        if not violations:
            return self._answer_why(message, [(self._said("could-be"), ())])
        speech, reader = texts(self.game), self._reader()
        lines = [
            (
                self._said("not-now")
                if violation.kind == "unreadable"
                else speech.refusal(violation, self._lang, self.match.players, reader),
                (violation.rule,),
            )
            for violation in violations
        ]
        return self._answer_why(message, lines)

    def _answer_why(self, message: Message, lines: Sequence[tuple[str, tuple[str, ...]]]) -> None:
        self.send(
            {"kind": "why", "re": message.id, "key": message.fields["keys"][-1], "lines": lines}
        )

    def _on_undo(self, message: Message) -> None:
        try:
            return self._step(Match.undo, message)
        except CannotUndo as refused:
            sentence = house_texts()["undo"][refused.reason][self._lang]
            return self._say(sentence, message.id, at="undo")

    def _on_redo(self, message: Message) -> None:
        if not self.match.undone:
            return self._say(self._said("nothing-to-redo"), message.id, at="redo")
        return self._step(Match.redo, message)

    def _step(self, go: Callable[[Match], int], message: Message) -> None:
        """Take something back, or bring it back, save that, send it."""
        with self._tried():
            go(self.match)
            frame = self._after_step()
            self._keep(self.match)
        go(self.match)
        self._tell([frame], message.id)
        self._advance_soon()

    def _after_step(self) -> Json:
        before, self._lines = self._lines, self._all_lines()
        keep = next(
            (i for i, (a, b) in enumerate(zip(before, self._lines, strict=False)) if a != b),
            min(len(before), len(self._lines)),
        )
        self._turn_to(self._seat_to_show(self._facing))
        frame = self._frame(self._scene_now(), ())
        return frame | {"keep": keep, "add": self._lines[keep:], **self._head()}

    def _on_lang(self, message: Message) -> None:
        with self._or_as_before():
            self._lang = message.fields["lang"]
            self._scene, self._lines = self._scene_now(), self._all_lines()
        self.send(self._everything(False, message.id))

    def _on_new(self, message: Message) -> None:
        fields = message.fields
        seats = [seat["level"] for seat in fields["seats"]]
        try:
            match = new_match(
                self.game,
                [seat["name"] for seat in fields["seats"]],
                check_seats(self.game, len(seats), seats),
                options=fields["options"],
                seed=fields["seed"],
            )
        except (BadRecord, BadOption) as error:
            problem = said_error(error, self._lang)
            return self._say(self._said("cannot-start", problem=problem), message.id)
        return self._begin(match, seats, message.id)

    def _on_load(self, message: Message) -> None:
        try:
            match = Match.from_record(message.fields["text"], policy="fair")
        except (BadRecord, BadOption) as error:
            problem = said_error(error, self._lang)
            return self._say(self._said("cannot-load", problem=problem), message.id)
        return self._open(match, message)

    def _open(self, match: Match, message: Message) -> None:
        """Play on from a file or a link."""
        same = match.game is self.game and len(match.players) == len(self.seats)
        seats = self.seats if same else check_seats(match.game, len(match.players), None)
        match.persons = frozenset(seat for seat, who in enumerate(seats) if who == PERSON)
        self._begin(match, seats, message.id)
        title = about(match.game).named(self._lang)
        self._say(self._said("loaded", title=title, plies=match.ply), tone="good")

    def _begin(
        self,
        match: Match,
        seats: Sequence[str],
        answer_to: str | int | None,
        keeper: Keeper | None = None,
    ) -> None:
        """Another game at this table: a new one, or one that was saved, with its keeper."""
        with self._or_as_before():
            same_box = match.game is self.game and len(seats) == len(self.seats)
            self._hand = True
            self._sit(match, seats)
            self._keeper = keeper or (self._keeper and self._keeper.renewed())
            message = self._everything(not same_box, answer_to)
            self._keep(match)
        self.send(message)
        keeping.tell_kept(self)
        self._advance_soon()

    def _on_save(self, message: Message) -> None:
        if self.game.secrets and not self.match.over:
            return self._say(self._said("cannot-save"), message.id)
        text = json.dumps(luck.shared_record(self.match), ensure_ascii=False)
        name = f"{self.game.id}.json"
        self.send({"kind": "file", "re": message.id, "name": name, "text": text})
        return None

    def _on_lift(self, message: Message) -> None:
        if message.fields["seat"] != self.curtain:
            return self._say(self._said("too-late"), message.id)
        self._lifted = self.seat = self._facing
        frame = self._frame(self._scene_now(), ())
        return self._tell([frame | self._head()], message.id)

    def _keep(self, match: Match) -> None:
        """Save the match before anybody sees it; `NotKept` if it is now played elsewhere."""
        said = self._keeper and self._keeper.save(match, self.seats)
        if said:
            kept = said == "kept-again"
            self._say(self._said(said), tone="good" if kept else "warn", kept=kept)

    def _on_words(self, message: Message) -> None:
        self.send({"kind": "words", "re": message.id, "lines": [*self._scene.words]})

    def _on_sync(self, message: Message) -> None:
        self.send(
            {"kind": "whole", "re": message.id, "box": self._make_box(), "table": self._whole()}
        )

    # --- where no widget can run ----------------------------------------------------------------

    def _repr_svg_(self) -> str:
        return draw(
            self.game, self.match.view(self.seat), lang=self._lang, names=self.match.players
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it the same table as a picture."""
        bundle = super()._repr_mimebundle_(**kwargs)
        return app_page.beside(bundle, self._about, self._repr_svg_)

    def _about(self) -> Json:
        what = {"place": self.place, "game": self.game.id, "players": len(self.match.players)}
        return what | {"table": self._whole()}


ANSWERS = {
    "move": Table._on_move,
    "why": Table._on_why,
    "undo": Table._on_undo,
    "redo": Table._on_redo,
    "lang": Table._on_lang,
    "new": Table._on_new,
    "load": Table._on_load,
    "save": Table._on_save,
    "words": Table._on_words,
    "sync": Table._on_sync,
    "hurry": on_hurry,
    "hint": on_hint,
    "review": on_review,
    "again": on_again,
    "lift": Table._on_lift,
    **keeping.ANSWERS,
}
#: what is put back where a step or a new game cannot be shown or kept after all
STATE = (
    *("match", "seats", "_keeper", "_rng", "_advice", "_hand", "_lang", "_version"),
    *("_scene", "_lines", "seat", "_looking", "_facing", "_lifted"),
)


# --- The public doors ---------------------------------------------------------------------------


def play(
    game: str | Game[Any, Any],
    players: int | Sequence[str] | None = None,
    *,
    seats: Sequence[str] | None = None,
    lang: str | None = None,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    table: str | None = None,
) -> Table:
    """A table with a new game, or with the one that its page was in the middle of.

    `players` is how many, or their names. `seats` says who sits where, clockwise: "person", or a
    computer's level (`escale.players.levels.LEVELS`); by default one person and computers. The
    page finds its saved game again by the name of the `table`, by default that of the page and the
    game.
    """
    found = find_game(game)
    if players is None:
        players = len(seats) if seats is not None else min(MOST_SHOWN, found.seats[-1])
    if isinstance(players, int) and not isinstance(players, bool) and players in found.seats:
        players = words.names(players)
    count = players if isinstance(players, int) else len(players)
    sitting = check_seats(found, count, seats)
    match = new_match(found, players, sitting, options=options, seed=seed)
    name, store = keeping.check_name(table), keeping.open_store()
    keeper = None if store is None else Keeper(store, name, keeping.PACE)
    return Table(match, seats=sitting, lang=lang, keeper=keeper, seed=seed)


def board(match: Match, seat: int | None = None, lang: str | None = None) -> Table:
    """A position to look at, as `seat` may see it; without a seat, as anybody may."""
    return Table(match, seat=seat, lang=lang, hand=False)


def new_match(
    game: Game[Any, Any],
    players: int | Sequence[str],
    seats: Sequence[str],
    *,
    options: Mapping[str, Any] | None,
    seed: int | None,
) -> Match:
    persons = [seat for seat, who in enumerate(seats) if who == PERSON]
    return Match(game, players, options=options, seed=seed, policy="fair", persons=persons)


def check_seats(game: Game[Any, Any], count: int, seats: Sequence[str] | None) -> tuple[str, ...]:
    """Who sits where; by default a person and computers of the usual level."""
    words.ui()  # which refuses a level without words
    known = levels(game)
    if seats is None:
        return (PERSON, *(usual(game),) * (count - 1))
    if isinstance(seats, str) or len(seats) != count:
        raise BadOption("seats", f"one entry for each of {count} players, not {quoted(seats)}")
    for seat, who in enumerate(seats):
        if who != PERSON and who not in known:
            choice = ", ".join([PERSON, *known])
            raise BadOption(f"seats[{seat}]", f"must be one of {choice}, not {quoted(who)}")
    return tuple(seats)


def check_lang(lang: str | None) -> str:
    """The language that is asked for, or that of the machine."""
    if lang is None:
        return environment_language()
    if not is_language(lang):
        raise BadOption("lang", f"must be one of {', '.join(LANGUAGES)}, not {quoted(lang)}")
    return lang
