"""Tempers at a table: they follow from the seat, can be chosen, are shown, and stay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pages import Page, play

from escale import BadOption
from escale.app.store import Store
from escale.engine import store as stores
from escale.session.box import box as make_box
from escale.session.seats import check_seats, tempers_of


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    opened = Store(tmp_path / "tables")
    monkeypatch.setattr(stores, "open_store", lambda: opened)
    yield opened
    opened.close()


def test_a_page_is_told_the_level_and_the_temper_of_every_computer() -> None:
    page = Page(play("casanova", seats=["person", "sensible", "strong:timid", "random"], lang="fr"))
    whole = page.viewer.whole()
    assert whole["levels"] == ["person", "sensible", "strong", "random"]
    assert whole["tempers"] == ["", "bold", "timid", ""]
    box = make_box(page.match.game, 4)
    assert box["tempered"] == ["beginner", "sensible", "strong"]
    assert box["tempers"]["timid"]["fr"][0] == "timide"
    assert box["tempers"]["timid"]["en"][1].startswith("I lay cards that the dice")


def test_a_game_without_tempers_is_played_as_it_was() -> None:
    page = Page(play("galets", seats=["person", "sensible"], lang="en", seed=3))
    assert page.viewer.whole()["tempers"] == ["", ""]
    assert make_box(page.match.game, 2)["tempers"] == {}
    page.move(*page.path())
    assert page.match.ply == 2


def test_a_temper_that_is_chosen_for_a_new_game_is_played_and_kept(store: Store) -> None:
    seats = [
        {"name": "Ana", "level": "person"},
        {"name": "Bob", "level": "sensible:spoiler"},
        {"name": "Cleo", "level": "beginner"},
    ]
    page = Page(play("dolce-vita", 3, lang="en"))
    page.hello()
    page.ask({"do": "new", "seats": seats, "options": {}, "seed": 4})
    assert page.session.seats == ("person", "sensible:spoiler", "beginner")
    page.move(*page.path())
    token = page.session.keeper.token
    other = Page(play("dolce-vita", 3, lang="en"))
    other.ask({"do": "resume", "token": token, "force": True})
    assert other.match.ply == page.match.ply
    assert other.viewer.whole()["tempers"] == ["", "spoiler", "loner"]


def test_a_temper_that_a_game_no_longer_has_is_that_of_the_seat() -> None:
    game = Page(play("casanova", 2)).match.game
    assert tempers_of(game, ["person", "sensible:melancholic"]) == ["", "bold"]


@pytest.mark.parametrize("who", ["sensible:greedy", "random:bold", "person:bold", "strong:200", 5])
def test_a_seat_of_a_temper_that_there_is_not_is_refused(who: Any) -> None:
    game = Page(play("casanova", 2)).match.game
    with pytest.raises(BadOption, match=r"^seats\[1\]: must be one of person, random"):
        check_seats(game, 2, ["person", who])


def test_the_same_seed_gives_the_same_game_whatever_the_temper() -> None:
    def played() -> str:
        session = play("dolce-vita", seats=["person", "sensible", "beginner:loner"], seed=5).session
        for _ in range(5):
            session.play(session.match.legal()[0])
        return json.dumps(session.match.record())

    assert played() == played()
