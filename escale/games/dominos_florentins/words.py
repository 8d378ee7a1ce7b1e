"""What is said about the cards and cells of Dominos Florentins, by the sentences of scene.toml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Final

from escale.teach.holes import capital
from escale.teach.scene_words import Reader, label
from escale.teach.speech import Several

from . import deck as decks
from . import game
from .board import board_of, space_key
from .deck import COLOURS, GEMS, LETTERS, NO_GEM
from .moves import Black, Lay, Move, Placement
from .rules import State
from .spaces import CELL, CELLS, EDGES, INWARD, SIDES, Space

if TYPE_CHECKING:
    from escale.draw.scene import Scene
    from escale.engine.game import View


@lru_cache(maxsize=1024)
def card_words(deck_name: str, lie_: str, lang: str) -> str:
    """A card as it lies, side by side."""
    gems = decks.find(deck_name).gems[lie_]
    sides = []
    for side, name in enumerate(SIDES):
        words_ = label(game, f"side-{name}", lang, ("colour", COLOURS[lie_[side]]))
        if gems[side] != NO_GEM:
            words_ = label(game, "with-gem", lang, ("side", words_), ("gem", GEMS[gems[side]]))
        sides.append(words_)
    return ", ".join(sides)


@lru_cache(maxsize=4096)
def cell_words(deck_name: str, name: str, lie_: str, asked: str | None, lang: str) -> str:
    """A cell: the card on it, or the colours that it asks for, or nothing."""
    cell = ("cell", name)
    if lie_:
        return label(game, "cell-card", lang, cell, ("card", card_words(deck_name, lie_, lang)))
    if asked is None:
        return label(game, "cell-empty", lang, cell)
    if not asked:
        return label(game, "cell-middle", lang, cell)
    return label(game, "cell-free", lang, cell, ("sides", asked_words(name, asked, lang)))


def asked_words(name: str, asked: str, lang: str) -> str:
    sides = [
        label(game, f"at-{SIDES[side]}", lang, ("colour", COLOURS[letter]))
        for (side, _, _), letter in zip(INWARD[CELL[name]], asked, strict=True)
    ]
    return format(Several(tuple(sides), lang))


def spaces_words(to: Reader, found: Iterable[Space], mine: str | None) -> Iterator[str]:
    """The spaces of each colour, and those of the reader's that still wait for a card."""
    closed: Counter[str] = Counter()
    opened: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    outside: Counter[str] = Counter()
    waiting = []
    for space in found:
        (closed if space.closed else opened)[space.colour] += 1
        (inside if space.closed else outside)[space.colour] += len(space.gems)
        if space.colour == mine and space.gems and not space.closed:
            waiting.append(_waiting(to, space))
    for colour in LETTERS:
        if closed[colour] or opened[colour]:
            yield to.say(
                "spaces", colour=colour, closed=closed[colour], inside=inside[colour],
                open=opened[colour], outside=outside[colour],
            )  # fmt: skip
    if waiting:
        listed = reduce(lambda one, two: to.say("waiting-next", first=one, second=two), waiting)
        yield to.say("waiting", spaces=listed)


def _waiting(to: Reader, space: Space) -> str:
    cells = " ".join(dict.fromkeys(name[:2] for name in space.triangles))
    free = to.join([to.say(f"free-{name[2]}", cell=name[:2]) for name in space.free])
    return to.say("waiting-space", count=len(space.gems), cells=cells, free=free)


def tell(view: View, lang: str, names: Sequence[str], piece: str) -> str:
    """A space that somebody touches: its colour, open or closed, and what is counted of it."""
    state: State = view.state
    found = board_of(state.deck, state.placed, state.black).spaces
    space = next((one for one in found if space_key(one) == piece), None)
    if space is None:
        return ""
    to, count = Reader(game, lang, tuple(names), view.seat), len(space.gems)
    gems = to.say(f"gems-{GEMS[LETTERS[space.colour]]}", count=count)
    name = ("closed" if space.closed else "open") + ("" if count else "-bare")
    return to.say(f"space-{name}", colour=space.colour, gems=gems, count=count)


def edge_words(to: Reader, state: State, edge: str) -> str:
    """A place at the edge: the black card there, or the colour that it asks for, or nothing."""
    triangle = EDGES[edge]
    lie_, cell = state.placed[triangle >> 2], CELLS[triangle >> 2]
    name = capital(to.say(f"edge-{edge[0]}"))
    if edge in state.black:
        colour = state.colours[state.black.index(edge)]
        return to.say("edge-black", edge=name, cell=cell, colour=colour)
    if lie_:
        return to.say("edge-open", edge=name, cell=cell, colour=COLOURS[lie_[triangle & 3]])
    return to.say("edge-empty", edge=name, cell=cell)


def black_words(to: Reader, seat: int, edge: str) -> str:
    """Where somebody's black card is."""
    cell = CELLS[EDGES[edge] >> 2]
    return to.about(seat, "black-at", edge=to.say(f"edge-{edge[0]}"), cell=cell)


def told(state: State, move: Move, lang: str) -> tuple[str, str]:
    """A move in words, and those of them that a drawing of the card can stand for."""
    if isinstance(move, Black):
        cell = CELLS[EDGES[move.edge] >> 2]
        return label(game, "move-black", lang, ("cell", cell)), ""
    if not isinstance(move, Placement | Lay):
        return label(game, "move-pass", lang), ""
    lies = move.card if isinstance(move, Lay) else move.lie
    card = f"({card_words(state.deck, lies, lang)})"
    if isinstance(move, Lay):
        return label(game, "move-lay", lang, ("card", card)), card
    return label(game, "move-place", lang, ("card", card), ("cell", move.cell)), card


#: The pieces that say when the cards that lie face up may be placed.
WHEN: Final = ("lock", "lock@phone", "stock:note", "note@phone")


def bare(made: Scene, deck_name: str, lang: str) -> Scene:
    """A scene that does not say when face-up cards may be placed, which an exercise may ask."""
    if "lock" not in made.pieces:
        return made
    targets = dict(made.targets)
    for key, target in made.targets.items():
        if key.startswith("stock:"):
            card = card_words(deck_name, key.removeprefix("stock:"), lang)
            targets[key] = target._replace(label=label(game, "open-card", lang, ("card", card)))
    pieces = {key: piece for key, piece in made.pieces.items() if key not in WHEN}
    return made._replace(pieces=pieces, targets=targets)
