"""The course of Casanova: every rule taught and practised, every worked case there.

The reader (`escale.teach.lesson`) already refuses a caption or an answer that the engine does not
bear out. What is held here is the course: nothing missing, nothing that points at what is not on
the table, nothing that tells a hidden card, nothing that reads badly.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import Any

import pytest

from escale.draw.scene import picture
from escale.games.casanova import game
from escale.games.casanova.rules import CARDS, COINS, DICE, PURSE
from escale.teach.lesson import Lesson, Step, lesson, lessons
from escale.teach.rulebook import rulebook
from escale.teach.texts import LANGUAGES

FOLDER = files("escale.games.casanova").joinpath("lessons")
COURSE = [
    "goal", "set-up", "a-round", "the-limit", "nobody", "the-cards", "ties", "double", "folding",
    "bluff", "last-coin", "elimination", "empty-purses", "the-end", "falling-together",
    "first-rounds",
]  # fmt: skip
RULES = {rule.id: rule for rule in rulebook(game)}
NARROW, HARD = "\u202f", "\u00a0"

#: Where each worked case of the rules page is: the lesson, the English title of the step, and what
#: happens in it. (The rulebook prints no figures.)
CASES: dict[str, tuple[str, str, Mapping[str, Any]]] = {
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


@pytest.fixture(params=COURSE)
def one(request: pytest.FixtureRequest) -> Lesson:
    return lesson(f"casanova/{request.param}")


def tables() -> Iterator[tuple[str, dict[str, Any]]]:
    for number, name in enumerate(COURSE, start=1):
        file = f"{number:02}-{name}.toml"
        yield file, tomllib.loads(FOLDER.joinpath(file).read_text("utf-8"))


def steps() -> Iterator[Step]:
    for name in COURSE:
        yield from lesson(f"casanova/{name}").steps


def said(one: Lesson, lang: str) -> Iterator[str]:
    """Everything that a learner can read in a lesson."""
    yield from (one.title[lang], one.about[lang])
    for step in one.steps:
        yield from (step.title[lang], step.text[lang])
        question = step.question
        if question is None:
            continue
        yield question.text[lang]
        if question.hint:
            yield question.hint[lang]
        for choice in question.choices:
            yield choice.label[lang]
            if choice.wrong:
                yield choice.wrong[lang]
        for reply in question.replies.values():
            yield reply[lang]


# --- The course ---------------------------------------------------------------------------------


def test_the_course_is_in_its_order() -> None:
    assert lessons("casanova") == [f"casanova/{name}" for name in COURSE]


def test_every_lesson_is_short_and_asks_something(one: Lesson) -> None:
    assert 3 <= len(one.steps) <= 8
    questions = [step.question for step in one.steps if step.question]
    assert questions
    for question in questions:
        assert question.look, question.text  # the first hint: where to look
        assert question.hint, question.text  # the second: what to see there


def test_every_kind_of_question_is_used() -> None:
    asks = [s["ask"] for _, table in tables() for s in table["step"] if "ask" in s]
    for kind in ("event", "goal", "allowed", "right"):
        assert sum(kind in ask for ask in asks) >= 4


def test_every_rule_is_taught() -> None:
    assert {rule for step in steps() for rule in step.rules} == set(RULES)


def test_every_rule_is_practised_or_listed_with_the_reason() -> None:
    practised = {rule for step in steps() if step.question for rule in step.question.rules}
    listed = tomllib.loads(FOLDER.joinpath("coverage.toml").read_text("utf-8"))["not-practised"]
    assert practised | set(listed) == set(RULES)
    assert not practised & set(listed)


@pytest.mark.parametrize("case", CASES)
def test_every_worked_case_is_a_step(case: str) -> None:
    name, title, wanted = CASES[case]
    (step,) = [s for s in lesson(f"casanova/{name}").steps if s.title["en"] == title]
    happened = [
        {"event": event.kind, "seat": event.seat, **event.facts}
        for moment in step.moments
        for event in moment.events
    ]
    assert any(wanted.items() <= facts.items() for facts in happened)


def test_double_is_refused_to_whoever_has_no_coin() -> None:
    """The worked case of a refusal: no event shows it, the question does."""
    (poor,) = [s for s in lesson("casanova/last-coin").steps if "poor" in s.title["en"]]
    assert game.why_not(poor.state, 0, "double")[0].rule == "CA-ELI-3"
    assert poor.question is not None
    assert [choice.right for choice in poor.question.choices] == [False, True]


@pytest.mark.parametrize("rule", [rule.id for rule in RULES.values() if rule.ruling])
def test_a_ruling_is_said_to_be_ours(rule: str) -> None:
    told = [step for step in steps() if rule in step.rules]
    assert any("livret" in step.text["fr"] for step in told)
    assert any("rulebook" in step.text["en"] for step in told)


def test_the_numbers_of_the_box_are_those_of_the_game() -> None:
    box = lesson("casanova/set-up").steps
    for lang, number in (("fr", "trois"), ("en", "three")):
        assert [int(n) for n in re.findall(r"\d+", box[0].text[lang])] == [1, CARDS[-1], COINS]
        assert number in box[0].text[lang]
        assert len(DICE) == 3
        assert int(re.findall(r"\d+", box[1].text[lang])[0]) == PURSE


def test_the_learner_makes_every_choice_of_the_first_rounds() -> None:
    """Announcing, laying and speaking in one round, laying and answering in the next."""
    last = lesson("casanova/first-rounds")
    asked = [step.ply for step in last.steps if step.question and step.question.kind == "move"]
    chosen = [i for i, ply in enumerate(last.match.plies) if ply.seat == last.seat]
    assert asked == chosen


def test_a_lesson_goes_on_with_a_move_that_was_right(one: Lesson) -> None:
    for step in one.steps:
        if step.question and step.question.kind == "move":
            move = one.match.plies[step.ply].move
            assert (move, True) in step.question.moves
            assert one.match.plies[step.ply].seat == one.seat


# --- The table ----------------------------------------------------------------------------------


def test_marks_looks_and_arrows_point_at_what_is_on_the_table(one: Lesson) -> None:
    for step in one.steps:
        for lang in LANGUAGES:
            scene = picture(game, game.view(step.state, one.seat), lang, one.players[lang])
            keys = {*scene.pieces, *scene.targets}
            pointed = {*step.mark, *(key for arrow in step.arrow for key in arrow)}
            if step.question:
                pointed |= set(step.question.look)
            assert pointed <= keys, (step.title["en"], pointed - keys)
            hidden = [k for k in scene.pieces if any(fnmatchcase(k, h) for h in step.hide)]
            assert not pointed & set(hidden), step.title["en"]
            for pattern in step.hide:
                assert any(fnmatchcase(key, pattern) for key in scene.pieces), step.title["en"]


def test_no_caption_tells_a_card_before_it_is_turned() -> None:
    """What a hole says of a card comes from the turning, from the win, or from one's own hand."""
    for file, table in tables():
        own = table.get("seat", 0)
        turned = False
        for entry, step in zip(table["step"], lesson(f"casanova/{file[3:-5]}").steps, strict=True):
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
    for file, table in tables():
        position = table.get("position")
        if position is None:
            continue
        players, before = len(table["players"]["en"]), position["round"] - 1
        assert sum(position["coins"]) + position["table"] == PURSE * players, file
        assert position["active"] == before % players, file
        for coins, hand in zip(position["coins"], position["hands"], strict=True):
            assert coins >= PURSE - 2 * before, file
            assert len(hand) >= len(CARDS) - before, file


# --- The words ----------------------------------------------------------------------------------


def test_captions_and_titles_are_short(one: Lesson) -> None:
    for lang in LANGUAGES:
        assert len(one.title[lang]) <= 48
        for step in one.steps:
            assert len(step.title[lang]) <= 48, step.title[lang]
            assert len(step.text[lang]) <= 280, (len(step.text[lang]), step.text[lang])
            if step.question:
                assert len(step.question.text[lang]) <= 120, step.question.text[lang]


def test_french_typography(one: Lesson) -> None:
    for text in said(one, "fr"):
        assert not re.search(r"['\"·]|  |\.\.\.", text), text
        assert not re.search(rf"(?<!{HARD}):", text), text
        assert not re.search(rf"(?<!{NARROW})[;!?]", text), text
        assert not re.search(rf"«(?!{HARD})|(?<!{HARD})»", text), text


def test_english_typography(one: Lesson) -> None:
    for text in said(one, "en"):
        assert not re.search(r"['\"]|  |\.\.\.|\s[:;!?,.]", text), text
        assert HARD not in text, text
        assert NARROW not in text, text


def test_no_player_is_called_he_or_she(one: Lesson) -> None:
    for text in said(one, "en"):
        assert not re.search(r"\b(he|she|him|his|her)\b", text), text


def test_what_is_said_to_an_answer_belongs_to_a_wrong_one() -> None:
    """The reader drops a reply to an answer that is not offered: here it is a mistake."""
    for file, table in tables():
        read = lesson(f"casanova/{file[3:-5]}")
        for entry, step in zip(table["step"], read.steps, strict=True):
            ask = entry.get("ask", {})
            if "wrong" not in ask or "goal" in ask:  # the reader checks the replies to moves
                continue
            assert step.question is not None
            if "right" in ask:
                answers = [str(i) for i in range(len(ask["options"]))]
            else:
                answers = ["yes", "no"] if "allowed" in ask else [str(o) for o in ask["options"]]
            rights = dict(zip(answers, [c.right for c in step.question.choices], strict=True))
            assert {answer for answer, right in rights.items() if not right} == set(ask["wrong"])
