"""The table of Casanova: everything has its place, fits, travels, and tells no secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random
from typing import Any

import colours
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale.draw.scene import WIDTHS, Box, Layout, Scene, picture
from escale.draw.svg import TEXT_SIZE, draw, symbol_sizes
from escale.draw.text import cut, text_width
from escale.engine.game import CHANCE, SPECTATOR
from escale.games.casanova import game, scene
from escale.games.casanova.rules import (
    ANNOUNCE,
    ANSWER,
    AWAY,
    CARDS,
    HIDDEN,
    LAY,
    NONE,
    OVER,
    PAID,
    ROLL,
    SAY,
    SETTLE,
    State,
)
from escale.teach.languages import LANGUAGES
from escale.teach.texts import scene_texts

NAMES = ["Ana", "Zanetta", "Maximilien-Alexandre de la Tour", "WWWWWWWWWWWWWWWW"]
#: What only a phone has: one line through all racks, rows to open, coins on the cards.
FOLDED = (
    {"pot-line"}
    | {f"line:{i}" for i in CARDS}
    | {f"{what}:{i}" for what in ("short", "row") for i in range(4)}
    | {f"stake:{i}/{coin}" for i in range(4) for coin in (1, 2)}
)
ABSENT = {  # a phone names no steps, and says less about the pot; the rest is in close-ups
    "narrow": {*(f"step:{i}" for i in range(1, 6)), "pot-word", "pot-left", "pot-only"}
    | {f"{what}:{i}" for what in ("answer", "name") for i in range(4)}
    | {f"purse:{i}/{pile}" for i in range(4) for pile in range(10)},
    "middle": FOLDED,
    "wide": FOLDED,
}


def played(players: int, seed: int) -> Iterator[State]:
    """All that is seen of a game: every state, and every moment within a move."""
    rng = Random(seed)
    state = game.initial(players, {}, {})
    yield state
    while state.turn is not None:
        if state.turn == CHANCE:
            move = rng.choice([move for move, _ in game.chance(state)])
        else:
            move = rng.choice(game.legal(state, state.turn))
        for moment in game.unfold(state, move):
            yield moment.state
        state = game.apply(state, move)


def shown(state: State, seat: int, lang: str = "fr") -> Scene:
    return scene.scene(game.view(state, seat), lang, NAMES[: len(state.coins)])


def layouts() -> Iterator[Layout]:
    for players in game.seats:
        yield from scene.layouts(players)


few = settings(max_examples=4)  # whole games, each
tables = st.tuples(st.sampled_from(list(game.seats)), st.integers(0, 10_000))


# --- The layouts --------------------------------------------------------------------------------


def test_there_is_a_layout_for_every_width() -> None:
    for players in game.seats:
        assert [layout.name for layout in scene.layouts(players)] == list(WIDTHS)


def test_all_places_lie_on_the_table() -> None:
    for layout in layouts():
        for name, box in layout.places.items():
            assert box.x >= 0, (layout.name, name)
            assert box.y >= 0, (layout.name, name)
            assert box.x + box.w <= layout.width, (layout.name, name)
            assert box.y + box.h <= layout.height, (layout.name, name)


@few
@given(tables)
def test_everything_on_the_table_has_a_place_and_a_drawing(table: tuple[int, int]) -> None:
    sizes = symbol_sizes(game)
    for state in played(*table):
        seen = shown(state, 0)
        for piece in seen.pieces.values():
            assert sum(map(bool, (piece.symbol, piece.text, piece.path))) == 1
            assert not piece.symbol or piece.symbol in sizes
        for layout in scene.layouts(table[0]):
            places = {thing.place for thing in (*seen.pieces.values(), *seen.targets.values())}
            assert places - set(layout.places) <= ABSENT[layout.name]
        assert {seat.badge for seat in seen.seats} <= set(sizes)


def apart(one: Box, other: Box) -> bool:
    beside = one.x + one.w <= other.x or other.x + other.w <= one.x
    return beside or one.y + one.h <= other.y or other.y + other.h <= one.y


@few
@given(tables)
def test_targets_are_large_and_do_not_overlap(table: tuple[int, int]) -> None:
    steps = {state.step: state for state in played(*table)}
    for state in steps.values():
        for layout in scene.layouts(table[0]):
            scale = max(layout.least, 360) / layout.width
            boxes = {
                key: layout.places[t.place]
                for key, t in shown(state, 0).targets.items()
                if t.place in layout.places
            }
            for key, box in boxes.items():
                assert min(box.w, box.h) * scale >= 40, (layout.name, key)
            for one, other in combinations(boxes, 2):
                assert apart(boxes[one], boxes[other]), (layout.name, one, other)


@few
@given(tables)
def test_texts_fit_their_places(table: tuple[int, int]) -> None:
    texts, targets = set(), set()
    for state in played(*table):
        for seat, lang in ((0, "fr"), (1, "en"), (SPECTATOR, "fr" if table[1] % 2 else "en")):
            seen = shown(state, seat, lang)
            texts |= {(piece.place, piece.text) for piece in seen.pieces.values() if piece.text}
            targets |= set(seen.targets.values())
    for layout in scene.layouts(table[0]):
        for place, text in texts:
            if box := layout.places.get(place):
                assert text_width(text) * box.h * TEXT_SIZE <= box.w, (layout.name, place, text)
        for target in targets:
            box = layout.places.get(target.place)
            if not box:
                continue
            size = min(20.0, box.h * 0.42)
            assert text_width(target.caption) * size <= box.w, (layout.name, target)
            assert text_width(target.note) * size * 0.65 <= box.w, (layout.name, target)


def test_what_stands_in_a_head_does_not_run_into_the_coins() -> None:
    for layout in layouts():
        for seat in range(4):
            if f"name:{seat}" in layout.places:
                name = layout.places[f"name:{seat}"]
                for pile in range(10):
                    assert apart(name, layout.places[f"purse:{seat}/{pile}"]), layout.name


def test_a_long_name_is_cut() -> None:
    assert cut("Ana", 5) == "Ana"
    assert cut("Maximilien-Alexandre", 7) == "Maximilien…"[: len(cut(NAMES[2], 7)) - 1] + "…"
    assert text_width(cut(NAMES[3], 8)) <= 8


# --- The words ----------------------------------------------------------------------------------


def test_the_words_are_in_both_languages() -> None:
    assert list(scene_texts(game).problems()) == []


@few
@given(tables)
def test_everything_is_said_in_both_languages(table: tuple[int, int]) -> None:
    for state in played(*table):
        for seat in (SPECTATOR, 0):
            french, english = (shown(state, seat, lang) for lang in LANGUAGES)
            assert list(french.pieces) == list(english.pieces)
            assert list(french.targets) == list(english.targets)
            for seen in (french, english):
                assert seen.heading
                assert seen.status
                assert len(seen.words) > table[0]
                assert all(target.label for target in seen.targets.values())


def test_what_is_to_be_done_is_said_to_whom_it_concerns() -> None:
    state = game.initial(3, {}, {})
    assert shown(state, 0).status == "À vous\u00a0: annoncez un, deux ou trois dés."
    assert shown(state, 1, "en").status == "Ana announces the number of dice."
    assert shown(state, 1).heading == "Manche 1 sur 12"


# --- Choices ------------------------------------------------------------------------------------


@few
@given(tables)
def test_every_legal_move_is_a_target(table: tuple[int, int]) -> None:
    for state in played(*table):
        if state.turn in (None, CHANCE) or state.step in (SETTLE, PAID, AWAY):
            continue
        seen = picture(game, game.view(state, state.turn), "en", NAMES[: table[0]])
        assert seen.choices
        assert {key for path in seen.choices for key in path} <= set(seen.targets)


def test_choices_stand_where_they_belong_also_when_they_are_not_ones_own() -> None:
    keys = {
        state.step: [
            key for key in shown(state, 1).targets if not key.startswith(("hand:", "row:"))
        ]
        for seed in range(4)
        for state in played(3, seed)
    }
    assert keys[ANNOUNCE] == ["dice:1", "dice:2", "dice:3"]
    assert keys[ROLL] == ["roll"]
    assert keys[SAY] == ["say:quitte", "say:double"]
    assert keys[ANSWER] == ["say:call", "say:fold"]
    assert keys[LAY] == keys[SETTLE] == keys[PAID] == keys[AWAY] == keys[OVER] == []


def test_whoever_watches_picks_nothing_and_can_look_at_the_others() -> None:
    assert all([*shown(state, SPECTATOR).targets] == ["row:1"] for state in played(2, 1))


def test_the_others_are_a_row_each_on_a_phone_which_opens_with_piles_and_every_number() -> None:
    for players in game.seats:
        phone = scene.layouts(players)[0]
        assert [*phone.closeups] == [f"row:{seat}" for seat in range(1, players)]
        for seat in range(1, players):
            there = phone.closeups[f"row:{seat}"].places
            assert {f"rack:{seat}/{card}" for card in CARDS} <= there.keys()
            assert {f"name:{seat}", f"purse:{seat}/9", f"answer:{seat}"} <= there.keys()
            assert not [place for place in there if place.startswith("hand:")]


def test_the_massimo_is_one_line_through_all_racks_of_a_phone() -> None:
    for players in game.seats:
        places = scene.layouts(players)[0].places
        for massimo in CARDS[:-1]:
            line = places[f"line:{massimo}"]
            for seat in range(players):
                left, right = (places[f"rack:{seat}/{massimo + more}"] for more in (0, 1))
                assert left.x + left.w <= line.x + line.w / 2 <= right.x
                assert line.y <= left.y
                assert left.y + left.h <= line.y + line.h
    state = next(state for state in played(4, 1) if 0 < sum(state.roll) < CARDS[-1])
    assert shown(state, 2).pieces["line"].place == f"line:{sum(state.roll)}"


# --- The rack -----------------------------------------------------------------------------------


@few
@given(tables)
def test_the_racks_hold_what_has_been_played(table: tuple[int, int]) -> None:
    for state in played(*table):
        seen = shown(state, 1)
        for seat in range(table[0]):
            at = (seat - 1) % table[0]
            rack = {
                piece.place
                for piece in seen.pieces.values()
                if piece.place.startswith(f"rack:{at}/")
            }
            gone = set(CARDS) - set(state.hands[seat])
            if state.step != AWAY:
                gone -= {state.laid[seat]}
            assert rack == {f"rack:{at}/{card}" for card in gone}


def test_the_line_stands_right_of_the_massimo() -> None:
    for state in played(2, 5):
        seen, massimo = shown(state, 0), sum(state.roll)
        if 0 < massimo < 13:
            assert seen.pieces["over:1"].place == f"over:1/{massimo}"
            assert seen.pieces["over:1"].symbol == f"ca-over-{13 - massimo}"
        else:
            assert "over:1" not in seen.pieces
    for layout in layouts():
        for massimo in range(1, 13):
            slot, line = (layout.places[f"{name}:0/{massimo}"] for name in ("rack", "over"))
            unit = slot.w / 22
            assert line.x + 6 * unit == pytest.approx(slot.x + 23 * unit, abs=0.05)


# --- What travels -------------------------------------------------------------------------------


def test_ones_own_card_goes_from_the_hand_to_the_table_and_into_its_slot() -> None:
    ways: dict[str, list[str]] = {}
    for state in played(2, 3):
        for key, piece in shown(state, 0).pieces.items():
            if key.startswith("card:0/") and ways.setdefault(key, [""])[-1] != piece.place:
                ways[key].append(piece.place)
    for key, way in ways.items():
        card = key.removeprefix("card:0/")
        whole = ["", f"hand:{card}", "laid:0", f"rack:0/{card}"]
        folded = ["", f"hand:{card}", "laid:0", "fold:0", f"rack:0/{card}"]
        assert way in (whole, folded, whole[: len(way)])


def test_anothers_card_is_turned_where_it_lies_and_then_goes_to_its_slot() -> None:
    seen = [shown(state, 0).pieces for state in played(2, 3)]
    states = list(played(2, 3))
    for index, state in enumerate(states):
        if state.step == AWAY:
            card = state.laid[1]
            turned, away, after = seen[index - 1], seen[index], seen[index + 1]
            assert turned["laid:1"][:2] == turned[f"card:1/{card}"][:2]
            assert away[f"card:1/{card}"].place == after[f"card:1/{card}"].place == f"rack:1/{card}"
            assert after.get("laid:1", away["laid:1"]).place == "sleeve:1"


def test_coins_go_from_a_purse_to_the_pot_and_to_the_winners() -> None:
    for seed in range(6):
        for before, after in pairwise(played(3, seed)):
            old, new = shown(before, 0).pieces, shown(after, 0).pieces
            for coin in range(before.table, after.table):
                assert old[f"coin:{coin}"].place == f"mouth:{before.turn}"
                assert new[f"coin:{coin}"].place == f"pot/{coin}"
            if after.step == PAID:
                for coin in range(after.table, before.table):
                    place = new[f"coin:{coin}"].place
                    assert place in {f"mouth:{seat}" for seat in after.winners}


def test_the_pot_tells_what_was_left_from_earlier_rounds() -> None:
    for state in played(4, 8):
        if state.carried and state.step == LAY:
            symbols = [shown(state, 0).pieces[f"coin:{n}"].symbol for n in range(state.table)]
            left = ["ca-coin-old"] * state.carried
            assert symbols == left + ["ca-coin"] * (state.table - state.carried)
            break
    else:
        pytest.fail("no coins were left over")


# --- Secrets ------------------------------------------------------------------------------------


@few
@given(tables)
def test_the_picture_does_not_depend_on_what_is_hidden(table: tuple[int, int]) -> None:
    rng = Random(table[1])
    for state in rng.sample([*played(*table)], 20):
        for seat in (*range(table[0]), SPECTATOR):
            view = game.view(state, seat)
            other = game.determinize(view, rng)
            assert game.view(other, seat) == view
            assert shown(other, seat) == shown(state, seat)


@few
@given(tables)
def test_a_card_that_lies_face_down_is_a_back_to_others(table: tuple[int, int]) -> None:
    for state in played(*table):
        for seat in (*range(table[0]), SPECTATOR):
            view, seen = game.view(state, seat).state, shown(state, seat)
            for other in range(table[0]):
                if view.laid[other] == HIDDEN:
                    assert seen.pieces[f"laid:{other}"].symbol == "ca-back"
                    assert f"card:{other}/{state.laid[other]}" not in seen.pieces


# --- A move told slowly -------------------------------------------------------------------------


@few
@given(tables)
def test_a_round_is_settled_moment_by_moment(table: tuple[int, int]) -> None:
    rng = Random(table[1])
    state = game.initial(table[0], {}, {})
    while state.turn is not None:
        if state.turn == CHANCE:
            move = rng.choice([move for move, _ in game.chance(state)])
        else:
            move = rng.choice(game.legal(state, state.turn))
        events: list[Any] = []
        after = game.apply(state, move, events)
        moments = game.unfold(state, move)
        assert moments[-1].state == after
        assert [event for moment in moments for event in moment.events] == events
        turned: set[int] = set()
        for moment in moments:
            now = moment.state
            assert sum(now.coins) + now.table == 12 * table[0]
            turned |= {
                seat
                for event in moment.events
                if event.kind in game.reveals
                for seat in event.facts["seats"]
            }
            if now.step not in (SETTLE, PAID, AWAY):
                continue
            for seat in range(table[0]):
                for other in set(now.playing) - {seat}:
                    hidden = game.view(now, seat).state.laid[other] == HIDDEN
                    assert hidden == (other not in turned)
        steps = [moment.state.step for moment in moments[:-1]]
        if steps:
            assert steps == [SETTLE] * (len(steps) - 2) + [PAID, AWAY]
            assert after.laid == (NONE,) * table[0]
        state = after


# --- The drawings -------------------------------------------------------------------------------


def test_the_sheet_is_small_and_all_its_names_are_its_own() -> None:
    sheet = scene.symbols()
    ids = re.findall(r'\bid="([^"]+)"', sheet)
    assert len(sheet.encode()) < 60_000
    assert len(ids) == len(set(ids))
    assert all(name.startswith("ca-") for name in ids)
    used = re.findall(r'(?:href="#|url\(#)([\w-]+)', sheet + "".join(x.scenery for x in layouts()))
    scenery = re.findall(r'\bid="([^"]+)"', "".join(layout.scenery for layout in layouts()))
    assert set(used) <= {*ids, *scenery}


def test_the_style_touches_this_game_only() -> None:
    css = re.sub(r"/\*.*?\*/", "", scene.style(), flags=re.S)
    css = re.sub(r"@media[^{]*\{((?:[^{}]*\{[^}]*\})*)\s*\}", r"\1", css)
    for selectors in re.findall(r"([^{}]+)\{", css):
        assert all(one.strip().startswith(".es-casanova") for one in selectors.split(","))


@pytest.mark.parametrize("width", [320, 700, 1200])
def test_the_table_can_be_drawn(width: int) -> None:
    for state in played(3, 2):
        svg = draw(game, game.view(state, 2), lang="fr", names=NAMES[:3], width=width)
        assert svg.startswith("<svg")


@pytest.mark.parametrize("theme", ["", "[data-theme=dark]"])
def test_words_can_be_read_on_the_night(theme: str) -> None:
    world = colours.palette(scene.style(), ".es-casanova")
    world |= colours.palette(scene.style(), f".es-casanova{theme}")
    stops = re.findall(
        r'<linearGradient id="ca-(?:sky|water)".*?</linearGradient>', scene.symbols()
    )
    grounds = re.findall(r'stop-color="(#\w+)"', "".join(stops))[:-1] + ["#0b1232"]
    for text in ("--ca-ivory", "--ca-gold", "--ca-soft"):
        for ground in (*grounds, "#0b1232"):
            ratio = colours.contrast(colours.parse(world[text]), colours.parse(ground))
            outlined = ground != "#0b1232"  # on the sky and the water words have a dark rim
            assert ratio >= (3 if outlined else 4.5), (text, ground)


def test_players_are_told_apart_by_colour_and_by_pattern() -> None:
    patterns = re.findall(r'<pattern id="ca-p\d".*?</pattern>', scene.symbols())
    cloth = {
        str(i): colours.parse(re.findall(r'fill="(#\w+)"', p)[0]) for i, p in enumerate(patterns)
    }
    assert len(cloth) == 4
    assert colours.alike(cloth)["all"] == set()
    assert len({re.sub(r'#\w+|id="[^"]*"', "", pattern) for pattern in patterns}) == 4
