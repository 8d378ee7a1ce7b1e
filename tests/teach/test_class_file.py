"""A class file: what is right is taken as it is, what is wrong is said with its place."""

from __future__ import annotations

import base64
import json
import zlib
from copy import deepcopy
from itertools import islice
from typing import Any

import pytest

from escale import Match
from escale.engine.errors import BadRecord
from escale.engine.match import Match as Played
from escale.teach import class_file
from escale.teach.exercises import KINDS, practice

pytestmark = pytest.mark.slow

GAMES = ("casanova", "dolce-vita", "dominos-florentins")


def record(game: str = "casanova", moves: int = 3) -> dict[str, Any]:
    match: Played = Match(game, players=["Ana", "Bob"] if game == "casanova" else 3, seed=5)
    for _ in range(moves):
        match.play(match.legal()[0])
    found: dict[str, Any] = match.record()
    return found


def whole(*steps: Any, title: str = "Ties") -> dict[str, Any]:
    return {"format": "escale-class/1", "title": title, "steps": list(steps)}


@pytest.mark.parametrize("game", GAMES)
def test_every_exercise_that_practice_writes_can_be_a_step(game: str) -> None:
    seen = set()
    for exercise in islice(practice(game, seed=11), 30):
        class_file.check_exercise("exercise", json.loads(json.dumps(exercise)))
        seen.add(exercise["kind"])
    assert len(seen) >= 3
    assert seen <= set(KINDS)


def test_a_class_is_taken_as_it_is_and_comes_back_out_of_a_link() -> None:
    exercise = next(practice("dolce-vita", seed=2))
    document = whole({"lesson": "dolce-vita/ties"}, {"exercise": exercise}, {"record": record()})
    found = class_file.read(json.dumps(document))
    assert found.document() == document
    packed = class_file.packed(found)
    assert packed
    data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    assert json.loads(zlib.decompress(data)) == document


def test_a_lesson_of_ten_exercises_fits_into_a_link_and_a_whole_course_of_them_does_not() -> None:
    made = [{"exercise": one} for one in islice(practice("dolce-vita", seed=1), 60)]
    assert class_file.packed(class_file.read(whole(*made[:10])))
    assert class_file.packed(class_file.read(whole(*made))) is None


BAD: list[tuple[Any, str]] = [
    ("[]", "record: must be one JSON object"),
    ("{", "line 1, column 2: this is not JSON"),
    ({"format": "escale-class/1", "title": "x"}, "class.steps: this field is missing"),
    (whole() | {"format": "escale-class/2"}, "format: must be 'escale-class/1'"),
    (whole({"lesson": "dolce-vita/ties"}, title=" "), "title: must be a title"),
    (whole(), "steps: must be 1 to 60 steps, not 0"),
    (whole({"lesson": "dolce-vita/ties"}) | {"pupils": []}, "class.pupils: there is no such field"),
    (whole({"lesson": "dolce-vita/tie"}), "steps[0].lesson: there is no lesson 'dolce-vita/tie'"),
    (whole({"lesson": "../x"}), "steps[0].lesson: there is no lesson"),
    (whole({"lesson": 3}), "steps[0].lesson: there is no lesson 3"),
    (whole({}), "steps[0]: must be one lesson"),
    (whole({"lesson": "dolce-vita/ties", "record": {}}), "steps[0]: must be one lesson"),
    (whole({"record": 7}), "steps[0].record: must be a record, not 7"),
    (whole({"record": record() | {"moves": ["d9"]}}), "steps[0].record.moves[0]:"),
    (whole({"exercise": []}), "steps[0].exercise: must be an exercise"),
]


@pytest.mark.parametrize(("source", "said"), BAD)
def test_what_is_wrong_is_said_with_its_place(source: Any, said: str) -> None:
    with pytest.raises(BadRecord) as error:
        class_file.read(source)
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)


def changed(of: str, **fields: Any) -> dict[str, Any]:
    return deepcopy(next(practice("casanova", kind=of, seed=4))) | fields


@pytest.mark.parametrize(
    ("exercise", "said"),
    [
        (changed("what", format="escale/1"), "format: must be 'escale-exercise/1'"),
        (changed("what", kind="guess"), "kind: must be one of"),
        (changed("what", game="dolce-vita"), "game: its record is of casanova"),
        (changed("what", seat=7), "seat: must be a whole number"),
        (changed("what", rule="DV-AWA-5"), "rule: casanova has no rule"),
        (changed("what", because=["CA-X-1"]), "because: casanova has no rule"),
        (changed("what", question={"fr": "?"}), "question: must be a text in each of fr, en"),
        (changed("what", move="c99"), "move: 'c99' is not legal here"),
        (changed("what", then=[3]), "then[0]: 3 is not legal here"),
        (changed("what", answer=[12]), "answer[0]: must be a whole number"),
        (changed("what", answer=[]), "answer: there must be one"),
        (changed("what", options=[{"fr": "x"}]), "options[0]: must be a text"),
        (changed("what", open=1), "open: must be true or false"),
        (changed("reach", answer=["c99"]), "answer[0]: 'c99' is not legal here"),
        (changed("spot", told="x"), "told: must be a list"),
    ],
)
def test_an_exercise_says_which_of_its_fields_is_wrong(exercise: Any, said: str) -> None:
    with pytest.raises(BadRecord) as error:
        class_file.read(whole({"lesson": "dolce-vita/ties"}, {"exercise": exercise}))
    assert str(error.value).startswith(f"steps[1].exercise.{said}")


def test_a_move_that_nothing_forbids_is_no_question_of_why() -> None:
    exercise = changed("why")
    match = Match.from_record(exercise["record"])
    exercise["move"] = match.game.format(match.legal()[0])
    with pytest.raises(BadRecord, match="is legal here: nothing forbids it"):
        class_file.check_exercise("exercise", exercise)
