"""Dominos Florentins on a phone: all in sight, nothing too small, and lessons that lack nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

import pytest

from escale.draw.scene import Box, Layout, Scene, picture
from escale.draw.svg import TEXT_SIZE
from escale.engine.match import Match
from escale.games.dominos_florentins import game
from escale.games.dominos_florentins.bench import FEW, LAID, MANY
from escale.games.dominos_florentins.layouts import layouts
from escale.games.dominos_florentins.moves import Lay
from escale.games.dominos_florentins.phone import phone_lesson
from escale.games.dominos_florentins.spaces import CELLS
from escale.session.frames import Json
from escale.session.review import as_lesson, reviewed
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import lesson, lessons
from escale.widgets.lesson_frames import layouts as layouts_of_page
from escale.widgets.lesson_frames import page, still, told, touched

PLAYERS = (2, 3, 4)
NAMES = ("Ana", "Bartholomew von und zu Langenname", "Éléonore", "Mo")
SMALLEST = 12  # of a text, in units
FINGER = 40
#: Words about the table that are no part of what a lesson tells.
ASIDE = frozenset(("note@phone", "lock@phone"))


@cache
def film(players: int) -> tuple[Scene, ...]:
    """A whole game as its first player sees it, every moment of every move."""
    match, rng = Match(game, NAMES[:players], seed=players), Random(players)
    states = [match.state]
    while not match.over:
        moves = match.legal()
        placing = [move for move in moves if not isinstance(move, Lay)]
        move = rng.choice(placing if placing and rng.random() > 0.2 else moves)
        states += [moment.state for moment in game.unfold(match.state, move)]
        match.play(move)
    return tuple(
        picture(game, game.view(state, 0), tuple(LANGUAGES)[i % 2], NAMES[:players])
        for i, state in enumerate(states)
    )


def overlap(one: Box, other: Box) -> bool:
    return (
        min(one.x + one.w, other.x + other.w) - max(one.x, other.x) > 0.1
        and min(one.y + one.h, other.y + other.h) - max(one.y, other.y) > 0.1
    )


def check_texts(scene: Scene, layout: Layout) -> None:
    for key, piece in scene.pieces.items():
        if piece.text and (box := layout.places.get(piece.place)):
            assert box.h * TEXT_SIZE >= SMALLEST, key


def check_targets(scene: Scene, layout: Layout, cells: float) -> None:
    """Nobody's finger hits two things, and what a person picks is large enough."""
    many = sum(key.startswith("stock:") for key in scene.targets) > MANY[2]
    crowd = 0 if many else FINGER  # there are seldom so many
    boxes = {
        key: layout.places[target.place]
        for key, target in scene.targets.items()
        if target.place in layout.places
    }
    for key, box in boxes.items():
        least = {"cell": cells, "edge": 19, "stock": crowd}.get(key.split(":")[0], FINGER)
        assert min(box.w, box.h) >= least - 0.01, (key, box)
        assert box.x >= -0.01
        assert box.y >= -0.01
        assert box.x + box.w <= layout.width + 0.01
        assert box.y + box.h <= layout.height + 0.01
    if turner := scene.pieces.get("turner"):
        boxes["turner"] = layout.places[turner.place]
    for one, other in combinations(boxes, 2):
        assert not overlap(boxes[one], boxes[other]), (one, other)


# --- The table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_a_table_fits_a_phone_with_hand_and_stock(players: int) -> None:
    layout = layouts(players)[0]
    assert layout.width == 390
    assert layout.height <= 580
    assert not layout.seats
    assert layout.places["cell:d4"].w >= 44
    for scene in film(players)[::3]:
        check_texts(scene, layout)
        check_targets(scene, layout, FINGER)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_card_is_discarded_at_the_end_of_the_open_ones(players: int) -> None:
    layout = layouts(players)[0]
    for scene in film(players):
        if (target := scene.targets.get("open")) is None:
            continue
        lying = [p for p in scene.pieces.values() if p.place.startswith("open:")]
        boxes = [layout.places[piece.place] for piece in lying]
        place = layout.places[target.place]
        assert all(box.x + box.w <= place.x for box in boxes)
        if 0 < len(lying) <= LAID:
            assert place.x - max(box.x + box.w for box in boxes) < 8
        assert place.x + place.w == pytest.approx(378)


@pytest.mark.parametrize("players", PLAYERS)
def test_one_plate_is_rimmed_and_the_rim_has_its_shape(players: int) -> None:
    layout = layouts(players)[0]
    for scene in film(players)[:-1]:
        turn = [seat for seat, one in enumerate(scene.seats) if one.turn]
        now = [piece.place for key, piece in scene.pieces.items() if key == "now"]
        assert now == [f"now:{seat}" for seat in turn]
        assert all(place in layout.places for place in now)
    assert "now" not in film(players)[-1].pieces


@pytest.mark.parametrize("players", PLAYERS)
def test_at_the_end_everybodys_count_is_large_and_whoever_has_won_has_a_laurel(
    players: int,
) -> None:
    places, scene = layouts(players)[0].places, film(players)[-1]
    best = max(int(seat.score) for seat in scene.seats)
    for number, seat in enumerate(scene.seats):
        assert scene.pieces[f"end:score/{number}"].text == seat.score
        assert places[f"end:score/{number}"].h * TEXT_SIZE > 28
        assert (f"end:laurel/{number}" in scene.pieces) == (int(seat.score) == best)
    shown = [places[p.place] for p in scene.pieces.values() if p.place in places]
    end = [places[p.place] for p in scene.pieces.values() if p.place.startswith("end:name")]
    left = [places[p.place] for p in scene.pieces.values() if p.place.startswith("left:")]
    assert all(one in shown for one in end)
    assert not any(overlap(one, other) for one in end for other in left)
    assert not any(key.startswith("end:") for key in film(players)[0].pieces)


# --- What a tap enlarges --------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_a_plate_opens_with_the_black_card_and_words(players: int) -> None:
    layout = layouts(players)[0]
    scene = film(players)[0]
    for seat in range(players):
        places = layout.closeups[f"player:{seat}"].places
        shown = {key for key, piece in scene.pieces.items() if piece.place in places}
        assert {f"gem:{seat}", f"score:{seat}", f"kind:{seat}", f"name:{seat}@wide"} <= shown
        assert sum(key.startswith("black:") for key in shown) == 1
        assert places[f"black:{seat}"].w > 2 * layout.places[f"black:{seat}"].w
        label = scene.targets[f"player:{seat}"].label
        assert label.startswith("Vous jouez" if seat == 0 else NAMES[seat])


@pytest.mark.parametrize("players", PLAYERS)
def test_the_open_cards_open_enlarged(players: int) -> None:
    layout = layouts(players)[0]
    large = layout.closeups["stock"].places
    for size in FEW[:-1]:
        for i in range(size):
            place = f"open:{size}/{i}"
            assert large[place].w > 1.5 * layout.places[place].w
    for scene in film(players):
        lying = [p for p in scene.pieces.values() if p.place.startswith("open:")]
        assert ("stock" in scene.targets) == bool(lying)
        assert all(piece.place in large for piece in lying)


# --- Lessons --------------------------------------------------------------------------------------


@cache
def pages() -> dict[str, Json]:
    return {name: page(lesson(name)) for name in lessons(game)}


def steps(told_page: Json) -> Iterator[Scene]:
    for lang in LANGUAGES:
        for step in range(len(told(told_page, lang)["steps"])):
            yield still(told_page, step, lang)


@pytest.mark.parametrize("name", lessons(game))
def test_a_lesson_on_a_phone_has_every_place_that_its_steps_touch(name: str) -> None:
    told_page = pages()[name]
    players = len(lesson(name).players["fr"])
    layout = layouts_of_page(told_page, game, players)[0]
    assert layout.name == "narrow"
    assert layout.width == 390
    assert layout.height <= 364
    # A touched place that the table has on a phone, under whatever name, is in the lesson too.
    at_table = layouts(players)[0].places.keys() | {p for p in layout.places if "asked" in p}
    wanted = {place for place in touched(told(told_page, "fr")) if place in at_table}
    wanted -= {place for place in wanted if place.startswith("end:")}  # the plates say it, too
    assert len(wanted) > 5
    assert wanted - ASIDE <= layout.places.keys()
    assert all(f"cell:{cell}" in layout.places for cell in CELLS)
    for scene in steps(told_page):
        check_texts(scene, layout)
        check_targets(scene, layout, 32)


def test_a_lesson_leaves_out_what_none_of_its_steps_touches() -> None:
    bare = phone_lesson(4, frozenset(("cell:d4", "stones"))).places
    assert not {"hand:0", "pile:0", "open:5/0", "score:0", "lay:0"} & bare.keys()
    hand = phone_lesson(4, frozenset(("cell:d4", "hand:0"))).places
    assert "hand:3" in hand
    assert not {"pile:0", "open:5/0", "score:0", "lay:0"} & hand.keys()
    assert bare["cell:d4"].w > 42 > hand["cell:d4"].w


@pytest.mark.parametrize("players", PLAYERS)
def test_a_lesson_that_touches_everything_still_fits(players: int) -> None:
    everything = frozenset(place for layout in layouts(players) for place in layout.places)
    layout = phone_lesson(players, everything)
    for scene in film(players)[::9]:
        check_texts(scene, layout)
        small = {key for key in scene.targets if key.startswith("stock")}
        scene = scene._replace(targets={k: t for k, t in scene.targets.items() if k not in small})
        check_targets(scene, layout, 32)


def test_a_look_back_is_shown_on_a_phone_too() -> None:
    match, rng = Match(game, NAMES[:2], seed=1), Random(1)
    while not match.over:
        match.play(rng.choice(match.legal()))
    found = as_lesson(match, reviewed(match))
    layout = layouts_of_page(page(found), game, 2)[0]
    assert layout.height <= 364
