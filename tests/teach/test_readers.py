"""A reader in any hole is a person: "you have", never "you has"."""

from __future__ import annotations

import pytest

from escale import Event
from escale.teach.holes import BadHole
from escale.teach.languages import LANGUAGES
from escale.teach.texts import Texts, house_texts

PLAYERS = ["Ana", "Bob"]


def said(fr: str, en: str, reader: int | None) -> tuple[str, str]:
    table = {"facts": {"other": "player"}, "event": {"take": {"fr": fr, "en": en}}}
    speech = Texts(table, house_texts())
    event = Event("GA-TUR-1", "take", 0, {"other": 1})
    return speech.event(event, "fr", PLAYERS, reader), speech.event(event, "en", PLAYERS, reader)


def test_a_reader_after_a_preposition_is_you() -> None:
    fr, en = "3 pris à {other}.", "3 taken from {other}."
    assert said(fr, en, 1) == ("3 pris à vous.", "3 taken from you.")
    assert said(fr, en, 0) == ("3 pris à Bob.", "3 taken from Bob.")


def test_a_reader_before_a_verb_is_called_by_name() -> None:
    found = said("Puis {other} a 6 pions.", "Then {other} has 6 left.", 1)
    assert found == ("Puis Bob a 6 pions.", "Then Bob has 6 left.")


def among(fr: str, en: str, reader: int | None) -> tuple[str, str]:
    table = {"event": {"tie": {"fr": fr, "en": en}}}
    speech = Texts(table, house_texts())
    event = Event("GA-TUR-1", "tie", None, {"seats": [0, 1]})
    return speech.event(event, "fr", PLAYERS, reader), speech.event(event, "en", PLAYERS, reader)


def test_a_reader_in_company_is_you_unless_a_french_verb_follows() -> None:
    fr, en = "Égalité entre {seats}.", "A tie between {seats}."
    assert among(fr, en, 0) == ("Égalité entre vous et Bob.", "A tie between you and Bob.")
    fr, en = "{seats:^} gagnent.", "{seats:^} win."
    assert among(fr, en, 0) == ("Ana et Bob gagnent.", "You and Bob win.")


def test_a_sentence_with_both_verbs_says_you() -> None:
    fr, en = "{other:^} {other:~a|avez} 6 pions.", "{other:^} {other:~has|have} 6 left."
    assert said(fr, en, 1) == ("Vous avez 6 pions.", "You have 6 left.")
    assert said(fr, en, 0) == ("Bob a 6 pions.", "Bob has 6 left.")


def test_a_verb_that_is_the_same_for_you_stays() -> None:
    assert said("{other} a", "Then {other} would win.", 1)[1] == "Then you would win."


def test_one_verb_is_not_enough() -> None:
    with pytest.raises(BadHole, match="must be two verbs"):
        said("{other:~a}", "{other:~has}", 1)


def test_what_no_sentence_says_is_noticed() -> None:
    assert LANGUAGES["en"].slip("Then you has 6 left.") == "you has"
    assert not LANGUAGES["en"].slip("Then you have 6 left.")
