"""A table to play at: one widget for all games.

    table = escale.play("dolce-vita", seats=["person", "sensible", "random"])
    table.match                      # the match being played
    escale.board(match)              # a position to look at

A door and no more: the game is a `Session` and the page its `Viewer` (`escale/session`), which need
no Jupyter. Here they get a kernel: messages in and out, an event loop, a store. Several pages may
look at one table, and a page that comes later gets the whole of it (`get_state`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import traitlets

from escale.engine import store as stores
from escale.engine.errors import BadOption, NotKept, quoted
from escale.engine.match import Match
from escale.engine.registry import game as find_game
from escale.players.levels import PERSON
from escale.session import joining
from escale.session.coach import GENTLE, Wish, check_wish
from escale.session.saving import Keeper, Pace, check_name, named_after, replayed
from escale.session.seats import check_lang, check_seats, sit_down
from escale.session.session import Session
from escale.session.viewer import Viewer

from . import app_page, bundle, lesson_cache, nulls
from .host import Host
from .outside import outside
from .widget import Widget

if TYPE_CHECKING:
    from escale.engine.game import Game
    from escale.engine.store import Store

#: of the tables of one visitor; whoever has a kernel of their own elsewhere fills their own disk
PACE = Pace(30, 60) if app_page.HERE else None


class Table(Widget):
    """A game being played, or (`hand=False`) looked at. `seats` says who sits where."""

    _esm = app_page.script("table") if app_page.HERE else bundle.script()
    _css = "" if app_page.HERE else bundle.style()
    widget = traitlets.Unicode("table").tag(sync=True)  # what the script is to make of it

    # Neither is ever set or synchronised: a newcomer gets them from `get_state`, as they are then,
    # and whoever is there already gets frames.
    box = traitlets.Dict().tag(
        sync=True, to_json=lambda _, table: {} if app_page.HERE else table.viewer.box()
    )
    table = traitlets.Dict().tag(sync=True, to_json=lambda _, table: table.whole())
    place = traitlets.Unicode("").tag(sync=True)  # in one of the app's pages

    def __init__(
        self,
        match: Match,
        *,
        seats: Sequence[str] | None = None,
        seat: int | None = None,
        lang: str | None = None,
        hand: bool = True,
        keeper: Keeper | None = None,
        coach: Wish = None,
        seed: int | None = None,
    ) -> None:
        self._host = host = Host(lambda message: self.send(message))
        sitting = check_seats(match.game, len(match.players), seats)
        self.session = Session(
            match,
            seats=sitting,
            live=hand,
            keeper=keeper,
            coach=check_wish(coach, match.players, sitting),
            seed=seed,
            later=host.later,
            busy=host.busy,
        )
        self.session.outside = outside()
        self.viewer = Viewer(
            self.session,
            lambda message: self.send(message),
            lang=check_lang(lang),
            seat=None if hand else seat,
            box=lesson_cache.box,
        )
        super().__init__(place=app_page.new_place())
        self.on_msg(self._receive)
        self.session.start()

    # --- what it is -----------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match being played."""
        return self.session.match

    @property
    def game(self) -> Game[Any, Any]:
        return self.session.game

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits where."""
        return self.session.seats

    @property
    def persons(self) -> list[int]:
        """The seats of people."""
        return self.session.persons

    @property
    def lang(self) -> str:
        return self.viewer.lang

    @property
    def seat(self) -> int:
        """Whose view is shown."""
        return self.viewer.seat

    @property
    def curtain(self) -> int | None:
        """The person to whom the screen is to be passed, before anything of theirs is in it."""
        return self.viewer.curtain

    # --- from code ------------------------------------------------------------------------------

    def play(self, move: Any | str) -> None:
        """Make a move for whoever has it, from code; the table shows it, and computers answer."""
        with self._host.lock:
            self.session.play(move)

    def refresh(self) -> None:
        """Show the match as it is now, if it was changed from outside."""
        with self._host.lock:
            self.session.refresh()

    def close(self) -> None:
        with self._host.lock:
            self.session.close()
            super().close()

    # --- from and for the page ------------------------------------------------------------------

    def whole(self) -> dict[str, Any]:
        """All that a page shows that comes now."""
        with self._host.lock:
            return self.viewer.whole()

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """A page cannot change anything by writing into it; it sends messages."""

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        with self._host.lock:
            self.viewer.receive(nulls.heard(content))

    def _repr_svg_(self) -> str:
        return self.viewer.svg()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it the same table as a picture."""
        bundle = super()._repr_mimebundle_(**kwargs)
        return app_page.beside(bundle, self._about, self._repr_svg_)

    def _about(self) -> dict[str, Any]:
        with self._host.lock:
            return {"place": self.place, **self.viewer.about()}


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
    coach: bool | int | str | None = None,
    seat: int | None = None,
    position: Mapping[str, Any] | None = None,
) -> Table:
    """A table with a new game, or with the one that its page was in the middle of.

    `players` is how many, or their names. `seats` says who sits where, clockwise: "person", or a
    computer's level (`escale.players.levels.LEVELS`); by default one person and computers. The
    page finds its saved game again by the name of the `table`, by default that of the page and the
    game.

    With `coach=True` the page says every rule that its learner has not met, once, when something
    happens by it; computers are beginners then, unless `seats` says otherwise. With several people
    it waits until one of them asks for it; or it is told for whom it speaks, by a seat's number or
    name.

    With a `seat`, counted from 0, the `table` is shared: whoever runs the same with another seat,
    in another notebook of the same user, plays at it, too. The first to come opens it and is its
    host; later ones may leave `seats` out. The page keeps the seat for its person.

    `position` is a moment in the middle of a game to play on from, as a record has it
    (`match.game.to_position(match.state)` makes one). Such a table has a name of its own, so that
    its page does not find another game.
    """
    if seat is not None:
        if position is not None or coach not in (None, False):
            raise BadOption("seat", "a shared table begins at the beginning, without a coach")
        return _at_seat(game, players, seats, check_name(table), seat, lang, options, seed)
    others = GENTLE if coach not in (None, False) else None
    match, sitting = sit_down(
        game,
        players,
        seats=seats,
        options=options,
        seed=seed,
        others=others,
        position=position,
        first=others is not None,
    )
    if table is None and position is not None:
        table = named_after(match)
    name, store = check_name(table), stores.open_store()
    keeper = None if store is None else Keeper(store, name, PACE)
    return Table(match, seats=sitting, lang=lang, keeper=keeper, coach=coach, seed=seed)


def _at_seat(
    game: str | Game[Any, Any],
    players: int | Sequence[str] | None,
    seats: Sequence[str] | None,
    name: str | None,
    seat: int,
    lang: str | None,
    options: Mapping[str, Any] | None,
    seed: int | None,
) -> Table:
    """A seat at a table that is shared by its name: it is opened, or joined."""
    store = stores.open_store()
    if name is None:
        raise BadOption("seat", 'is a seat at a table with a name: table="kitchen"')
    if store is None or store.meetings is None:
        raise BadOption("seat", "no tables are kept here, so nobody else could come")
    number = store.meetings.find(name)
    if number is None:
        match, sitting = sit_down(game, players, seats=seats, options=options, seed=seed)
        _check_seat(seat, len(sitting))
        if sitting[seat] != PERSON:
            raise BadOption("seat", f"seat {seat} is a computer's ({sitting[seat]})")
        keeper = _keeper(store, name, seat)
        keeper.store_now(match, sitting)
        table = Table(match, seats=sitting, lang=lang, keeper=keeper, seed=seed)
        try:
            joining.share(table.session, keeper, seat, name)
        except NotKept as error:
            table.close()
            if error.reason != "taken":
                raise
            number = store.meetings.find(name)  # somebody was a moment earlier
        else:
            joining.arrived(table.session)
            return table
    if number is None:
        raise NotKept("gone")
    return _joined(store, find_game(game), number, seats, name, seat, lang)


def _joined(
    store: Store,
    game: Game[Any, Any],
    number: int,
    seats: Sequence[str] | None,
    name: str,
    seat: int,
    lang: str | None,
) -> Table:
    """A seat at a table that is there. If somebody has it, only their page can show its token."""
    assert store.meetings is not None
    kept = next(one for one in store.tables() + store.tables(binned=True) if one.number == number)
    if kept.game != game.id:
        raise BadOption("table", f"at {quoted(name)} {kept.game} is played, not {game.id}")
    _check_seat(seat, len(kept.seats))
    if seats is not None and list(seats) != kept.seats:
        there = ", ".join(kept.seats)
        raise BadOption("seats", f"at {quoted(name)} there sit: {there}; leave them out")
    token = None
    try:
        token = store.meetings.take(name, seat, "")
    except NotKept as error:
        if error.reason != "taken":
            raise
    match = replayed(store.record(number), kept.seats)
    table = Table(match, seats=kept.seats, lang=lang, hand=False)
    table.session.keeper, table.session.expects = _keeper(store, name, seat), seat
    if token is not None:
        joining.join(table.viewer, token)
    return table


def _keeper(store: Store, name: str, seat: int) -> Keeper:
    """For the store the table has its name; in a browser each seat has its own."""
    keeper = Keeper(store, name, PACE)
    keeper.given = f"{name} · {seat}"
    return keeper


def _check_seat(seat: object, count: int) -> None:
    if type(seat) is not int or not 0 <= seat < count:
        raise BadOption("seat", f"must be from 0 to {count - 1}, not {quoted(seat)}")


def board(match: Match, seat: int | None = None, lang: str | None = None) -> Table:
    """A position to look at, as `seat` may see it; without a seat, as anybody may."""
    return Table(match, seat=seat, lang=lang, hand=False)
