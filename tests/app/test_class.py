"""`escale class`, and what the page of a class is sent: frames, never a record."""

from __future__ import annotations

import base64
import json
import shlex
import zlib
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from escale import Match
from escale.app.commands.cli import run
from escale.app.server import class_page
from escale.app.server.pages import Place
from escale.engine.errors import BadRecord
from escale.teach import class_file
from escale.teach.exercises import practice
from escale.teach.languages import LANGUAGES
from escale.widgets.class_frames import MOST_MOVES, game_as_lesson

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def make(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Call:
    """The command, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(["class", *arguments])
        return code, *capsys.readouterr()

    return call


def unpacked(link: str) -> Any:
    packed = link.rpartition("#class=")[2]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))))


def played(game: str, moves: int) -> Match:
    match = Match(game, players=3, seed=3)
    for _ in range(moves):
        match.play(match.legal()[-1])
    return match


def test_lessons_exercises_and_games_become_a_file_and_a_link_in_their_order(make: Call) -> None:
    lines = [json.dumps(one) for one in islice(practice("dolce-vita", seed=1), 2)]
    Path("two.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    Path("game.json").write_text(json.dumps(played("casanova", 4).record(), indent=1), "utf-8")
    code, out, err = make(
        "dolce-vita/ties", "two.jsonl", "game.json", "--title", "Égalités", "-o", "c.json",
        "--at", "https://school.example/games/", "--lang", "fr",
    )  # fmt: skip
    assert (code, err) == (0, "")
    kept = json.loads(Path("c.json").read_text("utf-8"))
    assert [next(iter(step)) for step in kept["steps"]] == [
        "lesson", "exercise", "exercise", "record",
    ]  # fmt: skip
    *_, file, link = out.splitlines()
    assert file == "c.json"
    assert link.startswith("https://school.example/games/class?lang=fr#class=")
    assert unpacked(link) == kept
    assert "peut y lire les réponses" in out, "a teacher has to know it before a link is sent"


def test_a_class_can_be_made_longer_and_keeps_its_title(make: Call) -> None:
    make("dolce-vita/ties", "--title", "Ties", "-o", "a.json")
    code, out, _ = make("a.json", "casanova/ties", "--lang", "en")
    assert code == 0
    found = unpacked(out.splitlines()[-1])
    assert found["title"] == "Ties"
    assert found["steps"] == [{"lesson": "dolce-vita/ties"}, {"lesson": "casanova/ties"}]


def test_what_is_too_long_for_a_link_is_a_file(make: Call) -> None:
    lines = [json.dumps(one) for one in islice(practice("dolce-vita", seed=1), 50)]
    Path("many.jsonl").write_text("\n".join(lines), "utf-8")
    code, out, _ = make("many.jsonl", "--title", "x", "-o", "c.json", "--lang", "en")
    assert code == 0
    assert "Too long for a link" in out
    assert len(json.loads(Path("c.json").read_text("utf-8"))["steps"]) == 50


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("", ["f.json", "--title", "x"], "f.json: there is nothing in it"),
        ("{}", ["f.json", "--title", "x"], "f.json: format must be one of"),
        ("nonsense", ["f.json", "--title", "x"], "f.json: line 1, column 1: this is not JSON"),
        (
            '{"format": "escale/1"}',
            ["f.json", "--title", "x"],
            "f.json: game: this field is missing",
        ),
        (" " * 4_000_001, ["f.json", "--title", "x"], "f.json: is longer than any game needs"),
        ("", ["dolce-vita/ties"], "title: give the class one"),
        ("", ["dolce-vita/nix", "--title", "x"], "steps[0].lesson: there is no lesson"),
        ("", ["gone.json", "--title", "x"], "gone.json: No such file"),
        ("", ["dolce-vita/ties", "--title", "x", "--at", "here"], "at: must be like https://"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_place(
    make: Call, text: str, arguments: list[str], said: str
) -> None:
    Path("f.json").write_text(text, "utf-8")
    code, out, err = make(*arguments)
    assert code == 1
    assert out == ""
    assert err.startswith(f"escale: {said}")
    assert err.count("\n") == 1


def test_a_line_of_many_says_its_number(make: Call) -> None:
    good, other = islice(practice("dolce-vita", seed=1), 2)
    Path("two.jsonl").write_text(json.dumps(good) + "\n" + json.dumps(other | {"seat": 9}), "utf-8")
    _, _, err = make("two.jsonl", "--title", "x")
    assert err.startswith("escale: two.jsonl, line 2: seat: must be a whole number")


# --- what the page gets ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("pages")
    for lang in ("fr", "en"):
        (folder / lang).mkdir()
        (folder / lang / "play-casanova.ipynb").touch()
    return Place("/", "/voila/render/", folder)


def frames(told: dict[str, Any]) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(told["data"])))


def test_a_game_is_shown_move_by_move_and_keeps_its_secrets(place: Place) -> None:
    match = played("casanova", 2)
    assert match.actor == 1, "the first card is laid, and whoever looks on is another"
    told = class_page.shown(place, "en", {"record": match.record()})
    page = frames(told)
    assert [step["ply"] for step in page["fr"]["steps"]] == [0, 1, 2]
    secret = match.game.format(match.plies[1].move)  # the card that lies face down
    assert match.record()["moves"][1] == secret
    other = Match.from_record(match.record() | {"moves": [match.record()["moves"][0], "c1"]})
    assert secret != "c1"
    assert frames(class_page.shown(place, "en", {"record": other.record()})) == page
    assert told["play"].startswith("/voila/render/en/play-casanova.ipynb#game=")


def test_a_long_game_is_shown_from_its_last_moves_and_one_that_is_over_is_not_played_on(
    place: Place,
) -> None:
    match = played("casanova", 0)
    while not match.over:
        match.play(match.legal()[0])
    lesson = game_as_lesson(match)
    assert len(lesson.steps) == MOST_MOVES + 1
    assert lesson.steps[-1].ply == match.ply
    assert "play" not in class_page.shown(place, "fr", {"record": match.record()})


def test_a_lesson_is_the_one_of_its_course_and_nonsense_is_refused(place: Place) -> None:
    assert (
        frames(class_page.shown(place, "fr", {"lesson": "casanova/ties"}))["id"] == "casanova/ties"
    )
    for nonsense in (7, [], {}, {"lesson": "x"}, {"record": {}}, {"exercise": {}}):
        with pytest.raises(BadRecord):
            class_page.shown(place, "fr", nonsense)


def test_players_of_an_exercise_may_be_called_anything(place: Place) -> None:
    """A name is no pattern: neither wrong as one, nor one that is looked for without end."""
    exercise = next(practice("dolce-vita", kind="what", players=4, seed=1))
    names = ["Ana (8", "Bob|", "[Léa", "(a+)+$"]
    exercise["record"]["players"] = names
    exercise["question"] = dict.fromkeys(LANGUAGES, "a" * 60 + "!")
    page = frames(class_page.shown(place, "fr", {"exercise": exercise}))
    (told,) = page["stock"]["fr"]
    assert told["names"] == names


@pytest.mark.parametrize("value", [None, 7, "x", ["x"]])
def test_an_exercise_whose_answers_say_nothing_is_refused(place: Place, value: Any) -> None:
    exercise = next(practice("dolce-vita", kind="what", seed=1))
    for option in exercise["options"]:
        option["value"] = value
    with pytest.raises(BadRecord, match="do not fit its kind") as caught:
        class_page.shown(place, "fr", {"exercise": exercise})
    assert class_page.wrong(caught.value, "en") == (
        "“exercise”: its answers do not fit this kind of exercise."
    )


def test_an_exercise_of_a_game_that_has_none_is_refused(place: Place) -> None:
    exercise = next(practice("dolce-vita", kind="may", seed=1))
    match = Match("galets", players=2, seed=1)
    exercise |= {"game": "galets", "players": 2, "seat": 0, "record": match.record()}
    exercise |= {"rule": "GA-TUR-1", "because": ["GA-TUR-1"]}
    for option in exercise["options"]:
        option |= {"value": match.game.format(match.legal()[0]), "misconception": None}
    with pytest.raises(BadRecord, match="galets has no exercises"):
        class_page.shown(place, "fr", {"exercise": exercise})


def test_the_commands_of_the_lesson_in_the_documentation_work(make: Call) -> None:
    text = (Path(__file__).parents[2] / "docs" / "teaching.md").read_text("utf-8")
    commands = [shlex.split(line)[1:] for line in text.splitlines() if line.startswith("escale ")]
    assert [run(command) for command in commands] == [0] * len(commands) == [0] * 4
    kept = json.loads(Path("class.json").read_text("utf-8"))
    assert len(kept["steps"]) == 10, "the table of the lesson counts them"
    assert class_file.packed(class_file.read(kept))
