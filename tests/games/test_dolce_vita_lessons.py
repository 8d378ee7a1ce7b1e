"""The course of Dolce Vita: every rule taught and practised, every example there, every word held.

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
from escale.games.dolce_vita import game
from escale.games.dolce_vita.rules import (
    GOOD_VALUES,
    GOODS,
    HAND,
    HEIGHT,
    MONEY_CARDS,
    PLACEMENTS,
    ROUNDS,
    supply,
)
from escale.teach.lesson import Lesson, Step, lesson, lessons
from escale.teach.rulebook import rulebook
from escale.teach.texts import LANGUAGES

FOLDER = files("escale.games.dolce_vita").joinpath("lessons")
COURSE = [
    "goal", "objects", "set-up", "placing", "awarding", "ties", "next-round", "exchange",
    "bad-exchange", "untouched", "big-ties", "running-out", "put-back", "the-end", "first-round",
]  # fmt: skip
RULES = {rule.id: rule for rule in rulebook(game)}
NARROW, HARD = "\u202f", "\u00a0"

#: Where each example of the rulebook and each worked case of the rules page is: the lesson, the
#: English title of the step, and what happens in it.
CASES: dict[str, tuple[str, str, Mapping[str, Any]]] = {
    "example 1: Rouge and Jaune are tied at 3": (
        "ties",
        "3 against 3: nothing for either",
        {"event": "tie", "column": 1, "seats": [0, 1], "total": 3, "numbers": [[1, 2], [3]]},
    ),
    "example 1: Vert takes the bottom object": (
        "ties",
        "Green takes the jewel worth 200",
        {"event": "take", "seat": 2, "object": "bijou-200", "total": 4, "rank": 1},
    ),
    "example 1: Bleu takes the next": (
        "ties",
        "And the house worth 300 goes to Blue",
        {"event": "take", "seat": 3, "object": "maison-300", "total": 1, "rank": 2},
    ),
    "example 2: Rouge is first in the right column": (
        "ties",
        "To each the object of their rank",
        {"event": "take", "column": 7, "seat": 0, "object": "montre-400", "rank": 1},
    ),
    "example 2: Jaune is second": (
        "ties",
        "To each the object of their rank",
        {"event": "take", "column": 7, "seat": 1, "object": "argent-100", "rank": 2},
    ),
    "example 2: Vert is third": (
        "ties",
        "To each the object of their rank",
        {"event": "take", "column": 7, "seat": 2, "object": "argent-100", "rank": 3},
    ),
    "example 2: Bleu has no card there": (
        "ties",
        "The right column",
        {"event": "no-part", "column": 7, "seats": [3]},
    ),
    "example 3: voiture 400 is exchanged for voiture 700": (
        "exchange",
        "The car worth 400 goes back",
        {"event": "exchange", "object": "voiture-700", "old": "voiture-400", "column": 1},
    ),
    "example 3: voiture 400 goes on top": (
        "exchange",
        "The car worth 400 goes back",
        {"event": "back-on-top", "object": "voiture-400", "column": 1},
    ),
    "a bad exchange (700 for 100)": (
        "bad-exchange",
        "700 for 100",
        {"event": "poor-exchange", "object": "voiture-100", "old": "voiture-700"},
    ),
    "a three-way tie": (
        "big-ties",
        "A three-way tie",
        {"event": "many-tied", "seats": [0, 1, 2]},
    ),
    "two ties in one column": (
        "big-ties",
        "Two ties in one column",
        {"event": "two-ties", "ties": [6, 3]},
    ),
    "everything cancelled in a column": (
        "untouched",
        "Column 5 stays put",
        {"event": "all-cancelled", "column": 5},
    ),
    "an untouched column that rotates": (
        "untouched",
        "A forgotten column rotates",
        {"event": "rotate", "column": 1},
    ),
    "a column that runs out": (
        "running-out",
        "The column runs out",
        {"event": "nothing-left", "seat": 2, "column": 1},
    ),
    "a card put back and taken by the next player": (
        "put-back",
        "Put back, taken at once",
        {"event": "just-put-back", "seat": 0, "object": "montre-200", "other": 1},
    ),
    "a shared win": (
        "the-end",
        "A shared win",
        {"event": "shared-win", "seats": [0, 2]},
    ),
}


@pytest.fixture(params=COURSE)
def one(request: pytest.FixtureRequest) -> Lesson:
    return lesson(f"dolce-vita/{request.param}")


def tables() -> Iterator[tuple[str, dict[str, Any]]]:
    for number, name in enumerate(COURSE, start=1):
        file = f"{number:02}-{name}.toml"
        yield file, tomllib.loads(FOLDER.joinpath(file).read_text("utf-8"))


def steps() -> Iterator[Step]:
    for name in COURSE:
        yield from lesson(f"dolce-vita/{name}").steps


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
    assert lessons("dolce-vita") == [f"dolce-vita/{name}" for name in COURSE]


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
def test_every_example_and_worked_case_is_a_step(case: str) -> None:
    name, title, wanted = CASES[case]
    (step,) = [s for s in lesson(f"dolce-vita/{name}").steps if s.title["en"] == title]
    happened = [
        {"event": event.kind, "seat": event.seat, **event.facts}
        for moment in step.moments
        for event in moment.events
    ]
    assert any(wanted.items() <= facts.items() for facts in happened)


def test_the_examples_have_the_names_of_the_rulebook() -> None:
    ties = lesson("dolce-vita/ties")
    assert ties.players["fr"] == ["Rouge", "Jaune", "Vert", "Bleu"]
    totals = next(e for m in ties.steps[1].moments for e in m.events if e.kind == "totals")
    assert totals.facts["totals"] == [3, 3, 4, 1]


@pytest.mark.parametrize("rule", [rule.id for rule in RULES.values() if rule.ruling])
def test_a_ruling_is_said_to_be_ours(rule: str) -> None:
    told = [step for step in steps() if rule in step.rules]
    assert any("livret" in step.text["fr"] for step in told)
    assert any("rulebook" in step.text["en"] for step in told)


def test_the_numbers_of_the_box_are_those_of_the_game() -> None:
    box = lesson("dolce-vita/objects")
    goods, money = len(GOODS) * len(GOOD_VALUES), supply(game.options["money_100"].default)
    for lang in LANGUAGES:
        of_all = [int(n) for n in re.findall(r"\d+", box.steps[0].text[lang])][:3]
        assert of_all == [goods + MONEY_CARDS, goods, MONEY_CARDS]
        cards = (money["argent-100"], money["argent-200"])
        assert re.findall(r"\d+", box.steps[2].text[lang])[2:6:2] == [str(n) for n in cards]
        rounds = lesson("dolce-vita/set-up").steps[4].text[lang]
        assert [int(n) for n in re.findall(r"\d", rounds)] == [ROUNDS[4], ROUNDS[3], ROUNDS[5]]


def test_the_learner_lays_all_five_cards_of_the_first_round() -> None:
    last = lesson("dolce-vita/first-round")
    asked = [step for step in last.steps if step.question and step.question.kind == "move"]
    assert len(asked) == PLACEMENTS
    for step in asked:
        assert step.question is not None
        right = {game.format(move) for move, reaches in step.question.moves if reaches}
        ply = last.match.plies[step.ply]
        assert ply.seat == last.seat
        assert game.format(ply.move) in right  # what the lesson goes on with


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


def test_the_picture_does_not_give_an_answer_away(one: Lesson) -> None:
    """A badge on an object tells who will take it: not while that is asked."""
    for step in one.steps:
        question = step.question
        names = set(one.players["en"])
        if question and {choice.label["en"] for choice in question.choices} & names:
            asked_for_takers = "take" in question.text["en"]
            shown = picture(game, game.view(step.state, one.seat), "en", one.players["en"]).pieces
            left = [k for k in shown if not any(fnmatchcase(k, h) for h in step.hide)]
            # The claims of other columns do no harm; those of the column in question would.
            settling = step.state.settling[:1] or (1,)
            claims = [k for k in left if k.startswith(f"claim:{settling[0]}/")]
            assert not (asked_for_takers and claims), step.title["en"]


def test_positions_could_have_come_about() -> None:
    """Columns are as high as the round allows, and of collections only what matters is shown."""
    for file, table in tables():
        position = table.get("position")
        if position is None:
            continue
        players, before = len(table["players"]["en"]), position["round"] - 1
        assert position.get("first", before % players) == before % players, file
        for column in position["columns"]:
            assert HEIGHT - len(column) <= players * before, file
        for own in position["own"]:
            assert len(own) <= PLACEMENTS * before, file
        assert sum(map(len, position["laid"])) < PLACEMENTS * players, file
        assert all(1 <= number <= len(HAND) for cards in position["laid"] for _, number in cards)


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


def test_no_colour_is_called_he_or_she(one: Lesson) -> None:
    """Players are called by their colour (in French only a reader can judge this)."""
    for text in said(one, "en"):
        assert not re.search(r"\b(he|she|him|his|her)\b", text), text


def test_what_is_said_to_an_answer_belongs_to_a_wrong_one() -> None:
    """The reader drops a reply to an answer that is not offered: here it is a mistake."""
    for file, table in tables():
        read = lesson(f"dolce-vita/{file[3:-5]}")
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
