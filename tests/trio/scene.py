"""The table of Trio: nine points, the stones on them, and the card that one sees."""

from __future__ import annotations

from collections.abc import Sequence

from escale.draw.scene import Box, Layout, Piece, Scene, Seat, Target
from escale.engine.game import View

from .rules import POINTS, Move, State

MARK = "tr-sign"
WORDS = {
    "fr": ("vide", "le pion de {}", "Votre carte : {}.", "à {} de jouer", "le pion de {} en {}"),
    "en": ("empty", "{}’s stone", "Your card: {}.", "{} to play", "the stone from {} to {}"),
}


def symbols() -> str:
    def disc(name: str, colour: str) -> str:
        return (
            f'<symbol id="{name}" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" '
            f'fill="{colour}"/></symbol>'
        )

    return disc("tr-0", "#0b6e75") + disc("tr-1", "#b8402b") + disc("tr-sign", "#7a5a1e")


def style() -> str:
    return ".es-trio{--tr-wood:#efe2c8}"


def layouts(players: int) -> list[Layout]:
    places = {
        point: Box(40 + 100 * "abc".index(point[0]), 40 + 100 * "321".index(point[1]), 60, 60)
        for point in POINTS
    }
    wood = '<rect width="340" height="340" rx="12" fill="var(--tr-wood)"/>'
    return [Layout("narrow", 0, 340, 340, places, wood)]


def players(state: State) -> int:
    return 2


def named(state: State, move: Move, lang: str) -> str:
    if not move.start:
        return move.end
    return WORDS[lang][4].format(*move)


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    state, (empty, stone, card, turn, _) = view.state, WORDS[lang]
    pieces, targets = {}, {}
    for point, owner in zip(POINTS, state.stones, strict=True):
        if owner:
            pieces[f"stone:{point}"] = Piece(point, symbol=f"tr-{owner}")
        there = stone.format(names[int(owner)]) if owner else empty
        targets[f"point:{point}"] = Target(point, f"{point}: {there}", name=point)
    seats = [Seat(name, f"tr-{seat}", "", state.turn == seat) for seat, name in enumerate(names)]
    own = state.cards[view.seat] if view.seat >= 0 else ""
    status = "" if state.turn is None else turn.format(names[state.turn])
    return Scene(pieces, targets, seats, "Trio", status, [card.format(own)] if own else [])
