"""Games are found by name: those of the house, and those of other packages by entry point."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from escale_galets import game as galets

import escale
from escale import EscaleError, UnknownGame
from escale.engine import registry


def test_the_three_games_and_the_example_are_installed() -> None:
    names = escale.game_names()
    assert names == sorted(names)
    assert {"casanova", "dolce-vita", "dominos-florentins", "galets"} <= set(names)


@pytest.mark.parametrize("name", escale.game_names())
def test_a_name_leads_to_its_game_and_always_to_the_same_one(name: str) -> None:
    game = escale.game(name)
    assert game.id == name
    assert escale.game(name) is game
    assert escale.game(game) is game


def test_prefixes_of_rules_are_not_shared() -> None:
    prefixes = [escale.game(name).prefix for name in escale.game_names()]
    assert len(set(prefixes)) == len(prefixes)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "chess",
        "Casanova",
        "dolce_vita",
        "../casanova",
        "casanova.rules",
        "a" * 999,
        None,
        7,
        [],
    ],
    ids=lambda name: repr(name)[:20],
)
def test_what_is_no_game_is_refused_in_one_sentence(name: Any) -> None:
    with pytest.raises(UnknownGame) as caught:
        escale.game(name)
    message = str(caught.value)
    assert message.startswith("there is no game ")
    assert message.endswith(f"; there are: {', '.join(escale.game_names())}")
    assert "\n" not in message
    assert len(message) < 200


@pytest.fixture
def entry(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Install entry points for the time of a test."""

    def install(name: str, value: str) -> None:
        entries = {name: EntryPoint(name, value, registry.GROUP)}
        monkeypatch.setattr(registry, "_entry_points", lambda: entries)

    return install  # type: ignore[return-value]


def test_an_entry_point_is_loaded_on_first_use(entry: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(registry, "_loaded", {})
    entry("galets", "escale_galets:game")
    assert escale.game("galets") is galets


def test_an_entry_point_must_lead_to_the_game_of_its_name(entry: Any) -> None:
    entry("pebbles", "escale_galets:game")
    with pytest.raises(EscaleError, match=r"'pebbles' of escale\.games does not lead to that game"):
        escale.game("pebbles")
    entry("cailloux", "escale_galets.rules:PEBBLES")
    with pytest.raises(EscaleError, match="does not lead to that game"):
        escale.game("cailloux")


@pytest.mark.parametrize("value", ["no_such_package:game", "escale_galets:no_such_name"])
def test_an_entry_point_that_cannot_be_loaded_says_so(entry: Any, value: str) -> None:
    entry("lost", value)
    with pytest.raises(
        EscaleError, match=r"the entry point 'lost' of escale\.games cannot be loaded"
    ):
        escale.game("lost")
