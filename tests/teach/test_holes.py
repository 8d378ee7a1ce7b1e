"""Sentences with holes: a hole names a fact, and can do nothing else, whoever wrote it."""

from __future__ import annotations

import ast
import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sources import nodes

import escale
from escale.teach.holes import BadHole, Hole, fill, names, parts
from escale.teach.lesson import BadLesson, read
from escale.teach.texts import Texts, house_texts

ROOT = Path(__file__).parents[2]
SECRET = "not for anybody’s eyes"


class State(NamedTuple):
    """A moment of a game."""

    round: int
    columns: tuple[tuple[str, ...], ...]

    @property
    def hidden(self) -> str:
        return SECRET


class Thing:
    """What no sentence may look into, should it ever come among the facts."""

    secret = SECRET

    def __str__(self) -> str:
        return SECRET


FACTS: dict[str, Any] = {
    "coins": 3,
    "name": "Ana",
    "all-tied": [{"total": 4, "seats": [0, 2]}, {"total": 5, "seats": [1]}],
    "state": State(2, (("maison-300", "bijou-200"), ())),
    "later": {"win": [{"coins": 9}]},
    "thing": Thing(),
}


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{coins} for {name}.", "3 for Ana."),
        ("{all-tied.total}, {all-tied[1].total}", "4, 5"),
        ("{all-tied[0].seats[1]}", "2"),
        ("{state.round}: {state.columns[0][1]}", "2: bijou-200"),
        ("{later.win.coins}", "9"),
        ("{{coins}} {name:^}", "{coins} Ana"),
        ("", ""),
    ],
)
def test_a_hole_names_a_fact(template: str, said: str) -> None:
    assert fill(template, FACTS) == said


@pytest.mark.parametrize(
    "template",
    [
        "{name.__class__}",
        "{coins.__init__.__globals__}",
        "{coins.real}",
        "{name.upper}",
        "{thing.secret}",
        "{thing}",
        "{state.hidden}",
        "{state._fields}",
        "{state.__class__}",
        "{state[0]}{state.columns.index}",
        "{all-tied.__len__}",
        "{all-tied.append}",
        "{later.keys}",
        "{later[win]}",
        "{name[0]}",
        "{coins[0]}",
        "{state.columns[-1]}",
        "{state.columns[99]}",
        "{state.columns[99999999999999999999]}",
        "{state.columns[1].round}",
        "{later.win}",
        "{later}",
        "{state.columns}",
        "{name!r}",
        "{coins!s}",
        "{name:>9}",
        "{coins:999999999}",
        "{coins:>{coins}}",
        "{name:{coins}}",
        "{coins:%}",
        "{}",
        "{0}",
        "{ coins }",
        "{coins",
        "coins}",
        "{a}{",
        "{nobody}",
    ],
)
def test_a_hole_is_refused_in_one_sentence(template: str) -> None:
    with pytest.raises(BadHole) as caught:
        fill(template, FACTS)
    said = str(caught.value)
    assert said
    assert "\n" not in said
    assert len(said) < 400
    assert SECRET not in said


def test_what_a_sentence_asks_for_is_named_as_it_is_written() -> None:
    assert names("{win[1].coins:coin|coins} {seat:^}") == {"win[1].coins", "seat"}
    assert parts("a {b.c[0]:d|e}") == ("a ", Hole(("b", "c", 0), "d|e"))


PIECES = st.sampled_from(
    ["{", "}", "{{", "}}", "[", "]", ".", ":", "!", "r", "0", "1", "-1", "999999999", ">9", "^",
     "|", "~", "'s", "__class__", "__init__", "__globals__", "__format__", "_fields", "hidden",
     "secret", *FACTS, "round", "columns", "win", "total", "seats"]
)  # fmt: skip
HOLES = st.lists(PIECES, max_size=8).map("".join)
TEMPLATES = st.lists(st.one_of(PIECES, HOLES.map("{{{}}}".format), st.text(max_size=4)), max_size=8)


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(TEMPLATES.map("".join))
def test_a_strangers_sentence_yields_facts_or_one_refusal(template: str) -> None:
    try:
        said = fill(template, FACTS)
    except BadHole as error:
        said = str(error)
        assert "\n" not in said
    assert SECRET not in said
    assert "<" not in said.replace(template, "") or "<" in template  # no <object at 0x…>
    assert len(said) <= 400 + 12 * len(template)


SPEECH = Texts(
    {"facts": {"object": "noun"}, "noun": {"or": {"fr": "or", "en": "gold"}}}, house_texts()
)
SPOKEN = {"seat": 0, "seats": [0, 1], "object": "or", "coins": 1234, "text": "Ana", "none": None}


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(sorted(SPOKEN)),
    st.one_of(HOLES, st.text(max_size=6)),
    st.sampled_from(["fr", "en"]),
)
def test_every_form_of_a_fact_is_said_or_refused(fact: str, form: str, lang: str) -> None:
    template = {"fr": f"{{{fact}:{form}}}", "en": f"{{{fact}:{form}}}"}
    speech = Texts({**SPEECH.table, "label": {"said": template}}, house_texts())
    try:
        said = speech.label("said", lang, **SPOKEN)
    except BadHole as error:
        said = str(error)
    assert len(said) < 400


CASANOVA = (ROOT / "docs" / "lessons.md").read_text("utf-8").split("```toml\n")[1].split("```")[0]


@pytest.mark.parametrize(
    "hole",
    [
        "{announce.__init__.__globals__}",
        "{announce.__init__.__globals__[re].enum.sys.modules[os].environ[ESCALE_TEST_SECRET]}",
        "{announce._speak.speech.table}",
        "{state.__class__.__module__}",
        "{state.count}",
        "{player.__class__}",
        "{later.__init__}",
        "{announce}",
        "{state}",
        "{announce.dice:>99999999}",
    ],
)
def test_a_lesson_cannot_look_into_the_machine(hole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attacker's hole put an environment variable into an exported page."""
    monkeypatch.setitem(os.environ, "ESCALE_TEST_SECRET", SECRET)
    source = CASANOVA.replace("{announce.seat} announces", f"{hole} announces")
    with pytest.raises(BadLesson) as caught:
        read(escale.game("casanova"), "casanova/x", source, "01-x.toml")
    assert "01-x.toml, line " in str(caught.value)
    assert "text.en: a hole cannot be filled" in str(caught.value)
    assert SECRET not in str(caught.value)


FORMATTERS = ("format", "format_map", "vformat", "Formatter")
GAMES = ("game", "self", "super()")  #: whose `format` writes a move (or, in `logging`, a line)


def test_no_sentence_is_filled_by_pythons_own_formatter() -> None:
    """`str.format` reaches attributes: everything that has holes goes through `fill`."""
    found = []
    for file in [*ROOT.glob("escale/**/*.py"), *ROOT.glob("examples/**/*.py")]:
        for node in nodes(file):
            if not isinstance(node, ast.Attribute) or node.attr not in FORMATTERS:
                continue
            whose = ast.unparse(node.value)
            fine = node.attr == "format" and (whose.split(".")[-1] in GAMES or whose == "Game")
            if not fine and whose != "logging":
                found.append(f"{file.relative_to(ROOT)}:{node.lineno}: {whose}.{node.attr}")
    assert found == []
