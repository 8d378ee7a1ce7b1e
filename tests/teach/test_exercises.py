"""Exercises: right by the engine, for every rule, and not told by their looks."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from exercise_checker import blind, complaints, redrawn

import escale
from escale import Match
from escale.app.commands.rule_coverage import house_games, report
from escale.engine.errors import BadOption
from escale.teach import exercises
from escale.teach.exercises import source
from escale.teach.exercises.model import subject
from escale.teach.languages import REQUIRED
from escale.teach.rulebook import rulebook
from escale.teach.texts import game_file, practice_texts

pytestmark = pytest.mark.slow

GAMES = [game.id for game in house_games()]
SOME = 1_000  #: exercises a game that every run looks at
MANY = 10_000  #: and those of `make test-long`


@cache
def made(game: str, count: int = SOME) -> list[dict[str, Any]]:
    return [*islice(exercises.practice(game, seed=1), count)]


# --- right ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_confirms_every_answer_and_its_reason(game: str) -> None:
    wrong = [(n, found) for n, e in enumerate(made(game)) for found in complaints(e)]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_redrawing_what_is_hidden_changes_no_answer(game: str) -> None:
    rng = Random(game)
    wrong = [(n, found) for n, e in enumerate(made(game)) for found in redrawn(e, rng)]
    assert wrong == []


def test_beside_the_rule_that_forbids_a_move_stands_none_that_is_as_good_a_reason() -> None:
    """In Casanova at the wrong moment: what is to be done now forbids it as well."""
    due = {"announce": {"CA-RND-1"}, "lay": {"CA-RND-3"}, "say": {"CA-RND-5"},
           "answer": {"CA-RND-7"}}  # fmt: skip
    own = {"announce": "d", "lay": "c", "say": ("quitte", "double"), "answer": ("call", "fold")}
    tried = set()
    for e in islice(exercises.practice("casanova", kind="why", seed=1), 300):
        state, move = Match.from_record(e["record"]).state, e["move"]
        beside = {option["value"] for option in e["options"]} - {*e["because"]}
        tried.add((state.step, move))
        if not move.startswith(own[state.step]):
            assert not beside & due[state.step], (state.step, move)
        if move == "fold":
            assert not beside & {"CA-RND-3", "CA-RND-7"}
        if (state.step, move) == ("answer", "double"):
            assert "CA-RND-5" not in beside
        if move == f"c{state.laid[e['seat']]}":
            assert not beside & {"CA-RND-2", "CA-RND-10"}
    assert {("answer", "double"), ("lay", "fold"), ("say", "fold")} <= tried
    assert ("answer", "quitte") not in tried


def test_no_sentence_of_casanova_is_wrong_only_by_when_a_card_is_turned() -> None:
    """In the end folded cards are turned, too: "Ana, Léa and you: 6, 13 and 2" was called wrong."""
    wrong = [e["told"][e["answer"][0]]["en"] for e in made("casanova") if e["kind"] == "spot"]
    assert wrong
    assert [text for text in wrong if text.startswith("The cards are turned.")] == []


def test_the_checker_finds_a_wrong_answer_a_wrong_reason_and_a_text_that_is_missing() -> None:
    right = next(e for e in made("dolce-vita") if e["kind"] == "what")
    assert [*complaints(right)] == []
    wrong = right | {"answer": [(right["answer"][0] + 1) % 4]}
    assert any("is right, not" in found for found in complaints(wrong))
    assert [*complaints(right | {"because": ["DV-MAT-1"]})] == ["['DV-MAT-1'] is not what decides"]
    assert "a text is missing" in [*complaints(right | {"question": {"fr": "", "en": ""}})]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_exercises_and_another_seed_others(game: str) -> None:
    assert [*islice(exercises.practice(game, seed=1), 20)] == made(game)[:20]
    assert [*islice(exercises.practice(game, seed=2), 20)] != made(game)[:20]


def test_the_same_seed_gives_the_same_exercises_in_another_process() -> None:
    """There sets of texts have another order."""
    code = (
        "from itertools import islice\nfrom escale.teach.exercises import practice\n"
        "print(*islice(practice('dominos-florentins', kind='may', seed=1), 4), sep='\\n')"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0]
    assert told[0] == told[1]


def test_dolce_vita_asks_who_lays_next_in_words_that_hold_at_the_end_of_a_round_too() -> None:
    """There it is nobody's turn: the columns are awarded first."""
    found = [
        e
        for e in islice(exercises.practice("dolce-vita", rule="DV-PLA-2", kind="what", seed=1), 12)
        if "next" in e["options"][0]["value"]
    ]
    ends = []
    for e in found:
        match = Match.from_record(e["record"])
        before = match.state.round
        match.play(e["move"])
        ends.append(match.state.round != before)
        number, column = e["move"].split(">")
        for lang, who in (
            ("en", "Who will lay the next card?"),
            ("fr", "Qui posera la carte suivante"),
        ):
            asked = e["question"][lang]
            assert who in asked
            assert number in asked
            assert column in asked
    assert any(ends)


def test_a_moment_is_found_without_playing_the_rest_of_its_game() -> None:
    found = escale.game("dominos-florentins")
    at = source.moment(found, (3, 4711, 5))
    assert at.match.ply == 6
    before = at.before
    assert source.played(found, 3, 4711).over
    assert source.moment(found, (3, 4711, 5)).before == before


@pytest.mark.parametrize("game", GAMES)
def test_an_exercise_is_of_the_rule_the_kind_and_the_players_that_were_asked_for(game: str) -> None:
    known = exercises.known(escale.game(game))
    rule = sorted(known)[len(known) // 2]
    kind = sorted(known[rule])[0]
    for players in escale.game(game).seats:
        try:
            [found] = islice(exercises.practice(game, players=players, rule=rule, kind=kind), 1)
        except BadOption:
            continue
        assert (found["rule"], found["kind"], found["players"]) == (rule, kind, players)


# --- for every rule -------------------------------------------------------------------------------


def test_every_rule_has_exercises_or_the_reason_why_not() -> None:
    rows = report()
    assert [row["id"] for row in rows if not row["exercises"] and not row["note"]] == []
    reasons = {rule for game in house_games() for rule in exercises.not_exercised(game)}
    assert [row["id"] for row in rows if row["exercises"] and row["id"] in reasons] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_the_index_knows_can_be_made_into_an_exercise(game: str) -> None:
    rng = Random(game)
    found = escale.game(game)
    for rule, by_kind in source.index(found).items():
        assert rule in rulebook(found).rules
        for kind, both in by_kind.items():
            contrast = rng.random() < 0.5
            at = source.moment(found, tuple(rng.choice(both[contrast])))  # type: ignore[arg-type]
            assert any(exercises.KINDS[kind].make(at, rule, contrast, rng)), (rule, kind, contrast)


def test_half_of_the_exercises_of_a_rule_are_ones_where_it_only_nearly_applies() -> None:
    for rule in ("DV-AWA-5", "DV-PLA-3"):
        found = [*islice(exercises.practice("dolce-vita", rule=rule, seed=3), 20)]
        assert 0.4 <= sum(e["contrast"] for e in found) / len(found) <= 0.6


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_misconception_breaks_a_rule_and_is_said_in_both_languages(game: str) -> None:
    found = escale.game(game)
    ideas = [*subject(found).ideas()]
    assert len({idea.id for idea in ideas}) == len(ideas)
    assert {idea.rule for idea in ideas} <= {*rulebook(found).rules}
    said = game_file(found, "practice.toml").table["idea"]
    assert {*said} == {idea.id for idea in ideas}
    assert [*practice_texts(found).problems()] == []
    assert all(said[idea.id][lang] for idea in ideas for lang in REQUIRED)


@pytest.mark.parametrize("game", GAMES)
def test_learners_read_no_notation_and_no_rule_ids(game: str) -> None:
    prefix = escale.game(game).prefix
    for exercise in made(game):
        read = [exercise["question"], *exercise.get("options", []), *exercise.get("told", [])]
        for text in (text[lang] for text in read for lang in REQUIRED):
            assert f"{prefix}-" not in text
            assert not any(mark in text for mark in (">", "@", "*", "_", "{")), text


# --- looks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_who_does_not_look_does_not_do_better_than_chance(game: str) -> None:
    """By kind, since there are too few of each rule here: rule by rule in `make test-long`."""
    as_one = [exercise | {"rule": "any"} for exercise in made(game)]
    for (_, kind), gains in blind(as_one).items():
        number = gains.pop("exercises")
        luck = number**-0.5
        assert {way: gain for way, gain in gains.items() if gain > 0.1 + luck} == {}, kind


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_ten_thousand_exercises_are_right_and_tell_nothing_rule_by_rule(game: str) -> None:
    rng = Random(game)
    found = made(game, MANY)
    wrong = [what for e in found for what in (*complaints(e), *redrawn(e, rng))]
    assert wrong == []
    for group, gains in blind(found).items():
        number = gains.pop("exercises")
        luck = 0.7 * number**-0.5  # about one and a half standard deviations
        assert {way: gain for way, gain in gains.items() if gain > 0.1 + luck} == {}, group


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_index_is_what_the_first_random_games_hold(game: str) -> None:
    """`make practice` writes it."""
    found = escale.game(game)
    kept = Path(str(source.files(found.package).joinpath(source.FILE))).read_text("utf-8")
    assert source.written(exercises.scan(found)) == kept


def test_a_question_that_cannot_be_asked_is_refused_in_one_sentence() -> None:
    for asked, part in (
        ({"rule": "DV-AWA-99"}, "no rule 'DV-AWA-99'"),
        ({"kind": "guess"}, "must be one of may, why, what, reach, spot"),
        ({"players": 9}, "3 to 5 players, not 9"),
        ({"rule": "DV-MAT-1"}, "DV-MAT-1 has no exercises: What is in the box"),
        ({"rule": "DV-AWA-7", "kind": "why"}, "DV-AWA-7 has no exercises of kind why"),
    ):
        with pytest.raises(BadOption, match=part):
            exercises.practice("dolce-vita", **asked)  # type: ignore[arg-type]
