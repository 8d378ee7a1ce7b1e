"""Every course: nothing missing, nothing that points at what is not there, no word amiss.

The reader (`escale.teach.lesson`) already refuses a caption or an answer that the engine does not
bear out. What is held here is the course of a game, of any game that is installed; what a course
has of its own stands in `test_GAME_lessons.py`.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from itertools import pairwise

import pytest
from courses import last_of_line, said, steps, tables

import escale
from escale.app.commands.rule_coverage import house_games
from escale.teach.languages import LANGUAGES
from escale.teach.lesson import Lesson, lesson, lessons, not_practised, with_quick_start
from escale.teach.lesson_outline import outlines
from escale.teach.questions import Allowed
from escale.teach.questions.asked import is_event
from escale.teach.rulebook import rulebook
from escale.widgets import lesson_frames

TAUGHT = [game for game in escale.game_names() if lessons(game)]
HOUSE = [game.id for game in house_games()]
RULINGS = [(game, rule.id) for game in HOUSE for rule in rulebook(escale.game(game)) if rule.ruling]
COURSES = {
    "casanova": """
        goal set-up a-round the-limit nobody the-cards ties double folding bluff
        elimination the-end first-rounds | last-coin empty-purses falling-together
    """,
    "dolce-vita": """
        goal objects set-up placing awarding ties next-round exchange bad-exchange untouched
        the-end first-round | big-ties running-out put-back
    """,
    "dominos-florentins": """
        goal cards set-up first-card matching cross corner lay-open closing joining empty-pile
        the-end black-cards first-game | late-cross shared-win
    """,
}
NARROW, HARD = "\u202f", "\u00a0"


@pytest.fixture(params=[name for game in TAUGHT for name in with_quick_start(game)])
def one(request: pytest.FixtureRequest) -> Lesson:
    return lesson(request.param)


# --- The course ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", HOUSE)
def test_the_course_is_in_its_order(game: str) -> None:
    line, _, optional = (part.split() for part in COURSES[game].partition("|"))
    assert lessons(game) == [f"{game}/{name}" for name in [*line, *optional]]
    chosen = [one.id for one in outlines(escale.game(game)) if one.optional]
    assert chosen == [f"{game}/{name}" for name in optional]


def test_every_lesson_is_short_and_asks_something(one: Lesson) -> None:
    assert 3 <= len(one.steps) <= 8
    questions = [step.question for step in one.steps if step.question]
    assert questions
    for question in questions:
        assert question.look, question.text  # the first hint: where to look
        assert question.hint, question.text  # the second: what to see there
        for choice in question.choices:
            assert choice.right or choice.wrong, (question.text, choice.label)  # why not


@pytest.mark.parametrize("game", HOUSE)
def test_every_kind_of_question_is_used(game: str) -> None:
    asks = [s["ask"] for _, table in tables(game) for s in table["step"] if "ask" in s]
    for kind in ("event", "goal", "allowed", "right"):
        assert sum(kind in ask for ask in asks) >= 4


@pytest.mark.parametrize("game", HOUSE)
def test_every_rule_is_taught_and_practised_or_listed_with_the_reason(game: str) -> None:
    rules = set(rulebook(escale.game(game)).rules)
    assert {rule for step in steps(game) for rule in step.rules} == rules
    practised = {rule for step in steps(game) if step.question for rule in step.question.rules}
    listed = not_practised(escale.game(game))
    assert practised | set(listed) == rules
    assert not practised & set(listed)
    assert all(re.fullmatch(r"[A-Z].{20,}\.", reason) for reason in listed.values())


@pytest.mark.parametrize("game", HOUSE)
def test_only_our_own_decisions_wait_for_the_optional_chapter(game: str) -> None:
    """Whoever leaves it out has been taught every rule of the rulebook, and asked about it."""
    line = [one for one in outlines(escale.game(game)) if not one.optional]
    taught = {rule for one in line for step in one.steps for rule in step.rules}
    asked = {rule for one in line for step in one.steps for rule in step.asked or ()}
    asked |= set(not_practised(escale.game(game)))
    late = {rule.id for rule in rulebook(escale.game(game)) if rule.id not in taught & asked}
    assert late
    assert {(game, rule) for rule in late} <= set(RULINGS)


@pytest.mark.parametrize(("game", "rule"), RULINGS)
def test_a_ruling_is_said_to_be_ours(game: str, rule: str) -> None:
    told = [step for step in steps(game) if rule in step.rules]
    assert any("livret" in step.text["fr"] for step in told)
    assert any("rulebook" in step.text["en"] for step in told)


def test_a_lesson_goes_on_with_a_move_that_was_right(one: Lesson) -> None:
    for step in one.steps:
        if step.question and step.question.kind == "move":
            move = one.match.plies[step.ply].move
            assert (move, True) in step.question.moves
            assert one.match.plies[step.ply].seat == one.seat


@pytest.mark.parametrize("game", HOUSE)
def test_the_learner_makes_every_own_move_of_the_last_lesson(game: str) -> None:
    """A first round, first rounds, a first game: it is theirs."""
    last = lesson(last_of_line(game))
    asked = [step.ply for step in last.steps if step.question and step.question.kind == "move"]
    assert asked == [i for i, ply in enumerate(last.match.plies) if ply.seat == last.seat]


@pytest.mark.parametrize("game", HOUSE)
def test_the_last_lesson_of_the_line_and_no_other_is_played_without_help(game: str) -> None:
    assert [one.id for one in outlines(escale.game(game)) if one.alone] == [last_of_line(game)]
    assert lesson_frames.page(lesson(last_of_line(game)))["alone"] is True


@pytest.mark.parametrize("game", HOUSE)
def test_a_right_answer_is_told_why(game: str) -> None:
    """Of a move, too, unless any is right: then there is nothing to be told."""
    quick = lesson(f"{game}/quick-start").steps
    for step in [*quick, *steps(game)]:
        if step.question and step.question.moves and all(right for _, right in step.question.moves):
            continue
        assert step.question is None or step.question.because, step.question.text["en"]


@pytest.mark.parametrize("game", HOUSE)
def test_no_lesson_ends_on_a_question(game: str) -> None:
    for name in lessons(game):
        assert lesson(name).steps[-1].question is None, name


@pytest.mark.parametrize("game", HOUSE)
def test_yes_is_right_as_often_as_no(game: str) -> None:
    """Or nearly: who always says no must not pass for somebody who knows."""
    asked = [step.question for step in steps(game) if isinstance(step.question, Allowed)]
    yes = sum(question.choices[0].right for question in asked)
    assert 1 / 3 <= yes / len(asked) <= 2 / 3


@pytest.mark.parametrize("game", HOUSE)
def test_the_last_lesson_dictates_no_move(game: str) -> None:
    """It gives a goal: an event, or several moves; one alone only if there are just two."""
    last = last_of_line(game)
    for entry, step in zip(dict(tables(game))[last]["step"], lesson(last).steps, strict=True):
        goal = entry.get("ask", {}).get("goal", "legal")
        if isinstance(goal, list) and step.question:
            assert len(goal) > 1 or len(step.question.moves) == 2, step.title["en"]


#: Words by which a step takes one particular move for the learner's.
TAKEN = {
    "fr": re.compile(r"continuons avec|votre \d", re.IGNORECASE),
    "en": re.compile(r"go on with|your \d", re.IGNORECASE),
}


@pytest.mark.parametrize("game", HOUSE)
def test_a_lesson_that_goes_on_with_a_move_of_its_own_says_so(game: str) -> None:
    """Where several moves reach the goal, the learner may have made another than the lesson."""
    free = 0
    for name in [*lessons(game), f"{game}/quick-start"]:
        for asked, after in pairwise(lesson(name).steps):
            question = asked.question
            if question is None or question.kind != "move":
                continue
            if sum(right for _, right in question.moves) < 2:
                continue
            free += 1
            for lang, text in after.text.items():
                first = text.split(".")[0]
                assert not TAKEN[lang].search(first), (name, text)
    assert free


# --- The table ----------------------------------------------------------------------------------


def test_what_is_pointed_at_is_seen_and_what_is_hidden_was_there(one: Lesson) -> None:
    for step in one.steps:
        bare = step._replace(hide=())
        pointed = {*step.mark, *(key for arrow in step.arrow for key in arrow)}
        if step.question:
            pointed |= set(step.question.look)
        for lang in LANGUAGES:
            whole, shown = (lesson_frames.picture_of(one, part, lang) for part in (bare, step))
            seen = {*shown.pieces, *shown.targets}
            assert pointed <= seen, (step.title["en"], pointed - seen)
            for pattern in step.hide:
                there = {*whole.pieces, *whole.targets}
                assert any(fnmatchcase(key, pattern) for key in there), step.title["en"]


# --- The words ----------------------------------------------------------------------------------


def test_captions_and_titles_are_short(one: Lesson) -> None:
    for lang in LANGUAGES:
        assert len(one.title[lang]) <= 48
        for step in one.steps:
            assert len(step.title[lang]) <= 48, step.title[lang]
            assert len(step.text[lang]) <= 280, (len(step.text[lang]), step.text[lang])
            if step.question:
                assert len(step.question.text[lang]) <= 120, step.question.text[lang]


def test_answers_begin_with_a_capital(one: Lesson) -> None:
    """They are buttons, and begin a sentence: “A car? Not quite.”"""
    for step in one.steps:
        for choice in step.question.choices if step.question else ():
            for lang in LANGUAGES:
                assert not choice.label[lang][:1].islower(), choice.label[lang]


def test_typography(one: Lesson) -> None:
    for text in said(one, "fr"):
        assert not re.search(r"['\"·]|  |\.\.\.", text), text
        assert not re.search(rf"(?<!{HARD}):", text), text
        assert not re.search(rf"(?<!{NARROW})[;!?]", text), text
        assert not re.search(rf"«(?!{HARD})|(?<!{HARD})»", text), text
    for text in said(one, "en"):
        assert not re.search(r"['\"]|  |\.\.\.|\s[:;!?,.]", text), text
        assert HARD not in text, text
        assert NARROW not in text, text


def test_no_player_is_called_he_or_she(one: Lesson) -> None:
    """Names may change (in French only a reader can judge this)."""
    for text in said(one, "en"):
        assert not re.search(r"\b(he|she|him|his|her)\b", text), text


@pytest.mark.parametrize("game", TAUGHT)
def test_what_is_said_to_an_answer_belongs_to_a_wrong_one(game: str) -> None:
    """The reader drops a reply to an answer that is not offered: here it is a mistake."""
    for name, table in tables(game):
        for entry, step in zip(table["step"], lesson(name).steps, strict=True):
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
                assert rights.get(answer) is False, (name, step.title["en"], answer)


# --- The rule that is shown after an answer -------------------------------------------------------


def test_after_an_answer_the_rule_is_shown_that_decides_it(one: Lesson) -> None:
    """A page shows the first of a question's rules: not one that is only spoken of."""
    written = dict(tables(one.game.id))[one.id]["step"]
    beside = []
    for number, (step, table) in enumerate(zip(one.steps, written, strict=True), start=1):
        ask, question = table.get("ask", {}), step.question
        if question is None:
            continue
        later = [
            event
            for after in one.steps[number:]
            for moment in after.moments
            for event in moment.events
        ]
        wanted = ask.get("event") or ask.get("proof")
        refused = ask.get("allowed") or ask.get("proof", {}).get("refused")
        decides: list[str] = []
        if refused:
            seat = ask.get("proof", {}).get("seat", one.game.actor(step.state))
            reasons = one.game.why_not(step.state, seat, refused) if seat is not None else ()
            meant = ask.get("proof", {}).get("rule")
            decides = [reason.rule for reason in reasons if meant in (None, reason.rule)]
        elif wanted and (isinstance(wanted, str) or "event" in wanted):
            decides = [event.rule for event in later if is_event(event, wanted)][:1]
        named = [rule for rule in question.rules if rule in decides]
        if named and question.rules[0] not in named:
            beside.append((number, question.rules, decides))
    assert not beside
