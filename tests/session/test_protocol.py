"""The messages: one table, from which the page's check and the documentation follow."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import make_protocol
import pytest
from pages import Page, play, unfit

from escale.session import answers
from escale.session.messages import (
    ASKED,
    ASKED_BY_LESSON,
    ASKED_BY_PRACTICE,
    PROTOCOL,
    TOLD,
    TOLD_TO_LESSON,
    TYPES,
    Malformed,
    read,
)
from escale.teach.languages import LANGUAGES

SOURCES = Path(__file__).parents[2] / "frontend" / "src"


def test_the_pages_check_and_the_documentation_are_fresh() -> None:
    for path, fresh in (
        (make_protocol.SCRIPT, make_protocol.script()),
        (make_protocol.PAGE, make_protocol.page()),
    ):
        assert path.read_text("utf-8") == fresh, f"{path.name} is stale: make protocol"


def test_every_message_of_a_page_has_one_answer() -> None:
    assert answers.ANSWERS.keys() == ASKED.keys()


@pytest.mark.parametrize("kinds", [ASKED, TOLD, ASKED_BY_LESSON, TOLD_TO_LESSON])
def test_every_kind_is_said_in_full(kinds: Any) -> None:
    for kind in kinds.values():
        assert kind.about.endswith((".", "?"))
        assert {*kind.fields.values(), *kind.may.values()} <= set(TYPES)
        assert not set(kind.fields) & set(kind.may)


def test_the_page_asks_for_what_there_is_and_for_all_of_it() -> None:
    code = "".join(path.read_text("utf-8") for path in sorted(SOURCES.glob("*.js")))
    asked = set(re.findall(r'(?:\.ask\(|\bdo: |\bstep\()"([\w-]+)"', code))
    assert asked == {*ASKED, *ASKED_BY_LESSON, *ASKED_BY_PRACTICE}


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "dance"},
        {"kind": "frames", "version": 1},
        {"kind": "frames", "version": "1", "frames": []},
        {"kind": "beat", "colour": "red"},
        {"kind": "kept", "token": None, "aside": False},
    ],
)
def test_what_is_told_is_held_to_the_table(wrong: dict[str, Any]) -> None:
    """By the page of the tests: so every test of a session is a test of this."""
    try:
        assert unfit(wrong)
    except KeyError:
        assert wrong["kind"] not in TOLD


def test_a_field_that_may_be_left_out_is_checked_where_it_is_there() -> None:
    hello = {"do": "hello", "page": "t", "name": "n", "token": None, "wanted": False}
    assert "protocol" not in read(hello).fields
    assert read(hello | {"protocol": 3}).fields["protocol"] == 3
    with pytest.raises(Malformed):
        read(hello | {"protocol": "3"})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        ({}, "page-old"),
        ({"protocol": PROTOCOL - 1}, "page-old"),
        ({"protocol": PROTOCOL + 1}, "kernel-old"),
        ({"protocol": PROTOCOL}, None),
    ],
)
def test_a_page_of_another_version_is_told_so_and_served(
    lang: str, theirs: dict[str, int], said: str | None
) -> None:
    page = Page(play("galets", lang=lang, seed=5))
    assert page.viewer.whole()["protocol"] == PROTOCOL
    hello = {"do": "hello", "page": "t", "name": "n", "token": None, "wanted": False}
    told = [message["text"] for message in page.ask(hello | theirs) if message["kind"] == "say"]
    assert told == ([] if said is None else [page.viewer.said(said)])
    assert page.move(*page.path())[0]["kind"] == "frames"
