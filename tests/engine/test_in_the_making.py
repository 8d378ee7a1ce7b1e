"""A game in the making: what it does not answer yet is a list of things to do, not a TypeError."""

from __future__ import annotations

import pytest

import escale
from escale.engine.errors import NotWritten
from escale.engine.game import QUESTIONS, Game
from escale.testing import check_game


class Half(Game[tuple[int, ...], tuple[int, ...]]):
    id = "half"
    prefix = "HA"
    seats = range(2, 3)

    def actor(self, state: tuple[int, ...]) -> int | None:
        return 0


def test_what_is_not_written_yet_is_listed_in_the_order_of_the_contract() -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(Half)
    lines = [line.strip() for line in str(caught.value).splitlines()]
    assert lines[1] == "write the rules:"
    listed = [line.removeprefix("half: write ") for line in lines if "half: write " in line]
    assert [line.partition("(")[0] for line in listed] == [q for q in QUESTIONS if q != "actor"]
    assert "legal(state, seat): All that `seat` may do now, sorted by" in str(caught.value)


def test_whoever_asks_such_a_game_gets_one_sentence() -> None:
    with pytest.raises(NotWritten, match=r"^half has no deal yet; .*check_game lists"):
        escale.Match(Half(), 2, seed=1)  # type: ignore[abstract]


def test_a_game_that_cannot_be_loaded_is_told_so() -> None:
    class Fails(Half):
        def __init__(self) -> None:
            raise ZeroDivisionError("no")

    with pytest.raises(AssertionError, match="cannot be loaded: ZeroDivisionError in test_in_the"):
        check_game(Fails)
