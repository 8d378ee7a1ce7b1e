"""A lesson as a widget: what goes to the page, and the table of "try it from here"."""

from __future__ import annotations

import json
import os
import zlib
from base64 import b64decode, b64encode
from importlib.resources import files
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import escale
from escale.draw.scene import Layout, scenes
from escale.session import trial, words
from escale.session.box import box as make_box
from escale.teach.lesson import lesson as read_lesson
from escale.widgets import lesson_cache as frames
from escale.widgets import lesson_frames
from escale.widgets.lesson import LessonPlayer, page
from escale.widgets.lesson_cache import prepared

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


@pytest.mark.slow
@pytest.mark.parametrize("game", COURSES)
def test_a_course_that_a_wheel_brings_is_small_and_what_would_be_made_now(game: str) -> None:
    found = escale.game(game)
    text = frames.course_file(found)
    kept = json.loads(text)
    packed = {name: b64decode(entry[2]) for name, entry in kept["lessons"].items()}
    assert sum(map(len, packed.values())) <= MOST_BYTES
    quick = [f"{game}/quick-start"] if f"{game}/quick-start" in packed else []  # is no lesson of it
    assert list(packed) == quick + escale.lessons(game)
    assert game == "galets" or quick
    for players in kept["boxes"]:
        live = json.loads(json.dumps(make_box(found, int(players))))
        assert json.loads(json.dumps(frames.box(found, int(players)))) == live
    for name in packed:
        lesson = read_lesson(name)
        assert kept["lessons"][name][:2] == [len(lesson.steps), len(lesson.players["en"])]
        assert prepared(name).frames == packed[name], "those of the wheel, if this is one"
    file = files(found.package).joinpath("lessons", frames.FRAMES)
    if "ESCALE_WHEEL" in os.environ and found.package.startswith("escale."):
        wheel = json.loads(file.read_text("utf-8"))
        for players, made in kept["boxes"].items():
            ours, theirs = (
                frames.unpack(b64decode(one)) for one in (made, wheel["boxes"][players])
            )
            assert [name for name in ours if ours[name] != theirs[name]] == []
        assert wheel == kept


def test_frames_from_the_wheel_are_used_only_if_nothing_has_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = escale.game("casanova")
    folder = tmp_path / "casanova"
    copytree(Path(str(files(game.package))), folder)
    monkeypatch.setattr(
        frames, "files", lambda name: folder if name == game.package else files(name)
    )
    monkeypatch.setattr(frames, "lesson_frames", None)  # nothing can be made now
    name = "casanova/goal"
    entry = [5, 3, b64encode(b"frames").decode(), {}]
    kept = {"stamp": frames.stamp(game), "boxes": {"3": b64encode(b"box").decode()}}
    (folder / "lessons" / frames.FRAMES).write_text(json.dumps(kept | {"lessons": {name: entry}}))
    for cached in (frames._kept, frames._kept_box):
        cached.cache_clear()
    assert prepared(name) == (name, game, 5, b"box", b"frames", {})
    with (folder / "lessons" / "01-goal.toml").open("a") as lesson:
        lesson.write("# changed\n")
    frames._kept.cache_clear()
    with pytest.raises(AttributeError, match="page"):
        prepared(name)
    for cached in (frames._kept, frames._kept_box):
        cached.cache_clear()


def test_a_still_picture_comes_out_of_the_frames() -> None:
    """... the same as from the state; and merging is what `difference` undoes."""
    for name in ("casanova/goal", "dolce-vita/ties", "dominos-florentins/cross"):
        lesson = read_lesson(name)
        told = lesson_frames.page(lesson)
        for number, step in enumerate(lesson.steps):
            for lang in ("fr", "en"):
                scene = lesson_frames.picture_of(lesson, step, lang)
                still = lesson_frames.still(told, number, lang)
                assert still.pieces == scene.pieces
                assert still.seats == scene.seats
                assert still.words == scene.words


def test_a_lesson_has_the_narrow_layout_that_its_game_composes_for_what_its_steps_touch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the first steps on the beach nobody speaks of the names beside the taken pebbles."""
    module: Any = scenes(escale.game("galets"))
    asked = []

    def phone_lesson(players: int, touched: frozenset[str]) -> Layout:
        asked.append((players, touched))
        narrow = module.layouts(players)[0]
        places = {name: box for name, box in narrow.places.items() if name in touched}
        return narrow._replace(places=places, height=200)

    lesson = read_lesson("galets/first-steps")
    assert "narrow" not in lesson_frames.page(lesson)
    monkeypatch.setattr(module, "phone_lesson", phone_lesson, raising=False)
    told = lesson_frames.page(lesson)
    [(players, touched)] = asked
    assert players == 2
    assert told["narrow"]["height"] == 200
    assert set(told["narrow"]["places"]) == touched & set(module.layouts(2)[0].places)
    pieces = told["fr"]["scene"]["pieces"]
    for key in told["fr"]["steps"][1]["mark"]:
        assert pieces[key][0] in touched, "what a step points at"
    assert {"mine/0", "other/0"} <= touched, "where pebbles go"
    narrow, *others = lesson_frames.layouts(told, lesson.game, 2)  # for the first paint
    assert (narrow.name, narrow.height, set(narrow.places)) == (
        "narrow", 200, set(told["narrow"]["places"]),
    )  # fmt: skip
    assert others == module.layouts(2)[1:]
    assert not {"mine/name", "other/name", "mine/8"} & touched


def test_the_answer_that_is_shown_is_the_one_that_the_lesson_goes_on_with() -> None:
    """In this lesson the 3 would do as well as the 6."""
    asked = lesson_frames.page(read_lesson("dolce-vita/goal"))["fr"]["steps"][2]["ask"]
    assert list(asked["right"]) == ["hand:6|column:5", "hand:3|column:5"]


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


def test_a_page_sets_nothing_but_where_its_reader_is() -> None:
    player = escale.lesson("dolce-vita/ties", lang="en")
    before = player.get_state()
    for state in (
        {"_esm": "alert(1)", "place": "x", "layout": "x", "box": "x"},
        {"step": -1}, {"step": 10**9}, {"step": True}, {"step": "1"}, {"lang": "de"}, {"lang": []},
        {"stars": []}, {"stars": {"2": "x" * 8_000_000, "999": 1, "x": 1}},
    ):  # fmt: skip
        player.set_state(state)
    assert player.get_state() == before
    player.set_state({"stars": {"1": 1, "999": 1}, "step": 1, "lang": "fr"})
    assert (player.stars, player.step, player.lang) == ({"1": 1}, 1, "fr")


def test_the_other_language_is_what_has_to_be_changed() -> None:
    old = {"a": [1, 2, {"b": "x"}], "c": "same", "d": [1]}
    new = {"a": [1, 2, {"b": "y"}], "c": "same", "d": [1, 2]}
    assert lesson_frames.changes(old, new) == {
        "~": {"a": {"~": {"2": {"~": {"b": "y"}}}}, "d": [1, 2]}
    }


def test_a_trial_starts_at_the_step_and_plays_on() -> None:
    player = Heard("dolce-vita/first-round")
    [answer] = player.hear(do="try", id="s1-1", step=0, lang="fr")
    assert (answer["kind"], answer["re"]) == ("try", "s1-1")
    assert answer["table"]["ply"] == 2, "after the two moves of the first step"
    assert answer["table"]["lang"] == "fr"
    assert answer["table"]["levels"][2] == "person"
    assert not answer["table"]["redo"], "what the lesson plays next is not to be had here"
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
    first = player._trials.viewer
    player.hear(do="try", id="b", step=1, lang="fr")
    assert player._trials.viewer is not first
    assert first is not None
    assert first.session.closed, "the table before it is closed"
    player.hear(do="end")
    assert player._trials.viewer is None
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


def test_trials_leave_no_widgets_behind() -> None:
    from ipywidgets.widgets import widget

    player = escale.lesson("dolce-vita/ties", lang="en")
    before = len(widget._instances)
    for _ in range(3):
        player._receive(player, {"do": "try", "step": 1, "lang": "en"}, None)
    player._receive(player, {"do": "end"}, None)
    assert len(widget._instances) == before


def test_a_trial_that_fails_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Heard("dolce-vita/ties")
    monkeypatch.setattr(trial, "position", lambda *_: 1 / 0)
    (answer,) = player.hear(do="try", id="s1-1", step=0, lang="fr")
    assert (answer["kind"], answer["re"]) == ("say", "s1-1")
    assert answer["text"] == words.said("trouble", "fr")


def test_a_trial_has_nothing_of_its_lessons_seed() -> None:
    player = LessonPlayer(prepared("dolce-vita/first-round"), lang="en")
    match = trial.position(player._lesson, player._lesson.steps[0], "en")
    assert match.seed is None
