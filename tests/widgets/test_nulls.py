"""JavaScript's null in a browser's Python: a widget hears None and tells null."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import escale
from escale.session.messages import PROTOCOL
from escale.widgets import nulls
from escale.widgets.table import play


class JsNull:
    """As Pyodide has it: one object, of a type of its own."""


@pytest.fixture
def jsnull(monkeypatch: pytest.MonkeyPatch) -> JsNull:
    found = ModuleType(nulls.PYODIDE)
    found.jsnull = JsNull()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, nulls.PYODIDE, found)
    return found.jsnull  # type: ignore[attr-defined, no-any-return]


def everything(content: Any) -> Iterator[Any]:
    """A content and all that is in it."""
    yield content
    inside = content.values() if isinstance(content, dict) else content
    if isinstance(content, dict | list | tuple):
        for one in inside:
            yield from everything(one)


def hear(widget: Any, message: dict[str, Any]) -> list[dict[str, Any]]:
    """What a widget tells a page that has said this."""
    told: list[dict[str, Any]] = []
    widget.comm.publish_msg = lambda *_, data, **__: told.append(data)
    data = {"method": "custom", "content": message}
    widget.comm.handle_msg({"content": {"data": data}, "buffers": []})
    return [one["content"] for one in told if one["method"] == "custom"]


HELLO = {"do": "hello", "protocol": PROTOCOL, "page": "p", "name": "n", "wanted": False}


def test_a_table_in_a_browser_understands_a_page_that_has_no_token(jsnull: JsNull) -> None:
    table = play("galets", lang="fr", seed=5)
    told = hear(table, HELLO | {"token": jsnull})
    assert told
    assert [one for one in told if one["kind"] == "say"] == []
    told = hear(table, HELLO | {"token": [jsnull]})  # what was never right is not right now
    assert "token" in str(told)


def test_what_a_page_gets_has_null_and_never_none(jsnull: JsNull) -> None:
    table = play("casanova", seats=["person", "person"], lang="fr", seed=5)
    state = [*everything(table.get_state())]
    assert jsnull in state
    assert None not in state
    told = [*everything(hear(table, {"do": "sync"}))]
    assert jsnull in told
    assert None not in told


def test_elsewhere_nothing_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, nulls.PYODIDE, raising=False)
    content = {"a": None, "b": [None, {"c": ()}]}
    assert nulls.heard(content) is content
    assert nulls.told(content) is content


def test_the_table_in_a_lesson_understands_it_too(jsnull: JsNull) -> None:
    lesson = escale.lesson("casanova/goal")
    hear(lesson, {"do": "try", "step": 0, "lang": "fr"})
    hello = HELLO | {"token": jsnull}
    told = [*everything(hear(lesson, {"do": "trial", "message": hello}))]
    assert told
    assert "say" not in told
    assert None not in told


@pytest.mark.slow
def test_an_exercise_has_no_none_in_it(jsnull: JsNull) -> None:
    practice = escale.practice("casanova")
    told = hear(practice, {"do": "more", "rule": "CA-RND-4", "seed": 3})
    assert [one["kind"] for one in told] == ["exercise"]
    assert None not in everything(told)
