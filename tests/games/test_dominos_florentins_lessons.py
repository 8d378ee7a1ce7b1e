"""The course of Dominos Florentins: every rule taught and practised, every figure, every word held.

The reader (`escale.teach.lesson`) already refuses a caption or an answer that the engine does not
bear out. What is held here is the course: nothing missing, nothing that points at what is not on
the table, nothing that reads badly.
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
from escale.games.dominos_florentins import game
from escale.games.dominos_florentins.rules import LAID_OPEN, PILE
from escale.teach.lesson import Lesson, Step, lesson, lessons
from escale.teach.rulebook import rulebook
from escale.teach.texts import LANGUAGES

FOLDER = files("escale.games.dominos_florentins").joinpath("lessons")
COURSE = [
    "goal", "cards", "set-up", "first-card", "matching", "cross", "corner", "lay-open", "closing",
    "joining", "empty-pile", "late-cross", "the-end", "black-cards", "shared-win", "first-game",
]  # fmt: skip
RULES = {rule.id: rule for rule in rulebook(game)}
NARROW, HARD = "\u202f", "\u00a0"

#: Where each figure of the rulebook is: the lesson, the English title of the step, and either what
#: happens in it, or the right answer of its question.
CASES: dict[str, tuple[str, str, Mapping[str, Any] | str]] = {
    "figure 1: the colours at the touching sides": (
        "matching",
        "Figure 1: the same colour",
        "No",  # the card must be turned first
    ),
    "figure 1: turned, it matches": (
        "matching",
        "It matches",
        {"event": "match", "cell": "d5", "beside": "d4", "colour": "bleu"},
    ),
    "figure 1: a card that does not match": (
        "matching",
        "Figure 1: one that doesn’t fit",
        "No, none",
    ),
    "figure 2: three cards in each arm, one after the other": (
        "cross",
        "Figure 2: four arms of three",
        "No",
    ),
    "figure 2: a cell between the arms is refused before": (
        "cross",
        "Figure 2: not between the arms",
        "No",
    ),
    "figure 2: the cross is complete": (
        "cross",
        "The cross is complete at last",
        {"event": "cross-complete"},
    ),
    "figure 3: only one side matches": (
        "corner",
        "Figure 3: only one side matches",
        "No",
    ),
    "figure 3: two sides match": (
        "corner",
        "One corner opens others",
        {"event": "corner", "cell": "e5"},
    ),
    "figure 4: closed and open spaces, the gems of one colour": (
        "the-end",
        "Figure 4: closed or open?",
        "2",
    ),
    "figure 4: what a black card changes": (
        "the-end",
        "Figure 4: what a black card changes",
        {"event": "close", "seat": 0, "colour": "rouge", "gems": 4},
    ),
}


@pytest.fixture(params=COURSE)
def one(request: pytest.FixtureRequest) -> Lesson:
    return lesson(f"dominos-florentins/{request.param}")


def tables() -> Iterator[tuple[str, dict[str, Any]]]:
    for number, name in enumerate(COURSE, start=1):
        file = f"{number:02}-{name}.toml"
        yield file, tomllib.loads(FOLDER.joinpath(file).read_text("utf-8"))


def steps() -> Iterator[Step]:
    for name in COURSE:
        yield from lesson(f"dominos-florentins/{name}").steps


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
    assert lessons("dominos-florentins") == [f"dominos-florentins/{name}" for name in COURSE]


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
    assert all(re.fullmatch(r"[A-Z].{20,}\.", reason) for reason in listed.values())


@pytest.mark.parametrize("case", CASES)
def test_every_figure_is_a_step(case: str) -> None:
    name, title, wanted = CASES[case]
    (step,) = [s for s in lesson(f"dominos-florentins/{name}").steps if s.title["en"] == title]
    if isinstance(wanted, str):
        assert step.question is not None
        assert [c.label["en"] for c in step.question.choices if c.right] == [wanted]
        return
    happened = [
        {"event": event.kind, "seat": event.seat, **event.facts}
        for moment in step.moments
        for event in moment.events
    ]
    assert any(wanted.items() <= facts.items() for facts in happened)


@pytest.mark.parametrize("rule", [rule.id for rule in RULES.values() if rule.ruling])
def test_a_ruling_is_said_to_be_ours(rule: str) -> None:
    told = [step for step in steps() if rule in step.rules]
    assert any("livret" in step.text["fr"] for step in told)
    assert any("rulebook" in step.text["en"] for step in told)


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


def test_the_learner_plays_all_own_moves_of_the_first_game() -> None:
    last = lesson("dominos-florentins/first-game")
    asked = [step for step in last.steps if step.question and step.question.kind == "move"]
    assert len(asked) == sum(ply.seat == last.seat for ply in last.match.plies)


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
            assert pointed <= keys, step.title["en"]
            for hidden in step.hide:
                assert any(fnmatchcase(key, hidden) for key in scene.pieces), step.title["en"]


# --- The words ----------------------------------------------------------------------------------


def test_captions_and_titles_are_short(one: Lesson) -> None:
    for lang in LANGUAGES:
        assert len(one.title[lang]) <= 48
        for step in one.steps:
            assert len(step.title[lang]) <= 48, step.title[lang]
            assert len(step.text[lang]) <= 280, step.text[lang]
            if step.question:
                assert len(step.question.text[lang]) <= 120, step.question.text[lang]


def test_french_typography(one: Lesson) -> None:
    for text in said(one, "fr"):
        assert not re.search(r"['\"]|  |\.\.\.", text), text
        assert not re.search(rf"(?<!{HARD}):", text), text
        assert not re.search(rf"(?<!{NARROW})[;!?]", text), text
        assert not re.search(rf"«(?!{HARD})|(?<!{HARD})»", text), text


def test_english_typography(one: Lesson) -> None:
    for text in said(one, "en"):
        assert not re.search(r"['\"]|  |\.\.\.|\s[:;!?,.]", text), text
        assert HARD not in text, text
        assert NARROW not in text, text


def test_nobody_is_called_he_or_she(one: Lesson) -> None:
    """Names may change (in French only a reader can judge this)."""
    for text in said(one, "en"):
        assert not re.search(r"\b(he|she|him|his|her)\b", text), text


def test_what_is_said_to_an_answer_belongs_to_a_wrong_one() -> None:
    """The reader drops a reply to an answer that is not offered: here it is a mistake."""
    for file, table in tables():
        read = lesson(f"dominos-florentins/{file[3:-5]}")
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
            for answer in ask["wrong"]:
                assert rights.get(answer) is False, (file, step.title["en"], answer)
