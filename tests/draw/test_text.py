"""How wide a text is taken to be, and how much of it is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escale.draw.text import cut, text_width

LONG = "Maximilienne-Christine de la Tour"


def test_what_fits_is_left_as_it_is() -> None:
    assert cut("Ana", 5) == "Ana"
    assert cut(LONG, 500, 14) == LONG


@pytest.mark.parametrize("size", [1.0, 11.0, 14.4])
@pytest.mark.parametrize("text", [LONG, "WWWWWWWWWWWW", "李小龍先生李小龍先生", "e\u0301" * 30])
def test_what_does_not_fit_is_cut_with_a_sign_and_then_fits(text: str, size: float) -> None:
    short = cut(text, 6 * size, size)
    assert short.endswith("…")
    assert text.startswith(short[:-1])
    assert text_width(short, size) <= 6 * size < text_width(text, size)


@given(st.text(min_size=1, max_size=60), st.floats(20, 300), st.floats(8, 30))
def test_whatever_the_text_it_is_cut_to_its_room(text: str, room: float, size: float) -> None:
    short = cut(text, room, size)
    assert short == " ".join(text.split()) or short.endswith("…")
    assert text_width(short, size) <= room or short == "…"


def test_nothing_but_the_sign_is_left_where_there_is_no_room() -> None:
    assert cut(LONG, 0.5) == "…"


def test_a_name_is_one_line_and_does_not_end_in_a_space() -> None:
    assert cut(" Ana \n Bob ", 20) == "Ana Bob"
    assert cut("Ana Bob", text_width("Ana …")) == "Ana…"


def test_letters_are_slim_or_broad_and_some_take_no_room() -> None:
    assert text_width("iii") < text_width("aaa") < text_width("mmm")
    assert text_width("aaa") < text_width("AAA")
    assert text_width("e\u0301") == text_width("e")
    assert text_width("李") == 1
    assert text_width("李", 12) == 12
    assert text_width("a", bold=False) < text_width("a")


def test_broad_letters_of_other_alphabets_are_not_taken_for_slim_ones() -> None:
    assert text_width("Ж") == text_width("M")
    assert len(cut("Ж" * 30, 62, 12.6)) < len(cut("П" * 30, 62, 12.6))
