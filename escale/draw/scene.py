"""What a scene is. A game's `scene.py` describes its table with these words.

    symbols() -> str                     <symbol>, <pattern>, <gradient> elements, ids with the
                                         game's prefix ("dv-maison-300"); sent to the page once
    style() -> str                       CSS of the game's world, all rules below `.es-GAME`
    layouts(players) -> list[Layout]     where each place is, for narrow, middle and wide containers
    scene(view, lang, names) -> Scene    what lies where, as this seat may see it
    plain(view, lang, names) -> Scene    optional: the same without what the table works out for its
                                         players; for a lesson that asks just that
    asked(view, lang, names) -> Scene    optional: the same in an exercise that is not answered yet,
                                         without anything that may tell; else the scene without
                                         turn, scores and status
    PICTURED: frozenset[str]             optional: kinds of events that the scene shows beforehand
    phone_lesson(players, touched) -> Layout
                                         optional: the narrow layout of a lesson, without what no
                                         step of it is about; `touched` are the places that steps
                                         move pieces to or from, mark or ask about
    players(state) -> int                optional: how many play; a view is then shown as a picture
    lie(state, move) -> int | None       optional: by how many degrees a move turns the piece that
                                         lies on its first key's target; None if it turns nothing
    told(state, move, lang) -> tuple[str, str]
                                         optional: a move in words ("the card (north blue ...) on
                                         d5"), and the part of them that a drawing of the moved
                                         piece can stand for, or ""
    named(state, move, lang) -> str      optional: the same without a drawing ("the stone from e5 to
                                         d5"); in the list of legal moves, too. With neither, a move
                                         is called by the names of its targets
    tell(view, lang, names, piece) -> str
                                         optional: what is to be said of a piece that somebody
                                         touches ("Red space, closed: 2 rubies."), or ""
    TOLD: str                            with it: how the keys of those pieces begin; each is a
                                         path, and is ringed as long as it is spoken of
    MARK: str                            optional: the symbol that stands for the game; else
                                         `PREFIX-mark`, if there is one
    colours(state) -> Sequence[str]      optional: the colour of each player, in a look back; red,
                                         ochre, green, blue, violet by seat where nothing is said

A **piece** has a stable key, so that the page can keep its element and let it travel; it shows a
symbol, a text or a path. What only says where the game is has the key `turn` (whose turn it is) or
`now`, or one that begins so (`now:lay/3`, see `SIGNS`): in a lesson its way is not drawn. What may
give an answer away has a key that begins as in `TELLING`. A **place** is a name
("column:3/2") that the layouts turn into a box; a piece whose place is not in the current layout is
not shown. A **target** is what a person can pick or ask about: a real button over the picture, with
words for a screen reader. Legal moves are paths over the keys of targets; they are added by
`picture`, not by the game; what keys may mean is in `escale/engine/keys.py`. Where pieces can be
turned, the one with the key `turner` (`TURNER`) keeps the place of the house's button for it.

A **close-up** is for a small screen, where much is folded to a line: a layout may give to the key
of a target a layout of its own, small, with places, scenery and cover. Where that target is no
legal choice, a tap (or Enter) opens a sheet over the board with those places and the pieces that
lie there at the moment, entitled with the target's words; why the target cannot be picked, if there
is anything to say, stands below. A place may be in a close-up only: its pieces are seen nowhere
else. The page draws nothing but the scene's pieces, so hidden things stay hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from escale.engine.game import Game, View

#: The width of a place in the units of a piece's `path`, whatever the layout.
PATH_UNITS = 840

#: Width classes of the container, from the smallest.
WIDTHS = ("narrow", "middle", "wide")

#: How keys of pieces begin that only say where the game is.
SIGNS = ("turn", "now")

#: How keys of pieces begin that may tell the answer to an exercise: they are left out of it.
TELLING = (*SIGNS, "hint", "crown", "winner", "score", "end")

#: In the style of a piece: the name of whoever reads. A table may write "You" there instead.
YOU = "you"

#: The key of the piece that keeps the place of the button that turns what is picked.
TURNER = "turner"


class Box(NamedTuple):
    """A place in a layout: left, top, width, height, depth (higher lies above), turn in degrees."""

    x: float
    y: float
    w: float
    h: float
    z: int = 0
    turn: int = 0


class Layout(NamedTuple):
    """Where everything is, for containers of at least `least` pixels."""

    name: str  # one of WIDTHS
    least: int
    width: float  # of the whole picture, in units; one unit is about one pixel
    height: float
    places: Mapping[str, Box]
    scenery: str = ""  # SVG below all pieces, in the same units
    cover: str = ""  # SVG above all pieces
    seats: bool = True  # False where the picture shows the players: the house then does not
    #: Key of a target -> the places that a sheet over the board shows enlarged, see above.
    closeups: Mapping[str, Layout] = MappingProxyType({})


class Piece(NamedTuple):
    """Something on the table. Exactly one of symbol, text, path is what it shows.

    A symbol is fitted into the box of its place and keeps its proportions; `turn` turns it further
    than its place does, in degrees. A text is as high as its box; it stands in the middle, with
    `start` or `end` in `style` at that side. A path is in units of 1/PATH_UNITS of the width of its
    place.

    `style` are class names: the game's own, and these which the house knows:
    `last` (moved last: a gold ring), `dim`, `struck` (cancelled), `serif`, `bold`, `soft`, `start`,
    `end`; `you` (see `YOU`); `flips` (a change of symbol is shown as a card turning over), `rolls`
    (as a die), `fades` (it does not travel), `counts` (a number that counts up).
    """

    place: str
    symbol: str = ""
    text: str = ""
    path: str = ""
    style: str = ""
    turn: int = 0


class Target(NamedTuple):
    """Something that a person can pick, or ask about when it cannot be picked."""

    place: str  # the box of the button
    label: str  # its words
    caption: str = ""  # written on it by the house (buttons like Quitte); "" where a piece shows it
    note: str = ""  # a second, smaller line below the caption
    name: str = ""  # what a hint or a list of moves calls it ("e5"); else the label, in short


class Seat(NamedTuple):
    """A player, for the house's own line of players."""

    name: str
    badge: str = ""  # a symbol
    score: str = ""  # said: "1 000", "7 jades"
    turn: bool = False
    out: bool = False
    note: str = ""


class Later(Sequence[str]):
    """Sentences that are made when somebody wants them: most positions are only looked at."""

    def __init__(self, make: Callable[[], Iterable[str]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> list[str]:
        return list(self._make())

    def __getitem__(self, index: Any) -> Any:
        return self._made[index]

    def __len__(self) -> int:
        return len(self._made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._made == list(other)

    __hash__ = None  # type: ignore[assignment]


class Scene(NamedTuple):
    """A moment of the table, as one seat may see it, in one language."""

    pieces: dict[str, Piece]
    targets: dict[str, Target]  # in reading order
    seats: list[Seat]
    heading: str  # "Manche 2 sur 4"
    status: str  # what is to be done now: "À vous. Posez une carte sous une colonne."
    words: Sequence[str]  # the position in sentences, for a screen reader
    choices: tuple[tuple[str, ...], ...] = ()  # the legal moves as paths over keys
    lies: tuple[
        int | None, ...
    ] = ()  # beside `choices`, where pieces can be turned: see `lie` above
    names: tuple[str, ...] = ()  # beside `choices`, where the game names moves: see `named` above


class SceneModule(Protocol):
    """What a game's `scene.py` offers."""

    def symbols(self) -> str: ...
    def style(self) -> str: ...
    def layouts(self, players: int) -> Sequence[Layout]: ...
    def scene(self, view: View, lang: str, names: Sequence[str]) -> Scene: ...


@cache
def scenes(game: Game[Any, Any]) -> SceneModule:
    """The `scene.py` of a game, loaded on first use."""
    module: Any = import_module(f"{game.package}.scene")
    found: SceneModule = module
    return found


def scenes_if_any(game: Game[Any, Any]) -> SceneModule | None:
    """The same of a game that can perhaps be played without a picture."""
    try:
        return scenes(game)
    except ModuleNotFoundError as error:
        if error.name == f"{game.package}.scene":
            return None
        raise


def picture(game: Game[Any, Any], view: View, lang: str, names: Sequence[str]) -> Scene:
    """The scene of a view with the choices of its seat."""
    return with_choices(game, view, scenes(game).scene(view, lang, names), lang)


def without(scene: Scene, telling: Collection[str]) -> Scene:
    """A scene that says neither whose turn it is nor who leads: without status and scores, and
    without the pieces whose keys begin so."""
    pieces = {
        key: piece for key, piece in scene.pieces.items() if key.partition(":")[0] not in telling
    }
    seats = [seat._replace(turn=False, score="") for seat in scene.seats]
    return scene._replace(pieces=pieces, seats=seats, status="")


def mark_name(game: Game[Any, Any]) -> str:
    """What the symbol is called that stands for a game, whether it has drawn it or not."""
    return getattr(scenes_if_any(game), "MARK", None) or f"{game.prefix.lower()}-mark"


def addressed(scene: Scene, you: str) -> Scene:
    """A scene in which its reader is called that: "You"."""
    pieces, note = dict(scene.pieces), you.lower()
    for key, piece in scene.pieces.items():
        if YOU in piece.style and YOU in piece.style.split():
            pieces[key] = piece._replace(text=you if len(piece.text) > 1 else you[0])
        elif piece.text and piece.text.lower() == note:
            del pieces[key]  # a note that said who of them the reader is
    return scene._replace(pieces=pieces)


def with_choices(game: Game[Any, Any], view: View, scene: Scene, lang: str | None = None) -> Scene:
    """A scene of this view with the legal moves of its seat; in a language, with their names."""
    state = view.state
    moves = {game.path(state, move): move for move in game.legal(state, view.seat)}
    lie, named = (getattr(scenes(game), name, None) for name in ("lie", "named"))
    lies = tuple(lie(state, move) for move in moves.values()) if lie else ()
    names = tuple(named(state, m, lang) for m in moves.values()) if named and lang else ()
    return scene._replace(choices=tuple(moves), lies=lies, names=names)
