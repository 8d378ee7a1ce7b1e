"""Where each rule is enforced, tested, taught and practised.

Nothing here is grepped. While the tests run, `tests/conftest.py` notes which test made which
event, refusal or set-up check with which rule id, and which tests are marked as showing a rule.
`summary` makes the table of such a run, `gaps` and `stale` judge it, and the table that ships
(`rule_coverage.json`, made by `make coverage`) is what `escale coverage` prints.

What stands in the table:

    event:tie              an event of that kind cites the rule
    refusal:card-played    a move is refused by it
    set-up:position.coins  a record, set-up or option is refused by it, at that place
    shown:tests/...::test  a permission or a remark, which nothing can cite: the test that shows it

Taught and practised are read from the lessons themselves, which the engine plays out: the steps
that name a rule, and the questions whose answer depends on it. Of a game of another package
`enforced` is read from its source, and `tested` is its own affair. A rule that no question can
practise has a note with the reason (`lessons/coverage.toml` in the game's folder), and so has one
without exercises (`practice.toml`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from escale.engine.game import Game
from escale.engine.registry import game, game_names
from escale.teach.cited import told
from escale.teach.exercises import known, not_exercised
from escale.teach.lesson import not_practised, practised, taught
from escale.teach.rulebook import rulebook

KINDS = ("enforced", "tested", "taught", "practised")
STORIES = "tests/games/"  # where the rules are told as tests ...
BESIDES = ("_scene.py", "_lessons.py")  # ... and what meets them only by the way
MOST_TESTS = 5  # named for a rule; the most specific ones
HOUSE = "escale.games."

Table = dict[str, dict[str, list[str]]]  #: rule id -> {"enforced": [..], "tested": [..]}


class Finding(NamedTuple):
    """What one passing test met: pairs of a rule and what cited it, and the rules of its marks."""

    met: frozenset[tuple[str, str]]
    shows: frozenset[str]

    @property
    def rules(self) -> frozenset[str]:
        return frozenset(rule for rule, _ in self.met) | self.shows


def place(where: str) -> str:
    """A place in a record without its indices: `position.hands[2][0]` is `position.hands`."""
    return re.sub(r"\[[^]]*\]", "", where)


# --- the report ---------------------------------------------------------------------------------


def house_games() -> list[Game[Any, Any]]:
    """The games that come with escale; another package answers for its own."""
    games = (game(name) for name in game_names())
    return [found for found in games if (found.package + ".").startswith(HOUSE)]


def rule_ids() -> list[str]:
    """All rules of the house, in the order of the rulebooks."""
    return [rule.id for found in house_games() for rule in rulebook(found)]


def shipped() -> Table:
    """The table of the last full run that was kept."""
    table: Table = json.loads(
        files("escale.app.commands").joinpath("rule_coverage.json").read_text("utf-8")
    )
    return table


def by_source(found: Game[Any, Any]) -> Table:
    """Of a game of another package: the events and refusals that its source cites a rule with.

    Which of its tests shows a rule is not known here."""
    table: Table = {}
    for one in told(found):
        if one.rule and one.group != "foresight":
            row = table.setdefault(one.rule, {"enforced": [], "tested": []})
            row["enforced"] = sorted({*row["enforced"], f"{one.group}:{one.kind}"})
    return table


def report(names: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Every rule of these games, or of the house's, with its coverage, as `escale coverage --json`
    lists it."""
    ours = shipped()
    rows: list[dict[str, Any]] = []
    for found in [game(name) for name in names] or house_games():
        table = ours if (found.package + ".").startswith(HOUSE) else by_source(found)
        by_lessons = {"taught": taught(found), "practised": practised(found)}
        notes = not_exercised(found) | not_practised(found)
        exercises = known(found)
        for rule in rulebook(found):
            by_tests = table.get(rule.id, {})
            rows.append(
                {
                    "id": rule.id,
                    **{kind: by_tests.get(kind, []) for kind in KINDS[:2]},
                    **{kind: steps.get(rule.id, []) for kind, steps in by_lessons.items()},
                    "exercises": exercises.get(rule.id, {}),
                    "note": notes.get(rule.id, ""),
                }
            )
    return rows


# --- a test run ---------------------------------------------------------------------------------


def summary(findings: Mapping[str, Finding], rules: Iterable[str]) -> Table:
    """The table of a run. Of the tests that meet a rule, those that tell its story come first."""
    table: Table = {}
    for rule in rules:
        met = {
            test: found for test, found in findings.items() if rule in found.rules and tells(test)
        }
        in_order = sorted(met, key=lambda test: (*_distance(rule, met[test]), test))
        tests = list(dict.fromkeys(map(function, in_order)))
        enforced = sorted({what for found in met.values() for by, what in found.met if by == rule})
        shown = [f"shown:{function(test)}" for test in in_order if rule in met[test].shows]
        table[rule] = {"enforced": enforced or shown[:1], "tested": tests[:MOST_TESTS]}
    return table


def tells(test: str) -> bool:
    """Is this a test of the rules, not of a picture or a lesson?"""
    return test.startswith(STORIES) and not test.partition("::")[0].endswith(BESIDES)


def function(test: str) -> str:
    """A test without the parameters that it ran with, which may change from run to run."""
    return test.partition("[")[0]


def _distance(rule: str, found: Finding) -> tuple[bool, bool, int]:
    """How far a test is from the story of a rule: marked, by an event, among few other rules."""
    told = any(by == rule and what.startswith("event:") for by, what in found.met)
    return rule not in found.shows, not told, len(found.rules)


def gaps(table: Table) -> list[str]:
    """The rules that nothing enforces and no test shows."""
    return [rule for rule, row in table.items() if not (row["enforced"] and row["tested"])]


def stale(kept: Table, findings: Mapping[str, Finding], rules: Iterable[str]) -> Iterator[str]:
    """What the kept table claims and a full run no longer bears out."""
    wanted = list(rules)
    passed = set(map(function, findings))
    for rule in wanted:
        if rule not in kept:
            yield f"{rule} is missing"
    for rule, row in kept.items():
        if rule not in wanted:
            yield f"{rule} is no rule any more"
            continue
        met = {what for found in findings.values() for by, what in found.met if by == rule}
        for what in row["enforced"]:
            if what not in met and not what.startswith("shown:"):
                yield f"nothing cites {rule} as {what}"
        for test in row["tested"]:
            if test not in passed:
                yield f"{test} is said to test {rule}, and did not pass"
