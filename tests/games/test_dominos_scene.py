"""The picture of Dominos Florentins: stones, gold where they close, and no secrets."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import combinations, groupby, pairwise
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import colours
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale.draw.scene import PATH_UNITS, Box, Layout, Scene, picture
from escale.draw.svg import draw, symbol_sizes
from escale.draw.text import text_width
from escale.engine.game import SPECTATOR, Moment, View
from escale.engine.match import Match
from escale.games.dominos_florentins import deck as decks
from escale.games.dominos_florentins import game
from escale.games.dominos_florentins.bench import FEW, LAID, MANY
from escale.games.dominos_florentins.board import board_of, space_key
from escale.games.dominos_florentins.deck import COLOURS, LETTERS, NO_GEM, OURS
from escale.games.dominos_florentins.drawings import degrees, lie, style, symbols
from escale.games.dominos_florentins.layouts import layouts
from escale.games.dominos_florentins.moves import PASS, Black, Lay, Placement
from escale.games.dominos_florentins.outlines import TRIANGLE, loops, path_of
from escale.games.dominos_florentins.rules import (
    BLACK,
    DRAWN,
    HANDS,
    LANDED,
    OVER,
    PLAYED,
    STOCK,
    State,
    cards_shown,
)
from escale.games.dominos_florentins.scene import asked, scene
from escale.games.dominos_florentins.spaces import CELLS, EDGES, SIDES, TRIANGLES
from escale.games.dominos_florentins.words import cell_words
from escale.teach.scene_words import label
from escale.teach.texts import scene_texts, texts

LANGUAGES = ("fr", "en")
PLAYERS = (2, 3, 4)
NAMES = ("Ana", "Bartholomew von und zu Langenname", "Éléonore", "Mo")
#: The smallest picture that a stage makes of a layout, in pixels.
LEAST = {"narrow": 390, "middle": 616, "wide": 912}
#: What only a phone shows, and what only the others do.
PHONE = ("title:none", "end:", "note@phone", "lock@phone", "now:", "player:", "seen:")
NOT_PHONE = ("title", "stock:", "lock", "turn:", "asked:")
DECK = decks.find(OURS)


def played(players: int, plies: int, seed: int, lay: float = 0.15) -> Match:
    """A game of random moves, some way into it; `lay`: how often a card is laid open."""
    match = Match(game, NAMES[:players], seed=seed)
    rng = Random(seed)
    while not match.over and len(match.plies) < plies:
        moves = match.legal()
        placing = [move for move in moves if not isinstance(move, Lay)]
        match.play(rng.choice(placing if placing and rng.random() > lay else moves))
    return match


tables = st.builds(
    played,
    st.sampled_from(PLAYERS),
    st.integers(0, 70),
    st.integers(0, 2**20),
    st.sampled_from([0.1, 0.6]),
)


def shown(state: State, seat: int = 0, lang: str = "fr") -> Scene:
    found = picture(game, game.view(state, seat), lang, NAMES[: len(state.colours)])
    return found._replace(words=[*found.words])


@cache
def whole(players: int) -> list[tuple[State, list[Moment]]]:
    """A whole game: every state, and the moments of the move that is made in it."""
    match = played(players, 999, seed=players)
    return [
        (match.state_at(ply), game.unfold(match.state_at(ply), made.move))
        for ply, made in enumerate(match.plies)
    ]


@cache
def film(players: int) -> list[State]:
    """All moments of a game."""
    games = whole(players)
    return [games[0][0], *(moment.state for _, moments in games for moment in moments)]


def frames() -> Iterator[State]:
    """Of the smallest and of the largest table."""
    for players in (PLAYERS[0], PLAYERS[-1]):
        yield from film(players)


def all_layouts() -> Iterator[Layout]:
    for players in PLAYERS:
        yield from layouts(players)


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.w - 0.11
        and other.x < one.x + one.w - 0.11
        and one.y < other.y + other.h - 0.11
        and other.y < one.y + one.h - 0.11
    )


@cache
def boards() -> list[tuple[State, Scene]]:
    """All moments of a game with each number of players, and how seat 0 sees them."""
    return [
        (state, scene(game.view(state, 0), "fr", NAMES[: len(state.colours)])) for state in frames()
    ]


# --- Stones -------------------------------------------------------------------------------------


def polygons(path: str) -> list[list[tuple[float, float]]]:
    """The closed lines of a path of ours."""
    found: list[list[tuple[float, float]]] = []
    x = y = 0.0
    for letter, numbers in re.findall(r"([MLhvlz])([^MLhvlz]*)", path):
        values = [float(n) for n in re.findall(r"-?[\d.]+(?:e[+-]\d+)?", numbers)]
        if letter == "M":
            x, y = values
            found.append([])
        elif letter == "L":
            x, y = values
        elif letter == "h":
            x += values[0]
        elif letter == "v":
            y += values[0]
        elif letter == "l":
            x, y = x + values[0], y + values[1]
        if letter != "z":
            found[-1].append((x, y))
    return found


def area(path: str) -> float:
    """The area within closed lines; a hole counts against it."""
    total = 0.0
    for points in polygons(path):
        total += sum(
            a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True)
        )
    return total / 2


CELL_AREA = (PATH_UNITS / 7) ** 2


def test_the_stones_cover_the_placed_cards_and_nothing_else() -> None:
    for state in frames():
        board = board_of(state.deck, state.placed, state.black)
        stones = {k: p for k, p in board.pieces.items() if k.startswith("space:")}
        cards = sum(1 for placed in state.placed if placed)
        assert sum(area(p.path) for p in stones.values()) == cards * CELL_AREA
        assert len(stones) == len(board.spaces)
        for space, piece in zip(board.spaces, stones.values(), strict=True):
            assert area(piece.path) == len(space.triangles) * CELL_AREA / 4
            assert piece.style == f"stone {LETTERS[space.colour]}"


def test_gold_is_round_every_closed_space_and_no_other() -> None:
    seen: Counter[bool] = Counter()
    for state in frames():
        board = board_of(state.deck, state.placed, state.black)
        for space in game.spaces(state):
            first = space.triangles[0]
            assert (f"wire:{first}" in board.pieces) == space.closed
            assert (f"setting:{first}" in board.pieces) == space.closed
            seen[space.closed] += 1
            if space.closed:  # it runs inside the stone
                wire = board.pieces[f"wire:{first}"].path
                whole_ = len(space.triangles) * CELL_AREA / 4
                assert 0.5 * whole_ < area(wire) < whole_
        wires = [key for key in board.pieces if key.startswith("wire:")]
        assert len(wires) == sum(space.closed for space in game.spaces(state))
    assert min(seen.values()) > 500


def test_corners_that_only_touch_stay_apart() -> None:
    def numbers(*names: str) -> list[int]:
        return [TRIANGLE[name] for name in names]

    apart = loops(numbers("d4N", "d4S"))  # face to face: they meet in a point
    assert sorted(map(len, apart)) == [3, 3]
    block = [f"{cell}{side}" for cell in ("c4", "c5", "d4", "d5", "e4", "e5") for side in SIDES]
    with_hole = loops(numbers(*(name for name in block if name not in ("d4N", "d5S"))))
    assert sorted(map(len, with_hole)) == [4, 4]
    assert area(path_of(with_hole)) == 5.5 * CELL_AREA
    pinched = [f"{cell}{side}" for cell in ("c4", "d5") for side in SIDES]
    assert sorted(map(len, loops(numbers(*pinched)))) == [4, 4]
    assert len(loops(range(len(TRIANGLES)))) == 1
    assert path_of(loops(range(len(TRIANGLES)))) == "M0 0h840v840h-840z"


def test_an_open_side_spills_into_the_empty_cell_or_asks_at_the_edge() -> None:
    for state in frames():
        pieces = board_of(state.deck, state.placed, state.black).pieces
        free = {name for space in game.spaces(state) for name in space.free}
        spills = {key[6:] for key in pieces if key.startswith("spill:")}
        asks = {TRIANGLES[EDGES[key[4:]]] for key in pieces if key.startswith("ask:")}
        assert spills | asks == free
        assert not spills & asks
        for key, piece in pieces.items():
            if key.startswith(("spill:", "ask:")):
                triangle = TRIANGLE[key[6:]] if key[0] == "s" else EDGES[key[4:]]
                assert piece.symbol[-1] == state.placed[triangle >> 2][triangle & 3]


# --- What lies on the table ---------------------------------------------------------------------


def test_every_card_that_the_reader_knows_lies_on_the_table_exactly_once() -> None:
    faces = {f"df-{card}" for card in DECK.cards}
    for state, table in boards():
        view = game.view(state, 0).state
        known = Counter(cards_shown(view)) - Counter(view.out)
        lying = Counter(p.symbol for p in table.pieces.values() if p.symbol in faces)
        assert lying == Counter({f"df-{card}": n for card, n in known.items()})
        backs = sum(p.symbol == "df-back" for p in table.pieces.values())
        hidden = sum(card is None for hand in view.hands for card in hand)
        assert backs == hidden + min(3, len(view.pile))
        if state.phase in (HANDS, STOCK, BLACK, OVER, LANDED):
            keys = {key for key in table.pieces if key.startswith("card:")}
            assert keys >= {f"card:{card}" for card in view.stock}
            assert {k for k in keys if table.pieces[k].place.startswith("hand:")} == {
                f"card:{card}" for card in view.hands[0]
            }


def test_a_placed_card_lies_below_its_stones_the_way_it_was_placed() -> None:
    for layout in all_layouts():
        depth = [layout.places[p].z for p in ("cell:d4", "stones", "setting", "wire", "top:d4")]
        assert depth == sorted(set(depth))
    for state, table in boards():
        for cell, placed in enumerate(state.placed):
            if not placed or state.phase in (PLAYED, DRAWN):
                continue
            card = table.pieces[f"card:{DECK.card[placed]}"]
            assert card.place == f"cell:{CELLS[cell]}"
            quarters = card.turn // 90
            name = DECK.card[placed]
            assert name[-quarters:] + name[:-quarters] == placed if quarters else name == placed
            gems = {k[-1]: p for k, p in table.pieces.items() if k[:-1] == f"gem:{CELLS[cell]}"}
            assert {side: p.symbol[-1] for side, p in gems.items()} == {
                side: gem
                for side, gem in zip(SIDES, DECK.gems[placed], strict=True)
                if gem != NO_GEM
            }


def test_black_cards_go_from_their_plates_to_the_edge() -> None:
    edges = set()
    for state, table in boards():
        for seat, colour in enumerate(state.colours):
            piece = table.pieces[f"black:{colour}"]
            edge = state.black[seat]
            assert piece.place == (f"rim:{edge}" if edge else f"black:{seat}")
            assert piece.symbol.endswith(LETTERS[colour])
            edges.add(edge)
    assert len(edges) > 4
    for layout in all_layouts():
        for edge in EDGES:
            rim, target = layout.places[f"rim:{edge}"], layout.places[f"edge:{edge}"]
            turned = rim.turn % 180 != 0
            w, h = (rim.h, rim.w) if turned else (rim.w, rim.h)
            mx, my = rim.x + rim.w / 2, rim.y + rim.h / 2
            assert target.x - 0.1 <= mx - w / 2
            assert mx + w / 2 <= target.x + target.w + 0.1
            assert target.y - 0.1 <= my - h / 2
            assert my + h / 2 <= target.y + target.h + 0.1


@settings(max_examples=25)
@given(tables, st.integers(-2, 3), st.sampled_from(LANGUAGES))
def test_every_place_is_in_every_layout_but_for_what_a_phone_leaves_out(
    match: Match, seat: int, lang: str
) -> None:
    seat = seat if seat < len(match.players) else 0
    table = shown(match.state, seat, lang)
    sheet = symbol_sizes(game)
    for layout in layouts(len(match.players)):
        for key, piece in table.pieces.items():
            assert [bool(piece.symbol), bool(piece.text), bool(piece.path)].count(True) == 1, key
            assert not piece.symbol or piece.symbol in sheet
            if piece.place.startswith("name:"):
                assert (piece.place in layout.places) == piece.place.endswith(f"@{layout.name}")
            elif piece.place == "stock:note":
                assert (piece.place in layout.places) == (layout.name == "wide")
            elif piece.place.startswith("kind:") and layout.name == "narrow":
                assert (piece.place in layout.places) == (len(match.players) == 2)
            else:
                assert (piece.place in layout.places) == is_for(layout, piece.place), key
        for key, target in table.targets.items():
            assert (target.place in layout.places) == is_for(layout, target.place), key
        for box in layout.places.values():
            reach = max(box.w, box.h) if box.turn else 0
            assert box.x >= -0.1 - reach
            assert box.y >= -0.1 - reach
            assert box.x + box.w <= layout.width + 0.1 + reach
            assert box.y + box.h <= layout.height + 0.1 + reach


def is_for(layout: Layout, place: str) -> bool:
    narrow = layout.name == "narrow"
    if place.startswith(PHONE):
        return narrow
    return not (narrow and place.startswith(NOT_PHONE))


# --- What is hidden -----------------------------------------------------------------------------


@settings(max_examples=25)
@given(tables, st.integers(-2, 3), st.integers(0, 2**20))
def test_a_scene_tells_nothing_that_its_seat_may_not_know(
    match: Match, seat: int, luck: int
) -> None:
    seat = seat if seat < len(match.players) else 0
    view = game.view(match.state, seat)
    other_world = game.determinize(view, Random(luck))
    assert shown(match.state, seat) == shown(other_world, seat)
    unseen = set(DECK.cards) - set(cards_shown(view.state))
    told = json.dumps([shown(match.state, seat), list(shown(match.state, seat).pieces)])
    assert not unseen & set(re.findall(r"\b[BORV]{4}\b", told))


def test_no_moment_of_a_move_tells_a_secret_either() -> None:
    rng = Random(7)
    for players in PLAYERS:
        for state in film(players)[::5]:
            for seat in (SPECTATOR, *range(players)):
                world = game.determinize(game.view(state, seat), rng)
                assert shown(world, seat).pieces == shown(state, seat).pieces


# --- A move told slowly -------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_the_moments_of_a_move_are_that_move(players: int) -> None:
    kinds = set()
    for state, moments in whole(players):
        events = [event for moment in moments for event in moment.events]
        move = next(  # the one that was made: its events are these
            move
            for move in game.legal(state, state.turn)
            if told(state, move) == (events, moments[-1].state)
        )
        census = game.census(state)
        for moment in moments:
            assert game.census(moment.state) == census
            assert sum(moment.state.gems) >= sum(state.gems)
        phases = [moment.state.phase for moment in moments[:-1]]
        assert set(phases) <= {PLAYED, LANDED, DRAWN}
        assert [phase for phase, _ in groupby(phases)] == sorted(
            set(phases), key=[PLAYED, DRAWN, LANDED].index
        )
        assert all(moment.state.turn == state.turn for moment in moments[:-1])
        assert (PLAYED in phases) == (game.format(move) != "pass")
        assert (DRAWN in phases) == (state.phase == HANDS)
        closing = [e for e in events if e.kind == "close"]
        last = [moment.state.gems for moment in moments if moment.state.phase == LANDED]
        assert len(set(last) - {state.gems}) == len(closing)  # they are counted one by one
        if last:
            assert last[-1] == moments[-1].state.gems
        kinds |= {event.kind for event in events}
    assert kinds >= {"close", "draw", "open-hands", "nothing-fits", "black", "score"}


def told(state: State, move: object) -> tuple[list[object], State]:
    events: list[object] = []
    after = game.apply(state, move, events)  # type: ignore[arg-type]
    return events, after


def test_a_card_on_its_way_is_a_card_and_then_part_of_the_stones() -> None:
    seen: Counter[str] = Counter()
    for players in PLAYERS:
        for state, moments in whole(players):
            names = NAMES[:players]
            way = next((m.state for m in moments if m.state.phase == PLAYED), None)
            if way is None:
                continue
            for seat in range(players):
                before = scene(game.view(state, seat), "fr", names).pieces
                table = scene(game.view(way, seat), "fr", names).pieces
                new = [cell for cell in range(49) if way.placed[cell] and not state.placed[cell]]
                if not new:
                    seen["edge" if way.black != state.black else "lay"] += 1
                    continue
                [cell] = new
                placed = way.placed[cell]
                card = DECK.card[placed]
                mover = (
                    "card:" + card
                    if seat == state.turn or not state.pile
                    else (f"play:{state.turn}")
                )
                piece = table[mover]
                assert piece.place == f"cell:{CELLS[cell]}"
                assert piece.symbol == f"df-{card}"
                assert piece.turn == degrees(DECK, placed)
                assert mover in before  # so it travels
                assert {k: p for k, p in before.items() if k.startswith("space:")} == {
                    k: p for k, p in table.items() if k.startswith("space:")
                }
                seen[mover[:4]] += 1
    assert min(seen[kind] for kind in ("edge", "lay", "card", "play")) > 5


def test_what_is_drawn_comes_from_the_pile() -> None:
    checked = 0
    for players in PLAYERS:
        for _, moments in whole(players):
            for moment, then in pairwise(moments):
                state = moment.state
                if state.phase != DRAWN or not state.pile:
                    continue
                for seat in range(players):
                    drawn = shown(state, seat).pieces[f"pile:{len(state.pile) + 1}"]
                    after = shown(then.state, seat).pieces
                    assert drawn.place in {p.place for p in after.values()}
                    assert (drawn.symbol == "df-back") == (seat != state.turn)
                    checked += 1
    assert checked > 100


# --- What a person can pick -----------------------------------------------------------------------


@settings(max_examples=25)
@given(tables, st.sampled_from(LANGUAGES))
def test_every_choice_is_a_path_over_targets(match: Match, lang: str) -> None:
    seat = match.state.turn
    table = shown(match.state, seat, lang)
    picked = {key for path in table.choices for key in path if not key.startswith("turn:")}
    assert picked <= set(table.targets)
    assert {key for key in table.targets if key.startswith(("cell:", "edge:"))} == {
        *(f"cell:{name}" for name in CELLS),
        *(f"edge:{name}" for name in EDGES),
    }
    assert all(target.label for target in table.targets.values())
    moves = game.legal(match.state, seat)
    assert table.lies == tuple(lie(match.state, move) for move in moves)


def test_every_target_can_be_asked_about() -> None:
    rng = Random(1)
    for state in film(3)[:: len(film(3)) // 4]:
        if state.phase not in (HANDS, STOCK, BLACK):
            continue
        for seat in (state.turn, (state.turn + 1) % 3):
            targets = shown(state, seat).targets
            board = [key for key in targets if key.startswith(("cell:", "edge:"))]
            folded = layouts(3)[0].closeups  # to be looked at, never a choice
            cards = targets.keys() - board - folded.keys()
            for key in [*cards, *rng.sample(board, 4)]:
                reasons = game.why_not(state, seat, {key})
                assert all(reason.kind != "unreadable" for reason in reasons), key


def test_what_is_picked_is_turned_the_way_the_move_says() -> None:
    for card in DECK.cards:
        for way in DECK.turns[card]:
            quarters = degrees(DECK, way) // 90
            assert (card[-quarters:] + card[:-quarters] if quarters else card) == way
    state = played(2, 6, 1).state
    for move in game.legal(state, state.turn):
        assert (lie(state, move) is None) == (not isinstance(move, Placement))


@settings(max_examples=25)
@given(tables, st.integers(-1, 3))
def test_targets_do_not_overlap_and_are_large_enough(match: Match, seat: int) -> None:
    seat = seat if 0 <= seat < len(match.players) else match.state.turn
    table = shown(match.state, seat)
    crowded = len(match.state.stock) > FEW[-2]  # more open cards than a phone shows
    for layout in layouts(len(match.players)):
        scale = LEAST[layout.name] / layout.width
        boxes = {
            key: layout.places[target.place]
            for key, target in table.targets.items()
            if target.place in layout.places
        }
        for key, box in boxes.items():
            # What is not lit never takes a tap from what is: 24 px, and taps that snap.
            small = key.startswith("edge:") or (key.startswith("stock:") and layout.least)
            full = 38 if layout.least else 40
            least = 0 if crowded and key.startswith("stock:") else 24 if small else full
            assert min(box.w, box.h) * scale >= least, (layout.name, key, box)
            assert box.x >= 0
            assert box.x + box.w <= layout.width + 0.1
            assert box.y + box.h <= layout.height + 0.1
        if "turner" in table.pieces:  # the house has a button there
            boxes["turner"] = layout.places[table.pieces["turner"].place]
        for (_, one), (_, other) in combinations(boxes.items(), 2):
            assert not overlap(one, other)


@pytest.mark.parametrize("players", PLAYERS)
def test_there_is_room_for_all_open_cards(players: int) -> None:
    for layout in layouts(players):
        for name, sizes in (("open", FEW), ("common", MANY)):
            for size in sizes:
                boxes = [layout.places[f"{name}:{size}/{i}"] for i in range(size)]
                assert all(box.w == box.h == boxes[0].w for box in boxes)
                assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
                seen = name == "open" and layout.name == "narrow"  # and enlarged by a tap
                if size != sizes[-1] and not seen:  # nearly all cards: never in a real game
                    assert boxes[0].w * LEAST[layout.name] / layout.width >= 24, layout.name
                if name == "common":
                    assert not any(overlap(box, layout.places["pass"]) for box in boxes)
                else:
                    for other in (f"lay:{min(size, LAID)}", "hand:0", "hand:3", "pile:2"):
                        assert not any(overlap(box, layout.places[other]) for box in boxes)


def test_somebody_who_only_watches_has_no_hand() -> None:
    state = played(4, 9, 2).state
    table = shown(state, SPECTATOR)
    assert not any(key.startswith(("hand:", "open", "say:")) for key in table.targets)
    assert not any(piece.place.startswith("hand:") for piece in table.pieces.values())
    assert sum(p.place.startswith("held:") for p in table.pieces.values()) == 16
    assert table.choices == ()


def test_the_button_is_what_can_be_done_instead() -> None:
    buttons = {}
    for state in frames():
        table = shown(state, state.turn)
        keys = [key for key in table.targets if table.targets[key].caption]
        buttons[state.phase] = keys, [table.targets[key].caption for key in keys]
    assert buttons[HANDS] == (["open"], ["Écarter ici"])
    assert buttons[STOCK] == (["say:pass"], ["Passer"])
    assert buttons[BLACK] == (["say:pass"], ["La garder"])
    assert buttons[OVER] == ([], [])


# --- Words ----------------------------------------------------------------------------------------


def alone() -> State:
    """One card and nothing to place: no black card has a place."""
    position = {"colours": ["rouge", "bleu"], "placed": {"d4": "BORV"}}
    return game.from_position(2, {"deck": OURS}, position)


def test_the_labels_have_both_languages_and_are_all_used() -> None:
    assert list(scene_texts(game).problems()) == []
    spoken = set()

    def listening(game: Any, name: str, lang: str, *facts: tuple[str, Any]) -> str:
        spoken.add(name)
        return label(game, name, lang, *facts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("escale.teach.scene_words.label", listening)
        words = import_module("escale.games.dominos_florentins.words")
        patch.setattr(words, "label", listening)
        for cached in (words.cell_words, words.card_words):
            cached.cache_clear()
        for state in [*frames(), alone()]:
            for seat in (SPECTATOR, 0, 1):
                shown(state, seat)
            asked(View(game.id, 0, game.mask(state, 0)), "fr", ["A"] * len(state.colours))
        for gems in ((1, 2, 3, 4), (4, 4, 4, 4), (0, 9, 1, 1), (0, 1, 9, 1), (0, 1, 1, 9)):
            over = film(4)[-1]._replace(gems=gems)
            for seat in range(4):
                shown(over, seat)
        for move in (Placement("BORV", "d4"), Lay("BORV"), Black("N4"), PASS):
            words.told(over, move, "fr")
        for state in film(4):
            for space in board_of(state.deck, state.placed, state.black).spaces:
                words.tell(View(game.id, SPECTATOR, state), "fr", ["A"] * 4, space_key(space))
    assert spoken == set(scene_texts(game).table["label"])


def test_one_gem_of_a_space_counts_and_two_count() -> None:
    words = import_module("escale.games.dominos_florentins.words")
    said: dict[str, set[str]] = {"fr": set(), "en": set()}
    for state in film(4):
        for space in board_of(state.deck, state.placed, state.black).spaces:
            for lang, sentences in said.items():
                view = View(game.id, SPECTATOR, state)
                sentences.add(words.tell(view, lang, ["A"] * 4, space_key(space)))
    one = [text for text in said["en"] if ": 1 " in text]
    assert one
    assert all("that counts" in text for text in one)
    assert any("that count" in text and "that counts" not in text for text in said["en"])
    assert all(
        "qui compte" in text or "qui ne compte " in text for text in said["fr"] if ": 1 " in text
    )


def test_a_cell_is_said_in_full() -> None:
    placed = {"d4": "BORV", "d5": "BOBR"}
    position = {"colours": ["rouge", "bleu"], "placed": placed, "hands": [["BBOO"], ["BBRR"]]}
    pile = ["BBVV", "OORR"]
    state = game.from_position(2, {"deck": OURS}, position | {"pile": pile})
    french, english = shown(state).targets, shown(state, 1, "en").targets
    assert french["cell:d4"].label == (
        "Case d4\u00a0: nord bleu avec ambre, est ocre avec lapis-lazuli, sud rouge avec jade, "
        "ouest vert avec rubis"
    )
    assert french["cell:d6"].label == "Case d6, libre\u00a0: il faut bleu au sud"
    assert english["cell:e4"].label == "Cell e4, free: asks for ochre in the west"
    assert french["cell:a1"].label == "Case a1, vide"
    assert cell_words(OURS, "c5", "", "RB", "fr") == (
        "Case c5, libre\u00a0: il faut rouge à l’est et bleu au sud"
    )
    assert cell_words(OURS, "d4", "", "", "en") == "Cell d4, the middle, free: any card fits"
    assert french["edge:N4"].label == "Bord nord, contre d7, qui est vide"
    assert french["hand:BBOO"].label.startswith(
        "Votre carte\u00a0: nord bleu avec ambre, est bleu, "
    )
    assert "hand:BBRR" not in french
    assert english["hand:BBRR"].label.startswith("Your card: north blue with amber, ")


def test_nothing_that_is_said_is_written_as_in_a_record() -> None:
    """Neither a place at the edge (N4), nor a side (d5N), nor a card (BBOR)."""
    written = re.compile(r"\b([NESW][1-7]|[a-g][1-7][NESW]|[BORV]{4})\b")
    for state in frames():
        for seat in (SPECTATOR, 0):
            table = shown(state, seat, "en" if seat else "fr")
            said_ = [target.label for target in table.targets.values()]
            for line in [*said_, *table.words, table.heading, table.status]:
                assert not written.search(line), line
    for kind in ("refusal", "event", "foresight"):
        for name, texts_ in texts(game).table[kind].items():
            if name not in ("no-such-edge", "no-such-card"):  # only a file can name these
                assert "{edge" not in str(texts_), name
                assert "{card" not in str(texts_), name


def test_heading_and_status_say_what_is_to_be_done() -> None:
    headings, statuses = set(), set()
    for state, table in boards():
        headings.add(re.sub(r"\d+ cartes?", "N cartes", table.heading))
        statuses.add((state.phase, state.turn == 0, table.status))
        assert [seat.turn for seat in table.seats].count(True) == (state.phase != OVER)
    assert headings == {
        "La croix\u00a0: N cartes sur 13",
        "Le carré",
        "La réserve commune",
        "Les cartes noires",
        "Fin de la partie",
    }
    assert (HANDS, True, "À vous. Posez la première carte, au milieu.") in statuses
    assert (HANDS, True, "À vous. Posez une carte, ou écartez-en une.") in statuses
    assert (STOCK, True, "À vous. Posez une carte de la réserve commune.") in statuses
    over = film(4)[-1]._replace(colours=("bleu", "ocre", "rouge", "vert"))
    assert shown(over._replace(gems=(9, 1, 1, 1))).status == "Vous gagnez avec 9 ambres."
    alone = over._replace(gems=(1, 1, 1, 9))
    assert shown(alone, 0, "en").status == "Mo wins with 9 rubies."
    tie = over._replace(gems=(3, 1, 3, 0))
    assert shown(tie).status == ("Victoire partagée entre vous et Éléonore, avec 3 gemmes chacun.")


def test_the_position_is_said_for_somebody_who_does_not_see_it() -> None:
    state = played(3, 30, 5).state
    for lang in LANGUAGES:
        said_ = shown(state, 1, lang).words
        assert all(line.endswith(".") for line in said_)
        for colour, letter in LETTERS.items():
            spaces = [s for s in game.spaces(state) if s.colour == colour]
            name = scene_texts(game).noun(colour, lang)
            line = next(x for x in said_ if x.startswith(("Espaces", "Spaces")) and f" {name}" in x)
            numbers = [int(n) for n in re.findall(r"\d+", line)]
            inside = sum(len(s.gems) for s in spaces if s.closed)
            assert numbers[:2] == [sum(s.closed for s in spaces), inside]
            assert inside == state.gems[list(COLOURS).index(letter)]


def test_words_on_plates_have_room() -> None:
    for layout in all_layouts():
        for place, box in layout.places.items():
            if place.startswith("kind:"):
                for colour in LETTERS:
                    for lang in LANGUAGES:
                        text = scene_texts(game).label(f"kind-{colour}", lang)
                        width = text_width(text, box.h * 0.72, bold=False)
                        assert width <= box.w * 1.06, (layout.name, text)


# --- The drawings -------------------------------------------------------------------------------


def test_the_sheet_is_sound_and_small() -> None:
    sheet = symbols()
    assert len(sheet) < 60_000
    tree = ElementTree.fromstring(f"<svg xmlns='x'>{sheet}</svg>")
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name.startswith("df-") for name in ids if name)
    used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', sheet + style())
    assert {one or other for one, other in used} <= set(ids)
    assert {f"df-{card}" for card in DECK.cards} <= set(ids)
    set_ = set(re.findall(r"(--df-[\w]+)\s*:", style() + sheet))
    assert set(re.findall(r"var\((--df-[\w]+)", style() + sheet)) - {"--df-up"} <= set_
    rules = re.sub(r"@keyframes [^{]+\{(?:[^{}]*\{[^}]*\})*[^}]*\}", "", style())
    for selector in re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", rules)):
        assert ".es-dominos-florentins" in selector or "@media" in selector, selector


def test_the_cards_of_another_deck_are_drawn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decks, "_decks", {})  # what is registered here is gone afterwards
    cards = {card: "...." for card in DECK.cards if card != "BBOO"} | {"BBBB": "*j.."}
    decks.register("scene-test", cards)
    match = Match(game, 2, options={"deck": "scene-test"}, seed=3)
    table = shown(match.state)
    drawn = {p.symbol for p in table.pieces.values() if p.symbol.startswith("df-")}
    assert all(f'id="{name}"' in symbols() for name in drawn)
    assert 'id="df-BBBB-BR__"' in symbols()


def test_a_deck_that_is_put_in_order_later_is_drawn_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decks, "_decks", {})
    monkeypatch.setenv(decks.FOLDER, str(tmp_path))
    file = tmp_path / "mended.toml"
    file.write_text("[cards")
    assert "df-BBBB" not in symbols()
    cards = {card: "...." for card in DECK.cards if card != "BBOO"} | {"BBBB": "*j.."}
    lines = [f'"{card}" = "{gems}"' for card, gems in cards.items()]
    file.write_text("\n".join(["[cards]", *lines]))
    assert 'id="df-BBBB-BR__"' in symbols()


@pytest.mark.parametrize("theme", ["", "[data-theme=dark]"])
def test_the_stones_can_be_told_apart_by_everybody(theme: str) -> None:
    palette = colours.palette(style(), f".es-dominos-florentins{theme}")
    stones = {letter: colours.parse(palette[f"--df-{letter}"]) for letter in COLOURS}
    assert not any(colours.alike(stones, 14).values())
    lightness = sorted(colours.lab(stone)[0] for stone in stones.values())
    assert all(b - a > 6 for a, b in pairwise(lightness))  # a printer has no colours at all
    for letter, stone in stones.items():  # and each has an inlay that is seen
        assert colours.contrast(stone, colours.parse(palette[f"--df-{letter}2"])) > 1.5


@pytest.mark.parametrize("width", [360, 800, 1600])
def test_a_picture_is_one_sound_svg(width: int) -> None:
    for state in film(3)[:: len(film(3)) // 8]:
        svg = draw(game, game.view(state, 1), names=NAMES[:3], width=width)
        ElementTree.fromstring(svg)
        assert "None" not in svg
