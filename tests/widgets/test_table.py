"""The table, without a browser: who is shown what, and what the page may ask for."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import Page

import escale
from escale import BadOption, Match, game, game_names
from escale.app.tell import language
from escale.engine.game import CHANCE, SPECTATOR
from escale.session import messages, words
from escale.widgets import table as widget
from escale.widgets.table import Table, board, play


@pytest.fixture
def galets() -> Page:
    return Page(play("galets", lang="fr", seed=5))


def test_a_complete_path_plays_the_move_and_the_computer_answers(galets: Page) -> None:
    first, answer = galets.move(*galets.path())
    assert first["kind"] == answer["kind"] == "frames"
    assert first["re"] == "x-1"
    assert galets.table.match.ply == 2
    assert first["frames"][-1]["more"]
    assert not answer["frames"][-1]["more"]
    assert answer["frames"][-1]["ply"] == 2


def test_in_a_kernel_computers_answer_one_at_a_time_and_the_page_is_heard_in_between() -> None:
    async def playing() -> None:
        page = Page(play("dolce-vita", lang="fr", seed=5))
        match = page.table.match
        (mine,) = page.move("hand:3", "column:2")
        assert mine["frames"][-1]["more"]
        assert match.ply == 1
        while match.ply == 1:
            await asyncio.sleep(0)
        assert match.ply == 2, "one at a time"
        (said,) = page.move("hand:4", "column:2")
        assert said["kind"] == "say", "it is not a person's turn"
        (undone,) = page.ask({"do": "undo"})
        assert undone["frames"][0]["redo"] == 1
        await asyncio.sleep(4 * widget.BREATH)
        assert match.ply == 0, "who was about to answer has nothing to answer to"
        page.ask({"do": "redo"})
        page.ask({"do": "lang", "lang": "en"})
        page.table.refresh()
        assert match.actor == 0, "code finds the computers' answers made"
        page.move(*page.path())
        seats = [{"name": name, "level": "person"} for name in "ABC"]
        page.ask({"do": "new", "seats": seats, "options": {}, "seed": 1})
        await asyncio.sleep(2 * widget.BREATH)
        assert page.table.match.ply == 0
        versions = [sent["version"] for sent in page.sent if sent["kind"] == "frames"]
        assert versions == sorted(set(versions))

    asyncio.run(playing())


@pytest.mark.parametrize("broken", ["narrate", "picture"])
def test_a_move_that_cannot_be_told_is_not_made(
    monkeypatch: pytest.MonkeyPatch, galets: Page, broken: str
) -> None:
    table, path = galets.table, galets.path()
    before, record = table.get_state()["table"], table.match.record()

    def fail(*_: object) -> None:
        raise RuntimeError("no words")

    with monkeypatch.context() as patch:
        patch.setattr(widget, broken, fail)
        table.seats = ("person", "person")  # the next scene has choices too
        (answer,) = galets.move(*path)
        table.seats = ("person", "sensible")
    assert answer["kind"] == "say"
    assert table.get_state()["table"] == before
    assert table.match.record() == record
    galets.move(*path)
    assert table.match.ply == 2


@pytest.mark.parametrize(
    ("broken", "game"),
    [("_all_lines", "galets"), ("_scene_now", "casanova"), ("_make_box", "casanova")],
)
def test_a_game_that_cannot_be_shown_does_not_begin_and_the_old_one_goes_on(
    monkeypatch: pytest.MonkeyPatch, galets: Page, broken: str, game: str
) -> None:
    async def playing() -> None:
        table = galets.table
        galets.move(*galets.path())  # and the computer is about to answer
        before, record = table.get_state()["table"], table.match.record()
        other = json.dumps(Match(game, 2, seed=1).record())

        def fail(*_: object) -> None:
            raise RuntimeError("no words")

        with monkeypatch.context() as patch:
            patch.setattr(Table, broken, fail)
            (answer,) = galets.ask({"do": "load", "text": other, "id": "x-2"})
        assert answer["text"] == words.said("trouble", "fr")
        assert table.get_state()["table"] == before
        assert table.match.record() == record
        for _ in range(200):
            if table.match.ply == 2:
                break
            await asyncio.sleep(0.01)
        assert table.match.ply == 2
        galets.ask({"do": "load", "text": other})
        assert table.game.id == game

    asyncio.run(playing())


@pytest.mark.parametrize("step", [{"do": "undo"}, {"do": "redo"}, {"do": "lang", "lang": "en"}])
@pytest.mark.parametrize("broken", ["_all_lines", "_scene_now"])
def test_a_step_that_cannot_be_shown_is_not_taken(
    monkeypatch: pytest.MonkeyPatch, galets: Page, broken: str, step: dict[str, Any]
) -> None:
    table = galets.table
    for _ in range(2):
        galets.move(*galets.path())
    galets.ask({"do": "undo"})
    before, record = table.get_state()["table"], table.match.record()

    def fail(*_: object) -> None:
        raise RuntimeError("no words")

    with monkeypatch.context() as patch:
        patch.setattr(Table, broken, fail)
        (answer,) = galets.ask(step)
    assert answer["text"] == words.said("trouble", "fr")
    assert table.get_state()["table"] == before
    assert table.match.record() == record
    assert galets.ask(step)[0]["kind"] in ("frames", "whole")
    assert table.get_state()["table"] != before


def test_keys_may_come_in_any_order() -> None:
    page = Page(play("dolce-vita", seats=["person", "random", "random"], seed=1))
    page.move("column:3", "hand:5")
    assert page.table.match.plies[0].move == (5, 3)


def test_a_move_for_an_earlier_moment_is_ignored_with_a_sentence(galets: Page) -> None:
    path = galets.path()
    galets.move(*path)
    record = galets.table.match.record()
    (answer,) = galets.move(*path, ply=0)
    assert answer["kind"] == "say"
    assert answer["re"] == "x-1"
    assert galets.table.match.record() == record


def test_a_path_that_is_no_move_changes_nothing(galets: Page) -> None:
    (answer,) = galets.move("pebble:99")
    assert answer["kind"] == "say"
    assert galets.table.match.ply == 0


def test_why_not_comes_in_the_readers_language_with_its_rules(galets: Page) -> None:
    middle = galets.table.match.state.row[4]
    why = {"do": "why", "keys": [f"pebble:{middle}"], "ply": 0, "id": "x-2"}
    (answer,) = galets.ask(why)
    assert answer["kind"] == "why"
    assert answer["key"] == f"pebble:{middle}"
    assert answer["lines"] == [[f"Le {middle} n’est pas à un bout de la rangée.", ["GA-TUR-1"]]]
    galets.ask({"do": "lang", "lang": "en"})
    (answer,) = galets.ask(why)
    assert answer["lines"][0][0].startswith("The ")


def test_undo_takes_back_the_computers_answer_too(galets: Page) -> None:
    galets.move(*galets.path())
    (answer,) = galets.ask({"do": "undo"})
    assert galets.table.match.ply == 0
    assert answer["frames"][0]["keep"] == 0
    assert answer["frames"][0]["redo"] == 1
    galets.ask({"do": "redo"})
    assert galets.table.match.ply == 2


def test_an_undo_that_is_not_fair_says_why() -> None:
    page = Page(play("casanova", seats=["person", "random"], lang="en", seed=2))
    page.move("dice:1")
    page.move("hand:7")
    if "roll" in page.table._scene.targets and page.table.match.actor == CHANCE:
        page.move("roll")
    (answer,) = page.ask({"do": "undo"})
    assert answer["kind"] == "say"
    assert "dice have fallen" in answer["text"]


def test_a_new_game_can_have_other_players(galets: Page) -> None:
    page = Page(play("dolce-vita", 3, seed=1))
    seats = [{"name": f"N{i}", "level": "person" if i == 0 else "random"} for i in range(5)]
    new = {"do": "new", "seats": seats, "options": {"money_100": 9}, "seed": 7, "id": 1}
    whole, *_ = page.ask(new)
    assert whole["kind"] == "whole"
    assert whole["box"]["players"] == 5
    assert page.table.match.players == ("N0", "N1", "N2", "N3", "N4")
    assert page.table.match.seed == 7


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ([{"name": "A", "level": "person"}], {}),
        ([{"name": "", "level": "person"}, {"name": "B", "level": "random"}], {}),
        ([{"name": "A", "level": "genius"}, {"name": "B", "level": "random"}], {}),
        ([{"name": "A", "level": "person"}, {"name": "B", "level": "random"}], {"no": 1}),
    ],
)
def test_a_new_game_that_cannot_be_is_refused(
    galets: Page, seats: list[dict[str, str]], options: dict[str, int]
) -> None:
    record = galets.table.match.record()
    (answer,) = galets.ask({"do": "new", "seats": seats, "options": options, "seed": None})
    assert answer["kind"] == "say"
    assert galets.table.match.record() == record


def test_a_game_is_saved_and_opened_again(galets: Page) -> None:
    galets.move(*galets.path())
    (file,) = galets.ask({"do": "save"})
    assert file["name"] == "galets.json"
    other = Page(play("dolce-vita", seed=1))
    whole, *_ = other.ask({"do": "load", "text": file["text"]})
    assert whole["box"]["game"] == "galets"
    record = galets.table.match.record()
    assert other.table.match.record() == {key: record[key] for key in record if key != "seed"}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "escale/9"}', "\x00", "null"])
def test_a_file_that_is_no_record_is_refused_with_a_sentence(galets: Page, text: str) -> None:
    record = galets.table.match.record()
    (answer,) = galets.ask({"do": "load", "text": text})
    assert answer["kind"] == "say"
    assert answer["text"].startswith("Ce fichier ne s’ouvre pas. ")
    assert not {"must", "not", "missing", "this"} & set(answer["text"].split())
    assert galets.table.match.record() == record


def test_a_game_with_secrets_is_saved_only_when_it_is_over() -> None:
    page = Page(play("casanova", seats=["person", "random"], seed=2))
    (answer,) = page.ask({"do": "save"})
    assert answer["kind"] == "say"
    rng = Random(1)
    while not page.table.match.over:
        page.table.play(rng.choice(page.table.match.legal()))
    (answer,) = page.ask({"do": "save"})
    assert answer["kind"] == "file"
    assert Match.from_record(answer["text"]).over


def test_each_person_sees_their_own_view_when_it_is_their_turn() -> None:
    page = Page(play("casanova", seats=["person", "person"], seed=2))
    assert page.table.seat == 0
    page.move("dice:1")
    page.move("hand:7")
    mine, nobodys = page.sent[-1]["frames"]
    assert mine["scene"]["choices"] == {}, "nobody picks while the view changes"
    assert (nobodys["seat"], nobodys["curtain"]) == (SPECTATOR, 1)
    (answer,) = page.ask({"do": "lift", "seat": 1})
    assert page.table.seat == 1
    (theirs,) = answer["frames"]
    assert (theirs["seat"], theirs["curtain"]) == (1, None)
    assert len(theirs["scene"]["choices"]["paths"]) == 13


@pytest.mark.parametrize(
    "name", [name for name in escale.game_names() if escale.game(name).secrets]
)
@pytest.mark.parametrize("others", ["person", "random"])
def test_the_page_never_learns_what_its_seat_may_not_know(name: str, others: str) -> None:
    """Resampling what is hidden changes nothing that is shown: scenes come from views."""
    table = play(name, 3, seats=["person", others, others], lang="fr", seed=2)
    page = Page(table)
    rng = Random(3)
    for _ in range(80):
        if table.match.over:
            break
        state, game, shown = table.match.state, table.game, table._scene
        table.match._state = game.determinize(game.view(state, table.seat), rng)
        assert table._scene_now() == shown
        table.match._state = state
        page.table.play(rng.choice(table.match.legal()))


@pytest.mark.parametrize("name", game_names())
def test_the_log_is_told_move_by_move_as_it_is_told_anew(name: str) -> None:
    """Also where a silent event stands in another moment than the sentence it lends its rule to."""
    table, rng = play(name, seats=["person"] * game(name).seats[0], lang="en", seed=3), Random(3)
    while not table.match.over:
        table.play(rng.choice(table.match.legal()))
    assert table._lines == table._all_lines()


def test_a_page_that_writes_into_the_widget_changes_nothing(galets: Page) -> None:
    before = galets.table.get_state()
    galets.table.set_state({"table": {}, "box": {}, "_esm": "alert(1)"})
    assert galets.table.get_state() == before


def test_a_newcomer_gets_the_table_as_it_is(galets: Page) -> None:
    galets.move(*galets.path())
    state = galets.table.get_state()["table"]
    assert state["ply"] == 2
    assert state["version"] == 2
    assert len(state["log"]) == 2


def test_a_board_is_for_looking() -> None:
    match = Match("galets", ["Ana", "Bob"], seed=5)
    page = Page(board(match, lang="en"))
    assert page.table.seat == SPECTATOR
    move = match.legal()[0]
    (answer,) = page.move(*match.game.path(match.state, move))
    assert answer["kind"] == "say"
    match.play(move)
    page.sent.clear()
    page.table.refresh()
    assert page.sent[0]["table"]["ply"] == 1


def test_a_match_and_a_table_show_themselves_where_no_widget_can_run() -> None:
    match = Match("galets", ["Ana", "Bob"], seed=5)
    assert match._repr_svg_().startswith("<svg")  # type: ignore[attr-defined]
    data, _ = board(match)._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg")
    assert "application/vnd.jupyter.widget-view+json" in data


@pytest.mark.parametrize("name", game_names())
def test_a_view_shows_itself_with_nameless_players(name: str) -> None:
    for count in game(name).seats:
        picture = Match(name, count, seed=5).view(0)._repr_svg_()  # type: ignore[attr-defined]
        assert picture.startswith("<svg")
        assert f"Player {count}" in picture


def test_a_views_picture_shows_the_cards_of_its_seat_alone() -> None:
    match = Match("dominos-florentins", 3, seed=5)
    hands = match.state.hands
    for seat in (*range(3), SPECTATOR):
        picture = match.view(seat)._repr_svg_()  # type: ignore[attr-defined]
        for owner, hand in enumerate(hands):
            assert [f"-{card}" in picture for card in hand] == [owner == seat] * len(hand)
    match = Match("casanova", 2, seed=5)
    for move in ("d2", "c7"):
        match.play(move)
    shown = {seat: match.view(seat)._repr_svg_() for seat in (0, 1)}  # type: ignore[attr-defined]
    other = Match("casanova", 2, seed=5)
    for move in ("d2", "c5"):
        other.play(move)
    assert other.view(1)._repr_svg_() == shown[1]  # type: ignore[attr-defined]
    assert other.view(0)._repr_svg_() != shown[0]  # type: ignore[attr-defined]


def test_escale_loads_no_widgets_until_they_are_asked_for() -> None:
    code = (
        "import sys, escale; assert not {'ipywidgets', 'anywidget'} & set(sys.modules); escale.play"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert "play" in dir(escale)
    with pytest.raises(AttributeError):
        escale.plays  # noqa: B018


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ["person"]},
        {"seats": ["person", "genius"]},
        {"lang": "it"},
        {"players": 9},
        {"seed": "x"},
    ],
)
def test_a_table_that_cannot_be_laid_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        play("galets", **wrong)


# --- Whatever comes from a page -----------------------------------------------------------------

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
fields = ("do", "id", "keys", "ply", "lang", "seats", "options", "seed", "text")
almost = st.builds(
    lambda base, changes: {**base, **changes},
    st.sampled_from(
        [
            {"do": "move", "keys": ["pebble:1"], "ply": 0},
            {"do": "why", "keys": ["pebble:5", "say:pass"], "ply": 0},
            {"do": "new", "seats": [{"name": "A", "level": "person"}], "options": {}, "seed": None},
            {"do": "load", "text": "{}"},
            {"do": "lang", "lang": "fr"},
            {"do": "sync"},
            {"do": "save"},
            {"do": "redo"},
        ]
    ),
    st.dictionaries(st.sampled_from(fields) | st.text(max_size=5), json_values, max_size=3),
)


@given(json_values | almost)
def test_anything_malformed_is_answered_and_changes_nothing(content: Any) -> None:
    page = Page(Table(Match("galets", ["Ana", "Bob"], seed=5), lang="fr"))
    record = page.table.match.record()
    try:
        messages.read(content)
    except messages.Malformed:
        (answer,) = page.ask(content)
        assert answer["kind"] == "say"
        assert answer["text"].endswith("Rien n’a changé.")
        assert page.table.match.record() == record
    else:
        assert page.ask(content), "every message is answered"


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANGUAGE": "fr"}, "fr"),
        ({"LANGUAGE": "fr:en", "LANG": "en_GB.UTF-8"}, "fr"),
        ({"LC_ALL": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "fr_CA", "LANG": "en_CA"}, "fr"),
        ({"LC_ALL": "de_DE.UTF-8", "LANG": "fr_FR"}, "en"),
        ({}, "en"),
    ],
)
def test_table_and_terminal_read_the_language_of_the_machine_alike(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], lang: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert play("galets").lang == language(None) == lang


def test_half_a_character_in_the_id_of_a_message_is_refused() -> None:
    with pytest.raises(messages.Malformed):
        messages.read({"do": "undo", "id": "\ud800"})
