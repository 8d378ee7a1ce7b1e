"""Every moment: what lies on the table can be drawn, said in both languages, and picked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from escale.draw.scene import Layout, Scene, picture, scenes_if_any
from escale.draw.svg import symbol_sizes
from escale.engine.errors import quoted
from escale.teach.languages import REQUIRED

from .findings import SHOW, belongs_to
from .inspection import Problems, Spot, breakdown, keys_said

TURN = "turn:"  # the beginning of a key that turns what is picked
FINGER = 18  # units: a tap that is near enough counts, too (hand.js)
PICTURES = 0.1  # of the moments of a game whose picture is looked at, besides its first and last


@belongs_to(SHOW)
def pictures_are_whole(at: Spot) -> Problems:
    """What lies on the table can be drawn, said in both languages, and picked."""
    module = scenes_if_any(at.game)
    if module is None or not (at.match.ply == 0 or at.actor is None or at.rng.random() < PICTURES):
        return
    count = getattr(module, "players", None)
    if count is not None and count(at.state) != len(at.match.players):
        yield f"scene.py: players says {count(at.state)}, where {len(at.match.players)} play"
    yield from moves_can_be_named(at, getattr(module, "named", None))
    layouts = list(module.layouts(len(at.match.players)))
    if lesson := getattr(module, "phone_lesson", None):  # it may have places of its own
        layouts.append(lesson(len(at.match.players), frozenset(places_of(layouts))))
    for seat in {at.actor if at.actor in at.seats else 0, at.rng.choice(at.viewers)}:
        assert seat is not None
        view = at.game.view(at.state, seat)
        told = {
            lang: picture(at.game, view, lang, at.match.players)
            if seat == at.actor
            else module.scene(view, lang, at.match.players)
            for lang in REQUIRED
        }
        for lang, scene in told.items():
            yield from scene_is_sound(at, scene, layouts, lang)
        first, *others = told.values()
        for other in others:
            for what in ("pieces", "targets"):
                keys = getattr(first, what).keys() ^ getattr(other, what).keys()
                if keys:
                    yield f"{what} that only one language has: {keys_said(keys)}"
        if seat == at.actor:
            yield from choices_are_there(at, first)
            choices_can_be_picked(at, first, layouts)


def moves_can_be_named(at: Spot, named: Callable[..., object] | None) -> Problems:
    """Practice asks which moves are legal, so each of them must have its words, legal or not."""
    if named is None or at.actor is None:
        return
    for move in [*at.some(at.legal, 4), *at.some(at.moves, 12)]:
        text = f"{at.game.format(move)}{'' if move in at.legal else ', which is not legal here,'}"
        for lang in REQUIRED:
            try:
                said = str(named(at.state, move, lang))
            except Exception as error:
                yield f"scene.py: named has no words for {text} ({lang}): {breakdown(error)}"
                return
            if not said.strip():
                yield f"scene.py: named says nothing of {text} ({lang})"
                return


def scene_is_sound(at: Spot, scene: Scene, layouts: list[Layout], lang: str) -> Problems:
    places = places_of(layouts)
    sheet = symbol_sizes(at.game)
    for key, piece in scene.pieces.items():
        at.of.looks.update(piece.style.split())
        if sum(map(bool, (piece.symbol, piece.text, piece.path))) != 1:
            yield f"the piece {key} must show a symbol, a text or a path, and one of them only"
        if piece.symbol and piece.symbol not in sheet:
            yield f"the piece {key} shows {piece.symbol}, which symbols() does not have"
        if piece.place not in places:
            yield f"the piece {key} lies on {piece.place}, which no layout has"
    for key, target in scene.targets.items():
        if not target.label.strip():
            yield f"the target {key} has no label ({lang})"
        if target.place not in places:
            yield f"the target {key} is at {target.place}, which no layout has"
    for seat in scene.seats:
        if seat.badge and seat.badge not in sheet:
            yield f"{quoted(seat.name)} has the badge {seat.badge}, which symbols() does not have"
    if scene.seats and len(scene.seats) != len(at.seats):
        yield f"the scene has {len(scene.seats)} seats, where {len(at.seats)} play"
    said = ("heading",) if at.actor is None else ("heading", "status")  # the end the house says
    for field in said:
        if not getattr(scene, field).strip():
            yield f"the scene has no {field} ({lang})"


def places_of(layouts: Iterable[Layout]) -> set[str]:
    """Every place of these layouts and of their close-ups."""
    found: set[str] = set()
    for layout in layouts:
        found |= layout.places.keys() | places_of(layout.closeups.values())
    return found


def choices_are_there(at: Spot, scene: Scene) -> Problems:
    """One path a legal move, over keys that are on the table (or ways to turn a piece)."""
    if len(scene.choices) != len(at.legal):
        yield f"there are {len(at.legal)} legal moves, but {len(scene.choices)} paths in the scene"
    for path in scene.choices:
        for key in path:
            if key.startswith(TURN):
                if not callable(getattr(scenes_if_any(at.game), "lie", None)):
                    yield f"the key {key} turns a piece, but scene.py has no lie(state, move)"
            elif key not in scene.targets:
                yield f"the key {key} of the path {quoted(path)} is no target in the scene"


def choices_can_be_picked(at: Spot, scene: Scene, layouts: list[Layout]) -> None:
    """In every layout what can be picked now has its place, large enough for a finger."""
    keys = {key for path in scene.choices for key in path if key in scene.targets}
    for layout in layouts:
        for key in sorted(keys):
            box = layout.places.get(scene.targets[key].place)
            if box is None:
                at.of.doubt(
                    f"the target {key} has no place in the layout {layout.name}: what it is "
                    "needed for cannot be picked there"
                )
            elif min(box.w, box.h) < FINGER and layout.least == 0:
                at.of.doubt(
                    f"the target {key} is {box.w:g} by {box.h:g} in the layout {layout.name}: a "
                    f"finger needs {FINGER} at least, and better 40"
                )
