"""The words on and about a table, said to one reader."""

from __future__ import annotations

from escale import game
from escale.teach.scene_words import Reader, noun

DOLCE_VITA = game("dolce-vita")
ANA = Reader(DOLCE_VITA, "en", ("Ana", "Bob", "Cleo"), 0)


def test_a_sentence_about_the_reader_has_its_own_words() -> None:
    assert ANA.about(0, "owns-nothing") == "You own nothing yet."
    assert ANA.about(1, "owns-nothing") == "Bob owns nothing yet."
    assert ANA._replace(seat=None).about(0, "owns-nothing") == "Ana owns nothing yet."


def test_where_there_are_no_words_for_the_reader_the_name_is_said() -> None:
    assert ANA.about(0, "their-turn") == "Ana’s turn to lay a card."


def test_several_players_are_joined_and_the_reader_is_you() -> None:
    assert ANA.people([0, 1, 2]) == "you, Bob and Cleo"
    assert ANA._replace(lang="fr").people([1, 2]) == "Bob et Cleo"


def test_numbers_and_nouns_are_those_of_the_language() -> None:
    assert (ANA.amount(1200), ANA._replace(lang="fr").amount(1200)) == ("1,200", "1\u202f200")
    assert noun(DOLCE_VITA, "maison-700", "en") == "house worth 700"
