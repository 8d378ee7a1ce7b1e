"""Random numbers follow from nothing that a page or a file holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pages import Page, lay, play

from escale import Match
from escale.app.store import Store
from escale.engine import store as stores
from escale.engine.game import CHANCE
from escale.players.levels import level
from escale.players.play_out import play_out
from escale.session.links import packed, unpacked

SEED = 8_123_456_789_012_345
TABLES = 12  # that two dice fall alike at all of them happens once in 10^17 times
PEOPLE = [{"name": "Ana", "level": "person"}, {"name": "Bob", "level": "random"}]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    opened = Store(tmp_path / "tables")
    monkeypatch.setattr(stores, "open_store", lambda: opened)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def finished() -> Match:
    """A game that is over, with a seed in its file."""
    match = Match("casanova", ["Ana", "Bob"], seed=SEED, policy="fair", persons=[0])
    play_out(match, [level(match.game, "random")] * 2, Random(1))
    assert match.over
    assert "seed" in match.record()
    return match


@pytest.fixture(scope="module")
def before_a_roll(finished: Match) -> Match:
    """Of two dice that the person throws."""
    rolls = [at for at, ply in enumerate(finished.plies) if ply.seat == CHANCE]
    return finished.fork(next(at for at in rolls if own_dice(finished.state_at(at))))


def own_dice(state: Any) -> bool:
    return bool(state.dice == 2 and state.active == 0)


def what_falls(page: Page) -> Any:
    assert page.match.actor == CHANCE
    return page.session.chosen()


# --- Playing on -----------------------------------------------------------------------------------


def by_again(finished: Match, now: Match) -> Page:
    page = Page(lay(finished.fork(), seats=["person", "random"]))
    page.ask({"do": "again", "ply": now.ply})
    return page


def by_file(finished: Match, now: Match) -> Page:
    page = Page(play("casanova", 2, seed=SEED))
    page.ask({"do": "load", "text": json.dumps(now.record())})
    return page


def by_link(finished: Match, now: Match) -> Page:
    page = Page(play("casanova", 2, seed=SEED))
    page.ask({"do": "open", "game": packed(now)})
    return page


@pytest.mark.parametrize("open_it", [by_again, by_file, by_link])
def test_who_plays_on_from_a_file_meets_other_dice(
    finished: Match, before_a_roll: Match, open_it: Callable[[Match, Match], Page]
) -> None:
    pages = [open_it(finished, before_a_roll) for _ in range(TABLES)]
    assert all(page.match.ply == before_a_roll.ply for page in pages)
    assert len({what_falls(page) for page in pages}) > 1


def test_a_table_that_is_taken_up_again_has_other_dice_than_its_file(store: Store) -> None:
    def laid() -> Page:
        return Page(play("casanova", seats=["person", "random"], seed=SEED))

    page = laid()
    page.hello()
    token = page.of("kept")["token"]
    page.move("dice:2")
    page.move("hand:7")
    fell = set()
    for _ in range(TABLES):
        other = laid()
        other.ask({"do": "resume", "token": token, "force": True})
        assert other.match.ply == page.match.ply
        fell.add(what_falls(other))
    assert len(fell) > 1


def test_computers_decide_anew_too() -> None:
    """From one record, at random among ten choices."""
    match = Match("dolce-vita", ["Ana", "Bob", "Cleo"], seed=SEED)
    match.play(match.legal()[0])
    answers = set()
    for _ in range(TABLES):
        page = Page(play("dolce-vita", seats=["person", "random", "random"], seed=SEED))
        page.ask({"do": "load", "text": json.dumps(match.record())})
        answers.add(page.match.plies[1].move)
    assert len(answers) > 1


# --- A new game -----------------------------------------------------------------------------------


def test_the_number_of_a_deal_that_a_page_names_decides_the_deal_and_nothing_else() -> None:
    new = {"do": "new", "seats": PEOPLE, "options": {}, "seed": 7}
    fell, deals = set(), []
    for _ in range(TABLES):
        page = Page(play("casanova", 2))
        page.ask(new)
        for move in ("d2", "c7"):
            page.session.play(move)
        fell.add(what_falls(page))
        other = Page(play("dominos-florentins", 2))
        other.ask(new)
        deals.append(other.match.origin)
    assert len(fell) > 1
    assert all(deal == deals[0] for deal in deals)


def test_a_seed_that_was_given_in_python_gives_the_same_game() -> None:
    def played() -> dict[str, Any]:
        session = play("casanova", seats=["person", "beginner", "random"], seed=5).session
        rng = Random(1)
        for _ in range(12):
            if session.match.actor == CHANCE:
                session.play(session.chosen())
            else:
                session.play(rng.choice(session.match.legal()))
        return session.match.record()

    assert played() == played()


# --- What leaves the table ------------------------------------------------------------------------


def test_no_seed_leaves_a_table_where_the_game_goes_on(finished: Match) -> None:
    """Here the dice do follow from it: somebody gave it in Python."""
    page = Page(play("dolce-vita", seats=["person", "random", "random"], seed=SEED))
    page.move(*page.path())
    (file,), (link,) = page.ask({"do": "save"}), page.ask({"do": "link"})
    assert "seed" not in json.loads(file["text"])
    assert unpacked(link["game"]).seed is None
    assert Match.from_record(file["text"]).state == page.match.state
    done = Page(lay(finished.fork(), seats=["person", "random"]))
    (file,) = done.ask({"do": "save"})
    assert json.loads(file["text"]) == finished.record()
    done.ask({"do": "again", "ply": 2})
    assert done.match.seed is None
