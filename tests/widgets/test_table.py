"""The widget: what of a session goes into Jupyter, and what comes out of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pages import Page

import escale
from escale import BadOption, Match, game, game_names
from escale.app.commands.terminal import language
from escale.app.store import Store
from escale.engine import store as stores
from escale.engine.game import SPECTATOR
from escale.widgets.table import board, play


def test_a_page_that_writes_into_the_widget_changes_nothing() -> None:
    table = play("galets", lang="fr", seed=5)
    before = table.get_state()
    table.set_state({"table": {}, "box": {}, "_esm": "alert(1)"})
    assert table.get_state() == before


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


@pytest.mark.slow
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


@pytest.mark.parametrize("name", ["casanova", "dominos-florentins"])
def test_neither_token_nor_seed_is_in_the_widgets_state_or_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    seed = 8_123_456_789_012_345
    monkeypatch.setattr(stores, "open_store", lambda: Store(tmp_path))
    table = play(name, seats=["person", "random"], seed=seed, lang="en")
    page, rng = Page(table.viewer), Random(1)
    for _ in range(3):
        table.play(rng.choice(table.match.legal()))
    state = {key: value for key, value in table.get_state().items() if key[0] != "_"}
    told = json.dumps([state, table._repr_mimebundle_()])
    assert table.session.keeper is not None
    for secret in (table.session.keeper.token, str(seed)):
        assert secret not in told
    assert page.ask({"do": "save"})[0]["kind"] == "say"
    assert str(seed) not in json.dumps(page.ask({"do": "link"}))


BY_THE_SIDE_DOOR = """
from escale.widgets.table import play
table = play("galets", seats=["person", "random"], seed=5)
table.play(table.match.legal()[0])
"""


@pytest.mark.slow
def test_a_table_is_kept_whichever_door_it_came_by(tmp_path: Path) -> None:
    environment = os.environ | {"ESCALE_TABLES": str(tmp_path)}
    subprocess.run([sys.executable, "-c", BY_THE_SIDE_DOOR], check=True, env=environment)
    assert [table.ply for table in Store(tmp_path).tables()] == [2]


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


def test_a_table_starts_from_a_position_for_as_many_as_it_is_for() -> None:
    match = Match("dolce-vita", 3, seed=4)
    position = match.game.to_position(match.state)
    table = escale.play("dolce-vita", position=position)
    assert len(table.match.players) == 3
    assert table.match.state == match.state
    again, other = escale.play("dolce-vita", position=position), escale.play("dolce-vita", seed=4)
    names = [one.session.keeper.name for one in (table, again, other) if one.session.keeper]
    assert names[0] == names[1] != names[2], "it does not find another game of its page"
    with pytest.raises(escale.BadRecord, match=r"position"):
        escale.play("galets", position={"row": [1]})
