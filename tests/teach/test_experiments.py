"""Whatever is chosen on a page to explore, there is something to see, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import escale
from escale.engine.errors import BadOption
from escale.teach.experiments import SEVERAL, Experiment, ExploreWords, experiments
from escale.teach.languages import REQUIRED

pytestmark = pytest.mark.slow

ALL = [
    (name, what)
    for name in ("casanova", "dolce-vita", "dominos-florentins")
    for what in experiments(escale.game(name))
]


def settings(experiment: Experiment) -> Iterator[dict[str, Any]]:
    """What is chosen at first, and then every option of every control, one after the other."""
    yield experiment.start()
    for control in experiment.controls:
        ends = (
            control.options
            if len(control.options) < 20
            else control.options[:: len(control.options) - 1]
        )
        for option in ends:
            value = (option,) if control.kind == SEVERAL else option
            yield {**experiment.start(), control.name: value}


@pytest.mark.parametrize("lang", REQUIRED)
@pytest.mark.parametrize(("name", "what"), ALL)
def test_every_choice_shows_something(name: str, what: str, lang: str) -> None:
    game = escale.game(name)
    experiment, words = experiments(game)[what], ExploreWords(game, lang)
    seen = set()
    for chosen in settings(experiment):
        shown = experiment.show(experiment.checked(chosen), words)
        assert shown.says
        assert not re.search(r"[{}]|nan|None|\d\.\d\d\d", shown.says), shown.says
        if shown.plot:
            plot = ElementTree.fromstring(f"<div>{shown.plot}{shown.board}</div>")
            assert plot.findtext(".//caption"), "its numbers as a table, with what they are"
            values = re.findall(r'(?:height|width|cy|y)="(-?[\d.]+)', shown.plot)
            assert all(-1 <= float(value) < 2000 for value in values)
        seen.add(shown)
    assert len(seen) > 3


@pytest.mark.parametrize("lang", REQUIRED)
@pytest.mark.parametrize(("name", "what"), ALL)
def test_every_control_and_every_option_has_its_words(name: str, what: str, lang: str) -> None:
    game = escale.game(name)
    words = ExploreWords(game, lang)
    assert words.of(f"{what}.title")
    for control in experiments(game)[what].controls:
        assert words.of(f"control.{control.name}.label")
        names = [words.option(control.name, option) for option in control.options]
        assert len({*names}) == len(names)


def test_what_is_not_to_be_had_is_said_in_one_sentence() -> None:
    experiment = experiments(escale.game("casanova"))["card"]
    for chosen, said in (
        ({"card": 14}, "card: there is 1 to 13, not 14"),
        ({"dice": True}, "dice: there is 1 to 3, not True"),
        ({"wind": 1}, "'wind': there is dice, players, card, rounds"),
    ):
        with pytest.raises(BadOption) as refused:
            experiment.checked(chosen)
        assert str(refused.value) == said
    assert experiment.checked({"dice": 3})["dice"] == 3


def test_a_game_without_experiments_has_none() -> None:
    assert experiments(escale.game("galets")) == {}


def test_numbers_are_written_as_their_language_does() -> None:
    french, english = (ExploreWords(escale.game("casanova"), lang) for lang in ("fr", "en"))
    assert french.decimal(-0.25, sign=True) == "−0,2"
    assert english.decimal(1.25, sign=True) == "+1.2"
    assert english.decimal(-0.01, sign=True) == "0.0"
