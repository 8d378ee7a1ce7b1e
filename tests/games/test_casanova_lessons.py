"""The course of Casanova: its worked cases, no hidden card told.

What every course has to hold stands in `test_courses.py`.
"""

from __future__ import annotations

import re

import pytest
from courses import Case, is_a_step, tables

from escale.games.casanova import game
from escale.games.casanova.rules import CARDS, COINS, DICE, PURSE
from escale.teach.lesson import lesson

#: Where each worked case of the rules page is. (The rulebook prints no figures.)
CASES: dict[str, Case] = {
    "a clear win under the massimo": (
        "a-round",
        "A clear win",
        {"event": "win", "seat": 1, "card": 8, "massimo": 10, "coins": 3},
    ),
    "a card equal to the massimo wins": (
        "the-limit",
        "Equal to the massimo wins",
        {"event": "win", "seat": 0, "card": 4, "massimo": 4},
    ),
    "a tie split 5 coins two ways": (
        "ties",
        "5 coins, two ways",
        {"event": "split", "seats": [0, 2], "coins": 5, "share": 2},
    ),
    "... with 1 left on the table": (
        "ties",
        "5 coins, two ways",
        {"event": "remainder", "coins": 1},
    ),
    "nobody under the massimo": (
        "nobody",
        "Nothing for anyone",
        {"event": "nobody", "massimo": 2, "coins": 3},
    ),
    "... and the coins carry over": (
        "nobody",
        "6 coins at one go",
        {"event": "carried", "coins": 3},
    ),
    "Quitte": (
        "a-round",
        "The cards are turned",
        {"event": "quitte", "seat": 0},
    ),
    "Double followed by some": (
        "double",
        "Follow or fold",
        {"event": "call", "seat": 1},
    ),
    "... and not by others": (
        "double",
        "Two cards face to face",
        {"event": "win", "seat": 0, "card": 8, "coins": 6},
    ),
    "Double and everyone folds with a card above the massimo": (
        "bluff",
        "Winning with a card too high",
        {"event": "win-above", "seat": 0, "card": 9, "massimo": 6},
    ),
    "the last coin staked and won": (
        "last-coin",
        "Back with 3 coins",
        {"event": "saved", "seat": 0, "coins": 3},
    ),
    "elimination": (
        "elimination",
        "Dario is out",
        {"event": "eliminated", "seat": 3},
    ),
    "an active player who cannot double": (
        "last-coin",
        "Too poor to double",
        {"event": "roll", "seat": 0, "massimo": 9},
    ),
    "Double against opponents without a coin": (
        "empty-purses",
        "You win without a fight",
        {"event": "must-fold", "seat": 2},
    ),
    "a folded low card that would have won": (
        "folding",
        "Your 3 would have won",
        {"event": "would-have-won", "seat": 0, "card": 3},
    ),
    "massimo above 13": (
        "the-limit",
        "A massimo above 13",
        {"event": "roll", "faces": [5, 6, 5], "massimo": 16},
    ),
}


# --- The course ---------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_worked_case_is_a_step(case: Case) -> None:
    assert is_a_step("casanova", case)


def test_double_is_refused_to_whoever_has_no_coin() -> None:
    """The worked case of a refusal: no event shows it, the question does."""
    (poor,) = [s for s in lesson("casanova/last-coin").steps if "poor" in s.title["en"]]
    assert game.why_not(poor.state, 0, "double")[0].rule == "CA-ELI-3"
    assert poor.question is not None
    assert [choice.right for choice in poor.question.choices] == [False, True]


def test_the_numbers_of_the_box_are_those_of_the_game() -> None:
    box = lesson("casanova/set-up").steps
    for lang, number in (("fr", "trois"), ("en", "three")):
        assert [int(n) for n in re.findall(r"\d+", box[0].text[lang])] == [1, CARDS[-1], COINS]
        assert number in box[0].text[lang]
        assert len(DICE) == 3
        assert int(re.findall(r"\d+", box[1].text[lang])[0]) == PURSE


# --- The table ----------------------------------------------------------------------------------


def test_no_caption_tells_a_card_before_it_is_turned() -> None:
    """What a hole says of a card comes from the turning, from the win, or from one's own hand."""
    for file, table in tables("casanova"):
        own = table.get("seat", 0)
        turned = False
        for entry, step in zip(table["step"], lesson(file).steps, strict=True):
            kinds = [event.kind for moment in step.moments for event in moment.events]
            words = str(entry)
            assert not re.search(r"\{lay(\[\d\])?\.card", words), file
            if "lay" in kinds:
                turned = False
            turned |= "turn" in kinds or "turn-late" in kinds
            for seat in re.findall(r"\{state\.(?:laid|hands)\[(\d)\]", words):
                assert turned or int(seat) == own, (file, step.title["en"])
            assert "{later.turn" not in words, file


def test_positions_could_have_come_about() -> None:
    """No coin is lost, whoever plays has played a card a round, and the lead has gone round."""
    for file, table in tables("casanova"):
        position = table.get("position")
        if position is None:
            continue
        players, before = len(table["players"]["en"]), position["round"] - 1
        assert sum(position["coins"]) + position["table"] == PURSE * players, file
        assert position["active"] == before % players, file
        for coins, hand in zip(position["coins"], position["hands"], strict=True):
            assert coins >= PURSE - 2 * before, file
            assert len(hand) >= len(CARDS) - before, file
