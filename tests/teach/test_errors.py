"""What a page says of a file, a link or a new game that is refused: every kind, both languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from escale import BadOption, BadRecord, Match
from escale.session.links import unpacked
from escale.teach.class_file import check_step
from escale.teach.errors import said_error
from escale.teach.exercises import practice
from escale.teach.holes import names
from escale.teach.languages import LANGUAGES
from escale.teach.texts import house_texts

GAMES = {
    name: Match(name, 3, seed=1).record()
    for name in ("casanova", "dolce-vita", "dominos-florentins")
}
OVER = Match("dolce-vita", 3, seed=1)
while not OVER.over:
    OVER.play(OVER.legal()[0])
FINISHED = OVER.record()


def casanova(**fields: Any) -> str:
    return json.dumps(GAMES["casanova"] | fields)


def grid(*cards: Any) -> dict[str, Any]:
    """A game of Dolce Vita whose first column begins with these cards."""
    record = GAMES["dolce-vita"]
    first, *rest = record["setup"]["grid"]
    return record | {"setup": {"grid": [[*cards, *first[len(cards) :]], *rest]}}


def tiles(**setup: Any) -> dict[str, Any]:
    record = GAMES["dominos-florentins"]
    return record | {"setup": record["setup"] | setup}


def without(record: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != field}


#: (kind, what is refused, what both sentences hold)
REFUSED: list[tuple[str, Any, list[str]]] = [
    ("not-json", "{", ["1", "2"]),
    ("not-utf8", b"\xff", ["0"]),
    ("no-record", "[7]", ["[7]"]),
    ("format", casanova(format="other/3"), ["escale/1", "'other/3'"]),
    ("too-long", " " * 4_000_001, []),
    ("too-long", casanova(moves=["d1"] * 10_001), []),
    ("too-deep", casanova(setup={"x": json.loads("[" * 50 + "]" * 50)}), []),
    ("too-deep", "[" * 100_000, []),
    ("twice", '{"seed": 1, "seed": 2}', ["seed"]),
    ("unknown-field", casanova(colour=7), ["'colour'"]),
    ("unknown-field", GAMES["dolce-vita"] | {"setup": {"colour": 7}}, ["setup", "'colour'"]),
    ("unknown-field", tiles(colour=7), ["setup.colour"]),
    ("missing", "{}", ["format"]),
    ("missing", GAMES["dolce-vita"] | {"setup": {}}, ["setup.grid"]),
    ("either", casanova(position={}), ["setup", "position"]),
    ("not-str", casanova(game=7), ["game", "7"]),
    ("not-str", casanova(moves=[7]), ["moves[0]", "7"]),
    ("not-int", casanova(seed="x"), ["seed", "'x'"]),
    ("not-list", casanova(moves={}), ["moves", "{}"]),
    ("not-list", tiles(pile=7), ["setup.pile", "7"]),
    ("not-dict", casanova(setup=[]), ["setup", "[]"]),
    ("no-number", casanova(setup={"x": [10**20]}), ["setup.x[0]"]),
    ("no-number", casanova(seed=2**53), ["seed"]),
    ("not-from-to", GAMES["dolce-vita"] | {"options": {"money_100": 99}}, ["money_100", "99"]),
    ("not-one-of", tiles(colours=["rose", "bleu", "vert"]), ["colours[0]", "'rose'", "ocre"]),
    ("not-one-of", tiles() | {"options": {"deck": "mine"}}, ["options.deck", "'mine'"]),
    ("wrong-count", GAMES["dolce-vita"] | {"setup": {"grid": []}}, ["setup.grid", "7", "0"]),
    ("wrong-count", tiles(pile=[]), ["setup.pile", "0"]),
    ("unknown-game", casanova(game="chess"), ["'chess'", "dolce-vita"]),
    ("unknown-option", casanova(options={"speed": 3}), ["'speed'"]),
    ("players", casanova(players=["Ana"]), ["2", "4", "1"]),
    ("no-name", casanova(players=["Ana", "", "Bob"]), ["players[1]", "''"]),
    ("no-name", casanova(players=["Ana", "B\u2028b", "Bob"]), ["players[1]"]),
    ("no-card", grid("maison-900"), ["setup.grid[0][0]", "'maison-900'"]),
    ("no-card", tiles(pile=["XXXX"]), ["setup.pile[0]", "'XXXX'"]),
    ("card-twice", grid("maison-700", "maison-700"), ["setup.grid", "'maison-700'"]),
    ("illegal", casanova(moves=["d1", "c99"]), ["2", "'c99'"]),
    ("illegal", casanova(moves=["d1", "hello"]), ["2", "'hello'", "hello"]),
    ("illegal", FINISHED | {"moves": [*FINISHED["moves"], "1>1"]}, ["'1>1'", "DV-END-1"]),
    ("no-result-yet", casanova(result={}), ["0"]),
    ("result-missing", without(FINISHED, "result"), [str(FINISHED["result"])]),
    ("wrong-result", FINISHED | {"result": {}}, [str(FINISHED["result"]), "{}"]),
    ("other", casanova(legal=[[]]), ["legal"]),
]


EXERCISE = next(practice("casanova", kind="why", seed=1))
ASKED = Match.from_record(EXERCISE["record"])
LEGAL = ASKED.game.format(ASKED.legal()[0])
FREE = next(practice("casanova", kind="what", seed=1))
#: the same of a class's step
STEPS: list[tuple[str, Any, list[str]]] = [
    ("one-step", {"lesson": "a/b", "record": {}}, ["step"]),
    ("no-lesson", {"lesson": "casanova/chess"}, ["'casanova/chess'"]),
    ("illegal", {"record": GAMES["casanova"] | {"moves": ["d1", "c99"]}}, ["2", "'c99'"]),
    ("not-dict", {"exercise": 7}, ["step.exercise", "7"]),
    ("format", {"exercise": EXERCISE | {"format": "x/1"}}, ["escale-exercise/1", "'x/1'"]),
    ("not-one-of", {"exercise": EXERCISE | {"game": "chess"}}, ["casanova", "'chess'"]),
    ("not-one-of", {"exercise": EXERCISE | {"open": 1}}, ["step.exercise.open", "true"]),
    ("no-rule", {"exercise": EXERCISE | {"rule": "CA-X-1"}}, ["exercise.rule", "'CA-X-1'"]),
    ("no-text", {"exercise": EXERCISE | {"question": {"fr": "?"}}}, ["question", "en"]),
    ("allowed-here", {"exercise": EXERCISE | {"move": LEGAL}}, [repr(LEGAL)]),
    ("not-here", {"exercise": FREE | {"move": "d9"}}, ["step.exercise.move", "'d9'"]),
    ("missing", {"exercise": EXERCISE | {"answer": []}}, ["step.exercise.answer"]),
]


def refusal(read: Callable[[Any], Any], source: Any) -> BadRecord | BadOption:
    with pytest.raises((BadRecord, BadOption)) as caught:
        read(source)
    return caught.value


@pytest.mark.parametrize(
    ("kind", "source", "parts"), REFUSED, ids=[f"{i}-{case[0]}" for i, case in enumerate(REFUSED)]
)
def test_it_is_said_in_both_languages(kind: str, source: Any, parts: list[str]) -> None:
    error = refusal(Match.from_record, source)
    assert (error.kind or "other") == kind
    french, english = (said_error(error, lang) for lang in LANGUAGES)
    assert french != english
    for sentence in (french, english):
        assert sentence[0].isupper() or sentence[0] in "«“"
        assert sentence.removesuffix(f" [{error.rule}]").endswith((".", "?", "!"))
        assert all(part in sentence for part in parts), sentence


@pytest.mark.parametrize(
    ("kind", "step", "parts"), STEPS, ids=[f"{i}-{case[0]}" for i, case in enumerate(STEPS)]
)
def test_a_step_of_a_class_is_refused_in_both_languages(
    kind: str, step: Any, parts: list[str]
) -> None:
    error = refusal(partial(check_step, "step"), step)
    assert error.kind == kind
    sentences = {said_error(error, lang) for lang in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
    assert all(part in sentence for part in parts for sentence in sentences), sentences


def test_a_link_that_is_cut_off_is_said_in_both_languages() -> None:
    error = refusal(unpacked, "eJx")
    assert [said_error(error, lang)[:7] for lang in LANGUAGES] == ["Le lien", "The lin"]


def test_every_sentence_is_tried_here() -> None:
    of_the_page = {"link", "no-exercises", "not-fitting"}  # tests/app/test_class.py
    tried = {kind for kind, _, _ in (*REFUSED, *STEPS)}
    assert of_the_page | tried == set(house_texts()["error"])


def test_a_kind_of_somebody_elses_game_is_said_by_its_place_and_rule() -> None:
    error = BadRecord("setup.moon", "the moon is full", "XX-SET-1", "full-moon", moon=1)
    assert (
        said_error(error, "fr")
        == "Ce qui est écrit sous «\u00a0setup.moon\u00a0» ne convient pas. [XX-SET-1]"
    )
    assert str(error) == "setup.moon: the moon is full [XX-SET-1]"
    assert names(house_texts()["error"]["other"]["fr"]) == {"where"}
