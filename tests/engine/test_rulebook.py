"""The rulebooks as data: every rule of the three games by its id, and what an entry must hold."""

from __future__ import annotations

from typing import Any

import pytest

import escale
from escale.teach.rulebook import Rulebook, problems, read, rulebook

#: How many rules each section has, in the order of the rulebook. Ids are numbered from 1.
SECTIONS = {
    "casanova": ("CA", {"MAT": 1, "SET": 2, "RND": 16, "WIN": 5, "ELI": 3, "END": 4}),
    "dolce-vita": ("DV", {"MAT": 5, "SET": 4, "PLA": 4, "AWA": 10, "ONE": 5, "END": 3}),
    "dominos-florentins": (
        "DF",
        {"MAT": 7, "SET": 6, "PLA": 7, "CRO": 2, "SQU": 2, "OPE": 6, "BLA": 3, "SCO": 5},
    ),
}


def ids(name: str) -> set[str]:
    prefix, sections = SECTIONS[name]
    return {
        f"{prefix}-{section}-{number}"
        for section, count in sections.items()
        for number in range(1, count + 1)
    }


@pytest.mark.parametrize("name", SECTIONS)
def test_the_rules_of_a_game_are_exactly_these(name: str) -> None:
    book = rulebook(escale.game(name))
    assert set(book.rules) == ids(name)
    assert list(book.sections) == list(SECTIONS[name][1])


def test_there_are_a_hundred_rules() -> None:
    assert sum(len(rulebook(escale.game(name))) for name in SECTIONS) == 100


@pytest.mark.parametrize("name", escale.game_names())
def test_rules_stand_in_the_order_of_their_sections(name: str) -> None:
    book = rulebook(escale.game(name))
    order = list(book.sections)
    places = [order.index(rule.section) for rule in book]
    assert places == sorted(places)


@pytest.mark.parametrize("name", escale.game_names())
def test_a_rule_is_listed_as_the_contract_says(name: str) -> None:
    for rule in rulebook(escale.game(name)):
        listed = rule.to_json()
        assert list(listed) == ["id", "game", "section", "ruling", "fr", "en"]
        assert (listed["id"], listed["game"]) == (rule.id, name)
        assert listed["fr"] != listed["en"]
        assert rule.ruling is (rule.reason is not None)


@pytest.mark.parametrize("name", escale.game_names())
def test_french_typography(name: str) -> None:
    for rule in rulebook(escale.game(name)):
        for texts in (rule.text, rule.short, rule.reason or {}):
            for lang, text in texts.items():
                assert "'" not in text, (rule.id, lang)
                assert text == text.strip(), (rule.id, lang)
                assert text[-1] in ".!?)»", (rule.id, lang)


# --- What an entry must hold --------------------------------------------------------------------


def table(**changes: Any) -> dict[str, Any]:
    pair = {"fr": "Un.", "en": "One."}
    rule = {"id": "GA-MAT-1", "short": pair, **pair, **changes}
    return {"section": [{"id": "MAT", **pair}], "rule": [{k: v for k, v in rule.items() if v}]}


def test_a_good_table_is_read() -> None:
    book = read(table(), escale.game("galets"))
    assert isinstance(book, Rulebook)
    assert [rule.id for rule in book] == ["GA-MAT-1"]
    assert len(book) == 1
    (rule,) = read(table(ruling=True, reason={"fr": "Car.", "en": "For."}), escale.game("galets"))
    assert rule.ruling


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({}, "a rulebook has [[section]] and [[rule]] tables"),
        ({"section": [], "rule": []}, "a rulebook has [[section]] and [[rule]] tables"),
        (table(id=""), "?: an id is GA, a section and a number: GA-SET-1"),
        (table(id="XX-MAT-1"), "XX-MAT-1: an id is GA"),
        (table(id="GA-SET-1"), "GA-SET-1: an id is GA"),
        (table(id="GA-MAT-x"), "GA-MAT-x: an id is GA"),
        (table(id="GA-MAT"), "GA-MAT: an id is GA"),
        (table(en=""), "GA-MAT-1: its text is missing in one language"),
        (table(short=None), "GA-MAT-1: its short is missing in one language"),
        (table(short="Un."), "GA-MAT-1: its short is missing in one language"),
        (table(ruling=True), "GA-MAT-1: a ruling, and nothing else, gives its reason"),
        (table(reason={"fr": "Car.", "en": "For."}), "GA-MAT-1: a ruling, and nothing else"),
        (table(ruling=True, reason={"fr": "Car."}), "GA-MAT-1: its reason is missing"),
        (
            {**table(), "section": [{"id": "MAT", "fr": "Un."}]},
            "section MAT: needs an id, fr and en",
        ),
        ({**table(), "rule": table()["rule"] * 2}, "GA-MAT-1: stands there twice"),
    ],
)
def test_what_is_wrong_with_a_rulebook_is_told(wrong: dict[str, Any], sentence: str) -> None:
    game = escale.game("galets")
    (found,) = problems(wrong, game)
    assert found.startswith(sentence)
    with pytest.raises(ValueError, match=r".") as caught:
        read(wrong, game)
    assert str(caught.value) == found


@pytest.mark.parametrize("value", [5, "x", [], [5], {}, {"id": "MAT"}, [[]]], ids=repr)
@pytest.mark.parametrize("field", ["section", "rule"])
def test_what_is_no_list_of_tables_is_said(field: str, value: Any) -> None:
    (found,) = problems({**table(), field: value}, escale.game("galets"))
    assert "[[section]] and [[rule]] tables" in found
