"""The course of Casanova: its worked cases, its odds, no hidden card told.

What every course has to hold stands in `test_courses.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

import pytest
from courses import Case, is_a_step, said, step_called, tables

from escale.engine.match import Match
from escale.games.casanova import game
from escale.games.casanova.rules import CARDS, COINS, DICE, PURSE
from escale.teach.lesson import lesson, lessons

#: Where each worked case of the rules page is. (The rulebook prints no figures.)
CASES: dict[str, Case] = {
    "a clear win under the massimo": (
        "a-round",
        "A clear win",
        {"event": "win", "seat": 1, "card": 8, "massimo": 10, "coins": 3},
    ),
    "a card equal to the massimo wins": (
        "the-limit",
        "Exactly the massimo",
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
        "6 coins in one go",
        {"event": "carried", "coins": 3},
    ),
    "Quitte": (
        "a-round",
        "The cards are turned",
        {"event": "quitte", "seat": 0},
    ),
    "Double followed by some": (
        "double",
        "Match or fold",
        {"event": "call", "seat": 1},
    ),
    "... and not by others": (
        "double",
        "Two cards face to face",
        {"event": "win", "seat": 0, "card": 8, "coins": 6},
    ),
    "Double and everyone folds with a card above the massimo": (
        "bluff",
        "Winning with too high a card",
        {"event": "win-above", "seat": 0, "card": 9, "massimo": 6},
    ),
    "the last coin staked and won": (
        "last-coin",
        "Back with 3 coins",
        {"event": "saved", "seat": 0, "coins": 3},
    ),
    "elimination": (
        "elimination",
        "Dario is eliminated",
        {"event": "eliminated", "seat": 3},
    ),
    "an active player who cannot double": (
        "last-coin",
        "And what about Double?",
        {"event": "roll", "seat": 0, "massimo": 3},
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
    (poor,) = [s for s in lesson("casanova/last-coin").steps if "about Double" in s.title["en"]]
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


# --- The odds -----------------------------------------------------------------------------------

#: What the lessons say of chances: the lesson, the English title of the step, the dice, and for
#: each card how often in a hundred rounds it wins alone against cards laid at random.
ODDS = [
    ("a-round", "The stake", 2, {5: 44, 7: 38}),
    ("the-limit", "Lower than you’d think", 1, {1: 56, 4: 35}),
]


@cache
def massimos(dice: int) -> Counter[int]:
    """How likely each sum is, from the engine's own dice."""
    match = Match(game, 2)
    for move in (f"d{dice}", "c1", "c1"):
        match.play(move)
    odds: Counter[int] = Counter()
    for roll, chance in game.chance(match.state):
        odds[sum(roll.value)] += chance  # type: ignore[assignment]
    return odds


def within(card: int, dice: int) -> Fraction:
    return Fraction(sum(chance for sum_, chance in massimos(dice).items() if card <= sum_))


def alone(card: int, dice: int, hands: Sequence[Sequence[int]]) -> Fraction:
    """How often a card wins alone against any card of each hand (CA-WIN-1)."""
    total = Fraction(0)
    for massimo, chance in massimos(dice).items():
        if card <= massimo:
            beaten = [Fraction(sum(c > massimo or c < card for c in h), len(h)) for h in hands]
            total += chance * prod(beaten)
    return total


def best(dice: int, hand: Sequence[int], others: Sequence[Sequence[int]]) -> list[int]:
    """The cards of a hand, those that win most often first."""
    return sorted(hand, key=lambda card: alone(card, dice, others), reverse=True)


@pytest.mark.parametrize(("name", "title", "dice", "stated"), ODDS)
def test_the_odds_of_a_lesson_are_those_of_the_engine(
    name: str, title: str, dice: int, stated: dict[int, int]
) -> None:
    one, step = lesson(f"casanova/{name}"), step_called(f"casanova/{name}", title)
    others = [hand for seat, hand in enumerate(one.start.hands) if seat != one.seat]
    for card, percent in stated.items():
        assert round(100 * alone(card, dice, others)) == percent
        for lang in ("fr", "en"):
            assert re.search(rf"\b{card}\b.*\b{percent}\b", step.text[lang])


def test_no_other_odds_are_told() -> None:
    """A chance in a hundred stands in the table above, or it is nowhere."""
    told = [
        (name, text)
        for name in lessons("casanova")
        for text in said(lesson(name), "en")
        if re.search(r"\d%|in 100|per cent", text)
    ]
    assert [name for name, _ in told] == [f"casanova/{name}" for name, *_ in ODDS]


TYPED = re.compile(r"\b(\d+|deux|trois|quatre|cinq|two|three|four|five) (fois|cas|times|cases)\b")


def test_no_lesson_has_its_odds_typed() -> None:
    """They are holes, filled from `odds.py`: if a rule changes, what is said of chances does."""
    assert TYPED.search("It wins alone 44 times in 100.")
    assert TYPED.search("Le 6 dépasse cinq fois sur six.")
    typed = [
        (name, text)
        for name, table in tables("casanova")
        for text in texts_of(table)
        if TYPED.search(text)
    ]
    assert not typed
    holes = [text for _, table in tables("casanova") for text in texts_of(table)]
    assert sum("{odds." in text for text in holes) >= 10


def texts_of(value: Any) -> Iterator[str]:
    """Every text of a lesson's file, its holes unfilled."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts_of(part)


def test_what_is_said_of_single_cards_and_dice_is_true() -> None:
    assert [card for card in CARDS if within(card, 1) >= Fraction(1, 2)] == [1, 2, 3, 4]
    assert [6 * (1 - within(card, 1)) for card in (1, 5, 6)] == [0, 4, 5]
    assert [card for card in CARDS if within(card, 1)] == [1, 2, 3, 4, 5, 6]
    assert [card for card in CARDS if not within(card, 2)] == [13]
    ties = lesson("casanova/ties")
    asked = ties.steps[0].question
    assert asked is not None
    assert asked.hint is not None
    assert asked.because is not None
    cases = [36 * within(card, 2) for card in (6, 7, 8)]
    assert cases == [26, 21, 15]
    for lang in ("fr", "en"):
        assert [int(n) for n in re.findall(r"\d+", asked.hint[lang])] == [7, 21, 36, 8, 15]
        assert [int(n) for n in re.findall(r"\d+", asked.because[lang])] == [6, 26, 36]
    assert [c for c in ties.start.hands[0] if within(c, 2) > Fraction(1, 2)] == [2, 6]
    assert max(massimos(2), key=massimos(2).__getitem__) == 7


def test_what_a_lesson_goes_on_with_is_sound() -> None:
    """Where a card is chosen by odds, the lesson goes on with the best, or says which is better."""
    full = list(CARDS)
    assert best(2, full, [full, full])[0] == 5  # a-round, first-rounds
    assert best(1, full, [full, full])[0] == 1  # first-rounds: the 1 that wins
    seven = lesson("casanova/ties").start.hands
    assert best(2, seven[0], seven[1:])[0] == 6
    last = lesson("casanova/last-coin").start.hands
    chances = {dice: alone(best(dice, last[0], last[1:])[0], dice, last[1:]) for dice in DICE}
    assert max(chances, key=chances.__getitem__) == 1
    assert best(1, last[0], last[1:])[0] == 2


def test_what_a_round_would_have_brought_otherwise_is_true() -> None:
    """Five coins shared three ways (ties); Quitte instead of Double (double)."""
    three = Match(
        game,
        4,
        position={
            "coins": [12, 11, 12, 12], "hands": [[6, 1], [6, 1], [6, 1], [9, 1]],
            "table": 1, "round": 12, "active": 3,
        },
    )  # fmt: skip
    for move in ("d2", "c9", "c6", "c6", "c6", "r25"):
        three.play(move)
    split = next(e for e in three.play("quitte") if e.kind == "split")
    assert (split.facts["coins"], split.facts["share"]) == (5, 1)
    step = step_called("casanova/ties", "It waits for round 10")
    assert "5 pièces auraient fait 1 chacun, et 2 seraient restées" in step.text["fr"]
    assert "5 coins would have made 1 each, with 2 left over" in step.text["en"]

    played = lesson("casanova/double")
    staked = played.start.coins[0]
    won = played.steps[-1].state.coins[0] - staked
    quitte = played.match.fork()
    doubled = [ply.move for ply in played.match.plies].index(game.parse("double"))
    quitte.goto(doubled)
    quitte.play("quitte")
    assert (won, quitte.state.coins[0] - staked) == (4, 3)
    for lang in ("fr", "en"):
        assert re.findall(r"\d", played.steps[-1].text[lang])[-2:] == ["4", "3"]


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
