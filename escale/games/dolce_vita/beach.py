"""What all layouts of Dolce Vita's table are made of: slots of a collection, and the scenery.

Sky, sea and sand, awnings, panels. Where on the table they are is left to `layouts` and `phone`.
"""

from __future__ import annotations

from escale.draw.scene import Layout
from escale.draw.sketch import Sketch

from .drawings import CARD
from .rules import MONEY


class BeachSketch(Sketch):
    """A layout of the beach in the making."""

    digits = 1

    def show(self, symbol: str, x: float, y: float, w: float, h: float) -> None:
        """A drawing that never moves."""
        x, y, w, h = (round(n, 1) for n in (x, y, w, h))
        self.paint(f'<use href="#dv-{symbol}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"/>')

    def finished(self, height: float) -> Layout:
        self.scenery = ["<g>", *self.scenery, "</g>"]
        # A phone has no room to name the players twice.
        return self.done(round(height, 1), seats=self.name != "narrow")


def collection_slot(
    sketch: BeachSketch, seat: int, kind: str, x: float, y: float, w: float, z: int = 10
) -> None:
    """Where a good of that kind lies; money lies there as a pile, with its sum on top."""
    h = w * CARD[1] / CARD[0]
    sketch.show(f"no-{kind}", x, y, w, h)
    if kind != MONEY:
        sketch.put(f"own:{seat}/{kind}", x, y, w, h, z)
        # A second one, until the first is given back: so that the headers of both can be read.
        sketch.put(f"own:{seat}/{kind}/2", x, y - h * 0.3, w, h, z - 1)
        return
    step = w * 0.03
    for i in range(3):  # from the top; a pile of three stands for all that are more
        sketch.put(f"own:{seat}/{kind}/{i + 1}", x + i * step, y + i * step, w, h, z + 2 - i)
    top = w * 42 / CARD[0]
    sketch.put(f"pile:{seat}", x, y, w, top, z + 3)
    text = max(top, 16.8 if sketch.name == "narrow" else 20.4)  # to be read on small cards, too
    sketch.put(f"sum:{seat}", x + w * 0.2, y + (top - text) / 2, w * 0.77, text, z + 4)


# --- The scenery --------------------------------------------------------------------------------


def view(sketch: BeachSketch, y: float, w: float, shore: float, bottom: float) -> None:
    """Sky, headland and sea; the shoreline; the sand."""
    sketch.show("riviera", 0, y, w, shore - y)

    def wave(level: float, swell: float, colour: str) -> str:
        lengths = round(w / 54) * 2
        crests = f"t{w / lengths:.2f} 0" * (lengths - 1)
        start = f"M0 {level:.1f}q{w / lengths / 2:.2f}-{swell:g} {w / lengths:.2f} 0"
        return f'<path fill="var(--dv-{colour})" d="{start}{crests}V{bottom:.1f}H0z"/>'

    sketch.paint(
        wave(shore - 7, 7, "foam") + wave(shore - 2, 6, "sand2") + wave(shore + 2, 5, "sand")
    )
    low = bottom - 26
    for i, thing in enumerate(("star", "shell")):
        sketch.show(thing, w * (0.31, 0.885)[i], low, 15, 15)


def frame(sketch: BeachSketch, y: float, w: float, bottom: float) -> None:
    """Around the view."""
    sketch.paint(
        f'<rect x="1.5" y="{y + 1.5:g}" width="{w - 3:g}" height="{bottom - y - 3:.1f}" '
        'rx="5" fill="none" stroke="var(--dv-frame)" stroke-width="3"/>'
    )


def awning(sketch: BeachSketch, column: int, x: float, right: float, y: float, high: float) -> None:
    """A stripe of the awning over a column."""
    colour = 2 - column % 2
    end = high * 0.52
    scallop = f"v{high - end:.1f}a{end:.1f} {end:.1f} 0 0 1-{end:.1f} {end:.1f}"
    scallop += f"H{x + end:.1f}a{end:.1f} {end:.1f} 0 0 1-{end:.1f}-{end:.1f}z"
    sketch.paint(
        f'<path fill="var(--dv-s)" d="M{x:.1f} {y + 2.5:g}H{right:.1f}{scallop}"/>'
        f'<path fill="var(--dv-awn{colour})" stroke="var(--dv-awn2)" stroke-width="1.2" '
        f'd="M{x:.1f} {y:g}H{right:.1f}{scallop}"/>'
    )


def lane(sketch: BeachSketch, x: float, y: float, w: float, h: float) -> None:
    """Raked sand, where cards are laid below a column."""
    sketch.paint(
        f'<rect x="{x - 1:.1f}" y="{y:.1f}" width="{w + 2:.1f}" height="{h:.1f}" rx="7" '
        'fill="var(--dv-lane)"/>'
    )


def panel(sketch: BeachSketch, x: float, y: float, w: float, h: float) -> None:
    sketch.paint(
        f'<rect x="{x + 0.5:g}" y="{y + 0.5:.1f}" width="{w - 1:g}" height="{h - 1:.1f}" rx="8" '
        'fill="var(--es-card)" stroke="var(--es-line)"/>'
    )
