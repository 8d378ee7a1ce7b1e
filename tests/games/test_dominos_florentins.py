"""Dominos Florentins: the rulebook's four figures, rule by rule, then what must always hold.

The figures' pictures are not to be had, so each is a position of our own. All start from the same
cross, in which the northern arm is made of four-coloured cards.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale.engine.errors import BadOption, BadRecord, CannotUndo, IllegalMove
from escale.engine.game import SPECTATOR, Event, Game, Outcome, Unreadable, Violation
from escale.engine.match import Match
from escale.games.dominos_florentins import deck as decks
from escale.games.dominos_florentins import game
from escale.games.dominos_florentins.moves import Black, Lay, Pass, Placement
from escale.games.dominos_florentins.openings import openings
from escale.games.dominos_florentins.rules import BLACK, HANDS, OVER, STOCK, State, count_gems
from escale.games.dominos_florentins.spaces import BESIDE, CELL, CELLS, CROSS, EDGES, Space, spaces
from escale.teach.narrate import narrate
from escale.teach.texts import texts

DECK = decks.find("escale")
OPTIONS = {"deck": "escale"}

MIDDLE = {"d4": "BBOR"}
NORTH = {"d5": "ROBV", "d6": "VBRO", "d7": "RBVO"}
EAST = {"e4": "BOVB", "f4": "BBRO", "g4": "BRVB"}
SOUTH = {"d3": "OBBV", "d2": "BBVR", "d1": "VBOB"}
WEST = {"c4": "BRBO", "b4": "BOOR", "a4": "BRBV"}
THE_CROSS = MIDDLE | NORTH | EAST | SOUTH | WEST


def table(
    placed: Mapping[str, str],
    hand: Sequence[str] = (),
    *,
    open: Sequence[str] = (),
    pile: Sequence[str] | None = None,
    colours: Sequence[str] = ("rouge", "vert"),
    **more: Any,
) -> Match:
    """A match from a position. With a hand for seat 0 the others hold one card each, and a pile
    of three is there; without, everything lies open."""
    used = {decks.name_of(lie) for lie in placed.values()} | {*hand, *open, *(pile or ())}
    spare = [card for card in reversed(DECK.cards) if card not in used]
    others = [[spare.pop(0)] if hand else [] for _ in colours[1:]]
    if pile is None:
        pile = spare[:3] if hand else []
    position = {
        "colours": list(colours),
        "placed": dict(placed),
        "hands": [list(hand), *others],
        "open": list(open),
        "pile": list(pile),
        **more,
    }
    return Match(game, len(colours), position=position)


def rules(events: Sequence[Event]) -> list[tuple[str, str]]:
    return [(event.rule, event.kind) for event in events]


def reasons(violations: Sequence[Violation]) -> list[tuple[str, str]]:
    return [(violation.rule, violation.kind) for violation in violations]


def why(match: Match, move: str, seat: int | None = None) -> list[tuple[str, str]]:
    return reasons(match.why_not(move, seat))


def facts(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    return [event.facts for event in events if event.kind == kind]


def written(match: Match) -> list[str]:
    return [game.format(move) for move in match.legal()]


# --- Figure 1: matching colours -------------------------------------------------------------------


def test_figure_1_a_card_that_matches_where_it_touches() -> None:
    match = table(MIDDLE, ["BORV", "OORR"])
    events = match.play("RVBO@d5")
    assert rules(events) == [("DF-CRO-1", "arm"), ("DF-PLA-3", "match"), ("DF-PLA-2", "draw")]
    assert facts(events, "arm") == [{"card": "BORV", "lie": "RVBO", "cell": "d5"}]
    assert facts(events, "match") == [{"cell": "d5", "beside": "d4", "colour": "bleu"}]


def test_figure_1_a_card_that_does_not_match() -> None:
    match = table(MIDDLE, ["BORV", "OORR"])
    [violation] = match.why_not("BORV@d5")
    assert (violation.rule, violation.kind) == ("DF-PLA-3", "mismatch")
    assert violation.facts == {
        "card": "BORV", "cell": "d5", "side": "S", "beside": "d4",
        "colour": "rouge", "asked": "bleu",
    }  # fmt: skip
    with pytest.raises(IllegalMove, match="red would touch the blue of d4"):
        match.play("BORV@d5")
    assert match.ply == 0


def test_figure_1_no_turn_of_a_card_can_match() -> None:
    match = table(MIDDLE, ["OORR"])
    [violation] = match.why_not({"hand:OORR", "cell:d5"})
    assert violation == Violation(
        "DF-PLA-3", "no-turn-fits", {"card": "OORR", "cell": "d5", "colours": ["bleu"]}
    )


@pytest.mark.rule("DF-PLA-4")
def test_a_card_may_be_turned_before_it_is_placed() -> None:
    match = table(MIDDLE, ["BORV"])
    assert written(match) == ["-BORV", "ORVB@c4", "ORVB@d3", "ORVB@e4", "RVBO@d5"]
    first = Match(game, 2, seed=1)
    for card in first.state.hands[0]:
        assert {f"{lie}@d4" for lie in DECK.turns[card]} <= set(written(first))
        assert len(DECK.turns[card]) == 4


# --- Figure 2: the cross --------------------------------------------------------------------------


def test_figure_2_three_cards_in_each_arm_complete_the_cross() -> None:
    without_d7 = {cell: lie for cell, lie in THE_CROSS.items() if cell != "d7"}
    match = table(without_d7, ["BVOR"])
    events = match.play("RBVO@d7")
    assert rules(events) == [
        ("DF-CRO-1", "arm"),
        ("DF-PLA-3", "match"),
        ("DF-PLA-2", "draw"),
        ("DF-CRO-2", "cross-complete"),
        ("DF-SCO-2", "close"),
    ]
    assert match.state.openings == ("c3BV", "c5VB", "e3VB", "e5BO")  # cells, and what they ask for


def test_figure_2_a_cell_between_the_arms_is_refused_before_the_cross_is_complete() -> None:
    without_d7 = {cell: lie for cell, lie in THE_CROSS.items() if cell != "d7"}
    match = table(without_d7, ["BORV"])
    assert why(match, "RVBO@e5") == [("DF-CRO-2", "between-arms")]
    assert match.why_not("RVBO@e5")[0].facts == {"cell": "e5", "missing": 1}
    assert match.why_not({"cell:e5"})[0].kind == "between-arms"
    assert why(table(THE_CROSS, ["BORV"]), "RVBO@e5") == []


def test_figure_2_an_arm_grows_card_by_card() -> None:
    match = table(MIDDLE | {"d5": "ROBV"}, ["BVRR"])
    assert why(match, "BVRR@d7") == [("DF-CRO-1", "gap")]
    assert match.why_not("BVRR@d7")[0].facts == {"cell": "d7", "before": "d6"}
    assert why(match, "BVRR@d6") == []


# --- Figure 3: the free corner --------------------------------------------------------------------


def test_figure_3_a_card_with_two_matching_sides_in_a_free_corner() -> None:
    match = table(THE_CROSS, ["BORV"])
    events = match.play("RVBO@e5")
    assert rules(events) == [
        ("DF-SQU-2", "corner"),
        ("DF-PLA-3", "match"),
        ("DF-PLA-3", "match"),
        ("DF-PLA-2", "draw"),
        ("DF-SCO-2", "close"),
        ("DF-SCO-2", "close"),
    ]
    assert facts(events, "close") == [  # told from the new card on
        {"colour": "bleu", "gems": 4, "triangles": ["e5S", "e4N", "e4W", "d4N", "d4E", "d5S"]},
        {"colour": "ocre", "gems": 2, "triangles": ["e5W", "d5E"]},
    ]
    assert facts(events, "match") == [
        {"cell": "e5", "beside": "e4", "colour": "bleu"},
        {"cell": "e5", "beside": "d5", "colour": "ocre"},
    ]


def test_figure_3_a_card_with_only_one_matching_side() -> None:
    match = table(THE_CROSS, ["BBOO"])
    assert match.why_not("OBBO@e5") == ()
    [violation] = match.why_not("OOBB@e5")
    assert (violation.rule, violation.kind) == ("DF-PLA-3", "mismatch")
    assert (violation.facts["colour"], violation.facts["asked"]) == ("bleu", "ocre")
    both = match.why_not("BOOB@e5")
    assert reasons(both) == [("DF-PLA-3", "mismatch")] * 2
    assert [violation.facts["beside"] for violation in both] == ["e4", "d5"]


def test_figure_3_a_card_that_would_touch_with_only_one_side() -> None:
    match = table(THE_CROSS, ["BORV"])
    assert why(match, "RVBO@f5") == [("DF-SQU-2", "one-side")]
    assert match.why_not("RVBO@f5")[0].facts == {"cell": "f5"}
    assert why(match, "RVBO@a7") == [("DF-SQU-2", "no-side")]


def test_a_card_can_join_two_spaces() -> None:
    match = table(THE_CROSS | {"e5": "OBBO"}, ["BBVV"])
    events = match.play("VVBB@f5")
    assert ("DF-SCO-1", "join") in rules(events)
    assert facts(events, "join") == [{"cell": "f5", "colour": "bleu"}]


# --- Figure 4: the end ----------------------------------------------------------------------------


def the_end() -> Match:
    """The northern arm only, nothing else to place: rouge and vert decide about black cards."""
    return table(MIDDLE | NORTH)


def space_of(match: Match, triangle: str) -> Space:
    return next(space for space in game.spaces(match.state) if triangle in space.triangles)


def test_figure_4_closed_and_open_spaces() -> None:
    match = the_end()
    assert space_of(match, "d5N") == Space("rouge", ("d5N", "d6S"), (), ("d5N", "d6S"))
    assert space_of(match, "d6N") == Space("vert", ("d6N", "d7S"), (), ("d6N", "d7S"))
    assert space_of(match, "d4N") == Space("bleu", ("d4N", "d4E", "d5S"), ("d4E",), ("d4N", "d5S"))
    assert space_of(match, "d7N") == Space("rouge", ("d7N",), ("d7N",), ("d7N",))
    closed = [space.triangles for space in game.spaces(match.state) if space.closed]
    assert closed == [("d5N", "d6S"), ("d6N", "d7S")]


@pytest.mark.rule("DF-MAT-3")
def test_figure_4_the_gems_of_one_colour_are_counted() -> None:
    match = the_end()
    match.play("pass")
    events = match.play("pass")
    assert rules(events) == [
        ("DF-BLA-1", "pass"),
        ("DF-SCO-3", "score"),
        ("DF-SCO-3", "score"),
        ("DF-SCO-4", "unused"),
        ("DF-SCO-5", "shared-win"),
    ]
    assert facts(events, "score") == [
        {"colour": "rouge", "gem": "jade", "gems": 2},
        {"colour": "vert", "gem": "rubis", "gems": 2},
    ]
    assert facts(events, "shared-win") == [{"winners": [0, 1], "gems": 2}]
    assert match.outcome == Outcome((2, 2), (0, 1))


def test_figure_4_what_a_black_card_changes() -> None:
    match = the_end()
    assert written(match) == ["*N4", "pass"]
    events = match.play("*N4")
    assert rules(events) == [("DF-BLA-2", "black"), ("DF-SCO-2", "close")]
    assert facts(events, "black") == [{"edge": "N4", "cell": "d7", "colour": "rouge"}]
    assert facts(events, "close") == [{"colour": "rouge", "gems": 1, "triangles": ["d7N"]}]
    assert space_of(match, "d7N").closed
    assert written(match) == ["pass"]  # a lone pass is written too
    events = match.play("pass")
    assert rules(events)[-1] == ("DF-SCO-3", "win")
    assert match.outcome == Outcome((3, 2), (0,))


@pytest.mark.rule("DF-MAT-7")
def test_a_black_card_carries_no_gem() -> None:
    match = the_end()
    before = sum(len(space.gems) for space in game.spaces(match.state))
    match.play("*N4")
    assert sum(len(space.gems) for space in game.spaces(match.state)) == before


@pytest.mark.rule("DF-SCO-1")
def test_triangles_face_to_face_are_not_connected() -> None:
    match = table({"d4": "BOBR"})
    assert space_of(match, "d4N").triangles == ("d4N",)
    assert space_of(match, "d4S").triangles == ("d4S",)
    match = table({"d4": "BBOR"})
    assert space_of(match, "d4N").triangles == ("d4N", "d4E")


# --- Set-up ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "shown"), [(2, 8), (3, 4), (4, 0)])
@pytest.mark.rule("DF-SET-2", "DF-SET-3", "DF-SET-4", "DF-SET-5")
def test_the_set_up_of_each_number_of_players(players: int, shown: int) -> None:
    match = Match(game, players, seed=7)
    state: State = match.state
    assert [len(hand) for hand in state.hands] == [4] * players
    assert len(state.stock) == shown
    assert len(state.pile) == 32
    assert match.actor == 0
    assert state.phase == HANDS


@pytest.mark.rule("DF-SET-1", "DF-SET-6")
def test_players_may_choose_their_colours_in_seat_order() -> None:
    setup = game.deal(3, OPTIONS, Random(1))
    chosen = ["ocre", "rouge", "bleu"]
    match = Match(game, 3, setup=setup | {"colours": chosen})
    assert match.state.colours == tuple(chosen)
    assert match.record()["setup"]["colours"] == chosen


def test_a_deal_gives_every_colour_its_chance() -> None:
    firsts = {game.deal(2, OPTIONS, Random(seed))["colours"][0] for seed in range(40)}
    assert firsts == {"bleu", "ocre", "rouge", "vert"}


def spoilt(change: Any) -> dict[str, Any]:
    setup = game.deal(2, OPTIONS, Random(3))
    change(setup)
    return setup


BAD_SETUPS: dict[str, tuple[Any, str, str | None]] = {
    "unknown field": (lambda s: s.update(cards=[]), "setup.cards", None),
    "no colours": (lambda s: s.pop("colours"), "setup.colours", None),
    "one colour": (lambda s: s.update(colours=["rouge"]), "setup.colours", "DF-SET-6"),
    "colours as text": (lambda s: s.update(colours="rouge"), "setup.colours", "DF-SET-6"),
    "no such colour": (
        lambda s: s.update(colours=["rouge", "jaune"]), "setup.colours[1]", "DF-MAT-1",
    ),
    "a number for a colour": (
        lambda s: s.update(colours=[1, "rouge"]), "setup.colours[0]", "DF-MAT-1",
    ),
    "a list for a colour": (
        lambda s: s.update(colours=[["rouge"], "vert"]), "setup.colours[0]", "DF-MAT-1",
    ),
    "the same colour": (
        lambda s: s.update(colours=["vert", "vert"]), "setup.colours[1]", "DF-SET-1",
    ),
    "hands as a table": (lambda s: s.update(hands={}), "setup.hands", "DF-SET-2"),
    "three hands": (lambda s: s["hands"].append([]), "setup.hands", "DF-SET-2"),
    "a hand that is no list": (lambda s: s["hands"].__setitem__(0, None), "setup.hands[0]", None),
    "a hand of three": (lambda s: s["hands"][1].pop(), "setup.hands[1]", "DF-SET-2"),
    "nothing open": (lambda s: s.pop("open"), "setup.open", "DF-SET-3"),
    "too few open": (lambda s: s["open"].pop(), "setup.open", "DF-SET-3"),
    "a short pile": (lambda s: s["pile"].pop(), "setup.pile", "DF-SET-4"),
    "no pile": (lambda s: s.pop("pile"), "setup.pile", None),
    "pile is true": (lambda s: s.update(pile=True), "setup.pile", None),
    "a card twice": (lambda s: s["pile"].__setitem__(5, s["pile"][4]), "setup.pile[5]", "DF-MAT-5"),
    "a card in two places": (
        lambda s: s["open"].__setitem__(0, s["hands"][0][0]), "setup.open[0]", "DF-MAT-5",
    ),
    "no such card": (lambda s: s["pile"].__setitem__(0, "BBBB"), "setup.pile[0]", "DF-MAT-5"),
    "a card by another name": (
        lambda s: s["pile"].__setitem__(0, decks.turned(s["pile"][0], 1)),
        "setup.pile[0]", "DF-MAT-5",
    ),
    "a number for a card": (lambda s: s["pile"].__setitem__(0, 4), "setup.pile[0]", "DF-MAT-5"),
    "a list for a card": (lambda s: s["pile"].__setitem__(0, []), "setup.pile[0]", "DF-MAT-5"),
    "null for a card": (lambda s: s["pile"].__setitem__(0, None), "setup.pile[0]", "DF-MAT-5"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "where", "rule"), BAD_SETUPS.values(), ids=BAD_SETUPS)
def test_a_bad_set_up_is_refused_with_its_place(change: Any, where: str, rule: str | None) -> None:
    with pytest.raises(BadRecord) as caught:
        Match(game, 2, setup=spoilt(change))
    assert caught.value.where == where
    assert caught.value.rule == rule
    assert "\n" not in str(caught.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
    | st.sampled_from(["BBOR", "ORBB", "d4", "d5", "N4", "rouge", "vert"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.text(max_size=5) | st.sampled_from(["d4", "d5", "N4", "S4"]), inner, max_size=4
    ),
    max_leaves=8,
)  # fmt: skip


@given(
    field=st.sampled_from(["colours", "placed", "hands", "open", "pile", "edge", "turn"]),
    value=json_values,
)
def test_a_hostile_position_or_set_up_gives_one_sentence(field: str, value: Any) -> None:
    good: dict[str, Any] = {"colours": ["rouge", "vert"], "placed": dict(THE_CROSS), "turn": 1}
    setup = game.deal(2, OPTIONS, Random(3))
    for kind, table_ in (("position", good | {field: value}), ("setup", setup | {field: value})):
        try:
            if kind == "position":
                Match(game, 2, position=table_)
            else:
                Match(game, 2, setup=table_)
        except BadRecord as refused:
            error = refused
        else:
            continue
        assert "\n" not in str(error)
        assert error.where.startswith(kind)


# --- Placing --------------------------------------------------------------------------------------


def test_the_first_card_goes_to_the_middle() -> None:
    match = Match(game, 3, seed=5)
    card = match.state.hands[0][0]
    assert {text[5:] for text in written(match)} == {"d4"}
    assert why(match, f"{card}@d5") == [("DF-PLA-1", "not-middle")]
    assert why(match, f"-{card}") == [("DF-PLA-7", "first-must-place")]
    events = match.play(f"{card}@d4")
    assert rules(events) == [("DF-PLA-1", "middle"), ("DF-PLA-2", "draw")]
    assert f"-{match.state.hands[1][0]}" in written(match)


def test_a_player_who_has_placed_draws_a_card_that_only_he_sees() -> None:
    match = Match(game, 2, seed=5)
    top = match.state.pile[0]
    drawn = match.play(match.legal()[0])[-1]
    assert (drawn.rule, drawn.kind, drawn.facts) == ("DF-PLA-2", "draw", {"card": top, "left": 31})
    assert drawn.seen_by(0).facts["card"] == top
    assert drawn.seen_by(1).facts["card"] is None
    assert drawn.seen_by(SPECTATOR).facts["card"] is None
    assert match.state.hands[0][-1] == top
    assert len(match.state.hands[0]) == 4


def test_a_player_may_lay_a_card_open_instead() -> None:
    match = table(MIDDLE, ["BORV", "OORR"], pile=["RRVV", "OOVV"])
    assert {"ORVB@c4", "-BORV"} <= set(written(match))  # by choice, though a card fits
    events = match.play("-BORV")
    assert rules(events) == [("DF-PLA-5", "lay-open"), ("DF-PLA-5", "draw")]
    assert match.state.stock == ("BORV",)
    assert match.state.hands[0] == ("OORR", "RRVV")
    assert match.actor == 1


def test_a_fair_game_takes_nothing_back_past_a_drawn_card() -> None:
    position = {"colours": ["rouge", "vert"], "placed": dict(THE_CROSS), "open": ["BBVV", "BORV"]}
    stock = Match(game, 2, position=position, policy="fair", persons=[0])
    stock.play("RVBO@e5")
    assert stock.undo(0) == 1
    drawn = Match(game, 2, seed=3, policy="fair", persons=[0])
    drawn.play(drawn.legal()[0])
    with pytest.raises(CannotUndo) as caught:
        drawn.undo(0)
    assert caught.value.reason == "shown"


def test_open_cards_are_locked_until_the_pile_is_empty() -> None:
    open_cards = [*DECK.cards[-9:-1], "BORV"]
    match = table(MIDDLE, ["BOOV"], open=open_cards, pile=["BBRR", "BBVV"])
    assert why(match, "RVBO@d5") == [("DF-PLA-6", "locked")]
    early = open_cards[0]
    assert ("DF-SET-3", "locked-from-start") in why(match, f"{early}@d5")
    assert why(match, "-BORV") == [("DF-PLA-6", "locked")]
    assert match.why_not({"stock:BORV"})[0].rule == "DF-PLA-6"
    with_four = table(MIDDLE, ["BOOV"], open=["BORV"], colours=["rouge", "vert", "bleu", "ocre"])
    assert why(with_four, "RVBO@d5") == [("DF-PLA-6", "locked")]


def test_a_refusal_says_everything_that_is_wrong_at_once() -> None:
    match = table(THE_CROSS, ["BBOO"])
    assert why(match, "BBOO@e6", seat=1) == [
        ("DF-SET-5", "not-your-turn"),
        ("DF-PLA-2", "not-in-hand"),
        ("DF-PLA-3", "mismatch"),
        ("DF-SQU-2", "one-side"),
    ]


REFUSED: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "a card of another hand": (
        "RRVV@e5", [("DF-PLA-2", "not-in-hand"), *[("DF-PLA-3", "mismatch")] * 2],
    ),
    "a card that lies there": (
        "ROBV@e5", [("DF-PLA-2", "already-placed"), ("DF-PLA-3", "mismatch")],
    ),
    "a card of no deck": ("BBBB@e5", [("DF-MAT-5", "no-such-card")]),
    "a second copy": ("BBOR.2@e5", [("DF-MAT-5", "no-such-card")]),
    "a card that is out": ("RVVO@e5", [("DF-PLA-2", "out-of-game"), ("DF-PLA-3", "mismatch")]),
    "outside the square": ("RVBO@h4", [("DF-SQU-1", "outside")]),
    "above the square": ("RVBO@d8", [("DF-SQU-1", "outside")]),
    "a cell that is taken": ("RVBO@d4", [("DF-SQU-2", "taken")]),
    "laying open a placed card": ("-BBOR", [("DF-PLA-2", "already-placed")]),
    "laying open a card of no deck": ("-VVVV", [("DF-MAT-5", "no-such-card")]),
    "passing": ("pass", [("DF-PLA-5", "no-pass")]),
    "a black card": ("*W4", [("DF-BLA-1", "black-too-early"), ("DF-BLA-2", "edge-colour")]),
    "a black card beside an empty cell": (
        "*N1", [("DF-BLA-1", "black-too-early"), ("DF-BLA-2", "edge-empty")],
    ),
    "a black card nowhere": (
        "*N8", [("DF-BLA-1", "black-too-early"), ("DF-BLA-2", "no-such-edge")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("move", "expected"), REFUSED.values(), ids=REFUSED)
def test_a_refused_move_names_its_rules(move: str, expected: list[tuple[str, str]]) -> None:
    match = table(THE_CROSS, ["BORV"], pile=["BVRR", "BBRR"])
    assert why(match, move) == expected
    with pytest.raises(IllegalMove):
        match.play(move)
    assert match.ply == 0


def test_a_taken_cell_of_an_unfinished_cross() -> None:
    match = table(MIDDLE, ["BORV"])
    assert why(match, "BORV@d4") == [("DF-CRO-1", "taken")]


@pytest.mark.parametrize("text", ["", "d4", "ORBB", "ORBB@", "orbb@d4", "-ORBB", "-BBOR.1", "*",
                                  "*N", "*X3", "Pass", "pass ", "BBOR@d44x", "ORBX@d4", "-BBOR\n",
                                  "BBOR@d٤", "ORBB@D4"])  # fmt: skip
def test_nonsense_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        game.parse(text)
    assert why(table(MIDDLE, ["BORV"]), text) == [("DF-PLA-2", "unreadable")]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("ORBB@d5", Placement("ORBB", "d5")),
        ("ORBB.2@h12", Placement("ORBB.2", "h12")),
        ("-BBOR", Lay("BBOR")),
        ("-BBOR.12", Lay("BBOR.12")),
        ("*N3", Black("N3")),
        ("pass", Pass()),
    ],
)
def test_a_move_is_written_as_it_is_read(text: str, move: Any) -> None:
    assert game.parse(text) == move
    assert game.format(move) == text


def test_a_choice_that_only_colours_forbid_is_told_as_a_whole() -> None:
    match = table(THE_CROSS, ["OORR", "BORV"], open=["OOVV"])
    assert match.why_not({"hand:BORV"}) == ()
    assert reasons(match.why_not({"hand:OORR", "cell:e5"})) == [("DF-PLA-3", "no-turn-fits")]
    assert match.why_not({"hand:OORR"}) == ()  # it can be laid open
    assert reasons(match.why_not({"hand:OORR", "turn:OORR"})) == [("DF-PLA-3", "fits-nowhere")]
    assert reasons(match.why_not({"cell:c3"})) == [("DF-PLA-3", "no-card-fits")]
    assert reasons(match.why_not({"cell:f5"})) == [("DF-SQU-2", "one-side")]
    assert reasons(match.why_not({"stock:OOVV"})) == [("DF-SET-3", "locked-from-start")]
    assert reasons(match.why_not({"hand:OORR", "cell:e5", "turn:OORR"})) == [
        ("DF-PLA-3", "mismatch"), ("DF-PLA-3", "mismatch"),
    ]  # fmt: skip
    assert reasons(match.why_not({"cell:z9"})) == [("DF-PLA-2", "unreadable")]
    assert reasons(match.why_not({"cell:e5"}, seat=1))[0] == ("DF-SET-5", "not-your-turn")


def test_the_keys_of_a_move() -> None:
    match = table(THE_CROSS, ["BORV"], open=["OOVV"])
    path = {move: game.path(match.state, game.parse(move)) for move in
            ("RVBO@e5", "-BORV", "VVOO@c5", "*N3", "pass")}  # fmt: skip
    assert path == {
        "RVBO@e5": ("hand:BORV", "cell:e5", "turn:RVBO"),
        "-BORV": ("hand:BORV", "open"),
        "VVOO@c5": ("stock:OOVV", "cell:c5", "turn:VVOO"),
        "*N3": ("edge:N3",),
        "pass": ("say:pass",),
    }


# --- The pile is empty ----------------------------------------------------------------------------


def test_hands_open_as_soon_as_the_last_card_is_drawn() -> None:
    match = table(THE_CROSS, ["BORV", "OORR"], open=["BBRR"], pile=["BBVV"])
    theirs = match.state.hands[1]
    events = match.play("RVBO@e5")
    assert ("DF-PLA-2", "draw") in rules(events)
    assert rules(events)[-1] == ("DF-OPE-1", "open-hands")
    assert facts(events, "open-hands") == [
        {"cards": ["OORR", "BBVV", *theirs], "stock": ["BBRR", "OORR", "BBVV", *theirs]}
    ]
    assert match.state.hands == ((), ())
    assert match.state.phase == STOCK
    assert match.actor == 1
    assert game.open_to(match.state, 0, 1)
    assert not game.open_to(match.state_at(0), 0, 1)


def test_from_then_on_any_card_of_the_stock_may_be_placed() -> None:
    match = table(THE_CROSS, open=["BBVV", "BORV"], turn=1)
    assert written(match) == ["BVVB@c3", "RVBO@c5", "RVBO@e5", "VVBB@c5", "VVBB@e3"]
    events = match.play("RVBO@e5")
    assert rules(events) == [
        ("DF-SQU-2", "corner"),
        ("DF-OPE-2", "take"),
        ("DF-PLA-3", "match"),
        ("DF-PLA-3", "match"),
        ("DF-SCO-2", "close"),
        ("DF-SCO-2", "close"),
    ]
    assert match.state.stock == ("BBVV",)


def test_while_a_card_of_the_stock_fits_one_must_be_placed() -> None:
    match = table(THE_CROSS, open=["BORV", "OORR"])
    assert why(match, "pass") == [("DF-OPE-4", "must-place")]
    assert why(match, "-BORV") == [("DF-OPE-4", "must-place")]
    assert reasons(match.why_not({"stock:OORR"})) == [("DF-PLA-3", "fits-nowhere")]
    assert why(match, "BBRR@e5")[0] == ("DF-OPE-2", "out-of-game")
    assert why(match, "ROBV@e5")[0] == ("DF-OPE-2", "already-placed")


def test_play_goes_on_until_no_card_of_the_stock_fits() -> None:
    match = table(THE_CROSS, open=["BORV", "OORR"])
    events = match.play("RVBO@e5")
    assert rules(events)[-2:] == [("DF-OPE-3", "nothing-fits"), ("DF-BLA-3", "black-cards")]
    assert facts(events, "nothing-fits") == [{"left": 1}]
    assert events[-1].seat == match.actor == 1
    assert match.state.phase == BLACK
    assert why(match, "OORR@c5")[0] == ("DF-OPE-3", "placing-over")
    assert why(match, "-OORR") == [("DF-OPE-3", "placing-over")]


def test_the_last_draw_may_end_the_placing_at_once() -> None:
    position = {
        "colours": ["rouge", "vert"],
        "placed": dict(THE_CROSS),
        "hands": [["OORR"], ["ORRV"]],
        "pile": ["ORVR"],
    }
    match = Match(game, 2, position=position)
    assert rules(match.play("-OORR")) == [
        ("DF-PLA-5", "lay-open"),
        ("DF-PLA-5", "draw"),
        ("DF-OPE-1", "open-hands"),
        ("DF-OPE-3", "nothing-fits"),
        ("DF-BLA-3", "black-cards"),
    ]
    assert match.state.phase == BLACK


def test_the_cross_rules_go_on_with_the_common_stock() -> None:
    match = table(MIDDLE, open=["BORV", "BOVR"])
    assert why(match, "RVBO@e5") == [("DF-CRO-2", "between-arms")]
    events = match.play("RVBO@d5")
    assert rules(events)[:2] == [("DF-CRO-1", "arm"), ("DF-OPE-6", "take")]


@pytest.mark.rule("DF-OPE-5")
def test_even_a_full_layout_leaves_a_corner_of_the_square_free() -> None:
    """48 cards on 49 cells: the cell that is left has nothing beyond it, so it is a corner."""
    outermost = [cell for cell in range(49) if len(BESIDE[cell]) == 2]
    assert sorted(CELLS[cell] for cell in outermost) == ["a1", "a7", "g1", "g7"]
    copies = ["BBBB", *(f"BBBB.{n}" for n in range(2, 49))]
    one_colour = decks.check("plain", dict.fromkeys(copies, "...."))
    for seed in range(20):
        rng = Random(seed)
        placed = [""] * 49
        for card in one_colour.cards:
            cell = CELL[rng.choice(openings(placed))[:2]]
            placed[cell] = card
        assert placed.index("") in outermost
    left_over = [len(played_out(seed, 3).state.stock) for seed in range(20)]
    assert sum(1 for cards in left_over if cards) > 10


# --- The black cards ------------------------------------------------------------------------------


def test_each_player_decides_once_from_the_player_whose_turn_it_would_be() -> None:
    match = table(THE_CROSS, open=["BORV"], colours=["rouge", "vert", "bleu"], turn=1)
    match.play("RVBO@e5")
    seats = []
    while not match.over:
        seats.append(match.actor)
        match.play("pass")
        if not match.over:
            assert why(match, "pass", seat=seats[-1]) == [("DF-BLA-3", "decided")]
    assert seats == [2, 0, 1]
    assert why(match, "pass") == [("DF-SCO-3", "over")]
    assert why(match, "*N4", seat=2) == [("DF-SCO-3", "over")]


def test_a_later_player_must_wait_for_his_decision() -> None:
    match = table(THE_CROSS, colours=["rouge", "vert", "bleu"])
    assert why(match, "pass", seat=2) == [("DF-SET-5", "not-your-turn")]


def test_where_a_black_card_may_lie() -> None:
    match = table(THE_CROSS, colours=["rouge", "vert"])
    assert THE_CROSS["a4"] == "BRBV"
    assert written(match) == ["*E4", "*N4", "pass"]
    assert why(match, "*W4") == [("DF-BLA-2", "edge-colour")]
    assert match.why_not("*W4")[0].facts == {
        "edge": "W4", "cell": "a4", "colour": "rouge", "asked": "vert",
    }  # fmt: skip
    assert why(match, "*N3") == [("DF-BLA-2", "edge-empty")]
    assert why(match, "*E0") == [("DF-BLA-2", "no-such-edge")]
    match.play("*E4")
    assert why(match, "*E4") == [("DF-BLA-2", "edge-taken"), ("DF-BLA-2", "edge-colour")]
    assert match.why_not("*E4")[0].facts == {"edge": "E4", "colour": "rouge"}
    assert written(match) == ["*W4", "pass"]


def test_there_are_28_places_at_the_edge() -> None:
    assert len(EDGES) == len(set(EDGES.values())) == 28
    assert list(EDGES) == sorted(EDGES)
    touched = {edge: CELLS[triangle >> 2] for edge, triangle in EDGES.items()}
    assert (touched["N3"], touched["S1"], touched["E7"], touched["W2"]) == ("c7", "a1", "g7", "a2")


# --- Scoring --------------------------------------------------------------------------------------


def test_gems_of_unused_colours_count_for_nobody() -> None:
    match = table(MIDDLE | NORTH, colours=["bleu", "ocre"])
    match.play("pass")
    events = match.play("pass")
    assert facts(events, "unused") == [{"colours": ["rouge", "vert"], "gems": 4}]
    assert match.outcome == Outcome((0, 0), (0, 1))


def test_with_four_players_every_colour_counts() -> None:
    match = table(MIDDLE | NORTH, colours=["bleu", "ocre", "rouge", "vert"])
    for _ in range(4):
        events = match.play("pass")
    assert "unused" not in [event.kind for event in events]
    assert match.outcome == Outcome((0, 0, 2, 2), (2, 3))


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_game_is_told_in_words(lang: str) -> None:
    match = the_end()
    lines = narrate(game, [*match.play("*N4"), *match.play("pass")], lang, ["Ana", "Otto"], 0)
    if lang == "fr":
        assert [line.text for line in lines] == [
            "Vous posez votre carte noire au bord, contre d7.",
            "Votre espace rouge se ferme\u00a0: 1 gemme pour vous.",
            "Otto garde sa carte noire.",
            "Vous, en rouge\u00a0: 3 gemmes (jade) dans les espaces fermés.",
            "Otto, en vert\u00a0: 2 gemmes (rubis) dans les espaces fermés.",
            "Sans joueur\u00a0: bleu et ocre, avec 0 gemme qui ne compte pour personne.",
            "Vous gagnez la partie avec 3 gemmes.",
        ]
    else:
        assert lines[1].text == "Your red space closes: 1 gem for you."
        assert lines[-1].rules == ("DF-SCO-3",)


def test_every_text_is_there_in_both_languages() -> None:
    assert list(texts(game).problems()) == []


# --- Positions ------------------------------------------------------------------------------------


def test_a_position_needs_colours_only() -> None:
    match = Match(game, 2, position={"colours": ["rouge", "vert"]})
    assert match.state.phase == BLACK
    assert written(match) == ["pass"]
    assert len(match.state.out) == 48
    assert game.to_position(match.state) == {
        "colours": ["rouge", "vert"], "placed": {}, "hands": [[], []], "open": [], "pile": [],
        "edge": {}, "turn": 0,
    }  # fmt: skip


def test_a_position_with_a_stock_and_no_card_placed() -> None:
    match = Match(game, 2, position={"colours": ["rouge", "vert"], "open": ["BBOR"], "turn": 1})
    assert match.actor == 1
    assert match.state.phase == STOCK
    events = match.play("BBOR@d4")
    assert rules(events)[:2] == [("DF-PLA-1", "middle"), ("DF-OPE-6", "take")]


def test_a_position_with_black_cards_at_the_edge() -> None:
    """Seats from `turn` on decide, up to the first who has a black card at the edge."""
    colours = ["rouge", "vert", "bleu"]
    match = table(THE_CROSS, colours=colours, edge={"W4": "vert"}, turn=2)
    assert (match.state.undecided, match.actor) == (2, 2)
    assert match.state.black == ("", "W4", "")
    match.play("pass")
    match.play("pass")
    assert match.over
    ended = table(THE_CROSS, colours=colours, edge={"W4": "vert"}, turn=1)
    assert ended.over
    assert game.to_position(match.state) == game.to_position(ended.state)
    assert match.state == ended.state


def test_there_is_no_position_once_the_first_to_decide_has_kept_his_black_card() -> None:
    match = table(THE_CROSS, colours=["rouge", "vert", "bleu"])
    match.play("pass")
    assert game.to_position(match.state) is None
    match.undo()
    match.play("*N4")
    assert game.to_position(match.state) is not None


GOOD = {"colours": ["rouge", "vert"], "placed": dict(THE_CROSS)}
BAD_POSITIONS: dict[str, tuple[dict[str, Any], str, str | None]] = {
    "an unknown field": ({"stock": []}, "position.stock", None),
    "no colours": ({"colours": None}, "position.colours", "DF-SET-6"),
    "a layout that is a list": ({"placed": ["BBOR"]}, "position.placed", None),
    "a cell outside": ({"placed": {"h4": "BBOR"}}, "position.placed", "DF-SQU-1"),
    "a cell that is none": ({"placed": {"": "BBOR"}}, "position.placed", "DF-SQU-1"),
    "no such card": ({"placed": {"d4": "BBBB"}}, "position.placed[d4]", "DF-MAT-5"),
    "a number for a card": ({"placed": {"d4": 7}}, "position.placed[d4]", "DF-MAT-5"),
    "a list for a card": ({"placed": {"d4": []}}, "position.placed[d4]", "DF-MAT-5"),
    "a card placed twice": (
        {"placed": {"d4": "BBOR", "d5": "ORBB"}}, "position.placed[d5]", "DF-MAT-5",
    ),
    "a card placed and in hand": (
        {"placed": {"d4": "BBOR"}, "open": ["BBOR"]}, "position.open[0]", "DF-MAT-5",
    ),
    "no middle": ({"placed": {"d5": "BBOR"}}, "position.placed[d5]", "DF-PLA-1"),
    "an arm with a gap": (
        {"placed": {"d4": "BBOR", "d6": "VBRO"}}, "position.placed[d6]", "DF-CRO-1",
    ),
    "between the arms too early": (
        {"placed": {"d4": "BBOR", "d5": "ROBV", "e4": "BOVB", "e5": "RVBO"}},
        "position.placed[e5]", "DF-CRO-2",
    ),
    "a corner that hangs free": (
        {"placed": {**THE_CROSS, "f5": "VVBB"}}, "position.placed[f5]", "DF-SQU-2",
    ),
    "colours that do not match": (
        {"placed": {"d4": "BBOR", "d5": "BVRO"}}, "position.placed[d5]", "DF-PLA-3",
    ),
    "a corner that matches on one side": (
        {"placed": {**THE_CROSS, "e5": "OOBB"}}, "position.placed[e5]", "DF-PLA-3",
    ),
    "hands for three": ({"hands": [[], [], []]}, "position.hands", "DF-SET-2"),
    "hands without a pile": ({"hands": [["RRVV"], []]}, "position.hands[0]", "DF-OPE-1"),
    "a pile and an empty hand": (
        {"hands": [["RRVV"], []], "pile": ["OOVV"]}, "position.hands[1]", "DF-PLA-2",
    ),
    "a pile and no hands": ({"pile": ["OOVV"]}, "position.hands[0]", "DF-PLA-2"),
    "five cards in hand": (
        {"hands": [["RRVV"], ["OOVV", "OVVR", "OVRV", "OVRR", "ORVV"]], "pile": ["ORVR"]},
        "position.hands[1]", "DF-PLA-2",
    ),
    "open is text": ({"open": "RRVV"}, "position.open", None),
    "a turn of nobody": ({"turn": 2}, "position.turn", "DF-SET-5"),
    "a turn that is true": ({"turn": True}, "position.turn", "DF-SET-5"),
    "a turn that is 0.0": ({"turn": 0.0}, "position.turn", "DF-SET-5"),
    "edge is a list": ({"edge": ["N4"]}, "position.edge", None),
    "no such edge place": ({"edge": {"N8": "rouge"}}, "position.edge", "DF-BLA-2"),
    "no such black card": ({"edge": {"N4": "noir"}}, "position.edge[N4]", "DF-MAT-7"),
    "a list for a black card": ({"edge": {"N4": []}}, "position.edge[N4]", "DF-MAT-7"),
    "a black card of nobody": ({"edge": {"S4": "ocre"}}, "position.edge[S4]", "DF-SET-3"),
    "a black card too early": (
        {"edge": {"N4": "rouge"}, "open": ["BORV"]}, "position.edge[N4]", "DF-BLA-1",
    ),
    "a black card while there is a pile": (
        {"edge": {"N4": "rouge"}, "hands": [["RRVV"], ["OOVV"]], "pile": ["OVVR"]},
        "position.edge[N4]", "DF-BLA-1",
    ),
    "two black cards of one colour": (
        {"edge": {"N4": "rouge", "E4": "rouge"}}, "position.edge[E4]", "DF-MAT-1",
    ),
    "a black card beside an empty cell": (
        {"edge": {"N3": "rouge"}}, "position.edge[N3]", "DF-BLA-2",
    ),
    "a black card that does not match": (
        {"edge": {"W4": "rouge"}}, "position.edge[W4]", "DF-BLA-2",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "where", "rule"), BAD_POSITIONS.values(), ids=BAD_POSITIONS)
def test_a_bad_position_is_refused_with_its_place(
    change: dict[str, Any], where: str, rule: str | None
) -> None:
    Match(game, 2, position=GOOD)
    with pytest.raises(BadRecord) as caught:
        Match(game, 2, position={**GOOD, **change})
    assert caught.value.where == where
    assert caught.value.rule == rule
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [[], "", None, 3])
def test_a_set_up_or_position_that_is_no_table(value: Any) -> None:
    with pytest.raises(BadRecord, match="must be a table"):
        game.from_position(2, OPTIONS, value)
    with pytest.raises(BadRecord, match="must be a table"):
        game.initial(2, OPTIONS, value)


def test_an_unknown_deck_is_refused() -> None:
    with pytest.raises(BadOption) as caught:
        Match(game, 2, options={"deck": "../../secret"})
    assert caught.value.rule == "DF-MAT-5"
    with pytest.raises(BadRecord):
        Match.from_record(Match(game, 2, seed=1).record() | {"options": {"deck": ["escale"]}})


# --- What must always hold ------------------------------------------------------------------------

players_and_seeds = given(players=st.integers(2, 4), seed=st.integers(0, 2**32 - 1))


def played_out(seed: int, players: int) -> Match:
    match, rng = Match(game, players, seed=seed), Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match


@settings(max_examples=15)
@players_and_seeds
def test_cards_are_conserved_and_somebody_can_always_move(players: int, seed: int) -> None:
    match, rng = Match(game, players, seed=seed), Random(seed)
    while not match.over:
        state: State = match.state
        cards: list[Any] = [
            *(DECK.card[lie] for lie in state.placed if lie),
            *(card for hand in state.hands for card in hand),
            *state.stock,
            *state.pile,
        ]
        assert sorted(cards) == list(DECK.cards)
        legal = match.legal()
        assert legal
        if state.phase == HANDS:
            assert [len(hand) for hand in state.hands] == [4] * players
        match.play(rng.choice(legal))
    assert match.outcome is not None
    assert 33 <= match.ply <= 32 + 48 + players


@settings(max_examples=15)
@players_and_seeds
def test_a_card_never_touches_three_others(players: int, seed: int) -> None:
    """DF-SQU-2's remark: every quarter fills from the middle outwards."""
    match, rng = Match(game, players, seed=seed), Random(seed)
    while not match.over:
        move = rng.choice(match.legal())
        if isinstance(move, Placement):
            cell, placed = CELL[move.cell], match.state.placed
            touching = sum(1 for _, other, _ in BESIDE[cell] if placed[other])
            assert touching == (0 if move.cell == "d4" else 1 if cell in CROSS else 2)
        match.play(move)


@settings(max_examples=15)
@players_and_seeds
def test_what_a_state_keeps_is_what_its_layout_shows(players: int, seed: int) -> None:
    """Openings and gems are carried along; every space that closes is told once."""
    match, rng = Match(game, players, seed=seed), Random(seed)
    told: set[frozenset[str]] = set()
    while not match.over:
        for event in match.play(rng.choice(match.legal())):
            if event.rule == "DF-SCO-2":
                triangles = frozenset(event.facts["triangles"])
                assert triangles not in told
                told.add(triangles)
        state: State = match.state
        found = game.spaces(state)
        assert state.openings == tuple(openings(state.placed))
        assert state.gems == count_gems(found)
        assert told == {frozenset(space.triangles) for space in found if space.closed}
        in_spaces = [triangle for space in found for triangle in space.triangles]
        assert len(in_spaces) == len(set(in_spaces)) == 4 * sum(1 for lie in state.placed if lie)


@settings(max_examples=10)
@players_and_seeds
def test_replay_equals_play(players: int, seed: int) -> None:
    match = played_out(seed, players)
    record = json.loads(json.dumps(match.record()))
    again = Match.from_record(record)
    assert again.state == match.state
    assert again.events() == match.events()
    assert again.outcome == match.outcome


@settings(max_examples=10)
@players_and_seeds
def test_every_state_goes_through_its_position_and_back(players: int, seed: int) -> None:
    match = played_out(seed, players)
    for ply in range(match.ply + 1):
        state = match.state_at(ply)
        position = game.to_position(state)
        if position is None:
            assert state.phase in (BLACK, OVER)
            continue
        position = json.loads(json.dumps(position))
        assert game.from_position(players, OPTIONS, position) == state
        assert game.to_position(game.from_position(players, OPTIONS, position)) == position


@settings(max_examples=10)
@players_and_seeds
def test_views_hide_hands_and_pile_until_the_pile_is_empty(players: int, seed: int) -> None:
    match = played_out(seed, players)
    for ply in range(match.ply + 1):
        state: State = match.state_at(ply)
        for seat in (*range(players), SPECTATOR):
            view = game.view(state, seat)
            shown: State = view.state
            if not state.pile:
                assert shown == state
                continue
            assert set(shown.pile) == {None}
            assert len(shown.pile) == len(state.pile)
            for other, hand in enumerate(shown.hands):
                assert hand == (state.hands[other] if other == seat else (None,) * 4)
            guess = game.determinize(view, Random(ply))
            assert game.mask(guess, seat) == shown
            assert game.census(guess) == game.census(state)
            assert game.legal(guess, seat) == game.legal(state, seat)


def test_a_spectator_sees_no_secret_of_a_lesson_with_few_cards() -> None:
    match = table(MIDDLE, ["BORV"], pile=["RRVV", "OOVV"])
    view = match.view(SPECTATOR)
    assert "BORV" not in json.dumps(view.state)
    guesses = {game.determinize(view, Random(seed)).hands[0] for seed in range(30)}
    assert len(guesses) > 1
    assert all(set(hand) < {"BORV", "RRVV", "OOVV", *match.state.hands[1]} for hand in guesses)


@settings(max_examples=3)
@players_and_seeds
def test_legal_moves_are_those_that_nothing_speaks_against(players: int, seed: int) -> None:
    match = played_out(seed, players)
    rng = Random(seed)
    for ply in rng.sample(range(match.ply), 2):
        state: State = match.state_at(ply)
        every = list(game.moves(state))
        assert len(every) == 48 * 4 * 49 + 48 + 28 + 1
        for seat in (state.turn, rng.randrange(players)):
            allowed = tuple(move for move in every if not game.refusals(state, seat, move))
            assert allowed == game.legal(state, seat)


def test_the_spaces_of_a_layout_are_found_without_a_game() -> None:
    placed = [THE_CROSS.get(name, "") for name in CELLS]
    found = spaces(placed, ["N4"], DECK)
    assert [space.closed for space in found if "d7N" in space.triangles] == [True]
    assert {space.colour for space in found} == {"bleu", "ocre", "rouge", "vert"}


def test_the_short_way_to_the_moves_of_a_choice_finds_them_all() -> None:
    match, rng = Match("dominos-florentins", 3, seed=4), Random(4)
    while match.legal():
        state = match.state
        if match.ply % 7 == 0:
            paths = [game.path(state, move) for move in game.moves(state)]
            for path in rng.sample(paths, 4):
                keys = set(rng.sample(path, rng.randint(0, len(path))))
                assert game.containing(state, keys) == Game.containing(game, state, keys)
        match.play(rng.choice(match.legal()))
    assert game.containing(match.state, {"cell:a1", "open"}) == []
    assert game.containing(match.state, {"cell:z9"}) == []
