"""Casanova: the worked cases of the rules page as stories, then refusals, positions, properties."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale import CHANCE, SPECTATOR, BadRecord, CannotUndo, Event, IllegalMove, Match, game
from escale.games.casanova import rules
from escale.games.casanova.rules import (
    ANSWER,
    AWAY,
    CARDS,
    HIDDEN,
    NONE,
    PAID,
    SETTLE,
    Casanova,
    Move,
)
from escale.teach.narrate import narrate
from escale.teach.rulebook import rulebook
from escale.teach.texts import texts

CA = game("casanova")
NAMES = ["Ana", "Bob", "Chloé", "Dan"]
SEEDS = st.integers(0, 2**32)


def at(coins: Sequence[int], *, table: int = 0, number: int = 1, active: int = 0) -> Match:
    """The start of a round: whoever has coins still holds the lowest cards that fit the round."""
    hands = [list(range(1, 15 - number)) for _ in coins]
    position = {
        "coins": [*coins], "hands": hands, "table": table, "round": number, "active": active,
    }  # fmt: skip
    return Match("casanova", NAMES[: len(coins)], position=position)


def play(match: Match, moves: str) -> list[Event]:
    """Play moves written one after the other; returns all that happened."""
    return [event for text in moves.split() for event in match.play(text)]


def told(events: Sequence[Event], kind: str) -> Event:
    (event,) = [event for event in events if event.kind == kind]
    return event


def seats_of(events: Sequence[Event], kind: str) -> list[int | None]:
    return [event.seat for event in events if event.kind == kind]


def kinds(events: Sequence[Event]) -> list[tuple[str, str]]:
    return [(event.rule, event.kind) for event in events]


# --- The worked cases of the rules page ---------------------------------------------------------


def test_a_clear_win_under_the_massimo() -> None:
    match = Match("casanova", NAMES[:3])
    events = play(match, "d2 c7 c5 c12 r35 quitte")
    assert kinds(events)[:6] == [
        ("CA-RND-1", "announce"),
        ("CA-RND-2", "lay"),
        ("CA-RND-3", "lay"),
        ("CA-RND-3", "lay"),
        ("CA-RND-4", "roll"),
        ("CA-RND-5", "quitte"),
    ]
    assert told(events, "roll").facts == {"faces": [3, 5], "massimo": 8}
    win = told(events, "win")
    assert (win.rule, win.seat) == ("CA-WIN-1", 0)
    assert win.facts == {"card": 7, "massimo": 8, "coins": 3}
    assert match.state.coins == (14, 11, 11)


def test_a_card_equal_to_the_massimo_wins() -> None:
    match = Match("casanova", NAMES[:2])
    win = told(play(match, "d2 c7 c8 r35 quitte"), "win")
    assert (win.seat, win.facts["card"], win.facts["massimo"]) == (1, 8, 8)


def test_a_tie_splits_five_coins_two_ways_and_one_stays_on_the_table() -> None:
    match = at([10, 10, 10], table=2)
    events = play(match, "d2 c6 c6 c2 r34 quitte")
    split = told(events, "split")
    assert split.rule == "CA-WIN-2"
    assert (split.facts["seats"], split.facts["coins"], split.facts["share"]) == ([0, 1], 5, 2)
    assert told(events, "remainder").facts == {"coins": 1}
    assert match.state.coins == (11, 11, 9)
    assert (match.state.table, match.state.carried) == (1, 1)


def test_nobody_is_under_the_massimo_and_the_coins_carry_over() -> None:
    match = Match("casanova", NAMES[:2])
    events = play(match, "d1 c9 c5 r3 quitte")
    assert told(events, "nobody").rule == "CA-WIN-3"
    assert match.state.table == 2
    events = play(match, "d3 c4 c3 r666 quitte")
    assert told(events, "win").facts["coins"] == 4
    carried = told(events, "carried")
    assert (carried.rule, carried.facts) == ("CA-WIN-4", {"coins": 2})


def test_quitte_turns_all_cards_at_once() -> None:
    match = Match("casanova", NAMES[:3])
    turn = told(play(match, "d1 c1 c2 c3 r6 quitte"), "turn")
    assert turn.rule == "CA-RND-6"
    assert turn.facts == {"seats": [0, 1, 2], "cards": [1, 2, 3]}


def test_a_double_is_followed_by_some() -> None:
    match = Match("casanova", NAMES[:3])
    events = play(match, "d2 c7 c5 c8 r35 double call fold")
    assert [(e.rule, e.seat) for e in events if e.kind in ("double", "call", "fold")] == [
        ("CA-RND-7", 0),
        ("CA-RND-7", 1),
        ("CA-RND-9", 2),
    ]
    assert told(events, "turn").facts == {"seats": [0, 1], "cards": [7, 5]}
    late = told(events, "turn-late")
    assert (late.rule, late.facts) == ("CA-RND-15", {"seats": [2], "cards": [8]})
    assert told(events, "win").facts["coins"] == 5
    assert match.state.coins == (15, 10, 11)


def test_everyone_folds_to_a_double_with_a_card_above_the_massimo() -> None:
    match = at([10, 10, 10], table=3)
    events = play(match, "d1 c13 c2 c3 r4 double fold fold")
    assert ("CA-RND-8", "win-alone") in kinds(events)
    assert told(events, "win-above").rule == "CA-RND-14"
    assert told(events, "carried").rule == "CA-WIN-5"
    assert match.state.coins == (15, 9, 9)
    assert 13 not in match.state.hands[0]


def test_the_last_coin_is_staked_and_won() -> None:
    match = at([1, 10])
    events = play(match, "d3 c9 c4 r555 quitte")
    saved = told(events, "saved")
    assert (saved.rule, saved.seat, saved.facts) == ("CA-ELI-2", 0, {"coins": 2})
    assert match.state.coins == (2, 9)


def test_a_player_without_coins_is_eliminated_and_skipped() -> None:
    match = at([5, 1, 5])
    events = play(match, "d3 c9 c4 c5 r555 quitte")
    assert (told(events, "eliminated").rule, told(events, "eliminated").seat) == ("CA-ELI-1", 1)
    assert (told(events, "skip").rule, told(events, "skip").seat) == ("CA-RND-16", 1)
    after = told(events, "next-round")
    assert (after.rule, after.seat, after.facts) == ("CA-RND-11", 2, {"round": 2})
    assert match.actor == 2


def test_an_active_player_without_a_coin_cannot_double() -> None:
    match = at([1, 5])
    play(match, "d1 c2 c3 r5")
    assert [CA.format(move) for move in match.legal()] == ["quitte"]
    with pytest.raises(IllegalMove) as refused:
        match.play("double")
    assert [(v.rule, v.kind) for v in refused.value.violations] == [("CA-ELI-3", "no-coin-double")]


def test_double_wins_against_opponents_without_a_coin() -> None:
    match = at([5, 1, 1])
    events = play(match, "d1 c13 c2 c3 r5 double fold fold")
    assert [e.rule for e in events if e.kind == "must-fold"] == ["CA-ELI-3", "CA-ELI-3"]
    assert told(events, "win-alone").seat == 0
    assert told(events, "one-left").rule == "CA-END-4"
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def test_a_folded_low_card_would_have_won() -> None:
    match = Match("casanova", NAMES[:3])
    events = play(match, "d1 c9 c2 c8 r3 double fold call")
    would = told(events, "would-have-won")
    assert (would.rule, would.seat, would.facts) == ("CA-RND-9", 1, {"card": 2})
    assert ("CA-WIN-3", "nobody") in kinds(events)


def test_a_massimo_above_13_lets_the_13_win() -> None:
    match = Match("casanova", NAMES[:2])
    win = told(play(match, "d3 c13 c12 r555 quitte"), "win")
    assert (win.seat, win.facts["card"], win.facts["massimo"]) == (0, 13, 15)


# --- Set-up and order ---------------------------------------------------------------------------


@pytest.mark.rule("CA-MAT-1", "CA-SET-1", "CA-SET-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_thirteen_cards_and_twelve_coins(players: int) -> None:
    match = Match("casanova", players)
    assert match.state.coins == (12,) * players
    assert match.state.hands == (tuple(range(1, 14)),) * players
    assert match.actor == match.state.active == 0
    assert [CA.format(move) for move in match.legal()] == ["d1", "d2", "d3"]


@pytest.mark.rule("CA-RND-2", "CA-RND-3", "CA-RND-12")
def test_the_others_lay_clockwise_after_the_active_player_and_all_stake_a_coin() -> None:
    match = at([5, 6, 7, 8], active=2)
    assert seats_of(play(match, "d2 c1 c2 c3 c4"), "lay") == [2, 3, 0, 1]
    assert (match.state.coins, match.state.table) == ((4, 5, 6, 7), 4)
    assert match.actor == CHANCE


@pytest.mark.rule("CA-RND-7")
def test_a_double_is_answered_clockwise_by_all_but_the_active_player() -> None:
    match = at([5, 6, 7, 8], active=2)
    play(match, "d2 c1 c2 c3 c4 r11 double")
    answered = []
    while match.state.step == ANSWER:
        answered.append(match.actor)
        match.play("call")
    assert answered == [3, 0, 1]


@pytest.mark.rule("CA-RND-13")
def test_after_the_answers_nobody_can_raise_again() -> None:
    match = Match("casanova", NAMES[:2])
    events = play(match, "d2 c7 c5 r35 double call")
    assert told(events, "turn").rule == "CA-RND-7"
    assert match.state.round == 2


@pytest.mark.rule("CA-WIN-2")
def test_four_winners_split_and_no_share_is_ever_nothing() -> None:
    match = at([3, 3, 3, 3], table=3)
    events = play(match, "d1 c1 c1 c1 c1 r6 double call call call")
    split = told(events, "split")
    assert (split.facts["coins"], split.facts["share"]) == (11, 2)
    assert told(events, "remainder").facts == {"coins": 3}
    assert match.state.coins == (3, 3, 3, 3)


@pytest.mark.rule("CA-WIN-4")
def test_coins_wait_through_several_rounds_until_somebody_wins() -> None:
    match = Match("casanova", NAMES[:2])
    play(match, "d1 c13 c13 r1 quitte d1 c12 c12 r1 quitte")
    events = play(match, "d1 c11 c1 r1 quitte")
    assert told(events, "win").facts["coins"] == 6
    assert told(events, "carried").facts == {"coins": 4}


@pytest.mark.rule("CA-RND-9")
def test_every_folded_card_is_held_against_the_winning_one() -> None:
    match = Match("casanova", NAMES)
    events = play(match, "d2 c4 c6 c9 c5 r44 double fold fold fold")
    assert told(events, "win-alone").facts["card"] == 4
    assert seats_of(events, "would-have-won") == [1, 3]  # 9 is above the massimo


def test_a_coin_staked_last_by_the_active_player_is_played_out() -> None:
    match = at([1, 1, 9])
    events = play(match, "d1 c2 c1 c9 r4 quitte")
    assert seats_of(events, "saved") == [0]
    assert seats_of(events, "eliminated") == [1]
    assert match.state.playing == (0, 2)
    assert match.actor == 2


def test_the_active_role_passes_over_several_eliminated_seats_and_over_its_owner() -> None:
    match = at([1, 1, 9, 9], active=0)
    events = play(match, "d1 c13 c12 c1 c2 r3 quitte")
    assert seats_of(events, "eliminated") == [0, 1]
    assert seats_of(events, "skip") == [1]
    assert match.state.active == 2
    play(match, "d1 c3 c4 r6 quitte")
    events = play(match, "d1 c5 c4 r6 quitte")
    assert seats_of(events, "skip") == [0, 1]
    assert match.state.active == 2


def test_a_coinless_player_must_fold_while_the_others_may_follow() -> None:
    match = at([5, 1, 5])
    play(match, "d1 c2 c1 c3 r6 double")
    assert [CA.format(move) for move in match.legal()] == ["fold"]
    refused = match.why_not("call")
    assert [(v.rule, v.kind) for v in refused] == [("CA-ELI-3", "no-coin-call")]
    match.play("fold")
    assert [CA.format(move) for move in match.legal()] == ["call", "fold"]


# --- The end ------------------------------------------------------------------------------------


@pytest.mark.rule("CA-END-1", "CA-MAT-1")
def test_the_game_ends_after_twelve_rounds_and_one_card_is_never_played() -> None:
    match = Match("casanova", NAMES[:2])
    for number in range(1, 13):
        events = play(match, f"d1 c{number} c{number} r6 quitte")
    assert match.over
    assert told(events, "last-round").rule == "CA-END-1"
    assert match.state.hands == ((13,), (13,))
    assert sum(match.state.coins) + match.state.table == 12 * 2


def test_the_richest_player_wins() -> None:
    match = at([5, 9], number=12)
    events = play(match, "d3 c1 c2 r555 quitte")
    assert (told(events, "win-game").rule, told(events, "win-game").seat) == ("CA-END-2", 1)


def test_equal_riches_share_the_win_and_coins_on_the_table_are_nobodys() -> None:
    match = at([5, 5], number=12)
    events = play(match, "d1 c2 c2 r1 quitte")
    assert told(events, "share-game").rule == "CA-END-3"
    assert told(events, "left-over").facts == {"coins": 2}
    assert match.outcome is not None
    assert match.outcome == ((4, 4), (0, 1))


def test_players_who_fall_together_share_the_win_with_nothing() -> None:
    match = at([1, 1, 0], number=2)
    events = play(match, "d1 c9 c8 r2 quitte")
    assert told(events, "none-left").rule == "CA-END-4"
    assert match.outcome is not None
    assert (match.outcome.scores, match.outcome.winners) == ((0, 0, 0), (0, 1))


def test_the_survivor_wins_at_once() -> None:
    match = at([1, 9], number=5)
    events = play(match, "d1 c9 c1 r1 quitte")
    assert kinds(events)[-3:] == [
        ("CA-ELI-1", "eliminated"),
        ("CA-END-4", "one-left"),
        ("CA-END-4", "win-game"),
    ]
    assert match.outcome == ((0, 10), (1,))


def test_the_last_to_fall_in_the_last_round_share_without_those_who_fell_before() -> None:
    match = at([1, 0, 1], number=12)
    events = play(match, "d1 c2 c2 r1 quitte")
    assert kinds(events)[-4:] == [
        ("CA-END-1", "last-round"),
        ("CA-END-4", "none-left"),
        ("CA-END-4", "share-game"),
        ("CA-END-3", "left-over"),
    ]
    assert match.outcome == ((0, 0, 0), (0, 2))


def test_coins_on_the_table_do_not_count_at_the_end() -> None:
    match = at([6, 5], table=10, number=12)
    events = play(match, "d1 c2 c2 r1 quitte")
    assert told(events, "left-over").facts == {"coins": 12}
    assert match.outcome == ((5, 4), (0,))


# --- Refusals -----------------------------------------------------------------------------------

SETUPS = {
    "announce": "",
    "lay": "d2",
    "others lay": "d2 c7",
    "roll": "d2 c7 c5",
    "say": "d2 c7 c5 r35",
    "answer": "d2 c7 c5 r35 double",
    "round 2": "d1 c9 c5 r6 quitte",
}


@pytest.mark.parametrize(
    ("moment", "move", "seat", "reasons"),
    [
        ("announce", "d4", 0, ["CA-RND-1 no-such-dice"]),
        ("announce", "d2", 1, ["CA-SET-2 other-announces"]),
        ("announce", "c7", 0, ["CA-RND-2 announce-first"]),
        ("announce", "banana", 0, ["CA-RND-1 unreadable"]),
        ("announce", "double", 0, ["CA-RND-5 roll-first"]),
        ("announce", "call", 0, ["CA-RND-7 no-double"]),
        ("lay", "c14", 0, ["CA-SET-1 no-such-card"]),
        ("lay", "c7", 1, ["CA-RND-12 other-lays"]),
        ("lay", "d1", 0, ["CA-RND-1 already-announced"]),
        ("lay", "fold", 0, ["CA-RND-3 nobody-stays-out"]),
        ("lay", "r35", CHANCE, ["CA-RND-4 lay-first"]),
        ("others lay", "c8", 0, ["CA-RND-3 already-laid"]),
        ("roll", "r35", 0, ["CA-RND-4 dice-decide"]),
        ("roll", "r355", CHANCE, ["CA-RND-4 wrong-dice"]),
        ("roll", "r37", CHANCE, ["CA-MAT-1 no-such-face"]),
        ("say", "quitte", 1, ["CA-RND-5 other-speaks"]),
        ("say", "c3", 0, ["CA-RND-3 already-laid"]),
        ("say", "r35", CHANCE, ["CA-RND-4 already-rolled"]),
        ("answer", "double", 1, ["CA-RND-13 already-doubled"]),
        ("answer", "call", 0, ["CA-RND-7 other-answers"]),
        ("round 2", "d1", 0, ["CA-RND-11 other-announces"]),
        ("round 2", "c5 ", 1, ["CA-RND-1 unreadable"]),
    ],
)
def test_a_move_is_refused_with_its_rule(
    moment: str, move: str, seat: int, reasons: list[str]
) -> None:
    match = Match("casanova", NAMES[:2])
    play(match, SETUPS[moment])
    found = [f"{v.rule} {v.kind}" for v in match.why_not(move, seat)]
    assert found == reasons
    with pytest.raises(IllegalMove):
        match.play(move, seat)


@pytest.mark.parametrize("move", ["quitte", "double"])
def test_after_a_double_the_reason_fits_whichever_word_is_said(move: str) -> None:
    match = Match("casanova", NAMES[:2])
    play(match, SETUPS["answer"])
    with pytest.raises(IllegalMove) as refused:
        match.play(move, 1)
    assert "Quitte" in str(refused.value)
    assert "Double" in str(refused.value)


def test_all_violations_are_told_at_once() -> None:
    match = Match("casanova", NAMES[:2])
    play(match, "d1 c9 c5 r6 quitte")
    play(match, "d1")
    rules = [v.rule for v in match.why_not("c9", 0)]
    assert rules == ["CA-RND-12", "CA-RND-10"]


def test_a_played_card_cannot_be_played_again() -> None:
    match = Match("casanova", NAMES[:2])
    play(match, "d1 c9 c5 r6 quitte d1")
    refused = match.why_not("c5")
    assert [(v.rule, v.kind, v.facts) for v in refused] == [
        ("CA-RND-10", "card-played", {"card": 5})
    ]


def test_whoever_is_eliminated_is_told_so_and_all_the_rest() -> None:
    match = at([5, 0, 5], number=2)
    assert [v.kind for v in match.why_not("d2", 1)] == ["eliminated"]
    assert [v.kind for v in match.why_not("double", 1)] == [
        "eliminated", "roll-first", "no-coin-double",
    ]  # fmt: skip
    assert match.why_not("d2", 1)[0].rule == "CA-ELI-1"


def test_a_roll_can_be_wrong_in_two_ways_at_once() -> None:
    match = Match("casanova", NAMES[:2])
    play(match, "d2 c7 c5")
    refused = match.why_not("r709")
    assert [(v.rule, v.facts) for v in refused] == [
        ("CA-MAT-1", {"faces": [7, 0, 9]}),
        ("CA-RND-4", {"dice": 2, "rolled": 3}),
    ]


def test_after_the_twelfth_round_nothing_can_be_played() -> None:
    match = at([5, 9], number=12)
    play(match, "d3 c1 c2 r555 quitte")
    for seat in (0, 1, CHANCE, SPECTATOR, 99):
        assert CA.legal(match.state, seat) == ()
        assert [v.rule for v in match.why_not("d1", seat)] == ["CA-END-1"]


def test_after_the_end_nothing_can_be_played() -> None:
    match = at([1, 1, 0], number=2)
    play(match, "d1 c9 c8 r2 quitte")
    assert next(v.kind for v in match.why_not("d1", 0)) == "game-over"
    with pytest.raises(IllegalMove, match="CA-END-4"):
        match.play("d1")


NONSENSE: list[Any] = [
    Move("d", -5), Move("d", "2"), Move("d", True), Move("d", 2.0), Move("d", [2]), Move("d"),
    Move("c", 0), Move("c", True), Move("c", None), Move("c", 7.0), Move("c", float("nan")),
    Move("c", (7,)), Move("c", {}), Move("c", -1), Move("c", 10**6),
    Move("r"), Move("r", ()), Move("r", 35), Move("r", "35"), Move("r", [3, 5]),
    Move("r", (True, 2)), Move("r", (3.0, 5)), Move("r", (None, [])), Move("r", (1,) * 99),
    Move("quitte", 7), Move("double", 0), Move("call", ""), Move("fold", False),
    Move("x", 3), Move("", None), Move("D", 2), Move([], 2), Move(None, None),  # type: ignore[arg-type]
    (), ("d",), ("d", 2, 3), 5, None, object(),
]  # fmt: skip


@pytest.mark.parametrize("seat", [0, 1, CHANCE, SPECTATOR, 99])
@pytest.mark.parametrize("moment", [*SETUPS, "over"])
def test_nonsense_is_answered_by_a_reason_and_never_by_a_crash(moment: str, seat: int) -> None:
    match = at([1, 9], number=5)
    if moment in SETUPS:
        match = Match("casanova", NAMES[:2])
    play(match, SETUPS.get(moment, "d1 c9 c1 r1 quitte"))
    for move in NONSENSE:
        assert CA.why_not(match.state, seat, move), move
        with pytest.raises(IllegalMove) as refused:
            match.play(move, seat)
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    ["", " ", "d", "c", "r", "d02", "c-1", "c+7", "c7.0", "C7", "c 7", "c7\n", "c٣", "r1234567",
     "quitte ", "Double", "c?", "roll", "d2 c7", "c99999", "🂡", "\x00"],
)  # fmt: skip
def test_a_text_that_is_no_move_is_unreadable_everywhere(text: str) -> None:
    match = Match("casanova", NAMES[:2])
    assert [v.kind for v in match.why_not(text)] == ["unreadable"]


@pytest.mark.parametrize("text", ["d0", "d4", "c0", "c14", "c9999", "r7", "r0", "r123456"])
def test_any_number_can_be_written_and_is_refused_by_its_rule(text: str) -> None:
    assert CA.format(CA.parse(text)) == text
    assert "unreadable" not in [v.kind for v in Match("casanova", 2).why_not(text)]


def test_an_incomplete_choice_gives_the_common_reason() -> None:
    match = Match("casanova", NAMES[:2])
    play(match, "d2 c7 c5 r35")
    assert match.why_not({"say:quitte"}) == ()
    assert [v.rule for v in match.why_not({"hand:3"})] == ["CA-RND-3"]
    assert [v.kind for v in match.why_not({"roll"})] == ["already-rolled"]
    assert [v.kind for v in match.why_not({"nothing:at-all"})] == ["unreadable"]


def test_a_key_on_the_table_can_be_asked_about_at_any_moment() -> None:
    keys = {key for move in CA.moves(Match("casanova", 2).state) for key in CA.path(None, move)}
    assert keys == {
        "roll", *(f"dice:{n}" for n in (1, 2, 3)), *(f"hand:{card}" for card in CARDS),
        *(f"say:{word}" for word in ("quitte", "double", "call", "fold")),
    }  # fmt: skip
    for moves in SETUPS.values():
        match = Match("casanova", NAMES[:2])
        play(match, moves)
        for key in keys:
            assert "unreadable" not in [v.kind for v in match.why_not({key})]


# --- Dice -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_chances_are_exact_and_equal_the_legal_rolls(dice: int) -> None:
    match = Match("casanova", NAMES[:2])
    play(match, f"d{dice} c1 c2")
    chances = CA.chance(match.state)
    assert sum(p for _, p in chances) == 1
    assert {p for _, p in chances} == {Fraction(1, 6**dice)}
    assert [move for move, _ in chances] == list(match.legal())


# --- Who may know what ----------------------------------------------------------------------------


def test_a_card_face_down_is_known_to_its_owner_only() -> None:
    match = Match("casanova", NAMES[:3])
    play(match, "d2 c7 c5")
    assert match.view(0).state.laid == (7, HIDDEN, 0)
    assert match.view(1).state.laid == (HIDDEN, 5, 0)
    assert match.view(SPECTATOR).state.laid == (HIDDEN, HIDDEN, 0)
    assert [e.facts["card"] for e in match.events(1) if e.kind == "lay"] == [None, 5]
    full = CA.determinize(match.view(2), Random(1))
    assert CA.mask(full, 2) == match.view(2).state


@pytest.mark.rule("CA-RND-15")
def test_a_folded_card_stays_hidden_until_the_round_is_settled() -> None:
    match = Match("casanova", NAMES[:3])
    events = play(match, "d2 c7 c5 c8 r35 double fold")
    assert not [event for event in events if event.kind in CA.reveals]
    assert match.view(0).state.laid == (7, HIDDEN, HIDDEN)
    assert told(play(match, "fold"), "turn-late").facts == {
        "seats": [0, 1, 2], "cards": [7, 5, 8],
    }  # fmt: skip
    assert match.view(SPECTATOR).state.laid == (NONE, NONE, NONE)


def test_drawing_what_is_hidden_keeps_to_the_cards_that_can_be_there() -> None:
    match = Match("casanova", NAMES[:2])
    play(match, "d1 c9 c5 r6 quitte d2 c7 c3")
    view = match.view(0)
    drawn = {CA.determinize(view, Random(seed)).laid[1] for seed in range(300)}
    assert drawn == set(CARDS) - {5}
    assert CA.determinize(match.view(1), Random(1)).laid[1] == 7


def test_the_choices_of_others_are_theirs_but_the_dice_are_everybodys() -> None:
    state = Match("casanova", NAMES[:2]).state
    assert CA.open_to(state, 0, 0)
    assert CA.open_to(state, SPECTATOR, CHANCE)
    assert not CA.open_to(state, 0, 1)
    assert not CA.open_to(state, SPECTATOR, 1)


@pytest.mark.rule("CA-RND-12", "CA-RND-15")
def test_a_laid_card_reads_c_question_mark_until_it_is_turned() -> None:
    match = Match("casanova", NAMES[:2])
    play(match, "d2 c7 c5")
    then, now = match.state_at(1), match.state
    assert CA.veil(Move("c", 7), 0, then, 1, now) == "c?"
    assert CA.veil(Move("c", 7), 0, then, 0, now) == "c7"
    assert CA.veil(Move("c", 7), 0, then, SPECTATOR, now) == "c?"
    assert CA.veil(Move("d", 2), 0, match.state_at(0), 1, now) == "d2"
    play(match, "r35 quitte")
    assert CA.veil(Move("c", 7), 0, then, 1, match.state) == "c7"


# --- Taking back ----------------------------------------------------------------------------------


def fair(moves: str, players: int = 2, persons: Collection[int] = (0,)) -> Match:
    record = Match("casanova", NAMES[:players]).record() | {"moves": moves.split()}
    return Match.from_record(record, policy="fair", persons=persons)


def test_a_computers_answer_is_taken_back_with_the_move_it_answered() -> None:
    match = fair("d2 c7 c5")
    assert match.undo() == 2
    assert [CA.format(p.move) for p in match.plies] == ["d2"]
    assert match.redo() == 2
    assert match.ply == 3


def test_a_computers_call_is_taken_back_with_the_double_it_answered() -> None:
    match = fair("d2 c7 c5 c8 r35 double call", 3, persons={0})
    assert match.undo() == 2
    assert match.state.step == "say"
    with pytest.raises(CannotUndo, match="dice"):
        match.undo()


def test_a_fold_is_taken_back_as_long_as_no_card_was_turned() -> None:
    match = fair("d2 c7 c5 c8 r35 double fold", 3, persons={1})
    assert match.undo() == 1
    play(match, "fold fold")
    with pytest.raises(CannotUndo) as refused:
        match.undo()
    assert refused.value.reason == "shown"


def test_another_persons_move_is_not_taken_back() -> None:
    match = fair("d2 c7 c5", 3, persons={0, 1})
    with pytest.raises(CannotUndo) as refused:
        match.undo(seat=0)
    assert refused.value.reason == "other"
    assert match.undo(seat=1) == 1


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("d2 c7 c5 r35", "roll"),
        ("d2 c7 c5 r35 quitte", "shown"),
        ("d2 c7 c5 r35 double fold", "shown"),
        ("d2 c7 c5 r35 double call", "shown"),
        ("", "nothing"),
    ],
)
def test_nothing_is_taken_back_past_a_roll_or_a_reveal(moves: str, reason: str) -> None:
    match = fair(moves)
    before = match.ply
    with pytest.raises(CannotUndo) as refused:
        match.undo()
    assert refused.value.reason == reason
    assert match.ply == before


# --- Positions ------------------------------------------------------------------------------------

GOOD: dict[str, Any] = {
    "coins": [5, 6],
    "hands": [[1, 2, 3], [4, 5, 13]],
    "table": 1,
    "round": 11,
    "active": 1,
}


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"coins": [5]}, "position.coins"),
        ({"coins": [5, 6, 7]}, "position.coins"),
        ({"coins": {"0": 5, "1": 6}}, "position.coins"),
        ({"coins": [5, None]}, "position.coins[1]"),
        ({"coins": [5, "6"]}, "position.coins[1]"),
        ({"coins": [5, [6]]}, "position.coins[1]"),
        ({"coins": [10**30, 6]}, "position.coins[0]"),
        ({"coins": [10**5000, 6]}, "position.coins[0]"),
        ({"coins": [0, 0]}, "position.coins"),
        ({"coins": [47, 1], "table": 1}, "position.coins"),
        ({"hands": [[1, 2, 3]]}, "position.hands"),
        ({"hands": [1, 2]}, "position.hands[0]"),
        ({"hands": ["123", [4, 5, 6]]}, "position.hands[0]"),
        ({"hands": [[1, 2, 3.0], [4, 5, 6]]}, "position.hands[0][2]"),
        ({"hands": [[True, 2, 3], [4, 5, 6]]}, "position.hands[0][0]"),
        ({"hands": [[0, 2, 3], [4, 5, 6]]}, "position.hands[0][0]"),
        ({"hands": [[float("nan"), 2, 3], [4, 5, 6]]}, "position.hands[0][0]"),
        ({"hands": [[[1], 2, 3], [4, 5, 6]]}, "position.hands[0][0]"),
        ({"round": 11.0}, "position.round"),
        ({"round": True}, "position.round"),
        ({"round": None}, "position.round"),
        ({"round": float("inf")}, "position.round"),
        ({"round": 10**5000}, "position.round"),
        ({"round": 10}, "position.hands[0]"),
        ({"active": 1.0}, "position.active"),
        ({"active": True}, "position.active"),
        ({"active": "Bob"}, "position.active"),
        ({"table": -1}, "position.table"),
        ({"table": False}, "position.table"),
        ({"table": 1.5}, "position.table"),
        ({"table": None}, "position.table"),
        ({7: 1}, "position.7"),
        ({"coins": [5, -1]}, "position.coins[1]"),
        ({"coins": [5, 5.0]}, "position.coins[1]"),
        ({"coins": [5, True]}, "position.coins[1]"),
        ({"coins": [48, 1]}, "position.coins"),
        ({"coins": [0, 9]}, "position.coins"),
        ({"coins": "many"}, "position.coins"),
        ({"coins": [5, float("nan")]}, "position.coins[1]"),
        ({"hands": [[1, 2, 3], [4, 5, 14]]}, "position.hands[1][2]"),
        ({"hands": [[1, 2, 3], [4, 4, 5]]}, "position.hands[1][1]"),
        ({"hands": [[1, 2], [4, 5, 6]]}, "position.hands[0]"),
        ({"hands": [[1, 2, 3, 4], [4, 5, 6]]}, "position.hands[0]"),
        ({"hands": [[1, 2, 3], {}]}, "position.hands[1]"),
        ({"hands": None}, "position.hands"),
        ({"round": 13}, "position.round"),
        ({"round": 0}, "position.round"),
        ({"round": "one"}, "position.round"),
        ({"active": 2}, "position.active"),
        ({"active": -1}, "position.active"),
        ({"table": 49}, "position.table"),
        ({"table": [1]}, "position.table"),
        ({"extra": 1}, "position.extra"),
    ],
)
def test_a_bad_position_is_refused_with_its_place(change: dict[str, Any], where: str) -> None:
    with pytest.raises(BadRecord) as refused:
        Match("casanova", NAMES[:2], position=GOOD | change)
    assert refused.value.where == where
    assert "\n" not in str(refused.value)


def test_a_good_position_is_taken_and_a_missing_field_is_named() -> None:
    match = Match("casanova", NAMES[:2], position=GOOD)
    assert CA.to_position(match.state) == GOOD
    for name in GOOD:
        with pytest.raises(BadRecord, match=name):
            Match("casanova", NAMES[:2], position={k: v for k, v in GOOD.items() if k != name})


@pytest.mark.parametrize("position", [[], "", 5, [GOOD], None, GOOD.items()])
def test_what_is_no_table_is_no_position(position: Any) -> None:
    if position is None:
        assert Match("casanova", 2, position=None).state.round == 1
        return
    with pytest.raises(BadRecord, match=r"^position: "):
        Match("casanova", 2, position=position)


@pytest.mark.parametrize("setup", [[], "", 0, {"hands": []}, {"seed": 1}, {1: 2}])
def test_a_setup_is_always_empty(setup: Any) -> None:
    with pytest.raises(BadRecord, match=r"^setup: "):
        Match("casanova", 2, setup=setup)


@pytest.mark.rule("CA-SET-1")
def test_nobody_is_out_before_the_first_round() -> None:
    with pytest.raises(BadRecord, match=r"coins\[1\].*CA-SET-1"):
        at([5, 0, 5])


def test_hands_may_come_in_any_order_and_who_is_out_may_have_kept_nothing() -> None:
    position = {
        "coins": [5, 0, 6], "hands": [[3, 1, 2], [], [13, 5, 4]],
        "table": 0, "round": 11, "active": 2,
    }  # fmt: skip
    match = Match("casanova", NAMES[:3], position=position)
    assert match.state.hands == ((1, 2, 3), (), (4, 5, 13))
    assert match.state.playing == (0, 2)
    assert Match.from_record(json.dumps(match.record())).state == match.state


def test_a_position_is_the_start_of_a_round_only() -> None:
    match = Match("casanova", NAMES[:2])
    assert CA.to_position(match.state) is not None
    for move in ("d2", "c7", "c5", "r35", "double"):
        match.play(move)
        assert CA.to_position(match.state) is None
    match.play("call")
    assert CA.to_position(match.state) is not None


def test_the_active_player_of_a_position_has_coins() -> None:
    hands = [[1, 2, 3], [4, 5, 13], [1, 2, 3, 4]]
    position = GOOD | {"coins": [5, 6, 0], "hands": hands, "active": 2}
    with pytest.raises(BadRecord, match="CA-ELI-1"):
        Match("casanova", NAMES[:3], position=position)


# --- Properties -----------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(players=st.integers(2, 4), seed=SEEDS)
def test_coins_are_conserved_and_somebody_can_always_move(players: int, seed: int) -> None:
    match, rng = Match("casanova", players), Random(seed)
    while not match.over:
        legal = match.legal()
        assert legal
        match.play(rng.choice(legal))
        assert sum(match.state.coins) + match.state.table == 12 * players
        assert CA.census(match.state) == CA.census(match.state_at(0))
        assert min(match.state.coins) >= 0
    assert match.state.round <= 12


@settings(max_examples=15, deadline=None)
@given(players=st.integers(2, 4), seed=SEEDS)
def test_replay_equals_play_and_a_round_starts_from_its_position(players: int, seed: int) -> None:
    match, rng = Match("casanova", players), Random(seed)
    while not match.over:
        position = CA.to_position(match.state)
        if position is not None:
            assert CA.from_position(players, {}, json.loads(json.dumps(position))) == match.state
        match.play(rng.choice(match.legal()))
    again = Match.from_record(json.dumps(match.record()))
    assert again.state == match.state
    assert again.events() == match.events()


@settings(max_examples=15, deadline=None)
@given(players=st.integers(2, 4), seed=SEEDS)
def test_a_spectators_view_never_holds_a_secret(players: int, seed: int) -> None:
    match, rng = Match("casanova", players), Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
        assert set(match.view(SPECTATOR).state.laid) <= {0, HIDDEN}
        for seat in range(players):
            view = match.view(seat)
            resampled = CA.determinize(view, rng)
            assert CA.view(resampled, seat) == view
            assert CA.legal(resampled, seat) == CA.legal(match.state, seat)


@settings(max_examples=15, deadline=None)
@given(players=st.integers(2, 4), seed=SEEDS)
def test_a_move_told_slowly_is_the_same_move(players: int, seed: int) -> None:
    match, rng = Match("casanova", players), Random(seed)
    while not match.over:
        before, move = match.state, rng.choice(match.legal())
        events = match.play(move)
        moments = CA.unfold(before, move)
        assert tuple(e for m in moments for e in m.events) == events
        assert moments[-1].state == match.state
        for moment in moments:
            assert sum(moment.state.coins) + moment.state.table == 12 * players


@settings(max_examples=6, deadline=None)
@given(players=st.integers(2, 4), seed=SEEDS)
def test_what_is_legal_is_what_nothing_speaks_against(players: int, seed: int) -> None:
    match, rng = Match("casanova", players), Random(seed)
    while not match.over:
        for seat in range(CHANCE, players):
            allowed = [move for move in CA.moves(match.state) if not match.why_not(move, seat)]
            assert sorted(allowed) == sorted(CA.legal(match.state, seat))
            written = [CA.format(move) for move in CA.legal(match.state, seat)]
            assert written == sorted(written)
        match.play(rng.choice(match.legal()))


@settings(max_examples=15, deadline=None)
@given(players=st.integers(2, 4), seed=SEEDS)
def test_the_same_moves_without_events_lead_to_the_same_states(players: int, seed: int) -> None:
    match, rng = Match("casanova", players), Random(seed)
    state = match.state
    while not match.over:
        move = rng.choice(match.legal())
        state = CA.apply(state, move)
        match.play(move)
        assert state == match.state
        assert type(state) is rules.State
        assert len(state) == len(rules.State._fields)


@settings(max_examples=25, deadline=None)
@given(data=st.data(), players=st.integers(2, 4), seed=SEEDS)
def test_poor_players_fall_and_the_game_still_ends_with_a_winner(
    data: st.DataObject, players: int, seed: int
) -> None:
    coins = data.draw(st.lists(st.integers(1, 3), min_size=players, max_size=players))
    match, rng = at(coins, table=data.draw(st.integers(0, 3))), Random(seed)
    total = CA.census(match.state)
    while not match.over:
        match.play(rng.choice(match.legal()))
        assert CA.census(match.state) == total
    outcome = match.outcome
    assert outcome is not None
    assert outcome.winners
    assert {outcome.scores[seat] for seat in outcome.winners} == {max(outcome.scores)}


@settings(max_examples=15, deadline=None)
@given(players=st.integers(2, 4), seed=SEEDS)
def test_undo_goes_back_to_the_start_through_the_same_states(players: int, seed: int) -> None:
    match, rng = Match("casanova", players), Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    states = [match.state_at(ply) for ply in range(match.ply + 1)]
    for state in reversed(states[:-1]):
        match.undo()
        assert match.state == state
    assert match.ply == 0


# --- Told slowly, and told in words -------------------------------------------------------------


def test_a_settled_round_unfolds_into_its_moments() -> None:
    match = at([10, 10, 10], table=2)
    play(match, "d2 c7 c7 c8 r34 double call")
    moments = CA.unfold(match.state, CA.parse("fold"))
    assert [(moment.state.step, [e.kind for e in moment.events]) for moment in moments] == [
        (SETTLE, ["fold"]),
        (SETTLE, ["turn"]),
        (SETTLE, ["turn-late"]),
        (PAID, ["split", "remainder", "carried"]),
        (AWAY, ["put-away"]),
        ("announce", ["next-round"]),
    ]
    seen = [CA.mask(moment.state, SPECTATOR).laid for moment in moments]
    assert seen == [
        (HIDDEN, HIDDEN, HIDDEN), (7, 7, HIDDEN), (7, 7, 8), (7, 7, 8), (7, 7, 8), (0, 0, 0),
    ]  # fmt: skip
    assert [moment.state.winners for moment in moments] == [(), (), (), (0, 1), (0, 1), ()]
    assert [moment.state.table for moment in moments] == [7, 7, 7, 1, 1, 1]
    assert CA.legal(moments[0].state, CHANCE) == CA.chance(moments[0].state) == ()


def test_a_round_is_told_in_the_words_of_the_table() -> None:
    match = Match("casanova", ["Ana", "Bob"])
    events = play(match, "d2 c7 c8 r35 double call")
    said = [line.text for line in narrate(CA, events, "fr", match.players, reader=1)]
    assert said == [
        "Ana annonce 2 dés.",
        "Ana pose une carte face cachée et mise une pièce.",
        "Vous posez le 8 face cachée et misez une pièce.",
        "Ana lance 3 et 5\u00a0: le massimo est 8.",
        "Ana dit «\u00a0Double\u00a0» et mise une pièce de plus.",
        "Vous suivez et misez une pièce de plus.",
        "On retourne les cartes. Ana et vous\u00a0: 7 et 8.",
        "Votre 8 est la plus haute carte qui ne dépasse pas le massimo\u00a0: "
        "vous prenez 4 pièces.",
        "Manche 2\u00a0: c’est à vous d’annoncer les dés.",
    ]
    assert narrate(CA, events, "en", match.players)[-2].rules == ("CA-WIN-1", "CA-RND-10")


def test_every_event_and_every_refusal_has_its_sentence_and_no_other_has() -> None:
    source = Path(rules.__file__).read_text("utf-8")
    speech = texts(CA)
    assert list(speech.problems()) == []
    kinds = {*speech.table["event"], *speech.table["refusal"]}
    for kind in kinds - {"no-coin-double", "no-coin-call"}:
        assert f'"{kind}"' in source, f"{kind} is never said"
    told = set(re.findall(r'(?:told|Event|Violation)\(\s*"?[\w-]+"?, "([a-z-]+)"', source))
    told |= {why for _, why in rules.OUT_OF_TURN.values()}
    told |= {
        rules.wrong_moment(kind, step)[1]
        for kind, (moment, _) in rules.MOMENT.items()
        for step in ("announce", "lay", "roll", "say", "answer")
        if step != moment
    }
    assert told - {"unreadable"} <= kinds


def test_every_rule_of_the_rulebook_can_be_ticked_off_in_the_rules() -> None:
    source = Path(rules.__file__).read_text("utf-8")
    assert set(re.findall(r"CA-[A-Z]{3}-[0-9]+", source)) == set(rulebook(CA).rules)


def test_the_game_is_the_one_of_the_entry_point() -> None:
    assert isinstance(CA, Casanova)
