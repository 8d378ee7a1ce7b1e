"""Dolce Vita: the rulebook's examples, our worked cases, then what must always hold."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale.engine.errors import BadOption, BadRecord, IllegalMove
from escale.engine.game import SPECTATOR, Event, Outcome, Unreadable, Violation
from escale.engine.match import Match
from escale.games.dolce_vita import game
from escale.games.dolce_vita.rules import CATEGORY, SETTLING, Lay, State
from escale.teach.narrate import narrate
from escale.teach.rulebook import rulebook
from escale.teach.texts import texts

ROUGE, JAUNE, VERT, BLEU = range(4)
NAMES = ["Rouge", "Jaune", "Vert", "Bleu"]
FIVE = [*NAMES, "Violet"]


def last_card(
    columns: Mapping[int, Sequence[str]],
    cards: Mapping[int, Mapping[int, Sequence[int]]],
    own: Mapping[int, Sequence[str]] | None = None,
    *,
    players: Sequence[str] = NAMES,
    round: int = 1,
    rest: int = 6,
) -> tuple[Match, str]:
    """A round that lacks its last card, and that card: `cards` is {column: {seat: numbers}}.

    Whatever else a seat has to lay lies below the column `rest`, which has no objects.
    """
    first = (round - 1) % len(players)
    last = (first - 1) % len(players)
    laid: list[list[list[int]]] = [[] for _ in range(7)]
    for seat in range(len(players)):
        named = [(n, c) for c, seats in cards.items() for n in seats.get(seat, ())]
        spare = [n for n in range(1, 7) if n not in [number for number, _ in named]]
        everything = [*((n, rest) for n in spare[: 5 - len(named)]), *named]
        assert len(everything) == 5
        if seat == last:
            number, column = everything.pop()
            move = f"{number}>{column}"
        for number, column in everything:
            laid[column - 1].append([seat, number])
    position = {
        "columns": [list(columns.get(column, ())) for column in range(1, 8)],
        "own": [list((own or {}).get(seat, ())) for seat in range(len(players))],
        "laid": laid,
        "round": round,
    }
    return Match(game, players, position=position), move


def settle(*args: Any, **kwargs: Any) -> tuple[Match, tuple[Event, ...]]:
    """The last card of a round is laid: the match after it, and all that happened."""
    match, move = last_card(*args, **kwargs)
    return match, match.play(move)


def in_column(column: int, events: Sequence[Event]) -> list[Event]:
    """What happened in a column once placing was over."""
    kinds = [event.kind for event in events]
    after = events[kinds.index("placing-over") :]
    return [event for event in after if event.facts.get("column") == column]


def take(seat: int, card: str, rank: int, column: int, total: int) -> Event:
    facts = {"object": card, "rank": rank, "column": column, "total": total}
    return Event("DV-AWA-3", "take", seat, facts)


def totals(column: int, *by_seat: int) -> Event:
    return Event("DV-AWA-2", "totals", None, {"column": column, "totals": list(by_seat)})


def no_part(column: int, *seats: int) -> Event:
    return Event("DV-AWA-4", "no-part", None, {"column": column, "seats": list(seats)})


def tie(column: int, total: int, cards: Mapping[int, Sequence[int]]) -> Event:
    numbers = [list(numbers) for numbers in cards.values()]
    facts = {"column": column, "seats": list(cards), "total": total, "numbers": numbers}
    return Event("DV-AWA-5", "tie", None, facts)


# --- The rulebook's own examples ----------------------------------------------------------------


def examples_1_and_2() -> tuple[Match, tuple[Event, ...]]:
    """One round, two columns of it; the totals on the right are ours, in the rulebook's order."""
    return settle(
        {
            1: ["bijou-200", "maison-300", "cheval-500"],
            7: ["montre-400", "argent-100", "argent-100", "bateau-600"],
        },
        {
            1: {ROUGE: [1, 2], JAUNE: [3], VERT: [4], BLEU: [1]},
            7: {ROUGE: [6], JAUNE: [5], VERT: [3]},
        },
        rest=4,
    )


def test_example_1_left_column_a_tie_lets_the_others_move_up() -> None:
    match, events = examples_1_and_2()
    assert in_column(1, events) == [
        totals(1, 3, 3, 4, 1),
        tie(1, 3, {ROUGE: [1, 2], JAUNE: [3]}),
        take(VERT, "bijou-200", 1, 1, 4),
        take(BLEU, "maison-300", 2, 1, 1),
    ]
    assert match.state.columns[0] == ("cheval-500",)
    assert "bijou-200" in match.state.own[VERT]
    assert match.state.own[BLEU] == ("maison-300",)


def test_example_2_right_column_objects_go_from_the_bottom_by_rank() -> None:
    match, events = examples_1_and_2()
    assert in_column(7, events) == [
        totals(7, 6, 5, 3, 0),
        no_part(7, BLEU),
        take(ROUGE, "montre-400", 1, 7, 6),
        take(JAUNE, "argent-100", 2, 7, 5),
        take(VERT, "argent-100", 3, 7, 3),
    ]
    assert match.state.columns[6] == ("bateau-600",)
    assert match.state.own == (
        ("montre-400",),
        ("argent-100",),
        ("argent-100", "bijou-200"),
        ("maison-300",),
    )


def test_example_3_an_exchange_puts_the_old_card_on_top_of_that_column() -> None:
    match, events = settle(
        {2: ["voiture-700", "bijou-100"]}, {2: {JAUNE: [4]}}, {JAUNE: ["voiture-400"]}
    )
    assert in_column(2, events) == [
        totals(2, 0, 4, 0, 0),
        no_part(2, ROUGE, VERT, BLEU),
        take(JAUNE, "voiture-700", 1, 2, 4),
        Event(
            "DV-ONE-1",
            "exchange",
            JAUNE,
            {"object": "voiture-700", "old": "voiture-400", "column": 2},
        ),
        Event("DV-ONE-2", "back-on-top", JAUNE, {"object": "voiture-400", "column": 2}),
    ]
    assert match.state.own[JAUNE] == ("voiture-700",)
    assert match.state.columns[1] == ("bijou-100", "voiture-400")


# --- Worked cases of our own --------------------------------------------------------------------


def test_a_bad_exchange_is_compulsory_700_for_100() -> None:
    match, events = settle({3: ["bateau-100"]}, {3: {VERT: [2]}}, {VERT: ["bateau-700"]})
    assert in_column(3, events)[2:] == [
        take(VERT, "bateau-100", 1, 3, 2),
        Event(
            "DV-ONE-1", "exchange", VERT, {"object": "bateau-100", "old": "bateau-700", "column": 3}
        ),
        Event("DV-ONE-2", "back-on-top", VERT, {"object": "bateau-700", "column": 3}),
    ]
    loss = {"object": "bateau-100", "old": "bateau-700", "loss": 600}
    assert Event("DV-ONE-3", "poor-exchange", VERT, loss) in events
    assert match.state.own[VERT] == ("bateau-100",)
    assert match.state.columns[2] == ("bateau-700",)


def test_a_three_way_tie_cancels_all_three() -> None:
    match, events = settle(
        {1: ["bijou-700", "bijou-600"]},
        {1: {ROUGE: [6], JAUNE: [2, 4], VERT: [1, 5], BLEU: [2]}},
    )
    seats = {"column": 1, "seats": [ROUGE, JAUNE, VERT], "total": 6}
    assert in_column(1, events) == [
        totals(1, 6, 6, 6, 2),
        tie(1, 6, {ROUGE: [6], JAUNE: [2, 4], VERT: [1, 5]}),
        Event("DV-AWA-6", "many-tied", None, seats),
        take(BLEU, "bijou-700", 1, 1, 2),
    ]
    assert match.state.columns[0] == ("bijou-600",)


def test_two_ties_in_one_column_cancel_both_groups() -> None:
    match, events = settle(
        {1: ["cheval-300", "cheval-400"]},
        {1: {0: [3], 1: [5], 2: [2, 1], 3: [4, 1], 4: [1]}},
        players=FIVE,
    )
    assert in_column(1, events) == [
        totals(1, 3, 5, 3, 5, 1),
        tie(1, 5, {1: [5], 3: [4, 1]}),
        tie(1, 3, {0: [3], 2: [2, 1]}),
        Event("DV-AWA-6", "two-ties", None, {"column": 1, "ties": [5, 3]}),
        take(4, "cheval-300", 1, 1, 1),
    ]
    assert match.state.columns[0] == ("cheval-400",)


def test_a_tie_of_three_beside_a_tie_of_two_is_told_as_both() -> None:
    _, events = settle(
        {1: ["cheval-300"]},
        {1: {0: [3], 1: [5], 2: [2, 1], 3: [4, 1], 4: [3]}},
        players=FIVE,
    )
    kinds = [(event.rule, event.kind) for event in in_column(1, events)]
    assert kinds == [
        ("DV-AWA-2", "totals"),
        ("DV-AWA-5", "tie"),
        ("DV-AWA-5", "tie"),
        ("DV-AWA-6", "many-tied"),
        ("DV-AWA-6", "two-ties"),
        ("DV-AWA-8", "all-cancelled"),
    ]


def test_a_column_where_everything_is_cancelled_stays_as_it_is() -> None:
    match, events = settle({4: ["montre-100", "montre-200"]}, {4: {ROUGE: [4], BLEU: [3, 1]}})
    assert in_column(4, events) == [
        totals(4, 4, 0, 0, 4),
        no_part(4, JAUNE, VERT),
        tie(4, 4, {ROUGE: [4], BLEU: [3, 1]}),
        Event("DV-AWA-8", "all-cancelled", None, {"column": 4}),
    ]
    assert match.state.columns[3] == ("montre-100", "montre-200")


def test_an_untouched_column_rotates_by_one() -> None:
    match, events = settle({5: ["vacances-100", "vacances-200", "vacances-300"]}, {})
    assert in_column(5, events) == [
        Event("DV-AWA-7", "rotate", None, {"column": 5, "object": "vacances-100"})
    ]
    assert match.state.columns[4] == ("vacances-200", "vacances-300", "vacances-100")


def test_a_column_that_runs_out_gives_the_others_nothing() -> None:
    match, events = settle({2: ["maison-100"]}, {2: {ROUGE: [3], JAUNE: [6], VERT: [1]}})
    assert in_column(2, events)[2:] == [
        take(JAUNE, "maison-100", 1, 2, 6),
        Event("DV-AWA-9", "nothing-left", ROUGE, {"column": 2, "rank": 2, "total": 3}),
        Event("DV-AWA-9", "nothing-left", VERT, {"column": 2, "rank": 3, "total": 1}),
    ]
    assert match.state.columns[1] == ()
    assert match.state.own == ((), ("maison-100",), (), ())


def test_an_empty_column_without_cards_stays_empty() -> None:
    match, events = settle({}, {})
    assert in_column(3, events) == [Event("DV-AWA-9", "stays-empty", None, {"column": 3})]
    assert match.state.columns[2] == ()


def test_a_card_put_back_is_taken_by_the_next_player() -> None:
    match, events = settle(
        {2: ["voiture-700"]},
        {2: {ROUGE: [6], BLEU: [5], VERT: [2]}},
        {ROUGE: ["voiture-200"], BLEU: ["argent-200"]},
    )
    exchange = {"object": "voiture-700", "old": "voiture-200", "column": 2}
    assert in_column(2, events)[2:] == [
        take(ROUGE, "voiture-700", 1, 2, 6),
        Event("DV-ONE-1", "exchange", ROUGE, exchange),
        Event("DV-ONE-2", "back-on-top", ROUGE, {"object": "voiture-200", "column": 2}),
        take(BLEU, "voiture-200", 2, 2, 5),
        Event(
            "DV-ONE-5",
            "just-put-back",
            BLEU,
            {"object": "voiture-200", "column": 2, "other": ROUGE},
        ),
        Event("DV-AWA-9", "nothing-left", VERT, {"column": 2, "rank": 3, "total": 2}),
    ]
    assert match.state.own == (("voiture-700",), (), (), ("argent-200", "voiture-200"))


def test_a_shared_win() -> None:
    match, events = settle(
        {1: ["argent-200"]},
        {1: {ROUGE: [1]}},
        {ROUGE: ["maison-300"], VERT: ["bijou-400", "argent-100"], BLEU: ["montre-200"]},
        round=4,
    )
    assert events[-6:] == (
        Event("DV-SET-3", "last-round-over", None, {"rounds": 4}),
        Event("DV-END-1", "score", ROUGE, {"goods": 300, "money": 200, "score": 500}),
        Event("DV-END-1", "score", JAUNE, {"goods": 0, "money": 0, "score": 0}),
        Event("DV-END-1", "score", VERT, {"goods": 400, "money": 100, "score": 500}),
        Event("DV-END-1", "score", BLEU, {"goods": 200, "money": 0, "score": 200}),
        Event("DV-END-2", "shared-win", None, {"seats": [ROUGE, VERT], "score": 500}),
    )
    assert match.outcome == Outcome((500, 0, 500, 200), (ROUGE, VERT))


# --- Material and set-up ------------------------------------------------------------------------


@pytest.mark.rule("DV-MAT-1", "DV-MAT-2", "DV-MAT-3", "DV-MAT-4", "DV-SET-1")
@pytest.mark.parametrize("money_100", range(2, 17))
def test_a_deal_leaves_three_of_66_objects_out(money_100: int) -> None:
    box = Counter(dict.fromkeys(CATEGORY, 1))
    box["argent-100"], box["argent-200"] = money_100, 17 - money_100
    assert box.total() == 66
    assert sum(count for card, count in box.items() if not card.startswith("argent")) == 49
    for seed in range(5):
        match = Match(game, 3, options={"money_100": money_100}, seed=seed)
        columns = match.state.columns
        assert [len(pile) for pile in columns] == [9] * 7
        dealt = Counter(card for pile in columns for card in pile)
        assert dealt <= box
        assert Match.from_record(match.record()).state == match.state


@pytest.mark.rule("DV-MAT-5", "DV-SET-2", "DV-SET-4")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_starts_with_one_to_six_and_seat_0_begins(players: int) -> None:
    match = Match(game, players, seed=1)
    assert match.state.hands == ((1, 2, 3, 4, 5, 6),) * players
    assert match.actor == 0


@pytest.mark.rule("DV-SET-3", "DV-PLA-2")
@pytest.mark.parametrize(("players", "rounds"), [(3, 6), (4, 4), (5, 5)])
def test_the_number_of_rounds_follows_the_number_of_players(players: int, rounds: int) -> None:
    match = played_out(players, seed=3)
    assert match.ply == rounds * players * 5
    over = Event("DV-SET-3", "last-round-over", None, {"rounds": rounds})
    assert [event for event in match.events() if event.kind == "last-round-over"] == [over]


@pytest.mark.parametrize("money_100", [1, 17, 9.0, "9", True, None, -3])
def test_the_option_money_100_goes_from_2_to_16(money_100: Any) -> None:
    with pytest.raises(BadOption) as caught:
        Match(game, 3, options={"money_100": money_100})
    assert caught.value.rule == "DV-MAT-4"


# --- Placing ------------------------------------------------------------------------------------


def test_players_lay_one_card_each_in_turn_clockwise() -> None:
    match = Match(game, NAMES, seed=5)
    seats = [match.play(text)[0].seat for text in ["6>1", "6>1", "1>7", "3>2", "2>1"]]
    assert seats == [ROUGE, JAUNE, VERT, BLEU, ROUGE]
    assert match.plies[2].events == (Event("DV-PLA-1", "lay", VERT, {"number": 1, "column": 7}),)
    assert match.state.laid[0] == ((ROUGE, 6), (JAUNE, 6), (ROUGE, 2))
    assert match.state.hands[ROUGE] == (1, 3, 4, 5)


def test_placing_ends_when_everybody_has_one_card_left() -> None:
    match = Match(game, NAMES, seed=5)
    for number in [6, 4, 2, 1]:
        for _ in NAMES:
            match.play(f"{number}>{number}")
    for _ in NAMES[1:]:
        assert [event.kind for event in match.play("5>7")] == ["lay"]
    events = match.play("3>7")
    assert events[1] == Event("DV-PLA-2", "placing-over", None, {"kept": [3, 3, 3, 5]})
    assert events[2] == Event("DV-AWA-1", "awarding", None, {"columns": [1, 2, 3, 4, 5, 6, 7]})


@pytest.mark.rule("DV-PLA-3")
@pytest.mark.parametrize("columns", [[3, 3, 3, 3, 3], [1, 2, 3, 4, 5], [7, 7, 1, 1, 7]])
def test_any_spread_of_the_five_cards_is_allowed(columns: list[int]) -> None:
    match = Match(game, NAMES, seed=8)
    for number, column in enumerate(columns, start=2):
        for _ in NAMES:
            assert match.why_not(f"{number}>{column}") == ()
            match.play(f"{number}>{column}")
    assert match.state.round == 2


def test_a_card_below_an_empty_column_wins_nothing() -> None:
    match, move = last_card({}, {3: {BLEU: [6]}})
    assert move == "6>3"
    events = match.play(move)
    assert events[:2] == (
        Event("DV-PLA-1", "lay", BLEU, {"number": 6, "column": 3}),
        Event("DV-PLA-4", "lay-for-nothing", BLEU, {"column": 3}),
    )
    nothing = {"column": 3, "rank": 1, "total": 6}
    assert Event("DV-AWA-9", "nothing-left", BLEU, nothing) in events


# --- Awarding and owning ------------------------------------------------------------------------


def test_columns_are_settled_from_left_to_right() -> None:
    cards = {1: {ROUGE: [1]}, 2: {}, 3: {ROUGE: [2]}}
    match, events = settle({1: ["maison-100"], 3: ["maison-200"]}, cards)
    order = [event.facts["column"] for event in events if event.kind in ("totals", "stays-empty")]
    assert order == [1, 2, 3, 4, 5, 6, 7]
    # So the second column's house is the one that stays.
    assert match.state.own[ROUGE] == ("maison-200",)
    assert match.state.columns[2] == ("maison-100",)


def test_a_tie_sends_both_cards_back_to_hand() -> None:
    match, move = last_card({1: ["bijou-200"]}, {1: {ROUGE: [4], BLEU: [3, 1]}})
    moments = game.unfold(match.state, game.parse(move))
    [before] = [m.state for m in moments if m.events[0].kind == "placing-over"]
    tied = tie(1, 4, {ROUGE: [4], BLEU: [3, 1]})
    [after] = [m.state for m in moments if tied in m.events]
    assert before.laid[0] == ((ROUGE, 4), (BLEU, 3), (BLEU, 1))
    assert after.laid[0] == ()
    assert after.hands[ROUGE] == (4, 6)
    assert after.hands[BLEU] == (1, 3, 6)
    assert after.laid[1:] == before.laid[1:]


def test_cards_taken_back_are_not_laid_again_in_this_round() -> None:
    match, move = last_card({1: ["bijou-200"]}, {1: {ROUGE: [4], BLEU: [3, 1]}})
    for moment in game.unfold(match.state, game.parse(move))[:-1]:
        assert moment.state.turn == SETTLING
        assert game.actor(moment.state) == SETTLING
        assert game.to_position(moment.state) is None
        assert game.outcome(moment.state) is None
        assert game.governing(moment.state) == "DV-AWA-1"
        for seat in (SPECTATOR, SETTLING, *range(4)):
            assert game.legal(moment.state, seat) == ()
            reasons = game.why_not(moment.state, seat, {"column:1"})
            assert reasons[0] == Violation("DV-PLA-2", "placing-over", {})


def test_after_a_round_everybody_takes_the_cards_back_and_the_next_seat_begins() -> None:
    match, events = settle({}, {}, round=2)
    assert events[-1] == Event("DV-AWA-10", "next-round", VERT, {"round": 3})
    assert match.state.hands == ((1, 2, 3, 4, 5, 6),) * 4
    assert match.state.laid == ((),) * 7
    assert (match.state.round, match.state.first, match.state.turn) == (3, VERT, VERT)


def test_money_is_not_limited() -> None:
    match, events = settle(
        {1: ["argent-100"]}, {1: {ROUGE: [1]}}, {ROUGE: ["argent-100", "argent-200"]}
    )
    more = {"object": "argent-100", "money": 400}
    assert Event("DV-ONE-4", "more-money", ROUGE, more) in events
    assert match.state.own[ROUGE] == ("argent-100", "argent-100", "argent-200")
    assert not any(event.kind == "exchange" for event in events)


def test_the_highest_score_wins() -> None:
    match, events = settle({}, {}, {JAUNE: ["maison-700"], BLEU: ["argent-200"]}, round=4)
    assert events[-1] == Event("DV-END-1", "win", JAUNE, {"score": 700})
    assert match.outcome == Outcome((0, 700, 0, 200), (JAUNE,))
    assert match.over
    assert match.legal() == ()


@pytest.mark.rule("DV-END-3")
def test_nothing_is_hidden_from_anybody() -> None:
    match, _ = last_card({1: ["maison-100"]}, {1: {ROUGE: [3]}})
    assert not game.secrets
    for seat in (SPECTATOR, *range(4)):
        view = match.view(seat)
        assert view.state == match.state
        assert game.determinize(view, Random(0)) == match.state
        assert all(game.open_to(match.state, seat, other) for other in range(4))
    assert match.events(SPECTATOR) == match.events()


# --- Refusals -----------------------------------------------------------------------------------


def refused(match: Match, move: Any, seat: int | None = None) -> list[tuple[str, str]]:
    return [(reason.rule, reason.kind) for reason in match.why_not(move, seat)]


def test_a_card_can_only_be_laid_in_turn() -> None:
    match = Match(game, NAMES, seed=1)
    reason = Violation("DV-PLA-1", "not-your-turn", {"seat": VERT, "other": ROUGE})
    assert match.why_not("5>3", VERT) == (reason,)
    with pytest.raises(IllegalMove):
        match.play("5>3", VERT)
    for stranger in (SPECTATOR, -1, 4, 99):
        assert refused(match, "5>3", stranger) == [("DV-PLA-1", "not-your-turn")]


@pytest.mark.parametrize("number", [0, 7, 9, 999])
def test_there_are_no_numbers_but_one_to_six(number: int) -> None:
    match = Match(game, NAMES, seed=1)
    reason = Violation("DV-SET-2", "no-such-number", {"number": number})
    assert match.why_not(f"{number}>3") == (reason,)


def test_a_card_that_is_laid_cannot_be_laid_again() -> None:
    match = Match(game, 3, seed=1)
    for text in ["5>3", "5>3", "5>3"]:
        match.play(text)
    reason = Violation("DV-PLA-2", "already-laid", {"number": 5, "column": 3})
    assert match.why_not("5>1") == (reason,)


@pytest.mark.parametrize("column", [0, 8, 100])
def test_there_are_no_columns_but_seven(column: int) -> None:
    match = Match(game, NAMES, seed=1)
    reason = Violation("DV-PLA-1", "no-such-column", {"column": column})
    assert match.why_not(f"5>{column}") == (reason,)


def test_all_reasons_are_given_at_once() -> None:
    match = Match(game, 3, seed=1)
    match.play("5>3")
    assert refused(match, "9>8", 2) == [
        ("DV-PLA-1", "not-your-turn"),
        ("DV-SET-2", "no-such-number"),
        ("DV-PLA-1", "no-such-column"),
    ]
    assert refused(match, "5>8", 0) == [
        ("DV-PLA-1", "not-your-turn"),
        ("DV-PLA-2", "already-laid"),
        ("DV-PLA-1", "no-such-column"),
    ]


def test_nothing_is_laid_after_the_end() -> None:
    match = played_out(3, seed=2)
    assert refused(match, "5>3") == [("DV-END-1", "over")]
    assert refused(match, "9>8", 1) == [
        ("DV-END-1", "over"),
        ("DV-SET-2", "no-such-number"),
        ("DV-PLA-1", "no-such-column"),
    ]
    assert game.governing(match.state) == "DV-END-1"
    with pytest.raises(IllegalMove):
        match.play("5>3")


@pytest.mark.parametrize(
    "text", ["", "5", "5>", ">3", "5 > 3", "5>3 ", "05>3", "5>03", "-5>3", "1234>1", "٥>3", "a>b"]
)
def test_what_is_not_two_numbers_cannot_be_read(text: str) -> None:
    with pytest.raises(Unreadable):
        game.parse(text)
    reason = Match(game, 3, seed=1).why_not(text)
    assert [(r.rule, r.kind) for r in reason] == [("DV-PLA-1", "unreadable")]


def test_an_incomplete_choice_is_judged_by_all_that_it_can_become() -> None:
    match = Match(game, 3, seed=1)
    for text in ["5>3", "5>3", "5>3"]:
        match.play(text)
    assert match.why_not({"hand:4"}) == ()
    assert match.why_not({"column:3"}) == ()
    assert refused(match, {"hand:5"}) == [("DV-PLA-2", "already-laid")]
    assert refused(match, {"column:1"}, 2) == [("DV-PLA-1", "not-your-turn")]
    assert refused(match, {"hand:9"}) == [("DV-PLA-1", "unreadable")]


def test_a_move_is_a_card_and_a_column_on_the_table() -> None:
    state = Match(game, 3, seed=1).state
    assert game.path(state, Lay(5, 3)) == ("hand:5", "column:3")
    assert len(list(game.moves(state))) == 42
    assert game.parse("5>3") == Lay(5, 3)
    assert game.format(Lay(5, 3)) == "5>3"


# --- Set-ups and positions ----------------------------------------------------------------------

COLUMNS: list[list[str]] = [["maison-700", "argent-100"], [], [], [], [], [], ["bijou-100"]]
OWN: list[list[str]] = [["voiture-100"], [], ["argent-200", "argent-200"]]
LAID = [[[1, 6], [2, 6]], [], [[1, 5]], [], [], [], []]
HANDS = [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4], [1, 2, 3, 4, 5]]


def position(**changes: Any) -> dict[str, Any]:
    """Round 2 of three players: seat 1 began and has laid twice, it is the turn of seat 2."""
    full = {
        "columns": COLUMNS,
        "own": OWN,
        "hands": [[1, 2, 3, 4, 5], [1, 2, 3, 4], [1, 2, 3, 4, 5]],
        "laid": [[[1, 6], [2, 6]], [], [[0, 6], [1, 5]], [], [], [], []],
        "round": 2,
        "first": 1,
        "turn": 2,
    }
    return {name: value for name, value in {**full, **changes}.items() if value is not ...}


def read(given: Any, players: int = 3, **options: int) -> State:
    state: State = Match(game, players, options=options, position=given).state
    return state


def test_a_position_is_read_as_it_stands() -> None:
    assert read(position()) == State(
        (("maison-700", "argent-100"), (), (), (), (), (), ("bijou-100",)),
        (("voiture-100",), (), ("argent-200", "argent-200")),
        ((1, 2, 3, 4, 5), (1, 2, 3, 4), (1, 2, 3, 4, 5)),
        (((1, 6), (2, 6)), (), ((0, 6), (1, 5)), (), (), (), ()),
        2,
        1,
        2,
    )


@pytest.mark.parametrize("left_out", [["hands"], ["first"], ["turn"], ["hands", "first", "turn"]])
def test_what_follows_from_the_rest_may_be_left_out(left_out: list[str]) -> None:
    assert read(position(**dict.fromkeys(left_out, ...))) == read(position())


def test_the_three_needed_fields_are_the_start_of_a_round() -> None:
    state = read({"columns": COLUMNS, "own": OWN, "round": 5})
    assert state.hands == ((1, 2, 3, 4, 5, 6),) * 3
    assert state.laid == ((),) * 7
    assert (state.round, state.first, state.turn) == (5, 1, 1)  # seats 0, 1, 2, 0, 1


def test_a_position_may_say_who_began() -> None:
    state = read({"columns": COLUMNS, "own": OWN, "round": 1, "first": 2})
    assert (state.first, state.turn) == (2, 2)


def test_the_order_of_hands_and_of_what_is_owned_does_not_matter() -> None:
    shuffled = position(
        hands=[[5, 4, 3, 2, 1], [4, 1, 2, 3], [1, 2, 3, 5, 4]],
        own=[["voiture-100", "argent-100"], [], []],
    )
    ordered = position(own=[["argent-100", "voiture-100"], [], []])
    assert read(shuffled) == read(ordered)


NINE = [f"maison-{value}00" for value in range(1, 8)] + ["argent-100", "argent-100"]
NOBODY_HAS_LAID: list[list[list[int]]] = [[] for _ in range(7)]
ALL_LAID = [[[seat, n] for seat in range(3) for n in range(1, 6)], *NOBODY_HAS_LAID[1:]]

BAD_POSITIONS: list[tuple[Any, str, str | None]] = [
    ({}, "position.columns", None),
    ({"columns": COLUMNS}, "position.own", None),
    ({"columns": COLUMNS, "own": OWN}, "position.round", None),
    (position(colour="red"), "position.colour", None),
    (position(**{"x" * 5000: 1}), f"position.{'x' * 39}…", None),
    # columns
    (position(columns=None), "position.columns", "DV-SET-1"),
    (position(columns={}), "position.columns", "DV-SET-1"),
    (position(columns="maison-700"), "position.columns", "DV-SET-1"),
    (position(columns=COLUMNS[:6]), "position.columns", "DV-SET-1"),
    (position(columns=[*COLUMNS, []]), "position.columns", "DV-SET-1"),
    (position(columns=[3, *COLUMNS[1:]]), "position.columns[0]", "DV-MAT-1"),
    (position(columns=["maison-700", *COLUMNS[1:]]), "position.columns[0]", "DV-MAT-1"),
    (position(columns=[[7], *COLUMNS[1:]]), "position.columns[0][0]", "DV-MAT-1"),
    (position(columns=[[None], *COLUMNS[1:]]), "position.columns[0][0]", "DV-MAT-1"),
    (position(columns=[[["maison-700"]], *COLUMNS[1:]]), "position.columns[0][0]", "DV-MAT-1"),
    (position(columns=[[{}], *COLUMNS[1:]]), "position.columns[0][0]", "DV-MAT-1"),
    (position(columns=[["avion-300"], *COLUMNS[1:]]), "position.columns[0][0]", "DV-MAT-1"),
    (position(columns=[["Maison-300"], *COLUMNS[1:]]), "position.columns[0][0]", "DV-MAT-1"),
    (position(columns=[[""], *COLUMNS[1:]]), "position.columns[0][0]", "DV-MAT-1"),
    (position(columns=[["maison-800"], *COLUMNS[1:]]), "position.columns[0][0]", "DV-MAT-2"),
    (position(columns=[["maison"], *COLUMNS[1:]]), "position.columns[0][0]", "DV-MAT-2"),
    (position(columns=[["argent-300"], *COLUMNS[1:]]), "position.columns[0][0]", "DV-MAT-3"),
    (position(columns=[["bijou-100"], *COLUMNS[1:]]), "position.columns[6][0]", "DV-MAT-2"),
    (position(columns=[["voiture-100"], *COLUMNS[1:]]), "position.own[0][0]", "DV-MAT-2"),
    (position(columns=[["argent-200"] * 7, *COLUMNS[1:]]), "position.own[2][1]", "DV-MAT-4"),
    (position(columns=[[*NINE, "cheval-100"], *COLUMNS[1:]]), "position.columns[0]", "DV-SET-1"),
    # own
    (position(own=None), "position.own", "DV-MAT-1"),
    (position(own=OWN[:2]), "position.own", "DV-MAT-1"),
    (position(own=[*OWN, []]), "position.own", "DV-MAT-1"),
    (position(own=[*OWN[:2], "x"]), "position.own[2]", "DV-MAT-1"),
    (position(own=[["voiture-50"], [], []]), "position.own[0][0]", "DV-MAT-2"),
    (position(own=[["voiture-100", "voiture-200"], [], []]), "position.own[0]", "DV-ONE-1"),
    (position(own=[[], ["montre-100"], ["montre-100"]]), "position.own[2][0]", "DV-MAT-2"),
    # round, first, turn
    (position(round=0), "position.round", "DV-SET-3"),
    (position(round=7), "position.round", "DV-SET-3"),
    (position(round=2.0), "position.round", "DV-SET-3"),
    (position(round=True), "position.round", "DV-SET-3"),
    (position(round="2"), "position.round", "DV-SET-3"),
    (position(round=10**30), "position.round", "DV-SET-3"),
    (position(first=3), "position.first", "DV-SET-4"),
    (position(first=-1), "position.first", "DV-SET-4"),
    (position(first=None), "position.first", "DV-SET-4"),
    (position(first=[1]), "position.first", "DV-SET-4"),
    (position(first=0), "position.laid", "DV-PLA-1"),
    (position(turn=3), "position.turn", "DV-PLA-1"),
    (position(turn=0), "position.turn", "DV-PLA-1"),
    (position(turn=1.5), "position.turn", "DV-PLA-1"),
    (position(turn=False), "position.turn", "DV-PLA-1"),
    (position(laid=..., hands=...), "position.turn", "DV-PLA-1"),
    # laid
    (position(laid=None), "position.laid", "DV-SET-1"),
    (position(laid=LAID[:3]), "position.laid", "DV-SET-1"),
    (position(laid=[0, *LAID[1:]]), "position.laid[0]", "DV-PLA-1"),
    (position(laid=[[5], *LAID[1:]]), "position.laid[0][0]", "DV-PLA-1"),
    (position(laid=[["16"], *LAID[1:]]), "position.laid[0][0]", "DV-PLA-1"),
    (position(laid=[[[1]], *LAID[1:]]), "position.laid[0][0]", "DV-PLA-1"),
    (position(laid=[[[1, 2, 3]], *LAID[1:]]), "position.laid[0][0]", "DV-PLA-1"),
    (position(laid=[[{"seat": 1, "number": 2}], *LAID[1:]]), "position.laid[0][0]", "DV-PLA-1"),
    (position(laid=[[[3, 1]], *LAID[1:]]), "position.laid[0][0][0]", "DV-PLA-1"),
    (position(laid=[[[True, 1]], *LAID[1:]]), "position.laid[0][0][0]", "DV-PLA-1"),
    (position(laid=[[[1, 7]], *LAID[1:]]), "position.laid[0][0][1]", "DV-MAT-5"),
    (position(laid=[[[1, "6"]], *LAID[1:]]), "position.laid[0][0][1]", "DV-MAT-5"),
    (position(laid=[[[1, 5]], *LAID[1:]]), "position.laid[2][0]", "DV-SET-2"),
    (position(laid=[[[1, 6], [1, 6]], *NOBODY_HAS_LAID[1:]]), "position.laid[0][1]", "DV-SET-2"),
    (position(laid=LAID), "position.laid", "DV-PLA-1"),
    (position(laid=[[[0, 1]], *NOBODY_HAS_LAID[1:]]), "position.laid", "DV-PLA-1"),
    (position(laid=ALL_LAID), "position.laid", "DV-PLA-2"),
    # hands
    (position(hands=None), "position.hands", "DV-SET-2"),
    (position(hands=[[1]]), "position.hands", "DV-SET-2"),
    (position(hands=[1, 2, 3]), "position.hands[0]", "DV-SET-2"),
    (position(hands=[["1"], [], []]), "position.hands[0][0]", "DV-MAT-5"),
    (position(hands=[[0], [], []]), "position.hands[0][0]", "DV-MAT-5"),
    (position(hands=HANDS), "position.hands[0]", "DV-SET-2"),
    (position(hands=[[1, 2, 3, 4, 5, 5], [], []]), "position.hands[0]", "DV-SET-2"),
    (position(laid=..., turn=...), "position.hands[0]", "DV-SET-2"),
]


@pytest.mark.parametrize(("given", "where", "rule"), BAD_POSITIONS)
def test_a_bad_position_is_refused_with_its_place_and_its_rule(
    given: Any, where: str, rule: str | None
) -> None:
    with pytest.raises(BadRecord) as caught:
        read(given)
    assert (caught.value.where, caught.value.rule) == (where, rule)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("given", [[], "x", 3, True, [position()]])
def test_a_position_that_is_no_table_is_refused(given: Any) -> None:
    with pytest.raises(BadRecord) as caught:
        game.from_position(3, {"money_100": 9}, given)
    assert caught.value.where == "position"


def test_more_than_63_objects_are_never_in_the_game() -> None:
    goods = [card for card in CATEGORY if not card.startswith("argent")]
    columns = [goods[9 * i : 9 * i + 9] for i in range(7)]
    money = ["argent-100"] * 9 + ["argent-200"] * 5
    assert read({"columns": columns, "own": [[], [], money], "round": 1}).own[2] == tuple(money)
    with pytest.raises(BadRecord) as caught:
        read({"columns": columns, "own": [["argent-200"], [], money], "round": 1})
    assert (caught.value.where, caught.value.rule) == ("position", "DV-SET-1")


@pytest.mark.parametrize("money_100", range(2, 17))
def test_money_is_counted_by_the_option(money_100: int) -> None:
    for card, exist in (("argent-100", money_100), ("argent-200", 17 - money_100)):
        enough = {"columns": [[]] * 7, "own": [[], [card] * exist, []], "round": 1}
        assert read(enough, money_100=money_100).own[1] == (card,) * exist
        with pytest.raises(BadRecord) as caught:
            read({**enough, "own": [[], [card] * exist, [card]]}, money_100=money_100)
        assert (caught.value.where, caught.value.rule) == ("position.own[2][0]", "DV-MAT-4")


def grid() -> list[list[Any]]:
    dealt: list[list[Any]] = game.deal(3, {"money_100": 9}, Random(1))["grid"]
    return dealt


def changed(column: int, row: int, value: Any) -> list[list[Any]]:
    dealt = grid()
    dealt[column][row] = value
    return dealt


BAD_SETUPS: list[tuple[Any, str, str | None]] = [
    ({}, "setup.grid", None),
    ({"grid": grid(), "pile": []}, "setup.pile", None),
    ({"grid": None}, "setup.grid", "DV-SET-1"),
    ({"grid": "x" * 7}, "setup.grid", "DV-SET-1"),
    ({"grid": grid()[:6]}, "setup.grid", "DV-SET-1"),
    ({"grid": [*grid()[:6], grid()[6][:8]]}, "setup.grid[6]", "DV-SET-1"),
    ({"grid": [*grid()[:6], "maison-70"]}, "setup.grid[6]", "DV-SET-1"),
    ({"grid": changed(2, 4, 700)}, "setup.grid[2][4]", "DV-MAT-1"),
    ({"grid": changed(2, 4, ["maison-700"])}, "setup.grid[2][4]", "DV-MAT-1"),
    ({"grid": changed(2, 4, "argent-150")}, "setup.grid[2][4]", "DV-MAT-3"),
    ({"grid": changed(2, 4, "cheval-0")}, "setup.grid[2][4]", "DV-MAT-2"),
]


@pytest.mark.parametrize(("given", "where", "rule"), BAD_SETUPS)
def test_a_bad_set_up_is_refused_with_its_place_and_its_rule(
    given: Any, where: str, rule: str | None
) -> None:
    with pytest.raises(BadRecord) as caught:
        Match(game, 3, setup=given)
    assert (caught.value.where, caught.value.rule) == (where, rule)


def test_a_set_up_with_a_card_twice_is_refused() -> None:
    dealt = grid()
    goods = [(c, r) for c in range(7) for r in range(9) if not dealt[c][r].startswith("argent")]
    (c1, r1), (c2, r2) = goods[0], goods[-1]
    with pytest.raises(BadRecord) as caught:
        Match(game, 3, setup={"grid": changed(c2, r2, dealt[c1][r1])})
    assert caught.value.where == f"setup.grid[{c2}][{r2}]"
    assert caught.value.rule == "DV-MAT-2"
    assert f"setup.grid[{c1}][{r1}]" in str(caught.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@given(
    st.dictionaries(st.sampled_from(["columns", "own", "hands", "laid", "round"]), json_values),
    st.sampled_from(["columns", "own", "hands", "laid", "round", "first", "turn"]),
    json_values,
)
def test_hostile_positions_and_set_ups_are_refused_or_read_but_never_crash(
    wild: dict[str, Any], name: str, value: Any
) -> None:
    for given_position in (wild, position(**{name: value})):
        try:
            state = read(given_position)
        except BadRecord:
            continue
        assert read(game.to_position(state)) == state
    with pytest.raises(BadRecord):
        Match(game, 3, setup={"grid": value})


# --- What must always hold ----------------------------------------------------------------------


def played_out(players: int, seed: int, plies: int = 1000, **options: int) -> Match:
    """A match of random moves."""
    match = Match(game, players, seed=seed, options=options)
    rng = Random(seed)
    while not match.over and match.ply < plies:
        match.play(rng.choice(match.legal()))
    return match


seeds = st.integers(0, 2**32)
tables = st.builds(
    played_out,
    players=st.integers(3, 5),
    seed=seeds,
    plies=st.integers(0, 125),
    money_100=st.integers(2, 16),
)


@settings(max_examples=20, deadline=None)
@given(st.integers(3, 5), seeds, st.integers(2, 16))
def test_cards_are_conserved_and_somebody_can_always_move(
    players: int, seed: int, money_100: int
) -> None:
    match = Match(game, players, seed=seed, options={"money_100": money_100})
    rng = Random(seed)
    box = game.census(match.state)
    assert sum(box["objects"].values()) == 63
    while not match.over:
        legal = match.legal()
        assert legal
        match.play(rng.choice(legal))
        state = match.state
        assert game.census(state) == box
        assert all(len(pile) <= 9 for pile in state.columns)
        for cards in state.own:
            goods = [CATEGORY[card] for card in cards if CATEGORY[card] != "argent"]
            assert len(goods) == len(set(goods))
    assert match.outcome is not None


@settings(max_examples=25, deadline=None)
@given(tables)
def test_replay_equals_play(match: Match) -> None:
    again = Match.from_record(json.dumps(match.record()))
    assert again.state == match.state
    assert again.events() == match.events()
    assert again.outcome == match.outcome


@settings(max_examples=25, deadline=None)
@given(tables)
def test_a_position_comes_back_as_the_same_state(match: Match) -> None:
    for ply in range(match.ply + 1):
        state = match.state_at(ply)
        written = game.to_position(state)
        if state.turn is None:
            assert written is None
        else:
            position = json.loads(json.dumps(written))
            assert game.from_position(len(match.players), match.options, position) == state


@settings(max_examples=25, deadline=None)
@given(tables, st.integers(0, 999), st.integers(0, 999))
def test_legal_is_what_nothing_speaks_against(match: Match, number: int, column: int) -> None:
    state = match.state
    written = {*game.moves(state), Lay(number, column)}
    for seat in (SPECTATOR, -1, *range(len(match.players) + 1)):
        legal = game.legal(state, seat)
        assert sorted(legal, key=game.format) == list(legal)
        assert {move for move in written if not game.why_not(state, seat, move)} == set(legal)


@settings(max_examples=25, deadline=None)
@given(tables)
def test_a_move_told_slowly_is_the_same_move(match: Match) -> None:
    for ply, (_, move, events, after) in enumerate(match.plies):
        before = match.state_at(ply)
        assert game.apply(before, move) == after
        moments = game.unfold(before, move)
        assert tuple(event for moment in moments for event in moment.events) == events
        assert moments[-1].state == after
        if len(moments) > 1:
            assert moments[-2].state.columns == after.columns
            assert moments[-2].state.own == after.own
        for moment in moments:
            assert game.census(moment.state) == game.census(before)


@settings(max_examples=15, deadline=None)
@given(tables)
def test_every_event_cites_a_rule_and_can_be_said_in_both_languages(match: Match) -> None:
    known = rulebook(game).rules
    for event in match.events():
        assert event.rule in known
        json.dumps(event.to_json())
    for lang in ("fr", "en"):
        for reader in (None, 0):
            lines = narrate(game, match.events(), lang, match.players, reader)
            assert all(line.text for line in lines)


def test_every_refusal_can_be_said_in_both_languages() -> None:
    speech = texts(game)
    match = Match(game, NAMES, seed=1)
    for text in ["5>3", "5>3", "5>3", "5>3"]:
        match.play(text)
    reasons = [*match.why_not("5>9", 1), *match.why_not("7>1"), *played_out(3, 1).why_not("1>1")]
    reasons.append(Violation("DV-PLA-2", "placing-over", {}))
    assert {reason.kind for reason in reasons} == set(speech.table["refusal"])
    for reason in reasons:
        for lang in ("fr", "en"):
            assert speech.refusal(reason, lang, NAMES, reader=1)


def test_the_texts_have_both_languages_and_french_typography() -> None:
    speech = texts(game)
    assert list(speech.problems()) == []
    for group in ("event", "refusal"):
        for entry in speech.table[group].values():
            for french in (entry.get("fr", ""), entry.get("you", {}).get("fr", "")):
                assert not any(wrong in french for wrong in (" :", " ;", " !", " ?", "'"))


def test_example_1_is_told_as_people_would_tell_it() -> None:
    _, events = examples_1_and_2()
    column = in_column(1, events)
    assert [line.text for line in narrate(game, column, "fr", NAMES)] == [
        "Colonne 1\u00a0: on additionne les cartes.",
        "Égalité à 3 entre Rouge et Jaune\u00a0: ces cartes ne comptent pas et retournent en main.",
        "Vert prend le bijou à 200 (rang 1, total 4).",
        "Bleu prend la maison à 300 (rang 2, total 1).",
    ]
    assert [line.text for line in narrate(game, column, "en", NAMES, BLEU)] == [
        "Column 1: the cards are added up.",
        "A tie at 3 between Rouge and Jaune: those cards don’t count and go back to hand.",
        "Vert takes the jewel worth 200 (rank 1, total 4).",
        "You take the house worth 300 (rank 2, total 1).",
    ]
