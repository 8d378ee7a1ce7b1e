"""The drawings of Dominos Florentins, and their colours.

`symbols.svg` has the art: stones, gems, wood and brass. The board and the cards of all decks are
put together from it here. All colours are variables of `scene.css`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from escale.draw.sheets import drawings_of, style_of
from escale.engine.errors import BadOption

from . import deck as decks
from .deck import COLOURS, NO_GEM, OURS, Deck
from .moves import Move, Placement
from .rules import State
from .spaces import COLUMNS, EDGES, SIDES

PACKAGE: Final = "escale.games.dominos_florentins"
CARD: Final = 60  # the side of a card in the drawings
GEM: Final = 18.5
#: The corners of a card, clockwise from the north-west, and its four triangles with the middle.
CORNERS: Final = ("0 0", "60 0", "60 60", "0 60")
SEATS_OF_GEMS: Final = ((30, 11.5), (48.5, 30), (30, 48.5), (11.5, 30))  # N, E, S, W
FRAME: Final = 37.2  # around the square
WHOLE: Final = 7 * CARD + 2 * FRAME
RIM: Final = 31.2  # what shows of a black card at the edge
EDGE_TURNS: Final = {"S": 0, "W": 90, "N": 180, "E": 270}  # the coloured triangle faces the square
QUARTER: Final = 90
HOUSE_COLOURS: Final = {"rouge": "red", "ocre": "ochre", "vert": "green", "bleu": "blue"}


@lru_cache(maxsize=4)
def _symbols(known: tuple[str, ...]) -> str:
    return "".join([drawings_of(PACKAGE), _board_drawing(), *_stones(), *_faces(known)])


def symbols() -> str:
    """The drawings of symbols.svg, and the cards of all decks that are known, made of them."""
    return _symbols(tuple(_playable()))


def _playable() -> Iterator[str]:
    """The decks without those whose file is not in order, as yet: nobody plays with them."""
    for name in decks.names():
        try:
            yield decks.find(name).name
        except BadOption:
            continue


def style() -> str:
    """The colours of scene.css."""
    return style_of(PACKAGE, "dominos-florentins")


def _board_drawing() -> str:
    """The empty board: its frame and corners, the 28 places of black cards, and their names."""
    corners = "".join(
        f'<use href="#df-corner" transform="translate({x:g} {y:g}) rotate({90 * i})"/>'
        for i, (x, y) in enumerate(((0, 0), (WHOLE, 0), (WHOLE, WHOLE), (0, WHOLE)))
    )
    slots, names = [], []
    for edge in EDGES:
        x, y, turn = rim_of(edge)
        slots.append(
            f'<use href="#df-slot" transform="translate({x:g} {y:g}) rotate({turn}) '
            f'translate(-30 {-RIM / 2})"/>'
        )
        name = COLUMNS[int(edge[1]) - 1] if edge[0] in "NS" else edge[1]
        names.append(f'<text x="{x:g}" y="{y:g}">{name}</text>')
    return (
        f'<g id="df-inside"><use href="#df-bed"/>{corners}{"".join(slots)}</g>'
        f'<symbol id="df-board" viewBox="0 0 {WHOLE:g} {WHOLE:g}"><use href="#df-bench"/>'
        '<use href="#df-inside"/><g font-size="13" text-anchor="middle" dominant-baseline="central"'
        ' fill="#f6dfa6" fill-opacity=".6" style="font-family:var(--es-serif)">'
        f"{''.join(names)}</g></symbol>"
    )


def rim_of(edge: str) -> tuple[float, float, int]:
    """Where a black card lies at the edge: the middle of what shows of it, and its turn."""
    along = FRAME + CARD * (int(edge[1]) - 0.5)
    near, far = FRAME - RIM / 2, WHOLE - FRAME + RIM / 2
    x, y = {
        "N": (along, near),
        "S": (along, far),
        "W": (near, WHOLE - along),
        "E": (far, WHOLE - along),
    }[edge[0]]
    return x, y, EDGE_TURNS[edge[0]]


def _stones() -> Iterator[str]:
    """For each colour: its triangle and its gem on each side, and what is made of them."""
    for letter in COLOURS:
        stone = f'fill="url(#df-p{letter})"'
        for side, name in enumerate(SIDES.lower()):
            one, other = CORNERS[side], CORNERS[(side + 1) % 4]
            yield f'<path id="df-{name}{letter}" d="M{one}L{other} 30 30z" {stone}/>'
            x, y = SEATS_OF_GEMS[side]
            upright = f"transform-origin:{x}px {y}px;transform:rotate(var(--df-up,0deg))"
            yield (
                f'<use id="df-g{name}{letter}" href="#df-gem{letter}" x="{x - GEM / 2:g}" '
                f'y="{y - GEM / 2:g}" width="{GEM}" height="{GEM}" style="{upright}"/>'
            )
            yield _symbol(f"{name}gem{letter}", f'<use href="#df-g{name}{letter}"/>')
        spill = f'<path d="M0 0H60L50-10H10z" {stone}/>'
        yield _symbol(f"spill{letter}", spill).replace(">", ' overflow="visible">', 1)
        slate = f'<use href="#df-black"/><use href="#df-n{letter}"/>'
        gilt = '<path d="M0 0 30 30 60 0" fill="none" stroke="var(--df-wire)" stroke-width="1.8"/>'
        yield _symbol(f"black{letter}", f'{slate}{gilt}<use href="#df-rim"/>')
        yield _symbol(f"rim{letter}", f'{slate}<use href="#df-slid"/>', RIM)
        asked = f'<path d="M10 3.5H50L30 23.5z" {stone} stroke="var(--df-wire)" stroke-width="1.3" '
        yield _symbol(
            f"ask{letter}", f'<use href="#df-asked"/>{asked}stroke-dasharray="3 2"/>', RIM
        )
        gem = f'<use href="#df-gem{letter}" x="9" y="9" width="42" height="42"/>'
        yield _symbol(f"badge{letter}", f'<use href="#df-tile" {stone}/>{gem}')


def _faces(known: Iterable[str]) -> Iterator[str]:
    made = set()
    for name in known:
        deck = decks.find(name)
        for card in deck.cards:
            if (face := face_of(deck, card)) not in made:
                made.add(face)
                yield _symbol(face, _face(card, deck.gems[card]))


def _face(card: str, gems: str) -> str:
    parts = [f'<use href="#df-{name}{card[side]}"/>' for side, name in enumerate(SIDES.lower())]
    joints = "".join(f"M{CORNERS[side]}L30 30" for side in range(4) if card[side] != card[side - 1])
    parts.append(f'<path d="{joints}M0 0h60v60H0z" fill="none" stroke="var(--df-joint)"/>')
    parts += [
        f'<use href="#df-g{name}{gems[side]}"/>'
        for side, name in enumerate(SIDES.lower())
        if gems[side] != NO_GEM
    ]
    return "".join(parts)


def face_of(deck: Deck, card: str) -> str:
    """The name of the drawing of a card, without its prefix: cards that look alike share one."""
    gems = deck.gems[card]
    ours = decks.find(OURS)
    if deck is ours or ours.gems.get(card[:4]) == gems:
        return card[:4]
    return f"{card[:4]}-{gems.replace(NO_GEM, '_')}"


def _symbol(name: str, inside: str, height: float = CARD) -> str:
    return f'<symbol id="df-{name}" viewBox="0 0 {CARD} {height:g}">{inside}</symbol>'


def degrees(deck: Deck, lie: str) -> int:
    """How a card must be turned, clockwise, to lie this way."""
    return -QUARTER * deck.turns[deck.card[lie]].index(lie) % 360


def lie(state: State, move: Move) -> int | None:
    """How a move turns the card that it plays; None where nothing is turned."""
    return degrees(decks.find(state.deck), move.lie) if isinstance(move, Placement) else None


def colours(state: State) -> list[str]:
    """The colour of each player, as the house calls it."""
    return [HOUSE_COLOURS[colour] for colour in state.colours]
