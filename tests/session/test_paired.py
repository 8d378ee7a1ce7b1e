"""Two games that differ only in what a seat may not know send it the same messages.

Whatever a page asks for is asked at both tables: in the middle of a game, behind the curtain, in
the page of one seat. The pair is made by the game itself, which deals what is hidden anew.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from pages import Page, lay

from escale import Match, game
from escale.players.search import search
from escale.session import hints
from escale.session.viewer import Viewer

NAMES = ("Ana", "Bob", "Cleo")
Json = dict[str, Any]


@pytest.fixture(autouse=True)
def hints_do_not_watch_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(*args: Any, **kwargs: Any) -> Any:
        return search(*args, **(kwargs | {"seconds": 600, "playouts": 40}))

    monkeypatch.setattr(hints, "search", counted)


def at_a_table(match: Match, people: int) -> Viewer:
    seats = ["person"] * people + ["random"] * (len(match.players) - people)
    return lay(match, seats=seats, lang="en")


def in_a_page_of_its_own(match: Match, people: int) -> Viewer:
    """Two people, and the page of the first: another page shows the other one's seat."""
    return lay(match, seats=["person", "person", "random"], seat=0, lang="en")


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


def questions(viewer: Viewer) -> list[Json]:
    """All that a page can ask without changing the game."""
    ply, keys = viewer.session.match.ply, list(viewer.shown.scene.targets)
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


def answers(viewer: Viewer) -> list[Any]:
    page = Page(viewer)
    found: list[Any] = [viewer.whole(), viewer.svg()]
    for question in questions(viewer):
        said = page.ask(question)
        found.append([question, [one for one in said if one["kind"] != "beat"]])  # by the clock
    return found


def differences(match: Match, open_it: Callable[[Match, int], Viewer], people: int) -> list[Any]:
    """What one of two tables answers otherwise than the other."""
    seat = open_it(match.fork(), people).seat
    here = answers(open_it(match.fork(), people))
    there = answers(open_it(twin(match, seat, Random(5)), people))
    assert any("hint" in str(one) for one in here)
    return [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]]


CASES = [(at_a_table, 1), (at_a_table, 2), (in_a_page_of_its_own, 2)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["casanova", "dominos-florentins"])
@pytest.mark.parametrize(("open_it", "people"), CASES)
def test_whatever_a_page_asks_it_learns_nothing_hidden(
    name: str, open_it: Callable[[Match, int], Viewer], people: int
) -> None:
    found = moments(name)
    assert len(found) >= 3
    for match in found:
        assert differences(match, open_it, people) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["casanova", "dominos-florentins"])
@pytest.mark.parametrize(("open_it", "people"), CASES)
def test_a_table_that_forgets_to_hide_is_found_out(
    name: str, open_it: Callable[[Match, int], Viewer], people: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [
        (match, twin(match, open_it(match.fork(), people).seat, Random(5)))
        for match in moments(name)
    ]
    monkeypatch.setattr(type(game(name)), "mask", lambda self, state, seat: state)
    assert any(answers(open_it(a, people)) != answers(open_it(b, people)) for a, b in pairs)
