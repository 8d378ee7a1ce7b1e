"""The checks that set-ups and positions of all games share: what is refused, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from escale import BadRecord
from escale.engine.reading import read_fields, read_list, read_one_of, read_whole
from escale.teach.errors import said_error


def refusal(read: Callable[..., Any], *given: Any) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        read(*given)
    return caught.value


def test_what_is_in_order_is_handed_back() -> None:
    table = {"row": [1], "turn": 0}
    assert read_fields("position", table, ("row", "turn")) is table
    assert read_fields("position", {"row": []}, ("row", "turn"), ("row",)) == {"row": []}
    assert read_list("row", [1, 2], "pebbles", 2) == [1, 2]
    assert read_list("row", (), "pebbles") == ()
    assert read_whole("turn", 3, 0, 3) == 3
    assert read_one_of("colour", "vert", {"vert": 1, "bleu": 2}) == "vert"


@pytest.mark.parametrize(
    ("read", "given", "told", "kind"),
    [
        (read_fields, ([], ("row",)), "here: must be a table, not []", "not-dict"),
        (
            read_fields,
            ({"row": 1, "rwo": 2}, ("row", "turn"), ()),
            "here.rwo: there is no such field; there is row, turn",
            "unknown-field",
        ),
        (
            read_fields,
            ({}, ("row", "turn"), ("turn",)),
            "here.turn: this field is missing",
            "missing",
        ),
        (read_list, ("12", "cards"), "here: must be a list of cards, not '12'", "not-list"),
        (read_list, ([1], "cards", 2, "X-1"), "here: must be 2 cards, not 1 [X-1]", "wrong-count"),
        *(
            (
                read_whole,
                (value, 1, 3, "X-1"),
                f"here: must be a whole number from 1 to 3, not {value!r} [X-1]",
                "not-from-to",
            )
            for value in (0, 4, True, 2.0, "2", None)
        ),
        (
            read_one_of,
            (["vert"], ("vert",)),
            "here: must be one of vert, not ['vert']",
            "not-one-of",
        ),
    ],
)
def test_what_is_wrong_is_refused_in_a_sentence_with_its_place(
    read: Callable[..., Any], given: tuple[Any, ...], told: str, kind: str
) -> None:
    found = refusal(read, "here", *given)
    assert (str(found), found.kind) == (told, kind)
    assert said_error(found, "fr") != said_error(found, "en"), "it is said in both languages"


def test_a_long_or_odd_name_of_a_field_is_cut_to_one_line() -> None:
    found = refusal(read_fields, "position", {"a\nb" * 100: 1}, ("row",))
    assert "\n" not in str(found)
    assert len(found.where) < 60
