"""Two games that differ only in what a seat may not know send it the same messages.

Whatever a page asks for is asked at both tables: in the middle of a game, behind the curtain, in a
lesson's trial. The pair is made by the game itself, which deals what is hidden anew.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest
from pages import Page

from escale import Match, game
from escale.players.search import search
from escale.widgets import hints
from escale.widgets.lesson import LessonPlayer, Trial
from escale.widgets.table import Table

NAMES = ("Ana", "Bob", "Cleo")
Json = dict[str, Any]


@pytest.fixture(autouse=True)
def hints_do_not_watch_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(*args: Any, **kwargs: Any) -> Any:
        return search(*args, **(kwargs | {"seconds": 600, "playouts": 40}))

    monkeypatch.setattr(hints, "search", counted)


class Through:
    """The lesson of a trial: what it says to its page."""

    def __init__(self) -> None:
        self.hear: Callable[[Json], None] = lambda message: None

    def send(self, content: Json) -> None:
        assert content["kind"] == "trial"
        self.hear(content["message"])


def at_a_table(match: Match, people: int) -> Table:
    seats = ["person"] * people + ["random"] * (len(match.players) - people)
    return Table(match, seats=seats, lang="en")


def in_a_trial(match: Match, people: int) -> Table:
    seats = ["person", *["random"] * (len(match.players) - 1)]
    return Trial(cast(LessonPlayer, Through()), match, seats=seats, lang="en")


def moments(name: str) -> list[Match]:
    """Moments of a game in which something is hidden from the first seat, who has the move."""
    match, rng, found = Match(name, NAMES, seed=3, policy="fair", persons=[0, 1]), Random(3), []
    while not match.over and len(found) < 6:
        hides = match.view(0).state != match.state
        if hides and match.actor == 0 and rng.random() < 0.5:
            found.append(match.fork())
        match.play(rng.choice(match.legal()))
    return found


def twin(match: Match, seat: int, rng: Random) -> Match:
    """The same for this seat, but nobody else's hidden cards."""
    other = match.fork()
    for _ in range(20):
        other._go(match.game.determinize(match.view(seat), rng))
        if other.state != match.state:
            return other
    raise AssertionError("nothing is hidden here")


def questions(table: Table) -> list[Json]:
    """All that a page can ask without changing the game."""
    ply, keys = table.match.ply, list(table._scene.targets)
    why: list[Json] = [{"do": "why", "keys": [key], "ply": ply} for key in keys]
    moves: list[Json] = [{"do": "move", "keys": ["no-such-key"], "ply": ply}]
    plain = ("words", "sync", "save", "link", "review", "redo", "hurry")
    return [
        *why,
        *moves,
        *({"do": name} for name in plain),
        {"do": "hint", "ply": ply},
        {"do": "hint", "ply": ply},
        {"do": "again", "ply": 0},
        {"do": "lang", "lang": "fr"},
        {"do": "words"},
        {"do": "lift", "seat": 7},
    ]


def answers(table: Table) -> list[Any]:
    page = Page(table)
    if isinstance(table, Trial):
        del table.send
        cast(Through, table._through).hear = page.receive
    found: list[Any] = [table._whole(), table._repr_svg_()]
    for question in questions(table):
        said = page.ask(question)
        found.append([question, [one for one in said if one["kind"] != "beat"]])  # by the clock
    return found


def differences(match: Match, lay: Callable[[Match, int], Table], people: int) -> list[Any]:
    """What one of two tables answers otherwise than the other."""
    seat = lay(match.fork(), people).seat
    here = answers(lay(match.fork(), people))
    there = answers(lay(twin(match, seat, Random(5)), people))
    assert any("hint" in str(one) for one in here)
    return [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]]


CASES = [(at_a_table, 1), (at_a_table, 2), (in_a_trial, 1)]


@pytest.mark.parametrize("name", ["casanova", "dominos-florentins"])
@pytest.mark.parametrize(("lay", "people"), CASES)
def test_whatever_a_page_asks_it_learns_nothing_hidden(
    name: str, lay: Callable[[Match, int], Table], people: int
) -> None:
    found = moments(name)
    assert len(found) >= 3
    for match in found:
        assert differences(match, lay, people) == []


@pytest.mark.parametrize("name", ["casanova", "dominos-florentins"])
@pytest.mark.parametrize(("lay", "people"), CASES)
def test_a_table_that_forgets_to_hide_is_found_out(
    name: str, lay: Callable[[Match, int], Table], people: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [
        (match, twin(match, lay(match.fork(), people).seat, Random(5))) for match in moments(name)
    ]
    monkeypatch.setattr(type(game(name)), "mask", lambda self, state, seat: state)
    assert any(answers(lay(a, people)) != answers(lay(b, people)) for a, b in pairs)
