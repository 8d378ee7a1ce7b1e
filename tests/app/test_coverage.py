"""Rule coverage: what a run recorded, what is missing in it, what is out of date."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from escale.app.commands.rule_coverage import (
    Finding,
    gaps,
    place,
    rule_ids,
    shipped,
    stale,
    summary,
)

STORY = "tests/games/test_x.py::test_a_story"
PLAYOUT = "tests/games/test_x.py::test_many_games"
PICTURE = "tests/games/test_x_scene.py::test_a_picture"
ELSEWHERE = "tests/app/test_cli.py::test_y"

NONE: frozenset[str] = frozenset()

FINDINGS = {
    PLAYOUT: Finding(frozenset({("A", "event:a"), ("B", "event:b"), ("B", "refusal:c")}), NONE),
    STORY: Finding(frozenset({("B", "event:b")}), frozenset({"C"})),
    PICTURE: Finding(frozenset({("D", "event:d")}), NONE),
    ELSEWHERE: Finding(frozenset({("D", "event:d")}), NONE),
}
RULES = ["A", "B", "C", "D"]


def test_tests_that_meet_few_rules_are_named_first() -> None:
    table = summary(FINDINGS, RULES)
    assert table["A"] == {"enforced": ["event:a"], "tested": [PLAYOUT]}
    assert table["B"] == {"enforced": ["event:b", "refusal:c"], "tested": [STORY, PLAYOUT]}


def test_a_permission_cites_the_test_that_shows_it() -> None:
    assert summary(FINDINGS, RULES)["C"] == {"enforced": [f"shown:{STORY}"], "tested": [STORY]}


def test_a_rule_that_only_other_tests_meet_is_a_gap() -> None:
    assert gaps(summary(FINDINGS, RULES)) == ["D"]


def test_a_table_is_stale_where_the_run_does_not_bear_it_out() -> None:
    kept = summary(FINDINGS, RULES)
    assert list(stale(kept, FINDINGS, RULES)) == []
    assert list(stale(kept, FINDINGS, [*RULES, "E"])) == ["E is missing"]
    assert list(stale(kept, FINDINGS, RULES[:3])) == ["D is no rule any more"]
    less = FINDINGS | {PLAYOUT: Finding(frozenset({("A", "event:a")}), NONE)}
    assert list(stale(kept, less, RULES)) == ["nothing cites B as refusal:c"]
    without = {test: found for test, found in FINDINGS.items() if test != STORY}
    assert list(stale(kept, without, RULES)) == [
        f"{STORY} is said to test B, and did not pass",
        f"{STORY} is said to test C, and did not pass",
    ]


def test_the_place_of_a_set_up_check_has_no_indices() -> None:
    assert place("position.hands[2][0]") == "position.hands"
    assert place("position.placed.d4") == "position.placed.d4"


def test_the_table_that_ships_names_every_rule_and_nothing_else() -> None:
    table = shipped()
    assert list(table) == rule_ids()
    assert gaps(table) == []


STORIES = """
import escale, pytest

def test_announce():
    escale.Match("casanova", 2).play("d2")

@pytest.mark.rule("CA-SET-1")
def test_start():
    pass

@pytest.mark.rule("CA-SET-2")
@pytest.mark.skip
def test_skipped():
    pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of a few stories, under the conftest of this one."""
    (tmp_path / "tests" / "games").mkdir(parents=True)
    (tmp_path / "tests" / "games" / "test_story.py").write_text(STORIES, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rule(id): shows a rule\n", "utf-8")
    shutil.copy(Path(__file__).parents[1] / "conftest.py", tmp_path / "tests")
    return tmp_path


def run(project: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "tests", *arguments]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def missing(said: str) -> list[str]:
    [line] = [line for line in said.splitlines() if line.startswith("not enforced or not tested: ")]
    return line.partition(": ")[2].split(", ")


@pytest.mark.slow
def test_a_full_run_fails_when_a_rule_is_not_covered(project: Path) -> None:
    code, said = run(project)
    assert code == 1, said
    assert missing(said) == [rule for rule in rule_ids() if rule not in ("CA-RND-1", "CA-SET-1")]
    assert "coverage.json is stale" in said


@pytest.mark.slow
def test_a_part_of_a_run_is_asked_nothing(project: Path) -> None:
    assert run(project, "-k", "announce")[0] == 0


@pytest.mark.slow
def test_with_workers_the_findings_come_together(project: Path) -> None:
    code, said = run(project, "-n", "2", "--write-rule-coverage", "table.json")
    assert code == 1, said
    assert missing(said) == [rule for rule in rule_ids() if rule not in ("CA-RND-1", "CA-SET-1")]
    test = "tests/games/test_story.py::test_announce"
    table = json.loads((project / "table.json").read_text("utf-8"))
    assert table["CA-RND-1"] == {"enforced": ["event:announce"], "tested": [test]}
