"""A layout in the making: a game's `layouts.py` puts its places and its scenery on a sketch."""

from __future__ import annotations

from .scene import Box, Layout


class Sketch:
    """The places of one layout, rounded to `digits`, and the scenery below them."""

    digits = 2
    depth = 0  #: where nothing else is said

    def __init__(self, name: str, least: int, width: float) -> None:
        self.name = name  # one of `scene.WIDTHS`
        self.least = least  # pixels of the container
        self.width = width  # of the picture, in units
        self.places: dict[str, Box] = {}
        self.scenery: list[str] = []
        self.closeups: dict[str, Layout] = {}  # by the key of a target

    def put(
        self,
        place: str,
        x: float,
        y: float,
        w: float,
        h: float,
        z: int | None = None,
        turn: int = 0,
    ) -> None:
        """A place: left, top, width, height, depth, degrees."""
        x, y, w, h = (round(number, self.digits) for number in (x, y, w, h))
        self.places[place] = Box(x, y, w, h, self.depth if z is None else z, turn)

    def paint(self, svg: str) -> None:
        """Scenery above what has been painted so far."""
        self.scenery.append(svg)

    def done(self, height: float, *, seats: bool = True) -> Layout:
        """The layout; without `seats` the house does not name the players beside the picture."""
        scenery = "".join(self.scenery)
        return Layout(
            self.name,
            self.least,
            self.width,
            height,
            self.places,
            scenery,
            seats=seats,
            closeups=self.closeups,
        )
