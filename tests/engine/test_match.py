"""A match: playing, taking back, going to and fro, forking, and who may see what."""

from __future__ import annotations

import pickle
import random
from random import Random
from typing import Any

import pytest
from escale_galets.rules import PASS, Move

import escale
from escale import (
    CHANCE,
    SPECTATOR,
    BadOption,
    BadRecord,
    CannotUndo,
    EscaleError,
    IllegalMove,
    Match,
    UnknownGame,
)

ROW = [6, 3, 4, 9, 1, 5, 8, 7, 2]


def galets(*moves: str, **kwargs: Any) -> Match:
    """A match of galets from a known row, after some moves."""
    match = Match("galets", ["Ana", "Bob"], setup={"row": ROW}, **kwargs)
    for move in moves:
        match.play(move)
    return match


def casanova(*moves: str, **kwargs: Any) -> Match:
    match = Match("casanova", ["Ana", "Bob", "Chloé"], seed=7, **kwargs)
    for move in moves:
        match.play(move)
    return match


def at_random(match: Match, seed: int = 0) -> Match:
    """The match, played to its end."""
    rng = Random(seed)
    while not match.over:
        if match.actor == CHANCE:
            match.play_chance(rng)
        else:
            match.play(rng.choice(match.legal()))
    return match


# --- Starting -----------------------------------------------------------------------------------


def test_a_seed_shuffles_the_same_way_every_time() -> None:
    assert Match("galets", seed=7).state == Match("galets", seed=7).state
    assert Match("galets", seed=7).state != Match("galets", seed=8).state


def test_without_a_seed_nobody_can_work_out_the_deal() -> None:
    """A seed of ours could be searched for; and what a program draws elsewhere has no say."""
    deals = []
    for _ in range(5):
        random.seed(7)
        match = Match("dominos-florentins", 3)
        assert match.seed is None
        assert "seed" not in match.record()
        deals.append(match.origin)
    assert all(deal != deals[0] for deal in deals[1:])


def test_without_names_the_players_are_numbered() -> None:
    assert Match("galets", 2, seed=1).players == ("Player 1", "Player 2")
    assert Match("galets", seed=1).players == ("Player 1", "Player 2")


def test_a_match_can_start_in_the_middle_of_a_game() -> None:
    position = {"row": [3, 4], "taken": [[6, 1, 9], [2, 5, 7, 8]], "turn": 0, "last": 8}
    match = Match("galets", position=position)
    assert (match.actor, match.ply, match.seed) == (0, 0, None)
    at_random(match)
    assert match.outcome is not None


def test_a_match_keeps_a_set_up_of_its_own() -> None:
    setup = {"row": list(ROW)}
    match = Match("galets", setup=setup)
    setup["row"].reverse()
    match.record()["setup"]["row"].reverse()
    assert match.record()["setup"] == {"row": ROW}


@pytest.mark.parametrize(
    ("kwargs", "error", "where"),
    [
        ({"players": 3}, BadOption, "players"),
        ({"players": True}, BadOption, "players"),
        ({"players": "Ana"}, BadOption, "players"),
        ({"players": ["Ana", ""]}, BadOption, "players[1]"),
        ({"players": ["Ana", "B" * 61]}, BadOption, "players[1]"),
        ({"players": ["Ana", 7]}, BadOption, "players[1]"),
        ({"players": ["Ana\n", "Bob"]}, BadOption, "players[0]"),
        ({"players": ["Ana", "Bo\ud800b"]}, BadOption, "players[1]"),
        ({"players": ["Ana", "\u202eboB"]}, BadOption, "players[1]"),
        ({"options": {"speed": 1}}, BadOption, "options.speed"),
        ({"options": [1]}, BadOption, "options"),
        ({"seed": "7"}, BadOption, "seed"),
        ({"seed": True}, BadOption, "seed"),
        ({"seed": 2**53}, BadOption, "seed"),
        ({"seed": 1.5, "setup": {"row": ROW}}, BadOption, "seed"),
        ({"policy": "strict"}, BadOption, "policy"),
        ({"persons": [2]}, BadOption, "persons"),
        ({"setup": {}}, BadRecord, "setup.row"),
        ({"setup": []}, BadRecord, "setup"),
        ({"position": 7}, BadRecord, "position"),
        ({"setup": {"row": ROW}, "position": {}}, BadRecord, "setup"),
    ],
)
def test_what_a_match_cannot_start_from_is_refused_with_its_place(
    kwargs: dict[str, Any], error: type[BadOption | BadRecord], where: str
) -> None:
    with pytest.raises(error) as caught:
        Match("galets", **kwargs)
    assert caught.value.where == where
    assert "\n" not in str(caught.value)


def test_a_name_may_be_an_emoji_or_hold_a_space() -> None:
    assert Match("galets", ["👩‍🔬", "Anne Marie"], seed=1).players[0] == "👩‍🔬"


def test_a_set_up_that_holds_itself_is_refused() -> None:
    endless: dict[str, Any] = {}
    endless["row"] = [endless]
    with pytest.raises(BadRecord, match="nested far too deep"):
        Match("galets", setup=endless)


def test_an_unknown_game_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'chess'; there are: casanova, .*galets"):
        Match("chess")


# --- Playing ------------------------------------------------------------------------------------


def test_a_move_is_played_by_text_or_as_a_move() -> None:
    by_text, by_move = galets(), galets()
    assert by_text.play("6") == by_move.play(Move(6))
    assert by_text.state == by_move.state
    assert by_text.plies == by_move.plies


def test_play_returns_what_happened_with_the_rule() -> None:
    (event,) = galets().play("6")
    assert event == ("GA-TUR-1", "take", 0, {"pebble": 6, "sum": 6}, ())
    assert event.to_json() == {
        "rule": "GA-TUR-1", "kind": "take", "seat": 0, "pebble": 6, "sum": 6,
    }  # fmt: skip


def test_a_refused_move_names_every_rule_that_it_breaks_and_changes_nothing() -> None:
    match = galets("6", "2", "7")
    before = match.record()
    with pytest.raises(IllegalMove) as caught:
        match.play("6", seat=0)
    assert [v.kind for v in caught.value.violations] == ["not-your-turn", "taken-already"]
    assert [v.rule for v in caught.value.violations] == ["GA-SET-2", "GA-TUR-1"]
    assert match.record() == before
    assert str(caught.value) == (
        "move 4, '6': It is Player 2’s turn. [GA-SET-2] The 6 has already been taken. [GA-TUR-1]"
    )


def test_a_text_that_is_no_move_is_refused_by_the_rule_that_governs_the_moment() -> None:
    with pytest.raises(IllegalMove) as caught:
        galets().play("take\nthe 7")
    (violation,) = caught.value.violations
    assert violation == ("GA-TUR-1", "unreadable", {"text": "take�the 7"})
    assert "\n" not in str(caught.value)


def test_a_move_of_the_game_that_cannot_be_made_is_checked_too() -> None:
    with pytest.raises(IllegalMove, match=r"There is no pebble 12: .* \[GA-MAT-1\]"):
        galets().play(Move(12))


def test_after_the_end_nothing_can_be_played() -> None:
    match = at_random(galets())
    assert (match.actor, match.legal(), match.over) == (None, (), True)
    with pytest.raises(IllegalMove, match="GA-END-1"):
        match.play("pass")


def test_why_not_answers_for_texts_moves_and_incomplete_choices() -> None:
    match = galets()
    assert match.why_not("6") == match.why_not(Move(6)) == match.why_not({"pebble:6"}) == ()
    (violation,) = match.why_not({"pebble:9"})
    assert violation.kind == "not-at-an-end"
    (violation,) = match.why_not(PASS)
    assert violation == ("GA-TUR-3", "must-take", {"pebbles": [2, 6]})
    (violation,) = match.why_not({"pebble:6", "pebble:2"})
    assert violation.kind == "unreadable"
    (violation,) = match.why_not("6", seat=1)
    assert violation.kind == "not-your-turn"


def test_an_incomplete_choice_is_told_what_all_its_moves_have_in_common() -> None:
    match = Match("dolce-vita", 3, seed=1)
    match.play("5>3")
    (violation,) = match.why_not({"column:2"}, seat=0)
    assert violation.rule == "DV-PLA-1"
    assert [v.rule for v in match.why_not({"hand:5"}, seat=0)] == ["DV-PLA-1", "DV-PLA-2"]


def test_chance_moves_like_a_player() -> None:
    match = casanova("d1", "c7", "c5", "c12")
    assert match.actor == CHANCE
    assert sum(odds for _, odds in match.game.chance(match.state)) == 1
    match.play("r3")
    assert match.plies[-1].seat == CHANCE
    match.undo()
    (event,) = match.play_chance(Random(1))
    assert event.kind == "roll"


# --- Taking back --------------------------------------------------------------------------------


def test_undo_brings_back_every_state_exactly_and_redo_leads_forth_again() -> None:
    match = at_random(casanova())
    record, states = match.record(), [match.state_at(ply) for ply in range(match.ply + 1)]
    for ply in reversed(range(len(states) - 1)):
        assert match.undo() == 1
        assert match.state is states[ply]
        assert match.actor == match.game.actor(states[ply])
    for ply in range(1, len(states)):
        assert match.redo() == 1
        assert match.state is states[ply]
        assert match.actor == match.game.actor(states[ply])
    assert match.redo() == 0
    assert match.record() == record


def test_nothing_can_be_taken_back_at_the_start() -> None:
    with pytest.raises(CannotUndo, match="nothing to take back"):
        galets().undo()


def test_a_new_move_forgets_what_was_taken_back() -> None:
    match = galets("6", "2")
    match.undo()
    match.play("3")
    assert match.redo() == 0
    assert [match.game.format(ply.move) for ply in match.plies] == ["6", "3"]


def test_goto_leads_to_any_moment_back_and_forth() -> None:
    match = at_random(galets())
    last, states = match.ply, [match.state_at(ply) for ply in range(match.ply + 1)]
    for ply in (0, last, 3, 5, 4, last, 1, 2, 0, 6):
        match.goto(ply)
        assert (match.ply, match.state) == (ply, states[ply])
        assert match.actor == match.game.actor(match.state)
    match.goto(last)
    assert match.over
    match.goto(0)
    assert match.redo() == 1
    assert match.ply == 1


@pytest.mark.parametrize("ply", [-1, 3, 1.0, True, "1", None])
def test_goto_refuses_moments_that_there_are_not(ply: Any) -> None:
    with pytest.raises(BadOption, match="ply: must be a whole number from 0 to 2"):
        galets("6", "2").goto(ply)


def test_a_fork_goes_its_own_way() -> None:
    match = galets("6", "2")
    match.undo()
    fork = match.fork()
    fork.play("3")
    fork.play("pass")  # a neighbour lies at either end
    assert (match.ply, fork.ply) == (1, 3)
    assert match.redo() == 1
    assert match.play("7")
    fork.goto(0)
    assert match.ply == 3
    assert match.fork().record() == match.record()


def test_a_fork_of_some_moves_knows_of_nothing_later() -> None:
    match = galets("6", "2")
    match.undo()
    for ply in (0, 1):
        part = match.fork(ply)
        assert part.plies == match.plies[:ply]
        assert part.state == match.state_at(ply)
        assert part.actor == ply
        assert (part.redo(), match.fork().redo()) == (0, 1)
    assert match.ply == 1
    for wrong in (-1, 2, True, "1"):
        with pytest.raises(BadOption, match="ply: must be a whole number from 0 to 1"):
            match.fork(wrong)  # type: ignore[arg-type]


# --- What may be taken back in a game against others --------------------------------------------


def fair(*moves: str, persons: tuple[int, ...] = (0,)) -> Match:
    return casanova(*moves, policy="fair", persons=persons)


def reason(match: Match, seat: int | None = None) -> str:
    with pytest.raises(CannotUndo) as caught:
        match.undo(seat)
    assert str(caught.value) == CannotUndo.SENTENCES[caught.value.reason]
    return caught.value.reason


def test_a_computers_answer_is_taken_back_with_the_move_that_it_answered() -> None:
    match = fair("d1", "c7", "c5")
    assert match.undo() == 2
    assert match.ply == 1
    assert match.redo() == 2
    assert match.ply == 3


def test_one_s_own_last_move_is_taken_back_alone() -> None:
    match = fair("d1", "c7")
    assert match.undo() == 1
    assert match.undo() == 1
    assert reason(match) == "nothing"


def test_nobody_goes_back_past_a_roll() -> None:
    assert reason(fair("d1", "c7", "c5", "c12", "r3")) == "roll"


def test_what_was_shown_cannot_be_unseen() -> None:
    assert reason(fair("d1", "c7", "c5", "c12", "r3", "quitte")) == "shown"


def test_nobody_takes_back_past_another_persons_move() -> None:
    match = fair("d1", "c7", "c5", persons=(0, 1))
    assert reason(match, seat=0) == "other"
    assert match.undo(seat=1) == 1


def test_a_person_who_has_not_moved_has_nothing_to_take_back() -> None:
    assert reason(fair("d1", "c7", persons=(2,))) == "nothing"


def test_a_game_against_others_has_no_jumps() -> None:
    with pytest.raises(CannotUndo, match="one at a time"):
        fair("d1").goto(0)


def test_in_a_lesson_everything_can_be_taken_back() -> None:
    match = casanova("d1", "c7", "c5", "c12", "r3", "quitte")
    for _ in range(6):
        match.undo()
    assert match.ply == 0


# --- Who may see what ---------------------------------------------------------------------------


def test_events_hide_from_each_seat_what_is_anothers() -> None:
    match = casanova("d1", "c7", "c5")
    cards = [event.facts["card"] for event in match.events() if event.kind == "lay"]
    assert cards == [7, 5]
    for seat, known in ((0, [7, None]), (1, [None, 5]), (2, [None] * 2), (SPECTATOR, [None] * 2)):
        seen = [event.facts["card"] for event in match.events(seat) if event.kind == "lay"]
        assert seen == known


def test_a_view_hides_what_lies_face_down() -> None:
    match = casanova("d1", "c7", "c5")
    assert match.state.laid[:2] == (7, 5)
    assert match.view(0).state.laid[0] == 7
    assert match.view(0).state.laid[1] not in (5, 0)
    assert 7 not in match.view(SPECTATOR).state.laid
    assert match.view(1).seat == 1


def test_events_of_an_open_game_are_the_same_for_everybody() -> None:
    match = at_random(galets())
    assert match.events() == match.events(0) == match.events(SPECTATOR)


# --- Errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        CannotUndo("roll"),
        BadRecord("moves[3]", "is odd", "GA-TUR-1"),
        BadOption("seed", "must be small"),
        UnknownGame("chess", ["galets"]),
        IllegalMove(escale.game("galets"), "7", galets().why_not("9"), 0),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_the_way_between_processes(error: EscaleError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)


# --- Worked out, then made ------------------------------------------------------------------------


@pytest.mark.parametrize("name", escale.game_names())
def test_a_move_that_is_worked_out_and_committed_is_the_move_that_is_played(name: str) -> None:
    played, committed, rng = Match(name, seed=5), Match(name, seed=5), Random(2)
    while not played.over:
        move = rng.choice(played.legal())
        worked = committed.work_out(move)
        assert committed.state == played.state, "working it out makes nothing"
        played.play(move)
        committed.commit(worked)
        assert committed.plies[-1] == played.plies[-1]
        assert committed.actor == played.actor
    assert committed.record() == played.record()


def test_a_move_is_worked_out_only_if_it_is_legal() -> None:
    match = galets()
    with pytest.raises(IllegalMove) as refused:
        match.work_out("99")
    with pytest.raises(IllegalMove) as refused_played:
        match.play("99")
    assert str(refused.value) == str(refused_played.value)
    assert match.ply == 0


def test_a_move_worked_out_in_another_state_is_not_committed() -> None:
    match = galets()
    worked = match.work_out(match.legal()[0])
    fork = match.fork()
    fork.commit(worked)
    assert (fork.ply, match.ply) == (1, 0)
    match.play(match.legal()[1])
    with pytest.raises(BadOption):
        match.commit(worked)
    assert match.ply == 1


def test_a_committed_move_drops_what_was_taken_back() -> None:
    match = galets("6")
    match.undo()
    match.commit(match.work_out(match.legal()[-1]))
    assert not match.undone
