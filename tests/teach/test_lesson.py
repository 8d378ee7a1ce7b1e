"""Lessons are read, played by the engine, and refused with file and line where they do not hold."""

from __future__ import annotations

from importlib.resources import files

import pytest

import escale
from escale.teach.lesson import BadLesson, lesson, lessons, read
from escale.widgets import lesson_frames

GAME = escale.game("dolce-vita")
TIES = files("escale.games.dolce_vita").joinpath("lessons", "06-ties.toml").read_text("utf-8")


def bad(source: str) -> BadLesson:
    with pytest.raises(BadLesson) as caught:
        read(GAME, "dolce-vita/ties", source, "06-ties.toml")
    assert "\n" not in str(caught.value)
    return caught.value


def line_of(text: str, source: str = TIES) -> int:
    return next(n for n, line in enumerate(source.splitlines(), 1) if text in line)


def test_the_tie_of_the_rulebook_is_a_lesson_with_the_rulebooks_names_and_numbers() -> None:
    ties = lesson("dolce-vita/ties")
    assert ties.id in lessons("dolce-vita")
    assert "Rouge et Jaune sont à égalité" in ties.steps[2].text["fr"]
    assert ties.steps[3].title == {
        "fr": "Vert prend le bijou à 200",
        "en": "Green takes the jewel worth 200",
    }
    assert "la maison à 300 va à Bleu" in ties.steps[4].title["fr"]


def test_the_answer_of_a_question_comes_from_the_engine() -> None:
    question = lesson("dolce-vita/ties").steps[1].question
    assert question is not None
    assert [choice.label["en"] for choice in question.choices if choice.right] == ["Blue"]


def test_another_move_gives_another_sentence_or_none() -> None:
    """Captions and answers follow the moves: with a 6 instead of a 1, Bleu comes first."""
    changed = TIES.replace('play = "1>1"', 'play = "6>1"')
    assert lesson("dolce-vita/ties").steps[0].text["en"].count("Your 1 goes below") == 1
    other = read(GAME, "dolce-vita/ties", changed)
    assert "Your 6 goes below" in other.steps[0].text["en"]
    assert other.steps[3].title["en"] == "Blue takes the jewel worth 200"
    error = bad(TIES.replace('show = "tie"', 'show = {event = "tie", total = 9}'))
    assert "no moment left" in str(error)


@pytest.mark.parametrize(
    ("old", "new", "says", "at"),
    [
        ('play = "1>1"', 'play = "9>1"', "DV-SET-2", 'play = "9>1"'),
        ('play = "1>1"', 'play = "nonsense"', "nonsense", 'play = "nonsense"'),
        ('rules = ["DV-AWA-2"]', 'rules = ["DV-AWA-99"]', "no rule 'DV-AWA-99'", "DV-AWA-99"),
        ('rules = ["DV-AWA-2"]', "", "rules is a list", None),
        (
            'title.en = "Adding up"',
            "",
            "title.fr and title.en are both needed",
            'title.fr = "On add',
        ),
        (
            "{tie.total} contre",
            "{tie.sum} contre",
            "title.fr: a hole cannot be filled",
            "{tie.sum}",
        ),
        ("êtes {lay.seat}.", "êtes {take.seat}.", "this step has:", "êtes {take.seat}."),
        (
            'show = "totals"',
            'show = "totals"\npictures = 3',
            "a step has no 'pictures'",
            "pictures",
        ),
        ("options = [0, 1, 2, 3,", "options = [0, 1, 2,", "the answer is 3", "options = ["),
        ("seat = 3\n", "seat = 7\n", "there is no seat 7", "seat = 7"),
        ('["bijou-200", ', '["bijou-900", ', "bijou-900", "bijou-900"),
    ],
)
def test_a_mistake_is_named_with_file_and_line(
    old: str, new: str, says: str, at: str | None
) -> None:
    assert old in TIES
    source = TIES.replace(old, new, 1)
    error = bad(source)
    assert says in str(error)
    assert str(error).startswith("06-ties.toml, line ")
    if at is not None:
        assert error.line == line_of(at, source)


def test_what_is_not_toml_is_named_with_its_line() -> None:
    error = bad(TIES.replace("seat = 3", "seat = = 3"))
    assert error.line == line_of("seat = = 3", TIES.replace("seat = 3", "seat = = 3"))


def test_an_unknown_lesson_names_the_known_ones() -> None:
    with pytest.raises(escale.BadOption, match="dolce-vita/ties"):
        lesson("dolce-vita/teis")
    with pytest.raises(escale.UnknownGame):
        lesson("chess/ties")


MOVE_QUESTION = """
[[step]]
title.fr = "À vous"
title.en = "Your turn"
text.fr = "Posez une carte."
text.en = "Lay a card."
rules = ["DV-PLA-1"]
[step.ask]
text.fr = "Posez votre 1 pour prendre la maison."
text.en = "Lay your 1 so as to take the house."
goal = {goal}
"""


def with_question(goal: str) -> str:
    return TIES.split("[[step]]")[0] + MOVE_QUESTION.replace("{goal}", goal)


def test_a_goal_is_tried_on_every_legal_move() -> None:
    source = with_question('{event = "take", seat = 3, object = "maison-300"}')
    question = read(GAME, "x/y", source).steps[0].question
    assert question is not None
    right = {GAME.format(move) for move, is_right in question.moves if is_right}
    assert right == {"1>1"}
    assert len(question.moves) == len(GAME.legal(read(GAME, "x/y", source).start, 3))


def test_a_goal_that_no_move_reaches_is_refused() -> None:
    assert "no legal move reaches" in str(bad(with_question('{event = "take", seat = 9}')))


@pytest.mark.parametrize(
    ("proof", "holds"),
    [
        ('{refused = "9>1", rule = "DV-SET-2"}', True),
        ('{refused = "9>1", rule = "DV-PLA-1"}', False),
        ('{legal = "1>1"}', True),
        ('{legal = "4>1"}', False),
        ('{state = "round", is = 1}', True),
        ('{state = "round", is = 2}', False),
    ],
)
def test_a_chosen_sentence_needs_a_proof_by_the_engine(proof: str, holds: bool) -> None:
    source = with_question('"legal"').replace(
        'goal = "legal"',
        f'options = [{{fr = "a", en = "b"}}, {{fr = "c", en = "d"}}]\nright = 0\nproof = {proof}',
    )
    if holds:
        question = read(GAME, "x/y", source).steps[0].question
        assert question is not None
        assert [choice.right for choice in question.choices] == [True, False]
    else:
        assert "the engine does not confirm" in str(bad(source))


def test_whether_a_move_is_allowed_is_answered_with_the_reason() -> None:
    source = with_question('"legal"').replace('goal = "legal"', 'allowed = "4>1"')
    question = read(GAME, "x/y", source).steps[0].question
    assert question is not None
    yes, no = question.choices
    assert (yes.right, no.right) == (False, True)
    assert yes.wrong is not None
    assert "4" in yes.wrong["fr"]


def chosen(proof: str, because: str = "") -> str:
    options = '[{fr = "a", en = "b"}, {fr = "c", en = "d"}]'
    return with_question('"legal"').replace(
        'goal = "legal"', f"options = {options}\nright = 0\nproof = {proof}\n{because}"
    )


def why(source: str) -> str | None:
    question = read(GAME, "x/y", source).steps[0].question
    assert question is not None
    return question.because and question.because["en"]


def test_a_right_answer_has_the_engines_reason_unless_the_lesson_tells_another() -> None:
    refused = with_question('"legal"').replace('goal = "legal"', 'allowed = "4>1"')
    assert "The 4 is already laid" in (why(refused) or "")
    assert why(refused.replace("4>1", "1>1")) is None
    assert "no card 9" in (why(chosen('{refused = "9>1", rule = "DV-SET-2"}')) or "")
    assert why(chosen('{state = "round", is = 1}')) is None
    told = 'because.fr = "Parce que."\nbecause.en = "So there."'
    assert why(chosen('{refused = "9>1"}', told)) == "So there."
    asked = lesson("dolce-vita/awarding").steps[2].question
    assert asked is not None
    assert asked.because == {
        "fr": "Jaune prend les vacances à 400 (rang 2, total 6).",
        "en": "Yellow takes the holiday worth 400 (rank 2, total 6).",
    }
    assert (
        lesson_frames.page(lesson("dolce-vita/awarding"))["fr"]["steps"][2]["ask"]["because"]
        == (asked.because["fr"])
    )


def test_what_is_said_to_a_wrong_move_is_kept_by_its_text() -> None:
    replies = [
        'wrong."6>2".fr = "a"',
        'wrong."6>2".en = "b"',
        'wrong.other.fr = "c"',
        'wrong.other.en = "{player[3]}"',
    ]
    source = with_question("\n".join(['["1>1"]', *replies]))
    question = read(GAME, "x/y", source).steps[0].question
    assert question is not None
    assert question.replies == {
        "6>2": {"fr": "a", "en": "b"},
        "other": {"fr": "c", "en": "Blue"},
    }


@pytest.mark.parametrize("answer", ["1>1", "9>9", "yes"])
def test_a_reply_to_a_move_that_does_not_miss_the_goal_is_refused(answer: str) -> None:
    source = with_question(f'["1>1"]\nwrong."{answer}".fr = "a"\nwrong."{answer}".en = "b"')
    assert "no move that misses the goal" in str(bad(source))


def test_a_hole_can_name_a_thing_of_the_state_and_what_happens_later() -> None:
    hole = "{state.columns[0][1]:le^} ira à {later.take[1].seat}. "
    told = TIES.replace('text.fr = "', f'text.fr = "{hole}', 1)
    first = read(GAME, "x/y", told).steps[0].text["fr"]
    assert first.startswith("La maison à 300 ira à Bleu.")
    error = bad(told.replace("later.take[1]", "later.exchange"))
    assert "{later.exchange.seat}: there is no exchange; there is:" in str(error)


def test_what_is_said_to_an_answer_has_holes_for_the_events_of_its_step() -> None:
    question = lesson("dolce-vita/ties").steps[1].question
    assert question is not None
    said = {choice.label["en"]: choice.wrong for choice in question.choices}
    assert said["Red"] is not None
    assert said["Red"]["en"].startswith("Red does have 3, but so does Yellow")


def test_a_step_can_hide_what_would_give_the_answer_away() -> None:
    asked, told = lesson("dominos-florentins/the-end").steps[:2]
    assert asked.hide == ("score:0",)
    assert told.hide == ()
    assert lesson("dolce-vita/ties").plain
    assert not lesson("dolce-vita/placing").plain
    assert "plain is true or false" in str(bad(TIES.replace("plain = true", "plain = 1")))


@pytest.mark.parametrize(("thing", "holds"), [("maison-700", True), ("maison-300", False)])
def test_a_proof_can_be_that_something_is_nowhere(thing: str, holds: bool) -> None:
    source = with_question('"legal"').replace(
        'goal = "legal"',
        'options = [{fr = "a", en = "b"}, {fr = "c", en = "d"}]\nright = 0\n'
        f'proof = {{nowhere = "{thing}"}}',
    )
    if holds:
        assert read(GAME, "x/y", source).steps[0].question is not None
    else:
        assert "the engine does not confirm" in str(bad(source))
