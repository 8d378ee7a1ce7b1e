"""Casanova: the worked cases of the rules page as stories, then refusals, positions, properties."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale import CHANCE, SPECTATOR, BadRecord, CannotUndo, Event, IllegalMove, Match, game
from escale.games.casanova.rules import HIDDEN, Casanova, Move

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


# --- The end --------------------------------------------------------------------------------------


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


# --- Refusals -------------------------------------------------------------------------------------

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


def test_all_violations_are_told_at_once() -> None:
    match = Match("casanova", NAMES[:2])
    play(match, "d1 c9 c5 r6 quitte")
    play(match, "d1")
    rules = [v.rule for v in match.why_not("c9", 0)]
    assert rules == ["CA-RND-12", "CA-RND-10"]


def test_after_the_end_nothing_can_be_played() -> None:
    match = at([1, 1, 0], number=2)
    play(match, "d1 c9 c8 r2 quitte")
    assert next(v.kind for v in match.why_not("d1", 0)) == "game-over"
    with pytest.raises(IllegalMove, match="CA-END-4"):
        match.play("d1")


@pytest.mark.parametrize("seat", [0, 1, CHANCE, SPECTATOR, 99])
@pytest.mark.parametrize(
    "move",
    [Move("d", -5), Move("r", ()), Move("c", True), Move("c", None), Move("x", 3), Move("d", "2")],
)
@pytest.mark.parametrize("moment", list(SETUPS))
def test_nonsense_is_answered_by_a_reason_and_never_by_a_crash(
    moment: str, move: Move, seat: int
) -> None:
    match = Match("casanova", NAMES[:2])
    play(match, SETUPS[moment])
    assert CA.why_not(match.state, seat, move)


def test_an_incomplete_choice_gives_the_common_reason() -> None:
    match = Match("casanova", NAMES[:2])
    play(match, "d2 c7 c5 r35")
    assert match.why_not({"say:quitte"}) == ()
    assert [v.rule for v in match.why_not({"hand:3"})] == ["CA-RND-3"]
    assert [v.kind for v in match.why_not({"nothing:at-all"})] == ["unreadable"]


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


@pytest.mark.rule("CA-RND-12", "CA-RND-15")
def test_a_laid_card_reads_c_question_mark_until_it_is_turned() -> None:
    match = Match("casanova", NAMES[:2])
    play(match, "d2 c7 c5")
    then, now = match.state_at(1), match.state
    assert CA.veil(Move("c", 7), 0, then, 1, now) == "c?"
    assert CA.veil(Move("c", 7), 0, then, 0, now) == "c7"
    play(match, "r35 quitte")
    assert CA.veil(Move("c", 7), 0, then, 1, match.state) == "c7"


# --- Taking back ----------------------------------------------------------------------------------


def fair(moves: str) -> Match:
    record = Match("casanova", NAMES[:2]).record() | {"moves": moves.split()}
    return Match.from_record(record, policy="fair", persons={0})


def test_a_computers_answer_is_taken_back_with_the_move_it_answered() -> None:
    match = fair("d2 c7 c5")
    assert match.undo() == 2
    assert [CA.format(p.move) for p in match.plies] == ["d2"]
    assert match.redo() == 2
    assert match.ply == 3


@pytest.mark.parametrize(
    ("moves", "reason"),
    [("d2 c7 c5 r35", "roll"), ("d2 c7 c5 r35 quitte", "shown"), ("", "nothing")],
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


def test_the_game_is_the_one_of_the_entry_point() -> None:
    assert isinstance(CA, Casanova)
