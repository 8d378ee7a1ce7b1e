"""The course of Dominos Florentins: the figures of the rulebook, what is counted.

What every course has to hold stands in `test_courses.py`.
"""

from __future__ import annotations

import re

import pytest
from courses import Case, is_a_step

from escale.games.dominos_florentins.rules import LAID_OPEN, PILE
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import lesson

#: Where each figure of the rulebook is.
CASES: dict[str, Case] = {
    "figure 1: the colours at the touching sides": (
        "matching",
        "The same colour",
        "No",  # the card must be turned first
    ),
    "figure 1: turned, it matches": (
        "matching",
        "It matches",
        {"event": "match", "cell": "d5", "beside": "d4", "colour": "bleu"},
    ),
    "figure 1: a card that does not match": (
        "matching",
        "Another card",
        "No, none",
    ),
    "figure 2: three cards in each arm, one after the other": (
        "cross",
        "Four arms of three",
        "No",
    ),
    "figure 2: a cell between the arms is refused before": (
        "cross",
        "Between the arms",
        "The cross still lacks some cards",
    ),
    "figure 2: the cross is complete": (
        "cross",
        "The cross is complete at last",
        {"event": "cross-complete"},
    ),
    "figure 3: only one side matches": (
        "corner",
        "A corner to fill",
        "The bottom one",
    ),
    "figure 3: two sides match": (
        "corner",
        "One corner opens others",
        {"event": "corner", "cell": "e5"},
    ),
    "figure 4: closed and open spaces, the gems of one colour": (
        "the-end",
        "Closed or open?",
        "2",
    ),
    "figure 4: what a black card changes": (
        "the-end",
        "What a black card changes",
        {"event": "close", "seat": 0, "colour": "rouge", "gems": 4},
    ),
}


# --- The course ---------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_figure_is_a_step(case: Case) -> None:
    assert is_a_step("dominos-florentins", case)


def test_the_numbers_of_the_set_up_are_those_of_the_game() -> None:
    for lang in LANGUAGES:
        open_cards = lesson("dominos-florentins/set-up").steps[2].text[lang]
        assert [int(n) for n in re.findall(r"\d", open_cards)] == [LAID_OPEN[3], LAID_OPEN[2]]
        assert str(PILE) in lesson("dominos-florentins/set-up").steps[4].text[lang]


def test_written_counts_are_those_of_the_table() -> None:
    """Where a caption writes a count that no event tells, the table shows it."""
    state = lesson("dominos-florentins/goal").steps[3].state
    assert (state.gems[1], state.gems[2]) == (11, 10)  # ocre, rouge
    joined = lesson("dominos-florentins/the-end").steps[1].state
    assert (joined.gems[2], joined.gems[0]) == (2, 3)  # rouge, bleu
    last = lesson("dominos-florentins/first-game").steps[4].state
    assert (last.gems[2], last.gems[0]) == (3, 4)
    tied = lesson("dominos-florentins/shared-win").steps[0].state
    assert (tied.gems[2], tied.gems[0], tied.gems[3]) == (2, 2, 3)
