"""A look back: everybody's chances, the turning points, what was better, and playing on."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pages import Page, play

import escale
from escale import Match
from escale.app.commands.cli import run
from escale.session.review import as_lesson, chart, document, reviewed
from escale.teach.rulebook import rulebook

RECORDS = Path(__file__).parent.parent / "records"
CASANOVA = RECORDS / "casanova-2.json"


@pytest.fixture(scope="module")
def told() -> Any:
    """A whole game, a look back at it, and what programs get of that."""
    match = Match.from_record(CASANOVA.read_bytes())
    found = reviewed(match)
    return match, found, document(match, found, "en")


def test_the_chances_begin_even_and_end_with_the_result(told: Any) -> None:
    match, _, said = told
    assert len(said["chances"]) == match.ply + 1
    for now in said["chances"]:
        assert sum(now) == pytest.approx(1, abs=0.001)
    winners = match.outcome.winners
    assert said["chances"][-1] == [
        (seat in winners) / len(winners) for seat in range(len(match.players))
    ]
    assert said["seat"] not in winners, "whoever lost wants to know why"


def test_a_turning_point_says_what_was_played_what_was_better_and_why(told: Any) -> None:
    match, _, said = told
    assert 0 < len(said["turns"]) <= 4
    rules = {rule.id for rule in rulebook(match.game)}
    for turn in said["turns"]:
        ply = match.plies[turn["ply"]]
        assert ply.seat == said["seat"]
        assert turn["played"] == match.game.format(ply.move)
        state = match.state_at(turn["ply"])
        legal = map(match.game.format, match.game.legal(state, ply.seat))
        assert turn["better"] in legal
        assert turn["better"] != turn["played"]
        assert turn["loss"] > 0
        cited = {rule for line in turn["why"] for rule in line["rules"]}
        assert cited
        assert cited <= rules


def test_the_same_record_gives_the_same_review(told: Any) -> None:
    match, found, _ = told
    assert reviewed(match, found.seat) == found


def test_it_is_a_lesson_with_two_steps_a_turning_point_and_a_chart_with_doors(told: Any) -> None:
    match, found, _ = told
    lesson = as_lesson(match, found)
    assert len(lesson.steps) == 2 + 2 * len(found.turns)
    for number, turn in enumerate(found.turns):
        before, after = lesson.steps[1 + 2 * number : 3 + 2 * number]
        assert before.state == match.state_at(turn.ply)
        assert after.state == match.state_at(turn.ply + 1)
        drawn = chart(match, found, "fr")
        assert f'data-step="{1 + 2 * number}"' in drawn
    widget = escale.review(match, found.seat, lang="fr")
    sent: list[Any] = []
    widget.send = sent.append
    widget._receive(widget, {"do": "try", "step": 1, "lang": "fr"}, None)
    assert sent[-1]["kind"] == "try", "and one can play on from there"
    assert sent[-1]["table"]["ply"] == found.turns[0].ply
    widget.close()


def test_there_is_a_line_for_every_seat_however_many(told: Any) -> None:
    _, found, _ = told
    crowd = Match("casanova", 2, seed=1)
    crowd.players = tuple(f"P{seat}" for seat in range(9))
    curve = [[1 / 9] * 9 for _ in found.curve]
    drawn = chart(crowd, found._replace(curve=curve, seat=8), "en")
    assert drawn.count("<polyline") == 9


def test_the_command_writes_a_page_of_its_own_and_speaks_both_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match, rng = Match("galets", ["Ana", "Bob"], seed=4), Random(1)
    while not match.over:
        match.play(rng.choice(match.legal()))
    record, page = tmp_path / "game.json", tmp_path / "page.html"
    record.write_text(json.dumps(match.record()), "utf-8")
    assert run(["review", str(record), "-o", str(page), "--lang", "fr"]) == 0
    text = page.read_text("utf-8")
    assert '<html lang="fr">' in text
    assert "es-chart" in text
    addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text))
    assert addresses <= {"http://www.w3.org"}, "nothing is fetched"
    assert run(["review", str(record), "--lang", "en"]) == 0
    assert "At the start" in capsys.readouterr().out
    assert run(["review", str(record), "--json", "--seat", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["seat"] == 1


@pytest.mark.parametrize(
    ("record", "arguments", "problem"),
    [
        ({"moves": []}, [], "no moves"),
        ({}, ["--seat", "7"], "from 0 to 1, not 7"),
        ({"moves": ["99"]}, [], "99"),
    ],
)
def test_what_cannot_be_reviewed_is_one_sentence(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    record: dict[str, Any],
    arguments: list[str],
    problem: str,
) -> None:
    match = Match("galets", ["Ana", "Bob"], seed=4)
    match.play(match.legal()[0])
    file = tmp_path / "game.json"
    file.write_text(json.dumps(match.record() | record), "utf-8")
    assert run(["review", str(file), *arguments]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert problem in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("what", [{"do": "undo"}, {"do": "again", "ply": 2}])
def test_a_look_back_at_a_game_that_goes_on_is_not_shown(what: dict[str, Any]) -> None:
    async def looking() -> None:
        page = Page(play("galets", lang="fr", seed=5))
        while not page.match.over:
            page.move(*page.path())
            await asyncio.sleep(0)
            page.session.advance()
        page.ask({"do": "review", "id": "x-9"})
        page.ask(what)
        for _ in range(200):
            await asyncio.sleep(0.005)
            if any(message.get("re") == "x-9" for message in page.sent):
                break
        kinds = [message["kind"] for message in page.sent if message.get("re") == "x-9"]
        assert kinds == ["beat"], "who asked is answered, and shown nothing"

    asyncio.run(looking())


def test_a_look_back_is_sliced_asked_for_twice_made_once_and_if_it_fails_said_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def looking() -> None:
        page = Page(play("galets", lang="en", seed=5))
        while not page.match.over:
            page.move(*page.path())
            page.session.advance()
        with monkeypatch.context() as broken:
            broken.setattr("escale.session.review.chart", lambda *_: 1 / 0)
            page.ask({"do": "review", "id": "x-1"})
            while not any(message["kind"] == "say" for message in page.sent):
                await asyncio.sleep(0.005)
        assert {"kind": "beat", "re": "x-1"} in page.sent, "the page waits for nothing more"
        assert page.ask({"do": "review", "id": "x-2"}) == [], "the kernel is free at once"
        page.viewer.receive({"do": "review", "id": "y-1"})
        page.viewer.receive({"do": "lang", "lang": "fr"})
        while page.session.thinking is not None:
            await asyncio.sleep(0.005)
        first, second = (message for message in page.sent if message["kind"] == "review")
        assert [first.pop("re"), second.pop("re")] == ["x-2", "y-1"]
        assert first == second
        assert "coups" in first["chart"], "in the language that the page has now"

    asyncio.run(looking())


def test_a_table_looks_back_when_its_game_is_over_and_plays_on_from_there() -> None:
    page = Page(play("galets", lang="fr", seed=5))
    match = page.match
    (early,) = page.ask({"do": "review"})
    assert early["kind"] == "say", "nothing is shown of a game that is still on"
    while not match.over:
        page.move(*page.path())
    page.ask({"do": "review", "id": "x-9"})
    told = page.of("review")
    assert told["re"] == "x-9"
    assert told["chart"].startswith("<svg")
    assert told["text"]
    page.ask({"do": "again", "ply": 2})
    assert page.match is not match
    assert page.match.ply == 2
    assert page.match.plies == match.plies[:2]
    assert not page.viewer.whole()["redo"], "the old moves are not offered again"
    assert match.over, "the game that is over stays as it was"
    (late,) = page.ask({"do": "again", "ply": 999})
    assert late["kind"] == "say"
