"""Something to try as a widget: controls and what they lead to, without a page."""

from __future__ import annotations

from typing import Any

import pytest

import escale
from escale.engine.errors import BadOption
from escale.teach.experiments import Shown
from escale.widgets import explore


def fields(found: Any, name: str) -> Any:
    return found._parts[name].fields


def says(found: Any) -> str:
    text: str = found._figure.value
    return text


def test_a_control_changes_what_is_seen() -> None:
    found = escale.explore("casanova/card", lang="en")
    before = says(found)
    (dice,) = fields(found, "dice")
    dice.set_state({"index": 0})  # as a page does
    assert found.chosen["dice"] == 1
    assert says(found) != before
    assert "The 1 would do better: 73%." in says(found)


def test_two_cards_that_are_about_as_good_are_not_called_better() -> None:
    found = escale.explore("casanova/card", lang="en")
    found.choose(dice=3, card=7)
    assert "The 7 wins alone in 58% of rounds, a hair’s breadth behind the 8." in says(found)


def test_cards_are_put_into_a_hand_one_by_one() -> None:
    found = escale.explore("casanova/hands", lang="en")
    theirs = fields(found, "theirs")
    theirs[2].set_state({"value": False})
    assert "both hands need as many cards: here it is 5 against 4" in says(found)
    theirs[4].set_state({"value": True})
    assert found.chosen["theirs"] == (2, 5, 7, 10, 13)
    assert "1 die and the 1" in says(found)
    for card in fields(found, "mine"):
        card.set_state({"value": False})
    assert "Each hand needs at least one card." in says(found)


def test_a_button_counts_and_any_other_choice_starts_anew() -> None:
    found = escale.explore("casanova/card", lang="en")
    (button,) = fields(found, "rounds")
    for _ in range(3):
        button.click()
    assert "At the table" in says(found)
    assert "out of 3." in says(found)
    (card,) = fields(found, "card")
    card.set_state({"index": 0})
    assert "At the table" not in says(found)


def test_nobody_plays_without_end() -> None:
    found = escale.explore("casanova/card", lang="en")
    found.choose(rounds=100)
    fields(found, "rounds")[0].click()
    assert found.chosen["rounds"] == 100
    assert "100 rounds are enough" in says(found)


def test_controls_are_set_from_code_or_refused_in_one_sentence() -> None:
    found = escale.explore("casanova/double", lang="en")
    found.choose(card=3, level="beginner")
    assert fields(found, "card")[0].value == 3
    with pytest.raises(BadOption, match="card: there is 1 to 13, not 14"):
        found.choose(card=14)
    assert found.chosen["card"] == 3


def test_what_cannot_be_tried_is_refused_with_what_can() -> None:
    with pytest.raises(BadOption, match="there is casanova/card, casanova/hands, casanova/double"):
        escale.explore("casanova/nothing")
    with pytest.raises(BadOption, match="there is nothing to try"):
        escale.explore("galets/anything")


def test_a_computation_that_fails_says_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    found = escale.explore("casanova/card", lang="en")

    def fail(_chosen: object, _words: object) -> Shown:
        raise ZeroDivisionError("the learner must not see this")

    found.experiment = found.experiment._replace(show=fail)
    found.choose(dice=1)
    assert "This could not be worked out" in says(found)
    assert "must not see" not in says(found)
    assert "<svg" not in says(found)


def test_in_a_page_of_the_app_it_is_seen_before_its_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore.app_page, "HERE", True)
    found = escale.explore("casanova/hands", lang="fr")
    data, _ = found._repr_mimebundle_()
    about = data[explore.app_page.MIME]
    assert about["game"] == "casanova"
    assert says(found) in about["still"]
    assert about["still"].count("es-on") == 5 + 5 + 1
    assert "<symbol" not in about["still"], "the page has the drawings"
