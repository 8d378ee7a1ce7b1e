"""A stranger's game with draws, paths whose order counts, names and a secret, at a table."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import jsonschema
import pytest
from pages import Page, lay
from trio import game

from escale import Match, Outcome
from escale.app.commands import terminal, tournament
from escale.app.site.rehearsal import whole_game
from escale.engine import registry
from escale.players.knowledge import knowledge
from escale.players.search import search, shares
from escale.session.about import about
from escale.session.hints import Voice
from escale.session.review import as_lesson, course_in_words, reviewed
from escale.teach.texts import Texts, house_texts, texts

#: Everybody has three stones; a1 and b1 are Ana's, c1 is Bob's.
MOVING = {
    "stones": {"a1": "0", "b1": "0", "c2": "0", "c1": "1", "a2": "1", "b3": "1"},
    "cards": ["a3", "c3"],
    "ply": 6,
}
#: One move before the end of everybody's patience.
LATE = {**MOVING, "ply": 18}


def table(position: dict[str, Any], **how: Any) -> Page:
    match = Match(game, ["Ana", "Bob"], position=position)
    return Page(lay(match, seats=["person", "random"], lang="en", **how))


def drawn() -> Match:
    match = Match(game, ["Ana", "Bob"], position=LATE)
    for text in ("b1-b2", "b3-a3"):
        match.play(text)
    return match


# --- draws


def test_a_game_without_winners_is_a_draw_and_its_record_is_read_again() -> None:
    match = drawn()
    assert match.outcome == Outcome((0, 0), ())
    assert match.outcome.draw
    record = match.record()
    assert record["result"]["winners"] == []
    assert Match.from_record(json.dumps(record), game=game).outcome == match.outcome


def test_the_schema_of_records_knows_draws() -> None:
    from importlib.resources import files

    schema = json.loads(files("escale.engine").joinpath("record.schema.json").read_text("utf-8"))
    jsonschema.validate(drawn().record(), schema)


def test_a_draw_is_worth_less_than_a_win_and_more_than_a_loss() -> None:
    assert Outcome((1, 1), ()).shares() == [0.5, 0.5]
    assert Outcome((1, 1, 0), (0, 1)).shares() == [0.5, 0.5, 0]
    assert Outcome((0, 0, 0), ()).shares() == pytest.approx([1 / 3] * 3)
    assert shares(game, drawn().state) == [0.5, 0.5]


def test_who_cannot_win_any_more_prefers_a_draw_to_a_loss() -> None:
    # Bob threatens a2, b2, c2 with his last move; Ana has no row within reach, but one in his way.
    stones = {"a1": "0", "a3": "0", "b3": "0", "a2": "1", "c2": "1", "b1": "1"}
    state = Match(game, 2, position={"stones": stones, "cards": ["a2", "b1"], "ply": 18}).state
    view, legal = game.view(state, 0), game.legal(state, 0)
    assert [*map(game.format, legal)] == ["b3-b2", "b3-c3"]
    *_, thought = search(game, view, legal, Random(1), playouts=60, always=legal)
    assert thought.best == legal[0]
    assert thought.shares[legal[0]] == 0.5
    assert thought.shares[legal[1]] < 0.5


def test_a_draw_is_told_as_such_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    for lang, said in (("en", "A draw · Ana: 0 · Bob: 0"), ("fr", "Partie nulle · Ana\u00a0: 0")):
        terminal.tell_match(drawn(), lang)
        told = capsys.readouterr().out
        assert said in told
        assert "0, wins" not in told
        assert "0, gagne" not in told


def test_a_draw_is_told_as_such_in_log_status_and_look_back() -> None:
    page = table(LATE)
    page.move("point:b1", "point:b2")
    assert page.match.over, "Bob has no row within reach"
    shown = page.viewer.shown
    assert shown.scene.status == "A draw."
    assert shown.lines[-1].text == "The game is a draw: nobody wins."
    found = reviewed(page.match)
    assert found.curve[-1] == (0.5, 0.5)
    assert "The game is a draw" in course_in_words(page.match, found, "en")
    assert as_lesson(page.match, found).steps[-1].text["fr"].startswith("La partie est nulle")


def test_a_tournament_splits_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "play", lambda plan, number: drawn())
    contest = tournament.Contest("trio", 2, ("random", "random"), 2, 0, {})
    assert [tournament.share(contest, number) for number in (0, 1)] == [0.5, 0.5]


# --- paths whose order counts


def test_a_move_is_its_keys_in_their_order() -> None:
    page = table(MOVING)
    (said,) = page.move("point:b2", "point:b1")
    assert said["kind"] == "say"
    (said,) = page.move("point:b1")
    assert said["kind"] == "say", "nothing completes itself"
    page.move("point:b1", "point:b2")
    assert page.match.plies[0].move == ("b1", "b2")


def test_a_click_on_what_belongs_to_another_gets_that_reason() -> None:
    page = table(MOVING)

    def why(*keys: str) -> str:
        (answer,) = page.ask({"do": "why", "keys": [*keys], "ply": 0, "id": "x-2"})
        assert answer["kind"] == "why"
        return str(answer["lines"][0][0])

    assert why("point:c1") == "That is Bob’s stone."
    assert why("point:b2") == "There is no stone on b2."
    assert why("point:b1", "point:c1") == "There is a stone on c1 already."
    assert why("point:b1", "point:c3") == "c3 is not next to it."
    assert game.why_not(page.match.state, 0, ["point:b1", "point:b2"]) == ()
    assert game.why_not(page.match.state, 0, ["point:b1"]) == ()


def test_a_list_of_keys_that_begins_no_move_is_asked_about_by_its_last() -> None:
    state = Match(game, 2, position=MOVING).state
    asked = game.why_not(state, 0, ["nowhere", "point:c1"])
    assert [v.kind for v in asked] == ["theirs"]
    assert [v.kind for v in game.why_not(state, 0, ["nowhere"])] == ["unreadable"]


def test_the_page_is_told_how_the_game_wants_to_be_picked() -> None:
    box = table(MOVING).viewer.box()
    assert box["ordered"] is True
    assert box["completes"] is False


# --- names


def test_moves_and_places_go_by_the_names_that_the_game_gives_them() -> None:
    page = table(MOVING)
    choices = page.viewer.whole()["scene"]["choices"]
    assert "the stone from b1 to b2" in choices["names"]
    assert len(choices["names"]) == len(choices["paths"])
    voice = Voice(game, "fr", page.match.players, 0)
    move = game.parse("b1-b2")
    assert voice.move(page.match.state, move, page.viewer.shown.scene).text == "le pion de b1 en b2"


def test_a_place_is_called_by_its_name_where_moves_have_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import trio.scene

    monkeypatch.delattr(trio.scene, "named")
    page = table(MOVING)
    assert "names" not in page.viewer.whole()["scene"]["choices"]
    voice = Voice(game, "en", page.match.players, 0)
    move = game.parse("b1-b2")
    assert voice.move(page.match.state, move, page.viewer.shown.scene).text == "b1, b2"


def test_a_game_names_its_mark_and_where_things_happen() -> None:
    assert about(game).mark == "tr-sign"
    assert knowledge(game).where == ("point",)


def test_what_is_hidden_stays_hidden_in_what_a_page_gets() -> None:
    match = Match(game, ["Ana", "Bob"], position=MOVING)
    page = Page(lay(match, seats=["person", "random"], lang="en"))
    told = json.dumps(page.viewer.whole())
    assert "Your card: a3" in json.dumps(page.viewer.shown.scene.words[:])
    assert page.viewer.shown.scene.words == ["Your card: a3."]
    assert "Your card: c3" not in told


# --- languages


def test_a_language_may_leave_out_a_place_but_not_a_player() -> None:
    assert not [*texts(game).problems()]
    both = {"fr": "{seat} joue.", "en": "{seat} plays {n}.", "you": {"fr": "x", "en": "y"}}
    assert not [*Texts({"event": {"a": both}}, house_texts()).problems()]
    one = {"fr": "On joue {n}.", "en": "{seat} plays {n}."}
    (problem,) = Texts({"event": {"a": one}}, house_texts()).problems()
    assert "{seat} stands in one language only" in problem


def test_a_site_without_a_server_takes_a_game_whose_order_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What Python needs in a page is found by playing: as a page picks, in the path's order."""
    monkeypatch.setitem(registry._loaded, "trio", game)
    page = whole_game("trio", players=2)
    assert page.table("t").session.match.game is game
