"""What is wrong with the house itself is said before a server starts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from escale import BadOption
from escale.app.server import server
from escale.players.levels import LEVELS, Level, at_random
from escale.session.words import ui


@pytest.fixture(autouse=True)
def words() -> Iterator[None]:
    ui.cache_clear()
    yield
    ui.cache_clear()


def test_a_level_without_words_ends_the_server_before_it_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def started() -> None:
        raise AssertionError("it has started")

    monkeypatch.setattr(server, "Server", started)
    monkeypatch.setitem(LEVELS, "fifth", Level("fifth", words="fifth", plays=at_random))
    with pytest.raises(BadOption, match=r"^level fifth: has no words \[level-fifth\] in [a-z, ]+$"):
        server.serve(None, [])  # type: ignore[arg-type]
