"""The picture of Dolce Vita: what lies where, in which words, and whether it can be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree

import colours
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale.draw.scene import Box, Layout, Piece, Scene, picture
from escale.draw.svg import TEXT_SIZE, draw, house_style, symbol_sizes
from escale.draw.text import cut, text_width
from escale.engine.game import SPECTATOR, Moment
from escale.engine.match import Match
from escale.games.dolce_vita import game
from escale.games.dolce_vita.drawings import COLOURS, letters_of
from escale.games.dolce_vita.rows import rows
from escale.games.dolce_vita.rules import (
    CATEGORY,
    COLUMNS,
    GOODS,
    HAND,
    MONEY,
    NUMBERS,
    SETTLING,
    State,
    worth,
)
from escale.games.dolce_vita.scene import asked, collection, layouts, scene, style, symbols
from escale.games.dolce_vita.words import column_words, own_words
from escale.teach.scene_words import label
from escale.teach.texts import scene_texts

LANGUAGES = ("fr", "en")
PLAYERS = (3, 4, 5)
NAMES = ("Ana", "Bartholomew von und zu Langenname", "Wilhelmina", "Éléonore", "Mo")
ROUGE, JAUNE, VERT, BLEU = range(4)
LEAST = {"narrow": 390, "middle": 600, "wide": 960}  # pixels
#: What a phone leaves out (or shows in a close-up), and what it alone shows.
FOLDED = ("claim:", "hand:title", "hand:note", "note:", "turn:", "spine:")
FOLDED += tuple(f"{what}:{chair}" for what in ("pile", "sum") for chair in range(1, 5))
PHONE = ("plate:", "bar:", "rim:")

tables = st.builds(
    lambda players, plies, seed: played(players, plies, seed),
    st.sampled_from(PLAYERS),
    st.integers(0, 125),
    st.integers(0, 2**20),
)


def played(players: int, plies: int, seed: int) -> Match:
    """A game of random moves, some way into it."""
    match = Match(game, NAMES[:players], seed=seed)
    rng = Random(seed)
    for _ in range(plies):
        if match.over:
            break
        match.play(rng.choice(match.legal()))
    return match


def shown(state: State, seat: int = 0, lang: str = "fr") -> Scene:
    found = picture(game, game.view(state, seat), lang, NAMES[: len(state.own)])
    return found._replace(words=[*found.words])


def position(**parts: object) -> State:
    empty: dict[str, object] = {"columns": [[]] * 7, "own": [[]] * 4, "round": 1}
    return game.from_position(4, {"money_100": 9}, empty | parts)


@cache
def moments(players: int, seed: int) -> list[Moment]:
    """All moments of a game of random moves."""
    match = played(players, 999, seed)
    found = []
    for ply, (_, move, _, _) in enumerate(match.plies):
        found += game.unfold(match.state_at(ply), move)
    return found


@cache
def film(players: int) -> list[tuple[Moment, Scene]]:
    """All moments of a game, and how seat 0 sees them."""
    names = NAMES[:players]
    return [(m, scene(game.view(m.state, 0), "fr", names)) for m in moments(players, seed=players)]


def frames() -> Iterator[tuple[State, Scene]]:
    for players in PLAYERS:
        for moment, table in film(players):
            yield moment.state, table


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.w - 0.11
        and other.x < one.x + one.w - 0.11
        and one.y < other.y + other.h - 0.11
        and other.y < one.y + one.h - 0.11
    )


# --- What lies on the table ---------------------------------------------------------------------


def test_every_card_lies_on_the_table_exactly_once_in_every_moment() -> None:
    for state, table in frames():
        pieces = table.pieces.values()
        faces = Counter(p.symbol.removeprefix("dv-") for p in pieces if is_object(p))
        assert faces == Counter(face for pile in (*state.columns, *state.own) for face in pile)
        towels = [p for p in pieces if re.fullmatch(r"dv-[rjvbm]\d(-\w)?", p.symbol)]
        assert len(towels) == len(state.own) * len(HAND)


def is_object(piece: Piece) -> bool:
    return piece.symbol.removeprefix("dv-") in CATEGORY


@settings(max_examples=40, deadline=None)
@given(tables, st.integers(-2, 4), st.sampled_from(LANGUAGES))
def test_every_place_is_in_every_layout_but_for_what_a_phone_leaves_out(
    match: Match, seat: int, lang: str
) -> None:
    table = shown(match.state, seat if seat < len(match.players) else 0, lang)
    sheet = symbol_sizes(game)
    for layout in layouts(len(match.players)):
        for key, piece in table.pieces.items():
            assert (piece.symbol in sheet) != bool(piece.text or piece.path), key
            phone = layout.name == "narrow"
            if piece.place.startswith(("name:", "spine:")):
                here = piece.place.endswith(f"@{layout.name}")
            elif phone and piece.place == "rim:0":
                here = False  # the reader is told by the status
            else:
                here = not piece.place.startswith(FOLDED if phone else PHONE)
            assert (piece.place in layout.places) == here, (layout.name, key, piece)
        for key, target in table.targets.items():
            opens = key.startswith(("fan:", "player:"))
            assert (target.place in layout.places) == (phone or not opens)


def test_the_kth_object_from_the_bottom_reads_straight_across() -> None:
    for layout in all_layouts():
        for k in range(1, 10):
            assert len({layout.places[f"column:{c}/{k}"].y for c in COLUMNS}) == 1
        low = layout.places["column:1/1"]
        for c in COLUMNS:  # the bottom one is whole, the sand begins below it
            assert layout.places[f"column:{c}/1"].z > layout.places[f"column:{c}/2"].z
            assert layout.places[f"row:{c}/1"].y > low.y + low.h


def test_rows_are_sorted_by_rank_and_ties_come_last_struck_and_marked() -> None:
    # The rulebook's left column: Rouge and Jaune 3, Vert 4, Bleu 1.
    laid = [[[ROUGE, 2], [JAUNE, 3], [VERT, 4], [BLEU, 1], [ROUGE, 1]]] + [[]] * 6
    state = position(columns=[["bijou-200", "maison-300", "argent-100"]] + [[]] * 6, laid=laid)
    assert [row.seat for row in rows(state.laid[0])] == [VERT, BLEU, ROUGE, JAUNE]
    pieces = shown(state).pieces
    assert pieces["row:1/2"].place == "row:1/1"
    assert pieces["total:1/0"] == Piece("total:1/3", text="3", style="serif bold end struck tie")
    assert pieces["card:0/2"].place == "laid:1/3/1"
    assert pieces["card:0/1"].place == "laid:1/3/2"
    assert {key for key in pieces if key.startswith("equal:")} == {"equal:1/0", "equal:1/1"}
    claims = {key: piece.place for key, piece in pieces.items() if key.startswith("claim:")}
    assert claims == {"claim:1/2": "claim:1/1", "claim:1/3": "claim:1/2"}


def test_the_badges_on_the_objects_tell_who_will_take_them() -> None:
    checked = 0
    for players in PLAYERS:
        for (before, table), (after, _) in pairwise(film(players)):
            event = after.events[0]
            if event.kind != "take" or len(before.state.settling) > 1:
                continue
            pieces = table.pieces
            column = event.facts["column"]
            assert pieces[f"claim:{column}/{event.seat}"].place == f"claim:{column}/1"
            checked += 1
    assert checked > 50


def test_the_column_that_is_being_settled_is_marked() -> None:
    for state, table in frames():
        assert ("now" in table.pieces) == bool(state.settling)
        assert ("turn" in table.pieces) == (state.turn not in (None, SETTLING))
        if state.settling:
            column = state.settling[0]
            assert state.turn == SETTLING
            assert table.pieces["now"].place == f"now:{column}"
            assert str(column) in table.status
            claimed = {int(key[6]) for key in table.pieces if key.startswith("claim:")}
            assert claimed <= set(range(column, 8))


def test_settling_goes_from_left_to_right_and_ends_with_the_round() -> None:
    for players in PLAYERS:
        seen: list[int] = []
        for moment in moments(players, seed=players):
            settling = moment.state.settling
            if settling and settling[0] not in seen:
                seen.append(settling[0])
            if not settling and seen:
                assert seen == list(COLUMNS)
                seen = []
            assert len(set(settling[1:])) == len(settling[1:])
        assert seen == []


def test_owned_money_is_a_pile_with_its_sum() -> None:
    own = [["argent-100", "argent-200", "argent-200", "argent-200", "maison-700"], [], [], []]
    pieces = shown(position(own=own)).pieces
    assert pieces["sum:0"].text == "700"
    assert pieces["score:0"].text == "1\u202f400"
    places = [p.place for p in pieces.values() if p.symbol.startswith("dv-argent")]
    assert places == ["own:0/argent/3", "own:0/argent/3", "own:0/argent/2", "own:0/argent/1"]
    assert pieces["object:maison-700"].place == "own:0/maison"
    assert "sum:1" not in pieces


def test_two_of_a_kind_lie_apart_between_taking_and_giving_back() -> None:
    found = 0
    for players in PLAYERS:
        for moment, table in film(players):
            seconds = [p.place for p in table.pieces.values() if p.place in doubles(players)]
            kinds = [Counter(CATEGORY[face] for face in own) for own in moment.state.own]
            most = sum(kind[good] == 2 for kind in kinds for good in GOODS)
            assert len(seconds) == most <= 1
            found += most
    assert found > 5


def doubles(players: int) -> set[str]:
    return {f"own:{seat}/{good}/2" for seat in range(players) for good in GOODS}


# --- Keys ---------------------------------------------------------------------------------------


def test_goods_and_number_cards_keep_their_keys_for_ever() -> None:
    for state, table in frames():
        pieces = table.pieces
        for seat in range(len(state.own)):
            for number in NUMBERS:
                assert pieces[f"card:{seat}/{number}"].symbol.startswith(
                    f"dv-{COLOURS[seat]}{number}"
                )
        for pile in (*state.columns, *state.own):
            for face in pile:
                assert CATEGORY[face] == MONEY or pieces[f"object:{face}"].symbol == f"dv-{face}"


def test_a_money_card_changes_its_key_only_where_it_must() -> None:
    """What goes and what comes in a moment look alike, pair by pair, and are few."""
    changed = shifted = 0
    for players in PLAYERS:
        for (_, before), (after, table) in pairwise(film(players)):
            old, new = before.pieces, table.pieces
            gone = [key for key in old if key.startswith("object:") and key not in new]
            come = [key for key in new if key.startswith("object:") and key not in old]
            assert Counter(old[k].symbol for k in gone) == Counter(new[k].symbol for k in come)
            took = [e for e in after.events if e.kind == "take" and "argent" in e.facts["object"]]
            changed += len(come)
            shifted += max(0, len(come) - len(took))
    assert changed > 50
    assert shifted < changed / 3


def test_a_column_that_slides_down_keeps_the_keys_of_its_money() -> None:
    column = ["bijou-100", "argent-100", "argent-100", "maison-200", "argent-200", "voiture-100"]
    before = shown(position(columns=[column] + [[]] * 6)).pieces
    after = shown(position(columns=[column[1:]] + [[]] * 6)).pieces
    money = {key for key in before if key.startswith("object:argent")}
    assert money == {key for key in after if key.startswith("object:argent")}
    rotated = shown(position(columns=[[*column[1:], column[0]]] + [[]] * 6)).pieces
    assert money == {key for key in rotated if key.startswith("object:argent")}


# --- What a person can pick -----------------------------------------------------------------------


def all_layouts() -> Iterator[Layout]:
    for players in PLAYERS:
        yield from layouts(players)


@pytest.mark.parametrize("players", PLAYERS)
def test_targets_do_not_overlap_and_are_large_enough(players: int) -> None:
    targets = shown(Match(game, NAMES[:players], seed=1).state).targets
    for layout in layouts(players):
        scale = LEAST[layout.name] / layout.width
        places = [target.place for target in targets.values()]
        boxes = [layout.places[place] for place in places if place in layout.places]
        for box in boxes:
            assert min(box.w, box.h) * scale >= 40, (layout.name, box)
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2))


@settings(max_examples=30, deadline=None)
@given(tables, st.sampled_from(LANGUAGES))
def test_every_choice_is_a_path_over_targets_and_every_target_can_be_asked_about(
    match: Match, lang: str
) -> None:
    seat = match.actor or 0
    table = shown(match.state, seat, lang)
    assert {key for path in table.choices for key in path} <= set(table.targets)
    assert list(table.targets) == [
        *(f"column:{c}" for c in COLUMNS),
        *(f"hand:{n}" for n in NUMBERS),
        *(f"fan:{c}" for c in COLUMNS),
        *(
            f"player:{(seat_of - seat) % len(match.players)}"
            for seat_of in range(len(match.players))
        ),
    ]
    for number in NUMBERS:
        laid = number not in match.state.hands[seat]
        reasons = game.why_not(match.state, seat, {f"hand:{number}"})
        assert ("already-laid" in [reason.kind for reason in reasons]) == laid
        said = table.targets[f"hand:{number}"].label
        assert str(number) in said
        assert (", " in said) == laid


def test_somebody_who_only_watches_has_no_hand_and_sees_all_others() -> None:
    state = played(4, 9, 2).state
    table = shown(state, SPECTATOR)
    looks = {f"fan:{c}" for c in COLUMNS} | {f"player:{chair}" for chair in range(4)}
    assert set(table.targets) - looks == {f"column:{c}" for c in COLUMNS}
    assert not any(re.fullmatch(r"hand:\d", piece.place) for piece in table.pieces.values())
    assert sum(p.place.startswith("held:") for p in table.pieces.values()) == 4 * 6 - 9
    assert table.choices == ()


# --- Words ----------------------------------------------------------------------------------------


def test_the_labels_have_both_languages_and_are_all_used() -> None:
    assert list(scene_texts(game).problems()) == []
    for lang in LANGUAGES:
        for name, entry in scene_texts(game).table["label"].items():
            assert entry[lang], name
    spoken = set()

    def listening(game: Any, name: str, lang: str, *facts: tuple[str, Any]) -> str:
        spoken.add(name)
        return label(game, name, lang, *facts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("escale.teach.scene_words.label", listening)
        column_words.cache_clear()
        own_words.cache_clear()
        collection.cache_clear()
        for players in PLAYERS:
            for moment in moments(players, seed=players)[::3]:
                shown(moment.state)
        for own in ([["maison-100"], [], [], []], [[], ["maison-100"], [], []], [[], [], [], []]):
            shown(position(own=own)._replace(turn=None))
        shown(position(), SPECTATOR)
        shown(position()._replace(hands=((1,), HAND, HAND, HAND)))
        owned = position(own=[["maison-100"], ["maison-200"], [], []])
        assert [*asked(game.view(owned, 0), "fr", NAMES[:4]).words]
    assert spoken == set(scene_texts(game).table["label"])


def test_a_column_is_said_in_full() -> None:
    columns = [["bijou-100", "argent-200"], []] + [[]] * 5
    laid = [[[ROUGE, 4], [JAUNE, 3]], [[VERT, 2], [BLEU, 2]]] + [[]] * 5
    state = position(columns=columns, laid=laid)
    french, english = shown(state).targets, shown(state, JAUNE, "en").targets
    assert french["column:1"].label == (
        "Colonne 1, 2 objets, du bas\u00a0: bijou à 100, carte argent à 200. "
        f"Vous y avez 4, {NAMES[1]} y a 3."
    )
    assert english["column:1"].label == (
        "Column 1, 2 objects, from the bottom: jewel worth 100, money card worth 200. "
        "Ana has 4, you have 3."
    )
    assert french["column:2"].label == "Colonne 2, vide. Wilhelmina et Éléonore à égalité à 2."
    assert french["column:3"].label == "Colonne 3, vide."
    assert french["hand:4"].label == "Votre carte 4, posée sous la colonne 1"
    assert english["hand:6"].label == "Your card 6"


def test_heading_and_status_say_what_is_to_be_done() -> None:
    state = position(round=2)
    mine = shown(state, JAUNE)
    assert (mine.heading, mine.status) == (
        "Manche 2 sur 4",
        "À vous. Posez une carte sous une colonne.",
    )
    theirs = shown(state, ROUGE, "en")
    assert (theirs.heading, theirs.status) == ("Round 2 of 4", f"{NAMES[1]}’s turn to lay a card.")
    assert [seat.turn for seat in theirs.seats] == [False, True, False, False]
    assert [seat.badge for seat in theirs.seats] == [f"dv-badge-{c}" for c in "rygb"]
    over = position(own=[["maison-700", "argent-200"], ["bateau-700"], [], []])._replace(turn=None)
    assert shown(over).heading == "Fin de la partie"
    assert shown(over).status == "Vous gagnez avec 900."
    assert shown(over, VERT, "en").status == "Ana wins with 900."
    assert "winner:0" in shown(over).pieces


@settings(max_examples=20, deadline=None)
@given(tables, st.sampled_from(LANGUAGES))
def test_the_words_tell_the_whole_position(match: Match, lang: str) -> None:
    state = match.state
    table = shown(state, 0, lang)
    said = " ".join(table.words)
    assert len(table.words) == 7 + 2 * len(state.own)
    for own in state.own:
        for face in own:
            if CATEGORY[face] != MONEY:
                assert scene_texts(game).noun(face, lang) in said
    assert all(name in said for name in match.players[1:])
    assert all(label.label.strip() for label in table.targets.values())
    assert "{" not in said + table.status + table.heading


# --- Can it be read? -----------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(tables, st.sampled_from(LANGUAGES))
def test_texts_stay_inside_their_boxes_and_are_large_enough(match: Match, lang: str) -> None:
    table = shown(match.state, 0, lang)
    for layout in layouts(len(match.players)):
        for key, piece in table.pieces.items():
            box = layout.places.get(piece.place)
            if box is None or not piece.text:
                continue
            size = box.h * TEXT_SIZE
            width = text_width(piece.text, size)
            if "bold" not in piece.style:
                width *= 0.9
            if "serif" in piece.style:  # its figures are half as wide as they are high
                width *= 0.85
            assert width <= box.w + 1, (layout.name, key, piece.text)
            assert size >= 12, (layout.name, key, size)


#: Places of cards, and the drawings with text that may lie there.
WRITTEN = {
    "column:": ("dv-value-700",),
    "own:": ("dv-value-700",),
    "row:": ("dv-badge-m",),
    "seat:": ("dv-badge-m",),
    "claim:": ("dv-badge-m",),
    "hand:": ("dv-number-6", "dv-letter-r", "dv-no-6"),
    "held:": ("dv-number-6",),
    "laid:": ("dv-number-6",),
}


@pytest.mark.parametrize("width", ["narrow", "middle", "wide"])
@pytest.mark.parametrize("players", PLAYERS)
def test_no_text_is_smaller_than_eleven_pixels_where_its_layout_is_smallest(
    players: int, width: str
) -> None:
    layout = next(one for one in layouts(players) if one.name == width)
    scale = {"narrow": 360, "middle": 600, "wide": 960}[width] / layout.width
    sheet = dict(re.findall(r'<symbol id="(dv-[^"]+)"[^>]*>(.*?)</symbol>', symbols()))

    def size(box: Box, drawing: str) -> float:
        """Of the smallest text of a drawing that lies there."""
        wide, high = symbol_sizes(game)[drawing]
        written = re.findall(r'font-size="([\d.]+)"|font:(?:700 )?([\d.]+)px', sheet[drawing])
        least = min(float(one or other) for one, other in written)
        return least * min(box.w / wide, box.h / high) * scale

    hidden = ("laid:", *(f"{what}:{n}" for what in ("held", "own") for n in range(1, players)))
    for place, box in layout.places.items():
        if place.endswith((":title", ":note")) or (width == "narrow" and place.startswith(hidden)):
            continue  # a text; or under a badge or a bar
        if re.fullmatch(r"column:\d", place):
            continue
        for drawing in WRITTEN.get(place.partition(":")[0] + ":", ()):
            assert size(box, drawing) >= 10.95, (place, drawing)
    match = played(players, 60, 3)
    for key, piece in shown(match.state).pieces.items():
        at = layout.places.get(piece.place)
        if piece.text and at:
            assert at.h * TEXT_SIZE * scale >= 10.95, key
    if width == "narrow":
        assert (layout.width, layout.height) <= (390, 580)


@pytest.mark.parametrize("players", PLAYERS)
def test_on_a_phone_what_is_too_small_to_read_is_hidden(players: int) -> None:
    """Towels below a badge, cards below a bar: they are there to travel from and to."""
    places = layouts(players)[0].places
    for name, box in places.items():
        if name.startswith(("laid:", "many:")):
            cover = places["row:" + name.partition(":")[2].rpartition("/")[0]]
            assert box.w**2 + box.h**2 <= (cover.w - 2) ** 2, name  # a badge is round
        elif name.startswith("held:") and not name.startswith("held:0"):
            cover = places["seat:" + name[5]]
            assert box.w**2 + box.h**2 <= (cover.w - 2) ** 2, name
        elif name.startswith("own:") and not name.startswith("own:0"):
            cover = places["bar:" + "/".join(name[4:].split("/")[:2])]
            assert cover.y <= box.y + 0.1
            assert box.x + box.w <= cover.x + cover.w + 0.11
        else:
            continue
        assert cover.z > box.z, name


def test_on_a_phone_the_others_are_bars_as_high_as_what_they_own() -> None:
    own = [["maison-700"], ["bateau-300"], [], ["argent-100", "argent-200"] + ["argent-200"] * 4]
    pieces = shown(position(own=own), JAUNE).pieces
    bars = {key: piece for key, piece in pieces.items() if key.startswith("bar:")}
    assert bars == {
        "bar:0/maison": Piece("bar:3/maison", "dv-level-7", style="maison"),
        "bar:3/argent": Piece("bar:2/argent", "dv-level-7", style="argent"),
    }
    sheet = symbols()
    heights = [
        float(
            re.search(rf'id="dv-level-{n}".*?height="([\d.]+)" rx="2.5" fill="var\(--dv-ki', sheet)[
                1
            ]
        )  # type: ignore[index]
        for n in range(1, 8)
    ]
    assert heights == sorted(set(heights))
    assert heights[-1] == symbol_sizes(game)["dv-level-7"][1]


def test_the_ball_of_whose_turn_it_is_lies_beside_the_badge_and_not_on_it() -> None:
    for layout in layouts(4)[1:]:
        for chair in range(4):
            ball, badge = layout.places[f"turn:{chair}"], layout.places[f"seat:{chair}"]
            assert ball.x + ball.w <= badge.x, layout.name


def test_the_reader_has_the_first_place_and_the_others_follow_to_the_left() -> None:
    state = position(own=[["maison-700"], ["bateau-300"], [], []])
    for seat in range(4):
        pieces = shown(state, seat).pieces
        for other in range(4):
            chair = (other - seat) % 4
            assert pieces[f"score:{other}"].place == f"score:{chair}"
            assert pieces[f"name:{other}@wide"].place == f"name:{chair}@wide"
            assert pieces[f"spine:{other}@wide"].style == f"cloth-{COLOURS[other]}"
        assert pieces["object:bateau-300"].place == f"own:{(1 - seat) % 4}/bateau"
    watched = shown(state, SPECTATOR).pieces
    assert [watched[f"seat:{n}"].place for n in range(4)] == [f"seat:{n}" for n in range(4)]


def test_the_place_to_lay_is_below_the_rows_until_one_has_a_row_of_ones_own() -> None:
    laid = [[[ROUGE, 2], [VERT, 1], [ROUGE, 4]], [[JAUNE, 1], [BLEU, 3]]] + [[]] * 5
    pieces = shown(position(laid=laid), JAUNE).pieces
    assert pieces["now:lay/1"].place == "plate:1/3"
    assert "now:lay/2" not in pieces
    assert pieces["now:lay/3"].place == "plate:3/1"
    assert pieces["plate:2/1"] == Piece("plate:2/2", "dv-plate", style="mine")
    assert not any(
        key.startswith("now:lay") for key in shown(position(laid=laid), SPECTATOR).pieces
    )
    for state, table in frames():
        lay = [piece.place for key, piece in table.pieces.items() if key.startswith("now:lay")]
        assert len(set(lay)) == len(lay)
        assert not lay or len(state.hands[0]) > 1


def test_all_that_is_shown_is_inside_the_picture() -> None:
    for layout in all_layouts():
        for name, box in layout.places.items():
            assert box.x >= 0, name
            assert box.y >= 0, name
            assert box.x + box.w <= layout.width + 0.1, name
            assert box.y + box.h <= layout.height + 0.1, name


def test_long_names_are_cut() -> None:
    assert cut("Ana", 60, 11) == "Ana"
    short = cut(NAMES[1], 60, 11)
    assert short.endswith("…")
    assert text_width(short, 11) <= 60
    names = {p.place: p.text for k, p in shown(position()).pieces.items() if k.startswith("name:1")}
    assert len(names) == 3
    assert all(text.startswith("Bart") and text.endswith("…") for text in names.values())


# --- Drawings and colours -------------------------------------------------------------------------


def test_the_drawings_are_well_formed_small_and_complete() -> None:
    sheet = f'<svg xmlns="http://www.w3.org/2000/svg">{symbols()}</svg>'
    root = ElementTree.fromstring(sheet)
    names = [element.get("id", "") for element in root.iter() if element.get("id")]
    assert len(names) == len(set(names))
    assert all(name.startswith("dv-") for name in names)
    assert set(names) == set(symbol_sizes(game))
    assert len(sheet.encode()) < 70_000
    assert {f"dv-{face}" for face in CATEGORY} <= set(names)
    scenery = "".join(layout.scenery for layout in all_layouts())
    for layout in all_layouts():
        ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{layout.scenery}</svg>')
    assert set(re.findall(r'href="#([^"]+)"', sheet + scenery)) <= set(names)
    used = re.findall(r"var\((--[\w-]+)\)", sheet + scenery)
    known = {**colours.palette(style(), ".es-dolce-vita"), **house(), "--es-serif": ""}
    inside = {"--dv-k", "--dv-k2", "--dv-k3", "--dv-ki"}  # set by the card that is drawn
    assert set(used) - inside <= set(known)


def test_every_drawing_is_used_somewhere() -> None:
    named = set(re.findall(r'href="#([^"]+)"', symbols()))
    for layout in all_layouts():
        named |= set(re.findall(r'href="#([^"]+)"', layout.scenery))
    for lang in LANGUAGES:
        for players in PLAYERS:
            for moment in moments(players, seed=players)[::9]:
                for seat in range(players):
                    table = scene(game.view(moment.state, seat), lang, NAMES[:players])
                    named |= {piece.symbol for piece in table.pieces.values()}
            last = moments(players, seed=players)[-1].state
            named |= {piece.symbol for piece in shown(last).pieces.values()}
    named.add("dv-mark")  # the game's own, on the house's header
    missing = {name for name in symbol_sizes(game) if name not in named}
    assert missing <= {f"dv-{face}" for face in CATEGORY}


def test_all_rules_of_the_world_stay_below_its_name() -> None:
    css = re.sub(r"/\*.*?\*/", "", style())
    selectors = re.findall(r"([^{}]+)\{", css)
    assert all(
        one.strip().startswith((".es-dolce-vita", "@media"))
        for s in selectors
        for one in s.split(",")
    )
    day, night = colours.palette(style(), ".es-dolce-vita"), colours.palette(style(), DARK)
    assert set(day) == set(night)
    assert colours.palette(style(), ".es-dolce-vita[data-theme=auto]") == night


DARK = ".es-dolce-vita[data-theme=dark]"


def house(theme: str = "") -> dict[str, str]:
    return colours.palette(house_style(), f".es-picture{theme}")


@pytest.mark.parametrize("theme", ["", "[data-theme=dark]"])
def test_every_text_has_contrast(theme: str) -> None:
    world = colours.palette(style(), f".es-dolce-vita{theme}") | house(theme)

    def colour(name: str, ground: str = "") -> colours.Colour:
        return colours.parse(world[name], world.get(ground, "#fff"))

    grounds = [(f"--dv-{kind}i", f"--dv-{kind}") for kind in (*GOODS, MONEY)]  # values on cards
    grounds += [("--dv-awn1i", "--dv-awn1"), ("--dv-awn2i", "--dv-awn2"), ("--dv-ink", "--dv-y")]
    grounds += [("--dv-ink", "--dv-paper"), ("--es-ink", "--es-card"), ("--es-soft", "--es-card")]
    for text, ground in grounds:
        assert colours.contrast(colour(text), colour(ground)) >= 4.5, (text, ground)
    sand = colour("--dv-lane", "--dv-sand")
    assert colours.contrast(colour("--es-ink"), sand) >= 4.5
    assert colours.contrast(colour("--es-warn"), sand) >= 4.5


@pytest.mark.parametrize("theme", ["", "[data-theme=dark]"])
def test_players_are_told_apart_by_colour_or_by_letter_and_weave(theme: str) -> None:
    world = colours.palette(style(), f".es-dolce-vita{theme}")
    cloth = {name: colours.parse(world[f"--dv-p{name}"]) for name in COLOURS}
    alike = colours.alike(cloth)
    assert alike["all"] == alike["tritan"] == set()
    assert alike["protan"] | alike["deutan"] <= {("b", "m")}
    # Nobody has to rely on it: each has a letter in both languages, and a weave on all cloth.
    for letters in map(letters_of, LANGUAGES):
        assert len(set(letters)) == len(COLOURS)
    for kind in ("weave", "ring"):
        drawings = [re.search(f'id="dv-{kind}-{c}".*?</symbol>', symbols()) for c in COLOURS]
        plain = {re.sub(r"-[rjvbm]\b|--dv-p\w", "", found[0]) for found in drawings if found}
        assert len(plain) == len(COLOURS)


def test_the_whole_picture_can_be_drawn_at_every_width() -> None:
    state = played(5, 60, 4).state
    for width in (320, 360, 800, 1200, 1600):
        for theme in ("light", "dark", "auto"):
            svg = draw(game, game.view(state, 0), lang="fr", names=NAMES, width=width, theme=theme)
            root = ElementTree.fromstring(svg)
            assert root.get("data-theme") == theme
            assert len(svg) < 130_000


def test_scores_are_the_worth_of_what_is_owned() -> None:
    state = moments(4, seed=4)[-1].state
    table = shown(state, 0, "en")
    for seat, own in enumerate(state.own):
        assert table.seats[seat].score == table.pieces[f"score:{seat}"].text == f"{worth(own):,}"
