"""A single reader is "You" on the table; everybody else, and whoever gave a name, has it."""

from __future__ import annotations

import pytest
from pages import play

GAMES = ("dolce-vita", "casanova", "dominos-florentins")


def texts(game: str, lang: str = "en", **how: object) -> set[str]:
    scene = play(game, lang=lang, seed=5, **how).shown.scene
    return {piece.text for piece in scene.pieces.values() if piece.text}


@pytest.mark.parametrize("game", GAMES)
def test_a_single_reader_without_a_name_is_you(game: str) -> None:
    for lang, you in (("en", "You"), ("fr", "Vous")):
        found = texts(game, lang)
        assert you in found
        assert "Alix" not in found
        assert you.lower() not in found, "said once"
        assert "Gina" in found


@pytest.mark.parametrize("game", GAMES)
def test_who_has_a_name_or_shares_the_screen_is_called_by_it(game: str) -> None:
    assert "Mia" in texts(game, players=["Mia", "Gina", "Otto"])
    both = texts(game, seats=["person", "person", "sensible"])
    assert "You" not in both
