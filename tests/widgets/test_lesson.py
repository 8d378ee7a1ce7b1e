"""A lesson as a widget: what goes to the page, and the table of "try it from here"."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

import escale
from escale.teach.lesson import lesson as read_lesson
from escale.widgets import course
from escale.widgets.lesson import LessonPlayer, pack, page

COURSES = [game for game in escale.game_names() if escale.lessons(game)]
MOST_BYTES = 300_000  # a course


class Heard(LessonPlayer):
    """A player whose messages to the page are kept."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        self.sent: list[dict[str, Any]] = []
        super().__init__(read_lesson(name), **kwargs)

    def send(self, content: Any, buffers: Any = None) -> None:
        self.sent.append(content)

    def hear(self, **message: Any) -> list[dict[str, Any]]:
        self.sent.clear()
        self._receive(self, message, None)
        return list(self.sent)


@pytest.mark.parametrize("game", COURSES)
def test_the_frames_of_a_course_are_small(game: str) -> None:
    packed = {name: len(pack(course.page(read_lesson(name)))) for name in escale.lessons(game)}
    assert sum(packed.values()) <= MOST_BYTES, packed


def test_the_page_gets_the_lesson_packed_and_a_course_shares_its_box() -> None:
    one, other = (escale.lesson("dolce-vita/ties") for _ in range(2))
    told = json.loads(zlib.decompress(one.lesson))
    assert told["id"] == "dolce-vita/ties"
    assert (told["number"], told["count"]) == (6, 15)
    assert one.box is other.box
    assert json.loads(zlib.decompress(one.box))["game"] == "dolce-vita"


def test_a_lesson_of_another_language_or_step() -> None:
    player = escale.lesson("dolce-vita/ties", lang="fr", step=3)
    assert (player.lang, player.step) == ("fr", 2)
    with pytest.raises(escale.BadOption, match="steps 1 to 7"):
        escale.lesson("dolce-vita/ties", step=8)
    with pytest.raises(escale.BadOption, match="there is no lesson"):
        escale.lesson("dolce-vita/knots")


def test_stars_can_be_read_from_python() -> None:
    player = escale.lesson("dolce-vita/ties")
    assert player.stars == {}
    player.set_state({"stars": {"2": 1}})
    assert player.stars == {"2": 1}


def test_the_other_language_is_what_has_to_be_changed() -> None:
    old = {"a": [1, 2, {"b": "x"}], "c": "same", "d": [1]}
    new = {"a": [1, 2, {"b": "y"}], "c": "same", "d": [1, 2]}
    assert course.changes(old, new) == {"~": {"a": {"~": {"2": {"~": {"b": "y"}}}}, "d": [1, 2]}}


def test_a_trial_starts_at_the_step_and_plays_on() -> None:
    player = Heard("dolce-vita/first-round")
    [answer] = player.hear(do="try", id="s1-1", step=0, lang="fr")
    assert (answer["kind"], answer["re"]) == ("try", "s1-1")
    assert answer["table"]["ply"] == 2, "after the two moves of the first step"
    assert answer["table"]["lang"] == "fr"
    assert answer["table"]["levels"][2] == "person"
    move = {"do": "move", "id": "s2-1", "keys": ["hand:6", "column:3"], "ply": 2}
    frames = player.hear(do="trial", message=move)
    assert {message["kind"] for message in frames} == {"trial"}
    assert frames[0]["message"]["kind"] == "frames"
    assert frames[0]["message"]["re"] == "s2-1"


def test_in_the_middle_of_a_move_a_trial_starts_before_it() -> None:
    player = Heard("dolce-vita/ties")
    [answer] = player.hear(do="try", id="s1-1", step=2, lang="en")
    assert answer["table"]["ply"] == 0


def test_a_trial_ends_and_the_lesson_is_as_it_was() -> None:
    player = Heard("dolce-vita/first-round")
    ply = player._lesson.match.ply
    player.hear(do="try", id="a", step=0, lang="fr")
    first = player._trial
    player.hear(do="try", id="b", step=1, lang="fr")
    assert player._trial is not first
    assert first is not None
    assert first.comm is None, "the table before it is closed"
    player.hear(do="end")
    assert player._trial is None
    assert player.hear(do="trial", message={"do": "undo", "id": "c"}) == []
    assert player._lesson.match.ply == ply


@pytest.mark.parametrize(
    "message",
    [
        {"do": "try", "id": "a", "step": 99, "lang": "fr"},
        {"do": "try", "id": "a", "step": True, "lang": "fr"},
        {"do": "try", "id": "a", "step": 0, "lang": "de"},
        {"do": "fly"},
        {},
    ],
)
def test_nonsense_from_the_page_is_not_answered(message: dict[str, Any]) -> None:
    assert Heard("dolce-vita/ties").hear(**message) == []


def test_where_nothing_is_left_to_play_it_says_so() -> None:
    player = Heard("dolce-vita/the-end")
    steps = len(player._lesson.steps)
    [answer] = player.hear(do="try", id="a", step=steps - 1, lang="en")
    assert (answer["kind"], answer["re"]) == ("say", "a")
    assert "nothing left to play" in answer["text"]


def test_a_page_cannot_be_broken_by_what_a_lesson_says() -> None:
    lesson = read_lesson("dolce-vita/ties")
    evil = "</script><b>&"
    text = page(lesson._replace(title={"fr": evil, "en": evil}), "fr")
    assert "</script><b>" not in text
    assert "<title>&lt;/script&gt;&lt;b&gt;&amp;" in text


def test_a_saved_notebook_shows_a_picture() -> None:
    bundle = escale.lesson("dolce-vita/ties")._repr_mimebundle_()
    data, _ = bundle
    assert data["image/svg+xml"].startswith("<svg")
